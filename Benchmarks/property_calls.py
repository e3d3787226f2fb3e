"""Writes properties.inc for properties.c: one line per function of the C API that reads or sets one property.

property_calls.py <header>: every function of the header whose name has _get_, _set_ or _is_, or gives an item a velocity,
force or impulse, is in it, unless one of the exceptions below holds; a parameter that nothing here has a value for, or an
exception that is not in the header, is an error.
SPDX-License-Identifier: MIT
"""

import re
import sys

# Not one property: lists, callbacks, what looks for something, or works something out along a curve.
REASONS = {
    "has a callback": r"\w+_fn\b",
    "has a list": r"\b(capacity|count)\b|\*\*|\* \*",
    "has a name, which is looked up": r"const char \*",
}
NO_PROPERTY = {
    "bgt_get_limit": "of the library",
    "bgt_is_alive": "of any id",
    "bgt_get_kind": "of any id",
    "bgt_get_live_count": "of the library",
    "bgt_name_get_string": "a table of names",
    "bgt_region_is_equal": "compares",
    "bgt_animator_get_counters": "counts",
    "bgt_animator_get_profile": "a table",
    "bgt_animator_get_field_value": "adds fields up",
    "bgt_field_get_value": "works a field out",
    "bgt_animator_get_state_hash": "goes through all states",
    "bgt_timeline_get_state_hash": "goes through all states",
    "bgt_animator_get_item_for_key": "looks at the items",
    "bgt_timeline_get_item_at_point": "looks at the items",
    "bgt_timing_get_spring": "works a spring out",
    "bgt_timing_get_duration": "works a spring out",
    "bgt_timing_get_exact_settling_duration": "works a spring out",
    "bgt_timing_get_progress": "along a curve",
    "bgt_timing_get_velocity": "along a curve",
    "bgt_timing_get_inverse": "along a curve",
    "bgt_velocity_tracker_get_velocity": "fits a line",
    "bgt_velocity_tracker_get_velocity_at": "fits a line",
    "bgt_property_animator_get_progress": "along a curve",
    "bgt_property_animator_set_fraction_complete": "scrubs what it animates",
    "bgt_animator_set_length_scale": "only before there are items",
}

# Values of parameters: by function and name, by name, by type. i counts the calls.
TWO = "(i & 1 ? 1 : 0.5)"
BY_FUNCTION = {
    ("bgt_attachment_set_range", "minimum"): "-" + TWO,
    ("bgt_attachment_set_length", "length"): "(100 + (i & 1))",
    ("bgt_item_set_bounds_type", "bounds_type"): "(i & 1)",
    ("bgt_item_behavior_set_angle_limits", "minimum"): "-" + TWO,
    ("bgt_collision_set_mode", "mode"): "(1 + (i & 1))",
    ("bgt_item_behavior_set_anchored", "anchored"): "!(i & 1)",
    ("bgt_item_apply_impulse", "impulse"): "(bgt_vec2){ i & 1 ? 1 : -1, 0 }",
    ("bgt_item_behavior_add_linear_velocity", "velocity"): "(bgt_vec2){ i & 1 ? 1 : -1, 0 }",
    ("bgt_item_behavior_add_angular_velocity", "velocity"): "(i & 1 ? 1 : -1)",
    ("bgt_timeline_set_rate", "rate"): TWO,
    ("bgt_property_animator_set_iterations", "iterations"): "(1 + (i & 1))",
    ("bgt_percent_driver_set_timing", "timing"): "(i & 1 ? timing : spring)",
    ("bgt_field_set_region", "region"): "(i & 1 ? region : 0)",
}
BY_NAME = {
    "channel": "BGT_CHANNEL_CENTER",
    "key": "(i & 1)",
    "kind": "BGT_LAYOUT_CELL",
    "other": "other",
}
BY_TYPE = {
    "double": TWO,
    "bool": "(i & 1)",
    "bgt_vec2": "(bgt_vec2){ 0.25, " + TWO + " }",
    "bgt_rect": "rectangles[i & 1]",
    "bgt_insets": "insets[i & 1]",
    "bgt_color": "(bgt_color){ 0, 0, 0, " + TWO + " }",
    "bgt_transform": "transforms[i & 1]",
    "bgt_channel_values": "channel_values[i & 1]",
    "int32_t": "(i & 1)",
    "uint64_t": "(uint64_t)(i & 1)",
    "void *": "&values[i & 1]",
    "const bgt_material *": "&materials[i & 1]",
    "double *": "&values[{n}]",
    "bgt_rect *": "&bounds",
    "bgt_vec2 *": "&vector",
    "bgt_item_state *": "&state",
    "bgt_curve": "(i & 1)",
    "bgt_clamp": "(i & 1)",
    "bgt_additive": "(i & 1)",
    "bgt_transition_key": "BGT_TRANSITION_TO",
}
# The object, when another than that of its type.
SUBJECTS = {
    "bgt_attachment_get_range": "pin",
    "bgt_attachment_set_range": "pin",
    "bgt_attachment_set_friction_torque": "pin",
    "bgt_attachment_get_displacement": "pin",
    "bgt_field_set_direction": "wind",
    "bgt_field_set_smoothness": "noise",
    "bgt_field_set_animation_speed": "noise",
    "bgt_item_behavior_set_target": "anchors",
    "bgt_timing_get_initial_velocity": "spring",
    "bgt_item_get_group": "free_item",
    "bgt_item_set_frame": "free_item",
    "bgt_item_set_bounds": "free_item",
    "bgt_item_set_display_transform": "free_item",
    "bgt_property_animator_set_iterations": "idle",
    "bgt_property_animator_set_clamp": "idle",
    "bgt_property_animator_set_additive": "idle",
    "bgt_property_animator_set_interruptible": "idle",
    "bgt_property_animator_set_user_interaction_enabled": "idle",
    "bgt_presentation_set_removing_presenter": "spare",
    "bgt_presentation_set_in_fullscreen": "spare",
    "bgt_presentation_set_dimming": "spare",
}
ITEMS = {"bgt_item_behavior_set_target": "held"}
IDS = (
    "animator item gravity collision attachment snap push field timing timeline property_animator presentation"
    " transition percent_driver velocity_tracker region"
).split()
OBJECTS = {"bgt_" + name: name for name in IDS}
OBJECTS.update(
    bgt_item_behavior="properties",
    bgt_item_group="group",
    bgt_behavior="gravity",
    bgt_transition_container="container",
    bgt_transition_interaction="interaction",
)


def functions(path):
    text = re.sub(r"/\*.*?\*/", "", open(path, encoding="utf-8").read(), flags=re.S)
    text = re.sub(r"\bBGT_(NULLABLE|NONNULL)\b ?", "", text)
    for result, name, parameters in re.findall(r"BGT_API\s+([^;{}]*?)\b(bgt_\w+)\s*\(([^;]*?)\)\s*;", text, flags=re.S):
        if re.search(r"_(get|set|is)_|_apply_|_add_\w+_velocity$", name):
            yield result.strip(), name, " ".join(parameters.split())


def value(function, position, kind, name):
    if kind in OBJECTS and position == 0:
        return SUBJECTS.get(function, OBJECTS[kind])
    if (function, name) in BY_FUNCTION:
        return BY_FUNCTION[function, name]
    if kind == "bgt_item":
        return ITEMS.get(function, "item")
    if name in BY_NAME:
        return BY_NAME[name]
    if kind in BY_TYPE:
        return BY_TYPE[kind].replace("{n}", str(position % 2))
    if kind in OBJECTS:
        return OBJECTS[kind]
    sys.exit(f"property_calls.py: {function}: no value for {kind} {name}")


def main():
    unused = set(NO_PROPERTY)
    for result, name, parameters in functions(sys.argv[1]):
        if name in NO_PROPERTY:
            unused.discard(name)
            continue
        if any(re.search(pattern, parameters) for pattern in REASONS.values()):
            continue
        arguments = []
        for position, parameter in enumerate(parameters.split(", ")):
            kind, _, last = re.fullmatch(r"(.*?)( ?)(\w+)", parameter).groups()
            arguments.append(value(name, position, kind.strip(), last))
        call = f"{name}({', '.join(arguments)})"
        if result == "bgt_status":
            print(f"SET({name}, {call});")
        else:
            print(f"GET({name}, {result}, {call});")
    if unused:
        sys.exit(f"property_calls.py: not in the header: {', '.join(sorted(unused))}")


main()
