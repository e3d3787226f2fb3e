"""Scenes S1, S2, S3, S7 and S9 of UIKit programs, with their numbers."""
# SPDX-License-Identifier: MIT
import math

import bagatelle as bg
import pytest
from bagatelle.examples.falling_square import FallingSquare
from bagatelle.examples.flick import Flick
from bagatelle.examples.position_mapped_to_bounds import Button
from bagatelle.examples.repositioning import FallingLabel
from bagatelle.examples.sticky_corners import StickyCorners
from pytest import approx


def settle(animator, limit=600):
    """Ticks until everything rests."""
    ticks = 0
    while animator.is_running and ticks < limit:
        animator.advance(1 / 60)
        ticks += 1
    assert not animator.is_running
    return ticks


# ---- S1
def test_a_square_falls_bounces_and_rests():
    scene = FallingSquare()
    animator, square = scene.animator, scene.square
    began, ended, turns = [], [], []
    scene.collision.on_boundary_began = lambda contact: began.append((animator.elapsed_seconds, contact))
    scene.collision.on_boundary_ended = ended.append
    animator.on_will_resume = lambda _: turns.append("resume")
    animator.on_did_pause = lambda _: turns.append("pause")
    top = 600.0
    while animator.is_running:
        animator.advance(1 / 60)
        t = animator.elapsed_seconds
        assert square.center.x == 160 and abs(square.angle) < 0.001
        if not began:  # the default resistance of 0.1 per second slows the fall a little
            assert square.center.y == approx(284 + 1000 / 0.1 * (t - (1 - math.exp(-0.1 * t)) / 0.1), abs=0.2)
        elif len(began) == 1 and len(ended) == 1:
            top = min(top, square.center.y)
    first_seconds, first = began[0]
    assert 0.73 < first_seconds < 0.76 and first.boundary is None
    assert first.point.y == approx(568, abs=0.5) and 145 <= first.point.x <= 175
    assert 712 < first.approach_speed < 724
    assert 553 - top == approx(10, abs=2)
    assert len(began) == len(ended) + 1
    assert square.center.y == approx(553, abs=0.5)
    assert turns == ["resume", "pause"] and 1.3 < animator.elapsed_seconds < 2.2


@pytest.mark.parametrize("height", [568, 667])
def test_without_elasticity_there_is_no_rebound(height):
    scene = FallingSquare()
    scene.animator.reference_bounds = (0, 0, 320, height)
    scene.collision.set_boundary_material(None, elasticity=0, friction=0.2)
    scene.animator.add_behavior(bg.DynamicItemBehavior([scene.square], elasticity=0))
    touched = False
    while scene.animator.is_running:
        scene.animator.advance(1 / 60)
        touched = touched or len(scene.animator.contacts) > 0
        assert not touched or scene.square.center.y > height - 15.5
    assert touched and scene.square.center.y == approx(height - 15, abs=0.5)


# ---- S2
def test_a_dragged_square_keeps_its_distance_to_the_finger():
    scene = Flick()
    assert scene.attachment.length == approx(325.96, abs=0.01)
    scene.pan_began(bg.Vector2(170, 290))
    assert scene.attachment.length == approx(11.66, abs=0.005)
    for step in range(1, 121):
        touch = bg.Vector2(170 + step * 100 / 120, 290)
        scene.pan_changed(touch)
        scene.animator.advance(1 / 60)
        assert (touch - scene.square.center).length == approx(11.66, abs=0.3)


def test_a_flick_gives_half_of_the_fingers_speed():
    scene = Flick()
    animator, square = scene.animator, scene.square
    scene.pan_began(bg.Vector2(170, 290))
    scene.pan_ended(bg.Vector2(600, -800))
    push = animator.behaviors[-1]
    assert push.magnitude == approx(0.8) and push.is_active
    animator.advance(1 / 60)
    assert not push.is_active
    assert square.velocity.x == approx(300, abs=6)
    assert square.velocity.y - 1000 / 60 == approx(-400, abs=8)  # without the tick's gravity
    for _ in range(3):
        scene.pan_began(bg.Vector2(100, 300))
        scene.pan_ended(bg.Vector2(900, 700))
        ticks = 0
        while animator.is_running and ticks < 900:
            animator.advance(1 / 60)
            ticks += 1
            half = 20 * (abs(math.cos(square.angle)) + abs(math.sin(square.angle)))
            assert half - 0.5 < square.center.x < 320.5 - half and half - 0.5 < square.center.y < 568.5 - half
        assert not animator.is_running
    assert len(animator.behaviors) == 6  # pushes that have fired pile up without effect


# ---- S3
@pytest.mark.parametrize("columns, velocity, middle", [
    (1, (0, -200), (160, 142)), (1, (0, 200), (160, 426)),
    (2, (-200, -200), (80, 142)), (2, (200, -200), (240, 142)),
    (2, (-200, 200), (80, 426)), (2, (200, 200), (240, 426))])
def test_an_item_sticks_to_the_part_it_is_thrown_into(columns, velocity, middle):
    scene = StickyCorners(columns)
    assert settle(scene.animator) < 60  # the springs of all parts cancel
    assert (scene.item.center - (160, 284)).length < 0.5
    scene.pan_began(bg.Vector2(165, 280))
    scene.animator.advance(1 / 60)
    scene.pan_ended(velocity)
    assert 30 < settle(scene.animator) < 180
    assert (scene.item.center - middle).length < 0.5 and scene.item.angle == 0


def test_the_field_overshoots_as_its_damping_says():
    scene = StickyCorners()
    animator, item = scene.animator, scene.item
    item.center = (100, 200)
    animator.update_item(item)
    line, most, settled = bg.Vector2(60, -58), 0.0, 0.0
    while animator.is_running:
        animator.advance(1 / 120)
        most = max(most, (item.center - (160, 142)).dot(line) / line.length)
        if (item.center - (160, 142)).length > 0.02 * line.length:
            settled = animator.elapsed_seconds
    assert 100 * most / line.length == approx(65, abs=5) and settled == approx(0.75, abs=0.1)
    assert (item.center - (160, 142)).length < 0.5 and item.angle == 0

    item.center = (100, 200)  # while a finger holds it the field does not move it
    animator.update_item(item)
    scene.pan_began(bg.Vector2(110, 215))
    for _ in range(120):
        animator.advance(1 / 60)
        assert (item.center - (110, 215)).length == approx(math.sqrt(325), abs=0.5)
    scene.pan_ended((0, 0))

    for field in scene.behavior.fields:  # in neither region it feels nothing
        field.region = bg.Region(radius=50)
    item.center = (40, 284)
    animator.update_item(item)
    settle(animator)
    assert item.velocity == (0, 0)


# ---- S7
def test_a_pressed_button_swings_about_its_size():
    button = Button(300, 200)
    animator = button.press(magnitude=30, damping=0.1)
    assert (button.reads, button.writes) == (1, 0)
    peak = trough = peak_seconds = trough_seconds = last = 0.0
    crossings = []
    for step in range(1, 181):
        animator.advance(1 / 120)
        along = (button.size - (300, 200)).length * (-1 if button.size.x < 300 else 1)
        if step == 1:
            assert along * 120 == approx(500, abs=25)  # mass 6 at the first size, pushed once
        if along > peak:
            peak, peak_seconds = along, step / 120
        if along < trough:
            trough, trough_seconds = along, step / 120
        if step > 5 and (last > 0) != (along > 0):
            crossings.append(step / 120)
        last = along
        assert button.size.x - button.size.y == approx(100, abs=0.5)
    assert peak == approx(34.3, abs=1.5) and peak_seconds == approx(0.118, abs=0.02)
    assert -trough / peak == approx(0.73, abs=0.03) and trough_seconds - peak_seconds == approx(0.25, abs=0.02)
    assert crossings[2] - crossings[0] == approx(0.5025, abs=0.015)
    settle(animator, 900)
    assert button.size == approx((300, 200), abs=0.5)
    assert button.reads == 1 and button.writes > 180


def test_pressed_again_the_first_animator_writes_no_more():
    button = Button(200, 200)
    animator = button.press(magnitude=2, damping=0.3)
    peak = 0.0
    for _ in range(30):
        animator.advance(1 / 120)
        peak = max(peak, (button.size - (200, 200)).length)
    assert peak == approx(2.67, abs=0.15)
    size = button.size
    animator = button.press(magnitude=2, damping=0.3)
    assert button.size == size and button.reads == 2
    animator.advance(1 / 120)
    assert button.size.x > size.x


# ---- S9
def test_a_label_put_back_goes_on_with_its_speed():
    scene = FallingLabel()
    for _ in range(30):
        scene.animator.advance(1 / 60)
    speed = scene.label.velocity.y
    assert scene.label.center.y == approx(173, abs=3) and speed == approx(1e4 * (1 - math.exp(-0.05)), abs=0.5)
    scene.put_back()
    assert scene.label.velocity.y == speed
    scene.animator.advance(1 / 60)
    assert scene.label.center.y == approx(10 + speed / 60 + 500 / 3600, abs=0.5)
    for _ in range(29):
        scene.animator.advance(1 / 60)
    assert scene.label.center == approx((160, 371), abs=4)
    assert scene.label.velocity.y == approx(1e4 * (1 - math.exp(-0.1)), abs=1)
