// A falling label is put back to the top: it goes on from there with the speed it had.
// SPDX-License-Identifier: MIT
import Bagatelle

/// A label that falls without end.
final class FallingLabel {
  let label: Item
  let animator: DynamicAnimator

  init() throws {
    label = try Item(center: Vector2(160, 50), size: Vector2(100, 20))
    animator = try DynamicAnimator()
    try animator.addBehavior(GravityBehavior(items: [label]))
  }

  /// To the top. Without the second line the animator would not know.
  func putBack() throws {
    label.center = Vector2(160, 10)
    try animator.updateItem(label)
  }
}
