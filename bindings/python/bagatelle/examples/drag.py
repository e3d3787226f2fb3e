"""Cells of a grid are dragged by springs: a behavior made of four attachments, and one made of those."""
# SPDX-License-Identifier: MIT
from typing import List, Optional, Sequence

import bagatelle as bg
from bagatelle.examples._text import place, print_hash, seconds


class RectangleAttachment(bg.DynamicBehavior):
    """Draws an item after a point by four springs from its center to the corners of a square about the point."""

    CORNERS = ((-20, -20), (20, -20), (20, 20), (-20, 20))

    def __init__(self, item: bg.Item, point: bg.Vector2) -> None:
        super().__init__()
        self.springs = [bg.AttachmentBehavior(item, anchor=point + corner) for corner in self.CORNERS]
        for spring in self.springs:
            spring.frequency = 8
            spring.damping = 0.6
            self.add_child(spring)

    def move_to(self, point: bg.Vector2) -> None:
        """The item follows."""
        for spring, corner in zip(self.springs, self.CORNERS):
            spring.anchor = point + corner


class DragBehavior(bg.DynamicBehavior):
    """Drags several items with one finger; each keeps its place beside the others."""

    def __init__(self, items: Sequence[bg.Item], touch: bg.Vector2) -> None:
        super().__init__()
        self.attachments = [RectangleAttachment(item, touch) for item in items]
        for attachment in self.attachments:
            self.add_child(attachment)

    def move_to(self, touch: bg.Vector2) -> None:
        """The items follow."""
        for attachment in self.attachments:
            attachment.move_to(touch)


class DraggableGrid:
    """Nine cells in rows of three. Those that are dragged have an animator for as long as they move."""

    def __init__(self) -> None:
        self.cells: List[bg.Item] = [
            bg.Item(center=(100 + index % 3 * 100, 100 + index // 3 * 100), size=(80, 80)) for index in range(9)]
        self.animator: Optional[bg.DynamicAnimator] = None
        self.redraws = 0

    def begin_drag(self, cells: Sequence[bg.Item], touch: bg.Vector2) -> bg.DynamicAnimator:
        """A finger takes some cells."""
        self.start = touch
        self.drag = DragBehavior(cells, touch)
        self.animator = bg.DynamicAnimator()
        self.animator.on_content_size = lambda _animator: (400, 400)
        self.animator.on_invalidate = self._redraw
        self.animator.add_behavior(self.drag)
        return self.animator

    def _redraw(self, _animator: bg.DynamicAnimator) -> None:
        self.redraws += 1

    def drag_to(self, touch: bg.Vector2) -> None:
        """The finger moves."""
        self.drag.move_to(touch)

    def end_drag(self) -> None:
        """The cells go back, and when they have arrived the animator is dropped."""
        def arrived(_animator: bg.DynamicAnimator) -> None:
            self.animator = None

        self.drag.move_to(self.start)
        if self.animator is not None:
            self.animator.on_did_pause = arrived


def main() -> None:
    """Two cells are dragged to another place, held there, and let go."""
    grid = DraggableGrid()
    first, second = grid.cells[:2]
    animator = grid.begin_drag([first, second], bg.Vector2(100, 100))

    def show() -> None:
        print(seconds(animator), place(first.center), place(second.center))

    show()
    grid.drag_to(bg.Vector2(150, 130))
    for tick in range(1, 61):
        animator.advance(1 / 60)
        if tick % 6 == 0:
            show()
    grid.end_drag()
    while grid.animator is not None:
        animator.advance(1 / 60)
    show()
    print(grid.redraws, "redraws")
    print_hash(animator.state_hash)


if __name__ == "__main__":
    main()
