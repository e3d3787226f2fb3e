// Pairs of boxes that are found eight at a time against the same found one by one: all bits are equal, whatever the numbers.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims
import Testing

@testable import BagatelleCore

/// Eight pairs of boxes, whose poses, sizes and motion are set as they come.
private final class EightPairs {
  let bench = Bench()
  var world: World { bench.world }
  let context: StepContext
  /// What each found, one by one and together.
  private(set) var alone: [FoundPoints] = []
  private(set) var together: [FoundPoints] = []

  init() {
    for number in 0..<16 { bench.world.wake(bench.box(Double(number) * 1000, 0, 100, 60)) }
    context = StepContext(stepSeconds: 1.0 / 60, substeps: 4, settings: bench.world.s.pointee.settings)
    for pair in 0..<8 { #expect(world.createContact(Int32(2 * pair), segment: none, Int32(2 * pair + 1))) }
    #expect(world.s.pointee.awake.count == 16 && world.s.pointee.contacts.count == 8 && world.reserveRows())
  }
  deinit { world.destroy() }

  func set(_ body: Int, _ pose: Pose, _ state: BodyState, _ pull: Vec2f) {
    let b = world.bodies + body
    (b.pointee.x, b.pointee.y, b.pointee.q) = (pose.x, pose.y, pose.q)
    b.pointee.shape.halfSize = pose.half
    b.pointee.outerRadius = pose.half.length
    b.pointee.innerRadius = min(pose.half.x, pose.half.y)
    let at = Int(b.pointee.awake)
    world.states[at] = state
    world.motions[at].a = pull
    world.s.pointee.paces[at + 1] = BodyPace(
      x: pose.x, y: pose.y, d: state.d, motion: BodyTurn(v: state.v, w: state.w, turned: state.turned), pull: pull)
    world.s.pointee.bodyTree.nodes.base[Int(b.pointee.leaf)].box = .everything
  }

  func find(placed: [Bool], points: [UInt8]) {
    let world = world
    alone = []
    for index in 0..<8 {
      let c = world.contacts + index
      // So that one without points is told too.
      c.pointee.flags = ContactFlag.alive | ContactFlag.touching | (placed[index] ? ContactFlag.placed : 0)
      c.pointee.points = points[index]
      var found = FoundPoints(
        normal: .zero, d: .zero, rA0: .zero, rA1: .zero, s0: 0, s1: 0, id0: 0, id1: 0, gap: 0, index: 0, count: 0,
        touches: false, isFaceOfB: false, isParted: false)
      #expect(world.refresh(Int32(index), context, note: &found) == .found)
      alone.append(found)
    }
    let records = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 64)
    let fields = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 64)
    defer {
      records.deallocate()
      fields.deallocate()
    }
    for index in 0..<8 {
      #expect(world.noteBox(Int32(index), 16, (records + 128 * index).assumingMemoryBound(to: PairRecord.self)))
    }
    var parameters = context.pairParameters
    guard let kernel = world.s.pointee.pairKernel else { fatalError("no kernel") }
    kernel(records, fields, &parameters)
    together = (0..<8).map { (records + 128 * $0).load(as: FoundPoints.self) }
  }
}

private struct Pose {
  var x: Double
  var y: Double
  var q: Rotation
  var half: Vec2f
}

/// NaN is like NaN.
private func same(_ a: Float, _ b: Float) -> Bool { a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN) }
private func same(_ a: Vec2f, _ b: Vec2f) -> Bool { same(a.x, b.x) && same(a.y, b.y) }
/// What is read of it: without points nothing but the gap.
private func same(_ a: FoundPoints, _ b: FoundPoints) -> Bool {
  if a.index != b.index || a.count != b.count || !same(a.gap, b.gap) || a.isParted != b.isParted { return false }
  if a.count == 0 { return true }
  return same(a.normal, b.normal) && same(a.d, b.d) && same(a.rA0, b.rA0) && same(a.rA1, b.rA1) && same(a.s0, b.s0)
    && same(a.s1, b.s1) && a.id0 == b.id0 && a.id1 == b.id1 && a.touches == b.touches && a.isFaceOfB == b.isFaceOfB
}

extension CollisionRandom {
  fileprivate mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
  fileprivate mutating func around(_ size: Double) -> Float { Float(between(-size, size)) }

  /// Any angle, or a multiple of 45 degrees, exactly or nearly, zeros of both signs.
  fileprivate mutating func rotation() -> Rotation {
    let r = Float(0.5).squareRoot()
    switch below(4) {
    case 0:
      return pick([
        Rotation(c: 1, s: 0), Rotation(c: 1, s: -0.0), Rotation(c: -1, s: 0), Rotation(c: -1, s: -0.0), Rotation(c: 0, s: 1),
        Rotation(c: -0.0, s: 1), Rotation(c: 0, s: -1), Rotation(c: -0.0, s: -1), Rotation(c: r, s: r), Rotation(c: r, s: -r),
      ])
    case 1:
      let turn = testSinCos(Double(below(8)) * 0.7853981633974483 + between(-1, 1) * pick([1e-7, 1e-5, 1e-3, 0.02]))
      return Rotation(c: Float(turn.cos), s: Float(turn.sin))
    default:
      let turn = testSinCos(angle())
      return Rotation(c: Float(turn.cos), s: Float(turn.sin))
    }
  }

  fileprivate mutating func half(_ size: Double) -> Vec2f {
    let x = Float(size * between(0.05, 1))
    return Vec2f(x, pick([x, Float(size * between(0.05, 1)), x * 100]))
  }

  /// About what two boxes have as neighbors: faces and corners near each other, deep overlaps, the same place.
  fileprivate mutating func pair() -> (Pose, Pose) {
    let size = pick([1e-3, 0.5, 10, 10, 10, 10, 1000, 1e6, 1e12, 1e18])
    let half = half(size)
    let a = Pose(x: pick([0, 0, between(-1e4, 1e4), 1e7]), y: between(-100, 100), q: rotation(), half: half)
    var b = Pose(x: a.x, y: a.y, q: below(3) == 0 ? a.q : rotation(), half: pick([half, Vec2f(half.y, half.x), self.half(size)]))
    var way = Vec2f.zero
    let gap = Float(pick([0, 0, between(-0.3, 0.3) * size, between(-3, 3), between(-0.05, 0.05), 1e-6]))
    switch below(6) {
    case 0: way = Vec2f(a.half.x + b.half.x + gap, around(1.2) * (a.half.y + b.half.y))
    case 1: way = Vec2f(around(1.2) * (a.half.x + b.half.x), -(a.half.y + b.half.y + gap))
    case 2: way = Vec2f(pick([-1, 1]) * (a.half.x + b.half.x + gap), pick([-1, 1]) * (a.half.y + b.half.y + gap))
    case 3: way = 0.5 * Vec2f(around(1) * (a.half.x + b.half.x), around(1) * (a.half.y + b.half.y))
    case 4: way = Vec2f(pick([0, -0.0, around(1e-6)]), pick([0, -0.0, gap]))
    default: way = Vec2f(around(1.5) * (a.half.x + b.half.x), around(1.5) * (a.half.y + b.half.y))
    }
    let seen = a.q.apply(way)
    b.x += Double(seen.x)
    b.y += Double(seen.y)
    if below(40) == 0 { b.x = pick([.nan, .infinity, -.infinity, 1e300]) }
    if below(80) == 0 { b.y = pick([.nan, .infinity, -.infinity, 1e30]) }
    return below(2) == 0 ? (a, b) : (b, a)
  }

  fileprivate mutating func motion() -> BodyState {
    var state = BodyState()
    if below(4) > 0 {
      let fast = pick([1, 100, 1000, 1e5])
      state.v = Vec2f(around(fast), around(fast))
      state.w = around(pick([0.1, 3, 40]))
      state.turned = around(0.02)
      state.d = Vec2f(around(1), around(1))
    }
    if below(30) == 0 { state.v = Vec2f(pick([-0.0, .nan, .infinity]), 0) }
    if below(60) == 0 { state.w = pick([-0.0, .nan, -.infinity]) }
    return state
  }

  fileprivate mutating func pull() -> Vec2f {
    pick([.zero, Vec2f(-0.0, 0), Vec2f(0, 1000), Vec2f(700, 700), Vec2f(around(1000), around(1000)), Vec2f(.nan, 0)])
  }
}

@Test func `pairs of boxes found together have the bits of those found alone`() {
  let pairs = EightPairs()
  var (none, one, two, corners, gaps) = (0, 0, 0, 0, 0)
  Property.holds("box pairs", cases: 60_000, debug: 1500) { random in
    var placed: [Bool] = []
    var points: [UInt8] = []
    for pair in 0..<8 {
      let (a, b) = random.pair()
      pairs.set(2 * pair, a, random.motion(), random.pull())
      pairs.set(2 * pair + 1, b, random.motion(), random.pull())
      placed.append(random.below(2) == 0)
      points.append(UInt8(random.below(3)))
    }
    pairs.find(placed: placed, points: points)
    for pair in 0..<8 {
      let (a, b) = (pairs.alone[pair], pairs.together[pair])
      none += a.count == 0 ? 1 : 0
      one += a.count == 1 ? 1 : 0
      two += a.count == 2 ? 1 : 0
      gaps += a.gap > 0 ? 1 : 0
      corners += a.count == 1 && a.normal.x != 0 && a.normal.y != 0 && a.s0 > 0 ? 1 : 0
      if !same(a, b) { return "pair \(pair), alone \(a), together \(b)" }
    }
    return nil
  }
  // None of them is rare.
  let all = none + one + two
  print("box pairs: \(none) without points, \(one) with one, \(two) with two, \(corners) of corners, \(gaps) gaps")
  #expect(50 * min(none, one, two, gaps) > all && 200 * corners > all)
}
