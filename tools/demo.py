#!/usr/bin/env python3
"""Runs two scenes from C and from Python, sets their numbers side by side, and draws a moving picture.

demo.py <folder of the built C examples> <picture.gif>; the Python package must be found, with its library.
"""
# SPDX-License-Identifier: MIT
import math
import subprocess
import sys
from pathlib import Path

import bagatelle as bg
from gif import Picture

SCENES = ("falling_square", "flick")


def lines(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def compare(examples):
    """Prints what both programs print, number beside number; returns whether all of it is equal."""
    equal = True
    for scene in SCENES:
        c = lines([examples / scene])
        python = lines([sys.executable, "-m", f"bagatelle.examples.{scene}"])
        print(f"{scene:45} {'C':>16}   {'Python':>16}")
        for left, right in zip(c, python):
            what, number = split(left)
            other, second = split(right)
            same = what == other and number == second
            equal = equal and same
            print(f"  {what:43} {number:>16} {'=' if same else '!'} {second:>16}{'' if what == other else '  ' + other}")
        equal = equal and len(c) == len(python)
        print()
    print("C and Python agree in every number and both hashes." if equal else "C and Python DIFFER.")
    return equal


def split(line):
    """A line of an example is a text of 44 columns with a number, or `hash` with its digits."""
    if line.startswith("hash "):
        return "hash", line[5:]
    return line[:44].rstrip(), line[44:].split()[0]


# ---- The picture ---------------------------------------------------------------------------------
WIDTH, HEIGHT, GAP, SCALE, FRAMES = 320, 568, 24, 0.5, 105  # a phone's bounds in points; 30 frames per second
PAPER = (252, 252, 249)
COLORS = [(44, 62, 80), (214, 84, 64), (52, 120, 190), (230, 160, 50), (90, 160, 100)]
INK, RED, BLUE, AMBER, GREEN = range(5)


def scene(item_size, center):
    animator = bg.DynamicAnimator()
    animator.reference_bounds = (0, 0, WIDTH, HEIGHT)
    square = bg.Item(center=center, size=item_size)
    walls = bg.CollisionBehavior([square])
    walls.is_translating_reference_bounds = True
    animator.add_behavior(bg.GravityBehavior([square]))
    animator.add_behavior(walls)
    return animator, square


def falling():
    """Frame by frame: the polygons to draw, with their colours."""
    animator, square = scene((30, 30), (160, 284))
    for _ in range(FRAMES):
        yield [(corners(square), RED)]
        animator.advance(1 / 30)


def flick():
    animator, square = scene((40, 40), (160, 284))
    finger = (170.0, 290.0)
    attachment = bg.AttachmentBehavior(square, anchor=finger)
    animator.add_behavior(attachment)
    for frame in range(FRAMES):
        held = frame < 30
        yield [(corners(square), BLUE)] + ([(finger, tuple(square.center))] if held else [])
        if held:
            finger = (170 + 100 * (frame + 1) / 30, 290 - 60 * math.sin(frame / 30 * math.pi))
            attachment.anchor = finger
        if frame == 29:
            animator.remove_behavior(attachment)
            push = bg.PushBehavior([square], mode=bg.PushMode.INSTANTANEOUS, direction=(-600, -800))
            push.magnitude = 0.8
            animator.add_behavior(push)
        animator.advance(1 / 30)


def pile():
    animator = bg.DynamicAnimator()
    animator.reference_bounds = (0, -4000, WIDTH, HEIGHT + 4000)
    gravity, walls = bg.GravityBehavior(), bg.CollisionBehavior()
    walls.is_translating_reference_bounds = True
    items = []
    for number in range(48):
        side = 26 + number * 7 % 18
        shape = bg.BoundsType.ELLIPSE if number % 4 == 3 else bg.BoundsType.RECTANGLE
        item = bg.Item(center=(60 + number * 83 % 200, -30 - 40 * number), size=(side, side), angle=number * 0.7,
                       bounds_type=shape)
        items.append((item, shape, (RED, BLUE, AMBER, GREEN)[number % 4]))
        gravity.add_item(item)
        walls.add_item(item)
    animator.add_behavior(gravity)
    animator.add_behavior(walls)
    for _ in range(FRAMES):
        yield [(circle(item) if shape == bg.BoundsType.ELLIPSE else corners(item), color)
               for item, shape, color in items]
        animator.advance(1 / 30)


def corners(item):
    (x, y), (w, h), a = item.center, item.size, item.angle
    c, s = math.cos(a) / 2, math.sin(a) / 2
    return [(x + i * w * c - j * h * s, y + i * w * s + j * h * c) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def circle(item):
    (x, y), (w, h) = item.center, item.size
    return [(x + w / 2 * math.cos(k * math.pi / 12), y + h / 2 * math.sin(k * math.pi / 12)) for k in range(24)]


def draw(path):
    scenes = [falling(), flick(), pile()]
    picture = Picture(int((WIDTH * SCALE + GAP) * len(scenes) + GAP), int(HEIGHT * SCALE + 2 * GAP), PAPER, COLORS)
    for shapes in zip(*scenes):
        for number, parts in enumerate(shapes):
            left = GAP + number * (WIDTH * SCALE + GAP)

            def place(point):
                return left + point[0] * SCALE, GAP + point[1] * SCALE

            for part in parts:
                if isinstance(part[1], int):
                    polygon = [place(point) for point in part[0]]
                    if max(y for _, y in polygon) > GAP:
                        picture.polygon(polygon, part[1])
                else:
                    a, b = place(part[0]), place(part[1])
                    picture.line(a, b, 1.5, INK)
                    picture.polygon([(a[0] + 4 * math.cos(k), a[1] + 4 * math.sin(k)) for k in range(6)], INK)
            frame = [place(p) for p in ((-2, -2), (WIDTH + 2, -2), (WIDTH + 2, HEIGHT + 2), (-2, HEIGHT + 2))]
            for a, b in zip(frame, frame[1:] + frame[:1]):
                picture.line(a, b, 1.5, INK)
        picture.keep()
    picture.write(path, 3)


if __name__ == "__main__":
    agreed = compare(Path(sys.argv[1]))
    draw(sys.argv[2])
    print(f"The moving picture is in {sys.argv[2]}.")
    sys.exit(not agreed)
