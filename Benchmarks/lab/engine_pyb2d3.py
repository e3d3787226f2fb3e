#!/usr/bin/env python3
"""Box2D 3 as PyPI's pyb2d3 has it (its wheel is an SSE2 build), in the lab and in the truth harness.

engine_pyb2d3.py <library> [arguments of the lab or the truth harness]

The library is main.c and scenes.c, or truth.c, built with engine_calls.c and -Dmain=lab_run. A step is one call from C
through Python to Box2D, about two microseconds on top of it; what a scene does between steps (`ui`) costs more.
"""
# SPDX-License-Identifier: MIT
import ctypes as c
import sys

import numpy as np
import pyb2d3 as b2

F, I, P = c.c_float, c.c_int, c.POINTER


class WorldDef(c.Structure):
    _fields_ = [("gx", F), ("gy", F), ("dt", F), ("iterations", I), ("workers", I), ("sleep", c.c_bool),
                ("continuous", c.c_bool), ("bounce", F), ("exact", c.c_bool)]


class Material(c.Structure):
    _fields_ = [("density", F), ("friction", F), ("restitution", F), ("group", I)]


class BodyDef(c.Structure):
    _fields_ = [("type", I), ("x", F), ("y", F), ("angle", F), ("vx", F), ("vy", F), ("w", F), ("bullet", c.c_bool),
                ("never_sleep", c.c_bool)]


class State(c.Structure):
    _fields_ = [(name, F) for name in ("x", "y", "angle", "vx", "vy", "w")]


class Counters(c.Structure):
    _fields_ = [("contacts", I), ("awake", I), ("joints", I), ("bytes", c.c_int64)]


class Engine:
    world = None

    def world_create(self, definition):
        d = definition[0]
        settings = {"gravity": (d.gx, d.gy)}
        if d.bounce:
            settings["restitution_threshold"] = max(d.bounce, 0)
        self.world = b2.World(**settings)
        self.world.sleeping_enabled = d.sleep
        self.world.continuous_enabled = d.continuous
        self.dt, self.sub, self.bodies, self.moving = d.dt, d.iterations or 4, [], []
        if d.workers > 1:
            print("pyb2d3: one thread only", file=sys.stderr)

    def world_destroy(self):
        self.bodies, self.moving, self.world = [], [], None

    def body(self, definition):
        d = definition[0]
        make = (self.world.create_static_body, self.world.create_kinematic_body, self.world.create_dynamic_body)[d.type]
        body = make(position=(d.x, d.y), rotation=b2.make_rot(d.angle), linear_velocity=(d.vx, d.vy),
                    angular_velocity=d.w, is_bullet=d.bullet, enable_sleep=not d.never_sleep)
        self.bodies.append(body)
        if d.type == 2:
            self.moving.append(body)
        return len(self.bodies) - 1

    def shape(self, body, form, material):
        m = material[0]
        filter_ = b2.make_filter(group_index=m.group)
        self.bodies[body].create_shape(
            b2.shape_def(density=m.density, filter=filter_,
                         material=b2.surface_material(friction=m.friction, restitution=m.restitution)), form)

    def box(self, body, hx, hy, cx, cy, angle, material):
        self.shape(body, b2.box(hx, hy, center=(cx, cy), rotation=b2.make_rot(angle)), material)

    def circle(self, body, r, cx, cy, material):
        self.shape(body, b2.circle(center=(cx, cy), radius=r), material)

    def segment(self, body, x1, y1, x2, y2, material):
        self.shape(body, b2.segment((x1, y1), (x2, y2)), material)

    def revolute(self, a, b, ax, ay, bx, by):
        self.world.create_revolute_joint(body_a=self.bodies[a], body_b=self.bodies[b], local_anchor_a=(ax, ay),
                                         local_anchor_b=(bx, by))

    def spring(self, a, b, ax, ay, bx, by, length, hertz, damping):
        self.world.create_distance_joint(
            body_a=self.bodies[a], body_b=self.bodies[b], local_anchor_a=(ax, ay), local_anchor_b=(bx, by),
            length=length, enable_spring=True, hertz=hertz, damping_ratio=damping)

    def rod(self, a, b, ax, ay, bx, by, length):
        self.world.create_distance_joint(body_a=self.bodies[a], body_b=self.bodies[b], local_anchor_a=(ax, ay),
                                         local_anchor_b=(bx, by), length=length)
        return True

    def apply_force(self, body, fx, fy):
        self.bodies[body].apply_force_to_center((fx, fy))

    def mass(self, body):
        return self.bodies[body].mass

    def get(self, body, out):
        b, o = self.bodies[body], out[0]
        o.x, o.y = b.position
        o.angle = b.angle
        o.vx, o.vy = b.linear_velocity
        o.w = b.angular_velocity

    def step(self):
        self.world.step(self.dt, self.sub)

    def counters(self, out):
        o = out[0]
        o.awake = sum(body.awake for body in self.moving)

    def set_velocity(self, body, vx, vy, w):
        self.bodies[body].linear_velocity = (vx, vy)
        self.bodies[body].angular_velocity = w

    def substeps(self):
        return self.sub

    @staticmethod
    def points(xy, count):
        return np.array(xy[:2 * count], dtype=np.float32).reshape(count, 2)

    def polygon(self, body, xy, count, material):
        if count > 8:
            return False
        self.shape(body, b2.polygon(points=self.points(xy, count)), material)
        return True

    def chain(self, body, xy, count, material):
        m = material[0]
        self.bodies[body].create_chain(b2.chain_def(
            self.points(xy, count), material=b2.surface_material(friction=m.friction, restitution=m.restitution)))
        return True

    def snap(self, body, x, y, hertz, damping):
        ground = self.world.create_static_body(position=(x, y))
        joint = self.world.create_mouse_joint(body_a=ground, body_b=self.bodies[body],
                                              target=tuple(self.bodies[body].position), hertz=hertz,
                                              damping_ratio=damping, max_force=1e6)
        joint.target = (x, y)
        return True

    def damping(self, body, linear, angular):
        self.bodies[body].linear_damping = linear
        self.bodies[body].angular_damping = angular
        return True

    def fix_rotation(self, body):
        self.bodies[body].fixed_rotation = True
        return True


MAT = P(Material)
CALLS = [
    ("world_create", None, P(WorldDef)), ("world_destroy", None), ("body", I, P(BodyDef)),
    ("box", None, I, F, F, F, F, F, MAT), ("circle", None, I, F, F, F, MAT), ("segment", None, I, F, F, F, F, MAT),
    ("revolute", None, I, I, F, F, F, F), ("spring", None, I, I, F, F, F, F, F, F, F), ("apply_force", None, I, F, F),
    ("mass", F, I), ("get", None, I, P(State)), ("step", None), ("counters", None, P(Counters)),
    ("set_velocity", None, I, F, F, F), ("substeps", I), ("polygon", c.c_bool, I, P(F), I, MAT),
    ("chain", c.c_bool, I, P(F), I, MAT), ("rod", c.c_bool, I, I, F, F, F, F, F), ("snap", c.c_bool, I, F, F, F, F),
    ("damping", c.c_bool, I, F, F), ("fix_rotation", c.c_bool, I),
]


def main():
    library, engine = c.CDLL(sys.argv[1]), Engine()
    types = [(name, c.CFUNCTYPE(result, *arguments)) for name, result, *arguments in CALLS]
    calls_type = type("Calls", (c.Structure,), {"_fields_": [("name", c.c_char_p)] + types})
    calls = calls_type.in_dll(library, "lab_calls")
    calls.name = b"pyb2d3"
    for name, kind in types:
        setattr(calls, name, kind(getattr(engine, name)))
    arguments = [b"pyb2d3"] + [argument.encode() for argument in sys.argv[2:]]
    return library.lab_run(len(arguments), (c.c_char_p * (len(arguments) + 1))(*arguments, None))


if __name__ == "__main__":
    sys.exit(main())
