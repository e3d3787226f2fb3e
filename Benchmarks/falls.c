/* Trains of small items that fall fast onto a floor, for any engine of the lab: how much energy is left, by how much it rises in a step at most, and
 * how fast anybody is in the end. All have elasticity 0, so that all of it should be gone when the last has arrived.
 * SPDX-License-Identifier: MIT
 *   gcc -O2 -std=gnu11 -IBenchmarks/lab -Iinclude Benchmarks/falls.c Benchmarks/lab/engine_bagatelle.c -L<library> -lbagatelle -lm -o falls
 *   falls <steps a second> <sub-steps> <0 discs, 1 boxes, 2 groups of three, 3 all> <m/s> <items> <gravity, m/s2>
 * docs/log/physics-contacts.md ("Unsettled contacts") has what it told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lab.h"

enum { COLUMNS = 55, SECONDS = 2 };
int lab_body_count;
const LabScene lab_scenes[1];
const int lab_scene_count = 0;
void lab_scene_reset(void) { lab_body_count = 0; }

static int body(LabBodyType type, float x, float y, float vy) {
    LabBodyDef d = { .type = type, .x = x, .y = y, .vy = vy };
    lab_body_count++;
    return lab_body(&d);
}
static void build(int kind, float speed, int count) {
    const LabMaterial m = { 1, 0.5f, 0, 0 };
    int floor = body(LAB_STATIC, 0, 0, 0);
    lab_box(floor, 20, 0.5f, 0, -0.5f, 0, &m);
    lab_box(floor, 0.5f, 60, -20.5f, 60, 0, &m);
    lab_box(floor, 0.5f, 60, 20.5f, 60, 0, &m);
    for (int i = 0; i < count; i++) {
        int b = body(LAB_DYNAMIC, ((float)(i % COLUMNS) - 27) * 0.7f, 0.5f + (float)(i / COLUMNS) * 0.29f, -speed), k = kind < 3 ? kind : i % 3;
        if (k == 0) lab_circle(b, 0.14f, 0, 0, &m);
        else if (k == 1) lab_box(b, 0.2f, 0.1f, 0, 0, 0, &m);
        else lab_box(b, 0.1f, 0.06f, 0, 0, 0, &m), lab_circle(b, 0.08f, 0.1f, 0, &m), lab_circle(b, 0.08f, -0.1f, 0, &m);
    }
}
/* Of motion without turning, and of height. */
static double energy(double gravity, double *fastest) {
    double sum = 0;
    *fastest = 0;
    for (int i = 1; i < lab_body_count; i++) {
        LabState s;
        lab_get(i, &s);
        double v = hypot(s.vx, s.vy);
        *fastest = fmax(*fastest, v);
        sum += lab_mass(i) * (0.5 * v * v + gravity * s.y);
    }
    return sum;
}

int main(int argc, char **argv) {
    if (argc != 7) return fputs("falls <steps a second> <sub-steps> <kind> <m/s> <items> <gravity>\n", stderr), 2;
    const double rate = atof(argv[1]), gravity = atof(argv[6]);
    const LabWorldDef def = { .gravityY = -(float)gravity, .dt = (float)(1 / rate), .iterations = atoi(argv[2]), .workers = 1, .continuous = true };
    double fastest = 0, most = 0, rise = 0;
    lab_scene_reset();
    lab_world_create(&def);
    build(atoi(argv[3]), (float)atof(argv[4]), atoi(argv[5]));
    lab_ready();
    const double start = energy(gravity, &fastest);
    double last = start;
    for (int step = 1; step <= SECONDS * rate; step++) {
        lab_step();
        const double now = energy(gravity, &fastest);
        rise = fmax(rise, now - last);
        last = now;
        if (step % (int)(SECONDS * rate / 10) == 0) printf("%.1f s: %.4f of the energy, fastest %.2f m/s\n", step / rate, now / start, fastest);
        if (step > 0.6 * rate) most = fmax(most, fastest);
    }
    printf("%s: %.4f left, rises by %.4f at most in a step; fastest after 0.6 s %.2f m/s\n", lab_engine_name(), last / start, rise / start, most);
    lab_world_destroy();
    return 0;
}
