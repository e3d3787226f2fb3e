"""Attachments, which keep distances, and snaps, which draw an item to a point."""
# SPDX-License-Identifier: MIT
import ctypes as c
import math
from enum import IntEnum
from typing import Any, Callable, NamedTuple, Optional

from . import _core, _native
from ._core import check, get
from ._native import lib
from .behaviors import DynamicBehavior
from .errors import RangeError
from .items import Item
from .vectors import Vector2, VectorLike, from_vec2, number, to_pair, to_vec2


class AttachedType(IntEnum):
    """What the second end of an attachment is."""

    ITEM = _native.BGT_ATTACHED_TO_ITEM
    ANCHOR = _native.BGT_ATTACHED_TO_ANCHOR


class AttachmentType(IntEnum):
    """What an attachment holds."""

    DISTANCE = _native.BGT_ATTACHMENT_DISTANCE
    LIMIT = _native.BGT_ATTACHMENT_LIMIT
    FIXED = _native.BGT_ATTACHMENT_FIXED
    PIN = _native.BGT_ATTACHMENT_PIN
    SLIDING = _native.BGT_ATTACHMENT_SLIDING


class FloatRange(NamedTuple):
    """From a minimum to a maximum, both included; either may be infinite.

    >>> FloatRange(-1, 2).is_infinite, FloatRange().is_infinite
    (False, True)
    """

    minimum: float = -math.inf
    maximum: float = math.inf

    @property
    def is_infinite(self) -> bool:
        """Whether it is unlimited on both sides."""
        return self.minimum == -math.inf and self.maximum == math.inf


_UNLIMITED = 1e9  # BGT_UNLIMITED of the header


def from_limits(low: Any, high: Any) -> FloatRange:
    """A range from C, which has no infinities."""
    return FloatRange(-math.inf if low.value <= -_UNLIMITED else low.value,
                      math.inf if high.value >= _UNLIMITED else high.value)


def to_limits(limits: "tuple[float, float]", name: str) -> "tuple[float, float]":
    """A range for C."""
    low, high = to_pair(limits, name, "a pair of numbers, minimum and maximum")
    return -_UNLIMITED if low == -math.inf else low, _UNLIMITED if high == math.inf else high


@_core.callback(_native.AttachmentFn)
def _on_break(_: int, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner)


@_core.wraps(_native.BGT_KIND_ATTACHMENT)
class AttachmentBehavior(DynamicBehavior):
    """Keeps a point of an item at a distance from an anchor, or from a point of another item.

    A rod when `frequency` is 0, else a spring that pushes and pulls. The other kinds are made by
    `limit_attachment`, `fixed_attachment`, `pin_attachment` and `sliding_attachment`.

    Args:
        item: The first item.
        other: The second item; left out, the attachment is to `anchor`.
        anchor: Reference coordinates, points; in place of `other`.
        offset, other_offset: From the items' centers, in their own turning frames, points.
        length: Points, 0 to 1e9; None takes the distance at the time an animator takes it up.
        frequency: Hz, 0 to 60; 0 is a rigid rod. That of small swings of the two ends alone: in any pose with a
            damping of 0.1 or more, without damping in the pose at association.
        damping: Ratio, 0 or more; 1 is critical. Only with a frequency.
        colliding_connected: Whether the two items may collide with each other.

    Raises:
        TypeError: Neither `other` nor `anchor` is given, or both are.
        HierarchyError: Both items are the same.
        RangeError: A value is out of its range.

    >>> AttachmentBehavior(Item((0, 30)), anchor=(40, 0)).length
    50.0
    """

    def __init__(self, item: Item, other: Optional[Item] = None, *, anchor: Optional[VectorLike] = None,
                 offset: VectorLike = (0.0, 0.0), other_offset: VectorLike = (0.0, 0.0),
                 length: Optional[float] = None, frequency: float = 0.0, damping: float = 0.0,
                 colliding_connected: bool = False) -> None:
        _one_end(other, anchor, "an attachment")
        start = _core.definition(_native.AttachmentDef)
        start.item = _core.id_of(item, Item, "item")
        start.other = 0 if other is None else _core.id_of(other, Item, "other")
        start.item_offset = to_vec2(offset, "offset")
        start.other_offset = to_vec2(other_offset, "other_offset")
        start.anchor = to_vec2((0.0, 0.0) if anchor is None else anchor, "anchor")
        if length is not None:
            start.length = _distance(length)
        start.frequency = number(frequency, "frequency")
        start.damping = number(damping, "damping")
        start.collide_connected = bool(colliding_connected)
        self._adopt(_core.create(lib.bgt_attachment_create, c.byref(start)))

    @classmethod
    def _make(cls, kind: AttachmentType, item: Item, other: Optional[Item], anchor: VectorLike,
              **fields: Any) -> "AttachmentBehavior":
        start = _core.definition(_native.AttachmentDef)
        start.type = kind
        start.item = _core.id_of(item, Item, "item")
        start.other = 0 if other is None else _core.id_of(other, Item, "other")
        start.anchor = to_vec2(anchor, "anchor")
        for name, value in fields.items():
            setattr(start, name, value)
        made = cls.__new__(cls)
        made._adopt(_core.create(lib.bgt_attachment_create, c.byref(start)))
        return made

    @classmethod
    def limit_attachment(cls, item: Item, other: Optional[Item] = None, *,
                         anchor: Optional[VectorLike] = None, offset: VectorLike = (0.0, 0.0),
                         other_offset: VectorLike = (0.0, 0.0),
                         length: Optional[float] = None) -> "AttachmentBehavior":
        """A rope to `other` or to `anchor`: the points come no further apart than the length, points.

        Raises:
            TypeError: Neither `other` nor `anchor` is given, or both are.
            HierarchyError: Both items are the same.
            RangeError: A value is out of its range.
        """
        _one_end(other, anchor, "a rope")
        return cls._make(AttachmentType.LIMIT, item, other, (0.0, 0.0) if anchor is None else anchor,
                         item_offset=to_vec2(offset, "offset"), other_offset=to_vec2(other_offset, "other_offset"),
                         length=-1.0 if length is None else _distance(length))

    @classmethod
    def fixed_attachment(cls, item: Item, other: Optional[Item] = None, *,
                         anchor: VectorLike) -> "AttachmentBehavior":
        """Holds an item, to `other` or to the world, in the pose they have when an animator takes it up."""
        return cls._make(AttachmentType.FIXED, item, other, anchor)

    @classmethod
    def pin_attachment(cls, item: Item, other: Optional[Item] = None, *,
                       anchor: VectorLike) -> "AttachmentBehavior":
        """Lets an item turn, against `other` or the world, about the anchor."""
        return cls._make(AttachmentType.PIN, item, other, anchor)

    @classmethod
    def sliding_attachment(cls, item: Item, other: Optional[Item] = None, *, anchor: VectorLike,
                           axis: VectorLike) -> "AttachmentBehavior":
        """Lets an item move, against `other` or the world, along an axis of any length above 0 only.

        >>> slide = AttachmentBehavior.sliding_attachment(Item(), anchor=(0, 0), axis=(0, 4))
        >>> slide.type.name, slide.axis
        ('SLIDING', Vector2(x=0.0, y=1.0))
        """
        return cls._make(AttachmentType.SLIDING, item, other, anchor, axis=to_vec2(axis, "axis"))

    def _state(self) -> str:
        if self.type in (AttachmentType.FIXED, AttachmentType.PIN, AttachmentType.SLIDING):
            return f"{self.type.name.lower()}, anchor={_core.pair(self.anchor)}"
        to = "to an item" if self.attached_type == AttachedType.ITEM else f"anchor={_core.pair(self.anchor)}"
        spring = f", frequency={self.frequency:g}, damping={self.damping:g}" if self.frequency else ""
        return f"{to}, length={self.length:g}{spring}"

    @property
    def type(self) -> AttachmentType:
        """What it holds."""
        return AttachmentType(get(lib.bgt_attachment_get_type, self._id))

    @property
    def axis(self) -> Vector2:
        """Of a sliding attachment, length 1, as it was when an animator took it up."""
        return from_vec2(get(lib.bgt_attachment_get_axis, self._id))

    @property
    def attachment_range(self) -> FloatRange:
        """Of a pin radians, of a sliding attachment points, from the pose at association. Settable.

        Contains 0; infinite by default. Setting has no effect on other kinds.
        """
        low, high = c.c_double(), c.c_double()
        check(lib.bgt_attachment_get_range(self._id, c.byref(low), c.byref(high)))
        return from_limits(low, high)

    @attachment_range.setter
    def attachment_range(self, limits: "tuple[float, float]") -> None:
        check(lib.bgt_attachment_set_range(self._id, *to_limits(limits, "attachment_range")))

    @property
    def friction_torque(self) -> float:
        """Of a pin, N m in a world of 150 points per meter, 0 (the default) to 1e9; what less would turn stays at its angle. Settable."""
        return float(get(lib.bgt_attachment_get_friction_torque, self._id))

    @friction_torque.setter
    def friction_torque(self, torque: float) -> None:
        check(lib.bgt_attachment_set_friction_torque(self._id, number(torque, "friction_torque")))

    @property
    def break_force(self) -> Optional[float]:
        """UIKit newtons above which it holds no more, to 1e9; None, the default, for never. Settable."""
        return float(get(lib.bgt_attachment_get_break_force, self._id)) or None

    @break_force.setter
    def break_force(self, force: Optional[float]) -> None:
        value = 0.0 if force is None else number(force, "break_force")
        if force is not None and value <= 0:
            raise RangeError(f"break_force is {value:g}; give a force above 0, or None for never")
        check(lib.bgt_attachment_set_break_force(self._id, value))

    @property
    def is_broken(self) -> bool:
        """Whether it broke since an animator last took it up."""
        return bool(get(lib.bgt_attachment_is_broken, self._id))

    @property
    def on_break(self) -> Optional[Callable[["AttachmentBehavior"], Any]]:
        """Called with the attachment in the tick in which it broke. Settable; None removes it."""
        return self._callbacks.get("on_break")

    @on_break.setter
    def on_break(self, function: Optional[Callable[["AttachmentBehavior"], Any]]) -> None:
        self._set_callback("on_break", lib.bgt_attachment_set_break_callback, _on_break, function)

    @property
    def reaction_force(self) -> Vector2:
        """Mean force on the first item over the latest step, UIKit newtons; zero while it does not act."""
        return from_vec2(get(lib.bgt_attachment_get_reaction_force, self._id))

    @property
    def reaction_torque(self) -> float:
        """Torque with which it keeps an angle, UIKit newtons times points."""
        return float(get(lib.bgt_attachment_get_reaction_torque, self._id))

    @property
    def displacement(self) -> float:
        """How far a pin has turned, radians, or a slide has moved, points, since association."""
        return float(get(lib.bgt_attachment_get_displacement, self._id))

    @property
    def attached_type(self) -> AttachedType:
        """What the second end is: an anchor or an item."""
        return AttachedType(get(lib.bgt_attachment_get_attached_type, self._id))

    @property
    def anchor(self) -> Vector2:
        """The anchor, reference coordinates, points. Settable; the length stays.

        Setting has no effect when it is attached to an item.
        """
        return from_vec2(get(lib.bgt_attachment_get_anchor, self._id))

    @anchor.setter
    def anchor(self, anchor: VectorLike) -> None:
        check(lib.bgt_attachment_set_anchor(self._id, to_vec2(anchor, "anchor")))

    @property
    def length(self) -> float:
        """Points, 0 to 1e9. Settable. While never set and in no animator, the present distance."""
        return float(get(lib.bgt_attachment_get_length, self._id))

    @length.setter
    def length(self, length: float) -> None:
        check(lib.bgt_attachment_set_length(self._id, number(length, "length")))

    @property
    def frequency(self) -> float:
        """Of the spring, Hz, 0 to 60; 0, the default, is a rigid rod. Settable."""
        return float(get(lib.bgt_attachment_get_frequency, self._id))

    @frequency.setter
    def frequency(self, frequency: float) -> None:
        check(lib.bgt_attachment_set_frequency(self._id, number(frequency, "frequency")))

    @property
    def damping(self) -> float:
        """Damping ratio of the spring, 0 (the default) to 1e6; 1 is critical. Settable."""
        return float(get(lib.bgt_attachment_get_damping, self._id))

    @damping.setter
    def damping(self, damping: float) -> None:
        check(lib.bgt_attachment_set_damping(self._id, number(damping, "damping")))

    @property
    def is_colliding_connected(self) -> bool:
        """Whether the two attached items may collide with each other. Default false. Settable."""
        return bool(get(lib.bgt_attachment_is_colliding_connected, self._id))

    @is_colliding_connected.setter
    def is_colliding_connected(self, collide: bool) -> None:
        check(lib.bgt_attachment_set_colliding_connected(self._id, bool(collide)))


def _one_end(other: Optional[Item], anchor: Optional[VectorLike], what: str) -> None:
    if other is None and anchor is None:
        raise TypeError(f"{what} is to another item or to an anchor: give other, or anchor=(x, y)")
    if other is not None and anchor is not None:
        raise TypeError(f"{what} is to another item or to an anchor, not to both")


def _distance(length: float) -> float:
    """A length for a definition, where C takes a negative one for unset."""
    value = number(length, "length")
    if value < 0:
        raise RangeError(f"length is {value:g}; give 0 to 1e9, or None for the present distance")
    return value


@_core.wraps(_native.BGT_KIND_SNAP)
class SnapBehavior(DynamicBehavior):
    """Draws an item to a point and turns it upright.

    Args:
        item: The item.
        point: Where its center is drawn, reference coordinates, points.
        damping: 0 swings most, 1 least; more is allowed, to 1e6.
        frequency: Hz, above 0, to 60.

    Raises:
        RangeError: A value is out of its range.

    >>> SnapBehavior(Item(), (100, 50))
    SnapBehavior(point=(100, 50), damping=0.5)
    """

    def __init__(self, item: Item, point: VectorLike, *, damping: float = 0.5,
                 frequency: float = 3.8) -> None:
        start = _core.definition(_native.SnapDef)
        start.item = _core.id_of(item, Item, "item")
        start.point = to_vec2(point, "point")
        start.damping = number(damping, "damping")
        start.frequency = number(frequency, "frequency")
        self._adopt(_core.create(lib.bgt_snap_create, c.byref(start)))

    def _state(self) -> str:
        return f"point={_core.pair(self.point)}, damping={self.damping:g}"

    @property
    def point(self) -> Vector2:
        """Where the item's center is drawn, reference coordinates, points. Settable."""
        return from_vec2(get(lib.bgt_snap_get_point, self._id))

    @point.setter
    def point(self, point: VectorLike) -> None:
        check(lib.bgt_snap_set_point(self._id, to_vec2(point, "point")))

    @property
    def damping(self) -> float:
        """0 swings most, 1 least. Default 0.5. Settable; a negative value counts as 0."""
        return float(get(lib.bgt_snap_get_damping, self._id))

    @damping.setter
    def damping(self, damping: float) -> None:
        check(lib.bgt_snap_set_damping(self._id, number(damping, "damping")))

    @property
    def frequency(self) -> float:
        """Hz, above 0, to 60. Default 3.8. Settable. Unlike UIKit, which fixes it."""
        return float(get(lib.bgt_snap_get_frequency, self._id))

    @frequency.setter
    def frequency(self, frequency: float) -> None:
        check(lib.bgt_snap_set_frequency(self._id, number(frequency, "frequency")))
