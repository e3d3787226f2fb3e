/* Memory of boxes at rest, awake and asleep, their contacts included, through the C API: every block of the process is
   counted as malloc gives it, with its header. memory [<boxes> [--blocks]]; prints one line per scene. Tests/ABITests
   includes it and holds bounds. SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <bagatelle/bagatelle.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Every block of the process passes here ---------------------------------------------------- */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
enum { HEADER = sizeof(size_t), KINDS = 4096 };
static size_t live, peak;
static struct { size_t size, count; } kinds[KINDS]; /* living blocks by size */

static void count(void *block, int change) {
  size_t size, at;
  if (!block) return;
  size = malloc_usable_size(block);
  live += (size_t)change * (size + HEADER);
  if (live > peak) peak = live;
  for (at = size % KINDS; kinds[at].size && kinds[at].size != size; at = (at + 1) % KINDS) {}
  kinds[at].size = size;
  kinds[at].count += (size_t)change;
}
static void *made(void *block) { count(block, 1); return block; }
void *malloc(size_t size) { return made(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return made(__libc_calloc(number, size)); }
void *realloc(void *old, size_t size) { count(old, -1); return made(__libc_realloc(old, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return made(__libc_memalign(alignment, size)); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = made(__libc_memalign(alignment, size));
  return *out ? 0 : ENOMEM;
}
void free(void *block) { count(block, -1); __libc_free(block); }

static int by_bytes(const void *a, const void *b) {
  const size_t *x = a, *y = b, p = x[0] * x[1], q = y[0] * y[1];
  return (p < q) - (p > q);
}
static void show_blocks(const char *when, size_t boxes) {
  static size_t list[KINDS][2];
  size_t n = 0;
  for (size_t k = 0; k < KINDS; k++)
    if (kinds[k].count && kinds[k].size) { list[n][0] = kinds[k].size + HEADER; list[n++][1] = kinds[k].count; }
  qsort(list, n, sizeof *list, by_bytes);
  printf("  %s\n", when);
  for (size_t k = 0; k < n && k < 48; k++) {
    const double each = (double)(list[k][0] * list[k][1]) / (double)boxes;
    if (each >= 1) printf("    %9zu blocks of %9zu bytes: %7.1f a box\n", list[k][1], list[k][0], each);
  }
}

static void must(bgt_status status) {
  if (status >= 0) return;
  fprintf(stderr, "memory: %s\n", bgt_last_error_message());
  exit(1);
}

/* Towers of ten boxes, or pyramids of ten rows, whose boxes rest on two others; a pyramid has 55. */
static bgt_vec2 place(bool pyramid, size_t i) {
  size_t row = 0, column = i % 55;
  if (!pyramid) return (bgt_vec2){ (double)(i / 10) * 54, -25 - (double)(i % 10) * 50 };
  while (column >= 10 - row) column -= 10 - row++;
  return (bgt_vec2){ (double)(i / 55) * 600 + (double)column * 54 + (double)row * 27, -25 - (double)row * 50 };
}
typedef struct bytes { double awake, asleep; } bytes; /* of a box */
static bytes measure(const char *name, bool pyramid, size_t boxes, bool blocks) {
  const size_t before = live;
  bgt_item *items = malloc(boxes * sizeof *items);
  const size_t own = live - before;
  bgt_animator animator;
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_counters counters = { .struct_size = sizeof counters };
  double awake, asleep, contacts, touching;
  size_t steps = 0;
  peak = live;
  must(bgt_animator_create(NULL, &animator));
  must(bgt_animator_set_rest_speed(animator, 0));
  must(bgt_gravity_create(NULL, &gravity));
  must(bgt_collision_create(NULL, &collision));
  must(bgt_collision_add_boundary_segment(collision, "floor", (bgt_vec2){ -1000, 0 }, (bgt_vec2){ 1e6, 0 }));
  for (size_t i = 0; i < boxes; i++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.size = (bgt_vec2){ 50, 50 };
    def.center = place(pyramid, i);
    must(bgt_item_create(&def, &items[i]));
    must(bgt_behavior_add_item(gravity, items[i]));
    must(bgt_behavior_add_item(collision, items[i]));
  }
  must(bgt_animator_add_behavior(animator, gravity));
  must(bgt_animator_add_behavior(animator, collision));
  for (int i = 0; i < 200; i++) must(bgt_animator_advance(animator, 1.0 / 60, NULL));
  awake = (double)(live - before - own) / (double)boxes;
  must(bgt_animator_get_counters(animator, &counters));
  contacts = (double)counters.contacts / (double)boxes;
  touching = (double)counters.touching_contacts / (double)boxes;
  if (counters.awake_items != boxes) fprintf(stderr, "memory: %u awake\n", (unsigned)counters.awake_items);
  if (blocks) show_blocks("awake", boxes);
  must(bgt_animator_set_rest_speed(animator, 1.5));
  do {
    must(bgt_animator_advance(animator, 1.0 / 60, NULL));
    must(bgt_animator_get_counters(animator, &counters));
  } while (counters.awake_items && ++steps < 3000);
  if (counters.awake_items) fprintf(stderr, "memory: %u do not sleep\n", (unsigned)counters.awake_items);
  asleep = (double)(live - before - own) / (double)boxes;
  if (blocks) show_blocks("asleep", boxes);
  printf("%-8s %zu boxes, each with %.2f contacts, %.2f of which touch: %.0f bytes a box awake, %.0f asleep, %.0f at most\n",
         name, boxes, contacts, touching, awake, asleep, (double)(peak - before - own) / (double)boxes);
  must(bgt_release(animator));
  must(bgt_release(gravity));
  must(bgt_release(collision));
  for (size_t i = 0; i < boxes; i++) must(bgt_release(items[i]));
  free(items);
  return (bytes){ awake, asleep };
}

#ifndef MEMORY_TEST
int main(int argc, char **argv) {
  const size_t boxes = argc > 1 && atoi(argv[1]) > 0 ? (size_t)atoi(argv[1]) : 5000;
  const bool blocks = argc > 1 && !strcmp(argv[argc - 1], "--blocks");
  measure("towers", false, boxes, blocks);
  measure("pyramids", true, boxes, blocks);
  return 0;
}
#endif
