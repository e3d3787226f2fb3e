"""Pairs that a veto leaves out before they touch."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg


def scene():
    """Two items over a floor at 0, with gravity."""
    items = [bg.Item((0, -60), size=(20, 20)), bg.Item((100, -60), size=(20, 20))]
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior(items)
    walls.add_boundary("floor", (-300, 0), (300, 0))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior(items))
    return animator, walls, items


def test_a_true_answer_leaves_the_pair_out(fall):
    animator, walls, items = scene()
    asked, began = [], []
    walls.on_contact_began = began.append

    def veto(contact):
        asked.append(contact)
        return contact.item is items[0]

    walls.veto = veto
    assert walls.veto is veto
    fall(animator, 1)
    assert items[0].center.y > 300 and items[1].center.y == pytest.approx(-10, abs=0.5)
    assert {contact.item for contact in began} == {items[1]}
    first = asked[0]
    assert first.boundary == "floor" and first.other is None and first.normal == (0, 1)
    assert first.phase is bg.ContactPhase.BEGAN and first.impulse == 0 and first.approach_speed > 200
    walls.veto = None
    assert walls.veto is None


def test_no_answer_lets_touch(fall):
    animator, walls, items = scene()
    walls.veto = lambda contact: None
    fall(animator, 1)
    assert items[0].center.y == pytest.approx(-10, abs=0.5)


def test_what_a_veto_raises_lets_touch_and_comes_out_of_advance(fall):
    animator, walls, items = scene()

    def veto(contact):
        raise KeyError(contact.boundary)

    walls.veto = veto
    with pytest.raises(KeyError, match="floor"):
        fall(animator, 1)
    walls.veto = None
    fall(animator, 1)
    assert items[0].center.y == pytest.approx(-10, abs=0.5)


def test_inside_a_veto_nothing_can_be_changed(fall):
    animator, walls, items = scene()
    refused = []

    def veto(contact):
        for change in (lambda: walls.remove_item(items[0]), lambda: walls.remove_all_boundaries(),
                       lambda: setattr(items[0], "center", (0, 0)), lambda: animator.advance(1)):
            try:
                change()
            except bg.BusyError:
                refused.append(change)
        return items[0].center.y > 0

    walls.veto = veto
    fall(animator, 1)
    assert len(refused) >= 8 and len(refused) % 4 == 0
    assert items[0].center.y == pytest.approx(-10, abs=0.5) and walls.boundary_identifiers == ["floor"]


def test_it_must_be_callable():
    walls = bg.CollisionBehavior()
    with pytest.raises(TypeError):
        walls.veto = 1
