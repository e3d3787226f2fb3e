// Springs from eight bodies to points that nothing pushes at once. Compiled twice.
// SPDX-License-Identifier: MIT
//
// Bodies that nothing holds but springs to fixed points, or to such that move as they are told, need no order among each other: each has three unknowns,
//   (M + sum J^T K J) dv = sum J^T K (target - J v),
// solved in its lane. The rows and the method are those of `JointSolver.swift`: the midpoint rule, or, beside contacts
// and fields, the stretch at the end of the sub-step; which of them a lane takes is in `ahead` and `keep`.

/// Eight bodies; their springs are the `count` slots from `first` on.
@frozen public struct SpringBlock: BitwiseCopyable {
  /// Awake indices as Int32 bits; -1 is the fixed row before the first.
  public var index: F8
  /// Mass and inertia that answer to impulses (1 where a body does not turn), and 1 or 0: whether it turns.
  public var mass: F8
  public var inertia: F8
  public var turns: F8
  /// Inverse mass and inertia by which springs are measured.
  public var trueInvMass: F8
  public var trueInvInertia: F8
  /// Half a sub-step and 1 for the midpoint rule; 0 and 0 for the end.
  public var ahead: F8
  public var keep: F8
  /// Velocity before forces acted.
  public var oldX: F8
  public var oldY: F8
  public var oldW: F8
  /// What is still to be given after the way.
  public var afterX: F8
  public var afterY: F8
  public var afterW: F8
  public var first: Int32
  public var count: Int32
  /// A sub-step.
  public var h: Float = 0
  public var padding: (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)

  public init() {
    index = F8.zero
    mass = F8(repeating: 1)
    inertia = F8(repeating: 1)
    turns = F8.zero
    trueInvMass = F8.zero
    trueInvInertia = F8.zero
    ahead = F8.zero
    keep = F8.zero
    oldX = F8.zero
    oldY = F8.zero
    oldW = F8.zero
    afterX = F8.zero
    afterY = F8.zero
    afterW = F8.zero
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
  public var armX: F8
  public var armY: F8
  /// From the center at the start of the step to the other end.
  public var toX: F8
  public var toY: F8
  /// Rest length; for a snap the body's angle at the start of the step.
  public var length: F8
  /// Factors of the rate before, of the stretch and of the rate.
  public var old: F8
  public var stretch: F8
  public var sum: F8
  /// Impulse on the body in the step, and its moment for a snap.
  public var forceX: F8
  public var forceY: F8
  public var torque: F8
  public var work: (F8, F8, F8, F8, F8, F8, F8)
  /// The joint of each lane as Int32 bits, or -1.
  public var joint: F8
  /// Velocity of the other end.
  public var endX: F8
  public var endY: F8
  /// How a spring is measured (`SpringFactors`).
  public var centers: F8
  public var arms: F8
  /// 0 distance, 1 point, 2 snap.
  public var kind: Int32
  /// 1 where the other end of a lane may move.
  public var moves: Int32 = 0
  public var padding: (Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0)

  public init(kind: Int32) {
    armX = F8.zero
    armY = F8.zero
    toX = F8.zero
    toY = F8.zero
    length = F8.zero
    old = F8.zero
    stretch = F8.zero
    sum = F8.zero
    forceX = F8.zero
    forceY = F8.zero
    torque = F8.zero
    work = (F8.zero, F8.zero, F8.zero, F8.zero, F8.zero, F8.zero, F8.zero)
    joint = F8.zero
    endX = F8.zero
    endY = F8.zero
    centers = F8.zero
    arms = F8.zero
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
  if masses[7] > 0 {
    scatter(states, indices(b), r)
  } else {
    scatterMoving(states, indices(b), masses, r.vx, r.vy, r.w, r.turned)
  }
}

/// Keeps the velocities before forces act.
@inline(__always)
func beginSprings(_ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer) {
  var b = blocks.assumingMemoryBound(to: SpringBlock.self)
  let end = b + count
  while b < end {
    let r = gather(states, indices(b))
    b.pointee.oldX = r.vx
    b.pointee.oldY = r.vy
    b.pointee.oldW = r.w
    b += 1
  }
}

/// The second half after the way.
@inline(__always)
func finishSprings(_ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer) {
  var b = blocks.assumingMemoryBound(to: SpringBlock.self)
  let end = b + count
  while b < end {
    var r = gather(states, indices(b))
    r.vx = r.vx + b.pointee.afterX
    r.vy = r.vy + b.pointee.afterY
    r.w = r.w + b.pointee.afterW
    store(states, b, r)
    b += 1
  }
}

/// Cosine and sine for up to half a turn, to about 1e-6.
@inline(__always)
private func cosSin(_ t: F8) -> (F8, F8) {
  let one = F8(repeating: 1)
  let two = F8(repeating: 2)
  let x = F8(repeating: 0.25) * t
  let q = x * x
  let s = x * (one - q * F8(repeating: 1 / 6.0) * (one - q * F8(repeating: 1 / 20.0) * (one - q * F8(repeating: 1 / 42.0))))
  // 1 - cos, so that small angles keep their digits.
  let v =
    q * F8(repeating: 0.5)
    * (one - q * F8(repeating: 1 / 12.0) * (one - q * F8(repeating: 1 / 30.0) * (one - q * F8(repeating: 1 / 56.0))))
  let s2 = two * s * (one - v)
  let v2 = two * s * s
  return (one - two * s2 * s2, two * s2 * (one - v2))
}

/// The upper half of the symmetric matrix and the right side.
private struct SpringSystem {
  var xx: F8
  var xy: F8
  var xw: F8
  var yy: F8
  var yw: F8
  var ww: F8
  var bx: F8 = F8.zero
  var by: F8 = F8.zero
  var bw: F8 = F8.zero
}

@inline(__always)
func solveSprings(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ slots: UnsafeMutableRawPointer, _ states: UnsafeMutableRawPointer
) {
  var b = blocks.assumingMemoryBound(to: SpringBlock.self)
  let end = b + count
  let zero = F8.zero
  let one = F8(repeating: 1)
  while b < end {
    var r = gather(states, indices(b))
    let keep = b.pointee.keep
    let halfKeep = F8(repeating: 0.5) * keep
    let halfX = halfKeep * (r.vx - b.pointee.oldX)
    let halfY = halfKeep * (r.vy - b.pointee.oldY)
    let halfW = halfKeep * (r.w - b.pointee.oldW)
    let vx = r.vx - halfX
    let vy = r.vy - halfY
    let w = r.w - halfW
    let ahead = b.pointee.ahead
    let (c, s) = cosSin(r.turned + ahead * w)
    let px = r.dx + ahead * vx
    let py = r.dy + ahead * vy
    let turns = b.pointee.turns
    let tm = b.pointee.trueInvMass
    let ti = b.pointee.trueInvInertia
    var m = SpringSystem(
      xx: b.pointee.mass, xy: zero, xw: zero, yy: b.pointee.mass, yw: zero, ww: b.pointee.inertia)
    let firstSlot = slots.assumingMemoryBound(to: SpringSlot.self) + Int(b.pointee.first)
    let lastSlot = firstSlot + Int(b.pointee.count)
    var slot = firstSlot
    while slot < lastSlot {
      let rx = c * slot.pointee.armX - s * slot.pointee.armY
      let ry = s * slot.pointee.armX + c * slot.pointee.armY
      var betweenX = slot.pointee.toX - px - rx
      var betweenY = slot.pointee.toY - py - ry
      // Velocities against the other end.
      var ownX = vx
      var ownY = vy
      var oldX = b.pointee.oldX
      var oldY = b.pointee.oldY
      if slot.pointee.moves != 0 {
        let endX = slot.pointee.endX
        let endY = slot.pointee.endY
        let h = F8(repeating: b.pointee.h)
        betweenX = betweenX + ahead * endX
        betweenY = betweenY + ahead * endY
        ownX = vx - endX
        ownY = vy - endY
        oldX = oldX - endX
        oldY = oldY - endY
        slot.pointee.toX = slot.pointee.toX + h * endX
        slot.pointee.toY = slot.pointee.toY + h * endY
      }
      let old = slot.pointee.old
      let pull = slot.pointee.stretch
      let sum = slot.pointee.sum
      switch slot.pointee.kind {
      case 0:
        let square = betweenX * betweenX + betweenY * betweenY
        let length = squareRoot(square)
        let far = length .> F8(repeating: 1e-9)
        let inverse = one / select(far, length, one)
        // Ends in one spot have no direction: any serves.
        let ax = select(far, zero - inverse * betweenX, zero)
        let ay = select(far, zero - inverse * betweenY, zero - one)
        let aw = turns * (rx * ay - ry * ax)
        let rate = ax * ownX + ay * ownY + aw * w
        let before = ax * oldX + ay * oldY + aw * b.pointee.oldW
        let stretch = length - slot.pointee.length - ahead * rate
        let rowMass = slot.pointee.centers * tm + slot.pointee.arms * ti * aw * aw
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
        slot.pointee.work.0 = ax
        slot.pointee.work.1 = ay
        slot.pointee.work.2 = aw
        slot.pointee.work.3 = g
        slot.pointee.work.4 = k
      case 1:
        // Rows (-1, 0, ry) and (0, -1, -rx).
        let jx = turns * ry
        let jy = zero - turns * rx
        let rateX = jx * w - ownX
        let rateY = jy * w - ownY
        let beforeX = jx * b.pointee.oldW - oldX
        let beforeY = jy * b.pointee.oldW - oldY
        let lackX = old * beforeX - pull * (betweenX - ahead * rateX) - sum * rateX
        let lackY = old * beforeY - pull * (betweenY - ahead * rateY) - sum * rateY
        let turn = slot.pointee.arms * ti
        let center = slot.pointee.centers * tm
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
        slot.pointee.work = (jx, jy, gx, gy, kxx, kyy, kxy)
      default:
        let angle = slot.pointee.length + (r.turned + ahead * w)
        let lackX = old * b.pointee.oldX + pull * (betweenX + ahead * vx) - sum * vx
        let lackY = old * b.pointee.oldY + pull * (betweenY + ahead * vy) - sum * vy
        let lackW = turns * (old * b.pointee.oldW - pull * (angle - ahead * w) - sum * w)
        let share = one / select(tm .> zero, tm, one)
        let shareW = turns / select(ti .> zero, ti, one)
        m.xx = m.xx + share * sum
        m.yy = m.yy + share * sum
        m.ww = m.ww + shareW * sum
        m.bx = m.bx + share * lackX
        m.by = m.by + share * lackY
        m.bw = m.bw + shareW * lackW
        slot.pointee.work.0 = share * lackX
        slot.pointee.work.1 = share * lackY
        slot.pointee.work.2 = shareW * lackW
        slot.pointee.work.3 = share * sum
        slot.pointee.work.4 = shareW * sum
      }
      slot += 1
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
    b.pointee.afterX = halfX + keep * deltaX
    b.pointee.afterY = halfY + keep * deltaY
    b.pointee.afterW = halfW + keep * deltaW
    // The impulse before the way, and the same again after it.
    let times = one + keep
    slot = firstSlot
    while slot < lastSlot {
      let (w0, w1, w2, w3, w4, w5, w6) = slot.pointee.work
      switch slot.pointee.kind {
      case 0:
        let impulse = times * (w3 - w4 * (w0 * deltaX + w1 * deltaY + w2 * deltaW))
        slot.pointee.forceX = slot.pointee.forceX + impulse * w0
        slot.pointee.forceY = slot.pointee.forceY + impulse * w1
      case 1:
        let x = w0 * deltaW - deltaX
        let y = w1 * deltaW - deltaY
        slot.pointee.forceX = slot.pointee.forceX - times * (w2 - w4 * x - w6 * y)
        slot.pointee.forceY = slot.pointee.forceY - times * (w3 - w5 * y - w6 * x)
      default:
        slot.pointee.forceX = slot.pointee.forceX + times * (w0 - w3 * deltaX)
        slot.pointee.forceY = slot.pointee.forceY + times * (w1 - w3 * deltaY)
        slot.pointee.torque = slot.pointee.torque + times * (w2 - w4 * deltaW)
      }
      slot += 1
    }
    b += 1
  }
}
