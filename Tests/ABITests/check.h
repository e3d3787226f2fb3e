/* Counting checks for the C tests. SPDX-License-Identifier: MIT */
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>

static _Atomic long checks_passed, checks_failed; /* some tests check on several threads */

/* Counts a condition; prints the first failures. */
#define CHECK(condition) check_that((condition), __FILE__, __LINE__, #condition)
static inline int check_that(int good, const char *file, int line, const char *text) {
  if (good) checks_passed++;
  else if (++checks_failed <= 50) printf("%s:%d: %s\n", file, line, text);
  return good;
}

static inline int checks_done(void) {
  printf("%ld passed, %ld failed\n", checks_passed, checks_failed);
  return checks_failed != 0 || checks_passed == 0;
}
#endif
