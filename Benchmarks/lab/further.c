/* Further scenes, chosen with --further: what games and interfaces are made of and the eleven do not have (joints in
 * trees and meshes, ranges of angles and ropes, hands, compounds, many static or kinematic bodies, things that come). Ours was mended where they
 * showed it weak: joints, nets and springs to hands.
 * SPDX-License-Identifier: MIT */
#include "lab.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979f

static const LabMaterial solid = { 1.0f, 0.6f, 0.0f, 0 };
static const LabMaterial elastic = { 1.0f, 0.0f, 1.0f, 0 };
static const LabMaterial lively = { 1.0f, 0.3f, 0.6f, 0 };
static uint32_t seed;
static int hands[1100], hand_count, first;  /* kinematic bodies; the first body that is judged */
static float half_width;
static bool lacking; /* a joint that the engine does not have */

static float unit(void) { /* xorshift, [0,1) */
    seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5;
    return (float)(seed >> 8) * (1.0f / 16777216.0f);
}
static int moving(LabBodyType type, float x, float y, float angle, float vx, float vy, float w) {
    LabBodyDef d; memset(&d, 0, sizeof d);
    d.type = type; d.x = x; d.y = y; d.angle = angle; d.vx = vx; d.vy = vy; d.w = w;
    lab_body_count++;
    return lab_body(&d);
}
static int body(LabBodyType type, float x, float y) { return moving(type, x, y, 0, 0, 0, 0); }
static int dynamic(float x, float y) { return body(LAB_DYNAMIC, x, y); }
static int hand(float x, float y) { return hands[hand_count++] = body(LAB_KINEMATIC, x, y); }
static int fixed_body(void) { return body(LAB_STATIC, 0, 0); }
static LabMaterial of_group(int group) { LabMaterial m = solid; m.group = -group; return m; }

static void begin(float width) { lacking = false; seed = 777; hand_count = 0; first = 1; half_width = width; }
/* A floor at 0 and two walls, body 0. */
static void room(float width, float height, const LabMaterial *m) {
    begin(width);
    int g = fixed_body();
    lab_box(g, width + 1, 0.5f, 0, -0.5f, 0, m);
    lab_box(g, 0.5f, height / 2, -width - 0.5f, height / 2, 0, m);
    lab_box(g, 0.5f, height / 2, width + 0.5f, height / 2, 0, m);
}
static void judge(char *out, int size) {
    if (lacking) { snprintf(out, (size_t)size, "not expressed"); return; }
    double speed = 0, top = -1e30; int outside = 0, bad = 0, count = 0;
    for (int i = first; i < lab_body_count; i++) {
        LabState s; lab_get(i, &s);
        if (!isfinite(s.x) || !isfinite(s.y)) { bad++; continue; }
        speed += hypot(s.vx, s.vy); count++;
        if (s.y > top) top = s.y;
        outside += fabsf(s.x) > half_width || s.y < -0.2f;
    }
    snprintf(out, (size_t)size, "mean_speed=%.4f top=%.3f outside=%d bad=%d", speed / (count ? count : 1), top, outside, bad);
}
static void joint(LabJointKind kind, int a, int b, float ax, float ay, float bx, float by, float low, float high, float friction) {
    lacking |= !lab_joint(kind, a, b, ax, ay, bx, by, low, high, friction);
}
/* Every hand goes to and fro. */
static void swing_hands(int step, float x, float y, float w) {
    float t = (float)step / 60;
    for (int i = 0; i < hand_count; i++)
        lab_set_velocity(hands[i], x * cosf(2 * t + 0.3f * (float)i), y * sinf(3 * t + (float)i), w * cosf(4 * t + (float)i));
}

/* ---- Things that come ---- */
static void build_faucet(void) { room(15, 40, &solid); }
static void before_faucet(int step) {
    for (int i = 0; i < 12 && step % 2 == 0 && step < 500; i++) {
        int b = moving(LAB_DYNAMIC, -10 + 20.0f * (float)i / 11 + 0.1f * unit(), 38, 0, 0, -5, 0);
        if ((i + step / 2) & 1) lab_circle(b, 0.22f, 0, 0, &solid); else lab_box(b, 0.2f, 0.2f, 0, 0, 0.2f, &solid);
    }
}
static void build_bricks(void) {
    room(50, 40, &solid);
    for (int w = 0; w < 8; w++)
        for (int r = 0; r < 24; r++)
            for (int c = 0; c < 6; c++)
                lab_box(dynamic(-30 + 8.0f * (float)w + 0.8f * (float)c + (r & 1 ? 0.4f : 0), 0.2f + 0.4f * (float)r), 0.4f, 0.2f, 0, 0, 0, &solid);
}
static void before_bricks(int step) {
    LabMaterial ball = { 4, 0.5f, 0.1f, 0 };
    if (step < 60 || step >= 460 || step % 10) return;
    float y = 2 + 6 * unit(), v = 40 + 20 * unit();
    lab_circle(moving(LAB_DYNAMIC, -48, y, 0, v, 5, 0), 0.4f, 0, 0, &ball);
}
static void build_visit(void) {
    room(400, 60, &solid);
    for (int s = 0; s < 800; s++)
        for (int k = 0; k < 8; k++) lab_box(dynamic(((float)s - 399.5f) * 0.98f, 0.2f + 0.4f * (float)k), 0.2f, 0.2f, 0, 0, 0, &solid);
}
static void before_visit(int step) {
    if (step % 20) return;
    float x = -380 + 760 * unit(), v = 20 * unit() - 10;
    lab_circle(moving(LAB_DYNAMIC, x, 30, 0, v, -10, 2), 0.3f, 0, 0, &solid);
}

/* ---- Shapes and sizes ---- */
static void build_cross(void) {
    room(16, 60, &solid);
    for (int i = 0; i < 1200; i++) {
        int b = moving(LAB_DYNAMIC, ((float)(i % 30) - 14.5f) * 1.02f, 1 + (float)(i / 30) * 1.05f, 0.1f * (float)(i % 7), 0, 0, 0);
        lab_box(b, 0.45f, 0.12f, 0, 0, 0, &solid);
        lab_box(b, 0.12f, 0.45f, 0, 0, 0, &solid);
    }
}
static void build_mixed(void) {
    room(20, 60, &solid);
    for (int i = 0; i < 2400; i++) {
        float r = unit();
        r = 0.08f + 0.5f * r * r * r * r;
        int b = moving(LAB_DYNAMIC, ((float)(i % 40) - 19.5f) * 0.97f, 1 + (float)(i / 40) * 1.1f, 6 * unit(), 0, 0, 0);
        if (i % 3) lab_box(b, r, r * (0.4f + 0.6f * unit()), 0, 0, 0, &solid); else lab_circle(b, r, 0, 0, &solid);
    }
}
static void build_gas(void) {
    room(20, 40, &elastic);
    lab_box(fixed_body(), 21, 0.5f, 0, 40.5f, 0, &elastic);
    first = 2;
    for (int i = 0; i < 2000; i++) {
        float a = 2 * PI * unit();
        int b = moving(LAB_DYNAMIC, ((float)(i % 50) - 24.5f) * 0.75f, 2 + (float)(i / 50) * 0.9f, 0, 8 * cosf(a), 8 * sinf(a), 0);
        if (i & 1) lab_circle(b, 0.15f, 0, 0, &elastic); else lab_box(b, 0.15f, 0.15f, 0, 0, 0, &elastic);
    }
}
static void build_rack(void) {                   /* 1275 discs in a triangle, seen from above, and what comes into them */
    begin(40);
    int g = fixed_body();
    for (int side = -1; side <= 1; side += 2) {
        lab_box(g, 41, 0.5f, 0, 20 + 20.5f * (float)side, 0, &lively);
        lab_box(g, 0.5f, 21, 40.5f * (float)side, 20, 0, &lively);
    }
    for (int r = 0; r < 50; r++)
        for (int c = 0; c <= r; c++) lab_circle(dynamic(5 + 0.52f * (float)r, 20 + 0.6f * ((float)c - 0.5f * (float)r)), 0.29f, 0, 0, &lively);
    lab_circle(moving(LAB_DYNAMIC, -30, 20, 0, 60, 1, 0), 2, 0, 0, &lively);
}
static void build_burst(void) {
    room(60, 120, &solid);
    lab_box(fixed_body(), 61, 0.5f, 0, 120.5f, 0, &solid);
    first = 2;
    for (int i = 0; i < 3600; i++) {
        float x = ((float)(i % 60) - 29.5f) * 0.5f, y = ((float)(i / 60) - 29.5f) * 0.5f, r = hypotf(x, y) + 0.1f;
        lab_box(moving(LAB_DYNAMIC, x, 60 + y, 0, 20 * x / r, 20 * y / r, 3 * unit()), 0.2f, 0.2f, 0, 0, 0, &solid);
    }
}

/* ---- Many bodies that are static or move as told ---- */
static void build_terrain(void) {
    begin(1e9f);
    int g = fixed_body();
    float last = 0;
    for (int i = 0; i < 4000; i++) {
        float y = 3 * sinf((float)i * 0.05f) + 1.3f * sinf((float)i * 0.21f) + 6;
        if (i) lab_segment(g, ((float)i - 1) * 0.5f, last, (float)i * 0.5f, y, &solid);
        last = y;
    }
    for (int i = 0; i < 1500; i++) {
        int b = dynamic(20 + 1.3f * (float)i, 14 + (float)(i % 3));
        if (i & 1) lab_circle(b, 0.3f, 0, 0, &solid); else lab_box(b, 0.3f, 0.25f, 0, 0, 0, &solid);
    }
}
static void build_tiles(void) {
    begin(1e9f);
    for (int i = 0; i < 6000; i++) lab_box(body(LAB_STATIC, (float)(i % 1000) * 0.5f - 250, (float)(i / 1000) * 6), 0.25f, 0.25f, 0, 0, 0, &solid);
    first = lab_body_count;
    for (int i = 0; i < 900; i++) {
        int b = moving(LAB_DYNAMIC, -240 + 3.1f * (float)(i % 150), (float)(i / 150) * 6 + 0.55f, 0, 4, 0, 0);
        if (i & 1) lab_circle(b, 0.28f, 0, 0, &solid); else lab_box(b, 0.3f, 0.28f, 0, 0, 0, &solid);
    }
}
static void build_paddles(void) {
    room(22, 80, &solid);
    for (int i = 0; i < 1024; i++) {
        int r = i / 32, c = i % 32;
        lab_box(hand(((float)c - 15.5f) * 1.35f + (r & 1 ? 0.6f : 0), 3 + 1.2f * (float)r), 0.35f, 0.05f, 0, 0, 0, &solid);
    }
    first = lab_body_count;
    for (int i = 0; i < 1500; i++) lab_circle(dynamic(((float)(i % 50) - 24.5f) * 0.85f, 44 + (float)(i / 50) * 0.5f), 0.15f, 0, 0, &solid);
}
static void before_paddles(int step) { swing_hands(step, 0, 0, 3); }
static void build_belts(void) {
    room(45, 60, &solid);
    for (int i = 0; i < 200; i++) lab_box(hand(((float)(i % 20) - 9.5f) * 4, 4 + 5 * (float)(i / 20)), 1.7f, 0.1f, 0, 0, 0, &solid);
    first = lab_body_count;
    for (int i = 0; i < 1600; i++) {
        int b = dynamic(((float)(i % 80) - 39.5f) * 0.95f, 6 + 2.5f * (float)(i / 80));
        if (i & 1) lab_circle(b, 0.25f, 0, 0, &solid); else lab_box(b, 0.25f, 0.25f, 0, 0, 0, &solid);
    }
}
static void before_belts(int step) { swing_hands(step, 2, 1.5f, 0.5f); }

/* ---- Joints and springs ---- */
static void hang_ropes(bool boxes) {
    room(60, 30, &solid);
    for (int r = 0; r < 60; r++) {
        LabMaterial m = of_group(1 + r);
        float x = ((float)r - 30) * 0.8f;
        int above = hand(x, 20);
        for (int i = 0; i < 25; i++) {
            int b = dynamic(x, 19.85f - 0.3f * (float)i);
            if (boxes) lab_box(b, 0.05f, 0.13f, 0, 0, 0, &m); else lab_circle(b, 0.1f, 0, 0, &m);
            lab_revolute(above, b, 0, i ? -0.15f : 0, 0, 0.15f);
            above = b;
        }
    }
}
static void build_ropes(void) { hang_ropes(false); }
static void build_straps(void) { hang_ropes(true); }
static void before_ropes(int step) { swing_hands(step, 2, 0, 0); }
static void build_bridges(void) {
    room(40, 60, &solid);
    int g = fixed_body();
    first = 2;
    for (int k = 0; k < 12; k++) {
        float y = 4 + 3 * (float)k;
        int before = g;
        for (int i = 0; i < 60; i++) {
            int b = dynamic(-29.5f + (float)i, y);
            lab_box(b, 0.5f, 0.1f, 0, 0, 0, &solid);
            if (i) lab_revolute(before, b, 0.5f, 0, -0.5f, 0); else lab_revolute(g, b, -30, y, -0.5f, 0);
            before = b;
        }
        lab_revolute(before, g, 0.5f, 0, 30, y);
        for (int i = 0; i < 50; i++) {
            int b = dynamic(-25 + (float)i, y + 1);
            if (i & 1) lab_box(b, 0.3f, 0.3f, 0, 0, 0, &solid); else lab_circle(b, 0.3f, 0, 0, &solid);
        }
    }
}
static void build_bridge(void) {
    room(60, 60, &solid);
    int g = fixed_body(), before = g;
    first = 2;
    for (int i = 0; i < 200; i++) {
        int b = dynamic(-49.75f + 0.5f * (float)i, 10);
        lab_box(b, 0.25f, 0.06f, 0, 0, 0, &solid);
        if (i) lab_revolute(before, b, 0.25f, 0, -0.25f, 0); else lab_revolute(g, b, -50, 10, -0.25f, 0);
        before = b;
    }
    lab_revolute(before, g, 0.25f, 0, 50, 10);
    for (int i = 0; i < 400; i++) {
        int b = dynamic(-45 + 90 * unit(), 11 + 0.03f * (float)i);
        if (i & 1) lab_circle(b, 0.2f, 0, 0, &solid); else lab_box(b, 0.2f, 0.2f, 0, 0, 0, &solid);
    }
}
static void knee(float friction, int a, int b, float ax, float ay, float by, float low, float high) {
    if (friction >= 0) joint(LAB_HINGE, a, b, ax, ay, 0, by, low, high, friction); else lab_revolute(a, b, ax, ay, 0, by);
}
static void dolls(float friction) { /* below 0: no ranges of angles */
    room(25, 80, &solid);
    for (int i = 0; i < 120; i++) {
        LabMaterial m = of_group(1 + i);
        float x = ((float)(i % 12) - 5.5f) * 4, y = 4 + (float)(i / 12) * 3.2f;
        int trunk = dynamic(x, y), head;
        lab_box(trunk, 0.25f, 0.5f, 0, 0, 0, &m);
        head = dynamic(x, y + 0.75f);
        lab_circle(head, 0.22f, 0, 0, &m);
        knee(friction, trunk, head, 0, 0.5f, -0.25f, -0.6f, 0.6f);
        for (int k = 0; k < 4; k++) {
            float side = k & 1 ? 1.0f : -1.0f, ax = side * (k > 1 ? 0.15f : 0.3f), ay = k > 1 ? -0.5f : 0.4f, far = k > 1 ? 0.2f : 0.1f;
            int upper = dynamic(x + ax, y + ay - 0.3f), lower;
            lab_box(upper, 0.09f, 0.28f, 0, 0, 0, &m);
            lower = dynamic(x + ax, y + ay - 0.9f);
            lab_box(lower, 0.08f, 0.28f, 0, 0, 0, &m);
            knee(friction, trunk, upper, ax, ay, 0.3f, side > 0 ? -far : -1.4f, side > 0 ? 1.4f : far);
            knee(friction, upper, lower, 0, -0.3f, 0.3f, side > 0 ? 0 : -2, side > 0 ? 2.0f : 0);
        }
    }
}
static void build_ragdolls(void) { dolls(-1); }
static void build_limbs(void) { dolls(0); }
static void build_limp(void) { dolls(3); }
static void build_hoists(void) {
    room(60, 30, &solid);
    for (int r = 0; r < 60; r++) {
        LabMaterial m = of_group(1 + r), heavy = m;
        float x = ((float)r - 30) * 1.5f;
        int g = fixed_body(), above = g;
        heavy.density = 4;
        for (int i = 0; i < 20; i++) {
            int b = dynamic(x + 0.1f * (float)(r % 7) * (float)(i + 1) / 7, 20 - 0.3f * (float)(i + 1));
            if (i < 19) lab_circle(b, 0.1f, 0, 0, &m); else lab_box(b, 0.4f, 0.3f, 0, 0, 0, &heavy);
            joint(LAB_ROPE, above, b, above == g ? x : 0, above == g ? 20 : 0, 0, 0, 0, 0.45f, 0);
            above = b;
        }
    }
}
static void build_welds(void) {
    room(60, 40, &solid);
    for (int k = 0; k < 24; k++) {
        LabMaterial m = of_group(1 + k);
        float x = -50 + 50 * (float)(k & 1) + 1, y = 3 + 1.5f * (float)k;
        int g = fixed_body(), before = g;
        for (int i = 0; i < 16; i++) {
            int b = dynamic(x + 0.5f + (float)i, y);
            lab_box(b, 0.5f, 0.2f, 0, 0, 0, &m);
            joint(LAB_WELD, before, b, before == g ? x : 0.5f, before == g ? y : 0, -0.5f, 0, 0, 0, 0);
            before = b;
        }
        for (int i = 0; i < 16; i++) lab_box(dynamic(x + 1 + 0.9f * (float)i, y + 0.6f), 0.3f, 0.3f, 0, 0, 0, &solid);
    }
}
static void build_slides(void) {
    room(60, 60, &solid);
    for (int k = 0; k < 60; k++) {
        LabMaterial m = of_group(1 + k);
        float x = -52 + 26 * (float)(k % 5), y = 4 + 4.5f * (float)(k / 5), turn = k & 1 ? -0.3f : 0.4f;
        LabBodyDef d; memset(&d, 0, sizeof d);
        d.x = x; d.y = y; d.angle = turn; d.type = LAB_STATIC;
        int before = lab_body(&d);
        lab_body_count++;
        for (int i = 0; i < 12; i++) {
            float far = 0.4f * (float)(i + 1);
            int b = moving(LAB_DYNAMIC, x + far * cosf(turn), y + far * sinf(turn), turn, 0, 0, 0);
            lab_box(b, 0.5f, 0.1f, 0, 0, 0, &m);
            joint(LAB_SLIDE, before, b, 0.2f, 0, -0.2f, 0, -0.3f, 0.6f, 0);
            before = b;
        }
        for (int i = 0; i < 4; i++) {
            float far = 0.4f * 12 + 0.5f, side = i ? 0.5f * (float)i + 0.25f : 0.25f;
            int b = dynamic(x + far * cosf(turn) + side, y + far * sinf(turn));
            lab_box(b, 0.25f, 0.06f, 0, 0, 0, &m);
            lab_revolute(before, b, i ? 0.25f : 0.5f, 0, -0.25f, 0);
            before = b;
        }
    }
}
static void build_cars(void) {
    room(90, 30, &solid);
    for (int i = 0; i < 60; i++) lab_segment(0, -90 + 3 * (float)i, i & 1 ? 0.4f : 0, -87 + 3 * (float)i, i & 1 ? 0 : 0.4f, &solid);
    for (int k = 0; k < 90; k++) {
        LabMaterial m = of_group(1 + k);
        float x = -72 + 5 * (float)(k % 30), y = 2 + 3.5f * (float)(k / 30);
        int c = moving(LAB_DYNAMIC, x, y, 0, 3 + (float)(k % 3), 0, 0);
        lab_box(c, 1, 0.25f, 0, 0, 0, &m);
        for (int side = -1; side < 2; side += 2) {
            float at = 0.7f * (float)side;
            int hub = moving(LAB_DYNAMIC, x + at, y - 0.5f, -PI / 2, 3, 0, 0), wheel = dynamic(x + at, y - 0.5f);
            lab_box(hub, 0.1f, 0.1f, 0, 0, 0, &m);
            lab_circle(wheel, 0.35f, 0, 0, &m);
            joint(LAB_SLIDE, hub, c, 0, 0, at, -0.5f, -0.3f, 0.3f, 0);
            lab_spring(c, hub, at, 0.5f, 0, 0, 1, 3, 0.3f);
            lab_revolute(hub, wheel, 0, 0, 0, 0);
        }
    }
}
static void build_frames(void) {
    room(60, 60, &solid);
    for (int k = 0; k < 80; k++) {      /* a ring of eight beams that hangs on a hinge: one loop each */
        LabMaterial m = of_group(1 + k);
        float x = -52 + 7 * (float)(k % 16), y = 6 + 9 * (float)(k / 16), r = 0.5f / tanf(PI / 8);
        int g = fixed_body(), id[8];
        for (int i = 0; i < 8; i++) {
            float turn = PI / 4 * (float)i;
            id[i] = moving(LAB_DYNAMIC, x + r * sinf(turn), y - r * cosf(turn), turn, k & 1 ? 3.0f : 0, 0, 0);
            lab_box(id[i], 0.5f, 0.06f, 0, 0, 0, &m);
            if (i) joint(LAB_HINGE, id[i - 1], id[i], 0.5f, 0, -0.5f, 0, -PI / 4 - 0.5f, PI / 4 + 0.5f, 0);
        }
        lab_revolute(id[7], id[0], 0.5f, 0, -0.5f, 0);
        lab_revolute(g, id[4], x, y + r, 0, 0);
    }
}
/* 40 x 40 small boxes that are still to be joined, and what does not move. */
static int cloth(int *id) {
    begin(1e9f);
    int g = fixed_body();
    LabMaterial m = of_group(1);
    for (int i = 0; i < 1600; i++) {
        id[i] = dynamic((float)(i % 40) * 0.5f, 30 - (float)(i / 40) * 0.5f);
        lab_box(id[i], 0.1f, 0.1f, 0, 0, 0, &m);
    }
    return g;
}
static void build_quilt(void) {
    int id[1600], g = cloth(id);
    for (int i = 0; i < 40; i += 13) lab_revolute(g, id[i], (float)i * 0.5f, 30, 0, 0);
    for (int i = 0; i < 1600; i++) {
        if (i % 40 < 39) joint(LAB_HINGE, id[i], id[i + 1], 0.25f, 0, -0.25f, 0, -0.5f, 0.5f, i & 1 ? 0.05f : 0);
        if (i < 1560) joint(LAB_ROPE, id[i], id[i + 40], 0, -0.1f, 0, 0.1f, 0, 0.3f, 0);
    }
}
static void build_grids(void) {
    begin(1e9f);
    int g = fixed_body(), id[800];
    LabMaterial m = of_group(1);
    for (int k = 0; k < 16; k++)
        for (int i = 0; i < 50; i++) {
            int at = 50 * k + i;
            id[at] = dynamic(6 * (float)k + (float)(i % 5) * 0.5f, 30 - (float)(i / 5) * 0.5f);
            lab_box(id[at], 0.1f, 0.1f, 0, 0, 0, &m);
            if (i < 5) joint(LAB_WELD, g, id[at], 6 * (float)k + (float)i * 0.5f, 30.25f, 0, 0.25f, 0, 0, 0);
            if (i % 5) joint(LAB_WELD, id[at - 1], id[at], 0.25f, 0, -0.25f, 0, 0, 0, 0);
            if (i >= 5) joint(LAB_WELD, id[at - 5], id[at], 0, -0.25f, 0, 0.25f, 0, 0, 0);
        }
}
static void build_wreck(void) {
    room(40, 40, &solid);
    for (int k = 0; k < 6; k++) {
        LabMaterial m = of_group(1 + k), heavy = m;
        float x = -25 + 10 * (float)k;
        int before = 0;
        heavy.density = 20;
        for (int i = 0; i <= 30; i++) {
            int b = dynamic(x + 0.25f + 0.5f * (float)i + (i == 30 ? 0.25f : 0), 25);
            if (i < 30) lab_box(b, 0.25f, 0.06f, 0, 0, 0, &m); else lab_circle(b, 0.8f, 0, 0, &heavy);
            if (i) lab_revolute(before, b, 0.25f, 0, i < 30 ? -0.25f : -0.5f, 0); else lab_revolute(0, b, x, 25, -0.25f, 0);
            before = b;
        }
    }
    for (int i = 0; i < 600; i++)
        lab_box(dynamic(-22 + 10 * (float)(i / 100) + 0.8f * (float)(i % 4), 0.3f + 0.6f * (float)(i % 100 / 4)), 0.38f, 0.3f, 0, 0, 0, &solid);
}
static void build_mesh(void) {
    int id[1600], g = cloth(id);
    for (int i = 0; i < 40; i += 13) lab_revolute(g, id[i], (float)i * 0.5f, 30, 0, 0);
    for (int i = 0; i < 1600; i++) {
        if (i % 40 < 39) lab_revolute(id[i], id[i + 1], 0.25f, 0, -0.25f, 0);
        if (i < 1560) lab_revolute(id[i], id[i + 40], 0, -0.25f, 0, 0.25f);
    }
}
static void build_drawn(void) {
    room(40, 60, &solid);
    for (int i = 0; i < 400; i++) {
        float x = ((float)(i % 20) - 9.5f) * 1.2f, y = 5 + (float)(i / 20) * 1.2f;
        int h = hand(x, y), b = dynamic(x, y);
        lab_box(b, 0.4f, 0.4f, 0, 0, 0, &solid);
        for (int side = -1; side < 2; side += 2) lab_spring(h, b, 0.5f * (float)side, 0, 0.4f * (float)side, 0.4f, 0.3f, 3, 0.3f);
    }
}
static void before_drawn(int step) { swing_hands(step, 1.5f, 1.5f, 0); }
static void build_springs(void) {
    room(40, 60, &solid);
    for (int k = 0; k < 60; k++) {
        int before = 0;
        for (int i = 0; i < 12; i++) {
            int b = dynamic(-29.9f + (float)k, 30 - 0.8f * (float)i);
            lab_box(b, 0.25f, 0.2f, 0, 0, 0, &solid);
            if (i) lab_spring(before, b, 0, -0.2f, 0, 0.2f, 0.4f, 4, 0.1f);
            else lab_spring(0, b, -30 + (float)k, 30.5f, 0, 0.2f, 0.3f, 4, 0.1f);
            before = b;
        }
    }
}
static void build_soft(void) {
    room(20, 60, &solid);
    for (int q = 0; q < 30; q++) {
        int id[36];
        for (int i = 0; i < 36; i++) {
            id[i] = dynamic(((float)(q % 6) - 2.5f) * 6 + (float)(i % 6) * 0.5f, 2 + (float)(q / 6) * 5 + (float)(i / 6) * 0.5f);
            lab_circle(id[i], 0.2f, 0, 0, &solid);
        }
        for (int i = 0; i < 36; i++) {
            if (i % 6 < 5) lab_spring(id[i], id[i + 1], 0, 0, 0, 0, 0.5f, 6, 0.3f);
            if (i < 30) lab_spring(id[i], id[i + 6], 0, 0, 0, 0, 0.5f, 6, 0.3f);
            if (i < 30 && i % 6 < 5) lab_spring(id[i], id[i + 7], 0, 0, 0, 0, 0.7071f, 6, 0.3f);
            if (i < 30 && i % 6) lab_spring(id[i], id[i + 5], 0, 0, 0, 0, 0.7071f, 6, 0.3f);
        }
    }
}

/* ---- Groups, polygons and what stirs them ---- */
/* A turning ring of boxes, with some that reach in. */
static int drum(float x, float y, float r, int walls, int vanes) {
    int d = hand(x, y);
    float half = r * tanf(PI / (float)walls) + 0.1f;
    for (int i = 0; i < walls; i++) {
        float a = 2 * PI * (float)i / (float)walls;
        lab_box(d, 0.25f, half, (r + 0.25f) * cosf(a), (r + 0.25f) * sinf(a), a, &solid);
    }
    for (int i = 0; i < vanes; i++) {
        float a = 2 * PI * ((float)i + 0.5f) / (float)vanes;
        lab_box(d, 0.1f * r, 0.15f, 0.9f * r * cosf(a), 0.9f * r * sinf(a), a, &solid);
    }
    return d;
}
static void polygon(int b, int n, float r) {      /* with its centroid at 0,0 */
    float xy[16], cx = 0, cy = 0, area = 0;
    float turn = 2 * PI * unit();
    for (int i = 0; i < n; i++) {
        float a = turn + 2 * PI * ((float)i + 0.5f * unit()) / (float)n;
        xy[2 * i] = r * cosf(a); xy[2 * i + 1] = r * sinf(a);
    }
    for (int i = 0; i < n; i++) {
        const float *u = xy + 2 * i, *v = xy + 2 * ((i + 1) % n);
        float k = u[0] * v[1] - u[1] * v[0];
        area += k; cx += k * (u[0] + v[0]) / 3; cy += k * (u[1] + v[1]) / 3;
    }
    for (int i = 0; i < n; i++) { xy[2 * i] -= cx / area; xy[2 * i + 1] -= cy / area; }
    lacking |= !lab_polygon(b, xy, n, &solid);
}
/* A table, an L, a T or a U of two or three shapes, about its middle. */
static void compound(int b, int kind, float s) {
    switch (kind % 4) {
    case 0: lab_box(b, 0.5f * s, 0.08f * s, 0, 0.2f * s, 0, &solid); lab_box(b, 0.08f * s, 0.25f * s, -0.35f * s, -0.13f * s, 0, &solid); lab_box(b, 0.08f * s, 0.25f * s, 0.35f * s, -0.13f * s, 0, &solid); break;
    case 1: lab_box(b, 0.1f * s, 0.45f * s, -0.2f * s, 0, 0, &solid); lab_box(b, 0.25f * s, 0.1f * s, 0.15f * s, -0.35f * s, 0, &solid); break;
    case 2: lab_box(b, 0.45f * s, 0.1f * s, 0, 0.2f * s, 0, &solid); lab_box(b, 0.1f * s, 0.3f * s, 0, -0.2f * s, 0, &solid); break;
    default: lab_box(b, 0.4f * s, 0.1f * s, 0, -0.2f * s, 0, &solid); lab_circle(b, 0.15f * s, -0.35f * s, 0, &solid); lab_circle(b, 0.15f * s, 0.35f * s, 0, &solid); break;
    }
}
static void build_tables(void) {
    room(16, 60, &solid);
    for (int i = 0; i < 1000; i++) compound(moving(LAB_DYNAMIC, ((float)(i % 25) - 12) * 1.22f, 1 + (float)(i / 25) * 1.1f, 6 * unit(), 0, 0, 0), i, 1);
}
static void build_gravel(void) {
    room(16, 70, &solid);
    for (int i = 0; i < 2000; i++) polygon(moving(LAB_DYNAMIC, ((float)(i % 40) - 19.5f) * 0.78f, 1 + (float)(i / 40) * 0.8f, 0, 0, 0, 0), 3 + i % 6, 0.2f + 0.15f * unit());
}
static void build_washer(void) {
    begin(30);
    drum(0, 20, 11, 28, 5);
    first = 1;
    for (int i = 0; i < 1600; i++) {
        int b = dynamic(((float)(i % 40) - 19.5f) * 0.36f, 20 + ((float)(i / 40) - 19.5f) * 0.36f);
        if (i % 3 == 0) lab_circle(b, 0.15f, 0, 0, &solid); else if (i % 3 == 1) lab_box(b, 0.15f, 0.15f, 0, 0, 0, &solid); else polygon(b, 3 + i % 5, 0.17f);
    }
}
static void before_washer(int step) { if (!step) lab_set_velocity(hands[0], 0, 0, 0.45f); }
static void build_spinner(void) {
    room(20, 40, &solid);
    lab_box(fixed_body(), 21, 0.5f, 0, 40.5f, 0, &solid);
    int h = hand(0, 14);
    lab_box(h, 13, 0.3f, 0, 0, 0, &solid); lab_box(h, 0.3f, 13, 0, 0, 0, &solid);
    first = 3;
    for (int i = 0; i < 2200; i++) {
        int b = dynamic(((float)(i % 55) - 27) * 0.7f, 28 + (float)(i / 55) * 0.29f);
        if (i % 3 == 0) lab_circle(b, 0.14f, 0, 0, &solid); else if (i % 3 == 1) lab_box(b, 0.2f, 0.1f, 0, 0, 0, &solid);
        else { lab_box(b, 0.1f, 0.06f, 0, 0, 0, &solid); lab_circle(b, 0.08f, 0.1f, 0, &solid); lab_circle(b, 0.08f, -0.1f, 0, &solid); }
    }
}
static void before_spinner(int step) { if (!step) lab_set_velocity(hands[0], 0, 0, 0.8f); }
static void build_yard(void) {
    room(40, 40, &solid);
    int h = hand(-38, 3);
    lab_box(h, 0.5f, 3, 0, 0, 0, &solid);
    first = 2;
    for (int i = 0; i < 900; i++) {
        int b = moving(LAB_DYNAMIC, ((float)(i % 45) - 20) * 1.5f, 1 + (float)(i / 45) * 1.3f, 6 * unit(), 0, 0, 0);
        if (i % 3) compound(b, i, 1.1f); else polygon(b, 3 + i % 6, 0.45f);
    }
}
static void before_yard(int step) { if (step % 420 == 0) lab_set_velocity(hands[0], step / 420 & 1 ? -5 : 5, 0, 0); }
static void build_fountain(void) { room(14, 30, &solid); }
static void before_fountain(int step) {
    for (int i = 0; i < 4 && step < 600; i++) {
        float spin = 6 * unit(), up = 14 + 5 * unit(), aside = 8 * (unit() - 0.5f); /* arguments would be worked out in any order */
        int k = 4 * step + i, b = moving(LAB_DYNAMIC, 0.6f * ((float)i - 1.5f), 1.5f, 0, aside, up, spin);
        if (k % 4 == 0) lab_circle(b, 0.16f, 0, 0, &solid); else if (k % 4 == 1) lab_box(b, 0.16f, 0.12f, 0, 0, 0, &solid);
        else if (k % 4 == 2) polygon(b, 5, 0.18f); else compound(b, k / 4, 0.45f);
    }
}
static void build_islands(void) {
    room(320, 20, &solid);
    for (int s = 0; s < 500; s++)
        for (int k = 0, r = 0, c = 0; k < 10; k++, c++) {
            if (c == 4 - r) r++, c = 0;
            lab_box(dynamic(((float)s - 249.5f) * 1.25f + ((float)c - 0.5f * (float)(3 - r)) * 0.27f, 0.12f + 0.3f * (float)r + 0.002f * (float)(s % 97)), 0.12f, 0.12f, 0, 0, 0, &solid);
        }
}
static void before_islands(int step) {           /* some are pushed awake */
    if (step % 6) return;
    int s = (int)(unit() * 500);
    lab_set_velocity(1 + 10 * s + 9, 2 * unit() - 1, 1, 3);
}
/* What is told to move drives a crowd on, faster than by half a body in a step. */
static void build_plow(void) {
    begin(2000);
    int g = fixed_body();
    lab_box(g, 2000, 0.5f, 1990, 5.5f, 0, &solid);
    lab_box(g, 2000, 0.5f, 1990, 14.5f, 0, &solid);
    lab_box(hand(-2, 10), 1, 3.95f, 0, 0, 0, &solid);
    first = 2;
    for (int i = 0; i < 900; i++) {
        int b = dynamic(0.8f * (float)(i / 9) + (i % 9 & 1 ? 0.1f : 0), 6.45f + 0.8f * (float)(i % 9));
        if (i & 1) lab_circle(b, 0.35f, 0, 0, &solid); else lab_box(b, 0.35f, 0.35f, 0, 0, 0, &solid);
    }
}
static void before_plow(int step) { if (!step) lab_set_velocity(hands[0], 50, 0, 0); }
static void build_mixer(void) {                  /* a ring of 40 m, and a bar whose ends go at 90 m/s */
    static const LabMaterial slick = { 0.25f, 0.1f, 0.1f, 0 };
    begin(42);
    float ring[722];
    for (int i = 0; i <= 360; i++) { float a = 2 * PI * (float)i / 360; ring[2 * i] = 40 * cosf(a); ring[2 * i + 1] = 42 - 40 * sinf(a); }
    lab_chain(fixed_body(), ring, 361, &slick);
    lab_box(hand(0, 22), 0.6f, 18, 0, 0, 0, &slick);
    first = 2;
    for (int i = 0; i < 3038; i++) {
        int b = dynamic(-23 + 0.8f * (float)(i % 58), 12 + 0.8f * (float)(i / 58));
        if (i % 3 == 0) lab_box(b, 0.5f, 0.25f, 0, 0, 0, &slick);
        else if (i % 3 == 1) lab_circle(b, 0.35f, 0, 0, &slick);
        else lab_box(b, 0.35f, 0.35f, 0, 0, 0, &slick);
    }
}
static void before_mixer(int step) { if (!step) lab_set_velocity(hands[0], 0, 0, 5); }

const LabScene lab_further_scenes[] = {
    { "faucet",   "3000 boxes and discs that come",              0, 700, build_faucet,   before_faucet,  judge, false, true, -10 },
    { "bricks",   "8 walls of bricks and 40 balls",              0, 600, build_bricks,   before_bricks,  judge, false, true, -10 },
    { "visit",    "6400 boxes asleep, and visitors",           100, 600, build_visit,    before_visit,   judge, true,  true, -10 },
    { "cross",    "1200 crosses of two boxes",                   0, 600, build_cross,    NULL,           judge, false, true, -10 },
    { "mixed",    "2400 boxes and discs of many sizes",          0, 600, build_mixed,    NULL,           judge, false, true, -10 },
    { "gas",      "2000 elastic boxes and discs",                0, 600, build_gas,      NULL,           judge, false, true,   0 },
    { "rack",     "1275 discs that a heavy one is shot into",    0, 500, build_rack,     NULL,           judge, false, true,   0 },
    { "burst",    "3600 boxes that fly apart",                   0, 500, build_burst,    NULL,           judge, false, true,   0 },
    { "terrain",  "1500 bodies on 4000 segments",                0, 500, build_terrain,  NULL,           judge, false, true, -10 },
    { "tiles",    "900 bodies on 6000 static boxes",             0, 400, build_tiles,    NULL,           judge, false, true, -10 },
    { "paddles",  "1500 discs through 1024 kinematic paddles",   0, 600, build_paddles,  before_paddles, judge, false, true, -10 },
    { "belts",    "1600 bodies on 200 kinematic plates",         0, 600, build_belts,    before_belts,   judge, false, true, -10 },
    { "ropes",    "60 ropes of 25 discs on moving hands",        0, 500, build_ropes,    before_ropes,   judge, false, true, -10 },
    { "straps",   "60 ropes of 25 boxes on moving hands",        0, 500, build_straps,   before_ropes,   judge, false, true, -10 },
    { "bridges",  "12 bridges of 60 planks, 600 bodies on them", 0, 500, build_bridges,  NULL,           judge, false, true, -10 },
    { "bridge",   "one bridge of 200 planks, 400 bodies on it",  0, 500, build_bridge,   NULL,           judge, false, true, -10 },
    { "ragdolls", "120 ragdolls of ten parts",                   0, 500, build_ragdolls, NULL,           judge, false, true, -10 },
    { "limbs",    "120 ragdolls whose angles have ranges",       0, 500, build_limbs,    NULL,           judge, false, true, -10 },
    { "limp",     "120 ragdolls, ranges and friction",           0, 500, build_limp,     NULL,           judge, false, true, -10 },
    { "hoists",   "60 loads on 20 links of rope each",           0, 500, build_hoists,   NULL,           judge, false, true, -10 },
    { "welds",    "24 arms of 16 welded beams, 384 bodies",      0, 500, build_welds,    NULL,           judge, false, true, -10 },
    { "slides",   "60 telescopes of 12 slides, chains on them",  0, 500, build_slides,   NULL,           judge, false, true, -10 },
    { "cars",     "90 cars on slides and springs",               0, 500, build_cars,     NULL,           judge, false, true, -10 },
    { "frames",   "80 hanging rings of eight beams with ranges", 0, 500, build_frames,   NULL,           judge, false, true, -10 },
    { "quilt",    "40x40 boxes by hinges with ranges and ropes", 0, 400, build_quilt,    NULL,           judge, false, true, -10 },
    { "grids",    "16 grids of 5x10 boxes welded",               0, 400, build_grids,    NULL,           judge, false, true, -10 },
    { "wreck",    "6 heavy balls on chains, and walls",          0, 500, build_wreck,    NULL,           judge, false, true, -10 },
    { "mesh",     "40x40 boxes by revolute joints",              0, 400, build_mesh,     NULL,           judge, false, true, -10 },
    { "drawn",    "400 boxes on springs to moving hands",        0, 600, build_drawn,    before_drawn,   judge, false, true, -10 },
    { "springs",  "60 chains of 12 boxes on springs",            0, 500, build_springs,  NULL,           judge, false, true, -10 },
    { "soft",     "30 soft bodies of 36 discs",                  0, 500, build_soft,     NULL,           judge, false, true, -10 },
    { "tables",   "1000 compounds of 2 or 3 shapes",             0, 500, build_tables,   NULL,           judge, false, true, -10 },
    { "gravel",   "2000 polygons of 3 to 8 corners",             0, 500, build_gravel,   NULL,           judge, false, true, -10 },
    { "washer",   "1600 bodies in a drum with vanes",            0, 600, build_washer,   before_washer,  judge, false, true, -10 },
    { "spinner",  "2200 small bodies, a turning cross",          0, 600, build_spinner,  before_spinner, judge, false, true, -10 },
    { "yard",     "900 compounds and polygons, a pusher",        0, 840, build_yard,     before_yard,    judge, false, true, -10 },
    { "fountain", "2400 bodies of all kinds that come",          0, 700, build_fountain, before_fountain,judge, false, true, -10 },
    { "islands",  "500 small pyramids, sleep, some are pushed",  0, 600, build_islands,  before_islands, judge, true,  true, -10 },
    { "plow",     "900 bodies before a plate at 50 m/s",         0, 120, build_plow,     before_plow,    judge, false, true,   0 },
    { "mixer",    "3038 bodies in a ring, a bar at 5 rad/s",     0, 200, build_mixer,    before_mixer,   judge, false, true, -10 },
};
const int lab_further_count = sizeof lab_further_scenes / sizeof lab_further_scenes[0];
