"""An item sticks to the middle of the half of the screen it is thrown into."""
# SPDX-License-Identifier: MIT
import sys

import bagatelle as bg
from bagatelle.examples._scene import Result
from bagatelle.recording import Recording

TITLE = "sticky corners"
BOUNDS = (0, 0, 320, 568)


class _Scene:
    """The item in its two spring fields, and the recording of it."""

    def __init__(self) -> None:
        self.result = Result(Recording(BOUNDS, TITLE, bounds=BOUNDS))
        self.animator = bg.DynamicAnimator()
        self.animator.reference_bounds = bg.Rect(*BOUNDS)
        self.item = bg.Item(center=(20, 20), size=(40, 40))
        collision = bg.CollisionBehavior([self.item])
        collision.is_translating_reference_bounds = True
        self.animator.add_behavior(collision)
        self.properties = bg.DynamicItemBehavior(
            [self.item], density=0.01, resistance=10, friction=0, allows_rotation=False)
        self.animator.add_behavior(self.properties)
        self.fields = [bg.FieldBehavior(bg.FieldKind.SPRING, [self.item]) for _ in range(2)]
        for field in self.fields:
            self.animator.add_behavior(field)
        self.seconds = 0.0

    def advance(self, seconds: float) -> None:
        """One tick, which is recorded."""
        self.animator.advance(seconds)
        self.seconds += seconds
        self.result.recording.capture(self.seconds, [self.item])

    def place(self, x: float, y: float) -> None:
        """Puts the item somewhere; its velocity stays."""
        self.item.center = (x, y)
        self.animator.update_item(self.item)

    def settle(self) -> int:
        """Ticks until everything rests."""
        ticks = 0
        while self.animator.is_running and ticks < 600:
            self.advance(1 / 60)
            ticks += 1
        return ticks

    def away_from(self, x: float, y: float) -> float:
        """Distance of the item's center."""
        return (self.item.center - (x, y)).length


def run() -> Result:
    """Runs the scene: rest on the border, two throws, one overshoot, one hold."""
    scene = _Scene()
    item, animator, result = scene.item, scene.animator, scene.result
    scene.place(160, 284)
    half = bg.Region(size=(320, 284))
    for index, field in enumerate(scene.fields):
        field.position = (160, 142 + 284 * index)
        field.region = half

    # On the border of both halves the two springs cancel.
    result.expect("ticks until it rests on the border", scene.settle(), 1, 60)
    result.expect("way from the border", scene.away_from(160, 284), 0, 0.5)

    # A finger takes it, and throws it into one half and then into the other.
    for index in range(2):
        scene.place(160, 284)
        attachment = bg.AttachmentBehavior(item, anchor=(0, 0))
        attachment.anchor = (165, 280)
        animator.add_behavior(attachment)
        scene.advance(1 / 60)
        scene.properties.add_linear_velocity((0, 200 if index else -200), item)
        animator.remove_behavior(attachment)
        what = "ticks down to the lower middle" if index else "ticks up to the upper middle"
        result.expect(what, scene.settle(), 30, 180)
        result.expect("way from the middle", scene.away_from(160, 142 + 284 * index), 0, 0.5)

    # At rest beside the middle, it overshoots by e^(-pi zeta / sqrt(1 - zeta²)), zeta = 10 / (2 * 37.5).
    scene.place(100, 200)
    line = bg.Vector2(60, -58)
    most = 0.0
    for _ in range(1200):
        if not animator.is_running:
            break
        scene.advance(1 / 120)
        most = max(most, (item.center - (160, 142)).dot(line) / line.length)
    result.expect("overshoot, percent", 100 * most / line.length, 62, 68)
    result.expect("way from the upper middle", scene.away_from(160, 142), 0, 0.5)
    result.expect("angle", item.angle, 0, 0)

    # While a finger holds it the field does not move it.
    scene.place(100, 200)
    attachment = bg.AttachmentBehavior(item, anchor=(110, 215))
    animator.add_behavior(attachment)
    worst = 0.0
    for _ in range(120):
        scene.advance(1 / 60)
        worst = max(worst, abs(scene.away_from(110, 215) - bg.Vector2(10, 15).length))
    result.expect("distance from the finger is off by at most", worst, 0, 0.5)
    animator.remove_behavior(attachment)

    # In neither region it feels nothing.
    small = bg.Region(radius=50)
    for field in scene.fields:
        field.region = small
    scene.place(40, 284)
    result.expect("ticks until it rests outside", scene.settle(), 1, 600)
    result.expect("speed there", item.velocity.length, 0, 0)
    return result.finish(animator)


if __name__ == "__main__":
    sys.exit(run().report())
