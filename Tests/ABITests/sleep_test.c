/* When islands fall asleep: with the last of their items, and soon after what kept them awake has left. SPDX-License-Identifier: MIT */
#include "scene.h"

#define PI 3.14159265358979

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

/* One of four shapes, 40 points high: a box, a disc, a triangle, a group of two boxes. Its mass in boxes. */
static bgt_item make_shape(int shape, double x, double y, double angle, double *mass) {
  static const bgt_vec2 corners[3] = { { -20, -15 }, { 20, -15 }, { 0, 25 } };
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center = v(x, y); def.size = v(40, 40); def.angle = angle;
  *mass = 1;
  if (shape == 1) { def.bounds_type = BGT_BOUNDS_ELLIPSE; *mass = atan(1); }
  if (shape == 2) { def.bounds_type = BGT_BOUNDS_PATH; def.path = corners; def.path_count = 3; *mass = 0.5; }
  if (shape == 3) {
    const bgt_item boxes[2] = { make_item(x, y - 10, 20, 20), make_item(x, y + 10, 20, 20) };
    *mass = 0.5;
    CHECK(bgt_item_group_create(boxes, 2, &item) == BGT_OK);
    for (int k = 0; k < 2; k++) CHECK(bgt_release(boxes[k]) == BGT_OK);
  } else {
    CHECK(bgt_item_create(&def, &item) == BGT_OK);
  }
  return item;
}

/* Who sleeps is hit as one who is awake: what both have of the other's momentum is what was there. Once a slow one bounced off as off a wall, for who slept
 * woke after the step that stopped it: in 326 of 400 hits at 30 points/s, in half of those at 100. */
static void who_sleeps_is_no_wall(int shape, int other, double speed, double late) {
  bgt_item items[2];
  bgt_item_behavior motion[2];
  bgt_collision collision = 0;
  const bgt_animator animator = make_animator();
  double mass[2];
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_animator_add_behavior(animator, collision) == BGT_OK);
  for (int k = 0; k < 2; k++) {
    items[k] = make_shape(k ? other : shape, k ? -60 - speed * (0.7 + late / 120) : 0, k ? 10 * sin(40 * late) : 0, 3 * k * late, &mass[k]);
    CHECK(bgt_behavior_add_item(collision, items[k]) == BGT_OK);
    motion[k] = add_properties(animator, items[k]);
    CHECK(bgt_item_behavior_set_elasticity(motion[k], 0.5) == BGT_OK);
  }
  CHECK(bgt_item_behavior_set_linear_velocity(motion[1], v(speed, 0), items[1]) == BGT_OK);
  bgt_vec2 mine = v(0, 0);
  bool slept = false;
  for (int i = 0; i < 600 && mine.x == 0; i++) {
    slept = bgt_item_is_resting(items[0]);
    tick(animator);
    mine = bgt_item_get_velocity(items[0]);
    const bgt_vec2 its = bgt_item_get_velocity(items[1]);
    CHECK(fabs(mass[0] * mine.x + mass[1] * (its.x - speed)) < 1e-4 * speed && fabs(mass[0] * mine.y + mass[1] * its.y) < 1e-4 * speed);
  }
  CHECK(slept && mine.x > 0);
  for (int k = 0; k < 2; k++) CHECK(bgt_release(items[k]) == BGT_OK);
  CHECK(bgt_release(collision) == BGT_OK && bgt_release(animator) == BGT_OK);
}

/* A row of eight that sleep, with gaps between them, is hit at its end: what the first one hits in the same step wakes too. Once each was a wall to the one
 * before: what hit the row bounced back, and all of it went the other way with up to four fifths of the momentum. */
static void a_row_passes_a_hit_on(bool round, double gap, double speed, double late) {
  bgt_item items[9];
  bgt_collision collision = 0;
  const bgt_animator animator = make_animator();
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && bgt_animator_add_behavior(animator, collision) == BGT_OK);
  bgt_item_behavior motion = 0;
  for (int k = 0; k < 9; k++) {
    items[k] = make_item(k < 8 ? (40 + gap) * k : -40 - speed * (0.7 + late / 120), 0, 40, 40);
    if (round) CHECK(bgt_item_set_bounds_type(items[k], BGT_BOUNDS_ELLIPSE) == BGT_OK);
    CHECK(bgt_behavior_add_item(collision, items[k]) == BGT_OK);
    motion = add_properties(animator, items[k]);
    CHECK(bgt_item_behavior_set_elasticity(motion, 0.9) == BGT_OK);
  }
  CHECK(bgt_item_behavior_set_linear_velocity(motion, v(speed, 0), items[8]) == BGT_OK);
  for (int i = 0; i < 66; i++) { /* the hit comes with the 43rd */
    const bool slept = bgt_item_is_resting(items[0]);
    double sum = 0;
    tick(animator);
    for (int k = 0; k < 9; k++) sum += bgt_item_get_velocity(items[k]).x;
    CHECK(fabs(sum - speed) < 1e-4 * speed);
    if (i == 40) CHECK(slept);
    if (i == 65) CHECK(!slept && bgt_item_get_velocity(items[8]).x < 0.1 * speed);
  }
  for (int k = 0; k < 9; k++) CHECK(bgt_release(items[k]) == BGT_OK);
  CHECK(bgt_release(collision) == BGT_OK && bgt_release(animator) == BGT_OK);
}

static bgt_attachment attach(bgt_animator animator, bgt_attachment_type type, bgt_item item, bgt_item other, bgt_vec2 anchor) {
  bgt_attachment_def def;
  bgt_attachment attachment = 0;
  bgt_attachment_def_init(&def);
  def.type = type; def.item = item; def.other = other; def.anchor = anchor; def.axis = v(1, 0.3);
  if (type == BGT_ATTACHMENT_DISTANCE) { def.length = 100; def.frequency = 1; }
  CHECK(bgt_attachment_create(&def, &attachment) == BGT_OK);
  give(animator, attachment);
  return attachment;
}
static void snap(bgt_animator animator, bgt_item item, bgt_vec2 point) {
  bgt_snap_def def;
  bgt_snap behavior = 0;
  bgt_snap_def_init(&def);
  def.item = item; def.point = point;
  CHECK(bgt_snap_create(&def, &behavior) == BGT_OK);
  give(animator, behavior);
}
/* Snaps pull what welds hold: one item, or two of which one may go along an axis, until they stand still, with a velocity. Then they rest.
   Beside them a spring swings, or turns, which is seen, and rests not; nor does it when all have rested before. */
static void what_stands_rests(int way) {
  const double swing = 1;
  bgt_animator animator = make_animator();
  const bgt_item held = make_item(180, 370, 40, 40), next = make_item(225, 370, 40, 40), free = make_item(100, 0, 40, 40);
  const bgt_item_behavior motion = add_properties(animator, free);
  if (way == 0) {
    attach(animator, BGT_ATTACHMENT_FIXED, held, 0, v(0, 0));
    snap(animator, held, v(100, 100));
  } else {
    attach(animator, BGT_ATTACHMENT_FIXED, held, next, v(200, 370));
    attach(animator, BGT_ATTACHMENT_SLIDING, held, 0, v(180, 370));
    snap(animator, next, v(300, 100));
    snap(animator, held, v(100, 200));
  }
  attach(animator, BGT_ATTACHMENT_DISTANCE, free, 0, v(0, 0));
  for (int turn = 0; turn < 2; turn++) {
    double least = 0, most = 0;
    run(animator, turn ? 5 : 10);
    CHECK(bgt_item_is_resting(held) && bgt_item_is_resting(free));
    CHECK(bgt_item_get_velocity(held).x == 0 && bgt_item_get_velocity(held).y == 0);
    CHECK(bgt_item_behavior_set_linear_velocity(motion, v(2 * PI * swing, 0), free) == BGT_OK);
    for (int i = 0; i < 1200; i++) {
      tick(animator);
      CHECK(!bgt_item_is_resting(free));
      least = fmin(least, bgt_item_get_center(free).x - 100);
      most = fmax(most, bgt_item_get_center(free).x - 100);
    }
    CHECK(is_near(least, -swing, 0.02) && is_near(most, swing, 0.02));
    CHECK(bgt_item_behavior_set_linear_velocity(motion, v(0, 0), free) == BGT_OK);
    CHECK(bgt_item_set_center(free, v(100, 0)) == BGT_OK && bgt_animator_update_item(animator, free) == BGT_OK);
  }
  CHECK(bgt_release(held) == BGT_OK && bgt_release(next) == BGT_OK && bgt_release(free) == BGT_OK && bgt_release(animator) == BGT_OK);
}

int main(void) {
  what_stands_rests(0);
  what_stands_rests(1);
  for (int k = 0; k < 60; k++) a_row_passes_a_hit_on(k & 1, 0.1 * (k / 2 % 5), 200 * pow(3, k / 10 % 3), k / 60.0);
  for (int pair = 0; pair < 16; pair++)
    for (int k = 0; k < 32; k++) who_sleeps_is_no_wall(pair & 3, pair >> 2, 10 * pow(3, k % 6), k / 32.0);
  an_island_sleeps_with_its_last();
  what_leaves_lets_it_sleep();
  without_rest_seconds_what_moves_goes_on();
  return scene_done();
}
