/* A falling label is put back to the top: it goes on from there with the speed it had. SPDX-License-Identifier: MIT */
#include "example.h"

int main(void) {
  bgt_animator animator;
  bgt_gravity gravity;

  ok(bgt_animator_create(NULL, &animator));
  bgt_item label = make_item(160, 50, 100, 20);
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, label));
  ok(bgt_animator_add_behavior(animator, gravity));
  for (int i = 0; i < 30; i++) ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
  bgt_vec2 center = bgt_item_get_center(label);
  double speed = bgt_item_get_velocity(label).y;
  expect("y after half a second", center.y, 170, 176);
  expect("speed after half a second", speed, 485, 500);

  ok(bgt_item_set_center(label, (bgt_vec2){ 160, 10 }));
  ok(bgt_animator_update_item(animator, label));
  expect("speed right after the move", bgt_item_get_velocity(label).y - speed, 0, 0);
  for (int i = 0; i < 30; i++) ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
  center = bgt_item_get_center(label);
  /* From 10 with 488 points/s: 241 points by its speed, 123 by gravity, both slowed by the resistance. */
  expect("y half a second later", center.y, 365, 380);
  expect("x", center.x, 159.999, 160.001);
  expect("speed then", bgt_item_get_velocity(label).y, 940, 990);

  int result = finish(animator);
  ok(bgt_release(gravity));
  ok(bgt_release(animator));
  ok(bgt_release(label));
  return result;
}
