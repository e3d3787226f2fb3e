// Sets properties of items: elasticity, friction, density, resistances, anchoring, rotation, velocities.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Sets properties of its items.
///
/// The getters show UIKit's documented numbers, but a property counts as unset and changes nothing until its
/// setter is called; of several behaviors that set one, the last in a pre-order walk of the tree wins. What
/// nobody sets is as the animator's `defaultMaterial` says.
public final class DynamicItemBehavior: ListBehavior {
  /// Bits of the properties that were set.
  struct Fields {
    static var elasticity: UInt16 { 1 }
    static var friction: UInt16 { 2 }
    static var density: UInt16 { 4 }
    static var resistance: UInt16 { 8 }
    static var angularResistance: UInt16 { 16 }
    static var anchored: UInt16 { 32 }
    static var rotation: UInt16 { 64 }
    static var charge: UInt16 { 128 }
    static var surface: UInt16 { 256 }
    static var time: UInt16 { 512 }
    static var angles: UInt16 { 1024 }
    static var lockX: UInt16 { 2048 }
    static var lockY: UInt16 { 4096 }
  }
  private(set) var given: UInt16 = 0
  var values = BodyProperties()

  public init(items: [Item] = []) {
    values.elasticity = 0
    values.friction = 0
    values.resistance = 0
    values.angularResistance = 0
    super.init(kind: .itemProperties)
    for item in items { do { try addItem(item) } catch {} }
  }

  // MARK: Properties

  /// 0 to 1,000. Default 0 (unset: 0.2 acts). A value out of range is ignored.
  public var elasticity: Double {
    get { values.elasticity }
    set { do { try setElasticity(newValue) } catch {} }
  }
  public func setElasticity(_ elasticity: Double) throws(BagatelleError) {
    try Check.range(elasticity, 0, 1e3, "elasticity")
    if isChange(Fields.elasticity, values.elasticity != elasticity) {
      values.elasticity = elasticity
      changed()
    }
  }

  /// 0 to 1e6. Default 0 (unset: 0.2 acts). A value out of range is ignored.
  public var friction: Double {
    get { values.friction }
    set { do { try setFriction(newValue) } catch {} }
  }
  public func setFriction(_ friction: Double) throws(BagatelleError) {
    try Check.range(friction, 0, 1e6, "friction")
    if isChange(Fields.friction, values.friction != friction) {
      values.friction = friction
      changed()
    }
  }

  /// 1e-6 to 1e9; 1 gives a 100 x 100 item the mass 1. Default 1. A value out of range is ignored.
  public var density: Double {
    get { values.density }
    set { do { try setDensity(newValue) } catch {} }
  }
  public func setDensity(_ density: Double) throws(BagatelleError) {
    try Check.range(density, 1e-6, 1e9, "density")
    if isChange(Fields.density, values.density != density) {
      values.density = density
      changed()
    }
  }

  /// 1/s, 0 or more. Default 0 (unset: 0.1 acts). A value out of range is ignored.
  public var resistance: Double {
    get { values.resistance }
    set { do { try setResistance(newValue) } catch {} }
  }
  public func setResistance(_ resistance: Double) throws(BagatelleError) {
    try Check.range(resistance, 0, .greatestFiniteMagnitude, "resistance")
    if isChange(Fields.resistance, values.resistance != resistance) {
      values.resistance = resistance
      changed()
    }
  }

  /// 1/s, 0 or more. Default 0 (unset: 0.1 acts). A value out of range is ignored.
  public var angularResistance: Double {
    get { values.angularResistance }
    set { do { try setAngularResistance(newValue) } catch {} }
  }
  public func setAngularResistance(_ resistance: Double) throws(BagatelleError) {
    try Check.range(resistance, 0, .greatestFiniteMagnitude, "resistance")
    if isChange(Fields.angularResistance, values.angularResistance != resistance) {
      values.angularResistance = resistance
      changed()
    }
  }

  /// An anchored item takes part in collisions but is not moved by anything. Default false.
  public var isAnchored: Bool {
    get { values.isAnchored }
    set {
      if isChange(Fields.anchored, values.isAnchored != newValue) {
        values.isAnchored = newValue
        changed()
      }
    }
  }

  /// Whether items may turn; without, they keep their angle. Default true.
  public var allowsRotation: Bool {
    get { values.allowsRotation }
    set {
      if isChange(Fields.rotation, values.allowsRotation != newValue) {
        values.allowsRotation = newValue
        changed()
      }
    }
  }

  /// Electric charge, for electric and magnetic fields. Default 0. A value out of range is ignored.
  public var charge: Double {
    get { values.charge }
    set { do { try setCharge(newValue) } catch {} }
  }
  /// Within 1e9.
  public func setCharge(_ charge: Double) throws(BagatelleError) {
    try Check.range(charge, -Limits.magnitude, Limits.magnitude, "charge")
    if isChange(Fields.charge, values.charge != charge) {
      values.charge = charge
      changed()
    }
  }

  /// Speed of the surface around the shape, clockwise, as of a conveyor: friction draws what touches along with it.
  /// Points/s. Default 0. A value out of range is ignored. Unlike UIKit, which has no such property.
  public var surfaceSpeed: Double {
    get { values.surfaceSpeed }
    set { do { try setSurfaceSpeed(newValue) } catch {} }
  }
  /// Within 1e5.
  public func setSurfaceSpeed(_ speed: Double) throws(BagatelleError) {
    try Check.range(speed, -1e5, 1e5, "speed")
    if isChange(Fields.surface, values.surfaceSpeed != speed) {
      values.surfaceSpeed = speed
      changed()
    }
  }

  /// Whether setting a property changes something, because its value differs or it was never set; now it is.
  @inline(__always)
  func isChange(_ field: UInt16, _ differs: Bool) -> Bool {
    if given & field != 0 && !differs { return false }
    given |= field
    return true
  }

  // MARK: Velocities

  /// Adds to an item's velocity, points/s; before the behavior is in an animator the sum is kept and applied
  /// then.
  ///
  /// - Returns: false while the item is anchored: nothing was changed.
  /// - Throws: `range` beyond 1e9; `notAMember` if the behavior does not hold the item.
  @discardableResult
  public func addLinearVelocity(_ velocity: Vector2, to item: Item) throws(BagatelleError) -> Bool {
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    return try change(of: item, byChecked: velocity, sets: false)
  }

  /// Sets instead of adding. Unlike UIKit, which can only add. An anchored item moves as told until it is set to zero.
  @discardableResult
  public func setLinearVelocity(_ velocity: Vector2, of item: Item) throws(BagatelleError) -> Bool {
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    return try change(of: item, byChecked: velocity, sets: true)
  }

  /// Moves an anchored item so that the next tick that takes steps ends with this pose, evenly in all of them: it carries and pushes others,
  /// nothing pushes it. It rests then, unless it is told again. Unlike UIKit, where anchored items stand still.
  /// - Returns: false unless the item is anchored and in an animator: nothing was changed.
  @discardableResult
  public func setTarget(_ center: Vector2, angle: Double, of item: Item) throws(BagatelleError) -> Bool {
    try Check.vector(center, within: Limits.coordinate, "center.x", "center.y")
    try Check.range(angle, -Limits.angle, Limits.angle, "angle")
    return try setTarget(checked: center, angle, of: item)
  }

  /// The same with numbers that are known to be in their ranges.
  @_optimize(speed)
  package func setTarget(checked center: Vector2, _ angle: Double, of item: Item) throws(BagatelleError) -> Bool {
    guard item.memberships.index(of: self) >= 0 else { throw BagatelleError(.notAMember, "item") }
    guard let ownerReference else { return false }
    return try ownerReference.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      owner.flushProperties(of: item)
      guard item.isAnchored else { return false }
      try owner.checkRoom()
      let world = owner.world
      world.setTarget(item.body, center: center, angle: angle)
      world.wake(item.body)
      owner.wake()
      return true
    }
  }

  /// Points/s: of the item while the behavior is in an animator, else what is kept for it.
  public func linearVelocity(of item: Item) -> Vector2 {
    let index = item.membershipIndex(self)
    guard index >= 0 else { return Vector2(0, 0) }
    return ownerReference == nil ? item.note(of: self)?.vector ?? Vector2(0, 0) : item.velocity
  }

  /// Adds to an item's angular velocity, radians/s, clockwise.
  @discardableResult
  public func addAngularVelocity(_ velocity: Double, to item: Item) throws(BagatelleError) -> Bool {
    try Check.range(velocity, -Limits.magnitude, Limits.magnitude, "velocity")
    return try change(of: item, byChecked: velocity, sets: false)
  }

  /// Sets instead of adding. Unlike UIKit, which can only add.
  @discardableResult
  public func setAngularVelocity(_ velocity: Double, of item: Item) throws(BagatelleError) -> Bool {
    try Check.range(velocity, -Limits.magnitude, Limits.magnitude, "velocity")
    return try change(of: item, byChecked: velocity, sets: true)
  }

  /// Radians/s, clockwise.
  public func angularVelocity(of item: Item) -> Double {
    let index = item.membershipIndex(self)
    guard index >= 0 else { return 0 }
    return ownerReference == nil ? item.note(of: self)?.scalar ?? 0 : item.angularVelocity
  }

  /// Sets or adds a velocity that is known to be in its range.
  @_optimize(speed)
  package func change(of item: Item, byChecked v: Vector2, sets: Bool) throws(BagatelleError) -> Bool {
    guard item.memberships.index(of: self) >= 0 else { throw BagatelleError(.notAMember, "item") }
    guard let ownerReference else {
      guard let note = item.madeNote(of: self) else { throw BagatelleError(.outOfMemory, "item") }
      note.pointee.vector = sets ? v : note.pointee.vector + v
      note.pointee.flags |= sets ? MembershipNote.waitingToSet : MembershipNote.waitingToAdd
      return true
    }
    return try ownerReference.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      owner.flushProperties(of: item)
      if !sets && item.isAnchored { return false }
      let world = owner.world
      let old = world.velocity(item.body)
      let new = sets ? v : old + v
      if new == old { return true }
      try owner.checkRoom()
      world.setVelocity(item.body, new)  // Which wakes the body.
      owner.wake()
      return true
    }
  }

  /// The same of an angular velocity.
  @_optimize(speed)
  package func change(of item: Item, byChecked w: Double, sets: Bool) throws(BagatelleError) -> Bool {
    guard item.memberships.index(of: self) >= 0 else { throw BagatelleError(.notAMember, "item") }
    guard let ownerReference else {
      guard let note = item.madeNote(of: self) else { throw BagatelleError(.outOfMemory, "item") }
      note.pointee.scalar = sets ? w : note.pointee.scalar + w
      note.pointee.flags |= sets ? MembershipNote.waitingToSetAngular : MembershipNote.waitingToAddAngular
      return true
    }
    return try ownerReference.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      owner.flushProperties(of: item)
      if !sets && item.isAnchored { return false }
      let world = owner.world
      let old = world.angularVelocity(item.body)
      let new = sets ? w : old + w
      if new == old { return true }
      try owner.checkRoom()
      if !world.setAngularVelocity(item.body, new) { world.wake(item.body) }
      owner.wake()
      return true
    }
  }

  // MARK: For the animator

  override var marks: UInt8 { Marks.properties }

  /// Writes what this behavior sets over what earlier ones set.
  func merge(into properties: inout BodyProperties) {
    if given & Fields.elasticity != 0 { properties.elasticity = values.elasticity }
    if given & Fields.friction != 0 { properties.friction = values.friction }
    if given & Fields.density != 0 { properties.density = values.density }
    if given & Fields.resistance != 0 { properties.resistance = values.resistance }
    if given & Fields.angularResistance != 0 { properties.angularResistance = values.angularResistance }
    if given & Fields.anchored != 0 { properties.isAnchored = values.isAnchored }
    if given & Fields.rotation != 0 { properties.allowsRotation = values.allowsRotation }
    if given & Fields.charge != 0 { properties.charge = values.charge }
    if given & Fields.surface != 0 { properties.surfaceSpeed = values.surfaceSpeed }
    mergeFreedom(into: &properties)
  }

  /// Velocities that waited act once, when the whole tree is in the animator; to what is anchored then nothing is added.
  override func didAssociate() {
    guard let owner else { return }
    for item in list {
      guard let waiting = item.note(of: self), waiting.flags != 0 else { continue }
      item.dropNote(of: self)
      owner.flushProperties(of: item)
      if waiting.flags & MembershipNote.waitingToSet != 0 {
        owner.world.setVelocity(item.body, waiting.vector)
      } else if waiting.flags & MembershipNote.waitingToAdd != 0 && !item.isAnchored {
        owner.world.setVelocity(item.body, owner.world.velocity(item.body) + waiting.vector)
      }
      if waiting.flags & MembershipNote.waitingToSetAngular != 0 {
        owner.world.setAngularVelocity(item.body, waiting.scalar)
      } else if waiting.flags & MembershipNote.waitingToAddAngular != 0 && !item.isAnchored {
        owner.world.setAngularVelocity(item.body, owner.world.angularVelocity(item.body) + waiting.scalar)
      }
    }
  }
}
