// Rigid joints: pendulums, chains, ropes, welds, pins, slides, their ranges, reactions and breaking.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

private func smooth(density: Double = 1) -> BodyProperties {
  var p = BodyProperties()
  p.resistance = 0
  p.angularResistance = 0
  p.density = density
  return p
}

/// Arithmetic-geometric mean.
private func mean(_ x: Double, _ y: Double) -> Double {
  var a = x
  var b = y
  for _ in 0..<20 { (a, b) = ((a + b) / 2, squareRoot(a * b)) }
  return a
}

extension Bench {
  func joint(_ kind: JointKind, _ a: Int32, _ b: Int32 = -1, anchor: Vector2, change: (inout JointDef) -> Void = { _ in })
    -> Int32
  {
    var def = JointDef()
    def.kind = kind
    def.bodyA = a
    def.bodyB = b
    def.anchor = anchor
    change(&def)
    let joint = world.addJoint(def)
    #expect(joint >= 0)
    return joint
  }
}

@Test func `a pendulum keeps its period and its energy for a minute`() {
  for degrees in [10.0, 90, 150] {
    for isRod in [false, true] {
      let bench = Bench()
      defer { bench.world.destroy() }
      let start = degrees * Double.pi / 180
      let (sine, cosine) = Elementary.sinCos(start)
      let bob = bench.box(100 * sine, 100 * cosine, 2, 2, type: .ellipse, properties: smooth(density: 1000))
      _ = bench.joint(isRod ? .distance : .pin, bob, anchor: .zero) { $0.length = 100 }
      // The pinned bob turns along; its own inertia is r²/2.
      let own = isRod ? 0 : 0.5
      let ideal = 2 * Double.pi * squareRoot((100 + own / 100) / 1000) / mean(1, Elementary.cos(start / 2))
      var first = 0.0
      var last = 0.0
      var count = 0
      var before = 100 * sine
      var gained = -1e9
      var lost = -1e9
      bench.run(7200) { step in
        let p = bench.world.center(bob)
        if before < 0 && p.x >= 0 {
          let t = Double(step + 1) - p.x / (p.x - before)
          if count == 0 { first = t }
          last = t
          count += 1
        }
        before = p.x
        let v = bench.world.velocity(bob)
        let w = bench.world.angularVelocity(bob)
        let energy = 0.5 * v.lengthSquared + 0.5 * own * w * w - 1000 * p.y
        let change = (energy + 1000 * 100 * cosine) / 100_000
        gained = max(gained, change)
        lost = max(lost, -change)
      }
      let period = (last - first) / Double(count - 1) / 120
      #expect(abs(period / ideal - 1) < 0.0005, "\(degrees), rod \(isRod): \(period / ideal - 1)")
      #expect(lost < 0.002 && gained < 0.002, "\(degrees), rod \(isRod): lost \(lost), gained \(gained)")
    }
  }
}

@Test func `a chain holds a ball of a thousand times a link's mass`() {
  let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
  defer { bench.world.destroy() }
  var links: [Int32] = []
  for at in 0...30 {
    let isBall = at == 30
    let body = bench.box(
      isBall ? 3100 : 50 + 100 * Double(at), 0, isBall ? 200 : 100, isBall ? 200 : 25, type: isBall ? .ellipse : .rectangle,
      properties: smooth(density: isBall ? 79.6 : 1))
    _ = bench.joint(.pin, body, links.last ?? -1, anchor: Vector2(100 * Double(at), 0))
    links.append(body)
  }
  bench.run(1800)
  let ball = bench.world.center(links[30])
  #expect(abs(ball.length - 3100) < 60, "\(ball.length)")
  for at in 1..<30 {
    let a = bench.world.center(links[at - 1])
    let b = bench.world.center(links[at])
    let (sA, cA) = Elementary.sinCos(bench.world.angle(links[at - 1]))
    let (sB, cB) = Elementary.sinCos(bench.world.angle(links[at]))
    let gap = Vector2(b.x - 50 * cB - a.x - 50 * cA, b.y - 50 * sB - a.y - 50 * sA).length
    #expect(gap < 5, "link \(at): \(gap)")
  }
}

@Test func `a bridge as long as its span stays together`() {
  let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
  defer { bench.world.destroy() }
  var previous: Int32 = -1
  for plank in 0..<40 {
    let body = bench.box(50 + 100 * Double(plank), 0, 100, 25)
    _ = bench.joint(.pin, body, previous, anchor: Vector2(100 * Double(plank), 0))
    previous = body
  }
  _ = bench.joint(.pin, previous, anchor: Vector2(4000, 0))
  bench.run(600) { _ in
    #expect(abs(bench.world.center(previous).x - 3950) < 20)
  }
}

@Test func `a rope is slack below its length and taut at it`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.box(0, 100, 20, 20, properties: smooth())
  let rope = bench.joint(.limit, body, anchor: .zero) { $0.length = 200 }
  var fastest = 0.0
  bench.run(56) { _ in fastest = max(fastest, bench.world.velocity(body).y) }
  // 100 points of free fall: 447 points/s at the end.
  #expect(abs(fastest - 447) < 10, "\(fastest)")
  #expect(bench.world.jointReaction(rope).force == .zero || bench.world.center(body).y > 199)
  bench.run(200)
  #expect(abs(bench.world.center(body).y - 200) < 0.05 && abs(bench.world.velocity(body).y) < 1)
  // It may come nearer.
  bench.world.setVelocity(body, Vector2(0, -100))
  bench.run(10)
  #expect(bench.world.center(body).y < 197)
}

@Test func `a weld keeps the pose its items have, alone and against the world`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let a = bench.box(0, 0, angle: 0.3, properties: smooth())
  let b = bench.box(120, 40, angle: -0.2, properties: smooth(density: 3))
  _ = bench.joint(.fixed, a, b, anchor: Vector2(60, 20))
  bench.world.setAngularVelocity(a, 5)
  let fixed = bench.box(500, 0, angle: 0.7, properties: smooth())
  let weld = bench.joint(.fixed, fixed, anchor: Vector2(450, 0))
  bench.run(240) { _ in
    #expect(abs(bench.world.angle(a) - bench.world.angle(b) - 0.5) < 0.01)
    let p = bench.world.center(a)
    let q = bench.world.center(b)
    #expect(abs(Vector2(q.x - p.x, q.y - p.y).length - squareRoot(120.0 * 120 + 40 * 40)) < 0.1)
  }
  #expect(abs(bench.world.center(fixed).y) < 0.1 && abs(bench.world.angle(fixed) - 0.7) < 0.001)
  // It carries the weight: 1000 mass points/s² are 10 newtons, upward.
  let reaction = bench.world.jointReaction(weld)
  #expect(abs(reaction.force.y + 10) < 0.05 && abs(reaction.force.x) < 0.05, "\(reaction)")
}

@Test func `friction of a pin slows by its torque over the inertia and then holds`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let wheel = bench.box(0, 0, gravity: 0, properties: smooth())
  _ = bench.joint(.pin, wheel, anchor: .zero) { $0.frictionTorque = 0.1 }
  bench.world.setAngularVelocity(wheel, 3)
  bench.run(60)
  // 30.375 radians/s² per unit on an item of 100 x 100.
  #expect(abs(bench.world.angularVelocity(wheel) - (3 - 3.0375 * 0.5)) < 0.01, "\(bench.world.angularVelocity(wheel))")
  bench.run(120)
  #expect(abs(bench.world.angularVelocity(wheel)) < 1e-5)
  // An arm that gravity cannot turn against it: 1000 x 100 = 1e5 against 50 625 per unit.
  let arm = bench.box(400, 0, 200, 20, properties: smooth())
  _ = bench.joint(.pin, arm, anchor: Vector2(300, 0)) { $0.frictionTorque = 1 }
  let weak = bench.box(800, 0, 200, 20, properties: smooth())
  _ = bench.joint(.pin, weak, anchor: Vector2(700, 0)) { $0.frictionTorque = 0.5 }
  bench.run(120)
  #expect(abs(bench.world.angle(arm)) < 0.001, "\(bench.world.angle(arm))")
  #expect(bench.world.angle(weak) > 0.1)
}

@Test func `a pin turns within its range only`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let arm = bench.box(100, 0, 200, 20, properties: smooth())
  let pin = bench.joint(.pin, arm, anchor: .zero) {
    $0.rangeFrom = -0.5
    $0.rangeTo = 0.4
  }
  var furthest = -1.0
  bench.run(240) { _ in furthest = max(furthest, bench.world.jointCoordinate(pin)) }
  #expect(furthest < 0.405 && abs(bench.world.angle(arm) - 0.4) < 0.002, "\(furthest)")
  bench.world.setAngularVelocity(arm, -20)
  var least = 1.0
  bench.run(30) { _ in least = min(least, bench.world.jointCoordinate(pin)) }
  #expect(least > -0.505 && least < -0.49, "\(least)")
}

@Test func `a slide moves along its axis only and within its range`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.box(0, 0, angle: 0.2, properties: smooth())
  let slide = bench.joint(.sliding, body, anchor: Vector2(20, 10)) {
    $0.axis = Vector2(3, 4)
    $0.rangeTo = 150
    $0.rangeFrom = -10
  }
  bench.run(30)
  // Along (0.6, 0.8) gravity pulls with 800.
  let t = 30.0 / 120
  #expect(abs(bench.world.jointCoordinate(slide) - 0.5 * 800 * t * t) < 0.2, "\(bench.world.jointCoordinate(slide))")
  bench.run(240)
  let p = bench.world.center(body)
  #expect(abs(p.x - 90) < 0.05 && abs(p.y - 120) < 0.05 && abs(bench.world.angle(body) - 0.2) < 1e-3, "\(p)")
  // A slide between two items turns with the second.
  let base = bench.box(600, 0, gravity: 0, properties: smooth(density: 5))
  let rider = bench.box(720, 0, 50, 50, gravity: 0, properties: smooth())
  let pair = bench.joint(.sliding, rider, base, anchor: Vector2(720, 0)) { $0.axis = Vector2(1, 0) }
  bench.world.setAngularVelocity(base, 2)
  bench.run(60) { _ in
    #expect(abs(bench.world.angle(base) - bench.world.angle(rider)) < 0.01)
  }
  #expect(bench.world.jointCoordinate(pair) > 5)
  let a = bench.world.center(base)
  let b = bench.world.center(rider)
  let (sine, cosine) = Elementary.sinCos(bench.world.angle(base))
  #expect(abs(-(b.x - a.x) * sine + (b.y - a.y) * cosine) < 0.05)
}

@Test func `locks keep a body from one axis and within angles`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.box(0, 0, properties: smooth())
  _ = bench.joint(.lock, body, anchor: .zero) {
    $0.locksX = true
    $0.rangeFrom = -0.1
    $0.rangeTo = 0.1
  }
  bench.world.setVelocity(body, Vector2(50, 0))
  bench.world.setAngularVelocity(body, 3)
  bench.run(60) { _ in
    #expect(abs(bench.world.center(body).x) < 0.5 && abs(bench.world.angle(body)) < 0.105)
  }
  #expect(abs(bench.world.center(body).y - 125) < 1)
}

@Test func `what joints of trees held is known after others are removed, break or are made`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  // Each weighs 0.1 newtons.
  let bodies = (0..<6).map { bench.box(50 * Double($0), 100, 10, 10, properties: smooth()) }
  let rods = bodies.enumerated().map { at, body in
    bench.joint(.distance, body, anchor: Vector2(50 * Double(at), 0)) {
      $0.length = 100
      $0.breakForce = at == 5 ? 0.5 : .infinity
    }
  }
  bench.run(20)
  bench.world.removeJoint(rods[0])
  // The slot is taken anew: what it held is not this one's.
  let other = bench.joint(.distance, bodies[0], anchor: Vector2(0, 50)) { $0.length = 50 }
  #expect(bench.world.jointReaction(other) == JointReaction())
  #expect(abs(bench.world.jointReaction(rods[1]).force.y + 0.1) < 0.001, "\(bench.world.jointReaction(rods[1]))")
  bench.run(1)
  bench.world.setVelocity(bodies[5], Vector2(0, 500))
  bench.run(1)
  #expect(bench.world.counters.joints == 5)
  for at in 1..<5 { #expect(abs(bench.world.jointReaction(rods[at]).force.y + 0.1) < 0.001, "\(at): \(bench.world.jointReaction(rods[at]))") }
}

@Test func `a rod carries the tension of a pendulum and breaks above its break force`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let bob = bench.box(100, 0, 10, 10, properties: smooth())
  // mass 0.01: 3 m g at the bottom is 0.3 newtons.
  let rod = bench.joint(.distance, bob, anchor: .zero) { $0.length = 100 }
  var most = 0.0
  bench.run(120) { _ in most = max(most, bench.world.jointReaction(rod).force.length) }
  #expect(abs(most - 0.3) < 0.002, "\(most)")
  let weak = bench.box(400, 0, 10, 10, properties: smooth())
  _ = bench.joint(.distance, weak, anchor: Vector2(300, 0)) {
    $0.length = 100
    $0.breakForce = 0.2
    $0.data = 77
  }
  var broke = -1
  bench.run(120) { step in
    for data in bench.world.brokenJoints {
      #expect(data == 77 && broke < 0)
      broke = step
    }
  }
  #expect(broke > 10 && bench.world.counters.joints == 1)
  #expect(bench.world.center(weak).y > 400)
}

@Test func `an anchor that moves takes the item along without throwing it`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.box(0, 0, 40, 40, gravity: 0, properties: smooth())
  var def = JointDef()
  def.bodyA = body
  def.anchor = Vector2(0, -50)
  def.length = 50
  let rod = bench.world.addJoint(def)
  def.anchor = Vector2(0, -250)
  bench.world.setJoint(rod, def)
  bench.run(60)
  #expect(abs(bench.world.center(body).y + 200) < 0.5)
  #expect(bench.world.velocity(body).length < 60, "\(bench.world.velocity(body))")
}

@Test func `rings, doubled and contradicting joints stay calm`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  // A ring of eight around nothing, two pins between the same items, and rods of two lengths to one anchor.
  var ring: [Int32] = []
  for at in 0..<8 {
    let (sine, cosine) = Elementary.sinCos(Double(at) * Double.pi / 4)
    ring.append(bench.box(100 * cosine, 100 * sine, 20, 20, properties: smooth()))
  }
  for at in 0..<8 { _ = bench.joint(.pin, ring[at], ring[(at + 1) % 8], anchor: bench.world.center(ring[at])) }
  _ = bench.joint(.pin, ring[0], anchor: Vector2(100, 0))
  let a = bench.box(500, 0, properties: smooth())
  let b = bench.box(620, 0, properties: smooth())
  _ = bench.joint(.pin, a, b, anchor: Vector2(560, -40))
  _ = bench.joint(.pin, a, b, anchor: Vector2(560, 40))
  let torn = bench.box(1000, 100, properties: smooth())
  _ = bench.joint(.distance, torn, anchor: Vector2(1000, 0)) { $0.length = 80 }
  _ = bench.joint(.distance, torn, anchor: Vector2(1000, 0)) { $0.length = 120 }
  bench.run(600) { _ in
    for body in ring { #expect(bench.world.center(body).length < 700 && bench.world.velocity(body).length < 3000) }
  }
  #expect(abs(bench.world.angle(a) - bench.world.angle(b)) < 0.01)
  let y = bench.world.center(torn).y
  #expect(y > 79 && y < 121 && bench.world.velocity(torn).length < 50, "\(y)")
}

@Test func `a net of two hundred pins hangs together`() {
  let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
  defer { bench.world.destroy() }
  let side = 10
  var net: [Int32] = []
  for row in 0..<side {
    for column in 0..<side {
      net.append(bench.box(20 * Double(column), 20 * Double(row), 8, 8, type: .ellipse))
      let here = Vector2(20 * Double(column), 20 * Double(row))
      if column > 0 { _ = bench.joint(.distance, net[net.count - 1], net[net.count - 2], anchor: here) { $0.length = 20 } }
      if row > 0 { _ = bench.joint(.limit, net[net.count - 1], net[net.count - 1 - side], anchor: here) { $0.length = 20 } }
      if row == 0 { _ = bench.joint(.pin, net[net.count - 1], anchor: here) }
    }
  }
  bench.run(240)
  for row in 1..<side {
    for column in 0..<side {
      let p = bench.world.center(net[row * side + column])
      let q = bench.world.center(net[(row - 1) * side + column])
      #expect(Vector2(p.x - q.x, p.y - q.y).length < 24, "row \(row)")
    }
  }
}
