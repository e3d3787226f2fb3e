/* Boundaries of the reference bounds: setters leave them to whoever next looks at the animator or changes it, which
   nobody may see. SPDX-License-Identifier: MIT */
#include "scene.h"
#include <stdint.h>

enum { BOXES = 12 };
/* How somebody looks after each setter: not at all, so that all is left to the next call or tick, or by these. */
enum { LAZILY, BY_HASH, BY_COUNTERS, BY_CONTACTS, WAYS };

typedef struct scene {
  bgt_animator animator;
  bgt_item boxes[BOXES];
  bgt_gravity gravity;
  bgt_collision walls, more;
  bgt_item_behavior properties;
  int way, told, used; /* Bits of the setters of bounds since somebody looked. */
  uint64_t random, log;
} scene;

static void note(scene *s, uint64_t word) { s->log = (s->log ^ word) * 0x100000001b3u; }
static uint64_t below(scene *s, uint64_t limit) {
  s->random = s->random * 6364136223846793005u + 1442695040888963407u;
  return (s->random >> 33) % limit;
}
static bgt_counters counters_of(bgt_animator animator) {
  bgt_counters counters;
  memset(&counters, 0, sizeof counters);
  counters.struct_size = sizeof counters;
  CHECK(bgt_animator_get_counters(animator, &counters) == BGT_OK);
  return counters;
}
static void look(scene *s) {
  uint64_t count;
  if (s->way == BY_HASH) CHECK(bgt_animator_get_state_hash(s->animator) != 0);
  if (s->way == BY_COUNTERS) CHECK(counters_of(s->animator).items <= BOXES);
  if (s->way == BY_CONTACTS) CHECK(bgt_collision_get_touched_boundaries(s->walls, s->boxes[0], NULL, 0, &count) == BGT_OK);
}
static bgt_rect some_bounds(scene *s) {
  bgt_rect rect = { 0, 0, 300 + 40 * (double)below(s, 4), 400 + 30 * (double)below(s, 5) };
  return rect;
}
static void on_contact(bgt_collision collision, const bgt_contact_event *event, void *context) {
  scene *s = context;
  void *item = bgt_item_get_user_data(event->item);
  note(s, (uint64_t)(uintptr_t)item * 8 + event->phase * 4 + event->step * 2 + (collision == s->more));
  if (event->other) note(s, (uint64_t)(uintptr_t)bgt_item_get_user_data(event->other));
  if (++s->told % 5 == 0 && !s->used) {
    s->used = 1;
    CHECK(bgt_animator_set_reference_bounds(s->animator, some_bounds(s)) == BGT_OK);
    look(s);
  }
}
static bgt_collision make_walls(scene *s) {
  bgt_collision collision = 0;
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_set_boundary_began(collision, on_contact, s, NULL) == BGT_OK);
  CHECK(bgt_collision_set_boundary_ended(collision, on_contact, s, NULL) == BGT_OK);
  CHECK(bgt_collision_set_items_began(collision, on_contact, s, NULL) == BGT_OK);
  CHECK(bgt_collision_set_items_ended(collision, on_contact, s, NULL) == BGT_OK);
  for (int i = 0; i < BOXES; i++) CHECK(bgt_behavior_add_item(collision, s->boxes[i]) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, collision) == BGT_OK);
  return collision;
}
static scene *make_scene(int way, uint64_t seed) {
  static scene one;
  scene *s = &one;
  memset(s, 0, sizeof *s);
  s->way = way;
  s->random = seed;
  s->animator = make_animator();
  CHECK(bgt_gravity_create(NULL, &s->gravity) == BGT_OK);
  for (int i = 0; i < BOXES; i++) {
    s->boxes[i] = make_item(60 + 60 * (i % 4), 300 - 60 * (i / 4), 40, 40);
    CHECK(bgt_item_set_user_data(s->boxes[i], (void *)(uintptr_t)(i + 1)) == BGT_OK);
    CHECK(bgt_behavior_add_item(s->gravity, s->boxes[i]) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(s->animator, s->gravity) == BGT_OK);
  s->properties = add_properties(s->animator, s->boxes[1]);
  s->walls = make_walls(s);
  s->more = make_walls(s);
  CHECK(bgt_animator_set_reference_bounds(s->animator, some_bounds(s)) == BGT_OK);
  CHECK(bgt_collision_set_translating_reference_bounds(s->walls, true) == BGT_OK);
  CHECK(bgt_animator_get_state_hash(s->animator) != 0);
  return s;
}
static void end_scene(scene *s) {
  bgt_release(s->walls); bgt_release(s->more); bgt_release(s->gravity);
  for (int i = 0; i < BOXES; i++) bgt_release(s->boxes[i]);
  bgt_release(s->animator);
}

/* One call at random; the first three kinds set reference bounds. */
static void change(scene *s) {
  const int kind = (int)below(s, 14);
  const bgt_item box = s->boxes[below(s, BOXES)];
  const bgt_insets insets = { 0, 10 * (double)below(s, 3), 10 * (double)below(s, 3), 5 };
  /* Of the same set twice, with no look between them, only the latest would count. */
  if (kind < 3 && s->used & 1 << kind) {
    CHECK(bgt_animator_get_state_hash(s->animator) != 0);
    s->used = 0;
  }
  if (kind < 3) s->used |= 1 << kind;
  switch (kind) {
  case 0: CHECK(bgt_animator_set_reference_bounds(s->animator, some_bounds(s)) == BGT_OK); break;
  case 1: CHECK(bgt_collision_set_reference_bounds_insets(s->walls, insets) == BGT_OK); break;
  case 2: CHECK(bgt_collision_set_translating_reference_bounds(s->more, below(s, 2) == 0) == BGT_OK); break;
  case 3: CHECK(bgt_collision_set_boundary_material(s->walls, NULL, 0.1 * (double)below(s, 5), 0.3) == BGT_OK); break;
  case 4: CHECK(bgt_collision_set_boundary_passing(s->more, NULL, below(s, 3) == 0 ? BGT_PASSING_FROM_LEFT : 0) == BGT_OK); break;
  case 5: CHECK(bgt_collision_set_boundary_surface_speed(s->walls, NULL, 20.0 * (double)below(s, 3)) == BGT_OK); break;
  case 6: CHECK(bgt_collision_add_boundary_segment(s->more, "shelf", v(0, 200), v(100, 210 + (double)below(s, 9))) == BGT_OK); break;
  case 7:
    CHECK(bgt_behavior_remove_item(s->walls, box) == BGT_OK && bgt_behavior_add_item(s->walls, box) == BGT_OK);
    break;
  case 8:
    CHECK(bgt_animator_remove_behavior(s->animator, s->more) == BGT_OK);
    CHECK(bgt_animator_add_behavior(s->animator, s->more) == BGT_OK);
    break;
  case 9: CHECK(bgt_collision_set_mode(s->more, 1 + (uint32_t)below(s, 3)) == BGT_OK); break;
  case 10: CHECK(bgt_item_behavior_set_linear_velocity(s->properties, v(90, -200), s->boxes[1]) == BGT_OK); break;
  case 11: CHECK(bgt_gravity_set_magnitude(s->gravity, 1 + 0.1 * (double)below(s, 4)) == BGT_OK); break;
  case 12: CHECK(bgt_animator_set_using_documented_defaults(s->animator, below(s, 2) == 0) == BGT_OK); break;
  default: CHECK(bgt_item_set_center(box, v(60, 60)) == BGT_OK && bgt_animator_update_item(s->animator, box) == BGT_OK);
  }
  look(s);
}
static uint64_t random_run(int way, uint64_t seed) {
  scene *s = make_scene(way, seed);
  for (int step = 0; step < 400; step++) {
    for (uint64_t count = below(s, 4); count > 0; count--) change(s);
    s->used = 0;
    tick(s->animator);
    /* What callbacks left, nobody has seen yet. */
    for (int i = 0; i < BOXES; i++) note(s, (uint64_t)(1e6 * bgt_item_get_center(s->boxes[i]).y));
    if (step % 40 == 39) {
      for (int i = 0; i < 120; i++) { /* Some fall asleep. */
        s->used = 0;
        tick(s->animator);
      }
      note(s, bgt_animator_get_state_hash(s->animator));
    }
  }
  note(s, bgt_animator_get_state_hash(s->animator));
  const uint64_t log = s->log;
  CHECK(s->told > 50);
  end_scene(s);
  return log;
}
static void nobody_sees_when_boundaries_follow(void) {
  for (uint64_t seed = 1; seed <= 6; seed++) {
    const uint64_t lazily = random_run(LAZILY, seed);
    for (int way = LAZILY + 1; way < WAYS; way++) CHECK(random_run(way, seed) == lazily);
  }
}

static bgt_animator settled(bgt_item *item, bgt_collision *walls) {
  bgt_animator animator = make_animator();
  *item = make_item(50, 180, 20, 20);
  CHECK(bgt_collision_create(NULL, walls) == BGT_OK && bgt_behavior_add_item(*walls, *item) == BGT_OK);
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 100, 200 }) == BGT_OK);
  CHECK(bgt_collision_set_translating_reference_bounds(*walls, true) == BGT_OK);
  add_gravity(animator, *item);
  CHECK(bgt_animator_add_behavior(animator, *walls) == BGT_OK);
  run(animator, 3);
  CHECK(bgt_item_is_resting(*item) && !bgt_animator_is_running(animator));
  return animator;
}

static void getters_see_it_at_once(void) {
  bgt_item item;
  bgt_collision walls;
  bgt_animator animator = settled(&item, &walls);
  bgt_rect bounds;
  uint64_t count = 9;
  CHECK(counters_of(animator).boundary_segments == 4 && counters_of(animator).touching_contacts == 1);
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 100, 300 }) == BGT_OK);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_OK && bounds.height == 300);
  CHECK(bgt_animator_is_running(animator) && !bgt_item_is_resting(item));
  CHECK(counters_of(animator).touching_contacts == 0 && counters_of(animator).awake_items == 1);
  run(animator, 3);
  CHECK(at(item, 50, 290, 0.5) && bgt_item_is_resting(item));
  CHECK(bgt_collision_set_translating_reference_bounds(walls, false) == BGT_OK);
  CHECK(bgt_collision_get_touched_boundaries(walls, item, NULL, 0, &count) == BGT_OK && count == 0);
  CHECK(counters_of(animator).boundary_segments == 0);
  CHECK(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ 0, 0, 5, 0 }) == BGT_OK);
  CHECK(bgt_collision_get_reference_bounds_insets(walls).bottom == 5);
  CHECK(counters_of(animator).boundary_segments == 4);
  CHECK(bgt_animator_clear_reference_bounds(animator) == BGT_OK && counters_of(animator).boundary_segments == 0);
  bgt_release(walls); bgt_release(item); bgt_release(animator);
}

static void errors_are_told_at_once(void) {
  bgt_item item;
  bgt_collision walls;
  bgt_animator animator = settled(&item, &walls);
  bgt_rect bounds;
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, NAN, 1, 1 }) == BGT_ERROR_RANGE);
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 2e9, 1 }) == BGT_ERROR_RANGE);
  CHECK(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ 0, 0, 0, INFINITY }) == BGT_ERROR_RANGE);
  CHECK(strstr(bgt_last_error_message(), "insets.right is inf; pass a finite value within 1e9") != NULL);
  CHECK(bgt_animator_get_reference_bounds(animator, &bounds) == BGT_OK && bounds.height == 200);
  CHECK(bgt_item_is_resting(item) && !bgt_animator_is_running(animator));
  bgt_release(walls); bgt_release(item); bgt_release(animator);
}

static void set_twice_the_latest_counts(void) {
  bgt_item item;
  bgt_collision walls;
  bgt_animator animator = settled(&item, &walls);
  const bgt_contact_event *events;
  uint64_t count;
  for (int i = 0; i < 5; i++) CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 100, 300 + i }) == BGT_OK);
  /* Back to where it was: a new boundary in the place of the old, and nobody is told of an end or a beginning. */
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 100, 200 }) == BGT_OK);
  for (int i = 0; i < 30; i++) {
    tick(animator);
    CHECK(bgt_animator_get_contacts(animator, &events, &count) == BGT_OK && count == 0);
  }
  CHECK(at(item, 50, 190, 0.5));
  CHECK(bgt_collision_set_translating_reference_bounds(walls, false) == BGT_OK);
  CHECK(bgt_collision_set_translating_reference_bounds(walls, true) == BGT_OK);
  CHECK(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ 0, 0, -100, 0 }) == BGT_OK);
  tick(animator);
  CHECK(bgt_animator_get_contacts(animator, &events, &count) == BGT_OK && count == 1);
  CHECK(count == 1 && events->phase == BGT_CONTACT_ENDED && events->item == item && events->boundary == 0);
  run(animator, 3);
  CHECK(at(item, 50, 290, 0.5));
  bgt_release(walls); bgt_release(item); bgt_release(animator);
}

/* 0: the behavior leaves, 1: it dies, 2: the animator dies, 3: the behavior goes to another animator. */
static void what_leaves_takes_its_boundary_along(int way) {
  bgt_item item;
  bgt_collision walls;
  bgt_animator animator = settled(&item, &walls), other = make_animator();
  const bgt_contact_event *events;
  uint64_t count;
  CHECK(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ 0, 0, 50, 0 }) == BGT_OK);
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 100, 250 }) == BGT_OK);
  CHECK(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ 0, 0, 60, 0 }) == BGT_OK);
  if (way == 2) {
    bgt_release(animator);
    CHECK(bgt_collision_get_reference_bounds_insets(walls).bottom == 60);
  } else {
    CHECK(bgt_animator_remove_behavior(animator, walls) == BGT_OK);
    CHECK(counters_of(animator).boundary_segments == 0);
    CHECK(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ 0, 0, 70, 0 }) == BGT_OK);
    if (way == 1) bgt_release(walls);
    if (way == 3) {
      CHECK(bgt_animator_set_reference_bounds(other, (bgt_rect){ 0, 0, 100, 90 }) == BGT_OK);
      CHECK(bgt_behavior_remove_item(walls, item) == BGT_OK && bgt_animator_add_behavior(other, walls) == BGT_OK);
      CHECK(counters_of(other).boundary_segments == 4);
    }
    tick(animator);
    CHECK(bgt_animator_get_contacts(animator, &events, &count) == BGT_OK && count == 1);
    CHECK(count == 1 && events->phase == BGT_CONTACT_ENDED && events->item == item && events->other == 0);
    run(animator, 1);
    CHECK(bgt_item_get_center(item).y > 300 && counters_of(animator).boundary_segments == 0);
    bgt_release(animator);
  }
  if (way != 1) bgt_release(walls);
  bgt_release(item); bgt_release(other);
}

static bool meddles(bgt_collision collision, const bgt_contact_event *event, void *context) {
  bgt_animator animator = *(bgt_animator *)context;
  (void)event;
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 1, 1 }) == BGT_ERROR_BUSY);
  CHECK(bgt_collision_set_translating_reference_bounds(collision, false) == BGT_ERROR_BUSY);
  return false;
}
static void inside_a_step_it_is_refused(void) {
  bgt_item item;
  bgt_collision walls;
  bgt_animator animator = settled(&item, &walls);
  CHECK(bgt_collision_set_veto(walls, meddles, &animator, NULL) == BGT_OK);
  CHECK(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 100, 220 }) == BGT_OK);
  run(animator, 3);
  CHECK(at(item, 50, 210, 0.5));
  bgt_release(walls); bgt_release(item); bgt_release(animator);
}

int main(void) {
  nobody_sees_when_boundaries_follow();
  getters_see_it_at_once();
  errors_are_told_at_once();
  set_twice_the_latest_counts();
  for (int way = 0; way < 4; way++) what_leaves_takes_its_boundary_along(way);
  inside_a_step_it_is_refused();
  return scene_done();
}
