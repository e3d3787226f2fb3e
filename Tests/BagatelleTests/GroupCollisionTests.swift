// Item groups in collisions: hollows, seams, sweeps, one-way boundaries, piles.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct GroupCollisionTests {
  @Test("A cup holds a ball in its hollow; both come to rest, and each touches what it should")
  func hollow() throws {
    let animator = try DynamicAnimator()
    let cup = try cup(x: 0, y: 0)
    let ball = try Item(center: Vector2(12, -120), size: Vector2(30, 30), boundsType: .ellipse)
    let collision = CollisionBehavior(items: [ball, cup])
    try collision.addBoundary("floor", from: Vector2(-500, 0), to: Vector2(500, 0))
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [ball, cup]))
    var began: [Contact] = []
    collision.onItemsBegan = { began.append($0) }
    collision.onBoundaryBegan = { began.append($0) }
    try animator.runUntilPaused()
    #expect(isNear(ball.center.y, -25, 0.6), "on the bottom of the cup: \(ball.center)")
    #expect(abs(ball.center.x - cup.center.x) < 15.1 && abs(cup.angle) < 0.02)
    #expect(
      began.contains { $0.item === ball && $0.other === cup }
        && began.contains { $0.item === cup && $0.boundary == "floor" })
    #expect(
      !began.contains { $0.item === ball && $0.boundary == "floor" }
        && !began.contains { $0.item.group != nil })
    #expect(try collision.touchedItems(of: ball).map { $0 === cup } == [true])
    #expect(try collision.touchedBoundaries(of: cup).count == 1 && cup.items[2].isResting)
    #expect(
      try animator.items(in: Rect(x: -5, y: -55, width: 10, height: 10)).map { $0 === cup } == [true],
      "the bounds")
    // Turned over it lets the ball go.
    try cup.setCenter(cup.center + Vector2(0, -200))
    try ball.setCenter(cup.center)
    try cup.setAngle(Double.pi)
    try animator.updateItem(cup)
    try animator.updateItem(ball)
    try animator.run(seconds: 0.1)
    #expect(ball.center.y - cup.center.y > -3, "they fall side by side")
    try animator.run(seconds: 2)
    #expect(ball.center.y < -10 && ball.center.y > cup.center.y, "it lies under the cup")
  }

  @Test("A group that lands on two feet begins one contact, and ends it when both have left")
  func oneEpisode() throws {
    let animator = try DynamicAnimator()
    let table = try DynamicItemGroup(
      items: rectangles((0, -40, 100, 10), (-45, -20, 10, 30), (45, -20, 10, 30)))
    let collision = CollisionBehavior(items: [table])
    try collision.addBoundary("floor", from: Vector2(-500, 0), to: Vector2(500, 0))
    let gravity = GravityBehavior(items: [table])
    try animator.addBehavior(collision)
    try animator.addBehavior(gravity)
    let log = Log()
    collision.onBoundaryBegan = { log.add($0.item === table ? "began" : "?") }
    collision.onBoundaryEnded = { log.add($0.item === table ? "ended" : "?") }
    try animator.runUntilPaused()
    let count = log.lines.count
    #expect(log.lines.last == "began" && log.count("began") == log.count("ended") + 1)
    #expect(isNear(table.center.y, -20, 0.5) && abs(table.angle) < 0.01)
    // A box fits between the feet and touches nothing.
    let box = try Item(center: Vector2(0, -10.2), size: Vector2(60, 20))
    try collision.addItem(box)
    try animator.run(seconds: 1)
    #expect(try collision.touchedItems(of: box).isEmpty && abs(box.center.x) < 0.1)
    try gravity.setMagnitude(-1)
    try animator.run(ticks: 20)
    #expect(log.lines.count == count + 1 && log.lines.last == "ended")
  }

  @Test(
    "Fast things neither pass through a group nor a group through them, and a fast ball stays in a closed ring"
  )
  func continuous() throws {
    let wall = try DynamicItemGroup(items: rectangles((400, -50, 4, 100), (400, 50, 4, 100)))
    let ball = try Item(size: Vector2(10, 10), boundsType: .ellipse)
    let animator = try DynamicAnimator()
    let motion = DynamicItemBehavior(items: [ball])
    try animator.addBehavior(motion)
    try animator.addBehavior(CollisionBehavior(items: [wall, ball]))
    try motion.setLinearVelocity(Vector2(30_000, 0), of: ball)
    try animator.run(ticks: 10)
    #expect(wall.velocity.x > 100 && ball.center.x < wall.center.x)

    // A cup thrown at a thin wall, its open side ahead: both its walls hit.
    let thrown = try cup(x: 0, y: 0)
    try thrown.setAngle(Double.pi / 2)
    let room = try DynamicAnimator()
    let speed = DynamicItemBehavior(items: [thrown])
    let collision = CollisionBehavior(items: [thrown])
    try collision.addBoundary("wall", from: Vector2(900, -300), to: Vector2(900, 300))
    try room.addBehavior(speed)
    try room.addBehavior(collision)
    try speed.setLinearVelocity(Vector2(60_000, 0), of: thrown)
    try room.run(ticks: 20)
    #expect(thrown.center.x < 900 - 29, "\(thrown.center)")

    let ring = try DynamicItemGroup(
      items: rectangles((0, -50, 110, 10), (0, 50, 110, 10), (-50, 0, 10, 90), (50, 0, 10, 90)))
    let prisoner = try Item(size: Vector2(12, 12), boundsType: .ellipse)
    let cell = try DynamicAnimator()
    let push = DynamicItemBehavior(items: [prisoner])
    let fixed = DynamicItemBehavior(items: [ring])
    fixed.isAnchored = true
    try push.setElasticity(1)
    try push.setResistance(0)
    try cell.addBehavior(push)
    try cell.addBehavior(fixed)
    try cell.addBehavior(CollisionBehavior(items: [prisoner, ring]))
    try push.setLinearVelocity(Vector2(17_000, 9_000), of: prisoner)
    try cell.run(seconds: 2)
    #expect(abs(prisoner.center.x) < 40 && abs(prisoner.center.y) < 40 && prisoner.velocity.length > 1000)
  }

  @Test("The seams between members are no bumps, whether the group is fixed or moves")
  func seams() throws {
    for isFixed in [true, false] {
      let animator = try DynamicAnimator()
      let floor = try DynamicItemGroup(
        items: (0..<20).map { try Item(center: Vector2(40 * Double($0), 20), size: Vector2(40, 40)) })
      let box = try Item(center: Vector2(0, -10), size: Vector2(20, 20))
      let ball = try Item(center: Vector2(40, -10), size: Vector2(20, 20), boundsType: .ellipse)
      let base = DynamicItemBehavior(items: [floor])
      base.isAnchored = isFixed
      try base.setFriction(0)
      try base.setDensity(1e6)
      let motion = DynamicItemBehavior(items: [box, ball])
      try motion.setFriction(0)
      try motion.setResistance(0)
      try animator.addBehavior(base)
      try animator.addBehavior(motion)
      try animator.addBehavior(CollisionBehavior(items: [floor, box, ball]))
      try animator.addBehavior(GravityBehavior(items: [box, ball]))
      for item in [box, ball] { try motion.setLinearVelocity(Vector2(500, 0), of: item) }
      for _ in 0..<70 {
        try animator.run(ticks: 1)
        for item in [box, ball] {
          #expect(
            isNear(item.velocity.x, 500, 2.5) && isNear(item.center.y, -10, 0.6) && abs(item.velocity.y) < 15)
        }
      }
    }
  }

  @Test("A dumbbell passes a one-way floor as a whole, and stands on it from above")
  func oneWay() throws {
    let animator = try DynamicAnimator()
    let ends = try [-40.0, 40].map {
      try Item(center: Vector2(0, 80 + $0), size: Vector2(20, 20), boundsType: .ellipse)
    }
    let bar = try Item(center: Vector2(0, 80), size: Vector2(6, 70))
    let dumbbell = try DynamicItemGroup(items: ends + [bar])
    let collision = CollisionBehavior(items: [dumbbell])
    try collision.addBoundary("floor", from: Vector2(-300, 0), to: Vector2(300, 0))
    try collision.setBoundaryPassing("floor", .fromRight)
    let motion = DynamicItemBehavior(items: [dumbbell])
    motion.allowsRotation = false
    try animator.addBehavior(motion)
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [dumbbell]))
    try motion.setLinearVelocity(Vector2(0, -700), of: dumbbell)
    let log = Log()
    collision.onBoundaryBegan = { _ in log.add("began") }
    try animator.run(seconds: 0.5)
    #expect(dumbbell.center.y < -50 && log.lines.isEmpty, "\(dumbbell.center)")
    try animator.run(seconds: 3)
    #expect(isNear(dumbbell.center.y, -50, 1) && log.lines.first == "began")
    // Too weak a jump falls back, although its center was above.
    try dumbbell.setCenter(Vector2(0, 60))
    try animator.updateItem(dumbbell)
    try motion.setLinearVelocity(Vector2(0, -390), of: dumbbell)
    try animator.run(seconds: 1)
    #expect(dumbbell.center.y > 100)
  }

  @Test("Piles of groups come to rest, twice with the same bits, and a member's seam lets nothing sink in")
  func pile() throws {
    func run() throws -> (UInt64, [Item]) {
      let animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 300, height: 600))
      var items: [Item] = []
      for row in 0..<5 {
        for column in 0..<3 {
          let x = 50 + 95 * Double(column) + 3 * Double(row)
          let y = 80 + 100 * Double(row)
          let parts = try rectangles((x, y, 60, 16), (x - 22, y + 24, 16, 32))
          let knob = try Item(center: Vector2(x + 22, y - 16), size: Vector2(16, 16), boundsType: .ellipse)
          items.append(try DynamicItemGroup(items: parts + [knob]))
        }
      }
      let collision = CollisionBehavior(items: items)
      collision.isTranslatingReferenceBounds = true
      try animator.addBehavior(collision)
      try animator.addBehavior(GravityBehavior(items: items))
      try animator.runUntilPaused(limit: 1800)
      return (animator.stateHash, items)
    }
    let first = try run()
    #expect(try run().0 == first.0)
    for item in first.1 {
      for member in item.asGroupItems {
        #expect(member.center.x > 0 && member.center.x < 300 && member.center.y < 600)
      }
    }
  }
}

extension Item {
  fileprivate var asGroupItems: [Item] { (self as? DynamicItemGroup)?.items ?? [] }
}
