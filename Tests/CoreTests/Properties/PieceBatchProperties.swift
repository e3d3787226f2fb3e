// Boxes and circles of groups that are found eight at a time against the same found one by one: all bits are equal, also where other
// pieces of a group cover a contact.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims
import Testing

@testable import BagatelleCore

/// Eight pairs of groups alike, each of a box and, covered by it in part, another that is turned and a circle. Every piece of one has a
/// contact with every piece of the other.
private final class EightGroups {
  static let parts = 3
  /// Contacts of a pair.
  static let count = parts * parts
  let world: World
  let context: StepContext
  private let records = UnsafeMutableRawPointer.allocate(byteCount: 2 * 1024, alignment: 64)
  private let fields = UnsafeMutableRawPointer.allocate(byteCount: 1024, alignment: 64)

  init() {
    let bench = Bench()
    world = bench.world
    context = StepContext(stepSeconds: 1.0 / 60, substeps: 4, settings: bench.world.s.pointee.settings)
    for number in 0..<16 {
      let body = bench.box(Double(number) * 1000, 0, 40, 40)
      var defs = [PieceDef](repeating: PieceDef(), count: EightGroups.parts)
      (defs[0].center, defs[0].size) = (Vector2(0, 0), Vector2(40, 10))
      (defs[1].center, defs[1].size, defs[1].angle) = (Vector2(-12, 15), Vector2(20, 8), 1.5707963267948966)
      (defs[2].center, defs[2].size, defs[2].type) = (Vector2(12, 10), Vector2(16, 16), .ellipse)
      let isLaid = defs.withUnsafeBufferPointer { bench.world.setPieces(body, $0) }
      #expect(isLaid)
      bench.world.wake(body)
    }
    for pair in 0..<8 {
      for at in 0..<EightGroups.count {
        let a = name(2 * pair, at / EightGroups.parts)
        let b = name(2 * pair + 1, at % EightGroups.parts)
        #expect(world.createContact(a, segment: none, b))
      }
    }
    #expect(world.s.pointee.awake.count == 16 && world.s.pointee.contacts.count == 8 * EightGroups.count && world.reserveRows())
    for at in 0..<16 * EightGroups.parts {
      world.s.pointee.bodyTree.nodes.base[Int(world.pieces[at].leaf)].box = .everything
    }
  }
  deinit {
    records.deallocate()
    fields.deallocate()
    world.destroy()
  }

  private func name(_ body: Int, _ part: Int) -> Int32 {
    World.firstPieceName + world.bodies[body].firstPiece + Int32(part)
  }

  func set(_ body: Int, x: Double, y: Double, turn: Double, _ state: BodyState) {
    let b = world.bodies + body
    let q = testSinCos(turn)
    (b.pointee.x, b.pointee.y, b.pointee.q) = (x, y, Rotation(c: Float(q.cos), s: Float(q.sin)))
    let at = Int(b.pointee.awake)
    world.states[at] = state
    world.s.pointee.paces[at + 1] = BodyPace(
      x: x, y: y, d: state.d, motion: BodyTurn(v: state.v, w: state.w, turned: state.turned), pull: .zero)
  }

  /// What is left of a contact that was looked at.
  struct Answer: Equatable {
    var isDone = false
    var flags = 0
    var gap: UInt32 = 0
    var bits: [UInt32] = []
  }

  private func answer(_ found: FoundPoints, isDone: Bool) -> Answer {
    let c = world.contacts + Int(found.index)
    let gap = isDone ? world.s.pointee.active[Int(c.pointee.active)].gap : found.gap
    var answer = Answer(isDone: isDone, flags: Int(c.pointee.flags), gap: gap.bitPattern)
    if isDone || found.count == 0 { return answer }
    answer.bits = [
      found.normal.x, found.normal.y, found.d.x, found.d.y, found.rA0.x, found.rA0.y, found.rA1.x, found.rA1.y, found.s0, found.s1,
    ].map(\.bitPattern)
    answer.bits += [found.id0, found.id1, UInt32(found.count), found.touches ? 1 : 0, found.isFaceOfB ? 1 : 0]
    return answer
  }

  private func prepare(_ index: Int, points: UInt8, touching: Bool) {
    let c = world.contacts + index
    c.pointee.flags = ContactFlag.alive | (touching ? ContactFlag.touching : 0)
    c.pointee.points = points
    world.s.pointee.active[Int(c.pointee.active)].gap = 0
  }

  /// Looks at one contact of each pair, one by one and together; nil where what was found together does not suffice.
  func find(_ contacts: [Int], points: [UInt8], touching: [Bool]) -> (alone: [Answer], together: [Answer?]) {
    var alone: [Answer] = []
    var together: [Answer?] = []
    var kinds: [Int] = []
    for pair in 0..<8 {
      prepare(contacts[pair], points: points[pair], touching: touching[pair])
      var found = FoundPoints(
        normal: .zero, d: .zero, rA0: .zero, rA1: .zero, s0: 0, s1: 0, id0: 0, id1: 0, gap: 0, index: Int32(contacts[pair]), count: 0,
        touches: false, isFaceOfB: false, isParted: false)
      let look = world.refresh(Int32(contacts[pair]), context, note: &found)
      #expect(look == .found || look == .done)
      alone.append(answer(found, isDone: look == .done))
    }
    records.initializeMemory(as: UInt8.self, repeating: 0, count: 2048)
    for pair in 0..<8 {
      prepare(contacts[pair], points: points[pair], touching: touching[pair])
      let boxes = (records + 128 * pair).assumingMemoryBound(to: PairRecord.self)
      let rounds = (records + 1024 + 128 * pair).assumingMemoryBound(to: PairRecord.self)
      // No member is a polygon.
      kinds.append(world.notePair(Int32(contacts[pair]), 16, boxes, rounds, UnsafeMutableRawPointer(boxes).assumingMemoryBound(to: PolygonRecord.self), context))
    }
    let kernel = world.s.pointee.pairKernel
    var parameters = context.pairParameters
    for round in 0..<2 {
      parameters.kind = round == 0 ? .boxes : .rounds
      kernel(records + 1024 * round, fields, &parameters)
    }
    for pair in 0..<8 {
      #expect(kinds[pair] == 1 || kinds[pair] == 2)
      let found = (records + 1024 * (kinds[pair] - 1) + 128 * pair).assumingMemoryBound(to: FoundPoints.self)
      world.takeOver(found, slop: context.slop)
      if found.pointee.count < 0 {
        together.append(nil)
        continue
      }
      let isDone = world.staysApart(found)
      together.append(answer(found.pointee, isDone: isDone))
    }
    return (alone, together)
  }
}

@Test func `boxes and circles of groups found together have the bits of those found alone`() {
  let groups = EightGroups()
  var (none, acting, covered, apart, again) = (0, 0, 0, 0, 0)
  Property.holds("pairs of groups", cases: 20_000, debug: 600) { random in
    var contacts: [Int] = []
    var points: [UInt8] = []
    var touching: [Bool] = []
    for pair in 0..<8 {
      let at = Vector2(random.between(-1e4, 1e4), random.between(-100, 100))
      let turn = random.angle()
      let way = testSinCos(random.angle())
      let far = random.between(0, 45)
      for side in 0..<2 {
        var state = BodyState()
        let fast = random.below(3) == 0 ? 1.0 : 2000
        state.v = Vec2f(Float(random.between(-fast, fast)), Float(random.between(-fast, fast)))
        state.w = Float(random.between(-10, 10))
        state.turned = Float(random.between(-0.01, 0.01))
        state.d = Vec2f(Float(random.between(-1, 1)), Float(random.between(-1, 1)))
        let other = random.below(3) == 0 ? turn + Double(random.below(4)) * 1.5707963267948966 : random.angle()
        groups.set(
          2 * pair + side, x: at.x + Double(side) * far * way.cos, y: at.y + Double(side) * far * way.sin, turn: side == 0 ? turn : other,
          state)
      }
      contacts.append(pair * EightGroups.count + random.below(EightGroups.count))
      points.append(UInt8(random.below(3)))
      touching.append(points[pair] > 0 || random.below(4) == 0)
    }
    let (alone, together) = groups.find(contacts, points: points, touching: touching)
    for pair in 0..<8 {
      guard let found = together[pair] else {
        again += 1
        continue
      }
      none += found.isDone ? 1 : 0
      acting += found.bits.isEmpty ? 0 : 1
      covered += found.flags & Int(ContactFlag.covered) != 0 ? 1 : 0
      apart += Float(bitPattern: found.gap) > 0 ? 1 : 0
      if alone[pair] != found { return "pair \(pair), contact \(contacts[pair]), alone \(alone[pair]), together \(found)" }
    }
    return nil
  }
  // None of them is rare, but what must be looked at again.
  let all = none + acting + covered + apart + again
  print("pairs of groups: \(none) done, \(acting) with points, \(covered) covered, \(apart) gaps, \(again) again")
  #expect(100 * min(none, acting, apart) > all && 2000 * covered > all && again > 0 && 10 * again < all)
}
