// Trees and chains of joints, four of one shape at once: factors and solutions.
// SPDX-License-Identifier: MIT
//
// A body knows how its velocity answers to an impulse, C; a joint with rows J toward a leaf changes what the body nearer to the
// middle answers, as a measurement changes what a Kalman filter knows:
//   W = give + Jb Cb Jb', P = W + Ja Ca Ja', Ca := Ca - Ca Ja' P^-1 Ja Ca.
// That needs one division a joint and stays exact at any ratio of masses. The gain Ca Ja' P^-1 is kept: what a joint lacks changes the body
// nearer to the middle by it, and what that one gets comes to the joint by it. A solution goes once from the leaves to the
// middle, which gathers what impulses the leaves' side alone would need, and back, where what is held farther in is
// taken off (Featherstone, "Rigid Body Dynamics Algorithms", 2008, is the same for the way there and back).

/// Back to the velocity without joints, in the lanes that are solved again.
func startTreeOver(_ r: inout TreeRun) {
  let again = r.active .> Lanes.zero
  var n = r.firstNode
  while n < r.movedEnd {
    n.pointee.v.wide = select(again, n.pointee.base.wide, n.pointee.v.wide)
    n.pointee.w.wide = select(again, n.pointee.baseW.wide, n.pointee.w.wide)
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.impulse.wide = select(again, LanePoints.zero, c.pointee.impulse.wide)
    if c.pointee.range >= 0 {
      let t = r.range(c)
      let p = select(again, t.pointee.given.wide, Lanes.zero)
      t.pointee.impulse.wide = select(again, t.pointee.given.wide, t.pointee.impulse.wide)
      turnTree(&r, c, p)
    }
    c += 1
  }
}

@inline(__always)
func forget(_ n: UnsafeMutablePointer<JointNode>) {
  n.pointee.u.wide = .zero
  n.pointee.uw.wide = .zero
}

/// The ways at the working velocity. The first, whose rates may be far from those that the joints allow, leads straight on
/// where it turns by much.
@inline(never)
func aimTree(_ r: inout TreeRun, isFirst: Bool) {
  let h = r.h
  var n = r.firstNode
  while n < r.movedEnd {
    n.pointee.way.wide = h * n.pointee.v.wide
    let angle = h * n.pointee.w.wide
    let (sine, cosine) = wayTurn(angle)
    n.pointee.waySine.wide = sine
    n.pointee.wayCosine.wide = cosine
    if isFirst {
      let isFar = maximum(angle, -angle) .> Lanes(repeating: 0.1)
      n.pointee.waySine.wide = select(isFar, angle, sine)
      n.pointee.wayCosine.wide = select(isFar, Lanes.zero, cosine)
    }
    forget(n)
    n += 1
  }
}

/// What the joints lack after the way, springs at the working velocity; the worst of it in points.
@inline(never)
func measureTree(_ r: inout TreeRun) -> Lanes {
  let inverseH = Lanes(repeating: 1 / r.parameters.pointee.h)
  let active = r.active .> Lanes.zero
  var worst = Lanes.zero
  var c = r.firstJoint
  let end = r.jointEnd
  while c < end {
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    let impulse = c.pointee.impulse.wide
    var lack: LanePoints
    if c.pointee.kind <= TreeJointKind.rope {
      // An arm is its turned self turned back.
      let wayA = a.pointee.way.wide + a.pointee.waySine.wide * c.pointee.armA.wide - a.pointee.wayCosine.wide * c.pointee.armA.wide.turned
      let wayB = b.pointee.way.wide + b.pointee.waySine.wide * c.pointee.armB.wide - b.pointee.wayCosine.wide * c.pointee.armB.wide.turned
      let between = c.pointee.between.wide + (wayB - wayA)
      if c.pointee.kind == TreeJointKind.rope {
        lack = lackRope(&r, c, between)
      } else if c.pointee.kind == TreeJointKind.rod {
        let left = c.pointee.wanted.wide.x - (squareRoot(between.dot(between)) - c.pointee.length.wide)
        lack = (inverseH * left) * c.pointee.u.wide
      } else if TreeJointKind.isSlide(c.pointee.kind) {
        lack = lackSlide(&r, c, wayB - wayA)
      } else {
        lack = inverseH * (c.pointee.wanted.wide - between)
      }
      lack = c.pointee.hold.wide * (lack - c.pointee.give.wide * impulse)
      if TreeJointKind.hasAngle(c.pointee.kind) { lackHinge(&r, c, active) }
      worst = maximum(lack.dot(lack), worst)
    } else {
      let rate = (b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide) - (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide)
      if c.pointee.kind == TreeJointKind.spring {
        let u = c.pointee.u.wide
        lack = (c.pointee.wanted.wide.x - u.dot(rate) - c.pointee.give.wide * u.dot(impulse)) * u
      } else {
        lack = LanePoints(
          c.pointee.wanted.wide.x - rate.x - (c.pointee.give.wide * impulse.x + c.pointee.giveXY.wide * impulse.y),
          c.pointee.wanted.wide.y - rate.y - (c.pointee.giveXY.wide * impulse.x + c.pointee.giveYY.wide * impulse.y))
        if c.pointee.kind == TreeJointKind.snap {
          let t = r.range(c)
          let left = t.pointee.wanted.wide - (b.pointee.w.wide - a.pointee.w.wide) - t.pointee.give.wide * t.pointee.impulse.wide
          t.pointee.lack.wide = select(active, left, Lanes.zero)
        }
      }
    }
    c.pointee.lack.wide = select(active, lack, LanePoints.zero)
    c += 1
  }
  return Lanes(repeating: r.parameters.pointee.h / r.parameters.pointee.scale) * squareRoot(greatest(&r, worst))
}

/// Lanes that are done lack nothing.
@inline(never)
func dropLack(_ r: inout TreeRun) {
  let active = r.active .> Lanes.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.lack.wide = select(active, c.pointee.lack.wide, LanePoints.zero)
    if c.pointee.range >= 0 { r.range(c).pointee.lack.wide = select(active, r.range(c).pointee.lack.wide, Lanes.zero) }
    c += 1
  }
}

/// Factors at the present poses; springs hold on the way alone, in their poses of mid-way. Finds arms and directions and chooses which
/// rows of ranges lead, or keeps to those that it found for these poses before. Then what changed is factored anew alone, and what
/// is nearer to the middle, unless masses did too.
@inline(never)
func factorTree(_ r: inout TreeRun, isWay: Bool, chooses: Bool) {
  let isPartial = !chooses && !r.isHeavier && !r.isFolded
  if isPartial { findStale(&r) }
  var n = r.firstNode
  while n < r.firstFixed {
    if isPartial && !(n.pointee.pw.wide .> Lanes.zero).isAny {
      n += 1
      continue
    }
    n.pointee.xx.wide = n.pointee.invMass.wide
    n.pointee.xy.wide = .zero
    n.pointee.yy.wide = n.pointee.invMass.wide
    n.pointee.xw.wide = .zero
    n.pointee.yw.wide = .zero
    n.pointee.ww.wide = n.pointee.invInertia.wide
    n += 1
  }
  let one = Lanes(repeating: 1)
  let share = Lanes(repeating: r.parameters.pointee.give)
  var c = r.firstJoint
  let firstLoop = r.firstLoop
  let end = r.jointEnd
  while c < end {
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    let isStale = !isPartial || c >= firstLoop || (c.pointee.lack.x.wide .> Lanes.zero).isAny
    if !isStale && !(a.pointee.pw.wide .> Lanes.zero).isAny {
      c += 1
      continue
    }
    if c.pointee.kind >= TreeJointKind.spring && !isWay {
      c.pointee.kxx.wide = .zero
      c.pointee.kxy.wide = .zero
      c.pointee.kyy.wide = .zero
      c.pointee.gainX.wide = .zero
      c.pointee.gainY.wide = .zero
      c.pointee.gainW.wide = .zero
      if c.pointee.range >= 0 { r.range(c).pointee.k.wide = .zero }
      c += 1
      continue
    }
    let answer: TreeAnswer
    if isStale {
      if c.pointee.kind >= TreeJointKind.spring {
        if c < firstLoop { aimSpring(&r, c) }
      } else {
        let invMass = r.isFolded && a == r.middle ? Lanes(repeating: 0.5) * a.pointee.invMass.wide : a.pointee.invMass.wide
        c.pointee.give.wide = share * (invMass + b.pointee.invMass.wide)
        if chooses {
          let rA = a.pointee.c.wide * c.pointee.localA.wide + a.pointee.s.wide * c.pointee.localA.wide.turned
          let rB = b.pointee.c.wide * c.pointee.localB.wide + b.pointee.s.wide * c.pointee.localB.wide.turned
          c.pointee.armA.wide = rA.turned
          c.pointee.armB.wide = rB.turned
          c.pointee.between.wide = (b.pointee.place.wide - a.pointee.place.wide) + (rB - rA)
          if c.pointee.kind >= TreeJointKind.rod { c.pointee.u.wide = direction(c.pointee.between.wide) }
          if TreeJointKind.isSlide(c.pointee.kind) { aimSlide(&r, c) }
          if c.pointee.range >= 0 { chooseRanges(&r, c, isWay ? RangePhase.way : RangePhase.end) }
        }
      }
      if c >= firstLoop {
        c += 1
        continue
      }
      let armA = c.pointee.armA.wide
      let armB = c.pointee.armB.wide
      let bx = LanePoints(b.pointee.xx.wide + armB.x * b.pointee.xw.wide, b.pointee.xy.wide + armB.x * b.pointee.yw.wide)
      let by = LanePoints(b.pointee.xy.wide + armB.y * b.pointee.xw.wide, b.pointee.yy.wide + armB.y * b.pointee.yw.wide)
      let bw = LanePoints(b.pointee.xw.wide + b.pointee.ww.wide * armB.x, b.pointee.yw.wide + b.pointee.ww.wide * armB.y)
      c.pointee.bx.wide = bx
      c.pointee.by.wide = by
      c.pointee.bw.wide = bw
      answer = TreeAnswer(a, armA)
      let pxx = (answer.x.x + answer.w.x * armA.x) + (bx.x + bw.x * armB.x)
      let pxy = (answer.x.y + answer.w.x * armA.y) + (bx.y + bw.x * armB.y)
      let pyy = (answer.y.y + answer.w.y * armA.y) + (by.y + bw.y * armB.y)
      var kxx: Lanes
      var kxy: Lanes
      var kyy: Lanes
      if c.pointee.kind >= TreeJointKind.rod && c.pointee.kind <= TreeJointKind.spring {
        let u = c.pointee.u.wide
        let along = (pxx * u.x + pxy * u.y) * u.x + (pxy * u.x + pyy * u.y) * u.y
        var k = c.pointee.hold.wide / (c.pointee.give.wide + along)
        if c.pointee.kind == TreeJointKind.rope { k = holdRope(&r, c, k) }
        kxx = (k * u.x) * u.x
        kxy = (k * u.x) * u.y
        kyy = (k * u.y) * u.y
      } else {
        let isSoft = c.pointee.kind >= TreeJointKind.softPoint
        let xx = pxx + c.pointee.give.wide
        let yy = pyy + (isSoft ? c.pointee.giveYY.wide : c.pointee.give.wide)
        let xy = isSoft ? pxy + c.pointee.giveXY.wide : pxy
        let k = c.pointee.hold.wide / (xx * yy - xy * xy)
        kxx = k * yy
        kxy = -(k * xy)
        kyy = k * xx
        if TreeJointKind.isSlide(c.pointee.kind) {
          // Across alone, unless it is at an end.
          let u = c.pointee.u.wide
          let t = r.range(c) + 1
          let k = one / (c.pointee.give.wide + ((pxx * u.x + pxy * u.y) * u.x + (pxy * u.x + pyy * u.y) * u.y))
          let leads = t.pointee.leads.wide .> Lanes.zero
          t.pointee.factored.wide = maximum(t.pointee.leads.wide, Lanes.zero)
          kxx = select(leads, kxx, (k * u.x) * u.x)
          kxy = select(leads, kxy, (k * u.x) * u.y)
          kyy = select(leads, kyy, (k * u.y) * u.y)
        }
      }
      c.pointee.kxx.wide = kxx
      c.pointee.kxy.wide = kxy
      c.pointee.kyy.wide = kyy
      if TreeJointKind.hasAngle(c.pointee.kind) {
        c.pointee.gainX.wide = answer.x
        c.pointee.gainY.wide = answer.y
        c.pointee.gainW.wide = answer.w
        factorHinge(&r, c)
      }
    } else {
      // What led to it before has not changed.
      answer = TreeAnswer(a, c.pointee.armA.wide)
    }
    takeHeld(&r, c, answer)
    c += 1
  }
  if r.isFolded { factorMiddle(&r) }
  r.hasLoops = isWay ? firstLoop < end : r.bundle.pointee.hasRigidLoops
  if r.hasLoops { factorLoops(&r, isWay: isWay) }
}

/// Which joints must be factored anew: such whose rows lead otherwise than in the factors, and such next to a body whose answer
/// changes by them. In the bodies' and the joints' place for what a solution lacks: above 0 if so.
@inline(never)
@_optimize(size)
private func findStale(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    n.pointee.pw.wide = .zero
    n += 1
  }
  var c = r.firstJoint
  while c < r.firstLoop {
    let a = r.nodes + Int(c.pointee.a)
    var stale = a.pointee.pw.wide + r.nodes[Int(c.pointee.b)].pw.wide
    if c.pointee.range >= 0 {
      let t = r.range(c)
      stale = stale + changed(t)
      if TreeJointKind.isSlide(c.pointee.kind) { stale = stale + changed(t + 1) }
    }
    // No more than 1, for sums of a wide tree grow.
    stale = minimum(stale, Lanes(repeating: 1))
    c.pointee.lack.x.wide = stale
    a.pointee.pw.wide = stale
    c += 1
  }
}

/// What an impulse along x and y does to A's velocity, and what both do to its rate of turning.
private struct TreeAnswer {
  let x: LanePoints
  let y: LanePoints
  let w: LanePoints

  @inline(__always)
  init(_ a: UnsafeMutablePointer<JointNode>, _ arm: LanePoints) {
    x = LanePoints(a.pointee.xx.wide + arm.x * a.pointee.xw.wide, a.pointee.xy.wide + arm.x * a.pointee.yw.wide)
    y = LanePoints(a.pointee.xy.wide + arm.y * a.pointee.xw.wide, a.pointee.yy.wide + arm.y * a.pointee.yw.wide)
    w = LanePoints(a.pointee.xw.wide + a.pointee.ww.wide * arm.x, a.pointee.yw.wide + a.pointee.ww.wide * arm.y)
  }
}

/// Takes what a joint holds off the answers of A: its angle, then its point, whose gain it keeps.
@inline(__always)
private func takeHeld(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ answer: TreeAnswer) {
  let a = r.nodes + Int(c.pointee.a)
  var xx = a.pointee.xx.wide
  var xy = a.pointee.xy.wide
  var yy = a.pointee.yy.wide
  var xw = a.pointee.xw.wide
  var yw = a.pointee.yw.wide
  var ww = a.pointee.ww.wide
  if TreeJointKind.hasAngle(c.pointee.kind) {
    let t = r.range(c)
    let k = t.pointee.k.wide
    let az = t.pointee.az.wide
    let azw = t.pointee.azw.wide
    xx = xx - k * az.x * az.x
    xy = xy - k * az.x * az.y
    yy = yy - k * az.y * az.y
    xw = xw - k * az.x * azw
    yw = yw - k * az.y * azw
    ww = ww - k * azw * azw
  }
  let ax = answer.x
  let ay = answer.y
  let aw = answer.w
  let kxx = c.pointee.kxx.wide
  let kxy = c.pointee.kxy.wide
  let kyy = c.pointee.kyy.wide
  let tx = kxx * ax + kxy * ay
  let ty = kxy * ax + kyy * ay
  let tw = LanePoints(kxx * aw.x + kxy * aw.y, kxy * aw.x + kyy * aw.y)
  c.pointee.gainX.wide = tx
  c.pointee.gainY.wide = ty
  c.pointee.gainW.wide = tw
  a.pointee.xx.wide = xx - (ax.x * tx.x + ay.x * ty.x)
  a.pointee.xy.wide = xy - (ax.x * tx.y + ay.x * ty.y)
  a.pointee.yy.wide = yy - (ax.y * tx.y + ay.y * ty.y)
  a.pointee.xw.wide = xw - (aw.x * tx.x + aw.y * ty.x)
  a.pointee.yw.wide = yw - (aw.x * tx.y + aw.y * ty.y)
  a.pointee.ww.wide = ww - (aw.x * tw.x + aw.y * tw.y)
}

/// Ends in one spot have no direction: any serves.
@inline(__always)
func direction(_ between: LanePoints) -> LanePoints {
  let distance = squareRoot(between.dot(between))
  let far = distance .> Lanes(repeating: 1e-9)
  let inverse = Lanes(repeating: 1) / select(far, distance, Lanes(repeating: 1))
  return select(far, inverse * between, LanePoints(Lanes.zero, Lanes(repeating: 1)))
}

/// Where a node is after some time at its velocity without joints.
@inline(__always)
private func armAhead(_ n: UnsafeMutablePointer<JointNode>, _ local: LanePoints, _ seconds: Lanes) -> LanePoints {
  let (sine, cosine) = wayTurn(seconds * n.pointee.baseW.wide)
  let c = n.pointee.c.wide + (cosine * n.pointee.c.wide - sine * n.pointee.s.wide)
  let s = n.pointee.s.wide + (cosine * n.pointee.s.wide + sine * n.pointee.c.wide)
  return c * local + s * local.turned
}

/// Arms and direction of a spring, how it gives way, and the rate that it wants.
@inline(never)
@_optimize(size)
func aimSpring(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  let ahead = c.pointee.ahead.wide
  let rA = armAhead(a, c.pointee.localA.wide, ahead)
  let rB = armAhead(b, c.pointee.localB.wide, ahead)
  // A snap does not turn its body by its end.
  let armA = c.pointee.kind == TreeJointKind.snap ? LanePoints.zero : rA.turned
  let armB = rB.turned
  let between =
    (b.pointee.place.wide + ahead * b.pointee.base.wide) - (a.pointee.place.wide + ahead * a.pointee.base.wide) + (rB - rA)
  let rate = (b.pointee.base.wide + b.pointee.baseW.wide * armB) - (a.pointee.base.wide + a.pointee.baseW.wide * armA)
  let old = (b.pointee.old.wide + b.pointee.oldW.wide * armB) - (a.pointee.old.wide + a.pointee.oldW.wide * armA)
  let inverse = Lanes(repeating: 1) / c.pointee.sum.wide
  let mass = c.pointee.centers.wide * (a.pointee.trueInvMass.wide + b.pointee.trueInvMass.wide)
  let inertiaA = c.pointee.arms.wide * a.pointee.trueInvInertia.wide
  let inertiaB = c.pointee.arms.wide * b.pointee.trueInvInertia.wide
  c.pointee.armA.wide = armA
  c.pointee.armB.wide = armB
  c.pointee.between.wide = between
  if c.pointee.kind == TreeJointKind.spring {
    let u = direction(between)
    let leverA = u.dot(armA)
    let leverB = u.dot(armB)
    let along = u.dot(rate)
    // Back from mid-way at the velocity without joints, so that the way's own rate can be put in place of it.
    let stretch = squareRoot(between.dot(between)) - c.pointee.length.wide - ahead * along
    c.pointee.u.wide = u
    c.pointee.give.wide = (mass + inertiaA * leverA * leverA + inertiaB * leverB * leverB) * inverse
    c.pointee.wanted.x.wide = (c.pointee.before.wide * u.dot(old) - c.pointee.pull.wide * stretch) * inverse
  } else {
    c.pointee.give.wide = (mass + inertiaA * armA.x * armA.x + inertiaB * armB.x * armB.x) * inverse
    c.pointee.giveXY.wide = (inertiaA * armA.x * armA.y + inertiaB * armB.x * armB.y) * inverse
    c.pointee.giveYY.wide = (mass + inertiaA * armA.y * armA.y + inertiaB * armB.y * armB.y) * inverse
    let stretch = between - ahead * rate
    c.pointee.wanted.wide = inverse * (c.pointee.before.wide * old - c.pointee.pull.wide * stretch)
    if c.pointee.kind == TreeJointKind.snap {
      let t = r.range(c)
      let give = a.pointee.trueInvInertia.wide * inverse
      // Angles are linear in rates: the stretch of mid-way, less the way there, is that of now.
      let turned = t.pointee.reference.wide + (b.pointee.angle.wide - a.pointee.angle.wide)
      let oldW = b.pointee.oldW.wide - a.pointee.oldW.wide
      t.pointee.give.wide = give
      t.pointee.leads.wide = select(give .> Lanes.zero, Lanes(repeating: 1), Lanes.zero)
      t.pointee.wanted.wide = inverse * (c.pointee.before.wide * oldW - c.pointee.pull.wide * turned)
    }
  }
}

/// Adds to velocities and impulses what makes up for what the joints lack.
@inline(__always)
func solveFactored(_ r: inout TreeRun) {
  gatherLacks(&r)
  if r.hasLoops { solveLoops(&r) }
  spreadImpulses(&r)
}

/// From the leaves to the middle: what the bodies toward the leaves change, and what each joint would give if they were all there is,
/// in place of what it lacks. Or of what the bodies change alone: what the joints lack then and what they would give, six numbers each.
@inline(never)
func gatherLacks(_ r: inout TreeRun, answer: UnsafeMutablePointer<Four>? = nil) {
  let nodes = r.nodes
  var to = answer
  let end = r.firstLoop
  var c = r.firstJoint
  while c < end {
    let a = nodes + Int(c.pointee.a)
    let b = nodes + Int(c.pointee.b)
    // What comes from the leaves last: the next joint waits for it.
    var e = a.pointee.u.wide + a.pointee.uw.wide * c.pointee.armA.wide
    if to == nil { e = c.pointee.lack.wide + e }
    e = e - (b.pointee.u.wide + b.pointee.uw.wide * c.pointee.armB.wide)
    let p = LanePoints(e.x * c.pointee.kxx.wide + e.y * c.pointee.kxy.wide, e.x * c.pointee.kxy.wide + e.y * c.pointee.kyy.wide)
    if let to {
      to[0].wide = e.x
      to[1].wide = e.y
      to[2].wide = p.x
      to[3].wide = p.y
    } else {
      c.pointee.lack.wide = p
    }
    if TreeJointKind.hasAngle(c.pointee.kind) {
      let t = r.range(c)
      var turn = a.pointee.uw.wide
      if to == nil { turn = t.pointee.lack.wide + turn }
      turn = turn - b.pointee.uw.wide - t.pointee.lever.wide.dot(e)
      let q = t.pointee.k.wide * turn
      if let to {
        to[4].wide = turn
        to[5].wide = q
      } else {
        t.pointee.lack.wide = q
      }
      a.pointee.u.wide = a.pointee.u.wide - q * t.pointee.az.wide
      a.pointee.uw.wide = a.pointee.uw.wide - q * t.pointee.azw.wide
    }
    a.pointee.u.wide = a.pointee.u.wide - (e.x * c.pointee.gainX.wide + e.y * c.pointee.gainY.wide)
    a.pointee.uw.wide = a.pointee.uw.wide - c.pointee.gainW.wide.dot(e)
    if let next = to { to = next + 6 }
    c += 1
  }
}

/// Back from the middle to the leaves: what is held farther in is taken off.
@inline(never)
private func spreadImpulses(_ r: inout TreeRun) {
  let nodes = r.nodes
  let first = r.firstJoint
  var c = r.firstLoop
  let root = r.middle
  root.pointee.p.wide = .zero
  root.pointee.pw.wide = .zero
  if r.isFolded { solveMiddle(&r) }
  root.pointee.v.wide = root.pointee.v.wide + root.pointee.u.wide
  root.pointee.w.wide = root.pointee.w.wide + root.pointee.uw.wide
  while c > first {
    c -= 1
    let a = nodes + Int(c.pointee.a)
    let b = nodes + Int(c.pointee.b)
    let p = a.pointee.p.wide
    let pw = a.pointee.pw.wide
    let gainW = c.pointee.gainW.wide
    var q = c.pointee.lack.wide + LanePoints(c.pointee.gainX.wide.dot(p) + pw * gainW.x, c.pointee.gainY.wide.dot(p) + pw * gainW.y)
    var v = b.pointee.u.wide + (q.x * c.pointee.bx.wide + q.y * c.pointee.by.wide)
    var w = b.pointee.uw.wide + c.pointee.bw.wide.dot(q)
    var torque = Lanes.zero
    let isHinge = TreeJointKind.hasAngle(c.pointee.kind)
    if isHinge {
      let t = r.range(c)
      torque = t.pointee.lack.wide + t.pointee.k.wide * (t.pointee.az.wide.dot(p) + pw * t.pointee.azw.wide)
      t.pointee.impulse.wide = t.pointee.impulse.wide + torque
      q = q - torque * t.pointee.lever.wide
      v = v + torque * t.pointee.bz.wide
      w = w + torque * t.pointee.bzw.wide
    }
    c.pointee.impulse.wide = c.pointee.impulse.wide + q
    a.pointee.p.wide = p - q
    a.pointee.pw.wide = pw - c.pointee.armA.wide.dot(q)
    b.pointee.p.wide = q
    b.pointee.pw.wide = c.pointee.armB.wide.dot(q)
    if isHinge {
      a.pointee.pw.wide = a.pointee.pw.wide - torque
      b.pointee.pw.wide = b.pointee.pw.wide + torque
    }
    b.pointee.v.wide = b.pointee.v.wide + v
    b.pointee.w.wide = b.pointee.w.wide + w
  }
}

/// How many times its mass a body may get. Rows that contradict each other pull with all that masses let them: without a bound
/// these tensions ask for more mass, and the mass for more tension.
private let treeHeaviest = 1e7

/// A tension resists what turns or shifts across it, like a spring along which a body swings. Gives bodies the mass and inertia that they need
/// at least so that the sub-steps can follow (the geometric stiffness of Tournier and others, "Stable Constrained Dynamics", 2015; as a floor of
/// the mass: Andrews, Teichmann and Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017). The first time it chooses
/// what leads anew. True: something changed, and those lanes alone are left active.
@inline(never)
@_optimize(size)
func steadyTree(_ r: inout TreeRun, isFirst: Bool) -> Bool {
  let h = r.h
  let one = Lanes(repeating: 1)
  var n = r.firstNode
  while n < r.nodeEnd {
    n.pointee.stiffness.wide = .zero
    n.pointee.angularStiffness.wide = -n.pointee.moved.wide
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind >= TreeJointKind.spring {
      c += 1
      continue
    }
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    let impulse = c.pointee.impulse.wide
    let u = c.pointee.u.wide
    let pull = h * (TreeJointKind.isSlide(c.pointee.kind) ? u.dot(impulse) * u : impulse).turned
    a.pointee.angularStiffness.wide = a.pointee.angularStiffness.wide - c.pointee.armA.wide.dot(pull)
    b.pointee.angularStiffness.wide = b.pointee.angularStiffness.wide + c.pointee.armB.wide.dot(pull)
    if c.pointee.kind == TreeJointKind.rod {
      let tension = maximum(-c.pointee.u.wide.dot(c.pointee.impulse.wide), Lanes.zero)
      let both = select(b.pointee.invMass.wide .> Lanes.zero, Lanes(repeating: 2), one)
      let across = both * (tension * h / maximum(c.pointee.length.wide, Lanes(repeating: 1e-3)))
      a.pointee.stiffness.wide = a.pointee.stiffness.wide + across
      b.pointee.stiffness.wide = b.pointee.stiffness.wide + across
      a.pointee.angularStiffness.wide = a.pointee.angularStiffness.wide + across * c.pointee.armA.wide.dot(c.pointee.armA.wide)
      b.pointee.angularStiffness.wide = b.pointee.angularStiffness.wide + across * c.pointee.armB.wide.dot(c.pointee.armB.wide)
    }
    c += 1
  }
  if r.isFolded { joinStiffness(&r) }
  let limit = Lanes(repeating: 1.01)
  var found = isFirst && r.bundle.pointee.hasRanges ? settleRanges(&r, RangePhase.again) : Lanes.zero
  n = r.firstNode
  while n < r.firstFixed {
    let isOver =
      (n.pointee.stiffness.wide * n.pointee.invMass.wide .> limit) | (n.pointee.angularStiffness.wide * n.pointee.invInertia.wide .> limit)
    found = select(isOver, one, found)
    n += 1
  }
  r.active = select(r.ofBoth(found) .> Lanes.zero, r.active, Lanes.zero)
  let active = r.active .> Lanes.zero
  if !active.isAny { return false }
  var heavier = Lanes.zero
  let least = Lanes(repeating: 1 / treeHeaviest)
  n = r.firstNode
  while n < r.firstFixed {
    let isLight = active & (n.pointee.stiffness.wide * n.pointee.invMass.wide .> one)
    let light = maximum(one / select(isLight, n.pointee.stiffness.wide, one), least * n.pointee.trueInvMass.wide)
    n.pointee.invMass.wide = select(isLight, light, n.pointee.invMass.wide)
    let isThin = active & (n.pointee.angularStiffness.wide * n.pointee.invInertia.wide .> one)
    let thin = maximum(one / select(isThin, n.pointee.angularStiffness.wide, one), least * n.pointee.trueInvInertia.wide)
    n.pointee.invInertia.wide = select(isThin, thin, n.pointee.invInertia.wide)
    heavier = select(isLight | isThin, one, heavier)
    n += 1
  }
  heavier = r.ofBoth(heavier)
  r.isHeavier = (heavier .> Lanes.zero).isAny
  r.firstNode.pointee.heavy.wide = maximum(r.firstNode.pointee.heavy.wide, heavier)
  // Other masses, another energy.
  let strain = r.firstNode.pointee.strain.wide
  let isHeavy = (heavier .> Lanes.zero) & (strain .< Lanes(repeating: TreeStrain.pulled))
  r.firstNode.pointee.strain.wide = select(isHeavy, Lanes(repeating: TreeStrain.heavy), strain)
  return true
}
