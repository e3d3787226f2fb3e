// Which joints of awake bodies hang together, and how each of them is solved: found once, and again when something changed.
// SPDX-License-Identifier: MIT
import BagatelleKernels

/// A joint that is in no lane.
struct SingleJoint: BitwiseCopyable {
  var joint: Int32
  /// The body it was found at: an awake index.
  var at: Int32
  /// Part of many loops.
  var swept: Bool
}

extension World {
  /// More loops than this are swept.
  private static var loopLimit: Int32 { 8 }
  /// Trees with more loops times bodies are left to the sparse factors: each row of a loop takes a solution of the whole tree.
  private static var loopBodies: Int32 { 128 }
  /// Share of the row mass from which on springs count as stiff beside such that are taken at the end.
  static var stiffShare: Double { 0.5 }

  /// To be called before joints, bodies that they hold, the list of awake bodies or settings change.
  func noteJointsChanged() {
    // Also when nothing is arranged any more: what was kept in a step that ended the arrangement is still to be written.
    writeNetsBack()
    s.pointee.jointWork.isArranged = false
  }

  /// Groups, nets, trees and single joints, unless they still hold. False: no memory, nothing is arranged.
  @_optimize(size)
  func arrangeJoints(_ context: StepContext) -> Bool {
    if s.pointee.jointWork.isArranged { return true }
    clearSprings()
    let awakeCount = s.pointee.awake.count
    s.pointee.jointWork.nets.edges.count = 0
    s.pointee.jointWork.single.count = 0
    s.pointee.jointWork.undamped.count = 0
    guard s.pointee.jointWork.nodeOf.resize(awakeCount), s.pointee.jointWork.groups.resize(awakeCount),
      s.pointee.jointWork.nets.edges.reserve(Int(s.pointee.jointCount)),
      s.pointee.jointWork.single.reserve(Int(s.pointee.jointCount))
    else { return false }
    // A body of a tree may be away from its reference; if it is in none any more, it needs a rotation that says so.
    for at in 0..<awakeCount where states[at].turned != 0 {
      let turned = states[at].turned
      states[at].q = Rotation(c: 1 - 0.5 * turned * turned, s: turned)
    }
    findGroups()
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
        if springInverseMass(joint) == 0 { // of two that move as they are told, or one and the world
          joint.pointee.reaction = JointReaction()
          continue
        }
        if joint.pointee.kind == .distance && joint.pointee.frequency > 0 { measureLevers(joint) }
        if joint.pointee.frequency > 0 && joint.pointee.kind == .distance && joint.pointee.damping < 0.01 {
          joint.pointee.isMidway = false
          guard s.pointee.jointWork.undamped.append(index) else { return false }
        }
        if let edge = treeEdge(index, joint) {
          guard s.pointee.jointWork.trees.edges.append(edge) else { return false }
          continue
        }
        let swept = groups[Int(groupRoot(groups, Int32(at)))].loops + 1 > World.loopLimit
        if swept && joint.pointee.kind != .sliding && joint.pointee.kind != .snap && joint.pointee.kind != .lock {
          addNetEdge(index)
        } else {
          _ = s.pointee.jointWork.single.append(SingleJoint(joint: index, at: Int32(at), swept: swept))
        }
      }
    }
    guard arrangeNets(context), arrangeTrees() else { return false }
    s.pointee.jointWork.isArranged = true
    return true
  }

  /// Set if the joint's bodies hang together with few loops.
  @_optimize(size)
  private func treeEdge(_ index: Int32, _ joint: UnsafeMutablePointer<Joint>) -> TreeEdge? {
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
    var edge = TreeEdge(joint: index, a: movingAt(joint.pointee.bodyA), b: movingAt(joint.pointee.bodyB), kind: kind)
    if edge.a < 0 { edge.turn() }
    if edge.a < 0 { return nil }
    let groups = s.pointee.jointWork.groups.base
    let root = groups + Int(groupRoot(groups, edge.a))
    let loops = root.pointee.loops + 1
    let isLoose = loops <= World.loopLimit && (loops == 0 || loops * root.pointee.bodies <= World.loopBodies)
    return isLoose && root.pointee.isJoined ? edge : nil
  }

  /// The awake index of a body that moves, or -1.
  func movingAt(_ body: Int32) -> Int32 { body >= 0 && bodies[Int(body)].invMass > 0 ? bodies[Int(body)].awake : none }

  /// Joins awake bodies that move into groups and counts their loops.
  @_optimize(size)
  private func findGroups() {
    let groups = s.pointee.jointWork.groups.base
    for at in 0..<s.pointee.awake.count {
      groups[at] = JointGroup()
      groups[at].parent = Int32(at)
    }
    s.pointee.jointWork.hasTethers = false
    for at in 0..<s.pointee.awake.count {
      let body = bodies + Int(s.pointee.awake[at])
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

  // MARK: When springs act

  /// Counts a spring at its bodies if it is one of mid-step, otherwise marks its group.
  @inline(never)
  @_optimize(size)
  func noteSpring(_ c: JointConstraint) {
    let nodes = s.pointee.jointWork.bodies.base
    if !c.atEnd {
      if moves(c.a) { nodes[Int(c.a)].share += c.spring.share }
      if moves(c.b) { nodes[Int(c.b)].share += c.spring.share }
      return
    }
    let groups = s.pointee.jointWork.groups.base
    groups[Int(groupRoot(groups, nodes[Int(moves(c.a) ? c.a : c.b)].at))].hasEnd = true
  }

  /// A spring of mid-step gives half its impulse after the way, to its own two bodies alone. Where a spring that is taken at
  /// the end passes the first half on to a heavier body, the second half of a stiff one throws its light body out. So in a
  /// group that has springs of the end, all of a body are such that together would take much of its velocity.
  @_optimize(size)
  func endStiffSprings() {
    if !s.pointee.jointWork.hasSoft { return }
    let nodes = s.pointee.jointWork.bodies.base
    let groups = s.pointee.jointWork.groups.base
    for at in 0..<s.pointee.jointConstraints.count {
      let c = s.pointee.jointConstraints.base + at
      if !c.pointee.isSoft || c.pointee.atEnd { continue }
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      if max(a.pointee.share, b.pointee.share) < World.stiffShare { continue }
      c.pointee.atEnd = groups[Int(groupRoot(groups, moves(c.pointee.a) ? a.pointee.at : b.pointee.at))].hasEnd
    }
  }

  @inline(__always)
  private func moves(_ node: Int32) -> Bool { s.pointee.jointWork.bodies[Int(node)].trueInvMass > 0 }
}
