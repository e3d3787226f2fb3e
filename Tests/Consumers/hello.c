/* A box falls on a floor: the program of every C consumer, whichever way it finds the library. */
/* SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <stdio.h>

int main(void) {
  bgt_item_def def;
  bgt_vec2 left = {0, 600}, right = {400, 600};
  bgt_item box = 0;
  bgt_animator animator = 0;
  bgt_gravity gravity = 0;
  bgt_collision walls = 0;
  int frame;
  if (!bgt_check_version()) return 1;
  bgt_item_def_init(&def);
  def.center.x = 200;
  def.center.y = 50;
  def.size.x = def.size.y = 40;
  if (bgt_item_create(&def, &box) < 0 || bgt_animator_create(NULL, &animator) < 0 ||
      bgt_gravity_create(NULL, &gravity) < 0 || bgt_collision_create(NULL, &walls) < 0 ||
      bgt_behavior_add_item(gravity, box) < 0 || bgt_behavior_add_item(walls, box) < 0 ||
      bgt_collision_add_boundary_segment(walls, "floor", left, right) < 0 ||
      bgt_animator_add_behavior(animator, gravity) < 0 || bgt_animator_add_behavior(animator, walls) < 0) {
    puts(bgt_last_error_message());
    return 1;
  }
  for (frame = 0; frame < 240; frame++) bgt_animator_advance(animator, 1.0 / 60.0, NULL);
  printf("y = %.0f\n", bgt_item_get_center(box).y);
  bgt_release(box);
  bgt_release(gravity);
  bgt_release(walls);
  bgt_release(animator);
  return bgt_get_live_count(BGT_KIND_NONE) != 0;
}
