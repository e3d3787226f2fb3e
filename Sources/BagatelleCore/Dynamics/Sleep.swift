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
  public func reasonAwake(_ index: Int32) -> AwakeReason {
    let body = bodies[Int(index)]
    if body.flags & BodyFlag.anchored != 0 && !isAwake(index) { return .anchored }
    if body.awake < 0 { return .asleep }
    let settings = s.pointee.settings
    let speed = Float(settings.restSpeed * settings.lengthScale)
    if speed <= 0 { return .never }
    let state = states[Int(body.awake)]
    let motion = motions[Int(body.awake)]
    if state.v.lengthSquared >= speed * speed { return .moves }
    if (state.w < 0 ? -state.w : state.w) >= Float(settings.restAngularSpeed) { return .turns }
    if motion.free == 1 && (motion.a != .zero || motion.alpha != 0) { return .falls }
    if motion.free == FieldMotion.moved || (motion.free > 1 && motion.alpha != 0) { return .field }
    if body.slowSeconds < Float(settings.restSeconds) - 0.5 * Float(s.pointee.stepSeconds) { return .waits }
    return .neighbor
  }

  /// Wakes the body and what it touches or is joined to. Of an anchored body, what touches it.
  public func wake(_ index: Int32) {
    let body = bodies + Int(index)
    let flags = body.pointee.flags
    if flags & BodyFlag.alive == 0 { return }
    if s.pointee.isCallingOut {
      body.pointee.flags = flags | BodyFlag.wakesLate
      s.pointee.hasLateWakes = true
    } else if body.pointee.awake >= 0 && flags & BodyFlag.arrived == 0 {
      body.pointee.slowSeconds = 0
    } else if flags & BodyFlag.anchored != 0 {
      wakeNeighbors(index)
    } else {
      wakeIsland(index)
    }
  }

  /// A body that sleeps, and what it touches or is joined to.
  @inline(never)
  private func wakeIsland(_ index: Int32) {
    // The stack has room for every body, and a body enters it once: when it wakes.
    let bottom = s.pointee.stack.count
    wakeOne(index)
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
  func wakeNeighbors(_ index: Int32) {
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

  public func wakeAll() {
    for index in 0..<s.pointee.bodies.count where bodies[index].flags & BodyFlag.alive != 0 {
      if bodies[index].flags & BodyFlag.anchored == 0 { wake(Int32(index)) }
    }
  }

  /// Puts one body into the dense arrays; room was reserved when it was made.
  func wakeOne(_ index: Int32) {
    let body = bodies + Int(index)
    if body.pointee.awake >= 0 { return }
    if body.pointee.flags & (BodyFlag.anchored | BodyFlag.kinematic) == BodyFlag.anchored { return }
    let at = s.pointee.awake.count
    noteJointsChanged()
    _ = s.pointee.awake.append(index)
    states[at] = BodyState()
    motions[at] = BodyMotion()
    shifts[at] = BodyShift()
    body.pointee.awake = Int32(at)
    setReference(&body.pointee)
    noteFresh(index)
    body.pointee.slowSeconds = 0
    var edge = body.pointee.firstContact
    while edge >= 0 {
      activate(edge >> 1)
      edge = edge & 1 == 0 ? contacts[Int(edge >> 1)].nextA : contacts[Int(edge >> 1)].nextB
    }
  }

  /// Takes a body out of the dense arrays; its velocity is gone.
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
      s.pointee.warm[Int(at)] = s.pointee.warm[s.pointee.awake.count]
      shifts[Int(at)] = shifts[s.pointee.awake.count]
      bodies[Int(last)].awake = at
      moveLanes(last, to: at)
    }
    let body = bodies + Int(index)
    body.pointee.awake = none
    body.pointee.slowSeconds = 0
    body.pointee.stepForce = Vector2(0, 0)
    body.pointee.stepMoment = 0
    body.pointee.previousX = body.pointee.x
    body.pointee.previousY = body.pointee.y
    body.pointee.previousAngle = body.pointee.angle
    setReference(&body.pointee)
  }

  /// Counts how long each body has been slow; true when some body has been for long enough.
  func updateSlowTimes() -> Bool {
    let settings = s.pointee.settings
    let dt = Float(s.pointee.stepSeconds)
    let speed = Float(settings.restSpeed * settings.lengthScale)
    let turning = Float(settings.restAngularSpeed)
    let seconds = Float(settings.restSeconds) - 0.5 * dt
    if speed <= 0 { return false }
    var ready = false
    let half = 0.5 * seconds
    // Way that a third of the acceleration makes that would end the slowness within the time.
    let weakest = Double(0.3 * speed / max(seconds, dt) * half * half)
    for at in 0..<s.pointee.awake.count {
      let body = bodies + Int(s.pointee.awake[at])
      let state = states[at]
      let motion = motions[at]
      let spin = state.w < 0 ? -state.w : state.w
      var slow = state.v.lengthSquared < speed * speed && spin < turning
      // A weak force has only begun to move it: nothing holds it, yet something pulls.
      if motion.free == 1 && (motion.a != .zero || motion.alpha != 0) { slow = false }
      if motion.free == FieldMotion.moved || (motion.free > 1 && motion.alpha != 0) { slow = false }
      if body.pointee.flags & BodyFlag.kinematic != 0 { slow = false }
      if !slow {
        body.pointee.slowSeconds = 0
        continue
      }
      let before = body.pointee.slowSeconds
      let place = Vector2(body.pointee.x, body.pointee.y)
      if before == 0 { body.pointee.slowStart = place }
      body.pointee.slowSeconds = before + dt
      if before < half && before + dt >= half { body.pointee.slowMiddle = place }
      if body.pointee.slowSeconds >= seconds {
        // Its way in the second half is longer than in the first and it is still speeding up: a small net acceleration
        // is left. (An even one would give twice this speed.)
        let bend = (place - body.pointee.slowMiddle) - (body.pointee.slowMiddle - body.pointee.slowStart)
        let gains = bend.dot(state.v.widened) * Double(half) > bend.lengthSquared
        let balanced = motion.free == FieldMotion.balanced
        // In a pile that settles contacts push to and fro as much.
        let least = motion.hasJoints != 0 || motion.free != 0 ? weakest : 3 * weakest
        if gains && !balanced && bend.lengthSquared > least * least && seconds > 4 * dt {
          body.pointee.slowSeconds = dt
          body.pointee.slowStart = place
        } else {
          ready = true
        }
      }
    }
    return ready
  }

  /// Puts the islands to sleep all of whose bodies have been slow for long enough.
  func sleepIslands() {
    guard updateSlowTimes() else { return }
    let count = s.pointee.awake.count
    // Union-find over awake indices; the scratch list holds parents. Room: every body.
    let parent = s.pointee.stack.base
    for at in 0..<count { parent[at] = Int32(at) }
    for at in 0..<s.pointee.active.count {
      let c = contacts[Int(s.pointee.active[at].index)]
      if c.segment >= 0 || c.flags & ContactFlag.touching == 0 { continue }
      // What moves as told belongs to no island.
      if (bodies[Int(c.bodyA)].flags | bodies[Int(c.bodyB)].flags) & BodyFlag.kinematic != 0 { continue }
      unite(parent, bodies[Int(c.bodyA)].awake, bodies[Int(c.bodyB)].awake)
    }
    for at in 0..<count {
      var edge = bodies[Int(s.pointee.awake[at])].firstJoint
      while edge >= 0 {
        let joint = joints[Int(edge >> 1)]
        if edge & 1 == 0 && joint.bodyB >= 0 { unite(parent, Int32(at), bodies[Int(joint.bodyB)].awake) }
        edge = edge & 1 == 0 ? joint.nextA : joint.nextB
      }
    }
    let seconds = Float(s.pointee.settings.restSeconds) - 0.5 * Float(s.pointee.stepSeconds)
    // A root's mark tells whether its island stays awake.
    for at in 0..<count { bodies[Int(s.pointee.awake[at])].mark = 0 }
    for at in 0..<count where bodies[Int(s.pointee.awake[at])].slowSeconds < seconds {
      bodies[Int(s.pointee.awake[Int(root(parent, Int32(at)))])].mark = 1
    }
    s.pointee.continuous.count = 0
    for at in 0..<count where bodies[Int(s.pointee.awake[Int(root(parent, Int32(at)))])].mark == 0 {
      _ = s.pointee.continuous.append(s.pointee.awake[at])
    }
    if s.pointee.continuous.count > 0 { scheduleTrim() }
    for at in 0..<s.pointee.continuous.count {
      let index = s.pointee.continuous[at]
      leaveAwake(index)
      _ = s.pointee.fellAsleep.append(index)
    }
  }

  @inline(__always)
  private func root(_ parent: UnsafeMutablePointer<Int32>, _ start: Int32) -> Int32 {
    var at = start
    while parent[Int(at)] != at {
      parent[Int(at)] = parent[Int(parent[Int(at)])]
      at = parent[Int(at)]
    }
    return at
  }

  private func unite(_ parent: UnsafeMutablePointer<Int32>, _ a: Int32, _ b: Int32) {
    if a < 0 || b < 0 { return }
    let x = root(parent, a)
    let y = root(parent, b)
    if x == y { return }
    if x < y { parent[Int(y)] = x } else { parent[Int(x)] = y }
  }
}
