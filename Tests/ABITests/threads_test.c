/* Threads: groups run in parallel, a second thread is told BUSY, and what loses its last reference while its group
   advances dies on the advancing thread. SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <bagatelle/bagatelle.h>
#include <pthread.h>
#include <string.h>
#include "check.h"

#define TICK (1.0 / 60.0)
enum { WORKERS = 4 };

static bgt_item make_item(double x, double y) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center.x = x; def.center.y = y; def.size.x = def.size.y = 20;
  if (bgt_item_create(&def, &item) < 0) return 0;
  return item;
}
static void in_parallel(void *(*body)(void *), void *arguments, size_t size, int count) {
  pthread_t threads[16];
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, body, (char *)arguments + (size_t)i * size);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}
static void elsewhere(void *(*body)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, argument);
  pthread_join(thread, NULL);
}

/* ---- Groups in parallel ---------------------------------------------------------------------- */
static void *fall(void *out) {
  for (int round = 0; round < 5; round++) {
    bgt_animator animator = 0;
    bgt_gravity gravity = 0;
    bgt_collision collision = 0;
    bgt_item items[10];
    bgt_vec2 from = { 0, 300 }, to = { 400, 310 };
    bgt_animator_create(NULL, &animator);
    bgt_gravity_create(NULL, &gravity);
    bgt_collision_create(NULL, &collision);
    bgt_collision_add_boundary_segment(collision, "shared name", from, to);
    for (int i = 0; i < 10; i++) {
      items[i] = make_item(50 + 25 * i, 20 + 9 * i);
      bgt_behavior_add_item(gravity, items[i]);
      bgt_behavior_add_item(collision, items[i]);
    }
    bgt_animator_add_behavior(animator, gravity);
    bgt_animator_add_behavior(animator, collision);
    for (int i = 0; i < 90; i++) bgt_animator_advance(animator, TICK, NULL);
    *(uint64_t *)out = bgt_animator_get_state_hash(animator);
    bgt_release(animator); bgt_release(gravity); bgt_release(collision);
    for (int i = 0; i < 10; i++) bgt_release(items[i]);
  }
  return NULL;
}
static void animators_run_in_parallel_with_equal_results(void) {
  uint64_t hashes[WORKERS] = { 0 }, alone = 0;
  fall(&alone);
  in_parallel(fall, hashes, sizeof *hashes, WORKERS);
  for (int i = 0; i < WORKERS; i++) CHECK(hashes[i] == alone && alone != 0);
}

/* ---- A second thread ------------------------------------------------------------------------- */
typedef struct scene {
  bgt_animator animator;
  bgt_gravity gravity, extra;
  bgt_item item;
  pthread_t main, died_on;
  int done, released;
  bgt_status advance, set, add, getter, retain;
  bool alive;
} scene;

static void on_release(void *context) {
  scene *s = context;
  s->released++;
  s->died_on = pthread_self();
}
static void build(scene *s) {
  memset(s, 0, sizeof *s);
  s->main = pthread_self();
  CHECK(bgt_animator_create(NULL, &s->animator) == BGT_OK && bgt_gravity_create(NULL, &s->gravity) == BGT_OK);
  CHECK(bgt_gravity_create(NULL, &s->extra) == BGT_OK);
  s->item = make_item(10, 10);
  CHECK(bgt_behavior_add_item(s->gravity, s->item) == BGT_OK);
  CHECK(bgt_behavior_add_item(s->extra, s->item) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(s->animator, s->extra) == BGT_OK);
}
static void drop(scene *s) {
  bgt_release(s->animator); bgt_release(s->gravity); bgt_release(s->item);
}

static void *intrude(void *context) {
  scene *s = context;
  bgt_vec2 center = { 1, 1 };
  s->advance = bgt_animator_advance(s->animator, TICK, NULL);
  s->set = bgt_item_set_center(s->item, center);
  s->add = bgt_behavior_add_item(s->gravity, s->item);
  bgt_clear_error();
  (void)bgt_gravity_get_angle(s->gravity);
  s->getter = bgt_last_error();
  s->retain = bgt_retain(s->item); /* safe from any thread */
  bgt_release(s->item);
  s->alive = bgt_is_alive(s->item) && bgt_get_kind(s->gravity) == BGT_KIND_GRAVITY;
  return NULL;
}
static void call_intruder(bgt_behavior behavior, void *context) {
  (void)behavior;
  if (!((scene *)context)->done++) elsewhere(intrude, context);
}
static void a_second_thread_is_told_busy(void) {
  scene s;
  build(&s);
  CHECK(bgt_behavior_set_action(s.gravity, call_intruder, &s, NULL) == BGT_OK);
  CHECK(bgt_animator_advance(s.animator, TICK, NULL) == BGT_OK);
  CHECK(s.done == 1 && s.advance == BGT_ERROR_BUSY && s.set == BGT_ERROR_BUSY && s.add == BGT_ERROR_BUSY);
  CHECK(s.getter == BGT_ERROR_BUSY && s.retain == BGT_OK && s.alive);
  elsewhere(intrude, &s); /* between ticks the group may change hands */
  CHECK(s.advance == BGT_OK && s.set == BGT_OK && s.getter == BGT_OK);
  bgt_release(s.extra);
  drop(&s);
}

/* ---- Deaths while the group advances --------------------------------------------------------- */
static void *release_extra(void *context) {
  scene *s = context;
  s->set = bgt_release(s->extra);
  return NULL;
}
static void remove_and_release(bgt_behavior behavior, void *context) {
  scene *s = context;
  (void)behavior;
  if (s->done++) return;
  CHECK(bgt_animator_remove_behavior(s->animator, s->extra) == BGT_OK);
  elsewhere(release_extra, s);
  s->alive = bgt_is_alive(s->extra) && s->released == 0;
}
static void release_elsewhere(bgt_behavior behavior, void *context) {
  scene *s = context;
  (void)behavior;
  if (s->done++) return;
  elsewhere(release_extra, s);
  CHECK(bgt_animator_remove_behavior(s->animator, s->extra) == BGT_OK);
  s->alive = bgt_is_alive(s->extra) && s->released == 0;
}
static void what_loses_its_last_reference_dies_when_the_advance_returns(void) {
  for (int order = 0; order < 2; order++) {
    scene s;
    build(&s);
    CHECK(bgt_behavior_set_will_move(s.extra, NULL, NULL, NULL) == BGT_OK);
    CHECK(bgt_behavior_set_action(s.extra, call_intruder, &s, on_release) == BGT_OK);
    s.done = 0;
    CHECK(bgt_behavior_set_action(s.gravity, order ? release_elsewhere : remove_and_release, &s, NULL) == BGT_OK);
    CHECK(bgt_animator_advance(s.animator, TICK, NULL) == BGT_OK);
    CHECK(s.set == BGT_OK && s.alive && !bgt_is_alive(s.extra));
    CHECK(s.released == 1 && pthread_equal(s.died_on, s.main));
    drop(&s);
  }
}

enum { PIECES = 300 };
typedef struct storm {
  bgt_animator animator;
  bgt_gravity gravity;
  bgt_item pieces[PIECES];
  int released[PIECES];
  int next, dead;
} storm;
static void nothing(bgt_item item, void *context) { (void)item; (void)context; }
static void count_piece(void *context) { __atomic_fetch_add((int *)context, 1, __ATOMIC_RELAXED); }
static void remove_piece(bgt_behavior behavior, void *context) {
  storm *s = context;
  if (s->next < PIECES) (void)bgt_behavior_remove_item(behavior, s->pieces[s->next++]);
}
static void *release_pieces(void *context) {
  storm *s = context;
  for (int i = 0; i < PIECES; i++) {
    s->dead += !bgt_is_alive(s->pieces[i]);
    for (int k = 0; k < 20; k++) { bgt_retain(s->pieces[i]); bgt_release(s->pieces[i]); }
    (void)bgt_release(s->pieces[i]);
  }
  return NULL;
}
static void releases_and_removals_may_race(void) {
  static storm s;
  pthread_t thread;
  int wrong = 0;
  memset(&s, 0, sizeof s);
  bgt_animator_create(NULL, &s.animator);
  bgt_gravity_create(NULL, &s.gravity);
  for (int i = 0; i < PIECES; i++) {
    s.pieces[i] = make_item(i * 30, 0);
    bgt_item_set_rest_callback(s.pieces[i], nothing, &s.released[i], count_piece);
    bgt_behavior_add_item(s.gravity, s.pieces[i]);
  }
  bgt_behavior_set_action(s.gravity, remove_piece, &s, NULL);
  bgt_animator_add_behavior(s.animator, s.gravity);
  pthread_create(&thread, NULL, release_pieces, &s);
  for (int i = 0; i < PIECES + 5; i++) (void)bgt_animator_advance(s.animator, TICK, NULL);
  pthread_join(thread, NULL);
  (void)bgt_animator_advance(s.animator, TICK, NULL);
  bgt_release(s.animator); bgt_release(s.gravity);
  for (int i = 0; i < PIECES; i++) wrong += bgt_is_alive(s.pieces[i]) || s.released[i] != 1;
  CHECK(wrong == 0 && s.dead == 0);
}

/* ---- What is safe from any thread ------------------------------------------------------------ */
static void *count_references(void *context) {
  bgt_id id = *(bgt_id *)context;
  long bad = 0;
  for (int i = 0; i < 20000; i++) {
    bad += bgt_retain(id) != BGT_OK;
    bad += !bgt_is_alive(id) || bgt_get_kind(id) != BGT_KIND_ITEM;
    bad += bgt_release(id) != BGT_OK;
  }
  *(bgt_id *)context = (bgt_id)bad;
  return NULL;
}
static void *make_and_drop(void *context) {
  bgt_item batch[50];
  long bad = 0;
  for (int round = 0; round < 40; round++) {
    for (int i = 0; i < 50; i++) bad += (batch[i] = make_item(i, round)) == 0;
    for (int i = 0; i < 50; i++) bad += bgt_item_get_center(batch[i]).x != i;
    for (int i = 0; i < 50; i++) bad += bgt_release(batch[i]) != BGT_OK;
  }
  *(long *)context = bad;
  return NULL;
}
static void *intern_names(void *context) {
  bgt_name *names = context;
  char text[16];
  for (int i = 0; i < 100; i++) {
    snprintf(text, sizeof text, "name %d", i);
    names[i] = bgt_intern(text);
  }
  return NULL;
}
static void *fail_once(void *context) {
  bgt_status *seen = context;
  seen[0] = bgt_last_error();
  (void)bgt_get_limit(99);
  seen[1] = bgt_last_error();
  return NULL;
}
static void counts_names_and_errors_are_safe_from_any_thread(void) {
  static bgt_name names[WORKERS][100];
  bgt_item item = make_item(0, 0);
  bgt_id ids[WORKERS];
  long bad[WORKERS] = { 0 };
  bgt_status seen[2] = { 7, 7 };
  uint64_t before = bgt_get_live_count(BGT_KIND_ITEM);
  for (int i = 0; i < WORKERS; i++) ids[i] = item;
  in_parallel(count_references, ids, sizeof *ids, WORKERS);
  for (int i = 0; i < WORKERS; i++) CHECK(ids[i] == 0);
  CHECK(bgt_is_alive(item) && bgt_release(item) == BGT_OK && !bgt_is_alive(item));
  in_parallel(make_and_drop, bad, sizeof *bad, WORKERS);
  for (int i = 0; i < WORKERS; i++) CHECK(bad[i] == 0);
  CHECK(bgt_get_live_count(BGT_KIND_ITEM) == before - 1);
  in_parallel(intern_names, names, sizeof *names, WORKERS);
  for (int i = 1; i < WORKERS; i++) CHECK(!memcmp(names[i], names[0], sizeof names[0]));
  bgt_clear_error();
  elsewhere(fail_once, seen);
  CHECK(seen[0] == BGT_OK && seen[1] == BGT_ERROR_RANGE && bgt_last_error() == BGT_OK);
}

int main(void) {
  animators_run_in_parallel_with_equal_results();
  a_second_thread_is_told_busy();
  what_loses_its_last_reference_dies_when_the_advance_returns();
  releases_and_removals_may_race();
  counts_names_and_errors_are_safe_from_any_thread();
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
