"""Force fields: they act on items by where these are and how they move."""
# SPDX-License-Identifier: MIT
import ctypes as c
from enum import IntEnum
from typing import Any, Callable, Iterable, Optional

from . import _core, _native
from ._core import check, get
from ._native import lib
from .behaviors import ItemsBehavior
from .items import Item
from .regions import Region
from .vectors import Vector2, VectorLike, from_vec2, number, to_vec2


class FieldKind(IntEnum):
    """What a field does.

    With s the strength, q the charge, m the mass in kilograms (density times area / 22,500), r the way from
    the field's position to the item, v the velocity, φ = (max(distance, minimum_radius) / 150) ** -falloff;
    points and seconds.
    """

    LINEAR_GRAVITY = _native.BGT_FIELD_LINEAR_GRAVITY  #: Acceleration 150 s direction.
    RADIAL_GRAVITY = _native.BGT_FIELD_RADIAL_GRAVITY  #: Acceleration 150 s φ toward the position.
    SPRING = _native.BGT_FIELD_SPRING  #: Acceleration -(s φ / m) r.
    DRAG = _native.BGT_FIELD_DRAG  #: Acceleration -(s / m) v.
    VORTEX = _native.BGT_FIELD_VORTEX  #: Acceleration 150 s φ (r.y, -r.x): counter-clockwise on screen.
    VELOCITY = _native.BGT_FIELD_VELOCITY  #: Velocity 150 s direction, whatever else accelerates; contacts and attachments still act.
    NOISE = _native.BGT_FIELD_NOISE  #: Random acceleration up to 150 s, smooth in space and time.
    TURBULENCE = _native.BGT_FIELD_TURBULENCE  #: Random acceleration up to s |v|.
    ELECTRIC = _native.BGT_FIELD_ELECTRIC  #: Acceleration 150 s q φ / m away from the position.
    MAGNETIC = _native.BGT_FIELD_MAGNETIC  #: Turns v by s q φ / m radians/s, counter-clockwise on screen.
    CUSTOM = _native.BGT_FIELD_CUSTOM  #: The force that a function gives.


#: Field, position, velocity, mass, charge, seconds of the sub-step; gives the force in UIKit newtons, or None.
FieldFunction = Callable[["FieldBehavior", Vector2, Vector2, float, float, float], Optional[VectorLike]]


@_core.wraps(_native.BGT_KIND_FIELD)
class FieldBehavior(ItemsBehavior):
    """A force field, which acts on its items while they are in its region.

    Quantities are SI at 150 points per meter (`DynamicAnimator.field_unit_scale`); `FieldKind` has the laws.
    What several fields give adds up. Fields act at the center of an item, not on anchored ones. A change
    wakes the items.

    Args:
        kind: What it does.
        items: Items on which it acts; more can be added with :meth:`add_item`.
        position, strength, falloff, minimum_radius, direction, smoothness, animation_speed, seed, region,
            function: Start values of the properties.

    Raises:
        RangeError: A value is out of its range.

    >>> well = FieldBehavior(FieldKind.RADIAL_GRAVITY, position=(100, 0), region=Region(radius=500))
    >>> well.value((0, 0))
    Vector2(x=150.0, y=0.0)
    """

    _area: Optional[Region] = None

    def __init__(self, kind: FieldKind, items: Iterable[Item] = (), *, position: VectorLike = (0.0, 0.0),
                 strength: float = 1.0, falloff: float = 0.0, minimum_radius: float = 1e-3,
                 direction: VectorLike = (0.0, 0.0), smoothness: float = 0.0, animation_speed: float = 1.0,
                 seed: int = 0, region: Optional[Region] = None,
                 function: Optional[FieldFunction] = None) -> None:
        start = _core.definition(_native.FieldDef)
        start.kind = _core.choice(kind, FieldKind, "kind")
        start.position = to_vec2(position, "position")
        start.strength = number(strength, "strength")
        start.falloff = number(falloff, "falloff")
        start.minimum_radius = number(minimum_radius, "minimum_radius")
        start.direction = to_vec2(direction, "direction")
        start.smoothness = number(smoothness, "smoothness")
        start.animation_speed = number(animation_speed, "animation_speed")
        start.seed = _seed(seed)
        start.region = 0 if region is None else _core.id_of(region, Region, "region")
        self._start(_core.create(lib.bgt_field_create, c.byref(start)), items)
        self._area = region
        if function is not None:
            self.function = function

    def _state(self) -> str:
        return f"{super()._state()}, {self.kind.name.lower()}, strength={self.strength:g}"

    @property
    def kind(self) -> FieldKind:
        """What it does, as made."""
        return FieldKind(get(lib.bgt_field_get_kind, self._id))

    @property
    def position(self) -> Vector2:
        """Center of the field and of its region, reference coordinates, each within 1e9. Settable."""
        return from_vec2(get(lib.bgt_field_get_position, self._id))

    @position.setter
    def position(self, position: VectorLike) -> None:
        check(lib.bgt_field_set_position(self._id, to_vec2(position, "position")))

    @property
    def strength(self) -> float:
        """Factor on its effect, within 1e9; negative turns it round. Default 1. Settable."""
        return float(get(lib.bgt_field_get_strength, self._id))

    @strength.setter
    def strength(self, strength: float) -> None:
        check(lib.bgt_field_set_strength(self._id, number(strength, "strength")))

    @property
    def falloff(self) -> float:
        """Exponent by which the effect falls with the distance, within 1,000. Default 0. Settable.

        For radial gravity, spring, vortex, electric and magnetic fields.
        """
        return float(get(lib.bgt_field_get_falloff, self._id))

    @falloff.setter
    def falloff(self, falloff: float) -> None:
        check(lib.bgt_field_set_falloff(self._id, number(falloff, "falloff")))

    @property
    def minimum_radius(self) -> float:
        """Nearer distances count as this one in the falloff; 0 to 1e9 points. Default 0.001. Settable."""
        return float(get(lib.bgt_field_get_minimum_radius, self._id))

    @minimum_radius.setter
    def minimum_radius(self, radius: float) -> None:
        check(lib.bgt_field_set_minimum_radius(self._id, number(radius, "minimum_radius")))

    @property
    def direction(self) -> Vector2:
        """Direction of linear gravity and velocity fields; its length counts. Settable; zero for other kinds."""
        return from_vec2(get(lib.bgt_field_get_direction, self._id))

    @direction.setter
    def direction(self, direction: VectorLike) -> None:
        check(lib.bgt_field_set_direction(self._id, to_vec2(direction, "direction")))

    @property
    def smoothness(self) -> float:
        """Of noise and turbulence: 0, features of 30 points, to 1, 300 points. Settable; 0 for other kinds."""
        return float(get(lib.bgt_field_get_smoothness, self._id))

    @smoothness.setter
    def smoothness(self, smoothness: float) -> None:
        check(lib.bgt_field_set_smoothness(self._id, number(smoothness, "smoothness")))

    @property
    def animation_speed(self) -> float:
        """Changes of noise and turbulence per second, 0 to 1e6. Settable; 0 for other kinds."""
        return float(get(lib.bgt_field_get_animation_speed, self._id))

    @animation_speed.setter
    def animation_speed(self, speed: float) -> None:
        check(lib.bgt_field_set_animation_speed(self._id, number(speed, "animation_speed")))

    @property
    def seed(self) -> int:
        """Equal seeds give equal noise; 0 to 2**64 - 1. Default 0. Settable."""
        return int(get(lib.bgt_field_get_seed, self._id))

    @seed.setter
    def seed(self, seed: int) -> None:
        check(lib.bgt_field_set_seed(self._id, _seed(seed)))

    @property
    def region(self) -> Optional[Region]:
        """Where it acts, about its position; None (the default) is everywhere. Settable."""
        return _core.wrap(get(lib.bgt_field_get_region, self._id))  # type: ignore[no-any-return]

    @region.setter
    def region(self, region: Optional[Region]) -> None:
        ident = 0 if region is None else _core.id_of(region, Region, "region")
        check(lib.bgt_field_set_region(self._id, ident))
        self._area = region

    @property
    def function(self) -> Optional[FieldFunction]:
        """Gives the force of a custom field: field, position, velocity, mass, charge, seconds -> vector or None.

        Called for each item in the region in every sub-step: position in reference coordinates, velocity in
        points/s, UIKit mass; the force in UIKit newtons, 1 for 100 points/s² at mass 1. `strength` and
        `falloff` are not applied. It may read everything; what changes an object raises `BusyError`. A force
        that is not finite or beyond 1e9 is ignored and counted in `ignored_forces`. None removes it; other
        kinds ignore it. Settable.
        """
        return self._callbacks.get("function")

    @function.setter
    def function(self, function: Optional[FieldFunction]) -> None:
        self._set_callback("function", lib.bgt_field_set_function, _on_field, function)

    @property
    def ignored_forces(self) -> int:
        """How often a custom field gave a force that was ignored."""
        return int(get(lib.bgt_field_get_ignored_forces, self._id))

    def value(self, position: VectorLike, *, velocity: VectorLike = (0.0, 0.0), mass: float = 1.0,
              charge: float = 0.0) -> Vector2:
        """What it gives a body at a point, points/s²; a velocity field: the velocity it sets, points/s.

        Args:
            position: Reference coordinates. Outside of the region the value is zero.
            velocity: Points/s.
            mass: UIKit mass, above 0: 1 is an item of 100 x 100 points at density 1.
            charge: Within 1e9.
        """
        out = _native.Vec2()
        check(lib.bgt_field_get_value(
            self._id, to_vec2(position, "position"), to_vec2(velocity, "velocity"), number(mass, "mass"),
            number(charge, "charge"), c.byref(out)))
        return from_vec2(out)


def _seed(seed: Any) -> int:
    if not isinstance(seed, int):
        raise TypeError(f"seed must be an int, not {seed!r}")
    if not 0 <= seed < 2 ** 64:
        raise ValueError(f"seed must be from 0 to 2**64 - 1, not {seed}")
    return seed


@_core.callback(_native.FieldFn)
def _on_field(_: int, x: float, y: float, velocity_x: float, velocity_y: float, mass: float, charge: float,
              seconds: float, out_force: Any, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is None:
        return
    force = function(owner, Vector2(x, y), Vector2(velocity_x, velocity_y), mass, charge, seconds)
    if force is not None:
        out_force[0] = to_vec2(force, "force")
