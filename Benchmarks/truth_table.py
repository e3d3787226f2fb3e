#!/usr/bin/env python3
"""Makes one table of the truth harness's lines: truth_table.py [--figures] <csv of ours> <csv of a peer>... Called by truth.sh."""
# SPDX-License-Identifier: MIT
import csv
import sys
from pathlib import Path

TITLES = {"bagatelle": "Bagatelle", "pyb2d3": "Box2D 3 (pyb2d3)", "box2d-2.4": "Box2D 2.4.1", "chipmunk7": "Chipmunk 7"}


def mark(row):
    """What an engine reached in a row."""
    if row is None or row[4] == "not expressed":
        return "-"
    if row[4] == "fail":
        return "**fail**"
    return "goal" if row[5] == "goal" else "pass"


def main():
    figures = "--figures" in sys.argv
    engines, titles = {}, {}
    for path in (argument for argument in sys.argv[1:] if argument != "--figures"):
        for row in csv.reader(Path(path).read_text().splitlines()):
            if len(row) < 8 or row[2] == "total":
                continue
            engines.setdefault(row[0], {})[row[2]] = row
            titles.setdefault(row[2], row[3])
    names = list(engines)
    hertz = {name: next(iter(engines[name].values()))[1] for name in names}
    print("| | scene | " + " | ".join(f"{TITLES.get(name, name)}, {hertz[name]} Hz" for name in names) + " |")
    print("| --- | --- |" + " --- |" * len(names))
    for row, title in titles.items():
        print(f"| {row} | {title} | " + " | ".join(mark(engines[name].get(row)) for name in names) + " |")
    sums = []
    for name in names:
        known = [row for row in engines[name].values() if row[4] != "not expressed"]
        passed, goals = sum(row[4] == "pass" for row in known), [row[5] for row in known if row[5] != "-"]
        sums.append(f"{passed} of {len(known)}, goal {goals.count('goal')} of {len(goals)}")
    print("| | passed | " + " | ".join(sums) + " |")
    if figures:
        for row, title in titles.items():
            print(f"\n{row} {title}")
            for name in names:
                if row in engines[name]:
                    print(f"  {TITLES.get(name, name)}: {engines[name][row][7]}")
    own = engines.get("bagatelle", {})
    return any(row[4] == "fail" for row in own.values()) or not own


if __name__ == "__main__":
    sys.exit(main())
