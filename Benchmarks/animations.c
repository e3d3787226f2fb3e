/* Times the ticks of running property animations through the C API, and counts the memory that they ask for.
   animations [<count> [<seconds>]]; prints one line. SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <bagatelle/bagatelle.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Every allocation of the process passes here ----------------------------------------------- */
static unsigned long allocations;
#ifdef __GLIBC__
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
void *malloc(size_t size) { allocations++; return __libc_malloc(size); }
void *calloc(size_t count, size_t size) { allocations++; return __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { allocations++; return __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { allocations++; return __libc_memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  allocations++;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
#endif

static void must(bgt_status status) {
  if (status >= 0) return;
  fprintf(stderr, "animations: %s\n", bgt_last_error_message());
  exit(1);
}
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bgt_item *items;
static void move_one(bgt_property_animator animator, void *context) {
  const size_t i = (size_t)(bgt_item *)context;
  (void)animator;
  must(bgt_item_set_center(items[i], (bgt_vec2){ (double)(i % 97) * 10 + 500, (double)(i % 89) * 7 + 300 }));
  if (i % 2) must(bgt_item_set_alpha(items[i], 0.2));
}

int main(int argc, char **argv) {
  const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
  const size_t ticks = (size_t)((argc > 2 ? strtod(argv[2], NULL) : 10) * 60);
  double *times = malloc(ticks * sizeof *times), *advances = malloc(ticks * sizeof *advances);
  bgt_timing timings[4];
  bgt_timeline timeline;
  double sum = 0, sums = 0, check = 0;
  unsigned long before;
  items = malloc(count * sizeof *items);
  must(bgt_timeline_create(&timeline));
  must(bgt_timing_create_curve(BGT_CURVE_EASE_IN_OUT, &timings[0]));
  must(bgt_timing_create_curve(BGT_CURVE_LINEAR, &timings[1]));
  must(bgt_timing_create_spring_ratio(0.6, (bgt_vec2){ 0, 0 }, false, &timings[2]));
  must(bgt_timing_create_cubic((bgt_vec2){ 0.2, 0.8 }, (bgt_vec2){ 0.3, 1 }, false, &timings[3]));
  for (size_t i = 0; i < count; i++) {
    bgt_property_animator animator;
    must(bgt_item_create(NULL, &items[i]));
    must(bgt_timeline_add_item(timeline, items[i]));
    /* They end at different times after the run. */
    must(bgt_property_animator_create(timeline, (double)ticks / 60 + 1 + (double)(i % 13), timings[i % 4], &animator));
    must(bgt_property_animator_add_animations(animator, 0, move_one, (void *)i, NULL));
    must(bgt_property_animator_start(animator));
    must(bgt_release(animator));
  }
  must(bgt_timeline_advance(timeline, 1.0 / 60)); /* what is made once is made */
  const bgt_presented_state *states;
  uint64_t shown;
  must(bgt_timeline_get_presented_states(timeline, &states, &shown));
  before = allocations;
  for (size_t i = 0; i < ticks; i++) {
    const double start = now();
    must(bgt_timeline_advance(timeline, 1.0 / 60));
    advances[i] = now() - start;
    must(bgt_timeline_get_presented_states(timeline, &states, &shown));
    times[i] = now() - start;
    sum += times[i];
    sums += advances[i];
    check += states[i % shown].center.x;
  }
  before = allocations - before;
  qsort(times, ticks, sizeof *times, compare);
  printf("animations %zu, ticks %zu: advance %.4f ms, with all presented states %.3f ms (median %.3f, worst %.3f), "
         "allocations %lu, running %llu, check %.3f\n", count, ticks, sums / (double)ticks, sum / (double)ticks,
         times[ticks / 2], times[ticks - 1], before, (unsigned long long)bgt_timeline_get_running_count(timeline),
         check);
  return before != 0 || bgt_timeline_get_running_count(timeline) != count;
}
