/* Item behaviors through the C API: what they set, who wins, locks, limits and time. SPDX-License-Identifier: MIT */
#include "scene.h"

/* An item of 100 x 100 points, of mass 1, that nothing slows; and a behavior for more. */
static struct { bgt_animator animator; bgt_item item; bgt_item_behavior motion; } scene;

static void begin(void) {
  scene.animator = make_animator();
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
static void ticks(int count) {
  while (count-- > 0) tick(scene.animator);
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
  ticks(60);
  CHECK(bgt_item_get_center(scene.item).y == 0 && is_near(bgt_item_get_center(scene.item).x, 60, 0.01));
  CHECK(bgt_item_behavior_set_locking_y(scene.motion, false) == BGT_OK);
  CHECK(bgt_item_behavior_set_locking_x(scene.motion, true) == BGT_OK);
  ticks(60);
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
  ticks(60);
  CHECK(bgt_item_get_angle(scene.item) <= 0.2 && is_near(bgt_item_get_angle(scene.item), 0.2, 1e-4));
  CHECK(bgt_item_behavior_set_angular_velocity(scene.motion, -3, scene.item) == BGT_OK);
  ticks(60);
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
  ticks(60);
  CHECK(is_near(bgt_item_get_center(scene.item).y, 125, 0.1) && is_near(bgt_item_get_velocity(scene.item).y, 250, 0.1));
  CHECK(bgt_item_behavior_set_time_scale(scene.motion, 1) == BGT_OK);
  CHECK(bgt_animator_advance(scene.animator, 0, NULL) == BGT_OK);
  CHECK(is_near(bgt_item_get_velocity(scene.item).y, 500, 0.1));
  ticks(60);
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

static void fresh_getters_show_the_documented_numbers(void) {
  bgt_item_behavior b;
  begin();
  b = scene.motion;
  CHECK(bgt_item_behavior_get_elasticity(b) == 0 && bgt_item_behavior_get_friction(b) == 0);
  CHECK(bgt_item_behavior_get_density(b) == 1 && bgt_item_behavior_get_charge(b) == 0);
  CHECK(bgt_item_behavior_get_resistance(b) == 0 && bgt_item_behavior_get_angular_resistance(b) == 0);
  CHECK(!bgt_item_behavior_is_anchored(b) && bgt_item_behavior_is_allowing_rotation(b));
  CHECK(bgt_item_behavior_set_density(b, 0) == BGT_ERROR_RANGE && bgt_item_behavior_set_friction(b, -1) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_elasticity(b, 2) == BGT_OK && bgt_item_behavior_get_elasticity(b) == 2);
  CHECK(bgt_item_behavior_set_friction(b, 3) == BGT_OK && bgt_item_behavior_get_friction(b) == 3);
  CHECK(bgt_item_behavior_set_density(b, 4) == BGT_OK && bgt_item_behavior_get_density(b) == 4);
  end();
}

/* How high a ball comes again that fell 200 points onto a floor. */
static double rebound(double elasticity, bool strict) {
  bgt_collision collision = 0;
  double lowest = 0, highest = 1e9;
  begin();
  CHECK(bgt_animator_set_using_documented_defaults(scene.animator, strict) == BGT_OK);
  CHECK(bgt_animator_is_using_documented_defaults(scene.animator) == strict);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-500, 250), v(500, 250)) == BGT_OK);
  if (elasticity >= 0) CHECK(bgt_item_behavior_set_elasticity(scene.motion, elasticity) == BGT_OK);
  start(collision);
  add_gravity(scene.animator, scene.item);
  for (int i = 0; i < 120; i++) {
    double y;
    tick(scene.animator);
    y = bgt_item_get_center(scene.item).y;
    lowest = fmax(lowest, y);
    if (lowest > 190 && y < lowest) highest = fmin(highest, y);
  }
  end();
  return highest > 200 ? 0 : 200 - highest;
}
static void documented_defaults_are_strict(void) {
  CHECK(is_near(rebound(-1, false), 0.04 * 200, 2)); /* Unset: 0.2 acts. */
  CHECK(is_near(rebound(0, false), 0.04 * 200, 2));  /* Of the boundary, too. */
  CHECK(rebound(-1, true) < 0.6);
}

static void resistance_is_a_rate(void) {
  begin();
  CHECK(bgt_item_behavior_set_resistance(scene.motion, 10) == BGT_OK && bgt_item_behavior_get_resistance(scene.motion) == 10);
  CHECK(bgt_item_behavior_set_angular_resistance(scene.motion, 2) == BGT_OK);
  CHECK(bgt_item_behavior_get_angular_resistance(scene.motion) == 2);
  CHECK(bgt_item_behavior_set_linear_velocity(scene.motion, v(1000, 0), scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(scene.motion, 4, scene.item) == BGT_OK);
  start(0);
  ticks(30);
  CHECK(is_near(bgt_item_get_velocity(scene.item).x, 1000 * exp(-5), 0.1));
  CHECK(is_near(bgt_item_get_angular_velocity(scene.item), 4 * exp(-1), 0.01));
  ticks(150);
  CHECK(at(scene.item, 100, 0, 1));
  end();
}

static void elasticity_and_friction_act(void) {
  bgt_collision collision = 0;
  CHECK(is_near(rebound(0.8, false), 0.64 * 200, 5));
  begin();
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-500, 50), v(1500, 50)) == BGT_OK);
  CHECK(bgt_collision_set_boundary_material(collision, "floor", 0, 0.5) == BGT_OK);
  CHECK(bgt_item_behavior_set_friction(scene.motion, 0.5) == BGT_OK);
  CHECK(bgt_item_behavior_set_linear_velocity(scene.motion, v(400, 0), scene.item) == BGT_OK);
  start(collision);
  add_gravity(scene.animator, scene.item);
  ticks(120);
  CHECK(at(scene.item, 400 * 400 / (2 * 0.5 * 1000), 0, 3)); /* v squared over 2 mu g */
  end();
}

static void an_anchored_item_stays(void) {
  begin();
  CHECK(bgt_item_behavior_set_anchored(scene.motion, true) == BGT_OK && bgt_item_behavior_is_anchored(scene.motion));
  start(0);
  add_gravity(scene.animator, scene.item);
  ticks(30);
  CHECK(at(scene.item, 0, 0, 0) && bgt_item_is_resting(scene.item));
  CHECK(bgt_item_behavior_add_linear_velocity(scene.motion, v(9, 9), scene.item) == BGT_IGNORED);
  CHECK(bgt_item_apply_impulse(scene.item, v(9, 9), v(0, 0)) == BGT_IGNORED);
  CHECK(bgt_item_behavior_set_target(scene.motion, v(30, 40), 0.5, scene.item) == BGT_OK);
  ticks(30);
  CHECK(at(scene.item, 30, 40, 1e-3) && is_near(bgt_item_get_angle(scene.item), 0.5, 1e-4));
  CHECK(bgt_item_behavior_set_anchored(scene.motion, false) == BGT_OK);
  ticks(60);
  CHECK(at(scene.item, 30, 540, 0.2)); /* It starts at rest. */
  end();
}

static void an_item_that_may_not_turn_keeps_its_angle(void) {
  begin();
  CHECK(bgt_item_set_angle(scene.item, 0.3) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(scene.motion, 4, scene.item) == BGT_OK);
  start(0);
  ticks(30);
  CHECK(is_near(bgt_item_get_angle(scene.item), 2.3, 0.01));
  CHECK(bgt_item_behavior_set_allowing_rotation(scene.motion, false) == BGT_OK);
  ticks(1);
  CHECK(bgt_item_get_angular_velocity(scene.item) == 0);
  CHECK(bgt_item_apply_impulse(scene.item, v(0, 5), v(50, 0)) == BGT_OK);
  ticks(30);
  CHECK(is_near(bgt_item_get_angle(scene.item), 2.3, 0.01) && is_near(bgt_item_get_center(scene.item).y, 250, 1));
  end();
}

static void velocities_add_up_before_association(void) {
  bgt_item other = make_item(900, 0, 10, 10);
  begin();
  CHECK(bgt_item_behavior_add_linear_velocity(scene.motion, v(100, 0), scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_add_linear_velocity(scene.motion, v(20, 30), scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_add_angular_velocity(scene.motion, 1, scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_add_angular_velocity(scene.motion, 2, scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_get_linear_velocity(scene.motion, scene.item).x == 120);
  CHECK(bgt_item_behavior_get_angular_velocity(scene.motion, scene.item) == 3);
  CHECK(bgt_item_behavior_add_linear_velocity(scene.motion, v(1, 1), other) == BGT_ERROR_NOT_A_MEMBER);
  start(0);
  ticks(60);
  CHECK(at(scene.item, 120, 30, 0.1) && is_near(bgt_item_get_angle(scene.item), 3, 0.01));
  CHECK(bgt_item_behavior_add_linear_velocity(scene.motion, v(0, 70), scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_get_linear_velocity(scene.motion, scene.item).y == 100);
  CHECK(bgt_item_behavior_set_angular_velocity(scene.motion, -1, scene.item) == BGT_OK);
  CHECK(bgt_item_behavior_get_angular_velocity(scene.motion, scene.item) == -1);
  end();
  bgt_release(other);
}

/* A lock holds the center of mass, and the item turns about that: one that is a path was drawn round until that lay beside its center. */
static void a_locked_path_turns_freely(void) {
  const bgt_vec2 path[] = { { -30, -10 }, { 30, -10 }, { 0, 60 } };
  bgt_animator animator = make_animator();
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.bounds_type = BGT_BOUNDS_PATH;
  def.path = path;
  def.path_count = 3;
  def.angle = 0.7;
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  bgt_item_behavior motion = add_properties(animator, item);
  CHECK(bgt_item_behavior_set_locking_x(motion, true) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(motion, 1.5, item) == BGT_OK);
  add_gravity(animator, item);
  run(animator, 2);
  CHECK(is_near(bgt_item_get_angle(item), 3.7, 1e-3) && is_near(bgt_item_behavior_get_angular_velocity(motion, item), 1.5, 1e-4));
  /* The center of mass is 40/3 below the center, in the item's frame. */
  const bgt_vec2 center = bgt_item_get_center(item);
  const double middle = 40.0 / 3;
  CHECK(is_near(center.x - middle * sin(3.7), -middle * sin(0.7), 1e-3) && is_near(center.y + middle * cos(3.7), 2000 + middle * cos(0.7), 0.2));
  bgt_release(item); bgt_release(animator);
}

int main(void) {
  a_locked_path_turns_freely();
  a_locked_axis_keeps_its_value();
  an_angle_stays_in_its_limits();
  an_items_own_time_has_its_pace();
  the_last_behavior_that_sets_a_property_wins();
  fresh_getters_show_the_documented_numbers();
  documented_defaults_are_strict();
  resistance_is_a_rate();
  elasticity_and_friction_act();
  an_anchored_item_stays();
  an_item_that_may_not_turn_keeps_its_angle();
  velocities_add_up_before_association();
  return scene_done();
}
