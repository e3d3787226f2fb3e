// Fields: making and changing them, their bodies, and their value at a point.
// SPDX-License-Identifier: MIT

extension World {
  /// Adds a field without bodies. -1: no memory.
  @export(interface)
  @_optimize(size)
  public func addField(_ def: FieldDef, region: RegionProgram?, data: Int32) -> Int32 {
    let index: Int32
    if s.pointee.freeField >= 0 {
      index = s.pointee.freeField
    } else {
      index = Int32(truncatingIfNeeded: s.pointee.fields.count)
      guard s.pointee.fields.reserve(Int(index) + 1) else { return none }
    }
    var field = ForceField()
    field.def = def
    field.data = data
    field.alive = true
    guard let start = storeRegion(region) else { return none }
    field.firstNode = start
    field.nodeCount = nodeCount(region)
    field.nodeRoom = field.nodeCount
    if s.pointee.freeField == index {
      s.pointee.freeField = s.pointee.fields[Int(index)].nextFree
    } else {
      s.pointee.fields.count += 1
    }
    s.pointee.fields[Int(index)] = field
    return index
  }

  /// Wakes its bodies.
  @export(interface)
  @_optimize(size)
  public func removeField(_ index: Int32) {
    while s.pointee.fields[Int(index)].first >= 0 { removeMembership(s.pointee.fields[Int(index)].first) }
    s.pointee.unusedRegionNodes += s.pointee.fields[Int(index)].nodeRoom
    s.pointee.fields[Int(index)] = ForceField()
    s.pointee.fields[Int(index)].nextFree = s.pointee.freeField
    s.pointee.freeField = index
  }

  /// Changes everything but the region. Wakes its bodies.
  @export(interface)
  public func setField(_ index: Int32, _ def: FieldDef) {
    s.pointee.fields.base[Int(index)].def = def
    wakeField(index)
  }

  /// Changes some values. Does not wake.
  @inline(__always)
  public func changeField(_ index: Int32, _ change: (inout FieldDef) -> Void) {
    change(&s.pointee.fields.base[Int(index)].def)
  }

  /// Changes the region; nil is everywhere. Wakes its bodies. False: no memory, nothing changed.
  @export(interface)
  @_optimize(size)
  public func setFieldRegion(_ index: Int32, _ region: RegionProgram?) -> Bool {
    let count = nodeCount(region)
    if count > s.pointee.fields[Int(index)].nodeRoom {
      guard let start = storeRegion(region) else { return false }
      let field = s.pointee.fields.base + Int(index)
      s.pointee.unusedRegionNodes += field.pointee.nodeRoom
      field.pointee.firstNode = start
      field.pointee.nodeRoom = count
    } else if let region {
      copyNodes(region, to: Int(s.pointee.fields[Int(index)].firstNode))
    }
    s.pointee.fields.base[Int(index)].nodeCount = count
    wakeField(index)
    return true
  }

  @export(interface)
  public func wakeField(_ index: Int32) {
    var member = s.pointee.fields[Int(index)].first
    while member >= 0 {
      let record = s.pointee.fieldMembers[Int(member)]
      wake(record.body)
      member = record.next
    }
  }

  /// Bodies that a custom field's function changed something about, or that there was no memory for.
  @_optimize(size)
  func wakeLate() {
    s.pointee.hasLateWakes = false
    for index in 0..<s.pointee.bodies.count where bodies[index].flags & BodyFlag.wakesLate != 0 {
      bodies[index].flags &= ~BodyFlag.wakesLate
      wake(Int32(truncatingIfNeeded: index))
    }
  }

  // MARK: Bodies

  /// Lets a field act on a body, which wakes; twice has no effect. False: no memory, nothing changed.
  @export(interface)
  @_optimize(size)
  public func addToField(_ index: Int32, body: Int32) -> Bool {
    if membership(index, body) >= 0 { return true }
    guard s.pointee.fieldBodies.reserve(s.pointee.bodies.count + 1), let extras = madeExtras(body) else { return false }
    let at: Int32
    if s.pointee.freeFieldMember >= 0 {
      at = s.pointee.freeFieldMember
    } else {
      at = Int32(truncatingIfNeeded: s.pointee.fieldMembers.count)
      guard s.pointee.fieldMembers.append(FieldMember()) else { return false }
      s.pointee.fieldMembers[Int(at)].nextOfBody = none
    }
    if s.pointee.freeFieldMember == at { s.pointee.freeFieldMember = s.pointee.fieldMembers[Int(at)].next }
    var member = FieldMember()
    member.field = index
    member.body = body
    member.next = s.pointee.fields[Int(index)].first
    member.nextOfBody = extras.pointee.firstField
    if member.next >= 0 { s.pointee.fieldMembers.base[Int(member.next)].previous = at }
    if member.nextOfBody >= 0 { s.pointee.fieldMembers.base[Int(member.nextOfBody)].previousOfBody = at }
    s.pointee.fieldMembers[Int(at)] = member
    s.pointee.fields.base[Int(index)].first = at
    extras.pointee.firstField = at
    s.pointee.fieldMemberCount += 1
    wake(body)
    return true
  }

  /// Wakes the body; nothing happens when the field does not act on it.
  @export(interface)
  public func removeFromField(_ index: Int32, body: Int32) {
    let at = membership(index, body)
    if at >= 0 { removeMembership(at) }
  }

  /// A body is in few fields, a field may have many bodies.
  private func membership(_ field: Int32, _ body: Int32) -> Int32 {
    var member = extras(bodies + Int(body))?.pointee.firstField ?? none
    while member >= 0 {
      let record = s.pointee.fieldMembers[Int(member)]
      if record.field == field { return member }
      member = record.nextOfBody
    }
    return none
  }

  @_optimize(size)
  func removeMembership(_ at: Int32) {
    let members = s.pointee.fieldMembers.base
    let member = members[Int(at)]
    wake(member.body)
    if member.previous >= 0 {
      members[Int(member.previous)].next = member.next
    } else {
      s.pointee.fields.base[Int(member.field)].first = member.next
    }
    if member.next >= 0 { members[Int(member.next)].previous = member.previous }
    if member.previousOfBody >= 0 {
      members[Int(member.previousOfBody)].nextOfBody = member.nextOfBody
    } else {
      extras(bodies + Int(member.body))?.pointee.firstField = member.nextOfBody
    }
    if member.nextOfBody >= 0 { members[Int(member.nextOfBody)].previousOfBody = member.previousOfBody }
    members[Int(at)] = FieldMember()
    members[Int(at)].next = s.pointee.freeFieldMember
    s.pointee.freeFieldMember = at
    s.pointee.fieldMemberCount -= 1
  }

  // MARK: Queries

  /// What the field gives a body there, points/s²; of a velocity field the velocity that it sets, points/s.
  /// Zero outside of its region. A custom field is asked; a force that is refused in a step is zero here.
  @export(interface)
  @_optimize(size)
  public func fieldValue(
    _ index: Int32, at position: Vector2, velocity: Vector2, mass: Double, charge: Double
  ) -> Vector2 {
    let field = s.pointee.fields.base + Int(index)
    guard holds(field, position) else { return .zero }
    return field.pointee.def.value(
      at: position, velocity: velocity, mass: mass, charge: charge, unit: s.pointee.settings.fieldUnitScale,
      time: fieldContext.time, seconds: fieldContext.h)
  }

  /// How often a custom field gave no usable force.
  public func refusedForces(_ field: Int32) -> UInt64 { s.pointee.fields[Int(field)].refused }
  /// Whether some field did so in the present or latest tick.
  public var hasRefusedForces: Bool {
    if s.pointee.fieldMemberCount == 0 { return false }
    for index in 0..<s.pointee.fields.count where refusedForceInTick(Int32(truncatingIfNeeded: index)) {
      return true
    }
    return false
  }
  /// Whether it did so in the present or latest tick.
  public func refusedForceInTick(_ field: Int32) -> Bool {
    s.pointee.fields[Int(field)].refusedTick == s.pointee.tick &+ 1
  }

  // MARK: Regions

  private func nodeCount(_ region: RegionProgram?) -> Int32 {
    guard let region else { return 0 }
    return Int32(truncatingIfNeeded: region.nodes.count)
  }

  /// Where the nodes start. Nil: no memory.
  @_optimize(size)
  private func storeRegion(_ region: RegionProgram?) -> Int32? {
    guard let region else { return 0 }
    dropUnusedNodes()
    let start = s.pointee.regionNodes.count
    guard start + region.nodes.count < Int(Int32.max),
      s.pointee.regionNodes.resize(start + region.nodes.count)
    else { return nil }
    copyNodes(region, to: start)
    return Int32(truncatingIfNeeded: start)
  }

  private func copyNodes(_ region: RegionProgram, to start: Int) {
    let nodes = s.pointee.regionNodes.base + start
    for at in 0..<region.nodes.count { nodes[at] = region.nodes[at] }
  }

  /// Moves the programs in use together, when less than half is in use.
  @_optimize(size)
  private func dropUnusedNodes() {
    let total = s.pointee.regionNodes.count
    if Int(s.pointee.unusedRegionNodes) * 2 < total || total < 64 { return }
    var fresh = Arena<RegionNode>()
    guard fresh.reserve(total) else { return }
    for index in 0..<s.pointee.fields.count {
      s.pointee.fields.base[index].nodeRoom = s.pointee.fields[index].nodeCount
      let from = Int(s.pointee.fields[index].firstNode)
      s.pointee.fields.base[index].firstNode = Int32(truncatingIfNeeded: fresh.count)
      for at in 0..<Int(s.pointee.fields[index].nodeCount) {
        _ = fresh.append(s.pointee.regionNodes[from + at])
      }
    }
    s.pointee.regionNodes.deallocate()
    s.pointee.regionNodes = fresh
    s.pointee.unusedRegionNodes = 0
  }
}

extension FieldDef {
  /// What a field gives inside its region, points/s²; of a velocity field the velocity that it sets,
  /// points/s.
  @export(interface)
  public func value(
    at position: Vector2, velocity: Vector2, mass: Double, charge: Double, unit: Double, time: Double,
    seconds: Double
  ) -> Vector2 {
    let target = FieldTarget(position: position, velocity: velocity, mass: mass, charge: charge)
    let context = FieldContext(unit: unit, time: time, h: seconds)
    if kind == .custom { return (100 / mass) * (customForce(target, context) ?? .zero) }
    var sum = FieldSum()
    if isLinear {
      addLinear(&sum, target, context)
    } else {
      addKick(&sum, target, context, isLimited: false)
    }
    if sum.isVelocitySet { return sum.velocity }
    return sum.acceleration + sum.anchor - sum.stiffness * position - sum.drag * velocity
      + sum.turning * Vector2(-velocity.y, velocity.x)
  }
}
