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
  func findStrays() {
    s.pointee.strays.count = 0
    for at in 0..<s.pointee.fresh.count {
      let index = s.pointee.fresh[at]
      let body = bodies + Int(index)
      if body.pointee.awake < 0 { continue }
      if !hasLeftBox(body) { continue }
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
    if isStrange || !s.pointee.sortScratch.reserve(2 * s.pointee.active.count) {
      if isStrange { mark(SweepMark.anything) }
      return
    }
    mark(SweepMark.listed)
    let heads = s.pointee.continuous.base
    for at in 0..<s.pointee.awake.count { heads[at] = none }
    s.pointee.sortScratch.count = 0
    let active = s.pointee.active.base
    let count = s.pointee.active.count
    let slack = StepContext.speculativeDistance * context.scale
    for at in 0..<count {
      if at + 8 < count {
        fetchWay(active[at + 8].bodyB)
        if active[at + 8].bodyA >= 0 { fetchWay(active[at + 8].bodyA) }
      }
      let entry = active[at]
      let b = bodies + Int(entry.bodyB)
      let sweepsB = isSwept(b)
      if entry.bodyA < 0 {
        if sweepsB { list(entry.index, b) }
        continue
      }
      let a = bodies + Int(entry.bodyA)
      let sweepsA = isSwept(a)
      if !sweepsA && !sweepsB { continue }
      let p0 = Vec2f(
        Float(b.pointee.previousX - a.pointee.previousX), Float(b.pointee.previousY - a.pointee.previousY))
      if staysBeyond(p0, moved(b) - moved(a), a.pointee.outerRadius + b.pointee.outerRadius + slack) { continue }
      if entry.gap > slack && entry.gap > 2 * slack + way(a, b, p0) { continue }
      let isPlain = a.pointee.firstPiece < 0 && b.pointee.firstPiece < 0
      if sweepsA && !(isPlain && staysNear(a, of: b, -p0)) { list(entry.index, a) }
      if sweepsB && !(isPlain && staysNear(b, of: a, p0)) { list(entry.index, b) }
    }
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
  private func staysNear(_ body: UnsafeMutablePointer<Body>, of other: UnsafeMutablePointer<Body>, _ p0: Vec2f) -> Bool {
    staysNear(
      p0, moved(body), turned(body), swing: swing(body), limit: 0.5 * body.pointee.innerRadius,
      ofOneMoving: moved(other), turning: turned(other))
  }

  /// How far a point of B can have come in the step, seen from A, which may be long and turn. Both began it as far from the
  /// reference poses that the gap counts from as they may be.
  @inline(__always)
  private func way(_ a: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<Body>, _ p0: Vec2f) -> Float {
    let moved = moved(b) - moved(a)
    let turnA = turned(a)
    let off = StepContext.referenceTurn
    return moved.length + (abs(turnA) + off) * (p0 + moved).length
      + (abs(turned(b) - turnA) + 2 * off) * b.pointee.outerRadius
  }

  @inline(__always)
  private func turned(_ body: UnsafeMutablePointer<Body>) -> Float {
    Float(body.pointee.angle - body.pointee.previousAngle)
  }

  private func mark(_ value: UInt8) {
    for at in 0..<s.pointee.awake.count where s.pointee.marks[at] == SweepMark.contacts { s.pointee.marks[at] = value }
  }

  @inline(__always)
  private func isSwept(_ body: UnsafeMutablePointer<Body>) -> Bool {
    body.pointee.awake >= 0 && s.pointee.marks[Int(body.pointee.awake)] != SweepMark.none
  }

  @inline(__always)
  private func list(_ contact: Int32, _ body: UnsafeMutablePointer<Body>) {
    let head = s.pointee.continuous.base + Int(body.pointee.awake)
    let number = Int32(truncatingIfNeeded: s.pointee.sortScratch.count)
    _ = s.pointee.sortScratch.append(UInt64(UInt32(bitPattern: head.pointee)) << 32 | UInt64(UInt32(bitPattern: contact)))
    head.pointee = number
  }

  /// Of a body its poses before and after the step.
  @inline(__always)
  private func fetchWay(_ index: Int32) {
    let body = UnsafeRawPointer(bodies + Int(index))
    bgts_prefetch(body)
    bgts_prefetch(body + 64)
    bgts_prefetch(body + 128)
  }
}
