// The shade that springs open and back: scene S6, and the transitions of seed scene 000.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@testable import example_shade

@Suite struct ShadeTests {
  /// Runs until the transition is over; the contacts with the edge below or above.
  private func settle(_ screen: ShadeScreen, down: Bool, ticks limit: Int = 720) throws -> Bounces {
    var bounces = Bounces(down: down)
    let start = screen.animator.elapsedSeconds
    let (height, bumps) = (screen.container.bounds.height, screen.bumps)
    var ticks = 0
    while screen.container.context != nil && ticks < limit {
      try screen.timeline.advance(by: 1.0 / 120.0)
      for contact in screen.animator.contacts where contact.phase == .began {
        // On the way up the walls beside it may be told, too.
        guard down ? contact.point.y > 0 : contact.point.y < 1 - height else { continue }
        #expect(contact.boundary == nil && isNear(contact.point.y, down ? height : -height, 0.5))
        bounces.found.append((screen.animator.elapsedSeconds - start, contact.approachSpeed))
      }
      #expect(isNear(screen.shade.center.x, screen.container.bounds.width / 2, 0.25))
      #expect(screen.shade.angle == 0)
      ticks += 1
    }
    #expect(screen.bumps == bumps + (down ? bounces.found.count : 0))
    return bounces
  }

  @Test("S6: let go at -148 it springs open, without losing speed at walls that fit exactly")
  func opens() throws {
    let screen = try ShadeScreen(width: 320, height: 568)
    try screen.panBegan()
    try screen.panChanged(y: 400)
    #expect(screen.shade.frame.y == -148)
    try screen.panEnded(velocity: 800)
    let bounces = try settle(screen, down: true)
    try #require(bounces.found.count >= 5, "\(bounces.found)")
    let wanted = [(0.09, 2350.0), (0.26, 1010), (0.43, 436), (0.60, 188), (0.77, 81)]
    for (bounce, (time, speed)) in zip(bounces.found, wanted) {
      #expect(isNear(bounce.time, time, 0.025), "\(bounces.found)")
      #expect(isNear(bounce.speed, speed, 0.1 * speed), "\(bounces.found)")
    }
    #expect(screen.animator.elapsedSeconds > 1.2 && screen.animator.elapsedSeconds < 2.2)
    #expect(screen.shade.center == Vector2(160, 284) && screen.container.presentation != nil)
  }

  @Test("S6: thrown up it goes back out of sight and is taken away")
  func goesBack() throws {
    let screen = try ShadeScreen(width: 320, height: 568)
    try screen.panBegan()
    try screen.panChanged(y: 400)
    try screen.panEnded(velocity: -300)
    _ = try settle(screen, down: false)
    #expect(isNear(screen.shade.center.y, -284, 0.5))
    #expect(!screen.container.contains(screen.shade) && screen.container.presentation == nil)
  }

  @Test("Seed 000: the shade follows the finger and reports its progress; then physics opens it")
  func transition() throws {
    let screen = try ShadeScreen(width: 375, height: 812)
    try screen.panBegan()
    #expect(screen.shade.center.y == -406)
    let context = try #require(screen.container.context)
    #expect(context.isInteractive && context.initiallyInteractive && context.transitionDuration == 0)
    var percents: [Double] = []
    context.onUpdate = { percents.append($0) }
    try screen.panChanged(y: 300)
    #expect(screen.shade.center.y == -86 && isNear(context.percentComplete, 0.394089, 1e-6))
    try screen.timeline.advance(by: 0.1)
    #expect(isNear(screen.shade.presentedCenter.y, -246, 1e-6))
    try screen.timeline.advance(by: 0.1)
    #expect(isNear(screen.shade.presentedCenter.y, -86, 1e-6))
    try screen.panChanged(y: 500)
    #expect(screen.shade.center.y == 114 && isNear(context.percentComplete, 0.640394, 1e-6))
    percents = []
    try screen.panEnded(velocity: 800)
    let bounces = try settle(screen, down: true)
    try #require(bounces.found.count >= 3, "\(bounces.found)")
    for (bounce, (time, speed)) in zip(bounces.found, [(0.0891, 4653.0), (0.2566, 2036), (0.4241, 891)]) {
      #expect(isNear(bounce.time, time, 0.02) && isNear(bounce.speed, speed, 0.1 * speed), "\(bounces.found)")
    }
    #expect(screen.animator.elapsedSeconds < 2.7 && isNear(percents.last ?? 0, 1, 0.002))
    #expect(percents.count > 100)
    #expect(screen.shade.frame == screen.container.bounds)
    #expect(context.phase == .done && !context.transitionWasCancelled && !context.isInteractive)
  }

  @Test("Seed 000: slow or short pulls are cancelled, with finish and a flag that contradicts it")
  func cancels() throws {
    for (y, velocity) in [(300.0, -300.0), (500, 0.4), (376, 800)] {
      let screen = try ShadeScreen(width: 375, height: 812)
      try screen.panBegan()
      try screen.panChanged(y: y)
      let context = try #require(screen.container.context)
      try screen.panEnded(velocity: velocity)
      let bounces = try settle(screen, down: false)
      if y == 300 {
        let first = try #require(bounces.found.first)
        #expect(isNear(first.time, 0.0891, 0.02) && isNear(first.speed, 5099, 510))
      }
      #expect(context.phase == .done && !context.transitionWasCancelled)
      #expect(screen.container.presentation == nil && !screen.container.contains(screen.shade))
    }
  }

  @Test("Seed 000: closing, and closing taken back", arguments: [true, false])
  func closes(isThrown: Bool) throws {
    let screen = try ShadeScreen(width: 375, height: 812)
    try screen.panBegan()
    try screen.panChanged(y: 780)
    try screen.panEnded(velocity: 900)
    _ = try settle(screen, down: true)
    try screen.panBegan()
    let context = try #require(screen.container.context)
    #expect(context.initialFrame(.from) == screen.container.bounds && !context.isPresenting)
    try screen.panChanged(y: isThrown ? 300 : 700)
    try screen.panEnded(velocity: isThrown ? -500 : 100)
    _ = try settle(screen, down: !isThrown)
    #expect(context.phase == .done && context.transitionWasCancelled == !isThrown)
    #expect((screen.container.presentation == nil) == isThrown)
    if !isThrown { #expect(screen.shade.frame == screen.container.bounds) }
  }

  @Test("Seed 000: what does not come to rest is ended after four seconds")
  func timesOut() throws {
    let screen = try ShadeScreen(width: 375, height: 812)
    try screen.panBegan()
    try screen.panChanged(y: 500)
    screen.animator.restSpeed = 0
    try screen.panEnded(velocity: 800)
    _ = try settle(screen, down: true)
    #expect(screen.animator.elapsedSeconds >= 4 && screen.animator.elapsedSeconds < 4.1)
    #expect(screen.shade.frame == screen.container.bounds && screen.container.presentation != nil)
  }
}
