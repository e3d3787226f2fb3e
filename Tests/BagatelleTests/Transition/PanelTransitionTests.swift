// A panel over half the screen: presented, dismissed, closed by a finger and interrupted. Numbers of seed
// scene 003.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

/// Container 375 x 812 with a presenter; a panel of half the height with dimming.
final class PanelScene {
  let timeline: Timeline
  let container: TransitionContainer
  let presenter: Item
  let panel: Item
  let delegate = TransitionDelegate()
  let presentation = Presentation()
  let dimming: Dimming
  let log = Log()
  var driver: PercentDriver?
  var animator: PropertyAnimator?
  var timing = Timing.easeOut

  init() throws {
    timeline = try Timeline()
    container = try TransitionContainer(timeline: timeline, bounds: Rect(x: 0, y: 0, width: 375, height: 812))
    presenter = try Item(center: Vector2(187.5, 406), size: Vector2(375, 812))
    panel = try Item(size: Vector2(375, 406))
    dimming = try Dimming()
    try container.insert(presenter)
    presentation.dimming = dimming
    presentation.onPresentedFrame = { Rect(x: 0, y: $0.height / 2, width: $0.width, height: $0.height / 2) }
    let log = log
    presentation.onPresentationWillBegin = { log.add("will begin") }
    presentation.onContainerDidLayout = { log.add("layout") }
    presentation.onPresentationDidEnd = { log.add("presentation ended \($0)") }
    presentation.onDismissalWillBegin = { log.add("will dismiss") }
    presentation.onDismissalDidEnd = { log.add("dismissal ended \($0)") }
    delegate.onPresentation = { [unowned self] _, _, _ in presentation }
    delegate.onAnimationForPresent = { [unowned self] _, _, _ in animation(presents: true) }
    delegate.onAnimationForDismiss = { [unowned self] _ in animation(presents: false) }
    delegate.onInteractionForPresent = { [unowned self] _ in driver }
    delegate.onInteractionForDismiss = { [unowned self] _ in driver }
  }

  func animation(presents: Bool) -> TransitionAnimation {
    let animation = TransitionAnimation()
    let log = log
    animation.duration = { _ in 0.3 }
    animation.interruptibleAnimator = { [unowned self] context in
      log.add("animate")
      let final = Rect(x: 0, y: 406, width: 375, height: 406)
      let below = Rect(x: 0, y: 812, width: 375, height: 406)
      guard let item = context.item(presents ? .to : .from) else { return nil }
      if presents {
        #expect(context.finalFrame(.to) == final)
        item.frame = below
        try? context.container?.insert(item)
      } else {
        #expect(context.initialFrame(.from) == final && context.finalFrame(.from).height == 0)
      }
      let made = try? PropertyAnimator(timeline: timeline, duration: 0.3, timing: timing) {
        item.frame = presents ? final : below
      }
      made?.addCompletion { position in
        log.add("\(position)")
        let completed = !context.transitionWasCancelled
        log.add("complete \(completed)")
        _ = try? context.complete(completed)
      }
      animator = made
      return made
    }
    animation.ended = { log.add("ended \($0)") }
    return animation
  }

  func present() throws {
    try container.present(panel, over: presenter, delegate: delegate) { [log] in log.add("completion \($0)") }
    container.context?.coordinator.animateAlongside(nil) { [log] _ in log.add("coordinator") }
  }
  func dismiss() throws { try container.dismiss { [log] in log.add("completion \($0)") } }
  func to(_ time: Double) throws { try timeline.advance(to: time) }
  func by(_ seconds: Double) throws { try timeline.advance(by: seconds) }

  /// Presented already, with a clean log.
  func presented() throws {
    try present()
    try by(1)
    log.lines = []
  }

  var y: Double { panel.presentedCenter.y }
  var dim: Double { dimming.item.presentedAlpha }
}

@Suite struct PanelTests {
  @Test("15.1: presenting follows the curve, with the dimming alongside, and ends in order")
  func presents() throws {
    let scene = try PanelScene()
    try scene.present()
    for (t, p, y) in [
      (0, 0, 1015), (0.03, 0.160572, 949.808), (0.075, 0.378138, 861.476), (0.15, 0.684643, 737.035),
      (0.225, 0.906535, 646.947),
    ] {
      try scene.to(t)
      #expect(isNear(scene.y, y, 0.01) && isNear(scene.dim, p, 1e-4), "t = \(t)")
      #expect(scene.panel.center.y == 609)
    }
    let names = scene.container.items.map {
      $0 === scene.panel ? "panel" : $0 === scene.presenter ? "presenter" : "dim"
    }
    #expect(names == ["dim", "presenter", "panel"])
    #expect(scene.dimming.item.frame == scene.container.bounds)
    #expect(scene.log.lines == ["will begin", "layout", "animate"])
    scene.log.lines = []
    try scene.to(0.3)
    #expect(scene.y == 609 && scene.dim == 1)
    #expect(
      scene.log.lines == [
        "end", "complete true", "presentation ended true", "coordinator", "ended true", "completion true",
      ])
    #expect(scene.container.context == nil && scene.container.presentation === scene.presentation)
  }

  @Test("15.1: the same with a spring by ratio ends exactly")
  func presentsWithSpring() throws {
    let scene = try PanelScene()
    scene.timing = Timing(spring: try SpringTiming(dampingRatio: 1))
    try scene.present()
    for (t, y) in [(0.05, 830.226), (0.1, 685.257), (0.15, 631.542), (0.2, 615.163)] {
      try scene.to(t)
      #expect(isNear(scene.y, y, 0.01), "t = \(t)")
    }
    try scene.to(0.3)
    #expect(scene.y == 609 && scene.log.lines.last == "completion true")
  }

  @Test("15.2: dismissing takes panel and dimming away")
  func dismisses() throws {
    let scene = try PanelScene()
    try scene.presented()
    let start = scene.timeline.time
    try scene.dismiss()
    for (t, y, p) in [(0.075, 762.524, 0.378138), (0.15, 886.965, 0.684643), (0.225, 977.053, 0.906535)] {
      try scene.to(start + t)
      #expect(isNear(scene.y, y, 0.01) && isNear(scene.dim, 1 - p, 1e-4), "t = \(t)")
    }
    try scene.to(start + 0.3000001)
    #expect(scene.y == 1015)
    #expect(
      scene.log.lines == [
        "will dismiss", "animate", "end", "complete true", "dismissal ended true", "ended true",
        "completion true",
      ])
    #expect(scene.container.items.count == 1 && scene.container.presentation == nil)
    #expect(code { try scene.dismiss() } == .state)
    // It can be presented again, by a fresh presentation.
    let fresh = Presentation()
    fresh.onPresentedFrame = scene.presentation.onPresentedFrame
    scene.delegate.onPresentation = { _, _, _ in fresh }
    try scene.present()
    try scene.by(1)
    #expect(scene.container.presentation != nil)
  }

  /// Interactive closing, scrubbed to a progress.
  func closing(_ p: Double) throws -> (PanelScene, PercentDriver) {
    let scene = try PanelScene()
    try scene.presented()
    let driver = PercentDriver()
    scene.driver = driver
    try scene.dismiss()
    try driver.update(p)
    return (scene, driver)
  }

  @Test("15.3 a: a finger scrubs panel and dimming")
  func scrubs() throws {
    let (scene, driver) = try closing(Gesture.progress(translation: 101.5, distance: 406))
    #expect(isNear(scene.y, 710.5, 1e-9) && isNear(scene.dim, 0.75, 1e-9))
    #expect(scene.container.context?.isInteractive == true && driver.percentComplete == 0.25)
    try scene.by(3)
    #expect(isNear(scene.y, 710.5, 1e-9))
    try driver.update(0.5)
    #expect(isNear(scene.y, 812, 1e-9) && driver.duration == 0.3)
    #expect(code { try scene.container.context?.update(0.2) } == .state)
    #expect(code { try scene.container.context?.finish() } == .state)
    #expect(code { try driver.update(.nan) } == .range)
  }

  @Test("15.3 b: the projected end decides")
  func decides() {
    #expect(100 + Gesture.project(velocity: 300) > 203)
    #expect(100 + Gesture.project(velocity: 100) < 203)
  }

  @Test("15.3 c: finishing takes the rest of the time, at twice the speed half of it")
  func finishes() throws {
    for speed in [1.0, 2] {
      let (scene, driver) = try closing(0.5)
      driver.completionSpeed = speed
      let animator = try #require(scene.animator)
      try driver.finish()
      #expect(isNear(animator.remainingSeconds, 0.15 / speed, 1e-12))
      try scene.by(0.075 / speed)
      #expect(isNear(scene.y, 950.983, 0.01))
      try scene.by(0.0750001 / speed)
      #expect(scene.log.lines.contains("complete true") && scene.container.presentation == nil)
      #expect(code { try driver.finish() } == .state)
    }
  }

  @Test("15.3 d: cancelling goes back, and the panel stays")
  func cancels() throws {
    let (scene, driver) = try closing(0.25)
    let context = try #require(scene.container.context)
    var seen = ""
    context.coordinator.notifyInteractionChanges { seen = "\($0.isInteractive) \($0.isCancelled)" }
    try driver.cancel()
    #expect(seen == "false true")
    try scene.by(0.074)
    #expect(scene.container.context != nil)
    scene.log.lines = []
    try scene.by(0.0010001)
    #expect(isNear(scene.y, 609, 1e-9) && scene.dim == 1 && scene.panel.center.y == 609)
    #expect(
      scene.log.lines == [
        "start", "complete false", "dismissal ended false", "ended false", "completion false",
      ])
    #expect(scene.container.contains(scene.panel) && scene.container.contains(scene.dimming.item))
    scene.driver = nil
    try scene.dismiss()
    try scene.by(1)
    #expect(scene.container.presentation == nil)
  }

  /// A close that runs, caught at 0.15 s.
  func caught() throws -> (PanelScene, PercentDriver, TransitionContext, Log) {
    let scene = try PanelScene()
    try scene.presented()
    let driver = PercentDriver()
    driver.wantsInteractiveStart = false
    scene.driver = driver
    try scene.dismiss()
    let context = try #require(scene.container.context)
    #expect(!context.isInteractive && !context.initiallyInteractive)
    let turns = Log()
    context.coordinator.notifyInteractionChanges { turns.add("\($0.isInteractive)") }
    context.coordinator.notifyInteractionEnds { _ in turns.add("once") }
    try scene.by(0.15)
    try driver.pause()
    return (scene, driver, context, turns)
  }

  @Test("15.3 e: a running close is caught, moved and taken back or finished")
  func interrupts() throws {
    for cancels in [true, false] {
      let (scene, driver, context, _) = try caught()
      #expect(
        isNear(driver.percentComplete, 0.684643, 1e-6) && isNear(scene.y, 886.965, 0.001)
          && context.isInteractive)
      try driver.update(driver.percentComplete - 101.5 / 406)
      #expect(isNear(driver.percentComplete, 0.434643, 1e-6) && isNear(scene.y, 785.465, 0.001))
      #expect(isNear(scene.dim, 0.565357, 1e-6))
      let animator = try #require(scene.animator)
      if cancels { try driver.cancel() } else { try driver.finish() }
      let rest = cancels ? 0.130393 : 0.169607
      #expect(isNear(animator.remainingSeconds, rest, 1e-6))
      try scene.by(rest / 2)
      #expect(isNear(scene.y, cancels ? 664.649 : 942.615, 0.01))
      try scene.by(rest)
      #expect(scene.log.lines.contains("complete \(!cancels)"))
    }
    // The animator itself started again, in either direction.
    for reversed in [false, true] {
      let (scene, driver, _, _) = try caught()
      try driver.update(0.434643)
      let animator = try #require(scene.animator)
      animator.isReversed = reversed
      try animator.start()
      #expect(isNear(animator.remainingSeconds, reversed ? 0.0876 : 0.2124, 1e-4))
    }
  }

  @Test("15.3 f: caught again while it goes back, then finished; each turn is told")
  func interruptsAgain() throws {
    let (scene, driver, context, turns) = try caught()
    try driver.cancel()
    #expect(context.transitionWasCancelled && context.phase == .cancelling)
    #expect(code { try driver.finish() } == .state)
    #expect(try !driver.cancel())
    try scene.by(0.05)
    let y = scene.y
    try driver.pause()
    #expect(try !driver.pause())
    #expect(!context.transitionWasCancelled && isNear(scene.y, y, 1e-9))
    #expect(isNear(driver.percentComplete, (y - 609) / 406, 1e-9))
    try driver.finish()
    try scene.by(1)
    #expect(scene.log.lines.contains("complete true") && scene.y == 1015)
    #expect(turns.lines == ["true", "false", "once", "true", "false"])
  }

  @Test("15.3 g: a panel that appears is caught and sent back")
  func catchesPresenting() throws {
    let scene = try PanelScene()
    let driver = PercentDriver()
    driver.wantsInteractiveStart = false
    scene.driver = driver
    try scene.present()
    try scene.to(0.1)
    try driver.pause()
    #expect(isNear(driver.percentComplete, 0.488349, 1e-6) && isNear(scene.y, 816.730, 0.001))
    try driver.update(driver.percentComplete - 40.6 / 406)
    #expect(isNear(scene.y, 857.330, 0.001))
    let animator = try #require(scene.animator)
    try driver.cancel()
    #expect(isNear(animator.remainingSeconds, 0.116505, 1e-6))
    scene.log.lines = []
    try scene.by(0.2)
    #expect(
      scene.log.lines == [
        "start", "complete false", "presentation ended false", "coordinator", "ended false",
        "completion false",
      ])
    #expect(scene.container.items.count == 1 && scene.container.presentation == nil)
  }

  @Test("without an interruptible animator the driver gathers what animate starts")
  func gathers() throws {
    let scene = try PanelScene()
    let driver = PercentDriver()
    driver.completionCurve = .easeOut
    scene.driver = driver
    let timeline = scene.timeline
    let animation = TransitionAnimation()
    animation.duration = { _ in 0.4 }
    animation.animate = { context in
      guard let item = context.item(.to) else { return }
      item.frame = Rect(x: 0, y: 812, width: 375, height: 406)
      try? context.container?.insert(item)
      _ = try? PropertyAnimator.running(timeline: timeline, duration: 9) {
        item.frame = context.finalFrame(.to)
      } completion: { _ in
        _ = try? context.complete(!context.transitionWasCancelled)
      }
    }
    scene.delegate.onAnimationForPresent = { _, _, _ in animation }
    try scene.present()
    #expect(scene.y == 1015)
    try driver.update(0.5)
    #expect(isNear(scene.y, 812, 1e-9) && isNear(scene.dim, 0.5, 1e-9))
    #expect(code { try driver.finish() } == nil)
    #expect(code { try driver.pause() } == .notInterruptible)
    try scene.by(0.1)
    #expect(isNear(scene.y, 812 - 203 * 0.684643, 0.01) && isNear(scene.dim, 0.5 + 0.5 * 0.684643, 1e-4))
    try scene.by(0.11)
    #expect(scene.y == 609 && scene.container.context == nil && scene.log.lines.last == "completion true")
  }

  @Test("not animated, everything happens inside the call")
  func plain() throws {
    let scene = try PanelScene()
    scene.delegate.onAnimationForPresent = nil
    try scene.container.present(
      scene.panel, over: scene.presenter, delegate: scene.delegate, isAnimated: false
    ) {
      [log = scene.log] in log.add("completion \($0)")
    }
    #expect(scene.panel.frame == Rect(x: 0, y: 406, width: 375, height: 406) && scene.dim == 1)
    #expect(scene.log.lines == ["will begin", "layout", "presentation ended true", "completion true"])
    #expect(code { try scene.present() } == .state)
    try scene.container.setBounds(Rect(x: 0, y: 0, width: 400, height: 900))
    #expect(scene.log.lines.last == "layout" && scene.dimming.item.frame.height == 900)
    scene.delegate.onAnimationForDismiss = nil
    try scene.container.dismiss(isAnimated: false)
    #expect(scene.container.items.count == 1 && scene.dim == 0)
  }

  @Test("what dies in the middle of a transition leaves nothing behind")
  func lifetimes() throws {
    let log = Log()
    do {
      let scene = try PanelScene()
      let mark = Mark(log, "scene")
      scene.presentation.onPresentationWillBegin = { withExtendedLifetime(mark) {} }
      let driver = PercentDriver()
      scene.driver = driver
      try scene.present()
      try driver.update(0.3)
    }
    #expect(log.lines == ["scene died"])
  }
}
