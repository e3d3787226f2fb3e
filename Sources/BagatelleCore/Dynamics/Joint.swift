// Joints between bodies: what they are made from, what is kept of them, and the records of the solver.
// SPDX-License-Identifier: MIT
import BagatelleKernels

/// What a joint holds.
public enum JointKind: UInt8, Sendable, BitwiseCopyable {
  case free
  /// A rod, a spring, or for length 0 a pin.
  case distance
  /// A rope: no longer than its length.
  case limit
  /// No relative motion.
  case fixed
  /// Both turn about a common point.
  case pin
  /// Both move along a common axis.
  case sliding
  /// Draws a body to a point and upright.
  case snap
  /// Keeps a body from moving along x, along y, or from turning out of a range.
  case lock
}

/// Any joint but a distance attachment or a snap. Points, radians, Hz.
public struct JointDef: BitwiseCopyable {
  public var kind = JointKind.distance
  public var bodyA: Int32 = -1
  /// -1: the world.
  public var bodyB: Int32 = -1
  /// From the items' centers in their own frames; of `distance` and `limit`.
  public var offsetA = Vector2(0, 0)
  public var offsetB = Vector2(0, 0)
  /// Of `distance` and `limit` the end in the world; of `fixed`, `pin` and `sliding` the common point when it is added.
  public var anchor = Vector2(0, 0)
  public var length = 0.0
  /// 0 is rigid.
  public var frequency = 0.0
  /// Ratio; 1 is critical.
  public var damping = 0.0
  /// Direction of `sliding` when it is added; any length above 0.
  public var axis = Vector2(1, 0)
  /// Of `pin` radians, of `sliding` points, from where they were when added; of `lock` the range of the body's angle.
  public var rangeFrom = -Double.infinity
  public var rangeTo = Double.infinity
  /// Of `pin`: N m in the world of 150 points per meter.
  public var frictionTorque = 0.0
  public var locksX = false
  public var locksY = false
  /// UIKit newtons; the joint removes itself after a step in which its mean force was greater.
  public var breakForce = Double.infinity
  public var collideConnected = false
  /// The caller's; listed when the joint breaks.
  public var data: Int32 = 0
  public init() {}
}

/// What a joint did to its first body over the latest step.
public struct JointReaction: BitwiseCopyable, Equatable {
  /// Mean force, UIKit newtons.
  public var force = Vector2(0, 0)
  /// Mean torque of the rows that hold an angle, UIKit newtons times points.
  public var torque = 0.0
  public init() {}
}

struct Joint: BitwiseCopyable {
  var kind = JointKind.free
  var collideConnected = false
  /// Of a spring without damping: takes the stretch of mid-step in this step.
  var isMidway = false
  var locksX = false
  var locksY = false
  var bodyA: Int32 = -1
  var bodyB: Int32 = -1
  var nextA: Int32 = -1
  var nextB: Int32 = -1
  /// Hz; 0 is rigid.
  var frequency = 0.0
  /// From the centers of mass, in the bodies' frames; B's is the anchor when the other side is the world.
  var localA = Vector2(0, 0)
  var localB = Vector2(0, 0)
  /// Offsets from the items' centers, to follow a changed shape.
  var offsetA = Vector2(0, 0)
  var offsetB = Vector2(0, 0)
  var anchor = Vector2(0, 0)
  /// In B's frame.
  var axis = Vector2(1, 0)
  /// Angle of A against B when it was added.
  var reference = 0.0
  var length = 0.0
  var damping = 0.0
  var spring = SpringFactors()
  /// Of `distance`: squares of the arms across the line between its ends when it was added.
  var leverA = 0.0
  var leverB = 0.0
  var rangeFrom = -Double.infinity
  var rangeTo = Double.infinity
  /// Mass points²/s².
  var frictionTorque = 0.0
  var breakForce = Double.infinity
  /// Impulses of the rows where the latest sub-step left them, for joints in loops.
  var warm0 = 0.0
  var warm1 = 0.0
  var warm2 = 0.0
  var reaction = JointReaction()
  var data: Int32 = 0
  var previousA: Int32 = -1
  var previousB: Int32 = -1
  var mark: Int32 = -1
  var nextFree: Int32 = -1

  /// Of a pin or weld: more than its point holds.
  var hasAngle: Bool {
    kind != .pin || rangeFrom > -.infinity || rangeTo < .infinity || frictionTorque != 0
  }
  @inline(__always) var isSpring: Bool { frequency > 0 && (kind == .distance || kind == .snap) }
  /// Neither a spring nor what keeps a body to an axis.
  @inline(__always) var isRigid: Bool { frequency == 0 && kind != .snap && kind != .lock }
}

/// A spring of one frequency and ratio over a sub-step of one length; see `JointSolver.swift`.
struct SpringFactors: BitwiseCopyable {
  /// What they were made for.
  var frequency = -1.0
  var ratio = -1.0
  var levers = 0.0
  var held = 0.0
  /// 1 by the mass by which it is measured: so many times what it would be with the ends at the centers, and a share of what turning adds
  /// in the present pose (`JointSolver.swift`).
  var centers = 1.0
  var arms = 1.0
  /// Shares of the row mass: of the stretch in mid-step, of the rate, and what is added to the mass.
  var stiff = 0.0
  var brake = 0.0
  var added = 0.0
  var share: Double { stiff + brake + added }
  /// Without damping, and so fast that the midpoint rule has another rate than the true one.
  var hasOwnRate: Bool { ratio < 0.01 && added < 0 }
  /// The same for a step that ends in the stretch it pulls by, used beside contacts.
  var endStiff = 0.0
  var endBrake = 0.0
  /// Turns further in a sub-step than directions can follow: taken at the end too, which damps it.
  var isFast = false

  init() {}

  @inline(__always) func isMade(_ frequency: Double, _ ratio: Double) -> Bool {
    self.frequency == frequency && self.ratio == ratio
  }

  /// `levers`: how much of their answer to an impulse the ends have by turning their bodies, by what they have by moving them, at most;
  /// `held`: in the pose for which a spring without damping has its frequency. Both 0 of a snap.
  @inline(never)
  @_optimize(size)
  init(frequency: Double, ratio: Double, levers: Double, held: Double, h: Double) {
    self.frequency = frequency
    self.ratio = ratio
    self.levers = levers
    self.held = held
    arms = min(10 * ratio, 1)
    centers = 1 + (1 - arms) * held
    // How many times its mass may be that of its ends.
    let lighter = (1 + levers) / (centers + arms * levers)
    if frequency <= 0 { return }
    // A sub-step cannot show half a turn or more; and a share of 0 would be divided by.
    let turn = max(min(2 * Double.pi * frequency * h, 2.6), 1e-12)
    // (1 - z)/(1 + z) of both roots z of the exact motion over h; their product and sum are all that is needed.
    let product: Double
    let sum: Double
    if ratio < 1 {
      let q = Elementary.exp(-2 * ratio * turn)
      let p = Elementary.exp(-ratio * turn) * Elementary.cos(turn * squareRoot(1 - ratio * ratio))
      let all = 1 + 2 * p + q
      product = turn < 1e-5 ? 0.25 * turn * turn : (1 - 2 * p + q) / all  // Of so little only rounding would be left.
      sum = 2 * (1 - q) / all
    } else {
      let root = squareRoot(ratio * ratio - 1)
      // ratio - root without cancellation.
      let slow = SpringFactors.tanhHalf(turn / (ratio + root))
      let fast = SpringFactors.tanhHalf(turn * (ratio + root))
      product = slow * fast
      sum = slow + fast
    }
    // With added mass the stiffness is the true one, so that loads give the true sag; several springs on one body
    // then still keep their frequencies to second order. Not below -0.03: many may hang on one body. Nor so far that of an end at
    // a long arm, which has less mass, a quarter would be gone.
    let exact = 0.25 * turn * turn
    added = exact < 1e-5 || product <= 0 ? 0 : max(exact / product - 1, max(-0.03, -0.25 / lighter))
    stiff = (1 + added) * product
    brake = (1 + added) * sum
    isFast = 2 * Double.pi * frequency * h * squareRoot(lighter) > 2
    endStiff = turn * turn
    endBrake = max(2 * ratio * turn - max(1 - 2 * ratio * ratio, 0) * turn * turn, 0)
  }

  /// (1 - e^-x)/(1 + e^-x) for x >= 0.
  private static func tanhHalf(_ x: Double) -> Double {
    if x < 1e-4 { return 0.5 * x }
    let z = Elementary.exp(-x)
    return (1 - z) / (1 + z)
  }
}

/// A position and a rotation in 64 bits.
struct Pose: BitwiseCopyable {
  var x = 0.0
  var y = 0.0
  var angle = 0.0
  var c = 1.0
  var s = 0.0

  init() {}
  init(x: Double, y: Double, angle: Double) {
    self.x = x
    self.y = y
    self.angle = angle
    if angle != 0 { (s, c) = Elementary.sinCos(angle) }
  }
  @inline(__always) func apply(_ v: Vector2) -> Vector2 { Vector2(c * v.x - s * v.y, s * v.x + c * v.y) }
}

/// Which awake bodies hang together.
struct JointGroup: BitwiseCopyable {
  /// Awake index of the root.
  var parent: Int32 = -1
  /// Of a root: joints less bodies, so that loops are known.
  var loops: Int32 = -1
  /// Of a root: how many hang together.
  var bodies: Int32 = 0
  /// Rigid joints to what does not move.
  var ties: Int32 = 0
  /// Of a root: a spring in the group is taken at the end of the sub-step.
  var hasEnd = false
  /// A field moves the body.
  var inField = false
  /// Of a root: more than springs of one body to what does not move.
  var isJoined = false
  /// Of a root: its tree's number, or -1.
  var shape: Int32 = -1
  /// Edges of a tree that are not in order yet: their number, and the exclusive or of them; then its place in that order.
  var left: Int32 = 0
  var edges: Int32 = 0
  var place: Int32 = 0
  /// Awake index of a body that the same tree holds without joints that close loops; -1 of a root.
  var branch: Int32 = -1
}

/// Scratch of the joint solver.
struct JointWork {
  /// Number of each awake body among those that were put back.
  var putBackOf = Arena<Int32>()
  var groups = Arena<JointGroup>()
  /// Rods, points and springs of nets.
  var nets = JointNets()
  /// `groups`, `nets` and `trees` are those of the present joints and awake bodies.
  var isArranged = false
  /// Ends in the world or lengths changed, and lanes do not know it yet.
  var endsMoved = false
  /// A body with joints was turned by hand: where friction held is no more.
  var forgetsRests = false
  /// There is a spring from a body to what does not move.
  var hasTethers = false
  /// Lanes of springs are those of the present arrangement, and no end of them that nothing pushes may move; some may break; their
  /// reactions are still in the lanes.
  var keepsSprings = false
  var springsBreak = false
  var holdsSprings = false
  /// Bodies that springs to fixed points hold, and those springs.
  var springBlocks = Arena<SpringBlock>()
  var springSlots = Arena<SpringSlot>()
  var trees = JointTrees()
  /// Springs with hardly any damping.
  var undamped = Arena<Int32>()
  /// Bodies with joints that sweeps put back in this step.
  var putBack = Arena<PutBack>()
  /// Joints that broke in this tick: the caller's data.
  var broken = Arena<Int32>()

  mutating func deallocate() {
    putBackOf.deallocate()
    groups.deallocate()
    nets.deallocate()
    springBlocks.deallocate()
    springSlots.deallocate()
    trees.deallocate()
    undamped.deallocate()
    putBack.deallocate()
    broken.deallocate()
  }

  var bytes: Int {
    (putBackOf.capacity + undamped.capacity) * 4 + groups.capacity * MemoryLayout<JointGroup>.stride + nets.bytes
      + springBlocks.capacity * MemoryLayout<SpringBlock>.stride + springSlots.capacity * MemoryLayout<SpringSlot>.stride
      + putBack.capacity * MemoryLayout<PutBack>.stride + trees.bytes
  }
}
