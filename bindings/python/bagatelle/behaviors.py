"""The behavior that all others are, and those that act on lists of items: gravity, push, item properties."""
# SPDX-License-Identifier: MIT
import ctypes as c
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .items import Item, each_item
from .vectors import Vector2, VectorLike, from_vec2, number, to_vec2

if TYPE_CHECKING:
    from .animator import DynamicAnimator


@_core.wraps(_native.BGT_KIND_BEHAVIOR)
class DynamicBehavior(NativeObject):
    """A node of an animator's tree: it holds children and an action. By itself it moves nothing.

    Subclass it to put several behaviors together; override `will_move` to prepare them.

    >>> class Fall(DynamicBehavior):
    ...     def __init__(self, items):
    ...         super().__init__()
    ...         self.add_child(GravityBehavior(items))
    >>> Fall([Item()]).children
    [GravityBehavior(1 item, direction=(0, 1))]
    """

    # What C holds is held here too, so that the Python objects live as long as the C ones.
    _items: Dict[int, Item] = {}
    _children: Dict[int, "DynamicBehavior"] = {}

    def __init__(self) -> None:
        self._adopt(_core.create(lib.bgt_behavior_create))

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        _core.behaviors.add(self)
        self._mirror()
        if type(self).will_move is not DynamicBehavior.will_move:
            self._set_callback("will_move", lib.bgt_behavior_set_will_move, _on_will_move, _call_will_move)

    def _mirror(self) -> None:
        """Reads anew from C what is held."""
        alive = self.is_alive
        self._items = {item._id: item for item in self.items} if alive else {}
        self._children = {child._id: child for child in self.children} if alive else {}

    def _let_go(self, _item: Item) -> None:
        """An item left everything: an attachment or a snap may have kept it."""
        self._mirror()

    def close(self) -> None:
        super().close()
        if not self.is_alive:
            self._mirror()

    def _state(self) -> str:
        return _core.count(len(self.children), "child", "children")

    # ---- Items
    @property
    def items(self) -> List[Item]:
        """Copy of the items, in order of addition; for an attachment or a snap those it acts on."""
        return [_core.wrap(item) for item in _core.id_list(lib.bgt_behavior_get_items, self._id)]

    def add_item(self, item: Item) -> None:
        """Add an item at the end; a second time has no effect.

        Raises:
            WrongKindError: The behavior is an attachment, a snap or a plain composite.
            OtherAnimatorError: The item belongs to another animator.
            RangeError, InvalidSizeError: A driven item that enters the animator gives bad values.
        """
        status = lib.bgt_behavior_add_item(self._id, _core.id_of(item, Item, "item"))
        if status >= 0:
            self._items[item._id] = item
        check(status)

    def remove_item(self, item: Item) -> None:
        """Remove an item. Raises `NotAMemberError` if the behavior does not hold it."""
        status = lib.bgt_behavior_remove_item(self._id, _core.id_of(item, Item, "item"))
        if status >= 0:
            self._items.pop(item._id, None)
        check(status)

    # ---- Tree
    @property
    def children(self) -> "List[DynamicBehavior]":
        """Copy of the child behaviors, in order of addition."""
        return [_core.wrap(child) for child in _core.id_list(lib.bgt_behavior_get_children, self._id)]

    def add_child(self, child: "DynamicBehavior") -> None:
        """Add a child behavior at the end; the same child a second time has no effect.

        Raises:
            HierarchyError: It already has another place in a tree, or a cycle would arise.
            OtherAnimatorError: It, or an item of it, belongs to another animator.
            LimitError: The tree would be deeper than 256.
        """
        status = lib.bgt_behavior_add_child(self._id, _core.id_of(child, DynamicBehavior, "child"))
        if status >= 0:
            self._children[child._id] = child
        check(status)

    def remove_child(self, child: "DynamicBehavior") -> None:
        """Remove a direct child. Raises `NotAMemberError` if it is none."""
        status = lib.bgt_behavior_remove_child(self._id, _core.id_of(child, DynamicBehavior, "child"))
        if status >= 0:
            self._children.pop(child._id, None)
        check(status)

    @property
    def parent(self) -> "Optional[DynamicBehavior]":
        """The behavior above it; None at the top."""
        return _core.wrap(get(lib.bgt_behavior_get_parent, self._id))  # type: ignore[no-any-return]

    @property
    def animator(self) -> "Optional[DynamicAnimator]":
        """The animator it acts in, also for nested children; None if there is none."""
        return _core.wrap(get(lib.bgt_behavior_get_animator, self._id))  # type: ignore[no-any-return]

    # ---- Callbacks
    @property
    def action(self) -> Optional[Callable[[], Any]]:
        """Called without arguments once per tick, after contacts, parents before children. Settable.

        None removes it. Setting it does not wake a paused animator.
        """
        return self._callbacks.get("action")

    @action.setter
    def action(self, function: Optional[Callable[[], Any]]) -> None:
        self._set_callback("action", lib.bgt_behavior_set_action, _on_action, function)

    def will_move(self, animator: "Optional[DynamicAnimator]") -> None:
        """Called before the behavior enters an animator, or with None before it leaves. For overriding.

        `self.animator` still gives the old one. Parents are told before children. It may add children.
        What it raises comes out of the call that moves the behavior, which still takes place.
        """


def _call_will_move(owner: DynamicBehavior, animator: "Optional[DynamicAnimator]") -> None:
    owner.will_move(animator)


@_core.callback(_native.ActionFn)
def _on_action(_: int, key: Optional[int]) -> None:
    _owner, function = _core.target(key)
    if function is not None:
        function()


@_core.callback(_native.WillMoveFn)
def _on_will_move(_: int, animator: int, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner, _core.wrap(animator))


class ItemsBehavior(DynamicBehavior):
    """A behavior that acts on a list of items: gravity, collision, push, item properties."""

    def _start(self, ident: int, items: Iterable[Item]) -> None:
        self._adopt(ident)
        listed = [items] if isinstance(items, Item) else each_item(items, "an Item or a sequence of items")
        for item in listed:
            self.add_item(item)

    def _let_go(self, item: Item) -> None:
        self._items.pop(item._id, None)

    def _state(self) -> str:
        return _core.count(len(self.items), "item", "items")


@_core.wraps(_native.BGT_KIND_GRAVITY)
class GravityBehavior(ItemsBehavior):
    """Pulls its items in one direction with the same acceleration. Several on one item add up.

    Args:
        items: Items to pull; more can be added with :meth:`add_item`.
        direction: Its length is the magnitude; 1 is 1,000 points/s².

    >>> GravityBehavior(direction=(0, 2)).magnitude
    2.0
    """

    def __init__(self, items: Iterable[Item] = (), *, direction: VectorLike = (0.0, 1.0)) -> None:
        start = _core.definition(_native.GravityDef)
        start.direction = to_vec2(direction, "direction")
        self._start(_core.create(lib.bgt_gravity_create, c.byref(start)), items)

    def _state(self) -> str:
        return f"{super()._state()}, direction={_core.pair(self.direction)}"

    @property
    def direction(self) -> Vector2:
        """Direction; its length is the magnitude. Default (0, 1). Settable; a zero vector keeps the angle."""
        return from_vec2(get(lib.bgt_gravity_get_direction, self._id))

    @direction.setter
    def direction(self, direction: VectorLike) -> None:
        check(lib.bgt_gravity_set_direction(self._id, to_vec2(direction, "direction")))

    @property
    def angle(self) -> float:
        """Direction in radians, in (-pi, pi]; 0 points right, pi/2 (the default) down. Settable."""
        return float(get(lib.bgt_gravity_get_angle, self._id))

    @angle.setter
    def angle(self, angle: float) -> None:
        check(lib.bgt_gravity_set_angle(self._id, number(angle, "angle")))

    @property
    def magnitude(self) -> float:
        """1 (the default) is 1,000 points/s²; negative reverses; within 1e9. Settable; keeps the angle."""
        return float(get(lib.bgt_gravity_get_magnitude, self._id))

    @magnitude.setter
    def magnitude(self, magnitude: float) -> None:
        check(lib.bgt_gravity_set_magnitude(self._id, number(magnitude, "magnitude")))

    def set_angle_and_magnitude(self, angle: float, magnitude: float) -> None:
        """Set both at once: radians, and 1 for 1,000 points/s²."""
        check(lib.bgt_gravity_set_angle_and_magnitude(
            self._id, number(angle, "angle"), number(magnitude, "magnitude")))


class PushMode(IntEnum):
    """Whether a push acts all the time or once."""

    CONTINUOUS = _native.BGT_PUSH_CONTINUOUS
    INSTANTANEOUS = _native.BGT_PUSH_INSTANTANEOUS


@_core.wraps(_native.BGT_KIND_PUSH)
class PushBehavior(ItemsBehavior):
    """Pushes its items: 1 accelerates mass 1 by 100 points/s², or changes its speed by 100 points/s at once.

    Args:
        items: Items to push.
        mode: CONTINUOUS, or INSTANTANEOUS: fires at the next step and turns itself off.
        direction: Its length is the magnitude, in UIKit newtons, within 1e9.
        active: Whether it pushes.

    >>> push = PushBehavior(mode=PushMode.INSTANTANEOUS, direction=(3, 4))
    >>> push.magnitude, push.is_active
    (5.0, True)
    """

    def __init__(self, items: Iterable[Item] = (), *, mode: PushMode = PushMode.CONTINUOUS,
                 direction: VectorLike = (0.0, 0.0), active: bool = True) -> None:
        start = _core.definition(_native.PushDef)
        start.mode = _core.choice(mode, PushMode, "mode")
        start.direction = to_vec2(direction, "direction")
        start.active = bool(active)
        self._start(_core.create(lib.bgt_push_create, c.byref(start)), items)

    def _state(self) -> str:
        state = "" if self.is_active else ", inactive"
        return f"{super()._state()}, {self.mode.name.lower()}, direction={_core.pair(self.direction)}{state}"

    @property
    def mode(self) -> PushMode:
        """Continuous or instantaneous, as made."""
        return PushMode(get(lib.bgt_push_get_mode, self._id))

    @property
    def is_active(self) -> bool:
        """Whether it pushes. Settable; set an instantaneous push again to fire again."""
        return bool(get(lib.bgt_push_is_active, self._id))

    @is_active.setter
    def is_active(self, active: bool) -> None:
        check(lib.bgt_push_set_active(self._id, bool(active)))

    @property
    def direction(self) -> Vector2:
        """Direction; its length is the magnitude. Default (0, 0). Settable; a zero vector keeps the angle."""
        return from_vec2(get(lib.bgt_push_get_direction, self._id))

    @direction.setter
    def direction(self, direction: VectorLike) -> None:
        check(lib.bgt_push_set_direction(self._id, to_vec2(direction, "direction")))

    @property
    def angle(self) -> float:
        """Direction in radians; 0 (the default) points right, pi/2 down. Settable."""
        return float(get(lib.bgt_push_get_angle, self._id))

    @angle.setter
    def angle(self, angle: float) -> None:
        check(lib.bgt_push_set_angle(self._id, number(angle, "angle")))

    @property
    def magnitude(self) -> float:
        """Strength in UIKit newtons, within 1e9. Default 0; negative reverses. Settable; keeps the angle."""
        return float(get(lib.bgt_push_get_magnitude, self._id))

    @magnitude.setter
    def magnitude(self, magnitude: float) -> None:
        check(lib.bgt_push_set_magnitude(self._id, number(magnitude, "magnitude")))

    def set_angle_and_magnitude(self, angle: float, magnitude: float) -> None:
        """Set both at once: radians, and UIKit newtons."""
        check(lib.bgt_push_set_angle_and_magnitude(
            self._id, number(angle, "angle"), number(magnitude, "magnitude")))

    def target_offset(self, item: Item) -> Vector2:
        """Where the item is pushed, from its center, in its own turning frame, points. Default (0, 0).

        Raises:
            NotAMemberError: The push does not hold the item.
        """
        return from_vec2(get(lib.bgt_push_get_target_offset, self._id, _core.id_of(item, Item, "item")))

    def set_target_offset(self, item: Item, offset: VectorLike) -> None:
        """Set where the item is pushed; a push beside the center also turns it. Errors as `target_offset`."""
        check(lib.bgt_push_set_target_offset(
            self._id, _core.id_of(item, Item, "item"), to_vec2(offset, "offset")))
