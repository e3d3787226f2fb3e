/* Crowds: hundreds of items of all shapes, with attachments of all kinds, fields, pushes and boundaries, that are changed while they move: made,
   removed, moved by hand, anchored, told to move, set free. Nothing is read that is not there (the sanitized build looks), what is not finite stays
   with whom it befalls, and the bits do not depend on the number of workers. Then some of what such crowds have found, alone.
   BAGATELLE_CROWDS and BAGATELLE_CROWD_SEED vary them. SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include "random.h"
#include "scene.h"

#ifdef NDEBUG
enum { CROWDS = 40, TICKS = 100 };
#else
enum { CROWDS = 6, TICKS = 40 }; /* an unoptimized library takes its time */
#endif
enum { MOST_ITEMS = 2400, MOST_JOINTS = 2400, MATERIALS = 20, FIELDS = 6, PUSHES = 4, SNAPS = 20, MOST_PARTS = 6, WORKERS = 3 };

static bgt_vec2 within(double x, double y) {
  bgt_vec2 r = { between(-x, x), 0 };
  r.y = between(-y, y);
  return r;
}

/* ---- A crowd --------------------------------------------------------------------------------- */

static bgt_animator animator;
static bgt_gravity gravity;
static bgt_collision collisions[2];
static bgt_item_behavior materials[MATERIALS];
static bgt_field fields[FIELDS];
static bgt_push pushes[PUSHES];
static bgt_snap snaps[SNAPS];
static bgt_item items[MOST_ITEMS];
static bgt_attachment joints[MOST_JOINTS];
static int material_count, field_count, push_count, snap_count, item_count, joint_count;
static double width, height;
static bool has_gravity;

static bgt_item made(bgt_vec2 center) {
  bgt_vec2 points[12];
  bgt_item_def def;
  bgt_item item = 0;
  int kind = below(10);
  double size = below(12) ? between(6, 30) : between(30, 120);
  bgt_item_def_init(&def);
  def.center = center;
  def.size.x = size;
  def.size.y = size * between(0.4, 1.6);
  def.angle = below(2) ? 0 : between(-3, 3);
  if (kind < 2) {
    def.bounds_type = BGT_BOUNDS_ELLIPSE;
    if (below(4)) def.size.y = size;
  } else if (kind < 4) {
    double phase = between(0, 6);
    def.path_count = 3 + (uint64_t)below(9);
    def.path = points;
    def.bounds_type = BGT_BOUNDS_PATH;
    for (uint64_t i = 0; i < def.path_count; i++) {
      points[i].x = size / 2 * cos(phase + 6.2831853 * (double)i / (double)def.path_count);
      points[i].y = size / 2 * sin(phase + 6.2831853 * (double)i / (double)def.path_count);
    }
  }
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  return item;
}
static void add_item(void) {
  bgt_vec2 center;
  if (item_count == MOST_ITEMS) return;
  center.x = between(20, width - 20);
  center.y = between(20, height - 20);
  if (below(12)) {
    items[item_count] = made(center);
  } else {
    bgt_item parts[MOST_PARTS];
    int count = 2 + below(MOST_PARTS - 1);
    double reach = between(5, 40);
    bgt_status status;
    for (int i = 0; i < count; i++) {
      bgt_vec2 place = within(reach, reach);
      place.x += center.x;
      place.y += center.y;
      parts[i] = made(place);
    }
    status = bgt_item_group_create(parts, (uint64_t)count, &items[item_count]);
    for (int i = 0; i < count; i++) CHECK(bgt_release(parts[i]) == BGT_OK);
    if (!CHECK(status == BGT_OK)) return;
  }
  bgt_item item = items[item_count++];
  CHECK(bgt_behavior_add_item(collisions[below(8) == 0], item) == BGT_OK);
  if (has_gravity && below(10)) CHECK(bgt_behavior_add_item(gravity, item) == BGT_OK);
  if (below(2)) CHECK(bgt_behavior_add_item(materials[below(material_count)], item) == BGT_OK);
  if (field_count && !below(3)) CHECK(bgt_behavior_add_item(fields[below(field_count)], item) == BGT_OK);
  if (push_count && !below(10)) CHECK(bgt_behavior_add_item(pushes[below(push_count)], item) == BGT_OK);
}
static void remove_item(void) {
  int i = below(item_count);
  CHECK(bgt_item_detach(items[i]) == BGT_OK);
  CHECK(bgt_release(items[i]) == BGT_OK);
  items[i] = items[--item_count];
}
static void add_joint(void) {
  bgt_attachment_def def;
  bgt_vec2 from;
  if (joint_count == MOST_JOINTS || item_count < 2) return;
  bgt_attachment_def_init(&def);
  def.item = items[below(item_count)];
  from = bgt_item_get_center(def.item);
  def.anchor = within(60, 60);
  def.anchor.x += from.x;
  def.anchor.y += from.y;
  if (below(4)) { /* to somebody near */
    double least = INFINITY;
    for (int i = 0; i < 12; i++) {
      bgt_item other = items[below(item_count)];
      bgt_vec2 to = bgt_item_get_center(other);
      double far = hypot(to.x - from.x, to.y - from.y);
      if (other == def.item || far >= least) continue;
      least = far;
      def.other = other;
      def.anchor.x = (from.x + to.x) / 2;
      def.anchor.y = (from.y + to.y) / 2;
    }
  }
  def.type = (bgt_attachment_type)below(5);
  if (def.type == BGT_ATTACHMENT_DISTANCE || def.type == BGT_ATTACHMENT_LIMIT) {
    if (below(2)) def.item_offset = within(5, 5);
    if (below(2)) def.frequency = between(0.5, 10);
    if (def.frequency > 0 && below(2)) def.damping = between(0, 1.2);
    if (!below(4)) def.length = between(0, 80);
  }
  if (def.type == BGT_ATTACHMENT_PIN && !below(4)) def.friction_torque = between(0, 1);
  if (def.type == BGT_ATTACHMENT_SLIDING) {
    double angle = between(0, 6.28);
    def.axis.x = cos(angle);
    def.axis.y = sin(angle);
  }
  if ((def.type == BGT_ATTACHMENT_PIN || def.type == BGT_ATTACHMENT_SLIDING) && below(2)) {
    double most = def.type == BGT_ATTACHMENT_PIN ? 1.5 : 40;
    def.range_minimum = -between(0, most);
    def.range_maximum = between(0, most);
  }
  if (!below(8)) def.break_force = between(0.1, 30);
  def.collide_connected = !below(6);
  if (bgt_attachment_create(&def, &joints[joint_count]) < 0) return; /* some have no meaning, such as a rope of frequency */
  if (bgt_animator_add_behavior(animator, joints[joint_count]) < 0) {
    CHECK(bgt_release(joints[joint_count]) == BGT_OK);
    return;
  }
  joint_count++;
}
static void add_snap(bgt_item item) {
  bgt_snap_def def;
  if (snap_count == SNAPS) return;
  bgt_snap_def_init(&def);
  def.item = item;
  def.point.x = between(0, width);
  def.point.y = between(0, height);
  CHECK(bgt_snap_create(&def, &snaps[snap_count]) == BGT_OK);
  if (bgt_animator_add_behavior(animator, snaps[snap_count]) < 0) {
    CHECK(bgt_release(snaps[snap_count]) == BGT_OK);
    return;
  }
  snap_count++;
}
static void drop(bgt_id *list, int *count) {
  if (!*count) return;
  int i = below(*count);
  (void)bgt_animator_remove_behavior(animator, list[i]); /* it may be broken */
  CHECK(bgt_release(list[i]) == BGT_OK);
  list[i] = list[--*count];
}
static void set_segment(const char *name, double x0, double y0, double x1, double y1) {
  bgt_vec2 from = { x0, y0 }, to = { x1, y1 };
  CHECK(bgt_collision_add_boundary_segment(collisions[0], name, from, to) == BGT_OK);
}

static void change(void) {
  if (!item_count) {
    add_item();
    return;
  }
  bgt_item item = items[below(item_count)];
  bgt_item_behavior material = materials[below(material_count)];
  bgt_vec2 place = { between(0, width), between(0, height) }, center = bgt_item_get_center(item);
  bgt_status status = BGT_OK;
  switch (below(34)) {
    case 0: case 1: add_item(); break;
    case 2: remove_item(); break;
    case 3: add_joint(); break;
    case 4: drop(joints, &joint_count); break;
    case 5:
      status = bgt_item_set_center(item, place);
      (void)bgt_animator_update_item(animator, item); /* it may be in no behavior any more */
      break;
    case 6:
      place.x = between(5, 50);
      place.y = between(5, 50);
      (void)bgt_item_set_size(item, place); /* refused for groups */
      (void)bgt_animator_update_item(animator, item); /* it may be in no behavior any more */
      break;
    case 7:
      status = bgt_item_set_angle(item, between(-6, 6));
      (void)bgt_animator_update_item_pose(animator, item);
      break;
    case 8: status = bgt_behavior_add_item(material, item); break;
    case 9: (void)bgt_behavior_remove_item(material, item); break;
    case 10: status = bgt_item_behavior_set_elasticity(material, 0.5 * below(3)); break;
    case 11: status = bgt_item_behavior_set_anchored(material, !below(4)); break;
    case 12: status = bgt_item_behavior_set_density(material, below(2) ? 1 : pow(10, between(-2, 2))); break;
    case 13: status = bgt_item_behavior_set_allowing_rotation(material, below(3)); break;
    case 14: status = bgt_item_behavior_set_locking_x(material, !below(4)); break;
    case 15: status = bgt_item_behavior_set_time_scale(material, below(3) ? 1 : between(0.1, 3)); break;
    case 16: status = bgt_item_behavior_set_surface_speed(material, below(3) ? 0 : between(-300, 300)); break;
    case 17:
      CHECK(bgt_behavior_add_item(material, item) >= 0);
      status = bgt_item_behavior_set_linear_velocity(material, within(800, 800), item);
      break;
    case 18:
      CHECK(bgt_behavior_add_item(material, item) >= 0);
      status = bgt_item_behavior_set_angular_velocity(material, between(-40, 40), item);
      break;
    case 19:
      place = within(10, 10);
      place.x += center.x;
      place.y += center.y;
      CHECK(bgt_behavior_add_item(material, item) >= 0);
      status = bgt_item_behavior_set_target(material, place, bgt_item_get_angle(item) + between(-0.2, 0.2), item);
      break;
    case 20: status = bgt_gravity_set_direction(gravity, within(1, 1)); break;
    case 21: status = bgt_item_apply_impulse(item, within(3, 3), within(5, 5)); break;
    case 22: (void)bgt_behavior_remove_item(collisions[0], item); break;
    case 23: status = bgt_behavior_add_item(collisions[0], item); break;
    case 24: status = bgt_item_set_filter_group(item, below(5) - 2); break;
    case 25:
      if (!field_count) break;
      CHECK(bgt_field_set_position(fields[below(field_count)], place) == BGT_OK);
      status = bgt_field_set_strength(fields[below(field_count)], between(-2, 2));
      break;
    case 26: add_snap(item); break;
    case 27: drop(snaps, &snap_count); break;
    case 28:
      (void)bgt_collision_remove_boundary(collisions[0], "any"); /* the first time there is none */
      set_segment("any", place.x, place.y, between(0, width), between(0, height));
      if (!below(3)) status = bgt_collision_set_boundary_passing(collisions[0], "any", (bgt_passing)below(3));
      break;
    case 29: status = bgt_animator_set_speed(animator, below(2) ? 1 : between(0.3, 1.5)); break;
    case 30: status = bgt_item_behavior_set_friction(material, between(0, 1.5)); break;
    case 31:
      status = bgt_item_behavior_set_angle_limits(
        material, below(2) ? -BGT_UNLIMITED : -between(0, 1), below(2) ? BGT_UNLIMITED : between(0, 1));
      break;
    case 32:
      (void)bgt_item_set_bounds_type(item, (bgt_bounds_type)below(2));
      (void)bgt_animator_update_item(animator, item); /* it may be in no behavior any more */
      break;
    case 33: if (push_count) status = bgt_push_set_active(pushes[below(push_count)], below(2)); break;
  }
  CHECK(status >= 0);
}

static void build(uint64_t seed, uint32_t workers) {
  bgt_animator_def def;
  int count;
  random_state = seed * 7919 + 1;
  has_gravity = below(4) != 0;
  width = 600 + below(2000);
  height = 600 + below(1500);
  bgt_animator_def_init(&def);
  def.substeps = below(2) ? 2 : 4;
  def.step_seconds = below(2) ? 1 / 120.0 : 1 / 60.0;
  def.workers = workers;
  CHECK(bgt_animator_create(&def, &animator) == BGT_OK);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  for (int i = 0; i < 2; i++) {
    CHECK(bgt_collision_create(NULL, &collisions[i]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, collisions[i]) == BGT_OK);
  }
  set_segment("floor", 0, height, width, height);
  set_segment("left", 0, 0, 0, height);
  set_segment("right", width, 0, width, height);
  set_segment("top", 0, 0, width, 0);
  item_count = joint_count = snap_count = field_count = push_count = 0;
  material_count = 4 + below(MATERIALS - 3);
  for (int i = 0; i < material_count; i++) {
    CHECK(bgt_item_behavior_create(&materials[i]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, materials[i]) == BGT_OK);
    if (below(2)) CHECK(bgt_item_behavior_set_elasticity(materials[i], 0.5 * below(3)) == BGT_OK);
    if (below(2)) CHECK(bgt_item_behavior_set_density(materials[i], pow(10, between(-1.5, 1.5))) == BGT_OK);
    if (!below(6)) CHECK(bgt_item_behavior_set_anchored(materials[i], true) == BGT_OK);
  }
  for (count = below(3) ? 0 : below(FIELDS + 1); field_count < count; field_count++) {
    bgt_field_def field;
    bgt_field_def_init(&field);
    field.kind = (bgt_field_kind)below(10);
    field.position.x = between(0, width);
    field.position.y = between(0, height);
    field.direction = within(1, 1);
    field.strength = between(0, 1.5);
    field.falloff = below(3);
    field.minimum_radius = between(1, 50);
    CHECK(bgt_field_create(&field, &fields[field_count]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, fields[field_count]) == BGT_OK);
  }
  for (count = below(3) ? 0 : below(PUSHES + 1); push_count < count; push_count++) {
    bgt_push_def push;
    bgt_push_def_init(&push);
    push.direction = within(0.3, 0.3);
    push.mode = (bgt_push_mode)below(2);
    CHECK(bgt_push_create(&push, &pushes[push_count]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, pushes[push_count]) == BGT_OK);
  }
  count = 100 + below(below(3) ? 400 : 1500);
  for (int i = 0; i < count; i++) add_item();
  for (int i = below(3) ? below(20) : below(count); i > 0; i--) add_joint();
}
static void end(void) {
  CHECK(bgt_release(animator) == BGT_OK);
  CHECK(bgt_release(gravity) == BGT_OK);
  for (int i = 0; i < 2; i++) CHECK(bgt_release(collisions[i]) == BGT_OK);
  for (int i = 0; i < material_count; i++) CHECK(bgt_release(materials[i]) == BGT_OK);
  for (int i = 0; i < field_count; i++) CHECK(bgt_release(fields[i]) == BGT_OK);
  for (int i = 0; i < push_count; i++) CHECK(bgt_release(pushes[i]) == BGT_OK);
  for (int i = 0; i < snap_count; i++) CHECK(bgt_release(snaps[i]) == BGT_OK);
  for (int i = 0; i < joint_count; i++) CHECK(bgt_release(joints[i]) == BGT_OK);
  for (int i = 0; i < item_count; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

static long seen, torn; /* items at the end of their crowds, and those whose motion was undone */

/* Runs a crowd; its hash after each tick goes to `hashes`. */
static void run_crowd(uint64_t seed, uint32_t workers, uint64_t *hashes) {
  static bgt_item_state states[MOST_ITEMS];
  double most = bgt_get_limit(BGT_LIMIT_SPEED) * 1.0001;
  uint64_t count = 0;
  int rate;
  build(seed, workers);
  rate = below(3) ? below(3) : below(12);
  for (int tick = 0; tick < TICKS; tick++) {
    bool whole = true;
    for (int i = 0; i < rate; i++) change();
    CHECK(bgt_animator_advance(animator, 1 / 60.0, NULL) == BGT_OK);
    hashes[tick] = bgt_animator_get_state_hash(animator);
    CHECK(bgt_animator_copy_states(animator, states, MOST_ITEMS, &count) == BGT_OK);
    for (uint64_t i = 0; i < count && i < MOST_ITEMS; i++) {
      const bgt_item_state *s = &states[i];
      if (!(isfinite(s->center.x) && isfinite(s->center.y) && isfinite(s->angle) && isfinite(s->angular_velocity))) whole = false;
      if (!(hypot(s->velocity.x, s->velocity.y) <= most)) whole = false;
    }
    if (!CHECK(whole)) printf("crowd %llu, tick %d\n", (unsigned long long)seed, tick);
  }
  for (uint64_t i = 0; i < count && i < MOST_ITEMS; i++) {
    seen++;
    torn += (states[i].flags & BGT_ITEM_QUARANTINED) != 0;
  }
  end();
}

static void test_crowds(void) {
  static uint64_t one[TICKS], many[TICKS];
  const char *number = getenv("BAGATELLE_CROWDS"), *first = getenv("BAGATELLE_CROWD_SEED");
  int crowds = number ? atoi(number) : CROWDS;
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1;
  for (int i = 0; i < crowds; i++, seed++) {
    int same = 0;
    run_crowd(seed, 1, one);
    run_crowd(seed, WORKERS, many);
    while (same < TICKS && one[same] == many[same]) same++;
    if (!CHECK(same == TICKS)) printf("crowd %llu: other bits with %d workers from tick %d on\n", (unsigned long long)seed, WORKERS, same);
  }
  printf("%ld of %ld items were torn\n", torn, seen);
  /* Attachments are drawn without regard to what fits together, some far apart: those that are torn stop, what touches them does not. */
  CHECK(seen > 0 && torn <= seen / 100);
}

/* ---- What they have found --------------------------------------------------------------------- */

static bgt_item box(double x, double y, double size) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center.x = x;
  def.center.y = y;
  def.size.x = def.size.y = size;
  CHECK(bgt_item_create(&def, &item) == BGT_OK);
  CHECK(bgt_behavior_add_item(collisions[0], item) == BGT_OK);
  CHECK(bgt_behavior_add_item(gravity, item) == BGT_OK);
  items[item_count++] = item;
  return item;
}
static void begin(void) {
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  for (int i = 0; i < 2; i++) CHECK(bgt_collision_create(NULL, &collisions[i]) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, collisions[0]) == BGT_OK);
  item_count = joint_count = snap_count = field_count = push_count = 0;
  material_count = 1;
  CHECK(bgt_item_behavior_create(&materials[0]) == BGT_OK);
  CHECK(bgt_item_behavior_set_anchored(materials[0], true) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, materials[0]) == BGT_OK);
}
static void advance(int ticks) {
  for (int i = 0; i < ticks; i++) CHECK(bgt_animator_advance(animator, 1 / 60.0, NULL) == BGT_OK);
}

static int ended;
static void on_ended(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; (void)context;
  ended++;
}

/* Who lies on an anchored floor, beside an anchored item or on a boundary, and is taken up: anchored, and told where to be. */
static void test_taken_up(void) {
  for (int at = 0; at < 6; at++) {
    bgt_item taken, third;
    int way = at % 3;
    begin();
    set_segment("floor", 0, 500, 1000, 500);
    taken = box(200, 480, 40);
    if (way == 0) {
      CHECK(bgt_item_set_center(taken, v(200, 430)) == BGT_OK);
      CHECK(bgt_behavior_add_item(materials[0], box(200, 475, 50)) == BGT_OK);
    }
    if (way == 1) CHECK(bgt_behavior_add_item(materials[0], box(241, 480, 40)) == BGT_OK);
    third = box(600, 480, 40);
    advance(at < 3 ? 60 : 120); /* awake, and asleep */
    ended = 0;
    CHECK(bgt_collision_set_items_ended(collisions[0], on_ended, NULL, NULL) == BGT_OK);
    CHECK(bgt_collision_set_boundary_ended(collisions[0], on_ended, NULL, NULL) == BGT_OK);
    CHECK(bgt_behavior_add_item(materials[0], taken) == BGT_OK);
    for (int i = 1; i <= 60; i++) {
      bgt_vec2 to = v(200 + i, (way == 0 ? 430 : 480) + 0.2 * i);
      bgt_item_state s;
      CHECK(bgt_item_behavior_set_target(materials[0], to, 0, taken) == BGT_OK);
      advance(1);
      CHECK(bgt_animator_get_item_state(animator, taken, &s) == BGT_OK);
      CHECK(is_near(s.center.x, to.x, 1e-3) && is_near(s.center.y, to.y, 1e-3) && !(s.flags & BGT_ITEM_QUARANTINED));
    }
    CHECK(ended >= 1);
    CHECK(bgt_item_is_resting(third));
    end();
  }
}

/* Attachments between what moves as it is told and a point, or another such, of all types: they do nothing, and harm nobody. */
static void test_tied(void) {
  for (int type = 0; type < 5; type++) {
    for (int way = 0; way < 4; way++) {
      bgt_attachment_def def;
      begin();
      set_segment("floor", 0, 500, 1000, 500);
      bgt_item driven = box(200, 300, 40), other = box(300, 300, 40);
      for (int i = 0; i < 20; i++) (void)box(500 + 50 * (i % 5), 480 - 45 * (i / 5), 40);
      CHECK(bgt_behavior_add_item(materials[0], driven) == BGT_OK);
      CHECK(bgt_behavior_add_item(materials[0], other) == BGT_OK);
      bgt_attachment_def_init(&def);
      def.item = way & 1 ? other : driven;
      if (way & 2) def.other = way & 1 ? driven : other;
      def.anchor = v(250, 300);
      def.type = (bgt_attachment_type)type;
      if (type == BGT_ATTACHMENT_DISTANCE && way) def.frequency = 3;
      def.break_force = 5;
      CHECK(bgt_attachment_create(&def, &joints[joint_count]) == BGT_OK);
      CHECK(bgt_animator_add_behavior(animator, joints[joint_count++]) == BGT_OK);
      CHECK(bgt_item_behavior_set_linear_velocity(materials[0], v(30, -20), driven) == BGT_OK);
      CHECK(bgt_item_behavior_set_angular_velocity(materials[0], 1, driven) == BGT_OK);
      advance(60);
      bgt_vec2 at = bgt_item_get_center(driven), force = bgt_attachment_get_reaction_force(joints[0]);
      CHECK(fabs(at.x - 230) < 1e-3 && fabs(at.y - 280) < 1e-3);
      CHECK(force.x == 0 && force.y == 0 && !bgt_attachment_is_broken(joints[0]));
      for (int i = 2; i < item_count; i++) CHECK(fabs(bgt_item_get_center(items[i]).y - (480 - 40 * ((i - 2) / 5))) < 1);
      end();
    }
  }
}

/* Springs to points that break in a step, and others that are removed before the next: who asks what they held reads nothing of theirs. */
static void test_broken(void) {
  enum { COUNT = 24 };
  begin();
  for (int i = 0; i < COUNT; i++) {
    bgt_attachment_def def;
    bgt_attachment_def_init(&def);
    def.item = box(100 + 60 * i, 300, 40);
    def.anchor = v(100 + 60 * i, 100);
    def.frequency = 2;
    def.damping = 0.1;
    def.break_force = i < COUNT / 2 ? 0.05 + 0.01 * i : 0;
    CHECK(bgt_attachment_create(&def, &joints[joint_count]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, joints[joint_count++]) == BGT_OK);
  }
  for (int i = COUNT - 1; i >= COUNT / 2; i--) {
    advance(1);
    CHECK(bgt_animator_remove_behavior(animator, joints[i]) == BGT_OK);
    bgt_vec2 force = bgt_attachment_get_reaction_force(joints[i - 1]);
    CHECK(isfinite(force.x) && isfinite(force.y));
  }
  advance(2);
  for (int i = 0; i < COUNT / 2; i++) CHECK(bgt_attachment_is_broken(joints[i]));
  end();
}

int main(void) {
  test_taken_up();
  test_tied();
  test_broken();
  test_crowds();
  return checks_done();
}
