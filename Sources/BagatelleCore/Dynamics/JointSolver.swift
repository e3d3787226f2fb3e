// Joints in the step: rigid ones keep energy, springs keep frequency and decay, chains and trees are solved exactly.
// SPDX-License-Identifier: MIT
//
// One sub-step of a body that a joint holds and nothing touches:
//   1. half of what acts smoothly (gravity, pushes, resistance, springs) changes the velocity,
//   2. rigid joints give impulses along their directions at the start so that the errors *after the way* are zero,
//   3. the body moves,
//   4. the other half of 1,
//   5. the velocity is projected onto what the rigid joints allow at the new place.
// For rigid joints this is RATTLE (Andersen, J. Comput. Phys. 52, 1983), for springs the implicit midpoint rule; both
// are reversible, so energy has no trend: a pendulum released at 150 degrees has its period to 0.003 % and loses
// nothing in a minute. Measured beside it: a soft row with relaxing (Box2D's, period 2.4 % wrong, 4 % of the energy lost
// in a minute), the same with errors after the way in view but without the halves of 1 (energy swings by 0.9 %).
// A body that touches something takes 1 as a whole before the way, as contacts expect, and its springs take the stretch
// at the end of the sub-step, which is stable at any stiffness beside contacts and damps a little while they touch.
//
// Spring. Over a sub-step h the midpoint rule for a spring of stiffness k and damping c on a mass m has the map of the
// bilinear transform; so with (1-z)/(1+z), z the two roots of the true motion over h, in place of the roots themselves,
// frequency and decay are those of the true motion (`SpringFactors`). With u the rate along the spring over the way, x the
// stretch at the start and shares S (stiff), B (brake), A (added mass), half the impulse is
//   -m (S u + (2 S / h) x + B u + A (u - u_old)),
// a row that gives way by 1/(m (S + B + A)). Several springs on a body are solved together and are stable at any stiffness.
// m is the mass of the ends, by their arms where they are just now: so frequency and decay are the nominal ones in any pose. But then
// m ω² changes as the bodies turn, which no potential does: without damping a box that swings on its edge pumped itself up, to
// twice its energy in twenty seconds at 2 Hz, and a chain of such springs to any speed. So at ratio 0 the arms are those across the line
// between the ends when the spring was added (of a point, which has no line, the mean of all directions): k is one number, and
// what the spring holds a potential. From ratio 0.1 on, where springs lose more than they can take up, the arms are those of now, below
// that shares of both.
//
// Bodies that springs alone hold, and to fixed points, are solved eight at once (`AnchoredSprings.swift`). All rows of a
// group of joined bodies form one sparse system, factored twice in a sub-step (`JointGraph`). Groups without snaps and with few
// loops are solved without it, four at once (`JointTree.swift`), groups with many loops, as nets, by soft sweeps,
// eight joints at once (`JointNet.swift`; kinds without lanes: `JointSolver+Sweep.swift`).

import BagatelleKernels

extension World {
  /// Fills one constraint per joint that holds an awake body, in the order of awake bodies. False: there is none.
  @_optimize(size)
  func prepareJoints(_ context: StepContext) -> Bool {
    if s.pointee.jointCount == 0 { return false }
    let awakeCount = s.pointee.awake.count
    s.pointee.jointWork.bodies.count = 0
    s.pointee.jointConstraints.count = 0
    guard s.pointee.jointWork.bodies.append(JointedBody()), arrangeJoints(context) else {
      s.pointee.outOfMemory = true
      return false
    }
    s.pointee.jointWork.hasSoft = false
    s.pointee.jointWork.hasHard = false
    s.pointee.jointWork.hasSwept = false
    s.pointee.jointWork.hasDirect = false
    s.pointee.jointWork.isFirst = true
    let single = s.pointee.jointWork.single
    if single.count > 0 || s.pointee.jointWork.trees.joints.count > 0 {
      let groups = s.pointee.jointWork.groups.base
      let nodeOf = s.pointee.jointWork.nodeOf.base
      for at in 0..<awakeCount {
        groups[at].inField = false
        groups[at].isSprung = false
        groups[at].hasEnd = false
        nodeOf[at] = none
      }
      for at in 0..<s.pointee.fieldBodies.count { groups[Int(s.pointee.fieldBodies[at].at)].inField = true }
      if s.pointee.jointWork.hasTethers { prepareSprings(context) }
      for at in 0..<single.count where !groups[Int(single[at].at)].isSprung {
        if !addConstraint(single[at].joint, context, swept: single[at].swept) {
          s.pointee.outOfMemory = true
          return false
        }
      }
      endStiffSprings()
    }
    prepareTrees(context)
    aimNets(context)
    let count = s.pointee.jointConstraints.count
    guard s.pointee.jointWork.rows.resize(3 * count), !s.pointee.jointWork.hasDirect || arrangeGraph(count) else {
      s.pointee.outOfMemory = true
      return false
    }
    for at in 0..<(3 * count) { s.pointee.jointWork.rows[at] = JointRow() }
    loadWarmRows(count)
    noteMidway()
    return true
  }

  /// The jointed body of a body, made on first sight. -1: no memory.
  @_optimize(size)
  private func jointedBody(_ index: Int32, swept: Bool) -> Int32 {
    let body = bodies + Int(index)
    let awake = body.pointee.awake
    if awake >= 0 && s.pointee.jointWork.nodeOf[Int(awake)] >= 0 { return s.pointee.jointWork.nodeOf[Int(awake)] }
    var node = JointedBody()
    node.start = Pose(x: body.pointee.x, y: body.pointee.y, angle: body.pointee.angle)
    if awake >= 0 {
      let track = tracks + Int(awake)
      node.start = Pose(x: track.pointee.x, y: track.pointee.y, angle: track.pointee.angle)
    }
    node.now = node.start
    node.ahead = node.start
    let number = Int32(s.pointee.jointWork.bodies.count)
    if awake >= 0 {
      node.at = awake
      node.touches =
        swept || motions[Int(awake)].free == 0 || s.pointee.jointWork.groups[Int(awake)].inField
      motions[Int(awake)].free = 0
      node.invMass = Double(body.pointee.invMass)
      node.invInertia = Double(body.pointee.invInertia)
      node.trueInvMass = node.invMass
      node.trueInvInertia = node.invInertia
      if !node.touches {
        // A force over the sub-step meets the same resistance as gravity, so that both are in balance at rest.
        let perSubstep = Double(s.pointee.substeps) / s.pointee.stepSeconds
        node.answer = Double(motions[Int(awake)].gain) * perSubstep
        node.angularAnswer = Double(motions[Int(awake)].angularGain) * perSubstep
        node.invMass *= node.answer
        node.invInertia *= node.angularAnswer
      }
    }
    guard s.pointee.jointWork.bodies.append(node) else { return none }
    if awake >= 0 { s.pointee.jointWork.nodeOf[Int(awake)] = number }
    return number
  }

  @_optimize(size)
  private func addConstraint(_ index: Int32, _ context: StepContext, swept: Bool) -> Bool {
    let joint = joints + Int(index)
    var c = JointConstraint()
    c.joint = index
    c.kind = joint.pointee.kind
    c.swept = swept
    c.a = jointedBody(joint.pointee.bodyA, swept: swept)
    c.b = joint.pointee.bodyB >= 0 ? jointedBody(joint.pointee.bodyB, swept: swept) : 0
    if c.a < 0 || c.b < 0 { return false }
    c.localA = joint.pointee.localA
    c.localB = joint.pointee.localB
    c.axis = joint.pointee.axis
    c.reference = joint.pointee.reference
    c.length = joint.pointee.length
    c.rangeFrom = joint.pointee.rangeFrom
    c.rangeTo = joint.pointee.rangeTo
    c.frictionTorque = joint.pointee.frictionTorque
    c.locksX = joint.pointee.locksX
    c.locksY = joint.pointee.locksY
    if c.kind == .snap || (c.kind == .distance && joint.pointee.frequency > 0) {
      c.isSoft = true
      s.pointee.jointWork.hasSoft = true
      updateSpring(joint)
      c.spring = joint.pointee.spring
      let bodies = s.pointee.jointWork.bodies.base
      c.atEnd = c.spring.isFast || bodies[Int(c.a)].touches || bodies[Int(c.b)].touches
      noteSpring(c)
    }
    c.isPoint =
      (c.kind == .distance && c.length < (c.isSoft ? 0.75 * Double(context.scale) : 1e-9)) || c.kind == .pin
      || c.kind == .fixed
    if !c.isSoft { s.pointee.jointWork.hasHard = true }
    if swept { s.pointee.jointWork.hasSwept = true } else { s.pointee.jointWork.hasDirect = true }
    return s.pointee.jointConstraints.append(c)
  }

  @inline(never)
  @_optimize(size)
  func updateSpring(_ joint: UnsafeMutablePointer<Joint>) {
    var ratio = joint.pointee.damping
    // A spring from one body to a point follows the time of that body.
    let frequency =
      joint.pointee.bodyB < 0 ? joint.pointee.frequency * kind(bodies + Int(joint.pointee.bodyA)).pointee.timeScale : joint.pointee.frequency
    if s.pointee.settings.uikitSpringFeel && joint.pointee.kind == .distance {
      ratio += Double.pi * joint.pointee.frequency / 60
    }
    if joint.pointee.spring.isMade(frequency, ratio) { return }
    joint.pointee.spring = SpringFactors(
      frequency: frequency, ratio: ratio, levers: joint.pointee.spring.levers, held: joint.pointee.spring.held,
      h: s.pointee.stepSeconds / Double(s.pointee.substeps))
  }

  /// The arms of a spring by the masses of its bodies, for its factors: while the arrangement of joints holds they do.
  @_optimize(size)
  func measureLevers(_ joint: UnsafeMutablePointer<Joint>) {
    var levers = 0.0
    var held = 0.0
    let inverse = springInverseMass(joint)
    if inverse > 0 {
      let b = joint.pointee.bodyB
      let turnsA = Double(bodies[Int(joint.pointee.bodyA)].invInertia) / inverse
      let turnsB = b >= 0 ? Double(bodies[Int(b)].invInertia) / inverse : 0
      levers = turnsA * joint.pointee.localA.lengthSquared + turnsB * joint.pointee.localB.lengthSquared
      held = isPoint(joint) ? 0.5 * levers : turnsA * joint.pointee.leverA + turnsB * joint.pointee.leverB
    }
    if levers == joint.pointee.spring.levers && held == joint.pointee.spring.held { return }
    joint.pointee.spring.levers = levers
    joint.pointee.spring.held = held
    joint.pointee.spring.frequency = -1
  }

  /// 1 by the mass of the ends of a spring if they were at the centers. 0: none moves.
  func springInverseMass(_ joint: UnsafeMutablePointer<Joint>) -> Double {
    let b = joint.pointee.bodyB
    return Double(bodies[Int(joint.pointee.bodyA)].invMass) + (b >= 0 ? Double(bodies[Int(b)].invMass) : 0)
  }

  // MARK: A sub-step

  /// Before the velocities take up what acts on them.
  @_optimize(size)
  func beginJointSubstep(_ context: StepContext) {
    springs(.begin)
    trees(.begin, context)
    let nodes = s.pointee.jointWork.bodies.base
    for at in 1..<max(s.pointee.jointWork.bodies.count, 1) where nodes[at].at >= 0 {
      let state = states[Int(nodes[at].at)]
      nodes[at].oldX = Double(state.v.x)
      nodes[at].oldY = Double(state.v.y)
      nodes[at].oldW = Double(state.w)
    }
  }

  /// Impulses before the way. What the velocity holds after it is the way's; `finishJoints` gives it its end value.
  @inline(never)
  func solveJoints(_ context: StepContext) {
    springs(.solve)
    nets(.warmStart, context)
    nets(.solve, context)
    trees(.solve, context)
    let count = s.pointee.jointConstraints.count
    if count == 0 { return }
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    loadJointedBodies(h)
    if s.pointee.jointWork.hasSoft { aimAhead(0.5 * h) }
    for at in 0..<count { buildRows(at, h, context) }
    if s.pointee.jointWork.hasDirect {
      if s.pointee.jointWork.isFirst && s.pointee.jointWork.hasHard { noteStrains(count, context, .pulled) }
      s.pointee.jointWork.isFirst = false
      solveDirect(count, h)
    }
    if s.pointee.jointWork.hasSwept { sweepJoints(count, context) }
    collectReactions(count, beforeWay: true)
    storeJointedVelocities()
  }

  /// The second half of smooth forces and springs, and the velocity made to agree with the rigid joints.
  @_optimize(size)
  func finishJoints(_ context: StepContext) {
    springs(.finish)
    nets(.relax, context)
    trees(.finish, context)
    let count = s.pointee.jointConstraints.count
    if count == 0 { return }
    let nodes = s.pointee.jointWork.bodies.base
    let mayStrain = s.pointee.jointWork.hasHard && s.pointee.jointWork.hasDirect
    let isStrained = mayStrain && findStrained(count)
    for at in 1..<max(s.pointee.jointWork.bodies.count, 1) where nodes[at].at >= 0 {
      let state = states[Int(nodes[at].at)]
      let n = nodes + at
      n.pointee.vx = Double(state.v.x) + n.pointee.halfX
      n.pointee.vy = Double(state.v.y) + n.pointee.halfY
      n.pointee.w = Double(state.w) + n.pointee.halfW
      setNow(n, state)
    }
    if mayStrain { noteStrains(count, context, .torn) }
    if s.pointee.jointWork.hasSoft {
      for at in 0..<count where s.pointee.jointConstraints[at].isSoft && !s.pointee.jointConstraints[at].atEnd {
        let c = s.pointee.jointConstraints.base + at
        let rows = s.pointee.jointWork.rows.base + 3 * at
        for k in 0..<3 where rows[k].state == .soft { push(c, rows + k, rows[k].impulse) }
      }
      collectReactions(count, softOnly: true)
    }
    if s.pointee.jointWork.hasHard {
      for at in 0..<count { buildProjection(at) }
      if s.pointee.jointWork.hasDirect { projectDirect(count) }
      if s.pointee.jointWork.hasSwept { sweepProjection(count) }
      collectReactions(count)
    }
    if isStrained { boundStrained() }
    storeJointedVelocities()
  }

  @inline(__always)
  private func setNow(_ n: UnsafeMutablePointer<JointedBody>, _ state: BodyState) {
    n.pointee.now = Pose(
      x: n.pointee.start.x + Double(state.d.x), y: n.pointee.start.y + Double(state.d.y),
      angle: n.pointee.start.angle + Double(state.turned))
  }

  @_optimize(size)
  private func loadJointedBodies(_ h: Double) {
    let nodes = s.pointee.jointWork.bodies.base
    for at in 1..<max(s.pointee.jointWork.bodies.count, 1) where nodes[at].at >= 0 {
      let n = nodes + at
      let state = states[Int(n.pointee.at)]
      setNow(n, state)
      let x = Double(state.v.x)
      let y = Double(state.v.y)
      let w = Double(state.w)
      n.pointee.halfX = 0
      n.pointee.halfY = 0
      n.pointee.halfW = 0
      if !n.pointee.touches {
        n.pointee.halfX = 0.5 * (x - n.pointee.oldX)
        n.pointee.halfY = 0.5 * (y - n.pointee.oldY)
        n.pointee.halfW = 0.5 * (w - n.pointee.oldW)
      }
      n.pointee.baseX = x - n.pointee.halfX
      n.pointee.baseY = y - n.pointee.halfY
      n.pointee.baseW = w - n.pointee.halfW
      n.pointee.vx = n.pointee.baseX
      n.pointee.vy = n.pointee.baseY
      n.pointee.w = n.pointee.baseW
    }
  }

  /// Poses after some seconds at the working velocity.
  @_optimize(size)
  func aimAhead(_ seconds: Double) {
    let nodes = s.pointee.jointWork.bodies.base
    for at in 1..<max(s.pointee.jointWork.bodies.count, 1) where nodes[at].at >= 0 {
      let n = nodes + at
      n.pointee.ahead = Pose(
        x: n.pointee.now.x + seconds * n.pointee.vx, y: n.pointee.now.y + seconds * n.pointee.vy,
        angle: n.pointee.now.angle + seconds * n.pointee.w)
    }
  }

  private func storeJointedVelocities() {
    let nodes = s.pointee.jointWork.bodies.base
    for at in 1..<max(s.pointee.jointWork.bodies.count, 1) where nodes[at].invMass > 0 {
      let state = states + Int(nodes[at].at)
      let n = nodes + at
      guard n.pointee.vx * n.pointee.vx + n.pointee.vy * n.pointee.vy + n.pointee.w * n.pointee.w < mostStored else {
        state.pointee.v = .zero
        state.pointee.w = 0
        continue
      }
      state.pointee.v = Vec2f(Float(nodes[at].vx), Float(nodes[at].vy))
      if nodes[at].invInertia > 0 { state.pointee.w = Float(nodes[at].w) }
    }
  }

  /// Gives both bodies an impulse along a row.
  @inline(__always)
  func push(_ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>, _ impulse: Double) {
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    let b = s.pointee.jointWork.bodies.base + Int(c.pointee.b)
    a.pointee.vx += a.pointee.invMass * row.pointee.ax * impulse
    a.pointee.vy += a.pointee.invMass * row.pointee.ay * impulse
    a.pointee.w += a.pointee.invInertia * row.pointee.aw * impulse
    b.pointee.vx += b.pointee.invMass * row.pointee.bx * impulse
    b.pointee.vy += b.pointee.invMass * row.pointee.by * impulse
    b.pointee.w += b.pointee.invInertia * row.pointee.bw * impulse
  }

  /// The rate of a row at the working velocity.
  @inline(__always)
  func rate(_ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>) -> Double {
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    let b = s.pointee.jointWork.bodies.base + Int(c.pointee.b)
    return row.pointee.ax * a.pointee.vx + row.pointee.ay * a.pointee.vy + row.pointee.aw * a.pointee.w
      + row.pointee.bx * b.pointee.vx + row.pointee.by * b.pointee.vy + row.pointee.bw * b.pointee.w
  }

  /// The same by which a spring is measured: without resistance, and with a share of its arms.
  @inline(__always)
  func springRowMass(
    _ c: UnsafeMutablePointer<JointConstraint>, _ p: UnsafeMutablePointer<JointRow>, _ q: UnsafeMutablePointer<JointRow>
  ) -> Double {
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    let b = s.pointee.jointWork.bodies.base + Int(c.pointee.b)
    let spring = c.pointee.spring
    return spring.centers
      * (a.pointee.trueInvMass * (p.pointee.ax * q.pointee.ax + p.pointee.ay * q.pointee.ay)
        + b.pointee.trueInvMass * (p.pointee.bx * q.pointee.bx + p.pointee.by * q.pointee.by))
      + (c.pointee.kind == .snap ? 1 : spring.arms)
      * (a.pointee.trueInvInertia * p.pointee.aw * q.pointee.aw + b.pointee.trueInvInertia * p.pointee.bw * q.pointee.bw)
  }

  /// J1 M^-1 J2^T.
  @inline(__always)
  func rowMass(
    _ c: UnsafeMutablePointer<JointConstraint>, _ p: UnsafeMutablePointer<JointRow>, _ q: UnsafeMutablePointer<JointRow>
  ) -> Double {
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    let b = s.pointee.jointWork.bodies.base + Int(c.pointee.b)
    return a.pointee.invMass * (p.pointee.ax * q.pointee.ax + p.pointee.ay * q.pointee.ay)
      + a.pointee.invInertia * p.pointee.aw * q.pointee.aw
      + b.pointee.invMass * (p.pointee.bx * q.pointee.bx + p.pointee.by * q.pointee.by)
      + b.pointee.invInertia * p.pointee.bw * q.pointee.bw
  }

  /// Adds what the rows hold to the impulses of the step.
  @_optimize(size)
  private func collectReactions(_ count: Int, softOnly: Bool = false, beforeWay: Bool = false) {
    for at in 0..<count {
      let c = s.pointee.jointConstraints.base + at
      if softOnly && (!c.pointee.isSoft || c.pointee.atEnd) { continue }
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 where rows[k].state != .off && rows[k].impulse != 0 {
        // In a net the impulse goes on growing after the way.
        if beforeWay && c.pointee.swept && rows[k].state == .hard { continue }
        c.pointee.force.x += rows[k].impulse * rows[k].ax
        c.pointee.force.y += rows[k].impulse * rows[k].ay
        if rows[k].ax == 0 && rows[k].ay == 0 { c.pointee.torque += rows[k].impulse * rows[k].aw }
      }
    }
  }

  // MARK: After the sub-steps

  /// Keeps the reactions and removes the joints that broke.
  @_optimize(size)
  func storeJoints() {
    let count = s.pointee.jointConstraints.count
    let seconds = s.pointee.stepSeconds
    // 100 of our units are one UIKit newton.
    let scale = 0.01 / seconds
    for at in 0..<count {
      let c = s.pointee.jointConstraints[at]
      let joint = joints + Int(c.joint)
      let rows = s.pointee.jointWork.rows.base + 3 * at
      joint.pointee.warm0 = rows[0].warm
      joint.pointee.warm1 = rows[1].warm
      joint.pointee.warm2 = rows[2].warm
      joint.pointee.reaction.force = scale * c.force
      joint.pointee.reaction.torque = scale * c.torque
    }
    storeSprings()
    storeTrees()
    for at in 0..<count { breakWhenOver(s.pointee.jointConstraints[at].joint) }
    storeNets()
  }

  func breakWhenOver(_ index: Int32) {
    let joint = joints[Int(index)]
    if !(joint.breakForce < .infinity && joint.reaction.force.length > joint.breakForce) { return }
    // Room was reserved when the joint was made.
    _ = s.pointee.jointWork.broken.append(joint.data)
    removeJoint(index)
  }
}
