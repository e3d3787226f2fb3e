// Trees that nothing holds: what joints take up before the way, and momentum under more than their mass.
// SPDX-License-Identifier: MIT

/// Who was pushed, thrown or hit since the last sub-step may have rates that its joints do not allow. On the way such are not gone the
/// way they should be: at 1,000 points/s the way took up half of the energy again, or lost a fifth of the angular momentum. If they miss
/// by a point in a sub-step the joints take up the velocities first, as at its end.
@inline(never)
@_optimize(size)
func beginRates(_ r: inout TreeRun) {
  let zero = Lanes.zero
  setTreePoses(&r)
  factorTree(&r, isWay: false, chooses: true)
  var n = r.firstNode
  while n < r.movedEnd {
    n.pointee.v.wide = n.pointee.old.wide
    n.pointee.w.wide = n.pointee.oldW.wide
    n.pointee.base.wide = n.pointee.old.wide
    n.pointee.baseW.wide = n.pointee.oldW.wide
    forget(n)
    n += 1
  }
  stayPut(&r)
  lackTree(&r, isFirst: true)
  var isMissed = missesRates(&r)
  // What touches something is pushed by that in each sub-step.
  n = r.firstNode
  while n < r.firstFixed {
    isMissed = isMissed & (n.pointee.share.wide .> zero)
    n += 1
  }
  isMissed = r.inBoth(isMissed)
  if !isMissed.isAny { return }
  r.active = select(isMissed, Lanes(repeating: 1), zero)
  dropLack(&r)
  for turn in 0..<3 {
    if turn > 0 { lackTree(&r, isFirst: false) }
    solveFactored(&r)
    if !r.bundle.pointee.hasRanges || turn == 2 || !settleEnd(&r) { break }
    factorTree(&r, isWay: false, chooses: false)
    startTreeOver(&r)
    forgetTree(&r)
  }
  n = r.firstNode
  while n < r.movedEnd {
    n.pointee.v.wide = select(isMissed, n.pointee.v.wide, n.pointee.old.wide)
    n.pointee.w.wide = select(isMissed, n.pointee.w.wide, n.pointee.oldW.wide)
    n += 1
  }
  storeTree(&r)
  n = r.firstNode
  while n < r.firstFixed {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.old.wide = row.v
    n.pointee.oldW.wide = row.w
    n += 1
  }
}

/// The lanes in which a point or an angle misses by more than what the way takes up well.
@inline(never)
@_optimize(size)
private func missesRates(_ r: inout TreeRun) -> LaneMask {
  var worst = Lanes.zero
  var turn = Lanes.zero
  // Short rods whip: thrown chains of them would go on to gain a percent of what the joints then leave.
  var whips = Lanes.zero
  let short = Lanes(repeating: TreeStrain.short * r.parameters.pointee.apart)
  var c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind < TreeJointKind.spring {
      if c.pointee.kind == TreeJointKind.rod {
        whips = select(c.pointee.length.wide * c.pointee.length.wide .< short, Lanes(repeating: 1), whips)
      }
      let lack = c.pointee.lack.wide
      let across = c.pointee.u.wide.dot(lack)
      var square = c.pointee.hold.wide * (TreeJointKind.isSlide(c.pointee.kind) ? across * across : lack.dot(lack))
      if c.pointee.range >= 0 {
        let t = r.range(c)
        let leads = t.pointee.leads.wide .> Lanes.zero
        if c.pointee.kind == TreeJointKind.rope { square = select(leads, square, Lanes.zero) }
        if TreeJointKind.hasAngle(c.pointee.kind) {
          turn = maximum(turn, select(leads, t.pointee.lack.wide * t.pointee.lack.wide, Lanes.zero))
        }
      }
      worst = maximum(worst, square)
    }
    c += 1
  }
  worst = greatest(&r, worst)
  whips = r.ofBoth(whips)
  let isWhole = (worst + turn .< Lanes(repeating: mostStored)) & (whips .< Lanes(repeating: 0.5))
  let most = Lanes(repeating: TreeStrain.missed * r.parameters.pointee.apart)
  return isWhole & ((r.h * r.h * worst .> most) | (r.h * r.h * turn .> Lanes(repeating: TreeStrain.missedTurn)))
}

@inline(__always)
func isHeavyAndFree(_ r: inout TreeRun) -> Bool {
  r.firstFixed == r.nodeEnd && (r.firstNode.pointee.heavy.wide .> Lanes.zero).isAny
}

/// Joints that see more than a body's mass move it by less than they move what they pull against it. Of trees that hang on nothing,
/// the whole is moved and turned as if it were rigid until it has the momentum that it had without joints: that changes nothing for them.
@inline(never)
@_optimize(size)
func keepTreeMomentum(_ r: inout TreeRun) {
  if !isHeavyAndFree(&r) { return }
  let zero = Lanes.zero
  let one = Lanes(repeating: 1)
  let origin = r.origin
  var mass = zero
  var moment = LanePoints.zero
  var missed = LanePoints.zero
  var missedTurn = zero
  var inertia = zero
  // What may not turn keeps all of them from turning; and what touches something has its momentum from there too.
  var turns = one
  var isFlying = r.firstNode.pointee.heavy.wide .> zero
  var n = r.firstNode
  while n < r.firstFixed {
    let m = over(one, n.pointee.trueInvMass.wide)
    let i = over(one, n.pointee.trueInvInertia.wide)
    let at = n.pointee.place.wide - origin
    let v = m * (n.pointee.base.wide - n.pointee.v.wide)
    mass = mass + m
    moment = moment + m * at
    missed = missed + v
    missedTurn = missedTurn + (at.turned.dot(v) + i * (n.pointee.baseW.wide - n.pointee.w.wide))
    inertia = inertia + (m * at.dot(at) + i)
    turns = select(i .> zero, turns, zero)
    isFlying = isFlying & (n.pointee.share.wide .> zero)
    n += 1
  }
  if r.isFolded {
    mass = bothOf(mass)
    moment = bothOf(moment)
    missed = bothOf(missed)
    missedTurn = bothOf(missedTurn)
    inertia = bothOf(inertia)
    turns = turns * swapped(turns)
    isFlying = r.inBoth(isFlying)
  }
  let inverse = over(one, mass)
  let center = inverse * moment
  let isOver = isFlying & (mass .> zero)
  let velocity = select(isOver, inverse * missed, .zero)
  let about = select(isOver & (turns .> zero), inertia - mass * center.dot(center), zero)
  let rate = over(missedTurn - center.turned.dot(missed), about)
  n = r.firstNode
  while n < r.firstFixed {
    n.pointee.v.wide = n.pointee.v.wide + (velocity + rate * (n.pointee.place.wide - origin - center).turned)
    n.pointee.w.wide = n.pointee.w.wide + rate
    n += 1
  }
}
