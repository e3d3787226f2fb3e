"""A falling label is put back to the top: it goes on from there with the speed it had."""
# SPDX-License-Identifier: MIT
import sys

import bagatelle as bg
from bagatelle.examples._scene import Result
from bagatelle.recording import Recording

TITLE = "repositioning"


def run() -> Result:
    """Runs the scene for one second."""
    result = Result(Recording((0, 0, 320, 420), TITLE))
    animator = bg.DynamicAnimator()
    label = bg.Item(center=(160, 50), size=(100, 20))
    animator.add_behavior(bg.GravityBehavior([label]))
    result.recording.capture(0.0, [label])
    for tick in range(1, 31):
        animator.advance(1 / 60)
        result.recording.capture(tick / 60, [label])
    speed = label.velocity.y
    result.expect("y after half a second", label.center.y, 170, 176)
    result.expect("speed after half a second", speed, 485, 500)

    label.center = (160, 10)
    animator.update_item(label)
    result.recording.capture(0.5, [label])
    result.expect("speed right after the move", label.velocity.y - speed, 0, 0)
    for tick in range(31, 61):
        animator.advance(1 / 60)
        result.recording.capture(tick / 60, [label])
    # From 10 with 488 points/s: 241 points by its speed, 123 by gravity, both slowed by the resistance.
    result.expect("y half a second later", label.center.y, 365, 380)
    result.expect("x", label.center.x, 159.999, 160.001)
    result.expect("speed then", label.velocity.y, 940, 990)
    return result.finish(animator)


if __name__ == "__main__":
    sys.exit(run().report())
