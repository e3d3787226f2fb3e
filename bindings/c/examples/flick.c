/* A square is dragged by an attachment and let go with a flick. SPDX-License-Identifier: MIT */
#include "example.h"
#include <math.h>

/* A square that follows the three calls of a pan gesture. */
typedef struct flick {
  bgt_item square;
  bgt_animator animator;
  bgt_attachment attachment;
} flick;

static void make_scene(flick *scene) {
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_attachment_def def;
  scene->square = make_item(160, 284, 40, 40);
  ok(bgt_animator_create(NULL, &scene->animator));
  ok(bgt_animator_set_reference_bounds(scene->animator, (bgt_rect){ 0, 0, 320, 568 }));
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, scene->square));
  add_behavior(scene->animator, gravity);
  ok(bgt_collision_create(NULL, &collision));
  ok(bgt_behavior_add_item(collision, scene->square));
  ok(bgt_collision_set_translating_reference_bounds(collision, true));
  add_behavior(scene->animator, collision);
  bgt_attachment_def_init(&def);
  def.item = scene->square;
  ok(bgt_attachment_create(&def, &scene->attachment));
}

static void release_scene(flick *scene) {
  ok(bgt_release(scene->attachment));
  ok(bgt_release(scene->animator));
  ok(bgt_release(scene->square));
}

/* The finger takes the square. The attachment gets its length when it is added. */
static void pan_began(flick *scene, bgt_vec2 touch) {
  ok(bgt_attachment_set_anchor(scene->attachment, touch));
  ok(bgt_animator_add_behavior(scene->animator, scene->attachment));
}

static void pan_changed(flick *scene, bgt_vec2 touch) { ok(bgt_attachment_set_anchor(scene->attachment, touch)); }

/* The finger lets go: the square gets half of its velocity, and keeps what it has. */
static void pan_ended(flick *scene, bgt_vec2 velocity) {
  bgt_push push;
  bgt_push_def def;
  bgt_push_def_init(&def);
  def.mode = BGT_PUSH_INSTANTANEOUS;
  ok(bgt_push_create(&def, &push));
  ok(bgt_behavior_add_item(push, scene->square));
  ok(bgt_push_set_direction(push, velocity));
  ok(bgt_push_set_magnitude(push, hypot(velocity.x, velocity.y) * 0.0008));
  ok(bgt_animator_remove_behavior(scene->animator, scene->attachment));
  add_behavior(scene->animator, push);
}

/* A finger drags the square to the right in a second and throws it up. */
int main(void) {
  flick scene;
  make_scene(&scene);
  pan_began(&scene, (bgt_vec2){ 170, 290 });
  for (int tick = 0; tick < 195; tick++) {
    if (tick < 60) pan_changed(&scene, (bgt_vec2){ 170 + (tick + 1) * 100.0 / 60, 290 });
    if (tick == 60) pan_ended(&scene, (bgt_vec2){ 600, -800 });
    ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    if (tick % 15 == 14) {
      bgt_vec2 center = bgt_item_get_center(scene.square), velocity = bgt_item_get_velocity(scene.square);
      printf("%.2f s (%.2f, %.2f) (%.2f, %.2f)\n", bgt_animator_get_elapsed_seconds(scene.animator), center.x,
             center.y, velocity.x, velocity.y);
    }
  }
  print_hash(bgt_animator_get_state_hash(scene.animator));
  release_scene(&scene);
  return 0;
}
