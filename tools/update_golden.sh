#!/bin/bash
# Writes Tests/Golden anew, after a change that is meant to alter the motion. Refuses if two builds disagree.
# SPDX-License-Identifier: MIT
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh
make_venv
python_packages cmake:cmake ninja:ninja
for type in Release Debug; do
  cmake -S . -B "build/golden-$type" -G Ninja -DCMAKE_BUILD_TYPE=$type >/dev/null
  cmake --build "build/golden-$type" --parallel >/dev/null
done
mkdir -p Tests/Golden
for scene in $(tools/scenes.sh); do
  one=$("build/golden-Release/examples/$scene" | tail -n 1) two=$("build/golden-Debug/examples/$scene" | tail -n 1)
  case $one in "hash "*) ;; *) echo "$scene: no hash"; exit 1 ;; esac
  [ "$one" = "$two" ] || { echo "$scene: release and debug disagree: $one, $two"; exit 1; }
  echo "${one#hash }" >"Tests/Golden/$scene.txt"
  echo "$scene ${one#hash }"
done
