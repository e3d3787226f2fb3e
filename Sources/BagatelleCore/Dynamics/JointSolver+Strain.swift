// Groups that the sparse factors solve, whose joints the way took apart: they gain no energy, as trees do (`World+Strain.swift`).
// SPDX-License-Identifier: MIT

extension World {
  /// Which rigid joints are apart, after a way or, before the first of a step, where somebody moved them.
  @_optimize(size)
  func noteStrains(_ count: Int, _ context: StepContext, _ cause: JointStrain) {
    let apart = StepContext.jointApart * Double(context.scale)
    let nodes = s.pointee.jointWork.bodies.base
    for at in 0..<count where !s.pointee.jointConstraints[at].swept && !s.pointee.jointConstraints[at].isSoft {
      let c = s.pointee.jointConstraints.base + at
      let e = jointErrors(c, nodes[Int(c.pointee.a)].now, nodes[Int(c.pointee.b)].now)
      // The second of a slide is an angle, a lock has its own. Ropes may be shorter.
      let second = c.pointee.kind == .sliding ? 0 : e.1
      let isApart = c.pointee.kind == .limit ? e.0 > apart : c.pointee.kind != .lock && e.0 * e.0 + second * second > apart * apart
      let joint = joints + Int(c.pointee.joint)
      if !isApart {
        joint.pointee.strain = .none
      } else if joint.pointee.strain == .none {
        joint.pointee.strain = cause
      }
    }
  }

  /// The root of the group of a body that moves, and of a constraint.
  @inline(never)
  @_optimize(size)
  private func root(_ n: UnsafeMutablePointer<JointedBody>) -> UnsafeMutablePointer<JointedBody> {
    let root = Int(groupRoot(s.pointee.jointWork.groups.base, n.pointee.at))
    return s.pointee.jointWork.bodies.base + Int(max(s.pointee.jointWork.nodeOf[root], 0))
  }
  @inline(never)
  @_optimize(size)
  private func root(_ c: UnsafeMutablePointer<JointConstraint>) -> UnsafeMutablePointer<JointedBody> {
    let a = s.pointee.jointWork.bodies.base + Int(c.pointee.a)
    return root(a.pointee.trueInvMass > 0 ? a : s.pointee.jointWork.bodies.base + Int(c.pointee.b))
  }

  /// After the way, before the rest of the sub-step: which groups may gain no energy, and what they may have. False: none.
  @_optimize(size)
  func findStrained(_ count: Int) -> Bool {
    let nodes = s.pointee.jointWork.bodies.base
    let end = nodes + s.pointee.jointWork.bodies.count
    var found = false
    for n in nodes..<end { n.pointee.strain = GroupStrain() }
    for n in nodes..<end where n.pointee.trueInvMass > 0 {
      // Other masses, another energy.
      let lightest = 0.999 * n.pointee.answer * n.pointee.trueInvMass
      let thinnest = 0.999 * n.pointee.angularAnswer * n.pointee.trueInvInertia
      if n.pointee.invMass < lightest || n.pointee.invInertia < thinnest {
        root(n).pointee.strain.isStrained = true
        found = true
      }
    }
    for c in s.pointee.jointConstraints.base..<(s.pointee.jointConstraints.base + count) where !c.pointee.swept && !c.pointee.isSoft {
      let strain = joints[Int(c.pointee.joint)].strain
      if strain == .none { continue }
      let root = root(c)
      root.pointee.strain.isStrained = true
      if strain == .pulled { root.pointee.strain.isPulled = true }
      found = true
    }
    if !found { return false }
    for n in nodes..<end where n.pointee.trueInvMass > 0 {
      let state = states + Int(n.pointee.at)
      let way = state.pointee.v.widened
      let w = Double(state.pointee.w)
      // What the way has of contacts is not in the velocity that it began with.
      let old = Vector2(n.pointee.oldX, n.pointee.oldY)
      let given = Vector2(n.pointee.baseX + n.pointee.halfX - n.pointee.vx, n.pointee.baseY + n.pointee.halfY - n.pointee.vy) + way - old
      var most = (old.lengthSquared + 2 * given.dot(way)) / n.pointee.trueInvMass
      if n.pointee.trueInvInertia > 0 {
        let turned = n.pointee.baseW + n.pointee.halfW - n.pointee.w + w - n.pointee.oldW
        most += (n.pointee.oldW * n.pointee.oldW + 2 * turned * w) / n.pointee.trueInvInertia
      }
      root(n).pointee.strain.most += most
      n.pointee.vx = way.x
      n.pointee.vy = way.y
      n.pointee.w = w
    }
    for at in 0..<count where !s.pointee.jointConstraints[at].swept {
      let c = s.pointee.jointConstraints.base + at
      let root = root(c)
      noteAnchor(nodes + Int(c.pointee.a), root)
      noteAnchor(nodes + Int(c.pointee.b), root)
      if !c.pointee.isSoft { continue }
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for row in rows..<(rows + 3) where row.pointee.state == .soft {
        root.pointee.strain.most += (c.pointee.atEnd ? 2 : 4) * row.pointee.impulse * rate(c, row)
      }
    }
    return true
  }

  /// What a constraint is tied to, if it is not moved by it. An anchor that moves does work.
  @inline(never)
  @_optimize(size)
  private func noteAnchor(_ n: UnsafeMutablePointer<JointedBody>, _ root: UnsafeMutablePointer<JointedBody>) {
    if n.pointee.trueInvMass > 0 { return }
    root.pointee.strain.isTied = true
    let at = Int(n.pointee.at)
    if at >= 0 && (states[at].v != .zero || states[at].w != 0) { root.pointee.strain.isPulled = true }
  }

  /// At the end of a sub-step: takes what is over from how the parts of a group move against each other.
  @_optimize(size)
  func boundStrained() {
    let nodes = s.pointee.jointWork.bodies.base
    let end = nodes + s.pointee.jointWork.bodies.count
    for n in nodes..<end where n.pointee.trueInvMass > 0 {
      let root = root(n)
      let place = Vector2(n.pointee.now.x, n.pointee.now.y)
      // The first of a group lends it its place.
      if root.pointee.strain.motion.isEmpty { root.pointee.strain.motion.origin = place }
      root.pointee.strain.motion.add(
        n.pointee.trueInvMass, n.pointee.trueInvInertia, at: place, Vector2(n.pointee.vx, n.pointee.vy), n.pointee.w)
    }
    for n in nodes..<end where n.pointee.strain.isStrained && !n.pointee.strain.isPulled {
      n.pointee.strain.motion.bound(n.pointee.strain.most, isFree: !n.pointee.strain.isTied)
    }
    for n in nodes..<end where n.pointee.trueInvMass > 0 {
      let (v, w) = root(n).pointee.strain.motion.bounded(
        at: Vector2(n.pointee.now.x, n.pointee.now.y), Vector2(n.pointee.vx, n.pointee.vy), n.pointee.w)
      n.pointee.vx = v.x
      n.pointee.vy = v.y
      n.pointee.w = w
    }
  }
}

/// How a group of joined bodies moves, all together and its parts against each other.
struct GroupMotion: BitwiseCopyable {
  /// Places count from it.
  var origin = Vector2.zero
  private var mass = 0.0
  private var momentum = Vector2.zero
  private var moment = Vector2.zero
  private var turn = 0.0
  private var inertia = 0.0
  /// Twice the energy.
  private var energy = 0.0
  /// Then the motion that stays, and how much of the rest does.
  private var velocity = Vector2.zero
  private var center = Vector2.zero
  private var rate = 0.0
  private var keep = 1.0

  var isEmpty: Bool { mass == 0 }

  @inline(never)
  @_optimize(size)
  mutating func add(_ invMass: Double, _ invInertia: Double, at place: Vector2, _ v: Vector2, _ w: Double) {
    let r = place - origin
    if invMass > 0 {
      let m = 1 / invMass
      mass += m
      momentum = momentum + m * v
      moment = moment + m * r
      turn += m * r.cross(v)
      inertia += m * r.lengthSquared
      energy += m * v.lengthSquared
    }
    if invInertia > 0 {
      turn += w / invInertia
      inertia += 1 / invInertia
      energy += w * w / invInertia
    }
  }

  /// No more than twice an energy. What hangs on nothing goes on as a whole.
  @inline(never)
  @_optimize(size)
  mutating func bound(_ most: Double, isFree: Bool) {
    if !(energy > most && mass > 0) { return }
    var least = 0.0
    if isFree {
      velocity = (1 / mass) * momentum
      center = (1 / mass) * moment
      let about = inertia - mass * center.lengthSquared
      rate = about > 0 ? (turn - mass * center.cross(velocity)) / about : 0
      least = mass * velocity.lengthSquared + about * rate * rate
    }
    keep = energy > least ? squareRoot(max(most - least, 0) / (energy - least)) : 1
  }

  @inline(never)
  @_optimize(size)
  func bounded(at place: Vector2, _ v: Vector2, _ w: Double) -> (Vector2, Double) {
    let r = place - origin - center
    let whole = Vector2(velocity.x - rate * r.y, velocity.y + rate * r.x)
    return (whole + keep * (v - whole), rate + keep * (w - rate))
  }
}
