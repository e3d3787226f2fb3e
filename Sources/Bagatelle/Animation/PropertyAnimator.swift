// Animates the changes that blocks make to items: interruptible, reversible, scrubbable. Settings and
// readings.
// SPDX-License-Identifier: MIT
//
// The state machine is in PropertyAnimator+States.swift, resuming in +Continue.swift, blocks in
// +Blocks.swift.
import BagatelleCore

/// Animates changes of items made in its blocks, on a timeline.
///
/// While it moves the timeline keeps it alive; paused or stopped it dies with its last reference, which
/// counts as a
/// misuse. After its timeline has died it is inactive and refuses to start with `state`.
public final class PropertyAnimator: BagatelleObject {
  public enum State: Int32, Sendable {
    case inactive = 0
    case active = 1
    case stopped = 2
  }
  /// Where an animation ended.
  public enum Position: Int32, Sendable {
    case end = 0
    case start = 1
    case current = 2
  }
  /// Which overshoot is cut off.
  public enum Clamp: Int32, Sendable {
    case none = 0
    /// Nothing is presented behind the values at the start.
    case start = 1
    /// Nothing is presented beyond the targets.
    case end = 2
    case both = 3
  }
  /// What an observer is told; bits.
  public struct Changes: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static var isRunning: Changes { Changes(rawValue: 1) }
    public static var state: Changes { Changes(rawValue: 2) }
    public static var isReversed: Changes { Changes(rawValue: 4) }
  }

  /// The timing it was made with.
  public let timing: Timing
  /// Seconds, as they act: for physical springs the settling duration.
  public let duration: Double
  /// As it was given.
  public let givenDuration: Double

  /// The clock it runs on; nil once that has died.
  public internal(set) var timeline: Timeline? {
    get { timelineReference?.takeUnretainedValue() }
    set { timelineReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  /// Not retained, for use without counting references.
  package private(set) var timelineReference: Unmanaged<Timeline>?
  public internal(set) var state = State.inactive
  /// Seconds of the delay it was started with; 0 when inactive.
  public internal(set) var delay = 0.0
  /// At the end of its travel it pauses instead of completing. Default false.
  public var pausesOnCompletion = false
  /// Scrubbing sets progress (default), else time along the curve.
  public var scrubsLinearly = true
  /// Whether it ends in the next advance when its blocks changed nothing. Default false: it lasts its
  /// duration.
  public var completesIfEmpty = false
  /// Whether all its changes add to running animations, or replace them; nil, the default: by channel.
  public var isAdditive: Bool?
  /// Which overshoot of springs and curves is cut off, number by number. Unlike UIKit. Default none.
  public var clamp: Clamp {
    get { cut }
    set {
      cut = newValue
      if drive >= 0 { timelineReference?._withUnsafeGuaranteedRef { $0.setClamp(drive, newValue) } }
    }
  }
  /// Whether another animation took over a channel of it; for completions to ask. Reset by a start.
  public internal(set) var wasRetargeted = false
  /// Number of calls refused where the original raises an exception.
  public internal(set) var misuseCount = 0
  /// Called after a call or an advance that changed one of these.
  public var onChange: ((PropertyAnimator, Changes) -> Void)?

  /// Record in the timeline, or -1.
  var drive: Int32 = -1
  /// Counts starts, so that a block left over from an earlier one is known.
  var activation: UInt32 = 0
  var blocks: [AnimationEntry] = []
  var completions: [(Position) -> Void] = []
  /// Animators made running inside a block of this one.
  var inner: [PropertyAnimator] = []
  /// Made to retarget one channel: useless once another animation takes that over.
  var hasOneChannel = false
  /// Runs as part of another animator.
  var isInner = false
  /// Started without blocks: time begins with the first one.
  var isTransient = false
  /// The timing of the present motion.
  var acting: Timing {
    didSet { if oldValue.kind == .piecewise && oldValue !== timing { kept.append(oldValue) } }
  }
  /// Timings of blocks and of earlier motions, whose lists of points the curves refer to.
  var kept: [Timing] = []
  /// What observers were last told.
  var told: (isRunning: Bool, state: State, isReversed: Bool) = (false, .inactive, false)

  var cut = Clamp.none
  var reversed = false
  var interruptible = true
  var interacts = true
  var hitsModel = false
  var runs = 1.0
  var alternates = false
  var pace = 1.0

  private init(_ timeline: Timeline, _ given: Double, _ timing: Timing) {
    timelineReference = Unmanaged.passUnretained(timeline)
    self.timing = timing
    acting = timing
    givenDuration = given
    duration = timing.duration(given: given)
    super.init()
  }

  // Convenience, because a designated init that throws leaks the object in Embedded mode.
  /// Makes an inactive animator.
  ///
  /// - Parameters:
  ///   - duration: Seconds, 0 to 1e9. Physical springs last their settling duration instead.
  ///   - timing: Default ease in and out.
  ///   - animations: A first block.
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(
    timeline: Timeline, duration: Double, timing: Timing = .easeInOut, animations: (() -> Void)? = nil
  ) throws(BagatelleError) {
    try Check.range(duration, 0, 1e9, "duration")
    self.init(timeline, duration, timing)
    guard timeline.animators.append(Unmanaged.passUnretained(self).toOpaque()) else {
      self.timeline = nil
      throw BagatelleError(.outOfMemory, "timeline")
    }
    if let animations { blocks.append(AnimationEntry(body: animations)) }
  }

  /// By a named curve.
  public convenience init(
    timeline: Timeline, duration: Double, curve: Timing.Curve, animations: (() -> Void)? = nil
  ) throws(BagatelleError) {
    try self.init(
      timeline: timeline, duration: duration, timing: Timing(curve: curve), animations: animations)
  }

  /// By two control points, each coordinate 0 to 1.
  public convenience init(
    timeline: Timeline, duration: Double, controlPoint1 p1: Vector2, controlPoint2 p2: Vector2,
    animations: (() -> Void)? = nil
  ) throws(BagatelleError) {
    let timing = Timing(cubic: try CubicTiming(p1.x, p1.y, p2.x, p2.y))
    try self.init(timeline: timeline, duration: duration, timing: timing, animations: animations)
  }

  /// By a spring's damping ratio; its stiffness is solved for the duration.
  public convenience init(
    timeline: Timeline, duration: Double, dampingRatio: Double, animations: (() -> Void)? = nil
  ) throws(BagatelleError) {
    let timing = Timing(spring: try SpringTiming(dampingRatio: dampingRatio))
    try self.init(timeline: timeline, duration: duration, timing: timing, animations: animations)
  }

  deinit {
    retireID()
    if let timeline {
      if state != .inactive && !isInner {
        timeline.misuseCount += 1
        if let tell = timeline.onMisuse { tell(nil, "animator released while paused or stopped") }
      }
      if drive >= 0 {
        if state == .active { timeline.settle(drive) }
        timeline.removeDrive(drive)
      }
      timeline.forget(Unmanaged.passUnretained(self).toOpaque())
    }
  }

  /// An inactive animator with the same duration, timing and settings, without blocks and completions.
  ///
  /// - Throws: `state` once the timeline has died; `outOfMemory`.
  public func copy() throws(BagatelleError) -> PropertyAnimator {
    guard let timeline else { throw BagatelleError(.state, "timeline") }
    let other = try PropertyAnimator(timeline: timeline, duration: givenDuration, timing: timing)
    other.pausesOnCompletion = pausesOnCompletion
    other.scrubsLinearly = scrubsLinearly
    other.completesIfEmpty = completesIfEmpty
    other.isAdditive = isAdditive
    other.cut = cut
    other.reversed = reversed
    other.interruptible = interruptible
    other.interacts = interacts
    other.hitsModel = hitsModel
    other.runs = runs
    other.alternates = alternates
    other.pace = pace
    return other
  }

  // MARK: Readings

  /// Whether it moves in either direction, or waits for the end of its delay.
  public var isRunning: Bool {
    guard let timelineReference, drive >= 0 else { return isInner && state == .active }
    return timelineReference._withUnsafeGuaranteedRef { $0.drives[drive].isMoving }
  }

  /// How far it has come in the direction of travel, 0 to 1: of time while running, of progress while paused
  /// (of
  /// time there too unless `scrubsLinearly`). 0 when not active. Setting it is `setFractionComplete(_:)`.
  @_optimize(speed)
  public var fractionComplete: Double {
    get {
      guard let timelineReference, drive >= 0, state == .active else { return 0 }
      return timelineReference._withUnsafeGuaranteedRef { $0.fraction(drive) }
    }
    set { do { try setFractionComplete(newValue) } catch {} }
  }

  /// Progress as seen from the start, whatever the direction; springs may leave 0 to 1. 0 when not active.
  public var progress: Double {
    guard let timeline, drive >= 0, state == .active else { return 0 }
    return timeline.progress(drive)
  }

  /// Seconds of the clock until it comes to its goal; infinite while it does not move.
  public var remainingSeconds: Double {
    guard let timelineReference, drive >= 0 else { return .infinity }
    return timelineReference._withUnsafeGuaranteedRef { max(0, $0.drives[drive].endTime - $0.time) }
  }

  // MARK: Settings

  /// Whether it may be paused, stopped, reversed, scrubbed and continued. Default true.
  public var isInterruptible: Bool {
    get { interruptible }
    set { do { try setInterruptible(newValue) } catch {} }
  }

  /// - Throws: `state` while active.
  public func setInterruptible(_ flag: Bool) throws(BagatelleError) {
    guard state != .active else { throw refuse(.state, "interruptibility set while active") }
    interruptible = flag
  }

  /// Whether items it animates can be hit. Default true.
  public var isUserInteractionEnabled: Bool {
    get { interacts }
    set { do { try setUserInteractionEnabled(newValue) } catch {} }
  }

  /// - Throws: `state` while active.
  public func setUserInteractionEnabled(_ flag: Bool) throws(BagatelleError) {
    guard state != .active else { throw refuse(.state, "user interaction set while active") }
    interacts = flag
  }

  /// Whether hit tests of items it animates use the model instead of what is presented. Default false.
  public var isManualHitTestingEnabled: Bool {
    get { hitsModel }
    set {
      hitsModel = newValue
      if drive >= 0 { timelineReference?._withUnsafeGuaranteedRef { $0.drives.base[Int(drive)].hitsModel = newValue } }
    }
  }

  /// Number of runs, 1 to 1e9, or infinite. Default 1. Unlike UIKit, whose animator cannot repeat.
  public var iterations: Double { runs }
  /// Whether every second run goes back. An even number of runs ends at the start. Default false.
  public var isAlternating: Bool { alternates }

  /// - Throws: `range`; `state` unless inactive.
  public func setIterations(_ count: Double, alternating: Bool = false) throws(BagatelleError) {
    if count != .infinity { try Check.range(count, 1, 1e9, "iterations") }
    guard count == .infinity || Double(Int64(count)) == count else {
      throw BagatelleError(.range, "iterations", count)
    }
    guard state == .inactive else { throw refuse(.state, "iterations set while active") }
    runs = count
    alternates = alternating
  }

  /// Seconds of the animation per second of the clock. Default 1.
  public var rate: Double { pace }

  /// Whether a change or a misuse of it is told to somebody.
  package var isObserved: Bool {
    if onChange != nil { return true }
    return timelineReference?._withUnsafeGuaranteedRef { $0.onChange != nil || $0.onMisuse != nil } ?? false
  }

  /// A refusal where the original raises an exception: counted and told.
  func refuse(_ code: BagatelleError.Code, _ rule: StaticString) -> BagatelleError {
    misuseCount += 1
    timeline?.misuseCount += 1
    if let tell = timeline?.onMisuse { tell(self, rule) }
    return BagatelleError(code, "animator", Double(state.rawValue))
  }

  /// Tells the observer what changed since it was last told.
  func tellChanges() {
    let now = (isRunning: isRunning, state: state, isReversed: reversed)
    var changes: Changes = []
    if now.isRunning != told.isRunning { changes.insert(.isRunning) }
    if now.state != told.state { changes.insert(.state) }
    if now.isReversed != told.isReversed { changes.insert(.isReversed) }
    told = now
    guard changes.rawValue != 0 else { return }
    if let onChange { onChange(self, changes) }
    if let tell = timelineReference?._withUnsafeGuaranteedRef({ $0.onChange }) { tell(self, changes) }
  }
}
