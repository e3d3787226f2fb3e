"""Items: the objects that animators move, and calls for many of them at once.

One file of over 600 lines, half of them documentation: an item is one class, and one section of the C header.
"""
# SPDX-License-Identifier: MIT
import ctypes as c
import sys
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, List, Optional, Tuple

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .vectors import (Rect, RectLike, Transform, TransformLike, Vector2, VectorLike, from_vec2, number,
                      to_int32, to_points, to_rect, to_transform, to_vec2, whole)

if TYPE_CHECKING:
    from .animator import DynamicAnimator
    from .groups import DynamicItemGroup
    from .timeline import Timeline

ReadFunction = Callable[["Item"], Optional[Tuple[VectorLike, VectorLike, float]]]
WriteFunction = Callable[["Item", Vector2, float], Any]


class BoundsType(IntEnum):
    """Shape that an item has in collisions."""

    RECTANGLE = _native.BGT_BOUNDS_RECTANGLE
    ELLIPSE = _native.BGT_BOUNDS_ELLIPSE
    PATH = _native.BGT_BOUNDS_PATH


class LayoutKind(IntEnum):
    """What an item stands for in a layout."""

    CELL = _native.BGT_LAYOUT_CELL
    SUPPLEMENTARY = _native.BGT_LAYOUT_SUPPLEMENTARY
    DECORATION = _native.BGT_LAYOUT_DECORATION


class ItemFlags(IntFlag):
    """Bits in the record of an item's state."""

    RESTING = _native.BGT_ITEM_RESTING
    ANCHORED = _native.BGT_ITEM_ANCHORED
    QUARANTINED = _native.BGT_ITEM_QUARANTINED


@_core.wraps(_native.BGT_KIND_ITEM)
class Item(NativeObject):
    """An object that animators move, once a behavior in one holds it.

    Args:
        center: Points in reference coordinates, each within 1e9.
        size: Points, each 0.01 to 1e7; 100 x 100 has mass 1 at density 1.
        angle: Radians, clockwise, within 1e6.
        bounds_type: Shape in collisions; a true circle is an ellipse of equal sides.
        path: A convex path about the center, 3 to 64 points, either winding; makes `bounds_type` PATH.
        driver: An object whose ``read(item)`` and ``write(item, center, angle)``, either of which may be
            missing, keep the values of the item; see `set_driver`.

    Raises:
        RangeError, InvalidSizeError, InvalidPathError, LimitError: A value is out of its range.

    >>> Item(center=(1, 2)).center
    Vector2(x=1.0, y=2.0)
    """

    #: Anything the caller wants to keep with the item.
    user_data: Any = None
    _instead = {"velocity": "use DynamicItemBehavior.set_linear_velocity, or apply_impulse",
                "angular_velocity": "use DynamicItemBehavior.set_angular_velocity, or apply_impulse with an offset"}

    def __init__(self, center: VectorLike = (0.0, 0.0), *, size: VectorLike = (100.0, 100.0),
                 angle: float = 0.0, bounds_type: BoundsType = BoundsType.RECTANGLE,
                 path: Optional[Iterable[VectorLike]] = None, driver: Any = None) -> None:
        start = _core.definition(_native.ItemDef)
        start.center = to_vec2(center, "center")
        start.size = to_vec2(size, "size")
        start.angle = number(angle, "angle")
        start.bounds_type = _core.choice(bounds_type, BoundsType, "bounds_type")
        if path is not None:
            points = to_points(path, "path")
            start.bounds_type = BoundsType.PATH
            start.path = c.cast(points, c.POINTER(_native.Vec2))
            start.path_count = len(points)
        self._adopt(_core.create(lib.bgt_item_create, c.byref(start)))
        if driver is not None:
            self.set_driver(getattr(driver, "read", None), getattr(driver, "write", None))

    def _state(self) -> str:
        angle = f", angle={self.angle:g}" if self.angle else ""
        shape = self.bounds_type
        kind = f", bounds_type={shape.name}" if shape != BoundsType.RECTANGLE else ""
        return f"center={_core.pair(self.center)}, size={_core.pair(self.size)}{angle}{kind}"

    # ---- Pose and shape
    @property
    def center(self) -> Vector2:
        """Center in reference coordinates, points, each within 1e9. Settable.

        An animator that already moves the item takes a set value up only through
        `DynamicAnimator.update_item`. Do not steer this way every frame; use an attachment or a push.
        """
        return from_vec2(get(lib.bgt_item_get_center, self._id))

    @center.setter
    def center(self, center: VectorLike) -> None:
        check(lib.bgt_item_set_center(self._id, to_vec2(center, "center")))

    @property
    def size(self) -> Vector2:
        """Width and height, untransformed, points, each 0.01 to 1e7. Settable, as `center`."""
        return from_vec2(get(lib.bgt_item_get_size, self._id))

    @size.setter
    def size(self, size: VectorLike) -> None:
        check(lib.bgt_item_set_size(self._id, to_vec2(size, "size")))

    @property
    def angle(self) -> float:
        """Radians, clockwise, unwrapped (whole turns count), within 1e6. Settable, as `center`."""
        return float(get(lib.bgt_item_get_angle, self._id))

    @angle.setter
    def angle(self, angle: float) -> None:
        check(lib.bgt_item_set_angle(self._id, number(angle, "angle")))

    @property
    def transform(self) -> Transform:
        """Rotation by the angle about the center, times the kept scale if the item preserves it. Settable.

        Setting takes the angle from a and b and the scale from the columns; tx and ty are not used.
        """
        value = get(lib.bgt_item_get_transform, self._id)
        return Transform(value.a, value.b, value.c, value.d, value.tx, value.ty)

    @transform.setter
    def transform(self, transform: TransformLike) -> None:
        check(lib.bgt_item_set_transform(self._id, to_transform(transform, "transform")))

    @property
    def is_preserving_scale(self) -> bool:
        """Whether `transform` keeps the scale that was last set. Default false, as in UIKit. Settable."""
        return bool(get(lib.bgt_item_is_preserving_scale, self._id))

    @is_preserving_scale.setter
    def is_preserving_scale(self, preserve: bool) -> None:
        check(lib.bgt_item_set_preserving_scale(self._id, bool(preserve)))

    @property
    def bounds_type(self) -> BoundsType:
        """Shape in collisions: rectangle (default), ellipse or path. Settable; PATH only if a path was set.

        >>> ball = Item(size=(20, 20), bounds_type=BoundsType.ELLIPSE)
        >>> ball
        Item(center=(0, 0), size=(20, 20), bounds_type=ELLIPSE)
        """
        return BoundsType(get(lib.bgt_item_get_bounds_type, self._id))

    @bounds_type.setter
    def bounds_type(self, bounds_type: BoundsType) -> None:
        check(lib.bgt_item_set_bounds_type(self._id, _core.choice(bounds_type, BoundsType, "bounds_type")))

    @property
    def path(self) -> List[Vector2]:
        """Convex path about the center, 3 to 64 points; empty if none was set. Settable.

        Setting it makes `bounds_type` PATH; points that lie on an edge are dropped. Raises
        `InvalidPathError` if it is concave, crosses itself or has no area, `LimitError` with more than 64
        points.
        """
        count = c.c_uint64()
        points = (_native.Vec2 * int(lib.bgt_get_limit(_native.BGT_LIMIT_PATH_POINTS_MAXIMUM)))()
        check(lib.bgt_item_get_path(self._id, points, len(points), c.byref(count)))
        return [from_vec2(point) for point in points[:count.value]]

    @path.setter
    def path(self, points: Iterable[VectorLike]) -> None:
        array = to_points(points, "path")
        check(lib.bgt_item_set_path(self._id, array, len(array)))

    @property
    def outline(self) -> List[Vector2]:
        """The shape's corners in reference coordinates, for drawing; an ellipse as 48 points."""
        return [self.center + point.rotated(self.angle) for point in local_outline(self)]

    @property
    def frame(self) -> Rect:
        """Axis-aligned box around `outline`."""
        points = self.outline
        left, top = min(p.x for p in points), min(p.y for p in points)
        return Rect(left, top, max(p.x for p in points) - left, max(p.y for p in points) - top)

    # ---- Animated channels
    @property
    def rect(self) -> Rect:
        """Model rectangle around the center, without rotation and transform. Settable."""
        return to_python_rect(get(lib.bgt_item_get_frame, self._id))

    @rect.setter
    def rect(self, rect: RectLike) -> None:
        check(lib.bgt_item_set_frame(self._id, to_rect(rect, "rect")))

    @property
    def bounds(self) -> Rect:
        """Model bounds: origin of the content within 1e9, and size. Settable."""
        return to_python_rect(get(lib.bgt_item_get_bounds, self._id))

    @bounds.setter
    def bounds(self, bounds: RectLike) -> None:
        check(lib.bgt_item_set_bounds(self._id, to_rect(bounds, "bounds")))

    @property
    def alpha(self) -> float:
        """Model opacity, 0 to 1. Default 1. Settable."""
        return float(get(lib.bgt_item_get_alpha, self._id))

    @alpha.setter
    def alpha(self, alpha: float) -> None:
        check(lib.bgt_item_set_alpha(self._id, number(alpha, "alpha")))

    @property
    def display_transform(self) -> Transform:
        """Affine map for drawing, about the center and before the angle. Default identity. Settable."""
        return to_python_transform(get(lib.bgt_item_get_display_transform, self._id))

    @display_transform.setter
    def display_transform(self, transform: TransformLike) -> None:
        check(lib.bgt_item_set_display_transform(self._id, to_transform(transform, "display_transform")))

    def add_channel(self, value: float = 0.0, *, additive: bool = True) -> int:
        """Give the item one more channel with a number of its own, within 1e9; returns the channel.

        >>> item = Item()
        >>> channel = item.add_channel(3)
        >>> item.value(channel)[0]
        3.0
        """
        out = c.c_int32()
        check(lib.bgt_item_add_channel(self._id, number(value, "value"), bool(additive), c.byref(out)))
        return out.value

    def value(self, channel: int) -> Tuple[float, float, float, float]:
        """Model values of a channel, zeros behind those it uses. Raises `NotAMemberError` without it."""
        return _four(get(lib.bgt_item_get_value, self._id, to_channel(channel)))

    def set_value(self, channel: int, *values: float) -> None:
        """Set the model values of a channel, as its own setter would. Raises `StateError` for TRANSFORM."""
        check(lib.bgt_item_set_value(self._id, to_channel(channel), to_channel_values(values, "values")))

    def presented_value(self, channel: int) -> Tuple[float, float, float, float]:
        """What is to be drawn now of a channel."""
        return _four(get(lib.bgt_item_get_presented_value, self._id, to_channel(channel)))

    def presented_velocity(self, channel: int) -> Tuple[float, float, float, float]:
        """How fast that changes, units per second, physics included; zero for the transform."""
        return _four(get(lib.bgt_item_get_presented_velocity, self._id, to_channel(channel)))

    @property
    def presented_center(self) -> Vector2:
        """The center to be drawn: the model and what animations add to it."""
        return from_vec2(get(lib.bgt_item_get_presented_center, self._id))

    @property
    def presented_angle(self) -> float:
        """The angle to be drawn, radians."""
        return float(get(lib.bgt_item_get_presented_angle, self._id))

    @property
    def presented_bounds(self) -> Rect:
        """The bounds to be drawn."""
        return to_python_rect(get(lib.bgt_item_get_presented_bounds, self._id))

    @property
    def presented_rect(self) -> Rect:
        """The presented bounds around the presented center."""
        return to_python_rect(get(lib.bgt_item_get_presented_frame, self._id))

    @property
    def presented_alpha(self) -> float:
        """The opacity to be drawn, 0 to 1, also while an animation overshoots."""
        return float(get(lib.bgt_item_get_presented_alpha, self._id))

    @property
    def presented_transform(self) -> Transform:
        """The display transform to be drawn."""
        return to_python_transform(get(lib.bgt_item_get_presented_transform, self._id))

    def is_animating(self, channel: int) -> bool:
        """Whether an animation acts on the channel."""
        return bool(get(lib.bgt_item_is_animating, self._id, to_channel(channel)))

    @property
    def timeline(self) -> "Optional[Timeline]":
        """The timeline in which it is animated or listed; None if there is none."""
        return _core.wrap(get(lib.bgt_item_get_timeline, self._id))  # type: ignore[no-any-return]

    # ---- Motion
    @property
    def group(self) -> "Optional[DynamicItemGroup]":
        """The group of which it is a member; None if there is none."""
        return _core.wrap(get(lib.bgt_item_get_group, self._id))  # type: ignore[no-any-return]

    @property
    def animator(self) -> "Optional[DynamicAnimator]":
        """The animator that moves the item; None if there is none."""
        return _core.wrap(get(lib.bgt_item_get_animator, self._id))  # type: ignore[no-any-return]

    @property
    def velocity(self) -> Vector2:
        """Velocity of its center of mass, points/s, of a member of a group of its center; zero without animator.

        Set by `DynamicItemBehavior.set_linear_velocity`, changed by `apply_impulse`.
        """
        return from_vec2(get(lib.bgt_item_get_velocity, self._id))

    @property
    def angular_velocity(self) -> float:
        """Radians/s, clockwise; zero without an animator. Set by `DynamicItemBehavior.set_angular_velocity`."""
        return float(get(lib.bgt_item_get_angular_velocity, self._id))

    @property
    def is_resting(self) -> bool:
        """Whether the item is at rest: asleep, anchored, or without an animator."""
        return bool(get(lib.bgt_item_is_resting, self._id))

    @property
    def why_awake(self) -> str:
        """What keeps the item awake after the latest step, in words; or why it rests.

        >>> Item().why_awake
        'it rests: no animator moves it'
        """
        return str(get(lib.bgt_item_why_awake, self._id).decode("utf-8"))

    def apply_impulse(self, impulse: VectorLike, offset: VectorLike = (0.0, 0.0)) -> bool:
        """Change the velocities at once. Unlike UIKit, which needs an instantaneous push for it.

        Args:
            impulse: In reference directions, within 1e9; 1 gives mass 1 a speed of 100 points/s.
            offset: Where it acts, from the item's center, in its own turning frame, points within 1e9.

        Returns:
            False without an animator or while the item is anchored: nothing was changed.
        """
        status = lib.bgt_item_apply_impulse(self._id, to_vec2(impulse, "impulse"), to_vec2(offset, "offset"))
        return check(status) != _native.BGT_IGNORED

    def apply_force(self, force: VectorLike, offset: VectorLike = (0.0, 0.0)) -> bool:
        """Let a force act during the next step alone; forces given before that step add up.

        Arguments and result as of `apply_impulse`; 1 accelerates mass 1 by 100 points/s². For a lasting
        force use a `PushBehavior`.
        """
        status = lib.bgt_item_apply_force(self._id, to_vec2(force, "force"), to_vec2(offset, "offset"))
        return check(status) != _native.BGT_IGNORED

    def detach(self) -> None:
        """Remove the item from every behavior; attachments and snaps that hold it leave their animator."""
        animator = self.animator
        holders = [holder for holder in _core.behaviors if self._id in holder._items and holder.is_alive]
        above = [(holder, holder.parent, holder.animator) for holder in holders]
        status = lib.bgt_item_detach(self._id)
        if animator is not None:
            animator._revision += 1
        for holder, parent, animator in above:
            holder._let_go(self)
            gone = not holder.is_alive
            if parent is not None and (gone or holder.parent is not parent):
                parent._children.pop(holder._id, None)
            if animator is not None and (gone or holder.animator is not animator):
                animator._behaviors.pop(holder._id, None)
        check(status)

    @property
    def layout_key(self) -> Optional[Tuple[LayoutKind, int]]:
        """Kind and number by which `DynamicAnimator.item_for_key` finds the item; None without. Settable.

        The number is any from 0 to 2**64 - 1 that means something to the caller.

        >>> item = Item()
        >>> item.layout_key = LayoutKind.CELL, 7
        >>> item.layout_key
        (<LayoutKind.CELL: 1>, 7)
        """
        kind = get(lib.bgt_item_get_layout_kind, self._id)
        return (LayoutKind(kind), int(lib.bgt_item_get_layout_key(self._id))) if kind else None

    @layout_key.setter
    def layout_key(self, key: Optional[Tuple[LayoutKind, int]]) -> None:
        if key is None:
            check(lib.bgt_item_set_layout_key(self._id, _native.BGT_LAYOUT_NONE, 0))
            return
        if not isinstance(key, (tuple, list)) or len(key) != 2:
            raise TypeError(f"layout_key must be a LayoutKind with a number, or None, not {key!r}")
        kind = _core.choice(key[0], LayoutKind, "kind of layout_key")
        check(lib.bgt_item_set_layout_key(self._id, kind, layout_number(key[1])))

    # ---- Callbacks
    def set_driver(self, read: Optional[ReadFunction] = None, write: Optional[WriteFunction] = None) -> None:
        """Leave the item's values with the caller; without functions the item keeps them itself again.

        Args:
            read: Called with the item once when it joins an animator and at each update; returns center,
                size and angle, or None to keep the present values. What it raises, or bad values, make
                the joining call fail.
            write: Called with the item, its center and its angle after each tick that moved it.
        """
        for name, function in (("read", read), ("write", write)):
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be callable or None, not {function!r}")
        key = 0
        if read is not None or write is not None:
            key = _core.new_context(self, "driver")
        status = lib.bgt_item_set_driver(
            self._id, _on_read if read is not None else _native.ItemReadFn(),
            _on_write if write is not None else _native.ItemWriteFn(), key or None,
            _core.release_context if key else _native.ReleaseFn())
        if status < 0:
            _core.drop_context(key)
        elif key:
            self._callbacks["driver"] = _Driver(read, write)
        else:
            self._callbacks.pop("driver", None)
        check(status)

    @property
    def on_rest(self) -> Optional[Callable[["Item"], Any]]:
        """Called with the item at the end of the tick in which it came to rest. Settable; None removes it."""
        return self._callbacks.get("on_rest")

    @on_rest.setter
    def on_rest(self, function: Optional[Callable[["Item"], Any]]) -> None:
        self._set_callback("on_rest", lib.bgt_item_set_rest_callback, _on_rest, function)

    @property
    def filter_group(self) -> int:
        """Items of the same filter group other than 0 never collide with each other, whatever behaviors they share.

        They collide with everything else as ever: the limbs of a figure, the links of a rope. A 32-bit number, default 0,
        settable. Of a member of a `DynamicItemGroup` that group's counts. What is now left out ends to touch with the next tick.
        """
        return int(get(lib.bgt_item_get_filter_group, self._id))

    @filter_group.setter
    def filter_group(self, group: int) -> None:
        check(lib.bgt_item_set_filter_group(self._id, to_int32(group, "filter_group")))

    @property
    def native_user_data(self) -> Optional[int]:
        """The pointer that C code keeps with the item, as a number; None for null. Settable, never read."""
        value = get(lib.bgt_item_get_user_data, self._id)
        return None if value is None else int(value)

    @native_user_data.setter
    def native_user_data(self, pointer: Optional[int]) -> None:
        value = None if pointer is None else whole(pointer, "native_user_data")
        check(lib.bgt_item_set_user_data(self._id, value))


class Channel(IntEnum):
    """The animatable values of every item; own channels follow from 5 on."""

    CENTER = _native.BGT_CHANNEL_CENTER
    BOUNDS = _native.BGT_CHANNEL_BOUNDS
    ROTATION = _native.BGT_CHANNEL_ROTATION
    TRANSFORM = _native.BGT_CHANNEL_TRANSFORM
    ALPHA = _native.BGT_CHANNEL_ALPHA


def _four(values: Any) -> Tuple[float, float, float, float]:
    return values.x, values.y, values.z, values.w


def to_channel(channel: Any) -> int:
    """A channel as C takes it."""
    if isinstance(channel, bool) or not hasattr(channel, "__index__"):
        raise TypeError(f"channel must be a Channel, or a number that add_channel gave, not {channel!r}")
    return to_int32(channel, "channel")


def to_channel_values(values: Any, name: str) -> Any:
    """Up to four numbers as C takes them."""
    if isinstance(values, (str, bytes, bytearray)) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must be a sequence of up to four numbers, not {values!r}")
    if len(values) > 4:
        raise TypeError(f"a channel has at most four values, not {len(values)}")
    return _native.ChannelValues(*(number(value, name) for value in values))


def to_python_rect(r: Any) -> Rect:
    """A rectangle of C."""
    return Rect(r.x, r.y, r.width, r.height)


def to_python_transform(t: Any) -> Transform:
    """An affine map of C."""
    return Transform(t.a, t.b, t.c, t.d, t.tx, t.ty)


class _Driver:
    """The two functions of a driver under one context."""

    def __init__(self, read: Any, write: Any) -> None:
        self.read = read
        self.write = write


def layout_number(value: Any) -> int:
    """A number of a layout key, in the range that C has."""
    result = whole(value, "key")
    if not 0 <= result < 2**64:
        raise ValueError(f"a layout key must be from 0 to 2**64 - 1, not {value!r}")
    return result


def each_item(items: Any, kinds: str = "a sequence of items") -> Iterator[Any]:
    """Goes through an argument of several items."""
    if not hasattr(items, "__iter__"):
        raise TypeError(f"items must be {kinds}, not {items!r}")
    return iter(items)


@_core.callback(_native.ItemFn)
def _on_rest(_: int, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner)


@_core.callback(_native.ItemReadFn)
def _on_read(_: int, center: Any, size: Any, angle: Any, key: Optional[int]) -> None:
    owner, driver = _core.target(key)
    if driver is None:
        return
    try:
        values = driver.read(owner)
        if values is not None:
            new_center, new_size, new_angle = values
            parts = to_vec2(new_center, "center"), to_vec2(new_size, "size"), number(new_angle, "angle")
            center[0], size[0], angle[0] = parts
    except BaseException:
        angle[0] = float("nan")  # refused, so that the joining call has no effect
        raise


@_core.callback(_native.ItemWriteFn)
def _on_write(_: int, x: float, y: float, angle: float, key: Optional[int]) -> None:
    owner, driver = _core.target(key)
    if driver is not None:
        driver.write(owner, Vector2(x, y), angle)


def local_outline(item: Item) -> List[Vector2]:
    """Corners of an item's shape about its center, not turned."""
    kind = item.bounds_type
    return item.path if kind == BoundsType.PATH else plain_outline(kind, item.size)


def plain_outline(kind: BoundsType, size: Vector2) -> List[Vector2]:
    """Corners of a rectangle, or 48 points of an ellipse, about the center."""
    x, y = size / 2
    if kind == BoundsType.ELLIPSE:
        turns = [Vector2(1, 0).rotated(step * 6.283185307179586 / 48) for step in range(48)]
        return [Vector2(x * turn.x, y * turn.y) for turn in turns]
    return [Vector2(-x, -y), Vector2(x, -y), Vector2(x, y), Vector2(-x, y)]


# ---- Many items ----------------------------------------------------------------------------------
def _ids(items: Any) -> Any:
    """A C array of ids from items, or from numbers such as the item field of a NumPy array of states."""
    if hasattr(items, "tolist"):
        items = items.tolist()
    ids = [item if type(item) is int else _core.id_of(item, Item, "an element of items") for item in each_item(items)]
    return (c.c_uint64 * len(ids))(*ids)


def _array(values: Any, columns: int, element: Any, name: str) -> Tuple[Any, int, Any]:
    """Values as C elements: pointer, count, and what owns the memory. A fitting NumPy array is not copied."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(values, numpy.ndarray):
        if values.dtype.kind not in "fiu":
            raise TypeError(f"{name} must hold real numbers, not {values.dtype}")
        shape = (len(values), columns) if values.ndim and columns > 1 else (values.size,)
        if values.ndim == 0 or values.shape != shape:
            wanted = f"(n, {columns})" if columns > 1 else "(n,)"
            raise ValueError(f"{name} must have shape {wanted}, not {values.shape}")
        owner = numpy.ascontiguousarray(values, dtype=numpy.float64)
        return c.cast(c.c_void_p(owner.ctypes.data), c.POINTER(element)), len(owner), owner
    if isinstance(values, (str, bytes, bytearray)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} must be a sequence, not {values!r}")
    if columns > 1:
        array = to_points(values, name)
    else:
        numbers = [number(value, name) for value in values]
        array = (c.c_double * len(numbers))(*numbers)
    return array, len(array), array


def _same(ids: Any, count: int, name: str) -> None:
    if len(ids) != count:
        raise ValueError(f"there are {len(ids)} items, but {count} {name}")


def set_centers(items: Iterable[Item], centers: Any) -> None:
    """Set the centers of many items: all, or at the first bad value none.

    Args:
        items: Items, or their ids (a NumPy array of ids will do).
        centers: As many pairs in points, or a NumPy array of shape (n, 2). A contiguous float64 array is
            read in place; other real arrays are converted.

    Raises:
        RangeError: A coordinate is not finite or beyond 1e9.

    >>> pair = [Item(), Item()]
    >>> set_centers(pair, [(1, 2), (3, 4)])
    >>> pair[1].center
    Vector2(x=3.0, y=4.0)
    """
    ids = _ids(items)
    pointer, count, owner = _array(centers, 2, _native.Vec2, "centers")
    _same(ids, count, "centers")
    status = lib.bgt_items_set_centers(ids, pointer, count)
    del owner
    check(status)


def set_angles(items: Iterable[Item], angles: Any) -> None:
    """Set the angles of many items, radians: all or none. Arguments as of `set_centers`, with shape (n,)."""
    ids = _ids(items)
    pointer, count, owner = _array(angles, 1, c.c_double, "angles")
    _same(ids, count, "angles")
    status = lib.bgt_items_set_angles(ids, pointer, count)
    del owner
    check(status)


def get_centers(items: Iterable[Item]) -> List[Vector2]:
    """The centers of many items, points: all or none."""
    ids = _ids(items)
    centers = (_native.Vec2 * len(ids))()
    check(lib.bgt_items_get_centers(ids, centers, len(ids)))
    return [from_vec2(center) for center in centers]
