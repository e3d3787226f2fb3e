"""A dialog drops in and bounces; dismissed, it swings from a corner and falls. Physics drives both transitions."""
# SPDX-License-Identifier: MIT
from typing import Any, Optional

import bagatelle as bg
from bagatelle.examples._text import RunHash, place, seconds


class DropBehavior(bg.DynamicBehavior):
    """Gravity and walls for one item; it takes itself away when its time is over."""

    def __init__(self, item: bg.Item, *, elasticity: float, is_rotating: bool, insets: bg.Insets) -> None:
        super().__init__()
        self.deadline = 0.0  # elapsed seconds of the animator
        motion = bg.DynamicItemBehavior([item], elasticity=elasticity, allows_rotation=is_rotating)
        motion.angular_resistance = 5 if is_rotating else 0
        walls = bg.CollisionBehavior([item])
        walls.reference_bounds_insets = insets
        for child in (motion, bg.GravityBehavior([item], direction=(0, 10)), walls):
            self.add_child(child)
        self.action = self.stop_in_time

    def stop_in_time(self) -> None:
        """Called each tick."""
        if self.animator is not None and self.animator.elapsed_seconds >= self.deadline:
            self.animator.remove_behavior(self)


class DropIn(bg.TransitionAnimation):
    """The item falls from above and bounces where it belongs, and is put there exactly at the end."""

    def __init__(self, animator: bg.DynamicAnimator, seconds: float) -> None:
        super().__init__(seconds)
        self.animator = animator

    def animate(self, transition: bg.TransitionContext) -> None:
        """Called when the transition begins."""
        container, item = transition.container, transition.item(bg.TransitionKey.TO)
        if container is None or item is None:
            return
        goal = transition.final_frame(bg.TransitionKey.TO)
        item.rect = (goal.x, -goal.height, goal.width, goal.height)
        container.add_item(item)
        drop = DropBehavior(item, elasticity=0.7, is_rotating=False,
                            insets=bg.Insets(top=-goal.height, bottom=container.bounds.height - goal.bottom))
        drop.deadline = self.animator.elapsed_seconds + transition.duration

        def ended(animator: bg.DynamicAnimator) -> None:
            item.rect = goal
            for child in drop.children:
                drop.remove_child(child)
            animator.remove_all_behaviors()
            animator.on_did_pause = None
            transition.complete(True)

        self.animator.on_did_pause = ended
        self.animator.add_behavior(drop)


class DropAway(bg.TransitionAnimation):
    """The item swings from a corner for two thirds of the time, then falls."""

    def __init__(self, animator: bg.DynamicAnimator) -> None:
        super().__init__(4)
        self.animator = animator
        self.offset = bg.Vector2(70, 100)  # where the spring holds the item
        self.damping = 3.0
        self.length: Optional[float] = None  # of the spring; None for the distance

    def animate(self, transition: bg.TransitionContext) -> None:
        """Called when the transition begins."""
        item = transition.item(bg.TransitionKey.FROM)
        if item is None:
            return
        frame = transition.initial_frame(bg.TransitionKey.FROM)
        drop = DropBehavior(item, elasticity=0.8, is_rotating=True, insets=bg.Insets(0, -1000, -225, -1000))
        spring = bg.AttachmentBehavior(item, offset=self.offset, anchor=(frame.right - 40, frame.y), frequency=3,
                                       damping=self.damping, length=self.length)
        drop.add_child(spring)
        drop.deadline = self.animator.elapsed_seconds + transition.duration * 2 / 3

        def ended(animator: bg.DynamicAnimator) -> None:
            if spring.parent is not None:  # it has swung, and is let go
                drop.deadline = animator.elapsed_seconds + transition.duration / 3
                drop.remove_child(spring)
                animator.add_behavior(drop)
            else:
                animator.remove_all_behaviors()
                animator.on_did_pause = None
                transition.complete(True)

        self.animator.on_did_pause = ended
        self.animator.add_behavior(drop)


class InTheMiddle(bg.Presentation):
    """A dialog of 200 x 200 points."""

    def presented_frame(self, bounds: bg.Rect) -> bg.Rect:
        """Where it belongs."""
        return bg.Rect(bounds.width / 2 - 100, bounds.height / 2 - 100, 200, 200)


class DropOut:
    """A container with a dialog that `present` and `dismiss` bring in and out."""

    def __init__(self, width: float, height: float) -> None:
        bounds = bg.Rect(0, 0, width, height)
        self.timeline = bg.Timeline()
        self.container = bg.TransitionContainer(self.timeline, bounds)
        self.animator = bg.DynamicAnimator(reference_bounds=bounds)
        self.timeline.add_animator(self.animator)
        self.presenter = bg.Item(center=bounds.center, size=(width, height))
        self.dialog = bg.Item(size=(200, 200))
        self.container.add_item(self.presenter)
        self.seconds_in = 1.5  # after which the dialog is put where it belongs, if it did not come to rest
        self.drop_away = DropAway(self.animator)
        self.delegate = bg.TransitionDelegate(
            presentation=self._presentation,
            animation_for_present=self._drop_in,
            animation_for_dismiss=self._drop_away)

    def _presentation(self, *_: Any) -> InTheMiddle:
        return InTheMiddle()

    def _drop_in(self, *_: Any) -> DropIn:
        return DropIn(self.animator, self.seconds_in)

    def _drop_away(self, *_: Any) -> DropAway:
        return self.drop_away

    def present(self, *, animated: bool = True) -> None:
        """The dialog drops in."""
        self.container.present(self.dialog, self.presenter, delegate=self.delegate, animated=animated)

    def dismiss(self) -> None:
        """The dialog drops out."""
        self.container.dismiss()


def main() -> None:
    """A dialog is presented and dismissed."""
    scene, run_hash = DropOut(375, 812), RunHash()

    def run() -> None:
        tick = 0
        while scene.container.transition is not None:
            scene.timeline.advance(1 / 60)
            run_hash.add(scene.timeline.state_hash)
            tick += 1
            if tick % 15 == 0 or scene.container.transition is None:
                print(seconds(scene.timeline), place(scene.dialog.center), f"{scene.dialog.angle:.2f}")

    print("presented")
    scene.present()
    run()
    print("dismissed")
    scene.dismiss()
    run()
    print(len(scene.container.items), "item left")
    run_hash.print()


if __name__ == "__main__":
    main()
