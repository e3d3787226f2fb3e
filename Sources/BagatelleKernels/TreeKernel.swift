// Trees and chains of joints, four trees of one shape at once: records and what a sub-step does. Compiled twice.
// SPDX-License-Identifier: MIT
//
// The equations are those of `JointSolver.swift`, solved without a matrix in time and memory linear in the joints
// (`TreeKernel+Factors.swift`). Each lane is a tree of its own, whose numbers depend on no other lane. Directions and factors of
// the projection after the way are those of the next sub-step before its way, unless there are springs, which act in mid-way.

/// A body of each of four trees, or what does not move at the far end of one joint.
@frozen public struct JointNode: BitwiseCopyable {
  /// Awake indices of two lanes, -1 is the row that never moves; their bodies, or -1 for the world; the same of the other two.
  private var names: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) = (-1, -1, -1, -1, -1, -1, -1, -1)
  /// Change of the velocity while a system is solved, and the impulse from the joint toward the middle.
  public var u = FourPoints.zero
  public var uw = Four.zero
  public var p = FourPoints.zero
  public var pw = Four.zero
  /// Working velocity, of the way of this sub-step.
  public var v = FourPoints.zero
  public var w = Four.zero
  /// The way: its shift, its turn's sine, its cosine less 1.
  public var way = FourPoints.zero
  public var waySine = Four.zero
  public var wayCosine = Four.zero
  /// Answer of the velocity to an impulse, with all joints toward the leaves: a symmetric matrix.
  public var xx = Four.zero
  public var xy = Four.zero
  public var yy = Four.zero
  public var xw = Four.zero
  public var yw = Four.zero
  public var ww = Four.zero
  /// Center, rotation and angle.
  public var place = FourPoints.zero
  public var c = Four.zero
  public var s = Four.zero
  public var angle = Four.zero
  /// As the joints see them: less than the true ones under a tension that the sub-steps cannot follow.
  public var invMass = Four.zero
  public var invInertia = Four.zero
  /// By which springs are measured.
  public var trueInvMass = Four.zero
  public var trueInvInertia = Four.zero
  /// The velocity without joints.
  public var base = FourPoints.zero
  public var baseW = Four.zero
  /// Second half of what acts smoothly, given after the way; 0.5, or 0 for what takes all of it before, as beside contacts, and -1 where
  /// that rests.
  public var half = FourPoints.zero
  public var halfW = Four.zero
  public var share = Four.zero
  /// Velocity before the sub-step.
  public var old = FourPoints.zero
  public var oldW = Four.zero
  /// Stiffness across the tensions on it, times h²; what a turn moves at least of what hangs on it: a moment of inertia.
  public var stiffness = Four.zero
  public var angularStiffness = Four.zero
  public var moved = Four.zero
  /// Where the step began.
  public var start = FourPoints.zero
  public var startC = Four(repeating: 1)
  public var startS = Four.zero
  public var startAngle = Four.zero
  /// Of the first of a tree, `TreeStrain`; and while that is `torn` or more, velocity of the anchors, twice the energy that it may
  /// have at the end of the sub-step, at first 0 or without bound, and at its end -1 where it has no more.
  public var strain = Four.zero
  public var frame = FourPoints.zero
  public var most = Four.zero

  public init() {}

  @inline(__always)
  public static func index(_ n: UnsafeMutablePointer<JointNode>, _ lane: Int) -> UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(n).assumingMemoryBound(to: Int32.self) + (lane + (lane & 2))
  }
  @inline(__always)
  public static func body(_ n: UnsafeMutablePointer<JointNode>, _ lane: Int) -> UnsafeMutablePointer<Int32> {
    index(n, lane) + 2
  }
}

/// How a tree's joints hold, from sub-step to sub-step. From `torn` on it gains no energy (`World.finishStrained`).
public enum TreeStrain {
  /// Ends are apart that were so before the sub-step: somebody moved an anchor or an item, and what that gives it may keep.
  @_transparent public static var pulled: Double { 1 }
  /// Ends are apart that the way took there.
  @_transparent public static var torn: Double { 2 }
  /// In this step some bodies have more than their mass, below what is torn too.
  @_transparent public static var heavy: Double { 4 }
  @_transparent public static var tornAndHeavy: Double { 6 }
}

/// What a joint of a tree holds.
public enum TreeJointKind {
  @_transparent public static var point: Int32 { 0 }
  /// A point, and a range or friction of the angle; no range is a weld.
  @_transparent public static var hinge: Int32 { 1 }
  /// B goes along an axis of A without turning; or A along one of B. Which of the two it is turns with their order.
  @_transparent public static var slide: Int32 { 2 }
  @_transparent public static var rail: Int32 { 3 }
  @_transparent public static var rod: Int32 { 4 }
  @_transparent public static var rope: Int32 { 5 }
  @_transparent public static var spring: Int32 { 6 }
  @_transparent public static var softPoint: Int32 { 7 }

  @_transparent public static func isSlide(_ kind: Int32) -> Bool { kind == slide || kind == rail }
  /// Its angle has a range.
  @_transparent public static func hasAngle(_ kind: Int32) -> Bool { kind >= hinge && kind <= rail }
}

/// A joint of each of four trees between a body and one farther from the middle, or something that does not move.
@frozen public struct TreeJoint: BitwiseCopyable {
  /// Nodes: A is nearer to the middle.
  public var a: Int32
  public var b: Int32
  public var kind: Int32
  /// Its range, or -1; of a slide that of the angle, then that of the way along it.
  public var range: Int32
  /// The same for the other half.
  private var restA: Int32
  private var restB: Int32
  private var restKind: Int32
  private var restRange: Int32
  /// Arms, turned by a quarter. The body along which another slides has its own at that one's end.
  public var armA = FourPoints.zero
  public var armB = FourPoints.zero
  /// What it lacks, then the impulse that the bodies toward the leaves alone would need; impulses act on B.
  public var lack = FourPoints.zero
  public var impulse = FourPoints.zero
  /// The impulse that makes up for a lack: a symmetric matrix.
  public var kxx = Four.zero
  public var kxy = Four.zero
  public var kyy = Four.zero
  /// What an impulse along x and y does to velocities, and what both do to rates of turning.
  public var ax = FourPoints.zero
  public var ay = FourPoints.zero
  public var aw = FourPoints.zero
  public var bx = FourPoints.zero
  public var by = FourPoints.zero
  public var bw = FourPoints.zero
  /// From A's end to B's, and where that should be after the way; of a rod the lengths past its own, twice; of a spring the rate
  /// that is wanted; of a slide across its axis and along it.
  public var between = FourPoints.zero
  public var wanted = FourPoints.zero
  /// Direction of a rod or spring; across the axis of a slide.
  public var u = FourPoints.zero
  public var give = Four.zero
  /// Of a soft point: the rest of the matrix by which it gives way. Of a slide: across its axis in the frame of the body that has
  /// it, 0 where nothing holds across.
  public var giveXY = Four.zero
  public var giveYY = Four.zero
  public var length = Four.zero
  public var localA = FourPoints.zero
  public var localB = FourPoints.zero
  /// Impulse before the way of the last sub-step, and the sum of the step.
  public var warm = FourPoints.zero
  public var total = FourPoints.zero
  /// The fastest that an error comes back, points/s.
  public var speed = Four.zero
  /// Factors of a spring: of the rate before, of the stretch, of the rate; half a sub-step, and 1 for what is given again after
  /// the way, or 0 and 0 where it takes the stretch at the end of the sub-step.
  public var before = Four.zero
  public var pull = Four.zero
  public var sum = Four(repeating: 1)
  public var ahead = Four.zero
  public var again = Four.zero
  /// The joints; -1 where a lane repeats another.
  public var joint: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
  /// Bit of a lane: A is the joint's second body.
  public var turned: Int32 = 0
  private var padding: (Int32, Int32, Int32) = (0, 0, 0)

  public init(a: Int32, b: Int32, kind: Int32, range: Int32) {
    self.a = a
    self.b = b
    self.kind = kind
    self.range = range
    restA = a
    restB = b
    restKind = kind
    restRange = range
  }

  @inline(__always)
  public func isTurned(_ lane: Int) -> Bool { turned >> Int32(lane) & 1 != 0 }
}

/// Along the axis of a slide. Of the pointer, for a copy of the joint would reach past the last of the other half.
@_transparent
func axis(_ c: UnsafeMutablePointer<TreeJoint>) -> LanePoints { LanePoints(c.pointee.u.y.wide, -c.pointee.u.x.wide) }

/// Four trees of one shape: nodes and joints by number.
@frozen public struct TreeBundle: BitwiseCopyable {
  public var node: Int32 = 0
  /// The middle of the tree, then what does not move, then the end.
  public var root: Int32 = 0
  public var fixed: Int32 = 0
  public var nodeEnd: Int32 = 0
  public var joint: Int32 = 0
  /// Joints that close loops come last.
  public var firstLoop: Int32 = 0
  public var jointEnd: Int32 = 0
  /// Their rows, and where the matrix of these begins.
  public var loopRows: Int32 = 0
  public var matrix: Int32 = 0
  /// The factors are those of the present poses.
  public var isFactored = false
  public var hasRigid = false
  public var hasSoft = false
  /// Soft joints that hold the tree together, not such that close loops alone.
  public var hasSoftTree = false
  public var hasRanges = false
  /// The third or fourth lane has a tree of its own.
  public var isWide = false
  /// Some body takes half of what acts smoothly after the way.
  public var hasHalves = false
  /// A joint that closes a loop is no spring.
  public var hasRigidLoops = false

  public init() {}
}

@frozen public struct TreeParameters {
  /// A sub-step, the share of an error that comes back in it, and the share of its row mass by which a rigid joint gives way.
  public var h: Double
  public var share: Double
  public var give: Double
  /// The share in trees that rest on something.
  public var restingShare: Double
  /// Square of the distance from which on ends are apart.
  public var apart: Double
  public var ranges: UnsafeMutableRawPointer
  public var matrices: UnsafeMutableRawPointer

  public init(
    h: Double, share: Double, give: Double, restingShare: Double, apart: Double,
    ranges: UnsafeMutableRawPointer, matrices: UnsafeMutableRawPointer
  ) {
    self.h = h
    self.share = share
    self.give = give
    self.restingShare = restingShare
    self.apart = apart
    self.ranges = ranges
    self.matrices = matrices
  }
}

/// A bundle while it is solved.
struct TreeRun {
  let bundle: UnsafeMutablePointer<TreeBundle>
  let nodes: UnsafeMutablePointer<JointNode>
  let joints: UnsafeMutablePointer<TreeJoint>
  let ranges: UnsafeMutablePointer<TreeRange>
  let matrices: UnsafeMutablePointer<Four>
  let states: UnsafeMutableRawPointer
  let parameters: UnsafePointer<TreeParameters>
  /// Lanes that are solved: 1, otherwise 0.
  var active = Lanes(repeating: 1)
  /// Rows of joints that close loops may lead: springs do on the way alone.
  var hasLoops = true
  /// Masses are no longer those of the factors.
  var isHeavier = false

  @inline(__always) var h: Lanes { Lanes(repeating: parameters.pointee.h) }
  @inline(__always) var firstNode: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.node) }
  @inline(__always) var firstFixed: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.fixed) }
  @inline(__always) var nodeEnd: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.nodeEnd) }
  @inline(__always) var firstJoint: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.joint) }
  @inline(__always) var jointEnd: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.jointEnd) }
  @inline(__always) func range(_ c: UnsafeMutablePointer<TreeJoint>) -> UnsafeMutablePointer<TreeRange> { ranges + Int(c.pointee.range) }
}

/// The share of a joint's error that comes back in a sub-step. Where parts rest on something that is what contacts press against, a spring
/// that nothing damps (docs/physics.md): little.
@inline(__always)
func shareTakenBack(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>) -> Lanes {
  let rests = r.nodes[Int(c.pointee.a)].share.wide .< Lanes.zero
  return select(rests, Lanes(repeating: r.parameters.pointee.restingShare), Lanes(repeating: r.parameters.pointee.share))
}

@_transparent
func rows(_ n: UnsafeMutablePointer<JointNode>) -> UnsafePointer<Int32> {
  UnsafeRawPointer(n).assumingMemoryBound(to: Int32.self)
}

/// A solution is good when no more is left of it, in points, and needs not be looked at again when less was left before: that leaves
/// a hundredth of it. Where loops are closed, as much may be left at once.
private let treeTolerance = 1e-6
private let loopTolerance = 1e-4
private let treeNear = 1e-2

/// Before the velocities take up what acts on them.
func beginTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.old.wide = row.v
    n.pointee.oldW.wide = row.w
    n += 1
  }
}

/// The impulses of a sub-step before the way.
@_optimize(size)
func solveTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gatherLanes(r.states, rows(n))
    var half = LanePoints.zero
    var halfW = Lanes.zero
    if r.bundle.pointee.hasHalves {
      // Of who takes none the velocity before may be an old one.
      let share = n.pointee.share.wide
      let takes = share .> Lanes.zero
      half = select(takes, share * (row.v - n.pointee.old.wide), half)
      halfW = select(takes, share * (row.w - n.pointee.oldW.wide), halfW)
    }
    n.pointee.half.wide = half
    n.pointee.halfW.wide = halfW
    n.pointee.base.wide = row.v - half
    n.pointee.baseW.wide = row.w - halfW
    n.pointee.v.wide = n.pointee.base.wide
    n.pointee.w.wide = n.pointee.baseW.wide
    n += 1
  }
  if !r.bundle.pointee.isFactored || r.bundle.pointee.hasSoftTree {
    setTreePoses(&r)
    factorTree(&r, isWay: true, chooses: true)
  } else if r.bundle.pointee.hasRanges && (settleRanges(&r, RangePhase.way) .> Lanes.zero).isAny {
    factorTree(&r, isWay: true, chooses: false)
  } else if r.bundle.pointee.hasSoft {
    factorLoops(&r, isWay: true)
  }
  let one = Lanes(repeating: 1)
  var apart = Lanes.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.impulse.wide = .zero
    if c.pointee.kind < TreeJointKind.spring {
      apart = maximum(apart, apartSquared(c))
      let cap = r.h * c.pointee.speed.wide
      let isRod = c.pointee.kind >= TreeJointKind.rod
      let u = c.pointee.u.wide
      let length = isRod ? squareRoot(c.pointee.between.wide.dot(c.pointee.between.wide)) - c.pointee.length.wide : Lanes.zero
      let error = isRod ? LanePoints(length, length) : c.pointee.between.wide
      let share = shareTakenBack(&r, c)
      c.pointee.wanted.wide = LanePoints(
        error.x - maximum(minimum(share * error.x, cap), -cap), error.y - maximum(minimum(share * error.y, cap), -cap))
      // It starts with what it gave in the last sub-step.
      var p = isRod ? u.dot(c.pointee.warm.wide) * u : c.pointee.warm.wide
      if c.pointee.range >= 0 { warmRange(&r, c, &p) }
      c.pointee.impulse.wide = p
      pushTree(&r, c, p)
    }
    c += 1
  }
  let strain = r.firstNode.pointee.strain.wide
  let isPulled = (apart .> Lanes(repeating: r.parameters.pointee.apart)) & (strain .< Lanes(repeating: TreeStrain.pulled))
  r.firstNode.pointee.strain.wide = select(isPulled, Lanes(repeating: TreeStrain.pulled), strain)
  // What swings too fast gets more mass and is solved again.
  r.active = one
  for turn in 0..<4 {
    if r.bundle.pointee.hasRigid { aimTree(&r, isFirst: true) } else { forgetTree(&r) }
    _ = measureTree(&r)
    solveFactored(&r)
    if turn == 3 || !r.bundle.pointee.hasRigid || !steadyTree(&r, isFirst: turn == 0) {
      if turn > 0 && r.bundle.pointee.hasRanges {
        // With what then should lead or not the next sub-step begins. Lanes that were not solved again find what they found.
        r.active = one
        _ = settleRanges(&r, RangePhase.again)
      }
      break
    }
    factorTree(&r, isWay: true, chooses: false)
    startTreeOver(&r)
  }
  // Directions stay those of the start; the errors after the way go to what is wanted.
  if r.bundle.pointee.hasRigid {
    r.active = one
    let tolerance = Lanes(repeating: r.bundle.pointee.loopRows > 0 ? loopTolerance : treeTolerance)
    var before = Lanes(repeating: Double.infinity)
    for _ in 0..<4 {
      aimTree(&r, isFirst: false)
      let worst = measureTree(&r)
      // At the tip of a whip the directions turn too far for this: what does not get better stays as it is.
      let isGood = (worst .< tolerance) | (worst .> Lanes(repeating: 0.5) * before)
      r.active = select(isGood, Lanes.zero, r.active)
      if !(r.active .> Lanes.zero).isAny { break }
      if (r.active .< one).isAny { dropLack(&r) }
      before = worst
      solveFactored(&r)
      r.active = select(worst .< Lanes(repeating: treeNear), Lanes.zero, r.active)
      if !(r.active .> Lanes.zero).isAny { break }
    }
  }
  c = r.firstJoint
  while c < r.jointEnd {
    if c.pointee.kind < TreeJointKind.spring { c.pointee.warm.wide = c.pointee.impulse.wide }
    if c.pointee.range >= 0 {
      keepRange(r.range(c))
      if TreeJointKind.isSlide(c.pointee.kind) { keepRange(r.range(c) + 1) }
    }
    c += 1
  }
  storeTree(&r)
}

/// The second half of what acts smoothly and of springs, and the projection at the new place.
@_optimize(size)
func finishTree(_ r: inout TreeRun) {
  let isTorn = r.firstNode.pointee.strain.wide .> Lanes(repeating: TreeStrain.pulled)
  let isBound = r.bundle.pointee.hasRigid && !r.bundle.pointee.hasSoft && isTorn.isAny
  let most = isBound ? energyBefore(&r) : Lanes.zero
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.v.wide = row.v + n.pointee.half.wide
    n.pointee.w.wide = row.w + n.pointee.halfW.wide
    forget(n)
    n += 1
  }
  var c = r.firstJoint
  if r.bundle.pointee.hasSoft {
    while c < r.jointEnd {
      if c.pointee.kind >= TreeJointKind.spring {
        let p = c.pointee.again.wide * c.pointee.impulse.wide
        c.pointee.total.wide = c.pointee.total.wide + p
        pushTree(&r, c, p)
      }
      c += 1
    }
  }
  if r.bundle.pointee.hasRigid {
    setTreePoses(&r)
    factorTree(&r, isWay: false, chooses: true)
    if r.bundle.pointee.hasRanges { keepRates(&r) }
    for turn in 0..<3 {
      lackTree(&r, isFirst: turn == 0)
      solveFactored(&r)
      if !r.bundle.pointee.hasRanges || turn == 2 || !settleEnd(&r) { break }
      factorTree(&r, isWay: false, chooses: false)
      startTreeOver(&r)
      forgetTree(&r)
    }
  } else {
    c = r.firstJoint
    while c < r.jointEnd {
      c.pointee.impulse.wide = .zero
      c += 1
    }
  }
  storeTree(&r)
  if isBound {
    let isOver = isTorn & (energyAfter(&r) .> most)
    r.firstNode.pointee.most.wide = select(isOver, maximum(most, Lanes.zero), Lanes(repeating: -1))
  }
}

/// Twice the energy before the sub-step in the frame of the anchors, and what all but joints did along its way.
@inline(never)
private func energyBefore(_ r: inout TreeRun) -> Lanes {
  let frame = r.firstNode.pointee.frame.wide
  let two = Lanes(repeating: 2)
  var sum = r.firstNode.pointee.most.wide
  var n = r.firstNode
  while n < r.firstFixed {
    let row = gatherLanes(r.states, rows(n))
    // What the way has of contacts is not in the velocity that it began with.
    let old = n.pointee.old.wide
    let given = n.pointee.base.wide + n.pointee.half.wide + (row.v - n.pointee.v.wide) - old
    let oldW = n.pointee.oldW.wide
    let turned = n.pointee.baseW.wide + n.pointee.halfW.wide + (row.w - n.pointee.w.wide) - oldW
    let before = old - frame
    sum = sum + over(before.dot(before) + two * given.dot(row.v - frame), n.pointee.trueInvMass.wide)
    sum = sum + over(oldW * oldW + two * (turned * row.w), n.pointee.trueInvInertia.wide)
    n += 1
  }
  return sum
}

@inline(never)
private func energyAfter(_ r: inout TreeRun) -> Lanes {
  let frame = r.firstNode.pointee.frame.wide
  var sum = Lanes.zero
  var n = r.firstNode
  while n < r.firstFixed {
    let v = n.pointee.v.wide - frame
    let w = n.pointee.w.wide
    sum = sum + over(v.dot(v), n.pointee.trueInvMass.wide) + over(w * w, n.pointee.trueInvInertia.wide)
    n += 1
  }
  return sum
}

/// 0 of what nothing moves.
@inline(__always)
private func over(_ square: Lanes, _ inverse: Lanes) -> Lanes {
  select(inverse .> Lanes.zero, square / inverse, Lanes.zero)
}

/// What the joints lack at the end of a sub-step, in lanes that are solved; no impulses yet.
@inline(__always)
private func lackTree(_ r: inout TreeRun, isFirst: Bool) {
  let active = r.active .> Lanes.zero
  var apart = Lanes.zero
  // 0, or what is not finite: that is put back with the errors that it had.
  var lost = Lanes.zero
  var c = r.firstJoint
  while c < r.jointEnd {
    let a = r.nodes + Int(c.pointee.a)
    let b = r.nodes + Int(c.pointee.b)
    if isFirst && c.pointee.kind < TreeJointKind.spring {
      let square = apartSquared(c)
      apart = maximum(apart, square)
      lost = lost + (square - square)
    }
    var lack =
      (a.pointee.v.wide + a.pointee.w.wide * c.pointee.armA.wide) - (b.pointee.v.wide + b.pointee.w.wide * c.pointee.armB.wide)
    if c.pointee.kind >= TreeJointKind.rod { lack = lack.dot(c.pointee.u.wide) * c.pointee.u.wide }
    if c.pointee.kind >= TreeJointKind.spring { lack = .zero }
    if isFirst { c.pointee.impulse.wide = .zero }
    if c.pointee.range >= 0 {
      let t = r.range(c)
      t.pointee.lack.wide = select(active, a.pointee.w.wide - b.pointee.w.wide, Lanes.zero)
      if isFirst { t.pointee.impulse.wide = .zero }
    }
    c.pointee.lack.wide = isFirst ? lack : select(active, lack, LanePoints.zero)
    c += 1
  }
  if isFirst { noteStrain(&r, (apart .< Lanes(repeating: r.parameters.pointee.apart)) & (lost .< Lanes(repeating: 1))) }
}

/// How the joints hold after the way.
@inline(__always)
private func noteStrain(_ r: inout TreeRun, _ isWhole: LaneMask) {
  let strain = r.firstNode.pointee.strain.wide
  let torn = Lanes(repeating: TreeStrain.torn)
  let heavy = Lanes(repeating: TreeStrain.heavy)
  let light = select(isWhole, Lanes.zero, select(strain .> Lanes.zero, strain, torn))
  r.firstNode.pointee.strain.wide = select(strain .> torn, select(isWhole, heavy, heavy + torn), light)
}

/// Square of how far the ends of a rigid joint are apart; of a slide across it.
@inline(never)
private func apartSquared(_ c: UnsafeMutablePointer<TreeJoint>) -> Lanes {
  let between = c.pointee.between.wide
  if TreeJointKind.isSlide(c.pointee.kind) { return between.x * between.x }
  let square = between.dot(between)
  if c.pointee.kind < TreeJointKind.rod { return square }
  let longer = squareRoot(square) - c.pointee.length.wide
  let error = c.pointee.kind == TreeJointKind.rope ? maximum(longer, Lanes.zero) : longer
  return error * error
}

@inline(never)
func forgetTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    forget(n)
    n += 1
  }
}

/// Gives both bodies an impulse at a joint.
@inline(__always)
func pushTree(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: LanePoints) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.v.wide = a.pointee.v.wide - a.pointee.invMass.wide * p
  a.pointee.w.wide = a.pointee.w.wide - a.pointee.invInertia.wide * c.pointee.armA.wide.dot(p)
  b.pointee.v.wide = b.pointee.v.wide + b.pointee.invMass.wide * p
  b.pointee.w.wide = b.pointee.w.wide + b.pointee.invInertia.wide * c.pointee.armB.wide.dot(p)
}

/// Velocities to the bodies; impulses to the sums of the step.
@inline(never)
private func storeTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.firstFixed {
    let row = gatherLanes(r.states, rows(n))
    let w = select(n.pointee.invInertia.wide .> Lanes.zero, n.pointee.w.wide, row.w)
    scatterLanes(r.states, rows(n), n.pointee.v.wide, w, row.turned)
    n += 1
  }
  var c = r.firstJoint
  while c < r.jointEnd {
    c.pointee.total.wide = c.pointee.total.wide + c.pointee.impulse.wide
    if c.pointee.range >= 0 { r.range(c).pointee.total.wide = r.range(c).pointee.total.wide + r.range(c).pointee.impulse.wide }
    c += 1
  }
}

/// Poses by what the bodies moved in this step.
@inline(never)
private func setTreePoses(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    let row = gatherLanes(r.states, rows(n))
    n.pointee.place.wide = n.pointee.start.wide + row.shift
    let turned = wide(row.turned)
    n.pointee.angle.wide = n.pointee.startAngle.wide + turned
    let (sine, cosine) = wayTurn(turned)
    n.pointee.c.wide = n.pointee.startC.wide + (cosine * n.pointee.startC.wide - sine * n.pointee.startS.wide)
    n.pointee.s.wide = n.pointee.startS.wide + (cosine * n.pointee.startS.wide + sine * n.pointee.startC.wide)
    n += 1
  }
}
