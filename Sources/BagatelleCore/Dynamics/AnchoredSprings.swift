// Bodies that springs to fixed points or anchored bodies hold and no other joint: their springs go into lanes of eight, and stay
// there while the arrangement of joints holds. An anchored body that moves takes its end along on a straight line, for a step at a
// time.
// SPDX-License-Identifier: MIT
import BagatelleKernels

enum SpringPhase: Int32 {
  case begin = 0
  case solve = 1
  case finish = 2
  /// Of trees: rigid joints once more, after hits.
  case again = 3
  case onceMore = 4
}

/// A phase of the springs of a sub-step.
private struct SpringLoop {
  let world: World
  let phase: Int32
}

extension World {
  /// Points; the kernel counts from the body in 32 bits, so farther ends are left to the trees.
  private static var springReach: Double { 4096 }
  /// Radians in a step; what turns by more does not take its points along straight.
  private static var springTurn: Float { 0.1 }
  /// More springs on one body are left to the trees.
  private static var springLimit: Int { 12 }
  private static var openLimit: Int { 8 }

  /// A block that has lanes left, for bodies with springs of the same kinds in the same order.
  private struct OpenBlock {
    var kinds: UInt32 = 0
    var block = 0
    var lanes = 0
  }

  /// Fills the lanes of bodies that springs to fixed points alone hold. False: some did not fit, and are marked to go into trees.
  @_optimize(size)
  func prepareSprings(_ context: StepContext) -> Bool {
    if s.pointee.jointWork.keepsSprings && refillSprings(context) { return true }
    clearSprings()
    s.pointee.jointWork.keepsSprings = true
    s.pointee.jointWork.springsBreak = false
    let groups = s.pointee.jointWork.groups.base
    var fits = true
    withUnsafeTemporaryAllocation(of: OpenBlock.self, capacity: World.openLimit) { open in
      var opened = 0
      for at in 0..<s.pointee.awake.count {
        let body = bodies + Int(s.pointee.awake[at])
        if body.pointee.firstJoint < 0 || !(body.pointee.invMass > 0) { continue }
        if groups[Int(groupRoot(groups, Int32(at)))].isJoined { continue }
        let kinds = springKinds(body, context)
        var place = 0
        while place < opened && open[place].kinds != kinds { place += 1 }
        if kinds != 0 && place == opened {
          if opened == World.openLimit { place = Int(kinds) % World.openLimit } else { opened += 1 }
          open[place] = OpenBlock(kinds: kinds, block: 0, lanes: 8)
        }
        if kinds == 0 || open[place].lanes == 8 && !openSpringBlock(kinds) {
          body.pointee.flags |= BodyFlag.inTree
          fits = false
          continue
        }
        if open[place].lanes == 8 {
          open[place].block = s.pointee.jointWork.springBlocks.count - 1
          open[place].lanes = 0
        }
        _ = fillSpringLane(open[place].block, open[place].lanes, at, again: false, context)
        open[place].lanes += 1
      }
    }
    return fits
  }

  @_optimize(size)
  func clearSprings() {
    writeSpringsBack()
    s.pointee.jointWork.springBlocks.count = 0
    s.pointee.jointWork.springSlots.count = 0
    s.pointee.jointWork.keepsSprings = false
  }

  /// What follows the bodies, in lanes that they have already. False: some spring has become too long for its lane.
  @_optimize(size)
  private func refillSprings(_ context: StepContext) -> Bool {
    s.pointee.jointWork.holdsSprings = false
    for number in 0..<s.pointee.jointWork.springBlocks.count {
      let index = UnsafeMutableRawPointer(s.pointee.jointWork.springBlocks.base + number).assumingMemoryBound(to: Int32.self)
      for lane in 0..<8 where index[lane] >= 0 {
        if !fillSpringLane(number, lane, Int(index[lane]), again: true, context) { return false }
      }
    }
    return true
  }

  /// The kinds of a body's springs in their order, two bits each above a leading 1; 0 when it does not go into a lane.
  @_optimize(size)
  private func springKinds(_ body: UnsafeMutablePointer<Body>, _ context: StepContext) -> UInt32 {
    var kinds: UInt32 = 1
    var count = 0
    var edge = body.pointee.firstJoint
    while edge >= 0 {
      let joint = joints + Int(edge >> 1)
      let isA = edge & 1 == 0
      edge = isA ? joint.pointee.nextA : joint.pointee.nextB
      count += 1
      if count > World.springLimit || joint.pointee.frequency <= 0 { return 0 }
      let other = isA ? joint.pointee.bodyB : joint.pointee.bodyA
      if other >= 0 && !(isStraight(other, context)) { return 0 }
      let kind: UInt32
      switch joint.pointee.kind {
      case .distance: kind = joint.pointee.length < 0.75 * Double(context.scale) ? 1 : 0
      case .snap: kind = 2
      default: return 0
      }
      updateSpring(joint)
      if joint.pointee.spring.isFast { return 0 }
      let to = fixedEnd(joint, isA: isA)
      let reach = World.springReach * Double(context.scale)
      let track = tracks + Int(body.pointee.awake)
      let far = Vector2(to.x - track.pointee.x, to.y - track.pointee.y)
      if !(far.lengthSquared + joint.pointee.length * joint.pointee.length < reach * reach) {
        s.pointee.jointWork.keepsSprings = false
        return 0
      }
      kinds = kinds << 2 | kind
    }
    return kinds
  }

  /// Whether a body is anchored, and its points go straight in this step.
  @inline(__always)
  private func isStraight(_ index: Int32, _ context: StepContext) -> Bool {
    let body = bodies + Int(index)
    if body.pointee.flags & BodyFlag.anchored == 0 { return false }
    return body.pointee.awake < 0 || abs(states[Int(body.pointee.awake)].w) * context.dt < World.springTurn
  }

  /// How an end on an anchored body moves. One that may has to be looked at in each step.
  @inline(__always)
  private func endVelocity(_ joint: UnsafeMutablePointer<Joint>, isA: Bool) -> Vec2f {
    let other = isA ? joint.pointee.bodyB : joint.pointee.bodyA
    if other < 0 || bodies[Int(other)].awake < 0 { return .zero }
    s.pointee.jointWork.keepsSprings = false
    let arm = bodies[Int(other)].q.apply((isA ? joint.pointee.localB : joint.pointee.localA).narrowed)
    let state = states[Int(bodies[Int(other)].awake)]
    return state.v + state.w * arm.turned
  }

  /// The end that nothing pushes, at the start of the step.
  @inline(__always)
  private func fixedEnd(_ joint: UnsafeMutablePointer<Joint>, isA: Bool) -> Vector2 {
    if isA && joint.pointee.bodyB < 0 { return joint.pointee.anchor }
    let other = bodies + Int(isA ? joint.pointee.bodyB : joint.pointee.bodyA)
    let arm = other.pointee.q.apply((isA ? joint.pointee.localB : joint.pointee.localA).narrowed)
    return Vector2(other.pointee.x + Double(arm.x), other.pointee.y + Double(arm.y))
  }

  @_optimize(size)
  private func openSpringBlock(_ kinds: UInt32) -> Bool {
    let count = (31 - kinds.leadingZeroBitCount) / 2
    let first = s.pointee.jointWork.springSlots.count
    guard s.pointee.jointWork.springSlots.reserve(first + count) else { return false }
    var block = SpringBlock()
    block.first = Int32(first)
    block.count = Int32(count)
    guard s.pointee.jointWork.springBlocks.append(block) else { return false }
    let added = s.pointee.jointWork.springBlocks.base + (s.pointee.jointWork.springBlocks.count - 1)
    let index = UnsafeMutableRawPointer(added).assumingMemoryBound(to: Int32.self)
    for lane in 0..<8 { index[lane] = none }
    for at in 0..<count {
      let shift = UInt32(2 * (count - 1 - at))
      _ = s.pointee.jointWork.springSlots.append(SpringSlot(kind: Int32(kinds >> shift & 3)))
      let joint = slotIndices(first + at)
      for lane in 0..<8 { joint[lane] = none }
    }
    return true
  }

  @inline(__always)
  private func slotFloats(_ at: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(s.pointee.jointWork.springSlots.base + at).assumingMemoryBound(to: Float.self)
  }
  @inline(__always)
  private func slotIndices(_ at: Int) -> UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(slotFloats(at) + SpringSlotLane.joint * 8).assumingMemoryBound(to: Int32.self)
  }

  /// `again`: what stays the same is there. False: a spring is too long.
  @_optimize(size)
  private func fillSpringLane(_ number: Int, _ lane: Int, _ at: Int, again: Bool, _ context: StepContext) -> Bool {
    let body = bodies + Int(s.pointee.awake[at])
    let track = tracks + at
    let motion = motions + at
    let block = s.pointee.jointWork.springBlocks.base + number
    let b = UnsafeMutableRawPointer(block).assumingMemoryBound(to: Float.self) + lane
    // Beside contacts and fields a spring takes the stretch at the end of the sub-step.
    let touches = motion.pointee.free == 0 || s.pointee.jointWork.groups[at].inField
    motion.pointee.free = 0
    if !touches { motion.pointee.hasJoints |= BodyMotion.halves }
    block.pointee.h = context.h
    b[SpringLane.index * 8] = Float(bitPattern: UInt32(bitPattern: Int32(at)))
    // A force over the sub-step meets the same resistance as gravity, so that both are in balance at rest.
    let answer = touches ? 1 : motion.pointee.gain * context.inverseH
    let angularAnswer = touches ? 1 : motion.pointee.angularGain * context.inverseH
    let turns = body.pointee.invInertia > 0
    b[SpringLane.mass * 8] = 1 / (body.pointee.invMass * answer)
    b[SpringLane.inertia * 8] = turns ? 1 / (body.pointee.invInertia * angularAnswer) : 1
    b[SpringLane.turns * 8] = turns ? 1 : 0
    b[SpringLane.trueInvMass * 8] = body.pointee.invMass
    b[SpringLane.trueInvInertia * 8] = body.pointee.invInertia
    b[SpringLane.ahead * 8] = touches ? 0 : 0.5 * context.h
    let isSame = again && (b[SpringLane.keep * 8] == 0) == touches
    b[SpringLane.keep * 8] = touches ? 0 : 1
    let reach = World.springReach * Double(context.scale)
    var slot = Int(block.pointee.first)
    var edge = body.pointee.firstJoint
    while edge >= 0 {
      let index = edge >> 1
      let joint = joints + Int(index)
      let isA = edge & 1 == 0
      edge = isA ? joint.pointee.nextA : joint.pointee.nextB
      let f = slotFloats(slot) + lane
      slotIndices(slot)[lane] = index
      slot += 1
      let arm = track.pointee.q.apply((isA ? joint.pointee.localA : joint.pointee.localB).narrowed)
      let to = fixedEnd(joint, isA: isA)
      let far = Vector2(to.x - track.pointee.x, to.y - track.pointee.y)
      f[SpringSlotLane.armX * 8] = arm.x
      f[SpringSlotLane.armY * 8] = arm.y
      f[SpringSlotLane.toX * 8] = Float(far.x)
      f[SpringSlotLane.toY * 8] = Float(far.y)
      let isSnap = joint.pointee.kind == .snap
      if isSnap { f[SpringSlotLane.length * 8] = Float(Elementary.wrapAngle(track.pointee.angle)) }
      if again {
        if !(far.lengthSquared + joint.pointee.length * joint.pointee.length < reach * reach) { return false }
        f[SpringSlotLane.forceX * 8] = 0
        f[SpringSlotLane.forceY * 8] = 0
        f[SpringSlotLane.torque * 8] = 0
        if isSame { continue }
      } else {
        if !isSnap { f[SpringSlotLane.length * 8] = Float(joint.pointee.length) }
        let velocity = endVelocity(joint, isA: isA)
        if velocity != .zero { s.pointee.jointWork.springSlots[slot - 1].moves = 1 }
        f[SpringSlotLane.endX * 8] = velocity.x
        f[SpringSlotLane.endY * 8] = velocity.y
        if joint.pointee.breakForce < .infinity { s.pointee.jointWork.springsBreak = true }
      }
      let spring = joint.pointee.spring
      if spring.hasOwnRate { joint.pointee.isMidway = !touches }
      f[SpringSlotLane.centers * 8] = Float(spring.centers)
      f[SpringSlotLane.arms * 8] = Float(spring.arms)
      f[SpringSlotLane.old * 8] = touches ? 0 : Float(spring.added)
      f[SpringSlotLane.stretch * 8] = Float(touches ? spring.endStiff : 2 * spring.stiff) * context.inverseH
      f[SpringSlotLane.sum * 8] = Float(touches ? spring.endStiff + spring.endBrake : spring.stiff + spring.brake + spring.added)
    }
    return true
  }

  /// Blocks that are worth a thread: some microseconds.
  private static var leastBlocks: Int { 16 }

  /// A phase of a sub-step. Each body is in one block.
  @inline(__always)
  func springs(_ phase: SpringPhase) {
    let count = s.pointee.jointWork.springBlocks.count
    if count == 0 { return }
    var loop = SpringLoop(world: self, phase: phase.rawValue)
    share(count, least: World.leastBlocks, &loop) { data, first, end in
      let l = data.assumingMemoryBound(to: SpringLoop.self).pointee
      l.world.s.pointee.springKernel(
        l.phase, l.world.s.pointee.jointWork.springBlocks.base + first, end - first,
        UnsafeMutableRawPointer(l.world.s.pointee.jointWork.springSlots.base), UnsafeMutableRawPointer(l.world.states))
    }
  }

  /// Keeps what the springs pulled with, at once or when somebody asks, and removes those that broke.
  @_optimize(size)
  func storeSprings() {
    s.pointee.jointWork.holdsSprings = true
    if s.pointee.jointWork.keepsSprings && !s.pointee.jointWork.springsBreak { return }
    writeSpringsBack()
    if !s.pointee.jointWork.springsBreak { return }
    for at in 0..<s.pointee.jointWork.springSlots.count {
      let owners = slotIndices(at)
      for lane in 0..<8 where owners[lane] >= 0 && joints[Int(owners[lane])].breakForce < .infinity {
        breakWhenOver(owners[lane])
      }
    }
  }

  /// Reactions go to the joints.
  @_optimize(size)
  func writeSpringsBack() {
    if !s.pointee.jointWork.holdsSprings { return }
    s.pointee.jointWork.holdsSprings = false
    // 100 of our units are one UIKit newton.
    let scale = 0.01 / s.pointee.stepSeconds
    for at in 0..<s.pointee.jointWork.springSlots.count {
      let owners = slotIndices(at)
      let f = slotFloats(at)
      for lane in 0..<8 where owners[lane] >= 0 {
        let joint = joints + Int(owners[lane])
        assert(joint.pointee.bodyA >= 0, "reactions go to joints that are there")
        // The reaction is that on A; a spring to the world or to an anchored B has its body at A.
        let isA = bodies[Int(joint.pointee.bodyA)].flags & BodyFlag.anchored == 0
        let share = isA ? scale : -scale
        joint.pointee.reaction.force = Vector2(
          share * Double(f[SpringSlotLane.forceX * 8 + lane]), share * Double(f[SpringSlotLane.forceY * 8 + lane]))
        joint.pointee.reaction.torque = share * Double(f[SpringSlotLane.torque * 8 + lane])
      }
    }
  }
}
