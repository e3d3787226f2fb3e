"""Rules of UIKit's dynamics that are easily broken: what wakes, exact fits, starts across an edge, items that come and go."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg


def settle(animator):
    for _ in range(3000):
        if not animator.is_running:
            return
        animator.advance(1 / 60)
    raise AssertionError([item.why_awake for item in animator.awake_items])


@pytest.fixture(scope="module")
def resting():
    """A scene with one behavior of each kind, at rest."""

    class Scene:
        pass

    s = Scene()
    s.item, s.hung, s.drawn = (bg.Item((x, 50), size=(20, 20)) for x in (50, 300, 500))
    s.other = bg.Item((900, 0))
    s.animator = bg.DynamicAnimator(reference_bounds=(0, 0, 100, 200))
    s.walls = bg.CollisionBehavior(s.item)
    s.walls.is_translating_reference_bounds = True
    s.walls.add_boundary("floor", (0, 160), (100, 160))
    s.motion = bg.DynamicItemBehavior([s.item, s.hung, s.drawn], resistance=1)
    s.rod = bg.AttachmentBehavior(s.hung, anchor=(300, 0), frequency=3, damping=0.8)
    s.gravity = bg.GravityBehavior([s.item, s.hung])
    s.push = bg.PushBehavior(s.item)
    s.snap = bg.SnapBehavior(s.drawn, (500, 60))
    s.field = bg.FieldBehavior(bg.FieldKind.DRAG, s.item)
    for behavior in (s.walls, s.motion, s.rod, s.gravity, s.push, s.snap, s.field):
        s.animator.add_behavior(behavior)
    yield s
    s.animator.close()


CHANGES = [
    ("gravity", "direction", (0, 0.5)), ("gravity", "angle", 1.5), ("gravity", "magnitude", 0.9),
    ("gravity", "direction", (0, 1)), ("push", "direction", (0, 0.01)), ("push", "is_active", False),
    ("rod", "anchor", (300, 10)), ("rod", "length", 40), ("rod", "frequency", 4), ("rod", "damping", 1),
    ("snap", "point", (510, 60)), ("snap", "damping", 0.7), ("snap", "frequency", 3), ("field", "strength", 0.5),
    ("field", "position", (1, 1)), ("motion", "elasticity", 0.1), ("motion", "friction", 0.1),
    ("motion", "density", 2), ("motion", "resistance", 2), ("motion", "angular_resistance", 2),
    ("motion", "charge", 2), ("motion", "is_allowing_rotation", False), ("motion", "time_scale", 2),
    ("motion", "angle_limits", (-1, 1)), ("walls", "reference_bounds_insets", (0, 0, 10, 0)),
    ("animator", "reference_bounds", (0, 0, 100, 300)),
    ("animator", "default_material", bg.Material(0.3, 0.3, 1, 0.5, 0.5)), ("animator", "rest_speed", 2)]


@pytest.mark.parametrize("owner, name, value", CHANGES)
def test_a_change_wakes_and_the_same_value_does_not(resting, owner, name, value):
    settle(resting.animator)
    setattr(getattr(resting, owner), name, value)
    assert resting.animator.is_running
    settle(resting.animator)
    setattr(getattr(resting, owner), name, value)
    assert not resting.animator.is_running


def test_callbacks_and_centers_do_not_wake_but_updates_do(resting):
    settle(resting.animator)
    resting.gravity.action = lambda: None
    resting.animator.on_did_pause = lambda _: None
    resting.animator.on_did_pause = None
    resting.item.center = (50, 100)
    assert not resting.animator.is_running
    resting.animator.update_item(resting.item)
    assert resting.animator.is_running
    settle(resting.animator)
    resting.motion.add_item(resting.other)
    assert resting.animator.is_running
    settle(resting.animator)
    resting.motion.remove_item(resting.other)
    assert resting.animator.is_running


def test_an_exact_fit_neither_slows_nor_turns(fall):
    item = bg.Item((160, 136), size=(320, 568))
    animator = bg.DynamicAnimator(reference_bounds=(0, -568, 320, 5000))
    animator.default_material = bg.Material(resistance=0, angular_resistance=0)
    walls, motion = bg.CollisionBehavior(item), bg.DynamicItemBehavior(item)
    walls.is_translating_reference_bounds = True
    animator.add_behavior(walls)
    animator.add_behavior(motion)
    motion.set_linear_velocity((0, 1000), item)
    fall(animator, 2)
    assert item.velocity.y == pytest.approx(1000, abs=5) and item.center.x == pytest.approx(160, abs=0.25)
    assert abs(item.angle) < 0.001


@pytest.mark.parametrize("side", [-1, 1])
def test_an_item_across_an_edge_goes_to_the_side_of_its_center(fall, side):
    item = bg.Item((0, 6 * side), size=(40, 40))
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior(item)
    walls.add_boundary("line", (-200, 0), (200, 0))
    animator.add_behavior(walls)
    fall(animator, 0.3)
    assert item.center.y == pytest.approx(20 * side, abs=0.6)
    fall(animator, 0.5)
    assert item.center.y == pytest.approx(20 * side, abs=1)


def test_insets_beyond_the_middle_leave_nothing(fall):
    item = bg.Item((50, 0), size=(10, 10))
    animator, walls = bg.DynamicAnimator(reference_bounds=(0, 0, 100, 100)), bg.CollisionBehavior(item)
    walls.reference_bounds_insets = 80, 80, 80, 80
    walls.on_contact_began = lambda contact: pytest.fail(repr(contact))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior(item))
    fall(animator, 1)
    assert item.center.y > 450


def test_a_path_turns_about_its_mass_and_reports_its_center(fall):
    item = bg.Item((100, 100), size=(60, 60), path=[(0, 0), (60, 0), (0, 60)])
    animator, motion = bg.DynamicAnimator(), bg.DynamicItemBehavior(item, angular_resistance=0)
    animator.add_behavior(motion)
    motion.set_angular_velocity(math.pi, item)
    fall(animator, 1)
    assert item.center == pytest.approx((140, 140), abs=0.2)


def test_removed_and_added_in_one_turn_an_item_keeps_its_speed():
    item = bg.Item()
    animator, motion = bg.DynamicAnimator(), bg.DynamicItemBehavior(item, resistance=0)
    animator.add_behavior(motion)
    motion.set_linear_velocity((60, 0), item)
    animator.advance(1 / 60)
    motion.remove_item(item)
    motion.add_item(item)
    animator.advance(1 / 60)
    assert item.center.x == pytest.approx(2, abs=0.01)
    motion.remove_item(item)
    animator.advance(1 / 60)
    motion.add_item(item)
    animator.advance(1 / 60)
    assert item.center.x == pytest.approx(2, abs=0.01)


def test_of_several_item_behaviors_the_last_in_the_tree_wins():
    """The example of the talk: by place in the tree, not by time of adding."""
    item, animator = bg.Item(), bg.DynamicAnimator()
    animator.default_material = bg.Material(resistance=0, angular_resistance=0)
    parent, first, last = bg.DynamicBehavior(), bg.DynamicItemBehavior(item), bg.DynamicItemBehavior(item)
    animator.add_behavior(parent)
    animator.add_behavior(last)
    last.density = 4
    first.density, first.resistance = 2, 5
    parent.add_child(first)
    item.apply_impulse((4, 0))
    assert item.velocity.x == pytest.approx(100)
    animator.remove_behavior(last)
    item.apply_impulse((4, 0))
    assert item.velocity.x == pytest.approx(300)
    last.density = 8
    parent.add_child(last)  # now it comes after the first, inside of the parent
    item.apply_impulse((8, 0))
    assert item.velocity.x == pytest.approx(400)


def test_springs_are_as_nominal():
    for frequency in (1, 2, 4, 8):
        amplitudes = []
        item = bg.Item((0, 150))
        animator = bg.DynamicAnimator()
        animator.default_material = bg.Material(resistance=0, angular_resistance=0)
        animator.add_behavior(bg.AttachmentBehavior(item, anchor=(0, 0), length=100, frequency=frequency))
        for _ in range(11 * 120):
            animator.advance(1 / 120)
            amplitudes.append(abs(item.center.y - 100))
        assert max(amplitudes[-120:]) / max(amplitudes[:120]) == pytest.approx(1, abs=0.001)


def test_a_pair_in_two_behaviors_is_told_by_both_and_boundaries_come_back(fall):
    item, other, third = bg.Item(), bg.Item((0, 60)), bg.Item((150, 0), size=(20, 20))
    animator, told = bg.DynamicAnimator(), []
    one, two = bg.CollisionBehavior([item, other, third]), bg.CollisionBehavior([other, item])
    one.on_items_began = two.on_items_began = lambda contact: told.append((contact.behavior, contact.item))
    animator.add_behavior(one)
    animator.add_behavior(two)
    animator.advance(1 / 60)
    assert told == [(one, item), (two, other)]
    one.add_boundary("floor", (0, 200), (300, 200))
    animator.remove_behavior(one)
    assert one.boundary_identifiers == ["floor"]
    animator.add_behavior(one)
    animator.add_behavior(bg.GravityBehavior(third))
    fall(animator, 3)
    assert third.center.y == pytest.approx(190, abs=0.5)
