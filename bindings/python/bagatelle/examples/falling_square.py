"""A square falls on the floor of its reference bounds, bounces and comes to rest."""
# SPDX-License-Identifier: MIT
import bagatelle as bg
from bagatelle.examples._text import place, print_hash, seconds


class FallingSquare:
    """A square above the floor."""

    def __init__(self) -> None:
        self.square = bg.Item(center=(160, 284), size=(30, 30))
        self.animator = bg.DynamicAnimator(reference_bounds=(0, 0, 320, 568))
        self.animator.add_behavior(bg.GravityBehavior([self.square]))
        self.collision = bg.CollisionBehavior([self.square])
        self.collision.is_translating_reference_bounds = True
        self.animator.add_behavior(self.collision)


def main() -> None:
    """Runs until the square rests."""
    scene = FallingSquare()
    animator = scene.animator

    def show(contact: bg.Contact) -> None:
        print(seconds(animator), "meets the floor at", place(contact.point), f"with {contact.approach_speed:.2f} pt/s")

    scene.collision.on_boundary_began = show
    while animator.is_running:
        animator.advance(1 / 60)
    print(seconds(animator), "rests at", place(scene.square.center))
    print_hash(animator.state_hash)


if __name__ == "__main__":
    main()
