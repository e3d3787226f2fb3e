"""Conveyors, and boundaries that items pass from one side."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg


def floor(y):
    """An item over or under a floor at 0, with gravity."""
    item = bg.Item((0, y), size=(20, 20))
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior([item])
    walls.add_boundary("floor", (-300, 0), (300, 0))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior([item]))
    return animator, walls, item


def test_a_conveyor_carries_what_stands_on_it(fall):
    animator, walls, item = floor(-10)
    walls.set_boundary_surface_speed("floor", 50)
    assert walls.boundary_surface_speed("floor") == 50 and walls.boundary_surface_speed(None) == 0
    fall(animator, 1)
    assert item.velocity.x == pytest.approx(50, abs=1)
    with pytest.raises(bg.NotAMemberError):
        walls.set_boundary_surface_speed("none", 1)


def test_an_item_can_have_a_surface_that_runs(fall):
    animator, _walls, item = floor(-10)
    motion = bg.DynamicItemBehavior([item])
    motion.surface_speed = 30
    assert motion.surface_speed == 30
    animator.add_behavior(motion)
    fall(animator, 1)
    assert item.velocity.x == pytest.approx(30, abs=1)


def test_a_one_way_floor_is_passed_from_below(fall):
    animator, walls, item = floor(50)
    assert walls.boundary_passing("floor") is bg.Passing.NEVER
    walls.set_boundary_passing("floor", bg.Passing.FROM_RIGHT)
    assert walls.boundary_passing("floor") is bg.Passing.FROM_RIGHT
    item.apply_impulse((0, -0.16))
    fall(animator, 3)
    assert item.center.y == pytest.approx(-10, abs=1)
    with pytest.raises(bg.RangeError):
        walls.set_boundary_passing("floor", 7)
