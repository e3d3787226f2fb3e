"""The clock of property animations, which also advances the dynamic animators attached to it."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .animator import DynamicAnimator
from .items import Item
from .vectors import Rect, Transform, Vector2, VectorLike, from_vec2, number, to_vec2, whole

if TYPE_CHECKING:
    from .property_animator import Changes, PropertyAnimator


class PresentedState(NamedTuple):
    """What is to be drawn of one item.

    Attributes:
        item: The item.
        is_animating: Whether an animation acts on it.
        center: Points.
        bounds: Origin of the content, and size.
        angle: Radians, unwrapped.
        transform: About the center, before the angle.
        alpha: 0 to 1.
    """

    item: Item
    is_animating: bool
    center: Vector2
    bounds: Rect
    angle: float
    transform: Transform
    alpha: float


def from_presented(record: Any) -> PresentedState:
    """A record of C."""
    b, t = record.bounds, record.transform
    return PresentedState(
        _core.wrap_as(Item, record.item), bool(record.flags & _native.BGT_PRESENTED_ANIMATING),
        from_vec2(record.center), Rect(b.x, b.y, b.width, b.height), record.angle,
        Transform(t.a, t.b, t.c, t.d, t.tx, t.ty), record.alpha)


@_core.wraps(_native.BGT_KIND_TIMELINE)
class Timeline(NativeObject):
    """A clock that the host advances. Use it, and all that it drives, from one thread at a time.

    What is presented depends on its time alone: one advance and a thousand give the same bits. Attached
    dynamic animators keep their own steps and their clip of 0.25 s per advance.

    >>> with Timeline() as timeline:
    ...     timeline.advance(0.5)
    ...     timeline.time
    0.5
    """

    _animators: Dict[int, DynamicAnimator] = {}  # as C holds them
    _items: Dict[int, Item] = {}
    _moving: "Dict[int, PropertyAnimator]" = {}

    def __init__(self) -> None:
        self._adopt(_core.create(lib.bgt_timeline_create))

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        self._mirror()

    def _mirror(self) -> None:
        """Reads anew from C what is held."""
        alive = self.is_alive
        self._animators = {one._id: one for one in self.animators} if alive else {}
        self._items = {item._id: item for item in self.items} if alive else {}
        self._moving = dict(self._moving) if alive else {}

    def close(self) -> None:
        """Gives the reference back; a second call does nothing. What it drove stays usable."""
        try:
            super().close()
        finally:
            self._mirror()

    def _state(self) -> str:
        return f"{'running' if self.is_running else 'paused'} at {self.time:.3f} s"

    # ---- Time
    def advance(self, seconds: float) -> None:
        """Advance by real seconds times the rate: end what is due, then tick the attached animators.

        Raises:
            RangeError: `seconds` is negative, not finite, or leads beyond 1e12 s.
            BusyError: It is advancing already.
            BaseException: The first exception that a callback raised; the advance was completed.
        """
        self._advance(lib.bgt_timeline_advance, number(seconds, "seconds"))

    def advance_to(self, time: float) -> None:
        """Bring the clock to a time, not before the present one. Raises as `advance`."""
        self._advance(lib.bgt_timeline_advance_to, number(time, "time"))

    def _advance(self, function: object, value: float) -> None:
        for animator in self._animators.values():
            animator._revision += 1
        status = function(self._id, value)  # type: ignore[operator]
        if self._moving and len(self._moving) != lib.bgt_timeline_get_running_count(self._id):
            for one in list(self._moving.values()):
                one._sync()
        check(status)

    @property
    def time(self) -> float:
        """Seconds since it was made, as it was advanced."""
        return float(get(lib.bgt_timeline_get_time, self._id))

    @property
    def state_hash(self) -> int:
        """Equal runs give equal hashes everywhere: time, what is presented of `items`, attached animators."""
        return int(get(lib.bgt_timeline_get_state_hash, self._id))

    @property
    def rate(self) -> float:
        """Factor on the seconds given to `advance`, 0 to 100. Default 1. Settable."""
        return float(get(lib.bgt_timeline_get_rate, self._id))

    @rate.setter
    def rate(self, rate: float) -> None:
        check(lib.bgt_timeline_set_rate(self._id, number(rate, "rate")))

    @property
    def is_running(self) -> bool:
        """Whether an animation moves or an attached animator runs."""
        return bool(get(lib.bgt_timeline_is_running, self._id))

    @property
    def running_count(self) -> int:
        """Number of property animators that move or wait for the end of their delay."""
        return int(get(lib.bgt_timeline_get_running_count, self._id))

    @property
    def misuse_count(self) -> int:
        """Number of calls refused where UIKit raises an exception, and of animators let go while paused."""
        return int(get(lib.bgt_timeline_get_misuse_count, self._id))

    @property
    def on_misuse(self) -> "Optional[Callable[[Optional[PropertyAnimator], str], Any]]":
        """Called with the animator (None when it is being let go) and the rule at each misuse. Settable."""
        return self._callbacks.get("on_misuse")

    @on_misuse.setter
    def on_misuse(self, function: "Optional[Callable[[Optional[PropertyAnimator], str], Any]]") -> None:
        self._set_callback("on_misuse", lib.bgt_timeline_set_misuse_callback, _on_misuse, function)

    @property
    def on_change(self) -> "Optional[Callable[[PropertyAnimator, Changes], Any]]":
        """Called as the observer of every animator would be, after that one: a log of all. Settable."""
        return self._callbacks.get("on_change")

    @on_change.setter
    def on_change(self, function: "Optional[Callable[[PropertyAnimator, Changes], Any]]") -> None:
        self._set_callback("on_change", lib.bgt_timeline_set_observer, _on_change, function)

    # ---- Listed items
    @property
    def items(self) -> List[Item]:
        """Copy of the listed items, bottom first."""
        return [_core.wrap(item) for item in _core.id_list(lib.bgt_timeline_get_items, self._id)]

    def add_item(self, item: Item, position: Optional[int] = None) -> None:
        """List an item for drawing and hit tests: on top, or at a position from the bottom.

        Raises:
            OtherAnimatorError: Another timeline has it.
            RangeError: The position is above the number of items.
        """
        ident = _core.id_of(item, Item, "item")
        if position is None:
            status = lib.bgt_timeline_add_item(self._id, ident)
        else:
            place = whole(position, "position")
            status = lib.bgt_timeline_insert_item(self._id, ident, place if place >= 0 else 2**63)
        if status >= 0:
            self._items[ident] = item
        check(status)

    def remove_item(self, item: Item) -> None:
        """Take it from the list; its animations go on. Raises `NotAMemberError` if it is not listed."""
        ident = _core.id_of(item, Item, "item")
        status = lib.bgt_timeline_remove_item(self._id, ident)
        if status >= 0:
            self._items.pop(ident, None)
        check(status)

    def remove_all_items(self) -> None:
        """Empty the list."""
        check(lib.bgt_timeline_remove_all_items(self._id))
        self._items = {}

    def item_at(self, point: VectorLike) -> Optional[Item]:
        """The topmost listed item at a point.

        An animated item is found where it is presented; where its model is, under manual hit testing;
        nowhere, without user interaction.
        """
        found = get(lib.bgt_timeline_get_item_at_point, self._id, to_vec2(point, "point"))
        return _core.wrap(found)  # type: ignore[no-any-return]

    @property
    def presented_states(self) -> List[PresentedState]:
        """What is to be drawn of the listed items, bottom first."""
        count = c.c_uint64()
        check(lib.bgt_timeline_copy_presented_states(self._id, None, 0, c.byref(count)))
        records = (_native.PresentedState * count.value)()
        check(lib.bgt_timeline_copy_presented_states(self._id, records, len(records), c.byref(count)))
        return [from_presented(record) for record in records]

    @property
    def presented_state_bytes(self) -> bytes:
        """The same as 128-byte records of the C API, for drawing code that takes them whole."""
        pointer, count = c.POINTER(_native.PresentedState)(), c.c_uint64()
        check(lib.bgt_timeline_get_presented_states(self._id, c.byref(pointer), c.byref(count)))
        return c.string_at(pointer, count.value * c.sizeof(_native.PresentedState)) if count.value else b""

    # ---- Attached animators
    @property
    def animators(self) -> List[DynamicAnimator]:
        """Copy of the attached dynamic animators, in order of addition."""
        return [_core.wrap(one) for one in _core.id_list(lib.bgt_timeline_get_animators, self._id)]

    def add_animator(self, animator: DynamicAnimator) -> bool:
        """Attach a dynamic animator, which this timeline alone advances from now on.

        Returns:
            Whether it was not attached before.

        Raises:
            OtherAnimatorError: Another timeline has it.
            BusyError: It is advancing on its own.
        """
        ident = _core.id_of(animator, DynamicAnimator, "animator")
        status = lib.bgt_timeline_add_animator(self._id, ident)
        if status >= 0:
            self._animators[ident] = animator
        return check(status) != _native.BGT_IGNORED

    def remove_animator(self, animator: DynamicAnimator) -> None:
        """Let an animator go; its owner advances it again. Raises `NotAMemberError` if it is not here."""
        ident = _core.id_of(animator, DynamicAnimator, "animator")
        status = lib.bgt_timeline_remove_animator(self._id, ident)
        if status >= 0:
            self._animators.pop(ident, None)
        check(status)


@_core.callback(_native.MisuseFn)
def _on_misuse(_: int, animator: int, message: bytes, key: Optional[int]) -> None:
    function = _core.target(key)[1]
    if function is not None:
        function(_core.wrap(animator), message.decode("utf-8", "replace"))


@_core.callback(_native.ChangesFn)
def _on_change(animator: int, changes: int, key: Optional[int]) -> None:
    from .property_animator import Changes
    function = _core.target(key)[1]
    if function is not None:
        function(_core.wrap(animator), Changes(changes))
