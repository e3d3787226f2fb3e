// Eight joints of a net at once: pins, their angles, welds, rods, ropes and springs, swept in colors. Compiled twice.
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

/// Which joints a block holds.
public enum NetKind {
  @_transparent public static var point: Int32 { 0 }
  @_transparent public static var rod: Int32 { 1 }
  @_transparent public static var softPoint: Int32 { 2 }
  @_transparent public static var spring: Int32 { 3 }
  /// A point, and a range or friction of the angle; a range of one value is a weld.
  @_transparent public static var hinge: Int32 { 4 }
  @_transparent public static var rope: Int32 { 5 }
  @_transparent public static var count: Int { 6 }
}

/// The angles of eight hinges, of the first body against the second.
@frozen public struct NetAngles: BitwiseCopyable {
  /// At the start of the step, and its range: of one value where it always holds.
  public var start = F8.zero
  public var from = F8.zero
  public var to = F8.zero
  /// The most that friction gives in a second; impulses of the range and of friction, and their sum in the step.
  public var friction = F8.zero
  public var impulse = F8.zero
  public var drag = F8.zero
  public var total = F8.zero
  public init() {}
}

/// Eight joints; each field is one vector. `NetLane` names the fields for scalar access.
@frozen public struct NetBlock: BitwiseCopyable {
  /// Awake indices as Int32 bits; -1 is the fixed row before the first.
  public var indexA: F8
  public var indexB: F8
  public var massA: F8
  public var inertiaA: F8
  public var massB: F8
  public var inertiaB: F8
  /// Ends from the centers of mass, in the bodies' frames; not read here.
  public var localAX: F8
  public var localAY: F8
  public var localBX: F8
  public var localBY: F8
  /// The same in reference directions, and the vector between the centers, at the start of the step.
  public var armAX: F8
  public var armAY: F8
  public var armBX: F8
  public var armBY: F8
  public var apartX: F8
  public var apartY: F8
  public var length: F8
  /// Of a spring: how much of the rate it takes away, and the rate that a stretch gives.
  public var brake: F8
  public var pull: F8
  /// By which a rate answers to an impulse: inverse masses, inverse inertias. Other than the true ones where a spring is measured by
  /// other arms than it has (`SpringFactors`).
  public var movingMass: F8
  public var turningA: F8
  public var turningB: F8
  public var impulseX: F8
  public var impulseY: F8
  /// Impulse on the first body in the step.
  public var totalX: F8
  public var totalY: F8
  /// The joint of each lane as Int32 bits, or -1; not read here.
  public var joint: F8
  public var kind: Int32
  /// Lanes of which both bodies move.
  public var moving: Int32
  /// Number of its angles.
  public var angles: Int32
  public var padding: (Int32, Int32, Int32, Int32, Int32)

  public init(kind: Int32) {
    // All bits set: no body, no joint.
    let nobody = F8(repeating: Float(bitPattern: UInt32.max))
    indexA = nobody
    indexB = nobody
    joint = nobody
    massA = F8.zero
    inertiaA = F8.zero
    massB = F8.zero
    inertiaB = F8.zero
    localAX = F8.zero
    localAY = F8.zero
    localBX = F8.zero
    localBY = F8.zero
    armAX = F8.zero
    armAY = F8.zero
    armBX = F8.zero
    armBY = F8.zero
    apartX = F8.zero
    apartY = F8.zero
    length = F8.zero
    brake = F8.zero
    pull = F8.zero
    movingMass = F8.zero
    turningA = F8.zero
    turningB = F8.zero
    impulseX = F8.zero
    impulseY = F8.zero
    totalX = F8.zero
    totalY = F8.zero
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
}

/// Both bodies of eight joints, and where the ends are.
private struct NetRows {
  var a: Rows
  var b: Rows
  var rAX: F8
  var rAY: F8
  var rBX: F8
  var rBY: F8

  @inline(__always)
  init(_ states: UnsafeRawPointer, _ c: UnsafeMutablePointer<NetBlock>) {
    let index = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
    a = gather(states, index)
    b = gather(states, index + 8)
    rAX = a.c * c.pointee.armAX - a.s * c.pointee.armAY
    rAY = a.s * c.pointee.armAX + a.c * c.pointee.armAY
    rBX = b.c * c.pointee.armBX - b.s * c.pointee.armBY
    rBY = b.s * c.pointee.armBX + b.c * c.pointee.armBY
  }

  /// From end to end.
  @inline(__always)
  func between(_ c: UnsafeMutablePointer<NetBlock>) -> (F8, F8) {
    (c.pointee.apartX + (b.dx - a.dx) + (rBX - rAX), c.pointee.apartY + (b.dy - a.dy) + (rBY - rAY))
  }

  /// Gives both ends an impulse and writes their bodies back.
  @inline(__always)
  mutating func apply(_ states: UnsafeMutableRawPointer, _ c: UnsafeMutablePointer<NetBlock>, _ x: F8, _ y: F8) {
    a.vx = a.vx - c.pointee.massA * x
    a.vy = a.vy - c.pointee.massA * y
    a.w = a.w - c.pointee.inertiaA * (rAX * y - rAY * x)
    b.vx = b.vx + c.pointee.massB * x
    b.vy = b.vy + c.pointee.massB * y
    b.w = b.w + c.pointee.inertiaB * (rBX * y - rBY * x)
    let index = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
    if c.pointee.moving == 8 {
      scatter(states, index, a)
      scatter(states, index + 8, b)
    } else {
      let masses = UnsafeRawPointer(c).assumingMemoryBound(to: Float.self)
      scatterMoving(states, index, masses + NetLane.massA &* 8, a.vx, a.vy, a.w, a.turned)
      scatterMoving(states, index + 8, masses + NetLane.massB &* 8, b.vx, b.vy, b.w, b.turned)
    }
  }
}

/// The angles of eight hinges, before their points. A range holds at the edge that is nearer: past it softly, before it so that the
/// sub-step ends there at most, with an impulse that leads inward.
@inline(never)
private func sweepAngles(
  _ rows: inout NetRows, _ c: UnsafeMutablePointer<NetBlock>, _ t: UnsafeMutablePointer<NetAngles>, _ phase: Int32,
  _ p: UnsafePointer<NetParameters>
) {
  let zero = F8.zero
  let one = F8(repeating: 1)
  let isRelaxing = phase == 2
  let k = c.pointee.inertiaA + c.pointee.inertiaB
  let holds = k .> zero
  let inverse = one / select(holds, k, one)
  var given = t.pointee.impulse + t.pointee.drag
  if phase != 0 {
    let rate = rows.a.w - rows.b.w
    let limit = F8(repeating: p.pointee.h) * t.pointee.friction
    let drag = t.pointee.drag
    let brake = maximum(minimum(drag - inverse * rate, limit), -limit)
    let slowed = rate + k * (brake - drag)
    // Everything as at an upper edge.
    let value = t.pointee.start + (rows.a.turned - rows.b.turned)
    let isUp = (t.pointee.to - value) .<= (value - t.pointee.from)
    let side = select(isUp, one, -one)
    let error = select(isUp, value - t.pointee.to, t.pointee.from - value)
    let isHard = t.pointee.from .>= t.pointee.to
    let isPast = (error .> zero) | isHard
    let bias = select(isHard, one, F8(repeating: 1.5)) * F8(repeating: isRelaxing ? 0 : p.pointee.biasRate) * error
    let ahead = F8(repeating: 1 / p.pointee.h) * maximum(error, F8(repeating: -100))
    // Edges are twice as stiff as points: as soft as these they are left by three times as much.
    let keep = select(isHard, one, F8(repeating: 0.4)) * F8(repeating: isRelaxing ? 0 : p.pointee.impulseScale)
    let old = side * t.pointee.impulse
    let push = side * slowed + select(isPast, bias, ahead)
    let sum = old - select(isPast, one - keep, one) * inverse * push - select(isPast, keep, zero) * old
    let impulse = select(holds, side * select(isHard, sum, minimum(sum, zero)), zero)
    given = select(holds, impulse + brake - (t.pointee.impulse + drag), zero)
    t.pointee.impulse = impulse
    t.pointee.drag = select(holds, brake, zero)
    if isRelaxing { t.pointee.total = t.pointee.total + (impulse + t.pointee.drag) }
  }
  rows.a.w = rows.a.w + c.pointee.inertiaA * given
  rows.b.w = rows.b.w - c.pointee.inertiaB * given
}

/// Phases: 0 gives rigid joints the impulses of the sub-step before, 1 sweeps before the way with bias and springs, 2 after it
/// the rigid ones without. One loop for all, for size.
@inline(__always)
func sweepNets(
  _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
  _ p: UnsafePointer<NetParameters>
) {
  let one = F8(repeating: 1)
  let isRelaxing = phase == 2
  let rate = F8(repeating: isRelaxing ? 0 : p.pointee.biasRate)
  let massScale = F8(repeating: isRelaxing ? -1 : -p.pointee.massScale)
  let keep = F8(repeating: isRelaxing ? 0 : p.pointee.impulseScale)
  var c = blocks.assumingMemoryBound(to: NetBlock.self)
  let end = c + count
  while c < end {
    defer { c += 1 }
    let kind = c.pointee.kind
    let isRigid = kind & 2 == 0
    if phase != 1 && !isRigid { continue }
    var rows = NetRows(states, c)
    let (betweenX, betweenY) = rows.between(c)
    if kind == NetKind.hinge {
      sweepAngles(&rows, c, p.pointee.angles!.assumingMemoryBound(to: NetAngles.self) + Int(c.pointee.angles), phase, p)
    }
    let rateX = rows.b.vx + rows.b.w * -rows.rBY - rows.a.vx - rows.a.w * -rows.rAY
    let rateY = rows.b.vy + rows.b.w * rows.rBX - rows.a.vy - rows.a.w * rows.rAX
    let mass = c.pointee.movingMass
    let iA = c.pointee.turningA
    let iB = c.pointee.turningB
    var x = c.pointee.impulseX
    var y = c.pointee.impulseY
    if kind & 1 != 0 {
      let distance = squareRoot(betweenX * betweenX + betweenY * betweenY)
      let far = distance .>= F8(repeating: 1e-6)
      let apart = select(far, distance, one)
      if phase == 0 {
        let share = select(far, x / apart, F8.zero)
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
        let holds = far & (k .> F8.zero)
        let share = select(holds, k, one)
        let error = distance - c.pointee.length
        let along = ux * rateX + uy * rateY
        var push =
          isRigid ? massScale * (along + rate * error) / share - keep * x : -(c.pointee.brake * along + c.pointee.pull * error) / share
        if kind == NetKind.rope {
          // Slack: the sub-step ends at its length at most. It pulls alone.
          let ahead = x - (along + F8(repeating: 1 / p.pointee.h) * error) / share
          push = minimum(select(error .> F8.zero, x + push, ahead), F8.zero) - x
        }
        let p = select(holds, push, F8.zero)
        var given = p
        if isRigid {
          let sum = x + p
          c.pointee.impulseX = sum
          // Complete after the way.
          given = select(holds, isRelaxing ? sum : F8.zero, F8.zero)
        }
        c.pointee.totalX = c.pointee.totalX - given * ux
        c.pointee.totalY = c.pointee.totalY - given * uy
        x = p * ux
        y = p * uy
      }
    } else if phase != 0 {
      let wantedX: F8
      let wantedY: F8
      if isRigid {
        wantedX = massScale * (rateX + rate * betweenX)
        wantedY = massScale * (rateY + rate * betweenY)
      } else {
        wantedX = -c.pointee.brake * rateX - c.pointee.pull * betweenX
        wantedY = -c.pointee.brake * rateY - c.pointee.pull * betweenY
      }
      let xx = mass + iA * rows.rAY * rows.rAY + iB * rows.rBY * rows.rBY
      let yy = mass + iA * rows.rAX * rows.rAX + iB * rows.rBX * rows.rBX
      let xy = -(iA * rows.rAX * rows.rAY + iB * rows.rBX * rows.rBY)
      let determinant = xx * yy - xy * xy
      let hasMass = determinant .> F8.zero
      let inverse = one / select(hasMass, determinant, one)
      let pX = select(hasMass, inverse * (yy * wantedX - xy * wantedY), F8.zero)
      let pY = select(hasMass, inverse * (xx * wantedY - xy * wantedX), F8.zero)
      if isRigid {
        let sumX = x
        let sumY = y
        x = pX - keep * sumX
        y = pY - keep * sumY
        c.pointee.impulseX = sumX + x
        c.pointee.impulseY = sumY + y
        if isRelaxing {
          c.pointee.totalX = c.pointee.totalX - c.pointee.impulseX
          c.pointee.totalY = c.pointee.totalY - c.pointee.impulseY
        }
      } else {
        c.pointee.totalX = c.pointee.totalX - pX
        c.pointee.totalY = c.pointee.totalY - pY
        x = pX
        y = pY
      }
    }
    rows.apply(states, c, x, y)
  }
}
