// Nothing leaves a closed room: random boxes, bars and discs, fast and spinning, among thin walls.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Suite struct TunnelTests {
  /// A room of 2,000 by 2,000 points with walls ten points thick, and six shelves of four.
  private static let half = 1000.0

  /// How many of how many are outside at the end.
  private func outside(_ random: inout CollisionRandom, steps: Int, thin: Bool) -> (lost: Int, of: Int) {
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    defer { bench.world.destroy() }
    var p = BodyProperties()
    p.resistance = 0
    p.angularResistance = 0
    p.elasticity = random.below(2) == 0 ? 1 : random.between(0, 1)
    p.friction = random.below(4) == 0 ? 0.5 : 0
    var fixed = p
    fixed.isAnchored = true
    let half = TunnelTests.half
    for side in [-1.0, 1.0] {
      _ = bench.box(0, side * (half + 5), 2 * half + 20, 10, gravity: 0, properties: fixed)
      _ = bench.box(side * (half + 5), 0, 10, 2 * half + 20, gravity: 0, properties: fixed)
    }
    for at in 0..<6 {
      let place = Vector2(-700 + 500 * Double(at % 3), -300 + 600 * Double(at / 3))
      _ = bench.box(place.x, place.y, 300, 4, angle: random.angle(), gravity: 0, properties: fixed)
    }
    var bodies: [Int32] = []
    let speed = random.between(1000, 30_000)
    for at in 0..<20 + random.below(120) {
      let width = random.between(6, 60)
      let isDisc = !thin && at % 3 == 0
      let height = isDisc ? width : thin || at % 3 == 1 ? random.between(0.1, 0.4) * width : random.between(6, 60)
      let body = bench.box(
        -900 + 120 * Double(at % 15), -850 + 150 * Double(at / 15), width, height, angle: random.angle(),
        type: isDisc ? .ellipse : .rectangle, gravity: 0, properties: p)
      let way = testSinCos(random.angle())
      bench.world.setVelocity(body, Vector2(speed * way.cos, speed * way.sin))
      bench.world.setAngularVelocity(body, random.between(-600, 600))
      bodies.append(body)
    }
    bench.run(steps) { _ in }
    let lost = bodies.filter {
      let center = bench.world.center($0)
      return !(abs(center.x) < half + 10 && abs(center.y) < half + 10)
    }
    return (lost.count, bodies.count)
  }

  private func holds(_ name: String, thin: Bool) {
    var all = 0
    Property.holds(name, cases: 300, debug: 6) { random in
      let (lost, count) = outside(&random, steps: 150, thin: thin)
      all += count
      return lost == 0 ? nil : "\(lost) of \(count) are outside"
    }
    #expect(all > 0)
  }

  @Test func nothingLeavesAClosedRoom() { holds("closed room", thin: false) }

  /// What is flat and spins gets nearest to a wall with its center.
  @Test func noBarLeavesAClosedRoom() { holds("closed room of bars", thin: true) }
}
