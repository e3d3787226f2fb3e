/* Scene S1, a square that falls and bounces. SPDX-License-Identifier: MIT */
#define main falling_square_main
#include "../../bindings/c/examples/falling_square.c"
#undef main
#include "scene.h"

typedef struct events {
  int began, ended, resumed, paused;
  double first_seconds, pause_seconds;
  bgt_contact_event first;
  bgt_animator animator;
} events;

static void on_began(bgt_collision collision, const bgt_contact_event *event, void *context) {
  events *e = context;
  (void)collision;
  if (e->began++) return;
  e->first_seconds = bgt_animator_get_elapsed_seconds(e->animator);
  e->first = *event;
}
static void on_ended(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision, (void)event;
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

static void test_fall(void) {
  falling_square scene;
  events e = { 0 };
  double top = 600;
  make_scene(&scene);
  e.animator = scene.animator;
  ok(bgt_collision_set_boundary_began(scene.collision, on_began, &e, NULL));
  ok(bgt_collision_set_boundary_ended(scene.collision, on_ended, &e, NULL));
  ok(bgt_animator_set_will_resume(scene.animator, on_resume, &e, NULL));
  ok(bgt_animator_set_did_pause(scene.animator, on_pause, &e, NULL));
  for (int tick = 1; tick <= 180; tick++) {
    ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    bgt_vec2 center = bgt_item_get_center(scene.square);
    double t = tick / 60.0;
    CHECK(center.x == 160 && fabs(bgt_item_get_angle(scene.square)) < 0.001);
    if (!e.began) { /* the default resistance of 0.1 per second slows the fall a little */
      NEAR(center.y, 284 + 1000 / 0.1 * (t - (1 - exp(-0.1 * t)) / 0.1), 0.2);
    } else if (e.began == 1 && e.ended == 1) {
      top = fmin(top, center.y);
    }
  }
  WITHIN(e.first_seconds, 0.73, 0.76);
  NEAR(e.first.point.y, 568, 0.5);
  WITHIN(e.first.point.x, 145, 175);
  WITHIN(e.first.approach_speed, 712, 724);
  CHECK(e.first.boundary == 0);
  NEAR(553 - top, 10, 2);
  CHECK(e.began >= 1 && e.began == e.ended + 1);
  NEAR(bgt_item_get_center(scene.square).y, 553, 0.5);
  CHECK(e.resumed == 1 && e.paused == 1);
  WITHIN(e.pause_seconds, 1.3, 2.2);
  release_scene(&scene);
}

/* With elasticity 0 on item and boundary there is no rebound; another height moves the floor. */
static void test_no_rebound(double height) {
  falling_square scene;
  bgt_item_behavior motion;
  int touched = 0;
  make_scene(&scene);
  ok(bgt_animator_set_reference_bounds(scene.animator, (bgt_rect){ 0, 0, 320, height }));
  ok(bgt_collision_set_boundary_material(scene.collision, NULL, 0, 0.2));
  ok(bgt_item_behavior_create(&motion));
  ok(bgt_behavior_add_item(motion, scene.square));
  ok(bgt_item_behavior_set_elasticity(motion, 0));
  add_behavior(scene.animator, motion);
  for (int tick = 0; tick < 300 && bgt_animator_is_running(scene.animator); tick++) {
    const bgt_contact_event *contacts;
    uint64_t count;
    ok(bgt_animator_advance(scene.animator, 1.0 / 60.0, NULL));
    ok(bgt_animator_get_contacts(scene.animator, &contacts, &count));
    if (count) touched = 1;
    if (touched) CHECK(bgt_item_get_center(scene.square).y > height - 15.5);
  }
  CHECK(touched);
  NEAR(bgt_item_get_center(scene.square).y, height - 15, 0.5);
  release_scene(&scene);
}

int main(void) {
  uint64_t before = alive();
  test_fall();
  test_no_rebound(568);
  test_no_rebound(667);
  CHECK(falling_square_main() == 0 && alive() == before);
  return checks_done();
}
