// Eight contacts at once: warm start, solve, relax, and how far apart they end. Compiled twice; where a register holds four floats, a
// block takes two turns.
// SPDX-License-Identifier: MIT
//
// A block holds eight contacts no two of which share a moving body (a color of the contact graph), so their rows of
// body state can be gathered, changed and scattered together. Everything is relative to reference poses of the two
// bodies: d is how far a body has moved from its reference, θ how far it has turned. To second order in θ the separation of a
// point is
//   s = s_ref + n·(dB - dA) + θB (rB × n) - θA (rA × n) - ½ θB² (rB·n) + ½ θA² (rA·n),
// and the rate of it n·(vB - vA) + wB (rB × n) - wA (rA × n), so a contact whose bodies stay near their references keeps
// its block untouched from step to step. (Against what turns as told, which may turn far in a step, the rate has its second
// order too: `Sway`.) Both points are solved together as a 2 × 2 linear complementarity problem; friction is one row at their
// middle, and the biased pass has it where things rest. See ContactSolver.swift.

/// Eight contacts; each field is one vector. `ContactLane` names the fields for scalar access.
@frozen public struct ContactBlock: BitwiseCopyable {
  /// Awake indices as Int32 bits; -1 is the fixed row before the first.
  public var indexA: Eight
  public var indexB: Eight
  public var nx: Eight
  public var ny: Eight
  /// r × n of each body and point, and r × t at the middle.
  public var crossA0: Eight
  public var crossB0: Eight
  public var crossA1: Eight
  public var crossB1: Eight
  public var crossAT: Eight
  public var crossBT: Eight
  /// r · n.
  public var alongA0: Eight
  public var alongB0: Eight
  public var alongA1: Eight
  public var alongB1: Eight
  public var separation0: Eight
  public var separation1: Eight
  public var massA: Eight
  public var inertiaA: Eight
  public var massB: Eight
  public var inertiaB: Eight
  /// Inverse of K; with one point inverse01 and inverse11 are 0.
  public var inverse00: Eight
  public var inverse01: Eight
  public var inverse11: Eight
  /// K's diagonal inverted, and its other entry.
  public var single0: Eight
  public var single1: Eight
  public var k01: Eight
  public var tangentMass: Eight
  public var friction: Eight
  // Rows of a pair share a line of the cache. Of the two passes of a sub-step the biased one alone reads the next two lines, both the
  // impulses, the relaxing one alone the two after these.
  /// Greatest speed of pushing apart; what bounds nothing stands for a boundary.
  public var pushSpeed: Eight
  /// Overlap that is left alone, points; below 0 where rigid joints hold a body.
  public var slop: Eight
  /// What the points have carried for long, per sub-step: no part of it is given up to softness.
  public var load0: Eight
  public var load1: Eight
  public var impulse0: Eight
  public var impulse1: Eight
  public var impulseT: Eight
  /// Impulse of friction in the step, summed over the sub-steps.
  public var totalT: Eight
  /// Normal impulses of each point in the step, summed over the sub-steps.
  public var total0: Eight
  public var total1: Eight
  /// Closing speeds and separations between steps: at the end of one, at the start of the next.
  public var approach0: Eight
  public var approach1: Eight
  public var end0: Eight
  public var end1: Eight
  public var restitution: Eight
  /// Closing speed at the impact of the latest step.
  public var impact: Eight
  /// Speed along the tangent that friction aims at, of B's surface against A's: conveyors.
  public var surface: Eight
  /// How far the points may still move against each other before the contact is found anew; below 0 it has to be.
  public var budget: Eight
  /// Which body the face belongs to that the normal turns with: 0 A, 1 B, 0.5 neither, of two circles. And 1 where the other
  /// body is a circle about its center of mass; its r·n above is then 0, for it looks the same however it turns. Where rigid
  /// joints hold a body 2 or -1.
  public var face: Eight
  public var round: Eight
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

/// Velocity, turning rate, offsets and rotation of as many bodies as a register has lanes.
struct Rows {
  var vx: Wide
  var vy: Wide
  var w: Wide
  var turned: Wide
  var dx: Wide
  var dy: Wide
  /// Cosine and sine; kept only for bodies with joints.
  var c: Wide
  var s: Wide
}

/// A row is eight floats: vx vy w turned dx dy c s.
@_transparent
private func half(_ states: UnsafeRawPointer, _ index: Int32, _ offset: Int) -> F4 {
  states.advanced(by: Int(index) &* 32 &+ offset).load(as: F4.self)
}

@_transparent
private func put(_ row: F4, _ states: UnsafeMutableRawPointer, _ index: Int32) {
  states.advanced(by: Int(index) &* 32).storeBytes(of: row, as: F4.self)
}

@inline(__always)
func gather(_ states: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Rows {
  let (vx, vy, w, turned) = columns { half(states, index[$0], 0) }
  let (dx, dy, c, s) = columns { half(states, index[$0], 16) }
  return Rows(vx: vx, vy: vy, w: w, turned: turned, dx: dx, dy: dy, c: c, s: s)
}

/// Velocities and turning rates alone. Not inlined, for size.
@inline(never)
func gatherSpeeds(_ states: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> (vx: Wide, vy: Wide, w: Wide) {
  let (vx, vy, w, _) = columns { half(states, index[$0], 0) }
  return (vx, vy, w)
}

/// Writes vx, vy, w back (and turned, unchanged).
@inline(__always)
func scatter(_ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ r: Rows) {
  let (r0, r1, r2, r3) = rowsOf(r.vx, r.vy, r.w, r.turned)
  put(r0.low, states, index[0])
  put(r1.low, states, index[1])
  put(r2.low, states, index[2])
  put(r3.low, states, index[3])
  #if BGT_AVX2
    put(r0.high, states, index[4])
    put(r1.high, states, index[5])
    put(r2.high, states, index[6])
    put(r3.high, states, index[7])
  #endif
}

/// The same for the bodies that contacts move. What is fixed or moves as told may be in several blocks at once, on several
/// threads, and a row that nobody writes stays in everybody's cache. Not inlined, for size.
@inline(never)
func scatterMoving(
  _ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ masses: UnsafePointer<Float>, _ vx: Wide, _ vy: Wide,
  _ w: Wide, _ turned: Wide
) {
  let (r0, r1, r2, r3) = rowsOf(vx, vy, w, turned)
  if masses[0] > 0 { put(r0.low, states, index[0]) }
  if masses[1] > 0 { put(r1.low, states, index[1]) }
  if masses[2] > 0 { put(r2.low, states, index[2]) }
  if masses[3] > 0 { put(r3.low, states, index[3]) }
  #if BGT_AVX2
    if masses[4] > 0 { put(r0.high, states, index[4]) }
    if masses[5] > 0 { put(r1.high, states, index[5]) }
    if masses[6] > 0 { put(r2.high, states, index[6]) }
    if masses[7] > 0 { put(r3.high, states, index[7]) }
  #endif
}

/// Writes both sides back. Contacts against fixed things have colors of their own, so the first lane tells of all.
@inline(__always)
private func scatter(
  _ states: UnsafeMutableRawPointer, _ c: UnsafeMutablePointer<ContactBlock>, of block: UnsafeMutablePointer<ContactBlock>, _ a: Rows,
  _ b: Rows
) {
  let floats = UnsafeRawPointer(c).assumingMemoryBound(to: Float.self)
  let firsts = UnsafeRawPointer(block).assumingMemoryBound(to: Float.self)
  let ia = indices(c, ContactLane.indexA)
  let ib = indices(c, ContactLane.indexB)
  if firsts[ContactLane.massA &* 8] == 0 || firsts[ContactLane.massB &* 8] == 0 {
    scatterMoving(states, ia, floats + ContactLane.massA &* 8, a.vx, a.vy, a.w, a.turned)
    scatterMoving(states, ib, floats + ContactLane.massB &* 8, b.vx, b.vy, b.w, b.turned)
  } else {
    scatter(states, ia, a)
    scatter(states, ib, b)
  }
}

@_transparent
func indices(_ block: UnsafeMutablePointer<ContactBlock>, _ field: Int) -> UnsafePointer<Int32> {
  UnsafeRawPointer(block).advanced(by: field &* 32).assumingMemoryBound(to: Int32.self)
}

/// Separations of both points at the present offsets.
@inline(__always)
private func separations(_ c: UnsafeMutablePointer<ContactBlock>, _ a: Rows, _ b: Rows) -> (Wide, Wide) {
  let half = Wide(repeating: 0.5)
  let shift = c.pointee.nx.wide * (b.dx - a.dx) + c.pointee.ny.wide * (b.dy - a.dy)
  let squareA = half * (a.turned * a.turned)
  let squareB = half * (b.turned * b.turned)
  let s0 =
    (c.pointee.separation0.wide + shift) + (b.turned * c.pointee.crossB0.wide - a.turned * c.pointee.crossA0.wide)
    + (squareA * c.pointee.alongA0.wide - squareB * c.pointee.alongB0.wide)
  let s1 =
    (c.pointee.separation1.wide + shift) + (b.turned * c.pointee.crossB1.wide - a.turned * c.pointee.crossA1.wide)
    + (squareA * c.pointee.alongA1.wide - squareB * c.pointee.alongB1.wide)
  return (s0, s1)
}

/// What the rates at a contact have of second order where a body turns as told, at the middle of the way that they are for: w θ of that body,
/// with which the other one goes round, and if the face is its own twice θ of what slides along it (once for the face's direction now, once for
/// the way slid since it turned). Without it what lies on the wall of a drum would go straight in each step where the wall goes round, and sink
/// into it. How the other body spins by itself does not count: it may turn far.
private struct Sway {
  let isAny: Bool
  let told: Truth
  private let sway: Wide
  private let slides: Wide

  @inline(__always)
  init(_ c: UnsafeMutablePointer<ContactBlock>, _ a: Rows, _ b: Rows, ahead: Wide) {
    let zero = Wide.zero
    let isA = (c.pointee.massA.wide .<= zero) & (a.w .!= zero)
    told = isA | ((c.pointee.massB.wide .<= zero) & (b.w .!= zero))
    isAny = told.isAny
    let w = select(isA, a.w, b.w)
    let turn = select(isA, a.turned, b.turned) + ahead * w
    sway = w * turn
    let slip =
      (c.pointee.nx.wide * (b.vy - a.vy) - c.pointee.ny.wide * (b.vx - a.vx))
      + (b.w * c.pointee.crossBT.wide - a.w * c.pointee.crossAT.wide)
    let face = c.pointee.face.wide
    let own = select(isA, Wide(repeating: 1) - face, face)
    slides = (own + own) * (turn * slip)
  }

  @inline(__always)
  func rate(_ rate: Wide, _ alongA: Wide, _ alongB: Wide) -> Wide { select(told, rate + (sway * (alongA - alongB) + slides), rate) }

  /// The same along the contact, of points across it.
  @inline(__always)
  func slip(_ slip: Wide, _ crossA: Wide, _ crossB: Wide) -> Wide { select(told, slip + sway * (crossB - crossA), slip) }
}

@inline(__always)
func warmStart(_ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer, _ first: Bool) {
  var walk = LaneWalk(blocks.assumingMemoryBound(to: ContactBlock.self), count)
  let zero = Wide.zero
  while let c = walk.next() {
    let ia = indices(c, ContactLane.indexA)
    let ib = indices(c, ContactLane.indexB)
    var a = gather(states, ia)
    var b = gather(states, ib)
    let nx = c.pointee.nx.wide
    let ny = c.pointee.ny.wide
    if first {
      c.pointee.total0.wide = zero
      c.pointee.total1.wide = zero
      c.pointee.totalT.wide = zero
    }
    let p0 = c.pointee.impulse0.wide
    let p1 = c.pointee.impulse1.wide
    let pt = c.pointee.impulseT.wide
    let p = p0 + p1
    let px = p * nx - pt * ny
    let py = p * ny + pt * nx
    a.vx = a.vx - c.pointee.massA.wide * px
    a.vy = a.vy - c.pointee.massA.wide * py
    b.vx = b.vx + c.pointee.massB.wide * px
    b.vy = b.vy + c.pointee.massB.wide * py
    a.w = a.w - c.pointee.inertiaA.wide * ((p0 * c.pointee.crossA0.wide + p1 * c.pointee.crossA1.wide) + pt * c.pointee.crossAT.wide)
    b.w = b.w + c.pointee.inertiaB.wide * ((p0 * c.pointee.crossB0.wide + p1 * c.pointee.crossB1.wide) + pt * c.pointee.crossBT.wide)
    scatter(states, c, of: walk.block(c), a, b)
  }
}

/// Whether one body of each contact in some blocks of a color does not yield: such contacts have colors of their own, so the first tells of
/// all. (In the overflow color of bodies that touch too many it may not: there some go without `Sway`, or are asked for it in vain.)
@inline(__always)
func isFixed(_ blocks: UnsafeMutableRawPointer, _ count: Int) -> Bool {
  if count == 0 { return false }
  let firsts = blocks.assumingMemoryBound(to: Float.self)
  return firsts[ContactLane.massA &* 8] == 0 || firsts[ContactLane.massB &* 8] == 0
}

/// `sways`: one body of each contact may turn as told.
@inline(__always)
func solve(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
  _ parameters: UnsafePointer<ContactParameters>, _ marks: UnsafeMutablePointer<UInt32>, unsettled most: Float, relax: Bool,
  sways: Bool
) {
  var walk = LaneWalk(blocks.assumingMemoryBound(to: ContactBlock.self), count)
  let k = parameters.pointee
  let zero = Wide.zero
  let one = Wide(repeating: 1)
  let inverseH = Wide(repeating: k.inverseH)
  let rate = Wide(repeating: k.biasRate)
  let scale = Wide(repeating: k.massScale)
  let keep = Wide(repeating: k.impulseScale)
  let fixedRate = Wide(repeating: k.fixedBiasRate)
  let fixedScale = Wide(repeating: k.fixedMassScale)
  let fixedKeep = Wide(repeating: k.fixedImpulseScale)
  let give = Wide(repeating: k.impulseScale / k.massScale)
  let fixedGive = Wide(repeating: k.fixedImpulseScale / k.fixedMassScale)
  let (leastRate, leastPush) = (Wide(repeating: k.leastRate), Wide(repeating: k.leastPush))
  let unbound = Wide(repeating: 1e8)
  // So many times its lasting load a contact carries at most while it rests.
  let resting = Wide(repeating: 5)
  let unsettled = Wide(repeating: most)
  let letsGo = k.warm != nil
  let heavy = Wide(repeating: k.heavy)
  // The biased pass is for the way that follows, the other for its end.
  let ahead = Wide(repeating: relax ? 0 : 0.5 / k.inverseH)
  var mark = marks
  while let c = walk.next() {
    let ia = indices(c, ContactLane.indexA)
    let ib = indices(c, ContactLane.indexB)
    var a = gather(states, ia)
    var b = gather(states, ib)
    let nx = c.pointee.nx.wide
    let ny = c.pointee.ny.wide
    let massA = c.pointee.massA.wide
    let massB = c.pointee.massB.wide
    let inertiaA = c.pointee.inertiaA.wide
    let inertiaB = c.pointee.inertiaB.wide
    let old0 = c.pointee.impulse0.wide
    let old1 = c.pointee.impulse1.wide
    let sway = Sway(c, a, b, ahead: ahead)
    let carried = old0 + old1
    let lasting = c.pointee.load0.wide + c.pointee.load1.wide
    // What rests is held here too, or heaps swing on for ever (docs/log/physics-contacts.md). (After a bounce it is less than none.)
    let holds = (carried .> zero) & ((sways ? select(sway.told, unbound, carried) : carried) .< resting * lasting)
    if relax || holds.isAny {
      // Friction first: the normal has the last word.
      let crossAT = c.pointee.crossAT.wide
      let crossBT = c.pointee.crossBT.wide
      let limit = c.pointee.friction.wide * carried
      var slip = (nx * (b.vy - a.vy) - ny * (b.vx - a.vx)) + (b.w * crossBT - a.w * crossAT)
      if relax && sways && sway.isAny {
        // Along the contact r · t is n × r, at the middle of its points.
        let isDouble = c.pointee.single1.wide .> zero
        let half = Wide(repeating: 0.5)
        let crossA = select(isDouble, half * (c.pointee.crossA0.wide + c.pointee.crossA1.wide), c.pointee.crossA0.wide)
        let crossB = select(isDouble, half * (c.pointee.crossB0.wide + c.pointee.crossB1.wide), c.pointee.crossB0.wide)
        slip = sway.slip(slip, crossA, crossB)
      }
      let slide = slip - c.pointee.surface.wide
      let oldT = c.pointee.impulseT.wide
      var newT = maximum(-limit, minimum(oldT - c.pointee.tangentMass.wide * slide, limit))
      if relax { c.pointee.totalT.wide = c.pointee.totalT.wide + newT } else { newT = select(holds, newT, oldT) }
      c.pointee.impulseT.wide = newT
      let x = newT - oldT
      a.vx = a.vx + massA * (x * ny)
      a.vy = a.vy - massA * (x * nx)
      b.vx = b.vx - massB * (x * ny)
      b.vy = b.vy + massB * (x * nx)
      a.w = a.w - inertiaA * (x * crossAT)
      b.w = b.w + inertiaB * (x * crossBT)
    }
    let (s0, s1) = separations(c, a, b)
    let crossA0 = c.pointee.crossA0.wide
    let crossB0 = c.pointee.crossB0.wide
    let crossA1 = c.pointee.crossA1.wide
    let crossB1 = c.pointee.crossB1.wide
    let normal = nx * (b.vx - a.vx) + ny * (b.vy - a.vy)
    var v0 = normal + (b.w * crossB0 - a.w * crossA0)
    var v1 = normal + (b.w * crossB1 - a.w * crossA1)
    if sways && sway.isAny {
      v0 = sway.rate(v0, c.pointee.alongA0.wide, c.pointee.alongB0.wide)
      v1 = sway.rate(v1, c.pointee.alongA1.wide, c.pointee.alongB1.wide)
    }
    let single0 = c.pointee.single0.wide
    let single1 = c.pointee.single1.wide
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
      let pushSpeed = c.pointee.pushSpeed.wide
      let least = select(pushSpeed .> unbound, leastRate, zero)
      let most = -pushSpeed
      let left = c.pointee.slop.wide
      let slop = maximum(left, -left)
      let depth0 = minimum(s0 + slop, zero)
      let depth1 = minimum(s1 + slop, zero)
      // Both points are as soft as each other: then the two conditions have one answer, which changes with no jump.
      var isSoft = (depth0 .< zero) | ((depth1 .< zero) & (single1 .> zero))
      // What a light part carries of a tree comes up and goes down by the part's mass alone, from sub-step to sub-step: a spring, which only
      // giving way damps (docs/log/physics-attachments.md). So what rests does always, and as much against anything.
      let isHeld = left .< zero
      if isHeld.isAny {
        let rests = isHeld & (lasting .> zero) & (carried .<= resting * lasting)
        isSoft = isSoft | rests
        r = select(rests, Wide(repeating: k.heldRate), r)
        scales = select(rests, Wide(repeating: k.heldScale), scales)
        keeps = select(rests, Wide(repeating: k.heldKeep), keeps)
        gives = select(rests, Wide(repeating: k.heldKeep / k.heldScale), gives)
      }
      f0 = f0 + maximum(r * depth0 + maximum(least * depth0, -leastPush), most)
      f1 = f1 + maximum(r * depth1 + maximum(least * depth1, -leastPush), most)
      share = select(isSoft, scales, one)
      let i = select(isSoft, keeps, zero)
      let g = select(isSoft, gives, zero)
      var load0 = minimum(c.pointee.load0.wide, old0)
      var load1 = minimum(c.pointee.load1.wide, old1)
      // What leans on a tall stack would bend it like a soft column.
      let limit = heavy * (single0 + single1)
      let isHeavy = (carried .> limit) & (single1 .> zero)
      let even = select(carried .> limit + limit, Wide(repeating: k.evenTwice), Wide(repeating: k.even))
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
    let i01 = c.pointee.inverse01.wide
    var new0 = old0 - share * (c.pointee.inverse00.wide * f0 + i01 * f1)
    var new1 = old1 - share * (i01 * f0 + c.pointee.inverse11.wide * f1)
    if !relax {
      new0 = new0 - lost0
      new1 = new1 - lost1
    }
    let k01 = c.pointee.k01.wide
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
    c.pointee.impulse0.wide = new0
    c.pointee.impulse1.wide = new1
    if relax {
      let round = c.pointee.round.wide
      let isJointed = (round * (round - one)) .> zero
      if isJointed.isAny {
        // What a light part lands with of a tree, a spring as above, would throw the tree up again. So what parts lets go of more than twice
        // what it carries for long: what is left in the lane the next warm start gives. (By selection: what is added to a part of a number that
        // was taken from it may round, and lanes without joints are not to know who else is in their register.)
        let rate = Wide(repeating: k.unload)
        let from = Wide(repeating: k.unloadFrom)
        let keep0 = minimum(new0, c.pointee.load0.wide + c.pointee.load0.wide)
        let keep1 = minimum(new1, c.pointee.load1.wide + c.pointee.load1.wide)
        c.pointee.impulse0.wide = select(isJointed, keep0 + (new0 - keep0) * maximum(one - rate * maximum(v0 - from, zero), zero), new0)
        c.pointee.impulse1.wide = select(isJointed, keep1 + (new1 - keep1) * maximum(one - rate * maximum(v1 - from, zero), zero), new1)
      }
      if letsGo && (maximum(v0, v1) .> unsettled).isAny {
        // Not what shakes where it rests, nor what goes round with a wall.
        let energy = (a.vx * a.vx + a.vy * a.vy) + (b.vx * b.vx + b.vy * b.vy)
        unload(c, v0, s0, v1, s1, sways ? select(sway.told, zero, energy) : energy, parameters)
      }
      c.pointee.total0.wide = c.pointee.total0.wide + new0
      c.pointee.total1.wide = c.pointee.total1.wide + new1
    }
    let x0 = new0 - old0
    let x1 = new1 - old1
    let change = (maximum(x0, -x0) + maximum(x1, -x1)) * (massA + massB)
    walk.note((change .> unsettled).bits, &mark)
    let push = x0 + x1
    let px = push * nx
    let py = push * ny
    a.vx = a.vx - massA * px
    a.vy = a.vy - massA * py
    b.vx = b.vx + massB * px
    b.vy = b.vy + massB * py
    a.w = a.w - inertiaA * (x0 * crossA0 + x1 * crossA1)
    b.w = b.w + inertiaB * (x0 * crossB0 + x1 * crossB1)
    scatter(states, c, of: walk.block(c), a, b)
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
  let learn = Wide(repeating: parameters.pointee.learn)
  let forget = Wide(repeating: parameters.pointee.forget)
  let leaveUneven = Wide(repeating: parameters.pointee.leaveUneven)
  let most = Wide(repeating: parameters.pointee.most)
  let heldMost = Wide(repeating: parameters.pointee.heldMost)
  let unevenShare = Wide(repeating: 0.6)
  var walk = LaneWalk(blocks.assumingMemoryBound(to: ContactBlock.self), count)
  let zero = Wide.zero
  while let c = walk.next() {
    let a = gather(states, indices(c, ContactLane.indexA))
    let b = gather(states, indices(c, ContactLane.indexB))
    (c.pointee.end0.wide, c.pointee.end1.wide) = separations(c, a, b)
    let normal = c.pointee.nx.wide * (b.vx - a.vx) + c.pointee.ny.wide * (b.vy - a.vy)
    var v0 = normal + (b.w * c.pointee.crossB0.wide - a.w * c.pointee.crossA0.wide)
    var v1 = normal + (b.w * c.pointee.crossB1.wide - a.w * c.pointee.crossA1.wide)
    let sway = Sway(c, a, b, ahead: zero)
    if sway.isAny {
      v0 = sway.rate(v0, c.pointee.alongA0.wide, c.pointee.alongB0.wide)
      v1 = sway.rate(v1, c.pointee.alongA1.wide, c.pointee.alongB1.wide)
    }
    // What two points carry unevenly may be the rocking of a moment: less of it counts, and more slowly, or it would come late
    // for the slow rocking of towers too.
    let p0 = c.pointee.impulse0.wide
    let p1 = c.pointee.impulse1.wide
    let isDouble = c.pointee.single1.wide .> zero
    let alike = select(isDouble, minimum(p0, p1), p0)
    let share = select(c.pointee.slop.wide .< zero, heldMost, most)
    let most0 = share * (alike + unevenShare * (p0 - alike))
    let most1 = select(isDouble, share * (alike + unevenShare * (p1 - alike)), zero)
    let change0 = lasting(most0 - c.pointee.load0.wide, most0, learn, forget)
    let change1 = lasting(most1 - c.pointee.load1.wide, most1, learn, forget)
    let uneven = select(isDouble, leaveUneven * (change0 - change1), zero)
    c.pointee.load0.wide = maximum(c.pointee.load0.wide + (change0 - uneven), zero)
    c.pointee.load1.wide = maximum(c.pointee.load1.wide + (change1 + uneven), zero)
    c.pointee.approach0.wide = maximum(-v0, zero)
    c.pointee.approach1.wide = maximum(-v1, zero)
  }
}

/// What a load changes by in a step: upwards at a pace by what is left of it, downwards at one pace.
@inline(__always)
private func lasting(_ gap: Wide, _ most: Wide, _ learn: Wide, _ forget: Wide) -> Wide {
  let grows = gap .> Wide.zero
  return gap * select(grows, learn * gap / select(grows, most, Wide(repeating: 1)), forget)
}
