// A square is dragged by an attachment and let go with a flick.
// SPDX-License-Identifier: MIT
import Bagatelle

/// A square that follows the three calls of a pan gesture.
final class Flick {
  let square: Item
  let animator: DynamicAnimator
  let attachment: AttachmentBehavior

  init() throws {
    square = try Item(center: Vector2(160, 284), size: Vector2(40, 40))
    animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    try animator.addBehavior(GravityBehavior(items: [square]))
    let collision = CollisionBehavior(items: [square])
    collision.isTranslatingReferenceBounds = true
    try animator.addBehavior(collision)
    attachment = try AttachmentBehavior(item: square, anchor: Vector2(0, 0))
  }

  /// The finger takes the square. The attachment gets its length when it is added.
  func panBegan(_ touch: Vector2) throws {
    attachment.anchor = touch
    try animator.addBehavior(attachment)
  }

  func panChanged(_ touch: Vector2) { attachment.anchor = touch }

  /// The finger lets go: the square gets half of its velocity, and keeps what it has.
  func panEnded(velocity: Vector2) throws {
    let push = PushBehavior(items: [square], mode: .instantaneous)
    push.direction = velocity
    push.magnitude = velocity.length * 0.0008
    try animator.removeBehavior(attachment)
    try animator.addBehavior(push)
  }
}
