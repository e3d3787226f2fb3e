"""The animator of a layout."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg


def test_items_are_found_by_their_key():
    item = bg.Item()
    assert item.layout_key is None
    item.layout_key = bg.LayoutKind.SUPPLEMENTARY, 2**63 + 1
    assert item.layout_key == (bg.LayoutKind.SUPPLEMENTARY, 2**63 + 1)
    animator = bg.DynamicAnimator()
    animator.add_behavior(bg.GravityBehavior([item]))
    assert animator.item_for_key(2**63 + 1, bg.LayoutKind.SUPPLEMENTARY) is item
    assert animator.item_for_key(2**63 + 1) is None
    with pytest.raises(ValueError):
        item.layout_key = bg.LayoutKind.CELL, -1
    item.layout_key = bg.LayoutKind.DECORATION, 3
    assert animator.item_for_key(3, bg.LayoutKind.DECORATION) is item
    item.layout_key = None
    assert animator.item_for_key(2**63 + 1, bg.LayoutKind.SUPPLEMENTARY) is None


def test_the_content_size_gives_the_bounds_and_invalidation_follows(fall):
    item, told = bg.Item((50, 50), size=(20, 20)), []
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior([item])
    walls.is_translating_reference_bounds = True
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior([item]))
    animator.on_content_size = lambda _: (100, 200)
    animator.on_invalidate = told.append
    fall(animator, 3)
    assert animator.reference_bounds == (0, 0, 100, 200) and item.center.y == pytest.approx(190, abs=1)
    assert told and all(one is animator for one in told) and len(told) < 180


def test_a_bad_content_size_refuses_the_advance():
    animator = bg.DynamicAnimator()
    animator.on_content_size = lambda _: (-1, 0)
    with pytest.raises(bg.RangeError):
        animator.advance(1 / 60)

    def broken(_):
        raise KeyError("size")

    animator.on_content_size = broken
    with pytest.raises(KeyError):
        animator.advance(1 / 60)
    animator.on_content_size = None
    assert animator.real_elapsed_seconds == 0
