"""Arguments of a wrong type: the error names the argument and what is expected, and nothing changes."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg

ITEM = "must be a sequence of items"


def calls():
    """Name, call with a wrong argument, part of the message."""
    box, other = bg.Item(), bg.Item()
    walls, motion = bg.CollisionBehavior(), bg.DynamicItemBehavior()
    walls.add_boundary("floor", (0, 0), (1, 0))
    pin = bg.AttachmentBehavior.pin_attachment(box, anchor=(0, 0))
    animator, timeline, field = bg.DynamicAnimator(), bg.Timeline(), bg.FieldKind.DRAG
    move, spring = bg.PropertyAnimator(timeline, 1), bg.Timing.spring()
    stage = bg.TransitionContainer(timeline, (0, 0, 10, 10))
    return [
        ("bounds_type", lambda: bg.Item(bounds_type="ellipse"),
         r"must be a BoundsType \(RECTANGLE, ELLIPSE, PATH\), not 'ellipse'"),
        ("bounds_type", lambda: setattr(box, "bounds_type", None), "must be a BoundsType"),
        ("bounds_type", lambda: setattr(box, "bounds_type", True), "must be a BoundsType"),
        ("bounds_type", lambda: setattr(box, "bounds_type", bg.PushMode.INSTANTANEOUS), "must be a BoundsType"),
        ("mode", lambda: bg.PushBehavior(mode="instantaneous"), "must be a PushMode"),
        ("mode", lambda: bg.CollisionBehavior(mode="items"), "must be a CollisionMode"),
        ("mode", lambda: setattr(walls, "mode", [1]), "must be a CollisionMode"),
        ("passing", lambda: walls.set_boundary_passing("floor", "left"), "must be a Passing"),
        ("kind", lambda: bg.FieldBehavior("vortex"), "must be a FieldKind"),
        ("kind", lambda: bg.FieldBehavior([box]), "must be a FieldKind"),
        ("kind", lambda: animator.item_for_key(1, "cell"), "must be a LayoutKind"),
        ("key", lambda: animator.item_for_key("x"), "must be a whole number"),
        ("which", lambda: bg.get_limit("speed"), "must be a Limit"),
        ("curve", lambda: bg.Timing("linear"), "must be a Curve"),
        ("jump", lambda: bg.Timing.steps(3, "end"), "must be a Jump"),
        ("steps", lambda: bg.Timing.steps(2.5), "must be a whole number"),
        ("completion_curve", lambda: bg.TransitionInteraction(completion_curve="linear"), "must be a Curve"),
        ("completion_curve", lambda: setattr(bg.TransitionInteraction(), "completion_curve", 1.5), "must be a Curve"),
        ("style", lambda: stage.present(box, other, style="none"), "must be a PresentationStyle"),
        ("clamp", lambda: setattr(move, "clamp", "both"), "must be a Clamp"),
        ("additive", lambda: setattr(move, "additive", None), "must be an Additive"),
        ("position", lambda: move.finish("end"), "must be a Position"),
        ("origin", lambda: move.add_staggered(2, 0.1, print, origin="last"), "must be a StaggerOrigin"),
        ("count", lambda: move.add_staggered("2", 0.1, print), "must be a whole number"),
        ("channel", lambda: box.value("alpha"), "must be a Channel, or a number that add_channel gave"),
        ("channel", lambda: box.set_value(1.5, 1), "must be a Channel"),
        ("channel", lambda: box.presented_value(None), "must be a Channel"),
        ("channel", lambda: box.presented_velocity(None), "must be a Channel"),
        ("channel", lambda: box.is_animating("alpha"), "must be a Channel"),
        ("channel", lambda: bg.PropertyAnimator.retarget(timeline, box, "alpha", (1,), spring), "must be a Channel"),
        ("channel", lambda: bg.PropertyAnimator.decay(timeline, box, "center", (1, 1)), "must be a Channel"),
        ("target", lambda: bg.PropertyAnimator.retarget(timeline, box, 4, 1, spring),
         "must be a sequence of up to four numbers"),
        ("attachment_range", lambda: setattr(pin, "attachment_range", 1),
         "must be a pair of numbers, minimum and maximum"),
        ("attachment_range", lambda: setattr(pin, "attachment_range", "x"), "must be a pair of numbers"),
        ("angle_limits", lambda: setattr(motion, "angle_limits", None), "must be a pair of numbers"),
        ("angle_limits", lambda: setattr(motion, "angle_limits", (1, 2, 3)), "must be a pair of numbers"),
        ("default_material", lambda: setattr(animator, "default_material", None), "must be a Material"),
        ("default_material", lambda: setattr(animator, "default_material", "x"), "must be a Material"),
        ("layout_key", lambda: setattr(box, "layout_key", 7), "must be a LayoutKind with a number, or None"),
        ("layout_key", lambda: setattr(box, "layout_key", ("cell", 7)), "must be a LayoutKind"),
        ("key", lambda: setattr(box, "layout_key", (bg.LayoutKind.CELL, "7")), "must be a whole number"),
        ("native_user_data", lambda: setattr(box, "native_user_data", [1]), "must be a whole number"),
        ("name", lambda: bg.name_string("floor"), "must be a whole number"),
        ("path", lambda: bg.Item(path=5), "must be a sequence of points"),
        ("points", lambda: walls.add_boundary_path("hill", "x"), "must be a sequence of points"),
        ("reference_bounds", lambda: bg.DynamicAnimator(reference_bounds=5), "must be x, y, width, height"),
        ("substeps", lambda: bg.DynamicAnimator(substeps="2"), "must be a whole number"),
        ("workers", lambda: bg.DynamicAnimator(workers=1.5), "must be a whole number"),
        ("position", lambda: timeline.add_item(box, "top"), "must be a whole number"),
        ("position", lambda: stage.add_item(box, "top"), "must be a whole number"),
        ("items", lambda: bg.GravityBehavior(5), "must be an Item or a sequence of items, not 5"),
        ("items", lambda: bg.FieldBehavior(field, 5), "must be an Item or a sequence of items"),
        ("items", lambda: bg.DynamicItemGroup(box), ITEM),
        ("items", lambda: bg.set_centers(box, [(0, 0)]), ITEM),
        ("item", lambda: bg.GravityBehavior([5]), "must be an Item, not 5"),
    ]


@pytest.mark.parametrize("at", range(len(calls())))
def test_a_wrong_type_is_told_by_the_name_of_the_argument(at):
    name, call, message = calls()[at]
    with pytest.raises(TypeError, match=rf"{name}\b.*{message}"):
        call()


def test_plain_numbers_serve_as_enumerations_and_unknown_ones_are_refused():
    box = bg.Item(bounds_type=1)
    assert box.bounds_type is bg.BoundsType.ELLIPSE
    for wrong in (77, 2**32 + 1, -(2**40)):
        with pytest.raises(bg.RangeError, match="bounds_type"):
            box.bounds_type = wrong
    with pytest.raises(bg.RangeError, match="channel"):
        box.value(2**40)
    walls = bg.CollisionBehavior(mode=bg.CollisionMode.ITEMS | bg.CollisionMode.BOUNDARIES)
    assert walls.mode == bg.CollisionMode.EVERYTHING


def test_an_attachment_asks_for_its_second_end():
    box = bg.Item((1, 2))
    for make in (bg.AttachmentBehavior, bg.AttachmentBehavior.limit_attachment):
        with pytest.raises(TypeError, match=r"give other, or anchor=\(x, y\)"):
            make(box)
        with pytest.raises(TypeError, match="not to both"):
            make(box, bg.Item(), anchor=(0, 0))
        assert make(box, anchor=(0, 0)).anchor == (0, 0)
    for make in (bg.AttachmentBehavior.pin_attachment, bg.AttachmentBehavior.fixed_attachment):
        with pytest.raises(TypeError, match="anchor must be a pair of numbers, not None"):
            make(box, anchor=None)


def test_velocities_that_cannot_be_set_tell_what_to_call():
    class Mine(bg.Item):
        pass

    class Owned(bg.Item):
        velocity = 5

    for box in (bg.Item(), Mine()):
        with pytest.raises(AttributeError, match="velocity cannot be set; use DynamicItemBehavior.set_linear_velocity"):
            box.velocity = (1, 1)
        with pytest.raises(AttributeError, match="angular_velocity cannot be set; use .*set_angular_velocity"):
            box.angular_velocity = 1
        with pytest.raises(AttributeError) as caught:
            box.animator = None
        assert "; use" not in str(caught.value)
    own = Owned()
    own.velocity = 6
    assert own.velocity == 6


def test_names_of_classes_have_their_article():
    with pytest.raises(AttributeError, match="^an Item has no attribute 'centre'; did you mean 'center'"):
        bg.Item().centre = (0, 0)
    with pytest.raises(AttributeError, match="^a Timeline has no attribute"):
        bg.Timeline().centre = (0, 0)


def test_a_closed_object_is_told_to_be_closed():
    box = bg.Item()
    box.close()
    for use in (lambda: box.center, lambda: bg.GravityBehavior([box]), lambda: box.apply_impulse((1, 0))):
        with pytest.raises(bg.StaleIdError, match="it was closed, and nothing else holds it$"):
            use()
