// Closed systems: random bodies that fly, bounce and hang on each other with nothing from outside. How well they keep
// momentum and energy, and where not well enough, is told in docs/physics.md and docs/status.md.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// Bodies in free space.
struct ClosedSystem {
  let bench: Bench
  var bodies: [Int32] = []
  /// Springs between centers, or from one to the anchor, whose energy counts.
  var springs: [(a: Int32, b: Int32, length: Double, stiffness: Double)] = []
  /// The other end of springs without a second body.
  var anchor = Vector2.zero

  struct Sums {
    var linear = Vector2.zero
    var angular = 0.0
    var energy = 0.0
    /// Of amounts instead of vectors: what the above are measured by.
    var linearSize = 0.0
    var angularSize = 0.0
  }

  /// About the origin, which is in the middle of the bodies.
  var sums: Sums {
    var sums = Sums()
    for index in bodies {
      let body = bench.world.bodies[Int(index)]
      let state = body.awake < 0 ? BodyState() : bench.world.states[Int(body.awake)]
      let v = state.v.widened
      let w = Double(state.w)
      let r = Vector2(body.x, body.y)
      sums.linear = sums.linear + body.mass * v
      sums.angular += body.mass * r.cross(v) + body.inertia * w
      sums.energy += 0.5 * (body.mass * v.lengthSquared + body.inertia * w * w)
      sums.linearSize += body.mass * v.length
      sums.angularSize += body.mass * r.length * v.length + body.inertia * abs(w)
    }
    for spring in springs {
      let a = bench.world.bodies[Int(spring.a)]
      let b = spring.b < 0 ? anchor : Vector2(bench.world.bodies[Int(spring.b)].x, bench.world.bodies[Int(spring.b)].y)
      let stretch = Vector2(b.x - a.x, b.y - a.y).length - spring.length
      sums.energy += 0.5 * spring.stiffness * stretch * stretch
    }
    return sums
  }

  /// On a grid of 150 points, so that nobody overlaps at the start.
  init(
    _ random: inout CollisionRandom, count: Int, shapes: [ClosedShape], speed: Double, elasticity: ClosedRange<Double>,
    friction: ClosedRange<Double>
  ) {
    bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    var settings = WorldSettings()
    settings.restSpeed = 0
    bench.world.settings = settings
    let columns = Int(squareRoot(Double(count - 1))) + 1
    for at in 0..<count {
      var p = BodyProperties()
      p.resistance = 0
      p.angularResistance = 0
      p.density = random.between(0.3, 3)
      p.elasticity = random.between(elasticity.lowerBound, elasticity.upperBound)
      p.friction = random.between(friction.lowerBound, friction.upperBound)
      let place = 150 * Vector2(Double(at % columns) - 0.5 * Double(columns - 1), Double(at / columns) - 0.5 * Double(columns - 1))
      let body = shapes[random.below(shapes.count)].add(bench, place, &random, p)
      let way = testSinCos(random.angle())
      let v = random.between(0, speed)
      bench.world.setVelocity(body, Vector2(v * way.cos, v * way.sin))
      bench.world.setAngularVelocity(body, random.between(-5, 5))
      bodies.append(body)
    }
  }

  /// The worst of a run: parts of the sum of amounts that momentum is off by, and of the energy at the start by which it rose.
  func run(_ steps: Int) -> (linear: Double, angular: Double, energy: Double) {
    let start = sums
    var worst = (linear: 0.0, angular: 0.0, energy: 0.0)
    bench.run(steps) { _ in
      let now = sums
      // Springs set in motion what hardly moved at the start.
      let linearSize = max(start.linearSize, now.linearSize)
      let angularSize = max(start.angularSize, now.angularSize)
      worst.linear = max(worst.linear, (now.linear - start.linear).length / linearSize)
      worst.angular = max(worst.angular, abs(now.angular - start.angular) / angularSize)
      worst.energy = max(worst.energy, now.energy / start.energy - 1)
    }
    return worst
  }
}

enum ClosedShape: CaseIterable {
  case disc, box, ellipse, polygon

  /// Between 20 and 100 points across.
  func add(_ bench: Bench, _ place: Vector2, _ random: inout CollisionRandom, _ p: BodyProperties) -> Int32 {
    let width = random.between(20, 100)
    let height = random.between(20, 100)
    let angle = random.angle()
    switch self {
    case .disc: return bench.box(place.x, place.y, width, width, angle: angle, type: .ellipse, gravity: 0, properties: p)
    case .ellipse:
      return bench.box(place.x, place.y, width, height, angle: angle, type: .ellipse, gravity: 0, properties: p)
    case .box: return bench.box(place.x, place.y, width, height, angle: angle, gravity: 0, properties: p)
    case .polygon:
      let outline = TestShape.randomPolygon(&random, size: 0.5 * width)
      let path = (0..<Int(outline.view.count)).map { outline.view.vertices[$0].widened }
      let body = path.withUnsafeBufferPointer {
        bench.world.addBody(center: place, angle: angle, size: Vector2(100, 100), type: .path, path: $0, data: 0)
      }
      bench.world.setProperties(body, p)
      let groups: [Int32] = [0]
      _ = groups.withUnsafeBufferPointer { bench.world.setGroups(body, items: $0, boundaries: $0) }
      return body
    }
  }
}

extension ClosedSystem {
  /// Every shape, two to sixteen bodies.
  static func random(_ random: inout CollisionRandom, speed: Double, elasticity: ClosedRange<Double>) -> ClosedSystem {
    ClosedSystem(
      &random, count: 2 + random.below(15), shapes: [[.disc], [.box], ClosedShape.allCases][random.below(3)], speed: speed,
      elasticity: elasticity, friction: [0...0, 0.5...0.5, 0...1][random.below(3)])
  }

  private func inverse(_ body: Int32) -> Double { 1 / bench.world.bodies[Int(body)].mass }

  /// Joins each body to an earlier one or to none.
  mutating func join(_ random: inout CollisionRandom, _ kinds: [Link]) {
    for at in 1..<bodies.count where random.below(4) > 0 {
      let a = bodies[at]
      let b = bodies[random.below(at)]
      let from = bench.world.center(a)
      let to = bench.world.center(b)
      let length = (to - from).length
      let middle = 0.5 * (from + to)
      switch kinds[random.below(kinds.count)] {
      case .spring(let damping):
        var def = JointDef()
        def.bodyA = a
        def.bodyB = b
        def.offsetA = bench.world.bodies[Int(a)].localCenter.widened
        def.offsetB = bench.world.bodies[Int(b)].localCenter.widened
        let centers = bench.world.bodies[Int(b)]
        let mine = bench.world.bodies[Int(a)]
        def.length = random.between(0.8, 1.2) * Vector2(centers.x - mine.x, centers.y - mine.y).length
        def.frequency = random.between(0.2, 4)
        def.damping = damping
        def.collideConnected = true
        _ = bench.world.addJoint(def)
        let turn = 6.283185307179586 * def.frequency
        springs.append((a, b, def.length, turn * turn / (inverse(a) + inverse(b))))
      case .rod: _ = bench.joint(.distance, a, b, anchor: .zero) { $0.length = length }
      case .rope: _ = bench.joint(.limit, a, b, anchor: .zero) { $0.length = 1.2 * length }
      case .pin: _ = bench.joint(.pin, a, b, anchor: middle)
      case .weld: _ = bench.joint(.fixed, a, b, anchor: middle)
      case .slide: _ = bench.joint(.sliding, a, b, anchor: middle) { $0.axis = to - from }
      }
    }
  }
}

enum Link { case spring(damping: Double), rod, rope, pin, weld, slide }

@Suite struct ClosedSystemTests {
  /// Parts that momentum may be off by and energy may rise by.
  private func holds(
    _ name: String, cases: Int, debug: Int, steps: Int, linear: Double, angular: Double, energy: Double,
    _ make: (inout CollisionRandom) -> ClosedSystem
  ) {
    var worst = (linear: 0.0, angular: 0.0, energy: 0.0)
    Property.holds(name, cases: cases, debug: debug) { random in
      let system = make(&random)
      defer { system.bench.world.destroy() }
      let run = system.run(steps)
      worst = (max(worst.linear, run.linear), max(worst.angular, run.angular), max(worst.energy, run.energy))
      if run.linear < linear && run.angular < angular && run.energy < energy { return nil }
      return "linear momentum off by \(run.linear), angular by \(run.angular), energy up by \(run.energy)"
    }
    print("property \(name): at worst \(worst)")
  }

  @Test func bodiesThatHardlyBounce() {
    holds("closed system: bodies", cases: 1_500, debug: 30, steps: 90, linear: 1e-6, angular: 1e-6, energy: 1e-3) {
      ClosedSystem.random(&$0, speed: 100, elasticity: 0...0.5)
    }
  }

  @Test func bodiesThatBounce() {
    holds(
      "closed system: bodies that bounce", cases: 1_500, debug: 30, steps: 90, linear: 1e-6, angular: 1e-6, energy: 1e-3
    ) {
      ClosedSystem.random(&$0, speed: 100, elasticity: 1...1)
    }
  }

  /// What flies at many times its size in a step gets no turn that would be most of its motion.
  @Test func fastBodies() {
    holds("closed system: fast bodies", cases: 800, debug: 20, steps: 60, linear: 1e-6, angular: 0.05, energy: 1e-3) {
      let speed = $0.between(100, 3000)
      return ClosedSystem.random(&$0, speed: speed, elasticity: 0...1)
    }
  }

  @Test func springs() {
    let kinds = [("springs", 0.0, 0...0.5), ("springs and bounces", 0, 1...1), ("damped springs", 0.3, 0...0.5)]
    for (name, damping, elasticity) in kinds {
      holds("closed system: \(name)", cases: 800, debug: 20, steps: 120, linear: 1e-5, angular: 5e-6, energy: 1e-3) {
        var system = ClosedSystem.random(&$0, speed: 100, elasticity: elasticity)
        system.join(&$0, [.spring(damping: damping)])
        return system
      }
    }
  }

  /// A disc of elasticity 1 on a spring of no length to the origin, thrown against a wall on its way again and again.
  @Test func springsBesideWalls() {
    holds("closed system: a wall beside a spring", cases: 200, debug: 10, steps: 600, linear: 3, angular: 3, energy: 1e-3) {
      var system = ClosedSystem(&$0, count: 1, shapes: [.disc], speed: 0, elasticity: 1...1, friction: 0...0)
      let world = system.bench.world
      let body = system.bodies[0]
      let wall = $0.between(60, 300)
      let points = [Vector2(wall, -3000), Vector2(wall, 3000)]
      _ = points.withUnsafeBufferPointer {
        world.addBoundary(points: $0, closed: false, group: 0, elasticity: 1, friction: 0, data: 0)
      }
      var def = JointDef()
      def.bodyA = body
      def.frequency = $0.between(0.2, 4)
      _ = world.addJoint(def)
      let turn = 6.283185307179586 * def.frequency
      system.springs.append((body, -1, 0, turn * turn * world.bodies[Int(body)].mass))
      world.setVelocity(body, Vector2($0.between(1.1, 3) * turn * wall, $0.between(-50, 50)))
      return system
    }
  }

  /// Half a period after a spring was let go, all of its energy is in the motion.
  @Test func springsKeepTheSumOfBothEnergies() {
    for frequency in [1.0, 4, 8] {
      for isFixed in [false, true] {
        var random = CollisionRandom(7)
        var system = ClosedSystem(
          &random, count: 2, shapes: [.disc], speed: 0, elasticity: 0...0, friction: 0...0)
        defer { system.bench.world.destroy() }
        var def = JointDef()
        def.bodyA = system.bodies[0]
        if !isFixed { def.bodyB = system.bodies[1] }
        def.anchor = Vector2(50, 0)
        def.length = 90
        def.frequency = frequency
        let world = system.bench.world
        for body in system.bodies {
          world.setVelocity(body, .zero)
          world.setAngularVelocity(body, 0)
        }
        _ = world.addJoint(def)
        let turn = 6.283185307179586 * frequency
        let inverse = 1 / world.bodies[Int(def.bodyA)].mass + (isFixed ? 0 : 1 / world.bodies[Int(def.bodyB)].mass)
        if isFixed { system.anchor = def.anchor }
        system.springs.append((def.bodyA, def.bodyB, def.length, turn * turn / inverse))
        let start = system.sums.energy
        var worst = 0.0
        system.bench.run(240) { _ in worst = max(worst, abs(system.sums.energy / start - 1)) }
        #expect(worst < 2e-4, "\(frequency) Hz, fixed \(isFixed): off by \(worst)")
      }
    }
  }

  /// Impulses in stiff attachments are far greater than what they change, and velocities have 32 bits.
  @Test func rigidAttachments() {
    let kinds: [(String, Link)] = [("rods", .rod), ("ropes", .rope), ("pins", .pin), ("welds", .weld), ("slides", .slide)]
    for (name, kind) in kinds {
      holds("closed system: \(name)", cases: 400, debug: 10, steps: 120, linear: 2e-6, angular: 2e-5, energy: 1e-3) {
        var system = ClosedSystem.random(&$0, speed: 100, elasticity: 0...0.5)
        system.join(&$0, [kind])
        return system
      }
    }
  }
}
