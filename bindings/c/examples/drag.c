/* Cells of a grid are dragged by springs: a behavior made of four attachments, and one made of those.
   SPDX-License-Identifier: MIT */
#include "example.h"

/* Draws an item after a point by four springs from its center to the corners of a square about the point. */
typedef struct rectangle_attachment {
  bgt_behavior behavior;
  bgt_attachment springs[4];
} rectangle_attachment;

static bgt_vec2 corner(bgt_vec2 point, int index) {
  static const bgt_vec2 corners[4] = { { -20, -20 }, { 20, -20 }, { 20, 20 }, { -20, 20 } };
  return (bgt_vec2){ point.x + corners[index].x, point.y + corners[index].y };
}

static rectangle_attachment make_rectangle_attachment(bgt_item item, bgt_vec2 point) {
  rectangle_attachment made;
  ok(bgt_behavior_create(&made.behavior));
  for (int i = 0; i < 4; i++) {
    bgt_attachment_def def;
    bgt_attachment_def_init(&def);
    def.item = item;
    def.anchor = corner(point, i);
    def.frequency = 8;
    def.damping = 0.6;
    ok(bgt_attachment_create(&def, &made.springs[i]));
    add_child(made.behavior, made.springs[i]);
  }
  return made;
}

/* Drags several items with one finger; each keeps its place beside the others. */
typedef struct drag_behavior {
  bgt_behavior behavior;
  rectangle_attachment attachments[9];
  int count;
} drag_behavior;

static drag_behavior make_drag_behavior(const bgt_item *items, int count, bgt_vec2 touch) {
  drag_behavior made = { .count = count };
  ok(bgt_behavior_create(&made.behavior));
  for (int i = 0; i < count; i++) {
    made.attachments[i] = make_rectangle_attachment(items[i], touch);
    add_child(made.behavior, made.attachments[i].behavior);
  }
  return made;
}

static void move_drag_behavior(const drag_behavior *drag, bgt_vec2 touch) {
  for (int i = 0; i < drag->count; i++)
    for (int j = 0; j < 4; j++) ok(bgt_attachment_set_anchor(drag->attachments[i].springs[j], corner(touch, j)));
}

/* Nine cells in rows of three. Those that are dragged have an animator for as long as they move. */
typedef struct draggable_grid {
  bgt_item cells[9];
  bgt_animator animator; /* 0 while nothing is dragged */
  drag_behavior drag;
  bgt_vec2 start;
  int redraws;
} draggable_grid;

static void make_grid(draggable_grid *grid) {
  *grid = (draggable_grid){ 0 };
  for (int i = 0; i < 9; i++) grid->cells[i] = make_item(100 + i % 3 * 100, 100 + i / 3 * 100, 80, 80);
}

static void content_size(bgt_animator animator, bgt_vec2 *size, void *context) {
  (void)animator, (void)context;
  *size = (bgt_vec2){ 400, 400 };
}
static void redraw(bgt_animator animator, void *context) {
  (void)animator;
  ((draggable_grid *)context)->redraws++;
}

static void begin_drag(draggable_grid *grid, const bgt_item *cells, int count, bgt_vec2 touch) {
  grid->start = touch;
  grid->drag = make_drag_behavior(cells, count, touch);
  ok(bgt_animator_create(NULL, &grid->animator));
  ok(bgt_animator_set_content_size(grid->animator, content_size, NULL, NULL));
  ok(bgt_animator_set_invalidate(grid->animator, redraw, grid, NULL));
  add_behavior(grid->animator, grid->drag.behavior);
}

static void drag_to(draggable_grid *grid, bgt_vec2 touch) { move_drag_behavior(&grid->drag, touch); }

static void arrived(bgt_animator animator, void *context) {
  draggable_grid *grid = context;
  grid->animator = 0;
  ok(bgt_release(animator)); /* it dies when its advance returns */
}

/* The cells go back, and when they have arrived the animator is dropped. */
static void end_drag(draggable_grid *grid) {
  move_drag_behavior(&grid->drag, grid->start);
  ok(bgt_animator_set_did_pause(grid->animator, arrived, grid, NULL));
}

static void show(const draggable_grid *grid, bgt_animator animator) {
  bgt_vec2 first = bgt_item_get_center(grid->cells[0]), second = bgt_item_get_center(grid->cells[1]);
  printf("%.2f s (%.2f, %.2f) (%.2f, %.2f)\n", bgt_animator_get_elapsed_seconds(animator), first.x, first.y,
         second.x, second.y);
}

/* Two cells are dragged to another place, held there, and let go. */
int main(void) {
  draggable_grid grid;
  make_grid(&grid);
  begin_drag(&grid, grid.cells, 2, (bgt_vec2){ 100, 100 });
  bgt_animator animator = grid.animator;
  ok(bgt_retain(animator)); /* for the last lines, when the grid has dropped it */
  show(&grid, animator);
  drag_to(&grid, (bgt_vec2){ 150, 130 });
  for (int tick = 1; tick <= 60; tick++) {
    ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
    if (tick % 6 == 0) show(&grid, animator);
  }
  end_drag(&grid);
  while (grid.animator) ok(bgt_animator_advance(animator, 1.0 / 60.0, NULL));
  show(&grid, animator);
  printf("%d redraws\n", grid.redraws);
  print_hash(bgt_animator_get_state_hash(animator));

  for (int i = 0; i < 9; i++) ok(bgt_release(grid.cells[i]));
  ok(bgt_release(animator));
  return 0;
}
