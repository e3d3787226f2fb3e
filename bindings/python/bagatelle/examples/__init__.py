"""The example scenes, one file each; the same programs as in C and Swift, with the same hashes.

A scene has `TITLE`, `run()`, which returns a `Result`, and runs as ``python -m bagatelle.examples.<scene>``.
"""
# SPDX-License-Identifier: MIT
from types import ModuleType
from typing import List

#: The scenes in the order of the specification of UIKit Dynamics they come from.
NAMES: List[str] = ["falling_square", "flick", "sticky_corners", "position_mapped_to_bounds", "repositioning"]


def load(name: str) -> ModuleType:
    """The module of a scene; dashes and underscores are the same.

    >>> load("falling-square").TITLE
    'falling square'
    """
    from importlib import import_module

    wanted = name.replace("-", "_")
    if wanted not in NAMES:
        raise KeyError(f"no scene {name!r}; there are {', '.join(NAMES)}")
    return import_module(f"{__name__}.{wanted}")
