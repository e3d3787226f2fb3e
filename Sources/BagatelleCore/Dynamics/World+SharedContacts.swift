// Contacts that are looked at by several workers: each is found apart, and what concerns more than the contact itself is
// done in order by one thread.
// SPDX-License-Identifier: MIT
//
// Most contacts that are looked at keep their lane, or had no points and get none: a worker does all of that. Others come,
// go, wake somebody or are asked about: for those the worker leaves a note of what it found. Which note is whose makes no
// difference, and where there are no more notes the contact is found once more.
import BagatelleKernels
import CShims

/// What looks at many contacts need to know.
struct LookLoop {
  let world: World
  let context: StepContext
  var stamp: UInt16 = 0
  /// What all workers write has a line of the cache of its own.
  var gap = SIMD16<UInt32>()
  /// Atomic; notes in use.
  var used: UInt32 = 0
}

/// What a look for some of the active contacts needs to know.
private struct FindLoop {
  let world: World
  let context: StepContext
  let list: UnsafeMutablePointer<UInt64>
  let finder: ContactFinder
}

/// What is looked for among the active contacts: those to be found anew, or those that may stop somebody, who is up to two.
enum ContactFinder: Int {
  case near = 1
  case swept = 2
}

extension UnsafeMutableRawPointer {
  @inline(__always)
  fileprivate var looks: UnsafeMutablePointer<LookLoop> { assumingMemoryBound(to: LookLoop.self) }
}

extension World {
  private static var noteCount: Int { 4096 }
  /// Looks that are worth a thread.
  private static var leastLooks: Int { 16 }

  /// Active contacts that are worth a thread.
  private static var leastNear: Int { 96 }

  /// Looks at all active contacts, and lists what is looked for in their order: how many entries there are. There is room
  /// for all; each worker's part of the list begins where its part of the contacts does.
  func listActive(_ list: UnsafeMutablePointer<UInt64>, _ finder: ContactFinder, _ context: StepContext) -> Int {
    let count = s.pointee.active.count
    if s.pointee.pool == nil { return find(finder, 0, count, list, context) }
    var loop = FindLoop(world: self, context: context, list: list, finder: finder)
    let isShared = share(count, least: World.leastNear, &loop) { data, first, end in
      let l = data.assumingMemoryBound(to: FindLoop.self).pointee
      let list = l.list + l.finder.rawValue * first
      let listed = l.world.find(l.finder, first, end, list, l.context)
      (list + listed).update(repeating: .max, count: l.finder.rawValue * (end - first) - listed)
    }
    if isShared { bgts_prefetch_all(list, finder.rawValue * count * 8) }
    var listed = 0
    for at in 0..<finder.rawValue * count {
      let entry = list[at]
      list[listed] = entry
      listed += entry != .max ? 1 : 0
    }
    return listed
  }

  @inline(__always)
  private func find(
    _ finder: ContactFinder, _ first: Int, _ end: Int, _ list: UnsafeMutablePointer<UInt64>, _ context: StepContext
  ) -> Int {
    finder == .near ? listNear(first, end, list, context) : listSwept(first, end, list, context)
  }

  /// Whether it is worth it to share out so many looks. There is room for notes then.
  func sharesLooks(_ count: Int) -> Bool {
    s.pointee.pool != nil && count >= 2 * World.leastLooks && s.pointee.notes.reserve(World.noteCount)
  }

  /// Finds the contacts anew that are listed in `starts`, in that order as far as it counts. In the place of each a worker
  /// leaves -1 when it is done, a number below for a note, or the contact, for which all is to be done.
  func shareListed(_ stamp: UInt16, _ context: StepContext) {
    var loop = LookLoop(world: self, context: context, stamp: stamp)
    let isShared = share(s.pointee.starts.count, least: World.leastLooks, &loop) { data, first, end in
      let loop = data.looks
      let world = loop.pointee.world
      world.findListed(world.s.pointee.starts.base, first, end, loop.pointee.stamp, loop.pointee.context, loop)
    }
    // Contacts that begin at rest are listed in the place of the list, behind the one that is looked at.
    let listed = s.pointee.starts.base
    let count = s.pointee.starts.count
    s.pointee.starts.count = 0
    if isShared {
      bgts_prefetch_all(listed, count * 4)
      bgts_prefetch_all(s.pointee.notes.base, min(Int(loop.used), World.noteCount) * MemoryLayout<FoundPoints>.stride)
    }
    for at in 0..<count where listed[at] != none {
      let entry = listed[at]
      if entry >= 0 {
        refresh(entry, context)
        continue
      }
      let note = s.pointee.notes.base + Int(-2 - entry)
      if note.pointee.isParted { destroyContact(note.pointee.index, silent: false) } else { settle(note, context) }
    }
  }

  /// Looks at a contact, whose points may be found already, and does what concerns nobody else; the entry that is left.
  @inline(__always)
  func lookAside(
    _ index: Int32, _ known: UnsafeMutablePointer<FoundPoints>?, _ loop: UnsafeMutablePointer<LookLoop>
  ) -> Int32 {
    let context = loop.pointee.context
    var found = FoundPoints(
      normal: .zero, d: .zero, rA0: .zero, rA1: .zero, s0: 0, s1: 0, id0: 0, id1: 0, gap: 0, index: index, count: 0,
      touches: false, isFaceOfB: false, isParted: false)
    var look = Look.found
    if let known {
      found = known.pointee
    } else {
      look = refresh(index, context, note: &found)
      if look == .found && found.count > 0 {
        dropPassing(&found, context)
        if found.count == 0 && staysLoose(contacts + Int(index), gap: found.gap) { return none }
      }
    }
    switch look {
    case .done: return none
    case .later: return index
    case .parted: found.isParted = true
    case .found:
      if keepsLane(found) {
        settle(&found, context)
        return none
      }
    }
    let number = Int(bgts_add32(&loop.pointee.used, 1))
    if number >= World.noteCount { return index }
    s.pointee.notes.base[number] = found
    return -2 - Int32(truncatingIfNeeded: number)
  }

  /// Whether nothing but the contact's lane changes.
  @inline(__always)
  private func keepsLane(_ found: FoundPoints) -> Bool {
    let c = contacts + Int(found.index)
    if found.count == 0 || c.pointee.points == 0 || c.pointee.lane < 0 || s.pointee.veto != nil { return false }
    // Who sleeps may wake in between.
    if c.pointee.segment < 0 ? hasSleeper(c) : sleeps(c.pointee.bodyB) { return false }
    return hasIndices(laneFloats(c.pointee.color, c.pointee.lane), c)
  }
}
