/* Sines that are the same with every C library, for comparing the bits of scenes between platforms: cc -include even.h. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
static double even_sin(double x) { /* the first terms of the series, within 1e-15; rounding alone tells */
    x -= 6.283185307179586 * floor(x / 6.283185307179586 + 0.5);
    double term = x, sum = x;
    for (int k = 1; k < 16; k++) { term *= -x * x / (2 * k * (2 * k + 1)); sum += term; }
    return sum;
}
static double even_cos(double x) { return even_sin(x + 1.5707963267948966); }
#define sin even_sin
#define cos even_cos
#define sinf(x) ((float)even_sin(x))
#define cosf(x) ((float)even_cos(x))
#define tanf(x) ((float)(even_sin(x) / even_cos(x)))
