// Trees and chains of points, rods and springs, four of one shape at once: factors and solutions.
// SPDX-License-Identifier: MIT
//
// A body knows how its velocity answers to an impulse, C; a joint with rows J toward a leaf changes what the body nearer to the
// middle answers, as a measurement changes what a Kalman filter knows:
//   W = give + Jb Cb Jb', P = W + Ja Ca Ja', Ca := Ca - Ca Ja' P^-1 Ja Ca.
// That needs one division a joint and stays exact at any ratio of masses. A solution goes once from the leaves to the
// middle, which gathers what impulses the leaves' side alone would need, and back, where what is held farther in is
// taken off (Featherstone, "Rigid Body Dynamics Algorithms", 2008, is the same for the way there and back).

/// Back to the velocity without joints, in the lanes that are solved again.
func startTreeOver(_ r: inout TreeRun) {
  let again = r.active .> D4.zero
  var n = r.firstNode
  while n < r.nodeEnd {
    n.pointee.v = select(again, n.pointee.base, n.pointee.v)
    n.pointee.w = select(again, n.pointee.baseW, n.pointee.w)
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.impulse = select(again, Pair4.zero, c.pointee.impulse)
    c += 1
  }
}

@inline(__always)
func forget(_ n: UnsafeMutablePointer<JointNode>) {
  n.pointee.u = .zero
  n.pointee.uw = .zero
  n.pointee.p = .zero
  n.pointee.pw = .zero
}

/// The ways at the working velocity. The first, whose rates may be far from those that the joints allow, leads straight on
/// where it turns by much.
@inline(never)
func aimTree(_ r: inout TreeRun, isFirst: Bool) {
  let h = r.h
  var n = r.firstNode
  while n < r.nodeEnd {
    n.pointee.way = h * n.pointee.v
    let angle = h * n.pointee.w
    let (sine, cosine) = wayTurn(angle)
    n.pointee.waySine = sine
    n.pointee.wayCosine = cosine
    if isFirst {
      let isFar = (angle .> D4(repeating: 0.1)) | (angle .< D4(repeating: -0.1))
      n.pointee.waySine = select(isFar, angle, sine)
      n.pointee.wayCosine = select(isFar, D4.zero, cosine)
    }
    forget(n)
    n += 1
  }
}

/// What the joints lack after the way, springs at the working velocity; the worst of it in points.
@inline(never)
func measureTree(_ r: inout TreeRun) -> D4 {
  let inverseH = D4(repeating: 1 / r.parameters.pointee.h)
  let active = r.active .> D4.zero
  var worst = D4.zero
  var c = r.firstJoint
  let end = r.jointEnd
  while c < end {
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    let impulse = c.pointee.impulse
    var lack: Pair4
    if c.pointee.kind <= TreeJointKind.rod {
      // An arm is its turned self turned back.
      let wayA = a.pointee.way + a.pointee.waySine * c.pointee.armA - a.pointee.wayCosine * c.pointee.armA.turned
      let wayB = b.pointee.way + b.pointee.waySine * c.pointee.armB - b.pointee.wayCosine * c.pointee.armB.turned
      let between = c.pointee.between + (wayB - wayA)
      if c.pointee.kind == TreeJointKind.rod {
        let left = c.pointee.wanted.x - (squareRoot(between.dot(between)) - c.pointee.length)
        lack = (inverseH * left) * c.pointee.u
      } else {
        lack = inverseH * (c.pointee.wanted - between)
      }
      lack = lack - c.pointee.give * impulse
      worst = maximum(lack.dot(lack), worst)
    } else {
      let rate = (b.pointee.v + b.pointee.w * c.pointee.armB) - (a.pointee.v + a.pointee.w * c.pointee.armA)
      if c.pointee.kind == TreeJointKind.spring {
        let u = c.pointee.u
        lack = (c.pointee.wanted.x - u.dot(rate) - c.pointee.give * u.dot(impulse)) * u
      } else {
        lack = Pair4(
          c.pointee.wanted.x - rate.x - (c.pointee.give * impulse.x + c.pointee.giveXY * impulse.y),
          c.pointee.wanted.y - rate.y - (c.pointee.giveXY * impulse.x + c.pointee.giveYY * impulse.y))
      }
    }
    c.pointee.lack = select(active, lack, Pair4.zero)
    c += 1
  }
  return D4(repeating: r.parameters.pointee.h) * squareRoot(worst)
}

/// Lanes that are done lack nothing.
@inline(never)
func dropLack(_ r: inout TreeRun) {
  let active = r.active .> D4.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.lack = select(active, c.pointee.lack, Pair4.zero)
    c += 1
  }
}

/// Arms, directions and factors at the present poses; springs hold on the way alone, in their poses of mid-way.
@inline(never)
func factorTree(_ r: inout TreeRun, isWay: Bool) {
  var n = r.firstNode
  while n < r.nodeEnd {
    n.pointee.xx = n.pointee.invMass
    n.pointee.xy = .zero
    n.pointee.yy = n.pointee.invMass
    n.pointee.xw = .zero
    n.pointee.yw = .zero
    n.pointee.ww = n.pointee.invInertia
    n += 1
  }
  let one = D4(repeating: 1)
  let share = D4(repeating: r.parameters.pointee.give)
  var c = r.firstJoint
  let end = r.jointEnd
  while c < end {
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    if c.pointee.kind > TreeJointKind.rod {
      if isWay {
        aimSpring(&r, c)
      } else {
        c.pointee.kxx = .zero
        c.pointee.kxy = .zero
        c.pointee.kyy = .zero
        c += 1
        continue
      }
    } else {
      let rA = a.pointee.c * c.pointee.localA + a.pointee.s * c.pointee.localA.turned
      let rB = b.pointee.c * c.pointee.localB + b.pointee.s * c.pointee.localB.turned
      c.pointee.armA = rA.turned
      c.pointee.armB = rB.turned
      c.pointee.between = (b.pointee.place - a.pointee.place) + (rB - rA)
      c.pointee.give = share * (a.pointee.invMass + b.pointee.invMass)
    }
    let armA = c.pointee.armA
    let armB = c.pointee.armB
    let bx = Pair4(b.pointee.xx + armB.x * b.pointee.xw, b.pointee.xy + armB.x * b.pointee.yw)
    let by = Pair4(b.pointee.xy + armB.y * b.pointee.xw, b.pointee.yy + armB.y * b.pointee.yw)
    let bw = Pair4(b.pointee.xw + b.pointee.ww * armB.x, b.pointee.yw + b.pointee.ww * armB.y)
    let ax = Pair4(a.pointee.xx + armA.x * a.pointee.xw, a.pointee.xy + armA.x * a.pointee.yw)
    let ay = Pair4(a.pointee.xy + armA.y * a.pointee.xw, a.pointee.yy + armA.y * a.pointee.yw)
    let aw = Pair4(a.pointee.xw + a.pointee.ww * armA.x, a.pointee.yw + a.pointee.ww * armA.y)
    c.pointee.bx = bx
    c.pointee.by = by
    c.pointee.bw = bw
    c.pointee.ax = ax
    c.pointee.ay = ay
    c.pointee.aw = aw
    let pxx = (ax.x + aw.x * armA.x) + (bx.x + bw.x * armB.x)
    let pxy = (ax.y + aw.x * armA.y) + (bx.y + bw.x * armB.y)
    let pyy = (ay.y + aw.y * armA.y) + (by.y + bw.y * armB.y)
    var kxx: D4
    var kxy: D4
    var kyy: D4
    if c.pointee.kind == TreeJointKind.rod || c.pointee.kind == TreeJointKind.spring {
      if c.pointee.kind == TreeJointKind.rod { c.pointee.u = direction(c.pointee.between) }
      let u = c.pointee.u
      let along = (pxx * u.x + pxy * u.y) * u.x + (pxy * u.x + pyy * u.y) * u.y
      let k = one / (c.pointee.give + along)
      kxx = (k * u.x) * u.x
      kxy = (k * u.x) * u.y
      kyy = (k * u.y) * u.y
    } else {
      let isSoft = c.pointee.kind == TreeJointKind.softPoint
      let xx = pxx + c.pointee.give
      let yy = pyy + (isSoft ? c.pointee.giveYY : c.pointee.give)
      let xy = isSoft ? pxy + c.pointee.giveXY : pxy
      let k = one / (xx * yy - xy * xy)
      kxx = k * yy
      kxy = -(k * xy)
      kyy = k * xx
    }
    c.pointee.kxx = kxx
    c.pointee.kxy = kxy
    c.pointee.kyy = kyy
    let tx = kxx * ax + kxy * ay
    let ty = kxy * ax + kyy * ay
    a.pointee.xx = a.pointee.xx - (ax.x * tx.x + ay.x * ty.x)
    a.pointee.xy = a.pointee.xy - (ax.x * tx.y + ay.x * ty.y)
    a.pointee.yy = a.pointee.yy - (ax.y * tx.y + ay.y * ty.y)
    a.pointee.xw = a.pointee.xw - (aw.x * tx.x + aw.y * ty.x)
    a.pointee.yw = a.pointee.yw - (aw.x * tx.y + aw.y * ty.y)
    a.pointee.ww = a.pointee.ww - (aw.x * (kxx * aw.x + kxy * aw.y) + aw.y * (kxy * aw.x + kyy * aw.y))
    c += 1
  }
}

/// Ends in one spot have no direction: any serves.
@inline(__always)
private func direction(_ between: Pair4) -> Pair4 {
  let distance = squareRoot(between.dot(between))
  let far = distance .> D4(repeating: 1e-9)
  let inverse = D4(repeating: 1) / select(far, distance, D4(repeating: 1))
  return select(far, inverse * between, Pair4(D4.zero, D4(repeating: 1)))
}

/// Where a node is after some time at its velocity without joints.
@inline(__always)
private func armAhead(_ n: UnsafeMutablePointer<JointNode>, _ local: Pair4, _ seconds: D4) -> Pair4 {
  let (sine, cosine) = wayTurn(seconds * n.pointee.baseW)
  let c = n.pointee.c + (cosine * n.pointee.c - sine * n.pointee.s)
  let s = n.pointee.s + (cosine * n.pointee.s + sine * n.pointee.c)
  return c * local + s * local.turned
}

/// Arms and direction of a spring, how it gives way, and the rate that it wants.
@inline(never)
private func aimSpring(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  let ahead = c.pointee.ahead
  let rA = armAhead(a, c.pointee.localA, ahead)
  let rB = armAhead(b, c.pointee.localB, ahead)
  let armA = rA.turned
  let armB = rB.turned
  let between =
    (b.pointee.place + ahead * b.pointee.base) - (a.pointee.place + ahead * a.pointee.base) + (rB - rA)
  let rate = (b.pointee.base + b.pointee.baseW * armB) - (a.pointee.base + a.pointee.baseW * armA)
  let old = (b.pointee.old + b.pointee.oldW * armB) - (a.pointee.old + a.pointee.oldW * armA)
  let inverse = D4(repeating: 1) / c.pointee.sum
  let mass = a.pointee.trueInvMass + b.pointee.trueInvMass
  let inertiaA = a.pointee.trueInvInertia
  let inertiaB = b.pointee.trueInvInertia
  c.pointee.armA = armA
  c.pointee.armB = armB
  c.pointee.between = between
  if c.pointee.kind == TreeJointKind.spring {
    let u = direction(between)
    let leverA = u.dot(armA)
    let leverB = u.dot(armB)
    let along = u.dot(rate)
    // Back from mid-way at the velocity without joints, so that the way's own rate can be put in place of it.
    let stretch = squareRoot(between.dot(between)) - c.pointee.length - ahead * along
    c.pointee.u = u
    c.pointee.give = (mass + inertiaA * leverA * leverA + inertiaB * leverB * leverB) * inverse
    c.pointee.wanted.x = (c.pointee.before * u.dot(old) - c.pointee.pull * stretch) * inverse
  } else {
    c.pointee.give = (mass + inertiaA * armA.x * armA.x + inertiaB * armB.x * armB.x) * inverse
    c.pointee.giveXY = (inertiaA * armA.x * armA.y + inertiaB * armB.x * armB.y) * inverse
    c.pointee.giveYY = (mass + inertiaA * armA.y * armA.y + inertiaB * armB.y * armB.y) * inverse
    let stretch = between - ahead * rate
    c.pointee.wanted = inverse * (c.pointee.before * old - c.pointee.pull * stretch)
  }
}

/// Adds to velocities and impulses what makes up for what the joints lack.
@inline(never)
func solveFactored(_ r: inout TreeRun) {
  let nodes = r.nodes
  let first = r.firstJoint
  let end = r.jointEnd
  var c = first
  while c < end {
    let a = nodes + Int(c.pointee.a)
    let b = nodes + Int(c.pointee.b)
    let e =
      c.pointee.lack
      + ((a.pointee.u + a.pointee.uw * c.pointee.armA) - (b.pointee.u + b.pointee.uw * c.pointee.armB))
    let p = Pair4(e.x * c.pointee.kxx + e.y * c.pointee.kxy, e.x * c.pointee.kxy + e.y * c.pointee.kyy)
    c.pointee.lack = p
    a.pointee.u = a.pointee.u - (p.x * c.pointee.ax + p.y * c.pointee.ay)
    a.pointee.uw = a.pointee.uw - c.pointee.aw.dot(p)
    c += 1
  }
  var n = nodes + Int(r.bundle.pointee.root)
  while n < r.firstFixed {
    n.pointee.v = n.pointee.v + n.pointee.u
    n.pointee.w = n.pointee.w + n.pointee.uw
    n += 1
  }
  while c > first {
    c -= 1
    let a = nodes + Int(c.pointee.a)
    let b = nodes + Int(c.pointee.b)
    let p = a.pointee.p
    let pw = a.pointee.pw
    let alongX = c.pointee.ax.dot(p) + pw * c.pointee.aw.x
    let alongY = c.pointee.ay.dot(p) + pw * c.pointee.aw.y
    let q =
      c.pointee.lack
      + Pair4(alongX * c.pointee.kxx + alongY * c.pointee.kxy, alongX * c.pointee.kxy + alongY * c.pointee.kyy)
    c.pointee.impulse = c.pointee.impulse + q
    a.pointee.p = p - q
    a.pointee.pw = pw - c.pointee.armA.dot(q)
    b.pointee.p = q
    b.pointee.pw = c.pointee.armB.dot(q)
    b.pointee.v = b.pointee.v + (b.pointee.u + (q.x * c.pointee.bx + q.y * c.pointee.by))
    b.pointee.w = b.pointee.w + (b.pointee.uw + c.pointee.bw.dot(q))
  }
}

/// Gives bodies the mass and inertia that they need at least to follow the tensions; see `measureTension`. True: some have too
/// little, and their lanes alone are left active.
@inline(never)
func steadyTree(_ r: inout TreeRun) -> Bool {
  let h = r.h
  let one = D4(repeating: 1)
  var n = r.firstNode
  while n < r.nodeEnd {
    n.pointee.stiffness = .zero
    n.pointee.angularStiffness = -n.pointee.moved
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind > TreeJointKind.rod {
      c += 1
      continue
    }
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    let pull = h * c.pointee.impulse.turned
    a.pointee.angularStiffness = a.pointee.angularStiffness - c.pointee.armA.dot(pull)
    b.pointee.angularStiffness = b.pointee.angularStiffness + c.pointee.armB.dot(pull)
    if c.pointee.kind == TreeJointKind.rod {
      let tension = maximum(-c.pointee.u.dot(c.pointee.impulse), D4.zero)
      let both = select(b.pointee.invMass .> D4.zero, D4(repeating: 2), one)
      let across = both * (tension * h / maximum(c.pointee.length, D4(repeating: 1e-3)))
      a.pointee.stiffness = a.pointee.stiffness + across
      b.pointee.stiffness = b.pointee.stiffness + across
      a.pointee.angularStiffness = a.pointee.angularStiffness + across * c.pointee.armA.dot(c.pointee.armA)
      b.pointee.angularStiffness = b.pointee.angularStiffness + across * c.pointee.armB.dot(c.pointee.armB)
    }
    c += 1
  }
  let limit = D4(repeating: 1.01)
  var found = D4.zero
  n = r.firstNode
  while n < r.firstFixed {
    let isOver =
      (n.pointee.stiffness * n.pointee.invMass .> limit) | (n.pointee.angularStiffness * n.pointee.invInertia .> limit)
    found = select(isOver, one, found)
    n += 1
  }
  r.active = select(found .> D4.zero, r.active, D4.zero)
  let active = r.active .> D4.zero
  if !active.isAny { return false }
  n = r.firstNode
  while n < r.firstFixed {
    let isLight = active & (n.pointee.stiffness * n.pointee.invMass .> one)
    n.pointee.invMass = select(isLight, one / select(isLight, n.pointee.stiffness, one), n.pointee.invMass)
    let isThin = active & (n.pointee.angularStiffness * n.pointee.invInertia .> one)
    n.pointee.invInertia = select(isThin, one / select(isThin, n.pointee.angularStiffness, one), n.pointee.invInertia)
    n += 1
  }
  return true
}
