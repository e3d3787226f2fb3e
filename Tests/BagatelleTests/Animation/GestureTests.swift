// Gesture arithmetic by the numbers of its specification.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct GestureTests {
  @Test("projection of a release")
  func projection() {
    #expect(isNear(Gesture.project(velocity: 1000), 499, 1e-9))
    #expect(isNear(Gesture.project(velocity: 1000, rate: Gesture.fastRate), 99, 1e-9))
    #expect(isNear(Gesture.project(from: Vector2(0, 100), velocity: Vector2(0, 300)).y, 249.7, 1e-9))
    #expect(Gesture.project(velocity: .nan) == 0 && Gesture.project(velocity: 1, rate: 1) == 0)
  }

  @Test("rubber band and its inverse")
  func rubberBand() {
    for (x, shown) in [(50.0, 26.599), (100, 51.511), (200, 96.877), (500, 205.428)] {
      let y = Gesture.rubberBand(x, dimension: 812)
      #expect(isNear(y, shown, 1e-3) && isNear(Gesture.rubberBandInverse(y, dimension: 812), x, 1e-9))
      #expect(Gesture.rubberBand(-x, dimension: 812) == -y)
    }
    #expect(isNear(Gesture.rubberBand(1e-6, dimension: 812) / 1e-6, 0.55, 1e-6))
    #expect(Gesture.rubberBand(1e15, dimension: 812) < 812.001)
    #expect(Gesture.rubberBand(5, low: 0, high: 10, dimension: 100) == 5)
    #expect(Gesture.rubberBand(60, low: 0, high: 10, dimension: 812) > 10)
  }

  @Test("decay in closed form")
  func decay() {
    #expect(isNear(Gesture.decayTotal(1), 0.49950, 1e-5))
    #expect(isNear(Gesture.decayTotal(1, rate: 0.99), 0.09950, 1e-5))
    #expect(isNear(Gesture.decayVelocity(1000, after: 0.001), 998, 1e-9))
    let t = Gesture.decaySeconds(1000)
    #expect(isNear(Gesture.decayTotal(1000) - Gesture.decayDistance(1000, after: t), 0.5, 1e-9))
  }

  @Test("velocity relative to the way, by axis")
  func relativeVelocity() {
    let v = Gesture.relativeVelocity(Vector2(100, 50), from: Vector2(0, 10), to: Vector2(200, 10))
    #expect(v == Vector2(0.5, 0))
    #expect(Gesture.progress(translation: 101.5, distance: 406) == 0.25)
    #expect(Gesture.progress(translation: 1, distance: 0) == 0)
  }

  @Test("the tracker finds a steady velocity and forgets a resting finger")
  func tracker() throws {
    let tracker = VelocityTracker()
    #expect(tracker.velocity == Vector2(0, 0))
    for i in 0..<60 {
      let t = Double(i) / 60
      // Steady, with a jitter that changes sign.
      try tracker.add(Vector2(300 * t + (i % 2 == 0 ? 0.2 : -0.2), -40 * t), at: t)
    }
    #expect(isNear(tracker.velocity.x, 300, 6) && isNear(tracker.velocity.y, -40, 1e-6))
    #expect(tracker.velocity(at: 59.0 / 60 + 0.2) == Vector2(0, 0))
    #expect(code { try tracker.add(Vector2(0, 0), at: 0) } == .range)
    tracker.reset()
    #expect(tracker.velocity == Vector2(0, 0))
  }
}
