/* Small fast items and plates: nobody gets through a plate that flies, none that moves as told pushes anybody through the side of a room, and two
 * that fly at each other meet.
 * SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdio.h>
#include "check.h"

enum { balls = 200, plates = 20, all = balls + plates };
static const char *const sides[4] = { "a", "b", "c", "d" };
static bgt_item items[all + 4];
static uint64_t noise;

static bgt_vec2 v(double x, double y) { return (bgt_vec2){ x, y }; }

/* Even, from 0 to 1. */
static double even(void) {
  noise = noise * 6364136223846793005u + 1442695040888963407u;
  return (double)(noise >> 40) / 16777216.0;
}

static bgt_item make_item(double x, double y, double width, double height, bool is_round) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center = v(x, y); def.size = v(width, height);
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  if (is_round) CHECK(bgt_item_set_bounds_type(item, BGT_BOUNDS_ELLIPSE) == BGT_OK);
  return item;
}

static bgt_item_behavior make_behavior(bgt_animator animator, bool is_anchored, double elasticity) {
  bgt_item_behavior behavior = 0;
  CHECK(bgt_item_behavior_create(&behavior) == BGT_OK && bgt_item_behavior_set_anchored(behavior, is_anchored) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(behavior, elasticity) == BGT_OK && bgt_animator_add_behavior(animator, behavior) == BGT_OK);
  return behavior;
}

static void add(bgt_item item, bgt_collision collision, bgt_item_behavior behavior) {
  CHECK(bgt_behavior_add_item(collision, item) == BGT_OK && bgt_behavior_add_item(behavior, item) == BGT_OK);
}

static void make_room(bgt_collision collision, double size) {
  const bgt_vec2 corners[4] = { v(0, 0), v(size, 0), v(size, size), v(0, size) };
  for (int side = 0; side < 4; side++) {
    CHECK(bgt_collision_add_boundary_segment(collision, sides[side], corners[side], corners[(side + 1) % 4]) == BGT_OK);
  }
}

static void begin(bgt_animator *animator, bgt_collision *collision) {
  CHECK(bgt_animator_create(NULL, animator) == BGT_OK && bgt_animator_set_rest_speed(*animator, 0) == BGT_OK);
  CHECK(bgt_collision_create(NULL, collision) == BGT_OK && bgt_animator_add_behavior(*animator, *collision) == BGT_OK);
}

static void end(bgt_animator animator, bgt_collision collision, int count) {
  CHECK(bgt_release(collision) == BGT_OK);
  for (int i = 0; i < count; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_release(animator) == BGT_OK && bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* How many of 200 balls and boxes get in a second through one of twenty plates of 2 m, so many points thick, that fly and spin among them: seen from a
 * plate, from one side to the other in a step, at most 0.8 m from its middle. Speeds in m/s. */
static int through(double wall, double speed, double plate_speed, uint64_t seed) {
  static double before[plates][balls], along[plates][balls];
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  int count = 0;
  noise = seed;
  begin(&animator, &collision);
  make_room(collision, 2000);
  const bgt_item_behavior behavior = make_behavior(animator, false, 0.8);
  for (int i = 0; i < all; i++) {
    const int k = i - plates;
    if (i < plates) items[i] = make_item(250 + 400 * (i % 5), 250 + 500 * (i / 5), 200, wall, false);
    else {
      const double y = 100 + 190 * (k / 20);
      items[i] = make_item(60 + 95 * (k % 20), y + (fabs(fmod(y + 250, 500)) < 30 ? 40 : 0), 24, 24, k & 1);
    }
    add(items[i], collision, behavior);
    const double way = 6.28 * even(), pace = 100 * (i < plates ? plate_speed : speed);
    CHECK(bgt_item_behavior_set_linear_velocity(behavior, v(pace * cos(way), pace * sin(way)), items[i]) == BGT_OK);
    CHECK(bgt_item_behavior_set_angular_velocity(behavior, i < plates ? 4 * even() - 2 : 20 * even(), items[i]) == BGT_OK);
  }
  /* Step by step of the engine's: seen less often, a plate that spins seems to have been passed by what went around its end. */
  for (int step = 0; step < 120; step++) {
    if (step > 0) CHECK(bgt_animator_advance(animator, 1.0 / 120.0, NULL) == BGT_OK);
    for (int i = 0; i < plates; i++) {
      const bgt_vec2 a = bgt_item_get_center(items[i]);
      const double c = cos(bgt_item_get_angle(items[i])), s = sin(bgt_item_get_angle(items[i]));
      for (int k = 0; k < balls; k++) {
        const bgt_vec2 b = bgt_item_get_center(items[plates + k]);
        const double x = c * (b.x - a.x) + s * (b.y - a.y), y = c * (b.y - a.y) - s * (b.x - a.x);
        count += step > 0 && before[i][k] * y < 0 && fabs(along[i][k]) < 80 && fabs(x) < 80;
        before[i][k] = y;
        along[i][k] = x;
      }
    }
  }
  CHECK(bgt_release(behavior) == BGT_OK);
  end(animator, collision, all);
  return count;
}

/* How many of a hundred balls and boxes get out of a room of 10 m while two plates, anchored and told to move to and fro, sweep them against its sides:
 * boundaries, or anchored boxes. Who is between a plate and a side has to let one of them pass, and it is the plate. */
static int pushed_out(bool has_boxes, double wall, double speed, int steps, uint64_t seed) {
  enum { pushed = 100, movers = 2 };
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  bool is_out[pushed] = { false };
  int count = 0, made = movers + pushed;
  noise = seed;
  begin(&animator, &collision);
  const bgt_item_behavior loose = make_behavior(animator, false, 0.5), driven = make_behavior(animator, true, 0), still = make_behavior(animator, true, 0);
  if (!has_boxes) make_room(collision, 1000);
  for (int side = 0; has_boxes && side < 4; side++) {
    const double place = side == 1 || side == 2 ? 1005 : -5;
    items[made] = side & 1 ? make_item(place, 500, 10, 1020, false) : make_item(500, place, 1020, 10, false);
    add(items[made++], collision, still);
  }
  for (int i = 0; i < movers + pushed; i++) {
    const int k = i - movers;
    items[i] = i < movers ? make_item(500, 500, i ? 980 : wall, i ? wall : 980, false)
                          : make_item(40 + 100 * (k % 10), 40 + 100 * (k / 10), 24, 24, k & 1);
    add(items[i], collision, i < movers ? driven : loose);
    const double way = 6.28 * even();
    if (k >= 0) CHECK(bgt_item_behavior_set_linear_velocity(loose, v(500 * cos(way), 500 * sin(way)), items[i]) == BGT_OK);
  }
  for (int step = 0; step < 6 * steps; step++) {
    const double pace = step / steps % 2 ? -100 * speed : 100 * speed;
    if (step % steps == 0) {
      CHECK(bgt_item_behavior_set_linear_velocity(driven, v(pace, 0), items[0]) == BGT_OK);
      CHECK(bgt_item_behavior_set_linear_velocity(driven, v(0, pace), items[1]) == BGT_OK);
    }
    CHECK(bgt_animator_advance(animator, 1.0 / 60.0, NULL) == BGT_OK);
    for (int k = 0; k < pushed; k++) {
      const bgt_vec2 center = bgt_item_get_center(items[movers + k]);
      const bool is_in = center.x >= 0 && center.y >= 0 && center.x <= 1000 && center.y <= 1000;
      count += !is_in && !is_out[k];
      is_out[k] |= !is_in;
    }
  }
  CHECK(bgt_release(loose) == BGT_OK && bgt_release(driven) == BGT_OK && bgt_release(still) == BGT_OK);
  end(animator, collision, made);
  return count;
}

/* How many of 200 pairs of small items that fly at each other at up to so many m/s, by up to eight of their sizes in a step, pass. Discs, boxes, or one
 * of each, of elasticity 1 and without friction. */
static int passed(int kind, double speed, uint64_t seed) {
  enum { pairs = 200 };
  static bgt_item both[pairs][2];
  static bgt_vec2 starts[pairs];
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  int count = 0;
  noise = seed;
  begin(&animator, &collision);
  const bgt_item_behavior behavior = make_behavior(animator, false, 1);
  CHECK(bgt_item_behavior_set_friction(behavior, 0) == BGT_OK && bgt_item_behavior_set_resistance(behavior, 0) == BGT_OK);
  CHECK(bgt_item_behavior_set_angular_resistance(behavior, 0) == BGT_OK);
  for (int i = 0; i < pairs; i++) {
    const double x = 20000 * (i % 20), y = 20000 * (i / 20), toward = 6.28 * even(), after = 2 + 3 * even();
    for (int k = 0; k < 2; k++) {
      const double way = toward + 6.28 * (k + 0.3 * even()) / 2, pace = 100 * speed * (0.5 + 0.5 * even()), aside_x = 10 * even() - 5, aside_y = 10 * even() - 5;
      const bool is_round = kind == 0 || (kind == 2 && k == 1);
      both[i][k] = make_item(x + aside_x - cos(way) * pace * after / 60, y + aside_y - sin(way) * pace * after / 60, 20, 20, is_round);
      add(both[i][k], collision, behavior);
      CHECK(bgt_item_behavior_set_linear_velocity(behavior, v(pace * cos(way), pace * sin(way)), both[i][k]) == BGT_OK);
      if (k == 0) starts[i] = v(pace * cos(way), pace * sin(way));
    }
  }
  for (int step = 0; step < 20; step++) CHECK(bgt_animator_advance(animator, 1.0 / 60.0, NULL) == BGT_OK);
  for (int i = 0; i < pairs; i++) {
    const bgt_vec2 now = bgt_item_behavior_get_linear_velocity(behavior, both[i][0]);
    count += hypot(now.x - starts[i].x, now.y - starts[i].y) < speed;
  }
  CHECK(bgt_release(behavior) == BGT_OK && bgt_release(collision) == BGT_OK);
  for (int i = 0; i < pairs; i++) CHECK(bgt_release(both[i][0]) == BGT_OK && bgt_release(both[i][1]) == BGT_OK);
  CHECK(bgt_release(animator) == BGT_OK && bgt_get_live_count(BGT_KIND_NONE) == 0);
  return count;
}

/* Of 200 rows of three discs, boxes or long thin bars that fly at a plate, the ones behind faster, how many have one in a few steps that got past
 * another: the one ahead is put back to where it met the plate, or a third, and the one behind meets it where it stands then, not where it would have
 * been. Whoever was made first, and so comes first in every list, it is who meets something first that is put back first. With a small item
 * that is fast too, all others are such as carry some, which are swept before the rest. */
static int overtook(int kind, bool is_last_first, bool has_small, uint64_t seed) {
  enum { rows = 200, length = 3 };
  static bgt_item in_row[rows][length + 1];
  static bool has_passed[rows];
  const bool is_bar = kind == 2;
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  int count = 0;
  noise = seed;
  begin(&animator, &collision);
  const bgt_item_behavior behavior = make_behavior(animator, false, 0), still = make_behavior(animator, true, 0);
  for (int i = 0; i < rows; i++) {
    const double x = 20000 * (i % 20), y = 20000 * (i / 20);
    double ahead = x, pace[length], spin[length];
    bgt_item_def def[length];
    has_passed[i] = false;
    for (int k = 0; k < length; k++) {
      pace[k] = (k + 1) * (20 + 60 * even());
      const double turn = even() - 0.5;
      spin[k] = is_bar ? 4 * even() - 2 : 0;
      const double aside = (is_bar ? 20 : 8) * (even() - 0.5);
      bgt_item_def_init(&def[k]);
      ahead -= (is_bar ? 8 : 28) + 30 * even();
      def[k].center = v(ahead, y + aside), def[k].size = is_bar ? v(4, 100) : v(20, 20), def[k].angle = turn * (k ? 0.2 : 0.6);
    }
    for (int j = 0; j < length; j++) {
      const int k = is_last_first ? length - 1 - j : j;
      CHECK(bgt_item_create(&def[k], &in_row[i][k]) == BGT_OK);
      if (kind == 0) CHECK(bgt_item_set_bounds_type(in_row[i][k], BGT_BOUNDS_ELLIPSE) == BGT_OK);
      add(in_row[i][k], collision, behavior);
      CHECK(bgt_item_behavior_set_linear_velocity(behavior, v(60 * pace[k], 0), in_row[i][k]) == BGT_OK);
      CHECK(bgt_item_behavior_set_angular_velocity(behavior, spin[k], in_row[i][k]) == BGT_OK);
    }
  }
  for (int i = 0; i < rows; i++) {
    in_row[i][length] = make_item(20000 * (i % 20) + 100, 20000 * (i / 20), 100, 600, false);
    add(in_row[i][length], collision, still);
  }
  const bgt_item small = make_item(-50000, -50000, 2, 2, true);
  if (has_small) add(small, collision, behavior);
  if (has_small) CHECK(bgt_item_behavior_set_linear_velocity(behavior, v(60000, 0), small) == BGT_OK);
  for (int step = 0; step < 3; step++) {
    CHECK(bgt_animator_advance(animator, 1.0 / 60.0, NULL) == BGT_OK);
    for (int i = 0; i < rows; i++) {
      for (int k = 1; k < length; k++) {
        const bgt_vec2 a = bgt_item_get_center(in_row[i][k - 1]), b = bgt_item_get_center(in_row[i][k]);
        const double angle = is_bar ? bgt_item_get_angle(in_row[i][k - 1]) : 0, c = cos(angle), s = sin(angle);
        const double across = c * (b.x - a.x) + s * (b.y - a.y), along = c * (b.y - a.y) - s * (b.x - a.x);
        has_passed[i] |= across > 0 && fabs(along) < (is_bar ? 40 : 8);
      }
    }
  }
  for (int i = 0; i < rows; i++) {
    count += has_passed[i];
    for (int k = 0; k <= length; k++) CHECK(bgt_release(in_row[i][k]) == BGT_OK);
  }
  CHECK(bgt_release(small) == BGT_OK && bgt_release(behavior) == BGT_OK && bgt_release(still) == BGT_OK);
  end(animator, collision, 0);
  return count;
}

int main(void) {
  /* Builds with assertions take ten times as long, and are there for those. */
#ifdef NDEBUG
  const int seeds = 5;
#else
  const int seeds = 1;
#endif
  int past = 0;
  for (int kind = 0; kind < 3; kind++) {
    for (uint64_t seed = 1; seed <= (uint64_t)seeds; seed++) {
      for (int way = 0; way < 4; way++) past += overtook(kind, way & 1, way > 1, seed);
    }
  }
  printf("in %d of %d rows one passed another that was stopped before it\n", past, 2400 * seeds);
  CHECK(past == 0);
  int thick = 0, thin = 0, out = 0;
  for (uint64_t seed = 1; seed <= 5; seed++) {
    thick += through(10, 40, 0, seed) + through(4, 20, 2, seed) + through(4, 10, 5, seed);
    for (int kind = 0; kind < 2; kind++) out += pushed_out(kind, 10, 14, 20, seed) + pushed_out(kind, 4, 28, 20, seed) + pushed_out(kind, 20, 5, 20, seed);
  }
  for (uint64_t seed = 1; seed <= 40; seed++) thin += through(10, 100, 20, seed) + through(4, 50, 5, seed);
  /* Where who is stopped by a plate that it had no contact with is not carried on by it, four. */
  for (uint64_t seed = 1; seed <= (uint64_t)seeds * 6; seed++) thin += through(10, 100, 100, seed);
  printf("balls that got through flying plates in 15 scenes: %d, in faster ones: %d; out of 30 rooms: %d\n", thick, thin, out);
  CHECK(thick == 0 && thin == 0 && out == 0);
  /* Slow plates, which go on into the walls: what is between is not swept, and the walls are 10 points thick. (221 of the 1,200, all out of rooms of items, where nobody
   * looks at whose middle is pressed into an item that does not move.) */
  int pressed = 0;
  for (uint64_t seed = 1; seed <= 3; seed++) {
    for (int kind = 0; kind < 2; kind++) pressed += pushed_out(kind, 4, 5, 60, seed) + pushed_out(kind, 20, 2, 150, seed);
  }
  printf("out of 12 rooms with slow plates: %d of 1200\n", pressed);
  CHECK(pressed <= 12);
  int missed = 0;
  for (int kind = 0; kind < 3; kind++) {
    for (uint64_t seed = 1; seed <= 3; seed++) missed += passed(kind, 20, seed) + passed(kind, 100, seed) + passed(kind, 200, seed);
  }
  printf("%d of 5400 pairs passed each other\n", missed);
  CHECK(missed == 0);
  return checks_done();
}
