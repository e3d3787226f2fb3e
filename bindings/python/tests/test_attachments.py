"""The kinds of attachments: rope, weld, pin, slide; ranges, friction, reactions, breaking."""
# SPDX-License-Identifier: MIT
import math

import bagatelle as bg
import pytest


def scene(*behaviors, items=(), material=True):
    animator = bg.DynamicAnimator()
    if material:
        animator.default_material = bg.Material(resistance=0, angular_resistance=0)
    animator.add_behavior(bg.GravityBehavior(list(items)))
    for behavior in behaviors:
        animator.add_behavior(behavior)
    return animator


def run(animator, seconds):
    for _ in range(round(seconds * 60)):
        animator.advance(1 / 60)


def test_a_rope_is_slack_below_its_length():
    item = bg.Item((0, 100), size=(20, 20))
    rope = bg.AttachmentBehavior.limit_attachment(item, anchor=(0, 0), length=200)
    animator = scene(rope, items=[item])
    run(animator, 0.3)
    assert item.center.y == pytest.approx(145, abs=0.5) and rope.type == bg.AttachmentType.LIMIT
    run(animator, 2)
    assert item.center.y == pytest.approx(200, abs=0.1)


def test_a_weld_holds_and_tells_its_load():
    item = bg.Item((50, 0), size=(100, 100))
    weld = bg.AttachmentBehavior.fixed_attachment(item, anchor=(0, 0))
    animator = scene(weld, items=[item])
    run(animator, 0.4)
    assert item.center == pytest.approx((50, 0), abs=0.1) and abs(item.angle) < 0.001
    assert weld.reaction_force == pytest.approx((0, -10), abs=0.05)
    assert repr(weld) == "AttachmentBehavior(fixed, anchor=(0, 0))"


def test_a_pin_has_friction_and_a_range():
    item = bg.Item((100, 0), size=(200, 20))
    pin = bg.AttachmentBehavior.pin_attachment(item, anchor=(0, 0))
    assert pin.attachment_range.is_infinite and pin.friction_torque == 0
    pin.attachment_range = (-0.5, 0.4)
    animator = scene(pin, items=[item])
    run(animator, 2)
    assert pin.attachment_range == (-0.5, 0.4)
    assert pin.displacement == pytest.approx(0.4, abs=0.002) == pytest.approx(item.angle, abs=0.002)
    pin.attachment_range = bg.FloatRange()
    pin.friction_torque = 100
    run(animator, 1)
    assert pin.displacement == pytest.approx(0.4, abs=0.01)


def test_a_slide_keeps_to_its_axis():
    item = bg.Item((0, 0), size=(20, 20))
    slide = bg.AttachmentBehavior.sliding_attachment(item, anchor=(0, 0), axis=(30, 40))
    slide.attachment_range = (0, 50)
    animator = scene(slide, items=[item])
    run(animator, 2)
    assert item.center == pytest.approx((30, 40), abs=0.1) and slide.axis == pytest.approx((0.6, 0.8))


def test_too_much_force_breaks_and_is_told_once():
    item = bg.Item((0, 100), size=(100, 100))
    rod = bg.AttachmentBehavior(item, anchor=(0, 0))
    rod.break_force = 20
    broken = []
    rod.on_break = broken.append
    animator = scene(rod, items=[item])
    run(animator, 0.3)
    assert not rod.is_broken and rod.reaction_force.y == pytest.approx(-10, abs=0.05)
    rod.break_force = 9
    run(animator, 0.3)
    assert rod.is_broken and broken == [rod] and item.center.y > 101 and rod.reaction_force == (0, 0)
    animator.remove_behavior(rod)
    rod.break_force = None
    animator.add_behavior(rod)
    run(animator, 0.3)
    assert not rod.is_broken and broken == [rod]


def test_bad_values_are_refused():
    item = bg.Item()
    pin = bg.AttachmentBehavior.pin_attachment(item, anchor=(0, 0))
    for limits in [(1, 2), (-2, -1), (math.nan, 1)]:
        with pytest.raises(bg.RangeError):
            pin.attachment_range = limits
    for change in [lambda: setattr(pin, "friction_torque", -1), lambda: setattr(pin, "break_force", 0),
                   lambda: bg.AttachmentBehavior.sliding_attachment(item, anchor=(0, 0), axis=(0, 0))]:
        with pytest.raises(bg.RangeError):
            change()
    with pytest.raises(bg.HierarchyError):
        bg.AttachmentBehavior.pin_attachment(item, item, anchor=(0, 0))
    assert pin.attachment_range.is_infinite and pin.break_force is None


def test_device_springs_swing_less():
    lowest = []
    for feel in [False, True]:
        item = bg.Item((150, 0), size=(20, 20))
        spring = bg.AttachmentBehavior(item, anchor=(0, 0), length=100, frequency=3)
        animator = scene(spring)
        animator.is_using_device_springs = feel
        assert animator.is_using_device_springs == feel
        least = 150
        for _ in range(20):
            animator.advance(1 / 60)
            least = min(least, item.center.x)
        lowest.append(least)
    assert lowest[0] == pytest.approx(50, abs=0.5) and lowest[1] == pytest.approx(69.7, abs=1.5)


def test_offsets_turn_with_their_items():
    item, other = bg.Item((100, 0), size=(20, 20)), bg.Item((200, 0), size=(20, 20))
    first = bg.AttachmentBehavior(item, anchor=(30, 0), offset=(-10, 0))
    second = bg.AttachmentBehavior(item, other=other, offset=(10, 0), other_offset=(-10, 0))
    assert (first.length, second.length) == (60, 80)
    animator = scene(first, second, items=[item, other])
    for _ in range(90):
        animator.advance(1 / 60)
        left = item.center - bg.Vector2(10, 0).rotated(item.angle)
        right = item.center + bg.Vector2(10, 0).rotated(item.angle)
        end = other.center - bg.Vector2(10, 0).rotated(other.angle)
        assert (left - (30, 0)).length == pytest.approx(60, abs=0.3)
        assert (end - right).length == pytest.approx(80, abs=0.3)
    assert abs(item.angle) > 0.3


def test_ranges():
    everything = bg.FloatRange()
    assert (everything.minimum, everything.maximum) == (-math.inf, math.inf) and everything.is_infinite
    item = bg.Item()
    slide = bg.AttachmentBehavior.sliding_attachment(item, anchor=(0, 0), axis=(0, 1))
    assert slide.attachment_range.is_infinite
    slide.attachment_range = bg.FloatRange(0, 0)
    animator = scene(slide, items=[item])
    run(animator, 1)
    assert item.center.y == pytest.approx(0, abs=0.1)
    slide.attachment_range = bg.FloatRange(-5, 20)
    run(animator, 1)
    assert item.center.y == pytest.approx(20, abs=0.3)
    assert slide.reaction_force.y == pytest.approx(-10, abs=0.1)
    assert slide.reaction_torque == pytest.approx(0, abs=0.1)
