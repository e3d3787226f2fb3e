// What hangs on one pin or rod to something that does not move, four at once and in registers.
// SPDX-License-Identifier: MIT
//
// What `TreeKernel.swift` does of trees of any shape, in the same order of operations (zeros that are added keep the sign of zero), so
// with the same bits; explanations are there. Only what the next sub-step begins with is kept in memory. Where the body needs more mass,
// or its joint is strained, the other way is taken from the start. The copy for processors without AVX2 does without it, for its size.

#if BGT_AVX2
  /// The velocity of the body, and the impulse of the joint.
  private struct SingleMotion {
    var v: LanePoints
    var w: Lanes
    var impulse: LanePoints
  }

  extension TreeRun {
    @inline(__always)
    fileprivate var isSingle: Bool {
      let c = firstJoint
      let kind = c.pointee.kind
      return c + 1 == jointEnd && nodeEnd == firstNode + 2 && movedEnd == firstNode + 1 && c.pointee.range < 0
        && (kind == TreeJointKind.point || kind == TreeJointKind.rod)
    }
  }

  /// Arms and factors at the present pose, as `factorTree`.
  @inline(never)
  @_optimize(size)
  private func factorSingle(_ r: inout TreeRun, isRod: Bool) {
    setTreePoses(&r)
    let c = r.firstJoint
    let a = r.firstNode
    let b = a + 1
    let zero = Lanes.zero
    let rA = a.pointee.c.wide * c.pointee.localA.wide + a.pointee.s.wide * c.pointee.localA.wide.turned
    let rB = b.pointee.c.wide * c.pointee.localB.wide + b.pointee.s.wide * c.pointee.localB.wide.turned
    let arm = rA.turned
    let between = (b.pointee.place.wide - a.pointee.place.wide) + (rB - rA)
    let m = a.pointee.invMass.wide
    let i = a.pointee.invInertia.wide
    let give = Lanes(repeating: r.parameters.pointee.give) * (m + b.pointee.invMass.wide)
    c.pointee.armA.wide = arm
    c.pointee.armB.wide = rB.turned
    c.pointee.between.wide = between
    c.pointee.give.wide = give
    let x = LanePoints(m + arm.x * zero, zero + arm.x * zero)
    let y = LanePoints(zero + arm.y * zero, m + arm.y * zero)
    let w = LanePoints(zero + i * arm.x, zero + i * arm.y)
    let pxx = (x.x + w.x * arm.x) + zero
    let pxy = (x.y + w.x * arm.y) + zero
    let pyy = (y.y + w.y * arm.y) + zero
    let one = Lanes(repeating: 1)
    var kxx: Lanes
    var kxy: Lanes
    var kyy: Lanes
    if isRod {
      let u = direction(between)
      c.pointee.u.wide = u
      let k = one / (give + ((pxx * u.x + pxy * u.y) * u.x + (pxy * u.x + pyy * u.y) * u.y))
      kxx = (k * u.x) * u.x
      kxy = (k * u.x) * u.y
      kyy = (k * u.y) * u.y
    } else {
      kxx = pyy + give
      kyy = pxx + give
      let k = one / (kyy * kxx - pxy * pxy)
      kxx = k * kxx
      kxy = -(k * pxy)
      kyy = k * kyy
    }
    c.pointee.kxx.wide = kxx
    c.pointee.kxy.wide = kxy
    c.pointee.kyy.wide = kyy
    c.pointee.gainX.wide = kxx * x + kxy * y
    c.pointee.gainY.wide = kxy * x + kyy * y
    c.pointee.gainW.wide = LanePoints(kxx * w.x + kxy * w.y, kxy * w.x + kyy * w.y)
  }

  /// As `solveFactored`.
  @inline(__always)
  private func solveLack(_ c: UnsafeMutablePointer<TreeJoint>, _ motion: inout SingleMotion, _ lack: LanePoints) {
    let none = LanePoints.zero
    let e = lack + none
    let gainX = c.pointee.gainX.wide
    let gainY = c.pointee.gainY.wide
    let gainW = c.pointee.gainW.wide
    motion.v = motion.v + (none - (e.x * gainX + e.y * gainY))
    motion.w = motion.w + (none.x - gainW.dot(e))
    let p = LanePoints(
      e.x * c.pointee.kxx.wide + e.y * c.pointee.kxy.wide, e.x * c.pointee.kxy.wide + e.y * c.pointee.kyy.wide)
    motion.impulse = motion.impulse + (p + LanePoints(gainX.dot(none) + none.x * gainW.x, gainY.dot(none) + none.x * gainW.y))
  }

  /// As `solveTree`. False: it is not for this bundle, or not in this sub-step.
  @_optimize(size)
  func solveSingle(_ r: inout TreeRun) -> Bool {
    if !r.isSingle { return false }
    let c = r.firstJoint
    let n = r.firstNode
    let isRod = c.pointee.kind == TreeJointKind.rod
    if !r.bundle.pointee.isFactored { factorSingle(&r, isRod: isRod) }
    let h = r.h
    let zero = Lanes.zero
    let one = Lanes(repeating: 1)
    let row = gatherLanes(r.states, rows(n))
    var half = LanePoints.zero
    var halfW = zero
    if r.bundle.pointee.hasHalves {
      let share = n.pointee.share.wide
      let takes = share .> zero
      half = select(takes, share * (row.v - n.pointee.old.wide), half)
      halfW = select(takes, share * (row.w - n.pointee.oldW.wide), halfW)
    }
    n.pointee.half.wide = half
    n.pointee.halfW.wide = halfW
    let between = c.pointee.between.wide
    let u = c.pointee.u.wide
    let arm = c.pointee.armA.wide
    let invMass = n.pointee.invMass.wide
    let invInertia = n.pointee.invInertia.wide
    let cap = h * c.pointee.speed.wide
    let length = isRod ? squareRoot(between.dot(between)) - c.pointee.length.wide : zero
    let error = isRod ? LanePoints(length, length) : between
    let share = shareTakenBack(&r, c)
    let wanted = LanePoints(
      error.x - maximum(minimum(share * error.x, cap), -cap), error.y - maximum(minimum(share * error.y, cap), -cap))
    var motion = SingleMotion(v: row.v - half, w: row.w - halfW, impulse: isRod ? u.dot(c.pointee.warm.wide) * u : c.pointee.warm.wide)
    n.pointee.base.wide = motion.v
    n.pointee.baseW.wide = motion.w
    motion.v = motion.v - invMass * motion.impulse
    motion.w = motion.w - invInertia * arm.dot(motion.impulse)
    var strain = n.pointee.strain.wide
    let isPulled =
      (maximum(zero, apartSquared(c)) .> Lanes(repeating: r.parameters.pointee.apart)) & (strain .< Lanes(repeating: TreeStrain.pulled))
    strain = select(isPulled, Lanes(repeating: TreeStrain.pulled), strain)
    let inverseH = Lanes(repeating: 1 / r.parameters.pointee.h)
    let tolerance = toleranceOfWay(&r)
    var before = Lanes(repeating: Double.infinity)
    var left = zero
    var active = one
    var pass = 0
    while pass < 5 {
      let angle = h * motion.w
      var (sine, cosine) = wayTurn(angle)
      if pass == 0 {
        let isFar = maximum(angle, -angle) .> Lanes(repeating: 0.1)
        sine = select(isFar, angle, sine)
        cosine = select(isFar, zero, cosine)
      }
      let between = between + (LanePoints.zero - (h * motion.v + sine * arm - cosine * arm.turned))
      var lack = inverseH * (wanted - between)
      if isRod { lack = (inverseH * (wanted.x - (squareRoot(between.dot(between)) - c.pointee.length.wide))) * u }
      lack = lack - c.pointee.give.wide * motion.impulse
      let worst = Lanes(repeating: r.parameters.pointee.h / r.parameters.pointee.scale) * squareRoot(maximum(lack.dot(lack), zero))
      if pass == 1 && (worst .> Lanes(repeating: treeWild)).isAny { return false }
      if pass > 0 {
        left = select(active .> zero, worst, left)
        active = select((worst .< tolerance) | (worst .> Lanes(repeating: 0.5) * before), zero, active)
        if !(active .> zero).isAny { break }
        lack = select(active .> zero, lack, LanePoints.zero)
        before = worst
      }
      solveLack(c, &motion, lack)
      if pass > 0 {
        active = select(worst .< Lanes(repeating: treeNear), zero, active)
        if !(active .> zero).isAny { break }
      } else {
        // As in `steadyTree`.
        var stiffness = zero
        var angular = -n.pointee.moved.wide - arm.dot(h * motion.impulse.turned)
        if isRod {
          stiffness = maximum(-u.dot(motion.impulse), zero) * h / maximum(c.pointee.length.wide, Lanes(repeating: 1e-3))
          angular = angular + stiffness * arm.dot(arm)
        }
        let limit = Lanes(repeating: 1.01)
        if ((stiffness * invMass .> limit) | (angular * invInertia .> limit)).isAny { return false }
      }
      pass += 1
    }
    let isLost = (left .> Lanes(repeating: treeLost)) & (strain .< Lanes(repeating: TreeStrain.pulled))
    n.pointee.strain.wide = isRod ? strain : select(isLost, Lanes(repeating: TreeStrain.heavy), strain)
    c.pointee.warm.wide = motion.impulse
    storeSingle(&r, motion, row)
    return true
  }

  @inline(__always)
  private func storeSingle(_ r: inout TreeRun, _ motion: SingleMotion, _ row: LaneRows) {
    let c = r.firstJoint
    let n = r.firstNode
    n.pointee.v.wide = motion.v
    n.pointee.w.wide = motion.w
    c.pointee.impulse.wide = motion.impulse
    c.pointee.total.wide = c.pointee.total.wide + motion.impulse
    storeMotion(r.states, rows(n), motion.v, select(n.pointee.invInertia.wide .> Lanes.zero, motion.w, row.w), row.turned)
  }

  /// As `finishTree`, of what is not strained.
  @_optimize(size)
  func finishSingle(_ r: inout TreeRun) -> Bool {
    let n = r.firstNode
    if !r.isSingle || (n.pointee.strain.wide .> Lanes(repeating: TreeStrain.pulled)).isAny { return false }
    let c = r.firstJoint
    let isRod = c.pointee.kind == TreeJointKind.rod
    factorSingle(&r, isRod: isRod)
    let row = gatherLanes(r.states, rows(n))
    var motion = SingleMotion(v: row.v + n.pointee.half.wide, w: row.w + n.pointee.halfW.wide, impulse: .zero)
    let square = apartSquared(c)
    let isWhole = maximum(Lanes.zero, square) .< Lanes(repeating: r.parameters.pointee.apart)
    noteStrain(&r, isWhole & (square - square .< Lanes(repeating: 1)))
    var lack = motion.v + motion.w * c.pointee.armA.wide
    if isRod { lack = lack.dot(c.pointee.u.wide) * c.pointee.u.wide }
    solveLack(c, &motion, lack)
    storeSingle(&r, motion, row)
    return true
  }
#endif
