/* The contract of the C API: errors, definitions, ids, ownership, the tree, callbacks, events, views, names, time.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define TICK (1.0 / 60.0)

static bgt_vec2 v(double x, double y) { bgt_vec2 r = { x, y }; return r; }
static int message_has(const char *text) { return strstr(bgt_last_error_message(), text) != NULL; }

static bgt_item make_item(double x, double y, double side) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center = v(x, y);
  def.size = v(side, side);
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  return item;
}
static bgt_animator make_animator(void) {
  bgt_animator animator = 0;
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK);
  return animator;
}
static bgt_gravity make_gravity(bgt_item item) {
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  if (item) CHECK(bgt_behavior_add_item(gravity, item) == BGT_OK);
  return gravity;
}
static void run(bgt_animator animator, int ticks) {
  for (int i = 0; i < ticks; i++) (void)bgt_animator_advance(animator, TICK, NULL);
}

/* ---- Errors ---------------------------------------------------------------------------------- */
static void a_failure_is_recorded_and_says_what_to_do(void) {
  bgt_item item = make_item(1, 2, 10);
  bgt_clear_error();
  CHECK(bgt_last_error() == BGT_OK && bgt_last_error_message()[0] == 0);
  CHECK(bgt_item_set_center(item, v(NAN, 0)) == BGT_ERROR_RANGE);
  CHECK(!strcmp(bgt_last_error_message(), "bgt_item_set_center: center.x is nan; pass a finite value within 1e9"));
  CHECK(bgt_item_set_center(item, v(0, -INFINITY)) == BGT_ERROR_RANGE);
  CHECK(message_has("center.y is -inf"));
  CHECK(bgt_item_set_center(item, v(3, 4)) == BGT_OK);
  CHECK(bgt_last_error() == BGT_ERROR_RANGE); /* success does not clear */
  CHECK(bgt_item_set_size(item, v(0, 1)) == BGT_ERROR_INVALID_SIZE && message_has("size.x is 0"));
  CHECK(bgt_item_set_size(item, v(1, 0.001)) == BGT_ERROR_RANGE && message_has("0.01 to 1e7"));
  CHECK(bgt_item_get_center(0).x == 0 && bgt_last_error() == BGT_ERROR_STALE_ID && message_has("null id"));
  CHECK(bgt_item_set_angle(0x1234567890abcdefu, 0) == BGT_ERROR_STALE_ID && message_has("0x1234567890abcdef"));
  CHECK(bgt_item_create(NULL, NULL) == BGT_ERROR_NULL_POINTER && message_has("out_item"));
  bgt_clear_error();
  CHECK(bgt_last_error() == BGT_OK);
  CHECK(bgt_item_get_angle(item) == 0 && bgt_last_error() == BGT_OK);
  CHECK(bgt_release(item) == BGT_OK);
  CHECK(bgt_item_get_center(item).x == 0 && bgt_last_error() == BGT_ERROR_STALE_ID);
  CHECK(message_has("names no living object"));
}

static void limits_are_published(void) {
  CHECK(bgt_check_version() && bgt_version() == 100 * BGT_VERSION_MINOR + 10000 * BGT_VERSION_MAJOR + BGT_VERSION_PATCH);
  CHECK(bgt_get_limit(BGT_LIMIT_MINIMUM_SIDE) == 0.01 && bgt_get_limit(BGT_LIMIT_MAXIMUM_SIDE) == 1e7);
  CHECK(bgt_get_limit(BGT_LIMIT_PATH_POINTS_MAXIMUM) == 64 && bgt_get_limit(BGT_LIMIT_TREE_DEPTH) == 256);
  CHECK(bgt_get_limit(BGT_LIMIT_SPEED) == 100000 && bgt_get_limit(BGT_LIMIT_MAGNITUDE) == 1e9);
  CHECK(bgt_get_limit(BGT_LIMIT_IDENTIFIER_BYTES) == 1024 && bgt_get_limit(BGT_LIMIT_SECONDS_PER_CALL) == 0.25);
  CHECK(bgt_get_limit(BGT_LIMIT_BOUNDARY_POINTS) == 1e6 && bgt_get_limit(BGT_LIMIT_COORDINATE) == 1e9);
  CHECK(bgt_get_limit(BGT_LIMIT_ANGLE) == 1e6 && bgt_get_limit(BGT_LIMIT_PATH_POINTS_MINIMUM) == 3);
  CHECK(bgt_get_limit(BGT_LIMIT_REGION_DEPTH) == 256 && bgt_get_limit(BGT_LIMIT_REGION_SHAPES) == 65536);
  CHECK(bgt_get_limit(BGT_LIMIT_REGION_POINTS) == 131070);
  CHECK(fabs(bgt_get_limit(BGT_LIMIT_TURN_PER_STEP) - 3.14159265358979) < 1e-12);
  bgt_clear_error();
  CHECK(bgt_get_limit(16) == 0 && bgt_last_error() == BGT_ERROR_RANGE);
}

/* ---- Definitions ----------------------------------------------------------------------------- */
static void definitions_have_their_documented_defaults(void) {
  bgt_item_def i; bgt_animator_def a; bgt_gravity_def g; bgt_collision_def c; bgt_attachment_def t; bgt_snap_def s;
  bgt_push_def p;
  memset(&i, 0xee, sizeof i); memset(&a, 0xee, sizeof a); memset(&g, 0xee, sizeof g); memset(&c, 0xee, sizeof c);
  memset(&t, 0xee, sizeof t); memset(&s, 0xee, sizeof s); memset(&p, 0xee, sizeof p);
  bgt_item_def_init(&i); bgt_animator_def_init(&a); bgt_gravity_def_init(&g); bgt_collision_def_init(&c);
  bgt_attachment_def_init(&t); bgt_snap_def_init(&s); bgt_push_def_init(&p);
  CHECK(i.struct_size == sizeof i && i.bounds_type == BGT_BOUNDS_RECTANGLE && i.size.x == 100 && i.size.y == 100);
  CHECK(i.center.x == 0 && i.angle == 0 && !i.path && i.path_count == 0 && !i.user_data);
  CHECK(a.struct_size == sizeof a && a.substeps == 2 && a.step_seconds == 1.0 / 120.0);
  CHECK(g.struct_size == sizeof g && g.direction.x == 0 && g.direction.y == 1 && g.reserved == 0);
  CHECK(c.struct_size == sizeof c && c.mode == BGT_COLLISION_MODE_EVERYTHING);
  CHECK(t.struct_size == sizeof t && !t.item && !t.other && t.length == -1 && t.frequency == 0 && t.damping == 0);
  CHECK(t.collide_connected == 0 && t.anchor.x == 0 && t.item_offset.y == 0 && t.other_offset.x == 0);
  CHECK(s.struct_size == sizeof s && !s.item && s.damping == 0.5 && s.frequency == 3.8 && s.point.x == 0);
  CHECK(p.struct_size == sizeof p && p.mode == BGT_PUSH_CONTINUOUS && p.active == 1 && p.direction.x == 0);
}

static void a_definition_of_another_version_is_told_apart(void) {
  struct { bgt_item_def def; unsigned char tail[32]; } larger;
  bgt_item item = 77;
  bgt_animator_def a;
  bgt_animator animator = 77;
  memset(&larger, 0, sizeof larger);
  CHECK(bgt_item_create(&larger.def, &item) == BGT_ERROR_INCOMPATIBLE && message_has("init was forgotten") && item == 77);
  bgt_item_def_init(&larger.def);
  larger.def.struct_size = 12;
  CHECK(bgt_item_create(&larger.def, &item) == BGT_ERROR_INCOMPATIBLE && item == 77);
  larger.def.struct_size = (uint32_t)sizeof larger; /* a newer caller that sets nothing new */
  CHECK(bgt_item_create(&larger.def, &item) == BGT_OK && item != 77);
  CHECK(bgt_release(item) == BGT_OK);
  larger.tail[31] = 1;
  item = 77;
  CHECK(bgt_item_create(&larger.def, &item) == BGT_ERROR_INCOMPATIBLE && message_has("newer version") && item == 77);
  bgt_def_init(&larger, BGT_KIND_ITEM, (uint32_t)sizeof larger); /* zeroes what it does not know */
  CHECK(larger.tail[31] == 0 && larger.def.struct_size == sizeof larger);
  bgt_clear_error();
  bgt_def_init(&larger, 99, 16);
  CHECK(bgt_last_error() == BGT_ERROR_WRONG_KIND);
  bgt_animator_def_init(&a);
  a.substeps = 0;
  CHECK(bgt_animator_create(&a, &animator) == BGT_ERROR_RANGE && message_has("def.substeps is 0") && animator == 77);
  a.substeps = 65;
  CHECK(bgt_animator_create(&a, &animator) == BGT_ERROR_RANGE && animator == 77);
  a.substeps = 64; a.step_seconds = 1.0 / 29.0;
  CHECK(bgt_animator_create(&a, &animator) == BGT_ERROR_RANGE && animator == 77);
  a.step_seconds = 0.0333334; /* 1/30 in single precision may be a little more than 1/30, but no other number. */
  CHECK(bgt_animator_create(&a, &animator) == BGT_ERROR_RANGE && animator == 77);
  a.step_seconds = 1.0f / 30;
  CHECK(a.step_seconds > 1.0 / 30 && bgt_animator_create(&a, &animator) == BGT_OK && bgt_animator_advance(animator, 1, NULL) == BGT_OK);
  CHECK(bgt_release(animator) == BGT_OK);
}

/* ---- Items ----------------------------------------------------------------------------------- */
static void an_item_keeps_what_it_is_given(void) {
  const bgt_vec2 triangle[] = { { 0, -10 }, { 10, 10 }, { -10, 10 } };
  const bgt_vec2 star[] = { { 0, -10 }, { 2, 0 }, { 0, 10 }, { 8, 0 } };
  bgt_vec2 points[8], many[65];
  uint64_t count = 0;
  bgt_item_def def;
  bgt_item item;
  int data;
  bgt_item_def_init(&def);
  def.center = v(5, 6); def.size = v(7, 8); def.angle = 9; def.bounds_type = BGT_BOUNDS_PATH; def.user_data = &data;
  item = 7;
  CHECK(bgt_item_create(&def, &item) == BGT_ERROR_INVALID_PATH && item == 7);
  def.path = triangle; def.path_count = 3;
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  CHECK(bgt_item_get_center(item).x == 5 && bgt_item_get_size(item).y == 8 && bgt_item_get_angle(item) == 9);
  CHECK(bgt_item_get_bounds_type(item) == BGT_BOUNDS_PATH && bgt_item_get_user_data(item) == &data);
  CHECK(bgt_item_get_path(item, NULL, 0, &count) == BGT_OK && count == 3);
  points[2] = v(99, 99);
  CHECK(bgt_item_get_path(item, points, 2, &count) == BGT_OK && count == 3 && points[1].x == 10 && points[2].x == 99);
  CHECK(bgt_item_get_path(item, NULL, 1, &count) == BGT_ERROR_NULL_POINTER);
  CHECK(bgt_item_set_path(item, star, 4) == BGT_ERROR_INVALID_PATH);
  memset(many, 0, sizeof many);
  CHECK(bgt_item_set_path(item, many, 65) == BGT_ERROR_LIMIT);
  CHECK(bgt_item_set_path(item, many, 3) == BGT_ERROR_INVALID_PATH);
  CHECK(bgt_item_set_path(item, triangle, 2) == BGT_ERROR_INVALID_PATH);
  CHECK(bgt_item_get_path(item, points, 8, &count) == BGT_OK && count == 3 && points[2].x == -10);
  CHECK(bgt_item_set_bounds_type(item, BGT_BOUNDS_ELLIPSE) == BGT_OK);
  CHECK(bgt_item_set_bounds_type(item, BGT_BOUNDS_PATH) == BGT_OK); /* the path last set */
  CHECK(bgt_item_set_bounds_type(item, 3) == BGT_ERROR_RANGE);
  CHECK(bgt_item_set_user_data(item, NULL) == BGT_OK && bgt_item_get_user_data(item) == NULL);
  bgt_transform t = { 0, 2, -3, 0, 50, 60 };
  CHECK(bgt_item_set_transform(item, t) == BGT_OK && fabs(bgt_item_get_angle(item) - 1.5707963267948966) < 1e-12);
  t = bgt_item_get_transform(item);
  CHECK(fabs(t.b - 1) < 1e-12 && fabs(t.c + 1) < 1e-12 && t.tx == 0);
  CHECK(!bgt_item_is_preserving_scale(item) && bgt_item_set_preserving_scale(item, true) == BGT_OK);
  t = bgt_item_get_transform(item);
  CHECK(fabs(t.b - 2) < 1e-12 && fabs(t.c + 3) < 1e-12);
  t.a = t.b = 0;
  CHECK(bgt_item_set_transform(item, t) == BGT_ERROR_RANGE);
  CHECK(bgt_item_get_animator(item) == 0 && bgt_item_is_resting(item) && bgt_item_get_velocity(item).x == 0);
  CHECK(bgt_release(item) == BGT_OK);
}

static void bulk_setters_set_all_or_none(void) {
  bgt_item items[3] = { make_item(1, 1, 10), make_item(2, 2, 10), make_item(3, 3, 10) };
  bgt_vec2 centers[3] = { { 10, 10 }, { 20, 20 }, { 30, NAN } }, out[3] = { { 0, 0 }, { 0, 0 }, { 0, 0 } };
  double angles[3] = { 1, 2, INFINITY };
  bgt_item third = items[2];
  CHECK(bgt_items_set_centers(items, centers, 3) == BGT_ERROR_RANGE && bgt_item_get_center(items[0]).x == 1);
  CHECK(bgt_items_set_angles(items, angles, 3) == BGT_ERROR_RANGE && bgt_item_get_angle(items[0]) == 0);
  items[2] = 12345;
  CHECK(bgt_items_set_centers(items, centers, 3) == BGT_ERROR_STALE_ID && message_has("items[2]"));
  CHECK(bgt_items_get_centers(items, out, 3) == BGT_ERROR_STALE_ID && out[0].x == 0);
  CHECK(bgt_items_set_centers(items, centers, 2) == BGT_OK && bgt_item_get_center(items[1]).y == 20);
  CHECK(bgt_items_set_angles(items, angles, 2) == BGT_OK && bgt_item_get_angle(items[1]) == 2);
  CHECK(bgt_items_get_centers(items, out, 2) == BGT_OK && out[1].x == 20);
  CHECK(bgt_items_set_centers(NULL, NULL, 0) == BGT_OK && bgt_items_set_centers(NULL, centers, 1) == BGT_ERROR_NULL_POINTER);
  CHECK(bgt_items_set_centers(items, centers, UINT64_MAX) == BGT_ERROR_LIMIT);
  bgt_release(items[0]); bgt_release(items[1]); bgt_release(third);
}

/* ---- Ids and ownership ----------------------------------------------------------------------- */
static void ids_tell_stale_from_wrong_and_owned_from_borrowed(void) {
  uint64_t all = bgt_get_live_count(BGT_KIND_NONE), items = bgt_get_live_count(BGT_KIND_ITEM);
  bgt_item item = make_item(0, 0, 10), old;
  bgt_gravity gravity = make_gravity(item);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == all + 2 && bgt_get_live_count(BGT_KIND_ITEM) == items + 1);
  CHECK(bgt_get_kind(item) == BGT_KIND_ITEM && bgt_get_kind(gravity) == BGT_KIND_GRAVITY);
  CHECK(bgt_item_set_angle(gravity, 0) == BGT_ERROR_WRONG_KIND && message_has("is a gravity; pass an item"));
  CHECK(bgt_gravity_set_angle(item, 0) == BGT_ERROR_WRONG_KIND && bgt_behavior_get_parent(item) == 0);
  CHECK(bgt_last_error() == BGT_ERROR_WRONG_KIND);
  CHECK(bgt_push_set_active(gravity, true) == BGT_ERROR_WRONG_KIND);
  CHECK(bgt_retain(item) == BGT_OK && bgt_release(item) == BGT_OK && bgt_release(item) == BGT_OK);
  CHECK(bgt_is_alive(item)); /* the gravity holds it */
  CHECK(bgt_release(item) == BGT_ERROR_NOT_OWNED && bgt_is_alive(item));
  CHECK(bgt_release(0) == BGT_OK && bgt_retain(0) == BGT_ERROR_STALE_ID);
  CHECK(bgt_release(gravity) == BGT_OK && !bgt_is_alive(gravity) && !bgt_is_alive(item));
  CHECK(bgt_get_kind(item) == BGT_KIND_NONE && bgt_release(item) == BGT_ERROR_STALE_ID);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == all);
  old = item;
  for (int i = 0; i < 100; i++) { /* slots are used again, under other ids */
    item = make_item(0, 0, 10);
    CHECK(item != old && !bgt_is_alive(old));
    CHECK(bgt_release(item) == BGT_OK);
  }
}

static void containers_hold_what_they_contain(void) {
  bgt_item item = make_item(0, 0, 10), other = make_item(50, 0, 10);
  bgt_gravity gravity = make_gravity(item);
  bgt_animator animator = make_animator();
  bgt_behavior parent = 0, child = 0, got[4];
  bgt_attachment_def def;
  bgt_attachment attachment = 0;
  uint64_t count = 0;
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  CHECK(bgt_release(gravity) == BGT_OK && bgt_is_alive(gravity)); /* does not stop it */
  run(animator, 2);
  CHECK(bgt_item_get_center(item).y > 0);
  CHECK(bgt_animator_remove_behavior(animator, gravity) == BGT_OK && !bgt_is_alive(gravity)); /* this does */
  CHECK(bgt_item_get_animator(item) == 0);
  CHECK(bgt_behavior_create(&parent) == BGT_OK && bgt_behavior_create(&child) == BGT_OK);
  CHECK(bgt_behavior_add_child(parent, child) == BGT_OK && bgt_release(child) == BGT_OK && bgt_is_alive(child));
  CHECK(bgt_behavior_get_parent(child) == parent && bgt_behavior_get_animator(child) == 0);
  CHECK(bgt_animator_add_behavior(animator, parent) == BGT_OK && bgt_behavior_get_animator(child) == animator);
  CHECK(bgt_animator_get_behaviors(animator, got, 4, &count) == BGT_OK && count == 1 && got[0] == parent);
  bgt_attachment_def_init(&def);
  def.item = item; def.other = other; def.frequency = 2;
  CHECK(bgt_attachment_create(&def, &attachment) == BGT_OK);
  CHECK(bgt_attachment_get_attached_type(attachment) == BGT_ATTACHED_TO_ITEM);
  CHECK(bgt_attachment_set_anchor(attachment, v(1, 1)) == BGT_IGNORED);
  CHECK(bgt_release(other) == BGT_OK && bgt_is_alive(other));
  CHECK(bgt_behavior_get_items(attachment, got, 4, &count) == BGT_OK && count == 2 && got[1] == other);
  CHECK(bgt_animator_add_behavior(animator, attachment) == BGT_OK);
  run(animator, 1);
  CHECK(bgt_release(animator) == BGT_OK && !bgt_is_alive(animator)); /* behaviors are detached and stay usable */
  CHECK(bgt_is_alive(parent) && bgt_is_alive(child) && bgt_behavior_get_animator(attachment) == 0);
  CHECK(bgt_attachment_set_length(attachment, 10) == BGT_OK && bgt_item_get_animator(item) == 0);
  animator = make_animator();
  CHECK(bgt_animator_add_behavior(animator, attachment) == BGT_OK);
  run(animator, 2);
  CHECK(bgt_release(attachment) == BGT_OK && bgt_is_alive(attachment));
  CHECK(bgt_release(animator) == BGT_OK && !bgt_is_alive(attachment) && !bgt_is_alive(other) && bgt_is_alive(item));
  CHECK(bgt_release(parent) == BGT_OK && !bgt_is_alive(child));
  CHECK(bgt_release(item) == BGT_OK);
}

static void the_tree_has_rules(void) {
  bgt_behavior a = 0, b = 0, c = 0, top = 0, chain[260];
  bgt_animator one = make_animator(), two = make_animator();
  bgt_item item = make_item(0, 0, 10);
  bgt_gravity gravity = make_gravity(item), rival = make_gravity(item);
  bgt_snap_def def;
  bgt_snap snap = 0;
  uint64_t count;
  int depth = 0;
  bgt_behavior_create(&a); bgt_behavior_create(&b); bgt_behavior_create(&c); bgt_behavior_create(&top);
  CHECK(bgt_behavior_add_child(a, a) == BGT_ERROR_HIERARCHY);
  CHECK(bgt_behavior_add_child(a, b) == BGT_OK && bgt_behavior_add_child(a, b) == BGT_OK);
  CHECK(bgt_behavior_get_children(a, NULL, 0, &count) == BGT_OK && count == 1);
  CHECK(bgt_behavior_add_child(b, c) == BGT_OK && bgt_behavior_add_child(c, a) == BGT_ERROR_HIERARCHY);
  CHECK(bgt_behavior_add_child(top, b) == BGT_ERROR_HIERARCHY && bgt_animator_add_behavior(one, b) == BGT_ERROR_HIERARCHY);
  CHECK(bgt_behavior_remove_child(top, b) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_animator_add_behavior(one, a) == BGT_OK && bgt_animator_add_behavior(one, a) == BGT_OK);
  CHECK(bgt_animator_add_behavior(two, a) == BGT_ERROR_OTHER_ANIMATOR && bgt_behavior_get_animator(c) == one);
  CHECK(bgt_animator_remove_behavior(one, b) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_animator_remove_behavior(two, a) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_animator_add_behavior(one, gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(two, rival) == BGT_ERROR_OTHER_ANIMATOR && bgt_behavior_get_animator(rival) == 0);
  CHECK(bgt_behavior_add_item(a, item) == BGT_ERROR_WRONG_KIND);
  CHECK(bgt_behavior_add_item(gravity, item) == BGT_OK);
  CHECK(bgt_behavior_get_items(gravity, NULL, 0, &count) == BGT_OK && count == 1);
  CHECK(bgt_behavior_remove_item(rival, item) == BGT_OK);
  CHECK(bgt_behavior_remove_item(rival, item) == BGT_ERROR_NOT_A_MEMBER);
  bgt_snap_def_init(&def);
  CHECK(bgt_snap_create(&def, &snap) == BGT_ERROR_STALE_ID && message_has("def.item"));
  def.item = item;
  CHECK(bgt_snap_create(&def, &snap) == BGT_OK && bgt_behavior_add_item(snap, item) == BGT_ERROR_WRONG_KIND);
  CHECK(bgt_animator_add_behavior(one, snap) == BGT_OK);
  CHECK(bgt_item_detach(item) == BGT_OK && bgt_behavior_get_animator(snap) == 0 && bgt_item_get_animator(item) == 0);
  CHECK(bgt_behavior_get_items(gravity, NULL, 0, &count) == BGT_OK && count == 0);
  for (int i = 0; i < 260; i++) bgt_behavior_create(&chain[i]);
  for (int i = 1; i < 260; i++) {
    bgt_status status = bgt_behavior_add_child(chain[i - 1], chain[i]);
    if (status == BGT_OK) depth = i + 1; else { CHECK(status == BGT_ERROR_LIMIT); break; }
  }
  CHECK(depth == 256);
  CHECK(bgt_animator_add_behavior(one, chain[0]) == BGT_OK);
  run(one, 1);
  bgt_release(one); bgt_release(two); bgt_release(a); bgt_release(b); bgt_release(c); bgt_release(top);
  bgt_release(gravity); bgt_release(rival); bgt_release(snap); bgt_release(item);
  for (int i = 0; i < 260; i++) bgt_release(chain[i]);
}

/* ---- Callbacks ------------------------------------------------------------------------------- */
typedef struct tally { int called, released; bgt_status busy; bgt_animator animator; } tally;
static void on_release(void *context) { ((tally *)context)->released++; }
static void note(tally *t) {
  t->called++;
  t->busy = bgt_animator_advance(t->animator, TICK, NULL);
}
static void on_action(bgt_behavior behavior, void *context) { (void)behavior; note(context); }
static void on_animator(bgt_animator animator, void *context) { (void)animator; note(context); }
static void on_item(bgt_item item, void *context) { (void)item; note(context); }
static void on_contact(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; note(context);
}
static void on_read(bgt_item item, bgt_vec2 *center, bgt_vec2 *size, double *angle, void *context) {
  (void)item; (void)center; (void)size; (void)angle; ((tally *)context)->called++;
}
static void on_write(bgt_item item, double x, double y, double angle, void *context) {
  (void)item; (void)x; (void)y; (void)angle; note(context);
}
static void on_will_move(bgt_behavior behavior, bgt_animator animator, void *context) {
  tally *t = context;
  t->called++;
  t->animator = animator;
  (void)behavior;
}

static void contexts_come_back_exactly_once(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 10);
  bgt_gravity gravity = make_gravity(item);
  bgt_collision collision = 0;
  tally t[14];
  memset(t, 0, sizeof t);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_behavior_set_action(gravity, on_action, &t[0], on_release) == BGT_OK);
  CHECK(bgt_behavior_set_action(gravity, on_action, &t[1], on_release) == BGT_OK && t[0].released == 1);
  CHECK(bgt_behavior_set_action(gravity, NULL, &t[2], on_release) == BGT_OK && t[1].released == 1 && t[2].released == 1);
  CHECK(bgt_behavior_set_action(12345, on_action, &t[3], on_release) == BGT_ERROR_STALE_ID && t[3].released == 0);
  CHECK(bgt_behavior_set_will_move(gravity, on_will_move, &t[3], on_release) == BGT_OK);
  CHECK(bgt_animator_set_will_resume(animator, on_animator, &t[4], on_release) == BGT_OK);
  CHECK(bgt_animator_set_did_pause(animator, on_animator, &t[5], on_release) == BGT_OK);
  CHECK(bgt_collision_set_items_began(collision, on_contact, &t[6], on_release) == BGT_OK);
  CHECK(bgt_collision_set_items_ended(collision, on_contact, &t[7], on_release) == BGT_OK);
  CHECK(bgt_collision_set_boundary_began(collision, on_contact, &t[8], on_release) == BGT_OK);
  CHECK(bgt_collision_set_boundary_ended(collision, on_contact, &t[9], on_release) == BGT_OK);
  CHECK(bgt_item_set_rest_callback(item, on_item, &t[10], on_release) == BGT_OK);
  CHECK(bgt_item_set_driver(item, on_read, on_write, &t[11], on_release) == BGT_OK);
  CHECK(bgt_item_set_driver(item, NULL, on_write, &t[12], on_release) == BGT_OK && t[11].released == 1);
  CHECK(bgt_item_set_driver(item, NULL, NULL, &t[13], on_release) == BGT_OK && t[12].released == 1 && t[13].released == 1);
  CHECK(bgt_item_set_driver(item, on_read, NULL, NULL, NULL) == BGT_OK);
  bgt_release(animator); bgt_release(gravity); bgt_release(collision); bgt_release(item);
  for (int i = 3; i < 14; i++) CHECK(t[i].released == 1);
}

static void advancing_is_refused_in_every_callback_of_a_tick(void) {
  enum { ACTION, RESUME, PAUSE, ITEMS_BEGAN, ITEMS_ENDED, BOUNDARY_BEGAN, BOUNDARY_ENDED, REST, WRITE, KINDS };
  bgt_animator animator = make_animator();
  bgt_item low = make_item(100, 50, 20), high = make_item(100, 10, 20);
  bgt_gravity gravity = make_gravity(low);
  bgt_collision collision = 0;
  bgt_item_behavior bouncy = 0;
  tally t[KINDS];
  memset(t, 0, sizeof t);
  CHECK(bgt_item_behavior_create(&bouncy) == BGT_OK && bgt_item_behavior_set_elasticity(bouncy, 0.6) == BGT_OK);
  CHECK(bgt_behavior_add_item(bouncy, low) == BGT_OK && bgt_behavior_add_item(bouncy, high) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, bouncy) == BGT_OK);
  for (int i = 0; i < KINDS; i++) t[i].animator = animator;
  CHECK(bgt_behavior_add_item(gravity, high) == BGT_OK && bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(collision, low) == BGT_OK && bgt_behavior_add_item(collision, high) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(0, 140), v(200, 140)) == BGT_OK);
  bgt_behavior_set_action(gravity, on_action, &t[ACTION], NULL);
  bgt_animator_set_will_resume(animator, on_animator, &t[RESUME], NULL);
  bgt_animator_set_did_pause(animator, on_animator, &t[PAUSE], NULL);
  bgt_collision_set_items_began(collision, on_contact, &t[ITEMS_BEGAN], NULL);
  bgt_collision_set_items_ended(collision, on_contact, &t[ITEMS_ENDED], NULL);
  bgt_collision_set_boundary_began(collision, on_contact, &t[BOUNDARY_BEGAN], NULL);
  bgt_collision_set_boundary_ended(collision, on_contact, &t[BOUNDARY_ENDED], NULL);
  bgt_item_set_rest_callback(low, on_item, &t[REST], NULL);
  bgt_item_set_driver(high, NULL, on_write, &t[WRITE], NULL);
  bgt_animator_add_behavior(animator, gravity);
  bgt_animator_add_behavior(animator, collision);
  run(animator, 600);
  for (int i = 0; i < KINDS; i++) if (!CHECK(t[i].called > 0 && t[i].busy == BGT_ERROR_BUSY)) printf("  callback %d\n", i);
  CHECK(t[PAUSE].called == 1 && t[RESUME].called == 1 && !bgt_animator_is_running(animator));
  CHECK(t[ITEMS_BEGAN].called == t[ITEMS_ENDED].called + 1);
  CHECK(bgt_animator_advance(animator, TICK, NULL) == BGT_OK);
  bgt_release(animator); bgt_release(gravity); bgt_release(collision); bgt_release(low); bgt_release(high);
  bgt_release(bouncy);
}

static void the_hook_is_told_of_entering_and_leaving(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 10);
  bgt_gravity gravity = make_gravity(item);
  tally t = { 0, 0, 0, 7 };
  bgt_behavior_set_will_move(gravity, on_will_move, &t, on_release);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK && t.called == 1 && t.animator == animator);
  CHECK(bgt_animator_remove_behavior(animator, gravity) == BGT_OK && t.called == 2 && t.animator == 0);
  bgt_release(gravity);
  CHECK(t.released == 1);
  bgt_release(item); bgt_release(animator);
}

/* ---- Changes inside callbacks ---------------------------------------------------------------- */
typedef struct scene {
  bgt_animator animator;
  bgt_item item, other;
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_behavior extra;
  int done, alive_inside, released;
} scene;

static void build(scene *s) {
  memset(s, 0, sizeof *s);
  s->animator = make_animator();
  s->item = make_item(100, 70, 20);
  s->other = make_item(150, 70, 20);
  s->gravity = make_gravity(s->item);
  CHECK(bgt_behavior_add_item(s->gravity, s->other) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &s->collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(s->collision, s->item) == BGT_OK);
  CHECK(bgt_behavior_add_item(s->collision, s->other) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(s->collision, "floor", v(0, 100), v(200, 100)) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->collision) == BGT_OK);
}
static void drop(scene *s) {
  bgt_release(s->animator); bgt_release(s->item); bgt_release(s->other); bgt_release(s->gravity);
  bgt_release(s->collision); bgt_release(s->extra);
}
static void scene_released(void *context) { ((scene *)context)->released++; }

static void remove_self(bgt_behavior behavior, void *context) {
  scene *s = context;
  s->done++;
  CHECK(bgt_animator_remove_behavior(s->animator, behavior) == BGT_OK);
  s->alive_inside = bgt_is_alive(behavior);
}
static void remove_everything(bgt_behavior behavior, void *context) {
  scene *s = context;
  (void)behavior;
  s->done++;
  CHECK(bgt_animator_remove_all_behaviors(s->animator) == BGT_OK);
  bgt_release(s->gravity); bgt_release(s->collision); bgt_release(s->item); bgt_release(s->other);
  s->alive_inside = bgt_is_alive(s->gravity) && bgt_is_alive(s->collision) && bgt_is_alive(s->item) &&
                    bgt_is_alive(s->other);
}
static void release_all(bgt_behavior behavior, void *context) {
  scene *s = context;
  (void)behavior;
  if (s->done++) return;
  bgt_release(s->gravity); bgt_release(s->collision); bgt_release(s->item); bgt_release(s->other);
  bgt_release(s->animator);
  s->alive_inside = bgt_is_alive(s->animator);
}
static void detach_item(bgt_collision collision, const bgt_contact_event *event, void *context) {
  scene *s = context;
  (void)collision;
  s->done++;
  CHECK(bgt_item_detach(event->item) == BGT_OK);
  CHECK(event->item == s->item || event->item == s->other); /* the event stays readable */
  CHECK(bgt_item_get_animator(event->item) == 0);
}
static void remove_boundary(bgt_collision collision, const bgt_contact_event *event, void *context) {
  scene *s = context;
  if (s->done++) return;
  CHECK(!strcmp(bgt_name_get_string(event->boundary), "floor"));
  CHECK(bgt_collision_remove_boundary(collision, "floor") == BGT_OK);
  CHECK(!strcmp(bgt_name_get_string(event->boundary), "floor")); /* through this tick */
}
static void add_more(bgt_behavior behavior, void *context) {
  scene *s = context;
  bgt_item item;
  (void)behavior;
  if (s->done++) return;
  item = make_item(50, 20, 10);
  CHECK(bgt_gravity_create(NULL, &s->extra) == BGT_OK && bgt_behavior_add_item(s->extra, item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->extra) == BGT_OK);
  CHECK(bgt_behavior_add_item(s->collision, item) == BGT_OK);
  bgt_release(item);
}
static void replace_action(bgt_behavior behavior, void *context) {
  scene *s = context;
  s->done++;
  CHECK(bgt_behavior_set_action(behavior, NULL, NULL, NULL) == BGT_OK);
}
static void release_animator(bgt_animator animator, void *context) {
  scene *s = context;
  s->done++;
  CHECK(bgt_release(animator) == BGT_OK);
  s->alive_inside = bgt_is_alive(animator);
}

static void callbacks_may_change_everything(void) {
  scene s;
  uint64_t base = bgt_get_live_count(BGT_KIND_NONE), count;

  build(&s); /* a behavior removes itself; without references of its own it lives to the end of the tick */
  CHECK(bgt_behavior_set_action(s.gravity, remove_self, &s, scene_released) == BGT_OK);
  CHECK(bgt_release(s.gravity) == BGT_OK);
  CHECK(bgt_animator_advance(s.animator, TICK, NULL) == BGT_OK);
  CHECK(s.done == 1 && s.alive_inside && !bgt_is_alive(s.gravity) && s.released == 1);
  run(s.animator, 5);
  CHECK(s.done == 1);
  drop(&s);

  build(&s); /* everything goes in an action */
  CHECK(bgt_behavior_set_action(s.collision, remove_everything, &s, scene_released) == BGT_OK);
  CHECK(bgt_animator_advance(s.animator, TICK, NULL) == BGT_OK);
  CHECK(s.done == 1 && s.alive_inside && s.released == 1);
  CHECK(!bgt_is_alive(s.gravity) && !bgt_is_alive(s.collision) && !bgt_is_alive(s.item) && !bgt_is_alive(s.other));
  run(s.animator, 5);
  CHECK(bgt_animator_get_items(s.animator, NULL, 0, &count) == BGT_OK && count == 0);
  CHECK(!bgt_animator_is_running(s.animator));
  CHECK(bgt_release(s.animator) == BGT_OK && bgt_get_live_count(BGT_KIND_NONE) == base);

  build(&s); /* the animator and all else is released in an action */
  CHECK(bgt_behavior_set_action(s.gravity, release_all, &s, scene_released) == BGT_OK);
  CHECK(bgt_animator_advance(s.animator, 0.1, NULL) == BGT_OK);
  CHECK(s.done == 1 && s.alive_inside && s.released == 1 && bgt_get_live_count(BGT_KIND_NONE) == base);

  build(&s); /* items leave in the contact callback */
  CHECK(bgt_collision_set_boundary_began(s.collision, detach_item, &s, NULL) == BGT_OK);
  run(s.animator, 60);
  CHECK(s.done == 2);
  drop(&s);

  build(&s); /* the boundary leaves in its callback */
  CHECK(bgt_collision_set_boundary_began(s.collision, remove_boundary, &s, NULL) == BGT_OK);
  run(s.animator, 60);
  CHECK(s.done >= 1 && bgt_item_get_center(s.item).y > 150);
  drop(&s);

  build(&s); /* things are added in an action */
  CHECK(bgt_behavior_set_action(s.gravity, add_more, &s, NULL) == BGT_OK);
  run(s.animator, 120);
  CHECK(bgt_animator_get_items(s.animator, NULL, 0, &count) == BGT_OK && count == 3);
  drop(&s);

  build(&s); /* an action takes itself away */
  CHECK(bgt_behavior_set_action(s.gravity, replace_action, &s, scene_released) == BGT_OK);
  run(s.animator, 3);
  CHECK(s.done == 1 && s.released == 1);
  drop(&s);

  build(&s); /* the animator goes in did-pause */
  CHECK(bgt_animator_set_did_pause(s.animator, release_animator, &s, scene_released) == BGT_OK);
  for (int i = 0; i < 600 && bgt_is_alive(s.animator); i++) run(s.animator, 1);
  CHECK(s.done == 1 && s.alive_inside && !bgt_is_alive(s.animator) && s.released == 1);
  CHECK(bgt_behavior_get_animator(s.gravity) == 0 && bgt_item_get_animator(s.item) == 0);
  drop(&s);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == base);
}

/* ---- Events, states, names ------------------------------------------------------------------- */
static int callbacks;
static bgt_contact_event last_event;
static void count_contact(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)context;
  callbacks++;
  last_event = *event;
}

static void every_contact_is_in_the_events_too(void) {
  scene s;
  const bgt_contact_event *events = NULL;
  uint64_t count = 0, total = 0;
  bgt_name floor_name;
  build(&s);
  callbacks = 0;
  bgt_collision_set_items_began(s.collision, count_contact, NULL, NULL);
  bgt_collision_set_items_ended(s.collision, count_contact, NULL, NULL);
  bgt_collision_set_boundary_began(s.collision, count_contact, NULL, NULL);
  bgt_collision_set_boundary_ended(s.collision, count_contact, NULL, NULL);
  CHECK(bgt_collision_get_boundary_identifiers(s.collision, &floor_name, 1, &count) == BGT_OK && count == 1);
  for (int i = 0; i < 200; i++) {
    run(s.animator, 1);
    CHECK(bgt_animator_get_contacts(s.animator, &events, &count) == BGT_OK);
    total += count;
    CHECK((int)total == callbacks);
    for (uint64_t e = 0; e < count; e++) {
      CHECK(events[e].behavior == s.collision && (events[e].item == s.item || events[e].item == s.other));
      CHECK(events[e].other == 0 && events[e].boundary == floor_name && events[e].phase <= 1);
      if (e > 0) CHECK(events[e].phase >= events[e - 1].phase);
      if (events[e].phase == BGT_CONTACT_BEGAN) {
        CHECK(fabs(events[e].point.y - 100) < 1 && events[e].normal.y > 0.99 && events[e].approach_speed >= 0);
      } else {
        CHECK(events[e].impulse == 0 && events[e].point.x == 0 && events[e].normal.y == 0);
      }
    }
    if (count) CHECK(!memcmp(&events[count - 1], &last_event, sizeof last_event));
  }
  CHECK(total >= 2);
  drop(&s);
}

static void states_show_what_moves(void) {
  scene s;
  const bgt_item_state *view = NULL;
  bgt_item_state copy[2], one, presented[2];
  bgt_item many[40];
  bgt_item_behavior fixed = 0;
  uint64_t count = 0;
  build(&s);
  CHECK(bgt_item_behavior_create(&fixed) == BGT_OK && bgt_behavior_add_item(fixed, s.other) == BGT_OK);
  CHECK(bgt_item_behavior_set_anchored(fixed, true) == BGT_OK && bgt_animator_add_behavior(s.animator, fixed) == BGT_OK);
  run(s.animator, 3);
  CHECK(bgt_animator_get_states(s.animator, &view, &count) == BGT_OK && count == 2 && view[0].item == s.item);
  CHECK(view[0].center.y == bgt_item_get_center(s.item).y && view[0].velocity.y > 0 && view[0].flags == 0);
  CHECK(view[1].flags == (BGT_ITEM_ANCHORED | BGT_ITEM_RESTING) && view[1].velocity.y == 0);
  memset(copy, 0x77, sizeof copy);
  CHECK(bgt_animator_copy_states(s.animator, copy, 1, &count) == BGT_OK && count == 2);
  CHECK(!memcmp(copy, view, sizeof *view) && copy[1].flags == 0x77777777u);
  CHECK(bgt_animator_copy_states(s.animator, NULL, 0, &count) == BGT_OK && count == 2);
  CHECK(bgt_animator_get_item_state(s.animator, s.item, &one) == BGT_OK && !memcmp(&one, view, sizeof one));
  CHECK(bgt_animator_advance(s.animator, 0.003, NULL) == BGT_OK);
  CHECK(bgt_animator_copy_presented_states(s.animator, presented, 2, &count) == BGT_OK && count == 2);
  CHECK(presented[0].center.y <= bgt_item_get_center(s.item).y && presented[0].center.y > 70);
  bgt_item stranger = make_item(0, 0, 5);
  CHECK(bgt_animator_get_item_state(s.animator, stranger, &one) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_animator_update_item(s.animator, stranger) == BGT_IGNORED);
  CHECK(bgt_animator_get_states(s.animator, &view, &count) == BGT_OK);
  for (int i = 0; i < 40; i++) { /* growth leaves the old view readable */
    many[i] = make_item(i, 0, 5);
    CHECK(bgt_behavior_add_item(s.gravity, many[i]) == BGT_OK);
  }
  CHECK(view[0].item == s.item);
  bgt_counters counters = { 0 };
  CHECK(bgt_animator_get_counters(s.animator, &counters) == BGT_ERROR_INCOMPATIBLE);
  counters.struct_size = sizeof counters;
  CHECK(bgt_animator_get_counters(s.animator, &counters) == BGT_OK && counters.items == 42 && counters.steps > 0);
  CHECK(counters.struct_size == sizeof counters && counters.bytes > 0);
  bgt_item found[4];
  bgt_rect area = { 90, 60, 20, 20 };
  CHECK(bgt_animator_get_items_in_rect(s.animator, area, found, 4, &count) == BGT_OK && count == 1 && found[0] == s.item);
  for (int i = 0; i < 40; i++) bgt_release(many[i]);
  bgt_release(stranger); bgt_release(fixed);
  drop(&s);
}

static void names_are_interned(void) {
  bgt_collision collision = 0;
  bgt_name names[2], constant = bgt_intern("a constant");
  bgt_vec2 points[3] = { { 0, 0 }, { 10, 0 }, { 10, 10 } }, out[4];
  uint64_t count;
  double elasticity = 0, friction = 0;
  bool closed = false;
  CHECK(constant != 0 && bgt_intern("a constant") == constant && bgt_intern("a constan") != constant);
  CHECK(!strcmp(bgt_name_get_string(constant), "a constant"));
  CHECK(!strcmp(bgt_name_get_string(bgt_intern("%n%s\xc3\xa9")), "%n%s\xc3\xa9"));
  bgt_clear_error();
  CHECK(bgt_intern("") == 0 && bgt_last_error() == BGT_ERROR_RANGE);
  CHECK(bgt_intern("\xff") == 0 && bgt_intern(NULL) == 0 && bgt_last_error() == BGT_ERROR_NULL_POINTER);
  CHECK(bgt_name_get_string(0) == NULL && bgt_last_error() == BGT_ERROR_STALE_ID);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "short-lived", v(0, 0), v(1, 0)) == BGT_OK);
  CHECK(bgt_collision_add_boundary_path(collision, "path", points, 3, true) == BGT_OK);
  CHECK(bgt_collision_get_boundary_identifiers(collision, names, 2, &count) == BGT_OK && count == 2);
  CHECK(!strcmp(bgt_name_get_string(names[0]), "short-lived") && names[1] == bgt_intern("path"));
  CHECK(bgt_collision_get_boundary(collision, "path", out, 4, &count, &closed) == BGT_OK && count == 3 && closed);
  CHECK(out[2].y == 10 && bgt_collision_get_boundary(collision, "path", NULL, 0, &count, NULL) == BGT_OK);
  CHECK(bgt_collision_get_boundary(collision, "none", out, 4, &count, NULL) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_collision_add_boundary_path(collision, "path", points, 2, true) == BGT_ERROR_INVALID_PATH);
  CHECK(bgt_collision_add_boundary_path(collision, "path", points, 1000001, false) == BGT_ERROR_LIMIT);
  CHECK(bgt_collision_add_boundary_segment(collision, "path", v(3, 4), v(3, 4)) == BGT_ERROR_INVALID_PATH);
  CHECK(bgt_collision_get_boundary(collision, "path", NULL, 0, &count, NULL) == BGT_OK && count == 3);
  CHECK(bgt_collision_set_boundary_material(collision, "path", 0.7, 0.1) == BGT_OK);
  CHECK(bgt_collision_get_boundary_material(collision, "path", &elasticity, NULL) == BGT_OK && elasticity == 0.7);
  CHECK(bgt_collision_get_boundary_material(collision, NULL, NULL, &friction) == BGT_OK && friction == 0.2);
  CHECK(bgt_collision_set_boundary_material(collision, NULL, 0.4, 0.5) == BGT_OK);
  CHECK(bgt_collision_get_boundary_material(collision, NULL, &elasticity, &friction) == BGT_OK && friction == 0.5);
  CHECK(bgt_collision_set_boundary_material(collision, "none", 0, 0) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_collision_remove_boundary(collision, "short-lived") == BGT_OK);
  CHECK(bgt_collision_remove_boundary(collision, "short-lived") == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_name_get_string(names[0]) == NULL);
  CHECK(bgt_release(collision) == BGT_OK && !strcmp(bgt_name_get_string(names[1]), "path")); /* interned above */
}

/* ---- Time and settings ----------------------------------------------------------------------- */
static void time_is_cut_into_whole_steps(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 10);
  bgt_gravity gravity = make_gravity(item);
  uint32_t steps = 9;
  bgt_animator_add_behavior(animator, gravity);
  CHECK(bgt_animator_advance(animator, -1, &steps) == BGT_ERROR_RANGE && steps == 9);
  CHECK(bgt_animator_advance(animator, NAN, &steps) == BGT_ERROR_RANGE && steps == 9);
  CHECK(bgt_animator_advance(animator, 0, &steps) == BGT_OK && steps == 0);
  CHECK(bgt_animator_advance(animator, 0.001, &steps) == BGT_OK && steps == 0 && bgt_item_get_center(item).y == 0);
  CHECK(bgt_animator_advance(animator, 1.0 / 60.0 - 0.001, &steps) == BGT_OK && steps == 2);
  CHECK(fabs(bgt_animator_get_elapsed_seconds(animator) - TICK) < 1e-12 && bgt_animator_is_running(animator));
  CHECK(bgt_animator_advance(animator, 3600, &steps) == BGT_OK && steps == 30);
  CHECK(fabs(bgt_animator_get_dropped_seconds(animator) - 3599.75) < 1e-9);
  CHECK(fabs(bgt_animator_get_real_elapsed_seconds(animator) - 3600 - TICK) < 1e-9);
  CHECK(bgt_animator_set_speed(animator, 0.5) == BGT_OK && bgt_animator_advance(animator, TICK, &steps) == BGT_OK && steps == 1);
  CHECK(bgt_animator_set_speed(animator, -0.1) == BGT_ERROR_RANGE && bgt_animator_get_speed(animator) == 0.5);
  CHECK(bgt_animator_set_length_scale(animator, 2) == BGT_ERROR_STATE && bgt_animator_get_length_scale(animator) == 1);
  bgt_release(animator); bgt_release(item); bgt_release(gravity);
}

static void settings_have_their_defaults_and_ranges(void) {
  bgt_animator animator = make_animator();
  bgt_rect bounds = { 1, 2, 3, 4 };
  bgt_material m = bgt_animator_get_default_material(animator);
  CHECK(m.elasticity == 0.2 && m.friction == 0.2 && m.density == 1 && m.resistance == 0.1 && m.angular_resistance == 0.1);
  m.density = 0;
  CHECK(bgt_animator_set_default_material(animator, &m) == BGT_ERROR_RANGE && message_has("material.density is 0"));
  m.density = 2;
  CHECK(bgt_animator_set_default_material(animator, &m) == BGT_OK);
  CHECK(bgt_animator_get_default_material(animator).density == 2);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_ERROR_STATE && bounds.x == 1);
  bounds.width = -3;
  CHECK(bgt_animator_set_reference_bounds(animator, bounds) == BGT_OK);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_OK && bounds.x == -2 && bounds.width == 3);
  CHECK(bgt_animator_clear_reference_bounds(animator) == BGT_OK);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_ERROR_STATE);
  CHECK(bgt_animator_get_bounce_threshold(animator) == 30 && bgt_animator_get_rest_speed(animator) == 1.5);
  CHECK(bgt_animator_get_rest_angular_speed(animator) == 0.0349 && bgt_animator_get_rest_seconds(animator) == 0.5);
  CHECK(bgt_animator_get_pixel_scale(animator) == 0 && !bgt_animator_is_using_documented_defaults(animator));
  CHECK(bgt_animator_set_pixel_scale(animator, 2) == BGT_OK && bgt_animator_get_pixel_scale(animator) == 2);
  CHECK(bgt_animator_set_length_scale(animator, 2) == BGT_OK && bgt_animator_get_length_scale(animator) == 2);
  CHECK(bgt_animator_set_rest_seconds(animator, 3601) == BGT_ERROR_RANGE);
  CHECK(bgt_animator_set_using_documented_defaults(animator, true) == BGT_OK);
  CHECK(bgt_animator_is_using_documented_defaults(animator));
  CHECK(!bgt_animator_is_running(animator) && bgt_animator_get_elapsed_seconds(animator) == 0);
  bgt_release(animator);
}

static void behaviors_keep_what_they_are_given(void) {
  bgt_item item = make_item(0, 0, 10);
  bgt_gravity g = make_gravity(0);
  bgt_push p = 0;
  bgt_push_def def;
  bgt_item_behavior b = 0;
  CHECK(bgt_gravity_get_direction(g).y == 1 && fabs(bgt_gravity_get_angle(g) - 1.5707963267948966) < 1e-15);
  CHECK(bgt_gravity_set_direction(g, v(3, 4)) == BGT_OK && bgt_gravity_get_magnitude(g) == 5);
  CHECK(bgt_gravity_set_direction(g, v(0, 0)) == BGT_OK && fabs(bgt_gravity_get_angle(g) - atan2(4, 3)) < 1e-12);
  CHECK(bgt_gravity_set_magnitude(g, 2e9) == BGT_ERROR_RANGE && bgt_gravity_set_angle_and_magnitude(g, 0, -2) == BGT_OK);
  CHECK(bgt_gravity_get_direction(g).x == -2);
  bgt_push_def_init(&def);
  def.mode = BGT_PUSH_INSTANTANEOUS; def.active = 0; def.direction = v(0, 2);
  CHECK(bgt_push_create(&def, &p) == BGT_OK && !bgt_push_is_active(p) && bgt_push_get_mode(p) == 1);
  CHECK(bgt_push_get_magnitude(p) == 2 && bgt_push_set_target_offset(p, item, v(1, 1)) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_behavior_add_item(p, item) == BGT_OK && bgt_push_set_target_offset(p, item, v(1, 2)) == BGT_OK);
  CHECK(bgt_push_get_target_offset(p, item).y == 2);
  CHECK(bgt_item_behavior_create(&b) == BGT_OK && bgt_item_behavior_get_density(b) == 1);
  CHECK(bgt_item_behavior_get_elasticity(b) == 0 && bgt_item_behavior_is_allowing_rotation(b));
  CHECK(bgt_item_behavior_set_density(b, 0) == BGT_ERROR_RANGE && bgt_item_behavior_set_friction(b, 0.3) == BGT_OK);
  CHECK(bgt_item_behavior_get_friction(b) == 0.3);
  CHECK(bgt_item_behavior_add_linear_velocity(b, v(1, 0), item) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_behavior_add_item(b, item) == BGT_OK && bgt_item_behavior_add_linear_velocity(b, v(1, 0), item) == BGT_OK);
  CHECK(bgt_item_behavior_add_linear_velocity(b, v(2, 0), item) == BGT_OK);
  CHECK(bgt_item_behavior_get_linear_velocity(b, item).x == 3);
  bgt_animator animator = make_animator();
  CHECK(bgt_animator_add_behavior(animator, b) == BGT_OK && bgt_item_get_velocity(item).x == 3);
  CHECK(bgt_item_behavior_set_anchored(b, true) == BGT_OK);
  CHECK(bgt_item_behavior_add_linear_velocity(b, v(9, 0), item) == BGT_IGNORED);
  CHECK(bgt_item_behavior_add_angular_velocity(b, 9, item) == BGT_IGNORED && bgt_item_get_velocity(item).x == 0);
  /* Set, it moves as told, until it is set to zero; a target is reached in one step. */
  CHECK(bgt_item_behavior_set_linear_velocity(b, v(60, 0), item) == BGT_OK && bgt_item_get_velocity(item).x == 60);
  double from = bgt_item_get_center(item).x;
  CHECK(bgt_animator_advance(animator, 0.1, NULL) == BGT_OK && fabs(bgt_item_get_center(item).x - from - 6) < 1e-3);
  CHECK(bgt_item_behavior_set_linear_velocity(b, v(0, 0), item) == BGT_OK && bgt_item_get_velocity(item).x == 0);
  CHECK(bgt_item_behavior_set_target(b, v(NAN, 0), 0, item) == BGT_ERROR_RANGE);
  CHECK(bgt_item_behavior_set_target(b, v(from, 40), 0.5, item) == BGT_OK);
  CHECK(bgt_animator_advance(animator, 0.1, NULL) == BGT_OK && fabs(bgt_item_get_center(item).y - 40) < 1e-2);
  CHECK(fabs(bgt_item_get_angle(item) - 0.5) < 1e-4 && bgt_item_get_velocity(item).y == 0);
  bgt_release(animator); bgt_release(b); bgt_release(p); bgt_release(g); bgt_release(item);
}

/* ---- Drivers, log, equality ------------------------------------------------------------------ */
typedef struct driven { bgt_vec2 center, size; double angle; int reads, writes; } driven;
static void read_driven(bgt_item item, bgt_vec2 *center, bgt_vec2 *size, double *angle, void *context) {
  driven *d = context;
  (void)item;
  d->reads++;
  *center = d->center; *size = d->size; *angle = d->angle;
}
static void write_driven(bgt_item item, double x, double y, double angle, void *context) {
  driven *d = context;
  (void)item;
  d->writes++;
  d->center = v(x, y); d->angle = angle;
}

static void a_driver_keeps_the_values(void) {
  driven d = { { 5, 6 }, { 20, 20 }, 0, 0, 0 };
  bgt_item item = make_item(0, 0, 10);
  bgt_gravity gravity = make_gravity(item);
  bgt_animator animator = make_animator();
  CHECK(bgt_item_set_driver(item, read_driven, write_driven, &d, NULL) == BGT_OK);
  d.size.x = NAN;
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_ERROR_RANGE && bgt_behavior_get_animator(gravity) == 0);
  d.size.x = 0;
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_ERROR_INVALID_SIZE);
  d.size.x = 20;
  d.reads = 0;
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK && d.reads == 1);
  run(animator, 3);
  CHECK(d.writes == 3 && d.center.y > 6 && d.center.x == 5 && d.reads == 1);
  d.center = v(50, 60);
  CHECK(bgt_animator_update_item(animator, item) == BGT_OK && d.reads == 2 && bgt_item_get_center(item).x == 50);
  d.center = v(NAN, 60);
  CHECK(bgt_animator_update_item(animator, item) == BGT_ERROR_RANGE && bgt_item_get_center(item).x == 50);
  bgt_release(animator); bgt_release(gravity); bgt_release(item);
}

static char logged[256];
static void on_log(const char *message, void *context) {
  ((tally *)context)->called++;
  snprintf(logged, sizeof logged, "%s", message);
}
static void the_log_function_is_replaced_and_given_back(void) {
  tally a = { 0, 0, 0, 0 }, b = { 0, 0, 0, 0 };
  CHECK(bgt_set_log(on_log, &a, on_release) == BGT_OK && bgt_set_log(on_log, &b, on_release) == BGT_OK && a.released == 1);
  CHECK(bgt_set_log(NULL, &a, on_release) == BGT_OK && b.released == 1 && a.released == 2);
  CHECK(bgt_set_log(NULL, NULL, NULL) == BGT_OK && b.released == 1);
}

static void what_leaves_the_range_is_stopped_flagged_and_logged(void) {
  tally t = { 0, 0, 0, 0 };
  bgt_item item = make_item(0, 999999990, 10);
  bgt_gravity gravity = make_gravity(item);
  bgt_animator animator = make_animator();
  bgt_item_state state;
  char id[32];
  CHECK(bgt_set_log(on_log, &t, on_release) == BGT_OK && bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  run(animator, 60);
  snprintf(id, sizeof id, "0x%016llx", (unsigned long long)item);
  CHECK(t.called >= 1 && strstr(logged, id) != NULL);
  CHECK(bgt_animator_get_item_state(animator, item, &state) == BGT_OK && (state.flags & BGT_ITEM_QUARANTINED));
  CHECK(isfinite(state.center.y) && state.center.y <= 1e9 + 1);
  CHECK(bgt_item_set_center(item, v(0, 0)) == BGT_OK && bgt_animator_update_item(animator, item) == BGT_OK);
  CHECK(bgt_animator_get_item_state(animator, item, &state) == BGT_OK && !(state.flags & BGT_ITEM_QUARANTINED));
  CHECK(bgt_set_log(NULL, NULL, NULL) == BGT_OK && t.released == 1);
  bgt_release(animator); bgt_release(gravity); bgt_release(item);
}

static uint64_t scene_hash(double nudge) {
  bgt_animator animator = make_animator();
  bgt_collision collision = 0;
  bgt_gravity gravity = make_gravity(0);
  bgt_item items[12];
  uint64_t hash;
  bgt_rect bounds = { 0, 0, 300, 400 };
  bgt_collision_create(NULL, &collision);
  bgt_animator_set_reference_bounds(animator, bounds);
  bgt_collision_set_translating_reference_bounds(collision, true);
  for (int i = 0; i < 12; i++) {
    items[i] = make_item(30 + 23 * i + (i == 5 ? nudge : 0), 40 + 17 * (i % 4), 20 + i);
    if (i % 3 == 1) bgt_item_set_bounds_type(items[i], BGT_BOUNDS_ELLIPSE);
    bgt_behavior_add_item(gravity, items[i]);
    bgt_behavior_add_item(collision, items[i]);
  }
  bgt_animator_add_behavior(animator, gravity);
  bgt_animator_add_behavior(animator, collision);
  run(animator, 180);
  hash = bgt_animator_get_state_hash(animator);
  bgt_release(animator); bgt_release(gravity); bgt_release(collision);
  for (int i = 0; i < 12; i++) bgt_release(items[i]);
  return hash;
}
static void equal_runs_have_equal_hashes(void) {
  uint64_t hash = scene_hash(0);
  CHECK(hash != 0 && scene_hash(0) == hash && scene_hash(1e-3) != hash);
}

/* ---- Moments of force, what is awake, what touches ------------------------------------------- */
static void forces_for_a_moment_and_what_touches(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 45, 10), other = make_item(0, 35, 10), out[2] = { 0, 0 };
  bgt_gravity gravity = make_gravity(item);
  bgt_collision collision = 0;
  bgt_name names[2] = { 0, 0 };
  uint64_t count = 9;
  CHECK(bgt_item_apply_impulse(item, v(1, 0), v(0, 0)) == BGT_IGNORED);
  CHECK(!strcmp(bgt_item_why_awake(item), "it rests: no animator moves it") && bgt_item_why_awake(0) == NULL);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_behavior_add_item(gravity, other) == BGT_OK);
  CHECK(bgt_collision_get_touched_items(collision, item, out, 2, &count) == BGT_ERROR_NOT_A_MEMBER && count == 9);
  CHECK(bgt_behavior_add_item(collision, item) == BGT_OK && bgt_behavior_add_item(collision, other) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-50, 50), v(50, 50)) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  run(animator, 90);
  CHECK(bgt_animator_get_awake_items(animator, out, 2, &count) == BGT_OK && count == 0);
  CHECK(!strcmp(bgt_item_why_awake(item), "it rests: it fell asleep"));
  CHECK(bgt_collision_get_touched_items(collision, item, out, 2, &count) == BGT_OK && count == 1 && out[0] == other);
  CHECK(bgt_collision_get_touched_boundaries(collision, item, names, 2, &count) == BGT_OK && count == 1);
  CHECK(names[0] == bgt_intern("floor"));
  CHECK(bgt_collision_get_touched_boundaries(collision, other, NULL, 0, &count) == BGT_OK && count == 0);
  CHECK(bgt_item_apply_force(other, v(0, -1), v(0, 0)) == BGT_OK && bgt_item_get_velocity(other).y == 0);
  CHECK(bgt_animator_get_awake_items(animator, out, 1, &count) == BGT_OK && count == 2 && out[0] == item);
  run(animator, 1);
  CHECK(bgt_item_get_velocity(other).y < 0);
  CHECK(bgt_item_apply_impulse(other, v(0, -1), v(NAN, 0)) == BGT_ERROR_RANGE);
  CHECK(bgt_item_apply_impulse(other, v(0.01, 0), v(0, 0)) == BGT_OK && bgt_item_get_velocity(other).x > 50);
  bgt_release(collision); bgt_release(gravity); bgt_release(other); bgt_release(item); bgt_release(animator);
}

static void surfaces_and_one_way_boundaries(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 50, 20);
  bgt_gravity gravity = make_gravity(item);
  bgt_collision collision = 0;
  bgt_item_behavior motion = 0;
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_behavior_add_item(collision, item) == BGT_OK);
  CHECK(bgt_item_behavior_create(&motion) == BGT_OK && bgt_behavior_add_item(motion, item) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-300, 0), v(300, 0)) == BGT_OK);
  CHECK(bgt_collision_get_boundary_passing(collision, "floor") == BGT_PASSING_NEVER);
  CHECK(bgt_collision_set_boundary_passing(collision, "floor", 3) == BGT_ERROR_RANGE);
  CHECK(bgt_collision_set_boundary_passing(collision, "none", 1) == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_collision_set_boundary_passing(collision, "floor", BGT_PASSING_FROM_RIGHT) == BGT_OK);
  CHECK(bgt_collision_get_boundary_passing(collision, "floor") == BGT_PASSING_FROM_RIGHT);
  CHECK(bgt_collision_set_boundary_surface_speed(collision, "floor", 40) == BGT_OK);
  CHECK(bgt_collision_set_boundary_surface_speed(collision, "floor", 2e5) == BGT_ERROR_RANGE);
  CHECK(bgt_collision_get_boundary_surface_speed(collision, "floor") == 40);
  CHECK(bgt_collision_get_boundary_surface_speed(collision, NULL) == 0);
  bgt_clear_error();
  CHECK(bgt_collision_get_boundary_surface_speed(collision, "none") == 0);
  CHECK(bgt_last_error() == BGT_ERROR_NOT_A_MEMBER);
  CHECK(bgt_item_behavior_set_surface_speed(motion, 10) == BGT_OK);
  CHECK(bgt_item_behavior_get_surface_speed(motion) == 10);
  bgt_animator_add_behavior(animator, collision);
  bgt_animator_add_behavior(animator, gravity);
  bgt_animator_add_behavior(animator, motion);
  CHECK(bgt_item_apply_impulse(item, v(0, -0.16), v(0, 0)) == BGT_OK);
  run(animator, 180);
  CHECK(fabs(bgt_item_get_center(item).y + 10) < 1 && fabs(bgt_item_get_velocity(item).x - 50) < 1);
  bgt_release(motion); bgt_release(collision); bgt_release(gravity); bgt_release(item); bgt_release(animator);
}

static void content_size(bgt_animator animator, bgt_vec2 *size, void *context) {
  (void)animator;
  *size = *(bgt_vec2 *)context;
}
static void layouts_give_bounds_and_find_their_items(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(50, 50, 20);
  bgt_gravity gravity = make_gravity(item);
  bgt_vec2 size = v(100, 200);
  bgt_rect bounds;
  tally told;
  memset(&told, 0, sizeof told);
  CHECK(bgt_item_get_layout_kind(item) == BGT_LAYOUT_NONE && bgt_item_get_layout_key(item) == 0);
  CHECK(bgt_item_set_layout_key(item, BGT_LAYOUT_CELL, UINT64_MAX) == BGT_OK);
  CHECK(bgt_item_set_layout_key(item, 4, 1) == BGT_ERROR_RANGE && bgt_item_get_layout_key(item) == UINT64_MAX);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_CELL, UINT64_MAX) == 0);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_CELL, UINT64_MAX) == item);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_NONE, 0) == 0);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_SUPPLEMENTARY, UINT64_MAX) == 0);
  CHECK(bgt_item_set_layout_key(item, BGT_LAYOUT_SUPPLEMENTARY, 1) == BGT_OK);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_SUPPLEMENTARY, 1) == item);
  CHECK(bgt_item_set_layout_key(item, BGT_LAYOUT_DECORATION, 2) == BGT_OK);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_DECORATION, 2) == item);
  CHECK(bgt_animator_get_item_for_key(animator, BGT_LAYOUT_SUPPLEMENTARY, 1) == 0);
  CHECK(bgt_animator_set_content_size(animator, content_size, &size, NULL) == BGT_OK);
  CHECK(bgt_animator_set_invalidate(animator, on_animator, &told, NULL) == BGT_OK);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_ERROR_STATE);
  run(animator, 2);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_OK && bounds.width == 100 && bounds.height == 200);
  CHECK(told.called == 2);
  size.x = NAN;
  CHECK(bgt_animator_advance(animator, TICK, NULL) == BGT_ERROR_RANGE && told.called == 2);
  bgt_release(gravity); bgt_release(item); bgt_release(animator);
}

int main(void) {
  a_failure_is_recorded_and_says_what_to_do();
  limits_are_published();
  definitions_have_their_documented_defaults();
  a_definition_of_another_version_is_told_apart();
  an_item_keeps_what_it_is_given();
  bulk_setters_set_all_or_none();
  ids_tell_stale_from_wrong_and_owned_from_borrowed();
  containers_hold_what_they_contain();
  the_tree_has_rules();
  contexts_come_back_exactly_once();
  advancing_is_refused_in_every_callback_of_a_tick();
  the_hook_is_told_of_entering_and_leaving();
  callbacks_may_change_everything();
  every_contact_is_in_the_events_too();
  states_show_what_moves();
  names_are_interned();
  time_is_cut_into_whole_steps();
  settings_have_their_defaults_and_ranges();
  behaviors_keep_what_they_are_given();
  a_driver_keeps_the_values();
  the_log_function_is_replaced_and_given_back();
  what_leaves_the_range_is_stopped_flagged_and_logged();
  equal_runs_have_equal_hashes();
  forces_for_a_moment_and_what_touches();
  surfaces_and_one_way_boundaries();
  layouts_give_bounds_and_find_their_items();
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
