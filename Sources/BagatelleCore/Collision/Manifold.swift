// Contact manifolds: the points at which two convex shapes touch, and the choice of the pair's algorithm.
// SPDX-License-Identifier: MIT

/// One point of contact.
public struct ManifoldPoint: BitwiseCopyable, Sendable {
  /// Midway between the two surfaces, in A's frame, points.
  public var a: Vec2f
  /// Distance of the surfaces along the normal, points; below 0 they overlap.
  public var separation: Float
  /// The pair of features that touch; it stays the same while they slide on each other.
  public var id: UInt32
  @inline(__always)
  public init(a: Vec2f, separation: Float, id: UInt32) {
    self.a = a
    self.separation = separation
    self.id = id
  }
}

/// Up to two points of contact of a pair of shapes, with one normal.
public struct Manifold: BitwiseCopyable, Sendable {
  /// Unit vector in A's frame, from A toward B.
  public var normal: Vec2f
  /// Points in use: 0, 1 or 2.
  public var count: Int32
  /// Whether the normal belongs to a face of B, in place of one of A.
  public var isFaceOfB = false
  /// With no points: the shapes are at least so far apart, if above 0; else nothing is known.
  public var gap: Float = 0
  public var p0: ManifoldPoint
  public var p1: ManifoldPoint
  @inline(__always)
  public init() {
    normal = .zero
    count = 0
    p0 = ManifoldPoint(a: .zero, separation: 0, id: 0)
    p1 = p0
  }

  /// The pair of vertices that names one end of a contact.
  @inline(__always)
  static func pairID(_ vertexA: Int, _ vertexB: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: vertexA &<< 8 | vertexB)
  }

  @inline(__always)
  mutating func append(_ a: Vec2f, _ separation: Float, _ id: UInt32) {
    if count == 0 {
      p0 = ManifoldPoint(a: a, separation: separation, id: id)
    } else {
      p1 = ManifoldPoint(a: a, separation: separation, id: id)
    }
    count &+= 1
  }

  /// From B against A in B's frame to A against B in A's frame; `t` maps B's frame to A's.
  @inline(__always)
  mutating func turnAround(_ t: Transform2) {
    isFaceOfB.toggle()
    normal = -t.q.apply(normal)
    p0.a = t.apply(p0.a)
    p1.a = t.apply(p1.a)
  }

  /// Drops everything when a number overflowed on the way: no contact is better than a broken one.
  @inline(__always)
  mutating func dropUnlessFinite() {
    var sum = normal.x + normal.y + p0.a.x + p0.a.y + p0.separation
    if count > 1 { sum += p1.a.x + p1.a.y + p1.separation }
    if !(sum * 0 == 0) || !(abs(normal.x) + abs(normal.y) > 0.5) { count = 0 }
  }
}

extension Transform2 {
  /// The motion back, exact for exact rotations.
  @inline(__always)
  var inverse: Transform2 {
    Transform2(p: -q.applyInverse(p), q: Rotation(c: q.c, s: -q.s))
  }
}

/// Finds the contact of two shapes; `t` maps B's frame to A's.
///
/// A may be of any kind, B a circle or a polygon. Points whose separation is above `margin` are left out;
/// `count` is 0 when none is left or when the numbers overflow.
@inline(never)
@_optimize(size)
public func collide(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, margin: Float, into m: inout Manifold
) {
  if a.isBox && b.isBox { return collideBoxes(a.halfSize, b.halfSize, t, margin: margin, into: &m) }
  m.count = 0
  switch (a.kind, b.kind) {
  case (.circle, .circle):
    collideCircles(a, b, t, margin, &m)
  case (.polygon, .circle):
    collidePolygonCircle(a, b, t, margin, &m)
  case (.circle, .polygon):
    collidePolygonCircle(b, a, t.inverse, margin, &m)
    m.turnAround(t)
  case (.polygon, .polygon):
    collidePolygons(a, b, t, margin, &m)
  case (.segment, .circle):
    collideSegmentCircle(a, b, t, margin, &m)
  case (.segment, .polygon):
    collideSegmentPolygon(a, b, t, margin, &m)
  case (_, .segment):
    break  // Boundaries are always A and never meet each other.
  }
  if m.count > 0 { m.dropUnlessFinite() }
}
