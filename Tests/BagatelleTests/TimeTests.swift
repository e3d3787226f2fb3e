// Time to steps, pause and resume, callbacks and what they may do.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct TimeTests {
  private func falling() throws -> (DynamicAnimator, Item) {
    let item = try Item()
    let animator = try DynamicAnimator()
    try animator.addBehavior(GravityBehavior(items: [item]))
    return (animator, item)
  }

  @Test("Any slicing of the same time gives the same steps and the same bits")
  func slicing() throws {
    var results: [(Vector2, Double)] = []
    for slices in [4, 30, 60, 100, 120, 144, 240, 1000] {
      let item = try Item(center: Vector2(100, 100), size: Vector2(40, 30), angle: 0.3)
      let animator = try DynamicAnimator(referenceBounds: phone)
      let walls = CollisionBehavior(items: [item])
      walls.isTranslatingReferenceBounds = true
      try animator.addBehavior(GravityBehavior(items: [item]))
      try animator.addBehavior(walls)
      var steps = 0
      for _ in 0..<slices { steps += try animator.advance(by: 1 / Double(slices)) }
      #expect(steps == 120, "\(slices) slices")
      #expect(animator.elapsedSeconds == 1)
      results.append((item.center, item.angle))
    }
    for result in results { #expect(result == results[0]) }
  }

  @Test("Time beyond a quarter of a second per call is dropped and counted")
  func clip() throws {
    let (animator, _) = try falling()
    #expect(try animator.advance(by: 1) == 30)
    #expect(isNear(animator.droppedSeconds, 0.75, 1e-12))
    #expect(animator.realElapsedSeconds == 1 && animator.elapsedSeconds == 0.25)
    #expect(try animator.advance(by: 0.25) == 30)
    #expect(isNear(animator.droppedSeconds, 0.75, 1e-12))
    for bad in [-1.0, .nan, .infinity] { #expect(code { try animator.advance(by: bad) } == .range) }
    #expect(animator.realElapsedSeconds == 1.25)
  }

  @Test("A call too short for a step moves only the carried time")
  func shortCalls() throws {
    let (animator, item) = try falling()
    var calls = 0
    animator.behaviors[0].action = { calls += 1 }
    for _ in 0..<3 { #expect(try animator.advance(by: 1.0 / 480.0) == 0) }
    #expect(calls == 0 && item.center.y == 0 && animator.elapsedSeconds == 0)
    #expect(try animator.advance(by: 1.0 / 480.0) == 1)
    #expect(calls == 1)
    #expect(try animator.advance(by: 0) == 0)
    #expect(calls == 1)
  }

  @Test("Speed scales the time that passes")
  func speed() throws {
    let (animator, _) = try falling()
    animator.speed = 0.5
    #expect(try animator.advance(by: 0.2) == 12)
    animator.speed = 100
    #expect(try animator.advance(by: 0.25) == 3000)
    animator.speed = 0
    #expect(try animator.advance(by: 0.25) == 0)
    #expect(code { try animator.setSpeed(101) } == .range)
    #expect(code { try animator.setSpeed(.nan) } == .range)
    animator.speed = -1
    #expect(animator.speed == 0)
  }

  @Test("Presented states lie between the last two steps")
  func presented() throws {
    let (animator, item) = try falling()
    try animator.advance(by: 0.1)
    let before = item.center.y
    try animator.advance(by: 1.0 / 120.0)
    let after = item.center.y
    #expect(isNear(animator.presentedStates[0].center.y, before, 1e-9))
    try animator.advance(by: 0.5 / 120.0)
    #expect(item.center.y == after)
    #expect(isNear(animator.presentedStates[0].center.y, (before + after) / 2, 1e-9))
    #expect(animator.states[0].center.y == after)
  }

  @Test("Pause and resume alternate, and nothing happens while paused")
  func alternation() throws {
    let item = try Item(center: Vector2(160, 500), size: Vector2(40, 40))
    let animator = try DynamicAnimator(referenceBounds: phone)
    let log = Log()
    animator.onWillResume = { _ in log.add("resume") }
    animator.onDidPause = { log.add($0.isRunning ? "still running" : "pause") }
    #expect(!animator.isRunning)
    let gravity = GravityBehavior(items: [item])
    try animator.addBehavior(gravity)
    #expect(animator.isRunning && log.lines.isEmpty)
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    try animator.addBehavior(walls)
    try animator.runUntilPaused()
    #expect(log.lines == ["resume", "pause"])
    let elapsed = animator.elapsedSeconds
    let hash = animator.stateHash
    var actions = 0
    gravity.action = { actions += 1 }
    #expect(!animator.isRunning, "setting an action does not wake")
    #expect(try animator.advance(by: 0.1) == 0)
    #expect(animator.elapsedSeconds == elapsed && animator.stateHash == hash && actions == 0)
    gravity.magnitude = 1
    #expect(!animator.isRunning, "the same value does not wake")
    gravity.magnitude = 2
    #expect(animator.isRunning)
    try animator.runUntilPaused()
    #expect(log.lines == ["resume", "pause", "resume", "pause"])
    #expect(animator.elapsedSeconds > elapsed)
    walls.referenceBoundsInsets = Insets(bottom: -100)
    #expect(animator.isRunning)
    try animator.runUntilPaused()
    #expect(log.lines.count == 6 && isNear(item.center.y, 648, 0.5))
  }

  @Test("Removing the last behavior while running pauses at the end of the next tick")
  func removalOfTheLast() throws {
    let (animator, _) = try falling()
    let log = Log()
    animator.onDidPause = { _ in log.add("pause") }
    try animator.run(ticks: 3)
    animator.removeAllBehaviors()
    #expect(animator.isRunning && log.lines.isEmpty)
    try animator.run(ticks: 1)
    #expect(!animator.isRunning && log.lines == ["pause"])
    try animator.addBehavior(DynamicBehavior())
    #expect(!animator.isRunning, "an animator without items does not wake")
  }

  @Test("Clean-up after a pause gives no second pair of callbacks")
  func cleanUp() throws {
    let item = try Item(center: Vector2(160, 500), size: Vector2(40, 40))
    let animator = try DynamicAnimator(referenceBounds: phone)
    let log = Log()
    let bundle = DynamicBehavior()
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    try bundle.addChild(GravityBehavior(items: [item]))
    try bundle.addChild(walls)
    try animator.addBehavior(bundle)
    animator.onWillResume = { _ in log.add("resume") }
    animator.onDidPause = { animator in
      log.add("pause")
      for child in bundle.children { do { try bundle.removeChild(child) } catch { Issue.record("refused") } }
      animator.removeAllBehaviors()
    }
    try animator.runUntilPaused()
    #expect(log.lines == ["resume", "pause"] && !animator.isRunning && animator.items.isEmpty)
    try animator.run(ticks: 3)
    #expect(log.lines == ["resume", "pause"])
    animator.onDidPause = nil
    try animator.addBehavior(GravityBehavior(items: [item]))
    #expect(animator.isRunning)
  }

  @Test("A behavior may remove itself in its own action; the tick after, the animator pauses")
  func removeSelf() throws {
    let item = try Item()
    let animator = try DynamicAnimator()
    let log = Log()
    let bundle = DynamicBehavior()
    try bundle.addChild(GravityBehavior(items: [item]))
    let second = DynamicBehavior()
    second.action = { log.add("second") }
    bundle.action = { [unowned bundle] in
      log.add("action")
      if animator.elapsedSeconds >= 0.1 {
        do { try animator.removeBehavior(bundle) } catch { log.add("refused") }
      }
    }
    try bundle.addChild(second)
    try animator.addBehavior(bundle)
    animator.onDidPause = { _ in log.add("pause") }
    try animator.runUntilPaused()
    #expect(log.count("action") == 6 && log.count("second") == 5, "children of what was removed are left out")
    #expect(log.lines.last == "pause" && log.count("pause") == 1)
    #expect(isNear(animator.elapsedSeconds, 0.1 + 1.0 / 120.0, 1e-9))
  }

  @Test("Two phases: in its pause a program adds the behavior again, and the item starts at rest")
  func twoPhases() throws {
    let item = try Item()
    let animator = try DynamicAnimator()
    let log = Log()
    let bundle = DynamicBehavior()
    try bundle.addChild(GravityBehavior(items: [item]))
    var phase = 1
    bundle.action = {
      if animator.elapsedSeconds >= 0.5 * Double(phase) {
        do { try animator.removeBehavior(bundle) } catch { log.add("refused") }
      }
    }
    var reached = 0.0
    animator.onWillResume = { _ in log.add("resume") }
    animator.onDidPause = { animator in
      log.add("pause")
      phase += 1
      if phase > 2 { return }
      reached = item.center.y
      do { try animator.addBehavior(bundle) } catch { log.add("refused") }
      #expect(animator.isRunning)
    }
    try animator.addBehavior(bundle)
    try animator.runUntilPaused()
    #expect(log.lines == ["resume", "pause", "resume", "pause"])
    #expect(isNear(reached, 125, 4))
    #expect(item.center.y > reached && item.center.y < 2 * reached + 20)
    bundle.action = nil
  }

  @Test("Removing and adding in the same turn keeps the velocity; a tick between drops it")
  func keepVelocity() throws {
    let (animator, item) = try falling()
    try animator.run(ticks: 30)
    let speed = item.velocity.y
    let gravity = animator.behaviors[0]
    try animator.removeBehavior(gravity)
    #expect(item.animator == nil && item.velocity.y == 0)
    try animator.addBehavior(gravity)
    #expect(item.velocity.y == speed)
    try animator.removeBehavior(gravity)
    try animator.advance(by: 0)
    try animator.addBehavior(gravity)
    #expect(item.velocity.y == 0)
    // The item may go to another animator at once.
    try animator.removeBehavior(gravity)
    let other = try DynamicAnimator()
    try other.addBehavior(gravity)
    #expect(item.animator === other && item.velocity.y == 0)
    try animator.run(ticks: 2)
    try other.run(ticks: 2)
    #expect(item.animator === other)
  }

  @Test("Advancing inside a callback is refused and changes nothing")
  func busy() throws {
    let (animator, _) = try falling()
    let log = Log()
    func again() {
      log.add(code { try animator.advance(by: 0.1) } == .busy ? "busy" : "advanced")
    }
    animator.onWillResume = { _ in again() }
    animator.behaviors[0].action = { again() }
    try animator.run(ticks: 2)
    animator.behaviors[0].action = nil
    #expect(log.lines == ["busy", "busy", "busy"])
    #expect(animator.elapsedSeconds == 4.0 / 120.0)
    try animator.advance(by: 0.1)
  }

  @Test("The animator may be dropped in its own pause")
  func dropInPause() throws {
    final class Owner { var animator: DynamicAnimator? }
    let owner = Owner()
    let log = Log()
    let item = try Item()
    do {
      let animator = try DynamicAnimator()
      owner.animator = animator
      let mark = Mark(log, "animator")
      animator.onWillResume = { _ in _ = mark }
      try animator.addBehavior(GravityBehavior(items: [item]))
      animator.onDidPause = { _ in
        log.add("pause")
        owner.animator = nil
        log.add("dropped")
      }
      animator.removeAllBehaviors()
      try animator.addBehavior(CollisionBehavior(items: [item]))
    }
    var ticks = 0
    while let animator = owner.animator, ticks < 200 {
      ticks += 1
      try animator.advance(by: 1.0 / 60.0)
    }
    #expect(log.lines == ["pause", "dropped", "animator died"])
    #expect(item.animator == nil)
  }

  @Test("Items that rest tell so once, and the animator pauses after")
  func restOfItems() throws {
    let low = try Item(center: Vector2(60, 540), size: Vector2(40, 40))
    let high = try Item(center: Vector2(200, 100), size: Vector2(40, 40))
    let log = Log()
    low.onRest = { $0.isResting ? log.add("low") : log.add("awake") }
    high.onRest = { _ in log.add("high") }
    let animator = try DynamicAnimator(referenceBounds: phone)
    let walls = CollisionBehavior(items: [low, high])
    walls.isTranslatingReferenceBounds = true
    try animator.addBehavior(GravityBehavior(items: [low, high]))
    try animator.addBehavior(walls)
    animator.onDidPause = { _ in log.add("pause") }
    #expect(!low.isResting)
    try animator.runUntilPaused()
    #expect(log.lines == ["low", "high", "pause"])
    #expect(low.isResting && animator.states.allSatisfy { $0.flags == ItemState.resting })
    #expect(animator.states.allSatisfy { $0.velocity == Vector2(0, 0) })
  }

  @Test("Items rest below the rest speeds after the rest time")
  func restSettings() throws {
    /// When an item that turns and moves slowly comes to rest.
    func rest(_ change: (DynamicAnimator) -> Void) throws -> Double {
      let item = try Item()
      let animator = try DynamicAnimator()
      let motion = DynamicItemBehavior(items: [item])
      motion.resistance = 0
      motion.angularResistance = 0
      try animator.addBehavior(motion)
      change(animator)
      try motion.setLinearVelocity(Vector2(1, 0), of: item)
      try motion.setAngularVelocity(0.02, of: item)
      for _ in 0..<600 where animator.isRunning { try animator.advance(by: 1.0 / 60.0) }
      return animator.elapsedSeconds
    }
    #expect(isNear(try rest { _ in }, 0.5, 0.02))
    #expect(isNear(try rest { $0.restSeconds = 2 }, 2, 0.02))
    #expect(try rest { $0.restSpeed = 0.5 } > 9)
    #expect(try rest { $0.restAngularSpeed = 0.01 } > 9)
    let animator = try DynamicAnimator()
    #expect(animator.restSpeed == 1.5 && animator.restAngularSpeed == 0.0349 && animator.restSeconds == 0.5)
    #expect(code { try animator.setRestSeconds(-1) } == .range && code { try animator.setRestSpeed(.nan) } == .range)
  }

  @Test("Below the bounce threshold what gravity presses down does not bounce")
  func bounceThreshold() throws {
    func rebound(_ threshold: Double) throws -> Double {
      let item = try Item(center: Vector2(0, 0), size: Vector2(20, 20))
      let animator = try DynamicAnimator()
      #expect(animator.bounceThreshold == 30)
      animator.bounceThreshold = threshold
      let walls = CollisionBehavior(items: [item])
      try walls.addBoundary("floor", from: Vector2(-100, 15), to: Vector2(100, 15))
      let motion = DynamicItemBehavior(items: [item])
      motion.elasticity = 0.9
      try animator.addBehavior(motion)
      try animator.addBehavior(walls)
      try animator.addBehavior(GravityBehavior(items: [item]))
      var least = 100.0
      for tick in 0..<40 {  // It falls 5 points, to 100 points/s.
        try animator.advance(by: 1.0 / 60.0)
        if tick > 7 { least = min(least, item.center.y) }
      }
      return 5 - least
    }
    #expect(try rebound(30) > 3 && rebound(150) < 0.3)
  }
}
