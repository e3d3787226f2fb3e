// The world without the Swift API: falling, stacking, touching, sleeping, springs.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// A world with a floor at y = 600 that everything meets.
struct Bench {
  let world: World
  init(stepSeconds: Double = 1.0 / 120, substeps: Int32 = 2) {
    guard let made = World.make(stepSeconds: stepSeconds, substeps: substeps) else { fatalError("no memory") }
    world = made
  }

  func floor(y: Double = 600, from: Double = -2000, to: Double = 2000, elasticity: Double = 0.2, friction: Double = 0.2)
    -> Int32
  {
    let points = [Vector2(to, y), Vector2(from, y)]
    return points.withUnsafeBufferPointer {
      world.addBoundary(
        points: $0, closed: false, group: 0, elasticity: elasticity, friction: friction, data: 0)
    }
  }

  func box(
    _ x: Double, _ y: Double, _ w: Double = 100, _ h: Double = 100, angle: Double = 0, type: BoundsType = .rectangle,
    gravity: Double = 1000, properties: BodyProperties? = nil
  ) -> Int32 {
    let empty = UnsafeBufferPointer<Vector2>(start: nil, count: 0)
    let body = world.addBody(
      center: Vector2(x, y), angle: angle, size: Vector2(w, h), type: type, path: empty, data: 0)
    var forces = BodyForces()
    forces.acceleration = Vector2(0, gravity)
    _ = world.setForces(body, forces)
    if let properties {
      #expect(world.reserveExtras(body, properties))
      world.setProperties(body, properties)
    }
    let groups: [Int32] = [0]
    let done = groups.withUnsafeBufferPointer { world.setGroups(body, items: $0, boundaries: $0) }
    #expect(done)
    return body
  }

  /// Runs ticks of one step each.
  func run(_ steps: Int, each: (Int) -> Void = { _ in }) {
    for step in 0..<steps {
      world.beginTick()
      world.step()
      world.endTick()
      each(step)
    }
  }
}

@Test func `a falling square lands, bounces and sleeps`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  _ = bench.floor(y: 568)
  let square = bench.box(160, 284, 30, 30)
  var firstBegan = -1
  var highest = 1000.0
  var asleep = -1
  bench.run(400) { step in
    for event in bench.world.began where firstBegan < 0 {
      firstBegan = step
      #expect(abs(event.point.y - 568) < 0.5)
      #expect(event.boundary >= 0 && event.normal == Vector2(0, 1))
      #expect(abs(event.approachSpeed - 718) < 6)
    }
    if firstBegan >= 0 && step > firstBegan + 2 { highest = min(highest, bench.world.center(square).y) }
    if asleep < 0 && bench.world.awakeCount == 0 { asleep = step }
  }
  #expect(abs(Double(firstBegan + 1) / 120 - 0.74) < 0.017)
  #expect(abs((553 - highest) - 10) < 2)
  #expect(abs(bench.world.center(square).y - 553) < 0.5)
  #expect(bench.world.center(square).x == 160)
  #expect(bench.world.angle(square) == 0)
  #expect(asleep > 0 && asleep < 264, "asleep at step \(asleep)")
}

@Test func `a stack of ten boxes stands and falls asleep`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  _ = bench.floor()
  var boxes: [Int32] = []
  for level in 0..<10 { boxes.append(bench.box(0, 550 - 100 * Double(level))) }
  bench.run(240)
  for level in 0..<10 {
    let center = bench.world.center(boxes[level])
    #expect(abs(center.x) < 0.5 && abs(center.y - (550 - 100 * Double(level))) < 4, "level \(level): \(center)")
  }
  #expect(bench.world.awakeCount == 0)
}

@Test func `a ball bounces to the square of its elasticity`() {
  for elasticity in [0.5, 0.8, 1.0] {
    let bench = Bench()
    defer { bench.world.destroy() }
    _ = bench.floor(elasticity: 0)
    var p = BodyProperties()
    p.elasticity = elasticity
    p.resistance = 0
    p.angularResistance = 0
    let ball = bench.box(0, 350, 100, 100, type: .ellipse, properties: p)
    var hit = false
    var top = 1e9
    bench.run(240) { step in
      if bench.world.velocity(ball).y < 0 { hit = true }
      if hit { top = min(top, bench.world.center(ball).y) }
    }
    let height = 550 - top
    #expect(abs(height - 200 * elasticity * elasticity) < 1, "\(elasticity): \(height)")
  }
}

@Test func `an undamped spring keeps its amplitude and its frequency`() {
  for frequency in [1.0, 2, 4, 8] {
    let bench = Bench()
    defer { bench.world.destroy() }
    var p = BodyProperties()
    p.resistance = 0
    let body = bench.box(100, 0, gravity: 0, properties: p)
    var def = DistanceDef()
    def.bodyA = body
    def.length = 300
    def.anchor = Vector2(-250, 0)
    def.frequency = frequency
    let joint = bench.world.addDistance(def)
    #expect(joint >= 0)
    var crossings = 0
    var last = 0.0
    var previous = 50.0
    var peak = 0.0
    bench.run(1200) { step in
      let x = bench.world.center(body).x - 50
      if step > 1080 { peak = max(peak, abs(x)) }
      if previous < 0 && x >= 0 {
        crossings += 1
        last = (Double(step) + 1 - x / (x - previous)) / 120
      }
      previous = x
    }
    #expect(peak > 49.5 && peak < 51, "\(frequency) Hz: \(peak)")
    // The n-th upward crossing of a cosine comes after n - 1/4 periods.
    let measured = (Double(crossings) - 0.25) / last
    #expect(abs(measured / frequency - 1) < 1e-3, "\(frequency) Hz: \(measured)")
  }
}

@Test func `nothing passes a thin boundary or a thin plate at any speed`() {
  for speed in [500.0, 3000, 10_000, 40_000, 100_000] {
    for phase in 0..<8 {
      let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
      defer { bench.world.destroy() }
      _ = bench.floor(elasticity: 0)
      // A thin anchored plate below, and a light one that can move further below.
      var anchored = BodyProperties()
      anchored.isAnchored = true
      let plate = bench.box(5000, 590, 300, 1, gravity: 0, properties: anchored)
      let bullet = bench.box(10, 100 + Double(phase) * 3.7, 10, 10, type: phase % 2 == 0 ? .ellipse : .rectangle, gravity: 0)
      let other = bench.box(5010, 100 + Double(phase) * 3.7, 10, 10, gravity: 0)
      bench.world.setVelocity(bullet, Vector2(0, speed))
      bench.world.setVelocity(other, Vector2(0, speed))
      bench.run(60) { _ in
        #expect(bench.world.center(bullet).y < 600, "through the floor at \(speed), phase \(phase)")
        #expect(bench.world.center(other).y < bench.world.center(plate).y, "through the plate at \(speed), phase \(phase)")
      }
    }
  }
}

@Test func `a fast ball does not pass a plate that can move`() {
  for speed in [1000.0, 10_000, 60_000] {
    for phase in 0..<8 {
      let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
      defer { bench.world.destroy() }
      var heavy = BodyProperties()
      heavy.density = 1000
      let plate = bench.box(0, 600, 300, 1, gravity: 0, properties: heavy)
      let ball = bench.box(3, 100 + Double(phase) * 5.3, 5, 5, type: .ellipse, gravity: 0)
      bench.world.setVelocity(ball, Vector2(0, speed))
      bench.run(60) { _ in
        #expect(bench.world.center(ball).y < bench.world.center(plate).y, "\(speed), phase \(phase)")
      }
    }
  }
}

@Test func `a body that leaves the world is put back, stopped and flagged`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.box(999_999_900, 0, gravity: 0)
  bench.world.setVelocity(body, Vector2(50_000, 0))
  bench.run(3)
  #expect(bench.world.isQuarantined(body))
  #expect(bench.world.center(body).x < 1e9)
  #expect(bench.world.velocity(body) == .zero)
}

@Test func `equal runs give equal hashes, and another run another`() {
  func run(_ shift: Double) -> UInt64 {
    let bench = Bench()
    defer { bench.world.destroy() }
    _ = bench.floor()
    for level in 0..<8 {
      _ = bench.box(Double(level) * 7 + shift, 550 - 101 * Double(level), angle: 0.05, type: level % 2 == 0 ? .rectangle : .ellipse)
    }
    bench.run(100)
    return bench.world.stateHash(into: 0xcbf2_9ce4_8422_2325)
  }
  #expect(run(0) == run(0))
  #expect(run(0) != run(0.001))
}

@Test func `removing anything at any time leaves a sound world`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let floor = bench.floor()
  var random = TestRandom(7)
  var alive: [Int32] = []
  for step in 0..<400 {
    if alive.count < 60 && random.bits() % 2 == 0 {
      alive.append(bench.box(Double(random.bits() % 400), Double(random.bits() % 500), 30, 30, type: random.bits() % 3 == 0 ? .ellipse : .rectangle))
    }
    if alive.count > 10 && random.bits() % 3 == 0 {
      bench.world.removeBody(alive.remove(at: Int(random.bits() % UInt64(alive.count))))
    }
    if alive.count > 4 && random.bits() % 5 == 0 {
      var def = DistanceDef()
      def.bodyA = alive[0]
      def.bodyB = alive[1]
      def.length = 50
      let joint = bench.world.addDistance(def)
      if random.bits() % 2 == 0 { bench.world.removeJoint(joint) }
    }
    if step == 200 { bench.world.removeBoundary(floor) }
    bench.run(1)
    for body in alive { #expect(bench.world.center(body).isFinite) }
  }
  for body in alive { bench.world.removeBody(body) }
  bench.world.beginTick()
  #expect(bench.world.counters.contacts == 0 && bench.world.counters.touching == 0 && bench.world.counters.joints == 0)
  #expect(bench.world.awakeCount == 0)
}

@Test func `an anchored body that moves as told carries what lies on it`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  var anchored = BodyProperties()
  anchored.isAnchored = true
  anchored.friction = 1
  let belt = bench.box(0, 600, 2000, 20, gravity: 0, properties: anchored)
  var rough = BodyProperties()
  rough.friction = 1
  let box = bench.box(0, 564, 50, 50, properties: rough)
  bench.run(60)
  bench.world.setVelocity(belt, Vector2(100, 0))
  bench.run(120)
  #expect(abs(bench.world.center(belt).x - 100) < 0.01)
  #expect(bench.world.center(belt).y == 600)
  #expect(abs(bench.world.velocity(box).x - 100) < 1)
  bench.world.setVelocity(belt, .zero)
  bench.run(240)
  #expect(bench.world.awakeCount == 0)
  #expect(abs(bench.world.center(belt).x - 100) < 0.01)
  bench.world.setTarget(belt, center: Vector2(90, 590), angle: 0)
  bench.run(1)
  #expect(abs(bench.world.center(belt).x - 90) < 1e-3 && abs(bench.world.center(belt).y - 590) < 1e-3)
  bench.run(1)
  #expect(abs(bench.world.center(belt).y - 590) < 1e-3)
}

@Test func `a box and a disc slide over a hundred tiles as over one`() {
  for type in [BoundsType.rectangle, .ellipse] {
    for speed in [200.0, 600, 1800] {
      let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
      defer { bench.world.destroy() }
      var tile = BodyProperties()
      tile.isAnchored = true
      tile.friction = 0
      tile.elasticity = 0
      for column in 0..<100 { _ = bench.box(Double(column) * 100, 650, gravity: 0, properties: tile) }
      var slick = BodyProperties()
      slick.friction = 0
      slick.elasticity = 0
      slick.resistance = 0
      slick.angularResistance = 0
      let mover = bench.box(100, 550, type: type, properties: slick)
      bench.run(10)
      bench.world.setVelocity(mover, Vector2(speed, 0))
      var highest = 1000.0
      bench.run(Int(8000 / speed * 60)) { _ in highest = min(highest, bench.world.center(mover).y) }
      #expect(bench.world.velocity(mover).x > 0.999 * speed, "\(type) at \(speed): \(bench.world.velocity(mover))")
      #expect(highest > 549.5, "\(type) at \(speed) hops to \(highest)")
      #expect(bench.world.center(mover).x > 7900)
    }
  }
}

@Test func `a hook hangs on a ledge although its center of mass is below`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let ledge = [Vector2(20, 300), Vector2(-20, 300)]
  _ = ledge.withUnsafeBufferPointer {
    bench.world.addBoundary(points: $0, closed: false, group: 0, elasticity: 0, friction: 0.5, data: 0)
  }
  let hook = bench.box(0, 294, 100, 100)
  let defs = [(0.0, 0.0, 100.0, 10.0), (-45, 45, 10, 80), (45, 45, 10, 80)].map { x, y, w, h in
    var def = PieceDef()
    def.center = Vector2(x, y)
    def.size = Vector2(w, h)
    return def
  }
  let done = defs.withUnsafeBufferPointer { bench.world.setPieces(hook, $0) }
  #expect(done)
  let start = bench.world.center(hook).y
  bench.run(240)
  #expect(abs(bench.world.center(hook).y - start) < 2, "\(bench.world.center(hook).y - start)")
}

@Test func `a box does not sink onto a spike, wherever its center is`() {
  for shift in stride(from: -70.0, through: 70, by: 10) {
    let bench = Bench()
    defer { bench.world.destroy() }
    let spike = [Vector2(0, 0), Vector2(100, 400), Vector2(-100, 400)]
    _ = spike.withUnsafeBufferPointer {
      bench.world.addBoundary(points: $0, closed: true, group: 0, elasticity: 0, friction: 0.5, data: 0)
    }
    // It cannot tip.
    var p = BodyProperties()
    p.allowsRotation = false
    let box = bench.box(shift, -60, 160, 100, properties: p)
    bench.run(120)
    #expect(abs(bench.world.center(box).y + 50) < 1, "\(shift): \(bench.world.center(box))")
  }
}
