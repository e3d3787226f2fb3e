// How one item is presented over another: its frame, what lies between, and hooks around the transitions.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Serves one presentation at a time, from its beginning to the end of its dismissal.
public final class Presentation: BagatelleObject {
  /// Frame of the presented item for the container's bounds; called several times. Nil: the bounds.
  public var onPresentedFrame: ((Rect) -> Rect)?
  /// Whether the presenter leaves the container while the item is presented. Default false.
  public var shouldRemovePresenter = false
  public var shouldPresentInFullscreen = true
  public var onPresentationWillBegin: (() -> Void)?
  public var onPresentationDidEnd: ((Bool) -> Void)?
  public var onDismissalWillBegin: (() -> Void)?
  public var onDismissalDidEnd: ((Bool) -> Void)?
  /// Around every change of the container's bounds, and once after `onPresentationWillBegin`.
  public var onContainerWillLayout: (() -> Void)?
  public var onContainerDidLayout: (() -> Void)?
  /// Something between presenter and presented item; set before the presentation begins.
  public var dimming: Dimming?

  /// Set while the presentation lasts.
  public private(set) var presentedItem: Item?
  public private(set) var presentingItem: Item?
  /// The container, which retains this; nil before and after.
  public private(set) var container: TransitionContainer? {
    get { containerReference?.takeUnretainedValue() }
    set { containerReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  package private(set) var containerReference: Unmanaged<TransitionContainer>?
  private(set) var delegate: TransitionDelegate?
  var style = TransitionContext.Style.custom
  public override init() { super.init() }

  deinit { retireID() }

  /// Frame of the presented item as it shall be at the end; zero outside a container.
  public var presentedFrame: Rect {
    guard let container else { return Rect(x: 0, y: 0, width: 0, height: 0) }
    return onPresentedFrame?(container.bounds) ?? container.bounds
  }

  /// Coordinator of the transition under way; nil when there is none, or when it is not animated.
  public var coordinator: TransitionCoordinator? { animatedTransition?.coordinator }

  /// The same transition itself.
  package var animatedTransition: TransitionContext? { animatedReference?.takeUnretainedValue() }
  package var animatedReference: Unmanaged<TransitionContext>? {
    guard let context = containerReference?._withUnsafeGuaranteedRef({ $0.context.map { Unmanaged.passUnretained($0) } }),
      context._withUnsafeGuaranteedRef({ $0.isAnimated })
    else { return nil }
    return context
  }

  func begin(
    _ container: TransitionContainer, _ presented: Item, _ presenting: Item, _ delegate: TransitionDelegate?
  ) {
    self.container = container
    presentedItem = presented
    presentingItem = presenting
    self.delegate = delegate
  }

  func end() {
    container = nil
    presentedItem = nil
    presentingItem = nil
    delegate = nil
  }

  package var tellsLayout: Bool { onContainerWillLayout != nil || onContainerDidLayout != nil }

  var hasLayout: Bool { tellsLayout || dimming != nil }
  func layOut() {
    onContainerWillLayout?()
    if let dimming, let container { dimming.item.frame = container.bounds }
    onContainerDidLayout?()
  }

  func willBegin(presenting: Bool) {
    if presenting {
      dimming?.present(self)
      onPresentationWillBegin?()
      layOut()
    } else {
      dimming?.dismiss(self)
      onDismissalWillBegin?()
    }
  }

  func didEnd(presenting: Bool, _ completed: Bool) {
    if let dimming, let container, presenting != completed { container.remove(dimming.item) }
    if presenting { onPresentationDidEnd?(completed) } else { onDismissalDidEnd?(completed) }
  }
}

/// A layer between presenter and presented item that fades in and out alongside the transition.
public final class Dimming: BagatelleObject {
  /// Lies at the bottom of the container; its alpha goes from 0 to 1.
  public let item: Item
  /// Red, green and blue, 0 to 1. Default black.
  public var red = 0.0
  public var green = 0.0
  public var blue = 0.0
  /// Opacity of the color where the item's alpha is 1. Default 0.3.
  public var colorAlpha = 0.3

  private init(valid item: Item) {
    self.item = item
    super.init()
  }

  /// - Parameter colorAlpha: 0 to 1.
  /// - Throws: `range`.
  public convenience init(colorAlpha: Double = 0.3) throws(BagatelleError) {
    try Check.range(colorAlpha, 0, 1, "color_alpha")
    self.init(valid: try Item())
    self.colorAlpha = colorAlpha
  }

  /// All 0 to 1; the item stays.
  public func setColor(_ red: Double, _ green: Double, _ blue: Double, alpha: Double) throws(BagatelleError) {
    try Check.range(red, 0, 1, "red")
    try Check.range(green, 0, 1, "green")
    try Check.range(blue, 0, 1, "blue")
    try Check.range(alpha, 0, 1, "color_alpha")
    self.red = red
    self.green = green
    self.blue = blue
    colorAlpha = alpha
  }

  func present(_ presentation: Presentation) {
    guard let container = presentation.container else { return }
    item.frame = container.bounds
    item.alpha = 0
    do throws(BagatelleError) { try container.insert(item, at: 0) } catch { return }
    fade(to: 1, presentation)
  }

  func dismiss(_ presentation: Presentation) { fade(to: 0, presentation) }

  private func fade(to alpha: Double, _ presentation: Presentation) {
    let item = item
    let isQueued = presentation.coordinator?.animateAlongside({ _ in item.alpha = alpha }) ?? false
    if !isQueued { item.alpha = alpha }
  }
}
