"""Transitions: a container in which one item is presented over another, and one transition under way."""
# SPDX-License-Identifier: MIT
import ctypes as c
import itertools
from enum import IntEnum
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .animator import DynamicAnimator
from .behaviors import DynamicBehavior
from .items import Item, to_python_rect, to_python_transform
from .property_animator import PropertyAnimator
from .timeline import Timeline
from .timing import Curve
from .transition_parts import Presentation, TransitionDelegate
from .vectors import Rect, RectLike, Transform, number, to_rect, whole

_numbers = itertools.count(1)


class PresentationStyle(IntEnum):
    """How an item is presented; CUSTOM runs the animation when not animated, too."""

    CUSTOM = _native.BGT_PRESENTATION_CUSTOM
    FULLSCREEN = _native.BGT_PRESENTATION_FULLSCREEN
    NONE = _native.BGT_PRESENTATION_NONE


class TransitionKey(IntEnum):
    """A side of a transition: presenting goes from presenter to presented item, dismissing back."""

    FROM = _native.BGT_TRANSITION_FROM
    TO = _native.BGT_TRANSITION_TO


class TransitionPhase(IntEnum):
    """Where a transition stands."""

    IDLE = _native.BGT_TRANSITION_IDLE
    ANIMATING = _native.BGT_TRANSITION_ANIMATING
    INTERACTIVE = _native.BGT_TRANSITION_INTERACTIVE
    FINISHING = _native.BGT_TRANSITION_FINISHING
    CANCELLING = _native.BGT_TRANSITION_CANCELLING
    DONE = _native.BGT_TRANSITION_DONE


class _Run:
    """One transition: what it holds until it is done."""

    def __init__(self, completion: Any) -> None:
        self.completion = completion
        self.parts: List[Any] = []


@_core.wraps(_native.BGT_KIND_TRANSITION_CONTAINER)
class TransitionContainer(NativeObject):
    """A rectangle with items in order, in which one item at a time can be presented over another.

    Adding and removing items is left to the animations; the end of a transition removes what was presented,
    its dimming, or the presenter. A transition under way dies with the container, untold.

    Args:
        timeline: The clock, which the container holds.
        bounds: Sides 0.01 to 1e7, coordinates within 1e9.

    >>> import bagatelle as bg
    >>> stage = bg.TransitionContainer(bg.Timeline(), (0, 0, 375, 812))
    >>> below, panel = bg.Item(), bg.Item()
    >>> stage.add_item(below)
    >>> stage.present(panel, below, animated=False)
    >>> panel.rect
    Rect(x=0.0, y=0.0, width=375.0, height=812.0)
    """

    _items: List[Item] = []
    _presented: Tuple[Any, ...] = ()
    _run: Optional[_Run] = None
    _timeline: Optional[Timeline] = None

    def __init__(self, timeline: Timeline, bounds: RectLike) -> None:
        ident = _core.id_of(timeline, Timeline, "timeline")
        self._adopt(_core.create(lib.bgt_transition_container_create, ident, to_rect(bounds, "bounds")))

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        self._timeline = _core.wrap(lib.bgt_transition_container_get_timeline(ident))
        self._mirror()

    def _mirror(self) -> None:
        """Holds the Python objects of what C holds."""
        alive = self.is_alive
        self._items = self.items if alive else []
        if not alive or not lib.bgt_transition_container_get_presentation(self._id):
            self._presented = ()

    def close(self) -> None:
        """Gives the reference back; a second call does nothing. A transition under way is dropped."""
        try:
            super().close()
        finally:
            self._mirror()

    def _state(self) -> str:
        return f"{_core.count(len(self.items), 'item', 'items')}"

    @property
    def timeline(self) -> Timeline:
        """The clock it was made with."""
        ident = get(lib.bgt_transition_container_get_timeline, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    @property
    def bounds(self) -> Rect:
        """The rectangle. Settable: what is presented is laid out anew."""
        return to_python_rect(get(lib.bgt_transition_container_get_bounds, self._id))

    @bounds.setter
    def bounds(self, bounds: RectLike) -> None:
        check(lib.bgt_transition_container_set_bounds(self._id, to_rect(bounds, "bounds")))

    # ---- Items
    @property
    def items(self) -> List[Item]:
        """Copy of the items, bottom first."""
        return [_core.wrap(item) for item in _core.id_list(lib.bgt_transition_container_get_items, self._id)]

    def add_item(self, item: Item, position: Optional[int] = None) -> None:
        """Put an item on top, or at a position from the bottom; one that is here already moves.

        Raises:
            OtherAnimatorError: Another timeline animates it.
            RangeError: The position is above the number of the other items.
        """
        ident = _core.id_of(item, Item, "item")
        if position is None:
            status = lib.bgt_transition_container_add_item(self._id, ident)
        else:
            place = whole(position, "position")
            status = lib.bgt_transition_container_insert_item(self._id, ident, place if place >= 0 else 2**63)
        self._mirror()
        check(status)

    def remove_item(self, item: Item) -> bool:
        """Take an item out; false if it is not here."""
        status = lib.bgt_transition_container_remove_item(self._id, _core.id_of(item, Item, "item"))
        self._mirror()
        return check(status) != _native.BGT_IGNORED

    @property
    def on_item(self) -> "Optional[Callable[[TransitionContainer, Item, bool], Any]]":
        """Called with container and item after that was inserted (true) or removed. Settable."""
        return self._callbacks.get("on_item")

    @on_item.setter
    def on_item(self, function: "Optional[Callable[[TransitionContainer, Item, bool], Any]]") -> None:
        self._set_callback("on_item", lib.bgt_transition_container_set_item_callback, _on_item, function)

    # ---- Present and dismiss
    @property
    def presentation(self) -> Optional[Presentation]:
        """What is presented, or being presented or dismissed."""
        ident = get(lib.bgt_transition_container_get_presentation, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    @property
    def transition(self) -> "Optional[TransitionContext]":
        """The transition under way."""
        ident = get(lib.bgt_transition_container_get_transition, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    def present(self, presented: Item, presenting: Item, *, delegate: Optional[TransitionDelegate] = None,
                source: Optional[Item] = None, style: PresentationStyle = PresentationStyle.CUSTOM,
                animated: bool = True, completion: Optional[Callable[[bool], Any]] = None) -> None:
        """Present an item over another.

        Much of it happens inside the call: the delegate is asked, the hooks are called, and the animation or
        interaction begins. Without an animation, or not animated, all of it does.

        Args:
            presented: The item that comes.
            presenting: The item below.
            delegate: Gives the parts; None: a plain presentation without animation.
            source: Handed through to the delegate.
            style: Handed through.
            animated: Whether it takes time.
            completion: Called last, with whether the item stays presented.

        Raises:
            StateError: Something is presented, a transition is under way, or the delegate gave a part that is
                at work elsewhere.
            OtherAnimatorError: An item is animated by another timeline.
        """
        one, two = _core.id_of(presented, Item, "presented"), _core.id_of(presenting, Item, "presenting")
        three = _core.id_of(source, Item, "source") if source is not None else 0
        four = _core.id_of(delegate, TransitionDelegate, "delegate") if delegate is not None else 0
        kind = _core.choice(style, PresentationStyle, "style")
        held = self._presented
        self._presented = (delegate, presented, presenting)
        try:
            self._start(lib.bgt_transition_container_present, completion, one, two, three, four, kind,
                        bool(animated))
        except BaseException:
            if held:
                self._presented = held
            raise

    def dismiss(self, *, animated: bool = True, completion: Optional[Callable[[bool], Any]] = None) -> None:
        """Dismiss what is presented.

        Args:
            animated: Whether it takes time.
            completion: Called last, with whether the item is gone.

        Raises:
            StateError: Nothing is presented, or a transition is under way.
        """
        self._start(lib.bgt_transition_container_dismiss, completion, bool(animated))

    def _start(self, function: Any, completion: Any, *arguments: Any) -> None:
        if completion is not None and not callable(completion):
            raise TypeError(f"completion must be callable or None, not {completion!r}")
        slot = f"run {next(_numbers)}"
        run, before = _Run(completion), self._run
        self._callbacks[slot] = self._run = run
        key = _core.new_context(self, slot)
        _core.asking.runs.append(run)
        try:
            status = function(self._id, *arguments, _on_done, key, _release_run)
        finally:
            _core.asking.runs.pop()
        if status < 0:
            _core.drop_context(key)
            self._callbacks.pop(slot, None)
            self._run = before
        self._presented += tuple(part for part in run.parts if isinstance(part, Presentation))
        self._mirror()
        check(status)


@_core.callback(_native.TransitionCompletionFn)
def _on_done(_: int, flag: bool, key: Optional[int]) -> None:
    run = _core.target(key)[1]
    if run is not None and run.completion is not None:
        run.completion(flag)


@_core.callback(_native.ReleaseFn)
def _release_run(key: Optional[int]) -> None:
    owner, run = _core.target(key)
    slot = _core.slot_of(key)
    _core.drop_context(key)
    if owner is not None:
        owner._callbacks.pop(slot, None)
        if owner._run is run:
            owner._run = None
        owner._mirror()


@_core.callback(_native.ContainerItemFn)
def _on_item(_: int, item: int, inserted: bool, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner, _core.wrap_as(Item, item), inserted)


@_core.wraps(_native.BGT_KIND_TRANSITION)
class TransitionContext(NativeObject):
    """One transition under way: its facts, its reports, and what goes alongside. Made by a container.

    It may be kept; once it is done it only tells facts.
    """

    def __init__(self) -> None:
        raise TypeError("a TransitionContext is made by TransitionContainer.present and dismiss")

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        container = _core.wrap(lib.bgt_transition_get_container(ident))
        if container is not None and container._run is not None:
            container._run.parts.append(self)  # its callbacks live as long as the transition

    def _state(self) -> str:
        kind = "presenting" if self.is_presenting else "dismissing"
        return f"{kind}, {self.phase.name.lower()} at {self.percent_complete:.3f}"

    # ---- Facts
    @property
    def container(self) -> Optional[TransitionContainer]:
        """The container; None once it is done."""
        return _core.wrap(get(lib.bgt_transition_get_container, self._id))  # type: ignore[no-any-return]

    @property
    def presentation(self) -> Presentation:
        """The presentation that begins or ends."""
        return _core.wrap(get(lib.bgt_transition_get_presentation, self._id))  # type: ignore[no-any-return]

    @property
    def is_presenting(self) -> bool:
        """Whether it presents; else it dismisses."""
        return bool(get(lib.bgt_transition_is_presenting, self._id))

    @property
    def style(self) -> PresentationStyle:
        """As given to `TransitionContainer.present`."""
        return PresentationStyle(get(lib.bgt_transition_get_style, self._id))

    @property
    def is_animated(self) -> bool:
        """Whether it takes time."""
        return bool(get(lib.bgt_transition_is_animated, self._id))

    @property
    def phase(self) -> TransitionPhase:
        """Where it stands."""
        return TransitionPhase(get(lib.bgt_transition_get_phase, self._id))

    @property
    def is_interactive(self) -> bool:
        """Whether the user has it in hand now."""
        return bool(get(lib.bgt_transition_is_interactive, self._id))

    @property
    def is_initially_interactive(self) -> bool:
        """Whether it began in the hands of the user."""
        return bool(get(lib.bgt_transition_is_initially_interactive, self._id))

    @property
    def is_interruptible(self) -> bool:
        """Whether it can be taken in hand while it runs."""
        return bool(get(lib.bgt_transition_is_interruptible, self._id))

    @property
    def is_cancelled(self) -> bool:
        """Whether it is being taken back; may change."""
        return bool(get(lib.bgt_transition_is_cancelled, self._id))

    @property
    def percent_complete(self) -> float:
        """As reported last, any finite number."""
        return float(get(lib.bgt_transition_get_percent_complete, self._id))

    @property
    def duration(self) -> float:
        """Seconds, as the animation said at the start."""
        return float(get(lib.bgt_transition_get_duration, self._id))

    @property
    def completion_speed(self) -> float:
        """Of its interaction; 1 without one."""
        return float(get(lib.bgt_transition_get_completion_speed, self._id))

    @property
    def completion_curve(self) -> Curve:
        """Of its interaction; EASE_IN_OUT without one."""
        return Curve(get(lib.bgt_transition_get_completion_curve, self._id))

    @property
    def target_transform(self) -> Transform:
        """Always the identity."""
        return to_python_transform(get(lib.bgt_transition_get_target_transform, self._id))

    def item(self, key: TransitionKey) -> Optional[Item]:
        """The item of a side."""
        return _core.wrap(get(lib.bgt_transition_get_item, self._id, _side(key)))  # type: ignore[no-any-return]

    def animatable_item(self, key: TransitionKey) -> Optional[Item]:
        """The item that may be moved; None for a presenter that stays where it is."""
        ident = get(lib.bgt_transition_get_animatable_item, self._id, _side(key))
        return _core.wrap(ident)  # type: ignore[no-any-return]

    def initial_frame(self, key: TransitionKey) -> Rect:
        """Frame at the start; zero if not known or not visible."""
        return to_python_rect(get(lib.bgt_transition_get_initial_frame, self._id, _side(key)))

    def final_frame(self, key: TransitionKey) -> Rect:
        """Frame to come to; zero if the item will be removed."""
        return to_python_rect(get(lib.bgt_transition_get_final_frame, self._id, _side(key)))

    @property
    def interruptible_animator(self) -> Optional[PropertyAnimator]:
        """The one that the animation gave; None if it gave none, or was not asked yet."""
        ident = get(lib.bgt_transition_get_interruptible_animator, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    # ---- Reports
    @property
    def on_update(self) -> "Optional[Callable[[TransitionContext, float], Any]]":
        """Called with every report of progress. Settable."""
        return self._callbacks.get("on_update")

    @on_update.setter
    def on_update(self, function: "Optional[Callable[[TransitionContext, float], Any]]") -> None:
        self._set_callback("on_update", lib.bgt_transition_set_update_callback, _on_update, function)

    def _report(self, status: int) -> bool:
        return check(status) != _native.BGT_IGNORED

    def update(self, percent: float) -> bool:
        """Report progress, any finite number; false while no interaction is at work: ignored.

        Raises:
            RangeError: It is not finite.
            StateError: It is done, or a `PercentDriver` drives it.
        """
        return self._report(lib.bgt_transition_update(self._id, number(percent, "percent")))

    def pause(self) -> bool:
        """Take the running transition in hand; false when it is.

        Raises:
            NotInterruptibleError: There is no interruptible animator.
            StateError: It is done.
        """
        return self._report(lib.bgt_transition_pause(self._id))

    def finish(self) -> bool:
        """The interactive part is over and it will take place; false when it is finishing already.

        Raises:
            StateError: It is not interactive, or a `PercentDriver` drives it.
        """
        return self._report(lib.bgt_transition_finish(self._id))

    def cancel(self) -> bool:
        """The interactive part is over and it will be taken back; false when it is cancelling already.

        Raises:
            StateError: It is not interactive, or a `PercentDriver` drives it.
        """
        return self._report(lib.bgt_transition_cancel(self._id))

    def complete(self, completed: bool) -> bool:
        """End it. The flag alone decides whether it took place, whatever `finish` or `cancel` said.

        Returns:
            False if it was still interactive: neither of them came before.

        Raises:
            StateError: It is done.
        """
        return self._report(lib.bgt_transition_complete(self._id, bool(completed)))

    # ---- Alongside
    def animate_alongside(self, animations: "Optional[Callable[[TransitionContext], Any]]" = None,
                          completion: "Optional[Callable[[TransitionContext], Any]]" = None) -> bool:
        """Run changes alongside the transition, in step with it, and a function after it.

        Returns:
            False once it is done: neither is called.
        """
        for name, function in (("animations", animations), ("completion", completion)):
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be callable or None, not {function!r}")
        return self._add(
            lambda key: lib.bgt_transition_animate_alongside(
                self._id, _on_alongside if animations is not None else _native.TransitionFn(),
                _on_alongside_done if completion is not None else _native.TransitionFn(), key,
                _release_slot), (animations, completion))

    def notify_interaction_changes(self, function: "Callable[[TransitionContext], Any]") -> bool:
        """Call a function at every change of `is_interactive`; false once it is done."""
        return self._notify(lib.bgt_transition_notify_interaction_changes, function)

    def notify_interaction_ends(self, function: "Callable[[TransitionContext], Any]") -> bool:
        """Call a function once, at the first change to not interactive; false once it is done."""
        return self._notify(lib.bgt_transition_notify_interaction_ends, function)

    def _notify(self, register: Any, function: Any) -> bool:
        if not callable(function):
            raise TypeError(f"function must be callable, not {function!r}")
        return self._add(lambda key: register(self._id, _on_alongside, key, _release_slot), (function, None))

    def _add(self, register: Any, kept: Any) -> bool:
        slot = f"alongside {next(_numbers)}"
        key = _core.new_context(self, slot)
        self._callbacks[slot] = kept
        status = register(key)
        if status < 0:
            _core.drop_context(key)
            self._callbacks.pop(slot, None)
        return self._report(status)

    # ---- Physics as the driver
    def drive(self, animator: DynamicAnimator, behavior: DynamicBehavior, *, time_limit: float = 4.0,
              progress: "Optional[Callable[[TransitionContext], float]]" = None,
              finish_when: "Optional[Callable[[TransitionContext], bool]]" = None,
              end: "Optional[Callable[[TransitionContext], bool]]" = None) -> None:
        """Let a behavior drive the transition until it rests or its time is over, and then end it.

        The behavior's action and the animator's pause callback are in use meanwhile, and put back at the end.

        Args:
            animator: Gets the behavior, and loses it at the end.
            behavior: What moves the items.
            time_limit: Simulated seconds after which the behavior is taken away, 0.001 to 1e6.
            progress: Progress to report, each tick.
            finish_when: Whether to end now, asked each tick after the report.
            end: Called once at the end, to set frames; returns whether the transition took place. None: true.

        Raises:
            StateError: It is done, or a `PercentDriver` drives it.
        """
        given: Dict[str, Any] = {"progress": progress, "finish_when": finish_when, "end": end}
        for name, function in given.items():
            if function is not None and not callable(function):
                raise TypeError(f"{name} must be callable or None, not {function!r}")
        start = _core.definition(_native.TransitionDriveDef)
        start.time_limit = number(time_limit, "time_limit")
        if progress is not None:
            start.progress = _on_progress
        if finish_when is not None:
            start.finish_when = _on_finish_when
        if end is not None:
            start.end = _on_end
        start.release = _release_slot
        one = _core.id_of(animator, DynamicAnimator, "animator")
        two = _core.id_of(behavior, DynamicBehavior, "behavior")
        given["held"] = (animator, behavior)

        def register(key: int) -> int:
            start.context = key
            return int(lib.bgt_transition_drive(self._id, one, two, c.byref(start)))

        self._add(register, given)


def _side(key: Any) -> int:
    return _core.choice(key, TransitionKey, "key")


@_core.callback(_native.ReleaseFn)
def _release_slot(key: Optional[int]) -> None:
    owner, slot = _core.target(key)[0], _core.slot_of(key)
    _core.drop_context(key)
    if owner is not None:
        owner._callbacks.pop(slot, None)


@_core.callback(_native.TransitionUpdateFn)
def _on_update(_: int, percent: float, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner, percent)


@_core.callback(_native.TransitionFn)
def _on_alongside(_: int, key: Optional[int]) -> None:
    owner, functions = _core.target(key)
    if functions is not None:
        functions[0](owner)


@_core.callback(_native.TransitionFn)
def _on_alongside_done(_: int, key: Optional[int]) -> None:
    owner, functions = _core.target(key)
    if functions is not None:
        functions[1](owner)


@_core.callback(_native.TransitionDurationFn)
def _on_progress(_: int, key: Optional[int]) -> float:
    owner, functions = _core.target(key)
    return float(functions["progress"](owner)) if functions is not None else 0.0


@_core.callback(_native.TransitionTestFn)
def _on_finish_when(_: int, key: Optional[int]) -> bool:
    owner, functions = _core.target(key)
    return bool(functions["finish_when"](owner)) if functions is not None else False


@_core.callback(_native.TransitionTestFn)
def _on_end(_: int, key: Optional[int]) -> bool:
    owner, functions = _core.target(key)
    return bool(functions["end"](owner)) if functions is not None else True
