"""A square is dragged by an attachment and let go with a flick."""
# SPDX-License-Identifier: MIT
import bagatelle as bg
from bagatelle.examples._text import place, print_hash, seconds


class Flick:
    """A square that follows the three calls of a pan gesture."""

    def __init__(self) -> None:
        self.square = bg.Item(center=(160, 284), size=(40, 40))
        self.animator = bg.DynamicAnimator(reference_bounds=(0, 0, 320, 568))
        self.animator.add_behavior(bg.GravityBehavior([self.square]))
        collision = bg.CollisionBehavior([self.square])
        collision.is_translating_reference_bounds = True
        self.animator.add_behavior(collision)
        self.attachment = bg.AttachmentBehavior(self.square, anchor=(0, 0))

    def pan_began(self, touch: bg.Vector2) -> None:
        """The finger takes the square. The attachment gets its length when it is added."""
        self.attachment.anchor = touch
        self.animator.add_behavior(self.attachment)

    def pan_changed(self, touch: bg.Vector2) -> None:
        """The finger moves."""
        self.attachment.anchor = touch

    def pan_ended(self, velocity: bg.Vector2) -> None:
        """The finger lets go: the square gets half of its velocity, and keeps what it has."""
        push = bg.PushBehavior([self.square], mode=bg.PushMode.INSTANTANEOUS)
        push.direction = velocity
        push.magnitude = velocity.length * 0.0008
        self.animator.remove_behavior(self.attachment)
        self.animator.add_behavior(push)


def main() -> None:
    """A finger drags the square to the right in a second and throws it up."""
    scene = Flick()
    animator, square = scene.animator, scene.square
    scene.pan_began(bg.Vector2(170, 290))
    for tick in range(195):
        if tick < 60:
            scene.pan_changed(bg.Vector2(170 + (tick + 1) * 100 / 60, 290))
        if tick == 60:
            scene.pan_ended(bg.Vector2(600, -800))
        animator.advance(1 / 60)
        if tick % 15 == 14:
            print(seconds(animator), place(square.center), place(square.velocity))
    print_hash(animator.state_hash)


if __name__ == "__main__":
    main()
