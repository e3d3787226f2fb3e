// A dialog drops in and bounces; dismissed, it swings from a corner and falls. Physics drives both transitions.
// SPDX-License-Identifier: MIT
import Bagatelle

/// Gravity and walls for one item; it takes itself away when its time is over.
final class DropBehavior: DynamicBehavior {
  /// Elapsed seconds of the animator at which it ends.
  var deadline = 0.0

  init(_ item: Item, elasticity: Double, isRotating: Bool, insets: Insets) throws {
    super.init()
    let motion = DynamicItemBehavior(items: [item])
    motion.elasticity = elasticity
    motion.allowsRotation = isRotating
    motion.angularResistance = isRotating ? 5 : 0
    let gravity = GravityBehavior(items: [item])
    gravity.magnitude = 10
    let walls = CollisionBehavior(items: [item])
    walls.referenceBoundsInsets = insets
    for child in [motion, gravity, walls] { try addChild(child) }
    action = { [unowned self] in
      if let animator, animator.elapsedSeconds >= deadline { try? animator.removeBehavior(self) }
    }
  }
}

/// A container with a dialog of 200 x 200 points that `present` and `dismiss` bring in and out.
final class DropOut {
  let timeline: Timeline
  let container: TransitionContainer
  let animator: DynamicAnimator
  let presenter: Item
  let dialog: Item
  /// The spring on the way out: where it holds the dialog, its damping, and its length if not the distance.
  var hook: (offset: Vector2, damping: Double, length: Double?) = (Vector2(70, 100), 3, nil)
  /// Seconds after which the dialog is put where it belongs, if it did not come to rest.
  var secondsIn = 1.5
  let presentation = Presentation()
  let delegate = TransitionDelegate()

  init(width: Double, height: Double) throws {
    let bounds = Rect(x: 0, y: 0, width: width, height: height)
    timeline = try Timeline()
    container = try TransitionContainer(timeline: timeline, bounds: bounds)
    animator = try DynamicAnimator(referenceBounds: bounds)
    try timeline.addAnimator(animator)
    presenter = try Item(center: Vector2(width / 2, height / 2), size: Vector2(width, height))
    dialog = try Item(size: Vector2(200, 200))
    try container.insert(presenter)
    presentation.onPresentedFrame = { bounds in
      Rect(x: bounds.width / 2 - 100, y: bounds.height / 2 - 100, width: 200, height: 200)
    }
    delegate.onPresentation = { [unowned self] _, _, _ in presentation }
    delegate.onAnimationForPresent = { [unowned self] _, _, _ in
      Self.animation(lasting: secondsIn) { [unowned self] in try dropIn($0) }
    }
    delegate.onAnimationForDismiss = { [unowned self] _ in
      Self.animation(lasting: 4) { [unowned self] in try dropOut($0) }
    }
  }

  func present() throws { try container.present(dialog, over: presenter, delegate: delegate) }
  func dismiss() throws { try container.dismiss() }

  private static func animation(
    lasting seconds: Double, animate: @escaping (TransitionContext) throws -> Void
  ) -> TransitionAnimation {
    let animation = TransitionAnimation()
    animation.duration = { _ in seconds }
    animation.animate = { context in
      do { try animate(context) } catch { print("no animation:", error) }
    }
    return animation
  }

  /// It falls from above and bounces where it belongs, and is put there exactly at the end.
  private func dropIn(_ context: TransitionContext) throws {
    let goal = context.finalFrame(.to)
    dialog.frame = Rect(x: goal.x, y: -goal.height, width: goal.width, height: goal.height)
    try container.insert(dialog)

    let drop = try DropBehavior(
      dialog, elasticity: 0.7, isRotating: false,
      insets: Insets(top: -goal.height, bottom: container.bounds.height - goal.y - goal.height))
    drop.deadline = animator.elapsedSeconds + context.transitionDuration
    animator.onDidPause = { [unowned self] animator in
      dialog.frame = goal
      for child in drop.children { try? drop.removeChild(child) }
      animator.removeAllBehaviors()
      animator.onDidPause = nil
      _ = try? context.complete(true)
    }
    try animator.addBehavior(drop)
  }

  /// It swings from a corner for two thirds of the time, then falls.
  private func dropOut(_ context: TransitionContext) throws {
    let frame = context.initialFrame(.from)
    let drop = try DropBehavior(
      dialog, elasticity: 0.8, isRotating: true,
      insets: Insets(top: 0, left: -1000, bottom: -225, right: -1000))
    let spring = try AttachmentBehavior(
      item: dialog, offset: hook.offset, anchor: Vector2(frame.x + frame.width - 40, frame.y))
    spring.frequency = 3
    spring.damping = hook.damping
    if let length = hook.length { spring.length = length }
    try drop.addChild(spring)

    drop.deadline = animator.elapsedSeconds + context.transitionDuration * 2 / 3
    animator.onDidPause = { animator in
      if spring.parent != nil {
        drop.deadline = animator.elapsedSeconds + context.transitionDuration / 3
        try? drop.removeChild(spring)
        try? animator.addBehavior(drop)
      } else {
        animator.removeAllBehaviors()
        animator.onDidPause = nil
        _ = try? context.complete(true)
      }
    }
    try animator.addBehavior(drop)
  }
}
