"""Callbacks: when they run, what they are given, and what becomes of their exceptions."""
# SPDX-License-Identifier: MIT
import gc
import signal
import sys
import threading
import traceback
import weakref

import pytest

import bagatelle as bg
from bagatelle import _core


class Boom(Exception):
    pass


@pytest.fixture
def scene():
    """A box that falls 60 points onto a floor, with another box on the floor beside it."""

    class Scene:
        def __init__(self):
            self.box = bg.Item((100, 25), size=(30, 30))
            self.animator = bg.DynamicAnimator(reference_bounds=(0, 0, 320, 100))
            self.gravity = bg.GravityBehavior([self.box])
            self.walls = bg.CollisionBehavior([self.box])
            self.walls.add_boundary("floor", (0, 100), (320, 100))
            self.animator.add_behavior(self.gravity)
            self.animator.add_behavior(self.walls)

    made = Scene()
    yield made
    made.__dict__.clear()


def test_contacts_tell_item_boundary_and_point(scene, fall):
    began, ended = [], []
    scene.walls.on_contact_began = began.append
    scene.walls.on_contact_ended = ended.append
    assert scene.walls.on_contact_began == began.append
    fall(scene.animator, 3)
    first = began[0]
    assert first.behavior is scene.walls and first.item is scene.box and first.other is None
    assert first.boundary == "floor" and first.phase is bg.ContactPhase.BEGAN
    assert first.point == pytest.approx((100, 100), abs=16) and first.normal == pytest.approx((0, 1))
    assert first.approach_speed == pytest.approx(346, abs=25) and first.impulse > 0
    assert len(began) == len(ended) + 1 and ended[0].phase is bg.ContactPhase.ENDED
    scene.walls.on_contact_began = None
    assert scene.walls.on_contact_began is None


def test_contacts_of_two_items_and_of_boundaries_are_told_apart(fall):
    low, high = bg.Item((100, 85), size=(30, 30)), bg.Item((100, 40), size=(30, 30))
    animator, walls = bg.DynamicAnimator(), bg.CollisionBehavior([low, high])
    walls.add_boundary("floor", (0, 100), (320, 100))
    pairs, floors, parted, left = [], [], [], []
    walls.on_items_began, walls.on_boundary_began = pairs.append, floors.append
    walls.on_items_ended, walls.on_boundary_ended = parted.append, left.append
    assert walls.on_contact_began is None
    animator.add_behavior(bg.GravityBehavior([low, high]))
    animator.add_behavior(walls)
    fall(animator, 2)
    assert pairs and all({contact.item, contact.other} == {low, high} for contact in pairs)
    assert floors and all(contact.other is None for contact in floors)
    ends = len(parted)
    high.detach()
    animator.advance(1 / 60)
    assert len(parted) == ends + 1 == len(pairs) and parted[-1].point == (0, 0)


def test_contacts_can_be_polled(scene):
    seen = []
    for _ in range(60):
        scene.animator.advance(1 / 60)
        seen += scene.animator.contacts
    assert seen[0].item is scene.box and seen[0].boundary == "floor" and 0 <= seen[0].step < 2


def test_actions_run_once_per_tick_parents_before_children():
    order, animator = [], bg.DynamicAnimator()
    parent, child = bg.DynamicBehavior(), bg.GravityBehavior([bg.Item()])
    parent.add_child(child)
    child.action = lambda: order.append("child")
    parent.action = lambda: order.append("parent")
    animator.add_behavior(parent)
    animator.advance(1 / 60)
    animator.advance(1 / 60)
    assert order == ["parent", "child"] * 2
    child.action = None
    animator.advance(1 / 60)
    assert order[4:] == ["parent"] and child.action is None


def test_resume_pause_and_rest_are_told(scene, fall):
    events = []
    scene.animator.on_will_resume = lambda animator: events.append(("resume", animator))
    scene.animator.on_did_pause = lambda animator: events.append(("pause", animator))
    scene.box.on_rest = lambda item: events.append(("rest", item))
    fall(scene.animator, 3)
    assert [name for name, _ in events] in (["resume", "rest", "pause"], ["resume", "pause", "rest"])
    assert dict(events) == {"resume": scene.animator, "pause": scene.animator, "rest": scene.box}


def test_callbacks_that_nobody_else_holds_stay(scene):
    calls = []
    scene.gravity.action = lambda: calls.append(1)
    gc.collect()
    scene.animator.advance(1 / 60)
    assert calls == [1]


def test_callbacks_must_be_callable(scene):
    for owner, name in ((scene.gravity, "action"), (scene.walls, "on_contact_began"), (scene.box, "on_rest"),
                        (scene.animator, "on_did_pause")):
        with pytest.raises(TypeError, match="callable"):
            setattr(owner, name, 5)
    with pytest.raises(TypeError):
        scene.box.set_driver(5)
    with pytest.raises(TypeError):
        bg.set_log(5)


# ---- Exceptions
def test_an_exception_comes_out_of_advance_with_its_traceback(scene):
    def fail_here():
        raise Boom("in the action")

    scene.gravity.action = fail_here
    before = scene.box.center
    with pytest.raises(Boom) as caught:
        scene.animator.advance(1 / 60)
    assert "fail_here" in "".join(traceback.format_tb(caught.value.__traceback__))
    assert scene.box.center.y > before.y  # the tick was completed
    scene.gravity.action = None
    assert scene.animator.advance(1 / 60) == 2


def test_the_first_exception_wins_and_the_other_callbacks_still_run(scene):
    calls = []

    def fail(name):
        calls.append(name)
        raise Boom(name)

    scene.gravity.action = lambda: fail("first")
    scene.walls.action = lambda: fail("second")
    with pytest.raises(Boom, match="first"):
        scene.animator.advance(1 / 60)
    assert calls == ["first", "second"]


def test_a_keyboard_interrupt_in_a_callback_comes_out(scene):
    def interrupt():
        raise KeyboardInterrupt

    scene.gravity.action = interrupt
    with pytest.raises(KeyboardInterrupt):
        scene.animator.advance(1 / 60)
    scene.gravity.action = None
    assert scene.animator.advance(1 / 60) == 2


def test_a_signal_during_advance_comes_out_and_the_animator_stays_usable(scene):
    scene.gravity.action = lambda: signal.raise_signal(signal.SIGINT)
    # A shell starts its background jobs with the signal ignored; Python then sets no handler of its own.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            for _ in range(100):
                scene.animator.advance(1 / 60)
    finally:
        signal.signal(signal.SIGINT, before)
    scene.gravity.action = None
    assert scene.animator.advance(1 / 60) == 2


def test_refused_calls_in_a_callback_can_be_caught_there(scene):
    caught = []

    def action():
        try:
            scene.animator.advance(1 / 60)
        except bg.BusyError as error:
            caught.append(error.status)

    scene.gravity.action = action
    assert scene.animator.advance(1 / 60) == 2
    assert caught == [bg.Status.BUSY]


def test_an_exception_does_not_come_out_of_calls_in_other_callbacks(scene):
    done = []

    def fail():
        raise Boom

    def set_something():
        scene.gravity.magnitude = 2
        done.append(scene.gravity.magnitude)

    scene.gravity.action = fail
    scene.walls.action = set_something
    with pytest.raises(Boom):
        scene.animator.advance(1 / 60)
    assert done == [2]


def test_an_exception_of_an_inner_call_comes_out_of_that_call(scene):
    class Failing(bg.DynamicBehavior):
        def will_move(self, animator):
            raise Boom("moving")

    failing, caught = Failing(), []

    def action():
        try:
            scene.animator.add_behavior(failing)
        except Boom as error:
            caught.append(str(error))

    scene.gravity.action = action
    assert scene.animator.advance(1 / 60) == 2
    assert caught == ["moving"] and failing in scene.animator.behaviors
    with pytest.raises(Boom, match="moving"):
        scene.animator.remove_behavior(failing)
    assert failing.animator is None


# ---- Subclasses and hooks
def test_will_move_can_be_overridden():
    class Prepared(bg.DynamicBehavior):
        def __init__(self):
            super().__init__()
            self.seen = []

        def will_move(self, animator):
            self.seen.append((animator, self.animator))
            if animator is not None and not self.children:
                self.add_child(bg.GravityBehavior([bg.Item()]))

    behavior, animator = Prepared(), bg.DynamicAnimator()
    animator.add_behavior(behavior)
    assert behavior.seen == [(animator, None)]
    assert len(animator.items) == 1 and behavior.children[0].animator is animator
    animator.remove_behavior(behavior)
    assert behavior.seen[1:] == [(None, animator)]


def test_will_move_is_told_when_the_animator_goes():
    moves = []

    class Watching(bg.GravityBehavior):
        def will_move(self, animator):
            moves.append(animator)

    behavior, animator = Watching(), bg.DynamicAnimator()
    animator.add_behavior(behavior)
    animator.close()
    assert moves == [animator, None] and behavior.animator is None and behavior.is_alive


def test_the_body_of_a_callback_may_change_everything(scene, fall):
    def clean_up(animator):
        animator.remove_all_behaviors()

    scene.animator.on_did_pause = clean_up
    fall(scene.animator, 3)
    assert scene.animator.behaviors == [] and not scene.animator.is_running


def test_an_animator_may_be_closed_in_its_own_callback(scene, fall):
    scene.gravity.action = scene.animator.close
    assert scene.animator.advance(1 / 60) >= 0
    assert not scene.animator.is_alive and scene.gravity.animator is None
    with pytest.raises(bg.StaleIdError):
        scene.animator.advance(1 / 60)


def test_a_callback_can_replace_itself(scene):
    calls = []

    def first():
        calls.append("first")
        scene.gravity.action = lambda: calls.append("second")

    scene.gravity.action = first
    for _ in range(3):
        scene.animator.advance(1 / 60)
    assert calls == ["first", "second", "second"]


# ---- Drivers
class Panel:
    """A driver that notes what is asked of it."""

    def __init__(self, center=(10, 20), size=(30, 40), angle=0.5):
        self.values = center, size, angle
        self.reads, self.written = 0, []

    def read(self, item):
        self.reads += 1
        return self.values

    def write(self, item, center, angle):
        self.written.append((item, center, angle))


def test_a_driver_is_read_at_joining_and_written_each_tick():
    panel, animator = Panel(), bg.DynamicAnimator()
    item = bg.Item(driver=panel)
    assert panel.reads == 0
    animator.add_behavior(bg.GravityBehavior([item]))
    animator.advance(1 / 60)
    animator.advance(1 / 60)
    assert panel.reads == 1 and len(panel.written) == 2
    who, center, angle = panel.written[-1]
    assert who is item and center.x == 10 and center.y > 20 and angle == 0.5
    assert isinstance(center, bg.Vector2)
    panel.values = (100, 100), (5, 5), 0
    animator.update_item(item)
    assert panel.reads == 2
    item.set_driver()
    animator.update_item(item)
    assert panel.reads == 2


def test_either_half_of_a_driver_will_do():
    written, animator = [], bg.DynamicAnimator()
    reader, writer = bg.Item((1, 1)), bg.Item((2, 2))
    reader.set_driver(read=lambda item: None)
    writer.set_driver(write=lambda item, center, angle: written.append(center))
    animator.add_behavior(bg.GravityBehavior([reader, writer]))
    animator.advance(1 / 60)
    assert reader.center.x == 1 and len(written) == 1


def test_an_exception_in_a_driver_comes_out_of_the_joining_call_which_fails():
    def read(item):
        raise Boom("reading")

    item, animator = bg.Item(), bg.DynamicAnimator()
    item.set_driver(read)
    gravity = bg.GravityBehavior([item])
    with pytest.raises(Boom, match="reading"):
        animator.add_behavior(gravity)
    assert animator.behaviors == [] and item.animator is None
    item.set_driver(lambda item: ("x", (1, 1), 0))
    with pytest.raises(TypeError):
        animator.add_behavior(gravity)
    item.set_driver(lambda item: ((0, 0), (0, 1), 0))
    with pytest.raises(bg.InvalidSizeError):
        animator.add_behavior(gravity)
    assert animator.behaviors == []


def test_an_exception_in_a_writer_comes_out_of_advance():
    def write(item, center, angle):
        raise Boom("writing")

    item, animator = bg.Item(), bg.DynamicAnimator()
    item.set_driver(write=write)
    animator.add_behavior(bg.GravityBehavior([item]))
    with pytest.raises(Boom, match="writing"):
        animator.advance(1 / 60)


# ---- Memory
def test_replaced_and_dead_callbacks_are_given_back(scene):
    gc.collect()
    before = len(_core._contexts)
    for _ in range(10):
        scene.gravity.action = lambda: None
        scene.walls.on_contact_began = print
        scene.box.on_rest = print
        scene.box.set_driver(lambda item: None)
        scene.animator.on_did_pause = print
    assert len(_core._contexts) == before + 6
    scene.gravity.action = scene.walls.on_contact_began = None
    scene.box.set_driver()
    assert len(_core._contexts) == before + 2
    push = bg.PushBehavior()
    push.action = print
    assert len(_core._contexts) == before + 3
    push.close()
    assert len(_core._contexts) == before + 2


def test_cycles_through_callbacks_can_be_collected():
    animator, behavior = bg.DynamicAnimator(), bg.GravityBehavior([bg.Item()])
    animator.add_behavior(behavior)
    behavior.action = lambda: animator.remove_behavior(behavior)
    animator.on_did_pause = lambda other: behavior
    watch, number = weakref.ref(animator), animator.id
    del animator, behavior
    gc.collect()
    assert watch() is None and not bg._native.lib.bgt_is_alive(number)


def test_an_exception_while_collecting_is_reported_not_raised(monkeypatch):
    class Failing(bg.GravityBehavior):
        def will_move(self, animator):
            if animator is None:
                raise Boom("leaving")

    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: reported.append(str(what.exc_value)))
    animator, behavior = bg.DynamicAnimator(), Failing()
    animator.add_behavior(behavior)
    del animator
    gc.collect()
    assert reported == ["leaving"]
    item = bg.Item()
    item.center = (1, 1)  # nothing is pending


# ---- Threads, log
def test_animators_on_different_threads_do_not_disturb_each_other():
    hashes, errors = [], []

    def work(fails):
        try:
            animator = bg.DynamicAnimator()
            gravity = bg.GravityBehavior([bg.Item()])
            animator.add_behavior(gravity)

            def action():
                if fails:
                    raise Boom

            gravity.action = action
            for _ in range(60):
                try:
                    animator.advance(1 / 60)
                    assert not fails
                except Boom:
                    assert fails
            hashes.append(animator.state_hash)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number % 2 == 0,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and len(hashes) == 6 and len(set(hashes)) == 1


def test_a_second_thread_is_told_that_the_animator_is_busy(scene):
    inside, leave, caught = threading.Event(), threading.Event(), []

    def action():
        inside.set()
        leave.wait(10)

    scene.gravity.action = action
    thread = threading.Thread(target=scene.animator.advance, args=(1 / 60,))
    thread.start()
    assert inside.wait(10)
    try:
        scene.animator.advance(1 / 60)
    except bg.BusyError as error:
        caught.append(error)
    leave.set()
    thread.join()
    assert len(caught) == 1


def test_the_log_function_can_be_set_and_removed():
    lines = []
    bg.set_log(lines.append)
    bg.set_log(lines.append)
    bg.set_log(None)
    assert lines == []
