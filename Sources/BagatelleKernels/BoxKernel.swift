// Points of contact of eight pairs of boxes at once, in batches of PairKernel.swift.
// SPDX-License-Identifier: MIT
//
// What `World.findPoints` and `collideBoxes` of BagatelleCore do pair by pair, in the same order of operations, so with the
// same bits; explanations are there. All that is decided is decided by selection.

@inline(__always)
func findBoxes(_ f: UnsafeMutablePointer<PairFields>, _ reach: PairReach, _ place: PairPlace) -> FoundPairs {
  let zero = Wide(repeating: 0)
  let one = Wide(repeating: 1)
  let half = Wide(repeating: 0.5)
  let margin = reach.margin

  // B in the frame of A, and what pulls.
  let cA = f.pointee.cA
  let sA = f.pointee.sA
  let pX = place.x
  let pY = place.y
  let c = place.c
  let s = place.s
  let isFree = (f.pointee.pullBX .== zero) & (f.pointee.pullBY .== zero)
  let outX = select(isFree, f.pointee.pullAX, f.pointee.pullBX)
  let outY = select(isFree, f.pointee.pullAY, f.pointee.pullBY)
  let pullX = cA * outX + sA * outY
  let pullY = cA * outY - sA * outX

  // Four axes.
  let aX = f.pointee.halfAX
  let aY = f.pointee.halfAY
  let bX = f.pointee.halfBX
  let bY = f.pointee.halfBY
  let absC = c.size
  let absS = s.size
  let axisAX = pX.size - aX - (absC * bX + absS * bY)
  let axisAY = pY.size - aY - (absS * bX + absC * bY)
  let isNearA = (axisAX .<= margin) & (axisAY .<= margin)
  let seenX = c * pX + s * pY
  let seenY = c * pY - s * pX
  let axisBX = seenX.size - bX - (absC * aX + absS * aY)
  let axisBY = seenY.size - bY - (absS * aX + absC * aY)
  let isNear = isNearA & (axisBX .<= margin) & (axisBY .<= margin)
  let size = aX + aY + bX + bY
  let isIn = isNear & (size .< Wide(repeating: 1e18))
  let bestA = largest(axisAX, axisAY)
  let bestB = largest(axisBX, axisBY)
  let apart = select(isNearA, bestB, bestA)

  // The reference face. Where no numbers are too large all are numbers from here on.
  let tolerance = maximum(
    minimum(Wide(repeating: 5e-4) * minimum(aX + aY, bX + bY), Wide(repeating: 0.05)), Wide(repeating: 1e-6) * size)
  let isTurned = bestB .> bestA + tolerance
  let overX = select(isTurned, axisBX, axisAX)
  let overY = select(isTurned, axisBY, axisAY)
  let acrossX = (select(isTurned, c * pullX + s * pullY, pullX)).size
  let acrossY = (select(isTurned, c * pullY - s * pullX, pullY)).size
  let inner = minimum(minimum(aX, aY), minimum(bX, bY))
  let isEven =
    (maximum(overX, overY) .<= Wide(repeating: -0.25) * inner) & ((overX - overY).size .<= Wide(repeating: 0.05) * inner)
    & (acrossX .!= acrossY) & (f.pointee.choice .> zero)
  let isAlongY = select(isEven, acrossY .< acrossX, overY .>= overX)
  let separation = select(isAlongY, overY, overX)

  let centerX = select(isTurned, -seenX, pX)
  let centerY = select(isTurned, -seenY, pY)
  let turnS = select(isTurned, -s, s)
  let faceX = select(isTurned, bX, aX)
  let faceY = select(isTurned, bY, aY)
  let otherX = select(isTurned, aX, bX)
  let otherY = select(isTurned, aY, bY)
  let halfU = select(isAlongY, faceX, faceY)
  let halfW = select(isAlongY, faceY, faceX)
  let centerU = select(isAlongY, centerX, centerY)
  let across = select(isAlongY, centerY, centerX)
  let isPositive = across .>= zero
  let sign = select(isPositive, one, -one)

  // The incident edge. One of the other's axes is seen as (c, s), the other as (-s, c), or both are exchanged.
  let isSideOfX = select(isAlongY, absS .> absC, absC .> absS)
  let isCrossed = isAlongY ^ isSideOfX
  let bent = select(isAlongY, -turnS, turnS)
  let axisU = select(isCrossed, bent, c)
  let axisW = sign * select(isCrossed, c, -bent)
  let isFacePositive = axisW .<= zero
  let outward = select(isSideOfX, otherX, otherY)
  let length = select(isSideOfX, otherY, otherX)
  let way = select(isFacePositive, outward, -outward)
  let midU = centerU + way * axisU
  let heightMid = sign * across + way * axisW - halfW
  let sideU = length * select(isCrossed, c, bent)
  let sideW = length * (sign * select(isCrossed, -bent, c))
  let isHiPositive = sideU .>= zero
  let alongU = sideU.size
  let alongW = select(isHiPositive, sideW, -sideW)
  let uLo = midU - alongU
  let uHi = midU + alongU
  let wLo = heightMid - alongW
  let wHi = heightMid + alongW
  let isOutside = (uLo .> halfU) | (uHi .< -halfU)

  // Vertices at the ends of both sides.
  let two = one + one
  let three = two + one
  let faceLo = select(isPositive, select(isAlongY, three, one), zero)
  let faceHi = select(isPositive, two, select(isAlongY, one, three))
  let sideLo = select(isFacePositive, select(isSideOfX, one, three), zero)
  let sideHi = select(isFacePositive, two, select(isSideOfX, three, one))
  let otherLo = select(isHiPositive, sideLo, sideHi)
  let otherHi = select(isHiPositive, sideHi, sideLo)
  let high = Wide(repeating: 256)
  let faceUnit = select(isTurned, one, high)
  let otherUnit = select(isTurned, high, one)

  // Corner against corner.
  let small = Wide(repeating: 1e-5) * halfU
  let deepU = select(wLo .<= wHi, uLo, uHi)
  let isStart = deepU .< zero
  let endU = select(isStart, -halfU, halfU)
  let square = alongU * alongU + alongW * alongW
  let k = select(square .> zero, ((endU - midU) * alongU - heightMid * alongW) / square, zero)
  let isLo = k .<= -one
  let isHi = k .>= one
  let uNear = select(isLo, uLo, uHi)
  let isBeyond = select(isStart, uNear .< -halfU, uNear .> halfU)
  let isCorner =
    (separation .> Wide(repeating: 1e-6) * size) & (deepU.size .> halfU)
    & (isOutside | (((wHi - wLo).size .> small) & (isLo | isHi) & isBeyond))
  let nearU = select(isLo, uLo, select(isHi, uHi, midU + k * alongU))
  let nearW = select(isLo, wLo, select(isHi, wHi, heightMid + k * alongW))
  let offU = nearU - endU
  let distance = (offU * offU + nearW * nearW).root
  let isOff = distance .> zero

  // What is left of the edge over the face, or its deeper end beside it.
  let span = uHi - uLo
  let slope = select(span .> zero, (wHi - wLo) / span, zero)
  let cutLo = wLo + maximum(-halfU - uLo, zero) * slope
  let cutHi = wHi - maximum(uHi - halfU, zero) * slope
  let keptLo = maximum(uLo, -halfU)
  let keptHi = minimum(halfU, uHi)
  let isSingle = isOutside | ((keptHi - keptLo .< small) & ((cutLo - cutHi).size .< small))
  let isLoDeeper = select(isOutside, (wLo .< wHi) | ((wLo .== wHi) & (uLo.size .< uHi.size)), cutLo .<= cutHi)
  let hasLo = cutLo .<= margin
  let hasHi = cutHi .<= margin
  let takesLo = select(isSingle, isLoDeeper, hasLo)
  let exists0 = isIn & select(isCorner, distance .<= margin, isOutside | select(takesLo, hasLo, hasHi))
  let exists1 = (isIn & hasLo & hasHi).without(isSingle | isCorner)

  // The points and the normal, along the face and across it; then in the frame of A.
  let hiU = select(isOutside, uHi, keptHi)
  let hiW = select(isOutside, wHi, cutHi)
  let firstU = select(isCorner, endU + half * offU, select(takesLo, select(isOutside, uLo, keptLo), hiU))
  let firstW = select(isCorner, nearW, select(takesLo, select(isOutside, wLo, cutLo), hiW))
  let s0 = select(isCorner, distance, firstW)
  let idLo = faceLo * faceUnit + otherLo * otherUnit
  let idHi = faceHi * faceUnit + otherHi * otherUnit
  let idCorner = select(isStart, faceLo, faceHi) * faceUnit + select(k .< zero, otherLo, otherHi) * otherUnit
  let id0 = select(isCorner, idCorner, select(takesLo, idLo, idHi))
  let frame = Frame(isAlongY: isAlongY, isTurned: isTurned, c: c, s: s)
  let r0 = frame.place(firstU, sign * (halfW + half * firstW), pX, pY)
  let r1 = frame.place(hiU, sign * (halfW + half * hiW), pX, pY)
  let n = frame.direct(
    select(isCorner & isOff, offU / distance, zero), sign * select(isCorner & isOff, nearW / distance, one))

  // Without points, how far apart they are.
  let known = select(
    isNear, select(exists1, least(s0, hiW), select(exists0, s0, select(isIn & isCorner, distance, zero))), apart)
  return FoundPairs(
    normal: n, r0: r0, r1: r1, s0: s0, s1: hiW, id0: id0, id1: idHi, known: known, exists0: exists0, exists1: exists1, isFaceOfB: isTurned)
}

/// From the face's frame to A's.
private struct Frame {
  var isAlongY: Truth
  var isTurned: Truth
  var c: Wide
  var s: Wide

  @inline(__always)
  func place(_ u: Wide, _ w: Wide, _ pX: Wide, _ pY: Wide) -> (x: Wide, y: Wide) {
    let x = select(isAlongY, u, w)
    let y = select(isAlongY, w, u)
    return (select(isTurned, c * x - s * y + pX, x), select(isTurned, s * x + c * y + pY, y))
  }

  @inline(__always)
  func direct(_ u: Wide, _ w: Wide) -> (x: Wide, y: Wide) {
    let x = select(isAlongY, u, w)
    let y = select(isAlongY, w, u)
    return (select(isTurned, -(c * x - s * y), x), select(isTurned, -(s * x + c * y), y))
  }
}
