/* Rules of UIKit's dynamics that are easily broken: what wakes, exact fits, starts across an edge, items in a rectangle,
   items that come and go. SPDX-License-Identifier: MIT */
#include "scene.h"

static void nothing_animator(bgt_animator animator, void *context) { (void)animator; (void)context; }
static void nothing_behavior(bgt_behavior behavior, void *context) { (void)behavior; (void)context; }
static void nothing_contact(bgt_collision c, const bgt_contact_event *e, void *context) { (void)c; (void)e; (void)context; }

static bgt_animator animator;
static void settle(void) {
  for (int i = 0; i < 3000 && bgt_animator_is_running(animator); i++) tick(animator);
  CHECK(!bgt_animator_is_running(animator));
}
/* A change wakes, the same value again does not. */
#define WAKES(call)                            \
  do {                                         \
    settle();                                  \
    CHECK((call) >= 0);                        \
    CHECK(bgt_animator_is_running(animator));  \
    settle();                                  \
    CHECK((call) >= 0);                        \
    CHECK(!bgt_animator_is_running(animator)); \
  } while (0)
#define SLEEPS(call)                           \
  do {                                         \
    settle();                                  \
    CHECK((call) >= 0);                        \
    CHECK(!bgt_animator_is_running(animator)); \
  } while (0)
static void a_change_wakes_and_the_same_value_does_not(void) {
  bgt_item item = make_item(50, 50, 20, 20), hung = make_item(300, 50, 20, 20), drawn = make_item(500, 50, 20, 20);
  bgt_item other = make_item(900, 0, 10, 10);
  bgt_collision walls = 0;
  bgt_gravity gravity = 0;
  bgt_push push = 0;
  bgt_item_behavior motion = 0;
  bgt_attachment_def a;
  bgt_attachment rod = 0;
  bgt_snap_def n;
  bgt_snap snap = 0;
  bgt_field_def f;
  bgt_field field = 0;
  bgt_region region = 0;
  bgt_behavior child = 0;
  bgt_rect bounds = { 0, 0, 100, 200 };
  bgt_insets insets = { 0, 0, 10, 0 };
  bgt_material material = { 0.3, 0.3, 1, 0.5, 0.5 };
  animator = 0;
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_collision_create(NULL, &walls) == BGT_OK);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_push_create(NULL, &push) == BGT_OK);
  CHECK(bgt_item_behavior_create(&motion) == BGT_OK && bgt_behavior_create(&child) == BGT_OK);
  bgt_attachment_def_init(&a);
  a.item = hung; a.anchor = v(300, 0); a.frequency = 3; a.damping = 0.8;
  CHECK(bgt_attachment_create(&a, &rod) == BGT_OK);
  bgt_snap_def_init(&n);
  n.item = drawn; n.point = v(500, 60);
  CHECK(bgt_snap_create(&n, &snap) == BGT_OK);
  bgt_field_def_init(&f);
  f.kind = BGT_FIELD_DRAG;
  CHECK(bgt_field_create(&f, &field) == BGT_OK && bgt_region_create_radius(900, &region) == BGT_OK);
  CHECK(bgt_behavior_add_item(walls, item) == BGT_OK && bgt_behavior_add_item(gravity, item) == BGT_OK);
  CHECK(bgt_behavior_add_item(push, item) == BGT_OK && bgt_behavior_add_item(motion, item) == BGT_OK);
  CHECK(bgt_behavior_add_item(field, item) == BGT_OK && bgt_behavior_add_item(gravity, hung) == BGT_OK);
  CHECK(bgt_behavior_add_item(motion, hung) == BGT_OK && bgt_behavior_add_item(motion, drawn) == BGT_OK);
  CHECK(bgt_collision_set_translating_reference_bounds(walls, true) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(walls, "floor", v(0, 160), v(100, 160)) == BGT_OK);
  CHECK(bgt_animator_set_reference_bounds(animator, bounds) == BGT_OK);
  CHECK(bgt_item_behavior_set_resistance(motion, 1) == BGT_OK);
  WAKES(bgt_animator_add_behavior(animator, walls));
  WAKES(bgt_animator_add_behavior(animator, rod));
  WAKES(bgt_animator_add_behavior(animator, gravity));
  WAKES(bgt_animator_add_behavior(animator, push));
  WAKES(bgt_animator_add_behavior(animator, motion));
  WAKES(bgt_animator_add_behavior(animator, snap));
  WAKES(bgt_animator_add_behavior(animator, field));
  WAKES(bgt_behavior_add_child(gravity, child));
  WAKES(bgt_gravity_set_direction(gravity, v(0, 0.5)));
  WAKES(bgt_gravity_set_angle(gravity, 1.5));
  WAKES(bgt_gravity_set_magnitude(gravity, 0.9));
  WAKES(bgt_gravity_set_angle_and_magnitude(gravity, 1.5707963267948966, 1));
  WAKES(bgt_push_set_direction(push, v(0, 0.01)));
  WAKES(bgt_push_set_active(push, false));
  WAKES(bgt_attachment_set_anchor(rod, v(300, 10)));
  WAKES(bgt_attachment_set_length(rod, 40));
  WAKES(bgt_attachment_set_frequency(rod, 4));
  WAKES(bgt_attachment_set_damping(rod, 1));
  WAKES(bgt_snap_set_point(snap, v(510, 60)));
  WAKES(bgt_snap_set_damping(snap, 0.7));
  WAKES(bgt_snap_set_frequency(snap, 3));
  WAKES(bgt_field_set_strength(field, 0.5));
  WAKES(bgt_field_set_position(field, v(1, 1)));
  WAKES(bgt_field_set_region(field, region));
  WAKES(bgt_item_behavior_set_elasticity(motion, 0.1));
  WAKES(bgt_item_behavior_set_friction(motion, 0.1));
  WAKES(bgt_item_behavior_set_density(motion, 2));
  WAKES(bgt_item_behavior_set_resistance(motion, 2));
  WAKES(bgt_item_behavior_set_angular_resistance(motion, 2));
  WAKES(bgt_item_behavior_set_charge(motion, 2));
  WAKES(bgt_item_behavior_set_allowing_rotation(motion, false));
  WAKES(bgt_item_behavior_set_time_scale(motion, 2));
  WAKES(bgt_collision_set_boundary_material(walls, "floor", 0.1, 0.1));
  WAKES(bgt_collision_set_reference_bounds_insets(walls, insets));
  WAKES(bgt_collision_remove_all_boundaries(walls));
  WAKES((bounds.height = 300, bgt_animator_set_reference_bounds(animator, bounds)));
  WAKES(bgt_animator_set_default_material(animator, &material));
  WAKES(bgt_animator_set_rest_angular_speed(animator, 0.04));
  WAKES(bgt_behavior_add_item(motion, other));
  settle();
  CHECK(bgt_behavior_remove_item(motion, other) == BGT_OK && bgt_animator_is_running(animator));
  settle();
  CHECK(bgt_behavior_remove_child(gravity, child) == BGT_OK && bgt_animator_is_running(animator));
  settle();
  CHECK(bgt_animator_remove_behavior(animator, snap) == BGT_OK && bgt_animator_is_running(animator));
  bgt_release(item); bgt_release(hung); bgt_release(drawn); bgt_release(other); bgt_release(walls); bgt_release(gravity);
  bgt_release(push); bgt_release(motion); bgt_release(rod); bgt_release(snap); bgt_release(field); bgt_release(region);
  bgt_release(child); bgt_release(animator);
}
static void hooks_do_not_wake(void) {
  bgt_item item = make_item(0, 0, 10, 10);
  bgt_collision walls = 0;
  animator = make_animator();
  CHECK(bgt_collision_create(NULL, &walls) == BGT_OK && bgt_behavior_add_item(walls, item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, walls) == BGT_OK);
  SLEEPS(bgt_behavior_set_action(walls, nothing_behavior, NULL, NULL));
  SLEEPS(bgt_animator_set_did_pause(animator, nothing_animator, NULL, NULL));
  SLEEPS(bgt_animator_set_will_resume(animator, nothing_animator, NULL, NULL));
  SLEEPS(bgt_collision_set_items_began(walls, nothing_contact, NULL, NULL));
  SLEEPS(bgt_item_set_center(item, v(5, 5))); /* Not before the update. */
  SLEEPS(bgt_animator_set_bounce_threshold(animator, 20));
  CHECK(bgt_animator_update_item(animator, item) == BGT_OK && bgt_animator_is_running(animator));
  settle();
  CHECK(bgt_item_apply_impulse(item, v(0.001, 0), v(0, 0)) == BGT_OK && bgt_animator_is_running(animator));
  bgt_release(walls); bgt_release(item); bgt_release(animator);
}

/* A shade of 320 points in bounds of 320 points. */
static void an_exact_fit_neither_slows_nor_turns(void) {
  bgt_item item = make_item(160, 136, 320, 568);
  bgt_collision walls = 0;
  bgt_item_behavior motion;
  bgt_rect bounds = { 0, -568, 320, 5000 };
  animator = make_animator();
  CHECK(bgt_animator_set_reference_bounds(animator, bounds) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &walls) == BGT_OK && bgt_behavior_add_item(walls, item) == BGT_OK);
  CHECK(bgt_collision_set_translating_reference_bounds(walls, true) == BGT_OK);
  give(animator, walls);
  motion = add_properties(animator, item);
  CHECK(bgt_item_behavior_set_linear_velocity(motion, v(0, 1000), item) == BGT_OK);
  run(animator, 2);
  CHECK(at(item, 160, 2136, 10) && is_near(bgt_item_get_velocity(item).y, 1000, 5));
  CHECK(is_near(bgt_item_get_center(item).x, 160, 0.25) && fabs(bgt_item_get_angle(item)) < 0.001);
  bgt_release(item); bgt_release(animator);
}

static void an_item_across_an_edge_goes_to_the_side_of_its_center(void) {
  for (int side = -1; side <= 1; side += 2) {
    bgt_item item = make_item(0, 6.0 * side, 40, 40);
    bgt_collision walls = 0;
    animator = make_animator();
    CHECK(bgt_collision_create(NULL, &walls) == BGT_OK && bgt_behavior_add_item(walls, item) == BGT_OK);
    CHECK(bgt_collision_add_boundary_segment(walls, "line", v(-200, 0), v(200, 0)) == BGT_OK);
    give(animator, walls);
    run(animator, 0.3);
    CHECK(at(item, 0, 20.0 * side, 0.6));
    run(animator, 0.5);
    CHECK(at(item, 0, 20.0 * side, 1)); /* Without speed of that. */
    bgt_release(item); bgt_release(animator);
  }
}

static void insets_beyond_the_middle_leave_nothing(void) {
  bgt_item item = make_item(50, 0, 10, 10);
  bgt_collision walls = 0;
  bgt_rect bounds = { 0, 0, 100, 100 };
  bgt_insets insets = { 80, 80, 80, 80 };
  uint64_t count = 9;
  const bgt_contact_event *events = NULL;
  animator = make_animator();
  CHECK(bgt_animator_set_reference_bounds(animator, bounds) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &walls) == BGT_OK && bgt_behavior_add_item(walls, item) == BGT_OK);
  CHECK(bgt_collision_set_reference_bounds_insets(walls, insets) == BGT_OK);
  give(animator, walls);
  add_gravity(animator, item);
  for (int i = 0; i < 60; i++) {
    tick(animator);
    CHECK(bgt_animator_get_contacts(animator, &events, &count) == BGT_OK && count == 0);
  }
  CHECK(at(item, 50, 500, 0.2));
  bgt_release(item); bgt_release(animator);
}

static void items_in_a_rectangle(void) {
  bgt_item a = make_item(0, 0, 20, 20), b = make_item(100, 0, 20, 20), found[3];
  bgt_rect whole = { -50, -50, 300, 100 }, edge = { 10, -10, 80, 20 }, corner = { 110.5, -14, 5, 3 }, negative = { 95, 5, -90, -10 };
  uint64_t count = 9;
  animator = make_animator();
  CHECK(bgt_item_set_angle(b, 3.14159265358979 / 4) == BGT_OK);
  (void)add_properties(animator, a);
  (void)add_properties(animator, b);
  CHECK(bgt_animator_get_items_in_rect(animator, whole, found, 3, &count) == BGT_OK && count == 2 && found[0] == a && found[1] == b);
  edge.width = 70;
  CHECK(bgt_animator_get_items_in_rect(animator, edge, found, 3, &count) == BGT_OK && count == 0); /* An edge is not enough. */
  CHECK(bgt_animator_get_items_in_rect(animator, corner, found, 3, &count) == BGT_OK && count == 1 && found[0] == b); /* The frame. */
  CHECK(bgt_animator_get_items_in_rect(animator, negative, found, 3, &count) == BGT_OK && count == 2);
  bgt_release(a); bgt_release(b); bgt_release(animator);
}

/* The center of a path item is where its path says, not its center of mass. */
static void a_path_turns_about_its_mass_and_reports_its_center(void) {
  bgt_vec2 path[3] = { { 0, 0 }, { 60, 0 }, { 0, 60 } };
  bgt_item item = make_item(100, 100, 60, 60);
  bgt_item_behavior motion;
  animator = make_animator();
  CHECK(bgt_item_set_path(item, path, 3) == BGT_OK);
  motion = add_properties(animator, item);
  CHECK(bgt_item_behavior_set_angular_velocity(motion, 3.14159265358979, item) == BGT_OK);
  run(animator, 1);
  /* Half a turn about the centroid at (120, 120). */
  CHECK(at(item, 140, 140, 0.2) && is_near(bgt_item_get_angle(item), 3.14159265358979, 0.01));
  bgt_release(item); bgt_release(animator);
}

static void removed_and_added_in_one_turn_an_item_keeps_its_speed(void) {
  bgt_item item = make_item(0, 0, 20, 20);
  bgt_item_behavior motion;
  animator = make_animator();
  motion = add_properties(animator, item);
  CHECK(bgt_retain(motion) == BGT_OK && bgt_item_behavior_set_linear_velocity(motion, v(60, 0), item) == BGT_OK);
  tick(animator);
  CHECK(bgt_behavior_remove_item(motion, item) == BGT_OK && bgt_behavior_add_item(motion, item) == BGT_OK);
  tick(animator);
  CHECK(at(item, 2, 0, 0.01));
  CHECK(bgt_behavior_remove_item(motion, item) == BGT_OK);
  tick(animator);
  CHECK(bgt_behavior_add_item(motion, item) == BGT_OK);
  tick(animator);
  CHECK(at(item, 2, 0, 0.01)); /* A tick between drops the body: it starts at rest. */
  bgt_release(motion); bgt_release(item); bgt_release(animator);
}

int main(void) {
  a_change_wakes_and_the_same_value_does_not();
  hooks_do_not_wake();
  an_exact_fit_neither_slows_nor_turns();
  an_item_across_an_edge_goes_to_the_side_of_its_center();
  insets_beyond_the_middle_leave_nothing();
  items_in_a_rectangle();
  a_path_turns_about_its_mass_and_reports_its_center();
  removed_and_added_in_one_turn_an_item_keeps_its_speed();
  return scene_done();
}
