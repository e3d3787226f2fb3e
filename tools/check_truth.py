#!/usr/bin/env python3
"""Runs the truth harness as built, mirrored and turned, and holds every level that docs/physics.md claims.

Each of the 47 rows must pass, and the rows listed below must reach their goal. Prints "<n> passed, <n> failed".
Usage: check_truth.py <truth_bagatelle>
"""
# SPDX-License-Identifier: MIT
import csv
import subprocess
import sys

ROWS = [f"S{number}" for number in range(1, 48)]
GOALS = {"S1", "S2", "S3", "S9", "S10", "S11", "S15", "S16", "S17", "S18", "S19", "S22", "S23", "S24", "S26", "S27", "S28", "S29", "S30", "S31", "S32",
         "S34", "S36", "S38", "S41", "S45"}


def judge(output: str) -> list[tuple[str, bool, str]]:
    """Of every row: its name, whether its levels hold, and its figures."""
    rows = {row[2]: row for row in csv.reader(output.splitlines()) if len(row) > 7}
    judged = []
    for name in ROWS:
        row = rows.get(name)
        good = row is not None and row[4] == "pass" and (name not in GOALS or row[5] == "goal")
        judged.append((name, good, row[7] if row else "no such row"))
    return judged


def main() -> int:
    passed = failed = 0
    for variant in ([], ["--mirror"], ["--turn"]):
        run = subprocess.run([sys.argv[1], "--csv", *variant], capture_output=True, text=True, timeout=300)
        for name, good, figures in judge(run.stdout):
            passed += good
            failed += not good
            if not good:
                print(f"{name} {' '.join(variant)}: below its level: {figures}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
