// Attachments and snaps: making, changing and removing them.
// SPDX-License-Identifier: MIT

extension World {
  private func takeJoint() -> Int32? {
    let index: Int32
    if s.pointee.freeJoint >= 0 {
      index = s.pointee.freeJoint
    } else {
      index = Int32(s.pointee.joints.count)
      guard s.pointee.joints.append(Joint()) else { return nil }
    }
    guard s.pointee.jointConstraints.reserve(Int(s.pointee.jointCount) + 1) else {
      if s.pointee.freeJoint != index { s.pointee.joints.count -= 1 }
      return nil
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
  public func addDistance(_ def: DistanceDef) -> Int32 {
    guard let index = takeJoint() else { return none }
    joints[Int(index)].kind = .distance
    joints[Int(index)].bodyA = def.bodyA
    joints[Int(index)].bodyB = def.bodyB
    link(index)
    setDistance(index, def)
    wake(def.bodyA)
    if def.bodyB >= 0 { wake(def.bodyB) }
    return index
  }

  /// Changes everything but the bodies.
  public func setDistance(_ index: Int32, _ def: DistanceDef) {
    let joint = joints + Int(index)
    joint.pointee.offsetA = def.offsetA
    joint.pointee.offsetB = def.offsetB
    joint.pointee.anchor = def.anchor
    joint.pointee.length = Float(def.length)
    if Float(def.frequency) != joint.pointee.frequency { joint.pointee.impulse = .zero }
    joint.pointee.frequency = Float(def.frequency)
    joint.pointee.spring = SpringFactors(
      frequency: def.frequency, ratio: def.damping, h: s.pointee.stepSeconds / Double(s.pointee.substeps))
    joint.pointee.collideConnected = def.collideConnected
    placeJointEnds(index)
    if def.bodyB >= 0 {
      // Whether the two may touch is looked at anew in the next step.
      bodies[Int(def.bodyA)].flags |= BodyFlag.refilter
      bodies[Int(def.bodyB)].flags |= BodyFlag.refilter
      noteMoved(def.bodyA)
    }
  }

  /// Adds a snap and wakes its body. -1: no memory.
  public func addSnap(_ def: SnapDef) -> Int32 {
    guard let index = takeJoint() else { return none }
    joints[Int(index)].kind = .snap
    joints[Int(index)].bodyA = def.body
    link(index)
    setSnap(index, def)
    wake(def.body)
    return index
  }

  public func setSnap(_ index: Int32, _ def: SnapDef) {
    let joint = joints + Int(index)
    joint.pointee.anchor = def.point
    joint.pointee.frequency = Float(def.frequency)
    joint.pointee.spring = SpringFactors(
      frequency: def.frequency, ratio: def.ratio, h: s.pointee.stepSeconds / Double(s.pointee.substeps))
    placeJointEnds(index)
  }

  /// Removes a joint and wakes its bodies.
  public func removeJoint(_ index: Int32) {
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
    let joint = joints + Int(index)
    joint.pointee.localA = joint.pointee.offsetA.narrowed - bodies[Int(joint.pointee.bodyA)].localCenter
    if joint.pointee.bodyB >= 0 {
      joint.pointee.localB = joint.pointee.offsetB.narrowed - bodies[Int(joint.pointee.bodyB)].localCenter
    }
  }
}
