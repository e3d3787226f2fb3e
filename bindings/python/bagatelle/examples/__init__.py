"""The example scenes, one file each; the same programs as in C and Swift, with the same lines and hashes.

A scene is a class that sets things up, and `main()`, which runs it and prints what happens; it runs as
``python -m bagatelle.examples.<scene>``.
"""
# SPDX-License-Identifier: MIT
from types import ModuleType
from typing import List

#: The scenes: those of UIKit Dynamics in the order of their specification, then the transition that has no physics.
NAMES: List[str] = ["falling_square", "flick", "sticky_corners", "drop_out", "shade", "position_mapped_to_bounds",
                    "drag", "repositioning", "panel"]


def checked(name: str) -> str:
    """A scene's name as in `NAMES`; dashes and underscores are the same. Raises `KeyError` for another."""
    wanted = name.replace("-", "_")
    if wanted not in NAMES:
        raise KeyError(f"no scene {name!r}; there are {', '.join(NAMES)}")
    return wanted


def load(name: str) -> ModuleType:
    """The module of a scene.

    >>> load("falling-square").FallingSquare.__doc__
    'A square above the floor.'
    """
    from importlib import import_module

    return import_module(f"{__name__}.{checked(name)}")
