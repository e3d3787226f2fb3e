"""Locked axes, limits of angles, and the pace of an item's own time."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg


def free(item, *behaviors):
    """An animator in which nothing slows the item, and the behavior that sets its properties."""
    animator, motion = bg.DynamicAnimator(), bg.DynamicItemBehavior(item)
    motion.resistance = motion.angular_resistance = 0
    animator.add_behavior(motion)
    for behavior in behaviors:
        animator.add_behavior(behavior)
    return animator, motion


def test_a_locked_axis_keeps_its_value_to_the_bit(fall):
    item = bg.Item((0.1, 0.7))
    animator, motion = free(item, bg.GravityBehavior(item))
    assert not motion.is_locking_x and not motion.is_locking_y
    motion.is_locking_y = True
    motion.set_linear_velocity((60, 50), item)
    fall(animator, 1)
    assert item.center.y == 0.7 and item.center.x == pytest.approx(60.1, abs=0.01)
    motion.is_locking_y, motion.is_locking_x = False, True
    fall(animator, 1)
    assert item.center == pytest.approx((60.1, 500.7), abs=0.2)


def test_an_angle_stays_in_its_limits(fall):
    item = bg.Item()
    animator, motion = free(item)
    assert motion.angle_limits.is_infinite
    motion.angle_limits = -0.1, 0.2
    assert motion.angle_limits == (-0.1, 0.2)
    motion.set_angular_velocity(3, item)
    for _ in range(60):
        animator.advance(1 / 60)
        assert -0.1 <= item.angle <= 0.2
    assert item.angle == pytest.approx(0.2, abs=1e-4)
    motion.angle_limits = -math.inf, math.inf
    assert motion.angle_limits.is_infinite
    for bad in ((1, 0), (2e6, 3e6)):
        with pytest.raises(bg.RangeError):
            motion.angle_limits = bad


@pytest.mark.parametrize("scale", [0.25, 2])
def test_an_item_alone_goes_the_same_way_at_its_pace(fall, scale):
    item = bg.Item()
    animator, motion = free(item, bg.GravityBehavior(item))
    assert motion.time_scale == 1
    motion.time_scale = scale
    fall(animator, 1)
    assert item.center.y == pytest.approx(500 * scale ** 2, rel=1e-3)
    assert motion.linear_velocity(item).y == pytest.approx(1000 * scale ** 2, rel=1e-3)
    for bad in (0, 200):
        with pytest.raises(bg.RangeError):
            motion.time_scale = bad
    motion.time_scale = 1
    animator.advance(0)
    assert item.velocity.y == pytest.approx(1000 * scale, rel=1e-3)


def test_groups_can_be_locked_limited_and_paced(fall):
    parts = [bg.Item((0, 0), size=(80, 20)), bg.Item((-30, 40), size=(20, 60))]  # an L: its mass lies beside its center
    group = bg.DynamicItemGroup(parts)
    start = group.center
    animator, motion = free(group, bg.GravityBehavior(group))
    motion.is_locking_x = True
    motion.angle_limits = -0.2, 0.2
    motion.time_scale = 0.5
    group.apply_impulse((1, 0), (0, -20))
    for _ in range(60):
        animator.advance(1 / 60)
        assert -0.2 <= group.angle <= 0.2
    assert abs(group.angle) == pytest.approx(0.2, abs=1e-3)
    # Half the pace: a quarter of the fall. The center of mass keeps its x, the center turns about it.
    mass = bg.Vector2(*((1600 * a + 1200 * b) / 2800 for a, b in zip((0, 0), (-30, 40)))) - start
    assert group.center.x + mass.rotated(group.angle).x == pytest.approx(start.x + mass.x, abs=1e-4)
    assert group.center.y + mass.rotated(group.angle).y == pytest.approx(start.y + mass.y + 125, abs=0.2)
