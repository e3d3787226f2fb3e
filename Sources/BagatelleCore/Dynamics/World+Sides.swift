// What the solver presses on stays on its side of what does not move, however slowly it is pressed.
// SPDX-License-Identifier: MIT
//
// A slow item is not swept. Where something that is told to move, or the weight of many, presses it against a wall, the wall gives way softly, and once
// the item's center is past the middle of the wall its contact pushes it out on the other side. So a center may not cross a segment that the item
// touches, nor come into an item that does not move: who would is put back to where the step began, and what presses it passes over it.
import BagatelleKernels
import CShims

extension World {
  /// Puts back bodies whose center the solver pushed across a segment that they touch.
  @_optimize(size)
  func keepSides(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    share(s.pointee.active.count, least: 256, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end where world.s.pointee.active[at].bodyA < 0 && world.isAcross(world.s.pointee.active[at].index) { bgts_store32(&data.loop.pointee.found, 1) }
    }
    if loop.found == 0 { return }
    // One after the other: who was put back for one segment is seen so by the next.
    for at in 0..<s.pointee.active.count {
      if s.pointee.active[at].bodyA >= 0 { continue }
      let index = s.pointee.active[at].index
      if !isAcross(index) { continue }
      takeBack(contacts[Int(index)].bodyB)
    }
  }

  /// Whether the center of the contact's body has passed its segment.
  @inline(__always)
  private func isAcross(_ index: Int32) -> Bool {
    let c = contacts + Int(index)
    if c.pointee.segment < 0 || c.pointee.points == 0 { return false }
    let segment = segments + Int(c.pointee.segment)
    let body = bodies + Int(c.pointee.bodyB)
    let e = segment.pointee.to - segment.pointee.from
    var before = Vec2f(
      Float(body.pointee.previousX - segment.pointee.x), Float(body.pointee.previousY - segment.pointee.y))
    var after = Vec2f(Float(body.pointee.x - segment.pointee.x), Float(body.pointee.y - segment.pointee.y))
    if c.pointee.pieceB >= 0 {  // Of a hollow body the center may cross anything.
      let centroid = pieces[Int(c.pointee.pieceB)].centroid
      before = before + rotation(body.pointee.previousAngle).apply(centroid)
      after = after + body.pointee.q.apply(centroid)
    }
    let sideBefore = e.cross(before - segment.pointee.from)
    let sideAfter = e.cross(after - segment.pointee.from)
    if sideBefore == 0 || (sideBefore > 0) == (sideAfter > 0) && sideAfter != 0 { return false }
    let t = sideBefore / (sideBefore - sideAfter)
    let crossing = before + t * (after - before)
    let along = e.dot(crossing - segment.pointee.from)
    return along >= 0 && along <= e.lengthSquared
  }

  /// Back to where it was when the step began, as it is turned now.
  @inline(never)
  @_optimize(size)
  private func takeBack(_ index: Int32) {
    let body = bodies + Int(index)
    notePutBack(index)
    body.pointee.x = body.pointee.previousX
    body.pointee.y = body.pointee.previousY
    setReference(&body.pointee)
    noteDrifted(index)
    let awake = Int(body.pointee.awake)
    lookAt(awake, awake + 1, keeping: BodyMark.isFresh)
  }

  /// Overlap with what does not move from which on some center may be in it: by the least inner radius of all items that there were.
  var deepestOutside: Float { max(0.9 * s.pointee.leastInner, 2 * StepContext.slop * lengthScale) }

  /// Puts a body back whose center the solver pushed into an item that does not move and that it touches.
  @inline(never)
  @_optimize(size)
  func keepOut(_ contact: Int32) {
    let c = contacts + Int(contact)
    if c.pointee.segment >= 0 { return }
    let isA = isStill(c.pointee.bodyB)
    if isA == isStill(c.pointee.bodyA) { return }
    let (index, other) = isA ? (c.pointee.bodyA, c.pointee.bodyB) : (c.pointee.bodyB, c.pointee.bodyA)
    let body = bodies + Int(index)
    if body.pointee.invMass == 0 || body.pointee.awake < 0 { return }
    // Who is fast is swept.
    if isFast(body, moved(body), Float(body.pointee.angle - body.pointee.previousAngle)) { return }
    let o = bodies + Int(other)
    let piece = isA ? c.pointee.pieceA : c.pointee.pieceB
    let centroid = piece < 0 ? .zero : pieces[Int(piece)].centroid
    let before = o.pointee.q.applyInverse(
      Vec2f(Float(body.pointee.previousX - o.pointee.x), Float(body.pointee.previousY - o.pointee.y)) + rotation(body.pointee.previousAngle).apply(centroid))
    let after = o.pointee.q.applyInverse(
      Vec2f(Float(body.pointee.x - o.pointee.x), Float(body.pointee.y - o.pointee.y)) + body.pointee.q.apply(centroid))
    if enters(view(shape(o, isA ? c.pointee.pieceB : c.pointee.pieceA)), from: before, to: after) { takeBack(index) }
  }

  /// Whether the way from one point to another, of which the first is outside of a shape, leads into it.
  @_optimize(size)
  private func enters(_ outline: ShapeView, from before: Vec2f, to after: Vec2f) -> Bool {
    let near = 0.5 * StepContext.slop * lengthScale
    if outline.count < 2 {
      let from = before - outline.vertices[0]
      let to = after - outline.vertices[0]
      return from.length >= outline.radius - near && to.lengthSquared < from.lengthSquared && !staysBeyond(from, to - from, outline.radius)
    }
    var wasOutside = false
    var enter: Float = 0
    var leave: Float = 1
    for face in 0..<Int(outline.count) {
      let from = outline.normals[face].dot(before - outline.vertices[face]) - outline.radius
      let to = outline.normals[face].dot(after - outline.vertices[face]) - outline.radius
      if from >= -near {
        // On the face, or outside of it.
        if to >= min(from, 0) { return false }
        wasOutside = true
        enter = max(enter, from / (from - to))
      } else if to > 0 {
        leave = min(leave, from / (from - to))
      }
    }
    return wasOutside && enter < leave
  }
}
