/* Scene S8, a grid whose cells are dragged by springs. SPDX-License-Identifier: MIT */
#define main drag_main
#include "../../bindings/c/examples/drag.c"
#undef main
#include "scene.h"

/* About the finger the four springs act as one of 8 sqrt 2 Hz with a ratio of 0.849: 2 % are left after 0.066 s. */
static void test_stiffness(void) {
  draggable_grid grid;
  make_grid(&grid);
  begin_drag(&grid, grid.cells, 1, (bgt_vec2){ 100, 100 });
  drag_to(&grid, (bgt_vec2){ 102, 101 });
  double ratio = 0.6 * sqrt(2), rate = 2 * PI * 8 * sqrt(2), own = rate * sqrt(1 - ratio * ratio);
  for (int step = 1; step <= 66; step++) {
    ok(bgt_animator_advance(grid.animator, 1.0 / 120.0, NULL));
    double t = step / 120.0, left = between(bgt_item_get_center(grid.cells[0]), 102, 101) / hypot(2, 1);
    NEAR(left, fabs(exp(-ratio * rate * t) * (cos(own * t) + ratio * rate / own * sin(own * t))), 0.005);
    if (t > 0.066) CHECK(left < 0.02);
  }
  ok(bgt_release(grid.animator));
  for (int i = 0; i < 9; i++) ok(bgt_release(grid.cells[i]));
}

/* The finger moves from (100, 100) to (150, 130) in one step. The cell 100 points beside it is stiff along the line to the
   finger and soft across. */
static void test_following(void) {
  draggable_grid grid;
  make_grid(&grid);
  bgt_item first = grid.cells[0], second = grid.cells[1];
  begin_drag(&grid, grid.cells, 2, (bgt_vec2){ 100, 100 });
  for (int i = 0; i < 4; i++) NEAR(bgt_attachment_get_length(grid.drag.attachments[0].springs[i]), 28.284, 0.01);
  drag_to(&grid, (bgt_vec2){ 150, 130 });
  double beyond = 0;
  for (int step = 1; step <= 120; step++) {
    ok(bgt_animator_advance(grid.animator, 1.0 / 120.0, NULL));
    bgt_vec2 a = bgt_item_get_center(first), b = bgt_item_get_center(second);
    beyond = fmax(beyond, ((a.x - 150) * 50 + (a.y - 130) * 30) / hypot(50, 30));
    CHECK(bgt_item_get_angle(first) == 0);
    if (step == 14) CHECK(between(a, 150, 130) < 1);
    if (step == 24) { NEAR(b.x, 250, 1); NEAR(b.y, 144, 1); }
    if (step == 72) NEAR(fabs(b.y - 130), 1.5, 0.5);
    if (step == 120) { NEAR(b.x, 250, 0.2); NEAR(b.y, 130, 0.2); }
  }
  CHECK(beyond < 0.02 * hypot(50, 30));
  for (int i = 0; i < 4; i++) NEAR(bgt_attachment_get_length(grid.drag.attachments[0].springs[i]), 28.284, 0.01);

  /* Only what is dragged is known to the animator, in order, where it meets the rectangle. */
  bgt_item found[9];
  uint64_t count = 0;
  ok(bgt_animator_get_items_in_rect(grid.animator, (bgt_rect){ 0, 0, 400, 400 }, found, 9, &count));
  CHECK(count == 2 && found[0] == first && found[1] == second);
  ok(bgt_animator_get_items_in_rect(grid.animator, (bgt_rect){ 195, 0, 200, 400 }, found, 9, &count));
  CHECK(count == 1 && found[0] == second);
  CHECK(bgt_behavior_get_animator(grid.drag.behavior) == grid.animator);

  /* Released, the cells go back, and the animator is dropped in its own pause callback. */
  end_drag(&grid);
  int ticks = 0, redraws = grid.redraws;
  CHECK(redraws == 120);
  bgt_animator animator = grid.animator;
  for (; grid.animator && ticks < 600; ticks++) ok(bgt_animator_advance(grid.animator, 1.0 / 60.0, NULL));
  CHECK(grid.animator == 0 && !bgt_is_alive(animator));
  CHECK(grid.redraws == redraws + ticks);
  CHECK(between(bgt_item_get_center(first), 100, 100) < 0.5);
  CHECK(between(bgt_item_get_center(second), 200, 100) < 0.5);
  for (int i = 0; i < 9; i++) ok(bgt_release(grid.cells[i]));
}

int main(void) {
  uint64_t before = alive();
  test_stiffness();
  test_following();
  CHECK(alive() == before);
  CHECK(drag_main() == 0 && alive() == before);
  return checks_done();
}
