"""Motion in fields against closed forms."""
# SPDX-License-Identifier: MIT
import math

import pytest

import bagatelle as bg
from bagatelle import FieldBehavior, FieldKind

KILOGRAMS = 10_000 / 22_500  # of an item of 100 x 100 points


def scene(kind, strength, start=(0, 0), velocity=(0, 0), **options):
    """An animator in which a field alone acts on an item of mass 1, and the item's properties."""
    item = bg.Item(start)
    animator = bg.DynamicAnimator()
    animator.default_material = bg.Material(resistance=0, angular_resistance=0)
    motion = bg.DynamicItemBehavior(item)
    animator.add_behavior(motion)
    field = FieldBehavior(kind, [item], strength=strength, **options)
    animator.add_behavior(field)
    motion.set_linear_velocity(velocity, item)
    return animator, item, motion, field


def test_an_orbit_is_a_circle(fall):
    animator, item, _, _ = scene(FieldKind.RADIAL_GRAVITY, 2, (200, 0), (0, math.sqrt(300 * 200)))
    for _ in range(60):
        fall(animator, 1 / 6)
        assert item.center.length == pytest.approx(200, abs=0.2)


def test_a_spring_field_swings_with_its_period(fall):
    animator, item, motion, _ = scene(FieldKind.SPRING, KILOGRAMS * 4 * math.pi ** 2, (80, 0))
    fall(animator, 10.5)
    assert item.center == pytest.approx((-80, 0), abs=0.2)
    motion.density = 4
    fall(animator, 1)
    assert item.center == pytest.approx((80, 0), abs=0.3)


def test_drag_fades_the_speed(fall):
    animator, item, _, _ = scene(FieldKind.DRAG, 0.5, velocity=(400, 0))
    fall(animator, 2)
    assert item.velocity.x == pytest.approx(400 * math.exp(-1 / KILOGRAMS), abs=0.01)


def test_a_vortex_does_work_on_every_turn(fall):
    animator, item, motion, _ = scene(FieldKind.VORTEX, 0.02, (100, 0))
    motion.is_allowing_rotation = False
    animator.add_behavior(bg.AttachmentBehavior(item, anchor=(0, 0)))
    fall(animator, 2)
    assert item.velocity.length == pytest.approx(600, abs=2) and item.center.length == pytest.approx(100, abs=0.3)
    gained = math.sqrt(600 ** 2 + 2 * 300 * 2 * math.pi * 100)
    fall(animator, (gained - 600) / 300)
    assert item.velocity.length == pytest.approx(gained, abs=6)


def test_a_velocity_field_overrides_what_else_acts(fall):
    animator, item, _, field = scene(FieldKind.VELOCITY, 2, velocity=(-500, 77), direction=(1, 0))
    animator.add_behavior(bg.GravityBehavior(item))
    fall(animator, 0.5)
    assert item.velocity == pytest.approx((300, 0), abs=0.01)
    field.region = bg.Region(radius=10)
    fall(animator, 0.1)
    assert item.velocity == pytest.approx((300, 100), abs=0.5)


def test_electric_fields_and_linear_gravity_accelerate(fall):
    animator, item, motion, _ = scene(FieldKind.ELECTRIC, 1, (100, 0))
    motion.charge = 2
    fall(animator, 1)
    assert item.center.x == pytest.approx(100 + 150 / KILOGRAMS, abs=0.2)
    animator, item, motion, _ = scene(FieldKind.LINEAR_GRAVITY, 2, direction=(1, 0))
    motion.density = 5
    fall(animator, 1)
    assert item.center.x == pytest.approx(150, abs=0.1)


@pytest.mark.parametrize("kind", [FieldKind.NOISE, FieldKind.TURBULENCE])
def test_equal_seeds_give_equal_noise(fall, kind):
    ends = []
    for seed in (5, 5, 6):
        animator, item, _, _ = scene(kind, 1, velocity=(200, 0), seed=seed)
        fall(animator, 3)
        ends.append(item.center)
        assert animator.is_running
    assert ends[0] == ends[1] != ends[2]
