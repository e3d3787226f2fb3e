// Who collides with whom, boundaries, and what contacts are told.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct CollisionTests {
  /// Items that fly toward each other or a wall, without gravity.
  private final class Table {
    let animator: DynamicAnimator
    let motion = DynamicItemBehavior()
    let log = Log()
    init() throws {
      animator = try DynamicAnimator()
      motion.elasticity = 1
      motion.resistance = 0
      motion.friction = 0
      try animator.addBehavior(motion)
    }
    func item(_ x: Double, _ vx: Double) throws -> Item {
      let item = try Item(center: Vector2(x, 0), size: Vector2(20, 20))
      try motion.addItem(item)
      try motion.setLinearVelocity(Vector2(vx, 0), of: item)
      return item
    }
    func listen(_ collision: CollisionBehavior, _ name: String) {
      collision.onItemsBegan = { [log] in
        log.add("\(name) began \($0.item.center.x < ($0.other?.center.x ?? 0))")
      }
      collision.onItemsEnded = { [log] _ in log.add("\(name) ended") }
      collision.onBoundaryBegan = { [log] in log.add("\(name) began \($0.boundary ?? "bounds")") }
      collision.onBoundaryEnded = { [log] in log.add("\(name) ended \($0.boundary ?? "bounds")") }
    }
  }

  @Test("Items of one collision behavior meet, items of different ones pass")
  func whoMeets() throws {
    let table = try Table()
    let a = try table.item(0, 100)
    let b = try table.item(60, -100)
    let first = CollisionBehavior(items: [a])
    let second = CollisionBehavior(items: [b])
    try table.animator.addBehavior(first)
    try table.animator.addBehavior(second)
    try table.animator.run(ticks: 30)
    #expect(a.velocity.x == 100 && b.velocity.x == -100)
    a.center = Vector2(0, 0)
    b.center = Vector2(60, 0)
    try table.animator.updateItem(a)
    try table.animator.updateItem(b)
    try second.addItem(a)
    table.listen(second, "second")
    try table.animator.run(ticks: 30)
    #expect(isNear(a.velocity.x, -100, 0.01) && isNear(b.velocity.x, 100, 0.01))
    #expect(table.log.lines == ["second began false", "second ended"], "b comes before a in the behavior")
  }

  @Test("The mode decides whether items and boundaries are met")
  func modes() throws {
    for (mode, meetsItems, meetsWalls) in [
      (CollisionBehavior.Mode.everything, true, true), (.items, true, false), (.boundaries, false, true),
      ([], false, false),
    ] {
      let table = try Table()
      let a = try table.item(0, 100)
      let b = try table.item(60, 0)
      let c = try table.item(200, 100)
      let collision = CollisionBehavior(items: [a, b, c], mode: mode)
      try collision.addBoundary("wall", from: Vector2(250, -50), to: Vector2(250, 50))
      try table.animator.addBehavior(collision)
      try table.animator.run(ticks: 36)
      #expect((a.velocity.x < 50) == meetsItems)
      #expect((c.velocity.x < 50) == meetsWalls)
    }
    #expect(code { try CollisionBehavior().setMode(CollisionBehavior.Mode(rawValue: 4)) } == .range)
  }

  @Test("Each behavior that a pair shares is told, and changes of structure end what began")
  func sharedBehaviors() throws {
    let floor = Vector2(0, 100)
    let item = try Item(center: Vector2(0, 89), size: Vector2(20, 20))
    let lid = try Item(center: Vector2(0, 68), size: Vector2(20, 20))
    let animator = try DynamicAnimator()
    let log = Log()
    func collision(_ name: String, _ items: [Item]) throws -> CollisionBehavior {
      let behavior = CollisionBehavior(items: items)
      try behavior.addBoundary("floor", from: floor - Vector2(100, 0), to: floor + Vector2(100, 0))
      behavior.onItemsBegan = { _ in log.add("\(name) items began") }
      behavior.onItemsEnded = { _ in log.add("\(name) items ended") }
      behavior.onBoundaryBegan = { log.add("\(name) \($0.boundary ?? "") began") }
      behavior.onBoundaryEnded = { log.add("\(name) \($0.boundary ?? "") ended") }
      try animator.addBehavior(behavior)
      return behavior
    }
    try animator.addBehavior(GravityBehavior(items: [item, lid]))
    let one = try collision("one", [lid, item])
    let two = try collision("two", [item, lid])
    try animator.runUntilPaused()
    for name in ["one", "two"] {
      #expect(log.count("\(name) items began") == log.count("\(name) items ended") + 1)
      #expect(log.count("\(name) floor began") == log.count("\(name) floor ended") + 1)
    }
    log.lines = []
    two.mode = .boundaries
    try animator.run(ticks: 1)
    #expect(log.lines == ["two items ended"])
    log.lines = []
    two.mode = .everything
    try animator.run(ticks: 1)
    #expect(log.lines == ["two items began"])
    log.lines = []
    try one.removeItem(item)
    #expect(log.lines.isEmpty, "told at the next tick")
    try animator.run(ticks: 1)
    #expect(log.lines.sorted() == ["one floor ended", "one items ended"])
    log.lines = []
    try one.addItem(item)
    try animator.run(ticks: 1)
    #expect(log.count("one items began") == 1)
    log.lines = []
    // Left and came back before anybody was told.
    try two.removeItem(item)
    try two.addItem(item)
    try animator.run(ticks: 1)
    #expect(log.lines.isEmpty)
    try two.removeBoundary("floor")
    try animator.run(ticks: 1)
    #expect(log.count("two floor ended") == 1)
    log.lines = []
    try animator.removeBehavior(two)
    try animator.run(ticks: 1)
    #expect(log.lines == ["two items ended"])
    log.lines = []
    item.detach()
    try animator.run(ticks: 1)
    #expect(log.lines.contains("one items ended") && !log.lines.contains { $0.hasSuffix("began") })
  }

  @Test("An item that dies while it touches still ends its contact")
  func deathInContact() throws {
    let animator = try DynamicAnimator(referenceBounds: phone)
    let walls = CollisionBehavior()
    walls.isTranslatingReferenceBounds = true
    let log = Log()
    walls.onBoundaryEnded = { log.add($0.item.userData == nil ? "ended" : "?") }
    try animator.addBehavior(walls)
    let gravity = GravityBehavior()
    try animator.addBehavior(gravity)
    do {
      let item = try Item(center: Vector2(160, 548), size: Vector2(40, 40))
      try walls.addItem(item)
      try gravity.addItem(item)
    }
    try animator.run(ticks: 20)
    log.lines = []
    walls.items[0].detach()
    #expect(animator.items.isEmpty)
    try animator.run(ticks: 1)
    #expect(log.lines == ["ended"] && animator.contacts.count == 1)
    try animator.run(ticks: 1)
    #expect(animator.contacts.isEmpty)
  }

  @Test("A clean-up at rest ends contacts at the next call, without a run")
  func endAtRest() throws {
    let animator = try DynamicAnimator(referenceBounds: phone)
    let log = Log()
    let item = try Item(center: Vector2(160, 540), size: Vector2(40, 40))
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    walls.onBoundaryBegan = { _ in log.add("began") }
    walls.onBoundaryEnded = { _ in log.add("ended") }
    try animator.addBehavior(walls)
    try animator.addBehavior(GravityBehavior(items: [item]))
    try animator.runUntilPaused()
    animator.onWillResume = { _ in log.add("resume") }
    animator.removeAllBehaviors()
    #expect(!animator.isRunning && log.lines.last == "began")
    try animator.run(ticks: 2)
    #expect(log.lines.last == "ended" && log.count("began") == log.count("ended") && log.count("resume") == 0)
  }

  @Test("Boundaries are replaced by identifier, listed in order, and survive removal of the behavior")
  func boundaries() throws {
    let walls = CollisionBehavior()
    #expect(walls.boundaryIdentifiers.isEmpty)
    try walls.addBoundary("b", from: Vector2(0, 0), to: Vector2(10, 0))
    try walls.addBoundary(
      "a", path: [Vector2(0, 0), Vector2(5, 0), Vector2(5, 0), Vector2(5, 5)], isClosed: true)
    #expect(walls.boundaryIdentifiers == ["b", "a"])
    #expect(walls.boundary("a")?.points.count == 4 && walls.boundary("a")?.isClosed == true)
    #expect(walls.boundary("c") == nil)
    try walls.addBoundary("b", from: Vector2(1, 1), to: Vector2(20, 1))
    #expect(walls.boundaryIdentifiers == ["b", "a"] && walls.boundary("b")?.points[0] == Vector2(1, 1))
    #expect(code { try walls.addBoundary("x", from: Vector2(1, 1), to: Vector2(1, 1)) } == .invalidPath)
    #expect(code { try walls.addBoundary("x", path: [Vector2(0, 0)], isClosed: false) } == .invalidPath)
    #expect(
      code {
        try walls.addBoundary("x", path: [Vector2(0, 0), Vector2(1, 0), Vector2(0, 0)], isClosed: true)
      }
        == .invalidPath)
    #expect(code { try walls.addBoundary("x", from: Vector2(.nan, 1), to: Vector2(1, 1)) } == .range)
    #expect(code { try walls.addBoundary("", from: Vector2(0, 1), to: Vector2(1, 1)) } == .range)
    let long = String(repeating: "x", count: 1025)
    #expect(code { try walls.addBoundary(long, from: Vector2(0, 1), to: Vector2(1, 1)) } == .limit)
    #expect(code { try walls.removeBoundary("x") } == .notAMember)
    #expect(try walls.boundaryMaterial("a") == (0.2, 0.2))
    try walls.setBoundaryMaterial("a", elasticity: 1, friction: 0)
    #expect(try walls.boundaryMaterial("a") == (1, 0))
    #expect(code { try walls.setBoundaryMaterial("a", elasticity: -1, friction: 0) } == .range)
    #expect(code { try walls.setBoundaryMaterial("x", elasticity: 1, friction: 0) } == .notAMember)
    try walls.setBoundaryMaterial(nil, elasticity: 0.5, friction: 0.5)
    let animator = try DynamicAnimator()
    try animator.addBehavior(walls)
    #expect(animator.counters.boundarySegments == 4)
    try animator.removeBehavior(walls)
    #expect(animator.counters.boundarySegments == 0)
    try animator.addBehavior(walls)
    #expect(animator.counters.boundarySegments == 4)
    walls.isTranslatingReferenceBounds = true
    #expect(animator.counters.boundarySegments == 4, "there are no bounds")
    animator.referenceBounds = phone
    #expect(animator.counters.boundarySegments == 8)
    walls.referenceBoundsInsets = Insets(left: 200, right: 200)
    #expect(animator.counters.boundarySegments == 4, "nothing is left of the bounds")
    walls.referenceBoundsInsets = Insets(top: -200)
    #expect(animator.counters.boundarySegments == 8)
    walls.isTranslatingReferenceBounds = false
    #expect(walls.referenceBoundsInsets == Insets() && animator.counters.boundarySegments == 4)
    #expect(try walls.boundaryMaterial(nil) == (0.5, 0.5))
    walls.removeAllBoundaries()
    #expect(animator.counters.boundarySegments == 0)
  }

  @Test("Two items joined by an attachment pass through each other, unless it says otherwise")
  func joined() throws {
    for collides in [false, true] {
      let table = try Table()
      let a = try table.item(0, 50)
      let b = try table.item(60, 0)
      let collision = CollisionBehavior(items: [a, b])
      let spring = try AttachmentBehavior(item: a, other: b)
      spring.frequency = 0.1
      spring.isCollidingConnected = collides
      try table.animator.addBehavior(collision)
      try table.animator.addBehavior(spring)
      var nearest = 60.0
      for _ in 0..<120 {
        try table.animator.advance(by: 1.0 / 60.0)
        nearest = min(nearest, b.center.x - a.center.x)
      }
      #expect((nearest < 19) == !collides, "nearest \(nearest)")
    }
  }

  @Test("A contact record has the item before the other, and its normal points to the other side")
  func records() throws {
    let table = try Table()
    let a = try table.item(0, 100)
    let b = try table.item(60, -100)
    let collision = CollisionBehavior(items: [b, a])
    try table.animator.addBehavior(collision)
    var seen: [Contact] = []
    for _ in 0..<30 {
      try table.animator.advance(by: 1.0 / 60.0)
      seen += table.animator.contacts
    }
    try #require(seen.count == 2)
    #expect(seen[0].item === b && seen[0].other === a && seen[0].behavior === collision)
    #expect(seen[0].phase == .began && seen[1].phase == .ended)
    #expect(isNear(seen[0].normal.x, -1, 1e-6) && isNear(seen[0].point.x, 30, 1) && seen[0].boundary == nil)
    #expect(isNear(seen[0].approachSpeed, 200, 0.1) && isNear(seen[0].impulse, 8, 0.1))
    #expect(seen[1].impulse == 0 && seen[1].point == Vector2(0, 0))
  }

  @Test("Removing everything inside a contact callback is safe")
  func removeInCallback() throws {
    let table = try Table()
    let a = try table.item(0, 100)
    let b = try table.item(60, -100)
    let collision = CollisionBehavior(items: [a, b])
    let log = table.log
    collision.onItemsBegan = { contact in
      log.add("began")
      contact.behavior.animator?.removeAllBehaviors()
    }
    collision.onItemsEnded = { _ in log.add("ended") }
    try table.animator.addBehavior(collision)
    try table.animator.run(ticks: 60)
    #expect(log.lines == ["began", "ended"])
    #expect(table.animator.items.isEmpty && !table.animator.isRunning)
  }
}
