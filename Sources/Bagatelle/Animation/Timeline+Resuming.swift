// A new line for a frozen animator: from where every track is to a goal, all ending together.
// SPDX-License-Identifier: MIT
//
// Every contribution goes from c0 to cG as c0 + (cG - c0) h(w). With durationFactor 0 h is the rest of the
// curve,
// from the time at which the curve has the present progress; else the whole curve, as if newly started.
import BagatelleCore

/// How a frozen animator goes on.
struct Rebase {
  var timing: Timing
  /// Length of the new line.
  var seconds: Double
  /// Progress to go to.
  var goal: Double
  var pace: Double
  /// Delay before it moves.
  var after = 0.0
  /// Play the rest of the curve instead of all of it.
  var playsRest = false
  /// Springs start with the rates that were frozen; else with those of their timing if `usesVelocity`.
  var keepsVelocity = false
  var usesVelocity = false
  /// Pause at the goal.
  var stopsShort = false
  /// Reading of the fraction at the start; negative: as the progress says.
  var readFrom = -1.0

  init(timing: Timing, seconds: Double, goal: Double, pace: Double, after: Double = 0) {
    self.timing = timing
    self.seconds = seconds
    self.goal = goal
    self.pace = pace
    self.after = after
  }
}

extension Timeline {
  /// With the time that is left: of a curve its rest, of a spring by ratio the part of the way that is left.
  func rest(_ index: Int32, _ timing: Timing, goal: Double, duration: Double, pace: Double) -> Rebase {
    let drive = drives[index]
    var rebase = Rebase(timing: timing, seconds: 0, goal: goal, pace: pace)
    let p = drive.progress
    if p == goal { return rebase }
    if let spring = timing.spring {
      rebase.seconds = spring.duration(given: (goal - p).magnitude * duration)
      return rebase
    }
    let s = timing.shape(seconds: duration).inverse(of: p, near: drive.heldTime)
    rebase.seconds = (goal > p ? 1 - s : s) * duration
    rebase.playsRest = true
    rebase.readFrom = drive.isReversed ? 1 - s : s
    return rebase
  }

  /// Puts a held drive on a new line and starts it.
  @_optimize(size)
  func rebase(_ index: Int32, _ plan: Rebase) {
    bake(index)
    let drive = drives.base + Int(index)
    let p = drive.pointee.progress
    let shape = plan.timing.shape(seconds: plan.seconds)
    let isPartial = plan.playsRest && !shape.isSpring

    var s = drive.pointee.firstSegment
    while s >= 0 {
      let segment = segments.base + Int(s)
      let q = segment.pointee.from
      // Keyframes, and what ends before the animator does, follow its progress; not where that would jump: of springs that are beyond an end.
      segment.pointee.followsProgress =
        (segment.pointee.isKeyframe || segment.pointee.scrubEnd < 1 || plan.stopsShort) && isAt(segment, scrubWeights(segment, p))
      let backwards = segment.pointee.runsBackwards
      let end = scrubWeights(segment, plan.goal)
      segment.pointee.to = backwards ? 1 - plan.goal : q * end.x + (1 - end.x - end.whole)
      segment.pointee.motion = Motion(shape, from: 0, to: plan.seconds)
      if isPartial {
        let at = shape.inverse(of: q, near: segment.pointee.heldTime)
        segment.pointee.motion.setPart(at, segment.pointee.to)
      }
      var t = segment.pointee.firstTrack
      while t >= 0 {
        let track = tracks.base + Int(t)
        let whole = track.pointee.whole
        if backwards {
          track.pointee.goal = plan.goal == 0 ? .zero : whole
        } else {
          track.pointee.goal = end.x * track.pointee.start + end.whole * whole
        }
        setKick(track, shape, plan)
        t = track.pointee.nextInSegment
      }
      if !plan.keepsVelocity { segment.pointee.kick = kick(shape, plan, segment.pointee.to - q) }
      s = segment.pointee.next
    }

    drive.pointee.motion = Motion(shape, from: 0, to: plan.seconds)
    if isPartial {
      drive.pointee.motion.setPart(shape.inverse(of: p, near: drive.pointee.heldTime), plan.goal)
    }
    drive.pointee.from = p
    drive.pointee.to = plan.goal
    if !plan.keepsVelocity || !shape.isSpring { drive.pointee.kick = kick(shape, plan, plan.goal - p) }
    drive.pointee.mode = .rebased
    drive.pointee.stopsShort = plan.stopsShort
    drive.pointee.keepsLine = false
    drive.pointee.began = time + plan.after
    drive.pointee.anchor = 0
    drive.pointee.length = plan.seconds
    drive.pointee.pace = plan.pace
    let read = drive.pointee.isReversed ? 1 - p : p
    drive.pointee.readFrom = plan.readFrom >= 0 ? plan.readFrom : read > 0 ? (read < 1 ? read : 1) : 0
    startMoving(index)
  }

  /// Whether weights give the progress of a frozen segment and what its tracks add.
  @_optimize(size)
  private func isAt(_ segment: UnsafeMutablePointer<Segment>, _ w: Weights) -> Bool {
    if (w.scrubbed(segment.pointee.from) - segment.pointee.from).magnitude > 1e-9 { return false }
    var t = segment.pointee.firstTrack
    while t >= 0 {
      let track = tracks.base + Int(t)
      let off = track.pointee.contribution(w) - track.pointee.start
      let whole = track.pointee.whole
      let size = whole.x.magnitude + whole.y.magnitude + whole.z.magnitude + whole.w.magnitude
      if off.x.magnitude + off.y.magnitude + off.z.magnitude + off.w.magnitude > 1e-9 * size { return false }
      t = track.pointee.nextInSegment
    }
    return true
  }

  private func kick(_ shape: CurveShape, _ plan: Rebase, _ way: Double) -> Double {
    shape.isSpring && plan.usesVelocity && !shape.isAbsolute ? way * shape.velocity.x : 0
  }

  private func setKick(_ track: UnsafeMutablePointer<Track>, _ shape: CurveShape, _ plan: Rebase) {
    if !shape.isSpring {
      track.pointee.kick = .zero
    } else if plan.keepsVelocity {
      // Frozen as it was.
    } else if plan.usesVelocity {
      track.pointee.kick = Timeline.kick(
        shape, track.pointee.channel, toward: track.pointee.start - track.pointee.goal)
    } else {
      track.pointee.kick = .zero
    }
  }

  /// Back on the natural line of a drive that was paused and not touched since.
  func takeUpLine(_ index: Int32, pace: Double, after: Double) {
    let drive = drives.base + Int(index)
    if drive.pointee.mode == .held {
      drive.pointee.mode = .natural
      drive.pointee.from = 0
      drive.pointee.to = 1
      drive.pointee.kick = 0
      var s = drive.pointee.firstSegment
      while s >= 0 {
        let segment = segments.base + Int(s)
        segment.pointee.motion = segment.pointee.natural
        segment.pointee.from = 0
        segment.pointee.to = 1
        segment.pointee.kick = 0
        var t = segment.pointee.firstTrack
        while t >= 0 {
          let track = tracks.base + Int(t)
          track.pointee.start = track.pointee.whole
          track.pointee.goal = .zero
          track.pointee.kick = .zero
          t = track.pointee.nextInSegment
        }
        s = segment.pointee.next
      }
    }
    drive.pointee.began = time + after
    drive.pointee.pace = drive.pointee.isReversed ? -pace : pace
    startMoving(index)
  }
}
