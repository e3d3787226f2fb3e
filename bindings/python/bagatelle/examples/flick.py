"""A square is dragged by an attachment and let go with a flick."""
# SPDX-License-Identifier: MIT
import math
import sys

import bagatelle as bg
from bagatelle.examples._scene import Result
from bagatelle.recording import Recording

TITLE = "flick"
BOUNDS = (0, 0, 320, 568)


def run() -> Result:
    """Runs the scene for five seconds."""
    result = Result(Recording(BOUNDS, TITLE, bounds=BOUNDS))
    animator = bg.DynamicAnimator()
    animator.reference_bounds = bg.Rect(*BOUNDS)
    square = bg.Item(center=(160, 284), size=(40, 40))
    animator.add_behavior(bg.GravityBehavior([square]))
    collision = bg.CollisionBehavior([square])
    collision.is_translating_reference_bounds = True
    animator.add_behavior(collision)
    animator.advance(1 / 60)
    square.center = (160, 284)
    animator.update_item(square)

    # The finger takes the square: the anchor is set before the attachment is added.
    attachment = bg.AttachmentBehavior(square, anchor=(0, 0))
    attachment.anchor = (170, 290)
    animator.add_behavior(attachment)
    result.expect("length of the attachment", attachment.length, 11.65, 11.67)
    result.recording.capture(0.0, [square], links=[((170, 290), square.center)])
    worst = 0.0
    for tick in range(1, 61):  # the finger moves
        anchor = bg.Vector2(170 + tick * 100 / 60, 290)
        attachment.anchor = anchor
        animator.advance(1 / 60)
        worst = max(worst, abs((anchor - square.center).length - 11.6619))
        result.recording.capture(tick / 60, [square], links=[(anchor, square.center)])
    result.expect("distance from the finger is off by at most", worst, 0, 0.3)

    # The finger lets go.
    before = square.velocity
    push = bg.PushBehavior([square], mode=bg.PushMode.INSTANTANEOUS)
    push.direction = (600, -800)
    push.magnitude = 0.8
    animator.remove_behavior(attachment)
    animator.add_behavior(push)
    outside = 0.0
    for tick in range(240):
        animator.advance(1 / 60)
        if tick == 0:  # 16.7 points/s of it are the tick's gravity
            result.expect("velocity gained, x", square.velocity.x - before.x, 294, 306)
            result.expect("velocity gained, y", square.velocity.y - before.y, -391, -375)
            result.expect("push is active afterwards", push.is_active, 0, 0)
        half = 20 * (abs(math.cos(square.angle)) + abs(math.sin(square.angle)))
        x, y = square.center
        outside = max(outside, half - x, x + half - 320, half - y, y + half - 568)
        result.recording.capture((61 + tick) / 60, [square])
    result.expect("leaves the bounds by at most", outside, -1000, 0.5)
    return result.finish(animator)


if __name__ == "__main__":
    sys.exit(run().report())
