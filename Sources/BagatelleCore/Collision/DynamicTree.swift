// A binary tree of boxes that finds which boxes overlap a box or a swept box.
// SPDX-License-Identifier: MIT
//
// Insertion: greedy descent by added perimeter, after J. Bittner, M. Hapala and V. Havran, "Fast
// Insertion-Based Optimization of Bounding Volume Hierarchies" (2013), and E. Catto, "Dynamic Bounding Volume
// Hierarchies" (GDC 2019). On the way back up a child changes places with its sibling's child where that
// makes boxes smaller, or, as in an AVL tree with a wider tolerance, where one side has grown too high. So
// even equal or nested boxes give a height of the order of log n, with the same tree for the same calls.

import CShims

/// A leaf (child1 is below 0, and tells which have one owner; child2 is the caller's data) or a fork; 32 bytes.
struct TreeNode: BitwiseCopyable {
  static var leaf: UInt16 { 1 }
  /// A fork whose box has grown, or above one, since the last rebuild.
  static var enlarged: UInt16 { 2 }
  static var free: UInt16 { 4 }
  /// A leaf whose overlaps are asked for, and all forks above it.
  static var changed: UInt16 { 8 }

  var box: Box
  /// -1 at the root; of a free node the next free one.
  var parent: Int32
  var child1: Int32
  var child2: Int32
  /// 0 at a leaf.
  var height: UInt16
  var flags: UInt16

  var isLeaf: Bool { child1 < 0 }
  var isEnlarged: Bool { flags & TreeNode.enlarged != 0 }
  var isChanged: Bool { flags & TreeNode.changed != 0 }
}

/// Boxes with a number each, to be asked what overlaps; freed by its owner with `deallocate()`.
///
/// A leaf keeps its index from `insert` to `remove`. Calls with an index that is no leaf do nothing. Queries
/// do not change the tree, so several threads may ask at once. Box edges may be infinite.
public struct DynamicTree {
  /// The number of leaves.
  public internal(set) var count = 0
  var nodes = Arena<TreeNode>()
  var root: Int32 = -1
  var firstFree: Int32 = -1
  var freeCount = 0
  var scratch = TreeScratch()
  /// Pairs that the latest walk with workers found.
  var lately = 0
  /// Pairs of nodes that the latest walk looked at; less with each sweep since.
  var looks: UInt32 = 0
  /// Leaves that are marked as changed, and some that were and are gone.
  var changedCount = 0
  /// Whether forks above them are not all marked yet.
  var hasUnmarkedForks = false
  /// Whether the latest search for pairs left out leaves of one owner.
  var leavesOutOwn = false
  /// Whether some leaf has had an owner.
  var hasOwners = false
  /// Calls for which no sweep is tried.
  var pruningWait: UInt8 = 0
  /// Perimeter of each fork when it was built; 0 of those that insertion made.
  var built = Arena<Float>()

  public init() {}

  /// Frees everything; the tree is empty then and can be used again.
  public mutating func deallocate() {
    nodes.deallocate()
    scratch.deallocate()
    built.deallocate()
    count = 0
    root = -1
    firstFree = -1
    freeCount = 0
  }

  /// Forks between the root and the deepest leaf; 0 for up to one leaf.
  public var height: Int { root < 0 ? 0 : Int(nodes[Int(root)].height) }

  /// The box around all leaves; empty without any.
  public var bounds: Box { root < 0 ? .empty : nodes[Int(root)].box }

  // MARK: Leaves

  /// Adds a leaf and returns its index. -1: no memory, nothing changed. Pairs of leaves of one owner, if they have one, need not be found.
  public mutating func insert(_ box: Box, data: Int32, owner: Int32 = -1) -> Int32 {
    let wanted = root < 0 ? 1 : 2
    if wanted > freeCount {
      let end = nodes.count + wanted - freeCount
      guard end < Int(Int32.max), nodes.reserve(end) else { return -1 }
    }
    let leaf = takeNode()
    nodes[Int(leaf)] = TreeNode(
      box: box, parent: -1, child1: -2 &- owner, child2: data, height: 0, flags: TreeNode.leaf)
    attach(leaf)
    count += 1
    if owner >= 0 { hasOwners = true }
    return leaf
  }

  /// Takes a leaf away.
  public mutating func remove(_ leaf: Int32) {
    guard isLeaf(leaf) else { return }
    detach(leaf)
    giveNode(leaf)
    count -= 1
  }

  /// Gives a leaf another box and its best place; for boxes that jump or change rarely.
  public mutating func move(_ leaf: Int32, _ box: Box) {
    guard isLeaf(leaf) else { return }
    detach(leaf)
    nodes[Int(leaf)].box = box
    attach(leaf)
  }

  /// Gives a leaf another box at the place it has, and grows what is above until it fits.
  ///
  /// Cheap, and the tree gets worse by it until `rebuildEnlarged`.
  public mutating func enlarge(_ leaf: Int32, _ box: Box) {
    guard isLeaf(leaf) else { return }
    let base = nodes.base
    base[Int(leaf)].box = box
    var index = base[Int(leaf)].parent
    var grown = false
    while index >= 0 && !base[Int(index)].box.contains(box) {
      base[Int(index)].box = base[Int(index)].box.union(box)
      base[Int(index)].flags |= TreeNode.enlarged
      grown = true
      index = base[Int(index)].parent
    }
    while grown && index >= 0 && !base[Int(index)].isEnlarged {
      base[Int(index)].flags |= TreeNode.enlarged
      index = base[Int(index)].parent
    }
  }

  /// Gives a leaf another box at the place it has, and with `marks` does as `markChanged`. Boxes and marks above are left to
  /// `rebuildEnlarged`, which must come before any query; there is room for what it needs, and no leaf comes twice.
  @inline(__always)
  mutating func enlargeForRebuild(_ leaf: Int32, _ box: Box, marks: Bool = false) {
    let node = nodes.base + Int(leaf)
    node.pointee.box = box
    let parent = node.pointee.parent
    let isNew = marks && !node.pointee.isChanged
    changedCount &+= isNew ? 1 : 0
    if parent < 0 {
      if marks { node.pointee.flags |= TreeNode.changed }
      return
    }
    scratch.forks.base[scratch.grown] = parent
    scratch.grown &+= nodes.base[Int(parent)].box.contains(box) ? 0 : 1
    if marks { node.pointee.flags |= TreeNode.changed }
    scratch.stack.base[scratch.marked] = parent
    scratch.marked &+= isNew ? 1 : 0
  }

  /// Lets the next `collectChangedPairs` ask for the leaf's overlaps; a leaf that is added or moved is not asked for by itself.
  public mutating func markChanged(_ leaf: Int32) {
    guard isLeaf(leaf) else { return }
    let base = nodes.base
    changedCount &+= base[Int(leaf)].isChanged ? 0 : 1
    var index = leaf
    while index >= 0 && !base[Int(index)].isChanged {
      base[Int(index)].flags |= TreeNode.changed
      index = base[Int(index)].parent
    }
  }

  /// The box of a leaf; empty for an index that is no leaf.
  public func box(of leaf: Int32) -> Box { isLeaf(leaf) ? nodes[Int(leaf)].box : .empty }

  /// The same for what is surely a leaf.
  @inline(__always)
  func box(ofLeaf leaf: Int32) -> Box { nodes.base[Int(leaf)].box }

  /// Asks for the memory of a leaf; any number will do.
  @inline(__always)
  func fetchAhead(_ leaf: Int32) { bgts_prefetch(nodes.base + Int(leaf)) }

  /// Asks for the memory of what lies above a leaf.
  @inline(__always)
  func fetchParent(_ leaf: Int32) { if leaf >= 0 { bgts_prefetch(nodes.base + Int(nodes.base[Int(leaf)].parent)) } }

  /// The data of a leaf; -1 for an index that is no leaf.
  public func data(of leaf: Int32) -> Int32 { isLeaf(leaf) ? nodes[Int(leaf)].child2 : -1 }

  public mutating func setData(_ leaf: Int32, _ data: Int32) {
    if isLeaf(leaf) { nodes[Int(leaf)].child2 = data }
  }

  @inline(__always) private func isLeaf(_ index: Int32) -> Bool {
    index >= 0 && Int(index) < nodes.count && nodes.base[Int(index)].flags & TreeNode.leaf != 0
  }

  // MARK: Nodes

  /// There is a free node, or room for one.
  private mutating func takeNode() -> Int32 {
    if firstFree < 0 {
      nodes.count += 1
      return Int32(truncatingIfNeeded: nodes.count - 1)
    }
    let index = firstFree
    firstFree = nodes[Int(index)].parent
    freeCount -= 1
    return index
  }

  private mutating func giveNode(_ index: Int32) {
    nodes[Int(index)] = TreeNode(
      box: .empty, parent: firstFree, child1: -1, child2: -1, height: 0, flags: TreeNode.free)
    firstFree = index
    freeCount += 1
  }

  /// Puts a leaf that is in no tree at its best place. There is a node for the new fork.
  private mutating func attach(_ leaf: Int32) {
    nodes.base[Int(leaf)].flags &= ~TreeNode.changed
    guard root >= 0 else {
      root = leaf
      nodes[Int(leaf)].parent = -1
      return
    }
    let sibling = bestSibling(nodes[Int(leaf)].box)
    let fork = takeNode()
    if Int(fork) < built.count { built[Int(fork)] = 0 }
    let base = nodes.base
    let above = base[Int(sibling)].parent
    base[Int(fork)] = TreeNode(
      box: .empty, parent: above, child1: sibling, child2: leaf, height: 0,
      flags: base[Int(sibling)].flags & (TreeNode.enlarged | TreeNode.changed))
    replaceChild(of: above, sibling, by: fork)
    base[Int(sibling)].parent = fork
    base[Int(leaf)].parent = fork
    refit(from: fork)
    if base[Int(root)].height > heightLimit { rebuild(all: true) }
  }

  /// Takes a leaf out of the tree and frees the fork above it.
  private mutating func detach(_ leaf: Int32) {
    let base = nodes.base
    let fork = base[Int(leaf)].parent
    guard fork >= 0 else {
      root = -1
      return
    }
    let above = base[Int(fork)].parent
    let sibling = base[Int(fork)].child1 == leaf ? base[Int(fork)].child2 : base[Int(fork)].child1
    base[Int(sibling)].parent = above
    replaceChild(of: above, fork, by: sibling)
    giveNode(fork)
    refit(from: above)
  }

  private mutating func replaceChild(of parent: Int32, _ old: Int32, by new: Int32) {
    if parent < 0 {
      root = new
    } else if nodes.base[Int(parent)].child1 == old {
      nodes.base[Int(parent)].child1 = new
    } else {
      nodes.base[Int(parent)].child2 = new
    }
  }

  // MARK: Insertion

  /// Perimeter, kept finite so that sums and differences of costs order all boxes.
  @inline(__always) static func cost(_ box: Box) -> Float {
    let perimeter = box.perimeter
    if !(perimeter < 1e35) { return 1e35 }
    return perimeter > 0 ? perimeter : 0
  }

  /// How much higher one child may be than the other, where no rebuild has made it so.
  static var tolerance: Int { 4 }

  /// Beyond this the whole tree is rebuilt.
  var heightLimit: Int { 4 * (Int.bitWidth - count.leadingZeroBitCount) + 16 }

  /// The node to pair with, so that little perimeter is added; equal costs go deeper, then to the lower side.
  @_optimize(size)
  private func bestSibling(_ box: Box) -> Int32 {
    let base = nodes.base
    let own = DynamicTree.cost(box)
    var index = root
    var direct = DynamicTree.cost(base[Int(index)].box.union(box))
    var inherited: Float = 0
    var best: Int32 = -1
    var bestCost: Float = .infinity
    while true {
      let node = base[Int(index)]
      let here = direct + inherited
      if node.height <= DynamicTree.tolerance && here <= bestCost {
        best = index
        bestCost = here
      }
      if node.isLeaf { break }
      inherited += direct - DynamicTree.cost(node.box)
      let a = base[Int(node.child1)]
      let b = base[Int(node.child2)]
      let directA = DynamicTree.cost(a.box.union(box))
      let directB = DynamicTree.cost(b.box.union(box))
      // What pairing in that child or below costs at least.
      let boundA = a.isLeaf ? directA : own + (directA - DynamicTree.cost(a.box))
      let boundB = b.isLeaf ? directB : own + (directB - DynamicTree.cost(b.box))
      if best >= 0 && bestCost < inherited + boundA && bestCost < inherited + boundB { break }
      let first = boundA != boundB ? boundA < boundB : a.height <= b.height
      index = first ? node.child1 : node.child2
      direct = first ? directA : directB
    }
    return best >= 0 ? best : index
  }

  /// Restores boxes and heights from a fork up to where nothing changes, rotating on the way.
  private mutating func refit(from start: Int32) {
    let base = nodes.base
    var index = start
    while index >= 0 {
      let old = base[Int(index)]
      rotate(index)
      let a = base[Int(base[Int(index)].child1)]
      let b = base[Int(base[Int(index)].child2)]
      let box = a.box.union(b.box)
      let height = DynamicTree.above(a.height, b.height)
      base[Int(index)].box = box
      base[Int(index)].height = height
      base[Int(index)].flags |= (a.flags | b.flags) & (TreeNode.enlarged | TreeNode.changed)
      if box == old.box && height == old.height { break }
      index = old.parent
    }
  }

  @inline(__always) static func above(_ a: UInt16, _ b: UInt16) -> UInt16 {
    let height = a > b ? a : b
    return height < UInt16.max ? height + 1 : height
  }

  /// Lets a child of the fork and a child of its other child change places, where that is a gain.
  @_optimize(size)
  private mutating func rotate(_ index: Int32) {
    let base = nodes.base
    let node = base[Int(index)]
    let heightA = Int(base[Int(node.child1)].height)
    let heightB = Int(base[Int(node.child2)].height)
    let forced = heightA - heightB > DynamicTree.tolerance || heightB - heightA > DynamicTree.tolerance
    var bestGain: Float = forced ? -.infinity : 0
    var bestUpper: Int32 = -1
    var bestLower: Int32 = -1
    for side in 0..<2 {
      let upper = side == 0 ? node.child1 : node.child2
      let other = side == 0 ? node.child2 : node.child1
      if base[Int(other)].isLeaf || (forced && base[Int(upper)].height > base[Int(other)].height) { continue }
      let otherCost = DynamicTree.cost(base[Int(other)].box)
      let down = base[Int(upper)]
      for choice in 0..<2 {
        let lower = choice == 0 ? base[Int(other)].child1 : base[Int(other)].child2
        let stays = choice == 0 ? base[Int(other)].child2 : base[Int(other)].child1
        let gain = otherCost - DynamicTree.cost(down.box.union(base[Int(stays)].box))
        guard gain > bestGain else { continue }
        let heightUp = Int(base[Int(lower)].height)
        let heightStays = Int(base[Int(stays)].height)
        if forced {
          guard heightUp >= heightStays else { continue }
        } else {
          // Neither side may get too high, nor this fork's height change by more than one for those above.
          let heightOther = 1 + max(Int(down.height), heightStays)
          let change = 1 + max(heightOther, heightUp) - Int(node.height)
          guard (Int(down.height) - heightStays).magnitude <= UInt(DynamicTree.tolerance),
            (heightOther - heightUp).magnitude <= UInt(DynamicTree.tolerance), change.magnitude <= 1
          else { continue }
        }
        bestGain = gain
        bestUpper = upper
        bestLower = lower
      }
    }
    if bestUpper >= 0 { exchange(index, bestUpper, bestLower) }
  }

  /// Swaps `upper`, a child of `index`, with `lower`, a child of its sibling, and refits that sibling.
  private mutating func exchange(_ index: Int32, _ upper: Int32, _ lower: Int32) {
    let base = nodes.base
    let other = base[Int(lower)].parent
    replaceChild(of: index, upper, by: lower)
    replaceChild(of: other, lower, by: upper)
    base[Int(lower)].parent = index
    base[Int(upper)].parent = other
    let a = base[Int(base[Int(other)].child1)]
    let b = base[Int(base[Int(other)].child2)]
    base[Int(other)].box = a.box.union(b.box)
    base[Int(other)].height = DynamicTree.above(a.height, b.height)
    base[Int(other)].flags |= (a.flags | b.flags) & (TreeNode.enlarged | TreeNode.changed)
  }
}
