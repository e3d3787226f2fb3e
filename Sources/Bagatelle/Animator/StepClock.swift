// Turns elapsed time into whole steps.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A step is due when the carried time is within a billionth of a second of one, so that equal sums of slices
/// give equal steps: 144 calls of 1/144 s are 120 steps of 1/120 s, not 119.
struct StepClock {
  static var tolerance: Double { 1e-9 }

  let stepSeconds: Double
  /// Time that no step took up yet; as little as -1e-9.
  private(set) var carried = 0.0

  init(stepSeconds: Double) { self.stepSeconds = stepSeconds }

  /// Adds time and takes out the whole steps in it.
  mutating func advance(by seconds: Double) -> Int {
    carried += seconds
    // At most 25 s (the clip times the greatest speed) in steps of at least 1 ms.
    let due = (carried + StepClock.tolerance) / stepSeconds
    guard due >= 1, due < 1e6 else { return 0 }
    let steps = Int(due)
    carried -= Double(steps) * stepSeconds
    return steps
  }

  /// Everything came to rest: the time carried so far is dropped.
  mutating func drop() { carried = 0 }

  /// The carried time as a part of a step, 0 to 1.
  var fraction: Double { max(0, min(1, carried / stepSeconds)) }
}
