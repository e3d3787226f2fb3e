// A growable raw array whose growth can fail without harm.
// SPDX-License-Identifier: MIT
import CShims

/// Plain records in memory aligned to 64; freed by its owner with `deallocate()`.
///
/// `base` is never null: before the first growth it is an aligned address that nothing may read.
public struct Arena<Element: BitwiseCopyable>: BitwiseCopyable {
  public private(set) var base: UnsafeMutablePointer<Element>
  public private(set) var capacity = 0
  /// Elements in use; kept by `append`, `resize` and `removeLast`, free for the owner to use or not.
  public var count = 0

  public init() {
    base = UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped
  }

  /// Makes room for `wanted` elements, zeroed beyond the old capacity. False: no memory, nothing changed.
  public mutating func reserve(_ wanted: Int) -> Bool {
    if wanted <= capacity { return true }
    guard let larger = grownBlock(base, capacity, wanted, MemoryLayout<Element>.stride) else { return false }
    base = larger.raw.assumingMemoryBound(to: Element.self)
    capacity = larger.room
    return true
  }

  /// Gives back what is beyond `wanted` elements, if it is worth it, of which those in use are among the first. Without memory for the
  /// smaller block nothing changes.
  public mutating func trim(to wanted: Int) {
    guard let smaller = trimmedBlock(base, capacity, wanted, MemoryLayout<Element>.stride) else { return }
    base = smaller.raw.assumingMemoryBound(to: Element.self)
    capacity = smaller.room
    count = min(count, smaller.room)
  }

  /// Sets `count`, growing as needed. False: no memory, nothing changed.
  public mutating func resize(_ newCount: Int) -> Bool {
    guard reserve(newCount) else { return false }
    count = newCount
    return true
  }

  /// Appends one element. False: no memory, nothing changed.
  @inline(__always)
  public mutating func append(_ element: Element) -> Bool {
    if count == capacity && !reserve(count + 1) { return false }
    base[count] = element
    count += 1
    return true
  }

  @inline(__always)
  public mutating func removeLast() -> Element {
    assert(count > 0)
    count -= 1
    return base[count]
  }

  public mutating func deallocate() {
    withUnsafeMutablePointer(to: &self) { emptyBlock(UnsafeMutableRawPointer($0)) }
  }

  /// Unchecked at -O; the caller has reserved the index.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> Element {
    get {
      assert(index >= 0 && index < capacity)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < capacity)
      let base = base  // Writing through the property itself would need its private setter here.
      base[index] = newValue
    }
  }
}

// What arenas of all records share, once in the library.

/// Frees the block of an arena, of whatever records, and leaves it as it was at first.
@inline(never)
func emptyBlock(_ arena: UnsafeMutableRawPointer) {
  let arena = arena.assumingMemoryBound(to: Arena<UInt8>.self)
  if arena.pointee.capacity > 0 { bgts_free(arena.pointee.base) }
  arena.pointee = Arena<UInt8>()
}

/// A larger copy of a block, which is freed then. Nil: no memory, nothing changed.
@inline(never)
func grownBlock(
  _ base: UnsafeMutableRawPointer, _ capacity: Int, _ wanted: Int, _ stride: Int
) -> (raw: UnsafeMutableRawPointer, room: Int)? {
  guard wanted <= Int.max / 4 / stride else { return nil }
  // Large blocks grow by less, so that little of them is never used.
  let more = capacity * stride < 65536 ? capacity : capacity / 2
  let room = max(wanted, capacity + more, stride > 256 ? 1 : 8)
  guard let raw = bgts_allocate(room * stride) else { return nil }
  if capacity > 0 {
    raw.copyMemory(from: base, byteCount: capacity * stride)
    bgts_free(base)
  }
  return (raw, room)
}

/// A smaller copy of a block of more than the elements that are wanted. Nil: it stays.
@inline(never)
func trimmedBlock(
  _ base: UnsafeMutableRawPointer, _ capacity: Int, _ wanted: Int, _ stride: Int
) -> (raw: UnsafeMutableRawPointer, room: Int)? {
  let room = wanted
  if (capacity - room) * stride < 512 + room * stride / 64 { return nil }
  var raw = UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
  if room > 0 {
    guard let smaller = bgts_allocate(room * stride) else { return nil }
    smaller.copyMemory(from: base, byteCount: room * stride)
    raw = smaller
  }
  bgts_free(base)
  return (raw, room)
}
