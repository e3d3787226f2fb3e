// What is given back while all rest comes again as it was; and what is done meanwhile without memory is made good.
// SPDX-License-Identifier: MIT
import CShims
import Testing

@testable import BagatelleCore

@Suite struct RestTests {
  /// A heap of boxes, discs and one body of two shapes that has come to rest, with a hole in the table of contacts.
  private func heap() -> (bench: Bench, floor: Int32, wall: Int32, bodies: [Int32]) {
    let bench = Bench()
    let floor = bench.floor()
    let ends = [Vector2(-16, 600), Vector2(-16, 0)]
    let wall = ends.withUnsafeBufferPointer {
      bench.world.addBoundary(points: $0, closed: false, group: 0, elasticity: 0.2, friction: 0.2, data: 0)
    }
    var bodies: [Int32] = []
    for index in 0..<60 {
      let x = Double(index % 10) * 33
      bodies.append(bench.box(x, 580 - Double(index / 10) * 36, 30, index % 4 == 1 ? 34 : 30))
    }
    let two = bench.box(150, 300, 60, 30)
    var parts = [PieceDef(), PieceDef()]
    for part in 0..<2 {
      parts[part].center = Vector2(part == 0 ? -15 : 15, 0)
      parts[part].size = Vector2(30, 30)
    }
    let isLaid = parts.withUnsafeBufferPointer { bench.world.setPieces(two, $0) }
    #expect(isLaid)
    bench.run(200)
    bench.world.removeBody(bodies.remove(at: 23))
    bench.run(20)
    for _ in 0..<3000 where bench.world.awakeCount > 0 { bench.run(1) }
    #expect(bench.world.awakeCount == 0)
    return (bench, floor, wall, bodies + [two])
  }

  /// All that is known of each contact but when it was last looked at.
  private func contacts(_ world: World) -> [[Int64]] {
    (0..<world.s.pointee.contacts.count).map { index in
      let c = world.contacts[index]
      let links = [c.nextA, c.nextB, c.previousA, c.previousB]
      if c.flags == 0 { return [Int64(c.nextA)] }
      let (a, b, t) = c.impulses
      let loads = c.points > 0 ? [a.bitPattern, b.bitPattern, t.bitPattern, UInt32(c.id0), UInt32(c.id1)] : []
      return ([c.bodyA, c.segment, c.bodyB, c.pieceB, c.active, c.place, Int32(c.flags), Int32(c.points)] + links).map { Int64($0) }
        + loads.map { Int64($0) }
    }
  }

  @Test("What lies side by side with hardly a gap falls asleep, also after one was woken")
  func sideBySide() {
    let bench = Bench()
    let world = bench.world
    defer { world.destroy() }
    _ = bench.floor()
    let row = (0..<6).map { bench.box(30 + Double($0) * 30.1, 585, 30, 30) }
    func steps() -> Int { (1...600).first { _ in bench.run(1); return world.awakeCount == 0 } ?? 600 }
    #expect(steps() < 200)
    for body in row {
      world.wake(body)
      #expect(world.awakeCount > 0)
      #expect(steps() < 200)
    }
  }

  @Test("Contacts that were packed are found as they were, with places, lists and impulses")
  func packing() {
    let (bench, _, _, _) = heap()
    let world = bench.world
    defer { world.destroy() }
    let before = contacts(world)
    #expect(before.count > 150 && before.contains { $0.count == 1 } && before.contains { $0.count > 12 && $0[3] >= 0 })
    #expect(world.trimIfDue())
    #expect(world.s.pointee.packedCount == before.count && world.s.pointee.contacts.capacity == 0)
    #expect(world.s.pointee.packed.count < 20 * before.count)
    #expect(world.s.pointee.contactTable.isEmpty && world.s.pointee.pairTable.isEmpty)
    #expect(world.reserveAwake() && world.s.pointee.packedCount == 0)
    #expect(contacts(world) == before)
    for index in 0..<before.count where world.contacts[index].flags != 0 {
      #expect(world.s.pointee.contactTable.find(world.key(world.contacts[index])) == Int32(index))
    }
    for index in 0..<world.s.pointee.pairs.count where world.pairs[index].bodyA >= 0 {
      #expect(world.s.pointee.pairTable.find(world.pairKey(world.pairs[index])) == Int32(index))
    }
  }

  @Test("What is removed or changed while there is no memory for contacts goes or counts when there is some")
  func late() {
    let (bench, floor, wall, bodies) = heap()
    let world = bench.world
    defer { world.destroy() }
    #expect(world.trimIfDue())
    let before = world.counters
    func withoutMemory(_ change: () -> Void) {
      bgts_fail_allocation(1)
      change()
      #expect(bgts_allocation_failed() && world.s.pointee.packedCount > 0)
      bgts_fail_allocation(0)
    }
    var touches = Arena<ContactRecord>()
    defer { touches.deallocate() }
    withoutMemory { #expect(!world.touching(bodies[3], into: &touches)) }
    withoutMemory { world.removeBody(bodies[0]) }
    withoutMemory { world.removeBody(bodies[31]) }
    withoutMemory { world.removeBoundary(wall) }
    withoutMemory { world.setBoundarySurface(floor, speed: 0, pass: .never) }
    #expect(world.counters.contacts == before.contacts && world.counters.segments == before.segments && world.awakeCount == 0)
    // The clean-up of a touch needs no table.
    let pair = world.s.pointee.pairs[0]
    #expect(world.pairWithoutTable(world.pairKey(pair)) == 0 && world.pairWithoutTable(1) == -1)
    // Waking asks for more, of which the next is there, and then all goes that has to.
    bgts_fail_allocation(1)
    world.askAgain(bodies[9])
    #expect(bgts_allocation_failed() && world.isAwake(bodies[9]))
    bgts_fail_allocation(0)
    world.wakeAll()
    #expect(world.counters.contacts < before.contacts && world.counters.segments == before.segments - 1)
    #expect(!world.isAwake(bodies[0]) && world.isAwake(bodies[1]) && world.awakeCount == bodies.count - 2)
    bench.run(100)
    #expect(bodies.allSatisfy { $0 == bodies[0] || $0 == bodies[31] || world.center($0).y < 600 })
  }
}
