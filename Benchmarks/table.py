#!/usr/bin/env python3
"""Makes one table of a benchmark run: table.py <lines.csv> <results folder>. Called by run.sh."""
# SPDX-License-Identifier: MIT
import csv
import platform
import sys
from pathlib import Path

COLUMNS = ("engine scene bodies steps workers repeats least_mean least_median least_p99 least_worst median mean p99 "
           "lowest highest build peak growth checksum stable contacts awake quality").split()
TITLES = {"bagatelle": "Bagatelle", "pyb2d3": "Box2D 3 (pyb2d3, SSE2)", "box2d-2.4": "Box2D 2.4.1", "chipmunk7": "Chipmunk 7"}


def processor():
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main():
    rows = [dict(zip(COLUMNS, row)) for row in csv.reader(Path(sys.argv[1]).read_text().splitlines())]
    scenes = list(dict.fromkeys(row["scene"] for row in rows))
    engines = [name for name in TITLES if any(row["engine"] == name for row in rows)]
    best, quality, failures = {}, {}, []
    for row in rows:
        key = row["scene"], row["engine"]
        best[key] = min(best.get(key, 1e30), float(row["mean"]))
        if quality.setdefault(key, (row["quality"], row["checksum"])) != (row["quality"], row["checksum"]):
            failures.append(f"{row['scene']}, {TITLES[row['engine']]}: repeats differ")
    print(f"{processor()}; milliseconds per step of 1/60 s, least mean of the repeats; Bagatelle with 4 sub-steps")
    print()
    peers = [name for name in engines if name != "bagatelle"]
    head = ["scene"] + [TITLES[name] for name in engines] + [f"Bagatelle / {TITLES[name]}" for name in peers]
    print("| " + " | ".join(head) + " |")
    print("| --- |" + " --: |" * (len(head) - 1))
    for scene in scenes:
        own = best.get((scene, "bagatelle"))
        cells = [f"{best[scene, name]:.3f}" if (scene, name) in best else "-" for name in engines]
        cells += [f"{own / best[scene, name]:.2f}" if own and (scene, name) in best else "-" for name in peers]
        print("| " + " | ".join([scene] + cells) + " |")
    print()
    for scene in scenes:
        for name in engines:
            if (scene, name) in quality:
                print(f"{scene}, {TITLES[name]}: {quality[scene, name][0]}")
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for scene in scenes:
        with open(folder / f"{scene}.csv", "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows([row[column] for column in COLUMNS] for row in rows if row["scene"] == scene)
    print("\n".join(failures))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
