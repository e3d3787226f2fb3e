"""Items, values and refusals."""
# SPDX-License-Identifier: MIT
import copy
import math
import pickle

import pytest

import bagatelle as bg


def test_a_fresh_item_has_the_documented_defaults():
    item = bg.Item()
    assert item.center == (0, 0) and item.size == (100, 100) and item.angle == 0
    assert item.bounds_type is bg.BoundsType.RECTANGLE and item.path == [] and item.animator is None
    assert item.velocity == (0, 0) and item.angular_velocity == 0 and item.is_resting
    assert not item.is_preserving_scale and item.native_user_data is None and item.user_data is None


def test_values_that_are_set_come_back():
    item = bg.Item((3, 4), size=(5, 6), angle=0.5)
    assert (item.center, item.size, item.angle) == ((3, 4), (5, 6), 0.5)
    item.center, item.size, item.angle = [7, 8], bg.Vector2(9, 10), -20
    assert (item.center, item.size, item.angle) == ((7, 8), (9, 10), -20)
    assert isinstance(item.center, bg.Vector2)
    item.native_user_data = 2**40 + 1
    assert item.native_user_data == 2**40 + 1
    item.user_data = {"any": "thing"}
    assert item.user_data == {"any": "thing"}


def test_transform_turns_and_keeps_scale_only_on_demand():
    item = bg.Item(angle=math.pi / 2)
    transform = item.transform
    assert transform.a == pytest.approx(0, abs=1e-12) and transform.b == pytest.approx(1)
    item.transform = (0, 2, -3, 0, 50, 60)
    assert item.angle == pytest.approx(math.pi / 2)
    assert item.transform.b == pytest.approx(1) and item.transform.tx == 0
    item.is_preserving_scale = True
    assert item.is_preserving_scale
    item.transform = (0, 2, -3, 0, 50, 60)
    assert item.transform.b == pytest.approx(2) and item.transform.c == pytest.approx(-3)
    with pytest.raises(bg.RangeError):
        item.transform = (0, 0, 1, 1, 0, 0)


def test_shapes_can_be_ellipses_and_convex_paths():
    item = bg.Item(bounds_type=bg.BoundsType.ELLIPSE, size=(20, 10))
    assert item.bounds_type is bg.BoundsType.ELLIPSE
    triangle = [(-10, 10), (10, 10), (0, -10)]
    item.path = triangle
    assert item.bounds_type is bg.BoundsType.PATH and sorted(item.path) == sorted(triangle)
    item.bounds_type = bg.BoundsType.RECTANGLE
    assert item.bounds_type is bg.BoundsType.RECTANGLE
    assert bg.Item(path=triangle).bounds_type is bg.BoundsType.PATH


def test_bad_paths_are_refused_and_nothing_changes():
    item = bg.Item()
    with pytest.raises(bg.InvalidPathError):
        item.bounds_type = bg.BoundsType.PATH
    with pytest.raises(bg.InvalidPathError):
        item.path = [(0, 0), (10, 0), (1, 1), (0, 10)]
    with pytest.raises(bg.LimitError):
        item.path = [(math.cos(k / 11), math.sin(k / 11)) for k in range(65)]
    with pytest.raises(bg.InvalidPathError):
        bg.Item(path=[])
    assert item.path == [] and item.bounds_type is bg.BoundsType.RECTANGLE


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, 1.1e9, 10**400])
def test_bad_centers_are_refused_and_nothing_changes(bad):
    item = bg.Item((1, 2))
    with pytest.raises(bg.RangeError, match="bgt_item_set_center") as caught:
        item.center = (0, bad)
    assert caught.value.status == bg.Status.RANGE and isinstance(caught.value, ValueError)
    assert item.center == (1, 2)
    with pytest.raises(bg.RangeError):
        bg.Item((bad, 0))


@pytest.mark.parametrize("size", [(0, 1), (-1, 1)])
def test_sizes_not_above_zero_are_refused(size):
    item = bg.Item()
    with pytest.raises(bg.InvalidSizeError):
        item.size = size
    with pytest.raises(bg.InvalidSizeError):
        bg.Item(size=size)
    assert item.size == (100, 100)


@pytest.mark.parametrize("value", [None, 5, "ab", b"ab", (1,), (1, 2, 3), ("a", "b"), {}, (1, None), 1j])
def test_what_is_no_vector_is_a_type_error(value):
    with pytest.raises(TypeError, match="center"):
        bg.Item().center = value
    with pytest.raises(TypeError, match="center"):
        bg.Item(value)


def test_what_is_no_number_is_a_type_error():
    for value in (None, "1", [], 1j):
        with pytest.raises(TypeError, match="angle"):
            bg.Item().angle = value


def test_repr_shows_kind_and_state():
    item = bg.Item((1, 2), size=(3, 4), angle=0.5, bounds_type=bg.BoundsType.ELLIPSE)
    assert repr(item) == "Item(center=(1, 2), size=(3, 4), angle=0.5, bounds_type=ELLIPSE)"
    item.close()
    assert repr(item) == "Item(closed)"


def test_outline_and_frame_follow_the_shape():
    item = bg.Item((10, 20), size=(4, 2), angle=math.pi / 2)
    assert item.frame == pytest.approx((9, 18, 2, 4))
    item = bg.Item((10, 20), size=(4, 2), bounds_type=bg.BoundsType.ELLIPSE)
    assert item.frame == pytest.approx((8, 19, 4, 2), abs=0.01)
    item = bg.Item((10, 20), path=[(-1, 1), (1, 1), (0, -1)])
    assert sorted(item.outline) == [(9, 21), (10, 19), (11, 21)]


def test_vectors_calculate():
    v = bg.Vector2(3, 4)
    assert (v.length, v + (1, 1), (1, 1) - v, v * 2) == (5, (4, 5), (-2, -3), (6, 8))
    assert (v / 2, -v, 2 * v, (1, 1) + v) == ((1.5, 2), (-3, -4), (6, 8), (4, 5))
    assert v.dot((2, 1)) == 10 and v.cross((1, 0)) == -4
    assert bg.Vector2(1, 0).rotated(math.pi / 2) == pytest.approx((0, 1))
    assert bg.Vector2(0, 1).angle == math.pi / 2


def test_limits_are_published():
    assert bg.get_limit(bg.Limit.SPEED) == 100_000
    assert bg.get_limit(bg.Limit.PATH_POINTS_MAXIMUM) == 64
    assert bg.get_limit(bg.Limit.TURN_PER_STEP) == pytest.approx(math.pi)
    assert bg.get_limit(bg.Limit.REGION_SHAPES) == 65_536
    points = int(bg.get_limit(bg.Limit.REGION_POINTS))
    circle = [(math.cos(2 * math.pi * i / points), math.sin(2 * math.pi * i / points)) for i in range(points)]
    assert bg.Region(path=circle).contains((0.5, 0))
    with pytest.raises(bg.LimitError):
        bg.Region(path=circle + [(1, -1e-9)])
    depth = int(bg.get_limit(bg.Limit.REGION_DEPTH))
    region = bg.Region(radius=1)
    with pytest.raises(bg.LimitError):
        for nested in range(depth + 1):
            region = region.inverse()
    assert nested in (depth - 1, depth)
    with pytest.raises(bg.RangeError):
        bg.get_limit(99)


def test_objects_cannot_be_copied_or_pickled():
    item = bg.Item()
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot copy or pickle"):
            attempt(item)


def test_every_error_class_is_also_of_a_built_in_kind():
    for cls in bg.BagatelleError.__subclasses__():
        assert any(base.__module__ == "builtins" for base in cls.__bases__), cls
    kinds = {bg.RangeError: ValueError, bg.InvalidSizeError: ValueError, bg.NotAMemberError: LookupError,
             bg.BusyError: RuntimeError, bg.StaleIdError: ReferenceError, bg.OutOfMemoryError: MemoryError,
             bg.StaleViewError: RuntimeError, bg.WrongKindError: TypeError}
    assert all(issubclass(cls, base) for cls, base in kinds.items())
    codes = {int(cls.status) for cls in bg.BagatelleError.__subclasses__()}
    assert {int(status) for status in bg.Status if status < 0} <= codes


def test_names_are_interned():
    assert bg.intern_name("floor") == bg.intern_name("floor") != bg.intern_name("wall")
    assert bg.name_string(bg.intern_name("Boden \u00e4")) == "Boden \u00e4"
    for bad in ("", "x" * 1025):
        with pytest.raises(bg.BagatelleError):
            bg.intern_name(bad)
    with pytest.raises(bg.BagatelleError):
        bg.name_string(0xFFFFFFFFFFFF)
    with pytest.raises(ValueError):
        bg.intern_name("a\0b")
    with pytest.raises(TypeError):
        bg.intern_name(b"floor")


# ---- Many items
def test_many_centers_and_angles_are_set_at_once():
    items = [bg.Item() for _ in range(5)]
    bg.set_centers(items, [(index, 2 * index) for index in range(5)])
    assert bg.get_centers(items) == [(index, 2 * index) for index in range(5)]
    bg.set_angles(items, [0.5] * 5)
    assert [item.angle for item in items] == [0.5] * 5
    bg.set_centers([], [])
    assert bg.get_centers([]) == []
    bg.set_centers([item.id for item in items[:1]], ((7, 7),))
    assert items[0].center == (7, 7)


def test_at_a_bad_value_none_of_the_centers_is_set():
    items = [bg.Item() for _ in range(3)]
    with pytest.raises(bg.RangeError):
        bg.set_centers(items, [(1, 1), (math.nan, 0), (2, 2)])
    assert bg.get_centers(items) == [(0, 0)] * 3
    with pytest.raises(bg.BagatelleError):
        bg.set_centers([items[0].id, 0], [(1, 1), (2, 2)])
    assert items[0].center == (0, 0)


def test_lengths_and_kinds_of_arrays_are_checked():
    items = [bg.Item() for _ in range(3)]
    with pytest.raises(ValueError, match="3 items, but 2"):
        bg.set_centers(items, [(1, 1), (2, 2)])
    for bad in (None, 5, "abc", b"abc"):
        with pytest.raises(TypeError):
            bg.set_centers(items, bad)
    with pytest.raises(TypeError):
        bg.set_centers([bg.GravityBehavior()], [(1, 1)])
    with pytest.raises(TypeError):
        bg.set_angles(items, [None, 1, 2])


def test_numpy_arrays_set_centers_in_place_or_converted():
    numpy = pytest.importorskip("numpy")
    items = [bg.Item() for _ in range(4)]
    centers = numpy.arange(8.0).reshape(4, 2)
    centers.flags.writeable = False
    bg.set_centers(items, centers)
    assert bg.get_centers(items) == [tuple(row) for row in centers]
    bg.set_centers(items, numpy.arange(16)[::2].reshape(4, 2).astype(numpy.int16))
    assert items[3].center == (12, 14)
    strided = numpy.zeros((4, 5))
    strided[:, 1:4:2] = 3.5
    bg.set_centers(items, strided[:, 1:4:2])
    assert items[0].center == (3.5, 3.5)
    bg.set_centers(items, numpy.asfortranarray(centers))
    assert items[1].center == (2, 3)
    bg.set_centers(items, (centers + 1).astype(numpy.float32))
    assert items[1].center == (3, 4)
    bg.set_centers(items, centers.astype(">f8"))
    assert items[3].center == (6, 7)
    bg.set_angles(items, numpy.linspace(0, 3, 4))
    assert items[3].angle == 3


def test_numpy_arrays_that_do_not_fit_are_refused():
    numpy = pytest.importorskip("numpy")
    items = [bg.Item() for _ in range(4)]
    for shape in ((), (8,), (4, 3), (2, 4), (4, 2, 1), (3, 2)):
        with pytest.raises(ValueError):
            bg.set_centers(items, numpy.zeros(shape))
    for dtype in (complex, object, "U1", bool):
        with pytest.raises(TypeError):
            bg.set_centers(items, numpy.zeros((4, 2), dtype=dtype))
    for shape in ((), (4, 1), (5,)):
        with pytest.raises(ValueError):
            bg.set_angles(items, numpy.zeros(shape))
    assert bg.get_centers(items) == [(0, 0)] * 4
