// Bodies: making, shaping, placing and removing them.
// SPDX-License-Identifier: MIT

extension World {
  /// Adds an awake body at once. Returns its index, or -1 when there is no memory.
  @export(interface)
  @_optimize(size)
  public func addBody(center: Vector2, angle: Double, size: Vector2, type: BoundsType, path: UnsafeBufferPointer<Vector2>, data: Int32) -> Int32 {
    let wanted = Int(s.pointee.bodyCount) + 2
    // Waking any body while one is awake, moving and listing it must never need memory.
    guard makeRoom(), reserveKind(), s.pointee.fresh.reserve(wanted), s.pointee.movedBuffer.reserve(wanted),
      s.pointee.stack.reserve(wanted)
    else { return none }
    let index: Int32
    if s.pointee.freeBody >= 0 {
      index = s.pointee.freeBody
    } else {
      index = Int32(s.pointee.bodies.count)
      guard s.pointee.bodies.reserve(Int(index) + 1) else { return none }
    }
    var body = Body()
    body.flags = BodyFlag.alive
    body.data = data
    let oldFree = s.pointee.freeBody >= 0 ? bodies[Int(index)].firstJoint : none
    guard shape(&body, size: size, type: type, path: path) else { return none }
    body.angle = angle
    place(&body, center: center)
    body.previousX = body.x
    body.previousY = body.y
    body.previousAngle = angle
    let leaf = s.pointee.bodyTree.insert(looseBox(body), data: index)
    guard leaf >= 0 else {
      freeVertices(body.shape)
      return none
    }
    body.leaf = leaf
    if s.pointee.freeBody >= 0 {
      s.pointee.freeBody = oldFree
    } else {
      s.pointee.bodies.count += 1
    }
    bodies[Int(index)] = body
    _ = setKind(bodies + Int(index), BodyKind())
    s.pointee.bodyCount += 1
    scheduleTrims()
    updateInverses(index)
    noteMoved(index)
    wakeOne(index)
    return index
  }

  /// Removes a body with its joints and contacts. What touched it wakes; its touch pairs vanish without an event.
  @_optimize(size)
  @export(interface)
  public func removeBody(_ index: Int32) {
    if !hasContacts() {
      bodies[Int(index)].flags |= BodyFlag.goesLate
      s.pointee.hasLateRemovals = true
      return
    }
    wakeNeighbors(index)
    while bodies[Int(index)].firstContact >= 0 {
      destroyContact(bodies[Int(index)].firstContact >> 1, silent: true)
    }
    while bodies[Int(index)].firstJoint >= 0 { removeJoint(bodies[Int(index)].firstJoint >> 1) }
    while let first = extras(bodies + Int(index))?.pointee.firstField, first >= 0 { removeMembership(first) }
    if bodies[Int(index)].awake >= 0 { leaveAwake(index) }
    forgetMoved(index)
    forgetFresh(index)
    dropOutline(bodies[Int(index)])
    forgetListed(index)
    if let extras = extras(bodies + Int(index)) {
      extras.pointee = BodyExtras()
      extras.pointee.next = s.pointee.freeExtras
      s.pointee.freeExtras = bodies[Int(index)].extras
    }
    leaveKind(bodies + Int(index))
    bodies[Int(index)] = Body()
    bodies[Int(index)].firstJoint = s.pointee.freeBody
    s.pointee.freeBody = index
    s.pointee.bodyCount -= 1
  }

  /// Lists of the tick may still name a body that a callback removes.
  @_optimize(size)
  private func forgetListed(_ index: Int32) {
    if bodies[Int(index)].tickStamp == s.pointee.tick { drop(index, &s.pointee.moved) }
    if s.pointee.fellAsleep.count > 0 { drop(index, &s.pointee.fellAsleep) }
    if s.pointee.quarantined.count > 0 { drop(index, &s.pointee.quarantined) }
  }

  private func drop(_ index: Int32, _ list: inout Arena<Int32>) {
    var kept = 0
    for at in 0..<list.count where list[at] != index {
      list[kept] = list[at]
      kept += 1
    }
    list.count = kept
  }

  public func setData(_ body: Int32, _ data: Int32) { bodies[Int(body)].data = data }
  public func data(_ body: Int32) -> Int32 { bodies[Int(body)].data }

  /// Takes up another size or shape; contacts follow in the next step. False: no memory, nothing changed.
  @export(interface)
  @_optimize(size)
  public func setShape(_ index: Int32, size: Vector2, type: BoundsType, path: UnsafeBufferPointer<Vector2>) -> Bool {
    var body = bodies[Int(index)]
    let old = body.shape
    let center = itemCenter(body)
    let drawn = itemCenter(body, previous: true)
    guard shape(&body, size: size, type: type, path: path) else { return false }
    freeVertices(old)
    place(&body, center: center)
    body.previousX = drawn.x + (body.x - center.x)
    body.previousY = drawn.y + (body.y - center.y)
    bodies[Int(index)] = body
    s.pointee.bodyTree.move(body.leaf, looseBox(body))
    shapeChanged(index)
    return true
  }

  /// Mass, contacts and joints follow another shape.
  @_optimize(size)
  func shapeChanged(_ index: Int32) {
    updateInverses(index)
    noteFresh(index)
    noteMoved(index)
    var edge = bodies[Int(index)].firstJoint
    while edge >= 0 {
      let joint = edge >> 1
      placeJointEnds(joint)
      edge = edge & 1 == 0 ? joints[Int(joint)].nextA : joints[Int(joint)].nextB
    }
    placeLock(index)
  }

  /// Teleports; the velocity stays.
  @export(interface)
  @_optimize(size)
  public func setPose(_ index: Int32, center: Vector2, angle: Double) {
    if bodies[Int(index)].firstJoint >= 0 && bodies[Int(index)].angle != angle { forgetRests() }
    bodies[Int(index)].angle = angle
    place(&bodies[Int(index)], center: center)
    bodies[Int(index)].previousX = bodies[Int(index)].x
    bodies[Int(index)].previousY = bodies[Int(index)].y
    bodies[Int(index)].previousAngle = angle
    moveLeaves(index)
    placeLock(index)
    noteMoved(index)
  }

  /// Sets the center of mass and the rotation from the item's center and the angle.
  func place(_ body: inout Body, center: Vector2) {
    body.q = rotation(body.angle)
    let offset = body.q.apply(body.localCenter)
    body.x = center.x + Double(offset.x)
    body.y = center.y + Double(offset.y)
    setReference(&body)
  }

  /// Offsets count from the present pose from now on; the contacts of the body must be looked at anew.
  func setReference(_ body: inout Body) {
    if body.awake < 0 { return }
    let shift = shifts + Int(body.awake)
    let track = tracks + Int(body.awake)
    shift.pointee.d = shift.pointee.d + Vec2f(Float(body.x - track.pointee.x), Float(body.y - track.pointee.y))
    shift.pointee.turned += Float(body.angle - track.pointee.angle)
    shift.pointee.isMoved = 1
    track.pointee.x = body.x
    track.pointee.y = body.y
    track.pointee.angle = body.angle
    track.pointee.q = body.q
    let state = states + Int(body.awake)
    state.pointee.d = .zero
    state.pointee.turned = 0
    state.pointee.q = .identity
  }

  /// Lists a body whose contacts must be found anew in the next step.
  @inline(never)
  func noteFresh(_ index: Int32) {
    bodies[Int(index)].flags |= BodyFlag.renewed
    noteDrifted(index)
  }

  /// Lists a body whose contacts must be looked at in the next step: they follow it, or have to be found anew.
  @inline(__always)
  func noteDrifted(_ index: Int32) {
    if bodies[Int(index)].flags & BodyFlag.fresh != 0 { return }
    bodies[Int(index)].flags |= BodyFlag.fresh
    _ = s.pointee.fresh.append(index)
  }

  func forgetFresh(_ index: Int32) {
    if bodies[Int(index)].flags & BodyFlag.fresh == 0 { return }
    bodies[Int(index)].flags &= ~BodyFlag.fresh
    drop(index, &s.pointee.fresh)
  }

  @inline(__always)
  func rotation(_ angle: Double) -> Rotation {
    if angle == 0 { return .identity }
    let (sine, cosine) = Elementary.sinCos(angle)
    return Rotation(c: Float(cosine), s: Float(sine))
  }

  @inline(__always)
  func itemCenter(_ body: Body, previous: Bool = false) -> Vector2 {
    let x = previous ? body.previousX : body.x
    let y = previous ? body.previousY : body.y
    if body.localCenter == .zero { return Vector2(x, y) }
    let q = previous ? rotation(body.previousAngle) : body.q
    let offset = q.apply(body.localCenter)
    return Vector2(x - Double(offset.x), y - Double(offset.y))
  }

  /// Center of the item, which for a path may differ from the center of mass.
  public func center(_ body: Int32) -> Vector2 { itemCenter(bodies[Int(body)]) }
  public func angle(_ body: Int32) -> Double { bodies[Int(body)].angle }

  /// Between the previous step (0) and the latest (1).
  @_optimize(size)
  public func presentedPose(_ index: Int32, fraction: Double) -> (center: Vector2, angle: Double) {
    let body = bodies[Int(index)]
    let from = itemCenter(body, previous: true)
    let to = itemCenter(body)
    return (
      Vector2(from.x + fraction * (to.x - from.x), from.y + fraction * (to.y - from.y)),
      body.previousAngle + fraction * (body.angle - body.previousAngle)
    )
  }

  /// Velocity of the center of mass, points/s.
  public func velocity(_ body: Int32) -> Vector2 {
    let awake = bodies[Int(body)].awake
    return awake >= 0 ? states[Int(awake)].v.widened : .zero
  }
  /// Velocity of the body where a point is, points/s.
  public func velocity(_ index: Int32, at point: Vector2) -> Vector2 {
    let arm = point - Vector2(bodies[Int(index)].x, bodies[Int(index)].y)
    return velocity(index) + angularVelocity(index) * Vector2(-arm.y, arm.x)
  }
  public func angularVelocity(_ body: Int32) -> Double {
    let awake = bodies[Int(body)].awake
    return awake >= 0 ? Double(states[Int(awake)].w) : 0
  }
  /// Wakes the body. An anchored one moves as told from now on, and rests again at velocity zero.
  public func setVelocity(_ body: Int32, _ v: Vector2) {
    if staysAwake(bodies + Int(body)) {
      states[Int(bodies[Int(body)].awake)].v = v.narrowed
      noteDrifted(body)
    } else {
      wakeToMove(body, v, nil)
    }
  }
  /// The same; true if it woke a body that is not anchored. One that may not turn is left as it is.
  @discardableResult
  public func setAngularVelocity(_ body: Int32, _ w: Double) -> Bool {
    if bodies[Int(body)].flags & BodyFlag.fixedRotation == 0 && staysAwake(bodies + Int(body)) {
      states[Int(bodies[Int(body)].awake)].w = Float(w)
      noteDrifted(body)
      return true
    }
    return wakeToMove(body, nil, w)
  }

  /// What most are that are moved: awake, and driven by nobody. It is as just woken then.
  @inline(__always)
  private func staysAwake(_ place: UnsafeMutablePointer<Body>) -> Bool {
    let mask = BodyFlag.alive | BodyFlag.goesLate | BodyFlag.anchored | BodyFlag.arrived
    guard place.pointee.flags & mask == BodyFlag.alive && place.pointee.awake >= 0 && !s.pointee.isCallingOut else { return false }
    place.pointee.slowSeconds = 0
    return true
  }

  @inline(never)
  @_optimize(size)
  @discardableResult
  private func wakeToMove(_ body: Int32, _ v: Vector2?, _ w: Double?) -> Bool {
    let place = bodies + Int(body)
    if place.pointee.flags & BodyFlag.anchored != 0 {
      drive(body, v ?? velocity(body), w ?? angularVelocity(body))
      return false
    }
    if w != nil && place.pointee.flags & BodyFlag.fixedRotation != 0 { return false }
    wake(body)
    let awake = place.pointee.awake
    if awake >= 0 {
      if let v { states[Int(awake)].v = v.narrowed }
      if let w { states[Int(awake)].w = Float(w) }
    }
    noteDrifted(body)
    return true
  }

  /// Moves an anchored body so that the next tick that takes steps ends with this pose, evenly in all of them; then it rests, unless it is told
  /// again.
  @export(interface)
  public func setTarget(_ body: Int32, center: Vector2, angle: Double) {
    let place = bodies + Int(body)
    if place.pointee.flags & BodyFlag.anchored == 0 { return }
    let rate = s.pointee.stepRate
    let local = place.pointee.localCenter
    let end = local == .zero ? center : center + rotation(angle).apply(local).widened
    let way = end - Vector2(place.pointee.x, place.pointee.y)
    drive(body, rate * way, rate * (angle - place.pointee.angle), for: BodyFlag.oneTick)
  }

  /// Gives an anchored body a velocity, for one tick if the flag says so; what it touches wakes.
  @_optimize(speed)
  private func drive(_ body: Int32, _ v: Vector2, _ w: Double, for oneTick: UInt32 = 0) {
    let place = bodies + Int(body)
    if !reserveAwake() { return }
    var flags = place.pointee.flags & ~BodyFlag.oneTick
    let state = (v: v.narrowed, w: Float(w))
    if state.v == .zero && state.w == 0 {
      place.pointee.flags = flags
      if flags & BodyFlag.kinematic == 0 { return }
      wakeNeighbors(body)
      place.pointee.flags &= ~BodyFlag.kinematic
      if place.pointee.awake >= 0 { leaveAwake(body) }
      noteFresh(body)
      return
    }
    let before = Int(place.pointee.awake)
    if flags & BodyFlag.arrived != 0 {
      place.pointee.flags = flags & ~BodyFlag.arrived
      s.pointee.arrivedCount -= 1
      keepNeighborsAwake(body)
      flags = place.pointee.flags
    } else if place.pointee.firstContact < 0 && place.pointee.firstJoint < 0 {
      // Nobody is near.
      if before >= 0 && states[before].v == state.v && states[before].w == state.w {
        place.pointee.flags = flags | oneTick
        return
      }
    } else if before >= 0 {
      // Told the same again, as games do in each step: who it touches is awake.
      let old = states[before]
      if old.v == state.v && old.w == state.w {
        place.pointee.flags = flags | oneTick
        return
      }
      let change = (state.v - old.v).length + abs(state.w - old.w) * place.pointee.outerRadius
      let isMuch = change > 8 * Float(s.pointee.settings.restSpeed) * lengthScale
      place.pointee.flags = flags
      if isMuch { wakeNeighbors(body) } else { keepNeighborsAwake(body) }
      flags = place.pointee.flags
    } else {
      place.pointee.flags = flags
      wakeNeighbors(body)
      flags = place.pointee.flags
    }
    place.pointee.flags = flags | BodyFlag.kinematic | oneTick
    s.pointee.hasDriven = true
    if before < 0 { wakeOne(body) }
    let awake = Int(place.pointee.awake)
    states[awake].v = state.v
    states[awake].w = state.w
    noteDrifted(body)
  }

  /// Of a body that goes on moving as told: contacts with who sleeps are looked at in each step, and that the others stay
  /// awake is seen to now and then, long before they could rest.
  private func keepNeighborsAwake(_ body: Int32) {
    if s.pointee.steps & 7 == 0 { wakeNeighbors(body) } else { wakeJoined(body) }
  }

  /// An impulse in mass points/s at an offset from the item's center in its own frame. Wakes the body.
  @_optimize(size)
  public func applyImpulse(_ index: Int32, impulse: Vector2, offset: Vector2) {
    let body = bodies + Int(index)
    if body.pointee.flags & BodyFlag.anchored != 0 { return }
    // Found first, so that divisions end while the body is woken. In its own time, from which the mass is divided by the square.
    let dv = ((1 / (body.pointee.mass * kind(body).pointee.timeScale)) * impulse).narrowed
    let lever = body.pointee.q.apply(offset.narrowed - body.pointee.localCenter)
    let dw = Float(lever.widened.cross(impulse) / (body.pointee.inertia * kind(body).pointee.timeScale))
    wake(index)
    if body.pointee.awake < 0 { return }
    noteDrifted(index)
    let state = states + Int(body.pointee.awake)
    state.pointee.v = state.pointee.v + dv
    if body.pointee.flags & BodyFlag.fixedRotation == 0 { state.pointee.w += dw }
  }

  /// Makes them if need be. Nil: no memory, nothing changed.
  @_optimize(size)
  func madeExtras(_ index: Int32) -> UnsafeMutablePointer<BodyExtras>? {
    let body = bodies + Int(index)
    if let extras = extras(body) { return extras }
    if s.pointee.freeExtras >= 0 {
      body.pointee.extras = s.pointee.freeExtras
      s.pointee.freeExtras = s.pointee.extras[Int(s.pointee.freeExtras)].next
      s.pointee.extras[Int(body.pointee.extras)].next = none
    } else {
      guard s.pointee.extras.append(BodyExtras()) else { return nil }
      body.pointee.extras = Int32(truncatingIfNeeded: s.pointee.extras.count - 1)
    }
    return extras(body)
  }

  /// Room for such properties of a body. False: no memory, nothing changed.
  @export(interface)
  public func reserveExtras(_ index: Int32, _ p: BodyProperties) -> Bool {
    reserveKind() && ((p.charge == 0 && p.surfaceSpeed == 0) || madeExtras(index) != nil)
  }

  /// `reserveExtras` comes before.
  @export(interface)
  @_optimize(size)
  public func setProperties(_ index: Int32, _ p: BodyProperties) {
    let body = bodies + Int(index)
    var wanted = kind(body).pointee
    let oldScale = wanted.timeScale
    wanted.friction = Float(p.friction)
    if !(wanted.friction > 0) { s.pointee.hasSlippery = true }
    wanted.restitution = Float(p.elasticity)
    wanted.resistance = p.resistance * p.timeScale
    wanted.angularResistance = p.angularResistance * p.timeScale
    wanted.density = p.density
    wanted.timeScale = p.timeScale
    _ = setKind(body, wanted)
    if let extras = extras(body) {
      extras.pointee.charge = p.charge
      extras.pointee.surfaceSpeed = Float(p.surfaceSpeed)
    }
    if p.timeScale != oldScale { timeScaleChanged(body, from: oldScale, to: p.timeScale) }
    let wasAnchored = body.pointee.flags & BodyFlag.anchored != 0
    if p.isAnchored != wasAnchored {
      if p.isAnchored {
        wakeNeighbors(index)
        body.pointee.flags |= BodyFlag.anchored
        body.pointee.flags &= ~(BodyFlag.kinematic | BodyFlag.oneTick)
        if body.pointee.awake >= 0 { leaveAwake(index) }
      } else {
        if body.pointee.awake >= 0 { leaveAwake(index) }  // It moved as told; free, it starts at rest.
        body.pointee.flags &= ~(BodyFlag.anchored | BodyFlag.kinematic | BodyFlag.oneTick)
        placeLock(index)
        noteMoved(index)
        wake(index)
      }
    }
    let fixed = !p.allowsRotation
    if fixed != (body.pointee.flags & BodyFlag.fixedRotation != 0) {
      if fixed {
        body.pointee.flags |= BodyFlag.fixedRotation
        if body.pointee.awake >= 0 { states[Int(body.pointee.awake)].w = 0 }
      } else {
        body.pointee.flags &= ~BodyFlag.fixedRotation
      }
    }
    updateInverses(index)
    noteFresh(index)
    // Contacts keep the mixed material; packed ones have none.
    if s.pointee.packedCount > 0 { return }
    var edge = body.pointee.firstContact
    while edge >= 0 {
      let contact = contacts + Int(edge >> 1)
      mixMaterials(contact)
      edge = edge & 1 == 0 ? contact.pointee.nextA : contact.pointee.nextB
    }
  }

  func updateInverses(_ index: Int32) {
    let body = bodies + Int(index)
    if body.pointee.firstJoint >= 0 { noteJointsChanged() }
    let anchored = body.pointee.flags & BodyFlag.anchored != 0
    let fixed = body.pointee.flags & BodyFlag.fixedRotation != 0
    let kind = kind(body).pointee
    body.pointee.mass = kind.density * body.pointee.area / 10_000 / (kind.timeScale * kind.timeScale)
    body.pointee.invMass = anchored ? 0 : Float(1 / body.pointee.mass)
    body.pointee.invInertia = anchored || fixed ? 0 : Float(1 / body.pointee.inertia)
  }

  public func isQuarantined(_ body: Int32) -> Bool { bodies[Int(body)].flags & BodyFlag.quarantined != 0 }
  public func clearQuarantine(_ body: Int32) { bodies[Int(body)].flags &= ~BodyFlag.quarantined }

  // MARK: Groups

  /// Two bodies collide when their item groups share one; a body meets a boundary whose group is among its boundary
  /// groups. Both lists ascending. Bodies of the same filter group other than 0 do not. False: no memory, nothing changed.
  @_optimize(size)
  @export(interface)
  public func setGroups(
    _ index: Int32, items: UnsafeBufferPointer<Int32>, boundaries: UnsafeBufferPointer<Int32>, filter: Int32 = 0
  ) -> Bool {
    var itemMask: UInt64 = 0
    var boundaryMask: UInt64 = 0
    var moreItems = 0
    var moreBoundaries = 0
    for group in items {
      itemMask |= 1 << UInt64(min(group, 63))
      if group >= 63 { moreItems += 1 }
    }
    for group in boundaries {
      boundaryMask |= 1 << UInt64(min(group, 63))
      if group >= 63 { moreBoundaries += 1 }
    }
    if !hasContacts() || !reserveKind() || (filter != 0 && madeExtras(index) == nil) { return false }
    var block = none
    if moreItems + moreBoundaries > 0 {
      // Blocks are not reused one by one: they only exist beyond 63 collision behaviors, and are compacted here.
      guard s.pointee.groups.reserve(s.pointee.groups.count + 2 + moreItems + moreBoundaries) else { return false }
      compactGroups()
      block = Int32(s.pointee.groups.count)
      _ = s.pointee.groups.append(Int32(moreItems))
      _ = s.pointee.groups.append(Int32(moreBoundaries))
      for group in items where group >= 63 { _ = s.pointee.groups.append(group) }
      for group in boundaries where group >= 63 { _ = s.pointee.groups.append(group) }
    }
    var wanted = kind(bodies + Int(index)).pointee
    wanted.moreGroups = block
    wanted.itemMask = itemMask
    wanted.boundaryMask = boundaryMask
    _ = setKind(bodies + Int(index), wanted)
    extras(bodies + Int(index))?.pointee.filterGroup = filter
    refilter(index)
    return true
  }

  /// Drops blocks that no body uses, when they are more than half.
  @_optimize(size)
  private func compactGroups() {
    var used = 0
    let kinds = s.pointee.kinds
    if s.pointee.groups.count < 1024 { return }
    for index in 0..<kinds.count where kinds[index].users > 0 {
      used += moreGroups(kinds.base + index).end - max(Int(kinds[index].moreGroups), 0)
    }
    if used * 2 > s.pointee.groups.count { return }
    var fresh = Arena<Int32>()
    guard fresh.reserve(s.pointee.groups.capacity) else { return }
    for index in 0..<kinds.count where kinds[index].users > 0 {
      let start = Int(kinds[index].moreGroups)
      if start < 0 { continue }
      let end = moreGroups(kinds.base + index).end
      kinds.base[index].moreGroups = Int32(fresh.count)
      for at in start..<end { _ = fresh.append(s.pointee.groups[at]) }
    }
    s.pointee.groups.deallocate()
    s.pointee.groups = fresh
  }

  /// Where the item groups of bodies from 63 on begin, the boundary groups behind them, and where those end.
  private func moreGroups(_ kind: UnsafeMutablePointer<BodyKind>) -> (items: Int, boundaries: Int, end: Int) {
    let block = Int(kind.pointee.moreGroups)
    if block < 0 { return (0, 0, 0) }
    let boundaries = block + 2 + Int(s.pointee.groups[block])
    return (block + 2, boundaries, boundaries + Int(s.pointee.groups[block + 1]))
  }

  func groupsMeet(_ a: Int32, _ b: Int32) -> Bool {
    let kindA = kind(bodies + Int(a))
    let kindB = kind(bodies + Int(b))
    let both = kindA.pointee.itemMask & kindB.pointee.itemMask
    if both == 0 { return false }
    if both & ~(1 << 63) != 0 { return true }
    let (startI, endI, _) = moreGroups(kindA)
    let (startJ, endJ, _) = moreGroups(kindB)
    var i = startI
    var j = startJ
    while i < endI && j < endJ {
      let left = s.pointee.groups[i]
      let right = s.pointee.groups[j]
      if left == right { return true }
      if left < right { i += 1 } else { j += 1 }
    }
    return false
  }

  func meetsBoundaryGroup(_ body: Int32, _ group: Int32) -> Bool {
    let kind = kind(bodies + Int(body))
    let mask = kind.pointee.boundaryMask
    if group < 63 { return mask & (1 << UInt64(group)) != 0 }
    if mask & (1 << 63) == 0 { return false }
    let (_, start, end) = moreGroups(kind)
    for at in start..<end where s.pointee.groups[at] == group { return true }
    return false
  }

  /// Drops contacts that its groups no longer allow, of which the caller knows, and looks for new ones. What does not collide for another
  /// reason ends in the next step, which tells of it.
  @_optimize(size)
  func refilter(_ index: Int32) {
    var edge = bodies[Int(index)].firstContact
    while edge >= 0 {
      let contact = edge >> 1
      let c = contacts + Int(contact)
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
      let (a, b) = (c.pointee.bodyA, c.pointee.bodyB)
      let meet = c.pointee.segment >= 0 ? mayCollide(contact) : groupsMeet(a, b) && !sharesFilterGroup(a, b)
      if !meet { destroyContact(contact, silent: true) }
    }
    noteMoved(index)
  }
}
