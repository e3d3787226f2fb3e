// Transitions driven by dynamic behaviors: the shade of seed scene 000 and the drop-out of seed scene 002.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

private let stage = Rect(x: 0, y: 0, width: 375, height: 812)

/// What a shade's pan gesture and its own interaction do, as the seed does it.
private final class ShadeScene {
  let timeline: Timeline
  let container: TransitionContainer
  let presenter: Item
  let shade: Item
  let delegate = TransitionDelegate()
  let interaction = TransitionInteraction()
  let presentation = Presentation()
  let log = Log()
  var context: TransitionContext?
  var animator: DynamicAnimator?
  var percents: [Double] = []
  var arrivals: [(time: Double, speed: Double)] = []
  var floors = 0
  var appears = true
  var hasEmptyAnimation = true

  init() throws {
    timeline = try Timeline()
    container = try TransitionContainer(timeline: timeline, bounds: stage)
    presenter = try Item(center: Vector2(187.5, 406), size: Vector2(375, 812))
    shade = try Item(center: Vector2(187.5, 406), size: Vector2(375, 812))
    let log = log
    presentation.onPresentationDidEnd = { log.add("presentation ended \($0)") }
    presentation.onDismissalDidEnd = { log.add("dismissal ended \($0)") }
    delegate.onPresentation = { [unowned self] _, _, _ in presentation }
    delegate.onAnimationForPresent = { [unowned self] _, _, _ in empty() }
    delegate.onAnimationForDismiss = { [unowned self] _ in empty() }
    delegate.onInteractionForPresent = { [unowned self] _ in asked() }
    delegate.onInteractionForDismiss = { [unowned self] _ in asked() }
    interaction.start = { [unowned self] context in
      log.add("start")
      self.context = context
      context.onUpdate = { [unowned self] in percents.append($0) }
      guard appears else { return }
      try? context.container?.insert(shade)
      shade.frame = Rect(x: 0, y: -812, width: 375, height: 812)
    }
  }

  func empty() -> TransitionAnimation? {
    guard hasEmptyAnimation else { return nil }
    let animation = TransitionAnimation()
    animation.animate = { [log] _ in log.add("animate") }
    animation.ended = { [log] in log.add("ended \($0)") }
    return animation
  }

  func asked() -> TransitionInteraction {
    log.add("asked")
    return interaction
  }

  func begin() throws {
    if appears {
      try container.present(shade, over: presenter, delegate: delegate) { [log] in log.add("completion \($0)")
      }
    } else {
      try container.dismiss { [log] in log.add("completion \($0)") }
    }
  }

  /// The finger is at y: the shade follows in 0.2 s and the progress is read from its model.
  func change(_ y: Double) throws {
    let shade = shade
    try PropertyAnimator.running(timeline: timeline, duration: 0.2) {
      shade.frame = Rect(x: 0, y: y - 812 + 20, width: 375, height: 812)
    }
    let frame = shade.frame
    try context?.update((frame.y + frame.height) / 812)
  }

  /// The finger leaves with a velocity; the physics takes over.
  func end(velocity: Double) throws {
    let up = appears ? velocity < 0.5 || shade.center.y < 0 : velocity <= 0.5 && shade.center.y <= 0
    let dynamics = try DynamicAnimator(referenceBounds: stage)
    animator = dynamics
    try timeline.addAnimator(dynamics)
    let bundle = DynamicBehavior()
    let spring = try AttachmentBehavior(item: shade, anchor: Vector2(187.5, up ? -812 : 812))
    spring.length = 406
    spring.frequency = 3
    spring.damping = 0.1
    let walls = CollisionBehavior(items: [shade])
    walls.referenceBoundsInsets = Insets(top: -812)
    let motion = DynamicItemBehavior(items: [shade])
    motion.elasticity = 0.6
    motion.allowsRotation = false
    for child in [spring, walls, motion] { try bundle.addChild(child) }
    var last = 0.0
    bundle.action = { [unowned self, unowned dynamics] in
      let frame = shade.frame
      _ = try? context?.update((frame.y + frame.height) / 812)
      let v = shade.velocity.y
      if v * last < 0 && (up ? last < 0 : last > 0) { arrivals.append((dynamics.elapsedSeconds, abs(last))) }
      last = v
      if dynamics.elapsedSeconds > 4 { dynamics.removeAllBehaviors() }
    }
    dynamics.onDidPause = { [unowned self] paused in
      log.add("pause")
      paused.removeAllBehaviors()
      guard let context else { return }
      let isAbove = shade.center.y < 0
      do {
        if appears {
          if isAbove {
            container.remove(shade)
            try context.finish()
            try context.complete(false)
          } else {
            shade.frame = context.finalFrame(.to)
            try context.finish()
            try context.complete(true)
          }
        } else if isAbove {
          container.remove(shade)
          try context.finish()
          try context.complete(true)
        } else {
          shade.frame = context.initialFrame(.from)
          try context.cancel()
          try context.complete(false)
        }
      } catch { log.add("refused") }
    }
    try dynamics.addBehavior(bundle)
  }

  func run(seconds: Double) throws {
    let start = timeline.time
    var tick = 1.0
    while timeline.time < start + seconds - 1e-9 && context?.phase != .done {
      try timeline.advance(to: start + tick / 120)
      tick += 1
    }
  }
}

@Suite struct PhysicsTransitionTests {
  @Test("15.4: a shade follows the finger and falls open by physics")
  func shadeOpens() throws {
    let scene = try ShadeScene()
    try scene.begin()
    #expect(scene.log.lines == ["asked", "start"] && scene.shade.center.y == -406)
    let context = try #require(scene.context)
    #expect(context.isInteractive && context.initiallyInteractive && context.transitionDuration == 0)
    try scene.change(300)
    #expect(scene.shade.center.y == -86 && isNear(context.percentComplete, 0.394089, 1e-6))
    let start = scene.timeline.time
    try scene.timeline.advance(to: start + 0.1)
    #expect(isNear(scene.shade.presentedCenter.y, -246, 1e-9))
    try scene.timeline.advance(to: start + 0.2)
    #expect(scene.shade.presentedCenter.y == -86)
    try scene.change(500)
    #expect(scene.shade.center.y == 114 && isNear(context.percentComplete, 0.640394, 1e-6))
    try scene.end(velocity: 800)
    try scene.run(seconds: 5)
    #expect(isNear(scene.animator?.elapsedSeconds ?? 9, 1.6, 0.7), "\(scene.animator?.elapsedSeconds ?? 9)")
    #expect(context.phase == .done && !context.transitionWasCancelled && !context.isInteractive)
    #expect(scene.shade.frame == stage && isNear(scene.percents.last ?? 0, 1, 0.002))
    // First contact with the floor and the next: ideal body, the speed less what the resistance takes.
    try #require(scene.arrivals.count >= 4, "\(scene.arrivals)")
    for (arrival, wanted) in zip(
      scene.arrivals, [(0.0891, 4653.0), (0.2566, 4653 * 0.4375), (0.4241, 4653 * 0.1914)])
    {
      #expect(
        isNear(arrival.time, wanted.0, 0.02) && isNear(arrival.speed, wanted.1, 0.1 * wanted.1),
        "\(scene.arrivals)")
    }
    #expect(
      Array(scene.log.lines.suffix(4)) == [
        "pause", "presentation ended true", "ended true", "completion true",
      ])
    #expect(scene.container.presentation != nil && scene.container.context == nil)
  }

  @Test("15.4: the decision at release, and the way back up")
  func shadeCancels() throws {
    for (finger, velocity) in [(300.0, -300.0), (500, 0.4), (376, 800)] {
      let scene = try ShadeScene()
      try scene.begin()
      try scene.change(finger)
      let context = try #require(scene.context)
      try scene.end(velocity: velocity)
      try scene.run(seconds: 5)
      if finger == 300 {
        let first = try #require(scene.arrivals.first)
        #expect(isNear(first.time, 0.0891, 0.02) && isNear(first.speed, 5099, 510), "\(first)")
      }
      // Finish was called, and still the item is not presented.
      #expect(context.phase == .done && !context.transitionWasCancelled)
      #expect(scene.log.lines.suffix(3) == ["presentation ended false", "ended false", "completion false"])
      #expect(!scene.container.contains(scene.shade) && scene.container.presentation == nil)
    }
  }

  @Test("15.4: closing, and closing taken back")
  func shadeCloses() throws {
    for closes in [true, false] {
      let scene = try ShadeScene()
      try scene.begin()
      try scene.change(800)
      try scene.end(velocity: 900)
      try scene.run(seconds: 5)
      scene.appears = false
      scene.log.lines = []
      try scene.begin()
      let context = try #require(scene.context)
      #expect(context.initialFrame(.from) == stage && context.isInteractive)
      try scene.change(closes ? 300 : 700)
      try scene.end(velocity: closes ? -500 : 100)
      try scene.run(seconds: 5)
      #expect(context.phase == .done && context.transitionWasCancelled == !closes)
      #expect(scene.log.lines.last == "completion \(closes)")
      #expect(scene.container.contains(scene.shade) == !closes)
      if !closes { #expect(scene.shade.frame == stage) }
    }
  }

  @Test("15.4: without an animation nobody asks for the interaction; after four seconds the shade is snapped")
  func shadeWithout() throws {
    let scene = try ShadeScene()
    scene.hasEmptyAnimation = false
    try scene.begin()
    #expect(!scene.log.lines.contains("asked") && scene.log.lines.last == "completion true")
    #expect(scene.shade.frame == stage)

    let late = try ShadeScene()
    try late.begin()
    try late.change(500)
    try late.end(velocity: 800)
    // Something keeps it from coming to rest.
    let gravity = GravityBehavior(items: [late.shade])
    late.animator?.restSpeed = 0
    late.animator?.restAngularSpeed = 0
    try late.animator?.addBehavior(gravity)
    try late.run(seconds: 6)
    #expect(isNear(late.animator?.elapsedSeconds ?? 0, 4, 0.05) && late.shade.frame == stage)
    #expect(late.log.lines.last == "completion true")
  }

  @Test("15.5: a modal drops in and ends at its time, or by rest")
  func dropsIn() throws {
    for duration in [1.5, 3.0] {
      let timeline = try Timeline()
      let container = try TransitionContainer(timeline: timeline, bounds: stage)
      let presenter = try Item(center: Vector2(187.5, 406), size: Vector2(375, 812))
      let modal = try Item(size: Vector2(200, 200))
      let dynamics = try DynamicAnimator(referenceBounds: stage)
      try timeline.addAnimator(dynamics)
      let log = Log()
      var contacts: [Double] = []
      var atEnd = 0.0
      let delegate = TransitionDelegate()
      let animation = TransitionAnimation()
      animation.duration = { _ in duration }
      animation.animate = { context in
        modal.frame = Rect(x: 87.5, y: -200, width: 200, height: 200)
        try? context.container?.insert(modal)
        let gravity = GravityBehavior(items: [modal])
        gravity.magnitude = 10
        let motion = DynamicItemBehavior(items: [modal])
        motion.elasticity = 0.7
        motion.allowsRotation = false
        let walls = CollisionBehavior(items: [modal])
        walls.referenceBoundsInsets = Insets(top: -200, left: 0, bottom: 306, right: 0)
        walls.onBoundaryBegan = { [unowned dynamics] contact in
          contacts.append(dynamics.elapsedSeconds - dynamics.stepSeconds * 0.5)
        }
        let bundle = DynamicBehavior()
        for child in [gravity, motion, walls] as [DynamicBehavior] { try? bundle.addChild(child) }
        var options = DynamicsDriverOptions()
        options.timeLimit = context.transitionDuration
        options.end = {
          log.add("paused")
          atEnd = modal.center.y
          modal.center = Vector2(187.5, 406)
          return true
        }
        try? context.drive(dynamics, bundle, options)
      }
      delegate.onAnimationForPresent = { _, _, _ in animation }
      try container.present(modal, over: presenter, delegate: delegate) { log.add("completion \($0)") }
      var ticks = 0
      while container.context != nil && ticks < 600 {
        ticks += 1
        try timeline.advance(to: Double(ticks) / 120)
        #expect(isNear(modal.center.x, 187.5, 1e-9) && modal.angle == 0)
      }
      #expect(log.lines == ["paused", "completion true"])
      #expect(modal.center == Vector2(187.5, 406))
      for (time, wanted) in zip(contacts, [0.31812, 0.76349, 1.07524, 1.29347]) {
        #expect(isNear(time, wanted, 0.02), "\(contacts)")
      }
      #expect(contacts.count >= 4)
      if duration == 1.5 {
        #expect(timeline.time >= 1.5 - 1e-9 && timeline.time < 1.5 + 2.01 / 120)
        #expect(isNear(atEnd, 391.7, 16), "\(atEnd)")
      } else {
        #expect(timeline.time < 3 && isNear(atEnd, 406, 1))
      }
    }
  }

  @Test("15.6: dismissed, it swings from a corner and falls, in two phases with the same behavior")
  func dropsOut() throws {
    let timeline = try Timeline()
    let container = try TransitionContainer(timeline: timeline, bounds: stage)
    let presenter = try Item(center: Vector2(187.5, 406), size: Vector2(375, 812))
    let modal = try Item(center: Vector2(187.5, 406), size: Vector2(200, 200))
    let dynamics = try DynamicAnimator(referenceBounds: stage)
    try timeline.addAnimator(dynamics)
    let delegate = TransitionDelegate()
    let presentation = Presentation()
    presentation.onPresentedFrame = { _ in Rect(x: 87.5, y: 306, width: 200, height: 200) }
    delegate.onPresentation = { _, _, _ in presentation }
    try container.present(modal, over: presenter, delegate: delegate, isAnimated: false)
    #expect(modal.center == Vector2(187.5, 406) && container.contains(modal))

    let log = Log()
    var angle = 0.0
    var center = Vector2(0, 0)
    var fell = 0.0
    let bundle = DynamicBehavior()
    let animation = TransitionAnimation()
    animation.duration = { _ in 4 }
    animation.animate = { context in
      do {
        let frame = context.initialFrame(.from)
        let gravity = GravityBehavior(items: [modal])
        gravity.magnitude = 10
        let motion = DynamicItemBehavior(items: [modal])
        motion.elasticity = 0.8
        motion.angularResistance = 5
        let walls = CollisionBehavior(items: [modal])
        walls.referenceBoundsInsets = Insets(top: 0, left: -1000, bottom: -225, right: -1000)
        let anchor = Vector2(frame.x + frame.width - 40, frame.y)
        #expect(anchor == Vector2(247.5, 306))
        let spring = try AttachmentBehavior(item: modal, offset: Vector2(70, 100), anchor: anchor)
        spring.frequency = 3
        spring.damping = 3
        for child in [gravity, motion, walls, spring] as [DynamicBehavior] { try bundle.addChild(child) }
        var limit = context.transitionDuration * 2 / 3
        var phase = 1
        bundle.action = { [unowned dynamics, unowned bundle] in
          if dynamics.elapsedSeconds >= limit - 1e-9 { try? dynamics.removeBehavior(bundle) }
        }
        dynamics.onDidPause = { [unowned dynamics] _ in
          log.add("pause")
          if phase == 1 {
            phase = 2
            angle = modal.angle
            center = modal.center
            limit = dynamics.elapsedSeconds + context.transitionDuration / 3
            try? bundle.removeChild(spring)
            try? dynamics.addBehavior(bundle)
          } else {
            bundle.action = nil
            _ = try? context.complete(true)
          }
        }
        try dynamics.addBehavior(bundle)
      } catch { log.add("refused") }
    }
    delegate.onAnimationForDismiss = { _ in animation }
    try container.dismiss { log.add("completion \($0)") }
    let context = try #require(container.context)
    var ticks = 0
    var phase2 = 0
    while container.context != nil && ticks < 700 {
      ticks += 1
      try timeline.advance(to: Double(ticks) / 120)
      if log.lines == ["pause"] {
        phase2 += 1
        if phase2 == 13 { fell = modal.center.y - center.y }
      }
    }
    #expect(log.lines == ["pause", "pause", "completion true"] && !context.transitionWasCancelled)
    #expect(timeline.time <= 4 + 4.01 / 120 && !container.contains(modal) && container.presentation == nil)
    #expect(abs(angle) > 0.2)
    // Half of 10,000 t² after a tenth of a second; the steps before each position add a little.
    #expect(isNear(fell, 50, 6), "\(fell)")
  }
}
