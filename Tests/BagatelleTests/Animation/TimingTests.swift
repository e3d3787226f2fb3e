// Timing curves and springs against published measurements of the original and against closed forms.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct TimingTests {
  static let fractions = [0.1, 0.25, 0.5, 0.75, 0.9]

  @Test("the four curves and the default agree with the measured and with the exact values")
  func curves() {
    let rows: [(CubicTiming, [Double], [Double])] = [
      (
        .easeIn, [0.017026613, 0.09346466, 0.31535682, 0.6218605, 0.83942777],
        [0.017026610, 0.093464651, 0.315356813, 0.621861869, 0.839427846]
      ),
      (
        .easeOut, [0.16057223, 0.37813953, 0.6846432, 0.9065353, 0.9829734],
        [0.160572154, 0.378138131, 0.684643187, 0.906535349, 0.982973390]
      ),
      (
        .easeInOut, [0.019722449, 0.12916191, 0.5, 0.8708381, 0.98027754],
        [0.019722454, 0.129161931, 0.5, 0.870838069, 0.980277546]
      ),
      (
        .standard, [0.094795, 0.4085106, 0.8024034, 0.96045905, 0.99431646],
        [0.094796306, 0.408510591, 0.802403388, 0.960458978, 0.994316477]
      ),
    ]
    for (curve, measured, exact) in rows {
      for (i, u) in Self.fractions.enumerated() {
        #expect(isNear(curve.value(at: u), measured[i], 2e-5))
        #expect(isNear(curve.value(at: u), exact[i], 6e-10))
      }
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
      #expect(curve.value(at: -3) == 0 && curve.value(at: 7) == 1 && curve.value(at: .nan) == 0)
    }
    #expect(CubicTiming.linear.value(at: 0.1) == 0.1)
  }

  @Test("the inverse of a curve is its mirror image")
  func inverses() {
    let rows: [(CubicTiming, [Double])] = [
      (.easeOut, [0.159598473, 0.3425, 0.563395176]), (.easeIn, [0.436604824, 0.6575, 0.840401527]),
      (.easeInOut, [0.346203296, 0.5, 0.653796704]),
    ]
    for (curve, values) in rows {
      for (i, p) in [0.25, 0.5, 0.75].enumerated() { #expect(isNear(curve.inverse(of: p), values[i], 6e-10)) }
      for i in 0...100 {
        let u = Double(i) / 100
        #expect(isNear(curve.inverse(of: curve.value(at: u), near: u), u, 1e-6))
      }
    }
  }

  @Test("of several times with one progress the inverse takes the nearest")
  func inverseOfOvershoot() throws {
    let curve = try CubicTiming(0.3, 2.5, 0.6, -1, allowsOvershoot: true)
    for i in 0...50 {
      let u = Double(i) / 50
      #expect(isNear(curve.inverse(of: curve.value(at: u), near: u), u, 1e-5), "u = \(u)")
    }
  }

  @Test("the slope of a curve is its derivative")
  func slopes() throws {
    for curve in [CubicTiming.easeIn, .easeOut, .easeInOut, .standard, try CubicTiming(0, 0.8, 1, 0.2)] {
      for i in 1..<50 {
        let u = Double(i) / 50
        let numeric = (curve.value(at: u + 1e-5) - curve.value(at: u - 1e-5)) / 2e-5
        #expect(isNear(curve.slope(at: u), numeric, 1e-4 * max(1, numeric)), "u = \(u)")
      }
    }
    #expect(isNear(CubicTiming.easeIn.slope(at: 0), 0, 1e-9))
    #expect(isNear(CubicTiming.easeOut.slope(at: 0), 1.0 / 0.58, 1e-6))
  }

  @Test("control points outside 0 to 1 are refused, y only without permission")
  func controlPoints() throws {
    #expect(code { _ = try CubicTiming(-0.1, 0, 1, 1) } == .range)
    #expect(code { _ = try CubicTiming(0, 0, 1.1, 1) } == .range)
    #expect(code { _ = try CubicTiming(0, 1.5, 1, 1) } == .range)
    #expect(code { _ = try CubicTiming(0, .nan, 1, 1, allowsOvershoot: true) } == .range)
    #expect(try CubicTiming(0, 1.5, 1, 1, allowsOvershoot: true).value(at: 0.7) > 1)
    #expect(Timing.easeIn.controlPoint1 == Vector2(0, 0) && Timing.easeIn.curve == .easeIn)
    #expect(
      Timing(cubic: .standard).controlPoint1 == Vector2(0.25, 0.1) && Timing(cubic: .standard).curve == nil)
  }

  @Test("stiffness solved for ratio and duration agrees with seventeen probes")
  func stiffness() throws {
    let rows: [(Double, Double, Double, Double)] = [
      (0.1, 1, 0, 2125.3901278407934), (0.2, 1, 0, 707.2217886060563), (0.35, 1, 0, 286.40942818911714),
      (0.5, 1, 0, 161.7195025042016), (0.6, 0.8, 0, 190.21427544499548), (0.8, 1, 0, 80.89737200360506),
      (0.9, 1, 0, 71.92472915770972), (0.99, 1, 0, 80.02518243167793), (0.25, 3, 0, 54.83363359078324),
      (0.5, 0.3, 0, 1796.8833611577954), (0.5, 0.5, 0, 646.8780100168065), (0.5, 2, 0, 40.4298756260504),
      (0.5, 1, 0.25, 159.67233773812114), (0.5, 1, 1, 152.86841381792456), (0.5, 1, 1.5, 147.61602003056592),
      (0.5, 1, -2, 175.4224123383425), (1, 1, 0, 85.25592900599884), (1, 1, 1, 83.13803615388531),
    ]
    for (ratio, duration, velocity, stiffness) in rows {
      let spring = try SpringTiming(dampingRatio: ratio, velocity: Vector2(velocity, 0))
      let solved = spring.parameters(duration: duration)
      #expect(isNear(solved.stiffness, stiffness, 1e-6 * stiffness), "\(ratio) \(duration) \(velocity)")
      #expect(solved.mass == 1)
    }
    #expect(
      try SpringTiming(dampingRatio: 3).parameters(duration: 1).stiffness
        == SpringTiming(dampingRatio: 1).parameters(duration: 1).stiffness)
    #expect(try SpringTiming(dampingRatio: 0).parameters(duration: 1).stiffness.isFinite)
  }

  @Test("settling durations agree with the measured ones to 1e-12")
  func settling() throws {
    let rows: [(Double, Double, Double, Double, Double)] = [
      (1, 100, 10, 0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555275721707),
      (2, 100, 5, 0, 5.658348137358159),
      (1, 100, 10, 5, 1.3815510557964275), (1, 100, 10, -5, 1.5350814063145797),
      (1, 100, 20, 0, 0.9999999999999999), (1, 100, 30, 0, 0.9999999999999999), (1, 400, 40, 0, 0.5),
      (1, 25, 10, 0, 1.9000000000000006), (1, 1, 2, 0, 9.299999999999983), (1, 100, 1, 0, 13.91321015404625),
      (1, 100, 0, 0, 3.4028234663852886e38),
    ]
    for (m, k, c, v, seconds) in rows {
      let spring = try SpringTiming(mass: m, stiffness: k, damping: c, velocity: Vector2(v, v))
      #expect(isNear(spring.settlingDuration, seconds, 1e-12), "\(m) \(k) \(c) \(v)")
    }
    let bounces: [(Double, Double, Double)] = [
      (0.5, 0, 0.7999999999999999), (0.5, 0.3, 0.8629552831744205), (0.25, 0, 0.4),
      (0.5, 0.7, 1.904872615017113),
      (1, 0, 1.5000000000000002), (0.35, 0.15, 0.5156554893625898), (1, 0.5, 2.3438753795710707),
      (0.5, -1, 0),
    ]
    for (duration, bounce, seconds) in bounces {
      let spring = try SpringTiming(duration: duration, bounce: bounce)
      #expect(isNear(spring.settlingDuration, seconds, 1e-12), "\(duration) \(bounce)")
    }
  }

  @Test("an exact settling duration is where the envelope falls to epsilon")
  func exactSettling() throws {
    for (damping, overdamped) in [(4.0, false), (20.0, false), (60.0, true)] {
      let spring = try SpringTiming(mass: 1, stiffness: 100, damping: damping, allowsOverdamping: overdamped)
      for epsilon in [0.1, 0.001, 1e-6] {
        let end = try spring.exactSettlingDuration(epsilon: epsilon)
        let timing = Timing(spring: spring)
        let length = spring.settlingDuration
        for i in 0..<100 {
          let later = try timing.progress(at: (end + Double(i) * 0.01) / length)
          #expect(abs(1 - later) <= epsilon * (1 + 1e-9))
        }
      }
    }
    #expect(code { _ = try SpringTiming().exactSettlingDuration(epsilon: 0) } == .range)
  }

  @Test("constants of a spring by duration and bounce, and back")
  func durationAndBounce() throws {
    let spring = try SpringTiming(duration: 0.5, bounce: 0.3)
    #expect(
      isNear(spring.stiffness, 157.91367041742973, 1e-10) && isNear(spring.damping, 17.59291886010284, 1e-12))
    #expect(isNear(try SpringTiming(duration: 0.5, bounce: 0).damping, 25.132741228718345, 1e-12))
    #expect(isNear(spring.response, 0.5, 1e-12) && isNear(spring.bounce, 0.3, 1e-12))
    let known = try SpringTiming(mass: 1, stiffness: 100, damping: 10)
    #expect(isNear(known.response, 0.6283, 1e-4) && isNear(known.bounce, 0.5, 1e-12))
    #expect(try SpringTiming(duration: 0.5, bounce: -0.5).allowsOverdamping)
    #expect(isNear(SpringTiming().dampingRatio, 4.564, 1e-3))
    #expect(SpringTiming().duration(given: 4) == 0.5058237314224243)
  }

  @Test("positions at t = 0.05 agree with the measured ones")
  func positions() throws {
    let rows: [(Double, Double, Double)] = [
      (10, 0, 10.44054701924324), (20, 0, 9.020400792360306), (30, 0, 9.020400792360306),
      (10, 5, 29.307806491851807), (10, -5, -8.426713198423386),
    ]
    for (damping, velocity, position) in rows {
      let spring = try SpringTiming(
        mass: 1, stiffness: 100, damping: damping, velocity: Vector2(velocity, velocity))
      let p = try Timing(spring: spring).progress(at: 0.05 / spring.settlingDuration)
      #expect(isNear(100 * p, position, 1e-4), "\(damping) \(velocity)")
    }
    let fitted = Timing(spring: try SpringTiming(dampingRatio: 0.6))
    for (t, y) in [(0.15, 130.832), (0.3, 159.285), (0.45, 151.150), (0.6, 149.168)] {
      #expect(isNear(50 + 100 * (try fitted.progress(at: t / 0.8, duration: 0.8)), y, 1e-3))
    }
  }

  @Test("the velocity of timing is the derivative of its progress, over-damped too")
  func velocities() throws {
    var timings = [
      Timing.easeInOut, Timing(spring: try SpringTiming(dampingRatio: 0.4, velocity: Vector2(3, 0))),
    ]
    timings.append(Timing(spring: try SpringTiming(duration: 0.5, bounce: -0.6)))
    timings.append(Timing(spring: try SpringTiming(mass: 1, stiffness: 100, damping: 20)))
    for timing in timings {
      for i in 1..<20 {
        let u = Double(i) / 20
        let numeric = (try timing.progress(at: u + 1e-6) - timing.progress(at: u - 1e-6)) / 2e-6
        #expect(isNear(try timing.velocity(at: u), numeric, 1e-4 * max(1, abs(numeric))))
      }
    }
  }

  @Test("hostile constants of springs are refused")
  func refusals() {
    #expect(code { _ = try SpringTiming(mass: 0, stiffness: 1, damping: 1) } == .range)
    #expect(code { _ = try SpringTiming(mass: 1, stiffness: -1, damping: 1) } == .range)
    #expect(code { _ = try SpringTiming(mass: 1, stiffness: 1, damping: -1) } == .range)
    #expect(code { _ = try SpringTiming(mass: .nan, stiffness: 1, damping: 1) } == .range)
    #expect(code { _ = try SpringTiming(dampingRatio: -0.1) } == .range)
    #expect(code { _ = try SpringTiming(dampingRatio: 1, velocity: Vector2(.infinity, 0)) } == .range)
    #expect(code { _ = try SpringTiming(duration: 1, bounce: 1.1) } == .range)
    #expect(code { _ = try SpringTiming(duration: 0, bounce: 0) } == .range)
  }

  @Test("piecewise timing follows its points, jumps and steps")
  func piecewise() throws {
    let timing = try Timing(points: [Vector2(0, 0), Vector2(0.25, 0.8), Vector2(0.5, 0.4), Vector2(1, 1)])
    #expect(isNear(try timing.progress(at: 0.125), 0.4, 1e-15))
    #expect(isNear(try timing.progress(at: 0.75), 0.7, 1e-15))
    #expect(isNear(try timing.inverse(of: 0.6, near: 0.4), 0.375, 1e-15))
    #expect(isNear(try timing.inverse(of: 0.6, near: 0.9), 0.5 + 0.5 / 3, 1e-15))
    #expect(isNear(try timing.velocity(at: 0.3), -1.6, 1e-12))
    let steps = try Timing(steps: 4)
    #expect(
      try steps.progress(at: 0.24) == 0 && steps.progress(at: 0.25) == 0.25
        && steps.progress(at: 0.99) == 0.75)
    #expect(try Timing(steps: 4, jump: .start).progress(at: 0.1) == 0.25)
    #expect(try Timing(steps: 3, jump: .none).progress(at: 0.5) == 0.5)
    #expect(code { _ = try Timing(points: [Vector2(0, 0)]) } == .range)
    #expect(code { _ = try Timing(points: [Vector2(0.1, 0), Vector2(1, 1)]) } == .range)
    #expect(code { _ = try Timing(points: [Vector2(0, 0), Vector2(0.9, 1)]) } == .range)
    #expect(
      code { _ = try Timing(points: [Vector2(0, 0), Vector2(0.6, 0), Vector2(0.5, 0), Vector2(1, 1)]) }
        == .range)
    #expect(code { _ = try Timing(points: [Vector2(0, .nan), Vector2(1, 1)]) } == .range)
    #expect(code { _ = try Timing(steps: 1, jump: .none) } == .range)
  }
}
