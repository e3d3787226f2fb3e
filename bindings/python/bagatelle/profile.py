"""Where the time of an animator's ticks goes."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import NamedTuple

from . import _native
from ._core import check
from ._native import lib


class PhaseTimes(NamedTuple):
    """Milliseconds of wall-clock time by phase of a tick, in the order in which the phases run.

    Attributes:
        total: The whole tick; more than the sum of the phases by the few things between them.
        structure: Queued changes: bodies made and dropped, properties merged, pushes; ``on_will_resume``.
        pairs: The search for pairs whose enlarged boxes overlap.
        narrow_phase: The points at which shapes touch.
        joints: Joints prepared before the sub-steps, and what they keep stored after them.
        solver: Contacts and joints solved in all sub-steps.
        integration: Forces, fields, damping, velocities and positions.
        restitution: Bounces.
        finalize: New poses, and which pairs began and ended to touch.
        continuous: Fast items swept to their first impact.
        tree: Enlarged boxes follow, and the tree of them.
        sleep: Islands that fall asleep.
        events: States written, contacts told, callbacks and actions.
    """

    total: float
    structure: float
    pairs: float
    narrow_phase: float
    joints: float
    solver: float
    integration: float
    restitution: float
    finalize: float
    continuous: float
    tree: float
    sleep: float
    events: float


class Profile(NamedTuple):
    """What the ticks of an animator cost since the first reading.

    Attributes:
        steps: Steps of the latest tick.
        all_steps: Steps timed since the first reading.
        latest: The latest tick that took a step.
        all: The sum of all ticks since the first reading.
    """

    steps: int
    all_steps: int
    latest: PhaseTimes
    all: PhaseTimes


def _times(value: _native.PhaseTimes) -> PhaseTimes:
    return PhaseTimes(*(getattr(value, name) for name in PhaseTimes._fields))


def read_profile(animator: int) -> Profile:
    """The profile of an animator by its id."""
    value = _native.Profile()
    value.struct_size = c.sizeof(value)
    check(lib.bgt_animator_get_profile(animator, c.byref(value)))
    return Profile(value.steps, value.all_steps, _times(value.latest), _times(value.all))
