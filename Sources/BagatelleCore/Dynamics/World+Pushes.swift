// What pushes bodies, and turns those that it pushes beside their center of mass.
// SPDX-License-Identifier: MIT
//
// A push acts along one direction at a point that turns with the body, so its moment changes as the body turns: at the angle θ it is
// cos θ Σ r x F - sin θ Σ r . F, a potential, as that of a pendulum's weight. Held over a step, it fed energy in. Each sub-step takes the
// moment of the angle half-way for who moves by the mean of both velocities (leapfrog), of the angle at its start for others.

extension World {
  /// What pulls and pushes it with constant strength from the next step on. Does not wake.
  /// False: no memory, nothing changed.
  @_optimize(size)
  @export(interface)
  public func setForces(_ index: Int32, _ forces: BodyForces) -> Bool {
    let body = bodies + Int(index)
    var pushes = forces
    pushes.acceleration = .zero
    var wanted = kind(body).pointee
    wanted.acceleration = forces.acceleration
    if (pushes != BodyForces() && madeExtras(index) == nil) || !setKind(body, wanted) { return false }
    if let extras = extras(body) {
      extras.pointee.forces = pushes
      extras.pointee.isPushed = 1
    }
    return true
  }

  /// A force in mass points/s² that acts during the next step, at an offset from the item's center in its own frame.
  /// Wakes the body; no effect while it is anchored. False: no memory, nothing changed.
  public func applyForce(_ index: Int32, force: Vector2, offset: Vector2) -> Bool {
    let body = bodies + Int(index)
    if body.pointee.flags & BodyFlag.anchored != 0 { return true }
    guard reserveAwake(), let extras = madeExtras(index) else { return false }
    wake(index)
    if body.pointee.awake < 0 { return true }
    noteDrifted(index)
    extras.pointee.isPushed = 1
    extras.pointee.stepForce = extras.pointee.stepForce + force
    let lever = offset - body.pointee.localCenter.widened
    extras.pointee.stepCross += lever.cross(force)
    extras.pointee.stepDot += lever.dot(force)
    return true
  }

  /// Adds what acts in this step alone to the body's motion, and sums up what turns it.
  @inline(never)
  @_optimize(size)
  func takePushes(_ at: Int, _ body: UnsafeMutablePointer<Body>, _ extras: UnsafeMutablePointer<BodyExtras>) {
    let motion = motions + at
    // All that it gives in the step is given in the first part.
    let parts = Double(s.pointee.parts)
    let force = (parts / body.pointee.mass) * extras.pointee.stepForce
    motion.pointee.a = motion.pointee.a + force.narrowed
    let forces = extras.pointee.forces
    // Of pushes offsets count from the item's center.
    let center = forces.momentCross == 0 && forces.momentDot == 0 && forces.force == .zero ? .zero : body.pointee.localCenter.widened
    extras.pointee.momentCross = parts * extras.pointee.stepCross + (forces.momentCross - center.cross(forces.force))
    extras.pointee.momentDot = parts * extras.pointee.stepDot + (forces.momentDot - center.dot(forces.force))
    extras.pointee.stepForce = .zero
    extras.pointee.stepCross = 0
    extras.pointee.stepDot = 0
    extras.pointee.isPushed = forces == BodyForces() ? 0 : 1
    if extras.pointee.momentCross == 0 && extras.pointee.momentDot == 0 || body.pointee.flags & BodyFlag.fixedRotation != 0 { return }
    motion.pointee.hasJoints |= BodyMotion.pushed
    turnPushed(at, ahead: 0)
  }

  /// Those that joints or contacts hold, before they take up what acts on them in a sub-step. Who moves by half of it needs it half-way,
  /// others where they are: so energy has no trend.
  func turnPushed(_ context: StepContext) {
    for at in 0..<s.pointee.awake.count {
      let motion = motions[at]
      if motion.free != 0 || motion.hasJoints & BodyMotion.pushed == 0 { continue }
      turnPushed(at, ahead: motion.hasJoints & BodyMotion.halves != 0 ? 0.5 * context.h : 0)
    }
  }

  /// The moment of what pushes a body beside its center of mass, at the angle that it has after some seconds more.
  @inline(never)
  @_optimize(size)
  func turnPushed(_ at: Int, ahead seconds: Float) {
    let body = bodies + Int(s.pointee.awake[at])
    guard let extras = extras(body) else { return }
    let turn = states[at].turned + seconds * states[at].w
    let (sine, cosine) = Elementary.sinCos(tracks[at].angle + Double(turn))
    let moment = cosine * extras.pointee.momentCross - sine * extras.pointee.momentDot
    motions[at].alpha = Float(moment / body.pointee.inertia)
  }
}
