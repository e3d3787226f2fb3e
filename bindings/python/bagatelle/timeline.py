"""The clock of property animations, which also advances the dynamic animators attached to it."""
# SPDX-License-Identifier: MIT
from typing import Dict, List

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .animator import DynamicAnimator
from .vectors import number


@_core.wraps(_native.BGT_KIND_TIMELINE)
class Timeline(NativeObject):
    """A clock that the host advances. Use it, and all that it drives, from one thread at a time.

    What is presented depends on its time alone: one advance and a thousand give the same bits. Attached
    dynamic animators keep their own steps and their clip of 0.25 s per advance.

    >>> with Timeline() as timeline:
    ...     timeline.advance(0.5)
    ...     timeline.time
    0.5
    """

    _animators: Dict[int, DynamicAnimator] = {}  # as C holds them

    def __init__(self) -> None:
        self._adopt(_core.create(lib.bgt_timeline_create))

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        self._mirror()

    def _mirror(self) -> None:
        """Reads anew from C what is held."""
        self._animators = {one._id: one for one in self.animators} if self.is_alive else {}

    def close(self) -> None:
        """Gives the reference back; a second call does nothing. What it drove stays usable."""
        try:
            super().close()
        finally:
            self._mirror()

    def _state(self) -> str:
        return f"{'running' if self.is_running else 'paused'} at {self.time:.3f} s"

    # ---- Time
    def advance(self, seconds: float) -> None:
        """Advance by real seconds times the rate: end what is due, then tick the attached animators.

        Raises:
            RangeError: `seconds` is negative, not finite, or leads beyond 1e12 s.
            BusyError: It is advancing already.
            BaseException: The first exception that a callback raised; the advance was completed.
        """
        self._advance(lib.bgt_timeline_advance, number(seconds, "seconds"))

    def advance_to(self, time: float) -> None:
        """Bring the clock to a time, not before the present one. Raises as `advance`."""
        self._advance(lib.bgt_timeline_advance_to, number(time, "time"))

    def _advance(self, function: object, value: float) -> None:
        for animator in self._animators.values():
            animator._revision += 1
        check(function(self._id, value))  # type: ignore[operator]

    @property
    def time(self) -> float:
        """Seconds since it was made, as it was advanced."""
        return float(get(lib.bgt_timeline_get_time, self._id))

    @property
    def rate(self) -> float:
        """Factor on the seconds given to `advance`, 0 to 100. Default 1. Settable."""
        return float(get(lib.bgt_timeline_get_rate, self._id))

    @rate.setter
    def rate(self, rate: float) -> None:
        check(lib.bgt_timeline_set_rate(self._id, number(rate, "rate")))

    @property
    def is_running(self) -> bool:
        """Whether an animation moves or an attached animator runs."""
        return bool(get(lib.bgt_timeline_is_running, self._id))

    # ---- Attached animators
    @property
    def animators(self) -> List[DynamicAnimator]:
        """Copy of the attached dynamic animators, in order of addition."""
        return [_core.wrap(one) for one in _core.id_list(lib.bgt_timeline_get_animators, self._id)]

    def add_animator(self, animator: DynamicAnimator) -> bool:
        """Attach a dynamic animator, which this timeline alone advances from now on.

        Returns:
            Whether it was not attached before.

        Raises:
            OtherAnimatorError: Another timeline has it.
            BusyError: It is advancing on its own.
        """
        ident = _core.id_of(animator, DynamicAnimator, "animator")
        status = lib.bgt_timeline_add_animator(self._id, ident)
        if status >= 0:
            self._animators[ident] = animator
        return check(status) != _native.BGT_IGNORED

    def remove_animator(self, animator: DynamicAnimator) -> None:
        """Let an animator go; its owner advances it again. Raises `NotAMemberError` if it is not here."""
        ident = _core.id_of(animator, DynamicAnimator, "animator")
        status = lib.bgt_timeline_remove_animator(self._id, ident)
        if status >= 0:
            self._animators.pop(ident, None)
        check(status)
