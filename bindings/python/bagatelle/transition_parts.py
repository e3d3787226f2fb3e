"""What takes part in transitions: presentation, delegate, animation, interaction, percent driver."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Tuple, Union

from . import _core, _native
from ._core import NativeObject, check, get
from ._native import lib
from .items import Item, to_python_rect
from .property_animator import PropertyAnimator, TimingLike, timing_of
from .timing import Curve, Timing
from .vectors import Rect, RectLike, number, to_rect

if TYPE_CHECKING:
    from .transitions import TransitionContainer, TransitionContext


class Color(NamedTuple):
    """Parts 0 to 1.

    Attributes:
        red: Red.
        green: Green.
        blue: Blue.
        alpha: Opacity.
    """

    red: float
    green: float
    blue: float
    alpha: float


class _Part(NativeObject):
    """An object whose methods C calls; those that a subclass leaves alone are not registered."""

    def _make(self, create: Any, start: Any, methods: Tuple[Tuple[str, Any], ...], base: type,
              functions: Optional[dict] = None) -> None:  # type: ignore[type-arg]
        for name, function in (functions or {}).items():
            if function is not None:
                if not callable(function):
                    raise TypeError(f"{name} must be callable or None, not {function!r}")
                self.__dict__[name] = function
        for name, trampoline in methods:
            if name in self.__dict__ or getattr(type(self), name) is not getattr(base, name):
                setattr(start, name, trampoline)
        key = _core.new_context(self, "self")
        start.context, start.release = key, _core.release_context
        out = c.c_uint64()
        status = create(c.byref(start), c.byref(out))
        if status < 0:
            _core.drop_context(key)
        check(status)
        self._adopt(out.value)


def _given(part: Any, kind: Any, name: str) -> int:
    """The id of what a method returned, which the transition holds from now on."""
    if part is None:
        return 0
    if not isinstance(part, kind):
        raise TypeError(f"{name} must return a {kind.__name__} or None, not {part!r}")
    if _core.asking.runs:
        _core.asking.runs[-1].parts.append(part)
    return int(part._id)


@_core.wraps(_native.BGT_KIND_PRESENTATION)
class Presentation(_Part):
    """How one item is presented over another: its frame, what lies between, and hooks. To be subclassed.

    It serves one presentation at a time, from its beginning to the end of its dismissal.

    Args:
        presented_frame: In place of the method.
        removes_presenter: Whether the presenter leaves the container meanwhile.
        in_fullscreen: Kept for the callbacks.
        dimming: Color of a layer that fades in and out between presenter and presented item, as
            red, green, blue, alpha; or its alpha alone, of black.

    >>> class Half(Presentation):
    ...     def presented_frame(self, bounds):
    ...         return bounds.x, bounds.y + bounds.height / 2, bounds.width, bounds.height / 2
    >>> Half(dimming=0.3).dimming_color
    Color(red=0.0, green=0.0, blue=0.0, alpha=0.3)
    """

    def __init__(self, presented_frame: Optional[Callable[[Rect], RectLike]] = None, *,
                 removes_presenter: bool = False, in_fullscreen: bool = True,
                 dimming: Union[None, float, Tuple[float, float, float, float]] = None) -> None:
        start = _core.definition(_native.PresentationDef)
        start.removing_presenter = bool(removes_presenter)
        start.in_fullscreen = bool(in_fullscreen)
        self._make(lib.bgt_presentation_create, start, _PRESENTATION, Presentation,
                   {"presented_frame": presented_frame})
        if dimming is not None:
            self.set_dimming(dimming)

    # ---- To be overridden
    def presented_frame(self, bounds: Rect) -> RectLike:
        """Frame of the presented item for the container's bounds; called several times."""
        return bounds

    def presentation_will_begin(self) -> None:
        """Called before the presentation; `transition` is there for what goes alongside."""

    def presentation_did_end(self, completed: bool) -> None:
        """Called after the presentation."""

    def dismissal_will_begin(self) -> None:
        """Called before the dismissal."""

    def dismissal_did_end(self, completed: bool) -> None:
        """Called after the dismissal."""

    def container_will_layout(self) -> None:
        """Called ahead of `container_did_layout`."""

    def container_did_layout(self) -> None:
        """Called once after `presentation_will_begin`, and at each change of the container's bounds."""

    # ---- In use
    @property
    def presented_item(self) -> Optional[Item]:
        """The item that is presented; None when not in use."""
        ident = get(lib.bgt_presentation_get_presented_item, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    @property
    def presenting_item(self) -> Optional[Item]:
        """The item below; None when not in use."""
        ident = get(lib.bgt_presentation_get_presenting_item, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    @property
    def container(self) -> "Optional[TransitionContainer]":
        """Where it is in use; None when it is not."""
        return _core.wrap(get(lib.bgt_presentation_get_container, self._id))  # type: ignore[no-any-return]

    @property
    def transition(self) -> "Optional[TransitionContext]":
        """The animated transition under way, for what goes alongside."""
        return _core.wrap(get(lib.bgt_presentation_get_transition, self._id))  # type: ignore[no-any-return]

    @property
    def frame(self) -> Rect:
        """Frame of the presented item as `presented_frame` gives it; zero when not in use."""
        frame = _native.Rect()
        check(lib.bgt_presentation_copy_presented_frame(self._id, c.byref(frame)))
        return to_python_rect(frame)

    @property
    def is_removing_presenter(self) -> bool:
        """Whether the presenter leaves the container while the item is presented. Settable."""
        return bool(get(lib.bgt_presentation_is_removing_presenter, self._id))

    @is_removing_presenter.setter
    def is_removing_presenter(self, remove: bool) -> None:
        check(lib.bgt_presentation_set_removing_presenter(self._id, bool(remove)))

    @property
    def is_in_fullscreen(self) -> bool:
        """Kept for the callbacks. Default true. Settable."""
        return bool(get(lib.bgt_presentation_is_in_fullscreen, self._id))

    @is_in_fullscreen.setter
    def is_in_fullscreen(self, fullscreen: bool) -> None:
        check(lib.bgt_presentation_set_in_fullscreen(self._id, bool(fullscreen)))

    def set_dimming(self, color: Union[None, float, Tuple[float, float, float, float]]) -> None:
        """Lay a dimming over the presenter, or take it away with None.

        Args:
            color: Red, green, blue, alpha, each 0 to 1; or the alpha alone, of black.

        Raises:
            StateError: The presentation is in use.
        """
        if color is None:
            check(lib.bgt_presentation_remove_dimming(self._id))
            return
        parts = color if isinstance(color, tuple) else (0.0, 0.0, 0.0, color)
        numbers = [number(part, "color") for part in parts]
        if len(numbers) != 4:
            raise ValueError(f"color must have 4 parts, not {color!r}")
        check(lib.bgt_presentation_set_dimming(self._id, _native.Color(*numbers)))

    @property
    def dimming_item(self) -> Optional[Item]:
        """The dimming's item, whose alpha goes from 0 to 1; None without one."""
        ident = get(lib.bgt_presentation_get_dimming_item, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    @property
    def dimming_color(self) -> Color:
        """Color of the dimming; its alpha is the opacity at full strength. Zeros without one."""
        value = get(lib.bgt_presentation_get_dimming_color, self._id)
        return Color(value.red, value.green, value.blue, value.alpha)


@_core.wraps(_native.BGT_KIND_TRANSITION_ANIMATION)
class TransitionAnimation(_Part):
    """What moves the items of a transition. To be subclassed, or made of functions in place of the methods.

    Args:
        duration: Seconds, or a function of the transition.
        animate: Starts the animation, whose end calls `TransitionContext.complete`.
        interruptible_animator: Gives the one animator of an interruptible transition.
        ended: Called after the transition with its flag.

    >>> TransitionAnimation(0.3).duration(None)
    0.3
    """

    def __init__(self, duration: "Union[None, float, Callable[[TransitionContext], float]]" = None, *,
                 animate: "Optional[Callable[[TransitionContext], Any]]" = None,
                 interruptible_animator:
                 "Optional[Callable[[TransitionContext], Optional[PropertyAnimator]]]" = None,
                 ended: Optional[Callable[[bool], Any]] = None) -> None:
        if duration is not None and not callable(duration):
            seconds = number(duration, "duration")
            duration = lambda _: seconds  # noqa: E731
        functions = {"duration": duration, "animate": animate,
                     "interruptible_animator": interruptible_animator, "ended": ended}
        self._make(lib.bgt_transition_animation_create, _core.definition(_native.TransitionAnimationDef),
                   _ANIMATION, TransitionAnimation, functions)

    def duration(self, transition: "TransitionContext") -> float:
        """Seconds, 0 to 1e9, else 0; asked once."""
        return 0.0

    def animate(self, transition: "TransitionContext") -> None:
        """Start the animation. May do nothing if an interaction does the work."""

    def interruptible_animator(self, transition: "TransitionContext") -> Optional[PropertyAnimator]:
        """The animator of an interruptible transition, or None; asked once.

        Inactive, it is started if `animate` is left alone. It must not end before the transition.
        """
        return None

    def ended(self, completed: bool) -> None:
        """Called after the transition, with the flag of its completion."""


@_core.wraps(_native.BGT_KIND_TRANSITION_INTERACTION)
class TransitionInteraction(_Part):
    """Links a gesture, or the physics, to a transition. To be subclassed, or made of a function.

    Args:
        start: Called in place of the animation's `animate`.
        wants_interactive_start: Whether the transition begins in the hands of the user.
        completion_speed: Factor on the pace of the rest, 1e-3 to 1e3.
        completion_curve: Of the rest.
    """

    def __init__(self, start: "Optional[Callable[[TransitionContext], Any]]" = None, *,
                 wants_interactive_start: bool = True, completion_speed: float = 1.0,
                 completion_curve: Curve = Curve.EASE_IN_OUT) -> None:
        self._make(self._create(), _interaction(wants_interactive_start, completion_speed, completion_curve),
                   _INTERACTION, TransitionInteraction, {"start": start})

    def _create(self) -> Any:
        return lib.bgt_transition_interaction_create

    def start(self, transition: "TransitionContext") -> None:
        """Called in place of the animation's `animate`."""

    @property
    def transition(self) -> "Optional[TransitionContext]":
        """The transition it drives; None if there is none."""
        ident = get(lib.bgt_transition_interaction_get_transition, self._id)
        return _core.wrap(ident)  # type: ignore[no-any-return]

    @property
    def wants_interactive_start(self) -> bool:
        """Whether the transition begins in the hands of the user. Default true. Settable."""
        return bool(get(lib.bgt_transition_interaction_is_wanting_interactive_start, self._id))

    @wants_interactive_start.setter
    def wants_interactive_start(self, wants: bool) -> None:
        check(lib.bgt_transition_interaction_set_wanting_interactive_start(self._id, bool(wants)))

    @property
    def completion_speed(self) -> float:
        """Factor on the pace of the rest, 1e-3 to 1e3. Default 1. Settable."""
        return float(get(lib.bgt_transition_interaction_get_completion_speed, self._id))

    @completion_speed.setter
    def completion_speed(self, speed: float) -> None:
        value = number(speed, "completion_speed")
        check(lib.bgt_transition_interaction_set_completion_speed(self._id, value))

    @property
    def completion_curve(self) -> Curve:
        """Curve of the rest, one of UIKit's four. Default EASE_IN_OUT. Settable."""
        return Curve(get(lib.bgt_transition_interaction_get_completion_curve, self._id))

    @completion_curve.setter
    def completion_curve(self, curve: Curve) -> None:
        value = _core.choice(curve, Curve, "completion_curve")
        check(lib.bgt_transition_interaction_set_completion_curve(self._id, value))


def _interaction(wants: bool, speed: float, curve: Curve) -> Any:
    start = _core.definition(_native.TransitionInteractionDef)
    start.wants_interactive_start = bool(wants)
    start.completion_speed = number(speed, "completion_speed")
    start.completion_curve = _core.choice(curve, Curve, "completion_curve")
    return start


@_core.wraps(_native.BGT_KIND_PERCENT_DRIVER)
class PercentDriver(TransitionInteraction):
    """The ready-made interaction: a percentage scrubs the animation, and the rest runs by itself.

    With an interruptible animator it works on that one, and can be interrupted; without, it gathers the running
    property animations (`PropertyAnimator.running`) that `animate` starts. An animator of one's own is not gathered: hand
    it out as the interruptible one.
    """

    def _create(self) -> Any:
        return lib.bgt_percent_driver_create

    @property
    def duration(self) -> float:
        """Seconds of its transition; 0 without one."""
        return float(get(lib.bgt_percent_driver_get_duration, self._id))

    @property
    def percent_complete(self) -> float:
        """Last value of `update`, or where `pause` found it; counted from the transition's start."""
        return float(get(lib.bgt_percent_driver_get_percent_complete, self._id))

    @property
    def timing(self) -> Optional[Timing]:
        """Timing of the rest with an interruptible animator; None: the animator's own. Settable."""
        return _core.wrap(get(lib.bgt_percent_driver_get_timing, self._id))  # type: ignore[no-any-return]

    @timing.setter
    def timing(self, timing: TimingLike) -> None:
        chosen = timing_of(timing)
        check(lib.bgt_percent_driver_set_timing(self._id, chosen._id if chosen is not None else 0))

    def update(self, percent: float) -> bool:
        """Scrub to a progress, held within 0 to 1; false while it is not interactive: ignored.

        Raises:
            RangeError: It is not finite.
            StateError: There is no transition.
        """
        status = lib.bgt_percent_driver_update(self._id, number(percent, "percent"))
        return check(status) != _native.BGT_IGNORED

    def finish(self) -> bool:
        """Complete; the rest takes (1 - percent) * duration / speed. False when it is finishing already.

        Raises:
            StateError: It is not interactive.
        """
        return check(lib.bgt_percent_driver_finish(self._id)) != _native.BGT_IGNORED

    def cancel(self) -> bool:
        """Go back; the rest takes percent * duration / speed. False when it is cancelling already.

        Raises:
            StateError: It is not interactive.
        """
        return check(lib.bgt_percent_driver_cancel(self._id)) != _native.BGT_IGNORED

    def pause(self) -> bool:
        """Take the running transition in hand, any number of times; false when it is.

        Raises:
            NotInterruptibleError: There is no interruptible animator.
            StateError: There is no transition.
        """
        return check(lib.bgt_percent_driver_pause(self._id)) != _native.BGT_IGNORED


@_core.wraps(_native.BGT_KIND_TRANSITION_DELEGATE)
class TransitionDelegate(_Part):
    """Hands out the parts of transitions. To be subclassed, or made of functions in place of the methods."""

    def __init__(self, *, presentation: Optional[Callable[[Item, Item, Optional[Item]], Any]] = None,
                 animation_for_present: Optional[Callable[[Item, Item, Optional[Item]], Any]] = None,
                 interaction_for_present: Optional[Callable[[TransitionAnimation], Any]] = None,
                 animation_for_dismiss: Optional[Callable[[Item], Any]] = None,
                 interaction_for_dismiss: Optional[Callable[[TransitionAnimation], Any]] = None) -> None:
        functions = {"presentation": presentation, "animation_for_present": animation_for_present,
                     "interaction_for_present": interaction_for_present,
                     "animation_for_dismiss": animation_for_dismiss,
                     "interaction_for_dismiss": interaction_for_dismiss}
        self._make(lib.bgt_transition_delegate_create, _core.definition(_native.TransitionDelegateDef),
                   _DELEGATE, TransitionDelegate, functions)

    def presentation(self, presented: Item, presenting: Item,
                     source: Optional[Item]) -> Optional[Presentation]:
        """How the item is presented; None: with defaults."""
        return None

    def animation_for_present(self, presented: Item, presenting: Item,
                              source: Optional[Item]) -> Optional[TransitionAnimation]:
        """What moves; None: not animated."""
        return None

    def interaction_for_present(self, animation: TransitionAnimation) -> Optional[TransitionInteraction]:
        """What drives; asked only if there is an animation."""
        return None

    def animation_for_dismiss(self, dismissed: Item) -> Optional[TransitionAnimation]:
        """What moves at the dismissal; None: not animated."""
        return None

    def interaction_for_dismiss(self, animation: TransitionAnimation) -> Optional[TransitionInteraction]:
        """What drives the dismissal; asked only if there is an animation."""
        return None


# ---- Functions that C calls
def _owner(key: Optional[int]) -> Any:
    return _core.target(key)[0]


def _context(ident: int) -> Any:
    return _core.wrap(ident)


@_core.callback(_native.PresentedFrameFn)
def _frame(_: int, bounds: Any, out: Any, key: Optional[int]) -> None:
    owner = _owner(key)
    if owner is not None:
        out[0] = to_rect(owner.presented_frame(to_python_rect(bounds[0])), "presented_frame")


def _hook(name: str) -> Any:
    def run(_: int, key: Optional[int]) -> None:
        owner = _owner(key)
        if owner is not None:
            getattr(owner, name)()

    return _core.callback(_native.PresentationFn)(run)


def _end_hook(name: str) -> Any:
    def run(_: int, completed: bool, key: Optional[int]) -> None:
        owner = _owner(key)
        if owner is not None:
            getattr(owner, name)(completed)

    return _core.callback(_native.PresentationEndFn)(run)


@_core.callback(_native.TransitionDurationFn)
def _duration(transition: int, key: Optional[int]) -> float:
    owner = _owner(key)
    return number(owner.duration(_context(transition)), "duration") if owner is not None else 0.0


def _step(name: str) -> Any:
    def run(transition: int, key: Optional[int]) -> None:
        owner = _owner(key)
        if owner is not None:
            getattr(owner, name)(_context(transition))

    return _core.callback(_native.TransitionFn)(run)


@_core.callback(_native.InterruptibleAnimatorFn)
def _animator(transition: int, key: Optional[int]) -> int:
    owner = _owner(key)
    if owner is None:
        return 0
    given = owner.interruptible_animator(_context(transition))
    return _given(given, PropertyAnimator, "interruptible_animator")


@_core.callback(_native.AnimationEndedFn)
def _ended(_: int, completed: bool, key: Optional[int]) -> None:
    owner = _owner(key)
    if owner is not None:
        owner.ended(completed)


def _for_present(kind: Any, name: str, part: Any) -> Any:
    def run(_: int, presented: int, presenting: int, source: int, key: Optional[int]) -> int:
        owner = _owner(key)
        if owner is None:
            return 0
        return _given(getattr(owner, name)(_core.wrap(presented), _core.wrap(presenting), _core.wrap(source)),
                      part, name)

    return _core.callback(kind)(run)


@_core.callback(_native.DelegateDismissFn)
def _for_dismiss(_: int, dismissed: int, key: Optional[int]) -> int:
    owner = _owner(key)
    if owner is None:
        return 0
    return _given(owner.animation_for_dismiss(_core.wrap(dismissed)), TransitionAnimation,
                  "animation_for_dismiss")


def _for_interaction(name: str) -> Any:
    def run(_: int, animation: int, key: Optional[int]) -> int:
        owner = _owner(key)
        if owner is None:
            return 0
        return _given(getattr(owner, name)(_core.wrap(animation)), TransitionInteraction, name)

    return _core.callback(_native.DelegateInteractionFn)(run)


_PRESENTATION = (
    ("presented_frame", _frame),
    *((name, _hook(name)) for name in ("presentation_will_begin", "dismissal_will_begin",
                                       "container_will_layout", "container_did_layout")),
    *((name, _end_hook(name)) for name in ("presentation_did_end", "dismissal_did_end")))
_ANIMATION = (("duration", _duration), ("animate", _step("animate")), ("interruptible_animator", _animator),
              ("ended", _ended))
_INTERACTION = (("start", _step("start")),)
_DELEGATE = (
    ("presentation", _for_present(_native.DelegatePresentationFn, "presentation", Presentation)),
    ("animation_for_present",
     _for_present(_native.DelegatePresentFn, "animation_for_present", TransitionAnimation)),
    ("animation_for_dismiss", _for_dismiss),
    *((name, _for_interaction(name)) for name in ("interaction_for_present", "interaction_for_dismiss")))
