// Boundaries: runs of fixed two-sided segments that know their neighbors.
// SPDX-License-Identifier: MIT

extension World {
  /// Adds a boundary of two or more points, equal neighbors dropped. Returns -1 when there is no memory or when
  /// no segment is left.
  @_optimize(size)
  @export(interface)
  public func addBoundary(
    points: UnsafeBufferPointer<Vector2>, closed: Bool, group: Int32, elasticity: Double, friction: Double, data: Int32
  ) -> Int32 {
    let index: Int32
    if s.pointee.freeBoundary >= 0 {
      index = s.pointee.freeBoundary
      s.pointee.freeBoundary = s.pointee.boundaries[Int(index)].nextFree
    } else {
      index = Int32(s.pointee.boundaries.count)
      guard s.pointee.boundaries.append(Boundary()) else { return none }
    }
    var boundary = Boundary()
    boundary.group = group
    boundary.friction = Float(friction)
    if !(boundary.friction > 0) { s.pointee.hasSlippery = true }
    boundary.restitution = Float(elasticity)
    boundary.data = data
    boundary.alive = true
    s.pointee.boundaries[Int(index)] = boundary
    guard addSegments(points, closed: closed, boundary: index) else {
      dropSegments(index)
      s.pointee.boundaries[Int(index)] = Boundary()
      s.pointee.boundaries[Int(index)].nextFree = s.pointee.freeBoundary
      s.pointee.freeBoundary = index
      return none
    }
    // Bodies that already overlap it must find it.
    var segment = s.pointee.boundaries[Int(index)].firstSegment
    while segment >= 0 {
      let box = s.pointee.segmentTree.box(of: segments[Int(segment)].leaf)
      s.pointee.hits.count = 0
      if s.pointee.bodyTree.query(box, into: &s.pointee.hits) {
        for at in 0..<s.pointee.hits.count { noteMoved(bodyNamed(s.pointee.hits[at])) }
      }
      segment = segments[Int(segment)].next
    }
    return index
  }

  @_optimize(size)
  private func addSegments(_ points: UnsafeBufferPointer<Vector2>, closed: Bool, boundary: Int32) -> Bool {
    // Two passes over the distinct neighbors: the segments, then their neighbors' far ends.
    let count = points.count
    guard count >= 2 else { return false }
    var last = Int32(-1)
    var first = Int32(-1)
    var from = points[0]
    let total = closed ? count + 1 : count
    let enclosesRight = closed && area(points) > 0
    for at in 1..<total {
      let to = points[at == count ? 0 : at]
      if to == from { continue }
      guard let segment = takeSegment() else { return false }
      let mid = 0.5 * (from + to)
      let record = segments + Int(segment)
      record.pointee.x = mid.x
      record.pointee.y = mid.y
      record.pointee.from = (from - mid).narrowed
      record.pointee.to = (to - mid).narrowed
      record.pointee.enclosesRight = enclosesRight
      record.pointee.boundary = boundary
      record.pointee.next = none
      // Linked before it enters the tree, so that a failure finds and drops it.
      if last >= 0 {
        segments[Int(last)].next = segment
      } else {
        s.pointee.boundaries[Int(boundary)].firstSegment = segment
        first = segment
      }
      last = segment
      let box = Box.outward(
        minX: min(from.x, to.x), minY: min(from.y, to.y), maxX: max(from.x, to.x), maxY: max(from.y, to.y))
      record.pointee.leaf = s.pointee.segmentTree.insert(box, data: segment)
      guard record.pointee.leaf >= 0 else { return false }
      from = to
    }
    guard first >= 0 else { return false }
    var segment = first
    while segment >= 0 {
      let next = segments[Int(segment)].next
      if next >= 0 { join(segment, next) }
      segment = next
    }
    if closed && last != first && segments[Int(first)].next != last { join(last, first) }
    return true
  }

  /// Twice what a closed path encloses; above 0 where it runs clockwise on screen.
  @_optimize(size)
  private func area(_ points: UnsafeBufferPointer<Vector2>) -> Double {
    var area = 0.0
    for at in 1..<points.count { area += (points[at - 1] - points[0]).cross(points[at] - points[0]) }
    return area
  }

  /// `b` starts where `a` ends: each learns the other's far end.
  @_optimize(size)
  private func join(_ a: Int32, _ b: Int32) {
    let one = segments + Int(a)
    let two = segments + Int(b)
    let shift = Vector2(two.pointee.x - one.pointee.x, two.pointee.y - one.pointee.y)
    one.pointee.after = (shift + two.pointee.to.widened).narrowed
    one.pointee.hasAfter = true
    two.pointee.before = (one.pointee.from.widened - shift).narrowed
    two.pointee.hasBefore = true
  }

  @_optimize(size)
  private func takeSegment() -> Int32? {
    let index: Int32
    if s.pointee.freeSegment >= 0 {
      index = s.pointee.freeSegment
      s.pointee.freeSegment = segments[Int(index)].next
    } else {
      index = Int32(s.pointee.segments.count)
      guard s.pointee.segments.append(Segment()) else { return nil }
    }
    segments[Int(index)] = Segment()
    s.pointee.segmentCount += 1
    return index
  }

  @inline(never)
  @_optimize(size)
  private func dropSegments(_ boundary: Int32) {
    var segment = s.pointee.boundaries[Int(boundary)].firstSegment
    while segment >= 0 {
      let next = segments[Int(segment)].next
      while segments[Int(segment)].firstContact >= 0 {
        let contact = segments[Int(segment)].firstContact >> 1
        wake(contacts[Int(contact)].bodyB)
        destroyContact(contact, silent: true)
      }
      if segments[Int(segment)].leaf >= 0 { s.pointee.segmentTree.remove(segments[Int(segment)].leaf) }
      segments[Int(segment)] = Segment()
      segments[Int(segment)].next = s.pointee.freeSegment
      s.pointee.freeSegment = segment
      s.pointee.segmentCount -= 1
      segment = next
    }
    s.pointee.boundaries[Int(boundary)].firstSegment = none
  }

  /// Removes a boundary; what touched it wakes, and its touch pairs vanish without an event.
  @export(interface)
  public func removeBoundary(_ boundary: Int32) {
    if !hasContacts() {
      s.pointee.boundaries[Int(boundary)].goesLate = true
      s.pointee.hasLateRemovals = true
      return
    }
    dropSegments(boundary)
    s.pointee.boundaries[Int(boundary)] = Boundary()
    s.pointee.boundaries[Int(boundary)].nextFree = s.pointee.freeBoundary
    s.pointee.freeBoundary = boundary
  }

  @inline(never)
  @_optimize(size)
  @export(interface)
  public func setBoundaryMaterial(_ boundary: Int32, elasticity: Double, friction: Double) {
    s.pointee.boundaries[Int(boundary)].restitution = Float(elasticity)
    s.pointee.boundaries[Int(boundary)].friction = Float(friction)
    if !(friction > 0) { s.pointee.hasSlippery = true }
    if s.pointee.packedCount > 0 { return }
    var segment = s.pointee.boundaries[Int(boundary)].firstSegment
    while segment >= 0 {
      var edge = segments[Int(segment)].firstContact
      while edge >= 0 {
        mixMaterials(contacts + Int(edge >> 1))
        edge = contacts[Int(edge >> 1)].nextA
      }
      segment = segments[Int(segment)].next
    }
  }

  public func boundaryData(_ boundary: Int32) -> Int32 { s.pointee.boundaries[Int(boundary)].data }

  func view(_ segment: UnsafeMutablePointer<Segment>) -> ShapeView {
    // `from` and `to` lie side by side in the record.
    let ends = UnsafeRawPointer(segment).advanced(by: MemoryLayout<Double>.size * 2).assumingMemoryBound(to: Vec2f.self)
    var view = ShapeView.segment(ends)
    view.hasPrevious = segment.pointee.hasBefore
    view.hasNext = segment.pointee.hasAfter
    view.enclosesRight = segment.pointee.enclosesRight
    view.previous = segment.pointee.before
    view.next = segment.pointee.after
    return view
  }
}
