// Sweeps by several workers, with the bits of sweeps one after the other.
// SPDX-License-Identifier: MIT
//
// A body that is put back is seen so by those that are swept after it. So workers find all ends as if nobody were put back;
// then one thread goes through them in order, and finds the end again of who looks at somebody who was: few, for few are
// put back. Who looks at whom is known: by the contacts, or by the boxes around the ways of who left the tree's box.
import CShims

extension World {
  /// Sweeps that are worth a thread.
  private static var leastSweeps: Int { 8 }

  /// Sweeps the marked bodies, of whom `from` is the first, those that carry others or the rest. False: they are not worth it, and nothing was done.
  @_optimize(size)
  func shareSweeps(from first: Int, carriers: Bool, _ context: StepContext) -> Bool {
    // Whoever asks to leave a contact out is asked in order.
    guard s.pointee.veto == nil, s.pointee.impacts.resize(s.pointee.awake.count) else { return false }
    defer { s.pointee.impacts.count = 0 }
    // Who has something to look at is listed in `stack`, which has room for every body.
    let list = s.pointee.stack.base
    let impacts = s.pointee.impacts.base
    var count = 0
    for at in first..<s.pointee.awake.count {
      let mark = sweepMark(at)
      impacts[at] = 1
      if mark == SweepMark.none || (mark == SweepMark.listed && s.pointee.continuous[at] < 0) || isCarrier(at) != carriers { continue }
      list[count] = Int32(truncatingIfNeeded: at)
      count += 1
    }
    if count < 2 * World.leastSweeps { return false }
    var loop = Loop(world: self, context: context)
    let isShared = share(count, least: World.leastSweeps, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end {
        let awake = Int(world.s.pointee.stack[at])
        // Who goes through all his contacts asks what those before him have found: in order, afterwards.
        world.s.pointee.impacts[awake] =
          world.sweepMark(awake) == SweepMark.contacts
          ? .nan
          : world.end(
            of: world.mover(world.s.pointee.awake[awake], data.loop.pointee.context), aside: true, data.loop.pointee.context)
      }
    }
    if isShared { bgts_prefetch_all(impacts + first, 4 * (s.pointee.awake.count - first)) }
    for at in first..<s.pointee.awake.count {
      let isStale = impacts[at] != impacts[at]
      if impacts[at] >= 1 && !isStale || isCarrier(at) != carriers { continue }
      s.pointee.sweptAt = at
      let mover = mover(s.pointee.awake[at], context)
      if isStale { impacts[at] = end(of: mover, aside: false, context) }
      if impacts[at] >= 1 { continue }
      putBack(mover, to: impacts[at], context)
    }
    return true
  }

  /// Somebody was put back: whether what was found for another, who is still to be swept, may no longer be true. It still is where
  /// nothing stops him and the two stay apart now too. `isKnown`: he has looked at the one put back.
  @_optimize(size)
  func isDoubtful(_ awake: Int, _ stopped: Int32, isKnown: Bool) -> Bool {
    let found = s.pointee.impacts[awake]
    if found != found || isKnown && found < 1 { return true }
    let mine = bodies + Int(s.pointee.awake[awake])
    let other = bodies + Int(stopped)
    let p0 = Vec2f(
      Float(mine.pointee.previousX - other.pointee.previousX), Float(mine.pointee.previousY - other.pointee.previousY))
    let reach = mine.pointee.outerRadius + other.pointee.outerRadius + StepContext.speculativeDistance * lengthScale
    return !staysBeyond(p0, moved(mine), moved(other), pause: pause(other), reach)
  }

  /// A stray was put back: the ends of those that have it in their lists are to be found again.
  @_optimize(size)
  private func tellMet(_ stray: Int32, _ number: Int) {
    for hit in strayHits[number]..<strayHits[number + 1] {
      let at = Int(bodies[Int(bodyNamed(s.pointee.hits[Int(hit)]))].awake)
      if isSwept(at, after: s.pointee.sweptAt) && sweepMark(at) == SweepMark.listed && isDoubtful(at, stray, isKnown: true) { s.pointee.impacts[at] = .nan }
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

  /// Somebody was put back: the ends of strays whose ways come into theirs are to be found again, and if it was one, of those that see it.
  @inline(never)
  @_optimize(size)
  func tellStrays(_ mover: Mover, mark: UInt8, _ context: StepContext) {
    if s.pointee.knowsStrayHits {
      var number = mark == SweepMark.anything ? Int(s.pointee.continuous[Int(bodies[Int(mover.index)].awake)]) : s.pointee.strays.count
      // Of who was held, or put back before, nothing tells.
      if mark == SweepMark.stopped || mark == SweepMark.none {
        number = 0
        while number < s.pointee.strays.count && s.pointee.strays[number] != mover.index { number += 1 }
      }
      if number < s.pointee.strays.count { tellMet(mover.index, number) }
    }
    // Also of those that only see where it was carried.
    let box = mover.box.union(self.mover(mover.index, context).box)
    let limits = BoxEdges(box).limits
    let boxes = strayBoxes
    let isSorted = s.pointee.strayReach < .infinity
    for at in firstStray(reaching: box.minX)..<s.pointee.strays.count {
      if isSorted && boxes[at].minX > box.maxX { break }
      let awake = Int(bodies[Int(s.pointee.strays[at])].awake)
      if sweepMark(awake) == SweepMark.anything && BoxEdges(boxes + at).meets(limits) && isDoubtful(awake, mover.index, isKnown: true) {
        s.pointee.impacts[awake] = .nan
      }
    }
  }
}
