"""Fields and regions from Python."""
# SPDX-License-Identifier: MIT
import copy
import gc
import math
import pickle

import pytest

import bagatelle as bg
from bagatelle import FieldBehavior, FieldKind, Region


# ---- Regions
def test_shapes_and_operators():
    disk, box = Region(radius=-50), Region(size=(100, 20))
    assert (0, 50) in disk and (0, 50.1) not in disk
    assert (0, 30) in (disk | box) and (50, 10) in (disk | box)
    assert (45, 0) in (disk & box) and (0, 30) not in (disk & box)
    assert (0, 30) in (disk - box) and (45, 0) not in (disk - box)
    assert (0, 0) not in ~Region() and (1e300, 0) in Region()
    assert disk.union(box) == disk | box and disk.intersection(box) == disk & box
    assert disk.difference(box) == disk - box and disk.inverse() == ~disk and disk.contains((0, 50))
    path = Region(path=[(0, 0), (10, 0), (2, 2), (0, 10)])
    assert (1, 1) in path and (5, 5) not in path


def test_bad_regions_are_refused():
    for bad in (math.nan, math.inf, 1e10):
        with pytest.raises(bg.RangeError):
            Region(radius=bad)
        with pytest.raises(bg.RangeError):
            Region(size=(1, bad))
        with pytest.raises(bg.RangeError):
            Region(path=[(0, 0), (bad, 0), (0, 1)])
    with pytest.raises(bg.InvalidPathError):
        Region(path=[(0, 0), (1, 1), (2, 2)])
    with pytest.raises(TypeError):
        Region(radius=1, size=(2, 2))
    with pytest.raises(TypeError):
        Region(radius=1).union("disk")
    with pytest.raises(bg.RangeError):
        Region().contains((math.nan, 0))
    deep = Region(radius=1)
    with pytest.raises(bg.LimitError):
        for _ in range(300):
            deep = ~deep


def test_regions_go_to_bytes_and_back():
    region = (Region(radius=50) - Region(path=[(0, 0), (9, 0), (0, 9)])) | Region(size=(4, 4))
    data = bytes(region)
    again = Region.from_bytes(data)
    assert again == region and hash(again) == hash(region) and bytes(again) == data
    assert again != Region() and again != 3
    assert pickle.loads(pickle.dumps(region)) == region and copy.deepcopy(region) == region
    assert Region() == Region()
    for broken in (b"", data[:-1], data + b"x", data[:40] + b"\xff" + data[41:], b"nonsense" * 20):
        with pytest.raises(bg.DataError):
            Region.from_bytes(broken)


# ---- Fields
def test_properties_and_their_defaults():
    field = FieldBehavior(FieldKind.NOISE)
    assert field.kind is FieldKind.NOISE and field.position == (0, 0) and field.strength == 1
    assert field.falloff == 0 and field.minimum_radius == 1e-3 and field.region is None
    assert field.smoothness == 0 and field.animation_speed == 1 and field.seed == 0 and field.function is None
    region = Region(radius=5)
    field.position, field.strength, field.falloff, field.minimum_radius = (1, 2), -3, 2, 7
    field.smoothness, field.animation_speed, field.seed, field.region = 0.5, 4, 2 ** 64 - 1, region
    assert (field.position, field.strength, field.falloff, field.minimum_radius) == ((1, 2), -3, 2, 7)
    assert (field.smoothness, field.animation_speed, field.seed) == (0.5, 4, 2 ** 64 - 1)
    assert field.region is region
    field.direction = (1, 1)  # no effect
    assert field.direction == (0, 0)
    field.region = None
    assert field.region is None
    assert repr(field) == "FieldBehavior(0 items, noise, strength=-3)"
    with pytest.raises(bg.RangeError):
        field.smoothness = 2
    with pytest.raises(bg.RangeError):
        FieldBehavior(FieldKind.DRAG, strength=math.nan)
    with pytest.raises((TypeError, ValueError)):
        field.seed = -1
    with pytest.raises(bg.RangeError):
        FieldBehavior(11)


def test_a_region_lives_as_long_as_its_field():
    field = FieldBehavior(FieldKind.DRAG, region=Region(radius=5))
    gc.collect()
    assert (0, 5) in field.region
    field.region = Region(size=(2, 2))
    gc.collect()
    assert (0, 5) not in field.region


def test_a_magnetic_field_keeps_the_speed(fall):
    item = bg.Item(center=(0, 0))
    properties = bg.DynamicItemBehavior([item], charge=2, resistance=0)
    properties.add_linear_velocity((300, 0), item)
    with bg.DynamicAnimator() as animator:
        animator.add_behavior(properties)
        animator.add_behavior(FieldBehavior(FieldKind.MAGNETIC, [item], strength=1.5))
        for _ in range(60):
            fall(animator, 1 / 60)
            assert item.velocity.length == pytest.approx(300, abs=0.01)
        radius = 300 / (1.5 * 2 / 0.4444444444)
        assert (item.center - (0, -radius)).length == pytest.approx(radius, rel=1e-3)


@pytest.mark.parametrize("kind, expected", [
    (FieldKind.LINEAR_GRAVITY, (150, -300)), (FieldKind.RADIAL_GRAVITY, (-180, -240)),
    (FieldKind.SPRING, (-135, -180)), (FieldKind.DRAG, (-45, -90)), (FieldKind.VORTEX, (12_000, -9_000)),
    (FieldKind.VELOCITY, (150, -300)), (FieldKind.ELECTRIC, (810, 1_080)), (FieldKind.MAGNETIC, (180, -90)),
    (FieldKind.CUSTOM, (0, 0))])
def test_every_kind_acts_by_its_law(kind, expected):
    field = FieldBehavior(kind, strength=2)
    field.direction = (0.5, -1)
    # Mass 1 is 0.4444 kg; the way is 50 points.
    assert field.value((30, 40), velocity=(10, 20), mass=1, charge=2) == pytest.approx(expected)


def test_noise_is_random_and_turbulence_goes_with_the_speed():
    noise, turbulence = FieldBehavior(FieldKind.NOISE), FieldBehavior(FieldKind.TURBULENCE)
    value = noise.value((30, 40))
    assert 0 < value.length <= 150 and noise.value((30, 40), velocity=(5, 5), mass=7) == value
    assert turbulence.value((30, 40), velocity=(30, 40)) == pytest.approx(value / 3)
    noise.seed = 1
    assert noise.value((30, 40)) != value


def test_values_at_a_point():
    well = FieldBehavior(FieldKind.RADIAL_GRAVITY, position=(100, 0), region=Region(radius=500))
    assert well.value((0, 0)) == (150, 0) and well.value((601, 0)) == (0, 0)
    with bg.DynamicAnimator() as animator:
        animator.add_behavior(well)
        drag = FieldBehavior(FieldKind.DRAG)
        animator.add_behavior(drag)
        assert drag.value((0, 0), velocity=(0, 40), mass=2) == pytest.approx((0, -45))
        assert animator.field_value((0, 0), velocity=(0, 40), mass=2) == pytest.approx((150, -45))
        animator.field_unit_scale = 300
        assert animator.field_unit_scale == 300 and well.value((0, 0)) == (300, 0)
        with pytest.raises(bg.RangeError):
            animator.field_value((0, math.nan))
        with pytest.raises(bg.RangeError):
            well.value((0, 0), mass=0)


# ---- Custom fields
def test_a_custom_field_gives_its_force():
    item = bg.Item(center=(30, 40))
    seen = []

    def pull(field, position, velocity, mass, charge, seconds):
        seen.append((position, velocity, mass, charge, seconds))
        return (3, 0) if field.items == [item] else None

    with bg.DynamicAnimator() as animator:
        field = FieldBehavior(FieldKind.CUSTOM, [item], function=pull)
        assert field.function is pull
        properties = bg.DynamicItemBehavior([item], density=2, charge=5, resistance=0)
        animator.add_behavior(properties)
        animator.add_behavior(field)
        for _ in range(30):
            animator.advance(1 / 60)
        assert item.velocity == pytest.approx((75, 0), abs=1e-3)
        assert len(seen) == 120
        assert seen[0][2:4] == (2, 5) and seen[0][4] == pytest.approx(1 / 240)
        field.function = None
        animator.advance(1 / 60)
        assert len(seen) == 120


def test_inside_a_custom_field_changes_are_busy_and_reading_is_not():
    item, other = bg.Item(), bg.Item()
    errors = []
    with bg.DynamicAnimator() as animator:
        gravity = bg.GravityBehavior([other])

        def pull(field, position, *_):
            if not errors:
                for change in (lambda: field.add_item(other), lambda: gravity.__setattr__("magnitude", 2),
                               lambda: animator.remove_all_behaviors(), lambda: animator.advance(1),
                               lambda: item.__setattr__("center", (1, 1)), lambda: gravity.close() or 1 / 0):
                    try:
                        change()
                    except (bg.BusyError, ZeroDivisionError) as error:
                        errors.append(type(error))
            assert position == item.center + (position - item.center)
            assert animator.elapsed_seconds >= 0 and gravity.is_alive is not None

        field = FieldBehavior(FieldKind.CUSTOM, [item], function=pull)
        animator.add_behavior(field)
        for _ in range(3):
            animator.advance(1 / 60)
        assert errors == [bg.BusyError] * 5 + [ZeroDivisionError]
        assert field.items == [item]


def test_what_a_custom_field_raises_comes_out_of_advance():
    item = bg.Item()

    def fail(*_):
        raise KeyError("no")

    with bg.DynamicAnimator() as animator:
        animator.add_behavior(FieldBehavior(FieldKind.CUSTOM, [item], function=fail))
        with pytest.raises(KeyError):
            animator.advance(1 / 60)
        assert item.center == (0, 0)


def test_useless_forces_are_ignored_counted_and_logged_once_a_tick():
    item = bg.Item()
    lines = []
    bg.set_log(lines.append)
    try:
        with bg.DynamicAnimator() as animator:
            field = FieldBehavior(FieldKind.CUSTOM, [item], function=lambda *_: (math.nan, 1))
            animator.add_behavior(field)
            animator.advance(1 / 60)
            animator.advance(1 / 60)
            assert field.ignored_forces == 8 and item.center == (0, 0)
    finally:
        bg.set_log(None)
    assert len(lines) == 2 and "custom field" in lines[0]
