// Trees and chains of points and rods: what is done around and in a sub-step.
// SPDX-License-Identifier: MIT
//
// Directions and factors of the projection after the way are those of the next sub-step before its way.

extension World {
  /// A solution is good when no more is left of it, in points, and needs not be looked at again when less was left before.
  private static var treeTolerance: Double { 1e-6 }
  private static var treeNear: Double { 1e-3 }

  // MARK: Around the sub-steps

  /// Poses and masses at the start of the step.
  @_optimize(size)
  func prepareTrees(_ context: StepContext) {
    let trees = s.pointee.jointWork.trees
    let groups = s.pointee.jointWork.groups.base
    let inverseH = Double(s.pointee.substeps) / s.pointee.stepSeconds
    for at in 0..<trees.bodies.count {
      let n = trees.bodies.base + at
      if n.pointee.body < 0 { continue }
      let body = bodies + Int(n.pointee.body)
      let index = body.pointee.awake
      n.pointee.at = index
      let angle = index < 0 ? body.pointee.angle : tracks[Int(index)].angle
      (n.pointee.startS, n.pointee.startC) = Elementary.sinCos(angle)
      n.pointee.start = Double2(body.pointee.x, body.pointee.y)
      if index < 0 { continue }
      n.pointee.start = Double2(tracks[Int(index)].x, tracks[Int(index)].y)
      let motion = motions + Int(index)
      n.pointee.touches = motion.pointee.free == 0 || groups[Int(index)].inField
      motion.pointee.free = 0
      (n.pointee.invMass, n.pointee.invInertia) = treeMass(n.pointee.body)
      if !n.pointee.touches {
        // A force over the sub-step meets the same resistance as gravity, so that both are in balance at rest.
        n.pointee.invMass *= Double(motion.pointee.gain) * inverseH
        n.pointee.invInertia *= Double(motion.pointee.angularGain) * inverseH
      }
    }
    for at in 0..<trees.joints.count {
      let c = trees.joints.base + at
      c.pointee.total = .zero
      if !c.pointee.warm.isFinite { c.pointee.warm = .zero }
    }
    for at in 0..<trees.bundles.count { trees.bundles.base[at].isFactored = false }
  }

  /// Before the velocities take up what acts on them.
  func beginTrees() {
    let trees = s.pointee.jointWork.trees
    for at in 0..<trees.bodies.count where trees.bodies[at].at >= 0 {
      let n = trees.bodies.base + at
      let state = states + Int(n.pointee.at)
      n.pointee.old = Double2(state.pointee.v)
      n.pointee.oldW = Double(state.pointee.w)
    }
  }

  /// The sub-step before the way, or what is left of it after the way.
  func solveTrees(_ context: StepContext, afterWay: Bool) {
    var loop = Loop(world: self, context: context, flag: afterWay)
    share(s.pointee.jointWork.trees.bundles.count, least: 1, &loop) { data, first, end in
      let l = data.loop.pointee
      for at in first..<end {
        let bundle = l.world.s.pointee.jointWork.trees.bundles.base + at
        if l.flag { l.world.finishBundle(bundle) } else { l.world.solveBundle(bundle, l.context) }
      }
    }
  }

  /// Keeps what the joints held, and removes those that broke.
  @_optimize(size)
  func storeTrees(_ scale: Double) {
    let trees = s.pointee.jointWork.trees
    for at in 0..<trees.joints.count {
      let c = trees.joints.base + at
      let force = (c.pointee.isTurned ? scale : -scale) * c.pointee.total
      joints[Int(c.pointee.joint)].reaction.force = Vector2(force.x, force.y)
    }
    for at in 0..<trees.joints.count { breakWhenOver(trees.joints[at].joint) }
  }

  // MARK: A sub-step

  @inline(__always) var treeNodes: UnsafeMutablePointer<TreeBody> { s.pointee.jointWork.trees.bodies.base }
  @inline(__always) var treeJoints: UnsafeMutablePointer<TreeJoint> { s.pointee.jointWork.trees.joints.base }

  private func solveBundle(_ bundle: UnsafeMutablePointer<TreeBundle>, _ context: StepContext) {
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    var n = treeNodes + Int(bundle.pointee.body)
    let end = treeNodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      if n.pointee.at >= 0 {
        let state = states + Int(n.pointee.at)
        n.pointee.base = Double2(state.pointee.v)
        n.pointee.baseW = Double(state.pointee.w)
        n.pointee.half = .zero
        n.pointee.halfW = 0
        if !n.pointee.touches {
          n.pointee.half = 0.5 * (n.pointee.base - n.pointee.old)
          n.pointee.halfW = 0.5 * (n.pointee.baseW - n.pointee.oldW)
          n.pointee.base = n.pointee.base - n.pointee.half
          n.pointee.baseW -= n.pointee.halfW
        }
      }
      n.pointee.v = n.pointee.base
      n.pointee.w = n.pointee.baseW
      n += 1
    }
    if !bundle.pointee.isFactored {
      setTreePoses(bundle)
      factorBundle(bundle)
      bundle.pointee.isFactored = true
    }
    let nodes = treeNodes
    let first = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    var c = first
    while c < jointEnd {
      let isPair = nodes[Int(c.pointee.a)].invMass > 0 && nodes[Int(c.pointee.b)].invMass > 0
      let cap = (isPair ? StepContext.jointPairSpeed : StepContext.jointSpeed) * Double(context.scale) * h
      let error =
        c.pointee.isRod ? Double2(repeating: c.pointee.between.length - c.pointee.length) : c.pointee.between
      c.pointee.wanted = Double2(
        error.x - max(min(context.jointShare * error.x, cap), -cap),
        error.y - max(min(context.jointShare * error.y, cap), -cap))
      // It starts with what it gave in the last sub-step.
      let p = c.pointee.isRod ? c.pointee.u.dot(c.pointee.warm) * c.pointee.u : c.pointee.warm
      c.pointee.impulse = p
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      a.pointee.v = a.pointee.v - a.pointee.invMass * p
      a.pointee.w -= a.pointee.invInertia * c.pointee.armA.dot(p)
      b.pointee.v = b.pointee.v + b.pointee.invMass * p
      b.pointee.w += b.pointee.invInertia * c.pointee.armB.dot(p)
      c += 1
    }
    // What swings too fast gets more mass and is solved again.
    for turn in 0..<4 {
      aimBundle(bundle, h, first: true)
      _ = measureLack(bundle, h)
      solveFactored(bundle)
      if turn == 3 || !steady(bundle, h) { break }
      factorBundle(bundle)
      startOver(bundle)
    }
    // Directions stay those of the start; the errors after the way go to what is wanted.
    var before = Double.infinity
    for _ in 0..<4 {
      aimBundle(bundle, h, first: false)
      let worst = measureLack(bundle, h)
      // At the tip of a whip the directions turn too far for this: what does not get better stays as it is.
      if worst < World.treeTolerance || worst > 0.5 * before { break }
      before = worst
      solveFactored(bundle)
      if worst < World.treeNear { break }
    }
    c = first
    while c < jointEnd {
      c.pointee.warm = c.pointee.impulse
      c += 1
    }
    storeBundle(bundle)
  }

  /// The second half of what acts smoothly, and the projection at the new place.
  private func finishBundle(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    var n = treeNodes + Int(bundle.pointee.body)
    let end = treeNodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      if n.pointee.at >= 0 {
        let state = states + Int(n.pointee.at)
        n.pointee.v = Double2(state.pointee.v) + n.pointee.half
        n.pointee.w = Double(state.pointee.w) + n.pointee.halfW
      }
      forget(n)
      n += 1
    }
    setTreePoses(bundle)
    factorBundle(bundle)
    let nodes = treeNodes
    var c = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    while c < jointEnd {
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      let lack =
        (a.pointee.v + a.pointee.w * c.pointee.armA) - (b.pointee.v + b.pointee.w * c.pointee.armB)
      c.pointee.lack = c.pointee.isRod ? lack.dot(c.pointee.u) * c.pointee.u : lack
      c.pointee.impulse = .zero
      c += 1
    }
    solveFactored(bundle)
    storeBundle(bundle)
  }

  @inline(never)
  func setTreePoses(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    var n = treeNodes + Int(bundle.pointee.body)
    let end = treeNodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      n.pointee.place = n.pointee.start
      n.pointee.c = n.pointee.startC
      n.pointee.s = n.pointee.startS
      if n.pointee.at >= 0 {
        let state = states + Int(n.pointee.at)
        n.pointee.place = n.pointee.start + Double2(state.pointee.d)
        let (sine, cosine) = World.wayTurn(Double(state.pointee.turned))
        n.pointee.c += cosine * n.pointee.startC - sine * n.pointee.startS
        n.pointee.s += cosine * n.pointee.startS + sine * n.pointee.startC
      }
      n += 1
    }
  }

  /// Sine, and cosine less 1.
  @inline(__always)
  static func wayTurn(_ x: Double) -> (Double, Double) {
    let q = x * x
    if !(q < 0.09) { return wideTurn(x) }
    let sine = x * (1 - q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040 - q * (1.0 / 362_880)))))
    return (sine, -q * (0.5 - q * (1.0 / 24 - q * (1.0 / 720 - q * (1.0 / 40_320 - q * (1.0 / 3_628_800))))))
  }

  @inline(never)
  private static func wideTurn(_ x: Double) -> (Double, Double) {
    let (sine, cosine) = Elementary.sinCos(x)
    return (sine, cosine - 1)
  }

  private func storeBundle(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    var n = treeNodes + Int(bundle.pointee.body)
    let end = treeNodes + Int(bundle.pointee.fixed)
    while n < end {
      let state = states + Int(n.pointee.at)
      state.pointee.v = n.pointee.v.narrowed
      if n.pointee.invInertia > 0 { state.pointee.w = Float(n.pointee.w) }
      n += 1
    }
    var c = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    while c < jointEnd {
      c.pointee.total = c.pointee.total + c.pointee.impulse
      c += 1
    }
  }
}
