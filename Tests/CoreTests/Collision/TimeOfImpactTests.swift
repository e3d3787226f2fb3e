// Times of impact of random sweeps against bisection of distances in 64 bit, and cases told by hand.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

private func outline(_ s: TestShape, _ w: Sweep, _ f: Double) -> Oracle {
  let angle = Double(w.angle0) + f * (Double(w.angle1) - Double(w.angle0))
  let r = testSinCos(angle)
  let p = w.p0.widened + f * (w.p1.widened - w.p0.widened)
  let points = (0..<Int(s.view.count)).map {
    let v = s.view.vertices[$0].widened
    return Vector2(r.cos * v.x - r.sin * v.y, r.sin * v.x + r.cos * v.y) + p
  }
  return Oracle(points: points, radius: Double(s.view.radius))
}

private func gap(_ a: TestShape, _ wa: Sweep, _ b: TestShape, _ wb: Sweep, _ f: Double) -> Double {
  outline(a, wa, f).signedDistance(outline(b, wb, f))
}

/// With both outlines kept alive.
private func impact(
  _ a: TestShape, _ wa: Sweep, _ b: TestShape, _ wb: Sweep, target: Float, tolerance: Float
) -> (state: ImpactState, fraction: Float) {
  withExtendedLifetime((a, b)) {
    timeOfImpact(a.view, wa, b.view, wb, target: target, tolerance: tolerance)
  }
}

private func still(_ p: Vec2f = .zero, _ angle: Float = 0) -> Sweep {
  Sweep(p0: p, p1: p, angle0: angle, angle1: angle)
}

private func randomShape(_ random: inout CollisionRandom, _ size: Double) -> TestShape {
  switch random.below(4) {
  case 0: return .circle(Float(size))
  case 1: return .ellipse(size, size * random.between(0.1, 1), 12)
  case 2:
    let r = testSinCos(random.angle())
    let e = Vector2(size * r.cos, size * r.sin).narrowed
    return .segment(-e, e)
  default: return .box(Float(size * random.between(0.05, 1)), Float(size * random.between(0.05, 1)))
  }
}

/// The first fraction from `start` on at which the shapes are no farther apart than `limit`, by bisection in 64 bit; nil:
/// never. Steps on by what the fastest point could do at most, so nothing between is passed over.
private func firstMeeting(
  _ a: TestShape, _ wa: Sweep, _ b: TestShape, _ wb: Sweep, limit: Double, from start: Double = 0
) -> Double? {
  func speed(_ s: TestShape, _ w: Sweep) -> Double {
    let reach = (0..<Int(s.view.count)).map { s.view.vertices[$0].widened.length }.max()! + Double(s.view.radius)
    return abs(Double(w.angle1) - Double(w.angle0)) * reach
  }
  let way = (wb.p1.widened - wb.p0.widened) - (wa.p1.widened - wa.p0.widened)
  let fastest = way.length + speed(a, wa) + speed(b, wb)
  var before = start
  var at = start
  while true {
    let over = gap(a, wa, b, wb, at) - limit
    if over <= 0 { break }
    if at >= 1 { return nil }
    before = at
    // A graze ends the search in steps too small to matter.
    at = min(1, at + max(over / max(fastest, 1e-9), 1e-4))
  }
  var after = at
  while after - before > 1e-10 {
    let middle = 0.5 * (before + after)
    if gap(a, wa, b, wb, middle) > limit { before = middle } else { after = middle }
  }
  return after
}

@Suite struct TimeOfImpactTests {
  @Test func randomSweepsAgreeWithBisection() {
    var hits = 0
    var misses = 0
    Property.holds("time of impact", cases: 24_000, debug: 400) { random in
      let size = random.between(5, 100)
      let a = randomShape(&random, size)
      let b = randomShape(&random, random.between(5, 100))
      func sweep() -> Sweep {
        let p = Vector2(random.between(-200, 200), random.between(-200, 200))
        let r = testSinCos(random.angle())
        let far = random.between(0, 400)
        let angle = random.angle()
        let turn = random.below(3) == 0 ? 0 : random.between(-3.14, 3.14)
        return Sweep(
          p0: p.narrowed, p1: (p + Vector2(far * r.cos, far * r.sin)).narrowed, angle0: Float(angle),
          angle1: Float(angle + turn))
      }
      let wa = random.below(2) == 0 ? still(.zero, Float(random.angle())) : sweep()
      let wb = sweep()
      let target = 0.25
      let tolerance = 0.06
      let r = impact(a, wa, b, wb, target: Float(target), tolerance: Float(tolerance))
      let f = Double(r.fraction)
      func wrong(_ what: String) -> String { "\(r), \(what)\n\(a.name) \(wa)\n\(b.name) \(wb)" }
      let start = gap(a, wa, b, wb, 0)
      switch r.state {
      case .overlapped: return start < 1e-4 && f == 0 ? nil : wrong("starts at \(start)")
      case .failed: return wrong("undecided")
      case .separated:
        misses += 1
        if f != 1 { return wrong("separated before the end") }
        // A little nearer than the target is a hit for sure.
        return firstMeeting(a, wa, b, wb, limit: target - 1e-3).map { wrong("they meet at \($0)") }
      case .hit:
        hits += 1
        if start <= target + tolerance + 1e-3 { return f == 0 || start > target - 1e-3 ? nil : wrong("starts at \(start)") }
        guard let early = firstMeeting(a, wa, b, wb, limit: target + tolerance + 1e-3) else { return wrong("they never meet") }
        if f < early - 1e-6 { return wrong("too early, before \(early)") }
        // By then they must not have come nearer than the target.
        if let late = firstMeeting(a, wa, b, wb, limit: target - 1e-3, from: early), f > late + 1e-6 {
          return wrong("too late, after \(late)")
        }
        return nil
      }
    }
    #expect(hits > 0 && misses > 0)
  }

  @Test func aBallThatFallsOnAFloorHitsWhereBisectionSays() {
    let floor = TestShape.segment(Vec2f(-100, 0), Vec2f(100, 0))
    let ball = TestShape.circle(5)
    let fall = Sweep(p0: Vec2f(0, -105), p1: Vec2f(30, 95), angle0: 0, angle1: 3)
    let r = impact(floor, still(), ball, fall, target: 0.25, tolerance: 0.05)
    #expect(r.state == .hit)
    #expect(abs(r.fraction - (100 - 0.25) / 200) < 0.06 / 200)
    // From the other side, and past the floor's end.
    let rise = Sweep(p0: Vec2f(0, 105), p1: Vec2f(30, -95), angle0: 0, angle1: 3)
    #expect(impact(floor, still(), ball, rise, target: 0.25, tolerance: 0.05).state == .hit)
    let beside = Sweep(p0: Vec2f(106, -105), p1: Vec2f(106, 95), angle0: 0, angle1: 3)
    let miss = impact(floor, still(), ball, beside, target: 0.25, tolerance: 0.05)
    #expect(miss.state == .separated && miss.fraction == 1)
  }

  @Test func halfATurnOfABarIsNotMissed() {
    // The bar is clear of the peg at both ends of the sweep and strikes it on the way.
    let peg = TestShape.circle(2)
    let bar = TestShape.box(100, 1)
    for turn in [Float(3.1), -3.1] {
      let spin = Sweep(p0: .zero, p1: .zero, angle0: 0, angle1: turn)
      let r = impact(peg, still(Vec2f(0, turn > 0 ? 60 : -60)), bar, spin, target: 0.2, tolerance: 0.05)
      #expect(r.state == .hit)
      // Struck when the bar's side is 2.2 points from the centre of the peg, at 60 from the axis.
      var lo = 0.0
      var hi = 0.5
      let wa = still(Vec2f(0, turn > 0 ? 60 : -60))
      while hi - lo > 1e-9 {
        let middle = 0.5 * (lo + hi)
        if gap(peg, wa, bar, spin, middle) > 0.2 { lo = middle } else { hi = middle }
      }
      #expect(abs(Double(r.fraction) - lo) < 0.06 / (3.1 * 58), "\(r) \(lo)")
    }
  }

  @Test func theStartDecidesWhenShapesAreNearOrOverlap() {
    let a = TestShape.box(10, 10)
    let away = Sweep(p0: Vec2f(20.1, 0), p1: Vec2f(80, 0), angle0: 0, angle1: 0)
    let near = impact(a, still(), a, away, target: 0.25, tolerance: 0.05)
    #expect(near.state == .hit && near.fraction == 0)
    let inside = Sweep(p0: Vec2f(19, 0), p1: Vec2f(80, 0), angle0: 0, angle1: 0)
    let over = impact(a, still(), a, inside, target: 0.25, tolerance: 0.05)
    #expect(over.state == .overlapped && over.fraction == 0)
  }

  @Test func aGrazingTurnEndsWithinTheAllowedRounds() {
    // A long bar turns just above the floor, never nearer than a little more than the target.
    let floor = TestShape.segment(Vec2f(-500, 0), Vec2f(500, 0))
    let bar = TestShape.box(200, 2)
    let spin = Sweep(p0: Vec2f(0, -200.4), p1: Vec2f(40, -200.4), angle0: 0, angle1: 3.1)
    let r = impact(floor, still(), bar, spin, target: 0.25, tolerance: 0.06)
    #expect(r.state == .separated, "\(r)")
    let graze = Sweep(p0: Vec2f(0, -200.2), p1: Vec2f(40, -200.2), angle0: 0, angle1: 3.1)
    #expect(impact(floor, still(), bar, graze, target: 0.25, tolerance: 0.06).state == .hit)
  }

  @Test func noInputTraps() {
    let sizes: [Double] = [1e-30, 0.01, 300, 1e18, 1e37, .infinity, .nan]
    Property.holds("time of impact of any numbers", cases: 10_000, debug: 2_000) { random in
      func number() -> Float {
        let s = sizes[random.below(7)]
        return random.below(2) == 0 ? Float(s) : -Float(s)
      }
      let a = TestShape.random(&random, size: sizes[random.below(4)], segments: true)
      let b = TestShape.random(&random, size: sizes[random.below(4)], segments: true)
      func place() -> Vec2f { Vec2f(number(), number()) }
      let wa = Sweep(p0: place(), p1: place(), angle0: number(), angle1: number())
      let wb = Sweep(p0: place(), p1: place(), angle0: 0, angle1: number())
      let r = impact(a, wa, b, wb, target: 0.25, tolerance: 0.05)
      return r.fraction >= 0 && r.fraction <= 1 ? nil : "\(r)"
    }
  }
}
