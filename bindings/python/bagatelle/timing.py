"""Timing curves: named, cubic, springs, points; what an animation's progress follows."""
# SPDX-License-Identifier: MIT
import ctypes as c
from enum import IntEnum
from typing import Any, Iterable, List, NamedTuple, Optional

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .vectors import Vector2, VectorLike, from_vec2, number, to_count, to_points, to_vec2


class Curve(IntEnum):
    """UIKit's four named curves, and the one its cubic parameters have by default."""

    EASE_IN_OUT = _native.BGT_CURVE_EASE_IN_OUT
    EASE_IN = _native.BGT_CURVE_EASE_IN
    EASE_OUT = _native.BGT_CURVE_EASE_OUT
    LINEAR = _native.BGT_CURVE_LINEAR
    STANDARD = _native.BGT_CURVE_STANDARD


class TimingType(IntEnum):
    """What a timing is; COMPOSED has a spring for places and a curve for the rest."""

    CURVE = _native.BGT_TIMING_CURVE
    CUBIC = _native.BGT_TIMING_CUBIC
    SPRING = _native.BGT_TIMING_SPRING
    COMPOSED = _native.BGT_TIMING_COMPOSED
    PIECEWISE = _native.BGT_TIMING_PIECEWISE


class Jump(IntEnum):
    """Where the jumps of stepped timing lie, as in CSS."""

    END = _native.BGT_JUMP_END
    START = _native.BGT_JUMP_START
    NONE = _native.BGT_JUMP_NONE
    BOTH = _native.BGT_JUMP_BOTH


class Spring(NamedTuple):
    """The constants of a spring as they act.

    Attributes:
        mass: 1 unless it was given.
        stiffness: Of springs by ratio as solved for the duration.
        damping: As given, even where it acts as critical damping.
        damping_ratio: 1 is critical.
        response: Seconds of one undamped period.
        bounce: 1 - ratio up to critical damping, 1 / ratio - 1 above.
        settling_duration: Seconds, as UIKit counts them; of springs by ratio the duration itself.
    """

    mass: float
    stiffness: float
    damping: float
    damping_ratio: float
    response: float
    bounce: float
    settling_duration: float


@_core.wraps(_native.BGT_KIND_TIMING)
class Timing(NativeObject):
    """An immutable timing curve, to be shared by any number of animators.

    Args:
        curve: A named curve; `cubic`, `spring` and the other class methods make the rest.

    >>> round(Timing(Curve.EASE_OUT).progress(0.5), 6)
    0.684643
    >>> Timing.spring(damping_ratio=0.6)
    Timing(SPRING)
    """

    def __init__(self, curve: Curve = Curve.EASE_IN_OUT) -> None:
        self._adopt(_core.create(lib.bgt_timing_create_curve, _core.choice(curve, Curve, "curve")))

    def _state(self) -> str:
        return self.type.name if self.curve is None else self.curve.name

    @classmethod
    def _made(cls, function: Any, *arguments: Any) -> "Timing":
        made = cls.__new__(cls)
        made._adopt(_core.create(function, *arguments))
        return made

    @classmethod
    def cubic(cls, control_point1: VectorLike, control_point2: VectorLike, *,
              allow_overshoot: bool = False) -> "Timing":
        """A cubic Bezier curve by its control points, x 0 to 1; y too, or within 1,000 with overshoot.

        >>> Timing.cubic((0.25, 0.1), (0.25, 1)).control_point1
        Vector2(x=0.25, y=0.1)
        """
        return cls._made(lib.bgt_timing_create_cubic, to_vec2(control_point1, "control_point1"),
                         to_vec2(control_point2, "control_point2"), bool(allow_overshoot))

    @classmethod
    def spring(cls, *, damping_ratio: Optional[float] = None, response: Optional[float] = None,
               duration: Optional[float] = None, bounce: Optional[float] = None,
               mass: Optional[float] = None, stiffness: Optional[float] = None,
               damping: Optional[float] = None, velocity: VectorLike = (0.0, 0.0), absolute: bool = False,
               allow_overdamping: bool = False) -> "Timing":
        """A spring, by one of five sets of numbers.

        Args:
            damping_ratio: Alone: the spring fits the animator's duration. 1 is critical.
            response: With `damping_ratio`: seconds of one undamped period; lasts until it has settled.
            duration: With `bounce` (default 0): perceptual duration; lasts until it has settled.
            bounce: -1 (at once) over 0 (critical) to 1 (never settles).
            mass: With `stiffness` and `damping`: by its physics; lasts until it has settled.
            stiffness: Above 0.
            damping: 0 or more; above the critical one it acts as that unless `allow_overdamping`.
            velocity: Whole ways per second toward the target; x, and y for the y of centers.
            absolute: The velocity is in units of the channel per second.
            allow_overdamping: See `damping`.

        Without numbers it is UIKit's default spring.

        Raises:
            RangeError: A number is out of its range.
            TypeError: The numbers do not belong together.

        >>> round(Timing.spring(mass=1, stiffness=100, damping=10).duration(4), 9)
        1.472700335
        """
        v, absolute = to_vec2(velocity, "velocity"), bool(absolute)
        given = {name for name, value in (
            ("damping_ratio", damping_ratio), ("response", response), ("duration", duration),
            ("bounce", bounce), ("mass", mass), ("stiffness", stiffness), ("damping", damping))
            if value is not None}
        if not given:
            if tuple(velocity) != (0.0, 0.0) or absolute:
                raise TypeError("the default spring has no velocity; name the numbers of a spring")
            return cls._made(lib.bgt_timing_create_spring)
        if given == {"damping_ratio"}:
            return cls._made(lib.bgt_timing_create_spring_ratio, number(damping_ratio, "damping_ratio"), v,
                             absolute)
        if given == {"damping_ratio", "response"}:
            return cls._made(lib.bgt_timing_create_spring_response, number(response, "response"),
                             number(damping_ratio, "damping_ratio"), v, absolute)
        if given in ({"duration"}, {"duration", "bounce"}):
            return cls._made(lib.bgt_timing_create_spring_bounce, number(duration, "duration"),
                             number(bounce or 0, "bounce"), v, absolute)
        if given == {"mass", "stiffness", "damping"}:
            return cls._made(lib.bgt_timing_create_spring_physical, number(mass, "mass"),
                             number(stiffness, "stiffness"), number(damping, "damping"), v, absolute,
                             bool(allow_overdamping))
        raise TypeError("a spring takes damping_ratio, or damping_ratio and response, or duration and "
                        f"bounce, or mass, stiffness and damping; not {', '.join(sorted(given))}")

    @classmethod
    def composed(cls, curve: "Timing", spring: "Timing") -> "Timing":
        """The spring for center, bounds, rotation and transform, the curve for all other channels."""
        return cls._made(lib.bgt_timing_create_composed, _core.id_of(curve, Timing, "curve"),
                         _core.id_of(spring, Timing, "spring"))

    @classmethod
    def piecewise(cls, points: Iterable[VectorLike]) -> "Timing":
        """Straight lines through points (fraction of time, progress); equal times make a jump.

        >>> Timing.piecewise([(0, 0), (0.5, 1), (1, 1)]).progress(0.25)
        0.5
        """
        array = to_points(points, "points")
        return cls._made(lib.bgt_timing_create_piecewise, array, len(array))

    @classmethod
    def steps(cls, steps: int, jump: Jump = Jump.END) -> "Timing":
        """Equal steps, 1 to 10,000; at least 2 for `Jump.NONE`."""
        return cls._made(lib.bgt_timing_create_steps, to_count(steps, "steps"), _core.choice(jump, Jump, "jump"))

    # ---- Questions
    @property
    def type(self) -> TimingType:
        """What it is."""
        return TimingType(get(lib.bgt_timing_get_type, self._id))

    @property
    def curve(self) -> Optional[Curve]:
        """The named curve; None for every other timing."""
        value = get(lib.bgt_timing_get_curve, self._id)
        return None if value < 0 else Curve(value)

    @property
    def control_point1(self) -> Vector2:
        """First control point as UIKit reads it: zero but for cubic and composed timing."""
        return from_vec2(get(lib.bgt_timing_get_control_point1, self._id))

    @property
    def control_point2(self) -> Vector2:
        """Second control point, as `control_point1`."""
        return from_vec2(get(lib.bgt_timing_get_control_point2, self._id))

    @property
    def initial_velocity(self) -> Vector2:
        """Initial velocity of a spring, as it was given; zero for every other."""
        return from_vec2(get(lib.bgt_timing_get_initial_velocity, self._id))

    @property
    def points(self) -> List[Vector2]:
        """Points of piecewise timing; empty for every other."""
        count = c.c_uint64()
        check(lib.bgt_timing_get_points(self._id, None, 0, c.byref(count)))
        points = (_native.Vec2 * count.value)()
        check(lib.bgt_timing_get_points(self._id, points, len(points), c.byref(count)))
        return [from_vec2(point) for point in points]

    def parameters(self, duration: float = 1.0) -> Spring:
        """The spring's constants as they act in an animation of a duration. Raises `StateError` without one.

        >>> round(Timing.spring(damping_ratio=1).parameters(0.3).stiffness, 5)
        947.28805
        """
        out = _native.Spring()
        check(lib.bgt_timing_get_spring(self._id, number(duration, "duration"), c.byref(out)))
        return Spring(*(getattr(out, name) for name in Spring._fields))

    def duration(self, duration: float) -> float:
        """Seconds that an animator with this timing lasts when it is given a duration, 0 to 1e9."""
        return float(get(lib.bgt_timing_get_duration, self._id, number(duration, "duration")))

    def exact_settling_duration(self, epsilon: float = 0.001) -> float:
        """Seconds until a spring's envelope stays below `epsilon` of the way, without UIKit's grid."""
        return float(get(lib.bgt_timing_get_exact_settling_duration, self._id, number(epsilon, "epsilon")))

    def progress(self, fraction: float, duration: float = 1.0) -> float:
        """Progress at a fraction of time. Springs may leave 0 to 1 and are followed beyond the end."""
        return float(get(lib.bgt_timing_get_progress, self._id, number(fraction, "fraction"),
                         number(duration, "duration")))

    def velocity(self, fraction: float, duration: float = 1.0) -> float:
        """Progress per fraction of time."""
        return float(get(lib.bgt_timing_get_velocity, self._id, number(fraction, "fraction"),
                         number(duration, "duration")))

    def inverse(self, progress: float, near: float = 0.0) -> float:
        """The fraction of time with a progress, of several the nearest to `near`.

        Raises `StateError` for springs, whose progress may come by several times.
        """
        return float(get(lib.bgt_timing_get_inverse, self._id, number(progress, "progress"),
                         number(near, "near")))
