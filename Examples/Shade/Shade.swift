// A shade is pulled down from above by a finger; let go, it springs open or back. Physics ends the transition.
// SPDX-License-Identifier: MIT
import Bagatelle

/// A spring that pulls a shade to its open or its closed place, and an edge on which it bounces there.
final class ShadeBehavior: DynamicBehavior {
  /// Called when the shade hits the lower edge.
  var onBump: (() -> Void)?

  init(_ shade: Item, in bounds: Rect, up: Bool) throws {
    super.init()
    let spring = try AttachmentBehavior(
      item: shade, anchor: Vector2(bounds.width / 2, up ? -bounds.height : bounds.height))
    spring.length = bounds.height / 2
    spring.frequency = 3
    spring.damping = 0.1
    let walls = CollisionBehavior(items: [shade])
    walls.referenceBoundsInsets = Insets(top: -bounds.height)
    // The shade is as wide as the walls, and glides along their upper parts.
    walls.onBoundaryBegan = { [unowned self] contact in if contact.point.y > 0 { onBump?() } }
    let motion = DynamicItemBehavior(items: [shade])
    motion.elasticity = 0.6
    motion.allowsRotation = false
    for child in [spring, walls, motion] { try addChild(child) }
  }
}

/// A container whose shade is opened and closed by the three calls of a pan gesture.
final class ShadeScreen {
  let timeline: Timeline
  let container: TransitionContainer
  let animator: DynamicAnimator
  let presenter: Item
  let shade: Item
  /// How often the shade hit the lower edge.
  private(set) var bumps = 0
  private let delegate = TransitionDelegate()
  private let interaction = TransitionInteraction()

  init(width: Double, height: Double) throws {
    let bounds = Rect(x: 0, y: 0, width: width, height: height)
    timeline = try Timeline()
    container = try TransitionContainer(timeline: timeline, bounds: bounds)
    animator = try DynamicAnimator(referenceBounds: bounds)
    try timeline.addAnimator(animator)
    presenter = try Item(center: Vector2(width / 2, height / 2), size: Vector2(width, height))
    shade = try Item(center: Vector2(width / 2, height / 2), size: Vector2(width, height))
    try container.insert(presenter)
    // Without an animation nobody would ask for the interaction, which does all the work.
    delegate.onAnimationForPresent = { _, _, _ in TransitionAnimation() }
    delegate.onAnimationForDismiss = { _ in TransitionAnimation() }
    delegate.onInteractionForPresent = { [unowned self] _ in interaction }
    delegate.onInteractionForDismiss = { [unowned self] _ in interaction }
    interaction.start = { [unowned self] context in
      guard context.isPresenting else { return }
      shade.frame = Rect(x: 0, y: -bounds.height, width: bounds.width, height: bounds.height)
      do { try container.insert(shade) } catch { print("no shade:", error) }
    }
  }

  /// What of the shade is seen, 0 to 1.
  var progress: Double { (shade.center.y + shade.size.y / 2) / container.bounds.height }

  /// A finger takes the shade: out of sight, to open it, or open, to close it.
  func panBegan() throws {
    if container.presentation == nil {
      try container.present(shade, over: presenter, delegate: delegate)
    } else {
      try container.dismiss()
    }
  }

  /// The shade follows the finger.
  func panChanged(y: Double) throws {
    let size = shade.size
    try PropertyAnimator.running(timeline: timeline, duration: 0.2) { [shade] in
      shade.frame = Rect(x: 0, y: y - size.y + 20, width: size.x, height: size.y)
    }
    try container.context?.update(progress)
  }

  /// The finger lets go with a velocity, and the shade springs to where it was thrown.
  func panEnded(velocity: Double) throws {
    guard let context = container.context else { return }
    let isCancelled =
      context.isPresenting
      ? velocity < 0.5 || shade.center.y < 0 : velocity > 0.5 || shade.center.y > 0
    let pull = try ShadeBehavior(shade, in: container.bounds, up: context.isPresenting == isCancelled)
    pull.onBump = { [unowned self] in bumps += 1 }
    let limit = animator.elapsedSeconds + 4
    pull.action = { [unowned self, unowned animator] in
      _ = try? context.update(progress)
      if animator.elapsedSeconds >= limit { animator.removeAllBehaviors() }
    }
    animator.onDidPause = { [unowned self] animator in
      animator.onDidPause = nil
      animator.removeAllBehaviors()
      do { try end(context) } catch { print("no end:", error) }
    }
    try animator.addBehavior(pull)
  }

  /// Everything rests: where the shade is decides.
  private func end(_ context: TransitionContext) throws {
    let isOpen = shade.center.y >= 0
    if isOpen {
      shade.frame = context.isPresenting ? context.finalFrame(.to) : context.initialFrame(.from)
    } else {
      container.remove(shade)
    }
    if context.isPresenting || !isOpen { try context.finish() } else { try context.cancel() }
    try context.complete(context.isPresenting == isOpen)
  }
}
