/* Bytes of a box at rest, awake and asleep, with its contacts: Benchmarks/memory.c, with bounds. They do not depend on time.
   SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "check.h"

#include <stddef.h>
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__GLIBC__) && defined(__OPTIMIZE__) && !defined(SANITIZED) && !defined(__SANITIZE_ADDRESS__)
#define MEMORY_TEST 1
#include "../../Benchmarks/memory.c"

int main(void) {
  const bytes towers = measure("towers", false, 5500, false), pyramids = measure("pyramids", true, 5500, false);
  CHECK(towers.awake > 500 && towers.awake < 1500); /* four contacts each, one of which touches */
  CHECK(towers.asleep > 500 && towers.asleep < 700);
  CHECK(pyramids.awake > 500 && pyramids.awake < 1500); /* three contacts, of which two touch */
  CHECK(pyramids.asleep > 500 && pyramids.asleep < 700);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  return checks_done();
}
#else
int main(void) {
  CHECK(1); /* nothing to count with */
  return checks_done();
}
#endif
