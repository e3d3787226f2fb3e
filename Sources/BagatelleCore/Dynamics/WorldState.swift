// The records of the simulation: everything a step reads or writes, as plain memory. One file of over 600 lines, so that the layout of
// all of them is seen in one place.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims

/// No body, contact, joint, or end of a list.
@inline(__always) var none: Int32 { -1 }

enum BodyFlag {
  static let alive: UInt32 = 1
  static let anchored: UInt32 = 2
  static let fixedRotation: UInt32 = 4
  static let quarantined: UInt32 = 8
  /// In the buffer of bodies whose pairs must be looked for.
  static let moved: UInt32 = 16
  /// Joints changed: contacts that are no longer allowed must go.
  static let refilter: UInt32 = 32
  /// Listed among those whose contacts must be looked at anew.
  static let fresh: UInt32 = 64
  /// Anchored, yet moving as told: in the awake arrays with no inverse mass.
  static let kinematic: UInt32 = 128
  /// Its velocity holds for one tick only.
  static let oneTick: UInt32 = 256
  /// To be woken at the end of the step.
  static let wakesLate: UInt32 = 512
  /// Its center of mass keeps its x, its y; its angle keeps to a range. The joint `BodyExtras.lock` holds them.
  static let locksX: UInt32 = 1024
  static let locksY: UInt32 = 2048
  static let limitsAngle: UInt32 = 4096
  static let locks: UInt32 = 7168
  /// Fresh, and its contacts must be found anew even where they could follow its motion.
  static let renewed: UInt32 = 8192
  /// It has reached its target and rests, but stays in the awake arrays until the next step, for most are told again then.
  static let arrived: UInt32 = 16384
  /// Removed, but there was no memory to unpack its contacts: it goes when there is.
  static let goesLate: UInt32 = 32768
  /// Made, placed, shaped or let meet others anew since the last step.
  static let entered: UInt32 = 65536
  /// A sweep has stopped it, and it may still be deep inside of what it met.
  static let stopped: UInt32 = 131072
  /// A joint that is no spring holds it, as joints are arranged.
  static let held: UInt32 = 262144
  /// Its motion in this step was not finite and is undone, or was cut at the greatest speed: what it had is lost.
  static let undone: UInt32 = 524288
  /// Held by springs to fixed points that have no lanes of their own.
  static let inTree: UInt32 = 1_048_576
  /// A sweep put it back in this part of a step, and, the next bit, in the one before.
  static let putBack: UInt32 = 2_097_152
  static let putBackBefore: UInt32 = 4_194_304
  /// In this part it came to rest before what does not give way.
  static let blocked: UInt32 = 8_388_608
}

/// One body, by its stable index. 64-bit pose of the center of mass; what the solver needs is copied to
/// `BodyState` and `BodyMotion` while the body is awake.
struct Body: BitwiseCopyable {
  // What contacts are found from comes first.
  var x = 0.0
  var y = 0.0
  /// Rotation by `angle`.
  var q = Rotation.identity
  var flags: UInt32 = 0
  /// Index in the dense arrays of awake bodies, or -1.
  var awake: Int32 = -1
  /// Leaf in the tree of bodies; below -1, of a body of several shapes: -2 - its first piece, which have leaves.
  var leaf: Int32 = -1
  /// First contact edge: contact * 2 + side.
  var firstContact: Int32 = -1
  /// Greatest and least distance from the center of mass to the surface.
  var outerRadius: Float = 0
  var innerRadius: Float = 0
  var invMass: Float = 0
  var invInertia: Float = 0
  var shape = Shape()
  /// First joint edge: joint * 2 + side; of a dead body the next one.
  var firstJoint: Int32 = -1
  /// What few bodies have, or -1: see `BodyExtras`.
  var extras: Int32 = -1
  /// What it shares with others: see `BodyKind`.
  var kind: Int32 = -1
  /// Tick in which it was last listed as moved.
  var tickStamp: UInt32 = 0
  /// How long it has been slow; below 0, how long its island stays awake still, for all that is known.
  var slowSeconds: Float = 0
  /// Unwrapped.
  var angle = 0.0
  /// Pose before the latest step, for interpolation.
  var previousX = 0.0
  var previousY = 0.0
  var previousAngle = 0.0
  /// Center of mass, from the item's center, in the body's frame.
  var localCenter = Vec2f.zero
  /// UIKit mass in the time of the animator, of an anchored body too; kept by `updateInverses`.
  var mass = 0.0
  /// Per unit of density.
  var area = 1.0
  var inertiaPerMass = 1.0
  /// The caller's.
  var data: Int32 = 0
  /// Colors of the contact graph that its contacts have.
  var colors: UInt32 = 0
}

/// What many bodies have in common: kept once for all that have it, see World+Kinds.swift.
struct BodyKind: BitwiseCopyable {
  /// Of gravities.
  var acceleration = Vector2(0, 0)
  var resistance = 0.1
  var angularResistance = 0.1
  var density = 1.0
  /// How fast its own time runs; mass and inertia are divided by its square, the resistances multiplied by it.
  var timeScale = 1.0
  /// First 62 groups as bits; bit 63: more groups in the group blocks below.
  var itemMask: UInt64 = 0
  var boundaryMask: UInt64 = 0
  var friction: Float = 0.2
  var restitution: Float = 0.2
  /// Block in the group arena for groups from 62 on, or -1: how many item groups, how many boundary groups, then both. Of a
  /// kind without users the next free one.
  var moreGroups: Int32 = -1
  var users: Int32 = 0
}

extension Body {
  @inline(__always)
  var inertia: Double { mass * inertiaPerMass }

  /// Or -1 for a body of one shape.
  @inline(__always)
  var firstPiece: Int32 {
    get { leaf < -1 ? -2 - leaf : -1 }
    set { leaf = newValue < 0 ? -1 : -2 - newValue }
  }
}

/// What few bodies have, apart so that the others stay small.
struct BodyExtras: BitwiseCopyable {
  /// Of pushes; without the acceleration, which the body has.
  var forces = BodyForces()
  /// A force that acts in the next step only, and its moment about the center of mass, as in `BodyForces`.
  var stepForce = Vector2(0, 0)
  var stepCross = 0.0
  var stepDot = 0.0
  /// During a step: the moment about the center of mass of all that push it.
  var momentCross = 0.0
  var momentDot = 0.0
  var charge = 0.0
  var surfaceSpeed: Float = 0
  /// First membership in a field.
  var firstField: Int32 = -1
  /// The joint that locks it, or -1.
  var lock: Int32 = -1
  /// 1 if any of those forces acts.
  var isPushed: Int32 = 0
  /// Bodies of the same one other than 0 never collide.
  var filterGroup: Int32 = 0
  /// The next free one.
  var next: Int32 = -1
}

/// A convex shape about the center of mass of its body; vertices lie in the world's vertex arenas.
struct Shape: BitwiseCopyable {
  var kind = ShapeKind.polygon
  var isBox = false
  private var corners: UInt8 = 0
  /// Records that are hashed have no bytes that nobody writes.
  private var filler: UInt8 = 0
  /// First vertex in the arenas; blocks of 4, 8, 16, 32 or 64.
  var start: Int32 = -1
  var radius: Float = 0
  var halfSize = Vec2f.zero

  init() {}
  /// At most 64.
  @inline(__always)
  var count: Int32 {
    get { Int32(corners) }
    set { corners = UInt8(truncatingIfNeeded: newValue) }
  }
}

/// What the solver moves: 32 bytes, gathered by awake index. Offsets count from the body's reference pose.
struct BodyState: BitwiseCopyable {
  var v = Vec2f.zero
  var w: Float = 0
  /// Angle turned since the reference.
  var turned: Float = 0
  /// Distance moved since the reference.
  var d = Vec2f.zero
  /// Rotation by `turned`; kept only for bodies with joints.
  var q = Rotation.identity

  /// Where turn and way lie, side by side.
  static var way: Int { 12 }
}

/// Where an awake body was. One line of the cache, by awake index.
struct BodyTrack: BitwiseCopyable {
  /// Pose that the offsets in `BodyState` count from; contacts are kept relative to it.
  var x = 0.0
  var y = 0.0
  var q = Rotation.identity
  var angle = 0.0
  /// Where it was when it began to be slow, or half-way from there to sleep, or when it began to wait for others; and its way until half-way.
  var slowPlace = Vector2(0, 0)
  var slowAngle = 0.0
  var slowHalf = Vec2f.zero
}

/// What contacts gave a body in the last sub-step, which is what warm starting gives it in the next.
struct BodyWarm: BitwiseCopyable {
  var v = Vec2f.zero
  var w: Float = 0
}

/// By awake index; from the first sub-step of a step to its last.
struct BodyWarmRows {
  private let start: UnsafeMutableRawPointer
  init(_ start: UnsafeMutableRawPointer) { self.start = start }
  /// Velocity and spin before the contacts of a sub-step, and four bytes that mean nothing.
  @inline(__always)
  subscript(at: Int) -> UnsafeMutableRawPointer { start + BodyWarmRows.stride &* at }
  static var stride: Int { 16 }
}

/// How far the reference pose of a body has gone since its contacts were last looked at.
struct BodyShift: BitwiseCopyable {
  var d = Vec2f.zero
  var turned: Float = 0
  /// 1 when it has.
  var isMoved: Float = 0
}

/// What a look at all active contacts needs of an awake body, side by side: one line of the cache.
struct BodyPace: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  /// How far its reference has gone, where it is from there and how it moves.
  var shift = Vec2f.zero
  var d = Vec2f.zero
  var motion = BodyTurn()
  var pull = Vec2f.zero
  var shiftTurned: Float = 0
  var radius: Float = 0
}

/// The first half of `BodyState`.
struct BodyTurn: BitwiseCopyable {
  var v = Vec2f.zero
  var w: Float = 0
  /// Angle turned since the reference.
  var turned: Float = 0
}

/// The same after the step, for a look at what is in the way; in the same memory.
struct BodyWay: BitwiseCopyable {
  var previousX = 0.0
  var previousY = 0.0
  var moved = Vec2f.zero
  var turned: Float = 0
  var outerRadius: Float = 0
  var innerRadius: Float = 0
  /// 1 of a body of one shape, else 0; below 0 of one that may not go even a little way through anything.
  var plain: Float = 0
  /// Where there are groups, what follows below; a body that is not swept has no limit.
  var limit: Float = 0
  var swing: Float = 0
  var padding: (Int64, Int64) = (0, 0)
  @inline(__always) var isPlain: Bool { plain > 0 }
  /// How far a body that is swept may move against another without being looked at.
  @inline(__always) var limitSwept: Float { plain < 0 ? 0 : 0.5 * innerRadius }
  /// How far its surface reaches out of what stays in place when it turns.
  @inline(__always) var swingSwept: Float { outerRadius - (isPlain ? innerRadius : 0) }
}

/// Constant over a step: external acceleration and the damping of a sub-step. 40 bytes, by awake index.
struct BodyMotion: BitwiseCopyable {
  var a = Vec2f.zero
  var alpha: Float = 0
  /// The same as `resistance`, for which decay and gain hold.
  var rate: Float = -1
  /// v := v * decay + a * gain, exact for a rate and a constant acceleration.
  var decay: Float = 1
  var gain: Float = 0
  var angularDecay: Float = 1
  var angularGain: Float = 0
  /// 1: nothing touches it and no joint holds it, so its path is a parabola. 0: held. Fields: see `FieldMotion`.
  var free: Int16 = 1
  /// 0, or what its joints need of it, or `pushed`.
  var hasJoints: Int16 = 0
  /// The same as `angularResistance`, for which the angular factors hold.
  var angularRate: Float = -1

  /// Nets and springs turn arms by the rotation since the start of the step; trees know the angle alone.
  static var turns: Int16 { 1 }
  static var keeps: Int16 { 2 }
  /// And it may not move along x or y.
  static var locks: Int16 { 4 }
  /// All of those.
  static var joints: Int16 { 7 }
  /// Nothing of joints: what pushes it beside its center of mass turns it, by another moment as it turns.
  static var pushed: Int16 { 8 }
  /// Its joints let it move by half of what acts on it (`JointSolver.swift`).
  static var halves: Int16 { 16 }
  /// Where decay, gain, angularDecay and angularGain lie, side by side.
  static var factors: Int { 16 }
  /// And `free` and `hasJoints`.
  static var state: Int { 32 }
}

enum ContactFlag {
  static let touching: UInt8 = 1
  static let alive: UInt8 = 2
  /// A seam: a neighbor covers the face that it would touch.
  static let covered: UInt8 = 4
  /// The body is passing a one-way boundary: no points until it has left.
  static let passing: UInt8 = 8
  /// The caller was asked and lets it touch, until it has no points.
  static let allowed: UInt8 = 16
  /// The caller was asked and left it out of the latest step.
  static let refused: UInt8 = 32
  /// The bodies were placed one over the other; until they are apart they are pushed gently.
  static let placed: UInt8 = 64
  /// And one of them entered there: it did not come by its motion.
  static let within: UInt8 = 128
}

/// A pair whose enlarged boxes overlap. Side A is a segment, or the body of lower index; side B a body.
/// While an awake body has points here, the contact owns a lane of the block of its color, which holds its impulses.
/// One line of the cache; what follows from the two bodies or from their pair is not kept.
struct Contact: BitwiseCopyable {
  /// Body A, or -1 when A is a segment.
  var bodyA: Int32 = -1
  /// Below 0 when A is a body; below -1: -2 - its piece.
  var segment: Int32 = -1
  var bodyB: Int32 = -1
  /// Which shape of a body of several, or -1.
  var pieceB: Int32 = -1
  /// Index among the active contacts, or -1.
  var active: Int32 = -1
  /// The color and below it the lane (block * 8 + lane), or -1.
  var place: Int32 = -1
  /// Or the next free contact.
  var nextA: Int32 = -1
  var nextB: Int32 = -1
  var previousA: Int32 = -1
  var previousB: Int32 = -1
  var flags: UInt8 = 0
  var points: UInt8 = 0
  /// Of the step in which it was last looked at: see `World.stamp`. 0: of none, or long ago.
  var stamp: UInt16 = 0
  /// Feature pairs of the points, to find their impulses again.
  var id0: UInt16 = 0
  var id1: UInt16 = 0
  /// Without a lane its impulses, with one the points on B's surface, in B's frame, for events.
  fileprivate var kept: (Float, Float, Float, Float) = (0, 0, 0, 0)

  init() {}

  /// Of both points along the normal, and along the tangent. Only while it owns no lane.
  @inline(__always)
  var impulses: (Float, Float, Float) {
    get { (kept.0, kept.1, kept.2) }
    set { kept = (newValue.0, newValue.1, newValue.2, 0) }
  }
  /// Only while it owns a lane.
  @inline(__always)
  var local0: Vec2f { Vec2f(kept.0, kept.1) }
  @inline(__always)
  var local1: Vec2f { Vec2f(kept.2, kept.3) }
}

// Workers read bodies and edges of contacts whose points others write, so these write their numbers alone: a mutating method would
// claim the whole contact.
extension UnsafeMutablePointer<Contact> {
  @inline(__always)
  func setLocals(_ local0: Vec2f, _ local1: Vec2f) { pointee.kept = (local0.x, local0.y, local1.x, local1.y) }
  @inline(__always)
  func clearImpulses() { pointee.kept = (0, 0, 0, 0) }
}

extension Contact {
  /// Which shape of a body of several, or -1.
  @inline(__always)
  var pieceA: Int32 {
    get { segment < -1 ? -2 - segment : -1 }
    set { segment = newValue < 0 ? -1 : -2 - newValue }
  }

  /// Bits of the lane in `place`.
  static var laneBits: Int32 { 26 }
  /// Lanes that a color may have.
  static var mostLanes: Int32 { 1 << laneBits }
  /// Or -1.
  @inline(__always)
  var color: Int32 { place >> Contact.laneBits }
  /// Or -1.
  @inline(__always)
  var lane: Int32 { place < 0 ? place : place & (Contact.mostLanes - 1) }
  @inline(__always)
  static func place(_ color: Int32, _ lane: Int32) -> Int32 { color << laneBits | lane }
}

/// What a look at all contacts of moving bodies needs of each, in 16 bytes side by side.
struct ActiveContact: BitwiseCopyable {
  var index: Int32
  /// -1 for a segment.
  var bodyA: Int32
  var bodyB: Int32
  /// Without points: the shapes are this far apart at least, at the reference poses; 0 when nothing is known, below 0 while
  /// it has a lane.
  var gap: Float = 0
}

/// The contacts of one color: no two of them share a body that can move.
struct ContactColor: BitwiseCopyable {
  /// A contact with what does not yield has been in it.
  var hasFixed = false
  var blocks = Arena<ContactBlock>()
  /// Contact of each lane.
  var owners = Arena<Int32>()
  /// Touching bits of each block.
  var touching = Arena<UInt32>()
  /// Lanes of each block that the latest loop over them found.
  var marks = Arena<UInt32>()
  /// Lanes in use; they are the first ones, but in the overflow color, where each block has one.
  var lanes: Int32 = 0
}

/// One edge of a boundary; vertices relative to its midpoint.
struct Segment: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var from = Vec2f.zero
  var to = Vec2f.zero
  var before = Vec2f.zero
  var after = Vec2f.zero
  var hasBefore = false
  var hasAfter = false
  /// Of a closed boundary: it runs clockwise on screen, so what it encloses lies to the right of its direction.
  var enclosesRight = false
  var filler: UInt8 = 0
  var boundary: Int32 = -1
  var leaf: Int32 = -1
  var firstContact: Int32 = -1
  /// Next segment of the boundary, or next free one.
  var next: Int32 = -1
  var mark: Int32 = -1
}

struct Boundary: BitwiseCopyable {
  var firstSegment: Int32 = -1
  var group: Int32 = 0
  var friction: Float = 0.2
  var restitution: Float = 0.2
  /// Points/s, from the first point toward the last.
  var surfaceSpeed: Float = 0
  var pass = BoundaryPass.never
  var data: Int32 = 0
  var nextFree: Int32 = -1
  var alive = false
  /// As `BodyFlag.goesLate`.
  var goesLate = false
}

/// Two bodies, or a body and a boundary, that touch; counts the contacts between them that do.
struct TouchPair: BitwiseCopyable {
  var bodyA: Int32 = -1
  /// Body B; below -1: -2 - a boundary.
  private var other: Int32 = -1
  /// The caller's; of a free pair the next free one.
  var data: Int32 = 0
  /// The count, and below it the flags.
  private var bits: UInt32 = 0

  /// Touched when the tick began, or an event tells that it began to in it.
  static var before: UInt32 { 1 }
  /// Among those that changed in this tick.
  static var dirty: UInt32 { 2 }
  /// Met already while a list is made.
  static var listed: UInt32 { 4 }

  init() {}
  var bodyB: Int32 {
    get { max(other, -1) }
    set { other = newValue }
  }
  var boundary: Int32 {
    get { other < -1 ? -2 - other : -1 }
    set { other = -2 - newValue }
  }
  var touches: Bool { bits >> 8 != 0 }
  mutating func addContact() { bits &+= 256 }
  mutating func dropContact() { bits &-= 256 }
  func has(_ flag: UInt32) -> Bool { bits & flag != 0 }
  mutating func set(_ flag: UInt32) { bits |= flag }
  mutating func clear(_ flag: UInt32) { bits &= ~flag }
}

/// All of a simulation. Arenas of plain records and a few numbers: a copy of these bytes is a snapshot.
struct WorldState {
  var stepSeconds: Double
  /// Steps per second.
  let stepRate: Double
  let wholeSeconds: Double
  var substeps: Int32
  var settings = WorldSettings()
  var steps: UInt64 = 0
  /// Of a step that is taken in parts, `stepSeconds` and `substeps` are those of a part meanwhile (World+Parts.swift).
  var parts: Int32 = 1
  var partsLeft: Int32 = 0
  var partsTaken: UInt64 = 0
  /// Of the step, in parts that are over.
  var secondsBefore = 0.0
  /// The part of a step that is taken is the last one of its tick.
  var isLastOfTick = true
  var pressed = PressedCrowd()
  /// How long sweeps have pressed a crowd in each step.
  var pressedSeconds: Float = 0
  var stepOfTick: UInt32 = 0
  var stepsOfTick: UInt32 = 1
  /// Bodies with `BodyFlag.arrived`.
  var arrivedCount: Int32 = 0
  var tick: UInt32 = 0
  /// Set when a step could not get memory; the step was then taken with fewer contacts.
  var outOfMemory = false
  /// Whether phases are timed, and the times of the present tick; no result depends on them.
  var isProfiled = false
  var times = PhaseTimes()

  var bodies = Arena<Body>()
  var extras = Arena<BodyExtras>()
  var freeExtras: Int32 = -1
  var kinds = Arena<BodyKind>()
  var freeKind: Int32 = -1
  /// Kinds that were given lately, where the next one may find its like, and which of them goes next.
  var recentKinds = Arena<Int32>()
  var recentKind = 0
  var freeBody: Int32 = -1
  var bodyCount: Int32 = 0
  var states = Arena<BodyState>()
  var motions = Arena<BodyMotion>()
  var tracks = Arena<BodyTrack>()
  /// As `states` with a row for fixed things at the front.
  var shifts = Arena<BodyShift>()
  /// Body of each awake index.
  var awake = Arena<Int32>()

  var vertices = Arena<Vec2f>()
  var normals = Arena<Vec2f>()
  /// Free lists of vertex blocks by size class 4, 8, 16, 32, 64; a free block's first x holds the next.
  var freeBlocks: (Int32, Int32, Int32, Int32, Int32) = (-1, -1, -1, -1, -1)
  /// Shapes that use each block, by the number of its first vertex over four; and boxes and circles to be used again.
  var blockUsers = Arena<Int32>()
  var sharedBlocks = SIMD16<Int32>(repeating: -1)
  var groups = Arena<Int32>()
  var pieces = Arena<Piece>()
  /// The slop for which their seams are known.
  var seamSlop: Float = -1
  var freePiece: Int32 = -1

  var segments = Arena<Segment>()
  var freeSegment: Int32 = -1
  var segmentCount: Int32 = 0
  var boundaries = Arena<Boundary>()
  var freeBoundary: Int32 = -1

  var contacts = Arena<Contact>()
  var freeContact: Int32 = -1
  var contactCount: Int32 = 0
  var touchingCount: Int32 = 0
  /// Contacts with an awake body.
  var active = Arena<ActiveContact>()
  /// All of them while they are packed, and how many places there are then: see World+Rest.swift.
  var packed = Arena<UInt8>()
  var packedCount = 0
  /// Bodies or boundaries were removed, or contacts are to be looked at anew, while there was no memory to unpack them.
  var hasLateRemovals = false
  var hasLateLooks = false
  var contactTable = PairTable()
  /// Bodies whose contacts must be looked at anew.
  var fresh = Arena<Int32>()
  /// 24 colors: overflow, 15 of moving pairs, 8 against fixed things.
  var colors = Arena<ContactColor>()
  let kernel: bgtk_contacts_fn
  let netKernel: bgtk_nets_fn
  let pairKernel: bgtk_pairs_fn
  let lookKernel: bgtk_looks_fn
  let springKernel: bgtk_springs_fn
  let treeKernel: bgtk_trees_fn
  /// Threads that help with a step, or nil.
  var pool: OpaquePointer?

  var pairs = Arena<TouchPair>()
  var freePair: Int32 = -1
  var pairTable = PairTable()
  var dirtyPairs = Arena<Int32>()

  var joints = Arena<Joint>()
  var freeJoint: Int32 = -1
  var jointCount: Int32 = 0

  var fields = Arena<ForceField>()
  var freeField: Int32 = -1
  var fieldMembers = Arena<FieldMember>()
  var freeFieldMember: Int32 = -1
  var fieldMemberCount: Int32 = 0
  /// Region programs of the fields, one behind the other; those of no field are dropped now and then.
  var regionNodes = Arena<RegionNode>()
  var unusedRegionNodes: Int32 = 0
  /// Asked before a contact acts; and whether it left out a contact in the latest step.
  var veto: VetoFunction?
  var vetoContext: UnsafeMutableRawPointer?
  var hasRefused = false
  /// A custom field or the veto is being asked; and some body was to be woken meanwhile.
  var isCallingOut = false
  var hasLateWakes = false

  var bodyTree = DynamicTree()
  var segmentTree = DynamicTree()
  var movedBuffer = Arena<Int32>()

  // Lists of the tick.
  var moved = Arena<Int32>()
  var fellAsleep = Arena<Int32>()
  /// Where each body has stayed, once something has been awake for so many seconds.
  var places = Arena<BodyPlace>()
  var restlessSeconds: Float = 0
  var quarantined = Arena<Int32>()
  /// In this step the motion of some body was undone.
  var hasUndone = false
  /// Something was without friction once.
  var hasSlippery = false
  /// Some awake body is pushed beside its center of mass, or by what acts in this step alone.
  var hasPushed = false
  /// Whether something may move without forces in this step.
  var hasUnforced = false
  /// Whether something is fast before or after it, and for how many steps something still counts as having been: see World+Energy.swift.
  var hasFast = false
  var stirredSteps: Int32 = 0
  var rawBegan = Arena<ContactRecord>()
  var rawEnded = Arena<ContactRecord>()
  var began = Arena<ContactRecord>()
  var ended = Arena<ContactRecord>()

  /// Whether all rest and what only awake bodies need was given back.
  var isCleared = false
  /// When the next trim is due, in steps, and how many are still to come; see World+Trim.swift.
  var trimStep: UInt64 = 0
  var trimsLeft: Int32 = 0

  // Scratch of one step.
  /// What a loop found, by awake index (`BodyMark`), and boxes. Before these are in use, in the sub-steps, `warm` lies in their place.
  var marks = Arena<UInt8>()
  var boxes = Arena<Box>()
  var warm: BodyWarmRows { BodyWarmRows(UnsafeMutableRawPointer(boxes.base)) }
  /// Awake bodies that were looked at after they moved; of those that are fresh, how many were before the loop and after it.
  var looked = 0
  var freshBefore = 0
  var freshAfter = 0
  /// Whether some body was fast in the step before.
  var hadFast = false
  /// Whether something was ever made or placed deep inside something else.
  var hadWithin = false
  /// One row more than awake bodies: the first is of things that rest. While bodies are swept, boxes around the ways of strays
  /// follow, and where in `hits` begins what each meets. And the row of each body, by its index and one more; flags above.
  var paces = Arena<BodyPace>()
  var rows = Arena<UInt32>()
  var hits = Arena<Int32>()
  /// Bodies that left their enlarged box in this step.
  var strays = Arena<Int32>()
  /// How wide their ways are at most; they lie in the order of their left edges then. Infinite: in any.
  var strayReach: Float = .infinity
  /// Bodies with a larger outer radius carry some of those that are swept in this step.
  var carrierRadius: Float = .infinity
  /// The least outer radius that any body has had.
  var leastRadius: Float = .infinity
  /// The same by inner radii, of groups of their thinnest shapes.
  var leastInner: Float = .infinity
  /// Some anchored body was told to move before.
  var hasDriven = false
  /// Whether `hits` holds all that they meet.
  var knowsStrayHits = false
  /// Where few bodies are fast, their own contacts are looked at. False in tests, which compare.
  var listsFew = true
  /// Overlaps of boxes that changed, and those of them that are new contacts.
  var overlaps = Arena<UInt64>()
  var newPairs = Arena<UInt64>()
  /// How many of those that pass each other, the first, have ways that cross.
  var crossing = 0
  /// Contacts with points of which one side sleeps: see World+Approaches.swift.
  var approaches = Arena<Int32>()
  /// Points/s; how fast those may be at most that woke in this step before they were hit, in the order of the bodies awake.
  var pushSpeeds = Arena<Float>()
  var sortScratch = Arena<UInt64>()
  var jointWork = JointWork()
  /// What workers found out about contacts.
  var notes = Arena<FoundPoints>()
  /// Lanes that are solved alone: World+Unsettled.swift.
  var unsettled = Arena<ContactBlock>()
  /// Of those awake the fractions of the step after which they stop, while they are swept: see World+SweepOrder.swift.
  var impacts = Arena<Float>()
  /// Of those awake who were put back: the ways they would have gone (x, y, angle), and the fractions of the step after which they stand
  /// still.
  var pauses = Arena<SIMD4<Float>>()
  /// Whether those that carry others are being swept, or the rest, and how many whose turn is over are put back in turn just now.
  var sweepsCarriers = false
  /// Who was found to stop the body that is put back just now, or -1.
  var stopper = none
  var sweptAgain = 0
  /// Of those awake before the step, if some of them move without forces, or something was fast of late: see World+Momentum.swift and
  /// World+Energy.swift.
  var startVelocities = Arena<BodyWarm>()
  var starts = Arena<Int32>()
  /// Whether the contacts' points were found ahead of the step, and a hash of all that they were found from.
  var isFoundEarly = false
  var earlyHash: UInt64 = 0
  var ends = Arena<Int32>()
  var stack = Arena<Int32>()
  var continuous = Arena<Int32>()
  /// Awake bodies in fields.
  var fieldBodies = Arena<FieldBody>()

  @_optimize(size)
  init(stepSeconds: Double, substeps: Int32) {
    self.stepSeconds = stepSeconds
    stepRate = 1 / stepSeconds
    wholeSeconds = stepSeconds
    self.substeps = substeps
    #if BGT_AVX2
      let isWide = bgts_has_avx2()
      kernel = isWide ? bgtk_contacts_avx2 : bgtk_contacts_baseline
      netKernel = isWide ? bgtk_nets_avx2 : bgtk_nets_baseline
      pairKernel = isWide ? bgtk_pairs_avx2 : bgtk_pairs_baseline
      lookKernel = isWide ? bgtk_looks_avx2 : bgtk_looks_baseline
      springKernel = isWide ? bgtk_springs_avx2 : bgtk_springs_baseline
      treeKernel = isWide ? bgtk_trees_avx2 : bgtk_trees_baseline
    #else
      kernel = bgtk_contacts_baseline
      pairKernel = bgtk_pairs_baseline
      lookKernel = bgtk_looks_baseline
      netKernel = bgtk_nets_baseline
      springKernel = bgtk_springs_baseline
      treeKernel = bgtk_trees_baseline
    #endif
  }
}
