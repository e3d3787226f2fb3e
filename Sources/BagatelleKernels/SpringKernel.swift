// Springs from eight bodies to points that nothing pushes at once. Compiled twice; where a register holds four floats, a
// block takes two turns.
// SPDX-License-Identifier: MIT
//
// Bodies that nothing holds but springs to fixed points, or to such that move as they are told, need no order among each other: each has three unknowns,
//   (M + sum J^T K J) dv = sum J^T K (target - J v),
// solved in its lane. The rows and the method are those of `JointSolver.swift`: the midpoint rule, or, beside contacts
// and fields, the stretch at the end of the sub-step; which of them a lane takes is in `ahead` and `keep`.

/// Eight bodies; their springs are the `count` slots from `first` on.
@frozen public struct SpringBlock: BitwiseCopyable {
  /// Awake indices as Int32 bits; -1 is the fixed row before the first.
  public var index: Eight
  /// Mass and inertia that answer to impulses (1 where a body does not turn), and 1 or 0: whether it turns.
  public var mass: Eight
  public var inertia: Eight
  public var turns: Eight
  /// Inverse mass and inertia by which springs are measured.
  public var trueInvMass: Eight
  public var trueInvInertia: Eight
  /// Half a sub-step and 1 for the midpoint rule; 0 and 0 for the end.
  public var ahead: Eight
  public var keep: Eight
  /// Velocity before forces acted.
  public var oldX: Eight
  public var oldY: Eight
  public var oldW: Eight
  /// What is still to be given after the way.
  public var afterX: Eight
  public var afterY: Eight
  public var afterW: Eight
  public var first: Int32
  public var count: Int32
  /// A sub-step.
  public var h: Float = 0
  public var padding: (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)

  public init() {
    index = Eight.zero
    mass = Eight(repeating: 1)
    inertia = Eight(repeating: 1)
    turns = Eight.zero
    trueInvMass = Eight.zero
    trueInvInertia = Eight.zero
    ahead = Eight.zero
    keep = Eight.zero
    oldX = Eight.zero
    oldY = Eight.zero
    oldW = Eight.zero
    afterX = Eight.zero
    afterY = Eight.zero
    afterW = Eight.zero
    first = 0
    count = 0
  }
}

/// Fields of a block by number.
public enum SpringLane {
  @_transparent public static var index: Int { 0 }
  @_transparent public static var mass: Int { 1 }
  @_transparent public static var inertia: Int { 2 }
  @_transparent public static var turns: Int { 3 }
  @_transparent public static var trueInvMass: Int { 4 }
  @_transparent public static var trueInvInertia: Int { 5 }
  @_transparent public static var ahead: Int { 6 }
  @_transparent public static var keep: Int { 7 }
}

/// One spring of each of eight bodies, all of one kind. Lanes without one have factors of 0.
@frozen public struct SpringSlot: BitwiseCopyable {
  /// The end on the body, in its pose at the start of the step, from its center.
  public var armX: Eight
  public var armY: Eight
  /// From the center at the start of the step to the other end.
  public var toX: Eight
  public var toY: Eight
  /// Rest length; for a snap the body's angle at the start of the step.
  public var length: Eight
  /// Factors of the rate before, of the stretch and of the rate.
  public var old: Eight
  public var stretch: Eight
  public var sum: Eight
  /// Impulse on the body in the step, and its moment for a snap.
  public var forceX: Eight
  public var forceY: Eight
  public var torque: Eight
  public var work: (Eight, Eight, Eight, Eight, Eight, Eight, Eight)
  /// The joint of each lane as Int32 bits, or -1.
  public var joint: Eight
  /// Velocity of the other end.
  public var endX: Eight
  public var endY: Eight
  /// How a spring is measured (`SpringFactors`).
  public var centers: Eight
  public var arms: Eight
  /// 0 distance, 1 point, 2 snap.
  public var kind: Int32
  /// 1 where the other end of a lane may move.
  public var moves: Int32 = 0
  public var padding: (Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0)

  public init(kind: Int32) {
    armX = Eight.zero
    armY = Eight.zero
    toX = Eight.zero
    toY = Eight.zero
    length = Eight.zero
    old = Eight.zero
    stretch = Eight.zero
    sum = Eight.zero
    forceX = Eight.zero
    forceY = Eight.zero
    torque = Eight.zero
    work = (Eight.zero, Eight.zero, Eight.zero, Eight.zero, Eight.zero, Eight.zero, Eight.zero)
    joint = Eight.zero
    endX = Eight.zero
    endY = Eight.zero
    centers = Eight.zero
    arms = Eight.zero
    self.kind = kind
  }
}

/// Fields of a slot by number.
public enum SpringSlotLane {
  @_transparent public static var armX: Int { 0 }
  @_transparent public static var armY: Int { 1 }
  @_transparent public static var toX: Int { 2 }
  @_transparent public static var toY: Int { 3 }
  @_transparent public static var length: Int { 4 }
  @_transparent public static var old: Int { 5 }
  @_transparent public static var stretch: Int { 6 }
  @_transparent public static var sum: Int { 7 }
  @_transparent public static var forceX: Int { 8 }
  @_transparent public static var forceY: Int { 9 }
  @_transparent public static var torque: Int { 10 }
  @_transparent public static var joint: Int { 18 }
  @_transparent public static var endX: Int { 19 }
  @_transparent public static var endY: Int { 20 }
  @_transparent public static var centers: Int { 21 }
  @_transparent public static var arms: Int { 22 }
}

@_transparent
private func indices(_ b: UnsafeMutablePointer<SpringBlock>) -> UnsafePointer<Int32> {
  UnsafeRawPointer(b).assumingMemoryBound(to: Int32.self)
}

/// Lanes are filled from the first on. The fixed row, which lanes without a body have, belongs to all blocks, on several threads.
@inline(__always)
private func store(_ states: UnsafeMutableRawPointer, _ b: UnsafeMutablePointer<SpringBlock>, _ r: Rows) {
  let masses = UnsafeRawPointer(b).assumingMemoryBound(to: Float.self) + SpringLane.trueInvMass &* 8
  if masses[Wide.lanes - 1] > 0 {
    scatter(states, indices(b), r)
  } else {
    scatterMoving(states, indices(b), masses, r.vx, r.vy, r.w, r.turned)
  }
}

/// Keeps the velocities before forces act.
@inline(__always)
func beginSprings(_ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer) {
  var walk = LaneWalk(blocks.assumingMemoryBound(to: SpringBlock.self), count)
  while let b = walk.next() {
    let r = gather(states, indices(b))
    b.pointee.oldX.wide = r.vx
    b.pointee.oldY.wide = r.vy
    b.pointee.oldW.wide = r.w
  }
}

/// The second half after the way.
@inline(__always)
func finishSprings(_ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer) {
  var walk = LaneWalk(blocks.assumingMemoryBound(to: SpringBlock.self), count)
  while let b = walk.next() {
    var r = gather(states, indices(b))
    r.vx = r.vx + b.pointee.afterX.wide
    r.vy = r.vy + b.pointee.afterY.wide
    r.w = r.w + b.pointee.afterW.wide
    store(states, b, r)
  }
}

/// Cosine and sine for up to half a turn, to about 1e-6.
@inline(__always)
private func cosSin(_ t: Wide) -> (Wide, Wide) {
  let one = Wide(repeating: 1)
  let two = Wide(repeating: 2)
  let x = Wide(repeating: 0.25) * t
  let q = x * x
  let s = x * (one - q * Wide(repeating: 1 / 6.0) * (one - q * Wide(repeating: 1 / 20.0) * (one - q * Wide(repeating: 1 / 42.0))))
  // 1 - cos, so that small angles keep their digits.
  let v =
    q * Wide(repeating: 0.5)
    * (one - q * Wide(repeating: 1 / 12.0) * (one - q * Wide(repeating: 1 / 30.0) * (one - q * Wide(repeating: 1 / 56.0))))
  let s2 = two * s * (one - v)
  let v2 = two * s * s
  return (one - two * s2 * s2, two * s2 * (one - v2))
}

/// The upper half of the symmetric matrix and the right side.
private struct SpringSystem {
  var xx: Wide
  var xy: Wide
  var xw: Wide
  var yy: Wide
  var yw: Wide
  var ww: Wide
  var bx: Wide = Wide.zero
  var by: Wide = Wide.zero
  var bw: Wide = Wide.zero
}

@inline(__always)
func solveSprings(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ slots: UnsafeMutableRawPointer, _ states: UnsafeMutableRawPointer
) {
  var walk = LaneWalk(blocks.assumingMemoryBound(to: SpringBlock.self), count)
  let zero = Wide.zero
  let one = Wide(repeating: 1)
  while let b = walk.next() {
    var r = gather(states, indices(b))
    let keep = b.pointee.keep.wide
    let halfKeep = Wide(repeating: 0.5) * keep
    let halfX = halfKeep * (r.vx - b.pointee.oldX.wide)
    let halfY = halfKeep * (r.vy - b.pointee.oldY.wide)
    let halfW = halfKeep * (r.w - b.pointee.oldW.wide)
    let vx = r.vx - halfX
    let vy = r.vy - halfY
    let w = r.w - halfW
    let ahead = b.pointee.ahead.wide
    let (c, s) = cosSin(r.turned + ahead * w)
    let px = r.dx + ahead * vx
    let py = r.dy + ahead * vy
    let turns = b.pointee.turns.wide
    let tm = b.pointee.trueInvMass.wide
    let ti = b.pointee.trueInvInertia.wide
    var m = SpringSystem(
      xx: b.pointee.mass.wide, xy: zero, xw: zero, yy: b.pointee.mass.wide, yw: zero, ww: b.pointee.inertia.wide)
    let block = walk.block(b)
    let firstSlot = slots.assumingMemoryBound(to: SpringSlot.self) + Int(block.pointee.first)
    let lastSlot = firstSlot + Int(block.pointee.count)
    var whole = firstSlot
    while whole < lastSlot {
      let slot = walk.lanes(whole)
      let rx = c * slot.pointee.armX.wide - s * slot.pointee.armY.wide
      let ry = s * slot.pointee.armX.wide + c * slot.pointee.armY.wide
      var betweenX = slot.pointee.toX.wide - px - rx
      var betweenY = slot.pointee.toY.wide - py - ry
      // Velocities against the other end.
      var ownX = vx
      var ownY = vy
      var oldX = b.pointee.oldX.wide
      var oldY = b.pointee.oldY.wide
      if whole.pointee.moves != 0 {
        let endX = slot.pointee.endX.wide
        let endY = slot.pointee.endY.wide
        let h = Wide(repeating: block.pointee.h)
        betweenX = betweenX + ahead * endX
        betweenY = betweenY + ahead * endY
        ownX = vx - endX
        ownY = vy - endY
        oldX = oldX - endX
        oldY = oldY - endY
        slot.pointee.toX.wide = slot.pointee.toX.wide + h * endX
        slot.pointee.toY.wide = slot.pointee.toY.wide + h * endY
      }
      let old = slot.pointee.old.wide
      let pull = slot.pointee.stretch.wide
      let sum = slot.pointee.sum.wide
      switch whole.pointee.kind {
      case 0:
        let square = betweenX * betweenX + betweenY * betweenY
        let length = squareRoot(square)
        let far = length .> Wide(repeating: 1e-9)
        let inverse = one / select(far, length, one)
        // Ends in one spot have no direction: any serves.
        let ax = select(far, zero - inverse * betweenX, zero)
        let ay = select(far, zero - inverse * betweenY, zero - one)
        let aw = turns * (rx * ay - ry * ax)
        let rate = ax * ownX + ay * ownY + aw * w
        let before = ax * oldX + ay * oldY + aw * b.pointee.oldW.wide
        let stretch = length - slot.pointee.length.wide - ahead * rate
        let rowMass = slot.pointee.centers.wide * tm + slot.pointee.arms.wide * ti * aw * aw
        let share = one / select(rowMass .> zero, rowMass, one)
        let g = share * (old * before - pull * stretch - sum * rate)
        let k = share * sum
        m.xx = m.xx + k * ax * ax
        m.xy = m.xy + k * ax * ay
        m.yy = m.yy + k * ay * ay
        m.xw = m.xw + k * ax * aw
        m.yw = m.yw + k * ay * aw
        m.ww = m.ww + k * aw * aw
        m.bx = m.bx + g * ax
        m.by = m.by + g * ay
        m.bw = m.bw + g * aw
        slot.pointee.work.0.wide = ax
        slot.pointee.work.1.wide = ay
        slot.pointee.work.2.wide = aw
        slot.pointee.work.3.wide = g
        slot.pointee.work.4.wide = k
      case 1:
        // Rows (-1, 0, ry) and (0, -1, -rx).
        let jx = turns * ry
        let jy = zero - turns * rx
        let rateX = jx * w - ownX
        let rateY = jy * w - ownY
        let beforeX = jx * b.pointee.oldW.wide - oldX
        let beforeY = jy * b.pointee.oldW.wide - oldY
        let lackX = old * beforeX - pull * (betweenX - ahead * rateX) - sum * rateX
        let lackY = old * beforeY - pull * (betweenY - ahead * rateY) - sum * rateY
        let turn = slot.pointee.arms.wide * ti
        let center = slot.pointee.centers.wide * tm
        let wxx = center + turn * jx * jx
        let wyy = center + turn * jy * jy
        let wxy = turn * jx * jy
        let determinant = wxx * wyy - wxy * wxy
        let share = one / select(determinant .> zero, determinant, one)
        let kxx = share * sum * wyy
        let kyy = share * sum * wxx
        let kxy = zero - share * sum * wxy
        let gx = share * (wyy * lackX - wxy * lackY)
        let gy = share * (wxx * lackY - wxy * lackX)
        m.xx = m.xx + kxx
        m.xy = m.xy + kxy
        m.yy = m.yy + kyy
        let kx = kxx * jx + kxy * jy
        let ky = kxy * jx + kyy * jy
        m.xw = m.xw - kx
        m.yw = m.yw - ky
        m.ww = m.ww + jx * kx + jy * ky
        m.bx = m.bx - gx
        m.by = m.by - gy
        m.bw = m.bw + jx * gx + jy * gy
        slot.pointee.work.0.wide = jx
        slot.pointee.work.1.wide = jy
        slot.pointee.work.2.wide = gx
        slot.pointee.work.3.wide = gy
        slot.pointee.work.4.wide = kxx
        slot.pointee.work.5.wide = kyy
        slot.pointee.work.6.wide = kxy
      default:
        let angle = slot.pointee.length.wide + (r.turned + ahead * w)
        let lackX = old * b.pointee.oldX.wide + pull * (betweenX + ahead * vx) - sum * vx
        let lackY = old * b.pointee.oldY.wide + pull * (betweenY + ahead * vy) - sum * vy
        let lackW = turns * (old * b.pointee.oldW.wide - pull * (angle - ahead * w) - sum * w)
        let share = one / select(tm .> zero, tm, one)
        let shareW = turns / select(ti .> zero, ti, one)
        m.xx = m.xx + share * sum
        m.yy = m.yy + share * sum
        m.ww = m.ww + shareW * sum
        m.bx = m.bx + share * lackX
        m.by = m.by + share * lackY
        m.bw = m.bw + shareW * lackW
        slot.pointee.work.0.wide = share * lackX
        slot.pointee.work.1.wide = share * lackY
        slot.pointee.work.2.wide = shareW * lackW
        slot.pointee.work.3.wide = share * sum
        slot.pointee.work.4.wide = shareW * sum
      }
      whole += 1
    }
    // L D L^T.
    let dx = one / m.xx
    let lxy = m.xy * dx
    let lxw = m.xw * dx
    let dy = one / (m.yy - lxy * m.xy)
    let uyw = m.yw - lxy * m.xw
    let lyw = uyw * dy
    let dw = one / (m.ww - lxw * m.xw - lyw * uyw)
    let zy = m.by - lxy * m.bx
    let zw = m.bw - lxw * m.bx - lyw * zy
    let deltaW = zw * dw
    let deltaY = zy * dy - lyw * deltaW
    let deltaX = m.bx * dx - lxy * deltaY - lxw * deltaW
    r.vx = vx + deltaX
    r.vy = vy + deltaY
    r.w = w + deltaW
    store(states, b, r)
    b.pointee.afterX.wide = halfX + keep * deltaX
    b.pointee.afterY.wide = halfY + keep * deltaY
    b.pointee.afterW.wide = halfW + keep * deltaW
    // The impulse before the way, and the same again after it.
    let times = one + keep
    whole = firstSlot
    while whole < lastSlot {
      let slot = walk.lanes(whole)
      let w0 = slot.pointee.work.0.wide
      let w1 = slot.pointee.work.1.wide
      let w2 = slot.pointee.work.2.wide
      let w3 = slot.pointee.work.3.wide
      let w4 = slot.pointee.work.4.wide
      let w5 = slot.pointee.work.5.wide
      let w6 = slot.pointee.work.6.wide
      switch whole.pointee.kind {
      case 0:
        let impulse = times * (w3 - w4 * (w0 * deltaX + w1 * deltaY + w2 * deltaW))
        slot.pointee.forceX.wide = slot.pointee.forceX.wide + impulse * w0
        slot.pointee.forceY.wide = slot.pointee.forceY.wide + impulse * w1
      case 1:
        let x = w0 * deltaW - deltaX
        let y = w1 * deltaW - deltaY
        slot.pointee.forceX.wide = slot.pointee.forceX.wide - times * (w2 - w4 * x - w6 * y)
        slot.pointee.forceY.wide = slot.pointee.forceY.wide - times * (w3 - w5 * y - w6 * x)
      default:
        slot.pointee.forceX.wide = slot.pointee.forceX.wide + times * (w0 - w3 * deltaX)
        slot.pointee.forceY.wide = slot.pointee.forceY.wide + times * (w1 - w3 * deltaY)
        slot.pointee.torque.wide = slot.pointee.torque.wide + times * (w2 - w4 * deltaW)
      }
      whole += 1
    }
  }
}
