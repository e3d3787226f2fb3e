// A value that coasts: exponential decay of its velocity, and a spring where it meets a bound.
// SPDX-License-Identifier: MIT
//
// v(t) = v0 e^(-kt), x(t) = x0 + v0 (1 - e^(-kt)) / k, with e^(-k / 1000) the part of the velocity that is
// left
// after a millisecond. At the exact time of crossing a bound a spring takes over position and velocity.
import BagatelleCore

/// One axis of a decay.
struct DecayAxis: BitwiseCopyable {
  var start = 0.0
  /// Way from the start to the end of the decay.
  var reach = 0.0
  /// k, 1/s.
  var rate = 1.0
  /// When the bound is met; infinite if it never is.
  var crossing = Double.infinity
  var bound = 0.0
  /// Displacement from the bound and velocity at the crossing.
  var displacement = 0.0
  var speed = 0.0
  var spring = SpringMotion.settled

  /// Where it comes to rest.
  var end: Double { crossing < .infinity ? bound : start + reach }

  func position(at t: Double) -> Double {
    if t < crossing { return start + reach * (1 - Elementary.exp(-rate * t)) }
    let parts = spring.parts(at: t - crossing)
    return bound + displacement * parts.displacement + speed * parts.velocity
  }

  func velocity(at t: Double) -> Double {
    if t < crossing { return reach * rate * Elementary.exp(-rate * t) }
    let rates = spring.rates(at: t - crossing)
    return displacement * rates.displacement + speed * rates.velocity
  }

  /// Seconds until less than `threshold` of the way is left.
  @inline(never)
  func seconds(threshold: Double) -> Double {
    if crossing < .infinity {
      return crossing
        + spring.settlingSeconds(displacement: displacement, velocity: speed, epsilon: threshold)
    }
    let left = reach.magnitude
    return left > threshold ? Elementary.log(left / threshold) / rate : 0
  }

  /// - Parameters:
  ///   - low, high: Bounds, in order; infinite for none.
  ///   - target: Where to come to rest instead of where the velocity leads; nil: there.
  @inline(never)
  init(
    from x0: Double, velocity v0: Double, rate: Double, low: Double, high: Double, target: Double?,
    spring: SpringMotion
  ) {
    start = x0
    self.rate = rate
    self.spring = spring
    reach = target.map { $0 - x0 } ?? v0 / rate
    if x0 < low || x0 > high {
      // Outside from the start: back at once.
      crossing = 0
      bound = x0 < low ? low : high
      displacement = x0 - bound
      speed = v0
      return
    }
    let rest = x0 + reach
    guard rest < low || rest > high else { return }
    bound = rest < low ? low : high
    // 1 - e^(-kt) = (bound - x0) / reach
    let left = 1 - (bound - x0) / reach
    crossing = left < 1 ? -Elementary.log(left) / rate : 0
    speed = reach * rate * left
  }

  init() {}
}

/// Both axes of a decaying center, or one of another channel.
struct Decay: BitwiseCopyable {
  var x: DecayAxis
  var y: DecayAxis

  func position(at t: Double) -> Vector2 { Vector2(x.position(at: t), y.position(at: t)) }
  func velocity(at t: Double) -> Vector2 { Vector2(x.velocity(at: t), y.velocity(at: t)) }
}
