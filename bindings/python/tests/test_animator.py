"""The animator: time, settings, queries, states."""
# SPDX-License-Identifier: MIT
import math
import sys

import pytest

import bagatelle as bg


def falling(count=1):
    """An animator with gravity on so many items."""
    items = [bg.Item((index * 20, 0), size=(10, 10)) for index in range(count)]
    animator = bg.DynamicAnimator()
    animator.add_behavior(bg.GravityBehavior(items))
    return animator, items


# ---- Time
def test_advance_returns_the_number_of_steps():
    animator, _ = falling()
    assert animator.advance(1 / 60) == 2 and animator.advance(0) == 0
    assert animator.advance(1 / 240) == 0 and animator.advance(1 / 240) == 1
    assert animator.elapsed_seconds == pytest.approx(3 / 120)


def test_time_beyond_a_quarter_of_a_second_is_dropped_and_counted():
    animator, _ = falling()
    assert animator.advance(1) == 30
    assert animator.dropped_seconds == pytest.approx(0.75)
    assert animator.real_elapsed_seconds == pytest.approx(1)


@pytest.mark.parametrize("bad", [-1, math.nan, math.inf, 10**400])
def test_bad_times_are_refused(bad):
    animator, items = falling()
    with pytest.raises(bg.RangeError):
        animator.advance(bad)
    with pytest.raises(TypeError):
        animator.advance("1")
    assert animator.elapsed_seconds == 0 and items[0].center == (0, 0)


def test_speed_scales_time():
    animator, _ = falling()
    animator.speed = 0.5
    assert animator.speed == 0.5 and animator.advance(1 / 60) == 1
    with pytest.raises(bg.RangeError):
        animator.speed = -1


def test_free_fall_is_that_of_the_closed_form(fall):
    animator, items = falling()
    fall(animator, 1)
    assert items[0].center.y == pytest.approx(1000 / 0.1 * (1 - (1 - math.exp(-0.1)) / 0.1), rel=0.01)


def test_step_length_and_substeps_are_given_at_the_start():
    animator = bg.DynamicAnimator(step_seconds=1 / 60, substeps=4)
    animator.add_behavior(bg.GravityBehavior([bg.Item()]))
    assert animator.advance(0.1) == 6
    for arguments in ({"step_seconds": 1}, {"step_seconds": math.nan}, {"substeps": 0}, {"substeps": -1},
                      {"substeps": 2**32 + 2}, {"workers": 0}, {"workers": 65}, {"workers": 2**32 + 1}):
        with pytest.raises(bg.RangeError):
            bg.DynamicAnimator(**arguments)


def test_the_number_of_workers_changes_no_bit():
    hashes = set()
    for workers in (1, 2, 5):
        boxes = [bg.Item((40 + 25 * (i % 20), 580 - 25 * (i // 20)), size=(20, 20)) for i in range(300)]
        floor = bg.CollisionBehavior(boxes)
        floor.add_boundary("floor", (0, 600), (600, 600))
        with bg.DynamicAnimator(workers=workers) as animator:
            animator.add_behavior(bg.GravityBehavior(boxes))
            animator.add_behavior(floor)
            for _ in range(20):
                animator.advance(1 / 60)
            hashes.add(animator.state_hash)
    assert len(hashes) == 1


def test_an_animator_runs_until_everything_rests(fall):
    box = bg.Item((160, 530), size=(30, 30))
    animator = bg.DynamicAnimator(reference_bounds=(0, 0, 320, 568))
    walls = bg.CollisionBehavior([box])
    walls.is_translating_reference_bounds = True
    assert not animator.is_running
    animator.add_behavior(bg.GravityBehavior([box]))
    animator.add_behavior(walls)
    assert animator.is_running and "running" in repr(animator)
    fall(animator, 3)
    assert not animator.is_running and box.is_resting and "paused" in repr(animator)
    assert box.center.y == pytest.approx(553, abs=0.5)
    assert animator.states[0].flags & bg.ItemFlags.RESTING


# ---- Settings
def test_settings_come_back_and_bad_ones_are_refused():
    animator = bg.DynamicAnimator()
    defaults = {"bounce_threshold": 30, "rest_speed": 1.5,
                "rest_angular_speed": pytest.approx(0.0349, abs=1e-3), "rest_seconds": 0.5,
                "length_scale": 1, "pixel_scale": 0, "speed": 1}
    for name, value in defaults.items():
        assert getattr(animator, name) == value, name
        setattr(animator, name, 2)
        assert getattr(animator, name) == 2, name
        with pytest.raises(bg.RangeError):
            setattr(animator, name, math.nan)
        assert getattr(animator, name) == 2, name
    animator.is_using_documented_defaults = True
    assert animator.is_using_documented_defaults
    assert animator.default_material == pytest.approx(bg.Material())
    animator.default_material = bg.Material(elasticity=0.9)
    assert animator.default_material.elasticity == pytest.approx(0.9)
    with pytest.raises(bg.RangeError):
        animator.default_material = bg.Material(density=0)
    with pytest.raises(TypeError):
        animator.default_material = (1, 2)


def test_the_length_scale_is_fixed_once_there_are_items():
    animator, _ = falling()
    with pytest.raises(bg.StateError):
        animator.length_scale = 2


def test_reference_bounds_can_be_none():
    animator = bg.DynamicAnimator()
    assert animator.reference_bounds is None
    animator.reference_bounds = (0, 0, 320, 568)
    assert animator.reference_bounds == bg.Rect(0, 0, 320, 568)
    assert bg.DynamicAnimator(reference_bounds=bg.Rect(1, 2, 3, 4)).reference_bounds == (1, 2, 3, 4)
    animator.reference_bounds = None
    assert animator.reference_bounds is None
    with pytest.raises(bg.RangeError):
        animator.reference_bounds = (0, 0, math.nan, 1)


# ---- Queries
def test_items_are_found_in_a_rectangle():
    animator, items = falling(5)
    assert animator.items == items
    assert animator.items_in((0, -50, 25, 100)) == items[:2]
    assert animator.items_in((1000, 1000, 5, 5)) == []
    assert animator.items_in(bg.Rect(-50, -50, 500, 500)) == items


def test_more_items_than_one_call_takes_are_listed():
    animator, items = falling(100)
    assert animator.items == items and animator.behaviors[0].items == items


def test_updating_takes_up_what_was_set():
    animator, items = falling()
    animator.advance(1 / 60)
    speed = items[0].velocity.y
    items[0].center, items[0].size = (50, 50), (30, 30)
    assert animator.update_item(items[0]) is True
    assert items[0].velocity.y == speed
    animator.advance(1 / 60)
    assert items[0].center.x == 50
    assert animator.update_item(items[0], keep_size=True) is True
    assert animator.update_item(bg.Item()) is False


def test_counters_count():
    animator, _ = falling(3)
    animator.advance(1 / 60)
    counters = animator.counters
    assert (counters.items, counters.awake_items, counters.joints, counters.steps) == (3, 3, 0, 2)
    assert counters.bytes > 0


def test_equal_runs_give_equal_hashes(fall):
    hashes = []
    for _ in range(2):
        animator, _items = falling(3)
        fall(animator, 0.5)
        hashes.append(animator.state_hash)
    assert hashes[0] == hashes[1] != 0
    animator.advance(1 / 60)
    assert animator.state_hash != hashes[0]


# ---- States
def test_states_are_a_sequence():
    animator, items = falling(3)
    animator.advance(1 / 60)
    states = animator.states
    assert len(states) == 3 and [state.item for state in states] == items
    assert states[-1].item is items[2] and [state.item for state in states[1:]] == items[1:]
    assert states[0].center == items[0].center and states[0].velocity == items[0].velocity
    assert states[0].flags == bg.ItemFlags(0)
    with pytest.raises(IndexError):
        states[3]
    with pytest.raises(IndexError):
        states[-4]
    assert repr(states) == "StateArray(3 states, view)"
    assert animator.state_of(items[1]) == states[1]
    with pytest.raises(bg.NotAMemberError):
        animator.state_of(bg.Item())


def test_a_view_is_stale_after_the_next_tick_but_a_copy_is_not():
    animator, items = falling(2)
    animator.advance(1 / 60)
    view, copy, other = animator.states, animator.states.copy(), animator.copied_states
    before = copy[0].center
    animator.advance(1 / 60)
    for use in (lambda: view[0], lambda: list(view), lambda: view.copy(), lambda: view.data,
                lambda: view.__array_interface__):
        with pytest.raises(bg.StaleViewError):
            use()
    assert copy[0].center == other[0].center == before != animator.states[0].center
    assert not copy.is_view and view.is_view and repr(copy) == "StateArray(2 states, copy)"


@pytest.mark.parametrize("change", ["add", "remove", "detach", "close"])
def test_a_view_is_stale_after_a_change_of_members(change):
    animator, items = falling(2)
    animator.advance(1 / 60)
    view, gravity = animator.states, animator.behaviors[0]
    if change == "add":
        gravity.add_item(bg.Item())
        animator.advance(0)
    elif change == "remove":
        animator.remove_behavior(gravity)
    elif change == "detach":
        items[0].detach()
    else:
        animator.close()
    with pytest.raises(bg.StaleViewError):
        view[0]


def test_presented_states_lie_between_two_steps():
    animator, items = falling(1)
    animator.advance(1 / 60)
    animator.advance(1 / 240)
    presented, model = animator.presented_states[0], animator.states[0]
    assert 0 < presented.center.y < model.center.y
    assert not animator.presented_states.is_view


def test_states_are_a_buffer():
    animator, items = falling(2)
    animator.advance(1 / 60)
    data = animator.states.data
    assert data.nbytes == 128 and data.itemsize == 64 and data.readonly
    assert int.from_bytes(bytes(data)[64:72], sys.byteorder) == items[1].id
    if sys.version_info >= (3, 12):
        assert memoryview(animator.states).nbytes == 128
    copy = animator.states.copy().data
    assert not copy.readonly and bytes(copy) == bytes(animator.states.data)
    assert bg.DynamicAnimator().states.data.nbytes == 0


def test_numpy_sees_states_without_copying():
    numpy = pytest.importorskip("numpy")
    animator, items = falling(3)
    animator.advance(1 / 60)
    array = numpy.asarray(animator.states)
    assert array.shape == (3,) and array.dtype.itemsize == 64 and not array.flags.writeable
    assert array["center"].shape == (3, 2) and array["velocity"].shape == (3, 2)
    assert list(array["item"]) == [item.id for item in items]
    assert tuple(array["center"][2]) == items[2].center
    assert array["velocity"][0, 1] == items[0].velocity.y and array["flags"][0] == 0
    before = array["center"][0, 1]
    animator.advance(1 / 60)
    assert array["center"][0, 1] > before  # the same memory
    assert len(numpy.asarray(bg.DynamicAnimator().states)) == 0
    copy = numpy.array(animator.states.copy())
    animator.advance(1 / 60)
    assert copy["center"][0, 1] < items[0].center.y


def test_a_numpy_array_keeps_the_memory_of_its_animator():
    numpy = pytest.importorskip("numpy")
    animator, items = falling(3)
    animator.advance(1 / 60)
    array = numpy.asarray(animator.states)["center"]
    expected, number = array.copy(), animator.id
    for item in items:
        animator.behaviors[0].add_item(bg.Item())
    animator.close()
    del animator
    assert bg._native.lib.bgt_is_alive(number)
    assert (array == expected).all()
    del array
    assert not bg._native.lib.bgt_is_alive(number)


def test_everything_works_without_numpy(run_python):
    out = run_python("""
import sys
sys.modules["numpy"] = None
import bagatelle as bg
item = bg.Item()
animator = bg.DynamicAnimator()
animator.add_behavior(bg.GravityBehavior([item]))
animator.advance(1 / 60)
bg.set_centers([item], [(1, 2)])
bg.set_angles([item], [0.5])
print(len(animator.states), animator.states.data.nbytes, animator.states.copy()[0].velocity.y > 0)
""")
    assert out.split() == ["1", "64", "True"]
