/* Scene S3, an item in spring fields, in two halves and in four quarters. SPDX-License-Identifier: MIT */
#define main sticky_corners_main
#include "../../bindings/c/examples/sticky_corners.c"
#undef main
#include "scene.h"

static void place(sticky_corners *scene, double x, double y) {
  ok(bgt_item_set_center(scene->item, (bgt_vec2){ x, y }));
  ok(bgt_animator_update_item(scene->animator, scene->item));
}

/* Ticks until everything rests. */
static int settle(sticky_corners *scene) {
  int ticks = 0;
  for (; bgt_animator_is_running(scene->animator) && ticks < 600; ticks++)
    ok(bgt_animator_advance(scene->animator, 1.0 / 60.0, NULL));
  return ticks;
}

static double away(const sticky_corners *scene, double x, double y) {
  return between(bgt_item_get_center(scene->item), x, y);
}

/* The item goes from its border or corner to the middle of a part, thrown with (x, y). */
static void test_throw(int columns, bgt_vec2 velocity, bgt_vec2 middle) {
  sticky_corners scene;
  make_scene(&scene, columns, 2);
  WITHIN(settle(&scene), 1, 60); /* the springs of all parts cancel */
  CHECK(away(&scene, 160, 284) < 0.5);
  pan_began(&scene, (bgt_vec2){ 165, 280 });
  ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
  pan_ended(&scene, velocity);
  WITHIN(settle(&scene), 30, 180);
  CHECK(away(&scene, middle.x, middle.y) < 0.5);
  CHECK(bgt_item_get_angle(scene.item) == 0);
  release_scene(&scene);
}

/* At rest beside the middle it overshoots by e^(-pi zeta / sqrt(1 - zeta^2)), zeta = 10 / (2 * 37.5). */
static void test_overshoot(void) {
  sticky_corners scene;
  double most = 0, settled = 0, line = hypot(60, 58);
  make_scene(&scene, 1, 2);
  place(&scene, 100, 200);
  for (int step = 1; step <= 600 && bgt_animator_is_running(scene.animator); step++) {
    ok(bgt_animator_advance(scene.animator, 1.0 / 120.0, NULL));
    bgt_vec2 c = bgt_item_get_center(scene.item);
    most = fmax(most, ((c.x - 160) * 60 - (c.y - 142) * 58) / line);
    if (away(&scene, 160, 142) > 0.02 * line) settled = step / 120.0;
  }
  WITHIN(100 * most / line, 60, 70);
  WITHIN(settled, 0.65, 0.85);
  CHECK(away(&scene, 160, 142) < 0.5 && bgt_item_get_angle(scene.item) == 0);

  /* While a finger holds it the field does not move it. */
  place(&scene, 100, 200);
  pan_began(&scene, (bgt_vec2){ 110, 215 });
  for (int tick = 0; tick < 120; tick++) {
    ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    NEAR(away(&scene, 110, 215), sqrt(325), 0.5);
  }
  pan_ended(&scene, (bgt_vec2){ 0, 0 });

  /* In neither region it feels nothing. */
  bgt_region small;
  ok(bgt_region_create_radius(50, &small));
  for (int i = 0; i < 2; i++) ok(bgt_field_set_region(scene.sticky.fields[i], small));
  ok(bgt_release(small));
  place(&scene, 40, 284);
  settle(&scene);
  bgt_vec2 velocity = bgt_item_get_velocity(scene.item);
  CHECK(!bgt_animator_is_running(scene.animator) && velocity.x == 0 && velocity.y == 0);
  release_scene(&scene);
}

int main(void) {
  uint64_t before = alive();
  test_throw(1, (bgt_vec2){ 0, -200 }, (bgt_vec2){ 160, 142 });
  test_throw(1, (bgt_vec2){ 0, 200 }, (bgt_vec2){ 160, 426 });
  test_throw(2, (bgt_vec2){ -200, -200 }, (bgt_vec2){ 80, 142 });
  test_throw(2, (bgt_vec2){ 200, -200 }, (bgt_vec2){ 240, 142 });
  test_throw(2, (bgt_vec2){ -200, 200 }, (bgt_vec2){ 80, 426 });
  test_throw(2, (bgt_vec2){ 200, 200 }, (bgt_vec2){ 240, 426 });
  test_overshoot();
  CHECK(sticky_corners_main() == 0 && alive() == before);
  return checks_done();
}
