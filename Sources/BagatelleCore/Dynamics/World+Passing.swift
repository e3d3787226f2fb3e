// Pairs whose boxes meet, because what is fast has long ones, while the bodies pass each other at a distance.
// SPDX-License-Identifier: MIT
//
// Where much is fast most new pairs are such: a contact would be made, looked at and dropped for each, step by step. They have none in the
// step at whose start their ways are far enough apart. At its end they are looked at where they went: who came nearer than was foreseen, as
// by a hit, is swept against whatever its way meets; and the next search for pairs tells of them again. Where the ways themselves cross, and it
// is only the time that keeps two apart, one may be put back in the other's way: those pairs come first, and who is put back tells of it.
import CShims

extension World {
  private var passing: UnsafeMutablePointer<UInt64> { s.pointee.newPairs.base }

  @inline(__always)
  private func names(_ key: UInt64) -> (Int32, Int32) { (Int32(truncatingIfNeeded: key >> 32), Int32(truncatingIfNeeded: key & 0xffff_ffff)) }

  /// Whether two bodies, both of one shape, pass each other in a step as they move at its start: one of them, which is fast, another or what
  /// does not move.
  @_optimize(size)
  func willPass(_ first: Int32, _ second: Int32, _ context: StepContext) -> Bool {
    if max(first, second) >= World.firstPieceName { return false }
    let a = bodies + Int(first)
    let b = bodies + Int(second)
    if (a.pointee.awake < 0 && a.pointee.flags & BodyFlag.anchored == 0) || (b.pointee.awake < 0 && b.pointee.flags & BodyFlag.anchored == 0)
      || (a.pointee.flags | b.pointee.flags) & BodyFlag.entered != 0
    {
      return false
    }
    let wayA = a.pointee.awake < 0 ? Vec2f.zero : context.dt * states[Int(a.pointee.awake)].v
    let wayB = b.pointee.awake < 0 ? Vec2f.zero : context.dt * states[Int(b.pointee.awake)].v
    let least = min(a.pointee.innerRadius, b.pointee.innerRadius)
    if (wayA - wayB).lengthSquared < least * least { return false }
    let p0 = Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y))
    return pass(first, second, p0, wayB - wayA, context)
  }

  /// Of B's way against A.
  private func pass(_ a: Int32, _ b: Int32, _ p0: Vec2f, _ way: Vec2f, _ context: StepContext) -> Bool {
    let slack = StepContext.speculativeDistance * context.scale
    let radiusA = bodies[Int(a)].outerRadius
    let radiusB = bodies[Int(b)].outerRadius
    return staysBeyond(p0, way, radiusA + radiusB + slack)
      || bodies[Int(a)].awake < 0 && passes(a, p0, way, radiusB + slack) || bodies[Int(b)].awake < 0 && passes(b, -p0, -way, radiusA + slack)
  }

  /// Leaves out the points of shapes that pass each other in this step, though a corner of one would meet the plane in front of the other. Such a
  /// plane is no wall: half of what passed others by 0.5 to 3 points at 1,000 points/s was thrown aside.
  @inline(__always)
  func dropPassing(_ found: UnsafeMutablePointer<FoundPoints>, _ context: StepContext) {
    if found.pointee.count == 0 || !(found.pointee.least > StepContext.passingGap * context.scale) || !passesBy(found, context) { return }
    found.pointee.gap = found.pointee.least
    found.pointee.count = 0
    found.pointee.touches = false
  }

  @inline(never)
  @_optimize(size)
  private func passesBy(_ found: UnsafePointer<FoundPoints>, _ context: StepContext) -> Bool {
    let c = contacts + Int(found.pointee.index)
    let b = bodies + Int(c.pointee.bodyB)
    let isSegment = c.pointee.segment >= 0
    let a = isSegment ? nil : bodies + Int(c.pointee.bodyA)
    let wayA = a.map { wayAhead($0, context) } ?? (way: .zero, turn: 0)
    let wayB = wayAhead(b, context)
    let n = found.pointee.normal
    let half = 0.5 * found.pointee.least * n
    let face = (found.pointee.rA1 - found.pointee.rA0).lengthSquared
    let fast = StepContext.passingWay * context.scale
    var comes = false
    // Neither of two points is the first: mirrored they are the other way around.
    for which in 0..<found.pointee.count {
      let rA = which == 0 ? found.pointee.rA0 : found.pointee.rA1
      let way = wayB.way + wayB.turn * (rA - found.pointee.d).turned - wayA.way - wayA.turn * rA.turned
      let closing = -n.dot(way)
      // Nothing stops what comes no nearer. What is left of a gap bounds the speed at the end of the step too.
      if closing >= found.pointee.least && way.lengthSquared >= fast * fast { comes = true }
      let across = abs(n.cross(way))
      // What comes straight on meets it, and so does who does not leave the face before which it is.
      if across < 0.05 * closing || found.pointee.count == 2 && face > across * across { return false }
      // Most do hit: the nearest point of one ends within the other.
      if let a, holds(a, c.pointee.pieceA, rA + half + way) { return false }
      if holds(b, c.pointee.pieceB, rA - half - found.pointee.d - way) { return false }
    }
    if !comes { return false }
    let segment = segments + Int(max(c.pointee.segment, 0))
    let origin = a.map { Vector2($0.pointee.x, $0.pointee.y) } ?? Vector2(segment.pointee.x, segment.pointee.y)
    let p0 = Vec2f(Float(b.pointee.x - origin.x), Float(b.pointee.y - origin.y))
    let target = 0.5 * StepContext.slop * context.scale
    let outlineA = a.map { view(shape($0, c.pointee.pieceA)) } ?? view(segment)
    return timeOfImpact(
      outlineA, sweep(a, from: .zero, wayA), view(shape(b, c.pointee.pieceB)), sweep(b, from: p0, wayB), target: target,
      tolerance: 0.25 * target, end: 1
    ).state == .separated
  }

  /// Whether a point from a body's center, in reference directions, is within its shape.
  @inline(never)
  @_optimize(size)
  private func holds(_ body: UnsafeMutablePointer<Body>, _ piece: Int32, _ point: Vec2f) -> Bool {
    let outline = view(shape(body, piece))
    let p = body.pointee.q.applyInverse(point)
    if outline.isBox { return abs(p.x) < outline.halfSize.x && abs(p.y) < outline.halfSize.y }
    if outline.count == 1 { return (p - outline.vertices[0]).lengthSquared < outline.radius * outline.radius }
    for at in 0..<Int(outline.count) where outline.normals[at].dot(p - outline.vertices[at]) >= 0 { return false }
    return true
  }

  /// How far a body goes and turns in this step and the first sub-step of the next as it moves now. (Who wakes in this step is still.)
  @inline(never)
  @_optimize(size)
  private func wayAhead(_ body: UnsafeMutablePointer<Body>, _ context: StepContext) -> (way: Vec2f, turn: Float) {
    let at = Int(body.pointee.awake)
    if at < 0 { return (.zero, 0) }
    let time = context.dt + context.h
    return (time * states[at].v, time * states[at].w)
  }

  @inline(never)
  @_optimize(size)
  private func sweep(_ body: UnsafeMutablePointer<Body>?, from p0: Vec2f, _ ahead: (way: Vec2f, turn: Float)) -> Sweep {
    let angle = body.map { Float(Elementary.wrapAngle($0.pointee.angle)) } ?? 0
    return Sweep(p0: p0, p1: p0 + ahead.way, angle0: angle, angle1: angle + ahead.turn)
  }

  /// Lists those as strays that came nearer than was foreseen, and are swept; puts those whose ways cross before the others.
  @_optimize(size)
  func findDeviated(_ context: StepContext) {
    for at in 0..<s.pointee.newPairs.count {
      let (first, second) = names(passing[at])
      let a = bodies + Int(first)
      let b = bodies + Int(second)
      let p0 = Vec2f(Float(b.pointee.previousX - a.pointee.previousX), Float(b.pointee.previousY - a.pointee.previousY))
      let wayA = a.pointee.awake < 0 ? Vec2f.zero : moved(a)
      let wayB = b.pointee.awake < 0 ? Vec2f.zero : moved(b)
      if pass(first, second, p0, wayB - wayA, context) {
        let reach = bodies[Int(first)].outerRadius + bodies[Int(second)].outerRadius + StepContext.speculativeDistance * context.scale
        if World.cross(p0, wayA, wayB, reach) {
          let pair = passing[at]
          passing[at] = passing[s.pointee.crossing]
          passing[s.pointee.crossing] = pair
          s.pointee.crossing += 1
        }
        continue
      }
      addDeviated(first, context)
      addDeviated(second, context)
    }
  }

  /// Whether a part of the way of A, which starts at the origin, may come as near as `reach` to one of the way of B, which starts at `p0`: neither
  /// is all to one side of the other.
  @inline(__always)
  private static func cross(_ p0: Vec2f, _ wayA: Vec2f, _ wayB: Vec2f, _ reach: Float) -> Bool {
    let p1 = p0 + wayB
    let square = reach * reach
    @inline(__always)
    func isAside(_ from: Float, _ to: Float, _ way: Vec2f) -> Bool { from * to > 0 && min(from * from, to * to) > square * way.lengthSquared }
    return !isAside(wayA.cross(p0), wayA.cross(p1), wayA) && !isAside(wayB.cross(p0), wayB.cross(p0 - wayA), wayB)
  }

  /// Lists for each awake body those whose ways cross its own; heads by awake index in `stack`, entries as for what it is swept against.
  @_optimize(size)
  func listCrossing() {
    if s.pointee.crossing == 0 { return }
    let heads = s.pointee.stack.base
    for at in 0..<s.pointee.awake.count { heads[at] = none }
    for at in 0..<s.pointee.crossing {
      let (first, second) = names(passing[at])
      listCrossing(first, second)
      listCrossing(second, first)
    }
  }

  @_optimize(size)
  private func listCrossing(_ index: Int32, _ other: Int32) {
    let at = Int(bodies[Int(index)].awake)
    if at >= 0 && !list(other, in: s.pointee.stack.base + at) { s.pointee.outOfMemory = true }
  }

  /// Somebody was put back: those whose ways cross his, and who have no contact with him, look at him from now on.
  @inline(never)
  @_optimize(size)
  func tellCrossing(_ index: Int32, _ context: StepContext) {
    if s.pointee.crossing == 0 { return }
    var entry = s.pointee.stack[Int(bodies[Int(index)].awake)]
    while entry >= 0 {
      let word = s.pointee.sortScratch[Int(entry)]
      entry = Int32(truncatingIfNeeded: word >> 32)
      let at = Int(bodies[Int(Int32(truncatingIfNeeded: word))].awake)
      if at < 0 || sweepMark(at) != SweepMark.listed || !isToCome(at) { continue }
      let isKnown = lists(at, bodyEntry(index))
      if !isKnown && !list(bodyEntry(index), in: s.pointee.continuous.base + at) { s.pointee.outOfMemory = true }
      if isFound(at) { lookAgain(at, at: index, by: none, isKnown: isKnown, context) }
    }
  }

  private func addDeviated(_ index: Int32, _ context: StepContext) {
    let awake = Int(bodies[Int(index)].awake)
    if awake < 0 || sweepMark(awake) == SweepMark.none || sweepMark(awake) == SweepMark.anything { return }
    addStray(index, context)
  }

  /// The next search for pairs tells of all that are listed again: by the box of one of them, a new one or, marked as such, the old one.
  @_optimize(size)
  func noteReturning() {
    for at in 0..<s.pointee.newPairs.count {
      let (first, second) = names(passing[at])
      if (bodies[Int(first)].flags | bodies[Int(second)].flags) & BodyFlag.moved != 0 { continue }
      s.pointee.bodyTree.markChanged(bodies[Int(first)].leaf)
      bodies[Int(first)].flags |= BodyFlag.moved
      _ = s.pointee.movedBuffer.append(first)
    }
    s.pointee.newPairs.count = 0
  }
}
