// What a transition, its coordinator and its presentation tell; timing of the rest; initializers.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct TransitionFactsTests {
  @Test("a transition, its coordinator and the presentation tell the facts, and let go of them at the end")
  func facts() throws {
    let scene = try PanelScene()
    let presentation = scene.presentation
    #expect(
      presentation.presentedItem == nil && presentation.presentingItem == nil && presentation.container == nil
    )
    #expect(presentation.shouldPresentInFullscreen && !presentation.shouldRemovePresenter)
    #expect(presentation.presentedFrame == Rect(x: 0, y: 0, width: 0, height: 0))
    var layouts = 0
    presentation.onContainerWillLayout = { layouts += 1 }
    try scene.container.present(
      scene.panel, over: scene.presenter, delegate: scene.delegate, style: .fullscreen)
    #expect(layouts == 1)
    let context = try #require(scene.container.context)
    let coordinator: TransitionCoordinator = try #require(presentation.coordinator)
    #expect(coordinator === context.coordinator && coordinator.context === context)
    #expect(presentation.presentedItem === scene.panel && presentation.presentingItem === scene.presenter)
    #expect(presentation.container === scene.container && presentation.presentedFrame.y == 406)
    #expect(
      context.container === scene.container && context.presentation === presentation && context.isPresenting)
    #expect(context.style == TransitionContext.Style.fullscreen && context.phase == .animating)
    #expect(context.item(TransitionContext.Key.to) === scene.panel && context.item(.from) === scene.presenter)
    #expect(context.animatableItem(.to) === scene.panel && context.animatableItem(.from) == nil)
    #expect(context.initialFrame(.from).height == 812 && context.finalFrame(.from).height == 812)
    #expect(context.initialFrame(.to).height == 0 && context.finalFrame(.to).y == 406)
    #expect(context.targetTransform == .identity && context.transitionDuration == 0.3)
    #expect(coordinator.isAnimated && coordinator.isInterruptible && coordinator.transitionDuration == 0.3)
    #expect(!coordinator.initiallyInteractive && !coordinator.isInteractive && !coordinator.isCancelled)
    #expect(coordinator.percentComplete == 0 && coordinator.completionVelocity == 1)
    #expect(coordinator.completionCurve == .easeInOut && context.interruptibleAnimator === scene.animator)
    try scene.by(0.1)
    #expect(try context.pause() && context.isInteractive && coordinator.isInteractive)
    #expect(try !context.pause())
    #expect(try context.update(0.4) && coordinator.percentComplete == 0.4)
    #expect(try context.finish() && context.phase == .finishing)
    try scene.animator?.start()
    try scene.by(1)
    #expect(context.phase == .done && context.container == nil && context.timeline == nil)
    #expect(code { try context.pause() } == .state)
    #expect(coordinator.isAnimated && coordinator.percentComplete == 0.4 && presentation.coordinator == nil)
  }

  @Test("a presenter that is removed has no final frame, and its own initial frame on the way back")
  func removedPresenter() throws {
    let scene = try PanelScene()
    scene.presentation.shouldRemovePresenter = true
    try scene.present()
    let context = try #require(scene.container.context)
    #expect(context.animatableItem(.from) === scene.presenter && context.finalFrame(.from).height == 0)
    try scene.by(1)
    #expect(!scene.container.contains(scene.presenter))
    try scene.dismiss()
    #expect(scene.container.context?.initialFrame(.to).height == 0)
    #expect(scene.container.context?.finalFrame(.to).height == 812)
  }

  @Test("the rest of an interruptible transition takes the driver's timing")
  func timings() throws {
    let scene = try PanelScene()
    try scene.presented()
    let driver = PercentDriver()
    scene.driver = driver
    driver.timingCurve = .linear
    try scene.dismiss()
    try driver.update(0.5)
    try driver.finish()
    try scene.by(0.075)
    #expect(isNear(scene.y, 812 + 203 * 0.5, 1e-6))
    try scene.by(0.1)
    #expect(scene.container.presentation == nil && driver.context == nil)
  }

  @Test("a driver at work elsewhere is refused, and nothing is presented")
  func busyParts() throws {
    let first = try PanelScene()
    let second = try PanelScene()
    let driver = PercentDriver()
    first.driver = driver
    second.driver = driver
    try first.present()
    #expect(code { try second.present() } == .state)
    #expect(second.container.presentation == nil && second.presentation.container == nil)
    second.driver = nil
    try second.present()
    // A delegate that presents from within: the inner presentation wins, the outer call is refused.
    let third = try PanelScene()
    third.delegate.onPresentation = { [unowned third] _, _, _ in
      third.delegate.onPresentation = nil
      try? third.container.present(third.panel, over: third.presenter)
      return Presentation()
    }
    #expect(code { try third.present() } == .state)
    #expect(third.container.presentation != nil && third.container.context == nil)
  }

  @Test("an animator by curve, and by control points")
  func initializers() throws {
    let timeline = try Timeline()
    let item = try Item()
    let one = try PropertyAnimator(timeline: timeline, duration: 2, curve: .easeOut) { item.center.x = 100 }
    let two = try PropertyAnimator(
      timeline: timeline, duration: 2, controlPoint1: Vector2(0, 0), controlPoint2: Vector2(0.58, 1)
    ) { item.center.y = 100 }
    try one.start()
    try two.start()
    try timeline.advance(to: 1)
    #expect(isNear(item.presentedCenter.x, 68.4643, 1e-4) && item.presentedCenter.x == item.presentedCenter.y)
    #expect(one.timing.kind == Timing.Kind.builtin && two.timing.kind == .cubic)
    #expect(two.timing.controlPoint2 == Vector2(0.58, 1) && one.timing.controlPoint2 == Vector2(0, 0))
  }
}
