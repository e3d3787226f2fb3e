// Not a view moves but its size: a driven item maps its center to the bounds of a target.
// SPDX-License-Identifier: MIT
import Bagatelle

/// Something with a size. An item stands for it, whose center is that size.
final class Button {
  var size: Vector2
  private(set) var reads = 0
  private(set) var writes = 0
  private(set) var animator: DynamicAnimator?

  init(width: Double, height: Double) { size = Vector2(width, height) }

  /// Makes it swing about its present size. An animator of an earlier press ends.
  @discardableResult
  func press(magnitude: Double, damping: Double) throws -> DynamicAnimator {
    let item = try Item()
    item.setDriver(
      read: { [unowned self] _, center, size, angle in
        reads += 1
        (center, size, angle) = (self.size, self.size, 0)
      },
      write: { [unowned self] _, center, _ in
        writes += 1
        size = center
      })
    let spring = try AttachmentBehavior(item: item, anchor: size)
    spring.length = 0
    spring.frequency = 2
    spring.damping = damping
    let push = PushBehavior(items: [item], mode: .instantaneous)
    push.angle = .pi / 4
    push.magnitude = magnitude
    let animator = try DynamicAnimator()
    try animator.addBehavior(spring)
    try animator.addBehavior(push)
    self.animator = animator
    return animator
  }
}
