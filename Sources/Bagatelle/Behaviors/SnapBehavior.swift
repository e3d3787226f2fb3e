// Draws an item to a point and turns it upright.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Draws an item to a point with a damped spring, and turns it upright.
public final class SnapBehavior: DynamicBehavior {
  public let item: Item
  private var storedPoint: Vector2
  private var storedDamping = 0.5
  private var storedFrequency = 3.8
  private var joint: Int32 = -1

  private init(valid item: Item, point: Vector2) {
    self.item = item
    storedPoint = point
    super.init(kind: .snap)
    _ = item.addMembership(self, sequence: 0)
  }

  /// - Throws: `range` for a point beyond 1e9; `groupMember` for a member of a group; `outOfMemory`.
  public convenience init(item: Item, point: Vector2) throws(BagatelleError) {
    try Check.vector(point, within: Limits.coordinate, "point.x", "point.y")
    try item.checkIsFree()
    guard item.memberships.reserve(item.memberships.count + 1) else {
      throw BagatelleError(.outOfMemory, "item")
    }
    self.init(valid: item, point: point)
  }

  deinit {
    retireID()
    item.removeMembership(self)
  }

  package override var heldItems: [Item] { [item] }

  /// Where the center is drawn, reference coordinates. A value out of range is ignored.
  public var point: Vector2 {
    get { storedPoint }
    set { do { try setPoint(newValue) } catch {} }
  }

  /// Sets the point, each coordinate within 1e9.
  @_optimize(speed)
  public func setPoint(_ point: Vector2) throws(BagatelleError) {
    try Check.vector(point, within: Limits.coordinate, "point.x", "point.y")
    guard point != storedPoint else { return }
    storedPoint = point
    changed { $0.setJointAnchor($1, point) }
  }

  /// 0 swings most, 1 least. Default 0.5. A value out of range is ignored.
  public var damping: Double {
    get { storedDamping }
    set { do { try setDamping(newValue) } catch {} }
  }

  /// To 1e6; a negative damping counts as 0.
  public func setDamping(_ damping: Double) throws(BagatelleError) {
    try Check.range(damping, -.greatestFiniteMagnitude, 1e6, "damping")
    let new = damping > 0 ? damping : 0
    guard new != storedDamping else { return }
    storedDamping = new
    changed { $0.setJointDamping($1, new + SnapBehavior.addedRatio) }
  }

  /// Hz. Default 3.8. A value out of range is ignored.
  public var frequency: Double {
    get { storedFrequency }
    set { do { try setFrequency(newValue) } catch {} }
  }

  /// Above 0, to 60 Hz.
  public func setFrequency(_ frequency: Double) throws(BagatelleError) {
    guard frequency > 0, frequency <= 60 else { throw BagatelleError(.range, "frequency", frequency) }
    guard frequency != storedFrequency else { return }
    storedFrequency = frequency
    changed { $0.setJointFrequency($1, frequency) }
  }

  /// Tells the world, and wakes the item once between two ticks.
  @inline(__always)
  private func changed(_ tell: (World, Int32) -> Void) {
    ownerReference?._withUnsafeGuaranteedRef { owner in
      if joint >= 0 { tell(owner.world, joint) }
      if isFirstChange(of: owner) { owner.wake(item) }
    }
  }

  // MARK: For the animator

  /// What the trace of UIKit shows beyond the documented damping.
  private static let addedRatio = 0.14

  private var definition: SnapDef {
    var def = SnapDef()
    def.body = item.body
    def.point = storedPoint
    def.frequency = storedFrequency
    def.ratio = storedDamping + SnapBehavior.addedRatio
    return def
  }

  @_optimize(size)
  override func associate() throws(BagatelleError) {
    guard let owner else { return }
    try owner.hold(item)
    joint = owner.world.addSnap(definition)
    guard joint >= 0 else {
      owner.unhold(item)
      throw BagatelleError(.outOfMemory, "behavior")
    }
    owner.wakeBody(of: item)
  }

  override func dissociate() {
    guard let owner else { return }
    owner.wakeBody(of: item)
    if joint >= 0 { owner.world.removeJoint(joint) }
    joint = -1
    owner.unhold(item)
  }

  override func forgetWorld() { joint = -1 }

  override func releaseDetached(_ item: Item) { BehaviorTree.takeOut(self) }
}
