"""The animator, which steps the behaviors it holds."""
# SPDX-License-Identifier: MIT
import ctypes as c
from typing import Any, Callable, Dict, List, NamedTuple, Optional

from . import _core, _native, states
from ._core import NativeObject, check, get
from ._native import lib
from .behaviors import DynamicBehavior
from .collision import Contact, from_event
from .items import Item, LayoutKind, layout_number
from .profile import Profile, read_profile
from .states import ItemState, StateArray
from .vectors import Material, Rect, RectLike, Vector2, VectorLike, from_vec2, number, to_count, to_rect, to_vec2

AnimatorFunction = Callable[["DynamicAnimator"], Any]
ContentSizeFunction = Callable[["DynamicAnimator"], VectorLike]


class Counters(NamedTuple):
    """Sizes of an animator's world.

    Attributes:
        items: Items it moves.
        awake_items: Those neither asleep nor anchored.
        boundary_segments: Segments of all boundaries.
        contacts: Pairs whose enlarged boxes overlap.
        touching_contacts: Pairs that touch.
        joints: Attachments and snaps that act.
        steps: Steps ever taken.
        bytes: Memory of the simulation state.
    """

    items: int
    awake_items: int
    boundary_segments: int
    contacts: int
    touching_contacts: int
    joints: int
    steps: int
    bytes: int


@_core.wraps(_native.BGT_KIND_ANIMATOR)
class DynamicAnimator(NativeObject):
    """Steps the behaviors it holds. Use it from one thread at a time; ``with`` closes it.

    Args:
        reference_bounds: The rectangle that collision behaviors can take for a boundary; None for none.
        step_seconds: Length of a step, 1/1000 to 1/30 s.
        substeps: Solver sub-steps per step, 1 to 64. Where crowds are driven on by more than half their
            items' size in a step, steps are taken in up to eight parts that share them.
        workers: Threads that a step may use, 1 to 64, the caller's among them; results do not depend on it.

    Raises:
        RangeError: A value is out of its range.

    >>> import bagatelle as bg
    >>> box = bg.Item((160, 284), size=(30, 30))
    >>> with bg.DynamicAnimator(reference_bounds=(0, 0, 320, 568)) as animator:
    ...     animator.add_behavior(bg.GravityBehavior([box]))
    ...     for _ in range(30):
    ...         steps = animator.advance(1 / 60)
    >>> 400 < box.center.y < 410
    True
    """

    _behaviors: Dict[int, DynamicBehavior] = {}  # as C holds them, so that subclass instances live on
    _revision = 0

    def __init__(self, *, reference_bounds: Optional[RectLike] = None, step_seconds: float = 1 / 120,
                 substeps: int = 2, workers: int = 1) -> None:
        start = _core.definition(_native.AnimatorDef)
        start.step_seconds = number(step_seconds, "step_seconds")
        start.substeps = to_count(substeps, "substeps")
        start.workers = to_count(workers, "workers")
        self._adopt(_core.create(lib.bgt_animator_create, c.byref(start)))
        if reference_bounds is not None:
            self.reference_bounds = reference_bounds

    def _adopt(self, ident: int) -> None:
        super()._adopt(ident)
        self._mirror()

    def _mirror(self) -> None:
        """Reads anew from C what is held."""
        self._revision += 1
        self._behaviors = {behavior._id: behavior for behavior in self.behaviors} if self.is_alive else {}

    def close(self) -> None:
        """Gives the reference back; a second call does nothing. Its behaviors stay usable."""
        try:
            super().close()
        finally:
            self._mirror()

    def _state(self) -> str:
        behaviors, items = len(self.behaviors), self.counters.items
        run = "running" if self.is_running else "paused"
        return (f"{_core.count(behaviors, 'behavior', 'behaviors')}, {_core.count(items, 'item', 'items')}, "
                f"{run} at {self.elapsed_seconds:.3f} s")

    # ---- Behaviors
    @property
    def behaviors(self) -> List[DynamicBehavior]:
        """Copy of the behaviors at the top level, in order of addition."""
        return [_core.wrap(behavior) for behavior in _core.id_list(lib.bgt_animator_get_behaviors, self._id)]

    def add_behavior(self, behavior: DynamicBehavior) -> None:
        """Add a behavior at the top level, which acts from the next step. One that is there: no effect.

        Raises:
            HierarchyError: It is a child elsewhere in a tree.
            OtherAnimatorError: It, or an item of it, belongs to another animator.
            RangeError, InvalidSizeError: A driven item gives bad values.
        """
        self._revision += 1
        status = lib.bgt_animator_add_behavior(self._id, _core.id_of(behavior, DynamicBehavior, "behavior"))
        if status >= 0:
            self._behaviors[behavior._id] = behavior
        check(status)

    def remove_behavior(self, behavior: DynamicBehavior) -> None:
        """End the behavior's influence; velocities stay.

        Raises:
            NotAMemberError: It is not at the top level here.
        """
        self._revision += 1
        ident = _core.id_of(behavior, DynamicBehavior, "behavior")
        status = lib.bgt_animator_remove_behavior(self._id, ident)
        if status >= 0:
            self._behaviors.pop(behavior._id, None)
        check(status)

    def remove_all_behaviors(self) -> None:
        """Remove every behavior at the top level."""
        status = lib.bgt_animator_remove_all_behaviors(self._id)
        self._mirror()
        check(status)

    # ---- Items
    @property
    def items(self) -> List[Item]:
        """Copy of the items that the behaviors hold, in order of joining."""
        return [_core.wrap(item) for item in _core.id_list(lib.bgt_animator_get_items, self._id)]

    @property
    def awake_items(self) -> List[Item]:
        """The items that move, neither asleep nor anchored, in order of joining. See `Item.why_awake`."""
        return [_core.wrap(item) for item in _core.id_list(lib.bgt_animator_get_awake_items, self._id)]

    def items_in(self, rect: RectLike) -> List[Item]:
        """The items whose axis-aligned frame intersects `rect` in more than an edge, in order of joining."""
        found = _core.id_list(lib.bgt_animator_get_items_in_rect, self._id, to_rect(rect, "rect"))
        return [_core.wrap(item) for item in found]

    def update_item(self, item: Item, *, keep_size: bool = False) -> bool:
        """Take up the item's center, angle, size and shape as they were set; velocities stay.

        Args:
            item: An item of this animator.
            keep_size: Take up center and angle only.

        Returns:
            Whether the item is in this animator; if not, nothing happens.
        """
        self._revision += 1
        update = lib.bgt_animator_update_item_pose if keep_size else lib.bgt_animator_update_item
        return check(update(self._id, _core.id_of(item, Item, "item"))) != _native.BGT_IGNORED

    # ---- Time
    def advance(self, seconds: float) -> int:
        """Run one tick and return the number of steps it took.

        Args:
            seconds: Real elapsed time, 0 or more; beyond 0.25 s it is dropped and counted. Unlike UIKit,
                whose display link drives the animator.

        Raises:
            RangeError: `seconds` is negative or not finite.
            BusyError: It is advancing already: this is a callback, or another thread does.
            BaseException: The first exception that a callback raised; the tick was completed.
        """
        self._revision += 1
        steps = c.c_uint32()
        check(lib.bgt_animator_advance(self._id, number(seconds, "seconds"), c.byref(steps)))
        return steps.value

    @property
    def is_running(self) -> bool:
        """Whether something moves or is about to. False again once everything rests."""
        return bool(get(lib.bgt_animator_is_running, self._id))

    @property
    def elapsed_seconds(self) -> float:
        """Simulated seconds while running, in whole steps; never reset."""
        return float(get(lib.bgt_animator_get_elapsed_seconds, self._id))

    @property
    def real_elapsed_seconds(self) -> float:
        """Sum of all seconds ever given to `advance`, dropped and paused time included."""
        return float(get(lib.bgt_animator_get_real_elapsed_seconds, self._id))

    @property
    def dropped_seconds(self) -> float:
        """Sum of the seconds beyond 0.25 in a call, which were dropped."""
        return float(get(lib.bgt_animator_get_dropped_seconds, self._id))

    @property
    def speed(self) -> float:
        """Factor on the seconds given to `advance`, 0 to 100; slow motion below 1. Default 1. Settable."""
        return float(get(lib.bgt_animator_get_speed, self._id))

    @speed.setter
    def speed(self, speed: float) -> None:
        check(lib.bgt_animator_set_speed(self._id, number(speed, "speed")))

    @property
    def on_will_resume(self) -> Optional[AnimatorFunction]:
        """Called with the animator at the start of the first step after a pause. Settable."""
        return self._callbacks.get("on_will_resume")

    @on_will_resume.setter
    def on_will_resume(self, function: Optional[AnimatorFunction]) -> None:
        self._set_callback("on_will_resume", lib.bgt_animator_set_will_resume, _on_animator, function)

    @property
    def on_did_pause(self) -> Optional[AnimatorFunction]:
        """Called with the animator at the end of the tick in which everything came to rest. Settable.

        None removes it. The animator may be closed in it.
        """
        return self._callbacks.get("on_did_pause")

    @on_did_pause.setter
    def on_did_pause(self, function: Optional[AnimatorFunction]) -> None:
        self._set_callback("on_did_pause", lib.bgt_animator_set_did_pause, _on_animator, function)

    # ---- Layouts
    def item_for_key(self, key: int, kind: LayoutKind = LayoutKind.CELL) -> Optional[Item]:
        """The item of that `Item.layout_key`, the first in order of joining; None when none is here."""
        chosen = _core.choice(kind, LayoutKind, "kind")
        found = get(lib.bgt_animator_get_item_for_key, self._id, chosen, layout_number(key))
        return _core.wrap(found)  # type: ignore[no-any-return]

    @property
    def on_content_size(self) -> Optional[ContentSizeFunction]:
        """Gives the size of a layout's content: (0, 0, width, height) becomes the reference bounds. Settable.

        Called with the animator at the start of each `advance`, which fails and does nothing when the size
        is negative or beyond 1e9. None removes it; the bounds stay.
        """
        return self._callbacks.get("on_content_size")

    @on_content_size.setter
    def on_content_size(self, function: Optional[ContentSizeFunction]) -> None:
        self._set_callback("on_content_size", lib.bgt_animator_set_content_size, _on_content_size, function)

    @property
    def on_invalidate(self) -> Optional[AnimatorFunction]:
        """Called with the animator near the end of each tick in which items were awake. Settable.

        The last time is in the tick in which everything came to rest, before `on_did_pause`.
        """
        return self._callbacks.get("on_invalidate")

    @on_invalidate.setter
    def on_invalidate(self, function: Optional[AnimatorFunction]) -> None:
        self._set_callback("on_invalidate", lib.bgt_animator_set_invalidate, _on_animator, function)

    # ---- Settings
    @property
    def reference_bounds(self) -> Optional[Rect]:
        """The reference bounds, points, within 1e9; None (the default) for none. Settable.

        Boundaries made from them move with them, and the animator wakes.
        """
        bounds = _native.Rect()
        status = lib.bgt_animator_get_reference_bounds(self._id, c.byref(bounds))
        if status == _native.BGT_ERROR_STATE:
            return None
        check(status)
        return Rect(bounds.x, bounds.y, bounds.width, bounds.height)

    @reference_bounds.setter
    def reference_bounds(self, bounds: Optional[RectLike]) -> None:
        self._revision += 1
        if bounds is None:
            check(lib.bgt_animator_clear_reference_bounds(self._id))
        else:
            check(lib.bgt_animator_set_reference_bounds(self._id, to_rect(bounds, "reference_bounds")))

    @property
    def default_material(self) -> Material:
        """What items have when no item behavior sets it. Settable.

        >>> DynamicAnimator().default_material.elasticity
        0.2
        """
        value = get(lib.bgt_animator_get_default_material, self._id)
        return Material(value.elasticity, value.friction, value.density, value.resistance,
                        value.angular_resistance)

    @default_material.setter
    def default_material(self, material: Material) -> None:
        if not isinstance(material, (tuple, list)) or len(material) != len(Material._fields):
            raise TypeError(f"default_material must be a Material, not {material!r}")
        numbers = [number(value, name) for value, name in zip(material, Material._fields)]
        check(lib.bgt_animator_set_default_material(self._id, c.byref(_native.Material(*numbers))))

    @property
    def is_using_documented_defaults(self) -> bool:
        """Whether unset properties of items and boundaries are UIKit's documented zeros. Settable.

        Default false: then `default_material` acts. Density is 1 in any case.
        """
        return bool(get(lib.bgt_animator_is_using_documented_defaults, self._id))

    @is_using_documented_defaults.setter
    def is_using_documented_defaults(self, use: bool) -> None:
        check(lib.bgt_animator_set_using_documented_defaults(self._id, bool(use)))

    @property
    def is_using_device_springs(self) -> bool:
        """Whether spring attachments show a device's damping, pi f/60 to the ratio. Settable; default false."""
        return bool(get(lib.bgt_animator_is_using_device_springs, self._id))

    @is_using_device_springs.setter
    def is_using_device_springs(self, use: bool) -> None:
        check(lib.bgt_animator_set_using_device_springs(self._id, bool(use)))

    @property
    def bounce_threshold(self) -> float:
        """Closing speed below which a contact that something presses together does not bounce. Settable.

        Points/s, 0 to 1e5. Default 30; Box2D's value is 150.
        """
        return float(get(lib.bgt_animator_get_bounce_threshold, self._id))

    @bounce_threshold.setter
    def bounce_threshold(self, speed: float) -> None:
        check(lib.bgt_animator_set_bounce_threshold(self._id, number(speed, "bounce_threshold")))

    @property
    def rest_speed(self) -> float:
        """Speed below which an item may fall asleep, points/s, 0 to 1e5; 0: never. Default 1.5. Settable."""
        return float(get(lib.bgt_animator_get_rest_speed, self._id))

    @rest_speed.setter
    def rest_speed(self, speed: float) -> None:
        check(lib.bgt_animator_set_rest_speed(self._id, number(speed, "rest_speed")))

    @property
    def rest_angular_speed(self) -> float:
        """Turning below which an item may fall asleep, radians/s. Default 0.0349. Settable."""
        return float(get(lib.bgt_animator_get_rest_angular_speed, self._id))

    @rest_angular_speed.setter
    def rest_angular_speed(self, speed: float) -> None:
        check(lib.bgt_animator_set_rest_angular_speed(self._id, number(speed, "rest_angular_speed")))

    @property
    def rest_seconds(self) -> float:
        """How long an item must be slow before it falls asleep, 0 to 3,600 s. Default 0.5. Settable."""
        return float(get(lib.bgt_animator_get_rest_seconds, self._id))

    @rest_seconds.setter
    def rest_seconds(self, seconds: float) -> None:
        check(lib.bgt_animator_set_rest_seconds(self._id, number(seconds, "rest_seconds")))

    @property
    def length_scale(self) -> float:
        """Multiplies every built-in threshold that is a length or a speed, 1e-3 to 1e3. Default 1. Settable.

        Raises `StateError` once the animator has items.
        """
        return float(get(lib.bgt_animator_get_length_scale, self._id))

    @length_scale.setter
    def length_scale(self, scale: float) -> None:
        check(lib.bgt_animator_set_length_scale(self._id, number(scale, "length_scale")))

    @property
    def field_unit_scale(self) -> float:
        """Points per meter in the laws of fields, 1e-3 to 1e6. Default 150. Settable."""
        return float(get(lib.bgt_animator_get_field_unit_scale, self._id))

    @field_unit_scale.setter
    def field_unit_scale(self, scale: float) -> None:
        check(lib.bgt_animator_set_field_unit_scale(self._id, number(scale, "field_unit_scale")))

    def field_value(self, position: VectorLike, *, velocity: VectorLike = (0.0, 0.0), mass: float = 1.0,
                    charge: float = 0.0) -> Vector2:
        """Sum of what all fields give a body at a point, points/s²; velocity fields are left out.

        Args:
            position: Reference coordinates.
            velocity: Points/s.
            mass: UIKit mass, above 0: 1 is an item of 100 x 100 points at density 1.
            charge: Within 1e9.
        """
        out = _native.Vec2()
        check(lib.bgt_animator_get_field_value(
            self._id, to_vec2(position, "position"), to_vec2(velocity, "velocity"), number(mass, "mass"),
            number(charge, "charge"), c.byref(out)))
        return from_vec2(out)

    @property
    def pixel_scale(self) -> float:
        """Rounds written centers to 1/scale points, 0 to 1,000; 0, the default, does not round. Settable."""
        return float(get(lib.bgt_animator_get_pixel_scale, self._id))

    @pixel_scale.setter
    def pixel_scale(self, scale: float) -> None:
        check(lib.bgt_animator_set_pixel_scale(self._id, number(scale, "pixel_scale")))

    # ---- State and events
    @property
    def states(self) -> StateArray:
        """All item states, without copying: a sequence, a buffer, and ``numpy.asarray(states)``.

        Fields: item, center (n, 2), angle (n,), velocity (n, 2), angular_velocity (n,), flags.
        A `StateArray` used after the next tick raises `StaleViewError` unless copied; a NumPy array or buffer made
        from it does not, but shows other numbers then, or old ones.
        """
        return states.view(self)

    @property
    def copied_states(self) -> StateArray:
        """As `states`, copied at once; it never goes stale."""
        return states.copied(self, lib.bgt_animator_copy_states)

    @property
    def presented_states(self) -> StateArray:
        """Copied states for drawing.

        Center and angle are interpolated between the last two steps at the carried time.
        """
        return states.copied(self, lib.bgt_animator_copy_presented_states)

    def state_of(self, item: Item) -> ItemState:
        """The state of one item. Raises `NotAMemberError` if it is not here."""
        record = _native.ItemState()
        check(lib.bgt_animator_get_item_state(self._id, _core.id_of(item, Item, "item"), c.byref(record)))
        return states.from_record(record)

    @property
    def contacts(self) -> List[Contact]:
        """The latest tick's contacts: those that began, then those that ended, each in order."""
        pointer, count = c.POINTER(_native.ContactEvent)(), c.c_uint64()
        check(lib.bgt_animator_get_contacts(self._id, c.byref(pointer), c.byref(count)))
        return [from_event(pointer[index]) for index in range(count.value)]

    @property
    def state_hash(self) -> int:
        """Equal runs give equal hashes on every platform, build and language. For finding desyncs."""
        return int(get(lib.bgt_animator_get_state_hash, self._id))

    @property
    def counters(self) -> Counters:
        """Sizes of the animator's world."""
        value = _native.Counters()
        value.struct_size = c.sizeof(value)
        check(lib.bgt_animator_get_counters(self._id, c.byref(value)))
        return Counters(value.items, value.awake_items, value.boundary_segments, value.contacts,
                        value.touching_contacts, value.joints, value.steps, value.bytes)

    @property
    def profile(self) -> Profile:
        """Milliseconds by phase of the latest tick, and of all.

        The first reading gives zeros and switches timing on, from the next tick that takes a step; before that nothing
        is timed. Results do not depend on it. Inside a tick: of the one before.
        """
        return read_profile(self._id)


@_core.callback(_native.ContentSizeFn)
def _on_content_size(_: int, size: Any, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is None:
        return
    try:
        size[0] = to_vec2(function(owner), "content_size")
    except BaseException:
        size[0] = _native.Vec2(float("nan"), 0)  # refused, so that the advance does nothing
        raise


@_core.callback(_native.AnimatorFn)
def _on_animator(_: int, key: Optional[int]) -> None:
    owner, function = _core.target(key)
    if function is not None:
        function(owner)
