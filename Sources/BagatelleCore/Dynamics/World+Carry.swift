// Carried on: who was stopped in a step goes on with what would pass over him in the rest of it.
// SPDX-License-Identifier: MIT
//
// A sweep puts a body back to the pose in which it met something, and there it would stand for the rest of the step. What it met moves on
// meanwhile: a wall of a moving cage that is thinner than that way passes over it, as over who was stopped by a third. So some bodies count as
// carriers of others, who cannot stop them if they are swept too: what is anchored and moves as told, and what is more than twice as large.
// Carriers are swept before all others, so that their ways are known to those; and who was put back is looked at once more, standing still, against
// the rest of a carrier's way. Where that reaches it, or its core where they touched before, it keeps its place on the carrier from then on.
// Where something else is in its way there, its carrier is held: put back to that time, with all that it has carried on.
import BagatelleKernels

/// Where a body is.
private struct Place: BitwiseCopyable {
  let x: Double
  let y: Double
  let angle: Double
}

extension World {
  /// So many times as large as a body something dynamic is that carries it, by outer radii.
  static var carrierTimes: Float { 2 }

  /// Whether a body may carry another.
  @inline(__always)
  func carries(_ carrier: UnsafeMutablePointer<Body>, _ body: UnsafeMutablePointer<Body>) -> Bool {
    carrier.pointee.flags & BodyFlag.anchored != 0
      ? carrier.pointee.flags & BodyFlag.kinematic != 0
      : carrier.pointee.outerRadius > World.carrierTimes * body.pointee.outerRadius
  }

  /// Finds the outer radius above which bodies carry somebody who is swept in this step; infinity where none does. Returns the first who is swept.
  @inline(never)
  @_optimize(size)
  func findCarriers() -> Int {
    if s.pointee.hasDriven {
      for at in 0..<s.pointee.awake.count where sweepMark(at) == SweepMark.drives {
        setSweepMark(at, SweepMark.none)
        markDriven(s.pointee.awake[at])
      }
    }
    let (first, marksMore) = findCarriers(marking: true)
    return marksMore ? findCarriers(marking: false).first : first
  }

  /// `marking`: those too that plates come over, which may be before the first.
  @_optimize(size)
  private func findCarriers(marking: Bool) -> (first: Int, marksMore: Bool) {
    let count = s.pointee.awake.count
    let marks = UnsafeRawPointer(s.pointee.marks.base)
    let sweeps = UInt64(BodyMark.sweep) &* 0x0101_0101_0101_0101
    var least = Float.infinity
    var most: Float = 0
    var first = count
    var marksMore = false
    var at = 0
    while at < count {
      // Most are not: eight at a time.
      if at &+ 8 <= count && marks.loadUnaligned(fromByteOffset: at, as: UInt64.self) & sweeps == 0 {
        at &+= 8
        continue
      }
      if sweepMark(at) != SweepMark.none {
        if first == count { first = at }
        let body = bodies + Int(s.pointee.awake[at])
        let radius = body.pointee.outerRadius
        least = min(least, radius)
        most = max(most, radius)
        // No outer radius is less than the inner one.
        let isPlate = radius > World.carrierTimes * max(s.pointee.leastRadius, 2 * body.pointee.innerRadius)
        if marking && isPlate && markPassed(body) { marksMore = true }
      }
      at &+= 1
    }
    s.pointee.carrierRadius = most > World.carrierTimes * least ? World.carrierTimes * least : .infinity
    return (first, marksMore)
  }

  /// Who is slow himself is swept too where something that moves as told comes over him by more than the solver sees.
  @inline(never)
  @_optimize(size)
  private func markDriven(_ index: Int32) {
    var edge = bodies[Int(index)].firstContact
    var left = 32
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let isA = edge & 1 == 0
      markDriven(index, c, isA: isA)
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      left -= 1
      if left > 0 { continue }
      // In a long list each contact waits for the one before: all that act lie side by side.
      for at in 0..<s.pointee.active.count {
        let c = s.pointee.active[at]
        if c.bodyA == index || c.bodyB == index { markDriven(index, contacts + Int(c.index), isA: c.bodyA == index) }
      }
      return
    }
  }

  @inline(__always)
  private func markDriven(_ index: Int32, _ c: UnsafeMutablePointer<Contact>, isA: Bool) {
    if c.pointee.segment >= 0 { return }
    let body = bodies + Int(index)
    let other = bodies + Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
    let at = Int(other.pointee.awake)
    if at < 0 || other.pointee.invMass == 0 || sweepMark(at) != SweepMark.none { return }
    let both = innerRadius(body, isA ? c.pointee.pieceA : c.pointee.pieceB) + innerRadius(other, isA ? c.pointee.pieceB : c.pointee.pieceA)
    if way(of: body, at: other) + moved(other).length > 0.5 * both { setSweepMark(at, SweepMark.listed) }
  }

  /// Whether one of the two bodies of a contact, A or B, is a plate to the other: it may carry it, and is at most half as thick where they meet.
  func isPlate(_ c: UnsafeMutablePointer<Contact>, isA: Bool) -> Bool {
    if c.pointee.segment >= 0 { return false }
    let plate = bodies + Int(isA ? c.pointee.bodyA : c.pointee.bodyB)
    let body = bodies + Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
    return plate.pointee.outerRadius > World.carrierTimes * body.pointee.outerRadius
      && innerRadius(plate, isA ? c.pointee.pieceA : c.pointee.pieceB) <= 0.5 * innerRadius(body, isA ? c.pointee.pieceB : c.pointee.pieceA)
  }

  /// Of what touches a plate that is swept: who is slow himself is swept too if it comes over him by more than the solver sees, and who is deep in
  /// it goes no way through it, however slowly. True: somebody more is swept.
  @inline(never)
  @_optimize(size)
  private func markPassed(_ plate: UnsafeMutablePointer<Body>) -> Bool {
    var marksMore = false
    var edge = plate.pointee.firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let isA = edge & 1 == 0
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      if c.pointee.points == 0 || !isPlate(c, isA: isA) { continue }
      let body = bodies + Int(isA ? c.pointee.bodyB : c.pointee.bodyA)
      let at = Int(body.pointee.awake)
      if at < 0 || body.pointee.invMass == 0 { continue }
      if c.pointee.lane >= 0 && isDeep(body, c) { body.pointee.flags |= BodyFlag.stopped }
      if sweepMark(at) != SweepMark.none { continue }
      let limit = body.pointee.flags & BodyFlag.stopped != 0 ? 0 : 0.5 * innerRadius(body, isA ? c.pointee.pieceB : c.pointee.pieceA)
      if way(of: plate, at: body) + moved(body).length > limit {
        setSweepMark(at, SweepMark.listed)
        marksMore = true
      }
    }
    return marksMore
  }

  /// How far a body moves in the step at most where the middle of another is.
  @inline(__always)
  private func way(of body: UnsafeMutablePointer<Body>, at other: UnsafeMutablePointer<Body>) -> Float {
    let arm = Vec2f(Float(other.pointee.x - body.pointee.x), Float(other.pointee.y - body.pointee.y))
    return moved(body).length + abs(Float(body.pointee.angle - body.pointee.previousAngle)) * arm.length
  }

  /// Whether an awake body is swept before those that are not such.
  @inline(__always)
  func isCarrier(_ at: Int) -> Bool {
    s.pointee.carrierRadius < .infinity && bodies[Int(s.pointee.awake[at])].outerRadius > s.pointee.carrierRadius
  }

  /// What became of a body that was put back.
  struct Carried {
    /// Who carries it on, or -1.
    var by = none
    /// Less than 1 where something stood in the way: who carries it goes on to this fraction of the step.
    var end: Float = 1
    /// Who else would come over it then, or -1, and when.
    var met = none
    var metEnd: Float = 1
  }

  /// A body was put back to a part of its step: carries it on, where anything does.
  @inline(never)
  @_optimize(size)
  func carryOn(_ index: Int32, from start: Double, _ context: StepContext) -> Carried {
    var result = Carried()
    if s.pointee.carrierRadius == .infinity && !s.pointee.hasDriven { return result }
    let body = bodies + Int(index)
    let rest = 1 - start
    let before = pose(beforeStepOf: body)
    let now = pose(of: body)
    setPose(now, beforeStepOf: body)
    defer { setPose(before, beforeStepOf: body) }
    let (first, carrier) = meet(mover(index, context), rest, besides: none, context)
    if carrier < 0 { return result }
    result.by = carrier
    let o = bodies + Int(carrier)
    let left = rest * (1 - Double(first))
    carry(body, from: now, by: o, left, part: 1)
    // Not through what does not move, nor between two that carry it.
    var limit = sweepAnywhere(mover(index, context), pastMoving: true, context)
    if o.pointee.flags & BodyFlag.kinematic == 0 {
      let (part, _) = meet(mover(index, context), left, besides: carrier, context)
      limit = min(limit, part)
    }
    if limit < 1 {
      carry(body, from: now, by: o, left, part: Double(limit))
      keepInside(index, context)
    }
    body.pointee.q = rotation(body.pointee.angle)
    if limit < 1 && o.pointee.flags & BodyFlag.kinematic == 0 {
      // There it stands.
      let rest = left * (1 - Double(limit))
      result.end = Float(1 - rest)
      setPose(pose(of: body), beforeStepOf: body)
      let (part, met) = meet(mover(index, context), rest, besides: carrier, context)
      result.met = met
      result.metEnd = Float(1 - rest * (1 - Double(part)))
    }
    if o.pointee.flags & BodyFlag.kinematic != 0 {
      if start < 1e-6 && body.pointee.flags & BodyFlag.putBackBefore != 0 { stick(body, to: o) }
    } else {
      // Being lifted is paid for.
      let at = Int(body.pointee.awake)
      let work = 2 * motions[at].a.dot(Vec2f(Float(body.pointee.x - now.x), Float(body.pointee.y - now.y)))
      let square = states[at].v.lengthSquared
      if work < 0 && square > 0 { states[at].v = squareRoot(max(1 + work / square, 0)) * states[at].v }
    }
    return result
  }

  /// Gives a body that is deep in what moves as told, and got nowhere, the velocity that this has there: kept on its place step by step it would
  /// be made faster by each turn of the face that it presses on, without end.
  @inline(never)
  @_optimize(size)
  private func stick(_ body: UnsafeMutablePointer<Body>, to o: UnsafeMutablePointer<Body>) {
    let state = states + Int(body.pointee.awake)
    let its = states[Int(o.pointee.awake)]
    let arm = Vec2f(Float(body.pointee.x - o.pointee.x), Float(body.pointee.y - o.pointee.y))
    state.pointee.v = its.v + its.w * arm.turned
    state.pointee.w = its.w
  }

  /// Leads a body that comes from its pose before the step straight to its present one, but through nothing that does not move.
  @_optimize(size)
  private func keepInside(_ index: Int32, _ context: StepContext) {
    let body = bodies + Int(index)
    let part = Double(sweepAnywhere(mover(index, context), pastMoving: true, context))
    let from = pose(beforeStepOf: body)
    body.pointee.x = from.x + part * (body.pointee.x - from.x)
    body.pointee.y = from.y + part * (body.pointee.y - from.y)
    body.pointee.angle = from.angle + part * (body.pointee.angle - from.angle)
  }

  /// Puts a body where it is after a part of the last way of another one, on whom it stays since the beginning of that.
  @inline(never)
  @_optimize(size)
  private func carry(_ body: UnsafeMutablePointer<Body>, from now: Place, by o: UnsafeMutablePointer<Body>, _ left: Double, part: Double) {
    let dx = o.pointee.x - o.pointee.previousX
    let dy = o.pointee.y - o.pointee.previousY
    let turn = part * left * (o.pointee.angle - o.pointee.previousAngle)
    let arm = rotation(turn).apply(Vec2f(Float(now.x - (o.pointee.x - left * dx)), Float(now.y - (o.pointee.y - left * dy))))
    let rest = left * (1 - part)
    body.pointee.x = o.pointee.x - rest * dx + Double(arm.x)
    body.pointee.y = o.pointee.y - rest * dy + Double(arm.y)
    body.pointee.angle = now.angle + turn
  }

  /// Something stands between a body and what it carries, or between two: it goes on no farther than to a fraction of the step, and whom it carried
  /// on goes back with it. Who was put back otherwise is swept again.
  @inline(never)
  @_optimize(size)
  func hold(_ index: Int32, at end: Float, _ context: StepContext) {
    if index < 0 { return }
    let o = bodies + Int(index)
    let own = Int(o.pointee.awake)
    if own < 0 || o.pointee.flags & (BodyFlag.anchored | BodyFlag.kinematic) != 0 { return }
    // Whose turn is still to come is not where it will be, and who was carried on himself did not come straight.
    let mark = sweepMark(own)
    if mark == SweepMark.stopped ? own < s.pointee.pauses.count && pause(o) == 1 && carrier(own) != none : isToCome(own) {
      return
    }
    let from = pose(of: o)
    // Each once, however many contacts it has with a group.
    for turn in 0..<2 {
      let isHeld = turn > 0
      if isHeld {
        s.pointee.stopper = none
        putBack(mover(index, context), to: end.stop(turnsOn: false), context)
      }
      var edge = o.pointee.firstContact
      while edge >= 0 {
        let contact = edge >> 1
        let c = contacts + Int(contact)
        let isA = edge & 1 == 0
        let other = isA ? c.pointee.bodyB : c.pointee.bodyA
        edge = isA ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.segment >= 0 { continue }
        let at = Int(bodies[Int(other)].awake)
        if at < 0 || at >= s.pointee.pauses.count || sweepMark(at) != SweepMark.stopped { continue }
        let isWhole = s.pointee.pauses[at].w == 1
        let isMarked = isWhole && carrier(at) == World.isBrought
        if !isHeld {
          if isWhole && carrier(at) == index { setCarrier(at, World.isBrought) }
        } else if isMarked {
          setCarrier(at, index)
          bring(other, from: from, by: o, context)
        } else if !isCarrier(at) && !isWhole && s.pointee.sweptAgain == 0 {
          sweepAgain(other, by: contact, context)
        }
      }
    }
  }

  /// In place of a carrier: to be brought along; it is between two.
  private static var isBrought: Int32 { -3 }
  static var isBetween: Int32 { -2 }

  /// Who was put back from a pose brings a body that he carried along.
  @_optimize(size)
  private func bring(_ index: Int32, from: Place, by o: UnsafeMutablePointer<Body>, _ context: StepContext) {
    let body = bodies + Int(index)
    let mover = mover(index, context)
    let now = pose(of: body)
    let turn = o.pointee.angle - from.angle
    let arm = rotation(turn).apply(Vec2f(Float(body.pointee.x - from.x), Float(body.pointee.y - from.y)))
    body.pointee.x = o.pointee.x + Double(arm.x)
    body.pointee.y = o.pointee.y + Double(arm.y)
    body.pointee.angle += turn
    let before = pose(beforeStepOf: body)
    setPose(now, beforeStepOf: body)
    keepInside(index, context)
    setPose(before, beforeStepOf: body)
    body.pointee.q = rotation(body.pointee.angle)
    setReference(&body.pointee)
    noteDrifted(index)
    let at = Int(body.pointee.awake)
    lookAt(at, at + 1, keeping: BodyMark.isFresh)
    tellNeighbors(index, context)
    tellStrays(mover, mark: SweepMark.stopped, isCarried: true, context)
    tellCrossing(index, context)
  }

  /// The part of the rest of a step after which a body, which stands still or is carried by one, is met by what carries it otherwise, and by whom.
  /// Who is carried may come to what he has no contact with.
  @inline(never)
  @_optimize(size)
  private func meet(_ mover: Mover, _ rest: Double, besides one: Int32, _ context: StepContext) -> (part: Float, by: Int32) {
    let body = bodies + Int(mover.index)
    let isAlone = hasOneCarrier(body)
    var met = (part: Float(1), by: none)
    var edge = body.pointee.firstContact
    while edge >= 0 {
      let contact = edge >> 1
      let c = contacts + Int(contact)
      let isA = edge & 1 == 0
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      let piece = isA ? c.pointee.pieceA : c.pointee.pieceB
      let theirs = isA ? c.pointee.pieceB : c.pointee.pieceA
      if c.pointee.segment >= 0 || other == one { continue }
      meet(mover, piece, other, theirs, contact, rest, isAlone: isAlone, &met, context)
    }
    if one < 0 {
      // Who stopped it may have come from far away.
      if s.pointee.stopper >= 0 { meet(mover, anyPieceOf: s.pointee.stopper, rest, besides: one, &met, context) }
      return met
    }
    let kept = s.pointee.hits.count
    if !s.pointee.bodyTree.query(mover.box, into: &s.pointee.hits) { s.pointee.outOfMemory = true }
    for at in kept..<s.pointee.hits.count {
      let name = s.pointee.hits[at]
      meet(mover, bodyNamed(name), pieceNamed(name), rest, besides: one, &met, context)
    }
    s.pointee.hits.count = kept
    var nextStray = stray(from: firstStray(reaching: mover.box.minX), in: mover.box)
    while nextStray < s.pointee.strays.count {
      meet(mover, anyPieceOf: s.pointee.strays[nextStray], rest, besides: one, &met, context)
      nextStray = stray(from: nextStray + 1, in: mover.box)
    }
    return met
  }

  @_optimize(size)
  private func meet(
    _ mover: Mover, anyPieceOf other: Int32, _ rest: Double, besides one: Int32, _ met: inout (part: Float, by: Int32), _ context: StepContext
  ) {
    var theirs = bodies[Int(other)].firstPiece
    repeat {
      meet(mover, other, theirs, rest, besides: one, &met, context)
      theirs = next(theirs)
    } while theirs >= 0
  }

  /// The same of a shape of another body, where it has no contact with the mover.
  @inline(never)
  @_optimize(size)
  private func meet(
    _ mover: Mover, _ other: Int32, _ theirs: Int32, _ rest: Double, besides one: Int32, _ met: inout (part: Float, by: Int32), _ context: StepContext
  ) {
    if other == mover.index || other == one || !mayCollide(mover.index, other) { return }
    var piece = bodies[Int(mover.index)].firstPiece
    repeat {
      if s.pointee.contactTable.find(bodyKey(name(mover.index, piece), name(other, theirs))) < 0 {
        meet(mover, piece, other, theirs, none, rest, isAlone: false, &met, context)
      }
      piece = next(piece)
    } while piece >= 0
  }

  /// The same of a shape of each.
  @inline(never)
  @_optimize(size)
  private func meet(
    _ mover: Mover, _ piece: Int32, _ other: Int32, _ theirs: Int32, _ contact: Int32, _ rest: Double, isAlone: Bool,
    _ met: inout (part: Float, by: Int32), _ context: StepContext
  ) {
    let body = bodies + Int(mover.index)
    let o = bodies + Int(other)
    // Who was put back before stands still.
    if !carries(o, body) || pause(o) < 1 { return }
    // Half way through its middle nobody gets; but who was in it may not get half way out of his own, and not at all into what is thin; and who was
    // stopped before it not with his middle into it.
    let thickness = innerRadius(o, theirs)
    let own = innerRadius(body, piece)
    let limit = solved(contact) ? (thickness > own ? own : 0) : other == s.pointee.stopper ? min(thickness, 1.5 * own) : thickness
    if Float(rest) * way(of: o, at: body) + mover.moved.length <= 0.5 * limit { return }
    // What is left of its way.
    let its = pose(beforeStepOf: o)
    setPose(
      Place(
        x: o.pointee.x - rest * (o.pointee.x - its.x), y: o.pointee.y - rest * (o.pointee.y - its.y),
        angle: o.pointee.angle - rest * (o.pointee.angle - its.angle)), beforeStepOf: o)
    // What moves as told comes on all the same, and what nobody else can push it into.
    let goesOn = isAlone || o.pointee.flags & BodyFlag.kinematic != 0
    let hit = stop(mover, piece, body: other, theirs, contact, before: met.part, context, goesOn: goesOn)
    setPose(its, beforeStepOf: o)
    if hit < met.part { met = (part: hit, by: other) }
  }

  /// Whether a point of a body, which was inside a shape of what moves as told when the step began, goes deeper into it, seen from its nearest face.
  @inline(never)
  @_optimize(size)
  func sinks(_ index: Int32, _ point: Vec2f, into other: Int32, _ theirs: Int32) -> Bool {
    let body = bodies + Int(index)
    let o = bodies + Int(other)
    let outline = view(shape(o, theirs))
    if outline.count < 2 { return false }
    let arm = rotation(body.pointee.previousAngle).apply(point)
    let p0 = rotation(o.pointee.previousAngle).applyInverse(
      arm + Vec2f(Float(body.pointee.previousX - o.pointee.previousX), Float(body.pointee.previousY - o.pointee.previousY)))
    let p1 = place(o, body).apply(point)
    var nearest = -Float.infinity
    var deeper: Float = 0
    for face in 0..<Int(outline.count) {
      let normal = outline.normals[face]
      let outside = normal.dot(p0 - outline.vertices[face])
      if outside > nearest {
        nearest = outside
        deeper = normal.dot(p0 - p1)
      }
    }
    return nearest < 0 && deeper > 0.01 * lengthScale
  }

  /// Whether all that may carry a body, near it, is one.
  @inline(never)
  @_optimize(size)
  private func hasOneCarrier(_ body: UnsafeMutablePointer<Body>) -> Bool {
    var one = none
    var edge = body.pointee.firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let isA = edge & 1 == 0
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      if c.pointee.segment >= 0 || other == one || !carries(bodies + Int(other), body) { continue }
      if one >= 0 { return false }
      one = other
    }
    return true
  }

  /// Whether nothing moves a body.
  @inline(__always)
  func isStill(_ index: Int32) -> Bool {
    bodies[Int(index)].flags & (BodyFlag.anchored | BodyFlag.kinematic) == BodyFlag.anchored
  }

  @inline(never)
  @_optimize(size)
  private func pose(of body: UnsafeMutablePointer<Body>) -> Place {
    Place(x: body.pointee.x, y: body.pointee.y, angle: body.pointee.angle)
  }

  @inline(__always)
  private func pose(beforeStepOf body: UnsafeMutablePointer<Body>) -> Place {
    Place(x: body.pointee.previousX, y: body.pointee.previousY, angle: body.pointee.previousAngle)
  }

  @inline(__always)
  private func setPose(_ pose: Place, beforeStepOf body: UnsafeMutablePointer<Body>) {
    body.pointee.previousX = pose.x
    body.pointee.previousY = pose.y
    body.pointee.previousAngle = pose.angle
  }
}
