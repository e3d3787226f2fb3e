/* A box falls to the floor. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <stdio.h>

int main(void) {
  bgt_item_def def; bgt_item_def_init(&def); /* every field gets its documented default */
  def.center = (bgt_vec2){ 200, 50 };
  def.size = (bgt_vec2){ 40, 40 };
  bgt_item box; bgt_item_create(&def, &box);
  bgt_animator animator; bgt_animator_create(NULL, &animator); /* NULL: all defaults */
  bgt_gravity gravity; bgt_gravity_create(NULL, &gravity);
  bgt_collision walls; bgt_collision_create(NULL, &walls);
  bgt_behavior_add_item(gravity, box);
  bgt_behavior_add_item(walls, box);
  bgt_collision_add_boundary_segment(walls, "floor", (bgt_vec2){ 0, 600 }, (bgt_vec2){ 400, 600 });
  bgt_animator_add_behavior(animator, gravity);
  if (bgt_animator_add_behavior(animator, walls) < 0) puts(bgt_last_error_message());

  for (int frame = 0; frame < 120; frame++) bgt_animator_advance(animator, 1.0 / 60.0, NULL);
  printf("y = %.2f\n", bgt_item_get_center(box).y);

  bgt_release(box); bgt_release(gravity); bgt_release(walls); bgt_release(animator); /* any order */
}
