// Seams: a floor of many fixed items is one floor. Contacts with faces that another fixed item covers are left out.
// SPDX-License-Identifier: MIT
//
// A box that slides from one tile to the next overlaps the next by next to nothing along the floor and by the slop across
// it, so the least overlap points along the floor: it would stop at a wall that nobody sees. A face is covered when the
// point just outside it lies in another fixed item that the mover is near. A contact all of whose points lie on covered
// faces belongs to the neighbor. Only the pair's own neighborhood is looked at, so tiles may come and go.

extension World {
  /// Whether every contact point lies on a face of the anchored body that a neighbor covers. `anchored` is A of the
  /// manifold, or B when `flipped`; points and normal are in A's frame.
  func isCovered(_ m: Manifold, anchored: Int32, other: Int32, flipped: Bool, _ t: Transform2, slop: Float) -> Bool {
    // Without another anchored neighbor there is no seam.
    if !hasOtherAnchored(other, than: anchored) { return false }
    let body = bodies + Int(anchored)
    if body.pointee.shape.kind != .polygon { return false }
    for which in 0..<Int(m.count) {
      let p = which == 0 ? m.p0 : m.p1
      // The point on the anchored surface and the normal away from it, in its own frame.
      var point = p.a + ((flipped ? 0.5 : -0.5) * p.separation) * m.normal
      var normal = m.normal
      if flipped {
        point = t.applyInverse(point)
        normal = -t.q.applyInverse(normal)
      }
      if !isPointCovered(body, point, normal, anchored: anchored, other: other, slop: slop) { return false }
    }
    return true
  }

  private func hasOtherAnchored(_ body: Int32, than anchored: Int32) -> Bool {
    var edge = bodies[Int(body)].firstContact
    while edge >= 0 {
      let c = contacts[Int(edge >> 1)]
      let other = edge & 1 == 0 ? c.bodyB : c.bodyA
      if other >= 0 && other != anchored && bodies[Int(other)].flags & BodyFlag.anchored != 0 { return true }
      edge = edge & 1 == 0 ? c.nextA : c.nextB
    }
    return false
  }

  /// Looks at the faces that meet in the point and that the normal leaves.
  private func isPointCovered(
    _ body: UnsafeMutablePointer<Body>, _ point: Vec2f, _ normal: Vec2f, anchored: Int32, other: Int32, slop: Float
  ) -> Bool {
    let shape = body.pointee.shape
    let vertices = s.pointee.vertices.base + Int(shape.start)
    let normals = s.pointee.normals.base + Int(shape.start)
    for face in 0..<Int(shape.count) {
      let f = normals[face]
      if f.dot(normal) < 1e-4 { continue }
      let away = f.dot(point - vertices[face])
      if away < -4 * slop || away > 4 * slop { continue }
      // Just outside the face, brought to its plane first.
      let outside = point + (2 * slop - away) * f
      let place = body.pointee.q.apply(outside)
      let x = body.pointee.x + Double(place.x)
      let y = body.pointee.y + Double(place.y)
      if liesInNeighbor(x, y, of: other, but: anchored, slop: slop) { return true }
    }
    return false
  }

  private func liesInNeighbor(_ x: Double, _ y: Double, of other: Int32, but anchored: Int32, slop: Float) -> Bool {
    var edge = bodies[Int(other)].firstContact
    while edge >= 0 {
      let c = contacts[Int(edge >> 1)]
      let next = edge & 1 == 0 ? c.bodyB : c.bodyA
      edge = edge & 1 == 0 ? c.nextA : c.nextB
      if next < 0 || next == anchored || bodies[Int(next)].flags & BodyFlag.anchored == 0 { continue }
      let body = bodies + Int(next)
      let local = body.pointee.q.applyInverse(Vec2f(Float(x - body.pointee.x), Float(y - body.pointee.y)))
      let shape = body.pointee.shape
      if shape.kind != .polygon { continue }
      let vertices = s.pointee.vertices.base + Int(shape.start)
      let normals = s.pointee.normals.base + Int(shape.start)
      var inside = true
      for face in 0..<Int(shape.count) where normals[face].dot(local - vertices[face]) > slop {
        inside = false
        break
      }
      if inside { return true }
    }
    return false
  }
}
