// Random shapes and a slow 64-bit reference for the collision tests, with tests of the reference itself.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// A repeatable source of numbers (SplitMix64, Steele et al. 2014).
struct CollisionRandom {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
  /// In [0, 1).
  mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
  mutating func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * unit() }
  mutating func below(_ n: Int) -> Int { Int(bits() % UInt64(n)) }
  mutating func angle() -> Double { between(-3.141592653589793, 3.141592653589793) }
}

/// sin and cos good to 1e-15 for the tests.
func testSinCos(_ x: Double) -> (sin: Double, cos: Double) {
  // Halve until small, then double back.
  var n = 0
  var a = x
  while abs(a) > 0.01 && n < 60 {
    a /= 2
    n += 1
  }
  let q = a * a
  var s = a * (1 - q / 6 * (1 - q / 20 * (1 - q / 42)))
  // Versine form keeps the doubling accurate.
  var v = q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56)))  // 1 - cos
  for _ in 0..<n {
    let c = 1 - v
    let s2 = 2 * s * c
    v = 2 * s * s
    s = s2
  }
  return (s, 1 - v)
}

func testRotation(_ angle: Double) -> Rotation {
  let r = testSinCos(angle)
  return Rotation(c: Float(r.cos), s: Float(r.sin))
}

/// A shape that owns its outline.
final class TestShape {
  var view: ShapeView
  private let storage: UnsafeMutablePointer<Vec2f>
  let name: String

  init(kind: ShapeKind, _ points: [Vec2f], radius: Float = 0, name: String) {
    let n = points.count
    storage = .allocate(capacity: 2 * n)
    for i in 0..<n {
      storage[i] = points[i]
      let e = points[(i + 1) % n].widened - points[i].widened
      let l = e.length
      (storage + n + i).initialize(to: l > 0 ? Vec2f(Float(e.y / l), Float(-e.x / l)) : .zero)
    }
    view = ShapeView(
      kind: kind, vertices: UnsafePointer(storage), normals: UnsafePointer(storage + n), count: Int32(n))
    view.radius = radius
    self.name = name
  }
  deinit { storage.deallocate() }

  static func circle(_ radius: Float) -> TestShape {
    TestShape(kind: .circle, [.zero], radius: radius, name: "circle \(radius)")
  }
  static func box(_ x: Float, _ y: Float) -> TestShape {
    let s = TestShape(
      kind: .polygon, [Vec2f(-x, -y), Vec2f(x, -y), Vec2f(x, y), Vec2f(-x, y)], name: "box \(x) \(y)")
    s.view.isBox = true
    s.view.halfSize = Vec2f(x, y)
    return s
  }
  static func polygon(_ points: [Vec2f]) -> TestShape {
    TestShape(kind: .polygon, points, name: "polygon \(points.map { [$0.x, $0.y] })")
  }
  static func segment(_ a: Vec2f, _ b: Vec2f, previous: Vec2f? = nil, next: Vec2f? = nil) -> TestShape {
    let s = TestShape(kind: .segment, [a, b], name: "segment \(a) \(b)")
    s.view.hasPrevious = previous != nil
    s.view.hasNext = next != nil
    s.view.previous = previous ?? .zero
    s.view.next = next ?? .zero
    return s
  }
  static func ellipse(_ x: Double, _ y: Double, _ n: Int) -> TestShape {
    polygon(
      (0..<n).map {
        let r = testSinCos(6.283185307179586 * (Double($0) + 0.5) / Double(n))
        return Vec2f(Float(x * r.cos), Float(y * r.sin))
      })
  }

  /// Corners on an ellipse, about the mean of the corners.
  static func randomPolygon(_ random: inout CollisionRandom, size: Double) -> TestShape {
    let n = 3 + random.below(random.below(4) == 0 ? 62 : 6)
    let flat = random.between(0.2, 1)
    let start = random.angle()
    var steps: [Double] = []
    for _ in 0..<n { steps.append(random.between(0.7, 1.3)) }
    let whole = steps.reduce(0, +)
    var sum = 0.0
    var points: [Vector2] = []
    for step in steps {
      sum += step
      let r = testSinCos(start + 6.283185307179586 * sum / whole)
      points.append(Vector2(size * r.cos, size * flat * r.sin))
    }
    var mean = Vector2.zero
    for p in points { mean = mean + (1 / Double(n)) * p }
    return polygon(points.map { ($0 - mean).narrowed })
  }

  static func random(_ random: inout CollisionRandom, size: Double, segments: Bool) -> TestShape {
    switch random.below(segments ? 5 : 4) {
    case 0: return circle(Float(size))
    case 1, 2:
      return box(Float(size * random.between(0.1, 1)), Float(size * random.between(0.1, 1)))
    case 3: return randomPolygon(&random, size: size)
    default:
      let r = testSinCos(random.angle())
      let e = Vector2(size * r.cos, size * r.sin).narrowed
      return segment(-e, e)
    }
  }
}

/// Convex outlines in 64 bit: vertices in one frame and a radius.
struct Oracle {
  var points: [Vector2]
  var radius: Double

  init(_ shape: TestShape, _ t: Transform2 = Transform2(p: .zero, q: .identity)) {
    let c = Double(t.q.c)
    let k = Double(t.q.s)
    let s = shape.view
    points = (0..<Int(s.count)).map {
      let v = shape.view.vertices[$0].widened
      return Vector2(c * v.x - k * v.y, k * v.x + c * v.y) + t.p.widened
    }
    radius = Double(s.radius)
  }

  init(points: [Vector2], radius: Double) {
    self.points = points
    self.radius = radius
  }

  var reach: Double { (points.map { $0.length }.max() ?? 0) + radius }

  func high(_ n: Vector2) -> Double { (points.map { n.dot($0) }.max() ?? 0) + radius }
  func low(_ n: Vector2) -> Double { (points.map { n.dot($0) }.min() ?? 0) - radius }

  /// Unit normals of all edges; for a segment both sides, for a point none.
  var axes: [Vector2] {
    if points.count < 2 { return [] }
    return points.indices.map {
      let e = points[($0 + 1) % points.count] - points[$0]
      return (1 / e.length) * Vector2(e.y, -e.x)
    }
  }

  static func distance(_ p: Vector2, _ a: Vector2, _ b: Vector2) -> Double {
    let e = b - a
    let q = e.lengthSquared
    let f = q > 0 ? max(0, min(1, (p - a).dot(e) / q)) : 0
    return (p - a - f * e).length
  }

  /// Distance of two convex sets, below 0 the least overlap of the cores' normals.
  func signedDistance(_ b: Oracle) -> Double {
    var separation = -Double.infinity
    for n in axes {
      let s = (b.low(n) + b.radius) - (high(n) - radius)
      separation = max(separation, s)
    }
    for n in b.axes {
      let s = (low(n) + radius) - (b.high(n) - b.radius)
      separation = max(separation, s)
    }
    if separation <= 0 && separation > -.infinity { return separation - radius - b.radius }
    var best = Double.infinity
    for (i, p) in points.enumerated() {
      for (j, q) in b.points.enumerated() {
        let p2 = points[(i + 1) % points.count]
        let q2 = b.points[(j + 1) % b.points.count]
        best = min(best, Oracle.distance(p, q, q2), Oracle.distance(q, p, p2))
      }
    }
    return best - radius - b.radius
  }

  /// Distance from a point, below 0 inside.
  func distance(to p: Vector2) -> Double { signedDistance(Oracle(points: [p], radius: 0)) }
}

@Suite struct OracleTests {
  @Test func knowsTheDistanceOfTwoBoxesAndTheirOverlap() {
    let a = TestShape.box(10, 10)
    let b = TestShape.box(5, 5)
    let quarter = Transform2(p: Vec2f(18, 19), q: .identity)
    #expect(Oracle(a).signedDistance(Oracle(b, quarter)) == 5)
    let overlap = Transform2(p: Vec2f(12, 3), q: .identity)
    #expect(Oracle(a).signedDistance(Oracle(b, overlap)) == -3)
  }

  @Test func knowsSineAndCosine() {
    let r = testSinCos(0.5235987755982988)
    #expect(abs(r.sin - 0.5) < 1e-15 && abs(r.cos - 0.8660254037844386) < 1e-15)
    let q = testSinCos(-3)
    #expect(abs(q.sin + 0.1411200080598672) < 1e-13 && abs(q.cos + 0.9899924966004454) < 1e-13)
  }
}
