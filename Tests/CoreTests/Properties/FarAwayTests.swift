// A scene far from the origin moves as at the origin.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Suite struct FarAwayTests {
  /// Shapes that fall on a floor, some on springs, at the origin and elsewhere. Returns how far apart the two runs get, and how
  /// far anybody went.
  private func difference(_ seed: UInt64, _ away: Vector2, steps: Int) -> (most: Double, went: Double) {
    func scene(_ origin: Vector2) -> (Bench, [Int32]) {
      var random = CollisionRandom(seed)
      let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
      let floor = [origin + Vector2(600, 300), origin + Vector2(-600, 300)]
      _ = floor.withUnsafeBufferPointer {
        bench.world.addBoundary(points: $0, closed: false, group: 0, elasticity: 0, friction: 0.5, data: 0)
      }
      var bodies: [Int32] = []
      for at in 0..<9 {
        var p = BodyProperties()
        p.friction = random.between(0, 1)
        p.elasticity = random.between(0, 0.8)
        p.density = random.between(0.5, 2)
        let place = origin + Vector2(Double(at % 3) * 130 - 130, Double(at / 3) * 110 - 200)
        let w = Double(20 + random.below(60))
        let h = Double(20 + random.below(60))
        let body = bench.box(
          place.x, place.y, w, random.below(3) == 0 ? w : h, angle: random.below(2) == 0 ? 0 : random.angle(),
          type: random.below(3) == 0 ? .ellipse : .rectangle, properties: p)
        bench.world.setVelocity(body, Vector2(random.between(-200, 200), random.between(-200, 200)))
        bench.world.setAngularVelocity(body, random.between(-3, 3))
        bodies.append(body)
      }
      for _ in 0..<random.below(3) {
        let a = random.below(9)
        let b = (a + 1 + random.below(8)) % 9
        _ = bench.spring(bodies[a], bodies[b], length: 120, frequency: random.between(0.5, 4), damping: 0.2)
      }
      return (bench, bodies)
    }
    let (here, mine) = scene(.zero)
    let (there, theirs) = scene(away)
    defer {
      here.world.destroy()
      there.world.destroy()
    }
    var most = 0.0
    var went = 0.0
    let starts = mine.map { here.world.center($0) }
    for _ in 0..<steps {
      here.run(1)
      there.run(1)
      for at in 0..<mine.count {
        let p = here.world.center(mine[at])
        let q = there.world.center(theirs[at]) - away
        most = max(most, (p - q).length)
        went = max(went, (p - starts[at]).length)
      }
    }
    return (most, went)
  }

  /// Now and then rounding decides whether a corner is hit; from then on the two runs are different stories.
  @Test func aMillionPointsAwayItIsTheSame() {
    for (name, away) in [("a million", 1e6), ("ten million", 1e7)] {
      var others = 0
      var count = 0
      Property.holds("scene \(name) points away", cases: 600, debug: 200) { random in
        let r = testSinCos(random.angle())
        // Whole points, so that the scene has the same numbers there.
        let way = Vector2((away * r.cos).rounded(), (away * r.sin).rounded())
        let run = difference(random.bits(), way, steps: 60)
        count += 1
        if run.most > 1e-6 { others += 1 }
        return run.went > 100 ? nil : "nothing moved"
      }
      print("property scene \(name) points away: \(others) of \(count) come apart by more than a millionth of a point")
      #expect(others <= max(2, count / 16))
    }
  }
}
