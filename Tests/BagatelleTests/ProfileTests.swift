// Times of the phases of a tick.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct ProfileTests {
  private func pile() throws -> (DynamicAnimator, [Item]) {
    var items: [Item] = []
    for index in 0..<20 {
      let center = Vector2(20 + Double(index % 5) * 30, 20 + Double(index / 5) * 30)
      items.append(try Item(center: center, size: Vector2(25, 25)))
    }
    let animator = try DynamicAnimator()
    let walls = CollisionBehavior(items: items)
    try walls.addBoundary("floor", from: Vector2(-100, 300), to: Vector2(400, 300))
    try animator.addBehavior(walls)
    try animator.addBehavior(GravityBehavior(items: items))
    return (animator, items)
  }

  private func sum(_ t: PhaseTimes) -> Double {
    t.structure + t.pairs + t.narrowPhase + t.joints + t.solver + t.integration + t.restitution + t.finalize
      + t.continuous + t.tree + t.sleep + t.events
  }

  @Test("The first reading gives zeros and switches timing on; the phases are parts of the whole")
  func times() throws {
    let (animator, items) = try pile()
    try animator.advance(by: 1.0 / 60)
    let first = animator.profile
    #expect(first.steps == 0 && first.allSteps == 0 && first.latest == PhaseTimes() && first.all == PhaseTimes())
    var total = 0.0
    for tick in 0..<60 {
      try animator.advance(by: 1.0 / 60)
      let profile = animator.profile
      #expect(profile.steps == 2 && profile.allSteps == UInt64(2 * tick + 2))
      #expect(sum(profile.latest) <= profile.latest.total * (1 + 1e-9))
      total += profile.latest.total
      #expect(profile.all.total == total && total > 0)
    }
    #expect(animator.profile.all.solver > 0 && animator.profile.all.pairs > 0)
    withExtendedLifetime(items) {}
  }

  @Test("Timing changes no result")
  func results() throws {
    let (timed, _) = try pile()
    let (plain, _) = try pile()
    for _ in 0..<120 {
      _ = timed.profile
      try timed.advance(by: 1.0 / 60)
      try plain.advance(by: 1.0 / 60)
      #expect(timed.stateHash == plain.stateHash)
    }
    #expect(timed.profile.allSteps > 100)
  }
}
