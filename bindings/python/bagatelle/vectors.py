"""Plain values: vectors, rectangles, insets, transforms, materials. All are immutable named tuples."""
# SPDX-License-Identifier: MIT
import math
from operator import index
from typing import Any, Iterable, List, NamedTuple, Sequence, Tuple, Union

from . import _native
from .errors import RangeError


class Vector2(NamedTuple):
    """A point or a vector, in points; x grows right, y grows down.

    Wherever a vector is asked for, any pair of numbers will do.

    >>> Vector2(3, 4).length
    5.0
    >>> Vector2(1, 2) + (10, 10)
    Vector2(x=11, y=12)
    >>> 2 * Vector2(1, 2)
    Vector2(x=2, y=4)
    """

    x: float
    y: float

    def __add__(self, other: "VectorLike") -> "Vector2":  # type: ignore[override]
        return Vector2(self.x + other[0], self.y + other[1])

    def __radd__(self, other: "VectorLike") -> "Vector2":
        return Vector2(other[0] + self.x, other[1] + self.y)

    def __sub__(self, other: "VectorLike") -> "Vector2":
        return Vector2(self.x - other[0], self.y - other[1])

    def __rsub__(self, other: "VectorLike") -> "Vector2":
        return Vector2(other[0] - self.x, other[1] - self.y)

    def __mul__(self, factor: float) -> "Vector2":  # type: ignore[override]
        return Vector2(self.x * factor, self.y * factor)

    def __rmul__(self, factor: float) -> "Vector2":  # type: ignore[override]
        return Vector2(self.x * factor, self.y * factor)

    def __truediv__(self, divisor: float) -> "Vector2":
        return Vector2(self.x / divisor, self.y / divisor)

    def __neg__(self) -> "Vector2":
        return Vector2(-self.x, -self.y)

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.hypot(self.x, self.y)

    @property
    def angle(self) -> float:
        """Direction in radians, clockwise on screen; 0 points right, pi/2 down."""
        return math.atan2(self.y, self.x)

    def dot(self, other: "VectorLike") -> float:
        """Scalar product."""
        return self.x * other[0] + self.y * other[1]

    def cross(self, other: "VectorLike") -> float:
        """Third component of the vector product; positive if `other` lies clockwise of this vector."""
        return self.x * other[1] - self.y * other[0]

    def rotated(self, angle: float) -> "Vector2":
        """The vector turned by `angle` radians, clockwise on screen."""
        cosine, sine = math.cos(angle), math.sin(angle)
        return Vector2(cosine * self.x - sine * self.y, sine * self.x + cosine * self.y)


class Rect(NamedTuple):
    """A rectangle in points; x and y are its least coordinates.

    >>> Rect(0, 0, 320, 568).center
    Vector2(x=160.0, y=284.0)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> Vector2:
        """The middle of the rectangle."""
        return Vector2(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def right(self) -> float:
        """Greatest x."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Greatest y: the lower edge on screen."""
        return self.y + self.height

    def inset(self, insets: "InsetsLike") -> "Rect":
        """The rectangle with its edges moved inward (negative insets: outward)."""
        top, left, bottom, right = insets
        return Rect(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)


class Insets(NamedTuple):
    """Distances from the edges of a rectangle in points; positive shrinks it, negative grows it."""

    top: float = 0.0
    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0


class Transform(NamedTuple):
    """Affine map, as CGAffineTransform: x' = a x + c y + tx, y' = b x + d y + ty.

    >>> Transform.rotation(0)
    Transform(a=1.0, b=0.0, c=-0.0, d=1.0, tx=0.0, ty=0.0)
    """

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    tx: float = 0.0
    ty: float = 0.0

    @classmethod
    def rotation(cls, angle: float) -> "Transform":
        """Rotation by `angle` radians, clockwise on screen."""
        cosine, sine = math.cos(angle), math.sin(angle)
        return cls(cosine, sine, -sine, cosine, 0.0, 0.0)

    def apply(self, point: "VectorLike") -> Vector2:
        """The image of a point."""
        x, y = point
        return Vector2(self.a * x + self.c * y + self.tx, self.b * x + self.d * y + self.ty)


class Material(NamedTuple):
    """What items have when no item behavior sets it.

    Attributes:
        elasticity: 0 to 1e3. Default 0.2.
        friction: 0 to 1e6. Default 0.2.
        density: 1e-6 to 1e9; 1 gives a 100 x 100 item mass 1. Default 1.
        resistance: Damping of velocity in 1/s, 0 or more. Default 0.1.
        angular_resistance: Damping of turning in 1/s, 0 or more. Default 0.1.
    """

    elasticity: float = 0.2
    friction: float = 0.2
    density: float = 1.0
    resistance: float = 0.1
    angular_resistance: float = 0.1


VectorLike = Union[Vector2, Tuple[float, float], Sequence[float]]
RectLike = Union[Rect, Tuple[float, float, float, float], Sequence[float]]
InsetsLike = Union[Insets, Tuple[float, float, float, float], Sequence[float]]
TransformLike = Union[Transform, Tuple[float, float, float, float, float, float], Sequence[float]]


# ---- To and from C -----------------------------------------------------------------------------
def number(value: Any, name: str) -> float:
    """A float for C. What is too large for one becomes an infinity, which C refuses with a message."""
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except TypeError:
        raise TypeError(f"{name} must be a number, not {value!r}") from None


def _numbers(value: Any, name: str, count: int, kind: str) -> List[float]:
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        parts = list(value)
    except TypeError:
        raise TypeError(f"{name} must be {kind}, not {value!r}") from None
    if len(parts) != count:
        raise TypeError(f"{name} must be {kind}, not {value!r}")
    return [number(part, name) for part in parts]


def whole(value: Any, name: str) -> int:
    """A whole number."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    return index(value)


def to_int32(value: Any, name: str) -> int:
    """A whole number of 32 bits."""
    result = whole(value, name)
    if not -2**31 <= result < 2**31:
        raise RangeError(f"{name} is {result}; give a number of 32 bits, {-2**31} to {2**31 - 1}")
    return result


def to_count(value: Any, name: str, most: int = 2**32 - 1) -> int:
    """A whole number that fits; C refuses what is out of its range with a message."""
    return min(max(whole(value, name), 0), most)


def to_pair(value: Any, name: str, kind: str) -> List[float]:
    """Two numbers of that meaning."""
    return _numbers(value, name, 2, kind)


def to_vec2(value: Any, name: str) -> Any:
    """A C vector from any pair of numbers."""
    return _native.Vec2(*_numbers(value, name, 2, "a pair of numbers"))


def to_rect(value: Any, name: str) -> Any:
    """A C rectangle from four numbers."""
    return _native.Rect(*_numbers(value, name, 4, "x, y, width, height"))


def to_insets(value: Any, name: str) -> Any:
    """C insets from four numbers."""
    return _native.Insets(*_numbers(value, name, 4, "top, left, bottom, right"))


def to_transform(value: Any, name: str) -> Any:
    """A C transform from six numbers."""
    return _native.Transform(*_numbers(value, name, 6, "a, b, c, d, tx, ty"))


def to_points(points: Iterable[Any], name: str) -> Any:
    """A C array of vectors from pairs of numbers."""
    if isinstance(points, (str, bytes, bytearray)) or not hasattr(points, "__iter__"):
        raise TypeError(f"{name} must be a sequence of points, not {points!r}")
    array = [to_vec2(point, name) for point in points]
    return (_native.Vec2 * len(array))(*array)


def from_vec2(value: Any) -> Vector2:
    """A vector from C."""
    return Vector2(value.x, value.y)
