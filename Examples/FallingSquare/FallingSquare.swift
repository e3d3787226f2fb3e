// A square falls on the floor of its reference bounds, bounces and comes to rest.
// SPDX-License-Identifier: MIT
import Bagatelle

/// A square above the floor.
final class FallingSquare {
  let square: Item
  let animator: DynamicAnimator
  let collision: CollisionBehavior

  init() throws {
    square = try Item(center: Vector2(160, 284), size: Vector2(30, 30))
    animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    try animator.addBehavior(GravityBehavior(items: [square]))
    collision = CollisionBehavior(items: [square])
    collision.isTranslatingReferenceBounds = true
    try animator.addBehavior(collision)
  }
}
