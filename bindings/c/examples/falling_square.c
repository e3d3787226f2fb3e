/* A square falls on the floor of its reference bounds, bounces and comes to rest. SPDX-License-Identifier: MIT */
#include "example.h"

/* A square above the floor. */
typedef struct falling_square {
  bgt_item square;
  bgt_animator animator;
  bgt_collision collision;
} falling_square;

static void make_scene(falling_square *scene) {
  bgt_gravity gravity;
  scene->square = make_item(160, 284, 30, 30);
  ok(bgt_animator_create(NULL, &scene->animator));
  ok(bgt_animator_set_reference_bounds(scene->animator, (bgt_rect){ 0, 0, 320, 568 }));
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, scene->square));
  add_behavior(scene->animator, gravity);
  ok(bgt_collision_create(NULL, &scene->collision));
  ok(bgt_behavior_add_item(scene->collision, scene->square));
  ok(bgt_collision_set_translating_reference_bounds(scene->collision, true));
  add_behavior(scene->animator, scene->collision);
}

static void release_scene(falling_square *scene) {
  ok(bgt_release(scene->animator));
  ok(bgt_release(scene->square));
}

static void on_floor(bgt_collision collision, const bgt_contact_event *contact, void *context) {
  falling_square *scene = context;
  (void)collision;
  printf("%.2f s meets the floor at (%.2f, %.2f) with %.2f pt/s\n", bgt_animator_get_elapsed_seconds(scene->animator),
         contact->point.x, contact->point.y, contact->approach_speed);
}

/* Runs until the square rests. */
int main(void) {
  falling_square scene;
  make_scene(&scene);
  ok(bgt_collision_set_boundary_began(scene.collision, on_floor, &scene, NULL));
  while (bgt_animator_is_running(scene.animator)) ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
  bgt_vec2 center = bgt_item_get_center(scene.square);
  printf("%.2f s rests at (%.2f, %.2f)\n", bgt_animator_get_elapsed_seconds(scene.animator), center.x, center.y);
  print_hash(bgt_animator_get_state_hash(scene.animator));
  release_scene(&scene);
  return 0;
}
