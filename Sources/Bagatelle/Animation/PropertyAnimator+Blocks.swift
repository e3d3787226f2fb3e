// The blocks of an animator: stored until it starts, run at once while it is active; keyframes and
// staggering.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A stored block with its window, as parts of the animator's time.
struct AnimationEntry {
  var start = 0.0
  var end = 1.0
  /// Nil: the animator's own.
  var timing: Timing?
  /// Keeps its window when the animator is paused and goes on.
  var isKeyframe = false
  let body: () -> Void

  init(start: Double = 0, end: Double = 1, timing: Timing? = nil, body: @escaping () -> Void) {
    self.start = start
    self.end = end
    self.timing = timing
    self.body = body
  }
}

/// One keyframe: a block with a window in the animator's time.
public struct Keyframe {
  /// Parts of the duration; start + length at most 1.
  public var start: Double
  public var length: Double
  /// Nil: the animator's own, over the keyframe's length.
  public var timing: Timing?
  public var animations: () -> Void

  public init(start: Double, length: Double, timing: Timing? = nil, animations: @escaping () -> Void) {
    self.start = start
    self.length = length
    self.timing = timing
    self.animations = animations
  }
}

extension PropertyAnimator {
  /// In which order staggered blocks begin.
  public enum StaggerOrigin: Int32, Sendable {
    case first = 0
    case last = 1
    case center = 2
    case edges = 3
  }

  /// Adds a block. Inactive, it is stored and runs at the start; active, it runs at once over the time that
  /// is left.
  ///
  /// - Parameter delayFactor: Part of the remaining time by which its changes wait, 0 to 1.
  /// - Throws: `range`; `state` when stopped; `outOfMemory`.
  public func addAnimations(delayFactor: Double = 0, _ body: @escaping () -> Void) throws(BagatelleError) {
    try Check.range(delayFactor, 0, 1, "delay_factor")
    try add([AnimationEntry(start: delayFactor, body: body)])
  }

  /// Adds keyframes; each runs over its window of the duration, or of the time that is left while active.
  ///
  /// - Throws: `range`, with nothing added; `state` when stopped; `outOfMemory`.
  public func addKeyframes(_ frames: [Keyframe]) throws(BagatelleError) {
    var entries: [AnimationEntry] = []
    for frame in frames {
      try Check.range(frame.start, 0, 1, "start")
      try Check.range(frame.length, 0, 1 - frame.start + 1e-12, "length")
      let end = min(1, frame.start + frame.length)
      var entry = AnimationEntry(start: frame.start, end: end, timing: frame.timing, body: frame.animations)
      entry.isKeyframe = true
      entries.append(entry)
    }
    try add(entries)
  }

  /// Adds the same change for a number of items, each beginning a little later; all last equally long.
  ///
  /// - Parameters:
  ///   - count: 1 to 1e6.
  ///   - seconds: Between two neighbours; the last one must still begin before the end of the duration.
  ///   - body: Called with 0 to count - 1.
  /// - Throws: `range`; `state` when stopped; `outOfMemory`.
  @_optimize(size)
  public func addStaggered(
    count: Int, every seconds: Double, from origin: StaggerOrigin = .first, _ body: @escaping (Int) -> Void
  ) throws(BagatelleError) {
    guard count >= 1, count <= 1_000_000 else { throw BagatelleError(.range, "count", Double(count)) }
    try Check.range(seconds, 0, 1e9, "seconds")
    let last = Double(count - 1)
    let half = 0.5 * last
    func rank(_ index: Int) -> Double {
      let i = Double(index)
      switch origin {
      case .first: return i
      case .last: return last - i
      case .center: return (i - half).magnitude - (count % 2 == 0 ? 0.5 : 0)
      case .edges: return half - (i - half).magnitude
      }
    }
    let longest = origin == .center ? rank(0) : origin == .edges ? rank(count / 2) : last
    guard seconds * longest < duration || longest == 0 || seconds == 0 else {
      throw BagatelleError(.range, "seconds", seconds)
    }
    let part = duration > 0 && longest > 0 ? seconds / duration : 0
    var entries: [AnimationEntry] = []
    for index in 0..<count {
      let start = part * rank(index)
      let end = index == 0 && longest == 0 ? 1 : min(1, start + 1 - part * longest)
      entries.append(AnimationEntry(start: start, end: end) { body(index) })
    }
    try add(entries)
  }

  private func add(_ entries: [AnimationEntry]) throws(BagatelleError) {
    guard timeline != nil else { throw BagatelleError(.state, "timeline") }
    guard state != .stopped else { throw refuse(.state, "animations added to a stopped animator") }
    if isInner { throw refuse(.notInterruptible, "call on an animator that is part of another") }
    guard state == .active, let timeline else {
      for entry in entries { blocks.append(entry) }
      return
    }
    guard timeline.segments.prepare(entries.count) else { throw BagatelleError(.outOfMemory, "animator") }
    let started = activation
    var count = 0
    for entry in entries where activation == started && drive >= 0 { count += run(entry, timeline) }
    guard isTransient, activation == started, drive >= 0, !entries.isEmpty else { return }
    isTransient = false
    if count == 0 && completesIfEmpty { timeline.drives.base[Int(drive)].length = 0 }
    begin(timeline, after: delay)
    tellChanges()
  }

  /// Runs one block now; returns how many channels it animates.
  func run(_ entry: AnimationEntry, _ timeline: Timeline) -> Int {
    guard
      let segment = timeline.openSegment(drive, entry, acting, isFresh: isTransient || !hasBegun(timeline))
    else {
      return 0
    }
    let block = AnimationBlock(self, timeline, segment: segment)
    block.run(entry.body)
    return block.trackCount
  }

  private func hasBegun(_ timeline: Timeline) -> Bool {
    let record = timeline.drives[drive]
    return record.isMoving || record.isHeld || record.mode == .rebased || record.anchor > 0
  }

  // MARK: Running at once

  /// Makes an animator with a block and a completion, and starts it.
  ///
  /// Made inside a block of another animator, it runs as part of that one: with its time, timing and end, and
  /// not
  /// interruptible; unless `overridesInherited`.
  /// - Parameter prepare: Called with the animator before any block runs.
  /// - Throws: as the initializer and `start(afterDelay:)`.
  @discardableResult
  @_optimize(size)
  public static func running(
    timeline: Timeline, duration: Double, delay: Double = 0, timing: Timing = .easeInOut,
    overridesInherited: Bool = false, prepare: ((PropertyAnimator) throws(BagatelleError) -> Void)? = nil,
    animations: @escaping () -> Void,
    completion: ((Position) -> Void)? = nil
  ) throws(BagatelleError) -> PropertyAnimator {
    try Check.range(delay, 0, 1e9, "delay")
    let animator = try PropertyAnimator(timeline: timeline, duration: duration, timing: timing)
    if let prepare { try prepare(animator) }
    if let completion { animator.addCompletion(completion) }
    let block = AnimationBlock.current.flatMap { $0.timeline === timeline ? $0.animator : nil }
    let outer = timeline.gathering ?? block
    if !overridesInherited, let outer {
      animator.isInner = true
      animator.interruptible = false
      animator.state = .active
      animator.told = (true, .active, false)
      outer.inner.append(animator)
      if timeline.gathering != nil { try outer.addAnimations(animations) } else { animations() }
      return animator
    }
    try animator.addAnimations(animations)
    if delay > 0 { try animator.start(afterDelay: delay) } else { try animator.start() }
    return animator
  }
}

extension Timeline {
  /// A segment for a block of a drive, over its part of the time that is left. Nil: no memory.
  @_optimize(size)
  func openSegment(_ index: Int32, _ entry: AnimationEntry, _ acting: Timing, isFresh: Bool) -> Int32? {
    let drive = drives[index]
    var from = 0.0
    var to = drive.period
    var scrub = 0.0
    var backwards = false
    if !isFresh {
      backwards = drive.isReversed
      switch drive.mode {
      case .natural:
        from = drive.folded(drive.position(at: time))
        if backwards { to = 0 }
      case .rebased:
        from = drive.position(at: time)
        to = drive.length
      case .held, .scrubbed:
        from = drive.folded(drive.anchor)
        if backwards { to = 0 }
      }
      scrub = progress(index)
    }
    let start = from + entry.start * (to - from)
    let end = entry.end == 1 ? to : from + entry.end * (to - from)
    let timing = entry.timing ?? acting
    let motion = Motion(timing.shape(seconds: (end - start).magnitude), from: start, to: end)
    var segment = Segment(
      motion, drive: index, scrubStart: scrub + entry.start * (1 - scrub),
      scrubEnd: scrub + entry.end * (1 - scrub))
    segment.runsBackwards = backwards
    segment.isKeyframe = entry.isKeyframe
    segment.scrubHeld = segment.scrubStart
    if drive.isHeld { segment.from = 0 }
    if let own = entry.timing, let raw = drive.animator {
      // The curve may point into its timing: the animator keeps it.
      Unmanaged<PropertyAnimator>.fromOpaque(raw).takeUnretainedValue().kept.append(own)
    }
    return addSegment(segment)
  }
}
