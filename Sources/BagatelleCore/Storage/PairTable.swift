// An open-addressing table from a 64-bit key to an index. Order never reaches the results.
// SPDX-License-Identifier: MIT
import CShims

/// Linear probing, in the order of the mixed keys, so that a search for what is not there is no longer than for what is (O. Amble
/// and D. E. Knuth, "Ordered hash tables", 1974). Mixed keys are kept, from which their places follow. Keys are never 0; at most
/// four fifths full; of any size. Keys and values lie apart, so that a probe reads keys alone.
struct PairTable {
  /// Keys, and behind them values: one block, so that making the table again either works or not.
  private var keys = Arena<UInt64>()
  private var values: UnsafeMutablePointer<Int32> { UnsafeMutableRawPointer(keys.base + size).assumingMemoryBound(to: Int32.self) }
  private(set) var count = 0
  private var size = 0

  /// Room for one more. False: no memory, nothing changed.
  @inline(__always)
  mutating func reserveOne() -> Bool { (count + 1) * 5 <= size * 4 || resize(max(64, size + size / 2)) }

  /// Room for so many more. False: no memory, nothing changed.
  mutating func reserve(more: Int) -> Bool {
    let wanted = count + more
    return wanted * 5 <= size * 4 || resize(max(64, wanted * 5 / 3 + 8))
  }

  var isEmpty: Bool { count == 0 }

  /// Gives back what is much more than the entries need; where much comes and goes and is looked up, not so much: there is room for
  /// `least` entries. Without memory for another table nothing changes.
  mutating func trim(isBusy: Bool, least: Int) {
    let wanted = max(64, (isBusy ? max(2 * count, least * 5 / 4) : count * 41 / 32) + 8)
    if size > wanted + wanted / 32 + 64 || isBusy && size < wanted { _ = resize(wanted) }
  }

  private mutating func resize(_ newSize: Int) -> Bool {
    guard newSize < Int(Int32.max) else { return false }
    var newKeys = Arena<UInt64>()
    guard newKeys.reserve(newSize + (newSize + 1) / 2) else { return false }
    var oldKeys = keys
    let oldValues = values
    let oldSize = size
    keys = newKeys
    size = newSize
    for index in 0..<oldSize where oldKeys.base[index] != 0 { place(oldKeys.base[index], oldValues[index]) }
    oldKeys.deallocate()
    return true
  }

  /// Those that are greater move on.
  @inline(__always)
  private func place(_ mixed: UInt64, _ value: Int32) {
    let keys = keys.base
    let values = values
    var mixed = mixed
    var value = value
    var start = home(mixed)
    var slot = start
    // As in a search, up to the first that is greater.
    while keys[slot] &- 1 < mixed &- 1 && slot + 1 < size { slot += 1 }
    while keys[slot] != 0 {
      let found = keys[slot]
      if endsBefore(found, slot, mixed, start) {
        keys[slot] = mixed
        swap(&value, &values[slot])
        mixed = found
        start = home(mixed)
      }
      slot = after(slot)
    }
    keys[slot] = mixed
    values[slot] = value
  }

  /// Whether a search that began at `start` and has come to another key there is over. Who went round the end comes before those
  /// whose home is at the beginning.
  @inline(__always)
  private func endsBefore(_ found: UInt64, _ slot: Int, _ mixed: UInt64, _ start: Int) -> Bool {
    if found > mixed { return home(found) <= slot || slot < start }
    return slot < start && home(found) <= slot
  }

  @inline(__always)
  private func after(_ slot: Int) -> Int { slot + 1 == size ? 0 : slot + 1 }

  /// The index kept under the key, or -1.
  @inline(__always)
  func find(_ key: UInt64) -> Int32 {
    let slot = slot(mix(key))
    return slot < 0 ? -1 : values[slot]
  }

  /// Whether there is the key, without a look at what is kept.
  @inline(__always)
  func contains(_ key: UInt64) -> Bool { contains(mixed: mix(key)) }

  /// The same for a key that `fetchAhead` has mixed.
  @inline(__always)
  func contains(mixed: UInt64) -> Bool {
    // Most that are asked for are there, near their home, and how near is hard to foresee.
    let start = home(mixed)
    if start + 4 < size {
      let keys = keys.base + start
      let first = (keys[0] == mixed ? 1 : 0) | (keys[1] == mixed ? 1 : 0)
      if first | (keys[2] == mixed ? 1 : 0) | (keys[3] == mixed ? 1 : 0) != 0 { return true }
    }
    return slot(mixed) >= 0
  }

  @inline(__always)
  private func slot(_ mixed: UInt64) -> Int {
    if size == 0 { return -1 }
    let base = keys.base
    let start = home(mixed)
    var slot = start
    while true {
      let found = base[slot]
      // Equal, greater or none.
      if found &- 1 >= mixed &- 1 {
        if found == mixed { return slot }
        if found == 0 || home(found) <= slot { return -1 }
      }
      slot += 1
      if slot == size { return slotFromBeginning(mixed, start) }
    }
  }

  /// A search that went round the end.
  @inline(never)
  private func slotFromBeginning(_ mixed: UInt64, _ start: Int) -> Int {
    var slot = 0
    while true {
      let found = keys.base[slot]
      if found == mixed { return slot }
      if found == 0 || endsBefore(found, slot, mixed, start) { return -1 }
      slot += 1
    }
  }

  /// Mixes a key, and asks for the memory that `contains` reads first.
  @inline(__always)
  func fetchAhead(_ key: UInt64) -> UInt64 {
    let mixed = mix(key)
    if size == 0 { return mixed }
    let first = keys.base + home(mixed)
    bgts_prefetch(first)
    bgts_prefetch(first + 3)
    return mixed
  }

  /// The key must be absent and room reserved.
  mutating func insert(_ key: UInt64, _ value: Int32) {
    assert(key != 0 && (count + 1) * 5 <= size * 4)
    place(mix(key), value)
    count += 1
  }

  mutating func remove(_ key: UInt64) {
    var hole = slot(mix(key))
    if hole < 0 { return }
    count -= 1
    let keys = keys.base
    let values = values
    while true {
      let next = after(hole)
      // Who is at home stays.
      if keys[next] == 0 || home(keys[next]) == next { break }
      keys[hole] = keys[next]
      values[hole] = values[next]
      hole = next
    }
    keys[hole] = 0
  }

  var bytes: Int { size * (MemoryLayout<UInt64>.stride + MemoryLayout<Int32>.stride) }

  mutating func deallocate() {
    keys.deallocate()
    count = 0
    size = 0
  }

  /// Mixes all bits (the finaliser of Steele, Lea and Flood's SplitMix, 2014); no two keys give the same, and only 0 gives 0.
  @inline(__always)
  private func mix(_ key: UInt64) -> UInt64 {
    var h = key
    h = (h ^ (h >> 30)) &* 0xbf58_476d_1ce4_e5b9
    return (h ^ (h >> 27)) &* 0x94d0_49bb_1331_11eb
  }

  /// Scales the upper half to the size.
  @inline(__always)
  private func home(_ mixed: UInt64) -> Int {
    Int(truncatingIfNeeded: ((mixed >> 32) &* UInt64(truncatingIfNeeded: size)) >> 32)
  }
}
