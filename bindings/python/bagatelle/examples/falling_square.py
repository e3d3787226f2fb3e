"""A square falls on the floor of its reference bounds, bounces and comes to rest."""
# SPDX-License-Identifier: MIT
import math
import sys
from typing import List, Tuple

import bagatelle as bg
from bagatelle.examples._scene import Result
from bagatelle.recording import Recording

TITLE = "falling square"
BOUNDS = (0, 0, 320, 568)


def run() -> Result:
    """Runs the scene for three seconds."""
    result = Result(Recording(BOUNDS, TITLE, bounds=BOUNDS))
    animator = bg.DynamicAnimator()
    animator.reference_bounds = bg.Rect(*BOUNDS)
    square = bg.Item(center=(160, 284), size=(30, 30))
    animator.add_behavior(bg.GravityBehavior([square]))
    collision = bg.CollisionBehavior([square])
    collision.is_translating_reference_bounds = True
    animator.add_behavior(collision)

    began: List[Tuple[float, bg.Contact]] = []
    ended: List[bg.Contact] = []
    resumed: List[float] = []
    paused: List[float] = []
    collision.on_boundary_began = lambda contact: began.append((animator.elapsed_seconds, contact))
    collision.on_boundary_ended = ended.append
    animator.on_will_resume = lambda animator: resumed.append(animator.elapsed_seconds)
    animator.on_did_pause = lambda animator: paused.append(animator.elapsed_seconds)

    fall_error = side = turn = 0.0
    top = 600.0
    result.recording.capture(0.0, [square])
    for tick in range(1, 181):
        animator.advance(1 / 60)
        seconds = tick / 60
        center = square.center
        side = max(side, abs(center.x - 160))
        turn = max(turn, abs(square.angle))
        if not began:  # the default resistance of 0.1 per second slows the fall a little
            fall = 1000 / 0.1 * (seconds - (1 - math.exp(-0.1 * seconds)) / 0.1)
            fall_error = max(fall_error, abs(center.y - 284 - fall))
        elif len(began) == 1 and len(ended) == 1:
            top = min(top, center.y)
        result.recording.capture(seconds, [square])

    first_seconds, first = began[0] if began else (math.nan, None)
    result.expect("x leaves 160 by at most", side, 0, 0.05)
    result.expect("angle stays 0", turn, 0, 0.001)
    result.expect("fall differs from the closed form by", fall_error, 0, 4.5)
    result.expect("first contact, seconds", first_seconds, 0.73, 0.76)
    result.expect("its point, y", first.point.y if first else math.nan, 567.5, 568.5)
    result.expect("its point, x", first.point.x if first else math.nan, 145, 175)
    result.expect("its speed, points/s", first.approach_speed if first else math.nan, 700, 740)
    result.expect("height of the first rebound", 553 - top, 8, 12.8)
    result.expect("began callbacks", len(began), 1, 20)
    result.expect("ended callbacks, one less", len(began) - len(ended), 1, 1)
    result.expect("final y", square.center.y, 552.5, 553.5)
    result.expect("will-resume callbacks", len(resumed), 1, 1)
    result.expect("did-pause callbacks", len(paused), 1, 1)
    result.expect("pause after, seconds", paused[-1] if paused else math.nan, 1.3, 2.2)
    return result.finish(animator)


if __name__ == "__main__":
    sys.exit(run().report())
