/* A square falls on the floor of its reference bounds, bounces and comes to rest. SPDX-License-Identifier: MIT */
#include "example.h"
#include <math.h>

typedef struct events {
  int ticks, began, ended, resumed, paused;
  double first_seconds, first_x, first_y, first_speed, pause_seconds;
  bgt_animator animator;
} events;

static void on_began(bgt_collision collision, const bgt_contact_event *event, void *context) {
  events *e = context;
  (void)collision;
  if (!e->began++) {
    e->first_seconds = bgt_animator_get_elapsed_seconds(e->animator);
    e->first_x = event->point.x;
    e->first_y = event->point.y;
    e->first_speed = event->approach_speed;
  }
}
static void on_ended(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event;
  ((events *)context)->ended++;
}
static void on_resume(bgt_animator animator, void *context) {
  (void)animator;
  ((events *)context)->resumed++;
}
static void on_pause(bgt_animator animator, void *context) {
  events *e = context;
  e->paused++;
  e->pause_seconds = bgt_animator_get_elapsed_seconds(animator);
}

int main(void) {
  events e = { 0 };
  bgt_animator animator;
  bgt_gravity gravity;
  bgt_collision collision;
  double fall_error = 0, side = 0, turn = 0, top = 600;

  ok(bgt_animator_create(NULL, &animator));
  ok(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, 320, 568 }));
  bgt_item square = make_item(160, 284, 30, 30);
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, square));
  ok(bgt_animator_add_behavior(animator, gravity));
  ok(bgt_collision_create(NULL, &collision));
  ok(bgt_behavior_add_item(collision, square));
  ok(bgt_collision_set_translating_reference_bounds(collision, true));
  ok(bgt_animator_add_behavior(animator, collision));
  e.animator = animator;
  ok(bgt_collision_set_boundary_began(collision, on_began, &e, NULL));
  ok(bgt_collision_set_boundary_ended(collision, on_ended, &e, NULL));
  ok(bgt_animator_set_will_resume(animator, on_resume, &e, NULL));
  ok(bgt_animator_set_did_pause(animator, on_pause, &e, NULL));

  for (e.ticks = 0; e.ticks < 180; e.ticks++) {
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    bgt_vec2 center = bgt_item_get_center(square);
    double t = (e.ticks + 1) / 60.0;
    side = fmax(side, fabs(center.x - 160));
    turn = fmax(turn, fabs(bgt_item_get_angle(square)));
    if (!e.began) { /* the default resistance of 0.1 per second slows the fall a little */
      double fall = 1000 / 0.1 * (t - (1 - exp(-0.1 * t)) / 0.1);
      fall_error = fmax(fall_error, fabs(center.y - 284 - fall));
    } else if (e.ended == 1 && e.began == 1) {
      top = fmin(top, center.y);
    }
  }
  expect("x leaves 160 by at most", side, 0, 0.05);
  expect("angle stays 0", turn, 0, 0.001);
  expect("fall differs from the closed form by", fall_error, 0, 4.5);
  expect("first contact, seconds", e.first_seconds, 0.73, 0.76);
  expect("its point, y", e.first_y, 567.5, 568.5);
  expect("its point, x", e.first_x, 145, 175);
  expect("its speed, points/s", e.first_speed, 700, 740);
  expect("height of the first rebound", 553 - top, 8, 12.8);
  expect("began callbacks", e.began, 1, 20);
  expect("ended callbacks, one less", e.began - e.ended, 1, 1);
  expect("final y", bgt_item_get_center(square).y, 552.5, 553.5);
  expect("will-resume callbacks", e.resumed, 1, 1);
  expect("did-pause callbacks", e.paused, 1, 1);
  expect("pause after, seconds", e.pause_seconds, 1.3, 2.2);

  int result = finish(animator);
  ok(bgt_release(animator));
  ok(bgt_release(square));
  ok(bgt_release(gravity));
  ok(bgt_release(collision));
  return result;
}
