// Springs against their closed forms: frequency, decay, sag, and stability at every stiffness, damping and step.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

private func smooth(density: Double = 1) -> BodyProperties {
  var p = BodyProperties()
  p.resistance = 0
  p.angularResistance = 0
  p.density = density
  return p
}

extension Bench {
  func spring(
    _ body: Int32, _ other: Int32 = -1, anchor: Vector2 = .zero, offset: Vector2 = .zero, otherOffset: Vector2 = .zero,
    length: Double, frequency: Double, damping: Double = 0
  ) -> Int32 {
    var def = JointDef()
    def.bodyA = body
    def.bodyB = other
    def.anchor = anchor
    def.offsetA = offset
    def.offsetB = otherOffset
    def.length = length
    def.frequency = frequency
    def.damping = damping
    let joint = world.addJoint(def)
    #expect(joint >= 0)
    return joint
  }
}

@Test func `a damped spring follows the closed form`() {
  for (frequency, ratio) in [(1.0, 0.2), (3, 0.1), (8, 0.2), (8, 0.7), (2, 1), (3, 3)] {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.box(150, 0, gravity: 0, properties: smooth())
    _ = bench.spring(body, length: 100, frequency: frequency, damping: ratio)
    let omega = 2 * Double.pi * frequency
    var worst = 0.0
    bench.run(120) { step in
      let t = Double(step + 1) / 120
      let x: Double
      if ratio < 1 {
        let wd = omega * squareRoot(1 - ratio * ratio)
        let (sine, cosine) = Elementary.sinCos(wd * t)
        x = 50 * Elementary.exp(-ratio * omega * t) * (cosine + ratio * omega / wd * sine)
      } else if ratio == 1 {
        x = 50 * (1 + omega * t) * Elementary.exp(-omega * t)
      } else {
        let root = squareRoot(ratio * ratio - 1)
        let slow = omega * (ratio - root)
        let fast = omega * (ratio + root)
        x = 50 * (fast * Elementary.exp(-slow * t) - slow * Elementary.exp(-fast * t)) / (fast - slow)
      }
      worst = max(worst, abs(bench.world.center(body).x - 100 - x))
    }
    #expect(worst < 0.2, "\(frequency) Hz, ratio \(ratio): \(worst)")
  }
}

/// How often the ends swing through the rest length in a second. Without damping by so little that the bodies hardly turn: the stiffness is
/// that of the pose in which the spring was added.
@Test(arguments: [(0.0, 0.02), (0.1, 1)])
func `a spring between two bodies off their centers has the frequency of its row mass`(damping: Double, speed: Double) {
  let bench = Bench()
  defer { bench.world.destroy() }
  // Along x through ends that lie 30 above and below the centers: small swings.
  let a = bench.box(0, 0, gravity: 0, properties: smooth())
  let b = bench.box(300, 0, 60, 40, gravity: 0, properties: smooth(density: 2))
  let rest = squareRoot(220.0 * 220 + 10 * 10)
  let joint = bench.spring(
    a, b, offset: Vector2(50, 30), otherOffset: Vector2(-30, 20), length: rest, frequency: 3, damping: damping)
  #expect(joint >= 0)
  // Both on their way, so that they do not fall asleep.
  bench.world.setVelocity(a, Vector2(0, 100))
  bench.world.setVelocity(b, Vector2(speed, 100))
  // Rate along the line crosses zero twice in a period.
  var crossings = 0
  var first = 0.0
  var last = 0.0
  var before = 0.0
  bench.run(damping > 0 ? 240 : 480) { step in
    let pA = bench.world.center(a)
    let pB = bench.world.center(b)
    let (sA, cA) = Elementary.sinCos(bench.world.angle(a))
    let (sB, cB) = Elementary.sinCos(bench.world.angle(b))
    let endA = Vector2(pA.x + 50 * cA - 30 * sA, pA.y + 50 * sA + 30 * cA)
    let endB = Vector2(pB.x - 30 * cB - 20 * sB, pB.y - 30 * sB + 20 * cB)
    let x = (endB - endA).length - rest
    if step > 0 && before < 0 && x >= 0 {
      let t = (Double(step) + 1 - x / (x - before)) / 120
      if crossings == 0 { first = t }
      last = t
      crossings += 1
    }
    before = x
  }
  let measured = Double(crossings - 1) / (last - first)
  #expect(abs(measured - 3 * squareRoot(1 - damping * damping)) < 0.01, "\(measured) Hz, \(crossings) in \(last - first) s")
}

@Test func `springs of any stiffness, damping and step stay finite and gain no energy`() {
  let steps: [(Double, Int32)] = [(1.0 / 30, 1), (1.0 / 60, 1), (1.0 / 120, 2), (1.0 / 1000, 1), (1.0 / 60, 64)]
  let frequencies: [Double] = [0.001, 1, 15, 60]
  let dampings: [Double] = [0, 0.1, 1, 30, 1e6]
  let corners: [Vector2] = [Vector2(-100, -100), Vector2(100, -100), Vector2(100, 100), Vector2(-100, 100)]
  for (step, substeps) in steps {
    for frequency in frequencies {
      for damping in dampings {
        let bench = Bench(stepSeconds: step, substeps: substeps)
        defer { bench.world.destroy() }
        // Four on one body, and a chain behind it.
        let body = bench.box(20, 10, 50, 50, gravity: 0, properties: smooth())
        for corner in corners {
          _ = bench.spring(
            body, anchor: corner, offset: Vector2(corner.x / 10, -corner.y / 8), length: 141, frequency: frequency,
            damping: damping)
        }
        var previous = body
        var chain = [body]
        for link in 1...4 {
          let material = smooth(density: link % 2 == 0 ? 1.0 : 100.0)
          let next = bench.box(20.0 + 70.0 * Double(link), 10, 20, 20, gravity: 0, properties: material)
          _ = bench.spring(previous, next, length: 60, frequency: frequency, damping: damping)
          previous = next
          chain.append(next)
        }
        var furthest = 0.0
        bench.run(Int(2 / step)) { _ in
          for body in chain {
            let center: Vector2 = bench.world.center(body)
            let x: Double = abs(center.x - 160)
            let y: Double = abs(center.y)
            furthest = max(furthest, x, y)
          }
        }
        #expect(furthest < 400, "step \(step), \(substeps), \(frequency) Hz, \(damping): \(furthest)")
      }
    }
  }
}

@Test func `stiff springs hold a light body while a heavy one on the same spring meets a wall`() {
  // The light body's own springs are taken in mid-step, that to the heavy one at the end of the sub-step, for it touches.
  for damping in [1.0, 30, 1e6] {
    for frequency in [15.0, 60] {
      let bench = Bench(stepSeconds: 1.0 / 120, substeps: 2)
      defer { bench.world.destroy() }
      let light = bench.box(0, 0, 50, 50, gravity: 0, properties: smooth())
      for corner in [Vector2(-100, -100), Vector2(100, -100), Vector2(100, 100), Vector2(-100, 100)] {
        _ = bench.spring(light, anchor: corner, length: 141, frequency: frequency, damping: damping)
      }
      let heavy = bench.box(100, 0, 20, 20, gravity: 0, properties: smooth(density: 100))
      _ = bench.spring(light, heavy, length: 100, frequency: frequency, damping: damping)
      let wall = bench.box(110, 60, 20, 100, gravity: 0, properties: smooth())
      bench.world.setVelocity(heavy, Vector2(40, 60))
      var fastest = 0.0
      bench.run(240) { _ in
        for body in [light, heavy, wall] { fastest = max(fastest, bench.world.velocity(body).length) }
      }
      #expect(fastest < 250, "\(frequency) Hz, ratio \(damping): \(fastest)")
    }
  }
}

@Test func `a weight sags by g over omega squared, free, on four springs and on the floor's edge`() {
  for frequency in [1.0, 3, 8, 20] {
    let bench = Bench()
    defer { bench.world.destroy() }
    var p = smooth()
    p.resistance = 5
    let body = bench.box(0, 300, properties: p)
    _ = bench.spring(body, anchor: Vector2(0, 0), length: 300, frequency: frequency, damping: 0.5)
    let many = bench.box(500, 300, properties: p)
    for _ in 0..<4 { _ = bench.spring(many, anchor: Vector2(500, 0), length: 300, frequency: frequency, damping: 0.5) }
    bench.run(1200)
    let omega = 2 * Double.pi * frequency
    let sag = 1000 / (omega * omega)
    #expect(abs(bench.world.center(body).y - 300 - sag) < 0.002 * sag + 0.001, "\(frequency): \(bench.world.center(body).y - 300)")
    #expect(abs(bench.world.center(many).y - 300 - sag / 4) < 0.002 * sag + 0.001)
  }
}

@Test func `a spring presses a box into the floor and the box rests`() {
  for frequency in [1.0, 8, 60] {
    let bench = Bench()
    defer { bench.world.destroy() }
    _ = bench.floor()
    let box = bench.box(0, 540)
    _ = bench.spring(box, anchor: Vector2(0, 700), length: 100, frequency: frequency, damping: 0.1)
    bench.run(600)
    #expect(abs(bench.world.center(box).y - 550) < 2, "\(frequency): \(bench.world.center(box).y)")
    #expect(abs(bench.world.center(box).x) < 0.01 && bench.world.awakeCount == 0, "\(frequency)")
  }
}

@Test func `the feel of a device adds pi f over 60 to the ratio`() {
  for feels in [false, true] {
    let bench = Bench()
    defer { bench.world.destroy() }
    bench.world.settings.uikitSpringFeel = feels
    let body = bench.box(150, 0, gravity: 0, properties: smooth())
    _ = bench.spring(body, length: 100, frequency: 3, damping: 0)
    var lowest = 0.0
    bench.run(30) { _ in lowest = min(lowest, bench.world.center(body).x - 100) }
    let ratio = Double.pi * 3 / 60
    let overshoot = feels ? 50 * Elementary.exp(-Double.pi * ratio / squareRoot(1 - ratio * ratio)) : 50
    #expect(abs(-lowest - overshoot) < 0.5, "\(feels): \(lowest)")
  }
}

@Test func `a snap crosses, overshoots and settles as the published trace`() {
  for (damping, share) in [(0.5, 0.073), (1.0, 0.0), (0.0, 0.64)] {
    let bench = Bench()
    defer { bench.world.destroy() }
    let body = bench.box(80, 0, 60, 60, angle: 0.5, gravity: 0)
    var def = SnapDef()
    def.body = body
    def.ratio = damping + 0.14
    #expect(bench.world.addSnap(def) >= 0)
    var crossing = -1.0
    var over = 0.0
    var overAt = 0.0
    var late = 0.0
    var aside = 0.0
    var asleep = -1.0
    bench.run(300) { step in
      let t = Double(step + 1) / 120
      let center = bench.world.center(body)
      if crossing < 0 && center.x <= 0 { crossing = t }
      if -center.x > over {
        over = -center.x
        overAt = t
      }
      if t > 0.45 { late = max(late, abs(center.x)) }
      aside = max(aside, abs(center.y))
      if asleep < 0 && bench.world.awakeCount == 0 { asleep = t }
    }
    #expect(aside < 1e-6)
    if damping == 0.5 {
      #expect(abs(crossing - 0.12) < 0.015, "\(crossing)")
      #expect(abs(overAt - 0.17) < 0.02, "\(overAt)")
      #expect(late < 1 && asleep > 0.9 && asleep < 1.6, "\(late), \(asleep)")
    }
    #expect(abs(over / 80 - share) < 0.015, "damping \(damping): \(over / 80)")
    #expect(abs(bench.world.angle(body)) < 0.001 || damping == 0)
  }
}
