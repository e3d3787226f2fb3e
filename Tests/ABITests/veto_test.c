/* The veto of a collision behavior through the C API: what it is told, what it may do, its context. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>
#include "check.h"

static bgt_vec2 v(double x, double y) { return (bgt_vec2){ x, y }; }

typedef struct scene {
  bgt_animator animator;
  bgt_item item, other;
  bgt_collision collision;
  bgt_gravity gravity;
  int calls, busy, releases, began;
  bool refuses;
  bgt_contact_event last;
} scene;

static void on_release(void *context) { ((scene *)context)->releases++; }
static void on_began(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event;
  ((scene *)context)->began++;
}
static bool on_touch(bgt_collision collision, const bgt_contact_event *event, void *context) {
  scene *s = context;
  CHECK(collision == s->collision && event->behavior == collision && event->phase == BGT_CONTACT_BEGAN);
  CHECK(event->impulse == 0 && event->approach_speed >= 0 && isfinite(event->point.x + event->point.y));
  CHECK(fabs(hypot(event->normal.x, event->normal.y) - 1) < 1e-3);
  CHECK(bgt_item_get_animator(event->item) == s->animator && bgt_collision_get_mode(collision) == 3);
  if (bgt_collision_set_mode(collision, 0) == BGT_ERROR_BUSY) s->busy++;
  if (bgt_animator_advance(s->animator, 1, NULL) == BGT_ERROR_BUSY) s->busy++;
  if (bgt_collision_set_veto(collision, NULL, NULL, NULL) == BGT_ERROR_BUSY) s->busy++;
  if (bgt_collision_remove_all_boundaries(collision) == BGT_ERROR_BUSY) s->busy++;
  CHECK(bgt_retain(event->item) == BGT_OK && bgt_release(event->item) == BGT_OK);
  s->calls++;
  s->last = *event;
  return s->refuses;
}

static void make(scene *s, bool refuses) {
  bgt_item_def def;
  memset(s, 0, sizeof *s);
  s->refuses = refuses;
  bgt_item_def_init(&def);
  def.center = v(0, -60); def.size = v(20, 20);
  CHECK(bgt_item_create(&def, &s->item) == BGT_OK);
  def.center = v(0, -100);
  CHECK(bgt_item_create(&def, &s->other) == BGT_OK);
  CHECK(bgt_animator_create(NULL, &s->animator) == BGT_OK && bgt_gravity_create(NULL, &s->gravity) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &s->collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(s->gravity, s->item) == BGT_OK && bgt_behavior_add_item(s->collision, s->item) == BGT_OK);
  CHECK(bgt_behavior_add_item(s->gravity, s->other) == BGT_OK && bgt_behavior_add_item(s->collision, s->other) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(s->collision, "floor", v(-100, 0), v(100, 0)) == BGT_OK);
  CHECK(bgt_collision_set_boundary_began(s->collision, on_began, s, NULL) == BGT_OK);
  CHECK(bgt_collision_set_items_began(s->collision, on_began, s, NULL) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->collision) == BGT_OK);
}
static void advance(scene *s, int ticks) {
  for (int i = 0; i < ticks; i++) CHECK(bgt_animator_advance(s->animator, 1.0 / 60.0, NULL) == BGT_OK);
}
static void drop(scene *s) {
  CHECK(bgt_release(s->animator) == BGT_OK && bgt_release(s->collision) == BGT_OK && bgt_release(s->gravity) == BGT_OK);
  CHECK(bgt_release(s->item) == BGT_OK && bgt_release(s->other) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

int main(void) {
  scene s, plain;
  /* Allowed: the same bits as without a veto. */
  make(&s, false);
  make(&plain, false);
  CHECK(bgt_collision_set_veto(s.collision, on_touch, &s, on_release) == BGT_OK && s.calls == 0);
  for (int i = 0; i < 60; i++) {
    advance(&s, 1);
    advance(&plain, 1);
    CHECK(bgt_animator_get_state_hash(s.animator) == bgt_animator_get_state_hash(plain.animator));
  }
  CHECK(s.calls > 1 && s.busy == 4 * s.calls && s.began == plain.began && s.began > 1);
  CHECK(bgt_collision_set_veto(s.collision, NULL, NULL, NULL) == BGT_OK && s.releases == 1);
  CHECK(bgt_release(plain.animator) == BGT_OK && bgt_release(plain.collision) == BGT_OK);
  CHECK(bgt_release(plain.gravity) == BGT_OK && bgt_release(plain.item) == BGT_OK && bgt_release(plain.other) == BGT_OK);
  drop(&s);

  /* Refused: both fall through the floor and each other; the context comes back with the behavior. */
  make(&s, true);
  CHECK(bgt_collision_set_veto(s.collision, on_touch, &s, on_release) == BGT_OK);
  CHECK(bgt_collision_set_veto(0, on_touch, &s, on_release) == BGT_ERROR_STALE_ID);
  CHECK(bgt_collision_set_veto(s.gravity, on_touch, &s, on_release) == BGT_ERROR_WRONG_KIND);
  advance(&s, 60);
  CHECK(bgt_item_get_center(s.item).y > 300 && bgt_item_get_center(s.other).y > 300);
  CHECK(s.began == 0 && s.calls > 10 && s.releases == 0);
  CHECK(s.last.item == s.other && s.last.other == 0 && s.last.boundary == bgt_intern("floor"));
  drop(&s);
  CHECK(s.releases == 1);
  return checks_done();
}
