// Shared by the tests of the example scenes.
// SPDX-License-Identifier: MIT
import Bagatelle

func isNear(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

/// The speeds at which an item's vertical motion turns round, and when.
struct Bounces {
  var found: [(time: Double, speed: Double)] = []
  private var last = 0.0
  let isDown: Bool
  init(down: Bool) { isDown = down }
  mutating func add(_ velocity: Double, at time: Double) {
    if velocity * last < 0, (last > 0) == isDown { found.append((time, abs(last))) }
    last = velocity
  }
}
