"""Fluid motion beyond UIKit, and gesture arithmetic."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg
from bagatelle import Channel, Curve, Position


def moving(timeline, item, x=100.0, duration=1.0, timing=Curve.LINEAR):
    def block():
        item.center = (x, 0)

    return bg.PropertyAnimator(timeline, duration, timing, block)


def test_repeats_alternate_and_end_at_the_start_after_an_even_number():
    timeline, item, ends = bg.Timeline(), bg.Item(), []
    animator = moving(timeline, item)
    animator.set_iterations(2, alternating=True)
    assert animator.iterations == 2 and animator.is_alternating
    animator.add_completion(ends.append)
    animator.start()
    timeline.advance(1.25)
    assert item.presented_center.x == pytest.approx(75)
    timeline.advance(1)
    assert ends == [Position.START] and item.center.x == 0


def test_an_endless_repeat_never_completes():
    timeline, item = bg.Timeline(), bg.Item()
    animator = moving(timeline, item)
    animator.set_iterations(math.inf)
    assert animator.iterations == math.inf
    animator.start()
    timeline.advance(1000.5)
    assert animator.is_running and item.presented_center.x == pytest.approx(50)
    with pytest.raises(bg.StateError):
        animator.set_iterations(1)
    animator.stop()


def test_the_rate_changes_without_a_jump():
    timeline, item = bg.Timeline(), bg.Item()
    animator = moving(timeline, item)
    animator.start()
    timeline.advance(0.25)
    animator.rate = 2
    assert item.presented_center.x == pytest.approx(25) and animator.rate == 2
    timeline.advance(0.25)
    assert item.presented_center.x == pytest.approx(75)


def test_continue_to_a_fraction_pauses_there():
    timeline, item = bg.Timeline(), bg.Item()
    animator = moving(timeline, item)
    animator.continue_to(0.4)
    timeline.advance(3)
    assert item.presented_center.x == pytest.approx(40) and not animator.is_running
    animator.stop()


def test_keyframes_run_in_their_windows():
    timeline, item = bg.Timeline(), bg.Item()
    animator = bg.PropertyAnimator(timeline, 1, Curve.LINEAR)
    animator.add_keyframe(0, 0.5, lambda: setattr(item, "center", (100, 0)))
    animator.add_keyframe(0.5, 0.5, lambda: setattr(item, "center", (100, 50)), timing=Curve.LINEAR)
    animator.start()
    timeline.advance(0.25)
    assert item.presented_center == (50, 0)
    timeline.advance(0.5)
    assert item.presented_center == (100, 25)
    with pytest.raises(bg.RangeError):
        bg.PropertyAnimator(timeline, 1).add_keyframe(0.8, 0.5, lambda: None)


def test_staggered_items_begin_one_after_the_other():
    timeline = bg.Timeline()
    items = [bg.Item() for _ in range(3)]
    animator = bg.PropertyAnimator(timeline, 1, Curve.LINEAR)
    animator.add_staggered(3, 0.25, lambda index: setattr(items[index], "center", (100, 0)),
                           origin=bg.StaggerOrigin.LAST)
    animator.start()
    timeline.advance(0.5)
    places = [item.presented_center.x for item in items]
    assert places == pytest.approx([0, 50, 100])


def test_a_retarget_keeps_place_and_velocity():
    timeline, item, ends = bg.Timeline(), bg.Item(), []
    moving(timeline, item).start()
    timeline.advance(0.5)
    spring = bg.Timing.spring(duration=0.4, bounce=0.2)
    animator = bg.PropertyAnimator.retarget(timeline, item, Channel.CENTER, (0, 40), spring,
                                            completion=ends.append)
    assert item.presented_center.x == pytest.approx(50) and item.center == (0, 40)
    assert item.presented_velocity(Channel.CENTER)[0] == pytest.approx(100)
    timeline.advance(animator.remaining_seconds + 0.01)
    assert item.presented_center == (0, 40) and ends == [Position.END]
    with pytest.raises(bg.StateError):
        bg.PropertyAnimator.retarget(timeline, item, Channel.CENTER, (0, 0), bg.Timing())


def test_a_retarget_takes_another_velocity():
    timeline, item = bg.Timeline(), bg.Item()
    bg.PropertyAnimator.retarget(timeline, item, Channel.ROTATION, (1,), bg.Timing.spring(duration=0.4),
                                 velocity=(7,))
    assert item.presented_velocity(Channel.ROTATION)[0] == pytest.approx(7)


def test_decay_coasts_and_springs_back_at_a_bound():
    timeline, item, ends = bg.Timeline(), bg.Item(), []
    bg.PropertyAnimator.decay(timeline, item, Channel.CENTER, (1000, 0), high=(100, 1e9),
                              completion=ends.append)
    most = 0.0
    for _ in range(300):
        timeline.advance(1 / 60)
        most = max(most, item.presented_center.x)
    assert most > 101 and item.presented_center == (100, 0) and ends == [Position.END]
    free = bg.Item()
    bg.PropertyAnimator.decay(timeline, free, Channel.CENTER, (1000, 0))
    timeline.advance(20)
    assert free.center.x == pytest.approx(bg.decay_distance(1000, 1e6), abs=1e-6)


def test_a_snap_moves_the_end_of_a_decay():
    timeline, item, seen = bg.Timeline(), bg.Item(), []

    def snap(rest):
        seen.append(rest)
        return round(rest.x / 100) * 100, 0

    bg.PropertyAnimator.decay(timeline, item, Channel.CENTER, (1000, 0), snap=snap)
    assert item.center == (500, 0) and seen[0].x == pytest.approx(499.5, abs=0.01)
    timeline.advance(20)
    assert item.presented_center == (500, 0)
    with pytest.raises(ZeroDivisionError):
        bg.PropertyAnimator.decay(timeline, item, Channel.CENTER, (1000, 0), snap=lambda rest: 1 / 0)


def test_overshoot_can_be_cut_off_at_the_target_and_at_the_start():
    def extremes(clamp, velocity):
        timeline, item = bg.Timeline(), bg.Item()
        spring = bg.Timing.spring(damping_ratio=0.2, velocity=velocity)
        animator = moving(timeline, item, timing=spring)
        animator.clamp = clamp
        assert animator.clamp is clamp and animator.copy().clamp is clamp
        animator.start()
        places = []
        for _ in range(120):
            timeline.advance(1 / 120)
            places.append(item.presented_center.x)
            if places[-1] == 100 and clamp & bg.Clamp.END and item.is_animating(Channel.CENTER):
                assert item.presented_velocity(Channel.CENTER)[0] == 0
        return min(places), max(places)

    low, high = extremes(bg.Clamp.NONE, (-8, 0))
    assert low < -3 and high > 120
    assert extremes(bg.Clamp.END, (-8, 0)) == (low, 100)
    assert extremes(bg.Clamp.START, (-8, 0)) == (0, high)
    assert extremes(bg.Clamp.BOTH, (-8, 0)) == (0, 100)


def test_an_absolute_velocity_needs_no_way():
    timeline, item = bg.Timeline(), bg.Item()
    spring = bg.Timing.spring(duration=0.5, bounce=0.3, velocity=(400, 0), absolute=True)
    bg.PropertyAnimator(timeline, 1, spring, lambda: setattr(item, "center", (0, 0))).start()
    assert item.presented_velocity(Channel.CENTER)[0] == pytest.approx(400)
    timeline.advance(0.05)
    assert item.presented_center.x > 10
    timeline.advance(5)
    assert item.presented_center == (0, 0)
    relative = bg.Timing.spring(duration=0.5, bounce=0.3, velocity=(4, 0))
    bg.PropertyAnimator(timeline, 1, relative, lambda: setattr(item, "center", (0, 0))).start()
    timeline.advance(0.05)
    assert item.presented_center == (0, 0)


def test_a_timeline_tells_what_all_its_animators_do():
    timeline, item, log = bg.Timeline(), bg.Item(), []
    animator = moving(timeline, item)
    timeline.on_change = lambda one, changes: log.append((timeline.time, one is animator, changes))
    animator.start()
    timeline.advance(0.25)
    animator.pause()
    animator.is_reversed = True
    animator.start()
    timeline.advance(1)
    running, state = bg.Changes.RUNNING, bg.Changes.STATE
    assert log == [(0, True, running | state), (0.25, True, running), (0.25, True, bg.Changes.REVERSED),
                   (0.25, True, running), (1.25, True, running | state)]
    timeline.on_change = None
    animator.start()
    assert len(log) == 5


# ---- Gestures
def test_projection_and_rubber_band_have_the_published_values():
    assert bg.project(300) == pytest.approx(149.7) and bg.project(100) == pytest.approx(49.9)
    assert bg.project(300, rate=0.99) == pytest.approx(29.7)
    shown = bg.rubber_band(100, 400)
    assert shown == pytest.approx(100 * 0.55 * 400 / (400 + 55))
    assert bg.rubber_band_inverse(shown, 400) == pytest.approx(100)
    assert bg.relative_velocity((100, 5), (0, 0), (200, 0)) == (0.5, 0)
    with pytest.raises(bg.RangeError):
        bg.project(1, rate=1)


def test_decay_is_exponential():
    assert bg.decay_velocity(1000, 0.001) == pytest.approx(998)
    seconds = bg.decay_seconds(1000, threshold=0.5)
    assert bg.decay_distance(1000, 1e6) - bg.decay_distance(1000, seconds) == pytest.approx(0.5)


def test_a_tracker_gives_the_slope_of_the_latest_places():
    tracker = bg.VelocityTracker()
    assert tracker.velocity == (0, 0)
    for step in range(8):
        tracker.add(step * 0.01, (3 * step, -step))
    assert tracker.velocity == pytest.approx((300, -100))
    assert tracker.velocity_at(0.08) == pytest.approx((300, -100)) and tracker.velocity_at(1) == (0, 0)
    with pytest.raises(bg.RangeError):
        tracker.add(0, (0, 0))
    tracker.reset()
    assert tracker.velocity == (0, 0)
