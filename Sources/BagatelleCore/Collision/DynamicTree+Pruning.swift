// Pairs where most boxes have changed: sweep and prune in strips, in place of the walk of the tree against itself.
// SPDX-License-Identifier: MIT
//
// Boxes in the order of their left edges are compared with those that follow until one begins to the right of them; after
// J. Cohen, M. Lin, D. Manocha and M. Ponamgi, "I-COLLIDE: An Interactive and Exact Collision Detection System for Large-Scale
// Environments" (1995). Across, the plane is cut into strips of a few boxes' height, so that what follows is near. Edges are
// rounded to 16 bits, low and high ones alike, so eight boxes are compared at once, and none that meets is missed; what may
// meet is then compared as it is. Few boxes of many strips' height, as walls, are compared with all.
import BagatelleKernels
import Builtin
import CShims

/// Eight whole numbers of 16 bits.
private struct Short8: BitwiseCopyable {
  var v: Builtin.Vec8xInt16

  @inline(__always)
  init(_ v: Builtin.Vec8xInt16) { self.v = v }
  @inline(__always)
  init(repeating x: Int16) {
    let first = Builtin.insertelement_Vec8xInt16_Int16_Int32(Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer())
    v = Builtin.shufflevector_Vec8xInt16_Vec8xInt32(first, Builtin.zeroInitializer(), Builtin.zeroInitializer())
  }
  @inline(__always)
  init(_ at: UnsafePointer<Int16>) { v = UnsafeRawPointer(at).loadUnaligned(as: Short8.self).v }

  @inline(__always)
  static func .> (a: Short8, b: Short8) -> M8 { M8(Builtin.cmp_sgt_Vec8xInt16(a.v, b.v)) }

  /// Whether any bit is set in both.
  @inline(__always)
  func shares(_ b: Short8) -> M8 { M8(Builtin.cmp_ne_Vec8xInt16(Builtin.and_Vec8xInt16(v, b.v), Builtin.zeroInitializer())) }
}

/// The edges of a box in 16 bits: low x in the lowest ones, low y, high x, high y.
private struct ShortEdges: BitwiseCopyable {
  let bits: UInt64

  var lowX: Int16 { Int16(truncatingIfNeeded: bits) }
  var lowY: Int16 { Int16(truncatingIfNeeded: bits &>> 16) }
  var highX: Int16 { Int16(truncatingIfNeeded: bits &>> 32) }
  var highY: Int16 { Int16(truncatingIfNeeded: bits &>> 48) }

  /// The strips of so many low bits that it lies in.
  @inline(__always)
  func strips(_ shift: UInt16) -> (first: Int, last: Int) {
    (Int((UInt16(bitPattern: lowY) ^ 0x8000) &>> shift), Int((UInt16(bitPattern: highY) ^ 0x8000) &>> shift))
  }

  /// Whether it lies in so many strips that it is compared with all.
  @inline(__always)
  func isLarge(_ shift: UInt16) -> Bool {
    let strips = strips(shift)
    return strips.last &- strips.first >= PruningRows.mostStrips
  }
}

/// From the edges of boxes to 16 bits: the same for low and high ones, and never falling, so what meets meets there too. Far away all
/// is one.
private struct EdgeScale {
  private let origin: F4
  private let scale: F4

  init(_ x: Float, _ y: Float, _ scaleX: Float, _ scaleY: Float) {
    origin = EdgeScale.row(x, y)
    scale = EdgeScale.row(scaleX, scaleY)
  }

  @inline(__always)
  private static func row(_ x: Float, _ y: Float) -> F4 { F4(x, y, x, y) }

  @inline(__always)
  func callAsFunction(_ box: UnsafePointer<Box>) -> ShortEdges {
    let edges = UnsafeRawPointer(box).loadUnaligned(as: F4.self).v
    let placed = Builtin.fmul_Vec4xFPIEEE32(Builtin.fsub_Vec4xFPIEEE32(edges, origin.v), scale.v)
    let least = EdgeScale.row(-32768, -32768).v
    let most = EdgeScale.row(32767, 32767).v
    // NaN becomes the least.
    let above = Builtin.select_Vec4xInt1_Vec4xFPIEEE32(Builtin.fcmp_ogt_Vec4xFPIEEE32(placed, least), placed, least)
    let within = Builtin.select_Vec4xInt1_Vec4xFPIEEE32(Builtin.fcmp_olt_Vec4xFPIEEE32(above, most), above, most)
    // Toward zero: two that differ by less than one may fall together at it, and stay in order.
    let whole = Builtin.fptosi_Vec4xFPIEEE32_Vec4xInt32(within)
    let short = Builtin.trunc_Vec4xInt32_Vec4xInt16(whole)
    return ShortEdges(bits: UInt64(Builtin.bitcast_Vec4xInt16_Int64(short)))
  }
}

/// What a sweep compares, which does not change meanwhile.
private struct PruningRows {
  /// Of an entry that is not in the first strip of its box: two such are met there.
  static var goesOn: Int16 { 1 }
  /// Of a box that has not changed.
  static var stays: Int16 { 2 }
  /// Boxes that lie in more strips than these are compared with all, up to so many boxes.
  static var mostStrips: Int { 8 }
  static var mostLarge: Int { 16 }
  /// Comparisons of eight that an entry may cost in the mean; the walk of the tree costs less than more.
  static var mostLooks: Int { 24 }
  /// Pairs that a part claims room for at a time, and candidates that it looks at together.
  static var run: Int { 128 }
  static var batch: Int { 120 }

  let nodes: UnsafeMutablePointer<TreeNode>
  /// The node and the edges of each box.
  let leaves: UnsafeMutablePointer<Int32>
  let edges: UnsafeMutablePointer<ShortEdges>
  let count: Int
  /// Of each entry, strip by strip from the left; room for seven more that are compared and not looked at.
  let lowX: UnsafeMutablePointer<Int16>
  let lowY: UnsafeMutablePointer<Int16>
  let highX: UnsafeMutablePointer<Int16>
  let highY: UnsafeMutablePointer<Int16>
  let flags: UnsafeMutablePointer<Int16>
  let owners: UnsafeMutablePointer<Int32>
  let entries: Int
  /// Where each strip ends.
  let ends: UnsafeMutablePointer<Int32>
  let stripShift: UInt16
  /// Boxes that are compared with all.
  let large: UnsafeMutablePointer<Int32>
  let largeCount: Int
  let found: UnsafeMutablePointer<UInt64>
  let capacity: Int
  let hasOwners: Bool
}

/// A sweep, and where it puts what it finds.
private struct Pruning {
  let rows: PruningRows
  /// Atomic; the next free place.
  var end: UInt32
  /// Atomic; 1 when there was not enough room for what is found, 2 when it takes too long.
  var isFull: UInt32 = 0
}

extension DynamicTree {
  /// Steps for which the tree is walked after a sweep took too long.
  private static var longWait: UInt8 { 64 }

  /// Whether enough boxes have changed: a third, or fewer where the walk looks at so many nodes, as in what lies close and long, that it
  /// takes longer (some six looks take as long as a sweep does for a leaf).
  var mayPrune: Bool { count >= 128 && (changedCount >= count / 3 || (changedCount >= count / 8 && Int(looks) > 6 &* count)) }

  /// As `collectChangedPairs`, for many changed boxes, with so many bytes to work in. Nil: not worth it, or there is not enough
  /// room; nothing changed. False: no memory for all, and the marks stay.
  mutating func pruneChangedPairs(
    into pairs: inout Arena<UInt64>, pool: OpaquePointer?, work: UnsafeMutableRawPointer, bytes: Int
  ) -> Bool? {
    guard mayPrune, bytes >= 32 * count else { return nil }
    if pruningWait > 0 {
      pruningWait -= 1
      return nil
    }
    let nodes = self.nodes.base
    // The numbers of boxes with each lower and upper half of their left edge, those that are large, and the ends of the strips, of
    // which there are at most as many as boxes.
    let tables = work.assumingMemoryBound(to: Int32.self)
    let lower = tables
    let upper = tables + 256
    let large = tables + 512
    let ends = large + PruningRows.mostLarge
    let tableBytes = (512 + PruningRows.mostLarge + count + 2) * 4
    let edges = (work + ((tableBytes + 63) & ~63)).assumingMemoryBound(to: ShortEdges.self)
    let leaves = UnsafeMutableRawPointer(edges + count).assumingMemoryBound(to: Int32.self)
    let order = leaves + count
    let rest = UnsafeMutableRawPointer(order + count)
    var listed = 0
    for at in 0..<self.nodes.count {
      leaves[min(listed, count &- 1)] = Int32(truncatingIfNeeded: at)
      listed &+= Int(nodes[at].flags & TreeNode.leaf)
      if listed == count { break }
    }
    guard listed == count, let (scale, shift) = scale(leaves) else { return nil }

    let strips = 65536 >> Int(shift)
    tables.update(repeating: 0, count: 512 + PruningRows.mostLarge + strips + 2)
    var largeCount = 0
    for at in 0..<count {
      let e = scale(UnsafeRawPointer(nodes + Int(leaves[at])).assumingMemoryBound(to: Box.self))
      edges[at] = e
      let bits = UInt16(bitPattern: e.lowX) ^ 0x8000
      lower[Int(bits & 255)] &+= 1
      upper[Int(bits >> 8)] &+= 1
      let (first, last) = e.strips(shift)
      if e.isLarge(shift) {
        if largeCount == PruningRows.mostLarge { return giveUp() }
        large[largeCount] = Int32(truncatingIfNeeded: at)
        largeCount &+= 1
      } else {
        // How the number changes from strip to strip.
        ends[first] &+= 1
        ends[max(last, first) &+ 1] &-= 1
      }
    }
    var entries = 0
    var inStrip: Int32 = 0
    for strip in 0...strips {
      inStrip &+= ends[strip]
      ends[strip] = Int32(truncatingIfNeeded: entries)
      entries &+= Int(inStrip)
    }
    let room = (entries &+ 15) & ~7
    guard tableBytes + 64 + 16 * count + 14 * room <= bytes && 4 * count <= 14 * room else { return nil }
    let sorted = rest.assumingMemoryBound(to: Int32.self)
    sort(edges, lower, upper, sorted, order)
    let lowX = rest.assumingMemoryBound(to: Int16.self)
    let lowY = lowX + room
    let highX = lowY + room
    let highY = highX + room
    let flags = highY + room
    let owners = UnsafeMutableRawPointer(flags + room).assumingMemoryBound(to: Int32.self)
    for turn in 0..<count {
      let at = Int(order[turn])
      let e = edges[at]
      let stays = nodes[Int(leaves[at])].isChanged ? 0 : PruningRows.stays
      if e.isLarge(shift) { continue }
      let (first, last) = e.strips(shift)
      var strip = first
      var flag = stays
      repeat {
        let place = Int(ends[strip])
        ends[strip] &+= 1
        lowX[place] = e.lowX
        lowY[place] = e.lowY
        highX[place] = e.highX
        highY[place] = e.highY
        flags[place] = flag
        owners[place] = leaves[at]
        flag = stays | PruningRows.goesOn
        strip &+= 1
      } while strip <= last
    }

    let before = pairs.count
    var wanted = 2 * lately + (pool != nil ? 128 : 2) * PruningRows.run
    while true {
      guard pairs.reserve(before + wanted) else { return false }
      let rows = PruningRows(
        nodes: nodes, leaves: leaves, edges: edges, count: count, lowX: lowX, lowY: lowY, highX: highX, highY: highY, flags: flags,
        owners: owners, entries: entries, ends: ends, stripShift: shift, large: large, largeCount: largeCount,
        found: pairs.base, capacity: pairs.capacity, hasOwners: hasOwners)
      var pruning = Pruning(rows: rows, end: UInt32(truncatingIfNeeded: before))
      let end = withUnsafeMutablePointer(to: &pruning) { pruning in
        guard let pool else { return pruning.sweep(0, entries + largeCount).lowerBound }
        bgts_pool_run(
          pool,
          { data, first, end in
            let pruning = data.assumingMemoryBound(to: Pruning.self)
            let unused = pruning.sweep(first, end)
            (pruning.pointee.rows.found + unused.lowerBound).update(repeating: 0, count: unused.count)
          }, pruning, entries + largeCount, 512)
        return Int(pruning.pointee.end)
      }
      switch pruning.isFull {
      case 0:
        pairs.count = end
        lately = end - before
        looks &-= looks >> 6
        leavesOutOwn = true
        clearAllChanged()
        return true
      case 1: wanted = 2 * (pairs.capacity - before)
      default: return giveUp()
      }
    }
  }

  private mutating func giveUp() -> Bool? {
    pruningWait = DynamicTree.longWait
    return nil
  }

  /// A scale by which most boxes differ, and strips a few boxes high; from some of the boxes.
  private func scale(_ leaves: UnsafeMutablePointer<Int32>) -> (EdgeScale, UInt16)? {
    let samples = 16
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * samples) { room in
      let x = room.baseAddress.unsafelyUnwrapped
      let y = x + samples
      let heights = y + samples
      for turn in 0..<samples {
        let box = nodes.base[Int(leaves[(2 &* turn &+ 1) &* count / (2 * samples)])].box
        put(0.5 * box.minX + 0.5 * box.maxX, into: x, turn)
        put(0.5 * box.minY + 0.5 * box.maxY, into: y, turn)
        put(box.maxY - box.minY, into: heights, turn)
      }
      // The outermost may be strays. All that is as far again outside has room too.
      func range(_ sorted: UnsafeMutablePointer<Float>) -> (low: Float, width: Float) {
        let low = sorted[1]
        let width = max(sorted[samples - 2] - low, heights[samples / 2])
        return (low - width, 3 * width)
      }
      let alongX = range(x)
      let alongY = range(y)
      let scaleX = 65535 / alongX.width
      let scaleY = 65535 / alongY.width
      guard scaleX > 1e-30, scaleX < 1e30, scaleY > 1e-30, scaleY < 1e30, heights[samples / 2] >= 0 else { return nil }
      let wanted = 3 * heights[samples / 2] * scaleY
      // At least as many boxes as strips, and as many strips as there is room for.
      var shift: UInt16 = 4
      while shift < 15 && (Float(1 << Int(shift)) < wanted || 65536 >> Int(shift) > count) { shift += 1 }
      return (EdgeScale(alongX.low + 0.5 * alongX.width, alongY.low + 0.5 * alongY.width, scaleX, scaleY), shift)
    }
  }

  /// Inserts a number into those before it; what is none, or has no end, counts as 0.
  private func put(_ value: Float, into sorted: UnsafeMutablePointer<Float>, _ count: Int) {
    let value = value - value == 0 ? value : 0
    var at = count
    while at > 0 && sorted[at - 1] > value {
      sorted[at] = sorted[at - 1]
      at -= 1
    }
    sorted[at] = value
  }

  /// Lists the boxes in `order` from the left, by the numbers of them with each lower and upper half of their left edge.
  private func sort(
    _ edges: UnsafeMutablePointer<ShortEdges>, _ lower: UnsafeMutablePointer<Int32>, _ upper: UnsafeMutablePointer<Int32>,
    _ sorted: UnsafeMutablePointer<Int32>, _ order: UnsafeMutablePointer<Int32>
  ) {
    var below: Int32 = 0
    var left: Int32 = 0
    for value in 0..<256 {
      let withLower = lower[value]
      let withUpper = upper[value]
      lower[value] = below
      upper[value] = left
      below &+= withLower
      left &+= withUpper
    }
    for at in 0..<count {
      let value = Int((UInt16(bitPattern: edges[at].lowX)) & 255)
      sorted[Int(lower[value])] = Int32(truncatingIfNeeded: at)
      lower[value] &+= 1
    }
    for turn in 0..<count {
      let at = sorted[turn]
      let value = Int((UInt16(bitPattern: edges[Int(at)].lowX) ^ 0x8000) >> 8)
      order[Int(upper[value])] = at
      upper[value] &+= 1
    }
  }

  private mutating func clearAllChanged() {
    changedCount = 0
    hasUnmarkedForks = false
    let base = nodes.base
    for at in 0..<nodes.count { base[at].flags &= ~TreeNode.changed }
  }
}

extension UnsafeMutablePointer<Pruning> {
  /// Compares a range of the entries with those that follow in their strips, and large boxes, which come after the entries, with
  /// all; what is left of the room that it claimed last.
  fileprivate func sweep(_ first: Int, _ last: Int) -> Range<Int> {
    let p = pointee.rows
    var foundEnd = 0
    var roomEnd = 0
    if !claim(&foundEnd, &roomEnd) { return 0..<0 }
    var strip = 0
    while strip < 65536 >> Int(p.stripShift) && Int(p.ends[strip]) <= first { strip &+= 1 }
    var looks = PruningRows.mostLooks * (last - first) + 4096
    var row = first
    let lastEntry = min(last, p.entries)
    let hasRoom = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: PruningRows.batch + 8) { room in
      let candidates = room.baseAddress.unsafelyUnwrapped
      var listed = 0
      while row < lastEntry {
        while Int(p.ends[strip]) <= row { strip &+= 1 }
        let stripEnd = Int(p.ends[strip])
        let end = min(stripEnd, lastEntry)
        while row < end {
          let highX = Short8(repeating: p.highX[row])
          let lowY = Short8(repeating: p.lowY[row])
          let highY = Short8(repeating: p.highY[row])
          let flag = Short8(repeating: p.flags[row])
          let owner = UInt64(UInt32(bitPattern: p.owners[row])) << 32
          var at = row &+ 1
          while at < stripEnd {
            let isBeyond = Short8(p.lowX + at) .> highX
            let misses = (Short8(p.lowY + at) .> highY) | (lowY .> Short8(p.highY + at)) | Short8(p.flags + at).shares(flag)
            let near = Int(~(isBeyond | misses).bits & (stripEnd &- at < 8 ? 1 &<< UInt32(truncatingIfNeeded: stripEnd &- at) &- 1 : 255))
            if listed > PruningRows.batch &- 8 {
              if !meet(candidates, listed, &foundEnd, &roomEnd) { return false }
              listed = 0
            }
            // Without branches: which are near is hard to foresee.
            for turn in 0..<4 {
              candidates[listed] = owner | UInt64(UInt32(bitPattern: p.owners[at &+ turn]))
              listed &+= near &>> turn & 1
            }
            if near > 15 {
              for turn in 4..<8 {
                candidates[listed] = owner | UInt64(UInt32(bitPattern: p.owners[at &+ turn]))
                listed &+= near &>> turn & 1
              }
            }
            looks &-= 1
            if isBeyond.bits != 0 { break }
            at &+= 8
          }
          row &+= 1
        }
        if looks < 0 {
          bgts_store32(&pointee.isFull, 2)
          return false
        }
      }
      return meet(candidates, listed, &foundEnd, &roomEnd)
    }
    if !hasRoom { return 0..<0 }
    while row < last {
      let number = Int(p.large[row &- p.entries])
      row &+= 1
      let e = p.edges[number]
      let node = p.nodes + Int(p.leaves[number])
      let limits = BoxEdges(UnsafeRawPointer(node).assumingMemoryBound(to: Box.self)).limits
      for at in 0..<p.count {
        let o = p.edges[at]
        if o.lowX > e.highX || o.lowY > e.highY || e.lowX > o.highX || e.lowY > o.highY { continue }
        let other = p.nodes + Int(p.leaves[at])
        if !node.pointee.isChanged && !other.pointee.isChanged { continue }
        // Of two large ones the first meets the other.
        if o.isLarge(p.stripShift) && at <= number { continue }
        if foundEnd == roomEnd && !claim(&foundEnd, &roomEnd) { return 0..<0 }
        p.found[foundEnd] = UInt64(UInt32(bitPattern: node.pointee.child2)) << 32 | UInt64(UInt32(bitPattern: other.pointee.child2))
        let isOther = node.pointee.child1 != other.pointee.child1 || node.pointee.child1 == -1
        foundEnd &+= BoxEdges(UnsafeRawPointer(other).assumingMemoryBound(to: Box.self)).meets(limits) && isOther ? 1 : 0
      }
    }
    return foundEnd..<roomEnd
  }

  /// Puts those of the pairs of nodes that meet to what is found. False: there is no room.
  private func meet(
    _ candidates: UnsafeMutablePointer<UInt64>, _ count: Int, _ foundEnd: inout Int, _ roomEnd: inout Int
  ) -> Bool {
    let p = pointee.rows
    var at = 0
    while at < count {
      if foundEnd == roomEnd && !claim(&foundEnd, &roomEnd) { return false }
      let end = min(count, at &+ roomEnd &- foundEnd)
      while at < end {
        let a = p.nodes + Int(Int32(truncatingIfNeeded: candidates[at] >> 32))
        let b = p.nodes + Int(Int32(truncatingIfNeeded: candidates[at]))
        let limits = BoxEdges(UnsafeRawPointer(a).assumingMemoryBound(to: Box.self)).limits
        p.found[foundEnd] = UInt64(UInt32(bitPattern: a.pointee.child2)) << 32 | UInt64(UInt32(bitPattern: b.pointee.child2))
        if p.hasOwners && a.pointee.child1 == b.pointee.child1 && a.pointee.child1 != -1 {
          at &+= 1
          continue
        }
        foundEnd &+= BoxEdges(UnsafeRawPointer(b).assumingMemoryBound(to: Box.self)).meets(limits) ? 1 : 0
        at &+= 1
      }
    }
    return true
  }

  /// More room for what is found. False: there is none, and it is said.
  private func claim(_ foundEnd: inout Int, _ roomEnd: inout Int) -> Bool {
    let claimed = Int(bgts_add32(&pointee.end, UInt32(PruningRows.run)))
    if claimed != roomEnd {
      (pointee.rows.found + foundEnd).update(repeating: 0, count: roomEnd - foundEnd)
      foundEnd = claimed
    }
    roomEnd = claimed + PruningRows.run
    if roomEnd <= pointee.rows.capacity { return true }
    bgts_store32(&pointee.isFull, 1)
    return false
  }
}
