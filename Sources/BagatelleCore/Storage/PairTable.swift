// An open-addressing table from a 64-bit key to an index. Order never reaches the results.
// SPDX-License-Identifier: MIT
import CShims

/// Linear probing with removal by shifting back (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
/// Keys are never 0; at most five eighths full, after a trim four fifths; of any size. Keys and values lie apart, so that a probe reads keys alone.
struct PairTable {
  private var keys = Arena<UInt64>()
  private var values = Arena<Int32>()
  private(set) var count = 0
  private var size = 0

  /// Room for one more. False: no memory, nothing changed.
  @inline(__always)
  mutating func reserveOne() -> Bool { (count + 1) * 8 <= size * 5 || resize(max(64, size + size / 2)) }

  /// Room for so many more. False: no memory, nothing changed.
  mutating func reserve(more: Int) -> Bool {
    let wanted = count + more
    return wanted * 8 <= size * 5 || resize(max(64, wanted * 5 / 3 + 8))
  }

  /// Gives back what is much more than the entries need, and while nothing asks for them more than that. Without memory for
  /// the smaller table nothing changes.
  mutating func trim(rests: Bool) {
    let wanted = max(64, (rests ? count * 5 / 4 : count * 5 / 3) + 8)
    if size > wanted + wanted / 32 + 64 { _ = resize(wanted) }
  }

  private mutating func resize(_ newSize: Int) -> Bool {
    guard newSize < Int(UInt32.max) else { return false }
    var newKeys = Arena<UInt64>()
    var newValues = Arena<Int32>()
    guard newKeys.reserve(newSize) else { return false }
    guard newValues.reserve(newSize) else {
      newKeys.deallocate()
      return false
    }
    var oldKeys = keys
    var oldValues = values
    let oldSize = size
    keys = newKeys
    values = newValues
    size = newSize
    for index in 0..<oldSize where oldKeys.base[index] != 0 { place(oldKeys.base[index], oldValues.base[index]) }
    oldKeys.deallocate()
    oldValues.deallocate()
    return true
  }

  @inline(__always)
  private func place(_ key: UInt64, _ value: Int32) {
    var slot = home(key)
    while keys.base[slot] != 0 { slot = after(slot) }
    keys.base[slot] = key
    values.base[slot] = value
  }

  @inline(__always)
  private func after(_ slot: Int) -> Int { slot + 1 == size ? 0 : slot + 1 }

  /// The index kept under the key, or -1.
  @inline(__always)
  func find(_ key: UInt64) -> Int32 {
    let slot = slot(key)
    return slot < 0 ? -1 : values.base[slot]
  }

  /// Whether there is the key, without a look at what is kept.
  @inline(__always)
  func contains(_ key: UInt64) -> Bool { slot(key) >= 0 }

  @inline(__always)
  private func slot(_ key: UInt64) -> Int {
    if size == 0 { return -1 }
    let base = keys.base
    var slot = home(key)
    while true {
      let found = base[slot]
      if found == key { return slot }
      if found == 0 { return -1 }
      slot = after(slot)
    }
  }

  /// Asks for the memory that `find` reads first.
  @inline(__always)
  func fetchAhead(_ key: UInt64) { if size > 0 { bgts_prefetch(keys.base + home(key)) } }

  /// The key must be absent and room reserved.
  mutating func insert(_ key: UInt64, _ value: Int32) {
    assert(key != 0 && (count + 1) * 8 <= size * 5)
    place(key, value)
    count += 1
  }

  mutating func remove(_ key: UInt64) {
    if size == 0 { return }
    let base = keys.base
    var hole = home(key)
    while base[hole] != key {
      if base[hole] == 0 { return }
      hole = after(hole)
    }
    count -= 1
    var slot = hole
    while true {
      slot = after(slot)
      if base[slot] == 0 { break }
      // An entry may fill the hole unless its home lies cyclically after the hole and up to itself.
      let start = home(base[slot])
      if hole <= slot ? (hole < start && start <= slot) : (hole < start || start <= slot) { continue }
      base[hole] = base[slot]
      values.base[hole] = values.base[slot]
      hole = slot
    }
    base[hole] = 0
  }

  var bytes: Int { size * (MemoryLayout<UInt64>.stride + MemoryLayout<Int32>.stride) }

  mutating func deallocate() {
    keys.deallocate()
    values.deallocate()
    count = 0
    size = 0
  }

  /// Mixes all bits (the finaliser of Steele, Lea and Flood's SplitMix, 2014) and scales the upper half to the size.
  @inline(__always)
  private func home(_ key: UInt64) -> Int {
    var h = key
    h = (h ^ (h >> 30)) &* 0xbf58_476d_1ce4_e5b9
    h = (h ^ (h >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int(truncatingIfNeeded: ((h >> 32) &* UInt64(truncatingIfNeeded: size)) >> 32)
  }
}
