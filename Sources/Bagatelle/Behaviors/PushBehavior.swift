// Pushes its items with a force, continuously or once.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Pushes its items: 1 accelerates mass 1 by 100 points/s², or changes its speed by 100 points/s at once.
public final class PushBehavior: ListBehavior {
  public enum Mode: Int32, Sendable { case continuous = 0, instantaneous = 1 }
  public let mode: Mode
  private var polar = PolarVector(angle: 0, magnitude: 0)
  private var active: Bool
  /// Whether it is in the animator's list of pushes that fire at the next step.
  var isWaiting = false

  /// Makes a push without force.
  public init(items: [Item] = [], mode: Mode = .continuous, isActive: Bool = true) {
    self.mode = mode
    active = isActive
    super.init(kind: .push)
    for item in items { do { try addItem(item) } catch {} }
  }

  /// Makes a push with a direction, whose length is the magnitude.
  ///
  /// - Throws: `range` beyond 1e9.
  public convenience init(
    items: [Item] = [], mode: Mode = .continuous, direction: Vector2, isActive: Bool = true
  ) throws(BagatelleError) {
    self.init(items: items, mode: mode, isActive: isActive)
    try setDirection(direction)
  }

  /// An instantaneous push fires at the next step and turns itself off; set it again to fire again.
  public var isActive: Bool {
    get { active }
    set { setActive(newValue) }
  }

  public func setActive(_ newValue: Bool) {
    guard newValue != active else { return }
    active = newValue
    if let ownerReference, mode == .instantaneous {
      ownerReference._withUnsafeGuaranteedRef { owner in
        if newValue { owner.pushWaits(self) }
        owner.wake()
        if newValue { for item in list { owner.wakeBody(of: item) } }
      }
    } else {
      changed()
    }
  }

  /// Its length is the magnitude, in UIKit newtons. Default (0, 0). A value out of range is ignored.
  public var direction: Vector2 {
    get { polar.vector }
    set { do { try setDirection(newValue) } catch {} }
  }

  /// Radians. Default 0. A value out of range is ignored.
  public var angle: Double {
    get { polar.angle }
    set { do { try setAngle(newValue) } catch {} }
  }

  /// UIKit newtons. Negative reverses. Default 0. A value out of range is ignored.
  public var magnitude: Double {
    get { polar.magnitude }
    set { do { try setMagnitude(newValue) } catch {} }
  }

  /// Sets angle and magnitude from a vector; the angle stays when it is zero.
  public func setDirection(_ direction: Vector2) throws(BagatelleError) {
    try Check.vector(direction, within: Limits.magnitude, "direction.x", "direction.y")
    if polar.set(vector: direction) { changed() }
  }

  public func setAngle(_ angle: Double) throws(BagatelleError) {
    try setAngle(angle, magnitude: polar.magnitude)
  }

  /// Keeps the angle; a negative magnitude reverses.
  public func setMagnitude(_ magnitude: Double) throws(BagatelleError) {
    try Check.range(magnitude, -Limits.magnitude, Limits.magnitude, "magnitude")
    if polar.set(magnitude: magnitude) { changed() }
  }

  public func setAngle(_ angle: Double, magnitude: Double) throws(BagatelleError) {
    try Check.angle(angle)
    try Check.range(magnitude, -Limits.magnitude, Limits.magnitude, "magnitude")
    if polar.set(angle: angle, magnitude: magnitude) { changed() }
  }

  // MARK: Point of application

  /// From the item's center, in its own turning frame, points. Zero for an item that it does not hold.
  public func targetOffset(of item: Item) -> Vector2 {
    item.note(of: self)?.vector ?? Vector2(0, 0)
  }

  /// The same; refuses an item that it does not hold.
  package func targetOffset(ofMember item: Item) throws(BagatelleError) -> Vector2 {
    guard contains(item) else { throw BagatelleError(.notAMember, "item") }
    return targetOffset(of: item)
  }

  /// Sets the point of application, within 1e9.
  ///
  /// - Throws: `notAMember` if the push does not hold the item; `outOfMemory`.
  public func setTargetOffset(_ offset: Vector2, of item: Item) throws(BagatelleError) {
    try Check.vector(offset, within: Limits.coordinate, "offset.x", "offset.y")
    try setTargetOffset(checked: offset, of: item)
  }

  /// The same with numbers that are known to be in their ranges.
  @_optimize(speed)
  package func setTargetOffset(checked offset: Vector2, of item: Item) throws(BagatelleError) {
    let found = item.notePlace(of: self)
    guard found != nil || contains(item) else { throw BagatelleError(.notAMember, "item") }
    guard offset != found?.pointee.vector ?? Vector2(0, 0) else { return }
    guard let note = found ?? item.madeNote(of: self) else { throw BagatelleError(.outOfMemory, "item") }
    note.pointee.vector = offset
    ownerReference?._withUnsafeGuaranteedRef { owner in
      owner.mark(item, marks)
      owner.wakeBody(of: item)
      owner.wake()
    }
  }

  // MARK: For the animator

  override var marks: UInt8 { mode == .continuous ? Marks.forces : 0 }

  /// Mass points/s², or mass points/s when instantaneous.
  var force: Vector2 { 100 * polar.vector }

  override func associate() throws(BagatelleError) {
    try super.associate()
    if mode == .instantaneous && active { owner?.pushWaits(self) }
  }

  override func forgetWorld() { isWaiting = false }

  /// Gives the impulse at the start of a step.
  func fire() {
    guard let owner, active, mode == .instantaneous else { return }
    active = false
    let impulse = force
    for item in list where item.body >= 0 && item.owner === owner {
      guard contains(item) else { continue }
      owner.world.wake(item.body)
      owner.world.applyImpulse(item.body, impulse: impulse, offset: targetOffset(of: item))
    }
  }
}
