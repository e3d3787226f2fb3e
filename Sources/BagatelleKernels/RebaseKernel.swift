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
  var dx: Wide
  var dy: Wide
  var turned: Wide
  var isMoved: Wide
}

@_transparent
private func row(_ shifts: UnsafeRawPointer, _ index: Int32) -> F4 {
  shifts.advanced(by: Int(index) &* 16).load(as: F4.self)
}

@inline(__always)
private func gatherShifts(_ shifts: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Shifts {
  let (dx, dy, turned, isMoved) = columns { row(shifts, index[$0]) }
  return Shifts(dx: dx, dy: dy, turned: turned, isMoved: isMoved)
}

/// Whether any body of the lanes has another reference.
@inline(__always)
private func anyMoved(_ shifts: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Bool {
  var bits: UInt32 = 0
  for lane in 0..<Wide.lanes {
    bits |= shifts.advanced(by: Int(index[lane]) &* 16 &+ 12).load(as: UInt32.self)
    bits |= shifts.advanced(by: Int(index[lane &+ 8]) &* 16 &+ 12).load(as: UInt32.self)
  }
  return bits != 0
}

@_transparent
private func magnitude(_ a: Wide) -> Wide { maximum(a, -a) }

/// Sine and cosine of a small angle: short by its fifth and fourth power.
@inline(__always)
private func smallTurn(_ angle: Wide) -> (c: Wide, s: Wide) {
  let square = angle * angle
  let one = Wide(repeating: 1)
  return (one - Wide(repeating: 0.5) * square, angle * (one - Wide(repeating: 1 / 6) * square))
}

/// The parts along n and t of a vector, seen from axes that have turned on.
@inline(__always)
private func seen(_ n: Wide, _ t: Wide, _ turn: (c: Wide, s: Wide)) -> (n: Wide, t: Wide) {
  (n * turn.c + t * turn.s, t * turn.c - n * turn.s)
}

@inline(__always)
func rebase(
  _ blocks: UnsafeMutableRawPointer, _ count: Int, _ shifts: UnsafeRawPointer, _ states: UnsafeRawPointer,
  _ parameters: UnsafePointer<ContactParameters>
) {
  var walk = LaneWalk(blocks.assumingMemoryBound(to: ContactBlock.self), count)
  let turnWay = Wide(repeating: parameters.pointee.turnWay)
  while let c = walk.next() {
    let ia = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
    if anyMoved(shifts, ia) { rebaseBlock(c, gatherShifts(shifts, ia), gatherShifts(shifts, ia + 8), states, turnWay) }
  }
}

@inline(__always)
private func rebaseBlock(_ c: UnsafeMutablePointer<ContactBlock>, _ a: Shifts, _ b: Shifts, _ states: UnsafeRawPointer, _ turnWay: Wide) {
  let zero = Wide.zero
  let one = Wide(repeating: 1)
  let half = Wide(repeating: 0.5)
  let isMoved = (a.isMoved + b.isMoved) .> zero
  let nx = c.pointee.nx.wide
  let ny = c.pointee.ny.wide
  let face = c.pointee.face.wide
  let isOnB = face .> Wide(repeating: 0.75)
  let isBetween = (face .> Wide(repeating: 0.25)) & (face .< Wide(repeating: 0.75))
  let isRound = c.pointee.round.wide .> zero
  let hasSecond = c.pointee.single1.wide .> zero
  // The way from A's center to B's, before and after.
  let shiftX = b.dx - a.dx
  let shiftY = b.dy - a.dy
  let shiftN = nx * shiftX + ny * shiftY
  let shiftT = nx * shiftY - ny * shiftX
  let alongAT = c.pointee.crossAT.wide
  let alongBT = c.pointee.crossBT.wide
  let oldN = alongAT - alongBT
  let dn = oldN + shiftN
  // Every sum and product here is one that a mirror image, whose points are exchanged, comes to as well.
  let way0 = c.pointee.crossB0.wide - c.pointee.crossA0.wide
  let way1 = c.pointee.crossB1.wide - c.pointee.crossA1.wide
  let dt = select(hasSecond, half * (way0 + way1), way0) + shiftT
  let centerTurn = select(dn .> zero, shiftT / dn, zero)
  let turn = select(isBetween, centerTurn, select(isOnB, b.turned, a.turned))
  // A circle looks the same however it turns.
  let isRoundA = isRound & (isOnB | isBetween)
  let isRoundB = isRound & (face .< Wide(repeating: 0.75))
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
    (c.pointee.separation0.wide + shiftN + bend) + (spinB * c.pointee.crossB0.wide - spinA * c.pointee.crossA0.wide)
    + (squareA * c.pointee.alongA0.wide - squareB * c.pointee.alongB0.wide)
  let s1 =
    (c.pointee.separation1.wide + shiftN) + (spinB * c.pointee.crossB1.wide - spinA * c.pointee.crossA1.wide)
    + (squareA * c.pointee.alongA1.wide - squareB * c.pointee.alongB1.wide)

  var a0 = seen(select(isRoundA, alongAT, c.pointee.alongA0.wide), -c.pointee.crossA0.wide, turnA)
  var b0 = seen(select(isRoundB, alongBT, c.pointee.alongB0.wide), -c.pointee.crossB0.wide, turnB)
  var a1 = seen(c.pointee.alongA1.wide, -c.pointee.crossA1.wide, turnA)
  var b1 = seen(c.pointee.alongB1.wide, -c.pointee.crossB1.wide, turnB)
  let gap0 = (n: (a0.n - b0.n) - way.n, t: (a0.t - b0.t) - way.t)
  let gap1 = (n: (a1.n - b1.n) - way.n, t: (a1.t - b1.t) - way.t)
  a0 = (a0.n - shareA * gap0.n, a0.t - shareA * gap0.t)
  b0 = (b0.n + shareB * gap0.n, b0.t + shareB * gap0.t)
  a1 = (a1.n - shareA * gap1.n, a1.t - shareA * gap1.t)
  b1 = (b1.n + shareB * gap1.n, b1.t + shareB * gap1.t)

  // What is left of the motion that the points may go against each other.
  let slid0 = magnitude(gap0.n) + magnitude(gap0.t)
  let slid1 = select(hasSecond, magnitude(gap1.n) + magnitude(gap1.t), zero)
  let rolled = Wide(repeating: 0.05) * (magnitude(shiftN) + magnitude(shiftT))
  let rocked = select(isRound, zero, turnWay * magnitude(b.turned - a.turned))
  var budget = c.pointee.budget.wide - select(isBetween, rolled, maximum(slid0, slid1) + rocked)
  let most = Wide(repeating: 0.05)
  budget = select((magnitude(turn) .> most) | (magnitude(spinA) .> most) | (magnitude(spinB) .> most), -one, budget)

  // Normals stay of unit length.
  let turnedX = nx * turnN.c - ny * turnN.s
  let turnedY = ny * turnN.c + nx * turnN.s
  let scale = Wide(repeating: 1.5) - half * (turnedX * turnedX + turnedY * turnedY)
  let massA = c.pointee.massA.wide
  let massB = c.pointee.massB.wide
  let inertiaA = c.pointee.inertiaA.wide
  let inertiaB = c.pointee.inertiaB.wide
  let mass = massA + massB
  var k00 = mass + (inertiaA * a0.t * a0.t + inertiaB * b0.t * b0.t)
  var k11 = mass + (inertiaA * a1.t * a1.t + inertiaB * b1.t * b1.t)
  let k01 = mass + (inertiaA * (a0.t * a1.t) + inertiaB * (b0.t * b1.t))
  var determinant = k00 * k11 - k01 * k01
  // As where lanes are written: nearly one point is a little softer.
  let isClose = (determinant .< Wide(repeating: 1e-3) * (k00 * k11)) & hasSecond
  let softer = Wide(repeating: 1.001)
  k00 = select(isClose, k00 * softer, k00)
  k11 = select(isClose, k11 * softer, k11)
  determinant = select(isClose, k00 * k11 - k01 * k01, determinant)
  let inverse = one / determinant
  let single0 = one / k00
  let aT = select(hasSecond, half * (a0.n + a1.n), a0.n)
  let bT = select(hasSecond, half * (b0.n + b1.n), b0.n)
  let tangentMass = one / (mass + (inertiaA * aT * aT + inertiaB * bT * bT))

  let isPair = isMoved & hasSecond
  c.pointee.nx.wide = select(isMoved, scale * turnedX, nx)
  c.pointee.ny.wide = select(isMoved, scale * turnedY, ny)
  c.pointee.separation0.wide = select(isMoved, s0, c.pointee.separation0.wide)
  c.pointee.separation1.wide = select(isPair, s1, c.pointee.separation1.wide)
  c.pointee.crossA0.wide = select(isMoved, -a0.t, c.pointee.crossA0.wide)
  c.pointee.crossB0.wide = select(isMoved, -b0.t, c.pointee.crossB0.wide)
  c.pointee.crossA1.wide = select(isPair, -a1.t, c.pointee.crossA1.wide)
  c.pointee.crossB1.wide = select(isPair, -b1.t, c.pointee.crossB1.wide)
  c.pointee.alongA0.wide = select(isMoved, select(isRoundA, zero, a0.n), c.pointee.alongA0.wide)
  c.pointee.alongB0.wide = select(isMoved, select(isRoundB, zero, b0.n), c.pointee.alongB0.wide)
  c.pointee.alongA1.wide = select(isPair, a1.n, c.pointee.alongA1.wide)
  c.pointee.alongB1.wide = select(isPair, b1.n, c.pointee.alongB1.wide)
  c.pointee.crossAT.wide = select(isMoved, aT, alongAT)
  c.pointee.crossBT.wide = select(isMoved, bT, alongBT)
  c.pointee.inverse00.wide = select(isMoved, select(hasSecond, k11 * inverse, single0), c.pointee.inverse00.wide)
  c.pointee.inverse01.wide = select(isPair, -k01 * inverse, c.pointee.inverse01.wide)
  c.pointee.inverse11.wide = select(isPair, k00 * inverse, c.pointee.inverse11.wide)
  c.pointee.single0.wide = select(isMoved, single0, c.pointee.single0.wide)
  c.pointee.single1.wide = select(isPair, one / k11, c.pointee.single1.wide)
  c.pointee.k01.wide = select(isPair, k01, c.pointee.k01.wide)
  c.pointee.tangentMass.wide = select(isMoved, tangentMass, c.pointee.tangentMass.wide)
  c.pointee.budget.wide = select(isMoved, budget, c.pointee.budget.wide)

  // Along the new normal the two close in at another speed, and it is that which a bounce gives back.
  let ia = UnsafeRawPointer(c).assumingMemoryBound(to: Int32.self)
  let (ax, ay, aw) = gatherSpeeds(states, ia)
  let (bx, by, bw) = gatherSpeeds(states, ia + 8)
  let normal = c.pointee.nx.wide * (bx - ax) + c.pointee.ny.wide * (by - ay)
  let v0 = normal + (bw * c.pointee.crossB0.wide - aw * c.pointee.crossA0.wide)
  let v1 = normal + (bw * c.pointee.crossB1.wide - aw * c.pointee.crossA1.wide)
  c.pointee.approach0.wide = select(isMoved, maximum(-v0, zero), c.pointee.approach0.wide)
  c.pointee.approach1.wide = select(isPair, maximum(-v1, zero), c.pointee.approach1.wide)
}
