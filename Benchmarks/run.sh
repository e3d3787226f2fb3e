#!/bin/bash
# Times the benchmark scenes against Box2D 3 (a wheel), Box2D 2.4 and Chipmunk 7 in one run, on one core, and prints one
# table; then the memory of a box, the tick of 10,000 running property animations, attachments, and what calls from C and Python cost.
# SPDX-License-Identifier: MIT
#   run.sh [--all | --further] [--repeats=N] [--steps=N] [--core=N] [scene...]
# Without scenes: pile1k, pile5k and pyramid. --all takes every scene of the lab, --further those of further.c. Engines take turns, repeat by repeat.
# The peers are those of engines.sh; a missing one is left out.
set -u
cd "$(dirname "$0")/.." || exit 2
. tools/setup.sh
repeats=3 core= scenes=() options=() failed=0
for argument in "$@"; do
  case $argument in
    --all) scenes=(pile1k pile5k pile20k pyramid pyramids rain net tumbler bullets ui sleep) ;;
    --further)
      options+=("$argument")
      scenes=(faucet bricks visit cross mixed gas rack burst terrain tiles paddles belts ropes straps bridges bridge ragdolls wreck mesh
        drawn springs soft) ;;
    --repeats=*) repeats=${argument#*=} ;;
    --core=*) core=${argument#*=} ;;
    --steps=*) options+=("$argument") ;;
    -*) echo "unknown option: $argument"; exit 2 ;;
    *) scenes+=("$argument") ;;
  esac
done
[ ${#scenes[@]} -gt 0 ] || scenes=(pile1k pile5k pyramid)
need swiftc python3 gcc
. Benchmarks/engines.sh
find_engines
build_library
build_programs lab "$lab/main.c" "$lab/scenes.c" "$lab/further.c" "$lab/random.c" -DLAB_FURTHER

python3 Benchmarks/property_calls.py include/bagatelle/bagatelle.h >"$build/properties.inc" || exit 1
for name in animations crossing joined memory properties; do
  # shellcheck disable=SC2086
  gcc $flags -std=gnu11 "Benchmarks/$name.c" -Iinclude "-I$build" "-L$build/library" -lbagatelle "-Wl,-rpath,$build/library" \
    -o "$build/$name" -lm || exit 1
done

pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "${core:-$(($(nproc) - 1))}")
else echo "note: no taskset, not pinned"; fi
: >"$build/lines.csv"
for scene in "${scenes[@]}"; do
  for ((turn = 0; turn < repeats; turn++)); do
    for engine in "${engines[@]}"; do
      # What these scenes do between steps would be measured in Python.
      case "$scene $engine" in
        "ui pyb2d3" | "faucet pyb2d3" | "bricks pyb2d3" | "visit pyb2d3" | "paddles pyb2d3" | "belts pyb2d3") continue ;;
        "ropes pyb2d3" | "straps pyb2d3" | "drawn pyb2d3") continue ;;
      esac
      program_of lab "$engine"
      echo "running $scene on $engine ($((turn + 1)) of $repeats)" >&2
      ${pin[@]+"${pin[@]}"} "${program[@]}" "$scene" --csv ${options[@]+"${options[@]}"} |
        grep "^[a-z0-9.-]*,$scene," >>"$build/lines.csv" || echo "$scene failed on $engine" >&2
    done
  done
done
python3 Benchmarks/table.py "$build/lines.csv" Benchmarks/results
# Bytes of a box at rest, awake and asleep, with its contacts.
"$build/memory" || failed=1
# 10,000 running animations; fails when a steady tick asks for memory.
${pin[@]+"${pin[@]}"} "$build/animations" || failed=1
# Attachments that hang together with snaps, loops and slides.
${pin[@]+"${pin[@]}"} "$build/joined" || failed=1
# Calls, states and a tick from C and from Python; fails when the tick takes more than 1.1 times as long from Python.
(python_packages numpy) || echo "note: numpy is not installed"
# Every getter and setter of one property, the slowest last.
${pin[@]+"${pin[@]}"} "$build/properties" || failed=1
${pin[@]+"${pin[@]}"} "$build/crossing" | tee "$build/crossing.txt"
BAGATELLE_LIBRARY=$build/library/libbagatelle.so PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 \
  ${pin[@]+"${pin[@]}"} "$PWD/build/venv/bin/python" Benchmarks/crossing.py "$build/crossing.txt" || failed=1
exit $failed
