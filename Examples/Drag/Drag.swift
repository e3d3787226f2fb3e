// Cells of a grid are dragged by springs: a behavior made of four attachments, and one made of those.
// SPDX-License-Identifier: MIT
import Bagatelle

/// Draws an item after a point by four springs from its center to the corners of a square about the point.
final class RectangleAttachment: DynamicBehavior {
  private static let corners = [Vector2(-20, -20), Vector2(20, -20), Vector2(20, 20), Vector2(-20, 20)]
  private let springs: [AttachmentBehavior]

  init(item: Item, point: Vector2) throws {
    springs = try Self.corners.map { try AttachmentBehavior(item: item, anchor: point + $0) }
    super.init()
    for spring in springs {
      spring.frequency = 8
      spring.damping = 0.6
      try addChild(spring)
    }
  }

  func move(to point: Vector2) {
    for (spring, corner) in zip(springs, Self.corners) { spring.anchor = point + corner }
  }
}

/// Drags several items with one finger; each keeps its place beside the others.
final class DragBehavior: DynamicBehavior {
  private let attachments: [RectangleAttachment]

  init(items: [Item], touch: Vector2) throws {
    attachments = try items.map { try RectangleAttachment(item: $0, point: touch) }
    super.init()
    for attachment in attachments { try addChild(attachment) }
  }

  func move(to touch: Vector2) {
    for attachment in attachments { attachment.move(to: touch) }
  }
}

/// Nine cells in rows of three. Those that are dragged have an animator for as long as they move.
final class DraggableGrid {
  let cells: [Item]
  private(set) var animator: DynamicAnimator?
  /// How often the picture had to be drawn anew.
  private(set) var redraws = 0
  private var drag: DragBehavior?
  private var start = Vector2(0, 0)

  init() throws {
    cells = try (0..<9).map { index in
      let place = Vector2(Double(100 + index % 3 * 100), Double(100 + index / 3 * 100))
      return try Item(center: place, size: Vector2(80, 80))
    }
  }

  @discardableResult
  func beginDrag(of cells: [Item], at touch: Vector2) throws -> DynamicAnimator {
    let animator = try DynamicAnimator()
    animator.onContentSize = { _ in Vector2(400, 400) }
    animator.onInvalidate = { [unowned self] _ in redraws += 1 }
    let drag = try DragBehavior(items: cells, touch: touch)
    try animator.addBehavior(drag)
    (self.animator, self.drag, start) = (animator, drag, touch)
    return animator
  }

  func drag(to touch: Vector2) { drag?.move(to: touch) }

  /// The cells go back, and when they have arrived the animator is dropped.
  func endDrag() {
    drag?.move(to: start)
    animator?.onDidPause = { [unowned self] _ in
      animator = nil
      drag = nil
    }
  }
}
