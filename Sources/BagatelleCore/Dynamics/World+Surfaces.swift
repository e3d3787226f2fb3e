// Surfaces that run like a belt, and boundaries that bodies pass from one side.
// SPDX-License-Identifier: MIT

extension World {
  /// The speed of B's surface against A's at which friction has nothing to do, along the normal turned by a quarter.
  /// The surface of a body runs clockwise around it, that of a boundary from its first point toward its last.
  @inline(__always)
  func surfaceSpeed(_ c: UnsafeMutablePointer<Contact>, normal n: Vec2f) -> Float {
    let ofB = extras(bodies + Int(c.pointee.bodyB))?.pointee.surfaceSpeed ?? 0
    if c.pointee.segment < 0 { return (extras(bodies + Int(c.pointee.bodyA))?.pointee.surfaceSpeed ?? 0) + ofB }
    let segment = segments + Int(c.pointee.segment)
    let speed = s.pointee.boundaries[Int(segment.pointee.boundary)].surfaceSpeed
    if speed == 0 { return ofB }
    let e = segment.pointee.to - segment.pointee.from
    let square = e.lengthSquared
    return square > 0 ? speed / squareRoot(square) * e.dot(n.turned) + ofB : ofB
  }

  /// Whether the body's center of mass is on the side of the segment from which bodies pass.
  func comesFromOpenSide(_ segment: Int32, _ body: Int32, previous: Bool = false) -> Bool {
    let line = segments + Int(segment)
    let pass = s.pointee.boundaries[Int(line.pointee.boundary)].pass
    if pass == .never { return false }
    let b = bodies + Int(body)
    let x = (previous ? b.pointee.previousX : b.pointee.x) - line.pointee.x
    let y = (previous ? b.pointee.previousY : b.pointee.y) - line.pointee.y
    let e = line.pointee.to - line.pointee.from
    // Above zero on the right, since y grows down.
    let side = e.cross(Vec2f(Float(x), Float(y)) - line.pointee.from)
    return pass == .fromLeft ? side < 0 : side > 0
  }

  /// Whether a contact of a one-way boundary has no points now. A body that came from the open side passes until it no
  /// longer overlaps; one that overlaps only a little has passed.
  func passes(_ c: UnsafeMutablePointer<Contact>, separation: Float, _ context: StepContext) -> Bool {
    if s.pointee.boundaries[Int(segments[Int(c.pointee.segment)].boundary)].pass == .never { return false }
    if comesFromOpenSide(c.pointee.segment, c.pointee.bodyB) {
      c.pointee.flags |= ContactFlag.passing
      return true
    }
    if c.pointee.flags & ContactFlag.passing == 0 { return false }
    let depth = 2 * StepContext.slop * context.scale
    if separation < -depth || (c.pointee.pieceB >= 0 && reachesBack(c, by: depth)) { return true }
    c.pointee.flags &= ~ContactFlag.passing
    return false
  }

  /// The same for a sweep, which begins at the pose before the step. `contact` is the pair's, or -1.
  func passesInSweep(_ contact: Int32, _ segment: Int32, _ body: Int32) -> Bool {
    let boundary = segments[Int(segment)].boundary
    if s.pointee.boundaries[Int(boundary)].pass == .never { return false }
    if contact >= 0 && contacts[Int(contact)].flags & ContactFlag.passing != 0 { return true }
    if bodies[Int(body)].firstPiece >= 0 && siblingPasses(body, boundary: boundary) { return true }
    return comesFromOpenSide(segment, body, previous: true)
  }

  @_optimize(size)
  @export(interface)
  public func setBoundarySurface(_ boundary: Int32, speed: Double, pass: BoundaryPass) {
    s.pointee.boundaries[Int(boundary)].surfaceSpeed = Float(speed)
    s.pointee.boundaries[Int(boundary)].pass = pass
    if !hasContacts() {
      s.pointee.hasLateLooks = true
      return
    }
    var segment = s.pointee.boundaries[Int(boundary)].firstSegment
    while segment >= 0 {
      var edge = segments[Int(segment)].firstContact
      while edge >= 0 {
        let c = contacts + Int(edge >> 1)
        mixMaterials(c)
        if pass == .never { c.pointee.flags &= ~ContactFlag.passing }
        noteFresh(c.pointee.bodyB)
        edge = c.pointee.nextA
      }
      segment = segments[Int(segment)].next
    }
  }
}
