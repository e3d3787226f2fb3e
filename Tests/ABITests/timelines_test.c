/* Random timelines: animations of all timings that start, pause, turn, go on, are retargeted and coast. What is presented depends on the clock
   alone, not on the advances in which it came there, bit for bit; and where a running animation turns or changes its pace nothing jumps.
   BAGATELLE_TIMELINES and BAGATELLE_TIMELINE_SEED vary them. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "random.h"

#ifdef NDEBUG
enum { TIMELINES = 3000 };
#else
enum { TIMELINES = 150 }; /* an unoptimized library takes its time */
#endif
enum { ITEMS = 4, ANIMATORS = 12, ACTS = 60, OWN_CHANNEL = 5 };

static bgt_timeline timeline;
static bgt_item items[ITEMS];
static bgt_property_animator animators[ANIMATORS];
static int count;

static const bgt_vec2 none = { 0, 0 };
static bgt_vec2 point(double least, double greatest) {
  bgt_vec2 r;
  r.x = between(least, greatest);
  r.y = between(least, greatest);
  return r;
}

static bgt_timing some_timing(void) {
  bgt_timing timing = 0, curve = 0, spring = 0;
  bgt_vec2 velocity = below(2) ? none : point(-3, 3), first, second, points[4] = { { 0, 0 }, { 0.3, 0 }, { 0.6, 0 }, { 1, 1 } };
  const bool is_absolute = below(4) == 0;
  bgt_status status = BGT_OK;
  switch (below(8)) {
    case 0: status = bgt_timing_create_curve(below(5), &timing); break;
    case 1:
      first = point(0, 1);
      second = point(0, 1);
      status = bgt_timing_create_cubic(first, second, false, &timing);
      break;
    case 2: status = bgt_timing_create_spring_ratio(between(0.1, 1.2), velocity, is_absolute, &timing); break;
    case 3: status = bgt_timing_create_spring_response(between(0.1, 0.8), 1.5, velocity, is_absolute, &timing); break;
    case 4: status = bgt_timing_create_spring_response(0.5, between(0.2, 1), velocity, is_absolute, &timing); break;
    case 5:
      points[1].y = between(0, 1);
      points[2].y = between(0, 1);
      status = bgt_timing_create_piecewise(points, 4, &timing);
      break;
    case 6:
      CHECK(bgt_timing_create_curve(below(4), &curve) == BGT_OK);
      CHECK(bgt_timing_create_spring_ratio(between(0.2, 1), velocity, false, &spring) == BGT_OK);
      status = bgt_timing_create_composed(curve, spring, &timing);
      CHECK(bgt_release(curve) == BGT_OK && bgt_release(spring) == BGT_OK);
      break;
    default: break; /* none: ease in and out */
  }
  CHECK(status == BGT_OK);
  return timing;
}
static bgt_channel_values some_values(bgt_channel channel) {
  bgt_channel_values v = { 0, 0, 0, 0 };
  v.x = channel == BGT_CHANNEL_ALPHA ? between(0, 1) : channel == BGT_CHANNEL_ROTATION ? between(-4, 4) : between(-200, 200);
  if (channel <= BGT_CHANNEL_BOUNDS) v.y = between(-200, 200);
  if (channel == BGT_CHANNEL_BOUNDS) {
    v.z = between(10, 100);
    v.w = between(10, 100);
  }
  return v;
}
static bgt_channel some_channel(void) {
  static const bgt_channel channels[] = { BGT_CHANNEL_CENTER, BGT_CHANNEL_BOUNDS, BGT_CHANNEL_ROTATION, BGT_CHANNEL_ALPHA, OWN_CHANNEL };
  return channels[below(5)];
}
static void change_some(void) {
  for (int n = 1 + below(3); n > 0; n--) {
    bgt_item changed = items[below(ITEMS)];
    if (below(5)) {
      bgt_channel channel = some_channel();
      (void)bgt_item_set_value(changed, channel, some_values(channel));
    } else {
      bgt_transform t = { 1, 0, 0, 1, 0, 0 };
      t.tx = between(-50, 50);
      t.ty = between(-50, 50);
      if (below(2)) {
        t.a = between(0.5, 2);
        t.b = between(-1, 1);
        t.c = between(-1, 1);
        t.d = between(0.5, 2);
      }
      (void)bgt_item_set_display_transform(changed, t);
    }
  }
}
static void block(bgt_property_animator animator, void *context) { (void)animator; (void)context; change_some(); }
static void staggered(bgt_property_animator animator, uint64_t index, void *context) { (void)animator; (void)index; (void)context; change_some(); }
static void take_up(bgt_property_animator animator) {
  if (count < ANIMATORS) animators[count++] = animator;
  else CHECK(bgt_release(animator) == BGT_OK);
}

/* A new animator with some of everything; an old one goes. */
static void make(void) {
  bgt_property_animator animator = 0;
  bgt_timing timing, own;
  double start;
  if (count == ANIMATORS) {
    int i = below(count);
    (void)bgt_property_animator_stop(animators[i], true);
    (void)bgt_property_animator_finish(animators[i], below(3));
    CHECK(bgt_release(animators[i]) == BGT_OK);
    animators[i] = animators[--count];
  }
  timing = some_timing();
  CHECK(bgt_property_animator_create(timeline, between(0.1, 1.5), timing, &animator) == BGT_OK);
  CHECK(bgt_release(timing) == BGT_OK);
  take_up(animator);
  if (!below(4)) {
    double runs = below(5);
    CHECK(bgt_property_animator_set_iterations(animator, runs, below(2)) == BGT_OK);
  }
  if (!below(4)) CHECK(bgt_property_animator_set_pausing_on_completion(animator, true) == BGT_OK);
  if (!below(4)) CHECK(bgt_property_animator_set_scrubbing_linearly(animator, false) == BGT_OK);
  if (!below(4)) CHECK(bgt_property_animator_set_additive(animator, below(3)) == BGT_OK);
  if (!below(4)) CHECK(bgt_property_animator_set_clamp(animator, below(4)) == BGT_OK);
  if (!below(4)) CHECK(bgt_property_animator_set_rate(animator, between(0.3, 3)) == BGT_OK);
  if (below(6)) CHECK(bgt_property_animator_add_animations(animator, below(3) ? 0 : between(0, 0.8), block, NULL, NULL) == BGT_OK);
  if (!below(4)) {
    uint64_t blocks = 1 + (uint64_t)below(3);
    start = between(0, 0.02);
    CHECK(bgt_property_animator_add_staggered(animator, blocks, start, below(4), staggered, NULL, NULL) == BGT_OK);
  }
  if (!below(4)) {
    own = some_timing();
    start = between(0, 0.9);
    CHECK(bgt_property_animator_add_keyframe(animator, start, between(0, 1 - start), own, block, NULL, NULL) == BGT_OK);
    CHECK(bgt_release(own) == BGT_OK);
  }
  if (!below(6)) CHECK(bgt_property_animator_set_reversed(animator, true) == BGT_OK);
  if (!below(5)) return;
  if (below(4)) CHECK(bgt_property_animator_start(animator) == BGT_OK);
  else CHECK(bgt_property_animator_start_after_delay(animator, between(0, 0.5)) == BGT_OK);
}

/* One act; many are refused in the state in which the animator is. True: what is presented may not change by it. */
static bool act(void) {
  bgt_property_animator animator = count ? animators[below(count)] : 0, made = 0;
  bool moves = animator && bgt_property_animator_get_state(animator) == BGT_ANIMATION_ACTIVE && bgt_property_animator_is_running(animator);
  bgt_timing timing = 0;
  bgt_channel channel;
  bgt_decay_def decay;
  const bgt_channel_values still = { 0, 0, 0, 0 };
  /* Drawn one by one: C does not say in which order arguments are. */
  const bool yes = below(2), no = below(2);
  const double part = between(0, 1), factor = between(0.1, 1.5), rate = between(0.3, 3);
  const bgt_item item = items[below(ITEMS)];
  if (below(5) == 0 || !animator) {
    make();
    return false;
  }
  switch (below(16)) {
    case 0: case 1: (void)bgt_property_animator_pause(animator); return moves;
    case 2: (void)bgt_property_animator_start(animator); return false;
    case 3: case 4:
      timing = some_timing();
      (void)bgt_property_animator_continue(animator, yes ? timing : 0, no ? 0 : factor, below(2));
      break;
    case 5:
      timing = some_timing();
      (void)bgt_property_animator_continue_to(animator, part, yes ? timing : 0, no ? 0 : factor);
      break;
    case 6: case 7: (void)bgt_property_animator_set_reversed(animator, yes); return moves;
    case 8: (void)bgt_property_animator_set_fraction_complete(animator, part); return false;
    case 9: (void)bgt_property_animator_stop(animator, below(2)); return false;
    case 10: (void)bgt_property_animator_finish(animator, below(3)); return false;
    case 11: (void)bgt_property_animator_set_rate(animator, below(4) ? rate : -rate); return moves;
    case 12: (void)bgt_property_animator_add_animations(animator, yes ? 0 : part, block, NULL, NULL); return false;
    case 13:
      channel = some_channel();
      CHECK(bgt_timing_create_spring_response(0.1 + 0.7 * part, 0.2 + 0.7 * factor, none, false, &timing) == BGT_OK);
      CHECK(bgt_property_animator_create_retarget(timeline, item, channel, some_values(channel), timing, still, yes && no, NULL, NULL, NULL, &made) ==
            BGT_OK);
      take_up(made);
      break;
    case 14:
      bgt_decay_def_init(&decay);
      decay.velocity = point(-500, 500);
      if (below(2)) {
        decay.low.x = between(-300, 0);
        decay.high.x = between(0, 300);
      }
      channel = yes ? BGT_CHANNEL_CENTER : OWN_CHANNEL;
      CHECK(bgt_property_animator_create_decay(timeline, item, channel, &decay, NULL, NULL, NULL, &made) == BGT_OK);
      take_up(made);
      break;
    default: channel = some_channel(); CHECK(bgt_item_set_value(item, channel, some_values(channel)) == BGT_OK); return false;
  }
  CHECK(bgt_release(timing) == BGT_OK);
  return false;
}

/* ---- What is presented ----------------------------------------------------------------------------- */

enum { NUMBERS = 15 };
typedef struct shot {
  double numbers[ITEMS][NUMBERS];
  uint64_t hash;
} shot;

static void take(shot *s) {
  bgt_presented_state states[ITEMS];
  uint64_t listed = 0;
  CHECK(bgt_timeline_copy_presented_states(timeline, states, ITEMS, &listed) == BGT_OK && listed == ITEMS);
  for (int i = 0; i < ITEMS; i++) {
    const bgt_presented_state *p = &states[i];
    const double numbers[NUMBERS] = { p->center.x, p->center.y, p->bounds.x, p->bounds.y, p->bounds.width, p->bounds.height, p->angle,
                                      p->transform.a, p->transform.b, p->transform.c, p->transform.d, p->transform.tx, p->transform.ty, p->alpha,
                                      bgt_item_get_presented_value(items[i], OWN_CHANNEL).x };
    memcpy(s->numbers[i], numbers, sizeof numbers);
  }
  s->hash = bgt_timeline_get_state_hash(timeline);
}
static bool is_equal(const shot *a, const shot *b, double tolerance) {
  for (int i = 0; i < ITEMS; i++)
    for (int n = 0; n < NUMBERS; n++)
      if (!(fabs(a->numbers[i][n] - b->numbers[i][n]) <= tolerance)) return false;
  return true;
}

static shot once[ACTS], often[ACTS];
static long watched;

/* The same acts at the same times; in between in one advance, or in many with looks at what is presented. */
static void run(uint64_t seed, bool in_steps, shot *shots) {
  double time = 0;
  uint64_t steps = ~seed;
  shot before, look;
  random_state = seed;
  count = 0;
  CHECK(bgt_timeline_create(&timeline) == BGT_OK);
  for (int i = 0; i < ITEMS; i++) {
    bgt_channel channel = 0;
    CHECK(bgt_item_create(NULL, &items[i]) == BGT_OK);
    CHECK(bgt_timeline_add_item(timeline, items[i]) == BGT_OK);
    CHECK(bgt_item_add_channel(items[i], 3, below(2), &channel) == BGT_OK && channel == OWN_CHANNEL);
  }
  for (int n = 0; n < ACTS; n++) {
    time += below(3) ? between(0, 0.3) : between(0, 1.5);
    if (in_steps) {
      uint64_t kept = random_state;
      double now = bgt_timeline_get_time(timeline);
      random_state = steps;
      for (int k = below(20); k > 0; k--) {
        now += (time - now) * between(0, 0.3);
        CHECK(bgt_timeline_advance_to(timeline, now < time ? now : time) == BGT_OK);
        if (!below(3)) take(&look);
      }
      steps = random_state;
      random_state = kept;
    }
    CHECK(bgt_timeline_advance_to(timeline, time) == BGT_OK);
    take(&before);
    bool stays = act();
    take(&shots[n]);
    watched += stays;
    if (stays && !CHECK(is_equal(&before, &shots[n], 1e-6))) printf("timeline %llu jumps at act %d\n", (unsigned long long)seed, n);
  }
  for (int i = 0; i < count; i++) CHECK(bgt_release(animators[i]) == BGT_OK);
  for (int i = 0; i < ITEMS; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_release(timeline) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

int main(void) {
  const char *number = getenv("BAGATELLE_TIMELINES"), *first = getenv("BAGATELLE_TIMELINE_SEED");
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1, wanted = number ? strtoull(number, NULL, 10) : TIMELINES, end = seed + wanted;
  for (; seed < end; seed++) {
    run(seed, false, once);
    run(seed, true, often);
    for (int n = 0; n < ACTS; n++) {
      if (CHECK(!memcmp(&once[n], &often[n], sizeof(shot)))) continue;
      printf("timeline %llu: what one advance and many give differs at act %d\n", (unsigned long long)seed, n);
      break;
    }
  }
  CHECK(watched > 2 * (long)wanted);
  return checks_done();
}
