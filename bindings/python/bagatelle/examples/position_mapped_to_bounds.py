"""Not a view moves but its size: a driven item maps its center to the bounds of a target."""
# SPDX-License-Identifier: MIT
import math
from typing import Tuple

import bagatelle as bg
from bagatelle.examples._text import place, print_hash, seconds


class Button:
    """Something with a size. An item stands for it, whose center is that size."""

    def __init__(self, width: float, height: float) -> None:
        self.size = bg.Vector2(width, height)
        self.reads = 0
        self.writes = 0

    def press(self, *, magnitude: float, damping: float) -> bg.DynamicAnimator:
        """Makes it swing about its present size. An animator of an earlier press ends."""
        item = bg.Item()
        item.set_driver(self._read, self._write)
        spring = bg.AttachmentBehavior(item, anchor=self.size)
        spring.length = 0
        spring.frequency = 2
        spring.damping = damping
        push = bg.PushBehavior([item], mode=bg.PushMode.INSTANTANEOUS)
        push.angle = math.pi / 4
        push.magnitude = magnitude
        self.animator = bg.DynamicAnimator()
        self.animator.add_behavior(spring)
        self.animator.add_behavior(push)
        return self.animator

    def _read(self, _item: bg.Item) -> Tuple[bg.Vector2, bg.Vector2, float]:
        """Center, size and angle of the item, asked for once."""
        self.reads += 1
        return self.size, self.size, 0.0

    def _write(self, _item: bg.Item, center: bg.Vector2, _angle: float) -> None:
        """The item moved."""
        self.writes += 1
        self.size = center


def main() -> None:
    """A button of 300 x 200 points is pressed."""
    button = Button(300, 200)
    animator = button.press(magnitude=30, damping=0.1)
    tick = 0
    while animator.is_running:
        animator.advance(1 / 60)
        tick += 1
        if tick % 30 == 0:
            print(seconds(animator), place(button.size))
    print("read", button.reads, "times, written", button.writes, "times")
    print_hash(animator.state_hash)


if __name__ == "__main__":
    main()
