// The animator of a layout: bounds from its content size, invalidation, look-up of items by key.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  /// The item of that key, the first in order of joining; nil when none is here. Looks at the items one by one.
  ///
  /// UIKit's `layoutAttributesForCell(at:)` and its two siblings.
  public func item(for key: LayoutKey) -> Item? {
    for index in 0..<members.count { if let item = member(index), item.layoutKey == key { return item } }
    return nil
  }

  /// Takes up the size of the content.
  func askContentSize() throws(BagatelleError) {
    guard let ask = onContentSize else { return }
    let size = ask(self)
    try Check.range(size.x, 0, Limits.coordinate, "content_size.x")
    try Check.range(size.y, 0, Limits.coordinate, "content_size.y")
    try setReferenceBounds(Rect(x: 0, y: 0, width: size.x, height: size.y))
  }

  func tellInvalidate() {
    guard hasMoved else { return }
    hasMoved = false
    if let tell = onInvalidate { tell(self) }
  }
}
