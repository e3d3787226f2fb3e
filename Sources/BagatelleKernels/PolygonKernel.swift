// Points of contact of eight pairs of polygons at once, in batches of PairKernel.swift. Compiled twice.
// SPDX-License-Identifier: MIT
//
// What `World.findPoints`, `clipEdge` and `Manifold.turnAround` of BagatelleCore do pair by pair, in the same order of operations, so with
// the same bits; explanations are there. All that is decided is decided by selection. Which face and which edge meet is found before, for
// one pair after the other (Manifold+Faces.swift), and lies in the record, in the frame of the shape that has the face. Ends of the
// face are in the place of half sizes; `choice` is 1 where the face is B's, and behind the contact lies the vertex at the edge's upper end:
//
//     normal.x normal.y  lower.x lower.y   of the face; and the end of the edge that is farther back along it
//     upper.x  upper.y   apartA  apartB    how far each shape is beyond some face of the other
//     faceLo   faceHi    edgeLo  -         numbers of vertices

/// What follows the fields that all pairs have.
struct PolygonFields: BitwiseCopyable {
  var normalX: Wide, normalY: Wide, loX: Wide, loY: Wide
  var hiX: Wide, hiY: Wide, apartA: Wide, apartB: Wide
  var faceLo: Wide, faceHi: Wide, edgeLo: Wide, unused: Wide
}

@inline(__always)
func findPolygons(_ f: UnsafeMutablePointer<PairFields>, _ reach: PairReach, _ place: PairPlace) -> FoundPairs {
  let e = UnsafeMutableRawPointer(f + 1).assumingMemoryBound(to: PolygonFields.self)
  let zero = Wide(repeating: 0)
  let one = Wide(repeating: 1)
  let half = Wide(repeating: 0.5)
  let margin = reach.margin
  let isTurned = f.pointee.choice .> zero
  let nX = e.pointee.normalX
  let nY = e.pointee.normalY
  let isNearA = e.pointee.apartA .<= margin
  let isClose = isNearA & (e.pointee.apartB .<= margin)
  let apart = select(isNearA, e.pointee.apartB, e.pointee.apartA)

  // Along the face (`u`), from its middle, and away from it (`w`).
  let middleX = half * (f.pointee.halfAX + f.pointee.halfBX)
  let middleY = half * (f.pointee.halfAY + f.pointee.halfBY)
  let far = half * (-nY * (f.pointee.halfBX - f.pointee.halfAX) + nX * (f.pointee.halfBY - f.pointee.halfAY))
  let loX = e.pointee.loX
  let loY = e.pointee.loY
  let hiX = e.pointee.hiX
  let hiY = e.pointee.hiY
  let dLoX = loX - middleX
  let dLoY = loY - middleY
  let dHiX = hiX - middleX
  let dHiY = hiY - middleY
  let uLo = -nY * dLoX + nX * dLoY
  let uHi = -nY * dHiX + nX * dHiY
  let wLo = nX * dLoX + nY * dLoY
  let wHi = nX * dHiX + nY * dHiY
  let deepest = least(wLo, wHi)
  let isNear = isClose & (deepest .<= margin)
  let isOutside = (uLo .> far) | (uHi .< -far)
  let isLoDeeper = wLo .<= wHi

  // Corner against corner.
  let noise = Wide(repeating: 1e-6) * (far + dLoX.size + dLoY.size)
  let u = select(isLoDeeper, uLo, uHi)
  let isStart = u .< -far
  let endX = select(isStart, f.pointee.halfAX, f.pointee.halfBX)
  let endY = select(isStart, f.pointee.halfAY, f.pointee.halfBY)
  let edgeX = hiX - loX
  let edgeY = hiY - loY
  let square = edgeX * edgeX + edgeY * edgeY
  let k = select(square .> zero, (edgeX * (endX - loX) + edgeY * (endY - loY)) / square, zero)
  let isLo = k .<= zero
  let isHi = k .>= one
  let uNear = select(isLo, uLo, uHi)
  let isBeyond = select(isStart, uNear .< -far, uNear .> far)
  let isCorner = (deepest .> noise) & (isStart | (u .> far)) & (isOutside | ((isLo | isHi) & isBeyond))
  let nearX = select(isLo, loX, select(isHi, hiX, loX + k * edgeX))
  let nearY = select(isLo, loY, select(isHi, hiY, loY + k * edgeY))
  let offX = nearX - endX
  let offY = nearY - endY
  let distance = (offX * offX + offY * offY).root
  let isOff = isCorner & (distance .> zero)

  // What is left of the edge over the face, or its deeper end beside it.
  let span = uHi - uLo
  let hasSpan = span .> zero
  let isCutLo = hasSpan & (uLo .< -far)
  let isCutHi = hasSpan & (uHi .> far)
  let shareLo = (-far - uLo) / span
  let shareHi = (uHi - far) / span
  let cutLo = select(isCutLo, wLo + shareLo * (wHi - wLo), wLo)
  let cutHi = select(isCutHi, wHi + shareHi * (wLo - wHi), wHi)
  let atLoX = select(isCutLo, loX + shareLo * edgeX, loX)
  let atLoY = select(isCutLo, loY + shareLo * edgeY, loY)
  let atHiX = select(isCutHi, hiX + shareHi * (dLoX - dHiX), hiX)
  let atHiY = select(isCutHi, hiY + shareHi * (dLoY - dHiY), hiY)
  let small = Wide(repeating: 1e-5) * far
  let isSingle = (least(uHi, far) - largest(uLo, -far) .< small) & ((cutLo - cutHi).size .< small)
  let hasLo = cutLo .<= margin
  let hasHi = cutHi .<= margin
  let isOver = (deepest .< zero).without(isOutside | isSingle | hasLo | hasHi)
  let isBeside = isOutside | isOver
  let takesLo = select(isBeside, isLoDeeper, select(isSingle, cutLo .<= cutHi, hasLo))
  let w0 = select(isBeside, deepest, select(takesLo, cutLo, cutHi))
  let fromX = select(isOver, middleX + select(takesLo, dLoX, dHiX), select(isOutside, select(takesLo, loX, hiX), select(takesLo, atLoX, atHiX)))
  let fromY = select(isOver, middleY + select(takesLo, dLoY, dHiY), select(isOutside, select(takesLo, loY, hiY), select(takesLo, atLoY, atHiY)))
  let isFound0 = isNear & select(isCorner, distance .<= margin, isBeside | select(isSingle, w0 .<= margin, hasLo | hasHi))
  let isFound1 = (isNear & hasLo & hasHi).without(isCorner | isOutside | isSingle)
  let s0 = select(isCorner, distance, w0)
  let s1 = cutHi

  // The points and the normal in the frame of A.
  @inline(__always)
  func turn(_ x: Wide, _ y: Wide) -> (x: Wide, y: Wide) { (place.c * x - place.s * y, place.s * x + place.c * y) }
  @inline(__always)
  func inFrameOfA(_ x: Wide, _ y: Wide) -> (x: Wide, y: Wide) {
    let turned = turn(x, y)
    return (select(isTurned, turned.x + place.x, x), select(isTurned, turned.y + place.y, y))
  }
  let sink0 = half * w0
  let sink1 = half * s1
  let a0 = inFrameOfA(
    select(isCorner, half * (nearX + endX), fromX - sink0 * nX), select(isCorner, half * (nearY + endY), fromY - sink0 * nY))
  let a1 = inFrameOfA(atHiX - sink1 * nX, atHiY - sink1 * nY)
  let axisX = select(isOff, offX / distance, nX)
  let axisY = select(isOff, offY / distance, nY)
  let turnedAxis = turn(axisX, axisY)
  let axis = (x: select(isTurned, -turnedAxis.x, axisX), y: select(isTurned, -turnedAxis.y, axisY))
  let sum = axis.x + axis.y + a0.x + a0.y + s0
  let whole = select(isFound1, sum + (a1.x + a1.y + s1), sum)
  let isWhole = (whole * zero .== zero) & (axis.x.size + axis.y.size .> half)
  let exists0 = isFound0 & isWhole
  let exists1 = isFound1 & isWhole
  let known = select(isClose, select(exists1, least(s0, s1), select(exists0, s0, zero)), apart)

  // Vertices of A count 256 times.
  let high = Wide(repeating: 256)
  let faceUnit = select(isTurned, one, high)
  let edgeUnit = select(isTurned, high, one)
  let edgeHi = f.pointee.unused0
  let takesStart = select(isCorner, isStart, takesLo)
  let takesEdgeLo = select(isCorner, k .< half, takesLo)
  let id0 = select(takesStart, e.pointee.faceLo, e.pointee.faceHi) * faceUnit + select(takesEdgeLo, e.pointee.edgeLo, edgeHi) * edgeUnit
  let id1 = e.pointee.faceHi * faceUnit + edgeHi * edgeUnit

  return FoundPairs(
    normal: axis, r0: a0, r1: a1, s0: s0, s1: s1, id0: id0, id1: id1, known: known, exists0: exists0, exists1: exists1, isFaceOfB: isTurned)
}
