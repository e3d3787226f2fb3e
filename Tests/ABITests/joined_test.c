/* Attachments that hang together with snaps, slides and locks, in trees and in nets; ends and lengths that change while they hold; springs
   that fit into no lane of their own. SPDX-License-Identifier: MIT */
#include "attachments.h"
#include <stdlib.h>
#include "random.h"

enum { MOST = 4600, FEW = 40 };
static bgt_animator animator;
static bgt_item items[MOST];
static int count;
static bgt_item_behavior properties;

static void begin_with(bgt_animator made) {
  animator = made;
  count = 0;
  CHECK(bgt_item_behavior_create(&properties) == BGT_OK);
  give(animator, properties);
}
static void begin(void) { begin_with(make_animator()); }
static void end(void) {
  bgt_release(animator);
  for (int i = 0; i < count; i++) bgt_release(items[i]);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}
static bgt_item add_turned(double x, double y, double width, double height, double angle) {
  bgt_item item = make_item(x, y, width, height);
  CHECK(bgt_item_set_angle(item, angle) == BGT_OK);
  CHECK(count < MOST && bgt_behavior_add_item(properties, item) == BGT_OK);
  items[count++] = item;
  return item;
}
static bgt_item add(double x, double y, double width, double height) { return add_turned(x, y, width, height, 0); }
static bgt_snap snap(bgt_item item, bgt_vec2 point, double damping, double frequency) {
  bgt_snap_def def;
  bgt_snap made = 0;
  bgt_snap_def_init(&def);
  def.item = item;
  def.point = point;
  def.damping = damping;
  def.frequency = frequency;
  CHECK(bgt_snap_create(&def, &made) == BGT_OK);
  give(animator, made);
  return made;
}
static bgt_attachment attach(const bgt_attachment_def *def) {
  bgt_attachment made = make(def);
  give(animator, made);
  return made;
}
/* A point of an item, from its center. */
static bgt_vec2 point_of(bgt_item item, double x, double y) {
  bgt_vec2 c = bgt_item_get_center(item);
  double a = bgt_item_get_angle(item);
  return v(c.x + x * cos(a) - y * sin(a), c.y + x * sin(a) + y * cos(a));
}
static bgt_attachment join(bgt_item a, bgt_vec2 from, bgt_item b, bgt_vec2 to) {
  bgt_attachment_def def = defined(a);
  def.other = b;
  def.item_offset = from;
  def.other_offset = to;
  def.length = 0;
  return attach(&def);
}
static void weigh(void) {
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  for (int i = 0; i < count; i++) CHECK(bgt_behavior_add_item(gravity, items[i]) == BGT_OK);
  give(animator, gravity);
}
/* Links of 8 by 20 points under the first item of a scene. */
static void hang_links(int links) {
  for (int i = 0; i < links; i++) {
    bgt_vec2 c = bgt_item_get_center(items[count - 1]);
    double arm = count == 1 ? 0 : 12.5;
    (void)add(c.x, c.y + arm + 12.5, 8, 20);
    join(items[count - 1], v(0, -12.5), items[count - 2], v(0, arm));
  }
}
/* A net of columns by rows of boxes of 20 points, 30 apart; the joints between neighbors. */
static void add_net(int columns, int rows, bool slides) {
  for (int i = 0; i < columns * rows; i++) {
    int x = i % columns, y = i / columns;
    (void)add(100 + 30 * x, 100 + 30 * y, 20, 20);
    if (y) join(items[i], v(0, -15), items[i - columns], v(0, 15));
    if (!x) continue;
    if (slides) {
      bgt_attachment_def def = defined(items[i]);
      def.other = items[i - 1];
      def.type = BGT_ATTACHMENT_SLIDING;
      def.anchor = v(85 + 30 * x, 100 + 30 * y);
      def.range_minimum = -3;
      def.range_maximum = 3;
      attach(&def);
    } else {
      join(items[i], v(-15, 0), items[i - 1], v(15, 0));
    }
  }
}
/* How far the joints of a net are apart at most; across, angle and range of slides. */
static double net_gap(int columns, bool slides) {
  double worst = 0;
  for (int i = 0; i < count; i++) {
    if (i >= columns) worst = fmax(worst, distance(point_of(items[i], 0, -15), point_of(items[i - columns], 0, 15)));
    if (i % columns == 0) continue;
    bgt_vec2 a = point_of(items[i], -15, 0), b = point_of(items[i - 1], 15, 0);
    if (!slides) worst = fmax(worst, distance(a, b));
    double turn = bgt_item_get_angle(items[i - 1]), off = bgt_item_get_angle(items[i]) - turn;
    double across = -sin(turn) * (a.x - b.x) + cos(turn) * (a.y - b.y), along = cos(turn) * (a.x - b.x) + sin(turn) * (a.y - b.y);
    if (slides) worst = fmax(fmax(worst, fabs(across)), fmax(30 * fabs(off), fabs(along) - 3));
  }
  return worst;
}

/* Of an item that does not turn a snap is a spring of length 0 at its center: in a chain and in a net the others cannot tell. */
static void a_snap_is_a_spring_at_the_center(bool net) {
  static bgt_vec2 seen[2][FEW][12];
  for (int way = 0; way < 2; way++) {
    begin();
    if (net) add_net(6, 6, false); else add(300, 100, 30, 30);
    if (!net) hang_links(12);
    bgt_item_behavior still = add_properties(animator, items[0]);
    CHECK(bgt_item_behavior_set_allowing_rotation(still, false) == BGT_OK);
    for (int corner = 0; corner < (net ? 2 : 1); corner++) {
      bgt_item item = items[5 * corner];
      if (corner) CHECK(bgt_behavior_add_item(still, item) == BGT_OK);
      bgt_vec2 c = bgt_item_get_center(item), to = v(c.x + 40, c.y - 20);
      bgt_attachment_def def = defined(item);
      def.anchor = to;
      def.length = 0;
      def.frequency = 3.8;
      def.damping = 0.64; /* A snap adds 0.14. */
      if (way) attach(&def); else snap(item, to, 0.5, 3.8);
    }
    weigh();
    for (int s = 0; s < 12; s++) {
      run(animator, 0.2);
      for (int i = 0; i < count; i++) seen[way][i][s] = bgt_item_get_center(items[i]);
    }
    if (way) {
      double most = 0;
      for (int s = 0; s < 12; s++)
        for (int i = 0; i < count; i++) most = fmax(most, distance(seen[0][i][s], seen[1][i][s]));
      if (!CHECK(most < 1e-3)) printf("net %d: %g points apart\n", net, most);
    }
    end();
  }
}

/* The head of a chain is drawn to its point and turned to the nearest upright angle, whatever hangs on it; whole turns stay. */
static void a_snap_turns_what_others_hold(void) {
  static const double angles[] = { 1, -2.5, 13.5, -40 };
  for (int k = 0; k < 4; k++) {
    begin();
    (void)add_turned(300, 100, 60, 20, angles[k]);
    hang_links(5);
    weigh();
    snap(items[0], v(250, 140), 0.8, 5);
    CHECK(bgt_item_behavior_set_resistance(properties, 1) == BGT_OK && bgt_item_behavior_set_angular_resistance(properties, 1) == BGT_OK);
    run(animator, 8);
    double upright = 6.283185307179586 * floor(angles[k] / 6.283185307179586 + 0.5), angle = bgt_item_get_angle(items[0]);
    /* All of its weight at 5 Hz: (1200 + 5 * 160) / 1200 of gravity by the square of 31.4/s. */
    if (!CHECK(is_near(angle, upright, 1e-3) && at(items[0], 250, 140 + 1000 * 2000.0 / 1200 / (31.4159 * 31.4159), 0.05)))
      printf("from %g to %g, not %g\n", angles[k], angle, upright);
    end();
  }
}

/* Snaps give back no more than they hold, beside pins, welds, rods and ropes. (Of 6 Hz one in sixty swings about it by 0.4 % in a step.) */
static void snaps_gain_no_energy(void) {
  random_state = 20261127;
  for (int k = 0; k < 60; k++) {
    bgt_vec2 to[3];
    double turn[3], first = 0, before = 0, most = 0;
    int held[3], snaps = 1 + below(3);
    begin();
    for (int i = 0; i < 6; i++) {
      double x = between(-30, 30), y = between(-30, 30), w = between(15, 60), h = between(15, 60);
      (void)add(60 * i + x, y, w, h);
      if (!i) continue;
      bgt_attachment_def def = defined(items[i]);
      def.other = items[below(i)];
      def.anchor = bgt_item_get_center(items[i]);
      def.type = (bgt_attachment_type)below(4);
      attach(&def);
      double vx = between(-100, 100), vy = between(-100, 100);
      CHECK(bgt_item_behavior_add_linear_velocity(properties, v(vx, vy), items[i]) == BGT_OK);
    }
    for (int i = 0; i < snaps; i++) {
      static const double frequencies[] = { 1, 2, 3, 3.8 };
      held[i] = below(6);
      double x = between(-80, 80), y = between(-80, 80), f = frequencies[below(4)];
      bgt_vec2 c = bgt_item_get_center(items[held[i]]);
      to[i] = v(c.x + x, c.y + y);
      turn[i] = 6.283185307179586 * f;
      snap(items[held[i]], to[i], 0.2 * below(3), f);
    }
    for (int s = 0; s <= 180; s++) {
      double energy = 0;
      for (int i = 0; i < count; i++) {
        bgt_vec2 size = bgt_item_get_size(items[i]), u = bgt_item_get_velocity(items[i]);
        double mass = size.x * size.y, w = bgt_item_get_angular_velocity(items[i]);
        double square = u.x * u.x + u.y * u.y + (size.x * size.x + size.y * size.y) / 12 * w * w;
        for (int n = 0; n < snaps; n++) {
          if (held[n] != i) continue;
          double far = distance(bgt_item_get_center(items[i]), to[n]), angle = remainder(bgt_item_get_angle(items[i]), 6.283185307179586);
          square += turn[n] * turn[n] * (far * far + (size.x * size.x + size.y * size.y) / 12 * angle * angle);
        }
        energy += mass * square;
      }
      if (s == 1) first = before = energy;
      if (s > 1) most = fmax(most, (energy - before) / first);
      before = energy;
      tick(animator);
    }
    if (!CHECK(most < 1e-3)) printf("case %d gains %g in a step\n", k, most);
    end();
  }
}

/* Nets with slides, on rails (locks), and that snaps hold: they keep together and come to rest. */
static void nets_of_all_kinds_hold(int way) {
  static const double gaps[] = { 1.0, 0.6, 0.5 };
  double worst = 0, speed = 0;
  begin();
  add_net(12, 12, way == 1);
  for (int i = 0; i < count; i++) CHECK(bgt_item_behavior_add_linear_velocity(properties, v(100 * sin(i), 50 * cos(3 * i)), items[i]) == BGT_OK);
  CHECK(bgt_item_behavior_set_resistance(properties, 0.2) == BGT_OK);
  bgt_item_behavior rail = 0;
  if (way == 2) rail = add_properties(animator, items[0]);
  for (int i = 0; i < 12; i++) {
    if (way == 0 && i % 3 == 0) snap(items[i], bgt_item_get_center(items[i]), 0.5, 3.8);
    if (way == 1) {
      bgt_attachment_def def = defined(items[i]);
      def.type = BGT_ATTACHMENT_PIN;
      def.anchor = bgt_item_get_center(items[i]);
      attach(&def);
    }
    if (way == 2 && i) CHECK(bgt_behavior_add_item(rail, items[i]) == BGT_OK);
  }
  if (way == 2) CHECK(bgt_item_behavior_set_locking_y(rail, true) == BGT_OK);
  weigh();
  for (int s = 0; s < 900; s++) {
    tick(animator);
    if (s >= 60) worst = fmax(worst, net_gap(12, way == 1));
    for (int i = 0; i < 12 && way == 2; i++) CHECK(is_near(bgt_item_get_center(items[i]).y, 100, 0.01));
  }
  for (int i = 0; i < count; i++) speed = fmax(speed, distance(bgt_item_get_velocity(items[i]), v(0, 0)));
  if (!CHECK(worst < gaps[way] && speed < 5)) printf("way %d: gap %g, speed %g\n", way, worst, speed);
  end();
}

/* A hand that moves in each tick, and a winch: what hangs on it follows at once. */
static void ends_and_lengths_are_followed(int way, bool rope) {
  bgt_attachment_def def;
  double length = 90, worst = 0;
  begin();
  if (way == 3) add_net(4, 4, false); else add(100, 100, 20, 20);
  if (way == 2) hang_links(6);
  def = defined(items[0]);
  def.type = rope ? BGT_ATTACHMENT_LIMIT : BGT_ATTACHMENT_DISTANCE;
  def.anchor = v(100, 10);
  def.length = length;
  if (way == 1) def.frequency = 20, def.damping = 1;
  bgt_attachment held = attach(&def);
  weigh();
  for (int s = 0; s < 240; s++) {
    bgt_vec2 hand = v(100 + 60 * sin(s / 40.0), 10);
    CHECK(bgt_attachment_set_anchor(held, hand) == BGT_OK);
    if (s >= 60) length = 30 + 60 * fabs(cos((s - 60) / 60.0));
    CHECK(bgt_attachment_set_length(held, length) == BGT_OK);
    tick(animator);
    double far = distance(bgt_item_get_center(items[0]), hand) - length;
    worst = fmax(worst, rope ? far : fabs(far));
  }
  /* A spring of 20 Hz sags by 0.06 points under its weight, and by what its hand runs away; a net gives way too. */
  if (!CHECK(worst < (way & 1 ? 2 : 1))) printf("way %d, rope %d: %g points off\n", way, rope, worst);
  end();
}

/* Springs that are too long, too many or too fast for lanes of their own: periods and sags are the nominal ones. */
static void springs_beyond_lanes(void) {
  begin();
  bgt_attachment_def def = defined(add(0, 6020, 100, 100));
  def.length = 6000;
  def.frequency = 2;
  def.damping = 0.1;
  attach(&def);
  for (int i = 0; i < 20; i++) { /* Together sqrt(20) times as fast. */
    def = defined(i ? items[1] : add(1000, 120, 100, 100));
    def.anchor = v(1000, 0);
    def.length = 100;
    def.frequency = 2 / sqrt(20.0);
    def.damping = 0.1 / sqrt(20.0);
    attach(&def);
  }
  run(animator, 1);
  double left = 20 * exp(-0.4 * 3.14159265) * cos(4 * 3.14159265 * sqrt(0.99));
  CHECK(at(items[0], 0, 6000 + left, 0.3) && at(items[1], 1000, 100 + left, 0.3));
  def = defined(add(2000, 100, 10, 10)); /* More than half a turn in a sub-step. */
  def.anchor = v(2000, 0);
  def.length = 100;
  def.frequency = 60;
  def.item_offset = v(-5, -5);
  attach(&def);
  snap(items[2], v(2000, 100), 0.5, 60);
  bgt_attachment_set_anchor(attach(&def), v(2000, 0));
  weigh();
  run(animator, 4);
  CHECK(at(items[2], 2000, 100, 12) && isfinite(bgt_item_get_angle(items[2])));
  /* 1000 points/s² by the square of its rate. */
  CHECK(is_near(bgt_item_get_center(items[0]).y, 6000 + 1000 / (12.566371 * 12.566371), 0.5));
  end();
}

/* A stiff spring throws what hangs together: as in many more sub-steps. (From 20 Hz on such ways were not gone, and nothing moved at all.) */
static void stiff_springs_throw(double frequency, bool snaps) {
  bgt_vec2 last[2];
  for (int way = 0; way < 2; way++) {
    bgt_animator_def fine;
    bgt_animator made = 0;
    bgt_animator_def_init(&fine);
    if (way) fine.substeps = 32;
    CHECK(bgt_animator_create(&fine, &made) == BGT_OK);
    begin_with(made);
    for (int i = 0; i < 3; i++) (void)add(60 * i, 0, 60, 20);
    join(items[0], v(30, 0), items[1], v(-30, 0));
    join(items[1], v(30, 0), items[2], v(-30, 0));
    bgt_attachment_def def = defined(items[2]);
    def.item_offset = v(30, 0);
    def.anchor = v(150, 100);
    def.length = 20;
    def.frequency = frequency;
    def.damping = 0.3;
    if (snaps) snap(items[2], v(120, 80), 0.16, frequency); else attach(&def);
    run(animator, 2 / 60.0);
    last[way] = bgt_item_get_center(items[2]);
    end();
  }
  double far = distance(last[0], last[1]), moved = distance(last[1], v(120, 0));
  if (!CHECK(far < 0.1 * moved)) printf("%g Hz, snap %d: %g points from where it comes after %g\n", frequency, snaps, far, moved);
}

/* A random system of boxes that attachments of all kinds join into a tree, springs and snaps hold and gravity may pull. */
static void build_random(uint64_t seed, uint32_t substeps) {
  static const double frequencies[] = { 1, 3, 8, 20, 40 }, dampings[] = { 0, 0.1, 0.5, 1 };
  bgt_animator_def fine;
  bgt_animator made = 0;
  random_state = seed;
  bgt_animator_def_init(&fine);
  fine.substeps = substeps;
  CHECK(bgt_animator_create(&fine, &made) == BGT_OK);
  begin_with(made);
  int boxes = 2 + below(6);
  for (int i = 0; i < boxes; i++) {
    double x = between(-30, 30), y = between(-50, 50), w = between(15, 60), h = between(15, 60), angle = between(-3, 3);
    (void)add_turned(60 * i + x, y, w, h, angle);
    if (!i) continue;
    bgt_attachment_def def = defined(items[i]);
    def.other = items[below(i)];
    def.anchor = bgt_item_get_center(items[i]);
    def.type = (bgt_attachment_type)below(5);
    def.axis.y = between(-1, 1);
    double offset = between(-20, 20), other = between(-20, 20);
    if (def.type <= BGT_ATTACHMENT_LIMIT) def.item_offset = v(offset, other), def.other_offset = v(other, -offset);
    if (def.type == BGT_ATTACHMENT_DISTANCE && below(2)) {
      def.frequency = frequencies[below(5)];
      def.damping = dampings[below(4)];
      if (below(2)) def.length = 50 * below(3);
    }
    attach(&def);
  }
  for (int n = below(3); n > 0; n--) {
    bgt_item held = items[below(boxes)];
    double x = between(-120, 120), y = between(-120, 120), f = frequencies[below(5)], d = dampings[below(4)];
    bgt_vec2 c = bgt_item_get_center(held), to = v(c.x + x, c.y + y);
    bgt_attachment_def def = defined(held);
    def.anchor = to;
    def.item_offset = v(between(-20, 20), 0);
    def.length = 20 * below(2);
    def.frequency = f;
    def.damping = d;
    if (below(2)) attach(&def); else snap(held, to, d, f);
  }
  if (below(2)) weigh();
}
static int up(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b; }

/* With two sub-steps of 1/240 s systems go where they go with 32, but for what joints and stiff springs throw about: none stands still that
   should move, and none flies. */
static void as_in_finer_steps(void) {
  enum { SYSTEMS = 300 };
  static double apart[SYSTEMS];
  int still = 0, flies = 0;
  for (int k = 0; k < SYSTEMS; k++) {
    bgt_vec2 from[8], to[2][8];
    for (int way = 0; way < 2; way++) {
      build_random(20261127 + 7919u * (uint64_t)k, way ? 32 : 2);
      for (int i = 0; i < count; i++) from[i] = bgt_item_get_center(items[i]);
      run(animator, 10 / 60.0);
      for (int i = 0; i < count; i++) to[way][i] = bgt_item_get_center(items[i]);
      if (!way) { end(); continue; }
      double moved[2] = { 0, 0 };
      for (int i = 0; i < count; i++) {
        for (int n = 0; n < 2; n++) moved[n] = fmax(moved[n], distance(from[i], to[n][i]));
        apart[k] = fmax(apart[k], distance(to[0][i], to[1][i]));
      }
      apart[k] /= fmax(moved[1], 1);
      still += moved[1] > 10 && moved[0] < 0.1 * moved[1];
      flies += moved[0] > 5 * fmax(moved[1], 30);
      end();
    }
  }
  qsort(apart, SYSTEMS, sizeof apart[0], up);
  printf("apart by 32 sub-steps: %.4f of the way in the mean, %.4f of nine in ten; %d stand still, %d fly\n",
    apart[SYSTEMS / 2], apart[SYSTEMS * 9 / 10], still, flies);
  CHECK(apart[SYSTEMS / 2] < 0.01 && apart[SYSTEMS * 9 / 10] < 0.5 && still == 0 && flies == 0);
}

/* A ring of many boxes, which is one loop, and with braces across: its joints hold, and it swings no faster than it fell. What has more than
   32,768 loops times boxes is swept as a net, and gives way more. */
static void large_rings_hold(int boxes, int braces, int ticks, double most_gap) {
  double radius = boxes * 12 / 6.283185307 * 1.05, worst = 0, most = 0;
  begin();
  for (int i = 0; i < boxes; i++) {
    double a = 6.283185307179586 * i / boxes;
    (void)add_turned(300 + radius * cos(a), 300 + radius * sin(a), 8, 10, a);
  }
  for (int i = 0; i < boxes; i++) {
    bgt_attachment_def def = defined(items[i]);
    double a = 6.283185307179586 * (i + 0.5) / boxes;
    def.type = BGT_ATTACHMENT_PIN;
    def.other = items[(i + 1) % boxes];
    def.anchor = v(300 + radius * cos(a), 300 + radius * sin(a));
    attach(&def);
  }
  for (int i = 0; i < braces; i++) {
    bgt_attachment_def def = defined(items[i * boxes / (2 * braces)]);
    def.other = items[i * boxes / (2 * braces) + boxes / 2];
    attach(&def);
  }
  bgt_attachment_def top = defined(items[3 * boxes / 4]);
  top.type = BGT_ATTACHMENT_PIN;
  top.anchor = bgt_item_get_center(items[3 * boxes / 4]);
  attach(&top);
  weigh();
  CHECK(bgt_item_behavior_set_resistance(properties, 2) == BGT_OK && bgt_item_behavior_set_angular_resistance(properties, 2) == BGT_OK);
  double half = 3.14159265 / boxes, arm = radius * sin(half), in = radius * (1 - cos(half));
  for (int s = 0; s < ticks; s++) {
    tick(animator);
    for (int i = 0; i < boxes; i++) {
      worst = fmax(worst, distance(point_of(items[i], -in, arm), point_of(items[(i + 1) % boxes], -in, -arm)));
      most = fmax(most, distance(bgt_item_get_velocity(items[i]), v(0, 0)));
    }
  }
  if (!CHECK(worst < most_gap && most < sqrt(2 * 1000 * 3.2 * radius) && isfinite(most)))
    printf("%d boxes, %d braces: gap %g, speed %g\n", boxes, braces, worst, most);
  end();
}

/* Systems that nothing acts on, thrown about: what their joints do not allow of their velocities is gone at once, and angular momentum is kept.
   Slides with ends in loops lost up to all of it, and the first way of others took up half as much energy again as there was. */
static void thrown_systems(int bodies, int joints, int kind, double range, double speed, double spin, uint64_t seeds) {
  double worst = 0, gained = 0;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    double mass[8], inertia[8], before = 0, size = 1, energy = 0;
    random_state = 7919 * seed;
    begin();
    for (int i = 0; i < bodies; i++) {
      const double width = between(30, 80), height = between(30, 80), x = 150 * i + between(-20, 20), y = i % 2 * 60 + between(-20, 20);
      const double angle = between(-3, 3);
      const bgt_item item = add_turned(x, y, width, height, angle);
      mass[i] = width * height / 1e4;
      inertia[i] = mass[i] * (width * width + height * height) / 12;
      const double vx = between(-speed, speed), vy = between(-speed, speed), w = between(-spin, spin);
      CHECK(bgt_item_behavior_set_linear_velocity(properties, v(vx, vy), item) == BGT_OK);
      CHECK(bgt_item_behavior_set_angular_velocity(properties, w, item) == BGT_OK);
    }
    for (int k = 0; k < joints; k++) {
      bgt_attachment_def def;
      bgt_attachment made = 0;
      const int i = below(bodies), j = (i + 1 + below(bodies - 1)) % bodies;
      const bgt_vec2 p = bgt_item_get_center(items[i]), q = bgt_item_get_center(items[j]);
      const double part = between(0, 1), off = between(-30, 30), up = between(-30, 30), angle = between(-3, 3), low = between(0.1, 1), high = between(0.1, 1);
      bgt_attachment_def_init(&def);
      def.item = items[i];
      def.other = items[j];
      def.type = kind < 0 ? (bgt_attachment_type)below(5) : (bgt_attachment_type)kind;
      def.anchor = v(p.x + part * (q.x - p.x) + off, p.y + part * (q.y - p.y) + up);
      def.axis = v(cos(angle), sin(angle));
      def.range_minimum = -low * (def.type == BGT_ATTACHMENT_PIN ? 1 : range);
      def.range_maximum = high * (def.type == BGT_ATTACHMENT_PIN ? 1 : range);
      CHECK(bgt_attachment_create(&def, &made) == BGT_OK);
      give(animator, made);
    }
    for (int step = 0; step <= 6; step++) {
      double angular = 0, amounts = 0, now = 0;
      for (int i = 0; i < bodies; i++) {
        const bgt_vec2 u = bgt_item_get_velocity(items[i]), c = bgt_item_get_center(items[i]);
        const double w = bgt_item_behavior_get_angular_velocity(properties, items[i]), moment = mass[i] * (c.x * u.y - c.y * u.x);
        angular += moment + inertia[i] * w;
        amounts += fabs(moment) + fabs(inertia[i] * w);
        now += 0.5 * (mass[i] * (u.x * u.x + u.y * u.y) + inertia[i] * w * w);
      }
      if (step == 0) before = angular, size = amounts, energy = now;
      worst = fmax(worst, fabs(angular - before) / size);
      gained = fmax(gained, now / energy - 1);
      CHECK(bgt_animator_advance(animator, 1.0 / 120, NULL) == BGT_OK);
    }
    end();
  }
  printf("%d bodies, %d joints, thrown at %g points/s: angular momentum off by %.1e at most, energy by %+.1e\n", bodies, joints, speed, worst, gained);
  CHECK(worst < 2e-6 && gained < 1e-4);
}

int main(void) {
  thrown_systems(2, 2, BGT_ATTACHMENT_SLIDING, 1, 300, 10, 300);
  thrown_systems(3, 4, BGT_ATTACHMENT_SLIDING, 1, 300, 10, 300);
  thrown_systems(4, 6, -1, 20, 300, 10, 300);
  thrown_systems(4, 3, BGT_ATTACHMENT_SLIDING, 10, 3000, 30, 3000); /* mostly trees: once 5e-3 in one of 800 */
  a_snap_is_a_spring_at_the_center(false);
  a_snap_is_a_spring_at_the_center(true);
  a_snap_turns_what_others_hold();
  snaps_gain_no_energy();
  for (int way = 0; way < 3; way++) nets_of_all_kinds_hold(way);
  for (int way = 0; way < 4; way++) ends_and_lengths_are_followed(way, false);
  for (int way = 0; way < 4; way++) if (way != 1) ends_and_lengths_are_followed(way, true);
  springs_beyond_lanes();
  for (int i = 0; i < 5; i++) {
    static const double frequencies[] = { 5, 10, 20, 25, 40 };
    stiff_springs_throw(frequencies[i], false);
    stiff_springs_throw(frequencies[i], true);
  }
  as_in_finer_steps();
  large_rings_hold(60, 0, 240, 0.5);
  large_rings_hold(200, 0, 240, 0.5);
  large_rings_hold(120, 7, 240, 0.5);
  large_rings_hold(4600, 7, 20, 1);
  return scene_done();
}
