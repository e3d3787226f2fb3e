// The rows of each kind of joint in the reference, at the poses of a sub-step.
// SPDX-License-Identifier: MIT
//
// An error is 0 where the joint holds, and the gradient of a row is that of its error; side A is the first body. Angles are those of A
// against B.
@testable import BagatelleCore

extension JointOracle {
  /// Arms from the centers of mass, and the vector from A's end to B's.
  private func ends(_ joint: Joint, _ a: Pose, _ b: Pose) -> (rA: Vector2, rB: Vector2, between: Vector2) {
    let rA = a.apply(joint.localA)
    let rB = b.apply(joint.localB)
    return (rA, rB, Vector2(b.x - a.x, b.y - a.y) + (rB - rA))
  }

  /// Errors of the rows at some poses. The third is the coordinate that a range limits, where there is one.
  func errors(_ c: OracleJoint, _ a: Pose, _ b: Pose) -> (Double, Double, Double) {
    let between = ends(c.joint, a, b).between
    switch c.joint.kind {
    case .distance, .limit: return (between.length - c.joint.length, 0, 0)
    case .fixed, .pin: return (between.x, between.y, a.angle - b.angle - c.joint.reference)
    case .sliding:
      let along = b.apply(c.joint.axis)
      return (-Vector2(-along.y, along.x).dot(between), a.angle - b.angle - c.joint.reference, -along.dot(between))
    case .snap: return (-between.x, -between.y, Elementary.wrapAngle(a.angle))
    case .lock: return (a.x - c.joint.localB.x, a.y - c.joint.localB.y, a.angle)
    case .free: return (0, 0, 0)
    }
  }

  /// Gradients of three rows at some poses.
  private mutating func setGradients(_ first: Int, _ joint: Joint, _ a: Pose, _ b: Pose) {
    let (rA, rB, between) = ends(joint, a, b)
    /// Along u from A's end to B's.
    func setLine(_ row: Int, _ u: Vector2) {
      rows[row].a = OracleMotion(x: -u.x, y: -u.y, w: -rA.cross(u))
      rows[row].b = OracleMotion(x: u.x, y: u.y, w: rB.cross(u))
    }
    func setAngle(_ row: Int) {
      rows[row].a = OracleMotion(w: 1)
      rows[row].b = OracleMotion(w: -1)
    }
    /// A direction that turns with B, whose lever reaches from its center to A's end.
    func setAcross(_ row: Int, _ n: Vector2) {
      rows[row].a = OracleMotion(x: n.x, y: n.y, w: rA.cross(n))
      rows[row].b = OracleMotion(x: -n.x, y: -n.y, w: -(rB - between).cross(n))
    }
    switch joint.kind {
    case .distance, .limit:
      // Ends in one spot have no direction: any serves.
      setLine(first, between.length > 1e-9 ? (1 / between.length) * between : Vector2(0, 1))
    case .fixed, .pin:
      setLine(first, Vector2(1, 0))
      setLine(first + 1, Vector2(0, 1))
      setAngle(first + 2)
    case .sliding:
      let along = b.apply(joint.axis)
      setAcross(first, Vector2(-along.y, along.x))
      setAngle(first + 1)
      setAcross(first + 2, along)
    case .snap, .lock:
      rows[first].a.x = 1
      rows[first + 1].a.y = 1
      rows[first + 2].a.w = 1
    case .free: break
    }
  }

  /// Rows for the way of a sub-step, without impulses.
  mutating func buildRows(_ at: Int) {
    let c = joints[at]
    let first = 3 * at
    for row in first..<first + 3 { rows[row] = OracleRow() }
    if c.isSoft {
      buildSpring(at)
      return
    }
    let e = errors(c, bodies[c.a].now, bodies[c.b].now)
    setGradients(first, c.joint, bodies[c.a].now, bodies[c.b].now)
    switch c.joint.kind {
    case .distance: setHard(first, e.0)
    case .limit:
      // Only while it is taut, or will be.
      if e.0 + h * rate(first) > 0 { setSided(first, e.0, isHigh: true) }
    case .fixed:
      setHard(first, e.0)
      setHard(first + 1, e.1)
      setHard(first + 2, e.2)
    case .pin, .sliding:
      setHard(first, e.0)
      setHard(first + 1, e.1)
      setRange(at, e.2)
    case .lock:
      if c.joint.locksX { setHard(first, e.0) }
      if c.joint.locksY { setHard(first + 1, e.1) }
      setRange(at, e.2)
    case .snap, .free: break
    }
  }

  /// A rigid row: a quarter of an error or more goes in a sub-step, not faster than a cap.
  private mutating func setHard(_ row: Int, _ error: Double) {
    let isPair = joints[row / 3].b > 0
    let cap = rows[row].isAngle ? 100 : (isPair ? StepContext.jointPairSpeed : StepContext.jointSpeed) * scale
    let gone = max(min(share * error, cap * h), -cap * h)
    rows[row].state = .hard
    rows[row].error = error
    rows[row].wanted = error - gone
    rows[row].target = -gone / h
    rows[row].give = rigidGive(row)
  }

  /// The same in every direction, whatever the arms.
  private func rigidGive(_ row: Int) -> Double {
    let a = bodies[joints[row / 3].a]
    let b = bodies[joints[row / 3].b]
    return StepContext.jointGive * (rows[row].isAngle ? a.invInertia + b.invInertia : a.invMass + b.invMass)
  }

  /// One side of a range: its coordinate may not go above (or below) the edge.
  private mutating func setSided(_ row: Int, _ error: Double, isHigh: Bool) {
    setHard(row, error)
    rows[row].state = .bounded
    // Above the edge the impulse leads down, below it up.
    if isHigh { rows[row].high = 0 } else { rows[row].low = 0 }
    if isHigh ? error < 0 : error > 0 {
      rows[row].wanted = 0
      rows[row].target = -error / h
    }
  }

  /// The third row of a joint, whose coordinate has a range, or friction.
  private mutating func setRange(_ at: Int, _ value: Double) {
    let row = 3 * at + 2
    let joint = joints[at].joint
    let ahead = value + h * rate(row)
    if joint.rangeFrom == joint.rangeTo {
      setHard(row, value - joint.rangeTo)
    } else if ahead > joint.rangeTo || (value >= joint.rangeTo - 1e-7 && ahead >= value) {
      setSided(row, value - joint.rangeTo, isHigh: true)
    } else if ahead < joint.rangeFrom || (value <= joint.rangeFrom + 1e-7 && ahead <= value) {
      setSided(row, value - joint.rangeFrom, isHigh: false)
    } else if joint.frictionTorque > 0 {
      if joints[at].rest.isNaN { joints[at].rest = value }
      setHard(row, value - joints[at].rest)
      rows[row].state = .bounded
      rows[row].isFriction = true
      rows[row].low = -joint.frictionTorque * h
      rows[row].high = joint.frictionTorque * h
    }
  }

  /// How far the way of the sub-step leads past what is wanted at its end.
  func residual(_ row: Int) -> Double {
    let c = joints[row / 3]
    let e = errors(c, bodies[c.a].ahead, bodies[c.b].ahead)
    let wanted = rows[row].wanted
    if row % 3 == 0 { return e.0 - wanted }
    if row % 3 == 1 { return e.1 - wanted }
    if c.joint.kind == .fixed { return e.2 - wanted }
    return e.2 - (rows[row].state == .hard || rows[row].high == 0 ? c.joint.rangeTo : c.joint.rangeFrom) - wanted
  }

  /// A spring, by the stretch and the directions of mid-step.
  private mutating func buildSpring(_ at: Int) {
    let c = joints[at]
    let (a, b) = (bodies[c.a], bodies[c.b])
    let spring = c.joint.spring
    setGradients(3 * at, c.joint, a.ahead, b.ahead)
    let e = errors(c, a.ahead, b.ahead)
    for (k, stretch) in [e.0, e.1, e.2].enumerated() where k == 0 || c.joint.kind == .snap {
      let row = rows[3 * at + k]
      // By which it is measured: with a share of its arms. A snap turns its body by itself.
      let mass =
        spring.centers * (a.trueInvMass * row.a.way.lengthSquared + b.trueInvMass * row.b.way.lengthSquared)
        + (c.joint.kind == .snap ? 1 : spring.arms) * (a.trueInvInertia * row.a.w * row.a.w + b.trueInvInertia * row.b.w * row.b.w)
      let old = row.a.dot(a.old) + row.b.dot(b.old)
      // Back from mid-step at the working velocity, so that the way's own rate can be put in place of it.
      let start = stretch - 0.5 * h * rate(3 * at + k)
      rows[3 * at + k].state = .soft
      rows[3 * at + k].give = mass / spring.share
      rows[3 * at + k].target = (spring.added * old - 2 * spring.stiff / h * start) / spring.share
    }
  }

  /// Rows of the projection at the new place: rigid ones that hold, without error; all others off.
  mutating func buildProjection(_ at: Int) {
    let c = joints[at]
    if !c.isSoft { setGradients(3 * at, c.joint, bodies[c.a].now, bodies[c.b].now) }
    for row in 3 * at..<3 * at + 3 {
      let impulse = rows[row].impulse
      rows[row].impulse = 0
      rows[row].target = 0
      rows[row].give = rigidGive(row)
      switch rows[row].state {
      case .hard: break
      case .bounded where rows[row].isFriction:
        // What it did before the way counts against its limit.
        rows[row].low -= impulse
        rows[row].high -= impulse
      case .bounded:
        // An edge that was not reached, or from which it now leaves, does not hold.
        let isHigh = rows[row].high == 0
        if impulse != 0 && isBeyond(row) {
          rows[row].state = .hard  // It is on its way back: no speed of that is left when it arrives.
        } else if impulse == 0 || (isHigh ? rate(row) <= 0 : rate(row) >= 0) {
          rows[row].state = .off
        }
      default: rows[row].state = .off
      }
    }
  }

  /// A coordinate that was beyond the edge of its range by more than rounding.
  private func isBeyond(_ row: Int) -> Bool {
    let far = rows[row].isAngle ? 1e-6 : 1e-4
    return rows[row].high == 0 ? rows[row].error > far : rows[row].error < -far
  }
}
