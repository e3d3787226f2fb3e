"""Item groups: several items as one body."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import Iterable, List

from . import _core, _native
from ._native import lib
from .items import Item, each_item


@_core.wraps(_native.BGT_KIND_ITEM_GROUP)
class DynamicItemGroup(Item):
    """Several items that move as one body, which may be concave. It serves wherever an item does.

    The members keep their places to each other and collide with their own shapes; the center of mass is that
    of all of them, each of the group's density (where they overlap both count). Center and size are those of
    the smallest rectangle around the members' frames, the angle begins at 0; the size, bounds type and path of
    a group cannot be set (`StateError`). Contacts tell of the group. A member moves with the group: its center
    and angle cannot be set, and no behavior takes it (`GroupMemberError`). A changed size or shape of a member
    is taken up by `DynamicAnimator.update_item` of the group. Members never change; they are free again, where
    they are, when the group dies.

    Args:
        items: A sequence of the members as they lie; one that is given twice counts once. Their drivers are asked.

    Raises:
        RangeError: There are no items, or the rectangle is beyond the limits of an item.
        GroupMemberError: An item is a group, or in one.
        StateError: A behavior holds an item.

    >>> corner = DynamicItemGroup([Item((50, 10), size=(100, 20)), Item((10, 60), size=(20, 80))])
    >>> corner
    DynamicItemGroup(center=(50, 50), size=(100, 100), 2 items)
    """

    _members: List[Item] = []

    def __init__(self, items: Iterable[Item]) -> None:
        members = list(each_item(items))
        ids = [_core.id_of(item, Item, "an element of items") for item in members]
        array = (c.c_uint64 * len(ids))(*ids)
        self._adopt(_core.create(lib.bgt_item_group_create, array, len(ids)))
        self._members = members  # the same Python objects live as long as the group

    def _state(self) -> str:
        return f"{super()._state()}, {_core.count(len(self.items), 'item', 'items')}"

    @property
    def items(self) -> List[Item]:
        """The members, in the order in which they were given; a copy."""
        return [_core.wrap(ident) for ident in _core.id_list(lib.bgt_item_group_get_items, self._id)]
