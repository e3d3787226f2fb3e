/* When islands fall asleep: with the last of their items, and soon after what kept them awake has left. SPDX-License-Identifier: MIT */
#include "scene.h"

enum { BOXES = 3, REST = 30 }; /* Steps for which all are slow before they sleep: half a second. */

typedef struct pile {
  bgt_animator animator;
  bgt_item boxes[BOXES], disc; /* a stack, and a disc on top that spins in place */
  bgt_item_behavior spin;
  bgt_gravity gravity;
  bgt_collision collision;
} pile;

static pile make_pile(void) {
  static const bgt_material smooth = { 0, 0, 1, 0, 0 };
  pile p = { .animator = make_animator() };
  CHECK(bgt_animator_set_default_material(p.animator, &smooth) == BGT_OK);
  CHECK(bgt_gravity_create(NULL, &p.gravity) == BGT_OK && bgt_collision_create(NULL, &p.collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(p.collision, "floor", v(-200, 300), v(200, 300)) == BGT_OK);
  p.disc = make_item(0, 290 - 20 * BOXES, 20, 20);
  CHECK(bgt_item_set_bounds_type(p.disc, BGT_BOUNDS_ELLIPSE) == BGT_OK);
  for (int i = 0; i <= BOXES; i++) {
    const bgt_item item = i < BOXES ? (p.boxes[i] = make_item(0, 290 - 20 * i, 20, 20)) : p.disc;
    CHECK(bgt_behavior_add_item(p.gravity, item) == BGT_OK && bgt_behavior_add_item(p.collision, item) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(p.animator, p.gravity) == BGT_OK && bgt_animator_add_behavior(p.animator, p.collision) == BGT_OK);
  p.spin = add_properties(p.animator, p.disc);
  return p;
}
static void end_pile(pile *p) {
  CHECK(bgt_release(p->gravity) == BGT_OK && bgt_release(p->collision) == BGT_OK && bgt_release(p->animator) == BGT_OK);
  for (int i = 0; i < BOXES; i++) CHECK(bgt_release(p->boxes[i]) == BGT_OK);
  CHECK(bgt_release(p->disc) == BGT_OK);
}
static void spin_for(pile *p, int steps) {
  for (int i = 0; i < steps; i++) {
    CHECK(bgt_item_behavior_set_angular_velocity(p->spin, 2, p->disc) == BGT_OK);
    tick(p->animator);
  }
  for (int i = 0; i < BOXES; i++) {
    CHECK(!bgt_item_is_resting(p->boxes[i]));
    CHECK(!strcmp(bgt_item_why_awake(p->boxes[i]), "something that touches it or is joined to it is still awake"));
  }
}
/* Steps until the boxes sleep, which all do in the same one. */
static int steps_to_sleep(pile *p) {
  int steps = 0;
  while (!bgt_item_is_resting(p->boxes[0]) && steps < 100) {
    tick(p->animator);
    steps++;
    for (int i = 1; i < BOXES; i++) CHECK(bgt_item_is_resting(p->boxes[i]) == bgt_item_is_resting(p->boxes[0]));
  }
  return steps;
}

/* However the last search for islands fell: 40 runs. */
static void an_island_sleeps_with_its_last(void) {
  for (int extra = 0; extra < 40; extra++) {
    pile p = make_pile();
    spin_for(&p, 90 + extra);
    CHECK(bgt_item_behavior_set_angular_velocity(p.spin, 0, p.disc) == BGT_OK);
    CHECK(steps_to_sleep(&p) == REST && bgt_item_is_resting(p.disc));
    end_pile(&p);
  }
}
static void what_leaves_lets_it_sleep(void) {
  int most = 0;
  for (int extra = 0; extra < 40; extra++) {
    pile p = make_pile();
    spin_for(&p, 90 + extra);
    /* Half a circle of the disc is lifted off: nothing of the boxes moves. */
    CHECK(bgt_item_set_center(p.disc, v(150, 0)) == BGT_OK && bgt_animator_update_item(p.animator, p.disc) == BGT_OK);
    const int steps = steps_to_sleep(&p);
    if (steps > most) most = steps;
    end_pile(&p);
  }
  CHECK(most > 0 && most <= REST + 9);
}
/* With no time of rest who is slow sleeps after the next step, and who moves does not, beside it or alone. */
static void without_rest_seconds_what_moves_goes_on(void) {
  for (int step = 0; step < 4; step++) {
    bgt_animator animator = make_animator();
    const bgt_item still = make_item(0, 0, 20, 20), moving = make_item(100, 0, 20, 20);
    add_properties(animator, still);
    const bgt_item_behavior motion = add_properties(animator, moving);
    CHECK(bgt_animator_set_rest_seconds(animator, step / 240.0) == BGT_OK); /* of 1/120 s: up to one and a half */
    CHECK(bgt_item_behavior_set_linear_velocity(motion, v(50, 0), moving) == BGT_OK);
    for (int i = 0; i < 60; i++) {
      tick(animator);
      CHECK(bgt_item_is_resting(still) && !bgt_item_is_resting(moving));
      CHECK(!strcmp(bgt_item_why_awake(moving), "it moves faster than the rest speed"));
    }
    CHECK(at(moving, 150, 0, 1));
    CHECK(bgt_release(animator) == BGT_OK && bgt_release(still) == BGT_OK && bgt_release(moving) == BGT_OK);
  }
}

int main(void) {
  an_island_sleeps_with_its_last();
  what_leaves_lets_it_sleep();
  without_rest_seconds_what_moves_goes_on();
  return scene_done();
}
