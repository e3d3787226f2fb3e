/* Groups in scenes of the lab, with small changes of gravity, by which runs differ.
   SPDX-License-Identifier: MIT */
#include "../../Benchmarks/lab/lab.h"
#include "check.h"
#include <string.h>

static const LabScene *scene_named(const char *name) {
  for (int k = 0; k < lab_further_count; k++)
    if (strcmp(lab_further_scenes[k].name, name) == 0) return lab_further_scenes + k;
  return NULL;
}
static void begin(const LabScene *scene, int change, bool sleeps) {
  const LabWorldDef def = { .gravityY = -10 * (1 + 1e-4f * (float)change), .dt = 1 / 60.0f, .workers = 1, .sleep = sleeps, .continuous = true };
  lab_scene_reset();
  lab_world_create(&def);
  scene->build();
  lab_ready();
}

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

int main(void) {
#ifdef NDEBUG
  const int runs = 6;
#else
  const int runs = 1;
#endif
  /* Of fifty changes those with which groups were once drawn into one place. */
  const int drawn[] = { 29, 14, 20, 49, 7, 47 };
  for (int i = 0; i < runs; i++) {
    const int most = most_contacts(drawn[i]);
    if (!CHECK(most > 8000 && most < 15000)) printf("fountain, change %d: %d contacts\n", drawn[i], most);
  }
  for (int i = 0; i < runs; i++) {
    const double tables = seconds_to_sleep("tables", i, 30), crosses = seconds_to_sleep("cross", i, 30);
    if (!CHECK(tables < 30 && crosses < 30)) printf("change %d: tables sleep after %.1f s, crosses after %.1f s\n", i, tables, crosses);
  }
  return checks_done();
}
