// Keeps two points at a distance: a rod, or a spring that pushes and pulls.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Keeps a point of an item at a distance from an anchor or from a point of another item.
public final class AttachmentBehavior: DynamicBehavior {
  /// What the second end is.
  public enum AttachedType: Int32, Sendable { case item = 0, anchor = 1 }

  public let item: Item
  /// The second item; nil when attached to an anchor.
  public let other: Item?
  /// From the item's center, in its own turning frame, points.
  public let itemOffset: Vector2
  public let otherOffset: Vector2
  private var storedAnchor: Vector2
  /// The length as it was set, or as it was found at association.
  private var storedLength = 0.0
  private var isLengthSet = false
  private var storedFrequency = 0.0
  private var storedDamping = 0.0
  private var storedCollides = false
  private var joint: Int32 = -1

  private init(valid item: Item, _ offset: Vector2, other: Item?, _ otherOffset: Vector2, anchor: Vector2) {
    self.item = item
    self.other = other
    itemOffset = offset
    self.otherOffset = otherOffset
    storedAnchor = anchor
    super.init(kind: .attachment)
    _ = item.addMembership(self, sequence: 0)
    if let other { _ = other.addMembership(self, sequence: 0) }
  }

  /// Attaches a point of an item to an anchor. Offsets and anchor lie within 1e7.
  ///
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(
    item: Item, offset: Vector2 = Vector2(0, 0), anchor: Vector2
  ) throws(BagatelleError) {
    try Check.vector(offset, within: Limits.coordinate, "item_offset.x", "item_offset.y")
    try Check.vector(anchor, within: Limits.coordinate, "anchor.x", "anchor.y")
    try AttachmentBehavior.makeRoom(item, nil)
    self.init(valid: item, offset, other: nil, Vector2(0, 0), anchor: anchor)
  }

  /// Attaches points of two items to each other.
  ///
  /// - Throws: `hierarchy` if both items are the same; `range`, `outOfMemory`.
  public convenience init(
    item: Item, offset: Vector2 = Vector2(0, 0), other: Item, otherOffset: Vector2 = Vector2(0, 0)
  ) throws(BagatelleError) {
    guard item !== other else { throw BagatelleError(.hierarchy, "other") }
    try Check.vector(offset, within: Limits.coordinate, "item_offset.x", "item_offset.y")
    try Check.vector(otherOffset, within: Limits.coordinate, "other_offset.x", "other_offset.y")
    try AttachmentBehavior.makeRoom(item, other)
    self.init(valid: item, offset, other: other, otherOffset, anchor: Vector2(0, 0))
  }

  /// Reserves, so that the initializer cannot fail.
  private static func makeRoom(_ item: Item, _ other: Item?) throws(BagatelleError) {
    guard item.memberships.reserve(item.memberships.count + 1) else {
      throw BagatelleError(.outOfMemory, "item")
    }
    if let other, !other.memberships.reserve(other.memberships.count + 1) {
      throw BagatelleError(.outOfMemory, "other")
    }
  }

  deinit {
    retireID()
    item.removeMembership(self)
    other?.removeMembership(self)
  }

  package override var heldItems: [Item] {
    if let other { return [item, other] }
    return [item]
  }
  /// One or two items.
  public var items: [Item] { heldItems }
  public var attachedType: AttachedType { other == nil ? .anchor : .item }

  // MARK: Settings

  /// Reference coordinates. A value out of range is ignored.
  public var anchor: Vector2 {
    get { storedAnchor }
    set { do { try setAnchor(newValue) } catch {} }
  }

  /// Moves the anchor; the length stays.
  ///
  /// - Returns: false when it is attached to an item: nothing was changed.
  /// - Throws: `range` beyond 1e7.
  @discardableResult
  public func setAnchor(_ anchor: Vector2) throws(BagatelleError) -> Bool {
    try Check.vector(anchor, within: Limits.coordinate, "anchor.x", "anchor.y")
    guard other == nil else { return false }
    guard anchor != storedAnchor else { return true }
    storedAnchor = anchor
    changed()
    return true
  }

  /// Length in points; while it was never set and no animator holds it, the present distance.
  ///
  /// What was never set is found each time the behavior enters an animator. A value out of range is ignored.
  public var length: Double {
    get { isLengthSet || owner != nil ? storedLength : presentDistance }
    set { do { try setLength(newValue) } catch {} }
  }

  /// 0 to 1e7 points; stays from now on.
  public func setLength(_ length: Double) throws(BagatelleError) {
    try Check.range(length, 0, Limits.coordinate, "length")
    let old = storedLength
    let wasKnown = isLengthSet || owner != nil
    storedLength = length
    isLengthSet = true
    if !wasKnown || old != length { changed() }
  }

  /// Hz; 0 is a rigid rod. Default 0. A value out of range is ignored.
  public var frequency: Double {
    get { storedFrequency }
    set { do { try setFrequency(newValue) } catch {} }
  }

  /// 0 to 60 Hz; 0 is a rigid rod.
  public func setFrequency(_ frequency: Double) throws(BagatelleError) {
    try Check.range(frequency, 0, 60, "frequency")
    guard frequency != storedFrequency else { return }
    storedFrequency = frequency
    changed()
  }

  /// Ratio; 1 is critical. Acts with a frequency above 0. Default 0. A value out of range is ignored.
  public var damping: Double {
    get { storedDamping }
    set { do { try setDamping(newValue) } catch {} }
  }

  /// 0 to 1e6; 1 is critical.
  public func setDamping(_ damping: Double) throws(BagatelleError) {
    try Check.range(damping, 0, 1e6, "damping")
    guard damping != storedDamping else { return }
    storedDamping = damping
    changed()
  }

  /// Whether the two attached items may collide with each other. Default false.
  public var isCollidingConnected: Bool {
    get { storedCollides }
    set {
      guard newValue != storedCollides else { return }
      storedCollides = newValue
      changed()
    }
  }

  private var presentDistance: Double {
    let a = item.presentPoint(itemOffset)
    let b = other?.presentPoint(otherOffset) ?? storedAnchor
    return (b - a).length
  }

  private func changed() {
    guard let owner else { return }
    if joint >= 0 { owner.world.setDistance(joint, definition) }
    owner.wakeBody(of: item)
    if let other { owner.wakeBody(of: other) }
    owner.wake()
  }

  // MARK: For the animator

  private var definition: DistanceDef {
    var def = DistanceDef()
    def.bodyA = item.body
    def.bodyB = other?.body ?? -1
    def.offsetA = itemOffset
    def.offsetB = otherOffset
    def.anchor = storedAnchor
    def.length = storedLength
    def.frequency = storedFrequency
    def.damping = storedDamping
    def.collideConnected = storedCollides
    return def
  }

  override func associate() throws(BagatelleError) {
    guard let owner else { return }
    try owner.hold(item)
    if let other {
      do throws(BagatelleError) {
        try owner.hold(other)
      } catch {
        owner.unhold(item)
        throw error
      }
    }
    if !isLengthSet { storedLength = presentDistance }
    joint = owner.world.addDistance(definition)
    guard joint >= 0 else {
      owner.unhold(item)
      if let other { owner.unhold(other) }
      throw BagatelleError(.outOfMemory, "behavior")
    }
    owner.wakeBody(of: item)
    if let other { owner.wakeBody(of: other) }
  }

  override func dissociate() {
    guard let owner else { return }
    owner.wakeBody(of: item)
    if let other { owner.wakeBody(of: other) }
    if joint >= 0 { owner.world.removeJoint(joint) }
    joint = -1
    owner.unhold(item)
    if let other { owner.unhold(other) }
  }

  override func forgetWorld() { joint = -1 }

  override func releaseDetached(_ item: Item) { BehaviorTree.takeOut(self) }
}

extension Item {
  /// A point of the item in reference coordinates, from its body where it has one.
  func presentPoint(_ offset: Vector2) -> Vector2 {
    if let owner, body >= 0 {
      return owner.world.center(body) + rotate(offset, by: owner.world.angle(body))
    }
    return center + rotate(offset, by: angle)
  }
}
