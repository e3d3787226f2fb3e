#!/usr/bin/env python3
"""Writes a C program that calls every function of the header at random: make_calls.py <header> <output>.
SPDX-License-Identifier: MIT

Arguments are drawn by type and name, most of them such as make sense; callbacks make further calls, of those that belong there. What the answers
must be is in Tests/ABITests/calls_runtime.c. A declaration of a shape that this script does not know is an error here, never a gap there.
"""
import re
import sys
from pathlib import Path

from make_hostile import Header, KIND_OF, die

# Ranges of numbers by the name of the parameter or field; the first pattern that fits.
NUMBERS = [
    (r"^(fraction|percent|progress|alpha|delay_factor|start|length|low|high|near|smoothness|bounce|red|green|blue|completion_speed)$", "0, 1"),
    (r"^(minimum|range_minimum)$", "-3, 0"), (r"^(maximum|range_maximum)$", "0, 3"), (r"angle", "-4, 4"), (r"frequency", "0, 20"),
    (r"damping|ratio|elasticity|friction", "0, 1.5"), (r"^(rate|speed|scale|time_scale|density|mass|rest_.*)$", "0.2, 3"),
    (r"^(duration|delay|response)$", "0, 1"), (r"stiffness", "10, 900"), (r"step_seconds", "0.004, 0.05"), (r"epsilon|threshold", "0.001, 0.5"),
    (r"break_force", "0, 100"), (r"time_limit", "0.01, 2"), (r"dimension|radius", "1, 200"), (r"strength|charge|magnitude", "-3, 3"),
]
BY_OWNER = {
    ("bgt_animator_advance", "seconds"): "below(10) ? number(0, 0.04) : number(0, 0.4)",
    ("bgt_timeline_advance", "seconds"): "below(10) ? number(0, 0.1) : number(0, 3)",
    ("bgt_timeline_advance_to", "time"): "bgt_timeline_get_time(timeline) + number(0, 0.2)",
    ("bgt_property_animator_set_iterations", "iterations"): "below(8) ? below(5) : number(0, 9)",
    ("bgt_gesture_project", "rate"): "number(0.9, 0.9999)", ("bgt_gesture_decay_velocity", "rate"): "number(0.9, 0.9999)",
    ("bgt_gesture_decay_distance", "rate"): "number(0.9, 0.9999)", ("bgt_gesture_decay_seconds", "rate"): "number(0.9, 0.9999)",
    ("bgt_decay_def", "rate"): "number(0.9, 0.9999)", ("bgt_velocity_tracker_add", "time"): "number(0, 2)",
    ("bgt_animator_set_length_scale", "scale"): "number(0.5, 2)", ("bgt_transition_interaction_set_completion_speed", "speed"): "number(0.5, 2)",
    ("bgt_attachment_def", "length"): "number(-10, 100)", ("bgt_attachment_set_length", "length"): "number(0, 100)",
    ("bgt_attachment_def", "frequency"): "below(2) ? 0 : number(0, 20)", ("bgt_attachment_def", "damping"): "below(2) ? 0 : number(0, 2)",
    ("bgt_attachment_def", "break_force"): "below(2) ? 0 : number(0, 100)", ("bgt_field_def", "falloff"): "below(2) ? 0 : number(-2, 2)",
    ("bgt_animator_set_field_unit_scale", "scale"): "number(10, 200)",
}
VECTORS = [(r"^size$", "side()"), (r"direction|axis", "vector(1.5)"), (r"velocity", "vector(300)"), (r"offset|impulse|force", "vector(10)"),
           (r"control_point", "unit()"), (r"low", "vector(50)"), (r"high", "vector(50)")]
WORDS = {("bgt_animator_def", "substeps"): "1 + (uint32_t)below(4)", ("bgt_animator_def", "workers"): "1 + (uint32_t)(below(12) == 0)"}
RARE_ZERO = {("bgt_attachment_def", "other"), ("bgt_field_def", "region"), ("bgt_field_set_region", "region"), ("bgt_decay_def", "spring"),
             ("bgt_transition_container_present", "source"), ("bgt_transition_container_present", "delegate")}
SKIPPED = {"bgt_release", "bgt_retain"}  # the runtime gives back what it holds, and retains what it is lent
# Arguments that belong to another one, by functions and parameter: most pairs that are drawn do not.
RELATED = [(r"^bgt_behavior_remove_child$", "child", "child_of(behavior)"), (r"^bgt_behavior_remove_item$", "item", "item_of(behavior)"),
           (r"^bgt_item_behavior_", "item", "item_of(behavior)"), (r"^bgt_push_", "item", "item_of(push)"),
           (r"^bgt_animator_(update|get)_item", "item", "item_in(animator)"), (r"^bgt_timeline_remove_item$", "item", "item_on(timeline)"),
           (r"^bgt_animator_remove_behavior$", "behavior", "behavior_in(animator)"), (r"^bgt_transition_(?!container)", "transition", "transition_of()"),
           (r"^bgt_percent_driver_", "driver", "driver_at_work()")]
# How often a function is drawn, by the first pattern that fits; 1 otherwise.
WEIGHTS = [(r"_advance$", 80), (r"^bgt_timeline_advance_to$", 10), (r"^bgt_(behavior_add_item|animator_add_behavior)$", 30),
           (r"^bgt_transition_container_present$", 50), (r"^bgt_transition_container_dismiss$", 20),
           (r"^bgt_(timeline_add_item|timeline_add_animator|transition_container_add_item|transition_container_get_transition)$", 10),
           (r"^bgt_(percent_driver|transition)_(update|finish|cancel|pause|complete|drive|animate_.*|notify_.*)$", 15),
           (r"^bgt_behavior_(add|remove)_", 8), (r"^bgt_item_behavior_(add|set)_.*velocity$|_target$", 6), (r"^bgt_transition_delegate_create$", 12),
           (r"^bgt_property_animator_(start|pause|stop|finish|continue|continue_to|set_reversed|set_fraction_complete|add_.*)$", 8),
           (r"^bgt_property_animator_create_(running|retarget|decay)$", 12), (r"^bgt_item_create$", 12), (r"_create(_|$)", 4), (r"_(set|add|remove)_", 2)]
# What callbacks call, mostly, by the first pattern that fits the type's name.
SETTERS = r"^bgt_item_set_(center|size|frame|bounds|angle|alpha|value|transform|display_transform)$"
ANIMATION = r"^bgt_(property_animator_(create_running|create_retarget|start|pause|stop|finish|continue|set_reversed|add_.*)|timing_create_.*)$"
TRANSITION = (r"^bgt_(transition_(complete|update|finish|cancel|pause|animate_alongside|get_.*)|transition_container_.*|percent_driver_.*|"
              r"property_animator_create_running|presentation_get_.*)$")
DYNAMICS = r"^bgt_(item_(set|apply|detach).*|animator_(add|remove|update).*|behavior_.*|attachment_set_.*|collision_.*|item_behavior_.*)$"
INSIDE = [(r"animations|staggered", SETTERS), (r"completion|changes|misuse", ANIMATION), (r"transition|presentation|presented|delegate|container|"
          r"interruptible|ended", TRANSITION), (r".", DYNAMICS)]
MAY_BE_INFINITE = {"bgt_property_animator_get_remaining_seconds"}  # of one that does not move
OUTPUT_IDS = re.compile(r"_create")
# Numbers that callbacks write, by parameter.
WRITTEN = {"bgt_vec2": "*{0} = vector(100);", "bgt_rect": "*{0} = some_rect();", "double": "*{0} = number(-4, 4);"}


class Writer:
    def __init__(self, header, functions):
        self.h, self.index = header, {name: i for i, name in enumerate(functions)}

    def number(self, owner, name):
        if (owner, name) in BY_OWNER:
            return BY_OWNER[owner, name]
        for pattern, span in NUMBERS:
            if re.search(pattern, name):
                return f"number({span})"
        return "below(2) ? number(-2, 2) : number(-100, 100)"

    def value(self, owner, kind, name):
        """An expression of a type that has one."""
        for pattern, parameter, text in RELATED:
            if parameter == name and re.search(pattern, owner):
                return f"below(3) ? {text} : pick(BGT_KIND_{KIND_OF[kind]})"
        if kind in KIND_OF:
            zero = "below(4) ? {} : 0" if (owner, name) in RARE_ZERO or name in ("timing",) else "{}"
            return zero.format(f"pick(BGT_KIND_{KIND_OF[kind]})")
        if kind == "double":
            return self.number(owner, name)
        if kind == "bool":
            return "below(2) != 0"
        if kind == "bgt_channel":
            return "choice(0, 6)"
        if kind in self.h.enums:
            values = self.h.enums[kind]
            return f"({kind})choice({min(values)}, {max(values)})"
        if kind == "bgt_vec2":
            for pattern, text in VECTORS:
                if re.search(pattern, name):
                    return text
            return "vector(300)"
        if kind == "bgt_rect":
            return "some_rect()"
        if kind in ("bgt_insets", "bgt_transform", "bgt_channel_values", "bgt_color", "bgt_material"):
            return f"some_{kind}()"
        if kind == "bgt_name":
            return "below(8) ? bgt_intern(some_identifier()) : next()"
        if kind == "const char*":
            return "some_identifier()"
        if kind in self.h.callbacks:
            function = "on_release" if kind == "bgt_release_fn" else f"on_{kind}"
            return function if kind == "bgt_release_fn" else f"below(8) ? {function} : NULL"
        if kind == "uint32_t" and name == "steps":
            return "(uint32_t)below(12)"
        if kind == "int32_t" and name == "filter_group":
            return "below(5) - 2"
        if kind == "uint64_t" and name in ("key", "seed", "position"):
            return "(uint64_t)below(4)"
        if kind == "void*" and name in ("context", "user_data"):
            return "&contexts"
        return die(f"{owner}: {name} of type {kind!r}")

    def structure(self, kind, target):
        """Statements that change fields of a definition that was filled with defaults; the returned flag: has a release."""
        lines, releases = [], False
        for field_kind, field in self.h.structs[kind]:
            inner = f"{target}.{field}"
            if field in ("struct_size", "path_count", "context"):
                continue
            if field == "reserved":
                lines.append(f"if (!below(60)) {inner} = (uint32_t)next();")
            elif field_kind == "const bgt_vec2*":
                lines.append(f"{inner} = below(3) ? NULL : points; {target}.path_count = {inner} ? some_points(points, false) : 0;")
            elif field_kind == "uint32_t":
                lines.append(f"{inner} = {WORDS.get((kind, field), '(uint32_t)below(2)')};")
            elif field == "release":
                releases = True
                lines.append(f"{inner} = on_release; {target}.context = &contexts;")
            else:
                lines.append(f"if (below(4)) {inner} = {self.value(kind, field_kind, field)};")
        if kind == "bgt_item_def":
            lines.append(f"if (!{target}.path && below(8)) {target}.bounds_type = below(2);")
        if kind in ("bgt_attachment_def", "bgt_snap_def"):
            lines.append(f"if (!{target}.item) {target}.item = pick(BGT_KIND_ITEM);")
        return lines, releases

    def call(self, name):
        result, parameters = self.h.functions[name]
        lines, arguments, after, makes, context, defined = [], [], [], None, False, False
        names = [p for _, p in parameters]
        for kind, parameter in parameters:
            array = re.fullmatch(r"const (\w+)\*", kind)
            if kind == "void*" and parameter == "def":
                lines.append("_Alignas(16) unsigned char def[512]; bgt_kind kind = choice(0, 23);")
                arguments.append("def")
            elif parameter == "struct_size" or (parameter == "kind" and name in ("bgt_def_init", "bgt_get_live_count")):
                arguments.append("(uint32_t)(8 + 8 * below(30))" if parameter == "struct_size" else "kind" if "def" in names else "choice(0, 23)")
            elif array and array[1].endswith("_def"):
                fields, defined = self.structure(array[1], "def")
                lines += [f"{array[1]} def; bgt_vec2 points[MOST_POINTS]; (void)points; {array[1]}_init(&def);"] + fields
                lines.append("bool is_null = !below(40);")
                arguments.append("is_null ? NULL : &def")
            elif kind == "const bgt_material*":
                lines.append("bgt_material material = some_bgt_material();")
                arguments.append("&material")
            elif kind == "const bgt_vec2*":
                curve = "true" if name.startswith("bgt_timing_") else "false"
                lines.append(f"bgt_vec2 points[MOST_POINTS]; uint64_t count = some_points(points, {curve});")
                arguments.append("points")
            elif kind == "const double*":
                lines.append("double values[3]; uint64_t count = (uint64_t)below(4); for (int i = 0; i < 3; i++) values[i] = number(-4, 4);"
                             if "const bgt_item*" not in [k for k, _ in parameters] else
                             "double values[3]; for (int i = 0; i < 3; i++) values[i] = number(-4, 4);")
                arguments.append("values")
            elif kind == "const bgt_item*":
                lines.append("bgt_item items[3]; uint64_t many = (uint64_t)below(4); for (int i = 0; i < 3; i++) items[i] = pick(BGT_KIND_ITEM);")
                arguments.append("items")
            elif kind == "const uint8_t*":
                lines.append("uint8_t bytes[1024] = { 0 }; uint64_t count = 0; (void)bgt_region_copy_bytes(pick(BGT_KIND_REGION), bytes, sizeof bytes, &count);"
                             " if (count > sizeof bytes) count = sizeof bytes; if (!below(4) && count) bytes[below((int)count)] ^= 1 << below(8);")
                arguments.append("bytes")
            elif kind == "uint64_t" and parameter == "count":
                if "const bgt_vec2*" in [k for k, _ in parameters] and "const bgt_item*" in [k for k, _ in parameters]:
                    lines.append("if (many > count) many = count;")
                    arguments.append("many")
                else:
                    arguments.append("many" if "const bgt_item*" in [k for k, _ in parameters] or name == "bgt_property_animator_add_staggered" else "count")
                    if name == "bgt_property_animator_add_staggered":
                        lines.append("uint64_t many = (uint64_t)below(4);")
            elif kind == "uint64_t" and parameter == "capacity":
                lines.append("uint64_t capacity = (uint64_t)below(ROOM + 1);")
                arguments.append("capacity")
            elif kind.startswith("const ") and kind.endswith("**"):
                lines.append(f"{kind[:-1]} {parameter}_value = NULL;")
                arguments.append(f"&{parameter}_value")
            elif parameter.startswith("out_") and kind.endswith("*"):
                inner = kind[:-1]
                if inner in KIND_OF and OUTPUT_IDS.search(name) and "capacity" not in names:
                    makes = (KIND_OF[inner], parameter)
                    lines.append(f"{inner} {parameter}_value = 0;")
                    arguments.append(f"&{parameter}_value")
                elif inner in ("bgt_counters", "bgt_profile"):
                    lines.append(f"{inner} {parameter}_value = {{ 0 }}; {parameter}_value.struct_size = sizeof({inner});")
                    arguments.append(f"&{parameter}_value")
                else:
                    room = 1024 if inner == "uint8_t" else "ROOM * 9"
                    lines.append(f"{inner} {parameter}_values[{room}]; memset({parameter}_values, 0, sizeof {parameter}_values);")
                    arguments.append(f"{parameter}_values")
                    if inner in KIND_OF and "capacity" in names:
                        after.append(f"if (status >= 0) for (uint64_t i = 0; i < capacity && i < out_count_values[0]; i++) "
                                     f"borrowed(BGT_KIND_{KIND_OF[inner]}, {parameter}_values[i]);")
            else:
                if parameter == "context":
                    context = True
                lines.append(f"{kind} {parameter} = {self.value(name, kind, parameter)};")
                arguments.append(parameter)
        call = f"{name}({', '.join(arguments)})"
        number = self.index[name]
        lines.append(f"last = \"{name}\";")
        if name == "bgt_last_error":
            lines += [f"bgt_status answer = {call};", f"calls++; used[{number}]++; fold(&answer, sizeof answer);"]
        elif result == "bgt_status":
            counted = context and "release" in names or defined
            if counted:
                condition = "!is_null" if defined else "release"
                after.append(f"if (status >= 0 && {condition}) contexts++;")
            lines += ["watch();", f"bgt_status status = {call};", f"last = \"{name}\";", "told(status);", f"if (status >= 0) used[{number}]++;"] + after
            if makes:
                lines.append(f"keep(BGT_KIND_{makes[0]}, {makes[1]}_value, status);")
        elif result == "void":
            lines += [f"{call}; calls++; used[{number}]++;"]
        else:
            lines += [f"{result} answer = {call};", f"calls++; used[{number}]++; last = \"{name}\";"]
            if result in KIND_OF:
                lines.append(f"borrowed(BGT_KIND_{KIND_OF[result]}, answer);")
            elif result == "double":
                lines.append("if (answer != INFINITY) read_number(answer);" if name in MAY_BE_INFINITE else "read_number(answer);")
            elif result in self.h.structs:
                doubles = [f for k, f in self.h.structs[result] if k == "double"]
                lines += [f"read_number(answer.{field});" for field in doubles]
            elif result in ("const char*", "void*", "bgt_name"):
                lines.append("(void)answer;")
            elif result == "uint64_t" and name.endswith("state_hash") or result in ("bool", "uint32_t", "int32_t", "uint64_t") or result in self.h.enums \
                    or result == "bgt_kind":
                lines.append("fold(&answer, sizeof answer);" if name not in ("bgt_get_live_count",) else "(void)answer;")
            else:
                die(f"{name} returns {result}")
        return f"static void call_{name}(void) {{\n  " + "\n  ".join(lines) + "\n}"

    def callback(self, name):
        result, parameters = self.h.callbacks[name]
        body = []
        for parameter in parameters.split(","):
            kind, _, word = parameter.strip().rpartition(" ")
            pointer = kind.endswith("*")
            kind = kind.rstrip("* ")
            if kind in KIND_OF:
                body.append(f"handed({word});")
            elif pointer and kind in WRITTEN:
                body.append(f"if (below(2)) {WRITTEN[kind].format(word)}")
            else:
                body.append(f"(void){word};")
        inside = next(pattern for words, pattern in INSIDE if re.search(words, name))
        known = [str(i) for f, i in self.index.items() if re.search(inside, f)] or die(f"nothing to call inside {name}")
        body.append(f"static const short list[] = {{ {', '.join(known)} }};")
        body.append("nested(list, (int)(sizeof list / sizeof *list));")
        if result == "bool":
            body.append("return below(3) == 0;")
        elif result == "double":
            body.append("return number(0, 1);")
        elif result in KIND_OF:
            body.append(f"return below(4) ? pick(BGT_KIND_{KIND_OF[result]}) : 0;")
        elif result != "void":
            die(f"callback {name} returns {result}")
        return f"static {result} on_{name}({parameters}) {{\n  " + "\n  ".join(body) + "\n}"


HELPERS = """
static bgt_id one(const bgt_id *list, uint64_t count) { return count ? list[below((int)(count < ROOM ? count : ROOM))] : 0; }
static bgt_id child_of(bgt_behavior behavior) {
  bgt_id list[ROOM]; uint64_t count = 0; (void)bgt_behavior_get_children(behavior, list, ROOM, &count); return one(list, count);
}
static bgt_id item_of(bgt_behavior behavior) {
  bgt_id list[ROOM]; uint64_t count = 0; (void)bgt_behavior_get_items(behavior, list, ROOM, &count); return one(list, count);
}
static bgt_id item_in(bgt_animator animator) {
  bgt_id list[ROOM]; uint64_t count = 0; (void)bgt_animator_get_items(animator, list, ROOM, &count); return one(list, count);
}
static bgt_id behavior_in(bgt_animator animator) {
  bgt_id list[ROOM]; uint64_t count = 0; (void)bgt_animator_get_behaviors(animator, list, ROOM, &count); return one(list, count);
}
static bgt_id item_on(bgt_timeline timeline) {
  bgt_id list[ROOM]; uint64_t count = 0; (void)bgt_timeline_get_items(timeline, list, ROOM, &count); return one(list, count);
}
static bgt_id transition_of(void) { return bgt_transition_container_get_transition(pick(BGT_KIND_TRANSITION_CONTAINER)); }
static bgt_id driver_at_work(void) {
  bgt_id driver = 0;
  for (int i = 0; i < 3 && !bgt_transition_interaction_get_transition(driver); i++) driver = pick(BGT_KIND_PERCENT_DRIVER);
  return driver;
}
static bgt_vec2 side(void) { bgt_vec2 r = vector(0); r.x = number(1, 80); r.y = number(1, 80); return r; }
static bgt_vec2 unit(void) { bgt_vec2 r = vector(0); r.x = number(0, 1); r.y = number(0, 1); return r; }
static bgt_insets some_bgt_insets(void) { bgt_insets r = { number(-20, 20), 0, 0, 0 }; r.left = number(-20, 20); return r; }
static bgt_transform some_bgt_transform(void) {
  bgt_transform r = { 1, 0, 0, 1, 0, 0 };
  if (below(2)) { r.a = number(-2, 2); r.b = number(-2, 2); r.c = number(-2, 2); r.d = number(-2, 2); }
  r.tx = number(-50, 50); r.ty = number(-50, 50);
  return r;
}
static bgt_channel_values some_bgt_channel_values(void) {
  bgt_channel_values r = { number(0, 1), 0, 0, 0 };
  if (below(2)) { r.x = number(-100, 100); r.y = number(-100, 100); r.z = number(1, 80); r.w = number(1, 80); }
  return r;
}
static bgt_color some_bgt_color(void) { bgt_color r = { number(0, 1), 0.5, 0, 0 }; r.alpha = number(0, 1); return r; }
static bgt_material some_bgt_material(void) {
  bgt_material r = { number(0, 1), 0, 0, 0, 0 };
  r.friction = number(0, 1); r.density = number(0.1, 5); r.resistance = number(0, 3); r.angular_resistance = number(0, 3);
  return r;
}
"""


def main():
    header = Header(Path(sys.argv[1]).read_text())
    names = [name for name in header.functions if name not in SKIPPED]
    writer = Writer(header, names)
    runtime = Path(__file__).resolve().parent.parent / "Tests/ABITests/calls_runtime.c"
    before, after = runtime.read_text().split("/* @GENERATED@ */")
    out = ["/* Written by tools/make_calls.py from the header; do not edit. */", before,
           f"static long used[{len(names)}];", "static const char *const names[] = {", *(f'  "{name}",' for name in names), "};", HELPERS]
    out += [writer.callback(name) for name in header.callbacks if name != "bgt_release_fn"]
    out += [writer.call(name) for name in names]
    out += ["static void (*const functions[])(void) = {", *(f"  call_{name}," for name in names), "};", "static const short order[] = {"]
    for i, name in enumerate(names):
        weight = next((w for pattern, w in WEIGHTS if re.search(pattern, name)), 1)
        out.append("  " + f"{i}, " * weight)
    out += ["};", after]
    Path(sys.argv[2]).write_text("\n".join(out))


if __name__ == "__main__":
    main()
