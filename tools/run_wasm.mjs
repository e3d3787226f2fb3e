// Runs a program that was built for WebAssembly: node tools/run_wasm.mjs program.wasm [arguments]
// SPDX-License-Identifier: MIT
import { readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { load, run } from '../bindings/c/web/wasi.mjs';

const args = process.argv.slice(2);
const program = await load(readFileSync(args[0]), { args, write: (text, to) => writeSync(to, text) });
process.exitCode = run(program);
