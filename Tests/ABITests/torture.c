/* The n-th allocation of a call fails, for every n: the call says so and has no effect, or does without; nothing leaks
   and the same call succeeds afterwards. Linked with the library's objects, to reach the switch in the shims.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>
#include "check.h"
#include "shims.h"

typedef struct scene {
  bgt_animator animator;
  bgt_item item, other, made, lone[2], corner[2];
  bgt_item_group group;
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_push push;
  bgt_item_behavior properties;
  bgt_behavior parent, fresh;
  bgt_attachment attachment;
  bgt_snap snap;
  bgt_field field;
  bgt_region region, shape;
  bgt_animator second;
} scene;

static const bgt_vec2 path[5] = { { -10, -10 }, { 10, -10 }, { 14, 0 }, { 10, 10 }, { -10, 10 } };
static const bgt_vec2 a = { 0, 300 }, b = { 400, 310 };

/* ---- The calls ------------------------------------------------------------------------------- */
static bgt_status make_item(scene *s) { return bgt_item_create(NULL, &s->made); }
static bgt_status make_path_item(scene *s) {
  bgt_item_def def;
  bgt_item_def_init(&def);
  def.bounds_type = BGT_BOUNDS_PATH; def.path = path; def.path_count = 5;
  return bgt_item_create(&def, &s->made);
}
static bgt_status make_group(scene *s) { return bgt_item_group_create(s->lone, 2, &s->made); }
static bgt_status add_group(scene *s) { return bgt_behavior_add_item(s->gravity, s->group); }
static bgt_status add_group_to_collision(scene *s) { return bgt_behavior_add_item(s->collision, s->group); }
static bgt_status update_group(scene *s) {
  bgt_status status = bgt_item_set_path(s->corner[0], path, 5);
  return status < 0 ? status : bgt_animator_update_item(s->animator, s->group);
}
static bool let_touch(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; (void)context;
  return false;
}
static bgt_status set_veto(scene *s) { return bgt_collision_set_veto(s->collision, let_touch, NULL, NULL); }
static bgt_status make_animator(scene *s) { return bgt_animator_create(NULL, &s->second); }
static bgt_status make_gravity(scene *s) { return bgt_gravity_create(NULL, &s->fresh); }
static bgt_status make_collision(scene *s) { return bgt_collision_create(NULL, &s->fresh); }
static bgt_status make_attachment(scene *s) {
  bgt_attachment_def def;
  bgt_attachment_def_init(&def);
  def.item = s->item; def.other = s->other; def.frequency = 3;
  return bgt_attachment_create(&def, &s->fresh);
}
static bgt_status make_snap(scene *s) {
  bgt_snap_def def;
  bgt_snap_def_init(&def);
  def.item = s->item;
  return bgt_snap_create(&def, &s->fresh);
}
static bgt_status make_field(scene *s) {
  bgt_field_def def;
  bgt_field_def_init(&def);
  def.kind = BGT_FIELD_VORTEX; def.strength = 0.01; def.region = s->region;
  return bgt_field_create(&def, &s->fresh);
}
static bgt_status make_path_region(scene *s) { return bgt_region_create_path(path, 5, &s->shape); }
static bgt_status make_inverse(scene *s) { return bgt_region_create_inverse(s->region, &s->shape); }
static bgt_status make_union(scene *s) { return bgt_region_create_union(s->region, s->region, &s->shape); }
static bgt_status add_to_field(scene *s) { return bgt_behavior_add_item(s->field, s->item); }
static bgt_status add_other_to_field(scene *s) { return bgt_behavior_add_item(s->field, s->other); }
static bgt_status start_field(scene *s) { return bgt_animator_add_behavior(s->animator, s->field); }
static bgt_status set_region(scene *s) { return bgt_field_set_region(s->field, s->region); }
static bgt_status unset_region(scene *s) { return bgt_field_set_region(s->field, 0); }
static bgt_status set_path(scene *s) { return bgt_item_set_path(s->item, path, 5); }
static bgt_status update(scene *s) { return bgt_animator_update_item(s->animator, s->item); }
static bgt_status add_to_gravity(scene *s) { return bgt_behavior_add_item(s->gravity, s->item); }
static bgt_status add_other(scene *s) { return bgt_behavior_add_item(s->gravity, s->other); }
static bgt_status add_to_collision(scene *s) { return bgt_behavior_add_item(s->collision, s->item); }
static bgt_status add_other_to_collision(scene *s) { return bgt_behavior_add_item(s->collision, s->other); }
static bgt_status add_to_push(scene *s) { return bgt_behavior_add_item(s->push, s->item); }
static bgt_status add_to_properties(scene *s) { return bgt_behavior_add_item(s->properties, s->other); }
static bgt_status add_segment(scene *s) { return bgt_collision_add_boundary_segment(s->collision, "floor", a, b); }
static bgt_status add_path(scene *s) { return bgt_collision_add_boundary_path(s->collision, "path", path, 5, true); }
static bgt_status replace_segment(scene *s) { return bgt_collision_add_boundary_segment(s->collision, "floor", b, a); }
static bgt_status translate(scene *s) { return bgt_collision_set_translating_reference_bounds(s->collision, true); }
static bgt_status set_bounds(scene *s) {
  bgt_rect rect = { 0, 0, 400, 400 };
  return bgt_animator_set_reference_bounds(s->animator, rect);
}
static bgt_status set_more_bounds(scene *s) {
  bgt_rect rect = { 0, 0, 420, 420 };
  return bgt_animator_set_reference_bounds(s->animator, rect);
}
static bgt_status material(scene *s) { return bgt_collision_set_boundary_material(s->collision, NULL, 0.3, 0.3); }
static bgt_status add_child(scene *s) { return bgt_behavior_add_child(s->parent, s->push); }
static bgt_status start_gravity(scene *s) { return bgt_animator_add_behavior(s->animator, s->gravity); }
static bgt_status start_collision(scene *s) { return bgt_animator_add_behavior(s->animator, s->collision); }
static bgt_status start_parent(scene *s) { return bgt_animator_add_behavior(s->animator, s->parent); }
static bgt_status start_attachment(scene *s) { return bgt_animator_add_behavior(s->animator, s->attachment); }
static bgt_status start_snap(scene *s) { return bgt_animator_add_behavior(s->animator, s->snap); }
static bgt_status start_properties(scene *s) { return bgt_animator_add_behavior(s->animator, s->properties); }
static bgt_status stop_gravity(scene *s) { return bgt_animator_remove_behavior(s->animator, s->gravity); }
static bgt_status detach(scene *s) { return bgt_item_detach(s->other); }
static bgt_status anchor(scene *s) { return bgt_item_behavior_set_anchored(s->properties, true); }
static bgt_status lock(scene *s) { return bgt_item_behavior_set_locking_x(s->properties, true); }
static bgt_status limit(scene *s) { return bgt_item_behavior_set_angle_limits(s->properties, -0.1, 0.1); }
static bgt_status hash(scene *s) { return bgt_animator_get_state_hash(s->animator) ? BGT_OK : bgt_last_error(); }
static bgt_status query(scene *s) {
  bgt_item items[4];
  uint64_t count;
  return bgt_animator_get_items(s->animator, items, 4, &count);
}
static bgt_status advance(scene *s) { return bgt_animator_advance(s->animator, 1.0 / 60.0, NULL); }
static bgt_status advance_much(scene *s) { return bgt_animator_advance(s->animator, 0.25, NULL); }
static bgt_status intern(scene *s) {
  (void)s;
  return bgt_intern("a name for the torture test") ? BGT_OK : bgt_last_error();
}
static void log_nothing(const char *message, void *context) { (void)message; (void)context; }
static bgt_status set_log(scene *s) { (void)s; return bgt_set_log(log_nothing, NULL, NULL); }

typedef struct call { const char *name; bgt_status (*make)(scene *); } call;
#define CALL(name) { #name, name }
static const call script[] = {
  CALL(make_item), CALL(make_path_item), CALL(make_group), CALL(make_animator), CALL(make_gravity), CALL(make_collision),
  CALL(make_attachment), CALL(make_snap), CALL(make_field), CALL(make_path_region), CALL(make_inverse),
  CALL(make_union), CALL(add_to_field), CALL(add_to_gravity), CALL(add_to_collision), CALL(add_to_push),
  CALL(add_to_properties), CALL(add_segment), CALL(add_path), CALL(set_bounds), CALL(translate), CALL(material),
  CALL(add_child), CALL(start_gravity), CALL(start_collision), CALL(start_parent), CALL(start_attachment),
  CALL(advance), CALL(start_field), CALL(add_other_to_field), CALL(unset_region), CALL(set_region),
  CALL(start_snap), CALL(start_properties), CALL(add_other), CALL(add_other_to_collision), CALL(lock), CALL(limit),
  CALL(add_group), CALL(add_group_to_collision), CALL(set_veto), CALL(advance), CALL(update_group), CALL(advance),
  CALL(set_path), CALL(update), CALL(replace_segment), CALL(set_more_bounds), CALL(advance_much),
  CALL(anchor), CALL(query), CALL(hash), CALL(intern), CALL(set_log), CALL(advance_much), CALL(stop_gravity),
  CALL(detach), CALL(advance), CALL(advance_much)
};
enum { CALLS = sizeof script / sizeof *script };

static void build(scene *s) {
  memset(s, 0, sizeof *s);
  bgt_animator_create(NULL, &s->animator);
  bgt_item_create(NULL, &s->item);
  bgt_item_create(NULL, &s->other);
  bgt_item_set_center(s->item, (bgt_vec2){ 100, 230 });
  bgt_item_set_center(s->other, (bgt_vec2){ 230, 220 });
  for (int i = 0; i < 2; i++) {
    bgt_item_create(NULL, &s->lone[i]);
    bgt_item_create(NULL, &s->corner[i]);
    bgt_item_set_size(s->corner[i], i ? (bgt_vec2){ 100, 20 } : (bgt_vec2){ 20, 80 });
    bgt_item_set_center(s->corner[i], i ? (bgt_vec2){ 150, 290 } : (bgt_vec2){ 110, 240 });
  }
  CHECK(bgt_item_group_create(s->corner, 2, &s->group) == BGT_OK);
  bgt_gravity_create(NULL, &s->gravity);
  bgt_collision_create(NULL, &s->collision);
  bgt_push_create(NULL, &s->push);
  bgt_item_behavior_create(&s->properties);
  bgt_behavior_create(&s->parent);
  CHECK(make_attachment(s) == BGT_OK);
  s->attachment = s->fresh;
  CHECK(make_snap(s) == BGT_OK);
  s->snap = s->fresh;
  CHECK(bgt_region_create_radius(500, &s->region) == BGT_OK);
  CHECK(make_field(s) == BGT_OK);
  s->field = s->fresh;
  s->fresh = 0;
}
static void tidy(scene *s) {
  bgt_release(s->made); bgt_release(s->second); bgt_release(s->fresh); bgt_release(s->shape);
  s->made = s->second = s->fresh = s->shape = 0;
  bgt_set_log(NULL, NULL, NULL);
}
static void drop(scene *s) {
  tidy(s);
  bgt_release(s->animator); bgt_release(s->item); bgt_release(s->other); bgt_release(s->gravity);
  bgt_release(s->group);
  for (int i = 0; i < 2; i++) { bgt_release(s->lone[i]); bgt_release(s->corner[i]); }
  bgt_release(s->collision); bgt_release(s->push); bgt_release(s->properties); bgt_release(s->parent);
  bgt_release(s->attachment); bgt_release(s->snap); bgt_release(s->field); bgt_release(s->region);
}
static void run_to(scene *s, int upto) {
  for (int i = 0; i < upto; i++) {
    CHECK(script[i].make(s) >= 0);
    tidy(s);
  }
}
static uint64_t digest(scene *s) {
  bgt_counters c;
  uint64_t count = 0, value = bgt_animator_get_state_hash(s->animator);
  memset(&c, 0, sizeof c);
  c.struct_size = sizeof c;
  (void)bgt_animator_get_counters(s->animator, &c);
  value = value * 31 + c.items + 100 * c.boundary_segments + 10000 * c.joints;
  (void)bgt_animator_get_behaviors(s->animator, NULL, 0, &count);
  value = value * 31 + count;
  (void)bgt_behavior_get_items(s->gravity, NULL, 0, &count);
  value = value * 31 + count;
  (void)bgt_behavior_get_items(s->collision, NULL, 0, &count);
  value = value * 31 + count;
  (void)bgt_behavior_get_items(s->field, NULL, 0, &count);
  value = value * 31 + count + (bgt_field_get_region(s->field) ? 7 : 0);
  (void)bgt_behavior_get_children(s->parent, NULL, 0, &count);
  value = value * 31 + count;
  (void)bgt_collision_get_boundary_identifiers(s->collision, NULL, 0, &count);
  value = value * 31 + count;
  (void)bgt_item_get_path(s->item, NULL, 0, &count);
  return (value * 31 + count) * 31 + bgt_get_live_count(BGT_KIND_NONE);
}
static uint64_t finish(scene *s, int from) {
  for (int i = from; i < CALLS; i++) {
    CHECK(script[i].make(s) >= 0);
    tidy(s);
  }
  return bgt_animator_get_state_hash(s->animator);
}

int main(void) {
  long refused = 0, done_without = 0;
  scene s;
  uint64_t reference;
  build(&s);
  reference = finish(&s, 0);
  CHECK(reference != 0);
  drop(&s);
  for (int k = 0; k < CALLS; k++) {
    int advances = !strncmp(script[k].name, "advance", 7);
    for (int n = 1; n < 200; n++) {
      uint64_t before, live = bgt_get_live_count(BGT_KIND_NONE);
      bgt_status status;
      bool failed;
      build(&s);
      run_to(&s, k);
      before = digest(&s);
      bgts_fail_allocation(n);
      status = script[k].make(&s);
      failed = bgts_allocation_failed();
      bgts_fail_allocation(0);
      if (status < 0) {
        refused++;
        if (!CHECK(failed && status == BGT_ERROR_OUT_OF_MEMORY)) printf("  %s, allocation %d: %d %s\n", script[k].name, n, status, bgt_last_error_message());
        if (!advances && !CHECK(digest(&s) == before)) printf("  %s, allocation %d: something changed\n", script[k].name, n);
        CHECK(!s.made && !s.second && !s.fresh && !s.shape);
        if (!CHECK(script[k].make(&s) >= 0)) printf("  %s, allocation %d: fails again: %s\n", script[k].name, n, bgt_last_error_message());
      } else if (failed) {
        done_without++;
      }
      tidy(&s);
      bgt_vec2 center = bgt_item_get_center(s.item);
      CHECK(isfinite(center.x) && isfinite(center.y));
      uint64_t after = finish(&s, k + 1);
      if (!advances && !CHECK(after == reference)) printf("  %s, allocation %d: another result\n", script[k].name, n);
      drop(&s);
      CHECK(bgt_get_live_count(BGT_KIND_NONE) == live);
      if (!failed) break;
    }
  }
  CHECK(refused > 20);
  printf("%ld calls refused, %ld did without\n", refused, done_without);
  return checks_done();
}
