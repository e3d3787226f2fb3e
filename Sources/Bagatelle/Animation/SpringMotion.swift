// The closed-form motion of a damped spring, split into the part of a displacement and the part of a
// velocity.
// SPDX-License-Identifier: MIT
//
// x" + 2 ζ ω x' + ω² x = 0 with x(0) = x0 and x'(0) = v has x(t) = x0 C(t) + v S(t); C and S depend on the
// spring
// alone, so what moves together shares them (the linear oscillator of any textbook of mechanics).
import BagatelleCore

/// A spring ready to be evaluated: three numbers and the case they are for.
struct SpringMotion: Equatable, BitwiseCopyable {
  enum Regime: UInt8, BitwiseCopyable {
    case under, critical, over
    /// Infinite damping or no time: at the goal from the start.
    case settled
  }
  private(set) var regime: Regime
  /// Under-damped: ζ ω. Critical: ω. Over-damped: the slower root, negative.
  private(set) var a = 0.0
  /// Under-damped: ω √(1 - ζ²). Over-damped: the faster root, negative.
  private(set) var b = 0.0

  static var settled: SpringMotion { SpringMotion(omega: 0, ratio: -1) }

  /// - Parameters:
  ///   - omega: Undamped angular frequency, radians/s; not positive: settled.
  ///   - ratio: Damping ratio; infinite: settled. Within 1e-9 of 1 it counts as 1.
  init(omega: Double, ratio: Double) {
    guard omega > 0, omega.isFinite, ratio >= 0, ratio.isFinite else {
      regime = .settled
      return
    }
    if (ratio - 1).magnitude < 1e-9 {
      regime = .critical
      a = omega
    } else if ratio < 1 {
      regime = .under
      a = ratio * omega
      b = omega * squareRoot(1 - ratio * ratio)
    } else {
      regime = .over
      let r = omega * squareRoot(ratio * ratio - 1)
      // The sum of the roots cancels for great ratios; their product does not.
      b = -ratio * omega - r
      a = omega * omega / b
    }
  }

  /// C and S at a time of 0 or more.
  @inline(__always)
  func parts(at t: Double) -> (displacement: Double, velocity: Double) {
    if regime == .settled { return (0, 0) }
    let e = Elementary.exp((regime == .over ? a : -a) * t)
    if e == 0 && regime != .over { return (0, 0) }
    switch regime {
    case .under:
      let (sin, cos) = Elementary.sinCos(b * t)
      let s = sin / b
      return (e * (cos + a * s), e * s)
    case .critical: return (e * (1 + a * t), e * t)
    case .over:
      let fast = Elementary.exp(b * t)
      let width = a - b
      return ((a * fast - b * e) / width, (e - fast) / width)
    case .settled: return (0, 0)
    }
  }

  /// The derivatives of C and S, per second.
  func rates(at t: Double) -> (displacement: Double, velocity: Double) {
    if regime == .settled { return (0, 0) }
    let e = Elementary.exp((regime == .over ? a : -a) * t)
    if e == 0 && regime != .over { return (0, 0) }
    switch regime {
    case .under:
      let (sin, cos) = Elementary.sinCos(b * t)
      return (-e * (a * a + b * b) / b * sin, e * (cos - a / b * sin))
    case .critical: return (-e * a * a * t, e * (1 - a * t))
    case .over:
      let fast = Elementary.exp(b * t)
      let width = a - b
      return (a * b * (fast - e) / width, (a * e - b * fast) / width)
    case .settled: return (0, 0)
    }
  }

  /// When the envelope of x0 C + v S has fallen to `epsilon`; 0 if it never is above, `SpringTiming.forever` at most and without damping.
  @_optimize(size)
  func settlingSeconds(displacement x0: Double, velocity v: Double, epsilon: Double) -> Double {
    min(exactSettlingSeconds(x0, v, epsilon), SpringTiming.forever)
  }

  @_optimize(size)
  private func exactSettlingSeconds(_ x0: Double, _ v: Double, _ epsilon: Double) -> Double {
    let size = x0.magnitude
    switch regime {
    case .settled: return 0
    case .under:
      guard a > 0 else { return size + v.magnitude > 0 ? SpringTiming.forever : 0 }
      let reach = size + ((v + a * x0) / b).magnitude
      return reach > epsilon ? Elementary.log(reach / epsilon) / a : 0
    case .critical:
      let growth = (v + a * x0).magnitude
      return SpringMotion.descend { (size + growth * $0) * Elementary.exp(-a * $0) - epsilon }
    case .over:
      let width = a - b
      let slow = ((v - b * x0) / width).magnitude
      let fast = ((a * x0 - v) / width).magnitude
      let reach = slow + fast
      return reach > epsilon ? Elementary.log(reach / epsilon) / -a : 0
    }
  }

  /// The last zero of a function that rises at most once and then falls for good.
  private static func descend(_ f: (Double) -> Double) -> Double {
    var high = 1e-6
    var rounds = 0
    var last = f(high)
    // On the falling side and below zero.
    while rounds < 200 {
      let next = f(high * 2)
      if next < 0 && next <= last { break }
      high *= 2
      last = next
      rounds += 1
    }
    var low = last < 0 ? 0 : high
    high *= 2
    for _ in 0..<200 {
      let middle = 0.5 * (low + high)
      if middle <= low || middle >= high { break }
      if f(middle) > 0 { low = middle } else { high = middle }
    }
    return high
  }
}
