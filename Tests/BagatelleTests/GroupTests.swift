// Item groups: several items as one body.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

/// Half of pi and more, without a library.
private let pi = Double.pi

/// Items of rectangles by center and size.
func rectangles(_ parts: (Double, Double, Double, Double)...) throws -> [Item] {
  try parts.map { try Item(center: Vector2($0.0, $0.1), size: Vector2($0.2, $0.3)) }
}

/// A U that is open at the top: inside 60 wide and 50 deep, walls of 10, its lower side at `y`.
func cup(x: Double, y: Double) throws -> DynamicItemGroup {
  try DynamicItemGroup(
    items: rectangles((x - 35, y - 30, 10, 60), (x + 35, y - 30, 10, 60), (x, y - 5, 60, 10)))
}

@Suite struct GroupTests {
  // MARK: What a group is

  @Test("Center and size are those of the rectangle around the members' frames; members follow rigidly")
  func geometry() throws {
    let items = try rectangles((10, 10, 20, 20), (50, 10, 20, 20))
    try items[1].setAngle(pi / 4)
    let group = try DynamicItemGroup(items: [items[0], items[1], items[0]])
    let half = 10 * 2.0.squareRoot()
    #expect(group.items.count == 2 && group.items[1] === items[1] && items[0].group === group)
    #expect(isNear(group.size.x, 50 + half, 1e-12) && isNear(group.size.y, 2 * half, 1e-12))
    #expect(
      isNear(group.center.x, (50 + half) / 2, 1e-12) && isNear(group.center.y, 10, 1e-12) && group.angle == 0)
    #expect(items[0].center == Vector2(10, 10) && items[1].center == Vector2(50, 10), "to the bit")
    try group.setCenter(group.center + Vector2(100, 0))
    #expect(isNear(items[1].center.x, 150, 1e-12) && items[1].angle == pi / 4)
    try group.setAngle(pi / 2)
    let arm = 50 - (50 + half) / 2
    #expect(isNear(items[1].center.x, group.center.x, 1e-12) && isNear(items[1].center.y, 10 + arm, 1e-12))
    #expect(isNear(items[1].angle, 3 * pi / 4, 1e-12))
  }

  @Test("Empty and nested groups, shared members and members on their own are refused, and nothing changes")
  func refusals() throws {
    let items = try rectangles((0, 0, 20, 20), (20, 0, 20, 20), (40, 0, 20, 20))
    #expect(code { _ = try DynamicItemGroup(items: []) } == .range)
    let group = try DynamicItemGroup(items: [items[0], items[1]])
    #expect(code { _ = try DynamicItemGroup(items: [group, items[2]]) } == .groupMember)
    #expect(code { _ = try DynamicItemGroup(items: [items[2], items[1]]) } == .groupMember)
    #expect(items[2].group == nil)
    let gravity = GravityBehavior(items: [items[2]])
    #expect(code { _ = try DynamicItemGroup(items: [items[2]]) } == .state)
    #expect(code { try gravity.addItem(items[0]) } == .groupMember)
    #expect(code { _ = try SnapBehavior(item: items[0], point: Vector2(0, 0)) } == .groupMember)
    #expect(code { _ = try AttachmentBehavior(item: items[2], other: items[0]) } == .groupMember)
    #expect(code { try items[0].setCenter(Vector2(1, 1)) } == .groupMember)
    #expect(code { try items[0].setAngle(1) } == .groupMember)
    #expect(code { try items[0].setFrame(Rect(x: 0, y: 0, width: 9, height: 9)) } == .groupMember)
    #expect(code { try items[0].applyImpulse(Vector2(1, 1)) } == .groupMember)
    #expect(code { try items[0].setValue(ChannelValues(1, 1), of: .center) } == .groupMember)
    #expect(code { try group.setSize(Vector2(9, 9)) } == .state)
    #expect(code { try group.setBoundsType(.ellipse) } == .state)
    #expect(code { try group.setPath([Vector2(0, 0), Vector2(9, 0), Vector2(0, 9)]) } == .state)
    #expect(code { try group.setBounds(Rect(x: 0, y: 0, width: 9, height: 9)) } == .state)
    #expect(items[0].center == Vector2(0, 0) && group.size == Vector2(40, 20) && gravity.items.count == 1)
    let far = try rectangles((-9e6, 0, 20, 20), (9e6, 0, 20, 20))
    #expect(code { _ = try DynamicItemGroup(items: far) } == .range && far[0].group == nil)
  }

  @Test(
    "A group that dies gives its members free where they are; behaviors and members keep it and each other alive"
  )
  func lifetime() throws {
    var items = try rectangles((0, 0, 20, 20), (20, 0, 20, 20))
    let log = Log()
    let mark = Mark(log, "group")
    let animator = try DynamicAnimator()
    let gravity = GravityBehavior()
    do {
      let group = try DynamicItemGroup(items: items)
      group.onRest = { _ in withExtendedLifetime(mark) {} }
      try gravity.addItem(group)
    }
    try animator.addBehavior(gravity)
    try animator.run(ticks: 30)
    #expect(items[0].group != nil && items[0].animator === animator && !items[0].isResting)
    #expect(isNear(items[1].velocity.y, 500, 15) && items[0].center.y > 100)
    let y = items[0].center.y
    let member = items.removeFirst()
    try gravity.removeItem(gravity.items[0])
    #expect(member.group == nil && member.center.y == y && member.animator == nil && member.velocity.y == 0)
    try gravity.addItem(member)
    try animator.run(ticks: 10)
    #expect(member.center.y > y && items[0].center.y == y)
    // Into another group, while its body waits for the next tick.
    try gravity.removeItem(member)
    let again = try DynamicItemGroup(items: [member, items[0]])
    try gravity.addItem(again)
    try animator.run(ticks: 10)
    #expect(animator.items.count == 1 && animator.items[0] === again && items[0].center.y > y)
  }

  // MARK: Mass

  /// An L of two rectangles: area, center of mass and second moment from the textbook.
  @Test("Mass, center of mass and moment of inertia are the sums over the members, with parallel axes")
  func mass() throws {
    let parts = try rectangles((50, 10, 100, 20), (10, 60, 20, 80))
    let ball = try Item(center: Vector2(80, 60), size: Vector2(30, 30), boundsType: .ellipse)
    let wedge = try Item(
      center: Vector2(150, 50), size: Vector2(60, 30), angle: pi / 2,
      path: [Vector2(0, 0), Vector2(30, 0), Vector2(0, 60)])
    let group = try DynamicItemGroup(items: parts + [ball, wedge])
    // Area, centroid, second moment over the area.
    let shapes: [(Double, Vector2, Double)] = [
      (2000, Vector2(50, 10), (100.0 * 100 + 20 * 20) / 12),
      (1600, Vector2(10, 60), (20.0 * 20 + 80 * 80) / 12),
      (pi * 225, Vector2(80, 60), 225 / 2), (900, Vector2(150 - 20, 50 + 10), (30.0 * 30 + 60 * 60) / 18),
    ]
    var area = 0.0
    var center = Vector2(0, 0)
    for (a, c, _) in shapes {
      area += a
      center = center + a * c
    }
    center = (1 / area) * center
    var second = 0.0
    for (a, c, i) in shapes { second += a * (i + (c - center).dot(c - center)) }
    let density = 3.0
    let mass = density * area / 10_000
    let inertia = density * second / 10_000

    let animator = try DynamicAnimator()
    let behavior = DynamicItemBehavior(items: [group])
    try behavior.setDensity(density)
    try behavior.setResistance(0)
    try behavior.setAngularResistance(0)
    try animator.addBehavior(behavior)
    try animator.advance(by: 0)
    let arm = Vector2(7, -11)
    let impulse = Vector2(3, 2)
    try group.applyImpulse(impulse, at: center + arm - group.center)
    #expect(isNear(group.velocity.x, 300 / mass, 1e-3) && isNear(group.velocity.y, 200 / mass, 1e-3))
    let spin = 100 * arm.cross(impulse) / inertia
    #expect(isNear(group.angularVelocity, spin, 1e-4 * spin))
    // The members move about the center of mass, which goes straight on.
    let offset = ball.center - center
    let expected = Vector2(300 / mass - spin * offset.y, 200 / mass + spin * offset.x)
    #expect(isNear(ball.velocity.x, expected.x, 1e-2) && isNear(ball.velocity.y, expected.y, 1e-2))
    try animator.run(seconds: 1)
    let turn = group.angle
    #expect(isNear(turn, spin, 1e-3 * spin))
    let (s, c) = (sine(turn), cosine(turn))
    let there =
      center + Vector2(300 / mass, 200 / mass)
      + Vector2(c * offset.x - s * offset.y, s * offset.x + c * offset.y)
    #expect(isNear(ball.center.x, there.x, 0.05) && isNear(ball.center.y, there.y, 0.05))
  }

  @Test("A hanging group swings with the period of a physical pendulum")
  func pendulum() throws {
    // An L; pinned at the outer corner of its foot.
    let group = try DynamicItemGroup(items: rectangles((10, 60, 20, 120), (60, 110, 80, 20)))
    let area = 2400.0 + 1600
    let com = (1 / area) * (2400 * Vector2(10, 60) + 1600 * Vector2(60, 110))
    let pin = Vector2(10, 10)
    let second =
      2400 * ((20.0 * 20 + 120 * 120) / 12 + (Vector2(10, 60) - pin).lengthSquared)
      + 1600 * ((80.0 * 80 + 20 * 20) / 12 + (Vector2(60, 110) - pin).lengthSquared)
    let arm = (com - pin).length
    let period = 2 * pi * (second / area / (1000 * arm)).squareRoot()
    let animator = try DynamicAnimator(stepSeconds: 1.0 / 480)
    let behavior = DynamicItemBehavior(items: [group])
    try behavior.setResistance(0)
    try behavior.setAngularResistance(0)
    // Turned so that it hangs with its center of mass 0.05 rad from below the pin.
    let rest = try angle(of: com - pin) - pi / 2
    let start = -rest + 0.05
    let offset = group.center - pin
    try group.setAngle(start)
    try group.setCenter(pin + turned(offset, start))
    try animator.addBehavior(behavior)
    try animator.addBehavior(GravityBehavior(items: [group]))
    try animator.addBehavior(AttachmentBehavior.pinAttachment(item: group, anchor: pin))
    // Steps between crossings of the rest position.
    var crossings: [Double] = []
    var last = 0.05
    for step in 1...4000 {
      try animator.advance(by: 1.0 / 480)
      let now = group.angle + rest
      if last < 0 && now >= 0 { crossings.append((Double(step) - now / (now - last)) / 480) }
      last = now
    }
    let measured = (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1)
    #expect(crossings.count == 4)
    #expect(isNear(measured, period * (1 + 0.05 * 0.05 / 16), 0.0005 * period), "\(measured) for \(period)")
  }

  @Test("Two groups that collide keep momentum and angular momentum, and with elasticity 1 their energy")
  func momentum() throws {
    let animator = try DynamicAnimator(stepSeconds: 1.0 / 1000)
    let a = try DynamicItemGroup(items: rectangles((0, 0, 20, 60), (30, 20, 40, 20)))
    let b = try cup(x: 200, y: 60)
    let groups = [a, b]
    let behavior = DynamicItemBehavior(items: groups)
    try behavior.setElasticity(1)
    try behavior.setFriction(0)
    try behavior.setResistance(0)
    try behavior.setAngularResistance(0)
    try animator.addBehavior(behavior)
    try animator.addBehavior(CollisionBehavior(items: groups, mode: .items))
    try behavior.setLinearVelocity(Vector2(300, 20), of: a)
    try behavior.setAngularVelocity(-1, of: b)
    // Mass, second moment and the center of mass from the center of the group.
    let bodies: [(Double, Double, Vector2)] = groups.map {
      let (area, com, second) = properties(of: $0.items)
      return (area / 10_000, second / 10_000, com - $0.center)
    }
    func sums() -> (Vector2, Double, Double) {
      var p = Vector2(0, 0)
      var l = 0.0
      var e = 0.0
      for (group, body) in zip(groups, bodies) {
        let com = group.center + turned(body.2, group.angle)
        p = p + body.0 * group.velocity
        l += body.0 * com.cross(group.velocity) + body.1 * group.angularVelocity
        e +=
          0.5 * body.0 * group.velocity.lengthSquared + 0.5 * body.1 * group.angularVelocity
          * group.angularVelocity
      }
      return (p, l, e)
    }
    let before = sums()
    var touched = false
    for _ in 0..<90 {
      try animator.run(ticks: 1)
      if !animator.contacts.isEmpty { touched = true }
      let now = sums()
      #expect(isNear(now.0.x, before.0.x, 1e-2) && isNear(now.0.y, before.0.y, 1e-2))
      // A contact's lever arms are kept for up to half a point of motion; single boxes are 0.8 % off here.
      #expect(isNear(now.1, before.1, 0.015 * abs(before.1)), "\(now.1) \(before.1)")
    }
    let after = sums()
    #expect(
      touched && b.velocity.x > 20 && isNear(after.2, before.2, 0.03 * before.2), "\(after.2) of \(before.2)")
  }

  @Test("A box of two halves slides down a slope and tips over an edge as one box does")
  func halves() throws {
    /// Lying on a slope that ends under it.
    func run(_ item: Item, tilt: Double, offset: Double, seconds: Double) throws -> [Vector2] {
      let animator = try DynamicAnimator()
      let along = turned(Vector2(1, 0), tilt)
      let ground = try Item(center: -1000 * along, size: Vector2(2000, 20), angle: tilt)
      try item.setCenter(offset * along + turned(Vector2(0, -30.1), tilt))
      try item.setAngle(tilt)
      let fixed = DynamicItemBehavior(items: [ground])
      fixed.isAnchored = true
      try animator.addBehavior(fixed)
      try animator.addBehavior(GravityBehavior(items: [item]))
      try animator.addBehavior(CollisionBehavior(items: [ground, item]))
      var path: [Vector2] = []
      for _ in 0..<Int(60 * seconds) {
        try animator.run(ticks: 1)
        path.append(item.center)
        path.append(Vector2(100 * item.angle, 0))
      }
      return path
    }
    for (tilt, offset, seconds) in [(0.4, -400.0, 1.0), (0.05, -10, 1), (0.05, 4, 0.5)] {
      let whole = try run(Item(size: Vector2(40, 40)), tilt: tilt, offset: offset, seconds: seconds)
      let parts = try rectangles((-10, 0, 20, 40), (10, 0, 20, 40))
      let group = try run(DynamicItemGroup(items: parts), tilt: tilt, offset: offset, seconds: seconds)
      for (a, b) in zip(whole, group) { #expect((a - b).length < 1, "\(tilt) \(offset): \(a) \(b)") }
    }
  }

  // MARK: With the rest

  @Test("Attachments, snaps, pushes and fields act on a group as on an item of its mass")
  func forces() throws {
    let group = try DynamicItemGroup(items: rectangles((0, 0, 100, 50), (25, 50, 50, 50)))
    let animator = try DynamicAnimator()
    let snap = try SnapBehavior(item: group, point: Vector2(300, 200))
    try animator.addBehavior(snap)
    try animator.runUntilPaused()
    #expect((group.center - Vector2(300, 200)).length < 0.5 && abs(group.angle) < 0.01)
    try animator.removeBehavior(snap)
    let rod = try AttachmentBehavior(item: group, offset: Vector2(-50, -50), anchor: Vector2(300, 0))
    try rod.setLength(80)
    try animator.addBehavior(rod)
    try animator.addBehavior(GravityBehavior(items: [group]))
    try animator.run(seconds: 6)
    let corner = group.center + turned(Vector2(-50, -50), group.angle)
    #expect(isNear((corner - Vector2(300, 0)).length, 80, 0.5))
    let free = try DynamicItemGroup(items: rectangles((0, 0, 100, 50), (25, 50, 50, 50)))
    let field = FieldBehavior(.custom, items: [free])
    var seen = 0.0
    field.evaluation = { _, position, _, mass, _, _ in
      seen = mass
      return Vector2(1.5, 0)
    }
    let other = try DynamicAnimator()
    try other.addBehavior(field)
    let push = PushBehavior(items: [free], mode: .instantaneous)
    try push.setDirection(Vector2(0, 0.75))
    try other.addBehavior(push)
    try other.run(seconds: 0.5)
    #expect(seen == 0.75 && isNear(free.velocity.x, 100, 3) && isNear(free.velocity.y, 100, 6))
  }

  @Test("A member's new size or shape counts from the next update of the group, which stays where it is")
  func update() throws {
    let animator = try DynamicAnimator()
    let items = try rectangles((0, 0, 20, 20), (30, 0, 20, 20))
    let group = try DynamicItemGroup(items: items)
    let collision = CollisionBehavior(items: [group])
    try collision.addBoundary("floor", from: Vector2(-500, 10.2), to: Vector2(500, 10.2))
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [group]))
    let log = Log()
    collision.onBoundaryBegan = { _ in log.add("began") }
    collision.onBoundaryEnded = { _ in log.add("ended") }
    try animator.runUntilPaused()
    #expect(log.lines == ["began"])
    try items[1].setSize(Vector2(40, 40))
    #expect(group.size == Vector2(50, 20))
    let place = items[1].center
    #expect(try animator.updateItem(group) && animator.isRunning)
    #expect(isNear(group.size.x, 60, 1e-9) && isNear(group.size.y, 40, 1e-9))
    #expect((items[1].center - place).length < 1e-3 && isNear(group.center.x, 20, 0.2))
    try animator.runUntilPaused()
    #expect(log.count("began") == log.count("ended") + 1 && items[1].center.y < -8, "pushed out of the floor")
    try items[0].setBoundsType(.ellipse)
    #expect(try animator.updateItem(group, keepingShape: true))
    #expect(try animator.updateItem(group))
    // Left and back, with a change in between.
    animator.removeAllBehaviors()
    try items[1].setSize(Vector2(20, 20))
    try animator.addBehavior(collision)
    try animator.run(ticks: 2)
    #expect(isNear(group.size.x, 50, 1e-3))
    for item in items { try item.setSize(Vector2(1e7, 20)) }
    #expect(code { try animator.updateItem(group) } == .range && isNear(group.size.x, 50, 1e-3))
  }

  @Test("Drivers and rest callbacks of members are told as those of items")
  func callbacks() throws {
    let animator = try DynamicAnimator()
    let items = try rectangles((0, -30, 20, 20), (20, -30, 20, 20))
    let log = Log()
    var written = Vector2(0, 0)
    items[0].setDriver(
      read: { _, center, size, _ in
        log.add("read")
        center = Vector2(-20, -30)
        size = Vector2(40, 20)
      },
      write: { item, center, _ in
        log.add("write")
        written = center
        #expect(item.center == center)
      })
    let group = try DynamicItemGroup(items: items)
    #expect(log.lines == ["read"] && group.size == Vector2(70, 20) && items[0].center == Vector2(-20, -30))
    items[1].onRest = { log.add($0.isResting ? "rest" : "?") }
    let collision = CollisionBehavior(items: [group])
    try collision.addBoundary("floor", from: Vector2(-500, 0), to: Vector2(500, 0))
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [group]))
    try animator.runUntilPaused()
    #expect(
      log.count("write") > 20 && log.lines.last == "rest" && isNear(written.y, -10, 0.5)
        && log.count("read") == 1)
    let bad = try Item()
    bad.setDriver(read: { _, _, size, _ in size = Vector2(-1, 1) }, write: nil)
    #expect(code { _ = try DynamicItemGroup(items: [bad]) } == .invalidSize && bad.group == nil)
  }
}

/// Of a vector, clockwise from the right.
private func angle(of v: Vector2) throws -> Double {
  let item = try Item()
  try item.setTransform(Transform(a: v.x, b: v.y, c: -v.y, d: v.x))
  return item.angle
}
private func turned(_ v: Vector2, _ angle: Double) -> Vector2 {
  let (s, c) = (sine(angle), cosine(angle))
  return Vector2(c * v.x - s * v.y, s * v.x + c * v.y)
}

/// Area, center of mass and second moment about it, of rectangles that are not turned.
private func properties(of items: [Item]) -> (Double, Vector2, Double) {
  var area = 0.0
  var center = Vector2(0, 0)
  for item in items {
    area += item.size.x * item.size.y
    center = center + item.size.x * item.size.y * item.center
  }
  center = (1 / area) * center
  var second = 0.0
  for item in items {
    let own = item.size.lengthSquared / 12
    second += item.size.x * item.size.y * (own + (item.center - center).lengthSquared)
  }
  return (area, center, second)
}
