/* Scene S9, a falling label that is put back. SPDX-License-Identifier: MIT */
#define main repositioning_main
#include "../../bindings/c/examples/repositioning.c"
#undef main
#include "scene.h"

static void fall(falling_label *scene, double seconds) {
  for (int tick = 0; tick < seconds * 60; tick++) ok(bgt_animator_advance(scene->animator, 1.0 / 60.0, NULL));
}

static void test_put_back(void) {
  falling_label scene;
  make_scene(&scene);
  fall(&scene, 0.5);
  double speed = bgt_item_get_velocity(scene.label).y;
  NEAR(bgt_item_get_center(scene.label).y, 173, 3);
  NEAR(speed, 1000 / 0.1 * (1 - exp(-0.05)), 0.5);
  put_back(&scene);
  CHECK(bgt_item_get_velocity(scene.label).y == speed);
  fall(&scene, 1 / 60.0);
  NEAR(bgt_item_get_center(scene.label).y, 10 + speed / 60 + 500.0 / 3600, 0.5);
  fall(&scene, 29 / 60.0);
  /* From 10 with 488 points/s: 241 points by its speed, 123 by gravity, both slowed by the resistance. */
  NEAR(bgt_item_get_center(scene.label).y, 371, 4);
  NEAR(bgt_item_get_center(scene.label).x, 160, 1e-9);
  NEAR(bgt_item_get_velocity(scene.label).y, 1000 / 0.1 * (1 - exp(-0.1)), 1);
  release_scene(&scene);
}

int main(void) {
  uint64_t before = alive();
  test_put_back();
  CHECK(repositioning_main() == 0 && alive() == before);
  return checks_done();
}
