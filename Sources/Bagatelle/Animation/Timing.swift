// How an animation paces itself: a named curve, a cubic curve, a spring, both, or a list of points.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// An immutable timing curve. May be shared by any number of animators.
public final class Timing: BagatelleObject {
  public enum Kind: Int32, Sendable {
    case builtin = 0
    case cubic = 1
    case spring = 2
    /// The spring shapes centers, bounds, rotations and transforms, the cubic curve all other channels.
    case composed = 3
    /// Straight lines through points.
    case piecewise = 4
  }
  /// UIKit's four curves, with its numbers.
  public enum Curve: Int32, Sendable {
    case easeInOut = 0
    case easeIn = 1
    case easeOut = 2
    case linear = 3

    public var cubic: CubicTiming {
      switch self {
      case .easeInOut: return .easeInOut
      case .easeIn: return .easeIn
      case .easeOut: return .easeOut
      case .linear: return .linear
      }
    }
  }
  /// Where the jumps of stepped timing lie, as in CSS.
  public enum Jump: Int32, Sendable {
    case end = 0
    case start = 1
    case none = 2
    case both = 3
  }

  public let kind: Kind
  /// The named curve; nil for everything else.
  public let curve: Curve?
  /// The cubic curve; linear for springs and lists.
  public let cubic: CubicTiming
  /// The spring; nil for curves and lists.
  public let spring: SpringTiming?
  private var table = Arena<Vector2>()

  private init(_ kind: Kind, _ curve: Curve?, _ cubic: CubicTiming, _ spring: SpringTiming?) {
    self.kind = kind
    self.curve = curve
    self.cubic = cubic
    self.spring = spring
    super.init()
  }

  deinit {
    retireID()
    table.deallocate()
  }

  public convenience init(curve: Curve) { self.init(.builtin, curve, curve.cubic, nil) }
  public convenience init(cubic: CubicTiming) { self.init(.cubic, nil, cubic, nil) }
  public convenience init(spring: SpringTiming) { self.init(.spring, nil, .linear, spring) }
  public convenience init(cubic: CubicTiming, spring: SpringTiming) {
    self.init(.composed, nil, cubic, spring)
  }

  public static var easeInOut: Timing { Timing(curve: .easeInOut) }
  public static var easeIn: Timing { Timing(curve: .easeIn) }
  public static var easeOut: Timing { Timing(curve: .easeOut) }
  public static var linear: Timing { Timing(curve: .linear) }

  /// Progress through points (time, progress), joined by straight lines; two with equal times make a jump.
  ///
  /// - Parameter points: 2 to 65,536; times not falling, the first 0, the last 1; progress within 1,000.
  /// - Throws: `range`, `limit`, `outOfMemory`.
  public convenience init(points: UnsafeBufferPointer<Vector2>) throws(BagatelleError) {
    guard points.count >= 2 else { throw BagatelleError(.range, "count", Double(points.count)) }
    guard points.count <= 65536 else { throw BagatelleError(.limit, "count", Double(points.count)) }
    var last = 0.0
    for i in 0..<points.count {
      let p = points[i]
      try Check.range(p.y, -1000, 1000, "points.y")
      guard p.x >= last, p.x <= 1, i > 0 || p.x == 0, i < points.count - 1 || p.x == 1 else {
        throw BagatelleError(.range, "points.x", p.x)
      }
      last = p.x
    }
    var copy = Arena<Vector2>()
    guard copy.reserve(points.count) else { throw BagatelleError(.outOfMemory, "points") }
    for p in points { _ = copy.append(p) }
    self.init(.piecewise, nil, .linear, nil)
    table = copy
  }

  /// The same from an array.
  public convenience init(points: [Vector2]) throws(BagatelleError) {
    var copy = Arena<Vector2>()
    defer { copy.deallocate() }
    for p in points { guard copy.append(p) else { throw BagatelleError(.outOfMemory, "points") } }
    try self.init(points: UnsafeBufferPointer(start: UnsafePointer(copy.base), count: copy.count))
  }

  /// Progress in equal steps, 1 to 10,000 (2 or more for `none`).
  ///
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(steps: Int, jump: Jump = .end) throws(BagatelleError) {
    guard steps >= (jump == .none ? 2 : 1), steps <= 10_000 else {
      throw BagatelleError(.range, "steps", Double(steps))
    }
    let rises = Double(jump == .none ? steps - 1 : jump == .both ? steps + 1 : steps)
    let first = jump == .start || jump == .both ? 1.0 : 0
    var copy = Arena<Vector2>()
    defer { copy.deallocate() }
    guard copy.reserve(2 * steps) else { throw BagatelleError(.outOfMemory, "steps") }
    for i in 0..<steps {
      let level = (Double(i) + first) / rises
      _ = copy.append(Vector2(Double(i) / Double(steps), level))
      _ = copy.append(Vector2(Double(i + 1) / Double(steps), level))
    }
    try self.init(points: UnsafeBufferPointer(start: UnsafePointer(copy.base), count: copy.count))
  }

  // MARK: Questions

  /// Control points as UIKit reads them: (0, 0) for a named curve.
  public var controlPoint1: Vector2 {
    kind == .cubic || kind == .composed ? Vector2(cubic.x1, cubic.y1) : Vector2(0, 0)
  }
  public var controlPoint2: Vector2 {
    kind == .cubic || kind == .composed ? Vector2(cubic.x2, cubic.y2) : Vector2(0, 0)
  }
  /// Points of a list; empty for everything else.
  public var points: UnsafeBufferPointer<Vector2> {
    UnsafeBufferPointer(start: UnsafePointer(table.base), count: table.count)
  }
  /// Seconds an animator with this timing lasts when it was given a duration.
  public func duration(given: Double) -> Double { spring?.duration(given: given) ?? given }

  /// Progress at a fraction of time from 0 to 1. Springs may leave 0...1 and are followed beyond the end too.
  ///
  /// - Parameter duration: What an animator would be given; springs by ratio need one.
  /// - Throws: `range` for a fraction that is not finite or a duration below 0.
  @_optimize(speed)
  public func progress(at fraction: Double, duration: Double = 1) throws(BagatelleError) -> Double {
    try Check.finite(fraction, "fraction")
    try Check.range(duration, 0, .greatestFiniteMagnitude, "duration")
    guard let spring else { return shape(seconds: duration).value(at: fraction) }
    let seconds = spring.duration(given: duration)
    if !(fraction > 0) { return 0 }
    let motion = spring.motion(seconds: seconds, velocity: spring.velocity.x)
    let parts = motion.parts(at: fraction * seconds)
    return 1 - parts.displacement + (spring.isAbsolute ? 0 : spring.velocity.x) * parts.velocity
  }

  /// Progress per fraction of time.
  ///
  /// - Throws: as `progress(at:duration:)`.
  public func velocity(at fraction: Double, duration: Double = 1) throws(BagatelleError) -> Double {
    try Check.finite(fraction, "fraction")
    try Check.range(duration, 0, .greatestFiniteMagnitude, "duration")
    guard let spring else { return shape(seconds: duration).slope(at: fraction) }
    let seconds = spring.duration(given: duration)
    guard fraction >= 0 else { return 0 }
    let rates = spring.motion(seconds: seconds, velocity: spring.velocity.x).rates(at: fraction * seconds)
    return (-rates.displacement + (spring.isAbsolute ? 0 : spring.velocity.x) * rates.velocity) * seconds
  }

  /// The fraction of time with a progress; of several the one nearest to `near`.
  ///
  /// - Throws: `range` if not finite; `state` for springs, whose progress may come by several times.
  public func inverse(of progress: Double, near: Double = 0) throws(BagatelleError) -> Double {
    try Check.finite(progress, "progress")
    try Check.finite(near, "near")
    guard spring == nil else { throw BagatelleError(.state, "timing") }
    return shape(seconds: 1).inverse(of: progress, near: near)
  }

  /// What the animations copy; it points into this object, which they keep alive.
  func shape(seconds: Double) -> CurveShape {
    var shape = CurveShape(cubic: cubic)
    if table.count > 0 {
      shape.kind = .piecewise
      shape.piecewise = PiecewiseTiming(
        points: UnsafePointer(table.base), count: Int32(truncatingIfNeeded: table.count))
    }
    if let spring { shape.setSpring(spring, seconds: seconds, isComposed: kind == .composed) }
    return shape
  }
}
