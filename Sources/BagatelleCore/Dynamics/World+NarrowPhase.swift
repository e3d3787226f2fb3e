// Narrow phase: the contact points of pairs whose bodies left their reference pose, and which pairs touch after the step.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Looks anew at the contacts of every listed body: drops those whose boxes parted or that are no longer allowed, and
  /// finds the points of the others. Contacts between bodies that stayed near their references are left as they are. Where
  /// many bodies move, contacts that can follow them do.
  func updateContacts(_ context: StepContext) {
    let stamp = UInt32(truncatingIfNeeded: s.pointee.steps) &+ 1
    s.pointee.ends.count = 0
    s.pointee.starts.count = 0
    noteRefused()
    var at = 0
    let count = s.pointee.fresh.count
    if count > StepContext.followCount && 4 * count >= s.pointee.awake.count && followContacts(stamp, context) { at = count }
    // The list grows while sleeping bodies wake.
    while at < s.pointee.fresh.count {
      let body = s.pointee.fresh[at]
      at += 1
      var edge = bodies[Int(body)].firstContact
      while edge >= 0 {
        let index = edge >> 1
        let c = contacts + Int(index)
        edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        if c.pointee.active < 0 || c.pointee.stamp == stamp { continue }
        c.pointee.stamp = stamp
        refresh(index, context)
      }
    }
  }

  /// Ends the list; called once the boxes have followed.
  func clearFresh() {
    for at in 0..<s.pointee.fresh.count {
      let body = bodies + Int(s.pointee.fresh[at])
      body.pointee.flags &= ~(BodyFlag.fresh | BodyFlag.refilter | BodyFlag.renewed)
      if body.pointee.awake >= 0 { shifts[Int(body.pointee.awake)] = BodyShift() }
    }
    s.pointee.fresh.count = 0
  }

  func refresh(_ index: Int32, _ context: StepContext) {
    let c = contacts + Int(index)
    let bodyB = bodies + Int(c.pointee.bodyB)
    // Between bodies of one shape nothing more is asked about pieces.
    let isPlain = c.pointee.segment >= none && c.pointee.pieceB < 0
    let boxB = isPlain ? s.pointee.bodyTree.box(of: bodyB.pointee.leaf) : leafBox(bodyB, c.pointee.pieceB)
    var keeps: Bool
    if c.pointee.segment >= 0 {
      keeps = boxB.overlaps(s.pointee.segmentTree.box(of: segments[Int(c.pointee.segment)].leaf))
    } else {
      let bodyA = bodies + Int(c.pointee.bodyA)
      keeps = boxB.overlaps(
        isPlain ? s.pointee.bodyTree.box(of: bodyA.pointee.leaf) : leafBox(bodyA, c.pointee.pieceA))
      if (bodyA.pointee.flags | bodyB.pointee.flags) & BodyFlag.refilter != 0 && keeps {
        keeps = mayCollide(c.pointee.bodyA, c.pointee.bodyB)
      }
    }
    if keeps {
      findPoints(index, bodyB, isPlain, context)
    } else {
      destroyContact(index, silent: false)
    }
  }

  @inline(__always)
  private func findPoints(
    _ index: Int32, _ bodyB: UnsafeMutablePointer<Body>, _ isPlain: Bool, _ context: StepContext
  ) {
    let c = contacts + Int(index)
    var m = Manifold()  // Its `gap` is that of the pair, its `count` may fall to 0 for other reasons.
    let base = StepContext.speculativeDistance * context.scale
    let stateB = bodyB.pointee.awake >= 0 ? states[Int(bodyB.pointee.awake)] : BodyState()
    var stateA = BodyState()
    var d: Vec2f
    var qA = Rotation.identity
    var pullA = Vec2f.zero
    if c.pointee.segment >= 0 {
      let segment = segments + Int(c.pointee.segment)
      d = Vec2f(Float(bodyB.pointee.x - segment.pointee.x), Float(bodyB.pointee.y - segment.pointee.y))
      // Beyond half its size a plane through the nearest point says little; the sweep takes over.
      let inner = isPlain ? bodyB.pointee.innerRadius : innerRadius(bodyB, c.pointee.pieceB)
      let reach = base + min(reachOf(stateB, bodyB.pointee.outerRadius, context), 0.5 * inner)
      let t = Transform2(p: d, q: bodyB.pointee.q)
      var outline = view(isPlain ? bodyB.pointee.shape : shape(bodyB, c.pointee.pieceB))
      if c.pointee.pieceB >= 0 { outline.middle = pieces[Int(c.pointee.pieceB)].centroid }
      collide(view(segment), outline, t, margin: reach, into: &m)
      if !isPlain { dropCovered(c, &m, t, slop: context.slop) }
      let depth = m.count == 0 ? 0 : m.count == 1 ? m.p0.separation : min(m.p0.separation, m.p1.separation)
      if passes(c, separation: depth, context) { m.count = 0 }
    } else {
      let bodyA = bodies + Int(c.pointee.bodyA)
      if bodyA.pointee.awake >= 0 {
        stateA = states[Int(bodyA.pointee.awake)]
        pullA = motions[Int(bodyA.pointee.awake)].a
      }
      qA = bodyA.pointee.q
      d = Vec2f(Float(bodyB.pointee.x - bodyA.pointee.x), Float(bodyB.pointee.y - bodyA.pointee.y))
      let motion =
        reachOf(stateB, bodyB.pointee.outerRadius, context) + reachOf(stateA, bodyA.pointee.outerRadius, context)
      var inner = min(bodyA.pointee.innerRadius, bodyB.pointee.innerRadius)
      if !isPlain { inner = min(innerRadius(bodyA, c.pointee.pieceA), innerRadius(bodyB, c.pointee.pieceB)) }
      let reach = base + min(motion, 0.5 * inner)
      let t = Transform2(p: qA.applyInverse(d), q: qA.inverseTimes(bodyB.pointee.q))
      if bodyA.pointee.shape.isBox && bodyB.pointee.shape.isBox {
        collideBoxes(bodyA.pointee.shape.halfSize, bodyB.pointee.shape.halfSize, t, margin: reach, into: &m)
      } else {
        collide(
          view(shape(bodyA, c.pointee.pieceA)), view(shape(bodyB, c.pointee.pieceB)), t, margin: reach, into: &m)
      }
      c.pointee.flags &= ~ContactFlag.covered
      if !isPlain { dropCovered(c, &m, t, slop: context.slop) }
      let anchoredA = bodyA.pointee.flags & BodyFlag.anchored != 0
      if m.count > 0 && (anchoredA || bodyB.pointee.flags & BodyFlag.anchored != 0) {
        let covered = isCovered(
          m, anchored: anchoredA ? c.pointee.bodyA : c.pointee.bodyB,
          piece: anchoredA ? c.pointee.pieceA : c.pointee.pieceB,
          other: anchoredA ? c.pointee.bodyB : c.pointee.bodyA, flipped: !anchoredA, t, slop: context.slop)
        if covered {
          m.count = 0
          c.pointee.flags |= ContactFlag.covered
        }
      }
    }
    let n = qA.apply(m.normal)
    // Far points count only when they close in within this step: a plane through a far corner is no wall.
    let pullB = bodyB.pointee.awake >= 0 ? motions[Int(bodyB.pointee.awake)].a : .zero
    let speedUp = max(-n.dot(pullB - pullA), 0) * context.dt
    var rA0 = Vec2f.zero
    var rA1 = Vec2f.zero
    var s0: Float = 0
    var s1: Float = 0
    var id0: UInt32 = 0
    var id1: UInt32 = 0
    var count: Int32 = 0
    var touches = false
    for which in 0..<Int(m.count) {
      let p = which == 0 ? m.p0 : m.p1
      let rA = qA.apply(p.a)
      if p.separation > StepContext.slop * context.scale {
        let rB = rA - d
        let relative =
          stateB.v + stateB.w * rB.turned - stateA.v
          - stateA.w * (c.pointee.segment >= 0 ? Vec2f.zero : rA.turned)
        let closing = (speedUp - n.dot(relative)) * context.dt
        if p.separation > base && closing < p.separation { continue }
        if closing >= p.separation { touches = true }
      } else {
        touches = true
      }
      if count == 0 {
        rA0 = rA
        s0 = p.separation
        id0 = p.id
      } else {
        rA1 = rA
        s1 = p.separation
        id1 = p.id
      }
      count += 1
    }
    if count == 0 {
      c.pointee.flags &= ~(ContactFlag.allowed | ContactFlag.refused)
    } else if s.pointee.veto != nil && isRefused(c, normal: n, rB: deepest(rA0, s0, rA1, s1, count) - d) {
      count = 0
    }
    if count == 0 {
      if c.pointee.lane >= 0 { leaveLane(index) }
      c.pointee.count = 0
      setGap(c, max(knownGap(m, stateA, stateB, bodyB, c), 0))
      c.pointee.impulse0 = 0
      c.pointee.impulse1 = 0
      c.pointee.impulseT = 0
      // Its ended event waits for the end of the step, with the others.
      if c.pointee.flags & ContactFlag.touching != 0 { _ = s.pointee.ends.append(index) }
      return
    }
    if touches && c.pointee.segment < 0 {
      wakeIfAsleep(c.pointee.bodyB)
      wakeIfAsleep(c.pointee.bodyA)
    }
    var old0 = c.pointee.impulse0
    var old1 = c.pointee.impulse1
    var load0: Float = 0
    var load1: Float = 0
    // A side that just woke or slept has other colors.
    if c.pointee.lane >= 0 {
      let f = laneFloats(c.pointee.color, c.pointee.lane)
      old0 = f[ContactLane.impulse0 * 8]
      old1 = f[ContactLane.impulse1 * 8]
      load0 = f[ContactLane.load0 * 8]
      load1 = f[ContactLane.load1 * 8]
      let wasA = Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern)
      let isA = c.pointee.bodyA >= 0 ? bodies[Int(c.pointee.bodyA)].awake : none
      if wasA != isA || Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern) != bodyB.pointee.awake {
        leaveLane(index)
      }
    }
    if c.pointee.lane < 0 && !enterLane(index) {
      s.pointee.outOfMemory = true
      return
    }
    let oldCount = c.pointee.count
    let oldID0 = c.pointee.id0
    let oldID1 = c.pointee.id1
    func kept(_ id: UInt32) -> (impulse: Float, load: Float) {
      if oldCount > 0 && oldID0 == id { return (old0, load0) }
      if oldCount > 1 && oldID1 == id { return (old1, load1) }
      return (0, 0)
    }
    let keep0 = kept(id0)
    let keep1 = count == 2 ? kept(id1) : (impulse: 0, load: 0)
    c.pointee.count = count
    c.pointee.id0 = id0
    c.pointee.id1 = id1
    let rB0 = rA0 - d
    let rB1 = rA1 - d
    c.pointee.local0 = bodyB.pointee.q.applyInverse(rB0 + (0.5 * s0) * n)
    c.pointee.local1 = bodyB.pointee.q.applyInverse(rB1 + (0.5 * s1) * n)
    writeLane(
      index, normal: n, count: Int(count), rA0: rA0, rB0: rB0, s0: s0, rA1: rA1, rB1: rB1, s1: s1,
      impulse0: keep0.impulse, impulse1: keep1.impulse, context: context)
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    f[ContactLane.load0 * 8] = keep0.load
    f[ContactLane.load1 * 8] = keep1.load
    writeFace(c, m, isPlain, context)
    if oldCount == 0 { noteStart(index, context) }
  }

  /// Of two points about as deep the middle.
  private func deepest(_ r0: Vec2f, _ s0: Float, _ r1: Vec2f, _ s1: Float, _ count: Int32) -> Vec2f {
    let slop = StepContext.slop * lengthScale
    if count == 1 || s1 > s0 + slop { return r0 }
    return s1 < s0 - slop ? r1 : 0.5 * (r0 + r1)
  }

  /// Not for anchored bodies, which are not asleep: waking one wakes all that rests on it.
  @inline(__always)
  private func wakeIfAsleep(_ index: Int32) {
    let body = bodies + Int(index)
    if body.pointee.awake < 0 && body.pointee.flags & BodyFlag.anchored == 0 { wake(index) }
  }

  /// How far a body's surface can get in one step.
  @inline(__always)
  private func reachOf(_ state: BodyState, _ radius: Float, _ context: StepContext) -> Float {
    let spin = state.w < 0 ? -state.w : state.w
    return (state.v.length + spin * radius) * context.dt
  }

  /// Bodies with contacts or joints do not fly freely in this step.
  func markHeld() {
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      for block in 0..<set.pointee.blocks.count {
        let index = UnsafeRawPointer(set.pointee.blocks.base + block).assumingMemoryBound(to: Int32.self)
        for lane in 0..<16 where index[lane] >= 0 { motions[Int(index[lane])].free = 0 }
      }
    }
  }

  /// Marks the lanes whose contacts began to touch, and eight bits above those that ended.
  func findTouching(_ number: Int32, _ start: Int, _ end: Int, _ context: StepContext) {
    let slop = StepContext.slop * context.scale
    let touch = StepContext.touchDepth * context.scale
    let set = color(number)
    for block in start..<end {
      let f = laneFloats(number, Int32(block * 8))
      let was = set.pointee.touching[block]
      var found: UInt32 = 0
      for lane in 0..<8 {
        let total = f[ContactLane.total0 * 8 + lane] + f[ContactLane.total1 * 8 + lane]
        let bit: UInt32 = 1 << UInt32(lane)
        if total > 0 && was & bit != 0 { continue }
        if set.pointee.owners[block * 8 + lane] < 0 { continue }
        var end = f[ContactLane.end0 * 8 + lane]
        if f[ContactLane.single1 * 8 + lane] > 0 { end = min(end, f[ContactLane.end1 * 8 + lane]) }
        // An exact fit touches with neither impulse nor overlap, and that is no touch.
        if total > 0 || end < -touch {
          if was & bit == 0 { found |= bit }
        } else if was & bit != 0 && end > slop {
          found |= bit << 8
        }
      }
      set.pointee.marks[block] = found
    }
  }

  /// After the step: notes which contacts began and ended to touch. First all that began, so that a body that goes from
  /// one edge of a boundary to the next never leaves it.
  func updateTouching() {
    s.pointee.starts.count = 0
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      for block in 0..<set.pointee.blocks.count where set.pointee.marks[block] != 0 {
        let marks = set.pointee.marks[block]
        for lane in 0..<8 {
          let owner = set.pointee.owners[block * 8 + lane]
          if marks >> UInt32(lane) & 1 != 0 { _ = s.pointee.starts.append(owner) }
          if marks >> UInt32(lane + 8) & 1 != 0 { _ = s.pointee.ends.append(owner) }
        }
      }
    }
    reserveTouches(more: s.pointee.starts.count)
    for at in 0..<s.pointee.starts.count {
      let index = s.pointee.starts[at]
      beginTouch(index, describe(contacts[Int(index)]))
      if contacts[Int(index)].flags & ContactFlag.touching == 0 { continue }
      setTouchingBit(contacts + Int(index), true)
      // Who is met unforeseen, or too gently to be looked at again, wakes now.
      if contacts[Int(index)].segment < 0 {
        wakeIfAsleep(contacts[Int(index)].bodyA)
        wakeIfAsleep(contacts[Int(index)].bodyB)
      }
    }
    for at in 0..<s.pointee.ends.count {
      let index = s.pointee.ends[at]
      if contacts[Int(index)].flags & ContactFlag.touching == 0 { continue }
      if contacts[Int(index)].lane >= 0 { setTouchingBit(contacts + Int(index), false) }
      endTouch(index, silent: false)
    }
  }

  /// The event of a contact, seen after the step. For a boundary the item is A.
  private func describe(_ c: Contact) -> ContactRecord {
    var record = ContactRecord()
    let body = bodies[Int(c.bodyB)]
    let f = laneFloats(c.color, c.lane)
    var point = body.q.apply(c.local0)
    if c.count == 2 {
      let other = body.q.apply(c.local1)
      let difference = f[ContactLane.end1 * 8] - f[ContactLane.end0 * 8]
      let slop = StepContext.slop * lengthScale
      if difference < -slop {
        point = other
      } else if difference <= slop {
        point = 0.5 * (point + other)
      }
    }
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    record.point = Vector2(body.x + Double(point.x), body.y + Double(point.y))
    record.normal = c.segment >= 0 ? (-n).widened : n.widened
    record.impulse = Double(f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8])
    record.approachSpeed = Double(f[ContactLane.impact * 8])
    record.step = s.pointee.stepOfTick
    return record
  }
}
