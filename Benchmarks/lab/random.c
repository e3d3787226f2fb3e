/* Scenes drawn by a seed, chosen with --random=SEED: what nobody had in mind when the engines were written. A seed gives two, without gravity and with it: 150 to
 * 3,000 bodies of one kind, or of several, of one size or of many, in rows, in heaps or coming down, at rest or thrown, in a box, a ring or on a floor,
 * pinned or sprung together or not, and with nothing, a bar that turns, a piston, paddles or discs among them that move as told.
 * SPDX-License-Identifier: MIT */
#include "lab.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979f
enum { MOST = 3200 };

int lab_random_seed = 1;

typedef enum { BALLS, SQUARES, BRICKS, POLYGONS, CROSSES, MANY, ALL, BARS } Kind;
typedef enum { BOX, RING, PIT, FLOOR } Container;
typedef enum { CLOSE, TOUCHING, SHIFTED, NARROW, STREAM } Arrangement;
typedef enum { REST, THROWN, TO_THE_MIDDLE, ONE_WAY, A_FEW } Speed;
typedef enum { CHAINS = 2, PAIRS, SPRINGS } Joints;      /* below them: none */
typedef enum { BAR = 2, PISTON, PADDLES, DISCS } Movers; /* below them: none */

static uint32_t state;
static LabMaterial material;
static Kind kind;
static Movers mover;
static int hands[8], hand_count, first, wanted, each;
static bool comes;
static float smallest, largest, speed, half_width, half_height, pace, turning, frequency;
static char what[220];

static uint32_t next(void) { /* xorshift */
    state ^= state << 13; state ^= state >> 17; state ^= state << 5;
    return state;
}
static float unit(void) { return (float)(next() >> 8) * (1.0f / 16777216.0f); }
static int below(int n) { return (int)((next() >> 10) % (uint32_t)n); }
static int body(LabBodyType type, float x, float y, float angle, float vx, float vy, float w) {
    LabBodyDef d; memset(&d, 0, sizeof d);
    d.type = type; d.x = x; d.y = y; d.angle = angle; d.vx = vx; d.vy = vy; d.w = w;
    lab_body_count++;
    return lab_body(&d);
}
static void shape(int b, float r) {
    switch (kind == MANY ? (Kind)below(4) : kind == ALL ? (Kind)below(5) : kind) {
    case BALLS: lab_circle(b, r, 0, 0, &material); break;
    case SQUARES: lab_box(b, r, r, 0, 0, 0, &material); break;
    case BRICKS: lab_box(b, r * 1.5f, r * 0.6f, 0, 0, 0, &material); break;
    case POLYGONS: {
        int n = 3 + below(6);
        float xy[16];
        for (int i = 0; i < n; i++) { float a = 2 * PI * (float)i / (float)n; xy[2 * i] = r * cosf(a); xy[2 * i + 1] = r * sinf(a); }
        (void)lab_polygon(b, xy, n, &material);
        break;
    }
    case CROSSES: lab_box(b, r, 0.25f * r, 0, 0, 0, &material); lab_box(b, 0.25f * r, r, 0, 0, 0, &material); break;
    default: lab_box(b, r * 2.5f, r * 0.35f, 0, 0, 0, &material); break;
    }
}
static float size(void) { return smallest * powf(largest / smallest, unit()); }

static void build_walls(Container container) {
    int s = body(LAB_STATIC, 0, 0, 0, 0, 0, 0);
    if (container == BOX) {
        lab_box(s, half_width + 2, 1, 0, -half_height - 1, 0, &material);
        lab_box(s, half_width + 2, 1, 0, half_height + 1, 0, &material);
        lab_box(s, 1, half_height, -half_width - 1, 0, 0, &material);
        lab_box(s, 1, half_height, half_width + 1, 0, 0, &material);
    } else if (container == RING) {
        static float xy[722];
        float r = sqrtf(half_width * half_width + half_height * half_height);
        for (int i = 0; i <= 360; i++) { float a = 2 * PI * (float)i / 360; xy[2 * i] = r * cosf(a); xy[2 * i + 1] = -r * sinf(a); }
        (void)lab_chain(s, xy, 361, &material);
        half_width = half_height = r * 0.7f;
    } else if (container == PIT) {
        float w = half_width, h = half_height, xy[] = { w, h, w, -h, -w, -h, -w, h, w, h };
        (void)lab_chain(s, xy, 5, &material);
    } else lab_box(s, 20 * half_width, 1, 0, -half_height - 1, 0, &material);
}
static void build_movers(void) {
    int count = mover == BAR || mover == PISTON ? 1 : 1 + below(6);
    pace = 3 * powf(20, unit()); turning = 0.5f + 8 * unit(); frequency = 1 + 3 * unit();
    if (mover == PADDLES) turning *= 0.3f;
    for (int i = 0; i < count; i++) {
        float x = count == 1 ? 0 : half_width * (2 * unit() - 1), y = count == 1 ? -half_height * 0.3f : half_height * (2 * unit() - 1);
        int h = hands[hand_count++] = body(LAB_KINEMATIC, x, y, 0, 0, 0, 0);
        if (mover == BAR) lab_box(h, 0.6f, half_height * (0.4f + 0.25f * unit()), 0, 0, 0, &material);
        else if (mover == PISTON) lab_box(h, 0.8f, half_height * 0.9f, 0, 0, 0, &material);
        else if (mover == PADDLES) lab_box(h, 0.2f * half_width, 0.5f, 0, 0, 0, &material);
        else lab_circle(h, 1 + 2 * unit(), 0, 0, &material);
    }
    first += count;
}
static void build_bodies(Arrangement arrangement, Speed how, Joints joints, Container container) {
    static int ids[MOST];
    float across = 2 * largest * (kind == BRICKS ? 1.5f : kind == BARS ? 2.5f : 1) * (arrangement == CLOSE ? 1.02f : arrangement == TOUCHING ? 1.0f : arrangement == SHIFTED ? 1.3f : 1.1f);
    float up = (kind == BARS ? 0.36f * 2 * largest : 2 * largest) * (arrangement == CLOSE ? 1.02f : arrangement == TOUCHING ? 1.0f : 1.1f);
    int columns = (int)((2 * half_width - across) / across), rows = (int)((2 * half_height - up) / up);
    if (arrangement == NARROW) columns = (int)((float)columns * 0.4f);
    if (columns < 1) columns = 1;
    if (rows < 1) rows = 1;
    if (container == FLOOR) rows = 100000;
    if (columns * rows < wanted) wanted = columns * rows;
    float wayX = speed * (2 * unit() - 1), wayY = speed * (2 * unit() - 1);
    for (int i = 0; i < wanted; i++) {
        int column = i % columns, row = i / columns;
        float x = ((float)column - (float)(columns - 1) * 0.5f) * across + (arrangement == SHIFTED && (row & 1) ? across * 0.25f : 0);
        float y = -half_height + up * (0.5f + (float)row), vx = 0, vy = 0;
        if (how == THROWN) { vx = speed * (2 * unit() - 1); vy = speed * (2 * unit() - 1); }
        else if (how == TO_THE_MIDDLE) { float l = hypotf(x, y) + 1e-3f; vx = -speed * x / l; vy = -speed * y / l; }
        else if (how == ONE_WAY) { vx = wayX; vy = wayY; }
        else if (how == A_FEW && i % 50 == 0) { vx = 3 * speed * (2 * unit() - 1); vy = 3 * speed * (2 * unit() - 1); }
        ids[i] = body(LAB_DYNAMIC, x, y, arrangement == SHIFTED ? 0.2f * (float)(i % 5) : 0, vx, vy, how == THROWN ? 4 * unit() - 2 : 0);
        shape(ids[i], size());
    }
    for (int i = 1; joints >= CHAINS && i < wanted; i++) {
        if (i % columns == 0 || i % (joints == CHAINS ? 8 : joints == PAIRS ? 2 : 5) == 0) continue;
        if (joints == SPRINGS) lab_spring(ids[i - 1], ids[i], 0, 0, 0, 0, across, 4, below(2) ? 0 : 0.3f);
        else lab_revolute(ids[i - 1], ids[i], across / 2, 0, -across / 2, 0);
    }
}
static void build(bool falls) {
    static const float frictions[] = { 0, 0.1f, 0.3f, 0.6f, 1 }, elasticities[] = { 0, 0, 0, 0.1f, 0.5f, 0.9f, 1 };
    static const Kind kinds[] = { BALLS, SQUARES, SQUARES, BRICKS, POLYGONS, CROSSES, MANY, MANY, ALL, BARS };
    state = 2463534242u ^ (uint32_t)lab_random_seed * 2654435761u;
    for (int i = 0; i < 20; i++) (void)next();
    hand_count = 0; first = 1; comes = false;
    memset(&material, 0, sizeof material);
    material.density = 1; material.friction = frictions[below(5)]; material.restitution = elasticities[below(7)];
    kind = kinds[below(10)];
    wanted = (int)(150 * powf(20, unit()));
    smallest = 0.15f * powf(2.5f, unit());
    largest = below(3) == 0 ? smallest * (1.5f + 3 * unit()) : smallest;
    Container container = (Container)below(4);
    Arrangement arrangement = (Arrangement)below(5);
    Speed how = (Speed)below(5);
    Joints joints = (Joints)below(5);
    mover = (Movers)below(6);
    float mean = (smallest + largest) / 2, fill = container == FLOOR ? 0.3f : 0.12f + 0.5f * unit();
    float area = (float)wanted * 4 * mean * mean / fill;
    half_width = sqrtf(area) * (0.5f + unit() * 0.5f);
    half_height = fmaxf(area / half_width / 4, 4 * largest);
    half_width = fmaxf(half_width, 6 * largest);
    speed = how ? 2 * powf(20, unit()) : 0;
    build_walls(container);
    if (mover >= BAR) build_movers();
    comes = arrangement == STREAM && falls;
    each = 1 + wanted / 120;
    int drawn = wanted;
    if (!comes) build_bodies(arrangement, how, joints, container);
    snprintf(what, sizeof what, "drawn=%d friction=%.1f elasticity=%.1f kind=%d sizes=%.2f-%.2f container=%d arrangement=%d speed=%d/%.1f joints=%d movers=%d x %d", drawn,
             material.friction, material.restitution, kind, smallest, largest, container, arrangement, how, speed, comes ? 0 : joints, mover, hand_count);
}
static void build_still(void) { build(false); }
static void build_falling(void) { build(true); }
static void before(int step) {
    float t = (float)step / 60.0f;
    for (int i = 0; i < hand_count; i++) {
        float phase = frequency * t + (float)i;
        if (mover == BAR) lab_set_velocity(hands[i], 0, 0, turning);
        else if (mover == PISTON) lab_set_velocity(hands[i], pace * 0.3f * cosf(frequency * t), 0, 0);
        else if (mover == PADDLES) lab_set_velocity(hands[i], 0, 0.3f * pace * sinf(phase), turning);
        else lab_set_velocity(hands[i], 0.5f * pace * cosf(phase), 0.5f * pace * sinf(phase), 0);
    }
    for (int i = 0; comes && i < each && lab_body_count - first < wanted; i++) {
        float x = half_width * 0.6f * (2 * ((float)i + 0.5f) / (float)each - 1) + 0.1f * smallest * unit();
        int b = body(LAB_DYNAMIC, x, half_height * 0.8f, unit(), 0, -4 - speed * 0.3f, 0);
        shape(b, size());
    }
}
/* How fast they are, and how many have more than three others nearer than any two could be beside each other. */
static void judge(char *out, int length) {
    static LabState s[MOST];
    double sum = 0, fastest = 0;
    int bad = 0, crowded = 0, count = 0;
    for (int i = first; i < lab_body_count && count < MOST; i++) {
        lab_get(i, &s[count]);
        if (isfinite(s[count].x) && isfinite(s[count].y)) count++; else bad++;
    }
    for (int i = 0; i < count; i++) {
        int around = 0;
        double v = hypot(s[i].vx, s[i].vy);
        sum += v; fastest = fmax(fastest, v);
        for (int k = 0; k < count; k++) around += k != i && hypot(s[i].x - s[k].x, s[i].y - s[k].y) < smallest;
        crowded += around > 3;
    }
    snprintf(out, (size_t)length, "mean_speed=%.2f fastest=%.1f crowded=%d bad=%d %s", sum / (count ? count : 1), fastest, crowded, bad, what);
}

const LabScene lab_random_scenes[] = {
    { "still", "drawn by a seed, without gravity", 0, 240, build_still,   before, judge, false, true,   0 },
    { "falls", "drawn by a seed, under gravity",   0, 240, build_falling, before, judge, false, true, -10 },
};
const int lab_random_count = sizeof lab_random_scenes / sizeof lab_random_scenes[0];
