/* Scenes S4 and S5 and the transitions of seed scene 002, a dialog that drops in and out.
   SPDX-License-Identifier: MIT */
#define main drop_out_main
#include "../../bindings/c/examples/drop_out.c"
#undef main
#include "scene.h"

/* What the scene does in its pause callback stays; the turns are counted beside it. */
typedef struct turns {
  int resumed, paused;
  drop_out *scene;
} turns;

static void on_resume(bgt_animator animator, void *context) {
  (void)animator;
  ((turns *)context)->resumed++;
}
static void on_pause_in(bgt_animator animator, void *context) {
  turns *t = context;
  t->paused++;
  dropped_in(animator, t->scene);
}
static void on_pause_out(bgt_animator animator, void *context) {
  turns *t = context;
  t->paused++;
  dropped_out(animator, t->scene);
}
static void watch(drop_out *scene, turns *t, bgt_animator_fn pause) {
  *t = (turns){ 0, 0, scene };
  ok(bgt_animator_set_will_resume(scene->animator, on_resume, t, NULL));
  ok(bgt_animator_set_did_pause(scene->animator, pause, t, NULL));
}
static void advance(drop_out *scene, double rate) { ok(bgt_timeline_advance(scene->timeline, 1 / rate)); }
static uint64_t behavior_count(const drop_out *scene) {
  uint64_t count = 99;
  ok(bgt_animator_get_behaviors(scene->animator, NULL, 0, &count));
  return count;
}

static void test_s4(void) {
  drop_out scene;
  turns t;
  double impact = 0, speed = 0, last = -100, last_speed = 0, tops[8] = { 0 }, rest = 0;
  int rising = 0, count = 0;
  make_scene(&scene, 320, 568);
  present(&scene, true);
  watch(&scene, &t, on_pause_in);
  bgt_rect frame = bgt_item_get_frame(scene.dialog);
  CHECK(frame.x == 60 && frame.y == -200 && frame.width == 200 && frame.height == 200);
  for (int step = 1; is_moving(&scene) && step < 360; step++) {
    advance(&scene, 120);
    bgt_vec2 c = bgt_item_get_center(scene.dialog);
    NEAR(c.x, 160, 0.2);
    CHECK(bgt_item_get_angle(scene.dialog) == 0 && c.y < 284.6);
    double velocity = bgt_item_get_velocity(scene.dialog).y;
    if (!impact && velocity < 0) impact = step / 120.0, speed = last_speed;
    if (rising && c.y > last && count < 8) tops[count++] = 284 - last;
    rising = c.y < last;
    last = c.y;
    last_speed = velocity;
    if (!t.paused) rest = c.y;
  }
  NEAR(impact, 0.277, 0.02);
  NEAR(speed, 2750, 100);
  /* 0.49 each, less what the default resistance of 0.1 takes on the way: 188, 92, 45, 22, 11 without it. */
  const double wanted[] = { 182.9, 87.5, 42.1, 20.4, 9.9 };
  for (int i = 0; i < 5; i++) NEAR(tops[i], wanted[i], 0.03 * wanted[i] + 0.2);
  NEAR(rest, 284, 0.5);
  bgt_vec2 center = bgt_item_get_center(scene.dialog);
  CHECK(center.x == 160 && center.y == 284 && t.resumed == 1 && t.paused == 1);
  CHECK(behavior_count(&scene) == 0);
  WITHIN(bgt_animator_get_elapsed_seconds(scene.animator), 1.5, 1.5 + 2 / 60.0);
  for (int tick = 0; tick < 10; tick++) advance(&scene, 60);
  CHECK(t.resumed == 1 && t.paused == 1);
  release_scene(&scene);
}

/* Both published variants: a short, weak spring at the upper corner, and a long, strong one at the lower. */
static void test_s5(bool is_short) {
  drop_out scene;
  turns t;
  double landed = 0, pause_y = 0, seconds = 0;
  make_scene(&scene, 320, 568);
  if (is_short) scene.hook_offset = (bgt_vec2){ 70, -100 }, scene.hook_damping = 0.3, scene.hook_length = 40;
  present(&scene, true);
  while (is_moving(&scene)) advance(&scene, 60);
  double began = bgt_animator_get_elapsed_seconds(scene.animator);
  dismiss(&scene);
  watch(&scene, &t, on_pause_out);
  if (!is_short) NEAR(bgt_attachment_get_length(scene.spring), 200.25, 0.01);
  for (int tick = 1; is_moving(&scene) && tick < 360; tick++) {
    advance(&scene, 60);
    seconds = bgt_animator_get_elapsed_seconds(scene.animator) - began;
    bgt_vec2 c = bgt_item_get_center(scene.dialog);
    double degrees = bgt_item_get_angle(scene.dialog) * 180 / PI;
    if (!t.paused) {
      if (tick == 20) {
        NEAR(c.x, is_short ? 237 : 129, is_short ? 4 : 8);
        NEAR(c.y, is_short ? 379 : 531, 4);
        NEAR(degrees, is_short ? -28 : -137, is_short ? 3 : 5);
      } else if (seconds > 2) {
        NEAR(c.x, 220, is_short ? 45 : 110);
        WITHIN(c.y, is_short ? 364 : 510, is_short ? 384 : 545);
        NEAR(degrees, is_short ? -35 : -145, is_short ? 15 : 30);
      }
    } else if (!pause_y) {
      pause_y = c.y;
      bgt_vec2 v = bgt_item_get_velocity(scene.dialog);
      WITHIN(seconds, 8 / 3.0, 8 / 3.0 + 2.01 / 60);
      CHECK(v.x == 0 && v.y == 0 && !bgt_behavior_get_parent(scene.spring) && behavior_count(&scene) == 1);
    } else if (!landed) {
      const bgt_contact_event *contacts;
      uint64_t count;
      ok(bgt_animator_get_contacts(scene.animator, &contacts, &count));
      if (count) landed = seconds;
    }
  }
  WITHIN(landed, 8 / 3.0 + 0.15, 3.1);
  CHECK(t.resumed == 2 && t.paused == 2 && behavior_count(&scene) == 0);
  WITHIN(seconds, 3.2, 4.1);
  CHECK(!bgt_transition_container_get_presentation(scene.container));
  release_scene(&scene);
}

/* With more time it ends by rest, and nothing is put anywhere. */
static void test_rest(void) {
  drop_out scene;
  double at_end = 0;
  make_scene(&scene, 375, 812);
  scene.seconds_in = 3;
  present(&scene, true);
  while (is_moving(&scene)) {
    at_end = bgt_item_get_center(scene.dialog).y;
    advance(&scene, 120);
  }
  CHECK(bgt_timeline_get_time(scene.timeline) < 3);
  NEAR(at_end, 406, 1);
  release_scene(&scene);
}

static void test_transition(void) {
  drop_out scene;
  double times[8] = { 0 }, at_end = 0, last_speed = 0, first_speed = 0;
  int contacts = 0;
  make_scene(&scene, 375, 812);
  present(&scene, true);
  bgt_transition transition = bgt_transition_container_get_transition(scene.container);
  ok(bgt_retain(transition));
  bgt_rect goal = bgt_transition_get_final_frame(transition, BGT_TRANSITION_TO);
  CHECK(goal.x == 87.5 && goal.y == 306 && goal.width == 200 && goal.height == 200);
  while (is_moving(&scene)) {
    at_end = bgt_item_get_center(scene.dialog).y;
    advance(&scene, 120);
    CHECK(bgt_item_get_center(scene.dialog).x == 187.5 && bgt_item_get_angle(scene.dialog) == 0);
    double speed = bgt_item_get_velocity(scene.dialog).y;
    if (speed < 0 && last_speed > 0 && contacts < 8) {
      if (!contacts) first_speed = last_speed;
      times[contacts++] = bgt_timeline_get_time(scene.timeline);
    }
    last_speed = speed;
  }
  const double wanted[] = { 0.31812, 0.76349, 1.07524, 1.29347 };
  CHECK(contacts >= 4);
  for (int i = 0; i < 4; i++) NEAR(times[i], wanted[i], 0.02);
  NEAR(first_speed, 3181, 160);
  NEAR(at_end, 391.7, 16);
  CHECK(bgt_item_get_center(scene.dialog).y == 406);
  WITHIN(bgt_timeline_get_time(scene.timeline), 1.5, 1.5 + 2.01 / 120);
  CHECK(bgt_transition_get_phase(transition) == BGT_TRANSITION_DONE && !bgt_transition_is_cancelled(transition));
  ok(bgt_release(transition));

  turns t;
  double start = bgt_timeline_get_time(scene.timeline), angle = 0, y = 0;
  int after = 0;
  dismiss(&scene);
  transition = bgt_transition_container_get_transition(scene.container);
  ok(bgt_retain(transition));
  watch(&scene, &t, on_pause_out);
  while (is_moving(&scene)) {
    int before = t.paused;
    advance(&scene, 120);
    if (t.paused == 1 && !before) angle = bgt_item_get_angle(scene.dialog), y = bgt_item_get_center(scene.dialog).y;
    if (t.paused == 1 && ++after == 13) NEAR(bgt_item_get_center(scene.dialog).y - y, 50, 6);
  }
  CHECK(t.paused == 2 && fabs(angle) > 0.2 && !bgt_transition_is_cancelled(transition));
  CHECK(bgt_timeline_get_time(scene.timeline) <= start + 4 + 5.01 / 120);
  uint64_t count;
  ok(bgt_transition_container_get_items(scene.container, NULL, 0, &count));
  CHECK(count == 1 && !bgt_transition_container_get_presentation(scene.container));
  ok(bgt_release(transition));
  release_scene(&scene);
}

int main(void) {
  uint64_t before = alive();
  test_s4();
  test_s5(false);
  test_s5(true);
  test_transition();
  test_rest();
  CHECK(drop_out_main() == 0 && alive() == before);
  return checks_done();
}
