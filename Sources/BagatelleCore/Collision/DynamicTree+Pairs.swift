// The walk of the tree against itself for pairs that changed, cut into parts for several workers.
// SPDX-License-Identifier: MIT
import CShims

/// Parts of the walk, and where they put what they find.
private struct PairWalk {
  typealias NodePair = TreeScratch.NodePair
  /// Pairs that a part claims room for at a time.
  static var run: Int { 64 }
  /// Pairs of nodes that a walk may have waiting, a kilobyte, which the stack has; a tree so high that it needs more is
  /// walked by one.
  static var room: Int { 128 }
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
  /// The same as `collectChangedPairs(into:)` in no certain order, with zeros among the pairs.
  mutating func collectChangedPairs(into pairs: inout Arena<UInt64>, pool: OpaquePointer?) -> Bool {
    guard let pool, count >= 512, root >= 0, nodes[Int(root)].isChanged else { return collectChangedPairs(into: &pairs) }
    let before = pairs.count
    let parts = cutWalk()
    // What was enough lately, and what parts leave empty at the end of their runs.
    if parts.count > 0 && pairs.reserve(before + 2 * lately + PairWalk.run * (parts.count + 1)) {
      var walk = PairWalk(
        nodes: nodes.base, parts: scratch.pairs.base + parts.first, found: pairs.base, capacity: pairs.capacity,
        end: UInt32(truncatingIfNeeded: before))
      withUnsafeMutablePointer(to: &walk) { walk in
        bgts_pool_run(
          pool, { data, first, end in data.assumingMemoryBound(to: PairWalk.self).follow(first, end) }, walk,
          parts.count, 2)
      }
      if walk.isFull == 0 {
        pairs.count = Int(walk.end)
        lately = pairs.count - before
        return clearChanged()
      }
    }
    pairs.count = before
    let isComplete = collectChangedPairs(into: &pairs)
    lately = pairs.count - before
    return isComplete
  }

  /// Begins the walk, level by level, until it has enough parts. They lie in `scratch.pairs`; none without memory, or for
  /// a walk that ends soon.
  private mutating func cutWalk() -> (first: Int, count: Int) {
    let wanted = 96
    scratch.pairs.count = 0
    guard scratch.pairs.reserve(8 * wanted) else { return (0, 0) }
    let waiting = scratch.pairs.base
    waiting[0] = TreeScratch.NodePair(a: root, b: root)
    var first = 0
    var end = 1
    while first < end && end - first < wanted && end < 7 * wanted {
      let pair = waiting[first]
      // Two leaves are left to the parts.
      if pair.a != pair.b && nodes[Int(pair.a)].isLeaf && nodes[Int(pair.b)].isLeaf { break }
      first += 1
      end += DynamicTree.open(pair, nodes.base, waiting + end)
    }
    return (first, end - first)
  }

  /// Puts the pairs below a pair that is no two leaves behind each other, and tells how many there are, up to three.
  @inline(__always)
  fileprivate static func open(
    _ pair: TreeScratch.NodePair, _ nodes: UnsafeMutablePointer<TreeNode>,
    _ next: UnsafeMutablePointer<TreeScratch.NodePair>
  ) -> Int {
    let a = nodes + Int(pair.a)
    let b = nodes + Int(pair.b)
    var count = 0
    if pair.a == pair.b {
      let child1 = a.pointee.child1
      if child1 < 0 { return 0 }
      let child2 = a.pointee.child2
      next[count] = TreeScratch.NodePair(a: child1, b: child1)
      count &+= nodes[Int(child1)].isChanged ? 1 : 0
      next[count] = TreeScratch.NodePair(a: child2, b: child2)
      count &+= nodes[Int(child2)].isChanged ? 1 : 0
      next[count] = TreeScratch.NodePair(a: child1, b: child2)
      count &+= mayMeet(nodes + Int(child1), nodes + Int(child2)) ? 1 : 0
      return count
    }
    // The higher one is opened; a leaf has height 0.
    let opensA = a.pointee.height >= b.pointee.height
    let opened = opensA ? a : b
    let other = opensA ? b : a
    let kept = opensA ? pair.b : pair.a
    next[count] = TreeScratch.NodePair(a: opened.pointee.child1, b: kept)
    count &+= mayMeet(nodes + Int(opened.pointee.child1), other) ? 1 : 0
    next[count] = TreeScratch.NodePair(a: opened.pointee.child2, b: kept)
    count &+= mayMeet(nodes + Int(opened.pointee.child2), other) ? 1 : 0
    return count
  }
}

extension UnsafeMutablePointer<PairWalk> {
  /// Walks a range of parts.
  fileprivate func follow(_ first: Int, _ last: Int) {
    let nodes = pointee.nodes
    let found = pointee.found
    var at = 0
    var end = 0
    withUnsafeTemporaryAllocation(of: TreeScratch.NodePair.self, capacity: PairWalk.room) { stack in
      let waiting = stack.baseAddress.unsafelyUnwrapped
      for part in first..<last {
        waiting[0] = pointee.parts[part]
        var depth = 1
        while depth > 0 {
          depth &-= 1
          let pair = waiting[depth]
          let a = nodes + Int(pair.a)
          let b = nodes + Int(pair.b)
          if pair.a != pair.b && a.pointee.isLeaf && b.pointee.isLeaf {
            if at == end {
              at = Int(bgts_add32(&pointee.end, UInt32(PairWalk.run)))
              end = at + PairWalk.run
              if end > pointee.capacity {
                bgts_store32(&pointee.isFull, 1)
                return
              }
            }
            let high = UInt64(UInt32(bitPattern: a.pointee.child2))
            found[at] = high << 32 | UInt64(UInt32(bitPattern: b.pointee.child2))
            at &+= 1
            continue
          }
          if depth + 3 > PairWalk.room {
            bgts_store32(&pointee.isFull, 1)
            return
          }
          depth &+= DynamicTree.open(pair, nodes, waiting + depth)
        }
      }
      while at < end {
        found[at] = 0
        at &+= 1
      }
    }
  }
}
