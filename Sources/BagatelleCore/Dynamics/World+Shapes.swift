// Shapes of bodies: vertex blocks, mass properties, boxes.
// SPDX-License-Identifier: MIT

extension World {
  /// Makes the shape of a body about its center of mass. False: no memory, nothing changed but `body`. `isOwn`: the caller is
  /// going to change its vertices.
  func shape(
    _ body: inout Body, size: Vector2, type: BoundsType, path: UnsafeBufferPointer<Vector2>, isOwn: Bool = false
  ) -> Bool {
    var shape = Shape()
    if type == .ellipse && abs(size.x - size.y) < 0.01 {
      shape.kind = .circle
      shape.count = 1
      shape.radius = Float((size.x + size.y) / 4)
      guard let start = takeSharedBlock(.zero, isOwn: isOwn) else { return false }
      shape.start = start
      body.localCenter = .zero
      let mass = MassProperties.ellipse(width: size.x, height: size.y)
      body.area = mass.area
      body.inertiaPerMass = mass.inertiaPerMass
      body.outerRadius = shape.radius
      body.innerRadius = shape.radius
    } else if type == .rectangle {
      shape.count = 4
      shape.isBox = true
      let hx = Float(size.x / 2)
      let hy = Float(size.y / 2)
      shape.halfSize = Vec2f(hx, hy)
      guard let start = takeSharedBlock(shape.halfSize, isOwn: isOwn) else { return false }
      shape.start = start
      body.localCenter = .zero
      let mass = MassProperties.rectangle(width: size.x, height: size.y)
      body.area = mass.area
      body.inertiaPerMass = mass.inertiaPerMass
      body.outerRadius = squareRoot(hx * hx + hy * hy)
      body.innerRadius = min(hx, hy)
    } else {
      // At most 64 points; the buffer holds an ellipse's polygon or the cleaned path.
      let made: Bool = withUnsafeTemporaryAllocation(of: Vector2.self, capacity: 64) { buffer in
        guard let points = buffer.baseAddress else { return false }
        let count: Int
        let mass: MassProperties
        if type == .ellipse {
          count = makeEllipsePolygon(width: size.x, height: size.y, into: points)
          mass = MassProperties.ellipse(width: size.x, height: size.y)
        } else {
          count = makeConvexPolygon(path, into: points).count
          guard count >= 3 else { return false }
          mass = MassProperties.polygon(points, count: count)
        }
        guard let start = takeBlock(count) else { return false }
        shape.start = start
        shape.count = Int32(count)
        let v = s.pointee.vertices.base + Int(start)
        var outer: Float = 0
        for index in 0..<count {
          v[index] = (points[index] - mass.centroid).narrowed
          outer = max(outer, v[index].length)
        }
        let n = s.pointee.normals.base + Int(start)
        makeNormals(vertices: v, count: count, into: n)
        var inner = outer
        for index in 0..<count { inner = min(inner, n[index].dot(v[index])) }
        body.localCenter = mass.centroid.narrowed
        body.area = mass.area
        body.inertiaPerMass = mass.inertiaPerMass
        body.outerRadius = outer
        body.innerRadius = max(inner, 0)
        return true
      }
      if !made { return false }
    }
    body.shape = shape
    return true
  }

  @inline(__always)
  func view(_ shape: Shape) -> ShapeView {
    let v = UnsafePointer(s.pointee.vertices.base + Int(shape.start))
    let n = UnsafePointer(s.pointee.normals.base + Int(shape.start))
    var view = ShapeView(kind: shape.kind, vertices: v, normals: n, count: shape.count)
    view.radius = shape.radius
    view.isBox = shape.isBox
    view.halfSize = shape.halfSize
    return view
  }

  // MARK: Vertex blocks of 4, 8, 16, 32 and 64

  private func sizeClass(_ count: Int) -> (index: Int, size: Int) {
    if count <= 4 { return (0, 4) }
    if count <= 8 { return (1, 8) }
    if count <= 16 { return (2, 16) }
    if count <= 32 { return (3, 32) }
    return (4, 64)
  }

  private func freeHead(_ index: Int) -> UnsafeMutablePointer<Int32> {
    withUnsafeMutablePointer(to: &s.pointee.freeBlocks) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int32.self) + index
    }
  }

  /// The box of a half size, or a circle's center: bodies of one size share it. Found again by a few remembered places.
  func takeSharedBlock(_ half: Vec2f, isOwn: Bool) -> Int32? {
    let mixed = (half.x.bitPattern &+ half.y.bitPattern &* 31) &* 0x9e37_79b1
    let place = Int(mixed >> 28)
    let known = s.pointee.sharedBlocks[place]
    if !isOwn && known >= 0 && s.pointee.blockUsers[Int(known >> 2)] > 0 && holdsBox(known, half) {
      s.pointee.blockUsers[Int(known >> 2)] += 1
      return known
    }
    guard let start = takeBlock(4) else { return nil }
    let v = s.pointee.vertices.base + Int(start)
    let n = s.pointee.normals.base + Int(start)
    v[0] = half == .zero ? .zero : -half
    v[1] = Vec2f(half.x, -half.y)
    v[2] = half
    v[3] = Vec2f(-half.x, half.y)
    n[0] = Vec2f(0, -1)
    n[1] = Vec2f(1, 0)
    n[2] = Vec2f(0, 1)
    n[3] = Vec2f(-1, 0)
    // What is remembered there may have been given back; its new owner is going to change it.
    if !isOwn || known == start { s.pointee.sharedBlocks[place] = isOwn ? none : start }
    return start
  }

  private func holdsBox(_ start: Int32, _ half: Vec2f) -> Bool {
    let v = s.pointee.vertices.base + Int(start)
    let n = s.pointee.normals.base + Int(start)
    return v[0] == -half && v[1] == Vec2f(half.x, -half.y) && v[2] == half && v[3] == Vec2f(-half.x, half.y)
      && n[0] == Vec2f(0, -1) && n[1] == Vec2f(1, 0) && n[2] == Vec2f(0, 1) && n[3] == Vec2f(-1, 0)
  }

  private func takeBlock(_ count: Int) -> Int32? {
    let (index, size) = sizeClass(count)
    let head = freeHead(index)
    if head.pointee >= 0 {
      let start = head.pointee
      head.pointee = Int32(bitPattern: s.pointee.vertices[Int(start)].x.bitPattern)
      s.pointee.blockUsers[Int(start >> 2)] = 1
      return start
    }
    let start = s.pointee.vertices.count
    guard start + size < Int(Int32.max), s.pointee.vertices.reserve(start + size),
      s.pointee.normals.reserve(start + size), s.pointee.blockUsers.resize((start + size) >> 2)
    else { return nil }
    s.pointee.vertices.count = start + size
    s.pointee.normals.count = start + size
    s.pointee.blockUsers[start >> 2] = 1
    return Int32(start)
  }

  @inline(never)
  func freeVertices(_ shape: Shape) {
    if shape.start < 0 { return }
    s.pointee.blockUsers[Int(shape.start >> 2)] -= 1
    if s.pointee.blockUsers[Int(shape.start >> 2)] > 0 { return }
    let head = freeHead(sizeClass(Int(shape.count)).index)
    s.pointee.vertices[Int(shape.start)].x = Float(bitPattern: UInt32(bitPattern: head.pointee))
    head.pointee = shape.start
  }

  // MARK: Boxes

  /// Exact box of the body's shape.
  @inline(__always)
  func tightBox(_ body: Body) -> Box { tightEdges(body).box }

  /// Its edges.
  @inline(__always)
  func tightEdges(_ body: Body) -> BoxEdges {
    switch body.shape.kind {
    case .circle:
      let r = Double(body.shape.radius)
      return BoxEdges(outward: body.x - r, body.y - r, -(body.x + r), -(body.y + r))
    default:
      if !body.shape.isBox { return tightEdges(of: body.shape, body.q, body.x, body.y) }
      let h = body.shape.halfSize
      let c = body.q.c < 0 ? -body.q.c : body.q.c
      let n = body.q.s < 0 ? -body.q.s : body.q.s
      let high = Vec2f(c * h.x + n * h.y, n * h.x + c * h.y)
      return BoxEdges(
        outward: body.x - Double(high.x), body.y - Double(high.y), -(body.x + Double(high.x)), -(body.y + Double(high.y)))
    }
  }

  /// Of vertices that are turned about a place.
  @inline(__always)
  func tightEdges(of shape: Shape, _ q: Rotation, _ x: Double, _ y: Double) -> BoxEdges {
    let v = s.pointee.vertices.base + Int(shape.start)
    let turning = BoxEdges.Turning(q)
    var edges = turning(v[0])
    for index in 1..<max(Int(shape.count), 1) { edges = edges.union(turning(v[index])) }
    return BoxEdges(outward: edges, about: x, y, radius: Double(shape.radius))
  }

  /// Half the room a box leaves around its body, so that small motion does not touch the tree.
  @inline(__always)
  func looseMargin(_ body: Body) -> Float {
    // An eighth of a small body, 10 points of a large one; never less than what a contact needs.
    let scale = lengthScale
    return max(min(body.outerRadius * 0.125, 10 * scale), StepContext.speculativeDistance * scale)
  }

  @_optimize(size)
  func looseBox(_ body: Body) -> Box { tightBox(body).expanded(by: looseMargin(body)) }
}

extension ShapeKind: BitwiseCopyable {}
