"""Not a view moves but its size: a driven item maps its center to the bounds of a target."""
# SPDX-License-Identifier: MIT
import math
import sys
from typing import Tuple

import bagatelle as bg
from bagatelle.examples._scene import Result
from bagatelle.recording import Recording, Shape

TITLE = "position mapped to bounds"


class Target:
    """Something with a size, which an item stands for. Serves as the item's driver."""

    def __init__(self, width: float, height: float) -> None:
        self.size = bg.Vector2(width, height)
        self.reads = 0
        self.writes = 0

    def read(self, item: bg.Item) -> Tuple[bg.Vector2, bg.Vector2, float]:
        """The item's center is the target's size."""
        self.reads += 1
        return self.size, self.size, 0.0

    def write(self, item: bg.Item, center: bg.Vector2, angle: float) -> None:
        """The target's size is the item's center."""
        self.writes += 1
        self.size = center

    def shape(self) -> Shape:
        """For the picture: the target stays in the middle."""
        return Shape(1, bg.Vector2(180, 130), self.size, color=1)


def run() -> Result:
    """Runs the scene for five seconds."""
    result = Result(Recording((0, 0, 360, 260), TITLE))
    animator = bg.DynamicAnimator()
    target = Target(300, 200)
    item = bg.Item()
    item.set_driver(target.read, target.write)
    attachment = bg.AttachmentBehavior(item, anchor=(300, 200))
    attachment.length = 0
    attachment.frequency = 2
    attachment.damping = 0.1
    animator.add_behavior(attachment)
    result.expect("reads when it joins", target.reads, 1, 1)

    push = bg.PushBehavior([item], mode=bg.PushMode.INSTANTANEOUS)
    push.angle = 0.78539816339744831  # pi / 4
    push.magnitude = 30
    animator.add_behavior(push)
    push.is_active = True

    peak = peak_seconds = trough = trough_seconds = skew = 0.0
    result.recording.keep(0.0, [target.shape()])
    for tick in range(1, 301):
        animator.advance(1 / 60)
        width, height = target.size
        along = (target.size - (300, 200)).length * (-1 if width < 300 else 1)
        if along > peak:
            peak, peak_seconds = along, tick / 60
        if along < trough:
            trough, trough_seconds = along, tick / 60
        skew = max(skew, abs(width - height - 100))
        result.recording.keep(tick / 60, [target.shape()])
    result.expect("peak along the diagonal", peak, 32.2, 36.4)
    result.expect("at, seconds", peak_seconds, 0.1, 0.135)
    result.expect("first trough over peak", -trough / peak if peak else math.nan, 0.68, 0.78)
    result.expect("half a period later, seconds", trough_seconds - peak_seconds, 0.23, 0.27)
    result.expect("width - height leaves 100 by at most", skew, 0, 0.5)
    result.expect("final width", target.size.x, 299.5, 300.5)
    result.expect("final height", target.size.y, 199.5, 200.5)
    result.expect("still one read", target.reads, 1, 1)
    result.expect("writes", target.writes, 60, 300)
    return result.finish(animator)


if __name__ == "__main__":
    sys.exit(run().report())
