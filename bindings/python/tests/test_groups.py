"""Item groups: several items as one body."""
# SPDX-License-Identifier: MIT
import gc
import math

import pytest

import bagatelle as bg


def cup(x, y):
    """A U that is open at the top, its lower side at y."""
    return bg.DynamicItemGroup([bg.Item((x - 35, y - 30), size=(10, 60)), bg.Item((x + 35, y - 30), size=(10, 60)),
                                bg.Item((x, y - 5), size=(60, 10))])


def test_center_and_size_are_those_of_the_rectangle_around_the_members():
    items = [bg.Item((10, 10), size=(20, 20)), bg.Item((50, 10), size=(20, 40))]
    group = bg.DynamicItemGroup(items)
    assert group.center == (30, 10) and group.size == (60, 40) and group.angle == 0
    assert group.items == items and items[0].group is group and isinstance(group, bg.Item)
    group.center = (130, 10)
    group.angle = math.pi / 2
    assert items[1].center == pytest.approx((130, 30)) and items[1].angle == pytest.approx(math.pi / 2)


def test_what_a_group_and_its_members_refuse():
    items = [bg.Item((20 * x, 0), size=(20, 20)) for x in range(3)]
    group = bg.DynamicItemGroup(items[:2])
    with pytest.raises(bg.GroupMemberError):
        bg.DynamicItemGroup([group, items[2]])
    with pytest.raises(bg.GroupMemberError):
        bg.DynamicItemGroup(items)
    with pytest.raises(bg.GroupMemberError):
        bg.GravityBehavior([items[0]])
    with pytest.raises(bg.GroupMemberError):
        items[0].center = (1, 1)
    with pytest.raises(bg.StateError):
        group.size = (1, 1)
    with pytest.raises(bg.RangeError):
        bg.DynamicItemGroup([])
    with pytest.raises(TypeError):
        bg.DynamicItemGroup([1])
    gravity = bg.GravityBehavior([items[2]])
    with pytest.raises(bg.StateError):
        bg.DynamicItemGroup([items[2]])
    assert gravity.items == [items[2]] and items[2].group is None


def test_a_cup_catches_a_ball(fall):
    ball, glass = bg.Item((10, -120), size=(30, 30), bounds_type=bg.BoundsType.ELLIPSE), cup(0, 0)
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior([ball, glass])
    walls.add_boundary("floor", (-500, 0), (500, 0))
    began = []
    walls.on_contact_began = lambda contact: began.append((contact.item, contact.other, contact.boundary))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior([ball, glass]))
    fall(animator, 4)
    assert ball.center.y == pytest.approx(-25, abs=0.6) and ball.is_resting
    assert (ball, glass, None) in began and (glass, None, "floor") in began
    assert walls.touched_items(ball) == [glass] and animator.items == [ball, glass]
    assert animator.items_in((-3, -59, 6, 6)) == [glass]


def test_members_stay_the_same_objects_while_the_group_lives():
    group = cup(0, 0)
    group.items[1].user_data = "left"
    gc.collect()
    assert [item.user_data for item in group.items] == [None, "left", None]
    gravity = bg.GravityBehavior([group])
    assert gravity.items[0] is group
    one = group.items[2]
    group.close()
    assert one.group is group  # the behavior holds it
    gravity.close()
    assert one.group is None and one.center == (0, -5)
    one.center = (1, 1)


def test_a_member_with_another_size_counts_from_the_next_update(fall):
    items = [bg.Item((0, 0), size=(20, 20)), bg.Item((30, 0), size=(20, 20))]
    group = bg.DynamicItemGroup(items)
    animator = bg.DynamicAnimator()
    animator.add_behavior(bg.GravityBehavior([group]))
    fall(animator, 0.1)
    items[1].size = (40, 40)
    assert group.size == (50, 20)
    assert animator.update_item(group) and group.size == pytest.approx((60, 40))


def test_a_recording_draws_the_members():
    group = cup(50, 60)
    recording = bg.recording.Recording((0, 0, 100, 100))
    recording.capture(0.0, [group, bg.Item((50, 10))])
    shapes = recording.frames[0].shapes
    assert [shape.key for shape in shapes[:3]] == [item.id for item in group.items]
    assert shapes[0].color == shapes[2].color != shapes[3].color
