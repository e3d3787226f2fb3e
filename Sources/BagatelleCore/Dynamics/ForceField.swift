// Force fields: their records and the law of each kind, in points and seconds.
// SPDX-License-Identifier: MIT

/// What a field does. The number is that of the C API.
public enum FieldKind: Int32, Sendable, BitwiseCopyable {
  case linearGravity = 0
  case radialGravity, spring, drag, vortex, velocity, noise, turbulence, electric, magnetic, custom
}

/// Gives the force of a custom field in UIKit newtons: values are x, y (points), velocity x, y (points/s),
/// mass, charge and seconds of the sub-step; force gets x and y. Must not change the world.
public typealias FieldFunction =
  @convention(c) (
    _ context: UnsafeMutableRawPointer?, _ values: UnsafePointer<Double>,
    _ force: UnsafeMutablePointer<Double>
  ) -> Void

/// The properties of a field. Quantities are SI at 150 points per meter (`WorldSettings.fieldUnitScale`).
public struct FieldDef: BitwiseCopyable {
  public var kind = FieldKind.linearGravity
  public var position = Vector2(0, 0)
  public var strength = 1.0
  public var falloff = 0.0
  /// Points; nearer distances count as this one.
  public var minimumRadius = 1e-3
  /// Linear gravity and velocity fields: its length counts.
  public var direction = Vector2(0, 0)
  /// 0 is noisiest, 1 smoothest.
  public var smoothness = 0.0
  /// Changes of the noise per second.
  public var animationSpeed = 0.0
  public var seed: UInt64 = 0
  public var function: FieldFunction?
  public var context: UnsafeMutableRawPointer?
  public init() {}
}

/// A field in a world.
struct ForceField: BitwiseCopyable {
  var def = FieldDef()
  /// Its region program in the world's arena; no nodes: everywhere.
  var firstNode: Int32 = 0
  var nodeCount: Int32 = 0
  /// Nodes for which there is room there.
  var nodeRoom: Int32 = 0
  /// First membership.
  var first: Int32 = -1
  var alive = false
  /// Forces that were refused because they were no number or too great; and the tick of the latest, plus 1.
  var refused: UInt64 = 0
  var refusedTick: UInt32 = 0
  var data: Int32 = 0
  var nextFree: Int32 = -1
}

/// A body in a field: in the field's list of bodies and in the body's list of fields.
struct FieldMember: BitwiseCopyable {
  var field: Int32 = -1
  var body: Int32 = -1
  var next: Int32 = -1
  var previous: Int32 = -1
  var nextOfBody: Int32 = -1
  var previousOfBody: Int32 = -1
}

/// What a field acts on.
struct FieldTarget {
  var position = Vector2(0, 0)
  var velocity = Vector2(0, 0)
  /// UIKit mass.
  var mass = 1.0
  var charge = 0.0
}

/// What is the same for all fields of a sub-step.
struct FieldContext {
  /// Points per meter.
  var unit = 150.0
  /// Simulated seconds of the step.
  var time = 0.0
  /// Seconds of a sub-step.
  var h = 1.0 / 240
  /// Kilograms per UIKit mass.
  var kilograms: Double { 10_000 / (unit * unit) }
}

/// What the fields of one body come to. Springs, drags and uniform accelerations make one linear law, which
/// is followed exactly; the others change the velocity at one point of time.
struct FieldSum {
  /// Sum of k/m, 1/s², and of k/m times the position.
  var stiffness = 0.0
  var anchor = Vector2(0, 0)
  /// Sum of rates, 1/s.
  var drag = 0.0
  /// Points/s².
  var acceleration = Vector2(0, 0)
  /// Turning of the velocity, 1/s, clockwise positive.
  var turning = 0.0
  var isVelocitySet = false
  var velocity = Vector2(0, 0)
  /// So near the center of an attraction, and so slow, that it only jitters.
  var isTrapped = false
  /// How steeply the acceleration grows with the distance from the rest point, as far as known, 1/s².
  var steepness = 0.0

  /// Points; a body that the fields would move by less may rest.
  static var invisible: Double { 0.05 }
}

/// Which part of the fields to sum up.
enum FieldPart {
  static var linear: Int32 { 1 }
  static var kick: Int32 { 2 }
  /// Only what does not depend on velocity and comes without calling out.
  static var still: Int32 { 4 }
}

extension FieldDef {
  /// Whether its law is linear in position and velocity, with the same numbers everywhere in its region.
  var isLinear: Bool {
    kind == .linearGravity || kind == .drag || kind == .velocity || (kind == .spring && falloff == 0)
  }

  /// (max(d, least)/150)^-falloff, kept finite.
  func factor(_ distance: Double, _ unit: Double) -> Double {
    if falloff == 0 { return 1 }
    let least = minimumRadius > 1e-9 ? minimumRadius : 1e-9
    let ratio = (distance > least ? distance : least) / unit
    if falloff == -1 { return ratio }
    if falloff == 1 { return 1 / ratio }
    if falloff == 2 { return 1 / (ratio * ratio) }
    let exponent = -falloff * Elementary.log(ratio)
    return Elementary.exp(exponent > 600 ? 600 : (exponent < -600 ? -600 : exponent))
  }

  /// Features of 30 points at smoothness 0, of 300 at 1.
  func noise(_ p: Vector2, _ time: Double) -> Vector2 {
    let perPoint = Elementary.exp(-2.302585092994046 * smoothness) / 30
    return Noise.vector(perPoint * p.x, perPoint * p.y, time * animationSpeed, seed: seed)
  }

  /// Adds what a linear field does. Drag and spring follow F = ma with the mass in kilograms.
  func addLinear(_ sum: inout FieldSum, _ target: FieldTarget, _ context: FieldContext) {
    switch kind {
    case .linearGravity:
      sum.acceleration = sum.acceleration + (context.unit * strength) * direction
    case .spring:
      let k = strength / (context.kilograms * target.mass)
      sum.stiffness += k
      sum.anchor = sum.anchor + k * position
      sum.steepness += k
    case .drag:
      sum.drag += strength / (context.kilograms * target.mass)
    case .velocity:
      sum.isVelocitySet = true
      sum.velocity = sum.velocity + (context.unit * strength) * direction
    default: break
    }
  }

  /// Adds the acceleration of the other kinds, but for the custom one. With `isLimited`, attraction is kept
  /// so weak near its center that sub-steps can follow it.
  @_optimize(size)
  func addKick(_ sum: inout FieldSum, _ target: FieldTarget, _ context: FieldContext, isLimited: Bool) {
    let r = target.position - position
    let distance = r.length
    switch kind {
    case .radialGravity, .electric, .spring:
      guard distance > 0 else { return }
      var outward = context.unit * strength * factor(distance, context.unit)
      if kind == .radialGravity {
        outward = -outward
      } else {
        outward = outward / (context.kilograms * target.mass)
        outward = kind == .electric ? outward * target.charge : -outward * (distance / context.unit)
      }
      if isLimited { limit(&outward, distance, &sum, target, context) }
      sum.acceleration = sum.acceleration + (outward / distance) * r
    case .vortex:
      let k = context.unit * strength * factor(distance, context.unit)
      sum.acceleration = sum.acceleration + k * Vector2(r.y, -r.x)
    case .noise:
      sum.acceleration = sum.acceleration + (context.unit * strength) * noise(target.position, context.time)
    case .turbulence:
      let speed = target.velocity.length
      sum.acceleration = sum.acceleration + (strength * speed) * noise(target.position, context.time)
    case .magnetic:
      // (v.y, -v.x) turns counter-clockwise on screen.
      sum.turning -=
        strength * target.charge * factor(distance, context.unit) / (context.kilograms * target.mass)
    default: break
    }
  }

  /// Where one sub-step from rest would lead over more than a quarter of the way to the center, a body would
  /// be flung to and fro: there the pull grows only with the distance. What moves there by no visible amount
  /// is braked.
  private func limit(
    _ outward: inout Double, _ distance: Double, _ sum: inout FieldSum, _ target: FieldTarget,
    _ context: FieldContext
  ) {
    let most = distance / (4 * context.h * context.h)
    if -outward <= most {
      if kind == .spring { sum.steepness -= outward / distance }
      return
    }
    outward = -most
    sum.steepness += most / distance
    let isSlow = target.velocity.lengthSquared * context.h * context.h < distance * distance
    if kind != .spring && distance < FieldSum.invisible && isSlow { sum.isTrapped = true }
  }
}
