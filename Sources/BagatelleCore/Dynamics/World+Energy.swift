// What touches has no more energy after a step than before it and by what accelerates it.
// SPDX-License-Identifier: MIT
//
// Contacts take energy, or keep it, if each is looked at alone; but impacts of many in one step are found one after the other, bounces are given
// at its end, at the arms of its start, and what overlaps is pushed apart. What comes of it too much is known: by the velocities before
// and after, and the ways. So bodies that press each other, and that end with more than they may have, are slowed down, all by one factor: those
// that nothing holds against their common motion, as if rigid, so that momentum and angular momentum stay; the others against what holds
// them. (A projection onto what is conserved, as in World+Momentum.swift.)
//
// A set is looked for from a body that has more than before: by the contacts that were pressed, and among what moves; it ends at what rests. Sets of
// more than 32 are left alone, but while all together gain. Then sets have any size, and are found lane by lane, as in World+Momentum.swift: from body
// to body a step of 20,000 waited for their contacts longer than for all else. A crowd that was pressed together by its fall has to rise again, so a
// large set may gain a thousandth of its energy in a step. (With nothing at all, heaps of polygons fell asleep after 12 s in place of 8, and heaps of
// groups stayed deeper in each other, and shook; bounded where faster than 100 points/s alone, piles gained half a percent.)
import BagatelleKernels

extension World {
  /// What the search knows of an awake body; in `sortScratch`.
  private enum Heated {
    /// Something works on it that is not asked here, or on who presses it; or it is one of too many.
    static var isWorkedOn: UInt64 { 1 }
    /// It is faster than what rests, or nothing accelerates it.
    static var moves: UInt64 { 2 }
    /// It has more energy than before.
    static var gains: UInt64 { 4 }
    /// It has been found.
    static var isFound: UInt64 { 8 }
    /// It touches what does not move, or may not move as it likes.
    static var isHeld: UInt64 { 16 }
    static var ofSet: UInt64 { isWorkedOn | gains | isHeld }
  }

  /// Bodies of a set, and of all sets in a step, that are looked for.
  private static var mostOfSet: Int { 32 }
  private static var mostOfSets: Int { 512 }
  /// What a larger set may gain in a step while all that moves does, of its energy above its lowest: it was pressed together by its fall, and has
  /// to rise again.
  private static var risingGain: Double { 1e-3 }
  /// So long after something was fast what rests may be pushed by what overlaps since.
  static var mostStirredSteps: Int32 { 240 }
  /// Of its energy, what a set may have more after a step than before it.
  static var freeGain: Double { 2e-5 }

  /// The square of the speed above which an item does not rest.
  var fastSquare: Float {
    let speed = 20 * lengthScale
    return speed * speed
  }

  /// Takes from bodies that touch what they have more than before the step and by what accelerates them.
  func keepEnergy() {
    let count = s.pointee.awake.count
    if s.pointee.startVelocities.count != count || count == 0 || !(s.pointee.hasFast || s.pointee.hasUnforced) { return }
    guard s.pointee.sortScratch.reserve(count) else {
      s.pointee.outOfMemory = true
      return
    }
    let (gains, rises) = noteHeated()
    if !gains { return }
    if rises && count > World.mostOfSet { return keepEnergyOfCrowds() }
    let notes = s.pointee.sortScratch.base
    let found = s.pointee.stack.base
    var left = World.mostOfSets
    for at in 0..<count where notes[at] & (Heated.gains | Heated.isFound) == Heated.gains {
      let (size, note) = findSet(Int32(truncatingIfNeeded: at), found, most: min(left, World.mostOfSet))
      // Who gains alone where something accelerates it was pushed out of what it does not touch any more.
      let isHeld = note & Heated.isHeld != 0 || size == 1 && motions[at].a != .zero
      if note & Heated.isWorkedOn == 0 { keep(isHeld ? .held : .free, found, size) }
      // Who gains next is likely to be part of the same crowd.
      left -= note & Heated.isWorkedOn == 0 ? size : max(size, World.mostOfSets / 2)
      if left <= 0 { return }
    }
  }

  /// The same where all that move together have more than before: sets of any size.
  private func keepEnergyOfCrowds() {
    unitePressed()
    eachSet(ofAtLeast: 1, asked: Heated.ofSet, where: { $0 & (Heated.gains | Heated.isWorkedOn) == Heated.gains }) { found, count, note in
      keep(note & Heated.isHeld != 0 ? .held : .free, found, count, mayGain: count > World.mostOfSet ? mayGain(found, count) : 0)
    }
  }

  /// Twice what a set may gain in a step: a share of its energy above its lowest body, where something accelerates it.
  @_optimize(size)
  private func mayGain(_ found: UnsafeMutablePointer<Int32>, _ count: Int) -> Double {
    let first = bodies + Int(s.pointee.awake[Int(found[0])])
    var mass = 0.0
    var energy = 0.0
    var lowest = 0.0
    var isForced = false
    for place in 0..<count {
      let at = Int(found[place])
      let body = bodies + Int(s.pointee.awake[at])
      if motions[at].a != .zero { isForced = true }
      let height = -motions[at].a.widened.dot(Vector2(body.pointee.x - first.pointee.x, body.pointee.y - first.pointee.y))
      mass += body.pointee.mass
      energy += body.pointee.mass * (states[at].v.widened.lengthSquared + 2 * height)
      lowest = min(lowest, height)
    }
    return isForced ? World.risingGain * (energy - 2 * lowest * mass) : 0
  }

  /// Sets of bodies that press each other, where one of two moves; links in `continuous`.
  @_optimize(size)
  private func unitePressed() {
    let notes = s.pointee.sortScratch.base
    let links = s.pointee.continuous.base
    for at in 0..<s.pointee.awake.count { links[at] = Int32(truncatingIfNeeded: at) }
    let zero = F8(repeating: 0)
    for number in 0..<Int32(World.colorCount) {
      for block in 0..<color(number).pointee.blocks.count {
        let rows = blockRows(number, block)
        // What pushes apart alone carries nothing in the end.
        let idle =
          (rows[ContactLane.total0] .<= zero) & (rows[ContactLane.total1] .<= zero) & (rows[ContactLane.totalT] .<= zero)
          & (rows[ContactLane.totalT] .>= zero) & (rows[ContactLane.end0] .>= zero)
          & ((rows[ContactLane.single1] .<= zero) | (rows[ContactLane.end1] .>= zero))
        var pressed = ~idle.bits & 0xff
        while pressed != 0 {
          let f = laneFloats(number, Int32(truncatingIfNeeded: block * 8 + pressed.trailingZeroBitCount))
          pressed &= pressed &- 1
          let a = Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
          let b = Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
          let movesA = a >= 0 && f[ContactLane.massA * 8] > 0
          let movesB = b >= 0 && f[ContactLane.massB * 8] > 0
          var note = f[ContactLane.surface * 8] != 0 ? Heated.isWorkedOn : 0
          if movesA && movesB && (notes[a] | notes[b]) & Heated.moves != 0 {
            unite(Int32(truncatingIfNeeded: a), Int32(truncatingIfNeeded: b))
          } else {
            note |= movesA && movesB || !isTold(movesA ? b : a) ? Heated.isHeld : Heated.isWorkedOn
          }
          if movesA { notes[a] |= note }
          if movesB { notes[b] |= note }
        }
      }
    }
  }

  /// Whether what contacts do not move moves as told.
  @inline(__always)
  private func isTold(_ at: Int) -> Bool { at >= 0 && (states[at].v != .zero || states[at].w != 0) }

  /// Notes of all awake bodies. Whether one has more energy than before, and whether all that move have.
  @_optimize(size)
  private func noteHeated() -> (gains: Bool, rises: Bool) {
    let notes = s.pointee.sortScratch.base
    let starts = s.pointee.startVelocities.base
    let held = BodyFlag.anchored | BodyFlag.kinematic | BodyFlag.fixedRotation | BodyFlag.locks
    let fast = fastSquare
    var gains = false
    var more = 0.0
    var all = 0.0
    for at in 0..<s.pointee.awake.count {
      notes[at] = 0
      let motion = motions + at
      // Who flies alone has what he had.
      if motion.pointee.free != 0 { continue }
      let isFast = max(states[at].v.lengthSquared, starts[at].v.lengthSquared) > fast
      let isForced = motion.pointee.a.x != 0 || motion.pointee.a.y != 0
      if isForced && !isFast { continue }
      let body = bodies + Int(s.pointee.awake[at])
      var note = Heated.moves
      if motion.pointee.hasJoints != 0 || motion.pointee.alpha != 0 || body.pointee.flags & BodyFlag.undone != 0
        || (extras(body)?.pointee.firstField ?? none) >= 0
      {
        note |= Heated.isWorkedOn
      } else {
        if body.pointee.flags & held != 0 { note |= Heated.isHeld }
        let (change, energy) = change(at, body)
        if change > World.freeGain * energy {
          note |= Heated.gains
          gains = true
        }
        more += change
        all += energy
      }
      notes[at] = note
    }
    return (gains, more > World.freeGain * all)
  }

  /// Twice what an awake body's energy has changed by beside the work of what accelerates it, and twice its energy.
  @inline(never)
  @_optimize(size)
  private func change(_ at: Int, _ body: UnsafeMutablePointer<Body>) -> (change: Double, energy: Double) {
    let start = s.pointee.startVelocities.base + at
    let (m, i) = (body.pointee.mass, body.pointee.inertia)
    let (v0, w0) = (start.pointee.v.widened, Double(start.pointee.w))
    let (v1, w1) = (states[at].v.widened, Double(states[at].w))
    let after = m * v1.lengthSquared + i * (w1 * w1)
    let a = motions[at].a.widened
    let time = s.pointee.stepSeconds
    // What is pushed out of something goes farther than its velocities say, what hits something or is put back less far. They change by
    // sub-steps, so what flies on evenly misses them too, by an eighth of time² a or so.
    let even = 0.5 * time * (v0 + v1)
    let gone = Vector2(body.pointee.x - body.pointee.previousX, body.pointee.y - body.pointee.previousY)
    let fall = 0.25 * time * time * a
    let way = (gone - even).lengthSquared > fall.lengthSquared ? gone : even
    return (after - (m * v0.lengthSquared + i * (w0 * w0)) - 2 * m * a.dot(way), after)
  }

  /// Lists the bodies that press each other with one of them. Where there are more than may be, or something works on them that is not asked
  /// here, so is noted, and the search ends.
  @_optimize(size)
  private func findSet(_ first: Int32, _ found: UnsafeMutablePointer<Int32>, most: Int) -> (count: Int, note: UInt64) {
    let notes = s.pointee.sortScratch.base
    notes[Int(first)] |= Heated.isFound
    found[0] = first
    var count = 1
    var next = 0
    var note: UInt64 = 0
    while next < count && note & Heated.isWorkedOn == 0 {
      let at = Int(found[next])
      next += 1
      note |= notes[at]
      let body = bodies + Int(s.pointee.awake[at])
      var edge = body.pointee.firstContact
      while edge >= 0 {
        let c = contacts + Int(edge >> 1)
        let isA = edge & 1 == 0
        edge = isA ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.lane < 0 || c.pointee.points == 0 { continue }
        let f = laneFloats(c.pointee.color, c.pointee.lane)
        // What pushes apart alone carries nothing in the end.
        if f[ContactLane.total0 * 8] <= 0 && f[ContactLane.total1 * 8] <= 0 && f[ContactLane.totalT * 8] == 0
          && f[ContactLane.end0 * 8] >= 0 && (f[ContactLane.single1 * 8] <= 0 || f[ContactLane.end1 * 8] >= 0)
        {
          continue
        }
        if f[ContactLane.surface * 8] != 0 { note |= Heated.isWorkedOn }
        let other = isA ? c.pointee.bodyB : c.pointee.bodyA
        let to = other < 0 ? -1 : Int(bodies[Int(other)].awake)
        if to < 0 || f[(isA ? ContactLane.massB : ContactLane.massA) * 8] <= 0 {
          // It moves as told.
          note |= isTold(to) ? Heated.isWorkedOn : Heated.isHeld
        } else if (notes[at] | notes[to]) & Heated.moves == 0 {
          note |= Heated.isHeld
        } else if notes[to] & Heated.isFound == 0 {
          notes[to] |= Heated.isFound
          found[count] = Int32(truncatingIfNeeded: to)
          count += 1
          if count > most { note |= Heated.isWorkedOn }
        } else {
          note |= notes[to] & Heated.isWorkedOn
        }
      }
    }
    // Who finds one of them later need not look further.
    if note & Heated.isWorkedOn != 0 {
      for place in 0..<count { notes[Int(found[place])] |= Heated.isWorkedOn }
    }
    return (count, note)
  }

  /// What a body of a set has too much, twice. What rests is pushed out without speed, and may have got from others what it has.
  @inline(__always)
  func gained(_ at: Int, _ body: UnsafeMutablePointer<Body>) -> Double {
    let change = change(at, body).change
    let a = motions[at].a
    return a.x == 0 && a.y == 0 || s.pointee.sortScratch[at] & Heated.moves != 0 ? change : min(change, 0)
  }
}
