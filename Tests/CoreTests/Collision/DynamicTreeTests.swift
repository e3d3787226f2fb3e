// The tree of boxes against a plain list of boxes.
// SPDX-License-Identifier: MIT
import CShims
import Testing

@testable import BagatelleCore

/// A tree beside a list that answers the same questions slowly.
private final class Pair {
  var tree = DynamicTree()
  var hits = Arena<Int32>()
  /// Index of the leaf, box and data, in no order.
  var leaves: [(leaf: Int32, box: Box, data: Int32)] = []

  func insert(_ box: Box, _ data: Int32) {
    leaves.append((tree.insert(box, data: data), box, data))
  }
  func remove(_ position: Int) {
    tree.remove(leaves[position].leaf)
    leaves.swapAt(position, leaves.count - 1)
    leaves.removeLast()
  }
  func move(_ position: Int, _ box: Box) {
    leaves[position].box = box
    tree.move(leaves[position].leaf, box)
  }
  func enlarge(_ position: Int, _ box: Box) {
    leaves[position].box = box
    tree.enlarge(leaves[position].leaf, box)
  }

  func asked(_ box: Box) -> [Int32] {
    hits.count = 0
    guard tree.query(box, into: &hits) else { return [-1] }
    return (0..<hits.count).map { hits[$0] }.sorted()
  }
  func expected(_ box: Box) -> [Int32] {
    leaves.filter { $0.box.overlaps(box) }.map(\.data).sorted()
  }
  /// Sound, and every leaf finds what it overlaps.
  func agrees(asking count: Int = .max) -> Bool {
    guard tree.checkInvariants(), tree.count == leaves.count else { return false }
    for leaf in leaves.prefix(count) {
      guard tree.box(of: leaf.leaf) == leaf.box, tree.data(of: leaf.leaf) == leaf.data,
        asked(leaf.box) == expected(leaf.box)
      else { return false }
    }
    return asked(.everything).count == leaves.count
  }
  func deallocate() {
    tree.deallocate()
    hits.deallocate()
  }
}

private func randomBox(_ random: inout TestRandom, world: Double = 100, size: Double = 10) -> Box {
  let x = random.between(-world, world)
  let y = random.between(-world, world)
  return Box(
    minX: Float(x), minY: Float(y), maxX: Float(x + random.between(0, size)),
    maxY: Float(y + random.between(0, size)))
}

@Test func `a node of the tree has 32 bytes`() {
  #expect(MemoryLayout<TreeNode>.size == 32 && MemoryLayout<TreeNode>.stride == 32)
}

@Test func `an empty tree finds nothing and can be used again after it was freed`() {
  let pair = Pair()
  #expect(pair.asked(.everything) == [] && pair.tree.height == 0 && pair.tree.checkInvariants())
  #expect(pair.tree.bounds == .empty)
  pair.tree.rebuildEnlarged()
  let box = Box(minX: 0, minY: 0, maxX: 1, maxY: 1)
  pair.insert(box, 7)
  #expect(pair.agrees() && pair.asked(box) == [7] && pair.tree.bounds == box)
  pair.remove(0)
  #expect(pair.agrees() && pair.asked(box) == [])
  pair.deallocate()
  #expect(pair.tree.checkInvariants() && pair.tree.count == 0)
  pair.insert(box, 8)
  #expect(pair.agrees() && pair.asked(box) == [8])
  pair.deallocate()
}

@Test func `random calls keep the tree sound and its answers those of a list`() {
  var wrong = 0
  for seed in 1...12 {
    var random = TestRandom(UInt64(seed))
    let pair = Pair()
    // Coarse sizes and places in some runs, so that equal costs and touching edges are common.
    let coarse = seed % 3 == 0
    func next() -> Box {
      let box = randomBox(&random)
      guard coarse else { return box }
      func snap(_ x: Float) -> Float { (x / 20).rounded() * 20 }
      return Box(minX: snap(box.minX), minY: snap(box.minY), maxX: snap(box.maxX), maxY: snap(box.maxY))
    }
    for step in 0..<1500 {
      let growing = step % 500 < 300
      let choice = random.index(10)
      if pair.leaves.isEmpty || choice < (growing ? 4 : 1) {
        pair.insert(next(), Int32(step))
      } else {
        let position = random.index(pair.leaves.count)
        switch choice {
        case 4: pair.move(position, next())
        case 5, 6: pair.enlarge(position, next())
        case 7:
          pair.tree.rebuildEnlarged()
          if pair.tree.height > 0 && pair.tree.nodes[Int(pair.tree.root)].isEnlarged { wrong += 1 }
        default: pair.remove(position)
        }
      }
      let probe = next()
      if !pair.tree.checkInvariants() || pair.asked(probe) != pair.expected(probe) { wrong += 1 }
      if pair.tree.height > pair.tree.heightLimit { wrong += 1 }
      if step % 50 == 0 && !pair.agrees() { wrong += 1 }
    }
    while !pair.leaves.isEmpty {
      pair.remove(random.index(pair.leaves.count))
      if !pair.tree.checkInvariants() { wrong += 1 }
    }
    if pair.tree.freeCount != pair.tree.nodes.count { wrong += 1 }
    pair.deallocate()
  }
  #expect(wrong == 0)
}

@Test func `enlarging leaves a box around all, and rebuilding makes it tight again`() {
  var random = TestRandom(31)
  let pair = Pair()
  for i in 0..<600 { pair.insert(randomBox(&random, world: 1000), Int32(i)) }
  for _ in 0..<20 {
    for i in 0..<600 where random.index(3) == 0 {
      let old = pair.leaves[i].box
      let dx = Float(random.between(-20, 20))
      let dy = Float(random.between(-20, 20))
      pair.enlarge(
        i, Box(minX: old.minX + dx, minY: old.minY + dy, maxX: old.maxX + dx, maxY: old.maxY + dy))
    }
    #expect(pair.agrees(asking: 50))
    pair.tree.rebuildEnlarged()
    #expect(pair.agrees(asking: 50))
    #expect(pair.tree.height <= 30)
  }
  for i in 0..<600 {
    let old = pair.leaves[i].box
    pair.enlarge(i, Box(minX: old.minX + 5000, minY: old.minY, maxX: old.maxX + 5000, maxY: old.maxY))
  }
  #expect(pair.tree.bounds.minX < 0)
  pair.tree.rebuildEnlarged()
  #expect(pair.agrees(asking: 50))
  let tight = pair.leaves.reduce(Box.empty) { $0.union($1.box) }
  #expect(pair.tree.bounds == tight)
  pair.deallocate()
}

@Test func `rebuilding in a steady state takes no memory`() {
  var random = TestRandom(32)
  let pair = Pair()
  for i in 0..<500 { pair.insert(randomBox(&random), Int32(i)) }
  func stir() {
    for i in 0..<500 { pair.enlarge(i, randomBox(&random)) }
    pair.tree.rebuildEnlarged()
  }
  stir()
  bgts_fail_allocation(1)
  stir()
  for i in 0..<500 { pair.move(pair.leaves.count - 1 - i, randomBox(&random)) }
  stir()
  bgts_fail_allocation(0)
  #expect(!pair.tree.nodes[Int(pair.tree.root)].isEnlarged)
  #expect(pair.agrees())
  pair.deallocate()
}

@Test func `without memory nothing changes and the tree stays usable`() {
  var random = TestRandom(33)
  let pair = Pair()
  var refused = 0
  for i in 0..<300 {
    let before = pair.tree.count
    bgts_fail_allocation(1)
    let box = randomBox(&random)
    let leaf = pair.tree.insert(box, data: Int32(i))
    bgts_fail_allocation(0)
    if leaf < 0 {
      refused += 1
      #expect(pair.tree.count == before && pair.tree.checkInvariants())
      pair.insert(box, Int32(i))
    } else {
      pair.leaves.append((leaf, box, Int32(i)))
    }
  }
  #expect(refused > 3 && pair.agrees())
  for i in 0..<300 { pair.enlarge(i, randomBox(&random)) }
  bgts_fail_allocation(1)
  pair.tree.rebuildEnlarged()
  bgts_fail_allocation(0)
  #expect(pair.tree.nodes[Int(pair.tree.root)].isEnlarged && pair.agrees())
  var hits = Arena<Int32>()
  bgts_fail_allocation(1)
  let complete = pair.tree.query(.everything, into: &hits)
  bgts_fail_allocation(0)
  #expect(!complete)
  pair.deallocate()
  hits.deallocate()
}

@Test func `fifty thousand equal boxes make a flat tree, and so do nested and sorted ones`() {
  let equal: (Int) -> Box = { _ in Box(minX: 1, minY: 2, maxX: 3, maxY: 4) }
  let point: (Int) -> Box = { _ in Box(minX: 1, minY: 2, maxX: 1, maxY: 2) }
  let endless: (Int) -> Box = { _ in .everything }
  let nested: (Int) -> Box = { i in
    Box(minX: -Float(i), minY: -Float(i), maxX: Float(i), maxY: Float(i))
  }
  let shrinking: (Int) -> Box = { i in nested(50_000 - i) }
  let sorted: (Int) -> Box = { i in
    Box(minX: Float(i), minY: 0, maxX: Float(i) + 2, maxY: 1)
  }
  for (name, make) in [
    ("equal", equal), ("point", point), ("endless", endless), ("nested", nested),
    ("shrinking", shrinking), ("sorted", sorted),
  ] {
    var tree = DynamicTree()
    var highest = 0
    for i in 0..<50_000 {
      let leaf = tree.insert(make(i), data: Int32(i))
      if leaf < 0 { Issue.record("no leaf") }
      highest = max(highest, tree.height)
    }
    #expect(tree.checkInvariants() && tree.count == 50_000, "\(name)")
    #expect(highest <= 40, "\(name) \(highest)")
    var hits = Arena<Int32>()
    let complete = tree.query(.everything, into: &hits)
    #expect(complete && hits.count == 50_000, "\(name)")
    for leaf in 0..<50_000 where tree.data(of: Int32(leaf)) >= 0 {
      let box = tree.box(of: Int32(leaf))
      tree.enlarge(Int32(leaf), Box(minX: box.minX - 1, minY: box.minY, maxX: box.maxX, maxY: box.maxY))
    }
    tree.rebuildEnlarged()
    #expect(tree.checkInvariants() && tree.height <= tree.heightLimit, "\(name) \(tree.height)")
    for leaf in 0..<Int32(tree.nodes.count) { tree.remove(leaf) }
    #expect(tree.count == 0 && tree.checkInvariants(), "\(name)")
    tree.deallocate()
    hits.deallocate()
  }
}

@Test func `equal calls give equal trees`() {
  func run() -> [Int32] {
    var random = TestRandom(34)
    let pair = Pair()
    defer { pair.deallocate() }
    for i in 0..<400 { pair.insert(randomBox(&random), Int32(i)) }
    for i in 0..<200 { pair.enlarge(i, randomBox(&random)) }
    pair.tree.rebuildEnlarged()
    for _ in 0..<100 { pair.remove(random.index(pair.leaves.count)) }
    return (0..<pair.tree.nodes.count).flatMap { i in
      let node = pair.tree.nodes[i]
      return [node.parent, node.child1, node.child2, Int32(node.height)]
    }
  }
  #expect(run() == run())
}

@Test func `a swept box finds all that it meets and little else`() {
  var random = TestRandom(35)
  let pair = Pair()
  for i in 0..<300 { pair.insert(randomBox(&random), Int32(i)) }
  var missed = 0
  var wrong = 0
  for round in 0..<400 {
    let from = Vec2f(Float(random.between(-120, 120)), Float(random.between(-120, 120)))
    var to = Vec2f(Float(random.between(-120, 120)), Float(random.between(-120, 120)))
    if round % 5 == 0 { to.x = from.x }
    if round % 7 == 0 { to.y = from.y }
    let half = Vec2f(Float(random.between(0, 5)), Float(random.between(0, 5)))
    pair.hits.count = 0
    if !pair.tree.querySegment(from: from, to: to, halfExtent: half, into: &pair.hits) { wrong += 1 }
    let found = Set((0..<pair.hits.count).map { pair.hits[$0] })
    for leaf in pair.leaves {
      let meets = segmentMeets(from, to, half, leaf.box, grown: 0)
      let nearlyMeets = segmentMeets(from, to, half, leaf.box, grown: 1e-4)
      if meets && !found.contains(leaf.data) { missed += 1 }
      if found.contains(leaf.data) && !nearlyMeets { wrong += 1 }
    }
  }
  #expect(missed == 0 && wrong == 0)
  pair.deallocate()
}

/// By clipping the segment against the slabs of the grown box, another way than the tree's.
private func segmentMeets(_ from: Vec2f, _ to: Vec2f, _ half: Vec2f, _ box: Box, grown: Double) -> Bool {
  var enter = 0.0
  var leave = 1.0
  for (start, end, low, high, extent) in [
    (from.x, to.x, box.minX, box.maxX, half.x), (from.y, to.y, box.minY, box.maxY, half.y),
  ] {
    let low = Double(low) - Double(extent) - grown
    let high = Double(high) + Double(extent) + grown
    let start = Double(start)
    let along = Double(end) - start
    if along == 0 {
      if start < low || start > high { return false }
    } else {
      enter = max(enter, min((low - start) / along, (high - start) / along))
      leave = min(leave, max((low - start) / along, (high - start) / along))
    }
  }
  return enter <= leave
}

@Test func `the walk without a stack finds the same in the same order`() {
  var random = TestRandom(36)
  let pair = Pair()
  for i in 0..<300 { pair.insert(randomBox(&random), Int32(i)) }
  var other = Arena<Int32>()
  for _ in 0..<200 {
    let probe = randomBox(&random, size: 60)
    _ = pair.asked(probe)
    let hasRoom = other.resize(pair.hits.count)
    #expect(hasRoom)
    #expect(pair.tree.visitByParents(other.base, other.count) { $0.overlaps(probe) } == pair.hits.count)
    if other.count > 0 { #expect(pair.tree.visitByParents(other.base, other.count - 1) { $0.overlaps(probe) } == -1) }
    for i in 0..<other.count { #expect(other[i] == pair.hits[i]) }
  }
  pair.deallocate()
  other.deallocate()
}

@Test func `boxes that are infinite or no numbers, and indices that are no leaves, do no harm`() {
  var random = TestRandom(37)
  let pair = Pair()
  for i in 0..<100 { pair.insert(randomBox(&random), Int32(i)) }
  let half = Box(minX: -.infinity, minY: 0, maxX: .infinity, maxY: 1)
  pair.insert(half, 100)
  pair.insert(.everything, 101)
  pair.move(3, half)
  pair.enlarge(4, .everything)
  #expect(pair.agrees())
  pair.tree.rebuildEnlarged()
  #expect(pair.agrees())
  pair.hits.count = 0
  _ = pair.tree.querySegment(
    from: Vec2f(1e6, 1e6), to: Vec2f(2e6, 3e6), halfExtent: .zero, into: &pair.hits)
  #expect(Set((0..<pair.hits.count).map { pair.hits[$0] }) == [101, 4])

  let fork = pair.tree.root
  for index in [-1, Int32.min, Int32.max, Int32(pair.tree.nodes.count), fork] {
    pair.tree.remove(index)
    pair.tree.move(index, half)
    pair.tree.enlarge(index, half)
    pair.tree.setData(index, 5)
    #expect(pair.tree.data(of: index) == -1 && pair.tree.box(of: index) == .empty)
  }
  let gone = pair.leaves[0].leaf
  pair.remove(0)
  pair.tree.remove(gone)
  #expect(pair.agrees())
  pair.tree.setData(pair.leaves[0].leaf, 77)
  pair.leaves[0].data = 77
  #expect(pair.agrees())

  let broken = Box(minX: .nan, minY: .nan, maxX: .nan, maxY: .nan)
  for i in 0..<50 { _ = pair.tree.insert(i % 2 == 0 ? broken : randomBox(&random), data: 0) }
  for leaf in pair.leaves { pair.tree.enlarge(leaf.leaf, broken) }
  pair.tree.rebuildEnlarged()
  for leaf in 0..<Int32(pair.tree.nodes.count) { pair.tree.remove(leaf) }
  #expect(pair.tree.count == 0 && pair.tree.checkInvariants())
  pair.deallocate()
}
