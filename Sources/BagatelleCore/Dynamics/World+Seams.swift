// Seams: a floor of many fixed items is one floor. Contacts with faces that another fixed item covers are left out.
// SPDX-License-Identifier: MIT
//
// A box that slides from one tile to the next overlaps the next by next to nothing along the floor and by the slop across
// it, so the least overlap points along the floor: it would stop at a wall that nobody sees. A face is covered when the
// point just outside it lies in another fixed item that the mover is near. A contact all of whose points lie on covered
// faces belongs to the neighbor. Only the pair's own neighborhood is looked at, so tiles may come and go.

import BagatelleKernels

extension World {
  /// Whether every contact point lies on a face of the anchored body that a neighbor covers. `anchored` is A of the
  /// manifold, or B when `flipped`; points and normal are in A's frame.
  func isCovered(
    _ m: Manifold, anchored: Int32, piece: Int32, other: Int32, flipped: Bool, _ t: Transform2, slop: Float
  ) -> Bool {
    // Without another anchored neighbor there is no seam.
    if !hasOtherAnchored(other, than: anchored) { return false }
    let body = bodies + Int(anchored)
    let shape = shape(body, piece)
    if shape.kind != .polygon { return false }
    let least = leastSeparation(m)
    for which in 0..<Int(m.count) {
      let (point, normal) = surface(m, which, flipped: flipped, t)
      if !isPointCovered(body, shape, point, normal, anchored: anchored, other: other, slop: slop, least: least) { return false }
    }
    return true
  }

  /// Of one point the second has a separation of 0.
  @inline(__always)
  private func leastSeparation(_ m: Manifold) -> Float { min(m.p0.separation, m.count == 2 ? m.p1.separation : 0) }

  /// A point on the surface of A, or of B when `flipped`, and the normal away from it, in its own frame.
  @inline(__always)
  private func surface(
    _ m: Manifold, _ which: Int, flipped: Bool, _ t: Transform2
  ) -> (point: Vec2f, normal: Vec2f) {
    let p = which == 0 ? m.p0 : m.p1
    let point = p.a + ((flipped ? 0.5 : -0.5) * p.separation) * m.normal
    if !flipped { return (point, m.normal) }
    return (t.applyInverse(point), -t.q.applyInverse(m.normal))
  }

  func hasOtherAnchored(_ body: Int32, than anchored: Int32) -> Bool {
    var edge = bodies[Int(body)].firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let other = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
      if other >= 0 && other != anchored && bodies[Int(other)].flags & BodyFlag.anchored != 0 { return true }
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
    }
    return false
  }

  /// Looks at the faces that meet in the point and that the normal leaves.
  @inline(never)
  @_optimize(size)
  private func isPointCovered(
    _ body: UnsafeMutablePointer<Body>, _ shape: Shape, _ point: Vec2f, _ normal: Vec2f, anchored: Int32, other: Int32,
    slop: Float, least: Float
  ) -> Bool {
    for face in 0..<Int(shape.count) {
      guard let outside = outside(shape, face, point, normal, slop) else { continue }
      let place = body.pointee.q.apply(outside)
      let x = body.pointee.x + Double(place.x)
      let y = body.pointee.y + Double(place.y)
      if liesInNeighbor(x, y, of: other, but: anchored, slop: slop, least: least) { return true }
    }
    return false
  }

  /// The place just outside a face that meets in the point and that the normal leaves, brought to its plane first.
  @inline(__always)
  private func outside(_ shape: Shape, _ face: Int, _ point: Vec2f, _ normal: Vec2f, _ slop: Float) -> Vec2f? {
    let f = s.pointee.normals[Int(shape.start) + face]
    if f.dot(normal) < 1e-4 { return nil }
    let away = f.dot(point - s.pointee.vertices[Int(shape.start) + face])
    if away < -4 * slop || away > 4 * slop { return nil }
    return point + (2 * slop - away) * f
  }

  // MARK: Seams inside of a body

  /// Leaves out points on faces of a piece that other pieces of its body cover: nothing can touch there. A's side has rotation `q`, B's
  /// center is `d` from A's.
  @inline(never)
  func dropCovered(_ index: Int32, _ m: inout Manifold, _ q: Rotation, _ d: Vec2f, slop: Float) {
    if m.count == 0 { return }
    var found = FoundPoints(
      normal: q.apply(m.normal), d: d, rA0: q.apply(m.p0.a), rA1: q.apply(m.p1.a), s0: m.p0.separation, s1: m.p1.separation, id0: 0,
      id1: 0, gap: 0, index: index, count: m.count, touches: false, isFaceOfB: false, isParted: false)
    carryOver(&found)
    if !areCovered(&found, slop) { return }
    m.count = 0
    contacts[Int(index)].flags = contacts[Int(index)].flags | ContactFlag.covered
  }

  /// Points that were found about the center of a piece: counts them from its body's.
  @inline(never)
  func carryOver(_ found: UnsafeMutablePointer<FoundPoints>) {
    let c = contacts + Int(found.pointee.index)
    if c.pointee.bodyA < 0 { return }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    found.pointee.d = Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y))
    if c.pointee.pieceA < 0 { return }
    let piece = pieces + Int(c.pointee.pieceA)
    if piece.pointee.own.start < 0 { return }
    let offset = a.pointee.q.apply(piece.pointee.centroid)
    found.pointee.rA0 = found.pointee.rA0 + offset
    if found.pointee.count == 2 { found.pointee.rA1 = found.pointee.rA1 + offset }
  }

  /// Of what was found in a batch, where there are pieces: the same, and leaves points out that are covered; without points `touches`
  /// tells that they were. A count below 0: points that do not act, and so are not known, tell whether the contact is covered.
  func takeOver(_ found: UnsafeMutablePointer<FoundPoints>, slop: Float) {
    if found.pointee.count == 0 { return }
    carryOver(found)
    if !areCovered(found, slop) { return }
    found.pointee.touches = true
    found.pointee.count = found.pointee.count == 2 ? 0 : -1
    found.pointee.gap = 0
  }

  /// Whether all points lie on faces of one side that other pieces of it cover.
  private func areCovered(_ found: UnsafePointer<FoundPoints>, _ slop: Float) -> Bool {
    let c = contacts + Int(found.pointee.index)
    let b = bodies[Int(c.pointee.bodyB)].q
    return areCovered(found, c.pointee.pieceB, found.pointee.d, b, side: -1, slop)
      || (c.pointee.pieceA >= 0 && areCovered(found, c.pointee.pieceA, .zero, bodies[Int(c.pointee.bodyA)].q, side: 1, slop))
  }

  /// Whether all points lie on faces of a piece that others cover; its body's center is `d` from A's, the normal points away from it
  /// where `side` is 1.
  @inline(never)
  @_optimize(size)
  private func areCovered(
    _ found: UnsafePointer<FoundPoints>, _ piece: Int32, _ d: Vec2f, _ q: Rotation, side: Float, _ slop: Float
  ) -> Bool {
    if piece < 0 || pieces[Int(piece)].seams == 0 { return false }
    let n = side * found.pointee.normal
    for which in 0..<Int(found.pointee.count) {
      let r = which == 0 ? found.pointee.rA0 : found.pointee.rA1
      let separation = which == 0 ? found.pointee.s0 : found.pointee.s1
      let point = q.applyInverse(r - d - (0.5 * separation) * n)
      var sibling = coveringPiece(piece, point, q.applyInverse(n), slop: slop, within: slop)
      if sibling >= 0 && isHolding(found) { sibling = coveringPiece(piece, point, q.applyInverse(n), slop: slop, within: -4 * slop) }
      if sibling < 0 || isLeftToNobody(found, piece, sibling, slop) { return false }
    }
    return true
  }

  /// Whether a contact carried something in the step before, along nearly the same normal.
  @inline(never)
  @_optimize(size)
  private func isHolding(_ found: UnsafePointer<FoundPoints>) -> Bool {
    let c = contacts + Int(found.pointee.index)
    if c.pointee.lane < 0 { return false }
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    return n.dot(found.pointee.normal) > 0.9 && f[ContactLane.impulse0 * 8] + f[ContactLane.impulse1 * 8] > 0
  }

  /// Whether a contact with a piece is to stay although a sibling covers it: that one's is covered too.
  @_optimize(size)
  private func isLeftToNobody(_ found: UnsafePointer<FoundPoints>, _ piece: Int32, _ sibling: Int32, _ slop: Float) -> Bool {
    let c = contacts + Int(found.pointee.index)
    if c.pointee.bodyA < 0 { return false }
    let isOfA = pieces[Int(piece)].body == c.pointee.bodyA
    let least = min(found.pointee.s0, found.pointee.count == 2 ? found.pointee.s1 : 0)
    return isLeftToNobody(
      c, isOfA ? sibling : c.pointee.pieceA, isOfA ? c.pointee.pieceB : sibling, isOfA: isOfA, least, neighborOf: none, slop)
  }

  /// Slops; what overlaps by more crosses most shapes from side to side: 10 points.
  private static var cornerDepth: Float { 40 }

  /// What is pressed into a corner lies in both its sides, and each covers the points on the other's face: both contacts stay. Of what lies deeper
  /// than `cornerDepth`, the one that is less deep alone. Whether that is so for a contact of `least` separation that
  /// another shape of the contact's bodies covers, or side A or B of another contact of an item, its anchored neighbor.
  @inline(never)
  @_optimize(size)
  private func isLeftToNobody(
    _ c: UnsafeMutablePointer<Contact>, _ pieceA: Int32, _ pieceB: Int32, isOfA: Bool, _ least: Float, neighborOf other: Int32, _ slop: Float
  ) -> Bool {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let t = place(a, b)
    var m = Manifold()
    collide(view(shape(a, pieceA)), view(shape(b, pieceB)), t, margin: 0, into: &m)
    if m.count == 0 || least < -World.cornerDepth * slop && least < leastSeparation(m) { return false }
    let piece = isOfA ? pieceA : pieceB
    for which in 0..<Int(m.count) {
      let (point, normal) = surface(m, which, flipped: !isOfA, t)
      let covered =
        other < 0
        ? coveringPiece(piece, point, normal, slop: slop, within: slop) >= 0
        : isPointCovered(
          isOfA ? a : b, shape(isOfA ? a : b, piece), point, normal, anchored: isOfA ? c.pointee.bodyA : c.pointee.bodyB, other: other, slop: slop,
          least: -.infinity)
      if !covered { return false }
    }
    return true
  }

  /// A piece of the same body that lies just outside a face that meets in the point, or -1; `within` so far of it, below 0 deep inside.
  @inline(never)
  @_optimize(size)
  private func coveringPiece(_ piece: Int32, _ point: Vec2f, _ normal: Vec2f, slop: Float, within: Float) -> Int32 {
    let shape = pieces[Int(piece)].shape
    let seams = pieces[Int(piece)].seams
    for face in 0..<Int(shape.count) {
      if seams & World.seamBit(face) == 0 { continue }
      guard let outside = outside(shape, face, point, normal, slop) else { continue }
      var sibling = bodies[Int(pieces[Int(piece)].body)].firstPiece
      while sibling >= 0 {
        if sibling != piece && contains(pieces[Int(sibling)].shape, outside, slop: within) { return sibling }
        sibling = pieces[Int(sibling)].next
      }
    }
    return none
  }

  @inline(__always)
  private static func seamBit(_ face: Int) -> UInt32 { 1 << UInt32(truncatingIfNeeded: min(face, 31)) }
  /// Of more pieces all faces count as covered perhaps: each would be asked of each.
  private static var mostNotedPieces: Int { 64 }

  /// Notes of all pieces which of their faces others of their body may cover, when the slop is another than before.
  func noteSeams(slop: Float) {
    if s.pointee.seamSlop == slop || s.pointee.pieces.count == 0 { return }
    s.pointee.seamSlop = slop
    for index in 0..<s.pointee.bodies.count where bodies[index].firstPiece >= 0 { noteSeams(bodies[index].firstPiece, slop: slop) }
  }

  /// The same of one body.
  @_optimize(size)
  func noteSeams(_ first: Int32, slop: Float) {
    var count = 0
    var piece = first
    while piece >= 0 {
      count += 1
      piece = pieces[Int(piece)].next
    }
    piece = first
    while piece >= 0 {
      let p = pieces + Int(piece)
      let isPolygon = p.pointee.shape.kind == .polygon
      p.pointee.seams = isPolygon && count > World.mostNotedPieces ? .max : 0
      piece = p.pointee.next
      if !isPolygon || p.pointee.seams != 0 { continue }
      for face in 0..<Int(p.pointee.shape.count) where mayBeCovered(p, face, by: first, slop: slop) { p.pointee.seams |= World.seamBit(face) }
    }
  }

  /// Whether the strip just outside a face, as wide as its piece, meets another of the body's pieces.
  @_optimize(size)
  private func mayBeCovered(_ p: UnsafeMutablePointer<Piece>, _ face: Int, by first: Int32, slop: Float) -> Bool {
    let vertices = s.pointee.vertices.base + Int(p.pointee.shape.start)
    let normal = s.pointee.normals[Int(p.pointee.shape.start) + face]
    let along = normal.turned
    let origin = vertices[face] + 2 * slop * normal
    var low = Float.infinity
    var high = -Float.infinity
    for at in 0..<Int(p.pointee.shape.count) {
      let u = along.dot(vertices[at] - origin)
      low = min(low, u)
      high = max(high, u)
    }
    // Rounding makes none be missed.
    let reach = slop + 1e-4 * p.pointee.spread
    var piece = first
    while piece >= 0 {
      let sibling = pieces + Int(piece)
      piece = sibling.pointee.next
      if sibling == p { continue }
      let line = (from: low - 4 * slop, to: high + 4 * slop)
      if meets(sibling.pointee.shape, origin, along, line.from, line.to, reach + 1e-4 * sibling.pointee.spread) { return true }
    }
    return false
  }

  /// Whether part of a line comes nearer to a shape than a distance, or about so.
  @_optimize(size)
  private func meets(_ shape: Shape, _ origin: Vec2f, _ along: Vec2f, _ from: Float, _ to: Float, _ reach: Float) -> Bool {
    let vertices = s.pointee.vertices.base + Int(shape.start)
    if shape.kind == .circle {
      let d = vertices[0] - origin
      let u = max(from, min(to, along.dot(d)))
      return (d - u * along).length <= shape.radius + reach
    }
    // What is left of the line behind all faces.
    var from = from
    var to = to
    for face in 0..<Int(shape.count) {
      let n = s.pointee.normals[Int(shape.start) + face]
      let before = n.dot(origin - vertices[face]) - reach
      let rate = n.dot(along)
      if rate > 1e-6 { to = min(to, -before / rate) } else if rate < -1e-6 { from = max(from, -before / rate) } else if before > 0 { return false }
    }
    return from <= to
  }

  /// Whether a place in the frame of the shape's body lies in the shape, or outside by no more than the slop.
  @inline(__always)
  private func contains(_ shape: Shape, _ place: Vec2f, slop: Float) -> Bool {
    let vertices = s.pointee.vertices.base + Int(shape.start)
    if shape.kind == .circle {
      let reach = shape.radius + slop
      return (place - vertices[0]).lengthSquared <= reach * reach
    }
    let normals = s.pointee.normals.base + Int(shape.start)
    for face in 0..<Int(shape.count) where normals[face].dot(place - vertices[face]) > slop { return false }
    return true
  }

  private func liesInNeighbor(_ x: Double, _ y: Double, of other: Int32, but anchored: Int32, slop: Float, least: Float) -> Bool {
    var edge = bodies[Int(other)].firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let next = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
      let isOfA = edge & 1 != 0
      let piece = isOfA ? c.pointee.pieceA : c.pointee.pieceB
      edge = isOfA ? c.pointee.nextB : c.pointee.nextA
      if next < 0 || next == anchored || bodies[Int(next)].flags & BodyFlag.anchored == 0 { continue }
      let body = bodies + Int(next)
      // What is pressed deep into something that does not move is not left to what presses it.
      if body.pointee.flags & BodyFlag.kinematic != 0 && least < -World.cornerDepth * slop && isStill(anchored) { continue }
      let local = body.pointee.q.applyInverse(Vec2f(Float(x - body.pointee.x), Float(y - body.pointee.y)))
      let shape = shape(body, piece)
      if shape.kind == .polygon && contains(shape, local, slop: slop) {
        return !isLeftToNobody(c, c.pointee.pieceA, c.pointee.pieceB, isOfA: isOfA, least, neighborOf: other, slop)
      }
    }
    return false
  }
}
