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
    return withUnsafeMutablePointer(to: &self) {
      growBlock(UnsafeMutableRawPointer($0), wanted, MemoryLayout<Element>.stride)
    }
  }

  /// Gives back what is beyond `wanted` elements, if it is worth it, of which those in use are among the first. Without memory for the
  /// smaller block nothing changes.
  public mutating func trim(to wanted: Int) {
    withUnsafeMutablePointer(to: &self) { trimBlock(UnsafeMutableRawPointer($0), wanted, MemoryLayout<Element>.stride) }
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

/// Gives an arena room for so many records of so many bytes each. False: no memory, nothing changed.
@inline(never)
func growBlock(_ arena: UnsafeMutableRawPointer, _ wanted: Int, _ stride: Int) -> Bool {
  let arena = arena.assumingMemoryBound(to: Arena<UInt8>.self)
  let capacity = arena.pointee.capacity
  guard wanted <= Int.max / 4 / stride else { return false }
  // Large blocks grow by less, so that little of them is never used.
  let more = capacity * stride < 65536 ? capacity : capacity / 2
  return arena.pointee.replace(room: max(wanted, capacity + more, stride > 256 ? 1 : 8), kept: capacity, stride)
}

/// Gives back what an arena has beyond so many records, if it is worth it and there is memory for the smaller block.
@inline(never)
func trimBlock(_ arena: UnsafeMutableRawPointer, _ wanted: Int, _ stride: Int) {
  let bytes = arena.assumingMemoryBound(to: Arena<UInt8>.self)
  if (bytes.pointee.capacity - wanted) * stride < 512 + wanted * stride / 64 { return }
  if wanted == 0 { return emptyBlock(arena) }
  if bytes.pointee.replace(room: wanted, kept: wanted, stride) { bytes.pointee.count = min(bytes.pointee.count, wanted) }
}

extension Arena<UInt8> {
  /// Another block of so much room, in records of so many bytes. False: no memory, nothing changed.
  fileprivate mutating func replace(room: Int, kept: Int, _ stride: Int) -> Bool {
    guard let raw = bgts_allocate(room * stride) else { return false }
    if capacity > 0 {
      raw.copyMemory(from: base, byteCount: kept * stride)
      bgts_free(base)
    }
    base = raw.assumingMemoryBound(to: UInt8.self)
    capacity = room
    return true
  }
}
