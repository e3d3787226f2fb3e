# The engines that are compared, and their programs; read by run.sh and truth.sh with `.`, after tools/setup.sh.
# SPDX-License-Identifier: MIT
# Debian's libbox2d-dev and libchipmunk-dev are installed when run as root, PyPI's pyb2d3 (Box2D 3) into build/venv;
# what cannot be had is left out.
build=$PWD/build/benchmarks
lab=Benchmarks/lab
flags="-O3 -g -Wall -Wextra"
engines=()

has() { echo "#include <$1>" | gcc -x "$2" -fsyntax-only - 2>/dev/null; }

find_engines() {
  make_venv
  python_packages cmake:cmake ninja:ninja
  mkdir -p "$build"
  has chipmunk/chipmunk.h c || apt_get libchipmunk-dev || true
  has box2d/box2d.h c++ || apt_get g++ libbox2d-dev || true
  (python_packages numpy pyb2d3) || true
  engines=(bagatelle)
  if "$PWD/build/venv/bin/python" -c "import pyb2d3" 2>/dev/null; then engines+=(pyb2d3)
  else echo "left out: Box2D 3 (pyb2d3 cannot be installed)"; fi
  if has box2d/box2d.h c++; then engines+=(box2d24)
  else echo "left out: Box2D 2.4 (libbox2d-dev is not installed)"; fi
  if has chipmunk/chipmunk.h c; then engines+=(chipmunk)
  else echo "left out: Chipmunk 7 (libchipmunk-dev is not installed)"; fi
}

build_library() {
  local log=$build/log
  { cmake -S . -B "$build/library" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBAGATELLE_TESTS=OFF -DCMAKE_C_COMPILER=gcc &&
    cmake --build "$build/library" --parallel; } >"$log" 2>&1 || { cat "$log"; exit 1; }
}

# The few C and C++ files are compiled here and not by make, which a fresh machine may lack.
build_programs() { # <lab or truth> <its files>: $build/<lab or truth>_<engine>, for pyb2d3 a library
  local name=$1 engine own
  shift
  for engine in "${engines[@]}"; do
    case $engine in
      bagatelle) own=("$lab/engine_bagatelle.c" -Iinclude "-L$build/library" -lbagatelle "-Wl,-rpath,$build/library") ;;
      chipmunk) own=("$lab/engine_chipmunk.c" -lchipmunk) ;;
      pyb2d3) own=("$lab/engine_calls.c" -Dmain=lab_run -fPIC -shared) ;;
      box2d24) own=("$build/engine_box2d24.o" -lbox2d -lstdc++)
        # shellcheck disable=SC2086
        g++ $flags -c "$lab/engine_box2d24.cpp" -o "$build/engine_box2d24.o" || exit 1 ;;
    esac
    # shellcheck disable=SC2086
    gcc $flags -std=gnu11 "$@" "${own[@]}" -o "$build/${name}_$engine" -lm || exit 1
  done
}

program_of() { # <lab or truth> <engine>: sets the array program to the command
  program=("$build/$1_$2")
  if [ "$2" = pyb2d3 ]; then program=("$PWD/build/venv/bin/python" "$lab/engine_pyb2d3.py" "$build/$1_pyb2d3"); fi
}
