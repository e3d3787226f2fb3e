// Which contacts of fast bodies may stop them: one look at all active contacts side by side.
// SPDX-License-Identifier: MIT
import BagatelleKernels
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
  /// It was, and put back.
  static var stopped: UInt8 { 4 }
  /// Not at all, for it moves as told; but fast, so that others may have to be.
  static var drives: UInt8 { 5 }
}

extension World {
  /// Lists for each fast body the contacts with what comes near its way, and the strays that come into its box; most have
  /// none. Heads by awake index lie in `continuous`, entries (the next one above the contact, or above -1 - the place of a
  /// stray, or the number of a body behind those) in `sortScratch`; neither is in use at this time.
  func listSwept(_ context: StepContext) {
    if !s.pointee.sortScratch.reserve(2 * s.pointee.active.capacity) {
      for at in 0..<s.pointee.awake.count where sweepMark(at) == SweepMark.listed { setSweepMark(at, SweepMark.contacts) }
      return
    }
    if !(s.pointee.listsFew && listFew(context)) { listMany(context) }
    s.pointee.hits.count = 0
    for at in 0..<s.pointee.strays.count { listStray(at, context) }
    s.pointee.knowsStrayHits = true
  }

  /// By one look at all active contacts.
  private func listMany(_ context: StepContext) {
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

  /// Contacts that one of few fast bodies may have.
  private static var mostOfFew: Int { 64 }

  /// The same entries, by the contacts of each fast body, where few are fast. False: many are, or one has many contacts.
  @inline(never)
  @_optimize(size)
  private func listFew(_ context: StepContext) -> Bool {
    let awake = s.pointee.awake.count
    var most = (s.pointee.active.count + 4 * awake) / 256
    for at in 0..<awake { most -= sweepMark(at) == SweepMark.none ? 0 : 1 }
    if most < 0 { return false }
    let slack = StepContext.speculativeDistance * context.scale
    let list = s.pointee.sortScratch.base
    s.pointee.sortScratch.count = 0
    for at in 0..<awake where sweepMark(at) == SweepMark.listed {
      let index = s.pointee.awake[at]
      s.pointee.continuous[at] = none
      // In the order in which all are looked at.
      let first = s.pointee.sortScratch.count
      var end = first
      var edge = bodies[Int(index)].firstContact
      while edge >= 0 {
        let c = contacts + Int(edge >> 1)
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.active < 0 { continue }
        if end - first == World.mostOfFew || end == s.pointee.sortScratch.capacity { return false }
        var place = end
        let active = UInt64(truncatingIfNeeded: c.pointee.active)
        while place > first && list[place - 1] > active {
          list[place] = list[place - 1]
          place -= 1
        }
        list[place] = active
        end += 1
      }
      for place in first..<end {
        let entry = s.pointee.active[Int(list[place])]
        if entry.bodyA >= 0 {
          let rowA = markedRow(entry.bodyA)
          let rowB = markedRow(entry.bodyB)
          let a = way(entry.bodyA)
          let b = way(entry.bodyB)
          if comesNear(entry, a, b, slack) == 0 { continue }
          let stops = mayStop(entry, rowA, rowB, a, b, slack)
          if !(entry.bodyA == index ? stops.a : stops.b) { continue }
        }
        _ = self.list(entry.index, for: at)
      }
    }
    return true
  }

  /// As a row in `rows` would be.
  @inline(__always)
  private func markedRow(_ index: Int32) -> UInt32 {
    let at = Int(bodies[Int(index)].awake)
    if at < 0 { return 0 }
    return UInt32(truncatingIfNeeded: at + 1) | (sweepMark(at) != SweepMark.none ? World.sweptRow : 0)
  }

  /// Lists a stray for all that are in their boxes while it comes into those. Whatever it meets stays in `hits`; its number lies in
  /// `continuous` in place of a head.
  private func listStray(_ at: Int, _ context: StepContext) {
    let stray = s.pointee.strays[at]
    let first = s.pointee.hits.count
    strayHits[at] = Int32(truncatingIfNeeded: first)
    let own = Int(bodies[Int(stray)].awake)
    if sweepMark(own) == SweepMark.anything { s.pointee.continuous[own] = Int32(truncatingIfNeeded: at) }
    let meetsItems = kind(bodies + Int(stray)).pointee.itemMask != 0
    if meetsItems && !s.pointee.bodyTree.query(strayBoxes[at], into: &s.pointee.hits) { s.pointee.outOfMemory = true }
    strayHits[at + 1] = Int32(truncatingIfNeeded: s.pointee.hits.count)
    for hit in first..<s.pointee.hits.count {
      let other = bodyNamed(s.pointee.hits[hit])
      let awake = Int(bodies[Int(other)].awake)
      if other == stray || awake < 0 || sweepMark(awake) != SweepMark.listed { continue }
      // Of a body of several shapes each may be met.
      let entry = Int32(truncatingIfNeeded: -1 - at)
      let head = s.pointee.continuous[awake]
      if head >= 0 && Int32(truncatingIfNeeded: s.pointee.sortScratch[Int(head)]) == entry || !mayCollide(other, stray) { continue }
      if !list(entry, for: awake) { s.pointee.outOfMemory = true }
    }
  }

  private var ways: UnsafeMutablePointer<BodyWay> {
    UnsafeMutableRawPointer(s.pointee.paces.base).assumingMemoryBound(to: BodyWay.self)
  }

  private static var sweptRow: UInt32 { 1 << 31 }

  /// Contacts of a block that are worth a look at many.
  private static var leastLooked: Int { 6 }

  /// Fills the rows of all awake bodies; those that are swept are marked.
  private func noteWays(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    share(s.pointee.awake.count, least: 2 * World.leastBodies, &loop) { data, first, end in
      let world = data.loop.pointee.world
      let hasPieces = world.s.pointee.pieces.count > 0
      for at in first..<end {
        let index = world.s.pointee.awake[at]
        let flag = world.sweepMark(at) != SweepMark.none ? World.sweptRow : 0
        world.rows[Int(index)] = UInt32(truncatingIfNeeded: at + 1) | flag
        world.ways[at + 1] = world.way(index)
        if hasPieces {
          world.ways[at + 1].limit = flag == 0 ? .infinity : world.ways[at + 1].limitSwept
          world.ways[at + 1].swing = world.ways[at + 1].swingSwept
        }
      }
    }
  }

  @inline(__always)
  private func way(_ index: Int32) -> BodyWay {
    let body = bodies + Int(index)
    // What is deep inside something may not go even a little way through it.
    let isDeep = body.pointee.flags & BodyFlag.stopped != 0
    return BodyWay(
      previousX: body.pointee.previousX, previousY: body.pointee.previousY, moved: moved(body), turned: turned(body),
      outerRadius: body.pointee.outerRadius, innerRadius: body.pointee.innerRadius, plain: isDeep ? -1 : body.pointee.firstPiece < 0 ? 1 : 0)
  }

  /// Of a range of the active contacts those that may stop a body, which is noted above each.
  func listSwept(
    _ first: Int, _ end: Int, _ list: UnsafeMutablePointer<UInt64>, _ context: StepContext
  ) -> Int {
    let slack = StepContext.speculativeDistance * context.scale
    var parameters = LookParameters(rows: UnsafeRawPointer(ways), slack: slack, scale: World.coreShare, isSwept: true)
    // Among bodies of one shape each few more are told apart by it.
    parameters.turn = s.pointee.pieces.count > 0 ? StepContext.referenceTurn : -1
    // Of their contacts more is asked.
    let hasPieces = s.pointee.pieces.count > 0
    var memory = (PairMemory(), PairMemory())
    return withUnsafeMutablePointer(to: &memory) { memory in
      let looks = LookBlock(UnsafeMutableRawPointer(memory))
      let places = looks.places
      var listed = 0
      for at in stride(from: first, to: end, by: World.lookBlock) {
        let block = s.pointee.active.base + at
        // Without branches: who is fast and who is near is hard to foresee.
        var fast = 0
        for place in 0..<min(end - at, World.lookBlock) {
          let rowA = row(block[place].bodyA)
          let rowB = row(block[place].bodyB)
          bgts_prefetch(ways + Int(rowA & World.rowMask))
          bgts_prefetch(ways + Int(rowB & World.rowMask))
          places[fast] = UInt8(truncatingIfNeeded: place)
          fast &+= Int((rowA | rowB) / World.sweptRow)
        }
        let isMany = fast >= World.leastLooked
        let left = isMany ? look(looks, fast, block, &parameters, skipping: 0) : fast
        var near = 0
        for turn in 0..<left {
          let place = places[turn]
          let entry = block[Int(place)]
          places[near] = place
          let isNear = isMany && hasRows(entry, row(entry.bodyA), row(entry.bodyB)) || entry.bodyA < 0
          near &+= isNear ? 1 : comesNear(entry, slack)
          if hasPieces { bgts_prefetch(contacts + Int(entry.index)) }
        }
        listSwept(block, places, near, list, &listed, slack)
      }
      return listed
    }
  }

  /// 1 when two bodies, one of which is swept, may come so near to each other on their ways that it counts, else 0.
  @inline(__always)
  private func comesNear(_ entry: ActiveContact, _ slack: Float) -> Int {
    let rowA = row(entry.bodyA)
    let rowB = row(entry.bodyB)
    let a = rowA == 0 ? way(entry.bodyA) : ways[Int(rowA & World.rowMask)]
    let b = rowB == 0 ? way(entry.bodyB) : ways[Int(rowB & World.rowMask)]
    // The bit is set; an addend that the compiler knows would be made a branch.
    return Int((rowA | rowB) / World.sweptRow) & comesNear(entry, a, b, slack)
  }

  @inline(__always)
  private func comesNear(_ entry: ActiveContact, _ a: BodyWay, _ b: BodyWay, _ slack: Float) -> Int {
    let p0 = Vec2f(Float(b.previousX - a.previousX), Float(b.previousY - a.previousY))
    // What has a lane touches, and only the core of a body must not pass.
    let cores = max(a.outerRadius + World.coreShare * b.innerRadius, b.outerRadius + World.coreShare * a.innerRadius)
    let around = entry.gap < 0 && a.isPlain && b.isPlain ? cores : a.outerRadius + b.outerRadius
    return staysBeyond(p0, b.moved - a.moved, around + slack) ? 0 : 1
  }

  private func listSwept(
    _ block: UnsafeMutablePointer<ActiveContact>, _ places: UnsafeMutablePointer<UInt8>, _ count: Int,
    _ list: UnsafeMutablePointer<UInt64>, _ listed: inout Int, _ slack: Float
  ) {
    for turn in 0..<count {
      let entry = block[Int(places[turn])]
      let rowA = row(entry.bodyA)
      let rowB = row(entry.bodyB)
      let contact = UInt64(UInt32(bitPattern: entry.index))
      let entryB = UInt64(rowB & World.rowMask &- 1) << 32 | contact
      if entry.bodyA < 0 {
        list[listed] = entryB
        listed += 1
        continue
      }
      let a = rowA == 0 ? way(entry.bodyA) : ways[Int(rowA & World.rowMask)]
      let b = rowB == 0 ? way(entry.bodyB) : ways[Int(rowB & World.rowMask)]
      let (stopsA, stopsB) = mayStop(entry, rowA, rowB, a, b, slack)
      if stopsA {
        list[listed] = UInt64(rowA & World.rowMask &- 1) << 32 | contact
        listed += 1
      }
      if stopsB {
        list[listed] = entryB
        listed += 1
      }
    }
  }

  /// Which of the two bodies of a contact it may stop. Not inlined, for size.
  @inline(never)
  private func mayStop(
    _ entry: ActiveContact, _ rowA: UInt32, _ rowB: UInt32, _ a: BodyWay, _ b: BodyWay, _ slack: Float
  ) -> (a: Bool, b: Bool) {
    let p0 = Vec2f(Float(b.previousX - a.previousX), Float(b.previousY - a.previousY))
    let moved = b.moved - a.moved
    let isPlain = a.isPlain && b.isPlain
    if entry.gap > slack && entry.gap > 2 * slack + reach(of: b, from: a, p0, moved) { return (false, false) }
    let isStillA = rowA == 0 && a.turned == 0
    let isStillB = rowB == 0 && b.turned == 0
    if isPlain && isStillA && passes(entry.bodyA, p0, moved, b.outerRadius + slack) { return (false, false) }
    if isPlain && isStillB && passes(entry.bodyB, -p0, -moved, a.outerRadius + slack) { return (false, false) }
    // Of what stands still the sides have been asked.
    if isPlain
      && World.isLong((isStillA ? 0 : a.outerRadius) + (isStillB ? 0 : b.outerRadius), (isStillA ? 0 : a.innerRadius) + (isStillB ? 0 : b.innerRadius))
      && boxesStayApart(entry.bodyA, entry.bodyB, from: p0, over: p0 + moved, to: p0 + moved, slack)
    {
      return (false, false)
    }
    var stopsA = rowA & World.sweptRow != 0 && !staysNear(a, of: b, -p0)
    var stopsB = rowB & World.sweptRow != 0 && !staysNear(b, of: a, p0)
    if !isPlain && (stopsA || stopsB) {
      stopsA = stopsA && !staysNear(a, contacts[Int(entry.index)].pieceA, of: b, -p0)
      stopsB = stopsB && !staysNear(b, contacts[Int(entry.index)].pieceB, of: a, p0)
    }
    // Who carries another is not stopped by him.
    if rowA & rowB & World.sweptRow != 0 {
      stopsA = stopsA && a.outerRadius <= World.carrierTimes * b.outerRadius
      stopsB = stopsB && b.outerRadius <= World.carrierTimes * a.outerRadius
    }
    if stopsA && stopsB && min(a.plain, b.plain) >= 0 && !solved(entry.index) {
      // They miss each other, or one is put back, and the other looks at him then.
      stopsA = rowA & World.rowMask < rowB & World.rowMask
      stopsB = !stopsA
    }
    return (stopsA, stopsB)
  }

  /// The same as below of one shape of a body of several, which may go by half its own inner radius, not that of the least.
  @inline(never)
  private func staysNear(_ body: BodyWay, _ piece: Int32, of other: BodyWay, _ p0: Vec2f) -> Bool {
    if piece < 0 { return false }
    return staysNear(
      p0, body.moved, body.turned, swing: body.swingSwept, limit: body.plain < 0 ? 0 : 0.5 * pieces[Int(piece)].innerRadius,
      ofOneMoving: other.moved, turning: other.turned)
  }

  /// Whether what starts at `p0` from a box that stays where it is, and moves so far, keeps farther away from it than `reach`. Not inlined, for size.
  @inline(never)
  func passes(_ still: Int32, _ p0: Vec2f, _ moved: Vec2f, _ reach: Float) -> Bool {
    let box = bodies + Int(still)
    if !box.pointee.shape.isBox { return false }
    let half = box.pointee.shape.halfSize
    let from = box.pointee.q.applyInverse(p0)
    let way = box.pointee.q.applyInverse(moved)
    let to = from + way
    let across = half.x * abs(way.y) + half.y * abs(way.x) + reach * way.length
    return min(from.x, to.x) > half.x + reach || max(from.x, to.x) < -half.x - reach || min(from.y, to.y) > half.y + reach
      || max(from.y, to.y) < -half.y - reach || abs(from.cross(way)) > across
  }

  /// Who was put back is no longer where its neighbors were seen from: those whose turn is to come look at it too, or, where there is no
  /// memory for that, at all they have; those whose turn is over look at it again. Whom a plate was to take along may go no way through it.
  @inline(never)
  @_optimize(size)
  func tellNeighbors(_ index: Int32, _ context: StepContext) {
    let isAgain = sweepMark(Int(bodies[Int(index)].awake)) == SweepMark.stopped
    setSweepMark(Int(bodies[Int(index)].awake), SweepMark.stopped)
    var edge = bodies[Int(index)].firstContact
    while edge >= 0 {
      let contact = edge >> 1
      let c = contacts + Int(contact)
      let isA = edge & 1 == 0
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      if other < 0 { continue }
      let at = Int(bodies[Int(other)].awake)
      if at < 0 { continue }
      let isPassed = c.pointee.points > 0 && isPlate(c, isA: isA)
      if isPassed { bodies[Int(other)].flags |= BodyFlag.stopped }
      let mark = sweepMark(at)
      if mark < SweepMark.contacts || mark > SweepMark.anything { continue }
      if !isToCome(at) {
        sweepAgain(other, by: contact, context)
        continue
      }
      if isPassed { noteUnknown(at) }
      if mark == SweepMark.anything { continue }
      if isFound(at) {
        if !isPassed { lookAgain(at, at: index, by: contact, isKnown: isAgain || mark != SweepMark.listed, context) }
      } else if mark == SweepMark.listed && !lists(at, contact) && !list(contact, for: at) {
        setSweepMark(at, SweepMark.contacts)
      }
    }
  }

  /// The entry for any body, above those for strays.
  func bodyEntry(_ index: Int32) -> Int32 { -1 - Int32(truncatingIfNeeded: s.pointee.strays.count) - index }

  /// Whom an entry below 0 is for.
  func bodyOf(entry: Int32) -> Int32 {
    let place = Int(-1 - entry)
    return place < s.pointee.strays.count ? s.pointee.strays[place] : Int32(truncatingIfNeeded: place - s.pointee.strays.count)
  }

  /// Adds an entry to the list of an awake body. False: no memory.
  @inline(__always)
  private func list(_ entry: Int32, for awake: Int) -> Bool { list(entry, in: s.pointee.continuous.base + awake) }

  @inline(__always)
  func list(_ entry: Int32, in head: UnsafeMutablePointer<Int32>) -> Bool {
    let place = Int32(truncatingIfNeeded: s.pointee.sortScratch.count)
    let word = UInt64(UInt32(bitPattern: head.pointee)) << 32 | UInt64(UInt32(bitPattern: entry))
    if !s.pointee.sortScratch.append(word) { return false }
    head.pointee = place
    return true
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
  @inline(never)
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

  /// The same for all shapes of a body.
  @inline(__always)
  private func staysNear(_ body: BodyWay, of other: BodyWay, _ p0: Vec2f) -> Bool {
    staysNear(
      p0, body.moved, body.turned, swing: body.swingSwept, limit: body.limitSwept, ofOneMoving: other.moved, turning: other.turned)
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
}
