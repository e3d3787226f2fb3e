/* Small scenes for the C tests. SPDX-License-Identifier: MIT */
#ifndef SCENE_H
#define SCENE_H
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>
#include "check.h"

static inline bgt_vec2 v(double x, double y) { bgt_vec2 r = { x, y }; return r; }
static inline int is_near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }
static inline int at(bgt_item item, double x, double y, double tolerance) {
  bgt_vec2 center = bgt_item_get_center(item);
  if (is_near(center.x, x, tolerance) && is_near(center.y, y, tolerance)) return 1;
  printf("item at (%g, %g), not at (%g, %g)\n", center.x, center.y, x, y);
  return 0;
}

static inline bgt_item make_item(double x, double y, double width, double height) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center = v(x, y);
  def.size = v(width, height);
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  return item;
}
/* An animator in which nothing slows items. */
static inline bgt_animator make_animator_with(uint32_t workers) {
  bgt_material material = { 0.2, 0.2, 1, 0, 0 };
  bgt_animator_def def;
  bgt_animator animator = 0;
  bgt_animator_def_init(&def);
  def.workers = workers;
  CHECK(bgt_animator_create(&def, &animator) == BGT_OK);
  CHECK(bgt_animator_set_default_material(animator, &material) == BGT_OK);
  return animator;
}
static inline bgt_animator make_animator(void) { return make_animator_with(1); }
/* Adds a behavior and gives the caller's reference back: the animator holds it. */
static inline void give(bgt_animator animator, bgt_behavior behavior) {
  CHECK(bgt_animator_add_behavior(animator, behavior) == BGT_OK);
  CHECK(bgt_release(behavior) == BGT_OK);
}
static inline void add_gravity(bgt_animator animator, bgt_item item) {
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_behavior_add_item(gravity, item) == BGT_OK);
  give(animator, gravity);
}
static inline bgt_item_behavior add_properties(bgt_animator animator, bgt_item item) {
  bgt_item_behavior behavior = 0;
  CHECK(bgt_item_behavior_create(&behavior) == BGT_OK && bgt_behavior_add_item(behavior, item) == BGT_OK);
  give(animator, behavior);
  return behavior;
}
static inline void tick(bgt_animator animator) {
  CHECK(bgt_animator_advance(animator, 1.0 / 60.0, NULL) == BGT_OK);
}
static inline void run(bgt_animator animator, double seconds) {
  for (int i = (int)(seconds * 60 + 0.5); i > 0; i--) tick(animator);
}
static inline int scene_done(void) {
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
#endif
