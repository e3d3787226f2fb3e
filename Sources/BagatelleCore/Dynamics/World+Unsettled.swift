// Contacts that one relaxing pass does not settle: what hits a stack.
// SPDX-License-Identifier: MIT
//
// An impact goes through a stack by one contact or two a pass. What a contact carried then is given again in the next sub-step by
// warm starting, as if it weighed on it, and one relaxing pass does not take all of that back where neighbors are in the
// same state: speed apart is left in what only presses. A disc at 60 times its size a second made a tower of eight boxes without
// elasticity fly up with an eighth of its energy. So where a relaxing pass has changed speeds by more than a resting pile ever
// needs, and points that press still part, it is made again for those: lanes of a color are copied to a block of their own, so that
// it makes no difference who else is in theirs. There are few, and most passes have none: the first blocks keep their lanes up to the last pass.
import BagatelleKernels
import CShims

extension World {
  /// After a relaxing pass. The list lies in `starts`, which sub-steps do not use and which has room for every contact.
  @inline(never)
  func relaxUnsettled(_ parameters: UnsafePointer<ContactParameters>) {
    var unsettled = Unsettled(world: self, parameters: parameters)
    bgts_with_room(&unsettled) { unsettled, room in
      unsettled.assumingMemoryBound(to: Unsettled.self).pointee.relax(room.assumingMemoryBound(to: ContactBlock.self))
    }
  }
}

private struct Unsettled {
  let world: World
  let parameters: UnsafePointer<ContactParameters>
  /// Blocks that have their lanes.
  var kept = 0

  private static var mostPasses: Int { 4 }
  /// What all of them together may cost, as a share of all lanes, and what is always allowed.
  private static var mostShare: Int { 4 }
  private static var leastWork: Int { 1024 }
  /// Blocks that keep their lanes from pass to pass; the one behind them has those of one after the other. With that they have 15 KB.
  private static var mostKept: Int { 9 }

  @inline(__always)
  private var starts: UnsafeMutablePointer<Int32> { world.s.pointee.starts.base }
  @inline(__always)
  private var count: Int { world.s.pointee.starts.count }

  @inline(__always)
  mutating func relax(_ blocks: UnsafeMutablePointer<ContactBlock>) {
    var all = 0
    world.s.pointee.starts.count = 0
    for number in 1..<Int32(World.colorCount) {
      let set = world.color(number)
      all += Int(set.pointee.lanes)
      let first = count
      for block in 0..<set.pointee.blocks.count {
        var lanes = set.pointee.marks[block]
        while lanes != 0 {
          let lane = Int32(truncatingIfNeeded: block << 3 | lanes.trailingZeroBitCount)
          lanes &= lanes &- 1
          if speedApart(world.laneFloats(number, lane)) < parameters.pointee.unsettled { continue }
          _ = world.s.pointee.starts.append(Contact.place(number, lane))
        }
      }
      if count > first { _ = relaxListed(from: first, blocks, isFirst: true) }
    }
    if count == 0 { return }
    for _ in 0..<min(Unsettled.mostPasses, max(all / Unsettled.mostShare, Unsettled.leastWork) / count) {
      if !relaxListed(from: 0, blocks, isFirst: false) { break }
    }
    var at = 0
    for block in 0..<kept {
      let end = groupEnd(at)
      unpack(at, end, blocks + block)
      at = end
    }
    world.s.pointee.starts.count = 0
  }

  /// Relaxes the listed contacts from one on, color by color, eight at once. Whether some are still unsettled.
  @inline(never)
  @_optimize(size)
  private mutating func relaxListed(from first: Int, _ blocks: UnsafeMutablePointer<ContactBlock>, isFirst: Bool) -> Bool {
    var marks: UInt32 = 0
    var at = first
    var number = isFirst ? kept : 0
    while at < count {
      let end = groupEnd(at)
      let isKept = number < Unsettled.mostKept
      let block = blocks + min(number, Unsettled.mostKept)
      number += 1
      if isFirst || !isKept { pack(at, end, block) }
      if isFirst && isKept { kept = number }
      marks |= relax(block)
      if !isKept { unpack(at, end, block) }
      at = end
    }
    return marks != 0
  }

  /// Where the listed contacts end, eight at most, that are of the color of one and go together with it.
  @_optimize(size)
  private func groupEnd(_ at: Int) -> Int {
    let number = starts[at] >> Contact.laneBits
    var end = at + 1
    while end < count && end < at + 8 && starts[end] >> Contact.laneBits == number { end += 1 }
    return end
  }

  /// Copies the lanes of listed contacts to a block, whose other rows are 0.
  @inline(never)
  @_optimize(size)
  private func pack(_ first: Int, _ end: Int, _ block: UnsafeMutablePointer<ContactBlock>) {
    let rows = UnsafeMutableRawPointer(block).assumingMemoryBound(to: Float.self)
    let lanes = UnsafeMutableRawPointer(block).assumingMemoryBound(to: F8.self)
    (rows + 16).update(repeating: 0, count: (ContactLane.count - 2) * 8)
    lanes[ContactLane.indexA] = F8(repeating: Float(bitPattern: ~0))
    lanes[ContactLane.indexB] = lanes[ContactLane.indexA]
    for at in first..<end {
      // What relaxing reads.
      let place = starts[at]
      let f = world.laneFloats(place >> Contact.laneBits, place & (Contact.mostLanes - 1))
      let to = rows + (at - first)
      for field in ContactLane.indexA...ContactLane.friction { to[field * 8] = f[field * 8] }
      for field in ContactLane.load0...ContactLane.total1 { to[field * 8] = f[field * 8] }
      to[ContactLane.surface * 8] = f[ContactLane.surface * 8]
      to[ContactLane.round * 8] = f[ContactLane.round * 8]
      // Nobody reads it here.
      to[ContactLane.budget * 8] = f[ContactLane.totalT * 8]
    }
  }

  /// Relaxes a block.
  @inline(never)
  @_optimize(size)
  private func relax(_ block: UnsafeMutablePointer<ContactBlock>) -> UInt32 {
    let lanes = UnsafeMutableRawPointer(block).assumingMemoryBound(to: F8.self)
    // What a sub-step carries counts once.
    lanes[ContactLane.total0] = lanes[ContactLane.total0] - lanes[ContactLane.impulse0]
    lanes[ContactLane.total1] = lanes[ContactLane.total1] - lanes[ContactLane.impulse1]
    lanes[ContactLane.totalT] = -lanes[ContactLane.impulseT]
    var mark: UInt32 = 0
    world.s.pointee.kernel(World.ContactPhase.relax.rawValue, block, 1, UnsafeMutableRawPointer(world.states), parameters, &mark)
    lanes[ContactLane.budget] = lanes[ContactLane.budget] + lanes[ContactLane.totalT]
    return mark
  }

  /// Copies back what relaxing has changed.
  @inline(never)
  @_optimize(size)
  private func unpack(_ first: Int, _ end: Int, _ block: UnsafeMutablePointer<ContactBlock>) {
    let rows = UnsafeMutableRawPointer(block).assumingMemoryBound(to: Float.self)
    for at in first..<end {
      let place = starts[at]
      let f = world.laneFloats(place >> Contact.laneBits, place & (Contact.mostLanes - 1))
      let from = rows + (at - first)
      for field in ContactLane.impulse0...ContactLane.total1 { f[field * 8] = from[field * 8] }
      f[ContactLane.totalT * 8] = from[ContactLane.budget * 8]
    }
  }

  /// How fast points part that press.
  private func speedApart(_ f: UnsafeMutablePointer<Float>) -> Float {
    let a = world.states + Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = world.states + Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let normal = n.dot(b.pointee.v - a.pointee.v)
    let v0 = normal + b.pointee.w * f[ContactLane.crossB0 * 8] - a.pointee.w * f[ContactLane.crossA0 * 8]
    let v1 = normal + b.pointee.w * f[ContactLane.crossB1 * 8] - a.pointee.w * f[ContactLane.crossA1 * 8]
    return max(f[ContactLane.impulse0 * 8] > 0 ? v0 : 0, f[ContactLane.impulse1 * 8] > 0 ? v1 : 0)
  }
}
