/* Heaps of crosses and of polygons come to rest and sleep, as heaps of boxes do; heaps of ragdolls lie still; towers stand. SPDX-License-Identifier: MIT
 *
 * Once these shivered for ever: where two points share a contact, which of them presses changed by jumps (ContactKernel.swift), and what light
 * parts of trees carried was a spring that nothing damped (docs/log/physics-attachments.md). */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdlib.h>
#include "check.h"

#define PI 3.14159265358979323846
#define MOST 2048

static bgt_animator animator;
static bgt_collision collision;
static bgt_gravity gravity;
static bgt_item_behavior rough, wall;
static bgt_item parts[MOST];
static int part_count;
static bgt_id owned[4 * MOST];
static int count;
static uint32_t seed;

static double unit(void) {
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 16777216.0;
}
static bgt_id own(bgt_id id) { return owned[count++] = id; }

static bgt_item box(double x, double y, double width, double height, double angle) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center = (bgt_vec2){ x, y }; def.size = (bgt_vec2){ width, height }; def.angle = angle;
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  return own(item);
}

static void drop(bgt_item item) {
  CHECK(bgt_behavior_add_item(rough, item) == BGT_OK && bgt_behavior_add_item(gravity, item) == BGT_OK &&
        bgt_behavior_add_item(collision, item) == BGT_OK);
}

/* A bin without a lid, `half` wide to either side; friction 0.6, nothing bounces. */
static void begin(double half) {
  const double side = half + 50;
  count = part_count = 0;
  seed = 1;
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && own(animator));
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK && own(collision));
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && own(gravity));
  CHECK(bgt_item_behavior_create(&rough) == BGT_OK && own(rough) && bgt_item_behavior_create(&wall) == BGT_OK && own(wall));
  CHECK(bgt_item_behavior_set_friction(rough, 0.6) == BGT_OK && bgt_item_behavior_set_friction(wall, 0.6) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(rough, 0) == BGT_OK && bgt_item_behavior_set_elasticity(wall, 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_anchored(wall, true) == BGT_OK);
  const bgt_item walls[3] = { box(0, 50, 2 * side + 100, 100, 0), box(-side, -3000, 100, 6000, 0), box(side, -3000, 100, 6000, 0) };
  for (int i = 0; i < 3; i++) CHECK(bgt_behavior_add_item(wall, walls[i]) == BGT_OK && bgt_behavior_add_item(collision, walls[i]) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, rough) == BGT_OK && bgt_animator_add_behavior(animator, wall) == BGT_OK &&
        bgt_animator_add_behavior(animator, gravity) == BGT_OK && bgt_animator_add_behavior(animator, collision) == BGT_OK);
}

static void step(void) { CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK); }
static void release_all(void) {
  for (int i = count; i-- > 0;) bgt_release(owned[i]);
}

/* Advances until all rest: after so many seconds, or `most`. */
static double end(double most) {
  double seconds = 0;
  while (seconds < most && bgt_animator_is_running(animator)) {
    step();
    seconds += 1.0 / 60;
  }
  release_all();
  return seconds;
}

static void crosses(int number) {
  begin(1600);
  for (int i = 0; i < number; i++) {
    const double x = (i % 30 - 14.5) * 102, y = -100 - i / 30 * 105, angle = 0.1 * (i % 7);
    const bgt_item arms[2] = { box(x, y, 90, 24, angle), box(x, y, 24, 90, angle) };
    bgt_item_group cross = 0;
    CHECK(bgt_item_group_create(arms, 2, &cross) == BGT_OK);
    drop(own(cross));
  }
  const double seconds = end(30);
  printf("%d crosses sleep after %.1f s\n", number, seconds);
  CHECK(seconds < 20);
}

static double polygons(int number, uint32_t draw) {
  begin(1600);
  seed = draw;
  for (int i = 0; i < number; i++) {
    const int corners = 3 + i % 6;
    const double radius = 20 + 15 * unit(), turn = 2 * PI * unit();
    bgt_vec2 points[8];
    bgt_item_def def;
    bgt_item item = 0;
    bgt_item_def_init(&def);
    for (int k = 0; k < corners; k++) {
      const double a = turn + 2 * PI * (k + 0.5 * unit()) / corners;
      points[k] = (bgt_vec2){ radius * cos(a), radius * sin(a) };
    }
    def.center = (bgt_vec2){ (i % 40 - 19.5) * 78, -100 - i / 40 * 80 };
    def.bounds_type = BGT_BOUNDS_PATH;
    def.path = points;
    def.path_count = (uint64_t)corners;
    CHECK(bgt_item_create(&def, &item) == BGT_OK);
    drop(own(item));
  }
  const double seconds = end(30);
  printf("%d polygons sleep after %.1f s\n", number, seconds);
  CHECK(seconds < 20);
  return seconds;
}

/* What rolls or slides by itself, faster than what counts as slow but far below what a heap may swing with, goes on. */
static void slow(double speed) {
  begin(1600);
  const bgt_item items[2] = { box(0, -20, 40, 40, 0), box(200, -20, 40, 40, 0) };
  bgt_item_behavior smooth = 0;
  CHECK(bgt_item_set_bounds_type(items[0], BGT_BOUNDS_ELLIPSE) == BGT_OK);
  CHECK(bgt_item_behavior_create(&smooth) == BGT_OK && own(smooth) && bgt_animator_add_behavior(animator, smooth) == BGT_OK);
  CHECK(bgt_item_behavior_set_friction(smooth, 0) == BGT_OK && bgt_item_behavior_set_resistance(smooth, 0) == BGT_OK &&
        bgt_item_behavior_set_angular_resistance(smooth, 0) == BGT_OK);
  for (int i = 0; i < 2; i++) {
    drop(items[i]);
    CHECK(bgt_behavior_add_item(smooth, items[i]) == BGT_OK);
    CHECK(bgt_item_behavior_set_linear_velocity(smooth, (bgt_vec2){ speed, 0 }, items[i]) == BGT_OK);
  }
  for (int i = 0; i < 600; i++) step();
  for (int i = 0; i < 2; i++) {
    const double way = bgt_item_get_center(items[i]).x - 200 * i;
    printf("what slides at %g points/s is %.2f points on after ten seconds\n", speed, way);
    CHECK(fabs(way - 10 * speed) < 0.01 * speed);
  }
  release_all();
}

static bgt_item part(double x, double y, double width, double height, int figure) {
  const bgt_item item = parts[part_count++] = box(x, y, width, height, 0);
  CHECK(bgt_item_set_filter_group(item, figure) == BGT_OK);
  drop(item);
  return item;
}
static void joint(bgt_item a, bgt_item b, double x, double y, double low, double high, double friction) {
  bgt_attachment_def def;
  bgt_attachment id = 0;
  bgt_attachment_def_init(&def);
  def.type = BGT_ATTACHMENT_PIN;
  def.item = b; def.other = a;
  def.anchor = (bgt_vec2){ x, y };
  def.item_offset = (bgt_vec2){ x - bgt_item_get_center(b).x, y - bgt_item_get_center(b).y };
  def.other_offset = (bgt_vec2){ x - bgt_item_get_center(a).x, y - bgt_item_get_center(a).y };
  def.range_minimum = low; def.range_maximum = high;
  def.friction_torque = friction;
  CHECK(bgt_attachment_create(&def, &id) == BGT_OK && bgt_animator_add_behavior(animator, own(id)) == BGT_OK);
}
/* A trunk, a head, two arms and two legs of two parts each, 300 points high. */
static void doll(double x, double y, int figure, double friction) {
  const bgt_item trunk = part(x, y, 75, 150, figure), head = part(x, y - 112, 60, 66, figure);
  joint(trunk, head, x, y - 75, -0.6, 0.6, friction);
  for (int k = 0; k < 4; k++) {
    const double side = k & 1 ? 1 : -1, at = x + side * (k > 1 ? 22 : 45), top = y + (k > 1 ? 75 : -60), far = k > 1 ? 0.2 : 0.1;
    const bgt_item upper = part(at, top + 45, 27, 84, figure), lower = part(at, top + 135, 24, 84, figure);
    joint(trunk, upper, at, top, side > 0 ? -1.4 : -far, side > 0 ? far : 1.4, friction);
    joint(upper, lower, at, top + 90, side > 0 ? -2 : 0, side > 0 ? 0 : 2, friction);
  }
}

static int ordered(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Of the seconds 10 to 20 the median tells of shivers, which last; the mean of the last five, which it returns, of what slides down late too. */
static double dolls(int number, double friction, double limit) {
  begin(1600);
  for (int i = 0; i < number; i++) doll((i % 6 - 2.5) * 500, -400 - i / 6 * 480, i + 1, friction);
  double means[10] = { 0 }, late = 0;
  for (int i = 0; i < 1200; i++) {
    step();
    for (int k = 0; i >= 600 && k < part_count; k++) {
      const bgt_vec2 v = bgt_item_get_velocity(parts[k]);
      means[(i - 600) / 60] += hypot(v.x, v.y) / (60.0 * part_count);
    }
  }
  release_all();
  for (int second = 5; second < 10; second++) late += means[second] / 5;
  qsort(means, 10, sizeof(double), ordered);
  const double median = (means[4] + means[5]) / 2;
  printf("%d ragdolls of friction %g N m move at %.2f points/s in the median of ten seconds, %.2f in the last five\n", number, friction, median, late);
  CHECK(median < limit);
  return late;
}

/* One that lands on its feet goes up again, though nothing is elastic: what its feet carry in the sub-step that stops the rest is given once more in
   the next, and the overlap is pushed out. With feet that hold on to that as at rest, three quarters as fast as it came. */
static void landing(double speed) {
  double most = 0;
  begin(1600);
  doll(0, -400, 1, 0);
  for (int k = 0; k < part_count; k++) CHECK(bgt_item_behavior_set_linear_velocity(rough, (bgt_vec2){ 0, speed }, parts[k]) == BGT_OK);
  for (int i = 0; i < 60; i++) {
    step();
    most = fmax(most, -bgt_item_get_velocity(parts[0]).y);
  }
  release_all();
  printf("a ragdoll that lands at %.0f points/s goes up at %.0f\n", speed, most);
  CHECK(most < 0.42 * speed);
}

/* Four towers of so many boxes of 80 by 60 points that are pushed aside, at the top by so many points/s, less the lower. They rock,
 * ever less, and stand. Once 20 boxes fell that were pushed by 20, and 15 that were pushed by 30 still moved at 6 points/s after 15 seconds. */
static void towers(int boxes, double push, double limit) {
  begin(2400);
  for (int t = 0; t < 4; t++)
    for (int k = 0; k < boxes; k++) {
      const bgt_item item = parts[part_count++] = box(600 * t - 900, -30 - 60 * k, 80, 60, 0);
      drop(item);
      CHECK(bgt_item_behavior_set_linear_velocity(rough, (bgt_vec2){ push * (k + 0.5) / boxes, 0 }, item) == BGT_OK);
    }
  double least = 0, fastest = 0;
  for (int i = 0; i < 900; i++) {
    step();
    for (int k = 0; i >= 840 && k < part_count; k++) {
      const bgt_vec2 v = bgt_item_get_velocity(parts[k]);
      fastest = fmax(fastest, hypot(v.x, v.y));
    }
  }
  for (int t = 0; t < 4; t++) least = fmin(least, -30 - 60 * (boxes - 1) - bgt_item_get_center(parts[boxes * (t + 1) - 1]).y);
  release_all();
  printf("towers of %d that were pushed by %g points/s move at %.2f, %.2f points lower\n", boxes, push, fastest, -least);
  CHECK(least > -10 && fastest < limit);
}

/* One such tower on a slab that goes to and fro, at most at `speed` points/s and `rate` radians in a step, stands for twenty seconds; once it leaned, or
 * fell. */
static void shaken(int boxes, double speed, double rate) {
  begin(2400);
  const bgt_item slab = box(0, -50, 600, 100, 0);
  CHECK(bgt_behavior_add_item(wall, slab) == BGT_OK && bgt_behavior_add_item(collision, slab) == BGT_OK);
  for (int k = 0; k < boxes; k++) drop(parts[part_count++] = box(0, -130 - 60 * k, 80, 60, 0));
  for (int i = 0; i < 1200; i++) {
    CHECK(bgt_item_behavior_set_linear_velocity(wall, (bgt_vec2){ speed * sin(rate * i), 0 }, slab) == BGT_OK);
    step();
  }
  const double sunk = bgt_item_get_center(parts[boxes - 1]).y + 130 + 60 * (boxes - 1), moved = fabs(bgt_item_get_center(slab).x);
  release_all();
  printf("a tower of %d that is shaken at %g points/s is %.2f points lower\n", boxes, speed, sunk);
  CHECK(sunk < 5 && moved < 2 * speed / (60 * rate) + 1);
}

int main(void) {
  shaken(20, 30, 0.1), shaken(20, 60, 0.2);
  towers(10, 30, 1), towers(15, 30, 3), towers(20, 10, 2), towers(20, 20, 10), towers(20, 30, 40);
  CHECK(dolls(36, 0, 1) < 2); /* Once 4.9. */
  /* Once 17.8, then 1.2 to 4.5 at any friction, even the least, for what slid was not held at the edges of its range. */
  double late = 0;
  for (double friction = 1e-6; friction < 1000; friction *= 100) late += dolls(36, friction, 0.5) / 5;
  CHECK(late < 1); /* One heap in ten slides on at 1 to 1.5 once more in its last seconds. */
  for (double speed = 300; speed <= 6000; speed += 300) landing(speed);
  crosses(300);
  crosses(600);
  polygons(800, 1);
  polygons(1200, 1); /* Awake for ever where what is wedged in, but does not move, counts as moving (Sleep.swift). */
  /* Once 17.5, three of them awake for ever: some swung by a hair's breadth, for no friction held them in the biased pass. */
  double mean = 0;
  for (uint32_t draw = 1; draw <= 8; draw++) mean += polygons(2000, draw) / 8;
  printf("in the mean %.1f s\n", mean);
  CHECK(mean < 10);
  slow(1.6), slow(4), slow(10);
  return checks_done();
}
