"""Snaps, against the published trace of a device and the formulas of the spring."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg

# E. Sadun's trace: every 1/30 s, about 77 points away at the start, rounded to half points.
TRACE = [75, 52, 22, 4, -3.5, -5.5, -4.5, -2.5, -0.5, 0.5, 1, 1, 0.5, 0]


def snapped(start, **options):
    item = bg.Item(start, size=(60, 60))
    animator, snap = bg.DynamicAnimator(), bg.SnapBehavior(item, point=(300, 300), **options)
    animator.add_behavior(snap)
    return animator, item, snap


def test_the_published_trace():
    animator, item, _ = snapped((377, 300))
    animator.advance(1 / 120)
    errors = []
    for seen in TRACE:
        errors.append(item.center.x - 300 - seen)
        animator.advance(1 / 30)
    assert math.sqrt(sum(error ** 2 for error in errors) / len(errors)) < 1
    assert item.center.y == 300 and item.angle == 0


def course(damping=0.5, frequency=3.8):
    """Greatest overshoot in parts of the way, and when the point was first reached."""
    animator, item, snap = snapped((200, 300), damping=damping, frequency=frequency)
    most, reached = 0.0, None
    for _ in range(240):
        animator.advance(1 / 120)
        most = max(most, item.center.x - 300)
        if reached is None and item.center.x > 300:
            reached = animator.elapsed_seconds
    assert snap.damping == max(damping, 0) and snap.frequency == frequency
    return most / 100, reached


def test_damping_decides_how_far_it_overshoots():
    usual, reached = course()
    assert usual == pytest.approx(0.073, abs=0.015) and reached == pytest.approx(0.125, abs=0.015)
    assert course(damping=1)[0] < 0.005
    assert course(damping=0)[0] == pytest.approx(0.64, abs=0.02)


def test_frequency_is_the_speed_of_a_snap():
    assert course(frequency=1.9)[1] == pytest.approx(2 * course()[1], abs=0.02)


def test_a_new_point_starts_the_motion_again(fall):
    animator, item, snap = snapped((300, 280))
    item.angle = 1
    animator.update_item(item)
    fall(animator, 2)
    assert item.center == pytest.approx((300, 300), abs=0.1) and item.angle == pytest.approx(0, abs=0.01)
    assert not animator.is_running
    snap.point = (350, 300)
    assert animator.is_running and snap.point == (350, 300)
    fall(animator, 2)
    assert item.center == pytest.approx((350, 300), abs=0.1)
