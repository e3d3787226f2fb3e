// What items are free to do: locked axes, limits of their angle, and how fast their own time runs.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct FreedomTests {
  private func scene(_ items: [Item], _ behaviors: [DynamicBehavior]) throws -> DynamicAnimator {
    let animator = try DynamicAnimator()
    var material = animator.defaultMaterial
    material.resistance = 0
    material.angularResistance = 0
    animator.defaultMaterial = material
    for behavior in behaviors { try animator.addBehavior(behavior) }
    let everyone = DynamicItemBehavior(items: items)
    try animator.addBehavior(everyone)
    return animator
  }

  // MARK: Locks

  @Test("A locked axis keeps its value to the bit, whatever pushes; the other moves freely")
  func locks() throws {
    let item = try Item(center: Vector2(200.1, 100), size: Vector2(20, 20), boundsType: .ellipse)
    let motion = DynamicItemBehavior(items: [item])
    #expect(!motion.isLockingX && !motion.isLockingY)
    motion.isLockingX = true
    let slope = CollisionBehavior(items: [item])
    try slope.addBoundary("slope", from: Vector2(0, 0), to: Vector2(400, 400))
    let animator = try scene([item], [GravityBehavior(items: [item]), slope, motion])
    try motion.setLinearVelocity(Vector2(500, 0), of: item)
    for _ in 0..<300 {
      try animator.advance(by: 1.0 / 60.0)
      #expect(item.center.x == 200.1 && item.velocity.x == 0)
    }
    #expect(isNear(item.center.y, 200.1 - 10 * 2.0.squareRoot(), 0.6) && !animator.isRunning)
    motion.isLockingX = false
    #expect(animator.isRunning)
    try animator.run(seconds: 0.5)
    #expect(item.center.x > 210, "free again, it rolls down")
  }

  @Test("A lock keeps the place of an update, and lets go of an anchored item")
  func lockMoves() throws {
    let item = try Item(center: Vector2(0, 0), size: Vector2(20, 20))
    let motion = DynamicItemBehavior(items: [item])
    motion.isLockingY = true
    let animator = try scene([item], [GravityBehavior(items: [item]), motion])
    try animator.run(seconds: 0.2)
    #expect(item.center.y == 0)
    item.center = Vector2(0, 70)
    #expect(try animator.updateItem(item))
    try motion.setLinearVelocity(Vector2(60, 0), of: item)
    try animator.run(seconds: 1)
    #expect(item.center.y == 70 && isNear(item.center.x, 60, 0.01))
    motion.isAnchored = true
    try motion.setTarget(Vector2(10, 90), angle: 0, of: item)
    try animator.run(seconds: 0.1)
    #expect(isNear(item.center.y, 90, 1e-4))
    motion.isAnchored = false
    try animator.run(seconds: 0.1)
    #expect(isNear(item.center.y, 90, 1e-4))
  }

  @Test("A rod to a locked item pulls it along its free axis: a pendulum on a cart")
  func cart() throws {
    let cart = try Item(center: Vector2(0, 0), size: Vector2(100, 100))
    let bob = try Item(center: Vector2(100, 0), size: Vector2(100, 100))
    let motion = DynamicItemBehavior(items: [cart])
    motion.isLockingY = true
    motion.allowsRotation = false
    let rod = try AttachmentBehavior(item: cart, other: bob)
    let animator = try scene([cart, bob], [GravityBehavior(items: [cart, bob]), motion, rod])
    var least = 0.0
    var most = 0.0
    for _ in 0..<240 {
      try animator.advance(by: 1.0 / 60.0)
      // Nothing pushes sideways, so the center of both masses keeps its x.
      #expect(cart.center.y == 0 && isNear(cart.center.x + bob.center.x, 100, 0.5))
      least = min(least, bob.center.y)
      most = max(most, bob.center.y)
    }
    #expect(
      least > -1 && isNear(most, 100, 1.5), "it swings back to the height it came from: \(least), \(most)")
  }

  // MARK: Angles

  @Test("An angle never leaves its limits, and an item beyond turns back")
  func angles() throws {
    let item = try Item(center: Vector2(0, 0), size: Vector2(100, 100))
    let motion = DynamicItemBehavior(items: [item])
    #expect(motion.angleLimits.isInfinite)
    motion.angleLimits = FloatRange(minimum: -0.1, maximum: 0.2)
    let animator = try scene([item], [motion])
    try motion.setAngularVelocity(4, of: item)
    var most = 0.0
    for _ in 0..<60 {
      try animator.advance(by: 1.0 / 60.0)
      most = max(most, item.angle)
      #expect(item.angle <= 0.2 && item.angle >= -0.1)
    }
    #expect(most > 0.1999 && isNear(item.angularVelocity, 0, 1e-4), "the edge is inelastic")
    item.angle = -1
    try animator.updateItem(item)
    try animator.run(seconds: 0.5)
    #expect(isNear(item.angle, -0.1, 0.005))
    motion.angleLimits = FloatRange(minimum: 0.5, maximum: 0.5)
    try animator.run(seconds: 0.5)
    #expect(isNear(item.angle, 0.5, 0.005))
    motion.angleLimits = .infinite
    try motion.setAngularVelocity(4, of: item)
    try animator.run(seconds: 1)
    #expect(isNear(item.angle, 4.5, 0.05))
  }

  @Test("A box that falls on its corner tilts no further than its limit")
  func tilt() throws {
    let item = try Item(center: Vector2(0, 0), size: Vector2(60, 60), angle: 0.15)
    let motion = DynamicItemBehavior(items: [item])
    motion.angleLimits = FloatRange(minimum: 0.1, maximum: 0.2)
    let floor = CollisionBehavior(items: [item])
    try floor.addBoundary("floor", from: Vector2(-300, 200), to: Vector2(300, 200))
    let animator = try scene([item], [GravityBehavior(items: [item]), floor, motion])
    for _ in 0..<300 {
      try animator.advance(by: 1.0 / 60.0)
      #expect(item.angle >= 0.1 && item.angle <= 0.2)
    }
    #expect(item.center.y < 200)
  }

  @Test("Limits and scales out of range are refused, and the last behavior in the tree wins")
  func arguments() throws {
    let item = try Item()
    let first = DynamicItemBehavior(items: [item])
    let last = DynamicItemBehavior(items: [item])
    #expect(code { try first.setAngleLimits(FloatRange(minimum: 1, maximum: 0)) } == .range)
    #expect(code { try first.setAngleLimits(FloatRange(minimum: .nan, maximum: 0)) } == .range)
    #expect(code { try first.setAngleLimits(FloatRange(minimum: 2e6, maximum: 3e6)) } == .range)
    #expect(code { try first.setTimeScale(0) } == .range && code { try first.setTimeScale(101) } == .range)
    #expect(first.angleLimits.isInfinite && first.timeScale == 1)
    first.timeScale = 2
    last.timeScale = 1
    let animator = try scene([item], [GravityBehavior(items: [item]), first, last])
    try animator.run(seconds: 0.5)
    #expect(isNear(item.center.y, 125, 0.2))
    try animator.removeBehavior(last)
    let speed = item.velocity.y
    try animator.advance(by: 0)
    #expect(
      isNear(item.velocity.y, 2 * speed, 0.01),
      "its own velocity stays, seen from outside it is twice as fast")
  }

  // MARK: Time

  @Test("An item alone goes the same way, so many times as fast", arguments: [0.25, 0.5, 2.0])
  func sameWay(scale: Double) throws {
    func film(_ scale: Double, _ seconds: Double) throws -> [Vector2] {
      let item = try Item(center: Vector2(0, 0), size: Vector2(20, 20))
      let motion = DynamicItemBehavior(items: [item])
      motion.timeScale = scale
      motion.resistance = 0.8
      motion.elasticity = 0.7
      let floor = CollisionBehavior(items: [item])
      try floor.addBoundary("floor", from: Vector2(-1000, 210), to: Vector2(1000, 210))
      let push = PushBehavior(items: [item], mode: .instantaneous)
      push.direction = Vector2(0.02, -0.04)
      let wind = PushBehavior(items: [item])
      wind.direction = Vector2(0.01, 0)
      let field = FieldBehavior.drag()
      field.strength = 0.01
      try field.addItem(item)
      let animator = try scene([item], [GravityBehavior(items: [item]), floor, push, wind, field, motion])
      var way: [Vector2] = []
      for _ in 0..<24 {
        try animator.run(ticks: Int(seconds * 60 / 24 + 0.5))
        way.append(item.center)
      }
      return way
    }
    let own = try film(1, 1.6)
    let other = try film(scale, 1.6 / scale)
    for (a, b) in zip(own, other) { #expect((a - b).length < 4, "\(a) \(b)") }
    #expect(
      own.contains { $0.y > 180 } && own[23].y < 199 && own[23].x > 20, "it bounced and drifted: \(own)")
  }

  @Test("Changing the scale in flight keeps the way")
  func change() throws {
    let item = try Item(center: Vector2(0, 0), size: Vector2(20, 20))
    let motion = DynamicItemBehavior(items: [item])
    let animator = try scene([item], [GravityBehavior(items: [item]), motion])
    try motion.setLinearVelocity(Vector2(100, -1000), of: item)
    try animator.run(seconds: 0.5)
    motion.timeScale = 0.2
    var top = item.center
    for _ in 0..<300 {
      try animator.advance(by: 1.0 / 60.0)
      if item.center.y < top.y { top = item.center }
    }
    #expect(isNear(top.x, 100, 0.5) && isNear(top.y, -500, 0.5))
    #expect(isNear(item.center.x, 50 + 100 * 0.2 * 5, 0.2))
  }

  @Test("Weights at rest do not depend on the scale; springs to an anchor and snaps follow it")
  func springs() throws {
    let hung = try Item(center: Vector2(0, 100), size: Vector2(100, 100))
    let slow = try Item(center: Vector2(300, 80), size: Vector2(100, 100))
    let snapped = try Item(center: Vector2(600, 0), size: Vector2(50, 50))
    let motion = DynamicItemBehavior(items: [hung, slow, snapped])
    motion.timeScale = 0.5
    let rope = try AttachmentBehavior(item: hung, anchor: Vector2(0, 0))
    let spring = try AttachmentBehavior(item: slow, anchor: Vector2(300, 0))
    spring.frequency = 2
    spring.length = 100
    let snap = try SnapBehavior(item: snapped, point: Vector2(700, 0))
    let animator = try scene(
      [hung, slow, snapped], [GravityBehavior(items: [hung]), motion, rope, spring, snap])
    var farthest = 0.0
    var crossing = 0.0
    for tick in 1...60 {
      try animator.advance(by: 1.0 / 60.0)
      farthest = max(farthest, slow.center.y)
      if crossing == 0, snapped.center.x >= 700 { crossing = Double(tick) / 60 }
      if tick == 30 { #expect(isNear(slow.center.y, 120, 0.5), "half a period of 1 Hz") }
    }
    #expect(isNear(rope.reactionForce.y, -10, 0.05) && isNear(slow.center.y, 80, 1))
    #expect(isNear(farthest, 120, 0.5) && isNear(crossing, 0.24, 0.03), "\(crossing)")
  }

  @Test("In a collision action and reaction are equal, for masses divided by the square of the scale")
  func collision() throws {
    let quick = try Item(center: Vector2(0, 0), size: Vector2(20, 20), boundsType: .ellipse)
    let slow = try Item(center: Vector2(60, 0), size: Vector2(20, 20), boundsType: .ellipse)
    let motion = DynamicItemBehavior(items: [quick, slow])
    motion.elasticity = 1
    let pace = DynamicItemBehavior(items: [slow])
    pace.timeScale = 0.5
    let animator = try scene([quick, slow], [CollisionBehavior(items: [quick, slow]), motion, pace])
    try motion.setLinearVelocity(Vector2(300, 0), of: quick)
    try animator.run(seconds: 0.5)
    // A mass of 1 meets one of 4.
    #expect(isNear(quick.velocity.x, -180, 2) && isNear(slow.velocity.x, 120, 2))
  }

  @Test("Fields act in the item's own time")
  func fields() throws {
    let item = try Item(center: Vector2(50, 0), size: Vector2(100, 100))
    let motion = DynamicItemBehavior(items: [item])
    motion.timeScale = 0.5
    motion.charge = 1
    let spring = FieldBehavior.spring()
    spring.strength = 0.4444 * 4 * .pi * .pi  // 1 Hz at scale 1
    try spring.addItem(item)
    let animator = try scene([item], [spring, motion])
    try animator.run(seconds: 1)
    #expect(isNear(item.center.x, -50, 0.1), "half a period")
    try animator.removeBehavior(spring)
    let magnet = FieldBehavior.magnetic()
    magnet.strength = 0.4444 * .pi
    try magnet.addItem(item)
    try animator.addBehavior(magnet)
    try motion.setLinearVelocity(Vector2(100, 0), of: item)
    try animator.run(seconds: 1)
    #expect(isNear(item.velocity.y, -100, 0.5), "a quarter turn at half the rate of pi")
  }
}
