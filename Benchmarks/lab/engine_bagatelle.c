/* Bagatelle, through its C API alone. Effort: sub-steps, default 4. 100 points to the metre; y grows down here and
 * up in the lab, so y, angles and angular velocities are negated both ways.
 * SPDX-License-Identifier: MIT
 *
 * Kinematic bodies are anchored items that get a target for each step. A moving body of several shapes is an item group,
 * made anew for each further shape, of the last shape's material.
 * A segment of a body that moves is a box, a point thick. lab_revolute is a rigid attachment of length 0. */
#include "lab.h"
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PT 100.0
typedef struct {
    LabBodyDef def;
    int first, count;                                       /* its items */
    float mass;
    bgt_item item, *members; int parts;                     /* of a moving body: its only item, or its group and what it is of */
    double ox, oy, turn;                                    /* its origin from the item's center, in the item's frame; its angle against it */
} Body;
typedef struct { bgt_id id; int state, group, body; bool moving; double cx, cy, angle; bool in_hand; } Piece;   /* and its place in the body */
typedef struct { double x, y, angle; } Pose;                /* of a kinematic body, as it was told */
typedef struct { float density, friction, restitution; bool anchored; bgt_item_behavior behavior; } Material;
typedef struct { float linear, angular; bgt_item_behavior behavior; } Damping;
typedef struct { bgt_vec2 *points; int count; float friction, restitution; } Line;

static bgt_animator animator; static bgt_gravity gravity; static bgt_collision collision; static bgt_item_behavior fixed;
static Body *bodies; static Piece *pieces; static Material *materials; static Damping *dampings; static Line *lines;
static Pose *poses; static int cposes;
static bgt_id *owned;
static int nb, np, nm, nd, nl, no, driven, last_driven, cb, cp, cm, cd, cl, co, joints;
static double dt; static int substeps; static bool pull, stepped; static LabVeto veto;

static void *grow(void *p, int n, int *cap, size_t size) {
    if (n < *cap) return p;
    *cap = *cap ? *cap * 2 : 256;
    if (!(p = realloc(p, size * (size_t)*cap))) abort();
    return p;
}
#define PUSH(array, n, cap) (array = grow(array, n, &cap, sizeof *array), n++)

static void say(const char *what) {                         /* once each */
    static const char *said[32]; static int n;
    for (int i = 0; i < n; i++) if (!strcmp(said[i], what)) return;
    if (n < 32) said[n++] = what;
    fprintf(stderr, "bagatelle: %s\n", what);
}
static bool ok(bgt_status s) {
    if (s < 0) { static int n; if (n++ < 10) fprintf(stderr, "bagatelle: %s\n", bgt_last_error_message()); }
    return s >= 0;
}
static bgt_id own(bgt_id id) { int i = PUSH(owned, no, co); return owned[i] = id; }
static bgt_vec2 at(double x, double y) { bgt_vec2 v = { x * PT, -y * PT }; return v; }

const char *lab_engine_name(void) { return "bagatelle"; }
void lab_world_create(const LabWorldDef *d) {
    if (!bgt_check_version()) { fprintf(stderr, "bagatelle: header and library differ\n"); exit(1); }
    bgt_animator_def a; bgt_animator_def_init(&a);
    dt = a.step_seconds = d->dt; substeps = d->iterations ? d->iterations : 4; a.substeps = (uint32_t)substeps;
    if (d->workers > 1) a.workers = (uint32_t)d->workers;
    nb = np = nm = nd = nl = no = driven = joints = 0; fixed = 0; veto = NULL; stepped = false;
    ok(bgt_animator_create(&a, &animator));
    bgt_material m = bgt_animator_get_default_material(animator);
    m.resistance = m.angular_resistance = 0;
    ok(bgt_animator_set_default_material(animator, &m));
    if (!d->sleep) ok(bgt_animator_set_rest_speed(animator, 0));
    if (d->bounceThreshold) ok(bgt_animator_set_bounce_threshold(animator, d->bounceThreshold > 0 ? d->bounceThreshold * PT : 0));
    bgt_gravity_def g; bgt_gravity_def_init(&g);
    g.direction.x = d->gravityX * PT / 1000; g.direction.y = -d->gravityY * PT / 1000;
    pull = d->gravityX || d->gravityY;
    ok(bgt_gravity_create(&g, &gravity)); own(gravity);
    ok(bgt_collision_create(NULL, &collision)); own(collision);
    ok(bgt_animator_add_behavior(animator, gravity));
    ok(bgt_animator_add_behavior(animator, collision));
}
void lab_world_destroy(void) {
    ok(bgt_release(animator));
    for (int i = no; i-- > 0;) ok(bgt_release(owned[i]));
    for (int i = 0; i < nl; i++) free(lines[i].points);
    for (int i = 0; i < nb; i++) free(bodies[i].members);
    nb = nl = no = 0;
    if (bgt_get_live_count(BGT_KIND_NONE)) say("objects left over");
}

int lab_body(const LabBodyDef *d) {
    int i = PUSH(bodies, nb, cb);
    if (d->type == LAB_KINEMATIC) last_driven = i, driven++;
    memset(&bodies[i], 0, sizeof bodies[i]);
    bodies[i].def = *d;
    if (i >= cposes) { cposes = cb; if (!(poses = realloc(poses, sizeof *poses * (size_t)cposes))) abort(); }
    poses[i] = (Pose){ d->x, d->y, d->angle };
    return i;
}
static bgt_item_behavior made_of(const LabMaterial *m, bool anchored) {
    for (int i = 0; i < nm; i++)
        if (materials[i].density == m->density && materials[i].friction == m->friction &&
            materials[i].restitution == m->restitution && materials[i].anchored == anchored) return materials[i].behavior;
    int i = PUSH(materials, nm, cm);
    Material t = { m->density, m->friction, m->restitution, anchored, 0 };
    ok(bgt_item_behavior_create(&t.behavior)); own(t.behavior);
    ok(bgt_item_behavior_set_elasticity(t.behavior, m->restitution));
    ok(bgt_item_behavior_set_friction(t.behavior, m->friction));
    if (!anchored) ok(bgt_item_behavior_set_density(t.behavior, m->density));
    if (anchored) ok(bgt_item_behavior_set_anchored(t.behavior, true));
    ok(bgt_animator_add_behavior(animator, t.behavior));
    materials[i] = t;
    return t.behavior;
}
/* Items bear their body's index; a boundary has none, and the lab asks about bodies only. */
static bool on_touch(bgt_collision c, const bgt_contact_event *e, void *context) {
    (void)c; (void)context;
    return e->other && !veto((int)(intptr_t)bgt_item_get_user_data(e->item), (int)(intptr_t)bgt_item_get_user_data(e->other));
}
static void set_motion(const Body *b, bgt_item_behavior material) {
    bgt_vec2 v = at(b->def.vx, b->def.vy);
    if (v.x || v.y) ok(bgt_item_behavior_set_linear_velocity(material, v, b->item));
    if (b->def.w) ok(bgt_item_behavior_set_angular_velocity(material, -(double)b->def.w, b->item));
}
/* One more shape of a moving body: a new group in place of what the body was. */
static void join(Body *b, bgt_item item, double area, const LabMaterial *m) {
    Piece *p = &pieces[b->first];
    bgt_item_group group;
    bgt_item old = b->item;
    ok(bgt_item_detach(old));
    if (b->parts > 1) {                                     /* the members are free again when it dies */
        for (int i = 0; i < no; i++) if (owned[i] == old) owned[i] = 0;
        ok(bgt_release(old));
    }
    if (!(b->members = realloc(b->members, sizeof item * (size_t)(b->parts + 1)))) abort();
    if (b->parts == 1) b->members[0] = old;
    b->members[b->parts++] = item;
    if (!ok(bgt_item_group_create(b->members, (uint64_t)b->parts, &group))) return;
    own(group);
    ok(bgt_item_set_user_data(group, bgt_item_get_user_data(item)));
    bgt_vec2 center = bgt_item_get_center(group);
    b->item = p->id = group;
    b->ox = b->def.x - center.x / PT; b->oy = b->def.y + center.y / PT; b->turn = b->def.angle;
    bgt_item_behavior material = made_of(m, false);
    ok(bgt_behavior_add_item(material, group));
    if (pull) ok(bgt_behavior_add_item(gravity, group));
    ok(bgt_behavior_add_item(collision, group));
    if (p->group < 0) ok(bgt_item_set_filter_group(group, p->group));
    b->mass += (float)(m->density * area);
    set_motion(b, material);
}
/* One item for one shape; the definition's center and angle are local and in the lab's units. */
static void add(int body, bgt_item_def *def, double cx, double cy, double angle, double area, const LabMaterial *m) {
    Body *b = &bodies[body];
    bool moving = b->def.type == LAB_DYNAMIC;
    double c = cos(b->def.angle), s = sin(b->def.angle);
    def->center = at(b->def.x + c * cx - s * cy, b->def.y + s * cx + c * cy);
    def->angle = -(b->def.angle + angle);
    def->user_data = (void *)(intptr_t)body;
    bgt_item item;
    if (!ok(bgt_item_create(def, &item))) return;
    own(item);
    if (moving && b->parts) { join(b, item, area, m); return; }
    if (moving) {
        double u = cos(angle), v = sin(angle);
        b->item = item;
        b->parts = 1;
        b->ox = -u * cx - v * cy; b->oy = v * cx - u * cy; b->turn = -angle;
    }
    bgt_item_behavior material = made_of(m, !moving);
    ok(bgt_behavior_add_item(material, item));
    if (moving && pull) ok(bgt_behavior_add_item(gravity, item));
    int i = PUSH(pieces, np, cp);
    pieces[i] = (Piece){ item, i, m->group, body, moving, cx, cy, angle, false };
    if (!b->count++) b->first = i;                          /* shapes may come after further bodies */
    ok(bgt_behavior_add_item(collision, item));
    if (m->group < 0) ok(bgt_item_set_filter_group(item, m->group));
    if (!moving) return;
    b->mass = (float)(m->density * area);
    set_motion(b, material);
}
void lab_box(int body, float hx, float hy, float cx, float cy, float angle, const LabMaterial *m) {
    bgt_item_def d; bgt_item_def_init(&d);
    d.size.x = 2 * PT * hx; d.size.y = 2 * PT * hy;
    add(body, &d, cx, cy, angle, 4.0 * hx * hy, m);
}
void lab_circle(int body, float r, float cx, float cy, const LabMaterial *m) {
    bgt_item_def d; bgt_item_def_init(&d);
    d.bounds_type = BGT_BOUNDS_ELLIPSE;
    d.size.x = d.size.y = 2 * PT * r;
    add(body, &d, cx, cy, 0, 3.14159265358979 * r * r, m);
}
bool lab_polygon(int body, const float *xy, int count, const LabMaterial *m) {
    bgt_vec2 p[64]; double area = 0, x0 = 1e30, x1 = -1e30, y0 = 1e30, y1 = -1e30;
    if (count > 64) return false;
    for (int i = 0; i < count; i++) {
        const float *u = xy + 2 * i, *v = xy + 2 * ((i + 1) % count);
        area += 0.5 * (u[0] * v[1] - u[1] * v[0]);
        p[count - 1 - i] = at(u[0], u[1]);
        x0 = fmin(x0, u[0]); x1 = fmax(x1, u[0]); y0 = fmin(y0, u[1]); y1 = fmax(y1, u[1]);
    }
    bgt_item_def d; bgt_item_def_init(&d);
    d.bounds_type = BGT_BOUNDS_PATH;
    d.path = p; d.path_count = (uint64_t)count;
    d.size.x = PT * (x1 - x0); d.size.y = PT * (y1 - y0);
    add(body, &d, 0, 0, 0, area, m);
    return true;
}
/* Boundaries belong to the collision behavior, in reference coordinates. */
static void line(int body, const float *xy, int count, const LabMaterial *m) {
    const Body *b = &bodies[body];
    double c = cos(b->def.angle), s = sin(b->def.angle);
    int i = PUSH(lines, nl, cl);
    bgt_vec2 *p = malloc(sizeof *p * (size_t)count);
    if (!p) abort();
    for (int k = 0; k < count; k++) {
        double x = xy[2 * k], y = xy[2 * k + 1];
        p[count - 1 - k] = at(b->def.x + c * x - s * y, b->def.y + s * x + c * y);
    }
    lines[i] = (Line){ p, count, m->friction, m->restitution };
    char name[24]; snprintf(name, sizeof name, "line%d", i);
    ok(count == 2 ? bgt_collision_add_boundary_segment(collision, name, p[0], p[1])
                  : bgt_collision_add_boundary_path(collision, name, p, (uint64_t)count, false));
    ok(bgt_collision_set_boundary_material(collision, name, m->restitution, m->friction));
}
/* Boundaries do not move: of a body that does a segment is a box, a point thick. */
static void strip(int body, const float *a, const float *b, const LabMaterial *m) {
    float x = b[0] - a[0], y = b[1] - a[1];
    lab_box(body, 0.5f * hypotf(x, y), 0.5f / PT, 0.5f * (a[0] + b[0]), 0.5f * (a[1] + b[1]), atan2f(y, x), m);
}
void lab_segment(int body, float x1, float y1, float x2, float y2, const LabMaterial *m) {
    float xy[4] = { x1, y1, x2, y2 };
    if (bodies[body].def.type == LAB_STATIC) line(body, xy, 2, m); else strip(body, xy, xy + 2, m);
}
bool lab_chain(int body, const float *xy, int count, const LabMaterial *m) {
    if (bodies[body].def.type == LAB_STATIC) line(body, xy, count, m);
    else for (int i = 1; i < count; i++) strip(body, xy + 2 * i - 2, xy + 2 * i, m);
    return true;
}

/* ---- joints ---- */
static bgt_vec2 in_world(const Body *b, double x, double y) {
    double c = cos(b->def.angle), s = sin(b->def.angle);
    return at(b->def.x + c * x - s * y, b->def.y + s * x + c * y);
}
/* A point of the body in the frame of its item. */
static bgt_vec2 in_item(const Body *b, double x, double y) {
    if (!b->item) return at(x, y);
    double c = cos(b->turn), s = sin(b->turn);
    return at(b->ox + c * x - s * y, b->oy + s * x + c * y);
}
/* What a kinematic body without a shape holds needs an item that moves: an anchored one that collides with nothing. */
static void embody(int body) {
    Body *b = &bodies[body];
    bgt_item_def d; bgt_item_def_init(&d);
    d.size.x = d.size.y = PT / 10;
    d.center = at(b->def.x, b->def.y); d.angle = -b->def.angle;
    bgt_item item;
    if (!ok(bgt_item_create(&d, &item))) return;
    own(item);
    LabMaterial m = { 1, 0, 0, 0 };
    ok(bgt_behavior_add_item(made_of(&m, true), item));
    int i = PUSH(pieces, np, cp);
    pieces[i] = (Piece){ item, i, 0, body, false, 0, 0, 0, false };
    b->first = i; b->count = 1;
}
/* A point of a body that is not dynamic in the frame of its first item. */
static bgt_vec2 in_piece(const Piece *p, double x, double y) {
    double c = cos(p->angle), s = sin(p->angle), u = x - p->cx, v = y - p->cy;
    return at(c * u + s * v, c * v - s * u);
}
static void attach(int a, int b, double ax, double ay, double bx, double by, double length, double hertz, double damping) {
    if (bodies[a].def.type == LAB_DYNAMIC && bodies[b].def.type != LAB_DYNAMIC) {
        int k = a; a = b; b = k;
        double t = ax; ax = bx; bx = t; t = ay; ay = by; by = t;
    }
    if (bodies[a].def.type == LAB_KINEMATIC && !bodies[a].count) embody(a);
    const Body *p = &bodies[a], *q = &bodies[b];
    if (q->def.type != LAB_DYNAMIC || !q->count) { say("an attachment without a moving body is left out"); return; }
    bgt_attachment_def d; bgt_attachment_def_init(&d);
    d.item = pieces[q->first].id; d.item_offset = in_item(q, bx, by);
    if (p->def.type == LAB_DYNAMIC) { d.other = pieces[p->first].id; d.other_offset = in_item(p, ax, ay); }
    else if (p->count == 1 || p->def.type == LAB_KINEMATIC) { d.other = pieces[p->first].id; d.other_offset = in_piece(&pieces[p->first], ax, ay); }
    else d.anchor = in_world(p, ax, ay);
    d.length = length * PT; d.frequency = hertz; d.damping = damping;
    bgt_attachment id;
    if (!ok(bgt_attachment_create(&d, &id))) return;
    own(id); joints++;
    ok(bgt_animator_add_behavior(animator, id));
}
bool lab_joint(LabJointKind kind, int a, int b, float ax, float ay, float bx, float by, float low, float high, float friction) {
    const Body *p = &bodies[a], *q = &bodies[b];
    if (q->def.type != LAB_DYNAMIC || !q->count) return false;
    bgt_attachment_def d; bgt_attachment_def_init(&d);
    d.type = kind == LAB_HINGE ? BGT_ATTACHMENT_PIN : kind == LAB_ROPE ? BGT_ATTACHMENT_LIMIT : kind == LAB_WELD ? BGT_ATTACHMENT_FIXED : BGT_ATTACHMENT_SLIDING;
    d.item = pieces[q->first].id; d.item_offset = in_item(q, bx, by);
    if (p->def.type == LAB_DYNAMIC) { d.other = pieces[p->first].id; d.other_offset = in_item(p, ax, ay); }
    d.anchor = in_world(p, ax, ay);
    if (kind == LAB_ROPE) d.length = high * PT;
    if (kind == LAB_SLIDE) { d.range_minimum = low * PT; d.range_maximum = high * PT; d.axis.x = cos(p->def.angle); d.axis.y = -sin(p->def.angle); }
    if (kind == LAB_HINGE) { d.range_minimum = -high; d.range_maximum = -low; d.friction_torque = friction * 1e4 / 50625; }
    bgt_attachment id;
    if (!ok(bgt_attachment_create(&d, &id))) return false;
    own(id); joints++;
    return ok(bgt_animator_add_behavior(animator, id));
}
void lab_revolute(int a, int b, float ax, float ay, float bx, float by) { attach(a, b, ax, ay, bx, by, 0, 0, 0); }
void lab_spring(int a, int b, float ax, float ay, float bx, float by, float length, float hertz, float damping) {
    attach(a, b, ax, ay, bx, by, length, hertz, damping);
}
bool lab_rod(int a, int b, float ax, float ay, float bx, float by, float length) {
    attach(a, b, ax, ay, bx, by, length, 0, 0);
    return true;
}
bool lab_snap(int body, float x, float y, float hertz, float damping) {     /* a spring of length 0: a snap would also turn it */
    if (!bodies[body].count) return false;
    bgt_attachment_def d; bgt_attachment_def_init(&d);
    d.item = pieces[bodies[body].first].id; d.item_offset = in_item(&bodies[body], 0, 0); d.anchor = at(x, y);
    d.length = 0; d.frequency = hertz; d.damping = damping;
    bgt_attachment id;
    if (!ok(bgt_attachment_create(&d, &id))) return false;
    own(id); joints++;
    return ok(bgt_animator_add_behavior(animator, id));
}
bool lab_damping(int body, float linear, float angular) {
    int i = 0;
    while (i < nd && (dampings[i].linear != linear || dampings[i].angular != angular)) i++;
    if (i == nd) {
        i = PUSH(dampings, nd, cd);
        dampings[i] = (Damping){ linear, angular, 0 };
        ok(bgt_item_behavior_create(&dampings[i].behavior)); own(dampings[i].behavior);
        ok(bgt_item_behavior_set_resistance(dampings[i].behavior, linear));
        ok(bgt_item_behavior_set_angular_resistance(dampings[i].behavior, angular));
        ok(bgt_animator_add_behavior(animator, dampings[i].behavior));
    }
    return bodies[body].count && ok(bgt_behavior_add_item(dampings[i].behavior, pieces[bodies[body].first].id));
}
bool lab_fix_rotation(int body) {
    if (!fixed) {
        ok(bgt_item_behavior_create(&fixed)); own(fixed);
        ok(bgt_item_behavior_set_allowing_rotation(fixed, false));
        ok(bgt_animator_add_behavior(animator, fixed));
    }
    return bodies[body].count && ok(bgt_behavior_add_item(fixed, pieces[bodies[body].first].id));
}
bool lab_veto(LabVeto ask) { veto = ask; return ok(bgt_collision_set_veto(collision, ask ? on_touch : NULL, NULL, NULL)); }

/* ---- running ---- */
void lab_ready(void) {
    ok(bgt_animator_advance(animator, 0, NULL));            /* makes the bodies */
}
float lab_mass(int body) { return bodies[body].mass; }
void lab_apply_force(int body, float fx, float fy) {
    Body *b = &bodies[body];
    bgt_vec2 force = { fx, -fy }, middle = { 0, 0 };
    if (b->count) ok(bgt_item_apply_force(pieces[b->first].id, force, middle));
}
static bool state(int body, bgt_item_state *out) {
    const Body *b = &bodies[body];
    const bgt_item_state *all; uint64_t count;
    if (b->def.type != LAB_DYNAMIC || !b->count || !stepped) return false;   /* states are those after a step */
    Piece *p = &pieces[b->first];
    if (!ok(bgt_animator_get_states(animator, &all, &count))) return false;
    if ((uint64_t)p->state >= count || all[p->state].item != p->id) {       /* items join in the order of creation */
        uint64_t i = 0;
        while (i < count && all[i].item != p->id) i++;
        if (i == count) return false;
        p->state = (int)i;
    }
    *out = all[p->state];
    return true;
}
void lab_get_exact(int body, double o[6]) {
    bgt_item_state s;
    if (state(body, &s)) {
        const Body *b = &bodies[body];
        double c = cos(s.angle), n = -sin(s.angle);
        o[0] = s.center.x / PT + c * b->ox - n * b->oy; o[1] = -s.center.y / PT + n * b->ox + c * b->oy;
        o[2] = b->turn - s.angle;
        o[3] = s.velocity.x / PT; o[4] = -s.velocity.y / PT; o[5] = -s.angular_velocity;
    } else {
        const LabBodyDef *d = &bodies[body].def;
        bool moving = d->type == LAB_DYNAMIC;
        o[0] = poses[body].x; o[1] = poses[body].y; o[2] = poses[body].angle;
        moving |= d->type == LAB_KINEMATIC;
        o[3] = moving ? d->vx : 0; o[4] = moving ? d->vy : 0; o[5] = moving ? d->w : 0;
    }
}
void lab_get(int body, LabState *out) {
    double o[6];
    lab_get_exact(body, o);
    *out = (LabState){ (float)o[0], (float)o[1], (float)o[2], (float)o[3], (float)o[4], (float)o[5] };
}
/* A behavior that holds the item, to set its velocity with. */
static bgt_item_behavior hand_of(Piece *p) {
    static bgt_item_behavior hand; static bgt_animator of;
    if (of != animator) {
        ok(bgt_item_behavior_create(&hand)); own(hand);
        ok(bgt_animator_add_behavior(animator, hand));
        of = animator;
    }
    if (!p->in_hand) ok(bgt_behavior_add_item(hand, p->id));
    p->in_hand = true;
    return hand;
}
void lab_set_velocity(int body, float vx, float vy, float w) {
    Body *b = &bodies[body];
    if (b->def.type == LAB_KINEMATIC) { b->def.vx = vx; b->def.vy = vy; b->def.w = w; return; }
    if (b->def.type != LAB_DYNAMIC || !b->count) return;
    bgt_item item = pieces[b->first].id;
    bgt_item_behavior hand = hand_of(&pieces[b->first]);
    ok(bgt_item_behavior_set_linear_velocity(hand, at(vx, vy), item));
    ok(bgt_item_behavior_set_angular_velocity(hand, -(double)w, item));
}
/* Anchored items follow their kinematic body: each step has a target. */
static void drive(void) {
    for (int i = 0; i <= last_driven; i++) {
        LabBodyDef *d = &bodies[i].def;
        if (d->type != LAB_KINEMATIC || !(d->vx || d->vy || d->w)) continue;
        poses[i].x += d->vx * dt; poses[i].y += d->vy * dt; poses[i].angle += d->w * dt;
        double c = cos(poses[i].angle), s = sin(poses[i].angle);
        for (int k = bodies[i].first, left = bodies[i].count; left && k < np; k++) {
            Piece *p = &pieces[k];
            if (p->body != i) continue;
            left--;
            ok(bgt_item_behavior_set_target(hand_of(p),
                at(poses[i].x + c * p->cx - s * p->cy, poses[i].y + s * p->cx + c * p->cy),
                -(poses[i].angle + p->angle), p->id));
        }
    }
}
void lab_step(void) {
    if (driven) drive();
    uint32_t steps = 0;
    ok(bgt_animator_advance(animator, dt, &steps));
    stepped = true;
    if (steps > 1) say("one call took more than one step");
}
int lab_substeps(void) { return substeps; }
void lab_counters(LabCounters *out) {
    bgt_counters c; memset(&c, 0, sizeof c);
    c.struct_size = sizeof c;
    ok(bgt_animator_get_counters(animator, &c));
    out->contacts = (int)c.contacts; out->awakeBodies = (int)c.awake_items; out->joints = joints; out->bytes = (int64_t)c.bytes;
}
bool lab_profile(double ms[LAB_P_COUNT]) {                  /* the first call only switches timing on */
    bgt_profile p; memset(&p, 0, sizeof p);
    p.struct_size = sizeof p;
    if (!ok(bgt_animator_get_profile(animator, &p))) return false;
    const bgt_phase_times *t = &p.latest;
    ms[LAB_P_PAIRS] = t->pairs; ms[LAB_P_COLLIDE] = t->narrow_phase; ms[LAB_P_PREPARE] = t->structure + t->joints;
    ms[LAB_P_INTEGRATE] = t->integration; ms[LAB_P_SOLVE] = t->solver; ms[LAB_P_RESTITUTION] = t->restitution;
    ms[LAB_P_FINALIZE] = t->finalize; ms[LAB_P_CCD] = t->continuous; ms[LAB_P_REFIT] = t->tree; ms[LAB_P_SLEEP] = t->sleep;
    ms[LAB_P_EVENTS] = t->events;
    double sum = 0; for (int i = 0; i < LAB_P_OTHER; i++) sum += ms[i];
    ms[LAB_P_OTHER] = t->total > sum ? t->total - sum : 0;
    return true;
}
