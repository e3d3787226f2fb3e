// Bodies of several shapes: pieces that lie fixed to each other, each convex, together of any form.
// SPDX-License-Identifier: MIT
//
// A piece keeps its outline about the center of mass of the body, in the body's frame, so that everything but the choice
// of the outline is as for a body of one shape. It has a leaf of its own in the tree of bodies; contacts know the pieces
// they are between, touch pairs only the bodies. Leaves and keys of contacts name a piece by a number above all bodies.

/// One convex shape of a body of several.
struct Piece: BitwiseCopyable {
  var shape = Shape()
  var body: Int32 = -1
  /// Next piece of the body, or next free one.
  var next: Int32 = -1
  var leaf: Int32 = -1
  /// Of its area, about the body's center of mass.
  var centroid = Vec2f.zero
  /// Greatest distance of its surface from the body's center of mass; least one from its own centroid.
  var outerRadius: Float = 0
  var innerRadius: Float = 0
  /// Greatest distance of its surface from its own centroid.
  var spread: Float = 0
  /// Of a box or circle its outline about its own center, shared with bodies of that size: points are found in its own frame,
  /// turned so against the body's. Of others there is none.
  var own = Shape()
  var turn = Rotation.identity
  var ownRadius: Float = 0
  /// Greatest distance of its surface from the body's center of mass, as a multiple of that from its own.
  var share: Float = 1
  /// Bits of the faces that other pieces of the body may cover; the last stands for all beyond it.
  var seams: UInt32 = 0
}

/// What a piece is made from. Center and angle are those of the shape in the frame of the item.
public struct PieceDef: BitwiseCopyable {
  public var center = Vector2(0, 0)
  public var angle = 0.0
  public var size = Vector2(1, 1)
  public var type = BoundsType.rectangle
  public var path: UnsafePointer<Vector2>?
  public var pathCount = 0
  public init() {}
}

extension World {
  @inline(__always) var pieces: UnsafeMutablePointer<Piece> { s.pointee.pieces.base }
  /// Names of pieces in leaves and keys begin here.
  @inline(__always) static var firstPieceName: Int32 { 1 << 30 }

  /// The body of a leaf.
  @inline(__always)
  func bodyNamed(_ name: Int32) -> Int32 {
    name < World.firstPieceName ? name : pieces[Int(name - World.firstPieceName)].body
  }
  /// The piece of a leaf, or -1.
  @inline(__always)
  func pieceNamed(_ name: Int32) -> Int32 { name < World.firstPieceName ? none : name - World.firstPieceName }
  @inline(__always)
  func name(_ body: Int32, _ piece: Int32) -> Int32 { piece < 0 ? body : World.firstPieceName + piece }

  /// Of a contact in the table.
  @inline(__always)
  func key(_ c: Contact) -> UInt64 {
    let b = name(c.bodyB, c.pieceB)
    return c.segment >= 0 ? segmentKey(c.segment, b) : bodyKey(name(c.bodyA, c.pieceA), b)
  }

  /// Makes a contact of two bodies or pieces by their names. False: no memory, nothing changed.
  @_optimize(size)
  func createContact(_ a: Int32, _ b: Int32) -> Bool {
    // A is the body of lower index, whichever piece has the lower name.
    let isTurned = bodyNamed(a) > bodyNamed(b)
    return createContact(isTurned ? b : a, segment: none, isTurned ? a : b)
  }
  @_optimize(size)
  func createContact(segment: Int32, with name: Int32) -> Bool { createContact(none, segment: segment, name) }

  @inline(__always)
  func shape(_ body: UnsafeMutablePointer<Body>, _ piece: Int32) -> Shape {
    piece < 0 ? body.pointee.shape : pieces[Int(piece)].shape
  }
  @inline(__always)
  func innerRadius(_ body: UnsafeMutablePointer<Body>, _ piece: Int32) -> Float {
    piece < 0 ? body.pointee.innerRadius : pieces[Int(piece)].innerRadius
  }
  @inline(__always)
  func leafBox(_ body: UnsafeMutablePointer<Body>, _ piece: Int32) -> Box {
    s.pointee.bodyTree.box(of: piece < 0 ? body.pointee.leaf : pieces[Int(piece)].leaf)
  }

  // MARK: Making

  /// Gives a body several shapes in place of those it has; contacts follow in the next step. False: no memory or no
  /// area, nothing changed.
  @_optimize(size)
  @export(interface)
  public func setPieces(_ index: Int32, _ defs: UnsafeBufferPointer<PieceDef>) -> Bool {
    var body = bodies[Int(index)]
    var first = none
    var last = none
    var total = MassProperties(area: 0, centroid: .zero, inertiaPerMass: 0)
    for def in defs {
      var part = Body()
      guard let piece = takePiece() else {
        dropPieces(first)
        return false
      }
      if last >= 0 { pieces[Int(last)].next = piece } else { first = piece }
      last = piece
      let path = UnsafeBufferPointer(start: def.path, count: def.pathCount)
      guard shape(&part, size: def.size, type: def.type, path: path, isOwn: true) else {
        dropPieces(first)
        return false
      }
      let turn = Elementary.sinCos(def.angle)
      let c = part.localCenter.widened
      let center = def.center + Vector2(turn.cos * c.x - turn.sin * c.y, turn.sin * c.x + turn.cos * c.y)
      total = total.adding(
        MassProperties(area: part.area, centroid: center, inertiaPerMass: part.inertiaPerMass))
      pieces[Int(piece)].shape = part.shape
      pieces[Int(piece)].innerRadius = part.innerRadius
      if (part.shape.isBox || part.shape.kind == .circle) && part.innerRadius > 0 {
        guard let start = takeSharedBlock(part.shape.halfSize, isOwn: false) else {
          dropPieces(first)
          return false
        }
        part.shape.start = start
        pieces[Int(piece)].own = part.shape
        pieces[Int(piece)].ownRadius = part.outerRadius
      }
    }
    guard first >= 0, total.area > 0, hasContacts() else {
      dropPieces(first)
      return false
    }
    body.awake = none  // Only tried out: nothing changes while a leaf may be refused.
    compose(&body, total)
    var piece = first
    for def in defs {
      lay(piece, def, about: body.localCenter.widened)
      let p = pieces + Int(piece)
      p.pointee.body = index
      p.pointee.leaf = s.pointee.bodyTree.insert(looseBox(body, piece), data: World.firstPieceName + piece, owner: index)
      guard p.pointee.leaf >= 0 else {
        dropPieces(first)
        return false
      }
      piece = p.pointee.next
    }
    wakeNeighbors(index)
    while bodies[Int(index)].firstContact >= 0 {
      destroyContact(bodies[Int(index)].firstContact >> 1, silent: true)
    }
    dropOutline(bodies[Int(index)])
    body = bodies[Int(index)]
    compose(&body, total)
    body.firstPiece = first
    body.innerRadius = .infinity
    body.outerRadius = 0
    piece = first
    while piece >= 0 {
      body.outerRadius = max(body.outerRadius, pieces[Int(piece)].outerRadius)
      body.innerRadius = min(body.innerRadius, pieces[Int(piece)].innerRadius)
      piece = pieces[Int(piece)].next
    }
    bodies[Int(index)] = body
    noteSeams(first, slop: StepContext.slop * lengthScale)
    shapeChanged(index)
    return true
  }

  /// A body without an outline of its own, of that mass; the item's center stays where it is.
  @_optimize(size)
  private func compose(_ body: inout Body, _ mass: MassProperties) {
    let center = itemCenter(body)
    let drawn = itemCenter(body, previous: true)
    body.shape = Shape()
    body.leaf = none
    body.localCenter = mass.centroid.narrowed
    body.area = mass.area
    body.inertiaPerMass = mass.inertiaPerMass
    place(&body, center: center)
    body.previousX = drawn.x + (body.x - center.x)
    body.previousY = drawn.y + (body.y - center.y)
  }

  /// Puts an outline where its definition says, about the center of mass.
  @_optimize(size)
  private func lay(_ index: Int32, _ def: PieceDef, about mass: Vector2) {
    let piece = pieces + Int(index)
    let turn = Elementary.sinCos(def.angle)
    func turned(_ p: Vector2) -> Vector2 {
      Vector2(turn.cos * p.x - turn.sin * p.y, turn.sin * p.x + turn.cos * p.y)
    }
    // An outline was made about its own centroid.
    var centroid = def.center - mass
    if def.type == .path, let path = def.path {
      centroid = centroid + turned(MassProperties.polygon(path, count: def.pathCount).centroid)
    }
    piece.pointee.centroid = centroid.narrowed
    if def.angle != 0 || centroid.narrowed != .zero { piece.pointee.shape.isBox = false }
    let v = s.pointee.vertices.base + Int(piece.pointee.shape.start)
    let n = s.pointee.normals.base + Int(piece.pointee.shape.start)
    var outer: Float = 0
    var spread: Float = 0
    for at in 0..<Int(piece.pointee.shape.count) {
      v[at] = (turned(v[at].widened) + centroid).narrowed
      if piece.pointee.shape.kind == .polygon { n[at] = turned(n[at].widened).narrowed }
      outer = max(outer, v[at].length)
      spread = max(spread, (v[at] - piece.pointee.centroid).length)
    }
    piece.pointee.spread = spread + piece.pointee.shape.radius
    piece.pointee.outerRadius = outer + piece.pointee.shape.radius
    piece.pointee.turn = Rotation(c: Float(turn.cos), s: Float(turn.sin))
    piece.pointee.share = piece.pointee.outerRadius / piece.pointee.ownRadius
  }

  private func takePiece() -> Int32? {
    let index: Int32
    if s.pointee.freePiece >= 0 {
      index = s.pointee.freePiece
      s.pointee.freePiece = pieces[Int(index)].next
    } else {
      index = Int32(truncatingIfNeeded: s.pointee.pieces.count)
      guard index < World.firstPieceName, s.pointee.pieces.append(Piece()) else { return nil }
    }
    pieces[Int(index)] = Piece()
    return index
  }

  @_optimize(size)
  private func dropPieces(_ first: Int32) {
    var piece = first
    while piece >= 0 {
      let next = pieces[Int(piece)].next
      if pieces[Int(piece)].leaf >= 0 { s.pointee.bodyTree.remove(pieces[Int(piece)].leaf) }
      freeVertices(pieces[Int(piece)].shape)
      freeVertices(pieces[Int(piece)].own)
      pieces[Int(piece)] = Piece()
      pieces[Int(piece)].next = s.pointee.freePiece
      s.pointee.freePiece = piece
      piece = next
    }
  }

  /// Takes a body's leaves out of the tree and gives its vertices back.
  func dropOutline(_ body: Body) {
    if body.leaf >= 0 { s.pointee.bodyTree.remove(body.leaf) }
    freeVertices(body.shape)
    dropPieces(body.firstPiece)
  }

  // MARK: Boxes and pairs

  /// Edges of the exact box of a shape of several.
  @inline(__always)
  private func tightEdges(_ body: UnsafePointer<Body>, _ piece: UnsafePointer<Piece>) -> BoxEdges {
    tightEdges(of: piece.pointee.shape, body.pointee.q, body.pointee.x, body.pointee.y)
  }

  @_optimize(size)
  private func looseBox(_ body: Body, _ piece: Int32) -> Box {
    withUnsafePointer(to: body) { tightEdges($0, pieces + Int(piece)).box }.expanded(by: looseMargin(body))
  }

  /// What to note of a body of several shapes: whether some left their enlarged boxes, or need others for the next step.
  @inline(never)
  func marks(ofPieces body: UnsafeMutablePointer<Body>, velocity v: Vec2f, turning w: Float) -> UInt8 {
    let dt = Float(s.pointee.stepSeconds)
    let reach = StepContext.speculativeDistance * lengthScale
    var mark: UInt8 = 0
    var piece = body.pointee.firstPiece
    while piece >= 0 {
      let p = pieces + Int(piece)
      let box = BoxEdges(s.pointee.bodyTree.box(ofLeaf: p.pointee.leaf))
      let tight = tightEdges(body, p)
      if !box.contains(tight) { return BodyMark.isAlone | BodyMark.hasLeft }
      // A piece far from the center of mass moves by the turning most of all.
      let way = BoxEdges(along: v + w * body.pointee.q.apply(p.pointee.centroid).turned, dt)
      if !box.contains(tight + way.outward - reach) { mark = BodyMark.isAlone }
      piece = p.pointee.next
    }
    return mark
  }

  /// The body was placed anew: its boxes follow.
  @_optimize(size)
  func moveLeaves(_ index: Int32) {
    let body = bodies[Int(index)]
    if body.firstPiece < 0 {
      s.pointee.bodyTree.move(body.leaf, looseBox(body))
      return
    }
    var piece = body.firstPiece
    while piece >= 0 {
      s.pointee.bodyTree.move(pieces[Int(piece)].leaf, looseBox(body, piece))
      piece = pieces[Int(piece)].next
    }
  }

  /// After a step, as for a body of one shape: boxes of pieces that left them.
  @_optimize(speed)
  func refitPieces(_ index: Int32, velocity v: Vec2f, turning w: Float, hasRoom: Bool) {
    let body = bodies + Int(index)
    let dt = Float(s.pointee.stepSeconds)
    let reach = StepContext.speculativeDistance * lengthScale
    let margin = looseMargin(body.pointee)
    let most = motionAhead(body)
    let meetsItems = kind(body).pointee.itemMask != 0
    var hasMoved = false
    var piece = body.pointee.firstPiece
    while piece >= 0 {
      let p = pieces + Int(piece)
      let leaf = p.pointee.leaf
      let tight = tightEdges(body, p)
      let way = BoxEdges(along: v + w * body.pointee.q.apply(p.pointee.centroid).turned, dt)
      let needed = tight + way.outward - reach
      if !BoxEdges(s.pointee.bodyTree.box(ofLeaf: leaf)).contains(needed) {
        let box = (tight + (way + way.half(atMost: most)).outward - margin).union(needed).box
        // The others have met what they meet.
        if hasRoom {
          s.pointee.bodyTree.enlargeForRebuild(leaf, box, marks: meetsItems)
        } else {
          s.pointee.bodyTree.enlarge(leaf, box)
          if meetsItems { s.pointee.bodyTree.markChanged(leaf) }
        }
        hasMoved = true
      }
      piece = p.pointee.next
    }
    if hasMoved { noteStrayedPieces(index) }
  }

  // MARK: Passing

  /// Whether a body of several shapes that passes a one-way segment has still some part of it on the open side.
  @_optimize(size)
  func reachesBack(_ c: UnsafeMutablePointer<Contact>, by depth: Float) -> Bool {
    let line = segments + Int(c.pointee.segment)
    let body = bodies + Int(c.pointee.bodyB)
    let e = line.pointee.to - line.pointee.from
    let length = e.length
    if !(length > 0) { return false }
    let isLeft = s.pointee.boundaries[Int(line.pointee.boundary)].pass == .fromLeft
    // Unit normal toward the open side; y grows down.
    let n = (isLeft ? 1 : -1) / length * Vec2f(e.y, -e.x)
    let base =
      Vec2f(Float(body.pointee.x - line.pointee.x), Float(body.pointee.y - line.pointee.y))
      - line.pointee.from
    var piece = body.pointee.firstPiece
    while piece >= 0 {
      let shape = pieces[Int(piece)].shape
      for at in 0..<Int(shape.count) {
        let p = base + body.pointee.q.apply(s.pointee.vertices[Int(shape.start) + at])
        if n.dot(p) + shape.radius > depth { return true }
      }
      piece = pieces[Int(piece)].next
    }
    return false
  }

  /// Whether another piece of the body is passing the boundary.
  func siblingPasses(_ bodyB: Int32, boundary: Int32) -> Bool {
    var edge = bodies[Int(bodyB)].firstContact
    while edge >= 0 {
      let c = contacts[Int(edge >> 1)]
      if c.segment >= 0 && c.flags & ContactFlag.passing != 0 && segments[Int(c.segment)].boundary == boundary
      {
        return true
      }
      edge = edge & 1 == 0 ? c.nextA : c.nextB
    }
    return false
  }
}

extension MassProperties {
  /// Both as one body of even density; where they overlap both count.
  public func adding(_ other: MassProperties) -> MassProperties {
    let sum = area + other.area
    guard sum > 0 else { return self }
    let center = (1 / sum) * (area * centroid + other.area * other.centroid)
    let mine = area * (inertiaPerMass + (centroid - center).lengthSquared)
    let theirs = other.area * (other.inertiaPerMass + (other.centroid - center).lengthSquared)
    return MassProperties(area: sum, centroid: center, inertiaPerMass: (mine + theirs) / sum)
  }
}
