/* What a scene of the lab comes to with shorter steps, for any engine of the lab: engines that agree there tell which of two figures at 1/60 s is
 * nearer to the truth. The mean speed of all that moves from one time to another, and of how many the center is above some height at its end; runs
 * differ by a ten-thousandth of gravity each.
 * SPDX-License-Identifier: MIT
 *   gcc -O2 -std=gnu11 -IBenchmarks/lab -Iinclude Benchmarks/converge.c Benchmarks/lab/scenes.c Benchmarks/lab/engine_bagatelle.c -L<library> -lbagatelle -lm -o converge
 *   converge <scene> <times as many steps> <runs> <from, s> <to, s> <height, m>
 * docs/physics.md ("What comes of shorter steps") has what it told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lab.h"

static double mean_speed(void) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < lab_body_count; i++) {
        LabState s;
        lab_get(i, &s);
        if (lab_mass(i) <= 0) continue;
        sum += hypot(s.vx, s.vy);
        count++;
    }
    return sum / count;
}

int main(int argc, char **argv) {
    const LabScene *scene = NULL;
    for (int i = 0; argc == 7 && i < lab_scene_count; i++)
        if (!strcmp(lab_scenes[i].name, argv[1])) scene = &lab_scenes[i];
    if (!scene) return fputs("converge <scene> <times as many steps> <runs> <from, s> <to, s> <height, m>\n", stderr), 2;
    const int times = atoi(argv[2]), runs = atoi(argv[3]);
    const double from = atof(argv[4]), to = atof(argv[5]), height = atof(argv[6]);
    double means = 0, least = INFINITY, most = 0, ups = 0;
    for (int run = 0; run < runs; run++) {
        const LabWorldDef def = { .gravityY = scene->gravityY * (1 + 1e-4f * (float)run), .dt = 1 / 60.0f / (float)times, .workers = 1, .continuous = true };
        lab_scene_reset();
        lab_world_create(&def);
        scene->build();
        lab_ready();
        double sum = 0;
        int looks = 0, above = 0;
        for (int step = 1; step <= lround(60 * to); step++) {
            if (scene->before) scene->before(step - 1);
            for (int i = 0; i < times; i++) lab_step();
            if (step <= lround(60 * from)) continue;
            sum += mean_speed();
            looks++;
        }
        for (int i = 0; i < lab_body_count; i++) {
            LabState s;
            lab_get(i, &s);
            above += lab_mass(i) > 0 && s.y > height;
        }
        const double mean = sum / looks;
        means += mean / runs;
        least = fmin(least, mean);
        most = fmax(most, mean);
        ups += (double)above / runs;
        lab_world_destroy();
    }
    printf("%s, %s at %d Hz, %d runs: mean speed %.5f m/s (%.5f to %.5f), above %g m %.0f\n", lab_engine_name(), scene->name, 60 * times, runs, means, least, most, height, ups);
    return 0;
}
