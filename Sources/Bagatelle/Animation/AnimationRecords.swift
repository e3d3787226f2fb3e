// The plain records of running animations, which lie in the timeline's arenas and refer to each other by
// index.
// SPDX-License-Identifier: MIT
//
// A drive is one animator in time: a position on a line of seconds. A segment is what one block added: a
// window of
// that line and a curve. A track is one channel of one item in a segment. A track's contribution is what it
// adds to
// the model value: start - target at first, 0 at the goal.
import BagatelleCore

/// A curve over a window of a drive's line.
struct Motion: BitwiseCopyable {
  /// Positions on the line where it begins and ends; begins later than it ends if added while running in
  /// reverse.
  var start: Double
  var end: Double
  /// Part of the curve that is played, 0 to 1 for the whole; springs are always whole.
  var low = 0.0
  var high = 1.0
  /// Curve at `low`, and its rise from there to `high`.
  var base = 0.0
  var rise = 1.0
  var shape: CurveShape

  init(_ shape: CurveShape, from start: Double, to end: Double) {
    self.shape = shape
    self.start = start
    self.end = end
  }

  /// Plays the curve from one fraction of its time to another.
  mutating func setPart(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
    base = shape.value(at: low)
    rise = shape.value(at: high) - base
  }

  /// Part of the window that has passed at a position, 0 to 1.
  @inline(__always)
  func fraction(at position: Double) -> Double {
    let width = end - start
    if width == 0 { return position >= end ? 1 : 0 }
    let u = (position - start) / width
    return u > 0 ? (u < 1 ? u : 1) : 0
  }

  /// Fraction of the curve's own time at a fraction of the window.
  func curveTime(_ u: Double) -> Double { low + (high - low) * u }

  /// How much of the way is left, by curve or by spring.
  @inline(__always)
  func weights(at position: Double) -> Weights {
    let u = fraction(at: position)
    if u >= 1 { return Weights() }
    switch shape.kind {
    case .cubic, .piecewise: return Weights(all: rest(u))
    case .spring, .composed:
      let t = u * (end - start).magnitude
      let x = shape.x.parts(at: t)
      var w = Weights(all: x.displacement)
      w.kickX = x.velocity
      w.kickY = x.velocity
      w.kickFlat = x.velocity
      if !shape.isUniform {
        let y = shape.y.parts(at: t)
        w.y = y.displacement
        w.kickY = y.velocity
      }
      if shape.kind == .composed {
        w.flat = rest(u)
        w.kickFlat = 0
      }
      return w
    }
  }

  @inline(never)
  @_optimize(speed)
  private func rest(_ u: Double) -> Double {
    if rise == 0 { return 1 - u }
    if high == 1 && low == 0 { return 1 - shape.value(at: u) }
    return 1 - (shape.value(at: low + (high - low) * u) - base) / rise
  }

  /// The derivatives of the weights by position.
  func rates(at position: Double) -> Weights {
    let width = end - start
    let u = fraction(at: position)
    // In less than a picosecond there is a jump, not a rate.
    if u >= 1 || width.magnitude < 1e-12 || (position - start) / width < 0 { return Weights() }
    let sign = width < 0 ? -1.0 : 1.0
    func slope() -> Double {
      if rise == 0 { return -1 / width }
      return -shape.slope(at: low + (high - low) * u) * (high - low) / (rise * width)
    }
    guard shape.isSpring else { return Weights(all: slope()) }
    let x = shape.x.rates(at: u * width.magnitude)
    var w = Weights(all: sign * x.displacement)
    w.kickX = sign * x.velocity
    w.kickY = sign * x.velocity
    w.kickFlat = sign * x.velocity
    if !shape.isUniform {
      let y = shape.y.rates(at: u * width.magnitude)
      w.y = sign * y.displacement
      w.kickY = sign * y.velocity
    }
    if shape.kind == .composed {
      w.flat = slope()
      w.kickFlat = 0
    }
    return w
  }
}

/// What the values of a track are multiplied with to give its contribution.
struct Weights: BitwiseCopyable {
  /// For the contribution at the start of the motion: most channels, the y of centers, and channels that
  /// follow the
  /// cubic curve of composed timing.
  var x = 0.0
  var y = 0.0
  var flat = 0.0
  /// For the velocity at the start, by the same axes.
  var kickX = 0.0
  var kickY = 0.0
  var kickFlat = 0.0
  /// For the goal: 1 - x and so on while moving, 0 while held.
  var goal = 1.0
  /// For the whole way from start to target; only while scrubbing.
  var whole = 0.0

  init() {}
  @inline(__always)
  init(all: Double) {
    x = all
    y = all
    flat = all
  }

  /// Held where it is.
  static var held: Weights {
    var w = Weights(all: 1)
    w.goal = 0
    return w
  }

  /// Progress along with a track of start `from` and goal `to`.
  @_optimize(speed)
  func progress(_ from: Double, _ to: Double, _ kick: Double) -> Double {
    goal * to + (from - goal * to) * x + kick * kickX
  }
}

/// An animator in time.
struct Drive: BitwiseCopyable {
  enum Mode: UInt8, BitwiseCopyable {
    /// On the line of its own duration: delays, repeats and reversal are plain arithmetic there.
    case natural
    /// On a new line from where it was to a goal, after it was continued.
    case rebased
    /// Paused, every contribution frozen.
    case held
    /// Paused, and placed by a progress.
    case scrubbed
  }
  var mode = Mode.natural
  var isMoving = false
  var isAlternating = false
  /// Where the animator goes: true to its start.
  var isReversed = false
  /// Its items are not hit while it is active.
  var blocksHits = false
  var hitsModel = false
  /// It pauses at its goal, which is a fraction and not an end.
  var stopsShort = false
  /// It lost the one channel it was made for: ends in the next advance where it is.
  var isAbandoned = false
  /// Whether the frozen rates are still those of the items.
  var keepsRates = false
  /// Whether the next resume may take up the natural line again.
  var keepsLine = false
  /// Clock at which the position was `anchor`; later than now in a delay.
  var began = 0.0
  var anchor = 0.0
  /// Seconds of the line per second, negative backwards; 0 while paused.
  var pace = 0.0
  /// Length of the line.
  var length = 0.0
  /// Length of one run of the natural line.
  var period = 0.0
  /// Progress while held or scrubbed: 0 the start, 1 the target.
  var progress = 0.0
  /// Time on the curve where it was frozen.
  var heldTime = 0.0
  /// What fractionComplete reads at the start of a rebased line.
  var readFrom = 0.0
  /// Progress at the start and at the goal of the present motion, and its initial rate.
  var from = 0.0
  var to = 1.0
  var kick = 0.0
  var firstSegment: Int32 = -1
  var lastSegment: Int32 = -1
  /// Position in the timeline's list of moving drives, or -1.
  var slot: Int32 = -1
  /// Order of start.
  var order: UInt64 = 0
  /// Not retained here; the timeline retains it while it moves.
  var animator: UnsafeMutableRawPointer?
  /// The curve of the animator itself, which defines its progress.
  var motion: Motion

  init(_ motion: Motion) { self.motion = motion }

  /// Position on the line at a time.
  @inline(__always)
  func position(at time: Double) -> Double {
    if pace == 0 || time <= began { return anchor }
    let p = anchor + pace * (time - began)
    return p > 0 ? (p < length ? p : length) : 0
  }

  /// The same within one run of a line that repeats.
  @inline(__always)
  func folded(_ position: Double) -> Double {
    if length <= period || position <= 0 { return position }
    let turns = position / period
    guard turns.magnitude < 9e15 else { return 0 }  // A period of 0, or -0.
    var turn = Int64(turns)
    var rest = position - Double(turn) * period
    // The end of the last run is its end, not the start of one more; rounding may have taken a turn too many.
    if rest < 0 || (rest == 0 && position >= length) {
      turn -= 1
      rest += period
    }
    return isAlternating && turn & 1 == 1 ? period - rest : rest
  }

  /// Clock at which it comes to its goal, infinite while it does not move.
  var endTime: Double {
    if pace == 0 { return .infinity }
    let way = pace > 0 ? length - anchor : anchor
    return began + (pace.magnitude == 1 ? way : way / pace.magnitude)
  }
}

/// What one block added to an animator.
struct Segment: BitwiseCopyable {
  /// Clock for which the weights below hold; NaN for none.
  var weightsTime = Double.nan
  var weights = Weights()
  var drive: Int32
  var next: Int32 = -1
  var firstTrack: Int32 = -1
  var lastTrack: Int32 = -1
  /// While held and scrubbed: progress of the animator where this segment begins, was frozen, and ends.
  var scrubStart: Double
  var scrubHeld = 0.0
  var scrubEnd = 1.0
  var isKeyframe = false
  /// Follows the animator's progress after a resume, so that keyframes keep their order.
  var followsProgress = false
  /// Runs to its own target whatever the direction; added while running in reverse.
  var runsBackwards = false
  /// Its progress at the start and at the goal of the present motion, and its initial rate.
  var from = 0.0
  var to = 1.0
  var kick = 0.0
  /// Time on the curve where it was frozen.
  var heldTime = 0.0
  /// The window on the natural line, and the curve with which it was made.
  var natural: Motion
  /// The present motion: the natural one, or a rebased one.
  var motion: Motion

  init(_ motion: Motion, drive: Int32, scrubStart: Double, scrubEnd: Double) {
    natural = motion
    self.motion = motion
    self.drive = drive
    self.scrubStart = scrubStart
    self.scrubEnd = scrubEnd
    kick = motion.shape.isAbsolute ? 0 : motion.shape.velocity.x
  }
}

/// One channel of one item in a segment.
struct Track: BitwiseCopyable {
  /// Contribution at the start and at the goal of the present motion, and initial rate.
  var start: ChannelValues
  var goal = ChannelValues.zero
  var kick = ChannelValues.zero
  /// Retained.
  let item: UnsafeMutableRawPointer
  let channel: Channel
  let segment: Int32
  let drive: Int32
  /// Neighbours in the channel, in order of creation.
  var previous: Int32 = -1
  var next: Int32 = -1
  var nextInSegment: Int32 = -1
  /// Index of a decay, or of two transforms, or -1.
  var extra: Int32 = -1
  var serial: UInt32 = 0
  /// Whether it is in its channel's list.
  var isLinked = true
  /// Transforms that are taken apart; `extra` has them.
  var isAffine = false
  var isDecay = false
  /// Another animator took the channel over.
  var isLost = false
  /// Overshoot that is cut off: bit 0 behind the start, bit 1 beyond the goal.
  var clamp: UInt8 = 0
  /// First of its animator on its channel.
  var isFirst = true
  /// Model values before and after.
  var from: ChannelValues
  var to: ChannelValues

  /// The whole way, as a contribution.
  var whole: ChannelValues { from - to }

  @inline(__always)
  func contribution(_ w: Weights) -> ChannelValues {
    var wx = w.x
    var wy = w.x
    var kx = w.kickX
    var ky = w.kickX
    if channel.rawValue == 0 {
      wy = w.y
      ky = w.kickY
    } else if channel.rawValue > 3 {
      wx = w.flat
      kx = w.kickFlat
    }
    let g = w.goal
    return ChannelValues(
      mix(start.x, goal.x, from.x, to.x, wx, g, w.whole) + kick.x * kx,
      mix(start.y, goal.y, from.y, to.y, wy, g, w.whole) + kick.y * ky,
      mix(start.z, goal.z, from.z, to.z, wx, g, w.whole) + kick.z * kx,
      mix(start.w, goal.w, from.w, to.w, wx, g, w.whole) + kick.w * kx)
  }

  @inline(__always)
  private func mix(
    _ start: Double, _ goal: Double, _ from: Double, _ to: Double, _ weight: Double, _ g: Double,
    _ whole: Double
  ) -> Double {
    let toward = g * goal
    let plain = toward + (start - toward) * weight
    return whole == 0 ? plain : plain + (from - to) * whole
  }
}

/// From and to of a transform.
struct AffinePair: BitwiseCopyable {
  var from: Transform
  var to: Transform
  var nextFree: Int32 = -1
}

/// Records of one kind with reuse of what was freed.
struct RecordPool<Element: BitwiseCopyable> {
  var records = Arena<Element>()
  private var free = Arena<Int32>()

  var base: UnsafeMutablePointer<Element> { records.base }

  /// Makes room, so that the next `count` records cannot fail.
  mutating func prepare(_ count: Int) -> Bool {
    guard records.count < Int(Int32.max) - count else { return false }
    let spare = free.count < count ? count - free.count : 0
    // As many places on the free list as there will be records: freeing never fails.
    return records.reserve(records.count + spare) && free.reserve(records.count + spare)
  }

  /// Nil: no memory.
  mutating func add(_ element: Element) -> Int32? {
    guard prepare(1) else { return nil }
    if free.count > 0 {
      let index = free.removeLast()
      records[Int(index)] = element
      return index
    }
    _ = records.append(element)
    return Int32(truncatingIfNeeded: records.count - 1)
  }

  mutating func remove(_ index: Int32) { _ = free.append(index) }

  mutating func deallocate() {
    records.deallocate()
    free.deallocate()
  }

  @inline(__always)
  subscript(_ index: Int32) -> Element {
    get { records[Int(index)] }
    nonmutating set { records[Int(index)] = newValue }
  }
}
