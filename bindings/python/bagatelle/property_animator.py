"""Property animations: interruptible, reversible and scrubbable changes of items on a timeline.

One file of over 600 lines, half of them documentation: an animator and what its functions take and tell are one class
with its enumerations, and one section of the C header.
"""
# SPDX-License-Identifier: MIT
import ctypes as c
import itertools
import math
from enum import IntEnum, IntFlag
from typing import Any, Callable, Optional, Sequence, Union

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .items import Item, to_channel, to_channel_values
from .timeline import Timeline
from .timing import Curve, Timing
from .vectors import Vector2, VectorLike, from_vec2, number, to_count, to_vec2

TimingLike = Union[Timing, Curve, None]


class AnimationState(IntEnum):
    """State of a property animator; ACTIVE is running or paused."""

    INACTIVE = _native.BGT_ANIMATION_INACTIVE
    ACTIVE = _native.BGT_ANIMATION_ACTIVE
    STOPPED = _native.BGT_ANIMATION_STOPPED


class Position(IntEnum):
    """Where an animation ended."""

    END = _native.BGT_POSITION_END
    START = _native.BGT_POSITION_START
    CURRENT = _native.BGT_POSITION_CURRENT


class Additive(IntEnum):
    """Whether an animator's changes add to animations that run on a channel already, or replace them."""

    BY_CHANNEL = _native.BGT_ADDITIVE_BY_CHANNEL
    ALWAYS = _native.BGT_ADDITIVE_ALWAYS
    NEVER = _native.BGT_ADDITIVE_NEVER


class Clamp(IntEnum):
    """Which overshoot is cut off: behind the values at the start, beyond the targets."""

    NONE = _native.BGT_CLAMP_NONE
    START = _native.BGT_CLAMP_START
    END = _native.BGT_CLAMP_END
    BOTH = _native.BGT_CLAMP_BOTH


class StaggerOrigin(IntEnum):
    """In which order staggered blocks begin."""

    FIRST = _native.BGT_STAGGER_FIRST
    LAST = _native.BGT_STAGGER_LAST
    CENTER = _native.BGT_STAGGER_CENTER
    EDGES = _native.BGT_STAGGER_EDGES


class Changes(IntFlag):
    """What an observer is told."""

    RUNNING = _native.BGT_CHANGED_RUNNING
    STATE = _native.BGT_CHANGED_STATE
    REVERSED = _native.BGT_CHANGED_REVERSED


_numbers = itertools.count(1)


@_core.wraps(_native.BGT_KIND_PROPERTY_ANIMATOR)
class PropertyAnimator(NativeObject):
    """Animates the changes that its blocks make to items.

    While it moves, its timeline keeps it. Where UIKit raises an exception, a `StateError` or
    `NotInterruptibleError` is raised.

    Args:
        timeline: The clock it runs on.
        duration: Seconds, 0 to 1e9. Springs by their physics last their settling duration instead.
        timing: A `Timing` or a `Curve`; None eases in and out.
        animations: A first block.

    >>> import bagatelle as bg
    >>> timeline, box = bg.Timeline(), bg.Item()
    >>> def block():
    ...     box.center = (100, 0)
    >>> move = bg.PropertyAnimator(timeline, 2, bg.Curve.LINEAR, block)
    >>> move.start()
    True
    >>> timeline.advance(0.5)
    >>> box.center.x, box.presented_center.x, move.fraction_complete
    (100.0, 25.0, 0.25)
    """

    _timeline: Optional[Timeline] = None

    def __init__(self, timeline: Timeline, duration: float, timing: TimingLike = None,
                 animations: Optional[Callable[[], Any]] = None) -> None:
        ident = _core.id_of(timeline, Timeline, "timeline")
        chosen = timing_of(timing)
        seconds = number(duration, "duration")
        self._adopt(_core.create(lib.bgt_property_animator_create, ident, seconds, _id(chosen)))
        if animations is not None:
            self.add_animations(animations)

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        self._timeline = _core.wrap(lib.bgt_property_animator_get_timeline(ident))

    @classmethod
    def running(cls, timeline: Timeline, duration: float, animations: Callable[[], Any], *, delay: float = 0.0,
                timing: TimingLike = None, completion: Optional[Callable[[Position], Any]] = None,
                override_inherited: bool = False) -> "PropertyAnimator":
        """Make an animator with a block and a completion, and start it.

        Made inside a block of another animator it runs as a part of that one: with its time, timing and end,
        and not interruptible; unless `override_inherited`.

        >>> timeline = Timeline()
        >>> PropertyAnimator.running(timeline, 1, lambda: None).is_running
        True
        """
        for name, function in (("animations", animations), ("completion", completion)):
            if not callable(function) and (function is not None or name == "animations"):
                raise TypeError(f"{name} must be callable, not {function!r}")
        chosen = timing_of(timing)
        made = cls.__new__(cls)
        made._callbacks = {}
        slot = f"block {next(_numbers)}"
        # Until the id is known the object cannot be found by it, but by its context.
        key = _core.new_context(made, slot)
        made._callbacks[slot] = _Running(animations, completion)
        kept = dict(made._callbacks)
        out = c.c_uint64()
        status = lib.bgt_property_animator_create_running(
            _core.id_of(timeline, Timeline, "timeline"), number(duration, "duration"), number(delay, "delay"),
            _id(chosen), bool(override_inherited), _on_running,
            _on_run_completion if completion is not None else _native.CompletionFn(), key, _core.release_context,
            c.byref(out))
        if status < 0:
            _core.drop_context(key)
            check(status)
        made._adopt(out.value)
        made._callbacks.update(kept)
        made._sync()
        check(status)
        return made

    @classmethod
    def _one_channel(cls, function: Any, completion: Any, *arguments: Any) -> "PropertyAnimator":
        """A running animator of one channel, with a completion or none."""
        if completion is not None and not callable(completion):
            raise TypeError(f"completion must be callable or None, not {completion!r}")
        made = cls.__new__(cls)
        made._callbacks = {}
        slot = f"completion {next(_numbers)}"
        key = _core.new_context(made, slot)
        out = c.c_uint64()
        status = function(*arguments, _on_completion if completion is not None else _native.CompletionFn(), key,
                          _core.release_context, c.byref(out))
        if status < 0:
            _core.drop_context(key)
            check(status)
        made._adopt(out.value)
        made._callbacks[slot] = completion
        made._sync()
        check(status)
        return made

    @classmethod
    def retarget(cls, timeline: Timeline, item: Item, channel: int, target: Sequence[float], spring: Timing, *,
                 velocity: Optional[Sequence[float]] = None,
                 completion: Optional[Callable[[Position], Any]] = None) -> "PropertyAnimator":
        """Send one channel to a new target with a spring, from where it is presented and as fast as it is.

        Whatever animated the channel is absorbed. Unlike UIKit. The animator runs already.

        Args:
            timeline: The clock.
            item: Whose channel it is.
            channel: Every one but TRANSFORM.
            target: Model values from now on.
            spring: By physics, bounce or response.
            velocity: Instead of the present one, units per second.
            completion: Called with the position at the end.
        """
        return cls._one_channel(
            lib.bgt_property_animator_create_retarget, completion, _core.id_of(timeline, Timeline, "timeline"),
            _core.id_of(item, Item, "item"), to_channel(channel), to_channel_values(target, "target"),
            _core.id_of(spring, Timing, "spring"),
            to_channel_values(() if velocity is None else velocity, "velocity"), velocity is not None)

    @classmethod
    def decay(cls, timeline: Timeline, item: Item, channel: int, velocity: VectorLike, *, rate: float = 0.998,
              low: Optional[VectorLike] = None, high: Optional[VectorLike] = None, threshold: float = 0.5,
              spring: Optional[Timing] = None,
              snap: Optional[Callable[[Vector2], VectorLike]] = None,
              completion: Optional[Callable[[Position], Any]] = None) -> "PropertyAnimator":
        """Let a center, a rotation or an own channel coast to rest, and spring back where it meets a bound.

        The model takes the value at which it will rest at once. Unlike UIKit. The animator runs already.

        Args:
            timeline: The clock.
            item: Whose channel it is.
            channel: CENTER, ROTATION or an own one.
            velocity: Units per second; x alone but for centers.
            rate: Part of the velocity left after a millisecond, 0.5 to 0.99999.
            low: Lowest values within 1e9; None for none.
            high: Highest values; None for none.
            threshold: Way from the end at which it counts as done.
            spring: At a bound; None: critical, response 0.4 s.
            snap: Gets where the value would come to rest and returns where it shall; called once, now.
            completion: Called with the position at the end.
        """
        start = _core.definition(_native.DecayDef)
        start.velocity, start.rate = to_vec2(velocity, "velocity"), number(rate, "rate")
        start.threshold = number(threshold, "threshold")
        if low is not None:
            start.low = to_vec2(low, "low")
        if high is not None:
            start.high = to_vec2(high, "high")
        start.spring = _core.id_of(spring, Timing, "spring") if spring is not None else 0
        if snap is not None:
            if not callable(snap):
                raise TypeError(f"snap must be callable or None, not {snap!r}")
            chosen = snap

            def on_snap(_: int, rest: Any, __: Optional[int]) -> None:
                rest[0] = to_vec2(chosen(from_vec2(rest[0])), "snap")

            start.snap = keep = _core.callback(_native.DecaySnapFn)(on_snap)  # noqa: F841
        return cls._one_channel(
            lib.bgt_property_animator_create_decay, completion, _core.id_of(timeline, Timeline, "timeline"),
            _core.id_of(item, Item, "item"), to_channel(channel), c.byref(start))

    def copy(self) -> "PropertyAnimator":
        """An inactive animator with the same duration, timing and settings, without blocks and callbacks."""
        made = type(self).__new__(type(self))
        made._adopt(_core.create(lib.bgt_property_animator_create_copy, self._id))
        return made

    def _state(self) -> str:
        run = "running" if self.is_running else self.state.name.lower()
        return f"{self.duration:g} s, {run} at {self.fraction_complete:.3f}"

    def _sync(self) -> None:
        """While it moves the timeline holds the Python object as well."""
        timeline = self._timeline
        if timeline is None or not timeline.is_alive or not self.is_alive:
            return
        if lib.bgt_property_animator_is_running(self._id):
            timeline._moving[self._id] = self
        else:
            timeline._moving.pop(self._id, None)

    def _change(self, function: Any, *arguments: Any) -> bool:
        status = function(self._id, *arguments)
        self._sync()
        return check(status) != _native.BGT_IGNORED

    def _add(self, function: Any, trampoline: Any, callable_: Any, name: str, *arguments: Any) -> None:
        """Registers one more callable under a context of its own."""
        if not callable(callable_):
            raise TypeError(f"{name} must be callable, not {callable_!r}")
        slot = f"{name} {next(_numbers)}"
        key = _core.new_context(self, slot)
        self._callbacks[slot] = callable_
        status = function(self._id, *arguments, trampoline, key, _core.release_context)
        if status < 0:
            _core.drop_context(key)
            self._callbacks.pop(slot, None)
        self._sync()
        check(status)

    # ---- Readings
    @property
    def timeline(self) -> Optional[Timeline]:
        """The clock it runs on; None once that has died."""
        return _core.wrap(get(lib.bgt_property_animator_get_timeline, self._id))  # type: ignore[no-any-return]

    @property
    def timing(self) -> Timing:
        """The timing it was made with."""
        return _core.wrap(get(lib.bgt_property_animator_get_timing, self._id))  # type: ignore[no-any-return]

    @property
    def duration(self) -> float:
        """Seconds, as they act: for springs by their physics the settling duration."""
        return float(get(lib.bgt_property_animator_get_duration, self._id))

    @property
    def delay(self) -> float:
        """Seconds of the delay it was started with; 0 when inactive."""
        return float(get(lib.bgt_property_animator_get_delay, self._id))

    @property
    def state(self) -> AnimationState:
        """Inactive, active or stopped."""
        return AnimationState(get(lib.bgt_property_animator_get_state, self._id))

    @property
    def is_running(self) -> bool:
        """Whether it moves in either direction, or waits for the end of its delay."""
        return bool(get(lib.bgt_property_animator_is_running, self._id))

    @property
    def is_retargeted(self) -> bool:
        """Whether another animation took over a channel of it. Reset by a start."""
        return bool(get(lib.bgt_property_animator_is_retargeted, self._id))

    @property
    def progress(self) -> float:
        """Progress as seen from the start, whatever the direction; 0 when not active."""
        return float(get(lib.bgt_property_animator_get_progress, self._id))

    @property
    def remaining_seconds(self) -> float:
        """Seconds of the clock until it comes to its goal; infinite while it does not move."""
        return float(get(lib.bgt_property_animator_get_remaining_seconds, self._id))

    @property
    def misuse_count(self) -> int:
        """Number of calls refused where UIKit raises an exception."""
        return int(get(lib.bgt_property_animator_get_misuse_count, self._id))

    @property
    def fraction_complete(self) -> float:
        """How far it has come in the direction of travel: of time while running, of progress while paused.

        Settable: places a paused animator, or pauses an inactive one there; no effect while running.
        """
        return float(get(lib.bgt_property_animator_get_fraction_complete, self._id))

    @fraction_complete.setter
    def fraction_complete(self, fraction: float) -> None:
        self._change(lib.bgt_property_animator_set_fraction_complete, number(fraction, "fraction_complete"))

    @property
    def is_reversed(self) -> bool:
        """Whether it travels, or will travel, toward the start. Settable; ignored when stopped."""
        return bool(get(lib.bgt_property_animator_is_reversed, self._id))

    @is_reversed.setter
    def is_reversed(self, reverse: bool) -> None:
        self._change(lib.bgt_property_animator_set_reversed, bool(reverse))

    # ---- Settings
    @property
    def is_interruptible(self) -> bool:
        """Whether it may be paused, stopped, reversed, scrubbed and continued. Settable unless active."""
        return bool(get(lib.bgt_property_animator_is_interruptible, self._id))

    @is_interruptible.setter
    def is_interruptible(self, interruptible: bool) -> None:
        check(lib.bgt_property_animator_set_interruptible(self._id, bool(interruptible)))

    @property
    def is_user_interaction_enabled(self) -> bool:
        """Whether items it animates can be hit. Settable unless active."""
        return bool(get(lib.bgt_property_animator_is_user_interaction_enabled, self._id))

    @is_user_interaction_enabled.setter
    def is_user_interaction_enabled(self, enable: bool) -> None:
        check(lib.bgt_property_animator_set_user_interaction_enabled(self._id, bool(enable)))

    @property
    def is_manual_hit_testing_enabled(self) -> bool:
        """Whether hit tests of its items use the model instead of what is presented. Settable."""
        return bool(get(lib.bgt_property_animator_is_manual_hit_testing_enabled, self._id))

    @is_manual_hit_testing_enabled.setter
    def is_manual_hit_testing_enabled(self, enable: bool) -> None:
        check(lib.bgt_property_animator_set_manual_hit_testing_enabled(self._id, bool(enable)))

    @property
    def is_scrubbing_linearly(self) -> bool:
        """Whether setting the fraction sets progress (default) or time along the curve. Settable."""
        return bool(get(lib.bgt_property_animator_is_scrubbing_linearly, self._id))

    @is_scrubbing_linearly.setter
    def is_scrubbing_linearly(self, linearly: bool) -> None:
        check(lib.bgt_property_animator_set_scrubbing_linearly(self._id, bool(linearly)))

    @property
    def is_pausing_on_completion(self) -> bool:
        """Whether it pauses at the end of its travel instead of completing. Settable."""
        return bool(get(lib.bgt_property_animator_is_pausing_on_completion, self._id))

    @is_pausing_on_completion.setter
    def is_pausing_on_completion(self, pause: bool) -> None:
        check(lib.bgt_property_animator_set_pausing_on_completion(self._id, bool(pause)))

    @property
    def is_completing_if_empty(self) -> bool:
        """Whether it ends in the next advance when its blocks changed nothing. Settable."""
        return bool(get(lib.bgt_property_animator_is_completing_if_empty, self._id))

    @is_completing_if_empty.setter
    def is_completing_if_empty(self, complete: bool) -> None:
        check(lib.bgt_property_animator_set_completing_if_empty(self._id, bool(complete)))

    @property
    def additive(self) -> Additive:
        """Whether its changes add to animations that run on a channel already. Settable."""
        return Additive(get(lib.bgt_property_animator_get_additive, self._id))

    @additive.setter
    def additive(self, additive: Additive) -> None:
        check(lib.bgt_property_animator_set_additive(self._id, _core.choice(additive, Additive, "additive")))

    @property
    def iterations(self) -> float:
        """Number of runs; infinite for ever. Default 1."""
        return float(get(lib.bgt_property_animator_get_iterations, self._id)) or math.inf

    @property
    def is_alternating(self) -> bool:
        """Whether every second run goes back."""
        return bool(get(lib.bgt_property_animator_is_alternating, self._id))

    def set_iterations(self, iterations: float, *, alternating: bool = False) -> None:
        """Repeat: a whole number of runs, 1 to 1e9, or `math.inf`. Raises `StateError` unless inactive."""
        runs = number(iterations, "iterations")
        if runs == 0:
            raise ValueError("iterations must be 1 or more")
        self._change(lib.bgt_property_animator_set_iterations, 0.0 if runs == math.inf else runs,
                     bool(alternating))

    @property
    def clamp(self) -> Clamp:
        """Which overshoot of springs and curves is cut off, number by number. Default NONE. Settable."""
        return Clamp(get(lib.bgt_property_animator_get_clamp, self._id))

    @clamp.setter
    def clamp(self, clamp: Clamp) -> None:
        check(lib.bgt_property_animator_set_clamp(self._id, _core.choice(clamp, Clamp, "clamp")))

    @property
    def rate(self) -> float:
        """Seconds of the animation per second of the clock, 1e-3 to 1e3. Settable; negative reverses as well."""
        return float(get(lib.bgt_property_animator_get_rate, self._id))

    @rate.setter
    def rate(self, rate: float) -> None:
        self._change(lib.bgt_property_animator_set_rate, number(rate, "rate"))

    # ---- State machine; false: allowed, but without effect in this state
    def start(self, after_delay: Optional[float] = None) -> bool:
        """Start, or resume when paused; without a block it waits for the first one.

        Args:
            after_delay: Seconds to wait, 0 to 1e9; models change at once.

        Raises:
            StateError: It is stopped; or running, with a delay.
        """
        if after_delay is None:
            return self._change(lib.bgt_property_animator_start)
        return self._change(lib.bgt_property_animator_start_after_delay, number(after_delay, "after_delay"))

    def pause(self) -> bool:
        """Pause; inactive, it runs the blocks and pauses at 0."""
        return self._change(lib.bgt_property_animator_pause)

    def continue_animation(self, timing: TimingLike = None, duration_factor: float = 0.0, *,
                           keep_velocity: bool = False) -> None:
        """Resume a paused animator.

        Args:
            timing: None: its own.
            duration_factor: 0: in the time that is left, along the rest of the curve. Above: in this part of
                its duration, along the whole curve.
            keep_velocity: Springs start with the velocity that the items had when it was paused.
        """
        chosen = timing_of(timing)
        self._change(lib.bgt_property_animator_continue, _id(chosen),
                     number(duration_factor, "duration_factor"), bool(keep_velocity))

    def continue_to(self, fraction: float, timing: TimingLike = None, duration_factor: float = 0.0) -> None:
        """Resume, or start an inactive animator, up to a fraction in its direction, and pause there.

        Args:
            fraction: 0 to 1.
            timing: None: its own.
            duration_factor: 0: the part of the duration that belongs to the way. Above: this part of it.
        """
        chosen = timing_of(timing)
        self._change(lib.bgt_property_animator_continue_to, number(fraction, "fraction"), _id(chosen),
                     number(duration_factor, "duration_factor"))

    def stop(self, *, without_finishing: bool = True) -> bool:
        """Stop at the presented values, which become the model; `finish` follows unless without finishing."""
        return self._change(lib.bgt_property_animator_stop, bool(without_finishing))

    def finish(self, position: Position = Position.END) -> None:
        """End a stopped animator at its targets, its start, or where it is, and run the completions."""
        self._change(lib.bgt_property_animator_finish, _core.choice(position, Position, "position"))

    # ---- Blocks and callbacks
    def add_animations(self, animations: Callable[[], Any], *, delay_factor: float = 0.0) -> None:
        """Add a block. Inactive, it runs at the start; active, at once, over the time that is left.

        Args:
            animations: Changes items; what it raises comes out of the call that runs it.
            delay_factor: Part of that time by which its changes wait, 0 to 1.
        """
        self._add(lib.bgt_property_animator_add_animations, _on_animations, animations, "animations",
                  number(delay_factor, "delay_factor"))

    def add_keyframe(self, start: float, length: float, animations: Callable[[], Any], *,
                     timing: TimingLike = None) -> None:
        """Add a block that runs over a window of the duration, or of the time that is left while active.

        Args:
            start: Part of the duration, 0 to 1.
            length: Part of the duration; start + length at most 1.
            animations: Changes items.
            timing: Of this window; None: the animator's.
        """
        chosen = timing_of(timing)
        self._add(lib.bgt_property_animator_add_keyframe, _on_animations, animations, "animations",
                  number(start, "start"), number(length, "length"), _id(chosen))

    def add_staggered(self, count: int, seconds: float, animations: Callable[[int], Any], *,
                      origin: StaggerOrigin = StaggerOrigin.FIRST) -> None:
        """Add one block for each of `count` items, each beginning `seconds` later; all last equally long.

        Args:
            count: 1 to 1e6.
            seconds: Between neighbours; the last one must begin before the end of the duration.
            animations: Called with 0 to count - 1.
            origin: Which ones begin.
        """
        self._add(lib.bgt_property_animator_add_staggered, _on_staggered, animations, "animations",
                  to_count(count, "count", 2**63), number(seconds, "seconds"),
                  _core.choice(origin, StaggerOrigin, "origin"))

    def add_completion(self, completion: Callable[[Position], Any]) -> None:
        """Add a completion, called once with the position, when the animator is inactive again."""
        self._add(lib.bgt_property_animator_add_completion, _on_completion, completion, "completion")

    @property
    def on_change(self) -> Optional[Callable[["PropertyAnimator", Changes], Any]]:
        """Called with the animator and what changed: running, state, direction. Settable; None removes it."""
        return self._callbacks.get("on_change")

    @on_change.setter
    def on_change(self, function: Optional[Callable[["PropertyAnimator", Changes], Any]]) -> None:
        self._set_callback("on_change", lib.bgt_property_animator_set_observer, _on_change, function)


class _Running:
    """Block and completion under one context."""

    def __init__(self, animations: Any, completion: Any) -> None:
        self.animations = animations
        self.completion = completion


def timing_of(timing: TimingLike) -> Optional[Timing]:
    """A timing from what callers may give."""
    if timing is None or isinstance(timing, Timing):
        return timing
    if isinstance(timing, Curve):
        return Timing(timing)
    raise TypeError(f"timing must be a Timing, a Curve or None, not {timing!r}")


def _id(timing: Optional[Timing]) -> int:
    return timing._id if timing is not None else 0


@_core.callback(_native.AnimationsFn)
def _on_animations(_: int, key: Optional[int]) -> None:
    function = _core.target(key)[1]
    if function is not None:
        function()


@_core.callback(_native.CompletionFn)
def _on_completion(_: int, position: int, key: Optional[int]) -> None:
    function = _core.target(key)[1]
    if function is not None:
        function(Position(position))


@_core.callback(_native.AnimationsFn)
def _on_running(_: int, key: Optional[int]) -> None:
    both = _core.target(key)[1]
    if both is not None:
        both.animations()


@_core.callback(_native.CompletionFn)
def _on_run_completion(_: int, position: int, key: Optional[int]) -> None:
    both = _core.target(key)[1]
    if both is not None:
        both.completion(Position(position))


@_core.callback(_native.ChangesFn)
def _on_change(_: int, changes: int, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner, Changes(changes))


@_core.callback(_native.StaggeredFn)
def _on_staggered(_: int, index: int, key: Optional[int]) -> None:
    function = _core.target(key)[1]
    if function is not None:
        function(index)
