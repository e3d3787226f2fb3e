"""What the examples print."""
# SPDX-License-Identifier: MIT
from ..animator import DynamicAnimator
from ..vectors import Vector2


def seconds(animator: DynamicAnimator) -> str:
    """The time an animator has come to."""
    return f"{animator.elapsed_seconds:.2f} s"


def place(point: Vector2) -> str:
    """A point, with two decimals.

    >>> place(Vector2(1, 2))
    '(1.00, 2.00)'
    """
    return f"({point.x:.2f}, {point.y:.2f})"


def print_hash(value: int) -> None:
    """Prints the hash that the same program reaches in every language."""
    print(f"hash {value:016x}")
