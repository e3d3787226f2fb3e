"""What the examples print."""
# SPDX-License-Identifier: MIT
from typing import Union

from ..animator import DynamicAnimator
from ..timeline import Timeline
from ..vectors import Vector2


def seconds(clock: Union[DynamicAnimator, Timeline]) -> str:
    """The time an animator or a timeline has come to."""
    return f"{clock.time if isinstance(clock, Timeline) else clock.elapsed_seconds:.2f} s"


def place(point: Vector2) -> str:
    """A point, with two decimals.

    >>> place(Vector2(1, 2))
    '(1.00, 2.00)'
    """
    return f"({point.x:.2f}, {point.y:.2f})"


def print_hash(value: int) -> None:
    """Prints the hash that the same program reaches in every language."""
    print(f"hash {value:016x}")


class RunHash:
    """Folds the hashes of all ticks into one."""

    def __init__(self) -> None:
        self._value = 0xcbf29ce484222325

    def add(self, value: int) -> None:
        """One more tick."""
        self._value = (self._value ^ value) * 0x100000001b3 % 2**64

    def print(self) -> None:
        """As `print_hash`."""
        print_hash(self._value)
