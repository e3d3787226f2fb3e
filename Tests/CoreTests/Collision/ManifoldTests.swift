// Contacts of all pairs against the slow reference, and cases told by hand.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

func manifold(_ a: TestShape, _ b: TestShape, _ t: Transform2, margin: Float = 2) -> Manifold {
  var m = Manifold()
  withExtendedLifetime((a, b)) { collide(a.view, b.view, t, margin: margin, into: &m) }
  return m
}

func points(_ m: Manifold) -> [ManifoldPoint] { m.count == 0 ? [] : m.count == 1 ? [m.p0] : [m.p0, m.p1] }

/// A place for B near the surface of A: overlapping, touching or a little off.
func randomPlace(_ random: inout CollisionRandom, _ a: TestShape, _ b: TestShape) -> Transform2 {
  let turn = random.below(3) == 0 ? Double(random.below(8)) * 0.7853981633974483 : random.angle()
  let q = testRotation(turn)
  let r = testSinCos(random.angle())
  let n = Vector2(r.cos, r.sin)
  let oracleA = Oracle(a)
  let oracleB = Oracle(b, Transform2(p: .zero, q: q))
  let touching = oracleA.high(n) - oracleB.low(n)
  let side = Vector2(-n.y, n.x)
  let slide = random.between(-0.7, 0.7) * (oracleA.high(side) - oracleB.low(side))
  let offset = random.between(-0.3, 0.05) * min(oracleA.reach, oracleB.reach)
  return Transform2(p: ((touching + offset) * n + slide * side).narrowed, q: q)
}

/// What is wrong with a contact, or nil.
func complaint(_ m: Manifold, _ a: TestShape, _ b: TestShape, _ t: Transform2, _ margin: Float) -> String? {
  let oracleA = Oracle(a)
  let oracleB = Oracle(b, t)
  let truth = oracleA.signedDistance(oracleB)
  let size = 2 * min(oracleA.reach, oracleB.reach)
  let tolerance = 1e-3 * size + 2e-6 * (oracleA.reach + oracleB.reach + t.p.widened.length)
  if truth > Double(margin) + tolerance { return m.count == 0 ? nil : "contact beyond the margin, \(truth)" }
  if truth > Double(margin) - tolerance && m.count == 0 { return nil }
  if m.count < 1 || m.count > 2 { return "count \(m.count) at \(truth)" }
  let n = m.normal.widened
  if abs(n.length - 1) > 1e-5 { return "normal not a unit" }
  let along = oracleB.low(n) - oracleA.high(n)
  if along < truth - tolerance { return "normal \(n) separates by \(along), best \(truth)" }
  let ps = points(m)
  let least = Double(ps.map { $0.separation }.min() ?? 0)
  if abs(least - truth) > tolerance { return "separation \(least), truth \(truth)" }
  for p in ps {
    if p.separation > margin { return "point beyond margin" }
    let reach = 0.5 * Double(abs(p.separation)) + tolerance
    let dA = oracleA.distance(to: p.a.widened)
    let dB = oracleB.distance(to: p.a.widened)
    if dA > reach || dB > reach { return "point \(p) lies off by \(dA), \(dB)" }
  }
  if m.count == 2 && m.p0.id == m.p1.id { return "same id twice" }
  return nil
}

@Suite struct ManifoldTests {
  @Test func swappedPairsAreFlipped() {
    Property.holds("contact of a pair the other way round", cases: 60_000, debug: 2_000) { random in
      let a = TestShape.random(&random, size: 50, segments: false)
      let b = TestShape.random(&random, size: 40, segments: false)
      let t = randomPlace(&random, a, b)
      let m = manifold(a, b, t, margin: 2)
      let back = Transform2(p: -t.q.applyInverse(t.p), q: Rotation(c: t.q.c, s: -t.q.s))
      let r = manifold(b, a, back, margin: 2)
      let least = points(m).map { $0.separation }.min()
      let leastBack = points(r).map { $0.separation }.min()
      guard let least, let leastBack else {
        // At the margin the two may disagree by the tolerance.
        if let one = least ?? leastBack, one <= 1.9 { return "only one way, at \(one)\n\(a.name)\n\(b.name)\n\(t)" }
        return nil
      }
      return abs(least - leastBack) < 0.06 ? nil : "\(least), back \(leastBack)\n\(a.name)\n\(b.name)\n\(t)"
    }
  }
}

@Suite struct BoxManifoldTests {
  @Test func aBoxAtRestTouchesWithBothCorners() {
    let floor = TestShape.box(100, 10)
    let box = TestShape.box(20, 20)
    let m = manifold(floor, box, Transform2(p: Vec2f(3, -29.5), q: .identity))
    #expect(m.normal == Vec2f(0, -1) && m.count == 2)
    let xs = points(m).map { $0.a.x }.sorted()
    #expect(xs == [-17, 23])
    #expect(m.p0.separation == -0.5 && m.p1.separation == -0.5)
    #expect(m.p0.a.y == -9.75 && m.p1.a.y == -9.75)
  }

  @Test func aSquareStackIsSymmetricToTheBit() {
    let a = TestShape.box(17.3, 11.7)
    let m = manifold(a, a, Transform2(p: Vec2f(0, -23.3), q: .identity))
    #expect(m.count == 2)
    #expect(m.p0.a.x == -m.p1.a.x && m.p0.a.y == m.p1.a.y && m.p0.separation == m.p1.separation)
  }

  @Test func mirroredBoxesGiveTheMirroredBits() {
    var contacts = 0
    Property.holds("contact of mirrored boxes, to the bit", cases: 100_000, debug: 4_000) { random in
      let a = TestShape.box(Float(random.between(1, 50)), Float(random.between(1, 50)))
      let b = TestShape.box(Float(random.between(1, 50)), Float(random.between(1, 50)))
      var t = randomPlace(&random, a, b)
      if random.below(4) == 0 {
        // Side by side on one floor, in both ways round, upright but for rounding.
        let isQuarter = random.below(2) == 0
        let tilt = [0, 1e-9, -1e-9, 3e-8, -3e-8][random.below(5)] as Float
        let half = isQuarter ? Vec2f(b.view.halfSize.y, b.view.halfSize.x) : b.view.halfSize
        let sign: Float = random.below(2) == 0 ? 1 : -1
        let apart = Float(random.between(0, 0.5))
        let level = Float(random.between(-1e-6, 1e-6))
        let isBeside = random.below(2) == 0
        t.p =
          isBeside
          ? Vec2f(sign * (a.view.halfSize.x + half.x + apart), a.view.halfSize.y - half.y + level)
          : Vec2f(a.view.halfSize.x - half.x + level, sign * (a.view.halfSize.y + half.y + apart))
        t.q = isQuarter ? Rotation(c: tilt, s: sign) : Rotation(c: 1, s: tilt)
      }
      let mirrored = Transform2(p: Vec2f(-t.p.x, t.p.y), q: Rotation(c: t.q.c, s: -t.q.s))
      let m = manifold(a, b, t)
      let r = manifold(a, b, mirrored)
      if m.count != r.count { return "\(m.count) points, mirrored \(r.count)" }
      if m.count == 0 { return nil }
      contacts += 1
      if m.normal != Vec2f(-r.normal.x, r.normal.y) { return "\(m) \(r)" }
      let one = points(m)
      for p in points(r) {
        if !one.contains(where: { $0.a == Vec2f(-p.a.x, p.a.y) && $0.separation == p.separation }) { return "\(m) \(r)" }
      }
      return nil
    }
    #expect(contacts > 0)
  }

  @Test func theFastPathAgreesWithThePolygonPath() {
    Property.holds("contact of boxes by both ways", cases: 60_000, debug: 1_500) { random in
      let a = TestShape.box(Float(random.between(1, 50)), Float(random.between(1, 50)))
      let b = TestShape.box(Float(random.between(1, 50)), Float(random.between(1, 50)))
      let t = randomPlace(&random, a, b)
      let fast = manifold(a, b, t)
      a.view.isBox = false
      let slow = manifold(a, b, t)
      guard let f = points(fast).map({ $0.separation }).min(),
        let s = points(slow).map({ $0.separation }).min()
      else { return nil }
      if abs(f - s) >= 0.06 { return "\(fast) \(slow) \(t)" }
      // At 45 degrees both edges of a corner are as good.
      if abs(fast.normal.dot(slow.normal)) > 0.99999 && abs(abs(t.q.c) - abs(t.q.s)) > 1e-3 {
        let ids = Set(points(slow).map { $0.id })
        for p in points(fast) where fast.count == slow.count && !ids.contains(p.id) { return "\(fast) \(slow) \(t)" }
      }
      return nil
    }
  }

  @Test func idsStayWhileABoxSlides() {
    let floor = TestShape.box(500, 10)
    let box = TestShape.box(20, 20)
    let first = manifold(floor, box, Transform2(p: Vec2f(-300, -29.9), q: .identity))
    for i in 0..<600 {
      let m = manifold(floor, box, Transform2(p: Vec2f(Float(i) - 300, -29.9), q: .identity))
      #expect(m.count == 2 && m.p0.id == first.p0.id && m.p1.id == first.p1.id)
    }
  }

  @Test func aRestingStackKeepsItsReferenceFaceWhenItRocksALittle() {
    let a = TestShape.box(20, 20)
    let base = manifold(a, a, Transform2(p: Vec2f(0.3, -39.9), q: .identity))
    for i in -10...10 {
      let t = Transform2(p: Vec2f(0.3, -39.9), q: testRotation(Double(i) * 1e-5))
      let m = manifold(a, a, t)
      #expect(m.normal == base.normal && m.p0.id == base.p0.id && m.p1.id == base.p1.id)
    }
  }

  @Test func cornersThatFaceEachOtherTouchInOnePoint() {
    let a = TestShape.box(10, 10)
    let m = manifold(a, a, Transform2(p: Vec2f(20.6, 20.8), q: .identity), margin: 2)
    #expect(m.count == 1)
    #expect(abs(m.p0.separation - 1) < 1e-5)
    #expect(abs(m.normal.x - 0.6) < 1e-5 && abs(m.normal.y - 0.8) < 1e-5)
    #expect(manifold(a, a, Transform2(p: Vec2f(21.8, 21.8), q: .identity), margin: 2).count == 0)
  }
}

@Suite struct CircleManifoldTests {
  @Test func coincidentCirclesStillHaveANormal() {
    let a = TestShape.circle(5)
    let m = manifold(a, a, Transform2(p: .zero, q: .identity))
    #expect(m.count == 1 && m.normal == Vec2f(0, -1) && m.p0.separation == -10)
    #expect(m.p0.a == .zero)
  }

  @Test func theContactLiesMidwayBetweenTheSurfaces() {
    let m = manifold(.circle(5), .circle(3), Transform2(p: Vec2f(9, 0), q: .identity))
    #expect(m.normal == Vec2f(1, 0) && m.p0.separation == 1 && m.p0.a == Vec2f(5.5, 0))
    let b = manifold(.box(10, 10), .circle(3), Transform2(p: Vec2f(2, -12), q: .identity))
    #expect(b.normal == Vec2f(0, -1) && b.p0.separation == -1 && b.p0.a == Vec2f(2, -9.5))
    let c = manifold(.circle(3), .box(10, 10), Transform2(p: Vec2f(-2, 12), q: .identity))
    #expect(c.normal == Vec2f(0, 1) && c.p0.separation == -1 && c.p0.a == Vec2f(0, 2.5))
  }

  @Test func theNormalTurnsSmoothlyAroundACorner() {
    let box = TestShape.box(10, 10)
    let ball = TestShape.circle(3)
    var last: Vec2f? = nil
    // On the rounded path at distance 2.9 around a corner.
    for i in 0...900 {
      let x: Double, y: Double
      if i < 300 {
        (x, y) = (9 + Double(i) / 300, -12.9)
      } else if i <= 600 {
        let r = testSinCos(Double(i - 300) / 300 * 1.5707963267948966)
        (x, y) = (10 + 2.9 * r.sin, -10 - 2.9 * r.cos)
      } else {
        (x, y) = (12.9, -10 + Double(i - 600) / 300)
      }
      let m = manifold(box, ball, Transform2(p: Vec2f(Float(x), Float(y)), q: testRotation(Double(i))))
      #expect(m.count == 1 && abs(m.p0.separation + 0.1) < 1e-4)
      if let last { #expect((m.normal - last).length < 0.01, "at \(i)") }
      last = m.normal
    }
  }
}

@Suite struct ManifoldRobustnessTests {
  @Test func noFiniteInputTrapsOrGivesANumberThatIsNotFinite() {
    let sizes: [Double] = [1e-30, 0.01, 1, 300, 1e7, 1e18, 1e30]
    Property.holds("contact of any finite numbers", cases: 60_000, debug: 3_000) { random in
      let a = TestShape.random(&random, size: sizes[random.below(7)], segments: true)
      let b = TestShape.random(&random, size: sizes[random.below(7)], segments: false)
      let far = sizes[random.below(7)]
      let p = random.below(5) == 0 ? Vec2f.zero
        : Vec2f(Float(random.between(-far, far)), Float(random.between(-far, far)))
      let t = Transform2(p: p, q: testRotation(random.angle()))
      let m = manifold(a, b, t, margin: 4)
      for p in points(m) {
        if !(p.a.x.isFinite && p.a.y.isFinite && p.separation.isFinite) { return "\(m) \(t)" }
      }
      return m.count == 0 || abs(m.normal.widened.length - 1) < 1e-4 ? nil : "\(m) \(t)"
    }
  }

  @Test func numbersThatAreNotFiniteGiveNoContact() {
    let shapes = [TestShape.circle(5), .box(5, 5), .polygon([Vec2f(-3, -2), Vec2f(3, -2), Vec2f(0, 4)])]
    for bad in [Float.nan, .infinity, -.infinity] {
      for a in shapes + [.segment(Vec2f(-9, 0), Vec2f(9, 0))] {
        for b in shapes {
          #expect(manifold(a, b, Transform2(p: Vec2f(bad, 0), q: .identity)).count == 0)
          #expect(manifold(a, b, Transform2(p: Vec2f(0, bad), q: .identity)).count == 0)
        }
      }
    }
  }

  @Test func aTinyBoxOnAHugeOneTouches() {
    let t = Transform2(p: Vec2f(3, -10.005), q: .identity)
    let m = manifold(.box(5e6, 10), .box(0.01, 0.01), t, margin: 1)
    #expect(m.count >= 1 && m.normal == Vec2f(0, -1))
    #expect(abs(points(m).map { $0.separation }.min()! + 0.005) < 1e-4)
  }
}
