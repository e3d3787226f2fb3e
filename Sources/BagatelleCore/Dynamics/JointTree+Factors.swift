// Trees and chains of points and rods: factors and solutions in time and memory linear in their joints.
// SPDX-License-Identifier: MIT
//
// The same equations as in `JointSolver+Direct.swift`, without their matrix. A body knows how its velocity answers to an
// impulse, C; a joint with rows J toward a leaf changes what the body nearer to the middle answers, as a measurement
// changes what a Kalman filter knows:
//   W = give + Jb Cb Jb', P = W + Ja Ca Ja', Ca := Ca - Ca Ja' P^-1 Ja Ca.
// That needs one division a joint and stays exact at any ratio of masses. A solution goes once from the leaves to the
// middle, which gathers what impulses the leaves' side alone would need, and back, where what is held farther in is
// taken off (Featherstone, "Rigid Body Dynamics Algorithms", 2008, is the same for the way there and back).

extension World {
  /// Back to the velocity without joints.
  @_optimize(size)
  func startOver(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    for at in Int(bundle.pointee.body)..<Int(bundle.pointee.bodyEnd) {
      treeNodes[at].v = treeNodes[at].base
      treeNodes[at].w = treeNodes[at].baseW
    }
    for at in Int(bundle.pointee.joint)..<Int(bundle.pointee.jointEnd) { treeJoints[at].impulse = .zero }
  }

  @inline(__always)
  func forget(_ n: UnsafeMutablePointer<TreeBody>) {
    n.pointee.u = .zero
    n.pointee.uw = 0
    n.pointee.p = .zero
    n.pointee.pw = 0
  }

  /// The ways at the working velocity. The first, whose rates may be far from those that the joints allow, leads straight on
  /// where it turns by much.
  @inline(never)
  func aimBundle(_ bundle: UnsafeMutablePointer<TreeBundle>, _ h: Double, first: Bool) {
    var n = treeNodes + Int(bundle.pointee.body)
    let end = treeNodes + Int(bundle.pointee.bodyEnd)
    while n < end {
      n.pointee.way = h * n.pointee.v
      let angle = h * n.pointee.w
      if first && (angle > 0.1 || angle < -0.1) {
        n.pointee.waySine = angle
        n.pointee.wayCosine = 0
      } else {
        (n.pointee.waySine, n.pointee.wayCosine) = World.wayTurn(angle)
      }
      forget(n)
      n += 1
    }
  }

  /// What the joints lack after the way; the worst of it in points.
  func measureLack(_ bundle: UnsafeMutablePointer<TreeBundle>, _ h: Double) -> Double {
    let nodes = treeNodes
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
  func factorBundle(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    let nodes = treeNodes
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
  func solveFactored(_ bundle: UnsafeMutablePointer<TreeBundle>) {
    let nodes = treeNodes
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
  func steady(_ bundle: UnsafeMutablePointer<TreeBundle>, _ h: Double) -> Bool {
    let nodes = treeNodes
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
}
