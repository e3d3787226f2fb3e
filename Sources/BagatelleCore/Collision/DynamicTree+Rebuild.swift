// Rebuilds the part of the tree whose boxes have grown, from the top down.
// SPDX-License-Identifier: MIT
//
// Forks that grew are fitted bottom-up, and built anew only once their perimeters have doubled since they were
// built; after D. Kopta et al., "Fast, Effective BVH Updates for Animated Scenes" (2012), who let cost decide too.
// Partial rebuilds: E. Catto, Box2D 3.0 (2023): forks marked as enlarged hang together below the root; the
// branches under them are kept whole. Splits: I. Wald, "On fast Construction of SAH-based Bounding Volume
// Hierarchies" (2007), with 8 bins along the longer axis, for lopsided parts only: in the others the middle costs a
// quarter of the time and queries take as long.

/// Work memory of a rebuild, kept from one to the next.
struct TreeScratch {
  /// A branch that is kept, and the middle of its box.
  struct Item: BitwiseCopyable {
    var x: Float
    var y: Float
    var node: Int32
  }
  /// Items that become one branch.
  struct Task: BitwiseCopyable {
    var start: Int32
    var end: Int32
    var parent: Int32
    var depth: Int32
  }
  var items = Arena<Item>()
  var forks = Arena<Int32>()
  var stack = Arena<Int32>()
  var tasks = Arena<Task>()
  /// Pairs of nodes still to be looked at.
  var pairs = Arena<UInt64>()
  /// Forks in `forks` to be marked as enlarged, and in `stack` as changed, with all above.
  var grown = 0
  var marked = 0

  mutating func deallocate() {
    items.deallocate()
    forks.deallocate()
    stack.deallocate()
    tasks.deallocate()
    pairs.deallocate()
  }
}

extension DynamicTree {
  /// Gives back room for nodes, and the work memory but for one rebuild of everything; all of it when boxes rest.
  mutating func trim(rests: Bool) {
    let all = rests ? 0 : nodes.count
    let forks = rests ? 0 : branches
    let leaves = rests ? 0 : count + 1
    nodes.trim(to: nodes.count)
    built.trim(to: all)
    scratch.forks.trim(to: forks)
    scratch.stack.trim(to: forks)
    scratch.items.trim(to: leaves)
    scratch.tasks.trim(to: rests ? 0 : DynamicTree.mostTasks)
    scratch.pairs.trim(to: 64)
    _ = built.reserve(all) && scratch.forks.reserve(forks) && scratch.stack.reserve(forks)
      && scratch.items.reserve(leaves) && scratch.tasks.reserve(rests ? 0 : DynamicTree.mostTasks)
  }

  /// More than there are forks, or branches none of which lies in another, with one more to be written behind them.
  var branches: Int { count + 2 }

  /// Tasks of a rebuild: one more than its depth, which is at most three times 32 and 5, as each leaves two in its place. There
  /// is room for those of `collect` too, of a tree that is as high as it may be.
  private static var mostTasks: Int { 160 }

  /// What a fork that a leaf's insertion has made counts as: some among many do not have the tree built anew, a tree of them does.
  private static var insertedGrowth: Float { 3 }

  /// How much longer, in the mean, the perimeters of the enlarged forks may have become than they were when they were built.
  static var wornOut: Float { 2 }

  /// Fits the forks that `enlarge` has marked to what is in them, and builds them anew when they have become worn out;
  /// once a step is right. What moves together stays together, so most steps only fit. Without memory the tree stays as it is.
  public mutating func rebuildEnlarged() {
    markUpward(scratch.forks.base, &scratch.grown, TreeNode.enlarged)
    if scratch.marked > 0 && mayPrune && pruningWait == 0 {
      // Nobody asks the forks then.
      hasUnmarkedForks = true
      scratch.marked = 0
    }
    markUpward(scratch.stack.base, &scratch.marked, TreeNode.changed)
    guard root >= 0, !nodes[Int(root)].isLeaf, nodes[Int(root)].isEnlarged else { return }
    if fitEnlarged() { rebuild(all: false) }
    if height > heightLimit { rebuild(all: true) }
  }

  /// Marks the listed forks and all above them, level by level: where a way ends is hard to foresee. Above one that is marked
  /// all are.
  private func markUpward(_ listed: UnsafeMutablePointer<Int32>, _ count: inout Int, _ mark: UInt16) {
    let base = nodes.base
    while count > 0 {
      var kept = 0
      for at in 0..<count {
        let fork = base + Int(listed[at])
        let flags = fork.pointee.flags
        fork.pointee.flags = flags | mark
        listed[kept] = fork.pointee.parent
        kept &+= (flags & mark == 0 ? 1 : 0) & (fork.pointee.parent >= 0 ? 1 : 0)
      }
      count = kept
    }
  }

  /// Marks all forks above leaves that are marked as changed, where that was put off. False: no memory.
  @_optimize(size)
  mutating func markForks() -> Bool {
    if !hasUnmarkedForks { return true }
    guard reserveFit() else { return false }
    let base = nodes.base
    for at in 0..<nodes.count where base[at].flags & TreeNode.leaf == 0 { base[at].flags &= ~TreeNode.changed }
    for at in 0..<nodes.count where base[at].flags & TreeNode.leaf != 0 && base[at].isChanged && base[at].parent >= 0 {
      scratch.stack.base[scratch.marked] = base[at].parent
      scratch.marked += 1
    }
    markUpward(scratch.stack.base, &scratch.marked, TreeNode.changed)
    hasUnmarkedForks = false
    return true
  }

  /// Whether the enlarged forks, whose boxes are made anew, are worn out; if not they are no longer marked. Without memory
  /// they stay as they are.
  private mutating func fitEnlarged() -> Bool {
    guard reserveFit() else { return false }
    listEnlarged()
    let base = nodes.base
    let forks = scratch.forks.base
    var growth: Float = 0
    // Children were listed after their parents.
    var left = scratch.forks.count
    while left > 0 {
      left &-= 1
      let index = Int(forks[left])
      let box = base[Int(base[index].child1)].box.union(base[Int(base[index].child2)].box)
      base[index].box = box
      growth += built[index] > 0 ? DynamicTree.cost(box) / built[index] : DynamicTree.insertedGrowth
    }
    // Whatever lies still in wide forks above says nothing about them.
    if !(growth <= DynamicTree.wornOut * Float(scratch.forks.count)) { return true }
    for at in 0..<scratch.forks.count { base[Int(forks[at])].flags &= ~TreeNode.enlarged }
    return false
  }

  /// Room to fit the enlarged forks. False: no memory.
  mutating func reserveFit() -> Bool {
    built.resize(nodes.count) && scratch.forks.reserve(branches) && scratch.stack.reserve(branches)
  }

  /// The same to build them anew too.
  mutating func reserveRebuild() -> Bool {
    reserveFit() && scratch.items.reserve(count + 1) && scratch.tasks.reserve(DynamicTree.mostTasks)
  }

  /// Lists the enlarged forks level by level, so that many are looked at while the processor waits for others. There is room.
  private mutating func listEnlarged() {
    let base = nodes.base
    let forks = scratch.forks.base
    var at = 0
    var end = 1
    forks[0] = root
    while at < end {
      let node = base + Int(forks[at])
      at &+= 1
      let child1 = node.pointee.child1
      let child2 = node.pointee.child2
      forks[end] = child1
      end &+= base[Int(child1)].isEnlarged ? 1 : 0
      forks[end] = child2
      end &+= base[Int(child2)].isEnlarged ? 1 : 0
    }
    scratch.forks.count = end
  }

  @_optimize(size)
  mutating func rebuild(all: Bool) {
    guard root >= 0, !nodes[Int(root)].isLeaf, all || nodes[Int(root)].isEnlarged else { return }
    guard collect(all: all), built.resize(nodes.count) else { return }
    let base = nodes.base
    let items = scratch.items.base
    let forks = scratch.forks.base
    let tasks = scratch.tasks.base
    let itemCount = scratch.items.count
    // Balanced splits from this depth on keep lopsided ones from adding up.
    let deepest = Int32(truncatingIfNeeded: 2 * (Int.bitWidth - itemCount.leadingZeroBitCount) + 4)

    var used = 0
    var waiting = 1
    tasks[0] = TreeScratch.Task(start: 0, end: Int32(truncatingIfNeeded: itemCount), parent: -1, depth: 0)
    while waiting > 0 {
      waiting -= 1
      let task = tasks[waiting]
      let alone = task.end - task.start == 1
      let index = alone ? items[Int(task.start)].node : forks[used]
      base[Int(index)].parent = task.parent
      if task.parent < 0 {
        root = index
      } else if base[Int(task.parent)].child1 < 0 {
        base[Int(task.parent)].child1 = index
      } else {
        base[Int(task.parent)].child2 = index
      }
      if alone { continue }
      used += 1
      base[Int(index)].child1 = -1
      let start = Int(task.start)
      let half = (Int(task.end) - start) / 2
      var middle = start + half
      if task.depth < deepest {
        middle = TreeSplit.partition(items, base, start, Int(task.end), otherwise: middle)
      }
      let cut = Int32(truncatingIfNeeded: middle)
      let depth = task.depth + 1
      tasks[waiting] = TreeScratch.Task(start: cut, end: task.end, parent: index, depth: depth)
      tasks[waiting + 1] = TreeScratch.Task(start: task.start, end: cut, parent: index, depth: depth)
      waiting += 2
    }
    // Children were taken after their parents, so backwards they are ready first.
    while used > 0 {
      used -= 1
      let index = Int(forks[used])
      let a = base[Int(base[index].child1)]
      let b = base[Int(base[index].child2)]
      base[index].box = a.box.union(b.box)
      base[index].height = DynamicTree.above(a.height, b.height)
      base[index].flags = (a.flags | b.flags) & TreeNode.changed
      built[index] = DynamicTree.cost(base[index].box)
    }
  }

  /// Lists the forks to be taken and the branches to be kept. False: no memory, nothing changed.
  @_optimize(size)
  private mutating func collect(all: Bool) -> Bool {
    scratch.items.count = 0
    scratch.forks.count = 0
    scratch.tasks.count = 0
    let first = TreeScratch.Task(start: root, end: 0, parent: 0, depth: 0)
    guard scratch.tasks.append(first) else { return false }
    while scratch.tasks.count > 0 {
      let index = scratch.tasks.removeLast().start
      let node = nodes[Int(index)]
      if node.isLeaf || !(all || node.isEnlarged) {
        let box = node.box
        let item = TreeScratch.Item(
          x: 0.5 * box.minX + 0.5 * box.maxX, y: 0.5 * box.minY + 0.5 * box.maxY, node: index)
        guard scratch.items.append(item) else { return false }
      } else {
        guard scratch.forks.append(index),
          scratch.tasks.append(TreeScratch.Task(start: node.child2, end: 0, parent: 0, depth: 0)),
          scratch.tasks.append(TreeScratch.Task(start: node.child1, end: 0, parent: 0, depth: 0))
        else { return false }
      }
    }
    return scratch.tasks.reserve(DynamicTree.mostTasks)
  }
}

/// The choice of a split by the sum of perimeters times counts.
private struct TreeSplit {
  static var binCount: Int { 8 }
  /// Up to so many items are not worth bins.
  static var smallCount: Int { 8 }
  var low: Float
  var scale: Float
  var vertical: Bool

  @inline(__always) func bin(_ item: TreeScratch.Item) -> Int {
    let place = ((vertical ? item.y : item.x) - low) * scale
    // NaN goes to the first bin.
    return place > 0 ? (place < Float(TreeSplit.binCount - 1) ? Int(place) : TreeSplit.binCount - 1) : 0
  }

  /// Reorders items and returns where the second part begins; `otherwise`, when no plane divides them.
  static func partition(
    _ items: UnsafeMutablePointer<TreeScratch.Item>, _ nodes: UnsafeMutablePointer<TreeNode>, _ start: Int, _ end: Int,
    otherwise: Int
  ) -> Int {
    if end - start == 2 { return start + 1 }
    var lowX = Float.infinity
    var lowY = Float.infinity
    var highX = -Float.infinity
    var highY = -Float.infinity
    for i in start..<end {
      let item = items[i]
      if item.x < lowX { lowX = item.x }
      if item.y < lowY { lowY = item.y }
      if item.x > highX { highX = item.x }
      if item.y > highY { highY = item.y }
    }
    let vertical = highY - lowY > highX - lowX
    let extent = vertical ? highY - lowY : highX - lowX
    guard extent > 0 && extent < .infinity else { return otherwise }
    if end - start <= smallCount {
      // Few: in order along the axis, cut in the middle. Equal places keep their order.
      for i in start + 1..<end {
        let item = items[i]
        let place = vertical ? item.y : item.x
        var j = i
        while j > start, (vertical ? items[j - 1].y : items[j - 1].x) > place {
          items[j] = items[j - 1]
          j -= 1
        }
        items[j] = item
      }
      return otherwise
    }
    // The middle of the places is a cheap cut; where it leaves almost nothing on a side, the costs are looked at.
    let cut = 0.5 * (vertical ? lowY + highY : lowX + highX)
    var i = start
    var j = end
    while i < j {
      if (vertical ? items[i].y : items[i].x) < cut {
        i += 1
      } else {
        j -= 1
        let item = items[i]
        items[i] = items[j]
        items[j] = item
      }
    }
    if 8 * (i - start) >= end - start && 8 * (end - i) >= end - start { return i }
    let split = TreeSplit(low: vertical ? lowY : lowX, scale: Float(binCount) / extent, vertical: vertical)
    return withUnsafeTemporaryAllocation(of: Bin.self, capacity: 2 * binCount) { room -> Int in
      let bins = room.baseAddress.unsafelyUnwrapped
      let rights = bins + binCount
      for b in 0..<binCount { bins[b] = Bin(box: .empty, count: 0) }
      for i in start..<end {
        let b = split.bin(items[i])
        bins[b] = Bin(box: bins[b].box.union(nodes[Int(items[i].node)].box), count: bins[b].count + 1)
      }
      rights[binCount - 1] = bins[binCount - 1]
      for b in stride(from: binCount - 2, to: 0, by: -1) {
        rights[b] = Bin(box: rights[b + 1].box.union(bins[b].box), count: rights[b + 1].count + bins[b].count)
      }
      var left = bins[0]
      var best = 0
      var bestCost = Float.infinity
      for b in 1..<binCount {
        if left.count > 0 && rights[b].count > 0 {
          let cost = left.cost + rights[b].cost
          if cost < bestCost {
            best = b
            bestCost = cost
          }
        }
        left = Bin(box: left.box.union(bins[b].box), count: left.count + bins[b].count)
      }
      guard best > 0 else { return otherwise }
      var i = start
      var j = end
      while i < j {
        if split.bin(items[i]) < best {
          i += 1
        } else {
          j -= 1
          let item = items[i]
          items[i] = items[j]
          items[j] = item
        }
      }
      return i
    }
  }

  private struct Bin: BitwiseCopyable {
    var box: Box
    var count: Int
    var cost: Float { Float(count) * DynamicTree.cost(box) }
  }
}
