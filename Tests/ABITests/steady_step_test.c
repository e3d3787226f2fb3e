/* A steady tick of the dynamics asks for no memory: every allocation of the process is counted.
   SPDX-License-Identifier: MIT */
#include "scene.h"

#include "allocations.h"

#ifdef NDEBUG
enum { OPTIMIZED = 1 };
#else
enum { OPTIMIZED = 0 }; /* a debug build of the library: unoptimized Swift keeps temporaries on the heap */
#endif
enum { WARM_UP = 600, TICKS = 600, MOST = 500 };
static bgt_item items[MOST];
static unsigned long contacts, actions;

static void on_action(bgt_behavior behavior, void *context) {
  (void)behavior; (void)context;
  actions++;
}
static void on_contact(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; (void)context;
  contacts++;
}
static bgt_collision make_box(double width, double height) {
  const bgt_vec2 corners[] = { { 0, 0 }, { width, 0 }, { width, height }, { 0, height } };
  bgt_collision collision;
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_path(collision, "box", corners, 4, true) == BGT_OK);
  return collision;
}
/* Runs it in, then counts. */
static void hold(bgt_animator animator, int count, const char *name, double least_speed) {
  const bgt_item_state *states;
  uint64_t shown;
  double fastest = 0;
  CHECK(bgt_animator_set_rest_speed(animator, 0) == BGT_OK);
  for (int i = 0; i < WARM_UP; i++) tick(animator);
#ifdef COUNTS
  CHECK(allocations > 0); /* it counts */
#endif
  const unsigned long before = allocations;
  for (int i = 0; i < TICKS; i++) {
    tick(animator);
    CHECK(bgt_animator_get_states(animator, &states, &shown) == BGT_OK && shown == (uint64_t)count);
  }
  if (!CHECK(!OPTIMIZED || allocations == before)) printf("%s: %lu allocations\n", name, allocations - before);
  for (int i = 0; i < count; i++) {
    CHECK(!(states[i].flags & BGT_ITEM_RESTING));
    fastest = fmax(fastest, hypot(states[i].velocity.x, states[i].velocity.y));
  }
  CHECK(fastest >= least_speed);
  for (int i = 0; i < count; i++) CHECK(bgt_release(items[i]) == BGT_OK);
  CHECK(bgt_release(animator) == BGT_OK);
}

/* At rest, yet awake; its contacts and its one action are told. */
static void test_pile(uint32_t workers) {
  bgt_animator animator = make_animator_with(workers);
  bgt_collision box = make_box(400, 600);
  bgt_gravity gravity;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  actions = 0;
  for (int i = 0; i < 200; i++) {
    items[i] = make_item(40 + i % 10 * 34 + i / 10 % 2 * 5, 580 - i / 10 * 30, 30, 25);
    CHECK(bgt_behavior_add_item(gravity, items[i]) == BGT_OK && bgt_behavior_add_item(box, items[i]) == BGT_OK);
  }
  CHECK(bgt_behavior_set_action(gravity, on_action, NULL, NULL) == BGT_OK);
  give(animator, gravity);
  give(animator, box);
  hold(animator, 200, "pile", 0);
  CHECK(actions == WARM_UP + TICKS);
}

static void test_springs_and_fields(void) {
  const bgt_field_kind kinds[] = { BGT_FIELD_SPRING, BGT_FIELD_VORTEX, BGT_FIELD_NOISE };
  bgt_animator animator = make_animator();
  bgt_field fields[3];
  for (int k = 0; k < 3; k++) {
    bgt_field_def def;
    bgt_field_def_init(&def);
    def.kind = kinds[k];
    def.position = v(500, 500);
    def.strength = 0.2;
    CHECK(bgt_field_create(&def, &fields[k]) == BGT_OK);
  }
  for (int i = 0; i < 200; i++) {
    const bgt_vec2 c = v(i % 20 * 50, i / 20 * 50);
    items[i] = make_item(c.x, c.y, 20, 20);
    for (int k = 0; k < 3; k++) CHECK(bgt_behavior_add_item(fields[k], items[i]) == BGT_OK);
    for (int k = 0; k < 4; k++) { /* two to fixed points, two to neighbors */
      bgt_attachment_def def;
      bgt_attachment spring;
      bgt_attachment_def_init(&def);
      def.item = items[i];
      if (k > 1 && i > k) def.other = items[i - k];
      else def.anchor = v(c.x + (k % 2 ? 40 : -40), c.y - 40);
      def.length = 45;
      def.frequency = 1.5;
      CHECK(bgt_attachment_create(&def, &spring) == BGT_OK);
      give(animator, spring);
    }
  }
  for (int k = 0; k < 3; k++) give(animator, fields[k]);
  hold(animator, 200, "springs and fields", 1);
}

/* Items that fly about without loss: boxes, or boxes of two shapes and discs; how they fly is told apart by an angle. */
static void test_gas(int count, bool is_mixed, double turn, double speed, bool told, uint32_t workers) {
  const int side = (int)ceil(sqrt(count));
  const double apart = 920.0 / side, size = fmin(15, 0.4 * apart);
  bgt_animator animator = make_animator_with(workers);
  bgt_collision box = make_box(1000, 1000);
  bgt_material material = { 1, 0, 1, 0, 0 };
  contacts = 0;
  CHECK(bgt_animator_set_default_material(animator, &material) == BGT_OK);
  CHECK(bgt_collision_set_boundary_material(box, NULL, 1, 0) == BGT_OK);
  if (told) {
    CHECK(bgt_collision_set_items_began(box, on_contact, NULL, NULL) == BGT_OK);
    CHECK(bgt_collision_set_items_ended(box, on_contact, NULL, NULL) == BGT_OK);
  }
  give(animator, box);
  bgt_item_behavior motion;
  CHECK(bgt_item_behavior_create(&motion) == BGT_OK);
  for (int i = 0; i < count; i++) {
    items[i] = make_item(40 + i % side * apart, 40 + i / side * apart, size, is_mixed && i % 3 == 1 ? 0.6 * size : size);
    if (is_mixed && i % 3 == 0) CHECK(bgt_item_set_bounds_type(items[i], BGT_BOUNDS_ELLIPSE) == BGT_OK);
    CHECK(bgt_behavior_add_item(box, items[i]) == BGT_OK && bgt_behavior_add_item(motion, items[i]) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(animator, motion) == BGT_OK);
  for (int i = 0; i < count; i++) {
    const double angle = i * turn; /* every way */
    const bgt_vec2 velocity = v(speed * cos(angle), speed * sin(angle));
    CHECK(bgt_item_behavior_set_linear_velocity(motion, velocity, items[i]) == BGT_OK);
  }
  CHECK(bgt_release(motion) == BGT_OK);
  char name[80];
  snprintf(name, sizeof name, "gas of %d, %s, turn %.1f, %.0f points/s%s", count, is_mixed ? "mixed" : "boxes", turn, speed, told ? ", told" : "");
  hold(animator, count, name, 50);
  CHECK(told == (contacts > (count < 500 ? 0 : TICKS)));
}

int main(void) {
  test_pile(1);
  test_springs_and_fields();
  test_gas(500, false, 2.399963, 200, false, 1);
  test_gas(500, false, 2.399963, 200, true, 1);
  test_pile(3);
  test_gas(500, false, 2.399963, 200, true, 3);
  const int counts[] = { 60, 200, 500 };
  for (int i = 0; i < 12; i++) test_gas(counts[i % 3], i % 4 > 1, 2 + 0.4 * i, 150 + 50 * (i % 6), i % 5 > 0, i % 2 ? 2 : 1);
  return scene_done();
}
