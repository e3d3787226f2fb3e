// The walk of the tree against itself for pairs that changed, cut into parts for several workers.
// SPDX-License-Identifier: MIT
import CShims

/// A walk, and where it puts what it finds.
private struct PairWalk {
  /// Two nodes, the first in the upper half: both are forks, or only the second is.
  typealias NodePair = UInt64
  /// Pairs that a part claims room for at a time.
  static var run: Int { 128 }
  /// Pairs of nodes that are opened together: the processor looks at some while it waits for the nodes of others.
  static var batch: Int { 16 }
  /// Pairs of forks, and as many of a leaf and a fork, that a worker may have waiting, 16 kilobytes, which the stack has; a
  /// tree so high that it needs more is walked by one.
  static var room: Int { 1024 }
  let nodes: UnsafeMutablePointer<TreeNode>
  let forks: UnsafeMutablePointer<Int32>
  let found: UnsafeMutablePointer<UInt64>
  let capacity: Int
  /// Atomic; the next free place.
  var end: UInt32
  /// Atomic; 1 when there was not enough room for what is found, 2 for what waits.
  var isFull: UInt32 = 0
  /// Atomic; how many pairs of nodes were looked at.
  var looks: UInt32 = 0
}

/// A node that is compared with others.
private struct PairSide {
  let index: UInt32
  let data: UInt32
  let flags: UInt32
  let edges: BoxEdges

  @inline(__always)
  init(_ nodes: UnsafeMutablePointer<TreeNode>, _ at: Int32) {
    let node = nodes + Int(at)
    index = UInt32(bitPattern: at)
    data = UInt32(bitPattern: node.pointee.child2)
    flags = UInt32(node.pointee.flags)
    edges = BoxEdges(UnsafeRawPointer(node).assumingMemoryBound(to: Box.self))
  }
}

/// Where pairs go: into what was found, or to those that are still to be opened.
private struct PairSinks {
  let found: UnsafeMutablePointer<UInt64>
  let both: UnsafeMutablePointer<PairWalk.NodePair>
  let mixed: UnsafeMutablePointer<PairWalk.NodePair>
  var foundEnd: Int
  var bothEnd = 0
  var mixedEnd = 0

  /// Without branches: which pairs meet is hard to foresee.
  @inline(__always)
  mutating func put(_ a: PairSide, _ b: PairSide, _ limits: BoxEdges) {
    let meets: UInt32 = (a.edges.meets(limits) ? 1 : 0) & ((a.flags | b.flags) / UInt32(TreeNode.changed))
    let areLeaves = Int(meets & a.flags & b.flags)
    let areForks = Int(meets & ~(a.flags | b.flags))
    found[foundEnd] = UInt64(a.data) << 32 | UInt64(b.data)
    foundEnd &+= areLeaves
    let pair = UInt64(a.index) << 32 | UInt64(b.index)
    both[bothEnd] = pair
    bothEnd &+= areForks
    // The leaf comes first.
    let turn = UInt64(~a.flags & 1) << 5
    mixed[mixedEnd] = pair &<< turn | pair &>> (0 &- turn)
    mixedEnd &+= Int(meets) &- areLeaves &- areForks
  }
}

extension DynamicTree {
  /// Appends the data of every two leaves that overlap and of which one is marked as changed, each pair once, the first
  /// leaf's data in the upper half; and takes the marks away. False: no memory for all, and the marks stay.
  ///
  /// One walk of the tree against itself, through marked branches only, in place of a query for each leaf.
  public mutating func collectChangedPairs(into pairs: inout Arena<UInt64>) -> Bool {
    collectChangedPairs(into: &pairs, pool: nil)
  }

  /// The same in no certain order, with a pool also with zeros among the pairs. Where most leaves have changed, and there are enough
  /// bytes to work in, without a walk.
  mutating func collectChangedPairs(
    into pairs: inout Arena<UInt64>, pool: OpaquePointer?, work: UnsafeMutableRawPointer? = nil, bytes: Int = 0
  ) -> Bool {
    guard root >= 0, hasUnmarkedForks || nodes[Int(root)].isChanged else { return true }
    if let work, let isComplete = pruneChangedPairs(into: &pairs, pool: pool, work: work, bytes: bytes) { return isComplete }
    leavesOutOwn = false
    guard markForks() else { return false }
    guard nodes[Int(root)].isChanged else { return true }
    guard listChanged() else { return false }
    let before = pairs.count
    var isShared = pool != nil && count >= 512
    var stack = PairWalk.room
    // What was enough lately, and what parts leave empty at the end of their runs.
    var room = 2 * lately + (isShared ? 128 : 2) * PairWalk.run
    while true {
      guard scratch.pairs.reserve(isShared ? 0 : 2 * stack), pairs.reserve(before + room) else { return false }
      var walk = PairWalk(
        nodes: nodes.base, forks: scratch.stack.base, found: pairs.base, capacity: pairs.capacity,
        end: UInt32(truncatingIfNeeded: before))
      let waiting = scratch.pairs
      let forks = scratch.stack.count
      let end = withUnsafeMutablePointer(to: &walk) { walk in
        guard isShared, let pool else {
          return walk.follow(0, forks, waiting.base, waiting.capacity / 2).lowerBound
        }
        bgts_pool_run(
          pool, { data, first, end in data.assumingMemoryBound(to: PairWalk.self).followPart(first, end) }, walk, forks,
          max(16, forks / 64))
        return Int(walk.pointee.end)
      }
      if walk.isFull == 0 {
        pairs.count = end
        lately = end - before
        looks = walk.looks
        clearChanged()
        return true
      }
      if walk.isFull == 1 {
        room = 2 * (pairs.capacity - before)
      } else if !isShared {
        stack = waiting.capacity
      }
      isShared = false
    }
  }

  /// Lists the marked forks level by level in `scratch.stack`. False: no memory.
  private mutating func listChanged() -> Bool {
    guard scratch.stack.reserve(branches) else { return false }
    let base = nodes.base
    let forks = scratch.stack.base
    forks[0] = root
    var end = nodes[Int(root)].isLeaf ? 0 : 1
    var at = 0
    while at < end {
      let fork = base + Int(forks[at])
      at &+= 1
      let child1 = fork.pointee.child1
      let child2 = fork.pointee.child2
      forks[end] = child1
      end &+= base[Int(child1)].isChangedFork
      forks[end] = child2
      end &+= base[Int(child2)].isChangedFork
    }
    scratch.stack.count = end
    return true
  }

  /// Takes the marks of the listed forks and their children away.
  private mutating func clearChanged() {
    changedCount = 0
    let base = nodes.base
    base[Int(root)].flags &= ~TreeNode.changed
    for at in 0..<scratch.stack.count {
      let fork = base + Int(scratch.stack[at])
      base[Int(fork.pointee.child1)].flags &= ~TreeNode.changed
      base[Int(fork.pointee.child2)].flags &= ~TreeNode.changed
    }
  }
}

extension TreeNode {
  /// 1 for a fork that is marked as changed, else 0.
  @inline(__always)
  fileprivate var isChangedFork: Int { Int(flags / TreeNode.changed & ~flags & TreeNode.leaf) }
}

extension UnsafeMutablePointer<PairWalk> {
  /// Walks a range of the listed forks, and leaves zeros in the room that it claimed and did not use.
  fileprivate func followPart(_ first: Int, _ last: Int) {
    var part = (walk: self, first: first, last: last)
    // A temporary of Swift of this size would come from the heap.
    bgts_with_room(&part) { part, room in
      let part = part.assumingMemoryBound(to: (walk: UnsafeMutablePointer<PairWalk>, first: Int, last: Int).self).pointee
      let unused = part.walk.follow(part.first, part.last, room.assumingMemoryBound(to: PairWalk.NodePair.self), PairWalk.room)
      (part.walk.pointee.found + unused.lowerBound).update(repeating: 0, count: unused.count)
    }
  }

  @inline(__always)
  private func fetchChildren(_ nodes: UnsafeMutablePointer<TreeNode>, _ fork: Int32) {
    bgts_prefetch(nodes + Int(nodes[Int(fork)].child1))
    bgts_prefetch(nodes + Int(nodes[Int(fork)].child2))
  }

  /// Finds the pairs between the two sides of each of a range of the listed forks; what is left of the room that it claimed
  /// last. So many pairs of forks may be waiting, and as many of a leaf and a fork.
  fileprivate func follow(
    _ first: Int, _ last: Int, _ waiting: UnsafeMutablePointer<PairWalk.NodePair>, _ room: Int
  ) -> Range<Int> {
    let nodes = pointee.nodes
    let forks = pointee.forks
    var next = first
    let at = Int(bgts_add32(&pointee.end, UInt32(PairWalk.run)))
    var end = at + PairWalk.run
    var sinks = PairSinks(found: pointee.found, both: waiting, mixed: waiting + room, foundEnd: at)
    var looks = last &- first
    return withUnsafeTemporaryAllocation(of: PairWalk.NodePair.self, capacity: PairWalk.batch) { taken in
      let taken = taken.baseAddress.unsafelyUnwrapped
      while true {
        // A pair of forks leaves up to four.
        if sinks.foundEnd + 4 * PairWalk.batch > end {
          let claimed = Int(bgts_add32(&pointee.end, UInt32(PairWalk.run)))
          if claimed != end {
            (sinks.found + sinks.foundEnd).update(repeating: 0, count: end - sinks.foundEnd)
            sinks.foundEnd = claimed
          }
          end = claimed + PairWalk.run
        }
        if end > pointee.capacity || max(sinks.bothEnd, sinks.mixedEnd) + 4 * PairWalk.batch > room {
          bgts_store32(&pointee.isFull, end > pointee.capacity ? 1 : 2)
          return 0..<0
        }
        if sinks.mixedEnd >= PairWalk.batch || (sinks.bothEnd == 0 && next == last) {
          let count = min(sinks.mixedEnd, PairWalk.batch)
          if count == 0 { break }
          sinks.mixedEnd &-= count
          looks &+= 2 &* count
          for turn in 0..<count {
            let pair = sinks.mixed[sinks.mixedEnd &+ turn]
            taken[turn] = pair
            fetchChildren(nodes, Int32(truncatingIfNeeded: pair))
          }
          for turn in 0..<count {
            let leaf = PairSide(nodes, Int32(truncatingIfNeeded: taken[turn] >> 32))
            let fork = nodes + Int(Int32(truncatingIfNeeded: taken[turn]))
            let limits = leaf.edges.limits
            sinks.put(PairSide(nodes, fork.pointee.child1), leaf, limits)
            sinks.put(PairSide(nodes, fork.pointee.child2), leaf, limits)
          }
        } else if sinks.bothEnd < PairWalk.batch && next < last {
          let stop = min(next + PairWalk.batch, last)
          while next < stop {
            let fork = nodes + Int(forks[next])
            next &+= 1
            let right = PairSide(nodes, fork.pointee.child2)
            sinks.put(PairSide(nodes, fork.pointee.child1), right, right.edges.limits)
          }
        } else {
          let count = min(sinks.bothEnd, PairWalk.batch)
          sinks.bothEnd &-= count
          looks &+= 4 &* count
          for turn in 0..<count {
            let pair = sinks.both[sinks.bothEnd &+ turn]
            taken[turn] = pair
            fetchChildren(nodes, Int32(truncatingIfNeeded: pair >> 32))
            fetchChildren(nodes, Int32(truncatingIfNeeded: pair))
          }
          for turn in 0..<count {
            let a = nodes + Int(Int32(truncatingIfNeeded: taken[turn] >> 32))
            let b = nodes + Int(Int32(truncatingIfNeeded: taken[turn]))
            let a1 = PairSide(nodes, a.pointee.child1)
            let a2 = PairSide(nodes, a.pointee.child2)
            let b1 = PairSide(nodes, b.pointee.child1)
            let limits1 = b1.edges.limits
            sinks.put(a1, b1, limits1)
            sinks.put(a2, b1, limits1)
            let b2 = PairSide(nodes, b.pointee.child2)
            let limits2 = b2.edges.limits
            sinks.put(a1, b2, limits2)
            sinks.put(a2, b2, limits2)
          }
        }
      }
      _ = bgts_add32(&pointee.looks, UInt32(truncatingIfNeeded: looks))
      return sinks.foundEnd..<end
    }
  }
}
