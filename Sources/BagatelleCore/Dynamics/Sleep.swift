// Sleeping and waking by islands: bodies joined by touching contacts or joints rest and wake together.
// SPDX-License-Identifier: MIT

/// Why a body is awake, or that it is not.
public enum AwakeReason {
  case asleep, anchored, never, moves, turns, falls, field, waits, neighbor
}

extension World {
  /// Bodies that move: awake and not anchored.
  public var awakeCount: Int { s.pointee.awake.count - Int(s.pointee.arrivedCount) }
  public func isAwake(_ body: Int32) -> Bool {
    bodies[Int(body)].awake >= 0 && bodies[Int(body)].flags & BodyFlag.arrived == 0
  }

  /// What keeps a body awake, as the rest test of the latest step sees it.
  @export(interface)
  @_optimize(size)
  public func reasonAwake(_ index: Int32) -> AwakeReason {
    let body = bodies[Int(index)]
    if body.flags & BodyFlag.anchored != 0 && !isAwake(index) { return .anchored }
    if body.awake < 0 { return .asleep }
    let settings = s.pointee.settings
    let speed = Float(settings.restSpeed * settings.lengthScale)
    if speed <= 0 { return .never }
    let state = states[Int(body.awake)]
    let motion = motions[Int(body.awake)]
    let staysPut = keepsPlace(index) || staysPut(Int(body.awake), bodies + Int(index), state, restSpeeds, inStep: true)
    if !staysPut && state.v.lengthSquared >= speed * speed { return .moves }
    if !staysPut && (state.w < 0 ? -state.w : state.w) >= Float(settings.restAngularSpeed) { return .turns }
    if motion.free == 1 && (motion.a != .zero || motion.alpha != 0) { return .falls }
    if motion.free == FieldMotion.moved || (motion.free > 1 && motion.alpha != 0) { return .field }
    if body.slowSeconds < 0 { return .neighbor }
    if body.slowSeconds < restTime { return .waits }
    return .neighbor
  }

  /// Wakes the body and what it touches or is joined to. Of an anchored body, what touches it.
  @export(interface)
  public func wake(_ index: Int32) {
    let body = bodies + Int(index)
    let flags = body.pointee.flags
    if flags & (BodyFlag.alive | BodyFlag.goesLate) != BodyFlag.alive { return }
    if s.pointee.isCallingOut {
      body.pointee.flags = flags | BodyFlag.wakesLate
      s.pointee.hasLateWakes = true
    } else if body.pointee.awake >= 0 && flags & BodyFlag.arrived == 0 {
      body.pointee.slowSeconds = 0
      forgetPlace(index)
    } else if flags & BodyFlag.anchored != 0 {
      wakeNeighbors(index)
    } else {
      wakeIsland(index)
    }
  }

  /// A body that sleeps, and what it touches or is joined to.
  @inline(never)
  @_optimize(size)
  private func wakeIsland(_ index: Int32) {
    // The stack has room for every body, and a body enters it once: when it wakes.
    let bottom = s.pointee.stack.count
    wakeOne(index)
    if bodies[Int(index)].awake < 0 { return }
    _ = s.pointee.stack.append(index)
    while s.pointee.stack.count > bottom {
      let next = s.pointee.stack.removeLast()
      var edge = bodies[Int(next)].firstContact
      while edge >= 0 {
        let c = contacts[Int(edge >> 1)]
        if c.segment < 0 && c.flags & ContactFlag.touching != 0 { push(edge & 1 == 0 ? c.bodyB : c.bodyA) }
        edge = edge & 1 == 0 ? c.nextA : c.nextB
      }
      edge = bodies[Int(next)].firstJoint
      while edge >= 0 {
        let joint = joints[Int(edge >> 1)]
        let other = edge & 1 == 0 ? joint.bodyB : joint.bodyA
        if other >= 0 { push(other) }
        edge = edge & 1 == 0 ? joint.nextA : joint.nextB
      }
    }
  }

  @inline(__always)
  private func push(_ other: Int32) {
    if bodies[Int(other)].awake >= 0 || bodies[Int(other)].flags & BodyFlag.anchored != 0 { return }
    wakeOne(other)
    _ = s.pointee.stack.append(other)
  }

  /// Wakes every body whose box meets that of this one, and those joined to it.
  @inline(never)
  func wakeNeighbors(_ index: Int32) {
    if !hasContacts() {
      bodies[Int(index)].flags |= BodyFlag.wakesLate
      s.pointee.hasLateWakes = true
      return
    }
    var edge = bodies[Int(index)].firstContact
    while edge >= 0 {
      let c = contacts[Int(edge >> 1)]
      let other = edge & 1 == 0 ? c.bodyB : c.bodyA
      if other >= 0 && bodies[Int(other)].flags & BodyFlag.anchored == 0 { wake(other) }
      edge = edge & 1 == 0 ? c.nextA : c.nextB
    }
    wakeJoined(index)
  }

  /// Wakes the bodies that are joined to this one.
  func wakeJoined(_ index: Int32) {
    var edge = bodies[Int(index)].firstJoint
    while edge >= 0 {
      let joint = joints[Int(edge >> 1)]
      let other = edge & 1 == 0 ? joint.bodyB : joint.bodyA
      if other >= 0 && bodies[Int(other)].flags & BodyFlag.anchored == 0 { wake(other) }
      edge = edge & 1 == 0 ? joint.nextA : joint.nextB
    }
  }

  @export(interface)
  public func wakeAll() {
    for index in 0..<s.pointee.bodies.count where bodies[index].flags & BodyFlag.alive != 0 {
      if bodies[index].flags & BodyFlag.anchored == 0 { wake(Int32(index)) }
    }
  }

  /// Room for waking every body, which is given back while all rest. False: no memory, nothing changed. What wakes then is
  /// noted, and wakes at the beginning of the next step if there is memory.
  @inline(__always)
  public func reserveAwake() -> Bool { !s.pointee.isCleared || makeRoom() }

  /// The same, and for one body more.
  @inline(never)
  @_optimize(size)
  func makeRoom() -> Bool {
    // One more, for the fixed side of a constraint; states have another at the front.
    let wanted = Int(s.pointee.bodyCount) + 2
    let contacts = Int(s.pointee.contactCount)
    guard hasContacts(), restoreTables(), s.pointee.states.reserve(wanted + 1), s.pointee.shifts.reserve(wanted + 1),
      s.pointee.motions.reserve(wanted), s.pointee.tracks.reserve(wanted), s.pointee.moved.reserve(wanted), s.pointee.continuous.reserve(wanted),
      s.pointee.awake.reserve(wanted), s.pointee.marks.reserve(wanted), s.pointee.boxes.reserve(wanted), s.pointee.active.reserve(contacts), s.pointee.starts.reserve(contacts),
      s.pointee.ends.reserve(contacts)
    else { return false }
    if s.pointee.isCleared {
      s.pointee.isCleared = false
      scheduleTrim()
    }
    if s.pointee.hasLateRemovals { removeLate() }
    return true
  }

  /// Puts one body into the dense arrays.
  @_optimize(size)
  func wakeOne(_ index: Int32) {
    let body = bodies + Int(index)
    if body.pointee.awake >= 0 { return }
    if body.pointee.flags & (BodyFlag.anchored | BodyFlag.kinematic) == BodyFlag.anchored { return }
    if !reserveAwake() {
      body.pointee.flags |= BodyFlag.wakesLate
      s.pointee.hasLateWakes = true
      return
    }
    let at = s.pointee.awake.count
    noteJointsChanged()
    _ = s.pointee.awake.append(index)
    states[at] = BodyState()
    motions[at] = BodyMotion()
    tracks[at] = BodyTrack(x: body.pointee.x, y: body.pointee.y, q: body.pointee.q, angle: body.pointee.angle)
    shifts[at] = BodyShift()
    body.pointee.awake = Int32(at)
    setReference(&body.pointee)
    noteFresh(index)
    body.pointee.slowSeconds = 0
    forgetPlace(index)
    var edge = body.pointee.firstContact
    while edge >= 0 {
      activate(edge >> 1)
      // It has a lane as one with somebody who sleeps, and is looked at once more.
      if contacts[Int(edge >> 1)].lane >= 0 { contacts[Int(edge >> 1)].stamp = 0 }
      edge = edge & 1 == 0 ? contacts[Int(edge >> 1)].nextA : contacts[Int(edge >> 1)].nextB
    }
  }

  /// Takes a body out of the dense arrays; its velocity is gone.
  @_optimize(size)
  func leaveAwake(_ index: Int32) {
    // Its contacts leave their lanes while the awake indices still hold.
    var edge = bodies[Int(index)].firstContact
    while edge >= 0 {
      let c = contacts[Int(edge >> 1)]
      let other = edge & 1 == 0 ? c.bodyB : c.bodyA
      if c.lane >= 0 { leaveLane(edge >> 1) }
      // A contact with an awake body stays active; it takes a lane again when it is looked at.
      if other < 0 || bodies[Int(other)].awake < 0 {
        deactivate(edge >> 1)
      } else {
        noteFresh(other)
      }
      edge = edge & 1 == 0 ? c.nextA : c.nextB
    }
    let at = bodies[Int(index)].awake
    noteJointsChanged()
    if bodies[Int(index)].flags & BodyFlag.arrived != 0 {
      bodies[Int(index)].flags &= ~BodyFlag.arrived
      s.pointee.arrivedCount -= 1
    }
    let last = s.pointee.awake.removeLast()
    if last != index {
      s.pointee.awake[Int(at)] = last
      states[Int(at)] = states[s.pointee.awake.count]
      motions[Int(at)] = motions[s.pointee.awake.count]
      tracks[Int(at)] = tracks[s.pointee.awake.count]
      shifts[Int(at)] = shifts[s.pointee.awake.count]
      bodies[Int(last)].awake = at
      moveLanes(last, from: Int32(truncatingIfNeeded: s.pointee.awake.count), to: at)
    }
    let body = bodies + Int(index)
    body.pointee.awake = none
    body.pointee.slowSeconds = 0
    if let extras = extras(body) {
      extras.pointee.stepForce = .zero
      extras.pointee.stepCross = 0
      extras.pointee.stepDot = 0
    }
    body.pointee.previousX = body.pointee.x
    body.pointee.previousY = body.pointee.y
    body.pointee.previousAngle = body.pointee.angle
  }

  /// Below these a body is slow.
  struct RestSpeeds {
    let speed: Float
    let turning: Float

    @inline(__always)
    func times(_ factor: Float) -> RestSpeeds { RestSpeeds(speed: factor * speed, turning: factor * turning) }
  }

  var restSpeeds: RestSpeeds {
    let settings = s.pointee.settings
    return RestSpeeds(speed: Float(settings.restSpeed * settings.lengthScale), turning: Float(settings.restAngularSpeed))
  }

  /// Who was slow for so long may sleep, half a step short against rounding: for a step at least, or who moves would.
  private var restTime: Float { max(Float(s.pointee.settings.restSeconds), Float(s.pointee.stepSeconds)) - 0.5 * Float(s.pointee.stepSeconds) }

  @inline(__always)
  func isSlow(_ state: BodyState, _ rest: RestSpeeds) -> Bool {
    let spin = state.w < 0 ? -state.w : state.w
    return state.v.lengthSquared < rest.speed * rest.speed && spin < rest.turning
  }

  /// Whether contacts keep in place a body that has a little speed. What is wedged in may be left with one by the last relaxing pass, and
  /// be pressed back in the next sub-step, or swing by a hair's breadth, for ever. So it is asked how far it is from where it was a while ago;
  /// of what joints hold, which may swing by right, or where a step is the whole time of rest, or if `inStep`, how far it went in the step.
  @inline(__always)
  func staysPut(_ at: Int, _ body: UnsafeMutablePointer<Body>, _ state: BodyState, _ rest: RestSpeeds, inStep: Bool = false) -> Bool {
    if motions[at].free != 0 || !isSlow(state, rest.times(World.wedged)) { return false }
    let dt = Float(s.pointee.stepSeconds)
    let seconds = Float(s.pointee.settings.restSeconds)
    if inStep || motions[at].hasJoints & BodyMotion.joints != 0 || seconds < 2 * dt {
      let turned = Float(body.pointee.angle - body.pointee.previousAngle)
      return isSlow(BodyState(v: moved(body), w: turned), rest.times(dt))
    }
    if body.pointee.slowSeconds == 0 { return true }
    let track = tracks + at
    let way = Vector2(body.pointee.x, body.pointee.y) - track.pointee.slowPlace
    let turned = Float(body.pointee.angle - track.pointee.slowAngle)
    return isSlow(BodyState(v: way.narrowed, w: turned), rest.times(World.kept * seconds))
  }

  /// A weak force has only begun to move it: nothing holds it, yet something pulls.
  @inline(__always)
  func isDrawn(_ motion: BodyMotion) -> Bool {
    if motion.free == 1 { return motion.a != .zero || motion.alpha != 0 }
    return motion.free == FieldMotion.moved || (motion.free > 1 && motion.alpha != 0)
  }

  /// From here on it is asked how far a body is from where it was.
  @inline(__always)
  private func noteSlow(_ body: UnsafeMutablePointer<Body>, _ track: UnsafeMutablePointer<BodyTrack>) {
    track.pointee.slowPlace = Vector2(body.pointee.x, body.pointee.y)
    track.pointee.slowAngle = body.pointee.angle
  }

  /// Of the speeds below which a body is slow; what stays put may have as much.
  private static var wedged: Float { 10 }
  /// Of the way that these speeds make in the time of rest; so far what stays put may go. What turns back by itself, as a ball in a hollow, is
  /// there no longer than it is slow.
  private static var kept: Float { 0.25 }

  /// Counts how long each body has been slow; true when some body has been for long enough. Those that cannot be were told so before.
  @_optimize(size)
  func updateSlowTimes() -> Bool {
    lookAtLater(s.pointee.fresh.count)
    let dt = Float(s.pointee.stepSeconds)
    let rest = restSpeeds
    let speed = rest.speed
    let seconds = restTime
    var ready = false
    let half = 0.5 * seconds
    // Way that a third of the acceleration makes that would end the slowness within the time.
    let weakest = Double(0.3 * speed / max(seconds, dt) * half * half)
    for at in 0..<s.pointee.awake.count where s.pointee.marks[at] & BodyMark.mayRest != 0 {
      let body = bodies + Int(s.pointee.awake[at])
      if body.pointee.flags & BodyFlag.oneTick != 0 && s.pointee.isLastOfTick { stopDriven(body) }
      if speed <= 0 { continue }
      let state = states[at]
      let motion = motions[at]
      var slow = isSlow(state, rest) || staysPut(at, body, state, rest)
      if isDrawn(motion) { slow = false }
      if body.pointee.flags & BodyFlag.kinematic != 0 { slow = false }
      if !slow {
        body.pointee.slowSeconds = 0
        continue
      }
      let before = body.pointee.slowSeconds
      if before + dt < -0.5 * dt { // Its island stays awake for so long.
        body.pointee.slowSeconds = before + dt
        continue
      }
      let track = tracks + at
      if before == 0 { noteSlow(body, track) }
      let way = Vector2(body.pointee.x, body.pointee.y) - track.pointee.slowPlace
      body.pointee.slowSeconds = before < 0 ? seconds : before + dt
      if before >= 0 && before < half && before + dt >= half {
        track.pointee.slowHalf = way.narrowed
        noteSlow(body, track)
      }
      if body.pointee.slowSeconds >= seconds {
        // Its way in the second half is longer than in the first and it is still speeding up: a small net acceleration
        // is left. (An even one would give twice this speed.)
        let bend = way - track.pointee.slowHalf.widened
        let gains = bend.dot(state.v.widened) * Double(half) > bend.lengthSquared
        let balanced = motion.free == FieldMotion.balanced
        // In a pile that settles contacts push to and fro as much.
        let least = motion.hasJoints & BodyMotion.joints != 0 || motion.free != 0 ? weakest : 3 * weakest
        if gains && !balanced && bend.lengthSquared > least * least && seconds > 4 * dt {
          body.pointee.slowSeconds = dt
          noteSlow(body, track)
        } else {
          ready = true
        }
      }
    }
    if speed > 0 && notePlaces(rest, seconds) { ready = true }
    return ready
  }

  /// What the search for islands knows of an awake body.
  private enum Rest {
    static var unknown: UInt8 { 0 }
    /// Its island may sleep.
    static var sleeps: UInt8 { 1 }
  }

  /// Puts the islands to sleep all of whose bodies have been slow for long enough. The search goes through islands from
  /// such bodies alone, and ends where it meets another one or what is known to stay awake: each is visited once. That one has to be slow
  /// for some time before the island can sleep, and as long, but for some steps at most, as others may leave it, nobody searches again.
  @_optimize(size)
  func sleepIslands() {
    guard updateSlowTimes() else { return }
    let count = s.pointee.awake.count
    let marks = s.pointee.marks.base
    for at in 0..<count { marks[at] = Rest.unknown }
    let seconds = restTime
    s.pointee.continuous.count = 0
    for at in 0..<count where marks[at] == Rest.unknown && bodies[Int(s.pointee.awake[at])].slowSeconds >= seconds {
      searchIsland(Int32(at), seconds)
    }
    for at in 0..<count where marks[at] == Rest.sleeps { _ = s.pointee.continuous.append(s.pointee.awake[at]) }
    // Without memory to tell of them they go on being slow.
    if s.pointee.continuous.count == 0 || !s.pointee.fellAsleep.reserve(s.pointee.fellAsleep.count + s.pointee.continuous.count) {
      return
    }
    scheduleTrim()
    for at in 0..<s.pointee.continuous.count {
      let index = s.pointee.continuous[at]
      leaveAwake(index)
      _ = s.pointee.fellAsleep.append(index)
    }
  }

  /// Marks those who hang together with a body that was slow for long enough, as far as it takes to know whether all were.
  @_optimize(size)
  private func searchIsland(_ start: Int32, _ seconds: Float) {
    // Room: every body. Those that were found, in the order in which they are looked at.
    let found = s.pointee.stack.base
    let marks = s.pointee.marks.base
    found[0] = start
    marks[Int(start)] = Rest.sleeps
    var wait: Float = 0
    var end = 1
    var next = 0
    while next < end {
      let index = s.pointee.awake[Int(found[next])]
      next += 1
      var edge = bodies[Int(index)].firstContact
      while edge >= 0 {
        let c = contacts + Int(edge >> 1)
        let other = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
        let touches = c.pointee.segment < 0 && c.pointee.flags & ContactFlag.touching != 0
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        // What moves as told belongs to no island, but keeps awake what hangs on it.
        if touches && bodies[Int(other)].flags & BodyFlag.kinematic == 0 && !visit(other, &end, seconds, &wait) {
          return stayAwake(end, for: wait)
        }
      }
      edge = bodies[Int(index)].firstJoint
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let other = edge & 1 == 0 ? joint.pointee.bodyB : joint.pointee.bodyA
        edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
        if other >= 0 && !visit(other, &end, seconds, &wait) { return stayAwake(end, for: wait) }
      }
    }
  }

  /// False: it keeps awake what hangs together with it, for so long at least.
  @inline(__always)
  private func visit(_ index: Int32, _ end: inout Int, _ seconds: Float, _ wait: inout Float) -> Bool {
    let body = bodies + Int(index)
    let at = body.pointee.awake
    if at < 0 { return true }
    if s.pointee.marks[Int(at)] == Rest.sleeps { return true }
    let slow = body.pointee.slowSeconds
    if slow < seconds && !keepsPlace(index) {
      wait = slow < 0 ? -slow : seconds - slow
      return false
    }
    s.pointee.marks[Int(at)] = Rest.sleeps
    s.pointee.stack.base[end] = at
    end += 1
    return true
  }

  /// Steps after which an island that stayed awake is searched again at the latest.
  private static var mostWaiting: Float { 8 }

  /// Those that were found wait: below 0 is how long.
  private func stayAwake(_ count: Int, for wait: Float) {
    let left = min(wait, World.mostWaiting * Float(s.pointee.stepSeconds))
    for at in 0..<count {
      let member = s.pointee.stack.base[at]
      s.pointee.marks[Int(member)] = Rest.unknown
      let body = bodies + Int(s.pointee.awake[Int(member)])
      body.pointee.slowSeconds = -left
      noteSlow(body, tracks + Int(member))
    }
  }
}
