// Fast bodies are swept alike, whether few are fast or many.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Suite struct SweepTests {
  /// Balls of which few are fast at a time hit stacks of boxes and walls of boxes that stand in each other's way: what a hash of all
  /// poses and velocities is after each step, and for how many steps each ball and box was one that a sweep had stopped, in all.
  private func run(listsFew: Bool, _ seed: UInt64) -> (hashes: [UInt64], stopped: Int) {
    var random = TestRandom(seed)
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    defer { bench.world.destroy() }
    bench.world.s.pointee.listsFew = listsFew
    _ = bench.floor(elasticity: 0.2, friction: 0.4)
    for stack in 0..<40 {
      for level in 0..<8 { _ = bench.box(-1_600 + 80 * Double(stack), 580 - 40 * Double(level), 40, 40) }
    }
    var balls: [Int32] = []
    for ball in 0..<4 {
      let size = random.between(16, 40)
      let index = bench.box(
        -1_900 - 100 * Double(ball), random.between(300, 560), size, size, type: random.unit() < 0.5 ? .ellipse : .rectangle)
      bench.world.setVelocity(index, Vector2(random.between(3_000, 12_000), random.between(-300, 300)))
      balls.append(index)
    }
    var stopped = 0
    var hashes: [UInt64] = []
    bench.run(40) { _ in
      for index in 0..<bench.world.s.pointee.bodies.count {
        if bench.world.bodies[index].flags & BodyFlag.stopped != 0 { stopped += 1 }
      }
      hashes.append(bench.world.stateHash(into: 0))
    }
    return (hashes, stopped)
  }

  @Test("Looking at the contacts of few fast bodies alone makes no difference")
  func fewAndMany() {
    var stopped = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let few = run(listsFew: true, seed)
      let many = run(listsFew: false, seed)
      let isSame = few.hashes == many.hashes && few.stopped == many.stopped
      #expect(isSame, "seed \(seed)")
      stopped += few.stopped
    }
    #expect(stopped > 40, "hardly any sweep stopped anybody")
  }
}
