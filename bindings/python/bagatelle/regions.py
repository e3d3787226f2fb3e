"""Areas of the plane: shapes, and what set operations make of them."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import Any, Iterable, Optional

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .vectors import VectorLike, number, to_points, to_vec2


@_core.wraps(_native.BGT_KIND_REGION)
class Region(NativeObject):
    """An area about the origin, or about the position of the field that uses it. Regions never change.

    Without an argument the whole plane. Borders belong to a region. ``~a``, ``a | b``, ``a & b`` and ``a - b``
    are the inverse, union, intersection and difference; ``point in region`` tests. Regions made in the same
    way are equal, and regions can be pickled.

    Args:
        radius: Makes a disk; points, within 1e9.
        size: Makes a rectangle: width and height, each within 1e9.
        path: Makes the inside of a closed polygon of 3 or more points, either winding; it may be concave or
            cross itself: all points that it goes round belong to it.

    Raises:
        RangeError: A number is out of its range.
        InvalidPathError: A path with fewer than 3 points or without area.
        LimitError: More than 131,070 points.

    >>> ring = Region(radius=50) - Region(radius=30)
    >>> (0, 40) in ring, (0, 20) in ring, (0, 60) in ring
    (True, False, False)
    """

    def __init__(self, *, radius: Optional[float] = None, size: Optional[VectorLike] = None,
                 path: Optional[Iterable[VectorLike]] = None) -> None:
        if sum(given is not None for given in (radius, size, path)) > 1:
            raise TypeError("a region is made from a radius, a size or a path, not from several of them")
        if radius is not None:
            self._adopt(_core.create(lib.bgt_region_create_radius, number(radius, "radius")))
        elif size is not None:
            self._adopt(_core.create(lib.bgt_region_create_size, to_vec2(size, "size")))
        elif path is not None:
            points = to_points(path, "path")
            self._adopt(_core.create(lib.bgt_region_create_path, points, len(points)))
        else:
            self._adopt(_core.create(lib.bgt_region_create_infinite))

    @classmethod
    def _made(cls, ident: int) -> "Region":
        region = cls.__new__(cls)
        region._adopt(ident)
        return region

    @classmethod
    def from_bytes(cls, data: bytes) -> "Region":
        """The region that ``bytes(region)`` was made from.

        Raises:
            DataError: The bytes are damaged, cut short or foreign.
        """
        data = bytes(data)
        buffer = (c.c_uint8 * len(data)).from_buffer_copy(data) if data else None
        return cls._made(_core.create(lib.bgt_region_create_from_bytes, buffer, len(data)))

    def inverse(self) -> "Region":
        """All points that are not in it. Raises `LimitError` beyond 256 nested operations."""
        return self._made(_core.create(lib.bgt_region_create_inverse, self._id))

    def union(self, other: "Region") -> "Region":
        """Points in either. Raises `LimitError` beyond 256 nested operations or 65,536 shapes."""
        other_id = _core.id_of(other, Region, "other")
        return self._made(_core.create(lib.bgt_region_create_union, self._id, other_id))

    def intersection(self, other: "Region") -> "Region":
        """Points in both. Errors as `union`."""
        other_id = _core.id_of(other, Region, "other")
        return self._made(_core.create(lib.bgt_region_create_intersection, self._id, other_id))

    def difference(self, other: "Region") -> "Region":
        """Points in this one but not in the other. Errors as `union`."""
        other_id = _core.id_of(other, Region, "other")
        return self._made(_core.create(lib.bgt_region_create_difference, self._id, other_id))

    def contains(self, point: VectorLike) -> bool:
        """Whether a point lies in it or on its border."""
        return bool(get(lib.bgt_region_contains, self._id, to_vec2(point, "point")))

    __invert__ = inverse

    def __or__(self, other: "Region") -> "Region":
        return self.union(other)

    def __and__(self, other: "Region") -> "Region":
        return self.intersection(other)

    def __sub__(self, other: "Region") -> "Region":
        return self.difference(other)

    def __contains__(self, point: VectorLike) -> bool:
        return self.contains(point)

    def __bytes__(self) -> bytes:
        count = c.c_uint64()
        check(lib.bgt_region_copy_bytes(self._id, None, 0, c.byref(count)))
        buffer = (c.c_uint8 * count.value)()
        check(lib.bgt_region_copy_bytes(self._id, buffer, count, c.byref(count)))
        return bytes(buffer)

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Region):
            return NotImplemented
        return self is other or bool(get(lib.bgt_region_is_equal, self._id, other._id))

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __reduce_ex__(self, _: Any) -> Any:
        return Region.from_bytes, (bytes(self),)
