// Cubic Bézier timing: progress as a function of time through two control points, its inverse and slope.
// SPDX-License-Identifier: MIT
//
// X(s) = u is solved for s by Newton's method, and by bisection where Newton leaves its ground; Y(s) is the
// progress. Any curve runs from (0, 0) to (1, 1).
import BagatelleCore

/// Progress over time as a cubic Bézier curve with ends (0, 0) and (1, 1).
public struct CubicTiming: Equatable, Sendable, BitwiseCopyable {
  public let x1: Double
  public let y1: Double
  public let x2: Double
  public let y2: Double

  /// No check of ranges: x outside 0 to 1 gives a curve without meaning, y outside overshoots.
  init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// Makes a curve through two control points.
  ///
  /// - Parameter allowsOvershoot: Whether y may lie outside 0 to 1 (then within 1,000).
  /// - Throws: `range` for a coordinate outside 0 to 1.
  public init(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, allowsOvershoot: Bool = false
  ) throws(BagatelleError) {
    try Check.range(x1, 0, 1, "control_point1.x")
    try Check.range(x2, 0, 1, "control_point2.x")
    let low = allowsOvershoot ? -1000.0 : 0
    let high = allowsOvershoot ? 1000.0 : 1
    try Check.range(y1, low, high, "control_point1.y")
    try Check.range(y2, low, high, "control_point2.y")
    self.init(unchecked: x1, y1, x2, y2)
  }

  public static var linear: CubicTiming { CubicTiming(unchecked: 0, 0, 1, 1) }
  public static var easeIn: CubicTiming { CubicTiming(unchecked: 0.42, 0, 1, 1) }
  public static var easeOut: CubicTiming { CubicTiming(unchecked: 0, 0, 0.58, 1) }
  public static var easeInOut: CubicTiming { CubicTiming(unchecked: 0.42, 0, 0.58, 1) }
  /// What UIKit's cubic parameters have when made without arguments.
  public static var standard: CubicTiming { CubicTiming(unchecked: 0.25, 0.1, 0.25, 1) }

  /// All four points on the diagonal: progress is time itself.
  public var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// Progress at a fraction of time; 0 before the start, 1 after the end. Error below 1e-10.
  public func value(at u: Double) -> Double {
    if !(u > 0) { return 0 }
    if u >= 1 { return 1 }
    if isLinear { return u }
    return CubicTiming.polynomial(y1, y2, parameter(at: u))
  }

  /// Progress per fraction of time; 0 outside the curve.
  public func slope(at u: Double) -> Double {
    if !(u >= 0) || u > 1 { return 0 }
    if isLinear { return 1 }
    let s = u <= 0 ? 0 : u >= 1 ? 1 : parameter(at: u)
    let dx = CubicTiming.derivative(x1, x2, s)
    let dy = CubicTiming.derivative(y1, y2, s)
    if dx > 1e-9 { return dy / dx }
    // Both may vanish at an end whose control point coincides with it: the next order decides.
    let ddx = CubicTiming.secondDerivative(x1, x2, s)
    let ddy = CubicTiming.secondDerivative(y1, y2, s)
    return ddx.magnitude > 1e-9 && dy.magnitude <= 1e-9 ? ddy / ddx : 0
  }

  /// The fraction of time at which the progress is `p`; of several the one nearest to `near`.
  ///
  /// 0 or 1 where the curve never comes to `p`.
  public func inverse(of p: Double, near: Double = 0) -> Double {
    guard p.isFinite else { return 0 }
    if isLinear { return p <= 0 ? 0 : p >= 1 ? 1 : p }
    let monotone = y1 >= 0 && y1 <= 1 && y2 >= 0 && y2 <= 1
    if monotone {
      if p <= 0 { return 0 }
      if p >= 1 { return 1 }
      return CubicTiming.polynomial(x1, x2, CubicTiming.solve(y1, y2, p, 0, 1, start: p))
    }
    // Between the extrema of Y each piece is monotone and holds at most one solution.
    let (first, second) = extrema()
    var best = -1.0
    var low = 0.0
    for piece in 0..<3 {
      let high = piece == 0 ? first : piece == 1 ? second : 1
      if high > low {
        let from = CubicTiming.polynomial(y1, y2, low)
        let to = CubicTiming.polynomial(y1, y2, high)
        if (from <= p && p <= to) || (to <= p && p <= from) {
          let s = CubicTiming.bisect(y1, y2, p, low, high, rising: to >= from)
          let u = CubicTiming.polynomial(x1, x2, s)
          if best < 0 || (u - near).magnitude < (best - near).magnitude { best = u }
        }
        low = high
      }
    }
    if best >= 0 { return best }
    return p < 0.5 ? 0 : 1
  }

  // MARK: Parts

  private static func polynomial(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }

  private static func derivative(_ a: Double, _ b: Double, _ s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
  }

  private static func secondDerivative(_ a: Double, _ b: Double, _ s: Double) -> Double {
    6 * (1 - s) * (b - 2 * a) + 6 * s * (1 - 2 * b + a)
  }

  private func parameter(at u: Double) -> Double { CubicTiming.solve(x1, x2, u, 0, 1, start: u) }

  /// The s in 0...1 at which the non-decreasing polynomial is `target`.
  @_optimize(speed)
  private static func solve(
    _ a: Double, _ b: Double, _ target: Double, _ low: Double, _ high: Double, start: Double
  ) -> Double {
    var s = start
    for _ in 0..<8 {
      let error = polynomial(a, b, s) - target
      if error.magnitude <= 1e-12 { return s }
      let slope = derivative(a, b, s)
      if slope.magnitude < 1e-9 { break }
      s -= error / slope
      if !(s >= low) || s > high { break }
    }
    if s >= low, s <= high, (polynomial(a, b, s) - target).magnitude <= 1e-12 { return s }
    return bisect(a, b, target, low, high, rising: true)
  }

  private static func bisect(
    _ a: Double, _ b: Double, _ target: Double, _ from: Double, _ to: Double, rising: Bool
  ) -> Double {
    var low = from
    var high = to
    var s = 0.5 * (low + high)
    for _ in 0..<64 {
      s = 0.5 * (low + high)
      let error = polynomial(a, b, s) - target
      if error.magnitude <= 1e-12 { return s }
      if (error < 0) == rising { low = s } else { high = s }
    }
    return s
  }

  /// Parameters in 0...1, in order, at which Y turns; an absent one is the neighbour's value.
  private func extrema() -> (Double, Double) {
    // Y'(s) / 3 = A s² + B s + C
    let a = 1 + 3 * y1 - 3 * y2
    let b = 2 * (y2 - 2 * y1)
    let c = y1
    var first = 0.0
    var second = 0.0
    if a.magnitude < 1e-12 {
      if b.magnitude > 1e-12 { first = -c / b }
      second = first
    } else {
      let root = b * b - 4 * a * c
      guard root > 0 else { return (0, 0) }
      let q = -0.5 * (b + (b < 0 ? -squareRoot(root) : squareRoot(root)))
      first = q / a
      second = q != 0 ? c / q : 0
      if first > second { (first, second) = (second, first) }
    }
    first = first > 0 ? (first < 1 ? first : 1) : 0
    second = second > first ? (second < 1 ? second : 1) : first
    return (first, second)
  }
}
