"""Identity and lifetime: references, containers, closing, the end of the interpreter."""
# SPDX-License-Identifier: MIT
import gc
import os
import weakref

import pytest

import bagatelle as bg
from bagatelle._native import lib


def test_a_living_id_always_yields_the_same_object():
    item = bg.Item()
    animator, gravity = bg.DynamicAnimator(), bg.GravityBehavior([item])
    animator.add_behavior(gravity)
    animator.advance(1 / 60)
    assert gravity.items[0] is item and animator.items[0] is item and animator.states[0].item is item
    assert animator.behaviors[0] is gravity and gravity.animator is animator and item.animator is animator


def test_subclass_instances_live_on_in_their_containers():
    class Special(bg.GravityBehavior):
        pass

    class Thing(bg.Item):
        name = "thing"

    animator, parent = bg.DynamicAnimator(), bg.DynamicBehavior()
    parent.add_child(Special([Thing()]))
    animator.add_behavior(parent)
    del parent
    gc.collect()
    child = animator.behaviors[0].children[0]
    assert type(child) is Special and type(child.items[0]) is Thing and child.items[0].name == "thing"


def test_attachments_and_snaps_hold_their_items():
    class Thing(bg.Item):
        pass

    rod, snap = bg.AttachmentBehavior(Thing(), Thing()), bg.SnapBehavior(Thing(), (0, 0))
    gc.collect()
    assert [type(item) for item in rod.items + snap.items] == [Thing] * 3


@pytest.mark.parametrize("way", ["remove", "remove all", "detach", "close", "collect"])
def test_what_left_its_container_is_not_held(way):
    animator, item = bg.DynamicAnimator(), bg.Item()
    snap = bg.SnapBehavior(item, (0, 0))
    animator.add_behavior(snap)
    watch = weakref.ref(snap)
    if way == "remove":
        animator.remove_behavior(snap)
    elif way == "remove all":
        animator.remove_all_behaviors()
    elif way == "detach":
        item.detach()
    elif way == "close":
        animator.close()
    else:
        del animator
    del snap
    gc.collect()
    assert watch() is None


def test_detaching_takes_an_item_out_of_everything():
    item, other = bg.Item(), bg.Item()
    animator, gravity, parent = bg.DynamicAnimator(), bg.GravityBehavior([item, other]), bg.DynamicBehavior()
    rod = bg.AttachmentBehavior(item, other)
    parent.add_child(rod)
    animator.add_behavior(gravity)
    animator.add_behavior(parent)
    item.detach()
    assert gravity.items == [other] and rod.animator is None and item.animator is None
    watch, number = weakref.ref(item), item.id
    assert parent.children == [] or parent.children == [rod]
    closed = bg.SnapBehavior(other, (0, 0))
    animator.add_behavior(closed)
    closed.close()
    other_snap = weakref.ref(closed)
    del item, rod, closed
    gc.collect()
    animator.advance(0)  # lets go of what left
    assert watch() is None and not lib.bgt_is_alive(number)
    assert animator.items == [other]
    other.detach()
    gc.collect()
    assert animator.behaviors == [gravity, parent] and other_snap() is None


def test_closing_gives_the_reference_back_once():
    item = bg.Item()
    number = item.id
    item.close()
    item.close()
    assert not item.is_alive and not lib.bgt_is_alive(number) and repr(item) == "Item(closed)"


def test_closed_objects_refuse_every_use():
    item, gravity, animator = bg.Item(), bg.GravityBehavior(), bg.DynamicAnimator()
    for thing in (item, gravity, animator):
        thing.close()
    uses = [lambda: item.center, lambda: item.bounds_type, lambda: item.path, lambda: item.is_resting,
            lambda: item.animator, lambda: setattr(item, "center", (1, 1)), item.detach,
            lambda: gravity.items, lambda: gravity.magnitude, lambda: gravity.animator,
            lambda: gravity.add_item(bg.Item()),
            lambda: setattr(gravity, "action", print), lambda: animator.advance(0), lambda: animator.states,
            lambda: animator.behaviors, lambda: animator.add_behavior(bg.GravityBehavior()),
            lambda: animator.is_running, lambda: animator.state_hash, lambda: animator.reference_bounds,
            lambda: animator.counters, lambda: animator.default_material, lambda: bg.GravityBehavior([item])]
    for use in uses:
        with pytest.raises(bg.StaleIdError) as caught:
            use()
        assert isinstance(caught.value, ReferenceError)
    assert repr(gravity) == "GravityBehavior(closed)" and repr(animator) == "DynamicAnimator(closed)"


def test_a_closed_object_lives_while_a_container_holds_it():
    item, animator = bg.Item(), bg.DynamicAnimator()
    gravity = bg.GravityBehavior([item])
    item.close()
    assert item.is_alive and gravity.items == [item]
    animator.add_behavior(gravity)
    gravity.close()
    assert gravity.is_alive and animator.behaviors == [gravity]
    animator.advance(1 / 60)
    assert item.center.y > 0
    animator.remove_behavior(gravity)
    assert not gravity.is_alive


def test_with_closes():
    with bg.DynamicAnimator() as animator, bg.Item() as item, bg.GravityBehavior([item]) as gravity:
        animator.add_behavior(gravity)
    assert not animator.is_alive and not gravity.is_alive and not item.is_alive


def test_behaviors_outlive_their_animator():
    item = bg.Item()
    gravity = bg.GravityBehavior([item])
    with bg.DynamicAnimator() as animator:
        animator.add_behavior(gravity)
    assert gravity.animator is None and gravity.items == [item]
    gravity.angle = 1
    other = bg.DynamicAnimator()
    other.add_behavior(gravity)
    assert other.advance(1 / 60) == 2


def test_objects_made_by_c_are_wrapped_by_kind():
    import ctypes as c

    from bagatelle import _core

    number = c.c_uint64()
    assert lib.bgt_snap_create is not None
    assert lib.bgt_push_create(None, c.byref(number)) == 0
    push = _core.wrap(number.value)
    assert type(push) is bg.PushBehavior and _core.wrap(number.value) is push and push.items == []
    assert lib.bgt_release(number.value) == 0
    assert push.is_alive
    push.close()
    assert not push.is_alive
    assert _core.wrap(0) is None and _core.wrap(number.value) is push
    del push
    assert _core.wrap(number.value) is None


def test_live_counts_return_to_zero(run_python):
    out = run_python("""
import gc
import bagatelle as bg
from bagatelle import examples
for name in examples.NAMES:
    examples.load(name).main()
gc.collect()
print(bg.get_live_count(), bg.get_live_count(bg.Item), bg.get_live_count(bg.DynamicAnimator))
item = bg.Item()
print(bg.get_live_count(), bg.get_live_count(bg.Item), bg.get_live_count(bg.GravityBehavior))
""")
    assert out.split()[-6:] == ["0", "0", "0", "1", "1", "0"]
    with pytest.raises(TypeError):
        bg.get_live_count(int)


def test_many_objects_come_and_go():
    before = bg.get_live_count()
    for _ in range(300):
        animator, items = bg.DynamicAnimator(), [bg.Item() for _ in range(5)]
        animator.add_behavior(bg.GravityBehavior(items))
        animator.add_behavior(bg.CollisionBehavior(items))
        animator.advance(1 / 60)
    del animator, items
    gc.collect()
    assert bg.get_live_count() == before


def test_the_end_of_the_interpreter_is_silent(run_python):
    out = run_python("""
import atexit
import bagatelle as bg
item = bg.Item()
animator = bg.DynamicAnimator()
gravity = bg.GravityBehavior([item])
gravity.action = lambda: animator
animator.add_behavior(gravity)
animator.on_did_pause = print
class Late:
    def __del__(self):
        try:
            item.center = (5, 5)
            animator.advance(1 / 60)
        except Exception:
            pass
late = Late()
cycle = [item, animator, late]
cycle.append(cycle)
bg.set_log(print)
atexit.register(lambda: animator.advance(1 / 60))
print("done")
""")
    assert out.split() == ["done"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_can_use_and_leave_what_it_has(run_python):
    out = run_python("""
import os, sys
import bagatelle as bg
item = bg.Item()
animator = bg.DynamicAnimator()
animator.add_behavior(bg.GravityBehavior([item]))
animator.advance(1 / 60)
sys.stdout.flush()
child = os.fork()
if child == 0:
    animator.advance(1 / 60)
    del animator
    item.close()
    sys.exit(0)
_, status = os.waitpid(child, 0)
animator.advance(1 / 60)
print(os.WEXITSTATUS(status), item.is_alive)
""")
    assert out.split() == ["0", "True"]
