// One clock for property animations, transitions and the dynamic animators attached to it.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// What a timeline advances beside its own animations.
protocol Ticking: AnyObject {
  var isRunning: Bool { get }
  var stateHash: UInt64 { get }
  /// The timeline that alone may advance it.
  var timeline: Timeline? { get set }
  /// One tick of a length of 0 or more.
  func tick(by seconds: Double) throws(BagatelleError)
}

/// Drives property animators, transitions and attached dynamic animators. Nothing in it reads the time of
/// day.
///
/// What is presented depends on the clock alone, not on the steps in which it came there: one advance and a
/// thousand give the same bits. Attached dynamic animators keep their own steps and their clip of 0.25 s.
/// Confined to
/// one thread at a time together with all that it drives.
public final class Timeline: BagatelleObject {
  /// Seconds since it was made, as the host advanced it.
  public internal(set) var time = 0.0
  /// Called with the text of the rule when an animator is used where the original raises an exception, or is
  /// let go while it is paused or stopped (then without the animator); also, once per item, when an animation
  /// shares a channel with a dynamic animator, which is allowed.
  public var onMisuse: ((PropertyAnimator?, StaticString) -> Void)?
  /// Called as the observer of every animator would be, after that one: a log of all starts, pauses, turns and ends.
  public var onChange: ((PropertyAnimator, PropertyAnimator.Changes) -> Void)?
  /// Number of refusals and of animators let go while paused or stopped.
  public internal(set) var misuseCount = 0

  // Records of what runs, see AnimationRecords.swift and Timeline+Records.swift.
  var drives = RecordPool<Drive>()
  var segments = RecordPool<Segment>()
  var tracks = RecordPool<Track>()
  var pairs = RecordPool<AffinePair>()
  var decays = RecordPool<Decay>()

  // Drives that move, in no order; their ends with the same index.
  var moving = Arena<Int32>()
  var ends = Arena<Double>()
  /// No end is earlier.
  var earliestEnd = Double.infinity
  var due = Arena<DueEnd>()
  var dueScratch = Arena<DueEnd>()
  var startCount: UInt64 = 0

  /// All animators made for it; not retained, they leave when they die.
  var animators = Arena<UnsafeMutableRawPointer>()
  /// Items listed for drawing and hit tests, bottom first; retained, by their presentation.
  var listed = Arena<UnsafeMutableRawPointer>()
  /// Attached dynamic animators in order of addition.
  var followers: [any Ticking] = []
  var states = PublishedArena<PresentedState>()

  /// Takes up the animators that are made running, while a transition gathers them.
  var gathering: PropertyAnimator?

  let busy: UnsafeMutablePointer<UInt8>
  private var speed = 1.0

  private init(_ busy: UnsafeMutablePointer<UInt8>) {
    self.busy = busy
    super.init()
  }

  // Convenience, because a designated init that throws leaks the object in Embedded mode.
  /// Makes a timeline at time 0.
  ///
  /// - Parameter rate: Factor on the seconds given to `advance(by:)`, 0 to 100.
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(rate: Double = 1) throws(BagatelleError) {
    try Check.range(rate, 0, 100, "rate")
    guard let memory = bgts_allocate(1) else { throw BagatelleError(.outOfMemory) }
    self.init(memory.assumingMemoryBound(to: UInt8.self))
    speed = rate
  }

  deinit {
    retireID()
    forgetAll()
    drives.deallocate()
    segments.deallocate()
    tracks.deallocate()
    pairs.deallocate()
    decays.deallocate()
    moving.deallocate()
    ends.deallocate()
    due.deallocate()
    dueScratch.deallocate()
    animators.deallocate()
    listed.deallocate()
    states.deallocate()
    bgts_free(busy)
  }

  // MARK: Time

  /// Factor on the seconds given to `advance(by:)`. Default 1. A value out of range is ignored.
  public var rate: Double {
    get { speed }
    set { do { try setRate(newValue) } catch {} }
  }

  /// 0 to 100.
  public func setRate(_ rate: Double) throws(BagatelleError) {
    try Check.range(rate, 0, 100, "rate")
    speed = rate
  }

  /// Advances by real seconds times the rate. Hosts that add up get the rounding of their own sum.
  ///
  /// - Throws: as `advance(to:)`.
  public func advance(by seconds: Double) throws(BagatelleError) {
    try Check.range(seconds, 0, Timeline.longest, "seconds")
    try advance(to: time + seconds * speed)
  }

  /// Brings the clock to a time: ends what is due, in order of end, then ticks the attached dynamic
  /// animators.
  ///
  /// - Throws: `range` for a time before the present one, not finite or beyond 1e12; `busy` inside a callback
  ///   or on
  ///   another thread; what an attached animator throws, after all others were ticked.
  public func advance(to newTime: Double) throws(BagatelleError) {
    guard newTime >= time, newTime <= Timeline.longest else { throw BagatelleError(.range, "time", newTime) }
    guard bgts_try_enter(busy) else { throw BagatelleError(.busy, "timeline") }
    // A callback may release the timeline: it lives until the end of this function.
    let own = Unmanaged.passRetained(self)
    defer { own.release() }
    defer { bgts_leave(busy) }
    let elapsed = newTime - time
    time = newTime
    finishDue()
    guard !followers.isEmpty else { return }
    try tickFollowers(elapsed)
  }

  private func tickFollowers(_ elapsed: Double) throws(BagatelleError) {
    var failure: BagatelleError?
    let copy = followers
    for follower in copy where follower.timeline === self {
      do throws(BagatelleError) { try follower.tick(by: elapsed) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  static var longest: Double { 1e12 }

  // MARK: What runs

  /// Whether an animation moves or an attached animator runs.
  public var isRunning: Bool {
    if moving.count > 0 { return true }
    for follower in followers where follower.isRunning { return true }
    return false
  }

  /// Number of property animators that move or wait for the end of their delay.
  public var runningCount: Int { moving.count }
}
