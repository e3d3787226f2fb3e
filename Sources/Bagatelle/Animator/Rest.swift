// Waking: which changes make an animator run again.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  /// A change that acts: the animator runs, unless it has no item and was at rest.
  ///
  /// While it was at rest, a change that leaves it without items does not wake it, so that clean-up after a
  /// pause gives no second pair of callbacks.
  @_optimize(speed)
  func wake() {
    if itemCount == 0 {
      if isAwake && !isResumed { isAwake = false }
      if !isAwake { return }
    }
    isAwake = true
    wasWoken = true
  }

  /// Waking the first item takes memory that was given back while all rested.
  @inline(__always)
  func checkRoom() throws(BagatelleError) {
    guard rawWorld.reserveAwake() else { throw BagatelleError(.outOfMemory, "animator") }
  }

  func wake(_ item: Item) {
    wakeBody(of: item)
    wake()
  }

  /// Wakes the body and what it touches or hangs on.
  func wakeBody(of item: Item) {
    if item.isMoved(by: self) && item.body >= 0 { world.wake(item.body) }
  }

  /// Wakes the items of a list that may touch a boundary.
  @_optimize(size)
  func wakeNear(_ boundary: Boundary, _ items: [Item]) {
    guard let frame = boundary.frame else { return }
    let margin = 2 * world.settings.lengthScale
    for item in items where item.owner === self && item.body >= 0 {
      let center = world.center(item.body)
      // A path may reach beyond the size.
      let reach = item.reach + margin
      if center.x + reach >= frame.x && center.x - reach <= frame.x + frame.width
        && center.y + reach >= frame.y && center.y - reach <= frame.y + frame.height
      {
        world.wake(item.body)
      }
    }
  }

  func wakeTouching(_ boundary: Boundary) {
    guard boundary.place >= 0 else { return }
    touchScratch.count = 0
    guard world.touchingBoundary(boundary.place, into: &touchScratch) else { return }
    for index in 0..<touchScratch.count { world.wake(touchScratch[index].bodyA) }
  }
}

extension Item {
  /// No point of its shape is farther from the center.
  var reach: Double {
    if let group = asGroup { return group.reachOfMembers }
    var reach = 0.5 * storedSize.length
    for point in shapePath { reach = max(reach, point.length) }
    return reach
  }
}
