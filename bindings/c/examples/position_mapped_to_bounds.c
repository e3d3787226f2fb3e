/* Not a view moves but its size: a driven item maps its center to the bounds of a target. SPDX-License-Identifier: MIT */
#include "example.h"
#include <math.h>

typedef struct target {
  bgt_rect bounds;
  int reads, writes;
} target;

static void read_target(bgt_item item, bgt_vec2 *center, bgt_vec2 *size, double *angle, void *context) {
  target *t = context;
  (void)item;
  t->reads++;
  *center = (bgt_vec2){ t->bounds.width, t->bounds.height };
  *size = (bgt_vec2){ t->bounds.width, t->bounds.height };
  *angle = 0;
}
static void write_target(bgt_item item, double x, double y, double angle, void *context) {
  target *t = context;
  (void)item; (void)angle;
  t->writes++;
  t->bounds = (bgt_rect){ 0, 0, x, y };
}

int main(void) {
  target t = { { 0, 0, 300, 200 }, 0, 0 };
  bgt_animator animator;
  bgt_attachment attachment;
  bgt_attachment_def attachment_def;
  bgt_push push;
  bgt_push_def push_def;
  bgt_item item;
  double peak = 0, peak_seconds = 0, trough = 0, trough_seconds = 0, skew = 0;

  ok(bgt_animator_create(NULL, &animator));
  ok(bgt_item_create(NULL, &item));
  ok(bgt_item_set_driver(item, read_target, write_target, &t, NULL));

  bgt_attachment_def_init(&attachment_def);
  attachment_def.item = item;
  attachment_def.anchor = (bgt_vec2){ 300, 200 };
  attachment_def.length = 0;
  attachment_def.frequency = 2;
  attachment_def.damping = 0.1;
  ok(bgt_attachment_create(&attachment_def, &attachment));
  ok(bgt_animator_add_behavior(animator, attachment));
  expect("reads when it joins", t.reads, 1, 1);

  bgt_push_def_init(&push_def);
  push_def.mode = BGT_PUSH_INSTANTANEOUS;
  ok(bgt_push_create(&push_def, &push));
  ok(bgt_behavior_add_item(push, item));
  ok(bgt_push_set_angle(push, 0.78539816339744831)); /* pi / 4 */
  ok(bgt_push_set_magnitude(push, 30));
  ok(bgt_animator_add_behavior(animator, push));
  ok(bgt_push_set_active(push, true));

  for (int i = 0; i < 300; i++) {
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    double along = hypot(t.bounds.width - 300, t.bounds.height - 200) * (t.bounds.width < 300 ? -1 : 1);
    if (along > peak) { peak = along; peak_seconds = (i + 1) / 60.0; }
    if (along < trough) { trough = along; trough_seconds = (i + 1) / 60.0; }
    skew = fmax(skew, fabs(t.bounds.width - t.bounds.height - 100));
  }
  expect("peak along the diagonal", peak, 32.2, 36.4);
  expect("at, seconds", peak_seconds, 0.1, 0.135);
  expect("first trough over peak", -trough / peak, 0.68, 0.78);
  expect("half a period later, seconds", trough_seconds - peak_seconds, 0.23, 0.27);
  expect("width - height leaves 100 by at most", skew, 0, 0.5);
  expect("final width", t.bounds.width, 299.5, 300.5);
  expect("final height", t.bounds.height, 199.5, 200.5);
  expect("still one read", t.reads, 1, 1);
  expect("writes", t.writes, 60, 300);

  int result = finish(animator);
  ok(bgt_release(animator));
  ok(bgt_release(push));
  ok(bgt_release(attachment));
  ok(bgt_release(item));
  return result;
}
