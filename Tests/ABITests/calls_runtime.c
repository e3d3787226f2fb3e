/* Random sequences of calls of every function of the header, most of them with arguments that make sense, some stale, foreign or absurd, also
   from inside every kind of callback. The part that does not depend on the header's functions; tools/make_calls.py puts the generated part in
   its middle. No crash, borrowed ids live, what is read is finite, what is refused changes nothing, nothing leaks, each context is given back
   once, and the same seed gives the same answers again. BAGATELLE_CALLS, BAGATELLE_CALLS_SEED and BAGATELLE_CALLS_SEEDS vary it.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "random.h"

enum { KINDS = 24, MOST = 12, STALE = 64, RECENT = 16, DEEPEST = 3, MOST_POINTS = 12, ROOM = 16 };

static bgt_id pool[KINDS][MOST], stale[STALE], recent[RECENT];
static int sizes[KINDS], most, stale_count, recent_count, depth, contexts, given_back;
static uint64_t trace;
static long calls, refused;
static const char *last; /* the latest function called, for reports */

static void fold(const void *bytes, size_t size) {
  const unsigned char *b = bytes;
  for (size_t i = 0; i < size; i++) trace = (trace ^ b[i]) * 1099511628211u;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static double number(double least, double greatest) {
  static const double odd[] = { 0, -0.0, NAN, INFINITY, -INFINITY, 4.9e-324, DBL_MAX, -1, 1, 1e7, 1e9, 2e9, -1e-9, 1e5, 1e-3 };
  return below(40) ? between(least, greatest) : odd[below((int)(sizeof odd / sizeof *odd))];
}
static bgt_vec2 vector(double size) {
  bgt_vec2 r;
  r.x = number(-size, size);
  r.y = number(-size, size);
  return r;
}
static bgt_rect some_rect(void) {
  bgt_rect r;
  r.x = number(-300, 100);
  r.y = number(-300, 100);
  r.width = number(1, 400);
  r.height = number(1, 400);
  return r;
}
static bool fits(bgt_kind wanted, bgt_kind kind) {
  if (wanted == BGT_KIND_BEHAVIOR) return kind >= BGT_KIND_BEHAVIOR;
  if (wanted == BGT_KIND_ITEM) return kind == BGT_KIND_ITEM || kind == BGT_KIND_ITEM_GROUP;
  if (wanted == BGT_KIND_TRANSITION_INTERACTION) return kind == BGT_KIND_TRANSITION_INTERACTION || kind == BGT_KIND_PERCENT_DRIVER;
  return kind == wanted;
}
/* An id of a kind, now and then another. */
static bgt_id pick(bgt_kind kind) {
  int luck = below(60);
  if (luck == 0) return stale_count ? stale[below(stale_count < STALE ? stale_count : STALE)] : 0;
  if (luck == 1) kind = below(KINDS);
  if (luck == 2) return below(2) ? 0 : next();
  if (luck < 12) { /* what a callback was just given */
    for (int i = 1; i <= recent_count && i <= RECENT; i++) {
      bgt_id id = recent[(recent_count - i) % RECENT];
      if (id && fits(kind, bgt_get_kind(id))) return id;
    }
  }
  if (kind == BGT_KIND_BEHAVIOR) kind += below(KINDS - BGT_KIND_BEHAVIOR);
  if (kind == BGT_KIND_ITEM && !below(6)) kind = BGT_KIND_ITEM_GROUP;
  if (kind == BGT_KIND_TRANSITION_INTERACTION && below(2)) kind = BGT_KIND_PERCENT_DRIVER;
  return sizes[kind] ? pool[kind][below(sizes[kind])] : 0;
}
static const char *some_identifier(void) {
  static const char *names[] = { "floor", "wall", "path", "%n%s", "", "\xff", "another one" };
  return names[below(7)];
}
static int32_t choice(int least, int greatest) { return below(40) ? least + below(greatest - least + 1) : (int32_t)next(); }
/* A convex path about the origin, or points of a curve from (0, 0) to (1, 1), mostly. */
static uint64_t some_points(bgt_vec2 *points, bool curve) {
  int count = 2 + below(MOST_POINTS - 1);
  for (int i = 0; i < count; i++) {
    if (curve) {
      points[i].x = i == count - 1 ? 1 : (double)i / (count - 1);
      points[i].y = i && i < count - 1 ? number(-0.5, 1.5) : points[i].x;
    } else {
      double at = 6.2831853 * i / count;
      points[i].x = 25 * cos(at) + number(-0.5, 0.5);
      points[i].y = 25 * sin(at) + number(-0.5, 0.5);
    }
  }
  return (uint64_t)(below(40) ? count : below(3));
}

/* ---- Refusals ----------------------------------------------------------------------------------- */

static long calls_before, watches;
static uint64_t state_before;
static bool is_watched;

static uint64_t state_of_all(void) {
  uint64_t sum = 14695981039346656037u;
  for (int i = 0; i < sizes[BGT_KIND_ANIMATOR]; i++) sum = (sum ^ bgt_animator_get_state_hash(pool[BGT_KIND_ANIMATOR][i])) * 1099511628211u;
  for (int i = 0; i < sizes[BGT_KIND_TIMELINE]; i++) sum = (sum ^ bgt_timeline_get_state_hash(pool[BGT_KIND_TIMELINE][i])) * 1099511628211u;
  return sum;
}
/* Now and then looks at all that has a hash: a refused call from which no others were made leaves it as it was. */
static void watch(void) {
  is_watched = !below(16);
  if (!is_watched) return;
  calls_before = calls;
  state_before = state_of_all();
}
static void watched(bgt_status status) {
  bool refuses = is_watched && status < 0 && calls == calls_before;
  is_watched = false;
  if (!refuses) return;
  watches++;
  if (!CHECK(state_of_all() == state_before)) printf("%s refused with %d, but something changed\n", last, (int)status);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void told(bgt_status status) {
  watched(status);
  calls++;
  if (status < 0) refused++;
  fold(&status, sizeof status);
}
static void keep(bgt_kind kind, bgt_id id, bgt_status status) {
  if (status < 0) return;
  if (!CHECK(fits(kind, bgt_get_kind(id)))) printf("%s made no such thing\n", last);
  kind = bgt_get_kind(id);
  if (sizes[kind] < most) pool[kind][sizes[kind]++] = id;
  else (void)bgt_release(id);
}
/* Somebody's reference: alive, and mine if I want. */
static void borrowed(bgt_kind kind, bgt_id id) {
  bool none = id == 0;
  fold(&none, sizeof none);
  if (none) return;
  if (!CHECK(bgt_is_alive(id) && fits(kind, bgt_get_kind(id)))) {
    printf("%s gave an id that is not alive\n", last);
    return;
  }
  if (below(3)) return;
  told(bgt_retain(id));
  keep(kind, id, BGT_OK);
}
static void read_number(double value) {
  fold(&value, sizeof value);
  if (!CHECK(isfinite(value))) printf("%s gave %g\n", last, value);
}
static void forget(int kind) {
  bgt_id id;
  int i;
  if (!sizes[kind]) return;
  i = below(sizes[kind]);
  id = pool[kind][i];
  pool[kind][i] = pool[kind][--sizes[kind]];
  stale[stale_count++ % STALE] = id;
  told(bgt_release(id)); /* last: a callback may make further calls */
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

static void one_call(void);
static void one_of(const short *list, int count);
static void on_release(void *context) { (void)context; given_back++; }
static void handed(bgt_id id) { recent[recent_count++ % RECENT] = id; }
/* A few calls from inside a callback, most of them of a list of those that belong there. */
static void nested(const short *list, int count) {
  is_watched = false; /* of the call that got here */
  if (depth >= DEEPEST) return;
  depth++;
  for (int n = below(4); n > 0; n--) {
    if (count && below(4)) one_of(list, count);
    else if (!below(3)) one_call();
  }
  depth--;
}

/* @GENERATED@ */
enum { FUNCTIONS = sizeof functions / sizeof *functions, ORDER = sizeof order / sizeof *order };

/* ---- The run --------------------------------------------------------------------------------- */

static void one_of(const short *list, int count) { functions[list[below(count)]](); }
static void one_call(void) {
  if (!below(25)) forget(1 + below(KINDS - 1));
  else functions[order[below(ORDER)]]();
}

static void look(void) {
  bgt_item_state states[MOST];
  bgt_presented_state presented[ROOM];
  uint64_t count = 0, hash;
  last = "a look";
  for (int i = 0; i < sizes[BGT_KIND_ANIMATOR]; i++) {
    bgt_animator animator = pool[BGT_KIND_ANIMATOR][i];
    if (bgt_animator_copy_states(animator, states, MOST, &count) < 0) continue;
    for (uint64_t n = 0; n < count && n < MOST; n++) {
      const bgt_item_state *s = &states[n];
      read_number(s->center.x + s->center.y + s->angle + s->velocity.x + s->velocity.y + s->angular_velocity);
    }
    hash = bgt_animator_get_state_hash(animator);
    fold(&hash, sizeof hash);
  }
  for (int i = 0; i < sizes[BGT_KIND_TIMELINE]; i++) {
    bgt_timeline timeline = pool[BGT_KIND_TIMELINE][i];
    if (bgt_timeline_copy_presented_states(timeline, presented, ROOM, &count) < 0) continue;
    for (uint64_t n = 0; n < count && n < ROOM; n++) {
      const bgt_presented_state *s = &presented[n];
      read_number(s->center.x + s->center.y);
      read_number(s->angle);
      read_number(s->bounds.x + s->bounds.y + s->bounds.width + s->bounds.height);
      read_number(s->transform.a + s->transform.b + s->transform.c + s->transform.d + s->transform.tx + s->transform.ty);
      if (!CHECK(s->alpha >= 0 && s->alpha <= 1)) printf("an alpha of %g\n", s->alpha);
    }
    hash = bgt_timeline_get_state_hash(timeline);
    fold(&hash, sizeof hash);
  }
}

static uint64_t sequence(uint64_t seed, long wanted) {
  long next_look = 0;
  random_state = seed;
  trace = 14695981039346656037u;
  calls = refused = 0;
  memset(sizes, 0, sizeof sizes);
  most = 2 + below(MOST - 1); /* few meet often */
  stale_count = recent_count = contexts = given_back = 0;
  bgt_clear_error();
  (void)bgt_set_log(NULL, NULL, NULL);
  while (calls < wanted) {
    one_call();
    if (calls < next_look) continue;
    look();
    next_look = calls + 20;
  }
  depth = DEEPEST; /* callbacks do no more */
  for (int kind = 0; kind < KINDS; kind++)
    for (int i = 0; i < sizes[kind]; i++) (void)bgt_release(pool[kind][i]);
  (void)bgt_set_log(NULL, NULL, NULL);
  depth = 0;
  if (!CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0)) {
    for (bgt_kind kind = 1; kind < KINDS; kind++) {
      if (bgt_get_live_count(kind)) printf("%llu of kind %d live on\n", (unsigned long long)bgt_get_live_count(kind), (int)kind);
    }
    exit(1); /* what follows would count them too */
  }
  if (!CHECK(contexts == given_back)) printf("%d contexts, %d given back\n", contexts, given_back);
  return trace;
}

int main(void) {
  const char *number_of_calls = getenv("BAGATELLE_CALLS"), *first = getenv("BAGATELLE_CALLS_SEED"), *seeds = getenv("BAGATELLE_CALLS_SEEDS");
  long wanted = number_of_calls ? atol(number_of_calls) : 20000;
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1, end = seed + (seeds ? strtoull(seeds, NULL, 10) : 20);
  for (; seed < end; seed++) {
    uint64_t once = sequence(seed, wanted);
    int before = checks_failed;
    CHECK(calls >= wanted && refused > 0 && refused < calls && watches > 0);
    CHECK(sequence(seed, wanted) == once);
    if (checks_failed > before) printf("seed %llu\n", (unsigned long long)seed);
  }
  for (int i = 0; i < FUNCTIONS; i++)
    if (!CHECK(used[i] > 0)) printf("%s never succeeded\n", names[i]);
  return checks_done();
}
