// The order of sweeps: who is stopped first is put back first.
// SPDX-License-Identifier: MIT
//
// First all ends are found as if nobody were put back, by several workers where that is worth it. Then, from the earliest on, one after the
// other is put back; whoever may meet him where he stands now looks at him again. What is found later is not earlier than what was done before
// (but for members of groups that a contact held, see `stop` in World+Continuous.swift), so that nobody goes past one who was put back for a third
// (events in the order of time, as of hard discs: Alder and Wainwright, Studies in Molecular Dynamics I, 1959). Who looks at whom is known: by
// contacts, or by the boxes around the ways of who left the tree's box.
//
// While that is done, `impacts` has for each awake body the part of the step after which it stops, 1 or more if it does not. Where
// that part may have become later, because what stopped the body was put back before, it has a minus sign: it is found again when it is the
// earliest. `overlaps`, which is not in use at this time, holds a heap of what was found: the part above the place among those awake. What does
// not say the same as `impacts` any more is passed over.
import CShims

extension World {
  /// Sweeps that are worth a thread.
  private static var leastSweeps: Int { 8 }

  /// Sweeps the marked bodies, of whom `from` is the first: those that carry others, or the rest.
  @_optimize(size)
  func sweepFastBodies(from first: Int, carriers: Bool, _ context: StepContext) {
    guard s.pointee.impacts.resize(s.pointee.awake.count) else {
      s.pointee.outOfMemory = true
      return
    }
    defer { s.pointee.impacts.count = 0 }
    s.pointee.sweepsCarriers = carriers
    s.pointee.overlaps.count = 0
    // Who has something to look at is listed in `stack`, which has room for every body.
    let list = s.pointee.stack.base
    let impacts = s.pointee.impacts.base
    let marks = s.pointee.marks.base
    let heads = s.pointee.continuous.base
    let hasCarriers = s.pointee.carrierRadius < .infinity
    var count = 0
    for at in first..<s.pointee.awake.count {
      let mark = marks[at] & BodyMark.sweep
      if mark == SweepMark.none || hasCarriers && isCarrier(at) != carriers {
        // By the rest carriers that were put back are seen as if they had moved evenly.
        if mark == SweepMark.stopped && at < s.pointee.pauses.count && s.pointee.pauses[at].w < 1 {
          s.pointee.pauses[at].w = 1
          setCarrier(at, none)
        }
        continue
      }
      if mark == SweepMark.stopped { continue }
      impacts[at] = 1
      // Most have nothing in their way.
      if mark == SweepMark.listed && heads[at] < 0 { continue }
      list[count] = Int32(truncatingIfNeeded: at)
      count += 1
    }
    findEnds(count, context)
    for place in 0..<count { noteEnd(Int(list[place]), impacts[Int(list[place])]) }
    listCrossing()
    while let at = popEarliest() {
      let mover = mover(s.pointee.awake[at], context)
      if impacts[at].sign == .minus {
        noteEnd(at, end(of: mover, aside: false, before: endByStopped(mover, context), context))
      } else {
        s.pointee.stopper = at < s.pointee.pauses.count ? carrier(at) : none
        putBack(mover, to: impacts[at], context)
      }
    }
  }

  /// Finds the ends of the first in `stack`, all as if nobody were put back.
  @_optimize(size)
  private func findEnds(_ count: Int, _ context: StepContext) {
    // Whoever asks to leave a contact out is asked by one.
    if let pool = s.pointee.pool, s.pointee.veto == nil && count >= 2 * World.leastSweeps && bgts_pool_helps(pool) {
      var loop = Loop(world: self, context: context)
      _ = share(count, least: World.leastSweeps, &loop) { data, first, end in
        data.loop.pointee.world.findEnds(first, end, aside: true, data.loop.pointee.context)
      }
    } else {
      findEnds(0, count, aside: false, context)
    }
  }

  private func findEnds(_ first: Int, _ last: Int, aside: Bool, _ context: StepContext) {
    for place in first..<last {
      let at = Int(s.pointee.stack[place])
      let found = end(of: mover(s.pointee.awake[at], context), aside: aside, context)
      // For want of room it is found later, by one.
      s.pointee.impacts[at] = found == found ? found : -0.0
    }
  }

  /// Notes where a body stops, if it does.
  @_optimize(size)
  private func noteEnd(_ at: Int, _ part: Float) {
    s.pointee.impacts[at] = part
    if part >= 1 { return }
    // Upward from the end of the heap.
    let key = UInt64(part.magnitude.bitPattern) << 32 | UInt64(truncatingIfNeeded: at)
    if !s.pointee.overlaps.append(key) {
      s.pointee.outOfMemory = true
      return
    }
    let heap = s.pointee.overlaps.base
    var place = s.pointee.overlaps.count - 1
    while place > 0 && heap[(place - 1) / 2] > key {
      heap[place] = heap[(place - 1) / 2]
      place = (place - 1) / 2
    }
    heap[place] = key
  }

  /// Takes the place of who stops first out of the heap.
  @_optimize(size)
  private func popEarliest() -> Int? {
    let heap = s.pointee.overlaps.base
    while s.pointee.overlaps.count > 0 {
      let top = heap[0]
      let key = s.pointee.overlaps.removeLast()
      let count = s.pointee.overlaps.count
      var place = 0
      while 2 * place + 1 < count {
        var child = 2 * place + 1
        if child + 1 < count && heap[child + 1] < heap[child] { child += 1 }
        if heap[child] >= key { break }
        heap[place] = heap[child]
        place = child
      }
      heap[place] = key
      let at = Int(top & 0xffff_ffff)
      if isToCome(at) && UInt64(s.pointee.impacts[at].magnitude.bitPattern) == top >> 32 { return at }
    }
    return nil
  }

  /// Whether an awake body is swept and may still be put back in its turn.
  @inline(__always)
  func isToCome(_ at: Int) -> Bool {
    let mark = sweepMark(at)
    return mark >= SweepMark.contacts && mark <= SweepMark.anything && (s.pointee.sweepsCarriers || !isCarrier(at))
  }

  /// Whether a body's end has been found, but it was not put back.
  @inline(__always)
  func isFound(_ at: Int) -> Bool { isToCome(at) && isCarrier(at) == s.pointee.sweepsCarriers }

  /// What was found for a body may not be true any more, at any time.
  @_optimize(size)
  func noteUnknown(_ at: Int) {
    if isFound(at) { noteEnd(at, -0.0) }
  }

  /// Where a body with a list is stopped by those that were put back and that it has contacts with, which the list may lack.
  @_optimize(size)
  private func endByStopped(_ mover: Mover, _ context: StepContext) -> Float {
    let body = bodies + Int(mover.index)
    let at = Int(body.pointee.awake)
    var first: Float = 1
    if sweepMark(at) != SweepMark.listed { return first }
    var edge = body.pointee.firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let other = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
      if other >= 0 && bodies[Int(other)].awake >= 0 && sweepMark(Int(bodies[Int(other)].awake)) == SweepMark.stopped && !lists(at, edge >> 1) {
        first = stop(mover, by: edge >> 1, before: first, context)
      }
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
    }
    return first
  }

  /// Somebody was put back: another, whose end was found, looks at him again, by their contact or, where that is -1, by all of his shapes.
  /// `isKnown`: he has done so before, also by what is not in his list, so that it may be the one put back who stopped him.
  @inline(never)
  @_optimize(size)
  func lookAgain(_ at: Int, at stopped: Int32, by contact: Int32, isKnown: Bool, _ context: StepContext) {
    let found = s.pointee.impacts[at].magnitude
    let mine = bodies + Int(s.pointee.awake[at])
    let other = bodies + Int(stopped)
    let end = pause(other)
    // They meet each other, and one has looked for both.
    if s.pointee.stopper == s.pointee.awake[at] && end < found && mine.pointee.firstPiece & other.pointee.firstPiece < 0
      && !solved(contact >= 0 ? contact : s.pointee.contactTable.find(bodyKey(s.pointee.awake[at], stopped)))
    {
      setCarrier(at, stopped)
      return noteEnd(at, end)
    }
    let p0 = Vec2f(
      Float(mine.pointee.previousX - other.pointee.previousX), Float(mine.pointee.previousY - other.pointee.previousY))
    let reach = mine.pointee.outerRadius + other.pointee.outerRadius + StepContext.speculativeDistance * context.scale
    if !staysBeyond(p0, moved(mine), moved(other), pause: end, reach) {
      let mover = mover(s.pointee.awake[at], context)
      let part =
        contact >= 0
        ? stop(mover, by: contact, before: found, context)
        : stop(mover, allOf: stopped, knownToo: sweepMark(at) == SweepMark.anything, before: found, context)
      if part < found { return noteEnd(at, part) }
    }
    if found < 1 && (at >= s.pointee.pauses.count || carrier(at) == stopped) && (isKnown || contact >= 0 && lists(at, contact)) {
      s.pointee.impacts[at] = -found
    }
  }

  /// Whether the list of a body has the contact.
  @_optimize(size)
  func lists(_ awake: Int, _ contact: Int32) -> Bool {
    var at = s.pointee.continuous[awake]
    while at >= 0 {
      let entry = s.pointee.sortScratch[Int(at)]
      at = Int32(truncatingIfNeeded: entry >> 32)
      if Int32(truncatingIfNeeded: entry) == contact { return true }
    }
    return false
  }

  /// Somebody was put back: strays whose ways come into his look at him again, and if he is one, so do those that have him in their lists.
  @inline(never)
  @_optimize(size)
  func tellStrays(_ mover: Mover, mark: UInt8, isCarried: Bool, _ context: StepContext) {
    if s.pointee.strays.count == 0 { return }
    if s.pointee.knowsStrayHits {
      var number = mark == SweepMark.anything ? Int(s.pointee.continuous[Int(bodies[Int(mover.index)].awake)]) : s.pointee.strays.count
      // Of who was held, or put back before, nothing tells.
      if mark == SweepMark.stopped || mark == SweepMark.none {
        number = 0
        while number < s.pointee.strays.count && s.pointee.strays[number] != mover.index { number += 1 }
      }
      if number < s.pointee.strays.count {
        for hit in strayHits[number]..<strayHits[number + 1] {
          let other = bodyNamed(s.pointee.hits[Int(hit)])
          let at = Int(bodies[Int(other)].awake)
          if at >= 0 && sweepMark(at) == SweepMark.listed && isFound(at) && mayCollide(other, mover.index) {
            lookAgain(at, at: mover.index, by: none, isKnown: true, context)
          }
        }
      }
    }
    // Also of those that only see where it was carried.
    let box = isCarried ? mover.box.union(self.mover(mover.index, context).box) : mover.box
    var next = stray(from: firstStray(reaching: box.minX), in: box)
    while next < s.pointee.strays.count {
      let other = s.pointee.strays[next]
      next = stray(from: next + 1, in: box)
      let at = Int(bodies[Int(other)].awake)
      if sweepMark(at) == SweepMark.anything && isFound(at) && mayCollide(other, mover.index) {
        lookAgain(at, at: mover.index, by: none, isKnown: true, context)
      }
    }
  }
}
