/* Timing and property animators through the C API, against the published test vectors; fluid motion and gestures.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <string.h>

#include "check.h"

#define NEAR(a, b, tolerance) CHECK(fabs((a) - (b)) <= (tolerance))
#define OK(call) CHECK((call) == BGT_OK)

static const bgt_vec2 none = { 0, 0 };
static bgt_vec2 both(double v) { return (bgt_vec2){ v, v }; }

/* ---- Timing ---------------------------------------------------------------------------------- */
static void test_curves(void) {
  static const double fractions[] = { 0.1, 0.25, 0.5, 0.75, 0.9 };
  static const double values[5][5] = {
    { 0.019722449, 0.12916191, 0.5, 0.8708381, 0.98027754 }, { 0.017026613, 0.09346466, 0.31535682, 0.6218605, 0.83942777 },
    { 0.16057223, 0.37813953, 0.6846432, 0.9065353, 0.9829734 }, { 0.1, 0.25, 0.5, 0.75, 0.9 },
    { 0.094795, 0.4085106, 0.8024034, 0.96045905, 0.99431646 }
  };
  bgt_timing timing;
  bgt_vec2 points[4] = { { 0, 0 }, { 0.25, 0.5 }, { 0.5, 0.25 }, { 1, 1 } };
  for (int curve = BGT_CURVE_EASE_IN_OUT; curve <= BGT_CURVE_STANDARD; curve++) {
    OK(bgt_timing_create_curve(curve, &timing));
    for (int i = 0; i < 5; i++) NEAR(bgt_timing_get_progress(timing, fractions[i], 1), values[curve][i], 2e-5);
    NEAR(bgt_timing_get_inverse(timing, bgt_timing_get_progress(timing, 0.3, 1), 0), 0.3, 1e-9);
    CHECK(bgt_timing_get_curve(timing) == (curve < 4 ? curve : -1));
    CHECK(bgt_timing_get_type(timing) == (curve < 4 ? BGT_TIMING_CURVE : BGT_TIMING_CUBIC));
    CHECK(bgt_timing_get_control_point1(timing).x == (curve < 4 ? 0 : 0.25) && bgt_timing_get_control_point2(timing).y == (curve < 4 ? 0 : 1));
    OK(bgt_release(timing));
  }
  OK(bgt_timing_create_piecewise(points, 4, &timing));
  NEAR(bgt_timing_get_progress(timing, 0.375, 1), 0.375, 1e-12);
  NEAR(bgt_timing_get_velocity(timing, 0.1, 1), 2, 1e-12);
  OK(bgt_release(timing));
  CHECK(bgt_timing_create_cubic((bgt_vec2){ 0.2, 1.4 }, (bgt_vec2){ 0.3, 1 }, false, &timing) == BGT_ERROR_RANGE);
  OK(bgt_timing_create_cubic((bgt_vec2){ 0.2, 1.4 }, (bgt_vec2){ 0.3, 1 }, true, &timing));
  OK(bgt_release(timing));
}

static void test_springs(void) {
  static const double ratios[][4] = { /* ratio, duration, velocity, stiffness */
    { 0.1, 1, 0, 2125.3901278407934 }, { 0.2, 1, 0, 707.2217886060563 }, { 0.35, 1, 0, 286.40942818911714 },
    { 0.5, 1, 0, 161.7195025042016 }, { 0.6, 0.8, 0, 190.21427544499548 }, { 0.8, 1, 0, 80.89737200360506 },
    { 0.9, 1, 0, 71.92472915770972 }, { 0.99, 1, 0, 80.02518243167793 }, { 0.25, 3, 0, 54.83363359078324 },
    { 0.5, 0.3, 0, 1796.8833611577954 }, { 0.5, 0.5, 0, 646.8780100168065 }, { 0.5, 2, 0, 40.4298756260504 },
    { 0.5, 1, 0.25, 159.67233773812114 }, { 0.5, 1, 1, 152.86841381792456 }, { 0.5, 1, 1.5, 147.61602003056592 },
    { 0.5, 1, -2, 175.4224123383425 }, { 1, 1, 0, 85.25592900599884 }, { 1, 1, 1, 83.13803615388531 }
  };
  static const double settling[][5] = { /* mass, stiffness, damping, velocity, seconds */
    { 1, 100, 10, 0, 1.4727003346780927 }, { 1, 300, 20, 0, 0.7442555275721707 }, { 2, 100, 5, 0, 5.658348137358159 },
    { 1, 100, 10, 5, 1.3815510557964275 }, { 1, 100, 10, -5, 1.5350814063145797 }, { 1, 100, 20, 0, 0.9999999999999999 },
    { 1, 100, 30, 0, 0.9999999999999999 }, { 1, 400, 40, 0, 0.5 }, { 1, 25, 10, 0, 1.9000000000000006 },
    { 1, 1, 2, 0, 9.299999999999983 }, { 1, 100, 1, 0, 13.91321015404625 }, { 1, 100, 0, 0, 3.4028234663852886e38 }
  };
  static const double bounces[][3] = { /* duration, bounce, seconds */
    { 0.5, 0, 0.7999999999999999 }, { 0.25, 0, 0.4 }, { 1, 0, 1.5000000000000002 }, { 1, 0.5, 2.3438753795710707 },
    { 0.5, 0.3, 0.8629552831744205 }, { 0.5, 0.7, 1.904872615017113 }, { 0.35, 0.15, 0.5156554893625898 }
  };
  bgt_spring spring;
  bgt_timing timing;
  for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
    OK(bgt_timing_create_spring_ratio(ratios[i][0], both(ratios[i][2]), false, &timing));
    OK(bgt_timing_get_spring(timing, ratios[i][1], &spring));
    NEAR(spring.stiffness, ratios[i][3], 1e-6 * ratios[i][3]);
    CHECK(bgt_timing_get_duration(timing, ratios[i][1]) == ratios[i][1]);
    OK(bgt_release(timing));
  }
  for (size_t i = 0; i < sizeof settling / sizeof *settling; i++) {
    OK(bgt_timing_create_spring_physical(settling[i][0], settling[i][1], settling[i][2], both(settling[i][3]), false, false,
                                         &timing));
    NEAR(bgt_timing_get_duration(timing, 4), settling[i][4], 1e-12 * settling[i][4]);
    OK(bgt_release(timing));
  }
  for (size_t i = 0; i < sizeof bounces / sizeof *bounces; i++) {
    OK(bgt_timing_create_spring_bounce(bounces[i][0], bounces[i][1], none, false, &timing));
    NEAR(bgt_timing_get_duration(timing, 1), bounces[i][2], 1e-12);
    OK(bgt_timing_get_spring(timing, 1, &spring));
    NEAR(spring.bounce, bounces[i][1], 1e-12);
    NEAR(spring.response, bounces[i][0], 1e-12);
    OK(bgt_release(timing));
  }
  OK(bgt_timing_create_spring(&timing));
  CHECK(bgt_timing_get_duration(timing, 9) == 0.5058237314224243);
  OK(bgt_release(timing));
}

static void test_composed(void) {
  bgt_timing curve, spring, timing;
  OK(bgt_timing_create_curve(BGT_CURVE_EASE_IN, &curve));
  OK(bgt_timing_create_spring_ratio(0.5, (bgt_vec2){ 2, 3 }, false, &spring));
  OK(bgt_timing_create_composed(curve, spring, &timing));
  CHECK(bgt_timing_create_composed(spring, curve, &timing) == BGT_ERROR_STATE);
  CHECK(bgt_timing_get_type(spring) == BGT_TIMING_SPRING && bgt_timing_get_type(timing) == BGT_TIMING_COMPOSED);
  CHECK(bgt_timing_get_initial_velocity(spring).y == 3 && bgt_timing_get_initial_velocity(timing).x == 2);
  CHECK(bgt_timing_get_initial_velocity(curve).x == 0);
  OK(bgt_release(curve));
  OK(bgt_release(spring));
  OK(bgt_release(timing));
}

/* ---- The animator's logic -------------------------------------------------------------------- */
typedef struct scene {
  bgt_timeline timeline;
  bgt_item item;
  bgt_timing linear, ease_in, ease_out;
  bgt_property_animator a;
  double x;
  char ends[16];
  uint32_t changes;
  int misuses;
} scene;

static void put(bgt_property_animator animator, void *context) {
  scene *s = context;
  (void)animator;
  OK(bgt_item_set_center(s->item, (bgt_vec2){ s->x, 0 }));
}
static void done(bgt_property_animator animator, bgt_position position, void *context) {
  scene *s = context;
  const size_t n = strlen(s->ends);
  CHECK(bgt_property_animator_get_state(animator) == BGT_ANIMATION_INACTIVE && !bgt_property_animator_is_running(animator));
  if (n < 15) s->ends[n] = "esc"[position];
}
static void observe(bgt_property_animator animator, uint32_t changes, void *context) {
  (void)animator;
  ((scene *)context)->changes |= changes;
}
static void misuse(bgt_timeline timeline, bgt_property_animator animator, const char *message, void *context) {
  (void)timeline; (void)animator;
  CHECK(message[0] != 0);
  ((scene *)context)->misuses++;
}
static bgt_property_animator move(scene *s, double duration, bgt_timing timing, double x) {
  bgt_property_animator made;
  s->x = x;
  OK(bgt_property_animator_create(s->timeline, duration, timing, &made));
  OK(bgt_property_animator_add_animations(made, 0, put, s, NULL));
  OK(bgt_property_animator_add_completion(made, done, s, NULL));
  return made;
}
static void open_scene(scene *s) {
  memset(s, 0, sizeof *s);
  OK(bgt_timeline_create(&s->timeline));
  OK(bgt_item_create(NULL, &s->item));
  OK(bgt_timing_create_curve(BGT_CURVE_LINEAR, &s->linear));
  OK(bgt_timing_create_curve(BGT_CURVE_EASE_IN, &s->ease_in));
  OK(bgt_timing_create_curve(BGT_CURVE_EASE_OUT, &s->ease_out));
}
static void start(scene *s, bgt_timing timing) {
  open_scene(s);
  s->a = move(s, 2, timing ? timing : s->linear, 100);
}
static void close_scene(scene *s) {
  const bgt_id all[] = { s->a, s->item, s->linear, s->ease_in, s->ease_out, s->timeline };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) OK(bgt_release(all[i]));
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}
static void to(scene *s, double time) { OK(bgt_timeline_advance_to(s->timeline, time)); }
static double shown(scene *s) { return bgt_item_get_presented_center(s->item).x; }
static double model(scene *s) { return bgt_item_get_center(s->item).x; }
static double fraction(scene *s) { return bgt_property_animator_get_fraction_complete(s->a); }

static void test_run_pause_continue(void) {
  scene s;
  start(&s, 0); /* 1, 2 */
  OK(bgt_property_animator_set_observer(s.a, observe, &s, NULL));
  CHECK(bgt_property_animator_get_timeline(s.a) == s.timeline && bgt_property_animator_get_timing(s.a) == s.linear);
  CHECK(bgt_property_animator_get_duration(s.a) == 2 && bgt_property_animator_get_delay(s.a) == 0);
  OK(bgt_property_animator_start(s.a));
  CHECK(s.changes == (BGT_CHANGED_RUNNING | BGT_CHANGED_STATE));
  CHECK(bgt_property_animator_start(s.a) == BGT_IGNORED);
  to(&s, 0.5);
  CHECK(model(&s) == 100 && shown(&s) == 25 && fraction(&s) == 0.25 && bgt_property_animator_is_running(s.a));
  NEAR(bgt_item_get_presented_velocity(s.item, BGT_CHANNEL_CENTER).x, 50, 1e-9);
  CHECK(bgt_property_animator_get_progress(s.a) == 0.25 && bgt_item_is_animating(s.item, BGT_CHANNEL_CENTER));
  OK(bgt_property_animator_set_reversed(s.a, true));
  CHECK(bgt_property_animator_is_reversed(s.a) && fraction(&s) == 0.75 && s.changes & BGT_CHANGED_REVERSED);
  to(&s, 1);
  CHECK(model(&s) == 0 && strcmp(s.ends, "s") == 0);
  close_scene(&s);

  for (int way = 0; way < 3; way++) { /* 3, 4, 5, 6 */
    open_scene(&s);
    s.a = move(&s, 2, s.ease_in, 100);
    OK(bgt_property_animator_start(s.a));
    to(&s, 1);
    OK(bgt_property_animator_pause(s.a));
    CHECK(bgt_property_animator_pause(s.a) == BGT_IGNORED);
    NEAR(fraction(&s), 0.315356813, 1e-9);
    NEAR(shown(&s), 31.5356813, 1e-6);
    if (way == 0) {
      OK(bgt_property_animator_set_fraction_complete(s.a, 0.75));
      NEAR(shown(&s), 75, 1e-9);
      OK(bgt_property_animator_start(s.a));
      NEAR(fraction(&s), 0.840401527, 1e-9);
      NEAR(bgt_property_animator_get_remaining_seconds(s.a), 0.319196945, 1e-8);
    } else if (way == 1) {
      OK(bgt_property_animator_continue(s.a, s.ease_out, 0, false));
      NEAR(shown(&s), 31.5356813, 1e-6);
      NEAR(fraction(&s), 0.204923370, 1e-9);
      NEAR(bgt_property_animator_get_remaining_seconds(s.a), 1.590153, 1e-6);
    } else {
      OK(bgt_property_animator_continue(s.a, s.linear, 0.5, false));
      NEAR(bgt_property_animator_get_remaining_seconds(s.a), 1, 1e-12);
      to(&s, 1.5);
      NEAR(shown(&s), 65.7678, 1e-4);
    }
    to(&s, 9);
    CHECK(model(&s) == 100 && strcmp(s.ends, "e") == 0);
    close_scene(&s);
  }
}

static void test_stop_and_finish(void) {
  scene s;
  start(&s, 0); /* 7, 8, 28 */
  OK(bgt_timeline_set_misuse_callback(s.timeline, misuse, &s, NULL));
  CHECK(bgt_property_animator_stop(s.a, false) == BGT_IGNORED);
  OK(bgt_property_animator_start(s.a));
  to(&s, 0.5);
  CHECK(bgt_property_animator_finish(s.a, BGT_POSITION_END) == BGT_ERROR_STATE && model(&s) == 100);
  OK(bgt_property_animator_stop(s.a, false));
  CHECK(bgt_property_animator_get_state(s.a) == BGT_ANIMATION_STOPPED && model(&s) == 25);
  CHECK(bgt_property_animator_add_animations(s.a, 0, put, &s, NULL) == BGT_ERROR_STATE);
  CHECK(bgt_property_animator_start(s.a) == BGT_ERROR_STATE && bgt_property_animator_pause(s.a) == BGT_ERROR_STATE);
  OK(bgt_property_animator_finish(s.a, BGT_POSITION_START));
  CHECK(model(&s) == 0 && strcmp(s.ends, "s") == 0);
  CHECK(bgt_property_animator_finish(s.a, BGT_POSITION_START) == BGT_ERROR_STATE);
  CHECK(bgt_property_animator_get_misuse_count(s.a) == 5 && bgt_timeline_get_misuse_count(s.timeline) == 5 && s.misuses == 5);
  close_scene(&s);
  start(&s, 0);
  OK(bgt_property_animator_start(s.a));
  to(&s, 0.5);
  OK(bgt_property_animator_stop(s.a, false));
  OK(bgt_property_animator_finish(s.a, BGT_POSITION_CURRENT));
  CHECK(model(&s) == 25 && strcmp(s.ends, "c") == 0);
  close_scene(&s);
  start(&s, 0); /* 9 */
  OK(bgt_property_animator_start(s.a));
  to(&s, 0.5);
  OK(bgt_property_animator_stop(s.a, true));
  CHECK(model(&s) == 25 && s.ends[0] == 0 && bgt_property_animator_get_state(s.a) == BGT_ANIMATION_INACTIVE);
  close_scene(&s);
  start(&s, 0); /* 10 */
  OK(bgt_property_animator_set_pausing_on_completion(s.a, true));
  CHECK(bgt_property_animator_is_pausing_on_completion(s.a));
  OK(bgt_property_animator_start(s.a));
  to(&s, 3);
  CHECK(bgt_property_animator_get_state(s.a) == BGT_ANIMATION_ACTIVE && !bgt_property_animator_is_running(s.a));
  CHECK(fraction(&s) == 1 && s.ends[0] == 0);
  OK(bgt_property_animator_set_reversed(s.a, true));
  OK(bgt_property_animator_start(s.a));
  to(&s, 5);
  CHECK(shown(&s) == 0 && bgt_property_animator_get_state(s.a) == BGT_ANIMATION_ACTIVE);
  OK(bgt_property_animator_stop(s.a, true));
  close_scene(&s);
  start(&s, 0); /* 14 */
  OK(bgt_property_animator_start(s.a));
  to(&s, 0.5);
  OK(bgt_property_animator_pause(s.a));
  OK(bgt_release(s.a));
  CHECK(!bgt_is_alive(s.a) && model(&s) == 25 && s.ends[0] == 0 && bgt_timeline_get_misuse_count(s.timeline) == 1);
  s.a = 0;
  close_scene(&s);
}

static void test_added_and_shared(void) {
  bgt_property_animator late, other;
  scene s;
  open_scene(&s); /* 11 */
  OK(bgt_property_animator_create(s.timeline, 2, s.linear, &late));
  OK(bgt_property_animator_start(late));
  to(&s, 1);
  s.x = 50;
  OK(bgt_property_animator_add_animations(late, 0, put, &s, NULL));
  CHECK(shown(&s) == 0);
  to(&s, 3);
  CHECK(shown(&s) == 50 && !bgt_property_animator_is_running(late));
  OK(bgt_release(late));
  close_scene(&s);
  open_scene(&s); /* 12 */
  OK(bgt_property_animator_create(s.timeline, 2, s.linear, &s.a));
  OK(bgt_property_animator_start(s.a));
  s.x = 1;
  OK(bgt_property_animator_add_animations(s.a, 0, put, &s, NULL));
  to(&s, 0.5);
  s.x = 101;
  OK(bgt_property_animator_add_animations(s.a, 0.25, put, &s, NULL));
  CHECK(bgt_property_animator_add_animations(s.a, 1.5, put, &s, NULL) == BGT_ERROR_RANGE);
  to(&s, 0.875);
  NEAR(shown(&s), 0.4375, 1e-9);
  to(&s, 0.875 + 0.5625);
  NEAR(shown(&s), 50.71875, 1e-9);
  to(&s, 2);
  CHECK(shown(&s) == 101);
  close_scene(&s);
  start(&s, 0); /* 13 */
  OK(bgt_property_animator_start(s.a));
  to(&s, 1);
  other = move(&s, 2, s.linear, 0);
  OK(bgt_property_animator_start(other));
  CHECK(shown(&s) == 50);
  to(&s, 1.5);
  CHECK(model(&s) == 0 && shown(&s) == 50);
  to(&s, 3);
  CHECK(strcmp(s.ends, "ee") == 0 && shown(&s) == 0);
  OK(bgt_release(other));
  close_scene(&s);
}

static void test_fractions_and_directions(void) {
  scene s;
  start(&s, 0); /* 15 */
  OK(bgt_property_animator_set_fraction_complete(s.a, 0.4));
  CHECK(bgt_property_animator_get_state(s.a) == BGT_ANIMATION_ACTIVE && !bgt_property_animator_is_running(s.a));
  NEAR(shown(&s), 40, 1e-9);
  OK(bgt_property_animator_stop(s.a, true));
  close_scene(&s);
  open_scene(&s); /* 16, 18 */
  s.a = move(&s, 2, s.ease_out, 100);
  OK(bgt_property_animator_set_scrubbing_linearly(s.a, false));
  CHECK(!bgt_property_animator_is_scrubbing_linearly(s.a));
  OK(bgt_property_animator_pause(s.a));
  OK(bgt_property_animator_set_fraction_complete(s.a, 0.5));
  NEAR(shown(&s), 68.4643, 1e-4);
  OK(bgt_property_animator_stop(s.a, true));
  OK(bgt_item_set_center(s.item, none));
  OK(bgt_release(s.a));
  s.a = move(&s, 2, s.ease_out, 100);
  OK(bgt_property_animator_start(s.a));
  to(&s, 1);
  OK(bgt_property_animator_pause(s.a));
  OK(bgt_property_animator_set_reversed(s.a, true));
  NEAR(fraction(&s), 0.315357, 1e-6);
  NEAR(shown(&s), 68.4643, 1e-4);
  OK(bgt_property_animator_start(s.a));
  NEAR(fraction(&s), 0.5, 1e-9);
  NEAR(bgt_property_animator_get_remaining_seconds(s.a), 1, 1e-9);
  to(&s, 2.0001);
  CHECK(strcmp(s.ends, "s") == 0);
  close_scene(&s);
  start(&s, 0); /* 17 */
  OK(bgt_property_animator_set_reversed(s.a, true));
  OK(bgt_property_animator_start(s.a));
  CHECK(shown(&s) == 100 && fraction(&s) == 0);
  to(&s, 1);
  CHECK(shown(&s) == 50 && fraction(&s) == 0.5);
  to(&s, 2);
  CHECK(model(&s) == 0 && strcmp(s.ends, "s") == 0);
  close_scene(&s);
  start(&s, 0); /* 19 */
  OK(bgt_property_animator_set_fraction_complete(s.a, 1));
  OK(bgt_property_animator_continue(s.a, 0, 1, false));
  to(&s, 0.001);
  CHECK(strcmp(s.ends, "e") == 0);
  close_scene(&s);
  start(&s, 0); /* 20, 21, 22 */
  OK(bgt_property_animator_start(s.a));
  CHECK(bgt_property_animator_set_fraction_complete(s.a, 0.9) == BGT_IGNORED && shown(&s) == 0);
  CHECK(bgt_property_animator_set_interruptible(s.a, false) == BGT_ERROR_STATE);
  CHECK(bgt_property_animator_set_user_interaction_enabled(s.a, false) == BGT_ERROR_STATE);
  OK(bgt_property_animator_stop(s.a, true));
  OK(bgt_property_animator_set_interruptible(s.a, false));
  OK(bgt_property_animator_add_animations(s.a, 0, put, &s, NULL));
  OK(bgt_property_animator_start(s.a));
  CHECK(!bgt_property_animator_is_interruptible(s.a));
  CHECK(bgt_property_animator_pause(s.a) == BGT_ERROR_NOT_INTERRUPTIBLE);
  CHECK(bgt_property_animator_stop(s.a, true) == BGT_ERROR_NOT_INTERRUPTIBLE);
  to(&s, 2);
  CHECK(shown(&s) == 100);
  close_scene(&s);
  start(&s, 0); /* 23, 24 */
  OK(bgt_property_animator_add_completion(s.a, done, &s, NULL));
  OK(bgt_property_animator_start_after_delay(s.a, 1));
  to(&s, 0.5);
  CHECK(model(&s) == 100 && shown(&s) == 0 && bgt_property_animator_is_running(s.a) && fraction(&s) == 0);
  CHECK(bgt_property_animator_get_delay(s.a) == 1);
  to(&s, 2);
  CHECK(shown(&s) == 50);
  to(&s, 3);
  CHECK(strcmp(s.ends, "ee") == 0);
  close_scene(&s);
}

static void change_alpha(bgt_property_animator animator, void *context) {
  scene *s = context;
  (void)animator;
  OK(bgt_item_set_alpha(s->item, s->x));
}
static void test_replacing_and_hits(void) { /* 29, and the flags of hit tests */
  bgt_property_animator one, two, copy;
  scene s;
  start(&s, 0);
  OK(bgt_property_animator_create(s.timeline, 2, s.linear, &one));
  OK(bgt_property_animator_add_animations(one, 0, change_alpha, &s, NULL));
  OK(bgt_property_animator_add_completion(one, done, &s, NULL));
  s.x = 0;
  OK(bgt_property_animator_start(one));
  to(&s, 1);
  s.x = 1;
  OK(bgt_property_animator_create_running(s.timeline, 1, 0, s.linear, false, change_alpha, NULL, &s, NULL, &two));
  CHECK(bgt_item_get_presented_alpha(s.item) == 0.5 && bgt_property_animator_is_retargeted(one));
  to(&s, 1.5);
  CHECK(bgt_item_get_presented_alpha(s.item) == 0.75);
  to(&s, 2);
  CHECK(strcmp(s.ends, "e") == 0 && bgt_item_get_alpha(s.item) == 1);
  OK(bgt_property_animator_set_manual_hit_testing_enabled(s.a, true));
  CHECK(bgt_property_animator_is_manual_hit_testing_enabled(s.a) && bgt_property_animator_is_user_interaction_enabled(s.a));
  OK(bgt_timeline_add_item(s.timeline, s.item));
  OK(bgt_property_animator_create_copy(s.a, &copy));
  CHECK(bgt_property_animator_is_manual_hit_testing_enabled(copy));
  s.x = 400;
  OK(bgt_property_animator_start(s.a));
  CHECK(bgt_timeline_get_item_at_point(s.timeline, (bgt_vec2){ 400, 0 }) == s.item);
  OK(bgt_property_animator_set_manual_hit_testing_enabled(s.a, false));
  CHECK(bgt_timeline_get_item_at_point(s.timeline, (bgt_vec2){ 400, 0 }) == 0);
  CHECK(bgt_timeline_get_item_at_point(s.timeline, (bgt_vec2){ 0, 0 }) == s.item);
  OK(bgt_property_animator_stop(s.a, true));
  OK(bgt_release(one));
  OK(bgt_release(two));
  OK(bgt_release(copy));
  close_scene(&s);
}

static uint64_t run_in_steps(int steps) { /* 30 */
  scene s;
  uint64_t hash;
  start(&s, 0);
  OK(bgt_property_animator_start(s.a));
  for (int i = 1; i <= steps; i++) to(&s, 1.5 * i / steps);
  hash = bgt_timeline_get_state_hash(s.timeline);
  to(&s, 2);
  close_scene(&s);
  return hash;
}

/* ---- Fluid motion and gestures ---------------------------------------------------------------- */
static void put_one(bgt_property_animator animator, uint64_t index, void *context) {
  (void)animator;
  OK(bgt_item_set_center(((bgt_item *)context)[index], (bgt_vec2){ 100, 0 }));
}
static void snap(bgt_item item, bgt_vec2 *rest, void *context) {
  scene *s = context;
  CHECK(item == s->item);
  NEAR(rest->x, 599.5, 0.01);
  rest->x = 650;
  s->misuses++;
}
static void test_fluid(void) {
  const bgt_channel_values target = { 0, 40, 0, 0 }, nothing = { 0, 0, 0, 0 };
  bgt_property_animator made;
  bgt_item items[3];
  bgt_decay_def decay;
  bgt_timing spring;
  scene s;
  double most = 0;
  start(&s, 0); /* repeats */
  OK(bgt_property_animator_set_iterations(s.a, 2, true));
  CHECK(bgt_property_animator_get_iterations(s.a) == 2 && bgt_property_animator_is_alternating(s.a));
  OK(bgt_property_animator_start(s.a));
  to(&s, 2.5);
  CHECK(shown(&s) == 75);
  OK(bgt_property_animator_set_rate(s.a, 2));
  CHECK(shown(&s) == 75 && bgt_property_animator_get_rate(s.a) == 2);
  to(&s, 3);
  NEAR(shown(&s), 25, 1e-9);
  to(&s, 4);
  CHECK(strcmp(s.ends, "s") == 0 && model(&s) == 0);
  close_scene(&s);
  start(&s, 0); /* to a fraction */
  OK(bgt_property_animator_continue_to(s.a, 0.4, 0, 0));
  to(&s, 9);
  NEAR(shown(&s), 40, 1e-9);
  CHECK(!bgt_property_animator_is_running(s.a));
  OK(bgt_property_animator_stop(s.a, true));
  close_scene(&s);
  open_scene(&s); /* keyframes, stagger */
  OK(bgt_property_animator_create(s.timeline, 1, s.linear, &s.a));
  s.x = 100;
  OK(bgt_property_animator_add_keyframe(s.a, 0.5, 0.5, 0, put, &s, NULL));
  for (int i = 0; i < 3; i++) OK(bgt_item_create(NULL, &items[i]));
  OK(bgt_property_animator_add_staggered(s.a, 3, 0.25, BGT_STAGGER_LAST, put_one, items, NULL));
  OK(bgt_property_animator_start(s.a));
  to(&s, 0.5);
  CHECK(shown(&s) == 0);
  NEAR(bgt_item_get_presented_center(items[0]).x, 0, 1e-9);
  NEAR(bgt_item_get_presented_center(items[1]).x, 50, 1e-9);
  NEAR(bgt_item_get_presented_center(items[2]).x, 100, 1e-9);
  to(&s, 0.75);
  CHECK(shown(&s) == 50);
  for (int i = 0; i < 3; i++) OK(bgt_release(items[i]));
  to(&s, 2);
  close_scene(&s);
  start(&s, 0); /* retarget with kept velocity */
  OK(bgt_timing_create_spring_bounce(0.4, 0.2, none, false, &spring));
  OK(bgt_property_animator_start(s.a));
  to(&s, 1);
  OK(bgt_property_animator_create_retarget(s.timeline, s.item, BGT_CHANNEL_CENTER, target, spring, nothing, false, done, &s,
                                           NULL, &made));
  NEAR(shown(&s), 50, 1e-9);
  NEAR(bgt_item_get_presented_velocity(s.item, BGT_CHANNEL_CENTER).x, 50, 1e-9);
  CHECK(bgt_item_get_center(s.item).y == 40);
  to(&s, 9);
  CHECK(strcmp(s.ends, "ee") == 0);
  CHECK(shown(&s) == 0);
  OK(bgt_release(made));
  bgt_decay_def_init(&decay); /* decay into a bound */
  decay.velocity.x = 1000;
  decay.high.x = 100;
  OK(bgt_property_animator_create_decay(s.timeline, s.item, BGT_CHANNEL_CENTER, &decay, NULL, NULL, NULL, &made));
  for (int i = 1; i <= 300; i++) {
    to(&s, 9 + i / 60.0);
    if (shown(&s) > most) most = shown(&s);
  }
  CHECK(most > 101 && shown(&s) == 100);
  OK(bgt_release(made));
  decay.high.x = 1e9; /* and to where a snap wants it */
  decay.snap = snap;
  decay.context = &s;
  OK(bgt_property_animator_create_decay(s.timeline, s.item, BGT_CHANNEL_CENTER, &decay, NULL, NULL, NULL, &made));
  CHECK(model(&s) == 650 && s.misuses == 1);
  to(&s, 60);
  CHECK(shown(&s) == 650);
  OK(bgt_release(made));
  OK(bgt_release(spring));
  close_scene(&s);
}

static void test_clamp_and_log(void) {
  bgt_timing spring;
  scene s;
  double low = 0, high = 0;
  open_scene(&s);
  OK(bgt_timing_create_spring_ratio(0.2, (bgt_vec2){ -8, 0 }, false, &spring));
  OK(bgt_timeline_set_observer(s.timeline, observe, &s, NULL));
  s.a = move(&s, 1, spring, 100);
  CHECK(bgt_property_animator_get_clamp(s.a) == BGT_CLAMP_NONE);
  CHECK(bgt_property_animator_set_clamp(s.a, 4) == BGT_ERROR_RANGE);
  OK(bgt_property_animator_set_clamp(s.a, BGT_CLAMP_START));
  OK(bgt_property_animator_start(s.a));
  CHECK(s.changes == (BGT_CHANGED_RUNNING | BGT_CHANGED_STATE));
  for (int i = 1; i < 120; i++) {
    to(&s, i / 120.0);
    low = fmin(low, shown(&s));
    high = fmax(high, shown(&s));
    if (i == 60) OK(bgt_property_animator_set_clamp(s.a, BGT_CLAMP_BOTH));
    if (i > 60) CHECK(shown(&s) <= 100);
  }
  CHECK(low == 0 && high > 120);
  s.changes = 0;
  to(&s, 2);
  CHECK(s.changes == (BGT_CHANGED_RUNNING | BGT_CHANGED_STATE) && shown(&s) == 100);
  OK(bgt_timeline_set_observer(s.timeline, NULL, NULL, NULL));
  OK(bgt_release(spring));
  close_scene(&s);
  open_scene(&s); /* an absolute velocity needs no way */
  OK(bgt_timing_create_spring_bounce(0.5, 0.3, (bgt_vec2){ 400, 0 }, true, &spring));
  s.a = move(&s, 1, spring, 0);
  OK(bgt_property_animator_start(s.a));
  NEAR(bgt_item_get_presented_velocity(s.item, BGT_CHANNEL_CENTER).x, 400, 1e-6);
  to(&s, 0.05);
  CHECK(shown(&s) > 10);
  to(&s, 9);
  CHECK(shown(&s) == 0);
  OK(bgt_release(spring));
  close_scene(&s);
}

static void test_gestures(void) {
  static const double fingers[] = { 50, 100, 200, 500 }, bands[] = { 26.599, 51.511, 96.877, 205.428 };
  bgt_velocity_tracker tracker;
  for (int i = 0; i < 4; i++) {
    NEAR(bgt_gesture_rubber_band(fingers[i], 812, 0.55), bands[i], 1e-3);
    NEAR(bgt_gesture_rubber_band_inverse(bands[i], 812, 0.55), fingers[i], 5e-3);
  }
  NEAR(bgt_gesture_project(300, 0.998), 149.7, 1e-9);
  NEAR(bgt_gesture_project(100, 0.99), 9.9, 1e-9);
  NEAR(bgt_gesture_decay_distance(1000, 1e6, 0.998), 499.5, 0.01);
  NEAR(bgt_gesture_decay_distance(1000, 1e6, 0.99), 99.5, 0.01);
  NEAR(bgt_gesture_decay_velocity(1000, 0.001, 0.998), 998, 1e-9);
  NEAR(bgt_gesture_decay_distance(1000, bgt_gesture_decay_seconds(1000, 0.5, 0.998), 0.998),
       bgt_gesture_decay_distance(1000, 1e6, 0.998) - 0.5, 1e-6);
  NEAR(bgt_gesture_relative_velocity((bgt_vec2){ 100, 5 }, none, (bgt_vec2){ 200, 0 }).x, 0.5, 0);
  OK(bgt_velocity_tracker_create(&tracker));
  for (int i = 0; i < 8; i++) OK(bgt_velocity_tracker_add(tracker, i * 0.01, (bgt_vec2){ 3 * i, -i }));
  NEAR(bgt_velocity_tracker_get_velocity(tracker).x, 300, 1e-9);
  NEAR(bgt_velocity_tracker_get_velocity_at(tracker, 0.08).y, -100, 1e-9);
  CHECK(bgt_velocity_tracker_get_velocity_at(tracker, 1).x == 0);
  CHECK(bgt_velocity_tracker_add(tracker, 0, none) == BGT_ERROR_RANGE);
  OK(bgt_velocity_tracker_reset(tracker));
  CHECK(bgt_velocity_tracker_get_velocity(tracker).x == 0);
  OK(bgt_release(tracker));
}

int main(void) {
  test_curves();
  test_springs();
  test_composed();
  test_run_pause_continue();
  test_stop_and_finish();
  test_added_and_shared();
  test_fractions_and_directions();
  test_replacing_and_hits();
  CHECK(run_in_steps(1) == run_in_steps(2000));
  test_fluid();
  test_clamp_and_log();
  test_gestures();
  return checks_done();
}
