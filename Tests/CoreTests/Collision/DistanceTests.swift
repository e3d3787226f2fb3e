// Distance and closest points of random pairs against the slow reference.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// With both outlines kept alive.
private func measured(
  _ a: TestShape, _ b: TestShape, _ t: Transform2
) -> (distance: Float, pointA: Vec2f, pointB: Vec2f) {
  withExtendedLifetime((a, b)) { distance(a.view, b.view, t) }
}

@Suite struct DistanceTests {
  @Test func randomPairsAgreeWithTheOracle() {
    var apart = 0
    Property.holds("distance and nearest points", cases: 60_000, debug: 2_000) { random in
      let size = [0.01, 1, 20, 100, 10_000, 1e7][random.below(6)]
      let a = TestShape.random(&random, size: size, segments: true)
      let b = TestShape.random(&random, size: size * [1, 0.1, 1e-4][random.below(3)], segments: true)
      var t = randomPlace(&random, a, b)
      if random.below(2) == 0 { t.p = Float(random.between(1, 3)) * t.p }
      let truth = Oracle(a).signedDistance(Oracle(b, t))
      let d = measured(a, b, t)
      let tolerance = 1e-6 * (size + t.p.widened.length)
      let gap = (d.pointB.widened - d.pointA.widened).length
      let offA = Oracle(a).distance(to: d.pointA.widened)
      let offB = Oracle(b, t).distance(to: d.pointB.widened)
      if truth > 0 { apart += 1 }
      if abs(Double(d.distance) - max(0, truth)) <= tolerance && abs(gap - Double(d.distance)) <= tolerance
        && offA <= tolerance && offB <= tolerance
      {
        return nil
      }
      return "\(d), truth \(truth), off \(offA) \(offB)\n\(a.name)\n\(b.name)\n\(t)"
    }
    #expect(apart > 0)
  }

  @Test func boxesThatFaceEachOtherAreAsFarApartAsTheirFaces() {
    let a = TestShape.box(10, 10)
    let d = measured(a, a, Transform2(p: Vec2f(25, 3), q: .identity))
    #expect(d.distance == 5 && d.pointA.x == 10 && d.pointB.x == 15 && d.pointA.y == d.pointB.y)
    let touching = measured(a, a, Transform2(p: Vec2f(20, 3), q: .identity))
    #expect(touching.distance == 0)
  }

  @Test func circlesCountWithTheirRadii() {
    let d = measured(.circle(5), .circle(3), Transform2(p: Vec2f(0, 10), q: .identity))
    #expect(d.distance == 2 && d.pointA == Vec2f(0, 5) && d.pointB == Vec2f(0, 7))
    let over = measured(.circle(5), .circle(3), Transform2(p: Vec2f(0, 7), q: .identity))
    #expect(over.distance == 0 && over.pointA == over.pointB && over.pointA == Vec2f(0, 4.375))
  }

  @Test func noFiniteInputTraps() {
    let sizes: [Double] = [1e-30, 0.01, 300, 1e18, 1e37]
    Property.holds("distance of any finite numbers", cases: 30_000, debug: 1_500) { random in
      let a = TestShape.random(&random, size: sizes[random.below(5)], segments: true)
      let b = TestShape.random(&random, size: sizes[random.below(5)], segments: true)
      let far = sizes[random.below(5)]
      let p = Vec2f(Float(random.between(-far, far)), Float(random.between(-far, far)))
      let d = measured(a, b, Transform2(p: p, q: testRotation(random.angle())))
      let isFinite = d.pointA.x.isFinite && d.pointA.y.isFinite && d.pointB.x.isFinite && d.pointB.y.isFinite
      return d.distance >= 0 && isFinite ? nil : "\(d)"
    }
  }
}
