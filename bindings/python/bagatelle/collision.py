"""Collisions: boundaries, modes, and the contacts that begin and end."""
# SPDX-License-Identifier: MIT
import ctypes as c
from enum import IntEnum, IntFlag
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Tuple

from . import _core, _native
from ._core import check, get
from ._native import lib
from .behaviors import ItemsBehavior
from .items import Item
from .vectors import (Insets, InsetsLike, Vector2, VectorLike, from_vec2, number, to_insets, to_points,
                      to_vec2)


class CollisionMode(IntFlag):
    """What the items of a collision behavior meet."""

    ITEMS = _native.BGT_COLLISION_MODE_ITEMS
    BOUNDARIES = _native.BGT_COLLISION_MODE_BOUNDARIES
    EVERYTHING = _native.BGT_COLLISION_MODE_EVERYTHING


class Passing(IntEnum):
    """From which side items pass a boundary, as seen along it from its first point to its last."""

    NEVER = _native.BGT_PASSING_NEVER
    FROM_LEFT = _native.BGT_PASSING_FROM_LEFT
    FROM_RIGHT = _native.BGT_PASSING_FROM_RIGHT


class ContactPhase(IntEnum):
    """Whether a contact began or ended."""

    BEGAN = _native.BGT_CONTACT_BEGAN
    ENDED = _native.BGT_CONTACT_ENDED


class Contact(NamedTuple):
    """One contact that began or ended in a tick.

    Attributes:
        behavior: The collision behavior.
        item: With two items, the one that comes first in the behavior.
        other: The other item; None when the contact is with a boundary.
        boundary: Its identifier; None for the reference bounds, and when the contact is with an item.
        point: Deepest point, reference coordinates; of a flat contact its middle. Zero at the end.
        normal: Unit vector from the item toward the other side. Zero at the end.
        impulse: Normal impulse of its first step, mass points/s; 0 at the end.
        approach_speed: Closing speed along the normal before it, points/s; 0 at the end.
        phase: Began or ended.
        step: Which step of the tick, from 0.
    """

    behavior: "CollisionBehavior"
    item: Item
    other: Optional[Item]
    boundary: Optional[str]
    point: Vector2
    normal: Vector2
    impulse: float
    approach_speed: float
    phase: ContactPhase
    step: int


ContactFunction = Callable[[Contact], Any]
VetoFunction = Callable[[Contact], Any]


def from_event(event: Any) -> Contact:
    """A contact from its record in C."""
    boundary = None
    if event.boundary:
        known = lib.bgt_name_get_string(event.boundary)
        boundary = known.decode("utf-8") if known is not None else None
    return Contact(
        _core.wrap_as(CollisionBehavior, event.behavior), _core.wrap_as(Item, event.item),
        _core.wrap_as(Item, event.other) if event.other else None, boundary, from_vec2(event.point),
        from_vec2(event.normal), event.impulse, event.approach_speed, ContactPhase(event.phase), event.step)


@_core.callback(_native.ContactFn)
def _on_contact(_: int, event: Any, key: Optional[int]) -> None:
    _owner, function = _core.target(key)
    if function is not None:
        function(from_event(event[0]))


@_core.callback(_native.VetoFn)
def _on_veto(_: int, event: Any, key: Optional[int]) -> bool:
    _owner, function = _core.target(key)
    return function is not None and bool(function(from_event(event[0])))


def _identifier(identifier: Optional[str]) -> Optional[bytes]:
    return None if identifier is None else _core.text(identifier, "identifier")


@_core.wraps(_native.BGT_KIND_COLLISION)
class CollisionBehavior(ItemsBehavior):
    """Lets its items collide with each other and with its boundaries.

    Args:
        items: Items that collide.
        mode: What they meet; everything by default.

    >>> walls = CollisionBehavior([Item()])
    >>> walls.add_boundary("floor", (0, 600), (400, 600))
    >>> walls.boundary_identifiers
    ['floor']
    """

    def __init__(self, items: Iterable[Item] = (), *, mode: CollisionMode = CollisionMode.EVERYTHING) -> None:
        start = _core.definition(_native.CollisionDef)
        start.mode = _core.choice(mode, CollisionMode, "mode")
        self._start(_core.create(lib.bgt_collision_create, c.byref(start)), items)

    def _state(self) -> str:
        boundaries = self.boundary_identifiers
        if self.is_translating_reference_bounds:
            boundaries.insert(0, "reference bounds")
        return f"{super()._state()}, boundaries: {', '.join(boundaries) or 'none'}"

    @property
    def mode(self) -> CollisionMode:
        """What the items meet. Default everything. Settable; other bits raise `RangeError`."""
        return CollisionMode(get(lib.bgt_collision_get_mode, self._id))

    @mode.setter
    def mode(self, mode: CollisionMode) -> None:
        check(lib.bgt_collision_set_mode(self._id, _core.choice(mode, CollisionMode, "mode")))

    # ---- Boundaries
    def add_boundary(self, identifier: str, start: VectorLike, end: VectorLike) -> None:
        """Add or replace a boundary: a segment, which collides on both sides.

        Args:
            identifier: Names it in contacts; 1 to 1,024 bytes of UTF-8.
            start, end: Points, within 1e9.

        Raises:
            RangeError: The identifier is empty, or a point is out of range.
            LimitError: The identifier is too long.
            InvalidPathError: Both ends are equal.
        """
        check(lib.bgt_collision_add_boundary_segment(
            self._id, _identifier(identifier), to_vec2(start, "start"), to_vec2(end, "end")))

    def add_boundary_path(self, identifier: str, points: Iterable[VectorLike], *,
                          closed: bool = False) -> None:
        """Add or replace a boundary: joined segments without bumps where they meet.

        Args:
            identifier: Names it in contacts; 1 to 1,024 bytes of UTF-8.
            points: 2 (3 if closed) to 1,000,000 points; equal neighbours are dropped.
            closed: Join the last point to the first. The inside stays hollow.

        Raises:
            RangeError, LimitError, InvalidPathError: As `add_boundary`.
        """
        array = to_points(points, "points")
        check(lib.bgt_collision_add_boundary_path(
            self._id, _identifier(identifier), array, len(array), bool(closed)))

    def boundary(self, identifier: str) -> Tuple[List[Vector2], bool]:
        """Points of a boundary, as it was given, and whether it is closed.

        Raises:
            NotAMemberError: There is none of that identifier.
        """
        name, count, closed, capacity = _identifier(identifier), c.c_uint64(), c.c_bool(), 8
        while True:
            points = (_native.Vec2 * capacity)()
            check(lib.bgt_collision_get_boundary(
                self._id, name, points, capacity, c.byref(count), c.byref(closed)))
            if count.value <= capacity:
                return [from_vec2(point) for point in points[:count.value]], closed.value
            capacity = count.value

    def remove_boundary(self, identifier: str) -> None:
        """Remove a boundary. Raises `NotAMemberError` if there is none of that identifier."""
        check(lib.bgt_collision_remove_boundary(self._id, _identifier(identifier)))

    def remove_all_boundaries(self) -> None:
        """Remove the boundaries that were added."""
        check(lib.bgt_collision_remove_all_boundaries(self._id))

    @property
    def boundary_identifiers(self) -> List[str]:
        """Identifiers of the added boundaries, in order of addition."""
        names = _core.id_list(lib.bgt_collision_get_boundary_identifiers, self._id)
        return [_core.name_string(name) for name in names]

    @property
    def is_translating_reference_bounds(self) -> bool:
        """Whether the animator's reference bounds are a boundary too. Default false. Settable.

        True uses zero insets; false forgets the insets.
        """
        return bool(get(lib.bgt_collision_is_translating_reference_bounds, self._id))

    @is_translating_reference_bounds.setter
    def is_translating_reference_bounds(self, translate: bool) -> None:
        check(lib.bgt_collision_set_translating_reference_bounds(self._id, bool(translate)))

    @property
    def reference_bounds_insets(self) -> Insets:
        """Insets of that boundary, points, each within 1e9. Settable; setting switches the boundary on."""
        value = get(lib.bgt_collision_get_reference_bounds_insets, self._id)
        return Insets(value.top, value.left, value.bottom, value.right)

    @reference_bounds_insets.setter
    def reference_bounds_insets(self, insets: InsetsLike) -> None:
        check(lib.bgt_collision_set_reference_bounds_insets(self._id, to_insets(insets, "insets")))

    def set_boundary_material(self, identifier: Optional[str], *, elasticity: float = 0.2,
                              friction: float = 0.2) -> None:
        """Set what a boundary is made of.

        Args:
            identifier: The boundary; None means the reference bounds.
            elasticity, friction: 0 or more.

        Raises:
            NotAMemberError: There is no such boundary.
            RangeError: A value is out of range.
        """
        values = number(elasticity, "elasticity"), number(friction, "friction")
        check(lib.bgt_collision_set_boundary_material(self._id, _identifier(identifier), *values))

    def boundary_material(self, identifier: Optional[str]) -> Tuple[float, float]:
        """Elasticity and friction of a boundary; None means the reference bounds."""
        elasticity, friction = c.c_double(), c.c_double()
        check(lib.bgt_collision_get_boundary_material(
            self._id, _identifier(identifier), c.byref(elasticity), c.byref(friction)))
        return elasticity.value, friction.value

    def set_boundary_passing(self, identifier: Optional[str], passing: Passing) -> None:
        """Let items pass a boundary from one side; None means the reference bounds.

        An item passes while its center of mass is on that side, and after it until it overlaps no more.
        The points of the reference bounds run clockwise on screen, so their left is outside.
        """
        value = _core.choice(passing, Passing, "passing")
        check(lib.bgt_collision_set_boundary_passing(self._id, _identifier(identifier), value))

    def boundary_passing(self, identifier: Optional[str]) -> Passing:
        """From which side items pass a boundary; None means the reference bounds."""
        return Passing(get(lib.bgt_collision_get_boundary_passing, self._id, _identifier(identifier)))

    def set_boundary_surface_speed(self, identifier: Optional[str], speed: float) -> None:
        """Set how fast a boundary's surface runs from its first point toward its last, as of a conveyor.

        Args:
            identifier: The boundary; None means the reference bounds.
            speed: Points/s within 1e5; 0 by default.
        """
        value = number(speed, "speed")
        check(lib.bgt_collision_set_boundary_surface_speed(self._id, _identifier(identifier), value))

    def boundary_surface_speed(self, identifier: Optional[str]) -> float:
        """Points/s; None means the reference bounds."""
        return float(get(lib.bgt_collision_get_boundary_surface_speed, self._id, _identifier(identifier)))

    @property
    def veto(self) -> Optional[VetoFunction]:
        """Asked with a `Contact` before two items, or an item and a boundary, touch. Settable; None removes it.

        A true answer leaves the pair out of this step, without response and event. Asked inside of a step, when
        the two are about to touch or within a few points of it, for each edge of a boundary. What it lets
        touch is not asked about again until it has parted; what it refuses is asked about in every step.
        Setting it asks again about what touches already. If several behaviors let a pair meet, one veto is
        enough. It may read everything; what changes an object raises `BusyError`. If it raises, the pair
        touches, and the exception comes out of `DynamicAnimator.advance`.
        """
        return self._callbacks.get("veto")

    @veto.setter
    def veto(self, function: Optional[VetoFunction]) -> None:
        self._set_callback("veto", lib.bgt_collision_set_veto, _on_veto, function)

    def touched_items(self, item: Item) -> List[Item]:
        """The items of this behavior that an item of it touches since the latest step, in no promised order.

        Raises:
            NotAMemberError: The behavior does not hold the item.
        """
        ident = _core.id_of(item, Item, "item")
        found = _core.id_list(lib.bgt_collision_get_touched_items, self._id, ident)
        return [_core.wrap_as(Item, other) for other in found]

    def touched_boundaries(self, item: Item) -> List[Optional[str]]:
        """Identifiers of this behavior's boundaries that an item of it touches; None: the reference bounds."""
        ident = _core.id_of(item, Item, "item")
        names = _core.id_list(lib.bgt_collision_get_touched_boundaries, self._id, ident)
        return [_core.name_string(name) if name else None for name in names]

    # ---- Contacts
    @property
    def on_contact_began(self) -> Optional[ContactFunction]:
        """Called with each `Contact` that began, with items or boundaries. Settable; None removes it.

        Runs after positions were written, all that began before all that ended. Unlike UIKit, one callable
        serves items and boundaries; `on_items_began` and its siblings tell them apart.
        """
        return self._callbacks.get("on_items_began") if self._same("began") else None

    @on_contact_began.setter
    def on_contact_began(self, function: Optional[ContactFunction]) -> None:
        self.on_items_began = function
        self.on_boundary_began = function

    @property
    def on_contact_ended(self) -> Optional[ContactFunction]:
        """Called with each `Contact` that ended, also because one side left. Settable; None removes it."""
        return self._callbacks.get("on_items_ended") if self._same("ended") else None

    @on_contact_ended.setter
    def on_contact_ended(self, function: Optional[ContactFunction]) -> None:
        self.on_items_ended = function
        self.on_boundary_ended = function

    def _same(self, phase: str) -> bool:
        return self._callbacks.get(f"on_items_{phase}") is self._callbacks.get(f"on_boundary_{phase}")

    @property
    def on_items_began(self) -> Optional[ContactFunction]:
        """As `on_contact_began`, only for two items. Settable."""
        return self._callbacks.get("on_items_began")

    @on_items_began.setter
    def on_items_began(self, function: Optional[ContactFunction]) -> None:
        self._set_callback("on_items_began", lib.bgt_collision_set_items_began, _on_contact, function)

    @property
    def on_items_ended(self) -> Optional[ContactFunction]:
        """As `on_contact_ended`, only for two items. Settable."""
        return self._callbacks.get("on_items_ended")

    @on_items_ended.setter
    def on_items_ended(self, function: Optional[ContactFunction]) -> None:
        self._set_callback("on_items_ended", lib.bgt_collision_set_items_ended, _on_contact, function)

    @property
    def on_boundary_began(self) -> Optional[ContactFunction]:
        """As `on_contact_began`, only for an item and a boundary. Settable."""
        return self._callbacks.get("on_boundary_began")

    @on_boundary_began.setter
    def on_boundary_began(self, function: Optional[ContactFunction]) -> None:
        self._set_callback("on_boundary_began", lib.bgt_collision_set_boundary_began, _on_contact, function)

    @property
    def on_boundary_ended(self) -> Optional[ContactFunction]:
        """As `on_contact_ended`, only for an item and a boundary. Settable."""
        return self._callbacks.get("on_boundary_ended")

    @on_boundary_ended.setter
    def on_boundary_ended(self, function: Optional[ContactFunction]) -> None:
        self._set_callback("on_boundary_ended", lib.bgt_collision_set_boundary_ended, _on_contact, function)
