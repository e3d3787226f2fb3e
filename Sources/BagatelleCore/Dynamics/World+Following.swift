// Contacts of many bodies on their way: which follow, which surely stay apart, and which must be found anew.
// SPDX-License-Identifier: MIT
//
// Found anew costs some hundred instructions each, and in a drum or a falling heap most contacts stay what they are. Those
// with points are carried along in their lanes (RebaseKernel.swift). Those without know how far apart their shapes are; the
// motion of the two against each other wears that down, and until it is used up neither boxes nor shapes are looked at
// (conservative advancement, after B. Mirtich, 1996).

import BagatelleKernels
import CShims

extension World {
  /// Lets the contacts that have lanes follow their bodies, and finds those anew that cannot any more, or whose bodies have
  /// come near. One look at all active contacts side by side: along the bodies' lists each would be a miss of the cache.
  /// False: no memory for the list, nothing was done.
  @_optimize(size)
  func followContacts(_ stamp: UInt16, _ context: StepContext) -> Bool {
    // Workers leave gaps.
    let isShared = s.pointee.pool != nil
    guard s.pointee.sortScratch.reserve((isShared ? 2 : 1) * s.pointee.active.capacity), reserveRows()
    else { return false }
    shifts[-1] = BodyShift()
    s.pointee.sortScratch.count = 0
    var parameters = context.contactParameters
    withUnsafePointer(to: &parameters) { rebaseContacts($0, context) }
    for number in 0..<Int32(World.colorCount) { listWorn(number) }
    notePaces(context)
    s.pointee.sortScratch.count += listActive(s.pointee.sortScratch.base + s.pointee.sortScratch.count, .near, context)
    clearRows()
    sortListed()
    findListed(stamp, context)
    return true
  }

  /// Finds the contacts of fresh bodies anew, where they are few among many: in the order in which the bodies and their lists have them, each
  /// once. False: no memory for the list, nothing was done.
  @_optimize(size)
  func findFresh(_ stamp: UInt16, _ context: StepContext) -> Bool {
    guard reserveRows() else { return false }
    s.pointee.paces[0] = BodyPace(radius: .infinity)
    for at in 0..<s.pointee.fresh.count {
      if at & 7 == 0 { fetchContacts(at, min(at + 8, s.pointee.fresh.count)) }
      let index = s.pointee.fresh[at]
      notePace(of: index)
      var edge = bodies[Int(index)].firstContact
      while edge >= 0 {
        let contact = edge >> 1
        let c = contacts + Int(contact)
        let other = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.active < 0 || c.pointee.stamp == stamp { continue }
        c.pointee.stamp = stamp
        _ = s.pointee.starts.append(contact)
        if other >= 0 { notePace(of: other) }
      }
    }
    findListed(stamp, context)
    return true
  }

  /// Finds what `starts` lists.
  private func findListed(_ stamp: UInt16, _ context: StepContext) {
    if sharesLooks(s.pointee.starts.count) { shareListed(stamp, context) } else { refreshListed(stamp, context) }
  }

  /// A contact to be found anew: each is listed once at most. Above the contact lies the first of its awake bodies.
  @inline(__always)
  private func entry(_ contact: Int32, _ a: UInt32, _ b: UInt32) -> UInt64 {
    UInt64(min(a, b)) << 32 | UInt64(UInt32(bitPattern: contact))
  }

  /// Puts the list into `starts`, which is not in use yet, by the first of the two bodies, in the order in which they woke:
  /// neighbors that lie together take lanes together. Where each body's begin lies in `continuous`; both have room.
  private func sortListed() {
    let awake = s.pointee.awake.count
    let places = s.pointee.continuous.base
    let listed = s.pointee.sortScratch.base
    let count = s.pointee.sortScratch.count
    for at in 0..<awake { places[at] = 0 }
    for at in 0..<count { places[Int(listed[at] >> 32)] &+= 1 }
    var next: Int32 = 0
    for at in 0..<awake {
      let own = places[at]
      places[at] = next
      next &+= own
    }
    s.pointee.starts.count = 0
    if !s.pointee.starts.resize(count) { return }
    for at in 0..<count {
      let first = Int(listed[at] >> 32)
      s.pointee.starts[Int(places[first])] = Int32(truncatingIfNeeded: listed[at])
      places[first] &+= 1
    }
  }

  /// Contacts that begin at rest are listed in the place of the list, behind the one that is looked at.
  private func refreshListed(_ stamp: UInt16, _ context: StepContext) {
    let listed = s.pointee.starts.base
    let count = s.pointee.starts.count
    s.pointee.starts.count = 0
    findListed(listed, 0, count, stamp, context, nil)
  }

  /// Of contacts that are listed, those to come soon; of those to come next the bodies too, and then what is known by these.
  @inline(__always)
  func fetchAhead(_ listed: UnsafeMutablePointer<Int32>, _ at: Int, _ end: Int) {
    if at &+ 24 >= end { return }
    bgts_prefetch(contacts + Int(listed[at &+ 24]))
    let near = contacts + Int(listed[at &+ 16])
    fetchAhead(near.pointee.bodyB)
    if near.pointee.bodyA >= 0 { fetchAhead(near.pointee.bodyA) }
    let hasPieces = s.pointee.pieces.count > 0
    if hasPieces {
      fetchPiece(near.pointee.pieceA)
      fetchPiece(near.pointee.pieceB)
    }
    let next = contacts + Int(listed[at &+ 8])
    if next.pointee.lane >= 0 {
      let lane = laneFloats(next.pointee.color, next.pointee.lane)
      bgts_prefetch(lane)
      bgts_prefetch(lane + ContactLane.impulse0 * 8)
    }
    fetchMore(next.pointee.bodyB, hasPieces ? next.pointee.pieceB : none)
    if next.pointee.bodyA >= 0 { fetchMore(next.pointee.bodyA, hasPieces ? next.pointee.pieceA : none) }
  }

  @inline(__always)
  private func fetchMore(_ index: Int32, _ piece: Int32) {
    let body = bodies + Int(index)
    s.pointee.bodyTree.fetchAhead(piece < 0 ? body.pointee.leaf : pieces[Int(piece)].leaf)
    bgts_prefetch(s.pointee.paces.base + (Int(body.pointee.awake) &+ 1))
  }

  @inline(__always)
  private func fetchPiece(_ piece: Int32) {
    if piece < 0 { return }
    let piece = UnsafeRawPointer(pieces + Int(piece))
    bgts_prefetch(piece)
    bgts_prefetch(piece + 64)
  }

  /// Of a body what contacts are found from.
  @inline(__always)
  private func fetchAhead(_ index: Int32) {
    let body = UnsafeRawPointer(bodies + Int(index))
    bgts_prefetch(body)
    bgts_prefetch(body + 64)
  }

  /// Room for the rows of all bodies, and for more. False: no memory.
  func reserveRows(more: Int = 0) -> Bool {
    s.pointee.paces.reserve(s.pointee.awake.count + 1 + more) && s.pointee.rows.reserve(s.pointee.bodies.count + 1)
  }

  private static var freshRow: UInt32 { 1 << 31 }
  private static var renewedRow: UInt32 { 1 << 30 }
  static var rowMask: UInt32 { 0x3fff_ffff }

  /// Fills the rows of all bodies that move, and the flags of others that are fresh.
  private func notePaces(_ context: StepContext) {
    // A segment is the larger body.
    s.pointee.paces[0] = BodyPace(radius: .infinity)
    for at in 0..<s.pointee.fresh.count {
      let index = Int(s.pointee.fresh[at])
      let isRenewed = bodies[index].flags & (BodyFlag.renewed | BodyFlag.refilter) != 0
      rows[index] = isRenewed ? World.freshRow | World.renewedRow : World.freshRow
    }
    var loop = Loop(world: self, context: context)
    share(s.pointee.awake.count, least: 256, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end {
        world.rows[Int(world.s.pointee.awake[at])] |= UInt32(truncatingIfNeeded: at + 1)
        world.notePace(at)
      }
    }
  }

  @inline(__always)
  private func notePace(of index: Int32) {
    if bodies[Int(index)].awake >= 0 { notePace(Int(bodies[Int(index)].awake)) }
  }

  private func notePace(_ at: Int) {
    let body = bodies + Int(s.pointee.awake[at])
    let state = states[at]
    let shift = shifts[at]
    s.pointee.paces[at + 1] = BodyPace(
      x: body.pointee.x, y: body.pointee.y, shift: shift.d, d: state.d,
      motion: BodyTurn(v: state.v, w: state.w, turned: state.turned), pull: motions[at].a, shiftTurned: shift.turned,
      radius: body.pointee.outerRadius)
  }

  /// The rows of bodies are 0 but while they are read.
  @_optimize(size)
  func clearRows() {
    for at in 0..<s.pointee.awake.count { rows[Int(s.pointee.awake[at])] = 0 }
    for at in 0..<s.pointee.fresh.count { rows[Int(s.pointee.fresh[at])] = 0 }
  }

  /// The row of a body, and what lies above it; 0 for a segment.
  @inline(__always)
  func row(_ index: Int32) -> UInt32 { rows[Int(index)] }

  /// By the index of a body; the one before the first is of segments.
  @inline(__always)
  var rows: UnsafeMutablePointer<UInt32> { s.pointee.rows.base + 1 }

  /// Lists the contacts without points whose bodies are fresh and not surely apart, and all of bodies that changed otherwise,
  /// of a range of the active ones; how many they are.
  func listNear(
    _ first: Int, _ end: Int, _ list: UnsafeMutablePointer<UInt64>, _ context: StepContext
  ) -> Int {
    let paces = s.pointee.paces.base
    var parameters = LookParameters(
      rows: UnsafeRawPointer(paces), slack: StepContext.speculativeDistance * context.scale, scale: context.dt, isSwept: false)
    var memory = (PairMemory(), PairMemory())
    return withUnsafeMutablePointer(to: &memory) { memory in
      let looks = LookBlock(UnsafeMutableRawPointer(memory))
      let places = looks.places
      var listed = 0
      for at in stride(from: first, to: end, by: World.lookBlock) {
        let block = s.pointee.active.base + at
        // Without branches: who is fresh and who is near is hard to foresee.
        var fresh = 0
        var apart = 0
        for place in 0..<min(end - at, World.lookBlock) {
          let rowA = row(block[place].bodyA)
          let rowB = row(block[place].bodyB)
          bgts_prefetch(paces + Int(rowA & World.rowMask))
          bgts_prefetch(paces + Int(rowB & World.rowMask))
          let flags = rowA | rowB
          places[fresh] = UInt8(truncatingIfNeeded: place)
          apart &+= Int(flags / World.freshRow) & (block[place].gap > 0 ? 1 : 0)
          fresh &+= Int(flags / World.freshRow) & (block[place].gap >= 0 || flags & World.renewedRow != 0 ? 1 : 0)
        }
        let isMany = 2 * apart > fresh
        let left = isMany ? look(looks, fresh, block, &parameters, skipping: World.renewedRow) : fresh
        for turn in 0..<left {
          let entry = block + Int(places[turn])
          let rowA = row(entry.pointee.bodyA)
          let rowB = row(entry.pointee.bodyB)
          if (rowA | rowB) & World.renewedRow == 0 {
            if entry.pointee.gap > 0 && !(isMany && hasRows(entry.pointee, rowA, rowB))
              && staysApart(entry, rowA & World.rowMask, rowB & World.rowMask, context)
            {
              continue
            }
          } else if entry.pointee.gap < 0 && isWorn(contacts + Int(entry.pointee.index)) {
            continue
          }
          list[listed] = self.entry(entry.pointee.index, (rowA & World.rowMask) &- 1, (rowB & World.rowMask) &- 1)
          listed &+= 1
        }
      }
      return listed
    }
  }

  /// Looks at contacts of a block, of which the places are noted, eight at a time: at those of bodies that have rows and not some
  /// flag, or with segments. Who is done with is no longer noted; how many are left. There is a kernel for it.
  @inline(__always)
  func look(
    _ looks: LookBlock, _ count: Int, _ block: UnsafeMutablePointer<ActiveContact>, _ parameters: inout LookParameters,
    skipping flag: UInt32
  ) -> Int {
    for turn in 0..<count {
      let entry = block + Int(looks.places[turn])
      let rowA = row(entry.pointee.bodyA)
      let rowB = row(entry.pointee.bodyB)
      let isMoving: UInt32 = hasRows(entry.pointee, rowA, rowB) ? .max : 0
      let isTaken: UInt32 = (rowA | rowB) & flag == 0 ? .max : 0
      looks.rowsA[turn] = rowA &* 64
      looks.rowsB[turn] = rowB &* 64 & isMoving & isTaken
      looks.gaps[turn] = entry.pointee.gap
    }
    var end = count
    while end & 7 != 0 {
      looks.rowsA[end] = 0
      looks.rowsB[end] = 0
      end &+= 1
    }
    s.pointee.lookKernel(looks.rowsA, count, &parameters)
    var left = 0
    for turn in 0..<count {
      let place = looks.places[turn]
      block[Int(place)].gap = looks.gaps[turn]
      looks.places[left] = place
      left &+= Int(looks.rowsA[turn] >> 31 ^ 1)
    }
    return left
  }

  /// Whether the bodies of a contact are awake, or the first is a segment: so that the look at many tells all about it.
  @inline(__always)
  func hasRows(_ entry: ActiveContact, _ rowA: UInt32, _ rowB: UInt32) -> Bool {
    ((rowA | UInt32(bitPattern: entry.bodyA >> 31)) &* 64 != 0) && rowB &* 64 != 0
  }

  /// Contacts that are looked at together.
  static var lookBlock: Int { 64 }

  /// Whether `listWorn` lists the contact, which has a lane.
  private func isWorn(_ c: UnsafeMutablePointer<Contact>) -> Bool {
    laneFloats(c.pointee.color, c.pointee.lane)[ContactLane.budget * 8] < 0
  }

  /// Marks the lanes whose contacts can follow no longer.
  func findWorn(_ number: Int32, _ first: Int, _ end: Int) {
    let set = color(number)
    for block in first..<end { set.pointee.marks[block] = (blockRows(number, block)[ContactLane.budget] .< F8(repeating: 0)).bits }
  }

  private func listWorn(_ number: Int32) {
    let set = color(number)
    for block in 0..<set.pointee.blocks.count {
      var lanes = set.pointee.marks[block]
      let index = UnsafeRawPointer(set.pointee.blocks.base + block).assumingMemoryBound(to: UInt32.self)
      while lanes != 0 {
        let lane = lanes.trailingZeroBitCount
        lanes &= lanes &- 1
        _ = s.pointee.sortScratch.append(
          entry(set.pointee.owners[block * 8 + lane], index[ContactLane.indexA * 8 + lane], index[ContactLane.indexB * 8 + lane]))
      }
    }
  }

  /// Whether two shapes that had no points have not come near enough to each other to have some in this step.
  ///
  /// What counts is the motion of the smaller body as the larger one sees it, so neither a common motion nor a long wall
  /// that turns about a far center wears the gap down.
  @inline(__always)
  private func staysApart(
    _ entry: UnsafeMutablePointer<ActiveContact>, _ rowA: UInt32, _ rowB: UInt32, _ context: StepContext
  ) -> Bool {
    var small = s.pointee.paces.base + Int(rowB)
    var large = s.pointee.paces.base + Int(rowA)
    var d = Vec2f.zero
    var radius = rowB == 0 ? bodies[Int(entry.pointee.bodyB)].outerRadius : small.pointee.radius
    if entry.pointee.bodyA >= 0 {
      let a = bodies + Int(entry.pointee.bodyA)
      let b = bodies + Int(entry.pointee.bodyB)
      let radiusA = rowA == 0 ? a.pointee.outerRadius : large.pointee.radius
      let x = (rowB == 0 ? b.pointee.x : small.pointee.x) - (rowA == 0 ? a.pointee.x : large.pointee.x)
      let y = (rowB == 0 ? b.pointee.y : small.pointee.y) - (rowA == 0 ? a.pointee.y : large.pointee.y)
      d = Vec2f(Float(x), Float(y))
      if radius > radiusA {
        swap(&small, &large)
        d = -d
        radius = radiusA
      }
    }
    let turn = large.pointee.shiftTurned
    let square = turn * turn
    if square > 0.01 { return false }
    let sine = turn * (1 - square * (1 / 6))
    let cosine = 1 - 0.5 * square
    let seen = Vec2f(cosine * d.x + sine * d.y, cosine * d.y - sine * d.x)
    let moved = seen - d + small.pointee.shift - large.pointee.shift
    let gap = max(entry.pointee.gap - moved.length - abs(small.pointee.shiftTurned - turn) * radius, 0)
    entry.pointee.gap = gap
    // What is to come: the offsets from the references and the motion of a step.
    let spin = large.pointee.motion.turned + context.dt * large.pointee.motion.w
    let ahead =
      small.pointee.d - large.pointee.d + context.dt * (small.pointee.motion.v - large.pointee.motion.v) - spin * d.turned
    let bend = (context.dt * context.dt) * (small.pointee.pull - large.pointee.pull).length + 0.5 * spin * spin * d.length
    let swing = abs(small.pointee.motion.turned + context.dt * small.pointee.motion.w - spin) * radius
    return gap > StepContext.speculativeDistance * context.scale + ahead.length + bend + swing
  }

  /// How far two shapes are apart at their reference poses, at least.
  @inline(__always)
  func knownGap(_ m: Manifold, _ apart: Vec2f, _ a: ContactSide, _ b: ContactSide, _ c: UnsafeMutablePointer<Contact>) -> Float {
    if c.pointee.flags & (ContactFlag.covered | ContactFlag.passing) != 0 { return 0 }
    if c.pointee.segment >= 0 && s.pointee.boundaries[Int(segments[Int(c.pointee.segment)].boundary)].pass != .never { return 0 }
    let gap = m.count == 0 ? m.gap : m.count == 1 ? m.p0.separation : min(m.p0.separation, m.p1.separation)
    return gap - motionSoFar(apart, a, b)
  }

  /// How far points of two shapes have come against each other at most since their reference poses, from which B has gone so much
  /// farther than A.
  @inline(__always)
  func motionSoFar(_ apart: Vec2f, _ a: ContactSide, _ b: ContactSide) -> Float {
    apart.length + (abs(b.motion.turned) * b.radii.x + abs(a.motion.turned) * a.radii.x)
  }
}
