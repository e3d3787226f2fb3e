// Contacts that one relaxing pass does not settle: what hits a stack.
// SPDX-License-Identifier: MIT
//
// An impact goes through a stack by one contact or two a pass. What a contact carried then is given again in the next sub-step by
// warm starting, as if it weighed on it, and one relaxing pass does not take all of that back where neighbors are in the
// same state: speed apart is left in what only presses. A disc at 60 times its size a second made a tower of eight boxes without
// elasticity fly up with an eighth of its energy. So where a relaxing pass has changed speeds by more than a resting pile ever
// needs, and points that press still part, it is made again for those: lanes of a color are copied to blocks of their own, so that
// it makes no difference who else is in theirs. There are few, and most passes have none.
//
// The same goes for the biased pass: who was stopped after his neighbor was asked leaves him closing, the two overlap when they move, and
// what is pushed out of others later has more energy than before. So where something is fast what it has changed that much, and that
// still comes together, is solved again before anybody moves.
import BagatelleKernels
import CShims

extension World {
  private static var mostPasses: Int { 4 }
  /// What all of them together may cost, as a share of all lanes, and what is always allowed.
  private static var mostShare: Int { 4 }
  private static var leastWork: Int { 1024 }

  /// Blocks for lanes that are copied: what needs more of them is copied anew for each pass.
  var unsettledRoom: Int { min(128, 8 + s.pointee.awake.count / 16) }

  /// After a relaxing pass. The list lies in `starts`, which sub-steps do not use and which has room for every contact.
  @inline(never)
  @_optimize(size)
  func relaxUnsettled(_ parameters: UnsafePointer<ContactParameters>) {
    if !s.pointee.unsettled.reserve(1) { return }
    var all = 0
    s.pointee.starts.count = 0
    for number in 1..<Int32(World.colorCount) {
      let first = s.pointee.starts.count
      all += listMarked(number)
      keepParting(from: first, parameters.pointee.unsettled)
      if s.pointee.starts.count > first { _ = solveListed(from: first, .relax, parameters) }
    }
    repeatPasses(.relax, all, parameters)
  }

  /// Lists the lanes of a color that the latest pass has marked; how many it has.
  @_optimize(size)
  private func listMarked(_ number: Int32) -> Int {
    let set = color(number)
    for block in 0..<set.pointee.blocks.count {
      var lanes = set.pointee.marks[block]
      while lanes != 0 {
        let lane = Int32(truncatingIfNeeded: block << 3 | lanes.trailingZeroBitCount)
        lanes &= lanes &- 1
        _ = s.pointee.starts.append(Contact.place(number, lane))
      }
    }
    return Int(set.pointee.lanes)
  }

  /// Of what is listed from one on keeps what parts that fast.
  @_optimize(size)
  private func keepParting(from first: Int, _ least: Float) {
    var count = first
    let isFar = s.pointee.awake.count > World.manyBodies
    for at in first..<s.pointee.starts.count {
      if isFar && at &+ 8 < s.pointee.starts.count { fetchAhead(at) }
      let place = s.pointee.starts[at]
      if speedApart(listed(place)) < least { continue }
      s.pointee.starts[count] = place
      count += 1
    }
    s.pointee.starts.count = count
  }

  /// After a biased pass: what still comes together, for others were stopped after it, is stopped too before anybody moves. Not what is of
  /// groups, where many hold what lies in them and throw it out the farther the harder they press, what was placed inside others, which is
  /// pushed apart slowly, and what hangs on attachments, which are solved in turn with contacts.
  @inline(never)
  @_optimize(size)
  func pressUnsettled(_ parameters: UnsafePointer<ContactParameters>) {
    if parameters.pointee.pressing == .infinity || !s.pointee.unsettled.reserve(1) { return }
    var all = 0
    s.pointee.starts.count = 0
    for number in 1..<Int32(World.colorCount) { all += listMarked(number) }
    var count = 0
    let isFar = s.pointee.awake.count > World.manyBodies
    let hasJoints = s.pointee.jointCount > 0
    for at in 0..<s.pointee.starts.count {
      if isFar && at &+ 8 < s.pointee.starts.count { fetchAhead(at) }
      let place = s.pointee.starts[at]
      let f = listed(place)
      if hasJoints && (isJoined(row(f, ContactLane.indexA)) || isJoined(row(f, ContactLane.indexB)))
        || speedTogether(f, parameters.pointee.inverseH) < parameters.pointee.pressing
      {
        continue
      }
      bgts_prefetch(owner(place))
      s.pointee.starts[count] = place
      count += 1
    }
    // What else is asked lies elsewhere, and few come together.
    s.pointee.starts.count = 0
    for at in 0..<count {
      let place = s.pointee.starts[at]
      let c = owner(place)
      if c.pointee.flags & ContactFlag.placed == 0 && c.pointee.pieceA & c.pointee.pieceB < 0 { _ = s.pointee.starts.append(place) }
    }
    repeatPasses(.solve, all, parameters)
  }

  /// Of listed lanes that come soon what tells how fast they come together.
  @inline(never)
  @_optimize(size)
  private func fetchAhead(_ at: Int) {
    let f = listed(s.pointee.starts[at &+ 8])
    bgts_prefetch(f)
    bgts_prefetch(f + ContactLane.nx * 8)
    bgts_prefetch(f + ContactLane.crossA0 * 8)
    bgts_prefetch(f + ContactLane.crossA1 * 8)
    bgts_prefetch(f + ContactLane.separation0 * 8)
    bgts_prefetch(f + ContactLane.single1 * 8)
    let next = listed(s.pointee.starts[at &+ 4])
    bgts_prefetch(states + row(next, ContactLane.indexA))
    bgts_prefetch(states + row(next, ContactLane.indexB))
  }

  /// Of a listed lane; a call, for size.
  private func listed(_ place: Int32) -> UnsafeMutablePointer<Float> { laneFloats(at: place) }

  private func owner(_ place: Int32) -> UnsafeMutablePointer<Contact> {
    contacts + Int(color(place >> Contact.laneBits).pointee.owners[Int(place & (Contact.mostLanes - 1))])
  }

  /// A few more over the listed contacts, as long as they change much.
  @_optimize(size)
  private func repeatPasses(_ phase: ContactPhase, _ all: Int, _ parameters: UnsafePointer<ContactParameters>) {
    let count = s.pointee.starts.count
    if count == 0 { return }
    for _ in 0..<min(World.mostPasses, max(all / World.mostShare, World.leastWork) / count) {
      let isFetched = s.pointee.unsettled.count > 0
      if !(isFetched ? solveFetched(from: 0, phase, parameters) : solveListed(from: 0, phase, parameters)) { break }
    }
    giveBack(phase)
    s.pointee.starts.count = 0
  }

  /// Makes a pass over the listed contacts from one on, color by color. Whether some are still unsettled. If there is room for all that are
  /// listed they stay fetched.
  @_optimize(size)
  private func solveListed(from first: Int, _ phase: ContactPhase, _ parameters: UnsafePointer<ContactParameters>) -> Bool {
    var hasRoom = first == 0 || s.pointee.unsettled.count > 0
    var isUnsettled = false
    var at = first
    while at < s.pointee.starts.count {
      let block = s.pointee.unsettled.count
      at = fetchListed(from: at)
      if solveFetched(from: block, phase, parameters) { isUnsettled = true }
      if at < s.pointee.starts.count { hasRoom = false }
      if !hasRoom { giveBack(phase) }
    }
    return isUnsettled
  }

  /// Copies listed lanes from one on, a color after the other, to blocks behind those that are there, and tells from which one on there was no
  /// room. Only what the passes read: in place of what they do not read lies where a lane is from, or -1, and what friction had in the step.
  @_optimize(size)
  private func fetchListed(from first: Int) -> Int {
    var at = first
    while at < s.pointee.starts.count {
      let next = s.pointee.unsettled.count
      if next == s.pointee.unsettled.capacity && (next >= unsettledRoom || !s.pointee.unsettled.reserve(unsettledRoom)) { break }
      let number = s.pointee.starts[at] >> Contact.laneBits
      var end = at + 1
      while end < s.pointee.starts.count && end < at + 8 && s.pointee.starts[end] >> Contact.laneBits == number { end += 1 }
      s.pointee.unsettled.count = next + 1
      let block = UnsafeMutableRawPointer(s.pointee.unsettled.base + next)
      let rows = block.assumingMemoryBound(to: Float.self)
      let lanes = block.assumingMemoryBound(to: F8.self)
      lanes[ContactLane.place] = F8(repeating: Float(bitPattern: ~0))
      if end < at + 8 {
        lanes[ContactLane.indexA] = lanes[ContactLane.place]
        lanes[ContactLane.indexB] = lanes[ContactLane.place]
        (rows + 16).update(repeating: 0, count: (ContactLane.place - 2) * 8)
        (rows + ContactLane.surface * 8).update(repeating: 0, count: (ContactLane.count - ContactLane.surface) * 8)
      }
      for turn in at..<end {
        let f = laneFloats(number, s.pointee.starts[turn] & (Contact.mostLanes - 1))
        let to = rows + (turn - at)
        for field in ContactLane.indexA...ContactLane.total1 { to[field * 8] = f[field * 8] }
        for field in ContactLane.surface...ContactLane.round { to[field * 8] = f[field * 8] }
        to[ContactLane.slid * 8] = f[ContactLane.totalT * 8]
        to[ContactLane.place * 8] = Float(bitPattern: UInt32(bitPattern: s.pointee.starts[turn]))
      }
      at = end
    }
    return at
  }

  /// Makes a pass over what was fetched, from a block on. Whether some is still unsettled.
  @_optimize(size)
  private func solveFetched(from first: Int, _ phase: ContactPhase, _ parameters: UnsafePointer<ContactParameters>) -> Bool {
    var marks: UInt32 = 0
    for at in first..<s.pointee.unsettled.count {
      let block = s.pointee.unsettled.base + at
      let lanes = UnsafeMutableRawPointer(block).assumingMemoryBound(to: F8.self)
      // What a sub-step carries counts once. (A biased pass leaves the sums as they are.)
      if phase == .relax {
        lanes[ContactLane.total0] = lanes[ContactLane.total0] - lanes[ContactLane.impulse0]
        lanes[ContactLane.total1] = lanes[ContactLane.total1] - lanes[ContactLane.impulse1]
        lanes[ContactLane.totalT] = -lanes[ContactLane.impulseT]
      }
      var mark: UInt32 = 0
      s.pointee.kernel(phase.rawValue, block, 1, UnsafeMutableRawPointer(states), parameters, &mark)
      marks |= mark
      if phase == .relax { lanes[ContactLane.slid] = lanes[ContactLane.slid] + lanes[ContactLane.totalT] }
    }
    return marks != 0
  }

  /// Gives the lanes that were fetched what they carry now.
  @_optimize(size)
  private func giveBack(_ phase: ContactPhase) {
    for at in 0..<s.pointee.unsettled.count {
      let rows = UnsafeMutableRawPointer(s.pointee.unsettled.base + at).assumingMemoryBound(to: Float.self)
      for lane in 0..<8 {
        let from = rows + lane
        let place = Int32(bitPattern: from[ContactLane.place * 8].bitPattern)
        if place < 0 { break }
        let f = laneFloats(at: place)
        for field in ContactLane.impulse0...ContactLane.impulseT { f[field * 8] = from[field * 8] }
        if phase != .relax { continue }
        f[ContactLane.totalT * 8] = from[ContactLane.slid * 8]
        for field in ContactLane.total0...ContactLane.total1 { f[field * 8] = from[field * 8] }
      }
    }
    s.pointee.unsettled.count = 0
  }

  /// How fast the points of a contact part, of what nothing turns.
  @inline(never)
  @_optimize(size)
  private func speeds(_ f: UnsafeMutablePointer<Float>) -> (Float, Float) {
    let a = states + row(f, ContactLane.indexA)
    let b = states + row(f, ContactLane.indexB)
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let normal = n.dot(b.pointee.v - a.pointee.v)
    return (
      normal + b.pointee.w * f[ContactLane.crossB0 * 8] - a.pointee.w * f[ContactLane.crossA0 * 8],
      normal + b.pointee.w * f[ContactLane.crossB1 * 8] - a.pointee.w * f[ContactLane.crossA1 * 8]
    )
  }

  /// How fast points part that press.
  private func speedApart(_ f: UnsafeMutablePointer<Float>) -> Float {
    let v = speeds(f)
    return max(f[ContactLane.impulse0 * 8] > 0 ? v.0 : 0, f[ContactLane.impulse1 * 8] > 0 ? v.1 : 0)
  }

  /// How much faster points come together than would make them touch at the end of the sub-step.
  @_optimize(size)
  private func speedTogether(_ f: UnsafeMutablePointer<Float>, _ inverseH: Float) -> Float {
    let v = speeds(f)
    let a = states + row(f, ContactLane.indexA)
    let b = states + row(f, ContactLane.indexB)
    let shift = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8]).dot(b.pointee.d - a.pointee.d)
    let gap0 = f[ContactLane.separation0 * 8] + shift + b.pointee.turned * f[ContactLane.crossB0 * 8] - a.pointee.turned * f[ContactLane.crossA0 * 8]
    let gap1 = f[ContactLane.separation1 * 8] + shift + b.pointee.turned * f[ContactLane.crossB1 * 8] - a.pointee.turned * f[ContactLane.crossA1 * 8]
    return max(-v.0 - max(gap0, 0) * inverseH, f[ContactLane.single1 * 8] > 0 ? -v.1 - max(gap1, 0) * inverseH : 0)
  }
}

/// Of a block of lanes that were copied, in place of what the passes do not read.
extension ContactLane {
  fileprivate static var place: Int { approach0 }
  fileprivate static var slid: Int { approach1 }
}
