/* A steady tick of running animations asks for no memory: every allocation of the process is counted.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>

#include "allocations.h"
#include "check.h"

enum { COUNT = 600 };
static bgt_item items[COUNT];
static void move_one(bgt_property_animator animator, void *context) {
  const bgt_item item = *(bgt_item *)context;
  (void)animator;
  CHECK(bgt_item_set_frame(item, (bgt_rect){ 100, 200, 30, 40 }) == BGT_OK);
  CHECK(bgt_item_set_alpha(item, 0.5) == BGT_OK);
  CHECK(bgt_item_set_display_transform(item, (bgt_transform){ 2, 0, 0, 2, 5, 5 }) == BGT_OK);
}

int main(void) {
  const bgt_channel_values target = { 50, 60, 0, 0 }, none = { 0, 0, 0, 0 };
  bgt_timeline timeline;
  bgt_timing ratio, physical;
  bgt_property_animator animator;
  const bgt_presented_state *states;
  bgt_decay_def decay;
  uint64_t shown;
  CHECK(bgt_timeline_create(&timeline) == BGT_OK);
  CHECK(bgt_timing_create_spring_ratio(0.5, (bgt_vec2){ 1, 0 }, false, &ratio) == BGT_OK);
  CHECK(bgt_timing_create_spring_bounce(20, 0.2, (bgt_vec2){ 0, 0 }, false, &physical) == BGT_OK);
  bgt_decay_def_init(&decay);
  decay.velocity = (bgt_vec2){ 4000, 100 };
  decay.rate = 0.99995;
  decay.high.x = 3000;
  decay.spring = physical;
  for (int i = 0; i < COUNT; i++) {
    CHECK(bgt_item_create(NULL, &items[i]) == BGT_OK);
    CHECK(bgt_timeline_add_item(timeline, items[i]) == BGT_OK);
    if (i % 3 == 0) {
      CHECK(bgt_property_animator_create(timeline, 30, i % 2 ? ratio : 0, &animator) == BGT_OK);
      CHECK(bgt_property_animator_add_animations(animator, 0, move_one, &items[i], NULL) == BGT_OK);
      CHECK(bgt_property_animator_set_iterations(animator, 0, true) == BGT_OK);
      CHECK(bgt_property_animator_start(animator) == BGT_OK);
    } else if (i % 3 == 1) {
      CHECK(bgt_property_animator_create_retarget(timeline, items[i], BGT_CHANNEL_CENTER, target, physical, none, false,
                                                  NULL, NULL, NULL, &animator) == BGT_OK);
    } else {
      CHECK(bgt_property_animator_create_decay(timeline, items[i], BGT_CHANNEL_CENTER, &decay, NULL, NULL, NULL,
                                               &animator) == BGT_OK);
    }
    CHECK(bgt_release(animator) == BGT_OK);
  }
  CHECK(bgt_timeline_get_presented_states(timeline, &states, &shown) == BGT_OK && shown == COUNT);
#ifdef COUNTS
  CHECK(allocations > COUNT); /* it counts */
#endif
  const unsigned long before = allocations;
  for (int i = 0; i < 300; i++) {
    CHECK(bgt_timeline_advance(timeline, 1.0 / 60) == BGT_OK);
    CHECK(bgt_timeline_get_presented_states(timeline, &states, &shown) == BGT_OK);
  }
  CHECK(allocations == before);
  CHECK(bgt_timeline_get_running_count(timeline) == COUNT);
  for (int i = 0; i < COUNT; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_release(ratio) == BGT_OK && bgt_release(physical) == BGT_OK && bgt_release(timeline) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
