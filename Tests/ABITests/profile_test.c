/* The times of a tick's phases: off until asked for, disjoint, summed, and without effect on any result.
   SPDX-License-Identifier: MIT */
#include "scene.h"

enum { ITEMS = 60 };
typedef struct pile {
  bgt_animator animator;
  bgt_item items[ITEMS];
} pile;

static pile make_pile(void) {
  pile p;
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_attachment_def def;
  bgt_attachment spring;
  p.animator = make_animator();
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_collision_create(NULL, &collision) == BGT_OK);
  for (int i = 0; i < ITEMS; i++) {
    p.items[i] = make_item(20 + i % 10 * 35, 20 + i / 10 * 35, 30, 30);
    CHECK(bgt_behavior_add_item(gravity, p.items[i]) == BGT_OK);
    CHECK(bgt_behavior_add_item(collision, p.items[i]) == BGT_OK);
  }
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-100, 400), v(500, 400)) == BGT_OK);
  bgt_attachment_def_init(&def);
  def.item = p.items[0];
  def.anchor = v(0, 0);
  def.frequency = 2;
  CHECK(bgt_attachment_create(&def, &spring) == BGT_OK);
  give(p.animator, gravity);
  give(p.animator, collision);
  give(p.animator, spring);
  return p;
}
static void drop_pile(pile *p) {
  for (int i = 0; i < ITEMS; i++) CHECK(bgt_release(p->items[i]) == BGT_OK);
  CHECK(bgt_release(p->animator) == BGT_OK);
}
static bgt_profile profile_of(bgt_animator animator) {
  bgt_profile p;
  memset(&p, 255, sizeof p);
  p.struct_size = sizeof p;
  CHECK(bgt_animator_get_profile(animator, &p) == BGT_OK && p.struct_size == sizeof p);
  return p;
}
static double sum_of(const bgt_phase_times *t) {
  return t->structure + t->pairs + t->narrow_phase + t->joints + t->solver + t->integration + t->restitution +
         t->finalize + t->continuous + t->tree + t->sleep + t->events;
}
static int is_zero(const bgt_phase_times *t) { return t->total == 0 && sum_of(t) == 0; }
/* None below zero; the phases are parts of the whole (but for rounding). */
static int is_sound(const bgt_phase_times *t) {
  const double phases[] = { t->structure, t->pairs, t->narrow_phase, t->joints, t->solver, t->integration,
                            t->restitution, t->finalize, t->continuous, t->tree, t->sleep, t->events };
  for (unsigned i = 0; i < sizeof phases / sizeof *phases; i++)
    if (!(phases[i] >= 0)) return 0;
  return sum_of(t) <= t->total * (1 + 1e-9);
}

static bgt_profile seen;
static void look(bgt_behavior behavior, void *context) {
  (void)behavior;
  seen = profile_of(*(bgt_animator *)context);
}
static bgt_animator field_animator;
static double field_seen;
static void on_field(bgt_field field, double x, double y, double vx, double vy, double mass, double charge,
                     double seconds, bgt_vec2 *out_force, void *context) {
  (void)field; (void)x; (void)y; (void)vx; (void)vy; (void)mass; (void)charge; (void)seconds; (void)context;
  field_seen = profile_of(field_animator).latest.total;
  *out_force = v(0, 0);
}

static void test_times(void) {
  pile timed = make_pile(), plain = make_pile();
  bgt_profile p, before;
  bgt_phase_times all = { 0 };
  uint32_t steps;
  uint64_t count = 0;
  tick(timed.animator);
  tick(plain.animator);
  p = profile_of(timed.animator); /* switches it on */
  CHECK(p.steps == 0 && p.all_steps == 0 && is_zero(&p.latest) && is_zero(&p.all));
  for (int i = 0; i < 240; i++) {
    before = p;
    CHECK(bgt_animator_advance(timed.animator, i % 5 == 4 ? 0.001 : 1.0 / 60, &steps) == BGT_OK);
    CHECK(bgt_animator_advance(plain.animator, i % 5 == 4 ? 0.001 : 1.0 / 60, NULL) == BGT_OK);
    CHECK(bgt_animator_get_state_hash(timed.animator) == bgt_animator_get_state_hash(plain.animator));
    p = profile_of(timed.animator);
    count += steps;
    CHECK(p.all_steps == count);
    if (steps == 0) { /* nothing was timed */
      CHECK(!memcmp(&p, &before, sizeof p));
      continue;
    }
    CHECK(p.steps == steps && is_sound(&p.latest) && p.latest.total > 0 && is_sound(&p.all));
    all.total += p.latest.total;
    all.solver += p.latest.solver;
    all.events += p.latest.events;
    CHECK(p.all.total == all.total && p.all.solver == all.solver && p.all.events == all.events);
  }
  /* Every phase of a pile with a spring took some time, and together they are most of the whole. */
  CHECK(p.all.pairs > 0 && p.all.narrow_phase > 0 && p.all.joints > 0 && p.all.solver > 0 && p.all.integration > 0);
  CHECK(p.all.finalize > 0 && p.all.continuous > 0 && p.all.tree > 0 && p.all.sleep > 0 && p.all.events > 0);
  CHECK(p.all.structure > 0 && p.all.restitution > 0);
  CHECK(sum_of(&p.all) > 0.5 * p.all.total);
  drop_pile(&timed);
  drop_pile(&plain);
}

/* At rest no time passes, and none is told. */
static void test_rest(void) {
  bgt_animator animator = make_animator();
  bgt_item item = make_item(50, 50, 20, 20);
  bgt_profile p, again;
  (void)profile_of(animator);
  add_properties(animator, item);
  run(animator, 1);
  CHECK(!bgt_animator_is_running(animator));
  p = profile_of(animator);
  run(animator, 1);
  again = profile_of(animator);
  CHECK(p.all_steps > 0 && !memcmp(&p, &again, sizeof p));
  CHECK(bgt_release(item) == BGT_OK && bgt_release(animator) == BGT_OK);
}

static void test_inside(void) {
  pile p = make_pile();
  bgt_gravity gravity;
  bgt_field_def def;
  bgt_field field;
  bgt_profile last;
  (void)profile_of(p.animator);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_behavior_set_action(gravity, look, &p.animator, NULL) == BGT_OK);
  give(p.animator, gravity);
  tick(p.animator);
  CHECK(seen.all_steps == 0 && is_zero(&seen.all)); /* of the tick before */
  last = profile_of(p.animator);
  tick(p.animator);
  CHECK(!memcmp(&seen, &last, sizeof seen) && last.all_steps > 0);
  /* Also within a step, where only reading is allowed. */
  bgt_field_def_init(&def);
  def.kind = BGT_FIELD_CUSTOM;
  CHECK(bgt_field_create(&def, &field) == BGT_OK && bgt_field_set_function(field, on_field, NULL, NULL) == BGT_OK &&
        bgt_behavior_add_item(field, p.items[3]) == BGT_OK);
  field_animator = p.animator;
  last = profile_of(p.animator);
  give(p.animator, field);
  tick(p.animator);
  CHECK(field_seen > 0 && field_seen == last.latest.total);
  drop_pile(&p);
}

/* A callback's time is the events' part. */
static void wait_some(bgt_behavior behavior, void *context) {
  (void)behavior;
  bgt_animator other = *(bgt_animator *)context;
  for (int i = 0; i < 300; i++) CHECK(bgt_animator_advance(other, 1.0 / 60, NULL) == BGT_OK);
}
static void test_events(void) {
  pile p = make_pile(), other = make_pile();
  bgt_gravity gravity;
  bgt_profile times, others;
  (void)profile_of(p.animator);
  (void)profile_of(other.animator);
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_behavior_set_action(gravity, wait_some, &other.animator, NULL) == BGT_OK);
  give(p.animator, gravity);
  tick(p.animator);
  times = profile_of(p.animator);
  others = profile_of(other.animator);
  CHECK(others.all_steps > 10 && times.latest.events >= others.all.total && others.all.total > 0);
  drop_pile(&p);
  drop_pile(&other);
}

static void test_refusals(void) {
  bgt_animator animator = make_animator();
  bgt_profile p;
  memset(&p, 0, sizeof p);
  CHECK(bgt_animator_get_profile(animator, &p) == BGT_ERROR_INCOMPATIBLE);
  p.struct_size = sizeof p + 8;
  CHECK(bgt_animator_get_profile(animator, &p) == BGT_ERROR_INCOMPATIBLE && p.struct_size == sizeof p + 8);
  CHECK(bgt_animator_get_profile(animator, NULL) == BGT_ERROR_NULL_POINTER);
  p.struct_size = sizeof p;
  CHECK(bgt_animator_get_profile(0, &p) == BGT_ERROR_STALE_ID);
  CHECK(bgt_release(animator) == BGT_OK);
  CHECK(bgt_animator_get_profile(animator, &p) == BGT_ERROR_STALE_ID);
}

int main(void) {
  test_times();
  test_rest();
  test_inside();
  test_events();
  test_refusals();
  return scene_done();
}
