// Strays: bodies that left their enlarged box in a step, so that the tree does not tell where they are.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Lists the bodies that left their enlarged box, as who is hit hard does: contacts do not tell all that they can meet.
  /// They are swept against anything themselves. The boxes around their ways lie in `boxes`, which has room.
  func findStrays(_ context: StepContext) {
    // Marks of fresh bodies lie in `stack`, which has room for every body and is not in use.
    let marks = s.pointee.stack.base
    var loop = Loop(world: self, context: context)
    share(s.pointee.fresh.count, least: 128, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end {
        let body = world.bodies + Int(world.s.pointee.fresh[at])
        world.s.pointee.stack[at] = body.pointee.awake >= 0 && world.hasLeftBox(body) ? 1 : 0
      }
    }
    s.pointee.strays.count = 0
    for at in 0..<s.pointee.fresh.count where marks[at] != 0 {
      let index = s.pointee.fresh[at]
      let body = bodies + Int(index)
      let awake = Int(body.pointee.awake)
      if s.pointee.marks[awake] != SweepMark.none { s.pointee.marks[awake] = SweepMark.anything }
      let reach = Double(body.pointee.outerRadius + StepContext.speculativeDistance * context.scale)
      let b = body.pointee
      s.pointee.boxes[s.pointee.strays.count] = Box.outward(
        minX: min(b.x, b.previousX) - reach, minY: min(b.y, b.previousY) - reach,
        maxX: max(b.x, b.previousX) + reach, maxY: max(b.y, b.previousY) + reach)
      if !s.pointee.strays.append(index) { s.pointee.outOfMemory = true }
    }
    sortStrays()
  }

  /// Puts the strays in the order of their ways' left edges, so that who asks for those at a place needs not look at all. What is
  /// sorted lies in `paces`, which has room for every awake body and is not in use yet.
  private func sortStrays() {
    let count = s.pointee.strays.count
    s.pointee.strayReach = .infinity
    if count < 16 || !reserveRows() { return }
    let boxes = s.pointee.boxes.base
    let strays = s.pointee.strays.base
    // A row has room for a key, one to sort with, and a box.
    let keys = UnsafeMutableRawPointer(s.pointee.paces.base).assumingMemoryBound(to: UInt64.self)
    var reach: Float = 0
    for at in 0..<count {
      let width = boxes[at].maxX - boxes[at].minX
      // Of what is infinite, or no number, the order says nothing.
      if !(width < .infinity) { return }
      reach = max(reach, width)
      let bits = boxes[at].minX.bitPattern
      // In the order of the numbers.
      let ordered = bits >> 31 != 0 ? ~bits : bits | 1 << 31
      keys[at] = UInt64(ordered) << 32 | UInt64(truncatingIfNeeded: at)
    }
    sortUpward(keys, keys + count, count)
    let sorted = UnsafeMutableRawPointer(keys + 2 * count).assumingMemoryBound(to: Box.self)
    for at in 0..<count { sorted[at] = boxes[Int(keys[at] & 0xffff_ffff)] }
    boxes.update(from: sorted, count: count)
    let indices = UnsafeMutableRawPointer(sorted).assumingMemoryBound(to: Int32.self)
    for at in 0..<count { indices[at] = strays[Int(keys[at] & 0xffff_ffff)] }
    strays.update(from: indices, count: count)
    s.pointee.strayReach = reach
  }

  /// The first stray whose way may reach so far to the right; all where they have no order.
  @inline(__always)
  func firstStray(reaching minX: Float) -> Int {
    let least = minX - s.pointee.strayReach
    var low = 0
    var high = s.pointee.strays.count
    while low < high {
      let middle = (low &+ high) >> 1
      if s.pointee.boxes[middle].minX < least { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
