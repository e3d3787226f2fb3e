// Eight joints of a net at once: pins, their angles, welds, rods, ropes, slides, springs and snaps, swept in colors. Compiled twice.
// SPDX-License-Identifier: MIT
//
// A block holds eight joints of one kind, no two of which share a body that moves, so their rows can be gathered, changed and
// scattered together, as those of contacts (ContactKernel.swift). What a sweep does is told in `JointNet.swift`.

/// Constants of a sweep.
@frozen public struct NetParameters {
  public var biasRate: Float
  public var massScale: Float
  public var impulseScale: Float
  /// Of a sub-step.
  public var h: Float
  /// Angles of the blocks that have such.
  public var angles: UnsafeMutableRawPointer?
  public init(biasRate: Float, massScale: Float, impulseScale: Float, h: Float, angles: UnsafeMutableRawPointer?) {
    self.biasRate = biasRate
    self.massScale = massScale
    self.impulseScale = impulseScale
    self.h = h
    self.angles = angles
  }
}

/// Which joints a block holds. Odd ones act along a line; those with a two in them are soft.
public enum NetKind {
  @_transparent public static var point: Int32 { 0 }
  @_transparent public static var rod: Int32 { 1 }
  @_transparent public static var softPoint: Int32 { 2 }
  @_transparent public static var spring: Int32 { 3 }
  /// A point, and a range or friction of the angle; a range of one value is a weld.
  @_transparent public static var hinge: Int32 { 4 }
  @_transparent public static var rope: Int32 { 5 }
  /// A soft point and an angle as soft.
  @_transparent public static var snap: Int32 { 6 }
  /// A goes along an axis of B without turning, or within a range of the angle.
  @_transparent public static var slide: Int32 { 8 }
  @_transparent public static var count: Int { 9 }

  /// A bit a kind.
  @_transparent public static func hasAngle(_ kind: Int32) -> Bool { (0x150 as Int32) >> kind & 1 != 0 }
}

/// The angles of eight joints, of the first body against the second.
@frozen public struct NetAngles: BitwiseCopyable {
  /// At the start of the step, and its range: of one value where it always holds.
  public var start = Eight.zero
  public var from = Eight.zero
  public var to = Eight.zero
  /// The most that friction gives in a second; impulses of the range and of friction, and their sum in the step.
  public var friction = Eight.zero
  public var impulse = Eight.zero
  public var drag = Eight.zero
  public var total = Eight.zero
  /// Of slides: across the axis at the start of the step, nothing where only the angle is held; how far B's end may be from A's along it
  /// (a quarter turn back from across).
  public var acrossX = Eight.zero
  public var acrossY = Eight.zero
  public var least = Eight.zero
  public var most = Eight.zero
  public init() {}
}

/// Eight joints; each field is one vector. `NetLane` names the fields for scalar access.
@frozen public struct NetBlock: BitwiseCopyable {
  /// Awake indices as Int32 bits; -1 is the fixed row before the first.
  public var indexA: Eight
  public var indexB: Eight
  public var massA: Eight
  public var inertiaA: Eight
  public var massB: Eight
  public var inertiaB: Eight
  /// Ends from the centers of mass, in the bodies' frames; not read here.
  public var localAX: Eight
  public var localAY: Eight
  public var localBX: Eight
  public var localBY: Eight
  /// The same in reference directions, and the vector between the centers, at the start of the step.
  public var armAX: Eight
  public var armAY: Eight
  public var armBX: Eight
  public var armBY: Eight
  public var apartX: Eight
  public var apartY: Eight
  public var length: Eight
  /// Of a spring: how much of the rate it takes away, and the rate that a stretch gives.
  public var brake: Eight
  public var pull: Eight
  /// By which a rate answers to an impulse: inverse masses, inverse inertias. Other than the true ones where a spring is measured by
  /// other arms than it has (`SpringFactors`).
  public var movingMass: Eight
  public var turningA: Eight
  public var turningB: Eight
  public var impulseX: Eight
  public var impulseY: Eight
  /// Impulse on the first body in the step.
  public var totalX: Eight
  public var totalY: Eight
  /// The joint of each lane as Int32 bits, or -1; not read here.
  public var joint: Eight
  public var kind: Int32
  /// Lanes of which both bodies move.
  public var moving: Int32
  /// Number of its angles.
  public var angles: Int32
  public var padding: (Int32, Int32, Int32, Int32, Int32)

  public init(kind: Int32) {
    // All bits set: no body, no joint.
    let nobody = Eight(repeating: Float(bitPattern: UInt32.max))
    indexA = nobody
    indexB = nobody
    joint = nobody
    massA = Eight.zero
    inertiaA = Eight.zero
    massB = Eight.zero
    inertiaB = Eight.zero
    localAX = Eight.zero
    localAY = Eight.zero
    localBX = Eight.zero
    localBY = Eight.zero
    armAX = Eight.zero
    armAY = Eight.zero
    armBX = Eight.zero
    armBY = Eight.zero
    apartX = Eight.zero
    apartY = Eight.zero
    length = Eight.zero
    brake = Eight.zero
    pull = Eight.zero
    movingMass = Eight.zero
    turningA = Eight.zero
    turningB = Eight.zero
    impulseX = Eight.zero
    impulseY = Eight.zero
    totalX = Eight.zero
    totalY = Eight.zero
    self.kind = kind
    moving = 0
    angles = 0
    padding = (0, 0, 0, 0, 0)
  }
}

/// Fields of a block by number; lane l of field f is float f * 8 + l.
public enum NetLane {
  @_transparent public static var indexA: Int { 0 }
  @_transparent public static var indexB: Int { 1 }
  @_transparent public static var massA: Int { 2 }
  @_transparent public static var inertiaA: Int { 3 }
  @_transparent public static var massB: Int { 4 }
  @_transparent public static var inertiaB: Int { 5 }
  @_transparent public static var localAX: Int { 6 }
  @_transparent public static var localAY: Int { 7 }
  @_transparent public static var localBX: Int { 8 }
  @_transparent public static var localBY: Int { 9 }
  @_transparent public static var armAX: Int { 10 }
  @_transparent public static var armAY: Int { 11 }
  @_transparent public static var armBX: Int { 12 }
  @_transparent public static var armBY: Int { 13 }
  @_transparent public static var apartX: Int { 14 }
  @_transparent public static var apartY: Int { 15 }
  @_transparent public static var length: Int { 16 }
  @_transparent public static var brake: Int { 17 }
  @_transparent public static var pull: Int { 18 }
  @_transparent public static var movingMass: Int { 19 }
  @_transparent public static var turningA: Int { 20 }
  @_transparent public static var turningB: Int { 21 }
  @_transparent public static var impulseX: Int { 22 }
  @_transparent public static var impulseY: Int { 23 }
  @_transparent public static var totalX: Int { 24 }
  @_transparent public static var totalY: Int { 25 }
  @_transparent public static var joint: Int { 26 }
}

/// Fields of angles by number.
public enum NetAngle {
  @_transparent public static var start: Int { 0 }
  @_transparent public static var from: Int { 1 }
  @_transparent public static var to: Int { 2 }
  @_transparent public static var friction: Int { 3 }
  @_transparent public static var impulse: Int { 4 }
  @_transparent public static var total: Int { 6 }
  @_transparent public static var acrossX: Int { 7 }
  @_transparent public static var acrossY: Int { 8 }
  @_transparent public static var least: Int { 9 }
  @_transparent public static var most: Int { 10 }
}

/// Both bodies of eight joints, and where the ends are.
private struct NetRows {
  var a: Rows
  var b: Rows
  var rAX: Wide
  var rAY: Wide
  var rBX: Wide
  var rBY: Wide

  @inline(__always)
  init(_ states: UnsafeRawPointer, _ c: UnsafeMutablePointer<NetBlock>) {
    let index = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
    a = gather(states, index)
    b = gather(states, index + 8)
    rAX = a.c * c.pointee.armAX.wide - a.s * c.pointee.armAY.wide
    rAY = a.s * c.pointee.armAX.wide + a.c * c.pointee.armAY.wide
    rBX = b.c * c.pointee.armBX.wide - b.s * c.pointee.armBY.wide
    rBY = b.s * c.pointee.armBX.wide + b.c * c.pointee.armBY.wide
  }

  /// From end to end.
  @inline(__always)
  func between(_ c: UnsafeMutablePointer<NetBlock>) -> (Wide, Wide) {
    (c.pointee.apartX.wide + (b.dx - a.dx) + (rBX - rAX), c.pointee.apartY.wide + (b.dy - a.dy) + (rBY - rAY))
  }

  /// Gives both ends an impulse and writes their bodies back.
  @inline(__always)
  mutating func apply(_ states: UnsafeMutableRawPointer, _ c: UnsafeMutablePointer<NetBlock>, _ x: Wide, _ y: Wide, isWhole: Bool) {
    a.vx = a.vx - c.pointee.massA.wide * x
    a.vy = a.vy - c.pointee.massA.wide * y
    a.w = a.w - c.pointee.inertiaA.wide * (rAX * y - rAY * x)
    b.vx = b.vx + c.pointee.massB.wide * x
    b.vy = b.vy + c.pointee.massB.wide * y
    b.w = b.w + c.pointee.inertiaB.wide * (rBX * y - rBY * x)
    let index = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
    if isWhole {
      scatter(states, index, a)
      scatter(states, index + 8, b)
    } else {
      let masses = UnsafeRawPointer(c).assumingMemoryBound(to: Float.self)
      scatterMoving(states, index, masses + NetLane.massA &* 8, a.vx, a.vy, a.w, a.turned)
      scatterMoving(states, index + 8, masses + NetLane.massB &* 8, b.vx, b.vy, b.w, b.turned)
    }
  }
}

/// A row with a range, which holds at the edge that is nearer: past it softly, before it so that the sub-step ends there at most, with an
/// impulse that leads inward.
private struct NetRange {
  var value: Wide
  var from: Wide
  var to: Wide
  /// What answers to an impulse: of lanes with none the impulse is 0.
  var k: Wide

  @inline(__always)
  func push(_ rate: Wide, _ given: Wide, isRelaxing: Bool, _ p: UnsafePointer<NetParameters>) -> Wide {
    let zero = Wide.zero
    let one = Wide(repeating: 1)
    // Everything as at an upper edge.
    let isUp = (to - value) .<= (value - from)
    let side = select(isUp, one, -one)
    let error = select(isUp, value - to, from - value)
    let isHard = from .>= to
    let isPast = (error .> zero) | isHard
    let bias = select(isHard, one, Wide(repeating: 1.5)) * Wide(repeating: isRelaxing ? 0 : p.pointee.biasRate) * error
    let ahead = Wide(repeating: 1 / p.pointee.h) * maximum(error, Wide(repeating: -1e6))
    // Edges are twice as stiff as points: as soft as these they are left by three times as much.
    let keep = select(isHard, one, Wide(repeating: 0.4)) * Wide(repeating: isRelaxing ? 0 : p.pointee.impulseScale)
    let old = side * given
    let push = side * rate + select(isPast, bias, ahead)
    let holds = k .> zero
    let inverse = one / select(holds, k, one)
    let sum = old - select(isPast, one - keep, one) * inverse * push - select(isPast, keep, zero) * old
    return select(holds, side * select(isHard, sum, minimum(sum, zero)), zero)
  }
}

/// The angles of eight hinges or slides, before what holds their ends.
@inline(never)
private func sweepAngles(
  _ rows: inout NetRows, _ c: UnsafeMutablePointer<NetBlock>, _ t: UnsafeMutablePointer<NetAngles>, _ phase: Int32,
  _ p: UnsafePointer<NetParameters>
) {
  let zero = Wide.zero
  let one = Wide(repeating: 1)
  let isRelaxing = phase == 2
  let k = c.pointee.inertiaA.wide + c.pointee.inertiaB.wide
  let holds = k .> zero
  let inverse = one / select(holds, k, one)
  var given = t.pointee.impulse.wide + t.pointee.drag.wide
  if phase != 0 {
    let rate = rows.a.w - rows.b.w
    let limit = Wide(repeating: p.pointee.h) * t.pointee.friction.wide
    let drag = t.pointee.drag.wide
    let brake = maximum(minimum(drag - inverse * rate, limit), -limit)
    let slowed = rate + k * (brake - drag)
    let value = t.pointee.start.wide + (rows.a.turned - rows.b.turned)
    let range = NetRange(value: value, from: t.pointee.from.wide, to: t.pointee.to.wide, k: k)
    let impulse = range.push(slowed, t.pointee.impulse.wide, isRelaxing: isRelaxing, p)
    given = select(holds, impulse + brake - (t.pointee.impulse.wide + drag), zero)
    t.pointee.impulse.wide = impulse
    t.pointee.drag.wide = select(holds, brake, zero)
    if isRelaxing { t.pointee.total.wide = t.pointee.total.wide + (impulse + t.pointee.drag.wide) }
  }
  rows.a.w = rows.a.w + c.pointee.inertiaA.wide * given
  rows.b.w = rows.b.w - c.pointee.inertiaB.wide * given
}

/// Snaps turn their bodies upright.
@inline(__always)
private func turnUpright(_ rows: inout NetRows, _ c: UnsafeMutablePointer<NetBlock>, _ t: UnsafeMutablePointer<NetAngles>) {
  let inertia = c.pointee.inertiaA.wide
  let turns = inertia .> Wide.zero
  let change = c.pointee.brake.wide * rows.a.w + c.pointee.pull.wide * (t.pointee.start.wide + rows.a.turned)
  rows.a.w = rows.a.w - select(turns, change, Wide.zero)
  t.pointee.total.wide = t.pointee.total.wide - select(turns, change / select(turns, inertia, Wide(repeating: 1)), Wide.zero)
}

/// The ends of eight slides: what they are given, across the axis as it is now, then along it where that has an end. B is pushed where
/// A's end is.
@inline(never)
private func sweepSlides(
  _ rows: inout NetRows, _ c: UnsafeMutablePointer<NetBlock>, _ t: UnsafeMutablePointer<NetAngles>, _ phase: Int32,
  _ p: UnsafePointer<NetParameters>
) -> (Wide, Wide) {
  let zero = Wide.zero
  let one = Wide(repeating: 1)
  let isRelaxing = phase == 2
  let (betweenX, betweenY) = rows.between(c)
  rows.rBX = rows.rBX - betweenX
  rows.rBY = rows.rBY - betweenY
  let nX = rows.b.c * t.pointee.acrossX.wide - rows.b.s * t.pointee.acrossY.wide
  let nY = rows.b.s * t.pointee.acrossX.wide + rows.b.c * t.pointee.acrossY.wide
  var x = c.pointee.impulseX.wide
  var y = c.pointee.impulseY.wide
  if phase != 0 {
    let rateX = rows.b.vx - rows.b.w * rows.rBY - rows.a.vx + rows.a.w * rows.rAY
    let rateY = rows.b.vy + rows.b.w * rows.rBX - rows.a.vy - rows.a.w * rows.rAX
    let mass = c.pointee.movingMass.wide
    let iA = c.pointee.turningA.wide
    let iB = c.pointee.turningB.wide
    let crossA = rows.rAX * nY - rows.rAY * nX
    let crossB = rows.rBX * nY - rows.rBY * nX
    // Along the axis.
    let alongA = -(rows.rAX * nX + rows.rAY * nY)
    let alongB = -(rows.rBX * nX + rows.rBY * nY)
    let square = nX * nX + nY * nY
    let k = mass * square + iA * crossA * crossA + iB * crossB * crossB
    let holds = k .> zero
    let bias = Wide(repeating: isRelaxing ? 0 : p.pointee.biasRate)
    let keep = Wide(repeating: isRelaxing ? 0 : p.pointee.impulseScale)
    let scale = Wide(repeating: isRelaxing ? 1 : p.pointee.massScale)
    let lack = (nX * rateX + nY * rateY) + bias * (nX * betweenX + nY * betweenY)
    let push = select(holds, -(scale * lack) / select(holds, k, one) - keep * x, zero)
    x = x + push
    let rate = (nY * rateX - nX * rateY) + push * (iA * crossA * alongA + iB * crossB * alongB)
    let range = NetRange(
      value: nY * betweenX - nX * betweenY, from: t.pointee.least.wide, to: t.pointee.most.wide,
      k: mass * square + iA * alongA * alongA + iB * alongB * alongB)
    let sum = range.push(rate, y, isRelaxing: isRelaxing, p)
    let slid = sum - y
    y = sum
    c.pointee.impulseX.wide = x
    c.pointee.impulseY.wide = y
    if isRelaxing {
      c.pointee.totalX.wide = c.pointee.totalX.wide - (x * nX + y * nY)
      c.pointee.totalY.wide = c.pointee.totalY.wide - (x * nY - y * nX)
    }
    return (push * nX + slid * nY, push * nY - slid * nX)
  }
  return (x * nX + y * nY, x * nY - y * nX)
}

/// Phases: 0 gives rigid joints the impulses of the sub-step before, 1 sweeps before the way with bias and springs, 2 after it
/// the rigid ones without. One loop for all, for size.
@inline(__always)
func sweepNets(
  _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
  _ p: UnsafePointer<NetParameters>
) {
  let one = Wide(repeating: 1)
  let isRelaxing = phase == 2
  let rate = Wide(repeating: isRelaxing ? 0 : p.pointee.biasRate)
  let massScale = Wide(repeating: isRelaxing ? -1 : -p.pointee.massScale)
  let keep = Wide(repeating: isRelaxing ? 0 : p.pointee.impulseScale)
  var walk = LaneWalk(blocks.assumingMemoryBound(to: NetBlock.self), count)
  while let c = walk.next() {
    let block = walk.block(c)
    let kind = block.pointee.kind
    let isRigid = kind & 2 == 0
    if phase != 1 && !isRigid { continue }
    var rows = NetRows(states, c)
    let (betweenX, betweenY) = rows.between(c)
    if NetKind.hasAngle(kind) {
      let angles = walk.lanes(p.pointee.angles!.assumingMemoryBound(to: NetAngles.self) + Int(block.pointee.angles))
      if isRigid { sweepAngles(&rows, c, angles, phase, p) } else { turnUpright(&rows, c, angles) }
      if kind == NetKind.slide {
        let (x, y) = sweepSlides(&rows, c, angles, phase, p)
        rows.apply(states, c, x, y, isWhole: block.pointee.moving == 8)
        continue
      }
    }
    let rateX = rows.b.vx + rows.b.w * -rows.rBY - rows.a.vx - rows.a.w * -rows.rAY
    let rateY = rows.b.vy + rows.b.w * rows.rBX - rows.a.vy - rows.a.w * rows.rAX
    let mass = c.pointee.movingMass.wide
    let iA = c.pointee.turningA.wide
    let iB = c.pointee.turningB.wide
    var x = c.pointee.impulseX.wide
    var y = c.pointee.impulseY.wide
    if kind & 1 != 0 {
      let distance = squareRoot(betweenX * betweenX + betweenY * betweenY)
      let far = distance .>= Wide(repeating: 1e-6)
      let apart = select(far, distance, one)
      if phase == 0 {
        let share = select(far, x / apart, Wide.zero)
        x = share * betweenX
        y = share * betweenY
      } else {
        let inverse = one / apart
        let ux = inverse * betweenX
        let uy = inverse * betweenY
        let crossA = rows.rAX * uy - rows.rAY * ux
        let crossB = rows.rBX * uy - rows.rBY * ux
        let k = mass + iA * crossA * crossA + iB * crossB * crossB
        // Ends in one spot have no direction.
        let holds = far & (k .> Wide.zero)
        let share = select(holds, k, one)
        let error = distance - c.pointee.length.wide
        let along = ux * rateX + uy * rateY
        var push =
          isRigid ? massScale * (along + rate * error) / share - keep * x : -(c.pointee.brake.wide * along + c.pointee.pull.wide * error) / share
        if kind == NetKind.rope {
          // Slack: the sub-step ends at its length at most. It pulls alone.
          let ahead = x - (along + Wide(repeating: 1 / p.pointee.h) * error) / share
          push = minimum(select(error .> Wide.zero, x + push, ahead), Wide.zero) - x
        }
        let p = select(holds, push, Wide.zero)
        var given = p
        if isRigid {
          let sum = x + p
          c.pointee.impulseX.wide = sum
          // Complete after the way.
          given = select(holds, isRelaxing ? sum : Wide.zero, Wide.zero)
        }
        c.pointee.totalX.wide = c.pointee.totalX.wide - given * ux
        c.pointee.totalY.wide = c.pointee.totalY.wide - given * uy
        x = p * ux
        y = p * uy
      }
    } else if phase != 0 {
      let wantedX: Wide
      let wantedY: Wide
      if isRigid {
        wantedX = massScale * (rateX + rate * betweenX)
        wantedY = massScale * (rateY + rate * betweenY)
      } else {
        wantedX = -c.pointee.brake.wide * rateX - c.pointee.pull.wide * betweenX
        wantedY = -c.pointee.brake.wide * rateY - c.pointee.pull.wide * betweenY
      }
      let xx = mass + iA * rows.rAY * rows.rAY + iB * rows.rBY * rows.rBY
      let yy = mass + iA * rows.rAX * rows.rAX + iB * rows.rBX * rows.rBX
      let xy = -(iA * rows.rAX * rows.rAY + iB * rows.rBX * rows.rBY)
      let determinant = xx * yy - xy * xy
      let hasMass = determinant .> Wide.zero
      let inverse = one / select(hasMass, determinant, one)
      let pX = select(hasMass, inverse * (yy * wantedX - xy * wantedY), Wide.zero)
      let pY = select(hasMass, inverse * (xx * wantedY - xy * wantedX), Wide.zero)
      if isRigid {
        let sumX = x
        let sumY = y
        x = pX - keep * sumX
        y = pY - keep * sumY
        c.pointee.impulseX.wide = sumX + x
        c.pointee.impulseY.wide = sumY + y
        if isRelaxing {
          c.pointee.totalX.wide = c.pointee.totalX.wide - c.pointee.impulseX.wide
          c.pointee.totalY.wide = c.pointee.totalY.wide - c.pointee.impulseY.wide
        }
      } else {
        c.pointee.totalX.wide = c.pointee.totalX.wide - pX
        c.pointee.totalY.wide = c.pointee.totalY.wide - pY
        x = pX
        y = pY
      }
    }
    rows.apply(states, c, x, y, isWhole: block.pointee.moving == 8)
  }
}
