// How bodies move in a sub-step: velocities by forces and damping, poses by velocities.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension UnsafeMutablePointer<BodyMotion> {
  /// `free` and `hasJoints` as one number.
  @inline(__always)
  fileprivate var state: UInt32 { UnsafeRawPointer(self).load(fromByteOffset: BodyMotion.state, as: UInt32.self) }
  /// Nothing touches the body, and neither joints nor fields know it: its path depends on itself alone.
  @inline(__always)
  fileprivate var fliesAlone: Bool { state == 1 }
  /// Held, by contacts or by joints that know its way and angle alone.
  @inline(__always)
  fileprivate var movesOnlyItself: Bool { state & ~(UInt32(BodyMotion.keeps | BodyMotion.halves) << 16) == 0 }
}

extension World {
  /// About as many bodies as are held, or more: worth less than this, a loop of a sub-step is not shared.
  @inline(__always)
  private func heldAtMost(_ hasJoints: Bool) -> Int {
    if hasJoints || s.pointee.fieldBodies.count > 0 { return s.pointee.awake.count }
    var blocks = 0
    for number in 0..<World.colorCount { blocks += (s.pointee.colors.base + number).pointee.blocks.count }
    return min(s.pointee.awake.count, 16 * blocks)
  }

  /// Takes up acceleration and damping of bodies that are held; with `warm` also what the contacts gave in the sub-step before.
  @inline(never)
  func integrateVelocities(_ context: StepContext, warm: Bool, hasJoints: Bool) {
    var loop = Loop(world: self, context: context, flag: warm)
    let count = s.pointee.awake.count
    share(count, least: heldAtMost(hasJoints) < World.leastHeld ? count : 256, &loop) { data, first, end in
      data.loop.pointee.world.integrateVelocities(data.loop.pointee.flag, first, end)
    }
  }

  private static var leastHeld: Int { 512 }

  private func integrateVelocities(_ warm: Bool, _ first: Int, _ end: Int) {
    var state = states + first
    var motion = motions + first
    var base = s.pointee.warm[first]
    // Surely below the greatest speed.
    let slow = 0.5 * Float(Limits.speed)
    let limits = MotionRow(slow, slow, .infinity, .infinity)
    let last = states + end
    while state < last {
      if motion.pointee.free == 0 {
        let before = MotionRow(at: state)
        var after = pushed(before, motion)
        if !after.isWithin(limits) { after = limited(after) }
        let next = warm ? after + (before - MotionRow(at: base)) : after
        after.store(at: base)
        next.beside(fourthOf: before).store(at: state)
      }
      state += 1
      motion += 1
      base += BodyWarmRows.stride
    }
  }

  /// Velocity and spin after a sub-step of acceleration and damping alone.
  @inline(__always)
  private func pushed(_ v: MotionRow, _ motion: UnsafeMutablePointer<BodyMotion>) -> MotionRow {
    let factors = MotionRow(at: UnsafeRawPointer(motion) + BodyMotion.factors)
    return factors.firstOfPairs * v + factors.secondOfPairs * MotionRow(at: motion)
  }

  /// No faster than may be.
  @inline(never)
  @_optimize(size)
  private func limited(_ v: MotionRow) -> MotionRow {
    let cap = Float(Limits.speed)
    let square = v.way.lengthSquared
    if !(square > cap * cap) { return v }
    let scale = cap / squareRoot(square)
    return MotionRow(scale, scale, 1, 1) * v
  }

  @inline(__always)
  func limitSpeed(_ b: UnsafeMutablePointer<BodyState>, _ cap: Float) {
    let square = b.pointee.v.lengthSquared
    if square > cap * cap { b.pointee.v = (cap / squareRoot(square)) * b.pointee.v }
  }

  /// In the first sub-step those that fly alone take all of them, while they are in registers.
  @inline(never)
  func integratePositions(_ context: StepContext, isFirst: Bool, hasJoints: Bool) {
    var loop = Loop(world: self, context: context, flag: isFirst)
    let count = s.pointee.awake.count
    share(count, least: isFirst ? 2 * World.leastBodies : heldAtMost(hasJoints) < World.leastHeld ? count : 256, &loop) { data, first, end in
      data.loop.pointee.world.integratePositions(data.loop.pointee.context, data.loop.pointee.flag, first, end)
    }
  }

  private func integratePositions(_ context: StepContext, _ isFirst: Bool, _ first: Int, _ end: Int) {
    let h = MotionRow(context.h, context.h, context.h, 0)
    let half = MotionRow(0.5 * context.h, 0.5 * context.h, 0.5 * context.h, 0)
    let turnCap = Float(Limits.turnPerStep) / context.dt
    // Of what flies: surely below the greatest speed and the fastest spin. Of what is held, below what is shown of a spin.
    let slow = 0.5 * Float(Limits.speed)
    let limits = MotionRow(slow, slow, 0.999 * Float(Limits.spinPerTurn) * turnCap, .infinity)
    let heldLimits = MotionRow(.infinity, .infinity, turnCap, .infinity)
    let shown = MotionRow(.infinity, .infinity, 2 * turnCap, .infinity)
    var state = states + first
    var motion = motions + first
    let last = states + end
    while state < last {
      let way = UnsafeMutableRawPointer(state) + BodyState.way
      if motion.fliesAlone {
        if isFirst {
          let before = MotionRow(at: state)
          var v = before
          var moved = MotionRow(at: way).angleLast
          for _ in 0..<context.substeps {
            // The path is a parabola, and the mean of the velocities before and after follows it exactly.
            let after = pushed(v, motion)
            moved = moved + half * (v + after).cut(shown)
            v = after
          }
          // From one sub-step to the next it changes in one direction.
          if before.isWithin(limits) && v.isWithin(limits) {
            v.store(at: state)
            moved.angleFirst.store(at: way)
          } else {
            for _ in 0..<context.substeps { move(state, motion, context) }
          }
        }
      } else {
        let v = MotionRow(at: state)
        if motion.movesOnlyItself && v.isWithin(heldLimits) {
          (MotionRow(at: way) + (h * v).angleFirst).store(at: way)
        } else {
          move(state, motion, context)
        }
      }
      state += 1
      motion += 1
    }
  }

  /// One sub-step of any body.
  @inline(never)
  private func move(
    _ b: UnsafeMutablePointer<BodyState>, _ m: UnsafeMutablePointer<BodyMotion>, _ context: StepContext
  ) {
    let h = context.h
    let turnCap = Float(Limits.turnPerStep) / context.dt
    if m.pointee.hasJoints & BodyMotion.locks != 0 { keepLocks(bodies[Int(s.pointee.awake[b - states])].flags, b) }
    var v = b.pointee.v
    var w = b.pointee.w
    if m.pointee.free > 0 {
      // Nothing touches it: the path is a parabola, and the mean of both velocities follows it exactly.
      if m.pointee.free == 1 {
        b.pointee.v = m.pointee.decay * v + m.pointee.gain * m.pointee.a
        limitSpeed(b, Float(Limits.speed))
        v = 0.5 * (v + b.pointee.v)
      }
      // At the angle half-way, so that energy has no trend (leapfrog).
      if m.pointee.hasJoints & BodyMotion.pushed != 0 { turnPushed(b - states, ahead: 0.5 * h) }
      b.pointee.w = m.pointee.angularDecay * w + m.pointee.angularGain * m.pointee.alpha
      w = 0.5 * (w + b.pointee.w)
    }
    if w > turnCap || w < -turnCap {
      // Who spins faster shows only so much of it, and keeps the energy.
      let spinCap = m.pointee.hasJoints & BodyMotion.joints != 0 ? turnCap : Float(Limits.spinPerTurn) * turnCap
      b.pointee.w = max(-spinCap, min(spinCap, b.pointee.w))
      w = w > 0 ? turnCap : -turnCap
    }
    if m.pointee.free < FieldMotion.moved { b.pointee.d = b.pointee.d + h * v }
    if w != 0 {
      let turn = h * w
      b.pointee.turned += turn
      if m.pointee.hasJoints & BodyMotion.turns != 0 {
        let q = b.pointee.q
        let c = q.c - turn * q.s
        let n = q.s + turn * q.c
        let scale = 1 / squareRoot(c * c + n * n)
        b.pointee.q = Rotation(c: c * scale, s: n * scale)
      }
    }
  }
}
