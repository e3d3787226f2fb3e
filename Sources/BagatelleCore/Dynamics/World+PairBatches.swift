// Contacts of boxes and circles, eight at a time: gathering them for PairKernel.swift and taking up what it found.
// SPDX-License-Identifier: MIT
//
// Where many contacts are to be found anew, they are looked at window by window. First all pairs of plain boxes and circles in a
// window are noted side by side, two boxes and others apart, and found together; then the contacts are settled in their order, those
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
  /// Of boxes, 1: what pulls may tell which way out of an overlap is taken. With a circle, 1: nobody knows of the contact.
  var choice: Float
  var index: Int32
  /// With a circle: 1 if A is a box, -1 if B is.
  var box: Float
  var unused: Float = 0
}

/// Contacts that are found together, eight at a time; in a record of 128 bytes each, where `FoundPoints` are left.
struct PairBatch {
  static var capacity: Int { 24 }
  let records: UnsafeMutableRawPointer
  /// Records that are found and not taken yet.
  var next = 0
  var filled = 0

  @inline(__always)
  var free: UnsafeMutablePointer<PairRecord> {
    records.advanced(by: 128 &* filled).assumingMemoryBound(to: PairRecord.self)
  }

  /// Finds what is noted; what would leave a kernel nearly idle is left to be found alone.
  @inline(__always)
  mutating func find(
    _ kernel: bgtk_pairs_fn, _ fields: UnsafeMutableRawPointer, _ parameters: inout PairParameters, isRound: Bool
  ) {
    parameters.isRound = isRound ? 1 : 0
    if filled & 7 < PairBatch.least { filled &= ~7 }
    var at = 0
    while at < filled {
      kernel(records.advanced(by: 128 &* at), fields, &parameters)
      at &+= 8
    }
  }

  /// Fewer pairs are found alone.
  private static var least: Int { 3 }

  /// What was found of the contact, if it is the next one.
  @inline(__always)
  mutating func take(_ index: Int32) -> UnsafeMutablePointer<FoundPoints>? {
    if next >= filled { return nil }
    let found = records.advanced(by: 128 &* next).assumingMemoryBound(to: FoundPoints.self)
    if found.pointee.index != index { return nil }
    next &+= 1
    return found
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
    // Two batches and the fields of eight pairs.
    let one = PairMemory()
    var memory = (one, one, one, one, one, one, one)
    withUnsafeMutablePointer(to: &memory) { memory in
      let records = UnsafeMutableRawPointer(memory)
      let fields = records + 2 * 128 * PairBatch.capacity
      var at = first
      while at < end {
        var boxes = PairBatch(records: records)
        var rounds = PairBatch(records: records + 128 * PairBatch.capacity)
        let next = notePairs(listed, at, end, paced, &boxes, &rounds)
        if let kernel = s.pointee.pairKernel {
          boxes.find(kernel, fields, &parameters, isRound: false)
          rounds.find(kernel, fields, &parameters, isRound: true)
        }
        while at < next {
          let index = listed[at]
          contacts[Int(index)].stamp = stamp
          let found = boxes.take(index) ?? rounds.take(index)
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

  /// Notes the pairs of boxes and circles among listed contacts, and tells where it stopped.
  @inline(__always)
  private func notePairs(
    _ listed: UnsafeMutablePointer<Int32>, _ first: Int, _ end: Int, _ paced: Int32, _ boxes: inout PairBatch,
    _ rounds: inout PairBatch
  ) -> Int {
    let last = min(end, first &+ World.mostInWindow)
    let hasKernel = s.pointee.pairKernel != nil
    var at = first
    while at < last && max(boxes.filled, rounds.filled) < PairBatch.capacity {
      fetchAhead(listed, at, end)
      if hasKernel { notePair(listed[at], paced, &boxes, &rounds) }
      at &+= 1
    }
    return at
  }

  /// Notes the contact, if both its bodies are boxes or circles near each other, and one of them is free of anchored ones but the
  /// other.
  @inline(__always)
  func notePair(_ index: Int32, _ paced: Int32, _ boxes: inout PairBatch, _ rounds: inout PairBatch) {
    let c = contacts + Int(index)
    if c.pointee.segment != none || c.pointee.pieceB >= 0 { return }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    let isBoxA = a.pointee.shape.isBox
    let isBoxB = b.pointee.shape.isBox
    if !(isBoxA || a.pointee.shape.kind == .circle) || !(isBoxB || b.pointee.shape.kind == .circle) { return }
    let flags = a.pointee.flags | b.pointee.flags
    if flags & BodyFlag.refilter != 0 || !isPaced(a, paced) || !isPaced(b, paced) { return }
    if flags & BodyFlag.anchored != 0 {
      // Alone who has no points is sooner told to be apart; and where there are more anchored ones there may be seams.
      let isAnchoredA = a.pointee.flags & BodyFlag.anchored != 0
      if c.pointee.points == 0
        || hasOtherAnchored(
          isAnchoredA ? c.pointee.bodyB : c.pointee.bodyA, than: isAnchoredA ? c.pointee.bodyA : c.pointee.bodyB)
      {
        return
      }
    }
    if !s.pointee.bodyTree.box(ofLeaf: b.pointee.leaf).overlaps(s.pointee.bodyTree.box(ofLeaf: a.pointee.leaf)) { return }
    var choice = c.pointee.points == 0
    if isBoxA && isBoxB {
      choice = choice || c.pointee.flags & ContactFlag.placed != 0
    } else {
      choice = choice && c.pointee.lane < 0 && c.pointee.flags & ContactFlag.touching == 0
    }
    let paceA = s.pointee.paces.base + Int(a.pointee.awake) + 1
    let paceB = s.pointee.paces.base + Int(b.pointee.awake) + 1
    (isBoxA && isBoxB ? boxes : rounds).free.pointee = PairRecord(
      d: Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y)), apart: paceB.pointee.d - paceA.pointee.d,
      qA: a.pointee.q, qB: b.pointee.q, radiiA: Vec2f(a.pointee.outerRadius, a.pointee.innerRadius),
      radiiB: Vec2f(b.pointee.outerRadius, b.pointee.innerRadius), halfA: a.pointee.shape.halfSize,
      halfB: b.pointee.shape.halfSize, pullA: paceA.pointee.pull, pullB: paceB.pointee.pull,
      motionA: paceA.pointee.motion, motionB: paceB.pointee.motion, choice: choice ? 1 : 0, index: index,
      box: isBoxA ? 1 : isBoxB ? -1 : 0)
    if isBoxA && isBoxB { boxes.filled &+= 1 } else { rounds.filled &+= 1 }
  }

  /// Whether there is a row of the body's motion in `paces`; all that is anchored and does not move has the first.
  @inline(__always)
  private func isPaced(_ body: UnsafeMutablePointer<Body>, _ paced: Int32) -> Bool {
    body.pointee.awake < 0 ? body.pointee.flags & BodyFlag.anchored != 0 : body.pointee.awake < paced
  }

  /// Of what was found in a batch: whether the contact has no points, had none and thus is done with.
  @inline(__always)
  private func staysApart(_ found: UnsafePointer<FoundPoints>) -> Bool {
    let c = contacts + Int(found.pointee.index)
    c.pointee.flags = c.pointee.flags & ~ContactFlag.covered
    return found.pointee.count == 0 && staysLoose(c, gap: found.pointee.gap)
  }
}
