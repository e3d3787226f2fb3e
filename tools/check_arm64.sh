#!/bin/bash
# The same bits on another processor: examples and all scenes of the lab, built for 64-bit ARM and run by qemu-aarch64, against those of
# this machine. Ends with "N passed, N failed".
# SPDX-License-Identifier: MIT
#   check_arm64.sh <library of this machine> <library for ARM> <folder for what is built>
set -u
cd "$(dirname "$0")/.." || exit 2
own=$1 other=$2 out=$3 passed=0 failed=0
mkdir -p "$out"
flags="-O2 -ffp-contract=off -Iinclude"
build() { # <compiler> <library> <program> <flags and sources...>
  # shellcheck disable=SC2086
  "$1" $flags "${@:4}" -o "$out/$3" -L"$(dirname "$2")" -lbagatelle -Wl,-rpath,"$(dirname "$2")" -lm || exit 1
}
arm() { qemu-aarch64 -L /usr/aarch64-linux-gnu "$@"; }
same() { # <name> <expected> <got>
  if [ -n "$2" ] && [ "$2" = "$3" ]; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "$1: $3 in place of $2"
  fi
}
for scene in $(tools/scenes.sh); do
  build aarch64-linux-gnu-gcc "$other" "$scene" -std=c99 "bindings/c/examples/$scene.c"
  same "example $scene" "hash $(cat "Tests/Golden/$scene.txt")" "$(arm "$out/$scene" | tail -n 1)"
done
lab=(-std=gnu11 -DLAB_FURTHER Benchmarks/lab/{engine_bagatelle,main,scenes,further,random}.c)
build "${CC:-cc}" "$own" lab "${lab[@]}"
build aarch64-linux-gnu-gcc "$other" lab-arm64 "${lab[@]}"
# One scene of the lab here and there, and a line of what came of it.
compare() { # <options and name of a scene>
  local mine theirs
  mine=$("$out/lab" "$@" --csv | tail -n 1 | cut -d , -f 19)
  theirs=$(arm "$out/lab-arm64" "$@" --csv | tail -n 1 | cut -d , -f 19)
  if [ -n "$mine" ] && [ "$mine" = "$theirs" ]; then echo "same: $*"; else echo "$*: $theirs in place of $mine"; fi
}
# Of the further scenes, which are smaller, enough for what falls to come to rest on what hangs; of one that would take a third of all the time,
# and takes its steps in parts from the fourth on, fewer.
scenes() {
  for scene in $("$out/lab" --list | cut -d ' ' -f 1); do echo "$scene --steps=20"; done
  for scene in $("$out/lab" --further --list | cut -d ' ' -f 1); do
    if [ "$scene" = mixer ]; then steps=30; else steps=100; fi
    echo "--further $scene --steps=$steps"
  done
}
export out
export -f arm compare
# Two at a time, for near the end of all tests little else is left to do; the long ones are the last of the list.
scenes | tac | xargs -P 2 -L 1 bash -c 'compare "$@"' compare >"$out/compared"
wanted=$(scenes | wc -l) equal=$(grep -c '^same: ' "$out/compared")
grep -v '^same: ' "$out/compared"
passed=$((passed + equal)) failed=$((failed + wanted - equal))
[ "$wanted" -gt 0 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
