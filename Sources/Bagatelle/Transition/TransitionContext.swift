// One transition under way: its facts, its state machine, and its end.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Facts and reports of one transition. Done once `complete(_:)` was called; it may be kept after that.
public final class TransitionContext: BagatelleObject {
  public enum Style: Int32, Sendable {
    case custom = 0
    case fullscreen = 1
    case none = 2
  }
  /// A side of the transition.
  public enum Key: Int32, Sendable {
    case from = 0
    case to = 1
  }
  public enum Phase: Int32, Sendable {
    case idle = 0
    case animating = 1
    case interactive = 2
    case finishing = 3
    case cancelling = 4
    case done = 5
  }

  /// The container, which retains this until it is done; nil from then on.
  public internal(set) var container: TransitionContainer? {
    get { containerReference?.takeUnretainedValue() }
    set { containerReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  package private(set) var containerReference: Unmanaged<TransitionContainer>?
  /// The container's clock; nil once this is done.
  public var timeline: Timeline? { container?.timeline }
  public let presentation: Presentation
  /// Whether it presents; else it dismisses.
  public let isPresenting: Bool
  public let style: Style
  public let isAnimated: Bool
  public internal(set) var phase = Phase.idle
  /// Whether the user has it in hand now.
  public var isInteractive: Bool { phase == .interactive }
  public internal(set) var transitionWasCancelled = false
  /// As reported last, any finite number.
  public internal(set) var percentComplete = 0.0
  /// Seconds, as the animation said at the start.
  public private(set) var transitionDuration = 0.0
  /// Always the identity.
  public var targetTransform: Transform { .identity }
  public private(set) var initiallyInteractive = false
  /// Called with every report of progress.
  public var onUpdate: ((Double) -> Void)?

  let presented: Item?
  let presenting: Item?
  // Let go at the end: a context that is kept holds none of the parts.
  private(set) var animation: TransitionAnimation?
  private(set) var interaction: TransitionInteraction?
  public let coordinator = TransitionCoordinator()
  private var completion: ((Bool) -> Void)?
  private var frames: (fromInitial: Rect, fromFinal: Rect, toInitial: Rect, toFinal: Rect)
  private var hasAskedForAnimator = false
  /// Set while the ready-made driver calls update, finish or cancel.
  var isDriving = false

  @_optimize(size)
  init(
    _ container: TransitionContainer, _ presentation: Presentation, isPresenting: Bool, _ style: Style,
    _ isAnimated: Bool, _ animation: TransitionAnimation?, _ interaction: TransitionInteraction?,
    _ completion: ((Bool) -> Void)?
  ) {
    containerReference = Unmanaged.passUnretained(container)
    self.presentation = presentation
    self.isPresenting = isPresenting
    self.style = style
    self.isAnimated = isAnimated
    self.animation = animation
    self.interaction = interaction
    self.completion = completion
    presented = presentation.presentedItem
    presenting = presentation.presentingItem
    let zero = Rect(x: 0, y: 0, width: 0, height: 0)
    frames = (zero, zero, zero, zero)
    super.init()
    presentation.style = style
    coordinator.owner = self
    let there = presenting?.frame ?? zero
    let removes = presentation.shouldRemovePresenter
    if isPresenting {
      frames = (there, removes ? zero : container.bounds, zero, presentation.presentedFrame)
    } else {
      frames = (presented?.frame ?? zero, zero, removes ? zero : there, removes ? container.bounds : there)
    }
  }

  deinit {
    retireID()
    coordinator.owner = nil
    if let interaction, interaction.context === self { interaction.context = nil }
  }

  /// The container died: nothing more can come of it.
  func abandon() {
    phase = .done
    coordinator.owner = nil
    interaction?.end(false)
    interaction?.context = nil
    container = nil
    completion = nil
    onUpdate = nil
    interruptibleAnimator = nil
    animation = nil
    interaction = nil
  }

  // MARK: Facts

  public func item(_ key: Key) -> Item? { itemReference(key)?.takeUnretainedValue() }
  @inline(__always)
  package func itemReference(_ key: Key) -> Unmanaged<Item>? {
    ((key == .to) == isPresenting ? presented : presenting).map { Unmanaged.passUnretained($0) }
  }

  /// The item to be moved; nil for a presenter that is not to be touched.
  public func animatableItem(_ key: Key) -> Item? { animatableReference(key)?.takeUnretainedValue() }
  @_optimize(speed)
  package func animatableReference(_ key: Key) -> Unmanaged<Item>? {
    let isPresenter = (key == .to) != isPresenting
    return isPresenter && !presentation.shouldRemovePresenter ? nil : itemReference(key)
  }

  /// Frame at the start; zero if not known or not visible.
  public func initialFrame(_ key: Key) -> Rect { key == .from ? frames.fromInitial : frames.toInitial }

  /// Frame to come to; zero if the item will be removed.
  public func finalFrame(_ key: Key) -> Rect { key == .from ? frames.fromFinal : frames.toFinal }

  /// The animator of an interruptible transition; nil before it was asked for, which happens once, ahead of the
  /// animation or the interaction.
  public private(set) var interruptibleAnimator: PropertyAnimator?

  /// Whether it can be taken in hand while it runs.
  public var isInterruptible: Bool {
    hasAskedForAnimator ? interruptibleAnimator != nil : isAnimated && animation?.interruptibleAnimator != nil
  }

  // MARK: Running

  func run() {
    // From the start: no callback can put it to work elsewhere.
    interaction?.context = self
    transitionDuration = 0
    if isAnimated, let duration = animation?.duration {
      let seconds = duration(self)
      transitionDuration = seconds >= 0 && seconds <= 1e9 ? seconds : 0
    }
    initiallyInteractive = interaction?.wantsInteractiveStart ?? false
    phase = initiallyInteractive ? .interactive : .animating
    presentation.willBegin(presenting: isPresenting)
    guard phase != .done else { return }
    if isAnimated, let animation, let ask = animation.interruptibleAnimator {
      let given = ask(self)
      guard phase != .done else { return }
      interruptibleAnimator = given
    }
    hasAskedForAnimator = true
    if let interaction {
      interaction.begin(self)
    } else if let animation, isAnimated || style == .custom {
      if let animate = animation.animate {
        animate(self)
      } else if let animator = interruptibleAnimator {
        startIfInactive(animator)
      }
    }
    guard phase != .done else { return }
    coordinator.begin()
    if animation == nil || !isAnimated { completePlainly() }
  }

  func startIfInactive(_ animator: PropertyAnimator) {
    guard animator.state == .inactive else { return }
    do throws(BagatelleError) { try animator.start() } catch {}
  }

  /// Without animation: the items are put where they belong.
  private func completePlainly() {
    guard phase != .done else { return }
    if animation == nil, isPresenting, let presented {
      presented.frame = finalFrame(.to)
      do throws(BagatelleError) {
        if let container, !container.contains(presented) { try container.insert(presented) }
      } catch {}
    }
    do throws(BagatelleError) { try complete(true) } catch {}
  }

  // MARK: Reports

  private func checkOpen() throws(BagatelleError) {
    guard phase != .done, phase != .idle else {
      throw BagatelleError(.state, "context", Double(phase.rawValue))
    }
    guard isDriving || interaction?.drivesContext != true else { throw BagatelleError(.state, "context") }
  }

  /// Reports progress. Any finite number; what it drives is held within 0 to 1.
  ///
  /// - Returns: false while no interaction is at work: ignored.
  /// - Throws: `range` if not finite; `state` when done, and for transitions with a `PercentDriver`.
  @discardableResult
  public func update(_ percent: Double) throws(BagatelleError) -> Bool {
    try Check.finite(percent, "percent")
    try checkOpen()
    switch phase {
    case .interactive: break
    case .finishing, .cancelling:
      // Own interactions keep reporting while the physics settles; the ready-made one does not.
      if isDriving || interaction == nil { return false }
    default: return false
    }
    percentComplete = percent
    coordinator.scrub(max(0, min(1, percent)))
    onUpdate?(percent)
    return true
  }

  /// Takes the running transition in hand.
  ///
  /// - Returns: false when it is in hand already.
  /// - Throws: `notInterruptible`; `state` when done.
  @discardableResult
  public func pause() throws(BagatelleError) -> Bool {
    guard phase != .done, phase != .idle else {
      throw BagatelleError(.state, "context", Double(phase.rawValue))
    }
    if phase == .interactive { return false }
    guard interruptibleAnimator != nil else { throw BagatelleError(.notInterruptible, "context") }
    if let driver = interaction, driver.drivesContext, !isDriving {
      driver.pauseAnimation()
      return true
    }
    transitionWasCancelled = false
    setPhase(.interactive)
    return true
  }

  /// The interactive part is over and the transition will be completed.
  ///
  /// - Returns: false when it is finishing already.
  /// - Throws: `state` unless it was interactive; also while cancelling.
  @discardableResult
  public func finish() throws(BagatelleError) -> Bool {
    try checkOpen()
    if phase == .finishing { return false }
    guard phase == .interactive else { throw BagatelleError(.state, "context", Double(phase.rawValue)) }
    transitionWasCancelled = false
    coordinator.finish(toEnd: true)
    setPhase(.finishing)
    return true
  }

  /// The interactive part is over and the transition will be taken back.
  ///
  /// - Returns: false when it is cancelling already.
  /// - Throws: `state` unless it was interactive; also while finishing.
  @discardableResult
  public func cancel() throws(BagatelleError) -> Bool {
    try checkOpen()
    if phase == .cancelling { return false }
    guard phase == .interactive else { throw BagatelleError(.state, "context", Double(phase.rawValue)) }
    transitionWasCancelled = true
    coordinator.finish(toEnd: false)
    setPhase(.cancelling)
    return true
  }

  private func setPhase(_ new: Phase) {
    let was = isInteractive
    phase = new
    if was != isInteractive { coordinator.tellInteraction() }
  }

  /// Ends the transition; the flag alone decides whether it took place, whatever finish or cancel said.
  ///
  /// - Returns: false if it was still interactive: neither finish nor cancel came before.
  /// - Throws: `state` the second time.
  @discardableResult
  @_optimize(size)
  public func complete(_ completed: Bool) throws(BagatelleError) -> Bool {
    // The container may let go of it below.
    let own = Unmanaged.passRetained(self)
    defer { own.release() }
    guard phase != .done, phase != .idle else {
      throw BagatelleError(.state, "context", Double(phase.rawValue))
    }
    let wasOpen = phase == .interactive
    if wasOpen {
      setPhase(.finishing)
      guard phase != .done else { throw BagatelleError(.state, "context") }
    }
    let container = self.container
    phase = .done
    interaction?.end(completed)
    interaction?.context = nil
    coordinator.snap(completed)
    // Removed before the hooks, so that these may present or dismiss again.
    if let container, container.context === self { container.context = nil }
    let isGone = isPresenting != completed
    presentation.didEnd(presenting: isPresenting, completed)
    coordinator.tellEnd()
    animation?.ended?(completed)
    if isGone, let presented, let container { container.remove(presented) }
    if isPresenting, completed, presentation.shouldRemovePresenter, let presenting, let container {
      container.remove(presenting)
    }
    if isGone {
      if let container, container.presentation === presentation { container.presentation = nil }
      presentation.end()
    }
    let tell = completion
    completion = nil
    onUpdate = nil
    interruptibleAnimator = nil
    animation = nil
    interaction = nil
    tell?(completed)
    self.container = nil
    return !wasOpen
  }
}
