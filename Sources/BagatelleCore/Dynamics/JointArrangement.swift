// Which joints of awake bodies hang together, and how each of them is solved: found once, and again when something changed.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// More loops than this are swept.
  private static var loopLimit: Int32 { 8 }
  /// More loops times bodies too: each row of a loop keeps what the whole tree answers, here 28 MB.
  private static var loopBodies: Int32 { 32_768 }
  /// Share of the row mass from which on springs count as stiff beside such that are taken at the end.
  static var stiffShare: Double { 0.5 }

  /// To be called before joints, bodies that they hold, the list of awake bodies or settings change.
  func noteJointsChanged() {
    // Also when nothing is arranged any more: what was kept in a step that ended the arrangement is still to be written.
    writeNetsBack()
    s.pointee.jointWork.isArranged = false
  }

  /// Groups, nets and trees, unless they still hold. `again`: bodies that were marked go into trees. False: no memory, nothing is
  /// arranged.
  @_optimize(size)
  func arrangeJoints(_ context: StepContext, again: Bool = false) -> Bool {
    let moved = s.pointee.jointWork.endsMoved
    s.pointee.jointWork.endsMoved = false
    if s.pointee.jointWork.isArranged {
      if moved {
        moveTreeEnds()
        moveNetEnds()
      }
      return true
    }
    clearSprings()
    let awakeCount = s.pointee.awake.count
    s.pointee.jointWork.nets.edges.count = 0
    s.pointee.jointWork.undamped.count = 0
    guard s.pointee.jointWork.putBackOf.resize(awakeCount), s.pointee.jointWork.groups.resize(awakeCount),
      s.pointee.jointWork.nets.edges.reserve(Int(s.pointee.jointCount))
    else { return false }
    // A body of a tree may be away from its reference; if it is in none any more, it needs a rotation that says so.
    for at in 0..<awakeCount where states[at].turned != 0 {
      let turned = states[at].turned
      states[at].q = Rotation(c: 1 - 0.5 * turned * turned, s: turned)
    }
    findGroups(keepsMarks: again)
    let groups = s.pointee.jointWork.groups.base
    s.pointee.jointWork.trees.edges.count = 0
    for at in 0..<awakeCount {
      let root = groups + Int(groupRoot(groups, Int32(at)))
      if groups[at].isJoined { root.pointee.isJoined = true }
      root.pointee.bodies += 1
    }
    for at in 0..<awakeCount {
      let body = bodies + Int(s.pointee.awake[at])
      body.pointee.flags &= ~BodyFlag.held
      var edge = body.pointee.firstJoint
      while edge >= 0 {
        let index = edge >> 1
        let joint = joints + Int(index)
        let isA = edge & 1 == 0
        edge = isA ? joint.pointee.nextA : joint.pointee.nextB
        if joint.pointee.isRigid { body.pointee.flags |= BodyFlag.held }
        // Taken from side A, or from B when A does not move or moves only as it is told.
        let bodyA = bodies + Int(joint.pointee.bodyA)
        let isFromB =
          joint.pointee.bodyB >= 0 && bodies[Int(joint.pointee.bodyB)].awake >= 0
          && (bodyA.pointee.awake < 0 || !(bodyA.pointee.invMass > 0) && bodies[Int(joint.pointee.bodyB)].invMass > 0)
        if isA == isFromB { continue }
        let a = movingAt(joint.pointee.bodyA)
        let b = movingAt(joint.pointee.bodyB)
        if a < 0 && b < 0 { // of two that move as they are told, or one and the world
          joint.pointee.reaction = JointReaction()
          continue
        }
        if joint.pointee.kind == .distance && joint.pointee.frequency > 0 { measureLevers(joint) }
        if joint.pointee.frequency > 0 && joint.pointee.kind == .distance && joint.pointee.damping < 0.01 {
          joint.pointee.isMidway = false
          guard s.pointee.jointWork.undamped.append(index) else { return false }
        }
        let group = groups[Int(groupRoot(groups, max(a, b)))]
        let loops = group.loops + 1
        if !group.isJoined { continue } // Springs of one body to what does not move.
        if loops > World.loopLimit || loops > 0 && group.bodies > World.loopBodies / loops {
          addNetEdge(index)
          continue
        }
        guard s.pointee.jointWork.trees.edges.append(treeEdge(index, a, b)) else { return false }
      }
    }
    guard arrangeNets(context), arrangeTrees() else { return false }
    s.pointee.jointWork.isArranged = true
    return true
  }

  /// A joint of bodies that hang together with few loops.
  @_optimize(size)
  private func treeEdge(_ index: Int32, _ a: Int32, _ b: Int32) -> TreeEdge {
    let joint = joints + Int(index)
    let isSoft = joint.pointee.kind == .distance && joint.pointee.frequency > 0
    let shortest = isSoft ? 0.75 * s.pointee.settings.lengthScale : 1e-9
    let isPoint = joint.pointee.length < shortest
    let kind: Int32
    switch joint.pointee.kind {
    case .limit: kind = TreeJointKind.rope
    // The axis is that of its second body.
    case .sliding, .lock: kind = TreeJointKind.rail
    case .snap: kind = TreeJointKind.snap
    case .distance:
      kind = isSoft ? (isPoint ? TreeJointKind.softPoint : TreeJointKind.spring) : isPoint ? TreeJointKind.point : TreeJointKind.rod
    default:
      kind = joint.pointee.hasAngle ? TreeJointKind.hinge : TreeJointKind.point
    }
    var edge = TreeEdge(joint: index, a: a, b: b, kind: kind)
    if a < 0 { edge.turn() }
    return edge
  }

  /// The awake index of a body that moves, or -1.
  func movingAt(_ body: Int32) -> Int32 { body >= 0 && bodies[Int(body)].invMass > 0 ? bodies[Int(body)].awake : none }

  /// Joins awake bodies that move into groups and counts their loops.
  @_optimize(size)
  private func findGroups(keepsMarks: Bool) {
    let groups = s.pointee.jointWork.groups.base
    for at in 0..<s.pointee.awake.count {
      groups[at] = JointGroup()
      groups[at].parent = Int32(at)
    }
    s.pointee.jointWork.hasTethers = false
    for at in 0..<s.pointee.awake.count {
      let body = bodies + Int(s.pointee.awake[at])
      if !keepsMarks { body.pointee.flags &= ~BodyFlag.inTree }
      if body.pointee.flags & BodyFlag.inTree != 0 { groups[at].isJoined = true }
      var edge = body.pointee.firstJoint
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let isA = edge & 1 == 0
        edge = isA ? joint.pointee.nextA : joint.pointee.nextB
        let other = isA ? joint.pointee.bodyB : joint.pointee.bodyA
        let otherAt = other >= 0 ? bodies[Int(other)].awake : none
        let moves = body.pointee.invMass > 0
        if otherAt >= 0 && bodies[Int(other)].invMass > 0 {
          if !isA || !moves { continue }
          let x = groupRoot(groups, Int32(at))
          let y = groupRoot(groups, otherAt)
          if x == y {
            groups[Int(x)].loops += 1
          } else {
            groups[Int(max(x, y))].parent = min(x, y)
            groups[Int(min(x, y))].loops += groups[Int(max(x, y))].loops + 1
          }
          groups[at].isJoined = true
          continue
        }
        if joint.pointee.frequency > 0 { s.pointee.jointWork.hasTethers = true } else if moves { groups[at].isJoined = true }
        if moves && joint.pointee.kind != .snap && joint.pointee.kind != .lock && joint.pointee.frequency == 0 {
          // Ties of one body fill in among themselves; a few do no harm.
          groups[at].ties += 1
          if groups[at].ties > 4 { groups[Int(groupRoot(groups, Int32(at)))].loops += 1 }
        }
      }
    }
  }

  @inline(__always)
  func groupRoot(_ groups: UnsafeMutablePointer<JointGroup>, _ start: Int32) -> Int32 {
    assert(start >= 0 && Int(start) < s.pointee.awake.count, "only what moves and is awake is in a group")
    var at = start
    while groups[Int(at)].parent != at {
      groups[Int(at)].parent = groups[Int(groups[Int(at)].parent)].parent
      at = groups[Int(at)].parent
    }
    return at
  }
}
