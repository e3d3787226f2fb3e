// Points of contact of eight pairs of boxes at once. Compiled twice; a library with the copy for AVX2 does without the other.
// SPDX-License-Identifier: MIT
//
// What `World.findPoints` and `collideBoxes` of BagatelleCore do pair by pair, in the same order of operations, so with the
// same bits; explanations are there. All that is decided is decided by selection.
//
// A batch is eight records of 128 bytes (`BoxPair`), one for each pair, of eight rows of four floats:
//
//     d.x     d.y      apart.x  apart.y    from A's center to B's, and how much farther B is off its reference than A
//     qA.c    qA.s     qB.c     qB.s
//     outerA  innerA   outerB   innerB     radii
//     halfA.x halfA.y  halfB.x  halfB.y
//     pullA.x pullA.y  pullB.x  pullB.y    accelerations from outside
//     vA.x    vA.y     wA       turnedA
//     vB.x    vB.y     wB       turnedB
//     placed  index    -        -          1: what pulls may tell which way out of an overlap is taken; and the contact
//
// While they are worked on they lie in 1 KB beside it, field by field. `FoundPoints` are left in their place, 64 bytes at the start
// of each record:
//
//     normal.x normal.y d.x d.y | rA0.x rA0.y rA1.x rA1.y | s0 s1 id0 id1 | gap index count (touches, is face of B: a byte each)
//
// Lanes of no pair are worked out too, from whatever lies there.

/// 1 KB of the stack: a batch, or its fields. (Temporary allocations of more than 16 bytes of alignment come from the heap.)
@frozen public struct BoxMemory: BitwiseCopyable {
  public typealias Eight = (F8, F8, F8, F8, F8, F8, F8, F8)
  public var rows: (Eight, Eight, Eight, Eight)
  @inline(__always)
  public init() {
    let z = F8.zero
    let eight = (z, z, z, z, z, z, z, z)
    rows = (eight, eight, eight, eight)
  }
}

/// Constants of a step.
@frozen public struct BoxParameters {
  /// How far contacts are looked for, and the overlap from which on one touches, points; and the step, seconds.
  public var base: Float
  public var touchDepth: Float
  public var dt: Float
  /// Bytes of `FoundPoints`, 64: not known here, lest a loop be unrolled.
  public var foundBytes: Int32 = 64
  public init(base: Float, touchDepth: Float, dt: Float) {
    self.base = base
    self.touchDepth = touchDepth
    self.dt = dt
  }
}

private struct BoxFields: BitwiseCopyable {
  var dX: Wide, dY: Wide, apartX: Wide, apartY: Wide
  var cA: Wide, sA: Wide, cB: Wide, sB: Wide
  var outerA: Wide, innerA: Wide, outerB: Wide, innerB: Wide
  var halfAX: Wide, halfAY: Wide, halfBX: Wide, halfBY: Wide
  var pullAX: Wide, pullAY: Wide, pullBX: Wide, pullBY: Wide
  var vAX: Wide, vAY: Wide, wA: Wide, turnedA: Wide
  var vBX: Wide, vBY: Wide, wB: Wide, turnedB: Wide
  var placed: Wide, index: Wide, unused0: Wide, unused1: Wide
}

#if BGT_AVX2
  private typealias Row = F8
#else
  private typealias Row = F4
#endif

private let recordBytes = 128

@_transparent
private func row(_ records: UnsafeRawPointer, _ lane: Int) -> F4 {
  records.advanced(by: lane &* recordBytes).load(as: F4.self)
}
@_transparent
private func put(_ row: F4, _ records: UnsafeMutableRawPointer, _ lane: Int) {
  records.advanced(by: lane &* recordBytes).storeBytes(of: row, as: F4.self)
}

/// One row of all lanes to four fields.
@inline(__always)
private func turn(_ records: UnsafeRawPointer, _ fields: UnsafeMutablePointer<Wide>) {
  #if BGT_AVX2
    let r0 = joined(row(records, 0), row(records, 4))
    let r1 = joined(row(records, 1), row(records, 5))
    let r2 = joined(row(records, 2), row(records, 6))
    let r3 = joined(row(records, 3), row(records, 7))
  #else
    let r0 = row(records, 0)
    let r1 = row(records, 1)
    let r2 = row(records, 2)
    let r3 = row(records, 3)
  #endif
  let low01 = interleavedLow(r0, r1)
  let low23 = interleavedLow(r2, r3)
  let high01 = interleavedHigh(r0, r1)
  let high23 = interleavedHigh(r2, r3)
  fields[0] = Wide(pairsLow(low01, low23).v)
  fields[1] = Wide(pairsHigh(low01, low23).v)
  fields[2] = Wide(pairsLow(high01, high23).v)
  fields[3] = Wide(pairsHigh(high01, high23).v)
}

/// And back.
@inline(__always)
private func turnBack(_ fields: UnsafePointer<Wide>, _ records: UnsafeMutableRawPointer) {
  let x = Row(fields[0].v)
  let y = Row(fields[1].v)
  let z = Row(fields[2].v)
  let w = Row(fields[3].v)
  let lowXY = interleavedLow(x, y)
  let highXY = interleavedHigh(x, y)
  let lowZW = interleavedLow(z, w)
  let highZW = interleavedHigh(z, w)
  let r0 = pairsLow(lowXY, lowZW)
  let r1 = pairsHigh(lowXY, lowZW)
  let r2 = pairsLow(highXY, highZW)
  let r3 = pairsHigh(highXY, highZW)
  #if BGT_AVX2
    put(lowHalf(r0), records, 0)
    put(lowHalf(r1), records, 1)
    put(lowHalf(r2), records, 2)
    put(lowHalf(r3), records, 3)
    put(highHalf(r0), records, 4)
    put(highHalf(r1), records, 5)
    put(highHalf(r2), records, 6)
    put(highHalf(r3), records, 7)
  #else
    put(r0, records, 0)
    put(r1, records, 1)
    put(r2, records, 2)
    put(r3, records, 3)
  #endif
}

@inline(__always)
func findBoxes(_ batch: UnsafeMutableRawPointer, _ fields: UnsafeMutableRawPointer, _ p: UnsafePointer<BoxParameters>) {
  var records = batch
  let end = batch + 8 &* recordBytes
  while records < end {
    var to = fields.assumingMemoryBound(to: Wide.self)
    var from = records
    while from < records + recordBytes {
      turn(from, to)
      from += 16
      to += 4
    }
    findSome(fields.assumingMemoryBound(to: BoxFields.self), p)
    to = fields.assumingMemoryBound(to: Wide.self)
    from = records
    while from < records + Int(p.pointee.foundBytes) {
      turnBack(to, from)
      from += 16
      to += 4
    }
    records += MemoryLayout<Wide>.size / 4 &* recordBytes
  }
}

@inline(__always)
private func findSome(_ f: UnsafeMutablePointer<BoxFields>, _ p: UnsafePointer<BoxParameters>) {
  let zero = Wide(repeating: 0)
  let one = Wide(repeating: 1)
  let half = Wide(repeating: 0.5)
  let dt = Wide(repeating: p.pointee.dt)
  let base = Wide(repeating: p.pointee.base)

  // How far to look.
  let spinA = f.pointee.wA.size
  let spinB = f.pointee.wB.size
  let speedA = (f.pointee.vAX * f.pointee.vAX + f.pointee.vAY * f.pointee.vAY).root
  let speedB = (f.pointee.vBX * f.pointee.vBX + f.pointee.vBY * f.pointee.vBY).root
  let motion = (speedB + spinB * f.pointee.outerB) * dt + (speedA + spinA * f.pointee.outerA) * dt
  let near = base + least(motion, half * least(f.pointee.innerA, f.pointee.innerB))
  let margin = select((spinA * dt .> half) | (spinB * dt .> half), base + motion, near)

  // B in the frame of A, and what pulls.
  let cA = f.pointee.cA
  let sA = f.pointee.sA
  let pX = cA * f.pointee.dX + sA * f.pointee.dY
  let pY = cA * f.pointee.dY - sA * f.pointee.dX
  let c = cA * f.pointee.cB + sA * f.pointee.sB
  let s = cA * f.pointee.sB - sA * f.pointee.cB
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
    & (acrossX .!= acrossY) & (f.pointee.placed .> zero)
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
  let reach = select(isFacePositive, outward, -outward)
  let midU = centerU + reach * axisU
  let heightMid = sign * across + reach * axisW - halfW
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

  // The points and the normal, along the face and across it; then in the frame of A, then in reference directions.
  let hiU = select(isOutside, uHi, keptHi)
  let hiW = select(isOutside, wHi, cutHi)
  let firstU = select(isCorner, endU + half * offU, select(takesLo, select(isOutside, uLo, keptLo), hiU))
  let firstW = select(isCorner, nearW, select(takesLo, select(isOutside, wLo, cutLo), hiW))
  let s0 = select(isCorner, distance, firstW)
  let idLo = faceLo * faceUnit + otherLo * otherUnit
  let idHi = faceHi * faceUnit + otherHi * otherUnit
  let idCorner = select(isStart, faceLo, faceHi) * faceUnit + select(k .< zero, otherLo, otherHi) * otherUnit
  let id0 = select(isCorner, idCorner, select(takesLo, idLo, idHi))
  let frame = Frame(isAlongY: isAlongY, isTurned: isTurned, c: c, s: s, cA: cA, sA: sA)
  let r0 = frame.place(firstU, sign * (halfW + half * firstW), pX, pY)
  let r1 = frame.place(hiU, sign * (halfW + half * hiW), pX, pY)
  let n = frame.direct(
    select(isCorner & isOff, offU / distance, zero), sign * select(isCorner & isOff, nearW / distance, one))

  // Which of them act in this step.
  let pullNX = f.pointee.pullBX - f.pointee.pullAX
  let pullNY = f.pointee.pullBY - f.pointee.pullAY
  let speedUp = largest(-(n.x * pullNX + n.y * pullNY), zero) * dt
  let touchDepth = Wide(repeating: p.pointee.touchDepth)
  let sits = exists1 & (least(s0, hiW) .<= base)

  @inline(__always)
  func acts(_ rX: Wide, _ rY: Wide, _ s: Wide, _ exists: Truth) -> (acts: Truth, touches: Truth) {
    let w = (a: f.pointee.wA, b: f.pointee.wB)
    let relativeX = f.pointee.vBX - w.b * (rY - f.pointee.dY) - f.pointee.vAX + w.a * rY
    let relativeY = f.pointee.vBY + w.b * (rX - f.pointee.dX) - f.pointee.vAY - w.a * rX
    let closing = (speedUp - (n.x * relativeX + n.y * relativeY)) * dt
    let acts = exists.without((s .> near).without(sits) | ((s .> base) & (closing .< s)))
    return (acts, acts & ((s .<= -touchDepth) | (closing .>= maximum(s, touchDepth))))
  }
  let first = acts(r0.x, r0.y, s0, exists0)
  let second = acts(r1.x, r1.y, hiW, exists1)
  let both = first.acts & second.acts
  let some = first.acts | second.acts

  // Without points, how far apart they are.
  let known = select(
    isNear, select(exists1, least(s0, hiW), select(exists0, s0, select(isIn & isCorner, distance, zero))), apart)
  let turns = f.pointee.turnedB.size * f.pointee.outerB + f.pointee.turnedA.size * f.pointee.outerA
  let moved = (f.pointee.apartX * f.pointee.apartX + f.pointee.apartY * f.pointee.apartY).root
  let gap = select(some, zero, largest(known - (moved + turns), zero))

  let flags = select(first.touches | second.touches, one, zero) + select(isTurned, Wide(repeating: 256), zero)
  let to = UnsafeMutableRawPointer(f).assumingMemoryBound(to: Wide.self)
  to[2] = f.pointee.dX
  to[3] = f.pointee.dY
  to[13] = f.pointee.index
  to[0] = n.x
  to[1] = n.y
  to[4] = select(first.acts, r0.x, r1.x)
  to[5] = select(first.acts, r0.y, r1.y)
  to[6] = select(both, r1.x, zero)
  to[7] = select(both, r1.y, zero)
  to[8] = select(first.acts, s0, hiW)
  to[9] = select(both, hiW, zero)
  to[10] = select(first.acts, id0, idHi).wholeBits
  to[11] = select(both, idHi, zero).wholeBits
  to[12] = gap
  to[14] = select(both, two, select(some, one, zero)).wholeBits
  to[15] = flags.wholeBits
}

/// From the face's frame to A's and to reference directions.
private struct Frame {
  var isAlongY: Truth
  var isTurned: Truth
  var c: Wide
  var s: Wide
  var cA: Wide
  var sA: Wide

  @inline(__always)
  func place(_ u: Wide, _ w: Wide, _ pX: Wide, _ pY: Wide) -> (x: Wide, y: Wide) {
    let x = select(isAlongY, u, w)
    let y = select(isAlongY, w, u)
    return out(select(isTurned, c * x - s * y + pX, x), select(isTurned, s * x + c * y + pY, y))
  }

  @inline(__always)
  func direct(_ u: Wide, _ w: Wide) -> (x: Wide, y: Wide) {
    let x = select(isAlongY, u, w)
    let y = select(isAlongY, w, u)
    return out(select(isTurned, -(c * x - s * y), x), select(isTurned, -(s * x + c * y), y))
  }

  @inline(__always)
  private func out(_ x: Wide, _ y: Wide) -> (x: Wide, y: Wide) { (cA * x - sA * y, sA * x + cA * y) }
}
