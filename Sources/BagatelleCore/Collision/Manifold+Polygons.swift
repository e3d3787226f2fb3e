// Contact of two convex polygons: separating axes, then clipping of the incident edge by the reference face.
// SPDX-License-Identifier: MIT
//
// Sources: S. Gottschalk, Separating axis theorem, 1996; E. Catto, GDC 2007 "Contact Manifolds" (reference
// face, incident edge, clipping, preference for one face). Separated pairs follow from the Minkowski
// difference: the face of greatest separation is next to the closest feature, so either the deepest vertex
// lies in front of that face, or the distance is that of the vertex and an end of the face. Supports are
// found by walking on while the face normals turn (rotating calipers, M. Shamos 1978): O(n + m) for a pair.

/// How much better a face of B has to be before it is taken instead of one of A, points, so that resting
/// pairs do not change between two equal faces; `face` is the length of the shorter one, `size` of all.
@inline(__always)
func faceTolerance(_ face: Float, _ size: Float) -> Float {
  max(min(0.05, 5e-4 * face), 1e-6 * size)
}

/// Length of edge `i` as the sum of its parts along x and y.
@inline(__always)
func edgeSpan(_ a: ShapeView, _ i: Int) -> Float {
  let e = a.vertices[i &+ 1 == Int(a.count) ? 0 : i &+ 1] - a.vertices[i]
  return abs(e.x) + abs(e.y)
}

/// A reference face in its own shape's frame.
struct ReferenceFace: BitwiseCopyable {
  var v1: Vec2f
  var v2: Vec2f
  var normal: Vec2f
}

/// The vertices at both ends of the reference face and of the incident edge, for the ids of contacts.
struct EdgePair: BitwiseCopyable {
  var faceLo: Int
  var faceHi: Int
  var lo: Int
  var hi: Int
  /// The face is B's.
  var isTurned: Bool

  @inline(__always)
  func id(_ face: Int, _ other: Int) -> UInt32 {
    isTurned ? Manifold.pairID(other, face) : Manifold.pairID(face, other)
  }
  @inline(__always)
  var idLo: UInt32 { id(faceLo, lo) }
  @inline(__always)
  var idHi: UInt32 { id(faceHi, hi) }
}

/// What to do where the closest points are an end of the reference face and a vertex beside it.
enum CornerRule {
  case contact, flat, none
}

/// Clips the edge from `lo` to `hi` (along the face) to the face and appends what is within the margin.
///
/// Everything is in the reference frame; the normal is set too.
@inline(never)
func clipEdge(
  _ face: ReferenceFace, _ lo: Vec2f, _ hi: Vec2f, _ pair: EdgePair, _ margin: Float,
  _ atStart: CornerRule = .contact, _ atEnd: CornerRule = .contact, _ m: inout Manifold
) {
  let n = face.normal
  let along = n.turned
  let middle = 0.5 * (face.v1 + face.v2)
  let half = 0.5 * along.dot(face.v2 - face.v1)
  let dLo = lo - middle
  let dHi = hi - middle
  let uLo = along.dot(dLo)
  let uHi = along.dot(dHi)
  let wLo = n.dot(dLo)
  let wHi = n.dot(dHi)
  let deepest = min(wLo, wHi)
  if !(deepest <= margin) { return }
  m.normal = n

  let isOutside = uLo > half || uHi < -half
  let noise = 1e-6 * (half + abs(dLo.x) + abs(dLo.y))
  if deepest > noise {
    let u = wLo <= wHi ? uLo : uHi
    let isStart = u < -half
    if isStart || u > half {
      let end = isStart ? face.v1 : face.v2
      let edge = hi - lo
      let square = edge.lengthSquared
      let f = square > 0 ? edge.dot(end - lo) / square : 0
      let isLo = f <= 0
      let isHi = f >= 1
      let uNear = isLo ? uLo : uHi
      if isOutside || ((isLo || isHi) && (isStart ? uNear < -half : uNear > half)) {
        let rule = isStart ? atStart : atEnd
        if rule == .none || (rule == .flat && isOutside) { return }
        if rule == .contact {
          let near = isLo ? lo : isHi ? hi : lo + f * edge
          let d = near - end
          let distance = d.length
          if !(distance <= margin) { return }
          if distance > 0 { m.normal = unit(d, distance) }
          m.append(
            0.5 * (near + end), distance,
            pair.id(isStart ? pair.faceLo : pair.faceHi, f < 0.5 ? pair.lo : pair.hi))
          return
        }
      }
    }
  }
  if isOutside {
    // Overlap found by an axis of the other shape within the tolerance: the deepest vertex stands for it.
    if (uHi < -half ? atStart : atEnd) == .contact {
      let v = wLo <= wHi ? lo : hi
      m.append(v - (0.5 * deepest) * n, deepest, wLo <= wHi ? pair.idLo : pair.idHi)
    }
    return
  }

  var lo = lo
  var hi = hi
  var wl = wLo
  var wh = wHi
  let span = uHi - uLo
  if uLo < -half && span > 0 {
    let f = (-half - uLo) / span
    lo = lo + f * (hi - lo)
    wl = wLo + f * (wHi - wLo)
  }
  if uHi > half && span > 0 {
    let f = (uHi - half) / span
    hi = hi + f * (dLo - dHi)
    wh = wHi + f * (wLo - wHi)
  }
  let left = min(uHi, half) - max(uLo, -half)
  if left < 1e-5 * half && abs(wl - wh) < 1e-5 * half {
    // The edge only just reaches the face: one point, not two in one place.
    let useLo = wl <= wh
    let w = useLo ? wl : wh
    if w <= margin { m.append((useLo ? lo : hi) - (0.5 * w) * n, w, useLo ? pair.idLo : pair.idHi) }
    return
  }
  if wl <= margin { m.append(lo - (0.5 * wl) * n, wl, pair.idLo) }
  if wh <= margin { m.append(hi - (0.5 * wh) * n, wh, pair.idHi) }
  if m.count == 0 && deepest < 0 && (wLo <= wHi ? atStart : atEnd) == .contact {
    // The overlap is beside the face, as above.
    m.append(
      middle + (wLo <= wHi ? dLo : dHi) - (0.5 * deepest) * n, deepest, wLo <= wHi ? pair.idLo : pair.idHi)
  }
}

struct FaceQuery {
  var separation: Float
  var edge: Int
  /// Vertex of the other shape that is deepest below the face, -1 where it was not found yet.
  var support: Int
}

/// The face of A from which B is farthest; ends early when that is beyond `margin`.
@_optimize(size)
func farthestFace(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ margin: Float
) -> FaceQuery {
  if max(a.count, b.count) <= 8 { return farthestOfFewFaces(a, b, t) }
  let va = a.vertices
  let na = a.normals
  let vb = b.vertices
  let countA = Int(a.count)
  let countB = Int(b.count)
  // No face is farther from B than from any one point of B: this bound spares most supports.
  let inner = t.apply(0.5 * (vb[0] + vb[countB / 2]))
  var start = 0
  var bound = -Float.infinity
  var i = 0
  while i < countA {
    let s = na[i].dot(inner - va[i])
    if s > bound {
      bound = s
      start = i
    }
    i &+= 1
  }

  var direction = -t.q.applyInverse(na[start])
  var support = 0
  var reach = direction.dot(vb[0])
  var j = 1
  while j < countB {
    let r = direction.dot(vb[j])
    if r > reach {
      reach = r
      support = j
    }
    j &+= 1
  }
  var best = FaceQuery(
    separation: na[start].dot(t.p - va[start]) - reach, edge: start, support: support)
  if !(best.separation <= margin) { return best }

  // Both ways around A from there; B's support moves the same way as the normal turns.
  let forward = countA / 2
  var step = 1
  j = support
  i = start
  while step <= forward {
    i = i &+ 1 == countA ? 0 : i &+ 1
    step &+= 1
    if na[i].dot(inner - va[i]) <= best.separation { continue }
    direction = -t.q.applyInverse(na[i])
    reach = climb(vb, countB, direction, &j)
    let s = na[i].dot(t.p - va[i]) - reach
    if s > best.separation { best = FaceQuery(separation: s, edge: i, support: j) }
  }
  j = support
  i = start
  step = 1
  while step < countA - forward {
    i = i == 0 ? countA &- 1 : i &- 1
    step &+= 1
    if na[i].dot(inner - va[i]) <= best.separation { continue }
    direction = -t.q.applyInverse(na[i])
    reach = climb(vb, countB, direction, &j)
    let s = na[i].dot(t.p - va[i]) - reach
    if s > best.separation { best = FaceQuery(separation: s, edge: i, support: j) }
  }
  return best
}

/// Walks from vertex `j` uphill to the vertex farthest along `direction`; ends after one round.
@inline(__always)
private func climb(
  _ v: UnsafePointer<Vec2f>, _ count: Int, _ direction: Vec2f, _ j: inout Int
) -> Float {
  var reach = direction.dot(v[j])
  var left = count
  while left > 0 {
    let k = j &+ 1 == count ? 0 : j &+ 1
    let r = direction.dot(v[k])
    if !(r >= reach) { break }
    reach = r
    j = k
    left &-= 1
  }
  while left > 0 {
    let k = j == 0 ? count &- 1 : j &- 1
    let r = direction.dot(v[k])
    if !(r > reach) { break }
    reach = r
    j = k
    left &-= 1
  }
  return reach
}

/// Of the two edges at vertex `j`, the one that faces `normal` (in the shape's frame) more squarely.
@inline(__always)
func incidentEdge(_ b: ShapeView, _ j: Int, _ normal: Vec2f) -> Int {
  let before = j == 0 ? Int(b.count) &- 1 : j &- 1
  return normal.dot(b.normals[j]) <= normal.dot(b.normals[before]) ? j : before
}

func collidePolygons(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ margin: Float, _ m: inout Manifold
) {
  if a.count < 3 || b.count < 3 { return }
  let faceA = farthestFace(a, b, t, margin)
  if !(faceA.separation <= margin) {
    m.gap = faceA.separation
    return
  }
  let inverse = t.inverse
  let faceB = farthestFace(b, a, inverse, margin)
  if !(faceB.separation <= margin) {
    m.gap = faceB.separation
    return
  }
  let meeting = PolygonMeeting(a, b, t, inverse, faceA, faceB)
  clipEdge(meeting.face, meeting.lo, meeting.hi, meeting.pair, margin, .contact, .contact, &m)
  if meeting.pair.isTurned { m.turnAround(t) }
}

/// The face of one polygon and the edge of the other that meet, in the frame of the one that has the face.
struct PolygonMeeting {
  let face: ReferenceFace
  let lo: Vec2f
  let hi: Vec2f
  let pair: EdgePair
  /// How far B is beyond the farthest face of A, and A beyond that of B.
  let apartA: Float
  let apartB: Float

  /// Of polygons of up to eight corners.
  @inline(__always)
  init(_ a: ShapeView, _ b: ShapeView, _ t: Transform2) {
    let inverse = t.inverse
    self.init(a, b, t, inverse, farthestOfFewFaces(a, b, t), farthestOfFewFaces(b, a, inverse))
  }

  @inline(__always)
  init(_ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ inverse: Transform2, _ faceA: FaceQuery, _ faceB: FaceQuery) {
    apartA = faceA.separation
    apartB = faceB.separation
    let spanA = edgeSpan(a, faceA.edge)
    let spanB = edgeSpan(b, faceB.edge)
    let size = spanA + spanB + abs(t.p.x) + abs(t.p.y)
    let isTurned = faceB.separation > faceA.separation + faceTolerance(min(spanA, spanB), size)
    (face, lo, hi, pair) =
      isTurned ? PolygonMeeting.meet(b, faceB, a, inverse, isTurned: true) : PolygonMeeting.meet(a, faceA, b, t, isTurned: false)
  }

  @inline(never)
  private static func meet(
    _ a: ShapeView, _ query: FaceQuery, _ b: ShapeView, _ t: Transform2, isTurned: Bool
  ) -> (ReferenceFace, Vec2f, Vec2f, EdgePair) {
    let i1 = query.edge
    let i2 = i1 &+ 1 == Int(a.count) ? 0 : i1 &+ 1
    let face = ReferenceFace(v1: a.vertices[i1], v2: a.vertices[i2], normal: a.normals[i1])
    // The incident edge runs against the face, so its first vertex is at the face's end.
    let normal = t.q.applyInverse(face.normal)
    let j2 = incidentEdge(b, query.support < 0 ? deepestVertex(b, normal) : query.support, normal)
    let j1 = j2 &+ 1 == Int(b.count) ? 0 : j2 &+ 1
    return (
      face, t.apply(b.vertices[j1]), t.apply(b.vertices[j2]),
      EdgePair(faceLo: i1, faceHi: i2, lo: j1, hi: j2, isTurned: isTurned)
    )
  }
}
