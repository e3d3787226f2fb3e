/* A square is dragged by an attachment and let go with a flick. SPDX-License-Identifier: MIT */
#include "example.h"
#include <math.h>

static double distance(bgt_vec2 a, bgt_vec2 b) { return hypot(a.x - b.x, a.y - b.y); }

int main(void) {
  bgt_animator animator;
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_attachment attachment;
  bgt_attachment_def attachment_def;
  bgt_push push;
  bgt_push_def push_def;
  double worst = 0, outside = 0;

  ok(bgt_animator_create(NULL, &animator));
  ok(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 320, 568 }));
  bgt_item square = make_item(160, 284, 40, 40);
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, square));
  ok(bgt_animator_add_behavior(animator, gravity));
  ok(bgt_collision_create(NULL, &collision));
  ok(bgt_behavior_add_item(collision, square));
  ok(bgt_collision_set_translating_reference_bounds(collision, true));
  ok(bgt_animator_add_behavior(animator, collision));
  ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
  ok(bgt_item_set_center(square, (bgt_vec2){ 160, 284 }));
  ok(bgt_animator_update_item(animator, square));

  /* The finger takes the square: the anchor is set before the attachment is added. */
  bgt_attachment_def_init(&attachment_def);
  attachment_def.item = square;
  ok(bgt_attachment_create(&attachment_def, &attachment));
  ok(bgt_attachment_set_anchor(attachment, (bgt_vec2){ 170, 290 }));
  ok(bgt_animator_add_behavior(animator, attachment));
  expect("length of the attachment", bgt_attachment_get_length(attachment), 11.65, 11.67);
  for (int i = 0; i < 60; i++) { /* the finger moves */
    bgt_vec2 anchor = { 170 + (i + 1) * 100.0 / 60.0, 290 };
    ok(bgt_attachment_set_anchor(attachment, anchor));
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    worst = fmax(worst, fabs(distance(anchor, bgt_item_get_center(square)) - 11.6619));
  }
  expect("distance from the finger is off by at most", worst, 0, 0.3);

  /* The finger lets go. */
  bgt_vec2 before = bgt_item_get_velocity(square);
  bgt_push_def_init(&push_def);
  push_def.mode = BGT_PUSH_INSTANTANEOUS;
  ok(bgt_push_create(&push_def, &push));
  ok(bgt_behavior_add_item(push, square));
  ok(bgt_push_set_direction(push, (bgt_vec2){ 600, -800 }));
  ok(bgt_push_set_magnitude(push, 0.8));
  ok(bgt_animator_remove_behavior(animator, attachment));
  ok(bgt_animator_add_behavior(animator, push));
  for (int i = 0; i < 240; i++) {
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    if (i == 0) { /* 16.7 points/s of it are the tick's gravity */
      bgt_vec2 after = bgt_item_get_velocity(square);
      expect("velocity gained, x", after.x - before.x, 294, 306);
      expect("velocity gained, y", after.y - before.y, -391, -375);
      expect("push is active afterwards", bgt_push_is_active(push), 0, 0);
    }
    bgt_vec2 c = bgt_item_get_center(square);
    double angle = bgt_item_get_angle(square);
    double half = 20 * (fabs(cos(angle)) + fabs(sin(angle)));
    outside = fmax(outside, fmax(half - c.x, c.x + half - 320));
    outside = fmax(outside, fmax(half - c.y, c.y + half - 568));
  }
  expect("leaves the bounds by at most", outside, -1000, 0.5);

  int result = finish(animator);
  ok(bgt_release(push));
  ok(bgt_release(attachment));
  ok(bgt_release(collision));
  ok(bgt_release(gravity));
  ok(bgt_release(square));
  ok(bgt_release(animator));
  return result;
}
