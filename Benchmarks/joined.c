/* Times ticks of attachments that hang together with snaps, loops and slides, and of hands that draw them, through the C API.
   joined [<ticks>]; a line for each scene, least of three rounds. Another library: LD_LIBRARY_PATH. SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 1200, CHAINS = 60, LINKS = 20 };
static bgt_animator animator;
static bgt_item_behavior properties;
static bgt_gravity gravity;
static bgt_item items[MOST];
static bgt_behavior hands[CHAINS];
static int count, hand_count;

static void must(bgt_status status) {
  if (status >= 0) return;
  fprintf(stderr, "joined: %s\n", bgt_last_error_message());
  exit(1);
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
static bgt_vec2 v(double x, double y) { return (bgt_vec2){ x, y }; }
static void give(bgt_behavior behavior) {
  must(bgt_animator_add_behavior(animator, behavior));
  must(bgt_release(behavior));
}

static bgt_item add(double x, double y, double width, double height, double angle) {
  bgt_item_def def;
  bgt_item_def_init(&def);
  def.center = v(x, y);
  def.size = v(width, height);
  must(bgt_item_create(&def, &items[count]));
  must(bgt_item_set_angle(items[count], angle));
  must(bgt_behavior_add_item(properties, items[count]));
  must(bgt_behavior_add_item(gravity, items[count]));
  return items[count++];
}
/* A pin, a slide or, without an item to hold, a pin to the world. */
static void join(bgt_attachment_type type, bgt_item a, bgt_item b, double x, double y) {
  bgt_attachment_def def;
  bgt_attachment made;
  bgt_attachment_def_init(&def);
  def.item = a;
  def.other = b;
  def.type = type;
  def.anchor = v(x, y);
  if (type == BGT_ATTACHMENT_SLIDING) def.range_minimum = -3, def.range_maximum = 3;
  must(bgt_attachment_create(&def, &made));
  give(made);
}
static void hold(bgt_item item, double x, double y, bool snaps) {
  bgt_behavior made;
  if (snaps) {
    bgt_snap_def def;
    bgt_snap_def_init(&def);
    def.item = item;
    def.point = v(x, y);
    must(bgt_snap_create(&def, &made));
  } else {
    bgt_attachment_def def;
    bgt_attachment_def_init(&def);
    def.item = item;
    def.anchor = v(x, y);
    def.length = 0;
    def.frequency = 3.8;
    def.damping = 0.64;
    must(bgt_attachment_create(&def, &made));
  }
  give(made);
  hands[hand_count++] = made;
}
static void chains(bool snaps) {
  for (int i = 0; i < CHAINS * LINKS; i++) {
    int x = i / LINKS, y = i % LINKS;
    (void)add(100 + 200 * x, 100 + 25 * y, 8, 20, 0);
    if (y) join(BGT_ATTACHMENT_PIN, items[i], items[i - 1], 100 + 200 * x, 87.5 + 25 * y);
    else hold(items[i], 100 + 200 * x, 100, snaps);
  }
}
static void chains_on_snaps(void) { chains(true); }
static void chains_on_springs(void) { chains(false); }
static void ring(int boxes, int braces) {
  const double radius = boxes * 2.0, turn = 2 * acos(-1) / boxes;
  for (int i = 0; i < boxes; i++) (void)add(300 + radius * cos(i * turn), 300 + radius * sin(i * turn), 8, 10, i * turn);
  for (int i = 0; i < boxes; i++)
    join(BGT_ATTACHMENT_PIN, items[i], items[(i + 1) % boxes], 300 + radius * cos((i + 0.5) * turn), 300 + radius * sin((i + 0.5) * turn));
  for (int i = 0; i < braces; i++) {
    bgt_attachment_def def;
    bgt_attachment made;
    bgt_attachment_def_init(&def);
    def.item = items[i * boxes / (2 * braces)];
    def.other = items[i * boxes / (2 * braces) + boxes / 2];
    must(bgt_attachment_create(&def, &made));
    give(made);
  }
  join(BGT_ATTACHMENT_PIN, items[3 * boxes / 4], 0, 300, 300 - radius);
}
static void ring_of_300(void) { ring(300, 0); }
static void wheel_of_120(void) { ring(120, 7); }
static void net(bool slides, bool snaps) {
  enum { SIDE = 24 };
  for (int i = 0; i < SIDE * SIDE; i++) {
    int x = i % SIDE, y = i / SIDE;
    (void)add(100 + 30 * x, 100 + 30 * y, 20, 20, 0);
    if (y) join(BGT_ATTACHMENT_PIN, items[i], items[i - SIDE], 100 + 30 * x, 85 + 30 * y);
    if (x) join(slides ? BGT_ATTACHMENT_SLIDING : BGT_ATTACHMENT_PIN, items[i], items[i - 1], 85 + 30 * x, 100 + 30 * y);
    if (y) continue;
    if (snaps) hold(items[i], 100 + 30 * x, 100, true);
    else join(BGT_ATTACHMENT_PIN, items[i], 0, 100 + 30 * x, 100);
  }
}
static void net_of_slides(void) { net(true, false); }
static void net_on_snaps(void) { net(false, true); }

static const struct { const char *name; void (*build)(void); int drawn; } scenes[] = {
  { "60 chains of 20 links, each on a snap", chains_on_snaps, 0 },
  { "the same, snaps that move", chains_on_snaps, CHAINS },
  { "the same, one of them moves", chains_on_snaps, 1 },
  { "60 chains of 20 links, each on a spring", chains_on_springs, 0 },
  { "the same, one anchor moves", chains_on_springs, 1 },
  { "a ring of 300 boxes", ring_of_300, 0 },
  { "a ring of 120 boxes with 7 braces", wheel_of_120, 0 },
  { "a net of 576 boxes, every second joint a slide", net_of_slides, 0 },
  { "a net of 576 boxes on 24 snaps", net_on_snaps, 0 },
};

static double run(int scene, int ticks) {
  bgt_animator_def def;
  double sum = 0;
  bgt_animator_def_init(&def);
  must(bgt_animator_create(&def, &animator));
  must(bgt_item_behavior_create(&properties));
  must(bgt_gravity_create(NULL, &gravity));
  give(properties);
  give(gravity);
  count = hand_count = 0;
  scenes[scene].build();
  for (int i = 0; i < count; i++) must(bgt_item_behavior_add_linear_velocity(properties, v(300 * sin(i), 0), items[i]));
  for (int tick = -30; tick < ticks; tick++) {
    for (int i = 0; i < scenes[scene].drawn; i++) {
      bgt_vec2 to = v(100 + 200 * i + 50 * sin(tick / 10.0), 100);
      must(bgt_get_kind(hands[i]) == BGT_KIND_SNAP ? bgt_snap_set_point(hands[i], to) : bgt_attachment_set_anchor(hands[i], to));
    }
    if (tick % 60 == 0) /* Nothing falls asleep. */
      for (int i = 0; i < count; i++) must(bgt_item_behavior_add_linear_velocity(properties, v(60 * sin(i + tick), 0), items[i]));
    const double start = now();
    must(bgt_animator_advance(animator, 1 / 60.0, NULL));
    if (tick >= 0) sum += now() - start;
  }
  must(bgt_release(animator));
  for (int i = 0; i < count; i++) must(bgt_release(items[i]));
  return sum / ticks;
}

int main(int argc, char **argv) {
  const int ticks = argc > 1 ? atoi(argv[1]) : 300;
  for (int scene = 0; scene < (int)(sizeof scenes / sizeof scenes[0]); scene++) {
    double least = INFINITY;
    for (int round = 0; round < 3; round++) least = fmin(least, run(scene, ticks));
    printf("%-48s %.3f ms a tick\n", scenes[scene].name, least);
  }
  return 0;
}
