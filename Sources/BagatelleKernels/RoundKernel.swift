// Points of contact of eight pairs with a circle at once, with another circle or with a box, in batches of PairKernel.swift.
// SPDX-License-Identifier: MIT
//
// What `World.findPoints`, `collideCircles` and `collidePolygonCircle` of BagatelleCore do pair by pair, in the same order of
// operations, so with the same bits; explanations are there. All that is decided is decided by selection.

@inline(__always)
func findRound(_ f: UnsafeMutablePointer<PairFields>, _ reach: PairReach, _ place: PairPlace) -> FoundPairs {
  let zero = Wide(repeating: 0)
  let one = Wide(repeating: 1)
  let half = Wide(repeating: 0.5)
  let margin = reach.margin
  let c = place.c
  let s = place.s
  // A box has a size.
  let isBoxB = f.pointee.halfBX .> zero
  let isBetween = (f.pointee.halfAX .<= zero).without(isBoxB)

  // The circle's center in the frame of the box, or of circle A. What is added is 0, whose sign may count.
  let zeroC = c * zero
  let zeroS = s * zero
  let centerX = select(isBoxB, zeroS + zeroC - (c * place.x + s * place.y), zeroC - zeroS + place.x)
  let centerY = select(isBoxB, zeroC - zeroS - (c * place.y - s * place.x), zeroS + zeroC + place.y)
  let halfX = select(isBoxB, f.pointee.halfBX, f.pointee.halfAX)
  let halfY = select(isBoxB, f.pointee.halfBY, f.pointee.halfAY)
  // Of the circle, or of circle A.
  let radius = select(isBoxB | isBetween, f.pointee.outerA, f.pointee.outerB)

  // The face whose plane is farthest below the center, in the order of a box's edges. (0 times what is infinite is no number.)
  let lowX = centerX + halfX
  let lowY = centerY + halfY
  let highX = centerX - halfX
  let highY = centerY - halfY
  let top = lowX * zero - lowY
  let right = highX + lowY * zero
  let bottom = highX * zero + highY
  let left = highY * zero - lowX
  let infinity = Wide(repeating: .infinity)
  let best0 = select(top .> -infinity, top, -infinity)
  let isRight = right .> best0
  let best1 = select(isRight, right, best0)
  let isBottom = bottom .> best1
  let best2 = select(isBottom, bottom, best1)
  let isLeft = left .> best2
  let best = select(isLeft, left, best2)
  let isSide = (isLeft | isRight.without(isBottom)).without(isBetween)
  let isPositive = (isRight | isBottom).without(isLeft | isBetween)
  let beyond = best - radius

  // Along the face (`u`) and away from it (`w`): from the vertex that is nearest, or from the center of circle A.
  let u = select(isSide, centerY, centerX)
  let w = select(isSide, centerX, centerY)
  let halfU = select(isSide, halfY, halfX)
  let halfW = select(isSide, halfX, halfY)
  let offW = w - select(isPositive | isBetween, halfW, -halfW)
  let isLow = (u + halfU) * (halfU + halfU) + offW * zero .< zero
  let isHigh = (u - halfU) * (halfU + halfU) + offW * zero .> zero
  let offU = u - select(isLow, -halfU, halfU)
  let length = (offU * offU + offW * offW).root
  let isVertex = isBetween | ((best .> zero) & (isLow | isHigh))
  let isOff = isVertex & (length .> select(isBetween, zero, Wide(repeating: 1e-18)))
  let distance = select(isBetween | isOff, length, best)
  let beside = distance - radius
  let separation = select(isBetween, beside - f.pointee.outerB, beside)
  let normalU = select(isOff, offU / length, zero)
  let normalW = select(isOff, offW / length, select(isPositive, one, -one))

  // The point and the normal, in the frame of the box; then in the frame of A.
  let nX = select(isSide, normalW, normalU)
  let nY = select(isSide, normalU, normalW)
  let way = half * select(isBetween, radius + (distance - f.pointee.outerB), -(distance + radius))
  let atX = select(isBetween, zero, centerX) + way * nX
  let atY = select(isBetween, zero, centerY) + way * nY
  let aX = select(isBoxB, c * atX - s * atY + place.x, atX)
  let aY = select(isBoxB, s * atX + c * atY + place.y, atY)
  let axisX = select(isBoxB, -(c * nX - s * nY), nX)
  let axisY = select(isBoxB, -(s * nX + c * nY), nY)

  // Whether there is one. Who had none and is surely far is not looked at.
  let circles = (place.x * place.x + place.y * place.y).root - f.pointee.outerA - f.pointee.outerB
  let sides = largest(centerX.size - halfX, centerY.size - halfY) - radius
  let apart = select(isBetween, circles, largest(circles, sides))
  let isApart = (f.pointee.choice .> zero) & (apart .> reach.near)
  let isNearFace = isBetween | (beyond .<= margin)
  let isNear = separation .<= margin
  let sum = axisX + axisY + aX + aY + separation
  let isWhole = (sum * zero .== zero) & (axisX.size + axisY.size .> half)
  let isBroken = isVertex.without(isBetween | (length .< infinity))
  let exists = (isNearFace & isNear & isWhole).without(isApart | isBroken)
  let known = select(isNearFace, select(isBroken | isNear.without(isWhole), zero, separation), beyond)
  return FoundPairs(
    normal: (axisX, axisY), r0: (aX, aY), r1: (aX, aY), s0: separation, s1: separation, id0: zero, id1: zero,
    known: select(isApart, apart, known), exists0: exists, exists1: zero .> zero, isFaceOfB: isBoxB)
}
