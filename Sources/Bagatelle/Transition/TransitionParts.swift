// What takes part in a transition: the delegate that hands out parts, the animation, the interaction.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Hands out the parts of transitions; every callback is optional.
public final class TransitionDelegate: BagatelleObject {
  /// Presented, presenting, source. Nil: a plain presentation.
  public var onPresentation: ((Item, Item, Item?) -> Presentation?)?
  /// Presented, presenting, source. Nil: no animation.
  public var onAnimationForPresent: ((Item, Item, Item?) -> TransitionAnimation?)?
  /// Asked only if there is an animation.
  public var onInteractionForPresent: ((TransitionAnimation) -> TransitionInteraction?)?
  /// Dismissed item.
  public var onAnimationForDismiss: ((Item) -> TransitionAnimation?)?
  public var onInteractionForDismiss: ((TransitionAnimation) -> TransitionInteraction?)?
  public override init() { super.init() }

  deinit { retireID() }
}

/// Moves the items of a transition.
public final class TransitionAnimation: BagatelleObject {
  /// Seconds; read once at the start. Nil: 0.
  public var duration: ((TransitionContext) -> Double)?
  /// Starts the animation, which must call the context's `complete` at its end. May do nothing if an
  /// interaction
  /// does the work.
  public var animate: ((TransitionContext) -> Void)?
  /// Gives the one animator of an interruptible transition; asked once. It must not become inactive before
  /// the
  /// transition is over.
  public var interruptibleAnimator: ((TransitionContext) -> PropertyAnimator?)?
  /// Called after the transition, with the flag of `complete`.
  public var ended: ((Bool) -> Void)?
  public override init() { super.init() }

  deinit { retireID() }
}

/// Links a gesture, or the physics, to a transition. `PercentDriver` is the ready-made one.
open class TransitionInteraction: BagatelleObject {
  /// Called instead of the animation's `animate`, which it calls itself if it needs to.
  public final var start: ((TransitionContext) -> Void)?
  /// Whether the transition begins in the hands of the user. Default true.
  public final var wantsInteractiveStart = true
  /// What the coordinator tells; default easeInOut.
  public final var completionCurve = Timing.Curve.easeInOut
  /// The transition it drives.
  public internal(set) unowned(unsafe) final var context: TransitionContext?
  private final var speed = 1.0

  public override init() { super.init() }

  deinit { retireID() }

  /// Factor on the pace of the rest after the interactive part. Default 1. A value out of range is ignored.
  public final var completionSpeed: Double {
    get { speed }
    set { do { try setCompletionSpeed(newValue) } catch {} }
  }

  /// 1e-3 to 1e3.
  public final func setCompletionSpeed(_ speed: Double) throws(BagatelleError) {
    try Check.range(speed, 1e-3, 1e3, "speed")
    self.speed = speed
  }

  /// Whether the context's own update, finish and cancel are closed to others.
  var drivesContext: Bool { false }
  func begin(_ context: TransitionContext) { start?(context) }
  func pauseAnimation() {}
  /// The transition is done.
  func end(_ completed: Bool) {}
}
