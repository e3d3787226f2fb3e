/* Attachments of every kind through the C API. SPDX-License-Identifier: MIT */
#include "attachments.h"

static void a_rod_keeps_its_length(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(100, 0, 20, 20), other = make_item(200, 0, 20, 20);
  bgt_attachment_def def = defined(item);
  bgt_attachment rod, second;
  bgt_item held[2];
  uint64_t count = 0;
  def.item_offset = v(-10, 0);
  rod = make(&def);
  CHECK(bgt_attachment_get_type(rod) == BGT_ATTACHMENT_DISTANCE && bgt_attachment_get_attached_type(rod) == BGT_ATTACHED_TO_ANCHOR);
  CHECK(bgt_attachment_get_length(rod) == 90); /* Not set: the present distance, from the offset. */
  CHECK(bgt_attachment_set_anchor(rod, v(30, 0)) == BGT_OK && bgt_attachment_get_length(rod) == 60);
  def = defined(item);
  def.other = other;
  def.item_offset = v(10, 0);
  def.other_offset = v(-10, 0);
  second = make(&def);
  CHECK(bgt_attachment_get_attached_type(second) == BGT_ATTACHED_TO_ITEM && bgt_attachment_get_length(second) == 80);
  CHECK(bgt_behavior_get_items(second, held, 2, &count) == BGT_OK && count == 2 && held[0] == item && held[1] == other);
  CHECK(bgt_attachment_set_anchor(second, v(1, 1)) == BGT_IGNORED);
  add_gravity(animator, item);
  add_gravity(animator, other);
  CHECK(bgt_animator_add_behavior(animator, rod) == BGT_OK && bgt_animator_add_behavior(animator, second) == BGT_OK);
  for (int i = 0; i < 120; i++) {
    bgt_vec2 a = bgt_item_get_center(item), b = bgt_item_get_center(other);
    double s = bgt_item_get_angle(item), t = bgt_item_get_angle(other);
    CHECK(is_near(distance(v(a.x - 10 * cos(s), a.y - 10 * sin(s)), v(30, 0)), 60, 0.3));
    CHECK(is_near(distance(v(a.x + 10 * cos(s), a.y + 10 * sin(s)), v(b.x - 10 * cos(t), b.y - 10 * sin(t))), 80, 0.3));
    tick(animator);
  }
  /* The anchor moves, the length does not; a length that is set stays. */
  CHECK(bgt_attachment_set_anchor(rod, v(50, 20)) == BGT_OK && bgt_attachment_get_length(rod) == 60);
  CHECK(bgt_attachment_get_anchor(rod).x == 50 && bgt_attachment_set_length(rod, 40) == BGT_OK);
  CHECK(bgt_animator_remove_behavior(animator, rod) == BGT_OK && bgt_attachment_get_length(rod) == 40);
  CHECK(bgt_attachment_set_length(rod, -1) == BGT_ERROR_RANGE && bgt_attachment_get_length(rod) == 40);
  bgt_release(rod); bgt_release(second); bgt_release(item); bgt_release(other); bgt_release(animator);
}

static void a_spring_has_its_frequency_and_decay(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 120, 100, 100);
  bgt_attachment_def def = defined(item);
  bgt_attachment spring;
  def.length = 100;
  def.frequency = 2;
  def.damping = 0.1;
  spring = make(&def);
  CHECK(bgt_attachment_get_frequency(spring) == 2 && bgt_attachment_get_damping(spring) == 0.1);
  CHECK(bgt_animator_add_behavior(animator, spring) == BGT_OK);
  run(animator, 1);
  /* Two periods of 2 Hz, at 0.1 times critical: e^(-2 pi 0.1 * 2) is left; the phase is behind by its root. */
  CHECK(at(item, 0, 100 + 20 * exp(-0.4 * 3.14159265) * cos(4 * 3.14159265 * sqrt(0.99)), 0.3));
  CHECK(bgt_attachment_set_frequency(spring, 61) == BGT_ERROR_RANGE && bgt_attachment_set_frequency(spring, 60) == BGT_OK);
  CHECK(bgt_attachment_set_damping(spring, 1e6) == BGT_OK);
  run(animator, 1); /* Stiff and over-damped: stable. */
  CHECK(is_near(bgt_item_get_center(item).x, 0, 0.1) && is_near(bgt_item_get_center(item).y, 100, 10));
  CHECK(!bgt_animator_is_using_device_springs(animator));
  CHECK(bgt_animator_set_using_device_springs(animator, true) == BGT_OK);
  CHECK(bgt_attachment_set_frequency(spring, 3) == BGT_OK && bgt_attachment_set_damping(spring, 0) == BGT_OK);
  CHECK(bgt_item_set_center(item, v(0, 120)) == BGT_OK && bgt_animator_update_item(animator, item) == BGT_OK);
  run(animator, 1.0 / 3.0);
  CHECK(is_near(bgt_item_get_center(item).y, 107.5, 1.5)); /* A ratio of 3 pi/60 leaves 0.37 after a period. */
  bgt_release(spring); bgt_release(item); bgt_release(animator);
}

static void a_rope_is_slack_below_its_length(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 20, 20, 20);
  bgt_attachment_def def = defined(item);
  double least = 1e9;
  def.type = BGT_ATTACHMENT_LIMIT;
  def.length = 100;
  bgt_attachment rope = make(&def);
  add_gravity(animator, item);
  give(animator, rope);
  run(animator, 0.3);
  CHECK(at(item, 0, 20 + 500 * 0.09, 0.5)); /* It falls freely. */
  for (int i = 0; i < 120; i++) {
    tick(animator);
    if (i > 30) least = fmin(least, bgt_item_get_center(item).y);
    CHECK(bgt_item_get_center(item).y < 100.5);
  }
  CHECK(least > 99); /* Taut without a bounce. */
  CHECK(is_near(bgt_attachment_get_reaction_force(rope).y, -0.4, 0.01));
  bgt_release(item); bgt_release(animator);
}

static int breaks;
static void on_break(bgt_attachment attachment, void *context) {
  CHECK(bgt_attachment_is_broken(attachment) && context == &breaks);
  breaks++;
}
static void a_weld_holds_and_breaks(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(100, 0, 100, 100);
  bgt_attachment_def def = defined(item);
  def.type = BGT_ATTACHMENT_FIXED;
  bgt_attachment weld = make(&def);
  add_gravity(animator, item);
  CHECK(bgt_attachment_set_break_callback(weld, on_break, &breaks, NULL) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, weld) == BGT_OK);
  run(animator, 0.5);
  /* Mass 1 at 1,000 points/s^2 weighs 10 newtons, 100 points from the anchor. */
  CHECK(at(item, 100, 0, 0.3) && is_near(bgt_attachment_get_reaction_force(weld).y, -10, 0.1));
  CHECK(is_near(fabs(bgt_attachment_get_reaction_torque(weld)), 1000, 20));
  CHECK(bgt_attachment_get_break_force(weld) == 0 && bgt_attachment_set_break_force(weld, 20) == BGT_OK);
  run(animator, 0.2);
  CHECK(breaks == 0 && bgt_attachment_set_break_force(weld, 9) == BGT_OK && bgt_attachment_get_break_force(weld) == 9);
  run(animator, 0.5);
  CHECK(breaks == 1 && bgt_attachment_is_broken(weld) && bgt_item_get_center(item).y > 80);
  CHECK(bgt_animator_remove_behavior(animator, weld) == BGT_OK && bgt_attachment_set_break_force(weld, 0) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, weld) == BGT_OK && !bgt_attachment_is_broken(weld));
  bgt_release(weld); bgt_release(item); bgt_release(animator);
}

static void a_pin_has_a_range_and_friction(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 100, 100);
  bgt_attachment_def def = defined(item);
  bgt_item_behavior motion = add_properties(animator, item);
  def.type = BGT_ATTACHMENT_PIN;
  def.range_minimum = -0.5;
  def.range_maximum = 1;
  bgt_attachment pin = make(&def);
  CHECK(bgt_animator_add_behavior(animator, pin) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(motion, 5, item) == BGT_OK);
  run(animator, 0.5);
  CHECK(is_near(bgt_item_get_angle(item), 1, 0.01) && is_near(bgt_attachment_get_displacement(pin), 1, 0.01));
  CHECK(bgt_item_behavior_set_angular_velocity(motion, -5, item) == BGT_OK);
  run(animator, 0.5);
  CHECK(is_near(bgt_item_get_angle(item), -0.5, 0.01));
  CHECK(bgt_attachment_set_range(pin, -BGT_UNLIMITED, BGT_UNLIMITED) == BGT_OK);
  CHECK(bgt_attachment_get_friction_torque(pin) == 0 && bgt_attachment_set_friction_torque(pin, 1) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_velocity(motion, 10, item) == BGT_OK);
  run(animator, 0.2);
  /* 30.4 radians/s^2 for a square of 100 points. */
  CHECK(is_near(bgt_item_get_angular_velocity(item), 10 - 0.2 * 30.375, 0.1) && at(item, 0, 0, 0.1));
  bgt_release(pin); bgt_release(item); bgt_release(animator);
}

/* An arm on a post, anchored or held by a snap, onto which boxes fall: friction that is enough holds it where it is, and where it is turned to by hand.
   Holding no more than its speed it gave way by 0.01 radians, with the snap by 0.05, and when it had been turned by 0.05. */
static double angle_between(bgt_item a, bgt_item b) { return bgt_item_get_angle(a) - bgt_item_get_angle(b); }
static void friction_holds_at_one_angle(double torque, bool hasSnap) {
  bgt_animator animator = make_animator();
  bgt_item post = make_item(0, 0, 40, 100), arm = make_item(70, -40, 120, 8), boxes[12];
  bgt_collision collision = 0;
  bgt_attachment_def def = defined(arm);
  bgt_snap_def held;
  bgt_snap snap = 0;
  bgt_snap_def_init(&held);
  held.item = post;
  if (hasSnap) CHECK(bgt_snap_create(&held, &snap) == BGT_OK && bgt_animator_add_behavior(animator, snap) == BGT_OK);
  CHECK(bgt_item_behavior_set_anchored(add_properties(animator, post), !hasSnap) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(collision, post) == BGT_OK && bgt_behavior_add_item(collision, arm) == BGT_OK);
  add_gravity(animator, arm);
  for (int i = 0; i < 12; i++) {
    boxes[i] = make_item(40 + 25 * (i % 4), -90 - 40 * (i / 4), 20, 20);
    CHECK(bgt_behavior_add_item(collision, boxes[i]) == BGT_OK);
    add_gravity(animator, boxes[i]);
  }
  def.type = BGT_ATTACHMENT_PIN;
  def.other = post;
  def.anchor = v(20, -40);
  def.item_offset = v(-50, 0);
  def.other_offset = v(20, -40);
  def.friction_torque = torque;
  bgt_attachment pin = make(&def);
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK && bgt_animator_add_behavior(animator, pin) == BGT_OK);
  run(animator, 5);
  CHECK(is_near(angle_between(arm, post), 0, 0.001));
  const double turned = bgt_item_get_angle(arm) - 0.3, post_angle = bgt_item_get_angle(post);
  const bgt_vec2 c = bgt_item_get_center(post);
  const bgt_vec2 end = v(c.x + 20 * cos(post_angle) + 40 * sin(post_angle), c.y + 20 * sin(post_angle) - 40 * cos(post_angle));
  CHECK(bgt_item_set_angle(arm, turned) == BGT_OK && bgt_item_set_center(arm, v(end.x + 50 * cos(turned), end.y + 50 * sin(turned))) == BGT_OK);
  CHECK(bgt_animator_update_item(animator, arm) == BGT_OK);
  run(animator, 2);
  CHECK(is_near(angle_between(arm, post), turned - post_angle, 0.001));
  for (int i = 0; i < 12; i++) bgt_release(boxes[i]);
  if (hasSnap) bgt_release(snap);
  bgt_release(pin); bgt_release(collision); bgt_release(arm); bgt_release(post); bgt_release(animator);
}

static void a_slide_keeps_to_its_axis_and_range(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 50, 50);
  bgt_attachment_def def = defined(item);
  double low = 0, high = 0;
  def.type = BGT_ATTACHMENT_SLIDING;
  def.axis = v(30, 40);
  bgt_attachment slide = make(&def);
  CHECK(is_near(bgt_attachment_get_axis(slide).x, 0.6, 1e-12) && is_near(bgt_attachment_get_axis(slide).y, 0.8, 1e-12));
  CHECK(bgt_attachment_get_range(slide, &low, &high) == BGT_OK && low == -BGT_UNLIMITED && high == BGT_UNLIMITED);
  CHECK(bgt_attachment_set_range(slide, 1, 2) == BGT_ERROR_RANGE); /* It must contain 0. */
  CHECK(bgt_attachment_set_range(slide, -10, 100) == BGT_OK);
  add_gravity(animator, item);
  CHECK(bgt_animator_add_behavior(animator, slide) == BGT_OK);
  run(animator, 0.3);
  CHECK(at(item, 0.6 * 36, 0.8 * 36, 0.5)); /* 800 points/s^2 along the axis. */
  run(animator, 2);
  CHECK(at(item, 60, 80, 0.5) && bgt_item_get_angle(item) < 0.001);
  CHECK(is_near(bgt_attachment_get_displacement(slide), 100, 0.3));
  CHECK(bgt_attachment_set_range(slide, 0, 0) == BGT_OK);
  run(animator, 2);
  CHECK(at(item, 0, 0, 0.5));
  def.axis = v(0, 0);
  CHECK(bgt_attachment_create(&def, &(bgt_attachment){ 0 }) == BGT_ERROR_RANGE);
  bgt_release(slide); bgt_release(item); bgt_release(animator);
}

static void attached_items_collide_on_request(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(0, 0, 20, 20), other = make_item(60, 0, 20, 20);
  bgt_attachment_def def = defined(item);
  bgt_collision collision = 0;
  bgt_item_behavior motion = add_properties(animator, item);
  def.other = other;
  def.length = 60;
  def.type = BGT_ATTACHMENT_LIMIT;
  bgt_attachment rope = make(&def);
  CHECK(!bgt_attachment_is_colliding_connected(rope));
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_behavior_add_item(collision, item) == BGT_OK && bgt_behavior_add_item(collision, other) == BGT_OK);
  give(animator, collision);
  CHECK(bgt_animator_add_behavior(animator, rope) == BGT_OK);
  CHECK(bgt_item_behavior_set_linear_velocity(motion, v(100, 0), item) == BGT_OK);
  run(animator, 0.6);
  CHECK(at(item, 60, 0, 0.5) && at(other, 60, 0, 0.01)); /* Through each other. */
  CHECK(bgt_attachment_set_colliding_connected(rope, true) == BGT_OK && bgt_attachment_is_colliding_connected(rope));
  run(animator, 0.5);
  CHECK(distance(bgt_item_get_center(item), bgt_item_get_center(other)) > 19);
  bgt_release(rope); bgt_release(item); bgt_release(other); bgt_release(animator);
}

/* Undamped springs keep 99.9 % of their amplitude over 10 s; damped ones have the decrement of the formula. */
static void springs_are_as_nominal(void) {
  static const double frequencies[] = { 1, 2, 4, 8 };
  for (int i = 0; i < 8; i++) {
    bgt_animator animator = make_animator();
    bgt_item item = make_item(0, 150, 100, 100);
    bgt_attachment_def def = defined(item);
    double frequency = frequencies[i / 2], damping = i % 2 ? 0.2 : 0, first = 0, second = 0;
    def.length = 100;
    def.frequency = frequency;
    def.damping = damping;
    give(animator, make(&def));
    if (damping == 0) {
      for (int k = 0; k < 11 * 120; k++) { /* The first second, and the one after 10 s. */
        double y;
        CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
        y = fabs(bgt_item_get_center(item).y - 100);
        if (k < 120) first = fmax(first, y);
        if (k >= 10 * 120) second = fmax(second, y);
      }
      CHECK(second / first > 0.999 && second / first < 1.001 && is_near(first, 50, 0.5));
    } else {
      /* Two peaks one period apart, from the side of the start. */
      double old = 50, older = 51;
      while (second == 0) {
        double y;
        CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
        y = bgt_item_get_center(item).y - 100;
        if (old > y && old > older && old < 49) { /* The parabola through three points. */
          double top = old - (y - older) * (y - older) / (8 * (y - 2 * old + older));
          if (first == 0) first = top; else second = top;
        }
        older = old;
        old = y;
      }
      CHECK(is_near(log(first / second), 2 * 3.14159265358979 * damping / sqrt(1 - damping * damping), 0.0128));
    }
    bgt_release(item); bgt_release(animator);
  }
}

/* Weld, pin and slide between two items, which fly freely: nothing else holds them. */
static void rigid_kinds_hold_two_items(void) {
  for (bgt_attachment_type type = BGT_ATTACHMENT_FIXED; type <= BGT_ATTACHMENT_SLIDING; type++) {
    bgt_animator animator = make_animator();
    bgt_item item = make_item(0, 0, 40, 40), other = make_item(60, 0, 40, 40);
    bgt_attachment_def def = defined(item);
    bgt_item_behavior motion = add_properties(animator, item);
    bgt_attachment joint;
    CHECK(bgt_item_set_angle(other, 0.5) == BGT_OK);
    (void)add_properties(animator, other);
    def.other = other;
    def.type = type;
    def.anchor = v(30, 0);
    def.axis = v(1, 0);
    def.range_minimum = -20;
    def.range_maximum = 20;
    joint = make(&def);
    CHECK(bgt_animator_add_behavior(animator, joint) == BGT_OK);
    CHECK(bgt_item_behavior_set_linear_velocity(motion, type == BGT_ATTACHMENT_SLIDING ? v(-90, 60) : v(0, 90), item) == BGT_OK);
    if (type == BGT_ATTACHMENT_PIN) CHECK(bgt_item_behavior_set_angular_velocity(motion, 4, item) == BGT_OK);
    for (int i = 0; i < 60; i++) {
      bgt_vec2 a, b;
      double s, t;
      tick(animator);
      a = bgt_item_get_center(item), b = bgt_item_get_center(other);
      s = bgt_item_get_angle(item), t = bgt_item_get_angle(other) - 0.5;
      if (type != BGT_ATTACHMENT_PIN) CHECK(is_near(s, t, 0.002)); /* They turn as one. */
      if (type != BGT_ATTACHMENT_SLIDING) /* The point between them stays common. */
        CHECK(is_near(a.x + 30 * cos(s), b.x - 30 * cos(t), 0.1) && is_near(a.y + 30 * sin(s), b.y - 30 * sin(t), 0.1));
      else /* Along the axis that turns with them, within the range. */
        CHECK(is_near(-(b.x - a.x) * sin(t) + (b.y - a.y) * cos(t), 0, 0.1) &&
              distance(a, b) < 80.3 && is_near(bgt_attachment_get_displacement(joint), 60 - distance(a, b), 0.1));
    }
    if (type == BGT_ATTACHMENT_PIN) CHECK(fabs(bgt_attachment_get_displacement(joint)) > 0.5);
    if (type == BGT_ATTACHMENT_SLIDING) CHECK(is_near(bgt_attachment_get_displacement(joint), -20, 0.2));
    bgt_release(joint); bgt_release(item); bgt_release(other); bgt_release(animator);
  }
}

/* A cloth of 6 x 6 items, hung by its upper corners, that is let go after a second; where its middle is then and half a second
   later, and what the corners held, when `reads`, in each tick. */
enum { SIDE = 6 };
static void hang(bool reads, bgt_vec2 middle[2], double *held, double *longest) {
  bgt_animator animator = make_animator();
  bgt_item items[SIDE * SIDE];
  bgt_attachment corners[2], links[2 * SIDE * SIDE];
  int count = 0, ticks = 0;
  *held = *longest = 0;
  for (int i = 0; i < SIDE * SIDE; i++) {
    items[i] = make_item(i % SIDE * 40, i / SIDE * 40, 20, 20);
    add_gravity(animator, items[i]);
    for (int down = 0; down < 2; down++) {
      bgt_attachment_def def = defined(items[i]);
      if (down ? i < SIDE : i % SIDE == 0) continue;
      def.other = items[i - (down ? SIDE : 1)];
      links[count] = make(&def);
      CHECK(bgt_animator_add_behavior(animator, links[count++]) == BGT_OK);
    }
  }
  for (int k = 0; k < 2; k++) {
    bgt_attachment_def def = defined(items[k * (SIDE - 1)]);
    def.anchor = v(k * (SIDE - 1) * 40, -40);
    corners[k] = make(&def);
    CHECK(bgt_animator_add_behavior(animator, corners[k]) == BGT_OK);
  }
  for (; ticks < 60; ticks++) {
    tick(animator);
    for (int k = 0; reads && k < 2; k++) *held -= bgt_attachment_get_reaction_force(corners[k]).y / 60;
  }
  middle[0] = bgt_item_get_center(items[14]);
  for (int k = 0; k < 2; k++) CHECK(bgt_animator_remove_behavior(animator, corners[k]) == BGT_OK && bgt_release(corners[k]) == BGT_OK);
  for (int i = 1; i < SIDE; i++) *longest = fmax(*longest, distance(bgt_item_get_center(items[i]), bgt_item_get_center(items[i - 1])));
  run(animator, 0.5);
  middle[1] = bgt_item_get_center(items[14]);
  for (int i = 0; i < count; i++) bgt_release(links[i]);
  for (int i = 0; i < SIDE * SIDE; i++) bgt_release(items[i]);
  bgt_release(animator);
}
static void a_cloth_holds_and_falls_when_it_is_let_go(void) {
  bgt_vec2 read[2], unread[2];
  double held, none, longest;
  hang(false, unread, &none, &longest);
  hang(true, read, &held, &longest);
  for (int k = 0; k < 2; k++) CHECK(read[k].x == unread[k].x && read[k].y == unread[k].y); /* Reading changes nothing. */
  CHECK(is_near(longest, 40, 2));
  CHECK(is_near(held, 36 * 0.04 * 10, 3)); /* The mean is its weight, and what still swings. */
  CHECK(read[1].y > read[0].y + 80);
}

int main(void) {
  a_cloth_holds_and_falls_when_it_is_let_go();
  a_rod_keeps_its_length();
  a_spring_has_its_frequency_and_decay();
  a_rope_is_slack_below_its_length();
  a_weld_holds_and_breaks();
  a_pin_has_a_range_and_friction();
  for (double torque = 10; torque <= 1000; torque *= 10) {
    friction_holds_at_one_angle(torque, false);
    friction_holds_at_one_angle(torque, true);
  }
  a_slide_keeps_to_its_axis_and_range();
  attached_items_collide_on_request();
  springs_are_as_nominal();
  rigid_kinds_hold_two_items();
  return scene_done();
}
