#!/bin/bash
# Runs the 47 rows of the truth harness on Bagatelle and its peers and prints them side by side, as a Markdown table.
# SPDX-License-Identifier: MIT
#   truth.sh [--figures] [row...]
# Without rows: all. --figures: after the table also the figures of every row of every engine. Steps of 1/60 s, for Chipmunk 7
# of 1/240 s, as its manual asks for. Fails when a row of ours does not pass. The peers are those of engines.sh.
set -u
cd "$(dirname "$0")/.." || exit 2
. tools/setup.sh
need swiftc python3 gcc
. Benchmarks/engines.sh
find_engines
build_library
build_programs truth "$lab/truth.c"
files=() figures=() rows=()
for argument in "$@"; do
  case $argument in
    --figures) figures=(--figures) ;;
    -*) echo "unknown option: $argument"; exit 2 ;;
    *) rows+=("$argument") ;;
  esac
done
[ ${#rows[@]} -gt 0 ] || rows=("")
for engine in "${engines[@]}"; do
  rate=60
  [ "$engine" = chipmunk ] && rate=240
  program_of truth "$engine"
  echo "running the rows on $engine" >&2
  files+=("$build/truth_$engine.csv")
  for row in "${rows[@]}"; do
    "${program[@]}" --csv --hz=$rate ${row:+"$row"} 2>/dev/null
  done >"$build/truth_$engine.csv"
done
python3 Benchmarks/truth_table.py ${figures[@]+"${figures[@]}"} "${files[@]}"
