#!/usr/bin/env python3
"""Runs two scenes from C and from Python, sets their numbers side by side, and writes moving pictures of both.

demo.py <folder of the built C examples> <folder for the pictures>; the Python package must be found, with its library.
"""
# SPDX-License-Identifier: MIT
import subprocess
import sys
from pathlib import Path

from bagatelle import examples
from bagatelle.film import write_gif

SCENES = ("falling_square", "flick")


def lines(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if not done.stdout.splitlines()[-1:] or not done.stdout.splitlines()[-1].startswith("hash "):
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines(), done.returncode == 0


def split(line):
    """A line of an example is a text of 44 columns with a number, or `hash` with its digits."""
    if line.startswith("hash "):
        return "hash", line[5:]
    return line[:44].rstrip(), line[44:].split()[0]


def compare(folder):
    """Prints what both programs print, number beside number; returns whether all of it is equal and in range."""
    equal = good = True
    for scene in SCENES:
        c, c_good = lines([folder / scene])
        python, python_good = lines([sys.executable, "-m", f"bagatelle.examples.{scene}"])
        good = good and c_good and python_good
        print(f"{scene.replace('_', ' '):44} {'C':>16}   {'Python':>16}")
        for left, right in zip(c, python):
            what, number = split(left)
            other, second = split(right)
            same = what == other and number == second
            equal = equal and same
            wrong = "  outside its range" if left.endswith("WRONG") else ""
            print(f"  {what:42} {number:>16} {'=' if same else '!'} {second:>16}{wrong}")
        equal = equal and len(c) == len(python)
        print()
    print("C and Python agree in every number and in both hashes." if equal else "C and Python DIFFER.")
    return equal and good


def draw(folder):
    for scene in SCENES:
        path = folder / f"{scene}.gif"
        write_gif(examples.load(scene).run().recording, path, scale=0.75, frames_per_second=25)
        print(f"moving picture: {path}")


if __name__ == "__main__":
    agreed = compare(Path(sys.argv[1]))
    draw(Path(sys.argv[2]))
    sys.exit(not agreed)
