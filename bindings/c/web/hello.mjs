// The hello world of the README without any C: bagatelle.wasm has every function of the header. node hello.mjs bagatelle.wasm
// SPDX-License-Identifier: MIT
//
// Ids are BigInt. Pointers are numbers of bytes in `memory`; a struct by value is passed by a pointer to it, and one that is
// returned is written to a pointer that comes before all arguments.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { load } from './wasi.mjs';

const bgt = await load(readFileSync(process.argv[2]));
const numbers = () => new DataView(bgt.memory.buffer); // anew each time: memory that grows has another buffer
const text = (at) => {
  const bytes = new Uint8Array(bgt.memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
};
const ok = (status) => {
  if (status < 0) throw new Error(text(bgt.bgt_last_error_message()));
};
const kindItem = 2; // BGT_KIND_ITEM
const definition = bgt.malloc(72); // sizeof(bgt_item_def)
const out = bgt.malloc(16);
const made = (status) => {
  ok(status);
  return numbers().getBigUint64(out, true);
};

bgt.bgt_def_init(definition, kindItem, 72);
numbers().setFloat64(definition + 8, 200, true); // center.x
numbers().setFloat64(definition + 16, 50, true); // center.y
const box = made(bgt.bgt_item_create(definition, out));
const gravity = made(bgt.bgt_gravity_create(0, out));
ok(bgt.bgt_behavior_add_item(gravity, box));
const animator = made(bgt.bgt_animator_create(0, out));
ok(bgt.bgt_animator_add_behavior(animator, gravity));
for (let frame = 0; frame < 30; frame++) ok(bgt.bgt_animator_advance(animator, 1 / 60, 0));
bgt.bgt_item_get_center(out, box);
console.log(`y = ${numbers().getFloat64(out + 8, true).toFixed(0)}`);
for (const id of [box, gravity, animator]) bgt.bgt_release(id);
