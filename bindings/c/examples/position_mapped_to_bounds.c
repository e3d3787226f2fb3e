/* Not a view moves but its size: a driven item maps its center to the bounds of a target.
   SPDX-License-Identifier: MIT */
#include "example.h"

/* Something with a size. An item stands for it, whose center is that size. */
typedef struct button {
  bgt_vec2 size;
  int reads, writes;
  bgt_animator animator;
} button;

/* Center, size and angle of the item, asked for once. */
static void read_button(bgt_item item, bgt_vec2 *center, bgt_vec2 *size, double *angle, void *context) {
  button *target = context;
  (void)item;
  target->reads++;
  *center = *size = target->size;
  *angle = 0;
}

/* The item moved. */
static void write_button(bgt_item item, double x, double y, double angle, void *context) {
  button *target = context;
  (void)item, (void)angle;
  target->writes++;
  target->size = (bgt_vec2){ x, y };
}

/* Makes it swing about its present size. An animator of an earlier press ends. */
static void press(button *target, double magnitude, double damping) {
  bgt_item item;
  bgt_attachment spring;
  bgt_attachment_def spring_def;
  bgt_push push;
  bgt_push_def push_def;
  ok(bgt_release(target->animator));
  ok(bgt_animator_create(NULL, &target->animator));
  ok(bgt_item_create(NULL, &item));
  ok(bgt_item_set_driver(item, read_button, write_button, target, NULL));
  bgt_attachment_def_init(&spring_def);
  spring_def.item = item;
  spring_def.anchor = target->size;
  spring_def.length = 0;
  spring_def.frequency = 2;
  spring_def.damping = damping;
  ok(bgt_attachment_create(&spring_def, &spring));
  add_behavior(target->animator, spring);
  bgt_push_def_init(&push_def);
  push_def.mode = BGT_PUSH_INSTANTANEOUS;
  ok(bgt_push_create(&push_def, &push));
  ok(bgt_behavior_add_item(push, item));
  ok(bgt_push_set_angle(push, 0.78539816339744831)); /* pi / 4 */
  ok(bgt_push_set_magnitude(push, magnitude));
  add_behavior(target->animator, push);
  ok(bgt_release(item));
}

/* A button of 300 x 200 points is pressed. */
int main(void) {
  button target = { .size = { 300, 200 } };
  press(&target, 30, 0.1);
  for (int tick = 1; bgt_animator_is_running(target.animator); tick++) {
    ok(bgt_animator_advance(target.animator, 1.0 / 60.0, NULL));
    double seconds = bgt_animator_get_elapsed_seconds(target.animator);
    if (tick % 30 == 0) printf("%.2f s (%.2f, %.2f)\n", seconds, target.size.x, target.size.y);
  }
  printf("read %d times, written %d times\n", target.reads, target.writes);
  print_hash(bgt_animator_get_state_hash(target.animator));
  ok(bgt_release(target.animator));
  return 0;
}
