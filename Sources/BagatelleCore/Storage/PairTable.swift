// An open-addressing table from a 64-bit key to an index. Order never reaches the results.
// SPDX-License-Identifier: MIT

/// Linear probing with removal by shifting back (Knuth, The Art of Computer Programming 3, 6.4, algorithm R).
/// Keys are never 0; at most half full.
struct PairTable {
  struct Entry: BitwiseCopyable {
    var key: UInt64
    var value: Int32
    var padding: Int32
  }

  private(set) var entries = Arena<Entry>()
  private(set) var count = 0
  private var mask = 0

  /// Room for one more. False: no memory, nothing changed.
  mutating func reserveOne() -> Bool { count * 2 < mask || grow() }

  private mutating func grow() -> Bool {
    let newSize = mask == 0 ? 64 : (mask + 1) * 2
    var fresh = Arena<Entry>()
    guard fresh.reserve(newSize) else { return false }
    let old = entries
    let oldSize = mask == 0 ? 0 : mask + 1
    entries = fresh
    mask = newSize - 1
    for index in 0..<oldSize where old.base[index].key != 0 {
      var slot = home(old.base[index].key)
      while entries.base[slot].key != 0 { slot = (slot + 1) & mask }
      entries.base[slot] = old.base[index]
    }
    var gone = old
    gone.deallocate()
    return true
  }

  /// The index kept under the key, or -1.
  @inline(__always)
  func find(_ key: UInt64) -> Int32 {
    if mask == 0 { return -1 }
    let base = entries.base
    var slot = home(key)
    while true {
      let found = base[slot].key
      if found == key { return base[slot].value }
      if found == 0 { return -1 }
      slot = (slot + 1) & mask
    }
  }

  /// The key must be absent and room reserved.
  mutating func insert(_ key: UInt64, _ value: Int32) {
    assert(key != 0 && count * 2 < mask)
    var slot = home(key)
    while entries.base[slot].key != 0 { slot = (slot + 1) & mask }
    entries.base[slot] = Entry(key: key, value: value, padding: 0)
    count += 1
  }

  mutating func remove(_ key: UInt64) {
    if mask == 0 { return }
    let base = entries.base
    var hole = home(key)
    while base[hole].key != key {
      if base[hole].key == 0 { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var slot = hole
    while true {
      slot = (slot + 1) & mask
      if base[slot].key == 0 { break }
      // An entry may fill the hole unless its home lies cyclically after the hole and up to itself.
      let start = home(base[slot].key)
      if hole <= slot ? (hole < start && start <= slot) : (hole < start || start <= slot) { continue }
      base[hole] = base[slot]
      hole = slot
    }
    base[hole].key = 0
  }

  var bytes: Int { entries.capacity * MemoryLayout<Entry>.stride }

  mutating func deallocate() {
    entries.deallocate()
    count = 0
    mask = 0
  }

  /// Mixes all bits (the finaliser of Steele, Lea and Flood's SplitMix, 2014).
  @inline(__always)
  private func home(_ key: UInt64) -> Int {
    var h = key
    h = (h ^ (h >> 30)) &* 0xbf58_476d_1ce4_e5b9
    h = (h ^ (h >> 27)) &* 0x94d0_49bb_1331_11eb
    h ^= h >> 31
    return Int(truncatingIfNeeded: h) & mask
  }
}
