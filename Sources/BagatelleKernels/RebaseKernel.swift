// Eight contacts at once follow their bodies to new reference poses. Compiled twice.
// SPDX-License-Identifier: MIT
//
// Most contacts of bodies that move together, as in a drum or a falling heap, stay what they are: the normal turns with
// the body that has the face, the point goes with the one that has the vertex. So the geometry of a lane is carried along
// instead of found anew, as long as the two have moved against each other by no more than a budget; that an old manifold
// will do is Catto's observation ("contact recycling", Box2D 2026). Vectors are told by their parts along the normal n and
// the tangent t: of r those are r·n and -(r × n).

/// How far eight bodies' reference poses have moved and turned, and whether they have.
private struct Shifts {
  var dx: F8
  var dy: F8
  var turned: F8
  var isMoved: F8
}

@_transparent
private func row(_ shifts: UnsafeRawPointer, _ index: Int32) -> F4 {
  shifts.advanced(by: Int(index) &* 16).load(as: F4.self)
}

@inline(__always)
private func gatherShifts(_ shifts: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Shifts {
  let r04 = joined(row(shifts, index[0]), row(shifts, index[4]))
  let r15 = joined(row(shifts, index[1]), row(shifts, index[5]))
  let r26 = joined(row(shifts, index[2]), row(shifts, index[6]))
  let r37 = joined(row(shifts, index[3]), row(shifts, index[7]))
  let low01 = interleavedLow(r04, r15)
  let low23 = interleavedLow(r26, r37)
  let high01 = interleavedHigh(r04, r15)
  let high23 = interleavedHigh(r26, r37)
  return Shifts(
    dx: pairsLow(low01, low23), dy: pairsHigh(low01, low23), turned: pairsLow(high01, high23),
    isMoved: pairsHigh(high01, high23))
}

/// Whether any of sixteen bodies has another reference.
@inline(__always)
private func anyMoved(_ shifts: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Bool {
  var bits: UInt32 = 0
  for lane in 0..<16 {
    bits |= shifts.advanced(by: Int(index[lane]) &* 16 &+ 12).load(as: UInt32.self)
  }
  return bits != 0
}

@_transparent
private func magnitude(_ a: F8) -> F8 { maximum(a, -a) }

/// Sine and cosine of a small angle: short by its fifth and fourth power.
@inline(__always)
private func smallTurn(_ angle: F8) -> (c: F8, s: F8) {
  let square = angle * angle
  let one = F8(repeating: 1)
  return (one - F8(repeating: 0.5) * square, angle * (one - F8(repeating: 1 / 6) * square))
}

/// The parts along n and t of a vector, seen from axes that have turned on.
@inline(__always)
private func seen(_ n: F8, _ t: F8, _ turn: (c: F8, s: F8)) -> (n: F8, t: F8) {
  (n * turn.c + t * turn.s, t * turn.c - n * turn.s)
}

@inline(__always)
func rebase(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ shifts: UnsafeRawPointer,
  _ parameters: UnsafePointer<ContactParameters>
) {
  var c = blocks.assumingMemoryBound(to: ContactBlock.self)
  let end = c + count
  let turnWay = F8(repeating: parameters.pointee.turnWay)
  while c < end {
    let ia = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
    if anyMoved(shifts, ia) { rebaseBlock(c, gatherShifts(shifts, ia), gatherShifts(shifts, ia + 8), turnWay) }
    c += 1
  }
}

@inline(__always)
private func rebaseBlock(_ c: UnsafeMutablePointer<ContactBlock>, _ a: Shifts, _ b: Shifts, _ turnWay: F8) {
  let zero = F8.zero
  let one = F8(repeating: 1)
  let half = F8(repeating: 0.5)
  let isMoved = (a.isMoved + b.isMoved) .> zero
  let nx = c.pointee.nx
  let ny = c.pointee.ny
  let face = c.pointee.face
  let isOnB = face .> F8(repeating: 0.75)
  let isBetween = (face .> F8(repeating: 0.25)) & (face .< F8(repeating: 0.75))
  let isRound = c.pointee.round .> zero
  let hasSecond = c.pointee.single1 .> zero
  // The way from A's center to B's, before and after.
  let shiftX = b.dx - a.dx
  let shiftY = b.dy - a.dy
  let shiftN = nx * shiftX + ny * shiftY
  let shiftT = nx * shiftY - ny * shiftX
  let alongAT = c.pointee.crossAT
  let alongBT = c.pointee.crossBT
  let oldN = alongAT - alongBT
  let dn = oldN + shiftN
  // Every sum and product here is one that a mirror image, whose points are exchanged, comes to as well.
  let way0 = c.pointee.crossB0 - c.pointee.crossA0
  let way1 = c.pointee.crossB1 - c.pointee.crossA1
  let dt = select(hasSecond, half * (way0 + way1), way0) + shiftT
  let centerTurn = select(dn .> zero, shiftT / dn, zero)
  let turn = select(isBetween, centerTurn, select(isOnB, b.turned, a.turned))
  // A circle looks the same however it turns.
  let isRoundA = isRound & (isOnB | isBetween)
  let isRoundB = isRound & (face .< F8(repeating: 0.75))
  let spinA = select(isRoundA, zero, a.turned)
  let spinB = select(isRoundB, zero, b.turned)
  let turnN = smallTurn(turn)
  let turnA = smallTurn(select(isRoundA, zero, turn - a.turned))
  let turnB = smallTurn(select(isRoundB, zero, turn - b.turned))
  let way = seen(dn, dt, turnN)
  // Who gives way where both disagree: the point of a face.
  let shareA = one - face
  let shareB = face

  // Separations by the formula of the kernels, with the bend of a way around a circle.
  let squareA = half * (spinA * spinA)
  let squareB = half * (spinB * spinB)
  let bend = select(isBetween, select(dn .> zero, half * shiftT * shiftT / dn, zero), zero)
  let s0 =
    (c.pointee.separation0 + shiftN + bend) + (spinB * c.pointee.crossB0 - spinA * c.pointee.crossA0)
    + (squareA * c.pointee.alongA0 - squareB * c.pointee.alongB0)
  let s1 =
    (c.pointee.separation1 + shiftN) + (spinB * c.pointee.crossB1 - spinA * c.pointee.crossA1)
    + (squareA * c.pointee.alongA1 - squareB * c.pointee.alongB1)

  var a0 = seen(select(isRoundA, alongAT, c.pointee.alongA0), -c.pointee.crossA0, turnA)
  var b0 = seen(select(isRoundB, alongBT, c.pointee.alongB0), -c.pointee.crossB0, turnB)
  var a1 = seen(c.pointee.alongA1, -c.pointee.crossA1, turnA)
  var b1 = seen(c.pointee.alongB1, -c.pointee.crossB1, turnB)
  let gap0 = (n: (a0.n - b0.n) - way.n, t: (a0.t - b0.t) - way.t)
  let gap1 = (n: (a1.n - b1.n) - way.n, t: (a1.t - b1.t) - way.t)
  a0 = (a0.n - shareA * gap0.n, a0.t - shareA * gap0.t)
  b0 = (b0.n + shareB * gap0.n, b0.t + shareB * gap0.t)
  a1 = (a1.n - shareA * gap1.n, a1.t - shareA * gap1.t)
  b1 = (b1.n + shareB * gap1.n, b1.t + shareB * gap1.t)

  // What is left of the motion that the points may go against each other.
  let slid0 = magnitude(gap0.n) + magnitude(gap0.t)
  let slid1 = select(hasSecond, magnitude(gap1.n) + magnitude(gap1.t), zero)
  let rolled = F8(repeating: 0.05) * (magnitude(shiftN) + magnitude(shiftT))
  let rocked = select(isRound, zero, turnWay * magnitude(b.turned - a.turned))
  var budget = c.pointee.budget - select(isBetween, rolled, maximum(slid0, slid1) + rocked)
  let most = F8(repeating: 0.05)
  budget = select((magnitude(turn) .> most) | (magnitude(spinA) .> most) | (magnitude(spinB) .> most), -one, budget)

  // Normals stay of unit length.
  let turnedX = nx * turnN.c - ny * turnN.s
  let turnedY = ny * turnN.c + nx * turnN.s
  let scale = F8(repeating: 1.5) - half * (turnedX * turnedX + turnedY * turnedY)
  let massA = c.pointee.massA
  let massB = c.pointee.massB
  let inertiaA = c.pointee.inertiaA
  let inertiaB = c.pointee.inertiaB
  let mass = massA + massB
  var k00 = mass + (inertiaA * a0.t * a0.t + inertiaB * b0.t * b0.t)
  var k11 = mass + (inertiaA * a1.t * a1.t + inertiaB * b1.t * b1.t)
  let k01 = mass + (inertiaA * (a0.t * a1.t) + inertiaB * (b0.t * b1.t))
  var determinant = k00 * k11 - k01 * k01
  // As where lanes are written: nearly one point is a little softer.
  let isClose = (determinant .< F8(repeating: 1e-3) * (k00 * k11)) & hasSecond
  let softer = F8(repeating: 1.001)
  k00 = select(isClose, k00 * softer, k00)
  k11 = select(isClose, k11 * softer, k11)
  determinant = select(isClose, k00 * k11 - k01 * k01, determinant)
  let inverse = one / determinant
  let single0 = one / k00
  let aT = select(hasSecond, half * (a0.n + a1.n), a0.n)
  let bT = select(hasSecond, half * (b0.n + b1.n), b0.n)
  let tangentMass = one / (mass + (inertiaA * aT * aT + inertiaB * bT * bT))

  let isPair = isMoved & hasSecond
  c.pointee.nx = select(isMoved, scale * turnedX, nx)
  c.pointee.ny = select(isMoved, scale * turnedY, ny)
  c.pointee.separation0 = select(isMoved, s0, c.pointee.separation0)
  c.pointee.separation1 = select(isPair, s1, c.pointee.separation1)
  c.pointee.crossA0 = select(isMoved, -a0.t, c.pointee.crossA0)
  c.pointee.crossB0 = select(isMoved, -b0.t, c.pointee.crossB0)
  c.pointee.crossA1 = select(isPair, -a1.t, c.pointee.crossA1)
  c.pointee.crossB1 = select(isPair, -b1.t, c.pointee.crossB1)
  c.pointee.alongA0 = select(isMoved, select(isRoundA, zero, a0.n), c.pointee.alongA0)
  c.pointee.alongB0 = select(isMoved, select(isRoundB, zero, b0.n), c.pointee.alongB0)
  c.pointee.alongA1 = select(isPair, a1.n, c.pointee.alongA1)
  c.pointee.alongB1 = select(isPair, b1.n, c.pointee.alongB1)
  c.pointee.crossAT = select(isMoved, aT, alongAT)
  c.pointee.crossBT = select(isMoved, bT, alongBT)
  c.pointee.inverse00 = select(isMoved, select(hasSecond, k11 * inverse, single0), c.pointee.inverse00)
  c.pointee.inverse01 = select(isPair, -k01 * inverse, c.pointee.inverse01)
  c.pointee.inverse11 = select(isPair, k00 * inverse, c.pointee.inverse11)
  c.pointee.single0 = select(isMoved, single0, c.pointee.single0)
  c.pointee.single1 = select(isPair, one / k11, c.pointee.single1)
  c.pointee.k01 = select(isPair, k01, c.pointee.k01)
  c.pointee.tangentMass = select(isMoved, tangentMass, c.pointee.tangentMass)
  c.pointee.budget = select(isMoved, budget, c.pointee.budget)
}
