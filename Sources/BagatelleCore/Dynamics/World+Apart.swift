// Continuous collision of groups: pairs of shapes that one axis keeps apart all through the step, which are most.
// SPDX-License-Identifier: MIT

extension World {
  /// Whether a shape of the mover, or the core of it that may not pass, is kept apart from another's all through the step by one axis,
  /// whatever both turn by. The other one goes by `its` way until its pause, and stands still for the rest.
  @inline(never)
  func staysApart(
    _ mover: Mover, _ piece: Int32, _ core: Core, _ other: Int32, _ theirs: Int32, known: Bool, turn: Float, its itsWay: Vec2f, pause: Float,
    _ context: StepContext
  ) -> Bool {
    let body = bodies + Int(mover.index)
    let o = bodies + Int(other)
    let turned = Float(body.pointee.angle - body.pointee.previousAngle)
    let (itsMiddle, itsSpread) = circle(o, theirs)
    let (mine, myBend) = World.carried(body.pointee.q, core.center, turned)
    let (its, itsBend) = World.carried(o.pointee.q, itsMiddle, turn)
    let reach = myBend + itsBend + StepContext.slop * context.scale
    let d = Vec2f(Float(body.pointee.x - o.pointee.x), Float(body.pointee.y - o.pointee.y))
    let t = Transform2(p: o.pointee.q.applyInverse(d), q: o.pointee.q.inverseTimes(body.pointee.q))
    let all = mover.moved + mine
    let seen = o.pointee.q.applyInverse(all - itsWay - its)
    let rest = (1 - pause) * o.pointee.q.applyInverse(all)
    // A circle turns in itself; a face about the middle of its shape.
    let radius = known ? core.radius : circle(body, piece).spread
    let center = t.apply(core.center)
    let far = radius + itsSpread + reach
    if staysBeyond(center - itsMiddle - seen, seen - rest, far) && (pause == 1 || staysBeyond(center - itsMiddle - rest, rest, far)) {
      return true
    }
    let itsShape = shape(o, theirs)
    let swing = itsShape.kind == .circle ? 0 : abs(turn) * itsSpread
    if outside(itsShape, center, seen, rest) - radius > reach + swing { return true }
    // A core whose center was inside from the start stops nothing, but what moves as told.
    if known { return o.pointee.flags & BodyFlag.kinematic == 0 && outside(itsShape, center - seen, .zero, .zero) < -(reach + swing) }
    let myShape = shape(body, piece)
    let mySwing = myShape.kind == .circle ? 0 : abs(turned) * radius
    return outside(myShape, t.applyInverse(itsMiddle), -t.q.applyInverse(seen), -t.q.applyInverse(rest)) - itsSpread > reach + mySwing
  }

  /// Whether two long boxes, neither of which is a group, are kept apart all through the step by a side of one of them, as it stands in the end:
  /// B starts `from` a place, from A, goes on by another and ends at a third. Most that fly among others are.
  @inline(never)
  @_optimize(size)
  func boxesStayApart(_ indexA: Int32, _ indexB: Int32, from p0: Vec2f, over p1: Vec2f, to p2: Vec2f, _ slack: Float) -> Bool {
    let a = bodies + Int(indexA)
    let b = bodies + Int(indexB)
    if !a.pointee.shape.isBox || !b.pointee.shape.isBox { return false }
    // What turns farther than it is long is not told apart so.
    let turnA = abs(Float(a.pointee.angle - a.pointee.previousAngle))
    let turnB = abs(Float(b.pointee.angle - b.pointee.previousAngle))
    let reach = turnA * a.pointee.outerRadius + turnB * b.pointee.outerRadius + slack
    let q = a.pointee.q.inverseTimes(b.pointee.q)
    let (c, s) = (abs(q.c), abs(q.s))
    let (halfA, halfB) = (a.pointee.shape.halfSize, b.pointee.shape.halfSize)
    @inline(__always)
    func isBeyond(_ q: Rotation, _ half: Vec2f, _ other: Vec2f) -> Bool {
      let from = q.applyInverse(p0)
      let x = half.x + (other.x * c + other.y * s) + reach
      let y = half.y + (other.x * s + other.y * c) + reach
      if !(abs(from.x) > x || abs(from.y) > y) { return false }
      let over = q.applyInverse(p1)
      let to = q.applyInverse(p2)
      let isRight = min(from.x, over.x, to.x) > x
      let isLeft = max(from.x, over.x, to.x) < -x
      return isRight || isLeft || min(from.y, over.y, to.y) > y || max(from.y, over.y, to.y) < -y
    }
    return isBeyond(a.pointee.q, halfA, halfB) || isBeyond(b.pointee.q, halfB, halfA)
  }

  /// Whether a circle that goes from a place to another, seen from the center of a box that does not turn with it, is kept out of that all the way by
  /// one of its sides, as it stands in the end. The core of what lies beside another mostly is.
  @inline(__always)
  func coreStaysOut(of box: UnsafeMutablePointer<Body>, _ radius: Float, from p0: Vec2f, to p1: Vec2f, turning turn: Float) -> Bool {
    if !box.pointee.shape.isBox { return false }
    let from = box.pointee.q.applyInverse(p0)
    let to = box.pointee.q.applyInverse(p1)
    let reach = radius + abs(turn) * squareRoot(max(p0.lengthSquared, p1.lengthSquared))
    let x = box.pointee.shape.halfSize.x + reach
    let y = box.pointee.shape.halfSize.y + reach
    return min(from.x, to.x) > x || max(from.x, to.x) < -x || min(from.y, to.y) > y || max(from.y, to.y) < -y
  }

  /// Whether two shapes reach out so many times as far as they are thick that `boxesStayApart` is worth its while.
  @inline(__always)
  static func isLong(_ outer: Float, _ inner: Float) -> Bool { outer > 3 * inner }

  /// How turning has moved a point of a body, and how far its path was from a straight and even one at most: an eighth of the square of
  /// the angle times its distance, of a small one, for which the series do.
  @inline(__always)
  static func carried(_ q: Rotation, _ point: Vec2f, _ turned: Float) -> (way: Vec2f, bend: Float) {
    let square = turned * turned
    let far = point.length
    if !(square <= 0.25) { return (.zero, abs(turned) * far) }
    let versine = square * (0.5 - square * (1 / 24))
    let sine = turned * (1 - square * (1 / 6))
    return (q.apply(versine * point + sine * point.turned), 0.13 * square * far)
  }

  /// How far two shapes are apart at least along one axis, by the faces of each and the circle around the other.
  @inline(never)
  func leastGap(
    _ a: UnsafeMutablePointer<Body>, _ pieceA: Int32, _ b: UnsafeMutablePointer<Body>, _ pieceB: Int32, _ t: Transform2
  ) -> Float {
    let (middleB, spreadB) = circle(b, pieceB)
    let (middleA, spreadA) = circle(a, pieceA)
    return max(
      outside(shape(a, pieceA), t.apply(middleB), .zero, .zero) - spreadB, outside(shape(b, pieceB), t.applyInverse(middleA), .zero, .zero) - spreadA)
  }

  @inline(__always)
  private func circle(_ body: UnsafeMutablePointer<Body>, _ piece: Int32) -> (middle: Vec2f, spread: Float) {
    piece < 0 ? (.zero, body.pointee.outerRadius) : (pieces[Int(piece)].centroid, pieces[Int(piece)].spread)
  }

  /// How far a point is from a shape at least, in the frame of its body, at the end of a way and all along it; below 0 inside. It goes
  /// straight but at one place, from which it goes by `rest`.
  @inline(never)
  private func outside(_ shape: Shape, _ point: Vec2f, _ way: Vec2f, _ rest: Vec2f) -> Float {
    let vertices = s.pointee.vertices.base + Int(shape.start)
    if shape.kind == .circle {
      let from = point - vertices[0]
      let far = from.length
      return far - shape.radius - (far > 0 ? max(0, from.dot(way), from.dot(rest)) / far : max(way.length, rest.length))
    }
    let normals = s.pointee.normals.base + Int(shape.start)
    var far = -Float.infinity
    for face in 0..<Int(shape.count) {
      far = max(far, normals[face].dot(point - vertices[face]) - max(0, normals[face].dot(way), normals[face].dot(rest)))
    }
    return far
  }
}
