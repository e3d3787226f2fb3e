/* What the tests of the example scenes share. SPDX-License-Identifier: MIT */
#ifndef SCENE_H
#define SCENE_H
#include "../ABITests/check.h"
#include <math.h>

#define PI 3.14159265358979323846
#define NEAR(value, expected, tolerance) CHECK(fabs((value) - (expected)) <= (tolerance))
#define WITHIN(value, least, greatest) CHECK((value) >= (least) && (value) <= (greatest))
static inline double between(bgt_vec2 a, double x, double y) { return hypot(a.x - x, a.y - y); }

/* The objects of the program that live; at the end of a test as many as at its beginning. */
static inline uint64_t alive(void) { return bgt_get_live_count(0); }
#endif
