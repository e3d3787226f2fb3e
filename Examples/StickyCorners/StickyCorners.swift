// An item sticks to the middle of the part of the screen it is thrown into.
// SPDX-License-Identifier: MIT
import Bagatelle

/// Divides the reference bounds into equal parts; in each a spring field draws the item to the middle.
final class StickyBehavior: DynamicBehavior {
  let motion: DynamicItemBehavior
  let fields: [FieldBehavior]
  private let columns: Int
  private let rows: Int

  init(item: Item, columns: Int, rows: Int) throws {
    (self.columns, self.rows) = (columns, rows)
    fields = (0..<columns * rows).map { _ in FieldBehavior(.spring, items: [item]) }
    motion = DynamicItemBehavior(items: [item])
    super.init()
    let collision = CollisionBehavior(items: [item])
    collision.isTranslatingReferenceBounds = true
    motion.density = 0.01
    motion.resistance = 10
    motion.friction = 0
    motion.allowsRotation = false
    try addChild(collision)
    try addChild(motion)
    for field in fields { try addChild(field) }
  }

  /// It enters an animator: now the bounds are known.
  override func willMove(to animator: DynamicAnimator?) {
    guard let bounds = animator?.referenceBounds else { return }
    let (width, height) = (bounds.width / Double(columns), bounds.height / Double(rows))
    for (index, field) in fields.enumerated() {
      let (column, row) = (Double(index % columns), Double(index / columns))
      field.position = Vector2(bounds.x + width * (column + 0.5), bounds.y + height * (row + 0.5))
      if let region = try? Region(size: Vector2(width, height)) { field.region = region }
    }
  }
}

/// A phone's screen with an item, in two halves or four quarters.
final class StickyCorners {
  let item: Item
  let animator: DynamicAnimator
  let behavior: StickyBehavior
  private var attachment: AttachmentBehavior?

  init(columns: Int = 1, rows: Int = 2) throws {
    item = try Item(center: Vector2(160, 284), size: Vector2(40, 40))
    animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 320, height: 568))
    behavior = try StickyBehavior(item: item, columns: columns, rows: rows)
    try animator.addBehavior(behavior)
  }

  /// A finger takes the item.
  func panBegan(_ touch: Vector2) throws {
    let attachment = try AttachmentBehavior(item: item, anchor: touch)
    try animator.addBehavior(attachment)
    self.attachment = attachment
  }

  func panChanged(_ touch: Vector2) { attachment?.anchor = touch }

  /// The finger lets go, and the item goes on as fast.
  func panEnded(velocity: Vector2) throws {
    try behavior.motion.addLinearVelocity(velocity, to: item)
    if let attachment { try animator.removeBehavior(attachment) }
  }
}
