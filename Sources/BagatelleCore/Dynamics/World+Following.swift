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
  func followContacts(_ stamp: UInt32, _ context: StepContext) -> Bool {
    // Workers leave gaps.
    let isShared = s.pointee.pool != nil
    guard s.pointee.sortScratch.reserve((isShared ? 2 : 1) * s.pointee.active.capacity) else { return false }
    shifts[-1] = BodyShift()
    s.pointee.sortScratch.count = 0
    var parameters = context.contactParameters
    withUnsafePointer(to: &parameters) { rebaseContacts($0, context) }
    for number in 0..<World.colorCount { listWorn(s.pointee.colors.base + number, stamp) }
    let list = s.pointee.sortScratch.base + s.pointee.sortScratch.count
    if isShared {
      s.pointee.sortScratch.count += shareNear(list, stamp, context)
    } else {
      s.pointee.sortScratch.count += listNear(0, s.pointee.active.count, list, stamp, context)
    }
    sortListed()
    if sharesLooks(s.pointee.starts.count) { shareListed(context) } else { refreshListed(context) }
    return true
  }

  /// A contact to be found anew: each is listed once at most. Above the contact lies the first of its awake bodies.
  @inline(__always)
  private func entry(_ contact: Int32, _ a: UInt32, _ b: UInt32, _ stamp: UInt32) -> UInt64 {
    contacts[Int(contact)].stamp = stamp
    return UInt64(min(a, b)) << 32 | UInt64(UInt32(bitPattern: contact))
  }

  /// Puts the list into `starts`, which is not in use yet, by the first of the two bodies, in the order in which they woke:
  /// neighbors that lie together take lanes together. The heads lie in `continuous`; both have room.
  private func sortListed() {
    let awake = s.pointee.awake.count
    let heads = s.pointee.continuous.base
    let listed = s.pointee.sortScratch.base
    for at in 0..<awake { heads[at] = none }
    var at = s.pointee.sortScratch.count
    while at > 0 {
      at -= 1
      let first = Int(listed[at] >> 32)
      let next = UInt32(bitPattern: heads[first])
      listed[at] = UInt64(next) << 32 | listed[at] & 0xffff_ffff
      heads[first] = Int32(truncatingIfNeeded: at)
    }
    s.pointee.starts.count = 0
    for at in 0..<awake {
      var next = heads[at]
      while next >= 0 {
        _ = s.pointee.starts.append(Int32(truncatingIfNeeded: listed[Int(next)]))
        next = Int32(truncatingIfNeeded: listed[Int(next)] >> 32)
      }
    }
  }

  /// In the order of the list; what is needed soon is fetched ahead, for contacts and bodies lie anywhere. Contacts that begin
  /// at rest are listed in its place, behind the one that is looked at.
  private func refreshListed(_ context: StepContext) {
    let listed = s.pointee.starts.base
    let count = s.pointee.starts.count
    s.pointee.starts.count = 0
    for at in 0..<count {
      if at + 6 < count {
        let far = contacts + Int(listed[at + 6])
        bgts_prefetch(far)
        bgts_prefetch(UnsafeRawPointer(far) + 64)
        let near = contacts + Int(listed[at + 3])
        fetchAhead(near.pointee.bodyB)
        if near.pointee.bodyA >= 0 { fetchAhead(near.pointee.bodyA) }
      }
      refresh(listed[at], context)
    }
  }

  /// Of a body what contacts are found from.
  @inline(__always)
  private func fetchAhead(_ index: Int32) {
    let body = UnsafeRawPointer(bodies + Int(index))
    bgts_prefetch(body)
    bgts_prefetch(body + 64)
  }

  /// Lists the contacts without points whose bodies are fresh and not surely apart, and all of bodies that changed otherwise,
  /// of a range of the active ones; how many they are.
  func listNear(
    _ first: Int, _ end: Int, _ list: UnsafeMutablePointer<UInt64>, _ stamp: UInt32, _ context: StepContext
  ) -> Int {
    let active = s.pointee.active.base
    let fresh = BodyFlag.fresh
    let renewed = BodyFlag.renewed | BodyFlag.refilter
    var listed = 0
    for at in first..<end {
      let entry = active + at
      let bodyB = bodies + Int(entry.pointee.bodyB)
      var flags = bodyB.pointee.flags
      var bodyA = bodyB
      if at + 8 < end {
        bgts_prefetch(bodies + Int(active[at + 8].bodyB))
        if active[at + 8].bodyA >= 0 { bgts_prefetch(bodies + Int(active[at + 8].bodyA)) }
      }
      if entry.pointee.bodyA >= 0 {
        bodyA = bodies + Int(entry.pointee.bodyA)
        flags |= bodyA.pointee.flags
      }
      if flags & fresh == 0 { continue }
      if flags & renewed == 0 {
        if entry.pointee.gap < 0 { continue }
        if entry.pointee.gap > 0 && staysApart(entry, bodyA, bodyB, context) { continue }
      }
      if contacts[Int(entry.pointee.index)].stamp == stamp { continue }
      let awakeA = entry.pointee.bodyA < 0 ? none : bodyA.pointee.awake
      list[listed] = self.entry(
        entry.pointee.index, UInt32(bitPattern: awakeA), UInt32(bitPattern: bodyB.pointee.awake), stamp)
      listed += 1
    }
    return listed
  }

  private func listWorn(_ set: UnsafeMutablePointer<ContactColor>, _ stamp: UInt32) {
    for block in 0..<set.pointee.blocks.count {
      let budget = UnsafeRawPointer(set.pointee.blocks.base + block).advanced(by: ContactLane.budget * 32)
      let words = budget.assumingMemoryBound(to: UInt64.self)
      if (words[0] | words[1] | words[2] | words[3]) & 0x8000_0000_8000_0000 == 0 { continue }
      let floats = budget.assumingMemoryBound(to: Float.self)
      for lane in 0..<8 where floats[lane] < 0 {
        let index = UnsafeRawPointer(set.pointee.blocks.base + block).assumingMemoryBound(to: UInt32.self) + lane
        _ = s.pointee.sortScratch.append(
          entry(
            set.pointee.owners[block * 8 + lane], index[ContactLane.indexA * 8], index[ContactLane.indexB * 8], stamp))
      }
    }
  }

  /// Whether two shapes that had no points have not come near enough to each other to have some in this step.
  ///
  /// What counts is the motion of the smaller body as the larger one sees it, so neither a common motion nor a long wall
  /// that turns about a far center wears the gap down.
  private func staysApart(
    _ entry: UnsafeMutablePointer<ActiveContact>, _ bodyA: UnsafeMutablePointer<Body>,
    _ bodyB: UnsafeMutablePointer<Body>, _ context: StepContext
  ) -> Bool {
    var small = pace(bodyB)
    var large = Pace()
    var d = Vec2f.zero
    var radius = bodyB.pointee.outerRadius
    if entry.pointee.bodyA >= 0 {
      large = pace(bodyA)
      d = Vec2f(Float(bodyB.pointee.x - bodyA.pointee.x), Float(bodyB.pointee.y - bodyA.pointee.y))
      if radius > bodyA.pointee.outerRadius {
        swap(&small, &large)
        d = -d
        radius = bodyA.pointee.outerRadius
      }
    }
    let turn = large.shift.turned
    let square = turn * turn
    if square > 0.01 { return false }
    let sine = turn * (1 - square * (1 / 6))
    let cosine = 1 - 0.5 * square
    let seen = Vec2f(cosine * d.x + sine * d.y, cosine * d.y - sine * d.x)
    let moved = seen - d + small.shift.d - large.shift.d
    let gap = max(entry.pointee.gap - moved.length - abs(small.shift.turned - turn) * radius, 0)
    entry.pointee.gap = gap
    // What is to come: the offsets from the references and the motion of a step.
    let spin = large.turned + context.dt * large.w
    let ahead = small.d - large.d + context.dt * (small.v - large.v) - spin * d.turned
    let bend = (context.dt * context.dt) * (small.pull - large.pull).length + 0.5 * spin * spin * d.length
    let swing = abs(small.turned + context.dt * small.w - spin) * radius
    return gap > StepContext.speculativeDistance * context.scale + ahead.length + bend + swing
  }

  /// How far a body's reference has gone, where it is from there and how it moves.
  private struct Pace {
    var shift = BodyShift()
    var d = Vec2f.zero
    var turned: Float = 0
    var v = Vec2f.zero
    var w: Float = 0
    var pull = Vec2f.zero
  }

  @inline(__always)
  private func pace(_ body: UnsafeMutablePointer<Body>) -> Pace {
    if body.pointee.awake < 0 { return Pace() }
    let at = Int(body.pointee.awake)
    let state = states[at]
    return Pace(
      shift: shifts[at], d: state.d, turned: state.turned, v: state.v, w: state.w, pull: motions[at].a)
  }

  /// How far two shapes are apart at their reference poses, at least.
  @inline(__always)
  func knownGap(
    _ m: Manifold, _ stateA: BodyState, _ stateB: BodyState, _ bodyB: UnsafeMutablePointer<Body>,
    _ c: UnsafeMutablePointer<Contact>
  ) -> Float {
    if c.pointee.flags & (ContactFlag.covered | ContactFlag.refused | ContactFlag.passing) != 0 { return 0 }
    var turns = abs(stateB.turned) * bodyB.pointee.outerRadius
    if c.pointee.segment >= 0 {
      if s.pointee.boundaries[Int(segments[Int(c.pointee.segment)].boundary)].pass != .never { return 0 }
    } else {
      turns += abs(stateA.turned) * bodies[Int(c.pointee.bodyA)].outerRadius
    }
    let gap = m.count == 0 ? m.gap : m.count == 1 ? m.p0.separation : min(m.p0.separation, m.p1.separation)
    return gap - ((stateB.d - stateA.d).length + turns)
  }
}
