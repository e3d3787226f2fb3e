// What an animator publishes: items, states, contacts, counters, hash; and updates from outside.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  // MARK: Items

  /// The items, in order of joining; a copy.
  public var items: [Item] {
    var items: [Item] = []
    items.reserveCapacity(itemCount)
    for index in 0..<members.count { if let item = member(index) { items.append(item) } }
    return items
  }

  /// The items that move: neither asleep nor anchored, in order of joining. See `Item.whyAwake`.
  public var awakeItems: [Item] {
    var items: [Item] = []
    for index in 0..<members.count { if let item = member(index), !item.isResting { items.append(item) } }
    return items
  }

  /// Number of items.
  public var count: Int { itemCount }

  /// The items whose axis-aligned frame intersects a rectangle in more than an edge, in order of joining.
  ///
  /// - Throws: `range` for a rectangle that is not finite.
  public func items(in rect: Rect) throws(BagatelleError) -> [Item] {
    try Check.finite(rect.x, "rect.x")
    try Check.finite(rect.y, "rect.y")
    try Check.finite(rect.width, "rect.width")
    try Check.finite(rect.height, "rect.height")
    let r = rect.normalized
    var found: [Item] = []
    for index in 0..<members.count {
      guard let item = member(index) else { continue }
      let state = records[index]
      var half = 0.5 * item.storedSize
      if state.angle != 0 {
        let (s, c) = Elementary.sinCos(state.angle)
        half = Vector2(abs(c) * half.x + abs(s) * half.y, abs(s) * half.x + abs(c) * half.y)
      }
      if state.center.x + half.x > r.x && state.center.x - half.x < r.x + r.width
        && state.center.y + half.y > r.y && state.center.y - half.y < r.y + r.height
      {
        found.append(item)
      }
    }
    return found
  }

  /// Reads the item's center, angle, size and shape anew; velocities stay.
  ///
  /// - Parameter keepingShape: Leaves the size and shape that the body has.
  /// - Returns: false for an item that is not here: nothing was changed.
  /// - Throws: `range`, `invalidSize` for a driver's values; `outOfMemory`.
  @discardableResult
  @_optimize(size)
  public func updateItem(_ item: Item, keepingShape: Bool = false) throws(BagatelleError) -> Bool {
    guard item.owner === self else { return false }
    try checkOutsideStep()
    if let values = try item.readDriver() {
      guard item.owner === self else { return false }  // The driver's callback may have done anything.
      item.storeCenter(values.center)
      item.storeAngle(values.angle)
      if !keepingShape && !item.isGroup { item.storedSize = values.size }
    }
    if let group = item.asGroup, !keepingShape {
      try group.updateMembers(in: self)
      guard item.owner === self else { return false }
    } else if !keepingShape && item.isShapeOutdated {
      guard layShape(of: item) else { throw BagatelleError(.outOfMemory, "item") }
      item.rememberShape()
    }
    let index = Int(item.record)
    // What it touches now wakes as well as what it will touch.
    world.wake(item.body)
    world.setPose(item.body, center: records[index].center, angle: records[index].angle)
    world.clearQuarantine(item.body)
    records.base[index].flags &= ~ItemState.quarantined
    wake(item)
    return true
  }

  // MARK: States

  /// All states, in order of joining; valid until the next call that advances or changes the animator.
  package var statesView: UnsafeBufferPointer<ItemState> {
    compact()
    records.isLent = true
    return records.view
  }

  /// All states, in order of joining; a copy.
  public var states: [ItemState] { Array(statesView) }

  /// One of `states` for drawing: center and angle interpolated between the last two steps at the carried
  /// time.
  package func presentedState(_ index: Int) -> ItemState {
    var state = records[index]
    guard let item = member(index), world.isAwake(item.body) else { return state }
    let pose = world.presentedPose(item.body, fraction: clock.fraction)
    state.center = pose.center
    state.angle = pose.angle
    return state
  }

  /// `states` for drawing: centers and angles interpolated between the last two steps at the carried time.
  public var presentedStates: [ItemState] {
    compact()
    var states: [ItemState] = []
    states.reserveCapacity(itemCount)
    for index in 0..<records.count { states.append(presentedState(index)) }
    return states
  }

  /// - Throws: `notAMember` if the item is not here.
  public func state(of item: Item) throws(BagatelleError) -> ItemState {
    guard item.owner === self else { throw BagatelleError(.notAMember, "item") }
    return records[Int(item.record)]
  }

  // MARK: Contacts

  /// The latest tick's contact events: began, then ended, each in order; valid until the next tick.
  package var contactsView: UnsafeBufferPointer<ContactEvent> {
    events.isLent = true
    return events.view
  }

  /// The latest tick's contacts: began, then ended, each in order; their records are valid until the next
  /// tick.
  public var contacts: [Contact] {
    var contacts: [Contact] = []
    for index in 0..<eventObjects.count { contacts.append(contact(index)) }
    return contacts
  }

  // MARK: Diagnostics

  /// Equal runs give equal hashes on every platform, build and language.
  public var stateHash: UInt64 {
    var hash = world.stateHash(into: 0xcbf2_9ce4_8422_2325)
    hash = DynamicAnimator.mix(hash, stepCount)
    // Not the time that is carried, of which slices of the same time leave other last bits: in its place a word of zeros, so that hashes of
    // whole steps are what they were.
    hash = DynamicAnimator.mix(hash, 0)
    return DynamicAnimator.mix(hash, UInt64(itemCount))
  }

  /// FNV-1a over the bytes of a word, the lowest first.
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    var hash = hash
    var rest = word
    for _ in 0..<8 {
      hash = (hash ^ (rest & 0xff)) &* 0x100_0000_01b3
      rest >>= 8
    }
    return hash
  }

  public var counters: Counters {
    let sizes = world.counters
    var counters = Counters()
    counters.items = itemCount
    counters.awakeItems = world.awakeCount
    counters.boundarySegments = sizes.segments
    counters.contacts = sizes.contacts
    counters.touchingContacts = sizes.touching
    counters.joints = sizes.joints
    counters.steps = stepCount
    counters.bytes = sizes.bytes + UInt64(records.bytes + members.capacity * 9)
    return counters
  }
}
