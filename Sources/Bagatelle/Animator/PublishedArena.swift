// Records that callers may look at in place.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// Like `Arena`, but a block that was seen and that growth replaced is kept: an old view is outdated, never
/// dangling.
struct PublishedArena<Element: BitwiseCopyable> {
  private var current = Arena<Element>()
  private var replaced = Arena<UnsafeMutableRawPointer>()
  /// Whether a caller may hold a view of the present block; what nobody saw need not be kept.
  var isLent = false

  var base: UnsafeMutablePointer<Element> { current.base }
  var count: Int { current.count }
  var bytes: Int {
    // Each kept block is at most two thirds as large as the next.
    current.capacity * MemoryLayout<Element>.stride * (replaced.count > 0 ? 3 : 1)
  }

  /// False: no memory, nothing changed.
  mutating func reserve(_ wanted: Int) -> Bool {
    guard wanted > current.capacity else { return true }
    guard replaced.reserve(replaced.count + 1) else { return false }
    var larger = Arena<Element>()
    // Large blocks grow by half, as kept ones add up.
    let more = current.capacity * MemoryLayout<Element>.stride < 65536 ? current.capacity : current.capacity / 2
    guard larger.reserve(max(wanted, current.capacity + more, 8)) else { return false }
    if current.count > 0 { larger.base.update(from: current.base, count: current.count) }
    larger.count = current.count
    if isLent && current.capacity > 0 {
      _ = replaced.append(UnsafeMutableRawPointer(current.base))
    } else {
      current.deallocate()
    }
    isLent = false
    current = larger
    return true
  }

  @_optimize(speed)
  mutating func append(_ element: Element) -> Bool {
    guard reserve(current.count + 1) else { return false }
    return current.append(element)
  }

  /// Gives back room beyond what is in use, if nobody may look at it.
  mutating func trim() { if !isLent { current.trim(to: current.count) } }

  mutating func shorten(to count: Int) { current.count = count }

  mutating func deallocate() {
    current.deallocate()
    for index in 0..<replaced.count { bgts_free(replaced[index]) }
    replaced.deallocate()
  }

  subscript(_ index: Int) -> Element {
    get { current[index] }
    nonmutating set { current[index] = newValue }
  }

  var view: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: UnsafePointer(current.base), count: current.count)
  }
}
