/* An item sticks to the middle of the part of the screen it is thrown into. SPDX-License-Identifier: MIT */
#include "example.h"

/* Divides the reference bounds into equal parts; in each a spring field draws the item to the middle. */
typedef struct sticky_behavior {
  bgt_behavior behavior;
  bgt_item_behavior motion;
  bgt_field fields[4];
  int columns, rows;
} sticky_behavior;

/* It enters an animator: now the bounds are known. */
static void lay_out(bgt_behavior behavior, bgt_animator animator, void *context) {
  sticky_behavior *sticky = context;
  bgt_rect bounds;
  bgt_region region;
  (void)behavior;
  if (!animator || bgt_animator_get_reference_bounds(animator, &bounds) < 0) return;
  double width = bounds.width / sticky->columns, height = bounds.height / sticky->rows;
  ok(bgt_region_create_size((bgt_vec2){ width, height }, &region));
  for (int i = 0; i < sticky->columns * sticky->rows; i++) {
    int column = i % sticky->columns, row = i / sticky->columns;
    bgt_vec2 middle = { bounds.x + width * (column + 0.5), bounds.y + height * (row + 0.5) };
    ok(bgt_field_set_position(sticky->fields[i], middle));
    ok(bgt_field_set_region(sticky->fields[i], region));
  }
  ok(bgt_release(region));
}

static void make_sticky(sticky_behavior *sticky, bgt_item item, int columns, int rows) {
  bgt_collision collision;
  bgt_field_def def;
  sticky->columns = columns;
  sticky->rows = rows;
  ok(bgt_behavior_create(&sticky->behavior));
  ok(bgt_collision_create(NULL, &collision));
  ok(bgt_behavior_add_item(collision, item));
  ok(bgt_collision_set_translating_reference_bounds(collision, true));
  add_child(sticky->behavior, collision);
  ok(bgt_item_behavior_create(&sticky->motion));
  ok(bgt_behavior_add_item(sticky->motion, item));
  ok(bgt_item_behavior_set_density(sticky->motion, 0.01));
  ok(bgt_item_behavior_set_resistance(sticky->motion, 10));
  ok(bgt_item_behavior_set_friction(sticky->motion, 0));
  ok(bgt_item_behavior_set_allowing_rotation(sticky->motion, false));
  add_child(sticky->behavior, sticky->motion);
  bgt_field_def_init(&def);
  def.kind = BGT_FIELD_SPRING;
  for (int i = 0; i < columns * rows; i++) {
    ok(bgt_field_create(&def, &sticky->fields[i]));
    ok(bgt_behavior_add_item(sticky->fields[i], item));
    add_child(sticky->behavior, sticky->fields[i]);
  }
  ok(bgt_behavior_set_will_move(sticky->behavior, lay_out, sticky, NULL));
}

/* A phone's screen with an item, in two halves or four quarters. */
typedef struct sticky_corners {
  bgt_item item;
  bgt_animator animator;
  sticky_behavior sticky;
  bgt_attachment attachment;
} sticky_corners;

static void make_scene(sticky_corners *scene, int columns, int rows) {
  scene->item = make_item(160, 284, 40, 40);
  ok(bgt_animator_create(NULL, &scene->animator));
  ok(bgt_animator_set_reference_bounds(scene->animator, (bgt_rect){ 0, 0, 320, 568 }));
  make_sticky(&scene->sticky, scene->item, columns, rows);
  add_behavior(scene->animator, scene->sticky.behavior);
}

static void release_scene(sticky_corners *scene) {
  ok(bgt_release(scene->animator));
  ok(bgt_release(scene->item));
}

/* A finger takes the item. */
static void pan_began(sticky_corners *scene, bgt_vec2 touch) {
  bgt_attachment_def def;
  bgt_attachment_def_init(&def);
  def.item = scene->item;
  def.anchor = touch;
  ok(bgt_attachment_create(&def, &scene->attachment));
  add_behavior(scene->animator, scene->attachment);
}

static void pan_changed(sticky_corners *scene, bgt_vec2 touch) {
  ok(bgt_attachment_set_anchor(scene->attachment, touch));
}

/* The finger lets go, and the item goes on as fast. */
static void pan_ended(sticky_corners *scene, bgt_vec2 velocity) {
  ok(bgt_item_behavior_add_linear_velocity(scene->sticky.motion, velocity, scene->item));
  ok(bgt_animator_remove_behavior(scene->animator, scene->attachment));
}

/* A finger drags the item from the border of both halves into one, and then into the other. */
int main(void) {
  const bgt_vec2 ends[2] = { { 165, 240 }, { 165, 300 } };
  sticky_corners scene;
  make_scene(&scene, 1, 2);
  for (int i = 0; i < 2; i++) {
    bgt_vec2 center = bgt_item_get_center(scene.item), start = { center.x + 5, center.y - 4 };
    bgt_vec2 way = { ends[i].x - start.x, ends[i].y - start.y };
    pan_began(&scene, start);
    for (int tick = 1; tick <= 15; tick++) {
      pan_changed(&scene, (bgt_vec2){ start.x + tick / 15.0 * way.x, start.y + tick / 15.0 * way.y });
      ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    }
    pan_ended(&scene, (bgt_vec2){ 4 * way.x, 4 * way.y });
    while (bgt_animator_is_running(scene.animator)) ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    center = bgt_item_get_center(scene.item);
    printf("%.2f s rests at (%.2f, %.2f)\n", bgt_animator_get_elapsed_seconds(scene.animator), center.x, center.y);
  }
  print_hash(bgt_animator_get_state_hash(scene.animator));
  release_scene(&scene);
  return 0;
}
