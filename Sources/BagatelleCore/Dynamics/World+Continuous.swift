// Continuous collision: what moved far in a step stops at the first thing it would have passed through.
// SPDX-License-Identifier: MIT
//
// The solver sees contacts as planes and only those that were near when the step began. Afterwards every body that moved
// more than half its inner radius is swept from its old to its new pose against boundaries and other bodies and put back
// to the first impact; it keeps its velocity, so the next step bounces it. A slow body can be pressed through a
// boundary; so the center of each body in contact with a segment must stay on its side of it.
import BagatelleKernels
import CShims

/// Where a body stops: a fraction of the step, whose last bit tells whether the body still turns on.
extension Float {
  @inline(__always)
  func stop(turnsOn: Bool) -> Float { Float(bitPattern: bitPattern & ~1 | (turnsOn ? 1 : 0)) }

  @inline(__always)
  var turnsOn: Bool { bitPattern & 1 != 0 }
}

extension World {
  func sweepFastBodies(_ context: StepContext) {
    keepSides(context)
    lookAtLater(s.pointee.freshAfter)
    let at = findCarriers()
    if at == s.pointee.awake.count {
      s.pointee.hadFast = false
      return
    }
    let hasRoom = findStrays(context)
    if !s.pointee.pauses.resize(s.pointee.awake.count) { s.pointee.outOfMemory = true }
    s.pointee.hadFast = true
    if hasRoom { listSwept(context) }
    if s.pointee.carrierRadius < .infinity { sweepFastBodies(from: at, carriers: true, context) }
    sweepFastBodies(from: at, carriers: false, context)
  }

  /// Whether a body that a sweep has stopped is still so far inside something that a slow step could lead through it. Where it is not
  /// it counts as not stopped any more.
  @inline(never)
  @_optimize(size)
  func staysDeep(_ body: UnsafeMutablePointer<Body>) -> Bool {
    var edge = body.pointee.firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let isA = edge & 1 == 0
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      // What moves gives way, unless it is a plate, or long and thin. (Flags of others are written meanwhile.)
      if c.pointee.lane < 0 || c.pointee.segment < 0 && bodies[Int(other)].invMass > 0 && !isPlate(c, isA: !isA) && !isLong(other) { continue }
      if isDeep(body, c) { return true }
    }
    body.pointee.flags &= ~BodyFlag.stopped
    return false
  }

  /// Whether others may get through a body, not a group, that are only half through its middle.
  private func isLong(_ index: Int32) -> Bool {
    bodies[Int(index)].firstPiece < 0 && World.isLong(bodies[Int(index)].outerRadius, bodies[Int(index)].innerRadius)
  }

  /// Whether a body ended the solver's step inside what its contact, which has a lane, is with, by half its inner radius.
  @inline(__always)
  func isDeep(_ body: UnsafeMutablePointer<Body>, _ c: UnsafeMutablePointer<Contact>) -> Bool {
    let deep = -0.5 * body.pointee.innerRadius
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    return f[ContactLane.end0 * 8] < deep || c.pointee.points > 1 && f[ContactLane.end1 * 8] < deep
  }

  @inline(__always)
  func moved(_ body: UnsafeMutablePointer<Body>) -> Vec2f {
    Vec2f(Float(body.pointee.x - body.pointee.previousX), Float(body.pointee.y - body.pointee.previousY))
  }

  /// How far the surface reaches out of the inner circle, which stays in place when the body turns; a piece does not.
  @inline(__always)
  func swing(_ body: UnsafeMutablePointer<Body>) -> Float {
    body.pointee.outerRadius - (body.pointee.firstPiece < 0 ? body.pointee.innerRadius : 0)
  }

  /// Whether a body is swept for its way and its turn in the step.
  @inline(__always)
  func isFast(_ body: UnsafeMutablePointer<Body>, _ moved: Vec2f, _ turned: Float) -> Bool {
    moved.length + (turned < 0 ? -turned : turned) * swing(body) > 0.5 * body.pointee.innerRadius
  }

  @inline(never)
  func mover(_ index: Int32, _ context: StepContext) -> Mover {
    let body = bodies + Int(index)
    let radius = body.pointee.outerRadius + StepContext.speculativeDistance * context.scale
    return Mover(
      index: index, moved: moved(body),
      box: Box.outward(
        minX: min(body.pointee.x, body.pointee.previousX) - Double(radius),
        minY: min(body.pointee.y, body.pointee.previousY) - Double(radius),
        maxX: max(body.pointee.x, body.pointee.previousX) + Double(radius),
        maxY: max(body.pointee.y, body.pointee.previousY) + Double(radius)))
  }

  /// The fraction of the step after which a body stops; 1 or more when nothing stops it. What it can meet is what it has
  /// contacts with, unless somebody left his enlarged box.
  ///
  /// Workers, who are `aside`, may not make room in the world's list of hits. In theirs there is little, and the answer is no
  /// number when that is not enough.
  @inline(never)
  func end(of mover: Mover, aside: Bool, before: Float = 1, _ context: StepContext) -> Float {
    let body = bodies + Int(mover.index)
    let mark = sweepMark(Int(body.pointee.awake))
    if mark == SweepMark.anything {
      if !aside { return sweepAnywhere(mover, context) }
      return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 64) {
        sweepAnywhere(mover, pastMoving: false, $0.baseAddress.unsafelyUnwrapped, 64, context)
      }
    }
    var first = before
    if mark == SweepMark.listed {
      // Contacts lie anywhere: all come into the cache at once.
      var ahead = s.pointee.continuous[Int(body.pointee.awake)]
      while ahead >= 0 {
        let entry = s.pointee.sortScratch[Int(ahead)]
        ahead = Int32(truncatingIfNeeded: entry >> 32)
        if entry & 0x8000_0000 == 0 { bgts_prefetch(contacts + Int(entry & 0x7fff_ffff)) }
      }
      var at = s.pointee.continuous[Int(body.pointee.awake)]
      while at >= 0 {
        let entry = s.pointee.sortScratch[Int(at)]
        at = Int32(truncatingIfNeeded: entry >> 32)
        let by = Int32(truncatingIfNeeded: entry)
        first =
          by < 0
          ? stop(mover, allOf: bodyOf(entry: by), knownToo: false, before: first, context)
          : stop(mover, by: by, before: first, context)
      }
      return first
    } else {
      var edge = body.pointee.firstContact
      while edge >= 0 {
        let contact = edge >> 1
        edge = edge & 1 == 0 ? contacts[Int(contact)].nextA : contacts[Int(contact)].nextB
        first = stop(mover, by: contact, before: first, context)
      }
    }
    return byStrays(mover, knownToo: false, before: first, context)
  }

  /// The same by bodies that are not where the tree has them.
  @_optimize(size)
  private func byStrays(_ mover: Mover, knownToo: Bool, before: Float, _ context: StepContext) -> Float {
    var first = before
    var next = stray(from: firstStray(reaching: mover.box.minX), in: mover.box)
    while next < s.pointee.strays.count {
      let other = s.pointee.strays[next]
      next = stray(from: next + 1, in: mover.box)
      if other == mover.index || !mayCollide(mover.index, other) { continue }
      first = stop(mover, allOf: other, knownToo: knownToo, before: first, context)
    }
    return first
  }

  /// The same by any shape of another body.
  @_optimize(size)
  func stop(_ mover: Mover, allOf other: Int32, knownToo: Bool, before: Float, _ context: StepContext) -> Float {
    var first = before
    var theirs = bodies[Int(other)].firstPiece
    repeat {
      first = stop(mover, anyPieceOf: other, theirs, knownToo: knownToo, before: first, context)
      theirs = next(theirs)
    } while theirs >= 0
    return first
  }

  @_optimize(size)
  func putBack(_ mover: Mover, to first: Float, _ context: StepContext) {
    notePutBack(mover.index)
    let body = bodies + Int(mover.index)
    notePressed(body, mover.moved, to: first)
    let awake = Int(body.pointee.awake)
    let mark = sweepMark(awake)
    let t = Double(first)
    let turned = Float(body.pointee.angle - body.pointee.previousAngle)
    body.pointee.x = body.pointee.previousX + t * (body.pointee.x - body.pointee.previousX)
    body.pointee.y = body.pointee.previousY + t * (body.pointee.y - body.pointee.previousY)
    // By a part that takes half a turn, the most that a step shows, to poses that are not mirrored.
    // What is long would turn over others by far.
    let most = body.pointee.firstPiece < 0 ? Double(body.pointee.innerRadius / (abs(turned) * swing(body))) : 1
    let part = first.turnsOn ? max(t, min(0.618, most)) : t
    let angle0 = body.pointee.previousAngle
    body.pointee.angle = angle0 + part * (body.pointee.angle - angle0)
    body.pointee.q = rotation(body.pointee.angle)
    loseTime(body, 1 - first, isFast: isFast(body, mover.moved, turned), context)
    body.pointee.flags |= BodyFlag.stopped
    let before = pause(body)
    let carried = carryOn(mover.index, from: t, context)
    let isCarried = carried.by >= 0
    if awake < s.pointee.pauses.count {
      // All of its way, though it may have been put back before.
      if before == 1 { s.pointee.pauses[awake] = SIMD4(mover.moved.x, mover.moved.y, turned, 1) }
      let pause = isCarried || !s.pointee.sweepsCarriers && isCarrier(awake) ? 1 : before * first
      s.pointee.pauses[awake].w = pause
      if pause == 1 { setCarrier(awake, carried.end < 1 ? World.isBetween : carried.by) }
    }
    if body.pointee.flags & BodyFlag.putBackBefore != 0 { block(mover.index) }
    setReference(&body.pointee)
    noteDrifted(mover.index)
    // It may have left its box.
    if isCarried { lookAt(awake, awake + 1, keeping: BodyMark.isFresh) }
    tellNeighbors(mover.index, context)
    tellStrays(mover, mark: mark, isCarried: isCarried, context)
    tellCrossing(mover.index, context)
    if carried.end < 1 {
      // It is between two: neither goes on.
      hold(carried.by, at: carried.end, context)
      hold(carried.met, at: carried.metEnd, context)
      if awake < s.pointee.pauses.count { setCarrier(awake, carried.by) }
    }
  }

  /// Of a body that stands for the last part of its way: what its acceleration gives in that time is not given, or it would have fallen
  /// without having come down. Once: who is held by sweeps for longer comes loose by its weight.
  @inline(never)
  @_optimize(size)
  private func loseTime(_ body: UnsafeMutablePointer<Body>, _ part: Float, isFast: Bool, _ context: StepContext) {
    let awake = Int(body.pointee.awake)
    let a = motions[awake].a
    let v = states[awake].v
    let isHeld = body.pointee.flags & BodyFlag.stopped != 0 && sweepMark(awake) != SweepMark.stopped
    if isHeld || !isFast || motions[awake].rate < 0 || awake >= s.pointee.startVelocities.count { return }
    // What is left of it, if something else acted too.
    let got = context.dt * pause(body) * a
    let kept = (v - s.pointee.startVelocities[awake].v).dot(got)
    let all = got.lengthSquared
    let left = v - part * (kept < all ? kept / all : 1) * got
    // What flies up at the greatest speed has no more. (No number is not less, either.)
    if kept > 0 && left.lengthSquared <= Float(Limits.speed * Limits.speed) { states[awake].v = left }
  }

  /// The same by one of its contacts.
  @inline(__always)
  func stop(_ mover: Mover, by contact: Int32, before: Float, _ context: StepContext) -> Float {
    let c = contacts + Int(contact)
    if c.pointee.segment >= 0 {
      return stop(mover, c.pointee.pieceB, segment: c.pointee.segment, contact, before: before, context)
    }
    if c.pointee.bodyA == mover.index {
      return stop(mover, c.pointee.pieceA, body: c.pointee.bodyB, c.pointee.pieceB, contact, before: before, context)
    }
    return stop(mover, c.pointee.pieceB, body: c.pointee.bodyA, c.pointee.pieceA, contact, before: before, context)
  }

  /// A body on its way through a step.
  struct Mover {
    var index: Int32
    var moved: Vec2f
    /// Around all of its way.
    var box: Box
  }

  /// The way of a body that starts at `p0`, with angles relative to whole turns, so that 32 bits suffice.
  @inline(__always)
  private func way(_ body: UnsafeMutablePointer<Body>, from p0: Vec2f, _ moved: Vec2f) -> Sweep {
    let angle0 = body.pointee.previousAngle
    let base = angle0 == 0 ? 0 : Elementary.wrapAngle(angle0)
    return Sweep(
      p0: p0, p1: p0 + moved, angle0: Float(base), angle1: Float(base + (body.pointee.angle - angle0)))
  }

  /// Notes who was found to stop a body, or -1, as long as it is not put back.
  @inline(__always)
  private func noteStopper(_ mover: Mover, _ other: Int32) {
    let at = Int(bodies[Int(mover.index)].awake)
    if sweepMark(at) != SweepMark.stopped && at < s.pointee.pauses.count { setCarrier(at, other) }
  }

  /// By anything that its way meets, or by what does not move.
  @_optimize(size)
  func sweepAnywhere(_ mover: Mover, pastMoving: Bool = false, _ context: StepContext) -> Float {
    while true {
      let kept = s.pointee.hits.count
      let first = sweepAnywhere(mover, pastMoving: pastMoving, s.pointee.hits.base + kept, s.pointee.hits.capacity - kept, context)
      if first == first { return first }
      guard s.pointee.hits.reserve(s.pointee.hits.capacity + 1) else {
        s.pointee.outOfMemory = true
        return 1
      }
    }
  }

  /// Lists what is met in the given room; no number when that is not enough.
  @_optimize(size)
  private func sweepAnywhere(
    _ mover: Mover, pastMoving: Bool, _ hits: UnsafeMutablePointer<Int32>, _ room: Int, _ context: StepContext
  ) -> Float {
    let body = bodies + Int(mover.index)
    var first: Float = 1
    if kind(body).pointee.boundaryMask != 0 {
      let count = s.pointee.segmentTree.query(mover.box, hits, room: room)
      if count < 0 { return .nan }
      for at in 0..<count {
        let segment = hits[at]
        let group = s.pointee.boundaries[Int(segments[Int(segment)].boundary)].group
        if !meetsBoundaryGroup(mover.index, group) { continue }
        var piece = body.pointee.firstPiece
        repeat {
          let contact = s.pointee.contactTable.find(segmentKey(segment, name(mover.index, piece)))
          first = stop(mover, piece, segment: segment, contact, before: first, context)
          piece = next(piece)
        } while piece >= 0
      }
    }
    if kind(body).pointee.itemMask != 0 {
      // What comes into the way of a stray is known.
      let isKnown = s.pointee.knowsStrayHits && !pastMoving
      let stray = Int(s.pointee.continuous[Int(body.pointee.awake)])
      let met = isKnown ? s.pointee.hits.base + Int(strayHits[stray]) : hits
      let count =
        isKnown
        ? Int(strayHits[stray + 1] - strayHits[stray]) : s.pointee.bodyTree.query(mover.box, hits, room: room)
      if count < 0 { return .nan }
      for at in 0..<count {
        let name = met[at]
        let other = bodyNamed(name)
        if other == mover.index || pastMoving && !isStill(other) || !mayCollide(mover.index, other) { continue }
        first = stop(mover, anyPieceOf: other, pieceNamed(name), knownToo: true, before: first, context)
      }
    }
    return pastMoving ? first : byStrays(mover, knownToo: true, before: first, context)
  }

  /// Of a body of several shapes the next piece.
  @inline(__always)
  func next(_ piece: Int32) -> Int32 { piece < 0 ? none : pieces[Int(piece)].next }

  /// Every shape of the mover against one shape of another body; those with a contact too, or only the others.
  private func stop(
    _ mover: Mover, anyPieceOf other: Int32, _ theirs: Int32, knownToo: Bool, before: Float, _ context: StepContext
  ) -> Float {
    let body = bodies + Int(mover.index)
    let o = bodies + Int(other)
    // As of each shape, before any is looked for.
    let p0 = Vec2f(
      Float(body.pointee.previousX - o.pointee.previousX), Float(body.pointee.previousY - o.pointee.previousY))
    let reach = body.pointee.outerRadius + o.pointee.outerRadius + StepContext.speculativeDistance * context.scale
    if staysBeyond(p0, mover.moved - moved(o), reach) { return before }
    var first = before
    var piece = body.pointee.firstPiece
    repeat {
      let contact = s.pointee.contactTable.find(bodyKey(name(mover.index, piece), name(other, theirs)))
      if contact < 0 || knownToo {
        first = stop(mover, piece, body: other, theirs, contact, before: first, context)
      }
      piece = next(piece)
    } while piece >= 0
    return first
  }

  /// Of the inner radius.
  static var coreShare: Float { 0.25 }

  /// What of a shape must not pass even when it touched from the start.
  struct Core {
    let center: Vec2f
    let radius: Float
    /// How far it is from the center of mass at most.
    var reach: Float { center.length + radius }
  }

  @inline(__always)
  func core(_ body: UnsafeMutablePointer<Body>, _ piece: Int32) -> Core {
    Core(center: piece < 0 ? .zero : pieces[Int(piece)].centroid, radius: World.coreShare * innerRadius(body, piece))
  }

  /// The earlier of a fraction of the step and the one at which a segment stops a shape of the body, its only one or a
  /// piece. `contact` is theirs, or -1.
  @inline(never)
  @_optimize(size)
  private func stop(
    _ mover: Mover, _ piece: Int32, segment index: Int32, _ contact: Int32, before: Float, _ context: StepContext
  ) -> Float {
    let segment = segments + Int(index)
    if !mover.box.overlaps(s.pointee.segmentTree.box(of: segment.pointee.leaf))
      || passesInSweep(contact, index, mover.index)
    {
      return before
    }
    let body = bodies + Int(mover.index)
    let p0 = Vec2f(
      Float(body.pointee.previousX - segment.pointee.x), Float(body.pointee.previousY - segment.pointee.y))
    let mine = way(body, from: p0, mover.moved)
    let still = Sweep(p0: .zero, p1: .zero, angle0: 0, angle1: 0)
    let outline = view(shape(body, piece))
    let hit = impact(view(segment), still, outline, mine, core(body, piece), solved(contact), before, context)
    if hit >= before
      || isRefusedInSweep(
        contact, bodyA: none, segment: index, bodyB: mover.index, view(segment), still, outline, mine, at: hit)
    {
      return before
    }
    noteStopper(mover, none)
    return hit
  }

  /// The same for another body.
  @inline(never)
  @_optimize(size)
  func stop(
    _ mover: Mover, _ piece: Int32, body other: Int32, _ theirs: Int32, _ contact: Int32, before: Float,
    _ context: StepContext, goesOn: Bool = false
  ) -> Float {
    let body = bodies + Int(mover.index)
    let o = bodies + Int(other)
    let p0 = Vec2f(
      Float(body.pointee.previousX - o.pointee.previousX), Float(body.pointee.previousY - o.pointee.previousY))
    let otherMoved = Vec2f(Float(o.pointee.x - o.pointee.previousX), Float(o.pointee.y - o.pointee.previousY))
    // Who is swept after what carries him stops before that.
    if contact >= 0 && body.pointee.outerRadius > World.carrierTimes * o.pointee.outerRadius && o.pointee.awake >= 0
      && sweepMark(Int(o.pointee.awake)) != SweepMark.none
    {
      return before
    }
    let core = core(body, piece)
    let known = !goesOn && solved(contact)
    if known && mayGoOn(body, o) { return before }
    let outer = known ? core.reach : body.pointee.outerRadius
    let slack = StepContext.speculativeDistance * context.scale
    let pause = pause(o)
    var before = before
    if pause < 1 && known && contacts[Int(contact)].lane >= 0
      && !staysBeyond(p0, mover.moved, otherMoved, pause: pause, body.pointee.outerRadius + o.pointee.outerRadius + slack)
    {
      let held = end(ofHeld: mover, by: contact, piece)
      if held < before {
        before = held
        noteStopper(mover, other)
      }
    }
    let turn = Float(o.pointee.angle - o.pointee.previousAngle)
    // It moves evenly all through the step.
    let isEven = pause == 1 || known && (piece >= 0 || theirs >= 0)
    let isStill = turn == 0 && otherMoved == .zero
    if isEven {
      if staysBeyond(p0, mover.moved - otherMoved, outer + o.pointee.outerRadius + slack) { return before }
      if isStill && theirs < 0 && passes(other, p0, mover.moved, outer + slack) { return before }
      if known && piece < 0 && theirs < 0 && o.pointee.flags & BodyFlag.kinematic == 0
        && coreStaysOut(of: o, core.radius + StepContext.slop * context.scale, from: p0, to: p0 + mover.moved - otherMoved, turning: turn)
      {
        return before
      }
    }
    // Of groups most pairs of shapes stay apart; of others most that come so far meet.
    if piece >= 0 || theirs >= 0,
      staysApart(mover, piece, core, other, theirs, known: known, turn: turn, its: otherMoved, pause: isEven ? 1 : pause, context)
    {
      return before
    }
    if piece < 0 && theirs < 0
      && World.isLong(
        body.pointee.outerRadius + (isStill ? 0 : o.pointee.outerRadius), body.pointee.innerRadius + (isStill ? 0 : o.pointee.innerRadius))
    {
      let over = p0 + (pause * mover.moved - otherMoved)
      if boxesStayApart(other, mover.index, from: p0, over: over, to: over + (1 - pause) * mover.moved, slack) { return before }
    }
    let limit = body.pointee.flags & BodyFlag.stopped == 0 ? 0.5 * innerRadius(body, piece) : 0
    let mine = way(body, from: p0, mover.moved)
    let own = mine.angle1 - mine.angle0
    if staysNear(p0, mover.moved, own, swing: swing(body), limit: limit, ofOneMoving: otherMoved, turning: turn) {
      return before
    }
    let base = o.pointee.previousAngle == 0 ? 0 : Elementary.wrapAngle(o.pointee.previousAngle)
    let its = Sweep(p0: .zero, p1: otherMoved, angle0: Float(base), angle1: Float(base + Double(turn)))
    let outline = view(shape(body, piece))
    let itsOutline = view(shape(o, theirs))
    let first: Float
    if isEven {
      var hit = impact(itsOutline, its, outline, mine, core, known, before, context, goesOn: goesOn)
      if hit >= 1 && known && o.pointee.flags & BodyFlag.kinematic != 0 && sinks(mover.index, core.center, into: other, theirs) { hit = 0 }
      if hit >= before
        || isRefusedInSweep(contact, bodyA: other, segment: none, bodyB: mover.index, itsOutline, its, outline, mine, at: hit)
      {
        return before
      }
      first = hit
    } else {
      first = stop(
        outline, mine, itsOutline, its, pause: pause, reach: outer + o.pointee.outerRadius + slack, core, known, contact, mover.index, other,
        before: before, context)
      if first >= before { return before }
    }
    // Who was made inside something is left to the solver where it touches, as far as groups go: they would be held together, each stopped by some
    // part of another. Who came by its motion passes nothing.
    if known && (piece >= 0 || theirs >= 0) && o.pointee.flags & BodyFlag.anchored == 0 && lies(inside: mover.index) { return before }
    noteStopper(mover, other)
    return first
  }

  /// Whether a body was made or placed deep inside some other one, or another inside it, and they have not come apart yet.
  @inline(never)
  @_optimize(size)
  private func lies(inside index: Int32) -> Bool {
    if !s.pointee.hadWithin { return false }
    var edge = bodies[Int(index)].firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      if c.pointee.points > 0 && c.pointee.flags & ContactFlag.within != 0 { return true }
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
    }
    return false
  }

  /// Whether the solver held the pair apart in this step, or a seam between them was left out.
  func solved(_ contact: Int32) -> Bool {
    if contact < 0 { return false }
    return contacts[Int(contact)].points > 0 || contacts[Int(contact)].flags & ContactFlag.covered != 0
  }

  /// The fraction of the step after which B stops before A; 1 when it may go on for longer than it may anyway.
  /// `goesOn`: two that touch at the start have only just met, and come no nearer than half of what they are apart.
  @inline(never)
  func impact(
    _ a: ShapeView, _ sweepA: Sweep, _ b: ShapeView, _ sweepB: Sweep, _ core: Core, _ known: Bool,
    _ before: Float, _ context: StepContext, goesOn: Bool = false
  ) -> Float {
    let target = 0.5 * StepContext.slop * context.scale
    if !known {
      let hit = timeOfImpact(a, sweepA, b, sweepB, target: target, tolerance: 0.25 * target, end: before)
      if hit.state == .separated { return 1 }
      if hit.state != .overlapped && hit.fraction > 0 { return hit.fraction.stop(turnsOn: false) }
      if goesOn {
        // Nearer than they have come.
        let left = distanceAtStart(a, sweepA, b, sweepB)
        if left > 0 {
          let last = timeOfImpact(a, sweepA, b, sweepB, target: 0.5 * left, tolerance: 0.125 * left, end: before)
          return last.state == .separated ? 1 : last.fraction.stop(turnsOn: false)
        }
      }
    }
    // Touching from the start, a body slides on; but a small core of it must not pass.
    return withUnsafeTemporaryAllocation(of: Vec2f.self, capacity: 1) { buffer -> Float in
      guard let center = buffer.baseAddress else { return 1 }
      center.initialize(to: core.center)
      let circle = ShapeView.circle(UnsafePointer(center), radius: core.radius)
      let deep = timeOfImpact(a, sweepA, circle, sweepB, target: target, tolerance: 0.25 * target, end: before)
      if deep.state == .separated { return 1 }
      if deep.state == .hit && deep.fraction > 0 { return deep.fraction.stop(turnsOn: false) }
      // The core is already so near, as of what is flat and spins: its center goes half of what is left at most. It turns
      // on, or the same corner would be the deepest in the next step, and move out at the same speed.
      let point = ShapeView.circle(UnsafePointer(center), radius: 0)
      let left = distanceAtStart(a, sweepA, point, sweepB)
      if !(left > 0) { return goesOn ? 0 : 1 }
      let last = timeOfImpact(a, sweepA, point, sweepB, target: 0.5 * left, tolerance: 0.125 * left, end: before)
      if last.state == .separated { return 1 }
      // Never so near that rounding makes it touch: from there nobody could tell the sides apart.
      let isNearest = left < 0.02 * context.scale
      return (isNearest ? 0 : last.fraction).stop(turnsOn: core.center == .zero)
    }
  }
}
