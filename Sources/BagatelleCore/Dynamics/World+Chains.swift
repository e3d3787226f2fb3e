// Hits that are passed on: a ball that hits a row of others.
// SPDX-License-Identifier: MIT
//
// In a step all contacts of a row are pressed, but only the first ones had come near to each other before it. Were each to part at its speed of before, those
// behind would keep together: the row of a Newton's cradle would go off in one, and of the energy a third would be lost. In truth the hits
// come one after the other. So where somebody who bounces is pressed to others, what contacts gave in the step is taken back, and each
// contact gets its own hit, the fastest first, those that are as fast together, until nothing closes any more. (Smith, Kaufman, Vouga, Tamstorf and Grinspun,
// "Reflections on simultaneous impact", 2012, who show that this ends, and keeps momentum, energy and symmetry.) What a force presses together,
// as in a pile under gravity, is left out: that comes to rest, and is not hit; and so is what hangs together by attachments, which would have to
// pass hits on too.
import BagatelleKernels

/// A contact of a chain.
struct ChainLink: BitwiseCopyable {
  var f: UnsafeMutablePointer<Float>
  /// Of the contact: links are in this order, wherever the search began.
  var key: UInt64
  var place: Int32
  /// Rows of the bodies among those awake; -1: fixed.
  var a: Int32
  var b: Int32
  /// What the step gave.
  var before0: Float
  var before1: Float
  var beforeT: Float
  var closing0: Float = 0
  var closing1: Float = 0
  /// Impulses of the hits that are found together, and the speeds at which they part.
  var x0: Float = 0
  var x1: Float = 0
  var target0: Float = 0
  var target1: Float = 0
  var total0: Float = 0
  var total1: Float = 0
  var totalT: Float = 0
  var fastest: Float = 0
  /// One of its bodies moves otherwise than when its closing speeds were found.
  var isStirred = true
}

extension World {
  /// With the bodies between them they have 8 KB.
  fileprivate static var mostLinks: Int { 64 }

  /// Least elasticity of hits that are passed on. Of those below a sixteenth of the energy is left at most, in whatever order they come.
  private static var leastPassedOn: Float { 0.25 }

  /// Of the bounces that are listed those that go on to others are done, and marked so.
  @_optimize(size)
  func passBouncesOn(_ context: StepContext) {
    let one = PairMemory()
    var memory = (one, one, one, one, one, one, one, one)
    withUnsafeMutablePointer(to: &memory) { memory in
      let links = UnsafeMutableRawPointer(memory)
      let kept = links + World.mostLinks * MemoryLayout<ChainLink>.stride
      let rows = kept + (World.mostLinks + 2) * MemoryLayout<BodyState>.stride
      var chain = Chain(
        world: self, context: context, links: links.assumingMemoryBound(to: ChainLink.self), rows: rows.assumingMemoryBound(to: Int32.self),
        kept: kept.assumingMemoryBound(to: BodyState.self))
      for at in 0..<s.pointee.starts.count where goesOn(s.pointee.starts[at]) { chain.run(s.pointee.starts[at]) }
    }
  }

  /// Whether a body of a contact that bounces is pressed to somebody else too, off whom it does not bounce.
  @inline(never)
  @_optimize(size)
  private func goesOn(_ place: Int32) -> Bool {
    let f = laneFloats(at: place)
    if f[ContactLane.restitution * 8] < World.leastPassedOn { return false }
    if isForced(f, Int32(truncatingIfNeeded: row(f, ContactLane.indexA)), Int32(truncatingIfNeeded: row(f, ContactLane.indexB))) { return false }
    return goesOn(f, ContactLane.indexA, ContactLane.massA) || goesOn(f, ContactLane.indexB, ContactLane.massB)
  }

  @inline(__always)
  private func goesOn(_ f: UnsafeMutablePointer<Float>, _ index: Int, _ mass: Int) -> Bool {
    let at = Int(Int32(bitPattern: f[index * 8].bitPattern))
    if at < 0 || f[mass * 8] <= 0 { return false }
    var edge = bodies[Int(s.pointee.awake[at])].firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
      if c.pointee.lane < 0 { continue }
      let other = laneFloats(c.pointee.color, c.pointee.lane)
      if (other[ContactLane.total0 * 8] > 0 || other[ContactLane.total1 * 8] > 0) && !bounces(c.pointee.place) { return true }
    }
    return false
  }

  /// Whether the lane of a place bounces.
  @inline(__always)
  fileprivate func bounces(_ place: Int32) -> Bool {
    bouncingPoints(place) & (Bounce.first | Bounce.second) != 0
  }

  /// Whether a force presses the two together, not just along their faces, or an attachment, or a surface runs.
  @inline(never)
  @_optimize(size)
  fileprivate func isPressed(_ f: UnsafeMutablePointer<Float>, _ a: Int32, _ b: Int32) -> Bool {
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    return isForced(f, a, b) || f[ContactLane.surface * 8] != 0 || isHeld(a, n) || isHeld(b, n)
  }

  @inline(__always)
  private func isForced(_ f: UnsafeMutablePointer<Float>, _ a: Int32, _ b: Int32) -> Bool {
    load(f).press > 0.1 * max(a >= 0 ? motions[Int(a)].a.length : 0, b >= 0 ? motions[Int(b)].a.length : 0)
  }

  /// Whether an awake body hangs on anything but rods and ropes across a direction, the other ends of which do not move.
  @_optimize(size)
  private func isHeld(_ at: Int32, _ n: Vec2f) -> Bool {
    if at < 0 || motions[Int(at)].hasJoints & BodyMotion.joints == 0 { return false }
    var edge = bodies[Int(s.pointee.awake[Int(at)])].firstJoint
    while edge >= 0 {
      let joint = joints + Int(edge >> 1)
      let other = edge & 1 == 0 ? joint.pointee.bodyB : joint.pointee.bodyA
      edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
      if joint.pointee.kind != .distance && joint.pointee.kind != .limit || joint.pointee.isSpring || other >= 0 && bodies[Int(other)].flags & BodyFlag.anchored == 0 {
        return true
      }
      let between = pair(joint, way(joint.pointee.bodyA, 1), way(joint.pointee.bodyB, 1)).ends.between
      if !(abs(between.dot(n.widened)) < 0.1 * between.length) { return true }
    }
    return false
  }
}

private struct Chain {
  let world: World
  let context: StepContext
  let links: UnsafeMutablePointer<ChainLink>
  let rows: UnsafeMutablePointer<Int32>
  /// How they moved after the sub-steps.
  let kept: UnsafeMutablePointer<BodyState>
  var count = 0
  var bodies = 0
  /// Whether `seen` has been cleared.
  var hasSeen = false

  /// By awake row what is known of all that a body is pressed to: asked once, not for each contact of it that bounces.
  private var seen: UnsafeMutablePointer<Int32> { world.s.pointee.continuous.base }
  private static var tooMany: Int32 { 1 }
  private static var noChain: Int32 { 2 }

  private func isSeen(_ row: Int32, _ what: Int32) -> Bool { hasSeen && row >= 0 && seen[Int(row)] == what }

  /// Notes that of all that were gathered.
  @inline(never)
  @_optimize(size)
  private mutating func note(_ what: Int32) {
    if !hasSeen {
      for at in 0..<world.s.pointee.awake.count { seen[at] = 0 }
      hasSeen = true
    }
    for at in 0..<bodies { seen[Int(rows[at])] = what }
  }

  /// From a contact that bounces, if it is one of several.
  @inline(never)
  @_optimize(size)
  mutating func run(_ place: Int32) {
    if !world.bounces(place) { return }
    count = 0
    bodies = 0
    let f = world.laneFloats(at: place)
    let a = Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern)
    let b = Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern)
    // Only with such a link all that were gathered hang together.
    let isLink = f[ContactLane.total0 * 8] > 0 || f[ContactLane.total1 * 8] > 0
    if isLink && (isSeen(a, Chain.noChain) || isSeen(b, Chain.noChain)) || world.isPressed(f, a, b) { return }
    if !gather(a, f, true) || !gather(b, f, false) {
      if isLink { note(Chain.tooMany) }
      return
    }
    // Who bounces alone, or with others that all do, has what it needs.
    var isChain = false
    for at in 0..<count where !world.bounces(links[at].place) { isChain = true }
    if isChain { sortLinks() }
    if !(isChain && hit()) && isLink { note(Chain.noChain) }
  }

  /// Adds a body and all that is pressed to it, directly or not. False: too many.
  @inline(never)
  @_optimize(size)
  private mutating func gather(_ row: Int32, _ f: UnsafeMutablePointer<Float>, _ isA: Bool) -> Bool {
    if !add(row, f[(isA ? ContactLane.massA : ContactLane.massB) * 8]) { return true }
    var next = bodies - 1
    while next < bodies {
      let at = rows[next]
      next += 1
      if isSeen(at, Chain.tooMany) { return false }
      let body = world.s.pointee.awake[Int(at)]
      var edge = world.bodies[Int(body)].firstContact
      while edge >= 0 {
        let c = world.contacts + Int(edge >> 1)
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.lane < 0 { continue }
        let f = world.laneFloats(c.pointee.color, c.pointee.lane)
        let pressed0 = f[ContactLane.total0 * 8]
        let pressed1 = f[ContactLane.total1 * 8]
        if pressed0 <= 0 && pressed1 <= 0 { continue }
        let a = Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern)
        let b = Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern)
        if isKnown(c.pointee.place) || world.isPressed(f, a, b) { continue }
        if count == World.mostLinks { return false }
        links[count] = ChainLink(
          f: f, key: world.key(c.pointee), place: c.pointee.place, a: a, b: b, before0: pressed0, before1: pressed1,
          beforeT: f[ContactLane.totalT * 8])
        count += 1
        _ = add(a, f[ContactLane.massA * 8])
        _ = add(b, f[ContactLane.massB * 8])
      }
    }
    return true
  }

  /// Puts the links in the order of their keys, once all are known: mostly there are too many.
  @_optimize(size)
  private func sortLinks() {
    for at in 1..<count {
      let link = links[at]
      var to = at
      while to > 0 && links[to - 1].key > link.key {
        links[to] = links[to - 1]
        to -= 1
      }
      links[to] = link
    }
  }

  @inline(never)
  @_optimize(size)
  private func isKnown(_ place: Int32) -> Bool {
    for at in 0..<count where links[at].place == place { return true }
    return false
  }

  /// A body that contacts move, once.
  @inline(never)
  @_optimize(size)
  private mutating func add(_ row: Int32, _ mass: Float) -> Bool {
    if row < 0 || mass <= 0 || bodies == World.mostLinks + 2 { return false }
    for at in 0..<bodies where rows[at] == row { return false }
    rows[bodies] = row
    kept[bodies] = world.states[Int(row)]
    bodies += 1
    return true
  }

  /// Twice the energy of all of them, now or before the step; no bound is known of that where forces act.
  @inline(never)
  @_optimize(size)
  private func energy(atStart: Bool) -> Double {
    if atStart && world.s.pointee.startVelocities.count != world.s.pointee.awake.count { return .infinity }
    var sum = 0.0
    for at in 0..<bodies {
      let row = Int(rows[at])
      var motion = BodyWarm(v: world.states[row].v, w: world.states[row].w)
      if atStart {
        if !world.isUnforced(world.motions + row) { return .infinity }
        motion = world.s.pointee.startVelocities[row]
      }
      let body = world.bodies + Int(world.s.pointee.awake[row])
      sum += body.pointee.mass * motion.v.widened.lengthSquared + body.pointee.inertia * Double(motion.w) * Double(motion.w)
    }
    return sum
  }

  @inline(never)
  @_optimize(size)
  private func push(_ link: ChainLink, _ x0: Float, _ x1: Float, _ xT: Float) {
    let f = link.f
    let a = world.states + Int(link.a)
    let b = world.states + Int(link.b)
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let impulse = (x0 + x1) * n + xT * Vec2f(-n.y, n.x)
    a.pointee.v = a.pointee.v - f[ContactLane.massA * 8] * impulse
    b.pointee.v = b.pointee.v + f[ContactLane.massB * 8] * impulse
    a.pointee.w -=
      f[ContactLane.inertiaA * 8]
      * (x0 * f[ContactLane.crossA0 * 8] + x1 * f[ContactLane.crossA1 * 8] + xT * f[ContactLane.crossAT * 8])
    b.pointee.w +=
      f[ContactLane.inertiaB * 8]
      * (x0 * f[ContactLane.crossB0 * 8] + x1 * f[ContactLane.crossB1 * 8] + xT * f[ContactLane.crossBT * 8])
  }

  /// How fast a point closes.
  @inline(never)
  @_optimize(size)
  private func closing(_ link: ChainLink, _ crossA: Int, _ crossB: Int) -> Float {
    let f = link.f
    let a = world.states[Int(link.a)]
    let b = world.states[Int(link.b)]
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    return a.w * f[crossA * 8] - b.w * f[crossB * 8] - n.dot(b.v - a.v)
  }

  @inline(never)
  @_optimize(size)
  private func closing0(_ link: ChainLink) -> Float { closing(link, ContactLane.crossA0, ContactLane.crossB0) }
  @inline(never)
  @_optimize(size)
  private func closing1(_ link: ChainLink) -> Float {
    link.f[ContactLane.single1 * 8] > 0 ? closing(link, ContactLane.crossA1, ContactLane.crossB1) : 0
  }

  /// One hit after the other. False: that would give energy, and all is as before.
  @inline(never)
  @_optimize(size)
  private func hit() -> Bool {
    for at in 0..<count { push(links[at], -links[at].before0, -links[at].before1, -links[at].beforeT) }
    let most = min(energy(atStart: false), energy(atStart: true))
    let slow = 0.25 * StepContext.freeBounceThreshold * context.scale
    var turns = 32 + 8 * count
    while turns > 0 {
      turns -= 1
      var fastest: Float = 0
      for at in 0..<count {
        let link = links + at
        if link.pointee.isStirred {
          link.pointee.closing0 = closing0(link.pointee)
          link.pointee.closing1 = closing1(link.pointee)
          link.pointee.isStirred = false
        }
        fastest = max(fastest, max(link.pointee.closing0, link.pointee.closing1))
      }
      // No number, too.
      if !(fastest > slow) { break }
      hitTogether(0.99 * fastest)
      for at in 0..<count where links[at].x0 != 0 || links[at].x1 != 0 { stir(links[at].a, links[at].b) }
    }
    // Coefficients that differ, and friction, could add some where several are hit together.
    if !(energy(atStart: false) <= (1 + 1e-5) * most) {
      for at in 0..<bodies { world.states[Int(rows[at])] = kept[at] }
      return false
    }
    for at in 0..<count {
      let link = links[at]
      let f = link.f
      // Nothing presses them on.
      f[ContactLane.impulse0 * 8] = 0
      f[ContactLane.impulse1 * 8] = 0
      f[ContactLane.impulseT * 8] = 0
      f[ContactLane.total0 * 8] = link.total0
      f[ContactLane.total1 * 8] = link.total1
      f[ContactLane.totalT * 8] = link.totalT
      f[ContactLane.impact * 8] = max(f[ContactLane.impact * 8], link.fastest)
      let lane = link.place & (Contact.mostLanes - 1)
      world.color(link.place >> Contact.laneBits).pointee.marks[Int(lane >> 3)] &= ~((Bounce.first | Bounce.second) << UInt32(lane & 7))
    }
    return true
  }

  /// Notes the links of two bodies that were pushed.
  @inline(never)
  @_optimize(size)
  private func stir(_ a: Int32, _ b: Int32) {
    for at in 0..<count {
      let link = links + at
      let isOne = link.pointee.a == a || link.pointee.b == a || link.pointee.a == b || link.pointee.b == b
      link.pointee.isStirred = link.pointee.isStirred || isOne
    }
  }

  /// Points that close at such a speed part at their own.
  @inline(never)
  @_optimize(size)
  private func hitTogether(_ least: Float) {
    let bounceFrom = StepContext.freeBounceThreshold * context.scale
    var points = 0
    for at in 0..<count {
      let link = links + at
      let e = link.pointee.f[ContactLane.restitution * 8]
      link.pointee.x0 = 0
      link.pointee.x1 = 0
      link.pointee.target0 = link.pointee.closing0 > bounceFrom ? e * link.pointee.closing0 : 0
      link.pointee.target1 = link.pointee.closing1 > bounceFrom ? e * link.pointee.closing1 : 0
      points += (link.pointee.closing0 >= least ? 1 : 0) + (link.pointee.closing1 >= least ? 1 : 0)
      link.pointee.fastest = max(link.pointee.fastest, max(link.pointee.closing0, link.pointee.closing1))
    }
    for _ in 0..<(points > 1 ? 24 : 1) {
      var most: Float = 0
      for at in 0..<count {
        let link = links + at
        let f = link.pointee.f
        let is0 = link.pointee.closing0 >= least
        let is1 = link.pointee.closing1 >= least
        if !is0 && !is1 { continue }
        let missed0 = is0 ? closing0(link.pointee) + link.pointee.target0 : 0
        let missed1 = is1 ? closing1(link.pointee) + link.pointee.target1 : 0
        var x0 = max(missed0 * f[ContactLane.single0 * 8], -link.pointee.x0)
        var x1 = max(missed1 * f[ContactLane.single1 * 8], -link.pointee.x1)
        if is0 && is1 {
          // Neither point is the first, so that a mirror image stays one.
          let both0 = f[ContactLane.inverse00 * 8] * missed0 + f[ContactLane.inverse01 * 8] * missed1
          let both1 = f[ContactLane.inverse01 * 8] * missed0 + f[ContactLane.inverse11 * 8] * missed1
          if both0 >= -link.pointee.x0 && both1 >= -link.pointee.x1 {
            x0 = both0
            x1 = both1
          } else if missed0 > missed1 || missed0 == missed1 && x0 >= x1 {
            x1 = 0
          } else {
            x0 = 0
          }
        }
        link.pointee.x0 += x0
        link.pointee.x1 += x1
        push(link.pointee, x0, x1, 0)
        most = max(most, max(abs(missed0), abs(missed1)))
      }
      if most < 1e-5 * least { break }
    }
    for at in 0..<count {
      let link = links + at
      let f = link.pointee.f
      let pressed = link.pointee.x0 + link.pointee.x1
      if pressed <= 0 { continue }
      link.pointee.total0 += link.pointee.x0
      link.pointee.total1 += link.pointee.x1
      link.pointee.totalT += world.rub(f, world.touch(f), f[ContactLane.friction * 8] * pressed, 0)
    }
  }
}
