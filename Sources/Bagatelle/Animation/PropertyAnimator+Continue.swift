// Resuming a paused animator: with other timing, in other time, or only to a fraction.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension PropertyAnimator {
  /// Resumes a paused animator with new timing.
  ///
  /// - Parameters:
  ///   - timing: Nil: its own.
  ///   - durationFactor: 0: in the time that is left, along the rest of the curve. Above: in this part of the
  ///     duration,
  ///     along the whole curve from where it is. Physical springs take their settling duration.
  ///   - keepsVelocity: Springs start with the velocity that the items had when it was paused. Unlike UIKit.
  /// - Throws: `range` for a factor outside 0 to 1e6; `state` unless paused; `notInterruptible`.
  @_optimize(size)
  public func continueAnimation(
    timing: Timing? = nil, durationFactor: Double = 0, keepsVelocity: Bool = false
  ) throws(BagatelleError) {
    let timeline = try living()
    try Check.range(durationFactor, 0, 1e6, "duration_factor")
    try checkPaused("continue of an animator that is not paused")
    try resume(
      timeline, timing, durationFactor, goal: reversed ? 0 : 1, after: 0, keepsVelocity: keepsVelocity)
    tellChanges()
  }

  /// Resumes a paused animator, or starts an inactive one, up to a fraction in its direction, and pauses
  /// there.
  ///
  /// Unlike UIKit. Takes the part of the duration that belongs to the way, or `durationFactor` of the
  /// duration.
  /// - Throws: `range`; `state` while running or stopped; `notInterruptible`; `outOfMemory`.
  @_optimize(size)
  public func continueAnimation(
    toFraction fraction: Double, timing: Timing? = nil, durationFactor: Double = 0
  ) throws(BagatelleError) {
    let timeline = try living()
    try Check.range(fraction, 0, 1, "fraction")
    try Check.range(durationFactor, 0, 1e6, "duration_factor")
    if state == .inactive {
      try activate(timeline)
      halt(timeline)
    }
    try checkPaused("continue of an animator that is not paused")
    timeline.hold(drive)
    let goal = reversed ? 1 - fraction : fraction
    let used = timing ?? self.timing
    acting = used
    let way = (goal - timeline.drives[drive].progress).magnitude
    let given = durationFactor > 0 ? durationFactor * duration : way * duration
    var plan = Rebase(
      timing: used, seconds: way == 0 ? 0 : used.duration(given: given), goal: goal, pace: pace)
    plan.stopsShort = true
    plan.usesVelocity = timing != nil
    timeline.rebase(drive, plan)
    tellChanges()
  }

  private func checkPaused(_ rule: StaticString) throws(BagatelleError) {
    guard state == .active, !isRunning else { throw refuse(.state, rule) }
    try checkInterruptible("continue of an animator that is not interruptible")
    if isTransient, let timeline { halt(timeline) }
  }

  /// From paused to running; the caller has checked.
  @_optimize(size)
  func resume(
    _ timeline: Timeline, _ timing: Timing?, _ factor: Double, goal: Double, after: Double,
    keepsVelocity: Bool = false
  ) throws(BagatelleError) {
    let record = timeline.drives.base + Int(drive)
    let used = timing ?? self.timing
    let isPlain = timing == nil && factor == 0 && used.spring == nil
    if record.pointee.mode == .natural && isPlain
      || record.pointee.mode == .held && record.pointee.keepsLine && isPlain
      || runs != 1 && record.pointee.mode == .natural && timing == nil && factor == 0
    {
      timeline.takeUpLine(drive, pace: pace, after: after)
      return
    }
    timeline.hold(drive)
    timeline.bake(drive)
    acting = used
    var plan: Rebase
    let p = record.pointee.progress
    if p == goal {
      plan = Rebase(timing: used, seconds: 0, goal: goal, pace: pace)
    } else if factor > 0 {
      plan = Rebase(timing: used, seconds: used.duration(given: factor * duration), goal: goal, pace: pace)
    } else {
      plan = timeline.rest(drive, used, goal: goal, duration: duration, pace: pace)
    }
    plan.after = after
    plan.usesVelocity = timing != nil
    plan.keepsVelocity = keepsVelocity && record.pointee.keepsRates
    timeline.rebase(drive, plan)
  }
}
