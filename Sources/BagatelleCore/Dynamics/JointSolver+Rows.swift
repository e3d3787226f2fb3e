// The rows of each kind of joint at the poses of a sub-step.
// SPDX-License-Identifier: MIT
//
// C is the error of a row, J its gradient; side A is the first body. Angles are those of A against B.

extension World {
  /// Where the ends are: arms from the centers of mass, and the vector from A's end to B's.
  struct JointEnds {
    var rA: Vector2
    var rB: Vector2
    var between: Vector2
  }

  @inline(__always)
  func jointEnds(_ c: UnsafeMutablePointer<JointConstraint>, _ a: Pose, _ b: Pose) -> JointEnds {
    let rA = a.apply(c.pointee.localA)
    let rB = b.apply(c.pointee.localB)
    return JointEnds(rA: rA, rB: rB, between: Vector2(b.x - a.x + (rB.x - rA.x), b.y - a.y + (rB.y - rA.y)))
  }

  /// Along and across the axis of a sliding joint: how far A's end is from B's.
  @inline(__always)
  private func slide(_ c: UnsafeMutablePointer<JointConstraint>, _ ends: JointEnds, _ b: Pose) -> (Vector2, Vector2) {
    let t = b.apply(c.pointee.axis)
    let n = Vector2(-t.y, t.x)
    return (t, n)
  }

  /// Errors of the rows at some poses. The third is the coordinate that a range limits, where there is one.
  @inline(never)
  @_optimize(size)
  func jointErrors(_ c: UnsafeMutablePointer<JointConstraint>, _ a: Pose, _ b: Pose) -> (Double, Double, Double) {
    let ends = jointEnds(c, a, b)
    switch c.pointee.kind {
    case .distance:
      if c.pointee.isPoint { return (ends.between.x, ends.between.y, 0) }
      return (ends.between.length - c.pointee.length, 0, 0)
    case .limit: return (ends.between.length - c.pointee.length, 0, 0)
    case .fixed, .pin: return (ends.between.x, ends.between.y, a.angle - b.angle - c.pointee.reference)
    case .sliding:
      let (t, n) = slide(c, ends, b)
      return (-n.dot(ends.between), a.angle - b.angle - c.pointee.reference, -t.dot(ends.between))
    case .snap: return (-ends.between.x, -ends.between.y, Elementary.wrapAngle(a.angle))
    case .lock: return (a.x - c.pointee.localB.x, a.y - c.pointee.localB.y, a.angle)
    case .free: return (0, 0, 0)
    }
  }

  /// Gradients at some poses.
  @inline(never)
  @_optimize(size)
  private func setGradients(
    _ c: UnsafeMutablePointer<JointConstraint>, _ rows: UnsafeMutablePointer<JointRow>, _ a: Pose, _ b: Pose
  ) {
    let ends = jointEnds(c, a, b)
    switch c.pointee.kind {
    case .distance where !c.pointee.isPoint, .limit:
      let distance = ends.between.length
      // Ends in one spot have no direction: any serves.
      let u = distance > 1e-9 ? (1 / distance) * ends.between : Vector2(0, 1)
      setLine(rows, u, ends.rA, ends.rB)
    case .distance:
      setLine(rows, Vector2(1, 0), ends.rA, ends.rB)
      setLine(rows + 1, Vector2(0, 1), ends.rA, ends.rB)
    case .fixed, .pin:
      setLine(rows, Vector2(1, 0), ends.rA, ends.rB)
      setLine(rows + 1, Vector2(0, 1), ends.rA, ends.rB)
      setAngle(rows + 2)
    case .sliding:
      let (t, n) = slide(c, ends, b)
      setAcross(rows, n, ends)
      setAngle(rows + 1)
      setAcross(rows + 2, t, ends)
    case .snap, .lock:
      rows[0].ax = 1
      rows[1].ay = 1
      rows[2].aw = 1
    case .free: break
    }
  }

  /// Along u from A's end to B's.
  @inline(__always)
  private func setLine(_ row: UnsafeMutablePointer<JointRow>, _ u: Vector2, _ rA: Vector2, _ rB: Vector2) {
    row.pointee.ax = -u.x
    row.pointee.ay = -u.y
    row.pointee.aw = -rA.cross(u)
    row.pointee.bx = u.x
    row.pointee.by = u.y
    row.pointee.bw = rB.cross(u)
  }

  @inline(__always)
  private func setAngle(_ row: UnsafeMutablePointer<JointRow>) {
    row.pointee.aw = 1
    row.pointee.bw = -1
  }

  /// A direction that turns with B.
  @inline(__always)
  private func setAcross(_ row: UnsafeMutablePointer<JointRow>, _ n: Vector2, _ ends: JointEnds) {
    row.pointee.ax = n.x
    row.pointee.ay = n.y
    row.pointee.aw = ends.rA.cross(n)
    row.pointee.bx = -n.x
    row.pointee.by = -n.y
    // The lever reaches from B's center to A's end.
    row.pointee.bw = -(ends.rB - ends.between).cross(n)
  }

  /// Rows for the way of a sub-step, without impulses but those kept in the sweeps.
  @_optimize(size)
  func buildRows(_ at: Int, _ h: Double, _ context: StepContext) {
    let c = s.pointee.jointConstraints.base + at
    let rows = s.pointee.jointWork.rows.base + 3 * at
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    let b = s.pointee.jointWork.bodies.base + Int(c.pointee.b)
    for k in 0..<3 {
      let warm = rows[k].warm
      rows[k] = JointRow()
      rows[k].impulse = warm
      rows[k].warm = warm
    }
    if c.pointee.isSoft {
      buildSpring(c, rows, a.pointee, b.pointee, h)
      return
    }
    let e = jointErrors(c, a.pointee.now, b.pointee.now)
    setGradients(c, rows, a.pointee.now, b.pointee.now)
    switch c.pointee.kind {
    case .distance:
      setHard(c, rows, e.0, h, context)
      if c.pointee.isPoint { setHard(c, rows + 1, e.1, h, context) }
    case .limit:
      setHard(c, rows, e.0, h, context)
      // Only while it is taut, or will be.
      if e.0 + h * rate(c, rows) > 0 || rows[0].impulse < 0 {
        makeSided(rows, high: true, error: e.0, h)
      } else {
        rows[0].state = .off
      }
    case .fixed:
      setHard(c, rows, e.0, h, context)
      setHard(c, rows + 1, e.1, h, context)
      setHard(c, rows + 2, e.2, h, context)
    case .pin:
      setHard(c, rows, e.0, h, context)
      setHard(c, rows + 1, e.1, h, context)
      setRange(c, rows + 2, e.2, h, context)
    case .sliding:
      setHard(c, rows, e.0, h, context)
      setHard(c, rows + 1, e.1, h, context)
      setRange(c, rows + 2, e.2, h, context)
    case .lock:
      if c.pointee.locksX { setHard(c, rows, e.0, h, context) }
      if c.pointee.locksY { setHard(c, rows + 1, e.1, h, context) }
      setRange(c, rows + 2, e.2, h, context)
    case .snap, .free: break
    }
    for k in 0..<3 where rows[k].state == .off { rows[k].impulse = 0 }
  }

  /// A rigid row: a quarter of an error goes in a default sub-step, not faster than a cap.
  @inline(never)
  @_optimize(size)
  private func setHard(
    _ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>, _ error: Double, _ h: Double,
    _ context: StepContext
  ) {
    let mass = rowMass(c, row, row)
    if !(mass > 0) { return }
    row.pointee.state = .hard
    let nodes = s.pointee.jointWork.bodies.base
    let isPair = nodes[Int(c.pointee.a)].invMass > 0 && nodes[Int(c.pointee.b)].invMass > 0
    let speed = (isPair ? StepContext.jointPairSpeed : StepContext.jointSpeed) * Double(context.scale)
    let cap = row.pointee.ax == 0 && row.pointee.ay == 0 ? 100 : speed
    let gone = max(min(context.jointShare * error, cap * h), -cap * h)
    row.pointee.error = error
    row.pointee.wanted = error - gone
    row.pointee.target = -gone / h
    row.pointee.give = rigidGive(c, row)
  }

  /// The same in every direction, whatever the arms.
  @inline(__always)
  private func rigidGive(_ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>) -> Double {
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    let b = s.pointee.jointWork.bodies.base + Int(c.pointee.b)
    if row.pointee.ax == 0 && row.pointee.ay == 0 {
      return StepContext.jointGive * (a.pointee.invInertia + b.pointee.invInertia)
    }
    return StepContext.jointGive * (a.pointee.invMass + b.pointee.invMass)
  }

  /// Turns a rigid row into one side of a range: its coordinate may not go above (or below) the edge.
  @inline(__always)
  private func makeSided(_ row: UnsafeMutablePointer<JointRow>, high: Bool, error: Double, _ h: Double) {
    if row.pointee.state == .off { return }
    row.pointee.state = .bounded
    // Above the edge the impulse leads down, below it up.
    if high { row.pointee.high = 0 } else { row.pointee.low = 0 }
    if high ? error < 0 : error > 0 {
      row.pointee.wanted = 0
      row.pointee.target = -error / h
    }
  }

  @inline(never)
  @_optimize(size)
  private func setRange(
    _ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>, _ value: Double, _ h: Double,
    _ context: StepContext
  ) {
    let ahead = value + h * rate(c, row)
    if c.pointee.rangeFrom == c.pointee.rangeTo {
      setHard(c, row, value - c.pointee.rangeTo, h, context)
    } else if ahead > c.pointee.rangeTo || (value >= c.pointee.rangeTo - 1e-7 && ahead >= value) {
      let error = value - c.pointee.rangeTo
      setHard(c, row, error, h, context)
      makeSided(row, high: true, error: error, h)
    } else if ahead < c.pointee.rangeFrom || (value <= c.pointee.rangeFrom + 1e-7 && ahead <= value) {
      let error = value - c.pointee.rangeFrom
      setHard(c, row, error, h, context)
      makeSided(row, high: false, error: error, h)
    } else if c.pointee.frictionTorque > 0 {
      let joint = joints + Int(c.pointee.joint)
      if c.pointee.swept || joint.pointee.frictionRest.isNaN { joint.pointee.frictionRest = value }
      setHard(c, row, value - joint.pointee.frictionRest, h, context)
      if row.pointee.state == .off { return }
      row.pointee.state = .bounded
      row.pointee.isFriction = true
      row.pointee.low = -c.pointee.frictionTorque * h
      row.pointee.high = c.pointee.frictionTorque * h
    }
  }

  /// A rope or range: how far the way of the sub-step leads past the edge, by the error that is wanted at its end.
  @_optimize(size)
  func jointResidual(_ at: Int, _ k: Int) -> Double {
    let c = s.pointee.jointConstraints.base + at
    let row = s.pointee.jointWork.rows.base + 3 * at + k
    if row.pointee.isFriction { return 0 }
    let e = jointErrors(
      c, s.pointee.jointWork.bodies[Int(c.pointee.a)].ahead, s.pointee.jointWork.bodies[Int(c.pointee.b)].ahead)
    var value = k == 0 ? e.0 : k == 1 ? e.1 : e.2
    if k == 2 && c.pointee.kind != .fixed {
      if row.pointee.state == .hard || row.pointee.high == 0 {
        value -= c.pointee.rangeTo
      } else {
        value -= c.pointee.rangeFrom
      }
    }
    return value - row.pointee.wanted
  }

  @_optimize(size)
  private func buildSpring(
    _ c: UnsafeMutablePointer<JointConstraint>, _ rows: UnsafeMutablePointer<JointRow>, _ a: JointedBody, _ b: JointedBody,
    _ h: Double
  ) {
    let spring = c.pointee.spring
    let count = c.pointee.kind == .snap ? 3 : c.pointee.isPoint ? 2 : 1
    // Directions of mid-step; at the end of the sub-step beside contacts, where the start is near enough.
    let poseA = c.pointee.atEnd ? a.now : a.ahead
    let poseB = c.pointee.atEnd ? b.now : b.ahead
    setGradients(c, rows, poseA, poseB)
    let e = jointErrors(c, poseA, poseB)
    for k in 0..<count {
      let row = rows + k
      let mass = springRowMass(c, row, row)
      if !(mass > 0) { continue }
      row.pointee.state = .soft
      var stretch = k == 0 ? e.0 : k == 1 ? e.1 : e.2
      if c.pointee.atEnd {
        let sum = spring.endStiff + spring.endBrake
        row.pointee.give = mass / sum
        row.pointee.target = -spring.endStiff / (h * sum) * stretch
      } else {
        // Back from mid-step at the working velocity, so that the way's own rate can be put in place of it.
        stretch -= 0.5 * h * rate(c, row)
        let sum = spring.stiff + spring.brake + spring.added
        let old =
          row.pointee.ax * a.oldX + row.pointee.ay * a.oldY + row.pointee.aw * a.oldW + row.pointee.bx * b.oldX
          + row.pointee.by * b.oldY + row.pointee.bw * b.oldW
        row.pointee.give = mass / sum
        row.pointee.target = (spring.added * old - 2 * spring.stiff / h * stretch) / sum
      }
    }
    c.pointee.cross = 0
    if count == 2 && rows[0].state == .soft && rows[1].state == .soft {
      let sum =
        c.pointee.atEnd ? spring.endStiff + spring.endBrake : spring.stiff + spring.brake + spring.added
      c.pointee.cross = springRowMass(c, rows, rows + 1) / sum
    }
  }

  /// Rows of the projection at the new place: rigid ones that hold, without error; all others off.
  @_optimize(size)
  func buildProjection(_ at: Int) {
    let c = s.pointee.jointConstraints.base + at
    let rows = s.pointee.jointWork.rows.base + 3 * at
    if c.pointee.isSoft {
      for k in 0..<3 { rows[k].state = .off }
      return
    }
    let a = s.pointee.jointWork.bodies[Int(c.pointee.a)].now
    let b = s.pointee.jointWork.bodies[Int(c.pointee.b)].now
    setGradients(c, rows, a, b)
    for k in 0..<3 {
      let row = rows + k
      row.pointee.target = 0
      switch row.pointee.state {
      case .hard: row.pointee.give = rigidGive(c, row)
      case .bounded:
        row.pointee.give = rigidGive(c, row)
        if row.pointee.isFriction {
          // What it did before the way counts against its limit.
          row.pointee.low -= row.pointee.impulse
          row.pointee.high -= row.pointee.impulse
        } else {
          // An edge that was not reached, or from which it now leaves, does not hold.
          let speed = rate(c, row)
          let holds = row.pointee.impulse != 0 && (row.pointee.high == 0 ? speed > 0 : speed < 0)
          if isBeyond(row) && row.pointee.impulse != 0 {
            row.pointee.state = .hard  // It is on its way back: no speed of that is left when it arrives.
          } else if !holds {
            row.pointee.state = .off
          }
        }
      default: row.pointee.state = .off
      }
      if !(row.pointee.give > 0) { row.pointee.state = .off }
      // A net goes on where it was; its impulses count from the start of the sub-step.
      if c.pointee.swept && row.pointee.state != .off && row.pointee.state == .hard {
        row.pointee.give = 0
      } else {
        row.pointee.impulse = 0
      }
    }
  }

  /// A coordinate that was beyond the edge of its range by more than rounding leaves.
  private func isBeyond(_ row: UnsafeMutablePointer<JointRow>) -> Bool {
    let far = row.pointee.ax == 0 && row.pointee.ay == 0 ? 1e-6 : 1e-4
    return row.pointee.high == 0 ? row.pointee.error > far : row.pointee.error < -far
  }

  @_optimize(size)
  func loadWarmRows(_ count: Int) {
    if !s.pointee.jointWork.hasSwept { return }
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let joint = joints + Int(s.pointee.jointConstraints[at].joint)
      let rows = s.pointee.jointWork.rows.base + 3 * at
      rows[0].warm = joint.pointee.warm0
      rows[1].warm = joint.pointee.warm1
      rows[2].warm = joint.pointee.warm2
    }
  }
}
