// Contacts that one relaxing pass does not settle: what hits a stack.
// SPDX-License-Identifier: MIT
//
// An impact goes through a stack by one contact or two a pass. What a contact carried then is given again in the next sub-step by
// warm starting, as if it weighed on it, and one relaxing pass does not take all of that back where neighbors are in the
// same state: speed apart is left in what only presses. A disc at 60 times its size a second made a tower of eight boxes without
// elasticity fly up with an eighth of its energy. So where a relaxing pass has changed speeds by more than a resting pile ever
// needs, and points that press still part, it is made again for those: lanes of a color are copied to a block of their own, so that
// it makes no difference who else is in theirs. There are few, and most passes have none.
import BagatelleKernels

extension World {
  private static var mostPasses: Int { 4 }
  /// What all of them together may cost, as a share of all lanes, and what is always allowed.
  private static var mostShare: Int { 4 }
  private static var leastWork: Int { 1024 }

  /// After a relaxing pass. The list lies in `starts`, which sub-steps do not use and which has room for every contact.
  @inline(never)
  func relaxUnsettled(_ parameters: UnsafePointer<ContactParameters>) {
    if !s.pointee.unsettled.reserve(1) { return }
    var all = 0
    s.pointee.starts.count = 0
    for number in 1..<Int32(World.colorCount) {
      let set = color(number)
      all += Int(set.pointee.lanes)
      let first = s.pointee.starts.count
      for block in 0..<set.pointee.blocks.count {
        var lanes = set.pointee.marks[block]
        while lanes != 0 {
          let lane = Int32(truncatingIfNeeded: block << 3 | lanes.trailingZeroBitCount)
          lanes &= lanes &- 1
          if speedApart(laneFloats(number, lane)) < parameters.pointee.unsettled { continue }
          _ = s.pointee.starts.append(Contact.place(number, lane))
        }
      }
      if s.pointee.starts.count > first { _ = relaxListed(from: first, parameters) }
    }
    let count = s.pointee.starts.count
    if count == 0 { return }
    for _ in 0..<min(World.mostPasses, max(all / World.mostShare, World.leastWork) / count) {
      if !relaxListed(from: 0, parameters) { break }
    }
    s.pointee.starts.count = 0
  }

  /// Relaxes the listed contacts from one on, color by color. Whether some are still unsettled.
  @_optimize(size)
  private func relaxListed(from first: Int, _ parameters: UnsafePointer<ContactParameters>) -> Bool {
    let block = s.pointee.unsettled.base
    let rows = UnsafeMutableRawPointer(block).assumingMemoryBound(to: Float.self)
    let lanes = UnsafeMutableRawPointer(block).assumingMemoryBound(to: F8.self)
    var marks: UInt32 = 0
    var at = first
    while at < s.pointee.starts.count {
      let number = s.pointee.starts[at] >> Contact.laneBits
      var end = at + 1
      while end < s.pointee.starts.count && end < at + 8 && s.pointee.starts[end] >> Contact.laneBits == number { end += 1 }
      if end < at + 8 {
        lanes[ContactLane.indexA] = F8(repeating: Float(bitPattern: ~0))
        lanes[ContactLane.indexB] = lanes[ContactLane.indexA]
        (rows + 16).update(repeating: 0, count: (ContactLane.count - 2) * 8)
      }
      for turn in at..<end {
        // What relaxing reads.
        let f = laneFloats(number, s.pointee.starts[turn] & (Contact.mostLanes - 1))
        let to = rows + (turn - at)
        for field in ContactLane.indexA...ContactLane.friction { to[field * 8] = f[field * 8] }
        for field in ContactLane.load0...ContactLane.total1 { to[field * 8] = f[field * 8] }
        to[ContactLane.surface * 8] = f[ContactLane.surface * 8]
        to[ContactLane.round * 8] = f[ContactLane.round * 8]
      }
      // What a sub-step carries counts once.
      lanes[ContactLane.total0] = lanes[ContactLane.total0] - lanes[ContactLane.impulse0]
      lanes[ContactLane.total1] = lanes[ContactLane.total1] - lanes[ContactLane.impulse1]
      lanes[ContactLane.totalT] = -lanes[ContactLane.impulseT]
      var mark: UInt32 = 0
      s.pointee.kernel(ContactPhase.relax.rawValue, block, 1, UnsafeMutableRawPointer(states), parameters, &mark)
      marks |= mark
      for turn in at..<end {
        let f = laneFloats(number, s.pointee.starts[turn] & (Contact.mostLanes - 1))
        let from = rows + (turn - at)
        let totalT = f[ContactLane.totalT * 8] + from[ContactLane.totalT * 8]
        for field in ContactLane.impulse0...ContactLane.total1 { f[field * 8] = from[field * 8] }
        f[ContactLane.totalT * 8] = totalT
      }
      at = end
    }
    return marks != 0
  }

  /// How fast points part that press.
  private func speedApart(_ f: UnsafeMutablePointer<Float>) -> Float {
    let a = states + Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = states + Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let normal = n.dot(b.pointee.v - a.pointee.v)
    let v0 = normal + b.pointee.w * f[ContactLane.crossB0 * 8] - a.pointee.w * f[ContactLane.crossA0 * 8]
    let v1 = normal + b.pointee.w * f[ContactLane.crossB1 * 8] - a.pointee.w * f[ContactLane.crossA1 * 8]
    return max(f[ContactLane.impulse0 * 8] > 0 ? v0 : 0, f[ContactLane.impulse1 * 8] > 0 ? v1 : 0)
  }
}
