/* Pushes and gravity through the C API. SPDX-License-Identifier: MIT */
#include "scene.h"

static bgt_push make_push(bgt_push_mode mode, bgt_vec2 direction, bool active) {
  bgt_push_def def;
  bgt_push push = 0;
  bgt_push_def_init(&def);
  def.mode = mode;
  def.direction = direction;
  def.active = active;
  CHECK(bgt_push_create(&def, &push) == BGT_OK);
  CHECK(bgt_push_get_mode(push) == mode && bgt_push_is_active(push) == active);
  return push;
}

static void an_instantaneous_push_fires_once(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 200);
  bgt_push push = make_push(BGT_PUSH_INSTANTANEOUS, v(3, 4), true);
  CHECK(bgt_behavior_add_item(push, item) == BGT_OK && bgt_animator_add_behavior(animator, push) == BGT_OK);
  CHECK(bgt_push_set_active(push, true) == BGT_OK); /* It is already: fires once all the same. */
  run(animator, 0.5);
  /* Mass 2: 50 points/s per newton. */
  CHECK(is_near(bgt_item_get_velocity(item).x, 150, 0.1) && is_near(bgt_item_get_velocity(item).y, 200, 0.1));
  CHECK(!bgt_push_is_active(push) && bgt_push_set_active(push, true) == BGT_OK);
  tick(animator);
  CHECK(is_near(bgt_item_get_velocity(item).x, 300, 0.1) && !bgt_push_is_active(push));
  CHECK(bgt_animator_remove_behavior(animator, push) == BGT_OK && bgt_animator_add_behavior(animator, push) == BGT_OK);
  tick(animator);
  CHECK(is_near(bgt_item_get_velocity(item).x, 300, 0.1)); /* Adding it again does not fire. */
  bgt_release(push); bgt_release(item); bgt_release(animator);
}

static void a_continuous_push_accelerates(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_push push = make_push(BGT_PUSH_CONTINUOUS, v(2, 0), true);
  (void)add_properties(animator, item); /* It keeps the item here. */
  CHECK(bgt_behavior_add_item(push, item) == BGT_OK && bgt_animator_add_behavior(animator, push) == BGT_OK);
  run(animator, 1);
  CHECK(at(item, 100, 0, 0.1) && is_near(bgt_item_get_velocity(item).x, 200, 0.1));
  CHECK(bgt_push_set_active(push, false) == BGT_OK);
  run(animator, 1);
  CHECK(at(item, 300, 0, 0.2));
  CHECK(bgt_push_set_magnitude(push, -4) == BGT_OK && bgt_push_set_active(push, true) == BGT_OK);
  run(animator, 1);
  CHECK(is_near(bgt_item_get_velocity(item).x, -200, 0.2)); /* A negative magnitude reverses. */
  CHECK(bgt_behavior_remove_item(push, item) == BGT_OK);
  run(animator, 0.5);
  CHECK(is_near(bgt_item_get_velocity(item).x, -200, 0.2));
  bgt_release(push); bgt_release(item); bgt_release(animator);
}

static void an_offset_turns(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100), other = make_item(500, 0, 100, 100);
  bgt_push push = make_push(BGT_PUSH_INSTANTANEOUS, v(0, 1), true);
  CHECK(bgt_item_set_angle(item, 3.14159265358979 / 2) == BGT_OK);
  CHECK(bgt_behavior_add_item(push, item) == BGT_OK && bgt_behavior_add_item(push, other) == BGT_OK);
  CHECK(bgt_push_get_target_offset(push, item).x == 0);
  CHECK(bgt_push_set_target_offset(push, item, v(0, -50)) == BGT_OK && bgt_push_get_target_offset(push, item).y == -50);
  CHECK(bgt_push_set_target_offset(push, other, v(20, 0)) == BGT_OK);
  CHECK(bgt_push_set_target_offset(push, 0, v(0, 0)) == BGT_ERROR_STALE_ID);
  CHECK(bgt_animator_add_behavior(animator, push) == BGT_OK);
  tick(animator);
  /* Inertia 1,666.7: 100 * 50 / 1,666.7; the offset is turned by a quarter, so that it lies at the right. */
  CHECK(is_near(bgt_item_get_angular_velocity(item), 3, 0.01) && is_near(bgt_item_get_angular_velocity(other), 1.2, 0.01));
  CHECK(bgt_behavior_remove_item(push, item) == BGT_OK);
  CHECK(bgt_push_set_target_offset(push, item, v(0, 0)) == BGT_ERROR_NOT_A_MEMBER);
  bgt_release(push); bgt_release(item); bgt_release(other); bgt_release(animator);
}

static void vector_and_polar_forms(void) {
  bgt_push push = make_push(BGT_PUSH_CONTINUOUS, v(0, 0), true);
  bgt_gravity gravity = 0;
  CHECK(bgt_push_get_angle(push) == 0 && bgt_push_get_magnitude(push) == 0 && bgt_push_get_direction(push).x == 0);
  CHECK(bgt_push_set_direction(push, v(0, -3)) == BGT_OK);
  CHECK(is_near(bgt_push_get_angle(push), -1.5707963, 1e-6) && bgt_push_get_magnitude(push) == 3);
  CHECK(bgt_push_set_magnitude(push, -2) == BGT_OK && bgt_push_get_magnitude(push) == -2);
  CHECK(is_near(bgt_push_get_direction(push).y, 2, 1e-12) && is_near(bgt_push_get_angle(push), -1.5707963, 1e-6));
  CHECK(bgt_push_set_direction(push, v(0, 0)) == BGT_OK && is_near(bgt_push_get_angle(push), -1.5707963, 1e-6));
  CHECK(bgt_push_set_magnitude(push, 1) == BGT_OK && is_near(bgt_push_get_direction(push).y, -1, 1e-12));
  CHECK(bgt_push_set_angle_and_magnitude(push, 0, 5) == BGT_OK && bgt_push_get_direction(push).x == 5);
  CHECK(bgt_push_set_angle(push, NAN) == BGT_ERROR_RANGE && bgt_push_get_angle(push) == 0);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(is_near(bgt_gravity_get_angle(gravity), 1.5707963, 1e-6) && bgt_gravity_get_magnitude(gravity) == 1);
  CHECK(bgt_gravity_get_direction(gravity).y == 1 && bgt_gravity_set_angle_and_magnitude(gravity, 0, 2) == BGT_OK);
  CHECK(bgt_gravity_get_direction(gravity).x == 2 && bgt_gravity_set_direction(gravity, v(-3, -4)) == BGT_OK);
  CHECK(bgt_gravity_get_magnitude(gravity) == 5);
  bgt_release(push); bgt_release(gravity);
}

static void gravities_add_up(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 30, 70);
  bgt_gravity sideways = 0;
  CHECK(bgt_gravity_create(NULL, &sideways) == BGT_OK && bgt_gravity_set_direction(sideways, v(0.5, 0)) == BGT_OK);
  CHECK(bgt_behavior_add_item(sideways, item) == BGT_OK);
  give(animator, sideways);
  add_gravity(animator, item);
  run(animator, 1);
  CHECK(at(item, 250, 500, 0.2));
  bgt_release(item); bgt_release(animator);
}

/* A push in one direction beside the center is a pendulum's weight: it keeps the amplitude. It grew, from 0.5 to 1.9 in 40 s. */
static void a_push_beside_the_center_swings(double magnitude, int held) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_push push = make_push(BGT_PUSH_CONTINUOUS, v(0, magnitude), true);
  double most = 0;
  CHECK(bgt_item_set_angle(item, 0.5) == BGT_OK);
  if (held == 1) {
    bgt_item_behavior lock = add_properties(animator, item);
    CHECK(bgt_item_behavior_set_locking_x(lock, true) == BGT_OK && bgt_item_behavior_set_locking_y(lock, true) == BGT_OK);
  } else if (held == 2) {
    bgt_attachment_def def;
    bgt_attachment pin = 0;
    bgt_attachment_def_init(&def);
    def.item = item;
    def.type = BGT_ATTACHMENT_PIN;
    CHECK(bgt_attachment_create(&def, &pin) == BGT_OK);
    give(animator, pin);
  }
  CHECK(bgt_behavior_add_item(push, item) == BGT_OK && bgt_push_set_target_offset(push, item, v(0, 30)) == BGT_OK);
  give(animator, push);
  for (int i = 0; i < 2400; i++) {
    tick(animator);
    if (i >= 1800) most = fmax(most, fabs(bgt_item_get_angle(item)));
  }
  CHECK(is_near(most, 0.5, 2e-3));
  bgt_release(item); bgt_release(animator);
}

static void opposite_forces_turn(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_item_behavior motion = add_properties(animator, item);
  tick(animator);
  for (int i = 0; i < 60; i++) {
    CHECK(bgt_item_apply_force(item, v(5, 0), v(0, -20)) == BGT_OK && bgt_item_apply_force(item, v(-5, 0), v(0, 20)) == BGT_OK);
    tick(animator);
  }
  /* 100 (r x F) / I = 12 in every other step, times the cosine of the angle. */
  const double w = bgt_item_behavior_get_angular_velocity(motion, item), angle = bgt_item_get_angle(item);
  CHECK(is_near(0.5 * w * w, 6 * sin(angle), 0.1) && is_near(angle, 2.38, 0.05) && at(item, 0, 0, 1e-3));
  bgt_release(item); bgt_release(animator);
}

/* Offsets count from the center, also of an item whose center of mass is elsewhere; a continuous push took that for its center. */
static void pushes_act_where_they_are_told(void) {
  const bgt_vec2 path[] = { { -50, -50 }, { 50, -50 }, { -50, 50 } };
  double turned[2];
  for (int once = 0; once < 2; once++) {
    bgt_animator animator = make_animator();
    bgt_item_def def;
    bgt_item item = 0;
    bgt_push push = make_push(once ? BGT_PUSH_INSTANTANEOUS : BGT_PUSH_CONTINUOUS, v(0, 1), true);
    bgt_item_def_init(&def);
    def.bounds_type = BGT_BOUNDS_PATH;
    def.path = path;
    def.path_count = 3;
    CHECK(bgt_item_create(&def, &item) == BGT_OK && bgt_behavior_add_item(push, item) == BGT_OK);
    bgt_item_behavior motion = add_properties(animator, item);
    give(animator, push);
    tick(animator);
    turned[once] = bgt_item_behavior_get_angular_velocity(motion, item);
    bgt_release(item); bgt_release(animator);
  }
  CHECK(turned[1] > 1 && is_near(60 * turned[0], turned[1], 0.02 * turned[1]));
}

/* A crowd that a plate drives on at 33 points a step has its steps taken in parts: pushes, targets and forces elsewhere in the scene are to know nothing of it. */
static void a_pressed_crowd_changes_nothing_elsewhere(void) {
  enum { crowd = 120 };
  bgt_animator animator = make_animator();
  bgt_item item[crowd];
  bgt_collision collision = 0;
  bgt_item_behavior told = 0;
  const bgt_item plate = make_item(100, 240, 40, 400), struck = make_item(0, -4000, 100, 100), drawn = make_item(500, -4000, 100, 100), forced = make_item(1000, -4000, 100, 100), led = make_item(0, 4000, 100, 100);
  bgt_push push = make_push(BGT_PUSH_INSTANTANEOUS, v(1, 2), false), pull = make_push(BGT_PUSH_CONTINUOUS, v(0, -1), true);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_item_behavior_create(&told) == BGT_OK && bgt_item_behavior_set_anchored(told, true) == BGT_OK);
  for (int i = 0; i < crowd; i++) {
    item[i] = make_item(260 + 40 * (i / 10), 60 + 40 * (i % 10), 34, 34);
    CHECK(bgt_behavior_add_item(collision, item[i]) == BGT_OK);
  }
  CHECK(bgt_collision_add_boundary_segment(collision, "top", v(-100, 30), v(9000, 30)) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "bottom", v(-100, 450), v(9000, 450)) == BGT_OK);
  CHECK(bgt_behavior_add_item(collision, plate) == BGT_OK && bgt_behavior_add_item(told, plate) == BGT_OK && bgt_behavior_add_item(told, led) == BGT_OK);
  CHECK(bgt_behavior_add_item(push, struck) == BGT_OK && bgt_behavior_add_item(pull, drawn) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK && bgt_animator_add_behavior(animator, told) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, push) == BGT_OK && bgt_animator_add_behavior(animator, pull) == BGT_OK);
  (void)add_properties(animator, forced);
  CHECK(bgt_item_behavior_set_linear_velocity(told, v(4000, 0), plate) == BGT_OK);
  for (int step = 1; step <= 40; step++) {
    CHECK(bgt_item_behavior_set_target(told, v(7 * step, 4000 - 3 * step), 0.05 * step, led) == BGT_OK);
    CHECK(bgt_item_apply_force(forced, v(3, 0), v(0, 0)) == BGT_OK);
    if (step % 10 == 0) CHECK(bgt_push_set_active(push, true) == BGT_OK);
    CHECK(bgt_animator_advance(animator, 1 / 120.0, NULL) == BGT_OK);
    CHECK(at(led, 7 * step, 4000 - 3 * step, 1e-3) && is_near(bgt_item_get_angle(led), 0.05 * step, 1e-5));
    CHECK(is_near(bgt_item_get_velocity(struck).x, 100 * (step / 10), 0.1) && is_near(bgt_item_get_velocity(struck).y, 200 * (step / 10), 0.1));
    CHECK(is_near(bgt_item_get_velocity(forced).x, 300 * step / 120.0, 0.01));
    CHECK(is_near(bgt_item_get_velocity(drawn).y, -100 * step / 120.0, 0.01));
    CHECK(is_near(bgt_item_get_center(plate).x, 100 + 4000 * step / 120.0, 0.1));
  }
  for (int i = 0; i < crowd; i++) bgt_release(item[i]);
  bgt_release(plate); bgt_release(struck); bgt_release(drawn); bgt_release(forced); bgt_release(led); bgt_release(push); bgt_release(pull); bgt_release(told);
  bgt_release(collision); bgt_release(animator);
}

/* Faster motion than 100,000 points/s is clamped, however much more was asked for, and from the first step on. */
static void speed_is_clamped(int how) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 30, 30);
  bgt_item_behavior motion = add_properties(animator, item);
  bgt_item_state state;
  if (how == 0) CHECK(bgt_item_behavior_set_linear_velocity(motion, v(3e6, 0), item) == BGT_OK);
  if (how == 1) CHECK(bgt_item_behavior_add_linear_velocity(motion, v(200000, 0), item) == BGT_OK);
  if (how == 2) {
    bgt_push_def def;
    bgt_push push = 0;
    bgt_push_def_init(&def);
    def.mode = BGT_PUSH_INSTANTANEOUS;
    CHECK(bgt_item_behavior_set_density(motion, 0.001) == BGT_OK);
    CHECK(bgt_push_create(&def, &push) == BGT_OK && bgt_behavior_add_item(push, item) == BGT_OK);
    CHECK(bgt_push_set_direction(push, v(40, 0)) == BGT_OK);
    give(animator, push);
  }
  CHECK(bgt_animator_advance(animator, 1.0 / 120, NULL) == BGT_OK);
  CHECK(bgt_animator_get_item_state(animator, item, &state) == BGT_OK);
  if (!CHECK((state.flags & BGT_ITEM_QUARANTINED) == 0 && is_near(bgt_item_get_velocity(item).x, 100000, 1) && at(item, 100000.0 / 120, 0, 0.1)))
    printf("how %d: %g points/s\n", how, bgt_item_get_velocity(item).x);
  bgt_release(item); bgt_release(animator);
}

/* What is added before the behavior comes into an animator is added once it is there: to what is anchored then, nothing. */
static void nothing_is_added_to_what_is_anchored(int who) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 30, 30);
  bgt_item_behavior motion = 0, other = add_properties(animator, item);
  CHECK(bgt_item_behavior_create(&motion) == BGT_OK && bgt_behavior_add_item(motion, item) == BGT_OK);
  CHECK(bgt_item_behavior_add_linear_velocity(motion, v(60, 0), item) == BGT_OK);
  CHECK(bgt_item_behavior_add_angular_velocity(motion, 1, item) == BGT_OK);
  CHECK(bgt_item_behavior_set_anchored(who ? motion : other, true) == BGT_OK);
  give(animator, motion);
  run(animator, 1);
  CHECK(at(item, 0, 0, 0) && bgt_item_get_angle(item) == 0 && !bgt_animator_is_running(animator));
  bgt_release(item); bgt_release(animator);
}

/* A lift that is told where to be in each frame moves evenly in its steps: what stands on it stays there, whatever the frame. */
static void a_target_is_for_the_tick(int steps) {
  bgt_animator animator = make_animator();
  bgt_item lift = make_item(0, 20, 100, 20), rider = make_item(0, 0, 20, 20);
  bgt_item_behavior held = add_properties(animator, lift);
  bgt_collision collision = 0;
  const double frame = steps / 120.0;
  double off = 0;
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(collision, lift) == BGT_OK && bgt_behavior_add_item(collision, rider) == BGT_OK);
  CHECK(bgt_item_behavior_set_anchored(held, true) == BGT_OK);
  give(animator, collision);
  add_gravity(animator, rider);
  for (double t = frame; t < 1 + frame / 2; t += frame) { /* up by 100 points, slower at both ends */
    const double y = 20 - 50 * (1 - cos(acos(-1) * t));
    CHECK(bgt_item_behavior_set_target(held, v(0, y), 0, lift) == BGT_OK);
    CHECK(bgt_animator_advance(animator, frame, NULL) == BGT_OK);
    CHECK(at(lift, 0, y, 1e-3));
    off = fmax(off, fabs(bgt_item_get_center(rider).y - (y - 20)));
  }
  if (!CHECK(off < 0.5)) printf("%d steps a frame: %g points off\n", steps, off);
  run(animator, 1);
  CHECK(at(lift, 0, -80, 1e-3) && at(rider, 0, -100, 0.5) && !bgt_animator_is_running(animator));
  bgt_release(lift); bgt_release(rider); bgt_release(animator);
}

/* The same time in other slices gives the same steps, and the same hash. */
static void slices_have_one_hash(void) {
  uint64_t hashes[3];
  static const int slices[] = { 120, 144, 1000 };
  for (int i = 0; i < 3; i++) {
    bgt_animator animator = make_animator();
    bgt_item item = make_item(0, 0, 20, 20);
    add_gravity(animator, item);
    for (int k = 0; k < slices[i]; k++) CHECK(bgt_animator_advance(animator, 1.0 / slices[i], NULL) == BGT_OK);
    hashes[i] = bgt_animator_get_state_hash(animator);
    bgt_counters counters = { .struct_size = sizeof counters };
    CHECK(bgt_animator_get_counters(animator, &counters) == BGT_OK && counters.steps == 120);
    bgt_release(item); bgt_release(animator);
  }
  CHECK(hashes[0] == hashes[1] && hashes[0] == hashes[2]);
}

int main(void) {
  for (int how = 0; how < 3; how++) speed_is_clamped(how);
  nothing_is_added_to_what_is_anchored(0);
  nothing_is_added_to_what_is_anchored(1);
  for (int steps = 1; steps <= 4; steps++) a_target_is_for_the_tick(steps);
  slices_have_one_hash();
  for (int held = 0; held < 3; held++) {
    a_push_beside_the_center_swings(10, held);
    a_push_beside_the_center_swings(100, held);
  }
  opposite_forces_turn();
  pushes_act_where_they_are_told();
  an_instantaneous_push_fires_once();
  a_continuous_push_accelerates();
  an_offset_turns();
  vector_and_polar_forms();
  gravities_add_up();
  a_pressed_crowd_changes_nothing_elsewhere();
  return scene_done();
}
