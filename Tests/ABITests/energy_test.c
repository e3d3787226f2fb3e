/* A few items of all shapes that fall, fly and hit each other in a room: the sum of their energies does not rise, in no step and at no time.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "check.h"
#include "random.h"

enum { MOST = 256, STEPS = 240 };

typedef struct room {
  bgt_item items[MOST];
  double mass[MOST], inertia[MOST]; /* by area: only ratios count */
  int count;
  double pull, floor;
} room;

static double energy(const room *r) {
  double sum = 0;
  for (int i = 0; i < r->count; i++) {
    const bgt_vec2 v = bgt_item_get_velocity(r->items[i]), p = bgt_item_get_center(r->items[i]);
    const double w = bgt_item_get_angular_velocity(r->items[i]);
    sum += r->mass[i] * (0.5 * (v.x * v.x + v.y * v.y) + r->pull * (r->floor - p.y)) + 0.5 * r->inertia[i] * w * w;
  }
  return sum;
}

/* A box, a disc, or a cross, which is a group of two boxes, with its mass and inertia. */
static bgt_item shape(room *r, double x, double y, double scale, bool has_groups) {
  const int draw = below(5), kind = has_groups && draw < 3 ? 2 : draw & 1;
  const double width = scale * between(20, 70);
  const double height = scale * between(16, 56);
  const double angle = between(-3, 3);
  bgt_item parts[2], item = 0;
  for (int k = 0; k < (kind == 2 ? 2 : 1); k++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.center = (bgt_vec2){ x, y };
    def.size = kind == 0 ? (bgt_vec2){ width, height } : kind == 1 ? (bgt_vec2){ width, width } : k == 0 ? (bgt_vec2){ 60 * scale, 16 * scale } : (bgt_vec2){ 16 * scale, 60 * scale };
    if (kind == 1) def.bounds_type = BGT_BOUNDS_ELLIPSE;
    def.angle = kind == 2 ? 0 : angle;
    CHECK(bgt_item_create(&def, &parts[k]) == BGT_OK);
  }
  if (kind == 2) {
    bgt_item_group group = 0;
    CHECK(bgt_item_group_create(parts, 2, &group) == BGT_OK && bgt_release(parts[0]) == BGT_OK && bgt_release(parts[1]) == BGT_OK);
    item = group;
  } else {
    item = parts[0];
  }
  const double area = kind == 0 ? width * height : kind == 1 ? 3.14159265358979 * width * width / 4 : 2 * 60 * 16 * scale * scale;
  r->mass[r->count] = area;
  r->inertia[r->count] = area * (kind == 0 ? (width * width + height * height) / 12 : kind == 1 ? width * width / 8 : scale * scale * (60 * 60 + 16 * 16) / 12.0);
  r->items[r->count++] = item;
  return item;
}

/* The greatest rise in a step, and over the start, as a part of the energy then. */
static void play(int count, double elasticity, double pull, bool has_groups, double *in_a_step, double *in_all) {
  const double half = 115 + 65 * sqrt(count), scale = count > 8 ? 0.6 : 1;
  const bgt_vec2 corners[4] = { { -half, -half }, { half, -half }, { half, half }, { -half, half } };
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  bgt_item_behavior behavior = 0;
  bgt_gravity gravity = 0;
  room r = { .count = 0, .pull = pull, .floor = half };
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_animator_set_rest_speed(animator, 0) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_item_behavior_create(&behavior) == BGT_OK && bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(behavior, elasticity) == BGT_OK && bgt_item_behavior_set_friction(behavior, below(3) ? between(0, 1) : 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_resistance(behavior, 0) == BGT_OK && bgt_item_behavior_set_angular_resistance(behavior, 0) == BGT_OK);
  CHECK(bgt_gravity_set_magnitude(gravity, pull / 1000) == BGT_OK);
  for (int k = 0; k < 4; k++) {
    const char name[2] = { (char)('a' + k), 0 };
    CHECK(bgt_collision_add_boundary_segment(collision, name, corners[k], corners[(k + 1) % 4]) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK && bgt_animator_add_behavior(animator, behavior) == BGT_OK);
  if (pull > 0) CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  const int side = (int)ceil(sqrt(count));
  for (int i = 0; i < count; i++) {
    const double gap = 2 * (half - 45) / side, x = (i % side + 0.5) * gap - half + 45, y = (i / side + 0.5) * gap - half + 45;
    const bgt_item item = shape(&r, x, y, scale, has_groups);
    CHECK(bgt_behavior_add_item(collision, item) == BGT_OK && bgt_behavior_add_item(behavior, item) == BGT_OK);
    if (pull > 0) CHECK(bgt_behavior_add_item(gravity, item) == BGT_OK);
    const double speed = between(0, 500);
    const double way = between(-3.14, 3.14);
    CHECK(bgt_item_behavior_set_linear_velocity(behavior, (bgt_vec2){ speed * cos(way), speed * sin(way) }, item) == BGT_OK);
    CHECK(bgt_item_behavior_set_angular_velocity(behavior, between(-4, 4), item) == BGT_OK);
  }
  CHECK(bgt_animator_advance(animator, 0, NULL) == BGT_OK);
  const double start = energy(&r);
  double last = start;
  for (int step = 0; step < STEPS; step++) {
    CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
    const double now = energy(&r);
    *in_a_step = fmax(*in_a_step, (now - last) / start);
    *in_all = fmax(*in_all, now / start - 1);
    last = now;
  }
  CHECK(last > 0);
  CHECK(bgt_release(animator) == BGT_OK && bgt_release(collision) == BGT_OK && bgt_release(behavior) == BGT_OK && bgt_release(gravity) == BGT_OK);
  for (int i = 0; i < count; i++) CHECK(bgt_release(r.items[i]) == BGT_OK);
}

/* As many rooms of each kind, and of each of four sizes. */
static void rooms(unsigned long long seed, int runs, const int *counts) {
  random_state = seed;
  printf("seed %llu\n", seed);
  for (int kind = 0; kind < 24; kind++) {
    const int count = counts[kind % 4];
    const double pull = kind / 4 % 2 ? 1000 : 0;
    double in_a_step = 0, in_all = 0;
    for (int run = 0; run < runs; run++) play(count, kind < 8 ? 0 : kind < 16 ? between(0, 1) : 1, pull, run & 1, &in_a_step, &in_all);
    printf("%2d items, elasticity %s, %s: energy rises by %.6f at most in a step, by %.6f in all\n", count, kind < 8 ? "0" : kind < 16 ? "0 to 1" : "1",
           pull > 0 ? "gravity" : "no gravity", in_a_step, in_all);
    CHECK(in_a_step < 1e-3 && in_all < 1e-3);
  }
}

int main(void) {
  const int few[] = { 1, 2, 4, 16 }, crowds[] = { 32, 64, 128, 256 };
  const char *seed = getenv("BAGATELLE_SEED"); /* another one: other systems */
  if (seed) {
    rooms(strtoull(seed, NULL, 10), 60, few);
    rooms(strtoull(seed, NULL, 10), 3, crowds);
    return checks_done();
  }
  /* The next four had rises of up to 0.4 % by what is swept for its spin, or hit while it is put back, and by friction after a bounce; the last of 0.2 %
     by what a wall pushed out all the way, so that nothing held it in the end. */
  const unsigned long long seeds[] = { 11, 1000, 2000, 4000, 13000, 39 };
#ifdef NDEBUG
  const int lots = 6;
#else
  const int lots = 1; /* without optimization they take minutes */
#endif
  for (int i = 0; i < lots; i++) rooms(seeds[i], 60, few);
  if (lots > 1) rooms(11, 3, crowds);
  return checks_done();
}
