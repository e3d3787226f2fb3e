/* A falling label is put back to the top: it goes on from there with the speed it had. SPDX-License-Identifier: MIT */
#include "example.h"

/* A label that falls without end. */
typedef struct falling_label {
  bgt_item label;
  bgt_animator animator;
} falling_label;

static void make_scene(falling_label *scene) {
  bgt_gravity gravity;
  scene->label = make_item(160, 50, 100, 20);
  ok(bgt_animator_create(NULL, &scene->animator));
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, scene->label));
  add_behavior(scene->animator, gravity);
}

static void release_scene(falling_label *scene) {
  ok(bgt_release(scene->animator));
  ok(bgt_release(scene->label));
}

/* To the top. Without the second line the animator would not know. */
static void put_back(falling_label *scene) {
  ok(bgt_item_set_center(scene->label, (bgt_vec2){ 160, 10 }));
  ok(bgt_animator_update_item(scene->animator, scene->label));
}

/* Half a second of falling, twice. */
int main(void) {
  falling_label scene;
  make_scene(&scene);
  for (int tick = 0; tick < 60; tick++) {
    if (tick == 30) {
      put_back(&scene);
      bgt_vec2 center = bgt_item_get_center(scene.label);
      printf("put back to (%.2f, %.2f)\n", center.x, center.y);
    }
    ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    bgt_vec2 center = bgt_item_get_center(scene.label), velocity = bgt_item_get_velocity(scene.label);
    if (tick % 6 == 5)
      printf("%.2f s (%.2f, %.2f) (%.2f, %.2f)\n", bgt_animator_get_elapsed_seconds(scene.animator), center.x, center.y,
             velocity.x, velocity.y);
  }
  print_hash(bgt_animator_get_state_hash(scene.animator));
  release_scene(&scene);
  return 0;
}
