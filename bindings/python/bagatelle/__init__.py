"""Bagatelle: 2D dynamics for interfaces and game prototypes.

Items fall, collide, swing, snap and get pushed, as in UIKit Dynamics; you call `DynamicAnimator.advance`.
Units everywhere: points, seconds, radians; x grows right, y grows down, positive angles turn clockwise.

>>> import bagatelle as bg
>>> box = bg.Item(center=(200, 50), size=(40, 40))
>>> with bg.DynamicAnimator() as animator:
...     walls = bg.CollisionBehavior([box])
...     walls.add_boundary("floor", (0, 600), (400, 600))
...     animator.add_behavior(bg.GravityBehavior([box]))
...     animator.add_behavior(walls)
...     for _ in range(240):
...         steps = animator.advance(1 / 60)
...     print(f"y = {box.center.y:.0f}")
y = 580
"""
# SPDX-License-Identifier: MIT
from ._core import get_live_count, intern_name, name_string, set_log, version
from .animator import Counters, DynamicAnimator
from .attachment import AttachedType, AttachmentBehavior, AttachmentType, FloatRange, SnapBehavior
from .behaviors import DynamicBehavior, GravityBehavior, PushBehavior, PushMode
from .collision import CollisionBehavior, CollisionMode, Contact, ContactPhase, Passing
from .errors import (BagatelleError, BusyError, DataError, GroupMemberError, HierarchyError,
                     IncompatibleError, InvalidPathError, InvalidSizeError, LimitError, NotAMemberError,
                     NotInterruptibleError,
                     NotOwnedError, NullPointerError, OtherAnimatorError, OutOfMemoryError, RangeError,
                     StaleIdError, StaleViewError, StateError, Status, WrongKindError)
from .fields import FieldBehavior, FieldKind
from .groups import DynamicItemGroup
from .gestures import (VelocityTracker, decay_distance, decay_seconds, decay_velocity, project,
                       relative_velocity, rubber_band, rubber_band_inverse)
from .item_behavior import DynamicItemBehavior
from .items import (BoundsType, Channel, Item, ItemFlags, LayoutKind, get_centers, set_angles,
                    set_centers)
from .limits import Limit, get_limit
from .regions import Region
from .states import ItemState, StateArray
from .profile import PhaseTimes, Profile
from .property_animator import (Additive, AnimationState, Changes, Clamp, Position, PropertyAnimator,
                                StaggerOrigin)
from .timeline import PresentedState, Timeline
from .timing import Curve, Jump, Spring, Timing, TimingType
from .transition_parts import (Color, PercentDriver, Presentation, TransitionAnimation, TransitionDelegate,
                               TransitionInteraction)
from .transitions import (PresentationStyle, TransitionContainer, TransitionContext, TransitionKey,
                          TransitionPhase)
from .vectors import Insets, Material, Rect, Transform, Vector2

__version__ = "0.1.0"
__all__ = [
    "Additive", "AnimationState", "AttachedType", "AttachmentBehavior", "AttachmentType",
    "BagatelleError", "BoundsType", "BusyError", "Changes", "Channel", "Clamp", "CollisionBehavior",
    "CollisionMode", "Color", "Contact", "ContactPhase", "Counters", "Curve", "DataError",
    "DynamicAnimator", "DynamicBehavior", "DynamicItemBehavior", "DynamicItemGroup",
    "FieldBehavior", "FieldKind", "FloatRange", "GravityBehavior", "GroupMemberError", "HierarchyError", "IncompatibleError",
    "Insets", "InvalidPathError", "InvalidSizeError", "Item", "ItemFlags", "ItemState", "Jump",
    "LayoutKind", "Limit", "LimitError", "Material", "NotAMemberError", "NotInterruptibleError",
    "NotOwnedError", "NullPointerError", "OtherAnimatorError", "OutOfMemoryError", "Passing",
    "PercentDriver", "PhaseTimes", "Position", "Presentation", "PresentationStyle", "PresentedState", "Profile",
    "PropertyAnimator", "PushBehavior", "PushMode", "RangeError", "Rect", "Region", "SnapBehavior",
    "Spring", "StaggerOrigin", "StaleIdError", "StaleViewError", "StateArray", "StateError", "Status",
    "Timeline", "Timing", "TimingType", "Transform", "TransitionAnimation", "TransitionContainer",
    "TransitionContext", "TransitionDelegate", "TransitionInteraction", "TransitionKey",
    "TransitionPhase", "Vector2", "VelocityTracker", "WrongKindError", "decay_distance",
    "decay_seconds", "decay_velocity", "get_centers", "get_limit", "get_live_count", "intern_name",
    "name_string", "project", "relative_velocity", "rubber_band", "rubber_band_inverse", "set_angles",
    "set_centers", "set_log", "version",
]
