// Motion against closed forms: fall, push, friction, bounce, springs, pendulum, rotation, resistance, snap.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct ClosedForms {
  /// One animator without resistance unless asked for.
  private struct Bench {
    let animator: DynamicAnimator
    let motion: DynamicItemBehavior
    init(
      _ items: [Item], resistance: Double = 0, angularResistance: Double = 0, friction: Double = 0,
      elasticity: Double = 0
    )
      throws
    {
      animator = try DynamicAnimator()
      motion = DynamicItemBehavior(items: items)
      motion.resistance = resistance
      motion.angularResistance = angularResistance
      motion.friction = friction
      motion.elasticity = elasticity
      try animator.addBehavior(motion)
    }
    func step() throws { try animator.advance(by: 1.0 / 120.0) }
    var t: Double { animator.elapsedSeconds }
  }

  @Test("A free fall is a parabola within 0.1 point")
  func fall() throws {
    let item = try Item(center: Vector2(50, -100))
    let bench = try Bench([item])
    try bench.animator.addBehavior(GravityBehavior(items: [item]))
    try bench.motion.setLinearVelocity(Vector2(120, -400), of: item)
    for _ in 0..<240 {
      try bench.step()
      let t = bench.t
      #expect(isNear(item.center.y, -100 - 400 * t + 500 * t * t, 0.1))
      #expect(isNear(item.center.x, 50 + 120 * t, 0.01))
    }
    #expect(isNear(item.velocity.y, -400 + 2000, 0.01))
  }

  @Test("A fall through resistance follows the exponential law and reaches its final speed")
  func fallWithResistance() throws {
    let item = try Item()
    let c = 4.0
    let bench = try Bench([item], resistance: c)
    try bench.animator.addBehavior(GravityBehavior(items: [item]))
    for _ in 0..<360 {
      try bench.step()
      let decay = exponential(-c * bench.t)
      #expect(isNear(item.velocity.y, 250 * (1 - decay), 0.01))
      #expect(isNear(item.center.y, 250 * bench.t - 250 / c * (1 - decay), 0.15))
    }
    #expect(isNear(item.velocity.y, 250, 0.01))
  }

  @Test("A glide of 1,000 points/s with resistance 10 ends after 100 points")
  func glide() throws {
    let item = try Item()
    let bench = try Bench([item], resistance: 10)
    try bench.motion.addLinearVelocity(Vector2(1000, 0), to: item)
    try bench.step()
    #expect(isNear(item.velocity.x, 1000 * exponential(-10.0 / 120), 0.01))
    try bench.animator.runUntilPaused()
    #expect(isNear(item.center.x, 100, 1))
  }

  @Test("A spin decays with the angular resistance; without it, it stays and whole turns count")
  func rotation() throws {
    let item = try Item()
    let bench = try Bench([item], angularResistance: 2)
    try bench.motion.addAngularVelocity(8, to: item)
    for _ in 0..<120 { try bench.step() }
    #expect(isNear(item.angularVelocity, 8 * exponential(-2), 1e-4))
    #expect(isNear(item.angle, 4 * (1 - exponential(-2)), 0.01))
    bench.motion.angularResistance = 0
    try bench.motion.setAngularVelocity(10, of: item)
    let angle = item.angle
    for _ in 0..<120 { try bench.step() }
    #expect(isNear(item.angle - angle, 10, 1e-4) && item.angularVelocity == 10)
    #expect(item.center == Vector2(0, 0))
  }

  @Test("What hangs on nothing spins 3.2 times as fast as a step shows at most, and turns by half a turn in it")
  func spinLimit() throws {
    let item = try Item()
    let bench = try Bench([item])
    let shown = Double.pi * 120
    for (given, kept) in [(3.1, 3.1), (3.2, 3.2), (3.3, 3.2), (-50, -3.2)] {
      try bench.motion.setAngularVelocity(given * shown, of: item)
      let angle = item.angle
      try bench.step()
      #expect(isNear(item.angularVelocity, kept * shown, 1e-6 * shown))
      #expect(isNear(item.angle - angle, given < 0 ? -Double.pi : Double.pi, 1e-5))
    }
  }

  @Test("A push accelerates by force over mass and moment over inertia")
  func push() throws {
    let item = try Item(size: Vector2(200, 50))
    let bench = try Bench([item])
    bench.motion.density = 2
    let push = PushBehavior(items: [item], mode: .instantaneous)
    push.direction = Vector2(3, -4)
    try push.setTargetOffset(Vector2(80, 10), of: item)
    try bench.animator.addBehavior(push)
    try bench.step()
    let mass = 2.0 * 200 * 50 / 10_000
    let inertia = mass * (200.0 * 200 + 50 * 50) / 12
    #expect(isNear(item.velocity.x, 300 / mass, 1e-3) && isNear(item.velocity.y, -400 / mass, 1e-3))
    #expect(isNear(item.angularVelocity, 100 * (80 * -4 - 10 * 3) / inertia, 1e-5))
  }

  @Test("Friction stops a sliding box after v²/(2 μ g)")
  func friction() throws {
    let box = try Item(center: Vector2(0, -20), size: Vector2(80, 40))
    let bench = try Bench([box], friction: 0.5)
    let floor = CollisionBehavior(items: [box])
    try floor.addBoundary("floor", from: Vector2(-1000, 0), to: Vector2(3000, 0))
    try floor.setBoundaryMaterial("floor", elasticity: 0, friction: 0.5)
    try bench.animator.addBehavior(GravityBehavior(items: [box]))
    try bench.animator.addBehavior(floor)
    try bench.animator.run(ticks: 30)
    let start = box.center.x
    try bench.motion.setLinearVelocity(Vector2(600, 0), of: box)
    try bench.animator.runUntilPaused()
    #expect(isNear(box.center.x - start, 600 * 600 / (2 * 0.5 * 1000), 4))
    #expect(isNear(box.angle, 0, 0.002) && isNear(box.center.y, -20, 0.5))
  }

  @Test("Each bounce rises to e² of the one before")
  func bounce() throws {
    let ball = try Item(center: Vector2(0, -320), size: Vector2(40, 40), boundsType: .ellipse)
    let bench = try Bench([ball], elasticity: 0.8)
    let floor = CollisionBehavior(items: [ball])
    try floor.addBoundary("floor", from: Vector2(-300, 0), to: Vector2(300, 0))
    try bench.animator.addBehavior(GravityBehavior(items: [ball]))
    try bench.animator.addBehavior(floor)
    var tops: [Double] = []
    var rising = false
    var last = ball.center.y
    for _ in 0..<480 {
      try bench.step()
      let y = ball.center.y
      if y < last { rising = true }
      if y > last && rising {
        tops.append(-20 - last)
        rising = false
      }
      last = y
    }
    try #require(tops.count >= 3)
    #expect(isNear(tops[0], 300 * 0.64, 300 * 0.64 * 0.03), "\(tops)")
    #expect(isNear(tops[1] / tops[0], 0.64, 0.03) && isNear(tops[2] / tops[1], 0.64, 0.04))
    #expect(ball.center.x == 0)
  }

  @Test("Two balls collide head on by the law of impact")
  func impact() throws {
    let a = try Item(center: Vector2(0, 0), size: Vector2(40, 40), boundsType: .ellipse)
    let b = try Item(center: Vector2(200, 0), size: Vector2(80, 80), boundsType: .ellipse)
    let bench = try Bench([a, b], elasticity: 0.5)
    try bench.motion.addLinearVelocity(Vector2(400, 0), to: a)
    try bench.animator.addBehavior(CollisionBehavior(items: [a, b]))
    for _ in 0..<120 { try bench.step() }
    // Masses 1 : 4.
    let first = (400 - 0.5 * 4 * 400) / 5.0
    let second = 400 * 1.5 / 5.0
    #expect(isNear(a.velocity.x, first, 1) && isNear(b.velocity.x, second, 1))
    #expect(isNear(a.velocity.x + 4 * b.velocity.x, 400, 0.01), "momentum")
  }

  @Test("A spring swings at its frequency and decays by its damping", arguments: [0.0, 0.1, 0.3, 1.0, 3.0])
  func spring(damping: Double) throws {
    let item = try Item(center: Vector2(140, 0))
    let bench = try Bench([item])
    let spring = try AttachmentBehavior(item: item, anchor: Vector2(0, 0))
    spring.length = 100
    spring.frequency = 2
    spring.damping = damping
    try bench.animator.addBehavior(spring)
    let w = 4 * Double.pi
    for _ in 0..<180 {
      try bench.step()
      let t = bench.t
      let x: Double
      if damping < 1 {
        let wd = w * (1 - damping * damping).squareRoot()
        x = 40 * exponential(-damping * w * t) * (cosine(wd * t) + damping * w / wd * sine(wd * t))
      } else if damping == 1 {
        x = 40 * (1 + w * t) * exponential(-w * t)
      } else {
        let root = (damping * damping - 1).squareRoot()
        let (p, q) = (w * (damping - root), w * (damping + root))
        x = 40 * (q * exponential(-p * t) - p * exponential(-q * t)) / (q - p)
      }
      // The first amplitude of the exact semi-implicit form is (ωh)²/8 too large.
      #expect(isNear(item.center.x - 100, x, 1.2), "damping \(damping) at \(t)")
      #expect(item.center.y == 0 && item.angle == 0)
    }
  }

  @Test("A spring sags by g/(2πf)² under a weight")
  func sag() throws {
    let item = try Item(center: Vector2(0, 100))
    let bench = try Bench([item])
    let spring = try AttachmentBehavior(item: item, anchor: Vector2(0, 0))
    spring.frequency = 3
    spring.damping = 1
    let gravity = GravityBehavior(items: [item])
    gravity.magnitude = 10
    try bench.animator.addBehavior(spring)
    try bench.animator.addBehavior(gravity)
    try bench.animator.runUntilPaused()
    #expect(isNear(item.center.y, 128.1, 0.1) && item.center.x == 0)
  }

  @Test("A pendulum on a rod, which may not turn, has the period of its amplitude", arguments: [0.2, 1.2])
  func pendulum(release: Double) throws {
    let length = 250.0
    let item = try Item(
      center: Vector2(length * sine(release), length * cosine(release)), size: Vector2(20, 20))
    let bench = try Bench([item])
    bench.motion.allowsRotation = false
    try bench.animator.addBehavior(try AttachmentBehavior(item: item, anchor: Vector2(0, 0)))
    try bench.animator.addBehavior(GravityBehavior(items: [item]))
    var crossings: [Double] = []
    var last = item.center.x
    for _ in 0..<1200 {
      try bench.step()
      let x = item.center.x
      if (x > 0) != (last > 0) { crossings.append(bench.t - x / (x - last) / 120) }
      last = x
      #expect(isNear(item.center.length, length, 0.3))
    }
    // The arithmetic-geometric mean of 1 and cos(θ/2).
    var a = 1.0
    var g = cosine(release / 2)
    for _ in 0..<6 { (a, g) = ((a + g) / 2, (a * g).squareRoot()) }
    let period = 2 * Double.pi * (length / 1000).squareRoot() / a
    try #require(crossings.count >= 5)
    #expect(isNear(crossings[4] - crossings[0], 2 * period, 0.01 * period))
  }

  @Test(
    "A snap crosses, overshoots and rests as measured, whatever the mass", arguments: [10.0, 60.0, 300.0])
  func snap(side: Double) throws {
    let item = try Item(center: Vector2(80, 0), size: Vector2(side, side))
    let animator = try DynamicAnimator()
    let snap = try SnapBehavior(item: item, point: Vector2(0, 0))
    try animator.addBehavior(snap)
    var crossing = 0.0
    var overshoot = 0.0
    var overshootTime = 0.0
    while animator.isRunning && animator.elapsedSeconds < 5 {
      try animator.advance(by: 1.0 / 120.0)
      let x = item.center.x
      let t = animator.elapsedSeconds
      if x < 0 && crossing == 0 { crossing = t }
      if -x > overshoot {
        overshoot = -x
        overshootTime = t
      }
      if t > 0.45 { #expect(abs(x) < 1) }
      #expect(item.center.y == 0 && item.angle == 0)
    }
    #expect(isNear(crossing, 0.12, 0.015), "\(crossing)")
    #expect(isNear(overshoot, 0.073 * 80, 0.015 * 80), "\(overshoot)")
    #expect(isNear(overshootTime, 0.17, 0.02), "\(overshootTime)")
    #expect(animator.elapsedSeconds > 0.9 && animator.elapsedSeconds < 1.6, "\(animator.elapsedSeconds)")
    #expect(isNear(item.center.x, 0, 0.5))
  }

  @Test("A snap turns its item upright, unless it may not turn")
  func snapTurns() throws {
    for allowed in [true, false] {
      let item = try Item(angle: 1 + 4 * .pi)
      let animator = try DynamicAnimator()
      let motion = DynamicItemBehavior(items: [item])
      motion.allowsRotation = allowed
      try animator.addBehavior(motion)
      try animator.addBehavior(try SnapBehavior(item: item, point: Vector2(0, 0)))
      try animator.runUntilPaused()
      #expect(isNear(item.angle, 4 * .pi + (allowed ? 0 : 1), 0.01))
    }
  }

  @Test("The extreme dampings of a snap: 1 does not overshoot, 0 swings most")
  func snapDamping() throws {
    for (damping, low, high) in [(1.0, 0.0, 0.5), (0.0, 0.60 * 80, 0.68 * 80)] {
      let item = try Item(center: Vector2(80, 0))
      let animator = try DynamicAnimator()
      let snap = try SnapBehavior(item: item, point: Vector2(0, 0))
      snap.damping = damping
      try animator.addBehavior(snap)
      var overshoot = 0.0
      for _ in 0..<120 {
        try animator.advance(by: 1.0 / 120.0)
        overshoot = max(overshoot, -item.center.x)
      }
      #expect(overshoot >= low && overshoot <= high, "damping \(damping): \(overshoot)")
    }
  }

  @Test("A spring to an anchored item that moves or turns swings about it as about a fixed point")
  func springToWhatMoves() throws {
    for (length, isTurning) in [(0.0, false), (30, false), (0, true)] {
      let hand = try Item(center: Vector2(0, 0), size: Vector2(10, 10))
      let item = try Item(center: Vector2(50, 0), size: Vector2(40, 40))
      let bench = try Bench([item])
      let anchors = DynamicItemBehavior(items: [hand])
      anchors.isAnchored = true
      try bench.animator.addBehavior(anchors)
      // In a swing that a turning hand keeps up, the item stays outside of its end by this factor.
      let omega = 4 * Double.pi
      let gain = omega * omega / (omega * omega - 1)
      let arm = isTurning ? (50.0 - length) / gain : 0
      let spring = try AttachmentBehavior(item: item, other: hand, otherOffset: Vector2(arm, 0))
      try spring.setLength(length)
      try spring.setFrequency(2)
      try bench.animator.addBehavior(spring)
      if isTurning {
        try anchors.setAngularVelocity(1, of: hand)
        try bench.motion.setLinearVelocity(Vector2(0, 50), of: item)
      } else {
        try anchors.setLinearVelocity(Vector2(120, -40), of: hand)
        try bench.motion.setLinearVelocity(Vector2(120, -40), of: item)
      }
      for _ in 0..<360 {
        try bench.step()
        let t = bench.t
        let away = item.center - hand.center
        if isTurning {
          #expect((away - Vector2(50 * cosine(t), 50 * sine(t))).length < 0.01)
        } else {
          #expect(isNear(away.x, length + (50 - length) * cosine(omega * t), 0.002) && isNear(away.y, 0, 0.002))
        }
      }
    }
  }
}
