# Gets what a fresh machine lacks; read by demo.sh, test.sh and Benchmarks/run.sh with `.`.
# SPDX-License-Identifier: MIT
# Needs Swift, a C compiler and Python 3.9. CMake, Ninja and Python packages go to build/venv; nothing is
# installed on the system except by apt-get as root, and NO_APT=1 forbids that too.

need() { # <command...>: stops if one is missing
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
  done
}

apt_installed=
apt_get() { # <package...>: as root with apt-get only; false when they could not be installed
  [ -z "${NO_APT:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  mkdir -p build
  local update=1
  [ -z "$apt_installed" ] || update=
  apt_installed=1
  ( # one after the other, for two lists of checks may ask at once
    flock 9
    [ -z "$update" ] || timeout 300 apt-get update >>build/apt.log 2>&1 || true
    DEBIAN_FRONTEND=noninteractive timeout 900 \
      apt-get install -y --no-install-recommends "$@" >>build/apt.log 2>&1
  ) 9>build/apt.lock
}

make_venv() {
  [ -x build/venv/bin/python ] && build/venv/bin/python -m pip --version >/dev/null 2>&1 && return
  rm -rf build/venv
  python3 -m venv build/venv >/dev/null 2>&1 && return
  rm -rf build/venv
  apt_get python3-venv && python3 -m venv build/venv >/dev/null 2>&1 && return
  rm -rf build/venv # a Python without venv and without apt-get: pip alone can make one
  python3 -m pip install -q --target build/virtualenv virtualenv &&
    PYTHONPATH=build/virtualenv python3 -m virtualenv -q build/venv && return
  echo "cannot make build/venv: install Python's venv module (Debian: python3-venv)"
  exit 2
}

python_packages() { # <module...>: into build/venv; <command>:<package> only where the command is missing
  local wanted= entry venv=$PWD/build/venv/bin
  PATH=$venv:$PATH
  export PATH
  for entry in "$@"; do
    case $entry in
      *:*) command -v "${entry%%:*}" >/dev/null || wanted="$wanted ${entry#*:}" ;;
      *) [ -x "$venv/python" ] && "$venv/python" -c "import $entry" 2>/dev/null || wanted="$wanted $entry" ;;
    esac
  done
  [ -n "$wanted" ] || return 0
  make_venv
  echo "installing into build/venv:$wanted"
  # shellcheck disable=SC2086
  "$venv/python" -m pip install -q --disable-pip-version-check $wanted || { echo "cannot install:$wanted"; exit 2; }
}

swift_clang() { # prints the path of the clang that belongs to the Swift toolchain
  local resources
  resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
  echo "$resources/../../bin/clang"
}
