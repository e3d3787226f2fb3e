// Springs as timing: four ways to give one, stiffness solved for a duration, settling duration.
// SPDX-License-Identifier: MIT
//
// With x the distance to the target as a part of the whole: x(0) = -1, x'(0) = v, toward the target positive.
// Solved for a duration D, the envelope left at D is 1/1000 of the distance.
import BagatelleCore

/// The constants of a spring and how its duration comes about.
public struct SpringTiming: Equatable, Sendable, BitwiseCopyable {
  public enum Kind: Int32, Sendable, BitwiseCopyable {
    /// Damping ratio alone: stiffness is solved so that the motion fits the animator's duration.
    case ratio = 0
    /// Mass, stiffness and damping: the animator lasts the settling duration.
    case physical = 1
  }
  public private(set) var kind: Kind
  /// 1 for springs by ratio.
  public private(set) var mass: Double
  /// 0 for springs by ratio, which have one only together with a duration.
  public private(set) var stiffness: Double
  /// As given, even where it acts as critical damping. 0 for springs by ratio.
  public private(set) var damping: Double
  /// For springs by ratio as given; else damping / (2 √(mass stiffness)).
  public private(set) var dampingRatio: Double
  /// Initial velocity: total distances per second, or points (radians, units) per second if `isAbsolute`.
  public private(set) var velocity: Vector2
  /// Whether the velocity is in units of the channel, so that it acts without any distance too.
  public private(set) var isAbsolute: Bool
  /// Whether a ratio above 1 is followed; else it acts as 1, as in UIKit.
  public private(set) var allowsOverdamping: Bool
  /// A fixed duration that replaces the settling duration; negative: none.
  private(set) var fixedDuration = -1.0

  /// The duration of a spring that never settles: the largest 32-bit number.
  public static var forever: Double { 3.4028234663852886e38 }
  /// Part of the distance at which a spring counts as settled.
  static var epsilon: Double { 0.001 }
  /// e / 1000: below it no stiffness fits a duration.
  static var leastRatio: Double { 0.00271828182845904523 }

  private init(
    _ kind: Kind, _ mass: Double, _ stiffness: Double, _ damping: Double, _ ratio: Double,
    _ velocity: Vector2,
    _ isAbsolute: Bool, _ allowsOverdamping: Bool
  ) {
    self.kind = kind
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    dampingRatio = ratio
    self.velocity = velocity
    self.isAbsolute = isAbsolute
    self.allowsOverdamping = allowsOverdamping
  }

  /// UIKit's default spring: mass 3, stiffness 1000, damping 500; it runs critically damped for 0.506 s.
  public init() {
    self.init(.physical, 3, 1000, 500, SpringTiming.ratio(3, 1000, 500), Vector2(0, 0), false, false)
    fixedDuration = 0.5058237314224243
  }

  /// A spring that fits the animator's duration.
  ///
  /// - Parameters:
  ///   - dampingRatio: 0 or more; 1 and above do not oscillate, below 0.0027 acts as that.
  ///   - velocity: Total distances per second within 1e9, x for all channels, y for the y of centers.
  ///   - isAbsolute: Velocity in units of the channel per second; then stiffness is solved as for velocity 0.
  /// - Throws: `range`.
  public init(
    dampingRatio: Double, velocity: Vector2 = Vector2(0, 0), isAbsolute: Bool = false
  ) throws(BagatelleError) {
    try Check.range(dampingRatio, 0, 1e9, "damping_ratio")
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    self.init(.ratio, 1, 0, 0, dampingRatio, velocity, isAbsolute, false)
  }

  /// A spring by its physics; it lasts until it has settled.
  ///
  /// - Parameters:
  ///   - mass: 1e-9 to 1e9.
  ///   - stiffness: 1e-9 to 1e12.
  ///   - damping: 0 to 1e12.
  /// - Throws: `range`.
  public init(
    mass: Double, stiffness: Double, damping: Double, velocity: Vector2 = Vector2(0, 0),
    isAbsolute: Bool = false,
    allowsOverdamping: Bool = false
  ) throws(BagatelleError) {
    try Check.range(mass, 1e-9, 1e9, "mass")
    try Check.range(stiffness, 1e-9, 1e12, "stiffness")
    try Check.range(damping, 0, 1e12, "damping")
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    self.init(
      .physical, mass, stiffness, damping, SpringTiming.ratio(mass, stiffness, damping), velocity, isAbsolute,
      allowsOverdamping)
  }

  /// A spring by perceptual duration and bounce; over-damped below bounce 0.
  ///
  /// - Parameters:
  ///   - duration: Seconds of one undamped period, 1e-4 to 1e4. Not the settling duration.
  ///   - bounce: -1 (at once) over 0 (critical) to 1 (never settles).
  /// - Throws: `range`.
  public init(
    duration: Double, bounce: Double, velocity: Vector2 = Vector2(0, 0), isAbsolute: Bool = false
  ) throws(BagatelleError) {
    try Check.range(duration, 1e-4, 1e4, "duration")
    try Check.range(bounce, -1, 1, "bounce")
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    let omega = 2 * Double.pi / duration
    let turn = 4 * Double.pi
    let damping = bounce >= 0 ? turn * (1 - bounce) / duration : turn / (duration * (1 + bounce))
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(.physical, 1, omega * omega, damping, ratio, velocity, isAbsolute, true)
  }

  /// A spring by response (seconds of one undamped period) and damping ratio; over-damped above 1.
  ///
  /// - Throws: `range`.
  public init(
    response: Double, dampingRatio: Double, velocity: Vector2 = Vector2(0, 0), isAbsolute: Bool = false
  ) throws(BagatelleError) {
    try Check.range(response, 1e-4, 1e4, "response")
    try Check.range(dampingRatio, 0, 1e6, "damping_ratio")
    try Check.vector(velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    let omega = 2 * Double.pi / response
    self.init(.physical, 1, omega * omega, 2 * dampingRatio * omega, dampingRatio, velocity, isAbsolute, true)
  }

  private static func ratio(_ mass: Double, _ stiffness: Double, _ damping: Double) -> Double {
    damping / (2 * squareRoot(stiffness * mass))
  }

  /// The same with another velocity, which must be finite.
  func with(velocity: Vector2, isAbsolute: Bool) -> SpringTiming {
    var copy = self
    copy.velocity = velocity
    copy.isAbsolute = isAbsolute
    return copy
  }

  /// The same without a velocity of its own, and with a duration instead of the settling one.
  func with(fixedDuration seconds: Double) -> SpringTiming {
    var copy = with(velocity: Vector2(0, 0), isAbsolute: false)
    copy.fixedDuration = seconds
    return copy
  }

  // MARK: Conversions

  /// Seconds of one undamped period; 0 for springs by ratio.
  public var response: Double { stiffness > 0 ? 2 * Double.pi / squareRoot(stiffness / mass) : 0 }
  /// 1 - ratio up to critical damping, 1 / ratio - 1 above.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The constants that act in an animation of a duration, for the x velocity.
  public func parameters(duration: Double) -> (mass: Double, stiffness: Double, damping: Double) {
    guard kind == .ratio else { return (mass, stiffness, damping) }
    let omega = SpringTiming.omega(
      ratio: dampingRatio, duration: duration, velocity: isAbsolute ? 0 : velocity.x)
    return (1, omega * omega, 2 * SpringTiming.clampedRatio(dampingRatio) * omega)
  }

  private static func clampedRatio(_ ratio: Double) -> Double { max(leastRatio, min(1, ratio)) }
  private var actingRatio: Double { allowsOverdamping ? dampingRatio : min(1, dampingRatio) }

  /// The motion that acts over a length, for one of its velocities.
  func motion(seconds: Double, velocity v: Double) -> SpringMotion {
    if kind == .physical { return SpringMotion(omega: squareRoot(stiffness / mass), ratio: actingRatio) }
    guard seconds > 0, seconds.isFinite else { return .settled }
    let ratio = SpringTiming.clampedRatio(dampingRatio)
    let omega = SpringTiming.omega(ratio: dampingRatio, duration: seconds, velocity: isAbsolute ? 0 : v)
    return SpringMotion(omega: omega, ratio: ratio)
  }

  /// Undamped angular frequency with which a spring of a ratio fits a duration; 0 for no duration, which is less than a picosecond.
  @_optimize(size)
  static func omega(ratio: Double, duration: Double, velocity v: Double) -> Double {
    guard duration > 1e-12, duration.isFinite else { return 0 }
    let z = clampedRatio(ratio)
    if 1 - z < 1e-9 {
      let still = 9.233413476451586
      var x = still
      guard v != 0 else { return still / duration }
      for _ in 0..<512 {
        let argument = (1 + x - v * duration) / epsilon
        guard argument > 0 else { return still / duration }
        let next = Elementary.log(argument)
        guard next > 0 else { return still / duration }
        let isDone = (next - x).magnitude <= 1e-14 * next
        x = next
        if isDone { break }
      }
      return x / duration
    }
    let root = squareRoot(1 - z * z)
    let still = Elementary.log(z / (epsilon * root)) / duration
    // At the least ratio the logarithm is only just positive.
    guard still > 0 else { return 1 / (z * duration) }
    guard v != 0 else { return still / z }
    var beta = still
    for _ in 0..<512 {
      let argument = (beta - v).magnitude * z / (epsilon * beta * root)
      guard argument > 0 else { return still / z }
      let next = Elementary.log(argument) / duration
      guard next > 0 else { return still / z }
      let isDone = (next - beta).magnitude <= 1e-14 * next
      beta = next
      if isDone { break }
    }
    return beta / z
  }

  // MARK: Duration

  /// Seconds until a physical spring has settled, as UIKit counts them; for springs by ratio 0.
  ///
  /// Under-damped: the envelope is at 1/1000. Else the first of a grid of 0.1 s at which x is below that.
  public var settlingDuration: Double {
    if kind == .ratio { return 0 }
    // An absolute velocity needs a distance to be compared with: 100 points.
    let scale = isAbsolute ? 0.01 : 1
    return max(settling(velocity.x * scale), settling(velocity.y * scale))
  }

  /// Seconds until the envelope is at `epsilon` of the distance, without a grid; for springs by ratio 0.
  ///
  /// - Throws: `range` unless epsilon lies in 1e-12 to 1.
  public func exactSettlingDuration(epsilon: Double = 0.001) throws(BagatelleError) -> Double {
    try Check.range(epsilon, 1e-12, 1, "epsilon")
    if kind == .ratio { return 0 }
    let motion = motion(seconds: 0, velocity: 0)
    let scale = isAbsolute ? 0.01 : 1
    let x = motion.settlingSeconds(displacement: -1, velocity: velocity.x * scale, epsilon: epsilon)
    let y = motion.settlingSeconds(displacement: -1, velocity: velocity.y * scale, epsilon: epsilon)
    return max(x, y)
  }

  /// How long an animator with this timing lasts when it was given a duration.
  public func duration(given: Double) -> Double {
    if kind == .ratio { return given }
    return fixedDuration >= 0 ? fixedDuration : settlingDuration
  }

  @_optimize(size)
  private func settling(_ v: Double) -> Double {
    let motion = motion(seconds: 0, velocity: 0)
    switch motion.regime {
    case .settled: return 0
    case .under: return motion.settlingSeconds(displacement: -1, velocity: v, epsilon: SpringTiming.epsilon)
    case .critical, .over:
      let exact = motion.settlingSeconds(displacement: -1, velocity: v, epsilon: SpringTiming.epsilon)
      // The grid would take too long, and is finer than any screen.
      guard exact < 1000 else { return exact }
      var t = 0.0
      while t < 2000 {
        let parts = motion.parts(at: t)
        if (v * parts.velocity - parts.displacement).magnitude < SpringTiming.epsilon { return t }
        t += 0.1
      }
      return exact
    }
  }
}
