"""A falling label is put back to the top: it goes on from there with the speed it had."""
# SPDX-License-Identifier: MIT
import bagatelle as bg
from bagatelle.examples._text import place, print_hash, seconds


class FallingLabel:
    """A label that falls without end."""

    def __init__(self) -> None:
        self.label = bg.Item(center=(160, 50), size=(100, 20))
        self.animator = bg.DynamicAnimator()
        self.animator.add_behavior(bg.GravityBehavior([self.label]))

    def put_back(self) -> None:
        """To the top. Without the second line the animator would not know."""
        self.label.center = (160, 10)
        self.animator.update_item(self.label)


def main() -> None:
    """Half a second of falling, twice."""
    scene = FallingLabel()
    for tick in range(60):
        if tick == 30:
            scene.put_back()
            print("put back to", place(scene.label.center))
        scene.animator.advance(1 / 60)
        if tick % 6 == 5:
            print(seconds(scene.animator), place(scene.label.center), place(scene.label.velocity))
    print_hash(scene.animator.state_hash)


if __name__ == "__main__":
    main()
