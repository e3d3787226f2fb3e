/* Snaps through the C API, against the published trace and the formulas of the spring. SPDX-License-Identifier: MIT */
#include "scene.h"

static int pauses;
static void on_pause(bgt_animator animator, void *context) { (void)animator; (void)context; pauses++; }

static bgt_snap make_snap(bgt_animator animator, bgt_item item, double x, double y) {
  bgt_snap_def def;
  bgt_snap snap = 0;
  bgt_snap_def_init(&def);
  def.item = item;
  def.point = v(x, y);
  CHECK(bgt_snap_create(&def, &snap) == BGT_OK);
  give(animator, snap);
  return snap;
}

/* E. Sadun's trace of a device: every 1/30 s, about 77 points away at the start, rounded to half points. */
static void the_published_trace(void) {
  static const double trace[] = { 75, 52, 22, 4, -3.5, -5.5, -4.5, -2.5, -0.5, 0.5, 1, 1, 0.5, 0 };
  bgt_animator animator = make_animator();
  bgt_item item = make_item(378, 300, 60, 60);
  double square = 0, crossed = 0, least = 0, seconds = 0;
  (void)make_snap(animator, item, 300, 300);
  CHECK(bgt_animator_set_did_pause(animator, on_pause, NULL, NULL) == BGT_OK);
  for (int i = 0; i < 140; i++) {
    double x = bgt_item_get_center(item).x - 300;
    seconds = bgt_animator_get_elapsed_seconds(animator);
    if (!crossed && x < 0) crossed = seconds;
    least = fmin(least, x);
    if (seconds > 0.45) CHECK(fabs(x) < 1.05);
    CHECK(bgt_item_get_center(item).y == 300 && bgt_item_get_angle(item) == 0);
    if (!bgt_animator_is_running(animator)) break;
    CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
  }
  CHECK(is_near(crossed, 0.125, 0.015) && is_near(-least / 78, 0.073, 0.015));
  CHECK(pauses == 1 && seconds > 0.9 && seconds < 1.6 && at(item, 300, 300, 0.5));
  /* The trace itself; 75 points are left after a step of 1/120 s. */
  CHECK(bgt_item_set_center(item, v(377, 300)) == BGT_OK && bgt_animator_update_item(animator, item) == BGT_OK);
  CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
  for (int i = 0; i < 14; i++) {
    double off = bgt_item_get_center(item).x - 300 - trace[i];
    square += off * off;
    CHECK(bgt_animator_advance(animator, 1.0 / 30.0, NULL) == BGT_OK);
  }
  if (!CHECK(sqrt(square / 14) < 1)) printf("rms %g\n", sqrt(square / 14));
  bgt_release(item); bgt_release(animator);
}

static void a_new_point_starts_the_motion_again(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 60, 20);
  bgt_snap snap;
  CHECK(bgt_item_set_angle(item, 1) == BGT_OK);
  snap = make_snap(animator, item, 50, 0);
  run(animator, 2);
  CHECK(at(item, 50, 0, 0.1) && is_near(bgt_item_get_angle(item), 0, 0.01) && !bgt_animator_is_running(animator));
  CHECK(bgt_snap_set_point(snap, v(50, 80)) == BGT_OK && bgt_animator_is_running(animator));
  CHECK(bgt_snap_get_point(snap).y == 80);
  run(animator, 2);
  CHECK(at(item, 50, 80, 0.1));
  CHECK(bgt_snap_set_point(snap, v(NAN, 0)) == BGT_ERROR_RANGE && bgt_snap_get_point(snap).x == 50);
  bgt_release(item); bgt_release(animator);
}

/* Greatest overshoot in parts of the way, and when the point was first reached. */
static double overshoot(double damping, double frequency, double *reached) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(-100, 0, 60, 20);
  bgt_snap snap = make_snap(animator, item, 0, 0);
  double most = 0;
  CHECK(bgt_snap_get_damping(snap) == 0.5 && bgt_snap_get_frequency(snap) == 3.8);
  CHECK(bgt_snap_set_damping(snap, damping) == BGT_OK && bgt_snap_set_frequency(snap, frequency) == BGT_OK);
  CHECK(bgt_snap_get_damping(snap) == (damping > 0 ? damping : 0) && bgt_snap_get_frequency(snap) == frequency);
  *reached = 0;
  for (int i = 0; i < 240; i++) {
    CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
    most = fmax(most, bgt_item_get_center(item).x);
    if (*reached == 0 && bgt_item_get_center(item).x > 0) *reached = bgt_animator_get_elapsed_seconds(animator);
  }
  bgt_release(item); bgt_release(animator);
  return most / 100;
}
static void damping_and_frequency(void) {
  double usual, slow;
  CHECK(is_near(overshoot(0.5, 3.8, &usual), 0.073, 0.015));
  CHECK(overshoot(1, 3.8, &slow) < 0.005);
  CHECK(is_near(overshoot(0, 3.8, &slow), 0.64, 0.02));
  CHECK(is_near(overshoot(-5, 3.8, &slow), 0.64, 0.02)); /* Counts as 0. */
  CHECK(is_near(overshoot(0.5, 1.9, &slow), 0.073, 0.015) && is_near(slow, 2 * usual, 0.02));
}

int main(void) {
  the_published_trace();
  a_new_point_starts_the_motion_again();
  damping_and_frequency();
  return scene_done();
}
