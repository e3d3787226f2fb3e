"""Times what crossing into the library costs from Python: properties, 10,000 states into NumPy, and the tick of crossing.c.

crossing.py [<output of crossing.c>]: with it, exits with 1 when a tick takes more than 1.1 times that of C, or ends
elsewhere. Needs BAGATELLE_LIBRARY, the package on PYTHONPATH, and NumPy for the states.
"""
# SPDX-License-Identifier: MIT
import sys
import time

import bagatelle as bg

ROUNDS = 7


def least(passes, body):
    """Seconds of processor time per pass, the least of some rounds."""
    best = 1e30
    for _ in range(ROUNDS):
        start = time.thread_time()
        for _ in range(passes):
            body()
        best = min(best, (time.thread_time() - start) / passes)
    return best


def tell(name, seconds, unit):
    print(f"{name} {seconds * {'ns': 1e9, 'us': 1e6}[unit]:.2f} {unit}")


def properties():
    item = bg.Item(center=(0, 0))
    animator = bg.DynamicAnimator()
    animator.add_behavior(bg.GravityBehavior([item]))
    animator.advance(1 / 60)
    tell("python_get_angle", least(50000, lambda: item.angle), "ns")
    tell("python_get_center", least(50000, lambda: item.center), "ns")

    def turn():
        item.angle = 0.5

    tell("python_set_angle", least(50000, turn), "ns")


def states():
    try:
        import numpy
    except ImportError:
        print("note: no NumPy, states left out")
        return
    items = [bg.Item(center=(i % 100 * 30, i // 100 * 30), size=(20, 20)) for i in range(10000)]
    animator = bg.DynamicAnimator()
    animator.add_behavior(bg.GravityBehavior(items))
    animator.advance(1 / 60)
    tell("python_states_10000_in_numpy", least(2000, lambda: numpy.asarray(animator.states)), "us")
    array = numpy.asarray(animator.states)
    assert len(array) == 10000


def tick():
    """The scene of crossing.c."""
    animator = bg.DynamicAnimator()
    animator.rest_speed = 0
    fields = [bg.FieldBehavior(kind, position=(500, 500), strength=0.2)
              for kind in (bg.FieldKind.SPRING, bg.FieldKind.VORTEX, bg.FieldKind.NOISE)]
    items = []
    for i in range(200):
        x, y = i % 20 * 50, i // 20 * 50
        item = bg.Item(center=(x, y), size=(20, 20))
        items.append(item)
        for field in fields:
            field.add_item(item)
        for k in range(4):
            anchor = (x + (40 if k % 2 else -40), y + (40 if k // 2 else -40))
            animator.add_behavior(bg.AttachmentBehavior(item, anchor=anchor, length=45, frequency=1.5))
    for field in fields:
        animator.add_behavior(field)
    for _ in range(60):
        animator.advance(1 / 60)
    seconds = least(600, lambda: animator.advance(1 / 60))
    tell("python_tick_200", seconds, "us")
    return seconds * 1e6, f"{animator.state_hash:016x}"


def main():
    properties()
    states()
    microseconds, state = tick()
    if len(sys.argv) < 2:
        return 0
    with open(sys.argv[1]) as lines:
        c = {line.split()[0]: line.split()[1] for line in lines}
    ratio = microseconds / float(c["tick_200"])
    print(f"python_tick_by_c {ratio:.3f}")
    if state != c["hash"]:
        print(f"hash {state}, in C {c['hash']}")
        return 1
    return int(ratio > 1.1)


if __name__ == "__main__":
    sys.exit(main())
