"""The C API as one table, and its library: as long as the header. Made by tools/make_bindings.py; do not edit."""
# SPDX-License-Identifier: MIT
# mypy: ignore-errors
import ctypes as c
import os
import sys
from pathlib import Path

# ---- Constants
BGT_VERSION_MAJOR = 0
BGT_VERSION_MINOR = 1
BGT_VERSION_PATCH = 0
BGT_OK = 0
BGT_IGNORED = 1
BGT_ERROR_NULL_POINTER = -1
BGT_ERROR_STALE_ID = -2
BGT_ERROR_WRONG_KIND = -3
BGT_ERROR_RANGE = -4
BGT_ERROR_INVALID_SIZE = -5
BGT_ERROR_INVALID_PATH = -6
BGT_ERROR_HIERARCHY = -7
BGT_ERROR_OTHER_ANIMATOR = -8
BGT_ERROR_GROUP_MEMBER = -9
BGT_ERROR_NOT_A_MEMBER = -10
BGT_ERROR_BUSY = -11
BGT_ERROR_INCOMPATIBLE = -12
BGT_ERROR_STATE = -13
BGT_ERROR_NOT_INTERRUPTIBLE = -14
BGT_ERROR_LIMIT = -15
BGT_ERROR_OUT_OF_MEMORY = -16
BGT_ERROR_DATA = -17
BGT_ERROR_NOT_OWNED = -18
BGT_LIMIT_MINIMUM_SIDE = 0
BGT_LIMIT_MAXIMUM_SIDE = 1
BGT_LIMIT_COORDINATE = 2
BGT_LIMIT_ANGLE = 3
BGT_LIMIT_SPEED = 4
BGT_LIMIT_TURN_PER_STEP = 5
BGT_LIMIT_PATH_POINTS_MINIMUM = 6
BGT_LIMIT_PATH_POINTS_MAXIMUM = 7
BGT_LIMIT_BOUNDARY_POINTS = 8
BGT_LIMIT_TREE_DEPTH = 9
BGT_LIMIT_SECONDS_PER_CALL = 10
BGT_LIMIT_IDENTIFIER_BYTES = 11
BGT_LIMIT_MAGNITUDE = 12
BGT_LIMIT_REGION_DEPTH = 13
BGT_LIMIT_REGION_SHAPES = 14
BGT_LIMIT_REGION_POINTS = 15
BGT_KIND_NONE = 0
BGT_KIND_ANIMATOR = 1
BGT_KIND_ITEM = 2
BGT_KIND_REGION = 3
BGT_KIND_TIMELINE = 4
BGT_KIND_PROPERTY_ANIMATOR = 5
BGT_KIND_TRANSITION_CONTAINER = 6
BGT_KIND_PRESENTATION = 7
BGT_KIND_TRANSITION = 8
BGT_KIND_TRANSITION_DELEGATE = 9
BGT_KIND_TRANSITION_ANIMATION = 10
BGT_KIND_TRANSITION_INTERACTION = 11
BGT_KIND_TIMING = 12
BGT_KIND_VELOCITY_TRACKER = 13
BGT_KIND_PERCENT_DRIVER = 14
BGT_KIND_ITEM_GROUP = 15
BGT_KIND_BEHAVIOR = 16
BGT_KIND_GRAVITY = 17
BGT_KIND_COLLISION = 18
BGT_KIND_ATTACHMENT = 19
BGT_KIND_SNAP = 20
BGT_KIND_PUSH = 21
BGT_KIND_ITEM_BEHAVIOR = 22
BGT_KIND_FIELD = 23
BGT_BOUNDS_RECTANGLE = 0
BGT_BOUNDS_ELLIPSE = 1
BGT_BOUNDS_PATH = 2
BGT_COLLISION_MODE_ITEMS = 1
BGT_COLLISION_MODE_BOUNDARIES = 2
BGT_COLLISION_MODE_EVERYTHING = 3
BGT_PASSING_NEVER = 0
BGT_PASSING_FROM_LEFT = 1
BGT_PASSING_FROM_RIGHT = 2
BGT_CONTACT_BEGAN = 0
BGT_CONTACT_ENDED = 1
BGT_ATTACHED_TO_ITEM = 0
BGT_ATTACHED_TO_ANCHOR = 1
BGT_ATTACHMENT_DISTANCE = 0
BGT_ATTACHMENT_LIMIT = 1
BGT_ATTACHMENT_FIXED = 2
BGT_ATTACHMENT_PIN = 3
BGT_ATTACHMENT_SLIDING = 4
BGT_PUSH_CONTINUOUS = 0
BGT_PUSH_INSTANTANEOUS = 1
BGT_FIELD_LINEAR_GRAVITY = 0
BGT_FIELD_RADIAL_GRAVITY = 1
BGT_FIELD_SPRING = 2
BGT_FIELD_DRAG = 3
BGT_FIELD_VORTEX = 4
BGT_FIELD_VELOCITY = 5
BGT_FIELD_NOISE = 6
BGT_FIELD_TURBULENCE = 7
BGT_FIELD_ELECTRIC = 8
BGT_FIELD_MAGNETIC = 9
BGT_FIELD_CUSTOM = 10
BGT_LAYOUT_NONE = 0
BGT_LAYOUT_CELL = 1
BGT_LAYOUT_SUPPLEMENTARY = 2
BGT_LAYOUT_DECORATION = 3
BGT_ITEM_RESTING = 1
BGT_ITEM_ANCHORED = 2
BGT_ITEM_QUARANTINED = 4
BGT_CURVE_EASE_IN_OUT = 0
BGT_CURVE_EASE_IN = 1
BGT_CURVE_EASE_OUT = 2
BGT_CURVE_LINEAR = 3
BGT_CURVE_STANDARD = 4
BGT_TIMING_CURVE = 0
BGT_TIMING_CUBIC = 1
BGT_TIMING_SPRING = 2
BGT_TIMING_COMPOSED = 3
BGT_TIMING_PIECEWISE = 4
BGT_JUMP_END = 0
BGT_JUMP_START = 1
BGT_JUMP_NONE = 2
BGT_JUMP_BOTH = 3
BGT_CHANNEL_CENTER = 0
BGT_CHANNEL_BOUNDS = 1
BGT_CHANNEL_ROTATION = 2
BGT_CHANNEL_TRANSFORM = 3
BGT_CHANNEL_ALPHA = 4
BGT_PRESENTED_ANIMATING = 1
BGT_ANIMATION_INACTIVE = 0
BGT_ANIMATION_ACTIVE = 1
BGT_ANIMATION_STOPPED = 2
BGT_POSITION_END = 0
BGT_POSITION_START = 1
BGT_POSITION_CURRENT = 2
BGT_ADDITIVE_BY_CHANNEL = 0
BGT_ADDITIVE_ALWAYS = 1
BGT_ADDITIVE_NEVER = 2
BGT_CHANGED_RUNNING = 1
BGT_CHANGED_STATE = 2
BGT_CHANGED_REVERSED = 4
BGT_CLAMP_NONE = 0
BGT_CLAMP_START = 1
BGT_CLAMP_END = 2
BGT_CLAMP_BOTH = 3
BGT_STAGGER_FIRST = 0
BGT_STAGGER_LAST = 1
BGT_STAGGER_CENTER = 2
BGT_STAGGER_EDGES = 3
BGT_PRESENTATION_CUSTOM = 0
BGT_PRESENTATION_FULLSCREEN = 1
BGT_PRESENTATION_NONE = 2
BGT_TRANSITION_FROM = 0
BGT_TRANSITION_TO = 1
BGT_TRANSITION_IDLE = 0
BGT_TRANSITION_ANIMATING = 1
BGT_TRANSITION_INTERACTIVE = 2
BGT_TRANSITION_FINISHING = 3
BGT_TRANSITION_CANCELLING = 4
BGT_TRANSITION_DONE = 5


# ---- Structs
class Vec2(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double)]


class Rect(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("width", c.c_double), ("height", c.c_double)]


class Insets(c.Structure):
    _fields_ = [("top", c.c_double), ("left", c.c_double), ("bottom", c.c_double), ("right", c.c_double)]


class Transform(c.Structure):
    _fields_ = [("a", c.c_double), ("b", c.c_double), ("c", c.c_double), ("d", c.c_double),
                ("tx", c.c_double), ("ty", c.c_double)]


class ItemDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("bounds_type", c.c_int32), ("center", Vec2), ("size", Vec2),
                ("angle", c.c_double), ("path", c.POINTER(Vec2)), ("path_count", c.c_uint64),
                ("user_data", c.c_void_p)]


class GravityDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("direction", Vec2)]


class CollisionDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("mode", c.c_uint32)]


class ContactEvent(c.Structure):
    _fields_ = [("behavior", c.c_uint64), ("item", c.c_uint64), ("other", c.c_uint64),
                ("boundary", c.c_uint64), ("point", Vec2), ("normal", Vec2), ("impulse", c.c_double),
                ("approach_speed", c.c_double), ("phase", c.c_uint32), ("step", c.c_uint32)]


class AttachmentDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("collide_connected", c.c_uint32), ("item", c.c_uint64),
                ("other", c.c_uint64), ("item_offset", Vec2), ("other_offset", Vec2), ("anchor", Vec2),
                ("length", c.c_double), ("frequency", c.c_double), ("damping", c.c_double),
                ("type", c.c_int32), ("reserved", c.c_uint32), ("axis", Vec2), ("range_minimum", c.c_double),
                ("range_maximum", c.c_double), ("friction_torque", c.c_double), ("break_force", c.c_double)]


class SnapDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("item", c.c_uint64), ("point", Vec2),
                ("damping", c.c_double), ("frequency", c.c_double)]


class PushDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("mode", c.c_int32), ("direction", Vec2), ("active", c.c_uint32),
                ("reserved", c.c_uint32)]


class FieldDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("kind", c.c_int32), ("position", Vec2),
                ("strength", c.c_double), ("falloff", c.c_double), ("minimum_radius", c.c_double),
                ("direction", Vec2), ("smoothness", c.c_double), ("animation_speed", c.c_double),
                ("seed", c.c_uint64), ("region", c.c_uint64)]


class AnimatorDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("substeps", c.c_uint32), ("step_seconds", c.c_double),
                ("workers", c.c_uint32), ("reserved", c.c_uint32)]


class Material(c.Structure):
    _fields_ = [("elasticity", c.c_double), ("friction", c.c_double), ("density", c.c_double),
                ("resistance", c.c_double), ("angular_resistance", c.c_double)]


class ItemState(c.Structure):
    _fields_ = [("item", c.c_uint64), ("center", Vec2), ("angle", c.c_double), ("velocity", Vec2),
                ("angular_velocity", c.c_double), ("flags", c.c_uint32), ("reserved", c.c_uint32)]


class Spring(c.Structure):
    _fields_ = [("mass", c.c_double), ("stiffness", c.c_double), ("damping", c.c_double),
                ("damping_ratio", c.c_double), ("response", c.c_double), ("bounce", c.c_double),
                ("settling_duration", c.c_double)]


class ChannelValues(c.Structure):
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("z", c.c_double), ("w", c.c_double)]


class PresentedState(c.Structure):
    _fields_ = [("item", c.c_uint64), ("flags", c.c_uint32), ("reserved", c.c_uint32), ("center", Vec2),
                ("bounds", Rect), ("angle", c.c_double), ("transform", Transform), ("alpha", c.c_double)]


class Color(c.Structure):
    _fields_ = [("red", c.c_double), ("green", c.c_double), ("blue", c.c_double), ("alpha", c.c_double)]


class Counters(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("items", c.c_uint32), ("awake_items", c.c_uint32),
                ("boundary_segments", c.c_uint32), ("contacts", c.c_uint32),
                ("touching_contacts", c.c_uint32), ("joints", c.c_uint32), ("reserved", c.c_uint32),
                ("steps", c.c_uint64), ("bytes", c.c_uint64)]


class PhaseTimes(c.Structure):
    _fields_ = [("total", c.c_double), ("structure", c.c_double), ("pairs", c.c_double),
                ("narrow_phase", c.c_double), ("joints", c.c_double), ("solver", c.c_double),
                ("integration", c.c_double), ("restitution", c.c_double), ("finalize", c.c_double),
                ("continuous", c.c_double), ("tree", c.c_double), ("sleep", c.c_double),
                ("events", c.c_double)]


class Profile(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("steps", c.c_uint32), ("all_steps", c.c_uint64),
                ("latest", PhaseTimes), ("all", PhaseTimes)]



# ---- Callbacks
ReleaseFn = c.CFUNCTYPE(None, c.c_void_p)
LogFn = c.CFUNCTYPE(None, c.c_char_p, c.c_void_p)
ItemReadFn = c.CFUNCTYPE(None, c.c_uint64, c.POINTER(Vec2), c.POINTER(Vec2), c.POINTER(c.c_double),
    c.c_void_p)
ItemWriteFn = c.CFUNCTYPE(None, c.c_uint64, c.c_double, c.c_double, c.c_double, c.c_void_p)
ItemFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
ActionFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
WillMoveFn = c.CFUNCTYPE(None, c.c_uint64, c.c_uint64, c.c_void_p)
ContactFn = c.CFUNCTYPE(None, c.c_uint64, c.POINTER(ContactEvent), c.c_void_p)
VetoFn = c.CFUNCTYPE(c.c_bool, c.c_uint64, c.POINTER(ContactEvent), c.c_void_p)
AttachmentFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
FieldFn = c.CFUNCTYPE(None, c.c_uint64, c.c_double, c.c_double, c.c_double, c.c_double, c.c_double,
    c.c_double, c.c_double, c.POINTER(Vec2), c.c_void_p)
AnimatorFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
ContentSizeFn = c.CFUNCTYPE(None, c.c_uint64, c.POINTER(Vec2), c.c_void_p)
AnimationsFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
CompletionFn = c.CFUNCTYPE(None, c.c_uint64, c.c_int32, c.c_void_p)
ChangesFn = c.CFUNCTYPE(None, c.c_uint64, c.c_uint32, c.c_void_p)
MisuseFn = c.CFUNCTYPE(None, c.c_uint64, c.c_uint64, c.c_char_p, c.c_void_p)
StaggeredFn = c.CFUNCTYPE(None, c.c_uint64, c.c_uint64, c.c_void_p)
DecaySnapFn = c.CFUNCTYPE(None, c.c_uint64, c.POINTER(Vec2), c.c_void_p)
TransitionCompletionFn = c.CFUNCTYPE(None, c.c_uint64, c.c_bool, c.c_void_p)
ContainerItemFn = c.CFUNCTYPE(None, c.c_uint64, c.c_uint64, c.c_bool, c.c_void_p)
PresentedFrameFn = c.CFUNCTYPE(None, c.c_uint64, c.POINTER(Rect), c.POINTER(Rect), c.c_void_p)
PresentationFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
PresentationEndFn = c.CFUNCTYPE(None, c.c_uint64, c.c_bool, c.c_void_p)
TransitionDurationFn = c.CFUNCTYPE(c.c_double, c.c_uint64, c.c_void_p)
TransitionFn = c.CFUNCTYPE(None, c.c_uint64, c.c_void_p)
InterruptibleAnimatorFn = c.CFUNCTYPE(c.c_uint64, c.c_uint64, c.c_void_p)
AnimationEndedFn = c.CFUNCTYPE(None, c.c_uint64, c.c_bool, c.c_void_p)
DelegatePresentationFn = c.CFUNCTYPE(c.c_uint64, c.c_uint64, c.c_uint64, c.c_uint64, c.c_uint64, c.c_void_p)
DelegatePresentFn = c.CFUNCTYPE(c.c_uint64, c.c_uint64, c.c_uint64, c.c_uint64, c.c_uint64, c.c_void_p)
DelegateDismissFn = c.CFUNCTYPE(c.c_uint64, c.c_uint64, c.c_uint64, c.c_void_p)
DelegateInteractionFn = c.CFUNCTYPE(c.c_uint64, c.c_uint64, c.c_uint64, c.c_void_p)
TransitionUpdateFn = c.CFUNCTYPE(None, c.c_uint64, c.c_double, c.c_void_p)
TransitionTestFn = c.CFUNCTYPE(c.c_bool, c.c_uint64, c.c_void_p)


# ---- Tables of functions
class DecayDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("velocity", Vec2),
                ("rate", c.c_double), ("low", Vec2), ("high", Vec2), ("threshold", c.c_double),
                ("spring", c.c_uint64), ("snap", DecaySnapFn), ("context", c.c_void_p)]


class PresentationDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("removing_presenter", c.c_uint32),
                ("in_fullscreen", c.c_uint32), ("reserved", c.c_uint32),
                ("presented_frame", PresentedFrameFn), ("presentation_will_begin", PresentationFn),
                ("presentation_did_end", PresentationEndFn), ("dismissal_will_begin", PresentationFn),
                ("dismissal_did_end", PresentationEndFn), ("container_will_layout", PresentationFn),
                ("container_did_layout", PresentationFn), ("context", c.c_void_p), ("release", ReleaseFn)]


class TransitionAnimationDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("duration", TransitionDurationFn),
                ("animate", TransitionFn), ("interruptible_animator", InterruptibleAnimatorFn),
                ("ended", AnimationEndedFn), ("context", c.c_void_p), ("release", ReleaseFn)]


class TransitionInteractionDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("wants_interactive_start", c.c_uint32),
                ("completion_speed", c.c_double), ("completion_curve", c.c_int32), ("reserved", c.c_uint32),
                ("start", TransitionFn), ("context", c.c_void_p), ("release", ReleaseFn)]


class TransitionDelegateDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32),
                ("presentation", DelegatePresentationFn), ("animation_for_present", DelegatePresentFn),
                ("interaction_for_present", DelegateInteractionFn),
                ("animation_for_dismiss", DelegateDismissFn),
                ("interaction_for_dismiss", DelegateInteractionFn), ("context", c.c_void_p),
                ("release", ReleaseFn)]


class TransitionDriveDef(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("time_limit", c.c_double),
                ("progress", TransitionDurationFn), ("finish_when", TransitionTestFn),
                ("end", TransitionTestFn), ("context", c.c_void_p), ("release", ReleaseFn)]


STRUCTS = {"bgt_vec2": Vec2, "bgt_rect": Rect, "bgt_insets": Insets, "bgt_transform": Transform,
           "bgt_item_def": ItemDef, "bgt_gravity_def": GravityDef, "bgt_collision_def": CollisionDef,
           "bgt_contact_event": ContactEvent, "bgt_attachment_def": AttachmentDef, "bgt_snap_def": SnapDef,
           "bgt_push_def": PushDef, "bgt_field_def": FieldDef, "bgt_animator_def": AnimatorDef,
           "bgt_material": Material, "bgt_item_state": ItemState, "bgt_spring": Spring,
           "bgt_channel_values": ChannelValues, "bgt_presented_state": PresentedState,
           "bgt_decay_def": DecayDef, "bgt_color": Color, "bgt_presentation_def": PresentationDef,
           "bgt_transition_animation_def": TransitionAnimationDef,
           "bgt_transition_interaction_def": TransitionInteractionDef,
           "bgt_transition_delegate_def": TransitionDelegateDef,
           "bgt_transition_drive_def": TransitionDriveDef, "bgt_counters": Counters,
           "bgt_phase_times": PhaseTimes, "bgt_profile": Profile}
# C name of the initialiser: struct, kind
INITS = {"bgt_item_def_init": (ItemDef, BGT_KIND_ITEM),
         "bgt_gravity_def_init": (GravityDef, BGT_KIND_GRAVITY),
         "bgt_collision_def_init": (CollisionDef, BGT_KIND_COLLISION),
         "bgt_attachment_def_init": (AttachmentDef, BGT_KIND_ATTACHMENT),
         "bgt_snap_def_init": (SnapDef, BGT_KIND_SNAP), "bgt_push_def_init": (PushDef, BGT_KIND_PUSH),
         "bgt_field_def_init": (FieldDef, BGT_KIND_FIELD),
         "bgt_animator_def_init": (AnimatorDef, BGT_KIND_ANIMATOR),
         "bgt_decay_def_init": (DecayDef, BGT_KIND_PROPERTY_ANIMATOR),
         "bgt_presentation_def_init": (PresentationDef, BGT_KIND_PRESENTATION),
         "bgt_transition_animation_def_init": (TransitionAnimationDef, BGT_KIND_TRANSITION_ANIMATION),
         "bgt_transition_interaction_def_init": (TransitionInteractionDef, BGT_KIND_TRANSITION_INTERACTION),
         "bgt_transition_delegate_def_init": (TransitionDelegateDef, BGT_KIND_TRANSITION_DELEGATE),
         "bgt_transition_drive_def_init": (TransitionDriveDef, BGT_KIND_TRANSITION)}

# ---- Functions: name, result, argument types, version in which it was added
TABLE = [
    ("bgt_version", c.c_uint32, [], "0.1"),
    ("bgt_last_error", c.c_int32, [], "0.1"),
    ("bgt_clear_error", None, [], "0.1"),
    ("bgt_last_error_message", c.c_char_p, [], "0.1"),
    ("bgt_set_log", c.c_int32, [LogFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_get_limit", c.c_double, [c.c_int32], "0.1"),
    ("bgt_retain", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_release", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_is_alive", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_get_kind", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_get_live_count", c.c_uint64, [c.c_int32], "0.1"),
    ("bgt_def_init", None, [c.c_void_p, c.c_int32, c.c_uint32], "0.1"),
    ("bgt_intern", c.c_uint64, [c.c_char_p], "0.1"),
    ("bgt_name_get_string", c.c_char_p, [c.c_uint64], "0.1"),
    ("bgt_item_create", c.c_int32, [c.POINTER(ItemDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_item_get_center", Vec2, [c.c_uint64], "0.1"),
    ("bgt_item_set_center", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_item_get_size", Vec2, [c.c_uint64], "0.1"),
    ("bgt_item_set_size", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_item_get_angle", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_set_angle", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_get_transform", Transform, [c.c_uint64], "0.1"),
    ("bgt_item_set_transform", c.c_int32, [c.c_uint64, Transform], "0.1"),
    ("bgt_item_is_preserving_scale", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_item_set_preserving_scale", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_item_get_bounds_type", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_item_set_bounds_type", c.c_int32, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_item_set_path", c.c_int32, [c.c_uint64, c.POINTER(Vec2), c.c_uint64], "0.1"),
    ("bgt_item_get_path", c.c_int32, [c.c_uint64, c.POINTER(Vec2), c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_item_get_user_data", c.c_void_p, [c.c_uint64], "0.1"),
    ("bgt_item_set_user_data", c.c_int32, [c.c_uint64, c.c_void_p], "0.1"),
    ("bgt_item_get_filter_group", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_item_set_filter_group", c.c_int32, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_item_get_animator", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_item_get_velocity", Vec2, [c.c_uint64], "0.1"),
    ("bgt_item_get_angular_velocity", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_is_resting", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_item_why_awake", c.c_char_p, [c.c_uint64], "0.1"),
    ("bgt_item_apply_impulse", c.c_int32, [c.c_uint64, Vec2, Vec2], "0.1"),
    ("bgt_item_apply_force", c.c_int32, [c.c_uint64, Vec2, Vec2], "0.1"),
    ("bgt_item_detach", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_item_set_driver", c.c_int32, [c.c_uint64, ItemReadFn, ItemWriteFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_item_set_rest_callback", c.c_int32, [c.c_uint64, ItemFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_items_set_centers", c.c_int32, [c.POINTER(c.c_uint64), c.POINTER(Vec2), c.c_uint64], "0.1"),
    ("bgt_items_set_angles", c.c_int32, [c.POINTER(c.c_uint64), c.POINTER(c.c_double), c.c_uint64], "0.1"),
    ("bgt_items_get_centers", c.c_int32, [c.POINTER(c.c_uint64), c.POINTER(Vec2), c.c_uint64], "0.1"),
    ("bgt_item_group_create", c.c_int32, [c.POINTER(c.c_uint64), c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_item_group_get_items", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_item_get_group", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_behavior_create", c.c_int32, [c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_behavior_add_child", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_behavior_remove_child", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_behavior_get_children", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_behavior_get_parent", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_behavior_get_animator", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_behavior_add_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_behavior_remove_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_behavior_get_items", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_behavior_set_action", c.c_int32, [c.c_uint64, ActionFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_behavior_set_will_move", c.c_int32, [c.c_uint64, WillMoveFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_gravity_create", c.c_int32, [c.POINTER(GravityDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_gravity_get_direction", Vec2, [c.c_uint64], "0.1"),
    ("bgt_gravity_set_direction", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_gravity_get_angle", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_gravity_set_angle", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_gravity_get_magnitude", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_gravity_set_magnitude", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_gravity_set_angle_and_magnitude", c.c_int32, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_collision_create", c.c_int32, [c.POINTER(CollisionDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_collision_get_mode", c.c_uint32, [c.c_uint64], "0.1"),
    ("bgt_collision_set_mode", c.c_int32, [c.c_uint64, c.c_uint32], "0.1"),
    ("bgt_collision_add_boundary_segment", c.c_int32, [c.c_uint64, c.c_char_p, Vec2, Vec2], "0.1"),
    ("bgt_collision_add_boundary_path", c.c_int32, [c.c_uint64, c.c_char_p, c.POINTER(Vec2), c.c_uint64,
     c.c_bool], "0.1"),
    ("bgt_collision_get_boundary", c.c_int32, [c.c_uint64, c.c_char_p, c.POINTER(Vec2), c.c_uint64,
     c.POINTER(c.c_uint64), c.POINTER(c.c_bool)], "0.1"),
    ("bgt_collision_remove_boundary", c.c_int32, [c.c_uint64, c.c_char_p], "0.1"),
    ("bgt_collision_remove_all_boundaries", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_collision_get_boundary_identifiers", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_collision_is_translating_reference_bounds", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_collision_set_translating_reference_bounds", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_collision_get_reference_bounds_insets", Insets, [c.c_uint64], "0.1"),
    ("bgt_collision_set_reference_bounds_insets", c.c_int32, [c.c_uint64, Insets], "0.1"),
    ("bgt_collision_set_boundary_material", c.c_int32, [c.c_uint64, c.c_char_p, c.c_double,
     c.c_double], "0.1"),
    ("bgt_collision_get_boundary_material", c.c_int32, [c.c_uint64, c.c_char_p, c.POINTER(c.c_double),
     c.POINTER(c.c_double)], "0.1"),
    ("bgt_collision_set_boundary_passing", c.c_int32, [c.c_uint64, c.c_char_p, c.c_int32], "0.1"),
    ("bgt_collision_get_boundary_passing", c.c_int32, [c.c_uint64, c.c_char_p], "0.1"),
    ("bgt_collision_set_boundary_surface_speed", c.c_int32, [c.c_uint64, c.c_char_p, c.c_double], "0.1"),
    ("bgt_collision_get_boundary_surface_speed", c.c_double, [c.c_uint64, c.c_char_p], "0.1"),
    ("bgt_collision_set_items_began", c.c_int32, [c.c_uint64, ContactFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_collision_set_items_ended", c.c_int32, [c.c_uint64, ContactFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_collision_set_boundary_began", c.c_int32, [c.c_uint64, ContactFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_collision_set_boundary_ended", c.c_int32, [c.c_uint64, ContactFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_collision_set_veto", c.c_int32, [c.c_uint64, VetoFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_collision_get_touched_items", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_collision_get_touched_boundaries", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(c.c_uint64),
     c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_attachment_create", c.c_int32, [c.POINTER(AttachmentDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_attachment_get_attached_type", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_attachment_get_type", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_attachment_get_anchor", Vec2, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_anchor", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_attachment_get_length", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_length", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_attachment_get_frequency", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_frequency", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_attachment_get_damping", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_damping", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_attachment_is_colliding_connected", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_colliding_connected", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_attachment_get_axis", Vec2, [c.c_uint64], "0.1"),
    ("bgt_attachment_get_range", c.c_int32, [c.c_uint64, c.POINTER(c.c_double),
     c.POINTER(c.c_double)], "0.1"),
    ("bgt_attachment_set_range", c.c_int32, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_attachment_get_friction_torque", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_friction_torque", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_attachment_get_break_force", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_break_force", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_attachment_is_broken", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_attachment_get_reaction_force", Vec2, [c.c_uint64], "0.1"),
    ("bgt_attachment_get_reaction_torque", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_get_displacement", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_attachment_set_break_callback", c.c_int32, [c.c_uint64, AttachmentFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_snap_create", c.c_int32, [c.POINTER(SnapDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_snap_get_point", Vec2, [c.c_uint64], "0.1"),
    ("bgt_snap_set_point", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_snap_get_damping", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_snap_set_damping", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_snap_get_frequency", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_snap_set_frequency", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_push_create", c.c_int32, [c.POINTER(PushDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_push_get_mode", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_push_is_active", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_push_set_active", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_push_get_direction", Vec2, [c.c_uint64], "0.1"),
    ("bgt_push_set_direction", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_push_get_angle", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_push_set_angle", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_push_get_magnitude", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_push_set_magnitude", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_push_set_angle_and_magnitude", c.c_int32, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_push_get_target_offset", Vec2, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_push_set_target_offset", c.c_int32, [c.c_uint64, c.c_uint64, Vec2], "0.1"),
    ("bgt_item_behavior_create", c.c_int32, [c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_item_behavior_get_elasticity", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_elasticity", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_get_friction", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_friction", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_get_density", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_density", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_get_resistance", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_resistance", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_get_angular_resistance", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_angular_resistance", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_get_charge", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_charge", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_is_anchored", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_anchored", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_item_behavior_is_allowing_rotation", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_allowing_rotation", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_item_behavior_get_surface_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_surface_speed", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_is_locking_x", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_locking_x", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_item_behavior_is_locking_y", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_locking_y", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_item_behavior_get_angle_limits", c.c_int32, [c.c_uint64, c.POINTER(c.c_double),
     c.POINTER(c.c_double)], "0.1"),
    ("bgt_item_behavior_set_angle_limits", c.c_int32, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_item_behavior_get_time_scale", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_time_scale", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_behavior_add_linear_velocity", c.c_int32, [c.c_uint64, Vec2, c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_linear_velocity", c.c_int32, [c.c_uint64, Vec2, c.c_uint64], "0.1"),
    ("bgt_item_behavior_get_linear_velocity", Vec2, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_item_behavior_add_angular_velocity", c.c_int32, [c.c_uint64, c.c_double, c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_angular_velocity", c.c_int32, [c.c_uint64, c.c_double, c.c_uint64], "0.1"),
    ("bgt_item_behavior_get_angular_velocity", c.c_double, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_item_behavior_set_target", c.c_int32, [c.c_uint64, Vec2, c.c_double, c.c_uint64], "0.1"),
    ("bgt_region_create_infinite", c.c_int32, [c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_radius", c.c_int32, [c.c_double, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_size", c.c_int32, [Vec2, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_path", c.c_int32, [c.POINTER(Vec2), c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_inverse", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_union", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_intersection", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_difference", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_create_from_bytes", c.c_int32, [c.POINTER(c.c_uint8), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_copy_bytes", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint8), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_region_contains", c.c_bool, [c.c_uint64, Vec2], "0.1"),
    ("bgt_region_is_equal", c.c_bool, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_field_create", c.c_int32, [c.POINTER(FieldDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_field_get_kind", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_field_get_position", Vec2, [c.c_uint64], "0.1"),
    ("bgt_field_set_position", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_field_get_strength", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_field_set_strength", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_field_get_falloff", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_field_set_falloff", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_field_get_minimum_radius", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_field_set_minimum_radius", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_field_get_direction", Vec2, [c.c_uint64], "0.1"),
    ("bgt_field_set_direction", c.c_int32, [c.c_uint64, Vec2], "0.1"),
    ("bgt_field_get_smoothness", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_field_set_smoothness", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_field_get_animation_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_field_set_animation_speed", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_field_get_seed", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_field_set_seed", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_field_get_region", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_field_set_region", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_field_set_function", c.c_int32, [c.c_uint64, FieldFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_field_get_ignored_forces", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_field_get_value", c.c_int32, [c.c_uint64, Vec2, Vec2, c.c_double, c.c_double,
     c.POINTER(Vec2)], "0.1"),
    ("bgt_animator_get_field_value", c.c_int32, [c.c_uint64, Vec2, Vec2, c.c_double, c.c_double,
     c.POINTER(Vec2)], "0.1"),
    ("bgt_animator_get_field_unit_scale", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_field_unit_scale", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_create", c.c_int32, [c.POINTER(AnimatorDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_add_behavior", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_animator_remove_behavior", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_animator_remove_all_behaviors", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_animator_get_behaviors", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_advance", c.c_int32, [c.c_uint64, c.c_double, c.POINTER(c.c_uint32)], "0.1"),
    ("bgt_animator_is_running", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_animator_get_elapsed_seconds", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_get_real_elapsed_seconds", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_get_dropped_seconds", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_get_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_speed", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_get_reference_bounds", c.c_int32, [c.c_uint64, c.POINTER(Rect)], "0.1"),
    ("bgt_animator_set_reference_bounds", c.c_int32, [c.c_uint64, Rect], "0.1"),
    ("bgt_animator_clear_reference_bounds", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_animator_get_items", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_get_awake_items", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_get_items_in_rect", c.c_int32, [c.c_uint64, Rect, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_update_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_animator_update_item_pose", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_animator_set_will_resume", c.c_int32, [c.c_uint64, AnimatorFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_animator_set_did_pause", c.c_int32, [c.c_uint64, AnimatorFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_animator_get_default_material", Material, [c.c_uint64], "0.1"),
    ("bgt_animator_set_default_material", c.c_int32, [c.c_uint64, c.POINTER(Material)], "0.1"),
    ("bgt_animator_is_using_documented_defaults", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_animator_set_using_documented_defaults", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_animator_is_using_device_springs", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_animator_set_using_device_springs", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_animator_get_bounce_threshold", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_bounce_threshold", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_get_rest_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_rest_speed", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_get_rest_angular_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_rest_angular_speed", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_get_rest_seconds", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_rest_seconds", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_get_length_scale", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_length_scale", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_animator_get_pixel_scale", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_animator_set_pixel_scale", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_set_layout_key", c.c_int32, [c.c_uint64, c.c_uint32, c.c_uint64], "0.1"),
    ("bgt_item_get_layout_kind", c.c_uint32, [c.c_uint64], "0.1"),
    ("bgt_item_get_layout_key", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_animator_get_item_for_key", c.c_uint64, [c.c_uint64, c.c_uint32, c.c_uint64], "0.1"),
    ("bgt_animator_set_content_size", c.c_int32, [c.c_uint64, ContentSizeFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_animator_set_invalidate", c.c_int32, [c.c_uint64, AnimatorFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_animator_get_states", c.c_int32, [c.c_uint64, c.POINTER(c.POINTER(ItemState)),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_copy_states", c.c_int32, [c.c_uint64, c.POINTER(ItemState), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_copy_presented_states", c.c_int32, [c.c_uint64, c.POINTER(ItemState), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_get_item_state", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(ItemState)], "0.1"),
    ("bgt_animator_get_contacts", c.c_int32, [c.c_uint64, c.POINTER(c.POINTER(ContactEvent)),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_animator_get_state_hash", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_timing_create_curve", c.c_int32, [c.c_int32, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_cubic", c.c_int32, [Vec2, Vec2, c.c_bool, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_spring", c.c_int32, [c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_spring_ratio", c.c_int32, [c.c_double, Vec2, c.c_bool, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_spring_physical", c.c_int32, [c.c_double, c.c_double, c.c_double, Vec2, c.c_bool,
     c.c_bool, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_spring_bounce", c.c_int32, [c.c_double, c.c_double, Vec2, c.c_bool,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_spring_response", c.c_int32, [c.c_double, c.c_double, Vec2, c.c_bool,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_composed", c.c_int32, [c.c_uint64, c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_piecewise", c.c_int32, [c.POINTER(Vec2), c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_create_steps", c.c_int32, [c.c_uint32, c.c_int32, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_get_type", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_timing_get_curve", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_timing_get_control_point1", Vec2, [c.c_uint64], "0.1"),
    ("bgt_timing_get_control_point2", Vec2, [c.c_uint64], "0.1"),
    ("bgt_timing_get_initial_velocity", Vec2, [c.c_uint64], "0.1"),
    ("bgt_timing_get_points", c.c_int32, [c.c_uint64, c.POINTER(Vec2), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timing_get_spring", c.c_int32, [c.c_uint64, c.c_double, c.POINTER(Spring)], "0.1"),
    ("bgt_timing_get_duration", c.c_double, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_timing_get_exact_settling_duration", c.c_double, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_timing_get_progress", c.c_double, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_timing_get_velocity", c.c_double, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_timing_get_inverse", c.c_double, [c.c_uint64, c.c_double, c.c_double], "0.1"),
    ("bgt_timeline_create", c.c_int32, [c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timeline_advance", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_timeline_advance_to", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_timeline_get_time", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_timeline_get_state_hash", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_timeline_get_rate", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_timeline_set_rate", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_timeline_is_running", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_timeline_add_animator", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_timeline_remove_animator", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_timeline_get_animators", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_item_get_frame", Rect, [c.c_uint64], "0.1"),
    ("bgt_item_set_frame", c.c_int32, [c.c_uint64, Rect], "0.1"),
    ("bgt_item_get_bounds", Rect, [c.c_uint64], "0.1"),
    ("bgt_item_set_bounds", c.c_int32, [c.c_uint64, Rect], "0.1"),
    ("bgt_item_get_alpha", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_set_alpha", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_item_get_display_transform", Transform, [c.c_uint64], "0.1"),
    ("bgt_item_set_display_transform", c.c_int32, [c.c_uint64, Transform], "0.1"),
    ("bgt_item_add_channel", c.c_int32, [c.c_uint64, c.c_double, c.c_bool, c.POINTER(c.c_int32)], "0.1"),
    ("bgt_item_get_value", ChannelValues, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_item_set_value", c.c_int32, [c.c_uint64, c.c_int32, ChannelValues], "0.1"),
    ("bgt_item_get_presented_value", ChannelValues, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_item_get_presented_velocity", ChannelValues, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_item_get_presented_center", Vec2, [c.c_uint64], "0.1"),
    ("bgt_item_get_presented_angle", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_get_presented_bounds", Rect, [c.c_uint64], "0.1"),
    ("bgt_item_get_presented_frame", Rect, [c.c_uint64], "0.1"),
    ("bgt_item_get_presented_alpha", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_item_get_presented_transform", Transform, [c.c_uint64], "0.1"),
    ("bgt_item_is_animating", c.c_bool, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_item_get_timeline", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_timeline_add_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_timeline_insert_item", c.c_int32, [c.c_uint64, c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_timeline_remove_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_timeline_remove_all_items", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_timeline_get_items", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timeline_get_item_at_point", c.c_uint64, [c.c_uint64, Vec2], "0.1"),
    ("bgt_timeline_get_presented_states", c.c_int32, [c.c_uint64, c.POINTER(c.POINTER(PresentedState)),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_timeline_copy_presented_states", c.c_int32, [c.c_uint64, c.POINTER(PresentedState), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_property_animator_create", c.c_int32, [c.c_uint64, c.c_double, c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_property_animator_create_copy", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_property_animator_create_running", c.c_int32, [c.c_uint64, c.c_double, c.c_double, c.c_uint64,
     c.c_bool, AnimationsFn, CompletionFn, c.c_void_p, ReleaseFn, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_property_animator_get_timeline", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_timing", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_duration", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_delay", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_state", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_property_animator_is_running", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_is_retargeted", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_progress", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_remaining_seconds", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_misuse_count", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_property_animator_get_fraction_complete", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_fraction_complete", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_property_animator_is_reversed", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_reversed", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_is_interruptible", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_interruptible", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_is_user_interaction_enabled", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_user_interaction_enabled", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_is_manual_hit_testing_enabled", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_manual_hit_testing_enabled", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_is_scrubbing_linearly", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_scrubbing_linearly", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_is_pausing_on_completion", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_pausing_on_completion", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_is_completing_if_empty", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_completing_if_empty", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_get_additive", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_additive", c.c_int32, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_property_animator_start", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_property_animator_start_after_delay", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_property_animator_pause", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_property_animator_continue", c.c_int32, [c.c_uint64, c.c_uint64, c.c_double, c.c_bool], "0.1"),
    ("bgt_property_animator_stop", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_property_animator_finish", c.c_int32, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_property_animator_add_animations", c.c_int32, [c.c_uint64, c.c_double, AnimationsFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_property_animator_add_completion", c.c_int32, [c.c_uint64, CompletionFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_property_animator_set_observer", c.c_int32, [c.c_uint64, ChangesFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_timeline_get_running_count", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_timeline_get_misuse_count", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_timeline_set_misuse_callback", c.c_int32, [c.c_uint64, MisuseFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_timeline_set_observer", c.c_int32, [c.c_uint64, ChangesFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_property_animator_get_iterations", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_is_alternating", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_iterations", c.c_int32, [c.c_uint64, c.c_double, c.c_bool], "0.1"),
    ("bgt_property_animator_get_clamp", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_clamp", c.c_int32, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_property_animator_get_rate", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_property_animator_set_rate", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_property_animator_continue_to", c.c_int32, [c.c_uint64, c.c_double, c.c_uint64, c.c_double], "0.1"),
    ("bgt_property_animator_add_keyframe", c.c_int32, [c.c_uint64, c.c_double, c.c_double, c.c_uint64,
     AnimationsFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_property_animator_add_staggered", c.c_int32, [c.c_uint64, c.c_uint64, c.c_double, c.c_int32,
     StaggeredFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_property_animator_create_retarget", c.c_int32, [c.c_uint64, c.c_uint64, c.c_int32, ChannelValues,
     c.c_uint64, ChannelValues, c.c_bool, CompletionFn, c.c_void_p, ReleaseFn, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_property_animator_create_decay", c.c_int32, [c.c_uint64, c.c_uint64, c.c_int32, c.POINTER(DecayDef),
     CompletionFn, c.c_void_p, ReleaseFn, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_gesture_project", c.c_double, [c.c_double, c.c_double], "0.1"),
    ("bgt_gesture_rubber_band", c.c_double, [c.c_double, c.c_double, c.c_double], "0.1"),
    ("bgt_gesture_rubber_band_inverse", c.c_double, [c.c_double, c.c_double, c.c_double], "0.1"),
    ("bgt_gesture_relative_velocity", Vec2, [Vec2, Vec2, Vec2], "0.1"),
    ("bgt_gesture_decay_velocity", c.c_double, [c.c_double, c.c_double, c.c_double], "0.1"),
    ("bgt_gesture_decay_distance", c.c_double, [c.c_double, c.c_double, c.c_double], "0.1"),
    ("bgt_gesture_decay_seconds", c.c_double, [c.c_double, c.c_double, c.c_double], "0.1"),
    ("bgt_velocity_tracker_create", c.c_int32, [c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_velocity_tracker_add", c.c_int32, [c.c_uint64, c.c_double, Vec2], "0.1"),
    ("bgt_velocity_tracker_reset", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_velocity_tracker_get_velocity", Vec2, [c.c_uint64], "0.1"),
    ("bgt_velocity_tracker_get_velocity_at", Vec2, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_transition_container_create", c.c_int32, [c.c_uint64, Rect, c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_transition_container_get_timeline", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_container_get_bounds", Rect, [c.c_uint64], "0.1"),
    ("bgt_transition_container_set_bounds", c.c_int32, [c.c_uint64, Rect], "0.1"),
    ("bgt_transition_container_add_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_transition_container_insert_item", c.c_int32, [c.c_uint64, c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_transition_container_remove_item", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_transition_container_get_items", c.c_int32, [c.c_uint64, c.POINTER(c.c_uint64), c.c_uint64,
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_transition_container_get_presentation", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_container_get_transition", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_container_set_item_callback", c.c_int32, [c.c_uint64, ContainerItemFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_transition_container_present", c.c_int32, [c.c_uint64, c.c_uint64, c.c_uint64, c.c_uint64,
     c.c_uint64, c.c_int32, c.c_bool, TransitionCompletionFn, c.c_void_p, ReleaseFn], "0.1"),
    ("bgt_transition_container_dismiss", c.c_int32, [c.c_uint64, c.c_bool, TransitionCompletionFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_presentation_create", c.c_int32, [c.POINTER(PresentationDef), c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_presentation_get_presented_item", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_presentation_get_presenting_item", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_presentation_get_container", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_presentation_get_transition", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_presentation_copy_presented_frame", c.c_int32, [c.c_uint64, c.POINTER(Rect)], "0.1"),
    ("bgt_presentation_is_removing_presenter", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_presentation_set_removing_presenter", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_presentation_is_in_fullscreen", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_presentation_set_in_fullscreen", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_presentation_set_dimming", c.c_int32, [c.c_uint64, Color], "0.1"),
    ("bgt_presentation_remove_dimming", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_presentation_get_dimming_item", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_presentation_get_dimming_color", Color, [c.c_uint64], "0.1"),
    ("bgt_transition_animation_create", c.c_int32, [c.POINTER(TransitionAnimationDef),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_transition_interaction_create", c.c_int32, [c.POINTER(TransitionInteractionDef),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_transition_interaction_get_transition", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_interaction_is_wanting_interactive_start", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_interaction_set_wanting_interactive_start", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_transition_interaction_get_completion_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_transition_interaction_set_completion_speed", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_transition_interaction_get_completion_curve", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_interaction_set_completion_curve", c.c_int32, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_percent_driver_create", c.c_int32, [c.POINTER(TransitionInteractionDef),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_percent_driver_get_duration", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_percent_driver_get_percent_complete", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_percent_driver_get_timing", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_percent_driver_set_timing", c.c_int32, [c.c_uint64, c.c_uint64], "0.1"),
    ("bgt_percent_driver_update", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_percent_driver_finish", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_percent_driver_cancel", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_percent_driver_pause", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_delegate_create", c.c_int32, [c.POINTER(TransitionDelegateDef),
     c.POINTER(c.c_uint64)], "0.1"),
    ("bgt_transition_get_container", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_get_presentation", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_is_presenting", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_get_style", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_is_animated", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_get_phase", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_is_interactive", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_is_initially_interactive", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_is_interruptible", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_is_cancelled", c.c_bool, [c.c_uint64], "0.1"),
    ("bgt_transition_get_percent_complete", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_transition_get_duration", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_transition_get_completion_speed", c.c_double, [c.c_uint64], "0.1"),
    ("bgt_transition_get_completion_curve", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_get_target_transform", Transform, [c.c_uint64], "0.1"),
    ("bgt_transition_get_item", c.c_uint64, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_transition_get_animatable_item", c.c_uint64, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_transition_get_initial_frame", Rect, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_transition_get_final_frame", Rect, [c.c_uint64, c.c_int32], "0.1"),
    ("bgt_transition_get_interruptible_animator", c.c_uint64, [c.c_uint64], "0.1"),
    ("bgt_transition_set_update_callback", c.c_int32, [c.c_uint64, TransitionUpdateFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_transition_update", c.c_int32, [c.c_uint64, c.c_double], "0.1"),
    ("bgt_transition_pause", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_finish", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_cancel", c.c_int32, [c.c_uint64], "0.1"),
    ("bgt_transition_complete", c.c_int32, [c.c_uint64, c.c_bool], "0.1"),
    ("bgt_transition_animate_alongside", c.c_int32, [c.c_uint64, TransitionFn, TransitionFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_transition_notify_interaction_changes", c.c_int32, [c.c_uint64, TransitionFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_transition_notify_interaction_ends", c.c_int32, [c.c_uint64, TransitionFn, c.c_void_p,
     ReleaseFn], "0.1"),
    ("bgt_transition_drive", c.c_int32, [c.c_uint64, c.c_uint64, c.c_uint64,
     c.POINTER(TransitionDriveDef)], "0.1"),
    ("bgt_animator_get_counters", c.c_int32, [c.c_uint64, c.POINTER(Counters)], "0.1"),
    ("bgt_animator_get_profile", c.c_int32, [c.c_uint64, c.POINTER(Profile)], "0.1"),
]


def _load():
    """The library and where it came from; ImportError names the path that was searched."""
    name = {"darwin": "libbagatelle.dylib", "win32": "bagatelle.dll"}.get(sys.platform, "libbagatelle.so")
    chosen = os.environ.get("BAGATELLE_LIBRARY")
    path = chosen or str(Path(__file__).resolve().parent / name)
    source = "named by" if chosen else "beside the package; another one can be named by"
    source += " BAGATELLE_LIBRARY"
    try:
        library = c.CDLL(path)
    except OSError as error:
        raise ImportError(f"bagatelle: cannot load {path} ({source}): {error}", path=path) from None
    try:
        library.bgt_version.restype = c.c_uint32
        library.bgt_version.argtypes = []
        version = library.bgt_version()
    except AttributeError:
        raise ImportError(f"bagatelle: {path} ({source}) is not a Bagatelle library", path=path) from None
    major, minor, patch = version // 10000, version // 100 % 100, version % 100
    wanted = (BGT_VERSION_MAJOR, BGT_VERSION_MINOR)
    fits = (major, minor) == wanted if wanted[0] == 0 else major == wanted[0] and minor >= wanted[1]
    if not fits:
        raise ImportError(f"bagatelle: this package needs library version {wanted[0]}.{wanted[1]}, "
                          f"but {path} ({source}) has version {major}.{minor}.{patch}", path=path)
    for name, result, arguments, added in TABLE:
        try:
            function = getattr(library, name)
        except AttributeError:
            message = f"bagatelle: {path} ({source}) has no {name}, added in version {added}"
            raise ImportError(message, path=path) from None
        function.restype = result
        function.argtypes = arguments
    return library, path


lib, library_path = _load()
