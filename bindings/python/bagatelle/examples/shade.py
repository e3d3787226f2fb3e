"""A shade is pulled down from above by a finger; let go, it springs open or back. Physics ends the transition."""
# SPDX-License-Identifier: MIT
from typing import Any, Callable

import bagatelle as bg
from bagatelle.examples._text import RunHash, seconds


class ShadeBehavior(bg.DynamicBehavior):
    """A spring that pulls a shade to its open or its closed place, and an edge on which it bounces there."""

    def __init__(self, shade: bg.Item, bounds: bg.Rect, *, up: bool, on_bump: Callable[[], Any]) -> None:
        super().__init__()
        walls = bg.CollisionBehavior([shade])
        walls.reference_bounds_insets = bg.Insets(top=-bounds.height)

        def began(contact: bg.Contact) -> None:
            if contact.point.y > 0:  # not while it glides along the upper parts of the walls, as wide as they
                on_bump()

        walls.on_boundary_began = began
        self.add_child(bg.AttachmentBehavior(
            shade, anchor=(bounds.width / 2, -bounds.height if up else bounds.height), length=bounds.height / 2,
            frequency=3, damping=0.1))
        self.add_child(walls)
        self.add_child(bg.DynamicItemBehavior([shade], elasticity=0.6, allows_rotation=False))


class ShadeScreen:
    """A container whose shade is opened and closed by the three calls of a pan gesture."""

    def __init__(self, width: float, height: float) -> None:
        bounds = bg.Rect(0, 0, width, height)
        self.timeline = bg.Timeline()
        self.container = bg.TransitionContainer(self.timeline, bounds)
        self.animator = bg.DynamicAnimator(reference_bounds=bounds)
        self.timeline.add_animator(self.animator)
        self.presenter = bg.Item(center=bounds.center, size=(width, height))
        self.shade = bg.Item(center=bounds.center, size=(width, height))
        self.container.add_item(self.presenter)
        self.bumps = 0  # how often the shade hit the lower edge
        interaction = bg.TransitionInteraction(self._start)
        # Without an animation nobody would ask for the interaction, which does all the work.
        self.delegate = bg.TransitionDelegate(
            animation_for_present=lambda *_: bg.TransitionAnimation(),
            animation_for_dismiss=lambda _: bg.TransitionAnimation(),
            interaction_for_present=lambda _: interaction,
            interaction_for_dismiss=lambda _: interaction)

    def _start(self, transition: bg.TransitionContext) -> None:
        """Before it is shown the shade waits above."""
        if transition.is_presenting:
            _, _, width, height = self.container.bounds
            self.shade.rect = (0, -height, width, height)
            self.container.add_item(self.shade)

    @property
    def progress(self) -> float:
        """What of the shade is seen, 0 to 1."""
        return self.shade.rect.bottom / self.container.bounds.height

    def _bump(self) -> None:
        self.bumps += 1

    def pan_began(self) -> None:
        """A finger takes the shade: out of sight, to open it, or open, to close it."""
        if self.container.presentation is None:
            self.container.present(self.shade, self.presenter, delegate=self.delegate)
        else:
            self.container.dismiss()

    def pan_changed(self, y: float) -> None:
        """The shade follows the finger."""
        def follow() -> None:
            _, _, width, height = self.shade.rect
            self.shade.rect = (0, y - height + 20, width, height)

        bg.PropertyAnimator.running(self.timeline, 0.2, follow)
        if self.container.transition is not None:
            self.container.transition.update(self.progress)

    def pan_ended(self, velocity: float) -> None:
        """The finger lets go with a velocity, and the shade springs to where it was thrown."""
        transition, y = self.container.transition, self.shade.center.y
        if transition is None:
            return
        if transition.is_presenting:
            is_cancelled = velocity < 0.5 or y < 0
        else:
            is_cancelled = velocity > 0.5 or y > 0
        pull = ShadeBehavior(self.shade, self.container.bounds, up=transition.is_presenting == is_cancelled,
                             on_bump=self._bump)
        limit = self.animator.elapsed_seconds + 4

        def each_tick() -> None:
            transition.update(self.progress)
            if self.animator.elapsed_seconds >= limit:
                self.animator.remove_all_behaviors()

        def at_rest(animator: bg.DynamicAnimator) -> None:
            animator.on_did_pause = None
            animator.remove_all_behaviors()
            self._end(transition)

        pull.action = each_tick
        self.animator.on_did_pause = at_rest
        self.animator.add_behavior(pull)

    def _end(self, transition: bg.TransitionContext) -> None:
        """Everything rests: where the shade is decides."""
        is_open = self.shade.center.y >= 0
        if not is_open:
            self.container.remove_item(self.shade)
        elif transition.is_presenting:
            self.shade.rect = transition.final_frame(bg.TransitionKey.TO)
        else:
            self.shade.rect = transition.initial_frame(bg.TransitionKey.FROM)
        if transition.is_presenting or not is_open:
            transition.finish()
        else:
            transition.cancel()
        transition.complete(transition.is_presenting == is_open)


def main() -> None:
    """A shade is pulled open, closed, and almost opened again."""
    screen, run_hash = ShadeScreen(375, 812), RunHash()

    def pan(start: float, end: float, velocity: float) -> None:
        """A finger drags the shade in 0.3 seconds and lets go; runs until all rests."""
        screen.pan_began()
        tick = 0
        while screen.container.transition is not None:
            if tick <= 18:
                screen.pan_changed(start + (end - start) * tick / 18)
            if tick == 18:
                screen.pan_ended(velocity)
            screen.timeline.advance(1 / 60)
            run_hash.add(screen.timeline.state_hash)
            tick += 1
            if tick % 15 == 0:
                print(seconds(screen.timeline), f"{screen.progress:.2f}")
        state = "closed" if screen.container.presentation is None else "open"
        print(state, "at", seconds(screen.timeline), "after", screen.bumps, "bumps")

    pan(40, 500, 800)
    pan(780, 300, -500)
    pan(40, 300, -300)
    run_hash.print()


if __name__ == "__main__":
    main()
