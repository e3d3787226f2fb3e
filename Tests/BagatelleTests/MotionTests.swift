// Impulses and forces on single items, what is awake and why, and what touches what now.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct MotionTests {
  /// Items of 100 x 100, so mass 1, without resistance.
  private func free(_ items: Item...) throws -> (DynamicAnimator, DynamicItemBehavior) {
    let animator = try DynamicAnimator()
    let motion = DynamicItemBehavior(items: items)
    motion.resistance = 0
    motion.angularResistance = 0
    try animator.addBehavior(motion)
    return (animator, motion)
  }

  @Test("An impulse changes both velocities at once, by mass and inertia")
  func impulse() throws {
    let item = try Item()
    let (animator, motion) = try free(item)
    #expect(try item.applyImpulse(Vector2(0, 1), at: Vector2(50, 0)))
    #expect(isNear(item.velocity.y, 100, 1e-3) && item.velocity.x == 0)
    #expect(isNear(item.angularVelocity, 50 * 100 / (20_000.0 / 12), 1e-5))
    motion.density = 2
    #expect(try item.applyImpulse(Vector2(1, 0)))
    #expect(isNear(item.velocity.x, 50, 1e-3) && animator.isRunning)
  }

  @Test("The point of an impulse turns with the item, its direction does not")
  func impulseFrame() throws {
    let item = try Item(angle: .pi / 2)
    let (animator, _) = try free(item)
    try item.applyImpulse(Vector2(1, 0), at: Vector2(50, 0))
    #expect(animator.count == 1)
    #expect(isNear(item.velocity.x, 100, 1e-3) && isNear(item.velocity.y, 0, 1e-3))
    #expect(isNear(item.angularVelocity, -3, 1e-4), "at the lower edge it turns counter-clockwise")
  }

  @Test("A force acts during one step alone, and forces before it add up")
  func force() throws {
    let item = try Item()
    let (animator, _) = try free(item)
    try item.applyForce(Vector2(0, 2))
    try item.applyForce(Vector2(0, 1), at: Vector2(50, 0))
    #expect(item.velocity == Vector2(0, 0), "nothing happens before the step")
    #expect(try animator.advance(by: 1.0 / 120) == 1)
    #expect(isNear(item.velocity.y, 300.0 / 120, 1e-4))
    #expect(isNear(item.angularVelocity, 3.0 / 120, 1e-6))
    #expect(isNear(item.center.y, 0.5 * 300 / 14400, 1e-4), "half of acceleration times time squared")
    try animator.advance(by: 1.0 / 120)
    #expect(isNear(item.velocity.y, 300.0 / 120, 1e-4), "gone after the step")
  }

  @Test("A force wakes what sleeps; the anchored and those without an animator ignore it")
  func whoIsMoved() throws {
    let item = try Item()
    let (animator, motion) = try free(item)
    try animator.runUntilPaused()
    #expect(item.isResting)
    #expect(try item.applyForce(Vector2(3, 0)) && animator.isRunning && !item.isResting)
    motion.isAnchored = true
    #expect(try !item.applyForce(Vector2(3, 0)) && !item.applyImpulse(Vector2(3, 0)))
    motion.isAnchored = false
    try animator.advance(by: 1.0 / 120)
    #expect(item.velocity == Vector2(0, 0), "anchoring dropped the force that waited")
    #expect(try !Item().applyImpulse(Vector2(1, 0)))
    #expect(code { try item.applyForce(Vector2(.nan, 0)) } == .range)
    #expect(code { try item.applyImpulse(Vector2(0, 0), at: Vector2(0, 2e9)) } == .range)
  }

  @Test("Awake items are listed in order, and each says why it is awake")
  func awake() throws {
    let moving = try Item(center: Vector2(0, 0))
    let turning = try Item(center: Vector2(300, 0))
    let still = try Item(center: Vector2(600, 0))
    let (animator, motion) = try free(moving, turning, still)
    try motion.setLinearVelocity(Vector2(10, 0), of: moving)
    try motion.setAngularVelocity(1, of: turning)
    try animator.advance(by: 1.0 / 60)
    #expect("\(moving.whyAwake)" == "it moves faster than the rest speed")
    #expect("\(turning.whyAwake)" == "it turns faster than the rest angular speed")
    #expect("\(still.whyAwake)" == "it has not been slow for the rest seconds yet")
    #expect(animator.awakeItems.map { $0.center.x > 250 } == [false, true, true])
    try animator.run(seconds: 1)
    #expect("\(still.whyAwake)" == "it rests: it fell asleep")
    #expect(animator.awakeItems.count == 2 && animator.awakeItems.first === moving)
    #expect("\(try Item().whyAwake)" == "it rests: no animator moves it")
    animator.restSpeed = 0
    #expect("\(still.whyAwake)" == "the rest speed is 0, so nothing falls asleep")
    let anchor = DynamicItemBehavior(items: [still])
    anchor.isAnchored = true
    try animator.addBehavior(anchor)
    #expect("\(still.whyAwake)" == "it rests: it is anchored")
  }

  @Test("What an item touches now is listed, also while it sleeps, for each behavior alone")
  func touching() throws {
    let lower = try Item(center: Vector2(0, 45), size: Vector2(20, 10))
    let upper = try Item(center: Vector2(0, 35), size: Vector2(20, 10))
    let animator = try DynamicAnimator(referenceBounds: Rect(x: -100, y: -100, width: 200, height: 150))
    let collision = CollisionBehavior(items: [lower, upper])
    try collision.addBoundary("shelf", from: Vector2(-50, 50), to: Vector2(50, 50))
    collision.isTranslatingReferenceBounds = true
    let other = CollisionBehavior(items: [upper])
    try animator.addBehavior(collision)
    try animator.addBehavior(other)
    try animator.addBehavior(GravityBehavior(items: [lower, upper]))
    #expect(try collision.touchedItems(of: lower).isEmpty)
    try animator.runUntilPaused()
    #expect(try collision.touchedItems(of: lower).map { $0 === upper } == [true])
    #expect(try collision.touchedItems(of: upper).map { $0 === lower } == [true])
    let names = try collision.touchedBoundaries(of: lower)
    #expect(names.count == 2 && names.contains("shelf") && names.contains(nil))
    #expect(try collision.touchedBoundaries(of: upper).isEmpty)
    #expect(try other.touchedItems(of: upper).isEmpty && other.touchedBoundaries(of: upper).isEmpty)
    #expect(code { _ = try other.touchedItems(of: lower) } == .notAMember)
    try collision.removeBoundary("shelf")
    #expect(try collision.touchedBoundaries(of: lower) == [nil])
  }
}
