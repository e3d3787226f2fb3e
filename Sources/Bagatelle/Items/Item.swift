// The one handle of what moves: model values, shape, driver, and the places where it takes part.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Something that behaviors can move. It moves once a behavior in an animator holds it.
///
/// Confined to one thread at a time together with its animator.
public class Item: BagatelleObject {
  /// Fetches the caller's values; all three hold the present values on entry.
  public typealias Read = (
    _ item: Item, _ center: inout Vector2, _ size: inout Vector2, _ angle: inout Double
  ) -> Void
  /// Stores one tick's result of an item that moved.
  public typealias Write = (_ item: Item, _ center: Vector2, _ angle: Double) -> Void

  // Small fields first: they fill the room behind those of the base class.
  final var dirty: UInt8 = 0
  /// Whether it is a `DynamicItemGroup`.
  final let isGroup: Bool
  /// Whether the body has another shape than the item, or none yet; or the item was given another size: see `isShapeOutdated`.
  final var shapeChanged = true
  final var storedBoundsType = BoundsType.rectangle
  final var bodyBoundsType = BoundsType.rectangle
  /// Whether `transform` keeps the scale that was last set. Default false, as in UIKit.
  public final var isPreservingScale = false

  // Model values while no animator moves the item; else they lie in the animator's records.
  final var storedCenter: Vector2
  final var storedAngle: Double
  final var storedSize: Vector2 { didSet { if !shapeChanged && storedSize != oldValue { sizeChanged(from: oldValue) } } }

  /// Nil until one of them is set: see ItemExtras.swift.
  final var extras: ItemExtras?
  /// What animation adds; nil until something does. See Animation/ItemPresentation.swift.
  final var presentation: ItemPresentation?

  // Its place in an animator, kept by the animator.
  final var owner: DynamicAnimator? {
    get { ownerReference?.takeUnretainedValue() }
    set { ownerReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  /// Not retained. What reads or writes a record goes through this, without counting references.
  package private(set) final var ownerReference: Unmanaged<DynamicAnimator>?
  /// Index of its record there, or -1.
  final var record: Int32 = -1
  /// Body in the owner's world, or in that of `limbo`; -1 without one.
  final var body: Int32 = -1
  /// What the body was last given; items with equal properties mostly share it.
  final var merged: MergedProperties?
  /// The animator that keeps the body until its next tick, after the last behavior let the item go; it may be in a group by then.
  unowned(unsafe) final var limbo: DynamicAnimator?

  /// The behaviors that hold it, in order of addition.
  final var memberships = MembershipList()
  /// Number of memberships in behaviors of the owner; in limbo its place in that animator's list.
  final var holds: Int32 = 0

  /// Kept for the caller, never read.
  public final var userData: UnsafeMutableRawPointer?

  init(validCenter: Vector2, size: Vector2, angle: Double, isGroup: Bool = false) {
    self.isGroup = isGroup
    storedCenter = validCenter
    storedSize = size
    storedAngle = angle
    super.init()
  }

  // Convenience, because a designated init that throws leaks the object in Embedded mode.
  /// Makes an item.
  ///
  /// - Parameters:
  ///   - center: Points, each coordinate within 1e9.
  ///   - size: Points, each side 0.01 to 1e7. A size of 100 x 100 has mass 1 at density 1.
  ///   - angle: Radians, clockwise, within 1e6.
  ///   - boundsType: Shape used for collisions; for a path call `setPath(_:)` afterwards.
  /// - Throws: `range`, `invalidSize`; `invalidPath` for the bounds type `path`.
  public convenience init(
    center: Vector2 = Vector2(0, 0), size: Vector2 = Vector2(100, 100), angle: Double = 0,
    boundsType: BoundsType = .rectangle
  ) throws(BagatelleError) {
    try Check.center(center)
    try Check.size(size)
    try Check.angle(angle)
    guard boundsType != .path else { throw BagatelleError(.invalidPath, "path") }
    self.init(validCenter: center, size: size, angle: angle)
    storedBoundsType = boundsType
  }

  /// Makes an item with a convex path about its center, 3 to 64 points, either winding.
  ///
  /// - Throws: also `invalidPath`, `limit`, `outOfMemory`.
  public convenience init(
    center: Vector2 = Vector2(0, 0), size: Vector2 = Vector2(100, 100), angle: Double = 0, path: [Vector2]
  ) throws(BagatelleError) {
    try self.init(center: center, size: size, angle: angle)
    try setPath(path)
  }

  /// Makes an item that moves an object of the caller, which it retains.
  ///
  /// - Throws: `range`, `invalidSize` for the object's present values.
  public convenience init(driving object: any DynamicItem) throws(BagatelleError) {
    try self.init(center: object.center, size: object.size, angle: object.angle)
    read = { _, center, size, angle in
      center = object.center
      size = object.size
      angle = object.angle
    }
    write = { _, center, angle in
      object.center = center
      object.angle = angle
    }
  }

  deinit {
    retireID()
    limbo?.evict(self)
    memberships.deallocate()
  }

  // MARK: Model values

  /// Model center in reference coordinates, points. A value out of range is ignored.
  ///
  /// An animator that already moves the item takes a new value up only through `updateItem(_:)`.
  @_optimize(speed)
  public final var center: Vector2 {
    get {
      guard let ownerReference, record >= 0 else { return holder?.pose(of: self).center ?? storedCenter }
      return ownerReference._withUnsafeGuaranteedRef { $0.records[Int(record)].center }
    }
    set { do { try setCenter(newValue) } catch {} }
  }

  /// Sets the model center, each coordinate within 1e9.
  ///
  /// - Throws: `range`; `groupMember` for a member of a group.
  @_optimize(speed)
  public final func setCenter(_ center: Vector2) throws(BagatelleError) {
    try Check.center(center)
    try checkIsFree()
    if let block = AnimationBlock.current { return try block.set(self, .center, ChannelValues(center.x, center.y)) }
    storeCenter(center)
  }

  package static func validate(center: Vector2) throws(BagatelleError) { try Check.center(center) }
  package static func validate(angle: Double) throws(BagatelleError) { try Check.angle(angle) }

  /// Size around the center, untransformed, points. A value out of range is ignored.
  public final var size: Vector2 {
    get { storedSize }
    set { do { try setSize(newValue) } catch {} }
  }

  /// Sets the size, each side 0.01 to 1e7; an animator takes it up through `updateItem(_:)`.
  ///
  /// - Throws: `range`, `invalidSize`; `state` for a group, whose members make its size.
  @_optimize(speed)
  public final func setSize(_ size: Vector2) throws(BagatelleError) {
    try Check.size(size)
    try checkOwnShape("size")
    if let block = AnimationBlock.current {
      return try block.set(self, .bounds, presence.model(.bounds).replacingSize(size))
    }
    storedSize = size
  }

  /// Angle in radians, clockwise, unwrapped: whole turns count. A value out of range is ignored.
  @_optimize(speed)
  public final var angle: Double {
    get {
      guard let ownerReference, record >= 0 else { return holder?.pose(of: self).angle ?? storedAngle }
      return ownerReference._withUnsafeGuaranteedRef { $0.records[Int(record)].angle }
    }
    set { do { try setAngle(newValue) } catch {} }
  }

  /// Sets the angle, within 1e6; an animator takes it up through `updateItem(_:)`.
  ///
  /// - Throws: `range`; `groupMember` for a member of a group.
  @_optimize(speed)
  public final func setAngle(_ angle: Double) throws(BagatelleError) {
    try Check.angle(angle)
    try turn(to: angle)
  }

  @inline(__always)
  private final func turn(to angle: Double) throws(BagatelleError) {
    try checkIsFree()
    if let block = AnimationBlock.current { return try block.set(self, .rotation, ChannelValues(angle)) }
    storeAngle(angle)
  }

  final func storeCenter(_ center: Vector2) {
    if let ownerReference, record >= 0 {
      ownerReference._withUnsafeGuaranteedRef { $0.records.base[Int(record)].center = center }
    } else {
      storedCenter = center
    }
  }

  final func storeAngle(_ angle: Double) {
    if let ownerReference, record >= 0 {
      ownerReference._withUnsafeGuaranteedRef { $0.records.base[Int(record)].angle = angle }
    } else {
      storedAngle = angle
    }
  }

  /// Rotation by the angle about the center, times the kept scale if the item preserves it.
  public final var transform: Transform {
    get {
      let (s, c) = Elementary.sinCos(angle)
      let k = isPreservingScale ? scale : Vector2(1, 1)
      return Transform(a: c * k.x, b: s * k.x, c: -s * k.y, d: c * k.y)
    }
    set { do { try setTransform(newValue) } catch {} }
  }

  /// Sets the angle to atan2(b, a) and the scale to the lengths of the columns; tx and ty are not used.
  ///
  /// - Throws: `range` if not finite, or a and b are both 0.
  @_optimize(speed)
  public final func setTransform(_ t: Transform) throws(BagatelleError) {
    try Check.finite(t)
    guard t.a != 0 || t.b != 0 else { throw BagatelleError(.range, "transform.a", t.a) }
    let squares = Vector2(Vector2(t.a, t.b).lengthSquared, Vector2(t.c, t.d).lengthSquared)
    try Check.finite(squares.x, "transform.a")
    try Check.finite(squares.y, "transform.c")
    try turn(to: Elementary.atan2(t.b, t.a))
    if extras == nil && squares != Vector2(1, 1) { _ = madeExtras }
    extras?.squaredScale = squares
  }

  // MARK: Shape

  /// Shape used for collisions; an animator takes it up through `updateItem(_:)`.
  public final var boundsType: BoundsType {
    get { storedBoundsType }
    set { do { try setBoundsType(newValue) } catch {} }
  }

  /// Rectangle or ellipse, or back to the path last set.
  ///
  /// - Throws: `invalidPath` for `path` without one; `state` for a group.
  public final func setBoundsType(_ type: BoundsType) throws(BagatelleError) {
    try checkOwnShape("bounds_type")
    guard type != .path || (extras?.cleanPath.count ?? 0) > 0 else { throw BagatelleError(.invalidPath, "bounds_type", 2) }
    storedBoundsType = type
  }

  /// The path as it was last set; empty without one.
  public final var path: [Vector2] { Array(pathPoints) }
  package final var pathPoints: UnsafeBufferPointer<Vector2> {
    guard let extras else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: UnsafePointer(extras.givenPath.base), count: extras.givenPath.count)
  }
  final var shapePath: UnsafeBufferPointer<Vector2> {
    guard storedBoundsType == .path, let extras else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: UnsafePointer(extras.cleanPath.base), count: extras.cleanPath.count)
  }

  /// Sets a convex path about the center, 3 to 64 points, either winding, and the bounds type `path`.
  ///
  /// - Throws: `invalidPath` if it is concave, crosses itself or has no area; `limit` with more than 64
  ///   points; `range` for a point beyond 1e9; `state` for a group; `outOfMemory`.
  public final func setPath(_ points: [Vector2]) throws(BagatelleError) {
    // Through own memory: a closure with typed throws over the array's buffer is not needed then.
    guard points.count <= Limits.pathPointsMaximum else {
      throw BagatelleError(.limit, "count", Double(points.count))
    }
    var copy = Arena<Vector2>()
    defer { copy.deallocate() }
    for point in points { guard copy.append(point) else { throw BagatelleError(.outOfMemory, "points") } }
    try setPath(UnsafeBufferPointer(start: UnsafePointer(copy.base), count: copy.count))
  }

  /// The same from memory of the caller, copied.
  @_optimize(size)
  public final func setPath(_ points: UnsafeBufferPointer<Vector2>) throws(BagatelleError) {
    try checkOwnShape("points")
    guard points.count <= Limits.pathPointsMaximum else {
      throw BagatelleError(.limit, "count", Double(points.count))
    }
    guard points.count >= Limits.pathPointsMinimum else {
      throw BagatelleError(.invalidPath, "count", Double(points.count))
    }
    for point in points { try Check.vector(point, within: Limits.coordinate, "points.x", "points.y") }
    var clean = Arena<Vector2>()
    var given = Arena<Vector2>()
    guard clean.reserve(Limits.pathPointsMaximum), given.reserve(points.count) else {
      clean.deallocate()
      given.deallocate()
      throw BagatelleError(.outOfMemory, "points")
    }
    let (issue, count) = makeConvexPolygon(points, into: clean.base, maximum: Limits.pathPointsMaximum)
    guard issue == .none else {
      clean.deallocate()
      given.deallocate()
      throw BagatelleError(issue == .tooManyPoints ? .limit : .invalidPath, "points", Double(points.count))
    }
    for point in points { _ = given.append(point) }
    clean.count = count
    let extras = madeExtras
    extras.cleanPath.deallocate()
    extras.givenPath.deallocate()
    extras.cleanPath = clean
    extras.givenPath = given
    storedBoundsType = .path
    shapeChanged = true
  }

  // MARK: Driver

  /// Leaves the item's values with the caller; both nil make the item its own owner again.
  ///
  /// `read` is called once when the item joins an animator and at each update; its values are checked like
  /// the setters' arguments, and bad ones make the joining call fail. `write` is called after each tick that
  /// moved it.
  public final func setDriver(read: Read?, write: Write?) {
    let old = (self.read, self.write)
    self.read = read
    self.write = write
    tellCallbacksChanged()
    withExtendedLifetime(old) {}  // What the old closures held dies here, after the change.
  }

  /// Fetches the driver's values, if there is one.
  @_optimize(speed)
  final func readDriver() throws(BagatelleError) -> (center: Vector2, size: Vector2, angle: Double)? {
    guard let read else { return nil }
    var newCenter = center
    var newSize = size
    var newAngle = angle
    read(self, &newCenter, &newSize, &newAngle)
    try Check.center(newCenter)
    try Check.size(newSize)
    try Check.angle(newAngle)
    return (newCenter, newSize, newAngle)
  }

  // MARK: Motion

  /// The animator that moves the item, or the group of which it is a member.
  @_optimize(speed)
  public final var animator: DynamicAnimator? { animatorReference?.takeUnretainedValue() }
  package final var animatorReference: Unmanaged<DynamicAnimator>? { ownerReference ?? holder?.ownerReference }

  /// Velocity of its center of mass, points/s, of a member of a group that of its center; zero without an animator.
  public final var velocity: Vector2 {
    guard let ownerReference, body >= 0 else { return holder?.velocity(of: self) ?? Vector2(0, 0) }
    return ownerReference._withUnsafeGuaranteedRef { $0.rawWorld.velocity(body) }
  }

  /// Radians/s, clockwise; zero without an animator.
  public final var angularVelocity: Double {
    guard let ownerReference, body >= 0 else { return holder?.angularVelocity ?? 0 }
    return ownerReference._withUnsafeGuaranteedRef { $0.rawWorld.angularVelocity(body) }
  }

  /// Whether the item is at rest: asleep, anchored, or without an animator.
  public final var isResting: Bool {
    guard let ownerReference, body >= 0 else { return holder?.isResting ?? true }
    return ownerReference._withUnsafeGuaranteedRef { owner in
      owner.flushProperties(of: self)
      return !owner.world.isAwake(body)
    }
  }

  /// Removes the item from every behavior that holds it; attachments and snaps that hold it leave their
  /// animator. Ignored inside of a step.
  public final func detach() {
    if owner?.isInStep == true { return }
    // A copy: the list changes meanwhile.
    var holders: [DynamicBehavior] = []
    for index in 0..<memberships.count { holders.append(memberships[index].behavior.takeUnretainedValue()) }
    for behavior in holders where membershipIndex(behavior) >= 0 { behavior.releaseDetached(self) }
  }
}
