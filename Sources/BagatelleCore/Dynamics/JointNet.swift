// Joints in nets: those of groups with many loops, eight at a time, color by color, twice in a sub-step.
// SPDX-License-Identifier: MIT
//
// A rigid row gives way like a stiff damped spring before the way and not at all after it (Catto, "Soft Constraints", GDC
// 2011, and Solver2D, 2024); the impulses of the last sub-step are where it starts. A spring takes the stretch at the end
// of the sub-step, so that one sweep is stable at any stiffness; nets of springs lose a little energy by that. Ropes and edges
// of angles that are not reached yet let the sub-step end there at most; their impulses add up on one side.
//
// Colors are swept in one order both times. (Back after the way, nets that fold gain energy until they fly apart.) The joints
// of a color share no body that moves: they lie in blocks of eight of a kind (NetKernel.swift), which workers share out.
import BagatelleKernels

/// A joint of a net while its place is looked for.
struct NetEdge: BitwiseCopyable {
  var joint: Int32
  /// Awake indices of the bodies that move, or -1.
  var a: Int32
  var b: Int32
  var kind: Int32
  var color: Int32 = -1
}

/// Joints of nets in their lanes.
struct JointNets {
  var edges = Arena<NetEdge>()
  var blocks = Arena<NetBlock>()
  var angles = Arena<NetAngles>()
  /// First block of each color, and the end of the last.
  var colors = Arena<Int32>()
  /// Scratch: joints of each color and kind, then their first lanes.
  var places = Arena<Int32>()
  /// Some can break.
  var breaks = false
  /// Lanes hold impulses and reactions that the joints do not know yet.
  var holdsResults = false

  mutating func deallocate() {
    edges.deallocate()
    blocks.deallocate()
    angles.deallocate()
    colors.deallocate()
    places.deallocate()
  }

  var bytes: Int {
    edges.capacity * MemoryLayout<NetEdge>.stride + blocks.capacity * MemoryLayout<NetBlock>.stride
      + angles.capacity * MemoryLayout<NetAngles>.stride + (colors.capacity + places.capacity) * 4
  }
}

enum NetPhase: Int32 { case warmStart = 0, solve, relax }

/// A pass over blocks of a net.
private struct NetLoop {
  let world: World
  let context: StepContext
  let phase: Int32
  let blocks: UnsafeMutablePointer<NetBlock>
  let parameters: NetParameters
}

extension World {
  /// Blocks that are worth a thread: about a microsecond, as sharing them costs.
  private static var leastNetBlocks: Int { 24 }
  private func lanes(_ block: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(s.pointee.jointWork.nets.blocks.base + block).assumingMemoryBound(to: Float.self)
  }

  /// The angles of the lane at a place, or nil.
  private func angles(_ place: Int) -> UnsafeMutablePointer<Float>? {
    let block = s.pointee.jointWork.nets.blocks.base + place / 8
    if !NetKind.hasAngle(block.pointee.kind) { return nil }
    let angles = s.pointee.jointWork.nets.angles.base + Int(block.pointee.angles)
    return UnsafeMutableRawPointer(angles).assumingMemoryBound(to: Float.self) + place % 8
  }

  /// Calls with each joint, its lane and its place.
  @inline(__always)
  private func eachNetJoint(_ turn: (Int32, UnsafeMutablePointer<Float>, Int) -> Void) {
    for place in 0..<8 * s.pointee.jointWork.nets.blocks.count {
      let f = lanes(place >> 3) + (place & 7)
      let index = Int32(bitPattern: f[NetLane.joint * 8].bitPattern)
      if index >= 0 { turn(index, f, place) }
    }
  }

  // MARK: Arrangement

  /// Notes a joint of a net. Room was reserved.
  func addNetEdge(_ index: Int32) {
    let joint = joints + Int(index)
    let isRigid = joint.pointee.frequency == 0
    let isPoint = joint.pointee.length < (isRigid ? 1e-9 : 0.75 * s.pointee.settings.lengthScale)
    var kind = isRigid ? (isPoint ? NetKind.point : NetKind.rod) : isPoint ? NetKind.softPoint : NetKind.spring
    switch joint.pointee.kind {
    case .limit: kind = NetKind.rope
    case .fixed, .pin: kind = joint.pointee.hasAngle ? NetKind.hinge : NetKind.point
    case .sliding, .lock: kind = NetKind.slide
    case .snap: kind = NetKind.snap
    default: break
    }
    _ = s.pointee.jointWork.nets.edges.append(
      NetEdge(joint: index, a: movingAt(joint.pointee.bodyA), b: movingAt(joint.pointee.bodyB), kind: kind))
  }

  /// Gives joints their colors: each the first that no earlier joint of its bodies has. In the order in which
  /// bodies were made, a sweep carries what it has not solved yet from one side of a net to the other, where it piles up.
  private func colorNets() -> Int {
    let edges = s.pointee.jointWork.nets.edges
    // Which of 32 colors each body has (room: every body).
    let marks = s.pointee.stack.base
    var left = edges.count
    var colors = 0
    while left > 0 {
      let first = Int32(colors)
      for at in 0..<s.pointee.awake.count { marks[at] = 0 }
      for at in 0..<edges.count where edges[at].color < 0 {
        let edge = edges[at]
        let taken = (edge.a >= 0 ? marks[Int(edge.a)] : 0) | (edge.b >= 0 ? marks[Int(edge.b)] : 0)
        if taken == -1 { continue }
        let free = (~taken).trailingZeroBitCount
        if edge.a >= 0 { marks[Int(edge.a)] |= 1 << Int32(free) }
        if edge.b >= 0 { marks[Int(edge.b)] |= 1 << Int32(free) }
        edges.base[at].color = first + Int32(free)
        colors = max(colors, Int(first) + free + 1)
        left -= 1
      }
    }
    return colors
  }

  /// Lanes for all joints that were noted. False: no memory.
  @_optimize(size)
  func arrangeNets(_ context: StepContext) -> Bool {
    let edges = s.pointee.jointWork.nets.edges
    s.pointee.jointWork.nets.blocks.count = 0
    s.pointee.jointWork.nets.colors.count = 0
    s.pointee.jointWork.nets.angles.count = 0
    s.pointee.jointWork.nets.breaks = false
    if edges.count == 0 { return true }
    let colors = colorNets()
    let sorts = colors * NetKind.count
    guard s.pointee.jointWork.nets.places.resize(sorts), s.pointee.jointWork.nets.colors.resize(colors + 1) else { return false }
    let places = s.pointee.jointWork.nets.places.base
    for sort in 0..<sorts { places[sort] = 0 }
    for at in 0..<edges.count { places[Int(edges[at].color) * NetKind.count + Int(edges[at].kind)] += 1 }
    var blocks: Int32 = 0
    for sort in 0..<sorts {
      if sort % NetKind.count == 0 { s.pointee.jointWork.nets.colors[sort / NetKind.count] = blocks }
      let count = places[sort]
      places[sort] = 8 * blocks
      blocks += (count + 7) / 8
    }
    s.pointee.jointWork.nets.colors[colors] = blocks
    guard s.pointee.jointWork.nets.blocks.resize(Int(blocks)) else {
      s.pointee.jointWork.nets.colors.count = 0
      return false
    }
    for at in 0..<edges.count {
      let sort = Int(edges[at].color) * NetKind.count + Int(edges[at].kind)
      let place = Int(places[sort])
      places[sort] += 1
      let block = s.pointee.jointWork.nets.blocks.base + place / 8
      if place % 8 == 0 {
        block.pointee = NetBlock(kind: edges[at].kind)
        if NetKind.hasAngle(edges[at].kind) {
          block.pointee.angles = Int32(s.pointee.jointWork.nets.angles.count)
          guard s.pointee.jointWork.nets.angles.append(NetAngles()) else { return false }
        }
      }
      fillNetLane(lanes(place / 8) + place % 8, edges[at].joint, context)
      if let angles = angles(place) { fillNetAngle(angles, edges[at].joint) }
      if edges[at].a >= 0 && edges[at].b >= 0 { block.pointee.moving += 1 }
    }
    return true
  }

  /// What stays from step to step.
  @_optimize(size)
  private func fillNetLane(_ f: UnsafeMutablePointer<Float>, _ index: Int32, _ context: StepContext) {
    let joint = joints + Int(index)
    f[NetLane.joint * 8] = Float(bitPattern: UInt32(bitPattern: index))
    let bodyA = bodies + Int(joint.pointee.bodyA)
    if bodyA.pointee.awake >= 0 {
      f[NetLane.indexA * 8] = Float(bitPattern: UInt32(bitPattern: bodyA.pointee.awake))
      f[NetLane.massA * 8] = bodyA.pointee.invMass
      f[NetLane.inertiaA * 8] = bodyA.pointee.invInertia
    }
    // A snap does not turn its body by its end.
    if joint.pointee.kind != .snap {
      f[NetLane.localAX * 8] = Float(joint.pointee.localA.x)
      f[NetLane.localAY * 8] = Float(joint.pointee.localA.y)
    }
    if joint.pointee.bodyB >= 0 {
      let bodyB = bodies + Int(joint.pointee.bodyB)
      if bodyB.pointee.awake >= 0 {
        f[NetLane.indexB * 8] = Float(bitPattern: UInt32(bitPattern: bodyB.pointee.awake))
        f[NetLane.massB * 8] = bodyB.pointee.invMass
        f[NetLane.inertiaB * 8] = bodyB.pointee.invInertia
      }
      f[NetLane.localBX * 8] = Float(joint.pointee.localB.x)
      f[NetLane.localBY * 8] = Float(joint.pointee.localB.y)
    }
    f[NetLane.length * 8] = Float(joint.pointee.length)
    f[NetLane.movingMass * 8] = f[NetLane.massA * 8] + f[NetLane.massB * 8]
    f[NetLane.turningA * 8] = f[NetLane.inertiaA * 8]
    f[NetLane.turningB * 8] = f[NetLane.inertiaB * 8]
    if joint.pointee.breakForce < .infinity { s.pointee.jointWork.nets.breaks = true }
    if joint.pointee.frequency == 0 {
      f[NetLane.impulseX * 8] = Float(joint.pointee.warm0)
      f[NetLane.impulseY * 8] = Float(joint.pointee.warm1)
    } else {
      setNetSpring(joint, f, context)
    }
  }

  @_optimize(size)
  private func fillNetAngle(_ t: UnsafeMutablePointer<Float>, _ index: Int32) {
    let joint = joints + Int(index)
    switch joint.pointee.kind {
    case .pin, .lock:
      t[NetAngle.from * 8] = Float(joint.pointee.rangeFrom)
      t[NetAngle.to * 8] = Float(joint.pointee.rangeTo)
      t[NetAngle.friction * 8] = Float(joint.pointee.frictionTorque)
      if !(joint.pointee.locksX && joint.pointee.locksY) {
        t[NetAngle.least * 8] = -.infinity
        t[NetAngle.most * 8] = .infinity
      }
    case .sliding:
      t[NetAngle.least * 8] = Float(joint.pointee.rangeFrom)
      t[NetAngle.most * 8] = Float(joint.pointee.rangeTo)
    default: break
    }
    t[NetAngle.impulse * 8] = Float(joint.pointee.warm2)
  }

  /// Lengths; ends in the world are asked for in each step.
  @_optimize(size)
  func moveNetEnds() {
    eachNetJoint { index, f, _ in f[NetLane.length * 8] = Float(joints[Int(index)].length) }
  }

  // MARK: A step

  /// Ends and distances at the start of a step.
  func aimNets(_ context: StepContext) {
    let blocks = s.pointee.jointWork.nets.blocks
    if blocks.count == 0 { return }
    for block in 0..<blocks.count {
      // The bodies of both sides lie side by side.
      let indices = UnsafeRawPointer(blocks.base + block).assumingMemoryBound(to: Int32.self)
      for side in 0..<16 where indices[side] >= 0 { motions[Int(indices[side])].free = 0 }
    }
    var loop = NetLoop(
      world: self, context: context, phase: 0, blocks: blocks.base,
      parameters: NetParameters(biasRate: 0, massScale: 0, impulseScale: 0, h: 0, angles: nil))
    share(blocks.count, least: World.leastNetBlocks, &loop) { data, first, end in
      let l = data.assumingMemoryBound(to: NetLoop.self)
      l.pointee.world.aimNets(first, end, l.pointee.context)
    }
  }

  private func aimNets(_ first: Int, _ end: Int, _ context: StepContext) {
    for block in first..<end {
      let to = s.pointee.jointWork.nets.blocks.base + block
      to.pointee.totalX = Eight.zero
      to.pointee.totalY = Eight.zero
      let hasAngles = NetKind.hasAngle(to.pointee.kind)
      if hasAngles { s.pointee.jointWork.nets.angles.base[Int(to.pointee.angles)].total = Eight.zero }
      for lane in 0..<8 {
        let f = lanes(block) + lane
        if hasAngles { aimAngle(8 * block + lane) }
        let a = Int(Int32(bitPattern: f[NetLane.indexA * 8].bitPattern))
        let b = Int(Int32(bitPattern: f[NetLane.indexB * 8].bitPattern))
        if a < 0 || b < 0 {
          let index = Int32(bitPattern: f[NetLane.joint * 8].bitPattern)
          if index >= 0 { aimTied(index, f, context) }
          continue
        }
        // What has joints gets a new reference in each step, so that is where it is.
        let from = tracks + a
        let end = tracks + b
        aim(f, from.pointee.q, end.pointee.q, Vector2(end.pointee.x - from.pointee.x, end.pointee.y - from.pointee.y))
      }
    }
  }

  @inline(__always)
  private func aim(_ f: UnsafeMutablePointer<Float>, _ qA: Rotation, _ qB: Rotation, _ apart: Vector2) {
    let rA = qA.apply(Vec2f(f[NetLane.localAX * 8], f[NetLane.localAY * 8]))
    let rB = qB.apply(Vec2f(f[NetLane.localBX * 8], f[NetLane.localBY * 8]))
    f[NetLane.armAX * 8] = rA.x
    f[NetLane.armAY * 8] = rA.y
    f[NetLane.armBX * 8] = rB.x
    f[NetLane.armBY * 8] = rB.y
    f[NetLane.apartX * 8] = Float(apart.x)
    f[NetLane.apartY * 8] = Float(apart.y)
  }

  /// The angle of the joint at a place, and across the axis of a slide.
  @inline(never)
  @_optimize(size)
  private func aimAngle(_ place: Int) {
    let index = Int32(bitPattern: (lanes(place / 8) + place % 8)[NetLane.joint * 8].bitPattern)
    guard index >= 0, let t = angles(place) else { return }
    let joint = joints + Int(index)
    let angle = angleAtStart(joint.pointee.bodyA) - angleAtStart(joint.pointee.bodyB)
    var across = Vec2f.zero
    switch joint.pointee.kind {
    case .lock:
      // A lock is of the angle itself, and holds across an axis of the world, along it too, or neither.
      t[NetAngle.start * 8] = Float(angle)
      across = joint.pointee.locksX ? Vec2f(1, 0) : Vec2f(0, joint.pointee.locksY ? 1 : 0)
    case .snap: t[NetAngle.start * 8] = Float(Elementary.wrapAngle(angle))
    default:
      t[NetAngle.start * 8] = Float(angle - joint.pointee.reference)
      if joint.pointee.kind != .sliding { return }
      across = rotationAtStart(joint.pointee.bodyB).apply(Vector2(joint.pointee.axis.y, -joint.pointee.axis.x).narrowed)
    }
    t[NetAngle.acrossX * 8] = across.x
    t[NetAngle.acrossY * 8] = across.y
  }

  @inline(never)
  private func rotationAtStart(_ body: Int32) -> Rotation {
    if body < 0 { return Rotation.identity }
    let awake = bodies[Int(body)].awake
    return awake >= 0 ? tracks[Int(awake)].q : bodies[Int(body)].q
  }

  @inline(never)
  private func angleAtStart(_ body: Int32) -> Double {
    if body < 0 { return 0 }
    let awake = bodies[Int(body)].awake
    return awake >= 0 ? tracks[Int(awake)].angle : bodies[Int(body)].angle
  }

  /// A joint to the world, or to a body that is not awake.
  @inline(never)
  @_optimize(size)
  private func aimTied(_ index: Int32, _ f: UnsafeMutablePointer<Float>, _ context: StepContext) {
    let joint = joints + Int(index)
    let a = bodies + Int(joint.pointee.bodyA)
    var end = joint.pointee.anchor
    var q = Rotation.identity
    if joint.pointee.bodyB >= 0 {
      let b = bodies + Int(joint.pointee.bodyB)
      end = Vector2(b.pointee.x, b.pointee.y)
      q = b.pointee.q
    }
    if joint.pointee.kind == .snap { end = end - a.pointee.q.apply(joint.pointee.localA.narrowed).widened }
    aim(f, a.pointee.q, q, Vector2(end.x - a.pointee.x, end.y - a.pointee.y))
    if joint.pointee.frequency > 0 { setNetSpring(joint, f, context) }
  }

  private func setNetSpring(_ joint: UnsafeMutablePointer<Joint>, _ f: UnsafeMutablePointer<Float>, _ context: StepContext) {
    updateSpring(joint)
    let spring = joint.pointee.spring
    let all = 1 + spring.endStiff + spring.endBrake
    f[NetLane.brake * 8] = Float((spring.endStiff + spring.endBrake) / all)
    f[NetLane.pull * 8] = Float(spring.endStiff / all) * context.inverseH
    f[NetLane.movingMass * 8] = Float((all - 1 + spring.centers) / all) * (f[NetLane.massA * 8] + f[NetLane.massB * 8])
    let share = Float((all - 1 + spring.arms) / all)
    f[NetLane.turningA * 8] = share * f[NetLane.inertiaA * 8]
    f[NetLane.turningB * 8] = share * f[NetLane.inertiaB * 8]
  }

  /// One pass over all colors, one after the other.
  func nets(_ phase: NetPhase, _ context: StepContext) {
    let colors = s.pointee.jointWork.nets.colors
    let soft = context.joint
    for color in 0..<max(colors.count - 1, 0) {
      let first = Int(colors[color])
      var loop = NetLoop(
        world: self, context: context, phase: phase.rawValue, blocks: s.pointee.jointWork.nets.blocks.base + first,
        parameters: NetParameters(biasRate: soft.biasRate, massScale: soft.massScale, impulseScale: soft.impulseScale, h: context.h,
          angles: UnsafeMutableRawPointer(s.pointee.jointWork.nets.angles.base)))
      share(Int(colors[color + 1]) - first, least: World.leastNetBlocks, &loop) { data, first, end in
        let l = data.assumingMemoryBound(to: NetLoop.self).pointee
        withUnsafePointer(to: l.parameters) {
          l.world.s.pointee.netKernel(l.phase, l.blocks + first, end - first, UnsafeMutableRawPointer(l.world.states), $0)
        }
      }
    }
  }

  // MARK: After the sub-steps

  /// Joints that can break learn what they held; the others when somebody asks, or the arrangement ends.
  @_optimize(size)
  func storeNets() {
    s.pointee.jointWork.nets.holdsResults = true
    if !s.pointee.jointWork.nets.breaks { return }
    eachNetJoint { index, f, place in
      if joints[Int(index)].breakForce < .infinity {
        joints[Int(index)].reaction = netReaction(f, place)
        breakWhenOver(index)
      }
    }
  }

  /// Impulses and reactions go to the joints.
  @_optimize(size)
  func writeNetsBack() {
    writeSpringsBack()
    writeTreesBack()
    if !s.pointee.jointWork.nets.holdsResults { return }
    s.pointee.jointWork.nets.holdsResults = false
    eachNetJoint { index, f, place in
      let joint = joints + Int(index)
      joint.pointee.warm0 = Double(f[NetLane.impulseX * 8])
      joint.pointee.warm1 = Double(f[NetLane.impulseY * 8])
      if let t = angles(place) { joint.pointee.warm2 = Double(t[NetAngle.impulse * 8]) }
      joint.pointee.reaction = netReaction(f, place)
    }
  }

  private func netReaction(_ f: UnsafeMutablePointer<Float>, _ place: Int) -> JointReaction {
    var reaction = JointReaction()
    // 100 of our units are one UIKit newton.
    let scale = 0.01 / s.pointee.stepSeconds
    reaction.force = scale * Vec2f(f[NetLane.totalX * 8], f[NetLane.totalY * 8]).widened
    if let t = angles(place) { reaction.torque = scale * Double(t[NetAngle.total * 8]) }
    return reaction
  }
}
