// Hits of what hangs on rigid attachments.
// SPDX-License-Identifier: MIT
//
// Two discs on a rod that hit the floor with one of them are not hit as one disc would be: what the hit gives that one it shares with the other by way of the
// rod, in the next sub-step. Of an elastic hit a third to four fifths would be lost, and after one of elasticity 0 the joints, pressed together, would throw the
// two back. So after bounces were given, rigid joints and hits take turns until both have what they need: the hit is then as strong as the whole is
// heavy. What a hit still misses after a turn tells how much of what it gave the others took, so the next one gives as much as the whole needs (the secant
// method, hit by hit): a row of forty discs takes four turns.
//
// What bounces together, by joints or by each other, has no more energy after it than when the step began, and what gravity, fields, pushes and springs gave in
// between: where coefficients and several hits at once would give more, the bounce is given in part. (Velocities before and after it agree with the joints, and so
// does what lies between.) Energy is that seen from the walls, if all that it touches go alike. Of sets beside walls that do not, and beside springs that take
// energy, the hits tell what they took: impulses times the mean of the speeds before and after. That is less sure, as what turns fast comes otherwise
// than it started.
import BagatelleKernels

extension World {
  private static var jointBouncePasses: Int32 { 16 }
  /// Bodies that bounce together at most, but for what hangs on the first eight of them; a heap comes to rest anyhow.
  private static var mostJoined: Int { 64 }
  /// With a hit of elasticity 0: those are too many in a crowd that is driven, and little is to be seen of what joints throw back there.
  private static var mostJoinedDead: Int { 16 }
  /// Of a body whose set has a bound, and of one that a bounce has changed since its joints were looked at; what is above tells whose set it is.
  private static var isBound: Int32 { 1 }
  private static var isStirred: Int32 { 2 }

  /// Behind the velocities in `impacts`, of each contact that bounces: twice the energy that its hit took, and of the first of a set that of all; then of that
  /// one whether the set's energy is known (2; 1: but for damped springs), the row of a wall that it touches or hangs on, and twice what springs gave it. In the last
  /// four what `bounce` needs.
  private static var lossStride: Int { 8 }
  @inline(__always)
  private var losses: UnsafeMutablePointer<Float> { s.pointee.impacts.base + 3 * s.pointee.awake.count }

  /// Of all awake bodies as the step begins; nobody needs their pauses before the sweeps.
  @inline(never)
  @_optimize(size)
  func keepVelocitiesBeforeHits() {
    if !s.pointee.pauses.resize(s.pointee.awake.count) { s.pointee.pauses.count = 0 }
    for at in 0..<s.pointee.pauses.count { s.pointee.pauses[at] = SIMD4(states[at].v.x, states[at].v.y, states[at].w, 0) }
  }

  /// The row of a body of a lane among those awake; -1 of who has none.
  @inline(__always)
  func row(_ f: UnsafeMutablePointer<Float>, _ index: Int) -> Int { Int(Int32(bitPattern: f[index * 8].bitPattern)) }

  /// Which of its points do: bits of `Bounce`.
  @inline(__always)
  func bouncingPoints(_ place: Int32) -> UInt32 {
    let lane = place & (Contact.mostLanes - 1)
    return color(place >> Contact.laneBits).pointee.marks[Int(lane >> 3)] >> UInt32(lane & 7)
  }

  @inline(__always)
  func isJoined(_ at: Int) -> Bool { at >= 0 && motions[at].hasJoints & BodyMotion.joints != 0 }

  /// Before bounces are given: velocities after the hits. False: no body of those that bounce hangs on anything.
  @inline(never)
  @_optimize(size)
  func keepImpacts() -> Bool {
    let count = s.pointee.awake.count
    if s.pointee.pauses.count != count { return false }
    var found = false
    for at in 0..<s.pointee.starts.count {
      let f = laneFloats(at: s.pointee.starts[at])
      if isJoined(row(f, ContactLane.indexA)) || isJoined(row(f, ContactLane.indexB)) { found = true }
    }
    let starts = s.pointee.starts.count
    if !found || !s.pointee.impacts.resize(3 * count + World.lossStride * starts) { return false }
    for at in 0..<starts {
      let f = laneFloats(at: s.pointee.starts[at])
      let rate = rates(f, states[row(f, ContactLane.indexA)], states[row(f, ContactLane.indexB)])
      let loss = losses + World.lossStride * at
      loss[0] = max(
        f[ContactLane.total0 * 8] * (f[ContactLane.approach0 * 8] - rate.0) + f[ContactLane.total1 * 8] * (f[ContactLane.approach1 * 8] - rate.1), 0)
      for k in 4..<World.lossStride { loss[k] = 0 }
    }
    for at in 0..<count {
      s.pointee.impacts[3 * at] = states[at].v.x
      s.pointee.impacts[3 * at + 1] = states[at].v.y
      s.pointee.impacts[3 * at + 2] = states[at].w
    }
    return true
  }

  /// Who hangs on attachments is as heavy in a hit as all that goes with it: joints and hits in turn.
  @inline(never)
  @_optimize(size)
  func bounceThroughJoints(_ context: StepContext) {
    defer { s.pointee.impacts.count = 0 }
    // All that bounces together, set by set, in `stack`, which has room for every body.
    let seen = s.pointee.continuous.base
    for at in 0..<s.pointee.awake.count { seen[at] = 0 }
    var sets = 0
    for at in 0..<s.pointee.starts.count { sets = gather(at, sets) }
    if sets == 0 { return }
    let losses = losses
    for at in 0..<s.pointee.starts.count {
      let f = laneFloats(at: s.pointee.starts[at])
      let set = max(setOf(row(f, ContactLane.indexA)), setOf(row(f, ContactLane.indexB)))
      if set >= 0 && set != at { losses[World.lossStride * set] += losses[World.lossStride * at] }
      stir(row(f, ContactLane.indexA))
      stir(row(f, ContactLane.indexB))
    }
    for pass in 0...World.jointBouncePasses {
      nets(.relax, context)
      trees(pass == 0 ? .again : .onceMore, context)
      if pass == World.jointBouncePasses { break }
      leaveSettled(sets)
      var found = false
      for at in 0..<s.pointee.starts.count {
        let place = s.pointee.starts[at]
        let f = laneFloats(at: place)
        let (a, b) = (row(f, ContactLane.indexA), row(f, ContactLane.indexB))
        if (a < 0 ? 0 : seen[a]) & World.isBound == 0 && (b < 0 ? 0 : seen[b]) & World.isBound == 0 { continue }
        let before = f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8]
        let rubbed = f[ContactLane.totalT * 8]
        _ = bounce(f, bouncingPoints(place), losses + World.lossStride * at + 4)
        let change = f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8] - before
        if max(abs(change), abs(f[ContactLane.totalT * 8] - rubbed)) <= 1e-3 * before { continue }
        found = true
        stir(a)
        stir(b)
        // They part: joints would make more of what the next warm start gave and the contact took back.
        f[ContactLane.impulse0 * 8] = 0
        f[ContactLane.impulse1 * 8] = 0
      }
      if !found { break }
    }
    var first = 0
    for at in 0..<sets where s.pointee.stack[at] < 0 {
      bound(first, at, context)
      first = at + 1
    }
  }

  /// Sets that the latest pass left as they were have what they need, and are left out; of the others joints have been looked at.
  @inline(never)
  @_optimize(size)
  private func leaveSettled(_ sets: Int) {
    let seen = s.pointee.continuous.base
    let list = s.pointee.stack.base
    var first = 0
    for end in 0..<sets where list[end] < 0 {
      var all: Int32 = 0
      for at in first..<end { all |= seen[Int(list[at])] }
      let kept = all & World.isStirred != 0 ? ~World.isStirred : ~(World.isStirred | World.isBound)
      for at in first..<end { seen[Int(list[at])] &= kept }
      first = end + 1
    }
  }

  /// The first start of the set of a body, -1 of who is in none.
  @inline(__always)
  private func setOf(_ at: Int) -> Int { at < 0 ? -1 : Int(s.pointee.continuous[at] >> 2) - 1 }

  @inline(__always)
  private func stir(_ at: Int) {
    if at >= 0 && s.pointee.continuous[at] & World.isBound != 0 { s.pointee.continuous[at] |= World.isStirred }
  }

  /// Whether a bounce has changed some body of a bundle of trees.
  @inline(never)
  @_optimize(size)
  func isHit(_ bundle: UnsafeMutablePointer<TreeBundle>) -> Bool {
    for node in bundle.pointee.node..<bundle.pointee.fixed {
      for lane in 0..<4 {
        let at = Int(JointNode.index(s.pointee.jointWork.trees.nodes.base + Int(node), lane).pointee)
        if at >= 0 && at < s.pointee.awake.count && s.pointee.continuous[at] & World.isStirred != 0 { return true }
      }
    }
    return false
  }

  /// Adds all that bounces with the bodies of a contact to the list, and -1. Those that are too many are left out, or hang on nothing.
  @inline(never)
  @_optimize(size)
  private func gather(_ start: Int, _ first: Int) -> Int {
    let place = s.pointee.starts[start]
    let seen = s.pointee.continuous.base
    let list = s.pointee.stack.base
    var end = first
    // Each set has its end behind it.
    let most = laneFloats(at: place)[ContactLane.restitution * 8] > 0 ? World.mostJoined : World.mostJoinedDead
    var room = first + most
    let name = Int32(truncatingIfNeeded: start + 1) << 2
    var isSmall = true
    // All walls that it touches or hangs on go alike.
    var walls = Int.min
    var isAlike = true
    var isDamped = false
    var work = 0.0
    func add(_ at: Int) {
      if at < 0 || seen[at] == name { return }
      if seen[at] != 0 || end >= min(room, s.pointee.stack.capacity - 1) { return isSmall = false }
      seen[at] = name
      list[end] = Int32(truncatingIfNeeded: at)
      end += 1
    }
    func addWall(_ at: Int) {
      if walls == Int.min { walls = at }
      let state = states[at]
      if state.w != 0 || state.v.x != states[walls].v.x || state.v.y != states[walls].v.y { isAlike = false }
    }
    /// A side of a contact: what moves as told has no mass.
    func add(_ f: UnsafeMutablePointer<Float>, _ index: Int, _ mass: Int) {
      let at = row(f, index)
      if f[mass * 8] > 0 { add(at) } else { addWall(at) }
    }
    let f = laneFloats(at: place)
    add(f, ContactLane.indexA, ContactLane.massA)
    add(f, ContactLane.indexB, ContactLane.massB)
    var hasJoints = false
    var next = first
    while isSmall && next < end {
      let at = Int(list[next])
      next += 1
      let body = bodies + Int(s.pointee.awake[at])
      var edge = body.pointee.firstContact
      while isSmall && edge >= 0 {
        let c = contacts + Int(edge >> 1)
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.lane < 0 { continue }
        let f = laneFloats(c.pointee.color, c.pointee.lane)
        let (a, b) = (row(f, ContactLane.indexA), row(f, ContactLane.indexB))
        if a >= 0 && b >= 0 && seen[a] == name && seen[b] == name { continue }
        if f[ContactLane.total0 * 8] <= 0 && f[ContactLane.total1 * 8] <= 0 { continue }
        add(f, ContactLane.indexA, ContactLane.massA)
        add(f, ContactLane.indexB, ContactLane.massB)
      }
      edge = body.pointee.firstJoint
      while isSmall && edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let isA = edge & 1 == 0
        let other = isA ? joint.pointee.bodyB : joint.pointee.bodyA
        edge = isA ? joint.pointee.nextA : joint.pointee.nextB
        let row = other < 0 ? -1 : Int(bodies[Int(other)].awake)
        if other >= 0 && bodies[Int(other)].invMass > 0 {
          if row >= 0 && seen[row] != name && end - room <= 8 - most { room += 1 }
          add(row)
        } else {
          addWall(row)
        }
        if joint.pointee.isRigid {
          hasJoints = true
        } else if joint.pointee.kind != .distance {
          isAlike = false
        } else {
          if joint.pointee.damping > 0 { isDamped = true }
          // Of both ends it is asked at one.
          if isA || other < 0 || bodies[Int(other)].invMass <= 0 { work += workOfSpring(joint) }
        }
      }
    }
    if !hasJoints || !isSmall { return first }
    // Of such a set its energy is known, seen from the walls.
    let kept = losses + World.lossStride * start
    kept[1] = isAlike ? isDamped ? 1 : 2 : 0
    kept[2] = Float(bitPattern: UInt32(bitPattern: Int32(truncatingIfNeeded: max(walls, -1))))
    kept[3] = Float(work)
    for at in first..<end { seen[Int(list[at])] |= World.isBound }
    list[end] = -1
    return end + 1
  }

  /// Gives a set the part of its bounce that leaves it with the energy that it had.
  @inline(never)
  @_optimize(size)
  private func bound(_ first: Int, _ end: Int, _ context: StepContext) {
    let kept = losses + World.lossStride * setOf(Int(s.pointee.stack[first]))
    let walls = states[Int(Int32(bitPattern: kept[2].bitPattern))].v
    var (most, hit, both, bounced) = (0.0, 0.0, 0.0, 0.0)
    for at in first..<end {
      let at = Int(s.pointee.stack[at])
      let body = bodies + Int(s.pointee.awake[at])
      let (mass, inertia) = (body.pointee.mass, body.pointee.invInertia > 0 ? body.pointee.inertia : 0)
      let before = s.pointee.pauses[at]
      let (x, y, w) = (s.pointee.impacts[3 * at], s.pointee.impacts[3 * at + 1], s.pointee.impacts[3 * at + 2])
      let (v, rate) = (Vec2f(x, y) - walls, states[at].w - w)
      let change = states[at].v - Vec2f(x, y)
      let way = Vec2f(Float(tracks[at].x - body.pointee.x) + states[at].d.x, Float(tracks[at].y - body.pointee.y) + states[at].d.y) - context.dt * walls
      most += mass * ((Vec2f(before.x, before.y) - walls).widened.lengthSquared + 2 * motions[at].a.widened.dot(way.widened)) + inertia * Double(before.z) * Double(before.z)
      most += 2 * inertia * Double(motions[at].alpha) * Double(states[at].turned)
      hit += mass * v.widened.lengthSquared + inertia * Double(w) * Double(w)
      both += mass * v.widened.dot(change.widened) + inertia * Double(w) * Double(rate)
      bounced += mass * change.widened.lengthSquared + inertia * Double(rate) * Double(rate)
    }
    most += Double(kept[3])
    if kept[1] < 2 { most = min(hit + Double(kept[0]), kept[1] > 0 ? most : .infinity) }
    // hit + 2 share both + share² bounced = most
    if !(bounced > 0) || hit + 2 * both + bounced <= most { return }
    let root = both * both - bounced * (hit - most)
    let share = root > 0 ? Float(min(max((squareRoot(root) - both) / bounced, 0), 1)) : 0
    for at in first..<end {
      let at = Int(s.pointee.stack[at])
      let v = Vec2f(s.pointee.impacts[3 * at], s.pointee.impacts[3 * at + 1])
      states[at].v = v + share * (states[at].v - v)
      states[at].w = s.pointee.impacts[3 * at + 2] + share * (states[at].w - s.pointee.impacts[3 * at + 2])
    }
  }
}
