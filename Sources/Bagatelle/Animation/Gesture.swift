// Arithmetic between a finger and an animation: hand-over of velocities, projection, rubber band, decay.
// SPDX-License-Identifier: MIT
//
// Projection and decay: "Designing Fluid Interfaces", Apple WWDC 2018, session 803. Rubber band: the curve of
// scroll
// views as published by several public measurements, x c d / (d + c |x|).
import BagatelleCore

/// Functions without state; what is not finite gives 0.
public enum Gesture {
  /// Part of the velocity left after a millisecond of normal scrolling.
  public static var normalRate: Double { 0.998 }
  /// The same of fast scrolling.
  public static var fastRate: Double { 0.99 }

  /// How far a release at a velocity would carry: v d / (1 - d) / 1000, in steps of a millisecond.
  ///
  /// - Parameter rate: 0 to 1 without the ends; else 0 comes out.
  public static func project(velocity: Double, rate: Double = normalRate) -> Double {
    guard velocity.isFinite, rate > 0, rate < 1 else { return 0 }
    return velocity * rate / (1 - rate) / 1000
  }

  /// Where a release at a place would come to rest.
  public static func project(
    from place: Vector2, velocity: Vector2, rate: Double = normalRate
  ) -> Vector2 {
    Vector2(
      place.x + project(velocity: velocity.x, rate: rate), place.y + project(velocity: velocity.y, rate: rate)
    )
  }

  /// How far something follows a finger that is `distance` beyond its bound.
  ///
  /// - Parameters:
  ///   - dimension: What the result never reaches, above 0.
  ///   - coefficient: Slope at 0.
  public static func rubberBand(_ distance: Double, dimension: Double, coefficient: Double = 0.55) -> Double {
    guard distance.isFinite, dimension > 0, dimension.isFinite, coefficient > 0, coefficient.isFinite
    else { return 0 }
    return distance * coefficient * dimension / (dimension + coefficient * distance.magnitude)
  }

  /// The finger's distance at which the rubber band shows `shown`; 0 at or beyond the dimension.
  public static func rubberBandInverse(
    _ shown: Double, dimension: Double, coefficient: Double = 0.55
  ) -> Double {
    guard shown.isFinite, dimension > 0, dimension.isFinite, coefficient > 0, shown.magnitude < dimension
    else { return 0 }
    return shown * dimension / (coefficient * (dimension - shown.magnitude))
  }

  /// A value held by rubber bands beyond two bounds.
  public static func rubberBand(
    _ value: Double, low: Double, high: Double, dimension: Double, coefficient: Double = 0.55
  ) -> Double {
    if value < low { return low + rubberBand(value - low, dimension: dimension, coefficient: coefficient) }
    if value > high { return high + rubberBand(value - high, dimension: dimension, coefficient: coefficient) }
    return value
  }

  /// Velocity for a spring: total distances per second, by axis; 0 along an axis without distance.
  public static func relativeVelocity(_ velocity: Vector2, from: Vector2, to: Vector2) -> Vector2 {
    func part(_ v: Double, _ way: Double) -> Double {
      let r = v / way
      return way != 0 && r.isFinite ? r : 0
    }
    return Vector2(part(velocity.x, to.x - from.x), part(velocity.y, to.y - from.y))
  }

  /// Change of a transition's progress by a finger that moved; 0 for a distance of 0.
  public static func progress(translation: Double, distance: Double) -> Double {
    let p = translation / distance
    return p.isFinite ? p : 0
  }

  // MARK: Decay

  /// k of e^(-kt), 1/s, for a part left after a millisecond.
  static func decayConstant(_ rate: Double) -> Double { -1000 * Elementary.log(rate) }

  private static func isDecay(_ velocity: Double, _ rate: Double) -> Bool {
    velocity.isFinite && rate > 0 && rate < 1
  }

  /// Velocity after a time of 0 or more.
  public static func decayVelocity(_ velocity: Double, after t: Double, rate: Double = normalRate) -> Double {
    guard isDecay(velocity, rate), t >= 0 else { return 0 }
    return velocity * Elementary.exp(-decayConstant(rate) * t)
  }

  /// Way covered after a time of 0 or more.
  public static func decayDistance(_ velocity: Double, after t: Double, rate: Double = normalRate) -> Double {
    guard isDecay(velocity, rate), t >= 0 else { return 0 }
    let k = decayConstant(rate)
    return velocity / k * (1 - Elementary.exp(-k * t))
  }

  /// Whole way.
  public static func decayTotal(_ velocity: Double, rate: Double = normalRate) -> Double {
    isDecay(velocity, rate) ? velocity / decayConstant(rate) : 0
  }

  /// Seconds until less than `threshold` of the way is left.
  public static func decaySeconds(
    _ velocity: Double, threshold: Double = 0.5, rate: Double = normalRate
  ) -> Double {
    guard isDecay(velocity, rate), threshold > 0, threshold.isFinite else { return 0 }
    let k = decayConstant(rate)
    let total = velocity.magnitude / k
    return total > threshold ? Elementary.log(total / threshold) / k : 0
  }
}
