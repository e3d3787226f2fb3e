// Sweeps by several workers, with the bits of sweeps one after the other.
// SPDX-License-Identifier: MIT
//
// A body that is put back is seen so by those that are swept after it. So workers find all ends as if nobody were put back;
// then one thread goes through them in order, and finds the end again of who could meet somebody who was: few, for few are
// put back. Who could is told by a coarse map of ways: it may say yes too often, never no.
import BagatelleKernels
import CShims

/// Where bodies were put back: the plane in squares, folded to a map of 512 times 512 bits.
private struct WayMap {
  static var words: Int { 4096 }
  private static var side: Int32 { 512 }
  let bits: UnsafeMutablePointer<UInt64>
  /// Squares per point.
  let scale: Float
  var isEmpty = true

  init(_ bits: UnsafeMutablePointer<UInt64>, square: Float) {
    self.bits = bits
    scale = 1 / max(square, 1e-3)
  }

  /// The squares of a range on one axis: the first, and how many, up to all.
  @inline(__always)
  private func squares(_ low: Float, _ high: Float) -> (first: Int32, count: Int32) {
    let a = low * scale
    let b = high * scale
    // What is too far away for whole numbers, or no number, counts for everywhere.
    if !(a > -1e9 && b < 1e9 && b - a < Float(WayMap.side - 1)) { return (0, WayMap.side) }
    return (Int32(a), Int32(b) - Int32(a) + 1)
  }

  /// Whether some square of the box is marked; with `marks` all of them are marked.
  mutating func visit(_ box: Box, marks: Bool) -> Bool {
    if isEmpty {
      if !marks { return false }
      bits.update(repeating: 0, count: WayMap.words)
      isEmpty = false
    }
    let x = squares(box.minX, box.maxX)
    let y = squares(box.minY, box.maxY)
    for row in 0..<y.count {
      for column in 0..<x.count {
        let at = Int((y.first + row) & 511) * 512 + Int((x.first + column) & 511)
        let bit: UInt64 = 1 << UInt64(at & 63)
        if marks { bits[at >> 6] |= bit } else if bits[at >> 6] & bit != 0 { return true }
      }
    }
    return marks
  }
}

extension World {
  /// Sweeps that are worth a thread.
  private static var leastSweeps: Int { 8 }

  /// Sweeps the marked bodies, of whom `from` is the first. False: they are not worth it, and nothing was done.
  @_optimize(size)
  func shareSweeps(from first: Int, _ context: StepContext) -> Bool {
    // The list of who is fast lies in `stack`, which has room for every body.
    let list = s.pointee.stack.base
    var count = 0
    for at in first..<s.pointee.awake.count where s.pointee.marks[at] != SweepMark.none {
      list[count] = Int32(truncatingIfNeeded: at)
      count += 1
    }
    // Whoever asks to leave a contact out is asked in order.
    if count < 2 * World.leastSweeps || s.pointee.veto != nil || !s.pointee.ways.reserve(s.pointee.boxes.capacity * 5 / 4 + 1)
      || !s.pointee.wayBits.reserve(WayMap.words)
    {
      return false
    }
    var loop = Loop(world: self, context: context, first: count)
    share(count, least: World.leastSweeps, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end { world.sweepAside(at, data.loop.pointee.first, data.loop.pointee.context) }
    }
    var extent: Float = 0
    for at in 0..<count { extent += s.pointee.ways[at].maxX - s.pointee.ways[at].minX }
    var map = WayMap(s.pointee.wayBits.base, square: extent / Float(count))
    for at in 0..<count {
      let box = s.pointee.ways[at]
      let awake = Int(list[at])
      var first = ends(behind: count)[at]
      let meets = first != first || map.visit(box, marks: false)
      if !meets && first >= 1 { continue }
      let mover = mover(s.pointee.awake[awake], context)
      if meets { first = end(of: mover, aside: false, context) }
      if first >= 1 { continue }
      putBack(mover, to: first)
      _ = map.visit(box, marks: true)
    }
    return true
  }

  /// Keeps the way of a fast body in `ways`, and its end behind all of them. Its list stays, for who is swept once more.
  private func sweepAside(_ at: Int, _ count: Int, _ context: StepContext) {
    let mover = mover(s.pointee.awake[Int(s.pointee.stack.base[at])], context)
    s.pointee.ways.base[at] = mover.box
    ends(behind: count)[at] = end(of: mover, aside: true, context)
  }

  private func ends(behind count: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(s.pointee.ways.base + count).assumingMemoryBound(to: Float.self)
  }
}
