/* Regions and fields through the C API: lifetimes, bytes, functions and their contexts. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>
#include "check.h"

static bgt_vec2 v(double x, double y) { return (bgt_vec2){ x, y }; }
static int is_near(double a, double b, double tolerance) { return fabs(a - b) <= tolerance; }

static bgt_field make_field(bgt_field_kind kind) {
  bgt_field_def def;
  bgt_field field = 0;
  bgt_field_def_init(&def);
  def.kind = kind;
  CHECK(bgt_field_create(&def, &field) == BGT_OK);
  return field;
}

static void regions(void) {
  const bgt_vec2 arrow[4] = { { 0, 0 }, { 30, 0 }, { 10, 10 }, { 0, 30 } };
  uint8_t bytes[1024], again[1024];
  uint64_t count = 0, more = 0;
  bgt_region disk = 0, box = 0, path = 0, both = 0, copy = 0, all = 0, empty = 0;
  CHECK(bgt_region_create_radius(-50, &disk) == BGT_OK);
  CHECK(bgt_region_create_size(v(-100, 20), &box) == BGT_OK);
  CHECK(bgt_region_create_path(arrow, 4, &path) == BGT_OK);
  CHECK(bgt_region_create_infinite(&all) == BGT_OK);
  CHECK(bgt_region_create_inverse(all, &empty) == BGT_OK);
  CHECK(bgt_get_kind(disk) == BGT_KIND_REGION && bgt_get_live_count(BGT_KIND_REGION) == 5);
  CHECK(bgt_region_contains(disk, v(0, 50)) && !bgt_region_contains(disk, v(0, 50.001)));
  CHECK(bgt_region_contains(path, v(10, 10)) && !bgt_region_contains(path, v(11, 11)));
  CHECK(bgt_region_contains(all, v(1e300, -1e300)) && !bgt_region_contains(empty, v(0, 0)));

  CHECK(bgt_region_create_union(disk, box, &both) == BGT_OK);
  CHECK(bgt_region_contains(both, v(50, 10)) && bgt_region_contains(both, v(0, 50)) && bgt_release(both) == BGT_OK);
  CHECK(bgt_region_create_intersection(disk, box, &both) == BGT_OK);
  CHECK(!bgt_region_contains(both, v(50, 10)) && bgt_region_contains(both, v(49, 5)) && bgt_release(both) == BGT_OK);
  CHECK(bgt_region_create_difference(disk, path, &both) == BGT_OK);
  CHECK(bgt_release(disk) == BGT_OK && bgt_release(path) == BGT_OK); /* what was made from them stays */
  CHECK(!bgt_is_alive(disk) && bgt_region_contains(both, v(-1, -1)) && !bgt_region_contains(both, v(1, 1)));

  /* Bytes: the size first, nothing into too small an array, the same region back. */
  CHECK(bgt_region_copy_bytes(both, NULL, 0, &count) == BGT_OK && count > 24 && count < sizeof bytes);
  memset(bytes, 0x5a, sizeof bytes);
  CHECK(bgt_region_copy_bytes(both, bytes, count - 1, &more) == BGT_OK && more == count && bytes[0] == 0x5a);
  CHECK(bgt_region_copy_bytes(both, bytes, sizeof bytes, &more) == BGT_OK && bytes[count] == 0x5a);
  CHECK(bgt_region_create_from_bytes(bytes, count, &copy) == BGT_OK && bgt_region_is_equal(copy, both));
  CHECK(bgt_region_copy_bytes(copy, again, sizeof again, &more) == BGT_OK && !memcmp(bytes, again, count));
  CHECK(!bgt_region_is_equal(copy, box));
  for (uint64_t i = 0; i < count; i++) {
    bgt_region none = 0;
    CHECK(bgt_region_create_from_bytes(bytes, i, &none) == BGT_ERROR_DATA && none == 0);
    bytes[i] ^= 0x10;
    CHECK(bgt_region_create_from_bytes(bytes, count, &none) == BGT_ERROR_DATA && none == 0);
    bytes[i] ^= 0x10;
  }
  CHECK(bgt_region_create_path(arrow, 2, &disk) == BGT_ERROR_INVALID_PATH);
  CHECK(bgt_release(copy) == BGT_OK && bgt_release(both) == BGT_OK && bgt_release(box) == BGT_OK);

  /* Nesting ends at 256. */
  bgt_status status = BGT_OK;
  int depth = 1;
  CHECK(bgt_region_create_size(v(2, 2), &both) == BGT_OK);
  for (; status == BGT_OK && depth < 1000; depth++) {
    bgt_region next = 0;
    status = bgt_region_create_inverse(both, &next);
    if (status < 0) break;
    CHECK(bgt_release(both) == BGT_OK);
    both = next;
  }
  CHECK(status == BGT_ERROR_LIMIT && depth == 256);
  CHECK(bgt_release(both) == BGT_OK && bgt_release(all) == BGT_OK && bgt_release(empty) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

static void properties(void) {
  bgt_field_def def;
  bgt_field field = 0;
  bgt_region region = 0;
  bgt_vec2 value = { 0, 0 };
  bgt_field_def_init(&def);
  CHECK(def.struct_size == sizeof def && def.kind == BGT_FIELD_LINEAR_GRAVITY && def.strength == 1);
  CHECK(def.minimum_radius == 1e-3 && def.animation_speed == 1 && def.region == 0);
  CHECK(bgt_region_create_radius(100, &region) == BGT_OK);
  def.kind = BGT_FIELD_TURBULENCE; def.position = v(1, 2); def.strength = 3; def.falloff = 4; def.minimum_radius = 5;
  def.smoothness = 0.5; def.animation_speed = 6; def.seed = 7; def.region = region;
  CHECK(bgt_field_create(&def, &field) == BGT_OK && bgt_release(region) == BGT_OK);
  CHECK(bgt_get_kind(field) == BGT_KIND_FIELD && bgt_field_get_kind(field) == BGT_FIELD_TURBULENCE);
  CHECK(bgt_field_get_position(field).y == 2 && bgt_field_get_strength(field) == 3);
  CHECK(bgt_field_get_falloff(field) == 4 && bgt_field_get_minimum_radius(field) == 5);
  CHECK(bgt_field_get_smoothness(field) == 0.5 && bgt_field_get_animation_speed(field) == 6);
  CHECK(bgt_field_get_seed(field) == 7 && bgt_field_get_region(field) == region && bgt_is_alive(region));
  CHECK(bgt_field_set_direction(field, v(1, 1)) == BGT_IGNORED && bgt_field_get_direction(field).x == 0);
  CHECK(bgt_field_set_smoothness(field, 1) == BGT_OK && bgt_field_set_smoothness(field, 1.1) == BGT_ERROR_RANGE);
  CHECK(bgt_field_set_seed(field, UINT64_MAX) == BGT_OK && bgt_field_get_seed(field) == UINT64_MAX);
  CHECK(bgt_field_set_region(field, 0) == BGT_OK && bgt_field_get_region(field) == 0 && !bgt_is_alive(region));
  CHECK(bgt_field_set_function(field, NULL, NULL, NULL) == BGT_IGNORED);
  CHECK(bgt_release(field) == BGT_OK);

  field = make_field(BGT_FIELD_SPRING);
  CHECK(bgt_field_set_smoothness(field, 0.5) == BGT_IGNORED && bgt_field_set_animation_speed(field, 2) == BGT_IGNORED);
  CHECK(bgt_field_get_animation_speed(field) == 0);
  CHECK(bgt_field_get_value(field, v(4, 0), v(0, 0), 1, 0, &value) == BGT_OK && is_near(value.x, -9, 1e-9));
  CHECK(bgt_field_get_value(field, v(4, 0), v(0, 0), 0, 0, &value) == BGT_ERROR_RANGE);
  CHECK(bgt_field_get_value(field, v(NAN, 0), v(0, 0), 1, 0, &value) == BGT_ERROR_RANGE && is_near(value.x, -9, 1e-9));
  CHECK(bgt_release(field) == BGT_OK && bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* What a field gives at (30, 40) to mass 1 (0.4444 kg) with charge 2 that moves at (10, 20); r = 50. */
static int gives(bgt_field_kind kind, double x, double y) {
  bgt_field field = make_field(kind);
  bgt_vec2 value = { 0, 0 };
  CHECK(bgt_field_set_strength(field, 2) == BGT_OK);
  CHECK(bgt_field_set_direction(field, v(0.5, -1)) >= BGT_OK);
  CHECK(bgt_field_get_value(field, v(30, 40), v(10, 20), 1, 2, &value) == BGT_OK);
  CHECK(bgt_release(field) == BGT_OK);
  if (is_near(value.x, x, 1e-6 * (1 + fabs(x))) && is_near(value.y, y, 1e-6 * (1 + fabs(y)))) return 1;
  printf("kind %d gives (%g, %g), not (%g, %g)\n", (int)kind, value.x, value.y, x, y);
  return 0;
}
static void every_kind_acts_by_its_law(void) {
  const double kilograms = 10000.0 / 22500.0;
  bgt_animator animator = 0;
  bgt_field noise = make_field(BGT_FIELD_NOISE), turbulence = make_field(BGT_FIELD_TURBULENCE);
  bgt_vec2 value = { 0, 0 }, other = { 0, 0 };
  CHECK(gives(BGT_FIELD_LINEAR_GRAVITY, 150, -300));
  CHECK(gives(BGT_FIELD_RADIAL_GRAVITY, -300 * 0.6, -300 * 0.8));
  CHECK(gives(BGT_FIELD_SPRING, -2 / kilograms * 30, -2 / kilograms * 40));
  CHECK(gives(BGT_FIELD_DRAG, -2 / kilograms * 10, -2 / kilograms * 20));
  CHECK(gives(BGT_FIELD_VORTEX, 300 * 40, -300 * 30));
  CHECK(gives(BGT_FIELD_VELOCITY, 150, -300));
  CHECK(gives(BGT_FIELD_ELECTRIC, 600 / kilograms * 0.6, 600 / kilograms * 0.8));
  CHECK(gives(BGT_FIELD_MAGNETIC, 4 / kilograms * 20, -4 / kilograms * 10));
  CHECK(gives(BGT_FIELD_CUSTOM, 0, 0)); /* It has no function yet. */
  CHECK(bgt_field_get_value(noise, v(30, 40), v(10, 20), 1, 0, &value) == BGT_OK);
  CHECK(hypot(value.x, value.y) > 0 && hypot(value.x, value.y) <= 150);
  CHECK(bgt_field_get_value(noise, v(30, 40), v(-5, 0), 7, 3, &other) == BGT_OK && memcmp(&value, &other, sizeof value) == 0);
  CHECK(bgt_field_get_value(turbulence, v(30, 40), v(30, 40), 1, 0, &other) == BGT_OK);
  CHECK(is_near(other.x, value.x / 3, 1e-9) && is_near(other.y, value.y / 3, 1e-9)); /* 50 in place of 150. */
  CHECK(bgt_field_set_seed(noise, 1) == BGT_OK);
  CHECK(bgt_field_get_value(noise, v(30, 40), v(0, 0), 1, 0, &other) == BGT_OK && other.x != value.x);
  /* Falloff: (max(r, minimum radius) / 150)^-falloff. */
  bgt_field well = make_field(BGT_FIELD_RADIAL_GRAVITY);
  CHECK(bgt_field_set_falloff(well, 2) == BGT_OK);
  CHECK(bgt_field_get_value(well, v(300, 0), v(0, 0), 1, 0, &value) == BGT_OK && is_near(value.x, -37.5, 1e-9));
  CHECK(bgt_field_set_minimum_radius(well, 600) == BGT_OK);
  CHECK(bgt_field_get_value(well, v(300, 0), v(0, 0), 1, 0, &value) == BGT_OK && is_near(value.x, -9.375, 1e-9));
  /* Another unit: twice as strong. */
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_animator_get_field_unit_scale(animator) == 150);
  CHECK(bgt_animator_set_field_unit_scale(animator, 300) == BGT_OK && bgt_animator_get_field_unit_scale(animator) == 300);
  CHECK(bgt_animator_set_field_unit_scale(animator, 0) == BGT_ERROR_RANGE);
  CHECK(bgt_field_set_falloff(well, 0) == BGT_OK && bgt_animator_add_behavior(animator, well) == BGT_OK);
  CHECK(bgt_field_get_value(well, v(300, 0), v(0, 0), 1, 0, &value) == BGT_OK && is_near(value.x, -300, 1e-9));
  CHECK(bgt_release(well) == BGT_OK && bgt_release(noise) == BGT_OK && bgt_release(turbulence) == BGT_OK);
  CHECK(bgt_release(animator) == BGT_OK && bgt_get_live_count(BGT_KIND_NONE) == 0);
}

typedef struct tally {
  int calls, releases, busy;
  bgt_animator animator;
  bgt_item item;
  double mass, charge, seconds;
} tally;
static void on_release(void *context) { ((tally *)context)->releases++; }
static void on_field(bgt_field field, double x, double y, double velocity_x, double velocity_y, double mass,
                     double charge, double seconds, bgt_vec2 *out_force, void *context) {
  tally *t = context;
  bgt_vec2 value;
  CHECK(out_force->x == 0 && out_force->y == 0 && isfinite(x + y + velocity_x + velocity_y));
  CHECK(bgt_field_get_strength(field) == 9 && bgt_item_get_animator(t->item) == t->animator);
  value = v(1, 1); /* its own field counts as none here */
  CHECK(bgt_animator_get_field_value(t->animator, v(0, 0), v(0, 0), 1, 0, &value) == BGT_OK && value.x == 0);
  if (bgt_item_set_center(t->item, v(9, 9)) == BGT_ERROR_BUSY) t->busy++;
  if (bgt_animator_advance(t->animator, 1, NULL) == BGT_ERROR_BUSY) t->busy++;
  if (bgt_behavior_remove_item(field, t->item) == BGT_ERROR_BUSY) t->busy++;
  t->calls++;
  t->mass = mass; t->charge = charge; t->seconds = seconds;
  out_force->x = 3;
}
static void on_query(bgt_field field, double x, double y, double velocity_x, double velocity_y, double mass,
                     double charge, double seconds, bgt_vec2 *out_force, void *context) {
  (void)field; (void)y; (void)velocity_x; (void)velocity_y; (void)mass; (void)charge; (void)seconds; (void)context;
  out_force->x = x < 500 ? NAN : INFINITY;
}
static char line[512];
static int lines;
static void on_log(const char *message, void *context) {
  (void)context;
  lines++;
  strncpy(line, message, sizeof line - 1);
}

static void functions(void) {
  tally t = { 0, 0, 0, 0, 0, 0, 0, 0 };
  bgt_item_behavior behavior = 0;
  bgt_vec2 value;
  CHECK(bgt_animator_create(NULL, &t.animator) == BGT_OK && bgt_item_create(NULL, &t.item) == BGT_OK);
  CHECK(bgt_item_behavior_create(&behavior) == BGT_OK && bgt_behavior_add_item(behavior, t.item) == BGT_OK);
  CHECK(bgt_item_behavior_set_density(behavior, 2) == BGT_OK && bgt_item_behavior_set_charge(behavior, -4) == BGT_OK);
  CHECK(bgt_item_behavior_get_charge(behavior) == -4 && bgt_item_behavior_set_resistance(behavior, 0) == BGT_OK);
  bgt_field field = make_field(BGT_FIELD_CUSTOM);
  CHECK(bgt_field_set_strength(field, 9) == BGT_OK && bgt_behavior_add_item(field, t.item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(t.animator, behavior) == BGT_OK);
  CHECK(bgt_animator_add_behavior(t.animator, field) == BGT_OK);
  CHECK(bgt_field_set_function(field, on_field, &t, on_release) == BGT_OK && t.releases == 0);
  for (int i = 0; i < 30; i++) CHECK(bgt_animator_advance(t.animator, 1.0 / 60.0, NULL) == BGT_OK);
  /* 100 * 3 / 2 points/s^2 for half a second; twice per step. */
  CHECK(is_near(bgt_item_get_velocity(t.item).x, 75, 1e-3) && bgt_item_get_velocity(t.item).y == 0);
  CHECK(t.calls == 120 && t.busy == 3 * t.calls);
  CHECK(t.mass == 2 && t.charge == -4 && is_near(t.seconds, 1.0 / 240, 1e-12));
  CHECK(bgt_field_get_ignored_forces(field) == 0);

  /* A useless force: ignored, counted, logged once per tick; a query of it is zero. */
  CHECK(bgt_set_log(on_log, NULL, NULL) == BGT_OK);
  CHECK(bgt_field_set_function(field, on_query, NULL, NULL) == BGT_OK && t.releases == 1);
  CHECK(bgt_animator_advance(t.animator, 1.0 / 60.0, NULL) == BGT_OK);
  CHECK(bgt_field_get_ignored_forces(field) == 4 && lines == 1 && strstr(line, "custom field"));
  CHECK(is_near(bgt_item_get_velocity(t.item).x, 75, 1e-3));
  CHECK(bgt_field_get_value(field, v(0, 0), v(0, 0), 1, 0, &value) == BGT_OK && value.x == 0);
  CHECK(bgt_set_log(NULL, NULL, NULL) == BGT_OK);

  /* Contexts come back when the function is replaced and when the field dies. */
  CHECK(bgt_field_set_function(field, on_field, &t, on_release) == BGT_OK);
  CHECK(bgt_field_set_function(field, NULL, &t, on_release) == BGT_OK && t.releases == 3);
  CHECK(bgt_field_set_function(field, on_field, &t, on_release) == BGT_OK);
  CHECK(bgt_release(field) == BGT_OK && t.releases == 3);
  CHECK(bgt_animator_remove_behavior(t.animator, field) == BGT_OK && t.releases == 4 && !bgt_is_alive(field));
  CHECK(bgt_release(behavior) == BGT_OK && bgt_release(t.item) == BGT_OK && bgt_release(t.animator) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* A field outlives its animator, an animator its fields; several animators share a region. */
static void lifetimes(void) {
  bgt_animator one = 0, two = 0;
  bgt_item a = 0, b = 0;
  bgt_region region = 0;
  bgt_field field = make_field(BGT_FIELD_LINEAR_GRAVITY), other = make_field(BGT_FIELD_LINEAR_GRAVITY);
  CHECK(bgt_animator_create(NULL, &one) == BGT_OK && bgt_animator_create(NULL, &two) == BGT_OK);
  CHECK(bgt_item_create(NULL, &a) == BGT_OK && bgt_item_create(NULL, &b) == BGT_OK);
  CHECK(bgt_region_create_radius(10, &region) == BGT_OK);
  CHECK(bgt_field_set_direction(field, v(0, 1)) == BGT_OK && bgt_field_set_direction(other, v(0, 1)) == BGT_OK);
  CHECK(bgt_field_set_region(field, region) == BGT_OK && bgt_field_set_region(other, region) == BGT_OK);
  CHECK(bgt_behavior_add_item(field, a) == BGT_OK && bgt_behavior_add_item(other, b) == BGT_OK);
  CHECK(bgt_animator_add_behavior(one, field) == BGT_OK && bgt_animator_add_behavior(two, other) == BGT_OK);
  CHECK(bgt_release(region) == BGT_OK && bgt_is_alive(region));
  for (int i = 0; i < 60; i++) {
    CHECK(bgt_animator_advance(one, 1.0 / 60.0, NULL) == BGT_OK);
    CHECK(bgt_animator_advance(two, 1.0 / 60.0, NULL) == BGT_OK);
  }
  /* 150 points/s^2 up to the border of the region, then the default resistance. */
  CHECK(is_near(bgt_item_get_velocity(a).y, sqrt(2 * 150 * 10.0) * exp(-0.1 * 0.63), 2));
  CHECK(bgt_animator_get_state_hash(one) == bgt_animator_get_state_hash(two));
  CHECK(bgt_release(one) == BGT_OK && bgt_behavior_get_animator(field) == 0);
  CHECK(bgt_field_set_position(field, v(5, 5)) == BGT_OK && bgt_field_set_region(field, 0) == BGT_OK);
  CHECK(bgt_is_alive(region));
  CHECK(bgt_animator_add_behavior(two, field) == BGT_OK);
  CHECK(bgt_animator_advance(two, 1.0 / 60.0, NULL) == BGT_OK);
  CHECK(bgt_release(field) == BGT_OK && bgt_release(other) == BGT_OK && bgt_release(two) == BGT_OK);
  CHECK(bgt_release(a) == BGT_OK && bgt_release(b) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

int main(void) {
  regions();
  properties();
  every_kind_acts_by_its_law();
  functions();
  lifetimes();
  return checks_done();
}
