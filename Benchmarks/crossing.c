/* Times what crossing into the library costs: some properties (properties.c: all), 10,000 states, and a tick of 200 items
   with 4 springs each in 3 fields. Prints one figure per line: name, value, unit. SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CALLS = 1000000, ITEMS = 10000, MOVING = 200, TICKS = 600, ROUNDS = 7 };
static bgt_item items[ITEMS];

static void must(bgt_status status) {
  if (status >= 0) return;
  fprintf(stderr, "crossing: %s\n", bgt_last_error_message());
  exit(1);
}
static double now(void) { /* seconds of processor time of this thread */
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
/* The least of some rounds of a loop, per pass. */
#define LEAST(passes, seconds, body)                                    \
  do {                                                                  \
    seconds = 1e30;                                                     \
    for (int round_ = 0; round_ < ROUNDS; round_++) {                   \
      const double start_ = now();                                      \
      for (int i = 0; i < (passes); i++) { body; }                      \
      const double spent_ = (now() - start_) / (passes);                \
      if (spent_ < seconds) seconds = spent_;                           \
    }                                                                   \
  } while (0)

static bgt_item make_item(double x, double y) {
  bgt_item_def def;
  bgt_item item;
  bgt_item_def_init(&def);
  def.center = (bgt_vec2){ x, y };
  def.size = (bgt_vec2){ 20, 20 };
  must(bgt_item_create(&def, &item));
  return item;
}

static void properties(void) {
  double t, sum = 0;
  bgt_animator animator;
  bgt_gravity gravity;
  const bgt_item item = make_item(0, 0), loose = make_item(5, 5);
  must(bgt_animator_create(NULL, &animator));
  must(bgt_gravity_create(NULL, &gravity));
  must(bgt_behavior_add_item(gravity, item));
  must(bgt_animator_add_behavior(animator, gravity));
  must(bgt_animator_advance(animator, 1.0 / 60, NULL));
  LEAST(CALLS, t, sum += bgt_item_get_center(item).x);
  printf("get_center %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, sum += bgt_item_get_angle(item));
  printf("get_angle %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, sum += bgt_gravity_get_magnitude(gravity));
  printf("gravity_get_magnitude %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, sum += bgt_animator_get_elapsed_seconds(animator));
  printf("get_elapsed_seconds %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, must(bgt_item_set_center(item, (bgt_vec2){ i & 255, 1 })));
  printf("set_center %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, must(bgt_item_set_center(loose, (bgt_vec2){ i & 255, 1 })));
  printf("set_center_loose %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, must(bgt_item_set_angle(item, i & 255)));
  printf("set_angle %.1f ns\n", t * 1e9);
  LEAST(CALLS, t, must(bgt_gravity_set_magnitude(gravity, i & 1 ? 1 : 0.5)));
  printf("gravity_set_magnitude %.1f ns\n", t * 1e9);
  must(bgt_release(item));
  must(bgt_release(loose));
  must(bgt_release(gravity));
  must(bgt_release(animator));
  if (sum == 0.125) printf("-");
}

static void states(void) {
  static bgt_item_state copies[ITEMS];
  double t;
  uint64_t count;
  bgt_animator animator;
  bgt_gravity gravity;
  must(bgt_animator_create(NULL, &animator));
  must(bgt_gravity_create(NULL, &gravity));
  for (int i = 0; i < ITEMS; i++) must(bgt_behavior_add_item(gravity, items[i] = make_item(i % 100 * 30, i / 100 * 30)));
  must(bgt_animator_add_behavior(animator, gravity));
  must(bgt_animator_advance(animator, 1.0 / 60, NULL));
  const bgt_item_state *view;
  LEAST(1000, t, must(bgt_animator_get_states(animator, &view, &count)));
  printf("states_view_10000 %.3f us\n", t * 1e6);
  LEAST(100, t, must(bgt_animator_copy_states(animator, copies, ITEMS, &count)));
  printf("states_copy_10000 %.1f us\n", t * 1e6);
  for (int i = 0; i < ITEMS; i++) must(bgt_release(items[i]));
  must(bgt_release(gravity));
  must(bgt_release(animator));
}

/* The scene of crossing.py, step by step the same. */
static void tick(void) {
  const bgt_field_kind kinds[] = { BGT_FIELD_SPRING, BGT_FIELD_VORTEX, BGT_FIELD_NOISE };
  bgt_animator animator;
  bgt_field fields[3];
  double least = 1e30;
  must(bgt_animator_create(NULL, &animator));
  must(bgt_animator_set_rest_speed(animator, 0));
  for (int k = 0; k < 3; k++) {
    bgt_field_def def;
    bgt_field_def_init(&def);
    def.kind = kinds[k];
    def.position = (bgt_vec2){ 500, 500 };
    def.strength = 0.2;
    must(bgt_field_create(&def, &fields[k]));
  }
  for (int i = 0; i < MOVING; i++) {
    const double x = i % 20 * 50, y = i / 20 * 50;
    items[i] = make_item(x, y);
    for (int k = 0; k < 3; k++) must(bgt_behavior_add_item(fields[k], items[i]));
    for (int k = 0; k < 4; k++) {
      bgt_attachment_def def;
      bgt_attachment spring;
      bgt_attachment_def_init(&def);
      def.item = items[i];
      def.anchor = (bgt_vec2){ x + (k % 2 ? 40 : -40), y + (k / 2 ? 40 : -40) };
      def.length = 45;
      def.frequency = 1.5;
      must(bgt_attachment_create(&def, &spring));
      must(bgt_animator_add_behavior(animator, spring));
      must(bgt_release(spring));
    }
  }
  for (int k = 0; k < 3; k++) must(bgt_animator_add_behavior(animator, fields[k]));
  for (int i = 0; i < 60; i++) must(bgt_animator_advance(animator, 1.0 / 60, NULL));
  for (int round = 0; round < ROUNDS; round++) {
    const double start = now();
    for (int i = 0; i < TICKS; i++) must(bgt_animator_advance(animator, 1.0 / 60, NULL));
    const double spent = (now() - start) / TICKS;
    if (spent < least) least = spent;
  }
  printf("tick_200 %.2f us\n", least * 1e6);
  printf("hash %016llx\n", (unsigned long long)bgt_animator_get_state_hash(animator));
  for (int k = 0; k < 3; k++) must(bgt_release(fields[k]));
  for (int i = 0; i < MOVING; i++) must(bgt_release(items[i]));
  must(bgt_release(animator));
}

int main(void) {
  properties();
  states();
  tick();
  return bgt_get_live_count(BGT_KIND_NONE) != 0;
}
