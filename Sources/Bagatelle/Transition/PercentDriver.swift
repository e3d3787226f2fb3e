// The ready-made interaction: a progress from a gesture scrubs the animation, and the rest runs by itself.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Drives one transition at a time by a percentage. With an interruptible animator it works on that one; without, the running animations
/// (`PropertyAnimator.running`) that `animate` starts are gathered in a hidden one. An animator of one's own is handed out as the
/// interruptible one.
public final class PercentDriver: TransitionInteraction {
  /// Timing of the rest, with an interruptible animator; nil: the animator's own.
  public var timingCurve: Timing?
  private var animator: PropertyAnimator?
  private var isHidden = false

  override var drivesContext: Bool { true }
  var hiddenAnimator: PropertyAnimator? { isHidden ? animator : nil }

  deinit { retireID() }

  /// Seconds of the transition it drives.
  public var duration: Double { context?.transitionDuration ?? 0 }
  /// Last value of `update`, or where `pause` found it; always counted from the start of the transition.
  public private(set) var percentComplete = 0.0

  @_optimize(size)
  override func begin(_ context: TransitionContext) {
    start?(context)
    percentComplete = 0
    isHidden = false
    animator = nil
    do throws(BagatelleError) {
      if let own = context.isInterruptible ? context.interruptibleAnimator : nil {
        animator = own
        watch(own, context)
        if own.state == .inactive {
          if context.isInteractive { try own.pause() } else { try own.start() }
        } else if context.isInteractive {
          try own.pause()
        }
      } else if context.isInteractive, let timeline = context.timeline {
        let hidden = try PropertyAnimator(
          timeline: timeline, duration: context.transitionDuration, timing: .linear)
        animator = hidden
        isHidden = true
        try hidden.pause()
        let outer = timeline.gathering
        timeline.gathering = hidden
        context.animation?.animate?(context)
        timeline.gathering = outer
        watch(hidden, context)
      } else {
        context.animation?.animate?(context)
      }
    } catch {}
  }

  /// A transition that nobody completes would stay for ever.
  private func watch(_ animator: PropertyAnimator, _ context: TransitionContext) {
    // The animator is not captured: it holds this closure.
    animator.addCompletion { [self, context] _ in
      guard self.context === context, context.phase != .done, let timeline = context.timeline else { return }
      timeline.misuseCount += 1
      timeline.onMisuse?(
        self.animator, "animation of a transition ended without a call of complete")
    }
  }

  override func end(_ completed: Bool) {
    guard let animator else { return }
    self.animator = nil
    guard isHidden, animator.state == .active else { return }
    do throws(BagatelleError) {
      try animator.stop(withoutFinishing: false)
      try animator.finish(at: completed ? .end : .start)
    } catch {}
  }

  private func open() throws(BagatelleError) -> TransitionContext {
    guard let context else { throw BagatelleError(.state, "driver") }
    return context
  }

  /// Scrubs to a progress, held within 0 to 1.
  ///
  /// - Returns: false while it is not interactive: ignored.
  /// - Throws: `range` if not finite; `state` without a transition.
  @discardableResult
  public func update(_ percent: Double) throws(BagatelleError) -> Bool {
    try Check.finite(percent, "percent")
    let context = try open()
    guard context.isInteractive else { return false }
    let p = max(0, min(1, percent))
    percentComplete = p
    try animator?.setFractionComplete(p)
    context.isDriving = true
    defer { context.isDriving = false }
    return try context.update(p)
  }

  /// Completes: the rest takes (1 - percent) × duration / speed.
  ///
  /// - Returns: false when it is finishing already.
  /// - Throws: `state` unless interactive.
  @discardableResult
  public func finish() throws(BagatelleError) -> Bool {
    let context = try open()
    context.isDriving = true
    defer { context.isDriving = false }
    guard try context.finish() else { return false }
    try goOn(1 - percentComplete, reversed: false)
    return true
  }

  /// Takes the transition back: the rest takes percent × duration / speed.
  ///
  /// - Returns: false when it is cancelling already.
  /// - Throws: `state` unless interactive.
  @discardableResult
  public func cancel() throws(BagatelleError) -> Bool {
    let context = try open()
    context.isDriving = true
    defer { context.isDriving = false }
    guard try context.cancel() else { return false }
    try goOn(percentComplete, reversed: true)
    return true
  }

  private func goOn(_ part: Double, reversed: Bool) throws(BagatelleError) {
    guard let animator, animator.state == .active, !animator.isRunning else { return }
    try animator.setReversed(reversed)
    let timing = isHidden ? Timing(curve: completionCurve) : timingCurve
    try animator.continueAnimation(timing: timing, durationFactor: part / completionSpeed)
  }

  /// Takes the running transition in hand; any number of times.
  ///
  /// - Returns: false when it is in hand already.
  /// - Throws: `notInterruptible` without an interruptible animator; `state` without a transition.
  @discardableResult
  public func pause() throws(BagatelleError) -> Bool {
    let context = try open()
    if context.phase == .interactive { return false }
    guard context.isInterruptible, let animator else { throw BagatelleError(.notInterruptible, "driver") }
    if animator.state == .active {
      try animator.pause()
      try animator.setReversed(false)
      percentComplete = max(0, min(1, animator.progress))
    }
    context.isDriving = true
    defer { context.isDriving = false }
    context.percentComplete = percentComplete
    return try context.pause()
  }

  override func pauseAnimation() { do throws(BagatelleError) { try pause() } catch {} }
}

extension TransitionContext {
  /// The hidden animator of the ready-made driver.
  var percentAnimator: PropertyAnimator? {
    guard let interaction, interaction.drivesContext else { return nil }
    return unsafeDowncast(interaction, to: PercentDriver.self).hiddenAnimator
  }
}
