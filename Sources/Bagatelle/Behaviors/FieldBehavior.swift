// A force field: acts on its items by where they are and how they move.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// What a field does.
public typealias FieldKind = BagatelleCore.FieldKind

/// A force field, which acts on its items while they are in its region.
///
/// Its quantities are SI at 150 points per meter (`DynamicAnimator.fieldUnitScale`): mass in kilograms is
/// density times area over 22,500. Forces of several fields add up. Fields act at the center of an item, at
/// the positions and velocities of every sub-step; not on anchored items. A change wakes the items.
public final class FieldBehavior: ListBehavior {
  public let fieldKind: FieldKind
  var definition = FieldDef()
  private var area: Region?
  /// In the owner's world, or -1.
  private var place: Int32 = -1
  private var refused: UInt64 = 0
  private var evaluate: Evaluation?
  /// Its function runs; one that asks for the value of its own field gets zero.
  private var isEvaluating = false

  /// Makes a field of a kind, everywhere, at the origin, of strength 1 and without falloff. Linear gravity
  /// and velocity fields need a direction to act; custom fields an `evaluation`. Noise and turbulence change
  /// once per second.
  public init(_ kind: FieldKind, items: [Item] = []) {
    fieldKind = kind
    definition.kind = kind
    if kind == .noise || kind == .turbulence { definition.animationSpeed = 1 }
    super.init(kind: .field)
    for item in items { do { try addItem(item) } catch {} }
  }

  deinit { retireID() }

  // MARK: Properties

  /// Center of the field and of its region, reference coordinates. Default (0, 0). A value out of range is
  /// ignored.
  public var position: Vector2 {
    get { definition.position }
    set { do { try setPosition(newValue) } catch {} }
  }

  /// Each coordinate within 1e9.
  public func setPosition(_ position: Vector2) throws(BagatelleError) {
    try Check.vector(position, within: Limits.coordinate, "position.x", "position.y")
    if position != definition.position { apply { $0.position = position } }
  }

  /// Factor on the field's effect; negative turns it round. Default 1. A value out of range is ignored.
  public var strength: Double {
    get { definition.strength }
    set { do { try setStrength(newValue) } catch {} }
  }

  /// Within 1e9.
  public func setStrength(_ strength: Double) throws(BagatelleError) {
    try Check.range(strength, -Limits.magnitude, Limits.magnitude, "strength")
    if strength != definition.strength { apply { $0.strength = strength } }
  }

  /// The effect is multiplied by (distance/150)^-falloff. Default 0. For radial gravity, spring, vortex,
  /// electric and magnetic fields. A value out of range is ignored.
  public var falloff: Double {
    get { definition.falloff }
    set { do { try setFalloff(newValue) } catch {} }
  }

  /// Within 1,000.
  public func setFalloff(_ falloff: Double) throws(BagatelleError) {
    try Check.range(falloff, -1000, 1000, "falloff")
    if falloff != definition.falloff { apply { $0.falloff = falloff } }
  }

  /// Points; nearer distances count as this one in the falloff. Default 0.001. A value out of range is
  /// ignored.
  public var minimumRadius: Double {
    get { definition.minimumRadius }
    set { do { try setMinimumRadius(newValue) } catch {} }
  }

  /// 0 to 1e9 points.
  public func setMinimumRadius(_ radius: Double) throws(BagatelleError) {
    try Check.range(radius, 0, Limits.coordinate, "radius")
    if radius != definition.minimumRadius { apply { $0.minimumRadius = radius } }
  }

  /// Direction of linear gravity and velocity fields; its length counts. Zero for other kinds, where setting
  /// it has no effect. A value out of range is ignored.
  public var direction: Vector2 {
    get { definition.direction }
    set { do { try setDirection(newValue) } catch {} }
  }

  /// Each part within 1e9.
  ///
  /// - Returns: false for a kind without a direction: nothing was changed.
  @discardableResult
  public func setDirection(_ direction: Vector2) throws(BagatelleError) -> Bool {
    try Check.vector(direction, within: Limits.magnitude, "direction.x", "direction.y")
    guard hasDirection else { return false }
    if direction != definition.direction { apply { $0.direction = direction } }
    return true
  }

  /// Smoothness of noise and turbulence, from 0 (features of 30 points) to 1 (300 points). Default 0; 0 for
  /// other kinds, where setting it has no effect. A value out of range is ignored.
  public var smoothness: Double {
    get { definition.smoothness }
    set { do { try setSmoothness(newValue) } catch {} }
  }

  /// 0 to 1.
  ///
  /// - Returns: false for a kind without noise: nothing was changed.
  @discardableResult
  public func setSmoothness(_ smoothness: Double) throws(BagatelleError) -> Bool {
    try Check.range(smoothness, 0, 1, "smoothness")
    guard hasNoise else { return false }
    if smoothness != definition.smoothness { apply { $0.smoothness = smoothness } }
    return true
  }

  /// Changes of noise and turbulence per second; 0 stands still. Default 1; 0 for other kinds, where setting
  /// it has no effect. A value out of range is ignored.
  public var animationSpeed: Double {
    get { definition.animationSpeed }
    set { do { try setAnimationSpeed(newValue) } catch {} }
  }

  /// 0 to 1e6 Hz.
  ///
  /// - Returns: false for a kind without noise: nothing was changed.
  @discardableResult
  public func setAnimationSpeed(_ speed: Double) throws(BagatelleError) -> Bool {
    try Check.range(speed, 0, 1e6, "speed")
    guard hasNoise else { return false }
    if speed != definition.animationSpeed { apply { $0.animationSpeed = speed } }
    return true
  }

  /// Noise and turbulence of equal seeds are equal. Default 0. Not in UIKit.
  public var seed: UInt64 {
    get { definition.seed }
    set { if newValue != definition.seed { apply { $0.seed = newValue } } }
  }

  /// Where the field acts, about its position; nil is everywhere, as is the infinite region. Default nil.
  public var region: Region? {
    get { area }
    set { do { try setRegion(newValue) } catch {} }
  }

  /// - Throws: `busy` inside of a step, `outOfMemory`.
  @_optimize(speed)
  public func setRegion(_ region: Region?) throws(BagatelleError) {
    guard region !== area else { return }
    try ownerReference?.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      guard place >= 0 else { return }
      guard owner.world.setFieldRegion(place, region?.program) else {
        throw BagatelleError(.outOfMemory, "region")
      }
      owner.wake()
    }
    area = region
  }

  private var hasDirection: Bool { fieldKind == .linearGravity || fieldKind == .velocity }
  private var hasNoise: Bool { fieldKind == .noise || fieldKind == .turbulence }

  /// Changes one value here and in the world, and wakes the items once between two ticks.
  @inline(__always)
  private func apply(_ change: (inout FieldDef) -> Void) {
    change(&definition)
    guard place >= 0 else { return }
    ownerReference?._withUnsafeGuaranteedRef { owner in
      owner.world.changeField(place, change)
      if isFirstChange(of: owner) { wakeItems(owner) }
    }
  }

  @inline(never)
  private func wakeItems(_ owner: DynamicAnimator) {
    owner.world.wakeField(place)
    owner.wake()
  }

  // MARK: Custom fields

  /// Gives the force on an item in UIKit newtons: 1 accelerates mass 1 by 100 points/s².
  ///
  /// Position in reference coordinates (points), velocity in points/s, UIKit mass, charge, and the seconds of
  /// the sub-step. Strength and falloff are not applied.
  public typealias Evaluation = (
    _ field: FieldBehavior, _ position: Vector2, _ velocity: Vector2, _ mass: Double, _ charge: Double,
    _ seconds: Double
  ) -> Vector2

  /// The force of a custom field; nil is none. Other kinds keep it unused.
  ///
  /// Called for each item in the region in every sub-step. It may read everything, but change nothing: calls
  /// that add or remove throw `busy`, other changes act from the next step. A force that is not finite or
  /// beyond 1e9 is ignored and counted in `ignoredForces`.
  public var evaluation: Evaluation? {
    get { evaluate }
    set {
      let old = evaluate
      evaluate = newValue
      withExtendedLifetime(old) {
        guard fieldKind == .custom, let owner, place >= 0 else { return }
        owner.world.setField(place, installed)
        owner.wake()
      }
    }
  }

  /// How often a custom field gave a force that was ignored.
  @_optimize(speed)
  public var ignoredForces: UInt64 {
    guard let ownerReference, place >= 0 else { return refused }
    return refused &+ ownerReference._withUnsafeGuaranteedRef { $0.world.refusedForces(place) }
  }

  /// Whether that happened in the present or latest tick.
  var ignoredForceInTick: Bool {
    guard let owner, place >= 0 else { return false }
    return owner.world.refusedForceInTick(place)
  }

  private var installed: FieldDef {
    var definition = self.definition
    guard fieldKind == .custom else { return definition }
    definition.context = Unmanaged.passUnretained(self).toOpaque()
    definition.function = { context, values, force in
      guard let context else { return }
      let field = Unmanaged<FieldBehavior>.fromOpaque(context).takeUnretainedValue()
      guard let evaluate = field.evaluate, !field.isEvaluating else { return }
      field.isEvaluating = true
      defer { field.isEvaluating = false }
      let result = evaluate(
        field, Vector2(values[0], values[1]), Vector2(values[2], values[3]), values[4], values[5], values[6])
      force[0] = result.x
      force[1] = result.y
    }
    return definition
  }

  // MARK: Value at a point

  /// What the field gives a body at a point, points/s²; of a velocity field the velocity that it sets,
  /// points/s. Zero outside of the region.
  ///
  /// - Parameters:
  /// - velocity: Points/s, for drag, magnetic and turbulence fields.
  /// - mass: UIKit mass, above 0: 1 is an item of 100 x 100 points at density 1.
  /// - Throws: `range`.
  public func value(
    at position: Vector2, velocity: Vector2 = Vector2(0, 0), mass: Double = 1, charge: Double = 0
  ) throws(BagatelleError) -> Vector2 {
    try FieldBehavior.checkSample(position, velocity, mass, charge)
    var value = Vector2(0, 0)
    if let owner, place >= 0 {
      value = owner.world.fieldValue(place, at: position, velocity: velocity, mass: mass, charge: charge)
    } else if area?.contains(position - definition.position) ?? true {
      value = installed.value(
        at: position, velocity: velocity, mass: mass, charge: charge, unit: 150, time: 0, seconds: 1.0 / 240)
    }
    return value.isFinite ? value : Vector2(0, 0)
  }

  static func checkSample(
    _ position: Vector2, _ velocity: Vector2, _ mass: Double, _ charge: Double
  ) throws(BagatelleError) {
    try Check.vector(position, within: Limits.coordinate, "position.x", "position.y")
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    try Check.range(mass, 1e-12, 1e24, "mass")
    try Check.range(charge, -Limits.magnitude, Limits.magnitude, "charge")
  }

  // MARK: For the animator

  override func willAssociate(_ item: Item) throws(BagatelleError) {
    guard let owner, place >= 0 else { return }
    guard owner.world.addToField(place, body: item.body) else { throw BagatelleError(.outOfMemory, "item") }
  }

  override func willDissociate(_ item: Item) {
    if let owner, place >= 0, item.body >= 0 { owner.world.removeFromField(place, body: item.body) }
  }

  @_optimize(size)
  override func associate() throws(BagatelleError) {
    guard let owner else { return }
    place = owner.world.addField(installed, region: area?.program, data: 0)
    guard place >= 0 else { throw BagatelleError(.outOfMemory, "behavior") }
    var isHolding = false
    do throws(BagatelleError) {
      try super.associate()
      isHolding = true
      for item in list { try willAssociate(item) }
    } catch {
      if isHolding { super.dissociate() }
      owner.world.removeField(place)
      place = -1
      throw error
    }
  }

  override func dissociate() {
    super.dissociate()
    guard let owner, place >= 0 else { return }
    refused &+= owner.world.refusedForces(place)
    owner.world.removeField(place)
    place = -1
  }

  override func forgetWorld() {
    if let owner, place >= 0 { refused &+= owner.world.refusedForces(place) }
    place = -1
  }
}
