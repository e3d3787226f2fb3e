// Trees of joints whose ends the way took apart: they gain no energy.
// SPDX-License-Identifier: MIT
//
// Where a short rod turns by much of a turn in a sub-step no impulse along it keeps its length, and what comes back of the error
// then pulls what swings inward: work that nobody does. Bodies that swing faster than sub-steps can follow count as heavier
// (`steadyTree`), and have another energy with the one mass than with the other. A chain of forty boxes on rods of a sixth of
// their size, let go, whipped itself to pieces so. So in such sub-steps a tree ends with no more energy than it had before, and what
// gravity, contacts and springs did along its way; what is over is taken from how its parts move against each other, which
// keeps momentum and angular momentum of what hangs on nothing; of what hangs on anchors that move as told, from how it moves against these.
// Velocities that agree with the joints do so at any scale.
import BagatelleKernels

extension World {
  /// Whether some lane may gain no energy in this sub-step.
  @inline(__always)
  func isStrained(_ bundle: UnsafeMutablePointer<TreeBundle>) -> Bool {
    if !bundle.pointee.hasRigid { return false }
    let strain = s.pointee.jointWork.trees.nodes[Int(bundle.pointee.node)].strain
    return max(max(strain[0], strain[1]), max(strain[2], strain[3])) >= TreeStrain.torn
  }

  /// The end of a sub-step of such trees.
  @inline(never)
  @_optimize(size)
  func finishStrained(_ bundle: UnsafeMutablePointer<TreeBundle>, _ parameters: UnsafePointer<TreeParameters>) {
    let trees = s.pointee.jointWork.trees
    let first = trees.nodes.base + Int(bundle.pointee.node)
    let strain = first.pointee.strain
    let quad = trees.quads[bundle - trees.bundles.base]
    for lane in 0..<4 where strain[lane] >= TreeStrain.torn {
      let source = quad.source(of: lane)
      if source != lane {
        first.pointee.frame.x[lane] = first.pointee.frame.x[source]
        first.pointee.frame.y[lane] = first.pointee.frame.y[source]
        first.pointee.most[lane] = first.pointee.most[source]
        continue
      }
      let (frame, isOne) = frameOfAnchors(bundle, lane)
      first.pointee.frame.x[lane] = frame.x
      first.pointee.frame.y[lane] = frame.y
      first.pointee.most[lane] = isOne ? workOfSprings(bundle, lane) : .infinity
    }
    s.pointee.treeKernel(
      SpringPhase.finish.rawValue, bundle, trees.nodes.base, trees.joints.base, UnsafeMutableRawPointer(states), parameters)
  }

  /// Twice what the springs of a tree gave along the way of this sub-step, of which they give a half after it.
  @_optimize(size)
  private func workOfSprings(_ bundle: UnsafeMutablePointer<TreeBundle>, _ lane: Int) -> Double {
    var sum = 0.0
    if !bundle.pointee.hasSoft { return sum }
    let trees = s.pointee.jointWork.trees
    for c in trees.joints.base + Int(bundle.pointee.joint)..<trees.joints.base + Int(bundle.pointee.jointEnd) {
      if c.pointee.kind < TreeJointKind.spring { continue }
      let rate = endVelocity(c, isA: false, lane) - endVelocity(c, isA: true, lane)
      let impulse = Vector2(c.pointee.impulse.x[lane], c.pointee.impulse.y[lane])
      sum += 2 * (1 + c.pointee.again[lane]) * impulse.dot(rate)
      if c.pointee.kind == TreeJointKind.snap {
        let turn = states[Int(JointNode.index(trees.nodes.base + Int(c.pointee.a), lane).pointee)].w
        sum -= 2 * (1 + c.pointee.again[lane]) * trees.ranges[Int(c.pointee.range)].impulse[lane] * Double(turn)
      }
    }
    return sum
  }

  /// How an end of a joint moves.
  @inline(never)
  @_optimize(size)
  private func endVelocity(_ c: UnsafeMutablePointer<TreeJoint>, isA: Bool, _ lane: Int) -> Vector2 {
    let node = s.pointee.jointWork.trees.nodes.base + Int(isA ? c.pointee.a : c.pointee.b)
    let state = states + Int(JointNode.index(node, lane).pointee)
    let w = Double(state.pointee.w)
    let x = isA ? c.pointee.armA.x[lane] : c.pointee.armB.x[lane]
    let y = isA ? c.pointee.armA.y[lane] : c.pointee.armB.y[lane]
    return Vector2(Double(state.pointee.v.x) + w * x, Double(state.pointee.v.y) + w * y)
  }

  /// The velocity of all ends that do not move or move as told, in whose frame they do no work; none if these differ.
  @_optimize(size)
  private func frameOfAnchors(_ bundle: UnsafeMutablePointer<TreeBundle>, _ lane: Int) -> (Vector2, Bool) {
    let trees = s.pointee.jointWork.trees
    var frame = Vector2.zero
    var isFirst = true
    if bundle.pointee.fixed == bundle.pointee.nodeEnd { return (frame, true) }
    // Those of the tree between its bodies lie between these and what closes loops.
    let ties = bundle.pointee.joint + (bundle.pointee.nodeEnd - bundle.pointee.fixed)
    for at in bundle.pointee.joint..<bundle.pointee.jointEnd where at < ties || at >= bundle.pointee.firstLoop {
      let c = trees.joints.base + Int(at)
      let isA = c.pointee.a >= bundle.pointee.fixed
      if !isA && c.pointee.b < bundle.pointee.fixed { continue }
      // Of a chain each half has an end.
      for half in 0..<(bundle.pointee.isFolded ? 2 : 1) where c.pointee.hold[lane ^ half] > 0 {
        let lane = lane ^ half
        let state = states[Int(JointNode.index(trees.nodes.base + Int(isA ? c.pointee.a : c.pointee.b), lane).pointee)]
        // What turns with an anchor has no such frame.
        if state.w != 0 && c.pointee.range >= 0 { return (frame, false) }
        let v = endVelocity(c, isA: isA, lane)
        if !isFirst && !(v.x == frame.x && v.y == frame.y) { return (frame, false) }
        frame = v
        isFirst = false
      }
    }
    return (frame, true)
  }
}
