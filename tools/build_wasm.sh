#!/bin/bash
# Builds the library for WebAssembly, from the same sources: a static library for C programs and one module for browsers.
# SPDX-License-Identifier: MIT
#   build_wasm.sh [folder]    default build/wasm; leaves there
#     libbagatelle.a    for C programs; wasm_cc.sh main.c -o main.wasm builds one, tools/run_wasm.mjs runs it
#     bagatelle.wasm    every function of the header, for those who call them from JavaScript
#     page              a page that draws what bindings/c/web/demo.c simulates; serve it: python3 -m http.server -d build/wasm/page
# Needs Swift 6.3 with its clang, and of Debian wasi-libc and libclang-rt-14-dev-wasm32, which it installs where it may.
# Numbers are 32-bit where the C API says size_t; everything else, and every bit of a simulation, is as on other platforms.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh
out=${1:-build/wasm}
sources=$PWD/Sources
builtins=$(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | tail -1) || true
if [ ! -e /usr/lib/wasm32-wasi/libc.a ] || [ -z "$builtins" ]; then
  apt_get wasi-libc libclang-rt-14-dev-wasm32
  builtins=$(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a | tail -1)
fi
need swiftc
bin=$(dirname "$(readlink -f "$(command -v swiftc)")")
mkdir -p "$out"
out=$(cd "$out" && pwd)

swift=(swiftc -target wasm32-unknown-none-wasm -enable-experimental-feature Embedded -wmo -parse-as-library -swift-version 6
  -package-name bagatelle -Xfrontend -disable-stack-protector -Xfrontend -function-sections -Xcc -ffp-contract=off -Xcc -msimd128
  -I "$sources/CBagatelle/include" -I "$out")
module() { # name, flags
  local name=$1 files
  shift
  mapfile -t files < <(find "$sources/$name" -name '*.swift' | LC_ALL=C sort)
  "${swift[@]}" "$@" -module-name "$name" "${files[@]}" -emit-module -emit-module-path "$out/$name.swiftmodule" -c -o "$out/$name.o"
}
module BagatelleKernels -O -enable-experimental-feature BuiltinModule -no-allocations
module BagatelleCore -O -enable-experimental-feature BuiltinModule
module Bagatelle -Osize
module BagatelleABI -Osize

clang=("$bin/clang" --target=wasm32-wasi -isystem /usr/include/wasm32-wasi -std=gnu11 -O2 -ffp-contract=off)
for name in shims pool; do
  "${clang[@]}" -Wall -Wextra -Werror -DBGT_EMBEDDED -I"$sources/CBagatelle/include" -c "$sources/CBagatelle/$name.c" -o "$out/$name.o"
done
objects=("$out"/{BagatelleABI,Bagatelle,BagatelleCore,BagatelleKernels,shims,pool}.o)
rm -f "$out/libbagatelle.a"
"$bin/llvm-ar" rcs "$out/libbagatelle.a" "${objects[@]}"

# What C programs are built with: wasm_cc.sh main.c -o main.wasm
cat >"$out/wasm_cc.sh" <<EOF
#!/bin/sh
# Compiles and links a C program for wasm32-wasi with this library.
exec ${clang[*]} -I$PWD/include "\$@" -nodefaultlibs -L/usr/lib/wasm32-wasi -B/usr/lib/wasm32-wasi $out/libbagatelle.a \
  -lc -lm $builtins -Wl,--gc-sections,--stack-first,-z,stack-size=1048576
EOF
chmod +x "$out/wasm_cc.sh"

# Every function of the header, and memory to pass arguments in.
exports=(malloc free)
mapfile -t -O 2 exports <"$sources/BagatelleABI/exports.txt"
"$bin/wasm-ld" /usr/lib/wasm32-wasi/crt1-reactor.o "${objects[@]}" -L/usr/lib/wasm32-wasi -lc -lm "$builtins" --entry=_initialize \
  --gc-sections --strip-all --stack-first -z stack-size=1048576 --export-table --growable-table "${exports[@]/#/--export=}" -o "$out/bagatelle.wasm"

mkdir -p "$out/page"
cp bindings/c/web/index.html bindings/c/web/wasi.mjs "$out/page/"
"$out/wasm_cc.sh" -mexec-model=reactor -Wl,--strip-all bindings/c/web/demo.c -o "$out/page/demo.wasm"
for file in bagatelle.wasm page/demo.wasm; do
  echo "$file: $(wc -c <"$out/$file") bytes, $(gzip -9c "$out/$file" | wc -c) compressed"
done
