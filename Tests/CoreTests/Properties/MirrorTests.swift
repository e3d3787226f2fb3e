// A scene of boxes and discs, mirrored or turned by a quarter, moves as its image, to the last bit.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Suite struct MirrorTests {
  private enum Image {
    case same, mirrored, turned

    func of(_ v: Vector2) -> Vector2 {
      switch self {
      case .same: v
      case .mirrored: Vector2(-v.x, v.y)
      case .turned: Vector2(-v.y, v.x)
      }
    }

    func back(_ v: Vector2) -> Vector2 {
      switch self {
      case .same: v
      case .mirrored: Vector2(-v.x, v.y)
      case .turned: Vector2(v.y, -v.x)
      }
    }

    var spin: Double { self == .mirrored ? -1 : 1 }
  }

  /// Where the bodies of a random scene are after some steps: a tower that falls onto a floor and topples.
  private func places(_ seed: UInt64, _ image: Image, steps: Int) -> [(center: Vector2, angle: Double)] {
    var random = CollisionRandom(seed)
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    defer { bench.world.destroy() }
    func add(_ place: Vector2, _ width: Double, _ height: Double, isDisc: Bool, isFixed: Bool, p: BodyProperties) -> Int32 {
      let at = image.of(place)
      let isAcross = image == .turned
      let body = bench.box(
        at.x, at.y, isAcross ? height : width, isAcross ? width : height, type: isDisc ? .ellipse : .rectangle, gravity: 0,
        properties: p)
      var forces = BodyForces()
      forces.acceleration = isFixed ? .zero : image.of(Vector2(0, 1000))
      #expect(bench.world.setForces(body, forces))
      return body
    }
    var floor = BodyProperties()
    floor.friction = 0.6
    floor.elasticity = 0.2
    floor.isAnchored = true
    _ = add(Vector2(0, 100), 4000, 200, isDisc: false, isFixed: true, p: floor)
    var bodies: [Int32] = []
    for at in 0..<2 + random.below(30) {
      var p = BodyProperties()
      p.friction = random.between(0, 1)
      p.elasticity = random.between(0, 0.8)
      p.density = random.between(0.5, 2)
      let width = random.between(30, 120)
      let height = random.between(30, 120)
      let isDisc = random.below(2) == 0
      let place = Vector2(random.between(-300, 300), -70 - 125 * Double(at))
      let body = add(place, width, isDisc ? width : height, isDisc: isDisc, isFixed: false, p: p)
      bench.world.setVelocity(body, image.of(Vector2(random.between(-100, 100), 0)))
      bench.world.setAngularVelocity(body, image.spin * random.between(-1, 1))
      bodies.append(body)
    }
    bench.run(steps)
    return bodies.map {
      (image.back(bench.world.center($0)), image.spin * bench.world.bodies[Int($0)].angle)
    }
  }

  @Test func imagesMoveAsImages() {
    for (name, image) in [("mirrored", Image.mirrored), ("turned", Image.turned)] {
      Property.holds("scene \(name), to the bit", cases: 400, debug: 15) { random in
        let seed = random.bits()
        let here = places(seed, .same, steps: 180)
        let there = places(seed, image, steps: 180)
        for at in 0..<here.count where here[at] != there[at] {
          return "body \(at) of \(here.count): \(here[at]) and \(there[at])"
        }
        return nil
      }
    }
  }

  /// Sixteen boxes put nearly into one place part aside, for nothing is lifted that can go there, and gently.
  @Test func whatIsPlacedInOneSpotPartsGently() {
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    defer { bench.world.destroy() }
    _ = bench.floor(y: 0)
    var bodies: [Int32] = []
    for at in 0..<16 { bodies.append(bench.box(2 * Double(at), -50 - 2 * Double(at))) }
    var fastest = 0.0
    var highest = 0.0
    bench.run(600) { _ in
      for body in bodies {
        fastest = max(fastest, bench.world.velocity(body).length)
        highest = max(highest, -bench.world.center(body).y)
      }
    }
    #expect(fastest < 500, "points/s")
    #expect(highest < 200, "points: two boxes")
    let places = bodies.map { bench.world.center($0) }
    for at in 1..<bodies.count { #expect(places[..<at].allSatisfy { ($0 - places[at]).length > 97 }) }
  }
}
