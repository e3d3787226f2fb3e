/* Both compiled copies of the kernels give the same bits on random blocks. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "shims.h"

enum { FIELDS = 48, BLOCKS = 40, BODIES = 64, ROUNDS = 200 }; /* FIELDS: ContactLane.count */
enum { SPRING_FIELDS = 14, SLOT_FIELDS = 19, SLOTS = 4 };          /* SpringBlock and SpringSlot */

typedef struct data {
  _Alignas(64) float blocks[BLOCKS][FIELDS][8];
  _Alignas(64) float states[BODIES + 1][8]; /* the row before the first body is the fixed one */
  _Alignas(64) float shifts[BODIES + 1][4]; /* of reference poses: x, y, turn, 1 where there is one */
  _Alignas(64) float parameters[16];
} data;

static uint64_t state = 42;
static double between(double a, double b) {
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return a + (b - a) * (double)((x ^ (x >> 31)) >> 11) / 9007199254740992.0;
}

static void fill(data *d) {
  static const float odd[] = { 0, -0.0f, 1e-40f, 1e20f, -1e-20f };
  memset(d, 0, sizeof *d);
  for (int b = 0; b < BLOCKS; b++) {
    int first = (int)between(0, BODIES);
    for (int f = 2; f < FIELDS; f++)
      for (int lane = 0; lane < 8; lane++)
        d->blocks[b][f][lane] = between(0, 1) < 0.02 ? odd[(int)between(0, 5)] : (float)between(f >= 16 ? 0 : -2, 2);
    for (int lane = 0; lane < 8; lane++) { /* no two lanes share a moving body */
      int32_t a = (first + lane) % BODIES, other = between(0, 1) < 0.3 ? -1 : (first + 8 + lane) % BODIES;
      double angle = between(0, 6.3);
      memcpy(&d->blocks[b][0][lane], &a, 4);
      memcpy(&d->blocks[b][1][lane], &other, 4);
      d->blocks[b][2][lane] = (float)cos(angle);
      d->blocks[b][3][lane] = (float)sin(angle);
    }
  }
  for (int i = 1; i <= BODIES; i++)
    for (int k = 0; k < 8; k++) d->states[i][k] = (float)between(-50, 50) * (k == 3 ? 0.01f : 1);
  for (int i = 1; i <= BODIES; i++) {
    if (between(0, 1) < 0.3) continue;
    for (int k = 0; k < 3; k++) d->shifts[i][k] = (float)between(-1, 1) * (k == 2 ? 0.02f : 1);
    d->shifts[i][3] = 1;
  }
  for (int b = 0; b < BLOCKS; b++)
    for (int lane = 0; lane < 8; lane++) {
      d->blocks[b][46][lane] = (float)(int)between(0, 3) / 2; /* whose face, and round */
      d->blocks[b][47][lane] = between(0, 1) < 0.5 || d->blocks[b][46][lane] == 0.5f;
    }
  for (int k = 0; k < 16; k++) d->parameters[k] = (float)between(0, 2);
}

/* Equal bits; of two NaNs sign and payload are not defined by IEEE 754 and may differ (the indices are no floats). */
static bool same(const float *a, const float *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (memcmp(a + i, b + i, sizeof *a) && !(isnan(a[i]) && isnan(b[i]))) return false;
  return true;
}
static bool equal(const data *a, const data *b) {
  for (int block = 0; block < BLOCKS; block++) {
    if (memcmp(a->blocks[block], b->blocks[block], sizeof(float[2][8]))) return false;
    if (!same(a->blocks[block][2], b->blocks[block][2], (FIELDS - 2) * 8)) return false;
  }
  return same(a->states[0], b->states[0], (BODIES + 1) * 8);
}

/* Springs of bodies: per block 8 bodies and SLOTS springs of each, of all three kinds. */
typedef struct spring_block {
  _Alignas(32) float fields[SPRING_FIELDS][8];
  int32_t first, count, padding[6];
} spring_block;
typedef struct spring_slot {
  _Alignas(32) float fields[SLOT_FIELDS][8];
  int32_t kind, padding[7];
} spring_slot;
typedef struct springs {
  spring_block blocks[BODIES / 8];
  spring_slot slots[BODIES / 8 * SLOTS];
  _Alignas(64) float states[BODIES + 1][8];
} springs;

static void fill_springs(springs *d) {
  memset(d, 0, sizeof *d);
  for (int i = 1; i <= BODIES; i++)
    for (int k = 0; k < 8; k++) d->states[i][k] = (float)between(-50, 50) * (k == 3 ? 0.01f : 1);
  for (int b = 0; b < BODIES / 8; b++) {
    spring_block *block = d->blocks + b;
    block->first = b * SLOTS;
    block->count = SLOTS;
    for (int lane = 0; lane < 8; lane++) {
      int32_t index = between(0, 1) < 0.1 ? -1 : b * 8 + lane;
      bool turns = between(0, 1) < 0.9, ahead = between(0, 1) < 0.5;
      memcpy(&block->fields[0][lane], &index, 4);
      block->fields[1][lane] = (float)between(0.1, 10);
      block->fields[2][lane] = turns ? (float)between(10, 1e4) : 1;
      block->fields[3][lane] = turns;
      block->fields[4][lane] = 1 / block->fields[1][lane];
      block->fields[5][lane] = turns ? 1 / block->fields[2][lane] : 0;
      block->fields[6][lane] = ahead ? 1 / 480.0f : 0;
      block->fields[7][lane] = ahead;
    }
    for (int s = 0; s < SLOTS; s++) {
      spring_slot *slot = d->slots + b * SLOTS + s;
      slot->kind = (b + s) % 3;
      for (int lane = 0; lane < 8; lane++) {
        for (int f = 0; f < 5; f++) slot->fields[f][lane] = (float)between(-100, 100);
        for (int f = 5; f < 8; f++) slot->fields[f][lane] = between(0, 1) < 0.1 ? 0 : (float)between(0, 2);
      }
    }
  }
}
static bool equal_springs(const springs *a, const springs *b) {
  for (int i = 0; i < BODIES / 8; i++)
    if (!same(a->blocks[i].fields[1], b->blocks[i].fields[1], (SPRING_FIELDS - 1) * 8)) return false;
  for (int i = 0; i < BODIES / 8 * SLOTS; i++)
    if (!same(a->slots[i].fields[0], b->slots[i].fields[0], SLOT_FIELDS * 8)) return false;
  return same(a->states[0], b->states[0], (BODIES + 1) * 8);
}
static void check_springs(void) {
  static springs one, other;
  for (int round = 0; round < ROUNDS; round++) {
    fill_springs(&one);
    memcpy(&other, &one, sizeof one);
    for (int32_t phase = 0; phase <= 2; phase++) {
      bgtk_springs_baseline(phase, one.blocks, BODIES / 8, one.slots, one.states[1]);
      bgtk_springs_avx2(phase, other.blocks, BODIES / 8, other.slots, other.states[1]);
      CHECK(equal_springs(&one, &other));
    }
    for (int i = 1; i <= BODIES; i++) CHECK(isfinite(one.states[i][0]) && isfinite(one.states[i][2]));
  }
}

int main(void) {
  static data one, other;
  int finite = 0;
  if (!bgts_has_avx2()) {
    puts("no AVX2 here\n1 passed, 0 failed");
    return 0;
  }
  for (int round = 0; round < ROUNDS; round++) {
    fill(&one);
    memcpy(&other, &one, sizeof one);
    for (int32_t phase = 0; phase <= 4; phase++) {
      bgtk_contacts_baseline(phase, one.blocks, BLOCKS, one.states[1], one.parameters);
      bgtk_contacts_avx2(phase, other.blocks, BLOCKS, other.states[1], other.parameters);
      CHECK(equal(&one, &other));
    }
    bgtk_contacts_baseline(5, one.blocks, BLOCKS, one.shifts[1], one.parameters);
    bgtk_contacts_avx2(5, other.blocks, BLOCKS, other.shifts[1], other.parameters);
    CHECK(equal(&one, &other));
    for (int i = 1; i <= BODIES; i++) finite += isfinite(one.states[i][0]) != 0;
  }
  check_springs();
  CHECK(finite > ROUNDS * BODIES / 2); /* something was computed, not only infinities */
  return checks_done();
}
