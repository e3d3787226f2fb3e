/* Many items of elasticity 1 without friction in a room: their energy does not rise, in no step and at no time. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdio.h>
#include "check.h"

static uint64_t noise;

/* Even, from 0 to 1. */
static double even(void) {
  noise = noise * 6364136223846793005u + 1442695040888963407u;
  return (double)(noise >> 40) / 16777216.0;
}

/* Two seconds of 144 discs or boxes of 24 points at `speed` points/s in a room of 700 points. So many that contacts follow their items from step to step.
 * The greatest share by which energy rises in a step, and over its start. */
static void fly(bool is_round, double speed, uint64_t seed, double *in_a_step, double *in_all) {
  enum { side = 12, count = side * side, steps = 240 };
  static bgt_item items[count];
  const double size = 700, width = 24, inertia_per_mass = is_round ? width * width / 8 : width * width / 6;
  const bgt_vec2 corners[4] = { { 0, 0 }, { size, 0 }, { size, size }, { 0, size } };
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  bgt_item_behavior behavior = 0;
  noise = seed;
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_animator_set_rest_speed(animator, 0) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_item_behavior_create(&behavior) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(behavior, 1) == BGT_OK && bgt_item_behavior_set_friction(behavior, 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_resistance(behavior, 0) == BGT_OK && bgt_item_behavior_set_angular_resistance(behavior, 0) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK && bgt_animator_add_behavior(animator, behavior) == BGT_OK);
  for (int k = 0; k < 4; k++) {
    char name[2] = { (char)('a' + k), 0 };
    CHECK(bgt_collision_add_boundary_segment(collision, name, corners[k], corners[(k + 1) % 4]) == BGT_OK);
  }
  for (int i = 0; i < count; i++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.center = (bgt_vec2){ 40 + 56 * (i % side), 40 + 56 * (i / side) };
    def.size = (bgt_vec2){ width, width };
    CHECK(bgt_item_create(&def, &items[i]) == BGT_OK);
    if (is_round) CHECK(bgt_item_set_bounds_type(items[i], BGT_BOUNDS_ELLIPSE) == BGT_OK);
    CHECK(bgt_behavior_add_item(collision, items[i]) == BGT_OK && bgt_behavior_add_item(behavior, items[i]) == BGT_OK);
    const double way = 6.2831853 * even();
    CHECK(bgt_item_behavior_set_linear_velocity(behavior, (bgt_vec2){ speed * cos(way), speed * sin(way) }, items[i]) == BGT_OK);
  }
  double start = 0, last = 0;
  for (int step = 0; step <= steps; step++) {
    double energy = 0;
    for (int i = 0; i < count; i++) {
      const bgt_vec2 v = bgt_item_behavior_get_linear_velocity(behavior, items[i]);
      const double w = bgt_item_behavior_get_angular_velocity(behavior, items[i]);
      energy += 0.5 * (v.x * v.x + v.y * v.y + inertia_per_mass * w * w);
    }
    if (step == 0) start = last = energy;
    *in_a_step = fmax(*in_a_step, energy / last - 1);
    *in_all = fmax(*in_all, energy / start - 1);
    last = energy;
    if (step < steps) CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
  }
  CHECK(last > 0.5 * start);
  CHECK(bgt_release(behavior) == BGT_OK && bgt_release(collision) == BGT_OK);
  for (int i = 0; i < count; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_release(animator) == BGT_OK && bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* Newton's cradle: five discs or boxes of elasticity 1, with gaps of which a step may hold several, pass a hit on to the last. Once they kept together, and a
 * third of the energy was lost. */
static void a_row_passes_all_on(bool round, double gap, double speed) {
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  bgt_item_behavior smooth = 0;
  bgt_item items[6];
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_animator_set_rest_speed(animator, 0) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_item_behavior_create(&smooth) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(smooth, 1) == BGT_OK && bgt_item_behavior_set_friction(smooth, 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_resistance(smooth, 0) == BGT_OK && bgt_item_behavior_set_angular_resistance(smooth, 0) == BGT_OK);
  for (int k = 0; k < 6; k++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.center = (bgt_vec2){ k < 5 ? (40 + gap) * k : -45.3, 0 }; def.size = (bgt_vec2){ 40, 40 };
    if (round) def.bounds_type = BGT_BOUNDS_ELLIPSE;
    CHECK(bgt_item_create(&def, &items[k]) == BGT_OK);
    CHECK(bgt_behavior_add_item(smooth, items[k]) == BGT_OK && bgt_behavior_add_item(collision, items[k]) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(animator, smooth) == BGT_OK && bgt_animator_add_behavior(animator, collision) == BGT_OK);
  CHECK(bgt_item_behavior_set_linear_velocity(smooth, (bgt_vec2){ speed, 0 }, items[5]) == BGT_OK);
  for (int i = (int)(60 * (6 + 5 * gap) / speed) + 8; i > 0; i--) CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
  for (int k = 0; k < 6; k++) CHECK(fabs(bgt_item_get_velocity(items[k]).x - (k == 4 ? speed : 0)) < (k == 4 ? 0.01 : 0.02) * speed);
  bgt_release(animator); bgt_release(collision); bgt_release(smooth);
  for (int k = 0; k < 6; k++) bgt_release(items[k]);
}

int main(void) {
  for (int k = 0; k < 48; k++) a_row_passes_all_on(k & 1, 0.25 * (k / 2 % 8), k / 16 == 0 ? 30 : k / 16 == 1 ? 300 : 1000);
  for (int kind = 0; kind < 2; kind++) {
    for (double speed = 250; speed <= 1000; speed *= 2) {
      double in_a_step = 0, in_all = 0;
      for (uint64_t seed = 1; seed <= 8; seed++) fly(kind == 1, speed, seed, &in_a_step, &in_all);
      printf("%s at %.0f points/s: energy rises by %.6f at most in a step, by %.6f in all\n", kind ? "discs" : "boxes", speed, in_a_step, in_all);
      CHECK(in_a_step < 1e-3 && in_all < 1e-3);
    }
  }
  return checks_done();
}
