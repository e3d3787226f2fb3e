// Joints in nets: soft rows solved in turn, one joint at a time, twice in a sub-step.
// SPDX-License-Identifier: MIT
//
// A rigid row gives way like a stiff damped spring before the way and not at all after it (Catto, "Soft Constraints", GDC
// 2011, and Solver2D, 2024); the impulses of the last sub-step are where it starts. A spring takes the stretch at the end
// of the sub-step, so that one sweep is stable at any stiffness; nets of springs lose a little energy by that.

extension World {
  // MARK: Rods, pins of length 0 and springs

  /// What stays from step to step. Room was reserved.
  @_optimize(size)
  func addSwept(_ index: Int32) {
    let fixed = Int32(s.pointee.awake.count)
    let joint = joints + Int(index)
    var c = SweptJoint()
    c.joint = index
    c.a = fixed
    c.b = fixed
    c.bodyA = joint.pointee.bodyA
    c.bodyB = joint.pointee.bodyB
    let bodyA = bodies + Int(joint.pointee.bodyA)
    if bodyA.pointee.awake >= 0 {
      c.a = bodyA.pointee.awake
      c.mA = bodyA.pointee.invMass
      c.iA = bodyA.pointee.invInertia
    }
    c.localA = joint.pointee.localA.narrowed
    if joint.pointee.bodyB >= 0 {
      let bodyB = bodies + Int(joint.pointee.bodyB)
      if bodyB.pointee.awake >= 0 {
        c.b = bodyB.pointee.awake
        c.mB = bodyB.pointee.invMass
        c.iB = bodyB.pointee.invInertia
      }
      c.localB = joint.pointee.localB.narrowed
    }
    c.length = Float(joint.pointee.length)
    c.isRigid = joint.pointee.frequency == 0
    c.isPoint = c.isRigid && joint.pointee.length < 1e-9
    c.breaks = joint.pointee.breakForce < .infinity
    if c.isRigid { c.impulse = Vec2f(Float(joint.pointee.warm0), Float(joint.pointee.warm1)) }
    _ = s.pointee.jointWork.swept.append(c)
  }

  /// Ends and distance at the start of a step.
  @inline(__always)
  func aimSwept(_ c: UnsafeMutablePointer<SweptJoint>, _ context: StepContext) {
    let bodyA = bodies + Int(c.pointee.bodyA)
    if bodyA.pointee.awake >= 0 { motions[Int(c.pointee.a)].free = 0 }
    c.pointee.rA = bodyA.pointee.q.apply(c.pointee.localA)
    let end: Vector2
    if c.pointee.bodyB >= 0 {
      let bodyB = bodies + Int(c.pointee.bodyB)
      if bodyB.pointee.awake >= 0 { motions[Int(c.pointee.b)].free = 0 }
      c.pointee.rB = bodyB.pointee.q.apply(c.pointee.localB)
      end = Vector2(bodyB.pointee.x, bodyB.pointee.y)
    } else {
      end = joints[Int(c.pointee.joint)].anchor
    }
    c.pointee.d = Vec2f(Float(end.x - bodyA.pointee.x), Float(end.y - bodyA.pointee.y))
    c.pointee.total = .zero
    if c.pointee.isRigid { return }
    let joint = joints + Int(c.pointee.joint)
    c.pointee.isPoint = joint.pointee.length < 0.75 * Double(context.scale)
    updateSpring(joint)
    let spring = joint.pointee.spring
    let all = 1 + spring.endStiff + spring.endBrake
    c.pointee.brake = Float((spring.endStiff + spring.endBrake) / all)
    c.pointee.pull = Float(spring.endStiff / all) * context.inverseH
  }

  /// Joints that can break learn what they held; the others when somebody asks, or the arrangement ends.
  func storeSwept() {
    let swept = s.pointee.jointWork.swept
    s.pointee.jointWork.holdsResults = true
    for at in 0..<swept.count where swept[at].breaks {
      joints[Int(swept[at].joint)].reaction = sweptReaction(swept[at])
      breakWhenOver(swept[at].joint)
    }
  }

  /// Impulses and reactions go to the joints.
  func writeSweptBack() {
    if !s.pointee.jointWork.holdsResults { return }
    s.pointee.jointWork.holdsResults = false
    for at in 0..<s.pointee.jointWork.swept.count {
      let c = s.pointee.jointWork.swept[at]
      let joint = joints + Int(c.joint)
      joint.pointee.warm0 = Double(c.impulse.x)
      joint.pointee.warm1 = Double(c.impulse.y)
      joint.pointee.reaction = sweptReaction(c)
    }
  }

  private func sweptReaction(_ c: SweptJoint) -> JointReaction {
    var reaction = JointReaction()
    // 100 of our units are one UIKit newton.
    reaction.force = (0.01 / s.pointee.stepSeconds) * c.total.widened
    return reaction
  }

  func warmSwept() {
    let states = self.states
    var c = s.pointee.jointWork.swept.base
    let end = c + s.pointee.jointWork.swept.count
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

  /// One sweep: before the way with bias and springs, after it without.
  func solveSwept(_ context: StepContext, useBias: Bool) {
    let states = self.states
    let soft = context.joint
    let rate: Float = useBias ? soft.biasRate : 0
    let massScale: Float = useBias ? soft.massScale : 1
    let keep: Float = useBias ? soft.impulseScale : 0
    // In the order of colors both times. (Back after the way, nets that fold gain energy until they fly apart.)
    var c = s.pointee.jointWork.swept.base
    let end = c + s.pointee.jointWork.swept.count
    while c < end {
      defer { c += 1 }
      if !c.pointee.isRigid && !useBias { continue }
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      let rA = a.pointee.q.apply(c.pointee.rA)
      let rB = b.pointee.q.apply(c.pointee.rB)
      let between = c.pointee.d + (b.pointee.d - a.pointee.d) + (rB - rA)
      let relative = b.pointee.v + b.pointee.w * rB.turned - a.pointee.v - a.pointee.w * rA.turned
      if c.pointee.isPoint {
        let wanted =
          c.pointee.isRigid
          ? -massScale * (relative + rate * between) : -c.pointee.brake * relative - c.pointee.pull * between
        var p = solvePoint(c, rA, rB, wanted)
        if c.pointee.isRigid {
          p = p - keep * c.pointee.impulse
          c.pointee.impulse = c.pointee.impulse + p
        }
        apply(c, a, b, rA, rB, p)
        tally(c, p, useBias)
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
        var p: Float
        if c.pointee.isRigid {
          p = -massScale * (u.dot(relative) + rate * error) / k - keep * c.pointee.impulse.x
          c.pointee.impulse.x += p
        } else {
          p = -(c.pointee.brake * u.dot(relative) + c.pointee.pull * error) / k
        }
        apply(c, a, b, rA, rB, p * u)
        tally(c, c.pointee.isRigid && !useBias ? c.pointee.impulse.x * u : p * u, useBias)
      }
    }
  }

  /// Adds to the impulse on the first body: springs once, rigid ones when their impulse is complete.
  @inline(__always)
  private func tally(_ c: UnsafeMutablePointer<SweptJoint>, _ p: Vec2f, _ useBias: Bool) {
    if c.pointee.isRigid {
      if !useBias { c.pointee.total = c.pointee.total - (c.pointee.isPoint ? c.pointee.impulse : p) }
    } else {
      c.pointee.total = c.pointee.total - p
    }
  }

  /// The impulse that changes the rate of the two ends by `wanted`.
  @inline(__always)
  private func solvePoint(_ c: UnsafeMutablePointer<SweptJoint>, _ rA: Vec2f, _ rB: Vec2f, _ wanted: Vec2f) -> Vec2f {
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
    _ c: UnsafeMutablePointer<SweptJoint>, _ a: UnsafeMutablePointer<BodyState>,
    _ b: UnsafeMutablePointer<BodyState>, _ rA: Vec2f, _ rB: Vec2f, _ p: Vec2f
  ) {
    a.pointee.v = a.pointee.v - c.pointee.mA * p
    a.pointee.w -= c.pointee.iA * rA.cross(p)
    b.pointee.v = b.pointee.v + c.pointee.mB * p
    b.pointee.w += c.pointee.iB * rB.cross(p)
  }

  // MARK: All other kinds

  /// The rows at the way of a sub-step.
  func sweepJoints(_ count: Int, _ context: StepContext) {
    let soft = context.joint
    let share = Double(soft.massScale)
    let keep = Double(soft.impulseScale)
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 where rows[k].state != .off {
        if rows[k].state == .hard {
          // The soft row's own rate in place of the share of the direct solver.
          rows[k].target = -Double(soft.biasRate) * rows[k].error
          rows[k].give = rowMass(c, rows + k, rows + k) * keep / share
        }
        if rows[k].impulse != 0 { push(c, rows + k, rows[k].impulse) }
      }
    }
    sweep(count)
  }

  func sweepProjection(_ count: Int) {
    sweep(count)
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 { rows[k].warm = rows[k].state == .hard ? rows[k].impulse : 0 }
    }
  }

  private func sweep(_ count: Int) {
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      // The angle first, then both axes of a point together.
      if rows[2].leads { sweepRow(c, rows + 2) }
      if rows[0].leads && rows[1].leads && rows[0].state != .bounded && rows[1].state != .bounded {
        let xx = rowMass(c, rows, rows) + rows[0].give
        let yy = rowMass(c, rows + 1, rows + 1) + rows[1].give
        let xy = rowMass(c, rows, rows + 1) + c.pointee.cross
        let determinant = xx * yy - xy * xy
        if determinant > 1e-14 * xx * yy {
          let x = rows[0].target - rate(c, rows) - rows[0].give * rows[0].impulse - c.pointee.cross * rows[1].impulse
          let y =
            rows[1].target - rate(c, rows + 1) - rows[1].give * rows[1].impulse - c.pointee.cross * rows[0].impulse
          let p = (yy * x - xy * y) / determinant
          let q = (xx * y - xy * x) / determinant
          rows[0].impulse += p
          rows[1].impulse += q
          push(c, rows, p)
          push(c, rows + 1, q)
          continue
        }
      }
      if rows[0].leads { sweepRow(c, rows) }
      if rows[1].leads { sweepRow(c, rows + 1) }
    }
  }

  private func sweepRow(_ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>) {
    let mass = rowMass(c, row, row) + row.pointee.give
    if !(mass > 0) { return }
    let before = row.pointee.impulse
    let lack = row.pointee.target - rate(c, row) - row.pointee.give * before
    row.pointee.impulse = max(min(before + lack / mass, row.pointee.high), row.pointee.low)
    push(c, row, row.pointee.impulse - before)
  }
}
