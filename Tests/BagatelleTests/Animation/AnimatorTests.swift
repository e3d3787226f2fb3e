// The state machine of the property animator, by the thirty logic vectors of its specification.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

/// A timeline, an item at (0, 0), and an animator of 2 s that moves its center to x = 100.
struct Rig {
  let timeline: Timeline
  let item: Item
  let animator: PropertyAnimator
  let log = Log()

  init(_ timing: Timing = .linear, duration: Double = 2, to: Vector2 = Vector2(100, 0)) throws {
    let timeline = try Timeline()
    let item = try Item()
    self.timeline = timeline
    self.item = item
    animator = try PropertyAnimator(timeline: timeline, duration: duration, timing: timing) {
      item.center = to
    }
    let log = log
    animator.addCompletion { log.add("\($0)") }
  }

  var x: Double { item.presentedCenter.x }
  func to(_ time: Double) throws { try timeline.advance(to: time) }
}

@Suite struct AnimatorTests {
  @Test("1, 2: running shows progress, reversing complements the fraction and ends at the start")
  func runAndReverse() throws {
    let rig = try Rig()
    #expect(rig.item.center.x == 0 && rig.animator.state == .inactive)
    try rig.animator.start()
    try rig.to(0.5)
    #expect(
      rig.item.center.x == 100 && rig.x == 25 && rig.animator.fractionComplete == 0.25
        && rig.animator.isRunning)
    rig.animator.isReversed = true
    #expect(rig.animator.fractionComplete == 0.75 && rig.x == 25)
    try rig.to(1)
    #expect(rig.animator.state == .inactive && rig.item.center.x == 0 && rig.x == 0)
    #expect(rig.log.lines == ["start"] && rig.animator.isReversed)
  }

  @Test("3, 4: pausing reads progress; a scrubbed fraction is taken up along the curve")
  func pauseAndScrub() throws {
    let rig = try Rig(.easeIn)
    try rig.animator.start()
    try rig.to(1)
    try rig.animator.pause()
    #expect(isNear(rig.animator.fractionComplete, 0.315356813, 1e-8) && isNear(rig.x, 31.5357, 1e-4))
    try rig.to(5)
    #expect(isNear(rig.x, 31.5357, 1e-4))
    rig.animator.fractionComplete = 0.75
    #expect(isNear(rig.x, 75, 1e-12) && rig.animator.fractionComplete == 0.75)
    try rig.animator.start()
    #expect(isNear(rig.animator.fractionComplete, 0.840401527, 1e-8) && isNear(rig.x, 75, 1e-9))
    #expect(isNear(rig.animator.remainingSeconds, 0.319196945, 1e-8))
    try rig.to(5.31)
    #expect(rig.animator.isRunning && rig.x < 100)
    try rig.to(5.32)
    #expect(rig.log.lines == ["end"] && rig.x == 100)
  }

  @Test("5, 6: continuing with other timing uses the time left, or the factor")
  func continuing() throws {
    let rig = try Rig(.easeIn)
    try rig.animator.start()
    try rig.to(1)
    try rig.animator.pause()
    try rig.animator.continueAnimation(timing: .easeOut)
    #expect(isNear(rig.x, 31.5357, 1e-4) && isNear(rig.animator.fractionComplete, 0.204923, 1e-6))
    #expect(isNear(rig.animator.remainingSeconds, 1.590153, 1e-6))

    let other = try Rig(.easeIn)
    try other.animator.start()
    try other.to(1)
    try other.animator.pause()
    try other.animator.continueAnimation(timing: .linear, durationFactor: 0.5)
    #expect(other.animator.remainingSeconds == 1)
    try other.to(1.5)
    #expect(isNear(other.x, 65.7678, 1e-4))
    try other.to(2)
    #expect(other.log.lines == ["end"])
  }

  @Test("7, 8, 9: stop and finish, and the refusals around them")
  func stopAndFinish() throws {
    let rig = try Rig()
    #expect(code { try rig.animator.finish(at: .end) } == .state)
    try rig.animator.start()
    try rig.to(0.5)
    #expect(code { try rig.animator.finish(at: .end) } == .state && rig.x == 25 && rig.animator.isRunning)
    try rig.animator.stop(withoutFinishing: false)
    #expect(rig.animator.state == .stopped && rig.item.center.x == 25 && rig.x == 25)
    #expect(code { try rig.animator.start() } == .state && code { try rig.animator.pause() } == .state)
    #expect(code { try rig.animator.stop(withoutFinishing: true) } == .state)
    #expect(code { try rig.animator.addAnimations {} } == .state)
    #expect(code { try rig.animator.continueAnimation() } == .state)
    #expect(code { try rig.animator.setFractionComplete(0.5) } == .state)
    #expect(try !rig.animator.setReversed(true) && !rig.animator.isReversed)
    try rig.animator.finish(at: .start)
    #expect(rig.item.center.x == 0 && rig.log.lines == ["start"] && rig.animator.state == .inactive)
    #expect(code { try rig.animator.finish(at: .start) } == .state)
    #expect(rig.animator.misuseCount == 9)

    let dropped = try Rig()
    try dropped.animator.start()
    try dropped.to(0.5)
    try dropped.animator.stop(withoutFinishing: true)
    #expect(dropped.item.center.x == 25 && dropped.log.lines.isEmpty && dropped.animator.state == .inactive)
    #expect(try !dropped.animator.stop(withoutFinishing: true))
  }

  @Test("finish at the end and where it is")
  func finishElsewhere() throws {
    for (position, x) in [(PropertyAnimator.Position.end, 100.0), (.current, 25)] {
      let rig = try Rig()
      try rig.animator.start()
      try rig.to(0.5)
      try rig.animator.stop(withoutFinishing: false)
      try rig.animator.finish(at: position)
      #expect(rig.item.center.x == x && rig.log.lines == ["\(position)"])
    }
  }

  @Test("10: it pauses on completion, and can be reversed from there")
  func pausesOnCompletion() throws {
    let rig = try Rig()
    rig.animator.pausesOnCompletion = true
    try rig.animator.start()
    try rig.to(3)
    #expect(rig.animator.state == .active && !rig.animator.isRunning && rig.animator.fractionComplete == 1)
    #expect(rig.log.lines.isEmpty && rig.x == 100)
    rig.animator.isReversed = true
    #expect(rig.animator.fractionComplete == 0)
    try rig.animator.start()
    try rig.to(4)
    #expect(isNear(rig.x, 50, 1e-12))
    try rig.to(5)
    #expect(rig.x == 0 && rig.animator.state == .active && rig.log.lines.isEmpty)
    rig.animator.pausesOnCompletion = false
    #expect(rig.animator.state == .active)
    try rig.animator.start()
    try rig.to(5)
    #expect(rig.log.lines == ["start"] && rig.item.center.x == 0)
  }

  @Test("11: without blocks time stands still until the first one")
  func transientPause() throws {
    let timeline = try Timeline()
    let item = try Item()
    let animator = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear)
    try animator.start()
    #expect(animator.state == .active && !animator.isRunning)
    try timeline.advance(to: 1)
    try animator.addAnimations { item.center = Vector2(100, 0) }
    #expect(animator.isRunning && item.presentedCenter.x == 0)
    try timeline.advance(to: 2.5)
    #expect(item.presentedCenter.x == 75)
    try timeline.advance(to: 3)
    #expect(animator.state == .inactive && item.presentedCenter.x == 100)
  }

  @Test("12: a block added with a delay factor waits its part of what is left")
  func delayedBlock() throws {
    let rig = try Rig()
    try rig.animator.start()
    try rig.to(0.5)
    try rig.animator.addAnimations(delayFactor: 0.25) { rig.item.angle = 1 }
    try rig.to(0.875)
    #expect(rig.item.presentedAngle == 0 && rig.item.angle == 1)
    try rig.to(0.875 + 1.125 / 2)
    #expect(isNear(rig.item.presentedAngle, 0.5, 1e-12))
    try rig.to(2)
    #expect(rig.log.lines == ["end"] && rig.item.presentedAngle == 1)
    #expect(code { try rig.animator.addAnimations(delayFactor: 1.5) {} } == .range)
  }

  @Test("13: two animators on one channel add up, and both complete at their end")
  func additive() throws {
    let rig = try Rig()
    try rig.animator.start()
    try rig.to(1)
    #expect(rig.x == 50)
    let back = try PropertyAnimator(timeline: rig.timeline, duration: 2, timing: .linear) {
      rig.item.center.x = 0
    }
    back.addCompletion { rig.log.add("back \($0)") }
    try back.start()
    #expect(rig.x == 50 && rig.item.center.x == 0)
    try rig.to(1.5)
    #expect(rig.x == 50)
    try rig.to(2)
    #expect(rig.log.lines == ["end"])
    try rig.to(3)
    #expect(rig.log.lines == ["end", "back end"] && rig.x == 0)
  }

  @Test("14: an animator let go while paused stops, and is counted")
  func releasedWhilePaused() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    timeline.onMisuse = { _, rule in log.add("\(rule)") }
    do {
      let animator = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) {
        item.center.x = 100
      }
      animator.addCompletion { _ in log.add("completed") }
      try animator.start()
      try timeline.advance(to: 0.5)
      try animator.pause()
    }
    #expect(item.center.x == 25 && item.presentedCenter.x == 25 && timeline.misuseCount == 1)
    #expect(log.lines == ["animator released while paused or stopped"] && item.timeline == nil)
  }

  @Test("an animator let go while it runs goes on to its end")
  func releasedWhileRunning() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    do {
      let mark = Mark(log, "block")
      let animator = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) {
        item.center.x = 100
      }
      animator.addCompletion { position in withExtendedLifetime(mark) { log.add("\(position)") } }
      try animator.start()
    }
    try timeline.advance(to: 1)
    #expect(item.presentedCenter.x == 50 && log.lines.isEmpty)
    try timeline.advance(to: 2)
    #expect(log.lines == ["end", "block died"] && timeline.misuseCount == 0)
  }

  @Test("15: a fraction set on an inactive animator activates it, paused")
  func fractionOnInactive() throws {
    let rig = try Rig()
    try rig.animator.setFractionComplete(0.4)
    #expect(rig.animator.state == .active && !rig.animator.isRunning && isNear(rig.x, 40, 1e-12))
    #expect(rig.item.center.x == 100)
  }

  @Test("16: without linear scrubbing the fraction is one of time")
  func scrubAlongCurve() throws {
    let rig = try Rig(.easeOut)
    rig.animator.scrubsLinearly = false
    try rig.animator.pause()
    try rig.animator.setFractionComplete(0.5)
    #expect(isNear(rig.x, 68.4643, 1e-4) && rig.animator.fractionComplete == 0.5)
    try rig.animator.start()
    #expect(isNear(rig.x, 68.4643, 1e-4) && rig.animator.remainingSeconds == 1)
  }

  @Test("17: reversed before the start it goes from the target back")
  func reversedBeforeStart() throws {
    let rig = try Rig()
    rig.animator.isReversed = true
    try rig.animator.start()
    #expect(rig.x == 100 && rig.animator.fractionComplete == 0)
    try rig.to(1)
    #expect(rig.x == 50 && rig.animator.fractionComplete == 0.5)
    try rig.to(2)
    #expect(rig.animator.state == .inactive && rig.item.center.x == 0 && rig.log.lines == ["start"])
  }

  @Test("18: reversing while paused moves nothing and complements the reading")
  func reversedWhilePaused() throws {
    let rig = try Rig(.easeOut)
    try rig.animator.start()
    try rig.to(1)
    #expect(isNear(rig.x, 68.4643, 1e-4) && rig.animator.fractionComplete == 0.5)
    try rig.animator.pause()
    #expect(isNear(rig.animator.fractionComplete, 0.684643, 1e-6))
    rig.animator.isReversed = true
    #expect(isNear(rig.animator.fractionComplete, 0.315357, 1e-6) && isNear(rig.x, 68.4643, 1e-4))
    try rig.animator.start()
    #expect(
      isNear(rig.animator.fractionComplete, 0.5, 1e-9) && isNear(rig.animator.remainingSeconds, 1, 1e-9))
    try rig.to(2.0001)
    #expect(rig.log.lines == ["start"] && rig.item.center.x == 0)
  }

  @Test("19: with nothing left it ends in the next advance, whatever the factor")
  func nothingLeft() throws {
    let rig = try Rig()
    try rig.animator.start()
    try rig.to(1)
    try rig.animator.pause()
    try rig.animator.setFractionComplete(1)
    try rig.animator.continueAnimation(durationFactor: 1)
    #expect(rig.log.lines.isEmpty)
    try rig.to(1)
    #expect(rig.log.lines == ["end"])
  }

  @Test("20, 21, 22: what is ignored and what is refused while it runs")
  func refusedWhileRunning() throws {
    let rig = try Rig()
    try rig.animator.start()
    try rig.to(0.5)
    #expect(try !rig.animator.setFractionComplete(0.9) && rig.x == 25)
    #expect(try !rig.animator.start())
    #expect(code { try rig.animator.start(afterDelay: 1) } == .state)
    #expect(code { try rig.animator.continueAnimation() } == .state)
    #expect(code { try rig.animator.setInterruptible(false) } == .state)
    #expect(code { try rig.animator.setUserInteractionEnabled(false) } == .state)
    #expect(code { try rig.animator.setIterations(2) } == .state)
    #expect(code { try rig.animator.setFractionComplete(.nan) } == .range)

    let firm = try Rig()
    try firm.animator.setInterruptible(false)
    try firm.animator.start()
    try firm.to(0.5)
    #expect(code { try firm.animator.pause() } == .notInterruptible)
    #expect(code { try firm.animator.stop(withoutFinishing: true) } == .notInterruptible)
    #expect(code { try firm.animator.setReversed(true) } == .notInterruptible && !firm.animator.isReversed)
    #expect(firm.x == 25)
    #expect(code { try firm.animator.setFractionComplete(0.9) } == .notInterruptible)
    try firm.to(2)
    #expect(firm.log.lines == ["end"])
    // Paused before its start, it may still be started.
    let paused = try Rig()
    paused.animator.isInterruptible = false
    paused.animator.isReversed = true
    try paused.animator.pause()
    #expect(paused.x == 100)
    try paused.animator.start()
    try paused.to(2)
    #expect(paused.log.lines == ["start"])
  }

  @Test("23: in a delay the model has changed already and the presented value waits")
  func startAfterDelay() throws {
    let rig = try Rig()
    try rig.animator.start(afterDelay: 1)
    try rig.to(0.5)
    #expect(rig.item.center.x == 100 && rig.x == 0 && rig.animator.fractionComplete == 0)
    #expect(rig.animator.state == .active && rig.animator.isRunning && rig.animator.delay == 1)
    try rig.to(2)
    #expect(rig.x == 50)
    try rig.to(3)
    #expect(rig.log.lines == ["end"])

    let turned = try Rig()
    try turned.animator.start(afterDelay: 1)
    try turned.to(0.5)
    turned.animator.isReversed = true
    try turned.to(0.5)
    #expect(turned.log.lines == ["start"] && turned.item.center.x == 0)
    #expect(code { try turned.animator.start(afterDelay: -1) } == .range)
  }

  @Test("24: completions run in order of addition, with the animator inactive")
  func completionOrder() throws {
    let rig = try Rig()
    let animator = rig.animator
    animator.addCompletion { [log = rig.log] in log.add("B \($0) \(animator.state) \(animator.isRunning)") }
    try animator.start()
    try rig.to(9)
    #expect(rig.log.lines == ["end", "B end inactive false"])
    #expect(code { try animator.finish(at: .end) } == .state)
  }

  @Test("25, 26: physical springs last their settling duration, springs by ratio the given one")
  func springDurations() throws {
    let physical = try Rig(
      Timing(spring: try SpringTiming(mass: 1, stiffness: 100, damping: 10)), duration: 4)
    #expect(isNear(physical.animator.duration, 1.4727003346780927, 1e-12))
    try physical.animator.start()
    try physical.to(1.47)
    #expect(physical.animator.isRunning)
    try physical.to(1.48)
    #expect(physical.log.lines == ["end"])
    let ratio = try Rig(Timing(spring: try SpringTiming(dampingRatio: 0.3)), duration: 4)
    #expect(ratio.animator.duration == 4)
  }

  @Test("27: each axis of a center has its own stiffness, and both arrive together")
  func springPerAxis() throws {
    let timing = Timing(spring: try SpringTiming(dampingRatio: 0.5, velocity: Vector2(1, 0)))
    let rig = try Rig(timing, duration: 1, to: Vector2(100, 200))
    try rig.animator.start()
    let t = 0.137
    try rig.to(t)
    func position(_ stiffness: Double, _ v: Double) throws -> Double {
      let w = stiffness.squareRoot()
      let spring = try SpringTiming(mass: 1, stiffness: stiffness, damping: w, velocity: Vector2(v, v))
      return try Timing(spring: spring).progress(at: t / spring.settlingDuration)
    }
    #expect(isNear(rig.x, 100 * (try position(152.868413, 1)), 1e-5))
    #expect(isNear(rig.item.presentedCenter.y, 200 * (try position(161.719502, 0)), 1e-5))
    try rig.to(1)
    #expect(rig.item.presentedCenter == Vector2(100, 200))
  }

  @Test("29: a channel that is not additive goes over to the new animation from where it is")
  func replaced() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    let a = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) { item.alpha = 0 }
    a.addCompletion { log.add("A \($0)") }
    try a.start()
    try timeline.advance(to: 1)
    let b = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear) { item.alpha = 1 }
    b.addCompletion { log.add("B \($0)") }
    try b.start()
    #expect(item.presentedAlpha == 0.5 && a.wasRetargeted && !b.wasRetargeted)
    try timeline.advance(to: 1.5)
    #expect(item.presentedAlpha == 0.75)
    try timeline.advance(to: 2)
    #expect(log.lines == ["A end", "B end"] && item.presentedAlpha == 1 && item.alpha == 1)
  }

  @Test("30: one advance and two thousand give the same bits and the same order of callbacks")
  func stepsDoNotMatter() throws {
    func run(_ steps: Int) throws -> ([UInt64], [String]) {
      let timeline = try Timeline()
      let log = Log()
      var items: [Item] = []
      var timings = [Timing.easeIn, .easeInOut, Timing(spring: try SpringTiming(dampingRatio: 0.3))]
      timings.append(
        Timing(spring: try SpringTiming(mass: 1, stiffness: 60, damping: 3, velocity: Vector2(4, -2))))
      timings.append(try Timing(points: [Vector2(0, 0), Vector2(0.3, 0.8), Vector2(1, 1)]))
      for (index, timing) in timings.enumerated() {
        let item = try Item()
        items.append(item)
        for round in 0..<3 {
          let animator = try PropertyAnimator(
            timeline: timeline, duration: 0.7 + 0.9 * Double(round), timing: timing
          ) {
            item.center = Vector2(Double(index * 10 + round), 77)
            item.angle += 1.5
            item.bounds = Rect(x: 1, y: 2, width: 30 + Double(round), height: 40)
            item.displayTransform = Transform(a: 1.5, b: 0.2, c: Double(round), d: 2, tx: 3, ty: 4)
            item.alpha = 0.1 * Double(round)
          }
          animator.addCompletion { log.add("\(index) \(round) \($0)") }
          try animator.start(afterDelay: 0.1 * Double(index))
        }
      }
      for item in items { try timeline.addItem(item) }
      for i in 1...steps { try timeline.advance(to: 2 * Double(i) / Double(steps)) }
      var bits = [timeline.stateHash]
      for item in items {
        let c = item.presentedCenter
        let b = item.presentedBounds
        let t = item.presentedTransform
        for v in [c.x, c.y, b.x, b.y, b.width, b.height, item.presentedAngle, item.presentedAlpha] {
          bits.append(v.bitPattern)
        }
        for v in [t.a, t.b, t.c, t.d, t.tx, t.ty] { bits.append(v.bitPattern) }
      }
      return (bits, log.lines)
    }
    let one = try run(1)
    let many = try run(2000)
    #expect(one.0 == many.0 && one.1 == many.1 && one.1.count > 5)
    // The same in every build mode.
    #expect(one.0[0] == 0xf259_1694_d376_aa10, "\(String(one.0[0], radix: 16))")
  }
}
