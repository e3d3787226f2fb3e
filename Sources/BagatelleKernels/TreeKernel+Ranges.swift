// Joints of trees with a row that does not always lead: ranges of angles, welds, friction, ropes and slides, four of one shape at once.
// SPDX-License-Identifier: MIT
//
// Such a row leads where the way would go past an edge, or within its friction.
// What then pulls the wrong way is let go and the rest solved again. A row that does not lead answers nothing: its lane is solved
// beside those in which it does. The angle of a hinge follows its point: what is kept of it is the answer while the point holds.
//
// Edge and friction share the row of an angle, so each gives way to the other: friction that slides past an edge in the second look
// becomes that edge, and an edge that pulls becomes friction. What friction holds stays at one angle, as a weld does: contacts move a
// light part before its joints know, and without a place to return to it crept under every push.

/// The row of a joint of each of four trees: along a rope, the angle of B against A, or along a slide.
@frozen public struct TreeRange: BitwiseCopyable {
  /// Edges, of one value where it always leads; the most that friction gives in a second.
  public var from = Four(repeating: -Double.infinity)
  public var to = Four(repeating: Double.infinity)
  public var friction = Four.zero
  /// What is added to the angle.
  public var reference = Four.zero
  /// The value now, and what it should be after the way.
  public var value = Four.zero
  public var wanted = Four.zero
  /// 1 if the row leads, -1 if it did in this solution and was let go, otherwise 0; 1 if it does in the factors. As the last way
  /// ended it is where the next begins: -2 is friction that slides on, -0.5 an edge that would be reached but pulls, 1 friction that
  /// holds, 2 an edge.
  public var leads = Four.zero
  public var factored = Four.zero
  public var kept = Four.zero
  /// The value at which friction holds.
  public var rest = Four.zero
  /// Bounds of the impulse; the impulse of what does not lead.
  public var least = Four.zero
  public var most = Four.zero
  public var given = Four.zero
  /// As of a joint's points.
  public var give = Four.zero
  public var lack = Four.zero
  public var impulse = Four.zero
  public var warm = Four.zero
  public var total = Four.zero
  /// The torque that makes up for a lack, what the point's impulse is for it, and what both do to velocities and rates.
  public var k = Four.zero
  public var lever = FourPoints.zero
  public var az = FourPoints.zero
  public var azw = Four.zero
  public var bz = FourPoints.zero
  public var bzw = Four.zero

  public init() {}
}

/// When rows are chosen: before the way, when it was solved without some of them, and at the end of the sub-step.
enum RangePhase {
  @_transparent static var way: Int32 { 0 }
  @_transparent static var again: Int32 { 1 }
  @_transparent static var end: Int32 { 2 }
}

@_transparent private func squared(_ a: Lanes) -> Lanes { a * a }

/// Whether a row leads on the way: first at the velocity without joints, then such that do not yet at the one that was found.
/// Or at its end, where an edge that was not reached, or that it leaves, does not hold.
@inline(never)
private func chooseRange(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ phase: Int32, isStop: Bool) {
  choose(&r, c, phase, isStop: isStop, isRope: c.pointee.kind == TreeJointKind.rope)
}

/// The same of an angle before the way, and at the end, for which little of it is needed.
@inline(never)
@_optimize(size)
private func chooseAngle(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) {
  choose(&r, c, RangePhase.way, isStop: false, isRope: false)
}
@inline(never)
private func endAngle(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) {
  choose(&r, c, RangePhase.end, isStop: false, isRope: false)
}

@inline(__always)
private func choose(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ phase: Int32, isStop: Bool, isRope: Bool) {
  let t = r.range(c) + (isStop ? 1 : 0)
  let zero = Lanes.zero
  let from = t.pointee.from.wide
  let to = t.pointee.to.wide
  let isAlways = !(from .< to).isAny
  if isAlways && phase == RangePhase.again { return }
  if phase == RangePhase.end {
    t.pointee.given.wide = zero
    if isAlways || !(squared(t.pointee.leads.wide) .> zero).isAny { return }
  }
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  let one = Lanes(repeating: 1)
  let infinite = Lanes(repeating: Double.infinity)
  var value = t.pointee.reference.wide + (b.pointee.angle.wide - a.pointee.angle.wide)
  var rate = b.pointee.w.wide - a.pointee.w.wide
  var impulse = t.pointee.impulse.wide
  t.pointee.give.wide = Lanes(repeating: r.parameters.pointee.give) * (a.pointee.invInertia.wide + b.pointee.invInertia.wide)
  if isRope {
    let u = c.pointee.u.wide
    value = squareRoot(c.pointee.between.wide.dot(c.pointee.between.wide))
    rate = u.dot((b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide) - (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide))
    impulse = u.dot(c.pointee.impulse.wide)
    t.pointee.give.wide = one
  }
  if isStop {
    let along = axis(c)
    value = c.pointee.between.y.wide
    rate = along.dot(
      (b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide) - (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide))
    impulse = along.dot(c.pointee.impulse.wide)
    t.pointee.give.wide = one
  }
  let cap = r.h * c.pointee.speed.wide
  let share = shareTakenBack(&r, c)
  if isAlways {
    t.pointee.given.wide = zero
    t.pointee.value.wide = value
    t.pointee.rest.wide = value
    t.pointee.wanted.wide = value - maximum(minimum(share * (value - t.pointee.to.wide), cap), -cap)
    t.pointee.least.wide = -infinite
    t.pointee.most.wide = infinite
    t.pointee.leads.wide = select(t.pointee.give.wide .> zero, one, zero)
    return
  }
  let least = t.pointee.least.wide
  let most = t.pointee.most.wide
  if phase == RangePhase.end {
    // 1 at the upper edge, -1 at the lower one, 0 for what has none or is friction.
    let side = select(most .> zero, select(least .< zero, zero, -one), select(least .< zero, one, zero))
    let isBeyond =
      (side * (t.pointee.value.wide - t.pointee.wanted.wide))
      .> Lanes(repeating: isRope ? Double.infinity : isStop ? 1e-4 * r.parameters.pointee.scale : 1e-7)
    let acts = (impulse .> zero) | (impulse .< zero)
    let holds = select(acts, select(isBeyond | ((side * rate) .> zero), one, zero), zero)
    let led = squared(t.pointee.leads.wide) .> zero
    t.pointee.leads.wide = t.pointee.leads.wide * select(squared(side) .> zero, holds, one)
    // What it did before the way counts against the friction; what is on its way back has no speed of that left when it arrives.
    let spent = select((most - least) .< infinite, impulse, zero)
    t.pointee.least.wide = select(led, select(isBeyond, -infinite, least - spent), least)
    t.pointee.most.wide = select(led, select(isBeyond, infinite, most - spent), most)
    return
  }
  // Which way it leads past an edge; of both the upper one.
  let friction = r.h * t.pointee.friction.wide
  let tiny = isRope || isStop ? 1e-7 * r.parameters.pointee.scale : 1e-7
  let near = Lanes(repeating: phase == RangePhase.again ? -tiny : tiny)
  let ahead = value + r.h * rate
  let isAbove = ahead .> to - near
  let isDown = ahead .< from + near
  let canLead = t.pointee.give.wide .> zero
  let led = squared(t.pointee.leads.wide)
  let isOpen = phase == RangePhase.again
    ? canLead & ((led .< select(r.active .> zero, one, zero)) | (slides(&r, t) & (isAbove | isDown))) : zero .< one
  // Friction that would drive what slides holds it.
  let drives = (t.pointee.leads.wide .< Lanes(repeating: -1.5)) & ((rate * t.pointee.given.wide) .> zero) & (r.active .> zero)
  if phase == RangePhase.again {
    if !((isOpen & (isAbove | isDown | (led .> zero) | (friction .> zero))) | drives).isAny { return }
  } else if !(isAbove | isDown | (friction .> zero)).isAny {
    t.pointee.value.wide = value
    t.pointee.rest.wide = value
    t.pointee.wanted.wide = value
    t.pointee.least.wide = -friction
    t.pointee.most.wide = friction
    t.pointee.leads.wide = zero
    t.pointee.given.wide = zero
    return
  }
  let isHard = select(from .< to, zero, one) .> zero
  let isUp = isHard | isAbove
  let error = value - select(isUp, to, from)
  let gone = maximum(minimum(share * error, cap), -cap)
  // An edge that is not reached yet is where the way may end.
  let isShort = select(isHard, zero, select(isUp, -error, error)) .> zero
  let isEdge = isUp | isDown
  var leads = select((isEdge | (friction .> zero)) & canLead, one, zero)
  if phase == RangePhase.way { t.pointee.given.wide = zero }
  if phase == RangePhase.way && !isRope {
    let kept = t.pointee.kept.wide
    let slides = select(isEdge, zero, kept) .< Lanes(repeating: -1.5)
    let pulls = squared(select(isEdge, kept, zero) + Lanes(repeating: 0.5)) .< Lanes(repeating: 0.01)
    // What an edge held and is not led there at first is no friction's: the second look finds which it is.
    let held = select(isEdge, zero, kept) .> Lanes(repeating: 1.5)
    leads = leads * select(slides, Lanes(repeating: -2), select(pulls, Lanes(repeating: -0.5), select(held, zero, one)))
    t.pointee.given.wide = select(slides, select(t.pointee.warm.wide .< zero, -friction, friction), zero)
  }
  t.pointee.value.wide = value
  if phase == RangePhase.way {
    // In free flight nothing creeps, and what came back would be work of its own.
    let isFree = flies(a) & flies(b)
    let rubs = select(isHard, zero, select(isFree, zero, friction)) .> zero
    t.pointee.rest.wide = select(rubs & (squared(t.pointee.kept.wide - one) .< Lanes(repeating: 0.01)), t.pointee.rest.wide, value)
  }
  let crept = maximum(minimum(share * (value - t.pointee.rest.wide), cap), -cap)
  t.pointee.wanted.wide = select(isOpen, value - select(isEdge, select(isShort, error, gone), crept), t.pointee.wanted.wide)
  t.pointee.least.wide = select(isOpen, select(isUp, -infinite, select(isDown, zero, -friction)), least)
  t.pointee.most.wide = select(isOpen, select(isHard, infinite, select(isUp, zero, select(isDown, infinite, friction))), most)
  if phase == RangePhase.again {
    let isFound = (isOpen & (leads .> zero)) | drives
    t.pointee.given.wide = select(isFound, zero, t.pointee.given.wide)
    leads = select(isFound, one, t.pointee.leads.wide)
  }
  t.pointee.leads.wide = leads
}

/// What moves touches nothing. (Beside springs one of two bodies may.)
@inline(__always)
private func flies(_ n: UnsafeMutablePointer<JointNode>) -> LaneMask {
  select(n.pointee.invMass.wide .> Lanes.zero, n.pointee.share.wide, Lanes(repeating: 1)) .> Lanes.zero
}

/// Friction that slides, in the lanes that are solved.
@inline(__always)
private func slides(_ r: inout TreeRun, _ t: UnsafeMutablePointer<TreeRange>) -> LaneMask {
  (t.pointee.leads.wide .< Lanes.zero) & isFrictionRow(t) & (r.active .> Lanes.zero)
}

/// Edges have one bound at most.
@inline(__always)
private func isFrictionRow(_ t: UnsafeMutablePointer<TreeRange>) -> LaneMask {
  (t.pointee.most.wide - t.pointee.least.wide) .< Lanes(repeating: Double.infinity)
}

/// Whether a second look may find that the angle of a joint should lead; most stay as they are. As in `chooseRange`.
@inline(__always)
private func mayLead(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) -> Bool {
  let t = r.range(c)
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  let zero = Lanes.zero
  let from = t.pointee.from.wide
  let to = t.pointee.to.wide
  if !(from .< to).isAny { return false }
  let give = Lanes(repeating: r.parameters.pointee.give) * (a.pointee.invInertia.wide + b.pointee.invInertia.wide)
  t.pointee.give.wide = give
  let rate = b.pointee.w.wide - a.pointee.w.wide
  let ahead = t.pointee.value.wide + r.h * rate
  let near = Lanes(repeating: 1e-7)
  let leads = t.pointee.leads.wide
  let led = squared(leads)
  let isActive = r.active .> zero
  let isOpen = (give .> zero) & (led .< select(isActive, Lanes(repeating: 1), zero))
  let drives = (leads .< Lanes(repeating: -1.5)) & ((rate * t.pointee.given.wide) .> zero) & isActive
  let isPast = (give .> zero) & ((ahead .> to + near) | (ahead .< from - near))
  return ((isPast & slides(&r, t)) | (isOpen & (isPast | (led .> zero) | (t.pointee.friction.wide .> zero))) | drives).isAny
}

/// Chooses all rows of ranges of a joint.
@inline(__always)
func chooseRanges(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ phase: Int32) {
  if c.pointee.kind == TreeJointKind.rope {
    chooseRange(&r, c, phase, isStop: false)
  } else if phase == RangePhase.way {
    chooseAngle(&r, c)
  } else {
    endAngle(&r, c)
  }
  if TreeJointKind.isSlide(c.pointee.kind) { chooseRange(&r, c, phase, isStop: true) }
}

/// Starts with what it gave in the last sub-step, if it leads.
@inline(never)
func warmRange(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: inout LanePoints) {
  let t = r.range(c)
  let leads = t.pointee.leads.wide .> Lanes.zero
  if c.pointee.kind == TreeJointKind.rope {
    p = select(leads, p, LanePoints.zero)
    return
  }
  if TreeJointKind.isSlide(c.pointee.kind) {
    let u = c.pointee.u.wide
    p = select(r.range(c)[1].leads.wide .> Lanes.zero, p, u.dot(p) * u)
  }
  let warm = t.pointee.warm.wide
  let slides = t.pointee.leads.wide .< Lanes(repeating: -1.5)
  let q = select(slides, t.pointee.given.wide, select(leads & ((warm - warm) .< Lanes(repeating: 1)), warm, Lanes.zero))
  t.pointee.impulse.wide = q
  turnTree(&r, c, q)
}

/// What the next way begins with.
@inline(__always)
func keepRange(_ t: UnsafeMutablePointer<TreeRange>) {
  t.pointee.warm.wide = t.pointee.impulse.wide
  let leads = t.pointee.leads.wide
  let isOut = squared(leads + Lanes(repeating: 1)) .< Lanes(repeating: 0.01)
  let isFriction = isFrictionRow(t)
  let led = select(leads .> Lanes.zero, select(isFriction, leads, Lanes(repeating: 2)), leads)
  t.pointee.kept.wide = select(isOut, select(isFriction, Lanes(repeating: -2), Lanes(repeating: -0.5)), led)
}

/// Gives both bodies a torque's impulse.
@inline(__always)
func turnTree(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ q: Lanes) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.w.wide = a.pointee.w.wide - a.pointee.invInertia.wide * q
  b.pointee.w.wide = b.pointee.w.wide + b.pointee.invInertia.wide * q
}

/// What the angle lacks after the way, where it leads.
@inline(never)
func lackHinge(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ active: LaneMask) {
  let t = r.range(c)
  let rate = r.nodes[Int(c.pointee.b)].w.wide - r.nodes[Int(c.pointee.a)].w.wide
  let wanted = Lanes(repeating: 1 / r.parameters.pointee.h) * (t.pointee.wanted.wide - t.pointee.value.wide)
  let left = wanted - rate - t.pointee.give.wide * t.pointee.impulse.wide
  t.pointee.lack.wide = select(active, left, Lanes.zero)
}

/// What a rope lacks along its direction: at the working velocity, and by a hundredth of its length at most by the turn of the way.
/// Short ropes that whip about turn too far for more: they took up energy.
@inline(never)
func lackRope(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ between: LanePoints) -> LanePoints {
  let t = r.range(c)
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  let u = c.pointee.u.wide
  let rate = (b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide) - (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide)
  let straight = t.pointee.value.wide + r.h * u.dot(rate)
  let cap = Lanes(repeating: 0.01) * t.pointee.value.wide
  let turn = maximum(minimum(squareRoot(between.dot(between)) - straight, cap), -cap)
  let left = Lanes(repeating: 1 / r.parameters.pointee.h) * (t.pointee.wanted.wide - (straight + turn))
  return select(t.pointee.leads.wide .> Lanes.zero, left * u, LanePoints.zero)
}

/// Across the axis, arms and how far it is from where it should be. The axis goes with the body that has it, and so does the
/// point of that body where the other one's end is: there it is pushed.
@inline(never)
func aimSlide(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) {
  let isRail = c.pointee.kind == TreeJointKind.rail
  let n = r.nodes + Int(isRail ? c.pointee.b : c.pointee.a)
  let between = c.pointee.between.wide
  let local = LanePoints(c.pointee.giveXY.wide, c.pointee.giveYY.wide)
  c.pointee.u.wide = n.pointee.c.wide * local + n.pointee.s.wide * local.turned
  if isRail {
    c.pointee.armB.wide = c.pointee.armB.wide - between.turned
  } else {
    c.pointee.armA.wide = c.pointee.armA.wide + between.turned
  }
  c.pointee.between.wide = LanePoints(c.pointee.u.wide.dot(between), axis(c).dot(between))
}

/// What a slide lacks after the way that takes its ends apart, by the axis as it is then: across, and along where that leads.
@inline(never)
func lackSlide(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ way: LanePoints) -> LanePoints {
  let t = r.range(c) + 1
  let n = r.nodes + Int(c.pointee.kind == TreeJointKind.rail ? c.pointee.b : c.pointee.a)
  let inverseH = Lanes(repeating: 1 / r.parameters.pointee.h)
  let sine = n.pointee.waySine.wide
  let cosine = n.pointee.wayCosine.wide
  let u = c.pointee.u.wide
  let along = axis(c)
  let across = (u + (cosine * u + sine * u.turned)).dot(way)
  let far = (along + (cosine * along + sine * along.turned)).dot(way)
  let left = inverseH * (c.pointee.wanted.x.wide - (c.pointee.between.x.wide + across))
  let short = inverseH * (t.pointee.wanted.wide - (t.pointee.value.wide + far))
  return left * u + select(t.pointee.leads.wide .> Lanes.zero, short, Lanes.zero) * along
}

@inline(__always)
func holdRope(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ k: Lanes) -> Lanes {
  let t = r.range(c)
  t.pointee.factored.wide = maximum(t.pointee.leads.wide, Lanes.zero)
  return select(t.pointee.leads.wide .> Lanes.zero, k, Lanes.zero)
}

/// The angle after the point, in whose gains are the answers of A still.
@inline(never)
func factorHinge(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) {
  let t = r.range(c)
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  if c.pointee.kind < TreeJointKind.spring {
    t.pointee.give.wide = Lanes(repeating: r.parameters.pointee.give) * (a.pointee.invInertia.wide + b.pointee.invInertia.wide)
  }
  let both = c.pointee.gainW.wide + c.pointee.bw.wide
  let lever = LanePoints(
    c.pointee.kxx.wide * both.x + c.pointee.kxy.wide * both.y, c.pointee.kxy.wide * both.x + c.pointee.kyy.wide * both.y)
  let az = LanePoints(a.pointee.xw.wide, a.pointee.yw.wide) - (lever.x * c.pointee.gainX.wide + lever.y * c.pointee.gainY.wide)
  let bz = LanePoints(b.pointee.xw.wide, b.pointee.yw.wide) - (lever.x * c.pointee.bx.wide + lever.y * c.pointee.by.wide)
  let azw = a.pointee.ww.wide - lever.dot(c.pointee.gainW.wide)
  let bzw = b.pointee.ww.wide - lever.dot(c.pointee.bw.wide)
  let leads = t.pointee.leads.wide .> Lanes.zero
  let one = Lanes(repeating: 1)
  let k = select(leads, one / select(leads, t.pointee.give.wide + (azw + bzw), one), Lanes.zero)
  t.pointee.factored.wide = maximum(t.pointee.leads.wide, Lanes.zero)
  t.pointee.k.wide = k
  t.pointee.lever.wide = lever
  t.pointee.az.wide = az
  t.pointee.bz.wide = bz
  t.pointee.azw.wide = azw
  t.pointee.bzw.wide = bzw
}

/// Chooses the rows of the way; later lets go what pulls the wrong way, lets slide what is past its friction, and on the way chooses
/// angles that were left out and lead past an edge. 1 in the lanes where others lead than in the factors.
@inline(never)
@_optimize(size)
func settleRanges(_ r: inout TreeRun, _ phase: Int32) -> Lanes {
  var found = Lanes.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.range >= 0 && c.pointee.kind < TreeJointKind.spring {
      found = maximum(found, settleRange(&r, c, phase, isStop: false))
      if TreeJointKind.isSlide(c.pointee.kind) { found = maximum(found, settleRange(&r, c, phase, isStop: true)) }
    }
    c += 1
  }
  return found
}

@inline(__always)
private func settleRange(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ phase: Int32, isStop: Bool) -> Lanes {
  let t = r.range(c) + (isStop ? 1 : 0)
  let isRope = c.pointee.kind == TreeJointKind.rope
  let before = t.pointee.factored.wide
  if phase == RangePhase.way && !isStop && !isRope {
    chooseAngle(&r, c)
  } else if phase == RangePhase.way || phase == RangePhase.again && !isRope && (isStop || mayLead(&r, c)) {
    chooseRange(&r, c, phase, isStop: isStop)
  }
  if phase != RangePhase.way {
    let row = isRope ? c.pointee.u.wide : axis(c)
    let impulse = isRope || isStop ? row.dot(c.pointee.impulse.wide) : t.pointee.impulse.wide
    let isOut =
      ((impulse .< t.pointee.least.wide) | (impulse .> t.pointee.most.wide)) & (before .> Lanes.zero) & (r.active .> Lanes.zero)
    t.pointee.given.wide = select(
      isOut, maximum(minimum(impulse, t.pointee.most.wide), t.pointee.least.wide), t.pointee.given.wide)
    t.pointee.leads.wide = select(isOut, Lanes(repeating: -1), t.pointee.leads.wide)
    if phase == RangePhase.again && !r.isSolved && !isStop && !isRope {
      let friction = r.h * t.pointee.friction.wide
      let meets = isOut & (select(isFrictionRow(t), Lanes.zero, friction) .> Lanes.zero)
      t.pointee.leads.wide = select(meets, Lanes(repeating: 1), t.pointee.leads.wide)
      t.pointee.factored.wide = select(meets, Lanes(repeating: -1), before) // Another row than in the factors.
      t.pointee.least.wide = select(meets, -friction, t.pointee.least.wide)
      t.pointee.most.wide = select(meets, friction, t.pointee.most.wide)
      t.pointee.wanted.wide = select(meets, t.pointee.value.wide, t.pointee.wanted.wide)
    }
  }
  return changed(t)
}

/// 1 in the lanes where the row leads and did not in the factors, or the other way around.
@inline(__always)
func changed(_ t: UnsafeMutablePointer<TreeRange>) -> Lanes {
  squared(maximum(t.pointee.leads.wide, Lanes.zero) - t.pointee.factored.wide)
}

/// The same at the end of a sub-step; true if something was found, whose lanes are left active.
func settleEnd(_ r: inout TreeRun) -> Bool {
  r.active = select(settleRanges(&r, RangePhase.end) .> Lanes.zero, r.active, Lanes.zero)
  return (r.active .> Lanes.zero).isAny
}

/// The velocity to which what is solved again goes back.
func keepRates(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.movedEnd {
    n.pointee.base.wide = n.pointee.v.wide
    n.pointee.baseW.wide = n.pointee.w.wide
    n += 1
  }
}
