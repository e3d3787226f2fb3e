// Runs demo.wasm as a page would, without one, and prints the hash that main in demo.c prints: node check.mjs demo.wasm
// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { load } from './wasi.mjs';

const demo = await load(readFileSync(process.argv[2]));
demo.demo_start(480, 640);
for (let i = 0; i < 90; i++) demo.demo_frame(1 / 60);
const shape = new Float64Array(demo.memory.buffer, demo.demo_frame(0), 6 * demo.demo_count()).subarray(6 * 30);
demo.demo_press(shape[0] + 3, shape[1] - 2);
for (let i = 0; i < 90; i++) {
  demo.demo_move(240 + i, 400 - 4 * i);
  demo.demo_frame(1 / 60);
}
demo.demo_release();
demo.demo_resize(360, 640);
for (let i = 0; i < 120; i++) demo.demo_frame(1 / 60);
console.log(BigInt.asUintN(64, demo.demo_hash()).toString(16).padStart(16, '0'));
