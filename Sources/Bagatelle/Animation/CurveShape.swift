// A timing curve as plain data, ready to be evaluated for the animations of one segment.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Plain copy of a `Timing` for one length. A cubic curve or a list gives progress; a spring gives the two
/// parts
/// of its motion, for up to two velocities.
struct CurveShape: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable { case cubic, piecewise, spring, composed }
  var kind: Kind
  /// Both axes of a spring have the same motion.
  var isUniform = true
  /// The velocity is in units of the channel.
  var isAbsolute = false
  /// Whether the cubic curve is the straight line, found out once.
  let isLinear: Bool
  let cubic: CubicTiming
  var piecewise: PiecewiseTiming
  var x = SpringMotion.settled
  var y = SpringMotion.settled
  var velocity = Vector2(0, 0)

  init(cubic: CubicTiming) {
    kind = .cubic
    self.cubic = cubic
    isLinear = cubic.isLinear
    piecewise = PiecewiseTiming(points: UnsafePointer(bitPattern: 64).unsafelyUnwrapped, count: 0)
  }

  mutating func setSpring(_ spring: SpringTiming, seconds: Double, isComposed: Bool) {
    kind = isComposed ? .composed : .spring
    velocity = spring.velocity
    isAbsolute = spring.isAbsolute
    x = spring.motion(seconds: seconds, velocity: spring.velocity.x)
    if spring.kind == .ratio && !spring.isAbsolute && spring.velocity.y != spring.velocity.x {
      y = spring.motion(seconds: seconds, velocity: spring.velocity.y)
      isUniform = false
    } else {
      y = x
    }
  }

  var isSpring: Bool { kind == .spring || kind == .composed }

  /// Progress of a curve or a list; of a composed one, that of its cubic curve.
  @inline(__always)
  func value(at u: Double) -> Double {
    if kind == .piecewise { return piecewise.value(at: u) }
    if isLinear { return u > 0 ? (u < 1 ? u : 1) : 0 }
    return cubic.value(at: u)
  }

  func slope(at u: Double) -> Double {
    kind == .piecewise ? piecewise.slope(at: u) : cubic.slope(at: u)
  }

  func inverse(of p: Double, near: Double) -> Double {
    kind == .piecewise ? piecewise.inverse(of: p, near: near) : cubic.inverse(of: p, near: near)
  }
}
