"""Material, freedom and velocity of items."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import Iterable, Optional, Tuple

from . import _core, _native
from ._core import check, get
from ._native import lib
from .attachment import FloatRange, from_limits, to_limits
from .behaviors import ItemsBehavior
from .items import Item
from .vectors import Vector2, VectorLike, from_vec2, number, to_vec2


@_core.wraps(_native.BGT_KIND_ITEM_BEHAVIOR)
class DynamicItemBehavior(ItemsBehavior):
    """Gives its items properties. Of several behaviors that set one, the last in a walk of the tree wins.

    A property counts as unset and changes nothing until it is set here; its getter shows UIKit's documented
    number meanwhile. Parameters left out stay unset.

    Args:
        items: Items that get the properties.
        elasticity, friction, density, resistance, angular_resistance, anchored, allows_rotation, charge:
            Start values of the properties.

    Raises:
        RangeError: A value is out of its range.

    >>> rubber = DynamicItemBehavior([Item()], elasticity=0.8)
    >>> rubber.elasticity, rubber.friction, rubber.is_allowing_rotation
    (0.8, 0.0, True)
    """

    def __init__(self, items: Iterable[Item] = (), *, elasticity: Optional[float] = None,
                 friction: Optional[float] = None, density: Optional[float] = None,
                 resistance: Optional[float] = None, angular_resistance: Optional[float] = None,
                 anchored: Optional[bool] = None, allows_rotation: Optional[bool] = None,
                 charge: Optional[float] = None) -> None:
        self._start(_core.create(lib.bgt_item_behavior_create), items)
        if elasticity is not None:
            self.elasticity = elasticity
        if friction is not None:
            self.friction = friction
        if density is not None:
            self.density = density
        if resistance is not None:
            self.resistance = resistance
        if angular_resistance is not None:
            self.angular_resistance = angular_resistance
        if anchored is not None:
            self.is_anchored = anchored
        if allows_rotation is not None:
            self.is_allowing_rotation = allows_rotation
        if charge is not None:
            self.charge = charge

    @property
    def elasticity(self) -> float:
        """Share of the speed that a bounce gives back, 0 to 1e3. Default 0 (unset: 0.2 acts). Settable."""
        return float(get(lib.bgt_item_behavior_get_elasticity, self._id))

    @elasticity.setter
    def elasticity(self, elasticity: float) -> None:
        check(lib.bgt_item_behavior_set_elasticity(self._id, number(elasticity, "elasticity")))

    @property
    def friction(self) -> float:
        """Coulomb friction, 0 to 1e6; 1 is strong. Default 0 (unset: 0.2 acts). Settable."""
        return float(get(lib.bgt_item_behavior_get_friction, self._id))

    @friction.setter
    def friction(self, friction: float) -> None:
        check(lib.bgt_item_behavior_set_friction(self._id, number(friction, "friction")))

    @property
    def density(self) -> float:
        """1e-6 to 1e9; 1, the default, gives 100 x 100 points mass 1. Settable."""
        return float(get(lib.bgt_item_behavior_get_density, self._id))

    @density.setter
    def density(self, density: float) -> None:
        check(lib.bgt_item_behavior_set_density(self._id, number(density, "density")))

    @property
    def resistance(self) -> float:
        """Damping of velocity, 1/s, 0 or more. Default 0 (unset: 0.1 acts). Settable."""
        return float(get(lib.bgt_item_behavior_get_resistance, self._id))

    @resistance.setter
    def resistance(self, resistance: float) -> None:
        check(lib.bgt_item_behavior_set_resistance(self._id, number(resistance, "resistance")))

    @property
    def angular_resistance(self) -> float:
        """Damping of turning, 1/s, 0 or more. Default 0 (unset: 0.1 acts). Settable."""
        return float(get(lib.bgt_item_behavior_get_angular_resistance, self._id))

    @angular_resistance.setter
    def angular_resistance(self, resistance: float) -> None:
        value = number(resistance, "angular_resistance")
        check(lib.bgt_item_behavior_set_angular_resistance(self._id, value))

    @property
    def charge(self) -> float:
        """Electric charge, within 1e9; electric and magnetic fields act on it. Default 0. Settable."""
        return float(get(lib.bgt_item_behavior_get_charge, self._id))

    @charge.setter
    def charge(self, charge: float) -> None:
        check(lib.bgt_item_behavior_set_charge(self._id, number(charge, "charge")))

    @property
    def surface_speed(self) -> float:
        """Speed of the surface around the shape, clockwise, points/s within 1e5, as of a conveyor. Settable."""
        return float(get(lib.bgt_item_behavior_get_surface_speed, self._id))

    @surface_speed.setter
    def surface_speed(self, speed: float) -> None:
        check(lib.bgt_item_behavior_set_surface_speed(self._id, number(speed, "surface_speed")))

    @property
    def is_locking_x(self) -> bool:
        """Whether the items keep their x, to be exact that of the center of mass. Default false. Settable.

        It is kept where an item is when the lock begins to act, or after `DynamicAnimator.update_item` moved it.
        """
        return bool(get(lib.bgt_item_behavior_is_locking_x, self._id))

    @is_locking_x.setter
    def is_locking_x(self, lock: bool) -> None:
        check(lib.bgt_item_behavior_set_locking_x(self._id, bool(lock)))

    @property
    def is_locking_y(self) -> bool:
        """The same for y. Default false. Settable."""
        return bool(get(lib.bgt_item_behavior_is_locking_y, self._id))

    @is_locking_y.setter
    def is_locking_y(self, lock: bool) -> None:
        check(lib.bgt_item_behavior_set_locking_y(self._id, bool(lock)))

    @property
    def angle_limits(self) -> FloatRange:
        """Radians between which the items' angles stay; whole turns count. Infinite by default. Settable.

        An item beyond turns back to the nearer edge. Both equal: they turn to that angle and keep it.
        """
        low, high = c.c_double(), c.c_double()
        check(lib.bgt_item_behavior_get_angle_limits(self._id, c.byref(low), c.byref(high)))
        return from_limits(low, high)

    @angle_limits.setter
    def angle_limits(self, limits: Tuple[float, float]) -> None:
        check(lib.bgt_item_behavior_set_angle_limits(self._id, *to_limits(limits, "angle_limits")))

    @property
    def time_scale(self) -> float:
        """How fast the items' own time runs, 0.01 to 100. Default 1. Settable.

        An item alone goes the same way, so many times as fast. To what it touches or is attached to it is a
        body of its mass divided by the square of the scale, so that weights and loads at rest do not depend on
        it. Velocities are those seen from outside, and change with the scale.
        """
        return float(get(lib.bgt_item_behavior_get_time_scale, self._id))

    @time_scale.setter
    def time_scale(self, scale: float) -> None:
        check(lib.bgt_item_behavior_set_time_scale(self._id, number(scale, "time_scale")))

    @property
    def is_anchored(self) -> bool:
        """Whether the items take part in collisions but are moved by nothing. Default false. Settable."""
        return bool(get(lib.bgt_item_behavior_is_anchored, self._id))

    @is_anchored.setter
    def is_anchored(self, anchored: bool) -> None:
        check(lib.bgt_item_behavior_set_anchored(self._id, bool(anchored)))

    @property
    def is_allowing_rotation(self) -> bool:
        """Whether the items turn. Default true; false keeps the angle that they have. Settable."""
        return bool(get(lib.bgt_item_behavior_is_allowing_rotation, self._id))

    @is_allowing_rotation.setter
    def is_allowing_rotation(self, allow: bool) -> None:
        check(lib.bgt_item_behavior_set_allowing_rotation(self._id, bool(allow)))

    # ---- Velocities
    def add_linear_velocity(self, velocity: VectorLike, item: Item) -> bool:
        """Add to an item's velocity, points/s; before the behavior is in an animator the sum is kept.

        Returns:
            False if it had no effect because the item is anchored.

        Raises:
            NotAMemberError: The behavior does not hold the item.
            RangeError: The velocity is not finite or beyond 1e9.
        """
        return check(lib.bgt_item_behavior_add_linear_velocity(
            self._id, to_vec2(velocity, "velocity"), _core.id_of(item, Item, "item"))) != _native.BGT_IGNORED

    def set_linear_velocity(self, velocity: VectorLike, item: Item) -> bool:
        """Set an item's velocity, points/s. Unlike UIKit, which can only add."""
        return check(lib.bgt_item_behavior_set_linear_velocity(
            self._id, to_vec2(velocity, "velocity"), _core.id_of(item, Item, "item"))) != _native.BGT_IGNORED

    def linear_velocity(self, item: Item) -> Vector2:
        """Velocity of an item, points/s; before the behavior is in an animator, the sum that is kept."""
        ident = _core.id_of(item, Item, "item")
        return from_vec2(get(lib.bgt_item_behavior_get_linear_velocity, self._id, ident))

    def add_angular_velocity(self, velocity: float, item: Item) -> bool:
        """Add to an item's turning, radians/s, clockwise. Result and errors as `add_linear_velocity`."""
        return check(lib.bgt_item_behavior_add_angular_velocity(
            self._id, number(velocity, "velocity"), _core.id_of(item, Item, "item"))) != _native.BGT_IGNORED

    def set_angular_velocity(self, velocity: float, item: Item) -> bool:
        """Set an item's turning, radians/s, clockwise. Unlike UIKit, which can only add."""
        return check(lib.bgt_item_behavior_set_angular_velocity(
            self._id, number(velocity, "velocity"), _core.id_of(item, Item, "item"))) != _native.BGT_IGNORED

    def set_target(self, center: VectorLike, angle: float, item: Item) -> bool:
        """Move an anchored item so that the next tick that takes steps ends with this pose; then it rests again.

        It moves evenly in all steps of the tick, carries and pushes others, nothing pushes it. Center in points, angle in radians.

        Returns:
            False unless the item is anchored and in an animator: nothing was changed.
        """
        return check(lib.bgt_item_behavior_set_target(
            self._id, to_vec2(center, "center"), number(angle, "angle"),
            _core.id_of(item, Item, "item"))) != _native.BGT_IGNORED

    def angular_velocity(self, item: Item) -> float:
        """Turning of an item, radians/s, clockwise."""
        ident = _core.id_of(item, Item, "item")
        return float(get(lib.bgt_item_behavior_get_angular_velocity, self._id, ident))
