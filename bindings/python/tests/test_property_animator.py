"""Property animators: the published logic vectors, callbacks, lists and hit tests of a timeline."""
# SPDX-License-Identifier: MIT
import gc
import math

import pytest

import bagatelle as bg
from bagatelle import AnimationState, Channel, Curve, Position

LINEAR = Curve.LINEAR


class Scene:
    def __init__(self, timing=LINEAR, duration=2.0):
        self.timeline, self.item, self.ends = bg.Timeline(), bg.Item(), []
        self.animator = self.move(timing, duration)

    def move(self, timing=LINEAR, duration=2.0, x=100):
        animator = bg.PropertyAnimator(self.timeline, duration, timing, lambda: self.put(x))
        animator.add_completion(self.ends.append)
        return animator

    def put(self, x):
        self.item.center = (x, 0)

    @property
    def x(self):
        return self.item.presented_center.x


def test_a_block_changes_the_model_at_once_and_what_is_presented_over_time():
    s = Scene()
    assert s.animator.start()
    s.timeline.advance_to(0.5)
    assert s.item.center.x == 100 and s.x == 25
    assert s.animator.fraction_complete == 0.25 and s.animator.is_running
    s.animator.is_reversed = True
    assert s.animator.fraction_complete == 0.75
    s.timeline.advance_to(1)
    assert s.animator.state == AnimationState.INACTIVE and s.item.center.x == 0 and s.ends == [Position.START]


def test_a_pause_turns_time_into_progress_and_a_start_back():
    s = Scene(Curve.EASE_IN)
    s.animator.start()
    s.timeline.advance_to(1)
    s.animator.pause()
    assert s.animator.fraction_complete == pytest.approx(0.315356813, abs=1e-8)
    assert s.x == pytest.approx(31.5357, abs=1e-4)
    s.animator.fraction_complete = 0.75
    s.animator.start()
    assert s.x == pytest.approx(75)
    assert s.animator.remaining_seconds == pytest.approx(0.319196945, abs=1e-8)
    assert s.animator.fraction_complete == pytest.approx(0.840401527, abs=1e-8)


def test_continue_takes_the_rest_of_the_curve_or_a_part_of_the_duration():
    for timing, factor, left in ((Curve.EASE_OUT, 0, 1.590153), (LINEAR, 0.5, 1.0)):
        s = Scene(Curve.EASE_IN)
        s.animator.start()
        s.timeline.advance_to(1)
        s.animator.pause()
        s.animator.continue_animation(timing, factor)
        assert s.x == pytest.approx(31.5357, abs=1e-4)
        assert s.animator.remaining_seconds == pytest.approx(left, abs=1e-6)
        s.timeline.advance(2)
        assert s.ends == [Position.END]


def test_stop_and_finish_choose_where_the_model_ends():
    for position, x in ((Position.START, 0), (Position.END, 100), (Position.CURRENT, 25)):
        s = Scene()
        s.animator.start()
        s.timeline.advance_to(0.5)
        s.animator.stop(without_finishing=False)
        assert s.animator.state == AnimationState.STOPPED
        s.animator.finish(position)
        assert s.item.center.x == x and s.ends == [position]
        with pytest.raises(bg.StateError):
            s.animator.finish(position)
        assert s.animator.misuse_count == 1


def test_a_stop_without_finishing_drops_the_completions():
    s = Scene()
    s.animator.start()
    s.timeline.advance_to(0.5)
    assert s.animator.stop() and not s.animator.stop()
    s.timeline.advance(5)
    assert s.item.center.x == 25 and s.ends == []


def test_an_animator_that_pauses_on_completion_can_go_back():
    s = Scene()
    s.animator.is_pausing_on_completion = True
    s.animator.start()
    s.timeline.advance_to(3)
    assert s.animator.state == AnimationState.ACTIVE and s.animator.fraction_complete == 1 and not s.ends
    s.animator.is_reversed = True
    s.animator.start()
    s.timeline.advance_to(5)
    assert s.x == 0 and s.animator.state == AnimationState.ACTIVE
    s.animator.stop()


def test_a_start_without_blocks_waits_for_the_first_one():
    s = Scene()
    animator = bg.PropertyAnimator(s.timeline, 2, LINEAR)
    animator.start()
    s.timeline.advance_to(1)
    animator.add_animations(lambda: s.put(100))
    assert s.x == 0
    s.timeline.advance_to(2)
    assert s.x == 50


def test_added_animations_end_together_with_the_others():
    s = Scene()
    s.animator.start()
    s.timeline.advance_to(0.5)
    other = bg.Item()

    def block():
        other.alpha = 0

    s.animator.add_animations(block, delay_factor=0.25)
    s.timeline.advance_to(0.5 + 0.375 + 0.5625)
    assert other.presented_alpha == pytest.approx(0.5) and other.is_animating(Channel.ALPHA)
    s.timeline.advance_to(2)
    assert other.presented_alpha == 0 and s.ends == [Position.END]


def test_two_animators_on_one_channel_add_up():
    s = Scene()
    s.animator.start()
    s.timeline.advance_to(1)
    back = s.move(x=0)
    back.start()
    assert s.x == 50
    s.timeline.advance_to(1.5)
    assert s.x == 50 and s.item.center.x == 0
    s.timeline.advance_to(3)
    assert s.ends == [Position.END, Position.END]


def test_a_delayed_start_waits_with_the_old_look():
    s = Scene()
    s.animator.start(after_delay=1)
    assert s.animator.delay == 1
    s.timeline.advance_to(0.5)
    assert s.item.center.x == 100 and s.x == 0 and s.animator.fraction_complete == 0
    s.timeline.advance_to(2)
    assert s.x == 50


def test_what_is_not_interruptible_runs_to_its_end():
    s = Scene()
    s.animator.is_interruptible = False
    s.animator.start()
    with pytest.raises(bg.NotInterruptibleError):
        s.animator.pause()
    with pytest.raises(bg.StateError):
        s.animator.is_interruptible = True
    s.timeline.advance_to(2)
    assert s.ends == [Position.END]


def test_scrubbing_along_the_curve():
    s = Scene(Curve.EASE_OUT)
    s.animator.is_scrubbing_linearly = False
    s.animator.pause()
    s.animator.fraction_complete = 0.5
    assert s.x == pytest.approx(68.4643, abs=1e-4)
    s.animator.is_scrubbing_linearly = True
    s.animator.stop()


def test_one_advance_and_a_thousand_give_the_same_bits():
    ends = []
    for steps in (1, 1000):
        s = Scene(bg.Timing.spring(damping_ratio=0.4))
        s.animator.start()
        for step in range(steps):
            s.timeline.advance_to((step + 1) / steps)
        ends.append(s.x)
    assert ends[0] == ends[1] != 0


def test_an_observer_is_told_what_changed():
    s, told = Scene(), []
    s.animator.on_change = lambda animator, changes: told.append((animator, changes))
    s.animator.start()
    s.animator.is_reversed = True
    s.timeline.advance(2)
    assert [one for one, _ in told] == [s.animator] * 3
    assert told[0][1] == bg.Changes.RUNNING | bg.Changes.STATE and told[1][1] == bg.Changes.REVERSED


def test_settings_are_kept_and_copied():
    s = Scene()
    for name in ("is_user_interaction_enabled", "is_manual_hit_testing_enabled", "is_scrubbing_linearly",
                 "is_pausing_on_completion", "is_completing_if_empty", "is_interruptible", "is_reversed"):
        before = getattr(s.animator, name)
        setattr(s.animator, name, not before)
        assert getattr(s.animator, name) != before
        assert getattr(s.animator.copy(), name) != before
    s.animator.additive = bg.Additive.NEVER
    assert s.animator.copy().additive == bg.Additive.NEVER
    assert s.animator.timing.curve == LINEAR and s.animator.timeline is s.timeline


def test_a_running_animator_lives_without_a_python_reference():
    s = Scene()
    bg.PropertyAnimator.running(s.timeline, 1, lambda: s.put(10), timing=LINEAR, completion=s.ends.append)
    gc.collect()
    s.timeline.advance(0.5)
    assert s.x == 5 and s.timeline.running_count == 1
    s.timeline.advance(1)
    assert s.ends == [Position.END] and s.timeline.running_count == 0
    assert not s.timeline._moving


def test_an_inner_animator_is_a_part_of_the_outer_one():
    s, inner = Scene(), []

    def block():
        s.put(100)
        inner.append(bg.PropertyAnimator.running(s.timeline, 9, lambda: setattr(s.item, "angle", 1.0),
                                                 completion=s.ends.append))

    outer = bg.PropertyAnimator(s.timeline, 2, LINEAR, block)
    outer.start()
    with pytest.raises(bg.NotInterruptibleError):
        inner[0].pause()
    s.timeline.advance(2)
    assert s.ends == [Position.END]


def test_an_exception_in_a_block_comes_out_of_the_start():
    s = Scene()

    def fail():
        raise KeyError("block")

    animator = bg.PropertyAnimator(s.timeline, 1, LINEAR, fail)
    with pytest.raises(KeyError):
        animator.start()
    animator.stop()


def test_a_completion_may_close_and_start_animators():
    s = Scene()

    def again(_):
        s.animator.close()
        s.move(x=0).start()

    s.animator.add_completion(again)
    s.animator.start()
    s.timeline.advance_to(2)
    assert s.x == 100 and s.item.center.x == 0
    s.timeline.advance_to(3)
    assert s.x == 50


def test_letting_a_paused_animator_go_is_a_misuse():
    s, told = Scene(), []
    s.timeline.on_misuse = lambda animator, rule: told.append((animator, rule))
    s.animator.start()
    s.timeline.advance(0.5)
    s.animator.pause()
    s.animator.close()
    assert s.item.center.x == 25 and s.timeline.misuse_count == 1 and told[0][0] is None and told[0][1]


def test_animators_refuse_once_their_timeline_has_died():
    s = Scene()
    s.timeline.close()
    with pytest.raises(bg.StateError):
        s.animator.start()
    assert s.animator.timeline is None


# ---- Channels
def test_every_channel_can_be_animated():
    s = Scene()
    own = s.item.add_channel(1.0)

    def block():
        s.item.rect = (0, 0, 50, 40)
        s.item.bounds = (10, 20, 50, 40)
        s.item.angle = 4 * math.pi
        s.item.alpha = 0
        s.item.display_transform = (1, 0, 0, 1, 8, 6)
        s.item.set_value(own, 3)

    bg.PropertyAnimator(s.timeline, 2, LINEAR, block).start()
    s.timeline.advance(1)
    item = s.item
    assert item.presented_center == (12.5, 10) and item.center == (25, 20) and item.rect == (0, 0, 50, 40)
    assert item.presented_bounds == (5, 10, 75, 70) and item.bounds == (10, 20, 50, 40)
    assert item.presented_angle == pytest.approx(2 * math.pi) and item.presented_alpha == 0.5
    assert item.presented_transform == (1, 0, 0, 1, 4, 3) and item.presented_value(own)[0] == 2
    assert item.presented_rect.center == item.presented_center
    assert item.presented_velocity(Channel.CENTER)[:2] == pytest.approx((12.5, 10))
    assert item.value(Channel.ALPHA)[0] == 0 == item.alpha and item.timeline is s.timeline
    with pytest.raises(bg.NotAMemberError):
        item.value(own + 1)
    with pytest.raises(bg.StateError):
        item.set_value(Channel.TRANSFORM, 1)
    s.timeline.advance(1)


# ---- Lists and hit tests
def test_items_are_listed_from_bottom_to_top():
    timeline, items = bg.Timeline(), [bg.Item(), bg.Item(), bg.Item()]
    for item in items:
        timeline.add_item(item)
    timeline.add_item(items[2], 0)
    assert timeline.items == [items[2], items[0], items[1]] and timeline.item_at((0, 0)) is items[1]
    timeline.remove_item(items[1])
    assert timeline.item_at((0, 0)) is items[0] and timeline.item_at((900, 0)) is None
    with pytest.raises(bg.NotAMemberError):
        timeline.remove_item(items[1])
    with pytest.raises(bg.RangeError):
        timeline.add_item(items[1], 9)
    with pytest.raises(bg.OtherAnimatorError):
        bg.Timeline().add_item(items[0])
    timeline.remove_all_items()
    assert timeline.items == []


def test_hit_tests_go_by_what_is_presented_or_by_the_model():
    s = Scene()
    s.timeline.add_item(s.item)
    s.move(x=1000).start()
    s.timeline.advance(1)
    assert s.timeline.item_at((500, 0)) is s.item and s.timeline.item_at((1000, 0)) is None
    manual = s.move(x=2000)
    manual.is_manual_hit_testing_enabled = True
    manual.start()
    assert s.timeline.item_at((2000, 0)) is s.item
    blind = s.move(x=3000)
    blind.is_user_interaction_enabled = False
    blind.start()
    assert s.timeline.item_at((3000, 0)) is None


def test_presented_states_hold_what_is_to_be_drawn():
    s = Scene()
    s.timeline.add_item(s.item)
    s.animator.start()
    s.timeline.advance(1)
    (state,) = s.timeline.presented_states
    assert state.item is s.item and state.is_animating and state.center == (50, 0) and state.alpha == 1
    assert state.bounds == (0, 0, 100, 100) and state.transform == (1, 0, 0, 1, 0, 0)
    assert len(s.timeline.presented_state_bytes) == 128


def test_the_hash_of_a_timeline_tells_where_two_runs_part():
    def run(target):
        timeline, item = bg.Timeline(), bg.Item()
        timeline.add_item(item)

        def block():
            item.center = target

        bg.PropertyAnimator.running(timeline, 1, block)
        hashes = [timeline.state_hash]
        for _ in range(4):
            timeline.advance(0.25)
            hashes.append(timeline.state_hash)
        return hashes

    first, same, other = run((100, 0)), run((100, 0)), run((101, 0))
    assert first == same and len(set(first)) == 5
    assert first[0] == other[0] and not set(first[1:]) & set(other[1:])
