"""Times of the phases of a tick."""
# SPDX-License-Identifier: MIT
import bagatelle as bg
import pytest


def pile():
    items = [bg.Item(center=(20 + i % 5 * 30, 20 + i // 5 * 30), size=(25, 25)) for i in range(20)]
    animator = bg.DynamicAnimator()
    walls = bg.CollisionBehavior(items)
    walls.add_boundary("floor", (-100, 300), (400, 300))
    animator.add_behavior(walls)
    animator.add_behavior(bg.GravityBehavior(items))
    return animator


def test_the_first_reading_gives_zeros_and_switches_on():
    animator = pile()
    animator.advance(1 / 60)
    first = animator.profile
    assert first == bg.Profile(0, 0, bg.PhaseTimes(*[0.0] * 13), bg.PhaseTimes(*[0.0] * 13))
    total = 0.0
    for tick in range(60):
        assert animator.advance(1 / 60) == 2
        profile = animator.profile
        assert (profile.steps, profile.all_steps) == (2, 2 * tick + 2)
        assert all(time >= 0 for time in profile.latest)
        assert sum(profile.latest[1:]) <= profile.latest.total * (1 + 1e-9)
        total += profile.latest.total
        assert profile.all.total == total > 0
    assert profile.all.solver > 0 and profile.all.pairs > 0 and profile.all.narrow_phase > 0


def test_timing_changes_no_result():
    timed, plain = pile(), pile()
    for _ in range(120):
        assert timed.profile.steps <= 2
        timed.advance(1 / 60)
        plain.advance(1 / 60)
        assert timed.state_hash == plain.state_hash


def test_a_closed_animator_has_no_profile():
    animator = pile()
    animator.close()
    with pytest.raises(bg.BagatelleError):
        animator.profile
