"""What the scenes share: numbers with the range in which they must lie, the hash, and a recording."""
# SPDX-License-Identifier: MIT
from typing import List, NamedTuple

from ..animator import DynamicAnimator
from ..recording import Recording


class Number(NamedTuple):
    """A number of a scene and the range in which it must lie."""

    what: str
    value: float
    least: float
    greatest: float

    @property
    def is_good(self) -> bool:
        """Whether it lies in its range."""
        return self.least <= self.value <= self.greatest

    def __str__(self) -> str:
        line = f"{self.what:<44} {self.value:10.3f}  ({self.least:g} to {self.greatest:g})"
        return line if self.is_good else line + "  WRONG"


class Result:
    """What running a scene gives.

    Attributes:
        numbers: What was measured.
        hash: The animator's state hash after the last tick.
        recording: Where things were, for a picture.
    """

    def __init__(self, recording: Recording) -> None:
        self.numbers: List[Number] = []
        self.hash = 0
        self.recording = recording

    def expect(self, what: str, value: float, least: float, greatest: float) -> None:
        """Notes a number."""
        self.numbers.append(Number(what, value, least, greatest))

    def finish(self, animator: DynamicAnimator) -> "Result":
        """Notes the hash that the same program reaches in every language."""
        self.hash = animator.state_hash
        return self

    @property
    def is_good(self) -> bool:
        """Whether every number lies in its range."""
        return all(number.is_good for number in self.numbers)

    def report(self) -> int:
        """Prints the numbers and, last, the hash; the result is an exit code."""
        for number in self.numbers:
            print(number)
        print(f"hash {self.hash:016x}")
        return 0 if self.is_good else 1
