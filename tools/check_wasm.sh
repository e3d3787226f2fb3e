#!/bin/bash
# The same bits in WebAssembly: examples, all scenes of the lab and the demo page's program, built for it and run by Node, against those of
# this machine; and the C tests there. Ends with "N passed, N failed".
# SPDX-License-Identifier: MIT
#   check_wasm.sh <library of this machine> <folder of build_wasm.sh> <folder for what is built>
set -u
cd "$(dirname "$0")/.." || exit 2
own=$1 wasm=$2 out=$3 passed=0 failed=0
mkdir -p "$out"
native() { # <program> <flags and sources...>
  "${CC:-cc}" -O2 -ffp-contract=off -Iinclude "${@:2}" -o "$out/$1" -L"$(dirname "$own")" -lbagatelle -Wl,-rpath,"$(dirname "$own")" -lm || exit 1
}
web() { "$wasm/wasm_cc.sh" "${@:2}" -o "$out/$1.wasm" || exit 1; }
node_run() { node tools/run_wasm.mjs "$out/$1.wasm" "${@:2}"; }
same() { # <name> <expected> <got>
  if [ -n "$2" ] && [ "$2" = "$3" ]; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "$1: $3 in place of $2"
  fi
}
for scene in $(tools/scenes.sh); do
  web "$scene" "bindings/c/examples/$scene.c"
  same "example $scene" "hash $(cat "Tests/Golden/$scene.txt")" "$(node_run "$scene" | tail -n 1)"
done
lab=(-std=gnu11 -DLAB_FURTHER -include Benchmarks/lab/even.h Benchmarks/lab/{engine_bagatelle,main,scenes,further,random}.c)
native lab "${lab[@]}"
web lab "${lab[@]}"
checksum() { "$@" --csv --wall "--steps=$steps" | tail -n 1 | cut -d , -f 19; }
# As in check_arm64.sh.
for further in "" --further; do
  # shellcheck disable=SC2086
  for scene in $("$out/lab" $further --list | cut -d ' ' -f 1); do
    if [ "$scene" = mixer ]; then steps=30; elif [ -n "$further" ]; then steps=100; else steps=20; fi
    same "$scene" "$(checksum "$out/lab" $further "$scene")" "$(checksum node_run lab $further "$scene")"
  done
done
web demo -mexec-model=reactor bindings/c/web/demo.c
native demo -DDEMO_MAIN bindings/c/web/demo.c
same "hello world in JavaScript" "y = 173" "$(node bindings/c/web/hello.mjs "$wasm/bagatelle.wasm")"
same "demo page" "$("$out/demo")" "$(node bindings/c/web/check.mjs "$out/demo.wasm")"
# Threads there are none, and calls_test and hostile_test are made by CMake.
for test in Tests/ABITests/*_test.c; do
  name=$(basename "$test" .c)
  case $name in layout_test | threads_test | workers_test) continue ;; esac
  web "$name" -ITests/ABITests -ISources/CBagatelle/include "$test"
  said=$(node_run "$name" 2>&1) && line=$(tail -n 1 <<<"$said") && [[ $line == *" passed, 0 failed" ]] &&
    passed=$((passed + 1)) || { failed=$((failed + 1)); echo "$name: $said"; }
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
