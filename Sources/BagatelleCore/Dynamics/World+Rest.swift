// While all rest contacts are packed, and the tables of pairs are gone; both come again before anything wakes or is changed.
// SPDX-License-Identifier: MIT
//
// Contacts keep their places and lists, so that all goes on as if they had stayed. A body has contacts with what is near in
// memory too: differences of numbers mostly fit into a byte or two. Where there is no memory to unpack them, what can fail does,
// and the rest waits for the next step, which takes the memory first.

extension World {
  private enum Pack {
    static var alive: UInt8 { 1 }
    static var hasPoints: UInt8 { 2 }
    /// A segment, or a shape of a body of several.
    static var hasParts: UInt8 { 4 }
  }

  /// Puts them into bytes, one place after the other. Without memory they stay as they are.
  @_optimize(size)
  func packContacts() {
    let count = s.pointee.contacts.count
    if count == 0 || s.pointee.packedCount > 0 { return }
    var bytes = PackedBytes()
    var near: Int32 = 0
    for index in 0..<Int32(count) {
      let c = contacts[Int(index)]
      if c.flags & ContactFlag.alive == 0 {
        bytes.put(byte: 0)
        bytes.put(c.nextA < 0 ? 0 : c.nextA - index)
        continue
      }
      let hasParts = c.segment != none || c.pieceB != none
      bytes.put(byte: Pack.alive | (c.points > 0 ? Pack.hasPoints : 0) | (hasParts ? Pack.hasParts : 0))
      bytes.put(byte: c.flags)
      bytes.put(c.bodyB - near)
      bytes.put(c.bodyA - c.bodyB)
      near = c.bodyB
      if hasParts {
        bytes.put(c.segment)
        bytes.put(c.pieceB)
      }
      // No contact follows itself.
      bytes.put(c.nextA < 0 ? 0 : c.nextA - 2 * index)
      bytes.put(c.nextB < 0 ? 0 : c.nextB - 2 * index)
      if c.points == 0 { continue }
      bytes.put(byte: c.points)
      bytes.put(Int32(c.id0))
      bytes.put(Int32(c.id1))
      let (normal0, normal1, tangent) = c.impulses
      bytes.put(word: normal0.bitPattern)
      bytes.put(word: normal1.bitPattern)
      bytes.put(word: tangent.bitPattern)
    }
    if !bytes.isComplete { return bytes.list.deallocate() }
    bytes.list.trim(to: bytes.list.count)
    s.pointee.packed = bytes.list
    s.pointee.packedCount = count
    s.pointee.contacts.deallocate()
  }

  /// Whether contacts can be looked at, which may need memory while all rest.
  @inline(__always)
  func hasContacts() -> Bool { s.pointee.packedCount == 0 || unpackContacts() }

  @inline(never)
  @_optimize(size)
  private func unpackContacts() -> Bool {
    let count = s.pointee.packedCount
    guard s.pointee.contacts.resize(count) else { return false }
    var bytes = PackedBytes(list: s.pointee.packed)
    var near: Int32 = 0
    for index in 0..<Int32(count) {
      var c = Contact()
      let head = bytes.byte()
      if head == 0 {
        let next = bytes.number()
        c.nextA = next == 0 ? none : next + index
        contacts[Int(index)] = c
        continue
      }
      c.flags = bytes.byte()
      c.bodyB = near + bytes.number()
      c.bodyA = c.bodyB + bytes.number()
      near = c.bodyB
      if head & Pack.hasParts != 0 {
        c.segment = bytes.number()
        c.pieceB = bytes.number()
      }
      let nextA = bytes.number()
      let nextB = bytes.number()
      c.nextA = nextA == 0 ? none : nextA + 2 * index
      c.nextB = nextB == 0 ? none : nextB + 2 * index
      if head & Pack.hasPoints != 0 {
        c.points = bytes.byte()
        c.id0 = UInt16(truncatingIfNeeded: bytes.number())
        c.id1 = UInt16(truncatingIfNeeded: bytes.number())
        let normal0 = Float(bitPattern: bytes.word())
        let normal1 = Float(bitPattern: bytes.word())
        c.impulses = (normal0, normal1, Float(bitPattern: bytes.word()))
      }
      contacts[Int(index)] = c
    }
    for index in 0..<Int32(count) where contacts[Int(index)].flags & ContactFlag.alive != 0 {
      let c = contacts[Int(index)]
      if c.nextA >= 0 { setPreviousContact(c.nextA, 2 * index) }
      if c.nextB >= 0 { setPreviousContact(c.nextB, 2 * index + 1) }
    }
    s.pointee.packed.deallocate()
    s.pointee.packedCount = 0
    if s.pointee.hasLateLooks { lookLate() }
    return true
  }

  /// Contacts of all are looked at anew, for some should have been.
  @_optimize(size)
  private func lookLate() {
    s.pointee.hasLateLooks = false
    for index in 0..<s.pointee.contacts.count where contacts[index].flags & ContactFlag.alive != 0 {
      let c = contacts + index
      c.pointee.flags &= ~ContactFlag.allowed
      if c.pointee.segment >= 0 && s.pointee.boundaries[Int(segments[Int(c.pointee.segment)].boundary)].pass == .never {
        c.pointee.flags &= ~ContactFlag.passing
      }
      noteFresh(c.pointee.bodyB)
    }
  }

  /// What should have gone while contacts could not be unpacked goes now.
  @inline(never)
  @_optimize(size)
  func removeLate() {
    s.pointee.hasLateRemovals = false
    for index in 0..<s.pointee.bodies.count where bodies[index].flags & BodyFlag.goesLate != 0 { removeBody(Int32(index)) }
    for index in 0..<s.pointee.boundaries.count where s.pointee.boundaries[index].goesLate { removeBoundary(Int32(index)) }
  }

  /// The tables, where they are gone. False: no memory.
  @inline(never)
  func restoreTables() -> Bool {
    if !s.pointee.isCleared || (s.pointee.pairTable.isEmpty && !restorePairTable()) { return !s.pointee.isCleared }
    if !s.pointee.contactTable.isEmpty { return true }
    guard s.pointee.contactTable.reserve(more: Int(s.pointee.contactCount)) else { return false }
    for index in 0..<s.pointee.contacts.count where contacts[index].flags & ContactFlag.alive != 0 {
      s.pointee.contactTable.insert(key(contacts[index]), Int32(index))
    }
    return true
  }

  @inline(never)
  @_optimize(size)
  func restorePairTable() -> Bool {
    guard s.pointee.pairTable.reserve(more: s.pointee.pairs.count) else { return false }
    for index in 0..<s.pointee.pairs.count where pairs[index].bodyA >= 0 {
      s.pointee.pairTable.insert(pairKey(pairs[index]), Int32(index))
    }
    return true
  }

  func pairKey(_ p: TouchPair) -> UInt64 {
    p.boundary >= 0 ? segmentKey(p.boundary, p.bodyA) : bodyKey(p.bodyA, p.bodyB)
  }

  /// For the clean-up of a scene at rest when there is no memory for the table.
  @_optimize(size)
  func pairWithoutTable(_ key: UInt64) -> Int32 {
    for index in 0..<s.pointee.pairs.count where pairs[index].bodyA >= 0 && pairKey(pairs[index]) == key { return Int32(index) }
    return none
  }
}

/// Numbers as bytes, small ones in few.
private struct PackedBytes {
  var list = Arena<UInt8>()
  /// Where the next is read.
  var at = 0
  /// False: there was no memory for some.
  var isComplete = true

  @inline(never)
  mutating func put(byte: UInt8) { isComplete = list.append(byte) && isComplete }
  /// Seven bits to a byte, the lowest first, the sign below them.
  @inline(never)
  mutating func put(_ number: Int32) {
    var rest = UInt32(bitPattern: number << 1 ^ number >> 31)
    while rest > 127 {
      put(byte: UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    put(byte: UInt8(truncatingIfNeeded: rest))
  }
  mutating func put(word: UInt32) { for shift in 0..<4 { put(byte: UInt8(truncatingIfNeeded: word >> UInt32(8 * shift))) } }

  @inline(__always)
  mutating func byte() -> UInt8 {
    at &+= 1
    return list.base[at &- 1]
  }
  @inline(__always)
  mutating func number() -> Int32 {
    let first = UInt32(byte())
    let bits = first < 128 ? first : longNumber(first)
    return Int32(bitPattern: bits >> 1) ^ (0 &- Int32(bitPattern: bits & 1))
  }
  @inline(never)
  private mutating func longNumber(_ first: UInt32) -> UInt32 {
    var bits = first & 127
    var shift: UInt32 = 7
    while true {
      let next = UInt32(byte())
      bits |= (next & 127) << shift
      if next < 128 { return bits }
      shift += 7
    }
  }
  mutating func word() -> UInt32 {
    var word: UInt32 = 0
    for shift in 0..<4 { word |= UInt32(byte()) << UInt32(8 * shift) }
    return word
  }
}
