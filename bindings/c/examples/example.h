/* What the examples share: calls that must succeed, numbers that must hold. SPDX-License-Identifier: MIT */
#ifndef EXAMPLE_H
#define EXAMPLE_H
#include <bagatelle/bagatelle.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

/* A call that must succeed. */
static inline void ok(bgt_status status) {
  if (status >= 0) return;
  printf("failed: %s\n", bgt_last_error_message());
  exit(1);
}

/* Prints a number and whether it lies in its range. */
static inline void expect(const char *what, double value, double least, double greatest) {
  int good = value >= least && value <= greatest;
  printf("%-44s %10.3f  (%g to %g)%s\n", what, value, least, greatest, good ? "" : "  WRONG");
  if (!good) failures++;
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

/* The last line of every example is the hash that the same program reaches in every language. */
static inline void print_hash(uint64_t hash) { printf("hash %016" PRIx64 "\n", hash); }

static inline int finish(bgt_animator animator) {
  print_hash(bgt_animator_get_state_hash(animator));
  return failures != 0;
}
#endif
