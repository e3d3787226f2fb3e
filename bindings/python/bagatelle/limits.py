"""The published limits of the library."""
# SPDX-License-Identifier: MIT
from enum import IntEnum

from . import _native
from ._core import choice, get
from ._native import lib


class Limit(IntEnum):
    """What `get_limit` can be asked."""

    MINIMUM_SIDE = _native.BGT_LIMIT_MINIMUM_SIDE
    MAXIMUM_SIDE = _native.BGT_LIMIT_MAXIMUM_SIDE
    COORDINATE = _native.BGT_LIMIT_COORDINATE
    ANGLE = _native.BGT_LIMIT_ANGLE
    SPEED = _native.BGT_LIMIT_SPEED
    TURN_PER_STEP = _native.BGT_LIMIT_TURN_PER_STEP
    PATH_POINTS_MINIMUM = _native.BGT_LIMIT_PATH_POINTS_MINIMUM
    PATH_POINTS_MAXIMUM = _native.BGT_LIMIT_PATH_POINTS_MAXIMUM
    BOUNDARY_POINTS = _native.BGT_LIMIT_BOUNDARY_POINTS
    TREE_DEPTH = _native.BGT_LIMIT_TREE_DEPTH
    SECONDS_PER_CALL = _native.BGT_LIMIT_SECONDS_PER_CALL
    IDENTIFIER_BYTES = _native.BGT_LIMIT_IDENTIFIER_BYTES
    MAGNITUDE = _native.BGT_LIMIT_MAGNITUDE
    REGION_DEPTH = _native.BGT_LIMIT_REGION_DEPTH
    REGION_SHAPES = _native.BGT_LIMIT_REGION_SHAPES
    REGION_POINTS = _native.BGT_LIMIT_REGION_POINTS


def get_limit(which: Limit) -> float:
    """The value of a published limit.

    Raises:
        RangeError: There is no such limit.

    >>> get_limit(Limit.SECONDS_PER_CALL)
    0.25
    """
    return float(get(lib.bgt_get_limit, choice(which, Limit, "which")))
