/* The part of the hostile test that does not depend on the header's functions; tools/make_hostile.py puts the
   generated part in its middle. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EITHER, REFUSED, ACCEPTED, UNSURE }; /* unsure: depends on what else lives */
enum { KINDS = 23, RANDOM_IDS = 1000, OUTPUTS = 3, OUTPUT_BYTES = 4608, MOST_CASES = 1 << 16 };
enum { N_IDS = 3 + KINDS + 64 + RANDOM_IDS, N_DOUBLES = 14, N_ENUMS = 6, N_SIZES = 9, N_WORDS = 6, N_COUNTS = 8,
       N_CAPACITIES = 4, N_STRINGS = 8, N_NAMES = 4, N_BOOLS = 4, N_DAMAGES = 24 };

/* A small scene with one of everything. */
typedef struct world {
  bgt_animator animator, empty;
  bgt_item item, other, loose, lone[2], pair[2];
  bgt_item_group group;
  bgt_behavior composite, leaf, spare;
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_attachment attachment;
  bgt_snap snap;
  bgt_push push;
  bgt_item_behavior item_behavior;
  bgt_timeline timeline;
  bgt_timing timing, spring;
  bgt_velocity_tracker tracker;
  bgt_transition_container container, stage, showing, scrubbed;
  bgt_presentation presentation;
  bgt_transition transition;
  bgt_transition_delegate delegate, quiet;
  bgt_transition_animation animation;
  bgt_transition_interaction interaction, given;
  bgt_percent_driver driver;
  bgt_property_animator property_animator, paused, stopped;
  bgt_animator follower;
  bgt_field field;
  bgt_region region;
  bgt_id of_kind[KINDS], stale[KINDS];
} world;

typedef struct function {
  const char *name;
  void (*fill)(world *, void *);
  const char *(*mutate)(world *, void *, int, int *);
  int (*invoke)(void *, unsigned char *, size_t *);
  size_t size;
  int has_status, reads, silent, changes;
} function;

/* Arguments that lie in memory, and room for outputs: one set for the calls, one for the readers. */
static union {
  unsigned char bytes[OUTPUT_BYTES];
  /* @INPUTS@ */
} inputs;
static bgt_vec2 points[4];
static double numbers[2];
static uint8_t region_bytes[24 + 4 * 32];
static _Alignas(16) unsigned char output_sets[2][OUTPUTS][OUTPUT_BYTES];
static unsigned char (*outputs)[OUTPUT_BYTES] = output_sets[0];
static int outputs_used;
static int releases;
static long passed, failed;

static void report(const char *name, const char *label, int k, const char *what, int code) {
  if (++failed <= 40) printf("%s, %s, case %d: %s (%d, %s)\n", name, label, k, what, code, bgt_last_error_message());
}
static void on_release(void *context) { (void)context; releases++; }
static void square(bgt_vec2 *p) {
  p[0] = (bgt_vec2){ -5, -5 }; p[1] = (bgt_vec2){ 5, -5 }; p[2] = (bgt_vec2){ 5, 5 }; p[3] = (bgt_vec2){ -5, 5 };
}

static void curve(bgt_vec2 *p) {
  p[0] = (bgt_vec2){ 0, 0 }; p[1] = (bgt_vec2){ 0.25, 0.5 }; p[2] = (bgt_vec2){ 0.5, 0.25 }; p[3] = (bgt_vec2){ 1, 1 };
}

/* ---- The world ------------------------------------------------------------------------------- */
static const bgt_kind kinds[KINDS] = {
  BGT_KIND_ANIMATOR, BGT_KIND_ITEM, BGT_KIND_BEHAVIOR, BGT_KIND_GRAVITY, BGT_KIND_COLLISION, BGT_KIND_ATTACHMENT,
  BGT_KIND_SNAP, BGT_KIND_PUSH, BGT_KIND_ITEM_BEHAVIOR,
  BGT_KIND_TIMELINE, BGT_KIND_TIMING, BGT_KIND_FIELD, BGT_KIND_REGION,
  BGT_KIND_PROPERTY_ANIMATOR,
  BGT_KIND_VELOCITY_TRACKER, BGT_KIND_TRANSITION_CONTAINER, BGT_KIND_PRESENTATION, BGT_KIND_TRANSITION,
  BGT_KIND_TRANSITION_DELEGATE, BGT_KIND_TRANSITION_ANIMATION, BGT_KIND_TRANSITION_INTERACTION, BGT_KIND_PERCENT_DRIVER,
  BGT_KIND_ITEM_GROUP
};

static void must(bgt_status status) {
  if (status >= 0) return;
  printf("the scene cannot be built: %s\n", bgt_last_error_message());
  exit(2);
}
static void valid_bgt_item_def(world *w, bgt_item_def *def) {
  (void)w;
  square(points);
  def->bounds_type = BGT_BOUNDS_PATH;
  def->path = points;
  def->path_count = 4;
}
static void valid_bgt_animator_def(world *w, bgt_animator_def *def) { (void)w; (void)def; }
static void valid_bgt_gravity_def(world *w, bgt_gravity_def *def) { (void)w; (void)def; }
static void valid_bgt_collision_def(world *w, bgt_collision_def *def) { (void)w; (void)def; }
static void valid_bgt_attachment_def(world *w, bgt_attachment_def *def) { def->item = w->item; def->frequency = 2; }
static void valid_bgt_snap_def(world *w, bgt_snap_def *def) { def->item = w->item; }
static void valid_bgt_decay_def(world *w, bgt_decay_def *def) { (void)w; def->velocity.x = 100; }
static void valid_bgt_presentation_def(world *w, bgt_presentation_def *def) { (void)w; (void)def; }
static void valid_bgt_transition_animation_def(world *w, bgt_transition_animation_def *def) { (void)w; (void)def; }
static void valid_bgt_transition_interaction_def(world *w, bgt_transition_interaction_def *def) { (void)w; (void)def; }
static void valid_bgt_transition_delegate_def(world *w, bgt_transition_delegate_def *def) { (void)w; (void)def; }
static void valid_bgt_transition_drive_def(world *w, bgt_transition_drive_def *def) { (void)w; (void)def; }
static void valid_bgt_push_def(world *w, bgt_push_def *def) { (void)w; (void)def; }

static void valid_bgt_field_def(world *w, bgt_field_def *def) {
  def->kind = BGT_FIELD_CUSTOM;
  def->region = w->region;
}

static void move_item(bgt_property_animator animator, void *context) {
  world *w = context;
  (void)animator;
  if (w->loose) (void)bgt_item_set_center(w->loose, (bgt_vec2){ 60, 70 });
}

/* What the world's delegate hands out: an animation that lasts and an interaction that scrubs nothing. */
static bgt_transition_animation give_animation(bgt_transition_delegate delegate, bgt_item presented, bgt_item presenting,
                                               bgt_item source, void *context) {
  (void)delegate; (void)presented; (void)presenting; (void)source;
  return ((world *)context)->animation;
}
static bgt_transition_interaction give_interaction(bgt_transition_delegate delegate, bgt_transition_animation animation,
                                                   void *context) {
  (void)delegate; (void)animation;
  return ((world *)context)->given;
}

/* A transition that no callback ends. */
static void begin(world *w, bgt_transition_container *container) {
  const bgt_rect bounds = { 0, 0, 375, 812 };
  must(bgt_transition_container_create(w->timeline, bounds, container));
  must(bgt_transition_container_add_item(*container, w->other));
  must(bgt_transition_container_present(*container, w->item, w->other, 0, w->delegate, BGT_PRESENTATION_CUSTOM, true,
                                        NULL, NULL, NULL));
}

static bgt_id make(world *w, bgt_kind kind) {
  bgt_id id = 0;
  bgt_rect bounds = { 0, 0, 320, 568 };
  bgt_transition_container container = 0;
  bgt_transition_delegate_def delegate;
  bgt_item members[2];
  bgt_attachment_def attachment;
  bgt_snap_def snap;
  bgt_field_def field;
  switch (kind) {
    case BGT_KIND_ANIMATOR: must(bgt_animator_create(NULL, &id)); break;
    case BGT_KIND_ITEM: must(bgt_item_create(NULL, &id)); break;
    case BGT_KIND_ITEM_GROUP: /* an L, which alone holds its members */
      for (int i = 0; i < 2; i++) {
        must(bgt_item_create(NULL, &members[i]));
        must(bgt_item_set_size(members[i], i ? (bgt_vec2){ 10, 50 } : (bgt_vec2){ 40, 10 }));
        must(bgt_item_set_center(members[i], i ? (bgt_vec2){ 45, 320 } : (bgt_vec2){ 70, 340 }));
      }
      must(bgt_item_group_create(members, 2, &id));
      for (int i = 0; i < 2; i++) must(bgt_release(members[i]));
      break;
    case BGT_KIND_BEHAVIOR: must(bgt_behavior_create(&id)); break;
    case BGT_KIND_GRAVITY: must(bgt_gravity_create(NULL, &id)); break;
    case BGT_KIND_COLLISION: must(bgt_collision_create(NULL, &id)); break;
    case BGT_KIND_PUSH: must(bgt_push_create(NULL, &id)); break;
    case BGT_KIND_ITEM_BEHAVIOR: must(bgt_item_behavior_create(&id)); break;
    case BGT_KIND_TIMELINE: must(bgt_timeline_create(&id)); break;
    case BGT_KIND_TIMING: must(bgt_timing_create_curve(BGT_CURVE_EASE_OUT, &id)); break;
    case BGT_KIND_REGION: must(bgt_region_create_radius(400, &id)); break;
    case BGT_KIND_FIELD:
      bgt_field_def_init(&field);
      field.kind = BGT_FIELD_CUSTOM;
      field.position = (bgt_vec2){ 100, 100 };
      field.region = w->region;
      must(bgt_field_create(&field, &id));
      break;
    case BGT_KIND_TRANSITION_CONTAINER: must(bgt_transition_container_create(w->timeline, bounds, &id)); break;
    case BGT_KIND_PRESENTATION: must(bgt_presentation_create(NULL, &id)); break;
    case BGT_KIND_TRANSITION_ANIMATION: must(bgt_transition_animation_create(NULL, &id)); break;
    case BGT_KIND_TRANSITION_INTERACTION: must(bgt_transition_interaction_create(NULL, &id)); break;
    case BGT_KIND_PERCENT_DRIVER: must(bgt_percent_driver_create(NULL, &id)); break;
    case BGT_KIND_TRANSITION_DELEGATE:
      bgt_transition_delegate_def_init(&delegate);
      delegate.animation_for_present = give_animation;
      delegate.interaction_for_present = give_interaction;
      delegate.context = w;
      must(bgt_transition_delegate_create(&delegate, &id));
      break;
    case BGT_KIND_TRANSITION: /* dies with its container */
      w->animation = make(w, BGT_KIND_TRANSITION_ANIMATION);
      w->delegate = make(w, BGT_KIND_TRANSITION_DELEGATE);
      begin(w, &container);
      id = bgt_transition_container_get_transition(container);
      must(bgt_retain(id));
      must(bgt_release(container));
      must(bgt_release(w->animation));
      must(bgt_release(w->delegate));
      break;
    case BGT_KIND_VELOCITY_TRACKER: must(bgt_velocity_tracker_create(&id)); break;
    case BGT_KIND_PROPERTY_ANIMATOR: must(bgt_property_animator_create(w->timeline, 2, w->timing, &id)); break;
    case BGT_KIND_ATTACHMENT:
      bgt_attachment_def_init(&attachment);
      attachment.item = w->item;
      attachment.anchor = (bgt_vec2){ 100, 20 };
      attachment.frequency = 2;
      must(bgt_attachment_create(&attachment, &id));
      break;
    case BGT_KIND_SNAP:
      bgt_snap_def_init(&snap);
      snap.item = w->other;
      snap.point = (bgt_vec2){ 250, 300 };
      must(bgt_snap_create(&snap, &id));
      break;
    default: break;
  }
  return id;
}

static void push_down(bgt_field field, double x, double y, double vx, double vy, double mass, double charge,
                      double seconds, bgt_vec2 *out_force, void *context) {
  (void)field; (void)x; (void)y; (void)vx; (void)vy; (void)mass; (void)charge; (void)seconds; (void)context;
  out_force->y = 0.05;
}

/* A path less a disk, as bytes. */
static void fill_region_bytes(void) {
  bgt_region path = 0, disk = 0, both = 0;
  uint64_t count = 0;
  must(bgt_region_create_path(points, 3, &path));
  must(bgt_region_create_radius(2, &disk));
  must(bgt_region_create_difference(path, disk, &both));
  must(bgt_region_copy_bytes(both, region_bytes, sizeof region_bytes, &count));
  if (count != sizeof region_bytes) exit(2);
  must(bgt_release(path));
  must(bgt_release(disk));
  must(bgt_release(both));
}
static const uint8_t *damaged_region(int k) {
  static uint8_t bytes[sizeof region_bytes];
  memcpy(bytes, region_bytes, sizeof bytes);
  bytes[(size_t)k * sizeof bytes / N_DAMAGES] ^= (uint8_t)(1 << k % 8);
  return bytes;
}

static void build(world *w) {
  memset(w, 0, sizeof *w);
  square(points);
  fill_region_bytes();
  w->item = make(w, BGT_KIND_ITEM);
  w->other = make(w, BGT_KIND_ITEM);
  w->timeline = make(w, BGT_KIND_TIMELINE);
  w->timing = make(w, BGT_KIND_TIMING);
  for (int i = 0; i < KINDS; i++) {
    w->stale[i] = make(w, kinds[i]);
    must(bgt_release(w->stale[i]));
  }
  w->region = make(w, BGT_KIND_REGION);
  w->field = make(w, BGT_KIND_FIELD);
  w->animator = make(w, BGT_KIND_ANIMATOR);
  w->follower = make(w, BGT_KIND_ANIMATOR);
  must(bgt_timing_create_spring_bounce(0.5, 0.3, (bgt_vec2){ 0, 0 }, false, &w->spring));
  must(bgt_timeline_add_animator(w->timeline, w->follower));
  w->empty = make(w, BGT_KIND_ANIMATOR);
  w->loose = make(w, BGT_KIND_ITEM);
  for (int i = 0; i < 2; i++) w->lone[i] = make(w, BGT_KIND_ITEM);
  w->group = make(w, BGT_KIND_ITEM_GROUP);
  w->composite = make(w, BGT_KIND_BEHAVIOR);
  w->leaf = make(w, BGT_KIND_BEHAVIOR);
  w->spare = make(w, BGT_KIND_GRAVITY);
  w->gravity = make(w, BGT_KIND_GRAVITY);
  w->collision = make(w, BGT_KIND_COLLISION);
  w->push = make(w, BGT_KIND_PUSH);
  w->item_behavior = make(w, BGT_KIND_ITEM_BEHAVIOR);
  must(bgt_item_set_center(w->item, (bgt_vec2){ 100, 100 }));
  must(bgt_item_set_size(w->item, (bgt_vec2){ 30, 30 }));
  must(bgt_item_set_center(w->other, (bgt_vec2){ 200, 110 }));
  must(bgt_item_set_size(w->other, (bgt_vec2){ 20, 20 }));
  must(bgt_item_set_path(w->other, points, 4));
  w->attachment = make(w, BGT_KIND_ATTACHMENT);
  w->snap = make(w, BGT_KIND_SNAP);
  w->pair[0] = w->item;
  w->pair[1] = w->other;
  must(bgt_animator_set_reference_bounds(w->animator, (bgt_rect){ 0, 0, 320, 568 }));
  must(bgt_collision_add_boundary_segment(w->collision, "wall", (bgt_vec2){ 0, 400 }, (bgt_vec2){ 320, 410 }));
  must(bgt_collision_set_translating_reference_bounds(w->collision, true));
  must(bgt_push_set_direction(w->push, (bgt_vec2){ 0.1, 0 }));
  for (int i = 0; i < 2; i++) {
    must(bgt_behavior_add_item(w->gravity, w->pair[i]));
    must(bgt_behavior_add_item(w->collision, w->pair[i]));
    must(bgt_behavior_add_item(w->push, w->pair[i]));
    must(bgt_behavior_add_item(w->item_behavior, w->pair[i]));
    must(bgt_behavior_add_item(w->field, w->pair[i]));
  }
  must(bgt_behavior_add_item(w->gravity, w->group));
  must(bgt_behavior_add_item(w->collision, w->group));
  must(bgt_behavior_add_item(w->spare, w->loose));
  must(bgt_behavior_add_child(w->composite, w->leaf));
  must(bgt_animator_add_behavior(w->animator, w->composite));
  must(bgt_animator_add_behavior(w->animator, w->gravity));
  must(bgt_animator_add_behavior(w->animator, w->collision));
  must(bgt_animator_add_behavior(w->animator, w->push));
  must(bgt_animator_add_behavior(w->animator, w->item_behavior));
  must(bgt_animator_add_behavior(w->animator, w->attachment));
  must(bgt_animator_add_behavior(w->animator, w->snap));
  must(bgt_field_set_function(w->field, push_down, NULL, NULL));
  must(bgt_animator_add_behavior(w->animator, w->field));
  for (int i = 0; i < 5; i++) must(bgt_animator_advance(w->animator, 1.0 / 60.0, NULL));
  w->property_animator = make(w, BGT_KIND_PROPERTY_ANIMATOR);
  w->tracker = make(w, BGT_KIND_VELOCITY_TRACKER);
  must(bgt_velocity_tracker_add(w->tracker, 0, (bgt_vec2){ 0, 0 }));
  must(bgt_velocity_tracker_add(w->tracker, 0.01, (bgt_vec2){ 5, 0 }));
  w->paused = make(w, BGT_KIND_PROPERTY_ANIMATOR);
  w->stopped = make(w, BGT_KIND_PROPERTY_ANIMATOR);
  must(bgt_property_animator_add_animations(w->property_animator, 0, move_item, w, NULL));
  must(bgt_timeline_add_item(w->timeline, w->other));
  must(bgt_timeline_add_item(w->timeline, w->loose));
  must(bgt_property_animator_pause(w->paused));
  must(bgt_property_animator_pause(w->stopped));
  must(bgt_property_animator_stop(w->stopped, false));
  w->animation = make(w, BGT_KIND_TRANSITION_ANIMATION);
  w->interaction = make(w, BGT_KIND_TRANSITION_INTERACTION);
  w->delegate = make(w, BGT_KIND_TRANSITION_DELEGATE);
  must(bgt_transition_delegate_create(NULL, &w->quiet));
  w->presentation = make(w, BGT_KIND_PRESENTATION);
  w->driver = make(w, BGT_KIND_PERCENT_DRIVER);
  w->stage = make(w, BGT_KIND_TRANSITION_CONTAINER);
  w->showing = make(w, BGT_KIND_TRANSITION_CONTAINER);
  must(bgt_transition_container_present(w->showing, w->loose, w->other, 0, 0, BGT_PRESENTATION_CUSTOM, false, NULL, NULL,
                                        NULL));
  w->given = w->driver;
  begin(w, &w->scrubbed);
  w->given = w->interaction;
  begin(w, &w->container);
  w->transition = bgt_transition_container_get_transition(w->container);
  must(bgt_retain(w->transition));
  must(bgt_timeline_advance(w->timeline, 0.25));
  const bgt_id ids[KINDS] = { w->animator, w->item, w->composite, w->gravity, w->collision, w->attachment, w->snap,
                              w->push, w->item_behavior, w->timeline, w->timing, w->field, w->region,
                              w->property_animator, w->tracker, w->container, w->presentation, w->transition,
                              w->delegate, w->animation, w->interaction, w->driver, w->group };
  memcpy(w->of_kind, ids, sizeof ids);
}

static void destroy(world *w) {
  const bgt_id all[] = { w->animator, w->empty, w->item, w->other, w->loose, w->lone[0], w->lone[1], w->group, w->composite, w->leaf, w->spare,
                         w->gravity, w->collision, w->attachment, w->snap, w->push, w->item_behavior,
                         w->property_animator, w->paused, w->stopped, w->tracker, w->transition,
                         w->container, w->stage, w->showing, w->scrubbed, w->presentation, w->delegate, w->quiet,
                         w->animation,
                         w->interaction, w->driver, w->timeline, w->timing, w->spring, w->follower,
                         w->field, w->region };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) (void)bgt_release(all[i]);
}

static void check_finite(world *w, const char *name, const char *label, int k) {
  bgt_item_state states[8];
  uint64_t count = 0;
  if (!bgt_is_alive(w->animator)) return;
  if (bgt_animator_copy_states(w->animator, states, 8, &count) < 0) { report(name, label, k, "no states", 0); return; }
  for (uint64_t i = 0; i < count && i < 8; i++) {
    const bgt_item_state *s = &states[i];
    if (!isfinite(s->center.x) || !isfinite(s->center.y) || !isfinite(s->angle) || !isfinite(s->velocity.x) ||
        !isfinite(s->velocity.y) || !isfinite(s->angular_velocity)) {
      report(name, label, k, "a state is not finite", (int)i);
      return;
    }
  }
}

/* ---- Hostile values -------------------------------------------------------------------------- */
static uint64_t scramble(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static int fits(bgt_id id, bgt_kind wanted, unsigned narrow) {
  bgt_kind kind = bgt_is_alive(id) ? bgt_get_kind(id) : BGT_KIND_NONE;
  if (kind == BGT_KIND_NONE) return 0;
  if (narrow) return narrow >> kind & 1;
  if (wanted == BGT_KIND_NONE) return 1;
  if (wanted == BGT_KIND_BEHAVIOR) return kind >= BGT_KIND_BEHAVIOR;
  if (wanted == BGT_KIND_TRANSITION_INTERACTION && kind == BGT_KIND_PERCENT_DRIVER) return 1;
  if (wanted == BGT_KIND_ITEM && kind == BGT_KIND_ITEM_GROUP) return 1;
  return kind == wanted;
}
static bgt_id hostile_id(world *w, int k, bgt_id good, bgt_kind kind, bool zero, unsigned narrow, int *expect) {
  bgt_id id;
  if (k == 0) { *expect = zero ? EITHER : REFUSED; return 0; }
  if (k == 1) { *expect = REFUSED; return ~(bgt_id)0; }
  if (k == 2) {
    *expect = REFUSED;
    for (int i = 0; i < KINDS; i++) if (kinds[i] == kind) return w->stale[i];
    return w->stale[1];
  }
  k -= 3;
  if (k < KINDS) id = w->of_kind[k];
  else if (k < KINDS + 64) id = good ^ (uint64_t)1 << (k - KINDS);
  else id = scramble((uint64_t)k);
  *expect = fits(id, kind, narrow) ? UNSURE : REFUSED;
  return id;
}
static double hostile_double(int k, int *expect) {
  const double values[N_DOUBLES] = { NAN, INFINITY, -INFINITY, 0.0, -0.0, 4.9e-324, -4.9e-324, 1e-310, DBL_MAX,
                                     -DBL_MAX, 1e308, -1.0, 1e7, 99999.0 };
  *expect = k < 3 ? REFUSED : EITHER;
  return values[k];
}
static int32_t hostile_enum(int k, int least, int greatest, int *expect) {
  const int32_t values[N_ENUMS] = { -1, greatest + 1, INT_MIN, INT_MAX, least, greatest };
  *expect = k < 4 ? REFUSED : EITHER;
  return values[k];
}
static uint32_t hostile_size(int k, size_t size, unsigned char *bytes, int *expect) {
  const uint32_t n = (uint32_t)size;
  const uint32_t values[N_SIZES] = { 0, 1, n - 1, n + 8, 4097, INT_MAX, UINT32_MAX, n + 8, n + 64 };
  *expect = k < 7 ? REFUSED : ACCEPTED;
  if (bytes == outputs[0]) *expect = REFUSED; /* filled by the library: no larger one exists */
  else memset(bytes + size, k == 3 ? 1 : 0, 64);
  return values[k];
}
static uint32_t hostile_plain_size(int k, int *expect) {
  const uint32_t values[N_SIZES] = { 0, 1, 3, 4097, INT_MAX, UINT32_MAX, 4, 17, 4096 };
  *expect = k < 6 ? REFUSED : EITHER;
  return values[k];
}
static uint32_t hostile_word(int k, uint32_t least, uint32_t greatest, int *expect) {
  const uint32_t values[N_WORDS] = { 0, 1, 2, 65, INT_MAX, UINT32_MAX };
  *expect = values[k] < least || values[k] > greatest ? REFUSED : EITHER;
  return values[k];
}
static uint64_t hostile_count(int k, uint64_t have, int *expect) {
  const uint64_t values[N_COUNTS] = { 0, 1, UINT64_MAX, (uint64_t)1 << 63, (uint64_t)1 << 60, ((uint64_t)1 << 60) + 1,
                                      (uint64_t)1 << 32, INT64_MAX };
  *expect = values[k] > have ? REFUSED : EITHER;
  return values[k];
}
static uint64_t hostile_capacity(int k) {
  const uint64_t values[N_CAPACITIES] = { 0, 1, UINT64_MAX, (uint64_t)1 << 60 };
  return values[k];
}
static const char *hostile_string(int k, int *expect) {
  static char longest[1025], too_long[1026];
  const char *values[N_STRINGS] = { "", too_long, "\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "wall\xf0\x9f", "%n%s%n%s",
                                    longest };
  memset(longest, 'a', 1024);
  memset(too_long, 'a', 1025);
  *expect = k < 6 ? REFUSED : EITHER;
  return values[k];
}
static bgt_name hostile_name(int k, int *expect) {
  const bgt_name values[N_NAMES] = { 0, UINT64_MAX, (uint64_t)1 << 63, (uint64_t)1 << 40 };
  *expect = REFUSED;
  return values[k];
}
static void hostile_bool(int k, bool *target) { /* a byte that is neither true nor false */
  const unsigned char values[N_BOOLS] = { 0, 1, 2, 255 };
  memcpy(target, &values[k], 1);
}

/* @GENERATED@ */
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* ---- The run --------------------------------------------------------------------------------- */
static _Alignas(16) unsigned char arguments[512];
static unsigned char result[512];

/* All that can be read through the API, as one number. */
static uint64_t digest(world *w) {
  static _Alignas(16) unsigned char own[512];
  uint64_t hash = 14695981039346656037u;
  unsigned char bytes[512];
  outputs = output_sets[1];
  for (int f = 0; f < FUNCTIONS; f++) {
    size_t size = 0;
    int code;
    if (!functions[f].reads) continue;
    memset(outputs, 0, sizeof output_sets[1]);
    functions[f].fill(w, own);
    code = functions[f].invoke(own, bytes, &size);
    if (functions[f].has_status) hash = (hash ^ (uint64_t)(uint32_t)code) * 1099511628211u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
    for (int o = 0; o < outputs_used; o++)
      for (int i = 0; i < 512; i++) hash = (hash ^ outputs[o][i]) * 1099511628211u;
  }
  outputs = output_sets[0];
  return (hash ^ bgt_get_live_count(BGT_KIND_NONE)) * 1099511628211u;
}

/* Makes case k of a function: its label, or null when there is none. */
static const char *prepare(const function *f, world *w, int k, int *expect) {
  memset(output_sets[0], 0xa5, sizeof output_sets[0]);
  memset(arguments, 0, sizeof arguments);
  f->fill(w, arguments);
  *expect = ACCEPTED;
  return k < 0 ? "valid arguments" : f->mutate(w, arguments, k, expect);
}

/* Calls and judges; returns whether the call was refused. */
static int attempt(const function *f, world *w, int k, uint64_t before, int look, int again, int *exists) {
  static unsigned char snapshot[sizeof output_sets[0]];
  int expect, code, bad, released = releases;
  size_t size = 0;
  const char *label = prepare(f, w, k, &expect);
  const char *message;
  *exists = label != NULL;
  if (!label || (again && expect == UNSURE)) return 0;
  memcpy(snapshot, output_sets[0], sizeof snapshot);
  bgt_clear_error();
  code = f->invoke(arguments, result, &size);
  if (f->silent) { /* answers a bad id with nothing at all */
    for (size_t i = 0; i < size && expect == REFUSED; i++) if (result[i]) report(f->name, label, k, "not zero", code);
    passed++;
    return expect == REFUSED;
  }
  bad = code < 0;
  message = bgt_last_error_message();
  if (bad && expect == ACCEPTED) { report(f->name, label, k, "refused", code); return 1; }
  if (!bad && expect == REFUSED) { report(f->name, label, k, "accepted", code); return 0; }
  if (bad) {
    size_t length = strlen(f->name);
    if (bgt_last_error() >= 0 || strncmp(message, f->name, length) || message[length] != ':')
      report(f->name, label, k, "the message does not name the function", code);
    if (f->has_status && bgt_last_error() != code) report(f->name, label, k, "another code is recorded", code);
    for (size_t i = 0; i < size; i++)
      if (result[i]) { report(f->name, label, k, "the result is not zero", code); break; }
    if (memcmp(snapshot, output_sets[0], sizeof snapshot)) report(f->name, label, k, "an output was touched", code);
    if (releases != released) report(f->name, label, k, "a context was given back", code);
    if (look && digest(w) != before) report(f->name, label, k, "something changed", code);
  }
  passed++;
  return bad;
}

/* Gives back what an accepted call made. */
static void tidy(const function *f) {
  bgt_id id = 0;
  if (strstr(f->name, "_create")) {
    memcpy(&id, outputs[0], sizeof id);
    (void)bgt_release(id);
  }
  if (!strcmp(f->name, "bgt_retain")) {
    memcpy(&id, arguments, sizeof id);
    (void)bgt_release(id);
  }
  if (!strcmp(f->name, "bgt_set_log")) (void)bgt_set_log(NULL, NULL, NULL);
}

static void settle(world *w, const function *f, int k) {
  tidy(f);
  for (int i = 0; i < 3; i++) (void)bgt_animator_advance(w->animator, 1.0 / 60.0, NULL);
  check_finite(w, f->name, "accepted", k);
  destroy(w);
}

static void compare(world *w, world *twin, const function *f, const char *where) {
  for (int i = 0; i < 60; i++) {
    (void)bgt_animator_advance(w->animator, 1.0 / 60.0, NULL);
    (void)bgt_animator_advance(twin->animator, 1.0 / 60.0, NULL);
  }
  check_finite(w, f->name, where, 0);
  if (bgt_animator_get_state_hash(w->animator) != bgt_animator_get_state_hash(twin->animator))
    report(f->name, where, 0, "the world and its twin differ after 60 ticks", 0);
  else passed++;
  destroy(w);
  destroy(twin);
}

/* Inside a step only what reads may be called; what changes is refused and changes nothing. */
typedef struct visit {
  const function *f;
  world *w;
  int done;
} visit;

static void on_field(bgt_field field, double x, double y, double vx, double vy, double mass, double charge,
                     double seconds, bgt_vec2 *out_force, void *context) {
  visit *v = context;
  push_down(field, x, y, vx, vy, mass, charge, seconds, out_force, NULL);
  if (v->done++) return;
  int expect, code, released = releases;
  size_t size;
  uint64_t before = digest(v->w);
  (void)prepare(v->f, v->w, -1, &expect);
  bgt_clear_error();
  code = v->f->invoke(arguments, result, &size);
  if (v->f->changes) {
    if (code != BGT_ERROR_BUSY) report(v->f->name, "inside a step", -1, "not busy", code);
    if (releases != released) report(v->f->name, "inside a step", -1, "a context was given back", code);
    if (digest(v->w) != before) report(v->f->name, "inside a step", -1, "something changed", code);
  } else {
    if (code == BGT_ERROR_BUSY) report(v->f->name, "inside a step", -1, "busy, but it only reads", code);
    tidy(v->f);
  }
  passed++;
}

/* What the action does inside a tick: all refused calls, or one accepted one. */
typedef struct errand {
  const function *f;
  world *w;
  const unsigned char *refused;
  int count, only, done;
} errand;

static int worth_repeating(int k) { return k % N_IDS < 3 + KINDS + 64 + 20; } /* few of the random ids */

static void on_action(bgt_behavior behavior, void *context) {
  errand *e = context;
  int exists;
  uint64_t before;
  (void)behavior;
  if (e->done++) return;
  if (e->only >= 0) {
    int expect;
    size_t size;
    (void)prepare(e->f, e->w, e->only, &expect);
    (void)e->f->invoke(arguments, result, &size);
    tidy(e->f);
    passed++;
    return;
  }
  before = digest(e->w);
  for (int k = 0; k < e->count; k++)
    if (e->refused[k] && worth_repeating(k)) (void)attempt(e->f, e->w, k, before, 1, 1, &exists);
}

static void run(const function *f) {
  static unsigned char refused[MOST_CASES];
  world w, twin;
  int count = 0, exists = 1;
  uint64_t before;

  build(&w); /* valid arguments are valid */
  if (f->mutate(&w, arguments, 0, &exists) || f->has_status) {
    if (strcmp(f->name, "bgt_last_error")) (void)attempt(f, &w, -1, 0, 0, 0, &exists);
    settle(&w, f, -1);
  } else {
    destroy(&w);
  }

  build(&w);
  before = digest(&w);
  for (count = 0; count < MOST_CASES; count++) {
    int bad = attempt(f, &w, count, before, worth_repeating(count) || count % 50 == 0, 0, &exists);
    if (!exists) break;
    refused[count] = (unsigned char)bad;
    if (bad) continue;
    settle(&w, f, count);
    build(&w);
    before = digest(&w);
  }
  destroy(&w);

  build(&w); /* a twin that never saw the refused calls */
  build(&twin);
  before = digest(&w);
  for (int k = 0; k < count; k++)
    if (refused[k] && worth_repeating(k)) (void)attempt(f, &w, k, before, 0, 1, &exists);
  compare(&w, &twin, f, "after refused calls");

  build(&w); /* the same from inside a tick */
  build(&twin);
  errand inside = { f, &w, refused, count, -1, 0 };
  must(bgt_behavior_set_action(w.composite, on_action, &inside, NULL));
  must(bgt_animator_advance(w.animator, 1.0 / 60.0, NULL));
  must(bgt_animator_advance(twin.animator, 1.0 / 60.0, NULL));
  if (!inside.done) report(f->name, "inside an action", 0, "the action did not run", 0);
  if (bgt_is_alive(w.composite)) (void)bgt_behavior_set_action(w.composite, NULL, NULL, NULL);
  compare(&w, &twin, f, "after refused calls in an action");

  build(&w); /* from inside a step */
  build(&twin);
  visit step = { f, &w, 0 };
  must(bgt_field_set_function(w.field, on_field, &step, NULL));
  must(bgt_field_set_function(twin.field, push_down, NULL, NULL));
  must(bgt_animator_advance(w.animator, 1.0 / 60.0, NULL));
  must(bgt_animator_advance(twin.animator, 1.0 / 60.0, NULL));
  if (!step.done) report(f->name, "inside a step", 0, "the function did not run", 0);
  must(bgt_field_set_function(w.field, push_down, NULL, NULL));
  must(bgt_field_set_function(twin.field, push_down, NULL, NULL));
  compare(&w, &twin, f, "after a call in a step");

  for (int k = 0; k < count; k++) {
    if (refused[k]) continue;
    build(&w);
    errand one = { f, &w, refused, count, k, 0 };
    must(bgt_behavior_set_action(w.composite, on_action, &one, NULL));
    must(bgt_animator_advance(w.animator, 1.0 / 60.0, NULL));
    if (bgt_is_alive(w.composite)) (void)bgt_behavior_set_action(w.composite, NULL, NULL, NULL);
    for (int i = 0; i < 2; i++) (void)bgt_animator_advance(w.animator, 1.0 / 60.0, NULL);
    check_finite(&w, f->name, "accepted in an action", k);
    destroy(&w);
  }
  if (bgt_get_live_count(BGT_KIND_NONE) != 0) {
    report(f->name, "afterwards", 0, "objects are left", (int)bgt_get_live_count(BGT_KIND_NONE));
    exit(2);
  }
}

int main(int argc, char **argv) {
  const char *only = argc > 2 ? argv[2] : NULL;
  for (int f = 0; f < FUNCTIONS; f++)
    if (!only || !strcmp(only, functions[f].name)) run(&functions[f]);
  printf("%d functions\n%ld passed, %ld failed\n", (int)FUNCTIONS, passed, failed);
  return failed != 0;
}
