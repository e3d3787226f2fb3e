// What goes beyond the original: retargeting, decay, keyframes, repeats, staggering, rate, fractions to stop
// at.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct FluidTests {
  /// Numeric velocity of the presented center's x, across a tiny advance.
  func slope(_ timeline: Timeline, _ item: Item) throws -> Double {
    let before = item.presentedCenter.x
    let t = timeline.time
    try timeline.advance(by: 1e-6)
    return (item.presentedCenter.x - before) / (timeline.time - t)
  }

  @Test("a retargeted channel keeps place and velocity")
  func retarget() throws {
    let rig = try Rig(.easeIn)
    try rig.animator.start()
    try rig.to(1)
    let place = rig.x
    let v = rig.item.presentedVelocity(of: .center).x
    #expect(isNear(v, try slope(rig.timeline, rig.item), 1e-2) && v > 50)
    let spring = try SpringTiming(response: 0.4, dampingRatio: 0.7)
    let again = try rig.timeline.retarget(rig.item, .center, to: ChannelValues(-40, 10), spring: spring)
    #expect(isNear(rig.x, place, 1e-3) && rig.item.center == Vector2(-40, 10))
    #expect(isNear(try slope(rig.timeline, rig.item), v, 0.1))
    #expect(rig.animator.wasRetargeted && !again.wasRetargeted && again.isRunning)
    try rig.to(9)
    #expect(rig.log.lines == ["end"] && rig.item.presentedCenter == Vector2(-40, 10))
    #expect(
      code { try rig.timeline.retarget(rig.item, .center, to: .zero, spring: SpringTiming(dampingRatio: 1)) }
        == .state)
    #expect(code { try rig.timeline.retarget(rig.item, .transform, to: .zero, spring: spring) } == .state)
  }

  @Test("an item follows a moving target, and no animator piles up")
  func follow() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    let spring = try SpringTiming(response: 0.3, dampingRatio: 1)
    for i in 1...120 {
      let target = ChannelValues(Double(i) * 2, 0)
      try timeline.retarget(item, .center, to: target, spring: spring) { log.add("\($0)") }
      try timeline.advance(by: 1.0 / 60)
      #expect(timeline.runningCount == 1)
    }
    #expect(log.count("current") == 119)
    // A critically damped spring lags a steady target by 2 / ω of its way per second.
    #expect(isNear(item.presentedVelocity(of: .center).x, 120, 2))
    try timeline.advance(by: 5)
    #expect(item.presentedCenter.x == 240 && log.count("end") == 1)
  }

  @Test("a velocity in points per second acts without any distance")
  func absoluteVelocity() throws {
    let timeline = try Timeline()
    let item = try Item()
    let spring = try SpringTiming(
      mass: 1, stiffness: 100, damping: 20, velocity: Vector2(500, -300), isAbsolute: true)
    let animator = try PropertyAnimator(timeline: timeline, duration: 0, timing: Timing(spring: spring)) {
      item.center = Vector2(0, 0)
    }
    try animator.start()
    #expect(item.presentedVelocity(of: .center).vector == Vector2(500, -300))
    try timeline.advance(to: 0.1)
    // x = v t e^(-ωt)
    #expect(isNear(item.presentedCenter.x, 500 * 0.1 * 0.36787944117144233, 1e-9))
    #expect(isNear(item.presentedCenter.y, -300 * 0.1 * 0.36787944117144233, 1e-9))
    try timeline.advance(to: 9)
    #expect(item.presentedCenter == Vector2(0, 0) && animator.state == .inactive)
  }

  @Test("a spring reversed while running springs back with its velocity")
  func springReversed() throws {
    let timing = Timing(spring: try SpringTiming(mass: 1, stiffness: 100, damping: 8))
    let rig = try Rig(timing)
    try rig.animator.start()
    try rig.to(0.12)
    let place = rig.x
    let v = rig.item.presentedVelocity(of: .center).x
    let fraction = rig.animator.fractionComplete
    rig.animator.isReversed = true
    #expect(
      isNear(rig.x, place, 1e-9) && isNear(rig.item.presentedVelocity(of: .center).x, v, 1e-6) && v > 100)
    #expect(isNear(rig.animator.fractionComplete, 1 - fraction, 1e-12))
    try rig.to(0.13)
    #expect(rig.x > place)
    try rig.to(9)
    #expect(rig.item.center.x == 0 && rig.log.lines == ["start"])
  }

  @Test("a spring paused and resumed starts at rest, unless it keeps its velocity")
  func springResumed() throws {
    for keeps in [false, true] {
      let rig = try Rig(Timing(spring: try SpringTiming(mass: 1, stiffness: 100, damping: 8)))
      try rig.animator.start()
      try rig.to(0.1)
      let v = rig.item.presentedVelocity(of: .center).x
      try rig.animator.pause()
      let place = rig.x
      try rig.animator.continueAnimation(keepsVelocity: keeps)
      #expect(isNear(rig.x, place, 1e-12))
      #expect(isNear(rig.item.presentedVelocity(of: .center).x, keeps ? v : 0, 1e-9))
    }
  }

  @Test("a decay comes to rest where the arithmetic says")
  func decay() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    let settings = DecaySettings(velocity: Vector2(1000, -200))
    try timeline.decay(item, .center, settings) { log.add("\($0)") }
    let total = Gesture.decayTotal(1000)
    #expect(isNear(item.center.x, total, 1e-9) && isNear(total, 499.5, 0.01) && item.presentedCenter.x == 0)
    #expect(isNear(item.presentedVelocity(of: .center).x, 1000, 1e-9))
    try timeline.advance(to: 0.3)
    #expect(isNear(item.presentedCenter.x, Gesture.decayDistance(1000, after: 0.3), 1e-9))
    #expect(isNear(item.presentedVelocity(of: .center).x, Gesture.decayVelocity(1000, after: 0.3), 1e-9))
    let seconds = Gesture.decaySeconds(1000)
    try timeline.advance(to: seconds - 0.01)
    #expect(log.lines.isEmpty)
    try timeline.advance(to: seconds + 0.01)
    #expect(log.lines == ["end"] && isNear(item.center.y, Gesture.decayTotal(-200), 1e-9))
  }

  @Test("at a bound a spring takes over the velocity of the crossing")
  func decayIntoBound() throws {
    let timeline = try Timeline()
    let item = try Item()
    var settings = DecaySettings(velocity: Vector2(1000, 0))
    settings.high = Vector2(200, 1000)
    try timeline.decay(item, .center, settings)
    #expect(item.center.x == 200)
    var last = 0.0
    var lastV = 1000.0
    var highest = 0.0
    for i in 1...2000 {
      try timeline.advance(to: Double(i) / 1000)
      let x = item.presentedCenter.x
      let v = item.presentedVelocity(of: .center).x
      #expect(abs(x - last) < 1.1 && abs(v - lastV) < 30, "t = \(timeline.time)")
      last = x
      lastV = v
      highest = max(highest, x)
    }
    #expect(highest > 210 && item.presentedCenter.x == 200)
    // From outside it springs back at once.
    item.center = Vector2(300, 0)
    try timeline.decay(item, .center, settings)
    #expect(item.presentedCenter.x == 300)
    try timeline.advance(by: 5)
    #expect(item.presentedCenter.x == 200)
  }

  @Test("a snap moves the end of a decay; a paused decay can be scrubbed")
  func decaySnap() throws {
    let timeline = try Timeline()
    let item = try Item()
    var settings = DecaySettings(velocity: Vector2(1000, 0))
    settings.snap = { rest in Vector2((rest.x / 100).rounded() * 100, 0) }
    let animator = try timeline.decay(item, .center, settings)
    #expect(item.center.x == 500)
    try timeline.advance(to: 0.2)
    let x = item.presentedCenter.x
    try animator.pause()
    #expect(isNear(item.presentedCenter.x, x, 1e-9))
    try animator.setFractionComplete(1)
    #expect(item.presentedCenter.x == 500)
    settings.snap = { _ in Vector2(.nan, 0) }
    #expect(code { try timeline.decay(item, .center, settings) } == .range)
    #expect(code { try timeline.decay(item, .alpha, settings) } == .state)
  }

  @Test("keyframes run in their windows, of one channel one after the other")
  func keyframes() throws {
    for channel in [Channel.rotation, .alpha] {
      let timeline = try Timeline()
      let item = try Item()
      let animator = try PropertyAnimator(timeline: timeline, duration: 4, timing: .linear)
      try animator.addKeyframes([
        Keyframe(start: 0, length: 0.5) { try? item.setValue(ChannelValues(0.2), of: channel) },
        Keyframe(start: 0.5, length: 0.25, timing: .easeIn) {
          try? item.setValue(ChannelValues(0.6), of: channel)
        },
        Keyframe(start: 0.75, length: 0.25) { try? item.setValue(ChannelValues(0.1), of: channel) },
      ])
      let start = item.value(of: channel).x
      try animator.start()
      func value() -> Double { item.presentedValue(of: channel).x }
      #expect(isNear(value(), start, 1e-12) && item.value(of: channel).x == 0.1)
      try timeline.advance(to: 1)
      #expect(isNear(value(), 0.5 * (start + 0.2), 1e-12))
      try timeline.advance(to: 2)
      #expect(isNear(value(), 0.2, 1e-12))
      try timeline.advance(to: 2.5)
      #expect(isNear(value(), 0.2 + 0.4 * 0.315356813, 1e-8))
      // Paused, scrubbed and resumed, the frames keep their order.
      try animator.pause()
      #expect(isNear(value(), 0.2 + 0.4 * 0.315356813, 1e-8))
      try animator.setFractionComplete(0.875)
      #expect(isNear(value(), 0.35, 1e-9))
      try animator.setFractionComplete(0.25)
      #expect(isNear(value(), 0.5 * (start + 0.2), 1e-9))
      try animator.start()
      try timeline.advance(by: 1)
      #expect(isNear(value(), 0.2, 1e-9))
      try timeline.advance(by: 2)
      #expect(animator.state == .inactive && isNear(value(), 0.1, 1e-12))
    }
    let timeline = try Timeline()
    let animator = try PropertyAnimator(timeline: timeline, duration: 1)
    #expect(code { try animator.addKeyframes([Keyframe(start: 0.6, length: 0.5) {}]) } == .range)
  }

  @Test("keyframes of a transform follow each other")
  func transformKeyframes() throws {
    let timeline = try Timeline()
    let item = try Item()
    let animator = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear)
    try animator.addKeyframes([
      Keyframe(start: 0, length: 0.5) { item.displayTransform = Transform(a: 2, b: 0, c: 0, d: 2) },
      Keyframe(start: 0.5, length: 0.5) { item.displayTransform = Transform(a: 2, b: 0, c: 0, d: 4) },
    ])
    try animator.start()
    for (t, a, d) in [(0.0, 1.0, 1.0), (0.5, 1.5, 1.5), (1, 2, 2), (1.5, 2, 3), (2, 2, 4)] {
      try timeline.advance(to: t)
      #expect(
        isNear(item.presentedTransform.a, a, 1e-12) && isNear(item.presentedTransform.d, d, 1e-12), "t = \(t)"
      )
    }
  }

  @Test("repeats start over, or run back every second time")
  func repeats() throws {
    let rig = try Rig(.easeIn)
    try rig.animator.setIterations(3)
    try rig.animator.start()
    try rig.to(5)
    #expect(isNear(rig.x, 31.5357, 1e-4) && isNear(rig.animator.fractionComplete, 5.0 / 6, 1e-12))
    try rig.to(6)
    #expect(rig.log.lines == ["end"] && rig.x == 100)

    let swing = try Rig()
    try swing.animator.setIterations(4, alternating: true)
    try swing.animator.start()
    try swing.to(3)
    #expect(isNear(swing.x, 50, 1e-12) && isNear(swing.item.presentedVelocity(of: .center).x, -50, 1e-9))
    try swing.animator.pause()
    try swing.to(4)
    #expect(isNear(swing.x, 50, 1e-12))
    try swing.animator.start()
    try swing.to(5.5)
    #expect(isNear(swing.x, 25, 1e-12))
    try swing.to(9)
    #expect(swing.log.lines == ["start"] && swing.item.center.x == 0)

    let endless = try Rig()
    try endless.animator.setIterations(.infinity)
    try endless.animator.start()
    try endless.to(2_000_001)
    #expect(isNear(endless.x, 50, 1e-6) && endless.animator.isRunning)
    try endless.animator.stop(withoutFinishing: true)
    #expect(code { try endless.animator.setIterations(1.5) } == .range)
    #expect(code { try endless.animator.setIterations(0) } == .range)
  }

  @Test("a change of rate keeps the place; a negative one reverses too")
  func rate() throws {
    let rig = try Rig()
    try rig.animator.start()
    try rig.to(0.5)
    try rig.animator.setRate(2)
    #expect(rig.x == 25 && rig.item.presentedVelocity(of: .center).x == 100)
    try rig.to(0.75)
    #expect(rig.x == 50)
    try rig.animator.setRate(-0.5)
    #expect(rig.animator.isReversed && rig.x == 50 && rig.animator.rate == 0.5)
    try rig.to(1.75)
    #expect(rig.x == 25)
    try rig.to(2.75)
    #expect(rig.log.lines == ["start"])
    #expect(code { try rig.animator.setRate(0) } == .range)
    // The clock has a rate as well.
    rig.timeline.rate = 0.5
    let t = rig.timeline.time
    try rig.timeline.advance(by: 1)
    #expect(rig.timeline.time == t + 0.5)
  }

  @Test("it runs to a fraction and pauses there")
  func toFraction() throws {
    let rig = try Rig()
    try rig.animator.continueAnimation(toFraction: 0.6)
    try rig.to(0.6)
    #expect(isNear(rig.x, 30, 1e-9) && rig.animator.isRunning)
    try rig.to(1.2)
    #expect(
      isNear(rig.x, 60, 1e-9) && !rig.animator.isRunning && rig.animator.state == .active
        && rig.log.lines.isEmpty)
    #expect(isNear(rig.animator.fractionComplete, 0.6, 1e-12))
    try rig.animator.continueAnimation(toFraction: 0.2, durationFactor: 0.5)
    try rig.to(2.2)
    #expect(isNear(rig.x, 20, 1e-9) && !rig.animator.isRunning)
    try rig.animator.start()
    try rig.to(9)
    #expect(rig.log.lines == ["end"])
  }

  @Test("staggered blocks begin one after the other and last equally long")
  func stagger() throws {
    let timeline = try Timeline()
    var items: [Item] = []
    for _ in 0..<5 { items.append(try Item()) }
    let list = items
    let animator = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear)
    try animator.addStaggered(count: 5, every: 0.1, from: .center) { list[$0].center = Vector2(60, 0) }
    try animator.start()
    try timeline.advance(to: 0.5)
    for (i, x) in [22.5, 30, 37.5, 30, 22.5].enumerated() {
      #expect(isNear(list[i].presentedCenter.x, x, 1e-9), "\(i)")
    }
    try timeline.advance(to: 1)
    for item in list { #expect(item.presentedCenter.x == 60) }
    #expect(code { try animator.addStaggered(count: 11, every: 0.1) { _ in } } == .range)
  }

  @Test("composed timing: the spring shapes places, the curve everything else")
  func composed() throws {
    let spring = try SpringTiming(mass: 1, stiffness: 100, damping: 10)
    let timing = Timing(cubic: .easeIn, spring: spring)
    let timeline = try Timeline()
    let item = try Item()
    let own = try item.addChannel(value: 10)
    let animator = try PropertyAnimator(timeline: timeline, duration: 4, timing: timing) {
      item.center = Vector2(100, 0)
      item.alpha = 0
      try? item.setValue(ChannelValues(20), of: own)
    }
    #expect(isNear(animator.duration, 1.4727003346780927, 1e-12))
    try animator.start()
    try timeline.advance(to: 0.3)
    let u = 0.3 / animator.duration
    #expect(isNear(item.presentedCenter.x, 100 * (try Timing(spring: spring).progress(at: u)), 1e-9))
    #expect(isNear(item.presentedAlpha, 1 - CubicTiming.easeIn.value(at: u), 1e-9))
    #expect(isNear(item.presentedValue(of: own).x, 10 + 10 * CubicTiming.easeIn.value(at: u), 1e-9))
  }

  @Test("transforms are taken apart: a half turn goes through an eighth, ten turns go nowhere")
  func transforms() throws {
    let timeline = try Timeline()
    let item = try Item()
    let half = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear) {
      item.displayTransform = Transform(a: -1, b: 0, c: 0, d: -1)
    }
    try half.start()
    try timeline.advance(to: 0.25)
    let t = item.presentedTransform
    #expect(isNear(t.a, 0.70710678, 1e-8) && isNear(t.b, -0.70710678, 1e-8))
    try timeline.advance(to: 1)
    #expect(item.presentedTransform == Transform(a: -1, b: 0, c: 0, d: -1))
    // Pure translations add up.
    let other = try Item()
    for x in [10.0, 0] {
      let slide = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) {
        other.displayTransform = Transform(a: 1, b: 0, c: 0, d: 1, tx: x)
      }
      try slide.start()
      try timeline.advance(by: 1)
    }
    #expect(isNear(other.presentedTransform.tx, 5, 1e-12))
    // The rotation channel goes all the way.
    let turn = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear) {
      item.angle = 20 * Double.pi
    }
    try turn.start()
    try timeline.advance(by: 0.5)
    #expect(isNear(item.presentedAngle, 10 * Double.pi, 1e-9))
  }

  @Test("own channels, additive or not")
  func ownChannels() throws {
    let timeline = try Timeline()
    let item = try Item()
    let adds = try item.addChannel(value: 0)
    let replaces = try item.addChannel(value: 0, isAdditive: false)
    for target in [100.0, 0] {
      let animator = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) {
        try? item.setValue(ChannelValues(target), of: adds)
        try? item.setValue(ChannelValues(target), of: replaces)
      }
      try animator.start()
      try timeline.advance(by: 1)
    }
    #expect(item.presentedValue(of: adds).x == 50 && item.presentedValue(of: replaces).x == 25)
    let third = try Channel(7)
    #expect(code { try item.setValue(.zero, of: third) } == .notAMember)
    #expect(item.value(of: third) == .zero && item.presentedValue(of: third) == .zero)
  }
}
