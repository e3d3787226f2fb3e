/* Both compiled copies of the kernels give the same bits on random blocks. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "shims.h"

enum { FIELDS = 48, BLOCKS = 40, BODIES = 64, ROUNDS = 200 }; /* FIELDS: ContactLane.count */
enum { SPRING_FIELDS = 14, SLOT_FIELDS = 23, SLOT_CENTERS = 21, SLOTS = 4 };          /* SpringBlock and SpringSlot */
enum { NODE_ROWS = 51, JOINT_ROWS = 50, LINKS = 6 };               /* JointNode and TreeJoint */

typedef struct data {
  _Alignas(64) float blocks[BLOCKS][FIELDS][8];
  _Alignas(64) float states[BODIES + 1][8]; /* the row before the first body is the fixed one */
  _Alignas(64) float shifts[BODIES + 1][4]; /* of reference poses: x, y, turn, 1 where there is one */
  _Alignas(64) float parameters[30]; /* from 26 on a pointer to the rows below, or null; then what a biased pass leaves unsettled */
  _Alignas(64) float warm[BODIES + 1][4]; /* what the next warm start counts from */
  uint32_t marks[BLOCKS]; /* what a pass leaves unsettled */
} data;

static uint64_t state = 42;
/* Where a check begins in the stream, so that a change of one leaves the cases of the others. */
static void draw_from(uint64_t number) { state = 42 + number * 0x9e3779b97f4a7c15u; }
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
    const int first = (int)between(0, BODIES), used = between(0, 1) < 0.7 ? 8 : (int)between(1, 8);
    const bool fixed = between(0, 1) < 0.3; /* Contacts against what is fixed, without mass or inertia, are in blocks of their own. */
    for (int f = 2; f < FIELDS; f++)
      for (int lane = 0; lane < 8; lane++)
        d->blocks[b][f][lane] = between(0, 1) < 0.02 ? odd[(int)between(0, 5)] : (float)between(f >= 16 ? 0 : -2, 2);
    for (int lane = 0; lane < 8; lane++) { /* no two lanes share a moving body */
      int32_t a = (first + lane) % BODIES, other = fixed ? -1 : (first + 8 + lane) % BODIES;
      double angle = between(0, 6.3);
      memcpy(&d->blocks[b][0][lane], &a, 4);
      memcpy(&d->blocks[b][1][lane], &other, 4);
      if (fixed) d->blocks[b][18][lane] = d->blocks[b][19][lane] = 0;
      d->blocks[b][2][lane] = (float)cos(angle);
      d->blocks[b][3][lane] = (float)sin(angle);
    }
    for (int lane = used; lane < 8; lane++) { /* no contact */
      for (int f = 2; f < FIELDS; f++) d->blocks[b][f][lane] = 0;
      memset(&d->blocks[b][0][lane], 0xff, 4), memset(&d->blocks[b][1][lane], 0xff, 4);
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
      if ((b + lane) % 5 == 3) { /* Rigid joints hold a body: in some halves of a block none, or in one alone. */
        d->blocks[b][29][lane] = -fabsf(d->blocks[b][29][lane]);
        d->blocks[b][47][lane] = 3 * d->blocks[b][47][lane] - 1;
      }
    }
  for (int k = 0; k < 16; k++) d->parameters[k] = (float)between(0, 2);
  d->parameters[16] = 0.1f;
  d->parameters[17] = 0.45f, d->parameters[18] = (float)between(0, 2), d->parameters[19] = 0.2f, d->parameters[20] = 0.35f;
  d->parameters[28] = 0.5f;
  d->parameters[21] = 0.7f, d->parameters[22] = 0.8f, d->parameters[23] = 90, d->parameters[24] = 0.05f;
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
  if (!same(a->warm[0], b->warm[0], (BODIES + 1) * 4)) return false;
  return same(a->states[0], b->states[0], (BODIES + 1) * 8) && !memcmp(a->marks, b->marks, sizeof a->marks);
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
    const int used = between(0, 1) < 0.5 ? 8 : (int)between(1, 8); /* Lanes are filled from the first on. */
    for (int lane = 0; lane < 8; lane++) {
      int32_t index = lane < used ? b * 8 + lane : -1;
      bool turns = between(0, 1) < 0.9, ahead = between(0, 1) < 0.5;
      memcpy(&block->fields[0][lane], &index, 4);
      block->fields[1][lane] = (float)between(0.1, 10);
      block->fields[2][lane] = turns ? (float)between(10, 1e4) : 1;
      block->fields[3][lane] = turns;
      block->fields[4][lane] = lane < used ? 1 / block->fields[1][lane] : 0;
      block->fields[5][lane] = lane < used && turns ? 1 / block->fields[2][lane] : 0;
      block->fields[6][lane] = ahead ? 1 / 480.0f : 0;
      block->fields[7][lane] = ahead;
    }
    for (int s = 0; s < SLOTS; s++) {
      spring_slot *slot = d->slots + b * SLOTS + s;
      slot->kind = (b + s) % 3;
      for (int lane = 0; lane < 8; lane++) {
        for (int f = 0; f < 5; f++) slot->fields[f][lane] = (float)between(-100, 100);
        slot->fields[SLOT_CENTERS][lane] = 2 - 0.25f * (lane % 5);
        slot->fields[SLOT_CENTERS + 1][lane] = 0.25f * (lane % 5);
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

/* Nets: per block eight joints of a kind, of all kinds, that share no body; in some a body is held or does not turn, or ends meet. */
enum { NET_FIELDS = 27, NET_BLOCKS = 24 }; /* NetLane */
enum { NET_MASS = 2, NET_ARM = 10, NET_APART = 14, NET_LENGTH = 16, NET_MOVING = 19, NET_IMPULSE = 22 };
enum { NET_HINGE = 4, NET_SNAP = 6, NET_SLIDE = 8, ANGLE_FIELDS = 11, ANGLE_FROM = 1, ANGLE_FRICTION = 3, ANGLE_TOTAL = 6, ANGLE_ACROSS = 7, ANGLE_LEAST = 9 }; /* NetKind, NetAngle */
typedef struct net_block {
  _Alignas(32) float fields[NET_FIELDS][8];
  int32_t kind, moving, angles, padding[5];
} net_block;
typedef struct nets {
  net_block blocks[NET_BLOCKS];
  _Alignas(32) float angles[NET_BLOCKS][ANGLE_FIELDS][8];
  struct { float numbers[4]; void *angles; } parameters;
  _Alignas(64) float states[BODIES + 1][8];
} nets;

static void fill_nets(nets *d) {
  memset(d, 0, sizeof *d);
  d->states[0][6] = 1;
  for (int i = 1; i <= BODIES; i++) {
    const double angle = between(-3, 3);
    for (int k = 0; k < 6; k++) d->states[i][k] = (float)between(-5, 5) * (k == 3 ? 0.1f : 1);
    d->states[i][6] = (float)cos(angle), d->states[i][7] = (float)sin(angle);
  }
  for (int k = 0; k < 3; k++) d->parameters.numbers[k] = (float)between(0, k ? 1 : 60);
  d->parameters.numbers[3] = 1 / 240.0f;
  for (int n = 0; n < NET_BLOCKS; n++) {
    net_block *block = d->blocks + n;
    const int first = (int)between(0, BODIES), step = 8 + (int)between(0, BODIES - 16);
    const bool all_move = between(0, 1) < 0.5;
    static const int kinds[] = { 0, 1, 2, 3, NET_HINGE, 5, NET_SNAP, NET_SLIDE };
    block->kind = kinds[n % 8];
    block->angles = n;
    for (int lane = 0; lane < 8; lane++) {
      int32_t sides[2] = { (first + lane) % BODIES, (first + step + lane) % BODIES };
      const bool meets = between(0, 1) < 0.05;
      for (int side = 0; side < 2; side++) {
        const bool moves = all_move || between(0, 1) < 0.7;
        if (!moves) sides[side] = -1;
        memcpy(&block->fields[side][lane], &sides[side], 4);
        block->fields[NET_MASS + 2 * side][lane] = moves ? (float)between(0.1, 3) : 0;
        block->fields[NET_MASS + 2 * side + 1][lane] = moves && between(0, 1) < 0.9 ? (float)between(0, 0.05) : 0;
        block->moving += side == 0 && moves && sides[0] >= 0;
        for (int k = 0; k < 2; k++) block->fields[NET_ARM + 2 * side + k][lane] = meets ? 0 : (float)between(-8, 8);
      }
      for (int k = 0; k < 2; k++) {
        const float *a = d->states[sides[0] + 1], *b = d->states[sides[1] + 1];
        block->fields[NET_APART + k][lane] = meets ? a[4 + k] - b[4 + k] : (float)between(-20, 20);
        block->fields[NET_IMPULSE + k][lane] = between(0, 1) < 0.2 ? 0 : (float)between(-3, 3);
      }
      for (int side = 0; side < 2; side++) /* Springs are measured by a share of their arms. */
        block->fields[NET_MOVING + 1 + side][lane] = block->fields[NET_MASS + 2 * side + 1][lane] * (block->kind & 2 ? 0.25f * (lane % 5) : 1);
      block->fields[NET_MOVING][lane] = (block->fields[NET_MASS][lane] + block->fields[NET_MASS + 2][lane]) * (block->kind & 2 ? 2 - 0.25f * (lane % 5) : 1);
      for (int f = NET_LENGTH; f < NET_MOVING; f++) block->fields[f][lane] = (float)between(0, f == NET_LENGTH ? 20 : 1);
      if (block->kind != NET_HINGE && block->kind != NET_SNAP && block->kind != NET_SLIDE) continue;
      float (*angles)[8] = d->angles[n];
      const double axis = between(-3, 3), open = between(0, 1), holds = between(0, 1) < 0.9;
      for (int f = 0; f < ANGLE_TOTAL; f++) angles[f][lane] = (float)between(-1, 1);
      for (int from = ANGLE_FROM; from <= ANGLE_LEAST; from += ANGLE_LEAST - ANGLE_FROM) { /* of one value, none, or open on one side */
        const float low = (float)between(-1, 0), high = (float)between(0, 1);
        angles[from][lane] = open < 0.3 ? -INFINITY : low;
        angles[from + 1][lane] = open < 0.2 ? INFINITY : open > 0.7 ? low : high;
      }
      angles[ANGLE_FRICTION][lane] = (float)between(0, 1) < 0.5f ? 0 : (float)between(0, 50);
      angles[ANGLE_ACROSS][lane] = holds ? (float)cos(axis) : 0, angles[ANGLE_ACROSS + 1][lane] = holds ? (float)sin(axis) : 0;
    }
    if (!all_move) block->moving = 0;
  }
}
static void check_nets(void) {
  static nets one, other, before;
  for (int round = 0; round < ROUNDS; round++) {
    fill_nets(&one);
    memcpy(&other, &one, sizeof one);
    one.parameters.angles = one.angles, other.parameters.angles = other.angles;
    for (int32_t phase = 0; phase <= 2; phase++) {
      memcpy(&before, &one, sizeof one);
      bgtk_nets_baseline(phase, one.blocks, NET_BLOCKS, one.states[1], &one.parameters);
      bgtk_nets_avx2(phase, other.blocks, NET_BLOCKS, other.states[1], &other.parameters);
      CHECK(!memcmp(one.angles, other.angles, sizeof one.angles));
      for (int n = 0; n < NET_BLOCKS; n++)
        CHECK(!memcmp(one.blocks[n].fields, other.blocks[n].fields, sizeof one.blocks[n].fields)); /* all finite: checked below */
      CHECK(!memcmp(one.states, other.states, sizeof one.states));
      CHECK(!memcmp(one.states[0], before.states[0], sizeof one.states[0])); /* what is held stays as it is */
      CHECK(memcmp(one.states, before.states, sizeof one.states));
    }
    for (int i = 1; i <= BODIES; i++) CHECK(fabsf(one.states[i][0]) < 1e5f && fabsf(one.states[i][1]) < 1e5f && fabsf(one.states[i][2]) < 1e5f);
  }
}

/* Pairs of boxes, or with circles: records of PairKernel.swift, near each other, with odd numbers in some. */
enum { BOX_HALF = 12, BOX_MOTION = 20, BOX_PLACED = 28, BOX_GAP = 12, BOX_COUNT = 14 };
typedef struct box_batch {
  _Alignas(64) float records[8][32];
  _Alignas(64) float fields[8][32];
  struct { float base, touch_depth, dt; int32_t found_bytes, kind, stride; } parameters;
} box_batch;

static void fill_boxes(box_batch *d, bool round) {
  static const float odd[] = { 0, -0.0f, 1e-40f, 1e20f, -1e-20f, INFINITY, NAN };
  memset(d, 0, sizeof *d);
  d->parameters.base = 2, d->parameters.touch_depth = 0.01f, d->parameters.dt = 1 / 60.0f, d->parameters.found_bytes = 64;
  d->parameters.kind = round, d->parameters.stride = 128;
  for (int32_t lane = 0; lane < 8; lane++) {
    float *r = d->records[lane];
    const double size = between(0, 1) < 0.8 ? 10 : between(0, 1e4);
    for (int k = 0; k < 4; k++) {
      r[BOX_HALF + k] = (float)(size * between(0.1, 1));
      r[2 + k % 2] = (float)between(-1, 1);
      r[16 + k] = between(0, 1) < 0.3 ? 0 : (float)between(-1000, 1000);
      for (int side = 0; side < 2; side++)
        r[BOX_MOTION + 4 * side + k] = (float)(between(-1, 1) * (k < 2 ? 300 : k == 2 ? 20 : 0.02));
    }
    for (int side = 0; side < 2; side++) {
      const double angle = between(0, 1) < 0.5 ? (int)between(0, 8) * 0.78539816339744831 : between(-4, 4);
      r[4 + 2 * side] = (float)cos(angle);
      r[5 + 2 * side] = (float)sin(angle);
      r[8 + 2 * side] = hypotf(r[BOX_HALF + 2 * side], r[BOX_HALF + 2 * side + 1]);
      r[9 + 2 * side] = fminf(r[BOX_HALF + 2 * side], r[BOX_HALF + 2 * side + 1]);
      r[side] = (float)between(-1.1, 1.1) * (r[BOX_HALF + side] + r[BOX_HALF + 2 + side]);
    }
    /* One side is a circle, or both. */
    for (int side = 0, kind = (int)between(0, 3); round && side < 2; side++)
      if (kind != side) r[8 + 2 * side] = r[9 + 2 * side], r[BOX_HALF + 2 * side] = r[BOX_HALF + 1 + 2 * side] = 0;
    for (int k = 0; k < 28; k++)
      if (between(0, 1) < 0.005) r[k] = odd[(int)between(0, 7)];
    r[BOX_PLACED] = between(0, 1) < 0.5;
    memcpy(r + BOX_PLACED + 1, &lane, sizeof lane);
  }
}
/* What both copies left in the place of a record; with so many points at most, which are counted. */
static void compare_found(const float *a, const float *b, int32_t lane, int32_t most, int *counts) {
  int32_t count, index;
  memcpy(&count, a + BOX_COUNT, sizeof count);
  memcpy(&index, a + BOX_COUNT - 1, sizeof index);
  if (!CHECK(count >= 0 && count <= most && index == lane)) return;
  counts[count]++;
  CHECK(!memcmp(a + BOX_COUNT, b + BOX_COUNT, 2 * sizeof *a) && same(a + BOX_GAP, b + BOX_GAP, 1));
  CHECK(count == 0 || (same(a, b, 10) && !memcmp(a + 10, b + 10, 2 * sizeof *a)));
}
static void check_boxes(bool round_pairs) {
  static box_batch one, other;
  int counts[3] = { 0, 0, 0 };
  for (int round = 0; round < 200 * ROUNDS; round++) {
    fill_boxes(&one, round_pairs);
    memcpy(&other, &one, sizeof one);
    bgtk_pairs_baseline(one.records, one.fields, &one.parameters);
    bgtk_pairs_avx2(other.records, other.fields, &other.parameters);
    for (int32_t lane = 0; lane < 8; lane++) compare_found(one.records[lane], other.records[lane], lane, round_pairs ? 1 : 2, counts);
  }
  for (int k = 0; k < (round_pairs ? 2 : 3); k++) CHECK(counts[k] > 20 * ROUNDS);
}

/* Pairs of polygons: records of PolygonKernel.swift, of which face and edge were found before; near each other, with odd numbers in some. */
enum { POLYGON_ROW = 44 };
typedef struct polygon_batch {
  _Alignas(64) float records[8][POLYGON_ROW];
  _Alignas(64) float fields[16][32];
  struct { float base, touch_depth, dt; int32_t found_bytes, kind, stride; } parameters;
} polygon_batch;

static void fill_polygons(polygon_batch *d) {
  static box_batch boxes;
  fill_boxes(&boxes, false);
  memset(d, 0, sizeof *d);
  memcpy(&d->parameters, &boxes.parameters, sizeof d->parameters);
  d->parameters.kind = 2, d->parameters.stride = sizeof d->records[0];
  for (int lane = 0; lane < 8; lane++) {
    float *r = d->records[lane], *more = r + 32;
    memcpy(r, boxes.records[lane], sizeof boxes.records[0]);
    /* A face, and an edge about parallel to it and near it, beside it or past an end. */
    const double half = r[8] * between(0.2, 1), angle = between(-4, 4), c = cos(angle), s = sin(angle), slope = between(0, 1) < 0.5 ? 0 : between(-1, 1);
    const double middle = between(-2, 2) * half, length = between(0, 1) < 0.1 ? 0 : half * between(0, 1), height = between(-3, 3), x = between(-5, 5);
    const double ends[4][2] = { { -half, 0 }, { half, 0 }, { middle - length, height - slope * length }, { middle + length, height + slope * length } };
    for (int end = 0; end < 4; end++) { /* along (-s, c), out along (c, s) */
      float *to = end < 2 ? r + BOX_HALF + 2 * end : more + 2 * end - 2;
      to[0] = (float)(x * c - s * ends[end][0] + c * ends[end][1]);
      to[1] = (float)(x * s + c * ends[end][0] + s * ends[end][1]);
    }
    more[0] = (float)c, more[1] = (float)s;
    for (int side = 0; side < 2; side++) more[6 + side] = (float)(between(0, 1) < 0.2 ? between(0, 20) : between(-3, 1));
    for (int k = 8; k < 11; k++) more[k] = (float)(int)between(0, 8);
    r[30] = (float)(int)between(0, 8);
    if (between(0, 1) < 0.02) more[(int)between(0, 8)] = between(0, 1) < 0.5 ? NAN : INFINITY;
  }
}
static void check_polygons(void) {
  static polygon_batch one, other;
  int counts[3] = { 0, 0, 0 };
  for (int round = 0; round < 200 * ROUNDS; round++) {
    fill_polygons(&one);
    memcpy(&other, &one, sizeof one);
    bgtk_pairs_baseline(one.records, one.fields, &one.parameters);
    bgtk_pairs_avx2(other.records, other.fields, &other.parameters);
    for (int32_t lane = 0; lane < 8; lane++) compare_found(one.records[lane], other.records[lane], lane, 2, counts);
  }
  for (int k = 0; k < 3; k++) CHECK(counts[k] > 20 * ROUNDS);
}

/* Looks at contacts of bodies that move, against what `World.staysApart`, `World.comesNear` and `World.listSwept` tell one by one. */
#define TURN_OFF 0.01f /* of a reference */
typedef union look_row {
  struct { double place[2]; float shift[2], d[2], v[2], w, turned, pull[2], shift_turned, radius; } pace;
  struct { double place[2]; float moved[2], turned, outer, inner, plain, limit, swing; } way;
  float floats[16];
} look_row;
typedef struct look_block {
  _Alignas(64) struct { uint32_t rows[2][64]; float gaps[64]; uint8_t places[64]; uint32_t unused[48], scratch[256]; } block;
  _Alignas(64) look_row rows[BODIES + 1]; /* the first is of what has none */
  struct { const void *rows; float slack, scale, turn; int32_t bytes; bool is_swept; } parameters;
} look_block;

static bool stays_apart(const look_row *a, const look_row *b, float *gap, float slack, float dt) {
  const look_row *small = b, *large = a;
  float d[2], moved[2], ahead[2], pull[2];
  for (int k = 0; k < 2; k++) d[k] = isinf(a->pace.radius) ? 0 : (float)(b->pace.place[k] - a->pace.place[k]);
  if (b->pace.radius > a->pace.radius) small = a, large = b, d[0] = -d[0], d[1] = -d[1];
  const float radius = small->pace.radius, turn = large->pace.shift_turned, square = turn * turn;
  if (!(*gap > 0) || square > 0.01f) return false;
  const float sine = turn * (1 - square * (1 / 6.0f)), cosine = 1 - 0.5f * square;
  const float seen[2] = { cosine * d[0] + sine * d[1], cosine * d[1] - sine * d[0] };
  for (int k = 0; k < 2; k++) moved[k] = seen[k] - d[k] + small->pace.shift[k] - large->pace.shift[k];
  const float left = *gap - sqrtf(moved[0] * moved[0] + moved[1] * moved[1]) - fabsf(small->pace.shift_turned - turn) * radius;
  *gap = 0 >= left ? 0 : left;
  const float spin = large->pace.turned + dt * large->pace.w, across[2] = { -d[1], d[0] };
  for (int k = 0; k < 2; k++) {
    ahead[k] = small->pace.d[k] - large->pace.d[k] + dt * (small->pace.v[k] - large->pace.v[k]) - spin * across[k];
    pull[k] = small->pace.pull[k] - large->pace.pull[k];
  }
  const float bend = dt * dt * sqrtf(pull[0] * pull[0] + pull[1] * pull[1]) + 0.5f * spin * spin * sqrtf(d[0] * d[0] + d[1] * d[1]);
  const float swing = fabsf(small->pace.turned + dt * small->pace.w - spin) * radius;
  return *gap > slack + sqrtf(ahead[0] * ahead[0] + ahead[1] * ahead[1]) + bend + swing;
}

static bool stays_beyond(const look_row *a, const look_row *b, float gap, float slack, float share) {
  float p[2], way[2];
  for (int k = 0; k < 2; k++) p[k] = (float)(b->way.place[k] - a->way.place[k]), way[k] = b->way.moved[k] - a->way.moved[k];
  const float one = a->way.outer + share * b->way.inner, other = b->way.outer + share * a->way.inner;
  const bool is_core = gap < 0 && a->way.plain > 0 && b->way.plain > 0;
  const float around = is_core ? (other >= one ? other : one) : a->way.outer + b->way.outer;
  const float square = way[0] * way[0] + way[1] * way[1], toward = -(p[0] * way[0] + p[1] * way[1]) / square;
  const float most = toward < 1 ? toward : 1, part = square > 0 ? (most >= 0 ? most : 0) : 0;
  const float near[2] = { p[0] + part * way[0], p[1] + part * way[1] };
  return near[0] * near[0] + near[1] * near[1] > (around + slack) * (around + slack);
}
/* Nothing that the gap, which counts from the references, leaves room for is as far as that. */
static bool is_far(const look_row *a, const look_row *b, float gap, float slack) {
  float end[2], way[2];
  for (int k = 0; k < 2; k++) way[k] = b->way.moved[k] - a->way.moved[k], end[k] = (float)(b->way.place[k] - a->way.place[k]) + way[k];
  const float reach = sqrtf(way[0] * way[0] + way[1] * way[1]) + (fabsf(a->way.turned) + TURN_OFF) * sqrtf(end[0] * end[0] + end[1] * end[1])
    + (fabsf(b->way.turned - a->way.turned) + 2 * TURN_OFF) * b->way.outer;
  return gap > slack && gap > 2 * slack + reach;
}
/* Whether a body moves so little against another that it need not be swept. */
static bool stays_near(const look_row *body, const look_row *other) {
  float p[2], end[2];
  for (int k = 0; k < 2; k++) p[k] = (float)(body->way.place[k] - other->way.place[k]), end[k] = p[k] + body->way.moved[k] - other->way.moved[k];
  const float turn = other->way.turned, cosine = 1 - 0.5f * turn * turn;
  const float off[2] = { cosine * end[0] + turn * end[1] - p[0], cosine * end[1] - turn * end[0] - p[1] };
  const float way = sqrtf(off[0] * off[0] + off[1] * off[1]), bend = fabsf(turn) * (way + fabsf(turn) * sqrtf(end[0] * end[0] + end[1] * end[1]));
  return fabsf(turn) <= 0.25f && way + bend + fabsf(body->way.turned - turn) * body->way.swing <= body->way.limit;
}
static bool needs_no_sweep(const look_row *a, const look_row *b, float gap, float slack, float share, float turn) {
  if (turn < 0) return stays_beyond(a, b, gap, slack, share);
  return stays_beyond(a, b, gap, slack, share) || is_far(a, b, gap, slack) || (stays_near(a, b) && stays_near(b, a));
}

static void fill_looks(look_block *l, bool is_swept, int count) {
  memset(l, 0, sizeof *l);
  const float speed = count & 1 ? 60 : 6;
  for (int i = 1; i <= BODIES; i++) {
    look_row *r = &l->rows[i];
    for (int k = 0; k < 2; k++) r->pace.place[k] = between(-60, 60) + 1e6 * (int)between(0, 2) * (k == 0);
    for (int k = 4; k < 16; k++) r->floats[k] = (float)between(-1, 1) * (k < 6 && is_swept ? speed : k == 7 || k == 11 || k == 14 ? 0.06f : k < 10 ? 20 : k == 10 ? 3 : 900);
    if (is_swept) r->way.outer = (float)between(5, 20), r->way.inner = r->way.outer * (float)between(0.5, 1), r->way.plain = between(0, 1) < 0.7, r->way.turned *= r->floats[12] > 0 ? 0.02f : 0;
    if (is_swept) r->way.limit = between(0, 1) < 0.2 ? INFINITY : 0.5f * r->way.inner, r->way.swing = r->way.outer - r->way.plain * r->way.inner;
    else r->pace.radius = (float)between(5, 20), r->pace.shift[0] *= 0.1f, r->pace.d[0] *= 0.1f, r->pace.d[1] *= 0.1f;
    if (!is_swept && between(0, 1) < 0.1) r->pace.shift_turned *= 10;
  }
  for (int at = 0; at < count; at++) {
    for (int side = 0; side < 2; side++)
      l->block.rows[side][at] = between(0, 1) < 0.1 ? 0 : 64 * (uint32_t)between(1, BODIES + 1);
    l->block.gaps[at] = (float)between(-5, 60);
  }
  if (!is_swept) l->rows[0].pace.radius = INFINITY; /* a segment */
  l->parameters.slack = 2, l->parameters.turn = count % 3 ? TURN_OFF : -1, l->parameters.scale = is_swept ? 0.25f : 1 / 60.0f;
  l->parameters.bytes = is_swept ? 32 : 48, l->parameters.is_swept = is_swept;
}

static void check_looks(bool is_swept) {
  static look_block one, other;
  int seen[2] = { 0, 0 };
  for (int round = 0; round < 20 * ROUNDS; round++) {
    const int count = (int)between(1, 65);
    fill_looks(&one, is_swept, count);
    memcpy(&other, &one, sizeof one);
    one.parameters.rows = one.rows, other.parameters.rows = other.rows;
    look_block before = one;
    bgtk_looks_baseline(&one.block, (size_t)count, &one.parameters);
    bgtk_looks_avx2(&other.block, (size_t)count, &other.parameters);
    for (int at = 0; at < count; at++) {
      const uint32_t a = before.block.rows[0][at], b = before.block.rows[1][at];
      const look_row *rowA = &one.rows[a / 64], *rowB = &one.rows[b / 64];
      float gap = before.block.gaps[at];
      const bool is_done = !b || (is_swept && !a) ? false : is_swept ? needs_no_sweep(rowA, rowB, gap, 2, 0.25f, one.parameters.turn) : stays_apart(rowA, rowB, &gap, 2, 1 / 60.0f);
      CHECK(one.block.rows[0][at] >> 31 == is_done && other.block.rows[0][at] >> 31 == is_done);
      CHECK(!memcmp(&one.block.gaps[at], &gap, sizeof gap) && !memcmp(&other.block.gaps[at], &gap, sizeof gap));
      seen[is_done]++;
    }
  }
  CHECK(seen[0] > ROUNDS && seen[1] > ROUNDS);
}

/* Chains of LINKS bodies, four side by side, the last body tied to what does not move, and joints that close loops; joints of all kinds. */
enum { NODE_MASS = 24, NODE_BASE = 28, NODE_SHARE = 34, NODE_MOVED = 40, NODE_START = 41, NODE_TURN = 43, NODE_STRAIN = 46, NODE_HEAVY = 50 };
enum { ACROSS = 30, LENGTH = 32, LOCAL = 33, SPEED = 41, BEFORE = 42, PULL = 43, SUM = 44, AHEAD = 45, AGAIN = 46, CENTERS = 47, ARMS = 48, HOLD = 49 };
enum { SLIDE, RAIL, HINGE, POINT, ROD, ROPE, SPRING, SOFT_POINT, SNAP, KINDS };
enum { LOOPS = 2, ALL = LINKS + LOOPS, ROWS = 3 * LOOPS };
enum { FROM = 0, TO = 1, FRICTION = 2, TURN = 3, CHOSEN = 4, KEPT = 8, REST = 9, LACK = 14, RANGE_ROWS = 27 };
typedef struct node {
  _Alignas(32) int32_t names[8];
  double rows[NODE_ROWS][4];
} node;
typedef struct tree_joint {
  _Alignas(32) int32_t head[8];
  double rows[JOINT_ROWS][4];
  int32_t owners[8];
} tree_joint;
typedef struct chains {
  struct { int32_t node, root, fixed, end, moved_end, joint, first_loop, joint_end, loop_rows, matrix; bool is_factored, has_rigid, has_soft, has_soft_tree, has_ranges, is_wide, has_halves, has_rigid_loops, has_again, is_folded, is_stirred; } bundle;
  node nodes[LINKS + 1];
  tree_joint joints[ALL];
  _Alignas(32) double ranges[2 * ALL][RANGE_ROWS][4];
  _Alignas(32) double matrix[ROWS * (ROWS + 4 + 9 * LINKS)][4];
  struct { double h, share, give, resting_share, apart, scale; void *ranges, *matrices; } parameters;
  _Alignas(64) float states[4 * LINKS + 1][8];
} chains;

/* `goesOn`: there was a sub-step before, which ended in any way. */
static void fill_chains(chains *d, int goesOn) {
  memset(d, 0, sizeof *d);
  d->bundle.root = LINKS - 1; d->bundle.fixed = LINKS; d->bundle.end = LINKS + 1; d->bundle.first_loop = LINKS; d->bundle.joint_end = LINKS + (int)between(0, LOOPS + 1);
  d->bundle.is_wide = true;
  d->bundle.has_halves = between(0, 1) < 0.8;
  d->bundle.has_again = true;
  d->parameters.h = 1 / 240.0; d->parameters.share = 0.25; d->parameters.give = 0.005; d->parameters.resting_share = 0.06; d->parameters.apart = 0.01; d->parameters.scale = 1;
  for (int i = 1; i <= 4 * LINKS; i++)
    for (int k = 0; k < 3; k++) d->states[i][k] = (float)between(-50, 50) * (k == 2 ? 0.1f : 1);
  for (int n = 0; n <= LINKS; n++)
    for (int lane = 0; lane < 4; lane++) {
      node *to = d->nodes + n;
      const double angle = between(-3, 3), turns = between(0, 1) < 0.9, mass = between(0.1, 10), share = d->bundle.has_halves && between(0, 1) < 0.7 ? 0.5 : lane & 1 ? -1 : 0; /* -1: rests on something */
      to->names[lane + (lane & 2)] = n < LINKS ? n * 4 + lane : -1;
      to->rows[NODE_START][lane] = 50 * n + between(-5, 5);
      to->rows[NODE_TURN][lane] = cos(angle);
      to->rows[NODE_TURN + 1][lane] = sin(angle);
      if (n == LINKS) continue;
      for (int k = 0; k < 4; k++) to->rows[NODE_MASS + k][lane] = k % 2 == 0 ? 1 / mass : turns / (100 * mass);
      to->rows[NODE_SHARE][lane] = share;
      to->rows[NODE_MOVED][lane] = 300 * mass;
    }
  for (int j = 0; j < d->bundle.joint_end; j++) {
    tree_joint *to = d->joints + j; /* The tie first, then leaf by leaf. */
    const int kind = (int)between(0, j ? SNAP : KINDS), low = (int)between(0, LINKS - 1);
    const int a = j >= LINKS ? low + 1 + (int)between(0, LINKS - 1 - low) : j ? j : LINKS - 1, b = j >= LINKS ? low : j ? j - 1 : LINKS;
    const bool has_range = kind <= HINGE || kind == ROPE || kind == SNAP;
    for (int k = 0; k < 2; k++) { to->head[4 * k] = a; to->head[4 * k + 1] = b; to->head[4 * k + 2] = kind; to->head[4 * k + 3] = has_range ? 2 * j : -1; }
    if (j >= LINKS) d->bundle.loop_rows += kind <= HINGE ? 3 : kind == POINT || kind == SOFT_POINT ? 2 : 1;
    if (kind < SPRING) d->bundle.has_rigid = true;
    else d->bundle.has_soft = true;
    if (kind >= SPRING && j < LINKS) d->bundle.has_soft_tree = true;
    if (kind < SPRING && j >= LINKS) d->bundle.has_rigid_loops = true;
    if (has_range && kind != SNAP) d->bundle.has_ranges = true;
    for (int lane = 0; lane < 4; lane++) {
      const double soft = between(0, 1) < 0.7;
      const bool is_free = between(0, 1) < 0.3;
      to->rows[LENGTH][lane] = kind == ROD || kind == ROPE || kind == SPRING ? (j < LINKS ? 40 : 50 * (a - b)) : 0;
      double (*range)[4] = d->ranges[2 * j], (*stop)[4] = d->ranges[2 * j + 1];
      const double axis = between(-3, 3), is_open = between(0, 1) < 0.3;
      range[FROM][lane] = kind == ROPE || is_free ? -INFINITY : between(-0.5, 0);
      range[TO][lane] = kind == ROPE ? to->rows[LENGTH][lane] : is_free ? INFINITY : between(0, 1) < 0.2 ? range[FROM][lane] : between(0, 0.5);
      range[FRICTION][lane] = between(0, 1) < 0.5 ? 0 : between(0, 2e6);
      range[TURN][lane] = between(-0.6, 0.6);
      if (goesOn && range[FROM][lane] < range[TO][lane] && kind != ROPE) range[KEPT][lane] = (const double[]){ 0, 1, 2, -0.5 }[(5 * j + 3 * lane + goesOn) % 4];
      if (goesOn) range[REST][lane] = range[TURN][lane] + 0.02 * (j % 5) - 0.02 * lane;
      stop[FROM][lane] = is_open ? -INFINITY : between(-10, 0);
      stop[TO][lane] = is_open ? INFINITY : between(0, 1) < 0.2 ? stop[FROM][lane] : between(0, 10);
      if (kind == SLIDE || kind == RAIL) { to->rows[ACROSS][lane] = cos(axis); to->rows[ACROSS + 1][lane] = sin(axis); }
      for (int k = 0; k < 4; k++) to->rows[LOCAL + k][lane] = between(-20, 20);
      for (int k = 0; k < 2 && j >= LINKS && to->rows[LENGTH][lane] == 0; k++) { /* Both ends amid the bodies: loops do not begin torn. */
        double (*own)[4] = d->nodes[k ? b : a].rows, (*far)[4] = d->nodes[k ? a : b].rows;
        const double x = (far[NODE_START][lane] - own[NODE_START][lane]) / 2, y = (far[NODE_START + 1][lane] - own[NODE_START + 1][lane]) / 2;
        to->rows[LOCAL + 2 * k][lane] = own[NODE_TURN][lane] * x + own[NODE_TURN + 1][lane] * y;
        to->rows[LOCAL + 2 * k + 1][lane] = own[NODE_TURN][lane] * y - own[NODE_TURN + 1][lane] * x;
      }
      to->rows[SPEED][lane] = between(0, 1) < 0.5 || d->bundle.joint_end > LINKS ? 500 : 20000; /* torn loops at 20,000 points/s turn by radians in a sub-step */
      to->rows[BEFORE][lane] = soft * between(0, 0.1);
      to->rows[PULL][lane] = between(1, 50);
      to->rows[SUM][lane] = between(0.01, 2);
      to->rows[AHEAD][lane] = soft / 480;
      to->rows[AGAIN][lane] = soft;
      to->rows[CENTERS][lane] = 1 + 0.25 * lane;
      to->rows[ARMS][lane] = 1 - 0.25 * lane;
      to->rows[HOLD][lane] = 1;
    }
  }
}
static bool same_rows(const void *a, const void *b, size_t first, size_t end) {
  const double *x = a, *y = b;
  for (size_t k = 4 * first; k < 4 * end; k++)
    if (memcmp(x + k, y + k, sizeof *x) || !isfinite(x[k])) return false;
  return true;
}
/* Without what is only kept while a system is solved: a lane that is done stands still while others go on. */
static bool equal_chains(const chains *a, const chains *b) {
  for (int n = 0; n <= LINKS; n++)
    if (!same_rows(a->nodes[n].rows, b->nodes[n].rows, 6, 9) || !same_rows(a->nodes[n].rows, b->nodes[n].rows, 13, NODE_BASE) ||
        !same_rows(a->nodes[n].rows, b->nodes[n].rows, NODE_BASE + 3, NODE_ROWS)) return false;
  for (int j = 0; j < ALL; j++)
    if (!same_rows(a->joints[j].rows, b->joints[j].rows, 6, JOINT_ROWS)) return false;
  for (int j = 0; j < 2 * ALL; j++)
    if (memcmp(a->ranges[j][CHOSEN], b->ranges[j][CHOSEN], (LACK - CHOSEN) * 32) ||
        memcmp(a->ranges[j][LACK + 1], b->ranges[j][LACK + 1], (RANGE_ROWS - LACK - 1) * 32)) return false;
  return same(a->states[0], b->states[0], (4 * LINKS + 1) * 8);
}
static void check_chains(bool goesOn) {
  static chains one, other;
  int heavies = 0;
  for (int round = 0; round < ROUNDS; round++) {
    const bool is_free = round % 3 == 2; /* without the tie */
    fill_chains(&one, goesOn ? 1 + round / 7 : 0);
    if (is_free) { one.bundle.joint = 1; one.bundle.end = LINKS; }
    one.bundle.is_stirred = round % 4 < 2;
    memcpy(&other, &one, sizeof one);
    /* What does not move may be passed over. */
    one.bundle.moved_end = LINKS + (!is_free && round & 1);
    other.bundle.moved_end = LINKS + (!is_free && round >> 1 & 1);
    one.parameters.ranges = one.ranges;
    other.parameters.ranges = other.ranges;
    one.parameters.matrices = one.matrix;
    other.parameters.matrices = other.matrix;
    for (int substep = 0; substep < 4; substep++) {
      for (int32_t phase = 0; phase <= 2; phase++) {
        bgtk_trees_baseline(phase, &one.bundle, one.nodes, one.joints, one.states[1], &one.parameters);
        bgtk_trees_avx2(phase, &other.bundle, other.nodes, other.joints, other.states[1], &other.parameters);
        CHECK(equal_chains(&one, &other));
        for (int i = 1; i <= 4 * LINKS; i++) { /* gravity, then the way */
          if (phase == 0) one.states[i][1] += 10;
          for (int k = 0; phase == 1 && k < 3; k++) one.states[i][k == 2 ? 3 : 4 + k] += one.states[i][k] / 240;
        }
        memcpy(other.states, one.states, sizeof one.states);
      }
    }
    for (int i = 1; !goesOn && i <= 4 * LINKS; i++) CHECK(fabs(one.states[i][0]) < 1e5 && fabs(one.states[i][1]) < 1e5);
    for (int lane = 0; is_free && lane < 4; lane++) heavies += one.nodes->rows[NODE_HEAVY][lane] > 0;
  }
  CHECK(heavies > 20);
}

/* Chains in two lanes, one half in each, of which the second may have one body or end less: the last body of lanes 0 and 1 is one, and of 2 and 3. */
static void check_folded(void) {
  static chains one, other;
  int heavies = 0;
  for (int round = 0; round < ROUNDS; round++) {
    fill_chains(&one, 0);
    const bool is_free = round % 3 == 2, is_shorter = round % 2, has_end = round % 5 < 2;
    const int kind = round % 4 < 2 ? POINT : ROD;
    one.bundle.joint = is_free; one.bundle.end = LINKS + !is_free; one.bundle.moved_end = LINKS; one.bundle.joint_end = LINKS; one.bundle.loop_rows = 0;
    one.bundle.is_folded = one.bundle.has_rigid = true;
    one.bundle.is_stirred = round % 4 < 2;
    one.bundle.has_soft = one.bundle.has_soft_tree = one.bundle.has_ranges = one.bundle.has_rigid_loops = false;
    /* As the engine has it, ends that do not move hang on the first bodies. */
    for (int k = 0; k < 2; k++) { one.joints[0].head[4 * k] = 0; one.joints[0].head[4 * k + 1] = LINKS; }
    for (int j = 0; j < LINKS; j++)
      for (int lane = 0; lane < 4; lane++) {
        tree_joint *to = one.joints + j;
        to->head[lane & 2 ? 6 : 2] = kind; to->head[lane & 2 ? 7 : 3] = -1;
        to->rows[LENGTH][lane] = kind == ROD ? 40 : 0;
        to->rows[HOLD][lane] = !(lane & 1 && ((j == 0 && !has_end) || (j == 1 && is_shorter)));
      }
    for (int lane = 1; lane < 4; lane += 2) {
      node *middle = one.nodes + LINKS - 1, *first = one.nodes;
      middle->names[lane + (lane & 2)] = middle->names[lane - 1 + (lane & 2)];
      for (int row = 0; row < NODE_ROWS; row++) middle->rows[row][lane] = middle->rows[row][lane - 1];
      if (!is_shorter) continue;
      first->names[lane + (lane & 2)] = first[1].names[lane + (lane & 2)];
      first->rows[NODE_MASS + 2][lane] = 0;
    }
    memcpy(&other, &one, sizeof one);
    one.parameters.ranges = one.ranges; other.parameters.ranges = other.ranges;
    one.parameters.matrices = one.matrix; other.parameters.matrices = other.matrix;
    for (int substep = 0; substep < 4; substep++)
      for (int32_t phase = 0; phase <= 2; phase++) {
        bgtk_trees_baseline(phase, &one.bundle, one.nodes, one.joints, one.states[1], &one.parameters);
        bgtk_trees_avx2(phase, &other.bundle, other.nodes, other.joints, other.states[1], &other.parameters);
        CHECK(equal_chains(&one, &other));
        const node *middle = one.nodes + LINKS - 1;
        for (int lane = 1; lane < 4; lane += 2)
          for (int row = 6; row < 9; row++) CHECK(middle->rows[row][lane] == middle->rows[row][lane - 1]);
        for (int i = 1; i <= 4 * LINKS; i++) { /* gravity, then the way */
          if (phase == 0) one.states[i][1] += 10;
          for (int k = 0; phase == 1 && k < 3; k++) one.states[i][k == 2 ? 3 : 4 + k] += one.states[i][k] / 240;
        }
        memcpy(other.states, one.states, sizeof one.states);
      }
    for (int lane = 0; lane < 4; lane++) heavies += one.nodes->rows[NODE_HEAVY][lane] > 0;
  }
  CHECK(heavies > 20);
}

/* One body on a pin or rod, which the AVX2 copy solves in registers; of these alone what the next sub-step begins with. */
static bool equal_singles(const chains *a, const chains *b) {
  static const int of_node[][2] = { { 6, 9 }, { 28, 35 }, { NODE_STRAIN, NODE_STRAIN + 1 } };
  static const int of_joint[][2] = { { 0, 4 }, { 6, 17 }, { 23, 25 }, { 27, 30 }, { 37, 41 } };
  for (int k = 0; k < 3; k++)
    if (!same_rows(a->nodes->rows, b->nodes->rows, of_node[k][0], of_node[k][1])) return false;
  for (int k = 0; k < 5; k++)
    if (!same_rows(a->joints->rows, b->joints->rows, of_joint[k][0], of_joint[k][1])) return false;
  return same(a->states[0], b->states[0], 5 * 8);
}
static void check_singles(void) {
  static chains one, other;
  int heavies = 0, torn = 0;
  for (int round = 0; round < 20 * ROUNDS; round++) {
    const int kind = round & 1 ? ROD : POINT;
    const bool fits = round % 8 < 6, is_still = round % 16 < 4;
    fill_chains(&one, 0);
    one.bundle.root = 0; one.bundle.fixed = 1; one.bundle.end = 2; one.bundle.moved_end = 1 + (round % 5 == 0); one.bundle.first_loop = one.bundle.joint_end = 1;
    one.bundle.loop_rows = 0; one.bundle.has_rigid = true;
    one.bundle.has_soft = one.bundle.has_soft_tree = one.bundle.has_ranges = one.bundle.has_rigid_loops = false;
    memcpy(one.nodes + 1, one.nodes + LINKS, sizeof *one.nodes);
    tree_joint *to = one.joints;
    for (int k = 0; k < 2; k++) { to->head[4 * k] = 0; to->head[4 * k + 1] = 1; to->head[4 * k + 2] = kind; to->head[4 * k + 3] = -1; }
    for (int lane = 0; lane < 4; lane++) {
      const double *x = &one.nodes[0].rows[0][0] + lane, *y = &one.nodes[1].rows[0][0] + lane;
      double far[2];
      for (int k = 0; k < 2; k++) { /* where the pin is, from the body */
        const double *turn = y + 4 * NODE_TURN;
        const double local[2] = { to->rows[LOCAL + 2][lane], to->rows[LOCAL + 3][lane] };
        far[k] = y[4 * (NODE_START + k)] + (k ? turn[4] * local[0] + turn[0] * local[1] : turn[0] * local[0] - turn[4] * local[1]) - x[4 * (NODE_START + k)];
      }
      const double c = x[4 * NODE_TURN], sine = x[4 * NODE_TURN + 4];
      if (fits && kind == POINT) { to->rows[LOCAL][lane] = c * far[0] + sine * far[1]; to->rows[LOCAL + 1][lane] = c * far[1] - sine * far[0]; }
      if (fits && kind == ROD) {
        const double dx = far[0] - (c * to->rows[LOCAL][lane] - sine * to->rows[LOCAL + 1][lane]);
        to->rows[LENGTH][lane] = hypot(dx, far[1] - (sine * to->rows[LOCAL][lane] + c * to->rows[LOCAL + 1][lane]));
      }
      if (kind == POINT) to->rows[LENGTH][lane] = 0;
      if (is_still) memset(one.states[1 + lane], 0, 12);
      else if (round % 7 == 0) one.states[1 + lane][2] *= 20;
    }
    memcpy(&other, &one, sizeof one);
    one.parameters.ranges = one.ranges;
    other.parameters.ranges = other.ranges;
    one.parameters.matrices = one.matrix;
    other.parameters.matrices = other.matrix;
    for (int substep = 0; substep < 4; substep++) {
      const double mass = one.nodes[0].rows[NODE_MASS + 1][0];
      for (int32_t phase = 0; phase <= 2; phase++) {
        bgtk_trees_baseline(phase, &one.bundle, one.nodes, one.joints, one.states[1], &one.parameters);
        bgtk_trees_avx2(phase, &other.bundle, other.nodes, other.joints, other.states[1], &other.parameters);
        CHECK(equal_singles(&one, &other));
        for (int i = 1; i <= 4; i++) { /* gravity, then the way */
          if (phase == 0) one.states[i][1] += 10;
          for (int k = 0; phase == 1 && k < 3; k++) one.states[i][k == 2 ? 3 : 4 + k] += one.states[i][k] / 240;
        }
        memcpy(other.states, one.states, sizeof one.states);
      }
      heavies += one.nodes[0].rows[NODE_MASS + 1][0] < mass;
      torn += one.nodes[0].rows[NODE_STRAIN][0] > 1;
    }
  }
  CHECK(heavies > ROUNDS / 2 && torn > ROUNDS); /* both ways were taken */
  CHECK(heavies < 20 * ROUNDS && torn < 40 * ROUNDS);
}

/* What one pass gives two points of a contact that share it is the one answer to: impulses x >= 0, what is left w >= 0, and x w = 0, where
   w = K (x - old) + f, and, of what gives way by a share g, g K (x - load) more. What rests of held bodies (a depth below 0) gives way always; heavy
   contacts count a share of what is uneven as their load. Checked in 64 bits. */
enum { CROSS_A0 = 4, CROSS_B0, CROSS_A1, CROSS_B1, SEPARATION0 = 14, SEPARATION1, MASS_A, INERTIA_A, MASS_B, INERTIA_B, INVERSE00, INVERSE01,
       INVERSE11, SINGLE0, SINGLE1, K01, PUSH_SPEED = 28, DEPTH_LEFT, LOAD0, LOAD1, IMPULSE0, IMPULSE1 };
static void check_points(void) {
  static data d;
  int counts[3] = { 0, 0, 0 }, heavies = 0;
  for (int round = 0; round < 40 * ROUNDS; round++) {
    const bool relaxes = round % 4 == 3;
    double k00[8], k01[8], k11[8], f0[8], f1[8], g[8], old0[8], old1[8], load0[8], load1[8];
    float(*block)[8] = d.blocks[0];
    memset(&d, 0, sizeof d);
    const double scale = between(0.8, 1), fixed_scale = between(0.8, 1), rate = between(5, 20), fixed_rate = between(5, 20);
    const double set[] = { 240, rate, scale, 1 - scale, fixed_rate, fixed_scale, 1 - fixed_scale };
    for (int k = 0; k < 7; k++) d.parameters[k] = (float)set[k];
    d.parameters[11] = 1e9f;
    const double held_scale = 0.5 * (scale + fixed_scale), held_rate = 0.7 * rate;
    d.parameters[18] = 10, d.parameters[19] = 0.2f, d.parameters[20] = 0.35f;
    d.parameters[14] = (float)held_rate, d.parameters[15] = (float)held_scale, d.parameters[16] = (float)(1 - held_scale);
    for (int i = 1; i <= 16; i++)
      for (int k = 0; k < 3; k++) d.states[i][k] = (float)between(-20, 20);
    for (int lane = 0; lane < 8; lane++) {
      const bool is_fixed = between(0, 1) < 0.3, is_single = between(0, 1) < 0.1, is_held = round % 3 == 0 && lane & 1, lands = is_held && lane & 2;
      const int32_t a = is_fixed ? -1 : lane, b = 8 + lane;
      const double turn = between(0, 6.3);
      memcpy(&block[0][lane], &a, 4);
      memcpy(&block[1][lane], &b, 4);
      block[2][lane] = (float)cos(turn);
      block[3][lane] = (float)sin(turn);
      for (int k = CROSS_A0; k <= CROSS_B1; k++) block[k][lane] = (float)between(-4, 4);
      block[MASS_A][lane] = is_fixed ? 0 : (float)between(0.1, 2);
      block[INERTIA_A][lane] = is_fixed ? 0 : (float)between(0, 1);
      block[MASS_B][lane] = (float)between(0.1, 2);
      block[INERTIA_B][lane] = (float)between(0, 1);
      if (is_single) block[CROSS_A1][lane] = block[CROSS_B1][lane] = 0;
      const double ma = block[MASS_A][lane], ia = block[INERTIA_A][lane], mb = block[MASS_B][lane], ib = block[INERTIA_B][lane];
      const double a0 = block[CROSS_A0][lane], b0 = block[CROSS_B0][lane], a1 = block[CROSS_A1][lane], b1 = block[CROSS_B1][lane];
      k00[lane] = ma + mb + ia * a0 * a0 + ib * b0 * b0;
      k11[lane] = ma + mb + ia * a1 * a1 + ib * b1 * b1;
      k01[lane] = is_single ? 0 : ma + mb + ia * a0 * a1 + ib * b0 * b1;
      double determinant = k00[lane] * k11[lane] - k01[lane] * k01[lane];
      if (determinant < 0.02 * k00[lane] * k11[lane]) { /* Points side by side: 32 bits tell little of the answer. */
        k00[lane] *= 1.02; k11[lane] *= 1.02;
        determinant = k00[lane] * k11[lane] - k01[lane] * k01[lane];
      }
      block[INVERSE00][lane] = (float)(is_single ? 1 / k00[lane] : k11[lane] / determinant);
      block[INVERSE01][lane] = (float)(is_single ? 0 : -k01[lane] / determinant);
      block[INVERSE11][lane] = (float)(is_single ? 0 : k00[lane] / determinant);
      block[SINGLE0][lane] = (float)(1 / k00[lane]);
      block[SINGLE1][lane] = (float)(is_single ? 0 : 1 / k11[lane]);
      block[K01][lane] = (float)k01[lane];
      block[PUSH_SPEED][lane] = 200;
      block[DEPTH_LEFT][lane] = is_held ? -0.08f : 0.08f;
      block[SEPARATION0][lane] = (float)between(-0.5, 0.3);
      block[SEPARATION1][lane] = is_single ? 0 : (float)between(-0.5, 0.3);
      for (int k = 0; k < 2; k++) {
        block[IMPULSE0 + k][lane] = (k && is_single) || between(0, 1) < 0.2 ? 0 : (float)between(0, 10);
        block[LOAD0 + k][lane] = k && is_single ? 0 : block[IMPULSE0 + k][lane] * (float)between(0, lands ? 0.25 : 1.2);
      }
      const float *of_a = d.states[a + 1], *of_b = d.states[b + 1];
      const double normal = block[2][lane] * ((double)of_b[0] - of_a[0]) + block[3][lane] * ((double)of_b[1] - of_a[1]);
      const double carried = (double)block[LOAD0][lane] + block[LOAD0 + 1][lane];
      const bool rests = is_held && carried > 0 && (double)block[IMPULSE0][lane] + block[IMPULSE1][lane] <= 5 * carried;
      double f[2], depth[2];
      for (int k = 0; k < 2; k++) {
        const double s = block[SEPARATION0 + k][lane];
        depth[k] = fmin(s + fabs(block[DEPTH_LEFT][lane]), 0);
        f[k] = normal + of_b[2] * (k ? b1 : b0) - of_a[2] * (k ? a1 : a0) + fmax(s, 0) * 240;
        if (!relaxes) f[k] += fmax((rests ? held_rate : is_fixed ? fixed_rate : rate) * depth[k], -200);
      }
      f0[lane] = f[0], f1[lane] = f[1];
      const bool gives = !relaxes && (rests || depth[0] < 0 || (!is_single && depth[1] < 0));
      g[lane] = !gives ? 0 : rests ? (1 - held_scale) / held_scale : is_fixed ? (1 - fixed_scale) / fixed_scale : (1 - scale) / scale;
      old0[lane] = block[IMPULSE0][lane], old1[lane] = block[IMPULSE1][lane];
      load0[lane] = fmin(block[LOAD0][lane], old0[lane]), load1[lane] = fmin(block[LOAD1][lane], old1[lane]);
      /* Heavy ones count part of what is carried unevenly as learned. */
      const float sum = block[IMPULSE0][lane] + block[IMPULSE1][lane], limit = 10 * (block[SINGLE0][lane] + block[SINGLE1][lane]);
      const bool is_heavy = sum > limit;
      if (!relaxes && is_heavy && !is_single) {
        const double even = sum > limit + limit ? 0.35f : 0.2f;
        const double uneven = even * ((old0[lane] - load0[lane]) - (old1[lane] - load1[lane]));
        load0[lane] += uneven, load1[lane] -= uneven;
      }
      heavies += is_heavy;
    }
    bgtk_contacts_baseline(relaxes ? 3 : 2, block, 1, d.states[1], d.parameters, d.marks);
    for (int lane = 0; lane < 8; lane++) {
      const double x0 = block[IMPULSE0][lane], x1 = block[IMPULSE1][lane];
      const double c0 = x0 - old0[lane] + g[lane] * (x0 - load0[lane]), c1 = x1 - old1[lane] + g[lane] * (x1 - load1[lane]);
      const double w0 = f0[lane] + k00[lane] * c0 + k01[lane] * c1, w1 = f1[lane] + k01[lane] * c0 + k11[lane] * c1;
      const double size = fabs(f0[lane]) + fabs(f1[lane]) + (k00[lane] + k11[lane]) * (old0[lane] + old1[lane] + x0 + x1), rounding = 2e-5 * size;
      CHECK(x0 >= 0 && x1 >= 0 && w0 >= -rounding && (x0 == 0 || w0 <= rounding));
      if (block[SINGLE1][lane] > 0) CHECK(w1 >= -rounding && (x1 == 0 || w1 <= rounding));
      counts[(x0 > 0) + (x1 > 0)]++;
    }
  }
  CHECK(heavies > 10 * ROUNDS && heavies < 310 * ROUNDS && counts[0] > 10 * ROUNDS && counts[1] > 10 * ROUNDS && counts[2] > 10 * ROUNDS);
}

int main(void) {
  static data one, other;
  int finite = 0, let_go = 0;
  if (!bgts_has_avx2()) {
    puts("no AVX2 here\n1 passed, 0 failed");
    return 0;
  }
  for (int round = 0; round < ROUNDS; round++) {
    fill(&one);
    memcpy(&other, &one, sizeof one);
    if (round & 1) { /* Contacts that part let go. */
      float *rows = one.warm[1];
      memcpy(one.parameters + 26, &rows, sizeof rows);
      rows = other.warm[1];
      memcpy(other.parameters + 26, &rows, sizeof rows);
    }
    for (int32_t phase = 0; phase <= 4; phase++) {
      bgtk_contacts_baseline(phase, one.blocks, BLOCKS, one.states[1], one.parameters, one.marks);
      bgtk_contacts_avx2(phase, other.blocks, BLOCKS, other.states[1], other.parameters, other.marks);
      CHECK(equal(&one, &other));
    }
    bgtk_contacts_baseline(5, one.blocks, BLOCKS, one.shifts[1], one.parameters, (uint32_t *)one.states[1]);
    bgtk_contacts_avx2(5, other.blocks, BLOCKS, other.shifts[1], other.parameters, (uint32_t *)other.states[1]);
    CHECK(equal(&one, &other));
    for (int i = 1; i <= BODIES; i++) finite += isfinite(one.states[i][0]) != 0, let_go += one.warm[i][0] != 0;
  }
  CHECK(let_go > ROUNDS && let_go < ROUNDS / 2 * BODIES);
  draw_from(6297444);
  check_points();
  draw_from(7840886);
  check_springs();
  draw_from(8553901);
  check_nets();
  check_boxes(false);
  check_boxes(true);
  const uint64_t before = state;
  check_polygons();
  state = before; /* what follows draws what it drew before there were polygons */
  check_looks(false);
  check_looks(true);
  check_chains(false);
  const uint64_t random = state;
  check_singles();
  check_folded();
  state = random;
  check_chains(true); /* Torn as they are, some fly about from there. */
  state = random;
  CHECK(finite > ROUNDS * BODIES / 2); /* something was computed, not only infinities */
  return checks_done();
}
