"""A panel slides over the lower half of its container; a finger pulls it away, at any moment."""
# SPDX-License-Identifier: MIT
from typing import Any, Optional

import bagatelle as bg
from bagatelle.examples._text import RunHash, seconds


class LowerHalf(bg.Presentation):
    """The panel takes the lower half."""

    def presented_frame(self, bounds: bg.Rect) -> bg.Rect:
        """Where it belongs."""
        return bg.Rect(0, bounds.height / 2, bounds.width, bounds.height / 2)


class Slide(bg.TransitionAnimation):
    """The panel slides in from below, or out."""

    def __init__(self, timing: bg.Timing) -> None:
        super().__init__(0.3)
        self.timing = timing

    def interruptible_animator(self, transition: bg.TransitionContext) -> Optional[bg.PropertyAnimator]:
        """Called once, when the transition begins."""
        container, presents = transition.container, transition.is_presenting
        panel = transition.item(bg.TransitionKey.TO if presents else bg.TransitionKey.FROM)
        if container is None or panel is None:
            return None
        shown = (transition.final_frame(bg.TransitionKey.TO) if presents
                 else transition.initial_frame(bg.TransitionKey.FROM))
        hidden = shown._replace(y=shown.y + shown.height)
        if presents:
            panel.rect = hidden
            container.add_item(panel)

        def move() -> None:
            panel.rect = shown if presents else hidden

        slide = bg.PropertyAnimator(container.timeline, 0.3, self.timing, move)
        slide.add_completion(lambda _: transition.complete(not transition.is_cancelled))
        return slide


class PanelScreen:
    """A container whose panel is presented, dismissed, pulled by a finger and caught in flight."""

    def __init__(self, width: float, height: float) -> None:
        self.timeline = bg.Timeline()
        self.container = bg.TransitionContainer(self.timeline, (0, 0, width, height))
        self.presenter = bg.Item(center=(width / 2, height / 2), size=(width, height))
        self.panel = bg.Item(size=(width, height / 2))
        self.container.add_item(self.presenter)
        self.presentation = LowerHalf(dimming=0.3)
        self.timing = bg.Timing(bg.Curve.EASE_OUT)
        self.driver = bg.PercentDriver()
        self.delegate = bg.TransitionDelegate(
            presentation=self._presentation,
            animation_for_present=self._slide, animation_for_dismiss=self._slide,
            interaction_for_present=self._driver, interaction_for_dismiss=self._driver)

    def _presentation(self, *_: Any) -> LowerHalf:
        return self.presentation

    def _slide(self, *_: Any) -> Slide:
        return Slide(self.timing)

    def _driver(self, _: bg.TransitionAnimation) -> bg.PercentDriver:
        return self.driver

    def present(self) -> None:
        """The panel appears."""
        self.driver.wants_interactive_start = False
        self.container.present(self.panel, self.presenter, delegate=self.delegate)

    def dismiss(self) -> None:
        """The panel leaves."""
        self.driver.wants_interactive_start = False
        self.container.dismiss()

    def pan_began(self) -> None:
        """A finger takes the panel, which may be at rest or on its way."""
        if self.container.transition is not None:
            self.driver.pause()
        else:
            self.driver.wants_interactive_start = True
            self.container.dismiss()

    def pan_moved(self, translation: float) -> None:
        """The finger went down by some points, or up."""
        change = translation / self.panel.size.y
        if self.container.transition is not None and self.container.transition.is_presenting:
            change = -change
        self.driver.update(self.driver.percent_complete + change)

    def pan_ended(self, y: float, velocity: float) -> None:
        """The finger lets go at a height within the panel: thrown beyond the middle, the panel leaves."""
        if self.container.transition is None:
            return
        is_leaving = y + bg.gestures.project(velocity) > self.panel.size.y / 2
        if is_leaving != self.container.transition.is_presenting:
            self.driver.finish()
        else:
            self.driver.cancel()


def main() -> None:
    """A panel is presented, pulled away by a finger, presented again, and caught while it closes."""
    screen, run_hash = PanelScreen(375, 812), RunHash()
    screen.timeline.add_item(screen.panel)

    def run(duration: float) -> None:
        for _ in range(round(duration * 60)):
            screen.timeline.advance(1 / 60)
            run_hash.add(screen.timeline.state_hash)
        dimming = screen.presentation.dimming_item
        dim = dimming.presented_alpha if dimming is not None else 0.0
        print(seconds(screen.timeline), f"y {screen.panel.presented_center.y:.2f} dim {dim:.2f}")

    def tell() -> None:
        print("it is gone" if screen.container.presentation is None else "it stays")

    screen.present()
    for _ in range(4):
        run(0.1)

    print("pulled down by half and let go")
    screen.pan_began()
    screen.pan_moved(101.5)
    run(0.1)
    screen.pan_moved(101.5)
    run(0.1)
    screen.pan_ended(100, 300)
    run(0.1)
    run(0.1)
    tell()

    screen.present()
    run(0.5)
    print("dismissed, caught and sent back")
    screen.dismiss()
    run(0.15)
    screen.pan_began()
    run(0.1)
    screen.pan_moved(-101.5)
    run(0.1)
    screen.pan_ended(100, -100)
    run(0.1)
    run(0.1)
    tell()
    run_hash.print()


if __name__ == "__main__":
    main()
