// The velocity of a finger from timed samples of its place.
// SPDX-License-Identifier: MIT
//
// The slope of the straight line through the samples of the last tenth of a second, by least squares: a
// single late
// or early sample changes it little, which a difference of two samples does not offer.
import BagatelleCore

/// Follows a finger. Keeps the latest 20 samples.
public final class VelocityTracker: BagatelleObject {
  private static var capacity: Int { 20 }
  /// Samples older than this do not count, seconds.
  public static var horizon: Double { 0.1 }
  /// After this time without a sample the finger counts as resting, seconds.
  public static var patience: Double { 0.05 }

  private struct Sample {
    var time = 0.0
    var place = Vector2(0, 0)
  }
  private var samples: [Sample] = []

  /// Adds a sample; a second one at the same time replaces the first.
  ///
  /// - Throws: `range` for a time before the latest, or what is not finite or beyond 1e9.
  public func add(_ place: Vector2, at time: Double) throws(BagatelleError) {
    try Check.vector(place, within: Limits.magnitude, "place.x", "place.y")
    try Check.range(time, samples.last?.time ?? -1e12, 1e12, "time")
    if let last = samples.last, last.time == time { samples.removeLast() }
    if samples.count == VelocityTracker.capacity { samples.removeFirst() }
    samples.append(Sample(time: time, place: place))
  }

  /// Forgets all samples.
  public func reset() { samples.removeAll(keepingCapacity: true) }

  /// Points per second at the latest sample; 0 with fewer than two.
  public var velocity: Vector2 { velocity(at: samples.last?.time ?? 0) }

  /// Points per second at a release; 0 if the finger rested before it.
  public func velocity(at time: Double) -> Vector2 {
    guard let last = samples.last, time - last.time <= VelocityTracker.patience else { return Vector2(0, 0) }
    var count = 0.0
    var sumT = 0.0
    var sumX = 0.0
    var sumY = 0.0
    for sample in samples where last.time - sample.time <= VelocityTracker.horizon {
      count += 1
      sumT += sample.time - last.time
      sumX += sample.place.x - last.place.x
      sumY += sample.place.y - last.place.y
    }
    let meanT = sumT / count
    var spread = 0.0
    var wayX = 0.0
    var wayY = 0.0
    for sample in samples where last.time - sample.time <= VelocityTracker.horizon {
      let t = sample.time - last.time - meanT
      spread += t * t
      wayX += t * (sample.place.x - last.place.x - sumX / count)
      wayY += t * (sample.place.y - last.place.y - sumY / count)
    }
    guard spread > 1e-12 else { return Vector2(0, 0) }
    return Vector2(wayX / spread, wayY / spread)
  }
}
