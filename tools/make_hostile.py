#!/usr/bin/env python3
"""Writes a C program that gives every function of the header bad arguments: make_hostile.py <header> <output>.
SPDX-License-Identifier: MIT

For each function and each argument (each field of a struct, one element of an array) the program calls it with
hostile values on otherwise valid arguments, and holds the answer against what the argument's class demands: null
pointers, bad ids, non-finite numbers and unknown enum values must be refused; a refused call leaves outputs,
state hash, every getter and the live counts as they were, and a world that never saw it stays equal for 60 more
ticks; accepted values leave all states finite. Everything runs once outside and once inside a callback.
A declaration of a shape that this script does not know is an error here, never a gap there.
"""
import re
import sys
from pathlib import Path

# Null pointers that the header allows: parameters of any function, then of single functions.
NULL_ALLOWED = {"out_steps", "out_closed", "context", "release", "fn", "read", "write", "user_data",
                "completion"}
NULL_ALLOWED_IN = {
    ("bgt_item_create", "def"), ("bgt_animator_create", "def"), ("bgt_gravity_create", "def"),
    ("bgt_collision_create", "def"), ("bgt_push_create", "def"), ("bgt_presentation_create", "def"),
    ("bgt_transition_animation_create", "def"), ("bgt_transition_interaction_create", "def"),
    ("bgt_percent_driver_create", "def"), ("bgt_transition_delegate_create", "def"), ("bgt_transition_drive", "def"),
    ("bgt_collision_set_boundary_passing", "identifier"), ("bgt_collision_get_boundary_passing", "identifier"),
    ("bgt_collision_set_boundary_surface_speed", "identifier"),
    ("bgt_collision_get_boundary_surface_speed", "identifier"),
    ("bgt_collision_set_boundary_material", "identifier"), ("bgt_collision_get_boundary_material", "identifier"),
    ("bgt_collision_get_boundary_material", "out_elasticity"),
    ("bgt_collision_get_boundary_material", "out_friction"),
}
# Ids that may be 0, and functions that answer a bad id without recording an error.
ZERO_ALLOWED = {("bgt_release", "id"), ("bgt_attachment_def", "other"), ("bgt_field_def", "region"),
                ("bgt_field_set_region", "region"),
                ("bgt_property_animator_create", "timing"), ("bgt_property_animator_create_running", "timing"),
                ("bgt_property_animator_continue", "timing"),
                ("bgt_property_animator_continue_to", "timing"), ("bgt_property_animator_add_keyframe", "timing"),
                ("bgt_decay_def", "spring"), ("bgt_percent_driver_set_timing", "timing"),
                ("bgt_transition_container_present", "source"), ("bgt_transition_container_present", "delegate")}
SILENT = {"bgt_is_alive", "bgt_get_kind"}
# Kinds of behavior that a parameter of type bgt_behavior does not take.
WITH_ITEMS = ("GRAVITY", "COLLISION", "PUSH", "ITEM_BEHAVIOR", "FIELD")
NARROW = {("bgt_behavior_add_item", "behavior"): WITH_ITEMS}
# Valid arguments that the parameter's type and name alone do not give; "w" is the world.
VALID = {
    ("bgt_retain", "id"): "w->item", ("bgt_release", "id"): "w->item", ("bgt_is_alive", "id"): "w->item",
    ("bgt_get_kind", "id"): "w->item", ("bgt_get_live_count", "kind"): "BGT_KIND_ITEM",
    ("bgt_def_init", "kind"): "BGT_KIND_ITEM", ("bgt_def_init", "struct_size"): "sizeof(bgt_item_def)",
    ("bgt_get_limit", "which"): "BGT_LIMIT_ANGLE",
    ("bgt_behavior_add_child", "behavior"): "w->composite", ("bgt_behavior_add_child", "child"): "w->spare",
    ("bgt_behavior_remove_child", "behavior"): "w->composite", ("bgt_behavior_remove_child", "child"): "w->leaf",
    ("bgt_behavior_get_children", "behavior"): "w->composite",
    ("bgt_behavior_add_item", "item"): "w->loose",
    ("bgt_animator_add_behavior", "behavior"): "w->spare",
    ("bgt_animator_set_length_scale", "animator"): "w->empty",
    ("bgt_animator_advance", "seconds"): "1.0 / 60.0", ("bgt_attachment_set_range", "minimum"): "-1.0",
    ("bgt_item_behavior_set_angle_limits", "minimum"): "-1.0",
    ("bgt_name_get_string", "name"): 'bgt_intern("wall")',
    ("bgt_item_set_bounds_type", "bounds_type"): "BGT_BOUNDS_ELLIPSE",
    ("bgt_item_get_path", "item"): "w->other", ("bgt_items_set_centers", "items"): "w->pair",
    ("bgt_items_set_angles", "items"): "w->pair", ("bgt_items_get_centers", "items"): "w->pair",
    ("bgt_timing_create_cubic", "control_point1"): "(bgt_vec2){ 0.25, 0.1 }",
    ("bgt_timing_create_cubic", "control_point2"): "(bgt_vec2){ 0.25, 1 }",
    ("bgt_timing_create_composed", "spring"): "w->spring", ("bgt_timing_get_spring", "timing"): "w->spring",
    ("bgt_timing_get_exact_settling_duration", "timing"): "w->spring",
    ("bgt_timing_get_exact_settling_duration", "epsilon"): "0.01",
    ("bgt_property_animator_finish", "animator"): "w->stopped", ("bgt_property_animator_continue", "animator"): "w->paused",
    ("bgt_property_animator_start_after_delay", "animator"): "w->paused",
    ("bgt_timeline_remove_item", "item"): "w->other", ("bgt_item_set_value", "channel"): "BGT_CHANNEL_CENTER",
    ("bgt_property_animator_create_retarget", "channel"): "BGT_CHANNEL_CENTER",
    ("bgt_property_animator_create_retarget", "spring"): "w->spring",
    ("bgt_property_animator_create_decay", "channel"): "BGT_CHANNEL_CENTER",
    ("bgt_property_animator_add_keyframe", "start"): "0.25", ("bgt_property_animator_add_keyframe", "length"): "0.5",
    ("bgt_property_animator_add_staggered", "seconds"): "0.1",
    ("bgt_property_animator_continue_to", "animator"): "w->paused",
    ("bgt_gesture_project", "rate"): "0.998", ("bgt_gesture_decay_velocity", "rate"): "0.998",
    ("bgt_gesture_decay_distance", "rate"): "0.998", ("bgt_gesture_decay_seconds", "rate"): "0.998",
    ("bgt_gesture_rubber_band_inverse", "dimension"): "2.0",
    ("bgt_transition_container_present", "container"): "w->stage",
    ("bgt_transition_container_present", "presented"): "w->loose",
    ("bgt_transition_container_present", "delegate"): "w->quiet",
    ("bgt_transition_container_dismiss", "container"): "w->showing",
    ("bgt_transition_container_remove_item", "item"): "w->other",
    ("bgt_transition_drive", "behavior"): "w->spare",
    ("bgt_transition_interaction_set_completion_curve", "curve"): "BGT_CURVE_LINEAR",
    ("bgt_timeline_add_animator", "animator"): "w->empty",
    ("bgt_timeline_remove_animator", "animator"): "w->follower",
    ("bgt_collision_set_mode", "mode"): "3", ("bgt_collision_add_boundary_segment", "to"): "(bgt_vec2){ 56, 78 }",
}
DEFAULTS = {  # by type
    "bgt_animator": "w->animator", "bgt_item": "w->item", "bgt_item_group": "w->group", "bgt_behavior": "w->gravity", "bgt_gravity": "w->gravity",
    "bgt_collision": "w->collision", "bgt_attachment": "w->attachment", "bgt_snap": "w->snap", "bgt_push": "w->push",
    "bgt_item_behavior": "w->item_behavior", "bgt_timeline": "w->timeline", "bgt_timing": "w->timing", "bgt_velocity_tracker": "w->tracker",
    "bgt_transition_container": "w->container", "bgt_presentation": "w->presentation",
    "bgt_transition": "w->transition", "bgt_transition_delegate": "w->delegate",
    "bgt_transition_animation": "w->animation", "bgt_transition_interaction": "w->interaction",
    "bgt_percent_driver": "w->driver", "bgt_color": "(bgt_color){ 0, 0.5, 1, 0.3 }",
    "bgt_property_animator": "w->property_animator", "bgt_channel_values": "(bgt_channel_values){ 1, 2, 3, 4 }",
    "bgt_field": "w->field", "bgt_region": "w->region", "double": "1.0", "bool": "true",
    "bgt_vec2": "(bgt_vec2){ 12, 34 }", "bgt_rect": "(bgt_rect){ 0, 0, 320, 568 }",
    "bgt_insets": "(bgt_insets){ 1, 2, 3, 4 }", "bgt_transform": "(bgt_transform){ 1, 0, 0, 1, 0, 0 }",
}
KIND_OF = {
    "bgt_animator": "ANIMATOR", "bgt_item": "ITEM", "bgt_item_group": "ITEM_GROUP", "bgt_behavior": "BEHAVIOR", "bgt_gravity": "GRAVITY",
    "bgt_collision": "COLLISION", "bgt_attachment": "ATTACHMENT", "bgt_snap": "SNAP", "bgt_push": "PUSH",
    "bgt_item_behavior": "ITEM_BEHAVIOR", "bgt_timeline": "TIMELINE", "bgt_timing": "TIMING", "bgt_velocity_tracker": "VELOCITY_TRACKER",
    "bgt_property_animator": "PROPERTY_ANIMATOR",
    "bgt_transition_container": "TRANSITION_CONTAINER", "bgt_presentation": "PRESENTATION",
    "bgt_transition": "TRANSITION", "bgt_transition_delegate": "TRANSITION_DELEGATE",
    "bgt_transition_animation": "TRANSITION_ANIMATION", "bgt_transition_interaction": "TRANSITION_INTERACTION",
    "bgt_percent_driver": "PERCENT_DRIVER",
    "bgt_field": "FIELD", "bgt_region": "REGION", "bgt_id": "NONE",
}
COUNTS = {"count", "capacity"}


def die(message):
    sys.exit(f"make_hostile.py: {message}")


class Header:
    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"BGT_NULLABLE|BGT_NONNULL", " ", text)
        text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
        self.structs = {}
        for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", text, flags=re.S):
            fields = []
            for declaration in filter(None, (part.strip() for part in body.split(";"))):
                match = re.match(r"^((?:const )?\w+[ *]+)([\w, ]+)$", declaration) or die(f"field {declaration!r}")
                kind = re.sub(r"\s+", " ", match[1]).replace(" *", "*").strip()
                fields += [(kind, field.strip()) for field in match[2].split(",")]
            self.structs[name] = fields
        self.functions = {}
        self.callbacks = {}
        for result, name, parameters in re.findall(r"typedef (\w+) \(\*(\w+)\)\(([^)]*)\);", text):
            self.callbacks[name] = (result, re.sub(r"\s+", " ", parameters))
        self.enums = {}
        # A typedef of an integer followed by an enum is an enumeration; values are written out in the header.
        for name, body in re.findall(r"typedef u?int32_t (\w+);\s*enum \{(.*?)\};", text, flags=re.S):
            self.enums[name] = [int(value) for value in re.findall(r"=\s*(-?\d+)", body)]
        for result, name, parameters in re.findall(r"^BGT_API\s+([^;(]*?)\b(bgt_\w+)\s*\((.*?)\);", text, re.S | re.M):
            rows = []
            parameters = re.sub(r"\s+", " ", parameters).strip()
            for parameter in [] if parameters == "void" else parameters.split(","):
                match = re.match(r"^(.*?[ *])(\w+)$", parameter.strip()) or die(f"parameter {parameter!r} of {name}")
                rows.append((re.sub(r" ?\* ?", "*", match[1]).strip(), match[2]))
            self.functions[name] = (re.sub(r" ?\* ?", "*", result).strip(), rows)
        declared = text.count("BGT_API") - len(re.findall(r"define\s+BGT_API", text))
        if declared != len(self.functions):
            die(f"{declared} declarations, but {len(self.functions)} understood")


class Writer:
    """One function: its arguments, valid values, hostile values."""

    def __init__(self, header, name):
        self.h, self.name = header, name
        self.result, self.parameters = header.functions[name]
        self.fill, self.cases, self.outputs = [], [], 0
        for kind, parameter in self.parameters:
            self.parameter(kind, parameter)

    def case(self, label, count, statement):
        self.cases.append((label, count, statement))

    def numbers(self, target, label):
        self.case(label, "N_DOUBLES", f"{target} = hostile_double(k, expect);")

    def ids(self, target, label, kind, owner):
        zero = "true" if owner in ZERO_ALLOWED else "false"
        mask = " | ".join(f"1u << BGT_KIND_{k}" for k in NARROW.get(owner, ())) or "0"
        self.case(label, "N_IDS", f"{target} = hostile_id(w, k, {target}, BGT_KIND_{kind}, {zero}, {mask}, expect);")

    def enumeration(self, target, label, kind):
        values = self.h.enums[kind]
        self.case(label, "N_ENUMS", f"{target} = hostile_enum(k, {min(values)}, {max(values)}, expect);")

    def pointer(self, target, label, allowed):
        self.case(label + " null", "1", f"{target} = NULL; *expect = {'EITHER' if allowed else 'REFUSED'};")

    def output(self, kind, parameter, allowed):
        target = f"a->{parameter}"
        self.fill.append(f"{target} = ({kind})outputs[{self.outputs}];")
        if kind in ("bgt_counters*", "bgt_profile*"):
            size = f"sizeof({kind[:-1]})"
            self.fill.append(f"{target}->struct_size = {size};")
            self.case(f"{parameter}->struct_size", "N_SIZES",
                      f"{target}->struct_size = hostile_size(k, {size}, outputs[{self.outputs}], expect);")
        self.outputs += 1
        self.pointer(target, parameter, allowed)

    def fields(self, target, label, struct):
        """Hostile values for each field of a struct that the caller fills."""
        for kind, field in self.h.structs[struct]:
            inner, text = f"{target}{field}", f"{label}.{field}"
            if kind == "double":
                self.numbers(inner, text)
            elif kind in KIND_OF:
                self.ids(inner, text, KIND_OF[kind], (struct, field))
            elif kind in self.h.enums:
                self.enumeration(inner, text, kind)
            elif kind in self.h.structs:
                self.fields(inner + ".", text, kind)
            elif field == "struct_size":
                self.case(text, "N_SIZES", f"{inner} = hostile_size(k, sizeof({struct}), inputs.bytes, expect);")
            elif kind == "uint32_t":
                if field in ("removing_presenter", "in_fullscreen", "wants_interactive_start"):
                    self.case(text, "N_WORDS", f"{inner} = hostile_word(k, 0, 1, expect);")
                elif struct == "bgt_animator_def" and field != "reserved":
                    self.case(text, "N_WORDS", f"{inner} = hostile_word(k, 1, 64, expect);")
                else:
                    self.case(text, "N_WORDS", f"{inner} = hostile_word(k, 0, {int(field != 'reserved')}, expect);")
            elif kind == "uint64_t" and field == "seed":
                self.case(text, "N_CAPACITIES", f"*expect = EITHER; {inner} = hostile_capacity(k);")
            elif kind == "const bgt_vec2*" and field == "path":
                self.pointer(inner, text, False)
            elif kind == "uint64_t" and field == "path_count":
                self.case(text, "N_COUNTS", f"{inner} = hostile_count(k, 4, expect);")
            elif kind == "void*":
                self.pointer(inner, text, True)
            elif kind in self.h.callbacks:
                function = "on_release" if kind == "bgt_release_fn" else "nothing_" + kind
                self.case(text, "1", f"{inner} = {function}; *expect = ACCEPTED;")
            else:
                die(f"field {struct}.{field} of type {kind}")

    def parameter(self, kind, parameter):
        owner, target = (self.name, parameter), f"a->{parameter}"
        allowed = parameter in NULL_ALLOWED or owner in NULL_ALLOWED_IN
        valid = VALID.get(owner)
        array = re.fullmatch(r"const (\w+)\*", kind)
        if kind in KIND_OF:
            self.fill.append(f"{target} = {valid or DEFAULTS[kind]};")
            self.ids(target, parameter, KIND_OF[kind], owner)
        elif kind == "double":
            self.fill.append(f"{target} = {valid or DEFAULTS[kind]};")
            self.numbers(target, parameter)
        elif kind == "bool":
            self.fill.append(f"{target} = true;")
            self.case(parameter, "N_BOOLS", f"*expect = EITHER; hostile_bool(k, &{target});")
        elif kind == "bgt_name":
            self.fill.append(f"{target} = {valid};")
            self.case(parameter, "N_NAMES", f"{target} = hostile_name(k, expect);")
        elif kind in self.h.enums:
            self.fill.append(f"{target} = {valid or max(self.h.enums[kind])};")
            self.enumeration(target, parameter, kind)
        elif kind in self.h.structs:
            self.fill.append(f"{target} = {valid or DEFAULTS[kind]};")
            self.fields(target + ".", parameter, kind)
        elif kind == "uint32_t" and parameter == "struct_size":
            self.fill.append(f"{target} = {valid};")
            self.case(parameter, "N_SIZES", f"{target} = hostile_plain_size(k, expect);")
        elif kind == "uint64_t" and parameter == "position":
            self.fill.append(f"{target} = 0;")
            self.case(parameter, "N_CAPACITIES", f"*expect = EITHER; {target} = hostile_capacity(k);")
        elif kind == "uint32_t" and parameter == "steps":
            self.fill.append(f"{target} = 4;")
            self.case(parameter, "N_WORDS", f"{target} = hostile_word(k, 1, 10000, expect);")
        elif kind == "int32_t" and parameter == "filter_group":
            self.fill.append(f"{target} = -3;")
            self.case(parameter, "N_CAPACITIES", f"*expect = EITHER; {target} = (int32_t)hostile_capacity(k);")
        elif kind == "uint64_t" and parameter in COUNTS:
            if parameter == "capacity":
                self.fill.append(f"{target} = 16;")
                self.case(parameter, "N_CAPACITIES", f"*expect = EITHER; {target} = hostile_capacity(k);")
            else:
                count = 2 if self.name.startswith(("bgt_items_", "bgt_item_group_")) else 4
                if self.name == "bgt_region_create_from_bytes":
                    count = "sizeof region_bytes"
                self.fill.append(f"{target} = {count};")
                self.case(parameter, "N_COUNTS", f"{target} = hostile_count(k, {count}, expect);")
        elif kind == "uint64_t" and parameter == "seed":
            self.fill.append(f"{target} = 7;")
            self.case(parameter, "N_CAPACITIES", f"*expect = EITHER; {target} = hostile_capacity(k);")
        elif kind == "const uint8_t*":
            self.fill.append(f"{target} = region_bytes;")
            self.pointer(target, parameter, allowed)
            self.case(parameter + " damaged", "N_DAMAGES", f"{target} = damaged_region(k); *expect = REFUSED;")
        elif kind == "uint64_t" and parameter == "key":
            self.fill.append(f"{target} = 7;")
            self.case(parameter, "N_CAPACITIES", f"*expect = EITHER; {target} = hostile_capacity(k);")
        elif kind == "const char*":
            self.fill.append(f'{target} = "{"wall"}";')
            self.pointer(target, parameter, allowed)
            self.case(parameter, "N_STRINGS", f"{target} = hostile_string(k, expect);")
        elif kind in self.h.callbacks:
            self.fill.append(f"{target} = {'on_release' if kind == 'bgt_release_fn' else 'nothing_' + kind};")
            self.pointer(target, parameter, allowed)
        elif kind == "void*" and parameter == "def":
            self.output("void*", parameter, allowed)
        elif kind == "void*":
            self.fill.append(f"{target} = &releases;")
            self.pointer(target, parameter, allowed)
        elif array and array[1].endswith("_def"):
            self.fill += [f"memset(inputs.bytes, 0, sizeof inputs.bytes); {array[1]}_init(&inputs.{array[1]});",
                          f"valid_{array[1]}(w, &inputs.{array[1]}); {target} = &inputs.{array[1]};"]
            self.pointer(target, parameter, allowed)
            self.fields(f"inputs.{array[1]}.", parameter, array[1])
        elif array and array[1] == "bgt_material":
            self.fill.append(f"inputs.bgt_material = (bgt_material){{ 0.5, 0.5, 2, 0.5, 0.5 }}; {target} = "
                             "&inputs.bgt_material;")
            self.pointer(target, parameter, allowed)
            self.fields("inputs.bgt_material.", parameter, array[1])
        elif kind == "const bgt_vec2*":
            shape = "curve" if self.name.startswith("bgt_timing_") else "square"
            self.fill.append(f"{shape}(points); {target} = points;")
            self.pointer(target, parameter, allowed)
            self.fields("points[1].", f"{parameter}[1]", "bgt_vec2")
        elif kind == "const double*":
            self.fill.append(f"numbers[0] = numbers[1] = 0.5; {target} = numbers;")
            self.pointer(target, parameter, allowed)
            self.numbers("numbers[1]", f"{parameter}[1]")
        elif kind == "const bgt_item*":
            first, second = ("lone[0]", "lone[1]") if self.name == "bgt_item_group_create" else ("item", "other")
            self.fill.append(f"w->pair[0] = w->{first}; w->pair[1] = w->{second}; {target} = w->pair;")
            self.pointer(target, parameter, allowed)
            self.ids("w->pair[1]", f"{parameter}[1]", "ITEM", (self.name, parameter))
        elif parameter.startswith("out_") and kind.endswith("*") and not array:
            self.output(kind, parameter, allowed)
        else:
            die(f"{self.name}: parameter {parameter} of type {kind!r}")

    def text(self):
        name, lines = self.name, []
        fields = " ".join(f"{kind} {parameter};" for kind, parameter in self.parameters) or "char none;"
        for callback in self.h.callbacks:
            fields = re.sub(rf"\b{callback} (\w+);", rf"{callback} \1;", fields)
        lines += [f"typedef struct args_{name} {{ {fields} }} args_{name};",
                  f"static void fill_{name}(world *w, void *raw) {{ args_{name} *a = raw; (void)a; (void)w;",
                  "  outputs_used = %d;" % self.outputs] + ["  " + line for line in self.fill] + ["}"]
        lines += [f"static const char *mutate_{name}(world *w, void *raw, int k, int *expect) {{ "
                  f"args_{name} *a = raw; (void)a; (void)w; (void)expect; (void)k;"]
        for label, count, statement in self.cases:
            lines += [f"  if (k < {count}) {{ {statement} return \"{label}\"; }} k -= {count};"]
        lines += ["  return NULL;", "}"]
        call = f"{name}({', '.join('a->' + parameter for _, parameter in self.parameters)})"
        lines += [f"static int invoke_{name}(void *raw, unsigned char *result, size_t *size) {{ args_{name} *a = raw; "
                  "(void)a; *size = 0; (void)result;"]
        if self.result == "bgt_status":
            lines += [f"  return {call};"]
        elif self.result == "void":
            lines += [f"  bgt_clear_error(); {call}; return bgt_last_error();"]
        else:
            lines += ["  bgt_clear_error(); {",
                      f"  {self.result} r = {call}; *size = sizeof r; memcpy(result, &r, sizeof r); }}",
                      "  return bgt_last_error();"]
        return "\n".join(lines + ["}"])

    def changes(self):
        """Whether it must be refused inside a step: it takes an object and is no getter."""
        kinds = [k for k, _ in self.parameters]
        for kind in kinds[:]:
            definition = re.fullmatch(r"const (\w+_def)\*", kind)
            kinds += [field for field, _ in self.h.structs[definition[1]]] if definition else []
        ids = any(k in KIND_OF and k != "bgt_id" or k == "const bgt_item*" for k in kinds)
        return bool(ids and not re.search(r"_(get|is|copy)_|_contains$|^bgt_region_", self.name))

    def reads(self):
        """Whether the function only reads: then its answer is part of what a refused call may not change.

        Counters of misuse are no part of it: refusals are what they count.
        """
        plain = all(k in KIND_OF or (p.startswith("out_") and "**" not in k) or p in ("capacity", "identifier")
                    for k, p in self.parameters)
        return bool(re.search(r"_(get|is)_", self.name) and plain and self.parameters
                    and self.name not in ("bgt_is_alive", "bgt_get_kind")
                    and not self.name.endswith("_get_misuse_count")
                    and self.result != "const char*")


RUNTIME = Path(__file__).resolve().parent.parent / "Tests/ABITests/hostile_runtime.c"


def main():
    header = Header(Path(sys.argv[1]).read_text())
    writers = [Writer(header, name) for name in header.functions]
    out = ["/* Written by tools/make_hostile.py from the header; do not edit. */"]
    runtime = RUNTIME.read_text()
    before, after = runtime.split("/* @GENERATED@ */")
    definitions = [name for name in header.structs if name.endswith("_def") or name == "bgt_material"]
    out += [before.replace("/* @INPUTS@ */", " ".join(f"{name} {name};" for name in definitions))]
    for name, (result, parameters) in header.callbacks.items():
        if name == "bgt_release_fn":
            continue
        if result not in ("void", "bool", "double", *KIND_OF):
            die(f"callback {name} returns {result}")
        used = " ".join(f"(void){part.split()[-1].lstrip('*')};" for part in parameters.split(","))
        answer = "" if result == "void" else " return 0;"
        out += [f"static {result} nothing_{name}({parameters}) {{ {used}{answer} }}"]
    out += [writer.text() for writer in writers]
    out += ["static const function functions[] = {"]
    out += ["  {{ \"{0}\", fill_{0}, mutate_{0}, invoke_{0}, sizeof(args_{0}), {1}, {2}, {3}, {4} }},".format(
        w.name, int(w.result == "bgt_status"), int(w.reads()), int(w.name in SILENT), int(w.changes()))
        for w in writers]
    out += ["};", after]
    Path(sys.argv[2]).write_text("\n".join(out))


if __name__ == "__main__":
    main()
