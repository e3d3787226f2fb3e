// Trees and chains of joints: which of them form them, and which of them are solved side by side.
// SPDX-License-Identifier: MIT
//
// The leaves come first, then what is a leaf without them: the last body is in the middle of its tree. Four trees of one shape
// are a bundle and share records, a lane each (`TreeRecords.swift`); lanes without a tree repeat the one beside them, or the first.
// What hangs together is in one bundle, so bundles go to any worker, and no tree's motion depends on others. A long chain has two
// lanes, one from each end (`JointTree+Folds.swift`), so that one that is alone uses them.
import BagatelleKernels

/// A joint of a tree: awake indices of its bodies, B is -1 when it does not move. In the order of the solution B is a leaf.
struct TreeEdge: BitwiseCopyable {
  var joint: Int32
  var a: Int32
  var b: Int32
  var kind: Int32
  /// It closes a loop.
  var isLoop = false

  /// The other way around.
  mutating func turn() {
    swap(&a, &b)
    if TreeJointKind.isSlide(kind) { kind ^= 1 }
  }
}

/// One tree: its part of the order, and what it looks like.
struct TreeShape: BitwiseCopyable {
  var first: Int32 = 0
  var end: Int32 = 0
  /// Joints to what does not move, which come first.
  var ties: Int32 = 0
  /// Joints that close loops, which come last.
  var loops: Int32 = 0
  var hash: UInt32 = 2_166_136_261
  /// It has two lanes.
  var isFolded = false
}

/// Up to four trees of one shape.
struct TreeQuad: BitwiseCopyable {
  var shapes: (Int32, Int32, Int32, Int32)
  var lanes: Int
  /// Each has two lanes.
  var isFolded: Bool

  init(_ shape: Int32, isFolded: Bool) {
    shapes = (shape, shape, shape, shape)
    lanes = isFolded ? 2 : 1
    self.isFolded = isFolded
  }

  func shape(_ lane: Int) -> Int {
    switch source(of: lane) {
    case 0: return Int(shapes.0)
    case 1: return Int(shapes.1)
    case 2: return Int(shapes.2)
    default: return Int(shapes.3)
    }
  }

  /// The lane that a lane repeats, or itself. Halves may be solved one after the other, so none repeats one that another half
  /// has solved: with two trees or less there is one half.
  @inline(__always)
  func source(of lane: Int) -> Int {
    lane < lanes ? lane : isFolded ? lane & 1 : lanes == 3 ? 2 : 0
  }
}

struct JointTrees {
  /// Some joint can break; what the joints held in the latest step is here alone.
  var breaks = false
  var holdsResults = false
  var nodes = Arena<JointNode>()
  var joints = Arena<TreeJoint>()
  var ranges = Arena<TreeRange>()
  var bundles = Arena<TreeBundle>()
  /// Matrices of the rows that close loops.
  var matrices = Arena<Four>()
  var edges = Arena<TreeEdge>()
  /// Joints and their edges, to be sorted; room for what sorts them.
  var keys = Arena<UInt64>()
  var scratch = Arena<UInt64>()
  /// Edges tree by tree: by joint, then in the order of the solution; and what each looks like.
  var byJoint = Arena<Int32>()
  var order = Arena<Int32>()
  var looks = Arena<UInt32>()
  var shapes = Arena<TreeShape>()
  var quads = Arena<TreeQuad>()

  @_optimize(size)
  mutating func deallocate() {
    nodes.deallocate()
    joints.deallocate()
    ranges.deallocate()
    bundles.deallocate()
    matrices.deallocate()
    edges.deallocate()
    keys.deallocate()
    scratch.deallocate()
    byJoint.deallocate()
    order.deallocate()
    looks.deallocate()
    shapes.deallocate()
    quads.deallocate()
  }

  @_optimize(size)
  var bytes: Int {
    nodes.capacity * MemoryLayout<JointNode>.stride + joints.capacity * MemoryLayout<TreeJoint>.stride
      + ranges.capacity * MemoryLayout<TreeRange>.stride + bundles.capacity * MemoryLayout<TreeBundle>.stride
      + matrices.capacity * MemoryLayout<Four>.stride + edges.capacity * MemoryLayout<TreeEdge>.stride
      + (keys.capacity + scratch.capacity) * 8 + (byJoint.capacity + order.capacity + looks.capacity) * 4
      + shapes.capacity * MemoryLayout<TreeShape>.stride + quads.capacity * MemoryLayout<TreeQuad>.stride
  }
}

@_transparent
func treeLanes(_ four: inout (Int32, Int32, Int32, Int32)) -> UnsafeMutablePointer<Int32> {
  withUnsafeMutablePointer(to: &four) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Int32.self) }
}

extension World {
  /// Shapes that are kept in mind while trees look for their like.
  private static var openLimit: Int { 16 }

  /// Makes nodes, joints and bundles of the edges that were found. False: no memory.
  @_optimize(size)
  func arrangeTrees() -> Bool {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    trees.pointee.bundles.count = 0
    trees.pointee.joints.count = 0
    trees.pointee.ranges.count = 0
    trees.pointee.nodes.count = 0
    trees.pointee.matrices.count = 0
    trees.pointee.quads.count = 0
    trees.pointee.breaks = false
    let count = trees.pointee.edges.count
    if count == 0 { return true }
    guard trees.pointee.keys.resize(count), trees.pointee.scratch.reserve(count), trees.pointee.byJoint.resize(count),
      trees.pointee.order.resize(count), trees.pointee.looks.resize(count), nameShapes()
    else { return false }
    for shape in 0..<trees.pointee.shapes.count {
      peel(trees.pointee.shapes.base + shape)
      fold(trees.pointee.shapes.base + shape)
    }
    guard pairShapes() else { return false }
    for quad in 0..<trees.pointee.quads.count { guard makeBundle(trees.pointee.quads.base + quad) else { return false } }
    measureHung()
    return true
  }

  /// Numbers the trees and puts the edges of each in the order of their joints, so that trees that were made alike are found
  /// to be alike. False: no memory.
  @_optimize(size)
  private func nameShapes() -> Bool {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    let groups = s.pointee.jointWork.groups.base
    let edges = trees.pointee.edges.base
    let count = trees.pointee.edges.count
    let keys = trees.pointee.keys.base
    trees.pointee.shapes.count = 0
    for at in 0..<count { keys[at] = UInt64(UInt32(bitPattern: edges[at].joint)) << 32 | UInt64(at) }
    sortUpward(keys, trees.pointee.scratch.base, count)
    for at in 0..<count {
      let root = groups + Int(groupRoot(groups, edges[Int(UInt32(truncatingIfNeeded: keys[at]))].a))
      if root.pointee.shape < 0 {
        root.pointee.shape = Int32(trees.pointee.shapes.count)
        guard trees.pointee.shapes.append(TreeShape()) else { return false }
      }
      trees.pointee.shapes.base[Int(root.pointee.shape)].end += 1
    }
    closeLoops()
    var placed: Int32 = 0
    for at in 0..<trees.pointee.shapes.count {
      let shape = trees.pointee.shapes.base + at
      placed += shape.pointee.end
      shape.pointee.first = placed - shape.pointee.end
      shape.pointee.end = shape.pointee.first
    }
    for at in 0..<count {
      let edge = Int32(truncatingIfNeeded: keys[at])
      let shape = trees.pointee.shapes.base + Int(groups[Int(groupRoot(groups, edges[Int(edge)].a))].shape)
      trees.pointee.byJoint[Int(shape.pointee.end)] = edge
      shape.pointee.end += 1
    }
    return true
  }

  /// Marks the joints that close loops: those with many rows hold trees together, before those with few.
  @_optimize(size)
  private func closeLoops() {
    let trees = s.pointee.jointWork.trees
    let groups = s.pointee.jointWork.groups.base
    for rows in 1...3 {
      for at in 0..<trees.edges.count {
        let edge = trees.edges.base + Int(UInt32(truncatingIfNeeded: trees.keys[at]))
        if edge.pointee.b < 0 || loopRows(edge.pointee.kind) != 4 - Int32(rows) { continue }
        let root = groups + Int(groupRoot(groups, edge.pointee.a))
        if root.pointee.loops < 0 { continue }
        var a = edge.pointee.a
        var b = edge.pointee.b
        while groups[Int(a)].branch >= 0 { a = groups[Int(a)].branch }
        while groups[Int(b)].branch >= 0 { b = groups[Int(b)].branch }
        edge.pointee.isLoop = a == b
        if a == b { trees.shapes.base[Int(root.pointee.shape)].loops += 1 } else { groups[Int(a)].branch = b }
      }
    }
  }

  /// The order of a tree's edges: those to what does not move, then leaf by leaf. A body knows how many edges it has left, and
  /// the exclusive or of their numbers, which of a leaf is its only one; once it was taken, its place among the leaves.
  @_optimize(size)
  private func peel(_ shape: UnsafeMutablePointer<TreeShape>) {
    let trees = s.pointee.jointWork.trees
    let groups = s.pointee.jointWork.groups.base
    let edges = trees.edges.base
    let range = Int(shape.pointee.first)..<Int(shape.pointee.end)
    var placed = shape.pointee.first
    for at in range {
      let number = trees.byJoint[at]
      let edge = edges[Int(number)]
      if edge.isLoop { continue }
      if edge.b < 0 {
        trees.order[Int(placed)] = number
        placed += 1
        continue
      }
      groups[Int(edge.a)].left += 1
      groups[Int(edge.b)].left += 1
      groups[Int(edge.a)].edges ^= number
      groups[Int(edge.b)].edges ^= number
    }
    shape.pointee.ties = placed - shape.pointee.first
    let leaves = placed
    for at in range {
      let edge = edges[Int(trees.byJoint[at])]
      if edge.b < 0 || edge.isLoop { continue }
      take(edge.a, &placed)
      take(edge.b, &placed)
    }
    var next = leaves
    while next < placed {
      take(edges[Int(trees.order[Int(next)])].a, &placed)
      next += 1
    }
    for at in Int(leaves)..<Int(placed) { groups[Int(edges[Int(trees.order[at])].b)].place = Int32(at) - leaves }
    let middle = placed > leaves ? edges[Int(trees.order[Int(placed) - 1])].a : edges[Int(trees.order[range.lowerBound])].a
    groups[Int(middle)].place = placed - leaves
    for at in range where trees.edges[Int(trees.byJoint[at])].isLoop {
      trees.order[Int(placed)] = trees.byJoint[at]
      placed += 1
    }
    for at in range {
      let edge = edges[Int(trees.order[at])]
      let look = UInt32(bitPattern: groups[Int(edge.a)].place) << 5 | (edge.b < 0 ? 16 : 0) | UInt32(bitPattern: edge.kind)
      trees.looks[at] = look
      shape.pointee.hash = (shape.pointee.hash ^ look) &* 16_777_619
    }
  }

  /// Places the last edge of a body, from its other one; nothing if it has more, or none.
  @_optimize(size)
  private func take(_ leaf: Int32, _ placed: inout Int32) {
    let trees = s.pointee.jointWork.trees
    let groups = s.pointee.jointWork.groups.base
    if groups[Int(leaf)].left != 1 { return }
    let number = groups[Int(leaf)].edges
    let edge = trees.edges.base + Int(number)
    if edge.pointee.a == leaf { edge.pointee.turn() }
    groups[Int(leaf)].left = 0
    groups[Int(edge.pointee.a)].left -= 1
    groups[Int(edge.pointee.a)].edges ^= number
    trees.order[Int(placed)] = number
    placed += 1
  }

  /// Puts up to four trees that look the same into a quad. False: no memory.
  @_optimize(size)
  private func pairShapes() -> Bool {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: World.openLimit) { open in
      var opened = 0
      for number in 0..<trees.pointee.shapes.count {
        let shape = trees.pointee.shapes[number]
        var at = 0
        while at < opened && !looksLike(shape, trees.pointee.shapes[trees.pointee.quads[open[at]].shape(0)]) { at += 1 }
        if at < opened {
          let quad = trees.pointee.quads.base + open[at]
          for _ in 0..<(shape.isFolded ? 2 : 1) {
            treeLanes(&quad.pointee.shapes)[quad.pointee.lanes] = Int32(number)
            quad.pointee.lanes += 1
          }
          if quad.pointee.lanes < 4 { continue }
          opened -= 1
          open[at] = open[opened]
          continue
        }
        guard trees.pointee.quads.append(TreeQuad(Int32(number), isFolded: shape.isFolded)) else { return false }
        if opened == World.openLimit { at = number % World.openLimit } else { opened += 1 }
        open[at] = trees.pointee.quads.count - 1
      }
      return true
    }
  }

  private func looksLike(_ a: TreeShape, _ b: TreeShape) -> Bool {
    if a.hash != b.hash || a.end - a.first != b.end - b.first || a.loops != b.loops { return false }
    let trees = s.pointee.jointWork.trees
    let looks = trees.looks.base
    for at in 0..<Int(a.end - a.first) where looks[Int(a.first) + at] != looks[Int(b.first) + at] { return false }
    // What closes a loop is at no place that its order tells.
    let groups = s.pointee.jointWork.groups.base
    for back in 1..<(Int(a.loops) + 1) {
      let x = trees.edges[Int(trees.order[Int(a.end) - back])].b
      if groups[Int(x)].place != groups[Int(trees.edges[Int(trees.order[Int(b.end) - back])].b)].place { return false }
    }
    return true
  }

  /// Nodes and joints of trees that are solved together. False: no memory.
  @_optimize(size)
  private func makeBundle(_ quad: UnsafeMutablePointer<TreeQuad>) -> Bool {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    var shape = trees.pointee.shapes[quad.pointee.shape(0)]
    if quad.pointee.isFolded { shape = half(of: shape) }
    let count = shape.end - shape.first
    var bundle = TreeBundle()
    bundle.isFolded = quad.pointee.isFolded
    bundle.node = Int32(trees.pointee.nodes.count)
    bundle.joint = Int32(trees.pointee.joints.count)
    bundle.root = bundle.node + (count - shape.ties - shape.loops)
    bundle.fixed = bundle.root + 1
    bundle.nodeEnd = bundle.fixed + shape.ties
    bundle.movedEnd = bundle.fixed
    bundle.jointEnd = bundle.joint + count
    bundle.firstLoop = bundle.jointEnd - shape.loops
    bundle.matrix = Int32(trees.pointee.matrices.count)
    bundle.isWide = quad.pointee.lanes > 2
    guard trees.pointee.nodes.resize(Int(bundle.nodeEnd)), trees.pointee.joints.resize(Int(bundle.jointEnd)) else { return false }
    for at in Int(bundle.node)..<Int(bundle.nodeEnd) { trees.pointee.nodes[at] = JointNode() }
    for place in 0..<count {
      let kind = edge(place, quad, 0).edge.kind
      let isLoop = place >= count - shape.loops
      if kind >= TreeJointKind.spring { bundle.hasSoft = true } else { bundle.hasRigid = true }
      if kind >= TreeJointKind.spring && !isLoop { bundle.hasSoftTree = true }
      let range = Int32(trees.pointee.ranges.count)
      let rows = TreeJointKind.isSlide(kind) ? 2 : TreeJointKind.hasAngle(kind) || kind == TreeJointKind.rope ? 1 : 0
      for _ in 0..<rows {
        if kind < TreeJointKind.spring { bundle.hasRanges = true }
        guard trees.pointee.ranges.append(TreeRange()) else { return false }
      }
      fillTreeJoint(trees.pointee.joints.base + Int(bundle.joint + place), bundle, quad, place, range: rows > 0 ? range : none)
      if isLoop {
        bundle.loopRows += loopRows(kind)
        if kind < TreeJointKind.spring { bundle.hasRigidLoops = true }
      }
    }
    let numbers = loopNumbers(
      rows: Int(bundle.loopRows), joints: Int(count - shape.loops), nodes: Int(bundle.fixed - bundle.node))
      + (bundle.isFolded ? 6 : 0)
    guard trees.pointee.matrices.resize(Int(bundle.matrix) + numbers) else { return false }
    return trees.pointee.bundles.append(bundle)
  }

  /// The joint at a place of the order of four trees.
  @_optimize(size)
  private func fillTreeJoint(
    _ c: UnsafeMutablePointer<TreeJoint>, _ bundle: TreeBundle, _ quad: UnsafeMutablePointer<TreeQuad>, _ place: Int32,
    range: Int32
  ) {
    let groups = s.pointee.jointWork.groups.base
    for lane in 0..<4 {
      let (edge, has) = edge(place, quad, lane)
      if lane == 0 {
        // Places among the leaves, the middle behind them; where a half of a chain has no such joint, those of the other.
        let leaf = place - (bundle.nodeEnd - bundle.fixed)
        let first = bundle.isFolded ? leaf < 0 ? place : leaf + 1 : groups[Int(edge.a)].place
        c.pointee = TreeJoint(
          a: bundle.node + first,
          b: edge.b < 0 ? bundle.fixed + place : bundle.node + (bundle.isFolded ? leaf : groups[Int(edge.b)].place), kind: edge.kind,
          range: range)
      }
      if !has { c.pointee.hold[lane] = 0 }
      fillTreeLane(c, lane, edge, isOwn: has && lane < quad.pointee.lanes)
    }
  }

  /// `isOwn`: no lane that repeats another.
  @inline(__always)
  private func fillTreeLane(_ c: UnsafeMutablePointer<TreeJoint>, _ lane: Int, _ edge: TreeEdge, isOwn: Bool) {
    let trees = s.pointee.jointWork.trees
    let joint = joints + Int(edge.joint)
    let isTurned = s.pointee.awake[Int(edge.a)] != joint.pointee.bodyA
    if c.pointee.hold[lane] > 0 {
      JointNode.body(trees.nodes.base + Int(c.pointee.a), lane).pointee = s.pointee.awake[Int(edge.a)]
      JointNode.body(trees.nodes.base + Int(c.pointee.b), lane).pointee = isTurned ? joint.pointee.bodyA : joint.pointee.bodyB
    }
    treeLanes(&c.pointee.joint)[lane] = isOwn ? edge.joint : ~edge.joint
    if isOwn {
      if joint.pointee.breakForce < .infinity { s.pointee.jointWork.trees.breaks = true }
      joint.pointee.warm0 = 0
      joint.pointee.warm1 = 0
      joint.pointee.warm2 = 0
      joint.pointee.reaction.torque = 0
    }
    if isTurned { c.pointee.turned |= 1 << Int32(lane) }
    let localA = isTurned ? joint.pointee.localB : joint.pointee.localA
    let localB = isTurned ? joint.pointee.localA : joint.pointee.localB
    c.pointee.localA.x[lane] = localA.x
    c.pointee.localA.y[lane] = localA.y
    c.pointee.localB.x[lane] = localB.x
    c.pointee.localB.y[lane] = localB.y
    c.pointee.length[lane] = joint.pointee.length
    if c.pointee.range >= 0 { fillTreeRange(trees.ranges.base + Int(c.pointee.range), lane, joint, isTurned) }
    if TreeJointKind.isSlide(edge.kind) { fillTreeSlide(c, lane, joint) }
  }

  /// Angles are those of the body farther from the middle against the other one.
  @_optimize(size)
  private func fillTreeRange(
    _ t: UnsafeMutablePointer<TreeRange>, _ lane: Int, _ joint: UnsafeMutablePointer<Joint>, _ isTurned: Bool
  ) {
    // Locks are of the angle itself.
    let reference = joint.pointee.kind == .lock ? 0 : joint.pointee.reference
    t.pointee.reference[lane] = isTurned ? -reference : reference
    t.pointee.friction[lane] = joint.pointee.frictionTorque
    switch joint.pointee.kind {
    case .limit: t.pointee.to[lane] = joint.pointee.length
    case .pin, .lock:
      t.pointee.from[lane] = isTurned ? joint.pointee.rangeFrom : -joint.pointee.rangeTo
      t.pointee.to[lane] = isTurned ? joint.pointee.rangeTo : -joint.pointee.rangeFrom
    default:
      t.pointee.from[lane] = 0
      t.pointee.to[lane] = 0
    }
  }

  /// The way along an axis, and what is across it, so that A's end and B's come in the order of the tree. A lock holds across an axis
  /// of the world that goes through its point, along it too, or neither.
  @_optimize(size)
  private func fillTreeSlide(_ c: UnsafeMutablePointer<TreeJoint>, _ lane: Int, _ joint: UnsafeMutablePointer<Joint>) {
    let stop = s.pointee.jointWork.trees.ranges.base + Int(c.pointee.range) + 1
    var across = Vector2(-joint.pointee.axis.y, joint.pointee.axis.x)
    if joint.pointee.kind == .lock {
      across = joint.pointee.locksX ? Vector2(1, 0) : Vector2(0, joint.pointee.locksY ? 1 : 0)
      if joint.pointee.locksX && joint.pointee.locksY {
        stop.pointee.from[lane] = 0
        stop.pointee.to[lane] = 0
      }
    } else {
      stop.pointee.from[lane] = joint.pointee.rangeFrom
      stop.pointee.to[lane] = joint.pointee.rangeTo
    }
    if c.pointee.kind == TreeJointKind.rail { across = -1 * across }
    c.pointee.giveXY[lane] = across.x
    c.pointee.giveYY[lane] = across.y
  }

  /// What hangs on each body by points, which moves when the body turns: the least that must, itself along with it. And what
  /// else of bodies and joints stays as it is while the arrangement holds.
  @_optimize(size)
  private func measureHung() {
    let trees = s.pointee.jointWork.trees
    for at in 0..<trees.joints.count where trees.joints[at].kind < TreeJointKind.rod {
      let c = trees.joints.base + at
      for lane in 0..<4 {
        if c.pointee.range >= 0 && joints[Int(owner(c, lane))].kind == .lock || c.pointee.hold[lane] == 0 { continue }
        hang(trees.nodes.base + Int(c.pointee.a), c.pointee.localA, trees.nodes.base + Int(c.pointee.b), c.pointee.localB, lane)
        hang(trees.nodes.base + Int(c.pointee.b), c.pointee.localB, trees.nodes.base + Int(c.pointee.a), c.pointee.localA, lane)
      }
    }
    for at in 0..<trees.bundles.count {
      let bundle = trees.bundles.base + at
      for node in Int(bundle.pointee.node)..<Int(bundle.pointee.nodeEnd) {
        let n = trees.nodes.base + node
        // Of the middle of a chain each half has one.
        let isHalf = bundle.pointee.isFolded && node == Int(bundle.pointee.root)
        let parts = isHalf ? 2.0 : 1
        if isHalf { joinHung(n) }
        for lane in 0..<4 {
          let u = Vector2(n.pointee.u.x[lane], n.pointee.u.y[lane])
          let body = JointNode.body(n, lane).pointee
          let (invMass, invInertia) = treeMass(body)
          n.pointee.moved[lane] = max(n.pointee.pw[lane] - u.dot(u) / (1 / invMass + n.pointee.uw[lane]), 0) / parts
          let index = body < 0 ? none : bodies[Int(body)].awake
          JointNode.index(n, lane).pointee = index
          n.pointee.trueInvMass[lane] = parts * invMass
          n.pointee.trueInvInertia[lane] = parts * invInertia
          if node >= Int(bundle.pointee.fixed) && index >= 0 { bundle.pointee.movedEnd = bundle.pointee.nodeEnd }
        }
      }
      if bundle.pointee.isFolded { standIn(trees.nodes.base + Int(bundle.pointee.node)) }
    }
    let scale = Double(Float(s.pointee.settings.lengthScale))
    for at in 0..<trees.joints.count where trees.joints[at].kind < TreeJointKind.spring {
      let c = trees.joints.base + at
      for lane in 0..<4 {
        let isPair = trees.nodes[Int(c.pointee.a)].trueInvMass[lane] > 0 && trees.nodes[Int(c.pointee.b)].trueInvMass[lane] > 0
        c.pointee.speed[lane] = c.pointee.hold[lane] * (isPair ? StepContext.jointPairSpeed : StepContext.jointSpeed) * scale
      }
    }
  }

  /// Inverse mass and inertia; of what does not move 0.
  @_optimize(size)
  func treeMass(_ body: Int32) -> (Double, Double) {
    if body < 0 || bodies[Int(body)].awake < 0 { return (0, 0) }
    return (Double(bodies[Int(body)].invMass), Double(bodies[Int(body)].invInertia))
  }

  @inline(never)
  @_optimize(size)
  private func hang(
    _ n: UnsafeMutablePointer<JointNode>, _ r: FourPoints, _ other: UnsafeMutablePointer<JointNode>, _ arm: FourPoints, _ lane: Int
  ) {
    let mass = treeMass(JointNode.body(n, lane).pointee).0
    if !(mass > 0) { return }
    let far = treeMass(JointNode.body(other, lane).pointee)
    let r = Vector2(r.x[lane], r.y[lane])
    let arm = Vector2(arm.x[lane], arm.y[lane])
    let weight = min(1 / max(far.0 + far.1 * arm.lengthSquared, 1e-30), 1e4 / mass)
    n.pointee.uw[lane] += weight
    n.pointee.u.x[lane] += weight * r.x
    n.pointee.u.y[lane] += weight * r.y
    n.pointee.pw[lane] += weight * r.lengthSquared
  }
}
