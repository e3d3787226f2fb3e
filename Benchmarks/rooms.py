"""Rooms that should come to rest: draws them by seeds, runs each for 80 s, and prints those in which something is awake then.

    python3 Benchmarks/rooms.py [first seed] [last seed]

A room has 2 to 9 damped items (boxes, discs, polygons), gravity or not, at times a field that drives nothing, and as many attachments of all kinds,
drawn without regard to what fits together, half of which let their items collide. Steps of 1/120 s with two sub-steps; some 100 rooms a second. Of
each room printed: friction, elasticity, resistance; how many are awake; the greatest way from a place in two more seconds (points, or radians
times 20) and the greatest speed; what is there. Needs BAGATELLE_LIBRARY and the package on PYTHONPATH.

SPDX-License-Identifier: MIT
"""

import math
import random
import sys

from bagatelle import (AttachmentBehavior, BoundsType, CollisionBehavior, DynamicAnimator, DynamicItemBehavior, FieldBehavior,
                       FieldKind, GravityBehavior, Item, SnapBehavior)

SIDE = 400.0
SECONDS, MORE = 80, 2


def polygon(draw):
    """The corners of a regular polygon, turned at random, and the side of the square about its circle."""
    corners, radius, start = draw.randint(3, 7), draw.uniform(12, 35), draw.uniform(0, 6)
    turns = (start + 2 * math.pi * corner / corners for corner in range(corners))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns], 2 * radius


def item(draw):
    """A box, a disc or a polygon anywhere in the room."""
    center, kind = (draw.uniform(40, 360), draw.uniform(40, 360)), draw.random()
    if kind < 0.4:
        return Item(center, size=(draw.uniform(15, 70), draw.uniform(15, 70)), angle=draw.choice([0, draw.uniform(-3, 3)]))
    if kind < 0.7:
        size = draw.uniform(15, 60)
        return Item(center, size=(size, size), bounds_type=BoundsType.ELLIPSE)
    path, size = polygon(draw)
    return Item(center, size=(size, size), path=path)


def attachment(draw, items):
    """Something that holds an item of the room, to another or to a point near it, and its name."""
    first, second, kind = draw.choice(items), draw.choice([None] + items), draw.choice("spring rod rope weld pin slide snap".split())
    if second is first or kind == "snap":
        second = None
    center = first.center
    near = (center[0] + draw.uniform(-60, 60), center[1] + draw.uniform(-60, 60))
    end = None if second else near
    if kind == "spring":
        made = AttachmentBehavior(first, second, anchor=end, frequency=draw.uniform(0.5, 6), damping=draw.choice([0, 0.1, 0.5, 1]))
    elif kind == "rod":
        made = AttachmentBehavior(first, second, anchor=end)
    elif kind == "rope":
        made = AttachmentBehavior.limit_attachment(first, second, anchor=end)
    elif kind == "weld":
        made = AttachmentBehavior.fixed_attachment(first, second, anchor=center)
    elif kind == "pin":
        made = AttachmentBehavior.pin_attachment(first, second, anchor=near)
    elif kind == "slide":
        made = AttachmentBehavior.sliding_attachment(first, second, anchor=center, axis=(draw.uniform(-1, 1), draw.uniform(-1, 1)))
    else:
        made = SnapBehavior(first, near)
    if second and draw.random() < 0.5:
        made.is_colliding_connected = True
    return made, f"{kind} {items.index(first)}" + (f"-{items.index(second)}" if second else "")


def room(seed):
    """The animator of a room, its items, and what there is in it."""
    draw = random.Random(seed)
    animator = DynamicAnimator(reference_bounds=(0, 0, SIDE, SIDE))
    items = [item(draw) for _ in range(draw.randint(2, 9))]
    motion = DynamicItemBehavior(items, elasticity=draw.choice([0, 0.2, 0.5]), friction=draw.choice([0, 0.2, 0.5]), density=1,
                                 resistance=draw.choice([0.3, 1, 2]), angular_resistance=draw.choice([0.3, 1, 2]))
    animator.add_behavior(motion)
    walls = CollisionBehavior(items)
    walls.is_translating_reference_bounds = True
    animator.add_behavior(walls)
    what = [f"friction {motion.friction:g} elasticity {motion.elasticity:g} resistance {motion.resistance:g}:"]
    if draw.random() < 0.5:
        animator.add_behavior(GravityBehavior(items, direction=(draw.uniform(-0.3, 0.3), 1)))
        what.append("gravity")
    if draw.random() < 0.3:
        kind = draw.choice([FieldKind.LINEAR_GRAVITY, FieldKind.RADIAL_GRAVITY, FieldKind.SPRING, FieldKind.DRAG])
        direction = (draw.uniform(-1, 1), draw.uniform(-1, 1)) if kind == FieldKind.LINEAR_GRAVITY else (0, 0)
        place = (draw.uniform(100, 300), draw.uniform(100, 300))
        animator.add_behavior(FieldBehavior(kind, items, position=place, strength=draw.choice([0.3, 1, 3]), direction=direction,
                                            minimum_radius=30))
        what.append(kind.name.lower())
    for _ in range(draw.randint(0, len(items))):
        made, name = attachment(draw, items)
        animator.add_behavior(made)
        what.append(name)
    return animator, items, ", ".join(what)


def advance(animator, seconds):
    """Runs on in ticks that are never cut short."""
    for _ in range(round(10 * seconds)):
        animator.advance(0.1)


def main():
    first, last = (int(number) for number in (sys.argv[1:3] + ["0", "2999"][len(sys.argv) - 1 :]))
    awake = 0
    for seed in range(first, last + 1):
        animator, items, what = room(seed)
        advance(animator, SECONDS)
        count = len(animator.awake_items)
        if count == 0:
            continue
        awake += 1
        before, way = [(one.center, one.angle) for one in items], 0.0
        for _ in range(10 * MORE):
            advance(animator, 0.1)
            way = max([way] + [max(math.dist(one.center, center), 20 * abs(one.angle - angle))
                               for one, (center, angle) in zip(items, before)])
        speed = max(math.hypot(*animator.state_of(one).velocity) for one in items)
        print(f"{seed:5}: {count} awake, way {way:.3f}, {speed:.2f} points/s; {what}", flush=True)
    print(f"{awake} of {last - first + 1} rooms are awake after {SECONDS} s")


if __name__ == "__main__":
    main()
