// Pairs of polygons that are found eight at a time against the same found one by one: all bits are equal, whatever the numbers.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims
import Testing

@testable import BagatelleCore

/// Eight pairs of polygons, whose corners, poses and motion are set as they come.
private final class EightPolygons {
  let bench = Bench()
  var world: World { bench.world }
  let context: StepContext
  /// What each found, one by one, and together; nil where a pair is left to be found alone.
  private(set) var alone: [FoundPoints] = []
  private(set) var together: [FoundPoints?] = []
  private let memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 64)

  init() {
    // Ellipses have room for more corners than are wanted.
    for number in 0..<16 { bench.world.wake(bench.box(Double(number) * 1000, 0, 100, 60, type: .ellipse)) }
    context = StepContext(stepSeconds: 1.0 / 60, substeps: 4, settings: bench.world.s.pointee.settings)
    for pair in 0..<8 { #expect(world.createContact(Int32(2 * pair), segment: none, Int32(2 * pair + 1))) }
    #expect(world.s.pointee.awake.count == 16 && world.s.pointee.contacts.count == 8 && world.reserveRows())
    for number in 0..<16 { #expect(world.bodies[number].shape.count >= 8) }
  }
  deinit {
    world.destroy()
    memory.deallocate()
  }

  func set(_ body: Int, _ pose: Posed, _ state: BodyState, _ pull: Vec2f, anchored: Bool) {
    let b = world.bodies + body
    (b.pointee.x, b.pointee.y, b.pointee.q) = (pose.x, pose.y, pose.q)
    let shape = pose.shape.view
    b.pointee.shape.count = shape.count
    b.pointee.shape.isBox = shape.isBox
    b.pointee.shape.halfSize = shape.halfSize
    var (outer, inner) = (Float(0), Float.infinity)
    for corner in 0..<Int(shape.count) {
      let v = shape.vertices[corner]
      let n = shape.normals[corner]
      world.s.pointee.vertices[Int(b.pointee.shape.start) + corner] = v
      world.s.pointee.normals[Int(b.pointee.shape.start) + corner] = n
      outer = max(outer, v.length)
      inner = min(inner, n.dot(v))
    }
    b.pointee.outerRadius = outer
    b.pointee.innerRadius = max(inner, 0)
    b.pointee.flags = anchored ? b.pointee.flags | BodyFlag.anchored : b.pointee.flags & ~BodyFlag.anchored
    let at = Int(b.pointee.awake)
    world.states[at] = state
    world.motions[at].a = pull
    world.s.pointee.paces[at + 1] = BodyPace(
      x: pose.x, y: pose.y, d: state.d, motion: BodyTurn(v: state.v, w: state.w, turned: state.turned), pull: pull)
    world.s.pointee.bodyTree.nodes.base[Int(b.pointee.leaf)].box = .everything
  }

  /// Without points and not touching, a contact is done with alone where it finds none.
  func find(points: [UInt8], touching: [Bool]) {
    let world = world
    func setContact(_ index: Int) {
      let c = world.contacts + index
      c.pointee.flags = ContactFlag.alive | (touching[index] ? ContactFlag.touching : 0)
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
    let stride = MemoryLayout<PolygonRecord>.stride
    let records = memory + 2048
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: 4096)
    let others = memory.assumingMemoryBound(to: PairRecord.self)
    var kinds: [Int] = []
    for index in 0..<8 {
      setContact(index)
      let record = (records + stride * index).assumingMemoryBound(to: PolygonRecord.self)
      kinds.append(world.notePair(Int32(index), 16, others, others, record, context))
      #expect(kinds[index] == 4 || (kinds[index] == 0 && points[index] == 0))
    }
    var parameters = context.pairParameters
    parameters.kind = .polygons
    parameters.stride = Int32(stride)
    let kernel = world.s.pointee.pairKernel
    kernel(records, memory, &parameters)
    together = (0..<8).map { kinds[$0] == 0 ? nil : (records + stride * $0).load(as: FoundPoints.self) }
  }
}

private struct Posed {
  var x: Double
  var y: Double
  var q: Rotation
  var shape: TestShape
}

extension CollisionRandom {
  /// Of three to eight corners on an ellipse, evenly or not.
  fileprivate mutating func polygon(_ size: Double) -> TestShape {
    let count = 3 + below(6)
    let flat = pick([1, 1, between(0.2, 1)])
    let isEven = below(2) == 0
    let start = isEven ? 0 : angle()
    var points: [Vec2f] = []
    for corner in 0..<count {
      let r = testSinCos(start + 6.283185307179586 * (Double(corner) + (isEven ? 0 : between(-0.3, 0.3))) / Double(count))
      points.append(Vec2f(Float(size * r.cos), Float(size * flat * r.sin)))
    }
    return .polygon(points)
  }

  /// Faces on faces, corners at corners, and anything.
  fileprivate mutating func posed() -> (Posed, Posed) {
    let size = pick([1e-3, 0.5, 10, 10, 10, 10, 1000, 1e6, 1e12, 1e18])
    let shape = polygon(size)
    let other =
      below(3) == 0 ? TestShape.box(Float(size * between(0.1, 1)), Float(size * between(0.1, 1))) : below(3) == 0 ? shape : polygon(size * between(0.3, 1))
    let a = Posed(x: pick([0, 0, between(-1e4, 1e4), 1e7]), y: between(-100, 100), q: pick([.identity, testRotation(angle())]), shape: shape)
    var b = Posed(x: a.x, y: a.y, q: pick([a.q, testRotation(angle())]), shape: other)
    let (va, vb) = (shape.view, other.view)
    let (i, j) = (below(Int(va.count)), below(Int(vb.count)))
    let (i2, j2) = ((i + 1) % Int(va.count), (j + 1) % Int(vb.count))
    let gap = Float(pick([0, 0, between(-0.3, 0.3) * size, between(-3, 3), between(-0.05, 0.05), 1e-6]))
    var way = Vec2f.zero  // In A's frame.
    switch below(5) {
    case 0, 1:  // Face on face, or nearly.
      let (na, nb) = (va.normals[i], vb.normals[j])
      // -na = q nb.
      var turn = Rotation(c: -na.dot(nb), s: -nb.cross(na))
      if below(2) == 0 { turn = turn.times(testRotation(between(-1, 1) * pick([1e-7, 1e-4, 0.02, 0.2]))) }
      b.q = a.q.times(turn)
      let middle = 0.5 * (va.vertices[i] + va.vertices[i2])
      let its = turn.apply(0.5 * (vb.vertices[j] + vb.vertices[j2]))
      way = middle - its + gap * na + (around(1.1) * (va.vertices[i2] - va.vertices[i]).length) * na.turned
    case 2:  // Corner at corner.
      let turn = a.q.inverseTimes(b.q)
      let r = testSinCos(angle())
      way = va.vertices[i] - turn.apply(vb.vertices[j]) + gap * Vec2f(Float(r.cos), Float(r.sin))
    case 3: way = Vec2f(around(0.3 * size), around(0.3 * size))
    default: way = Vec2f(around(2 * size), around(2 * size))
    }
    let seen = a.q.apply(way)
    b.x += Double(seen.x)
    b.y += Double(seen.y)
    if below(60) == 0 { b.x = pick([.nan, .infinity, -.infinity, 1e300]) }
    if below(120) == 0 { b.y = pick([.nan, .infinity, -.infinity, 1e30]) }
    return below(2) == 0 ? (a, b) : (b, a)
  }
}

@Test func `pairs of polygons found together have the bits of those found alone`() {
  let pairs = EightPolygons()
  var (none, one, two, corners, gaps, left, turned, anchored) = (0, 0, 0, 0, 0, 0, 0, 0)
  Property.holds("polygon pairs", cases: 60_000, debug: 1500) { random in
    var points: [UInt8] = []
    var touching: [Bool] = []
    for pair in 0..<8 {
      let (a, b) = random.posed()
      points.append(UInt8(random.below(3)))
      touching.append(points[pair] > 0 || random.below(2) == 0)
      let isAnchored = points[pair] > 0 && random.below(4) == 0
      let isFirst = random.below(2) == 0
      anchored += isAnchored ? 1 : 0
      let pull = random.pick([Vec2f.zero, Vec2f(0, 1000), Vec2f(random.around(1000), random.around(1000)), Vec2f(.nan, 0)])
      pairs.set(2 * pair, a, random.motion(), random.pick([.zero, pull]), anchored: isAnchored && isFirst)
      pairs.set(2 * pair + 1, b, random.motion(), random.pick([.zero, pull]), anchored: isAnchored && !isFirst)
    }
    pairs.find(points: points, touching: touching)
    for pair in 0..<8 {
      let a = pairs.alone[pair]
      guard let b = pairs.together[pair] else {
        left += 1
        continue
      }
      none += a.count == 0 ? 1 : 0
      one += a.count == 1 ? 1 : 0
      two += a.count == 2 ? 1 : 0
      gaps += a.gap > 0 ? 1 : 0
      turned += a.count > 0 && a.isFaceOfB ? 1 : 0
      // Away from all faces.
      corners += a.count == 1 && a.s0 > 0.01 && a.id1 == 0 ? 1 : 0
      if !same(a, b) { return "pair \(pair), alone \(a), together \(b)" }
    }
    return nil
  }
  // None of them is rare.
  let all = none + one + two
  print("polygon pairs: \(none) without points, \(one) with one, \(two) with two, \(corners) single ones apart, \(gaps) gaps, \(turned) faces of B, \(left) left alone, \(anchored) anchored")
  #expect(50 * min(none, one, two, gaps, turned, left, anchored) > all && 200 * corners > all)
}
