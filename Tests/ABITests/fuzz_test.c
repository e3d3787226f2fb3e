/* Random sequences of calls, valid, stale and absurd ones, also from inside callbacks: no crash, all states finite,
   nothing leaks, and the same seed gives the same answers again. BAGATELLE_FUZZ_CALLS and _SEED vary it.
   SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "random.h"

enum {
  ANIMATOR, ITEM, BEHAVIOR, GRAVITY, COLLISION, ATTACHMENT, SNAP, PUSH, FIELD, PROPERTIES, REGION, GROUPS, MOST = 24, STALE = 64
};

static bgt_id pool[GROUPS][MOST], stale[STALE];
static int sizes[GROUPS], stale_count, depth, contexts, given_back;
static uint64_t trace;
static long calls, refused;

static double number(double least, double greatest) {
  static const double odd[] = { 0, -0.0, NAN, INFINITY, -INFINITY, 4.9e-324, DBL_MAX, -1, 1e7, 1e9, 2e9, -1e-9, 1e5 };
  return below(40) ? between(least, greatest) : odd[below((int)(sizeof odd / sizeof *odd))];
}
static bgt_vec2 vector(double size) {
  bgt_vec2 r;
  r.x = number(-size, size);
  r.y = number(-size, size);
  return r;
}
static bgt_id pick(int group) {
  int luck = below(40);
  if (luck == 0) return stale_count ? stale[below(stale_count < STALE ? stale_count : STALE)] : 0;
  if (luck == 1) group = below(GROUPS);
  if (luck == 2) return below(2) ? 0 : next();
  return sizes[group] ? pool[group][below(sizes[group])] : 0;
}
static bgt_id behavior(void) { return pick(BEHAVIOR + below(PROPERTIES - BEHAVIOR + 1)); }
static bgt_id list(void) {
  static const int groups[] = { GRAVITY, COLLISION, PUSH, PROPERTIES, FIELD };
  return pick(groups[below(5)]);
}
static const char *identifier(void) {
  static const char *names[] = { "floor", "wall", "path", "%n%s", "", "\xff", "another one" };
  return names[below(7)];
}

/* Folds a status into the trace. */
static void told(bgt_status status) {
  calls++;
  if (status < 0) refused++;
  trace = (trace ^ (uint64_t)(uint32_t)status) * 1099511628211u;
}
static void keep(int group, bgt_id id, bgt_status status) {
  told(status);
  if (status < 0) return;
  if (sizes[group] < MOST) pool[group][sizes[group]++] = id;
  else (void)bgt_release(id);
}
static void forget(int group) {
  bgt_id id;
  int i;
  if (!sizes[group]) return;
  i = below(sizes[group]);
  id = pool[group][i];
  pool[group][i] = pool[group][--sizes[group]];
  stale[stale_count++ % STALE] = id;
  told(bgt_release(id)); /* last: a hook may make further calls */
}

static void one_call(void);
static void nested(void) {
  if (depth >= 3 || below(4)) return;
  depth++;
  for (int n = below(3); n >= 0; n--) one_call();
  depth--;
}
static void on_release(void *context) { (void)context; given_back++; }
static void on_behavior(bgt_behavior b, void *c) { (void)b; (void)c; nested(); }
static void on_animator(bgt_animator a, void *c) { (void)a; (void)c; nested(); }
static void on_item(bgt_item i, void *c) { (void)i; (void)c; nested(); }
static void on_move(bgt_behavior b, bgt_animator a, void *c) { (void)b; (void)a; (void)c; nested(); }
static void on_contact(bgt_collision b, const bgt_contact_event *e, void *c) { (void)b; (void)e; (void)c; nested(); }
static void on_write(bgt_item i, double x, double y, double angle, void *c) {
  (void)i; (void)x; (void)y; (void)angle; (void)c; nested();
}
static void on_read(bgt_item i, bgt_vec2 *center, bgt_vec2 *size, double *angle, void *c) {
  (void)i; (void)angle; (void)c;
  center->x += number(-1, 1);
  if (!below(50)) size->x = number(1, 100);
  nested();
}
static void on_attachment(bgt_attachment a, void *c) { (void)a; (void)c; nested(); }
static void on_field(bgt_field f, double px, double py, double vx, double vy, double mass, double charge, double seconds,
                     bgt_vec2 *force, void *c) {
  (void)f; (void)px; (void)vy; (void)charge; (void)c;
  force->x = number(-2, 2);
  force->y = 0.001 * (py + vx) * mass + seconds;
  nested();
}
static bool on_veto(bgt_collision b, const bgt_contact_event *e, void *c) {
  (void)b; (void)e; (void)c;
  nested();
  return below(4) == 0;
}
static void on_size(bgt_animator a, bgt_vec2 *size, void *c) {
  (void)a; (void)c;
  size->x = number(10, 500);
  nested();
}
static void set(bgt_status status) { /* a callback with a context was set, or not */
  told(status);
  if (status >= 0) contexts++;
}

static void check_states(bgt_animator animator) {
  bgt_item_state states[64];
  uint64_t count = 0;
  if (bgt_animator_copy_states(animator, states, 64, &count) < 0) return;
  for (uint64_t i = 0; i < count && i < 64; i++) {
    const bgt_item_state *s = &states[i];
    if (!CHECK(isfinite(s->center.x + s->center.y) && isfinite(s->angle) && isfinite(s->velocity.x + s->velocity.y) &&
               isfinite(s->angular_velocity) && fabs(s->center.x) <= 1.1e9 && fabs(s->center.y) <= 1.1e9)) return;
  }
  trace = (trace ^ bgt_animator_get_state_hash(animator)) * 1099511628211u;
}

static void create(void) {
  bgt_id id = 0, item = pick(ITEM);
  int group = below(GROUPS);
  bgt_item_def i; bgt_attachment_def a; bgt_snap_def s; bgt_push_def p; bgt_gravity_def g; bgt_field_def f;
  switch (group) {
    case ANIMATOR:
      if (sizes[ANIMATOR] >= 3) break;
      { bgt_status r = bgt_animator_create(NULL, &id); keep(group, id, r); }
      break;
    case ITEM:
      bgt_item_def_init(&i);
      i.center = vector(300); i.size.x = number(1, 80); i.size.y = number(1, 80); i.angle = number(-4, 4);
      i.bounds_type = below(2);
      { bgt_status r = bgt_item_create(&i, &id); keep(group, id, r); }
      if (!below(3)) { /* a group of it and of others, most of which are not to be had */
        bgt_item members[4] = { id, pick(ITEM), 0, 0 };
        int others = 1 + below(2), n = others;
        i.center = vector(100); i.bounds_type = 0; i.size.x = i.size.y = 20;
        for (; n < 4 && below(3); n++) if (bgt_item_create(&i, &members[n]) < 0) members[n] = 0;
        bgt_item made = 0;
        bgt_status r = bgt_item_group_create(members, (uint64_t)n, &made);
        keep(group, made, r);
        for (int m = others; m < n; m++) (void)bgt_release(members[m]);
      }
      break;
    case BEHAVIOR: { bgt_status r = bgt_behavior_create(&id); keep(group, id, r); } break;
    case GRAVITY:
      bgt_gravity_def_init(&g);
      g.direction = vector(1.5);
      { bgt_status r = bgt_gravity_create(&g, &id); keep(group, id, r); }
      break;
    case COLLISION: { bgt_status r = bgt_collision_create(NULL, &id); keep(group, id, r); } break;
    case ATTACHMENT:
      bgt_attachment_def_init(&a);
      a.item = item; a.other = below(2) ? pick(ITEM) : 0; a.anchor = vector(300); a.frequency = below(2) ? number(0, 20) : 0;
      a.damping = number(0, 2); a.item_offset = vector(10); a.length = number(-10, 100); a.collide_connected = (uint32_t)below(2);
      a.type = below(3) ? BGT_ATTACHMENT_DISTANCE : below(6); a.axis = vector(1); a.break_force = below(2) ? number(0, 50) : 0;
      a.range_minimum = number(-3, 0); a.range_maximum = number(0, 3); a.friction_torque = number(0, 2);
      { bgt_status r = bgt_attachment_create(&a, &id); keep(group, id, r); }
      break;
    case SNAP:
      bgt_snap_def_init(&s);
      s.item = item; s.point = vector(300); s.damping = number(0, 1);
      { bgt_status r = bgt_snap_create(&s, &id); keep(group, id, r); }
      break;
    case PUSH:
      bgt_push_def_init(&p);
      p.mode = below(2); p.direction = vector(3); p.active = (uint32_t)below(2);
      { bgt_status r = bgt_push_create(&p, &id); keep(group, id, r); }
      break;
    case FIELD:
      bgt_field_def_init(&f);
      f.kind = below(12); f.position = vector(200); f.strength = number(-3, 3); f.falloff = below(2) ? number(-2, 2) : 0;
      f.direction = vector(2); f.smoothness = number(0, 1); f.seed = next(); f.region = below(2) ? pick(REGION) : 0;
      { bgt_status r = bgt_field_create(&f, &id); keep(group, id, r); }
      break;
    case REGION: {
      bgt_status r;
      switch (below(6)) {
        case 0: r = bgt_region_create_infinite(&id); break;
        case 1: r = bgt_region_create_radius(number(-300, 300), &id); break;
        case 2: r = bgt_region_create_size(vector(300), &id); break;
        case 3: r = bgt_region_create_inverse(pick(REGION), &id); break;
        case 4: r = bgt_region_create_union(pick(REGION), pick(REGION), &id); break;
        default: r = bgt_region_create_difference(pick(REGION), pick(REGION), &id); break;
      }
      keep(group, id, r);
      break;
    }
    default: { bgt_status r = bgt_item_behavior_create(&id); keep(group, id, r); } break;
  }
}

static void one_call(void) {
  bgt_animator animator = pick(ANIMATOR);
  bgt_item item = pick(ITEM);
  bgt_vec2 points[6];
  bgt_transform t;
  bgt_rect rect;
  bgt_insets insets;
  bgt_id ids[8];
  uint64_t count = 0;
  switch (below(64)) {
    case 0: case 1: case 2: case 3: create(); break;
    case 4: forget(below(GROUPS)); break;
    case 5: if (!below(8)) forget(ANIMATOR); else forget(ITEM); break;
    case 6: case 7: case 8: case 9: case 10: case 11: case 12: case 13:
      told(bgt_animator_advance(animator, number(0, 0.05), NULL));
      check_states(animator);
      break;
    case 14: case 15: case 16: told(bgt_animator_add_behavior(animator, behavior())); break;
    case 17: told(bgt_animator_remove_behavior(animator, behavior())); break;
    case 18: if (!below(10)) told(bgt_animator_remove_all_behaviors(animator)); break;
    case 19: case 20: case 21: told(bgt_behavior_add_item(list(), item)); break;
    case 22: told(bgt_behavior_remove_item(list(), item)); break;
    case 23: told(bgt_behavior_add_child(behavior(), behavior())); break;
    case 24: told(bgt_behavior_remove_child(behavior(), behavior())); break;
    case 25: told(bgt_item_set_center(item, vector(300))); break;
    case 26: told(bgt_animator_update_item(animator, item)); break;
    case 27:
      points[0].x = number(1, 50); points[0].y = number(1, 50);
      told(bgt_item_set_size(item, points[0]));
      told(bgt_animator_update_item_pose(animator, item));
      break;
    case 28: told(bgt_item_set_angle(item, number(-10, 10))); break;
    case 29:
      t.a = number(-2, 2); t.b = number(-2, 2); t.c = number(-2, 2); t.d = number(-2, 2); t.tx = t.ty = 0;
      told(bgt_item_set_transform(item, t));
      break;
    case 30:
      for (int i = 0; i < 6; i++) { points[i].x = 20 * cos(i + between(0, 0.2)); points[i].y = 20 * sin(i + between(0, 0.2)); }
      told(bgt_item_set_path(item, points, (uint64_t)below(7)));
      told(bgt_animator_update_item(animator, item));
      break;
    case 31: told(bgt_item_set_bounds_type(item, below(4))); break;
    case 32: told(bgt_item_detach(item)); break;
    case 33: told(bgt_collision_add_boundary_segment(pick(COLLISION), identifier(), vector(400), vector(400))); break;
    case 34:
      for (int i = 0; i < 6; i++) points[i] = vector(400);
      told(bgt_collision_add_boundary_path(pick(COLLISION), identifier(), points, (uint64_t)below(7), below(2)));
      break;
    case 35: told(bgt_collision_remove_boundary(pick(COLLISION), identifier())); break;
    case 36: told(bgt_collision_set_mode(pick(COLLISION), (uint32_t)below(5))); break;
    case 37: told(bgt_collision_set_translating_reference_bounds(pick(COLLISION), below(2))); break;
    case 38:
      rect.x = number(-400, 0); rect.y = number(-400, 0); rect.width = number(0, 800); rect.height = number(0, 800);
      told(bgt_animator_set_reference_bounds(animator, rect));
      insets.top = number(-50, 50); insets.left = number(-50, 50); insets.bottom = insets.right = 0;
      told(bgt_collision_set_reference_bounds_insets(pick(COLLISION), insets));
      break;
    case 39: told(bgt_gravity_set_angle_and_magnitude(pick(GRAVITY), number(-4, 4), number(-3, 3))); break;
    case 40: told(bgt_push_set_active(pick(PUSH), below(2))); told(bgt_push_set_direction(pick(PUSH), vector(5))); break;
    case 41: told(bgt_push_set_target_offset(pick(PUSH), item, vector(10))); break;
    case 42: told(bgt_attachment_set_anchor(pick(ATTACHMENT), vector(300))); break;
    case 43:
      told(bgt_attachment_set_length(pick(ATTACHMENT), number(0, 100)));
      told(bgt_attachment_set_frequency(pick(ATTACHMENT), number(0, 60)));
      break;
    case 44: told(bgt_snap_set_point(pick(SNAP), vector(300))); break;
    case 45:
      told(bgt_item_behavior_set_density(pick(PROPERTIES), number(0.001, 100)));
      told(bgt_item_behavior_set_elasticity(pick(PROPERTIES), number(0, 1.2)));
      told(bgt_item_behavior_set_resistance(pick(PROPERTIES), number(0, 5)));
      break;
    case 46:
      told(bgt_item_behavior_set_anchored(pick(PROPERTIES), below(2)));
      told(bgt_item_behavior_set_allowing_rotation(pick(PROPERTIES), below(2)));
      break;
    case 47:
      told(bgt_item_behavior_add_linear_velocity(pick(PROPERTIES), vector(500), item));
      told(bgt_item_behavior_set_angular_velocity(pick(PROPERTIES), number(-20, 20), item));
      break;
    case 48:
      switch (below(5)) {
        case 0: set(bgt_behavior_set_action(behavior(), on_behavior, ids, on_release)); break;
        case 1: set(bgt_behavior_set_will_move(behavior(), on_move, ids, on_release)); break;
        case 2: set(bgt_item_set_driver(item, below(2) ? on_read : NULL, on_write, ids, on_release)); break;
        case 3: set(bgt_item_set_rest_callback(item, on_item, ids, on_release)); break;
        default: set(bgt_animator_set_did_pause(animator, on_animator, ids, on_release)); break;
      }
      break;
    case 49:
      switch (below(5)) {
        case 0: set(bgt_collision_set_items_began(pick(COLLISION), on_contact, ids, on_release)); break;
        case 1: set(bgt_collision_set_items_ended(pick(COLLISION), on_contact, ids, on_release)); break;
        case 2: set(bgt_collision_set_boundary_began(pick(COLLISION), on_contact, ids, on_release)); break;
        case 3: set(bgt_collision_set_boundary_ended(pick(COLLISION), on_contact, ids, on_release)); break;
        default: set(bgt_animator_set_will_resume(animator, below(2) ? on_animator : NULL, ids, on_release)); break;
      }
      break;
    case 50:
      told(bgt_animator_get_items(animator, ids, 8, &count));
      for (uint64_t i = 0; i < count && i < 8; i++) { /* borrowed ids can be retained */
        if (below(4)) continue;
        told(bgt_retain(ids[i]));
        told(bgt_release(ids[i]));
      }
      told(bgt_behavior_get_children(behavior(), ids, 8, &count));
      break;
    case 51: case 52:
      told(bgt_field_set_strength(pick(FIELD), number(-5, 5)));
      told(bgt_field_set_position(pick(FIELD), vector(300)));
      break;
    case 53:
      told(bgt_field_set_region(pick(FIELD), below(3) ? pick(REGION) : 0));
      told(bgt_field_set_direction(pick(FIELD), vector(3)));
      told(bgt_field_set_minimum_radius(pick(FIELD), number(0, 50)));
      break;
    case 54: set(bgt_field_set_function(pick(FIELD), below(4) ? on_field : NULL, ids, on_release)); break;
    case 55:
      told(bgt_field_get_value(pick(FIELD), vector(300), vector(100), number(0.1, 5), number(-2, 2), points));
      told(bgt_animator_get_field_value(animator, vector(300), vector(100), 1, 1, points));
      told(bgt_item_behavior_set_charge(pick(PROPERTIES), number(-3, 3)));
      break;
    case 56:
      told(bgt_attachment_set_range(pick(ATTACHMENT), number(-5, 0), number(0, 5)));
      told(bgt_attachment_set_friction_torque(pick(ATTACHMENT), number(0, 5)));
      told(bgt_attachment_set_break_force(pick(ATTACHMENT), number(0, 100)));
      told(bgt_attachment_set_damping(pick(ATTACHMENT), number(0, 3)));
      told(bgt_attachment_set_colliding_connected(pick(ATTACHMENT), below(2)));
      break;
    case 57: set(bgt_attachment_set_break_callback(pick(ATTACHMENT), on_attachment, ids, on_release)); break;
    case 58:
      told(bgt_item_behavior_set_locking_x(pick(PROPERTIES), below(3) == 0));
      told(bgt_item_behavior_set_locking_y(pick(PROPERTIES), below(3) == 0));
      told(bgt_item_behavior_set_angle_limits(pick(PROPERTIES), number(-2, 0), number(0, 2)));
      told(bgt_item_behavior_set_time_scale(pick(PROPERTIES), number(0.1, 4)));
      break;
    case 59:
      told(bgt_item_apply_impulse(item, vector(5), vector(20)));
      told(bgt_item_apply_force(item, vector(50), vector(20)));
      told(bgt_item_behavior_set_target(pick(PROPERTIES), vector(300), number(-3, 3), item));
      break;
    case 60:
      told(bgt_item_set_layout_key(item, (uint32_t)below(5), (uint64_t)below(4)));
      told(bgt_animator_get_item_for_key(animator, (uint32_t)below(5), (uint64_t)below(4)) ? BGT_OK : BGT_IGNORED);
      if (below(4) == 0) set(bgt_animator_set_content_size(animator, below(2) ? on_size : NULL, ids, on_release));
      if (below(4) == 0) set(bgt_animator_set_invalidate(animator, below(2) ? on_animator : NULL, ids, on_release));
      break;
    case 61: set(bgt_collision_set_veto(pick(COLLISION), below(2) ? on_veto : NULL, ids, on_release)); break;
    case 62:
      told(bgt_collision_set_boundary_passing(pick(COLLISION), below(4) ? identifier() : NULL, below(4)));
      told(bgt_collision_set_boundary_surface_speed(pick(COLLISION), below(4) ? identifier() : NULL, number(-200, 200)));
      told(bgt_collision_set_boundary_material(pick(COLLISION), identifier(), number(0, 1), number(0, 1)));
      break;
    default:
      rect.x = rect.y = -100; rect.width = number(0, 300); rect.height = number(0, 300);
      told(bgt_animator_get_items_in_rect(animator, rect, ids, 8, &count));
      told(bgt_animator_set_speed(animator, number(0, 2)));
      told(bgt_animator_set_rest_speed(animator, number(0, 10)));
      break;
  }
}

static uint64_t sequence(uint64_t seed, long wanted) {
  random_state = seed;
  trace = 14695981039346656037u;
  calls = refused = 0;
  memset(sizes, 0, sizeof sizes);
  stale_count = contexts = given_back = 0;
  for (int i = 0; i < 3; i++) {
    bgt_id id = 0;
    bgt_status status = bgt_animator_create(NULL, &id);
    keep(ANIMATOR, id, status);
  }
  while (calls < wanted) one_call();
  depth = 99; /* hooks do no more */
  for (int group = 0; group < GROUPS; group++)
    for (int i = 0; i < sizes[group]; i++) (void)bgt_release(pool[group][i]);
  depth = 0;
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  CHECK(contexts == given_back);
  return trace;
}

int main(void) {
  const char *text = getenv("BAGATELLE_FUZZ_CALLS"), *seeds = getenv("BAGATELLE_FUZZ_SEED");
  long wanted = text ? atol(text) : 20000;
  uint64_t first = seeds ? strtoull(seeds, NULL, 10) : 1;
  for (uint64_t seed = first; seed < first + 10; seed++) {
    uint64_t once = sequence(seed, wanted);
    CHECK(calls >= wanted && refused > 0 && refused < calls);
    CHECK(sequence(seed, wanted) == once);
  }
  return checks_done();
}
