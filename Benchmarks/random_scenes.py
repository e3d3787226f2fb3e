"""Times two engines of the lab on scenes that seeds draw (lab/random.c), in turn, and prints their ratios.

    python3 Benchmarks/random_scenes.py <lab program> <lab program of the other> [first seed] [last seed]

SPDX-License-Identifier: MIT
"""

import csv
import math
import subprocess
import sys


def run(program, seed):
    """The rows of both scenes of a seed, by name: milliseconds a step and what the scene was like."""
    command = [program, f"--random={seed}", "--csv"]
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600).stdout
    rows = [row for row in csv.reader(output.splitlines()) if len(row) == 23]
    return {row[1]: (float(row[6]), row[22]) for row in rows}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    first, last = (int(number) for number in (sys.argv[3:5] + ["1", "60"][len(sys.argv) - 3 :]))
    ratios = []
    for seed in range(first, last + 1):
        ours, theirs = run(sys.argv[1], seed), run(sys.argv[2], seed)
        for scene, (time, what) in ours.items():
            other, its = theirs[scene]
            ratios.append(time / other)
            print(f"{seed:4} {scene:6} {time / other:6.2f}  {time:.3f} {other:.3f}  {what}\n{'':37}{its.split(' drawn')[0]}", flush=True)
    ratios.sort()
    count = len(ratios)
    mean = math.exp(sum(math.log(ratio) for ratio in ratios) / count)
    print(f"{count} scenes: geometric mean {mean:.2f}, median {ratios[count // 2]:.2f}, {ratios[0]:.2f} to {ratios[-1]:.2f}, "
          f"above 1 {sum(ratio > 1 for ratio in ratios)}, above 2 {sum(ratio > 2 for ratio in ratios)}")


if __name__ == "__main__":
    main()
