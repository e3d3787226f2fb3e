"""Arithmetic between a finger and an animation: projection, rubber band, decay, velocity."""
# SPDX-License-Identifier: MIT
from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .vectors import Vector2, VectorLike, from_vec2, number, to_vec2

#: Part of a velocity that is left after a millisecond of normal and of fast scrolling.
NORMAL_RATE, FAST_RATE = 0.998, 0.99


def project(velocity: float, *, rate: float = NORMAL_RATE) -> float:
    """How far a release at a velocity would carry.

    >>> round(project(300), 1)
    149.7
    """
    return float(get(lib.bgt_gesture_project, number(velocity, "velocity"), number(rate, "rate")))


def rubber_band(distance: float, dimension: float, *, coefficient: float = 0.55) -> float:
    """How far something follows a finger `distance` beyond its bound; never as far as `dimension`."""
    return float(get(lib.bgt_gesture_rubber_band, number(distance, "distance"),
                     number(dimension, "dimension"), number(coefficient, "coefficient")))


def rubber_band_inverse(shown: float, dimension: float, *, coefficient: float = 0.55) -> float:
    """The finger's distance at which the rubber band shows `shown`, which is less than `dimension`."""
    return float(get(lib.bgt_gesture_rubber_band_inverse, number(shown, "shown"),
                     number(dimension, "dimension"), number(coefficient, "coefficient")))


def relative_velocity(velocity: VectorLike, start: VectorLike, target: VectorLike) -> Vector2:
    """Velocity for a spring: whole ways per second, by axis; 0 along an axis without way."""
    return from_vec2(get(lib.bgt_gesture_relative_velocity, to_vec2(velocity, "velocity"),
                         to_vec2(start, "start"), to_vec2(target, "target")))


def decay_velocity(velocity: float, seconds: float, *, rate: float = NORMAL_RATE) -> float:
    """Velocity of what coasts after `seconds`."""
    return float(get(lib.bgt_gesture_decay_velocity, number(velocity, "velocity"), number(seconds, "seconds"),
                     number(rate, "rate")))


def decay_distance(velocity: float, seconds: float, *, rate: float = NORMAL_RATE) -> float:
    """Way it has covered after `seconds`."""
    return float(get(lib.bgt_gesture_decay_distance, number(velocity, "velocity"), number(seconds, "seconds"),
                     number(rate, "rate")))


def decay_seconds(velocity: float, *, threshold: float = 0.5, rate: float = NORMAL_RATE) -> float:
    """Seconds until less than `threshold` of its way is left."""
    return float(get(lib.bgt_gesture_decay_seconds, number(velocity, "velocity"),
                     number(threshold, "threshold"), number(rate, "rate")))


@_core.wraps(_native.BGT_KIND_VELOCITY_TRACKER)
class VelocityTracker(NativeObject):
    """Follows a finger: the slope through its places of the last tenth of a second.

    >>> tracker = VelocityTracker()
    >>> for step in range(5):
    ...     tracker.add(step * 0.01, (step, 0))
    >>> round(tracker.velocity.x)
    100
    """

    def __init__(self) -> None:
        self._adopt(_core.create(lib.bgt_velocity_tracker_create))

    def _state(self) -> str:
        return f"velocity={_core.pair(self.velocity)}"

    def add(self, time: float, place: VectorLike) -> None:
        """Add a place at a time that is not before the latest one."""
        check(lib.bgt_velocity_tracker_add(self._id, number(time, "time"), to_vec2(place, "place")))

    def reset(self) -> None:
        """Forget all places."""
        check(lib.bgt_velocity_tracker_reset(self._id))

    @property
    def velocity(self) -> Vector2:
        """Points per second at the latest place; zero with fewer than two."""
        return from_vec2(get(lib.bgt_velocity_tracker_get_velocity, self._id))

    def velocity_at(self, time: float) -> Vector2:
        """The same at a release; zero if the finger rested for 0.05 s before it."""
        return from_vec2(get(lib.bgt_velocity_tracker_get_velocity_at, self._id, number(time, "time")))
