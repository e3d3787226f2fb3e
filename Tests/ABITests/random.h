/* Random numbers for the C tests: SplitMix64 (Steele, Lea and Flood, 2014). SPDX-License-Identifier: MIT */
#ifndef RANDOM_H
#define RANDOM_H
#include <stdint.h>

static uint64_t random_state;

static inline uint64_t next(void) {
  uint64_t x = random_state += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}
/* 0 to n - 1; 0 where there is nothing below n. */
static inline int below(int n) { return n > 0 ? (int)(next() % (uint64_t)n) : 0; }
static inline double between(double a, double b) { return a + (b - a) * (double)(next() >> 11) / 9007199254740992.0; }
#endif
