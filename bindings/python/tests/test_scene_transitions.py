"""Scenes S4 to S6 and the transitions of seed scenes 000, 002 and 003: dialog, shade and panel."""
# SPDX-License-Identifier: MIT
import math

import bagatelle as bg
import pytest
from bagatelle.examples.drop_out import DropOut
from bagatelle.examples.panel import PanelScreen
from bagatelle.examples.shade import ShadeScreen
from pytest import approx


class Turns:
    """Counts resumes and pauses; what the scene does in its pause callback stays."""

    def __init__(self, animator):
        self.resumed = self.paused = 0
        inner = animator.on_did_pause

        def resume(_):
            self.resumed += 1

        def pause(paused):
            self.paused += 1
            inner(paused)
            if paused.on_did_pause is inner:
                paused.on_did_pause = pause

        animator.on_will_resume = resume
        animator.on_did_pause = pause


# ---- S4, S5, seed 002
def test_s4_a_dialog_drops_in_and_bounces():
    scene = DropOut(320, 568)
    scene.present()
    turns, dialog = Turns(scene.animator), scene.dialog
    assert dialog.rect == (60, -200, 200, 200)
    impact = speed = rest = 0.0
    last, last_speed, rising, tops = -100.0, 0.0, False, []
    while scene.container.transition is not None:
        scene.timeline.advance(1 / 120)
        x, y = dialog.center
        assert x == approx(160, abs=0.2) and dialog.angle == 0 and y < 284.6
        if not impact and dialog.velocity.y < 0:
            impact, speed = scene.timeline.time, last_speed
        if rising and y > last:
            tops.append(284 - last)
        rising, last, last_speed = y < last, y, dialog.velocity.y
        if not turns.paused:
            rest = y
    assert impact == approx(0.277, abs=0.02) and speed == approx(2750, abs=100)
    # 0.49 each, less what the default resistance of 0.1 takes on the way: 188, 92, 45, 22, 11 without it.
    for top, wanted in zip(tops, [182.9, 87.5, 42.1, 20.4, 9.9]):
        assert top == approx(wanted, rel=0.03, abs=0.2 + 0.03 * wanted)
    assert len(tops) >= 5 and rest == approx(284, abs=0.5)
    assert dialog.center == (160, 284) and (turns.resumed, turns.paused) == (1, 1)
    assert scene.animator.behaviors == [] and 1.5 <= scene.animator.elapsed_seconds <= 1.5 + 2 / 60
    for _ in range(10):
        scene.timeline.advance(1 / 60)
    assert (turns.resumed, turns.paused) == (1, 1)


def test_s4_without_resistance_each_bounce_keeps_49_hundredths_of_the_height():
    scene = DropOut(320, 568)
    scene.present()
    drop = scene.animator.behaviors[0]
    motion = next(child for child in drop.children if isinstance(child, bg.DynamicItemBehavior))
    motion.resistance = 0
    last, rising, tops = -100.0, False, []
    while scene.container.transition is not None:
        scene.timeline.advance(1 / 120)
        y = scene.dialog.center.y
        if rising and y > last:
            tops.append(284 - last)
        rising, last = y < last, y
    for top, wanted in zip(tops, [188, 92, 45, 22, 11]):
        assert top == approx(wanted, rel=0.06)
    assert len(tops) >= 4


@pytest.mark.parametrize("is_short", [False, True])
def test_s5_a_dialog_swings_from_a_corner_and_falls(is_short):
    scene = DropOut(320, 568)
    away, dialog = scene.drop_away, scene.dialog
    if is_short:
        away.offset, away.damping, away.length = bg.Vector2(70, -100), 0.3, 40
    scene.present()
    while scene.container.transition is not None:
        scene.timeline.advance(1 / 60)
    began = scene.animator.elapsed_seconds
    scene.dismiss()
    spring = scene.animator.behaviors[0].children[-1]
    assert spring.length == approx(40 if is_short else 200.25, abs=0.01)
    turns, fall, landed, tick, seconds = Turns(scene.animator), None, 0.0, 0, 0.0
    while scene.container.transition is not None:
        scene.timeline.advance(1 / 60)
        tick += 1
        seconds = scene.animator.elapsed_seconds - began
        (x, y), degrees = dialog.center, math.degrees(dialog.angle)
        if not turns.paused:
            if tick == 20:
                assert x == approx(237 if is_short else 129, abs=4 if is_short else 8)
                assert y == approx(379 if is_short else 531, abs=4)
                assert degrees == approx(-28 if is_short else -137, abs=3 if is_short else 5)
            elif seconds > 2:
                assert x == approx(220, abs=45 if is_short else 110)
                assert 364 < y < 384 if is_short else 510 < y < 545
                assert degrees == approx(-35 if is_short else -145, abs=15 if is_short else 30)
        elif fall is None:
            fall = y
            assert 8 / 3 <= seconds < 8 / 3 + 2.01 / 60
            assert dialog.velocity == (0, 0) and spring.parent is None and len(scene.animator.behaviors) == 1
        elif not landed and len(scene.animator.contacts):
            landed = seconds
    assert 8 / 3 + 0.15 < landed < 3.1 and (turns.resumed, turns.paused) == (2, 2)
    assert 3.2 < seconds < 4.1 and scene.container.presentation is None


def test_seed_002_the_contacts_of_the_fall_and_both_phases_of_the_way_out():
    scene = DropOut(375, 812)
    scene.present()
    context, dialog = scene.container.transition, scene.dialog
    assert context.final_frame(bg.TransitionKey.TO) == (87.5, 306, 200, 200)
    times, speeds, last, at_end = [], [], 0.0, 0.0
    while scene.container.transition is not None:
        at_end = dialog.center.y
        scene.timeline.advance(1 / 120)
        assert dialog.center.x == 187.5 and dialog.angle == 0
        if dialog.velocity.y < 0 < last:
            times.append(scene.timeline.time)
            speeds.append(last)
        last = dialog.velocity.y
    assert times[:4] == approx([0.31812, 0.76349, 1.07524, 1.29347], abs=0.02)
    assert speeds[0] == approx(3181, abs=160) and at_end == approx(391.7, abs=16)
    assert dialog.center == (187.5, 406) and 1.5 <= scene.timeline.time < 1.5 + 2.01 / 120
    assert context.phase == bg.TransitionPhase.DONE and not context.is_cancelled

    start = scene.timeline.time
    scene.dismiss()
    turns, angle, y, after = Turns(scene.animator), 0.0, 0.0, 0
    while scene.container.transition is not None:
        before = turns.paused
        scene.timeline.advance(1 / 120)
        if turns.paused == 1:
            if not before:
                angle, y = dialog.angle, dialog.center.y
            after += 1
            if after == 13:
                assert dialog.center.y - y == approx(50, abs=6)
    assert turns.paused == 2 and abs(angle) > 0.2
    assert scene.timeline.time <= start + 4 + 5.01 / 120
    assert scene.container.items == [scene.presenter] and scene.container.presentation is None


def test_seed_002_with_more_time_it_ends_by_rest():
    scene = DropOut(375, 812)
    scene.seconds_in = 3
    scene.present()
    at_end = 0.0
    while scene.container.transition is not None:
        at_end = scene.dialog.center.y
        scene.timeline.advance(1 / 120)
    assert scene.timeline.time < 3 and at_end == approx(406, abs=1)


# ---- S6, seed 000
def settle(screen, *, down):
    """Runs until the transition is over; contacts with the edge below or above, as seconds and speeds."""
    shade, start, found, bumps = screen.shade, screen.animator.elapsed_seconds, [], screen.bumps
    height = screen.container.bounds.height
    for _ in range(720):
        if screen.container.transition is None:
            break
        screen.timeline.advance(1 / 120)
        for contact in screen.animator.contacts:  # on the way up the walls beside it may be told, too
            if contact.phase == bg.ContactPhase.BEGAN and (
                    contact.point.y > 0 if down else contact.point.y < 1 - height):
                assert contact.boundary is None
                assert contact.point.y == approx(height if down else -height, abs=0.5)
                found.append((screen.animator.elapsed_seconds - start, contact.approach_speed))
        assert shade.center.x == approx(screen.container.bounds.width / 2, abs=0.25) and shade.angle == 0
    assert screen.container.transition is None and screen.bumps == bumps + (len(found) if down else 0)
    return found


def check_bounces(found, wanted, seconds):
    assert len(found) >= len(wanted)
    for (time, speed), (wanted_time, wanted_speed) in zip(found, wanted):
        assert time == approx(wanted_time, abs=seconds) and speed == approx(wanted_speed, rel=0.1)


def test_s6_let_go_a_shade_springs_open():
    screen = ShadeScreen(320, 568)
    screen.pan_began()
    screen.pan_changed(400)
    assert screen.shade.rect.y == -148
    screen.pan_ended(800)
    check_bounces(settle(screen, down=True), [(0.09, 2350), (0.26, 1010), (0.43, 436), (0.6, 188), (0.77, 81)], 0.025)
    assert 1.2 < screen.animator.elapsed_seconds < 2.2
    assert screen.shade.center == (160, 284) and screen.container.presentation is not None


def test_s6_thrown_up_it_goes_back_out_of_sight():
    screen = ShadeScreen(320, 568)
    screen.pan_began()
    screen.pan_changed(400)
    screen.pan_ended(-300)
    settle(screen, down=False)
    assert screen.shade.center.y == approx(-284, abs=0.5) and screen.container.items == [screen.presenter]


def test_seed_000_a_shade_follows_the_finger_and_reports_its_progress():
    screen = ShadeScreen(375, 812)
    screen.pan_began()
    context, shade, percents = screen.container.transition, screen.shade, []
    context.on_update = lambda _, percent: percents.append(percent)
    assert shade.center.y == -406 and context.is_interactive and context.is_initially_interactive
    assert context.duration == 0
    screen.pan_changed(300)
    assert shade.center.y == -86 and context.percent_complete == approx(0.394089, abs=1e-6)
    screen.timeline.advance(0.1)
    assert shade.presented_center.y == approx(-246, abs=1e-6)
    screen.timeline.advance(0.1)
    assert shade.presented_center.y == approx(-86, abs=1e-6)
    screen.pan_changed(500)
    assert shade.center.y == 114 and context.percent_complete == approx(0.640394, abs=1e-6)
    percents.clear()
    screen.pan_ended(800)
    check_bounces(settle(screen, down=True), [(0.0891, 4653), (0.2566, 2036), (0.4241, 891)], 0.02)
    assert len(percents) > 100 and percents[-1] == approx(1, abs=0.002)
    assert screen.animator.elapsed_seconds < 2.7 and shade.rect == screen.container.bounds
    assert context.phase == bg.TransitionPhase.DONE and not context.is_cancelled and not context.is_interactive


@pytest.mark.parametrize("y, velocity", [(300, -300), (500, 0.4), (376, 800)])
def test_seed_000_slow_or_short_pulls_are_cancelled(y, velocity):
    screen = ShadeScreen(375, 812)
    screen.pan_began()
    screen.pan_changed(y)
    context = screen.container.transition
    screen.pan_ended(velocity)
    found = settle(screen, down=False)
    if y == 300:
        check_bounces(found, [(0.0891, 5099)], 0.02)
    # Finish was called, and still the item is not presented.
    assert not context.is_cancelled and screen.container.presentation is None
    assert screen.container.items == [screen.presenter]


@pytest.mark.parametrize("is_thrown", [True, False])
def test_seed_000_closing_and_closing_taken_back(is_thrown):
    screen = ShadeScreen(375, 812)
    screen.pan_began()
    screen.pan_changed(780)
    screen.pan_ended(900)
    settle(screen, down=True)
    screen.pan_began()
    context = screen.container.transition
    assert context.initial_frame(bg.TransitionKey.FROM) == (0, 0, 375, 812) and not context.is_presenting
    screen.pan_changed(300 if is_thrown else 700)
    screen.pan_ended(-500 if is_thrown else 100)
    settle(screen, down=not is_thrown)
    assert context.is_cancelled != is_thrown and (screen.container.presentation is None) == is_thrown
    assert is_thrown or screen.shade.rect == screen.container.bounds


def test_seed_000_without_an_animation_nobody_asks_for_the_interaction():
    screen, asked = ShadeScreen(375, 812), []
    screen.delegate = bg.TransitionDelegate(interaction_for_present=asked.append)
    screen.pan_began()
    assert asked == [] and screen.container.transition is None
    assert screen.container.presentation is not None and screen.shade.rect == screen.container.bounds


def test_seed_000_what_does_not_come_to_rest_is_ended_after_four_seconds():
    screen = ShadeScreen(375, 812)
    screen.animator.rest_speed = 0
    screen.pan_began()
    screen.pan_changed(500)
    screen.pan_ended(800)
    settle(screen, down=True)
    assert 4 <= screen.animator.elapsed_seconds < 4.1
    assert screen.shade.rect == screen.container.bounds and screen.container.presentation is not None


# ---- Seed 003
def is_at(screen, y, dim):
    """Height of the center and dimming, within 0.01 points and 1e-4."""
    assert screen.panel.presented_center.y == approx(y, abs=0.01)
    assert screen.presentation.dimming_item.presented_alpha == approx(dim, abs=1e-4)
    return True


def presented():
    screen = PanelScreen(375, 812)
    screen.present()
    screen.timeline.advance(1)
    return screen


WAY = [(0.03, 0.160572), (0.075, 0.378138), (0.15, 0.684643), (0.225, 0.906535)]


def test_seed_003_a_panel_slides_in_and_out_along_its_curve():
    screen = PanelScreen(375, 812)
    screen.present()
    assert is_at(screen, 1015, 0)
    for time, progress in WAY:
        screen.timeline.advance_to(time)
        assert is_at(screen, 1015 - 406 * progress, progress) and screen.panel.center.y == 609
    screen.timeline.advance_to(0.3)
    assert is_at(screen, 609, 1) and screen.container.transition is None
    assert screen.container.items == [screen.presentation.dimming_item, screen.presenter, screen.panel]
    screen.timeline.advance_to(1)
    screen.dismiss()
    for time, progress in WAY:
        screen.timeline.advance_to(1 + time)
        assert is_at(screen, 609 + 406 * progress, 1 - progress)
    screen.timeline.advance_to(1.301)
    assert screen.container.presentation is None and screen.container.items == [screen.presenter]
    screen.present()
    screen.timeline.advance(1)
    assert is_at(screen, 609, 1)


def test_seed_003_with_a_spring_it_ends_exactly_too():
    screen = PanelScreen(375, 812)
    screen.timing = bg.Timing.spring(damping_ratio=1)
    screen.present()
    for time, y in [(0.05, 830.226), (0.1, 685.257), (0.15, 631.542), (0.2, 615.163)]:
        screen.timeline.advance_to(time)
        assert screen.panel.presented_center.y == approx(y, abs=0.01)
    screen.timeline.advance_to(0.3)
    assert screen.panel.presented_center.y == 609 and screen.container.transition is None


@pytest.mark.parametrize("velocity, leaves, speed", [(300, True, 1), (300, True, 2), (100, False, 1)])
def test_seed_003_a_finger_scrubs_and_the_throw_decides(velocity, leaves, speed):
    shown = presented()
    shown.pan_began()
    shown.pan_moved(101.5)
    assert is_at(shown, 710.5, 0.75) and shown.container.transition.is_interactive
    shown.timeline.advance(3)
    shown.pan_moved(101.5)
    assert is_at(shown, 812, 0.5)
    shown.driver.completion_speed = speed
    shown.pan_ended(100, velocity)
    assert shown.container.transition.is_cancelled != leaves
    shown.timeline.advance(0.075 / speed)
    assert shown.panel.presented_center.y == approx(950.983 if leaves else 673.017, abs=0.01)
    shown.timeline.advance(0.0751 / speed)
    assert (shown.container.presentation is None) == leaves
    assert shown.panel.presented_center.y == (1015 if leaves else 609)


def test_seed_003_let_go_early_it_goes_back_and_can_be_dismissed_again():
    shown = presented()
    shown.pan_began()
    shown.pan_moved(101.5)
    shown.pan_ended(100, 0)
    context = shown.container.transition
    assert context.interruptible_animator.remaining_seconds == approx(0.075)
    assert context.is_cancelled and not context.is_interactive
    shown.timeline.advance(0.0751)
    assert is_at(shown, 609, 1) and shown.container.transition is None and len(shown.container.items) == 3
    shown.dismiss()
    shown.timeline.advance(1)
    assert shown.container.presentation is None


@pytest.mark.parametrize("is_reversed, rest", [(False, 0.2124), (True, 0.0876)])
def test_seed_003_the_animator_itself_started_again(is_reversed, rest):
    shown = presented()
    shown.dismiss()
    shown.timeline.advance(0.15)
    shown.pan_began()
    shown.pan_moved(-101.5)
    slide = shown.container.transition.interruptible_animator
    slide.is_reversed = is_reversed
    slide.start()
    assert slide.remaining_seconds == approx(rest, abs=1e-4)


@pytest.mark.parametrize("cancels", [True, False])
def test_seed_003_caught_while_it_closes_and_let_go(cancels):
    shown, turns = presented(), []
    shown.dismiss()
    shown.container.transition.notify_interaction_changes(lambda context: turns.append(context.is_interactive))
    shown.timeline.advance(0.15)
    shown.pan_began()
    assert shown.driver.percent_complete == approx(0.684643, abs=1e-6) and is_at(shown, 886.965, 1 - 0.684643)
    shown.pan_moved(-101.5)
    assert is_at(shown, 785.465, 0.565357)
    shown.pan_ended(100, -100 if cancels else 400)
    rest = 0.130393 if cancels else 0.169607
    slide = shown.container.transition.interruptible_animator
    assert slide.remaining_seconds == approx(rest, abs=1e-6)
    shown.timeline.advance(rest / 2)
    assert shown.panel.presented_center.y == approx(664.649 if cancels else 942.615, abs=0.01)
    if cancels:  # caught again, and thrown out
        shown.pan_began()
        assert not shown.container.transition.is_cancelled
        assert shown.driver.percent_complete == approx((664.649 - 609) / 406, abs=1e-4)
        shown.pan_ended(100, 300)
    shown.timeline.advance(1)
    assert shown.container.presentation is None and turns == [True, False] * (2 if cancels else 1)


def test_seed_003_caught_while_it_appears_and_sent_back():
    screen = PanelScreen(375, 812)
    screen.present()
    screen.timeline.advance(0.1)
    screen.pan_began()
    assert is_at(screen, 816.730, 0.488349)
    screen.pan_moved(40.6)
    assert is_at(screen, 857.330, 0.388349)
    screen.pan_ended(300, 100)
    assert screen.container.transition.interruptible_animator.remaining_seconds == approx(0.116505, abs=1e-6)
    screen.timeline.advance(0.1166)
    assert screen.container.presentation is None and screen.container.items == [screen.presenter]
