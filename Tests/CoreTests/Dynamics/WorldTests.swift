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
    world.setForces(body, forces)
    if let properties { world.setProperties(body, properties) }
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
