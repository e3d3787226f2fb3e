// Attachments and snaps in the solver: rods and pins as constraints, springs by their exact motion over a sub-step.
// SPDX-License-Identifier: MIT
//
// Rod: C = |p| - length with p the vector between the ends, u = p/|p|; J v = u · p'. Pin: C = p.
//
// Spring: over a sub-step h a damped spring of angular frequency ω and ratio ζ takes stretch x and rate v to values that
// are linear in both. The form for a semi-implicit step (first v, then x := x + h v) that has exactly the spring's
// frequency and decay is v := q v - (1 - 2p + q) x/h with q = e^(-2ζωh) and p = e^(-ζωh) cos(ωh √(1-ζ²)): the map of
// (x, v) then has determinant q and trace 2p, those of the true motion. A constant load a shifts the rest point by a/ω²,
// as it should, when it enters as a h ((1 - 2p + q)/(ωh)²).

/// What a spring does in one sub-step, for a rate of 1/h.
struct SpringFactors: BitwiseCopyable {
  /// 1 - q: how much of the rate is taken away.
  var brake: Float = 0
  /// (1 - 2p + q)/h: how much rate a stretch gives.
  var pull: Float = 0
  /// h ((1 - 2p + q)/(ωh)² - q): what a load that the velocity already holds is corrected by.
  var load: Float = 0

  init() {}

  init(frequency: Double, ratio: Double, h: Double) {
    if frequency <= 0 { return }
    // Faster than the sub-steps can show: kept at the fastest that stays well-behaved beside other constraints.
    let turn = min(2 * Double.pi * frequency * h, 2)
    let q = Elementary.exp(-2 * ratio * turn)
    let p: Double
    if ratio < 1 {
      p = Elementary.exp(-ratio * turn) * Elementary.cos(turn * squareRoot(1 - ratio * ratio))
    } else {
      let root = squareRoot(ratio * ratio - 1)
      // ratio - root without cancellation.
      let slow = 1 / (ratio + root)
      p = 0.5 * (Elementary.exp(-slow * turn) + Elementary.exp(-(ratio + root) * turn))
    }
    let stiffness = 1 - 2 * p + q
    brake = Float(1 - q)
    pull = Float(stiffness / h)
    load = Float(h * (stiffness / (turn * turn) - q))
  }
}

struct JointConstraint: BitwiseCopyable {
  var joint: Int32 = 0
  var kind = JointKind.distance
  var isRigid = false
  /// A rod of no length holds both axes, and so does a spring of next to none.
  var isPoint = false
  /// The snap turns its body too.
  var turns = false
  var a: Int32 = 0
  var b: Int32 = 0
  var mA: Float = 0
  var iA: Float = 0
  var mB: Float = 0
  var iB: Float = 0
  /// Ends from the centers of mass, in reference directions, and the vector between the centers, at the start of the step.
  var rA = Vec2f.zero
  var rB = Vec2f.zero
  var d = Vec2f.zero
  var length: Float = 0
  var spring = SpringFactors()
  /// External acceleration of end B against end A, and of the body's turning.
  var load = Vec2f.zero
  var angularLoad: Float = 0
  var angle: Float = 0
  var impulse = Vec2f.zero
}

extension World {
  /// Fills one constraint per joint that holds an awake body, in the order of awake bodies. Returns their number.
  func prepareJoints(_ context: StepContext) -> Int {
    if s.pointee.jointCount == 0 { return 0 }
    let fixed = Int32(s.pointee.awake.count)
    let out = s.pointee.jointConstraints.base
    var count = 0
    for at in 0..<Int(fixed) {
      let index = s.pointee.awake[at]
      var edge = bodies[Int(index)].firstJoint
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let isA = edge & 1 == 0
        let side = edge
        edge = isA ? joint.pointee.nextA : joint.pointee.nextB
        // Taken from side A, or from B when A does not move.
        if !isA && bodies[Int(joint.pointee.bodyA)].awake >= 0 { continue }
        var c = JointConstraint()
        c.joint = side >> 1
        c.kind = joint.pointee.kind
        let bodyA = bodies + Int(joint.pointee.bodyA)
        c.a = fixed
        var loadA = Vec2f.zero
        if bodyA.pointee.awake >= 0 {
          c.a = bodyA.pointee.awake
          c.mA = bodyA.pointee.invMass
          c.iA = bodyA.pointee.invInertia
          loadA = motions[Int(c.a)].a
          c.angularLoad = motions[Int(c.a)].alpha
          motions[Int(c.a)].free = 0
        }
        c.rA = bodyA.pointee.q.apply(joint.pointee.localA)
        c.b = fixed
        var loadB = Vec2f.zero
        var end = joint.pointee.anchor
        if joint.pointee.bodyB >= 0 {
          let bodyB = bodies + Int(joint.pointee.bodyB)
          if bodyB.pointee.awake >= 0 {
            c.b = bodyB.pointee.awake
            c.mB = bodyB.pointee.invMass
            c.iB = bodyB.pointee.invInertia
            loadB = motions[Int(c.b)].a
            motions[Int(c.b)].free = 0
          }
          c.rB = bodyB.pointee.q.apply(joint.pointee.localB)
          end = Vector2(bodyB.pointee.x, bodyB.pointee.y)
        }
        c.d = Vec2f(Float(end.x - bodyA.pointee.x), Float(end.y - bodyA.pointee.y))
        c.load = loadB - loadA
        c.length = joint.pointee.length
        c.spring = joint.pointee.spring
        c.isRigid = joint.pointee.kind == .distance && joint.pointee.frequency == 0
        c.isPoint = c.isRigid ? c.length == 0 : c.length < 0.75 * context.scale
        c.impulse = c.isRigid ? joint.pointee.impulse : .zero
        if joint.pointee.kind == .snap {
          c.turns = c.iA > 0
          c.angle = Float(Elementary.wrapAngle(bodyA.pointee.angle))
          // The item's center is drawn to the point, not the center of mass.
          c.rA = bodyA.pointee.q.apply(-bodyA.pointee.localCenter)
        }
        out[count] = c
        count += 1
      }
    }
    return count
  }

  /// Springs and snaps: once per sub-step, after the velocities have taken up the external acceleration.
  func applySprings(_ count: Int) {
    let states = self.states
    var c = s.pointee.jointConstraints.base
    let end = c + count
    while c < end {
      defer { c += 1 }
      if c.pointee.isRigid { continue }
      let a = states + Int(c.pointee.a)
      let spring = c.pointee.spring
      if c.pointee.kind == .snap {
        // Independent of mass: it gives velocity, not force.
        let rA = a.pointee.q.apply(c.pointee.rA)
        let off = c.pointee.d - a.pointee.d - rA
        if c.pointee.mA > 0 {
          a.pointee.v =
            a.pointee.v - spring.brake * a.pointee.v + spring.pull * off - spring.load * c.pointee.load
        }
        if c.pointee.turns {
          let angle = c.pointee.angle + a.pointee.turned
          a.pointee.w += spring.load * c.pointee.angularLoad - spring.brake * a.pointee.w - spring.pull * angle
        }
        continue
      }
      let b = states + Int(c.pointee.b)
      let rA = a.pointee.q.apply(c.pointee.rA)
      let rB = b.pointee.q.apply(c.pointee.rB)
      let between = c.pointee.d + (b.pointee.d - a.pointee.d) + (rB - rA)
      let rate =
        b.pointee.v + b.pointee.w * rB.turned - a.pointee.v - a.pointee.w * rA.turned
      if c.pointee.isPoint {
        // One rate for both axes; the stretch is the vector itself, less the rest length along it.
        let wanted = spring.load * c.pointee.load - spring.brake * rate - spring.pull * between
        let p = solvePoint(c, rA, rB, wanted)
        apply(c, a, b, rA, rB, p)
      } else {
        let distance = between.length
        if distance < 1e-6 { continue }
        let u = (1 / distance) * between
        let crossA = rA.cross(u)
        let crossB = rB.cross(u)
        let k =
          c.pointee.mA + c.pointee.mB + c.pointee.iA * crossA * crossA + c.pointee.iB * crossB * crossB
        if k <= 0 { continue }
        let wanted =
          spring.load * u.dot(c.pointee.load) - spring.brake * u.dot(rate)
          - spring.pull * (distance - c.pointee.length)
        apply(c, a, b, rA, rB, (wanted / k) * u)
      }
    }
  }

  func warmStartJoints(_ count: Int) {
    let states = self.states
    var c = s.pointee.jointConstraints.base
    let end = c + count
    while c < end {
      defer { c += 1 }
      if !c.pointee.isRigid { continue }
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      let rA = a.pointee.q.apply(c.pointee.rA)
      let rB = b.pointee.q.apply(c.pointee.rB)
      if c.pointee.isPoint {
        apply(c, a, b, rA, rB, c.pointee.impulse)
      } else {
        let between = c.pointee.d + (b.pointee.d - a.pointee.d) + (rB - rA)
        let distance = between.length
        if distance > 1e-6 { apply(c, a, b, rA, rB, (c.pointee.impulse.x / distance) * between) }
      }
    }
  }

  /// Rods and pins: one pass.
  func solveJoints(_ count: Int, _ context: StepContext, useBias: Bool) {
    let states = self.states
    let soft = context.joint
    let rate: Float = useBias ? soft.biasRate : 0
    let massScale: Float = useBias ? soft.massScale : 1
    let keep: Float = useBias ? soft.impulseScale : 0
    var c = s.pointee.jointConstraints.base
    let end = c + count
    while c < end {
      defer { c += 1 }
      if !c.pointee.isRigid { continue }
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      let rA = a.pointee.q.apply(c.pointee.rA)
      let rB = b.pointee.q.apply(c.pointee.rB)
      let between = c.pointee.d + (b.pointee.d - a.pointee.d) + (rB - rA)
      let relative = b.pointee.v + b.pointee.w * rB.turned - a.pointee.v - a.pointee.w * rA.turned
      if c.pointee.isPoint {
        let wanted = -massScale * (relative + rate * between)
        let p = solvePoint(c, rA, rB, wanted) - keep * c.pointee.impulse
        c.pointee.impulse = c.pointee.impulse + p
        apply(c, a, b, rA, rB, p)
      } else {
        let distance = between.length
        if distance < 1e-6 { continue }
        let u = (1 / distance) * between
        let crossA = rA.cross(u)
        let crossB = rB.cross(u)
        let k =
          c.pointee.mA + c.pointee.mB + c.pointee.iA * crossA * crossA + c.pointee.iB * crossB * crossB
        if k <= 0 { continue }
        let error = distance - c.pointee.length
        let p = -massScale * (u.dot(relative) + rate * error) / k - keep * c.pointee.impulse.x
        c.pointee.impulse.x += p
        apply(c, a, b, rA, rB, p * u)
      }
    }
  }

  func storeJointImpulses(_ count: Int) {
    for at in 0..<count {
      let c = s.pointee.jointConstraints.base + at
      joints[Int(c.pointee.joint)].impulse = c.pointee.isRigid ? c.pointee.impulse : .zero
    }
  }

  /// The impulse that changes the rate of the two ends by `wanted`.
  @inline(__always)
  private func solvePoint(
    _ c: UnsafeMutablePointer<JointConstraint>, _ rA: Vec2f, _ rB: Vec2f, _ wanted: Vec2f
  ) -> Vec2f {
    let m = c.pointee.mA + c.pointee.mB
    let xx = m + c.pointee.iA * rA.y * rA.y + c.pointee.iB * rB.y * rB.y
    let yy = m + c.pointee.iA * rA.x * rA.x + c.pointee.iB * rB.x * rB.x
    let xy = -(c.pointee.iA * rA.x * rA.y + c.pointee.iB * rB.x * rB.y)
    let determinant = xx * yy - xy * xy
    if determinant <= 0 { return .zero }
    let inverse = 1 / determinant
    return Vec2f(inverse * (yy * wanted.x - xy * wanted.y), inverse * (xx * wanted.y - xy * wanted.x))
  }

  @inline(__always)
  private func apply(
    _ c: UnsafeMutablePointer<JointConstraint>, _ a: UnsafeMutablePointer<BodyState>,
    _ b: UnsafeMutablePointer<BodyState>, _ rA: Vec2f, _ rB: Vec2f, _ p: Vec2f
  ) {
    a.pointee.v = a.pointee.v - c.pointee.mA * p
    a.pointee.w -= c.pointee.iA * rA.cross(p)
    b.pointee.v = b.pointee.v + c.pointee.mB * p
    b.pointee.w += c.pointee.iB * rB.cross(p)
  }
}
