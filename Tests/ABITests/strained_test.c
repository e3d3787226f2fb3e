/* Attachments that contradict each other: rods that are too short between two places, a weld and a rod, and small systems drawn at random. They pull
   as hard as they can, which is no reason to be thrown about, to be given up, or to have no answer that is a number.
   BAGATELLE_STRAINED and BAGATELLE_STRAINED_SEED vary them. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include "random.h"
#include "scene.h"

#ifdef NDEBUG
enum { SYSTEMS = 4000 };
#else
enum { SYSTEMS = 300 }; /* an unoptimized library takes its time */
#endif
enum { MOST_ITEMS = 3, MOST_JOINTS = 5, TICKS = 20 };

static bgt_animator animator;
static bgt_gravity gravity;

static bgt_vec2 within(double size) {
  bgt_vec2 r;
  r.x = between(-size, size);
  r.y = between(-size, size);
  return r;
}
static bgt_item item_at(bgt_vec2 center, double size, double angle) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center = center;
  def.size.x = def.size.y = size;
  def.angle = angle;
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  CHECK(bgt_behavior_add_item(gravity, item) == BGT_OK);
  return item;
}
static void begin(uint32_t substeps) {
  bgt_animator_def def;
  bgt_animator_def_init(&def);
  def.substeps = substeps;
  CHECK(bgt_animator_create(&def, &animator) == BGT_OK);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
}
static void end(void) {
  CHECK(bgt_release(gravity) == BGT_OK && bgt_release(animator) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}
static bool is_sound(bgt_item item, bgt_attachment attachment) {
  bgt_item_state state;
  bgt_vec2 force = bgt_attachment_get_reaction_force(attachment);
  CHECK(bgt_animator_get_item_state(animator, item, &state) == BGT_OK);
  return !(state.flags & BGT_ITEM_QUARANTINED) && isfinite(force.x) && isfinite(force.y) && isfinite(bgt_attachment_get_reaction_torque(attachment));
}

/* Three items on rods between two walls, the last one welded; then the rods are half as long as what they have to span. They shake, and
   swing about their walls where steps are long, but stay. */
static void test_short_rods(void) {
  enum { COUNT = 3 };
  for (uint32_t substeps = 1; substeps <= 8; substeps *= 2) {
    bgt_item items[COUNT];
    bgt_attachment rods[COUNT + 1];
    begin(substeps);
    for (int i = 0; i <= COUNT; i++) {
      bgt_attachment_def def;
      bgt_attachment_def_init(&def);
      if (i < COUNT) items[i] = item_at(v(100 * i, 0), 30, 0);
      def.item = items[i < COUNT ? i : COUNT - 1];
      if (i > 0 && i < COUNT) def.other = items[i - 1];
      def.anchor = v(i ? 100 * COUNT : -100, 0);
      if (i == COUNT) def.type = BGT_ATTACHMENT_FIXED;
      CHECK(bgt_attachment_create(&def, &rods[i]) == BGT_OK);
      CHECK(bgt_animator_add_behavior(animator, rods[i]) == BGT_OK);
    }
    for (int i = 0; i < COUNT; i++) CHECK(bgt_attachment_set_length(rods[i], 50) == BGT_OK);
    for (int tick = 0; tick < 300; tick++) {
      CHECK(bgt_animator_advance(animator, 1 / 60.0, NULL) == BGT_OK);
      for (int i = 0; i < COUNT; i++) {
        bgt_vec2 center = bgt_item_get_center(items[i]);
        if (!CHECK(is_sound(items[i], rods[i]) && center.x > -160 && center.x < 360 && fabs(center.y) < 160)) {
          printf("%u sub-steps, tick %d, item %d at %g, %g, force %g\n", substeps, tick, i, center.x, center.y,
                 bgt_attachment_get_reaction_force(rods[i]).x);
        }
      }
    }
    for (int i = 0; i <= COUNT; i++) CHECK(bgt_release(rods[i]) == BGT_OK);
    for (int i = 0; i < COUNT; i++) CHECK(bgt_release(items[i]) == BGT_OK);
    end();
  }
}

/* One to three items with up to four attachments to each other and to places, drawn without regard to what fits together. */
static void run_system(uint64_t seed) {
  bgt_item items[MOST_ITEMS];
  bgt_item_behavior behaviors[MOST_ITEMS];
  bgt_attachment joints[MOST_JOINTS];
  int count, wanted, joint_count = 0;
  bool sound = true;
  random_state = seed;
  begin(1 + (uint32_t)below(4));
  count = 1 + below(MOST_ITEMS);
  for (int i = 0; i < count; i++) {
    bgt_vec2 center = within(200);
    items[i] = item_at(center, 100, below(2) ? 0 : between(-3, 3));
    CHECK(bgt_item_behavior_create(&behaviors[i]) == BGT_OK);
    CHECK(bgt_behavior_add_item(behaviors[i], items[i]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, behaviors[i]) == BGT_OK);
    if (!below(3)) CHECK(bgt_item_behavior_set_allowing_rotation(behaviors[i], false) == BGT_OK);
    if (!below(5)) CHECK(bgt_item_behavior_set_locking_x(behaviors[i], true) == BGT_OK);
    if (!below(5)) CHECK(bgt_item_behavior_set_locking_y(behaviors[i], true) == BGT_OK);
    if (!below(5)) CHECK(bgt_item_behavior_set_anchored(behaviors[i], true) == BGT_OK);
    if (!below(4)) CHECK(bgt_item_behavior_set_density(behaviors[i], pow(10, between(-6, 9))) == BGT_OK);
  }
  wanted = 1 + below(MOST_JOINTS);
  for (int i = 0; i < wanted; i++) {
    bgt_attachment_def def;
    double angle = between(0, 6.28);
    bgt_attachment_def_init(&def);
    def.item = items[below(count)];
    def.other = below(2) ? items[below(count)] : 0;
    def.type = below(5);
    def.anchor = within(200);
    if (!below(4)) def.frequency = below(4) ? between(0, 60) : pow(10, between(-30, 0));
    if (def.frequency > 0) def.damping = below(4) ? between(0, 2) : pow(10, between(-20, 6));
    if (below(2)) def.length = below(3) ? between(0, 100) : 0;
    if (below(2)) {
      def.range_minimum = below(2) ? -between(0, 1) : 0;
      def.range_maximum = below(2) ? between(0, 1) : 0;
    }
    if (!below(3)) def.friction_torque = pow(10, between(-10, 9));
    def.axis = v(cos(angle), sin(angle));
    if (bgt_attachment_create(&def, &joints[joint_count]) < 0) continue; /* an item with itself, a rope with a frequency */
    CHECK(bgt_animator_add_behavior(animator, joints[joint_count++]) == BGT_OK);
  }
  for (int tick = 0; tick < TICKS && sound; tick++) {
    CHECK(bgt_animator_advance(animator, 1 / 60.0, NULL) == BGT_OK);
    for (int i = 0; i < count && joint_count; i++) {
      for (int j = 0; j < joint_count; j++) sound = sound && is_sound(items[i], joints[j]);
    }
    if (!CHECK(sound)) printf("system %llu, tick %d\n", (unsigned long long)seed, tick);
  }
  for (int i = 0; i < joint_count; i++) CHECK(bgt_release(joints[i]) == BGT_OK);
  for (int i = 0; i < count; i++) CHECK(bgt_release(items[i]) == BGT_OK && bgt_release(behaviors[i]) == BGT_OK);
  end();
}

int main(void) {
  const char *number = getenv("BAGATELLE_STRAINED"), *first = getenv("BAGATELLE_STRAINED_SEED");
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1, last = seed + (number ? strtoull(number, NULL, 10) : SYSTEMS);
  test_short_rods();
  for (; seed < last; seed++) run_system(seed);
  return checks_done();
}
