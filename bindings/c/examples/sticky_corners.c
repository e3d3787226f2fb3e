/* An item sticks to the middle of the half of the screen it is thrown into. SPDX-License-Identifier: MIT */
#include "example.h"
#include <math.h>

static bgt_animator animator;
static bgt_item item;

static void place(double x, double y) {
  ok(bgt_item_set_center(item, (bgt_vec2){ x, y }));
  ok(bgt_animator_update_item(animator, item));
}

/* Ticks until everything rests. */
static int settle(void) {
  int ticks = 0;
  for (; bgt_animator_is_running(animator) && ticks < 600; ticks++) ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
  return ticks;
}

static double away_from(double x, double y) {
  bgt_vec2 c = bgt_item_get_center(item);
  return sqrt((c.x - x) * (c.x - x) + (c.y - y) * (c.y - y));
}

int main(void) {
  bgt_collision collision;
  bgt_item_behavior properties;
  bgt_attachment attachment;
  bgt_attachment_def attachment_def;
  bgt_field fields[2];
  bgt_field_def field_def;
  bgt_region half, small;
  double worst = 0, most = 0, length = sqrt(60.0 * 60.0 + 58.0 * 58.0);

  ok(bgt_animator_create(NULL, &animator));
  ok(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 320, 568 }));
  item = make_item(20, 20, 40, 40);
  ok(bgt_collision_create(NULL, &collision));
  ok(bgt_behavior_add_item(collision, item));
  ok(bgt_collision_set_translating_reference_bounds(collision, true));
  ok(bgt_animator_add_behavior(animator, collision));
  ok(bgt_item_behavior_create(&properties));
  ok(bgt_behavior_add_item(properties, item));
  ok(bgt_item_behavior_set_density(properties, 0.01));
  ok(bgt_item_behavior_set_resistance(properties, 10));
  ok(bgt_item_behavior_set_friction(properties, 0));
  ok(bgt_item_behavior_set_allowing_rotation(properties, false));
  ok(bgt_animator_add_behavior(animator, properties));
  bgt_field_def_init(&field_def);
  field_def.kind = BGT_FIELD_SPRING;
  for (int i = 0; i < 2; i++) {
    ok(bgt_field_create(&field_def, &fields[i]));
    ok(bgt_behavior_add_item(fields[i], item));
    ok(bgt_animator_add_behavior(animator, fields[i]));
  }
  place(160, 284);
  ok(bgt_region_create_size((bgt_vec2){ 320, 284 }, &half));
  for (int i = 0; i < 2; i++) {
    ok(bgt_field_set_position(fields[i], (bgt_vec2){ 160, 142 + 284 * i }));
    ok(bgt_field_set_region(fields[i], half));
  }

  /* On the border of both halves the two springs cancel. */
  expect("ticks until it rests on the border", settle(), 1, 60);
  expect("way from the border", away_from(160, 284), 0, 0.5);

  /* A finger takes it, and throws it into one half and then into the other. */
  for (int i = 0; i < 2; i++) {
    place(160, 284);
    bgt_attachment_def_init(&attachment_def);
    attachment_def.item = item;
    ok(bgt_attachment_create(&attachment_def, &attachment));
    ok(bgt_attachment_set_anchor(attachment, (bgt_vec2){ 165, 280 }));
    ok(bgt_animator_add_behavior(animator, attachment));
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    ok(bgt_item_behavior_add_linear_velocity(properties, (bgt_vec2){ 0, i ? 200 : -200 }, item));
    ok(bgt_animator_remove_behavior(animator, attachment));
    ok(bgt_release(attachment));
    expect(i ? "ticks down to the lower middle" : "ticks up to the upper middle", settle(), 30, 180);
    expect("way from the middle", away_from(160, 142 + 284 * i), 0, 0.5);
  }

  /* At rest beside the middle, it overshoots by e^(-pi zeta / sqrt(1 - zeta^2)), zeta = 10 / (2 * 37.5). */
  place(100, 200);
  for (int i = 0; i < 1200 && bgt_animator_is_running(animator); i++) {
    ok(bgt_animator_advance(animator, 1.0 / 120.0, NULL));
    bgt_vec2 c = bgt_item_get_center(item);
    most = fmax(most, ((c.x - 160) * 60 - (c.y - 142) * 58) / length);
  }
  expect("overshoot, percent", 100 * most / length, 62, 68);
  expect("way from the upper middle", away_from(160, 142), 0, 0.5);
  expect("angle", bgt_item_get_angle(item), 0, 0);

  /* While a finger holds it the field does not move it. */
  place(100, 200);
  bgt_attachment_def_init(&attachment_def);
  attachment_def.item = item;
  attachment_def.anchor = (bgt_vec2){ 110, 215 };
  ok(bgt_attachment_create(&attachment_def, &attachment));
  ok(bgt_animator_add_behavior(animator, attachment));
  for (int i = 0; i < 120; i++) {
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    worst = fmax(worst, fabs(away_from(110, 215) - sqrt(325.0)));
  }
  expect("distance from the finger is off by at most", worst, 0, 0.5);
  ok(bgt_animator_remove_behavior(animator, attachment));
  ok(bgt_release(attachment));

  /* In neither region it feels nothing. */
  ok(bgt_region_create_radius(50, &small));
  for (int i = 0; i < 2; i++) ok(bgt_field_set_region(fields[i], small));
  place(40, 284);
  expect("ticks until it rests outside", settle(), 1, 600);
  expect("speed there", sqrt(pow(bgt_item_get_velocity(item).x, 2) + pow(bgt_item_get_velocity(item).y, 2)), 0, 0);

  int result = finish(animator);
  ok(bgt_release(half));
  ok(bgt_release(small));
  ok(bgt_release(fields[0]));
  ok(bgt_release(fields[1]));
  ok(bgt_release(properties));
  ok(bgt_release(collision));
  ok(bgt_release(item));
  ok(bgt_release(animator));
  return result;
}
