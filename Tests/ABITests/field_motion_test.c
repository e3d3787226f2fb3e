/* Motion in fields against closed forms, through the C API. SPDX-License-Identifier: MIT */
#include "scene.h"

#define PI 3.14159265358979
#define KILOGRAMS (10000.0 / 22500.0) /* of an item of 100 x 100 points */

static struct { bgt_animator animator; bgt_item item; bgt_item_behavior motion; bgt_field field; } s;

static void begin(bgt_field_kind kind, double strength, double x, double y) {
  bgt_field_def def;
  bgt_field_def_init(&def);
  def.kind = kind;
  def.strength = strength;
  def.direction = v(1, 0);
  s.animator = make_animator();
  s.item = make_item(x, y, 100, 100);
  s.motion = add_properties(s.animator, s.item);
  CHECK(bgt_field_create(&def, &s.field) == BGT_OK && bgt_behavior_add_item(s.field, s.item) == BGT_OK);
  give(s.animator, s.field);
}
static void throw_it(double x, double y) {
  CHECK(bgt_item_behavior_set_linear_velocity(s.motion, v(x, y), s.item) == BGT_OK);
}
static double speed(void) { bgt_vec2 w = bgt_item_get_velocity(s.item); return hypot(w.x, w.y); }
static double radius(void) { bgt_vec2 c = bgt_item_get_center(s.item); return hypot(c.x, c.y); }
static void end(void) { CHECK(bgt_release(s.item) == BGT_OK && bgt_release(s.animator) == BGT_OK); }

static void an_orbit_is_a_circle(void) {
  begin(BGT_FIELD_RADIAL_GRAVITY, 2, 200, 0);
  throw_it(0, sqrt(300.0 * 200)); /* v^2 / r is the acceleration, 300. */
  for (int i = 0; i < 600; i++) {
    tick(s.animator);
    CHECK(is_near(radius(), 200, 0.2));
  }
  end();
}

static void a_charge_circles_at_constant_speed(void) {
  double turning = 2 * 1.5 / KILOGRAMS;
  begin(BGT_FIELD_MAGNETIC, 1.5, 0, 0);
  CHECK(bgt_item_behavior_set_charge(s.motion, 2) == BGT_OK);
  throw_it(300, 0);
  for (int i = 0; i < 300; i++) {
    bgt_vec2 c;
    tick(s.animator);
    c = bgt_item_get_center(s.item);
    CHECK(is_near(speed(), 300, 0.01) && is_near(hypot(c.x, c.y + 300 / turning), 300 / turning, 0.1));
  }
  end();
}

static void a_spring_field_swings_with_its_period(void) {
  begin(BGT_FIELD_SPRING, KILOGRAMS * 4 * PI * PI, 80, 0); /* 1 Hz */
  run(s.animator, 10.5);
  CHECK(at(s.item, -80, 0, 0.2));
  CHECK(bgt_item_behavior_set_density(s.motion, 4) == BGT_OK); /* Heavier is slower: 0.5 Hz. */
  run(s.animator, 1);
  CHECK(at(s.item, 80, 0, 0.3));
  end();
}

static void drag_fades_the_speed(void) {
  begin(BGT_FIELD_DRAG, 0.5, 0, 0);
  throw_it(400, 0);
  run(s.animator, 2);
  CHECK(is_near(speed(), 400 * exp(-2 * 0.5 / KILOGRAMS), 0.01));
  CHECK(is_near(bgt_item_get_center(s.item).x, 400 * KILOGRAMS / 0.5 * (1 - exp(-2 * 0.5 / KILOGRAMS)), 0.05));
  end();
}

static void a_vortex_does_work_on_every_turn(void) {
  /* On a rod about the center: acceleration 150 s r along the circle, counter-clockwise on screen. */
  bgt_attachment_def def;
  bgt_attachment rod = 0;
  double gained;
  begin(BGT_FIELD_VORTEX, 0.02, 100, 0);
  bgt_attachment_def_init(&def);
  def.item = s.item;
  def.length = 100;
  CHECK(bgt_attachment_create(&def, &rod) == BGT_OK);
  give(s.animator, rod);
  CHECK(bgt_item_behavior_set_allowing_rotation(s.motion, false) == BGT_OK);
  run(s.animator, 2);
  CHECK(is_near(speed(), 150 * 0.02 * 100 * 2, 2) && is_near(radius(), 100, 0.3));
  /* A turn later v^2 has grown by 2 a 2 pi r. */
  gained = sqrt(600 * 600 + 2 * 300 * 2 * PI * 100);
  run(s.animator, (gained - 600) / 300);
  CHECK(is_near(speed(), gained, 6));
  end();
}

static void a_velocity_field_overrides_what_else_acts(void) {
  bgt_region region = 0;
  begin(BGT_FIELD_VELOCITY, 2, 0, 0);
  add_gravity(s.animator, s.item);
  throw_it(-500, 77);
  run(s.animator, 0.5);
  CHECK(is_near(bgt_item_get_velocity(s.item).x, 300, 0.01) && fabs(bgt_item_get_velocity(s.item).y) < 0.01);
  CHECK(bgt_region_create_radius(10, &region) == BGT_OK && bgt_field_set_region(s.field, region) == BGT_OK);
  CHECK(bgt_release(region) == BGT_OK);
  run(s.animator, 0.1); /* Outside of it there is gravity alone. */
  CHECK(is_near(bgt_item_get_velocity(s.item).x, 300, 0.01) && is_near(bgt_item_get_velocity(s.item).y, 100, 0.5));
  end();
}

static void electric_fields_and_linear_gravity_accelerate(void) {
  begin(BGT_FIELD_ELECTRIC, 1, 100, 0);
  CHECK(bgt_item_behavior_set_charge(s.motion, 2) == BGT_OK);
  run(s.animator, 1);
  CHECK(at(s.item, 100 + 0.5 * 300 / KILOGRAMS, 0, 0.2)); /* Equal signs repel. */
  end();
  begin(BGT_FIELD_LINEAR_GRAVITY, 2, 0, 0);
  CHECK(bgt_item_behavior_set_density(s.motion, 5) == BGT_OK);
  run(s.animator, 1);
  CHECK(at(s.item, 150, 0, 0.1)); /* Whatever the mass. */
  end();
}

static bgt_vec2 drifted(bgt_field_kind kind, uint64_t seed, double density) {
  bgt_vec2 center;
  begin(kind, 1, 0, 0);
  CHECK(bgt_field_set_seed(s.field, seed) == BGT_OK && bgt_item_behavior_set_density(s.motion, density) == BGT_OK);
  if (kind == BGT_FIELD_TURBULENCE) throw_it(200, 0);
  run(s.animator, 3);
  center = bgt_item_get_center(s.item);
  CHECK(bgt_animator_is_running(s.animator));
  end();
  return center;
}
static void equal_seeds_give_equal_noise(void) {
  for (bgt_field_kind kind = BGT_FIELD_NOISE; kind <= BGT_FIELD_TURBULENCE; kind++) {
    bgt_vec2 a = drifted(kind, 5, 1), b = drifted(kind, 5, 1), other = drifted(kind, 6, 1), heavy = drifted(kind, 5, 9);
    CHECK(a.x == b.x && a.y == b.y && (a.x != other.x || a.y != other.y));
    CHECK(is_near(a.x, heavy.x, 1e-3) && is_near(a.y, heavy.y, 1e-3)); /* Mass does not count. */
  }
}

/* What accelerates a charge evenly makes it drift at the acceleration divided by the rate at which it turns, also where a sub-step is most of a
   turn, or a whole one: at that it flew off. */
static void a_charge_drifts(double turn) {
  const double rate = turn * 240;
  begin(BGT_FIELD_MAGNETIC, rate * KILOGRAMS, 0, 0);
  CHECK(bgt_item_behavior_set_charge(s.motion, 1) == BGT_OK);
  add_gravity(s.animator, s.item);
  run(s.animator, 1);
  CHECK(is_near(radius(), 1000 / rate, 2000 / (rate * rate) + 10 / rate));
  end();
}

/* Of what may move along a line alone the line carries a magnetic force. */
static void a_charge_on_a_rail_keeps_its_speed(void) {
  begin(BGT_FIELD_MAGNETIC, 20, 0, 0);
  CHECK(bgt_item_behavior_set_charge(s.motion, 1) == BGT_OK && bgt_item_behavior_set_locking_x(s.motion, true) == BGT_OK);
  throw_it(0, 100);
  run(s.animator, 2);
  CHECK(at(s.item, 0, 200, 0.1));
  end();
}

/* Of elasticity 1, between a field that pulls down and a floor, for twelve bounces: the last comes as high as it began. */
static void a_bounce_in_a_field_returns_all(bgt_field_kind kind, double strength, double source) {
  bgt_collision floor = 0;
  double highest = 0;
  begin(kind, strength, 0, 0);
  CHECK(bgt_field_set_direction(s.field, v(0, 1)) >= 0 && bgt_field_set_position(s.field, v(0, source)) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(s.motion, 1) == BGT_OK && bgt_item_behavior_set_resistance(s.motion, 0) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &floor) == BGT_OK && bgt_behavior_add_item(floor, s.item) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(floor, "floor", v(-500, 330), v(500, 330)) == BGT_OK);
  give(s.animator, floor);
  for (int i = 0; i < 1200; i++) {
    tick(s.animator);
    if (i > 1100) highest = fmin(highest, bgt_item_get_center(s.item).y - 280);
  }
  CHECK(is_near(highest, -280, 3));
  end();
}

/* Three discs without friction, one of them thrown, lie about the middle of a spring field and turn about each other; the air slows them. */
static void discs_about_a_center_slow_down(void) {
  static const double places[3][2] = { { -14, 0 }, { 15, 0 }, { 0, 30 } };
  bgt_item discs[3];
  bgt_collision walls = 0;
  double fastest = 0;
  begin(BGT_FIELD_SPRING, 3, 0, 0);
  CHECK(bgt_collision_create(NULL, &walls) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(s.motion, 0) == BGT_OK && bgt_item_behavior_set_friction(s.motion, 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_resistance(s.motion, 0.3) == BGT_OK && bgt_item_behavior_set_angular_resistance(s.motion, 0.3) == BGT_OK);
  for (int i = 0; i < 3; i++) {
    discs[i] = make_item(places[i][0], places[i][1], 28, 28);
    CHECK(bgt_item_set_bounds_type(discs[i], BGT_BOUNDS_ELLIPSE) == BGT_OK);
    CHECK(bgt_behavior_add_item(s.motion, discs[i]) == BGT_OK && bgt_behavior_add_item(walls, discs[i]) == BGT_OK);
    CHECK(bgt_behavior_add_item(s.field, discs[i]) == BGT_OK);
    CHECK(bgt_item_behavior_set_linear_velocity(s.motion, v(-places[i][1] / 2, places[i][0] / 2), discs[i]) == BGT_OK);
  }
  give(s.animator, walls);
  run(s.animator, 40);
  for (int i = 0; i < 3; i++) {
    bgt_vec2 w = bgt_item_get_velocity(discs[i]);
    fastest = fmax(fastest, hypot(w.x, w.y));
    CHECK(bgt_release(discs[i]) == BGT_OK);
  }
  printf("discs about a center: %.2f points/s after 40 s\n", fastest);
  CHECK(fastest < 2); /* once 27, and for ever */
  end();
}

int main(void) {
  discs_about_a_center_slow_down();
  a_bounce_in_a_field_returns_all(BGT_FIELD_LINEAR_GRAVITY, 1000.0 / 150, 0); /* once 0.7 of that */
  a_bounce_in_a_field_returns_all(BGT_FIELD_RADIAL_GRAVITY, 6, 1000);
  const double turns[] = { 0.5, 1, 2, 3, 4.6, 6.2, 6.28318, 12.5 };
  for (int i = 0; i < 8; i++) a_charge_drifts(turns[i]);
  a_charge_on_a_rail_keeps_its_speed();
  an_orbit_is_a_circle();
  a_charge_circles_at_constant_speed();
  a_spring_field_swings_with_its_period();
  drag_fades_the_speed();
  a_vortex_does_work_on_every_turn();
  a_velocity_field_overrides_what_else_acts();
  electric_fields_and_linear_gravity_accelerate();
  equal_seeds_give_equal_noise();
  return scene_done();
}
