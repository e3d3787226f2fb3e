// Trees and chains of points and rods, in time and memory linear in their joints.
// SPDX-License-Identifier: MIT
//
// The same equations as in `JointSolver+Direct.swift`, without their matrix. A body knows how its velocity answers to an
// impulse, C; a joint with rows J toward a leaf changes what the body nearer to the middle answers, as a measurement
// changes what a Kalman filter knows:
//   W = give + Jb Cb Jb', P = W + Ja Ca Ja', Ca := Ca - Ca Ja' P^-1 Ja Ca.
// That needs one division a joint and stays exact at any ratio of masses. A solution goes once from the leaves to the
// middle, which gathers what impulses the leaves' side alone would need, and back, where what is held farther in is
// taken off (Featherstone, "Rigid Body Dynamics Algorithms", 2008, is the same for the way there and back).
// Directions and factors of the projection after the way are those of the next sub-step before its way.

extension World {
  /// A solution is good when no more is left of it, in points, and needs not be looked at again when less was left before.
  private static var treeTolerance: Double { 1e-6 }
  private static var treeNear: Double { 1e-3 }

  // MARK: Around the sub-steps

  /// Poses and masses at the start of the step.
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
      let angle = index < 0 ? body.pointee.angle : body.pointee.referenceAngle
      (n.pointee.startS, n.pointee.startC) = Elementary.sinCos(angle)
      n.pointee.start = Double2(body.pointee.x, body.pointee.y)
      if index < 0 { continue }
      n.pointee.start = Double2(body.pointee.referenceX, body.pointee.referenceY)
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

  @inline(__always) private var nodes: UnsafeMutablePointer<TreeBody> { s.pointee.jointWork.trees.bodies.base }
  @inline(__always) private var treeJoints: UnsafeMutablePointer<TreeJoint> { s.pointee.jointWork.trees.joints.base }

  private func solveBundle(_ bundle: UnsafeMutablePointer<TreeBundle>, _ context: StepContext) {
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    var n = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.bodyEnd)
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
    let cap = StepContext.jointSpeed * Double(context.scale) * h
    let nodes = self.nodes
    let first = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    var c = first
    while c < jointEnd {
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
    var n = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.bodyEnd)
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
    let nodes = self.nodes
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
  private func setTreePoses(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    var n = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      n.pointee.place = n.pointee.start
      n.pointee.c = n.pointee.startC
      n.pointee.s = n.pointee.startS
      if n.pointee.at >= 0 {
        let state = states + Int(n.pointee.at)
        n.pointee.place = n.pointee.start + Double2(state.pointee.d)
        let (sine, cosine) = World.turn(Double(state.pointee.turned))
        n.pointee.c += cosine * n.pointee.startC - sine * n.pointee.startS
        n.pointee.s += cosine * n.pointee.startS + sine * n.pointee.startC
      }
      n += 1
    }
  }

  /// Sine, and cosine less 1.
  @inline(__always)
  private static func turn(_ x: Double) -> (Double, Double) {
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

  /// Back to the velocity without joints.
  @_optimize(size)
  private func startOver(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    for at in Int(bundle.pointee.body)..<Int(bundle.pointee.bodyEnd) {
      nodes[at].v = nodes[at].base
      nodes[at].w = nodes[at].baseW
    }
    for at in Int(bundle.pointee.joint)..<Int(bundle.pointee.jointEnd) { treeJoints[at].impulse = .zero }
  }

  @inline(__always)
  private func forget(_ n: UnsafeMutablePointer<TreeBody>) {
    n.pointee.u = .zero
    n.pointee.uw = 0
    n.pointee.p = .zero
    n.pointee.pw = 0
  }

  /// The ways at the working velocity. The first, whose rates may be far from those that the joints allow, leads straight on
  /// where it turns by much.
  @inline(never)
  private func aimBundle(_ bundle: UnsafeMutablePointer<TreeBundle>, _ h: Double, first: Bool) {
    var n = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      n.pointee.way = h * n.pointee.v
      let angle = h * n.pointee.w
      if first && (angle > 0.1 || angle < -0.1) {
        n.pointee.waySine = angle
        n.pointee.wayCosine = 0
      } else {
        (n.pointee.waySine, n.pointee.wayCosine) = World.turn(angle)
      }
      forget(n)
      n += 1
    }
  }

  /// What the joints lack after the way; the worst of it in points.
  private func measureLack(_ bundle: UnsafeMutablePointer<TreeBundle>, _ h: Double) -> Double {
    let nodes = self.nodes
    let inverseH = 1 / h
    var worst = 0.0
    var c = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    while c < jointEnd {
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      // An arm is its turned self turned back.
      let wayA = a.pointee.way + a.pointee.waySine * c.pointee.armA - a.pointee.wayCosine * c.pointee.armA.turned
      let wayB = b.pointee.way + b.pointee.waySine * c.pointee.armB - b.pointee.wayCosine * c.pointee.armB.turned
      let between = c.pointee.between + (wayB - wayA)
      var lack: Double2
      if c.pointee.isRod {
        let left = c.pointee.wanted.x - (between.length - c.pointee.length)
        lack = (inverseH * left) * c.pointee.u
      } else {
        lack = inverseH * (c.pointee.wanted - between)
      }
      lack = lack - c.pointee.give * c.pointee.impulse
      c.pointee.lack = lack
      worst = max(worst, lack.dot(lack))
      c += 1
    }
    return h * squareRoot(worst)
  }

  /// Arms, directions and factors at the present poses.
  private func factorBundle(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    let nodes = self.nodes
    var n = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      n.pointee.cx = Double2(n.pointee.invMass, 0)
      n.pointee.cy = Double2(0, n.pointee.invMass)
      n.pointee.cw = .zero
      n.pointee.ww = n.pointee.invInertia
      n += 1
    }
    var c = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    while c < jointEnd {
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      let rA = a.pointee.c * c.pointee.localA + a.pointee.s * c.pointee.localA.turned
      let rB = b.pointee.c * c.pointee.localB + b.pointee.s * c.pointee.localB.turned
      let armA = rA.turned
      let armB = rB.turned
      let between = (b.pointee.place - a.pointee.place) + (rB - rA)
      let give = StepContext.jointGive * (a.pointee.invMass + b.pointee.invMass)
      c.pointee.armA = armA
      c.pointee.armB = armB
      c.pointee.between = between
      c.pointee.give = give
      let bx = b.pointee.cx + armB.x * b.pointee.cw
      let by = b.pointee.cy + armB.y * b.pointee.cw
      let bw = b.pointee.cw + b.pointee.ww * armB
      let ax = a.pointee.cx + armA.x * a.pointee.cw
      let ay = a.pointee.cy + armA.y * a.pointee.cw
      let aw = a.pointee.cw + a.pointee.ww * armA
      c.pointee.bx = bx
      c.pointee.by = by
      c.pointee.bw = bw
      c.pointee.ax = ax
      c.pointee.ay = ay
      c.pointee.aw = aw
      let px = (ax + aw.x * armA) + (bx + bw.x * armB)
      let py = (ay + aw.y * armA) + (by + bw.y * armB)
      let kx: Double2
      let ky: Double2
      if c.pointee.isRod {
        let distance = between.length
        // Ends in one spot have no direction: any serves.
        let u = distance > 1e-9 ? (1 / distance) * between : Double2(0, 1)
        c.pointee.u = u
        let k = 1 / (give + u.dot(u.x * px + u.y * py))
        kx = (k * u.x) * u
        ky = (k * u.y) * u
      } else {
        let xx = px.x + give
        let yy = py.y + give
        let k = 1 / (xx * yy - px.y * py.x)
        kx = Double2(k * yy, -(k * px.y))
        ky = Double2(-(k * px.y), k * xx)
      }
      c.pointee.kx = kx
      c.pointee.ky = ky
      let tx = kx.x * ax + kx.y * ay
      let ty = ky.x * ax + ky.y * ay
      a.pointee.cx = a.pointee.cx - (ax.x * tx + ay.x * ty)
      a.pointee.cy = a.pointee.cy - (ax.y * tx + ay.y * ty)
      a.pointee.cw = a.pointee.cw - (aw.x * tx + aw.y * ty)
      a.pointee.ww -= aw.dot(aw.x * kx + aw.y * ky)
      c += 1
    }
  }

  /// Adds to velocities and impulses what makes up for what the joints lack.
  private func solveFactored(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    let nodes = self.nodes
    let first = treeJoints + Int(bundle.pointee.joint)
    let end = treeJoints + Int(bundle.pointee.jointEnd)
    var c = first
    while c < end {
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      let e =
        c.pointee.lack
        + ((a.pointee.u + a.pointee.uw * c.pointee.armA) - (b.pointee.u + b.pointee.uw * c.pointee.armB))
      let p = e.x * c.pointee.kx + e.y * c.pointee.ky
      c.pointee.lack = p
      a.pointee.u = a.pointee.u - (p.x * c.pointee.ax + p.y * c.pointee.ay)
      a.pointee.uw -= c.pointee.aw.dot(p)
      c += 1
    }
    var n = nodes + Int(bundle.pointee.root)
    while n < nodes + Int(bundle.pointee.fixed) {
      n.pointee.v = n.pointee.v + n.pointee.u
      n.pointee.w += n.pointee.uw
      n += 1
    }
    while c > first {
      c -= 1
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      let p = a.pointee.p
      let ax = c.pointee.ax
      let ay = c.pointee.ay
      let along =
        (p.x * Double2(ax.x, ay.x) + p.y * Double2(ax.y, ay.y)) + a.pointee.pw * c.pointee.aw
      let q = c.pointee.lack + (along.x * c.pointee.kx + along.y * c.pointee.ky)
      c.pointee.impulse = c.pointee.impulse + q
      a.pointee.p = p - q
      a.pointee.pw -= c.pointee.armA.dot(q)
      b.pointee.p = q
      b.pointee.pw = c.pointee.armB.dot(q)
      b.pointee.v = b.pointee.v + (b.pointee.u + (q.x * c.pointee.bx + q.y * c.pointee.by))
      b.pointee.w += b.pointee.uw + c.pointee.bw.dot(q)
    }
  }

  /// Gives bodies the mass and inertia that they need at least to follow the tensions; see `measureTension`. True: some
  /// have too little.
  private func steady(_ bundle: UnsafeMutablePointer<TreeBundle>, _ h: Double) -> Bool {
    let nodes = self.nodes
    let first = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.fixed)
    var n = first
    while n < nodes + Int(bundle.pointee.bodyEnd) {
      n.pointee.stiffness = 0
      n.pointee.angularStiffness = -n.pointee.moved
      n += 1
    }
    var c = treeJoints + Int(bundle.pointee.joint)
    let jointEnd = treeJoints + Int(bundle.pointee.jointEnd)
    while c < jointEnd {
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      let pull = h * c.pointee.impulse.turned
      a.pointee.angularStiffness -= c.pointee.armA.dot(pull)
      b.pointee.angularStiffness += c.pointee.armB.dot(pull)
      let tension = -c.pointee.u.dot(c.pointee.impulse)
      if c.pointee.isRod && tension > 0 {
        let across = tension * h / max(c.pointee.length, 1e-3) * (b.pointee.invMass > 0 ? 2 : 1)
        a.pointee.stiffness += across
        b.pointee.stiffness += across
        a.pointee.angularStiffness += across * c.pointee.armA.dot(c.pointee.armA)
        b.pointee.angularStiffness += across * c.pointee.armB.dot(c.pointee.armB)
      }
      c += 1
    }
    var found = false
    n = first
    while n < end {
      if n.pointee.stiffness * n.pointee.invMass > 1.01 || n.pointee.angularStiffness * n.pointee.invInertia > 1.01 {
        found = true
      }
      n += 1
    }
    if !found { return false }
    n = first
    while n < end {
      if n.pointee.stiffness * n.pointee.invMass > 1 { n.pointee.invMass = 1 / n.pointee.stiffness }
      if n.pointee.angularStiffness * n.pointee.invInertia > 1 { n.pointee.invInertia = 1 / n.pointee.angularStiffness }
      n += 1
    }
    return true
  }

  private func storeBundle(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    var n = nodes + Int(bundle.pointee.body)
    let end = nodes + Int(bundle.pointee.fixed)
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
