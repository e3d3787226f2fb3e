/* Filter groups of items through the C API: who passes through whom, what ends and begins. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>
#include "check.h"

static bgt_animator animator;
static bgt_item items[3];
static bgt_collision collision;
static bgt_gravity gravity;
static int began, ended, busy;

static void on_began(bgt_collision c, const bgt_contact_event *event, void *context) {
  (void)c; (void)context; (void)event;
  began++;
}
static void on_ended(bgt_collision c, const bgt_contact_event *event, void *context) {
  (void)c; (void)context; (void)event;
  ended++;
}
static bool on_touch(bgt_collision c, const bgt_contact_event *event, void *context) {
  (void)c; (void)context;
  busy += bgt_item_set_filter_group(event->item, 9) == BGT_ERROR_BUSY;
  return false;
}
static double y(int i) { return bgt_item_get_center(items[i]).y; }
static void advance(int ticks) {
  while (ticks-- > 0) CHECK(bgt_animator_advance(animator, 1.0 / 60.0, NULL) == BGT_OK);
}
/* Three boxes of 20 over each other, and a floor at 0. */
static void make(void) {
  began = ended = busy = 0;
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  for (int i = 0; i < 3; i++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.size.x = def.size.y = 20;
    def.center.y = -20 - 30 * i;
    CHECK(bgt_item_create(&def, &items[i]) == BGT_OK && bgt_item_get_filter_group(items[i]) == 0);
    CHECK(bgt_behavior_add_item(gravity, items[i]) == BGT_OK && bgt_behavior_add_item(collision, items[i]) == BGT_OK);
  }
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", (bgt_vec2){ -200, 0 }, (bgt_vec2){ 200, 0 }) == BGT_OK);
  CHECK(bgt_collision_set_items_began(collision, on_began, NULL, NULL) == BGT_OK);
  CHECK(bgt_collision_set_items_ended(collision, on_ended, NULL, NULL) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK && bgt_animator_add_behavior(animator, collision) == BGT_OK);
}
static void drop(void) {
  CHECK(bgt_release(animator) == BGT_OK && bgt_release(collision) == BGT_OK && bgt_release(gravity) == BGT_OK);
  for (int i = 0; i < 3; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

int main(void) {
  /* The two lower ones are of one group: they come to lie in each other, the third on top of both. */
  make();
  CHECK(bgt_item_set_filter_group(items[0], -7) == BGT_OK && bgt_item_set_filter_group(items[1], -7) == BGT_OK);
  CHECK(bgt_item_get_filter_group(items[0]) == -7 && bgt_item_set_filter_group(items[2], 8) == BGT_OK);
  advance(240);
  CHECK(fabs(y(0) + 10) < 0.5 && fabs(y(1) + 10) < 0.5 && fabs(y(2) + 30) < 0.5);
  CHECK(began > 0 && began - ended == 2);

  /* It changes while they sleep: what lay on two is left out by both, falls, and its touches end. */
  CHECK(bgt_item_is_resting(items[0]) && bgt_item_is_resting(items[2]));
  CHECK(bgt_item_set_filter_group(items[2], -7) == BGT_OK);
  advance(240);
  CHECK(fabs(y(2) + 10) < 0.5 && began == ended);

  /* And back: all three part again, and tell of it. */
  const int before = began;
  for (int i = 0; i < 3; i++) CHECK(bgt_item_set_filter_group(items[i], i) == BGT_OK);
  advance(240);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < i; k++) {
      const bgt_vec2 a = bgt_item_get_center(items[i]), b = bgt_item_get_center(items[k]);
      CHECK(fabs(a.x - b.x) > 19.4 || fabs(a.y - b.y) > 19.4);
    }
  CHECK(began > before);
  drop();

  /* At any speed, and in sweeps; not while the engine steps. */
  make();
  bgt_item_behavior hand;
  CHECK(bgt_item_behavior_create(&hand) == BGT_OK && bgt_animator_add_behavior(animator, hand) == BGT_OK);
  for (int i = 0; i < 3; i++) CHECK(bgt_behavior_add_item(hand, items[i]) == BGT_OK);
  CHECK(bgt_item_set_filter_group(items[1], 2147483647) == BGT_OK && bgt_item_set_filter_group(items[2], 2147483647) == BGT_OK);
  CHECK(bgt_item_behavior_set_linear_velocity(hand, (bgt_vec2){ 0, 20000 }, items[2]) == BGT_OK);
  CHECK(bgt_collision_set_veto(collision, on_touch, NULL, NULL) == BGT_OK);
  advance(1);
  CHECK(y(2) > y(1) && y(2) < y(0) && busy > 0);
  CHECK(bgt_item_set_filter_group(0, 1) == BGT_ERROR_STALE_ID && bgt_item_get_filter_group(0) == 0);
  CHECK(bgt_item_set_filter_group(gravity, 1) == BGT_ERROR_WRONG_KIND);
  CHECK(bgt_release(hand) == BGT_OK);
  drop();
  return checks_done();
}
