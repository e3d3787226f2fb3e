// A panel slides over the lower half of its container; a finger pulls it away, at any moment.
// SPDX-License-Identifier: MIT
import Bagatelle

/// A container whose panel is presented, dismissed, pulled by a finger and caught in flight.
final class PanelScreen {
  let timeline: Timeline
  let container: TransitionContainer
  let presenter: Item
  let panel: Item
  let driver = PercentDriver()
  let presentation = Presentation()
  var timing = Timing.easeOut
  private let delegate = TransitionDelegate()

  init(width: Double, height: Double) throws {
    timeline = try Timeline()
    container = try TransitionContainer(
      timeline: timeline, bounds: Rect(x: 0, y: 0, width: width, height: height))
    presenter = try Item(center: Vector2(width / 2, height / 2), size: Vector2(width, height))
    panel = try Item(size: Vector2(width, height / 2))
    try container.insert(presenter)
    presentation.onPresentedFrame = { bounds in  // the lower half
      Rect(x: 0, y: bounds.height / 2, width: bounds.width, height: bounds.height / 2)
    }
    presentation.dimming = try Dimming(colorAlpha: 0.3)
    delegate.onPresentation = { [unowned self] _, _, _ in presentation }
    delegate.onAnimationForPresent = { [unowned self] _, _, _ in slide() }
    delegate.onAnimationForDismiss = { [unowned self] _ in slide() }
    delegate.onInteractionForPresent = { [unowned self] _ in driver }
    delegate.onInteractionForDismiss = { [unowned self] _ in driver }
  }

  /// The panel slides in from below, or out.
  private func slide() -> TransitionAnimation {
    let animation = TransitionAnimation()
    animation.duration = { _ in 0.3 }
    animation.interruptibleAnimator = { [unowned self] context in
      let shown = context.isPresenting ? context.finalFrame(.to) : context.initialFrame(.from)
      let hidden = Rect(x: shown.x, y: shown.y + shown.height, width: shown.width, height: shown.height)
      if context.isPresenting {
        panel.frame = hidden
        try? container.insert(panel)
      }
      let slide = try? PropertyAnimator(timeline: timeline, duration: 0.3, timing: timing) { [panel] in
        panel.frame = context.isPresenting ? shown : hidden
      }
      slide?.addCompletion { _ in _ = try? context.complete(!context.transitionWasCancelled) }
      return slide
    }
    return animation
  }

  func present() throws {
    driver.wantsInteractiveStart = false
    try container.present(panel, over: presenter, delegate: delegate)
  }

  func dismiss() throws {
    driver.wantsInteractiveStart = false
    try container.dismiss()
  }

  /// A finger takes the panel, which may be at rest or on its way.
  func panBegan() throws {
    if container.context != nil {
      try driver.pause()
    } else {
      driver.wantsInteractiveStart = true
      try container.dismiss()
    }
  }

  /// The finger went down by some points, or up.
  func panMoved(by translation: Double) throws {
    guard let context = container.context else { return }
    let change = Gesture.progress(translation: translation, distance: panel.size.y)
    try driver.update(driver.percentComplete + (context.isPresenting ? -change : change))
  }

  /// The finger lets go at a height within the panel: thrown beyond the middle, the panel leaves.
  func panEnded(at y: Double, velocity: Double) throws {
    guard let context = container.context else { return }
    let isLeaving = y + Gesture.project(velocity: velocity) > panel.size.y / 2
    if isLeaving != context.isPresenting { try driver.finish() } else { try driver.cancel() }
  }
}
