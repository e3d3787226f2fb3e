"""Timing curves against published numbers, the timeline's clock, and the curve command."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg
from bagatelle.__main__ import main


@pytest.mark.parametrize("curve, values", [
    (bg.Curve.EASE_IN, (0.017026610, 0.093464651, 0.315356813, 0.621861869, 0.839427846)),
    (bg.Curve.EASE_OUT, (0.160572154, 0.378138131, 0.684643187, 0.906535349, 0.982973390)),
    (bg.Curve.EASE_IN_OUT, (0.019722454, 0.129161931, 0.5, 0.870838069, 0.980277546)),
    (bg.Curve.STANDARD, (0.094796306, 0.408510591, 0.802403388, 0.960458978, 0.994316477)),
])
def test_named_curves_have_the_published_values(curve, values):
    timing = bg.Timing(curve)
    for fraction, value in zip((0.1, 0.25, 0.5, 0.75, 0.9), values):
        assert timing.progress(fraction) == pytest.approx(value, abs=1e-9)
        assert timing.inverse(timing.progress(fraction)) == pytest.approx(fraction, abs=1e-9)


def test_a_physical_spring_lasts_its_settling_duration():
    assert bg.Timing.spring(mass=1, stiffness=100, damping=10).duration(4) == pytest.approx(
        1.4727003346780927, abs=1e-12)
    assert bg.Timing.spring(damping_ratio=0.3).duration(4) == 4
    assert bg.Timing.spring().duration(9) == 0.5058237314224243


def test_springs_tell_their_constants():
    spring = bg.Timing.spring(duration=0.5, bounce=0.3).parameters()
    assert spring.stiffness == pytest.approx(157.9, abs=0.05) and spring.damping == pytest.approx(17.6, abs=0.05)
    assert spring.bounce == pytest.approx(0.3)
    with pytest.raises(bg.StateError):
        bg.Timing().parameters()


def test_velocity_is_the_slope_of_progress():
    timing = bg.Timing.spring(damping_ratio=0.5, velocity=(2, 2))
    step = 1e-6
    slope = (timing.progress(0.3 + step, 0.7) - timing.progress(0.3 - step, 0.7)) / (2 * step)
    assert timing.velocity(0.3, 0.7) == pytest.approx(slope, rel=1e-6)


def test_composed_timing_wants_a_curve_and_a_spring():
    curve, spring = bg.Timing(bg.Curve.LINEAR), bg.Timing.spring(duration=0.4)
    assert bg.Timing.composed(curve, spring).type == bg.TimingType.COMPOSED
    with pytest.raises(bg.StateError):
        bg.Timing.composed(spring, curve)


def test_what_a_timing_is():
    named, own = bg.Timing(curve=bg.Curve.EASE_IN), bg.Timing.cubic((0.2, 0.3), (0.4, 1))
    spring = bg.Timing.spring(damping_ratio=0.5, velocity=(2, 3))
    assert (named.type, own.type, spring.type) == (
        bg.TimingType.CURVE, bg.TimingType.CUBIC, bg.TimingType.SPRING)
    assert named.curve is bg.Curve.EASE_IN and own.curve is None and spring.curve is None
    assert named.control_point1 == (0, 0) and own.control_point1 == (0.2, 0.3)
    assert named.control_point2 == (0, 0) and own.control_point2 == (0.4, 1)
    assert spring.initial_velocity == (2, 3) and named.initial_velocity == (0, 0)


def test_piecewise_timing_and_steps_go_by_their_points():
    timing = bg.Timing.piecewise([(0, 0), (0.5, 0.8), (1, 1)])
    assert timing.progress(0.25) == pytest.approx(0.4) and len(timing.points) == 3
    assert bg.Timing.steps(4).progress(0.6) == 0.5
    assert bg.Timing.steps(4, bg.Jump.START).progress(0.1) == 0.25
    with pytest.raises(bg.RangeError):
        bg.Timing.steps(1, bg.Jump.NONE)


def test_bad_numbers_are_refused():
    with pytest.raises(bg.RangeError):
        bg.Timing.cubic((1.5, 0), (0.5, 1))
    with pytest.raises(bg.RangeError):
        bg.Timing().progress(math.nan)
    with pytest.raises(TypeError):
        bg.Timing.spring(mass=1)
    with pytest.raises(bg.StateError):
        bg.Timing.spring(damping_ratio=0.5).inverse(0.5)
    with pytest.raises(bg.StateError):
        bg.Timing().exact_settling_duration()


def test_exact_settling_has_no_grid():
    timing = bg.Timing.spring(mass=1, stiffness=100, damping=20)
    assert timing.duration(1) == 0.9999999999999999
    assert 0.9 < timing.exact_settling_duration() < 0.95


# ---- Timeline
def test_the_clock_goes_by_seconds_times_the_rate():
    timeline = bg.Timeline()
    timeline.rate = 0.5
    timeline.advance(1)
    assert timeline.time == 0.5
    timeline.advance_to(2)
    assert timeline.time == 2
    with pytest.raises(bg.RangeError):
        timeline.advance_to(1)


def test_a_timeline_alone_advances_an_attached_animator():
    box = bg.Item()
    animator = bg.DynamicAnimator()
    animator.add_behavior(bg.GravityBehavior([box]))
    timeline = bg.Timeline()
    assert timeline.add_animator(animator) and not timeline.add_animator(animator)
    assert timeline.animators == [animator]
    with pytest.raises(bg.StateError):
        animator.advance(0.1)
    timeline.advance(0.1)
    assert box.center.y > 0 and timeline.is_running
    with pytest.raises(bg.OtherAnimatorError):
        bg.Timeline().add_animator(animator)
    timeline.remove_animator(animator)
    assert animator.advance(0.1) > 0
    with pytest.raises(bg.NotAMemberError):
        timeline.remove_animator(animator)


def test_what_is_closed_in_an_action_dies_after_the_timelines_advance():
    box = bg.Item()
    animator = bg.DynamicAnimator()
    gravity = bg.GravityBehavior([box])
    animator.add_behavior(gravity)
    timeline = bg.Timeline()
    timeline.add_animator(animator)
    seen = []

    def act():
        animator.remove_behavior(gravity)
        gravity.close()
        seen.append(gravity.is_alive)
        with pytest.raises(bg.BusyError):
            timeline.advance(0.1)

    gravity.action = act
    timeline.advance(0.1)
    assert seen == [True] and not gravity.is_alive


def test_an_animator_outlives_its_timeline():
    animator = bg.DynamicAnimator()
    timeline = bg.Timeline()
    timeline.add_animator(animator)
    timeline.close()
    assert not timeline.is_alive and animator.advance(0) == 0


# ---- Chart
def test_the_curve_command_prints_and_draws(tmp_path, capsys):
    path = tmp_path / "out.svg"
    assert main(["curve", "spring", "--damping", "0.6", "--duration", "0.5", "--svg", str(path)]) == 0
    out = capsys.readouterr().out
    assert "ratio 0.6" in out and "0.5000 s" in out
    assert path.read_text().startswith("<svg") and "polyline" in path.read_text()


@pytest.mark.parametrize("arguments", [
    ["ease-out"], ["cubic", "0.2", "-1", "0.5", "2"], ["spring", "--bounce", "0.3"],
    ["spring", "--stiffness", "100", "--damping", "10"], ["spring", "--response", "0.4", "--damping", "1"]])
def test_every_kind_of_curve_can_be_drawn(arguments, tmp_path):
    path = tmp_path / "out.svg"
    assert main(["curve", *arguments, "--svg", str(path)]) == 0 and path.stat().st_size > 1000


def test_the_curve_command_tells_what_is_wrong(capsys):
    with pytest.raises(SystemExit):
        main(["curve", "cubic", "1"])
    assert "four numbers" in capsys.readouterr().err
