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
// Bodies that springs alone hold, and to fixed points, are solved eight at once (`AnchoredSprings.swift`). Groups of joined bodies with few
// loops are solved exactly, four at once (`JointTree.swift`), groups with many, as nets, by soft sweeps, eight joints at
// once (`JointNet.swift`). Which is which: `JointArrangement.swift`.

import BagatelleKernels

extension World {
  /// Puts the joints of awake bodies into lanes, and what they need of this step. False: there is none, or no memory.
  @_optimize(size)
  func prepareJoints(_ context: StepContext) -> Bool {
    if s.pointee.jointCount == 0 { return false }
    guard arrangeJoints(context) else {
      s.pointee.outOfMemory = true
      return false
    }
    if !prepareGroups(context) {
      noteJointsChanged()
      guard arrangeJoints(context, again: true) else {
        s.pointee.outOfMemory = true
        return false
      }
      _ = prepareGroups(context)
    }
    prepareTrees(context)
    aimNets(context)
    noteMidwayTrees()
    return true
  }

  /// Springs to fixed points. False: some are left over, and their bodies marked.
  @_optimize(size)
  private func prepareGroups(_ context: StepContext) -> Bool {
    let hasTethers = s.pointee.jointWork.hasTethers
    if !hasTethers && s.pointee.jointWork.trees.joints.count == 0 { return true }
    let groups = s.pointee.jointWork.groups.base
    let putBackOf = s.pointee.jointWork.putBackOf.base
    for at in 0..<s.pointee.awake.count {
      groups[at].inField = false
      groups[at].hasEnd = false
      putBackOf[at] = none
    }
    for at in 0..<s.pointee.fieldBodies.count { groups[Int(s.pointee.fieldBodies[at].at)].inField = true }
    return !hasTethers || prepareSprings(context)
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
  func beginJointSubstep(_ context: StepContext) {
    springs(.begin)
    trees(.begin, context)
  }

  /// Impulses before the way. What the velocity holds after it is the way's; `finishJoints` gives it its end value.
  @inline(never)
  func solveJoints(_ context: StepContext) {
    springs(.solve)
    nets(.warmStart, context)
    nets(.solve, context)
    trees(.solve, context)
  }

  /// The second half of smooth forces and springs, and the velocity made to agree with the rigid joints.
  func finishJoints(_ context: StepContext) {
    springs(.finish)
    nets(.relax, context)
    trees(.finish, context)
  }

  // MARK: After the sub-steps

  /// Keeps the reactions and removes the joints that broke.
  func storeJoints() {
    storeSprings()
    storeTrees()
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
