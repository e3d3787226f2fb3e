// The walk of the tree against itself for pairs that changed, cut into parts for several workers.
// SPDX-License-Identifier: MIT
import CShims

/// A walk, and where it puts what it finds.
private struct PairWalk {
  typealias NodePair = TreeScratch.NodePair
  /// Pairs that a part claims room for at a time.
  static var run: Int { 128 }
  /// Pairs of nodes that are opened together: the processor looks at some while it waits for the nodes of others.
  static var batch: Int { 16 }
  /// Pairs of nodes that a worker may have waiting, eight kilobytes, which the stack has; a tree so high that it needs more
  /// is walked by one.
  static var room: Int { 1024 }
  let nodes: UnsafeMutablePointer<TreeNode>
  let parts: UnsafeMutablePointer<NodePair>
  let found: UnsafeMutablePointer<UInt64>
  let capacity: Int
  /// Atomic; the next free place.
  var end: UInt32
  /// Atomic; set when there was not enough room.
  var isFull: UInt32 = 0
}

extension DynamicTree {
  /// Appends the data of every two leaves that overlap and of which one is marked as changed, each pair once, the first
  /// leaf's data in the upper half; and takes the marks away. False: no memory for all, and the marks stay.
  ///
  /// One walk of the tree against itself, through marked branches only, in place of a query for each leaf.
  public mutating func collectChangedPairs(into pairs: inout Arena<UInt64>) -> Bool {
    guard root >= 0, nodes[Int(root)].isChanged else { return true }
    let before = pairs.count
    var stack = PairWalk.room
    var room = 2 * lately + 2 * PairWalk.run
    while true {
      guard scratch.pairs.reserve(stack), pairs.reserve(before + room) else { return false }
      let waiting = scratch.pairs.base
      var walk = PairWalk(
        nodes: nodes.base, parts: waiting, found: pairs.base, capacity: pairs.capacity,
        end: UInt32(truncatingIfNeeded: before))
      waiting[0] = TreeScratch.NodePair(a: root, b: root)
      let end = withUnsafeMutablePointer(to: &walk) { $0.follow(waiting, 1, room: scratch.pairs.capacity).lowerBound }
      if walk.isFull == 0 {
        pairs.count = end
        lately = end - before
        return clearChanged()
      }
      stack = 2 * scratch.pairs.capacity
      room = 2 * (pairs.capacity - before)
    }
  }

  /// The same in no certain order, with zeros among the pairs.
  mutating func collectChangedPairs(into pairs: inout Arena<UInt64>, pool: OpaquePointer?) -> Bool {
    guard let pool, count >= 512, root >= 0, nodes[Int(root)].isChanged else { return collectChangedPairs(into: &pairs) }
    let before = pairs.count
    let wanted = 96
    // What the beginning finds, what was enough lately, and what parts leave empty at the end of their runs.
    guard scratch.pairs.reserve(8 * wanted), pairs.reserve(before + 24 * wanted + 2 * lately + PairWalk.run * (wanted + 4))
    else { return collectChangedPairs(into: &pairs) }
    // The beginning, level by level, until there are enough parts.
    let waiting = scratch.pairs.base
    waiting[0] = TreeScratch.NodePair(a: root, b: root)
    var first = 0
    var end = 1
    var found = before
    while first < end && end - first < wanted && end < 7 * wanted {
      DynamicTree.open(waiting[first], nodes.base, waiting, &end, pairs.base, &found)
      first += 1
    }
    var walk = PairWalk(
      nodes: nodes.base, parts: waiting + first, found: pairs.base, capacity: pairs.capacity,
      end: UInt32(truncatingIfNeeded: found))
    withUnsafeMutablePointer(to: &walk) { walk in
      bgts_pool_run(
        pool, { data, first, end in data.assumingMemoryBound(to: PairWalk.self).followParts(first, end) }, walk,
        end - first, 2)
    }
    if walk.isFull != 0 { return collectChangedPairs(into: &pairs) }
    pairs.count = Int(walk.end)
    lately = pairs.count - before
    return clearChanged()
  }

  /// Puts what lies below a pair of nodes behind those that wait, and pairs of leaves behind what was found; up to three
  /// together.
  @inline(__always)
  fileprivate static func open(
    _ pair: TreeScratch.NodePair, _ nodes: UnsafeMutablePointer<TreeNode>,
    _ waiting: UnsafeMutablePointer<TreeScratch.NodePair>, _ depth: inout Int,
    _ found: UnsafeMutablePointer<UInt64>, _ end: inout Int
  ) {
    let a = nodes + Int(pair.a)
    let b = nodes + Int(pair.b)
    if pair.a == pair.b {
      let child1 = a.pointee.child1
      if child1 < 0 { return }
      let child2 = a.pointee.child2
      waiting[depth] = TreeScratch.NodePair(a: child1, b: child1)
      depth &+= nodes[Int(child1)].isChanged ? 1 : 0
      waiting[depth] = TreeScratch.NodePair(a: child2, b: child2)
      depth &+= nodes[Int(child2)].isChanged ? 1 : 0
      put(child1, child2, nodes + Int(child2), nodes, waiting, &depth, found, &end)
      return
    }
    // The higher one is opened; a leaf has height 0. All ones when that is B.
    let opensB = (Int32(a.pointee.height) &- Int32(b.pointee.height)) >> 31
    let swap = (pair.a ^ pair.b) & opensB
    let opened = nodes + Int(pair.a ^ swap)
    let kept = pair.b ^ swap
    let other = nodes + Int(kept)
    put(opened.pointee.child1, kept, other, nodes, waiting, &depth, found, &end)
    put(opened.pointee.child2, kept, other, nodes, waiting, &depth, found, &end)
  }

  /// Without branches: which pairs meet is hard to foresee.
  @inline(__always)
  private static func put(
    _ index: Int32, _ kept: Int32, _ other: UnsafeMutablePointer<TreeNode>, _ nodes: UnsafeMutablePointer<TreeNode>,
    _ waiting: UnsafeMutablePointer<TreeScratch.NodePair>, _ depth: inout Int,
    _ found: UnsafeMutablePointer<UInt64>, _ end: inout Int
  ) {
    let node = nodes + Int(index)
    let meets = mayMeet(node, other)
    // Both children are -1.
    let areLeaves = Int(UInt32(bitPattern: node.pointee.child1 & other.pointee.child1) >> 31) & meets
    found[end] =
      UInt64(UInt32(bitPattern: node.pointee.child2)) << 32 | UInt64(UInt32(bitPattern: other.pointee.child2))
    end &+= areLeaves
    waiting[depth] = TreeScratch.NodePair(a: index, b: kept)
    depth &+= meets &- areLeaves
  }
}

extension UnsafeMutablePointer<PairWalk> {
  /// Walks a range of parts.
  fileprivate func followParts(_ first: Int, _ last: Int) {
    withUnsafeTemporaryAllocation(of: TreeScratch.NodePair.self, capacity: PairWalk.room) { stack in
      let waiting = stack.baseAddress.unsafelyUnwrapped
      waiting.update(from: pointee.parts + first, count: last - first)
      let unused = follow(waiting, last - first, room: PairWalk.room)
      (pointee.found + unused.lowerBound).update(repeating: 0, count: unused.count)
    }
  }

  /// Walks on from so many pairs of nodes, which lie in `waiting`; what is left of the room that it claimed last.
  fileprivate func follow(
    _ waiting: UnsafeMutablePointer<TreeScratch.NodePair>, _ count: Int, room: Int
  ) -> Range<Int> {
    let nodes = pointee.nodes
    let found = pointee.found
    var depth = count
    var at = Int(bgts_add32(&pointee.end, UInt32(PairWalk.run)))
    var end = at + PairWalk.run
    return withUnsafeTemporaryAllocation(of: TreeScratch.NodePair.self, capacity: PairWalk.batch) { taken in
      let taken = taken.baseAddress.unsafelyUnwrapped
      while depth > 0 {
        let count = depth < PairWalk.batch ? depth : PairWalk.batch
        if at + 3 * PairWalk.batch > end {
          let next = Int(bgts_add32(&pointee.end, UInt32(PairWalk.run)))
          if next != end {
            (found + at).update(repeating: 0, count: end - at)
            at = next
          }
          end = next + PairWalk.run
        }
        if end > pointee.capacity || depth + 3 * PairWalk.batch > room {
          bgts_store32(&pointee.isFull, 1)
          return 0..<0
        }
        depth &-= count
        for turn in 0..<count { taken[turn] = waiting[depth &+ turn] }
        for turn in 0..<count { DynamicTree.open(taken[turn], nodes, waiting, &depth, found, &at) }
      }
      return at..<end
    }
  }
}
