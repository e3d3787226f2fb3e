#!/bin/bash
# Times the benchmark scenes against Box2D 2.4 and Chipmunk 7 in one run, on one core, and prints one table; then the
# tick of 10,000 running property animations, and what calls from C and Python cost.
# SPDX-License-Identifier: MIT
#   run.sh [--all] [--repeats=N] [--steps=N] [--core=N] [scene...]
# Without scenes: pile1k, pile5k and pyramid. --all takes every scene of the lab. Engines take turns, repeat by repeat.
# The peers are Debian's libbox2d-dev and libchipmunk-dev, installed when run as root; a missing one is left out.
set -u
cd "$(dirname "$0")/.." || exit 2
. tools/setup.sh
repeats=3 core= scenes=() options=() failed=0
for argument in "$@"; do
  case $argument in
    --all) scenes=(pile1k pile5k pile20k pyramid pyramids rain net tumbler bullets ui sleep) ;;
    --repeats=*) repeats=${argument#*=} ;;
    --core=*) core=${argument#*=} ;;
    --steps=*) options+=("$argument") ;;
    -*) echo "unknown option: $argument"; exit 2 ;;
    *) scenes+=("$argument") ;;
  esac
done
[ ${#scenes[@]} -gt 0 ] || scenes=(pile1k pile5k pyramid)
need swiftc python3 gcc
make_venv
python_packages cmake:cmake ninja:ninja
build=$PWD/build/benchmarks
mkdir -p "$build"

has() { echo "#include <$1>" | gcc -x "$2" -fsyntax-only - 2>/dev/null; }
has chipmunk/chipmunk.h c || apt_get libchipmunk-dev || true
has box2d/box2d.h c++ || apt_get g++ libbox2d-dev || true
engines=(bagatelle)
if has box2d/box2d.h c++; then engines+=(box2d24)
else echo "left out: Box2D 2.4 (libbox2d-dev is not installed)"; fi
if has chipmunk/chipmunk.h c; then engines+=(chipmunk)
else echo "left out: Chipmunk 7 (libchipmunk-dev is not installed)"; fi

log=$build/log
{ cmake -S . -B "$build/library" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBAGATELLE_TESTS=OFF -DCMAKE_C_COMPILER=gcc &&
  cmake --build "$build/library" --parallel; } >"$log" 2>&1 || { cat "$log"; exit 1; }
# The few C and C++ files are compiled here and not by make, which a fresh machine may lack.
lab=Benchmarks/lab flags="-O3 -g -Wall -Wextra"
for engine in "${engines[@]}"; do
  case $engine in
    bagatelle) own=("$lab/engine_bagatelle.c" -Iinclude "-L$build/library" -lbagatelle "-Wl,-rpath,$build/library") ;;
    chipmunk) own=("$lab/engine_chipmunk.c" -lchipmunk) ;;
    box2d24) own=("$build/engine_box2d24.o" -lbox2d -lstdc++)
      # shellcheck disable=SC2086
      g++ $flags -c "$lab/engine_box2d24.cpp" -o "$build/engine_box2d24.o" || exit 1 ;;
  esac
  # shellcheck disable=SC2086
  gcc $flags -std=gnu11 "$lab/main.c" "$lab/scenes.c" "${own[@]}" -o "$build/lab_$engine" -lm || exit 1
done

for program in animations crossing; do
  # shellcheck disable=SC2086
  gcc $flags -std=gnu11 "Benchmarks/$program.c" -Iinclude "-L$build/library" -lbagatelle "-Wl,-rpath,$build/library" \
    -o "$build/$program" -lm || exit 1
done

pin=()
if command -v taskset >/dev/null; then pin=(taskset -c "${core:-$(($(nproc) - 1))}")
else echo "note: no taskset, not pinned"; fi
: >"$build/lines.csv"
for scene in "${scenes[@]}"; do
  for ((turn = 0; turn < repeats; turn++)); do
    for engine in "${engines[@]}"; do
      echo "running $scene on $engine ($((turn + 1)) of $repeats)" >&2
      ${pin[@]+"${pin[@]}"} "$build/lab_$engine" "$scene" --csv ${options[@]+"${options[@]}"} |
        grep "^[a-z0-9.-]*,$scene," >>"$build/lines.csv" || echo "$scene failed on $engine" >&2
    done
  done
done
python3 Benchmarks/table.py "$build/lines.csv" Benchmarks/results
# 10,000 running animations; fails when a steady tick asks for memory.
${pin[@]+"${pin[@]}"} "$build/animations" || failed=1
# Calls, states and a tick from C and from Python; fails when the tick takes more than 1.1 times as long from Python.
(python_packages numpy) || echo "note: numpy is not installed"
${pin[@]+"${pin[@]}"} "$build/crossing" | tee "$build/crossing.txt"
BAGATELLE_LIBRARY=$build/library/libbagatelle.so PYTHONPATH=bindings/python PYTHONDONTWRITEBYTECODE=1 \
  ${pin[@]+"${pin[@]}"} "$PWD/build/venv/bin/python" Benchmarks/crossing.py "$build/crossing.txt" || failed=1
exit $failed
