// Contacts of two boxes that both move, eight at a time: gathering them for BoxKernel.swift and taking up what it found.
// SPDX-License-Identifier: MIT
//
// Where many contacts are to be found anew, they are looked at window by window. First all pairs of plain boxes in a window
// are noted side by side and found together; then the contacts are settled in their order, those of other kinds, or that
// depend on others, found alone when it is their turn. What was noted holds until then: settling a contact changes neither
// poses nor motion of bodies that were awake before.
import BagatelleKernels
import CShims

/// What the points of a contact of two boxes are found from: a record of BoxKernel.swift.
struct BoxPair: BitwiseCopyable {
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
  /// 1: what pulls may tell which way out of an overlap is taken.
  var placed: Float
  var index: Int32
  var unused = Vec2f.zero
}

/// Up to eight contacts that are found together; in a record of 128 bytes each, where `FoundPoints` are left.
struct BoxBatch {
  let records: UnsafeMutableRawPointer
  /// Records that are found and not taken yet.
  var next = 0
  var filled = 0

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
  var boxParameters: BoxParameters {
    BoxParameters(
      base: StepContext.speculativeDistance * scale, touchDepth: StepContext.touchDepth * scale, dt: dt)
  }
}

extension World {
  /// Contacts that are looked at before the pairs of boxes among them are found.
  private static var mostInWindow: Int { 48 }
  /// Fewer pairs are found alone.
  private static var leastBoxes: Int { 3 }

  /// Finds listed contacts in their order; what is needed soon is fetched ahead, for contacts and bodies lie anywhere. With
  /// `aside`, for one of several workers: see `lookAside`, whose answer takes the place of each.
  @inline(never)
  func findListed(
    _ listed: UnsafeMutablePointer<Int32>, _ first: Int, _ end: Int, _ stamp: UInt16, _ context: StepContext,
    _ aside: UnsafeMutablePointer<LookLoop>?
  ) {
    // A body that woke meanwhile has no row in `paces`.
    let paced = Int32(truncatingIfNeeded: s.pointee.awake.count)
    var parameters = context.boxParameters
    var memory = (BoxMemory(), BoxMemory())
    withUnsafeMutablePointer(to: &memory) { memory in
      let records = UnsafeMutableRawPointer(memory)
      let fields = records + MemoryLayout<BoxMemory>.stride
      var at = first
      while at < end {
        var batch = BoxBatch(records: records)
        let next = noteBoxes(listed, at, end, paced, &batch)
        if let kernel = s.pointee.boxKernel, batch.filled >= World.leastBoxes {
          kernel(records, fields, &parameters)
        } else {
          batch.filled = 0
        }
        while at < next {
          let index = listed[at]
          contacts[Int(index)].stamp = stamp
          let found = batch.take(index)
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

  /// Notes the pairs of boxes among listed contacts up to the eighth, and tells where it stopped.
  @inline(__always)
  private func noteBoxes(
    _ listed: UnsafeMutablePointer<Int32>, _ first: Int, _ end: Int, _ paced: Int32, _ batch: inout BoxBatch
  ) -> Int {
    let last = min(end, first &+ World.mostInWindow)
    let hasKernel = s.pointee.boxKernel != nil
    var at = first
    while at < last && batch.filled < 8 {
      fetchAhead(listed, at, end)
      let to = batch.records.advanced(by: 128 &* batch.filled).assumingMemoryBound(to: BoxPair.self)
      if hasKernel && noteBox(listed[at], paced, to) { batch.filled &+= 1 }
      at &+= 1
    }
    return at
  }

  /// Notes the contact, if both its bodies are boxes that move freely and near each other.
  @inline(__always)
  func noteBox(_ index: Int32, _ paced: Int32, _ to: UnsafeMutablePointer<BoxPair>) -> Bool {
    let c = contacts + Int(index)
    if c.pointee.segment != none || c.pointee.pieceB >= 0 { return false }
    let a = bodies + Int(c.pointee.bodyA)
    let b = bodies + Int(c.pointee.bodyB)
    if !(a.pointee.shape.isBox && b.pointee.shape.isBox) { return false }
    // Asleep is -1.
    if UInt32(bitPattern: a.pointee.awake) >= UInt32(bitPattern: paced)
      || UInt32(bitPattern: b.pointee.awake) >= UInt32(bitPattern: paced)
      || (a.pointee.flags | b.pointee.flags) & (BodyFlag.refilter | BodyFlag.anchored) != 0
    {
      return false
    }
    if !s.pointee.bodyTree.box(ofLeaf: b.pointee.leaf).overlaps(s.pointee.bodyTree.box(ofLeaf: a.pointee.leaf)) {
      return false
    }
    let paceA = s.pointee.paces.base + Int(a.pointee.awake) + 1
    let paceB = s.pointee.paces.base + Int(b.pointee.awake) + 1
    let isPlaced = c.pointee.points == 0 || c.pointee.flags & ContactFlag.placed != 0
    to.pointee = BoxPair(
      d: Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y)), apart: paceB.pointee.d - paceA.pointee.d,
      qA: a.pointee.q, qB: b.pointee.q, radiiA: Vec2f(a.pointee.outerRadius, a.pointee.innerRadius),
      radiiB: Vec2f(b.pointee.outerRadius, b.pointee.innerRadius), halfA: a.pointee.shape.halfSize,
      halfB: b.pointee.shape.halfSize, pullA: paceA.pointee.pull, pullB: paceB.pointee.pull,
      motionA: paceA.pointee.motion, motionB: paceB.pointee.motion, placed: isPlaced ? 1 : 0, index: index)
    return true
  }

  /// Of what was found in a batch: whether the contact has no points, had none and thus is done with.
  @inline(__always)
  private func staysApart(_ found: UnsafePointer<FoundPoints>) -> Bool {
    let c = contacts + Int(found.pointee.index)
    c.pointee.flags = c.pointee.flags & ~ContactFlag.covered
    return found.pointee.count == 0 && staysLoose(c, gap: found.pointee.gap)
  }
}
