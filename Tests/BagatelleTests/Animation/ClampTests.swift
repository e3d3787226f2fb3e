// Overshoot that is cut off, and the log of a timeline.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct ClampTests {
  @Test("overshoot can be cut off at the start, at the target, or both; transforms too")
  func clamps() throws {
    func extremes(_ clamp: PropertyAnimator.Clamp) throws -> (low: Double, high: Double, scale: Double) {
      let timeline = try Timeline()
      let item = try Item()
      let spring = Timing(spring: try SpringTiming(dampingRatio: 0.2, velocity: Vector2(-8, 0)))
      let animator = try PropertyAnimator(timeline: timeline, duration: 1, timing: spring) {
        item.center.x = 100
        item.displayTransform = Transform(a: 2, b: 0, c: 0, d: 2)
      }
      animator.clamp = clamp
      #expect(try animator.copy().clamp == clamp)
      try animator.start()
      var result = (low: 0.0, high: 0.0, scale: 0.0)
      for i in 1..<120 {
        try timeline.advance(to: Double(i) / 120)
        let x = item.presentedCenter.x
        result = (min(result.low, x), max(result.high, x), max(result.scale, item.presentedTransform.a))
        if x == 100, clamp == .end { #expect(item.presentedVelocity(of: .center).x == 0) }
      }
      return result
    }
    let free = try extremes(.none)
    #expect(free.low < -3 && free.high > 120 && free.scale > 2.1)
    #expect(try extremes(.end) == (free.low, 100, 2))
    #expect(try extremes(.start) == (0, free.high, free.scale))
    #expect(try extremes(.both) == (0, 100, 2))
  }

  @Test("a timeline tells of all its animators, after their own observers")
  func log() throws {
    let timeline = try Timeline()
    let item = try Item()
    let animator = try PropertyAnimator(timeline: timeline, duration: 1, timing: .linear) {
      item.center.x = 9
    }
    let log = Log()
    animator.onChange = { log.add("own \($1.rawValue)") }
    timeline.onChange = { [unowned timeline] in log.add("\(timeline.time) \($0 === animator) \($1.rawValue)")
    }
    try animator.start()
    try timeline.advance(by: 2)
    #expect(log.lines == ["own 3", "0.0 true 3", "own 3", "2.0 true 3"])
  }
}
