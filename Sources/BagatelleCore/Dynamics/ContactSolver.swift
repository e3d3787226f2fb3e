// Contacts in the solver: colors, lanes, and what is done one contact at a time. The wide passes are in ContactKernel.swift.
// SPDX-License-Identifier: MIT
//
// Constraint of a point: the separation s along the normal n may not fall below zero. Overlap is taken back by a soft bias
// (Catto, Solver2D, 2024) that the relaxing pass removes from the velocity again; a gap lets its bodies approach by no more
// than it per sub-step. The two points of a manifold are solved together as a 2 × 2 linear complementarity problem, so a flat
// landing gains no spin and a mirror image stays one. In 2D both points lie on one line along the tangent, so friction
// needs one row with the sum of both normal impulses as its limit.
//
// A contact with points and an awake body owns one lane of a block of eight. Blocks belong to colors (graph coloring: no
// two contacts of a color share a body that can move; Catto, "SIMD Matters", 2024). The lane is the contact's home across
// steps: as long as both bodies stay near their reference poses nothing of it is computed anew, and its impulses stay in
// place. Contacts beyond the colors go to color 0, one per block.

import BagatelleKernels

extension World {
  static var colorCount: Int { 24 }
  private static var movingColors: UInt32 { 0x0000_fffe }
  private static var fixedColors: UInt32 { 0x00ff_0000 }

  @inline(__always)
  func color(_ index: Int32) -> UnsafeMutablePointer<ContactColor> { s.pointee.colors.base + Int(index) }

  /// First float of a lane; field f is at f * 8.
  @inline(__always)
  func laneFloats(_ color: Int32, _ lane: Int32) -> UnsafeMutablePointer<Float> {
    let block = self.color(color).pointee.blocks.base + Int(lane >> 3)
    return UnsafeMutableRawPointer(block).assumingMemoryBound(to: Float.self) + Int(lane & 7)
  }

  /// The same of a lane by its place.
  @inline(__always)
  func laneFloats(at place: Int32) -> UnsafeMutablePointer<Float> { laneFloats(place >> Contact.laneBits, place & (Contact.mostLanes - 1)) }

  /// The rows of a block, by the names of `ContactLane`.
  @inline(__always)
  func blockRows(_ color: Int32, _ block: Int) -> UnsafeMutablePointer<F8> {
    UnsafeMutableRawPointer(self.color(color).pointee.blocks.base + block).assumingMemoryBound(to: F8.self)
  }

  /// Gives a contact a lane. Its impulses go there. False: no memory.
  func enterLane(_ index: Int32) -> Bool {
    let c = contacts + Int(index)
    let a = c.pointee.bodyA
    let b = c.pointee.bodyB
    // What moves as told is not changed by contacts, so they may share it.
    let movesA = a >= 0 && bodies[Int(a)].awake >= 0 && bodies[Int(a)].invMass > 0
    let movesB = bodies[Int(b)].awake >= 0 && bodies[Int(b)].invMass > 0
    let used = (movesA ? bodies[Int(a)].colors : 0) | (movesB ? bodies[Int(b)].colors : 0)
    let number = freeColor(used, bothMove: movesA && movesB)
    let set = color(number)
    let lane = number == 0 ? set.pointee.lanes * 8 : set.pointee.lanes
    if lane >= Contact.mostLanes { return false }
    let blocks = Int(lane >> 3) + 1
    let before = set.pointee.blocks.count
    if blocks > before {
      guard set.pointee.blocks.resize(blocks), set.pointee.touching.resize(blocks),
        set.pointee.marks.resize(blocks), set.pointee.owners.resize(blocks * 8)
      else {
        set.pointee.blocks.count = before
        return false
      }
      for at in 0..<8 { clearLane(number, Int32(before * 8 + at)) }
      set.pointee.touching[before] = 0
    }
    set.pointee.lanes += 1
    if !movesA || !movesB { set.pointee.hasFixed = true }
    set.pointee.owners[Int(lane)] = index
    c.pointee.place = Contact.place(number, lane)
    setGap(c, -1)
    if number > 0 {
      if movesA { bodies[Int(a)].colors |= 1 << UInt32(number) }
      if movesB { bodies[Int(b)].colors |= 1 << UInt32(number) }
    }
    let f = laneFloats(number, lane)
    let impulses = c.pointee.impulses
    f[ContactLane.impulse0 * 8] = impulses.0
    f[ContactLane.impulse1 * 8] = impulses.1
    f[ContactLane.impulseT * 8] = impulses.2
    f[ContactLane.load0 * 8] = 0
    f[ContactLane.load1 * 8] = 0
    setTouchingBit(c, c.pointee.flags & ContactFlag.touching != 0)
    return true
  }

  /// The first color that is not among the used ones, of the other kind if need be; 0 when all are.
  @inline(__always)
  func freeColor(_ used: UInt32, bothMove: Bool) -> Int32 {
    let unused = ~used & (World.movingColors | World.fixedColors)
    let free = unused & (bothMove ? World.movingColors : World.fixedColors)
    let taken = free == 0 ? unused : free
    return taken == 0 ? 0 : Int32(taken.trailingZeroBitCount)
  }

  private func clearLane(_ color: Int32, _ lane: Int32) {
    let f = laneFloats(color, lane)
    for field in 0..<ContactLane.count { f[field * 8] = 0 }
    f[ContactLane.indexA * 8] = Float(bitPattern: UInt32(bitPattern: -1))
    f[ContactLane.indexB * 8] = Float(bitPattern: UInt32(bitPattern: -1))
    self.color(color).pointee.owners[Int(lane)] = none
  }

  func setTouchingBit(_ c: UnsafeMutablePointer<Contact>, _ on: Bool) {
    let word = color(c.pointee.color).pointee.touching.base + Int(c.pointee.lane >> 3)
    let bit: UInt32 = 1 << UInt32(c.pointee.lane & 7)
    if on { word.pointee |= bit } else { word.pointee &= ~bit }
  }

  /// Takes a contact out of its lane; its impulses come back to it. The last lane of the color fills the place.
  @_optimize(size)
  func leaveLane(_ index: Int32) {
    let c = contacts + Int(index)
    let number = c.pointee.color
    let lane = c.pointee.lane
    let set = color(number)
    let f = laneFloats(number, lane)
    c.pointee.impulses = (f[ContactLane.impulse0 * 8], f[ContactLane.impulse1 * 8], f[ContactLane.impulseT * 8])
    if number > 0 {
      // Only a side that moved when the lane was taken has the color.
      let bit: UInt32 = 1 << UInt32(number)
      let movedA = f[ContactLane.massA * 8] > 0
      let movedB = f[ContactLane.massB * 8] > 0
      if movedA { bodies[Int(c.pointee.bodyA)].colors &= ~bit }
      if movedB { bodies[Int(c.pointee.bodyB)].colors &= ~bit }
    }
    setTouchingBit(c, false)
    set.pointee.lanes -= 1
    let last = number == 0 ? set.pointee.lanes * 8 : set.pointee.lanes
    if last != lane {
      let moved = set.pointee.owners[Int(last)]
      let from = laneFloats(number, last)
      for field in 0..<ContactLane.count { f[field * 8] = from[field * 8] }
      set.pointee.owners[Int(lane)] = moved
      let other = contacts + Int(moved)
      setTouchingBit(other, false)
      other.pointee.place = c.pointee.place
      setTouchingBit(other, other.pointee.flags & ContactFlag.touching != 0)
    }
    clearLane(number, last)
    set.pointee.blocks.count = number == 0 ? Int(set.pointee.lanes) : Int(set.pointee.lanes + 7) >> 3
    c.pointee.place = none
    setGap(c, 0)
  }

  @inline(__always)
  func setGap(_ c: UnsafeMutablePointer<Contact>, _ gap: Float) {
    if c.pointee.active >= 0 { s.pointee.active.base[Int(c.pointee.active)].gap = gap }
  }

  /// A body has another awake index: its lanes follow. Not those that it shared when it did not move, which it leaves when they are looked at.
  func moveLanes(_ body: Int32, from old: Int32, to awake: Int32) {
    var edge = bodies[Int(body)].firstContact
    let bits = Float(bitPattern: UInt32(bitPattern: awake))
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      if c.pointee.lane >= 0 {
        let f = laneFloats(c.pointee.color, c.pointee.lane) + (edge & 1 == 0 ? ContactLane.indexA : ContactLane.indexB) * 8
        if f[0].bitPattern == UInt32(bitPattern: old) { f[0] = bits }
      }
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
    }
  }

  /// For assertions: no two lanes of a block change one body, who changes has the color, and in each lane something moves or may be woken.
  func hasSoundLanes() -> Bool {
    for number in 0..<Int32(World.colorCount) {
      for lane in 0..<Int32(truncatingIfNeeded: color(number).pointee.owners.count) {
        let owner = color(number).pointee.owners[Int(lane)]
        if owner < 0 { continue }
        let c = contacts + Int(owner)
        let others = number == 0 ? lane..<lane : (lane & ~7)..<lane
        for isB in [false, true] {
          let index = isB ? c.pointee.bodyB : c.pointee.bodyA
          let f = laneFloats(number, lane)
          if index < 0 || f[(isB ? ContactLane.massB : ContactLane.massA) * 8] == 0 { continue }
          if number > 0 && bodies[Int(index)].colors & 1 << UInt32(number) == 0 { return false }
          for other in others {
            let before = color(number).pointee.owners[Int(other)]
            if before >= 0 && (contacts[Int(before)].bodyA == index || contacts[Int(before)].bodyB == index) { return false }
          }
        }
        let anchored = BodyFlag.anchored & bodies[Int(c.pointee.bodyB)].flags
        if anchored != 0 && (c.pointee.bodyA < 0 || bodies[Int(c.pointee.bodyA)].flags & anchored != 0) { return false }
      }
    }
    return true
  }

  /// Writes a contact to its lane as it was found: normal in reference directions, points from the centers of mass; how it follows
  /// its bodies: whose face gives the normal, and how far it may go. All is read first: after a store to a lane the compiler knows
  /// nothing of what it read before.
  @inline(__always)
  func writeLane(
    _ c: UnsafeMutablePointer<Contact>, _ f: UnsafeMutablePointer<Float>, _ found: UnsafePointer<FoundPoints>, rB0: Vec2f,
    rB1: Vec2f, impulse0: Float, impulse1: Float, context: StepContext
  ) {
    let n = found.pointee.normal
    let rA0 = found.pointee.rA0
    let rA1 = found.pointee.rA1
    let s0 = found.pointee.s0
    let s1 = found.pointee.s1
    let isDouble = found.pointee.count == 2
    let isFaceOfB = found.pointee.isFaceOfB
    // Of a segment both sides are B's body where they only have to agree: what is read without a question needs no branch.
    let hasA = c.pointee.bodyA >= 0
    let bodyB = bodies + Int(c.pointee.bodyB)
    let bodyA = bodies + Int(hasA ? c.pointee.bodyA : c.pointee.bodyB)
    let awakeB = bodyB.pointee.awake
    let awakeA = hasA ? bodyA.pointee.awake : none
    let mA = awakeA >= 0 ? bodyA.pointee.invMass : 0
    let iA = awakeA >= 0 ? bodyA.pointee.invInertia : 0
    let mB = awakeB >= 0 ? bodyB.pointee.invMass : 0
    let iB = awakeB >= 0 ? bodyB.pointee.invInertia : 0
    let inner = min(bodyB.pointee.innerRadius, bodyA.pointee.innerRadius)
    let outer = max(bodyB.pointee.outerRadius, bodyA.pointee.outerRadius)
    let isPlain = bit(c.pointee.segment >= none) & bit(c.pointee.pieceB < 0)
    let isCircleA = bit(hasA) & bit(c.pointee.segment >= none) & bit(bodyA.pointee.shape.kind == .circle)
    let isCircleB = bit(c.pointee.pieceB < 0) & bit(bodyB.pointee.shape.kind == .circle)
    // Who is hit must wake, so a contact with one asleep is found anew each time.
    let sleepsA = bit(bodyA.pointee.awake < 0) & bit(bodyA.pointee.flags & BodyFlag.anchored == 0)
    let sleeps = sleepsA | bit(awakeB < 0) & bit(bodyB.pointee.flags & BodyFlag.anchored == 0)
    // Both are -1, or some joint may hold one of them.
    let isJointed = bodyA.pointee.firstJoint & bodyB.pointee.firstJoint >= 0 && (isHeldRigidly(bodyA) || isHeldRigidly(bodyB))
    // Of who does not move, a row of zeros.
    let stateA = states[Int(awakeA)]
    let stateB = states[Int(awakeB)]
    let (friction, restitution) = materials(c)
    let surface = surfaceSpeed(c, normal: n)
    let push = c.pointee.flags & ContactFlag.placed != 0 ? StepContext.placedPushSpeed : StepContext.pushSpeed
    let pushSpeed = c.pointee.segment >= 0 ? 1e9 : push * context.scale

    // Side A, side B of the first point, then of the second.
    let armX = SIMD4(rA0.x, rB0.x, rA1.x, rB1.x)
    let armY = SIMD4(rA0.y, rB0.y, rA1.y, rB1.y)
    let cross = armX * n.y - armY * n.x
    let along = armX * n.x + armY * n.y
    let inertia = SIMD4(iA, iB, iA, iB)
    let turned = SIMD4(stateA.turned, stateB.turned, stateA.turned, stateB.turned)
    let mass = mA + mB
    let answer = inertia * cross * cross
    var k = (SIMD2(repeating: mass) + answer.evenHalf) + answer.oddHalf
    let shift = n.dot(stateB.d - stateA.d)
    let turns = turned * cross
    let bends = 0.5 * turned * turned * along
    let ends = SIMD2(s0, s1)
    let separation = ends - shift - (turns.oddHalf - turns.evenHalf) - (bends.evenHalf - bends.oddHalf)
    let normal = n.dot(stateB.v - stateA.v)
    let rates = SIMD4(stateA.w, stateB.w, stateA.w, stateB.w) * cross
    let closing = rates.evenHalf - rates.oddHalf - normal
    let approach = closing.replacing(with: 0, where: closing .<= 0)
    var middleA = rA0
    var middleB = rB0
    f[ContactLane.indexA * 8] = Float(bitPattern: UInt32(bitPattern: awakeA))
    f[ContactLane.indexB * 8] = Float(bitPattern: UInt32(bitPattern: awakeB))
    f[ContactLane.nx * 8] = n.x
    f[ContactLane.ny * 8] = n.y
    f[ContactLane.massA * 8] = mA
    f[ContactLane.inertiaA * 8] = iA
    f[ContactLane.massB * 8] = mB
    f[ContactLane.inertiaB * 8] = iB
    f[ContactLane.friction * 8] = friction
    f[ContactLane.restitution * 8] = restitution
    f[ContactLane.surface * 8] = surface
    f[ContactLane.pushSpeed * 8] = pushSpeed
    let slop = min(StepContext.restingDepth * context.scale, StepContext.slopShare * inner)
    f[ContactLane.slop * 8] = isJointed ? -slop : slop
    f[ContactLane.crossA0 * 8] = cross[0]
    f[ContactLane.crossB0 * 8] = cross[1]
    f[ContactLane.alongA0 * 8] = isCircleA != 0 ? 0 : along[0]
    f[ContactLane.alongB0 * 8] = isCircleB != 0 ? 0 : along[1]
    f[ContactLane.separation0 * 8] = separation[0]
    f[ContactLane.impulse0 * 8] = impulse0
    f[ContactLane.approach0 * 8] = approach[0]
    f[ContactLane.end0 * 8] = s0
    if isDouble {
      let k01 = mass + iA * (cross[0] * cross[2]) + iB * (cross[1] * cross[3])
      var determinant = k[0] * k[1] - k01 * k01
      if determinant < 1e-3 * (k[0] * k[1]) {
        // Points close together, or nothing that turns: a little softer, so that the two still share.
        k *= 1.001
        determinant = k[0] * k[1] - k01 * k01
      }
      let inverse = 1 / determinant
      let single = 1 / k
      f[ContactLane.crossA1 * 8] = cross[2]
      f[ContactLane.crossB1 * 8] = cross[3]
      f[ContactLane.alongA1 * 8] = along[2]
      f[ContactLane.alongB1 * 8] = along[3]
      f[ContactLane.separation1 * 8] = separation[1]
      f[ContactLane.inverse00 * 8] = k[1] * inverse
      f[ContactLane.inverse01 * 8] = -k01 * inverse
      f[ContactLane.inverse11 * 8] = k[0] * inverse
      f[ContactLane.single0 * 8] = single[0]
      f[ContactLane.single1 * 8] = single[1]
      f[ContactLane.k01 * 8] = k01
      f[ContactLane.impulse1 * 8] = impulse1
      f[ContactLane.approach1 * 8] = approach[1]
      f[ContactLane.end1 * 8] = s1
      middleA = 0.5 * (rA0 + rA1)
      middleB = 0.5 * (rB0 + rB1)
    } else {
      let inverse = 1 / k[0]
      f[ContactLane.crossA1 * 8] = 0
      f[ContactLane.crossB1 * 8] = 0
      f[ContactLane.alongA1 * 8] = 0
      f[ContactLane.alongB1 * 8] = 0
      f[ContactLane.separation1 * 8] = 0
      f[ContactLane.inverse00 * 8] = inverse
      f[ContactLane.inverse01 * 8] = 0
      f[ContactLane.inverse11 * 8] = 0
      f[ContactLane.single0 * 8] = inverse
      f[ContactLane.single1 * 8] = 0
      f[ContactLane.k01 * 8] = 0
      f[ContactLane.impulse1 * 8] = 0
      f[ContactLane.approach1 * 8] = 0
      f[ContactLane.end1 * 8] = 0
    }
    let t = n.turned
    let aT = middleA.cross(t)
    let bT = middleB.cross(t)
    f[ContactLane.crossAT * 8] = aT
    f[ContactLane.crossBT * 8] = bT
    f[ContactLane.tangentMass * 8] = 1 / (mass + iA * aT * aT + iB * bT * bT)

    let isBetween = isPlain & isCircleA & isCircleB != 0
    f[ContactLane.face * 8] = isBetween ? 0.5 : isFaceOfB ? 1 : 0
    let round: Float = isBetween || isPlain & (isFaceOfB ? isCircleA : isCircleB) != 0 ? 1 : 0
    f[ContactLane.round * 8] = isJointed ? 3 * round - 1 : round
    // Parts of groups may be thin, and what joints hold may come to rest by little.
    let isFree = isPlain != 0 && !isJointed
    let most = StepContext.followTurnWay * (context.scale * context.scale) / outer
    let way = isFree ? min(StepContext.followShare * inner, most) : 0
    f[ContactLane.budget * 8] = sleeps != 0 ? -1 : max(StepContext.followWay * context.scale, way)
  }

  @inline(__always)
  private func bit(_ value: Bool) -> UInt32 { value ? 1 : 0 }

  /// Whether a joint that is no spring holds the body.
  @inline(never)
  private func isHeldRigidly(_ body: UnsafeMutablePointer<Body>) -> Bool {
    if s.pointee.jointWork.isArranged && body.pointee.awake >= 0 { return body.pointee.flags & BodyFlag.held != 0 }
    return body.pointee.firstJoint >= 0 && hasRigidJoint(body)
  }

  @inline(never)
  @_optimize(size)
  private func hasRigidJoint(_ body: UnsafeMutablePointer<Body>) -> Bool {
    var edge = body.pointee.firstJoint
    while edge >= 0 {
      let joint = joints + Int(edge >> 1)
      if joint.pointee.isRigid { return true }
      edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
    }
    return false
  }

  // MARK: Passes

  enum ContactPhase: Int32 { case start = 0, warmStart, solve, relax, measure, rebase }

  /// Marks the lanes that bounce or hit what hangs on attachments, and puts their speeds at impact in place of those at the start of the step.
  func findBounces(_ number: Int32, _ start: Int, _ end: Int, _ context: StepContext) {
    let marks = color(number).pointee.marks.base
    let zero = F8(repeating: 0)
    let least = F8(repeating: 0.5 * StepContext.freeBounceThreshold * context.scale)
    for block in start..<end {
      let rows = blockRows(number, block)
      let closing0 = rows[ContactLane.approach0]
      let closing1 = rows[ContactLane.approach1]
      let closing = select(closing1 .>= closing0, closing1, closing0)
      let isIdle = (rows[ContactLane.total0] .<= zero) & (rows[ContactLane.total1] .<= zero)
      rows[ContactLane.impact] = select(isIdle, rows[ContactLane.impact], closing)
      var found: UInt32 = 0
      // Most contacts rest.
      var fast = ~(isIdle | (closing .<= least)).bits & 0xff
      while fast != 0 {
        let lane = fast.trailingZeroBitCount
        fast &= fast &- 1
        let f = laneFloats(number, Int32(block * 8 + lane))
        let closing0 = f[ContactLane.approach0 * 8]
        let closing1 = f[ContactLane.approach1 * 8]
        let load = load(f)
        let bounces = f[ContactLane.restitution * 8] > 0 || isJoined(row(f, ContactLane.indexA)) || isJoined(row(f, ContactLane.indexB))
        let pull = load.pull + (bounces ? springPull(f) : 0)
        let speed0 = impactSpeed(closing0, gap: f[ContactLane.end0 * 8], pull: pull, dt: context.dt)
        let speed1 = impactSpeed(closing1, gap: f[ContactLane.end1 * 8], pull: pull, dt: context.dt)
        f[ContactLane.impact * 8] = max(speed0, speed1)
        var points: UInt32 = 0
        if bounces {
          f[ContactLane.approach0 * 8] = speed0
          f[ContactLane.approach1 * 8] = speed1
          // What goes round with a wall is turned in each step, which is no impact.
          let press = load.press + swayPull(f)
          // With elasticity 0 a fast hit alone, which joints would throw back (`World+JointBounces.swift`): of slow ones heaps have many.
          let threshold = (f[ContactLane.restitution * 8] > 0 ? 1 : 4)
            * (press > 0 ? context.bounceThreshold + press * context.dt : StepContext.freeBounceThreshold * context.scale)
          if speed0 > threshold { points = Bounce.first }
          if f[ContactLane.single1 * 8] > 0 && speed1 > threshold { points |= Bounce.second }
        }
        // What has been overlapping is no hit, nor what goes round with a wall.
        let end0 = f[ContactLane.end0 * 8]
        let end = f[ContactLane.single1 * 8] > 0 ? min(end0, f[ContactLane.end1 * 8]) : end0
        if f[ContactLane.friction * 8] > 0 && end > -context.slop
          && (points != 0 || swayPull(f) == 0) {
          points |= Bounce.rubs
        }
        found |= points << UInt32(lane)
      }
      marks[block] = found
    }
  }

  /// Closing speed when the gap is used up, as far as a step can: v² grows by twice acceleration times way. `pull` below 0
  /// draws together.
  @inline(__always)
  func impactSpeed(_ closing: Float, gap: Float, pull: Float, dt: Float) -> Float {
    if closing <= 0 { return 0 }
    let way = min(max(gap, 0), max((closing - 0.5 * pull * dt) * dt, 0))
    return squareRoot(max(closing * closing - 2 * pull * way, 0))
  }

  /// External acceleration along the normal: `pull` of B against A, and how strongly either is pressed to the other,
  /// which in a stack under gravity is not the same.
  @inline(__always)
  func load(_ f: UnsafeMutablePointer<Float>) -> (pull: Float, press: Float) {
    let a = Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let onA = a >= 0 ? n.dot(motions[a].a) : 0
    let onB = b >= 0 ? n.dot(motions[b].a) : 0
    return (onB - onA, max(max(onA, -onB), 0))
  }

  /// Whether one body of a contact turns as told (`Sway` in ContactKernel.swift).
  @inline(__always)
  func sways(_ f: UnsafeMutablePointer<Float>, _ a: BodyState, _ b: BodyState) -> Bool {
    f[ContactLane.massA * 8] <= 0 && a.w != 0 || f[ContactLane.massB * 8] <= 0 && b.w != 0
  }

  /// The acceleration along the normal that keeps what goes round with such a body on its circle, 0 of others.
  private func swayPull(_ f: UnsafeMutablePointer<Float>) -> Float {
    let a = states[Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))]
    let b = states[Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))]
    if !sways(f, a, b) { return 0 }
    let w = f[ContactLane.massA * 8] <= 0 ? a.w : b.w
    return abs(w * w * (f[ContactLane.alongA0 * 8] - f[ContactLane.alongB0 * 8]))
  }

  /// What turning adds to the rates at both points at the end of a step, where it does.
  @inline(never)
  @_optimize(size)
  private func swayRates(_ f: UnsafeMutablePointer<Float>, _ a: BodyState, _ b: BodyState) -> (Float, Float) {
    let isA = f[ContactLane.massA * 8] <= 0 && a.w != 0
    let turn = isA ? a.turned : b.turned
    let sway = (isA ? a.w : b.w) * turn
    let t = Vec2f(-f[ContactLane.ny * 8], f[ContactLane.nx * 8])
    let slip = t.dot(b.v - a.v) + (b.w * f[ContactLane.crossBT * 8] - a.w * f[ContactLane.crossAT * 8])
    let face = f[ContactLane.face * 8]
    let slides = 2 * (isA ? 1 - face : face) * (turn * slip)
    return (
      sway * (f[ContactLane.alongA0 * 8] - f[ContactLane.alongB0 * 8]) + slides,
      sway * (f[ContactLane.alongA1 * 8] - f[ContactLane.alongB1 * 8]) + slides
    )
  }

  /// How fast the points of a contact part.
  @inline(never)
  @_optimize(size)
  func rates(_ f: UnsafeMutablePointer<Float>, _ a: BodyState, _ b: BodyState) -> (Float, Float) {
    let normal = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8]).dot(b.v - a.v)
    let sway = sways(f, a, b) ? swayRates(f, a, b) : (0, 0)
    return (
      normal + b.w * f[ContactLane.crossB0 * 8] - a.w * f[ContactLane.crossA0 * 8] + sway.0,
      normal + b.w * f[ContactLane.crossB1 * 8] - a.w * f[ContactLane.crossA1 * 8] + sway.1
    )
  }

  /// Gives a contact its bounce, or what is left of it, where its points came fast enough, and the friction of the hit; of points that do not
  /// bounce the friction alone. Whether that was worth mentioning. `last`: it takes turns with joints, and what it missed and was given last,
  /// along the normal and across, is there and is put there; what it gives then has another bound (`World+JointBounces.swift`).
  func bounce(_ f: UnsafeMutablePointer<Float>, _ points: UInt32, _ last: UnsafeMutablePointer<Float>? = nil) -> Bool {
    let isHit = points & (Bounce.first | Bounce.second) == 0
    let wants0 = (isHit || points & Bounce.first != 0) && f[ContactLane.total0 * 8] > 0
    let wants1 = (isHit || points & Bounce.second != 0) && f[ContactLane.total1 * 8] > 0
    if !wants0 && !wants1 { return false }
    let e = f[ContactLane.restitution * 8]
    let approach0 = f[ContactLane.approach0 * 8]
    let approach1 = f[ContactLane.approach1 * 8]
    let a = states + Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = states + Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let crossA0 = f[ContactLane.crossA0 * 8]
    let crossB0 = f[ContactLane.crossB0 * 8]
    let crossA1 = f[ContactLane.crossA1 * 8]
    let crossB1 = f[ContactLane.crossB1 * 8]
    // What does not bounce keeps the speeds that it has along the normal: friction would turn over what lands on a side.
    let wanted = isHit ? rates(f, a.pointee, b.pointee) : (e * approach0, e * approach1)
    let arms = touch(f)
    if points & Bounce.rubs != 0 { rub(f, arms, last.map { $0 + 2 }) }
    let rate = rates(f, a.pointee, b.pointee)
    let f0 = rate.0 - wanted.0
    let f1 = rate.1 - wanted.1
    let single0 = f[ContactLane.single0 * 8]
    let single1 = f[ContactLane.single1 * 8]
    let k01 = f[ContactLane.k01 * 8]
    // What the impact gave may be taken back where others have sent the two apart faster than that, but no more.
    let least0 = -f[ContactLane.total0 * 8]
    let least1 = -f[ContactLane.total1 * 8]
    var x0: Float = 0
    var x1: Float = 0
    if wants0 && wants1 {
      x0 = -(f[ContactLane.inverse00 * 8] * f0 + f[ContactLane.inverse01 * 8] * f1)
      x1 = -(f[ContactLane.inverse01 * 8] * f0 + f[ContactLane.inverse11 * 8] * f1)
      if x0 < least0 || x1 < least1 {
        let alone0 = max(-(f0 + k01 * least1) * single0, least0)
        let alone1 = max(-(f1 + k01 * least0) * single1, least1)
        let holds0 = f1 + k01 * alone0 + least1 / single1 >= 0
        let holds1 = f0 + k01 * alone1 + least0 / single0 >= 0
        let is0 = holds0 == holds1 ? alone0 >= alone1 : holds0
        x0 = is0 ? alone0 : least0
        x1 = is0 ? least1 : alone1
      }
    } else if wants0 {
      x0 = max(-f0 * single0, least0)
    } else {
      x1 = max(-f1 * single1, least1)
    }
    if let last {
      let gain = needed(last, x0 + x1)
      x0 = max(gain * x0, least0)
      x1 = max(gain * x1, least1)
      last[1] = x0 + x1
    } else if f[ContactLane.totalT * 8] != 0 && x0 + x1 > 0 {
      let t = Vec2f(-n.y, n.x)
      let slip = t.dot(b.pointee.v - a.pointee.v) + b.pointee.w * arms.b - a.pointee.w * arms.a
      let share = passiveShare(f, arms, (approach0, rate.0, x0), (approach1, rate.1, x1), slip)
      x0 *= share
      x1 *= share
    }
    f[ContactLane.impulse0 * 8] += x0
    f[ContactLane.impulse1 * 8] += x1
    f[ContactLane.total0 * 8] += x0
    f[ContactLane.total1 * 8] += x1
    let push = x0 + x1
    // The two part: of friction nothing is left that the next warm start could give, which would be taken back after a sub-step's way.
    if push > 0 { f[ContactLane.impulseT * 8] = 0 }
    a.pointee.v = a.pointee.v - (f[ContactLane.massA * 8] * push) * n
    b.pointee.v = b.pointee.v + (f[ContactLane.massB * 8] * push) * n
    a.pointee.w -= f[ContactLane.inertiaA * 8] * (x0 * crossA0 + x1 * crossA1)
    b.pointee.w += f[ContactLane.inertiaB * 8] * (x0 * crossB0 + x1 * crossB1)
    return abs(x0) + abs(x1) > 1e-5 * (f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8])
  }

  /// The greatest share of a bounce after which impact, friction and bounce together have done no work. Of each point: the
  /// closing speed at impact, the speed along the normal now, and the impulse of the bounce.
  ///
  /// A coefficient that says how speeds along the normal compare lets friction add energy where a body is hit beside its
  /// center (Stronge, "Rigid body collisions with friction", 1990). The work of an impulse P is P · (u + u') / 2, with u and
  /// u' the speeds at the point before and after, which is quadratic in the share.
  @inline(never)
  @_optimize(size)
  private func passiveShare(
    _ f: UnsafeMutablePointer<Float>, _ arms: (a: Float, b: Float), _ p0: (approach: Float, normal: Float, x: Float),
    _ p1: (approach: Float, normal: Float, x: Float), _ slip: Float
  ) -> Float {
    let pressed0 = f[ContactLane.total0 * 8]
    let pressed1 = f[ContactLane.total1 * 8]
    let dragged = f[ContactLane.totalT * 8]
    let crossA0 = f[ContactLane.crossA0 * 8]
    let crossB0 = f[ContactLane.crossB0 * 8]
    let crossA1 = f[ContactLane.crossA1 * 8]
    let crossB1 = f[ContactLane.crossB1 * 8]
    let inertiaA = f[ContactLane.inertiaA * 8]
    let inertiaB = f[ContactLane.inertiaB * 8]
    let mass = f[ContactLane.massA * 8] + f[ContactLane.massB * 8]
    let coupling0 = inertiaA * crossA0 * arms.a + inertiaB * crossB0 * arms.b
    let coupling1 = inertiaA * crossA1 * arms.a + inertiaB * crossB1 * arms.b
    // Of what is round neither changes the other.
    if coupling0 == 0 && coupling1 == 0 { return 1 }
    let along = mass + inertiaA * arms.a * arms.a + inertiaB * arms.b * arms.b
    let before = slip - (coupling0 * pressed0 + coupling1 * pressed1) - along * dragged
    // What the whole bounce changes the speeds by.
    let k01 = mass + inertiaA * (crossA0 * crossA1) + inertiaB * (crossB0 * crossB1)
    let speed0 = (mass + inertiaA * crossA0 * crossA0 + inertiaB * crossB0 * crossB0) * p0.x + k01 * p1.x
    let speed1 = (mass + inertiaA * crossA1 * crossA1 + inertiaB * crossB1 * crossB1) * p1.x + k01 * p0.x
    let sum0 = p0.normal - p0.approach
    let sum1 = p1.normal - p1.approach
    let work = (sum0 * pressed0 + sum1 * pressed1) + (before + slip) * dragged
    let linear =
      (sum0 * p0.x + sum1 * p1.x) + (speed0 * pressed0 + speed1 * pressed1)
      + (coupling0 * p0.x + coupling1 * p1.x) * dragged
    let square = speed0 * p0.x + speed1 * p1.x
    if work + linear + square <= 0 { return 1 }
    let root = linear * linear - 4 * square * work
    return root > 0 ? min(max((squareRoot(root) - linear) / (2 * square), 0), 1) : 0
  }
}
