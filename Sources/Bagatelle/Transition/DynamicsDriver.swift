// A dynamic behavior as the driver of a transition: the animator's steps report progress, its rest ends it.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// How the physics drives a transition.
public struct DynamicsDriverOptions {
  /// Simulated seconds after which the behavior is taken away, 0.001 to 1e6.
  public var timeLimit = 4.0
  /// Progress to report each tick; nil: none.
  public var progress: (() -> Double)?
  /// Whether to end now, asked each tick after the report.
  public var finishWhen: (() -> Bool)?
  /// Called once at the end, before the context is told: to set frames. Returns whether the transition took
  /// place.
  public var end: (() -> Bool)?
  public init() {}
}

/// By which an animator is known after its death.
final class AnimatorMark {}

extension TransitionContext {
  /// Adds a behavior to an animator and lets it drive this transition until it rests or its time is over.
  ///
  /// It takes the behavior's action and the animator's `onDidPause`, and gives both back at the end. At the
  /// end the
  /// behavior is removed, `end` is asked, and an interactive transition is finished or cancelled before it
  /// completes.
  /// Works for `animate` and for an interaction of one's own.
  /// - Throws: `range`; `state` when done, and for transitions with a `PercentDriver`; what adding throws.
  @_optimize(size)
  public func drive(
    _ animator: DynamicAnimator, _ behavior: DynamicBehavior, _ options: DynamicsDriverOptions
  ) throws(BagatelleError) {
    try Check.range(options.timeLimit, 0.001, 1e6, "time_limit")
    guard phase != .done, phase != .idle else {
      throw BagatelleError(.state, "context", Double(phase.rawValue))
    }
    guard interaction?.drivesContext != true else { throw BagatelleError(.state, "context") }
    try animator.addBehavior(behavior)
    let began = animator.elapsedSeconds
    let oldPause = animator.onDidPause
    // The behavior may outlive this animator and come to another, even to one at the same address. It has the action, so it lives.
    let mark = animator.mark ?? AnimatorMark()
    animator.mark = mark
    let drive = DynamicsDrive(self, behavior, options, behavior.action)
    behavior.action = { [unowned(unsafe) behavior] in
      drive.oldAction?()
      guard let animator = behavior.animator, animator.mark === mark else { return }
      if let progress = options.progress { do throws(BagatelleError) { try self.update(progress()) } catch {} }
      let isOver = animator.elapsedSeconds - began >= options.timeLimit - 1e-9
      if isOver || options.finishWhen?() == true { drive.end(animator) }
    }
    // Holds the behavior, which may have no other owner once it was removed.
    animator.onDidPause = { [behavior] paused in
      oldPause?(paused)
      paused.onDidPause = oldPause
      withExtendedLifetime(behavior) { drive.end(paused) }
    }
  }
}

/// What is held until the physics has ended its transition; others may drive theirs by the same animator meanwhile.
private final class DynamicsDrive {
  private var context: TransitionContext?
  /// It holds this by its action.
  private unowned(unsafe) let behavior: DynamicBehavior
  private var options: DynamicsDriverOptions
  private(set) var oldAction: (() -> Void)?

  init(
    _ context: TransitionContext, _ behavior: DynamicBehavior, _ options: DynamicsDriverOptions, _ oldAction: (() -> Void)?
  ) {
    self.context = context
    self.behavior = behavior
    self.options = options
    self.oldAction = oldAction
  }

  /// The behavior is at rest, or its time is over, whatever else may move.
  @_optimize(size)
  func end(_ animator: DynamicAnimator) {
    guard let context else { return }
    self.context = nil
    let behavior = behavior
    let ended = behavior.action
    behavior.action = oldAction
    if behavior.animator === animator {
      do throws(BagatelleError) { try animator.removeBehavior(behavior) } catch {}
    }
    let ask = options.end
    options = DynamicsDriverOptions()
    let completed = ask?() ?? true
    do throws(BagatelleError) {
      if context.isInteractive { if completed { try context.finish() } else { try context.cancel() } }
      if context.phase != .done { try context.complete(completed) }
    } catch {}
    withExtendedLifetime(ended) {}  // What the closure holds dies last.
  }
}
