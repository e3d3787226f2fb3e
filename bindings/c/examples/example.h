/* What the examples share: calls that must succeed, items, the hash as the last line. SPDX-License-Identifier: MIT */
#ifndef EXAMPLE_H
#define EXAMPLE_H
#include <bagatelle/bagatelle.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A call that must succeed. */
static inline void ok(bgt_status status) {
  if (status >= 0) return;
  printf("failed: %s\n", bgt_last_error_message());
  exit(1);
}

static inline bgt_item make_item(double x, double y, double width, double height) {
  bgt_item_def def;
  bgt_item item;
  bgt_item_def_init(&def);
  def.center = (bgt_vec2){ x, y };
  def.size = (bgt_vec2){ width, height };
  ok(bgt_item_create(&def, &item));
  return item;
}

/* Adds a behavior and gives the caller's reference back: the animator holds it. */
static inline void add_behavior(bgt_animator animator, bgt_behavior behavior) {
  ok(bgt_animator_add_behavior(animator, behavior));
  ok(bgt_release(behavior));
}

/* The same for a child of another behavior. */
static inline void add_child(bgt_behavior parent, bgt_behavior child) {
  ok(bgt_behavior_add_child(parent, child));
  ok(bgt_release(child));
}

/* The last line of every example is the hash that the same program reaches in every language. */
static inline void print_hash(uint64_t hash) { printf("hash %016" PRIx64 "\n", hash); }

/* Folds the hash of one more tick into that of a run, which begins with FIRST_HASH. */
#define FIRST_HASH 0xcbf29ce484222325u
static inline uint64_t add_hash(uint64_t run, uint64_t tick) { return (run ^ tick) * 0x100000001b3u; }
#endif
