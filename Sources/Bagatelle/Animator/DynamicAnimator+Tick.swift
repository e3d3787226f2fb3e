// One tick: time to steps, steps, write-back, contacts, callbacks, rest.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims
import CShims

extension DynamicAnimator {
  /// One tick: runs the steps that fit in the carried time plus seconds times speed, writes back, reports
  /// contacts, runs actions.
  ///
  /// - Parameter seconds: Real elapsed time, 0 or more; beyond 0.25 s it is dropped and counted. 0 only
  ///   applies queued structure. Unlike UIKit, whose display link drives the animator.
  /// - Returns: the number of steps.
  /// - Throws: `range` (negative or not finite), `state` (a timeline advances it), `busy` (inside a
  ///   callback, or on another thread), `outOfMemory`.
  @discardableResult
  public func advance(by seconds: Double) throws(BagatelleError) -> Int {
    guard seconds >= 0, seconds.isFinite else { throw BagatelleError(.range, "seconds", seconds) }
    guard timeline == nil else { throw BagatelleError(.state, "animator") }
    return try run(seconds)
  }

  func run(_ seconds: Double) throws(BagatelleError) -> Int {
    guard bgts_try_enter(busy) else { throw BagatelleError(.busy, "animator") }
    // A callback may release the animator: it lives until the end of this function.
    let own = Unmanaged.passRetained(self)
    defer { own.release() }
    defer { bgts_leave(busy) }
    return try tick(seconds)
  }

  @_optimize(speed)
  private func tick(_ seconds: Double) throws(BagatelleError) -> Int {
    var profiler = startedClock()
    try askContentSize()
    clearEvents()
    if !isAwake {
      addReal(seconds)
      dropLimbo()
      // Contacts that a clean-up at rest ended are told without a run.
      tellPendingEnds()
      tellContacts()
      return 0
    }
    let clip = Limits.secondsPerCall
    var newClock = clock
    let due = newClock.advance(by: min(seconds, clip) * speed)
    if due > 0 || seconds == 0 {
      try checkRoom()
      dropLimbo()
      try flush()
      if due == 0 { reserveEvents(rawWorld.findPairs()) }
    }
    addReal(seconds)
    if seconds > clip { lostSeconds = min(lostSeconds + (seconds - clip), .greatestFiniteMagnitude) }
    clock = newClock
    if due == 0 { return 0 }

    wasWoken = false
    if !isResumed {
      if itemCount == 0 {  // Woken, then emptied: nothing to resume.
        isAwake = false
        clock.drop()
        return 0
      }
      isResumed = true
      if let tell = onWillResume { tell(self) }
      try flush()
      wasWoken = false
    }

    let (steps, isComplete) = runSteps(due, &profiler)
    publish()
    tellWritten()
    tellContacts()
    tellBroken()
    runActions()
    tellRest()
    tellInvalidate()
    if !wasWoken && rawWorld.awakeCount == 0 { pause() }
    finishProfile(profiler, steps: steps)
    guard isComplete else { throw BagatelleError(.outOfMemory, "animator") }
    return steps
  }

  private func runSteps(_ due: Int, _ profiler: inout RunningClock?) -> (steps: Int, isComplete: Bool) {
    if rawWorld.awakeCount > 0 { trimIfDue() }  // At rest when it pauses.
    rawWorld.beginTick(steps: due)
    defer { rawWorld.endTick() }
    firePushes()
    endStructure(&profiler)
    var steps = 0
    let ranShort = rawWorld.ranOutOfMemory
    while steps < due {
      isInStep = true
      rawWorld.step()
      isInStep = false
      changeTime += 1
      steps += 1
      stepCount += 1
      if rawWorld.awakeCount == 0 {
        clock.drop()
        break
      }
    }
    profiler?.skip()
    // A step without memory runs with fewer contacts.
    return (steps, ranShort || !rawWorld.ranOutOfMemory)
  }

  private func firePushes() {
    guard !waitingPushes.isEmpty else { return }
    let pushes = waitingPushes
    waitingPushes = []
    for push in pushes {
      push.isWaiting = false
      if push.owner === self { push.fire() }
    }
  }

  // MARK: Write-back

  /// Everything that reads the world's lists; no callback runs meanwhile.
  @_optimize(speed)
  private func publish() {
    hasMoved = rawWorld.moved.count > 0
    var loop = PublishLoop(
      world: rawWorld, records: records.base, flags: memberFlags.base, count: records.count, pixels: pixels)
    withUnsafeMutablePointer(to: &loop) {
      rawWorld.shareMoved(UnsafeMutableRawPointer($0)) { data, first, end in
        data.assumingMemoryBound(to: PublishLoop.self).publish(first, end)
      }
    }
    if loop.hasWriters != 0 { hasMovedWriters = true }
    let stopped = rawWorld.quarantined
    for position in 0..<stopped.count {
      let index = Int(rawWorld.data(stopped[position]))
      guard index >= 0, index < records.count else { continue }
      records.base[index].flags |= ItemState.quarantined
      if onQuarantine != nil, let item = member(index) { quarantinedItems.append(item) }
    }
    noteIgnoredForces()
    noteBroken()
    let asleep = rawWorld.fellAsleep
    for position in 0..<asleep.count {
      let index = Int(rawWorld.data(asleep[position]))
      guard index >= 0, index < records.count, memberFlags[index] & MemberFlags.tellsRest != 0 else {
        continue
      }
      if let item = member(index) { restingItems.append(item) }
    }
    collectContacts()
    rawWorld.rest()
  }

  /// Attachments whose joints broke in this tick.
  private func noteBroken() {
    let broken = rawWorld.brokenJoints
    if broken.count == 0 { return }
    let all = BehaviorTree.preorder(behaviors)
    for position in 0..<broken.count {
      for behavior in all where behavior.kind == .attachment {
        let attachment = unsafeDowncast(behavior, to: AttachmentBehavior.self)
        if attachment.noteBroken(broken[position]) {
          brokenAttachments.append(attachment)
          break
        }
      }
    }
  }

  private func tellBroken() {
    guard !brokenAttachments.isEmpty else { return }
    let attachments = brokenAttachments
    brokenAttachments = []
    for attachment in attachments { if let tell = attachment.onBreak { tell(attachment) } }
  }

  /// Drivers get their values in order of joining.
  @_optimize(size)
  private func tellWritten() {
    if !quarantinedItems.isEmpty {
      let items = quarantinedItems
      quarantinedItems = []
      for item in items { if let tell = onQuarantine { tell(item) } }
    }
    tellIgnoredForces()
    guard hasMovedWriters else { return }
    hasMovedWriters = false
    var items: [Item] = []
    swap(&items, &writers)
    for index in 0..<memberFlags.count {
      let flags = memberFlags[index]
      guard flags & MemberFlags.moved != 0 else { continue }
      memberFlags[index] = flags & ~MemberFlags.moved
      if let item = member(index) { items.append(item) }
    }
    for item in items where item.owner === self {
      if let write = item.write { write(item, item.center, item.angle) }
      guard let group = item.asGroup else { continue }
      for member in group.members where member.holder === group {
        if let write = member.write { write(member, member.center, member.angle) }
      }
    }
    items.removeAll(keepingCapacity: true)
    swap(&items, &writers)
  }

  // MARK: Callbacks

  /// Over a copy of the walk; what was removed meanwhile is left out.
  @_optimize(size)
  private func runActions() {
    guard actionCount > 0 else { return }
    var found: [DynamicBehavior] = []
    var stack: [DynamicBehavior] = []
    swap(&found, &acting)
    swap(&stack, &walk)
    for root in behaviors.reversed() { stack.append(root) }
    while let node = stack.popLast() {
      if node.action != nil { found.append(node) }
      for child in node.children.reversed() { stack.append(child) }
    }
    swap(&stack, &walk)
    for behavior in found where behavior.owner === self {
      if let action = behavior.action { action() }
    }
    found.removeAll(keepingCapacity: true)
    swap(&found, &acting)
  }

  private func addReal(_ seconds: Double) { realSeconds = min(realSeconds + seconds, .greatestFiniteMagnitude) }

  private func tellRest() {
    guard !restingItems.isEmpty else { return }
    let items = restingItems
    restingItems = []
    for item in items where item.owner === self && !world.isAwake(item.body) {
      if let tell = item.onRest { tell(item) }
      guard let group = item.asGroup else { continue }
      for member in group.members where member.holder === group {
        if let tell = member.onRest { tell(member) }
      }
    }
  }

  private func pause() {
    isAwake = false
    changeTime += 1
    isResumed = false
    clock.drop()
    trimIfDue()
    if let tell = onDidPause { tell(self) }
  }

  /// Once the making and settling of a scene is over, what memory it took beyond need is given back.
  @_optimize(size)
  private func trimIfDue() {
    guard rawWorld.trimIfDue() else { return }
    members.trim(to: members.count)
    memberFlags.trim(to: memberFlags.count)
    records.trim()
    if events.count == 0 { events.trim() }
    episodes.trim(to: episodes.count)
    dirtyRecords.trim(to: dirtyRecords.count)
    touchScratch.trim(to: 0)
    regrouped.trim(to: regrouped.count)
    if eventObjects.isEmpty { eventObjects = [] }
    spareEventObjects = []
    for behavior in BehaviorTree.preorder(behaviors) { (behavior as? ListBehavior)?.trim() }
    if rawWorld.awakeCount == 0 { return }
    // A pile that is awake has a touch begin or end now and then, what flies about more in any tick than in those before.
    let room = max(64, rawWorld.isBusy ? rawWorld.awakeCount : 0)
    _ = events.reserve(room) && episodes.reserve(room)
    eventObjects.reserveCapacity(room)
    spareEventObjects.reserveCapacity(room)
  }
}

/// What the records of bodies that moved need to know; workers fill them.
private struct PublishLoop {
  let world: World
  let records: UnsafeMutablePointer<ItemState>
  let flags: UnsafeMutablePointer<UInt8>
  let count: Int
  let pixels: Double
  /// Atomic; whether an item wants to be told.
  var hasWriters: UInt32 = 0
}

extension UnsafeMutablePointer<PublishLoop> {
  /// Fills the records of a range of them.
  fileprivate func publish(_ first: Int, _ end: Int) {
    let world = pointee.world
    let moved = world.moved
    for position in first..<end {
      let body = moved[position]
      let index = Int(world.data(body))
      guard index >= 0, index < pointee.count else { continue }
      let record = pointee.records + index
      record.pointee.center = rounded(world.center(body))
      record.pointee.angle = world.angle(body)
      record.pointee.velocity = world.velocity(body)
      record.pointee.angularVelocity = world.angularVelocity(body)
      if world.isAwake(body) {
        record.pointee.flags &= ~ItemState.resting
      } else {
        record.pointee.flags |= ItemState.resting
      }
      if pointee.flags[index] & MemberFlags.writes != 0 {
        pointee.flags[index] |= MemberFlags.moved
        bgts_store32(&pointee.hasWriters, 1)
      }
    }
  }

  private func rounded(_ center: Vector2) -> Vector2 {
    if pointee.pixels == 0 { return center }
    return Vector2(rounded(center.x), rounded(center.y))
  }

  private func rounded(_ x: Double) -> Double {
    let scaled = x * pointee.pixels
    guard abs(scaled) < 1e15 else { return x }
    return Double(Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)) / pointee.pixels
  }
}
