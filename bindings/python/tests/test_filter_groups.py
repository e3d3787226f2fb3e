"""Filter groups: items of one pass through each other, and collide with everything else."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg


def test_items_of_one_filter_group_pass_through_each_other(fall):
    items = [bg.Item((0, -20 - 30 * k), size=(20, 20)) for k in range(3)]
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior(items)
    walls.add_boundary("floor", (-200, 0), (200, 0))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior(items))
    assert items[0].filter_group == 0
    items[0].filter_group = items[1].filter_group = -3
    assert items[1].filter_group == -3
    fall(animator, 2)
    assert [item.center.y for item in items] == pytest.approx([-10, -10, -30], abs=0.5)
    assert set(walls.touched_items(items[2])) == {items[0], items[1]}


def test_a_filter_group_is_a_number_of_32_bits():
    item = bg.Item()
    for wrong in (1.0, "1", None, True):
        with pytest.raises(TypeError, match="filter_group must be a whole number"):
            item.filter_group = wrong
    with pytest.raises(bg.RangeError, match="2147483648; give a number of 32 bits"):
        item.filter_group = 2**31
    item.filter_group = -2**31
    assert item.filter_group == -2**31
