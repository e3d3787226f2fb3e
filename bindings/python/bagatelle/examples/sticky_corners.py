"""An item sticks to the middle of the part of the screen it is thrown into."""
# SPDX-License-Identifier: MIT
from typing import Optional

import bagatelle as bg
from bagatelle.examples._text import place, print_hash, seconds


class StickyBehavior(bg.DynamicBehavior):
    """Divides the reference bounds into equal parts; in each a spring field draws the item to the middle."""

    def __init__(self, item: bg.Item, columns: int, rows: int) -> None:
        super().__init__()
        collision = bg.CollisionBehavior([item])
        collision.is_translating_reference_bounds = True
        self.add_child(collision)
        self.motion = bg.DynamicItemBehavior([item], density=0.01, resistance=10, friction=0, allows_rotation=False)
        self.add_child(self.motion)
        self.columns, self.rows = columns, rows
        self.fields = [bg.FieldBehavior(bg.FieldKind.SPRING, [item]) for _ in range(columns * rows)]
        for field in self.fields:
            self.add_child(field)

    def will_move(self, animator: Optional[bg.DynamicAnimator]) -> None:
        """It enters an animator: now the bounds are known."""
        if animator is None or animator.reference_bounds is None:
            return
        bounds = animator.reference_bounds
        width, height = bounds.width / self.columns, bounds.height / self.rows
        for index, field in enumerate(self.fields):
            column, row = index % self.columns, index // self.columns
            field.position = (bounds.x + width * (column + 0.5), bounds.y + height * (row + 0.5))
            field.region = bg.Region(size=(width, height))


class StickyCorners:
    """A phone's screen with an item, in two halves or four quarters."""

    def __init__(self, columns: int = 1, rows: int = 2) -> None:
        self.item = bg.Item(center=(160, 284), size=(40, 40))
        self.animator = bg.DynamicAnimator(reference_bounds=(0, 0, 320, 568))
        self.behavior = StickyBehavior(self.item, columns, rows)
        self.animator.add_behavior(self.behavior)

    def pan_began(self, touch: bg.Vector2) -> None:
        """A finger takes the item."""
        self.attachment = bg.AttachmentBehavior(self.item, anchor=touch)
        self.animator.add_behavior(self.attachment)

    def pan_changed(self, touch: bg.Vector2) -> None:
        """The finger moves."""
        self.attachment.anchor = touch

    def pan_ended(self, velocity: bg.Vector2) -> None:
        """The finger lets go, and the item goes on as fast."""
        self.behavior.motion.add_linear_velocity(velocity, self.item)
        self.animator.remove_behavior(self.attachment)


def main() -> None:
    """A finger drags the item from the border of both halves into one, and then into the other."""
    scene = StickyCorners()
    animator, item = scene.animator, scene.item
    for end in (bg.Vector2(165, 240), bg.Vector2(165, 300)):
        start = item.center + (5, -4)
        way = end - start
        scene.pan_began(start)
        for tick in range(1, 16):
            scene.pan_changed(start + tick / 15 * way)
            animator.advance(1 / 60)
        scene.pan_ended(4 * way)
        while animator.is_running:
            animator.advance(1 / 60)
        print(seconds(animator), "rests at", place(item.center))
    print_hash(animator.state_hash)


if __name__ == "__main__":
    main()
