"""Impulses and forces on items, what is awake and why, what touches what."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg


def still(*items):
    """An animator with items that nothing slows."""
    animator = bg.DynamicAnimator()
    motion = bg.DynamicItemBehavior(items)
    motion.resistance = motion.angular_resistance = 0
    animator.add_behavior(motion)
    return animator, motion


def test_an_impulse_acts_at_once_at_its_point():
    item = bg.Item()
    _animator, motion = still(item)
    assert item.apply_impulse((0, 1), (50, 0))
    assert item.velocity == pytest.approx((0, 100)) and item.angular_velocity == pytest.approx(3)
    motion.is_anchored = True
    assert not item.apply_impulse((0, 1)) and not bg.Item().apply_impulse((0, 1))


def test_a_force_acts_for_one_step():
    item = bg.Item()
    animator, _motion = still(item)
    assert item.apply_force((0, 3), (50, 0))
    assert item.velocity == (0, 0)
    for _ in range(2):
        assert animator.advance(1 / 120) == 1
        assert item.velocity == pytest.approx((0, 300 / 120))
    with pytest.raises(bg.RangeError):
        item.apply_force((float("inf"), 0))


def test_what_is_awake_is_listed_with_its_reason():
    fast, slow = bg.Item(), bg.Item((500, 0))
    animator, motion = still(fast, slow)
    motion.set_linear_velocity((10, 0), fast)
    for _ in range(60):
        animator.advance(1 / 60)
    assert animator.awake_items == [fast]
    assert fast.why_awake == "it moves faster than the rest speed"
    assert slow.why_awake == "it rests: it fell asleep"


def test_what_an_item_touches_now_is_listed():
    box, top, away = bg.Item((0, 45), size=(20, 10)), bg.Item((0, 35), size=(20, 10)), bg.Item((900, 0))
    animator = bg.DynamicAnimator(reference_bounds=(-100, -100, 200, 150))
    walls = bg.CollisionBehavior([box, top])
    walls.is_translating_reference_bounds = True
    walls.add_boundary("shelf", (-50, 50), (50, 50))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior([box, top]))
    for _ in range(60):
        animator.advance(1 / 60)
    assert walls.touched_items(box) == [top] and walls.touched_items(top) == [box]
    assert set(walls.touched_boundaries(box)) == {"shelf", None} and walls.touched_boundaries(top) == []
    with pytest.raises(bg.NotAMemberError):
        walls.touched_items(away)
