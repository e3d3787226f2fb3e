"""Objects of the library take no attributes that they do not have."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg


def objects():
    item = bg.Item()
    yield item
    yield bg.DynamicAnimator()
    yield bg.DynamicBehavior()
    yield bg.GravityBehavior()
    yield bg.CollisionBehavior()
    yield bg.AttachmentBehavior(item, anchor=(0, 0))
    yield bg.SnapBehavior(item, (0, 0))
    yield bg.PushBehavior()
    yield bg.DynamicItemBehavior()
    yield bg.FieldBehavior(bg.FieldKind.DRAG)
    yield bg.Region()
    yield bg.Timeline()
    yield bg.Timing(bg.Curve.LINEAR)
    yield bg.PropertyAnimator(bg.Timeline(), 1)
    yield bg.DynamicAnimator().states
    yield bg.Vector2(1, 2)
    yield bg.Material()


def test_no_object_takes_an_unknown_attribute():
    for one in objects():
        with pytest.raises(AttributeError, match="no_such_thing"):
            one.no_such_thing = 1
        assert not hasattr(one, "no_such_thing")


@pytest.mark.parametrize("wrong, right", [
    ("translates_reference_bounds", "is_translating_reference_bounds"),
    ("reference_bounds_inset", "reference_bounds_insets"), ("on_contact_begin", "on_contact_began")])
def test_a_misspelt_name_is_told_with_the_nearest_real_one(wrong, right):
    walls = bg.CollisionBehavior()
    with pytest.raises(AttributeError, match=f"CollisionBehavior has no attribute '{wrong}'; did you mean '{right}'"):
        setattr(walls, wrong, True)
    assert not walls.is_translating_reference_bounds


def test_what_can_only_be_read_stays_read_only():
    with pytest.raises(AttributeError):
        bg.Item().velocity = (1, 2)
    with pytest.raises(AttributeError):
        bg.DynamicAnimator().is_running = True


def test_subclasses_of_users_have_attributes_of_their_own():
    class Drag(bg.DynamicBehavior):
        def __init__(self, reach):
            super().__init__()
            self.reach = reach
            self.parts = []

    drag = Drag(5)
    drag.label = "mine"
    assert (drag.reach, drag.parts, drag.label) == (5, [], "mine")
