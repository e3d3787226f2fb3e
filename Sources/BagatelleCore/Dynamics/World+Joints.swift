// Attachments and snaps: making, changing and removing them.
// SPDX-License-Identifier: MIT

extension World {
  @_optimize(size)
  private func takeJoint() -> Int32? {
    noteJointsChanged()
    let index: Int32
    if s.pointee.freeJoint >= 0 {
      index = s.pointee.freeJoint
    } else {
      index = Int32(s.pointee.joints.count)
      guard s.pointee.joints.append(Joint()) else { return nil }
    }
    if s.pointee.freeJoint == index { s.pointee.freeJoint = joints[Int(index)].nextFree }
    joints[Int(index)] = Joint()
    s.pointee.jointCount += 1
    return index
  }

  private func link(_ index: Int32) {
    let a = joints[Int(index)].bodyA
    let b = joints[Int(index)].bodyB
    let firstA = bodies[Int(a)].firstJoint
    joints[Int(index)].nextA = firstA
    if firstA >= 0 { setPrevious(firstA, index * 2) }
    bodies[Int(a)].firstJoint = index * 2
    if b >= 0 {
      let firstB = bodies[Int(b)].firstJoint
      joints[Int(index)].nextB = firstB
      if firstB >= 0 { setPrevious(firstB, index * 2 + 1) }
      bodies[Int(b)].firstJoint = index * 2 + 1
    }
  }

  private func setPrevious(_ edge: Int32, _ value: Int32) {
    if edge & 1 == 0 {
      joints[Int(edge >> 1)].previousA = value
    } else {
      joints[Int(edge >> 1)].previousB = value
    }
  }

  private func unlink(_ edge: Int32, body: Int32) {
    let joint = joints[Int(edge >> 1)]
    let next = edge & 1 == 0 ? joint.nextA : joint.nextB
    let previous = edge & 1 == 0 ? joint.previousA : joint.previousB
    if previous < 0 {
      bodies[Int(body)].firstJoint = next
    } else if previous & 1 == 0 {
      joints[Int(previous >> 1)].nextA = next
    } else {
      joints[Int(previous >> 1)].nextB = next
    }
    if next >= 0 { setPrevious(next, previous) }
  }

  /// Adds a distance attachment and wakes its bodies. -1: no memory.
  @export(interface)
  public func addDistance(_ def: DistanceDef) -> Int32 { addJoint(general(def)) }

  private func general(_ def: DistanceDef) -> JointDef {
    var out = JointDef()
    out.bodyA = def.bodyA
    out.bodyB = def.bodyB
    out.offsetA = def.offsetA
    out.offsetB = def.offsetB
    out.anchor = def.anchor
    out.length = def.length
    out.frequency = def.frequency
    out.damping = def.damping
    out.collideConnected = def.collideConnected
    return out
  }

  /// Adds a snap and wakes its body. -1: no memory.
  @export(interface)
  public func addSnap(_ def: SnapDef) -> Int32 { addJoint(general(def)) }

  private func general(_ def: SnapDef) -> JointDef {
    var out = JointDef()
    out.kind = .snap
    out.bodyA = def.body
    out.anchor = def.point
    out.frequency = def.frequency
    out.damping = def.ratio
    return out
  }

  /// Adds a joint and wakes its bodies. -1: no memory.
  ///
  /// What is rigid keeps the pose its bodies have now.
  @_optimize(size)
  @export(interface)
  public func addJoint(_ def: JointDef) -> Int32 {
    // Listing every joint as broken must never need memory.
    guard s.pointee.jointWork.broken.reserve(s.pointee.jointWork.broken.count + Int(s.pointee.jointCount) + 1),
      let index = takeJoint()
    else { return none }
    let joint = joints + Int(index)
    joint.pointee.kind = def.kind
    joint.pointee.bodyA = def.bodyA
    joint.pointee.bodyB = def.bodyB
    link(index)
    let a = bodies[Int(def.bodyA)]
    joint.pointee.anchor = def.anchor
    joint.pointee.reference = a.angle
    if def.bodyB >= 0 { joint.pointee.reference -= bodies[Int(def.bodyB)].angle }
    switch def.kind {
    case .fixed, .pin, .sliding:
      joint.pointee.offsetA = localOffset(def.bodyA, def.anchor)
      if def.bodyB >= 0 { joint.pointee.offsetB = localOffset(def.bodyB, def.anchor) }
      let length = def.axis.length
      var axis = length > 0 ? (1 / length) * def.axis : Vector2(1, 0)
      if def.bodyB >= 0 {
        let (sine, cosine) = Elementary.sinCos(bodies[Int(def.bodyB)].angle)
        axis = Vector2(cosine * axis.x + sine * axis.y, cosine * axis.y - sine * axis.x)
      }
      joint.pointee.axis = axis
    default: break
    }
    setJoint(index, def)
    if def.kind == .distance { noteLevers(joint) }
    wake(def.bodyA)
    if def.bodyB >= 0 { wake(def.bodyB) }
    rebase(def.bodyA)
    if def.bodyB >= 0 { rebase(def.bodyB) }
    return index
  }

  /// Motion of a jointed body counts from the start of each step.
  private func rebase(_ index: Int32) {
    setReference(&bodies[Int(index)])
    noteFresh(index)
  }

  /// A point of the reference frame in an item's frame, from its center.
  private func localOffset(_ index: Int32, _ point: Vector2) -> Vector2 {
    let center = self.center(index)
    let (sine, cosine) = Elementary.sinCos(bodies[Int(index)].angle)
    let x = point.x - center.x
    let y = point.y - center.y
    return Vector2(cosine * x + sine * y, cosine * y - sine * x)
  }

  /// 1 N m at 150 points per meter, in our mass of 10 000 points² at density 1.
  private static var torqueUnit: Double { 50_625 }

  /// Changes everything but the kind, the bodies, and the pose that rigid kinds keep; of these the anchor moves when the
  /// other side is the world.
  @export(interface)
  public func setJoint(_ index: Int32, _ def: JointDef) {
    noteJointsChanged()
    let joint = joints + Int(index)
    switch def.kind {
    case .distance, .limit, .snap:
      joint.pointee.offsetA = def.offsetA
      joint.pointee.offsetB = def.offsetB
    default: break
    }
    joint.pointee.anchor = def.anchor
    joint.pointee.length = def.length
    joint.pointee.frequency = def.frequency
    joint.pointee.damping = def.damping
    joint.pointee.rangeFrom = def.rangeFrom
    joint.pointee.rangeTo = def.rangeTo
    joint.pointee.frictionTorque = def.frictionTorque * World.torqueUnit
    joint.pointee.locksX = def.locksX
    joint.pointee.locksY = def.locksY
    joint.pointee.breakForce = def.breakForce
    joint.pointee.data = def.data
    let refilters = joint.pointee.collideConnected != def.collideConnected || joint.pointee.mark == none
    joint.pointee.mark = 0
    joint.pointee.collideConnected = def.collideConnected
    placeJointEnds(index)
    if refilters { lookAtPair(joint.pointee) }
  }

  // MARK: One value of a joint, which acts from the next step on. Nothing wakes.

  @export(interface)
  public func setJointAnchor(_ index: Int32, _ anchor: Vector2) {
    joints[Int(index)].anchor = anchor
    if joints[Int(index)].bodyB >= 0 { return }
    // What a hand draws moves in each step: lanes are kept.
    joints[Int(index)].localB = anchor
    s.pointee.jointWork.endsMoved = true
  }
  @export(interface)
  public func setJointLength(_ index: Int32, _ length: Double) {
    let joint = joints + Int(index)
    let wasPoint = isPoint(joint)
    joint.pointee.length = length
    // So may what winds a rope up, unless it becomes a point or ceases to be one.
    if joint.pointee.kind != .limit && (wasPoint || isPoint(joint)) { noteJointsChanged() }
    s.pointee.jointWork.endsMoved = true
    s.pointee.jointWork.keepsSprings = false
  }
  @export(interface)
  public func setJointFrequency(_ index: Int32, _ frequency: Double) {
    noteJointsChanged()
    joints[Int(index)].frequency = frequency
  }
  @export(interface)
  public func setJointDamping(_ index: Int32, _ ratio: Double) {
    noteJointsChanged()
    joints[Int(index)].damping = ratio
  }
  @export(interface)
  public func setJointRange(_ index: Int32, from: Double, to: Double) {
    noteJointsChanged()
    joints[Int(index)].rangeFrom = from
    joints[Int(index)].rangeTo = to
  }
  /// A body with joints was turned by hand: where friction held is no more.
  func forgetRests() { s.pointee.jointWork.forgetsRests = true }
  /// In N m, as of a definition.
  @export(interface)
  public func setJointFrictionTorque(_ index: Int32, _ torque: Double) {
    noteJointsChanged()
    joints[Int(index)].frictionTorque = torque * World.torqueUnit
  }
  @export(interface)
  public func setJointBreakForce(_ index: Int32, _ force: Double) {
    noteJointsChanged()
    joints[Int(index)].breakForce = force
  }
  @export(interface)
  public func setJointCollides(_ index: Int32, _ collides: Bool) {
    noteJointsChanged()
    joints[Int(index)].collideConnected = collides
    lookAtPair(joints[Int(index)])
  }

  /// Whether the two bodies of a joint may touch is looked at anew in the next step.
  private func lookAtPair(_ joint: Joint) {
    if joint.bodyB < 0 { return }
    bodies[Int(joint.bodyA)].flags |= BodyFlag.refilter
    bodies[Int(joint.bodyB)].flags |= BodyFlag.refilter
    noteMoved(joint.bodyA)
  }

  /// What a joint did to its first body in the latest step; nothing while it sleeps, and where it had no finite answer.
  @export(interface)
  public func jointReaction(_ index: Int32) -> JointReaction {
    writeNetsBack()
    let joint = joints[Int(index)]
    let isAwake =
      bodies[Int(joint.bodyA)].awake >= 0 || (joint.bodyB >= 0 && bodies[Int(joint.bodyB)].awake >= 0)
    // Of what was torn it may be no number.
    let isFinite = joint.reaction.force.x.isFinite && joint.reaction.force.y.isFinite && joint.reaction.torque.isFinite
    return isFinite && (isAwake || bodies[Int(joint.bodyA)].flags & BodyFlag.anchored == 0) ? joint.reaction : JointReaction()
  }

  /// Caller's data of the joints that broke in this tick, in the order of their breaking. They are removed already.
  public var brokenJoints: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: s.pointee.jointWork.broken.base, count: s.pointee.jointWork.broken.count)
  }

  /// How far a pin has turned (radians) or a sliding joint has moved (points) since it was added; 0 of others.
  @export(interface)
  @_optimize(size)
  public func jointCoordinate(_ index: Int32) -> Double {
    let joint = joints[Int(index)]
    let a = bodies[Int(joint.bodyA)]
    var pose = Pose()
    if joint.bodyB >= 0 {
      let b = bodies[Int(joint.bodyB)]
      pose = Pose(x: b.x, y: b.y, angle: b.angle)
    }
    switch joint.kind {
    case .pin: return a.angle - pose.angle - joint.reference
    case .sliding:
      let end = Pose(x: a.x, y: a.y, angle: a.angle)
      let rA = end.apply(joint.localA)
      let rB = pose.apply(joint.localB)
      return pose.apply(joint.axis).dot(Vector2(a.x + rA.x - pose.x - rB.x, a.y + rA.y - pose.y - rB.y))
    default: return 0
    }
  }

  /// Removes a joint and wakes its bodies.
  @export(interface)
  @_optimize(size)
  public func removeJoint(_ index: Int32) {
    noteJointsChanged()
    let joint = joints[Int(index)]
    wake(joint.bodyA)
    if joint.bodyB >= 0 { wake(joint.bodyB) }
    unlink(index * 2, body: joint.bodyA)
    if joint.bodyB >= 0 {
      unlink(index * 2 + 1, body: joint.bodyB)
      noteMoved(joint.bodyA)
    }
    joints[Int(index)] = Joint()
    joints[Int(index)].nextFree = s.pointee.freeJoint
    s.pointee.freeJoint = index
    s.pointee.jointCount -= 1
  }

  /// Takes the ends from the offsets, which count from the items' centers, to the centers of mass.
  func placeJointEnds(_ index: Int32) {
    noteJointsChanged()
    let joint = joints + Int(index)
    let a = bodies[Int(joint.pointee.bodyA)].localCenter.widened
    // A lock holds the center of mass.
    joint.pointee.localA = joint.pointee.kind == .lock ? Vector2(0, 0) : joint.pointee.offsetA - a
    if joint.pointee.bodyB >= 0 {
      joint.pointee.localB = joint.pointee.offsetB - bodies[Int(joint.pointee.bodyB)].localCenter.widened
    } else {
      joint.pointee.localB = joint.pointee.anchor
    }
  }
}
