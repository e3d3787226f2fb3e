/* Scene S7, a size that swings because an item stands for it. SPDX-License-Identifier: MIT */
#define main position_main
#include "../../bindings/c/examples/position_mapped_to_bounds.c"
#undef main
#include "scene.h"

/* Mass 6 at the first size: 500 points/s from a push of 30, once; a spring of 2 Hz with a damping of 0.1. */
static void test_press(void) {
  button target = { .size = { 300, 200 } };
  double peak = 0, peak_seconds = 0, trough = 0, trough_seconds = 0, last = 0, crossings[4] = { 0 };
  int count = 0;
  press(&target, 30, 0.1);
  CHECK(target.reads == 1 && target.writes == 0);
  for (int step = 1; step <= 180; step++) {
    ok(bgt_animator_advance(target.animator, 1.0 / 120.0, NULL));
    double t = step / 120.0, along = hypot(target.size.x - 300, target.size.y - 200) * (target.size.x < 300 ? -1 : 1);
    if (step == 1) NEAR(along * 120, 500, 25);
    if (along > peak) peak = along, peak_seconds = t;
    if (along < trough) trough = along, trough_seconds = t;
    if (step > 5 && (last > 0) != (along > 0) && count < 4) crossings[count++] = t;
    last = along;
    NEAR(target.size.x - target.size.y, 100, 0.5);
  }
  NEAR(peak, 34.3, 1.5);
  NEAR(peak_seconds, 0.118, 0.02);
  NEAR(-trough / peak, 0.73, 0.03);
  NEAR(trough_seconds - peak_seconds, 0.25, 0.02);
  NEAR(crossings[2] - crossings[0], 0.5025, 0.015);
  for (int tick = 0; tick < 900 && bgt_animator_is_running(target.animator); tick++)
    ok(bgt_animator_advance(target.animator, 1.0 / 60.0, NULL));
  NEAR(target.size.x, 300, 0.5);
  NEAR(target.size.y, 200, 0.5);
  CHECK(target.reads == 1 && target.writes > 180);
  ok(bgt_release(target.animator));
}

/* The other published variant; pressed again in mid-flight, the first animator writes no more. */
static void test_press_twice(void) {
  button target = { .size = { 200, 200 } };
  double peak = 0;
  press(&target, 2, 0.3);
  for (int step = 0; step < 30; step++) {
    ok(bgt_animator_advance(target.animator, 1.0 / 120.0, NULL));
    peak = fmax(peak, hypot(target.size.x - 200, target.size.y - 200));
  }
  NEAR(peak, 2.67, 0.15);
  bgt_vec2 size = target.size;
  bgt_animator first = target.animator;
  press(&target, 2, 0.3);
  CHECK(!bgt_is_alive(first) && target.size.x == size.x && target.size.y == size.y && target.reads == 2);
  ok(bgt_animator_advance(target.animator, 1.0 / 120.0, NULL));
  CHECK(target.size.x > size.x);
  ok(bgt_release(target.animator));
}

int main(void) {
  uint64_t before = alive();
  test_press();
  test_press_twice();
  CHECK(position_main() == 0 && alive() == before);
  return checks_done();
}
