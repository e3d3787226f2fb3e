// What bodies that hang together, with no force from outside, keep to rounding: momentum and angular momentum.
// SPDX-License-Identifier: MIT
//
// Opposite impulses keep angular momentum if they act on one line. A lane's arms are those of the start of the step, and the bodies
// move on until they hit, until the bounce is given, and where a sweep puts them back. What is missed is v dt times the impulse.
//
// After the step each set of bodies that touch or are joined, and that nothing else acts on, gets back what it missed. Of all changes
// of velocities that do so, the one that takes the least energy turns the whole set about its center of mass as if it were rigid. No
// speed of one body against another at a point where they touch or are joined depends on that, so what contacts and attachments have
// solved stays solved. The energy that the turn gives or takes is taken from or given to the motion of the bodies against each other,
// all of it by one factor, which keeps parted what parts and at rest what rests. (A projection onto the manifold of what is conserved;
// Hairer, Lubich and Wanner, "Geometric Numerical Integration", 2006, IV.4.)
import BagatelleKernels

extension World {
  /// What the search for closed sets knows of an awake body; in `continuous`.
  private enum Closed {
    static var unknown: Int32 { 0 }
    static var found: Int32 { 1 }
    /// Something from outside acts on it, or on what hangs together with it.
    static var isHeld: Int32 { 2 }
  }

  /// Whether nothing accelerates, damps or locks an awake body from outside. Fields are asked for later.
  @inline(__always)
  func isUnforced(_ motion: UnsafeMutablePointer<BodyMotion>) -> Bool {
    motion.pointee.a.y == 0 && motion.pointee.a.x == 0 && motion.pointee.alpha == 0 && motion.pointee.rate == 0 && motion.pointee.angularRate == 0
  }

  /// Keeps the velocities that awake bodies from an index on have before the step.
  @inline(never)
  @_optimize(size)
  func keepStartVelocities(from first: Int) {
    let count = s.pointee.awake.count
    guard s.pointee.startVelocities.reserve(count) else {
      s.pointee.outOfMemory = true
      return
    }
    // Those before were kept, or nothing moves among them without forces.
    let start = s.pointee.startVelocities.count < first ? 0 : first
    for at in start..<count { s.pointee.startVelocities[at] = BodyWarm(v: states[at].v, w: states[at].w) }
    s.pointee.startVelocities.count = count
  }

  /// Gives each closed set of bodies that touch or are joined the momentum it had.
  func keepMomentum() {
    let count = s.pointee.awake.count
    if s.pointee.startVelocities.count != count || count == 0 {
      s.pointee.startVelocities.count = 0
      return
    }
    s.pointee.startVelocities.count = 0
    let marks = s.pointee.continuous.base
    for at in 0..<count { marks[at] = Closed.unknown }
    for at in 0..<count where motions[at].free == 0 && marks[at] == Closed.unknown && isUnforced(motions + at) && isStirred(Int32(at)) {
      let set = findClosed(around: s.pointee.awake[at])
      if set > 1 { keepMomentum(set) }
    }
  }

  /// Whether an awake body has another velocity than before the step, or went another way than its velocity leads: contacts may
  /// push what overlaps and take the speed back.
  @inline(never)
  private func isStirred(_ at: Int32) -> Bool {
    let state = states + Int(at)
    let start = s.pointee.startVelocities.base + Int(at)
    if state.pointee.v != start.pointee.v || state.pointee.w != start.pointee.w { return true }
    let way = moved(bodies + Int(s.pointee.awake[Int(at)]))
    let off = way - Float(s.pointee.stepSeconds) * state.pointee.v
    let rounding = 4e-6 * (abs(way.x) + abs(way.y) + 0.5 * lengthScale)
    return abs(off.x) + abs(off.y) > rounding
  }

  /// Lists in `stack` the awake indices of all that hangs together with a body, and counts them; 0 when something holds them.
  @inline(never)
  private func findClosed(around start: Int32) -> Int {
    // Room: every body.
    let found = s.pointee.stack.base
    let marks = s.pointee.continuous.base
    var end = 0
    var isClosed = visit(start, &end)
    var next = 0
    while isClosed && next < end {
      let body = bodies + Int(s.pointee.awake[Int(found[next])])
      next += 1
      var edge = body.pointee.firstContact
      while edge >= 0 && isClosed {
        let c = contacts + Int(edge >> 1)
        if c.pointee.lane >= 0 { isClosed = meets(c, edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA, &end) }
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
      }
      edge = body.pointee.firstJoint
      while edge >= 0 && isClosed {
        let joint = joints + Int(edge >> 1)
        isClosed = visit(edge & 1 == 0 ? joint.pointee.bodyB : joint.pointee.bodyA, &end)
        edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
      }
    }
    if isClosed { return end }
    for at in 0..<end { marks[Int(found[at])] = Closed.isHeld }
    return 0
  }

  /// The other body of a contact. False: the set is not closed.
  @inline(__always)
  private func meets(_ c: UnsafeMutablePointer<Contact>, _ other: Int32, _ end: inout Int) -> Bool {
    let at = c.pointee.segment >= 0 ? none : bodies[Int(other)].awake
    if at >= 0 && bodies[Int(other)].invMass > 0 { return !isStirred(at) || visit(other, &end) }
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    return f[ContactLane.total0 * 8] <= 0 && f[ContactLane.total1 * 8] <= 0 && f[ContactLane.totalT * 8] == 0
  }

  /// False: a set it belongs to is not closed.
  @inline(never)
  private func visit(_ index: Int32, _ end: inout Int) -> Bool {
    if index < 0 { return false }
    let body = bodies + Int(index)
    let at = body.pointee.awake
    if at < 0 { return false }
    if s.pointee.continuous.base[Int(at)] == Closed.found { return true }
    let held = BodyFlag.anchored | BodyFlag.kinematic | BodyFlag.fixedRotation | BodyFlag.locks
    if s.pointee.continuous.base[Int(at)] != Closed.unknown || body.pointee.flags & held != 0 || !isUnforced(motions + Int(at))
      || (extras(body)?.pointee.firstField ?? none) >= 0
    {
      return false
    }
    s.pointee.continuous.base[Int(at)] = Closed.found
    s.pointee.stack.base[end] = at
    end += 1
    return true
  }

  /// Sums over a set of bodies, about a point.
  private struct Momenta {
    var linear = Vector2.zero
    var angular = 0.0
    /// Twice the energy of the motion.
    var energy = 0.0
    /// Of amounts.
    var linearSize = 0.0
    var angularSize = 0.0

    @inline(__always)
    mutating func add(_ mass: Double, _ inertia: Double, _ r: Vector2, _ v: Vector2, _ w: Double) {
      let moment = mass * r.cross(v)
      let spin = inertia * w
      linear = linear + mass * v
      angular += moment + spin
      energy += mass * v.lengthSquared + spin * w
      linearSize += mass * (abs(v.x) + abs(v.y))
      angularSize += abs(moment) + abs(spin)
    }
  }

  /// The first of `stack` are a closed set.
  @inline(never)
  private func keepMomentum(_ count: Int) {
    let found = s.pointee.stack.base
    let starts = s.pointee.startVelocities.base
    // About one of them, so that it makes no difference how far they are from the origin.
    let first = bodies[Int(s.pointee.awake[Int(found[0])])]
    let origin = Vector2(first.x, first.y)
    var before = Momenta()
    var after = Momenta()
    var mass = 0.0
    var inertia = 0.0
    var center = Vector2.zero
    for place in 0..<count {
      let at = Int(found[place])
      let body = bodies + Int(s.pointee.awake[at])
      let m = body.pointee.mass
      let i = body.pointee.inertia
      let r = Vector2(body.pointee.x - origin.x, body.pointee.y - origin.y)
      let past = Vector2(body.pointee.previousX - origin.x, body.pointee.previousY - origin.y)
      before.add(m, i, past, starts[at].v.widened, Double(starts[at].w))
      after.add(m, i, r, states[at].v.widened, Double(states[at].w))
      mass += m
      inertia += i + m * r.lengthSquared
      center = center + m * r
    }
    center = (1 / mass) * center
    inertia -= mass * center.lengthSquared
    let velocity = (1 / mass) * after.linear
    let wantedVelocity = (1 / mass) * before.linear
    // About the center of mass.
    let angular = after.angular - center.cross(after.linear)
    let wantedAngular = before.angular - center.cross(before.linear)
    let missed = before.linear - after.linear
    let isNear = abs(missed.x) + abs(missed.y) <= World.keptShare * (before.linearSize + after.linearSize)
    if isNear && abs(wantedAngular - angular) <= World.keptShare * (before.angularSize + after.angularSize) { return }
    let turning = angular / inertia
    let wantedTurning = wantedAngular / inertia
    if abs(wantedTurning - turning) * s.pointee.stepSeconds > World.mostTurned { return }
    // Twice the energies of the motion against each other.
    let inner = after.energy - velocity.dot(after.linear) - turning * angular
    let wantedInner = after.energy - wantedVelocity.dot(before.linear) - wantedTurning * wantedAngular
    var factor = 1.0
    if inner > 1e-9 * after.energy { factor = squareRoot(max(min(wantedInner / inner, 4), 0)) }
    // Without enough of it the set may keep what the turn gives, but not have more than before the step.
    if after.energy + factor * factor * inner - wantedInner > max(before.energy, after.energy) * (1 + 2e-5) { return }
    for place in 0..<count {
      let at = Int(found[place])
      let body = bodies + Int(s.pointee.awake[at])
      let r = Vector2(body.pointee.x - origin.x - center.x, body.pointee.y - origin.y - center.y)
      let state = states + at
      let x = Double(state.pointee.v.x) - velocity.x + turning * r.y
      let y = Double(state.pointee.v.y) - velocity.y - turning * r.x
      let w = Double(state.pointee.w) - turning
      state.pointee.v.x = rounded(factor * x + wantedVelocity.x - wantedTurning * r.y)
      state.pointee.v.y = rounded(factor * y + wantedVelocity.y + wantedTurning * r.x)
      state.pointee.w = rounded(factor * w + wantedTurning)
    }
  }

  /// To 32 bits: away from zero from a part of the last bit on that is another one in each step, evenly spread (by the golden ratio).
  /// To the nearest, what stays together would miss the same in each step.
  @inline(__always)
  private func rounded(_ value: Double) -> Float {
    let dropped: UInt64 = (1 << 29) - 1
    let part = UInt64((UInt32(truncatingIfNeeded: s.pointee.steps) &* 0x9e37_79b9) >> 3)
    return Float(Double(bitPattern: (value.bitPattern &+ part) & ~dropped))
  }

  /// Radians in a step. What hits at many times its size in a step misses so much that a turn would make spin of most of its motion.
  private static var mostTurned: Double { 0.75 }

  /// Of the amounts: what is less than this is rounding, and stays.
  private static var keptShare: Double { 1e-9 }
}
