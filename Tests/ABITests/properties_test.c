/* Item behaviors through the C API: what they set, who wins, locks, limits and time. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>
#include "check.h"

static bgt_vec2 v(double x, double y) { return (bgt_vec2){ x, y }; }
static int is_near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }

/* An item of 100 x 100 points, of mass 1, that nothing slows; and a behavior for more. */
static struct { bgt_animator animator; bgt_item item; bgt_item_behavior motion; } scene;

static void begin(void) {
  bgt_material material = { 0.2, 0.2, 1, 0, 0 };
  CHECK(bgt_animator_create(NULL, &scene.animator) == BGT_OK);
  CHECK(bgt_animator_set_default_material(scene.animator, &material) == BGT_OK);
  CHECK(bgt_item_create(NULL, &scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_create(&scene.motion) == BGT_OK);
  CHECK(bgt_behavior_add_item(scene.motion, scene.item) == BGT_OK);
}
static void start(bgt_behavior more) {
  CHECK(bgt_animator_add_behavior(scene.animator, scene.motion) == BGT_OK);
  if (more) {
    CHECK(bgt_behavior_add_item(more, scene.item) == BGT_OK);
    CHECK(bgt_animator_add_behavior(scene.animator, more) == BGT_OK);
    CHECK(bgt_release(more) == BGT_OK);
  }
}
static void run(int ticks) {
  while (ticks-- > 0) CHECK(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL) == BGT_OK);
}
static void end(void) {
  CHECK(bgt_release(scene.motion) == BGT_OK && bgt_release(scene.item) == BGT_OK);
  CHECK(bgt_release(scene.animator) == BGT_OK);
}
static bgt_gravity gravity(void) {
  bgt_gravity made = 0;
  CHECK(bgt_gravity_create(NULL, &made) == BGT_OK);
  return made;
}

static void a_locked_axis_keeps_its_value(void) {
  begin();
  CHECK(!bgt_item_behavior_is_locking_x(scene.motion) && !bgt_item_behavior_is_locking_y(scene.motion));
  CHECK(bgt_item_behavior_set_locking_y(scene.motion, true) == BGT_OK);
  start(gravity());
  CHECK(bgt_item_behavior_is_locking_y(scene.motion) && !bgt_item_behavior_is_locking_x(scene.motion));
  CHECK(bgt_item_behavior_set_linear_velocity(scene.motion, v(60, 80), scene.item) == BGT_OK);
  run(60);
  CHECK(bgt_item_get_center(scene.item).y == 0 && is_near(bgt_item_get_center(scene.item).x, 60, 0.01));
  CHECK(bgt_item_behavior_set_locking_y(scene.motion, false) == BGT_OK);
  CHECK(bgt_item_behavior_set_locking_x(scene.motion, true) == BGT_OK);
  run(60);
  CHECK(is_near(bgt_item_get_center(scene.item).x, 60, 0.01) && is_near(bgt_item_get_center(scene.item).y, 500, 0.2));
  end();
}

static void an_angle_stays_in_its_limits(void) {
  double low = 0, high = 0;
  begin();
  CHECK(bgt_item_behavior_get_angle_limits(scene.motion, &low, &high) == BGT_OK);
  CHECK(low == -BGT_UNLIMITED && high == BGT_UNLIMITED);
  CHECK(bgt_item_behavior_set_angle_limits(scene.motion, 1, 0) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_angle_limits(scene.motion, NAN, 0) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_angle_limits(scene.motion, -INFINITY, 0) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_angle_limits(scene.motion, 2e6, 3e6) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_angle_limits(scene.motion, -BGT_UNLIMITED, 0.2) == BGT_OK);
  start(0);
  CHECK(bgt_item_behavior_set_angular_velocity(scene.motion, 3, scene.item) == BGT_OK);
  run(60);
  CHECK(bgt_item_get_angle(scene.item) <= 0.2 && is_near(bgt_item_get_angle(scene.item), 0.2, 1e-4));
  CHECK(bgt_item_behavior_set_angular_velocity(scene.motion, -3, scene.item) == BGT_OK);
  run(60);
  CHECK(is_near(bgt_item_get_angle(scene.item), -2.8, 0.01));
  CHECK(bgt_item_behavior_get_angle_limits(scene.motion, &low, &high) == BGT_OK && low == -BGT_UNLIMITED && high == 0.2);
  CHECK(bgt_item_behavior_get_angle_limits(scene.motion, NULL, &high) == BGT_ERROR_NULL_POINTER);
  end();
}

static void an_items_own_time_has_its_pace(void) {
  begin();
  CHECK(bgt_item_behavior_get_time_scale(scene.motion) == 1);
  CHECK(bgt_item_behavior_set_time_scale(scene.motion, 0) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_time_scale(scene.motion, 1000) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_time_scale(scene.motion, 0.5) == BGT_OK);
  start(gravity());
  run(60);
  CHECK(is_near(bgt_item_get_center(scene.item).y, 125, 0.1) && is_near(bgt_item_get_velocity(scene.item).y, 250, 0.1));
  CHECK(bgt_item_behavior_set_time_scale(scene.motion, 1) == BGT_OK);
  CHECK(bgt_animator_advance(scene.animator, 0, NULL) == BGT_OK);
  CHECK(is_near(bgt_item_get_velocity(scene.item).y, 500, 0.1));
  run(60);
  CHECK(is_near(bgt_item_get_center(scene.item).y, 1125, 0.3));
  end();
}

static void the_last_behavior_that_sets_a_property_wins(void) {
  bgt_item_behavior other = 0;
  begin();
  CHECK(bgt_item_behavior_create(&other) == BGT_OK);
  CHECK(bgt_item_behavior_set_time_scale(scene.motion, 2) == BGT_OK);
  CHECK(bgt_item_behavior_set_density(other, 5) == BGT_OK); /* it says nothing about time */
  start(other);
  CHECK(bgt_item_apply_impulse(scene.item, v(5, 0), v(0, 0)) == BGT_OK);
  /* Mass 5: 100 points/s in its own time, seen as 200. */
  CHECK(is_near(bgt_item_get_velocity(scene.item).x, 200, 0.01));
  end();
}

int main(void) {
  a_locked_axis_keeps_its_value();
  an_angle_stays_in_its_limits();
  an_items_own_time_has_its_pace();
  the_last_behavior_that_sets_a_property_wins();
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
