// Trees and chains of points and rods: which joints form them, and the order in which they are solved.
// SPDX-License-Identifier: MIT
//
// The leaves come first, then what is a leaf without them: the last body is in the middle of its tree. Neighbors in this
// order rarely depend on each other, so a processor works on several at once. Small trees share a bundle; what hangs
// together is in one, so bundles go to any worker.

/// A body of a tree, or what does not move at the far end of one joint.
struct TreeBody: BitwiseCopyable {
  /// Change of the velocity while a system is solved, and the impulse from the joint toward the middle.
  var u = Double2.zero
  var p = Double2.zero
  var uw = 0.0
  var pw = 0.0
  /// Working velocity, of the way of this sub-step.
  var v = Double2.zero
  var w = 0.0
  /// The way: its turn's sine, its cosine less 1, its shift.
  var waySine = 0.0
  var wayCosine = 0.0
  var ww = 0.0
  var way = Double2.zero
  /// Answer of the velocity to an impulse, with all joints toward the leaves: the columns of x, y and the angle, and `ww`.
  var cx = Double2.zero
  var cy = Double2.zero
  var cw = Double2.zero
  var place = Double2.zero
  var c = 1.0
  var s = 0.0
  /// As the joints see them: less than the true ones under a tension that the sub-steps cannot follow.
  var invMass = 0.0
  var invInertia = 0.0
  /// Stiffness across the tensions on it, times h².
  var stiffness = 0.0
  var angularStiffness = 0.0
  /// The velocity without joints.
  var base = Double2.zero
  /// Second half of what acts smoothly, given after the way.
  var half = Double2.zero
  /// Velocity before the sub-step.
  var old = Double2.zero
  var baseW = 0.0
  var halfW = 0.0
  var oldW = 0.0
  /// What a turn moves at least of what hangs on it: a moment of inertia.
  var moved = 0.0
  var start = Double2.zero
  var startC = 1.0
  var startS = 0.0
  /// Awake index, or -1, and the body, or -1 for the world.
  var at: Int32 = none
  var body: Int32 = none
  /// Its velocity is taken at the end of the sub-step, as contacts and fields take it.
  var touches = false
}

/// A point or a rod between a body and one farther from the middle of the tree, or something that does not move.
struct TreeJoint: BitwiseCopyable {
  /// Tree bodies: A is nearer to the middle.
  var a: Int32 = 0
  var b: Int32 = 0
  /// Arms, turned by a quarter.
  var armA = Double2.zero
  var armB = Double2.zero
  /// What it lacks, then the impulse that the bodies toward the leaves alone would need; impulses act on B.
  var lack = Double2.zero
  var impulse = Double2.zero
  /// Columns of the impulse that makes up for a lack.
  var kx = Double2.zero
  var ky = Double2.zero
  /// What an impulse along x and y does to velocities, and what both do to rates of turning.
  var ax = Double2.zero
  var ay = Double2.zero
  var aw = Double2.zero
  var bx = Double2.zero
  var by = Double2.zero
  var bw = Double2.zero
  /// From A's end to B's, and where that should be after the way; of a rod the lengths past its own, twice.
  var between = Double2.zero
  var wanted = Double2.zero
  /// Direction of a rod.
  var u = Double2.zero
  var give = 0.0
  var length = 0.0
  var localA = Double2.zero
  var localB = Double2.zero
  /// Impulse before the way of the last sub-step, and the sum of the step.
  var warm = Double2.zero
  var total = Double2.zero
  var joint: Int32 = 0
  var isRod = false
  /// A is the joint's second body.
  var isTurned = false
}

/// Trees that are solved together.
struct TreeBundle: BitwiseCopyable {
  var body: Int32 = 0
  /// The middles of the trees, then what does not move, then the end.
  var root: Int32 = 0
  var fixed: Int32 = 0
  var bodyEnd: Int32 = 0
  var joint: Int32 = 0
  var jointEnd: Int32 = 0
  /// The factors are those of the present poses.
  var isFactored = false
}

/// A joint of a tree: awake indices of its bodies, B is -1 when it does not move. In the order of the solution B is a leaf.
struct TreeEdge: BitwiseCopyable {
  var joint: Int32
  var a: Int32
  var b: Int32
}

struct JointTrees {
  var bodies = Arena<TreeBody>()
  var joints = Arena<TreeJoint>()
  var bundles = Arena<TreeBundle>()
  var edges = Arena<TreeEdge>()
  /// Places of edges in the order of the solution.
  var order = Arena<Int32>()

  mutating func deallocate() {
    bodies.deallocate()
    joints.deallocate()
    bundles.deallocate()
    edges.deallocate()
    order.deallocate()
  }

  var bytes: Int {
    bodies.capacity * MemoryLayout<TreeBody>.stride + joints.capacity * MemoryLayout<TreeJoint>.stride
      + bundles.capacity * MemoryLayout<TreeBundle>.stride + edges.capacity * MemoryLayout<TreeEdge>.stride + order.capacity * 4
  }
}

extension World {
  /// Joints of a bundle at least, if there are so many: what is solved together should fit into the nearest cache.
  private static var bundleSize: Int32 { 32 }

  /// A point or a rod without range, friction or give.
  @inline(__always)
  func fitsTree(_ joint: UnsafeMutablePointer<Joint>) -> Bool {
    switch joint.pointee.kind {
    case .distance: return !(joint.pointee.frequency > 0)
    case .pin:
      return joint.pointee.rangeFrom == -.infinity && joint.pointee.rangeTo == .infinity && joint.pointee.frictionTorque == 0
    default: return false
    }
  }

  /// Makes bodies, joints and bundles of the edges that were found. False: no memory.
  @_optimize(size)
  func arrangeTrees() -> Bool {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    let count = trees.pointee.edges.count
    trees.pointee.bundles.count = 0
    trees.pointee.joints.count = 0
    trees.pointee.bodies.count = 0
    if count == 0 { return true }
    guard trees.pointee.order.resize(count), trees.pointee.joints.resize(count), openBundles() else { return false }
    peel()
    let edges = trees.pointee.edges.base
    let order = trees.pointee.order.base
    let nodeOf = s.pointee.jointWork.nodeOf.base
    for at in 0..<s.pointee.awake.count { nodeOf[at] = none }
    for at in 0..<count where edges[Int(order[at])].b >= 0 {
      let edge = edges[Int(order[at])]
      place(edge.b, &bundle(of: edge).pointee.body)
    }
    for at in 0..<count {
      let edge = edges[Int(order[at])]
      let bundle = bundle(of: edge)
      if nodeOf[Int(edge.a)] < 0 { place(edge.a, &bundle.pointee.root) }
      fillTreeJoint(edge, bundle)
    }
    for at in 0..<trees.pointee.bundles.count {
      let bundle = trees.pointee.bundles.base + at
      bundle.pointee.fixed = bundle.pointee.root
      bundle.pointee.root = bundle.pointee.body
      bundle.pointee.body = at == 0 ? 0 : (bundle - 1).pointee.bodyEnd
      bundle.pointee.joint = at == 0 ? 0 : (bundle - 1).pointee.jointEnd
    }
    measureHung()
    return true
  }

  private func bundle(of edge: TreeEdge) -> UnsafeMutablePointer<TreeBundle> {
    let groups = s.pointee.jointWork.groups.base
    return s.pointee.jointWork.trees.bundles.base + Int(groups[Int(groupRoot(groups, edge.a))].bundle)
  }

  /// Gives a moving body the next place of its kind.
  private func place(_ at: Int32, _ next: inout Int32) {
    s.pointee.jointWork.nodeOf[Int(at)] = next
    s.pointee.jointWork.trees.bodies[Int(next)] = TreeBody()
    s.pointee.jointWork.trees.bodies.base[Int(next)].body = s.pointee.awake[Int(at)]
    next += 1
  }

  @_optimize(size)
  private func fillTreeJoint(_ edge: TreeEdge, _ bundle: UnsafeMutablePointer<TreeBundle>) {
    let nodeOf = s.pointee.jointWork.nodeOf.base
    let joint = joints + Int(edge.joint)
    var c = TreeJoint()
    c.joint = edge.joint
    c.a = nodeOf[Int(edge.a)]
    c.isTurned = s.pointee.awake[Int(edge.a)] != joint.pointee.bodyA
    if edge.b >= 0 {
      c.b = nodeOf[Int(edge.b)]
    } else {
      c.b = bundle.pointee.fixed
      bundle.pointee.fixed += 1
      var body = TreeBody()
      body.body = c.isTurned ? joint.pointee.bodyA : joint.pointee.bodyB
      s.pointee.jointWork.trees.bodies[Int(c.b)] = body
    }
    c.localA = Double2(c.isTurned ? joint.pointee.localB : joint.pointee.localA)
    c.localB = Double2(c.isTurned ? joint.pointee.localA : joint.pointee.localB)
    c.length = joint.pointee.length
    c.isRod = joint.pointee.kind == .distance && c.length >= 1e-9
    joint.pointee.warm0 = 0
    joint.pointee.warm1 = 0
    joint.pointee.warm2 = 0
    joint.pointee.reaction.torque = 0
    s.pointee.jointWork.trees.joints[Int(bundle.pointee.joint)] = c
    bundle.pointee.joint += 1
  }

  /// What hangs on each body by points, which moves when the body turns: the least that must, itself along with it.
  @_optimize(size)
  private func measureHung() {
    let trees = s.pointee.jointWork.trees
    for at in 0..<trees.joints.count where !trees.joints[at].isRod {
      let c = trees.joints[at]
      hang(c.a, c.localA, c.b, c.localB)
      hang(c.b, c.localB, c.a, c.localA)
    }
    for at in 0..<trees.bodies.count {
      let n = trees.bodies.base + at
      n.pointee.moved = max(n.pointee.pw - n.pointee.u.dot(n.pointee.u) / (1 / treeMass(n.pointee.body).0 + n.pointee.uw), 0)
    }
  }

  /// Inverse mass and inertia; of what does not move 0.
  @_optimize(size)
  func treeMass(_ body: Int32) -> (Double, Double) {
    if body < 0 || bodies[Int(body)].awake < 0 { return (0, 0) }
    return (Double(bodies[Int(body)].invMass), Double(bodies[Int(body)].invInertia))
  }

  @_optimize(size)
  private func hang(_ node: Int32, _ r: Double2, _ other: Int32, _ arm: Double2) {
    let n = s.pointee.jointWork.trees.bodies.base + Int(node)
    let mass = treeMass(n.pointee.body).0
    if !(mass > 0) { return }
    let far = treeMass(s.pointee.jointWork.trees.bodies[Int(other)].body)
    let weight = min(1 / max(far.0 + far.1 * arm.dot(arm), 1e-30), 1e4 / mass)
    n.pointee.uw += weight
    n.pointee.u = n.pointee.u + weight * r
    n.pointee.pw += weight * r.dot(r)
  }

  /// Numbers the trees' bundles and their bodies' places: those that are no middle are counted from the front.
  @_optimize(size)
  private func openBundles() -> Bool {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    let groups = s.pointee.jointWork.groups.base
    for at in 0..<trees.pointee.edges.count {
      let edge = trees.pointee.edges[at]
      let root = groups + Int(groupRoot(groups, edge.a))
      root.pointee.treeJoints += 1
      if edge.b < 0 { root.pointee.treeTies += 1 }
    }
    // A tree has one body more than joints between bodies.
    var bundle = TreeBundle()
    for at in 0..<s.pointee.awake.count where groups[at].treeJoints > 0 {
      groups[at].bundle = Int32(trees.pointee.bundles.count)
      bundle.jointEnd += groups[at].treeJoints
      bundle.root += groups[at].treeJoints - groups[at].treeTies
      bundle.fixed += groups[at].treeJoints - groups[at].treeTies + 1
      bundle.bodyEnd += groups[at].treeJoints + 1
      if bundle.jointEnd - bundle.joint >= World.bundleSize {
        guard trees.pointee.bundles.append(bundle) else { return false }
        bundle.body = bundle.bodyEnd
        bundle.root = bundle.bodyEnd
        bundle.fixed = bundle.bodyEnd
        bundle.joint = bundle.jointEnd
      }
    }
    if bundle.jointEnd > bundle.joint { guard trees.pointee.bundles.append(bundle) else { return false } }
    return trees.pointee.bodies.resize(Int(bundle.bodyEnd))
  }

  /// The order of the edges: those to what does not move, then leaf by leaf. A body knows how many edges it has left, and
  /// the exclusive or of their numbers, which of a leaf is its only one.
  @_optimize(size)
  private func peel() {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    let groups = s.pointee.jointWork.groups.base
    let edges = trees.pointee.edges.base
    let order = trees.pointee.order.base
    var placed = 0
    for at in 0..<trees.pointee.edges.count {
      let edge = edges[at]
      if edge.b < 0 {
        order[placed] = Int32(at)
        placed += 1
        continue
      }
      groups[Int(edge.a)].left += 1
      groups[Int(edge.b)].left += 1
      groups[Int(edge.a)].edges ^= Int32(at)
      groups[Int(edge.b)].edges ^= Int32(at)
    }
    var next = placed
    for at in 0..<s.pointee.awake.count where groups[at].left == 1 { take(Int32(at), &placed) }
    while next < placed {
      let edge = edges[Int(order[next])]
      next += 1
      if groups[Int(edge.a)].left == 1 { take(edge.a, &placed) }
    }
  }

  /// Places the last edge of a body, from its other one.
  private func take(_ leaf: Int32, _ placed: inout Int) {
    let trees = withUnsafeMutablePointer(to: &s.pointee.jointWork.trees) { $0 }
    let groups = s.pointee.jointWork.groups.base
    // Of the last two bodies the other one may have gone.
    if groups[Int(leaf)].left != 1 { return }
    let number = groups[Int(leaf)].edges
    let edge = trees.pointee.edges.base + Int(number)
    if edge.pointee.a == leaf {
      edge.pointee.a = edge.pointee.b
      edge.pointee.b = leaf
    }
    groups[Int(leaf)].left = 0
    groups[Int(edge.pointee.a)].left -= 1
    groups[Int(edge.pointee.a)].edges ^= number
    trees.pointee.order[placed] = number
    placed += 1
  }
}
