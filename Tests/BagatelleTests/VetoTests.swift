// Pairs that a collision behavior's veto leaves out, before they touch.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct VetoTests {
  /// A floor along y = 0 and items of 20 x 20 with gravity; it notes what the veto is asked about.
  private final class Floor {
    let animator: DynamicAnimator
    let items: [Item]
    let collision: CollisionBehavior
    let motion: DynamicItemBehavior
    var asked: [Contact] = []
    var refuses: (Contact) -> Bool = { _ in false }
    let log = Log()
    init(_ centers: Vector2..., vetoes: Bool = true) throws {
      animator = try DynamicAnimator()
      items = try centers.map { try Item(center: $0, size: Vector2(20, 20)) }
      collision = CollisionBehavior(items: items)
      motion = DynamicItemBehavior(items: items)
      try collision.addBoundary("floor", from: Vector2(-300, 0), to: Vector2(300, 0))
      try animator.addBehavior(motion)
      try animator.addBehavior(collision)
      try animator.addBehavior(GravityBehavior(items: items))
      collision.onBoundaryBegan = { [log] _ in log.add("began") }
      collision.onBoundaryEnded = { [log] _ in log.add("ended") }
      if vetoes {
        collision.veto = { [unowned self] in
          asked.append($0)
          return refuses($0)
        }
      }
    }
  }

  @Test(
    "What is let touch is asked about once, just before, with point, normal and speed, and moves as without a veto"
  )
  func allows() throws {
    let floor = try Floor(Vector2(5, -60))
    let plain = try Floor(Vector2(5, -60), vetoes: false)
    var asked = 0
    for _ in 0..<120 {
      try floor.animator.run(ticks: 1)
      try plain.animator.run(ticks: 1)
      if floor.log.count("began") == 0 { asked = floor.asked.count }
      #expect(floor.animator.stateHash == plain.animator.stateHash)
    }
    #expect(asked <= 1 && floor.asked.count >= 1 && floor.asked.count <= floor.log.count("began"))
    let first = floor.asked[0]
    #expect(
      first.item === floor.items[0] && first.other == nil && first.boundary == "floor"
        && first.phase == .began)
    #expect(isNear(first.point.x, 5, 1e-3) && isNear(first.point.y, 0, 4) && first.normal == Vector2(0, 1))
    #expect(isNear(first.approachSpeed, 316, 20) && first.impulse == 0)
    #expect(isNear(floor.items[0].center.y, -10, 0.5))
  }

  @Test(
    "What is refused passes without response and event, slow or fast, and is asked about in every step",
    arguments: [0.0, 9000])
  func refuses(speed: Double) throws {
    let floor = try Floor(Vector2(0, -100))
    floor.refuses = { _ in true }
    try floor.motion.setLinearVelocity(Vector2(0, speed), of: floor.items[0])
    try floor.animator.run(seconds: 1)
    let fall = speed + 500 - 0.05 * speed  // the default resistance takes a little
    #expect(isNear(floor.items[0].center.y, fall - 100, 0.02 * fall + 15))
    #expect(floor.log.lines.isEmpty && !floor.asked.isEmpty)
    if speed == 0 { #expect(floor.asked.count > 5) }
  }

  @Test(
    "A thin moving item is passed by a fast one when refused, and hit when not", arguments: [true, false])
  func sweep(isRefused: Bool) throws {
    let animator = try DynamicAnimator()
    let wall = try Item(center: Vector2(400, 0), size: Vector2(4, 300))
    let ball = try Item(size: Vector2(10, 10), boundsType: .ellipse)
    let motion = DynamicItemBehavior(items: [ball])
    let collision = CollisionBehavior(items: [wall, ball])
    var last: Contact?
    collision.veto = {
      last = $0
      return isRefused
    }
    try animator.addBehavior(motion)
    try animator.addBehavior(collision)
    try motion.setLinearVelocity(Vector2(20_000, 0), of: ball)
    try animator.run(ticks: 6)
    let contact = try #require(last)
    #expect(contact.item === wall && contact.other === ball && contact.normal.x < -0.99)
    #expect(isNear(contact.point.x, 398, 5) && isNear(contact.point.y, 0, 1))
    #expect(isRefused ? ball.center.x > 1500 && wall.velocity == Vector2(0, 0) : wall.velocity.x > 10)
  }

  @Test(
    "A refused pair that lies still is asked again, and touches once it may; setting the veto asks about what touches"
  )
  func again() throws {
    let floor = try Floor(Vector2(0, -10))
    var isOpen = false
    floor.refuses = { [unowned floor] _ in isOpen && floor.asked.count > 0 }
    try floor.animator.runUntilPaused()
    #expect(floor.asked.count == 1 && isNear(floor.items[0].center.y, -10, 0.5))
    isOpen = true
    try floor.animator.run(seconds: 1)
    #expect(floor.asked.count == 1 && !floor.animator.isRunning, "nothing tells that the answer changed")
    floor.collision.veto = { _ in isOpen }
    try floor.animator.run(ticks: 3)
    #expect(floor.log.lines == ["began", "ended"] && floor.items[0].velocity.y > 20, "it falls through")
    isOpen = false
    try floor.animator.run(ticks: 1)
    #expect(floor.log.count("began") == 2, "held again")

    let pair = try Floor(Vector2(0, -200), Vector2(5, -200))
    var allows = false
    pair.refuses = { $0.other != nil && !allows }
    for behavior in pair.animator.behaviors where behavior is GravityBehavior {
      try pair.animator.removeBehavior(behavior)
    }
    try pair.animator.run(ticks: 10)
    #expect(
      pair.asked.count >= 19 && pair.items[0].center.x == 0 && pair.items[1].center.x == 5, "in every step")
    #expect(try pair.collision.touchedItems(of: pair.items[0]).isEmpty)
    allows = true
    try pair.animator.run(seconds: 0.5)
    #expect(pair.items[1].center.x - pair.items[0].center.x > 15, "pushed apart")
  }

  @Test("One veto of two behaviors is enough; it is asked only while its behavior lets the pair meet")
  func behaviors() throws {
    let floor = try Floor(Vector2(0, -40), Vector2(0, -10))
    floor.refuses = { $0.other != nil }
    let other = CollisionBehavior(items: floor.items, mode: .items)
    try floor.animator.addBehavior(other)
    try floor.animator.run(seconds: 1)
    #expect(isNear(floor.items[0].center.y, floor.items[1].center.y, 1), "both on the floor")
    let asked = floor.asked.count
    #expect(asked > 10)
    try floor.animator.removeBehavior(floor.collision)
    try floor.collision.addBoundary("other", from: Vector2(0, 900), to: Vector2(1, 900))
    try floor.animator.run(ticks: 10)
    #expect(floor.asked.count == asked, "it left")
    floor.collision.veto = nil
    try floor.animator.addBehavior(floor.collision)
    try floor.animator.run(ticks: 10)
    #expect(floor.asked.count == asked)
  }

  @Test("Inside a veto everything can be read; what adds or removes is refused, other changes act later")
  func reentry() throws {
    let floor = try Floor(Vector2(0, -12))
    let item = floor.items[0]
    let spare = try Item()
    var codes: [BagatelleError.Code?] = []
    floor.refuses = { [unowned floor] contact in
      guard codes.isEmpty else { return false }
      codes.append(code { try floor.animator.advance(by: 1) })
      codes.append(code { try floor.collision.addItem(spare) })
      codes.append(code { try floor.collision.removeItem(item) })
      codes.append(code { try floor.animator.addBehavior(GravityBehavior()) })
      codes.append(code { try floor.animator.removeBehavior(floor.collision) })
      codes.append(code { try floor.collision.addBoundary("more", from: Vector2(0, 1), to: Vector2(9, 1)) })
      codes.append(code { try floor.collision.removeBoundary("floor") })
      codes.append(code { try floor.animator.setReferenceBounds(phone) })
      codes.append(code { try floor.collision.setTranslatingReferenceBounds(true) })
      codes.append(code { _ = try floor.animator.updateItem(item) })
      floor.collision.removeAllBoundaries()
      floor.animator.removeAllBehaviors()
      floor.motion.isAnchored = true
      #expect(!item.isResting && floor.collision.boundaryIdentifiers == ["floor"])
      #expect(floor.animator.behaviors.count == 3 && contact.item.center.y <= 0)
      floor.collision.veto = nil
      return false
    }
    try floor.animator.run(ticks: 5)
    #expect(codes == Array(repeating: .busy, count: 10))
    #expect(item.isResting && floor.collision.veto == nil && floor.asked.count == 1)
    #expect(!floor.collision.isTranslatingReferenceBounds && floor.animator.referenceBounds == nil)
  }
}
