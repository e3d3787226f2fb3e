// Walks through the tree of boxes: what overlaps a box or a swept box, and whether the tree is sound.
// SPDX-License-Identifier: MIT
//
// The swept box is tested by separating axes: x, y and the one across the segment (S. Gottschalk, M. Lin and
// D. Manocha, "OBBTree", 1996).

extension DynamicTree {
  /// Appends the data of all leaves that overlap the box, in the tree's order. False: no memory for all.
  public func query(_ box: Box, into hits: inout Arena<Int32>) -> Bool {
    while true {
      let found = query(box, hits.base + hits.count, room: hits.capacity - hits.count)
      if found >= 0 {
        hits.count += found
        return true
      }
      if !makeRoom(&hits) { return false }
    }
  }

  /// The same for a bounded list: how many they are, or -1 when it is full.
  func query(_ box: Box, _ hits: UnsafeMutablePointer<Int32>, room: Int) -> Int {
    let limits = BoxEdges(box).limits
    return visit(hits, room) { BoxEdges($0).meets(limits) }
  }

  /// Appends the data of all leaves that a box meets whose center moves along a segment.
  ///
  /// Never misses one by rounding. False: no memory for all.
  public func querySegment(
    from: Vec2f, to: Vec2f, halfExtent: Vec2f, into hits: inout Arena<Int32>
  ) -> Bool {
    let start = from.widened
    let end = to.widened
    let half = halfExtent.widened
    let swept = Box.outward(
      minX: (start.x < end.x ? start.x : end.x) - half.x, minY: (start.y < end.y ? start.y : end.y) - half.y,
      maxX: (start.x > end.x ? start.x : end.x) + half.x, maxY: (start.y > end.y ? start.y : end.y) + half.y)
    let along = end - start
    let acrossX = along.y.magnitude
    let acrossY = along.x.magnitude
    // Sizes of coordinates times rounding errors of a few operations on 64-bit numbers.
    let slack = 1e-14 * (acrossX + acrossY)
    let size = start.x.magnitude + start.y.magnitude
    return visit(into: &hits) { box in
      guard box.overlaps(swept) else { return false }
      let centerX = 0.5 * (Double(box.minX) + Double(box.maxX))
      let centerY = 0.5 * (Double(box.minY) + Double(box.maxY))
      let halfX = half.x + 0.5 * (Double(box.maxX) - Double(box.minX))
      let halfY = half.y + 0.5 * (Double(box.maxY) - Double(box.minY))
      let distance = along.x * (centerY - start.y) - along.y * (centerX - start.x)
      let reach = acrossX * halfX + acrossY * halfY
      let margin = slack * (size + centerX.magnitude + centerY.magnitude + halfX + halfY)
      return !(distance.magnitude > reach + margin)  // Infinite boxes make NaN here, and count as met.
    }
  }

  /// Appends the data of all leaves below boxes that pass the test. False: no memory.
  @inline(__always)
  private func visit(into hits: inout Arena<Int32>, _ passes: (Box) -> Bool) -> Bool {
    while true {
      let found = visit(hits.base + hits.count, hits.capacity - hits.count, passes)
      if found >= 0 {
        hits.count += found
        return true
      }
      if !makeRoom(&hits) { return false }
    }
  }

  /// For a list that was too short. False: no memory; what fits is there.
  private func makeRoom(_ hits: inout Arena<Int32>) -> Bool {
    if hits.reserve(hits.capacity + 1) { return true }
    hits.count = hits.capacity
    return false
  }

  /// Lists the data of all leaves below boxes that pass the test, as far as there is room: how many, or -1 if not all.
  @inline(__always)
  private func visit(_ found: UnsafeMutablePointer<Int32>, _ capacity: Int, _ passes: (Box) -> Bool) -> Int {
    guard root >= 0, passes(nodes.base[Int(root)].box) else { return 0 }
    let room = 192  // More than heightLimit of any tree; small enough for the stack.
    guard height < room else { return visitByParents(found, capacity, passes) }
    let nodes = self.nodes.base
    let root = self.root
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: room) { stack -> Int in
      let waiting = stack.baseAddress.unsafelyUnwrapped
      var depth = 0
      var end = 0
      var node = nodes + Int(root)
      while true {
        let child1 = node.pointee.child1
        if child1 >= 0 {
          let child2 = node.pointee.child2
          let first = nodes + Int(child1)
          let second = nodes + Int(child2)
          let passesSecond = passes(second.pointee.box)
          if passes(first.pointee.box) {
            if passesSecond {
              waiting[depth] = child2
              depth &+= 1
            }
            node = first
            continue
          }
          if passesSecond {
            node = second
            continue
          }
        } else {
          if end == capacity { return -1 }
          found[end] = node.pointee.child2
          end &+= 1
        }
        if depth == 0 { return end }
        depth &-= 1
        node = nodes + Int(waiting[depth])
      }
    }
  }

  /// The same for trees of any height, which only a want of memory for rebuilding can make: no stack.
  func visitByParents(_ found: UnsafeMutablePointer<Int32>, _ capacity: Int, _ passes: (Box) -> Bool) -> Int {
    var index = root
    var end = 0
    while index >= 0 {
      let node = nodes[Int(index)]
      let inside = passes(node.box)
      if inside && node.isLeaf {
        if end == capacity { return -1 }
        found[end] = node.child2
        end += 1
      }
      index = inside && !node.isLeaf ? node.child1 : next(after: index)
    }
    return end
  }

  /// The node that follows a whole branch in a walk from left to right; -1 at the end.
  private func next(after branch: Int32) -> Int32 {
    var index = branch
    while true {
      let parent = nodes[Int(index)].parent
      if parent < 0 { return -1 }
      if nodes[Int(parent)].child1 == index { return nodes[Int(parent)].child2 }
      index = parent
    }
  }

  /// Whether links, boxes, heights, marks and counts agree; O(nodes), for tests.
  public func checkInvariants() -> Bool {
    var leaves = 0
    var visited = 0
    var index = root
    if root >= 0 && nodes[Int(root)].parent != -1 { return false }
    while index >= 0 {
      guard Int(index) < nodes.count, visited < nodes.count else { return false }
      visited += 1
      let node = nodes[Int(index)]
      guard node.flags & TreeNode.free == 0, node.isLeaf == (node.flags & TreeNode.leaf != 0)
      else { return false }
      if node.isLeaf {
        guard node.height == 0, !node.isEnlarged else { return false }
        leaves += 1
        index = next(after: index)
        continue
      }
      guard node.child1 >= 0, node.child2 >= 0, node.child1 != node.child2,
        Int(node.child1) < nodes.count, Int(node.child2) < nodes.count
      else { return false }
      let a = nodes[Int(node.child1)]
      let b = nodes[Int(node.child2)]
      guard a.parent == index, b.parent == index, node.height == DynamicTree.above(a.height, b.height),
        node.box.contains(a.box), node.box.contains(b.box),
        node.isEnlarged || !(a.isEnlarged || b.isEnlarged), hasUnmarkedForks || node.isChanged || !(a.isChanged || b.isChanged)
      else { return false }
      index = node.child1
    }
    var free = 0
    index = firstFree
    while index >= 0 {
      guard free < freeCount, nodes[Int(index)].flags == TreeNode.free else { return false }
      free += 1
      index = nodes[Int(index)].parent
    }
    return leaves == count && visited == max(0, 2 * count - 1) && free == freeCount
      && visited + free == nodes.count
  }
}
