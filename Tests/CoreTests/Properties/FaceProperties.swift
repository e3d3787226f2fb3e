// Faces of polygons: the farthest one against all of them in 64 bits; and faces of groups that nothing covers, which are not asked,
// against groups of which all are.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Suite struct FaceProperties {
  private struct Outline {
    var points: [Vec2f] = []
    var normals: [Vec2f] = []

    /// Corners on an ellipse.
    init(_ random: inout CollisionRandom, count: Int) {
      let width = random.between(1, 60)
      let height = random.between(1, 60)
      let first = random.between(0, 6)
      var angles: [Double] = []
      for at in 0..<count { angles.append(first + 6.283185307179586 * (Double(at) + random.between(-0.4, 0.4)) / Double(count)) }
      points = angles.map {
        let q = testSinCos($0)
        return Vector2(width * q.cos, height * q.sin).narrowed
      }
      for at in 0..<count {
        let e = (points[(at + 1) % count] - points[at]).widened
        normals.append(((1 / e.length) * Vector2(e.y, -e.x)).narrowed)
      }
    }
  }

  /// How far B is beyond a face of A.
  private func separation(_ a: Outline, _ face: Int, _ b: Outline, _ t: Transform2) -> Double {
    let n = a.normals[face].widened
    let p = t.p.widened
    return b.points.map {
      let v = $0.widened
      let turned = Vector2(Double(t.q.c) * v.x - Double(t.q.s) * v.y, Double(t.q.s) * v.x + Double(t.q.c) * v.y)
      return n.dot(turned + p - a.points[face].widened)
    }.min() ?? 0
  }

  @Test func `no face is farther than the one that is found`() {
    var counts = [0, 0]
    Property.holds("farthest face", cases: 20_000, debug: 2_000) { random in
      let countA = 3 + Int(random.between(0, 7.99))
      let countB = 3 + Int(random.between(0, 7.99))
      let a = Outline(&random, count: countA)
      let b = Outline(&random, count: countB)
      let q = testSinCos(random.between(-4, 4))
      let t = Transform2(
        p: Vector2(random.between(-90, 90), random.between(-90, 90)).narrowed, q: Rotation(c: Float(q.cos), s: Float(q.sin)))
      counts[max(countA, countB) <= 8 ? 0 : 1] += 1
      let found = a.points.withUnsafeBufferPointer { points in
        a.normals.withUnsafeBufferPointer { normals in
          b.points.withUnsafeBufferPointer { others in
            b.normals.withUnsafeBufferPointer { otherNormals in
              farthestFace(
                .polygon(points.baseAddress!, normals: normals.baseAddress!, count: Int32(countA)),
                .polygon(others.baseAddress!, normals: otherNormals.baseAddress!, count: Int32(countB)), t, .infinity)
            }
          }
        }
      }
      let all = (0..<countA).map { separation(a, $0, b, t) }
      let most = all.max() ?? 0
      if !(found.edge >= 0 && found.edge < countA) { return "no such face: \(found.edge)" }
      if !(abs(Double(found.separation) - all[found.edge]) <= 1e-4) { return "face \(found.edge) is \(all[found.edge]) apart, not \(found.separation)" }
      return all[found.edge] >= most - 1e-4 ? nil : "face \(found.edge) is \(all[found.edge]) apart, another \(most)"
    }
    #expect(counts[0] > 100 && counts[1] > 100, "few and many corners")
  }

  /// Bodies of two to four shapes that lie over each other in part, falling into one another.
  private func heap(_ seed: UInt64) -> (bench: Bench, bodies: [Int32]) {
    var random = TestRandom(seed)
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    _ = bench.floor(y: 200, from: -400, to: 400)
    var bodies: [Int32] = []
    for number in 0..<10 {
      let body = bench.box(Double(number % 3) * 45 - 45, Double(number / 3) * -45, 20, 20)
      var defs = [PieceDef](repeating: PieceDef(), count: 2 + random.index(3))
      for at in defs.indices {
        defs[at].center = Vector2(random.between(-15, 15), random.between(-15, 15))
        defs[at].size = Vector2(random.between(8, 40), random.between(4, 12))
        // Many lie along each other, as tiles do.
        defs[at].angle = random.index(3) == 0 ? random.between(-3, 3) : Double(random.index(2)) * 1.5707963267948966
        if random.index(4) == 0 { defs[at].type = .ellipse }
      }
      let isLaid = defs.withUnsafeBufferPointer { bench.world.setPieces(body, $0) }
      #expect(isLaid)
      bodies.append(body)
    }
    return (bench, bodies)
  }

  @Test func `faces that are not asked are covered by nothing`() {
    var covered = 0
    var asked = 0
    var notAsked = 0
    Property.holds("seams", cases: 60, debug: 10) { random in
      let seed = random.bits()
      let one = heap(seed)
      let other = heap(seed)
      defer {
        one.bench.world.destroy()
        other.bench.world.destroy()
      }
      one.bench.run(1)
      other.bench.run(1)
      for at in 0..<other.bench.world.s.pointee.pieces.count where other.bench.world.pieces[at].shape.kind == .polygon {
        for face in 0..<4 { if one.bench.world.pieces[at].seams >> UInt32(face) & 1 != 0 { asked += 1 } else { notAsked += 1 } }
        other.bench.world.pieces[at].seams = .max
      }
      for step in 0..<90 {
        one.bench.run(1)
        other.bench.run(1)
        for at in 0..<one.bench.world.s.pointee.contacts.count where one.bench.world.contacts[at].flags & ContactFlag.covered != 0 { covered += 1 }
        for index in one.bodies {
          let a = one.bench.world.bodies[Int(index)]
          let b = other.bench.world.bodies[Int(index)]
          if a.x != b.x || a.y != b.y || a.angle != b.angle { return "step \(step): body \(index) at \(a.x), \(a.y), not at \(b.x), \(b.y)" }
        }
      }
      return nil
    }
    #expect(covered > 100 && asked > 100 && notAsked > 100, "\(covered) \(asked) \(notAsked)")
  }

  @Test func `another length scale asks other faces`() {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.box(0, 0, 20, 20)
    // Two bars, 2 points apart: with a slop of as much each may cover the other.
    var defs = [PieceDef](repeating: PieceDef(), count: 2)
    (defs[0].center, defs[0].size) = (Vector2(0, 0), Vector2(40, 10))
    (defs[1].center, defs[1].size) = (Vector2(0, 12), Vector2(40, 10))
    let isLaid = defs.withUnsafeBufferPointer { bench.world.setPieces(body, $0) }
    #expect(isLaid)
    let first = Int(bench.world.bodies[Int(body)].firstPiece)
    bench.run(1)
    #expect(bench.world.pieces[first].seams == 0)
    var settings = bench.world.settings
    settings.lengthScale *= 2 / Double(StepContext.slop * bench.world.lengthScale)
    bench.world.settings = settings
    bench.run(1)
    #expect(bench.world.pieces[first].seams != 0)
  }
}
