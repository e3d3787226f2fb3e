// Freezing an animator, placing it by a fraction, and setting models when it stops or ends.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Timeline {
  /// The animator died or leaves.
  func forget(_ animator: UnsafeMutableRawPointer) {
    for index in 0..<animators.count where animators[index] == animator {
      animators[index] = animators[animators.count - 1]
      animators.count -= 1
      return
    }
  }

  /// Calls a function with each track of a drive, in order of creation.
  @inline(__always)
  func forTracks(_ drive: Int32, _ body: (_ index: Int32, _ segment: Int32) -> Void) {
    var s = drives[drive].firstSegment
    while s >= 0 {
      var t = segments[s].firstTrack
      while t >= 0 {
        let next = tracks[t].nextInSegment
        body(t, s)
        t = next
      }
      s = segments[s].next
    }
  }

  /// Where a drive stops or turns: not worth a copy of the code each time.
  @inline(never)
  private func contributionOnce(_ track: UnsafeMutablePointer<Track>) -> ChannelValues { contribution(track) }

  // MARK: Fraction

  func fraction(_ index: Int32) -> Double { fraction(index, isReversed: drives[index].isReversed) }

  func fraction(_ index: Int32, isReversed: Bool) -> Double {
    let drive = drives.base + Int(index)
    let fraction: Double
    switch drive.pointee.mode {
    case .held, .scrubbed: fraction = isReversed ? 1 - drive.pointee.progress : drive.pointee.progress
    case .natural:
      let position = drive.pointee.position(at: time)
      let length = drive.pointee.length
      let part: Double
      if length == .infinity {
        part = drive.pointee.folded(position) / drive.pointee.period
      } else {
        part = length > 0 ? position / length : isReversed ? 1 : 0
      }
      fraction = isReversed ? 1 - part : part
    case .rebased:
      let length = drive.pointee.length
      let w = length > 0 ? drive.pointee.position(at: time) / length : 0
      let read = drive.pointee.readFrom
      let goal = drive.pointee.stopsShort ? (isReversed ? 1 - drive.pointee.to : drive.pointee.to) : 1
      fraction = read + (goal - read) * w
    }
    return fraction > 0 ? (fraction < 1 ? fraction : 1) : 0
  }

  /// Where a line begins in its direction.
  func beginning(_ index: Int32) -> Double {
    let drive = drives[index]
    guard drive.isReversed else { return 0 }
    return drive.length < .infinity ? drive.length : drive.period
  }

  /// Places a paused drive.
  func setFraction(_ index: Int32, _ fraction: Double, isReversed: Bool) {
    let drive = drives.base + Int(index)
    let forward = isReversed ? 1 - fraction : fraction
    if drive.pointee.isHeld {
      drive.pointee.progress = forward
      drive.pointee.mode = .scrubbed
    } else {
      let length = drive.pointee.length
      drive.pointee.anchor = forward * (length < .infinity ? length : drive.pointee.period)
    }
    invalidate(index)
  }

  func setPace(_ index: Int32, _ pace: Double) {
    let drive = drives.base + Int(index)
    drive.pointee.anchor = drive.pointee.position(at: time)
    drive.pointee.began = max(time, drive.pointee.began)
    drive.pointee.pace = drive.pointee.pace < 0 ? -pace : pace
    startMoving(index)
  }

  // MARK: Freezing

  /// Freezes every contribution and its rate where they are; progress is that of the animator's own curve.
  func hold(_ index: Int32) {
    let drive = drives.base + Int(index)
    if drive.pointee.isHeld { return }
    let p = progress(index)
    let rate = progressRate(index)
    let position = drive.pointee.position(at: time)
    let place = drive.pointee.mode == .natural ? drive.pointee.folded(position) : position
    let clamped = p > 0 ? (p < 1 ? p : 1) : 0

    var s = drive.pointee.firstSegment
    while s >= 0 {
      let segment = segments.base + Int(s)
      let q = progress(of: s)
      let motion = segment.pointee.motion
      segment.pointee.heldTime = motion.curveTime(motion.fraction(at: place))
      var t = segment.pointee.firstTrack
      while t >= 0 {
        let track = tracks.base + Int(t)
        let c = contributionOnce(track)
        // Rates by the line's seconds, so that a pace of the line keeps them.
        let pace = drive.pointee.pace.magnitude
        track.pointee.kick = pace > 0 ? (1 / pace) * contributionRate(track) : .zero
        track.pointee.start = c
        t = track.pointee.nextInSegment
      }
      segment.pointee.from = q
      // A knot that is not between its neighbours: the window gives way, so that nothing jumps.
      segment.pointee.scrubHeld = clamped
      if clamped <= segment.pointee.scrubStart && q != 0 { segment.pointee.scrubStart = 0 }
      if clamped >= segment.pointee.scrubEnd && q != 1 { segment.pointee.scrubEnd = 1 }
      s = segment.pointee.next
    }
    drive.pointee.keepsLine = drive.pointee.mode == .natural
    drive.pointee.keepsRates = true
    drive.pointee.anchor = position
    drive.pointee.began = time
    let pace = drive.pointee.pace.magnitude
    drive.pointee.kick = pace > 0 ? rate / pace : 0
    drive.pointee.pace = 0
    drive.pointee.progress = p
    drive.pointee.mode = .held
    drive.pointee.heldTime = drive.pointee.motion.curveTime(drive.pointee.motion.fraction(at: place))
    invalidate(index)
  }

  /// A scrubbed drive is frozen where it was put.
  @_optimize(size)
  func bake(_ index: Int32) {
    let drive = drives.base + Int(index)
    guard drive.pointee.mode == .scrubbed else { return }
    var s = drive.pointee.firstSegment
    while s >= 0 {
      let segment = segments.base + Int(s)
      let q = progress(of: s)
      var t = segment.pointee.firstTrack
      while t >= 0 {
        let track = tracks.base + Int(t)
        track.pointee.start = contributionOnce(track)
        track.pointee.kick = .zero
        t = track.pointee.nextInSegment
      }
      segment.pointee.from = q
      segment.pointee.scrubHeld = drive.pointee.progress
      s = segment.pointee.next
    }
    drive.pointee.kick = 0
    drive.pointee.keepsLine = false
    drive.pointee.keepsRates = false
    drive.pointee.mode = .held
    invalidate(index)
  }

  // MARK: Models

  /// Stops: every channel of the drive takes over what the drive adds; its contributions end.
  @_optimize(size)
  func settle(_ index: Int32) {
    forTracks(index) { t, s in
      let track = tracks.base + Int(t)
      guard track.pointee.isLinked else { return }
      let presence = Unmanaged<Item>.fromOpaque(track.pointee.item).takeUnretainedValue().presence
      if track.pointee.isAffine {
        let transform = presentedTransform(presence)
        unlinkAffine(presence, of: index)
        presence.transform = transform
      } else {
        let channel = track.pointee.channel
        let c = contributionOnce(track)
        presence.setModel(channel, presence.model(channel) + c)
        unlink(t)
      }
    }
  }

  private func unlinkAffine(_ presence: ItemPresentation, of drive: Int32) {
    var t = presence.lane(.transform).first
    while t >= 0 {
      let next = tracks[t].next
      if tracks[t].drive == drive && tracks[t].isAffine { unlink(t) }
      t = next
    }
  }

  /// Sets the models of a stopped drive to its recorded targets or to what was before.
  func place(_ index: Int32, atStart: Bool) {
    forTracks(index) { t, s in
      let track = tracks[t]
      guard !track.isLost, !atStart || track.isFirst else { return }
      let presence = Unmanaged<Item>.fromOpaque(track.item).takeUnretainedValue().presence
      if track.isAffine {
        presence.transform = atStart ? pairs[track.extra].from : pairs[track.extra].to
      } else {
        presence.setModel(track.channel, atStart ? track.from : track.to)
      }
    }
  }

  /// Natural end: models that must go back do so, unless a later animation changed them; then only this
  /// drive's own
  /// difference is taken back.
  @_optimize(size)
  func restore(_ index: Int32, atStart: Bool) {
    forTracks(index) { t, s in
      let track = tracks[t]
      guard track.isLinked, segments[s].runsBackwards != atStart else { return }
      let presence = Unmanaged<Item>.fromOpaque(track.item).takeUnretainedValue().presence
      let isNewest = newestSerial(presence, track) == presence.lane(track.channel).serial
      if isNewest {
        // Later tracks of this drive come later in this walk: only the first one sets the model.
        guard track.isFirst else { return }
        if track.isAffine {
          presence.transform = pairs[track.extra].from
        } else {
          presence.setModel(track.channel, track.from)
        }
      } else if !track.isAffine {
        presence.setModel(track.channel, presence.model(track.channel) + track.whole)
      }
    }
  }

  /// Newest change of a drive on a channel.
  private func newestSerial(_ presence: ItemPresentation, _ track: Track) -> UInt32 {
    var newest = track.serial
    var t = presence.lane(track.channel).first
    while t >= 0 {
      if tracks[t].drive == track.drive { newest = tracks[t].serial }
      t = tracks[t].next
    }
    return newest
  }
}
