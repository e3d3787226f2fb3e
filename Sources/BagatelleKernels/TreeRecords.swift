// The records of trees and chains of joints, four trees of one shape at once, as `TreeKernel.swift` solves them.
// SPDX-License-Identifier: MIT

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
  /// Of the first of a tree, `TreeStrain`; and while that is `torn` or more, velocity of the anchors, and twice what its springs
  /// gave, or without bound.
  public var strain = Four.zero
  public var frame = FourPoints.zero
  public var most = Four.zero
  /// Of the first of a tree: 1 where joints see more than the mass of some body in this step.
  public var heavy = Four.zero

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
  /// In this step some bodies have more than their mass, or the joints miss something; below what is torn too.
  @_transparent public static var heavy: Double { 4 }
  @_transparent public static var tornAndHeavy: Double { 6 }
  /// Squares of what rates may miss in a sub-step: of points, in parts of the square of what is apart, and of radians.
  @_transparent public static var missed: Double { 100 }
  @_transparent public static var missedTurn: Double { 0.0025 }
  /// Of the length of a rod that whips, in the same parts.
  @_transparent public static var short: Double { 40_000 }
}

/// What a joint of a tree holds.
public enum TreeJointKind {
  /// B goes along an axis of A without turning; or A along one of B. Which of the two it is turns with their order.
  @_transparent public static var slide: Int32 { 0 }
  @_transparent public static var rail: Int32 { 1 }
  /// A point, and a range or friction of the angle; no range is a weld.
  @_transparent public static var hinge: Int32 { 2 }
  @_transparent public static var point: Int32 { 3 }
  @_transparent public static var rod: Int32 { 4 }
  @_transparent public static var rope: Int32 { 5 }
  @_transparent public static var spring: Int32 { 6 }
  @_transparent public static var softPoint: Int32 { 7 }
  /// A soft point at A's center, and its angle as soft.
  @_transparent public static var snap: Int32 { 8 }

  @_transparent public static func isSlide(_ kind: Int32) -> Bool { kind <= rail }
  /// It holds the angle too: one of the first three, or a snap.
  @_transparent public static func hasAngle(_ kind: Int32) -> Bool { kind & 7 <= hinge }
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
  /// What a lack along x and y takes from A's velocity, and both from its rate of turning, once the joint makes up for it.
  public var gainX = FourPoints.zero
  public var gainY = FourPoints.zero
  public var gainW = FourPoints.zero
  /// What an impulse along x and y does to B's velocity, and what both do to its rate of turning.
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
  /// How a spring is measured (`SpringFactors`).
  public var centers = Four(repeating: 1)
  public var arms = Four(repeating: 1)
  /// 0 of a joint that this half of a chain does not have (`TreeKernel+Folds.swift`).
  public var hold = Four(repeating: 1)
  /// The joints; ~ of it, which is negative, where a lane repeats another, or has none in its half of a chain.
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
  /// Behind the last node that can move: `fixed`, or the end where some item that does not yield moves as it is told.
  public var movedEnd: Int32 = 0
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
  /// Some soft joint gives something after the way.
  public var hasAgain = false
  /// Lanes 0 and 1 are the halves of a chain, and 2 and 3 of another.
  public var isFolded = false
  /// Some body has begun the step with another velocity than its joints left it.
  public var isStirred = false

  /// Its factors are made before the velocities take up what acts on them.
  @_transparent public var beginsFactored: Bool { isStirred && !isFactored && hasRigid && !hasSoftTree }

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
  /// Of lengths; tolerances are in points where it is 1.
  public var scale: Double
  public var ranges: UnsafeMutableRawPointer
  public var matrices: UnsafeMutableRawPointer

  public init(
    h: Double, share: Double, give: Double, restingShare: Double, apart: Double, scale: Double,
    ranges: UnsafeMutableRawPointer, matrices: UnsafeMutableRawPointer
  ) {
    self.h = h
    self.share = share
    self.give = give
    self.restingShare = restingShare
    self.apart = apart
    self.scale = scale
    self.ranges = ranges
    self.matrices = matrices
  }
}
