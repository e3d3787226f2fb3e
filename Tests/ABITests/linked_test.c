/* Crowds of items in pairs and chains of attachments of all types that fly into each other, with nothing from outside: their energy at no time
   rises above what they began with, their momentum stays, and nobody is torn. BAGATELLE_LINKED and BAGATELLE_LINKED_SEED vary them.
   SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include "random.h"
#include "scene.h"

#ifdef NDEBUG
enum { SYSTEMS = 60 };
#else
enum { SYSTEMS = 4 }; /* an unoptimized library takes its time */
#endif
enum { MOST = 220, TICKS = 120, TYPES = 5, MIXED = TYPES };

typedef struct {
  bgt_item item;
  double mass, inertia;
  bgt_vec2 velocity;
  double spin;
} body;

/* A box, a disc or a regular polygon, with its mass in UIKit's units and its moment of inertia. */
static void make(body *b, int kind, bgt_vec2 center) {
  bgt_vec2 points[8];
  bgt_item_def def;
  double size = between(15, 35), pi = 3.14159265358979323846;
  bgt_item_def_init(&def);
  def.center = center;
  def.size = v(size, kind == 1 ? size : size * between(0.5, 1.3));
  def.angle = between(-3, 3);
  b->mass = def.size.x * def.size.y / 1e4;
  b->inertia = b->mass * (def.size.x * def.size.x + def.size.y * def.size.y) / 12;
  if (kind == 1) {
    def.bounds_type = BGT_BOUNDS_ELLIPSE;
    b->mass *= pi / 4;
    b->inertia = b->mass * size * size / 8;
  } else if (kind == 2) {
    double radius = size / 2;
    def.bounds_type = BGT_BOUNDS_PATH;
    def.path = points;
    def.path_count = 3 + (uint64_t)below(6);
    double turn = 2 * pi / (double)def.path_count;
    for (uint64_t i = 0; i < def.path_count; i++) points[i] = v(radius * cos((double)i * turn), radius * sin((double)i * turn));
    b->mass = (double)def.path_count * radius * radius * sin(turn) / 2 / 1e4;
    b->inertia = b->mass * radius * radius * (2 + cos(turn)) / 6;
  }
  CHECK(bgt_item_create(&def, &b->item) == BGT_OK);
}

/* Twice the kinetic energy, the momentum, and the sum of the sizes of all momenta. */
typedef struct { double energy, x, y, size; } sums;
static void add(sums *s, const body *b, bgt_vec2 velocity, double spin) {
  s->energy += b->mass * (velocity.x * velocity.x + velocity.y * velocity.y) + b->inertia * spin * spin;
  s->x += b->mass * velocity.x;
  s->y += b->mass * velocity.y;
  s->size += b->mass * hypot(velocity.x, velocity.y);
}

static double highest[TYPES + 1], drift;

static void run_system(uint64_t seed, int type) {
  static const double elasticities[] = { 0, 0.5, 1, 1 };
  static body bodies[MOST];
  bgt_attachment joints[MOST / 3];
  bgt_animator_def def;
  bgt_animator animator = 0;
  bgt_collision collision = 0;
  bgt_item_behavior motion = 0;
  bgt_material material = { 0, 0, 1, 0, 0 };
  sums start = { 0, 0, 0, 0 };
  int torn = 0, joint_count = 0;
  random_state = seed * 7919 + (uint64_t)type;
  int count = 20 + below(MOST - 20), side = (int)sqrt((double)count), kind = below(5);
  double extent = side * between(45, 90), speed = pow(10, between(1.5, 3.3)), reach = pow(10, between(1, 3));
  bool is_ranged = below(2);
  material.elasticity = elasticities[below(4)];
  material.friction = below(2) ? 0 : between(0, 1);
  bgt_animator_def_init(&def);
  def.substeps = 4;
  def.step_seconds = 1 / 60.0;
  CHECK(bgt_animator_create(&def, &animator) == BGT_OK);
  CHECK(bgt_animator_set_default_material(animator, &material) == BGT_OK);
  CHECK(bgt_animator_set_rest_speed(animator, 0) == BGT_OK);
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_item_behavior_create(&motion) == BGT_OK);
  CHECK(bgt_item_behavior_set_elasticity(motion, material.elasticity) == BGT_OK);
  CHECK(bgt_item_behavior_set_friction(motion, material.friction) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, collision) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, motion) == BGT_OK);
  for (int i = 0; i < count; i++) {
    body *b = &bodies[i];
    bgt_vec2 at = v((i % side + 0.5) * extent / side, (i / side + 0.5) * extent / side);
    make(b, kind < 3 ? kind : below(3), at);
    /* Inward. */
    b->velocity.x = (1 - 2 * at.x / extent) * speed + between(-speed, speed) / 2;
    b->velocity.y = (1 - 2 * at.y / extent) * speed + between(-speed, speed) / 2;
    b->spin = below(2) ? between(-speed, speed) / 30 : 0;
    CHECK(bgt_behavior_add_item(collision, b->item) == BGT_OK);
    CHECK(bgt_behavior_add_item(motion, b->item) == BGT_OK);
    CHECK(bgt_item_behavior_set_linear_velocity(motion, b->velocity, b->item) == BGT_OK);
    CHECK(bgt_item_behavior_set_angular_velocity(motion, b->spin, b->item) == BGT_OK);
    add(&start, b, b->velocity, b->spin);
  }
  for (int i = 0; i < count / 3; i++) {
    bgt_attachment_def joint;
    int a = below(count - 1);
    bgt_vec2 from = bgt_item_get_center(bodies[a].item), to = bgt_item_get_center(bodies[a + 1].item);
    if (a % side == side - 1) continue; /* the next begins another row */
    bgt_attachment_def_init(&joint);
    joint.item = bodies[a].item;
    joint.other = bodies[a + 1].item;
    joint.anchor = v((from.x + to.x) / 2, (from.y + to.y) / 2);
    joint.type = (bgt_attachment_type)(type == MIXED ? below(TYPES) : type);
    if (joint.type == BGT_ATTACHMENT_SLIDING && is_ranged) {
      joint.range_minimum = -reach;
      joint.range_maximum = reach;
    }
    CHECK(bgt_attachment_create(&joint, &joints[joint_count]) == BGT_OK);
    CHECK(bgt_animator_add_behavior(animator, joints[joint_count++]) == BGT_OK);
  }
  for (int tick = 0; tick < TICKS; tick++) {
    sums now = { 0, 0, 0, 0 };
    CHECK(bgt_animator_advance(animator, 1 / 60.0, NULL) == BGT_OK);
    for (int i = 0; i < count; i++) {
      bgt_item_state s;
      CHECK(bgt_animator_get_item_state(animator, bodies[i].item, &s) == BGT_OK);
      add(&now, &bodies[i], s.velocity, s.angular_velocity);
      if (s.flags & BGT_ITEM_QUARANTINED) torn++;
    }
    highest[type] = fmax(highest[type], now.energy / start.energy);
    drift = fmax(drift, hypot(now.x - start.x, now.y - start.y) / start.size);
    if (!CHECK(now.energy <= start.energy * (type == BGT_ATTACHMENT_LIMIT ? 1.005 : 1.001)))
      printf("seed %llu, type %d, tick %d: %g times the energy\n", (unsigned long long)seed, type, tick, now.energy / start.energy);
    if (!CHECK(hypot(now.x - start.x, now.y - start.y) <= 1e-6 * start.size))
      printf("seed %llu, type %d, tick %d: momentum off by %g\n", (unsigned long long)seed, type, tick, hypot(now.x - start.x, now.y - start.y) / start.size);
  }
  CHECK(torn == 0);
  CHECK(bgt_release(animator) == BGT_OK);
  CHECK(bgt_release(collision) == BGT_OK);
  CHECK(bgt_release(motion) == BGT_OK);
  for (int i = 0; i < joint_count; i++) CHECK(bgt_release(joints[i]) == BGT_OK);
  for (int i = 0; i < count; i++) CHECK(bgt_release(bodies[i].item) == BGT_OK);
}

int main(void) {
  const char *number = getenv("BAGATELLE_LINKED"), *first = getenv("BAGATELLE_LINKED_SEED");
  int systems = number ? atoi(number) : SYSTEMS;
  uint64_t seed = first ? strtoull(first, NULL, 10) : 1;
  for (int i = 0; i < systems; i++) {
    for (int type = 0; type <= TYPES; type++) run_system(seed + (uint64_t)i, type);
  }
  printf("highest energy");
  for (int type = 0; type <= TYPES; type++) printf(" %.5f", highest[type]);
  printf(", drift of momentum %.1e\n", drift);
  return checks_done();
}
