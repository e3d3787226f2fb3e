// What is presented at the clock's time: contributions of tracks, worked out when they are asked for.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Timeline {
  // MARK: Weights

  /// Weights of a segment at the present time, kept until the clock or its drive changes.
  @inline(__always)
  func weights(_ index: Int32) -> Weights {
    let segment = segments.base + Int(index)
    if segment.pointee.weightsTime == time { return segment.pointee.weights }
    let w = freshWeights(segment)
    segment.pointee.weights = w
    segment.pointee.weightsTime = time
    return w
  }

  @_optimize(speed)
  private func freshWeights(_ segment: UnsafeMutablePointer<Segment>) -> Weights {
    let drive = drives.base + Int(segment.pointee.drive)
    let mode = drive.pointee.mode
    if mode == .held { return .held }
    if mode == .scrubbed || (mode == .rebased && segment.pointee.followsProgress) {
      return scrubWeights(segment, progress(segment.pointee.drive))
    }
    let position = drive.pointee.position(at: time)
    return segment.pointee.motion.weights(at: mode == .natural ? drive.pointee.folded(position) : position)
  }

  /// Straight lines through (where the segment begins, 0), (where it was frozen, its progress there), (its
  /// end, 1).
  @inline(never)
  func scrubWeights(_ segment: UnsafeMutablePointer<Segment>, _ p: Double) -> Weights {
    var w = Weights()
    w.goal = 0
    if segment.pointee.runsBackwards {
      w = .held
      return w
    }
    let start = segment.pointee.scrubStart
    let held = segment.pointee.scrubHeld
    let end = segment.pointee.scrubEnd
    if p >= end { return w }
    if p <= start {
      w.whole = 1
      return w
    }
    if held <= start || held >= end {
      w.whole = (end - p) / (end - start)
    } else if p < held {
      let part = (p - start) / (held - start)
      w.setHeld(part)
      w.whole = 1 - part
    } else {
      w.setHeld((end - p) / (end - held))
    }
    return w
  }

  /// Progress of a segment at the present time: 0 at its values before, 1 at its target.
  func progress(of index: Int32) -> Double {
    let segment = segments.base + Int(index)
    let drive = drives.base + Int(segment.pointee.drive)
    let w = weights(index)
    if drive.pointee.mode == .scrubbed || (drive.pointee.mode == .rebased && segment.pointee.followsProgress)
    {
      return w.scrubbed(segment.pointee.from)
    }
    return w.progress(segment.pointee.from, segment.pointee.to, segment.pointee.kick)
  }

  /// Progress of an animator at the present time.
  @_optimize(speed)
  func progress(_ index: Int32) -> Double {
    let drive = drives.base + Int(index)
    if drive.pointee.mode == .held || drive.pointee.mode == .scrubbed { return drive.pointee.progress }
    let position = drive.pointee.position(at: time)
    let place = drive.pointee.mode == .natural ? drive.pointee.folded(position) : position
    return drive.pointee.motion.weights(at: place).progress(
      drive.pointee.from, drive.pointee.to, drive.pointee.kick)
  }

  /// Its rate, per second.
  func progressRate(_ index: Int32) -> Double {
    let drive = drives.base + Int(index)
    guard drive.pointee.pace != 0, time >= drive.pointee.began, !drive.pointee.isHeld else { return 0 }
    let position = drive.pointee.position(at: time)
    var pace = drive.pointee.pace
    var place = position
    if drive.pointee.mode == .natural {
      place = drive.pointee.folded(position)
      if drive.pointee.runsBack(position) { pace = -pace }
    }
    let r = drive.pointee.motion.rates(at: place)
    return pace * ((drive.pointee.from - drive.pointee.to) * r.x + drive.pointee.kick * r.kickX)
  }

  // MARK: Contributions

  /// What a track adds to the model value now.
  @inline(__always)
  func contribution(_ track: UnsafeMutablePointer<Track>) -> ChannelValues {
    if track.pointee.isDecay {
      let drive = drives.base + Int(track.pointee.drive)
      if drive.pointee.mode == .natural {
        let position = drive.pointee.folded(drive.pointee.position(at: time))
        let place = decays.base[Int(track.pointee.extra)].position(at: position)
        return ChannelValues(place.x, place.y) - track.pointee.to
      }
    }
    let c = track.pointee.contribution(weights(track.pointee.segment))
    return track.pointee.clamp == 0 ? c : track.pointee.clamped(c)
  }

  /// How fast that changes, per second.
  func contributionRate(_ track: UnsafeMutablePointer<Track>) -> ChannelValues {
    let segment = segments.base + Int(track.pointee.segment)
    let drive = drives.base + Int(track.pointee.drive)
    guard drive.pointee.pace != 0, time >= drive.pointee.began, !drive.pointee.isHeld else { return .zero }
    let position = drive.pointee.position(at: time)
    var pace = drive.pointee.pace
    var place = position
    if drive.pointee.mode == .natural {
      place = drive.pointee.folded(position)
      if drive.pointee.runsBack(position) { pace = -pace }
      if track.pointee.isDecay {
        let v = decays.base[Int(track.pointee.extra)].velocity(at: place)
        return pace * ChannelValues(v.x, v.y)
      }
    } else if segment.pointee.followsProgress {
      return progressRate(track.pointee.drive) * scrubSlope(segment, track, progress(track.pointee.drive))
    }
    var r = segment.pointee.motion.rates(at: place)
    // The derivative of goal + (start - goal) x is (start - goal) x'.
    r.goal = 0
    var difference = track.pointee
    difference.start = track.pointee.start - track.pointee.goal
    let rate = pace * difference.contribution(r)
    return track.pointee.clamp == 0 ? rate : stillWhereCut(rate, track)
  }

  @_optimize(size)
  private func scrubSlope(
    _ segment: UnsafeMutablePointer<Segment>, _ track: UnsafeMutablePointer<Track>, _ p: Double
  ) -> ChannelValues {
    let step = 1e-6
    let before = track.pointee.contribution(scrubWeights(segment, p - step))
    let after = track.pointee.contribution(scrubWeights(segment, p + step))
    return (0.5 / step) * (after - before)
  }

  /// Model and contributions of a channel that is no transform.
  @inline(__always)
  func presented(_ presence: ItemPresentation, _ channel: Channel, _ model: ChannelValues) -> ChannelValues {
    let first = presence.lane(channel).first
    return first < 0 ? model : model + sum(first)
  }

  /// Contributions of a channel, from its first track on.
  @inline(never)
  @_optimize(speed)
  func sum(_ first: Int32) -> ChannelValues {
    var sum = ChannelValues.zero
    var t = first
    while t >= 0 {
      let track = tracks.base + Int(t)
      sum = sum + contribution(track)
      t = track.pointee.next
    }
    return sum
  }

  func contributedVelocity(_ presence: ItemPresentation, _ channel: Channel) -> ChannelValues {
    var sum = ChannelValues.zero
    var t = presence.lane(channel).first
    while t >= 0 {
      let track = tracks.base + Int(t)
      sum = sum + contributionRate(track)
      t = track.pointee.next
    }
    return sum
  }

  /// The last transform animation that has begun decides; translations of a pure translation add up.
  @_optimize(speed)
  func presentedTransform(_ presence: ItemPresentation) -> Transform {
    var result = presence.transform
    var isFirst = true
    var t = presence.lane(.transform).first
    while t >= 0 {
      let track = tracks.base + Int(t)
      if track.pointee.isAffine {
        let pair = pairs[track.pointee.extra]
        var p = progress(of: track.pointee.segment)
        if p < 0 && track.pointee.clamp & 1 != 0 { p = 0 }
        if p > 1 && track.pointee.clamp & 2 != 0 { p = 1 }
        if isFirst || p != 0 { result = pair.from.interpolated(to: pair.to, p) }
        isFirst = false
      } else {
        let c = contribution(track)
        result.tx += c.x
        result.ty += c.y
      }
      t = track.pointee.next
    }
    return result
  }
}

extension Weights {
  /// Scrubbed: the part of the frozen contribution.
  fileprivate mutating func setHeld(_ part: Double) {
    x = part
    y = part
    flat = part
  }

  /// Progress while scrubbed, of a segment that was frozen at `held`.
  func scrubbed(_ held: Double) -> Double { held * x + (1 - x - whole) }
}

extension Drive {
  var isHeld: Bool { mode == .held || mode == .scrubbed }

  /// Whether an alternating line is in a run back at a position.
  func runsBack(_ position: Double) -> Bool {
    guard isAlternating, length > period, period > 0, position / period < 9e15 else { return false }
    return Int64(position / period) & 1 == 1
  }
}
