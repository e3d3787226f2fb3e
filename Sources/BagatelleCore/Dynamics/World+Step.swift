// One step, as a list of phases.
// SPDX-License-Identifier: MIT

extension World {
  /// Takes one step of `stepSeconds`. Without memory it runs with fewer contacts and says so in `ranOutOfMemory`.
  public func step() {
    let context = StepContext(
      stepSeconds: s.pointee.stepSeconds, substeps: s.pointee.substeps, settings: s.pointee.settings)
    prepareMotions(context, from: 0)
    let alreadyAwake = s.pointee.awake.count
    updatePairs()
    updateContacts(context)
    prepareMotions(context, from: alreadyAwake)
    clearFixedState()
    let contactCount = prepareContacts(context)
    let jointCount = prepareJoints(context)
    for _ in 0..<context.substeps {
      integrateVelocities(context)
      if jointCount > 0 {
        applySprings(jointCount)
        warmStartJoints(jointCount)
      }
      warmStartContacts(contactCount)
      if jointCount > 0 { solveJoints(jointCount, context, useBias: true) }
      solveContacts(contactCount, context, useBias: true)
      integratePositions(context)
      if jointCount > 0 { solveJoints(jointCount, context, useBias: false) }
      solveContacts(contactCount, context, useBias: false)
      sumImpulses(contactCount)
    }
    applyRestitution(contactCount)
    storeImpulses(contactCount)
    storeJointImpulses(jointCount)
    finalizePoses(context)
    updateTouching(context)
    sweepFastBodies(context)
    clearDeltas()
    refit()
    s.pointee.bodyTree.rebuildEnlarged()
    sleepIslands()
    s.pointee.steps += 1
    s.pointee.stepOfTick += 1
  }

  /// What is constant over the step, for awake bodies from an index on: gravity, pushes, damping.
  func prepareMotions(_ context: StepContext, from first: Int) {
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    let stamp = s.pointee.tick
    for at in first..<s.pointee.awake.count {
      let index = s.pointee.awake[at]
      let body = bodies + Int(index)
      if body.pointee.tickStamp != stamp {
        body.pointee.tickStamp = stamp
        _ = s.pointee.moved.append(index)
      }
      let motion = motions + at
      let forces = body.pointee.forces
      let inverse = 1 / body.pointee.mass
      motion.pointee.a = Vec2f(
        Float(forces.acceleration.x + forces.force.x * inverse),
        Float(forces.acceleration.y + forces.force.y * inverse))
      motion.pointee.alpha = 0
      if (forces.momentCross != 0 || forces.momentDot != 0) && body.pointee.flags & BodyFlag.fixedRotation == 0 {
        let moment =
          Double(body.pointee.q.c) * forces.momentCross - Double(body.pointee.q.s) * forces.momentDot
        motion.pointee.alpha = Float(moment / body.pointee.inertia)
      }
      motion.pointee.free = 1
      if motion.pointee.rate != Float(body.pointee.resistance) {
        motion.pointee.rate = Float(body.pointee.resistance)
        (motion.pointee.decay, motion.pointee.gain) = damping(body.pointee.resistance, h)
      }
      if motion.pointee.angularRate != Float(body.pointee.angularResistance) {
        motion.pointee.angularRate = Float(body.pointee.angularResistance)
        (motion.pointee.angularDecay, motion.pointee.angularGain) = damping(body.pointee.angularResistance, h)
      }
    }
  }

  /// e^(-c h) and (1 - e^(-c h))/c: exact for a rate c and a constant acceleration.
  private func damping(_ c: Double, _ h: Double) -> (Float, Float) {
    if c * h < 1e-9 { return (1, Float(h)) }
    let decay = Elementary.exp(-c * h)
    return (Float(decay), Float((1 - decay) / c))
  }

  /// The fixed side of constraints is one state past the last that never moves.
  func clearFixedState() { states[s.pointee.awake.count] = BodyState() }

  func integrateVelocities(_ context: StepContext) {
    let states = self.states
    let motions = self.motions
    let cap = Float(Limits.speed)
    for at in 0..<s.pointee.awake.count where motions[at].free == 0 {
      let m = motions + at
      let b = states + at
      b.pointee.v = m.pointee.decay * b.pointee.v + m.pointee.gain * m.pointee.a
      b.pointee.w = m.pointee.angularDecay * b.pointee.w + m.pointee.angularGain * m.pointee.alpha
      limitSpeed(b, cap)
    }
  }

  @inline(__always)
  private func limitSpeed(_ b: UnsafeMutablePointer<BodyState>, _ cap: Float) {
    let square = b.pointee.v.lengthSquared
    if square > cap * cap { b.pointee.v = (cap / squareRoot(square)) * b.pointee.v }
  }

  func integratePositions(_ context: StepContext) {
    let states = self.states
    let motions = self.motions
    let h = context.h
    let cap = Float(Limits.speed)
    let spinCap = Float.pi / context.dt
    for at in 0..<s.pointee.awake.count {
      let b = states + at
      var v = b.pointee.v
      var w = b.pointee.w
      if motions[at].free != 0 {
        // Nothing touches it: the path is a parabola, and the mean of both velocities follows it exactly.
        let m = motions + at
        b.pointee.v = m.pointee.decay * v + m.pointee.gain * m.pointee.a
        b.pointee.w = m.pointee.angularDecay * w + m.pointee.angularGain * m.pointee.alpha
        limitSpeed(b, cap)
        v = 0.5 * (v + b.pointee.v)
        w = 0.5 * (w + b.pointee.w)
      }
      if w > spinCap || w < -spinCap {
        w = w > 0 ? spinCap : -spinCap
        b.pointee.w = w
      }
      b.pointee.d = b.pointee.d + h * v
      if w != 0 {
        let turn = h * w
        b.pointee.turned += turn
        let q = b.pointee.q
        let c = q.c - turn * q.s
        let n = q.s + turn * q.c
        let scale = 1 / squareRoot(c * c + n * n)
        b.pointee.q = Rotation(c: c * scale, s: n * scale)
      }
    }
  }

  /// Moves the bodies by what the sub-steps added up. A motion that is not finite or leaves the world is undone.
  func finalizePoses(_ context: StepContext) {
    let bound = Limits.coordinate
    for at in 0..<s.pointee.awake.count {
      let index = s.pointee.awake[at]
      let body = bodies + Int(index)
      let b = states + at
      body.pointee.previousX = body.pointee.x
      body.pointee.previousY = body.pointee.y
      body.pointee.previousAngle = body.pointee.angle
      let x = body.pointee.x + Double(b.pointee.d.x)
      let y = body.pointee.y + Double(b.pointee.d.y)
      let angle = body.pointee.angle + Double(b.pointee.turned)
      let sum = b.pointee.v.x + b.pointee.v.y + b.pointee.w
      let whole = x > -bound && x < bound && y > -bound && y < bound && angle > -Limits.angle && angle < Limits.angle
      if !(whole && sum - sum == 0) {
        b.pointee = BodyState()
        if body.pointee.flags & BodyFlag.quarantined == 0 {
          body.pointee.flags |= BodyFlag.quarantined
          _ = s.pointee.quarantined.append(index)
        }
        continue
      }
      body.pointee.x = x
      body.pointee.y = y
      if b.pointee.turned != 0 {
        body.pointee.angle = angle
        body.pointee.q = rotation(angle)
      }
    }
  }

  func clearDeltas() {
    let states = self.states
    for at in 0..<s.pointee.awake.count {
      states[at].d = .zero
      states[at].turned = 0
      states[at].q = .identity
    }
  }
}
