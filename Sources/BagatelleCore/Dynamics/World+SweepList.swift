// Which contacts of fast bodies may stop them: one look at all active contacts side by side.
// SPDX-License-Identifier: MIT
import CShims

/// How a body is swept at the end of a step.
enum SweepMark {
  /// Not at all.
  static var none: UInt8 { 0 }
  /// Against all that it has contacts with.
  static var contacts: UInt8 { 1 }
  /// Against those that are listed.
  static var listed: UInt8 { 2 }
  /// Against whatever its way meets.
  static var anything: UInt8 { 3 }
}

extension World {
  /// Lists the bodies that left their enlarged box, as who is hit hard does: contacts do not tell all that they can meet.
  /// They are swept against anything themselves. The boxes around their ways lie in `boxes`, which has room.
  func findStrays(_ context: StepContext) {
    // Marks of fresh bodies lie in `stack`, which has room for every body and is not in use.
    let marks = s.pointee.stack.base
    var loop = Loop(world: self, context: context)
    share(s.pointee.fresh.count, least: 128, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end {
        let body = world.bodies + Int(world.s.pointee.fresh[at])
        world.s.pointee.stack[at] = body.pointee.awake >= 0 && world.hasLeftBox(body) ? 1 : 0
      }
    }
    s.pointee.strays.count = 0
    for at in 0..<s.pointee.fresh.count where marks[at] != 0 {
      let index = s.pointee.fresh[at]
      let body = bodies + Int(index)
      let awake = Int(body.pointee.awake)
      if s.pointee.marks[awake] != SweepMark.none { s.pointee.marks[awake] = SweepMark.anything }
      let reach = Double(body.pointee.outerRadius)
      let b = body.pointee
      s.pointee.boxes[s.pointee.strays.count] = Box.outward(
        minX: min(b.x, b.previousX) - reach, minY: min(b.y, b.previousY) - reach,
        maxX: max(b.x, b.previousX) + reach, maxY: max(b.y, b.previousY) + reach)
      if !s.pointee.strays.append(index) { s.pointee.outOfMemory = true }
    }
  }

  /// Lists for each fast body the contacts with what comes near its way; most have none. Heads by awake index lie in
  /// `continuous`, entries (the next one above the contact) in `sortScratch`; neither is in use at this time.
  func listSwept(_ context: StepContext) {
    let isStrange = s.pointee.strays.count > 32
    if isStrange || !s.pointee.sortScratch.reserve(2 * s.pointee.active.count) || !reserveRows() {
      if isStrange { mark(SweepMark.anything) }
      return
    }
    mark(SweepMark.listed)
    noteWays(context)
    let list = s.pointee.sortScratch.base
    let count = listActive(list, .swept, context)
    s.pointee.sortScratch.count = count
    clearRows()
    let heads = s.pointee.continuous.base
    for at in 0..<s.pointee.awake.count { heads[at] = none }
    for at in 0..<count {
      let head = heads + Int(list[at] >> 32)
      list[at] = UInt64(UInt32(bitPattern: head.pointee)) << 32 | list[at] & 0xffff_ffff
      head.pointee = Int32(truncatingIfNeeded: at)
    }
  }

  private var ways: UnsafeMutablePointer<BodyWay> {
    UnsafeMutableRawPointer(s.pointee.paces.base).assumingMemoryBound(to: BodyWay.self)
  }

  private static var sweptRow: UInt32 { 1 << 31 }

  /// Fills the rows of all awake bodies; those that are swept are marked.
  private func noteWays(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    share(s.pointee.awake.count, least: 256, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end {
        let index = world.s.pointee.awake[at]
        let flag = world.s.pointee.marks[at] != SweepMark.none ? World.sweptRow : 0
        world.s.pointee.rows[Int(index)] = UInt32(truncatingIfNeeded: at + 1) | flag
        world.ways[at + 1] = world.way(index)
      }
    }
  }

  @inline(__always)
  private func way(_ index: Int32) -> BodyWay {
    let body = bodies + Int(index)
    return BodyWay(
      previousX: body.pointee.previousX, previousY: body.pointee.previousY, moved: moved(body), turned: turned(body),
      outerRadius: body.pointee.outerRadius, innerRadius: body.pointee.innerRadius, isPlain: body.pointee.firstPiece < 0)
  }

  /// Of a range of the active contacts those that may stop a body, which is noted above each.
  func listSwept(
    _ first: Int, _ end: Int, _ list: UnsafeMutablePointer<UInt64>, _ context: StepContext
  ) -> Int {
    let active = s.pointee.active.base
    let slack = StepContext.speculativeDistance * context.scale
    var listed = 0
    for at in first..<end {
      if at + 8 < end {
        bgts_prefetch(ways + Int(row(active[at + 8].bodyA) & World.rowMask))
        bgts_prefetch(ways + Int(row(active[at + 8].bodyB) & World.rowMask))
      }
      let entry = active[at]
      let rowA = row(entry.bodyA)
      let rowB = row(entry.bodyB)
      if (rowA | rowB) & World.sweptRow == 0 { continue }
      let contact = UInt64(UInt32(bitPattern: entry.index))
      let entryB = UInt64(rowB & World.rowMask &- 1) << 32 | contact
      if entry.bodyA < 0 {
        list[listed] = entryB
        listed += 1
        continue
      }
      let a = rowA == 0 ? way(entry.bodyA) : ways[Int(rowA & World.rowMask)]
      let b = rowB == 0 ? way(entry.bodyB) : ways[Int(rowB & World.rowMask)]
      let p0 = Vec2f(Float(b.previousX - a.previousX), Float(b.previousY - a.previousY))
      let moved = b.moved - a.moved
      if staysBeyond(p0, moved, a.outerRadius + b.outerRadius + slack) { continue }
      if entry.gap > slack && entry.gap > 2 * slack + reach(of: b, from: a, p0, moved) { continue }
      let isPlain = a.isPlain && b.isPlain
      if rowA & World.sweptRow != 0 && !(isPlain && staysNear(a, of: b, -p0)) {
        list[listed] = UInt64(rowA & World.rowMask &- 1) << 32 | contact
        listed += 1
      }
      if rowB & World.sweptRow != 0 && !(isPlain && staysNear(b, of: a, p0)) {
        list[listed] = entryB
        listed += 1
      }
    }
    return listed
  }

  /// Who was put back is no longer where its neighbors were seen from: those that are still to be swept look at all.
  func unlistNeighbors(_ index: Int32) {
    let mine = bodies[Int(index)].awake
    var edge = bodies[Int(index)].firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let other = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
      if other < 0 { continue }
      let at = bodies[Int(other)].awake
      if at > mine && s.pointee.marks[Int(at)] == SweepMark.listed { s.pointee.marks[Int(at)] = SweepMark.contacts }
    }
  }

  /// Whether a body that starts at `p0` from another and moves so far against it keeps farther away than a distance.
  @inline(__always)
  func staysBeyond(_ p0: Vec2f, _ way: Vec2f, _ distance: Float) -> Bool {
    let square = way.lengthSquared
    let part = square > 0 ? max(0, min(1, -p0.dot(way) / square)) : 0
    return (p0 + part * way).lengthSquared > distance * distance
  }

  /// Whether a shape, seen from a body that turns, moves by at most `limit`: it cannot get past it within the step, and the
  /// next one sees an overlap. It starts at `p0` from the other; `swing` is how far its surface reaches out of its inner circle.
  @inline(__always)
  func staysNear(
    _ p0: Vec2f, _ moved: Vec2f, _ turned: Float, swing: Float, limit: Float, ofOneMoving other: Vec2f,
    turning turn: Float
  ) -> Bool {
    let angle = turn < 0 ? -turn : turn
    if angle > 0.25 { return false }
    // The end in the other's turned frame; the series is short by angle^3 / 6.
    let end = p0 + moved - other
    let cosine = 1 - 0.5 * turn * turn
    let seen = Vec2f(cosine * end.x + turn * end.y, cosine * end.y - turn * end.x)
    let way = (seen - p0).length
    let own = turned - turn
    let bend = angle * (way + angle * end.length)
    return way + bend + (own < 0 ? -own : own) * swing <= limit
  }

  /// The same for two bodies of one shape each.
  @inline(__always)
  private func staysNear(_ body: BodyWay, of other: BodyWay, _ p0: Vec2f) -> Bool {
    staysNear(
      p0, body.moved, body.turned, swing: body.outerRadius - body.innerRadius, limit: 0.5 * body.innerRadius,
      ofOneMoving: other.moved, turning: other.turned)
  }

  /// How far a point of B can have come in the step, seen from A, which may be long and turn. Both began it as far from the
  /// reference poses that the gap counts from as they may be.
  @inline(__always)
  private func reach(of b: BodyWay, from a: BodyWay, _ p0: Vec2f, _ moved: Vec2f) -> Float {
    let off = StepContext.referenceTurn
    return moved.length + (abs(a.turned) + off) * (p0 + moved).length
      + (abs(b.turned - a.turned) + 2 * off) * b.outerRadius
  }

  @inline(__always)
  private func turned(_ body: UnsafeMutablePointer<Body>) -> Float {
    Float(body.pointee.angle - body.pointee.previousAngle)
  }

  private func mark(_ value: UInt8) {
    for at in 0..<s.pointee.awake.count where s.pointee.marks[at] == SweepMark.contacts { s.pointee.marks[at] = value }
  }
}
