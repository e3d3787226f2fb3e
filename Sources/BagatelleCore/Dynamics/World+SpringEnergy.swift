// What keeps springs from gaining energy.
// SPDX-License-Identifier: MIT
//
// Put back. A body that a sweep puts back has come a part of its way, but what its springs gave on all of the way is in its
// velocity. So after the sweeps each spring of such a body is asked what it holds at the poses that came, and what it would
// have held at those of the solver. What it holds too much is taken out of the relative motion of its ends, by opposite impulses
// along the line between them: momentum is kept. What it holds too little goes back into that motion.
//
// Bounce. A contact bounces with its speed at impact, that of the start of the step with what acts on the way to it. Springs
// act too, and are as strong there as half-way between the start of the step and where the impact has stopped the bodies.
//
// Without damping. What the midpoint rule of a spring keeps (`JointSolver.swift`) is m ω² x² + (M + A m) v², M the mass of its ends, m that
// by which it is measured: at 4 Hz it sees 0.2 % less energy in the motion than there is. So between steps, where contacts and
// callers see it, the rate is sqrt(1 + A m/M) times that of the rule, and the sum of both energies stays.
import BagatelleKernels

/// Where a body would be, had a sweep not put it back.
struct PutBack: BitwiseCopyable {
  var body: Int32 = 0
  var pose = Pose()
}

extension World {
  /// Where the ends are: arms from the centers of mass, and the vector from A's end to B's.
  struct JointEnds {
    var rA: Vector2
    var rB: Vector2
    var between: Vector2
  }

  /// Two ends on bodies; -1 is what does not move.
  struct EndPair {
    var a: Int32
    var b: Int32
    var ends: JointEnds
  }

  /// Keeps the pose of a body with joints that is to be put back.
  @inline(never)
  @_optimize(size)
  func notePutBack(_ index: Int32) {
    let body = bodies + Int(index)
    let at = Int(body.pointee.awake)
    if at < 0 || at >= s.pointee.jointWork.putBackOf.count || motions[at].hasJoints & BodyMotion.joints == 0 || wayOf(index) >= 0 { return }
    s.pointee.jointWork.putBackOf[at] = Int32(truncatingIfNeeded: s.pointee.jointWork.putBack.count)
    let way = PutBack(body: index, pose: Pose(x: body.pointee.x, y: body.pointee.y, angle: body.pointee.angle))
    if !s.pointee.jointWork.putBack.append(way) { s.pointee.outOfMemory = true }
  }

  /// The number of a body among those that were put back, or -1.
  private func wayOf(_ index: Int32) -> Int {
    let at = index < 0 ? -1 : Int(bodies[Int(index)].awake)
    if at < 0 || at >= s.pointee.jointWork.putBackOf.count { return -1 }
    let number = Int(s.pointee.jointWork.putBackOf[at])
    let list = s.pointee.jointWork.putBack
    return number >= 0 && number < list.count && list[number].body == index ? number : -1
  }

  /// Takes from the ends of springs of bodies that were put back what they gave on ways that did not come; then gives back what they
  /// took. What of the former could not be had is paid out of the latter, and by all springs of those bodies.
  @_optimize(size)
  func settlePutBack() {
    let list = s.pointee.jointWork.putBack
    if list.count == 0 { return }
    var debt = 0.0
    settle(list, takes: true, &debt)
    settle(list, takes: false, &debt)
    s.pointee.jointWork.putBack.count = 0
    lookAt(0, s.pointee.awake.count, keeping: BodyMark.isFresh)
  }

  @_optimize(size)
  private func settle(_ list: Arena<PutBack>, takes: Bool, _ debt: inout Double) {
    for at in 0..<list.count {
      var edge = bodies[Int(list[at].body)].firstJoint
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let isA = edge & 1 == 0
        edge = isA ? joint.pointee.nextA : joint.pointee.nextB
        let other = wayOf(isA ? joint.pointee.bodyB : joint.pointee.bodyA)
        if joint.pointee.isSpring && (other < 0 || other > at) { settle(joint, takes: takes, &debt) }
      }
    }
  }

  /// The ends of a joint where its bodies are in some poses.
  @inline(never)
  @_optimize(size)
  func pair(_ joint: UnsafeMutablePointer<Joint>, _ a: Pose, _ b: Pose) -> EndPair {
    let rA = a.apply(joint.pointee.localA)
    let rB = b.apply(joint.pointee.localB)
    let between = Vector2(b.x - a.x + (rB.x - rA.x), b.y - a.y + (rB.y - rA.y))
    // A snap does not turn its body by its end.
    let ends =
      joint.pointee.kind == .snap
      ? JointEnds(rA: .zero, rB: .zero, between: between) : JointEnds(rA: rA, rB: rB, between: between)
    return EndPair(a: joint.pointee.bodyA, b: joint.pointee.bodyB, ends: ends)
  }

  /// The arms of a new spring across the line between its ends.
  @_optimize(size)
  func noteLevers(_ joint: UnsafeMutablePointer<Joint>) {
    let ends = pair(joint, pose(joint.pointee.bodyA, solved: false), pose(joint.pointee.bodyB, solved: false)).ends
    let square = ends.between.lengthSquared
    // Ends in one spot have no direction: the solver takes this one.
    let along = square > 1e-18 ? ends.between : Vector2(0, 1)
    let a = ends.rA.cross(along)
    let b = ends.rB.cross(along)
    joint.pointee.leverA = a * a / along.lengthSquared
    joint.pointee.leverB = joint.pointee.bodyB >= 0 ? b * b / along.lengthSquared : 0
  }

  @inline(never)
  @_optimize(size)
  private func pose(_ index: Int32, solved: Bool) -> Pose {
    if index < 0 { return Pose() }
    let way = solved ? wayOf(index) : -1
    if way >= 0 { return s.pointee.jointWork.putBack[way].pose }
    return Pose(x: bodies[Int(index)].x, y: bodies[Int(index)].y, angle: bodies[Int(index)].angle)
  }

  /// Length less the one at rest.
  @inline(__always)
  private func stretch(_ joint: UnsafeMutablePointer<Joint>, _ length: Double) -> Double {
    isPoint(joint) ? length : length - joint.pointee.length
  }

  /// So short that it has no direction of its own; a snap too.
  @inline(__always)
  func isPoint(_ joint: UnsafeMutablePointer<Joint>) -> Bool {
    joint.pointee.length < 0.75 * s.pointee.settings.lengthScale
  }

  @_optimize(size)
  private func settle(_ joint: UnsafeMutablePointer<Joint>, takes: Bool, _ debt: inout Double) {
    let a = joint.pointee.bodyA
    let b = joint.pointee.bodyB
    let now = pair(joint, pose(a, solved: false), pose(b, solved: false))
    let length = now.ends.between.length
    if !(length > 1e-9) { return }
    let held = stretch(joint, length)
    let wanted = stretch(joint, pair(joint, pose(a, solved: true), pose(b, solved: true)).ends.between.length)
    let squares = held * held - wanted * wanted
    if takes && squares <= 0 || !takes && squares >= 0 && debt == 0 { return }
    let u = (1 / length) * now.ends.between
    let (mass, rate) = answer(now, u)
    if !(mass > 0) { return }
    let turn = 2 * Double.pi * joint.pointee.spring.frequency
    let surplus = turn * turn * lightness(joint, mass) * squares
    // Half of a square over the mass is an energy.
    var square = rate * rate - (takes ? surplus : min(surplus, 0))
    if !takes {
      let paid = min(mass * debt, square)
      debt -= paid / mass
      square -= paid
    } else if square < 0 {
      debt -= square / mass
      square = 0
    }
    let left = squareRoot(square)
    give(now, u, ((rate < 0 ? -left : left) - rate) / mass)
  }

  /// How many times the mass by which a spring is measured is that of its ends, of which 1 is `mass`.
  @inline(never)
  @_optimize(size)
  private func lightness(_ joint: UnsafeMutablePointer<Joint>, _ mass: Double) -> Double {
    let bodies = springInverseMass(joint)
    let spring = joint.pointee.spring
    return mass / (spring.centers * bodies + (joint.pointee.kind == .snap ? 0 : spring.arms * (mass - bodies)))
  }

  /// What opposite impulses along u change the rate between two ends by, and that rate.
  @inline(never)
  @_optimize(size)
  private func answer(_ pair: EndPair, _ u: Vector2) -> (Double, Double) {
    var mass = 0.0
    var rate = 0.0
    for isB in [false, true] {
      let index = isB ? pair.b : pair.a
      if index < 0 || bodies[Int(index)].awake < 0 { continue }
      let body = bodies + Int(index)
      let state = states[Int(body.pointee.awake)]
      let lever = (isB ? pair.ends.rB : pair.ends.rA).cross(u)
      let x = body.pointee.flags & BodyFlag.locksX != 0 ? 0 : u.x
      let y = body.pointee.flags & BodyFlag.locksY != 0 ? 0 : u.y
      mass += Double(body.pointee.invMass) * (x * x + y * y) + Double(body.pointee.invInertia) * lever * lever
      let speed = state.v.widened.dot(u) + Double(state.w) * lever
      rate += isB ? speed : -speed
    }
    return (mass, rate)
  }

  @inline(never)
  @_optimize(size)
  private func give(_ pair: EndPair, _ u: Vector2, _ impulse: Double) {
    for isB in [false, true] {
      let index = isB ? pair.b : pair.a
      if index < 0 || bodies[Int(index)].awake < 0 { continue }
      let body = bodies + Int(index)
      let state = states + Int(body.pointee.awake)
      let p = isB ? impulse : -impulse
      let push = Double(body.pointee.invMass) * p
      state.pointee.v.x = Float(Double(state.pointee.v.x) + push * u.x)
      state.pointee.v.y = Float(Double(state.pointee.v.y) + push * u.y)
      limitSpeed(state, Float(Limits.speed))
      let lever = (isB ? pair.ends.rB : pair.ends.rA).cross(u)
      state.pointee.w = Float(Double(state.pointee.w) + Double(body.pointee.invInertia) * p * lever)
      keepLocks(body.pointee.flags, state)
    }
  }

  /// Acceleration of the bodies of a contact against each other by their springs, half-way between the start of the step and now.
  @inline(never)
  @_optimize(size)
  func springPull(_ f: UnsafeMutablePointer<Float>) -> Float {
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8]).widened
    var pull = 0.0
    for isB in [false, true] {
      let at = Int(Int32(bitPattern: f[(isB ? ContactLane.indexB : ContactLane.indexA) * 8].bitPattern))
      if at < 0 || motions[at].hasJoints & BodyMotion.joints == 0 { continue }
      let body = bodies + Int(s.pointee.awake[at])
      var edge = body.pointee.firstJoint
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let isA = edge & 1 == 0
        edge = isA ? joint.pointee.nextA : joint.pointee.nextB
        if !joint.pointee.isSpring { continue }
        let turn = 2 * Double.pi * joint.pointee.spring.frequency
        let share = (isA == isB ? 1 : -1) * turn * turn * Double(body.pointee.invMass)
        let pair = pair(joint, way(joint.pointee.bodyA, 0.5), way(joint.pointee.bodyB, 0.5))
        let length = pair.ends.between.length
        if !(length > 1e-9) { continue }
        let u = (1 / length) * pair.ends.between
        let (mass, _) = answer(pair, u)
        if !(mass > 0) { continue }
        let along = n.dot(u)
        // Damping, with the rate of mid-step: that of the start of the step, and half of what both change it by.
        let brake = 2 * joint.pointee.damping / turn
        let rate = brake == 0 ? 0 : isPoint(joint) ? n.dot(speedBefore(pair)) : along * u.dot(speedBefore(pair))
        let slows = 1 + 0.5 * brake * turn * turn * s.pointee.stepSeconds
        pull += share * lightness(joint, mass) * (stretch(joint, length) * along + brake * rate) / (mass * slows)
      }
    }
    return Float(pull)
  }

  /// Velocity of B's end against A's as the step began.
  @_optimize(size)
  private func speedBefore(_ pair: EndPair) -> Vector2 {
    var speed = Vector2(0, 0)
    for isB in [false, true] {
      let index = isB ? pair.b : pair.a
      let at = index < 0 ? -1 : Int(bodies[Int(index)].awake)
      if at < 0 || at >= s.pointee.pauses.count { continue }
      let v = s.pointee.pauses[at]
      let arm = isB ? pair.ends.rB : pair.ends.rA
      let end = Vector2(Double(v.x) - Double(v.z) * arm.y, Double(v.y) + Double(v.z) * arm.x)
      speed = isB ? speed + end : speed - end
    }
    return speed
  }

  /// Twice the energy that a spring has given in the sub-steps.
  @inline(never)
  @_optimize(size)
  func workOfSpring(_ joint: UnsafeMutablePointer<Joint>) -> Double {
    let (a, b) = (joint.pointee.bodyA, joint.pointee.bodyB)
    let now = pair(joint, way(a, 1), way(b, 1))
    let length = now.ends.between.length
    let (mass, _) = answer(now, (1 / max(length, 1e-9)) * now.ends.between)
    if !(mass > 0) { return 0 }
    let turn = 2 * Double.pi * joint.pointee.spring.frequency
    let before = stretch(joint, pair(joint, way(a, 0), way(b, 0)).ends.between.length)
    let held = stretch(joint, length)
    return turn * turn * lightness(joint, mass) / mass * (before * before - held * held)
  }

  /// A pose a part of the way that the sub-steps have led.
  @inline(never)
  @_optimize(size)
  func way(_ index: Int32, _ part: Double) -> Pose {
    if index < 0 { return Pose() }
    let at = Int(bodies[Int(index)].awake)
    if at < 0 { return pose(index, solved: false) }
    let track = tracks + at
    let state = states[at]
    return Pose(
      x: track.pointee.x + part * Double(state.d.x), y: track.pointee.y + part * Double(state.d.y),
      angle: track.pointee.angle + part * Double(state.turned))
  }

  // MARK: Springs without damping

  /// From true rates along springs without damping to those of the midpoint rule, and back.
  @_optimize(size)
  func changeRates(toTrue: Bool) {
    let list = s.pointee.jointWork.undamped
    for place in 0..<list.count {
      // Back in the other order, so that nothing is left of it where bodies have several.
      let joint = joints + Int(list[toTrue ? place : list.count - 1 - place])
      if !joint.pointee.isMidway || !joint.pointee.spring.hasOwnRate { continue }
      let pair = pair(joint, way(joint.pointee.bodyA, 1), way(joint.pointee.bodyB, 1))
      let length = pair.ends.between.length
      let hasLine = !isPoint(joint)
      if hasLine && !(length > 1e-9) { continue }
      var u = hasLine ? (1 / length) * pair.ends.between : toTrue ? Vector2(1, 0) : Vector2(0, 1)
      for _ in 0..<(hasLine ? 1 : 2) {
        let (mass, rate) = answer(pair, u)
        if mass > 0 {
          let truth = squareRoot(1 + joint.pointee.spring.added * lightness(joint, mass))
          give(pair, u, ((toTrue ? truth : 1 / truth) - 1) * rate / mass)
        }
        u = Vector2(u.y, u.x)
      }
    }
  }
}
