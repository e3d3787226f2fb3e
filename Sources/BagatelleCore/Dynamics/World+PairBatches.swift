// Contacts of boxes, circles and polygons, eight at a time: gathering them for PairKernel.swift and taking up what it found.
// SPDX-License-Identifier: MIT
//
// Where many contacts are to be found anew, they are looked at window by window. First all pairs of plain boxes and circles in a
// window are noted side by side, two boxes, others with circles, and polygons apart, and found together; then the contacts are settled in their order, those
// of other kinds, or that depend on others, found alone when it is their turn. What was noted holds until then: settling a contact
// changes neither poses nor motion of bodies that were awake before.
import BagatelleKernels
import CShims

/// What the points of a contact are found from: a record of PairKernel.swift.
struct PairRecord: BitwiseCopyable {
  /// From A's center of mass to B's, and how much farther B has gone from its reference than A.
  var d: Vec2f
  var apart: Vec2f
  var qA: Rotation
  var qB: Rotation
  /// Greatest and least distance from the center to the surface.
  var radiiA: Vec2f
  var radiiB: Vec2f
  var halfA: Vec2f
  var halfB: Vec2f
  var pullA: Vec2f
  var pullB: Vec2f
  var motionA: BodyTurn
  var motionB: BodyTurn
  /// Of boxes, 1: what pulls may tell which way out of an overlap is taken. With a circle, 1: it is done with once they are far.
  var choice: Float
  var index: Int32
  var unused = Vec2f.zero
}

/// The same of polygons, with what PolygonKernel.swift says of the face and the edge that meet.
struct PolygonRecord: BitwiseCopyable {
  /// Half sizes are the ends of the face; `choice` is 1 where it is B's, `unused.x` the vertex at the edge's upper end.
  var pair: PairRecord
  var normal: Vec2f
  var lo: Vec2f
  var hi: Vec2f
  var apart: Vec2f
  var faceLo: Float
  var faceHi: Float
  var edgeLo: Float
  var unused: Float = 0
}

/// Contacts that are found together, eight at a time; in a record of so many bytes each, where `FoundPoints` are left.
struct PairBatch {
  static var capacity: Int { 24 }
  let records: UnsafeMutableRawPointer
  var stride = MemoryLayout<PairRecord>.stride
  /// Records that are found and not taken yet.
  var next = 0
  var filled = 0

  @inline(__always)
  var free: UnsafeMutableRawPointer { records + stride &* filled }

  /// Finds what is noted; what would leave a kernel nearly idle is left to be found alone.
  @inline(__always)
  mutating func find(
    _ kernel: bgtk_pairs_fn, _ fields: UnsafeMutableRawPointer, _ parameters: inout PairParameters, _ kind: PairKind
  ) {
    parameters.kind = kind
    parameters.stride = Int32(truncatingIfNeeded: stride)
    // For polygons most of the work is done.
    if kind != .polygons && filled & 7 < PairBatch.least { filled &= ~7 }
    var at = 0
    while at < filled {
      kernel(records + stride &* at, fields, &parameters)
      at &+= 8
    }
  }

  /// Fewer pairs are found alone.
  private static var least: Int { 3 }

  /// What was found of the contact, if it is the next one.
  @inline(__always)
  mutating func take(_ index: Int32) -> UnsafeMutablePointer<FoundPoints>? {
    if next >= filled { return nil }
    let found = (records + stride &* next).assumingMemoryBound(to: FoundPoints.self)
    if found.pointee.index != index { return nil }
    next &+= 1
    return found.pointee.count < 0 ? nil : found
  }
}

extension Piece {
  /// How its center moves, and what turning moves of it: told by the farthest point from the body's center.
  @inline(__always)
  func motion(_ body: BodyTurn, _ offset: Vec2f) -> BodyTurn {
    BodyTurn(v: body.v + body.w * offset.turned, w: body.w, turned: body.turned * share)
  }
}

extension StepContext {
  var pairParameters: PairParameters {
    PairParameters(
      base: StepContext.speculativeDistance * scale, touchDepth: StepContext.touchDepth * scale, dt: dt)
  }
}

extension World {
  /// Contacts that are looked at before the pairs among them are found.
  private static var mostInWindow: Int { 64 }

  /// Finds listed contacts in their order; what is needed soon is fetched ahead, for contacts and bodies lie anywhere. With
  /// `aside`, for one of several workers: see `lookAside`, whose answer takes the place of each.
  @inline(never)
  func findListed(
    _ listed: UnsafeMutablePointer<Int32>, _ first: Int, _ end: Int, _ stamp: UInt16, _ context: StepContext,
    _ aside: UnsafeMutablePointer<LookLoop>?
  ) {
    // A body that woke meanwhile has no row in `paces`.
    let paced = Int32(truncatingIfNeeded: s.pointee.awake.count)
    var parameters = context.pairParameters
    let hasPieces = s.pointee.pieces.count > 0
    // The fields of eight pairs, and three batches.
    let one = PairMemory()
    var memory = (one, one, one, one, one, one, one, one, one, one, one, one, one)
    withUnsafeMutablePointer(to: &memory) { memory in
      let fields = UnsafeMutableRawPointer(memory)
      let records = fields + 2048
      let polygonBytes = MemoryLayout<PolygonRecord>.stride
      var at = first
      while at < end {
        var boxes = PairBatch(records: records)
        var rounds = PairBatch(records: boxes.records + boxes.stride * PairBatch.capacity)
        var polygons = PairBatch(records: rounds.records + rounds.stride * PairBatch.capacity, stride: polygonBytes)
        let next = notePairs(listed, at, end, paced, &boxes, &rounds, &polygons, context)
        boxes.find(s.pointee.pairKernel, fields, &parameters, .boxes)
        rounds.find(s.pointee.pairKernel, fields, &parameters, .rounds)
        polygons.find(s.pointee.pairKernel, fields, &parameters, .polygons)
        if hasPieces {
          takeOver(&boxes, context)
          takeOver(&rounds, context)
        }
        while at < next {
          let index = listed[at]
          contacts[Int(index)].stamp = stamp
          let found = boxes.take(index) ?? rounds.take(index) ?? polygons.take(index)
          if let found { dropPassing(found, context) }
          if let found, staysApart(found) {
            // Nothing else changes.
            if aside != nil { listed[at] = none }
          } else if let aside {
            listed[at] = lookAside(index, found, aside)
          } else if let found {
            settle(found, context)
          } else {
            refresh(index, context)
          }
          at &+= 1
        }
      }
    }
  }

  /// Notes the pairs of boxes, circles and polygons among listed contacts, and tells where it stopped.
  @inline(__always)
  private func notePairs(
    _ listed: UnsafeMutablePointer<Int32>, _ first: Int, _ end: Int, _ paced: Int32, _ boxes: inout PairBatch,
    _ rounds: inout PairBatch, _ polygons: inout PairBatch, _ context: StepContext
  ) -> Int {
    let last = min(end, first &+ World.mostInWindow)
    var at = first
    while at < last && max(boxes.filled, rounds.filled, polygons.filled) < PairBatch.capacity {
      fetchAhead(listed, at, end)
      let noted = notePair(
        listed[at], paced, boxes.free.assumingMemoryBound(to: PairRecord.self), rounds.free.assumingMemoryBound(to: PairRecord.self),
        polygons.free.assumingMemoryBound(to: PolygonRecord.self), context)
      boxes.filled &+= noted & 1
      rounds.filled &+= noted >> 1 & 1
      polygons.filled &+= noted >> 2
      at &+= 1
    }
    return at
  }

  /// Notes the contact, if both its bodies are boxes, circles or both polygons near each other, and one of them is free of anchored ones
  /// but the other: 1 if both are boxes, 2 with a circle, 4 for polygons, 0 if it is not noted.
  @inline(__always)
  func notePair(
    _ index: Int32, _ paced: Int32, _ boxes: UnsafeMutablePointer<PairRecord>, _ rounds: UnsafeMutablePointer<PairRecord>,
    _ polygons: UnsafeMutablePointer<PolygonRecord>, _ context: StepContext
  ) -> Int {
    let c = contacts + Int(index)
    if c.pointee.segment != none || c.pointee.pieceB >= 0 {
      return c.pointee.segment >= 0 ? 0 : notePieces(c, index, paced, boxes, rounds)
    }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let isBoxA = a.pointee.shape.isBox
    let isBoxB = b.pointee.shape.isBox
    if !(isBoxA || a.pointee.shape.kind == .circle) || !(isBoxB || b.pointee.shape.kind == .circle) {
      return notePolygons(c, index, paced, polygons, context)
    }
    // Asleep, or at rest, is -1.
    if UInt32(bitPattern: a.pointee.awake) >= UInt32(bitPattern: paced)
      || UInt32(bitPattern: b.pointee.awake) >= UInt32(bitPattern: paced)
      || (a.pointee.flags | b.pointee.flags) & (BodyFlag.refilter | BodyFlag.anchored) != 0
    {
      if !isOnAnchored(c, paced) { return 0 }
    }
    if !s.pointee.bodyTree.box(ofLeaf: b.pointee.leaf).overlaps(s.pointee.bodyTree.box(ofLeaf: a.pointee.leaf)) { return 0 }
    let isRound = !(isBoxA && isBoxB)
    let choice = choice(c, isRound: isRound)
    let paceA = s.pointee.paces.base + Int(a.pointee.awake) + 1
    let paceB = s.pointee.paces.base + Int(b.pointee.awake) + 1
    (isRound ? rounds : boxes).pointee = PairRecord(
      d: Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y)), apart: paceB.pointee.d - paceA.pointee.d,
      qA: a.pointee.q, qB: b.pointee.q, radiiA: Vec2f(a.pointee.outerRadius, a.pointee.innerRadius),
      radiiB: Vec2f(b.pointee.outerRadius, b.pointee.innerRadius), halfA: a.pointee.shape.halfSize,
      halfB: b.pointee.shape.halfSize, pullA: paceA.pointee.pull, pullB: paceB.pointee.pull,
      motionA: paceA.pointee.motion, motionB: paceB.pointee.motion, choice: choice ? 1 : 0, index: index)
    return isRound ? 2 : 1
  }

  /// The same of polygons of up to eight corners, of which one may be a box. Those that had no points and are surely apart are sooner told so
  /// alone.
  @inline(never)
  private func notePolygons(
    _ c: UnsafeMutablePointer<Contact>, _ index: Int32, _ paced: Int32, _ record: UnsafeMutablePointer<PolygonRecord>,
    _ context: StepContext
  ) -> Int {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    if a.pointee.shape.kind != .polygon || b.pointee.shape.kind != .polygon || max(a.pointee.shape.count, b.pointee.shape.count) > 8 {
      return 0
    }
    if UInt32(bitPattern: a.pointee.awake) >= UInt32(bitPattern: paced)
      || UInt32(bitPattern: b.pointee.awake) >= UInt32(bitPattern: paced)
      || (a.pointee.flags | b.pointee.flags) & (BodyFlag.refilter | BodyFlag.anchored) != 0
    {
      if !isOnAnchored(c, paced) { return 0 }
    }
    if !s.pointee.bodyTree.box(ofLeaf: b.pointee.leaf).overlaps(s.pointee.bodyTree.box(ofLeaf: a.pointee.leaf)) { return 0 }
    let paceA = s.pointee.paces.base + Int(a.pointee.awake) + 1
    let paceB = s.pointee.paces.base + Int(b.pointee.awake) + 1
    let d = Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y))
    let t = Transform2(p: a.pointee.q.applyInverse(d), q: a.pointee.q.inverseTimes(b.pointee.q))
    if c.pointee.points == 0 && isFar(ContactSide(a, paceA.pointee.motion), ContactSide(b, paceB.pointee.motion), t, context) { return 0 }
    let meeting = PolygonMeeting(view(a.pointee.shape), view(b.pointee.shape), t)
    record.pointee = PolygonRecord(
      pair: PairRecord(
        d: d, apart: paceB.pointee.d - paceA.pointee.d, qA: a.pointee.q, qB: b.pointee.q,
        radiiA: Vec2f(a.pointee.outerRadius, a.pointee.innerRadius), radiiB: Vec2f(b.pointee.outerRadius, b.pointee.innerRadius),
        halfA: meeting.face.v1, halfB: meeting.face.v2, pullA: paceA.pointee.pull, pullB: paceB.pointee.pull,
        motionA: paceA.pointee.motion, motionB: paceB.pointee.motion, choice: meeting.pair.isTurned ? 1 : 0, index: index,
        unused: Vec2f(Float(meeting.pair.hi), 0)),
      normal: meeting.face.normal, lo: meeting.lo, hi: meeting.hi, apart: Vec2f(meeting.apartA, meeting.apartB),
      faceLo: Float(meeting.pair.faceLo), faceHi: Float(meeting.pair.faceHi), edgeLo: Float(meeting.pair.lo))
    return 4
  }

  /// The same where at least one is a piece of a group.
  @inline(never)
  @_optimize(size)
  private func notePieces(
    _ c: UnsafeMutablePointer<Contact>, _ index: Int32, _ paced: Int32, _ boxes: UnsafeMutablePointer<PairRecord>,
    _ rounds: UnsafeMutablePointer<PairRecord>
  ) -> Int {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    if UInt32(bitPattern: a.pointee.awake) >= UInt32(bitPattern: paced)
      || UInt32(bitPattern: b.pointee.awake) >= UInt32(bitPattern: paced)
      || (a.pointee.flags | b.pointee.flags) & (BodyFlag.refilter | BodyFlag.anchored) != 0
    {
      if !isOnAnchored(c, paced) { return 0 }
    }
    let pieceA = pieces + Int(c.pointee.pieceA)
    let pieceB = pieces + Int(c.pointee.pieceB)
    let hasPieceA = c.pointee.pieceA >= 0
    let hasPieceB = c.pointee.pieceB >= 0
    let isBoxA = hasPieceA ? pieceA.pointee.own.isBox : a.pointee.shape.isBox
    let isBoxB = hasPieceB ? pieceB.pointee.own.isBox : b.pointee.shape.isBox
    if !isBoxA && (hasPieceA ? pieceA.pointee.own.kind : a.pointee.shape.kind) != .circle
      || !isBoxB && (hasPieceB ? pieceB.pointee.own.kind : b.pointee.shape.kind) != .circle
    {
      return 0
    }
    let tree = s.pointee.bodyTree
    let leafA = hasPieceA ? pieceA.pointee.leaf : a.pointee.leaf
    let leafB = hasPieceB ? pieceB.pointee.leaf : b.pointee.leaf
    if !tree.box(ofLeaf: leafB).overlaps(tree.box(ofLeaf: leafA)) { return 0 }
    let isRound = !(isBoxA && isBoxB)
    let choice = choice(c, isRound: isRound)
    let paceA = s.pointee.paces.base + Int(a.pointee.awake) + 1
    let paceB = s.pointee.paces.base + Int(b.pointee.awake) + 1
    var d = Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y))
    // As in `side`.
    let record = isRound ? rounds : boxes
    record.pointee.motionA = paceA.pointee.motion
    record.pointee.motionB = paceB.pointee.motion
    if hasPieceB {
      let offset = b.pointee.q.apply(pieceB.pointee.centroid)
      d = d + offset
      record.pointee.qB = b.pointee.q.times(pieceB.pointee.turn)
      record.pointee.radiiB = Vec2f(pieceB.pointee.ownRadius, pieceB.pointee.innerRadius)
      record.pointee.halfB = pieceB.pointee.own.halfSize
      record.pointee.motionB = pieceB.pointee.motion(paceB.pointee.motion, offset)
    } else {
      record.pointee.qB = b.pointee.q
      record.pointee.radiiB = Vec2f(b.pointee.outerRadius, b.pointee.innerRadius)
      record.pointee.halfB = b.pointee.shape.halfSize
    }
    if hasPieceA {
      let offset = a.pointee.q.apply(pieceA.pointee.centroid)
      d = d - offset
      record.pointee.qA = a.pointee.q.times(pieceA.pointee.turn)
      record.pointee.radiiA = Vec2f(pieceA.pointee.ownRadius, pieceA.pointee.innerRadius)
      record.pointee.halfA = pieceA.pointee.own.halfSize
      record.pointee.motionA = pieceA.pointee.motion(paceA.pointee.motion, offset)
    } else {
      record.pointee.qA = a.pointee.q
      record.pointee.radiiA = Vec2f(a.pointee.outerRadius, a.pointee.innerRadius)
      record.pointee.halfA = a.pointee.shape.halfSize
    }
    record.pointee.d = d
    record.pointee.apart = paceB.pointee.d - paceA.pointee.d
    record.pointee.pullA = paceA.pointee.pull
    record.pointee.pullB = paceB.pointee.pull
    record.pointee.choice = choice ? 1 : 0
    record.pointee.index = index
    return isRound ? 2 : 1
  }

  @inline(__always)
  private func choice(_ c: UnsafeMutablePointer<Contact>, isRound: Bool) -> Bool {
    let isNew = c.pointee.points == 0
    return isRound
      ? isNew && c.pointee.lane < 0 && c.pointee.flags & ContactFlag.touching == 0
      : isNew || c.pointee.flags & ContactFlag.placed != 0
  }

  /// Whether one side is anchored and the only such that the other is near; without points it is sooner told alone to be apart.
  @inline(never)
  private func isOnAnchored(_ c: UnsafeMutablePointer<Contact>, _ paced: Int32) -> Bool {
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let isAnchoredA = a.pointee.flags & BodyFlag.anchored != 0
    if c.pointee.points == 0 || (a.pointee.flags | b.pointee.flags) & BodyFlag.refilter != 0
      || isAnchoredA == (b.pointee.flags & BodyFlag.anchored != 0)
    {
      return false
    }
    // One that is anchored and does not move has the row before the first.
    let free = isAnchoredA ? b : a
    let fixed = isAnchoredA ? a : b
    if UInt32(bitPattern: free.pointee.awake) >= UInt32(bitPattern: paced) || fixed.pointee.awake >= paced { return false }
    return isAnchoredA
      ? !hasOtherAnchored(c.pointee.bodyB, than: c.pointee.bodyA) : !hasOtherAnchored(c.pointee.bodyA, than: c.pointee.bodyB)
  }

  /// Of what was found in a batch: whether the contact has no points, had none and thus is done with.
  @inline(__always)
  func staysApart(_ found: UnsafePointer<FoundPoints>) -> Bool {
    let c = contacts + Int(found.pointee.index)
    c.pointee.flags = c.pointee.flags & ~ContactFlag.covered
    if found.pointee.count != 0 { return false }
    if found.pointee.touches { c.pointee.flags = c.pointee.flags | ContactFlag.covered }
    return staysLoose(c, gap: found.pointee.gap)
  }

  /// Of what was found, where there are pieces: all about their bodies.
  @inline(never)
  private func takeOver(_ batch: inout PairBatch, _ context: StepContext) {
    for at in 0..<batch.filled {
      takeOver((batch.records + batch.stride &* at).assumingMemoryBound(to: FoundPoints.self), slop: context.slop)
    }
  }
}
