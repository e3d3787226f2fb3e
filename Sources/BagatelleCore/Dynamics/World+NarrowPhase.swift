// Narrow phase: the contact points of pairs whose bodies left their reference pose.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims

/// What a look at a contact says: nothing more is to be done; boxes parted or may not meet; points are known, perhaps none;
/// or look again, alone.
enum Look {
  case done, parted, found, later
}

/// The points of a contact that act in a step.
struct FoundPoints: BitwiseCopyable {
  /// Away from A, in reference directions, as all that follows.
  var normal: Vec2f
  /// From A's center of mass, or the middle of a segment, to B's.
  var d: Vec2f
  /// From A's center, midway between the surfaces.
  var rA0: Vec2f
  var rA1: Vec2f
  var s0: Float
  var s1: Float
  var id0: UInt32
  var id1: UInt32
  /// Without points: how far apart the shapes are at least, at their reference poses.
  var gap: Float
  /// The contact.
  var index: Int32
  var count: Int32
  /// They overlap, or will meet in this step: who sleeps wakes.
  var touches: Bool
  var isFaceOfB: Bool
  /// Their boxes parted, or they may not meet any more; nothing else is known then.
  var isParted: Bool

  /// Of the points that there are.
  @inline(__always)
  var least: Float { count == 2 ? min(s0, s1) : s0 }
}

/// One side of a pair as its points are found: a body, or a piece of a group, of a box or circle about its own center.
struct ContactSide {
  /// From the body's center of mass, in reference directions.
  var offset = Vec2f.zero
  var q = Rotation.identity
  var motion = BodyTurn()
  /// Greatest and least distance from the center to the surface.
  var radii = Vec2f.zero
  var shape: Shape
}

extension ContactSide {
  @inline(__always)
  init(_ body: UnsafeMutablePointer<Body>, _ motion: BodyTurn) {
    q = body.pointee.q
    self.motion = motion
    radii = Vec2f(body.pointee.outerRadius, body.pointee.innerRadius)
    shape = body.pointee.shape
  }

  /// Whether there is a kernel for it.
  @inline(__always)
  var isSimple: Bool { shape.isBox || shape.kind == .circle }
}

extension BodyState {
  @inline(__always)
  fileprivate var turn: BodyTurn { BodyTurn(v: v, w: w, turned: turned) }
}

extension World {
  /// Looks anew at the contacts of every listed body: drops those whose boxes parted or that are no longer allowed, and
  /// finds the points of the others. Contacts between bodies that stayed near their references are left as they are. Where
  /// many bodies move, contacts that can follow them do; of fewer they are listed and found side by side, of a handful one by one.
  @_optimize(size)
  func updateContacts(_ context: StepContext) {
    if takeEarly() { return }
    noteSeams(slop: context.slop)
    let stamp = self.stamp
    s.pointee.ends.count = 0
    s.pointee.starts.count = 0
    noteRefused()
    let first = s.pointee.awake.count
    s.pointee.pushSpeeds.count = 0
    if s.pointee.approaches.count > 0 && !s.pointee.isCleared { lookAtApproaches(stamp, context) }
    var at = 0
    let count = s.pointee.fresh.count
    if count > StepContext.listCount && !s.pointee.isCleared
      && (count > StepContext.followCount && 4 * count >= s.pointee.awake.count ? followContacts(stamp, context) : findFresh(stamp, context))
    {
      at = count
    }
    repeat {
      // The list grows while sleeping bodies wake.
      while at < s.pointee.fresh.count {
        if at & 7 == 0 { fetchContacts(at, min(at + 8, s.pointee.fresh.count)) }
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
    } while s.pointee.approaches.count > 0 && wakeAhead(first, context)
  }

  /// Contacts of up to eight fresh bodies come into the cache, list beside list: in each of them one waits for the one before.
  @_optimize(size)
  func fetchContacts(_ first: Int, _ end: Int) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 8) { edges in
      for at in first..<end { edges[at - first] = bodies[Int(s.pointee.fresh[at])].firstContact }
      fetchContacts(edges.baseAddress.unsafelyUnwrapped, end - first)
    }
  }

  /// The same of lists that begin with these edges, which are lost.
  @inline(never)
  func fetchContacts(_ edges: UnsafeMutablePointer<Int32>, _ count: Int) {
    var count = count
    while count > 0 {
      var kept = 0
      for at in 0..<count where edges[at] >= 0 {
        let c = contacts + Int(edges[at] >> 1)
        edges[kept] = edges[at] & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
        if edges[kept] >= 0 { bgts_prefetch(contacts + Int(edges[kept] >> 1)) }
        kept += 1
      }
      count = kept
    }
  }

  /// The mark of this step on contacts that are looked at, never 0. Marks come again, so those of before go then.
  private var stamp: UInt16 {
    let stamp = UInt16(truncatingIfNeeded: s.pointee.partsTaken % 65535) + 1
    if stamp == 1 { for index in 0..<s.pointee.contacts.count { contacts[index].stamp = 0 } }
    return stamp
  }

  /// Ends the list; called once the boxes have followed.
  func clearFresh(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    share(s.pointee.fresh.count, least: World.leastBodies, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end {
        let body = world.bodies + Int(world.s.pointee.fresh[at])
        body.pointee.flags &= ~(BodyFlag.fresh | BodyFlag.refilter | BodyFlag.renewed | BodyFlag.entered)
        if body.pointee.awake >= 0 { world.shifts[Int(body.pointee.awake)] = BodyShift() }
      }
    }
    s.pointee.fresh.count = 0
  }

  // Flags are stored, not changed in place: to ThreadSanitizer that would be a write to all of the contact.
  /// Finds what there is of a contact now, and settles that. With `note` it goes there instead, and nothing is changed but
  /// what is the contact's own, so that workers may look at several at once; where other contacts count the answer is
  /// `later`.
  @discardableResult
  func refresh(_ index: Int32, _ context: StepContext, note: UnsafeMutablePointer<FoundPoints>? = nil) -> Look {
    let c = contacts + Int(index)
    let bodyB = bodies + Int(c.pointee.bodyB)
    // Between bodies of one shape nothing more is asked about pieces.
    let isPlain = c.pointee.segment >= none && c.pointee.pieceB < 0
    let boxB = isPlain ? s.pointee.bodyTree.box(ofLeaf: bodyB.pointee.leaf) : leafBox(bodyB, c.pointee.pieceB)
    // Of what is anchored, with boundaries and others that are, there are none but from before it was. Without mass on either side an impulse
    // would have no end.
    var keeps: Bool
    if c.pointee.segment >= 0 {
      keeps = bodyB.pointee.flags & BodyFlag.anchored == 0 && boxB.overlaps(s.pointee.segmentTree.box(ofLeaf: segments[Int(c.pointee.segment)].leaf))
    } else {
      let bodyA = bodies + Int(c.pointee.bodyA)
      keeps = bodyA.pointee.flags & bodyB.pointee.flags & BodyFlag.anchored == 0 && boxB.overlaps(
        isPlain ? s.pointee.bodyTree.box(ofLeaf: bodyA.pointee.leaf) : leafBox(bodyA, c.pointee.pieceA))
      if (bodyA.pointee.flags | bodyB.pointee.flags) & BodyFlag.refilter != 0 && keeps {
        keeps = mayCollide(c.pointee.bodyA, c.pointee.bodyB)
      }
    }
    if keeps { return findPoints(index, bodyB, isPlain, note, context) }
    if note != nil { return .parted }
    destroyContact(index, silent: false)
    return .done
  }

  @inline(__always)
  private func findPoints(
    _ index: Int32, _ bodyB: UnsafeMutablePointer<Body>, _ isPlain: Bool, _ note: UnsafeMutablePointer<FoundPoints>?,
    _ context: StepContext
  ) -> Look {
    let c = contacts + Int(index)
    var m = Manifold()  // Its `gap` is that of the pair, its `count` may fall to 0 for other reasons.
    let base = StepContext.speculativeDistance * context.scale
    let stateB = bodyB.pointee.awake >= 0 ? states[Int(bodyB.pointee.awake)] : BodyState()
    let pullB = bodyB.pointee.awake >= 0 ? motions[Int(bodyB.pointee.awake)].a : .zero
    var stateA = BodyState()
    var pullA = Vec2f.zero
    let isSegment = c.pointee.segment >= 0
    let segment = segments + Int(c.pointee.segment)
    let bodyA = bodies + Int(c.pointee.bodyA)
    var b = ContactSide(bodyB, stateB.turn)
    // A segment is where it is, and its shape elsewhere.
    var a = ContactSide(shape: b.shape)
    if !isPlain { b = side(bodyB, stateB.turn, c.pointee.pieceB, isAlone: !isSegment) }
    // Beyond half its size a plane through the nearest point says little; the sweep takes over.
    var inner = b.radii.y
    var motion = reachOf(b, context)
    let d: Vec2f
    let t: Transform2
    if isSegment {
      d = Vec2f(Float(bodyB.pointee.x - segment.pointee.x), Float(bodyB.pointee.y - segment.pointee.y))
      t = Transform2(p: d, q: bodyB.pointee.q)
    } else {
      if bodyA.pointee.awake >= 0 {
        stateA = states[Int(bodyA.pointee.awake)]
        pullA = motions[Int(bodyA.pointee.awake)].a
      }
      a = ContactSide(bodyA, stateA.turn)
      if !isPlain { a = side(bodyA, stateA.turn, c.pointee.pieceA, isAlone: true) }
      let between = Vec2f(Float(bodyB.pointee.x - bodyA.pointee.x), Float(bodyB.pointee.y - bodyA.pointee.y))
      d = isPlain ? between : between + b.offset - a.offset
      motion += reachOf(a, context)
      inner = min(a.radii.y, inner)
      t = Transform2(p: a.q.applyInverse(d), q: a.q.inverseTimes(b.q))
    }
    let qA = a.q
    let near = base + min(motion, 0.5 * inner)
    let reach = spinsFar(stateA, context) || spinsFar(stateB, context) ? base + motion : near
    if !isSegment && c.pointee.points == 0
      && !(a.shape.isBox && b.shape.isBox && (bodyA.pointee.flags | bodyB.pointee.flags) & BodyFlag.anchored == 0)
    {
      // Two boxes are found in BoxKernel.swift where there are several, without points too, which tells another gap.
      let apart =
        isPlain || a.isSimple && b.isSimple
        ? leastGap(a, b, t)
        : leastGap(bodyA, c.pointee.pieceA, bodyB, c.pointee.pieceB, place(bodyA, bodyB))
      if apart > near {
        c.pointee.flags = c.pointee.flags & ~ContactFlag.covered
        if staysLoose(c, gap: max(apart - motionSoFar(stateB.d - stateA.d, a, b), 0)) { return .done }
      }
    }
    if !isSegment && a.shape.isBox && b.shape.isBox {
      // What was pressed together goes back the way it came.
      let isPlaced = c.pointee.points == 0 || c.pointee.flags & ContactFlag.placed != 0
      collideBoxes(
        a.shape.halfSize, b.shape.halfSize, t, margin: reach,
        pull: isPlaced ? qA.applyInverse(pullB == .zero ? pullA : pullB) : .zero, into: &m)
    } else {
      var outline = view(b.shape)
      if isSegment && c.pointee.pieceB >= 0 { outline.middle = pieces[Int(c.pointee.pieceB)].centroid }
      collide(isSegment ? view(segment) : view(a.shape), outline, t, margin: reach, into: &m)
    }
    c.pointee.flags = c.pointee.flags & ~ContactFlag.covered
    if isSegment {
      if !isPlain { dropCovered(index, &m, qA, d, slop: context.slop) }
      if note != nil && s.pointee.boundaries[Int(segment.pointee.boundary)].pass != .never { return .later }
      let depth = m.count == 0 ? 0 : m.count == 1 ? m.p0.separation : min(m.p0.separation, m.p1.separation)
      if note == nil && passes(c, separation: depth, context) { m.count = 0 }
    } else {
      let anchoredA = bodyA.pointee.flags & BodyFlag.anchored != 0
      if m.count > 0 && (anchoredA || bodyB.pointee.flags & BodyFlag.anchored != 0) {
        let anchored = anchoredA ? c.pointee.bodyA : c.pointee.bodyB
        let other = anchoredA ? c.pointee.bodyB : c.pointee.bodyA
        if note != nil {
          if hasOtherAnchored(other, than: anchored) { return .later }
        } else if isCovered(
          isPlain ? m : inBody(m, c.pointee.pieceA), anchored: anchored, piece: anchoredA ? c.pointee.pieceA : c.pointee.pieceB,
          other: other, flipped: !anchoredA, isPlain ? t : place(bodyA, bodyB), slop: context.slop)
        {
          m.count = 0
          c.pointee.flags |= ContactFlag.covered
        }
      }
    }
    let n = qA.apply(m.normal)
    // Far points count only when they close in within this step: a plane through a far corner is no wall.
    let speedUp = max(-n.dot(pullB - pullA), 0) * context.dt
    var rA0 = Vec2f.zero
    var rA1 = Vec2f.zero
    var s0: Float = 0
    var s1: Float = 0
    var id0: UInt32 = 0
    var id1: UInt32 = 0
    var count: Int32 = 0
    // What lies beside another with hardly a gap, and does not come nearer, touches nobody: two such would wake each other for ever.
    let touchDepth = StepContext.touchDepth * context.scale
    var touches = false
    // What is left of a gap bounds the speed at the end of the step as in one sub-step more.
    let ahead = context.dt + (isSegment || !hasSleeper(c) ? 0 : context.h)
    // On a face that is touched already, what turns fast soon sets down its other end.
    let sits = m.count > 1 && min(m.p0.separation, m.p1.separation) <= base
    for which in 0..<Int(m.count) {
      let p = which == 0 ? m.p0 : m.p1
      if p.separation > near && !sits { continue }
      let rA = qA.apply(p.a)
      if p.separation > -touchDepth {
        let rB = rA - d
        let relative =
          b.motion.v + b.motion.w * rB.turned - a.motion.v
          - a.motion.w * (isSegment ? Vec2f.zero : rA.turned)
        let closing = speedUp - n.dot(relative)
        if p.separation > base && closing * context.dt < p.separation { continue }
        if closing * ahead >= max(p.separation, touchDepth) { touches = true }
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
    // As of what is found in a batch: nothing is asked about points of which none acts.
    if !isPlain && !isSegment && count > 0 {
      dropCovered(index, &m, qA, d, slop: context.slop)
      if m.count == 0 { count = 0 }
    }
    var gap: Float = 0
    if count == 0 {
      gap = max(knownGap(m, stateB.d - stateA.d, a, b, c), 0)
      if staysLoose(c, gap: gap) { return .done }
    }
    var found = FoundPoints(
      normal: n, d: d, rA0: rA0, rA1: rA1, s0: s0, s1: s1, id0: id0, id1: id1, gap: gap, index: index, count: count,
      touches: touches, isFaceOfB: m.isFaceOfB, isParted: false)
    if !isPlain { carryOver(&found) }
    if let note {
      note.pointee = found
      return .found
    }
    dropPassing(&found, context)
    if count > 0 && found.count == 0 && staysLoose(c, gap: found.gap) { return .done }
    settle(&found, context)
    return .done
  }

  /// Of a contact without points: whether it had none before, so that nothing but itself changes. That is done then.
  @inline(__always)
  func staysLoose(_ c: UnsafeMutablePointer<Contact>, gap: Float) -> Bool {
    c.pointee.flags = c.pointee.flags & ~(ContactFlag.allowed | ContactFlag.refused)
    if c.pointee.lane >= 0 || c.pointee.flags & ContactFlag.touching != 0 { return false }
    loosen(c, gap: gap)
    return true
  }

  /// Lets a contact act in this step as it was found, or not.
  @inline(never)
  func settle(_ found: UnsafePointer<FoundPoints>, _ context: StepContext) {
    let index = found.pointee.index
    let c = contacts + Int(index)
    var count = found.pointee.count
    if count > 0 && s.pointee.veto != nil {
      if isRefused(c, normal: found.pointee.normal, rB: deepest(found) - found.pointee.d) { count = 0 }
    }
    if count == 0 {
      if c.pointee.lane >= 0 { leaveLane(index) }
      loosen(c, gap: found.pointee.gap)
      // Its ended event waits for the end of the step, with the others.
      if c.pointee.flags & ContactFlag.touching != 0 { _ = s.pointee.ends.append(index) }
      return
    }
    if c.pointee.segment < 0 && hasSleeper(c) {
      if found.pointee.touches {
        wakeIfAsleep(c.pointee.bodyB)
        wakeIfAsleep(c.pointee.bodyA)
      } else {
        noteApproach(index)
      }
    }
    var (old0, old1, _) = c.pointee.impulses
    var load0: Float = 0
    var load1: Float = 0
    // A side that just woke or slept has other colors.
    if c.pointee.lane >= 0 {
      let f = laneFloats(c.pointee.color, c.pointee.lane)
      old0 = f[ContactLane.impulse0 * 8]
      old1 = f[ContactLane.impulse1 * 8]
      load0 = f[ContactLane.load0 * 8]
      load1 = f[ContactLane.load1 * 8]
      if !hasIndices(f, c) { leaveLane(index) }
    }
    if c.pointee.lane < 0 && !enterLane(index) {
      s.pointee.outOfMemory = true
      return
    }
    writePoints(found, (old0, load0), (old1, load1), context)
  }

  /// Without points: the shapes are so far apart at least.
  @inline(__always)
  func loosen(_ c: UnsafeMutablePointer<Contact>, gap: Float) {
    c.pointee.points = 0
    setGap(c, gap)
    c.clearImpulses()
  }

  /// Whether a lane has the rows in which the contact's bodies are now.
  @inline(__always)
  func hasIndices(_ f: UnsafeMutablePointer<Float>, _ c: UnsafeMutablePointer<Contact>) -> Bool {
    let a = c.pointee.bodyA >= 0 ? bodies[Int(c.pointee.bodyA)].awake : none
    return Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern) == a
      && Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern) == bodies[Int(c.pointee.bodyB)].awake
  }

  /// Fills the contact's lane; impulses and loads of points that were there before go on.
  @inline(__always)
  private func writePoints(
    _ points: UnsafePointer<FoundPoints>, _ old0: (impulse: Float, load: Float), _ old1: (impulse: Float, load: Float),
    _ context: StepContext
  ) {
    var found = points.pointee
    let c = contacts + Int(found.index)
    let bodyB = bodies + Int(c.pointee.bodyB)
    let n = found.normal
    let oldCount = c.pointee.points
    let oldID0 = UInt32(c.pointee.id0)
    let oldID1 = UInt32(c.pointee.id1)
    var keep0 = oldCount > 1 && oldID1 == found.id0 ? old1 : (impulse: 0, load: 0)
    if oldCount > 0 && oldID0 == found.id0 { keep0 = old0 }
    var keep1: (impulse: Float, load: Float) = (0, 0)
    if found.count == 2 {
      if oldCount > 1 && oldID1 == found.id1 { keep1 = old1 }
      if oldCount > 0 && oldID0 == found.id1 { keep1 = old0 }
    }
    c.pointee.points = UInt8(truncatingIfNeeded: found.count)
    let depth = -found.least
    if oldCount == 0 && depth > StepContext.placedShare * bodyB.pointee.innerRadius {
      let entered = bodyB.pointee.flags | (c.pointee.bodyA >= 0 ? bodies[Int(c.pointee.bodyA)].flags : 0)
      let isWithin = c.pointee.bodyA >= 0 && entered & BodyFlag.entered != 0
      c.pointee.flags = c.pointee.flags & ~ContactFlag.within | ContactFlag.placed | (isWithin ? ContactFlag.within : 0)
      if isWithin { s.pointee.hadWithin = true }
      // What a plate has come over is pushed out before it is through.
      if c.pointee.bodyA >= 0 && !isWithin && (isPlate(c, isA: true) || isPlate(c, isA: false)) { c.pointee.flags &= ~ContactFlag.placed }
    } else if oldCount == 0 || depth < context.slop {
      c.pointee.flags = c.pointee.flags & ~(ContactFlag.placed | ContactFlag.within)
    }
    c.pointee.id0 = UInt16(truncatingIfNeeded: found.id0)
    c.pointee.id1 = UInt16(truncatingIfNeeded: found.id1)
    var rB0 = found.rA0 - found.d
    var rB1 = found.rA1 - found.d
    c.setLocals(
      bodyB.pointee.q.applyInverse(rB0 + (0.5 * found.s0) * n), bodyB.pointee.q.applyInverse(rB1 + (0.5 * found.s1) * n))
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    if s.pointee.hasSlippery { takeBack(c, &found, &rB0, &rB1) }
    withUnsafePointer(to: &found) {
      writeLane(c, f, $0, rB0: rB0, rB1: rB1, impulse0: keep0.impulse, impulse1: keep1.impulse, context: context)
    }
    f[ContactLane.load0 * 8] = keep0.load
    f[ContactLane.load1 * 8] = keep1.load
    if oldCount == 0 { noteStart(found.index, context) }
  }

  /// Of two points about as deep the middle.
  private func deepest(_ found: UnsafePointer<FoundPoints>) -> Vec2f {
    let slop = StepContext.slop * lengthScale
    let f = found.pointee
    if f.count == 1 || f.s1 > f.s0 + slop { return f.rA0 }
    return f.s1 < f.s0 - slop ? f.rA1 : 0.5 * (f.rA0 + f.rA1)
  }

  /// Not for anchored bodies, which are not asleep: waking one wakes all that rests on it.
  @inline(__always)
  func wakeIfAsleep(_ index: Int32) {
    let body = bodies + Int(index)
    if body.pointee.awake < 0 && body.pointee.flags & BodyFlag.anchored == 0 { wake(index) }
  }

  /// How far two shapes are apart at least, by their circles and by the sides of boxes.
  @inline(__always)
  private func leastGap(_ a: ContactSide, _ b: ContactSide, _ t: Transform2) -> Float {
    var gap = t.p.length - a.radii.x - b.radii.x
    if a.shape.isBox { gap = max(gap, beyond(t.p, a.shape.halfSize) - b.radii.x) }
    if b.shape.isBox {
      gap = max(gap, beyond(t.q.applyInverse(t.p), b.shape.halfSize) - a.radii.x)
    }
    return gap
  }

  /// Of a body of several shapes the one that has the contact; a box or circle about its own center, unless it is not `isAlone`.
  @inline(never)
  func side(_ body: UnsafeMutablePointer<Body>, _ motion: BodyTurn, _ piece: Int32, isAlone: Bool) -> ContactSide {
    var side = ContactSide(body, motion)
    if piece < 0 { return side }
    let p = pieces + Int(piece)
    side.radii.y = p.pointee.innerRadius
    side.shape = p.pointee.shape
    if !isAlone || p.pointee.own.start < 0 { return side }
    side.shape = p.pointee.own
    side.offset = side.q.apply(p.pointee.centroid)
    side.q = side.q.times(p.pointee.turn)
    side.motion = p.pointee.motion(motion, side.offset)
    side.radii.x = p.pointee.ownRadius
    return side
  }

  /// B's frame in A's.
  func place(_ a: UnsafeMutablePointer<Body>, _ b: UnsafeMutablePointer<Body>) -> Transform2 {
    let d = Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y))
    return Transform2(p: a.pointee.q.applyInverse(d), q: a.pointee.q.inverseTimes(b.pointee.q))
  }

  /// How far a point, or its mirror image, is beyond the farther of two sides.
  @inline(__always)
  private func beyond(_ p: Vec2f, _ half: Vec2f) -> Float { max(abs(p.x) - half.x, abs(p.y) - half.y) }

  /// From the frame of a piece to that of its body.
  private func inBody(_ m: Manifold, _ piece: Int32) -> Manifold {
    if piece < 0 || pieces[Int(piece)].own.start < 0 { return m }
    let t = Transform2(p: pieces[Int(piece)].centroid, q: pieces[Int(piece)].turn)
    var placed = m
    placed.normal = t.q.apply(m.normal)
    placed.p0.a = t.apply(m.p0.a)
    placed.p1.a = t.apply(m.p1.a)
    return placed
  }

  /// As `findPoints` tells of what had no points: whether they are surely too far apart for some.
  @inline(__always)
  func isFar(_ a: ContactSide, _ b: ContactSide, _ t: Transform2, _ context: StepContext) -> Bool {
    let motion = reachOf(b, context) + reachOf(a, context)
    return leastGap(a, b, t) > StepContext.speculativeDistance * context.scale + min(motion, 0.5 * min(a.radii.y, b.radii.y))
  }

  /// How far a surface can get in one step.
  @inline(__always)
  private func reachOf(_ side: ContactSide, _ context: StepContext) -> Float {
    let spin = side.motion.w < 0 ? -side.motion.w : side.motion.w
    return (side.motion.v.length + spin * side.radii.x) * context.dt
  }

  /// Whether it turns by more than half a radian in a step.
  @inline(__always)
  private func spinsFar(_ state: BodyState, _ context: StepContext) -> Bool {
    (state.w < 0 ? -state.w : state.w) * context.dt > 0.5
  }
}
