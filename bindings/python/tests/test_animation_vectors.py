"""The published test vectors of timing and of the animator's logic, one test per row or table."""
# SPDX-License-Identifier: MIT
import pytest

import bagatelle as bg
from bagatelle import AnimationState, Channel, Curve, Position

FRACTIONS = (0.1, 0.25, 0.5, 0.75, 0.9)


# ---- Curves, springs
@pytest.mark.parametrize("curve, values", [
    (Curve.EASE_IN, (0.017026613, 0.09346466, 0.31535682, 0.6218605, 0.83942777)),
    (Curve.EASE_OUT, (0.16057223, 0.37813953, 0.6846432, 0.9065353, 0.9829734)),
    (Curve.EASE_IN_OUT, (0.019722449, 0.12916191, 0.5, 0.8708381, 0.98027754)),
    (Curve.STANDARD, (0.094795, 0.4085106, 0.8024034, 0.96045905, 0.99431646)),
])
def test_curves_agree_with_the_measured_ones(curve, values):
    for u, value in zip(FRACTIONS, values):
        assert bg.Timing(curve).progress(u) == pytest.approx(value, abs=2e-5)


@pytest.mark.parametrize("curve, values", [
    (Curve.EASE_OUT, (0.159598473, 0.3425, 0.563395176)),
    (Curve.EASE_IN, (0.436604824, 0.6575, 0.840401527)),
    (Curve.EASE_IN_OUT, (0.346203296, 0.5, 0.653796704)),
])
def test_inverses_of_curves(curve, values):
    for p, u in zip((0.25, 0.5, 0.75), values):
        assert bg.Timing(curve).inverse(p) == pytest.approx(u, abs=1e-9)


@pytest.mark.parametrize("ratio, duration, velocity, stiffness", [
    (0.1, 1, 0, 2125.3901278407934), (0.2, 1, 0, 707.2217886060563), (0.35, 1, 0, 286.40942818911714),
    (0.5, 1, 0, 161.7195025042016), (0.6, 0.8, 0, 190.21427544499548), (0.8, 1, 0, 80.89737200360506),
    (0.9, 1, 0, 71.92472915770972), (0.99, 1, 0, 80.02518243167793), (0.25, 3, 0, 54.83363359078324),
    (0.5, 0.3, 0, 1796.8833611577954), (0.5, 0.5, 0, 646.8780100168065), (0.5, 2, 0, 40.4298756260504),
    (0.5, 1, 0.25, 159.67233773812114), (0.5, 1, 1, 152.86841381792456), (0.5, 1, 1.5, 147.61602003056592),
    (0.5, 1, -2, 175.4224123383425), (1, 1, 0, 85.25592900599884), (1, 1, 1, 83.13803615388531),
])
def test_stiffness_by_ratio_and_duration(ratio, duration, velocity, stiffness):
    timing = bg.Timing.spring(damping_ratio=ratio, velocity=(velocity, velocity))
    assert timing.parameters(duration).stiffness == pytest.approx(stiffness, rel=1e-6)


@pytest.mark.parametrize("mass, stiffness, damping, velocity, seconds", [
    (1, 100, 10, 0, 1.4727003346780927), (1, 300, 20, 0, 0.7442555275721707), (2, 100, 5, 0, 5.658348137358159),
    (1, 100, 10, 5, 1.3815510557964275), (1, 100, 10, -5, 1.5350814063145797),
    (1, 100, 20, 0, 0.9999999999999999), (1, 100, 30, 0, 0.9999999999999999), (1, 400, 40, 0, 0.5),
    (1, 25, 10, 0, 1.9000000000000006), (1, 1, 2, 0, 9.299999999999983), (1, 100, 1, 0, 13.91321015404625),
    (1, 100, 0, 0, 3.4028234663852886e38),
])
def test_settling_durations(mass, stiffness, damping, velocity, seconds):
    timing = bg.Timing.spring(mass=mass, stiffness=stiffness, damping=damping, velocity=(velocity, velocity))
    assert timing.duration(4) == pytest.approx(seconds, rel=1e-12)


@pytest.mark.parametrize("duration, bounce, seconds", [
    (0.5, 0, 0.7999999999999999), (0.25, 0, 0.4), (1, 0, 1.5000000000000002), (1, 0.5, 2.3438753795710707),
    (0.5, 0.3, 0.8629552831744205), (0.5, 0.7, 1.904872615017113), (0.35, 0.15, 0.5156554893625898),
])
def test_settling_by_duration_and_bounce(duration, bounce, seconds):
    assert bg.Timing.spring(duration=duration, bounce=bounce).duration(1) == pytest.approx(seconds, rel=1e-12)


@pytest.mark.parametrize("damping, velocity, position", [
    (10, 0, 10.44054701924324), (20, 0, 9.020400792360306), (30, 0, 9.020400792360306),
    (10, 5, 29.307806491851807), (10, -5, -8.426713198423386),
])
def test_positions_of_springs(damping, velocity, position):
    s = Scene(bg.Timing.spring(mass=1, stiffness=100, damping=damping, velocity=(velocity, velocity)))
    s.animator.start()
    s.timeline.advance_to(0.05)
    assert s.x == pytest.approx(position, abs=1e-4)


def test_positions_of_a_spring_by_ratio_and_the_model_at_its_end():
    s = Scene(bg.Timing.spring(damping_ratio=0.6), 0.8, start=50, x=150)
    s.animator.start()
    for t, measured, exact in ((0.15, 130.98, 130.832), (0.3, 159.39, 159.285), (0.45, 151.06, 151.150),
                               (0.6, 149.06, 149.168), (0.8, 150.0, 150.0)):
        s.timeline.advance_to(t)
        assert s.x == pytest.approx(measured, abs=0.2) and s.x == pytest.approx(exact, abs=1e-3)


# ---- The animator's logic
class Scene:
    def __init__(self, timing=Curve.LINEAR, duration=2.0, start=0.0, x=100.0):
        self.timeline, self.item, self.ends = bg.Timeline(), bg.Item(), []
        self.item.center = (start, 0)
        self.animator = self.move(timing, duration, x)

    def move(self, timing=Curve.LINEAR, duration=2.0, x=100.0):
        animator = bg.PropertyAnimator(self.timeline, duration, timing, lambda: self.put(x))
        animator.add_completion(self.ends.append)
        return animator

    def put(self, x):
        self.item.center = (x, 0)

    def to(self, time):
        self.timeline.advance_to(time)

    @property
    def x(self):
        return self.item.presented_center.x


def test_rows_1_and_2():
    s = Scene()
    s.animator.start()
    s.to(0.5)
    assert (s.item.center.x, s.x, s.animator.fraction_complete, s.animator.is_running) == (100, 25, 0.25, True)
    s.animator.is_reversed = True
    assert s.animator.fraction_complete == 0.75
    s.to(1)
    assert s.animator.state is AnimationState.INACTIVE and s.item.center.x == 0 and s.ends == [Position.START]


def paused_at_one():
    s = Scene(Curve.EASE_IN)
    s.animator.start()
    s.to(1)
    s.animator.pause()
    return s


def test_rows_3_and_4():
    s = paused_at_one()
    assert s.animator.fraction_complete == pytest.approx(0.315356813) and s.x == pytest.approx(31.5356813)
    s.animator.fraction_complete = 0.75
    assert s.x == pytest.approx(75)
    s.animator.start()
    assert s.animator.fraction_complete == pytest.approx(0.840401527, abs=1e-9)
    assert s.animator.remaining_seconds == pytest.approx(0.319196945, abs=1e-8)


def test_rows_5_and_6():
    s = paused_at_one()
    s.animator.continue_animation(Curve.EASE_OUT, 0)
    assert s.x == pytest.approx(31.5356813) and s.animator.fraction_complete == pytest.approx(0.204923370, abs=1e-9)
    assert s.animator.remaining_seconds == pytest.approx(1.590153, abs=1e-6)
    s = paused_at_one()
    s.animator.continue_animation(Curve.LINEAR, 0.5)
    assert s.animator.remaining_seconds == 1
    s.to(1.5)
    assert s.x == pytest.approx(65.7678, abs=1e-4)


def test_rows_7_8_and_9():
    s = Scene()
    s.animator.start()
    s.to(0.5)
    with pytest.raises(bg.StateError):
        s.animator.finish(Position.END)
    s.animator.stop(without_finishing=False)
    s.animator.finish(Position.START)
    assert s.item.center.x == 0 and s.ends == [Position.START]
    with pytest.raises(bg.StateError):
        s.animator.finish(Position.START)
    s = Scene()
    s.animator.start()
    s.to(0.5)
    s.animator.stop()
    assert s.item.center.x == 25 and s.ends == [] and s.animator.state is AnimationState.INACTIVE


def test_row_10():
    s = Scene()
    s.animator.is_pausing_on_completion = True
    s.animator.start()
    s.to(3)
    assert s.animator.state is AnimationState.ACTIVE and not s.animator.is_running
    assert s.animator.fraction_complete == 1 and s.ends == []
    s.animator.is_reversed = True
    s.animator.start()
    s.to(5)
    assert s.x == 0 and s.animator.state is AnimationState.ACTIVE
    s.animator.stop()


def test_rows_11_and_12():
    s = Scene()
    late = bg.PropertyAnimator(s.timeline, 2, Curve.LINEAR)
    late.start()
    s.to(1)
    late.add_animations(lambda: s.put(50))
    assert s.x == 0
    s.to(2.9)
    assert late.is_running
    s.to(3)
    assert not late.is_running and s.x == 50
    s = Scene()
    other = bg.Item()
    s.animator.start()
    s.to(0.5)
    s.animator.add_animations(lambda: setattr(other, "center", (0, 90)), delay_factor=0.25)
    s.to(0.875)
    assert other.presented_center.y == 0
    s.to(0.875 + 1.125 / 2)
    assert other.presented_center.y == pytest.approx(45)
    s.to(2)
    assert other.presented_center.y == 90 and s.ends == [Position.END]


def test_row_13():
    s = Scene()
    s.animator.start()
    s.to(1)
    assert s.x == 50
    s.move(x=0).start()
    assert s.x == 50
    s.to(1.5)
    assert s.item.center.x == 0 and s.x == 50
    s.to(3)
    assert s.ends == [Position.END, Position.END] and s.x == 0


def test_row_14():
    s, told = Scene(), []
    s.timeline.on_misuse = lambda animator, rule: told.append(rule)
    s.animator.start()
    s.to(0.5)
    s.animator.pause()
    s.animator.close()
    assert s.item.center.x == 25 and s.ends == [] and s.timeline.misuse_count == 1 and len(told) == 1


def test_rows_15_to_17():
    s = Scene()
    s.animator.fraction_complete = 0.4
    assert s.animator.state is AnimationState.ACTIVE and not s.animator.is_running and s.x == pytest.approx(40)
    s.animator.stop()
    s = Scene(Curve.EASE_OUT)
    s.animator.is_scrubbing_linearly = False
    s.animator.pause()
    s.animator.fraction_complete = 0.5
    assert s.x == pytest.approx(68.4643, abs=1e-4)
    s.animator.stop()
    s = Scene()
    s.animator.is_reversed = True
    s.animator.start()
    assert s.x == 100 and s.animator.fraction_complete == 0
    s.to(1)
    assert s.x == 50 and s.animator.fraction_complete == 0.5
    s.to(2)
    assert s.item.center.x == 0 and s.ends == [Position.START]


def test_rows_18_and_19():
    s = Scene(Curve.EASE_OUT)
    s.animator.start()
    s.to(1)
    s.animator.pause()
    assert s.animator.fraction_complete == pytest.approx(0.684643, abs=1e-6)
    s.animator.is_reversed = True
    assert s.animator.fraction_complete == pytest.approx(0.315357, abs=1e-6) and s.x == pytest.approx(68.4643, abs=1e-4)
    s.animator.start()
    assert s.animator.fraction_complete == pytest.approx(0.5) and s.animator.remaining_seconds == pytest.approx(1)
    s.to(2.0001)
    assert s.ends == [Position.START]
    s = Scene()
    s.animator.fraction_complete = 1
    s.animator.continue_animation(None, 1)
    s.to(0.001)
    assert s.ends == [Position.END]


def test_rows_20_to_22():
    s = Scene()
    s.animator.start()
    s.to(0.5)
    s.animator.fraction_complete = 0.9
    assert s.x == 25
    with pytest.raises(bg.StateError):
        s.animator.is_interruptible = False
    with pytest.raises(bg.StateError):
        s.animator.is_user_interaction_enabled = False
    s = Scene()
    s.animator.is_interruptible = False
    s.animator.start()
    with pytest.raises(bg.NotInterruptibleError):
        s.animator.pause()
    s.to(2)
    assert s.ends == [Position.END]


def test_rows_23_and_24():
    s = Scene()
    order = []
    s.animator.add_completion(lambda position: order.append((position, s.animator.state)))
    s.animator.add_completion(lambda position: order.append("B"))
    s.animator.start(after_delay=1)
    s.to(0.5)
    assert s.item.center.x == 100 and s.x == 0 and s.animator.is_running and s.animator.fraction_complete == 0
    s.to(2)
    assert s.x == 50
    s.to(3)
    assert order == [(Position.END, AnimationState.INACTIVE), "B"]


def test_rows_25_to_27():
    timeline = bg.Timeline()
    physical = bg.Timing.spring(mass=1, stiffness=100, damping=10)
    assert bg.PropertyAnimator(timeline, 4, physical).duration == pytest.approx(1.4727003346780927, rel=1e-12)
    assert bg.PropertyAnimator(timeline, 4, bg.Timing.spring(damping_ratio=0.3)).duration == 4
    item = bg.Item()
    both = bg.Timing.spring(damping_ratio=0.5, velocity=(1, 0))
    bg.PropertyAnimator(timeline, 1, both, lambda: setattr(item, "center", (100, 200))).start()
    timeline.advance_to(0.3)

    def displacement(stiffness, v):
        spring = bg.Timing.spring(mass=1, stiffness=stiffness, damping=stiffness ** 0.5, velocity=(v, v))
        return spring.progress(0.3 / spring.duration(1))

    assert item.presented_center.x == pytest.approx(100 * displacement(152.868413, 1), abs=1e-4)
    assert item.presented_center.y == pytest.approx(200 * displacement(161.719502, 0), abs=1e-4)
    timeline.advance_to(1)
    assert item.presented_center == (100, 200)


def test_rows_28_and_29():
    s = Scene()
    s.animator.start()
    s.animator.stop(without_finishing=False)
    with pytest.raises(bg.StateError):
        s.animator.add_animations(lambda: None)
    s.animator.finish(Position.CURRENT)
    s = Scene()
    ends = []
    one = bg.PropertyAnimator(s.timeline, 2, Curve.LINEAR, lambda: setattr(s.item, "alpha", 0))
    one.add_completion(ends.append)
    one.start()
    s.to(1)
    bg.PropertyAnimator(s.timeline, 1, Curve.LINEAR, lambda: setattr(s.item, "alpha", 1)).start()
    assert s.item.presented_alpha == 0.5
    s.to(1.5)
    assert s.item.presented_alpha == 0.75
    s.to(2)
    assert ends == [Position.END] and s.item.alpha == 1 and not s.item.is_animating(Channel.ALPHA)


def test_row_30():
    def run(steps):
        timeline, calls = bg.Timeline(), []
        items = [bg.Item() for _ in range(5)]
        for i, item in enumerate(items):
            timing = [Curve.EASE_IN_OUT, Curve.LINEAR, bg.Timing.spring(damping_ratio=0.4)][i % 3]
            animator = bg.PropertyAnimator(timeline, 0.7 + 0.45 * i, timing,
                                           lambda item=item, i=i: setattr(item, "center", (100 + i, i)))
            animator.add_completion(lambda _, i=i: calls.append(i))
            animator.start()
        for k in range(1, steps + 1):
            timeline.advance_to(2 * k / steps)
        return [item.presented_center for item in items], calls, timeline.state_hash

    assert run(1) == run(2000)
