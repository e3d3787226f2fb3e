// Contact of a two-sided boundary segment with a circle or a polygon; smooth along chains.
// SPDX-License-Identifier: MIT
//
// The face normal points to the side of B's origin, so a body that overlaps a boundary is pushed back to
// the side of its centre; if that lies on the line, to the inside of a closed boundary, or else along the left
// normal. Where segments of a chain meet, a contact is valid for this segment if its normal lies in the Gauss
// region of the face or of a convex vertex; otherwise it becomes a face contact or is left to the neighbour. Sources: E. Catto, "Smooth Sliding" (box2d.org, 2020) and GDC 2013; C. Ericson, Real-Time
// Collision Detection, 2005 (Voronoi regions). Convex and concave are told from the side on which B is.

/// Sine of the turn below which neighbours count as one straight line.
private let flatSine: Float = 0.05

@inline(__always)
func collideSegmentCircle(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ margin: Float, _ m: inout Manifold
) {
  let p0 = a.vertices[0]
  let p1 = a.vertices[1]
  let center = t.apply(b.vertices[0])
  let edge = p1 - p0
  let length = edge.length
  if !(length < .infinity) { return }
  let left = length > 0 ? unit(Vec2f(edge.y, -edge.x), length) : Vec2f(0, -1)
  let d0 = center - p0
  let d1 = center - p1
  let side = left.dot(d0)
  var normal = side > 0 || side == 0 && !a.enclosesRight ? left : -left
  var distance = abs(side)
  if !(distance - b.radius <= margin) {
    m.gap = distance - b.radius
    return
  }

  // Beyond an end the vertex counts. In a chain, only beyond the neighbour's end as well, and only for the
  // segment that ends there; the face reaches a hair beyond both ends, so that rounding leaves no gap.
  let hair = 1e-6 * length * length
  let beyond0 = -edge.dot(d0)
  let beyond1 = edge.dot(d1)
  var vertex: Vec2f? = nil
  if beyond0 > (a.hasPrevious ? hair : 0) {
    if a.hasPrevious { return }
    vertex = d0
  } else if beyond1 > (a.hasNext ? hair : 0) {
    if a.hasNext && (a.next - p1).dot(d1) > 0 { return }
    vertex = d1
  }
  if let d = vertex {
    distance = d.length
    if distance > 1e-18 { normal = unit(d, distance) }
  }
  let separation = distance - b.radius
  if !(separation <= margin) {
    m.gap = separation
    return
  }
  m.normal = normal
  m.append(center - (0.5 * (distance + b.radius)) * normal, separation, 0)
}

/// What lies beyond one end of the segment, seen from B's side.
private struct ChainEnd {
  enum Bend {
    case free, flat, concave, convex
  }
  var bend = Bend.free
  /// Face normal of the neighbour, on the same side of the chain.
  var normal = Vec2f.zero
  var vertex: Vec2f
  /// A convex vertex belongs to the segment that ends there.
  var isOwner = true

  /// Whether a normal that leans toward this end lies between the two face normals.
  @inline(__always)
  func holds(_ n: Vec2f, _ own: Vec2f) -> Bool {
    let turn = own.cross(normal)
    let part = own.cross(n)
    // Same direction of turning, and not beyond the neighbour's normal.
    return turn > 0 ? part >= -1e-4 && n.cross(normal) >= -1e-4 : part <= 1e-4 && n.cross(normal) <= 1e-4
  }
}

extension ChainEnd {
  /// Whether B, overlapping this end, may be pushed out along `n`.
  @inline(__always)
  fileprivate func admits(_ n: Vec2f, _ own: Vec2f) -> Bool {
    switch bend {
    case .free: return n.dot(own) >= -0.5  // Not through to the other side.
    case .convex: return holds(n, own)
    case .flat, .concave: return false
    }
  }
}

/// How the chain goes on from `from` to `to`, in its direction on B's side; `own` is the segment's normal.
@inline(never)
private func chainEnd(
  _ from: Vec2f, _ to: Vec2f, vertex: Vec2f, own: Vec2f, isStart: Bool, isOwner: Bool
) -> ChainEnd {
  var end = ChainEnd(vertex: vertex)
  end.isOwner = isOwner
  let edge = to - from
  let length = edge.length
  if !(length > 0) {
    end.bend = .flat
    end.normal = own
    return end
  }
  end.normal = unit(Vec2f(edge.y, -edge.x), length)
  // Turning away from B's side is convex.
  let sine = isStart ? end.normal.cross(own) : own.cross(end.normal)
  if sine > flatSine {
    end.bend = .convex
  } else if sine < -flatSine {
    end.bend = .concave
  } else {
    end.bend = end.normal.dot(own) > 0 ? .flat : .free  // Free when the chain turns back on itself.
  }
  return end
}

/// Lowest value of `n` over B's outline relative to `origin`, both in A's frame.
@inline(never)
private func lowest(_ b: ShapeView, _ t: Transform2, _ n: Vec2f, _ origin: Vec2f) -> Float {
  let direction = t.q.applyInverse(n)
  var low = direction.dot(b.vertices[0])
  var j = 1
  while j < Int(b.count) {
    low = min(low, direction.dot(b.vertices[j]))
    j &+= 1
  }
  return low + n.dot(t.p - origin)
}

func collideSegmentPolygon(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ margin: Float, _ m: inout Manifold
) {
  if b.count < 3 { return }
  let p0 = a.vertices[0]
  let p1 = a.vertices[1]
  let length = (p1 - p0).length
  if !(length > 0) {
    // Without a length it is a point: a circle of no radius, seen from the polygon.
    let point = ShapeView.circle(a.vertices, radius: 0)
    collidePolygonCircle(b, point, t.inverse, margin, &m)
    m.turnAround(t)
    return
  }

  if !(length < .infinity) { return }

  // Turned so that B is on the side of the left normal.
  var normal = unit(Vec2f(p1.y - p0.y, p0.x - p1.x), length)
  let inside = t.apply(b.middle)
  let side = normal.dot(inside - p0)
  let isTurned = side < 0 || side == 0 && a.enclosesRight
  if isTurned { normal = -normal }
  let v1 = isTurned ? p1 : p0
  let v2 = isTurned ? p0 : p1
  let along = normal.turned
  let middle = 0.5 * (v1 + v2)
  let half = 0.5 * length

  // B's extent along and across the segment.
  let alongB = t.q.applyInverse(along)
  let normalB = t.q.applyInverse(normal)
  let center = t.p - middle
  var support = 0
  var separation: Float
  var uLo: Float
  var uHi: Float
  if b.isBox {
    let h = b.halfSize
    let reach = abs(alongB.x) * h.x + abs(alongB.y) * h.y
    let u = along.dot(center)
    uLo = u - reach
    uHi = u + reach
    separation = normal.dot(center) - (abs(normalB.x) * h.x + abs(normalB.y) * h.y)
    let isRight = normalB.x < 0
    support = normalB.y < 0 ? (isRight ? 2 : 3) : (isRight ? 1 : 0)
  } else {
    var low = normalB.dot(b.vertices[0])
    uLo = alongB.dot(b.vertices[0])
    uHi = uLo
    var j = 1
    while j < Int(b.count) {
      let v = b.vertices[j]
      let w = normalB.dot(v)
      let u = alongB.dot(v)
      if w < low {
        low = w
        support = j
      }
      uLo = min(uLo, u)
      uHi = max(uHi, u)
      j &+= 1
    }
    let u = along.dot(center)
    uLo += u
    uHi += u
    separation = low + normal.dot(center)
  }
  if !(separation <= margin) || !(uLo - half <= margin) || !(-half - uHi <= margin) {
    m.gap = max(separation, max(uLo, -uHi) - half)
    return
  }

  let face = ReferenceFace(v1: v1, v2: v2, normal: normal)
  var atStart = CornerRule.contact
  var atEnd = CornerRule.contact
  if uLo < -half || uHi > half {
    // B reaches beyond an end: other normals than the face's may be the right ones.
    let hasBefore = isTurned ? a.hasNext : a.hasPrevious
    let hasAfter = isTurned ? a.hasPrevious : a.hasNext
    let before = isTurned ? a.next : a.previous
    let after = isTurned ? a.previous : a.next
    var start =
      hasBefore && uLo < -half
      ? chainEnd(before, v1, vertex: v1, own: normal, isStart: true, isOwner: isTurned)
      : ChainEnd(vertex: v1)
    var end =
      hasAfter && uHi > half
      ? chainEnd(v2, after, vertex: v2, own: normal, isStart: false, isOwner: !isTurned)
      : ChainEnd(vertex: v2)
    if start.bend == .concave && start.normal.dot(inside - v1) < 0 { return }  // B is behind that neighbour.
    if end.bend == .concave && end.normal.dot(inside - v2) < 0 { return }
    // At a spike B may be before this face and behind that neighbour, which then leaves all to this one. Where rounding
    // decides, better both than none.
    let near = 1e-4 * (half + abs(center.x) + abs(center.y))
    if start.bend == .convex && start.normal.dot(inside - v1) < near { start.bend = .free }
    if end.bend == .convex && end.normal.dot(inside - v2) < near { end.bend = .free }

    // B's faces against the two ends.
    let e1 = t.applyInverse(v1)
    let e2 = t.applyInverse(v2)
    var best = -Float.infinity
    var edge = 0
    var isAtStart = false
    var j = 0
    while j < Int(b.count) {
      let n = b.normals[j]
      let s1 = n.dot(e1 - b.vertices[j])
      let s2 = n.dot(e2 - b.vertices[j])
      let s = min(s1, s2)
      if s > best && (s > 0 || (s1 < s2 ? start : end).admits(-t.q.apply(n), normal)) {
        best = s
        edge = j
        isAtStart = s1 < s2
      }
      j &+= 1
    }
    if !(best <= margin) { return }

    let corner = isAtStart ? start : end
    let span = edgeSpan(b, edge)
    let tolerance = faceTolerance(min(span, length), span + length + abs(center.x) + abs(center.y))
    if best > separation + tolerance {
      switch corner.bend {
      case .free:
        clipToPolygon(b, edge, best, t, v1, v2, isTurned, margin, &m)
        return
      case .convex:
        if corner.holds(-t.q.apply(b.normals[edge]), normal) {
          if corner.isOwner { clipToPolygon(b, edge, best, t, v1, v2, isTurned, margin, &m) }
          return
        }
        return  // Beyond the neighbour's normal: it is closer.
      case .flat, .concave:
        break
      }
    }
    // A convex neighbour that B overlaps less is the one that pushes B out.
    if separation <= 0 {
      let slack = separation + tolerance
      if start.bend == .convex && lowest(b, t, start.normal, v1) > slack { return }
      if end.bend == .convex && lowest(b, t, end.normal, v2) > slack { return }
    }
    atStart = rule(start, normal, b, t, support)
    atEnd = rule(end, normal, b, t, support)
  }

  let j2 = incidentEdge(b, support, normalB)
  let j1 = j2 &+ 1 == Int(b.count) ? 0 : j2 &+ 1
  let i1 = isTurned ? 1 : 0
  clipEdge(
    face, t.apply(b.vertices[j1]), t.apply(b.vertices[j2]),
    EdgePair(faceLo: i1, faceHi: 1 &- i1, lo: j1, hi: j2, isTurned: false), margin, atStart, atEnd, &m)
}

/// What becomes of a vertex of B that is closest to this end of the segment.
@inline(never)
private func rule(
  _ end: ChainEnd, _ normal: Vec2f, _ b: ShapeView, _ t: Transform2, _ support: Int
) -> CornerRule {
  switch end.bend {
  case .free: return .contact
  case .flat, .concave: return .flat
  case .convex:
    if !end.isOwner { return .none }
    let d = t.apply(b.vertices[support]) - end.vertex
    let n = d.length
    return n > 0 && end.holds(unit(d, n), normal) ? .contact : .none
  }
}

/// B's face is the reference, the segment from `v1` to `v2` the incident edge.
@inline(never)
private func clipToPolygon(
  _ b: ShapeView, _ edge: Int, _ separation: Float, _ t: Transform2, _ v1: Vec2f, _ v2: Vec2f,
  _ isTurned: Bool, _ margin: Float, _ m: inout Manifold
) {
  let next = edge &+ 1 == Int(b.count) ? 0 : edge &+ 1
  let face = ReferenceFace(v1: b.vertices[edge], v2: b.vertices[next], normal: b.normals[edge])
  let e1 = t.applyInverse(v1)
  let e2 = t.applyInverse(v2)
  let i1 = isTurned ? 1 : 0
  if face.normal.turned.dot(e2 - e1) >= 0 {
    clipEdge(
      face, e1, e2, EdgePair(faceLo: edge, faceHi: next, lo: i1, hi: 1 &- i1, isTurned: true), margin,
      .contact, .contact, &m)
  } else {
    clipEdge(
      face, e2, e1, EdgePair(faceLo: edge, faceHi: next, lo: 1 &- i1, hi: i1, isTurned: true), margin,
      .contact, .contact, &m)
  }
  if separation < 0 && (m.count == 0 || (m.p0.separation > 0 && (m.count < 2 || m.p1.separation > 0))) {
    // The end in B lies beside the face that is allowed: it is the contact all the same.
    let n = face.normal
    let isFirst = n.dot(e1) <= n.dot(e2)
    m.normal = n
    m.count = 0
    m.append(
      (isFirst ? e1 : e2) - (0.5 * separation) * n, separation,
      Manifold.pairID(isFirst ? i1 : 1 &- i1, edge))
  }
  m.turnAround(t)
}
