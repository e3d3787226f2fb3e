/* Shapes in a box that a pointer drags: the program behind index.html, in C as anywhere else. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdlib.h>

#ifdef __wasm__
#  define PAGE(name) __attribute__((export_name(#name))) name
#else
#  define PAGE(name) name
#endif

enum { COUNT = 36 };
typedef struct shape {
  double x, y, angle, width, height, is_round; /* What the page draws. */
} shape;

static bgt_animator animator;
static bgt_item items[COUNT];
static bgt_attachment drag;
static shape shapes[COUNT];

static void ok(bgt_status status) {
  if (status < 0) abort(); /* bgt_last_error_message() tells which argument is wrong, and how. */
}
static void add(bgt_behavior behavior) {
  ok(bgt_animator_add_behavior(animator, behavior));
  ok(bgt_release(behavior)); /* The animator holds it. */
}

/* Makes the scene, in a box of so many points. */
void PAGE(demo_start)(double width, double height) {
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_item_behavior bouncy;
  ok(bgt_animator_create(NULL, &animator));
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_collision_create(NULL, &collision));
  ok(bgt_item_behavior_create(&bouncy));
  ok(bgt_collision_set_translating_reference_bounds(collision, true));
  ok(bgt_item_behavior_set_elasticity(bouncy, 0.3));
  ok(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, width, height }));
  for (int i = 0; i < COUNT; i++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.size.x = 28 + 6 * (i * 7 % 5);
    def.size.y = i % 3 == 0 ? def.size.x : 24 + 5 * (i * 5 % 4);
    def.center = (bgt_vec2){ width * (0.1 + 0.16 * (i % 6)), height * (0.05 + 0.09 * (i / 6)) };
    def.angle = 0.2 * (i % 7);
    if (i % 3 == 0) def.bounds_type = BGT_BOUNDS_ELLIPSE;
    ok(bgt_item_create(&def, &items[i]));
    ok(bgt_behavior_add_item(gravity, items[i]));
    ok(bgt_behavior_add_item(collision, items[i]));
    ok(bgt_behavior_add_item(bouncy, items[i]));
    shapes[i] = (shape){ def.center.x, def.center.y, def.angle, def.size.x, def.size.y, i % 3 == 0 };
  }
  add(gravity);
  add(collision);
  add(bouncy);
}

/* The box has another size. */
void PAGE(demo_resize)(double width, double height) {
  ok(bgt_animator_set_reference_bounds(animator, (bgt_rect){ 0, 0, width, height }));
}

/* Takes up the topmost shape at a point, by that point of it; -1 if there is none. */
int PAGE(demo_press)(double x, double y) {
  for (int i = COUNT; i-- > 0;) {
    const shape *s = &shapes[i];
    const double dx = x - s->x, dy = y - s->y, c = cos(s->angle), n = sin(s->angle);
    const double u = (c * dx + n * dy) / (0.5 * s->width), v = (c * dy - n * dx) / (0.5 * s->height);
    if (drag || (s->is_round ? u * u + v * v > 1 : fabs(u) > 1 || fabs(v) > 1)) continue;
    bgt_attachment_def def;
    bgt_attachment_def_init(&def);
    def.item = items[i];
    def.item_offset = (bgt_vec2){ c * dx + n * dy, c * dy - n * dx };
    def.anchor = (bgt_vec2){ x, y };
    def.length = 0;
    def.frequency = 6;
    def.damping = 0.7;
    ok(bgt_attachment_create(&def, &drag));
    ok(bgt_animator_add_behavior(animator, drag));
    return i;
  }
  return -1;
}
void PAGE(demo_move)(double x, double y) {
  if (drag) ok(bgt_attachment_set_anchor(drag, (bgt_vec2){ x, y }));
}
void PAGE(demo_release)(void) {
  if (!drag) return;
  ok(bgt_animator_remove_behavior(animator, drag));
  ok(bgt_release(drag));
  drag = 0;
}

/* Goes on by the time since the last frame, in seconds; six numbers for each shape, valid until the next call. */
const shape *PAGE(demo_frame)(double seconds) {
  bgt_item_state states[COUNT];
  uint64_t count = 0;
  ok(bgt_animator_advance(animator, seconds, NULL));
  ok(bgt_animator_copy_presented_states(animator, states, COUNT, &count));
  for (uint64_t i = 0; i < count; i++) {
    shapes[i].x = states[i].center.x;
    shapes[i].y = states[i].center.y;
    shapes[i].angle = states[i].angle;
  }
  return shapes;
}
int PAGE(demo_count)(void) { return COUNT; }
uint64_t PAGE(demo_hash)(void) { return bgt_animator_get_state_hash(animator); }

#ifdef DEMO_MAIN /* What check.mjs does in WebAssembly. */
#  include <inttypes.h>
#  include <stdio.h>
int main(void) {
  demo_start(480, 640);
  for (int i = 0; i < 90; i++) demo_frame(1.0 / 60);
  demo_press(shapes[30].x + 3, shapes[30].y - 2);
  for (int i = 0; i < 90; i++) {
    demo_move(240 + i, 400 - 4 * i);
    demo_frame(1.0 / 60);
  }
  demo_release();
  demo_resize(360, 640);
  for (int i = 0; i < 120; i++) demo_frame(1.0 / 60);
  printf("%016" PRIx64 "\n", demo_hash());
  return 0;
}
#endif
