// Contact points of a scene that was just made, found when its bodies are.
// SPDX-License-Identifier: MIT
//
// The first step of a scene is the dearest: all contacts get points and lanes. With `advance(0)` that is done ahead, as if
// the step were taken now. The step takes it up if nothing has changed meanwhile that contacts are found from, which a hash
// of all of that tells; else everything is undone and found as ever. So results do not depend on it.
import BagatelleKernels

extension World {
  /// Finds the points of contacts, if there are none of before: none has a lane or knows a gap.
  func findEarly(_ context: StepContext) {
    guard s.pointee.veto == nil, !s.pointee.outOfMemory, canFindEarly() else { return }
    clearFixedState()
    for at in 0..<s.pointee.awake.count { setPull(bodies + Int(s.pointee.awake[at]), motions + at) }
    updateContacts(context)
    if s.pointee.outOfMemory { return dropEarly() }
    s.pointee.isFoundEarly = true
    s.pointee.earlyHash = earlyHash()
  }

  /// Whether the points were found already and hold.
  func takeEarly() -> Bool {
    if !s.pointee.isFoundEarly { return false }
    s.pointee.isFoundEarly = false
    if s.pointee.veto == nil && s.pointee.earlyHash == earlyHash() { return true }
    dropEarly()
    return false
  }

  /// What lets contacts be looked at without a change of anything but themselves.
  @_optimize(size)
  private func canFindEarly() -> Bool {
    if s.pointee.parts > 1 { return false }
    for index in 0..<s.pointee.boundaries.count where s.pointee.boundaries[index].pass != .never { return false }
    for index in 0..<s.pointee.bodies.count {
      let body = bodies + index
      if body.pointee.flags & BodyFlag.alive == 0 || body.pointee.flags & BodyFlag.anchored != 0 { continue }
      if body.pointee.awake < 0 { return false }
      if let extras = extras(body)?.pointee, extras.stepForce != .zero || extras.stepCross != 0 || extras.stepDot != 0 { return false }
    }
    return true
  }

  /// As if contacts had never been looked at.
  @_optimize(size)
  private func dropEarly() {
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      set.pointee.blocks.count = 0
      set.pointee.owners.count = 0
      set.pointee.touching.count = 0
      set.pointee.marks.count = 0
      set.pointee.lanes = 0
    }
    for index in 0..<s.pointee.bodies.count { bodies[index].colors = 0 }
    for index in 0..<s.pointee.contacts.count where contacts[index].flags & ContactFlag.alive != 0 {
      let c = contacts + index
      let fresh = Contact()
      c.pointee.flags &= ContactFlag.alive | ContactFlag.passing
      c.pointee.place = fresh.place
      c.pointee.stamp = fresh.stamp
      c.pointee.id0 = fresh.id0
      c.pointee.id1 = fresh.id1
      loosen(c, gap: 0)
    }
  }

  // MARK: What contacts are found from

  @_optimize(size)
  private func earlyHash() -> UInt64 {
    var hash = WordHash()
    let settings = s.pointee.settings
    for number in [settings.lengthScale, settings.restSpeed, settings.bounceThreshold] { hash.add(number.bitPattern) }
    for count in [s.pointee.awake.count, s.pointee.fresh.count, s.pointee.active.count, Int(s.pointee.jointCount)] {
      hash.add(UInt64(count))
    }
    for index in 0..<s.pointee.bodies.count { add(bodies + index, to: &hash) }
    for index in 0..<s.pointee.contacts.count { hash.add(contacts + index) }
    for index in 0..<s.pointee.segments.count { hash.add(segments + index) }
    for index in 0..<s.pointee.boundaries.count { hash.add(s.pointee.boundaries.base + index) }
    for index in 0..<s.pointee.pieces.count { hash.add(pieces + index) }
    return hash.value
  }

  /// All of a body but what its contacts do not depend on, which is zero meanwhile.
  private func add(_ body: UnsafeMutablePointer<Body>, to hash: inout WordHash) {
    let kept = (body.pointee.tickStamp, body.pointee.data, body.pointee.slowSeconds)
    (body.pointee.tickStamp, body.pointee.data, body.pointee.slowSeconds) = (0, 0, 0)
    hash.add(body)
    (body.pointee.tickStamp, body.pointee.data, body.pointee.slowSeconds) = kept
    if body.pointee.kind >= 0 { hash.add(kind(body)) }
    if let extras = extras(body) { hash.add(extras) }
    if body.pointee.awake < 0 { return }
    hash.add(states + Int(body.pointee.awake))
    let pull = motions[Int(body.pointee.awake)].a
    hash.add(UInt64(pull.x.bitPattern) << 32 | UInt64(pull.y.bitPattern))
  }
}

/// Mixes the words of records.
private struct WordHash {
  private var a: UInt64 = 1
  private var b: UInt64 = 2
  var value: UInt64 { hashed(a, b) }

  @inline(__always)
  mutating func add(_ word: UInt64) { a = (a ^ word) &* 0x9e37_79b9_7f4a_7c15 }

  /// All of a record.
  @inline(__always)
  mutating func add<Record: BitwiseCopyable>(_ record: UnsafeMutablePointer<Record>) {
    add(UnsafeRawPointer(record), MemoryLayout<Record>.size)
  }

  /// All whole words of so many bytes. Once for all records: unrolled for each it would take kilobytes.
  @inline(never)
  private mutating func add(_ words: UnsafeRawPointer, _ size: Int) {
    var at = 0
    while at + 16 <= size {
      let first = words.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let second = words.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
      a = (a ^ first) &* 0x9e37_79b9_7f4a_7c15
      b = (b ^ second) &* 0xd6e8_feb8_6659_fd93
      at += 16
    }
    while at + 4 <= size {
      add(UInt64(words.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
      at += 4
    }
    // The low halves of products know nothing of high bits.
    a ^= a >> 32
    b ^= b >> 32
  }
}
