// Strays: bodies that left their enlarged box in a step, so that the tree does not tell where they are.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Where the boxes around the ways of strays lie.
  @inline(__always)
  var strayBoxes: UnsafeMutablePointer<Box> {
    UnsafeMutableRawPointer(s.pointee.paces.base + (s.pointee.awake.count + 1)).assumingMemoryBound(to: Box.self)
  }

  /// Behind them, where in `hits` begins what each meets.
  @inline(__always)
  var strayHits: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(strayBoxes + s.pointee.awake.count).assumingMemoryBound(to: Int32.self)
  }

  /// Lists the bodies that left their enlarged box, as who is hit hard does: contacts do not tell all that they can meet.
  /// They are swept against anything themselves. False: no memory; all are swept against anything, and there are no strays.
  func findStrays(_ context: StepContext) -> Bool {
    s.pointee.strays.count = 0
    s.pointee.crossing = 0
    s.pointee.strayReach = .infinity
    s.pointee.knowsStrayHits = false
    // A row has room for three boxes and places of hits.
    guard reserveRows(more: s.pointee.awake.count / 3 + 1) else {
      s.pointee.outOfMemory = true
      for at in 0..<s.pointee.awake.count where sweepMark(at) != SweepMark.none { setSweepMark(at, SweepMark.anything) }
      return false
    }
    // Those that were fresh before bodies moved, those that became so then, and others.
    findStrays(0, s.pointee.freshBefore, context)
    for at in 0..<s.pointee.awake.count {
      let mark = s.pointee.marks[at]
      if mark & BodyMark.isFresh != 0 && mark & BodyMark.hasLeft != 0 { addStray(s.pointee.awake[at], context) }
    }
    findStrays(s.pointee.freshAfter, s.pointee.fresh.count, context)
    findDeviated(context)
    sortStrays()
    return true
  }

  /// The same among a range of those that are fresh.
  @_optimize(size)
  private func findStrays(_ first: Int, _ end: Int, _ context: StepContext) {
    for at in first..<end {
      let awake = Int(bodies[Int(s.pointee.fresh[at])].awake)
      if awake >= 0 && s.pointee.marks[awake] & BodyMark.hasLeft != 0 { addStray(s.pointee.fresh[at], context) }
    }
  }

  @inline(never)
  func addStray(_ index: Int32, _ context: StepContext) {
    let body = bodies + Int(index)
    let awake = Int(body.pointee.awake)
    if sweepMark(awake) != SweepMark.none { setSweepMark(awake, SweepMark.anything) }
    strayBoxes[s.pointee.strays.count] = mover(index, context).box
    if !s.pointee.strays.append(index) { s.pointee.outOfMemory = true }
  }

  /// Puts the strays in the order of their ways' left edges, so that who asks for those at a place needs not look at all. What is
  /// sorted lies in `paces`, which has room for every awake body and is not in use yet.
  @_optimize(size)
  private func sortStrays() {
    let count = s.pointee.strays.count
    if count < 16 { return }
    let boxes = strayBoxes
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

  /// The first stray from a place on whose way comes into a box; how many there are where none does.
  @inline(never)
  func stray(from first: Int, in box: Box) -> Int {
    let limits = BoxEdges(box).limits
    let boxes = strayBoxes
    let isSorted = s.pointee.strayReach < .infinity
    for at in first..<s.pointee.strays.count {
      if isSorted && boxes[at].minX > box.maxX { break }
      if BoxEdges(boxes + at).meets(limits) { return at }
    }
    return s.pointee.strays.count
  }

  /// The first stray whose way may reach so far to the right; all where they have no order.
  @inline(never)
  func firstStray(reaching minX: Float) -> Int {
    let least = minX - s.pointee.strayReach
    let boxes = strayBoxes
    var low = 0
    var high = s.pointee.strays.count
    while low < high {
      let middle = (low &+ high) >> 1
      if boxes[middle].minX < least { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}
