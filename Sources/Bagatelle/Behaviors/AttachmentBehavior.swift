// Joins an item to an anchor or to another item: rod, spring, rope, weld, pin or slide.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Joins an item to an anchor or to another item. The initializers make distance attachments, rods or springs; the other
/// kinds are made by `limitAttachment`, `fixedAttachment`, `pinAttachment` and `slidingAttachment`.
public final class AttachmentBehavior: DynamicBehavior {
  /// What it holds.
  public enum AttachmentType: Int32, Sendable {
    /// Keeps a distance: a rod, or with a frequency a spring that pushes and pulls.
    case distance = 0
    /// A rope: no longer than its length.
    case limit = 1
    /// No relative motion: the pose at association stays.
    case fixed = 2
    /// Both turn about a common point.
    case pin = 3
    /// Both move along a common axis, without turning against each other.
    case sliding = 4
  }
  /// What the second end is.
  public enum AttachedType: Int32, Sendable { case item = 0, anchor = 1 }

  public let item: Item
  /// The second item; nil when attached to an anchor.
  public let other: Item?
  /// From the item's center, in its own turning frame, points.
  public let itemOffset: Vector2
  public let otherOffset: Vector2
  public let type: AttachmentType
  /// Of a sliding attachment, length 1, as given: it turns with the second item from association on.
  public let axis: Vector2
  private var storedAnchor: Vector2
  /// The length as it was set, or as it was found at association.
  private var storedLength = 0.0
  private var isLengthSet = false
  private var storedFrequency = 0.0
  private var storedDamping = 0.0
  private var storedCollides = false
  private var storedRange = FloatRange.infinite
  private var storedFrictionTorque = 0.0
  private var storedBreakForce = Double.infinity
  private var joint: Int32 = -1
  /// Names the joint in the animator's list of broken ones.
  private var breakNumber: Int32 = 0
  /// Whether it broke since it last entered an animator; it holds nothing then.
  public private(set) var isBroken = false
  /// Called in the tick in which it broke, after contacts. Setting it does not wake.
  public var onBreak: ((AttachmentBehavior) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  @inline(never)
  private init(
    valid item: Item, _ offset: Vector2, other: Item?, _ otherOffset: Vector2, anchor: Vector2,
    type: AttachmentType = .distance, axis: Vector2 = Vector2(1, 0)
  ) {
    self.item = item
    self.type = type
    self.axis = axis
    self.other = other
    itemOffset = offset
    self.otherOffset = otherOffset
    storedAnchor = anchor
    super.init(kind: .attachment)
    _ = item.addMembership(self, sequence: 0)
    if let other { _ = other.addMembership(self, sequence: 0) }
  }

  /// Attaches a point of an item to an anchor. Offsets and anchor lie within 1e9.
  ///
  /// - Throws: `range`; `groupMember` for a member of a group; `outOfMemory`.
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
  /// - Throws: `hierarchy` if both items are the same; `groupMember`; `range`, `outOfMemory`.
  public convenience init(
    item: Item, offset: Vector2 = Vector2(0, 0), other: Item, otherOffset: Vector2 = Vector2(0, 0)
  ) throws(BagatelleError) {
    guard item !== other else { throw BagatelleError(.hierarchy, "other") }
    try Check.vector(offset, within: Limits.coordinate, "item_offset.x", "item_offset.y")
    try Check.vector(otherOffset, within: Limits.coordinate, "other_offset.x", "other_offset.y")
    try AttachmentBehavior.makeRoom(item, other)
    self.init(valid: item, offset, other: other, otherOffset, anchor: Vector2(0, 0))
  }

  /// A rope from an item to an anchor; offset and anchor within 1e9.
  ///
  /// - Throws: `range`; `groupMember` for a member of a group; `outOfMemory`.
  public static func limitAttachment(
    item: Item, offset: Vector2 = Vector2(0, 0), anchor: Vector2
  ) throws(BagatelleError) -> AttachmentBehavior {
    try Check.vector(offset, within: Limits.coordinate, "item_offset.x", "item_offset.y")
    try Check.vector(anchor, within: Limits.coordinate, "anchor.x", "anchor.y")
    try makeRoom(item, nil)
    return AttachmentBehavior(valid: item, offset, other: nil, Vector2(0, 0), anchor: anchor, type: .limit)
  }

  /// A rope between points of two items.
  ///
  /// - Throws: `hierarchy` if both items are the same; `groupMember`; `range`, `outOfMemory`.
  public static func limitAttachment(
    item: Item, offset: Vector2 = Vector2(0, 0), other: Item, otherOffset: Vector2 = Vector2(0, 0)
  ) throws(BagatelleError) -> AttachmentBehavior {
    guard item !== other else { throw BagatelleError(.hierarchy, "other") }
    try Check.vector(offset, within: Limits.coordinate, "item_offset.x", "item_offset.y")
    try Check.vector(otherOffset, within: Limits.coordinate, "other_offset.x", "other_offset.y")
    try makeRoom(item, other)
    return AttachmentBehavior(valid: item, offset, other: other, otherOffset, anchor: Vector2(0, 0), type: .limit)
  }

  /// Holds an item, to the world or to another item, in the pose they have at association. Anchor within 1e9.
  ///
  /// - Throws: `hierarchy` if both items are the same; `groupMember`; `range`, `outOfMemory`.
  public static func fixedAttachment(
    item: Item, other: Item? = nil, anchor: Vector2
  ) throws(BagatelleError) -> AttachmentBehavior {
    try common(item, other, anchor, .fixed)
  }

  /// Lets an item turn, against the world or another item, about the anchor. Anchor within 1e9.
  ///
  /// - Throws: `hierarchy` if both items are the same; `groupMember`; `range`, `outOfMemory`.
  public static func pinAttachment(
    item: Item, other: Item? = nil, anchor: Vector2
  ) throws(BagatelleError) -> AttachmentBehavior {
    try common(item, other, anchor, .pin)
  }

  /// Lets an item move, against the world or another item, along an axis through the anchor only. The axis may have any
  /// length above 0; anchor within 1e9, axis within 1e9.
  ///
  /// - Throws: `hierarchy` if both items are the same; `groupMember`; `range` also for an axis of length 0; `outOfMemory`.
  public static func slidingAttachment(
    item: Item, other: Item? = nil, anchor: Vector2, axis: Vector2
  ) throws(BagatelleError) -> AttachmentBehavior {
    try Check.vector(axis, within: Limits.magnitude, "axis.x", "axis.y")
    // Scaled first, so that tiny and huge axes keep their direction.
    let most = max(abs(axis.x), abs(axis.y))
    guard most > 0 else { throw BagatelleError(.range, "axis.x", axis.x) }
    let scaled = Vector2(axis.x / most, axis.y / most)
    return try common(item, other, anchor, .sliding, axis: (1 / scaled.length) * scaled)
  }

  private static func common(
    _ item: Item, _ other: Item?, _ anchor: Vector2, _ type: AttachmentType, axis: Vector2 = Vector2(1, 0)
  ) throws(BagatelleError) -> AttachmentBehavior {
    if let other, item === other { throw BagatelleError(.hierarchy, "other") }
    try Check.vector(anchor, within: Limits.coordinate, "anchor.x", "anchor.y")
    try makeRoom(item, other)
    return AttachmentBehavior(
      valid: item, Vector2(0, 0), other: other, Vector2(0, 0), anchor: anchor, type: type, axis: axis)
  }

  /// Reserves, so that the initializer cannot fail.
  private static func makeRoom(_ item: Item, _ other: Item?) throws(BagatelleError) {
    try item.checkIsFree()
    try other?.checkIsFree("other")
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
  /// - Throws: `range` beyond 1e9.
  @_optimize(speed)
  @discardableResult
  public func setAnchor(_ anchor: Vector2) throws(BagatelleError) -> Bool {
    try Check.vector(anchor, within: Limits.coordinate, "anchor.x", "anchor.y")
    guard other == nil else { return false }
    guard anchor != storedAnchor else { return true }
    storedAnchor = anchor
    changed { $0.setJointAnchor($1, anchor) }
    return true
  }

  /// Length in points; while it was never set and no animator holds it, the present distance.
  ///
  /// What was never set is found each time the behavior enters an animator. A value out of range is ignored.
  public var length: Double {
    get { isLengthSet || ownerReference != nil ? storedLength : presentDistance }
    set { do { try setLength(newValue) } catch {} }
  }

  /// 0 to 1e9 points; stays from now on.
  public func setLength(_ length: Double) throws(BagatelleError) {
    try Check.range(length, 0, Limits.coordinate, "length")
    let old = storedLength
    let wasKnown = isLengthSet || ownerReference != nil
    storedLength = length
    isLengthSet = true
    if !wasKnown || old != length { changed { $0.setJointLength($1, length) } }
  }

  /// Hz; 0 is a rigid rod. That of small swings of the two ends alone: in any pose with a damping of 0.1 or more, without
  /// damping in the pose at association. Default 0. A value out of range is ignored.
  public var frequency: Double {
    get { storedFrequency }
    set { do { try setFrequency(newValue) } catch {} }
  }

  /// 0 to 60 Hz; 0 is a rigid rod.
  public func setFrequency(_ frequency: Double) throws(BagatelleError) {
    try Check.range(frequency, 0, 60, "frequency")
    guard frequency != storedFrequency else { return }
    storedFrequency = frequency
    changed { $0.setJointFrequency($1, frequency) }
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
    changed { $0.setJointDamping($1, damping) }
  }

  /// Whether the two attached items may collide with each other. Default false.
  public var isCollidingConnected: Bool {
    get { storedCollides }
    set {
      guard newValue != storedCollides else { return }
      storedCollides = newValue
      changed { $0.setJointCollides($1, newValue) }
    }
  }

  /// Of a pin radians, of a sliding attachment points, from the pose at association; contains 0. Default infinite.
  /// A range without 0 or with a nan is ignored.
  public var attachmentRange: FloatRange {
    get { storedRange }
    set { do { try setAttachmentRange(newValue) } catch {} }
  }

  /// - Returns: false for other kinds than pin and sliding: nothing was changed.
  /// - Throws: `range` for a nan or a range without 0.
  @_optimize(speed)
  @discardableResult
  public func setAttachmentRange(_ range: FloatRange) throws(BagatelleError) -> Bool {
    guard range.minimum <= 0 else { throw BagatelleError(.range, "minimum", range.minimum) }
    guard range.maximum >= 0 else { throw BagatelleError(.range, "maximum", range.maximum) }
    guard type == .pin || type == .sliding else { return false }
    guard range != storedRange else { return true }
    storedRange = range
    changed { $0.setJointRange($1, from: range.minimum, to: range.maximum) }
    return true
  }

  /// Of a pin: N m in a world of 150 points per meter, which slows an item of 100 x 100 and density 1 that turns about
  /// its center by 30.4 radians/s². What less than that would turn stays at its angle. Default 0. A value out of range is ignored.
  public var frictionTorque: Double {
    get { storedFrictionTorque }
    set { do { try setFrictionTorque(newValue) } catch {} }
  }

  /// 0 to 1e9.
  ///
  /// - Returns: false for other kinds than pin: nothing was changed.
  @_optimize(speed)
  @discardableResult
  public func setFrictionTorque(_ torque: Double) throws(BagatelleError) -> Bool {
    try Check.range(torque, 0, Limits.magnitude, "friction_torque")
    guard type == .pin else { return false }
    guard torque != storedFrictionTorque else { return true }
    storedFrictionTorque = torque
    changed { $0.setJointFrictionTorque($1, torque) }
    return true
  }

  /// UIKit newtons; after a step in which its mean force was greater it holds no more. Default infinite, never.
  /// A value out of range is ignored.
  public var breakForce: Double {
    get { storedBreakForce }
    set { do { try setBreakForce(newValue) } catch {} }
  }

  /// Above 0; infinity is never.
  public func setBreakForce(_ force: Double) throws(BagatelleError) {
    guard force > 0 else { throw BagatelleError(.range, "break_force", force) }
    guard force != storedBreakForce else { return }
    storedBreakForce = force
    changed { $0.setJointBreakForce($1, force) }
  }

  /// Mean force on the first item over the latest step, UIKit newtons; zero while it does not act.
  public var reactionForce: Vector2 {
    guard let ownerReference, joint >= 0 else { return Vector2(0, 0) }
    return ownerReference._withUnsafeGuaranteedRef { $0.world.jointReaction(joint).force }
  }

  /// The same for the torque with which it keeps an angle, UIKit newtons times points.
  public var reactionTorque: Double {
    guard let ownerReference, joint >= 0 else { return 0 }
    return ownerReference._withUnsafeGuaranteedRef { $0.world.jointReaction(joint).torque }
  }

  /// How far a pin has turned (radians) or a sliding attachment has moved (points) since association; 0 of other kinds.
  public var displacement: Double {
    guard let ownerReference, joint >= 0 else { return 0 }
    return ownerReference._withUnsafeGuaranteedRef { $0.world.jointCoordinate(joint) }
  }

  private var presentDistance: Double {
    let a = item.presentPoint(itemOffset)
    let b = other?.presentPoint(otherOffset) ?? storedAnchor
    return (b - a).length
  }

  /// Tells the world, and wakes what is held once between two ticks.
  @inline(__always)
  private func changed(_ tell: (World, Int32) -> Void) {
    ownerReference?._withUnsafeGuaranteedRef { owner in
      if joint >= 0 { tell(owner.world, joint) }
      if isFirstChange(of: owner) { wakeEnds(owner) }
    }
  }

  @inline(never)
  private func wakeEnds(_ owner: DynamicAnimator) {
    owner.wakeBody(of: item)
    if let other { owner.wakeBody(of: other) }
    owner.wake()
  }

  // MARK: For the animator

  private var definition: JointDef {
    var def = JointDef()
    switch type {
    case .distance: def.kind = .distance
    case .limit: def.kind = .limit
    case .fixed: def.kind = .fixed
    case .pin: def.kind = .pin
    case .sliding: def.kind = .sliding
    }
    def.axis = axis
    def.rangeFrom = storedRange.minimum
    def.rangeTo = storedRange.maximum
    def.frictionTorque = storedFrictionTorque
    def.breakForce = storedBreakForce
    def.data = breakNumber
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

  @_optimize(size)
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
    owner.lastBreakNumber &+= 1
    breakNumber = owner.lastBreakNumber
    isBroken = false
    joint = owner.world.addJoint(definition)
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

  /// The world has removed the joint with that number. True: it was this one's.
  func noteBroken(_ number: Int32) -> Bool {
    guard joint >= 0, breakNumber == number else { return false }
    joint = -1
    isBroken = true
    return true
  }

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
