// The items of an animator: joining, leaving, records in order of joining, and what is worked out anew.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// What has to be worked out anew for an item before the next step.
enum Marks {
  static var forces: UInt8 { 1 }
  static var properties: UInt8 { 2 }
  static var groups: UInt8 { 4 }
  /// The body is new: nothing was given to it yet.
  static var fresh: UInt8 { 8 }
  static var all: UInt8 { 15 }
  /// The item is in the list of dirty ones.
  static var listed: UInt8 { 16 }
}

enum MemberFlags {
  static var writes: UInt8 { 1 }
  static var tellsRest: UInt8 { 2 }
  static var moved: UInt8 { 4 }
  /// Its body was made when it joined.
  static var isNew: UInt8 { 8 }
}

/// An item that no behavior holds, and the values it had when it left, to see what changed since.
struct LimboPlace: BitwiseCopyable {
  var item: UnsafeMutableRawPointer
  var center: Vector2
  var angle: Double
}

extension DynamicAnimator {
  var itemCount: Int { members.count - holes }

  func member(_ index: Int) -> Item? {
    guard let raw = members[index] else { return nil }
    return Unmanaged<Item>.fromOpaque(raw).takeUnretainedValue()
  }

  // MARK: Joining and leaving

  /// All that may fail or call out before an item joins: whose it is, and its driver's values.
  @_optimize(speed)
  func prepareToJoin(_ item: Item) throws(BagatelleError) {
    if let theirs = item.owner {
      guard theirs === self else { throw BagatelleError(.otherAnimator, "item") }
      return
    }
    guard let values = try item.readDriver() else { return }
    if let theirs = item.owner {  // The driver's callback may have done anything.
      guard theirs === self else { throw BagatelleError(.otherAnimator, "item") }
      return
    }
    item.storedCenter = values.center
    if !item.isGroup { item.storedSize = values.size }
    item.storedAngle = values.angle
  }

  /// One more behavior holds the item; the first one makes its body.
  @_optimize(speed)
  func hold(_ item: Item) throws(BagatelleError) {
    if let theirs = item.owner {
      guard theirs === self else { throw BagatelleError(.otherAnimator, "item") }
      item.holds += 1
      return
    }
    try join(item)
    item.holds = 1
  }

  /// One behavior less holds the item; after the last its body lasts until the next tick.
  func unhold(_ item: Item) {
    guard item.owner === self else { return }
    item.holds -= 1
    if item.holds <= 0 { leave(item) }
  }

  @_optimize(size)
  private func join(_ item: Item) throws(BagatelleError) {
    let index = members.count
    guard index < Int(Int32.max) - 1, records.reserve(index + 1), members.reserve(index + 1),
      memberFlags.reserve(index + 1), dirtyRecords.reserve(dirtyRecords.count + 1)
    else { throw BagatelleError(.outOfMemory, "item") }
    let place = Int32(truncatingIfNeeded: index)
    let isNew = item.limbo !== self
    if let group = item.asGroup, group.isShapeOutdated { try group.remeasure() }
    if !isNew {
      try rejoin(item)
      world.setData(item.body, place)
      leaveLimbo(item)
    } else {
      item.limbo?.evict(item)
      let body = world.addBody(
        center: item.storedCenter, angle: item.storedAngle, size: item.storedSize,
        type: item.storedBoundsType,
        path: item.shapePath, data: place)
      guard body >= 0 else { throw BagatelleError(.outOfMemory, "item") }
      if let group = item.asGroup, !group.layPieces(world, body) {
        world.removeBody(body)
        throw BagatelleError(.outOfMemory, "item")
      }
      item.body = body
      item.rememberShape()
    }
    item.owner = self
    item.record = place
    item.dirty = 0
    var state = ItemState()
    state.id = item.foreignID
    state.center = item.storedCenter
    state.angle = item.storedAngle
    state.velocity = world.velocity(item.body)
    state.angularVelocity = world.angularVelocity(item.body)
    _ = records.append(state)
    _ = members.append(Unmanaged.passRetained(item).toOpaque())
    _ = memberFlags.append(item.callbackFlags | (isNew ? MemberFlags.isNew : 0))
    mark(item, Marks.all)
  }

  /// The body is still there: it keeps its velocity, and takes up what changed meanwhile.
  private func rejoin(_ item: Item) throws(BagatelleError) {
    if item.isShapeOutdated {
      guard layShape(of: item) else { throw BagatelleError(.outOfMemory, "item") }
      item.rememberShape()
    }
    let left = limbo[Int(item.holds)]
    if item.storedCenter != left.center || item.storedAngle != left.angle {
      world.setPose(item.body, center: item.storedCenter, angle: item.storedAngle)
    }
  }

  private func leave(_ item: Item) {
    let index = Int(item.record)
    let state = records[index]
    item.storedCenter = state.center
    item.storedAngle = state.angle
    item.owner = nil
    item.record = -1
    item.holds = 0
    item.dirty = 0
    world.setData(item.body, -1)
    let isUndone = index >= firstUndone && memberFlags[index] & MemberFlags.isNew != 0
    let place = LimboPlace(item: Unmanaged.passUnretained(item).toOpaque(), center: state.center, angle: state.angle)
    if !isUndone, limbo.append(place) {
      item.limbo = self
      item.holds = Int32(truncatingIfNeeded: limbo.count - 1)
    } else {
      world.removeBody(item.body)  // It never was here, or there is no memory to keep it until the next tick.
      item.body = -1
    }
    members[index] = nil
    memberFlags[index] = 0
    holes += 1
    Unmanaged.passUnretained(item).release()
  }

  /// Drops the body now: another animator takes the item over, or it dies.
  func evict(_ item: Item) {
    guard item.limbo === self else { return }
    leaveLimbo(item)
    world.removeBody(item.body)
    item.body = -1
  }

  private func leaveLimbo(_ item: Item) {
    let last = limbo.removeLast()
    if Int(item.holds) < limbo.count {
      limbo[Int(item.holds)] = last
      Unmanaged<Item>.fromOpaque(last.item).takeUnretainedValue().holds = item.holds
    }
    item.limbo = nil
    item.holds = 0
  }

  /// Drops the bodies of items that no behavior holds.
  func dropLimbo() {
    guard limbo.count > 0 else { return }
    // With the lists of the last tick gone the world need not look for the bodies in them.
    world.beginTick()
    while limbo.count > 0 { evict(Unmanaged<Item>.fromOpaque(limbo[limbo.count - 1].item).takeUnretainedValue()) }
  }

  /// Closes the gaps that items left, keeping the order.
  func compact() {
    guard holes > 0 else { return }
    var to = 0
    dirtyRecords.count = 0
    for from in 0..<members.count {
      guard let item = member(from) else { continue }
      let place = Int32(truncatingIfNeeded: to)
      if from != to {
        records[to] = records[from]
        members[to] = members[from]
        memberFlags[to] = memberFlags[from]
        item.record = place
        world.setData(item.body, place)
      }
      if item.dirty != 0, !dirtyRecords.append(place) { isAllDirty = true }
      to += 1
    }
    records.shorten(to: to)
    members.count = to
    memberFlags.count = to
    holes = 0
  }

  /// The animator dies: items and behaviors stay usable.
  @_optimize(size)
  func detachEverything() {
    hasOldBounds = false
    let roots = behaviors
    behaviors = []
    let nodes = BehaviorTree.preorder(roots)
    for index in 0..<members.count {
      guard let raw = members[index] else { continue }
      let retained = Unmanaged<Item>.fromOpaque(raw)
      let item = retained.takeUnretainedValue()
      item.storedCenter = records[index].center
      item.storedAngle = records[index].angle
      item.owner = nil
      item.record = -1
      item.body = -1
      item.holds = 0
      item.dirty = 0
      members[index] = nil
      retained.release()
    }
    for index in 0..<limbo.count {
      let item = Unmanaged<Item>.fromOpaque(limbo[index].item).takeUnretainedValue()
      item.limbo = nil
      item.holds = 0
      item.body = -1
    }
    limbo.count = 0
    for end in pendingEnds {
      end.item.firstPendingEnd = 0
      if end.boundary != 0 { NameTable.release(end.boundary) }
    }
    pendingEnds = []
    waitingPushes = []
    for node in nodes {
      node.forgetWorld()
      node.owner = nil
    }
    for node in nodes {
      node.willMove(to: nil)
      if let hook = node.onWillMove { hook(nil) }
    }
  }

  // MARK: Marks

  func mark(_ item: Item, _ marks: UInt8) {
    guard marks != 0, item.isMoved(by: self), item.record >= 0 else { return }
    if item.dirty & Marks.listed == 0, !dirtyRecords.append(item.record) { isAllDirty = true }
    item.dirty |= marks | Marks.listed
  }

  func markAll(_ marks: UInt8) {
    for index in 0..<members.count { if let item = member(index) { mark(item, marks) } }
  }

  /// Brings the world up to date with the behaviors. When there is no memory, what is left stays marked.
  func flush() throws(BagatelleError) {
    changeTime += 1
    try placeBounds()
    refreshBoundaryDefaults()
    compact()
    let isComplete = isAllDirty
    let count = isComplete ? members.count : dirtyRecords.count
    for position in 0..<count {
      let index = isComplete ? position : Int(dirtyRecords[position])
      guard let item = member(index), item.dirty != 0 else { continue }
      let isNew = item.dirty & Marks.fresh != 0 && memberFlags[index] & MemberFlags.isNew != 0
      guard flushProperties(of: item) else { throw BagatelleError(.outOfMemory, "animator") }
      guard item.dirty & Marks.forces == 0 || flushForces(of: item) else { throw BagatelleError(.outOfMemory, "animator") }
      if item.dirty & Marks.groups != 0, !flushGroups(of: item, isNew: isNew) {
        throw BagatelleError(.outOfMemory, "animator")
      }
      item.dirty = 0
    }
    dirtyRecords.count = 0
    isAllDirty = false
  }

  /// False: no memory; they stay marked.
  @discardableResult
  func flushProperties(of item: Item) -> Bool {
    // A custom field or a veto may look at an item that it changed.
    guard item.dirty & Marks.properties != 0, item.isMoved(by: self), !isInStep else { return true }
    return takeUpProperties(of: item)
  }

  @_optimize(speed)
  @inline(never)
  private func takeUpProperties(of item: Item) -> Bool {
    changeTime += 1
    let properties = mergedProperties(of: item)
    let isFresh = item.dirty & Marks.fresh != 0
    if isFresh || properties != item.bodyProperties {
      guard world.reserveExtras(item.body, properties), world.setLocks(item.body, properties) else { return false }
      world.setProperties(item.body, properties)
      let wasAnchored = item.isAnchored && !isFresh
      if latestMerged?.value != properties { latestMerged = MergedProperties(properties) }
      item.merged = latestMerged
      if !isFresh { world.wake(item.body) }
      showAnchored(item, wasAnchored)
    }
    item.dirty &= ~(Marks.properties | Marks.fresh)
    return true
  }

  private func showAnchored(_ item: Item, _ wasAnchored: Bool) {
    let index = Int(item.record)
    var state = records[index]
    if item.isAnchored {
      state.flags |= ItemState.anchored | ItemState.resting
      state.velocity = Vector2(0, 0)
      state.angularVelocity = 0
    } else if wasAnchored {
      state.flags &= ~(ItemState.anchored | ItemState.resting)
    }
    records[index] = state
  }

  /// Gravities and continuous pushes add up. False: no memory.
  @_optimize(speed)
  private func flushForces(of item: Item) -> Bool {
    var forces = BodyForces()
    for index in 0..<item.memberships.count {
      let membership = item.memberships[index]
      let behavior = membership.behavior.takeUnretainedValue()
      guard behavior.owner === self else { continue }
      if behavior.kind == .gravity {
        forces.acceleration =
          forces.acceleration + unsafeDowncast(behavior, to: GravityBehavior.self).acceleration
      } else if behavior.kind == .push {
        let push = unsafeDowncast(behavior, to: PushBehavior.self)
        guard push.mode == .continuous, push.isActive else { continue }
        let force = push.force
        forces.force = forces.force + force
        if let offset = item.note(of: behavior)?.vector {
          forces.momentCross += offset.cross(force)
          forces.momentDot += offset.dot(force)
        }
      }
    }
    return world.setForces(item.body, forces)
  }

  /// Of a new body all touches are yet to begin. False: no memory.
  @_optimize(speed)
  private func flushGroups(of item: Item, isNew: Bool) -> Bool {
    groupScratch.count = 0
    boundaryGroupScratch.count = 0
    for index in 0..<item.memberships.count {
      let behavior = item.memberships[index].behavior.takeUnretainedValue()
      guard behavior.kind == .collision, behavior.owner === self else { continue }
      let collision = unsafeDowncast(behavior, to: CollisionBehavior.self)
      guard collision.group >= 0 else { continue }
      if collision.mode.contains(.items), !insert(collision.group, into: &groupScratch) { return false }
      if collision.mode.contains(.boundaries), !insert(collision.group, into: &boundaryGroupScratch) {
        return false
      }
    }
    guard isNew || regrouped.append(item.body) else { return false }
    return world.setGroups(
      item.body,
      items: UnsafeBufferPointer(start: UnsafePointer(groupScratch.base), count: groupScratch.count),
      boundaries: UnsafeBufferPointer(
        start: UnsafePointer(boundaryGroupScratch.base), count: boundaryGroupScratch.count),
      filter: item.filterGroup)
  }

  /// Keeps the numbers ascending.
  private func insert(_ group: Int32, into list: inout Arena<Int32>) -> Bool {
    guard list.append(group) else { return false }
    var index = list.count - 1
    while index > 0 && list[index - 1] > group {
      list[index] = list[index - 1]
      index -= 1
    }
    list[index] = group
    return true
  }
}

extension Item {
  /// Of a group also what its members ask for.
  @_optimize(speed)
  var callbackFlags: UInt8 {
    var flags = (write != nil ? MemberFlags.writes : 0) | (onRest != nil ? MemberFlags.tellsRest : 0)
    if let group = asGroup { for member in group.members { flags |= member.callbackFlags } }
    return flags
  }

  /// As `owner === animator`, without counting references.
  @inline(__always)
  final func isMoved(by animator: DynamicAnimator) -> Bool {
    ownerReference?.toOpaque() == Unmanaged.passUnretained(animator).toOpaque()
  }

  func tellCallbacksChanged() {
    if let holder { return holder.tellCallbacksChanged() }
    owner?.itemCallbacksChanged(self)
  }

  var isShapeOutdated: Bool {
    if let group = asGroup {
      for member in group.members where member.isShapeOutdated { return true }
      return false
    }
    return shapeChanged || (extras?.bodySize ?? storedSize) != storedSize || bodyBoundsType != storedBoundsType
  }

  func rememberShape() {
    if let group = asGroup { for member in group.members { member.rememberShape() } }
    extras?.bodySize = nil
    bodyBoundsType = storedBoundsType
    shapeChanged = false
  }
}
