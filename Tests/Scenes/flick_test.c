/* Scene S2, a square that is dragged and thrown. SPDX-License-Identifier: MIT */
#define main flick_main
#include "../../bindings/c/examples/flick.c"
#undef main
#include "scene.h"

static void advance(flick *scene) { ok(bgt_animator_advance(scene->animator, 1.0 / 60.0, NULL)); }

/* The attachment takes its length when it is added, and the square follows the finger at that distance. */
static void test_drag(void) {
  flick scene;
  make_scene(&scene);
  NEAR(bgt_attachment_get_length(scene.attachment), 325.96, 0.01);
  pan_began(&scene, (bgt_vec2){ 170, 290 });
  NEAR(bgt_attachment_get_length(scene.attachment), 11.66, 0.005);
  for (int i = 1; i <= 120; i++) {
    pan_changed(&scene, (bgt_vec2){ 170 + i * 100.0 / 120, 290 });
    advance(&scene);
    NEAR(between(bgt_item_get_center(scene.square), 170 + i * 100.0 / 120, 290), 11.66, 0.3);
  }
  release_scene(&scene);
}

/* A release at rest gives half of the finger's speed; the tick's gravity, 16.7 points/s, is added. */
static void test_release(void) {
  flick scene;
  uint64_t count = 0;
  make_scene(&scene);
  pan_began(&scene, (bgt_vec2){ 170, 290 });
  pan_ended(&scene, (bgt_vec2){ 600, -800 });
  ok(bgt_animator_get_behaviors(scene.animator, NULL, 0, &count));
  CHECK(count == 3);
  bgt_behavior behaviors[3];
  ok(bgt_animator_get_behaviors(scene.animator, behaviors, 3, &count));
  NEAR(bgt_push_get_magnitude(behaviors[2]), 0.8, 1e-12);
  CHECK(bgt_push_is_active(behaviors[2]));
  advance(&scene);
  CHECK(!bgt_push_is_active(behaviors[2]));
  bgt_vec2 velocity = bgt_item_get_velocity(scene.square);
  NEAR(velocity.x, 300, 6);
  NEAR(velocity.y - 1000.0 / 60, -400, 8);
  /* Pushes that have fired pile up without effect, and the square stays inside. */
  for (int i = 0; i < 3; i++) {
    pan_began(&scene, (bgt_vec2){ 100, 300 });
    pan_ended(&scene, (bgt_vec2){ 900, 700 });
    for (int tick = 0; tick < 900 && bgt_animator_is_running(scene.animator); tick++) {
      advance(&scene);
      bgt_vec2 c = bgt_item_get_center(scene.square);
      double angle = bgt_item_get_angle(scene.square), half = 20 * (fabs(cos(angle)) + fabs(sin(angle)));
      WITHIN(c.x, half - 0.5, 320.5 - half);
      WITHIN(c.y, half - 0.5, 568.5 - half);
    }
    CHECK(!bgt_animator_is_running(scene.animator));
  }
  ok(bgt_animator_get_behaviors(scene.animator, NULL, 0, &count));
  CHECK(count == 6);
  release_scene(&scene);
}

int main(void) {
  uint64_t before = alive();
  test_drag();
  test_release();
  CHECK(flick_main() == 0 && alive() == before);
  return checks_done();
}
