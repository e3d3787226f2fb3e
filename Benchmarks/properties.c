/* Times every function of the C API that reads or sets one property, as property_calls.py lists them: setters give another
   value each time, to objects in an animator or a timeline whose items the change wakes. Prints name and nanoseconds, the
   slowest last, and how many are above 20 ns. --calls=N makes one round of N calls of each, for callgrind.
   SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <bagatelle/bagatelle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int calls = 200000, rounds = 7, measured;
static struct result { const char *name; double nanoseconds; } results[512];

static bgt_animator animator;
static bgt_item item, other, held, free_item, member, shown;
static bgt_item_group group;
static bgt_gravity gravity;
static bgt_push push;
static bgt_field field, wind, noise;
static bgt_item_behavior properties, anchors;
static bgt_collision collision;
static bgt_attachment attachment, pin;
static bgt_snap snap;
static bgt_region region;
static bgt_timeline timeline;
static bgt_timing timing, spring;
static bgt_property_animator property_animator, idle;
static bgt_transition_container container;
static bgt_presentation presentation, spare;
static bgt_transition transition;
static bgt_transition_interaction interaction;
static bgt_percent_driver percent_driver;
static bgt_transition_animation animation;
static bgt_transition_delegate delegate;
static double values[2];
static bgt_rect bounds;
static bgt_item_state state;
static bgt_rect rectangles[2] = { { 0, 0, 20, 20 }, { 0, 0, 20, 21 } };
static bgt_transform transforms[2] = { { 1, 0.5, -0.5, 1, 0, 0 }, { 1, 1, -0.5, 1, 0, 0 } };
static bgt_insets insets[2] = { { 0, 0, 0, 0 }, { 0, 0, 0, 1 } };
static bgt_channel_values channel_values[2] = { { 1, 0.5, 0, 0 }, { 1, 1, 0, 0 } };
static bgt_material materials[2] = { { 0.2, 0.2, 1, 0.1, 0.1 }, { 0.3, 0.2, 1, 0.1, 0.1 } };

static double now(void) { /* seconds of processor time of this thread */
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
static void must(bgt_status status) {
  if (status == BGT_OK) return;
  fprintf(stderr, "properties: status %d: %s\n", status, bgt_last_error_message());
  exit(1);
}
static void tick(void) {
  must(bgt_animator_advance(animator, 1.0 / 60, NULL));
}
static void add(const char *name, double seconds) {
  if (measured == 512) exit(1);
  results[measured].name = name;
  results[measured++].nanoseconds = seconds * 1e9;
}
#define TIMED(title, body)                                     \
  do {                                                         \
    double least = 1e30;                                       \
    for (int round = 0; round < rounds; round++) {             \
      const double start = now();                              \
      for (int i = 0; i < calls; i++) { body; }                \
      const double spent = (now() - start) / calls;            \
      if (spent < least) least = spent;                        \
    }                                                          \
    add(title, least);                                         \
    tick();                                                    \
  } while (0)
/* A getter records a failure, which nothing here clears before the end. */
#define GET(function, type, call) TIMED(#function, { const type value = call; (void)value; })
#define SET(function, call) TIMED(#function, must(call))

static bgt_item make_item(double x, double y) {
  bgt_item_def def;
  bgt_item made;
  bgt_item_def_init(&def);
  def.center = (bgt_vec2){ x, y };
  def.size = (bgt_vec2){ 20, 20 };
  must(bgt_item_create(&def, &made));
  return made;
}
static bgt_field make_field(bgt_field_kind kind) {
  bgt_field_def def;
  bgt_field made;
  bgt_field_def_init(&def);
  def.kind = kind;
  def.strength = 0.01;
  must(bgt_field_create(&def, &made));
  return made;
}
static bgt_attachment make_attachment(bgt_attachment_type type, bgt_item of) {
  bgt_attachment_def def;
  bgt_attachment made;
  bgt_attachment_def_init(&def);
  def.item = of;
  def.type = type;
  def.anchor = bgt_item_get_center(of);
  def.anchor.x += 100;
  if (type == BGT_ATTACHMENT_DISTANCE) def.frequency = 1;
  must(bgt_attachment_create(&def, &made));
  return made;
}
static void move(bgt_property_animator of, void *context) {
  (void)of;
  (void)context;
  must(bgt_item_set_center(shown, (bgt_vec2){ 100, 100 }));
}
static double seconds_of(bgt_transition of, void *context) {
  (void)of;
  (void)context;
  return 1;
}
static bgt_transition_animation give_animation(bgt_transition_delegate of, bgt_item a, bgt_item b, bgt_item c, void *context) {
  (void)of; (void)a; (void)b; (void)c; (void)context;
  return animation;
}

static void make_objects(void) {
  bgt_push_def push_def;
  bgt_snap_def snap_def;
  bgt_transition_animation_def animation_def;
  bgt_transition_delegate_def delegate_def;
  must(bgt_animator_create(NULL, &animator));
  must(bgt_animator_set_reference_bounds(animator, (bgt_rect){ -5000, -5000, 10000, 10000 }));
  item = make_item(0, 0);
  other = make_item(500, 0);
  held = make_item(1000, 0);
  free_item = make_item(0, 500);
  member = make_item(0, 1000);
  shown = make_item(0, 0);
  must(bgt_item_group_create(&member, 1, &group));
  must(bgt_gravity_create(NULL, &gravity));
  bgt_push_def_init(&push_def);
  push_def.mode = BGT_PUSH_CONTINUOUS;
  must(bgt_push_create(&push_def, &push));
  field = make_field(BGT_FIELD_SPRING);
  wind = make_field(BGT_FIELD_LINEAR_GRAVITY);
  noise = make_field(BGT_FIELD_NOISE);
  must(bgt_item_behavior_create(&properties));
  must(bgt_item_behavior_create(&anchors));
  must(bgt_item_behavior_set_anchored(anchors, true));
  must(bgt_collision_create(NULL, &collision));
  attachment = make_attachment(BGT_ATTACHMENT_DISTANCE, item);
  pin = make_attachment(BGT_ATTACHMENT_PIN, other);
  bgt_snap_def_init(&snap_def);
  snap_def.item = item;
  must(bgt_snap_create(&snap_def, &snap));
  must(bgt_region_create_radius(100, &region));
  const bgt_behavior lists[] = { gravity, push, field, wind, noise, properties, collision };
  for (int k = 0; k < 7; k++) {
    must(bgt_behavior_add_item(lists[k], item));
    must(bgt_animator_add_behavior(animator, lists[k]));
  }
  must(bgt_behavior_add_item(anchors, held));
  must(bgt_animator_add_behavior(animator, anchors));
  must(bgt_animator_add_behavior(animator, attachment));
  must(bgt_animator_add_behavior(animator, pin));
  must(bgt_animator_add_behavior(animator, snap));

  must(bgt_timeline_create(&timeline));
  must(bgt_timing_create_curve(BGT_CURVE_EASE_OUT, &timing));
  must(bgt_timing_create_spring(&spring));
  must(bgt_property_animator_create(timeline, 1000, timing, &property_animator));
  must(bgt_property_animator_add_animations(property_animator, 0, move, NULL, NULL));
  must(bgt_property_animator_start(property_animator));
  must(bgt_property_animator_create(timeline, 1, timing, &idle));
  must(bgt_transition_container_create(timeline, (bgt_rect){ 0, 0, 375, 812 }, &container));
  must(bgt_transition_container_add_item(container, free_item));
  must(bgt_transition_interaction_create(NULL, &interaction));
  must(bgt_percent_driver_create(NULL, &percent_driver));
  must(bgt_presentation_create(NULL, &spare));
  bgt_transition_animation_def_init(&animation_def);
  animation_def.duration = seconds_of;
  must(bgt_transition_animation_create(&animation_def, &animation));
  bgt_transition_delegate_def_init(&delegate_def);
  delegate_def.animation_for_present = give_animation;
  must(bgt_transition_delegate_create(&delegate_def, &delegate));
  must(bgt_transition_container_present(container, member, free_item, 0, delegate, BGT_PRESENTATION_CUSTOM, true, NULL, NULL, NULL));
  presentation = bgt_transition_container_get_presentation(container);
  transition = bgt_transition_container_get_transition(container);
  tick();
  must(bgt_timeline_advance(timeline, 0.1));
}
static void release_objects(void) {
  const bgt_id all[] = { item, other, held, free_item, member, shown, group, gravity, push, field, wind, noise, properties, anchors,
    collision, attachment, pin, snap, region, timing, spring, property_animator, idle, interaction, percent_driver, animation, spare,
    delegate, container, timeline, animator };
  must(bgt_property_animator_stop(property_animator, true));
  must(bgt_transition_complete(transition, true));
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++) must(bgt_release(all[k]));
}

static int by_time(const void *a, const void *b) {
  const double left = ((const struct result *)a)->nanoseconds, right = ((const struct result *)b)->nanoseconds;
  return (left > right) - (left < right);
}

int main(int count, char **arguments) {
  int above = 0;
  if (count > 1 && !strncmp(arguments[1], "--calls=", 8)) {
    calls = atoi(arguments[1] + 8);
    rounds = 1;
  }
  make_objects();
#include "properties.inc"
  must(bgt_last_error());
  release_objects();
  qsort(results, (size_t)measured, sizeof *results, by_time);
  for (int k = 0; k < measured; k++) {
    printf("%-60s %6.1f ns\n", results[k].name, results[k].nanoseconds);
    above += results[k].nanoseconds > 20;
  }
  printf("%d functions, %d above 20 ns\n", measured, above);
  return bgt_get_live_count(BGT_KIND_NONE) != 0;
}
