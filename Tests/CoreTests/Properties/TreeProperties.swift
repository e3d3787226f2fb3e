// The tree of boxes against all pairs: box queries, swept boxes and the walk of the tree against itself, after random
// insertions, removals, moves, enlargings and rebuilds.
// SPDX-License-Identifier: MIT
import CShims
import Testing

@testable import BagatelleCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

/// A tree beside a list that answers the same questions by looking at all.
private final class Forest {
  struct Leaf {
    var index: Int32
    var box: Box
    var data: Int32
    var isMarked = false
  }

  var tree = DynamicTree()
  var hits = Arena<Int32>()
  var pairs = Arena<UInt64>()
  var leaves: [Leaf] = []
  var nextData: Int32 = 0
  /// Points; half the world's side and the greatest side of a box.
  let world: Double
  let size: Double
  /// Multiple of which all edges are, or 0: with it equal costs and touching edges are common.
  let grain: Float

  init(_ random: inout CollisionRandom) {
    world = [10, 100, 1e4, 1e8][random.below(4)]
    size = world * [0.01, 0.1, 0.5, 2][random.below(4)]
    grain = random.below(3) == 0 ? Float(0.2 * world) : 0
  }
  deinit {
    tree.deallocate()
    hits.deallocate()
    pairs.deallocate()
  }

  func box(_ random: inout CollisionRandom) -> Box {
    func snapped(_ x: Double) -> Float { grain > 0 ? (Float(x) / grain).rounded() * grain : Float(x) }
    let x = random.between(-world, world)
    let y = random.between(-world, world)
    // Now and then a long one, a point, or one without an end.
    let kind = random.below(60)
    let width = kind == 0 ? 2 * world : kind == 1 ? 0 : random.between(0, size)
    let height = kind == 1 ? 0 : random.between(0, size)
    return Box(
      minX: snapped(x), minY: kind == 2 ? -.infinity : snapped(y), maxX: snapped(x + width),
      maxY: kind == 2 ? .infinity : snapped(y + height))
  }

  func change(_ random: inout CollisionRandom, growing: Bool) {
    let choice = random.below(12)
    if leaves.isEmpty || choice < (growing ? 6 : 1) {
      let made = box(&random)
      leaves.append(Leaf(index: tree.insert(made, data: nextData), box: made, data: nextData))
      nextData += 1
      return
    }
    let at = random.below(leaves.count)
    switch choice {
    case 1, 6:
      // A moved leaf is as a new one, which is not asked for.
      leaves[at].box = box(&random)
      leaves[at].isMarked = false
      tree.move(leaves[at].index, leaves[at].box)
    case 2, 7, 8:
      let old = leaves[at].box
      let step = Float(random.between(-0.1, 0.1)) * Float(size)
      let by = grain > 0 ? grain : step
      leaves[at].box = random.below(3) > 0
        ? Box(minX: old.minX + by, minY: old.minY, maxX: old.maxX + by, maxY: old.maxY) : box(&random)
      tree.enlarge(leaves[at].index, leaves[at].box)
    case 3, 9:
      leaves[at].isMarked = true
      tree.markChanged(leaves[at].index)
    case 4:
      // What grows for a rebuild has it at once.
      for _ in 0..<random.below(4) where tree.reserveFit() {
        let at = random.below(leaves.count)
        leaves[at].box = box(&random)
        tree.enlargeForRebuild(leaves[at].index, leaves[at].box)
      }
      tree.rebuildEnlarged()
    default:
      tree.remove(leaves[at].index)
      leaves.swapAt(at, leaves.count - 1)
      leaves.removeLast()
    }
  }

  /// What is wrong with the answer to a box, or nil.
  func asked(_ box: Box) -> String? {
    hits.count = 0
    if !tree.query(box, into: &hits) { return "no memory" }
    let found = (0..<hits.count).map { hits[$0] }.sorted()
    let expected = leaves.filter { $0.box.overlaps(box) }.map(\.data).sorted()
    return found == expected ? nil : "\(box) meets \(found), by looking at all \(expected)"
  }

  /// What is wrong with the answer to a box on its way, or nil. Nobody may be missed; nobody may be found who is farther
  /// off than rounding.
  func swept(_ random: inout CollisionRandom) -> String? {
    func place() -> Vec2f { Vec2f(Float(random.between(-world, world)), Float(random.between(-world, world))) }
    let from = place()
    var to = place()
    if random.below(5) == 0 { to.x = from.x }
    if random.below(5) == 0 { to.y = from.y }
    let half = Vec2f(Float(random.between(0, 0.3 * size)), Float(random.between(0, 0.3 * size)))
    hits.count = 0
    if !tree.querySegment(from: from, to: to, halfExtent: half, into: &hits) { return "no memory" }
    let found = Set((0..<hits.count).map { hits[$0] })
    if found.count != hits.count { return "one is found twice" }
    for leaf in leaves {
      let isFound = found.contains(leaf.data)
      if !isFound && meets(from, to, half, leaf.box, grown: 0) { return "\(leaf) is missed from \(from) to \(to)" }
      // Without an end there is no center to look from: such boxes count as met where the boxes overlap.
      if leaf.box.minY == -.infinity { continue }
      if isFound && !meets(from, to, half, leaf.box, grown: 1e-6 * world) { return "\(leaf), \(from) to \(to)" }
    }
    return nil
  }

  /// By clipping the segment against the slabs of the grown box, another way than the tree's.
  private func meets(_ from: Vec2f, _ to: Vec2f, _ half: Vec2f, _ box: Box, grown: Double) -> Bool {
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

  /// What is wrong with the walk of the tree against itself, or nil. It takes the marks away.
  func metEachOther() -> String? {
    pairs.count = 0
    if !tree.collectChangedPairs(into: &pairs) { return "no memory" }
    func key(_ a: Int32, _ b: Int32) -> UInt64 { UInt64(max(a, b)) << 32 | UInt64(min(a, b)) }
    let found = (0..<pairs.count).map { key(Int32(pairs[$0] >> 32), Int32(pairs[$0] & 0xffff_ffff)) }.sorted()
    var expected: [UInt64] = []
    for a in 0..<leaves.count {
      for b in 0..<a where leaves[a].isMarked || leaves[b].isMarked {
        if leaves[a].box.overlaps(leaves[b].box) { expected.append(key(leaves[a].data, leaves[b].data)) }
      }
    }
    expected.sort()
    for at in leaves.indices { leaves[at].isMarked = false }
    if found != expected { return "pairs \(found), by looking at all \(expected)" }
    let before = pairs.count
    if !tree.collectChangedPairs(into: &pairs) || pairs.count != before { return "marks stay" }
    return nil
  }
}

@Suite struct TreeProperties {
  @Test func queriesAgreeWithAllPairs() {
    var boxes = 0
    var sweeps = 0
    var walks = 0
    Property.holds("tree: after random changes", cases: 2_500, debug: 25) { random in
      let forest = Forest(&random)
      let most = random.below(4) == 0 ? 300 : 60
      for step in 0..<most {
        forest.change(&random, growing: step % 100 < 70)
        if !forest.tree.checkInvariants() { return "step \(step): the tree is not sound" }
        var wrong: String?
        switch random.below(4) {
        case 0:
          wrong = forest.swept(&random)
          sweeps += 1
        case 1:
          wrong = forest.metEachOther()
          walks += 1
        default:
          wrong = forest.asked(forest.box(&random))
          boxes += 1
        }
        if let wrong { return "step \(step): \(wrong)" }
      }
      for at in forest.leaves.indices {
        forest.leaves[at].isMarked = true
        forest.tree.markChanged(forest.leaves[at].index)
      }
      return forest.metEachOther() ?? forest.asked(.everything)
    }
    print("property tree: \(boxes) boxes, \(sweeps) swept boxes and \(walks) walks against all pairs")
    #expect(boxes > 0 && sweeps > 0 && walks > 0)
  }

  /// Boxes above that grow at once, or by the rebuild alone, and a walk by one or by several: the same trees and pairs.
  @Test func shortWaysLeadToTheSame() {
    let pool = bgts_pool_create(3)
    defer { bgts_pool_destroy(pool) }
    Property.holds("tree: short ways", cases: 60, debug: 2) { random in
      let one = Forest(&random)
      let other = Forest(&random)
      while one.leaves.count < 700 { one.change(&random, growing: true) }
      other.leaves = one.leaves
      for leaf in one.leaves { _ = other.tree.insert(leaf.box, data: leaf.data) }
      one.tree.deallocate()
      for at in one.leaves.indices { one.leaves[at].index = one.tree.insert(one.leaves[at].box, data: one.leaves[at].data) }
      for round in 0..<6 {
        guard other.tree.reserveFit() else { return "no memory" }
        for leaf in one.leaves where random.below(3) == 0 {
          let box = leaf.box.union(one.box(&random))
          one.tree.enlarge(leaf.index, box)
          other.tree.enlargeForRebuild(leaf.index, box)
          one.tree.markChanged(leaf.index)
          other.tree.markChanged(leaf.index)
        }
        one.tree.rebuildEnlarged()
        other.tree.rebuildEnlarged()
        let bytes = one.tree.nodes.count * MemoryLayout<TreeNode>.stride
        if one.tree.nodes.count != other.tree.nodes.count || memcmp(one.tree.nodes.base, other.tree.nodes.base, bytes) != 0 {
          return "round \(round): the trees differ"
        }
        one.pairs.count = 0
        other.pairs.count = 0
        if !one.tree.collectChangedPairs(into: &one.pairs) { return "no memory" }
        if !other.tree.collectChangedPairs(into: &other.pairs, pool: pool) { return "no memory" }
        func sorted(_ pairs: Arena<UInt64>) -> [UInt64] {
          (0..<pairs.count).map { pairs[$0] }.filter { $0 != 0 }
            .map { UInt64(max($0 >> 32, $0 & 0xffff_ffff)) << 32 | min($0 >> 32, $0 & 0xffff_ffff) }.sorted()
        }
        if sorted(one.pairs) != sorted(other.pairs) { return "round \(round): the pairs differ" }
      }
      bgts_pool_rest(pool.unsafelyUnwrapped)
      return nil
    }
  }

  /// Where most boxes have changed forks are not marked, for no walk is to come. If one does, also after other calls, it finds the pairs.
  @Test func aWalkThatWasNotExpectedFindsAll() {
    var unmarked = 0
    Property.holds("tree: unmarked forks", cases: 400, debug: 5) { random in
      var tree = DynamicTree()
      var found = Arena<UInt64>()
      defer {
        tree.deallocate()
        found.deallocate()
      }
      func box() -> Box {
        let x = Float(random.between(-100, 100))
        let y = Float(random.between(-100, 100))
        return Box(minX: x, minY: y, maxX: x + Float(random.between(0, 9)), maxY: y + Float(random.between(0, 9)))
      }
      let count = 128 + random.below(200)
      var boxes = (0..<count).map { _ in box() }
      var leaves = boxes.indices.map { tree.insert(boxes[$0], data: Int32($0)) }
      var isMarked = [Bool](repeating: false, count: count)
      for round in 0..<4 {
        guard tree.reserveFit() else { return "no memory" }
        let marked = random.below(100)
        for at in boxes.indices where random.below(100) < marked {
          boxes[at] = boxes[at].union(box())
          isMarked[at] = true
          tree.enlargeForRebuild(leaves[at], boxes[at], marks: true)
        }
        tree.rebuildEnlarged()
        unmarked += tree.hasUnmarkedForks ? 1 : 0
        for at in boxes.indices where random.below(20) == 0 {
          if random.below(2) == 0 {
            tree.markChanged(leaves[at])
            isMarked[at] = true
          } else {
            boxes[at] = box()
            tree.remove(leaves[at])
            leaves[at] = tree.insert(boxes[at], data: Int32(at))
            isMarked[at] = false
          }
        }
        if !tree.checkInvariants() { return "round \(round): the tree is not sound" }
        found.count = 0
        if !tree.collectChangedPairs(into: &found) { return "no memory" }
        func key(_ a: Int, _ b: Int) -> UInt64 { UInt64(max(a, b)) << 32 | UInt64(min(a, b)) }
        let pairs = (0..<found.count).map { key(Int(found[$0] >> 32), Int(found[$0] & 0xffff_ffff)) }.sorted()
        var expected: [UInt64] = []
        for a in 0..<count {
          for b in 0..<a where (isMarked[a] || isMarked[b]) && boxes[a].overlaps(boxes[b]) { expected.append(key(a, b)) }
        }
        if pairs != expected.sorted() { return "round \(round): \(pairs.count) pairs, by looking at all \(expected.count)" }
        for at in 0..<count { isMarked[at] = false }
        if tree.hasUnmarkedForks || !tree.checkInvariants() { return "round \(round): marks stay" }
      }
      return nil
    }
    print("property tree: \(unmarked) walks over forks that were not marked")
    #expect(unmarked > 0)
  }

  /// Pairs where most boxes have changed, found without a walk, by one or by several: the same as of all pairs. Boxes in a crowd or
  /// in two that are far apart, in one place, on a grain where many touch; with long ones and walls, without an end or turned
  /// inside out.
  @Test func sweepsOfManyAgreeWithAllPairs() {
    let pool = bgts_pool_create(3)
    defer { bgts_pool_destroy(pool) }
    var swept = 0
    var left = 0
    var own = 0
    Property.holds("tree: sweeps of many", cases: 4_000, debug: 20) { random in
      var tree = DynamicTree()
      var found = Arena<UInt64>()
      defer {
        tree.deallocate()
        found.deallocate()
      }
      let count = 64 + random.below(random.below(8) == 0 ? 2_000 : 300)
      let world = [0.01, 30, 1_000, 1e7][random.below(4)]
      let size = world * [0.002, 0.02, 0.1, 0.6][random.below(4)]
      let grain = random.below(3) == 0 ? Float(size / 4) : 0
      let away = random.below(4) == 0 ? 1e3 * world : 0
      let walls = random.below(3) == 0 ? random.below(40) : 0
      let odd = random.below(3) == 0 ? 20 : 0
      let marked = random.below(3) == 0 ? 40 + random.below(60) : 100
      func snapped(_ x: Double) -> Float { grain > 0 ? (Float(x) / grain).rounded() * grain : Float(x) }
      var boxes: [Box] = []
      for at in 0..<count {
        let offset = random.below(2) == 0 ? away : 0
        let x = random.between(-world, world) + offset
        let y = random.between(-world, world)
        let isWall = at < walls
        let width = isWall && random.below(2) == 0 ? 2 * world : random.between(0, size)
        let height = isWall ? random.between(0, 2 * world) : random.between(0, size)
        var box = Box(minX: snapped(x), minY: snapped(y), maxX: snapped(x + width), maxY: snapped(y + height))
        if odd > 0 && random.below(odd) == 0 {
          switch random.below(4) {
          case 0: box.maxY = .infinity
          case 1: box.minX = -.infinity
          case 2: box = Box(minX: box.maxX, minY: box.minY, maxX: box.minX, maxY: box.maxY)
          default: box = .everything
          }
        }
        boxes.append(box)
      }
      var leaves: [Int32] = []
      let isOwned = random.below(2) == 0
      func owner(_ at: Int) -> Int32 { isOwned && at % 5 != 0 ? Int32(at / 3) : -1 }
      for at in boxes.indices { leaves.append(tree.insert(boxes[at], data: Int32(at), owner: owner(at))) }
      // Holes among the nodes.
      for at in boxes.indices where random.below(10) == 0 {
        tree.remove(leaves[at])
        leaves[at] = tree.insert(boxes[at], data: Int32(at), owner: owner(at))
      }
      var isMarked = [Bool](repeating: false, count: count)
      for at in boxes.indices where random.below(100) < marked {
        isMarked[at] = true
        tree.markChanged(leaves[at])
      }
      let bytes = 64 * count
      let work = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      defer { work.deallocate() }
      let isShared = random.below(3) == 0
      switch tree.pruneChangedPairs(into: &found, pool: isShared ? pool : nil, work: work, bytes: bytes) {
      case nil:
        left += 1
        if !tree.collectChangedPairs(into: &found, pool: isShared ? pool : nil, work: work, bytes: bytes) { return "no memory" }
      case .some(false): return "no memory"
      case .some(true): swept += 1
      }
      func key(_ a: UInt64, _ b: UInt64) -> UInt64 { max(a, b) << 32 | min(a, b) }
      let pairs = (0..<found.count).map { found[$0] }.filter { $0 != 0 }.map { key($0 >> 32, $0 & 0xffff_ffff) }.sorted()
      var expected: [UInt64] = []
      for a in 0..<count {
        for b in 0..<a where (isMarked[a] || isMarked[b]) && boxes[a].overlaps(boxes[b]) {
          if tree.leavesOutOwn && owner(a) >= 0 && owner(a) == owner(b) {
            own += 1
          } else {
            expected.append(key(UInt64(a), UInt64(b)))
          }
        }
      }
      expected.sort()
      if pairs != expected { return "\(count) boxes: \(pairs.count) pairs, by looking at all \(expected.count)" }
      let before = found.count
      if !tree.collectChangedPairs(into: &found) || found.count != before { return "marks stay" }
      bgts_pool_rest(pool.unsafelyUnwrapped)
      return nil
    }
    print("property tree: \(swept) sweeps of many against all pairs, \(left) left to the walk")
    #expect(4 * swept > left && own > 0)
  }

  /// Where a sixth of the boxes have changed pairs come from a sweep if the walk looks at many nodes, as in a long row of boxes that lie on each
  /// other, and from the walk again now and then; among twos far apart always from the walk. Both find what a look at all pairs finds.
  @Test func closeRowsAreSweptWhereFewChanged() {
    for isClose in [true, false] {
      var random = CollisionRandom(71)
      var tree = DynamicTree()
      var found = Arena<UInt64>()
      defer {
        tree.deallocate()
        found.deallocate()
      }
      let count = 600
      var boxes: [Box] = []
      var height = 0.0
      for at in 0..<count {
        // Far apart they come in twos.
        if !isClose && at % 2 == 0 { height = random.between(0, 10_000) }
        let x = Double(isClose ? at : 80 * (at / 2)) + random.between(0, 2)
        let y = height + random.between(0, 6)
        boxes.append(Box(minX: Float(x), minY: Float(y), maxX: Float(x + 12), maxY: Float(y + 12)))
      }
      let leaves = boxes.indices.map { tree.insert(boxes[$0], data: Int32($0)) }
      let bytes = 64 * count
      let work = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
      defer { work.deallocate() }
      var swept = 0
      var walkedAgain = 0
      for _ in 0..<200 {
        var isMarked = [Bool](repeating: false, count: count)
        for at in boxes.indices where random.below(6) == 0 {
          isMarked[at] = true
          tree.markChanged(leaves[at])
        }
        found.count = 0
        if tree.mayPrune { swept += 1 } else if swept > 0 { walkedAgain += 1 }
        let complete = tree.collectChangedPairs(into: &found, pool: nil, work: work, bytes: bytes)
        #expect(complete)
        let pairs = (0..<found.count).map { max(found[$0] >> 32, found[$0] & 0xffff_ffff) << 32 | min(found[$0] >> 32, found[$0] & 0xffff_ffff) }
        var expected: [UInt64] = []
        for a in 0..<count {
          for b in max(0, a - 40)..<a where (isMarked[a] || isMarked[b]) && boxes[a].overlaps(boxes[b]) {
            expected.append(UInt64(a) << 32 | UInt64(b))
          }
        }
        #expect(pairs.sorted() == expected.sorted() && !expected.isEmpty)
      }
      #expect(isClose ? swept > 150 && walkedAgain > 1 : swept == 0)
    }
  }
}
