// Cleaning of polygons, ellipses and normals.
// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import BagatelleCore

func cleaned(_ points: [Vector2], maximum: Int = 64) -> (issue: PolygonIssue, points: [Vector2]) {
  var out = [Vector2](repeating: .zero, count: maximum)
  let made = points.withUnsafeBufferPointer { input in
    out.withUnsafeMutableBufferPointer { makeConvexPolygon(input, into: $0.baseAddress!, maximum: maximum) }
  }
  return (made.issue, Array(out.prefix(made.count)))
}

func polygon(_ coordinates: Double...) -> [Vector2] {
  stride(from: 0, to: coordinates.count, by: 2).map { Vector2(coordinates[$0], coordinates[$0 + 1]) }
}

func shoelace(_ points: [Vector2]) -> Double {
  var sum = 0.0
  for i in points.indices { sum += (points[i] - points[0]).cross(points[(i + 1) % points.count] - points[0]) }
  return sum
}

/// Strictly convex, positive winding, on an ellipse turned and moved.
func randomConvexPolygon(_ random: inout TestRandom, far: Double = 0) -> [Vector2] {
  let count = 3 + random.index(14)
  let angle = random.between(0, 2 * .pi)
  let a = random.between(0.5, 100)
  let b = random.between(0.5, 100)
  let turn = random.between(0, 2 * .pi)
  let center = Vector2(random.between(-far, far), random.between(-far, far))
  return (0..<count).map { i in
    let t = angle + 2 * .pi * (Double(i) + random.between(-0.4, 0.4)) / Double(count)
    let x = a * cos(t)
    let y = b * sin(t)
    return center + Vector2(cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y)
  }
}

private let square = polygon(0, 0, 10, 0, 10, 10, 0, 10)

@Test func `a clean polygon of positive winding is taken as it is`() {
  let made = cleaned(square)
  #expect(made.issue == .none && made.points == square)
  #expect(shoelace(square) == 200)
}

@Test func `a polygon of negative winding is turned round`() {
  let made = cleaned(square.reversed())
  #expect(made.issue == .none && made.points == square)
}

@Test func `random convex polygons are accepted in both windings and from every first vertex`() {
  var random = TestRandom(21)
  for round in 0..<2000 {
    let points = randomConvexPolygon(&random, far: round % 2 == 0 ? 0 : 1e6)
    let first = random.index(points.count)
    let rotated = Array(points[first...] + points[..<first])
    let forward = cleaned(rotated)
    let backward = cleaned(rotated.reversed())
    let closed = cleaned(rotated + [rotated[0]])
    #expect(forward.issue == .none && forward.points == rotated)
    #expect(backward.issue == .none && backward.points == rotated)
    #expect(closed.issue == .none && closed.points == rotated)
  }
}

@Test func `repeated and collinear points are dropped wherever they are inserted`() {
  var random = TestRandom(22)
  for _ in 0..<500 {
    let points = randomConvexPolygon(&random)
    var dirty: [Vector2] = []
    for (i, point) in points.enumerated() {
      dirty.append(point)
      if random.index(3) == 0 { dirty.append(point) }
      let next = points[(i + 1) % points.count]
      for part in [0.25, 0.5, 0.75] where random.index(2) == 0 { dirty.append(point + part * (next - point)) }
    }
    let first = random.index(dirty.count)
    dirty = Array(dirty[first...] + dirty[..<first])
    let made = cleaned(dirty, maximum: 80)
    #expect(made.issue == .none)
    let start = made.points.firstIndex(of: points[0]) ?? 0
    #expect(Array(made.points[start...] + made.points[..<start]) == points)
  }
}

@Test func `what is no convex polygon is refused with its reason`() {
  let star = (0..<5).map { i in Vector2(cos(Double(i) * 0.8 * .pi), sin(Double(i) * 0.8 * .pi)) }
  let twice = square + square
  let table: [(String, [Vector2], PolygonIssue)] = [
    ("nothing", [], .tooFewPoints),
    ("a point", polygon(1, 2), .tooFewPoints),
    ("two points", polygon(1, 2, 3, 4), .tooFewPoints),
    ("one place", polygon(1, 2, 1, 2, 1, 2, 1, 2), .tooFewPoints),
    ("a closed segment", polygon(0, 0, 5, 5, 0, 0), .tooFewPoints),
    ("a horizontal line", polygon(0, 0, 5, 0, 9, 0), .zeroArea),
    ("a vertical line", polygon(3, 0, 3, 5, 3, 9), .zeroArea),
    ("an oblique line", polygon(0, 0, 1, 1, 5, 5, 3, 3), .zeroArea),
    ("a line far away", polygon(1e6, 1e6, 1e6 + 1, 1e6 + 1, 1e6 + 2, 1e6 + 2), .zeroArea),
    ("not a number", polygon(0, 0, .nan, 0, 1, 1), .notFinite),
    ("infinite", polygon(0, 0, 1, 0, 1, .infinity), .notFinite),
    ("an extent too large", polygon(-1.7e308, 0, 1.7e308, 0, 0, 1), .notFinite),
    ("a dent", polygon(0, 0, 10, 0, 10, 10, 5, 4, 0, 10), .notConvex),
    ("a small dent", polygon(0, 0, 10, 0, 10, 10, 5, 9.999, 0, 10), .notConvex),
    ("a bow tie", polygon(0, 0, 10, 10, 10, 0, 0, 10), .notConvex),
    ("a star", star, .notConvex),
    ("a star backwards", star.reversed(), .notConvex),
    ("a square gone round twice", twice, .notConvex),
    ("a spike", polygon(0, 0, 10, 0, 10, 10, 10, 20, 10, 10, 0, 10), .notConvex),
    ("a spike back to the start", polygon(0, 0, -5, -5, 0, 0, 10, 0, 10, 10), .notConvex),
    ("a visit to the start", polygon(0, 0, 10, 0, 0, 0, 10, 10), .notConvex),
  ]
  for row in table {
    let made = cleaned(row.1)
    #expect(made.issue == row.2, "\(row.0)")
    #expect(made.points.isEmpty, "\(row.0)")
  }
}

@Test func `the limit of points counts neither repeats nor the closing point`() {
  let circle = (0..<64).map { i in Vector2(cos(Double(i) * .pi / 32), sin(Double(i) * .pi / 32)) }
  #expect(cleaned(circle).issue == .none)
  #expect(cleaned(circle + [circle[0]]).points.count == 64)
  #expect(cleaned(circle.flatMap { [$0, $0] }).points.count == 64)
  #expect(cleaned(circle, maximum: 63).issue == .tooManyPoints)
  let more = (0..<65).map { i in Vector2(cos(Double(i) * 2 * .pi / 65), sin(Double(i) * 2 * .pi / 65)) }
  #expect(cleaned(more).issue == .tooManyPoints)
  #expect(cleaned(circle + [circle[0], circle[5]]).issue == .tooManyPoints)
}

@Test func `very thin, very small and very large polygons keep their vertices`() {
  for (width, height) in [(1e7, 0.01), (0.01, 1e7), (0.01, 0.01), (1e7, 1e7), (1e-200, 1e-200)] {
    let rectangle = polygon(0, 0, width, 0, width, height, 0, height)
    let made = cleaned(rectangle)
    #expect(made.issue == .none && made.points == rectangle)
  }
}

@Test func `no random points trap and every accepted polygon is convex`() {
  var random = TestRandom(23)
  var accepted = 0
  for _ in 0..<50_000 {
    // A coarse grid makes repeats, lines and crossings likely.
    let count = random.index(7)
    let points = (0..<count).map { _ in Vector2(Double(random.index(4)), Double(random.index(4))) }
    let made = cleaned(points)
    guard made.issue == .none else { continue }
    accepted += 1
    let p = made.points
    var positive = true
    for i in p.indices {
      let a = p[i]
      let b = p[(i + 1) % p.count]
      for j in p.indices where j != i && j != (i + 1) % p.count && (b - a).cross(p[j] - a) <= 0 {
        positive = false
      }
    }
    #expect(positive)
  }
  #expect(accepted > 1000)
}

@Test func `an ellipse polygon stays within a quarter per cent and spreads its error evenly`() {
  var points = [Vector2](repeating: .zero, count: ellipseVertexCount)
  for (width, height) in [(2.0, 2.0), (30, 7), (0.01, 1e7)] {
    #expect(makeEllipsePolygon(width: width, height: height, into: &points) == 48)
    #expect(shoelace(points) > 0)
    #expect(cleaned(points).points == points)
    for i in points.indices {
      let p = points[i]
      let q = points[(i + 1) % 48]
      let vertex = Vector2(p.x / (width / 2), p.y / (height / 2)).length
      let middle = Vector2((p.x + q.x) / width, (p.y + q.y) / height).length
      #expect(vertex - 1 < 0.0025 && (vertex - 1 - (1 - middle)).magnitude < 1e-12)
    }
  }
}

@Test func `an ellipse polygon is its own mirror image to the bit`() {
  var points = [Vector2](repeating: .zero, count: ellipseVertexCount)
  _ = makeEllipsePolygon(width: 12.3, height: 4.56, into: &points)
  for p in points {
    #expect(points.contains(Vector2(-p.x, p.y)) && points.contains(Vector2(p.x, -p.y)))
    #expect(p.x != 0 && p.y != 0)
  }
  _ = makeEllipsePolygon(width: 12.3, height: 12.3, into: &points)
  for p in points { #expect(points.contains(Vector2(p.y, p.x))) }
}

@Test func `normals have unit length, are upright on their edges and point outward`() {
  var random = TestRandom(24)
  for _ in 0..<500 {
    let points = randomConvexPolygon(&random)
    let narrow = points.map(\.narrowed)
    var normals = [Vec2f](repeating: .zero, count: narrow.count)
    makeNormals(vertices: narrow, count: narrow.count, into: &normals)
    for i in narrow.indices {
      let n = normals[i].widened
      let edge = narrow[(i + 1) % narrow.count].widened - narrow[i].widened
      #expect((n.length - 1).magnitude < 1e-7)
      #expect(n.dot(edge).magnitude < 1e-7 * edge.length)
      for p in narrow { #expect(n.dot(p.widened - narrow[i].widened) < 1e-5) }
    }
  }
  let corners = square.map(\.narrowed)
  var normals = [Vec2f](repeating: .zero, count: 4)
  makeNormals(vertices: corners, count: 4, into: &normals)
  #expect(normals == [Vec2f(0, -1), Vec2f(1, 0), Vec2f(0, 1), Vec2f(-1, 0)])
  makeNormals(vertices: [corners[0], corners[0], corners[1]], count: 3, into: &normals)
  #expect(normals[0] == .zero)
}
