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
  /// Notes of sets, with the first body of each.
  enum SetNote {
    /// It is listed. Above is then where it lies in the list, later its end there.
    static var isSet: UInt64 { 1 << 31 }
    /// How many there are is counted above what is noted of them.
    static var one: UInt64 { 1 << 32 }
  }

  /// What the search for closed sets knows of an awake body; in `sortScratch`.
  private enum Closed {
    /// Its motion is another than before the step.
    static var isStirred: UInt64 { 1 }
    /// Something from outside acts on it.
    static var isHeld: UInt64 { 2 }
    /// It is stirred, and touches or is joined to something.
    static var begins: UInt64 { 4 }
    /// Attachments hold one of it.
    static var isJoined: UInt64 { 16 }
    static var ofSet: UInt64 { isHeld | begins | isJoined }
  }

  /// Whether nothing accelerates, damps or locks an awake body from outside. Fields are asked for later.
  @inline(__always)
  func isUnforced(_ motion: UnsafeMutablePointer<BodyMotion>) -> Bool {
    motion.pointee.a.y == 0 && motion.pointee.a.x == 0 && motion.pointee.hasJoints & BodyMotion.pushed == 0 && motion.pointee.rate == 0 && motion.pointee.angularRate == 0
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
  ///
  /// Sets are found as those of a partition (R. Tarjan, "Efficiency of a good but not linear set union algorithm", 1975), lane by lane as
  /// they lie in memory: to walk from body to body waits for each contact.
  func keepMomentum() {
    let count = s.pointee.awake.count
    if s.pointee.startVelocities.count != count || !s.pointee.hasUnforced || !noteStirred() { return }
    uniteTouching()
    uniteJoined()
    eachSet(ofAtLeast: 2, asked: Closed.ofSet, where: { $0 & (Closed.isHeld | Closed.begins) == Closed.begins }) { found, count, note in
      keep(.closed(isJoined: note & Closed.isJoined != 0), found, count)
    }
  }

  /// Turns to sets of awake bodies that are linked in `continuous`, each in the order of the awake bodies: those that are wanted by what is noted
  /// of one or another of their bodies, of the notes asked for. They are listed one after the other in `stack`.
  @inline(__always)
  func eachSet(
    ofAtLeast least: Int, asked: UInt64, where isWanted: (UInt64) -> Bool, _ turn: (UnsafeMutablePointer<Int32>, Int, UInt64) -> Void
  ) {
    let count = s.pointee.awake.count
    let notes = s.pointee.sortScratch.base
    for at in 0..<count {
      let first = Int(firstOfSet(Int32(truncatingIfNeeded: at)))
      notes[first] = (notes[first] | notes[at] & asked) &+ SetNote.one
    }
    // Room: every body.
    let found = s.pointee.stack.base
    let links = s.pointee.continuous.base
    var end = 0
    for at in 0..<count where Int(links[at]) == at && isWanted(notes[at]) {
      let size = Int(notes[at] / SetNote.one)
      if size < least { continue }
      notes[at] = UInt64(truncatingIfNeeded: end) * SetNote.one | notes[at] & (SetNote.one - 1) | SetNote.isSet
      end += size
    }
    if end == 0 { return }
    for at in 0..<count {
      let first = Int(firstOfSet(Int32(truncatingIfNeeded: at)))
      if notes[first] & SetNote.isSet == 0 { continue }
      found[Int(notes[first] / SetNote.one)] = Int32(truncatingIfNeeded: at)
      notes[first] = notes[first] &+ SetNote.one
    }
    var next = 0
    while next < end {
      // The first of a set is the first of it in memory.
      let note = notes[Int(found[next])]
      let setEnd = Int(note / SetNote.one)
      turn(found + next, setEnd - next, note)
      next = setEnd
    }
  }

  /// Each body is a set of its own: links in `continuous`, notes in `sortScratch`. False: none begins one.
  @_optimize(size)
  private func noteStirred() -> Bool {
    let count = s.pointee.awake.count
    guard s.pointee.sortScratch.reserve(count) else {
      s.pointee.outOfMemory = true
      return false
    }
    let held = BodyFlag.anchored | BodyFlag.kinematic | BodyFlag.fixedRotation | BodyFlag.locks | BodyFlag.undone
    var begins: UInt64 = 0
    for at in 0..<count {
      s.pointee.sortScratch.base[at] = 0
      s.pointee.continuous.base[at] = Int32(truncatingIfNeeded: at)
      let motion = motions + at
      // Who flies alone is no part of any, and who moves as told looks so.
      if motion.pointee.free != 0 && motion.pointee.hasJoints & BodyMotion.joints == 0 { continue }
      let body = bodies + Int(s.pointee.awake[at])
      let isForced = !isUnforced(motion)
      var note: UInt64 = isStirred(at, body) ? Closed.isStirred : 0
      if note != 0 && !isForced && motion.pointee.free == 0 { note |= Closed.begins }
      if isForced || body.pointee.flags & held != 0 || (extras(body)?.pointee.firstField ?? none) >= 0 { note |= Closed.isHeld }
      if motion.pointee.hasJoints & BodyMotion.joints != 0 { note |= Closed.isJoined }
      begins |= note
      s.pointee.sortScratch.base[at] = note
    }
    return begins & Closed.begins != 0
  }

  /// The first body of the set to which an awake one belongs, so far.
  @inline(__always)
  func firstOfSet(_ at: Int32) -> Int32 {
    let links = s.pointee.continuous.base
    var at = at
    while links[Int(at)] != at {
      links[Int(at)] = links[Int(links[Int(at)])]
      at = links[Int(at)]
    }
    return at
  }

  @inline(__always)
  func unite(_ a: Int32, _ b: Int32) {
    let first = firstOfSet(a)
    let other = firstOfSet(b)
    s.pointee.continuous.base[Int(max(first, other))] = min(first, other)
  }

  /// Sets of bodies that touch and are stirred, or press each other. What got an impulse from something that does not move by it is held.
  private func uniteTouching() {
    let notes = s.pointee.sortScratch.base
    for number in 0..<Int32(World.colorCount) {
      for block in 0..<color(number).pointee.blocks.count {
        let f = laneFloats(number, Int32(truncatingIfNeeded: block * 8))
        for lane in 0..<8 {
          let a = Int32(bitPattern: f[ContactLane.indexA * 8 + lane].bitPattern)
          let b = Int32(bitPattern: f[ContactLane.indexB * 8 + lane].bitPattern)
          let movesA = a >= 0 && f[ContactLane.massA * 8 + lane] > 0
          let movesB = b >= 0 && f[ContactLane.massB * 8 + lane] > 0
          if !movesA && !movesB { continue }
          // Who passes on what he got may be as he was before.
          let isStirred = movesA && movesB && notes[Int(a)] & notes[Int(b)] & Closed.isStirred != 0
          if !isStirred && f[ContactLane.total0 * 8 + lane] <= 0 && f[ContactLane.total1 * 8 + lane] <= 0 && f[ContactLane.totalT * 8 + lane] == 0 {
            continue
          }
          if movesA && movesB { unite(a, b) } else { notes[Int(movesA ? a : b)] |= Closed.isHeld }
        }
      }
    }
  }

  /// Sets of bodies that are joined, stirred or not.
  private func uniteJoined() {
    if s.pointee.joints.count == 0 { return }
    for at in 0..<Int32(truncatingIfNeeded: s.pointee.awake.count) {
      let body = bodies + Int(s.pointee.awake[Int(at)])
      var edge = body.pointee.firstJoint
      if edge >= 0 && body.pointee.flags & BodyFlag.kinematic != 0 { s.pointee.sortScratch.base[Int(at)] |= Closed.isHeld }
      while edge >= 0 {
        let joint = joints + Int(edge >> 1)
        let other = edge & 1 == 0 ? joint.pointee.bodyB : joint.pointee.bodyA
        edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
        let to = other < 0 ? none : bodies[Int(other)].awake
        if to >= 0 { unite(at, to) } else { s.pointee.sortScratch.base[Int(at)] |= Closed.isHeld }
      }
    }
  }

  /// Whether an awake body has another velocity than before the step, or went another way than its velocity leads: contacts may
  /// push what overlaps and take the speed back.
  @inline(__always)
  private func isStirred(_ at: Int, _ body: UnsafeMutablePointer<Body>) -> Bool {
    let state = states + at
    let start = s.pointee.startVelocities.base + at
    if state.pointee.v != start.pointee.v || state.pointee.w != start.pointee.w { return true }
    let way = moved(body)
    let off = way - Float(s.pointee.stepSeconds) * state.pointee.v
    let rounding = 4e-6 * (abs(way.x) + abs(way.y) + 0.5 * lengthScale)
    return abs(off.x) + abs(off.y) > rounding
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

    @inline(never)
    @_optimize(size)
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

  /// What a set keeps.
  enum Kept {
    /// Momentum and angular momentum, and no more energy than before; with attachments, which may have been strained, no energy.
    case closed(isJoined: Bool)
    /// No more energy than before and by what accelerates it; what moves it as if it were rigid stays.
    case free
    /// The same, of what is held.
    case held
  }

  /// Awake indices of a set, and twice the energy that it may have more.
  @inline(never)
  @_optimize(size)
  func keep(_ kept: Kept, _ found: UnsafeMutablePointer<Int32>, _ count: Int, mayGain: Double = 0) {
    let starts = s.pointee.startVelocities.base
    // About one of them, so that it makes no difference how far they are from the origin.
    let first = bodies[Int(s.pointee.awake[Int(found[0])])]
    let origin = Vector2(first.x, first.y)
    var before = Momenta()
    var after = Momenta()
    var mass = 0.0
    var inertia = 0.0
    var center = Vector2.zero
    var gain = -mayGain
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
      gain += gained(at, body)
    }
    center = (1 / mass) * center
    inertia -= mass * center.lengthSquared
    var velocity = (1 / mass) * after.linear
    // About the center of mass.
    let angular = after.angular - center.cross(after.linear)
    var turning = angular / inertia
    var wantedVelocity = velocity
    var wantedTurning = turning
    // Twice the energy of the motion against each other, and what it may be.
    var inner = after.energy - velocity.dot(after.linear) - turning * angular
    var wantedInner = inner - gain
    if gain <= World.freeGain * after.energy { gain = 0 }
    switch kept {
    case .closed(let isJoined):
      if isJoined { gain = 0 }
      let wantedAngular = before.angular - center.cross(before.linear)
      let missed = before.linear - after.linear
      let isNear = abs(missed.x) + abs(missed.y) <= World.keptShare * (before.linearSize + after.linearSize)
      if isNear && abs(wantedAngular - angular) <= World.keptShare * (before.angularSize + after.angularSize) && gain == 0 { return }
      wantedVelocity = (1 / mass) * before.linear
      wantedTurning = wantedAngular / inertia
      if abs(wantedTurning - turning) * s.pointee.stepSeconds > World.mostTurned { return }
      wantedInner = after.energy - gain - wantedVelocity.dot(before.linear) - wantedTurning * wantedAngular
      let factor = innerFactor(wantedInner, inner, after.energy)
      // Without enough of it the set may keep what the turn gives, but not have more than before the step: then it turns by as much
      // as it may.
      let rest = max(before.energy, after.energy) * (1 + 2e-5) - wantedVelocity.dot(before.linear) - factor * factor * inner
      if wantedTurning * wantedAngular > rest {
        guard rest > turning * angular else { return }
        wantedTurning = wantedTurning < 0 ? -squareRoot(rest / inertia) : squareRoot(rest / inertia)
      }
    case .free:
      if gain == 0 { return }
    case .held:
      if gain == 0 { return }
      velocity = .zero
      turning = 0
      wantedVelocity = .zero
      wantedTurning = 0
      inner = after.energy
      wantedInner = inner - gain
    }
    let factor = innerFactor(wantedInner, inner, after.energy)
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

  /// By what motion against each other is multiplied to have another energy.
  @inline(never)
  private func innerFactor(_ wanted: Double, _ inner: Double, _ all: Double) -> Double {
    inner > 1e-9 * all ? squareRoot(max(min(wanted / inner, 4), 0)) : 1
  }

  /// To 32 bits: away from zero from a part of the last bit on that is another one in each step, evenly spread (by the golden ratio).
  /// To the nearest, what stays together would miss the same in each step.
  @inline(__always)
  private func rounded(_ value: Double) -> Float {
    let dropped: UInt64 = (1 << 29) - 1
    let part = UInt64((UInt32(truncatingIfNeeded: s.pointee.partsTaken) &* 0x9e37_79b9) >> 3)
    return Float(Double(bitPattern: (value.bitPattern &+ part) & ~dropped))
  }

  /// Radians in a step. What hits at many times its size in a step misses so much that a turn would make spin of most of its motion.
  private static var mostTurned: Double { 0.75 }

  /// Of the amounts: what is less than this is rounding, and stays.
  private static var keptShare: Double { 1e-9 }
}
