// The state machine of a property animator: start, pause, stop, finish, reversal, fraction, natural end.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension PropertyAnimator {
  /// What follows from reaching the goal, told after the values of all that ended were set.
  struct Ending {
    var position: Position?
    var completions: [(Position) -> Void] = []
    var inner: [PropertyAnimator] = []
  }

  // MARK: Start and pause

  /// Starts, or resumes when paused. Without a block it waits for the first one. Running already: no effect,
  /// false.
  ///
  /// - Throws: `state` when stopped, and once the timeline has died; `outOfMemory`.
  @discardableResult
  public func start() throws(BagatelleError) -> Bool {
    let timeline = try living()
    switch state {
    case .stopped: throw refuse(.state, "start of a stopped animator")
    case .active:
      if isRunning || isTransient { return false }
      try resume(timeline, nil, 0, goal: reversed ? 0 : 1, after: 0)
    case .inactive:
      try activate(timeline)
      if isTransient { break }
      begin(timeline, after: 0)
    }
    tellChanges()
    return true
  }

  /// Starts after a delay; models change at once, what is presented waits. Paused: resumes after the delay.
  ///
  /// - Throws: `range` for a delay outside 0 to 1e9; `state` while running or stopped; `outOfMemory`.
  public func start(afterDelay seconds: Double) throws(BagatelleError) {
    let timeline = try living()
    try Check.range(seconds, 0, 1e9, "delay")
    switch state {
    case .stopped: throw refuse(.state, "start of a stopped animator")
    case .active:
      guard !isRunning else { throw refuse(.state, "delayed start of a running animator") }
      if isTransient {
        delay = seconds
        break
      }
      try resume(timeline, nil, 0, goal: reversed ? 0 : 1, after: seconds)
    case .inactive:
      try activate(timeline)
      delay = seconds
      if isTransient { break }
      begin(timeline, after: seconds)
    }
    tellChanges()
  }

  /// Pauses. Inactive: runs the blocks and pauses at 0. Paused already: no effect, false.
  ///
  /// - Throws: `state` when stopped; `notInterruptible`; `outOfMemory`.
  @discardableResult
  public func pause() throws(BagatelleError) -> Bool {
    let timeline = try living()
    switch state {
    case .stopped: throw refuse(.state, "pause of a stopped animator")
    case .active:
      guard isRunning || isTransient else { return false }
      try checkInterruptible("pause of an animator that is not interruptible")
      halt(timeline)
    case .inactive:
      try activate(timeline)
      halt(timeline)
    }
    tellChanges()
    return true
  }

  // MARK: Stop and finish

  /// Stops at the presented values, which become the model.
  ///
  /// - Parameter withoutFinishing: True: inactive at once, completions dropped. False: stopped, `finish(at:)`
  ///   follows.
  /// - Returns: false when inactive: no effect.
  /// - Throws: `state` when stopped; `notInterruptible`.
  @discardableResult
  @_optimize(size)
  public func stop(withoutFinishing: Bool) throws(BagatelleError) -> Bool {
    let timeline = try living()
    switch state {
    case .inactive: return false
    case .stopped: throw refuse(.state, "stop of a stopped animator")
    case .active: break
    }
    try checkInterruptible("stop of an animator that is not interruptible")
    timeline.settle(drive)
    let inner = self.inner
    self.inner = []
    if withoutFinishing {
      let dropped = completions
      completions = []
      deactivate(timeline)
      for animator in inner { animator.endInner(nil) }
      withExtendedLifetime(dropped) {}  // What they held dies here, after the change.
    } else {
      self.inner = inner
      timeline.stopMoving(drive)
      timeline.drives.base[Int(drive)].pace = 0
      state = .stopped
      isTransient = false
    }
    tellChanges()
    return true
  }

  /// Ends a stopped animator: at its targets, at its start, or where it is; then runs the completions.
  ///
  /// - Throws: `state` unless stopped.
  @_optimize(size)
  public func finish(at position: Position) throws(BagatelleError) {
    let timeline = try living()
    guard state == .stopped else { throw refuse(.state, "finish of an animator that is not stopped") }
    switch position {
    case .end: timeline.place(drive, atStart: false)
    case .start: timeline.place(drive, atStart: true)
    case .current: break
    }
    tell(end(timeline, position))
  }

  // MARK: Direction and fraction

  /// Whether it travels, or will travel, toward the start. Setting it is `setReversed(_:)`.
  public var isReversed: Bool {
    get { reversed }
    set { do { try setReversed(newValue) } catch {} }
  }

  /// Turns the direction of travel: while running at once, springs with their velocity; paused, only the
  /// reading of
  /// the fraction changes.
  ///
  /// - Returns: false when stopped: ignored.
  /// - Throws: `notInterruptible` while active; `outOfMemory`.
  @_optimize(speed)
  @discardableResult
  public func setReversed(_ flag: Bool) throws(BagatelleError) -> Bool {
    if state == .stopped { return false }
    guard flag != reversed else { return true }
    if state == .active {
      try checkLiving().use { (timeline) throws(BagatelleError) in
        try checkInterruptible("reversal of an animator that is not interruptible")
        reversed = flag
        turn(timeline)
      }
    } else {
      reversed = flag
    }
    tellChanges()
    return true
  }

  /// Places a paused animator; inactive, it is paused first. Values outside 0 to 1 act as the nearer of both.
  ///
  /// - Returns: false while running: no effect.
  /// - Throws: `range` if not finite; `state` when stopped; `notInterruptible` while active; `outOfMemory`.
  @discardableResult
  public func setFractionComplete(_ fraction: Double) throws(BagatelleError) -> Bool {
    let timeline = try living()
    try Check.finite(fraction, "fraction")
    guard state != .stopped else { throw refuse(.state, "fraction of a stopped animator") }
    if state == .active {
      try checkInterruptible("fraction of an animator that is not interruptible")
    }
    if isRunning { return false }
    if state == .inactive {
      try activate(timeline)
      halt(timeline)
    } else if isTransient {
      halt(timeline)
    }
    timeline.setFraction(drive, max(0, min(1, fraction)), isReversed: reversed)
    tellChanges()
    return true
  }

  /// Changes the playback rate, 1e-3 to 1e3, without a jump; negative reverses as well.
  ///
  /// - Throws: `range`; `notInterruptible` while active.
  @_optimize(speed)
  public func setRate(_ rate: Double) throws(BagatelleError) {
    try Check.range(rate.magnitude, 1e-3, 1e3, "rate")
    if state == .active { try checkInterruptible("rate of an animator that is not interruptible") }
    pace = rate.magnitude
    if drive >= 0, isRunning { timelineReference?._withUnsafeGuaranteedRef { $0.setPace(drive, pace) } }
    if rate < 0 { try setReversed(!reversed) }
  }

  // MARK: Completions

  /// Adds a completion, called once with the position at which the animation ended, in order of addition.
  public func addCompletion(_ completion: @escaping (Position) -> Void) { completions.append(completion) }

  // MARK: Parts

  func living() throws(BagatelleError) -> Timeline { try checkLiving().takeUnretainedValue() }

  private func checkLiving() throws(BagatelleError) -> Unmanaged<Timeline> {
    guard let timelineReference else { throw BagatelleError(.state, "timeline") }
    guard !isInner else { throw refuse(.notInterruptible, "call on an animator that is part of another") }
    return timelineReference
  }

  func checkInterruptible(_ rule: StaticString) throws(BagatelleError) {
    guard interruptible || state != .active else { throw refuse(.notInterruptible, rule) }
  }

  /// Makes the records and runs the stored blocks; models change. Stands at its beginning, without motion.
  @inline(never)
  @_optimize(size)
  func activate(_ timeline: Timeline) throws(BagatelleError) {
    let line = duration > 0 ? duration * runs : 0
    var record = Drive(Motion(timing.shape(seconds: duration), from: 0, to: duration))
    record.period = duration
    record.length = line
    record.animator = Unmanaged.passUnretained(self).toOpaque()
    record.began = timeline.time
    record.kick = record.motion.shape.isAbsolute ? 0 : record.motion.shape.velocity.x
    record.isAlternating = alternates
    record.isReversed = reversed
    record.blocksHits = !interacts
    record.hitsModel = hitsModel
    timeline.startCount += 1
    record.order = timeline.startCount
    guard timeline.segments.prepare(blocks.count + 1), let index = timeline.addDrive(record) else {
      throw BagatelleError(.outOfMemory, "animator")
    }
    drive = index
    activation &+= 1  // Only compared for equality.
    state = .active
    acting = timing
    wasRetargeted = false
    delay = 0
    isTransient = blocks.isEmpty
    let stored = blocks
    blocks = []
    let started = activation
    var count = 0
    for entry in stored where activation == started && drive >= 0 { count += run(entry, timeline) }
    guard activation == started, drive >= 0 else { throw BagatelleError(.state, "animator") }
    if count == 0 && completesIfEmpty && !stored.isEmpty { timeline.drives.base[Int(drive)].length = 0 }
    if reversed { timeline.drives.base[Int(drive)].anchor = timeline.beginning(drive) }
    // Blocks may have asked for presented values.
    timeline.invalidate(drive)
  }

  /// First motion after activation.
  func begin(_ timeline: Timeline, after seconds: Double) {
    if reversed && timing.spring != nil && runs == 1 {
      // A spring never runs back through its oscillation: it springs from the target to the start.
      timeline.hold(drive)
      timeline.rebase(drive, Rebase(timing: timing, seconds: duration, goal: 0, pace: pace, after: seconds))
      return
    }
    let record = timeline.drives.base + Int(drive)
    record.pointee.began = timeline.time + seconds
    record.pointee.pace = reversed ? -pace : pace
    timeline.startMoving(drive)
  }

  /// Stops moving without leaving the active state.
  func halt(_ timeline: Timeline) {
    isTransient = false
    let record = timeline.drives.base + Int(drive)
    if scrubsLinearly && runs == 1 {
      timeline.hold(drive)
    } else if !record.pointee.isHeld {
      record.pointee.anchor = record.pointee.position(at: timeline.time)
      record.pointee.pace = 0
      if record.pointee.mode == .rebased { timeline.hold(drive) }
    }
    timeline.stopMoving(drive)
    timeline.invalidate(drive)
  }

  /// The direction was changed while active.
  @_optimize(size)
  private func turn(_ timeline: Timeline) {
    let record = timeline.drives.base + Int(drive)
    record.pointee.isReversed = reversed
    if isTransient {
      record.pointee.anchor = timeline.beginning(drive)
      timeline.invalidate(drive)
      return
    }
    guard record.pointee.isMoving else { return }
    let now = timeline.time
    let waits = now < record.pointee.began
    if acting.spring != nil && runs == 1 && !(waits && record.pointee.mode == .natural) {
      let read = 1 - timeline.fraction(drive, isReversed: !reversed)
      timeline.hold(drive)
      var rebase = Rebase(
        timing: acting, seconds: acting.duration(given: duration), goal: reversed ? 0 : 1, pace: pace)
      rebase.keepsVelocity = true
      rebase.readFrom = read
      timeline.rebase(drive, rebase)
    } else if record.pointee.mode == .natural {
      // In a delay it ends in the next advance, where it was.
      record.pointee.anchor = record.pointee.position(at: now)
      record.pointee.began = now
      record.pointee.pace = -record.pointee.pace
      timeline.startMoving(drive)
    } else {
      timeline.hold(drive)
      let goal = reversed ? 0.0 : 1
      timeline.rebase(drive, timeline.rest(drive, acting, goal: goal, duration: duration, pace: pace))
    }
  }

  /// The goal was reached in an advance: values first, callbacks later.
  @_optimize(size)
  func reachGoal() -> Ending {
    guard let timeline, drive >= 0 else { return Ending() }
    let record = timeline.drives.base + Int(drive)
    if record.pointee.isAbandoned { return end(timeline, .current) }
    if record.pointee.stopsShort || pausesOnCompletion {
      record.pointee.anchor = record.pointee.pace > 0 ? record.pointee.length : 0
      record.pointee.pace = 0
      timeline.invalidate(drive)
      halt(timeline)
      return Ending()
    }
    let returns = record.pointee.mode == .natural && alternates && runs != .infinity && Int64(runs) & 1 == 0
    let position: Position = reversed || returns ? .start : .end
    timeline.restore(drive, atStart: position == .start)
    return end(timeline, position)
  }

  /// Becomes inactive; hands out what is to be told.
  private func end(_ timeline: Timeline, _ position: Position) -> Ending {
    let ending = Ending(position: position, completions: completions, inner: inner)
    completions = []
    inner = []
    deactivate(timeline)
    return ending
  }

  func deactivate(_ timeline: Timeline) {
    let old = drive
    drive = -1
    state = .inactive
    delay = 0
    isTransient = false
    blocks = []
    timeline.removeDrive(old)
    kept = []
  }

  /// Completions in order of addition, then those of inner animators, then the observer.
  func tell(_ ending: Ending) {
    if let position = ending.position {
      for completion in ending.completions { completion(position) }
      for animator in ending.inner { animator.endInner(position) }
    }
    tellChanges()
  }

  /// As a part of another animator, which ended; nil: was stopped without finishing.
  func endInner(_ position: Position?) {
    let ending = Ending(position: position, completions: completions, inner: inner)
    completions = []
    inner = []
    state = .inactive
    isInner = false
    tell(ending)
  }

  /// The timeline is about to die.
  func leaveTimeline() {
    guard let timeline else { return }
    let dropped = completions
    completions = []
    if drive >= 0 { deactivate(timeline) }
    timeline.forget(Unmanaged.passUnretained(self).toOpaque())
    self.timeline = nil
    withExtendedLifetime(dropped) {}
  }
}
