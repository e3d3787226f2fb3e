// Where the time of a tick goes. Times are told to the caller and reach no result.
// SPDX-License-Identifier: MIT
import CShims

/// Milliseconds of wall-clock time by phase of a tick, in the order in which they run.
public struct PhaseTimes: BitwiseCopyable, Sendable, Equatable {
  /// The whole tick; more than the sum of the phases by the few things between them.
  public var total = 0.0
  /// Queued changes: bodies made and dropped, properties merged, pushes fired; `onWillResume`.
  public var structure = 0.0
  /// The search for pairs whose enlarged boxes overlap.
  public var pairs = 0.0
  /// The points at which shapes touch.
  public var narrowPhase = 0.0
  /// Joints prepared before the sub-steps, and what they keep stored after them.
  public var joints = 0.0
  /// Contacts and joints solved in all sub-steps.
  public var solver = 0.0
  /// Forces, fields, damping, velocities and positions.
  public var integration = 0.0
  /// Bounces.
  public var restitution = 0.0
  /// New poses, and which pairs began and ended to touch.
  public var finalize = 0.0
  /// Fast bodies swept to their first impact.
  public var continuous = 0.0
  /// Enlarged boxes follow, and the tree of them.
  public var tree = 0.0
  /// Islands that fall asleep.
  public var sleep = 0.0
  /// Records of items written, contacts told, callbacks and actions.
  public var events = 0.0
  public init() {}

  public static func + (a: PhaseTimes, b: PhaseTimes) -> PhaseTimes {
    var sum = a
    sum.total += b.total
    sum.structure += b.structure
    sum.pairs += b.pairs
    sum.narrowPhase += b.narrowPhase
    sum.joints += b.joints
    sum.solver += b.solver
    sum.integration += b.integration
    sum.restitution += b.restitution
    sum.finalize += b.finalize
    sum.continuous += b.continuous
    sum.tree += b.tree
    sum.sleep += b.sleep
    sum.events += b.events
    return sum
  }
}

/// Adds the time since the last boundary: one reading of the monotonic clock.
public struct RunningClock {
  /// Nanoseconds.
  private let start: UInt64
  private var last: UInt64

  public init() { self.init(isRunning: true) }

  init(isRunning: Bool) {
    start = isRunning ? bgts_nanoseconds() : 0
    last = start
  }

  @inline(__always)
  public mutating func lap(_ time: inout Double) {
    let now = bgts_nanoseconds()
    time += Double(now &- last) * 1e-6
    last = now
  }

  /// Leaves out what others have timed.
  public mutating func skip() { last = bgts_nanoseconds() }

  /// From the start to the latest boundary.
  public var milliseconds: Double { Double(last &- start) * 1e-6 }
}

/// That of a step, which may stand still: then a boundary costs a branch.
struct StepClock {
  private var clock: RunningClock
  private let isRunning: Bool

  init(isRunning: Bool) {
    self.isRunning = isRunning
    clock = RunningClock(isRunning: isRunning)
  }

  @inline(__always)
  mutating func lap(_ time: inout Double) { if isRunning { add(&time) } }

  @inline(never)
  private mutating func add(_ time: inout Double) { clock.lap(&time) }
}

extension World {
  public var isProfiled: Bool {
    get { s.pointee.isProfiled }
    nonmutating set { s.pointee.isProfiled = newValue }
  }

  /// Of the present tick; the caller begins with zeros.
  public var times: PhaseTimes {
    get { s.pointee.times }
    nonmutating set { s.pointee.times = newValue }
  }
}
