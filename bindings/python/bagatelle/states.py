"""The states of all items of an animator at once: a sequence, a buffer, a NumPy array."""
# SPDX-License-Identifier: MIT
import ctypes as c
import sys
import weakref
from collections.abc import Sequence as _Sequence
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union, overload

from . import _core, _native
from ._core import check
from ._native import lib
from .errors import StaleViewError
from .items import Item, ItemFlags
from .vectors import Vector2, from_vec2

if TYPE_CHECKING:
    from .animator import DynamicAnimator

_ORDER = "<" if sys.byteorder == "little" else ">"
#: The fields of a record, as NumPy describes them; 64 bytes each.
DTYPE: List[Tuple[Any, ...]] = [
    ("item", _ORDER + "u8"), ("center", _ORDER + "f8", (2,)), ("angle", _ORDER + "f8"),
    ("velocity", _ORDER + "f8", (2,)), ("angular_velocity", _ORDER + "f8"), ("flags", _ORDER + "u4"),
    ("reserved", _ORDER + "u4")]


class ItemState(NamedTuple):
    """One item after the latest tick.

    Attributes:
        item: The item.
        center: Points, reference coordinates.
        angle: Radians, clockwise, unwrapped: whole turns count.
        velocity: Points/s.
        angular_velocity: Radians/s, clockwise.
        flags: Whether it rests, is anchored, or was quarantined because its motion left the finite numbers.
    """

    item: Item
    center: Vector2
    angle: float
    velocity: Vector2
    angular_velocity: float
    flags: ItemFlags


def from_record(record: Any) -> ItemState:
    """A state from its record in C."""
    return ItemState(_core.wrap_as(Item, record.item), from_vec2(record.center), record.angle,
                     from_vec2(record.velocity), record.angular_velocity, ItemFlags(record.flags))


class StateArray(_core.Sealed, _Sequence):  # type: ignore[type-arg]
    """Item states in order of joining. Made by `DynamicAnimator.states` and `presented_states`.

    A view shows the animator's own memory: after the next tick, or a change of what the animator holds,
    it raises `StaleViewError`; `copy` gives an array that stays. Taking the memory, by ``numpy.asarray`` or
    `data`, keeps the animator alive, so it is never gone. But what took it raises nothing: its numbers change with
    the next tick, and stand still once the animator has got more items. Take it anew after each tick.

    >>> import bagatelle as bg
    >>> animator = bg.DynamicAnimator()
    >>> animator.add_behavior(bg.GravityBehavior([bg.Item((1, 2))]))
    >>> steps = animator.advance(0)
    >>> animator.states[0].center
    Vector2(x=1.0, y=2.0)
    """

    def __init__(self, records: Any, count: int, owner: "Optional[DynamicAnimator]") -> None:
        self._records = records  # array of ItemState of C: the library's memory with an owner, else its own
        self._count = count
        self._owner = owner
        self._revision = owner._revision if owner is not None else 0
        self._address = c.addressof(records) if count else 0
        self._retained = False

    @property
    def is_view(self) -> bool:
        """Whether it shows the animator's memory and goes stale."""
        return self._owner is not None

    def _check(self) -> None:
        owner = self._owner
        if owner is None:
            return
        if self._revision == owner._revision:
            address, count = locate(owner)
            if count == self._count and (address == self._address or not count):
                return
        raise StaleViewError("the animator ticked, changed or died since this view was taken; use copy()")

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> ItemState: ...
    @overload
    def __getitem__(self, index: slice) -> List[ItemState]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[ItemState, List[ItemState]]:
        self._check()
        if isinstance(index, slice):
            return [from_record(self._records[i]) for i in range(*index.indices(self._count))]
        position = index + self._count if index < 0 else index
        if not 0 <= position < self._count:
            raise IndexError(f"state {index} of {self._count}")
        return from_record(self._records[position])

    def __iter__(self) -> Iterator[ItemState]:
        for position in range(self._count):
            self._check()
            yield from_record(self._records[position])

    def __repr__(self) -> str:
        kind = "view" if self.is_view else "copy"
        return f"StateArray({self._count} {'state' if self._count == 1 else 'states'}, {kind})"

    def copy(self) -> "StateArray":
        """An array with memory of its own, which never goes stale."""
        self._check()
        records = (_native.ItemState * self._count)()
        if self._count:
            c.memmove(records, self._records, c.sizeof(records))
        return StateArray(records, self._count, None)

    # ---- Memory
    def _keep(self) -> None:
        """Whoever got the address holds this object, and this object a reference to the animator."""
        self._check()
        if self._owner is not None and not self._retained:
            check(lib.bgt_retain(self._owner._id))
            finalizer = weakref.finalize(self, _core.release_collected, self._owner._id)
            finalizer.atexit = False
            self._retained = True

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        self._keep()
        address = c.addressof(self._records)
        return {"version": 3, "shape": (self._count,), "typestr": "|V64", "descr": DTYPE,
                "data": (address, self.is_view)}

    @property
    def data(self) -> memoryview:
        """The records as a buffer of 64-byte structs; read-only for a view.

        >>> import bagatelle as bg
        >>> animator = bg.DynamicAnimator()
        >>> animator.add_behavior(bg.GravityBehavior([bg.Item(), bg.Item()]))
        >>> steps = animator.advance(0)
        >>> animator.states.data.itemsize, animator.states.data.nbytes
        (64, 128)
        """
        self._keep()
        if self._owner is None:
            return memoryview(self._records)
        block = (_native.ItemState * self._count).from_address(c.addressof(self._records))
        block.owner = self  # type: ignore[attr-defined]  # the buffer holds the block, the block this object
        return memoryview(block).toreadonly()

    def __buffer__(self, _flags: int) -> memoryview:  # memoryview(states), Python 3.12 and later
        return self.data


def locate(animator: "DynamicAnimator") -> Tuple[int, int]:
    """Address and count of the animator's states; (0, -1) if it has died."""
    pointer, count = c.POINTER(_native.ItemState)(), c.c_uint64()
    if lib.bgt_animator_get_states(animator._id, c.byref(pointer), c.byref(count)) < 0:
        return 0, -1
    return (c.addressof(pointer.contents) if count.value else 0), count.value


def view(animator: "DynamicAnimator") -> StateArray:
    """A view of the animator's states."""
    pointer, count = c.POINTER(_native.ItemState)(), c.c_uint64()
    check(lib.bgt_animator_get_states(animator._id, c.byref(pointer), c.byref(count)))
    if not count.value:
        return StateArray((_native.ItemState * 0)(), 0, animator)
    kind = _native.ItemState * count.value
    return StateArray(kind.from_address(c.addressof(pointer.contents)), count.value, animator)


def copied(animator: "DynamicAnimator", function: Any) -> StateArray:
    """What a copying function of C gives."""
    count = c.c_uint64()
    check(function(animator._id, None, 0, c.byref(count)))
    while True:
        capacity = count.value
        records = (_native.ItemState * capacity)()
        check(function(animator._id, records, capacity, c.byref(count)))
        if count.value <= capacity:
            return StateArray(records, count.value, None)
