"""Scene S8, a grid whose cells are dragged by springs."""
# SPDX-License-Identifier: MIT
import math

import bagatelle as bg
from bagatelle.examples.drag import DraggableGrid
from pytest import approx


def distance(item, x, y):
    return (item.center - (x, y)).length


def test_about_the_finger_four_springs_act_as_one():
    grid = DraggableGrid()
    animator = grid.begin_drag(grid.cells[:1], bg.Vector2(100, 100))
    grid.drag_to(bg.Vector2(102, 101))
    ratio, rate = 0.6 * math.sqrt(2), 2 * math.pi * 8 * math.sqrt(2)
    own = rate * math.sqrt(1 - ratio * ratio)
    for step in range(1, 67):
        animator.advance(1 / 120)
        t = step / 120
        left = distance(grid.cells[0], 102, 101) / math.hypot(2, 1)
        wave = math.cos(own * t) + ratio * rate / own * math.sin(own * t)
        assert left == approx(abs(math.exp(-ratio * rate * t) * wave), abs=0.005)
        assert left < 0.02 or t <= 0.066


def test_cells_follow_the_finger_in_step_and_come_back():
    grid = DraggableGrid()
    first, second = grid.cells[:2]
    animator = grid.begin_drag([first, second], bg.Vector2(100, 100))
    lengths = [spring.length for spring in grid.drag.attachments[0].springs]
    assert lengths == approx([math.hypot(20, 20)] * 4, abs=0.01)
    grid.drag_to(bg.Vector2(150, 130))
    beyond = 0.0
    for step in range(1, 121):
        animator.advance(1 / 120)
        beyond = max(beyond, (first.center - (150, 130)).dot((50, 30)) / math.hypot(50, 30))
        assert first.angle == 0
        if step == 14:
            assert distance(first, 150, 130) < 1
        if step == 24:
            assert second.center == approx((250, 144), abs=1)
        if step == 72:
            assert abs(second.center.y - 130) == approx(1.5, abs=0.5)
    assert beyond < 0.02 * math.hypot(50, 30)
    assert second.center == approx((250, 130), abs=0.2)
    assert [spring.length for spring in grid.drag.attachments[0].springs] == lengths

    assert animator.items_in((0, 0, 400, 400)) == [first, second]
    assert animator.items_in((195, 0, 200, 400)) == [second]
    assert grid.cells[2].animator is None
    assert animator.reference_bounds == (0, 0, 400, 400)

    redraws, ticks = grid.redraws, 0
    assert redraws == 120
    grid.end_drag()
    ident = animator.id
    del animator
    while grid.animator is not None and ticks < 600:  # dropped in its own pause callback
        grid.animator.advance(1 / 60)
        ticks += 1
    assert grid.animator is None and grid.redraws == redraws + ticks and ident
    assert distance(first, 100, 100) < 0.5 and distance(second, 200, 100) < 0.5
