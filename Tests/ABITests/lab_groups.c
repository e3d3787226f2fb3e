/* Groups in scenes of the lab, with small changes of gravity, by which runs differ; and trains of small items that fall fast.
   SPDX-License-Identifier: MIT */
#include "../../Benchmarks/lab/lab.h"
#include "check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const LabScene *scene_named(const char *name) {
  for (int k = 0; k < lab_further_count; k++)
    if (strcmp(lab_further_scenes[k].name, name) == 0) return lab_further_scenes + k;
  for (int k = 0; k < lab_scene_count; k++)
    if (strcmp(lab_scenes[k].name, name) == 0) return lab_scenes + k;
  return NULL;
}
static void begin_shared(const LabScene *scene, int change, bool sleeps, int workers) {
  const LabWorldDef def = { .gravityY = -10 * (1 + 1e-4f * (float)change), .dt = 1 / 60.0f, .workers = workers, .sleep = sleeps, .continuous = true };
  lab_scene_reset();
  lab_world_create(&def);
  scene->build();
  lab_ready();
}
static void begin(const LabScene *scene, int change, bool sleeps) { begin_shared(scene, change, sleeps, 1); }

/* What comes into being inside what flies does not gather in one place, each held by some part of another: the most contacts that 2,400 items
   have at once. */
static int most_contacts(int change) {
  const LabScene *scene = scene_named("fountain");
  int most = 0;
  begin(scene, change, false);
  for (int i = 0; i < 600; i++) {
    LabCounters now;
    scene->before(i);
    lab_step();
    lab_counters(&now);
    if (now.contacts > most) most = now.contacts;
  }
  lab_world_destroy();
  return most;
}

/* A heap of 1,000 groups sleeps: nobody is pushed to and fro in a corner of another, each of whose sides covers the other. */
static double seconds_to_sleep(const char *name, int change, double most) {
  LabCounters now;
  int step = 0;
  begin(scene_named(name), change, true);
  do {
    lab_step();
    lab_counters(&now);
  } while (now.awakeBodies > 0 && ++step < 60 * most);
  lab_world_destroy();
  return step / 60.0;
}

/* How far two boxes overlap along the axis along which they do least; below 0 they are apart. */
typedef struct bar {
  double half[2], middle[2];
} bar;
static double overlap(const double *a, bar one, const double *b, bar other) {
  double least = 9;
  for (int turn = 0; turn < 2; turn++) {
    const double *p = turn ? b : a, *q = turn ? a : b, c = cos(p[2]), s = sin(p[2]), d = cos(q[2]), e = sin(q[2]);
    const bar m = turn ? other : one, n = turn ? one : other;
    const double x = q[0] + d * n.middle[0] - e * n.middle[1] - p[0] - c * m.middle[0] + s * m.middle[1];
    const double y = q[1] + e * n.middle[0] + d * n.middle[1] - p[1] - s * m.middle[0] - c * m.middle[1];
    const double along = fabs(c * d + s * e), across = fabs(c * e - s * d);
    least = fmin(least, m.half[0] + along * n.half[0] + across * n.half[1] - fabs(c * x + s * y));
    least = fmin(least, m.half[1] + across * n.half[0] + along * n.half[1] - fabs(c * y - s * x));
  }
  return least;
}

/* The bars, 0.16 m thick or more, of 1,000 groups that were poured into a heap: how many pairs cross each other by half of that. */
static int crossings(int change) {
  static const struct { int count; bar bars[3]; } kinds[4] = {
    { 3, { { { 0.5, 0.08 }, { 0, 0.2 } }, { { 0.08, 0.25 }, { -0.35, -0.13 } }, { { 0.08, 0.25 }, { 0.35, -0.13 } } } },
    { 2, { { { 0.1, 0.45 }, { -0.2, 0 } }, { { 0.25, 0.1 }, { 0.15, -0.35 } } } },
    { 2, { { { 0.45, 0.1 }, { 0, 0.2 } }, { { 0.1, 0.3 }, { 0, -0.2 } } } },
    { 1, { { { 0.4, 0.1 }, { 0, -0.2 } } } }
  };
  static double states[1001][6];
  int crossed = 0;
  begin(scene_named("tables"), change, true);
  for (int i = 0; i < 400; i++) lab_step();
  CHECK(lab_body_count == 1001); /* the first is the room */
  for (int i = 1; i < 1001; i++) lab_get_exact(i, states[i]);
  for (int i = 1; i < 1001; i++) {
    for (int k = i + 1; k < 1001; k++) {
      double most = 0;
      for (int a = 0; a < kinds[(i - 1) % 4].count; a++) {
        for (int b = 0; b < kinds[(k - 1) % 4].count; b++) {
          most = fmax(most, overlap(states[i], kinds[(i - 1) % 4].bars[a], states[k], kinds[(k - 1) % 4].bars[b]));
        }
      }
      crossed += most > 0.08;
    }
  }
  lab_world_destroy();
  return crossed;
}

/* Rows of 55 discs, boxes or groups of elasticity 0 come down on a floor: they stop on each other, one row after the other but not one a step,
   and nothing of what stopped them is given once more: no step adds `most` of the first energy. How fast the fastest is after 0.6 s; with nothing to stop it that came down at 25 m/s it would
   be 31 m/s. */
static double fall(int kind, double speed, double gravity, int rows, double most) {
  /* Moments of inertia of a kilogram. */
  static const double inertias[3] = { 0.0098, 0.2 / 12, 0.01 };
  const LabWorldDef def = { .gravityY = (float)-gravity, .dt = 1 / 60.0f, .workers = 1, .continuous = true };
  const LabMaterial m = { 1, 0.5f, 0, 0 };
  double before = 0, first = 0, rise = 0, fastest = 0;
  lab_scene_reset();
  lab_world_create(&def);
  for (int i = 0; i <= rows * 55; i++) {
    const LabBodyDef d = { .type = i ? LAB_DYNAMIC : LAB_STATIC, .x = i ? ((float)((i - 1) % 55) - 27) * 0.7f : 0, .y = i ? 0.5f + (float)((i - 1) / 55) * 0.29f : 0, .vy = i ? -(float)speed : 0 };
    const int b = lab_body(&d);
    if (i == 0) {
      lab_box(b, 20, 0.5f, 0, -0.5f, 0, &m);
      for (int side = -1; side < 2; side += 2) lab_box(b, 0.5f, 60, 20.5f * (float)side, 60, 0, &m);
    } else if (kind == 0) lab_circle(b, 0.14f, 0, 0, &m);
    else if (kind == 1) lab_box(b, 0.2f, 0.1f, 0, 0, 0, &m);
    else lab_box(b, 0.1f, 0.06f, 0, 0, 0, &m), lab_circle(b, 0.08f, 0.1f, 0, &m), lab_circle(b, 0.08f, -0.1f, 0, &m);
  }
  lab_ready();
  for (int step = 0; step < 120; step++) {
    double energy = 0, top = 0;
    lab_step();
    for (int i = 1; i <= rows * 55; i++) {
      double state[6];
      lab_get_exact(i, state);
      const double square = state[3] * state[3] + state[4] * state[4];
      energy += 0.5 * (square + inertias[kind] * state[5] * state[5]) + gravity * state[1];
      top = fmax(top, sqrt(square));
    }
    if (step == 0) first = energy;
    else rise = fmax(rise, (energy - before) / first);
    if (step == 36) fastest = top;
    before = energy;
  }
  lab_world_destroy();
  if (!CHECK(rise < most)) printf("%d rows of train %d, %g m/s, gravity %g: %.4f of the energy more in a step\n", rows, kind, speed, gravity, rise);
  if (gravity == 0 && !CHECK(before < 0.01 * first)) printf("train %d keeps %.4f of its energy, though nothing is elastic\n", kind, before / first);
  return fastest;
}

/* Boxes that are poured into a box are pressed together and rise again, but never by a thousandth of their energy in a step. (Without a bound 0.5 and
   0.2 % at most; Box2D 3 0.4 and 0.3.) */
static void pour(const char *name, int steps) {
  double before = 0, first = 0, rise = 0;
  begin(scene_named(name), 0, false);
  for (int step = 0; step < steps; step++) {
    double energy = 0;
    lab_step();
    for (int i = 1; i < lab_body_count; i++) {
      double state[6];
      lab_get_exact(i, state);
      energy += 0.5 * (state[3] * state[3] + state[4] * state[4] + 0.5 * 0.5 / 6 * state[5] * state[5]) + 10 * state[1];
    }
    if (step == 0) first = energy;
    else rise = fmax(rise, (energy - before) / first);
    before = energy;
  }
  lab_world_destroy();
  CHECK(before > 0.5 * first && before < 0.9 * first); /* They fell, and nothing is lost but that. */
  if (!CHECK(rise < 0.001)) printf("%s: %.4f of the energy more in a step\n", name, rise);
}

/* Of groups one column in some runs hangs for longer: of twenty between 10 and 10.2 m/s² 5.2 m/s in the mean and 6.1 at most of ten. (In whole steps 8.6
   and 10.7; where who is held off somebody that is put back may sink into him in each step too, 12.2 and 19.6.) */
static void trains(bool is_quick) {
  /* Slow crowds that nothing accelerates gain nothing either where they are pushed apart (at 12 m/s, in the end, boxes had 1 % of it more). */
  for (int kind = 0; kind < (is_quick ? 3 : 1); kind++) (void)fall(kind, 25, 0, 40, 0.001), (void)fall(kind, 12, 0, 40, 0.001);
  for (int kind = 0; kind < 2; kind++) {
    const double fastest = fall(kind, 25, 10, 40, 0.001);
    if (is_quick) (void)fall(kind, 8, 10, 40, 0.001), (void)fall(kind, 12, 10, 40, 0.001);
    if (!CHECK(fastest < 10)) printf("train %d: falls at %.1f m/s after 0.6 s\n", kind, fastest);
  }
  /* Columns that stop in one step are not pressed together first, and pushed apart after it (up to 0.47 % in a step). */
  for (int kind = 0; kind < 2; kind++)
    for (int i = 0; i < 6; i++) (void)fall(kind, i < 2 ? 8 : i < 4 ? 12 : 25, 10, i & 1 ? 20 : 10, 0.0012);
  double sorted[5] = { 0 };
  for (int i = 0; i < 5; i++) {
    const double fastest = fall(2, 25, 10 + 0.02 * i, 40, 0.001);
    int at = i;
    for (; at > 0 && sorted[at - 1] > fastest; at--) sorted[at] = sorted[at - 1];
    sorted[at] = fastest;
  }
  if (!CHECK(sorted[2] < 8 && sorted[4] < 10)) printf("train 2: falls at %.1f m/s after 0.6 s in the median of five, %.1f at most\n", sorted[2], sorted[4]);
}

/* A plate or a bar that goes by more than half a body in a step drives a crowd on, and does not press it into one place: the most that any body of the
   first so many has within 0.7 m of its middle after some steps. With any number of workers they are in the same places. (With contacts found once in a step 79 and 87; Box2D 3, where they pass over many, 8 and 11.) */
static int most_around(const char *name, int count, int steps, int workers, double *where) {
  const LabScene *scene = scene_named(name);
  int most = 0;
  double (*state)[6] = malloc(sizeof *state * (size_t)count);
  begin_shared(scene, 0, false, workers);
  for (int i = 0; i < steps; i++) scene->before(i), lab_step();
  for (int i = 0; i < count; i++) lab_get_exact(2 + i, state[i]);
  for (int i = 0; i < count; i++) {
    int around = 0;
    for (int k = 0; k < count; k++) around += k != i && hypot(state[k][0] - state[i][0], state[k][1] - state[i][1]) < 0.7;
    if (around > most) most = around;
  }
  *where = 0;
  for (int i = 0; i < count; i++) *where += (1 + i % 7) * state[i][0] + (1 + i % 5) * state[i][1];
  lab_world_destroy();
  free(state);
  return most;
}

int main(void) {
  double where = 0, shared = 0;
  const int before_plate = most_around("plow", 900, 40, 1, &where);
  if (!CHECK(before_plate < 25)) printf("plow: %d in one place\n", before_plate);
  CHECK(most_around("plow", 900, 40, 3, &shared) == before_plate && shared == where);
#ifdef NDEBUG
  const int before_bar = most_around("mixer", 3038, 40, 1, &where);
  if (!CHECK(before_bar < 25)) printf("mixer: %d in one place\n", before_bar);
#endif
#ifdef NDEBUG
  const int runs = 6, changes = 12;
#else
  const int runs = 1, changes = 1;
#endif
  /* Of fifty changes those with which groups were once drawn into one place. */
  const int drawn[] = { 29, 14, 20, 49, 7, 47, 1, 2, 3, 10, 18, 28 };
  for (int i = 0; i < changes; i++) {
    const int most = most_contacts(drawn[i]);
    if (!CHECK(most > 8000 && most < 15000)) printf("fountain, change %d: %d contacts\n", drawn[i], most);
  }
  for (int i = 0; i < runs; i++) {
    const double tables = seconds_to_sleep("tables", i, 30), crosses = seconds_to_sleep("cross", i, 30);
    if (!CHECK(tables < 30 && crosses < 30)) printf("change %d: tables sleep after %.1f s, crosses after %.1f s\n", i, tables, crosses);
  }
  /* Of 400 heaps 7 pairs, three of them by the weight on them. Where who is held off somebody that is put back may sink into him in each step, 64;
     before two that meet were swept together, 2.7 in each heap. */
  const int heaps = runs > 1 ? 40 : 1;
  int crossed = 0;
  for (int i = 0; i < heaps; i++) crossed += crossings(i);
  if (!CHECK(crossed <= 3)) printf("%d pairs of bars cross each other in %d heaps\n", crossed, heaps);
  trains(runs > 1);
  pour("pile1k", 200);
  if (runs > 1) pour("pile5k", 200);
  return checks_done();
}
