// Trees and chains of joints, four trees of one shape at once: what a sub-step does. Compiled twice.
// SPDX-License-Identifier: MIT
//
// The equations are those of `JointSolver.swift`, solved without a matrix in time and memory linear in the joints
// (`TreeKernel+Factors.swift`). Each lane is a tree of its own, whose numbers depend on no other lane. Directions and factors of
// the projection after the way are those of the next sub-step before its way, unless there are springs, which act in mid-way.

/// A bundle while it is solved.
struct TreeRun {
  let bundle: UnsafeMutablePointer<TreeBundle>
  let nodes: UnsafeMutablePointer<JointNode>
  let joints: UnsafeMutablePointer<TreeJoint>
  let ranges: UnsafeMutablePointer<TreeRange>
  let matrices: UnsafeMutablePointer<Four>
  let states: UnsafeMutableRawPointer
  let parameters: UnsafePointer<TreeParameters>
  /// Lanes that are solved: 1, otherwise 0.
  var active = Lanes(repeating: 1)
  /// Rows of joints that close loops may lead: springs do on the way alone.
  var hasLoops = true
  /// Masses are no longer those of the factors.
  var isHeavier = false
  /// The projection is made once more, after hits at the end of a step: what acts smoothly has been given.
  var isAgain = false
  /// It was made so just before: poses and factors are known.
  var isOnceMore = false
  /// The look at rows is for the next sub-step alone.
  var isSolved = false

  @inline(__always) var h: Lanes { Lanes(repeating: parameters.pointee.h) }
  @inline(__always) var firstNode: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.node) }
  @inline(__always) var firstFixed: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.fixed) }
  @inline(__always) var nodeEnd: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.nodeEnd) }
  /// What lies behind it stays where the step began.
  @inline(__always) var movedEnd: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.movedEnd) }
  @inline(__always) var firstJoint: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.joint) }
  @inline(__always) var jointEnd: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.jointEnd) }
  @inline(__always) func range(_ c: UnsafeMutablePointer<TreeJoint>) -> UnsafeMutablePointer<TreeRange> { ranges + Int(c.pointee.range) }
}

/// The share of a joint's error that comes back in a sub-step. Where parts rest on something that is what contacts press against, a spring
/// that nothing damps (docs/log/physics-attachments.md): little.
@inline(__always)
func shareTakenBack(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) -> Lanes {
  let rests = r.nodes[Int(c.pointee.a)].share.wide .< Lanes.zero
  return select(rests, Lanes(repeating: r.parameters.pointee.restingShare), Lanes(repeating: r.parameters.pointee.share))
}

@_transparent
func rows(_ n: UnsafeMutablePointer<JointNode>) -> UnsafePointer<Int32> {
  UnsafeRawPointer(n).assumingMemoryBound(to: Int32.self)
}

/// A solution is good when no more is left of it, in points, and needs not be looked at again when less was left before: that leaves
/// a hundredth of it. Where loops are closed, or bodies touch something, as much may be left at once.
private let treeTolerance = 1e-6
private let loopTolerance = 1e-4
let treeNear = 1e-2
/// Where more was left when a tree was last looked at, it gains no energy in this step (`TreeStrain`).
let treeLost = 1e-3
/// Where more was left of the first solution, the way is asked how much energy it takes.
let treeWild = 0.1

@inline(__always)
func toleranceOfWay(_ r: inout TreeRun) -> Lanes {
  let loop = Lanes(repeating: loopTolerance)
  let flies = r.firstNode.pointee.share.wide .> Lanes.zero
  return r.bundle.pointee.loopRows > 0 ? loop : select(flies, Lanes(repeating: treeTolerance), loop)
}

/// Before the velocities take up what acts on them.
func beginTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.movedEnd {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.old.wide = row.v
    n.pointee.oldW.wide = row.w
    n += 1
  }
  if r.bundle.pointee.beginsFactored { beginRates(&r) }
}

/// What does not move has no velocity, whatever impulses that are no numbers made of it.
@inline(__always)
func stayPut(_ r: inout TreeRun) {
  var n = r.movedEnd
  while n < r.nodeEnd {
    n.pointee.v.wide = .zero
    n.pointee.w.wide = .zero
    n += 1
  }
}

/// The impulses of a sub-step before the way.
@_optimize(size)
func solveTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.movedEnd {
    let row = gatherLanes(r.states, rows(n))
    var half = LanePoints.zero
    var halfW = Lanes.zero
    if r.bundle.pointee.hasHalves {
      // Of who takes none the velocity before may be an old one.
      let share = n.pointee.share.wide
      let takes = share .> Lanes.zero
      half = select(takes, share * (row.v - n.pointee.old.wide), half)
      halfW = select(takes, share * (row.w - n.pointee.oldW.wide), halfW)
    }
    n.pointee.half.wide = half
    n.pointee.halfW.wide = halfW
    n.pointee.base.wide = row.v - half
    n.pointee.baseW.wide = row.w - halfW
    n.pointee.v.wide = n.pointee.base.wide
    n.pointee.w.wide = n.pointee.baseW.wide
    n += 1
  }
  stayPut(&r)
  if !r.bundle.pointee.isFactored || r.bundle.pointee.hasSoftTree {
    setTreePoses(&r)
    factorTree(&r, isWay: true, chooses: true)
  } else if r.bundle.pointee.hasRanges && (settleRanges(&r, RangePhase.way) .> Lanes.zero).isAny {
    factorTree(&r, isWay: true, chooses: false)
  } else if r.bundle.pointee.hasSoft {
    factorLoops(&r, isWay: true)
  }
  let one = Lanes(repeating: 1)
  var apart = Lanes.zero
  var hasRods = false
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.impulse.wide = .zero
    if c.pointee.kind < TreeJointKind.spring {
      apart = maximum(apart, apartSquared(c))
      let cap = r.h * c.pointee.speed.wide
      let isRod = c.pointee.kind >= TreeJointKind.rod
      if isRod { hasRods = true }
      let u = c.pointee.u.wide
      let length = isRod ? squareRoot(c.pointee.between.wide.dot(c.pointee.between.wide)) - c.pointee.length.wide : Lanes.zero
      let error = isRod ? LanePoints(length, length) : c.pointee.between.wide
      let share = shareTakenBack(&r, c)
      c.pointee.wanted.wide = LanePoints(
        error.x - maximum(minimum(share * error.x, cap), -cap), error.y - maximum(minimum(share * error.y, cap), -cap))
      // It starts with what it gave in the last sub-step.
      var p = isRod ? u.dot(c.pointee.warm.wide) * u : c.pointee.warm.wide
      if c.pointee.range >= 0 { warmRange(&r, c, &p) }
      c.pointee.impulse.wide = p
      pushTree(&r, c, p)
    } else if c.pointee.range >= 0 {
      r.range(c).pointee.impulse.wide = .zero
    }
    c += 1
  }
  if r.isFolded {
    joinMiddle(&r)
    apart = greatest(&r, apart)
  }
  let strain = r.firstNode.pointee.strain.wide
  let isPulled = (apart .> Lanes(repeating: r.parameters.pointee.apart)) & (strain .< Lanes(repeating: TreeStrain.pulled))
  r.firstNode.pointee.strain.wide = select(isPulled, Lanes(repeating: TreeStrain.pulled), strain)
  // What swings too fast gets more mass and is solved again.
  r.active = one
  for turn in 0..<4 {
    if r.bundle.pointee.hasRigid { aimTree(&r, isFirst: true) } else { forgetTree(&r) }
    _ = measureTree(&r)
    solveFactored(&r)
    if turn == 3 || !r.bundle.pointee.hasRigid || !steadyTree(&r, isFirst: turn == 0) {
      if turn > 0 && r.bundle.pointee.hasRanges {
        // With what then should lead or not the next sub-step begins. Lanes that were not solved again find what they found.
        r.active = one
        r.isSolved = true
        _ = settleRanges(&r, RangePhase.again)
        r.isSolved = false
      }
      break
    }
    factorTree(&r, isWay: true, chooses: false)
    startTreeOver(&r)
  }
  // Directions stay those of the start; the errors after the way go to what is wanted.
  if r.bundle.pointee.hasRigid {
    r.active = one
    let tolerance = toleranceOfWay(&r)
    var before = Lanes(repeating: Double.infinity)
    var left = Lanes.zero
    var first = Lanes.zero
    for turn in 0..<4 {
      aimTree(&r, isFirst: false)
      let worst = measureTree(&r)
      if turn == 0 { first = worst }
      // At the tip of a whip the directions turn too far for this: what does not get better stays as it is.
      left = select(r.active .> Lanes.zero, worst, left)
      let isGood = (worst .< tolerance) | (worst .> Lanes(repeating: 0.5) * before)
      r.active = select(isGood, Lanes.zero, r.active)
      if !(r.active .> Lanes.zero).isAny { break }
      if (r.active .< one).isAny { dropLack(&r) }
      before = worst
      solveFactored(&r)
      r.active = select(worst .< Lanes(repeating: treeNear), Lanes.zero, r.active)
      if !(r.active .> Lanes.zero).isAny { break }
    }
    // Where a long arm is drawn straight a body turns around within a sub-step, and no way leads there. (Short rods whip so often
    // that a bound for each would draw them out.)
    let strain = r.firstNode.pointee.strain.wide
    let isLost = (left .> Lanes(repeating: treeLost)) & (strain .< Lanes(repeating: TreeStrain.pulled))
    if !hasRods { r.firstNode.pointee.strain.wide = select(isLost, Lanes(repeating: TreeStrain.heavy), strain) }
    if (first .> Lanes(repeating: treeWild)).isAny { boundWay(&r, first) }
    keepTreeMomentum(&r)
  }
  c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind < TreeJointKind.spring { c.pointee.warm.wide = c.pointee.impulse.wide }
    if c.pointee.range >= 0 {
      keepRange(r.range(c))
      if TreeJointKind.isSlide(c.pointee.kind) { keepRange(r.range(c) + 1) }
    }
    c += 1
  }
  storeTree(&r)
}

/// Where bodies turn about each other at arms that are many times as long as they are, no way may lead where the joints would hold, and what
/// was found instead throws them off. A way with far more energy than the velocities before it, and those at which errors come back and anchors
/// move, is not gone: they move on as they did, and the joints take up their velocities after it.
@inline(never)
@_optimize(size)
private func boundWay(_ r: inout TreeRun, _ first: Lanes) {
  let zero = Lanes.zero
  var free = zero
  // Twice what springs do on the way is no more than half of what they hold, wherever it leads.
  var work = zero
  var c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind < TreeJointKind.spring {
      free = maximum(free, c.pointee.speed.wide * c.pointee.speed.wide)
    } else {
      let a = r.nodes + Int(c.pointee.a)
      let b = r.nodes + Int(c.pointee.b)
      let rate = (b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide) - (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide)
      work = work + maximum(rate.dot(c.pointee.impulse.wide), zero)
      if c.pointee.range >= 0 {
        work = work + maximum((b.pointee.w.wide - a.pointee.w.wide) * r.range(c).pointee.impulse.wide, zero)
      }
    }
    c += 1
  }
  free = greatest(&r, free)
  var ends = zero
  var n = r.firstFixed
  while n < r.movedEnd {
    let w = n.pointee.w.wide
    ends = ends + n.pointee.v.wide.dot(n.pointee.v.wide) + select(w * w .> zero, Lanes(repeating: Double.infinity), zero)
    n += 1
  }
  free = free + r.ofBoth(ends)
  var before = work + work
  var after = zero
  n = r.firstNode
  while n < r.firstFixed {
    let base = n.pointee.base.wide
    let baseW = n.pointee.baseW.wide
    let v = n.pointee.v.wide
    let w = n.pointee.w.wide
    before = before + over(base.dot(base) + free, n.pointee.trueInvMass.wide) + over(baseW * baseW, n.pointee.trueInvInertia.wide)
    after = after + over(v.dot(v), n.pointee.trueInvMass.wide) + over(w * w, n.pointee.trueInvInertia.wide)
    n += 1
  }
  before = r.ofBoth(before)
  after = r.ofBoth(after)
  let isGone = (first .< Lanes(repeating: treeWild)) | (after .< Lanes(repeating: 1.5) * before)
  n = r.firstNode
  while n < r.firstFixed {
    n.pointee.v.wide = select(isGone, n.pointee.v.wide, n.pointee.base.wide)
    n.pointee.w.wide = select(isGone, n.pointee.w.wide, n.pointee.baseW.wide)
    n += 1
  }
  c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.impulse.wide = select(isGone, c.pointee.impulse.wide, .zero)
    if c.pointee.range >= 0 {
      let t = r.range(c)
      t.pointee.impulse.wide = select(isGone, t.pointee.impulse.wide, zero)
      if TreeJointKind.isSlide(c.pointee.kind) { (t + 1).pointee.impulse.wide = select(isGone, (t + 1).pointee.impulse.wide, zero) }
    }
    c += 1
  }
  let strain = r.firstNode.pointee.strain.wide
  r.firstNode.pointee.strain.wide = select(isGone, strain, maximum(strain, Lanes(repeating: TreeStrain.heavy)))
}

/// The second half of what acts smoothly and of springs, and the projection at the new place.
@_optimize(size)
func finishTree(_ r: inout TreeRun) {
  // Soft joints alone, beside contacts: all was before the way.
  if !r.bundle.pointee.hasRigid && (r.isAgain || !r.bundle.pointee.hasHalves && !r.bundle.pointee.hasAgain) { return }
  let share = Lanes(repeating: r.isAgain ? 0 : 1)
  let isTorn = r.firstNode.pointee.strain.wide .> Lanes(repeating: TreeStrain.pulled)
  let isBound = r.bundle.pointee.hasRigid && !r.isAgain && isTorn.isAny
  let most = isBound ? energyBefore(&r) : Lanes.zero
  var n = r.firstNode
  while n < r.movedEnd {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.v.wide = row.v + share * n.pointee.half.wide
    n.pointee.w.wide = row.w + share * n.pointee.halfW.wide
    forget(n)
    n += 1
  }
  stayPut(&r)
  var c = r.firstJoint
  if r.bundle.pointee.hasSoft && !r.isAgain {
    while c < r.jointEnd {
      if c.pointee.kind >= TreeJointKind.spring {
        let p = c.pointee.again.wide * c.pointee.impulse.wide
        c.pointee.total.wide = c.pointee.total.wide + p
        pushTree(&r, c, p)
        if c.pointee.range >= 0 {
          let t = r.range(c)
          let q = c.pointee.again.wide * t.pointee.impulse.wide
          t.pointee.total.wide = t.pointee.total.wide + q
          turnTree(&r, c, q)
        }
      }
      c += 1
    }
  }
  if r.bundle.pointee.hasRigid {
    if !r.isOnceMore || r.bundle.pointee.hasRanges {
      setTreePoses(&r)
      factorTree(&r, isWay: false, chooses: true)
    }
    if r.bundle.pointee.hasRanges || isHeavyAndFree(&r) { keepRates(&r) }
    for turn in 0..<3 {
      lackTree(&r, isFirst: turn == 0)
      if turn == 0 && !r.isAgain { noteStrain(&r) }
      solveFactored(&r)
      if !r.bundle.pointee.hasRanges || turn == 2 || !settleEnd(&r) { break }
      factorTree(&r, isWay: false, chooses: false)
      startTreeOver(&r)
      forgetTree(&r)
    }
    keepTreeMomentum(&r)
  } else {
    c = r.firstJoint
    while c < r.jointEnd {
      c.pointee.impulse.wide = .zero
      if c.pointee.range >= 0 { r.range(c).pointee.impulse.wide = .zero }
      c += 1
    }
  }
  if isBound { keepEnergy(&r, isTorn, most) }
  storeTree(&r)
}

/// Takes what is over twice an energy from the velocities against the anchors; what hangs on nothing goes on as a whole, and that is taken
/// from how its parts move against each other. Of what nothing moves all is kept.
@inline(never)
@_optimize(size)
private func keepEnergy(_ r: inout TreeRun, _ isTorn: LaneMask, _ most: Lanes) {
  let energy = energyAfter(&r)
  let isOver = isTorn & (energy .> most)
  if !isOver.isAny { return }
  let zero = Lanes.zero
  let one = Lanes(repeating: 1)
  let origin = r.origin
  var velocity = r.firstNode.pointee.frame.wide
  var center = LanePoints.zero
  var rate = zero
  var least = zero
  if r.firstFixed == r.nodeEnd {
    var mass = zero
    var momentum = LanePoints.zero
    var moment = LanePoints.zero
    var turn = zero
    var inertia = zero
    var n = r.firstNode
    while n < r.firstFixed {
      let m = over(one, n.pointee.trueInvMass.wide)
      let i = over(one, n.pointee.trueInvInertia.wide)
      let at = n.pointee.place.wide - origin
      let v = n.pointee.v.wide
      mass = mass + m
      momentum = momentum + m * v
      moment = moment + m * at
      turn = turn + (m * at.turned.dot(v) + i * n.pointee.w.wide)
      inertia = inertia + (m * at.dot(at) + i)
      n += 1
    }
    if r.isFolded {
      mass = bothOf(mass)
      momentum = bothOf(momentum)
      moment = bothOf(moment)
      turn = bothOf(turn)
      inertia = bothOf(inertia)
    }
    let inverse = over(one, mass)
    velocity = inverse * momentum
    center = inverse * moment
    let about = inertia - mass * center.dot(center)
    rate = over(turn - mass * center.turned.dot(velocity), about)
    least = mass * velocity.dot(velocity) + about * rate * rate
  }
  let isMore = isOver & (energy .> least)
  let keep = select(isMore, squareRoot(maximum(most - least, zero) / select(isMore, energy - least, one)), one)
  var n = r.firstNode
  while n < r.firstFixed {
    let whole = velocity + rate * (n.pointee.place.wide - origin - center).turned
    let v = n.pointee.v.wide
    let w = n.pointee.w.wide
    n.pointee.v.wide = select(isMore & (n.pointee.trueInvMass.wide .> zero), whole + keep * (v - whole), v)
    n.pointee.w.wide = select(isMore & (n.pointee.trueInvInertia.wide .> zero), rate + keep * (w - rate), w)
    n += 1
  }
}

/// Twice the energy before the sub-step in the frame of the anchors, and what all but rigid joints did along its way.
@inline(never)
@_optimize(size)
private func energyBefore(_ r: inout TreeRun) -> Lanes {
  let frame = r.firstNode.pointee.frame.wide
  let two = Lanes(repeating: 2)
  var sum = r.firstNode.pointee.most.wide
  var n = r.firstNode
  while n < r.firstFixed {
    let row = gatherLanes(r.states, rows(n))
    // What the way has of contacts is not in the velocity that it began with.
    let old = n.pointee.old.wide
    let given = n.pointee.base.wide + n.pointee.half.wide + (row.v - n.pointee.v.wide) - old
    let oldW = n.pointee.oldW.wide
    let turned = n.pointee.baseW.wide + n.pointee.halfW.wide + (row.w - n.pointee.w.wide) - oldW
    let before = old - frame
    sum = sum + over(before.dot(before) + two * given.dot(row.v - frame), n.pointee.trueInvMass.wide)
    sum = sum + over(oldW * oldW + two * (turned * row.w), n.pointee.trueInvInertia.wide)
    n += 1
  }
  return r.ofBoth(sum)
}

@inline(never)
@_optimize(size)
private func energyAfter(_ r: inout TreeRun) -> Lanes {
  let frame = r.firstNode.pointee.frame.wide
  var sum = Lanes.zero
  var n = r.firstNode
  while n < r.firstFixed {
    let v = n.pointee.v.wide - frame
    let w = n.pointee.w.wide
    sum = sum + over(v.dot(v), n.pointee.trueInvMass.wide) + over(w * w, n.pointee.trueInvInertia.wide)
    n += 1
  }
  return r.ofBoth(sum)
}

/// 0 of what nothing moves.
@inline(__always)
func over(_ square: Lanes, _ inverse: Lanes) -> Lanes {
  select(inverse .> Lanes.zero, square / inverse, Lanes.zero)
}

/// What the joints lack at the end of a sub-step, in lanes that are solved; no impulses yet.
@inline(never)
func lackTree(_ r: inout TreeRun, isFirst: Bool) {
  let active = r.active .> Lanes.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    var lack =
      (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide) - (b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide)
    if c.pointee.kind >= TreeJointKind.rod { lack = lack.dot(c.pointee.u.wide) * c.pointee.u.wide }
    if c.pointee.kind >= TreeJointKind.spring { lack = .zero }
    if isFirst { c.pointee.impulse.wide = .zero }
    if c.pointee.range >= 0 {
      let t = r.range(c)
      t.pointee.lack.wide = select(active, a.pointee.w.wide - b.pointee.w.wide, Lanes.zero)
      if isFirst { t.pointee.impulse.wide = .zero }
    }
    c.pointee.lack.wide = isFirst ? lack : select(active, lack, LanePoints.zero)
    c += 1
  }
}

/// Whether the ends of the joints are together.
@inline(__always)
private func noteStrain(_ r: inout TreeRun) {
  var apart = Lanes.zero
  // 0, or what is not finite: that is put back with the errors that it had.
  var lost = Lanes.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind < TreeJointKind.spring {
      let square = apartSquared(c)
      apart = maximum(apart, square)
      lost = lost + (square - square)
    }
    c += 1
  }
  apart = greatest(&r, apart)
  lost = r.ofBoth(lost)
  noteStrain(&r, (apart .< Lanes(repeating: r.parameters.pointee.apart)) & (lost .< Lanes(repeating: 1)))
}

/// How the joints hold after the way.
@inline(__always)
func noteStrain(_ r: inout TreeRun, _ isWhole: LaneMask) {
  let strain = r.firstNode.pointee.strain.wide
  let torn = Lanes(repeating: TreeStrain.torn)
  let heavy = Lanes(repeating: TreeStrain.heavy)
  let light = select(isWhole, Lanes.zero, select(strain .> Lanes.zero, strain, torn))
  r.firstNode.pointee.strain.wide = select(strain .> torn, select(isWhole, heavy, heavy + torn), light)
}

/// Square of how far the ends of a rigid joint are apart; of a slide across it.
@inline(never)
func apartSquared(_ c: UnsafeMutablePointer<TreeJoint>) -> Lanes {
  let between = c.pointee.between.wide
  if TreeJointKind.isSlide(c.pointee.kind) { return between.x * between.x }
  let square = c.pointee.hold.wide * between.dot(between)
  if c.pointee.kind < TreeJointKind.rod { return square }
  let longer = squareRoot(square) - c.pointee.length.wide
  let error = c.pointee.kind == TreeJointKind.rope ? maximum(longer, Lanes.zero) : longer
  return c.pointee.hold.wide * (error * error)
}

@inline(never)
func forgetTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.movedEnd {
    forget(n)
    n += 1
  }
}

/// Gives both bodies an impulse at a joint.
@inline(__always)
func pushTree(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: LanePoints) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.v.wide = a.pointee.v.wide - a.pointee.invMass.wide * p
  a.pointee.w.wide = a.pointee.w.wide - a.pointee.invInertia.wide * c.pointee.armA.wide.dot(p)
  b.pointee.v.wide = b.pointee.v.wide + b.pointee.invMass.wide * p
  b.pointee.w.wide = b.pointee.w.wide + b.pointee.invInertia.wide * c.pointee.armB.wide.dot(p)
}

/// Velocities to the bodies. Where attachments have no finite answer, or one of far more than any speed, the body stops: within the
/// sub-step contacts would pass it on to all that touches.
@inline(__always)
func storeMotion(_ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ v: LanePoints, _ w: Lanes, _ turned: F4) {
  let isWhole = v.dot(v) + w * w .< Lanes(repeating: mostStored)
  scatterLanes(states, index, select(isWhole, v, .zero), select(isWhole, w, Lanes.zero), turned)
}

/// The square of four times the greatest speed.
@_transparent public var mostStored: Double { 1.6e11 }

/// Velocities to the bodies; impulses to the sums of the step.
@inline(never)
func storeTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.firstFixed {
    let row = gatherLanes(r.states, rows(n))
    let w = select(n.pointee.invInertia.wide .> Lanes.zero, n.pointee.w.wide, row.w)
    storeMotion(r.states, rows(n), n.pointee.v.wide, w, row.turned)
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.total.wide = c.pointee.total.wide + c.pointee.impulse.wide
    if c.pointee.range >= 0 { r.range(c).pointee.total.wide = r.range(c).pointee.total.wide + r.range(c).pointee.impulse.wide }
    c += 1
  }
}

/// Poses by what the bodies moved in this step; the first time those too of what does not.
@inline(never)
func setTreePoses(_ r: inout TreeRun) {
  let end = r.bundle.pointee.isFactored ? r.movedEnd : r.nodeEnd
  var n = r.firstNode
  while n < end {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.place.wide = n.pointee.start.wide + row.shift
    let turned = wide(row.turned)
    n.pointee.angle.wide = n.pointee.startAngle.wide + turned
    let (sine, cosine) = wayTurn(turned)
    n.pointee.c.wide = n.pointee.startC.wide + (cosine * n.pointee.startC.wide - sine * n.pointee.startS.wide)
    n.pointee.s.wide = n.pointee.startS.wide + (cosine * n.pointee.startS.wide + sine * n.pointee.startC.wide)
    n += 1
  }
}
