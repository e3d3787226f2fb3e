// Contacts with boundary segments: free ones against the slow reference, chains by what may be felt.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// A chain through the given points, its segments about their midpoints.
struct Chain {
  var segments: [TestShape] = []
  var middles: [Vector2] = []

  init(_ points: [Vector2], isClosed: Bool = false) {
    let n = points.count
    for i in 0..<(isClosed ? n : n - 1) {
      let a = points[i]
      let b = points[(i + 1) % n]
      let middle = 0.5 * (a + b)
      let before = i > 0 || isClosed ? (points[(i + n - 1) % n] - middle).narrowed : nil
      let after = i + 2 < n || isClosed ? (points[(i + 2) % n] - middle).narrowed : nil
      segments.append(
        .segment((a - middle).narrowed, (b - middle).narrowed, previous: before, next: after))
      middles.append(middle)
    }
  }

  /// Contacts of a shape at a place, with the segment's number; points are put back into the common frame.
  func contacts(_ b: TestShape, _ p: Vector2, _ q: Rotation, margin: Float = 2) -> [(Int, Manifold)] {
    var found: [(Int, Manifold)] = []
    for (i, s) in segments.enumerated() {
      let m = manifold(s, b, Transform2(p: (p - middles[i]).narrowed, q: q), margin: margin)
      if m.count > 0 { found.append((i, m)) }
    }
    return found
  }
}

private func flatChain(_ n: Int, _ length: Double, y: Double = 0) -> Chain {
  Chain((0...n).map { Vector2(Double($0) * length, y) })
}

@Suite struct ManifoldSegmentsTests {
  @Test func anOverlapEndsOnTheSideOfTheCentre() {
    let floor = TestShape.segment(Vec2f(-100, 0), Vec2f(100, 0))
    for b in [TestShape.box(20, 20), .circle(20), .ellipse(30, 20, 48)] {
      for i in 1..<20 {
        let above = manifold(floor, b, Transform2(p: Vec2f(7, -Float(i)), q: .identity))
        #expect(above.normal == Vec2f(0, -1) && above.count > 0)
        #expect(abs(points(above).map { $0.separation }.min()! - Float(i - 20)) < 0.1)
        let below = manifold(floor, b, Transform2(p: Vec2f(7, Float(i)), q: .identity))
        #expect(below.normal == Vec2f(0, 1) && below.count > 0)
      }
      let on = manifold(floor, b, Transform2(p: Vec2f(7, 0), q: .identity))
      #expect(on.normal == Vec2f(0, -1))
    }
  }

  @Test func aBoxBesideAFreeEndIsPushedSideways() {
    let platform = TestShape.segment(Vec2f(-100, 0), Vec2f(100, 0))
    let m = manifold(platform, .box(20, 20), Transform2(p: Vec2f(119, -5), q: .identity))
    #expect(m.normal == Vec2f(1, 0) && m.count == 1)
    #expect(abs(m.p0.separation + 1) < 1e-4 && abs(m.p0.a.x - 99.5) < 1e-4 && abs(m.p0.a.y) < 1e-4)
    let on = manifold(platform, .box(20, 20), Transform2(p: Vec2f(110, -19), q: .identity))
    #expect(on.normal == Vec2f(0, -1) && on.count == 2)
    #expect(points(on).map { $0.a.x }.sorted() == [90, 100])
  }

  @Test func aBoxThatSlidesAlongAFlatChainFeelsOnlyTheFloor() {
    for turned in [false, true] {
      let points100 = (0...100).map { Vector2(Double(turned ? 100 - $0 : $0) * 20, 0) }
      let chain = Chain(points100)
      for (b, rest) in [(TestShape.box(20, 20), 20.0), (.box(7, 3), 3), (.ellipse(20, 10, 48), 10)] {
        for depth in [-1.0, -0.25, 0, 0.25, 2, 6] where depth < rest {
          for above in [true, false] {
            var x = 40.0
            while x < 1960 {
              let p = Vector2(x, above ? depth - rest : rest - depth)
              let found = chain.contacts(b, p, .identity)
              var support = 0
              for (_, m) in found {
                support += Int(m.count)
                #expect(m.normal == Vec2f(0, above ? -1 : 1), "x \(x) depth \(depth)")
              }
              #expect(support >= 1, "x \(x) depth \(depth) \(b.name)")
              x += turned || depth != 0.25 ? 37.31 : 0.37
            }
          }
        }
      }
    }
  }

  @Test func aTiltedBoxOnAFlatChainFeelsOnlyTheFloor() {
    let chain = flatChain(20, 10)
    let b = TestShape.box(20, 20)
    for turn in stride(from: -3.0, to: 3, by: 0.171) {
      let q = testRotation(turn)
      let rest = -Oracle(b, Transform2(p: .zero, q: q)).low(Vector2(0, 1))
      for depth in [0.1, 1, 4] {
        for x in stride(from: 60.0, to: 140, by: 0.7) {
          let found = chain.contacts(b, Vector2(x, depth - rest), q)
          let deepest = found.flatMap { points($0.1) }.map { Double($0.separation) }.min() ?? 1
          #expect(abs(deepest + depth) < 1e-2, "turn \(turn) depth \(depth) x \(x): \(deepest)")
          for (_, m) in found { #expect(m.normal == Vec2f(0, -1), "turn \(turn) depth \(depth) x \(x)") }
        }
      }
    }
  }

  @Test func aBallThatRollsAlongAFlatChainTouchesOneSegmentWithTheFloorNormal() {
    let chain = flatChain(100, 20)
    let ball = TestShape.circle(10)
    for x in stride(from: 30.0, to: 1970, by: 0.25) {
      let found = chain.contacts(ball, Vector2(x, -9.8), testRotation(x))
      #expect(found.count >= 1 && found.count <= 2, "x \(x)")
      for (_, m) in found {
        #expect(m.normal == Vec2f(0, -1), "x \(x)")
        #expect(abs(m.p0.separation + 0.2) < 1e-4, "x \(x)")
      }
    }
  }

  @Test func aCornerOfAClosedPathGivesEachWallItsOwnNormal() {
    let corners = [Vector2(0, 0), Vector2(400, 0), Vector2(400, 300), Vector2(0, 300)]
    for path in [corners, corners.reversed()] {
      let room = Chain(path, isClosed: true)
      for b in [TestShape.box(20, 20), .circle(20), .ellipse(20, 20, 48)] {
        for dx in [-0.5, 0.1, 0.5, 3, 12] {
          for dy in [-0.5, 0.1, 0.5, 3, 12] {
            let found = room.contacts(b, Vector2(380 + dx, 280 + dy), .identity)
            let normals = found.map { $0.1.normal }
            #expect(normals.count == 2, "\(b.name) \(dx) \(dy) \(normals)")
            for n in normals { #expect(n == Vec2f(-1, 0) || n == Vec2f(0, -1), "\(b.name) \(dx) \(dy)") }
          }
        }
      }
    }
  }

  @Test func aBoxOnTopOfAClosedPathIsNotPushedByTheWallBelowItsEdge() {
    let corners = [Vector2(0, 0), Vector2(100, 0), Vector2(100, 100), Vector2(0, 100)]
    for path in [corners, corners.reversed()] {
      let block = Chain(path, isClosed: true)
      for x in stride(from: -14.0, to: 114, by: 0.5) {
        for depth in [0.1, 0.5, 2] {
          let found = block.contacts(.box(15, 15), Vector2(x, depth - 15), .identity, margin: 1)
          #expect(found.count >= 1, "x \(x) depth \(depth)")
          for (i, m) in found {
            let isSideways = abs(m.normal.x) > 0.5 && (x + 15 < 102.1 && x - 15 > 97.9)
            #expect(
              isSideways || m.normal == Vec2f(0, -1) || beside(x, depth), "x \(x) depth \(depth) \(i) \(m)")
          }
        }
      }
    }
  }

  /// Barely over an edge the shorter way out is sideways.
  private func beside(_ x: Double, _ depth: Double) -> Bool {
    x - 15 > 100 - depth - 0.2 || x + 15 < depth + 0.2
  }

  @Test func aBallRoundsAConvexCornerWithASmoothNormalAndOneContact() {
    let corners = [Vector2(0, 0), Vector2(100, 0), Vector2(100, 100), Vector2(0, 100)]
    for path in [corners, corners.reversed()] {
      let block = Chain(path, isClosed: true)
      let ball = TestShape.circle(10)
      var last: Vec2f? = nil
      for i in 0...400 {
        let r = testSinCos(1.5707963267948966 * (Double(i) - 100) / 200)
        let p: Vector2
        if i < 100 {
          p = Vector2(100 - 0.05 * Double(100 - i), -9.9)
        } else if i > 300 {
          p = Vector2(109.9, 0.05 * Double(i - 300))
        } else {
          p = Vector2(100 + 9.9 * r.sin, -9.9 * r.cos)
        }
        let found = block.contacts(ball, p, .identity)
        #expect(found.count >= 1 && found.count <= 2, "at \(i)")
        guard let m = found.first?.1 else { continue }
        #expect(abs(m.p0.separation + 0.1) < 1e-4, "at \(i)")
        if let last { #expect((m.normal - last).length < 0.02, "at \(i)") }
        last = m.normal
      }
    }
  }

  @Test func aBoxThatBalancesOnAConvexCornerIsHeldOnceWithItsFaceNormal() {
    // A ridge of 90 degrees under a flat box.
    let slopes = [Vector2(-100, 100), .zero, Vector2(100, 100)]
    for path in [slopes, slopes.reversed()] {
      let ridge = Chain(path)
      for x in stride(from: -15.0, to: 15, by: 0.5) {
        for depth in [-0.5, 0.2, 1] {
          let found = ridge.contacts(.box(20, 20), Vector2(x, depth - 20), .identity)
          #expect(found.count == 1, "x \(x) depth \(depth) \(found.count)")
          for (_, m) in found {
            #expect(abs(m.normal.x) < 1e-6 && m.normal.y < 0, "x \(x) depth \(depth) \(m)")
            #expect(m.count == 1 && abs(Double(m.p0.separation) + depth) < 1e-4)
          }
        }
      }
    }
  }

  @Test func aBoxOverARoundHillIsAlwaysHeldAtItsTrueDepth() {
    let arc = (0...60).map {
      let r = testSinCos(-3.141592653589793 + 3.141592653589793 * Double($0) / 60)
      return Vector2(200 * r.cos, 200 * r.sin)
    }
    let hill = Chain(arc)
    for turn in stride(from: -1.0, to: 1, by: 0.13) {
      for place in stride(from: -1.0, to: 1, by: 0.011) {
        let r = testSinCos(place)
        let n = Vector2(r.sin, -r.cos)
        for depth in [0.3, 2] {
          let b = TestShape.box(18, 12)
          let q = testRotation(turn)
          let rest = -Oracle(b, Transform2(p: .zero, q: q)).low(n)
          let found = hill.contacts(b, (200 + rest - depth) * n, q)
          let deepest = found.flatMap { points($0.1) }.map { Double($0.separation) }.min()
          #expect(deepest != nil, "turn \(turn) place \(place) depth \(depth)")
          let place64 = Transform2(p: ((200 + rest - depth) * n).narrowed, q: q)
          let truth = Oracle(points: arc, radius: 0).signedDistance(Oracle(b, place64))
          if let deepest {
            #expect(abs(deepest - truth) < 0.05, "turn \(turn) place \(place): \(deepest), \(truth)")
          }
        }
      }
    }
  }
}
