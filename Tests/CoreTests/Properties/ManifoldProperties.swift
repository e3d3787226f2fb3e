// Contacts of every pair of shapes against separating axes and a search for the nearest points, in 64 bit.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// The shapes that contacts are found for.
enum OutlineKind: CaseIterable {
  case disc, box, polygon, ellipse
  /// Members of groups: their outlines are about the group's center of mass, not their own.
  case discPiece, boxPiece, polygonPiece

  func make(_ random: inout CollisionRandom, size: Double) -> TestShape {
    switch self {
    case .disc: return .circle(Float(size))
    case .box: return .box(Float(size * random.between(0.1, 1)), Float(size * random.between(0.1, 1)))
    case .polygon: return .randomPolygon(&random, size: size)
    case .ellipse: return .ellipse(size, size * random.between(0.1, 1), [8, 12, 24, 48][random.below(4)])
    case .discPiece: return TestShape(kind: .circle, [away(&random, size)], radius: Float(size), name: "disc piece \(size)")
    case .boxPiece:
      let half = Vector2(size * random.between(0.1, 1), size * random.between(0.1, 1))
      let turn = testSinCos(random.angle())
      let out = away(&random, size)
      let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
        Vector2(half.x * x * turn.cos - half.y * y * turn.sin, half.x * x * turn.sin + half.y * y * turn.cos).narrowed + out
      }
      let shape = TestShape.polygon(corners)
      shape.view.middle = out
      return shape
    case .polygonPiece:
      let whole = TestShape.randomPolygon(&random, size: size)
      let out = away(&random, size)
      let shape = TestShape.polygon((0..<Int(whole.view.count)).map { whole.view.vertices[$0] + out })
      shape.view.middle = out
      return shape
    }
  }

  private func away(_ random: inout CollisionRandom, _ size: Double) -> Vec2f {
    let r = testSinCos(random.angle())
    let far = size * random.between(0, 3)
    return Vector2(far * r.cos, far * r.sin).narrowed
  }
}

/// Distance of the cores of two outlines by the way of Gilbert, Johnson and Keerthi, 64 bit, as a check on the oracle that
/// looks at all vertices and edges; 0 where they overlap.
func distanceBySimplex(_ a: Oracle, _ b: Oracle) -> Double {
  func support(_ n: Vector2) -> Vector2 {
    let p = a.points.max { $0.dot(n) < $1.dot(n) }!
    let q = b.points.max { -$0.dot(n) < -$1.dot(n) }!
    return p - q
  }
  var simplex = [support(b.points[0] - a.points[0])]
  var nearest = simplex[0]
  for _ in 0..<200 {
    let square = nearest.lengthSquared
    if square < 1e-28 * (1 + a.reach * a.reach) { return 0 }
    let next = support(-nearest)
    if square - nearest.dot(next) <= 1e-13 * square { break }
    simplex.append(next)
    if simplex.count == 3 {
      let (p, q, r) = (simplex[0], simplex[1], simplex[2])
      let turns = [(q - p).cross(-p), (r - q).cross(-q), (p - r).cross(-r)]
      if turns.allSatisfy({ $0 >= 0 }) || turns.allSatisfy({ $0 <= 0 }) { return 0 }
    }
    // The nearest point of all edges of the simplex, and what it lies on.
    var best = Double.infinity
    var kept: [Vector2] = []
    for i in 0..<simplex.count {
      for j in 0..<i {
        let (p, q) = (simplex[j], simplex[i])
        let e = q - p
        let part = e.lengthSquared > 0 ? max(0, min(1, -p.dot(e) / e.lengthSquared)) : 0
        let on = p + part * e
        if on.lengthSquared < best {
          best = on.lengthSquared
          nearest = on
          kept = part <= 0 ? [p] : part >= 1 ? [q] : [p, q]
        }
      }
    }
    simplex = kept
    if best >= square { break }
  }
  return nearest.length
}

@Suite struct ManifoldProperties {
  @Test(arguments: OutlineKind.allCases)
  func pairsAgreeWithTheOracle(kind: OutlineKind) {
    for other in OutlineKind.allCases {
      Property.holds("contact of \(kind) and \(other)", cases: 7_000, debug: 150) { random in
        let size = [0.01, 1, 20, 100, 400, 10_000][random.below(6)]
        let a = kind.make(&random, size: size * random.between(0.3, 1))
        let b = other.make(&random, size: size * random.between(0.1, 1))
        let t = randomPlace(&random, a, b)
        let margin = Float(random.between(0, 0.1) * size)
        let m = manifold(a, b, t, margin: margin)
        if let wrong = complaint(m, a, b, t, margin) { return "\(wrong)\n\(a.name)\n\(b.name)\n\(t)\n\(m)" }
        if random.below(8) > 0 { return nil }
        let cores = (Oracle(points: Oracle(a).points, radius: 0), Oracle(points: Oracle(b, t).points, radius: 0))
        let bySimplex = distanceBySimplex(cores.0, cores.1)
        let byAll = max(0, cores.0.signedDistance(cores.1))
        let slack = 1e-9 * (cores.0.reach + cores.1.reach)
        return abs(bySimplex - byAll) < slack ? nil : "two oracles: \(bySimplex), \(byAll)\n\(a.name)\n\(b.name)\n\(t)"
      }
    }
  }

  @Test(arguments: OutlineKind.allCases)
  func segmentsAgreeWithTheOracle(kind: OutlineKind) {
    Property.holds("contact of a segment and \(kind)", cases: 12_000, debug: 300) { random in
      let size = [1.0, 20, 100, 400][random.below(4)]
      let r = testSinCos(random.angle())
      let half = size * random.between(0.05, 3)
      let e = Vector2(half * r.cos, half * r.sin).narrowed
      let a = TestShape.segment(-e, e)
      let b = kind.make(&random, size: size)
      let t = randomPlace(&random, a, b)
      let margin = Float(0.05 * size)
      let m = manifold(a, b, t, margin: margin)
      let wrong = complaintOfSegment(m, a, b, t, margin, size)
      return wrong.map { "\($0)\n\(a.name)\n\(b.name)\n\(t)\n\(m)" }
    }
  }

  /// Whatever the neighbors leave out, the nearest contact of a whole chain is as near as the chain.
  @Test(arguments: OutlineKind.allCases)
  func chainsAgreeWithTheOracle(kind: OutlineKind) {
    var met = 0
    Property.holds("contact of a chain and \(kind)", cases: 5_000, debug: 100) { random in
      let size = [1.0, 20, 100][random.below(3)]
      let isClosed = random.below(3) == 0
      let bend = [0, 0.2, 1][random.below(3)]
      let count = 3 + random.below(8)
      var points: [Vector2] = []
      if isClosed {
        for at in 0..<count {
          let r = testSinCos(6.283185307179586 * (Double(at) + random.between(0, 0.5)) / Double(count))
          points.append(Vector2(4 * size * r.cos, 4 * size * r.sin))
        }
      } else {
        var turn = random.angle()
        var at = Vector2.zero
        for _ in 0..<count {
          points.append(at)
          let r = testSinCos(turn)
          at = at + size * random.between(0.3, 3) * Vector2(r.cos, r.sin)
          turn += random.between(-bend, bend)
        }
      }
      if random.below(2) == 0 { points.reverse() }
      let chain = Chain(points, isClosed: isClosed)
      let b = kind.make(&random, size: size)
      // Beside a random point of the chain, a little off.
      let which = random.below(chain.segments.count)
      let segment = TestShape.segment(chain.segments[which].view.vertices[0], chain.segments[which].view.vertices[1])
      let t = randomPlace(&random, segment, b)
      let place = t.p.widened + chain.middles[which]
      let margin = Float(0.1 * size)
      let outline = Oracle(b, Transform2(p: .zero, q: t.q))
      let truth = chain.middles.indices.map { at -> Double in
        let s = chain.segments[at].view
        let ends = (0..<2).map { s.vertices[$0].widened + chain.middles[at] }
        return Oracle(points: ends, radius: 0)
          .signedDistance(Oracle(points: outline.points.map { $0 + place }, radius: outline.radius))
      }.min()!
      // Overlaps end on the side that the center is on, which needs no oracle to disagree about.
      if truth < 1e-3 * size { return nil }
      let found = chain.contacts(b, place, t.q, margin: margin)
      let least = found.flatMap { points1($0.1) }.min()
      let tolerance = 2e-3 * size
      if truth > Double(margin) + tolerance { return least == nil ? nil : "contact at \(least!), truth \(truth)\n\(points)" }
      if truth > Double(margin) - tolerance { return nil }
      met += 1
      if least == nil {
        // Corner to corner, beside a chain that bends away: such a pair may be found only once they overlap.
        let corners = outline.points.map { $0 + place }
        let nearest = points.flatMap { p in corners.map { ($0 - p).length } }.min()! - outline.radius
        if nearest < truth + 1e-6 * size { return nil }
      }
      guard let least, abs(least - truth) < tolerance else {
        return "nearest contact \(String(describing: least)), truth \(truth)\n\(points)\n\(b.name)\n\(place) \(t.q)"
      }
      return nil
    }
    #expect(met > 0)
  }
}

private func points1(_ m: Manifold) -> [Double] { points(m).map { Double($0.separation) } }

/// What is wrong with the contact of a free segment, or nil: as of any pair while they are apart, and of circles; else it
/// ends on the side of B's center or beyond an end, by the shorter way.
private func complaintOfSegment(
  _ m: Manifold, _ a: TestShape, _ b: TestShape, _ t: Transform2, _ margin: Float, _ size: Double
) -> String? {
  let oracleA = Oracle(a)
  let oracleB = Oracle(b, t)
  let truth = oracleA.signedDistance(oracleB)
  let side = oracleA.axes[0].dot(t.apply(b.view.middle).widened)
  if b.view.kind == .circle || truth > 1e-4 * size {
    // The center's side decides while they overlap, so only circles can be compared in any place.
    if truth < -Double(b.view.radius) + 1e-6 * size { return nil }
    return complaint(m, a, b, t, margin)
  }
  if truth > -1e-4 * size || abs(side) < 1e-4 * size { return nil }
  let n = oracleA.axes[side >= 0 ? 0 : 1]
  var best = oracleB.low(n) - oracleA.high(n)
  let along = Vector2(-n.y, n.x)
  let room = min(oracleA.high(along) - oracleB.high(along), oracleB.low(along) - oracleA.low(along))
  for k in oracleB.axes where room < -1e-4 * size && k.dot(n) <= 0.5 - 1e-4 {
    best = max(best, oracleA.low(k) - oracleB.high(k))
  }
  if m.count == 0 { return "no contact" }
  let least = Double(points(m).map { $0.separation }.min() ?? 0)
  if least < best - 2e-3 * size || least > truth.magnitude { return "\(least), best \(best)" }
  return m.normal.widened.dot(n) > -0.51 ? nil : "wrong side"
}
