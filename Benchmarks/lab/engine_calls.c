/* An engine whose functions are set from outside, as by ctypes: the lab or the truth harness is built with this file into a
 * shared library, and the program that loads it fills `lab_calls` and calls lab_run. See engine_pyb2d3.py.
 * SPDX-License-Identifier: MIT */
#include "lab.h"

/* Records pass as plain numbers, in the order of lab.h. */
struct LabCalls {
    const char *name;
    void (*world_create)(const LabWorldDef *);
    void (*world_destroy)(void);
    int (*body)(const LabBodyDef *);
    void (*box)(int, float, float, float, float, float, const LabMaterial *);
    void (*circle)(int, float, float, float, const LabMaterial *);
    void (*segment)(int, float, float, float, float, const LabMaterial *);
    void (*revolute)(int, int, float, float, float, float);
    void (*spring)(int, int, float, float, float, float, float, float, float);
    void (*apply_force)(int, float, float);
    float (*mass)(int);
    void (*get)(int, LabState *);
    void (*step)(void);
    void (*counters)(LabCounters *);
    void (*set_velocity)(int, float, float, float);
    int (*substeps)(void);
    bool (*polygon)(int, const float *, int, const LabMaterial *);
    bool (*chain)(int, const float *, int, const LabMaterial *);
    bool (*rod)(int, int, float, float, float, float, float);
    bool (*snap)(int, float, float, float, float);
    bool (*damping)(int, float, float);
    bool (*fix_rotation)(int);
} lab_calls;

const char *lab_engine_name(void) { return lab_calls.name; }
void lab_world_create(const LabWorldDef *d) { lab_calls.world_create(d); }
void lab_world_destroy(void) { lab_calls.world_destroy(); }
int lab_body(const LabBodyDef *d) { return lab_calls.body(d); }
void lab_box(int b, float hx, float hy, float cx, float cy, float a, const LabMaterial *m) { lab_calls.box(b, hx, hy, cx, cy, a, m); }
void lab_circle(int b, float r, float cx, float cy, const LabMaterial *m) { lab_calls.circle(b, r, cx, cy, m); }
void lab_segment(int b, float x1, float y1, float x2, float y2, const LabMaterial *m) { lab_calls.segment(b, x1, y1, x2, y2, m); }
void lab_revolute(int a, int b, float ax, float ay, float bx, float by) { lab_calls.revolute(a, b, ax, ay, bx, by); }
void lab_spring(int a, int b, float ax, float ay, float bx, float by, float length, float hertz, float damping) {
    lab_calls.spring(a, b, ax, ay, bx, by, length, hertz, damping);
}
bool lab_joint(LabJointKind kind, int a, int b, float ax, float ay, float bx, float by, float low, float high, float friction) {
    (void)kind; (void)a; (void)b; (void)ax; (void)ay; (void)bx; (void)by; (void)low; (void)high; (void)friction; return false;
}
void lab_ready(void) {}
void lab_apply_force(int b, float fx, float fy) { lab_calls.apply_force(b, fx, fy); }
float lab_mass(int b) { return lab_calls.mass(b); }
void lab_get(int b, LabState *s) { lab_calls.get(b, s); }
void lab_step(void) { lab_calls.step(); }
void lab_counters(LabCounters *c) { lab_calls.counters(c); }
bool lab_profile(double ms[LAB_P_COUNT]) { (void)ms; return false; }
void lab_set_velocity(int b, float vx, float vy, float w) { lab_calls.set_velocity(b, vx, vy, w); }
int lab_substeps(void) { return lab_calls.substeps(); }
void lab_get_exact(int b, double o[6]) {
    LabState s; lab_get(b, &s);
    o[0] = s.x; o[1] = s.y; o[2] = s.angle; o[3] = s.vx; o[4] = s.vy; o[5] = s.w;
}
bool lab_polygon(int b, const float *xy, int n, const LabMaterial *m) { return lab_calls.polygon(b, xy, n, m); }
bool lab_chain(int b, const float *xy, int n, const LabMaterial *m) { return lab_calls.chain(b, xy, n, m); }
bool lab_rod(int a, int b, float ax, float ay, float bx, float by, float length) { return lab_calls.rod(a, b, ax, ay, bx, by, length); }
bool lab_snap(int b, float x, float y, float hertz, float damping) { return lab_calls.snap(b, x, y, hertz, damping); }
bool lab_damping(int b, float linear, float angular) { return lab_calls.damping(b, linear, angular); }
bool lab_fix_rotation(int b) { return lab_calls.fix_rotation(b); }
bool lab_veto(LabVeto ask) { (void)ask; return false; }
