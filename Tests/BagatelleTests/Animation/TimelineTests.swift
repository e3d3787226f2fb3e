// The timeline around its animators: lifetimes, callbacks, hit tests, states, attached animators, memory.
// SPDX-License-Identifier: MIT
import Bagatelle
import CShims
import Testing

@Suite struct TimelineTests {
  @Test("a timeline that dies lets go of everything, and its animators refuse to go on")
  func timelineDeath() throws {
    let log = Log()
    var timeline: Timeline? = try Timeline()
    var kept: [PropertyAnimator] = []
    let item = try Item()
    do {
      let clock = try #require(timeline)
      try clock.addItem(item)
      for state in 0..<4 {
        let mark = Mark(log, "block \(state)")
        let animator = try PropertyAnimator(timeline: clock, duration: 1) {
          withExtendedLifetime(mark) { item.center.x += 10 }
        }
        animator.addCompletion { _ in withExtendedLifetime(mark) { log.add("completed") } }
        kept.append(animator)
        if state > 0 { try animator.start() }
        if state == 2 { try animator.pause() }
        if state == 3 { try animator.stop(withoutFinishing: false) }
      }
      let attached = try DynamicAnimator()
      try clock.addAnimator(attached)
    }
    timeline = nil
    #expect(item.timeline == nil && item.presentedCenter == item.center && !item.isAnimating(.center))
    for animator in kept {
      #expect(animator.timeline == nil && animator.state == .inactive && !animator.isRunning)
      #expect(code { try animator.start() } == .state && code { try animator.addAnimations {} } == .state)
    }
    kept = []
    #expect(log.lines.sorted() == ["block 0 died", "block 1 died", "block 2 died", "block 3 died"])
    let other = try Timeline()
    try other.addItem(item)
  }

  @Test("completions may start, stop and release anything, even the timeline")
  func hostileCompletions() throws {
    final class Owner {
      var timeline: Timeline?
      var animators: [PropertyAnimator] = []
    }
    let owner = Owner()
    let clock = try Timeline()
    owner.timeline = clock
    let item = try Item()
    let log = Log()
    for i in 0..<4 {
      let animator = try PropertyAnimator(timeline: clock, duration: 1, timing: .linear) {
        item.center.x += 1
      }
      animator.addCompletion { [unowned owner, unowned animator] position in
        log.add("\(i) \(position)")
        #expect(code { try owner.timeline?.advance(by: 1) } == .busy)
        if i == 0 {
          // Again, by the same animator.
          try? animator.addAnimations { item.center.x = 50 }
          _ = try? animator.start()
        }
        if i == 1 { owner.animators = [] }
        if i == 3 { owner.timeline = nil }
      }
      owner.animators.append(animator)
      try animator.start()
    }
    try clock.advance(to: 1)
    #expect(log.lines == ["0 end", "1 end", "2 end", "3 end"])
    #expect(item.center.x == 50 && clock.runningCount == 1)
    try clock.advance(to: 2)
    #expect(item.presentedCenter.x == 50 && log.lines.last == "3 end")
  }

  @Test("a block that stops its own animator has no effect from there on")
  func blockStopsItself() throws {
    let timeline = try Timeline()
    let item = try Item()
    let animator = try PropertyAnimator(timeline: timeline, duration: 1)
    var refused: BagatelleError.Code?
    try animator.addAnimations { [unowned animator] in
      item.center.x = 10
      _ = try? animator.stop(withoutFinishing: true)
      refused = code { try item.setCenter(Vector2(20, 0)) }
    }
    #expect(code { try animator.start() } == .state)
    #expect(refused == .state && item.center.x == 0 && animator.state == .inactive)
    item.center.x = 5
    #expect(item.presentedCenter.x == 5)
  }

  @Test("an item belongs to one timeline at a time, and is let go when nothing animates it")
  func oneTimeline() throws {
    let first = try Timeline()
    let second = try Timeline()
    let item = try Item()
    let a = try PropertyAnimator(timeline: first, duration: 1) { item.center.x = 10 }
    try a.start()
    var refused: BagatelleError.Code?
    let b = try PropertyAnimator(timeline: second, duration: 1) {
      refused = code { try item.setCenter(Vector2(5, 5)) }
    }
    try b.start()
    #expect(refused == .otherAnimator && item.center.x == 10 && item.timeline === first)
    #expect(code { try second.addItem(item) } == .otherAnimator)
    try first.advance(to: 1)
    #expect(item.timeline == nil)
    try second.addItem(item)
    #expect(code { try first.retarget(item, .center, to: .zero, spring: SpringTiming()) } == .otherAnimator)
  }

  @Test("observers hear of running, state and direction once per change")
  func observers() throws {
    let rig = try Rig()
    var seen: [UInt32] = []
    rig.animator.onChange = { _, changes in seen.append(changes.rawValue) }
    try rig.animator.start()
    try rig.to(0.5)
    try rig.animator.pause()
    rig.animator.isReversed = true
    try rig.animator.start()
    try rig.to(3)
    #expect(seen == [3, 1, 4, 1, 3])
  }

  @Test("an animator made running inside a block runs as part of the outer one")
  func inherited() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    var inner: PropertyAnimator?
    var own: PropertyAnimator?
    let outer = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) {
      item.center.x = 100
      inner = try? PropertyAnimator.running(timeline: timeline, duration: 9, timing: .easeIn) {
        item.angle = 1
      } completion: {
        log.add("inner \($0)")
      }
      own = try? PropertyAnimator.running(
        timeline: timeline, duration: 1, timing: .linear, overridesInherited: true
      ) {
        item.alpha = 0
      }
    }
    outer.addCompletion { log.add("outer \($0)") }
    try outer.start()
    try timeline.advance(to: 0.5)
    #expect(item.presentedAngle == 0.25 && item.presentedAlpha == 0.5)
    #expect(inner?.isRunning == true && inner?.isInterruptible == false && own?.isRunning == true)
    #expect(code { try inner?.pause() } == .notInterruptible)
    try timeline.advance(to: 2)
    #expect(log.lines == ["outer end", "inner end"] && inner?.state == .inactive)
  }

  @Test("a block without changes lasts its duration, or ends at once if asked to")
  func emptyBlocks() throws {
    let timeline = try Timeline()
    let log = Log()
    for ends in [false, true] {
      let animator = try PropertyAnimator(timeline: timeline, duration: 2) {}
      animator.completesIfEmpty = ends
      animator.addCompletion { _ in log.add("\(ends)") }
      try animator.start()
    }
    try timeline.advance(to: 0.1)
    #expect(log.lines == ["true"])
    try timeline.advance(to: 2)
    #expect(log.lines == ["true", "false"])
    let zero = try PropertyAnimator(timeline: timeline, duration: 0) {}
    zero.addCompletion { _ in log.add("zero") }
    try zero.start()
    #expect(log.count("zero") == 0)
    try timeline.advance(by: 0)
    #expect(log.count("zero") == 1)
    #expect(code { _ = try PropertyAnimator(timeline: timeline, duration: -1) } == .range)
  }

  @Test("a copy has the settings, but neither blocks nor state")
  func copies() throws {
    let rig = try Rig(.easeIn)
    rig.animator.pausesOnCompletion = true
    try rig.animator.start()
    let copy = try rig.animator.copy()
    #expect(
      copy.state == .inactive && copy.duration == 2 && copy.timing === rig.animator.timing
        && copy.pausesOnCompletion)
    try copy.start()
    #expect(!copy.isRunning)
    try copy.stop(withoutFinishing: true)
  }

  @Test("hit tests see presented items, by the flags of their animators")
  func hitTests() throws {
    let rig = try Rig()
    try rig.timeline.addItem(rig.item)
    let below = try Item(center: Vector2(0, 0), size: Vector2(500, 500))
    try rig.timeline.addItem(below, at: 0)
    try rig.animator.start()
    try rig.to(0.2)
    let old = Vector2(-35, 0)
    let new = Vector2(145, 0)
    #expect(rig.timeline.item(atPoint: old) === rig.item && rig.timeline.item(atPoint: new) === below)
    rig.animator.isManualHitTestingEnabled = true
    #expect(rig.timeline.item(atPoint: old) === below && rig.timeline.item(atPoint: new) === rig.item)
    #expect(
      rig.timeline.item(atPoint: Vector2(.nan, 0)) == nil
        && rig.timeline.item(atPoint: Vector2(900, 0)) == nil)
    try rig.to(2)
    rig.animator.isUserInteractionEnabled = false
    try rig.animator.addAnimations { rig.item.angle = .pi / 2 }
    try rig.animator.start()
    #expect(rig.timeline.item(atPoint: Vector2(100, 0)) === below)
    try rig.to(9)
    #expect(rig.timeline.item(atPoint: Vector2(100, 0)) === rig.item)
    // Turned by an eighth and stretched.
    rig.item.angle = .pi / 4
    rig.item.displayTransform = Transform(a: 2, b: 0, c: 0, d: 1)
    #expect(rig.timeline.item(atPoint: Vector2(100 + 65, 65)) === rig.item)
    #expect(rig.timeline.item(atPoint: Vector2(100 + 65, -65)) === below)
  }

  @Test("listed items keep their order and their presented states")
  func list() throws {
    let timeline = try Timeline()
    var items: [Item] = []
    for i in 0..<4 {
      items.append(try Item(center: Vector2(Double(i), 0)))
      try timeline.addItem(items[i])
    }
    try timeline.addItem(items[0])
    #expect(timeline.position(of: items[0]) == 3 && timeline.position(of: items[1]) == 0)
    try timeline.addItem(items[0], at: 1)
    #expect(try timeline.item(at: 1) === items[0])
    #expect(code { try timeline.addItem(items[0], at: 4) } == .range)
    #expect(timeline.removeItem(items[1]) && !timeline.removeItem(items[1]))
    let item = items[2]
    let animator = try PropertyAnimator(timeline: timeline, duration: 2, timing: .linear) {
      item.frame = Rect(x: 0, y: 0, width: 10, height: 10)
      item.alpha = 0
      item.displayTransform = Transform(a: 3, b: 0, c: 0, d: 1)
    }
    try animator.start()
    try timeline.advance(to: 1)
    let states = try timeline.presentedStates()
    #expect(states.count == 3 && states[0].center.x == 0 && states[0].flags == 0)
    let state = states[1]
    #expect(
      state.center == item.presentedCenter && state.bounds == item.presentedBounds && state.alpha == 0.5)
    #expect(state.transform == item.presentedTransform && state.transform.a == 2 && state.flags == 1)
    #expect(MemoryLayout<PresentedState>.stride == 128)
  }

  @Test("an attached dynamic animator is advanced by the timeline alone, with its own steps and clip")
  func attached() throws {
    let timeline = try Timeline()
    let item = try Item()
    let log = Log()
    let dynamics = try DynamicAnimator()
    try dynamics.addBehavior(GravityBehavior(items: [item]))
    try timeline.addAnimator(dynamics)
    try timeline.addAnimator(dynamics)
    #expect(timeline.animatorCount == 1 && dynamics.timeline === timeline && timeline.isRunning)
    #expect(code { try dynamics.advance(by: 0.1) } == .state)
    #expect(code { try Timeline().addAnimator(dynamics) } == .otherAnimator)
    dynamics.behaviors[0].action = {
      log.add(code { try timeline.advance(by: 0.1) } == .busy ? "busy" : "not busy")
    }
    try timeline.advance(to: 0.1)
    #expect(isNear(dynamics.elapsedSeconds, 0.1, 1e-9) && log.lines == ["busy"])
    try timeline.advance(to: 2)
    #expect(isNear(dynamics.elapsedSeconds, 0.35, 1e-9) && isNear(dynamics.droppedSeconds, 1.65, 1e-9))
    // Animations lie on top of what the physics does.
    let y = item.center.y
    let animator = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear) {
      item.center.x = 80
    }
    try animator.start()
    #expect(item.presentedCenter.x == 0 && item.presentedCenter.y == y)
    #expect(isNear(item.presentedVelocity(of: .center).y, item.velocity.y, 1e-9))
    try timeline.removeAnimator(dynamics)
    #expect(code { try timeline.removeAnimator(dynamics) } == .notAMember)
    try dynamics.advance(by: 0.01)
  }

  @Test("the clock refuses to go back, and what is not finite")
  func clock() throws {
    let timeline = try Timeline()
    try timeline.advance(to: 1)
    #expect(
      code { try timeline.advance(to: 0.5) } == .range && code { try timeline.advance(to: .nan) } == .range)
    #expect(
      code { try timeline.advance(by: -1) } == .range
        && code { try timeline.advance(by: .infinity) } == .range)
    #expect(code { _ = try Timeline(rate: -1) } == .range)
    #expect(timeline.time == 1)
  }

  @Test("without memory a start is refused and nothing has changed; a steady tick needs none")
  func memory() throws {
    var refusals = 0
    for countdown in 1...40 {
      let timeline = try Timeline()
      let item = try Item()
      let animator = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear) {
        item.center.x = 10
        item.alpha = 0
        item.displayTransform = Transform(a: 2, b: 0, c: 0, d: 2)
      }
      bgts_fail_allocation(Int32(countdown))
      let result = code { try animator.start() }
      bgts_fail_allocation(0)
      if result == .outOfMemory {
        refusals += 1
        #expect(animator.state == .inactive && item.center.x == 0)
        try animator.start()
      }
      try timeline.advance(to: 0.5)
      #expect(item.presentedCenter.x == 5 || item.center.x == 0)
      try timeline.advance(to: 2)
      #expect(item.presentedCenter.x == item.center.x && animator.state == .inactive && item.timeline == nil)
    }
    #expect(refusals > 2)

    let timeline = try Timeline()
    for i in 0..<200 {
      let item = try Item()
      try timeline.addItem(item)
      let animator = try PropertyAnimator(
        timeline: timeline, duration: 1 + 0.01 * Double(i), dampingRatio: 0.5
      ) {
        item.frame = Rect(x: 0, y: 0, width: 10, height: Double(i + 1))
      }
      try animator.start()
    }
    _ = try timeline.presentedStates()
    bgts_fail_allocation(1)
    for i in 1...300 {
      try timeline.advance(to: Double(i) / 60)
      _ = try timeline.presentedStates()
    }
    #expect(!bgts_allocation_failed())
    bgts_fail_allocation(0)
    #expect(timeline.runningCount == 0)
  }
}
