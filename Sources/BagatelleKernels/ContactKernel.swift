// Eight contacts at once: warm start, solve, relax, and how far apart they end. Compiled twice.
// SPDX-License-Identifier: MIT
//
// A block holds eight contacts no two of which share a moving body (a color of the contact graph), so their rows of
// body state can be gathered, changed and scattered together. Everything is relative to reference poses of the two
// bodies: d is how far a body has moved from its reference, θ how far it has turned. To second order in θ the separation of a
// point is
//   s = s_ref + n·(dB - dA) + θB (rB × n) - θA (rA × n) - ½ θB² (rB·n) + ½ θA² (rA·n),
// and the rate of it n·(vB - vA) + wB (rB × n) - wA (rA × n), so a contact whose bodies stay near their references keeps
// its block untouched from step to step. Both points are solved together as a 2 × 2 linear complementarity problem;
// friction is one row at their middle, and only the relaxing pass has it. See ContactSolver.swift.

/// Eight contacts; each field is one vector. `ContactLane` names the fields for scalar access.
@frozen public struct ContactBlock: BitwiseCopyable {
  /// Awake indices as Int32 bits; -1 is the fixed row before the first.
  public var indexA: F8
  public var indexB: F8
  public var nx: F8
  public var ny: F8
  /// r × n of each body and point, and r × t at the middle.
  public var crossA0: F8
  public var crossB0: F8
  public var crossA1: F8
  public var crossB1: F8
  public var crossAT: F8
  public var crossBT: F8
  /// r · n.
  public var alongA0: F8
  public var alongB0: F8
  public var alongA1: F8
  public var alongB1: F8
  public var separation0: F8
  public var separation1: F8
  public var massA: F8
  public var inertiaA: F8
  public var massB: F8
  public var inertiaB: F8
  /// Inverse of K; with one point inverse01 and inverse11 are 0.
  public var inverse00: F8
  public var inverse01: F8
  public var inverse11: F8
  /// K's diagonal inverted, and its other entry.
  public var single0: F8
  public var single1: F8
  public var k01: F8
  public var tangentMass: F8
  public var friction: F8
  // Rows of a pair share a line of the cache. Of the two passes of a sub-step the biased one alone reads the next two lines, both the
  // impulses, the relaxing one alone the two after these.
  /// Greatest speed of pushing apart; what bounds nothing stands for a boundary.
  public var pushSpeed: F8
  /// Overlap that is left alone, points; below 0 where rigid joints hold a body.
  public var slop: F8
  /// What the points have carried for long, per sub-step: no part of it is given up to softness.
  public var load0: F8
  public var load1: F8
  public var impulse0: F8
  public var impulse1: F8
  public var impulseT: F8
  /// Impulse of friction in the step, summed over the sub-steps.
  public var totalT: F8
  /// Normal impulses of each point in the step, summed over the sub-steps.
  public var total0: F8
  public var total1: F8
  /// Closing speeds and separations between steps: at the end of one, at the start of the next.
  public var approach0: F8
  public var approach1: F8
  public var end0: F8
  public var end1: F8
  public var restitution: F8
  /// Closing speed at the impact of the latest step.
  public var impact: F8
  /// Speed along the tangent that friction aims at, of B's surface against A's: conveyors.
  public var surface: F8
  /// How far the points may still move against each other before the contact is found anew; below 0 it has to be.
  public var budget: F8
  /// Which body the face belongs to that the normal turns with: 0 A, 1 B, 0.5 neither, of two circles. And 1 where the other
  /// body is a circle about its center of mass; its r·n above is then 0, for it looks the same however it turns. Where rigid
  /// joints hold a body 2 or -1.
  public var face: F8
  public var round: F8
}

/// Fields of a block by number; lane l of field f is float f * 8 + l.
public enum ContactLane {
  @_transparent public static var indexA: Int { 0 }
  @_transparent public static var indexB: Int { 1 }
  @_transparent public static var nx: Int { 2 }
  @_transparent public static var ny: Int { 3 }
  @_transparent public static var crossA0: Int { 4 }
  @_transparent public static var crossB0: Int { 5 }
  @_transparent public static var crossA1: Int { 6 }
  @_transparent public static var crossB1: Int { 7 }
  @_transparent public static var crossAT: Int { 8 }
  @_transparent public static var crossBT: Int { 9 }
  @_transparent public static var alongA0: Int { 10 }
  @_transparent public static var alongB0: Int { 11 }
  @_transparent public static var alongA1: Int { 12 }
  @_transparent public static var alongB1: Int { 13 }
  @_transparent public static var separation0: Int { 14 }
  @_transparent public static var separation1: Int { 15 }
  @_transparent public static var massA: Int { 16 }
  @_transparent public static var inertiaA: Int { 17 }
  @_transparent public static var massB: Int { 18 }
  @_transparent public static var inertiaB: Int { 19 }
  @_transparent public static var inverse00: Int { 20 }
  @_transparent public static var inverse01: Int { 21 }
  @_transparent public static var inverse11: Int { 22 }
  @_transparent public static var single0: Int { 23 }
  @_transparent public static var single1: Int { 24 }
  @_transparent public static var k01: Int { 25 }
  @_transparent public static var tangentMass: Int { 26 }
  @_transparent public static var friction: Int { 27 }
  @_transparent public static var pushSpeed: Int { 28 }
  @_transparent public static var slop: Int { 29 }
  @_transparent public static var load0: Int { 30 }
  @_transparent public static var load1: Int { 31 }
  @_transparent public static var impulse0: Int { 32 }
  @_transparent public static var impulse1: Int { 33 }
  @_transparent public static var impulseT: Int { 34 }
  @_transparent public static var totalT: Int { 35 }
  @_transparent public static var total0: Int { 36 }
  @_transparent public static var total1: Int { 37 }
  @_transparent public static var approach0: Int { 38 }
  @_transparent public static var approach1: Int { 39 }
  @_transparent public static var end0: Int { 40 }
  @_transparent public static var end1: Int { 41 }
  @_transparent public static var restitution: Int { 42 }
  @_transparent public static var impact: Int { 43 }
  @_transparent public static var surface: Int { 44 }
  @_transparent public static var budget: Int { 45 }
  @_transparent public static var face: Int { 46 }
  @_transparent public static var round: Int { 47 }
  @_transparent public static var count: Int { 48 }
}

/// Velocity, turning rate, offsets and rotation of eight bodies.
struct Rows {
  var vx: F8
  var vy: F8
  var w: F8
  var turned: F8
  var dx: F8
  var dy: F8
  /// Cosine and sine; kept only for bodies with joints.
  var c: F8
  var s: F8
}

/// A row is eight floats: vx vy w turned dx dy c s.
@_transparent
private func half(_ states: UnsafeRawPointer, _ index: Int32, _ offset: Int) -> F4 {
  states.advanced(by: Int(index) &* 32 &+ offset).load(as: F4.self)
}

@inline(__always)
func gather(_ states: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Rows {
  let a04 = joined(half(states, index[0], 0), half(states, index[4], 0))
  let a15 = joined(half(states, index[1], 0), half(states, index[5], 0))
  let a26 = joined(half(states, index[2], 0), half(states, index[6], 0))
  let a37 = joined(half(states, index[3], 0), half(states, index[7], 0))
  let b04 = joined(half(states, index[0], 16), half(states, index[4], 16))
  let b15 = joined(half(states, index[1], 16), half(states, index[5], 16))
  let b26 = joined(half(states, index[2], 16), half(states, index[6], 16))
  let b37 = joined(half(states, index[3], 16), half(states, index[7], 16))
  let low01 = interleavedLow(a04, a15)
  let low23 = interleavedLow(a26, a37)
  let high01 = interleavedHigh(a04, a15)
  let high23 = interleavedHigh(a26, a37)
  let far01 = interleavedLow(b04, b15)
  let far23 = interleavedLow(b26, b37)
  let turn01 = interleavedHigh(b04, b15)
  let turn23 = interleavedHigh(b26, b37)
  return Rows(
    vx: pairsLow(low01, low23), vy: pairsHigh(low01, low23), w: pairsLow(high01, high23),
    turned: pairsHigh(high01, high23), dx: pairsLow(far01, far23), dy: pairsHigh(far01, far23), c: pairsLow(turn01, turn23),
    s: pairsHigh(turn01, turn23))
}

/// Writes vx, vy, w back (and turned, unchanged).
@inline(__always)
func scatter(_ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ r: Rows) {
  let xyLow = interleavedLow(r.vx, r.vy)
  let xyHigh = interleavedHigh(r.vx, r.vy)
  let wtLow = interleavedLow(r.w, r.turned)
  let wtHigh = interleavedHigh(r.w, r.turned)
  let r04 = pairsLow(xyLow, wtLow)
  let r15 = pairsHigh(xyLow, wtLow)
  let r26 = pairsLow(xyHigh, wtHigh)
  let r37 = pairsHigh(xyHigh, wtHigh)
  states.advanced(by: Int(index[0]) &* 32).storeBytes(of: lowHalf(r04), as: F4.self)
  states.advanced(by: Int(index[1]) &* 32).storeBytes(of: lowHalf(r15), as: F4.self)
  states.advanced(by: Int(index[2]) &* 32).storeBytes(of: lowHalf(r26), as: F4.self)
  states.advanced(by: Int(index[3]) &* 32).storeBytes(of: lowHalf(r37), as: F4.self)
  states.advanced(by: Int(index[4]) &* 32).storeBytes(of: highHalf(r04), as: F4.self)
  states.advanced(by: Int(index[5]) &* 32).storeBytes(of: highHalf(r15), as: F4.self)
  states.advanced(by: Int(index[6]) &* 32).storeBytes(of: highHalf(r26), as: F4.self)
  states.advanced(by: Int(index[7]) &* 32).storeBytes(of: highHalf(r37), as: F4.self)
}

/// The same for the bodies that contacts move. What is fixed or moves as told may be in several blocks at once, on several
/// threads, and a row that nobody writes stays in everybody's cache. Not inlined, for size.
@inline(never)
func scatterMoving(
  _ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ masses: UnsafePointer<Float>, _ vx: F8, _ vy: F8,
  _ w: F8, _ turned: F8
) {
  let xyLow = interleavedLow(vx, vy)
  let xyHigh = interleavedHigh(vx, vy)
  let wtLow = interleavedLow(w, turned)
  let wtHigh = interleavedHigh(w, turned)
  let r04 = pairsLow(xyLow, wtLow)
  let r15 = pairsHigh(xyLow, wtLow)
  let r26 = pairsLow(xyHigh, wtHigh)
  let r37 = pairsHigh(xyHigh, wtHigh)
  if masses[0] > 0 { states.advanced(by: Int(index[0]) &* 32).storeBytes(of: lowHalf(r04), as: F4.self) }
  if masses[1] > 0 { states.advanced(by: Int(index[1]) &* 32).storeBytes(of: lowHalf(r15), as: F4.self) }
  if masses[2] > 0 { states.advanced(by: Int(index[2]) &* 32).storeBytes(of: lowHalf(r26), as: F4.self) }
  if masses[3] > 0 { states.advanced(by: Int(index[3]) &* 32).storeBytes(of: lowHalf(r37), as: F4.self) }
  if masses[4] > 0 { states.advanced(by: Int(index[4]) &* 32).storeBytes(of: highHalf(r04), as: F4.self) }
  if masses[5] > 0 { states.advanced(by: Int(index[5]) &* 32).storeBytes(of: highHalf(r15), as: F4.self) }
  if masses[6] > 0 { states.advanced(by: Int(index[6]) &* 32).storeBytes(of: highHalf(r26), as: F4.self) }
  if masses[7] > 0 { states.advanced(by: Int(index[7]) &* 32).storeBytes(of: highHalf(r37), as: F4.self) }
}

/// Writes both sides back. Contacts against fixed things have colors of their own, so the first lane tells of all.
@inline(__always)
private func scatter(
  _ states: UnsafeMutableRawPointer, _ c: UnsafeMutablePointer<ContactBlock>, _ a: Rows, _ b: Rows
) {
  let floats = UnsafeRawPointer(c).assumingMemoryBound(to: Float.self)
  let ia = indices(c, ContactLane.indexA)
  let ib = indices(c, ContactLane.indexB)
  if floats[ContactLane.massA &* 8] == 0 || floats[ContactLane.massB &* 8] == 0 {
    scatterMoving(states, ia, floats + ContactLane.massA &* 8, a.vx, a.vy, a.w, a.turned)
    scatterMoving(states, ib, floats + ContactLane.massB &* 8, b.vx, b.vy, b.w, b.turned)
  } else {
    scatter(states, ia, a)
    scatter(states, ib, b)
  }
}

@_transparent
private func indices(_ block: UnsafeMutablePointer<ContactBlock>, _ field: Int) -> UnsafePointer<Int32> {
  UnsafeRawPointer(block).advanced(by: field &* 32).assumingMemoryBound(to: Int32.self)
}

/// Separations of both points at the present offsets.
@inline(__always)
private func separations(_ c: UnsafeMutablePointer<ContactBlock>, _ a: Rows, _ b: Rows) -> (F8, F8) {
  let half = F8(repeating: 0.5)
  let shift = c.pointee.nx * (b.dx - a.dx) + c.pointee.ny * (b.dy - a.dy)
  let squareA = half * (a.turned * a.turned)
  let squareB = half * (b.turned * b.turned)
  let s0 =
    (c.pointee.separation0 + shift) + (b.turned * c.pointee.crossB0 - a.turned * c.pointee.crossA0)
    + (squareA * c.pointee.alongA0 - squareB * c.pointee.alongB0)
  let s1 =
    (c.pointee.separation1 + shift) + (b.turned * c.pointee.crossB1 - a.turned * c.pointee.crossA1)
    + (squareA * c.pointee.alongA1 - squareB * c.pointee.alongB1)
  return (s0, s1)
}

@inline(__always)
func warmStart(_ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer, _ first: Bool) {
  var c = blocks.assumingMemoryBound(to: ContactBlock.self)
  let end = c + count
  let zero = F8.zero
  while c < end {
    let ia = indices(c, ContactLane.indexA)
    let ib = indices(c, ContactLane.indexB)
    var a = gather(states, ia)
    var b = gather(states, ib)
    let nx = c.pointee.nx
    let ny = c.pointee.ny
    if first {
      c.pointee.total0 = zero
      c.pointee.total1 = zero
      c.pointee.totalT = zero
    }
    let p0 = c.pointee.impulse0
    let p1 = c.pointee.impulse1
    let pt = c.pointee.impulseT
    let p = p0 + p1
    let px = p * nx - pt * ny
    let py = p * ny + pt * nx
    a.vx = a.vx - c.pointee.massA * px
    a.vy = a.vy - c.pointee.massA * py
    b.vx = b.vx + c.pointee.massB * px
    b.vy = b.vy + c.pointee.massB * py
    a.w = a.w - c.pointee.inertiaA * ((p0 * c.pointee.crossA0 + p1 * c.pointee.crossA1) + pt * c.pointee.crossAT)
    b.w = b.w + c.pointee.inertiaB * ((p0 * c.pointee.crossB0 + p1 * c.pointee.crossB1) + pt * c.pointee.crossBT)
    scatter(states, c, a, b)
    c += 1
  }
}

@inline(__always)
func solve(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
  _ parameters: UnsafePointer<ContactParameters>, _ marks: UnsafeMutablePointer<UInt32>, _ relax: Bool
) {
  var c = blocks.assumingMemoryBound(to: ContactBlock.self)
  let end = c + count
  let k = parameters.pointee
  let zero = F8.zero
  let one = F8(repeating: 1)
  let inverseH = F8(repeating: k.inverseH)
  let rate = F8(repeating: k.biasRate)
  let scale = F8(repeating: k.massScale)
  let keep = F8(repeating: k.impulseScale)
  let fixedRate = F8(repeating: k.fixedBiasRate)
  let fixedScale = F8(repeating: k.fixedMassScale)
  let fixedKeep = F8(repeating: k.fixedImpulseScale)
  let give = F8(repeating: k.impulseScale / k.massScale)
  let fixedGive = F8(repeating: k.fixedImpulseScale / k.fixedMassScale)
  let leastPush = F8(repeating: k.leastPush)
  let unbound = F8(repeating: 1e8)
  // So many times its lasting load a contact carries at most while it rests.
  let resting = F8(repeating: 5)
  let unsettled = F8(repeating: k.unsettled)
  let heavy = F8(repeating: k.heavy)
  var mark = marks
  while c < end {
    let ia = indices(c, ContactLane.indexA)
    let ib = indices(c, ContactLane.indexB)
    var a = gather(states, ia)
    var b = gather(states, ib)
    let nx = c.pointee.nx
    let ny = c.pointee.ny
    let massA = c.pointee.massA
    let massB = c.pointee.massB
    let inertiaA = c.pointee.inertiaA
    let inertiaB = c.pointee.inertiaB
    let old0 = c.pointee.impulse0
    let old1 = c.pointee.impulse1
    if relax {
      // Friction first: the normal has the last word.
      let crossAT = c.pointee.crossAT
      let crossBT = c.pointee.crossBT
      let limit = c.pointee.friction * (old0 + old1)
      let slip = (nx * (b.vy - a.vy) - ny * (b.vx - a.vx)) + (b.w * crossBT - a.w * crossAT)
      let slide = slip - c.pointee.surface
      let oldT = c.pointee.impulseT
      let newT = maximum(-limit, minimum(oldT - c.pointee.tangentMass * slide, limit))
      c.pointee.impulseT = newT
      c.pointee.totalT = c.pointee.totalT + newT
      let x = newT - oldT
      let px = -(x * ny)
      let py = x * nx
      a.vx = a.vx - massA * px
      a.vy = a.vy - massA * py
      b.vx = b.vx + massB * px
      b.vy = b.vy + massB * py
      a.w = a.w - inertiaA * (x * crossAT)
      b.w = b.w + inertiaB * (x * crossBT)
    }
    let (s0, s1) = separations(c, a, b)
    let crossA0 = c.pointee.crossA0
    let crossB0 = c.pointee.crossB0
    let crossA1 = c.pointee.crossA1
    let crossB1 = c.pointee.crossB1
    let normal = nx * (b.vx - a.vx) + ny * (b.vy - a.vy)
    let v0 = normal + (b.w * crossB0 - a.w * crossA0)
    let v1 = normal + (b.w * crossB1 - a.w * crossA1)
    let single0 = c.pointee.single0
    let single1 = c.pointee.single1
    let gap0 = maximum(s0, zero)
    let gap1 = maximum(s1, zero)
    var f0 = v0 + gap0 * inverseH
    var f1 = v1 + gap1 * inverseH
    var share = one
    var lost0 = zero
    var lost1 = zero
    // What a point that lets go takes along: its old impulse, and the share of its load by which the contact gives way.
    var felt0 = old0
    var felt1 = old1
    var stiffness = one
    if !relax {
      let isMoving = (massA .> zero) & (massB .> zero)
      var r = select(isMoving, rate, fixedRate)
      var scales = select(isMoving, scale, fixedScale)
      var keeps = select(isMoving, keep, fixedKeep)
      var gives = select(isMoving, give, fixedGive)
      let pushSpeed = c.pointee.pushSpeed
      let least = select(pushSpeed .> unbound, leastPush, zero)
      let most = -pushSpeed
      let left = c.pointee.slop
      let slop = maximum(left, -left)
      let depth0 = minimum(s0 + slop, zero)
      let depth1 = minimum(s1 + slop, zero)
      // Both points are as soft as each other: then the two conditions have one answer, which changes with no jump.
      var isSoft = (depth0 .< zero) | ((depth1 .< zero) & (single1 .> zero))
      // What a light part carries of a tree comes up and goes down by the part's mass alone, from sub-step to sub-step: a spring, which only
      // giving way damps (docs/physics.md). So what rests does always, and as much against anything.
      let isHeld = left .< zero
      if isHeld.bits & 0xff != 0 {
        let load = c.pointee.load0 + c.pointee.load1
        let rests = isHeld & (load .> zero) & ((old0 + old1) .<= resting * load)
        isSoft = isSoft | rests
        r = select(rests, F8(repeating: k.heldRate), r)
        scales = select(rests, F8(repeating: k.heldScale), scales)
        keeps = select(rests, F8(repeating: k.heldKeep), keeps)
        gives = select(rests, F8(repeating: k.heldKeep / k.heldScale), gives)
      }
      f0 = f0 + maximum(r * depth0 + least * maximum(depth0, -one), most)
      f1 = f1 + maximum(r * depth1 + least * maximum(depth1, -one), most)
      share = select(isSoft, scales, one)
      let i = select(isSoft, keeps, zero)
      let g = select(isSoft, gives, zero)
      var load0 = minimum(c.pointee.load0, old0)
      var load1 = minimum(c.pointee.load1, old1)
      // What leans on a tall stack would bend it like a soft column.
      let carried = old0 + old1
      let limit = heavy * (single0 + single1)
      let isHeavy = (carried .> limit) & (single1 .> zero)
      let even = select(carried .> limit + limit, F8(repeating: k.evenTwice), F8(repeating: k.even))
      let uneven = select(isHeavy, even * ((old0 - load0) - (old1 - load1)), zero)
      load0 = load0 + uneven
      load1 = load1 - uneven
      lost0 = i * (old0 - load0)
      lost1 = i * (old1 - load1)
      felt0 = old0 + g * load0
      felt1 = old1 + g * load1
      stiffness = one + g
    }
    // New impulses x with w = K (x - old) + f >= 0, x >= 0, x · w = 0: both press, or one of them, or none. Where they give way by a
    // share g, K (x - old) + g K (x - load) in place of K (x - old).
    let i01 = c.pointee.inverse01
    var new0 = old0 - share * (c.pointee.inverse00 * f0 + i01 * f1)
    var new1 = old1 - share * (i01 * f0 + c.pointee.inverse11 * f1)
    if !relax {
      new0 = new0 - lost0
      new1 = new1 - lost1
    }
    let k01 = c.pointee.k01
    var alone0 = old0 - share * (single0 * (f0 - k01 * felt1))
    var alone1 = old1 - share * (single1 * (f1 - k01 * felt0))
    if !relax {
      alone0 = alone0 - lost0
      alone1 = alone1 - lost1
    }
    // w of the point that lets go, times its single mass; it has none when there is no second point.
    let left1 = single1 * (f1 + k01 * (stiffness * alone0 - felt0)) - felt1
    let left0 = single0 * (f0 + k01 * (stiffness * alone1 - felt1)) - felt0
    let both = (new0 .>= zero) & (new1 .>= zero)
    let only0 = (alone0 .>= zero) & (left1 .>= zero)
    let only1 = (alone1 .>= zero) & (left0 .>= zero)
    // Both alone or neither, as by rounding: the point that would press more, so that a mirror image stays one.
    let is0 = select(only0 ^ only1, only0, alone0 .>= alone1)
    let else0 = select(is0, maximum(alone0, zero), zero)
    let else1 = select(is0, zero, maximum(alone1, zero))
    new0 = select(both, new0, else0)
    new1 = select(both, new1, else1)
    c.pointee.impulse0 = new0
    c.pointee.impulse1 = new1
    if relax {
      let round = c.pointee.round
      let isJointed = (round * (round - one)) .> zero
      if isJointed.bits & 0xff != 0 {
        // What a light part lands with of a tree, a spring as above, would throw the tree up again. So what parts lets go of more than twice
        // what it carries for long: what is left in the lane the next warm start gives.
        let rate = select(isJointed, F8(repeating: k.unload), zero)
        let from = F8(repeating: k.unloadFrom)
        let keep0 = minimum(new0, c.pointee.load0 + c.pointee.load0)
        let keep1 = minimum(new1, c.pointee.load1 + c.pointee.load1)
        c.pointee.impulse0 = keep0 + (new0 - keep0) * maximum(one - rate * maximum(v0 - from, zero), zero)
        c.pointee.impulse1 = keep1 + (new1 - keep1) * maximum(one - rate * maximum(v1 - from, zero), zero)
      }
      c.pointee.total0 = c.pointee.total0 + new0
      c.pointee.total1 = c.pointee.total1 + new1
    }
    let x0 = new0 - old0
    let x1 = new1 - old1
    if relax {
      let change = (maximum(x0, -x0) + maximum(x1, -x1)) * (massA + massB)
      mark.pointee = (change .> unsettled).bits & 0xff
      mark += 1
    }
    let push = x0 + x1
    let px = push * nx
    let py = push * ny
    a.vx = a.vx - massA * px
    a.vy = a.vy - massA * py
    b.vx = b.vx + massB * px
    b.vy = b.vy + massB * py
    a.w = a.w - inertiaA * (x0 * crossA0 + x1 * crossA1)
    b.w = b.w + inertiaB * (x0 * crossB0 + x1 * crossB1)
    scatter(states, c, a, b)
    c += 1
  }
}

/// Separations and closing speeds after the step: for its events, and for the next step's bounces. And what the points carry
/// for long.
///
/// What is learned late pushes late: where a load comes and goes, as in a tall pile that sways, it gives more on the way out than it took on the
/// way in. So the less is left to learn the slower it goes, and it is forgotten no faster; a pile whose load swings by a part
/// learns at that part of the pace, which softness outweighs.
@inline(__always)
func measure(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
  _ parameters: UnsafePointer<ContactParameters>
) {
  let learn = F8(repeating: parameters.pointee.learn)
  let forget = F8(repeating: parameters.pointee.forget)
  let leaveUneven = F8(repeating: parameters.pointee.leaveUneven)
  let most = F8(repeating: parameters.pointee.most)
  let heldMost = F8(repeating: parameters.pointee.heldMost)
  let unevenShare = F8(repeating: 0.6)
  var c = blocks.assumingMemoryBound(to: ContactBlock.self)
  let end = c + count
  let zero = F8.zero
  while c < end {
    let a = gather(states, indices(c, ContactLane.indexA))
    let b = gather(states, indices(c, ContactLane.indexB))
    (c.pointee.end0, c.pointee.end1) = separations(c, a, b)
    let normal = c.pointee.nx * (b.vx - a.vx) + c.pointee.ny * (b.vy - a.vy)
    let v0 = normal + (b.w * c.pointee.crossB0 - a.w * c.pointee.crossA0)
    let v1 = normal + (b.w * c.pointee.crossB1 - a.w * c.pointee.crossA1)
    // What two points carry unevenly may be the rocking of a moment: less of it counts, and more slowly, or it would come late
    // for the slow rocking of towers too.
    let p0 = c.pointee.impulse0
    let p1 = c.pointee.impulse1
    let alike = select(c.pointee.single1 .> zero, minimum(p0, p1), p0)
    let share = select(c.pointee.slop .< zero, heldMost, most)
    let most0 = share * (alike + unevenShare * (p0 - alike))
    let most1 = share * (alike + unevenShare * (p1 - alike))
    let change0 = lasting(most0 - c.pointee.load0, most0, learn, forget)
    let change1 = lasting(most1 - c.pointee.load1, most1, learn, forget)
    let uneven = select(c.pointee.single1 .> zero, leaveUneven * (change0 - change1), zero)
    c.pointee.load0 = maximum(c.pointee.load0 + (change0 - uneven), zero)
    c.pointee.load1 = maximum(c.pointee.load1 + (change1 + uneven), zero)
    c.pointee.approach0 = maximum(-v0, zero)
    c.pointee.approach1 = maximum(-v1, zero)
    c += 1
  }
}

/// What a load changes by in a step: upwards at a pace by what is left of it, downwards at one pace.
@inline(__always)
private func lasting(_ gap: F8, _ most: F8, _ learn: F8, _ forget: F8) -> F8 {
  let grows = gap .> F8.zero
  return gap * select(grows, learn * gap / select(grows, most, F8(repeating: 1)), forget)
}
