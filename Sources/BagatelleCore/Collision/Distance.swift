// Distance and closest points of two convex shapes.
// SPDX-License-Identifier: MIT
//
// Sources: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex
// objects in three-dimensional space", 1988; E. Catto, GDC 2010 "Computing Distance" (simplex by Voronoi
// regions, closest points from barycentric coordinates). Computed in 64 bit, so that near touching the
// relative stopping test, and not rounding, decides. Boxes need no search: where two are apart, a corner of one is
// nearest to the other, and what is nearest to a point is the point cut off at the box's sides.

/// Position and rotation of a shape in a common frame.
struct Placement: BitwiseCopyable {
  var p: Vector2
  var c: Double
  var s: Double

  @inline(__always)
  func rotate(_ v: Vec2f) -> Vector2 {
    let x = Double(v.x)
    let y = Double(v.y)
    return Vector2(c * x - s * y, s * x + c * y)
  }

  /// Index of the vertex farthest along a direction of the common frame.
  @inline(__always)
  func support(_ shape: ShapeView, _ n: Vector2) -> Int {
    let dx = c * n.x + s * n.y
    let dy = c * n.y - s * n.x
    if shape.isBox { return dy > 0 ? (dx > 0 ? 2 : 3) : (dx > 0 ? 1 : 0) }
    var best = -Double.infinity
    var index = 0
    var i = 0
    while i < Int(shape.count) {
      let v = shape.vertices[i]
      let reach = dx * Double(v.x) + dy * Double(v.y)
      if reach > best {
        best = reach
        index = i
      }
      i &+= 1
    }
    return index
  }
}

/// Closest points of two shapes without their radii, in the common frame.
struct CoreDistance {
  var distance: Double
  var a: Vector2
  var b: Vector2
}

/// A point of the difference A - B and where it comes from.
private struct SimplexPoint: BitwiseCopyable {
  var w: Vector2
  var a: Vector2
  var b: Vector2
  var indexA: Int
  var indexB: Int
}

/// Part of `q` in the point of the segment from `p` to `q` closest to the origin, from 0 to 1.
@inline(__always)
private func closestPart(_ p: Vector2, _ q: Vector2) -> Double {
  let e = q - p
  let square = e.lengthSquared
  if !(square > 0) { return 0 }
  return max(0, min(1, -p.dot(e) / square))
}

/// How far coordinates in a box's frame lie beyond its half size; 0 within it.
@inline(__always)
private func beyond(_ x: Pair64, _ half: Double) -> Pair64 {
  let over = x.magnitude - Pair64(half)
  return over.replacingNegatives
}

/// Of a point and a box.
@inline(__always)
private func pointDistance(_ point: Vector2, box half: Vec2f, _ place: Placement) -> CoreDistance {
  let d = point - place.p
  let x = place.c * d.x + place.s * d.y
  let y = place.c * d.y - place.s * d.x
  let overX = max(abs(x) - Double(half.x), 0)
  let overY = max(abs(y) - Double(half.y), 0)
  let square = overX * overX + overY * overY
  let wayX = x < 0 ? overX : -overX
  let wayY = y < 0 ? overY : -overY
  let way = Vector2(place.c * wayX - place.s * wayY, place.s * wayX + place.c * wayY)
  return CoreDistance(distance: squareRoot(square), a: point, b: point + way)
}

/// The corners of one box in the frame of another: squares of their distances to it. Opposite corners lie side by side.
private struct BoxCorners {
  let first: Pair64
  let second: Pair64
  /// Whether a side of the other box has all of them in front of it.
  let areBeyond: Bool

  /// Corners at `m` plus or minus `u` plus or minus `v`.
  @inline(__always)
  init(_ m: Vector2, _ u: Vector2, _ v: Vector2, _ half: Vec2f) {
    let hx = Double(half.x)
    let hy = Double(half.y)
    let e = u + v
    let f = u - v
    let x0 = beyond(Pair64(m.x + e.x, m.x - e.x), hx)
    let y0 = beyond(Pair64(m.y + e.y, m.y - e.y), hy)
    let x1 = beyond(Pair64(m.x + f.x, m.x - f.x), hx)
    let y1 = beyond(Pair64(m.y + f.y, m.y - f.y), hy)
    first = x0 * x0 + y0 * y0
    second = x1 * x1 + y1 * y1
    areBeyond = abs(m.x) > hx + (abs(u.x) + abs(v.x)) || abs(m.y) > hy + (abs(u.y) + abs(v.y))
  }

  /// The least square, and the signs of `u` and `v` at its corner.
  @inline(__always)
  var nearest: (square: Double, u: Double, v: Double) {
    var best = (square: first.first, u: 1.0, v: 1.0)
    if first.second < best.square { best = (first.second, -1, -1) }
    if second.first < best.square { best = (second.first, 1, -1) }
    if second.second < best.square { best = (second.second, -1, 1) }
    return best
  }
}

/// Of two boxes; nil where they share a point, or a number is none.
@_optimize(size)
private func boxDistance(_ a: Vec2f, _ pa: Placement, _ b: Vec2f, _ pb: Placement) -> CoreDistance? {
  let d = pb.p - pa.p
  let c = pa.c * pb.c + pa.s * pb.s
  let s = pa.c * pb.s - pa.s * pb.c
  let ax = Double(a.x)
  let ay = Double(a.y)
  let bx = Double(b.x)
  let by = Double(b.y)
  // B's corners in A's frame, and A's in B's.
  let m = Vector2(pa.c * d.x + pa.s * d.y, pa.c * d.y - pa.s * d.x)
  let n = Vector2(-(pb.c * d.x + pb.s * d.y), pb.s * d.x - pb.c * d.y)
  let ofB = BoxCorners(m, Vector2(bx * c, bx * s), Vector2(-by * s, by * c), a)
  let ofA = BoxCorners(n, Vector2(ax * c, -ax * s), Vector2(ay * s, ay * c), b)
  if !(ofA.areBeyond || ofB.areBeyond) { return nil }
  let nearB = ofB.nearest
  let nearA = ofA.nearest
  if nearB.square <= nearA.square {
    let corner = pb.p + pb.rotate(Vec2f(Float(nearB.u) * b.x, Float(nearB.v) * b.y))
    let core = pointDistance(corner, box: a, pa)
    return CoreDistance(distance: core.distance, a: core.b, b: core.a)
  }
  return pointDistance(pa.p + pa.rotate(Vec2f(Float(nearA.u) * a.x, Float(nearA.v) * a.y)), box: b, pb)
}

/// Of a point, and a polygon or a segment: every edge is looked at.
private func pointDistance(_ point: Vector2, _ shape: ShapeView, _ place: Placement) -> CoreDistance {
  // In the shape's own frame.
  let d = point - place.p
  let p = Vector2(place.c * d.x + place.s * d.y, place.c * d.y - place.s * d.x)
  var best = Double.infinity
  var nearest = Vector2.zero
  var left = 0
  var from = shape.vertices[Int(shape.count) - 1].widened - p
  var i = 0
  while i < Int(shape.count) {
    let to = shape.vertices[i].widened - p
    // The same from either end, so that mirrored shapes give mirrored bits.
    let e = to - from
    let u = to.dot(e)
    let v = -from.dot(e)
    let on = v <= 0 ? from : u <= 0 ? to : (1 / (u + v)) * (u * from + v * to)
    let square = on.lengthSquared
    if square < best {
      best = square
      nearest = on
    }
    left &+= from.cross(to) > 0 ? 1 : 0
    from = to
    i &+= 1
  }
  if shape.count > 2 && (left == 0 || left == Int(shape.count)) { return CoreDistance(distance: 0, a: point, b: point) }
  let way = Vector2(place.c * nearest.x - place.s * nearest.y, place.s * nearest.x + place.c * nearest.y)
  return CoreDistance(distance: squareRoot(best), a: point, b: point + way)
}

@_optimize(size)
func coreDistance(_ a: ShapeView, _ pa: Placement, _ b: ShapeView, _ pb: Placement) -> CoreDistance {
  if a.count == 1 {
    let p = pa.p + pa.rotate(a.vertices[0])
    if b.isBox { return pointDistance(p, box: b.halfSize, pb) }
    if b.count > 1 { return pointDistance(p, b, pb) }
    let q = pb.p + pb.rotate(b.vertices[0])
    return CoreDistance(distance: (q - p).length, a: p, b: q)
  }
  if b.count == 1 {
    let q = pb.p + pb.rotate(b.vertices[0])
    let core = a.isBox ? pointDistance(q, box: a.halfSize, pa) : pointDistance(q, a, pa)
    return CoreDistance(distance: core.distance, a: core.b, b: core.a)
  }
  if a.isBox && b.isBox, let core = boxDistance(a.halfSize, pa, b.halfSize, pb) { return core }
  @inline(__always)
  func point(_ n: Vector2) -> SimplexPoint {
    // The point of the difference farthest along n.
    let i = pa.support(a, n)
    let j = pb.support(b, -n)
    let x = pa.rotate(a.vertices[i])
    let y = pb.rotate(b.vertices[j])
    // Differences of positions first: far from the origin of the frame this keeps the digits.
    return SimplexPoint(w: x - y + (pa.p - pb.p), a: x + pa.p, b: y + pb.p, indexA: i, indexB: j)
  }

  var s0 = point(pb.p - pa.p)
  var s1 = s0
  var count = 1
  var part = 0.0  // Of s1, when there are two.
  var closest = s0.w
  var rounds = 0
  while rounds < 64 {
    rounds &+= 1
    let square = closest.lengthSquared
    if !(square > 0) { break }  // In touch, or not a number.
    let next = point(-closest)
    // No point of the difference is nearer than this one's projection.
    if square - closest.dot(next.w) <= 1e-14 * square { break }
    if next.indexA == s0.indexA && next.indexB == s0.indexB { break }
    if count == 1 {
      s1 = next
      count = 2
      part = closestPart(s0.w, s1.w)
    } else {
      if next.indexA == s1.indexA && next.indexB == s1.indexB { break }
      // Inside the triangle?
      let area = (s1.w - s0.w).cross(next.w - s0.w)
      let u = s1.w.cross(next.w)
      let v = next.w.cross(s0.w)
      let w = s0.w.cross(s1.w)
      if (area > 0 && u >= 0 && v >= 0 && w >= 0) || (area < 0 && u <= 0 && v <= 0 && w <= 0) {
        let p = (u / area) * s0.a + (v / area) * s1.a + (w / area) * next.a
        return CoreDistance(distance: 0, a: p, b: p)
      }
      // The nearest of the two edges at the new point.
      let part0 = closestPart(s0.w, next.w)
      let part1 = closestPart(s1.w, next.w)
      let on0 = s0.w + part0 * (next.w - s0.w)
      let on1 = s1.w + part1 * (next.w - s1.w)
      if on1.lengthSquared < on0.lengthSquared {
        s0 = s1
        part = part1
      } else {
        part = part0
      }
      s1 = next
    }
    let before = square
    closest = s0.w + part * (s1.w - s0.w)
    if part >= 1 {
      s0 = s1
      count = 1
      part = 0
    } else if part <= 0 {
      count = 1
    }
    if closest.lengthSquared >= before { break }  // Rounding: no nearer any more.
  }
  if count == 1 { return CoreDistance(distance: closest.length, a: s0.a, b: s0.b) }
  return CoreDistance(
    distance: closest.length, a: s0.a + part * (s1.a - s0.a), b: s0.b + part * (s1.b - s0.b))
}

/// Distance of two shapes, 0 when they overlap, and the closest points of their surfaces.
///
/// All in points, in A's frame; `t` maps B's frame to A's. Where they overlap both points are the same one
/// inside both.
public func distance(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2
) -> (distance: Float, pointA: Vec2f, pointB: Vec2f) {
  let core = coreDistance(
    a, Placement(p: .zero, c: 1, s: 0), b,
    Placement(p: t.p.widened, c: Double(t.q.c), s: Double(t.q.s)))
  let radiusA = Double(a.radius)
  let radiusB = Double(b.radius)
  let gap = core.distance - radiusA - radiusB
  let n = core.distance > 0 ? (1 / core.distance) * (core.b - core.a) : .zero
  if gap > 0 {
    return (Float(gap), (core.a + radiusA * n).narrowed, (core.b - radiusB * n).narrowed)
  }
  let sum = radiusA + radiusB
  let common = (sum > 0 ? core.a + (core.distance * (radiusA / sum)) * n : core.a).narrowed
  return (0, common, common)
}
