"""What item behaviors do to the motion of their items."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg


def scene(item, *behaviors, **properties):
    """An animator in which nothing slows the item, its properties, and other behaviors that hold it."""
    animator = bg.DynamicAnimator()
    animator.default_material = bg.Material(resistance=0, angular_resistance=0)
    motion = bg.DynamicItemBehavior(item, **properties)
    animator.add_behavior(motion)
    for behavior in behaviors:
        behavior.add_item(item)
        animator.add_behavior(behavior)
    return animator, motion


def floor(y):
    walls = bg.CollisionBehavior()
    walls.add_boundary("floor", (-500, y), (1500, y))
    return walls


def rebound(**properties):
    """How high an item comes again that fell 200 points."""
    item = bg.Item()
    strict = properties.pop("strict", False)
    animator, _ = scene(item, bg.GravityBehavior(), floor(250), **properties)
    animator.is_using_documented_defaults = strict
    assert animator.is_using_documented_defaults is strict
    heights = []
    for _ in range(120):
        animator.advance(1 / 60)
        heights.append(200 - item.center.y)
    lowest = next(i for i, height in enumerate(heights) if height < 10 and heights[i + 1] >= height - 0.5)
    return max(heights[lowest:])


def test_elasticity_decides_how_high_it_bounces():
    assert rebound(elasticity=0.8) == pytest.approx(128, abs=5)


def test_documented_defaults_are_strict():
    assert rebound() == pytest.approx(8, abs=2)  # unset: 0.2 acts
    assert rebound(elasticity=0) == pytest.approx(8, abs=2)  # of the boundary, too
    assert rebound(strict=True) < 10 and rebound(strict=True, elasticity=0.5) == pytest.approx(50, abs=4)


def test_friction_stops_what_slides(fall):
    item, walls = bg.Item(), floor(50)
    walls.set_boundary_material("floor", elasticity=0, friction=0.5)
    animator, motion = scene(item, bg.GravityBehavior(), walls, friction=0.5)
    motion.set_linear_velocity((400, 0), item)
    fall(animator, 2)
    assert item.center.x == pytest.approx(400 ** 2 / (2 * 0.5 * 1000), abs=3)


def test_density_and_resistances(fall):
    item = bg.Item()
    animator, motion = scene(item, density=4, resistance=10, angular_resistance=2)
    assert (motion.density, motion.resistance, motion.angular_resistance) == (4, 10, 2)
    item.apply_impulse((40, 0))  # mass 4
    motion.set_angular_velocity(4, item)
    assert item.velocity.x == pytest.approx(1000)
    fall(animator, 0.5)
    assert item.velocity.x == pytest.approx(1000 * math.exp(-5), abs=0.1)
    assert item.angular_velocity == pytest.approx(4 * math.exp(-1), abs=0.01)
    fall(animator, 2)
    assert item.center.x == pytest.approx(100, abs=1)


def test_an_anchored_item_stays(fall):
    item = bg.Item()
    animator, motion = scene(item, bg.GravityBehavior(), anchored=True)
    fall(animator, 0.5)
    assert item.center == (0, 0) and item.is_resting and not item.apply_impulse((9, 9))
    assert not motion.add_linear_velocity((9, 9), item)
    assert motion.set_target((30, 40), 0.5, item)
    fall(animator, 0.5)
    assert item.center == pytest.approx((30, 40), abs=1e-3) and item.angle == pytest.approx(0.5, abs=1e-4)
    motion.is_anchored = False
    fall(animator, 1)
    assert item.center == pytest.approx((30, 540), abs=0.2)


def test_an_item_that_may_not_turn_keeps_its_angle(fall):
    item = bg.Item(angle=0.3)
    animator, motion = scene(item)
    motion.add_angular_velocity(4, item)
    fall(animator, 0.5)
    motion.is_allowing_rotation = False
    item.apply_impulse((0, 5), (50, 0))
    fall(animator, 0.5)
    assert item.angle == pytest.approx(2.3, abs=0.05) and item.angular_velocity == 0
    assert item.center.y == pytest.approx(250, abs=1)
