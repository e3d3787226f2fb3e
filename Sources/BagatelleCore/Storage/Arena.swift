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
    let stride = MemoryLayout<Element>.stride
    guard wanted <= Int.max / 4 / stride else { return false }
    let room = max(wanted, capacity * 2, 8)
    guard let raw = bgts_allocate(room * stride) else { return false }
    if capacity > 0 {
      raw.copyMemory(from: base, byteCount: capacity * stride)
      bgts_free(base)
    }
    base = raw.assumingMemoryBound(to: Element.self)
    capacity = room
    return true
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
    if capacity > 0 { bgts_free(base) }
    base = UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped
    capacity = 0
    count = 0
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
