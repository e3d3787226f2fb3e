// Regions: set operations against plain truth tables, borders, paths, and bytes that were damaged.
// SPDX-License-Identifier: MIT
import CShims
import Testing

@testable import BagatelleCore

/// A tree of operations, tested the slow way.
private indirect enum RegionOracle {
  case infinite
  case disk(Double)
  case rectangle(Double, Double)
  case path([Vector2])
  case inverse(RegionOracle)
  case union(RegionOracle, RegionOracle)
  case intersection(RegionOracle, RegionOracle)
  case difference(RegionOracle, RegionOracle)

  func contains(_ p: Vector2) -> Bool {
    switch self {
    case .infinite: return true
    case .disk(let r): return p.x * p.x + p.y * p.y <= r * r
    case .rectangle(let w, let h): return abs(p.x) <= w / 2 && abs(p.y) <= h / 2
    case .path(let points): return windingAngle(points, p) != 0
    case .inverse(let a): return !a.contains(p)
    case .union(let a, let b): return a.contains(p) || b.contains(p)
    case .intersection(let a, let b): return a.contains(p) && b.contains(p)
    case .difference(let a, let b): return a.contains(p) && !b.contains(p)
    }
  }

  /// Whole turns of the direction from the point to the corners.
  private func windingAngle(_ points: [Vector2], _ p: Vector2) -> Int {
    var sum = 0.0
    for index in points.indices {
      let a = points[index] - p
      let b = points[(index + 1) % points.count] - p
      sum += Elementary.atan2(a.cross(b), a.dot(b))
    }
    return Int((sum / (2 * Double.pi)).rounded())
  }

  /// Distance to the nearest border, roughly: points nearer than rounding are not compared.
  var program: RegionProgram {
    var out = RegionProgram()
    var issue = RegionIssue.none
    switch self {
    case .infinite: out = RegionProgram.infinite()!
    case .disk(let r): out = RegionProgram.disk(radius: r)!
    case .rectangle(let w, let h): out = RegionProgram.rectangle(width: w, height: h)!
    case .path(let points): issue = points.withUnsafeBufferPointer { RegionProgram.path($0, into: &out) }
    case .inverse(let a):
      var x = a.program
      issue = RegionProgram.inverse(x, into: &out)
      x.deallocate()
    case .union(let a, let b): issue = join(a, b, &out, RegionProgram.union)
    case .intersection(let a, let b): issue = join(a, b, &out, RegionProgram.intersection)
    case .difference(let a, let b): issue = join(a, b, &out, RegionProgram.difference)
    }
    #expect(issue == .none)
    return out
  }

  private func join(
    _ a: RegionOracle, _ b: RegionOracle, _ out: inout RegionProgram,
    _ operation: (RegionProgram, RegionProgram, inout RegionProgram) -> RegionIssue
  ) -> RegionIssue {
    var x = a.program
    var y = b.program
    defer {
      x.deallocate()
      y.deallocate()
    }
    return operation(x, y, &out)
  }
}

private func randomRegion(_ random: inout TestRandom, _ depth: Int) -> RegionOracle {
  if depth == 0 || random.unit() < 0.15 {
    switch random.index(4) {
    case 0: return random.unit() < 0.3 ? .infinite : .disk(random.between(0, 80))
    case 1: return .disk(random.between(5, 80))
    case 2: return .rectangle(random.between(1, 160), random.between(1, 160))
    default:
      var points: [Vector2] = []
      for _ in 0..<(3 + random.index(7)) {
        points.append(Vector2(random.between(-90, 90), random.between(-90, 90)))
      }
      return .path(points)
    }
  }
  let a = randomRegion(&random, depth - 1)
  switch random.index(4) {
  case 0: return .inverse(a)
  case 1: return .union(a, randomRegion(&random, depth - 1))
  case 2: return .intersection(a, randomRegion(&random, depth - 1))
  default: return .difference(a, randomRegion(&random, depth - 1))
  }
}

private func bytes(_ program: RegionProgram) -> [UInt8] {
  var out = [UInt8](repeating: 0, count: program.byteCount)
  out.withUnsafeMutableBytes { program.write(to: $0.baseAddress!) }
  return out
}

private func read(_ bytes: [UInt8]) -> (RegionIssue, RegionProgram) {
  var out = RegionProgram()
  let issue = bytes.withUnsafeBytes { RegionProgram.read($0, into: &out) }
  return (issue, out)
}

@Test func `random set operations agree with truth tables, before and after bytes`() {
  var random = TestRandom(7)
  var inside = 0
  for _ in 0..<400 {
    let oracle = randomRegion(&random, 5)
    var program = oracle.program
    var (issue, again) = read(bytes(program))
    #expect(issue == .none)
    for _ in 0..<50 {
      let p = Vector2(random.between(-100, 100), random.between(-100, 100))
      let truth = oracle.contains(p)
      #expect(program.contains(p) == truth)
      #expect(again.contains(p) == truth)
      if truth { inside += 1 }
    }
    program.deallocate()
    again.deallocate()
  }
  #expect(inside > 4000 && inside < 16000)
}

@Test func `borders belong to shapes and not to what they are taken from`() {
  var disk = RegionProgram.disk(radius: 50)!
  var box = RegionProgram.rectangle(width: 320, height: 284)!
  var outside = RegionProgram()
  var path = RegionProgram()
  defer {
    disk.deallocate()
    box.deallocate()
    outside.deallocate()
    path.deallocate()
  }
  #expect(disk.contains(Vector2(30, 40)) && !disk.contains(Vector2(30, 40.000001)))
  #expect(box.contains(Vector2(-160, 142)) && !box.contains(Vector2(160.0000001, 0)))
  #expect(RegionProgram.inverse(disk, into: &outside) == .none)
  #expect(!outside.contains(Vector2(50, 0)) && outside.contains(Vector2(50.0001, 0)))
  let corners = [Vector2(0, 0), Vector2(100, 0), Vector2(100, 100), Vector2(50, 20), Vector2(0, 100)]
  #expect(corners.withUnsafeBufferPointer { RegionProgram.path($0, into: &path) } == .none)
  for corner in corners { #expect(path.contains(corner)) }
  #expect(path.contains(Vector2(50, 0)) && path.contains(Vector2(100, 50)) && path.contains(Vector2(75, 60)))
  #expect(path.contains(Vector2(50, 10)) && !path.contains(Vector2(50, 21)))
  #expect(
    !path.contains(Vector2(-1, 0)) && !path.contains(Vector2(101, 0)) && !path.contains(Vector2(-1, 100)))
  #expect(!disk.contains(Vector2(.nan, 0)) && !disk.contains(Vector2(0, .infinity)))
}

@Test func `a path of either winding, concave or crossing itself, is filled`() {
  let star = (0..<5).map { index -> Vector2 in
    let turn = Double(index) * 4 * Double.pi / 5
    return Vector2(100 * Elementary.sin(turn), -100 * Elementary.cos(turn))
  }
  for points in [star, star.reversed()] {
    var program = RegionProgram()
    #expect(points.withUnsafeBufferPointer { RegionProgram.path($0, into: &program) } == .none)
    #expect(program.contains(Vector2(0, 0)), "the middle is gone round twice")
    #expect(program.contains(Vector2(0, -80)) && !program.contains(Vector2(0, 60)))
    program.deallocate()
  }
}

@Test func `paths without area, of two corners, or of no numbers are refused`() {
  var out = RegionProgram()
  func make(_ points: [Vector2]) -> RegionIssue {
    points.withUnsafeBufferPointer { RegionProgram.path($0, into: &out) }
  }
  #expect(make([]) == .invalidPath)
  #expect(make([Vector2(0, 0), Vector2(1, 0)]) == .invalidPath)
  #expect(make([Vector2(0, 0), Vector2(1, 1), Vector2(3, 3), Vector2(-7, -7)]) == .invalidPath)
  #expect(make([Vector2(2, 2), Vector2(2, 2), Vector2(2, 2)]) == .invalidPath)
  #expect(make([Vector2(0, 0), Vector2(1, .nan), Vector2(3, 3)]) == .range)
  #expect(make([Vector2(0, 0), Vector2(1e10, 1), Vector2(3, 3)]) == .range)
  #expect(out.nodes.count == 0)
}

@Test func `operations nest 256 deep and no deeper`() {
  var deep = RegionProgram.disk(radius: 10)!
  for _ in 1..<256 {
    var next = RegionProgram()
    #expect(RegionProgram.inverse(deep, into: &next) == .none)
    deep.deallocate()
    deep = next
  }
  #expect(deep.depth == 256)
  #expect(!deep.contains(Vector2(0, 0)) && deep.contains(Vector2(11, 0)))
  var out = RegionProgram()
  #expect(RegionProgram.inverse(deep, into: &out) == .limit)
  #expect(RegionProgram.union(deep, deep, into: &out) == .limit)
  let (issue, again) = read(bytes(deep))
  var copy = again
  #expect(issue == .none && copy.depth == 256 && copy.contains(Vector2(11, 0)))
  copy.deallocate()
  deep.deallocate()
}

@Test func `doubling ends at the limit of nodes`() {
  var region = RegionProgram.disk(radius: 1)!
  var issue = RegionIssue.none
  var rounds = 0
  while issue == .none {
    var next = RegionProgram()
    issue = RegionProgram.union(region, region, into: &next)
    if issue == .none {
      region.deallocate()
      region = next
      rounds += 1
    }
  }
  #expect(issue == .limit && rounds == 16)
  #expect(region.contains(Vector2(1, 0)) && !region.contains(Vector2(1, 1)))
  region.deallocate()
}

@Test func `damaged, cut and foreign bytes are refused`() {
  var random = TestRandom(3)
  var program = randomRegion(&random, 6).program
  let good = bytes(program)
  program.deallocate()
  for count in 0..<good.count { #expect(read(Array(good.prefix(count))).0 == .data) }
  #expect(read(good + [0]).0 == .data)
  for at in 0..<good.count {
    var bad = good
    bad[at] ^= UInt8(1 << random.index(8))
    #expect(read(bad).0 == .data)
  }
  for _ in 0..<2000 {
    var noise = [UInt8](repeating: 0, count: random.index(300))
    for at in noise.indices { noise[at] = UInt8(truncatingIfNeeded: random.bits()) }
    #expect(read(noise).0 == .data)
  }
}

@Test func `bytes with a right sum but wrong contents are refused`() {
  var random = TestRandom(5)
  var program = RegionOracle.union(
    .path([Vector2(0, 0), Vector2(9, 0), Vector2(0, 9)]), .difference(.disk(5), .rectangle(2, 2))
  ).program
  let good = bytes(program)
  program.deallocate()
  var accepted = 0
  for _ in 0..<20_000 {
    var bad = good
    for _ in 0..<(1 + random.index(3)) {
      bad[16 + random.index(good.count - 24)] = UInt8(truncatingIfNeeded: random.bits())
    }
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bad.dropLast(8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for at in 0..<8 { bad[bad.count - 8 + at] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * at)) }
    var (issue, region) = read(bad)
    // What is accepted is a region: it gives an answer for every point.
    if issue == .none {
      accepted += 1
      _ = region.contains(Vector2(1, 1))
      region.deallocate()
    }
  }
  #expect(accepted > 100 && accepted < 20_000)
}

@Test func `a region that finds no memory changes nothing`() {
  var a = RegionProgram.disk(radius: 1)!
  var out = RegionProgram()
  bgts_fail_allocation(1)
  #expect(RegionProgram.union(a, a, into: &out) == .outOfMemory)
  bgts_fail_allocation(1)
  if RegionProgram.disk(radius: 1) != nil { Issue.record("made without memory") }
  bgts_fail_allocation(1)
  let data = bytes(a)
  #expect(read(data).0 == .outOfMemory)
  bgts_fail_allocation(0)
  #expect(out.nodes.count == 0)
  a.deallocate()
}
