// Interned strings: boundary identifiers as integers that are equal for equal strings.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

private struct NameEntry: BitwiseCopyable {
  /// Zero-terminated, own memory; nil while the entry is free.
  var bytes: UnsafeMutablePointer<UInt8>?
  var length: Int32
  /// Boundaries and events that bear it; `forever` once it was interned.
  var references: UInt32
  var hash: UInt32
  var generation: UInt32
  /// Next entry of the same bucket, or of the free list; index + 1.
  var next: Int32
}

private let forever = UInt32.max

/// The one table of the process; every access is under the lock of the shims.
nonisolated(unsafe) private var entries = Arena<NameEntry>()
/// Index + 1 of the first entry of each bucket; their number is a power of two.
nonisolated(unsafe) private var buckets = Arena<Int32>()
nonisolated(unsafe) private var firstFree: Int32 = 0
nonisolated(unsafe) private var inUse = 0

/// A name is generation << 32 | index + 1; 0 is none. Safe from any thread.
package enum NameTable {
  /// The name of some bytes with one more reference; `isConstant` keeps it for the life of the process.
  /// 0 when there is no memory.
  package static func intern(_ text: UnsafeBufferPointer<UInt8>, isConstant: Bool) -> UInt64 {
    let hash = fnv(text)
    bgts_lock()
    defer { bgts_unlock() }
    var index = find(text, hash)
    if index < 0 {
      guard makeRoom() else { return 0 }
      guard let bytes = bgts_allocate_small(text.count + 1)?.assumingMemoryBound(to: UInt8.self) else { return 0 }
      for i in 0..<text.count { bytes[i] = text[i] }
      if firstFree > 0 {
        index = Int(firstFree) - 1
        firstFree = entries[index].next
      } else {
        index = entries.count
        _ = entries.append(
          NameEntry(bytes: nil, length: 0, references: 0, hash: 0, generation: 0, next: 0))
      }
      let bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
      entries[index] = NameEntry(
        bytes: bytes, length: Int32(truncatingIfNeeded: text.count), references: 0, hash: hash,
        generation: entries[index].generation &+ 1, next: buckets[bucket])
      buckets[bucket] = Int32(truncatingIfNeeded: index + 1)
      inUse += 1
    }
    let references = entries[index].references
    if isConstant {
      entries.base[index].references = forever
    } else if references < forever {
      entries.base[index].references = references + 1
    }
    return name(index)
  }

  /// The name of some bytes if it lives, else 0.
  package static func find(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let hash = fnv(text)
    bgts_lock()
    defer { bgts_unlock() }
    let index = find(text, hash)
    return index < 0 ? 0 : name(index)
  }

  package static func retain(_ name: UInt64) {
    bgts_lock()
    defer { bgts_unlock() }
    let index = index(name)
    guard index >= 0, entries[index].references < forever else { return }
    entries.base[index].references += 1
  }

  package static func release(_ name: UInt64) {
    bgts_lock()
    defer { bgts_unlock() }
    let index = index(name)
    guard index >= 0, entries[index].references < forever, entries[index].references > 0 else { return }
    entries.base[index].references -= 1
    if entries[index].references == 0 { remove(index) }
  }

  /// The zero-terminated string of a living name, or nil.
  package static func string(_ name: UInt64) -> UnsafePointer<CChar>? {
    bgts_lock()
    defer { bgts_unlock() }
    let index = index(name)
    guard index >= 0, let bytes = entries[index].bytes else { return nil }
    return UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self)
  }

  // MARK: Under the lock

  private static func name(_ index: Int) -> UInt64 {
    UInt64(entries[index].generation) << 32 | UInt64(index + 1)
  }

  private static func index(_ name: UInt64) -> Int {
    let index = Int(truncatingIfNeeded: name & 0xffff_ffff) - 1
    guard index >= 0, index < entries.count, entries[index].bytes != nil,
      entries[index].generation == UInt32(truncatingIfNeeded: name >> 32)
    else { return -1 }
    return index
  }

  private static func find(_ text: UnsafeBufferPointer<UInt8>, _ hash: UInt32) -> Int {
    guard buckets.count > 0 else { return -1 }
    var link = buckets[Int(truncatingIfNeeded: hash) & (buckets.count - 1)]
    while link > 0 {
      let entry = entries[Int(link) - 1]
      if entry.hash == hash, Int(entry.length) == text.count, let bytes = entry.bytes {
        var same = true
        for i in 0..<text.count where bytes[i] != text[i] {
          same = false
          break
        }
        if same { return Int(link) - 1 }
      }
      link = entry.next
    }
    return -1
  }

  /// One more entry fits, and buckets stay at most as many as entries.
  private static func makeRoom() -> Bool {
    guard entries.count < Int(Int32.max) - 1, entries.reserve(entries.count + 1) else { return false }
    bgts_keep(0, entries.base)
    guard inUse >= buckets.count else { return true }
    var wider = Arena<Int32>()
    let count = buckets.count == 0 ? 64 : buckets.count * 2
    guard wider.resize(count) else { return buckets.count > 0 }
    for index in 0..<entries.count where entries[index].bytes != nil {
      let bucket = Int(truncatingIfNeeded: entries[index].hash) & (count - 1)
      entries.base[index].next = wider[bucket]
      wider[bucket] = Int32(truncatingIfNeeded: index + 1)
    }
    buckets.deallocate()
    buckets = wider
    bgts_keep(1, buckets.base)
    return true
  }

  private static func remove(_ index: Int) {
    let bucket = Int(truncatingIfNeeded: entries[index].hash) & (buckets.count - 1)
    let link = Int32(truncatingIfNeeded: index + 1)
    if buckets[bucket] == link {
      buckets[bucket] = entries[index].next
    } else {
      var before = Int(buckets[bucket]) - 1
      while before >= 0, entries[before].next != link { before = Int(entries[before].next) - 1 }
      if before >= 0 { entries.base[before].next = entries[index].next }
    }
    bgts_free_small(entries[index].bytes)
    inUse -= 1
    entries.base[index].bytes = nil
    // An entry whose generations are used up is retired.
    guard entries[index].generation < UInt32.max else { return }
    entries.base[index].next = firstFree
    firstFree = link
  }

  private static func fnv(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash
  }
}
