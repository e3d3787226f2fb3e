// Points of contact of eight pairs of bodies at once: how pairs lie in a batch, and what all kinds of pairs share. Compiled twice.
// SPDX-License-Identifier: MIT
//
// What `World.findPoints` of BagatelleCore does pair by pair, in the same order of operations, so with the same bits; explanations
// are there. All that is decided is decided by selection. All pairs of a batch are boxes (BoxKernel.swift), or in all of them there
// is a circle, with another or with a box (RoundKernel.swift), or all are polygons (PolygonKernel.swift).
//
// A batch is eight records (`PairRecord`), one for each pair, of eight rows of four floats, of polygons eleven (`PolygonRecord`):
//
//     d.x     d.y      apart.x  apart.y    from A's center to B's, and how much farther B is off its reference than A
//     qA.c    qA.s     qB.c     qB.s
//     outerA  innerA   outerB   innerB     radii
//     halfA.x halfA.y  halfB.x  halfB.y    0 of circles
//     pullA.x pullA.y  pullB.x  pullB.y    accelerations from outside
//     vA.x    vA.y     wA       turnedA
//     vB.x    vB.y     wB       turnedB
//     choice  index    -        -          see below; and the contact
//
// Of boxes `choice` is 1 where what pulls may tell which way out of an overlap is taken. With a circle it is 1 where the contact is done
// with once the two are surely apart, for it had no points.
//
// While they are worked on they lie in 1 KB beside it, of polygons 1.4, field by field. `FoundPoints` are left in their place, 64 bytes at the start
// of each record:
//
//     normal.x normal.y d.x d.y | rA0.x rA0.y rA1.x rA1.y | s0 s1 id0 id1 | gap index count (touches, is face of B: a byte each)
//
// Lanes of no pair are worked out too, from whatever lies there.

/// 1 KB of the stack: a batch, or its fields. (Temporary allocations of more than 16 bytes of alignment come from the heap.)
@frozen public struct PairMemory: BitwiseCopyable {
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
@frozen public struct PairParameters {
  /// How far contacts are looked for, and the overlap from which on one touches, points; and the step, seconds.
  public var base: Float
  public var touchDepth: Float
  public var dt: Float
  /// Bytes of `FoundPoints`, 64: not known here, lest a loop be unrolled.
  public var foundBytes: Int32 = 64
  /// Which pairs there are, and the bytes of a record.
  public var kind = PairKind.boxes
  public var stride: Int32 = 128
  public init(base: Float, touchDepth: Float, dt: Float) {
    self.base = base
    self.touchDepth = touchDepth
    self.dt = dt
  }
}

/// All are boxes, or each has a circle and there are no others but boxes, or all are polygons of up to eight corners, not both boxes.
@frozen public struct PairKind: Equatable, BitwiseCopyable {
  public let number: Int32
  public init(number: Int32) { self.number = number }
  @_transparent public static var boxes: PairKind { PairKind(number: 0) }
  @_transparent public static var rounds: PairKind { PairKind(number: 1) }
  @_transparent public static var polygons: PairKind { PairKind(number: 2) }
}

struct PairFields: BitwiseCopyable {
  var dX: Wide, dY: Wide, apartX: Wide, apartY: Wide
  var cA: Wide, sA: Wide, cB: Wide, sB: Wide
  var outerA: Wide, innerA: Wide, outerB: Wide, innerB: Wide
  var halfAX: Wide, halfAY: Wide, halfBX: Wide, halfBY: Wide
  var pullAX: Wide, pullAY: Wide, pullBX: Wide, pullBY: Wide
  var vAX: Wide, vAY: Wide, wA: Wide, turnedA: Wide
  var vBX: Wide, vBY: Wide, wB: Wide, turnedB: Wide
  var choice: Wide, index: Wide, unused0: Wide, unused1: Wide
}

@_transparent
private func put(_ row: F4, _ to: UnsafeMutableRawPointer) { to.storeBytes(of: row, as: F4.self) }

/// One row of all lanes to four fields.
@inline(__always)
func spread(_ fields: UnsafeMutablePointer<Wide>, _ row: (Int) -> F4) {
  (fields[0], fields[1], fields[2], fields[3]) = columns(row)
}

/// And back.
@inline(__always)
private func turnBack(_ fields: UnsafePointer<Wide>, _ records: UnsafeMutableRawPointer, _ stride: Int) {
  let (r0, r1, r2, r3) = rowsOf(fields[0], fields[1], fields[2], fields[3])
  put(r0.low, records)
  put(r1.low, records + stride)
  put(r2.low, records + 2 &* stride)
  put(r3.low, records + 3 &* stride)
  #if BGT_AVX2
    let others = records + 4 &* stride
    put(r0.high, others)
    put(r1.high, others + stride)
    put(r2.high, others + 2 &* stride)
    put(r3.high, others + 3 &* stride)
  #endif
}

@inline(__always)
func findPairs(_ batch: UnsafeMutableRawPointer, _ fields: UnsafeMutableRawPointer, _ p: UnsafePointer<PairParameters>) {
  let stride = Int(p.pointee.stride)
  var records = batch
  let end = batch + 8 &* stride
  while records < end {
    var to = fields.assumingMemoryBound(to: Wide.self)
    var from = records
    while from < records + stride {
      let source = UnsafeRawPointer(from)
      spread(to) { (source + $0 &* stride).load(as: F4.self) }
      from += 16
      to += 4
    }
    let pairs = fields.assumingMemoryBound(to: PairFields.self)
    let reach = PairReach(pairs, p)
    let place = PairPlace(pairs)
    let found: FoundPairs
    if p.pointee.kind == .polygons {
      found = findPolygons(pairs, reach, place)
    } else if p.pointee.kind == .rounds {
      found = findRound(pairs, reach, place)
    } else {
      found = findBoxes(pairs, reach, place)
    }
    found.put(pairs, reach, p)
    to = fields.assumingMemoryBound(to: Wide.self)
    from = records
    while from < records + Int(p.pointee.foundBytes) {
      turnBack(to, from, stride)
      from += 16
      to += 4
    }
    records += MemoryLayout<Wide>.size / 4 &* stride
  }
}

/// How far from each other two shapes are looked at.
struct PairReach {
  /// Farther points do not act.
  let near: Wide
  let margin: Wide

  @inline(__always)
  init(_ f: UnsafeMutablePointer<PairFields>, _ p: UnsafePointer<PairParameters>) {
    let half = Wide(repeating: 0.5)
    let dt = Wide(repeating: p.pointee.dt)
    let base = Wide(repeating: p.pointee.base)
    let spinA = f.pointee.wA.size
    let spinB = f.pointee.wB.size
    let speedA = (f.pointee.vAX * f.pointee.vAX + f.pointee.vAY * f.pointee.vAY).root
    let speedB = (f.pointee.vBX * f.pointee.vBX + f.pointee.vBY * f.pointee.vBY).root
    let motion = (speedB + spinB * f.pointee.outerB) * dt + (speedA + spinA * f.pointee.outerA) * dt
    near = base + least(motion, half * least(f.pointee.innerA, f.pointee.innerB))
    margin = select((spinA * dt .> half) | (spinB * dt .> half), base + motion, near)
  }
}

/// B in the frame of A.
struct PairPlace {
  let x: Wide
  let y: Wide
  let c: Wide
  let s: Wide

  @inline(__always)
  init(_ f: UnsafeMutablePointer<PairFields>) {
    let cA = f.pointee.cA
    let sA = f.pointee.sA
    x = cA * f.pointee.dX + sA * f.pointee.dY
    y = cA * f.pointee.dY - sA * f.pointee.dX
    c = cA * f.pointee.cB + sA * f.pointee.sB
    s = cA * f.pointee.sB - sA * f.pointee.cB
  }
}

/// Which points act in a step.
struct PairMotion {
  let f: UnsafeMutablePointer<PairFields>
  let p: UnsafePointer<PairParameters>
  let normal: (x: Wide, y: Wide)
  let speedUp: Wide

  @inline(__always)
  init(_ f: UnsafeMutablePointer<PairFields>, _ p: UnsafePointer<PairParameters>, normal n: (x: Wide, y: Wide)) {
    self.f = f
    self.p = p
    normal = n
    let pullNX = f.pointee.pullBX - f.pointee.pullAX
    let pullNY = f.pointee.pullBY - f.pointee.pullAY
    speedUp = largest(-(n.x * pullNX + n.y * pullNY), Wide(repeating: 0)) * Wide(repeating: p.pointee.dt)
  }

  /// Of points from A's center, which exist and are not too far.
  @inline(__always)
  func acts(_ rX: Wide, _ rY: Wide, _ s: Wide, _ exists: Truth) -> (acts: Truth, touches: Truth) {
    let w = (a: f.pointee.wA, b: f.pointee.wB)
    let touchDepth = Wide(repeating: p.pointee.touchDepth)
    let relativeX = f.pointee.vBX - w.b * (rY - f.pointee.dY) - f.pointee.vAX + w.a * rY
    let relativeY = f.pointee.vBY + w.b * (rX - f.pointee.dX) - f.pointee.vAY - w.a * rX
    let closing = (speedUp - (normal.x * relativeX + normal.y * relativeY)) * Wide(repeating: p.pointee.dt)
    let acts = exists.without((s .> Wide(repeating: p.pointee.base)) & (closing .< s))
    return (acts, acts & ((s .<= -touchDepth) | (closing .>= maximum(s, touchDepth))))
  }

  /// How far apart two shapes without points are at their references, at least, if they are so far now.
  @inline(__always)
  func gap(_ known: Wide) -> Wide {
    let turns = f.pointee.turnedB.size * f.pointee.outerB + f.pointee.turnedA.size * f.pointee.outerA
    let moved = (f.pointee.apartX * f.pointee.apartX + f.pointee.apartY * f.pointee.apartY).root
    return largest(known - (moved + turns), Wide(repeating: 0))
  }
}

/// What was found of as many pairs, with up to two points each, in the frame of A.
struct FoundPairs {
  var normal: (x: Wide, y: Wide)
  var r0: (x: Wide, y: Wide)
  var r1: (x: Wide, y: Wide)
  var s0: Wide
  var s1: Wide
  var id0: Wide
  var id1: Wide
  /// How far apart they are.
  var known: Wide
  var exists0: Truth
  var exists1: Truth
  var isFaceOfB: Truth

  /// Asks which of them act in this step, and puts those, the first or the second alone too, in the place of the fields, as `FoundPoints`, in
  /// reference directions.
  @inline(__always)
  func put(_ f: UnsafeMutablePointer<PairFields>, _ reach: PairReach, _ p: UnsafePointer<PairParameters>) {
    let zero = Wide(repeating: 0)
    let one = Wide(repeating: 1)
    let cA = f.pointee.cA
    let sA = f.pointee.sA
    @inline(__always)
    func out(_ v: (x: Wide, y: Wide)) -> (x: Wide, y: Wide) { (cA * v.x - sA * v.y, sA * v.x + cA * v.y) }
    let n = out(normal)
    let r0 = out(r0)
    let r1 = out(r1)
    let motion = PairMotion(f, p, normal: n)
    let sits = exists1 & (least(s0, s1) .<= Wide(repeating: p.pointee.base))
    let first = motion.acts(r0.x, r0.y, s0, exists0.without((s0 .> reach.near).without(sits)))
    let second = motion.acts(r1.x, r1.y, s1, exists1.without((s1 .> reach.near).without(sits)))
    let some = first.acts | second.acts
    let both = first.acts & second.acts
    let gap = select(some, zero, motion.gap(known))
    let flags = select(first.touches | second.touches, one, zero) + select(isFaceOfB, Wide(repeating: 256), zero)
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
    to[8] = select(first.acts, s0, s1)
    to[9] = select(both, s1, zero)
    to[10] = select(first.acts, id0, id1).wholeBits
    to[11] = select(both, id1, zero).wholeBits
    to[12] = gap
    to[14] = select(both, one + one, select(some, one, zero)).wholeBits
    to[15] = flags.wholeBits
  }
}
