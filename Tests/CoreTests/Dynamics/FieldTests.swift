// Fields against closed forms: orbits, circles, periods, decays, work; regions, noise and bad custom forces.
// SPDX-License-Identifier: MIT
import CShims
import Testing

@testable import BagatelleCore

extension Bench {
  /// A 100 x 100 body without gravity and resistance: UIKit mass 1, 0.4444 kg.
  fileprivate func mote(
    _ x: Double, _ y: Double, density: Double = 1, resistance: Double = 0, charge: Double = 0,
    size: Double = 100,
    gravity: Double = 0
  ) -> Int32 {
    var properties = BodyProperties()
    properties.density = density
    properties.resistance = resistance
    properties.charge = charge
    properties.allowsRotation = false
    return box(x, y, size, size, gravity: gravity, properties: properties)
  }

  fileprivate func field(
    _ kind: FieldKind, on bodies: [Int32], region: RegionProgram? = nil,
    _ change: (inout FieldDef) -> Void = { _ in }
  ) -> Int32 {
    var def = FieldDef()
    def.kind = kind
    change(&def)
    let field = world.addField(def, region: region, data: 0)
    #expect(field >= 0)
    for body in bodies { #expect(world.addToField(field, body: body)) }
    return field
  }

  /// Runs with rest switched off.
  fileprivate func fly(_ steps: Int, each: (Int) -> Void = { _ in }) {
    world.settings.restSpeed = 0
    run(steps, each: each)
  }
}

private let h = 1.0 / 240

@Test func `uniform attraction holds a body on a circle for a thousand orbits`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(400, 300)
  _ = bench.field(.radialGravity, on: [body]) { $0.position = Vector2(300, 300) }
  // v² = 150 s r at falloff 0.
  let speed = squareRoot(150.0 * 100)
  bench.world.setVelocity(body, Vector2(0, speed))
  let period = 2 * Double.pi * 100 / speed
  var least = 1e9
  var greatest = 0.0
  var laps = 0
  var lastY = 1.0
  var lapTime = 0.0
  bench.fly(Int(1000 * period * 120) + 1) { step in
    let r = bench.world.center(body) - Vector2(300, 300)
    least = min(least, r.length)
    greatest = max(greatest, r.length)
    if lastY < 0 && r.y >= 0 {
      laps += 1
      lapTime = Double(step + 1) / 120
    }
    lastY = r.y
  }
  #expect(least > 99.9 && greatest < 100.1, "radius \(least) to \(greatest)")
  #expect(laps >= 999)
  #expect(abs(lapTime / Double(laps) / period - 1) < 2e-4)
}

@Test(arguments: [1.0, 2.0, 0.5]) func `a circle stays a circle for other falloffs`(falloff: Double) {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(150, 0)
  _ = bench.field(.radialGravity, on: [body]) { $0.falloff = falloff }
  // φ = 1 at 150 points: a = 150.
  bench.world.setVelocity(body, Vector2(0, squareRoot(150.0 * 150)))
  bench.fly(Int(20 * 2 * Double.pi * 120)) { _ in #expect(abs(bench.world.center(body).length - 150) < 0.1) }
}

@Test func `an ellipse keeps energy and angular momentum without a trend`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(150, 0)
  _ = bench.field(.radialGravity, on: [body]) { $0.falloff = 2 }
  bench.world.setVelocity(body, Vector2(0, 110))
  let strength = 150.0 * 150 * 150
  func energy() -> Double {
    let v = bench.world.velocity(body)
    return 0.5 * v.lengthSquared - strength / bench.world.center(body).length
  }
  let start = energy()
  // a = 1/(2/r - v²/S), T = 2π√(a³/S).
  let axis = 1 / (2 / 150 - 110 * 110 / strength)
  let period = 2 * Double.pi * squareRoot(axis * axis * axis / strength)
  var early = 0.0
  var late = 0.0
  let steps = Int(200 * period * 120)
  bench.fly(steps) { step in
    if step < steps / 10 { early += energy() / start }
    if step >= steps - steps / 10 { late += energy() / start }
    let momentum = bench.world.center(body).cross(bench.world.velocity(body))
    #expect(abs(momentum / (150 * 110) - 1) < 1e-3)
  }
  let part = Double(steps / 10)
  #expect(abs(early / part - 1) < 2e-3)
  #expect(abs(late / part - early / part) < 1e-3)
}

@Test func `a magnetic field turns a charge on a circle at constant speed`() {
  for charge in [0.5, -2.0] {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.mote(0, 0, charge: charge)
    _ = bench.field(.magnetic, on: [body]) { $0.strength = 1.5 }
    bench.world.setVelocity(body, Vector2(300, 0))
    let rate = 1.5 * charge / 0.44444444444
    let radius = 300 / abs(rate)
    // Pushed up when it moves right: counter-clockwise on screen.
    let center = Vector2(0, charge > 0 ? -radius : radius)
    let period = 2 * Double.pi / abs(rate)
    bench.fly(Int(10 * period * 120)) { step in
      #expect(abs(bench.world.velocity(body).length - 300) < 0.01)
      #expect(abs((bench.world.center(body) - center).length - radius) < 0.001 * radius)
    }
    let turn = -rate * 10 * period
    let expected =
      center + radius
      * Vector2(Elementary.sin(abs(turn)), charge > 0 ? Elementary.cos(turn) : -Elementary.cos(turn))
    #expect((bench.world.center(body) - expected).length < 0.05 * radius)
  }
}

@Test func `crossed electric and magnetic fields drift at E over B`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(0, 0, charge: 1)
  // A far center makes the electric field uniform: 150 s q/m to the right.
  _ = bench.field(.electric, on: [body]) {
    $0.position = Vector2(-1e6, 0)
    $0.strength = 2
  }
  _ = bench.field(.magnetic, on: [body]) { $0.strength = 10 }
  bench.fly(1200)
  // E/B = 150 · 2/10 points/s, upward or downward: F = E x + qB (v.y, -v.x) = 0 at v.y = -E/B.
  let mean = (1 / 10.0) * bench.world.center(body)
  #expect(abs(mean.y + 30) < 0.5 && abs(mean.x) < 0.5)
}

@Test func `a spring field swings with its period and keeps its amplitude`() {
  for (strength, density) in [(1.0, 1.0), (20.0, 0.5), (3.0, 0.01)] {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.mote(180, 0, density: density)
    _ = bench.field(.spring, on: [body]) {
      $0.strength = strength
      $0.position = Vector2(100, 0)
    }
    let omega = squareRoot(strength / (density * 0.44444444444))
    bench.fly(1200) { step in
      let t = Double(step + 1) / 120
      let expected = 100 + 80 * Elementary.cos(omega * t)
      #expect(abs(bench.world.center(body).x - expected) < 0.01)
    }
  }
}

@Test func `a spring field hangs a weight at the right place, free and held, soft and stiff`() {
  for strength in [5.0, 300, 1e5, 1e9] {
    for isHeld in [false, true] {
      let bench = Bench()
      defer { bench.world.destroy() }
      let body = bench.mote(0, 0, resistance: 6, gravity: 1000)
      _ = bench.field(.spring, on: [body]) { $0.strength = strength }
      var partner: Int32 = -1
      if isHeld {
        // A slack-free rod sideways to a body that hangs on a field of its own.
        partner = bench.mote(200, 0, resistance: 6, gravity: 1000)
        _ = bench.field(.spring, on: [partner]) {
          $0.strength = strength
          $0.position = Vector2(200, 0)
        }
        var rod = DistanceDef()
        rod.bodyA = body
        rod.bodyB = partner
        rod.length = 200
        #expect(bench.world.addDistance(rod) >= 0)
      }
      bench.fly(900)
      let sag = 1000 / (strength / 0.44444444444)
      #expect(abs(bench.world.center(body).y - sag) < max(0.002 * sag, 0.01), "\(strength) held \(isHeld)")
      #expect(abs(bench.world.center(body).x) < 0.01)
    }
  }
}

@Test func `any spring, drag and mass stays finite and never gains energy`() {
  for strength in [1e-6, 1.0, 1e3, 1e6, 1e9] {
    for density in [1e-6, 1.0, 1e9] {
      let bench = Bench()
      defer { bench.world.destroy() }
      let body = bench.mote(100, 50, density: density)
      _ = bench.field(.spring, on: [body]) { $0.strength = strength }
      _ = bench.field(.drag, on: [body]) { $0.strength = strength / 1000 }
      bench.fly(600) { _ in
        #expect(bench.world.center(body).length < 111.9)
        #expect(!bench.world.isQuarantined(body))
      }
    }
  }
}

@Test func `a drag field fades the speed by its rate`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(0, 0)
  _ = bench.field(.drag, on: [body]) { $0.strength = 0.8888888888 }
  bench.world.setVelocity(body, Vector2(500, 0))
  bench.fly(120)
  // 0.8889 N s/m over 0.4444 kg: 2/s.
  let rest = Elementary.exp(-2)
  #expect(abs(bench.world.velocity(body).x - 500 * rest) < 0.01)
  #expect(abs(bench.world.center(body).x - 250 * (1 - rest)) < 0.01)
}

@Test func `a vortex pushes sideways only, and adds its work on every turn`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let anchor = Vector2(0, 0)
  let body = bench.mote(100, 0)
  _ = bench.field(.vortex, on: [body]) { $0.strength = 0.005 }
  // A strong spring law toward a circle would add work; a rod does not.
  var rod = DistanceDef()
  rod.bodyA = body
  rod.anchor = anchor
  rod.length = 100
  #expect(bench.world.addDistance(rod) >= 0)
  let force = 150 * 0.005 * 100.0
  var turned = 0.0
  var last = 0.0
  bench.fly(2000) { _ in
    let p = bench.world.center(body)
    let angle = Elementary.atan2(-p.y, p.x)  // Counter-clockwise on screen.
    turned += Elementary.wrapAngle(angle - last)
    last = angle
    // ½ v² = force · arc
    let work = force * 100 * turned
    let energy = 0.5 * bench.world.velocity(body).lengthSquared
    #expect(abs(energy - work) < 0.01 * work + 60)
  }
  #expect(turned > 4 * Double.pi)
  #expect(abs(turned - 0.5 * 0.75 * (2000.0 / 120) * (2000.0 / 120)) < 0.02 * turned)
}

@Test func `a free body in a vortex gains angular momentum at r times F`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(100, 0)
  _ = bench.field(.vortex, on: [body]) { $0.strength = 0.01 }
  var expected = 0.0
  bench.fly(240) { _ in
    let p = bench.world.center(body)
    expected -= 1.5 * p.lengthSquared / 120
    let momentum = p.cross(bench.world.velocity(body))
    #expect(abs(momentum - expected) < 0.02 * abs(expected) + 10)
  }
}

@Test func `a velocity field overrides gravity, springs and resistance while inside`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(0, 0, resistance: 5, gravity: 1000)
  var region = RegionProgram.rectangle(width: 200, height: 2000)!
  defer { region.deallocate() }
  _ = bench.field(.velocity, on: [body], region: region) { $0.direction = Vector2(0.4, -0.2) }
  _ = bench.field(.spring, on: [body]) { $0.strength = 1 }
  let spring = bench.field(.linearGravity, on: [body]) { $0.direction = Vector2(0, 5) }
  bench.fly(199) { step in
    let t = Double(step + 1) / 120
    #expect(bench.world.velocity(body) == Vector2(60, -30))
    #expect((bench.world.center(body) - Vector2(60 * t, -30 * t)).length < 0.01)
  }
  bench.world.removeField(spring)
  bench.fly(6)
  #expect(bench.world.velocity(body).y > 0, "outside of the region gravity is back")
}

@Test func `linear gravity is 150 points per second squared per unit, for any mass`() {
  for density in [0.01, 1, 100] {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.mote(0, 0, density: density)
    _ = bench.field(.linearGravity, on: [body]) {
      $0.direction = Vector2(3, 4)
      $0.strength = 2
    }
    bench.fly(120)
    #expect((bench.world.velocity(body) - Vector2(900, 1200)).length < 0.01)
    #expect((bench.world.center(body) - Vector2(450, 600)).length < 0.01)
  }
}

@Test func `an electric field pushes like signs away, by charge over mass`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(100, 0, density: 2, charge: 3)
  let field = bench.field(.electric, on: [body]) { $0.strength = 4 }
  func value(_ charge: Double) -> Vector2 {
    bench.world.fieldValue(field, at: Vector2(100, 0), velocity: .zero, mass: 2, charge: charge)
  }
  #expect(abs(value(3).x - 150 * 4 * 3 / 0.8888888888) < 1e-3 && value(3).y == 0)
  #expect(value(-3).x == -value(3).x)
  bench.fly(12)
  #expect(abs(bench.world.velocity(body).x - 0.1 * value(3).x) < 0.1)
}

@Test func `values at a point follow the laws, the minimum radius and the region`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  var region = RegionProgram.disk(radius: 200)!
  defer { region.deallocate() }
  func value(_ field: Int32, _ p: Vector2, velocity: Vector2 = .zero) -> Vector2 {
    bench.world.fieldValue(field, at: p, velocity: velocity, mass: 1, charge: 1)
  }
  let radial = bench.field(.radialGravity, on: [], region: region) {
    $0.position = Vector2(100, 100)
    $0.falloff = 2
    $0.minimumRadius = 30
  }
  #expect(abs(value(radial, Vector2(250, 100)).x + 150) < 1e-9)
  #expect(abs(value(radial, Vector2(100, 175)).y + 600) < 1e-9)
  // Continuous at the minimum radius, constant inside of it, nothing at the center, nothing outside.
  let edge = value(radial, Vector2(130, 100)).x
  #expect(abs(edge + 150 * 25) < 1e-6)
  #expect(abs(value(radial, Vector2(110, 100)).x - edge) < 1e-6)
  #expect(abs(value(radial, Vector2(130.0001, 100)).x - edge) < 0.1)
  #expect(value(radial, Vector2(100, 100)) == .zero)
  #expect(value(radial, Vector2(300.0001, 100)) == .zero && value(radial, Vector2(300, 100)) != .zero)

  let vortex = bench.field(.vortex, on: [])
  #expect(value(vortex, Vector2(10, 0)) == Vector2(0, -1500))
  let drag = bench.field(.drag, on: [])
  #expect((value(drag, .zero, velocity: Vector2(4, -8)) - Vector2(-9, 18)).length < 1e-9)
  let spring = bench.field(.spring, on: []) { $0.position = Vector2(10, 0) }
  #expect((value(spring, Vector2(14, 0)) - Vector2(-9, 0)).length < 1e-9)
  let magnetic = bench.field(.magnetic, on: [])
  #expect((value(magnetic, .zero, velocity: Vector2(4, 0)) - Vector2(0, -9)).length < 1e-9)
  let velocity = bench.field(.velocity, on: []) { $0.direction = Vector2(1, 2) }
  #expect(value(velocity, .zero) == Vector2(150, 300))
  let turbulence = bench.field(.turbulence, on: []) { $0.seed = 3 }
  let noise = bench.field(.noise, on: []) { $0.seed = 3 }
  let p = Vector2(77, -13)
  #expect(value(turbulence, p) == .zero && value(noise, p) != .zero)
  #expect((value(turbulence, p, velocity: Vector2(0, 150)) - value(noise, p)).length < 1e-9)

  bench.world.settings.fieldUnitScale = 300
  #expect(value(velocity, .zero) == Vector2(300, 600))
  #expect((value(spring, Vector2(14, 0)) - Vector2(-36, 0)).length < 1e-9)
}

@Test func `noise of the same seed repeats, of another seed differs, and frozen noise stands still`() {
  func path(seed: UInt64, speed: Double) -> Vector2 {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.mote(40, 70)
    _ = bench.field(.noise, on: [body]) {
      $0.seed = seed
      $0.animationSpeed = speed
    }
    bench.fly(300)
    return bench.world.center(body)
  }
  #expect(path(seed: 1, speed: 1) == path(seed: 1, speed: 1))
  #expect((path(seed: 1, speed: 1) - path(seed: 2, speed: 1)).length > 1)
  #expect((path(seed: 1, speed: 1) - path(seed: 1, speed: 0)).length > 0.1)

  let bench = Bench()
  defer { bench.world.destroy() }
  func at(_ field: Int32) -> Vector2 {
    bench.world.fieldValue(field, at: Vector2(5, 5), velocity: .zero, mass: 1, charge: 0)
  }
  let frozen = bench.field(.noise, on: [])
  let animated = bench.field(.noise, on: []) { $0.animationSpeed = 1 }
  let before = (at(frozen), at(animated))
  bench.run(50)
  #expect(at(frozen) == before.0 && at(animated) != before.1)
  // Smoother noise changes over longer distances.
  let smooth = bench.field(.noise, on: []) { $0.smoothness = 1 }
  func change(_ field: Int32) -> Double {
    var sum = 0.0
    for index in 0..<500 {
      let p = Vector2(Double(index) * 37, 0)
      let a = bench.world.fieldValue(field, at: p, velocity: .zero, mass: 1, charge: 0)
      sum +=
        (a - bench.world.fieldValue(field, at: p + Vector2(1, 0), velocity: .zero, mass: 1, charge: 0)).length
    }
    return sum
  }
  #expect(abs(change(frozen) / change(smooth) - 10) < 3)
}

@Test func `a custom field gives its force in UIKit newtons, with everything it may depend on`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(30, 40, density: 2, charge: 5)
  var seen = [Double](repeating: 0, count: 8)
  seen.withUnsafeMutableBufferPointer { seen in
    let field = bench.field(.custom, on: [body]) {
      $0.strength = 1000  // Not applied.
      $0.falloff = 3
      $0.context = UnsafeMutableRawPointer(seen.baseAddress)
      $0.function = { context, values, force in
        let seen = context!.assumingMemoryBound(to: Double.self)
        if seen[7] == 0 { for index in 0..<7 { seen[index] = values[index] } }
        seen[7] += 1
        force[0] = 3
        force[1] = 0
      }
    }
    bench.world.setVelocity(body, Vector2(0, 24))
    bench.fly(60)
    // 100 · 3 / 2 points/s².
    #expect((bench.world.velocity(body) - Vector2(75, 24)).length < 1e-3)
    #expect((bench.world.center(body) - Vector2(30 + 18.75, 52)).length < 1e-3)
    #expect(seen[7] == 120, "once per sub-step")
    #expect(abs(seen[1] - 40) < 0.1 && seen[0] == 30 && seen[2] == 0 && seen[3] == 24)
    #expect(seen[4] == 2 && seen[5] == 5 && seen[6] == h)
    #expect(bench.world.refusedForces(field) == 0)
  }
}

@Test func `a custom force that is no number is refused, noted, and harms nobody`() {
  let bads: [FieldFunction] = [
    { _, _, force in force[0] = .nan }, { _, _, force in force[1] = -.infinity },
    { _, _, force in force[0] = 1e300 },
  ]
  for bad in bads {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.mote(0, 0, gravity: 100)
    let other = bench.mote(500, 0, gravity: 100)
    let field = bench.field(.custom, on: [body]) { $0.function = bad }
    let good = bench.field(.linearGravity, on: [body, other]) { $0.direction = Vector2(1, 0) }
    bench.fly(60)
    #expect(bench.world.velocity(body) == bench.world.velocity(other))
    #expect((bench.world.velocity(body) - Vector2(75, 50)).length < 1e-3)
    #expect(bench.world.refusedForces(field) == 120 && bench.world.refusedForceInTick(field))
    #expect(bench.world.refusedForces(good) == 0 && !bench.world.refusedForceInTick(good))
    #expect(!bench.world.isQuarantined(body))
  }
}

@Test func `all kinds at once, strong, of both signs and at the center, stay finite`() {
  for seed in 0..<8 {
    let bench = Bench()
    defer { bench.world.destroy() }
    _ = bench.floor(y: 600)
    var random = TestRandom(UInt64(seed) + 1)
    var bodies: [Int32] = []
    for index in 0..<6 { bodies.append(bench.box(Double(index) * 40, 500, 50, 50, properties: charged(3))) }
    bodies.append(bench.mote(0, 0, charge: -1))
    for raw in 0...9 {
      guard let kind = FieldKind(rawValue: Int32(raw)) else { continue }
      for sign in [1.0, -1.0] {
        _ = bench.field(kind, on: bodies) {
          $0.strength = sign * (seed < 4 ? 1e9 : random.between(0, 50))
          $0.falloff = random.between(-4, 4)
          $0.direction = Vector2(random.between(-1, 1), 1)
          $0.minimumRadius = random.unit() < 0.5 ? 0 : 1e-3
        }
      }
    }
    bench.fly(300) { _ in
      for body in bodies {
        #expect(bench.world.center(body).isFinite && bench.world.velocity(body).isFinite)
        #expect(bench.world.velocity(body).length <= 200_000, "contacts may add to the limit")
      }
    }
  }
}

private func charged(_ charge: Double) -> BodyProperties {
  var properties = BodyProperties()
  properties.charge = charge
  return properties
}

// MARK: Rest

@Test func `a weak field that nothing balances keeps its body awake, balanced ones let it sleep`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let weak = bench.mote(0, 0)
  _ = bench.field(.linearGravity, on: [weak]) { $0.direction = Vector2(1e-4, 0) }
  let even = bench.mote(1000, 0)
  for side in [-1.0, 1.0] {
    _ = bench.field(.spring, on: [even]) { $0.position = Vector2(1000 + side * 100, 0) }
    _ = bench.field(.radialGravity, on: [even]) { $0.position = Vector2(1000, side * 100) }
  }
  var region = RegionProgram.disk(radius: 10)!
  defer { region.deallocate() }
  let outside = bench.mote(2000, 0)
  _ = bench.field(.linearGravity, on: [outside], region: region) { $0.direction = Vector2(1, 0) }
  let nested = bench.mote(3000, 0.01)
  _ = bench.field(.radialGravity, on: [nested]) { $0.position = Vector2(3000, 0) }
  bench.run(600)
  #expect(bench.world.isAwake(weak) && bench.world.center(weak).x > 0.1)
  #expect(!bench.world.isAwake(even) && bench.world.center(even) == Vector2(1000, 0))
  #expect(!bench.world.isAwake(outside) && bench.world.center(outside) == Vector2(2000, 0))
  #expect(!bench.world.isAwake(nested), "in the middle of an attraction")
  #expect(bench.world.center(nested).y.magnitude < 0.05)
}

@Test func `a damped spring field brings its body to its center and to sleep`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(200, 100, density: 0.01, resistance: 10, size: 40)
  _ = bench.field(.spring, on: [body])
  var asleep = -1
  bench.run(600) { step in if asleep < 0 && !bench.world.isAwake(body) { asleep = step } }
  #expect(asleep > 0 && asleep < 300, "\(asleep)")
  #expect(bench.world.center(body).length < 0.05)
}

@Test func `a body pressed on the floor by a field sleeps there, and wakes when the field changes`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  _ = bench.floor(y: 600)
  let body = bench.box(0, 500, gravity: 0)
  let field = bench.field(.linearGravity, on: [body]) { $0.direction = Vector2(0, 6) }
  bench.run(400)
  #expect(!bench.world.isAwake(body) && abs(bench.world.center(body).y - 550) < 0.5)
  var def = FieldDef()
  def.direction = Vector2(0, -6)
  bench.world.setField(field, def)
  #expect(bench.world.isAwake(body))
  bench.run(60)
  #expect(bench.world.center(body).y < 450)
  bench.world.removeFromField(field, body: body)
  let speed = bench.world.velocity(body).y
  bench.run(60)
  #expect(abs(bench.world.velocity(body).y - speed * Elementary.exp(-0.05)) < 1)
}

@Test func `changes of a region wake its bodies, and old programs are dropped`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(0, 0)
  let field = bench.field(.noise, on: [body]) { $0.strength = 0 }
  let other = bench.field(.linearGravity, on: [body]) { $0.strength = 0 }
  bench.run(120)
  #expect(!bench.world.isAwake(body))
  var disk = RegionProgram.disk(radius: 10)!
  defer { disk.deallocate() }
  #expect(bench.world.setFieldRegion(other, disk))
  #expect(bench.world.isAwake(body))
  for round in 0..<500 {
    var points: [Vector2] = []
    for index in 0..<(3 + round % 9) { points.append(Vector2(Double(index), Double(index * index))) }
    var path = RegionProgram()
    #expect(points.withUnsafeBufferPointer { RegionProgram.path($0, into: &path) } == .none)
    #expect(bench.world.setFieldRegion(field, path))
    path.deallocate()
  }
  #expect(bench.world.s.pointee.regionNodes.count < 200)
  #expect(bench.world.holds(bench.world.s.pointee.fields.base + Int(other), Vector2(10, 0)))
  #expect(!bench.world.holds(bench.world.s.pointee.fields.base + Int(other), Vector2(10.1, 0)))
}

@Test func `members are listed once, leave with their body and their field, and indices are used again`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  var random = TestRandom(5)
  var bodies = (0..<20).map { bench.mote(Double($0) * 300, 0) }
  var fields = (0..<6).map { _ in bench.field(.linearGravity, on: []) { $0.direction = Vector2(0, 1) } }
  var truth = Set<Int64>()
  func key(_ f: Int32, _ b: Int32) -> Int64 { Int64(f) << 32 | Int64(b) }
  for _ in 0..<3000 {
    let f = fields[random.index(fields.count)]
    let b = bodies[random.index(bodies.count)]
    switch random.index(10) {
    case 0...4:
      #expect(bench.world.addToField(f, body: b))
      truth.insert(key(f, b))
    case 5...7:
      bench.world.removeFromField(f, body: b)
      truth.remove(key(f, b))
    case 8:
      bench.world.removeBody(b)
      truth = truth.filter { Int32(truncatingIfNeeded: $0) != b }
      bodies = bodies.filter { $0 != b }
      bodies.append(bench.mote(Double(random.index(50)) * 300, 0))
    default:
      bench.world.removeField(f)
      truth = truth.filter { Int32(truncatingIfNeeded: $0 >> 32) != f }
      fields = fields.filter { $0 != f }
      fields.append(bench.field(.drag, on: []))
    }
    #expect(Int(bench.world.s.pointee.fieldMemberCount) == truth.count)
    if random.index(50) == 0 { bench.run(1) }
  }
  for f in fields {
    var listed = Set<Int64>()
    var member = bench.world.s.pointee.fields[Int(f)].first
    while member >= 0 {
      let record = bench.world.s.pointee.fieldMembers[Int(member)]
      listed.insert(key(record.field, record.body))
      member = record.next
    }
    #expect(listed == truth.filter { Int32(truncatingIfNeeded: $0 >> 32) == f })
  }
}

@Test func `without memory a field, a member or a region changes nothing`() {
  let bench = Bench()
  defer { bench.world.destroy() }
  let body = bench.mote(0, 0)
  var disk = RegionProgram.disk(radius: 10)!
  defer { disk.deallocate() }
  for countdown in 1...2 {
    bgts_fail_allocation(Int32(countdown))
    #expect(bench.world.addField(FieldDef(), region: disk, data: 0) == -1)
    bgts_fail_allocation(0)
  }
  #expect(bench.world.s.pointee.fields.count == 0)
  let field = bench.world.addField(FieldDef(), region: nil, data: 0)
  #expect(field == 0)
  for countdown in 1...2 {
    bgts_fail_allocation(Int32(countdown))
    #expect(!bench.world.addToField(field, body: body))
    bgts_fail_allocation(0)
  }
  #expect(bench.world.s.pointee.fieldMemberCount == 0 && (bench.world.extras(bench.world.bodies + Int(body))?.pointee.firstField ?? none) == -1)
  #expect(bench.world.addToField(field, body: body))
  bench.run(2)
}

// MARK: The linear law

@Test func `the exact law of springs, drags and loads agrees with fine integration`() {
  for stiffness in [0.0, 1e-9, 0.3, 50, 25, -4, -300, 90_000] {
    for drag in [0.0, 1e-7, 0.5, 10, 14.1421356, 300, -2] {
      let t = 1.0 / 120
      let m = LinearMotion(stiffness: stiffness, drag: drag, seconds: t)
      for start in [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)] {
        var (x, v) = (start.0, start.1)
        let n = 4000
        let dt = t / Double(n)
        for _ in 0..<n {
          let a = start.2 - stiffness * x - drag * v
          let xm = x + 0.5 * dt * v
          let vm = v + 0.5 * dt * a
          x += dt * vm
          v += dt * (start.2 - stiffness * xm - drag * vm)
        }
        let ex = m.xx * start.0 + m.xv * start.1 + m.xg * start.2
        let ev = m.vx * start.0 + m.vv * start.1 + m.vg * start.2
        #expect(
          abs(ex - x) < 1e-6 * max(abs(x), t * t) && abs(ev - v) < 1e-5 * max(abs(v), 1e-3),
          "k \(stiffness) c \(drag)")
      }
    }
  }
}
