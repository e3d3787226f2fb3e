// Trees and chains of joints: what is done around the sub-steps.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Poses, masses and springs at the start of the step.
  @_optimize(size)
  func prepareTrees(_ context: StepContext) {
    let trees = s.pointee.jointWork.trees
    s.pointee.jointWork.trees.holdsResults = false
    let forgets = s.pointee.jointWork.forgetsRests
    s.pointee.jointWork.forgetsRests = false
    if trees.bundles.count == 0 { return }
    var hasSoft = false
    // Another velocity than the joints left, by a quarter of what they may miss in a sub-step.
    let quarter = 0.25 * Double(s.pointee.substeps) / s.pointee.stepSeconds
    let stir = (
      way: quarter * squareRoot(TreeStrain.missed) * StepContext.jointApart * Double(context.scale),
      turn: quarter * squareRoot(TreeStrain.missedTurn)
    )
    for at in 0..<trees.bundles.count {
      let bundle = trees.bundles.base + at
      bundle.pointee.isFactored = false
      bundle.pointee.hasHalves = false
      bundle.pointee.hasAgain = false
      bundle.pointee.isStirred = false
      let first = trees.nodes.base + Int(bundle.pointee.node)
      first.pointee.heavy = Four.zero
      for lane in 0..<4 where first.pointee.strain[lane] >= TreeStrain.heavy {
        first.pointee.strain[lane] = first.pointee.strain[lane] > TreeStrain.heavy ? TreeStrain.torn : 0
      }
      if bundle.pointee.hasSoft { hasSoft = true }
      let quad = trees.quads[at]
      let lanes = quad.lanes
      let (touching, resting) = touchingLanes(bundle, lanes, StepContext.jointRestingSpeed * context.scale)
      for at in Int(bundle.pointee.node)..<Int(bundle.pointee.nodeEnd) {
        var turned: UInt32 = 0
        for lane in 0..<lanes {
          if bundle.pointee.isFolded && isCopy(at, lane, bundle) {
            repeatNode(trees.nodes.base + at, lane, trees.nodes.base + at, lane - 1)
            continue
          }
          let isHeld = touching >> UInt32(lane) & 1 != 0
          let rests = resting >> UInt32(lane) & 1 != 0
          if placeNode(trees.nodes.base + at, lane, bundle, isHeld, rests: rests, stir) { turned |= 1 << UInt32(lane) }
        }
        if turned & 3 != 0 { turnNode(trees.nodes.base + at, 0) }
        if turned & 12 != 0 { turnNode(trees.nodes.base + at, 2) }
        for lane in lanes..<4 { repeatNode(trees.nodes.base + at, lane, trees.nodes.base + at, quad.source(of: lane)) }
      }
      for lane in 0..<4 where bundle.pointee.isFolded && isMissing(first, lane) { repeatNode(first, lane, first + 1, lane) }
    }
    for at in 0..<trees.joints.count {
      let c = trees.joints.base + at
      c.pointee.total = FourPoints.zero
      if c.pointee.kind < TreeJointKind.spring { checkWarm(c) }
      if c.pointee.range < 0 { continue }
      let range = trees.ranges.base + Int(c.pointee.range)
      range.pointee.total = Four.zero
      if !forgets { continue }
      for lane in 0..<4 where range.pointee.kept[lane] == 1 { range.pointee.kept[lane] = 0 }
    }
    if hasSoft { prepareTreeSprings() }
  }

  /// Bits of the lanes some body of whose tree touches something. What the others would take after the way the contacts would see as
  /// speed, and press against. And of those of trees that hang on nothing else, no body of which is faster than a limit.
  private func touchingLanes(
    _ bundle: UnsafeMutablePointer<TreeBundle>, _ lanes: Int, _ limit: Float
  ) -> (touching: UInt32, resting: UInt32) {
    let nodes = s.pointee.jointWork.trees.nodes.base
    var touching: UInt32 = 0
    var fast: UInt32 = 0
    if bundle.pointee.hasSoft { return (0, 0) }
    for at in Int(bundle.pointee.node)..<Int(bundle.pointee.fixed) {
      for lane in 0..<lanes {
        let index = JointNode.index(nodes + at, lane).pointee
        if index < 0 { continue }
        if motions[Int(index)].free == 0 { touching |= 1 << UInt32(lane) }
        if states[Int(index)].v.lengthSquared > limit * limit { fast |= 1 << UInt32(lane) }
      }
    }
    if bundle.pointee.isFolded {
      touching = inHalves(touching)
      fast = inHalves(fast)
    }
    // What also hangs on something that does not move sags by its errors.
    let isFree = bundle.pointee.fixed == bundle.pointee.nodeEnd
    return (touching, isFree ? touching & ~fast : 0)
  }

  /// True: it begins the step at another angle than the last one.
  @inline(__always)
  private func placeNode(
    _ n: UnsafeMutablePointer<JointNode>, _ lane: Int, _ bundle: UnsafeMutablePointer<TreeBundle>, _ isHeld: Bool, rests: Bool,
    _ stir: (way: Double, turn: Double)
  ) -> Bool {
    n.pointee.share[lane] = rests ? -1 : 0
    let index = JointNode.index(n, lane).pointee
    if index < 0 {
      // Ends in the world count from its origin.
      let number = JointNode.body(n, lane).pointee
      if number < 0 { return false }
      let body = bodies + Int(number)
      n.pointee.start.x[lane] = body.pointee.x
      n.pointee.start.y[lane] = body.pointee.y
      let before = n.pointee.startAngle[lane]
      n.pointee.startAngle[lane] = body.pointee.angle
      return before != body.pointee.angle
    }
    let track = tracks + Int(index)
    let before = n.pointee.startAngle[lane]
    n.pointee.startAngle[lane] = track.pointee.angle
    n.pointee.start.x[lane] = track.pointee.x
    n.pointee.start.y[lane] = track.pointee.y
    let motion = motions + Int(index)
    let touches = isHeld || motion.pointee.free == 0 || s.pointee.jointWork.groups[Int(index)].inField
    motion.pointee.free = 0
    // Rates of springs count the way from the start of the step.
    if !bundle.pointee.hasSoft && motion.pointee.hasJoints != 0 {
      motion.pointee.hasJoints = motion.pointee.hasJoints & ~BodyMotion.turns | BodyMotion.keeps
    }
    var invMass = n.pointee.trueInvMass[lane]
    var invInertia = n.pointee.trueInvInertia[lane]
    if !touches {
      // A force over the sub-step meets the same resistance as gravity, so that both are in balance at rest.
      let inverseH = Double(s.pointee.substeps) / s.pointee.stepSeconds
      invMass *= Double(motion.pointee.gain) * inverseH
      invInertia *= Double(motion.pointee.angularGain) * inverseH
      n.pointee.share[lane] = 0.5
      let state = states + Int(index)
      let x = abs(Double(state.pointee.v.x) - n.pointee.v.x[lane]) + abs(Double(state.pointee.v.y) - n.pointee.v.y[lane])
      if !(x < stir.way && abs(Double(state.pointee.w) - n.pointee.w[lane]) < stir.turn) { bundle.pointee.isStirred = true }
      motion.pointee.hasJoints |= BodyMotion.halves
      bundle.pointee.hasHalves = true
    }
    n.pointee.invMass[lane] = invMass
    n.pointee.invInertia[lane] = invInertia
    return before != track.pointee.angle
  }

  /// Rotations of two lanes by their angles.
  @inline(never)
  @_optimize(size)
  private func turnNode(_ n: UnsafeMutablePointer<JointNode>, _ lane: Int) {
    let first = n.pointee.startAngle[lane]
    let second = n.pointee.startAngle[lane + 1]
    if abs(first) < Elementary.pairLimit && abs(second) < Elementary.pairLimit {
      let (sine, cosine) = Elementary.sinCosOfPair(Pair64(first, second))
      n.pointee.startC[lane] = cosine.first
      n.pointee.startS[lane] = sine.first
      n.pointee.startC[lane + 1] = cosine.second
      n.pointee.startS[lane + 1] = sine.second
      return
    }
    for at in lane..<(lane + 2) { (n.pointee.startS[at], n.pointee.startC[at]) = Elementary.sinCos(n.pointee.startAngle[at]) }
  }

  /// A lane that has no tree of its own.
  @inline(never)
  @_optimize(size)
  func repeatNode(_ n: UnsafeMutablePointer<JointNode>, _ lane: Int, _ m: UnsafeMutablePointer<JointNode>, _ source: Int) {
    n.pointee.share[lane] = m.pointee.share[source]
    n.pointee.startAngle[lane] = m.pointee.startAngle[source]
    n.pointee.startC[lane] = m.pointee.startC[source]
    n.pointee.startS[lane] = m.pointee.startS[source]
    n.pointee.start.x[lane] = m.pointee.start.x[source]
    n.pointee.start.y[lane] = m.pointee.start.y[source]
    n.pointee.invMass[lane] = m.pointee.invMass[source]
    n.pointee.invInertia[lane] = m.pointee.invInertia[source]
  }

  /// What is not finite does not come back.
  @inline(__always)
  private func checkWarm(_ c: UnsafeMutablePointer<TreeJoint>) {
    var sum = 0.0
    for lane in 0..<4 { sum += c.pointee.warm.x[lane] + c.pointee.warm.y[lane] }
    if !(sum - sum == 0) { dropWarm(c) }
  }

  @inline(never)
  @_optimize(size)
  private func dropWarm(_ c: UnsafeMutablePointer<TreeJoint>) {
    for lane in 0..<4 {
      let warm = Vector2(c.pointee.warm.x[lane], c.pointee.warm.y[lane])
      if !(warm.x - warm.x == 0 && warm.y - warm.y == 0) {
        c.pointee.warm.x[lane] = 0
        c.pointee.warm.y[lane] = 0
      }
    }
  }

  /// Ends in the world, and lengths. A tree that is drawn so begins as one whose ends are where they should be: what a hand gives it may keep.
  @_optimize(size)
  func moveTreeEnds() {
    let trees = s.pointee.jointWork.trees
    for bundle in trees.bundles.base..<trees.bundles.base + trees.bundles.count {
      let all = trees.joints.base + Int(bundle.pointee.joint)..<trees.joints.base + Int(bundle.pointee.jointEnd)
      var drawn: UInt32 = 0
      for lane in 0..<4 {
        for c in all {
          let joint = joints[Int(owner(c, lane))]
          if c.pointee.length[lane] != joint.length { drawn |= 1 << UInt32(lane) }
          c.pointee.length[lane] = joint.length
          if joint.kind == .limit { trees.ranges[Int(c.pointee.range)].to[lane] = joint.length }
          if joint.bodyB >= 0 { continue }
          if c.pointee.localB.x[lane] != joint.localB.x || c.pointee.localB.y[lane] != joint.localB.y { drawn |= 1 << UInt32(lane) }
          c.pointee.localB.x[lane] = joint.localB.x
          c.pointee.localB.y[lane] = joint.localB.y
        }
      }
      if bundle.pointee.isFolded { drawn = inHalves(drawn) }
      for lane in 0..<4 where drawn >> UInt32(lane) & 1 != 0 {
        trees.nodes[Int(bundle.pointee.node)].strain[lane] = 0
        for c in all {
          c.pointee.warm.x[lane] = 0
          c.pointee.warm.y[lane] = 0
          if c.pointee.range >= 0 { trees.ranges[Int(c.pointee.range)].warm[lane] = 0 }
        }
      }
    }
  }

  // MARK: Springs

  /// Which springs are taken at the end of the sub-step, as `noteSpring` and `endStiffSprings` find it, and their factors.
  @_optimize(size)
  private func prepareTreeSprings() {
    let trees = s.pointee.jointWork.trees
    let groups = s.pointee.jointWork.groups.base
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    for at in 0..<trees.nodes.count { trees.nodes.base[at].stiffness = Four.zero }
    for at in 0..<trees.joints.count where trees.joints[at].kind >= TreeJointKind.spring {
      let c = trees.joints.base + at
      let a = trees.nodes.base + Int(c.pointee.a)
      let b = trees.nodes.base + Int(c.pointee.b)
      for lane in 0..<4 {
        let joint = joints + Int(owner(c, lane))
        updateSpring(joint)
        // What nothing pushes never touches.
        let touchesB = b.pointee.trueInvMass[lane] > 0 && b.pointee.share[lane] == 0
        let isEnd = joint.pointee.spring.isFast || a.pointee.share[lane] == 0 || touchesB
        c.pointee.again[lane] = isEnd ? 0 : 1
        if isEnd {
          groups[treeGroup(a, lane)].hasEnd = true
        } else {
          a.pointee.stiffness[lane] += joint.pointee.spring.share
          b.pointee.stiffness[lane] += b.pointee.trueInvMass[lane] > 0 ? joint.pointee.spring.share : 0
        }
      }
    }
    var bundle = trees.bundles.base
    for at in 0..<trees.joints.count where trees.joints[at].kind >= TreeJointKind.spring {
      while at >= Int(bundle.pointee.jointEnd) { bundle += 1 }
      let c = trees.joints.base + at
      let a = trees.nodes.base + Int(c.pointee.a)
      let b = trees.nodes.base + Int(c.pointee.b)
      for lane in 0..<4 {
        let spring = joints[Int(owner(c, lane))].spring
        let isStiff = max(a.pointee.stiffness[lane], b.pointee.stiffness[lane]) >= World.stiffShare
        let isEnd = c.pointee.again[lane] == 0 || isStiff && groups[treeGroup(a, lane)].hasEnd
        c.pointee.again[lane] = isEnd ? 0 : 1
        if !isEnd { bundle.pointee.hasAgain = true }
        c.pointee.centers[lane] = spring.centers
        c.pointee.arms[lane] = spring.arms
        c.pointee.ahead[lane] = isEnd ? 0 : 0.5 * h
        c.pointee.before[lane] = isEnd ? 0 : spring.added
        c.pointee.pull[lane] = (isEnd ? spring.endStiff : 2 * spring.stiff) / h
        c.pointee.sum[lane] = max(isEnd ? spring.endStiff + spring.endBrake : spring.share, 1e-30)
        if c.pointee.kind == TreeJointKind.snap {
          // Whole turns do not count.
          let angle = a.pointee.startAngle[lane]
          trees.ranges[Int(c.pointee.range)].reference[lane] = angle - Elementary.wrapAngle(angle)
        }
      }
    }
  }

  @_optimize(size)
  /// Which springs without damping take the stretch of mid-step.
  func noteMidwayTrees() {
    if s.pointee.jointWork.undamped.count == 0 { return }
    for at in 0..<s.pointee.jointWork.trees.joints.count where s.pointee.jointWork.trees.joints[at].kind >= TreeJointKind.spring {
      let c = s.pointee.jointWork.trees.joints.base + at
      for lane in 0..<4 { joints[Int(owner(c, lane))].isMidway = c.pointee.again[lane] > 0 }
    }
  }

  @inline(never)
  @_optimize(size)
  func owner(_ c: UnsafeMutablePointer<TreeJoint>, _ lane: Int) -> Int32 {
    let owner = treeLanes(&c.pointee.joint)[lane]
    return owner >= 0 ? owner : ~owner
  }

  @inline(__always)
  private func treeGroup(_ n: UnsafeMutablePointer<JointNode>, _ lane: Int) -> Int {
    Int(groupRoot(s.pointee.jointWork.groups.base, JointNode.index(n, lane).pointee))
  }

  // MARK: Sub-steps

  func trees(_ phase: SpringPhase, _ context: StepContext) {
    let count = s.pointee.jointWork.trees.bundles.count
    if count == 0 { return }
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    // 1 - e^-x, but for x³/12.
    let rests = StepContext.jointRestingRate * s.pointee.stepSeconds / Double(s.pointee.substeps)
    var loop = TreeLoop(
      world: self, phase: phase.rawValue,
      parameters: TreeParameters(
        h: h, share: context.jointShare, give: phase.rawValue >= SpringPhase.again.rawValue ? StepContext.jointGiveInHits : StepContext.jointGive,
        restingShare: rests / (1 + 0.5 * rests),
        apart: StepContext.jointApart * StepContext.jointApart * Double(context.scale * context.scale), scale: Double(context.scale),
        ranges: UnsafeMutableRawPointer(s.pointee.jointWork.trees.ranges.base),
        matrices: UnsafeMutableRawPointer(s.pointee.jointWork.trees.matrices.base)))
    share(count, least: 2, &loop) { data, first, end in
      let l = data.assumingMemoryBound(to: TreeLoop.self).pointee
      let trees = l.world.s.pointee.jointWork.trees
      withUnsafePointer(to: l.parameters) {
        for at in first..<end {
          let bundle = trees.bundles.base + at
          if l.phase == SpringPhase.finish.rawValue && l.world.isStrained(bundle) {
            l.world.finishStrained(bundle, $0)
            continue
          }
          if l.phase >= SpringPhase.again.rawValue && !l.world.isHit(bundle) { continue }
          l.world.s.pointee.treeKernel(
            l.phase, bundle, trees.nodes.base, trees.joints.base, UnsafeMutableRawPointer(l.world.states), $0)
        }
      }
    }
  }

  /// Joints that can break learn what they held; the others when somebody asks, or the arrangement ends.
  func storeTrees() {
    s.pointee.jointWork.trees.holdsResults = true
    if s.pointee.jointWork.trees.breaks { breakTrees() }
    // Some joint was removed: nobody tells when another one is.
    if !s.pointee.jointWork.isArranged { writeTreesBack() }
  }

  @_optimize(size)
  private func breakTrees() {
    writeTreesBack()
    let trees = s.pointee.jointWork.trees
    for at in 0..<trees.joints.count {
      let owners = treeLanes(&trees.joints.base[at].joint)
      for lane in 0..<4 where owners[lane] >= 0 && joints[Int(owners[lane])].breakForce < .infinity {
        breakWhenOver(owners[lane])
      }
    }
  }

  /// Reactions go to the joints.
  @_optimize(size)
  func writeTreesBack() {
    if !s.pointee.jointWork.trees.holdsResults { return }
    s.pointee.jointWork.trees.holdsResults = false
    // 100 of our units are one UIKit newton.
    let scale = 0.01 / s.pointee.stepSeconds
    let trees = s.pointee.jointWork.trees
    for at in 0..<trees.joints.count {
      let c = trees.joints.base + at
      let owners = treeLanes(&c.pointee.joint)
      for lane in 0..<4 where owners[lane] >= 0 {
        let share = c.pointee.isTurned(lane) ? scale : -scale
        joints[Int(owners[lane])].reaction.force = Vector2(
          share * c.pointee.total.x[lane], share * c.pointee.total.y[lane])
        if c.pointee.range >= 0 {
          joints[Int(owners[lane])].reaction.torque = share * trees.ranges[Int(c.pointee.range)].total[lane]
        }
      }
    }
  }
}

/// A phase of the trees of a sub-step.
struct TreeLoop {
  let world: World
  let phase: Int32
  let parameters: TreeParameters
}
