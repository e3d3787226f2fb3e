// One step, as a list of phases.
// SPDX-License-Identifier: MIT

import BagatelleKernels
import CShims

extension World {
  /// A whole step, or one of its parts (World+Parts.swift).
  @inline(never)
  @_optimize(size)
  func takePart(isLast: Bool) {
    if let pool = s.pointee.pool { bgts_pool_begin_step(pool) }
    var clock = StepClock(isRunning: s.pointee.isProfiled)
    let context = StepContext(
      stepSeconds: s.pointee.stepSeconds, substeps: s.pointee.substeps, settings: s.pointee.settings)
    s.pointee.isLastOfTick = isLast && s.pointee.stepOfTick + 1 >= s.pointee.stepsOfTick
    s.pointee.pressed = PressedCrowd()
    if s.pointee.hasLateWakes {
      wakeLate()
      if s.pointee.hasLateWakes { s.pointee.outOfMemory = true }
    }
    dropArrived()
    clearFixedState()
    prepareMotions(context, from: 0)
    prepareFields(from: 0)
    let alreadyAwake = s.pointee.awake.count
    clock.lap(&s.pointee.times.integration)
    updatePairs(context, atStep: true)
    clock.lap(&s.pointee.times.pairs)
    updateContacts(context)
    clock.lap(&s.pointee.times.narrowPhase)
    prepareMotions(context, from: alreadyAwake)
    prepareFields(from: alreadyAwake)
    clearFresh(context)
    clearFixedState()
    markHeld(context)
    assert(hasSoundLanes())
    clock.lap(&s.pointee.times.integration)
    let hasJoints = prepareJoints(context)
    if hasJoints { keepVelocitiesBeforeHits() }
    clock.lap(&s.pointee.times.joints)
    var parameters = context.contactParameters
    if s.pointee.hasFast { parameters.pressing = StepContext.pressingSpeed * context.scale }
    if hasJoints { changeRates(toTrue: false) } else { parameters.warm = s.pointee.warm[0] }
    withUnsafePointer(to: &parameters) { solve(hasJoints, context, $0, &clock) }
    if hasJoints { changeRates(toTrue: true) }
    finalizePoses(context)
    updateTouching()
    clock.lap(&s.pointee.times.finalize)
    sweepFastBodies(context)
    settlePutBack()
    keepMomentum()
    keepEnergy()
    s.pointee.startVelocities.count = 0
    clock.lap(&s.pointee.times.continuous)
    refit()
    clock.lap(&s.pointee.times.tree)
    if hasJoints {
      storeJoints()
      clock.lap(&s.pointee.times.joints)
    }
    if s.pointee.hasUndone { forgetUndone() }
    rebuildTree(aside: !s.pointee.hasLateWakes)
    clock.lap(&s.pointee.times.tree)
    sleepIslands()
    if s.pointee.hasLateWakes {
      if let pool = s.pointee.pool { bgts_pool_finish_aside(pool) }
      wakeLate()
    }
    clock.lap(&s.pointee.times.sleep)
    s.pointee.partsTaken += 1
  }

  /// The sub-steps. Contact anchors do not turn within a step, so what warm starting gives a body in a sub-step is what all
  /// its contacts gave it in the one before: known per body, without a pass over the contacts. With joints, whose anchors
  /// turn, the pass is made.
  private func solve(
    _ hasJoints: Bool, _ context: StepContext, _ parameters: UnsafePointer<ContactParameters>, _ clock: inout StepClock
  ) {
    for substep in 0..<context.substeps {
      if hasJoints { beginJointSubstep(context) }
      applyFields()
      if s.pointee.hasPushed { turnPushed(context) }
      integrateVelocities(context, warm: substep > 0 && !hasJoints, hasJoints: hasJoints)
      clock.lap(&s.pointee.times.integration)
      if substep == 0 {
        contacts(.start, parameters, context)
        letRest(parameters)
      } else if hasJoints {
        contacts(.warmStart, parameters, context)
      }
      if hasJoints { solveJoints(context) }
      contacts(.solve, parameters, context)
      pressUnsettled(parameters)
      clock.lap(&s.pointee.times.solver)
      integratePositions(context, isFirst: substep == 0, hasJoints: hasJoints)
      clock.lap(&s.pointee.times.integration)
      if hasJoints { finishJoints(context) }
      contacts(.relax, parameters, context)
      relaxUnsettled(parameters)
      clock.lap(&s.pointee.times.solver)
    }
    tellPulls()
    applyRestitution(context)
    if s.pointee.hasSlippery { turnSlides(context) }
    clock.lap(&s.pointee.times.restitution)
    measureContacts(parameters, context)
    clock.lap(&s.pointee.times.solver)
  }

  /// What is constant over the step, for awake bodies from an index on: gravity, pushes, damping.
  @inline(never)
  func prepareMotions(_ context: StepContext, from first: Int) {
    var loop = Loop(world: self, context: context, first: first)
    share(s.pointee.awake.count - first, least: World.leastBodies, &loop) { data, start, end in
      let l = data.loop.pointee
      let found = l.world.prepareMotions(l.first + start, l.first + end)
      if found.mayBeUnforced { bgts_store32(&data.loop.pointee.found, 1) }
      if found.isFast { bgts_store32(&data.loop.pointee.fast, 1) }
      if found.isPushed { bgts_store32(&data.loop.pointee.pushed, 1) }
    }
    s.pointee.hasPushed = loop.pushed != 0 || first > 0 && s.pointee.hasPushed
    s.pointee.hasUnforced = loop.found != 0 || first > 0 && s.pointee.hasUnforced
    s.pointee.hasFast = loop.fast != 0 || first > 0 && s.pointee.hasFast
    if first == 0 && s.pointee.stirredSteps > 0 { s.pointee.stirredSteps -= 1 }
    if s.pointee.hasFast { s.pointee.stirredSteps = World.mostStirredSteps }
    // Some were kept already, or some of these move without forces, or something was fast of late.
    if loop.found != 0 || s.pointee.stirredSteps > 0 || first > 0 && s.pointee.startVelocities.count > 0 { keepStartVelocities(from: first) }
    for at in first..<s.pointee.awake.count where s.pointee.marks[at] != 0 {
      _ = s.pointee.moved.append(s.pointee.awake[at])
    }
  }

  /// Whether some of them may move without forces, whether some are fast, and whether pushes act on some.
  private func prepareMotions(_ first: Int, _ end: Int) -> (mayBeUnforced: Bool, isFast: Bool, isPushed: Bool) {
    var mayBeUnforced = false
    var isFast = false
    var isPushed = false
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    let stamp = s.pointee.tick
    let fast = fastSquare
    for at in first..<end {
      let index = s.pointee.awake[at]
      let body = bodies + Int(index)
      s.pointee.marks[at] = body.pointee.tickStamp != stamp ? 1 : 0
      body.pointee.tickStamp = stamp
      let motion = motions + at
      if body.pointee.flags & BodyFlag.kinematic != 0 {
        motion.pointee = BodyMotion()
        if body.pointee.flags & BodyFlag.oneTick != 0 { spreadWay(states + at) }
        continue
      }
      setPull(body, motion)
      motion.pointee.alpha = 0
      motion.pointee.free = 1
      motion.pointee.hasJoints = 0
      if body.pointee.firstJoint >= 0 {
        motion.pointee.hasJoints = body.pointee.flags & BodyFlag.locks != 0 ? BodyMotion.turns | BodyMotion.locks : BodyMotion.turns
      }
      if let extras = extras(body), extras.pointee.isPushed != 0 {
        takePushes(at, body, extras)
        isPushed = true
      }
      if motion.pointee.rate != Float(kind(body).pointee.resistance) {
        motion.pointee.rate = Float(kind(body).pointee.resistance)
        (motion.pointee.decay, motion.pointee.gain) = damping(kind(body).pointee.resistance, h)
      }
      if motion.pointee.angularRate != Float(kind(body).pointee.angularResistance) {
        motion.pointee.angularRate = Float(kind(body).pointee.angularResistance)
        (motion.pointee.angularDecay, motion.pointee.angularGain) = damping(kind(body).pointee.angularResistance, h)
      }
      if motion.pointee.a.x == 0 && motion.pointee.a.y == 0 { mayBeUnforced = true }
      if states[at].v.lengthSquared > fast {
        isFast = true
        limitSpeed(states + at, Float(Limits.speed))  // Callers may have given it more.
      }
    }
    return (mayBeUnforced, isFast, isPushed)
  }

  /// What is told to reach a pose has a velocity as if the tick were of one step: as it begins it gets its share of that.
  @inline(never)
  @_optimize(size)
  private func spreadWay(_ state: UnsafeMutablePointer<BodyState>) {
    if s.pointee.stepOfTick > 0 || s.pointee.secondsBefore > 0 || s.pointee.stepsOfTick < 2 { return }
    let share = 1 / Float(s.pointee.stepsOfTick)
    state.pointee.v = share * state.pointee.v
    state.pointee.w *= share
  }

  /// The acceleration that gravities and pushes give a body.
  @inline(__always)
  func setPull(_ body: UnsafeMutablePointer<Body>, _ motion: UnsafeMutablePointer<BodyMotion>) {
    if body.pointee.flags & BodyFlag.kinematic != 0 {
      motion.pointee.a = .zero
      return
    }
    var pushed = Vector2(0, 0)
    if let extras = extras(body) {
      let inverse = 1 / body.pointee.mass
      pushed = Vector2(extras.pointee.forces.force.x * inverse, extras.pointee.forces.force.y * inverse)
    }
    let pace = kind(body).pointee.timeScale * kind(body).pointee.timeScale
    motion.pointee.a = Vec2f(
      Float(pace * kind(body).pointee.acceleration.x + pushed.x), Float(pace * kind(body).pointee.acceleration.y + pushed.y))
  }

  /// e^(-c h) and (1 - e^(-c h))/c: exact for a rate c and a constant acceleration.
  private func damping(_ c: Double, _ h: Double) -> (Float, Float) {
    if c * h < 1e-9 { return (1, Float(h)) }
    let decay = Elementary.exp(-c * h)
    return (Float(decay), Float((1 - decay) / c))
  }

  /// The fixed side of constraints is a state that never moves: before the first for contacts, past the last for joints.
  func clearFixedState() {
    if s.pointee.states.capacity == 0 { return }  // There never was a body, or all rest.
    states[s.pointee.awake.count] = BodyState()
    states[-1] = BodyState()
  }

  /// An anchored body that was told to reach a pose in this step rests again.
  func stopDriven(_ body: UnsafeMutablePointer<Body>) {
    body.pointee.flags = body.pointee.flags & ~BodyFlag.oneTick | BodyFlag.arrived
    s.pointee.arrivedCount += 1
    let state = states + Int(body.pointee.awake)
    state.pointee.v = .zero
    state.pointee.w = 0
    body.pointee.previousX = body.pointee.x
    body.pointee.previousY = body.pointee.y
    body.pointee.previousAngle = body.pointee.angle
  }

  /// Those of them that were not told again leave the awake arrays.
  @_optimize(size)
  private func dropArrived() {
    if s.pointee.arrivedCount == 0 { return }
    var at = s.pointee.awake.count - 1
    while at >= 0 {
      let index = s.pointee.awake[at]
      at -= 1
      if bodies[Int(index)].flags & BodyFlag.arrived != 0 { setVelocityZero(index) }
    }
  }

  private func setVelocityZero(_ index: Int32) {
    setVelocity(index, .zero)
    setAngularVelocity(index, 0)
  }

  /// Bodies that are moved before they are looked at, while they are still in the cache.
  private static var posedAtOnce: Int { 32 }

  /// Moves the bodies by what the sub-steps added up. Who has left its reference by more than a little gets a new one, and
  /// its contacts will be looked at anew. A motion that is not finite or leaves the world is undone.
  @inline(never)
  func finalizePoses(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    let isShared = share(s.pointee.awake.count, least: World.leastBodies, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in stride(from: first, to: end, by: World.posedAtOnce) {
        let last = min(at + World.posedAtOnce, end)
        if world.finalizePoses(data.loop.pointee.context, at, last) { bgts_store32(&data.loop.pointee.fast, 1) }
        world.lookAt(at, last, keeping: BodyMark.isFresh | BodyMark.isQuarantined)
      }
    }
    if loop.fast != 0 {
      s.pointee.hasFast = true
      s.pointee.stirredSteps = World.mostStirredSteps
    }
    if isShared { bgts_prefetch_all(s.pointee.marks.base, s.pointee.awake.count) }
    s.pointee.looked = s.pointee.awake.count
    s.pointee.freshBefore = s.pointee.fresh.count
    // Who is to be swept has other bits of those.
    let isQuarantined = BodyMark.isQuarantined & ~SweepMark.anything
    for at in 0..<s.pointee.awake.count where s.pointee.marks[at] & (BodyMark.isFresh | isQuarantined) != 0 {
      let index = s.pointee.awake[at]
      if s.pointee.marks[at] & BodyMark.isFresh != 0 { _ = s.pointee.fresh.append(index) }
      if sweepMark(at) == BodyMark.isQuarantined {
        setSweepMark(at, SweepMark.none)
        quarantine(index)
      }
    }
    s.pointee.freshAfter = s.pointee.fresh.count
  }

  /// Whether one of them is fast.
  private func finalizePoses(_ context: StepContext, _ first: Int, _ end: Int) -> Bool {
    let fast = fastSquare
    var isFast = false
    let bound = Limits.coordinate
    let drift = StepContext.referenceDrift * context.scale
    let turn = StepContext.referenceTurn
    // Joints bound no way. Who is thrown farther than any speed leads has not moved, but was torn.
    let reach = 4 * Float(Limits.speed) * context.dt
    var waiting: UnsafeMutablePointer<Body>?
    for at in first..<end {
      let body = bodies + Int(s.pointee.awake[at])
      var mark: UInt8 = 0
      defer { s.pointee.marks[at] = mark }
      let b = states + at
      if body.pointee.flags & (BodyFlag.locks | BodyFlag.undone | BodyFlag.putBack | BodyFlag.putBackBefore | BodyFlag.blocked) != 0 {
        let flags = body.pointee.flags & ~(BodyFlag.undone | BodyFlag.putBack | BodyFlag.putBackBefore | BodyFlag.blocked)
        body.pointee.flags = flags | (body.pointee.flags & BodyFlag.putBack) << 1
        if body.pointee.flags & BodyFlag.locks != 0 && body.pointee.invMass > 0 { applyLocks(body, b) }
      }
      body.pointee.previousX = body.pointee.x
      body.pointee.previousY = body.pointee.y
      body.pointee.previousAngle = body.pointee.angle
      let d = b.pointee.d
      let turned = b.pointee.turned
      let track = tracks + at
      let x = track.pointee.x + Double(d.x)
      let y = track.pointee.y + Double(d.y)
      let angle = track.pointee.angle + Double(turned)
      let sum = b.pointee.v.x + b.pointee.v.y + b.pointee.w
      let whole = x > -bound && x < bound && y > -bound && y < bound && angle > -Limits.angle && angle < Limits.angle
      if !(whole && sum - sum == 0 && d.lengthSquared <= reach * reach) {
        b.pointee = BodyState()
        setReference(&body.pointee)
        mark = flagFresh(body) | BodyMark.isQuarantined
        body.pointee.flags |= BodyFlag.renewed | BodyFlag.undone
        continue
      }
      if b.pointee.v.lengthSquared > fast { isFast = true }
      if b.pointee.v.lengthSquared > Float(Limits.speed * Limits.speed) { // Joints know none.
        limitSpeed(b, Float(Limits.speed))
        body.pointee.flags |= BodyFlag.undone
      }
      body.pointee.x = x
      body.pointee.y = y
      let way = turned < 0 ? -turned : turned
      let far = d.lengthSquared > drift * drift || way * body.pointee.outerRadius > drift || way > turn
      let isFresh = far || motions[at].hasJoints & BodyMotion.turns != 0
      if isFresh { mark = flagFresh(body) }
      if turned != 0 {
        body.pointee.angle = angle
        if isFresh && abs(angle) < Elementary.pairLimit {
          // Two at a time.
          if let other = waiting {
            setRotations(other, body)
            waiting = nil
          } else {
            waiting = body
          }
          continue
        }
        if isFresh {
          body.pointee.q = rotation(angle)
        } else {
          let square = turned * turned
          let small = Rotation(c: 1 - 0.5 * square, s: turned * (1 - square * (1 / 6)))
          body.pointee.q = track.pointee.q.times(small)
        }
      }
      if isFresh { setReference(&body.pointee) }
    }
    if let body = waiting { setRotations(body, body) }
    return isFast
  }

  /// Names a body whose motion was undone, if it has not been since it was last placed. What its contacts hold is not finite either,
  /// and would go on to all that it touches.
  @inline(never)
  @_optimize(size)
  private func quarantine(_ index: Int32) {
    s.pointee.hasUndone = true
    let body = bodies + Int(index)
    if body.pointee.flags & BodyFlag.quarantined == 0 {
      body.pointee.flags |= BodyFlag.quarantined
      if !s.pointee.quarantined.append(index) { s.pointee.outOfMemory = true }
    }
    var edge = body.pointee.firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
      c.pointee.impulses = (0, 0, 0)
      if c.pointee.lane < 0 { continue }
      let f = laneFloats(c.pointee.color, c.pointee.lane)
      for field in ContactLane.load0..<ContactLane.restitution { f[field * 8] = 0 }
      f[ContactLane.impact * 8] = 0
    }
  }

  /// The same for the attachments of bodies whose motion was undone, at the end of the step, when they have stored what they hold.
  @inline(never)
  @_optimize(size)
  private func forgetUndone() {
    s.pointee.hasUndone = false
    for at in 0..<s.pointee.awake.count {
      let body = bodies + Int(s.pointee.awake[at])
      if body.pointee.flags & BodyFlag.undone == 0 { continue }
      var edge = body.pointee.firstJoint
      if edge >= 0 { noteJointsChanged() }
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
        joint.pointee.warm0 = 0
        joint.pointee.warm1 = 0
        joint.pointee.warm2 = 0
        joint.pointee.reaction = JointReaction()
      }
    }
  }

  /// Rotations by the angles of two bodies, or one, that get new references.
  @inline(__always)
  private func setRotations(_ a: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<Body>) {
    let (sine, cosine) = Elementary.sinCosOfPair(Pair64(a.pointee.angle, b.pointee.angle))
    a.pointee.q = Rotation(c: Float(cosine.first), s: Float(sine.first))
    setReference(&a.pointee)
    if a == b { return }
    b.pointee.q = Rotation(c: Float(cosine.second), s: Float(sine.second))
    setReference(&b.pointee)
  }

  /// The mark for a body that is to be listed as fresh.
  @inline(__always)
  private func flagFresh(_ body: UnsafeMutablePointer<Body>) -> UInt8 {
    if body.pointee.flags & BodyFlag.fresh != 0 { return 0 }
    body.pointee.flags |= BodyFlag.fresh
    return BodyMark.isFresh
  }
}
