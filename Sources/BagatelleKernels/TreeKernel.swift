// Trees and chains of points, rods and springs, four trees of one shape at once: records and what a sub-step does. Compiled twice.
// SPDX-License-Identifier: MIT
//
// The equations are those of `JointSolver.swift`, solved without a matrix in time and memory linear in the joints
// (`TreeKernel+Factors.swift`). Each lane is a tree of its own, whose numbers depend on no other lane. Directions and factors of
// the projection after the way are those of the next sub-step before its way, unless there are springs, which act in mid-way.

/// A body of each of four trees, or what does not move at the far end of one joint.
@frozen public struct JointNode: BitwiseCopyable {
  /// Awake indices; -1 is the row that never moves.
  public var index: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
  /// Bodies, or -1 for the world.
  public var body: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
  /// Change of the velocity while a system is solved, and the impulse from the joint toward the middle.
  public var u = Pair4.zero
  public var uw = D4.zero
  public var p = Pair4.zero
  public var pw = D4.zero
  /// Working velocity, of the way of this sub-step.
  public var v = Pair4.zero
  public var w = D4.zero
  /// The way: its shift, its turn's sine, its cosine less 1.
  public var way = Pair4.zero
  public var waySine = D4.zero
  public var wayCosine = D4.zero
  /// Answer of the velocity to an impulse, with all joints toward the leaves: a symmetric matrix.
  public var xx = D4.zero
  public var xy = D4.zero
  public var yy = D4.zero
  public var xw = D4.zero
  public var yw = D4.zero
  public var ww = D4.zero
  /// Center and rotation.
  public var place = Pair4.zero
  public var c = D4.zero
  public var s = D4.zero
  /// As the joints see them: less than the true ones under a tension that the sub-steps cannot follow.
  public var invMass = D4.zero
  public var invInertia = D4.zero
  /// By which springs are measured.
  public var trueInvMass = D4.zero
  public var trueInvInertia = D4.zero
  /// The velocity without joints.
  public var base = Pair4.zero
  public var baseW = D4.zero
  /// Second half of what acts smoothly, given after the way; 0.5, or 0 for what takes all of it before, as beside contacts.
  public var half = Pair4.zero
  public var halfW = D4.zero
  public var share = D4.zero
  /// Velocity before the sub-step.
  public var old = Pair4.zero
  public var oldW = D4.zero
  /// Stiffness across the tensions on it, times h²; what a turn moves at least of what hangs on it: a moment of inertia.
  public var stiffness = D4.zero
  public var angularStiffness = D4.zero
  public var moved = D4.zero
  /// Where the step began.
  public var start = Pair4.zero
  public var startC = D4(repeating: 1)
  public var startS = D4.zero

  public init() {}
}

/// What a joint of a tree holds.
public enum TreeJointKind {
  @_transparent public static var point: Int32 { 0 }
  @_transparent public static var rod: Int32 { 1 }
  @_transparent public static var spring: Int32 { 2 }
  @_transparent public static var softPoint: Int32 { 3 }
}

/// A joint of each of four trees between a body and one farther from the middle, or something that does not move.
@frozen public struct TreeJoint: BitwiseCopyable {
  /// Nodes: A is nearer to the middle.
  public var a: Int32 = 0
  public var b: Int32 = 0
  public var kind: Int32 = 0
  /// Bit of a lane: A is the joint's second body.
  public var turned: Int32 = 0
  /// The joints; -1 where a lane repeats the first.
  public var joint: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
  /// Arms, turned by a quarter.
  public var armA = Pair4.zero
  public var armB = Pair4.zero
  /// What it lacks, then the impulse that the bodies toward the leaves alone would need; impulses act on B.
  public var lack = Pair4.zero
  public var impulse = Pair4.zero
  /// The impulse that makes up for a lack: a symmetric matrix.
  public var kxx = D4.zero
  public var kxy = D4.zero
  public var kyy = D4.zero
  /// What an impulse along x and y does to velocities, and what both do to rates of turning.
  public var ax = Pair4.zero
  public var ay = Pair4.zero
  public var aw = Pair4.zero
  public var bx = Pair4.zero
  public var by = Pair4.zero
  public var bw = Pair4.zero
  /// From A's end to B's, and where that should be after the way; of a rod the lengths past its own, twice; of a spring the rate
  /// that is wanted.
  public var between = Pair4.zero
  public var wanted = Pair4.zero
  /// Direction of a rod or spring.
  public var u = Pair4.zero
  public var give = D4.zero
  /// Of a soft point: the rest of the matrix by which it gives way.
  public var giveXY = D4.zero
  public var giveYY = D4.zero
  public var length = D4.zero
  public var localA = Pair4.zero
  public var localB = Pair4.zero
  /// Impulse before the way of the last sub-step, and the sum of the step.
  public var warm = Pair4.zero
  public var total = Pair4.zero
  /// The fastest that an error comes back, points/s.
  public var speed = D4.zero
  /// Factors of a spring: of the rate before, of the stretch, of the rate; half a sub-step, and 1 for what is given again after
  /// the way, or 0 and 0 where it takes the stretch at the end of the sub-step.
  public var before = D4.zero
  public var pull = D4.zero
  public var sum = D4(repeating: 1)
  public var ahead = D4.zero
  public var again = D4.zero

  public init() {}
}

/// Trees that are solved together: nodes and joints by number.
@frozen public struct TreeBundle: BitwiseCopyable {
  public var node: Int32 = 0
  /// The middles of the trees, then what does not move, then the end.
  public var root: Int32 = 0
  public var fixed: Int32 = 0
  public var nodeEnd: Int32 = 0
  public var joint: Int32 = 0
  public var jointEnd: Int32 = 0
  /// The factors are those of the present poses.
  public var isFactored = false
  public var hasRigid = false
  public var hasSoft = false

  public init() {}
}

@frozen public struct TreeParameters {
  /// A sub-step, the share of an error that comes back in it, and the share of its row mass by which a rigid joint gives way.
  public var h: Double
  public var share: Double
  public var give: Double

  public init(h: Double, share: Double, give: Double) {
    self.h = h
    self.share = share
    self.give = give
  }
}

/// A bundle while it is solved.
struct TreeRun {
  let bundle: UnsafeMutablePointer<TreeBundle>
  let nodes: UnsafeMutablePointer<JointNode>
  let joints: UnsafeMutablePointer<TreeJoint>
  let states: UnsafeMutableRawPointer
  let parameters: UnsafePointer<TreeParameters>
  /// Lanes that are solved: 1, otherwise 0.
  var active = D4(repeating: 1)

  @inline(__always) var h: D4 { D4(repeating: parameters.pointee.h) }
  @inline(__always) var firstNode: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.node) }
  @inline(__always) var firstFixed: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.fixed) }
  @inline(__always) var nodeEnd: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.nodeEnd) }
  @inline(__always) var firstJoint: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.joint) }
  @inline(__always) var jointEnd: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.jointEnd) }
}

@_transparent
func rows(_ n: UnsafeMutablePointer<JointNode>) -> UnsafePointer<Int32> {
  UnsafeRawPointer(n).assumingMemoryBound(to: Int32.self)
}

/// A solution is good when no more is left of it, in points, and needs not be looked at again when less was left before.
private let treeTolerance = 1e-6
private let treeNear = 1e-3

/// Before the velocities take up what acts on them.
func beginTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gather4(r.states, rows(n))
    n.pointee.old = row.v
    n.pointee.oldW = row.w
    n += 1
  }
}

/// The impulses of a sub-step before the way.
func solveTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gather4(r.states, rows(n))
    let share = n.pointee.share
    n.pointee.half = share * (row.v - n.pointee.old)
    n.pointee.halfW = share * (row.w - n.pointee.oldW)
    n.pointee.base = row.v - n.pointee.half
    n.pointee.baseW = row.w - n.pointee.halfW
    n.pointee.v = n.pointee.base
    n.pointee.w = n.pointee.baseW
    n += 1
  }
  if !r.bundle.pointee.isFactored || r.bundle.pointee.hasSoft {
    setTreePoses(&r)
    factorTree(&r, isWay: true)
    r.bundle.pointee.isFactored = true
  }
  let share = D4(repeating: r.parameters.pointee.share)
  let one = D4(repeating: 1)
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.impulse = .zero
    if c.pointee.kind <= TreeJointKind.rod {
      let cap = r.h * c.pointee.speed
      let isRod = c.pointee.kind == TreeJointKind.rod
      let u = c.pointee.u
      let length = isRod ? squareRoot(c.pointee.between.dot(c.pointee.between)) - c.pointee.length : D4.zero
      let error = isRod ? Pair4(length, length) : c.pointee.between
      c.pointee.wanted = Pair4(
        error.x - maximum(minimum(share * error.x, cap), -cap), error.y - maximum(minimum(share * error.y, cap), -cap))
      // It starts with what it gave in the last sub-step.
      let p = isRod ? u.dot(c.pointee.warm) * u : c.pointee.warm
      c.pointee.impulse = p
      pushTree(&r, c, p)
    }
    c += 1
  }
  // What swings too fast gets more mass and is solved again.
  r.active = one
  for turn in 0..<4 {
    if r.bundle.pointee.hasRigid { aimTree(&r, isFirst: true) } else { forgetTree(&r) }
    _ = measureTree(&r)
    solveFactored(&r)
    if turn == 3 || !r.bundle.pointee.hasRigid || !steadyTree(&r) { break }
    factorTree(&r, isWay: true)
    startTreeOver(&r)
  }
  // Directions stay those of the start; the errors after the way go to what is wanted.
  if r.bundle.pointee.hasRigid {
    r.active = one
    var before = D4(repeating: .infinity)
    for _ in 0..<4 {
      aimTree(&r, isFirst: false)
      let worst = measureTree(&r)
      // At the tip of a whip the directions turn too far for this: what does not get better stays as it is.
      let isGood = (worst .< D4(repeating: treeTolerance)) | (worst .> D4(repeating: 0.5) * before)
      r.active = select(isGood, D4.zero, r.active)
      if !(r.active .> D4.zero).isAny { break }
      if (r.active .< one).isAny { dropLack(&r) }
      before = worst
      solveFactored(&r)
      r.active = select(worst .< D4(repeating: treeNear), D4.zero, r.active)
      if !(r.active .> D4.zero).isAny { break }
    }
  }
  c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind <= TreeJointKind.rod { c.pointee.warm = c.pointee.impulse }
    c += 1
  }
  storeTree(&r)
}

/// The second half of what acts smoothly and of springs, and the projection at the new place.
func finishTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gather4(r.states, rows(n))
    n.pointee.v = row.v + n.pointee.half
    n.pointee.w = row.w + n.pointee.halfW
    forget(n)
    n += 1
  }
  var c = r.firstJoint
  if r.bundle.pointee.hasSoft {
    while c < r.jointEnd {
      if c.pointee.kind > TreeJointKind.rod {
        let p = c.pointee.again * c.pointee.impulse
        c.pointee.total = c.pointee.total + p
        pushTree(&r, c, p)
      }
      c += 1
    }
  }
  if r.bundle.pointee.hasRigid {
    setTreePoses(&r)
    factorTree(&r, isWay: false)
    c = r.firstJoint
    while c < r.jointEnd {
      let a = r.nodes + Int(c.pointee.a)
      let b = r.nodes + Int(c.pointee.b)
      let lack =
        (a.pointee.v + a.pointee.w * c.pointee.armA) - (b.pointee.v + b.pointee.w * c.pointee.armB)
      switch c.pointee.kind {
      case TreeJointKind.point: c.pointee.lack = lack
      case TreeJointKind.rod: c.pointee.lack = lack.dot(c.pointee.u) * c.pointee.u
      default: c.pointee.lack = .zero
      }
      c.pointee.impulse = .zero
      c += 1
    }
    solveFactored(&r)
  } else {
    c = r.firstJoint
    while c < r.jointEnd {
      c.pointee.impulse = .zero
      c += 1
    }
  }
  storeTree(&r)
}

@inline(__always)
private func forgetTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    forget(n)
    n += 1
  }
}

/// Gives both bodies an impulse at a joint.
@inline(__always)
private func pushTree(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: Pair4) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.v = a.pointee.v - a.pointee.invMass * p
  a.pointee.w = a.pointee.w - a.pointee.invInertia * c.pointee.armA.dot(p)
  b.pointee.v = b.pointee.v + b.pointee.invMass * p
  b.pointee.w = b.pointee.w + b.pointee.invInertia * c.pointee.armB.dot(p)
}

/// Velocities to the bodies; impulses to the sums of the step.
@inline(never)
private func storeTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.firstFixed {
    let row = gather4(r.states, rows(n))
    let w = select(n.pointee.invInertia .> D4.zero, n.pointee.w, row.w)
    scatter4(r.states, rows(n), n.pointee.v, w, row.turned)
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.total = c.pointee.total + c.pointee.impulse
    c += 1
  }
}

/// Poses by what the bodies moved in this step.
@inline(never)
private func setTreePoses(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gather4(r.states, rows(n))
    n.pointee.place = n.pointee.start + row.shift
    let (sine, cosine) = wayTurn(wide(row.turned))
    n.pointee.c = n.pointee.startC + (cosine * n.pointee.startC - sine * n.pointee.startS)
    n.pointee.s = n.pointee.startS + (cosine * n.pointee.startS + sine * n.pointee.startC)
    n += 1
  }
}

/// Sine, and cosine less 1; of more than 4 radians those of 4, for no body turns as far in a step.
@inline(__always)
func wayTurn(_ x: D4) -> (D4, D4) {
  let near = (x .< D4(repeating: 0.3)) & (x .> D4(repeating: -0.3))
  let (sine, cosine) = smallTurn(x)
  if (x .> D4(repeating: 0.3)).isAny || (x .< D4(repeating: -0.3)).isAny {
    var turn = WideTurn(angle: x)
    wideTurn(&turn)
    return (select(near, sine, turn.sine), select(near, cosine, turn.cosine))
  }
  return (sine, cosine)
}

@inline(__always)
private func smallTurn(_ x: D4) -> (D4, D4) {
  let one = D4(repeating: 1)
  let q = x * x
  let s = x
    * (one - q * (D4(repeating: 1.0 / 6) - q * (D4(repeating: 1.0 / 120) - q * (D4(repeating: 1.0 / 5040) - q * D4(repeating: 1.0 / 362_880)))))
  let c = -q
    * (D4(repeating: 0.5) - q
      * (D4(repeating: 1.0 / 24) - q * (D4(repeating: 1.0 / 720) - q * (D4(repeating: 1.0 / 40_320) - q * D4(repeating: 1.0 / 3_628_800)))))
  return (s, c)
}

private struct WideTurn {
  var angle: D4
  var sine = D4.zero
  var cosine = D4.zero
}

/// A sixteenth of the angle, doubled four times.
@inline(never)
private func wideTurn(_ t: inout WideTurn) {
  let x = maximum(minimum(t.angle, D4(repeating: 4)), D4(repeating: -4))
  var (sine, cosine) = smallTurn(D4(repeating: 0.0625) * x)
  let two = D4(repeating: 2)
  for _ in 0..<4 {
    let old = sine
    sine = two * old * (D4(repeating: 1) + cosine)
    cosine = -(two * old * old)
  }
  t.sine = sine
  t.cosine = cosine
}
