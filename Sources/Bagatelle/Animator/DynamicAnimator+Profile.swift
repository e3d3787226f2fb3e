// What the phases of a tick cost: timed from the first reading on.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// What the ticks of an animator cost, since the first reading.
public struct Profile: BitwiseCopyable, Sendable {
  /// Steps of the latest tick.
  public var steps = 0
  /// Steps timed since the first reading.
  public var allSteps: UInt64 = 0
  /// The latest tick that took a step.
  public var latest = PhaseTimes()
  /// The sum of all ticks since the first reading.
  public var all = PhaseTimes()
  public init() {}
}

extension DynamicAnimator {
  /// Milliseconds by phase. The first reading gives zeros and switches timing on, from the next tick that takes a step;
  /// before that nothing is timed and timing costs nothing. Results do not depend on it. Inside a tick: of the one before.
  public var profile: Profile {
    rawWorld.isProfiled = true
    return timing
  }

  /// Nil when nothing is timed.
  func startedClock() -> RunningClock? {
    guard rawWorld.isProfiled else { return nil }
    rawWorld.times = PhaseTimes()
    return RunningClock()
  }

  /// The steps are done: what follows is told apart from them.
  func endStructure(_ clock: inout RunningClock?) {
    if clock != nil { clock!.lap(&rawWorld.times.structure) }
  }

  /// Keeps the times of a tick.
  func finishProfile(_ clock: RunningClock?, steps: Int) {
    guard var clock else { return }
    clock.lap(&rawWorld.times.events)
    rawWorld.times.total = clock.milliseconds
    timing.steps = steps
    timing.allSteps += UInt64(steps)
    timing.latest = rawWorld.times
    timing.all = timing.all + rawWorld.times
  }
}
