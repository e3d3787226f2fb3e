/* What comes into being inside what flies does not gather in one place: a scene of the lab, with small changes of gravity, by which runs
   differ. SPDX-License-Identifier: MIT */
#include "../../Benchmarks/lab/lab.h"
#include "check.h"
#include <string.h>

/* The most contacts that 2,400 items have at once. */
static int most_contacts(const LabScene *scene, int change) {
  const LabWorldDef def = { .gravityY = -10 * (1 + 1e-4f * (float)change), .dt = 1 / 60.0f, .workers = 1, .continuous = true };
  int most = 0;
  lab_scene_reset();
  lab_world_create(&def);
  scene->build();
  lab_ready();
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

int main(void) {
  /* Of fifty changes those with which groups were once drawn into one place, each stopped by some part of another. */
  const int changes[] = { 29, 14, 20, 49, 7, 47 };
#ifdef NDEBUG
  const int count = 6;
#else
  const int count = 1;
#endif
  for (int k = 0; k < lab_further_count; k++) {
    if (strcmp(lab_further_scenes[k].name, "fountain") != 0) continue;
    for (int i = 0; i < count; i++) {
      const int most = most_contacts(lab_further_scenes + k, changes[i]);
      if (!CHECK(most > 8000 && most < 15000)) printf("change %d: %d contacts\n", changes[i], most);
    }
  }
  return checks_done();
}
