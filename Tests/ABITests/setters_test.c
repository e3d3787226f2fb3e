/* What setters tell the world at once, later, or only once: values that change several times between two ticks, out of an
   animator, and on objects that die meanwhile. SPDX-License-Identifier: MIT */
#include "scene.h"

static bgt_attachment make_spring(bgt_item item, bgt_item other, double frequency) {
  bgt_attachment_def def;
  bgt_attachment spring = 0;
  bgt_attachment_def_init(&def);
  def.item = item;
  def.other = other;
  def.anchor = v(100, 0);
  def.length = 50;
  def.frequency = frequency;
  CHECK(bgt_attachment_create(&def, &spring) == BGT_OK);
  return spring;
}

/* 0: the values by setters in one go, 1: each by way of others, 2: while the spring is outside, 3: it leaves and comes back,
   4: after it was in another animator. */
static uint64_t spring_run(int way) {
  bgt_animator animator = make_animator(), elsewhere = make_animator();
  bgt_item item = make_item(0, 0, 50, 50);
  bgt_attachment spring = make_spring(item, 0, 1);
  uint64_t hash;
  if (way == 4) {
    CHECK(bgt_animator_add_behavior(elsewhere, spring) == BGT_OK);
    CHECK(bgt_attachment_set_frequency(spring, 9) == BGT_OK && bgt_attachment_set_length(spring, 51) == BGT_OK);
    CHECK(bgt_animator_remove_behavior(elsewhere, spring) == BGT_OK);
    CHECK(bgt_animator_advance(elsewhere, 0, NULL) == BGT_OK); /* The item's body goes. */
  }
  if (way != 2) CHECK(bgt_animator_add_behavior(animator, spring) == BGT_OK);
  if (way == 1) {
    CHECK(bgt_attachment_set_frequency(spring, 60) == BGT_OK && bgt_attachment_get_frequency(spring) == 60);
    CHECK(bgt_attachment_set_damping(spring, 3) == BGT_OK && bgt_attachment_set_length(spring, 1) == BGT_OK);
    CHECK(bgt_attachment_set_anchor(spring, v(-7, -7)) == BGT_OK && bgt_attachment_get_anchor(spring).x == -7);
    CHECK(bgt_attachment_set_break_force(spring, 1e-9) == BGT_OK && bgt_attachment_set_break_force(spring, 0) == BGT_OK);
  }
  CHECK(bgt_attachment_set_frequency(spring, 2) == BGT_OK && bgt_attachment_set_damping(spring, 0.3) == BGT_OK);
  CHECK(bgt_attachment_set_length(spring, 80) == BGT_OK && bgt_attachment_set_anchor(spring, v(120, 30)) == BGT_OK);
  CHECK(bgt_attachment_get_frequency(spring) == 2 && bgt_attachment_get_damping(spring) == 0.3);
  CHECK(bgt_attachment_get_length(spring) == 80 && bgt_attachment_get_anchor(spring).y == 30);
  CHECK(bgt_attachment_set_frequency(spring, 61) == BGT_ERROR_RANGE && bgt_attachment_get_frequency(spring) == 2);
  if (way == 2) CHECK(bgt_animator_add_behavior(animator, spring) == BGT_OK);
  if (way == 3) {
    CHECK(bgt_animator_remove_behavior(animator, spring) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, spring) == BGT_OK);
  }
  run(animator, 0.5);
  CHECK(bgt_item_get_center(item).x > 1 && !bgt_attachment_is_broken(spring));
  hash = bgt_animator_get_state_hash(animator);
  bgt_release(spring); bgt_release(item); bgt_release(animator); bgt_release(elsewhere);
  return hash;
}
static void a_spring_takes_the_latest_values(void) {
  for (int way = 1; way < 5; way++) CHECK(spring_run(way) == spring_run(0));
}

static void the_other_kinds_take_theirs(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100), other = make_item(300, 0, 100, 100);
  bgt_attachment_def def;
  bgt_attachment pin = 0;
  bgt_snap_def snap_def;
  bgt_snap snap = 0;
  bgt_attachment_def_init(&def);
  def.item = item;
  def.type = BGT_ATTACHMENT_PIN;
  CHECK(bgt_attachment_create(&def, &pin) == BGT_OK && bgt_animator_add_behavior(animator, pin) == BGT_OK);
  add_gravity(animator, other);
  bgt_snap_def_init(&snap_def);
  snap_def.item = other;
  CHECK(bgt_snap_create(&snap_def, &snap) == BGT_OK && bgt_animator_add_behavior(animator, snap) == BGT_OK);
  CHECK(bgt_snap_set_point(snap, v(9, 9)) == BGT_OK && bgt_snap_set_point(snap, v(400, 0)) == BGT_OK);
  CHECK(bgt_snap_set_frequency(snap, 60) == BGT_OK && bgt_snap_set_frequency(snap, 5) == BGT_OK);
  CHECK(bgt_snap_set_damping(snap, 1) == BGT_OK && bgt_snap_get_point(snap).x == 400);
  bgt_item_behavior turner = add_properties(animator, item);
  CHECK(bgt_attachment_set_range(pin, -3, 3) == BGT_OK && bgt_attachment_set_range(pin, -0.5, 0.5) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(turner, 20, item) == BGT_OK);
  run(animator, 2);
  CHECK(is_near(bgt_item_get_center(other).x, 400, 1));
  CHECK(fabs(bgt_item_get_angle(item)) < 0.6);
  CHECK(bgt_attachment_set_range(pin, -BGT_UNLIMITED, BGT_UNLIMITED) == BGT_OK);
  CHECK(bgt_attachment_set_friction_torque(pin, 1e6) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(turner, 20, item) == BGT_OK);
  tick(animator);
  CHECK(bgt_item_get_angular_velocity(item) < 1);
  CHECK(bgt_attachment_set_friction_torque(pin, 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(turner, 20, item) == BGT_OK);
  tick(animator);
  CHECK(bgt_item_get_angular_velocity(item) > 19);
  /* Its anchor moves: against the world the item follows. */
  CHECK(bgt_attachment_set_anchor(pin, v(40, 0)) == BGT_OK);
  run(animator, 1);
  CHECK(at(item, 40, 0, 1));
  bgt_release(pin); bgt_release(snap); bgt_release(item); bgt_release(other); bgt_release(animator);
}

static void connected_items_collide_when_told(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100), other = make_item(101, 0, 100, 100);
  bgt_collision collision = 0;
  bgt_attachment spring = make_spring(item, other, 1);
  CHECK(bgt_attachment_set_length(spring, 20) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(collision, item) == BGT_OK && bgt_behavior_add_item(collision, other) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK && bgt_animator_add_behavior(animator, spring) == BGT_OK);
  for (int i = 0; i < 5; i++) CHECK(bgt_attachment_set_colliding_connected(spring, i % 2 == 0) == BGT_OK);
  run(animator, 0.4);
  CHECK(bgt_item_get_center(other).x - bgt_item_get_center(item).x > 99);
  CHECK(bgt_attachment_set_colliding_connected(spring, false) == BGT_OK);
  run(animator, 0.4);
  CHECK(bgt_item_get_center(other).x - bgt_item_get_center(item).x < 99);
  bgt_release(spring); bgt_release(collision); bgt_release(item); bgt_release(other); bgt_release(animator);
}

static void a_change_wakes_again_after_each_rest(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_attachment spring = make_spring(item, 0, 3);
  bgt_field_def def;
  bgt_field field = 0;
  CHECK(bgt_attachment_set_damping(spring, 1) == BGT_OK && bgt_animator_add_behavior(animator, spring) == BGT_OK);
  bgt_field_def_init(&def);
  def.kind = BGT_FIELD_DRAG;
  CHECK(bgt_field_create(&def, &field) == BGT_OK && bgt_behavior_add_item(field, item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, field) == BGT_OK);
  for (int i = 0; i < 4; i++) {
    run(animator, 10);
    CHECK(bgt_item_is_resting(item) && !bgt_animator_is_running(animator));
    CHECK(bgt_attachment_set_length(spring, 50) == BGT_OK && bgt_field_set_strength(field, i + 1.0) == BGT_OK);
    if (i == 0) CHECK(bgt_item_is_resting(item)); /* Both were so before. */
    CHECK((i % 2 ? bgt_attachment_set_length(spring, 50 + i) : bgt_field_set_strength(field, i + 7.0)) == BGT_OK);
    CHECK(!bgt_item_is_resting(item) && bgt_animator_is_running(animator));
  }
  bgt_release(spring); bgt_release(field); bgt_release(item); bgt_release(animator);
}

static void directions_and_angles_agree(void) {
  const double pi = 3.14159265358979323846;
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_gravity_set_direction(gravity, v(-2, 0)) == BGT_OK && bgt_gravity_get_magnitude(gravity) == 2);
  CHECK(bgt_gravity_get_angle(gravity) == pi && bgt_gravity_get_direction(gravity).x == -2);
  CHECK(bgt_gravity_set_direction(gravity, v(-2, -0.0)) == BGT_OK && bgt_gravity_get_angle(gravity) == -pi);
  CHECK(bgt_gravity_set_direction(gravity, v(0, 0)) == BGT_OK && bgt_gravity_get_angle(gravity) == -pi);
  CHECK(bgt_gravity_set_magnitude(gravity, 3) == BGT_OK && bgt_gravity_get_direction(gravity).x == -3);
  CHECK(bgt_gravity_set_angle(gravity, 0.5 * pi) == BGT_OK);
  CHECK(bgt_gravity_get_direction(gravity).x == 0 && bgt_gravity_get_direction(gravity).y == 3);
  CHECK(bgt_gravity_set_direction(gravity, v(0, 0)) == BGT_OK && bgt_gravity_set_magnitude(gravity, -1) == BGT_OK);
  CHECK(bgt_gravity_get_direction(gravity).y == -1 && bgt_gravity_get_angle(gravity) == 0.5 * pi);
  /* An angle that is set to what the arc tangent gave leaves the vector as it is. */
  CHECK(bgt_gravity_set_direction(gravity, v(0.3, 0.4)) == BGT_OK);
  CHECK(bgt_gravity_set_angle(gravity, atan2(0.4, 0.3)) == BGT_OK && is_near(bgt_gravity_get_direction(gravity).x, 0.3, 1e-15));
  bgt_release(gravity);
}

static void a_turned_gravity_acts(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_behavior_add_item(gravity, item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  tick(animator);
  const bgt_vec2 turns[] = { v(1, 0), v(0, 1), v(-1, 0), v(0, -1) };
  for (int i = 0; i < 4; i++) {
    const bgt_vec2 before = bgt_item_get_velocity(item);
    CHECK(bgt_gravity_set_direction(gravity, turns[i]) == BGT_OK);
    tick(animator);
    const bgt_vec2 after = bgt_item_get_velocity(item);
    CHECK(is_near(after.x - before.x, turns[i].x * 1000 / 60, 0.01));
    CHECK(is_near(after.y - before.y, turns[i].y * 1000 / 60, 0.01));
  }
  bgt_release(gravity); bgt_release(item); bgt_release(animator);
}

/* Speed after a fall onto a boundary of no material of its own. */
static double rebound(int changes) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_collision collision = 0;
  double least = 0;
  add_gravity(animator, item);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_behavior_add_item(collision, item) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-500, 300), v(500, 300)) == BGT_OK);
  give(animator, collision);
  for (int i = 0; i < changes; i++) CHECK(bgt_animator_set_using_documented_defaults(animator, i % 2 == 0) == BGT_OK);
  CHECK(bgt_animator_is_using_documented_defaults(animator) == (changes % 2 == 1));
  for (int i = 0; i < 90; i++) {
    tick(animator);
    if (bgt_item_get_velocity(item).y < least) least = bgt_item_get_velocity(item).y;
  }
  bgt_release(item); bgt_release(animator);
  return least;
}
static void boundaries_follow_the_defaults(void) {
  CHECK(rebound(0) < -50 && rebound(2) == rebound(0));
  CHECK(rebound(1) > -20 && rebound(3) == rebound(1));
}

static void regions_come_and_go(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(200, 0, 10, 10);
  bgt_region small = 0, large = 0, ring = 0;
  bgt_field_def def;
  bgt_field field = 0, other = 0;
  bgt_vec2 value;
  bgt_field_def_init(&def);
  def.kind = BGT_FIELD_LINEAR_GRAVITY;
  def.direction = v(1, 0);
  CHECK(bgt_field_create(&def, &field) == BGT_OK && bgt_field_create(&def, &other) == BGT_OK);
  CHECK(bgt_behavior_add_item(field, item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, field) == BGT_OK && bgt_animator_add_behavior(animator, other) == BGT_OK);
  CHECK(bgt_region_create_radius(100, &small) == BGT_OK && bgt_region_create_radius(300, &large) == BGT_OK);
  CHECK(bgt_region_create_difference(large, small, &ring) == BGT_OK);
  const bgt_region turns[] = { small, large, ring, 0, ring, small, 0, large };
  const bool far_in[] = { false, true, true, true, true, false, true, true };
  const bool near_in[] = { true, true, false, true, false, true, true, true };
  for (int i = 0; i < 200; i++) {
    CHECK(bgt_field_set_region(field, turns[i % 8]) == BGT_OK && bgt_field_get_region(field) == turns[i % 8]);
    CHECK(bgt_field_set_region(other, turns[i % 7]) == BGT_OK);
    CHECK(bgt_field_get_value(field, v(200, 0), v(0, 0), 1, 0, &value) == BGT_OK && (value.x != 0) == far_in[i % 8]);
    CHECK(bgt_field_get_value(field, v(50, 0), v(0, 0), 1, 0, &value) == BGT_OK && (value.x != 0) == near_in[i % 8]);
    CHECK(bgt_field_get_value(other, v(50, 0), v(0, 0), 1, 0, &value) == BGT_OK && (value.x != 0) == near_in[i % 7]);
  }
  bgt_release(small); bgt_release(large); bgt_release(ring);
  bgt_release(field); bgt_release(other); bgt_release(item); bgt_release(animator);
}

/* The one who is told lets go of the item that is just being set. */
typedef struct { bgt_gravity gravity; bgt_item item; int told; } holder;
static void let_go(bgt_timeline timeline, bgt_property_animator animator, const char *message, void *context) {
  holder *h = context;
  (void)timeline; (void)animator; (void)message;
  h->told++;
  CHECK(bgt_behavior_remove_item(h->gravity, h->item) == BGT_OK);
}
static void move_it(bgt_property_animator animator, void *context) {
  holder *h = context;
  (void)animator;
  CHECK(bgt_item_set_frame(h->item, (bgt_rect){ -5, -5, 10, 10 }) == BGT_OK); /* Nothing to animate, which would hold it. */
}
static void an_item_may_die_while_it_is_set(void) {
  bgt_animator animator = make_animator();
  bgt_timeline timeline = 0;
  bgt_timing timing = 0;
  bgt_property_animator moves = 0;
  holder h = { 0, make_item(0, 0, 10, 10), 0 };
  CHECK(bgt_gravity_create(NULL, &h.gravity) == BGT_OK && bgt_behavior_add_item(h.gravity, h.item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, h.gravity) == BGT_OK);
  CHECK(bgt_timeline_create(&timeline) == BGT_OK && bgt_timeline_set_misuse_callback(timeline, let_go, &h, NULL) == BGT_OK);
  CHECK(bgt_timing_create_curve(BGT_CURVE_LINEAR, &timing) == BGT_OK);
  CHECK(bgt_property_animator_create(timeline, 1, timing, &moves) == BGT_OK);
  CHECK(bgt_property_animator_add_animations(moves, 0, move_it, &h, NULL) == BGT_OK);
  CHECK(bgt_release(h.item) == BGT_OK); /* Only the gravity holds it now. */
  CHECK(bgt_property_animator_start(moves) == BGT_OK);
  CHECK(h.told == 1);
  CHECK(bgt_timeline_advance(timeline, 0.1) == BGT_OK && bgt_animator_advance(animator, 0.1, NULL) == BGT_OK);
  CHECK(!bgt_is_alive(h.item));
  bgt_release(h.gravity); bgt_release(moves); bgt_release(timing); bgt_release(timeline); bgt_release(animator);
}

static void ids_of_all_sorts_are_told_apart(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 10, 10), member = make_item(0, 0, 10, 10);
  bgt_item_group group = 0;
  bgt_item_behavior behavior = add_properties(animator, item);
  bgt_percent_driver driver = 0;
  bgt_push push = 0;
  CHECK(bgt_item_group_create(&member, 1, &group) == BGT_OK);
  CHECK(bgt_item_set_center(group, v(5, 6)) == BGT_OK && bgt_item_get_center(member).x == 5);
  CHECK(bgt_item_set_center(member, v(5, 6)) == BGT_ERROR_GROUP_MEMBER);
  CHECK(bgt_item_behavior_set_linear_velocity(behavior, v(1, 1), member) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(strstr(bgt_last_error_message(), "item") != NULL && strstr(bgt_last_error_message(), "add it first") != NULL);
  CHECK(bgt_item_behavior_set_linear_velocity(behavior, v(NAN, 1), item) == BGT_ERROR_RANGE);
  CHECK(bgt_percent_driver_create(NULL, &driver) == BGT_OK);
  CHECK(bgt_transition_interaction_set_completion_speed(driver, 2) == BGT_OK);
  CHECK(bgt_transition_interaction_get_completion_speed(driver) == 2);
  CHECK(bgt_push_create(NULL, &push) == BGT_OK && bgt_push_set_magnitude(behavior, 1) == BGT_ERROR_WRONG_KIND);
  CHECK(bgt_behavior_get_animator(behavior) == animator && bgt_behavior_get_animator(push) == 0);
  CHECK(bgt_release(push) == BGT_OK && bgt_push_set_magnitude(push, 1) == BGT_ERROR_STALE_ID);
  CHECK(bgt_push_get_magnitude(push) == 0 && bgt_last_error() == BGT_ERROR_STALE_ID);
  bgt_release(driver); bgt_release(group); bgt_release(member); bgt_release(item); bgt_release(animator);
}

static void a_transform_gives_angle_and_scale(void) {
  const bgt_transform t = { 3, 4, -1, 2, 0, 0 };
  const double bad[] = { NAN, INFINITY, -INFINITY };
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 50, 50), other = make_item(0, 0, 50, 50);
  CHECK(bgt_item_set_transform(item, t) == BGT_OK && is_near(bgt_item_get_angle(item), atan2(4, 3), 1e-15));
  CHECK(is_near(bgt_item_get_transform(item).a, 0.6, 1e-15) && is_near(bgt_item_get_transform(item).d, 0.6, 1e-15));
  CHECK(bgt_item_set_preserving_scale(item, true) == BGT_OK); /* The scale was kept, if not shown. */
  CHECK(is_near(bgt_item_get_transform(item).a, 3, 1e-14) && is_near(bgt_item_get_transform(item).b, 4, 1e-14));
  CHECK(is_near(bgt_item_get_transform(item).d, 0.6 * sqrt(5), 1e-15));
  for (int part = 0; part < 18; part++) {
    bgt_transform wrong = t;
    (&wrong.a)[part / 3] = bad[part % 3];
    CHECK(bgt_item_set_transform(item, wrong) == BGT_ERROR_RANGE && is_near(bgt_item_get_angle(item), atan2(4, 3), 1e-15));
  }
  CHECK(bgt_item_set_transform(item, (bgt_transform){ 1e200, 0, 0, 1, 0, 0 }) == BGT_ERROR_RANGE); /* Its length overflows. */
  CHECK(bgt_item_set_transform(item, (bgt_transform){ 1, 0, 1e200, 1, 0, 0 }) == BGT_ERROR_RANGE);
  CHECK(bgt_item_set_transform(item, (bgt_transform){ 0, -0.0, 1, 1, 0, 0 }) == BGT_ERROR_RANGE);
  CHECK(is_near(bgt_item_get_transform(item).b, 4, 1e-14));
  CHECK(bgt_item_set_transform(item, (bgt_transform){ -1, -0.0, 0, 0, 1.7e308, 1.7e308 }) == BGT_OK);
  CHECK(bgt_item_get_angle(item) == -3.14159265358979323846 && bgt_item_get_transform(item).d == 0);
  CHECK(bgt_item_set_transform(item, (bgt_transform){ 1, 0, 0, 1, 0, 0 }) == BGT_OK && bgt_item_get_transform(item).a == 1);
  /* In an animator: the same bits as the angle itself gives. */
  add_gravity(animator, item);
  add_gravity(animator, other);
  CHECK(bgt_item_set_transform(item, (bgt_transform){ 5, 0, 0, 1, 0, 0 }) == BGT_OK && bgt_item_set_transform(item, t) == BGT_OK);
  CHECK(bgt_item_set_angle(other, bgt_item_get_angle(item)) == BGT_OK);
  CHECK(bgt_animator_update_item(animator, item) == BGT_OK && bgt_animator_update_item(animator, other) == BGT_OK);
  run(animator, 0.2);
  CHECK(bgt_item_get_angle(item) == bgt_item_get_angle(other) && bgt_item_get_angle(item) == atan2(4, 3));
  bgt_release(item); bgt_release(other); bgt_release(animator);
}

/* 0: the target alone, 1: after others, 2: twice, 3: after a velocity, 4: after it rested in between. */
static uint64_t target_run(int way) {
  const bgt_vec2 points[] = { v(-10, -20), v(50, -10), v(-20, 40) };
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 50, 50);
  bgt_item_behavior holder = add_properties(animator, item);
  uint64_t hash;
  CHECK(bgt_item_set_path(item, points, 3) == BGT_OK); /* Its center of mass is not the center. */
  CHECK(bgt_animator_update_item(animator, item) == BGT_OK);
  CHECK(bgt_item_behavior_set_target(holder, v(1, 1), 1, item) == BGT_IGNORED);
  CHECK(bgt_item_behavior_set_anchored(holder, true) == BGT_OK);
  for (int i = 1; i < 20; i++) {
    const bgt_vec2 target = v(10 * i, i % 3);
    if (way == 1) CHECK(bgt_item_behavior_set_target(holder, v(-70, 9 * i), 3, item) == BGT_OK);
    if (way == 2) CHECK(bgt_item_behavior_set_target(holder, target, 0.1 * i, item) == BGT_OK);
    if (way == 3) CHECK(bgt_item_behavior_set_linear_velocity(holder, v(7, 8), item) == BGT_OK);
    if (way == 4) CHECK(bgt_item_behavior_set_target(holder, bgt_item_get_center(item), bgt_item_get_angle(item), item) == BGT_OK);
    CHECK(bgt_item_behavior_set_target(holder, target, 0.1 * i, item) == BGT_OK && !bgt_item_is_resting(item));
    CHECK(bgt_animator_advance(animator, 1.0 / 120, NULL) == BGT_OK);
    CHECK(at(item, target.x, target.y, 1e-4) && is_near(bgt_item_get_angle(item), 0.1 * i, 1e-6));
  }
  CHECK(bgt_item_behavior_set_target(holder, v(NAN, 0), 0, item) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_target(holder, v(0, 0), 2e6, item) == BGT_ERROR_RANGE);
  tick(animator);
  CHECK(bgt_item_is_resting(item) && at(item, 190, 1, 1e-4));
  hash = bgt_animator_get_state_hash(animator);
  bgt_release(item); bgt_release(animator);
  return hash;
}
static void a_target_replaces_what_was_told_before(void) {
  for (int way = 1; way < 5; way++) CHECK(target_run(way) == target_run(0));
}

int main(void) {
  a_spring_takes_the_latest_values();
  the_other_kinds_take_theirs();
  connected_items_collide_when_told();
  a_change_wakes_again_after_each_rest();
  directions_and_angles_agree();
  a_turned_gravity_acts();
  boundaries_follow_the_defaults();
  regions_come_and_go();
  an_item_may_die_while_it_is_set();
  ids_of_all_sorts_are_told_apart();
  a_transform_gives_angle_and_scale();
  a_target_replaces_what_was_told_before();
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
