// Broad phase: enlarged boxes in two trees, and new pairs for the bodies that left theirs.
// SPDX-License-Identifier: MIT
import CShims

extension World {
  /// Puts a body into the buffer of those whose pairs must be looked for.
  func noteMoved(_ index: Int32) {
    bodies[Int(index)].flags |= BodyFlag.renewed | BodyFlag.entered
    s.pointee.leastRadius = min(s.pointee.leastRadius, bodies[Int(index)].outerRadius)
    s.pointee.leastInner = min(s.pointee.leastInner, bodies[Int(index)].innerRadius)
    noteStrayed(index)
  }

  /// The same for one that moved by itself, whose contacts may follow it.
  @inline(never)
  func noteStrayed(_ index: Int32) {
    markLeaves(index)
    noteStrayedPieces(index)
  }

  /// The same where the leaves that changed are marked.
  func noteStrayedPieces(_ index: Int32) {
    noteDrifted(index)
    if bodies[Int(index)].flags & BodyFlag.moved != 0 { return }
    bodies[Int(index)].flags |= BodyFlag.moved
    _ = s.pointee.movedBuffer.append(index)
  }

  /// Lets the next search for pairs look at the body's boxes; one without groups meets no other body.
  @inline(__always)
  private func markLeaves(_ index: Int32) {
    if kind(bodies + Int(index)).pointee.itemMask == 0 { return }
    s.pointee.bodyTree.markChanged(bodies[Int(index)].leaf)
    var piece = bodies[Int(index)].firstPiece
    while piece >= 0 {
      s.pointee.bodyTree.markChanged(pieces[Int(piece)].leaf)
      piece = pieces[Int(piece)].next
    }
  }

  func forgetMoved(_ index: Int32) {
    if bodies[Int(index)].flags & BodyFlag.moved == 0 { return }
    bodies[Int(index)].flags &= ~BodyFlag.moved
    let base = s.pointee.movedBuffer.base
    var at = 0
    while base[at] != index { at += 1 }
    _ = s.pointee.movedBuffer.removeLast()
    let last = base[s.pointee.movedBuffer.count]
    if last != index { base[at] = last }
  }

  /// Makes contacts for all new overlaps of the moved bodies, in the order of their keys. `atStep`, those that pass each other at a
  /// distance in the step to come are left in `newPairs` in place of that: see World+Passing.swift.
  @inline(never)
  @_optimize(size)
  func updatePairs(_ context: StepContext, atStep: Bool) {
    s.pointee.newPairs.count = 0
    if s.pointee.movedBuffer.count == 0 { return }
    var complete = true
    for at in 0..<s.pointee.movedBuffer.count {
      let index = s.pointee.movedBuffer[at]
      let body = bodies + Int(index)
      if s.pointee.segmentTree.count == 0 || kind(body).pointee.boundaryMask == 0 { continue }
      if body.pointee.flags & BodyFlag.anchored != 0 { continue }
      var piece = body.pointee.firstPiece
      repeat {
        complete = findSegments(index, piece) && complete
        if piece >= 0 { piece = pieces[Int(piece)].next }
      } while piece >= 0
    }
    s.pointee.overlaps.count = 0
    // What is known of awake bodies side by side is written later; of bodies of several shapes there are more leaves than rows.
    let leaves = s.pointee.bodyTree.count
    let manyMoved = s.pointee.bodyTree.mayPrune && reserveRows() && s.pointee.paces.reserve(leaves + 1)
    complete =
      s.pointee.bodyTree.collectChangedPairs(
        into: &s.pointee.overlaps, pool: s.pointee.pool, work: manyMoved ? UnsafeMutableRawPointer(s.pointee.paces.base) : nil,
        bytes: s.pointee.paces.capacity * MemoryLayout<BodyPace>.stride) && complete
    var loop = Loop(world: self, context: context)
    if share(s.pointee.overlaps.count, least: 64, &loop, { data, first, end in data.loop.pointee.world.findNewPairs(first, end) }) {
      bgts_prefetch_all(s.pointee.overlaps.base, s.pointee.overlaps.count * 8)
    }
    for at in 0..<s.pointee.overlaps.count where s.pointee.overlaps[at] != 0 {
      complete = s.pointee.newPairs.append(s.pointee.overlaps[at]) && complete
    }
    for at in 0..<s.pointee.movedBuffer.count {
      bodies[Int(s.pointee.movedBuffer[at])].flags &= ~BodyFlag.moved
    }
    s.pointee.movedBuffer.count = 0
    reserveContacts(more: s.pointee.newPairs.count)
    if sortUnique() {
      var passing = 0
      for at in 0..<s.pointee.newPairs.count {
        let key = s.pointee.newPairs[at]
        let lowName = Int32(truncatingIfNeeded: key & 0xffff_ffff)
        let high = Int32(truncatingIfNeeded: (key >> 32) & 0x7fff_ffff)
        let low = bodyNamed(lowName)
        if key >> 63 != 0 {
          if bodies[Int(low)].awake < 0 { wake(low) }
          complete = createContact(segment: high, with: lowName) && complete
        } else {
          // A fixed body that was moved wakes what it now meets.
          let other = bodyNamed(high)
          if atStep && willPass(high, lowName, context) {
            s.pointee.newPairs[passing] = key
            passing += 1
            continue
          }
          if bodies[Int(low)].awake < 0 && bodies[Int(other)].awake < 0 {
            wake(low)
            wake(other)
          }
          complete = createContact(high, lowName) && complete
        }
      }
      s.pointee.newPairs.count = passing
    } else {
      s.pointee.newPairs.count = 0
      complete = false
    }
    if !complete { s.pointee.outOfMemory = true }
  }

  /// Puts keys of contacts to be made in place of overlaps, and 0 where there is one already or may be none.
  private func findNewPairs(_ first: Int, _ end: Int) {
    let overlaps = s.pointee.overlaps.base
    let table = s.pointee.contactTable
    // What hangs together by joints often has a filter group, which is told without a search.
    let hasGroups = s.pointee.jointCount > 0 && s.pointee.extras.count > 0
    // So have pieces of one body, where they are among what was found.
    let hasPieces = s.pointee.pieces.count > 0 && !s.pointee.bodyTree.leavesOutOwn
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 16) { mixed in
      // Keys of the next sixteen.
      let mixed = mixed.baseAddress.unsafelyUnwrapped
      for at in first..<min(first + 16, end) { mixed[at & 15] = table.fetchAhead(key(ofOverlap: overlaps[at])) }
      for at in first..<end {
        let isKnown = (hasGroups && sharesFilterGroup(overlaps[at])) || (hasPieces && areOfOne(overlaps[at])) || table.contains(mixed: mixed[at & 15])
        if at + 16 < end { mixed[at & 15] = table.fetchAhead(key(ofOverlap: overlaps[at + 16])) }
        overlaps[at] = isKnown ? 0 : keyOfNew(overlaps[at])
      }
    }
  }

  @inline(__always)
  private func key(ofOverlap pair: UInt64) -> UInt64 {
    bodyKey(Int32(truncatingIfNeeded: pair >> 32), Int32(truncatingIfNeeded: pair))
  }

  /// Whether both are pieces of the same body.
  @inline(__always)
  private func areOfOne(_ pair: UInt64) -> Bool {
    let a = Int32(truncatingIfNeeded: pair >> 32)
    let b = Int32(truncatingIfNeeded: pair)
    return min(a, b) >= World.firstPieceName
      && pieces[Int(a - World.firstPieceName)].body == pieces[Int(b - World.firstPieceName)].body
  }

  @inline(__always)
  private func sharesFilterGroup(_ pair: UInt64) -> Bool {
    sharesFilterGroup(bodyNamed(Int32(truncatingIfNeeded: pair >> 32)), bodyNamed(Int32(truncatingIfNeeded: pair)))
  }

  /// The key of an overlap without contact, or 0 where there may be none.
  @inline(never)
  private func keyOfNew(_ pair: UInt64) -> UInt64 {
    let index = bodyNamed(Int32(truncatingIfNeeded: pair >> 32))
    let other = bodyNamed(Int32(truncatingIfNeeded: pair))
    return index == other || !mayCollide(index, other) ? 0 : key(ofOverlap: pair)
  }

  /// Makes the contacts of bodies that came or moved now, and room for what they will need, which else the next step does.
  /// The number of touches that may begin, if it is great.
  @export(interface)
  public func findPairs() -> Int {
    if s.pointee.movedBuffer.count == 0 { return 0 }
    let before = s.pointee.contactCount
    let context = StepContext(
      stepSeconds: s.pointee.stepSeconds, substeps: s.pointee.substeps, settings: s.pointee.settings)
    updatePairs(context, atStep: false)
    var touches = 0
    if s.pointee.contactCount >= before + 64 {
      touches = reserveLanes()
      if before == 0 { findEarly(context) }
    }
    rest()
    return touches
  }

  /// Room for lanes and touches of contacts that are near: they are given colors as if each got points.
  @_optimize(size)
  private func reserveLanes() -> Int {
    var lanes = Arena<Int32>()
    defer { lanes.deallocate() }
    guard lanes.resize(World.colorCount) else { return 0 }
    // There is room in the stack for every body, and nothing is in it.
    let used = UnsafeMutableRawPointer(s.pointee.stack.base).assumingMemoryBound(to: UInt32.self)
    for at in 0..<s.pointee.awake.count { used[at] = bodies[Int(s.pointee.awake[at])].colors }
    var near = 0
    for at in 0..<s.pointee.active.count {
      let c = contacts + Int(s.pointee.active[at].index)
      if c.pointee.lane >= 0 || !isNear(c) { continue }
      near += 1
      let a = c.pointee.bodyA < 0 || bodies[Int(c.pointee.bodyA)].invMass == 0 ? none : bodies[Int(c.pointee.bodyA)].awake
      let b = bodies[Int(c.pointee.bodyB)].invMass == 0 ? none : bodies[Int(c.pointee.bodyB)].awake
      let number = freeColor((a >= 0 ? used[Int(a)] : 0) | (b >= 0 ? used[Int(b)] : 0), bothMove: a >= 0 && b >= 0)
      lanes[Int(number)] += 1
      if number == 0 { continue }
      if a >= 0 { used[Int(a)] |= 1 << UInt32(number) }
      if b >= 0 { used[Int(b)] |= 1 << UInt32(number) }
    }
    if near < 64 { return 0 }
    for number in 0..<Int32(World.colorCount) where lanes[Int(number)] > 0 {
      let set = color(number)
      let wanted = Int(set.pointee.lanes + lanes[Int(number)])
      // The contacts come in another order.
      let blocks = (number == 0 ? wanted : wanted / 8) + wanted / 128 + 2
      _ = set.pointee.blocks.reserve(blocks) && set.pointee.touching.reserve(blocks)
        && set.pointee.marks.reserve(blocks) && set.pointee.owners.reserve(blocks * 8)
    }
    reserveTouches(more: near)
    _ = s.pointee.began.reserve(near)
    return near
  }

  /// Whether the two may have contact points in the next step, by their boxes, if nothing is fast.
  private func isNear(_ c: UnsafeMutablePointer<Contact>) -> Bool {
    if c.pointee.segment >= 0 { return true }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let reach = extent(a) + extent(b)
    let margin = StepContext.speculativeDistance * lengthScale
    return Float(abs(b.pointee.x - a.pointee.x)) <= reach.x + margin && Float(abs(b.pointee.y - a.pointee.y)) <= reach.y + margin
  }

  private func extent(_ body: UnsafeMutablePointer<Body>) -> Vec2f {
    let radius = body.pointee.outerRadius
    if !body.pointee.shape.isBox { return Vec2f(radius, radius) }
    let half = body.pointee.shape.halfSize
    let c = abs(body.pointee.q.c)
    let n = abs(body.pointee.q.s)
    return Vec2f(c * half.x + n * half.y, n * half.x + c * half.y)
  }

  /// Room for so many new contacts at once; without memory they are made one by one, as far as it goes.
  private func reserveContacts(more: Int) {
    let wanted = Int(s.pointee.contactCount) + more
    _ = s.pointee.contactTable.reserve(more: more)
    _ = s.pointee.active.reserve(wanted) && s.pointee.starts.reserve(wanted) && s.pointee.ends.reserve(wanted)
    _ = s.pointee.contacts.reserve(wanted)
  }

  /// New pairs of one shape of a body with segments. False: no memory.
  @_optimize(size)
  private func findSegments(_ index: Int32, _ piece: Int32) -> Bool {
    s.pointee.hits.count = 0
    var complete = s.pointee.segmentTree.query(leafBox(bodies + Int(index), piece), into: &s.pointee.hits)
    for hit in 0..<s.pointee.hits.count {
      let segment = s.pointee.hits[hit]
      let group = s.pointee.boundaries[Int(segments[Int(segment)].boundary)].group
      let key = segmentKey(segment, name(index, piece))
      if meetsBoundaryGroup(index, group) && !s.pointee.contactTable.contains(key) {
        complete = s.pointee.newPairs.append(key) && complete
      }
    }
    return complete
  }

  /// Sorts the new pairs upward. False: no memory for the scratch.
  private func sortUnique() -> Bool {
    let count = s.pointee.newPairs.count
    if count < 2 { return true }
    guard s.pointee.sortScratch.reserve(count) else { return false }
    sortUpward(s.pointee.newPairs.base, s.pointee.sortScratch.base, count)
    return true
  }

  /// Sorts by merging runs, with as much room for scratch.
  func sortUpward(_ keys: UnsafeMutablePointer<UInt64>, _ scratch: UnsafeMutablePointer<UInt64>, _ count: Int) {
    var from = keys
    var to = scratch
    // Short runs by insertion.
    let run = 16
    var start = 0
    while start < count {
      let end = min(start + run, count)
      var i = start + 1
      while i < end {
        let key = from[i]
        var j = i
        while j > start && from[j - 1] > key {
          from[j] = from[j - 1]
          j -= 1
        }
        from[j] = key
        i += 1
      }
      start = end
    }
    var width = run
    while width < count {
      var low = 0
      while low < count {
        let middle = min(low + width, count)
        let high = min(low + 2 * width, count)
        var i = low
        var j = middle
        for k in low..<high {
          if i < middle && (j >= high || from[i] <= from[j]) {
            to[k] = from[i]
            i += 1
          } else {
            to[k] = from[j]
            j += 1
          }
        }
        low = high
      }
      swap(&from, &to)
      width *= 2
    }
    if from != keys { keys.update(from: from, count: count) }
  }

  /// After a step: bodies that left their enlarged box get a new one, ahead of their motion.
  @inline(never)
  @_optimize(size)
  func refit() {
    lookAtLater(s.pointee.freshAfter)
    let hasRoom = s.pointee.bodyTree.reserveFit()
    let count = s.pointee.awake.count
    let isMany = count > World.manyBodies
    for at in 0..<count {
      if isMany && at & 15 == 0 { fetchLeaves(at) }
      // Who was put back is elsewhere.
      if sweepMark(at) == SweepMark.stopped { lookAt(at, at + 1, keeping: 0) }
      let mark = s.pointee.marks[at] & (BodyMark.isLoose | BodyMark.isAlone)
      if mark == 0 { continue }
      let index = s.pointee.awake[at]
      if mark == BodyMark.isAlone {
        refitPieces(index, velocity: states[at].v, turning: states[at].w, hasRoom: hasRoom)
        continue
      }
      let body = bodies + Int(index)
      if hasRoom {
        // As `noteStrayed` for a fresh body.
        s.pointee.bodyTree.enlargeForRebuild(body.pointee.leaf, s.pointee.boxes[at], marks: mark == BodyMark.isLoose)
      } else {
        s.pointee.bodyTree.enlarge(body.pointee.leaf, s.pointee.boxes[at])
        if mark == BodyMark.isLoose { s.pointee.bodyTree.markChanged(body.pointee.leaf) }
      }
      if body.pointee.flags & BodyFlag.moved != 0 { continue }
      body.pointee.flags |= BodyFlag.moved
      _ = s.pointee.movedBuffer.append(index)
    }
    noteReturning()
  }

  /// What is known of more awake bodies does not lie in the second cache any more.
  static var manyBodies: Int { 4096 }

  /// Of the sixteen bodies from one on what lies above their leaves comes into the cache, of the next sixteen the leaves, and then bodies.
  @inline(never)
  @_optimize(size)
  private func fetchLeaves(_ first: Int) {
    for at in first..<max(min(first &+ 16, s.pointee.awake.count &- 32), first) {
      s.pointee.bodyTree.fetchParent(bodies[Int(s.pointee.awake[at])].leaf)
      s.pointee.bodyTree.fetchAhead(bodies[Int(s.pointee.awake[at &+ 16])].leaf)
      bgts_prefetch(bodies + Int(s.pointee.awake[at &+ 32]))
    }
  }

  /// Boxes for which it is worth it to rebuild the tree beside what follows.
  private static var leastAside: Int { 128 }

  /// After that: the tree follows. `aside`, nothing asks for it before the next step or the rest, and another thread may do it meanwhile.
  @_optimize(size)
  func rebuildTree(aside: Bool) {
    if aside, let pool = s.pointee.pool, s.pointee.movedBuffer.count >= World.leastAside, s.pointee.bodyTree.reserveRebuild() {
      // The tree alone: to ThreadSanitizer another thread would else write to all of the world.
      let tree = withUnsafeMutablePointer(to: &s.pointee.bodyTree) { UnsafeMutableRawPointer($0) }
      if bgts_pool_start_aside(pool, { $0.assumingMemoryBound(to: DynamicTree.self).pointee.rebuildEnlarged() }, tree) { return }
    }
    s.pointee.bodyTree.rebuildEnlarged()
  }

  /// What a new box has room for beyond the motion of the next step: half of that again, so that it serves for some steps,
  /// but little against the body, for what is fast leaves its box in each step and meets fewer others in a small one. This much at most.
  @inline(__always)
  func motionAhead(_ body: UnsafeMutablePointer<Body>) -> Float { 0.125 * body.pointee.outerRadius }
}
