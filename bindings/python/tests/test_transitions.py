"""Transitions: the panel of the seed scenes, interrupted and driven; physics as the driver; lifetimes."""
# SPDX-License-Identifier: MIT
import gc
import weakref

import pytest

import bagatelle as bg
from bagatelle import Curve, Position, TransitionKey, TransitionPhase

STAGE, SHOWN, BELOW = (0, 0, 375, 812), (0, 406, 375, 406), (0, 812, 375, 406)


class Half(bg.Presentation):
    def __init__(self, log):
        super().__init__(dimming=0.3)
        self.log = log

    def presented_frame(self, bounds):
        return bounds.x, bounds.y + bounds.height / 2, bounds.width, bounds.height / 2

    def presentation_will_begin(self):
        self.log.append("will begin")

    def container_did_layout(self):
        self.log.append("layout")

    def presentation_did_end(self, completed):
        self.log.append(f"presented {completed}")

    def dismissal_will_begin(self):
        self.log.append("will dismiss")

    def dismissal_did_end(self, completed):
        self.log.append(f"dismissed {completed}")


class Slide(bg.TransitionAnimation):
    """Moves the panel with an interruptible animator."""

    def __init__(self, scene):
        super().__init__()
        self.scene = scene

    def duration(self, transition):
        return 0.3

    def interruptible_animator(self, transition):
        scene = self.scene
        scene.log.append("animate")
        panel = scene.panel
        if transition.is_presenting:
            transition.container.add_item(panel)
            panel.rect = BELOW

        def move():
            panel.rect = transition.final_frame(TransitionKey.TO) if transition.is_presenting else BELOW

        def done(position):
            scene.log.append(position.name.lower())
            assert transition.complete(not transition.is_cancelled)

        scene.animator = bg.PropertyAnimator(scene.timeline, 0.3, scene.timing, move)
        scene.animator.add_completion(done)
        return scene.animator

    def ended(self, completed):
        self.scene.log.append(f"ended {completed}")


class Parts(bg.TransitionDelegate):
    def __init__(self, scene):
        super().__init__()
        self.scene, self.driver = scene, None

    def presentation(self, presented, presenting, source):
        self.scene.given = Half(self.scene.log)
        return self.scene.given

    def animation_for_present(self, presented, presenting, source):
        return Slide(self.scene)

    def animation_for_dismiss(self, dismissed):
        return Slide(self.scene)

    def interaction_for_present(self, animation):
        return self.driver

    def interaction_for_dismiss(self, animation):
        return self.driver


class Scene:
    def __init__(self, timing=Curve.EASE_OUT):
        self.timeline, self.timing, self.log = bg.Timeline(), timing, []
        self.container = bg.TransitionContainer(self.timeline, STAGE)
        self.presenter, self.panel = bg.Item(), bg.Item()
        self.presenter.rect = STAGE
        self.container.add_item(self.presenter)
        self.parts = Parts(self)

    def present(self):
        self.container.present(self.panel, self.presenter, delegate=self.parts,
                               completion=lambda flag: self.log.append(f"completion {flag}"))
        self.container.transition.animate_alongside(None, lambda _: self.log.append("coordinator"))

    def dismiss(self):
        self.container.dismiss(completion=lambda flag: self.log.append(f"completion {flag}"))

    def closing(self, driver):
        self.present()
        self.timeline.advance(1)
        self.parts.driver = driver
        self.dismiss()
        self.log.clear()
        return driver

    @property
    def y(self):
        return self.panel.presented_center.y

    @property
    def dim(self):
        return self.given.dimming_item.presented_alpha


def near(value, tolerance):
    return pytest.approx(value, abs=tolerance)


def test_presenting_follows_the_curve_with_the_dimming_alongside():
    s = Scene()
    s.present()
    transition = s.container.transition
    assert s.given.transition is transition and transition.container is s.container
    assert transition.item(TransitionKey.TO) is s.panel and transition.item(TransitionKey.FROM) is s.presenter
    assert transition.animatable_item(TransitionKey.FROM) is None
    assert transition.final_frame(TransitionKey.TO) == SHOWN and transition.initial_frame(TransitionKey.TO)[2] == 0
    assert transition.initial_frame(TransitionKey.FROM) == STAGE and transition.duration == 0.3
    assert transition.is_interruptible and transition.interruptible_animator is s.animator
    assert transition.is_animated and not transition.is_interactive and transition.is_presenting
    assert transition.target_transform == (1, 0, 0, 1, 0, 0) and transition.style is bg.PresentationStyle.CUSTOM
    for t, p, y in [(0, 0, 1015), (0.03, 0.160572, 949.808), (0.075, 0.378138, 861.476),
                    (0.15, 0.684643, 737.035), (0.225, 0.906535, 646.947)]:
        s.timeline.advance_to(t)
        assert s.y == near(y, 0.01) and s.dim == near(p, 1e-4) and s.panel.center.y == 609
    assert s.container.items == [s.given.dimming_item, s.presenter, s.panel]
    assert s.given.dimming_item.rect == STAGE and s.given.frame == SHOWN
    assert s.log == ["will begin", "layout", "animate"]
    s.log.clear()
    s.timeline.advance_to(0.3)
    assert s.y == 609 and s.dim == 1
    assert s.log == ["end", "presented True", "coordinator", "ended True", "completion True"]
    assert s.container.transition is None and s.container.presentation is s.given
    assert transition.phase is TransitionPhase.DONE and transition.container is None
    with pytest.raises(bg.StateError):
        transition.complete(True)
    assert not transition.animate_alongside(print) and not transition.notify_interaction_ends(print)
    s.container.bounds = (0, 0, 400, 900)
    assert s.log[-1] == "layout" and s.given.dimming_item.rect.height == 900
    with pytest.raises(bg.StateError):
        s.given.set_dimming(0.5)
    with pytest.raises(bg.StateError):
        s.present()


def test_a_presentation_tells_what_it_presents():
    calls = []

    class Told(bg.Presentation):
        def container_will_layout(self):
            calls.append((self.presented_item, self.presenting_item, self.container))

    s = Scene()
    given = Told(removes_presenter=True, in_fullscreen=False)
    assert given.is_removing_presenter and not given.is_in_fullscreen
    given.is_in_fullscreen = True
    assert given.is_in_fullscreen and given.presented_item is None and given.container is None
    assert given.frame == (0, 0, 0, 0) and given.transition is None and given.dimming_item is None
    s.container.present(s.panel, s.presenter, delegate=bg.TransitionDelegate(presentation=lambda *_: given),
                        style=bg.PresentationStyle.FULLSCREEN, animated=False)
    assert calls == [(s.panel, s.presenter, s.container)] and s.container.items == [s.panel]
    s.container.dismiss(animated=False)
    given.is_removing_presenter = False
    assert not given.is_removing_presenter and given.presenting_item is None
    with pytest.raises(bg.RangeError):
        given.set_dimming((0, 0, 2, 1))
    given.set_dimming((0.1, 0.2, 0.3, 0.4))
    assert given.dimming_color == (0.1, 0.2, 0.3, 0.4)
    given.set_dimming(None)
    assert given.dimming_item is None


def test_presenting_with_a_spring_by_ratio_ends_exactly():
    s = Scene(bg.Timing.spring(damping_ratio=1))
    s.present()
    for t, y in [(0.05, 830.226), (0.1, 685.257), (0.15, 631.542), (0.2, 615.163)]:
        s.timeline.advance_to(t)
        assert s.y == near(y, 0.01)
    s.timeline.advance_to(0.3)
    assert s.y == 609 and s.log[-1] == "completion True"


def test_dismissing_takes_panel_and_dimming_away():
    s = Scene()
    s.present()
    s.timeline.advance(1)
    s.log.clear()
    s.dismiss()
    for t, y, p in [(1.075, 762.524, 0.378138), (1.15, 886.965, 0.684643), (1.225, 977.053, 0.906535)]:
        s.timeline.advance_to(t)
        assert s.y == near(y, 0.01) and s.dim == near(1 - p, 1e-4)
    s.timeline.advance_to(1.3000001)
    assert s.y == 1015 and s.container.items == [s.presenter] and s.container.presentation is None
    assert s.log == ["will dismiss", "animate", "end", "dismissed True", "ended True", "completion True"]
    with pytest.raises(bg.StateError):
        s.dismiss()
    s.present()  # by a fresh presentation
    s.timeline.advance(1)
    assert s.container.presentation is s.given


def test_a_finger_scrubs_and_finishes_or_cancels():
    for speed in (1, 2):
        s = Scene()
        driver = s.closing(bg.PercentDriver())
        transition = s.container.transition
        assert driver.transition is transition and transition.is_interactive
        assert transition.is_initially_interactive and driver.update(0.25)
        assert s.y == near(710.5, 1e-9) and s.dim == near(0.75, 1e-9)
        assert driver.update(0.5) and driver.duration == 0.3 and transition.percent_complete == 0.5
        for refused in (lambda: transition.update(0.2), transition.finish, transition.cancel):
            with pytest.raises(bg.StateError):
                refused()
        with pytest.raises(bg.RangeError):
            driver.update(float("nan"))
        driver.completion_speed = speed
        assert driver.finish() and not driver.finish() and transition.completion_speed == speed
        assert s.animator.remaining_seconds == near(0.15 / speed, 1e-12)
        s.timeline.advance(0.075 / speed)
        assert s.y == near(950.983, 0.01)
        s.timeline.advance(0.0750001 / speed)
        assert s.log == ["end", "dismissed True", "ended True", "completion True"]
        with pytest.raises(bg.StateError):
            driver.finish()
    s = Scene()
    driver, seen = s.closing(bg.PercentDriver()), []
    s.container.transition.notify_interaction_changes(lambda t: seen.append((t.is_interactive, t.is_cancelled)))
    driver.update(0.25)
    assert driver.cancel() and seen == [(False, True)]
    s.timeline.advance(0.0750001)
    assert s.y == near(609, 1e-9) and s.dim == 1 and s.panel.center.y == 609
    assert s.log == ["start", "dismissed False", "ended False", "completion False"]
    s.parts.driver = None
    s.dismiss()
    s.timeline.advance(1)
    assert s.container.presentation is None


def test_a_running_close_is_caught_moved_and_taken_back_or_finished():
    for cancels in (True, False):
        s, turns = Scene(), []
        driver = s.closing(bg.PercentDriver(wants_interactive_start=False))
        transition = s.container.transition
        transition.notify_interaction_changes(lambda t: turns.append(t.is_interactive))
        transition.notify_interaction_ends(lambda t: turns.append("once"))
        assert not driver.update(0.3)
        s.timeline.advance(0.15)
        assert driver.pause() and not driver.pause()
        assert driver.percent_complete == near(0.684643, 1e-6) and s.y == near(886.965, 0.001)
        driver.update(driver.percent_complete - 101.5 / 406)
        assert s.y == near(785.465, 0.001) and s.dim == near(0.565357, 1e-6)
        assert driver.cancel() if cancels else driver.finish()
        rest = 0.130393 if cancels else 0.169607
        assert s.animator.remaining_seconds == near(rest, 1e-6)
        s.timeline.advance(rest / 2)
        assert s.y == near(664.649 if cancels else 942.615, 0.01)
        assert transition.pause() and not transition.is_cancelled
        assert driver.percent_complete == near((s.y - 609) / 406, 1e-9)
        driver.finish()
        s.timeline.advance(1)
        assert s.log[-1] == "completion True" and turns == [True, False, "once", True, False]


def test_a_panel_that_appears_is_caught_and_sent_back():
    s = Scene()
    s.parts.driver = driver = bg.PercentDriver(wants_interactive_start=False)
    s.present()
    s.timeline.advance_to(0.1)
    driver.pause()
    assert driver.percent_complete == near(0.488349, 1e-6) and s.y == near(816.730, 0.001)
    driver.update(driver.percent_complete - 40.6 / 406)
    assert s.y == near(857.330, 0.001)
    driver.cancel()
    assert s.animator.remaining_seconds == near(0.116505, 1e-6)
    s.log.clear()
    s.timeline.advance(0.2)
    assert s.log == ["start", "presented False", "coordinator", "ended False", "completion False"]
    assert s.container.items == [s.presenter] and s.container.presentation is None


def test_the_driver_gathers_what_animate_starts():
    s = Scene()

    def animate(transition):
        s.panel.rect = BELOW
        transition.container.add_item(s.panel)
        bg.PropertyAnimator.running(
            s.timeline, 9, lambda: setattr(s.panel, "rect", transition.final_frame(TransitionKey.TO)),
            completion=lambda _: transition.complete(not transition.is_cancelled))

    driver = bg.PercentDriver(completion_curve=Curve.EASE_OUT)
    assert driver.completion_curve is Curve.EASE_OUT and driver.timing is None
    driver.timing = bg.Timing(Curve.LINEAR)
    assert driver.timing.curve is Curve.LINEAR
    driver.timing = None
    parts = bg.TransitionDelegate(
        presentation=lambda *_: Half(s.log), interaction_for_present=lambda _: driver,
        animation_for_present=lambda *_: bg.TransitionAnimation(0.4, animate=animate))
    s.container.present(s.panel, s.presenter, delegate=parts)
    driver.update(0.5)
    assert s.y == near(812, 1e-9)
    driver.finish()
    with pytest.raises(bg.NotInterruptibleError):
        driver.pause()
    s.timeline.advance(0.1)
    assert s.y == near(812 - 203 * 0.684643, 0.01)
    s.timeline.advance(0.11)
    assert s.y == 609 and s.container.transition is None


def test_alongside_blocks_share_the_time_of_the_transition():
    s, item = Scene(), bg.Item()
    s.present()
    assert s.container.transition.animate_alongside(lambda _: setattr(item, "center", (100, 0)))
    s.timeline.advance(0.15)
    assert item.presented_center.x == near(68.4643, 1e-3) and item.center.x == 100
    s.timeline.advance(0.2)
    assert item.presented_center.x == 100


def test_without_animation_everything_happens_inside_the_call():
    s, changes = Scene(), []
    s.container.on_item = lambda container, item, inserted: changes.append((item, inserted))
    s.container.present(s.panel, s.presenter, animated=False, completion=lambda flag: s.log.append(flag))
    assert s.panel.rect == STAGE and s.log == [True] and changes == [(s.panel, True)]
    s.container.dismiss(animated=False)
    assert s.container.items == [s.presenter] and changes[-1] == (s.panel, False)


def test_a_custom_one_runs_its_animation_also_when_not_animated():
    s = Scene()
    animation = bg.TransitionAnimation(0.3, animate=lambda transition: s.log.append(transition.is_animated))
    parts = bg.TransitionDelegate(animation_for_present=lambda *_: animation)
    s.container.present(s.panel, s.presenter, delegate=parts, animated=False,
                        completion=lambda flag: s.log.append(f"completion {flag}"))
    assert s.log == [False, "completion True"]


def test_a_transition_that_nobody_completes_is_told():
    s, told = Scene(), []
    s.timeline.on_misuse = lambda animator, rule: told.append(rule)

    def animator(transition):
        s.animator = bg.PropertyAnimator(s.timeline, 0.3, Curve.LINEAR, lambda: None)
        return s.animator

    s.parts.animation_for_present = lambda *_: bg.TransitionAnimation(0.3, interruptible_animator=animator)
    s.parts.driver = bg.PercentDriver(wants_interactive_start=False)
    s.present()
    s.timeline.advance(1)
    assert len(told) == 1 and "complete" in told[0] and s.container.transition is not None


def test_physics_drives_a_transition_and_its_rest_or_limit_ends_it():
    s, reports, ends = Scene(), [], []

    class Drop(bg.TransitionInteraction):
        def start(self, transition):
            transition.container.add_item(s.panel)
            s.panel.rect = (0, -406, 375, 406)
            animator = bg.DynamicAnimator()
            s.timeline.add_animator(animator)
            transition.on_update = lambda _, percent: reports.append(percent)

            def end(transition):
                ends.append(s.panel.center.y)
                s.panel.rect = transition.final_frame(TransitionKey.TO)
                return True

            transition.drive(animator, bg.GravityBehavior([s.panel]), time_limit=0.5,
                             progress=lambda _: s.panel.center.y / 406, end=end)

    s.parts.driver = Drop()
    s.present()
    gc.collect()
    for _ in range(40):
        s.timeline.advance(1 / 60)
    assert len(ends) == 1 and ends[0] == near(-203 + 0.5 * 1000 * 0.25, 15)
    assert len(reports) == 30 and s.panel.center.y == 609
    assert s.log[-4:] == ["presented True", "coordinator", "ended True", "completion True"]


def test_an_own_interaction_reports_and_ends_as_it_likes():
    s = Scene()
    s.parts.driver = bg.TransitionInteraction(lambda transition: transition.container.add_item(s.panel))
    s.parts.animation_for_present = lambda *_: bg.TransitionAnimation(0.5)
    s.present()
    transition = s.container.transition
    assert transition.update(1.7) and transition.percent_complete == 1.7
    assert s.dim == 1  # what it drives is held within 0 to 1
    assert transition.finish() and not transition.finish() and transition.update(0.9)
    with pytest.raises(bg.StateError):
        transition.cancel()
    assert transition.complete(False)  # the flag decides
    assert s.container.presentation is None and s.log[-1] == "completion False"


def test_parts_live_as_long_as_the_transition_and_no_longer():
    s = Scene()
    s.present()
    dead = weakref.ref(s.container.transition)
    del s.given
    gc.collect()
    s.timeline.advance(1)
    assert s.log[-1] == "completion True" and isinstance(s.container.presentation, Half)
    s.animator = None  # its blocks know the transition
    gc.collect()
    assert dead() is None
    presentation = weakref.ref(s.container.presentation)
    s.dismiss()
    s.timeline.advance(1)
    gc.collect()
    assert presentation() is None


def test_a_container_that_goes_takes_its_transition_along():
    s = Scene()
    s.present()
    transition = s.container.transition
    s.container.close()
    assert transition.phase is TransitionPhase.DONE and transition.container is None
    s.animator.stop()


def test_exceptions_of_callbacks_come_out_of_the_call():
    s = Scene()

    def fail(*_):
        raise KeyError("told")

    with pytest.raises(KeyError, match="told"):
        s.container.present(s.panel, s.presenter, delegate=bg.TransitionDelegate(presentation=fail))
    s.container.dismiss()
    with pytest.raises(TypeError, match="must return a Presentation"):
        s.container.present(s.panel, s.presenter, delegate=bg.TransitionDelegate(presentation=lambda *_: 3))
    with pytest.raises(TypeError):
        bg.TransitionContext()
    with pytest.raises(TypeError):
        bg.TransitionAnimation(animate=3)
    with pytest.raises(bg.RangeError):
        bg.TransitionInteraction(completion_speed=0)
    assert Position.END == 0


def test_a_completion_may_present_anew_and_release_everything():
    s = Scene()
    again = []

    def completion(flag):
        again.append(flag)
        if len(again) < 3:
            s.container.dismiss(animated=False)
            s.container.present(s.panel, s.presenter, delegate=s.parts, completion=completion)

    s.container.present(s.panel, s.presenter, delegate=s.parts, completion=completion)
    for _ in range(3):
        s.timeline.advance(0.4)
    assert again == [True, True, True] and s.container.presentation is s.given
    s.container.dismiss(completion=lambda _: s.container.close())
    s.timeline.advance(1)
    assert not s.container.is_alive
