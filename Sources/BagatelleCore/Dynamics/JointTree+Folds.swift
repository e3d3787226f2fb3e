// Long chains of points or rods: which have two lanes, and what is in them (`TreeKernel+Folds.swift`).
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Bodies of the shortest chain that has two lanes. Where there are many chains they cost as much as half a body more.
  private static var leastFolded: Int32 { 20 }

  private static func isFoldable(_ kind: Int32) -> Bool { kind == TreeJointKind.point || kind == TreeJointKind.rod }

  /// Of a long chain puts the edges into the order from end to end, each turned toward the middle, after those to what does not move.
  /// One such end is the first.
  @_optimize(size)
  func fold(_ shape: UnsafeMutablePointer<TreeShape>) {
    if shape.pointee.loops > 0 || shape.pointee.ties > 2 || shape.pointee.end - shape.pointee.first - shape.pointee.ties + 1 < World.leastFolded { return }
    shape.pointee.isFolded = layOut(shape.pointee)
  }

  /// False: it is no chain, or not all its joints are of a kind.
  @_optimize(size)
  private func layOut(_ shape: TreeShape) -> Bool {
    let trees = s.pointee.jointWork.trees
    let groups = s.pointee.jointWork.groups.base
    let edges = trees.edges.base
    let ties = Int(shape.first)..<Int(shape.first + shape.ties)
    let range = Int(shape.first + shape.ties)..<Int(shape.end)
    let kind = edges[Int(trees.order[range.lowerBound])].kind
    if !World.isFoldable(kind) { return false }
    for at in range {
      let edge = edges[Int(trees.order[at])]
      groups[Int(edge.a)].left = 0
      groups[Int(edge.a)].edges = 0
      groups[Int(edge.b)].left = 0
      groups[Int(edge.b)].edges = 0
    }
    for at in range {
      let number = trees.order[at]
      let edge = edges[Int(number)]
      groups[Int(edge.a)].left += 1
      groups[Int(edge.a)].edges ^= number
      groups[Int(edge.b)].left += 1
      groups[Int(edge.b)].edges ^= number
      if edge.kind != kind || groups[Int(edge.a)].left > 2 || groups[Int(edge.b)].left > 2 { return false }
    }
    var body = edges[Int(trees.order[range.lowerBound])].b // a leaf
    for at in ties {
      let edge = edges[Int(trees.order[at])]
      if groups[Int(edge.a)].left != 1 || !World.isFoldable(edge.kind) || edge.kind != edges[Int(trees.order[ties.lowerBound])].kind {
        return false
      }
      if at == ties.lowerBound { body = edge.a } else if body == edge.a { return false }
    }
    let middle = range.lowerBound + range.count / 2 + range.count % 2
    var number: Int32 = 0
    for at in range {
      number ^= groups[Int(body)].edges
      let edge = edges + Int(number)
      let isFirst = edge.pointee.a == body
      body = isFirst ? edge.pointee.b : edge.pointee.a
      if isFirst == (at < middle) { edge.pointee.turn() }
      trees.order[at] = number
    }
    return true
  }

  /// What the halves of a chain have between them: of an even number of bodies the second one has one less, and of two ends that
  /// do not move one of its own.
  @_optimize(size)
  func half(of chain: TreeShape) -> TreeShape {
    var half = chain
    let joints = chain.end - chain.first - chain.ties
    if chain.ties == 2 { half.ties = 1 + joints & 1 }
    half.end = chain.first + half.ties + (joints + 1) / 2
    return half
  }

  /// The edge at a place of the order of a lane; where a half of a chain has none there, that of the other.
  @inline(never)
  @_optimize(size)
  func edge(_ place: Int32, _ quad: UnsafeMutablePointer<TreeQuad>, _ lane: Int) -> (edge: TreeEdge, has: Bool) {
    let trees = s.pointee.jointWork.trees
    let shape = trees.shapes[quad.pointee.shape(lane)]
    var order = place
    var has = true
    if quad.pointee.isFolded {
      let missing = (shape.end - shape.first - shape.ties) & 1
      let at = place - half(of: shape).ties
      let isSecond = lane & 1 == 1
      if at < 0 {
        has = isSecond ? shape.ties == 2 && place == missing : place == 0
        order = isSecond == has ? 1 : 0
      } else {
        has = !isSecond || at >= missing
        order = isSecond && has ? shape.end - shape.first - 1 - (at - missing) : shape.ties + at
      }
    }
    return (trees.edges[Int(trees.order[Int(shape.first + order)])], has)
  }

  /// What is so of one half is so of both: bits of lanes.
  @inline(__always)
  func inHalves(_ lanes: UInt32) -> UInt32 { lanes | (lanes & 5) << 1 | (lanes & 10) >> 1 }

  /// What hangs on either half of the middle hangs on all of it.
  @_optimize(size)
  func joinHung(_ n: UnsafeMutablePointer<JointNode>) {
    // With what hangs on it, its inertia behind that, and what is 0 between them.
    let first = withUnsafeMutablePointer(to: &n.pointee.u) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Double.self) }
    var at = 0
    while at < 24 {
      first[at] += first[at + 1]
      first[at + 1] = first[at]
      at += 2
    }
  }

  /// A body that the second half lacks goes where the next one does, which writes what it read.
  @_optimize(size)
  func standIn(_ first: UnsafeMutablePointer<JointNode>) {
    for lane in 0..<4 where isMissing(first, lane) {
      JointNode.index(first, lane).pointee = JointNode.index(first + 1, lane).pointee
      first.pointee.trueInvInertia[lane] = 1e30
    }
  }

  /// Whether a half of a chain lacks a body.
  @inline(__always)
  func isMissing(_ n: UnsafeMutablePointer<JointNode>, _ lane: Int) -> Bool { n.pointee.trueInvMass[lane] == 0 }

  /// Whether a body of a half is the other's too, or it has none there.
  @inline(__always)
  func isCopy(_ at: Int, _ lane: Int, _ bundle: UnsafeMutablePointer<TreeBundle>) -> Bool {
    at == Int(bundle.pointee.root) && lane & 1 == 1
      || at == Int(bundle.pointee.node) && isMissing(s.pointee.jointWork.trees.nodes.base + at, lane)
  }
}
