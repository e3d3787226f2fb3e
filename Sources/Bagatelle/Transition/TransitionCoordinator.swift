// Lets others animate alongside a transition, in step with it, and hear of its turns.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Belongs to one transition and is usable until that is done.
public final class TransitionCoordinator: BagatelleObject {
  public typealias Callback = (TransitionCoordinator) -> Void

  var owner: TransitionContext? {
    get { ownerReference?.takeUnretainedValue() }
    set { ownerReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  private var ownerReference: Unmanaged<TransitionContext>?
  private var queue: [Callback] = []
  private var completions: [Callback] = []
  private var onChanges: [Callback] = []
  private var onEnds: [Callback] = []
  private var hasBegun = false
  /// Hidden animator of what runs alongside a transition without an animator of its own.
  private var hidden: PropertyAnimator?
  // Readings that outlast the context.
  private var last:
    (
      isAnimated: Bool, initially: Bool, cancelled: Bool, seconds: Double, percent: Double, speed: Double,
      curve: Timing.Curve
    ) = (false, false, false, 0, 0, 1, .easeInOut)

  override init() { super.init() }

  // MARK: Readings

  /// The transition; nil once it has died.
  public var context: TransitionContext? { owner }
  public var isAnimated: Bool { owner?.isAnimated ?? last.isAnimated }
  public var initiallyInteractive: Bool { owner?.initiallyInteractive ?? last.initially }
  public var isInterruptible: Bool { owner?.isInterruptible ?? false }
  public var isInteractive: Bool { owner?.isInteractive ?? false }
  public var isCancelled: Bool { owner?.transitionWasCancelled ?? last.cancelled }
  public var transitionDuration: Double { owner?.transitionDuration ?? last.seconds }
  public var percentComplete: Double { owner?.percentComplete ?? last.percent }
  public var completionVelocity: Double {
    ownerReference?._withUnsafeGuaranteedRef { $0.interaction?.completionSpeed } ?? last.speed
  }
  public var completionCurve: Timing.Curve {
    ownerReference?._withUnsafeGuaranteedRef { $0.interaction?.completionCurve } ?? last.curve
  }

  // MARK: For others

  /// Runs a block alongside the transition, in step with it, and a completion after it.
  ///
  /// - Returns: false once the transition is done: neither is called. A completion given before always runs.
  @discardableResult
  public func animateAlongside(_ block: Callback?, completion: Callback? = nil) -> Bool {
    guard let owner, owner.phase != .done else { return false }
    if let completion { completions.append(completion) }
    guard let block else { return true }
    if hasBegun { run([block]) } else { queue.append(block) }
    return true
  }

  /// Called at every change of `isInteractive`, both ways, until the transition is done.
  public func notifyInteractionChanges(_ handler: @escaping Callback) { onChanges.append(handler) }

  /// Called once, at the first change to not interactive.
  public func notifyInteractionEnds(_ handler: @escaping Callback) { onEnds.append(handler) }

  // MARK: For the context

  /// The transition runs: what was queued goes along from now on.
  func begin() {
    hasBegun = true
    let blocks = queue
    queue = []
    if !blocks.isEmpty { run(blocks) }
  }

  @_optimize(size)
  private func run(_ blocks: [Callback]) {
    guard let owner else { return }
    guard owner.isAnimated else {
      for block in blocks { block(self) }
      return
    }
    do throws(BagatelleError) {
      if let animator = owner.isInterruptible ? owner.interruptibleAnimator : owner.percentAnimator,
        animator.state != .stopped
      {
        for block in blocks { try animator.addAnimations { block(self) } }
        return
      }
      if let hidden, hidden.state == .active {
        for block in blocks { try hidden.addAnimations { block(self) } }
        return
      }
      let isScrubbed = owner.interaction != nil
      guard let timeline = owner.timeline else { return }
      let timing = Timing(curve: isScrubbed ? .linear : owner.interaction?.completionCurve ?? .easeInOut)
      let animator = try PropertyAnimator(
        timeline: timeline, duration: owner.transitionDuration, timing: timing)
      for block in blocks { try animator.addAnimations { block(self) } }
      if isScrubbed {
        animator.pausesOnCompletion = true
        if owner.isInteractive {
          try animator.setFractionComplete(max(0, min(1, owner.percentComplete)))
        } else {
          try animator.start()
        }
        hidden = animator
      } else {
        try animator.start()
      }
    } catch {}
  }

  /// Progress of an own interaction.
  func scrub(_ percent: Double) {
    guard let hidden else { return }
    do throws(BagatelleError) {
      if hidden.isRunning { return }
      hidden.isReversed = false
      try hidden.setFractionComplete(percent)
    } catch {}
  }

  /// The interactive part is over: the rest of the hidden animator takes its part of the duration.
  func finish(toEnd: Bool) {
    guard let hidden, hidden.state == .active else { return }
    do throws(BagatelleError) {
      if hidden.isRunning { try hidden.pause() }
      hidden.isReversed = !toEnd
      try hidden.start()
    } catch {}
  }

  /// The transition is done: the hidden animator is where it ended.
  func snap(_ completed: Bool) {
    guard let hidden else { return }
    self.hidden = nil
    do throws(BagatelleError) {
      guard hidden.state == .active else { return }
      try hidden.stop(withoutFinishing: false)
      try hidden.finish(at: completed ? .end : .start)
    } catch {}
  }

  func tellInteraction() {
    let changes = onChanges
    for tell in changes { tell(self) }
    guard owner?.isInteractive == false else { return }
    let ends = onEnds
    onEnds = []
    for tell in ends { tell(self) }
  }

  func tellEnd() {
    if let owner {
      last = (
        owner.isAnimated, owner.initiallyInteractive, owner.transitionWasCancelled, owner.transitionDuration,
        owner.percentComplete, owner.interaction?.completionSpeed ?? 1,
        owner.interaction?.completionCurve ?? .easeInOut
      )
    }
    let ends = completions
    completions = []
    onChanges = []
    onEnds = []
    queue = []
    for tell in ends { tell(self) }
  }
}
