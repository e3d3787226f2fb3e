// Conveyors, and boundaries that items pass from one side.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct SurfaceTests {
  /// A floor along y = 0 with one item of 20 x 20 and gravity.
  private final class Floor {
    let animator: DynamicAnimator
    let item: Item
    let collision: CollisionBehavior
    let motion: DynamicItemBehavior
    let log = Log()
    init(y: Double, from: Double = -300, to: Double = 300, ellipse: Bool = false) throws {
      animator = try DynamicAnimator()
      item = try Item(
        center: Vector2(0, y), size: Vector2(20, 20), boundsType: ellipse ? .ellipse : .rectangle)
      collision = CollisionBehavior(items: [item])
      motion = DynamicItemBehavior(items: [item])
      try collision.addBoundary("floor", from: Vector2(from, 0), to: Vector2(to, 0))
      try animator.addBehavior(motion)
      try animator.addBehavior(collision)
      try animator.addBehavior(GravityBehavior(items: [item]))
      collision.onBoundaryBegan = { [log] _ in log.add("began") }
      collision.onBoundaryEnded = { [log] _ in log.add("ended") }
    }
  }

  @Test("The surface of a boundary carries along from its first point to its last, on both sides of it")
  func conveyor() throws {
    for (from, to, speed) in [(-300.0, 300.0, 50.0), (300, -300, -50)] {
      let floor = try Floor(y: -10.1, from: from, to: to)
      try floor.collision.setBoundarySurfaceSpeed("floor", 50)
      try floor.animator.run(seconds: 1)
      #expect(isNear(floor.item.velocity.x, speed, 1) && isNear(floor.item.velocity.y, 0, 1))
      #expect(try floor.collision.boundarySurfaceSpeed("floor") == 50)
      try floor.collision.setBoundarySurfaceSpeed("floor", 0)
      try floor.animator.runUntilPaused()
      #expect(floor.item.isResting)
      try floor.collision.setBoundarySurfaceSpeed("floor", 50)
      try floor.animator.run(seconds: 1)
      #expect(isNear(floor.item.velocity.x, speed, 1), "it woke")
    }
    let ceiling = try Floor(y: 10.1)
    let gravities = ceiling.animator.behaviors.compactMap { $0 as? GravityBehavior }
    try gravities[0].setDirection(Vector2(0, -1))
    try ceiling.collision.setBoundarySurfaceSpeed("floor", 50)
    try ceiling.animator.run(seconds: 1)
    #expect(isNear(ceiling.item.velocity.x, 50, 1))
    let floor = try Floor(y: -50)
    #expect(code { try floor.collision.setBoundarySurfaceSpeed("none", 1) } == .notAMember)
    #expect(code { try floor.collision.setBoundarySurfaceSpeed("floor", .infinity) } == .range)
  }

  @Test("The surface of an item runs clockwise: it carries what stands on it, and draws itself over a floor")
  func itemSurface() throws {
    let floor = try Floor(y: -10.1)
    let base = try Item(center: Vector2(0, -40), size: Vector2(400, 10))
    let rider = try Item(center: Vector2(0, -55.1), size: Vector2(20, 20))
    let belt = DynamicItemBehavior(items: [base])
    belt.isAnchored = true
    belt.surfaceSpeed = 40
    let together = CollisionBehavior(items: [base, rider], mode: .items)
    try floor.animator.addBehavior(belt)
    try floor.animator.addBehavior(together)
    try floor.animator.addBehavior(GravityBehavior(items: [rider]))
    floor.motion.surfaceSpeed = 30
    #expect(floor.motion.surfaceSpeed == 30)
    try floor.animator.run(seconds: 1)
    #expect(isNear(rider.velocity.x, 40, 1), "the upper side runs to the right")
    #expect(isNear(floor.item.velocity.x, 30, 1), "the lower side runs to the left, so it drives to the right")
    #expect(code { try belt.setSurfaceSpeed(1e6) } == .range)
  }

  @Test("A one-way floor lets an item jump through from below and carries it from above")
  func oneWay() throws {
    for (speed, ellipse) in [(-400.0, false), (-400, true), (-1500, false)] {
      let floor = try Floor(y: 50, ellipse: ellipse)
      try floor.collision.setBoundaryPassing("floor", .fromRight)
      #expect(try floor.collision.boundaryPassing("floor") == .fromRight)
      try floor.motion.setLinearVelocity(Vector2(0, speed), of: floor.item)
      try floor.animator.run(ticks: 10)
      #expect(floor.item.center.y < 0 && floor.log.lines.isEmpty, "passed without an event")
      try floor.animator.run(seconds: 6)
      #expect(isNear(floor.item.center.y, -10, 1), "carried")
      #expect(floor.log.lines.first == "began" && floor.log.count("began") == floor.log.count("ended") + 1)
    }
  }

  @Test("A one-way floor holds what comes fast from the closed side, and lets fast things through from the open one")
  func fast() throws {
    let down = try Floor(y: -300)
    try down.collision.setBoundaryPassing("floor", .fromRight)
    try down.motion.setLinearVelocity(Vector2(0, 6000), of: down.item)
    try down.animator.run(ticks: 30)
    #expect(down.item.center.y < 0)
    let up = try Floor(y: 300)
    try up.collision.setBoundaryPassing("floor", .fromRight)
    try up.motion.setLinearVelocity(Vector2(0, -6000), of: up.item)
    try up.animator.run(ticks: 30)
    #expect(up.item.center.y < -1000)
  }

  @Test("Too weak a jump falls back, and opening the floor drops what stands on it")
  func falling() throws {
    let floor = try Floor(y: 20)
    try floor.collision.setBoundaryPassing("floor", .fromRight)
    try floor.motion.setLinearVelocity(Vector2(0, -230), of: floor.item)
    try floor.animator.run(seconds: 1)
    #expect(floor.item.center.y > 100, "its center was above, but it never left the line")
    let standing = try Floor(y: -10)
    try standing.animator.runUntilPaused()
    try standing.collision.setBoundaryPassing("floor", .fromLeft)
    try standing.animator.run(seconds: 1)
    #expect(standing.item.center.y > 100)
  }

  @Test("A ball that rolls over the ridge of a one-way roof stays above it")
  func ridge() throws {
    let animator = try DynamicAnimator()
    let ball = try Item(center: Vector2(-30, -50), size: Vector2(20, 20), boundsType: .ellipse)
    let collision = CollisionBehavior(items: [ball])
    try collision.addBoundary(
      "roof", path: [Vector2(-200, 0), Vector2(0, -40), Vector2(200, 0)], isClosed: false)
    try collision.setBoundaryPassing("roof", .fromRight)
    let motion = DynamicItemBehavior(items: [ball])
    try motion.setLinearVelocity(Vector2(200, 0), of: ball)
    try animator.addBehavior(motion)
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [ball]))
    for _ in 0..<60 {
      try animator.advance(by: 1.0 / 60)
      let roof = -40 + 0.2 * abs(ball.center.x)
      #expect(ball.center.x > 190 || ball.center.y < roof - 9)
    }
    #expect(ball.center.x > 20)
  }
}
