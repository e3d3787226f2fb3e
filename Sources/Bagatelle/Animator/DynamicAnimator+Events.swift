// Contacts: from touching bodies to what each collision behavior is told.
// SPDX-License-Identifier: MIT
//
// The world tells of pairs of bodies. An episode is one pair as one collision behavior sees it: told as
// begun, not yet as ended. The episodes of a pair are chained; the world keeps the head of the chain with the
// pair.
import BagatelleCore

struct Episode: BitwiseCopyable {
  /// Not retained: the behavior ends its episodes before it leaves, and items leave it before they leave the world.
  /// Nil while free, or after a leave that found no memory.
  var behavior: UnsafeMutableRawPointer?
  var pair: Int32
  /// 1 + index of the next of the pair, or of the free list; below zero the same number while the second body's item is told
  /// as the first.
  private var link: Int32

  init(behavior: UnsafeMutableRawPointer?, pair: Int32, isTurned: Bool, next: Int32) {
    self.behavior = behavior
    self.pair = pair
    link = isTurned ? ~next : next
  }

  var isTurned: Bool { link < 0 }
  var next: Int32 {
    get { isTurned ? ~link : link }
    set { link = isTurned ? ~newValue : newValue }
  }
}

/// An episode that a change of structure ended; it is told at the next tick.
struct PendingEnd {
  var behavior: CollisionBehavior
  var item: Item
  var other: Item?
  /// With one reference when not 0.
  var boundary: UInt64
  /// 1 + index of the item's next pending end.
  var next: Int32
  var isCancelled = false
}

struct EventObjects {
  var behavior: CollisionBehavior
  var item: Item
  var other: Item?
}

extension DynamicAnimator {
  // MARK: Ends by changes of structure

  /// The item is about to leave the collision behavior, or that no longer meets items or boundaries.
  @inline(never)
  @_optimize(size)
  func endContacts(of item: Item, in collision: CollisionBehavior, with others: CollisionBehavior.Mode) {
    guard episodes.count > 0, item.body >= 0 else { return }
    touchScratch.count = 0
    guard world.touching(item.body, into: &touchScratch) else {
      forgetEpisodes(of: collision, with: item)
      return
    }
    let wanted = Unmanaged.passUnretained(collision).toOpaque()
    for index in 0..<touchScratch.count {
      let touch = touchScratch[index]
      guard others.contains(touch.boundary >= 0 ? .boundaries : .items) else { continue }
      endEpisodes(ofPair: touch.pair, behavior: wanted)
    }
  }

  /// The boundary is about to leave the world.
  @inline(never)
  @_optimize(size)
  func endContacts(of boundary: Boundary) {
    guard episodes.count > 0, boundary.place >= 0, let collision = boundary.collision else { return }
    touchScratch.count = 0
    defer { touchScratch.count = 0 }  // Whoever emptied it before may only now fill it: see `world`.
    guard rawWorld.touchingBoundary(boundary.place, into: &touchScratch) else {
      forgetEpisodes(of: collision, with: nil)
      return
    }
    for index in 0..<touchScratch.count { endEpisodes(ofPair: touchScratch[index].pair, behavior: nil) }
  }

  /// Takes the episodes of one behavior, or of all, out of a pair's chain; they are told at the next tick.
  @_optimize(size)
  private func endEpisodes(ofPair pair: Int32, behavior: UnsafeMutableRawPointer?) {
    var link = rawWorld.pairData(pair)
    var kept: Int32 = 0
    while link > 0 {
      let index = Int(link) - 1
      var episode = episodes[index]
      let next = episode.next
      if behavior == nil || episode.behavior == behavior {
        keepEnd(of: episode)
        free(index)
      } else {
        episode.next = kept
        episodes[index] = episode
        kept = link
      }
      link = next
    }
    rawWorld.setPairData(pair, kept)
  }

  private func keepEnd(of episode: Episode) {
    guard let (behavior, first, other, name) = objects(of: episode, rawWorld.bodies(ofPair: episode.pair)) else { return }
    if name != 0 { NameTable.retain(name) }
    pendingEnds.append(
      PendingEnd(
        behavior: behavior, item: first, other: other, boundary: name, next: pendingHead(of: first)))
    first.firstPendingEnd = Int32(truncatingIfNeeded: pendingEnds.count)
  }

  /// 1 + index of the item's latest pending end here; 0: none, or it came from another animator, where its pending ends still lie.
  private func pendingHead(of item: Item) -> Int32 {
    let link = item.firstPendingEnd
    return link > 0 && Int(link) <= pendingEnds.count && pendingEnds[Int(link) - 1].item === item ? link : 0
  }

  /// Whom an episode is of, by what touches: behavior, item, and the other item or a boundary's name.
  @_optimize(speed)
  private func objects(
    of episode: Episode, _ touching: (a: Int32, b: Int32, boundary: Int32)
  ) -> (CollisionBehavior, Item, Item?, UInt64)? {
    guard let behavior = episode.behavior,
      let item = member(ofBody: episode.isTurned ? touching.b : touching.a)
    else { return nil }
    let collision = Unmanaged<CollisionBehavior>.fromOpaque(behavior).takeUnretainedValue()
    if touching.boundary >= 0 {
      guard let boundary = boundary(at: touching.boundary) else { return nil }
      return (collision, item, nil, boundary.name)
    }
    guard let other = member(ofBody: episode.isTurned ? touching.a : touching.b) else { return nil }
    return (collision, item, other, 0)
  }

  /// No memory to look them up: they end without being told.
  private func forgetEpisodes(of collision: CollisionBehavior, with item: Item?) {
    let wanted = Unmanaged.passUnretained(collision).toOpaque()
    for index in 0..<episodes.count where episodes[index].behavior == wanted {
      let touching = rawWorld.bodies(ofPair: episodes[index].pair)
      if item == nil || touching.a == item?.body || touching.b == item?.body { episodes.base[index].behavior = nil }
    }
  }

  private func free(_ index: Int) {
    episodes[index] = Episode(behavior: nil, pair: -1, isTurned: false, next: firstFreeEpisode)
    firstFreeEpisode = Int32(truncatingIfNeeded: index + 1)
  }

  // MARK: In a tick

  /// Makes the tick's events: all began, then all ended, each in the order found. Calls nothing.
  @_optimize(speed)
  func collectContacts() {
    let began = rawWorld.began
    reserveEvents(began.count)
    for index in 0..<began.count { begin(began[index]) }
    beginRegrouped()
    tellPendingEnds()
    let ended = rawWorld.ended
    for index in 0..<ended.count { end(ended[index]) }
  }

  /// Room for many that begin; without memory they are told one by one, as far as it goes.
  func reserveEvents(_ count: Int) {
    if count <= 64 { return }
    _ = episodes.reserve(episodes.count + count) && events.reserve(count)
    eventObjects.reserveCapacity(count)
  }

  /// Bodies whose groups changed may touch already what now counts for them.
  @_optimize(size)
  private func beginRegrouped() {
    guard regrouped.count > 0 else { return }
    for position in 0..<regrouped.count {
      let body = regrouped[position]
      let index = Int(rawWorld.data(body))
      guard index >= 0, index < members.count, let item = member(index), item.body == body else { continue }
      touchScratch.count = 0
      guard rawWorld.touching(body, into: &touchScratch) else { continue }
      for i in 0..<touchScratch.count {
        // How it touches is not kept: tell of the middle.
        var touch = touchScratch[i]
        touch.point = rawWorld.center(touch.bodyA)
        if touch.bodyB >= 0 { touch.point = 0.5 * (touch.point + rawWorld.center(touch.bodyB)) }
        begin(touch)
      }
    }
    regrouped.count = 0
  }

  /// One episode for each behavior that tells of the pair and has none yet.
  @_optimize(speed)
  private func begin(_ touch: ContactRecord) {
    // Without counting references: thousands may begin in one step.
    guard let item = memberReference(ofBody: touch.bodyA) else { return }
    item._withUnsafeGuaranteedRef { begin(touch, of: $0) }
  }

  @_optimize(speed)
  private func begin(_ touch: ContactRecord, of a: Item) {
    if touch.boundary >= 0 {
      guard let boundary = boundary(at: touch.boundary), let collision = boundary.collision, collision.owner === self, collision.contains(a),
        collision.mode.contains(.boundaries)
      else { return }
      begin(touch, collision, a, nil, boundary.name)
      return
    }
    guard let other = memberReference(ofBody: touch.bodyB) else { return }
    for index in 0..<a.memberships.count {
      let membership = a.memberships[index]
      membership.behavior._withUnsafeGuaranteedRef { behavior in
        guard behavior.kind == .collision, behavior.isIn(self) else { return }
        let collision = unsafeDowncast(behavior, to: CollisionBehavior.self)
        guard collision.mode.contains(.items) else { return }
        other._withUnsafeGuaranteedRef { b in
          let theirs = b.membershipIndex(collision)
          guard theirs >= 0 else { return }
          if membership.sequence < b.memberships[theirs].sequence {
            begin(touch, collision, a, b, 0)
          } else {
            var turned = touch
            turned.normal = -touch.normal
            begin(turned, collision, b, a, 0)
          }
        }
      }
    }
  }

  @_optimize(speed)
  private func begin(
    _ touch: ContactRecord, _ collision: CollisionBehavior, _ item: Item, _ other: Item?, _ name: UInt64
  ) {
    let raw = Unmanaged.passUnretained(collision).toOpaque()
    let head = rawWorld.pairData(touch.pair)
    var link = head
    while link > 0 {
      if episodes[Int(link) - 1].behavior == raw { return }
      link = episodes[Int(link) - 1].next
    }
    let episode = Episode(behavior: raw, pair: touch.pair, isTurned: item.body != touch.bodyA, next: head)
    let index: Int
    if firstFreeEpisode > 0 {
      index = Int(firstFreeEpisode) - 1
      firstFreeEpisode = episodes[index].next
      episodes[index] = episode
    } else {
      index = episodes.count
      // Without memory for it the contact is not told at all, so that began and ended stay paired.
      guard episodes.append(episode) else { return }
    }
    rawWorld.setPairData(touch.pair, Int32(truncatingIfNeeded: index + 1))
    if cancelEnd(collision, item, other, name) { return }
    append(.began, collision, item, other, name, touch)
  }

  /// It left and came back before anybody was told.
  @_optimize(speed)
  private func cancelEnd(_ collision: CollisionBehavior, _ item: Item, _ other: Item?, _ name: UInt64) -> Bool
  {
    cancelEnd(collision, of: item, item, other, name)
      || other.map { cancelEnd(collision, of: $0, item, $0, name) } ?? false
  }

  private func cancelEnd(
    _ collision: CollisionBehavior, of holder: Item, _ item: Item, _ other: Item?, _ name: UInt64
  ) -> Bool {
    var link = pendingHead(of: holder)
    while link > 0 {
      let index = Int(link) - 1
      let end = pendingEnds[index]
      let isSame = end.item === item && end.other === other || end.item === other && end.other === item
      if !end.isCancelled, end.behavior === collision, end.boundary == name, isSame {
        pendingEnds[index].isCancelled = true
        return true
      }
      link = end.next
    }
    return false
  }

  @_optimize(size)
  func tellPendingEnds() {
    guard !pendingEnds.isEmpty else { return }
    let ends = pendingEnds
    pendingEnds = []
    for end in ends {
      end.item.firstPendingEnd = 0
      if !end.isCancelled {
        append(.ended, end.behavior, end.item, end.other, end.boundary, ContactRecord())
      }
      if end.boundary != 0 { NameTable.release(end.boundary) }
    }
  }

  @_optimize(speed)
  private func end(_ touch: ContactRecord) {
    var link = rawWorld.pairData(touch.pair)
    rawWorld.setPairData(touch.pair, 0)
    var plain = ContactRecord()
    plain.step = touch.step
    while link > 0 {
      let index = Int(link) - 1
      let episode = episodes[index]
      if let (behavior, item, other, name) = objects(of: episode, (touch.bodyA, touch.bodyB, touch.boundary)) {
        append(.ended, behavior, item, other, name, plain)
      }
      link = episode.next
      free(index)
    }
  }

  /// The boundary at an index of the world.
  func boundary(at place: Int32) -> Boundary? {
    guard place >= 0, Int(place) < boundaryTable.count, let raw = boundaryTable[Int(place)] else { return nil }
    return Unmanaged<Boundary>.fromOpaque(raw).takeUnretainedValue()
  }

  func member(ofBody body: Int32) -> Item? { memberReference(ofBody: body)?.takeUnretainedValue() }

  private func memberReference(ofBody body: Int32) -> Unmanaged<Item>? {
    guard body >= 0 else { return nil }
    let index = Int(rawWorld.data(body))
    guard index >= 0, index < members.count, let raw = members[index] else { return nil }
    return Unmanaged<Item>.fromOpaque(raw)
  }

  // MARK: Events

  @_optimize(speed)
  private func append(
    _ phase: Contact.Phase, _ collision: CollisionBehavior, _ item: Item, _ other: Item?, _ name: UInt64,
    _ touch: ContactRecord
  ) {
    guard events.append(event(phase, collision, item, other, name, touch)) else { return }
    if name != 0 { NameTable.retain(name) }
    eventObjects.append(EventObjects(behavior: collision, item: item, other: other))
  }

  func event(
    _ phase: Contact.Phase, _ collision: CollisionBehavior, _ item: Item, _ other: Item?, _ name: UInt64,
    _ touch: ContactRecord
  ) -> ContactEvent {
    var event = ContactEvent()
    event.behavior = collision.foreignID
    event.item = item.foreignID
    event.other = other?.foreignID ?? 0
    event.boundary = name
    event.point = touch.point
    event.normal = touch.normal
    event.impulse = touch.impulse
    event.approachSpeed = touch.approachSpeed
    event.phase = phase.rawValue
    event.step = touch.step
    return event
  }

  func contact(_ index: Int) -> Contact {
    let event = events[index]
    let objects = eventObjects[index]
    return Contact(
      behavior: objects.behavior, item: objects.item, other: objects.other, boundaryName: event.boundary,
      phase: event.phase == 0 ? .began : .ended, point: event.point, normal: event.normal,
      impulse: event.impulse,
      approachSpeed: event.approachSpeed, step: Int(event.step), record: UnsafePointer(events.base + index))
  }

  @_optimize(speed)
  func tellContacts() {
    // Only a tick changes the list, and there is none inside a callback.
    var silent: UnsafeMutableRawPointer?
    for index in 0..<eventObjects.count {
      let place = Unmanaged.passUnretained(eventObjects[index].behavior)
      if place.toOpaque() == silent { continue }
      if place._withUnsafeGuaranteedRef({ !$0.tellsContacts }) {
        silent = place.toOpaque()
        continue
      }
      silent = nil  // From here on foreign code runs.
      let contact = contact(index)
      let collision = contact.behavior
      let tell: ((Contact) -> Void)?
      if contact.phase == .began {
        tell = contact.other == nil ? collision.onBoundaryBegan : collision.onItemsBegan
      } else {
        tell = contact.other == nil ? collision.onBoundaryEnded : collision.onItemsEnded
      }
      if let tell { tell(contact) }
    }
  }

  /// The events of the latest tick were there until now.
  func clearEvents() {
    guard !eventObjects.isEmpty else { return }
    var old: [EventObjects] = []
    swap(&old, &spareEventObjects)
    swap(&old, &eventObjects)
    for index in 0..<events.count where events[index].boundary != 0 {
      NameTable.release(events[index].boundary)
    }
    events.shorten(to: 0)
    old.removeAll(keepingCapacity: true)  // Objects may die here, after the lists were cleared.
    swap(&old, &spareEventObjects)
  }
}
