// Pairs of boxes and circles that are found eight at a time against the same found one by one: all bits are equal, whatever the
// numbers.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims
import Testing

@testable import BagatelleCore

/// Eight pairs of boxes and circles, whose poses, sizes and motion are set as they come.
private final class EightPairs {
  let bench = Bench()
  var world: World { bench.world }
  let context: StepContext
  /// What each found, one by one and together.
  private(set) var alone: [FoundPoints] = []
  private(set) var together: [FoundPoints] = []

  init() {
    // Of different sizes, so that each has vertices of its own.
    for number in 0..<16 { bench.world.wake(bench.box(Double(number) * 1000, 0, 100 + Double(number), 60)) }
    context = StepContext(stepSeconds: 1.0 / 60, substeps: 4, settings: bench.world.s.pointee.settings)
    for pair in 0..<8 { #expect(world.createContact(Int32(2 * pair), segment: none, Int32(2 * pair + 1))) }
    #expect(world.s.pointee.awake.count == 16 && world.s.pointee.contacts.count == 8 && world.reserveRows())
  }
  deinit { world.destroy() }

  func set(_ body: Int, _ pose: Pose, _ state: BodyState, _ pull: Vec2f, anchored: Bool = false) {
    let b = world.bodies + body
    (b.pointee.x, b.pointee.y, b.pointee.q) = (pose.x, pose.y, pose.q)
    let half = pose.half
    b.pointee.shape.kind = pose.isCircle ? .circle : .polygon
    b.pointee.shape.isBox = !pose.isCircle
    b.pointee.shape.halfSize = pose.isCircle ? .zero : half
    b.pointee.shape.radius = pose.isCircle ? half.x : 0
    b.pointee.outerRadius = pose.isCircle ? half.x : half.length
    b.pointee.innerRadius = pose.isCircle ? half.x : min(half.x, half.y)
    b.pointee.flags = anchored ? b.pointee.flags | BodyFlag.anchored : b.pointee.flags & ~BodyFlag.anchored
    let corners = [-half, Vec2f(half.x, -half.y), half, Vec2f(-half.x, half.y)]
    for corner in 0..<4 {
      world.s.pointee.vertices[Int(b.pointee.shape.start) + corner] = pose.isCircle ? .zero : corners[corner]
    }
    let at = Int(b.pointee.awake)
    world.states[at] = state
    world.motions[at].a = pull
    world.s.pointee.paces[at + 1] = BodyPace(
      x: pose.x, y: pose.y, d: state.d, motion: BodyTurn(v: state.v, w: state.w, turned: state.turned), pull: pull)
    world.s.pointee.bodyTree.nodes.base[Int(b.pointee.leaf)].box = .everything
  }

  /// Of all pairs: two boxes, or not. Without points and not touching, a contact is done with alone where it finds none.
  func find(isRound: Bool, placed: [Bool], points: [UInt8], touching: [Bool]) {
    let world = world
    func setContact(_ index: Int) {
      let c = world.contacts + index
      c.pointee.flags =
        ContactFlag.alive | (touching[index] ? ContactFlag.touching : 0) | (placed[index] ? ContactFlag.placed : 0)
      c.pointee.points = points[index]
    }
    alone = []
    for index in 0..<8 {
      setContact(index)
      var found = FoundPoints(
        normal: .zero, d: .zero, rA0: .zero, rA1: .zero, s0: 0, s1: 0, id0: 0, id1: 0, gap: 0, index: Int32(index), count: 0,
        touches: false, isFaceOfB: false, isParted: false)
      let look = world.refresh(Int32(index), context, note: &found)
      #expect(look == .found || (look == .done && !touching[index]))
      if look == .done { found.gap = world.s.pointee.active[Int(world.contacts[index].active)].gap }
      alone.append(found)
    }
    let records = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 64)
    let others = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 64)
    let fields = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 64)
    defer {
      records.deallocate()
      others.deallocate()
      fields.deallocate()
    }
    for index in 0..<8 {
      setContact(index)
      let record = (records + 128 * index).assumingMemoryBound(to: PairRecord.self)
      let other = others.assumingMemoryBound(to: PairRecord.self)
      let kind = world.notePair(
        Int32(index), 16, isRound ? other : record, isRound ? record : other, others.assumingMemoryBound(to: PolygonRecord.self), context)
      #expect(kind == (isRound ? 2 : 1))
    }
    var parameters = context.pairParameters
    parameters.kind = isRound ? .rounds : .boxes
    let kernel = world.s.pointee.pairKernel
    kernel(records, fields, &parameters)
    together = (0..<8).map { (records + 128 * $0).load(as: FoundPoints.self) }
  }
}

private struct Pose {
  var x: Double
  var y: Double
  var q: Rotation
  /// Of a circle the radius, twice.
  var half: Vec2f
  var isCircle = false
}

/// NaN is like NaN.
private func same(_ a: Float, _ b: Float) -> Bool { a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN) }
private func same(_ a: Vec2f, _ b: Vec2f) -> Bool { same(a.x, b.x) && same(a.y, b.y) }
/// What is read of it: without points nothing but the gap.
func same(_ a: FoundPoints, _ b: FoundPoints) -> Bool {
  if a.index != b.index || a.count != b.count || !same(a.gap, b.gap) || a.isParted != b.isParted { return false }
  if a.count == 0 { return true }
  return same(a.normal, b.normal) && same(a.d, b.d) && same(a.rA0, b.rA0) && same(a.rA1, b.rA1) && same(a.s0, b.s0)
    && same(a.s1, b.s1) && a.id0 == b.id0 && a.id1 == b.id1 && a.touches == b.touches && a.isFaceOfB == b.isFaceOfB
}

extension CollisionRandom {
  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
  mutating func around(_ size: Double) -> Float { Float(between(-size, size)) }

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

  /// About what a circle has as neighbors: circles that touch, overlap, or share their center; a box's faces and corners from all
  /// sides, from inside, and in them.
  fileprivate mutating func roundPair() -> (Pose, Pose) {
    let size = pick([1e-3, 0.5, 10, 10, 10, 10, 1000, 1e6, 1e12, 1e18])
    let isBetween = below(3) == 0
    var half = half(size)
    if isBetween { half.y = half.x }
    let radius = pick([half.x, Float(size * between(0.05, 1)), Float(size * between(0.001, 0.1))])
    let a = Pose(
      x: pick([0, 0, between(-1e4, 1e4), 1e7]), y: between(-100, 100), q: rotation(), half: half, isCircle: isBetween)
    var b = Pose(x: a.x, y: a.y, q: below(3) == 0 ? a.q : rotation(), half: Vec2f(radius, radius), isCircle: true)
    var way = Vec2f.zero
    let gap = Float(pick([0, 0, between(-0.3, 0.3) * size, between(-3, 3), between(-0.05, 0.05), 1e-6]))
    let (signX, signY): (Float, Float) = (pick([-1, 1]), pick([-1, 1]))
    switch below(6) {
    case 0: way = Vec2f(signX * (half.x + radius + gap), around(1.2) * half.y)
    case 1: way = Vec2f(around(1.2) * half.x, signY * (half.y + radius + gap))
    case 2:
      let turn = testSinCos(angle())
      let distance = pick([radius, radius + gap, 0, 1e-19, 1e-30])
      way = Vec2f(signX * half.x + Float(turn.cos) * distance, signY * half.y + Float(turn.sin) * distance)
    case 3: way = Vec2f(around(1) * half.x, around(1) * half.y)
    case 4: way = Vec2f(pick([0, -0.0, around(1e-6), 1e-22, half.x]), pick([0, -0.0, gap, -1e-22, half.y]))
    default: way = Vec2f(around(2.5) * (half.x + radius), around(2.5) * (half.y + radius))
    }
    let seen = a.q.apply(way)
    b.x += Double(seen.x)
    b.y += Double(seen.y)
    if below(40) == 0 { b.x = pick([.nan, .infinity, -.infinity, 1e300]) }
    if below(80) == 0 { b.y = pick([.nan, .infinity, -.infinity, 1e30]) }
    return below(2) == 0 ? (a, b) : (b, a)
  }

  /// Of one of two bodies that are found in a batch, odd numbers among them.
  mutating func motion() -> BodyState {
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
    pairs.find(isRound: false, placed: placed, points: points, touching: [Bool](repeating: true, count: 8))
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

@Test func `pairs with circles found together have the bits of those found alone`() {
  let pairs = EightPairs()
  var (none, circles, faces, corners, gaps, apart) = (0, 0, 0, 0, 0, 0)
  Property.holds("pairs with circles", cases: 60_000, debug: 1500) { random in
    var points: [UInt8] = []
    var touching: [Bool] = []
    var isBetween: [Bool] = []
    for pair in 0..<8 {
      let (a, b) = random.roundPair()
      let hasPoints = random.below(5) < 2
      let anchored = hasPoints && random.below(4) == 0 ? random.below(2) : 2
      pairs.set(2 * pair, a, random.motion(), random.pull(), anchored: anchored == 0)
      pairs.set(2 * pair + 1, b, random.motion(), random.pull(), anchored: anchored == 1)
      points.append(hasPoints ? 1 : 0)
      touching.append(hasPoints || random.below(4) == 0)
      isBetween.append(a.isCircle && b.isCircle)
    }
    pairs.find(isRound: true, placed: [Bool](repeating: false, count: 8), points: points, touching: touching)
    for pair in 0..<8 {
      let (a, b) = (pairs.alone[pair], pairs.together[pair])
      none += a.count == 0 ? 1 : 0
      gaps += a.gap > 0 ? 1 : 0
      apart += a.gap > 0 && !touching[pair] && !isBetween[pair] ? 1 : 0
      if a.count > 0 {
        let isSlanted = a.normal.x != 0 && a.normal.y != 0
        if isBetween[pair] { circles += 1 } else if isSlanted { corners += 1 } else { faces += 1 }
      }
      if !same(a, b) { return "pair \(pair), alone \(a), together \(b)" }
    }
    return nil
  }
  // None of them is rare.
  let all = none + circles + corners + faces
  print("pairs with circles: \(none) without points, \(circles) of circles, \(corners) slanted, \(faces) straight, \(gaps) gaps, \(apart) apart")
  #expect(50 * min(none, circles, corners, faces, gaps, apart) > all)
}

@Test func `boxes on what is anchored are found together with the bits of those found alone`() {
  let pairs = EightPairs()
  var acting = 0
  Property.holds("anchored box pairs", cases: 6_000, debug: 300) { random in
    for pair in 0..<8 {
      let (a, b) = random.pair()
      let isFirst = random.below(2) == 0
      pairs.set(2 * pair, a, random.motion(), random.pull(), anchored: isFirst)
      pairs.set(2 * pair + 1, b, random.motion(), random.pull(), anchored: !isFirst)
    }
    pairs.find(
      isRound: false, placed: (0..<8).map { _ in random.below(2) == 0 }, points: (0..<8).map { _ in UInt8(1 + random.below(2)) },
      touching: [Bool](repeating: true, count: 8))
    for pair in 0..<8 {
      let (a, b) = (pairs.alone[pair], pairs.together[pair])
      acting += a.count > 0 ? 1 : 0
      if !same(a, b) { return "pair \(pair), alone \(a), together \(b)" }
    }
    return nil
  }
  #expect(acting > 500)
}
