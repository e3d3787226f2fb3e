// Colors of contacts: no two contacts of a color change the same body, and what has many contacts finds a color while one is free.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import Testing

@testable import BagatelleCore

@Suite struct ColorTests {
  /// What of the rule does not hold, and how many contacts have no color.
  private func look(_ world: World) -> (isBroken: Bool, uncolored: Int) {
    var isBroken = false
    var used = [UInt32](repeating: 0, count: world.s.pointee.bodies.count)
    for number in 1..<Int32(World.colorCount) {
      for lane in 0..<world.color(number).pointee.lanes {
        let f = world.laneFloats(number, lane)
        for (index, mass) in [(ContactLane.indexA, ContactLane.massA), (ContactLane.indexB, ContactLane.massB)]
        where f[mass * 8] > 0 {
          let body = Int(world.s.pointee.awake[Int(Int32(bitPattern: f[index * 8].bitPattern))])
          let bit: UInt32 = 1 << UInt32(number)
          if used[body] & bit != 0 { isBroken = true }
          used[body] |= bit
        }
      }
    }
    for body in 0..<used.count where used[body] != world.bodies[body].colors { isBroken = true }
    // Those of color 0 had no other when they came.
    return (isBroken, Int(world.color(0).pointee.lanes))
  }

  @Test("No two contacts of a color change the same body, whatever comes and goes")
  func heaps() {
    var uncolored = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = TestRandom(seed)
      let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
      defer { bench.world.destroy() }
      _ = bench.floor(elasticity: 0, friction: 0.4)
      for at in 0..<160 {
        // Large ones, small ones, and such as are made inside others.
        let size = random.unit() < 0.1 ? random.between(200, 400) : random.between(12, 40)
        let x = at % 5 == 0 ? 0 : random.between(-400, 400)
        _ = bench.box(x, random.between(0, 560), size, size, type: random.unit() < 0.5 ? .ellipse : .rectangle)
      }
      bench.run(60) { _ in
        let found = look(bench.world)
        #expect(!found.isBroken, "seed \(seed)")
        uncolored += found.uncolored
      }
    }
    #expect(uncolored > 0, "no body had more contacts than there are colors")
  }

  @Test("A ball among twenty small ones has a color for each")
  func manyContacts() {
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    defer { bench.world.destroy() }
    _ = bench.box(0, 0, 200, 200, type: .ellipse, gravity: 0)
    for at in 0..<20 {
      let q = testSinCos(Double(at) * .pi / 10)
      let index = bench.box(115 * q.cos, 115 * q.sin, 32, 32, type: .ellipse, gravity: 0)
      bench.world.setVelocity(index, Vector2(-50 * q.cos, -50 * q.sin))
    }
    bench.run(3) { _ in }
    let found = look(bench.world)
    #expect(!found.isBroken && found.uncolored == 0)
    #expect(bench.world.bodies[0].colors.nonzeroBitCount == 20)
  }
}
