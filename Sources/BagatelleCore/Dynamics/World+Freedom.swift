// What a body is free to do: axes that are locked, a range of angles, and how fast its own time runs.
// SPDX-License-Identifier: MIT
//
// Locks. A joint of kind `lock` holds them in the solver, so that rods and pins to other bodies feel them.
// Contacts are solved after joints and would push a little past a lock, so the step ends by putting back what
// is locked, exactly.
//
// Time. A body whose own time runs k times as fast goes, alone, the way it would go at 1, but k times as
// fast: seen from outside, velocities are k times, accelerations k² times, rates of damping k times those of
// its own time. Gravity and fields are multiplied so. To whatever else acts, contacts and attachments and
// forces, it is a body of mass m/k²: a force F gives it k² F/m. Action and reaction are equal, and weights
// and loads at rest do not depend on k.

extension World {
  /// Locks axes where the body is, and its angle to a range; wakes nothing. False: no memory, nothing
  /// changed.
  @_optimize(size)
  @export(interface)
  public func setLocks(_ index: Int32, _ p: BodyProperties) -> Bool {
    let body = bodies + Int(index)
    var flags: UInt32 = 0
    if p.locksX { flags |= BodyFlag.locksX }
    if p.locksY { flags |= BodyFlag.locksY }
    if p.angleFrom > -.infinity || p.angleTo < .infinity { flags |= BodyFlag.limitsAngle }
    if flags == 0 {
      if let extras = extras(body) {
        if extras.pointee.lock >= 0 { removeJoint(extras.pointee.lock) }
        extras.pointee.lock = none
      }
      body.pointee.flags &= ~BodyFlag.locks
      return true
    }
    guard let extras = madeExtras(index) else { return false }
    var def = JointDef()
    def.kind = .lock
    def.bodyA = index
    def.locksX = p.locksX
    def.locksY = p.locksY
    def.rangeFrom = p.angleFrom
    def.rangeTo = p.angleTo
    // An axis that is locked already keeps its place.
    let old = extras.pointee.lock >= 0 ? joints[Int(extras.pointee.lock)].anchor : Vector2(0, 0)
    def.anchor.x = body.pointee.flags & BodyFlag.locksX != 0 ? old.x : body.pointee.x
    def.anchor.y = body.pointee.flags & BodyFlag.locksY != 0 ? old.y : body.pointee.y
    if extras.pointee.lock >= 0 {
      setJoint(extras.pointee.lock, def)
    } else {
      let joint = addJoint(def)
      guard joint >= 0 else { return false }
      extras.pointee.lock = joint
    }
    body.pointee.flags = body.pointee.flags & ~BodyFlag.locks | flags
    return true
  }

  /// Locked axes hold where the body is now.
  func placeLock(_ index: Int32) {
    guard let lock = extras(bodies + Int(index))?.pointee.lock, lock >= 0 else { return }
    joints[Int(lock)].anchor = Vector2(bodies[Int(index)].x, bodies[Int(index)].y)
    placeJointEnds(lock)
  }

  /// Takes out of the way of a sub-step what a lock forbids.
  @inline(__always)
  func keepLocks(_ flags: UInt32, _ b: UnsafeMutablePointer<BodyState>) {
    if flags & BodyFlag.locksX != 0 { b.pointee.v.x = 0 }
    if flags & BodyFlag.locksY != 0 { b.pointee.v.y = 0 }
  }

  /// At the end of a step: locked axes are where they were, and an angle that was in its range is in it
  /// again.
  @_optimize(size)
  func applyLocks(_ place: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<BodyState>) {
    let body = place.pointee
    let track = tracks + Int(body.awake)
    keepLocks(body.flags, b)
    if body.flags & BodyFlag.locksX != 0 { b.pointee.d.x = Float(body.x - track.pointee.x) }
    if body.flags & BodyFlag.locksY != 0 { b.pointee.d.y = Float(body.y - track.pointee.y) }
    guard body.flags & BodyFlag.limitsAngle != 0, let extras = extras(place) else { return }
    let lock = joints[Int(extras.pointee.lock)]
    let angle = track.pointee.angle + Double(b.pointee.turned)
    if angle > lock.rangeTo && body.angle <= lock.rangeTo {
      b.pointee.turned = inward(lock.rangeTo, from: track.pointee.angle, 1)
      b.pointee.w = min(b.pointee.w, 0)
    } else if angle < lock.rangeFrom && body.angle >= lock.rangeFrom {
      b.pointee.turned = inward(lock.rangeFrom, from: track.pointee.angle, -1)
      b.pointee.w = max(b.pointee.w, 0)
    }
  }

  /// The greatest 32-bit turn that does not lead past an edge above; below, the least.
  private func inward(_ edge: Double, from reference: Double, _ side: Double) -> Float {
    let turn = Float(edge - reference)
    if side * (reference + Double(turn) - edge) <= 0 { return turn }
    return side > 0 ? turn.nextDown : turn.nextUp
  }

  /// Another pace of the body's own time: what moves is seen to move at the new one.
  func timeScaleChanged(_ body: UnsafeMutablePointer<Body>, from old: Double, to scale: Double) {
    if body.pointee.firstJoint >= 0 { noteJointsChanged() }
    if body.pointee.awake < 0 || body.pointee.flags & BodyFlag.anchored != 0 { return }
    let factor = Float(scale / old)
    let state = states + Int(body.pointee.awake)
    state.pointee.v = factor * state.pointee.v
    state.pointee.w *= factor
  }
}

extension FieldSum {
  /// From a body's own time, which runs that fast, to that of the animator.
  mutating func leaveTime(_ scale: Double) {
    let square = scale * scale
    stiffness *= square
    anchor = square * anchor
    acceleration = square * acceleration
    steepness *= square
    drag *= scale
    turning *= scale
    velocity = scale * velocity
  }
}
