/* Heaps of crosses and of polygons come to rest and sleep, as heaps of boxes do. SPDX-License-Identifier: MIT
 *
 * Once these shivered for ever: where two points share a contact, which of them presses changed by jumps (ContactKernel.swift). */
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
  count = 0;
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

/* Advances until all rest: after so many seconds, or `most`. */
static double end(double most) {
  double seconds = 0;
  while (seconds < most && bgt_animator_is_running(animator)) {
    CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
    seconds += 1.0 / 60;
  }
  for (int i = count; i-- > 0;) bgt_release(owned[i]);
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

static void polygons(int number) {
  begin(1600);
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
}

int main(void) {
  crosses(300);
  crosses(600);
  polygons(800);
  polygons(1200); /* Awake for ever where what is wedged in, but does not move, counts as moving (Sleep.swift). */
  return checks_done();
}
