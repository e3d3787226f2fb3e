#!/usr/bin/env python3
"""Runs two scenes from C and from Python, compares what they print, and writes moving pictures of both.

demo.py <folder of the built C examples> <folder for the pictures>; the Python package must be found, with its library.
"""
# SPDX-License-Identifier: MIT
import subprocess
import sys
from pathlib import Path

from bagatelle import gallery

SCENES = ("falling_square", "flick")


def lines(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode or not done.stdout.splitlines()[-1:] or not done.stdout.splitlines()[-1].startswith("hash "):
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def compare(folder):
    """Prints what the C programs print, and whether the Python programs print the same; returns that."""
    equal = True
    for scene in SCENES:
        c = lines([folder / scene])
        python = lines([sys.executable, "-m", f"bagatelle.examples.{scene}"])
        print(f"{scene.replace('_', ' ')} in C and in Python")
        for left, right in zip(c, python):
            print(f"  {left}" if left == right else f"! {left}   Python: {right}")
        equal = equal and c == python
        print()
    print("C and Python agree in every number and in both hashes." if equal else "C and Python DIFFER.")
    return equal


def draw(folder):
    for scene in SCENES:
        path = folder / f"{scene}.gif"
        gallery.draw(scene, path)
        print(f"moving picture: {path}")


if __name__ == "__main__":
    agreed = compare(Path(sys.argv[1]))
    draw(Path(sys.argv[2]))
    sys.exit(not agreed)
