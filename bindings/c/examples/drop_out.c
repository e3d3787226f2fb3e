/* A dialog drops in and bounces; dismissed, it swings from a corner and falls. Physics drives both transitions.
   SPDX-License-Identifier: MIT */
#include "example.h"

/* Gravity and walls for one item; it takes itself away when its time is over. */
typedef struct drop_behavior {
  bgt_behavior behavior;
  double deadline; /* elapsed seconds of the animator */
} drop_behavior;

static void stop_in_time(bgt_behavior behavior, void *context) {
  drop_behavior *drop = context;
  bgt_animator animator = bgt_behavior_get_animator(behavior);
  if (bgt_animator_get_elapsed_seconds(animator) >= drop->deadline)
    ok(bgt_animator_remove_behavior(animator, behavior));
}

static void make_drop(drop_behavior *drop, bgt_item item, double elasticity, bool rotating, bgt_insets insets) {
  bgt_item_behavior motion;
  bgt_gravity gravity;
  bgt_collision walls;
  ok(bgt_behavior_create(&drop->behavior));
  ok(bgt_behavior_set_action(drop->behavior, stop_in_time, drop, NULL));
  ok(bgt_item_behavior_create(&motion));
  ok(bgt_behavior_add_item(motion, item));
  ok(bgt_item_behavior_set_elasticity(motion, elasticity));
  ok(bgt_item_behavior_set_allowing_rotation(motion, rotating));
  ok(bgt_item_behavior_set_angular_resistance(motion, rotating ? 5 : 0));
  add_child(drop->behavior, motion);
  ok(bgt_gravity_create(NULL, &gravity));
  ok(bgt_behavior_add_item(gravity, item));
  ok(bgt_gravity_set_magnitude(gravity, 10));
  add_child(drop->behavior, gravity);
  ok(bgt_collision_create(NULL, &walls));
  ok(bgt_behavior_add_item(walls, item));
  ok(bgt_collision_set_reference_bounds_insets(walls, insets));
  add_child(drop->behavior, walls);
}

/* A container with a dialog of 200 x 200 points that present() and dismiss() bring in and out. */
typedef struct drop_out {
  bgt_timeline timeline;
  bgt_transition_container container;
  bgt_animator animator;
  bgt_item presenter, dialog;
  bgt_presentation presentation;
  bgt_transition_animation drop_in, drop_out;
  bgt_transition_delegate delegate;
  drop_behavior drop;
  bgt_attachment spring; /* 0 once it falls */
  double seconds_in; /* after which the dialog is put where it belongs, if it did not come to rest */
  /* The spring on the way out: where it holds the dialog, its damping, and its length, negative for the distance. */
  bgt_vec2 hook_offset;
  double hook_damping, hook_length;
} drop_out;

static void in_the_middle(bgt_presentation presentation, const bgt_rect *bounds, bgt_rect *frame, void *context) {
  (void)presentation, (void)context;
  *frame = (bgt_rect){ bounds->width / 2 - 100, bounds->height / 2 - 100, 200, 200 };
}

static void end_transition(drop_out *scene) {
  ok(bgt_animator_remove_all_behaviors(scene->animator));
  ok(bgt_animator_set_did_pause(scene->animator, NULL, NULL, NULL));
  ok(bgt_release(scene->drop.behavior));
  ok(bgt_transition_complete(bgt_transition_container_get_transition(scene->container), true));
}

static void dropped_in(bgt_animator animator, void *context) {
  drop_out *scene = context;
  bgt_behavior children[3];
  uint64_t count;
  (void)animator;
  bgt_transition transition = bgt_transition_container_get_transition(scene->container);
  ok(bgt_item_set_frame(scene->dialog, bgt_transition_get_final_frame(transition, BGT_TRANSITION_TO)));
  ok(bgt_behavior_get_children(scene->drop.behavior, children, 3, &count));
  for (uint64_t i = 0; i < count; i++) ok(bgt_behavior_remove_child(scene->drop.behavior, children[i]));
  end_transition(scene);
}

/* It falls from above and bounces where it belongs, and is put there exactly at the end. */
static void drop_in(bgt_transition transition, void *context) {
  drop_out *scene = context;
  bgt_rect bounds = bgt_transition_container_get_bounds(scene->container);
  bgt_rect goal = bgt_transition_get_final_frame(transition, BGT_TRANSITION_TO);
  ok(bgt_item_set_frame(scene->dialog, (bgt_rect){ goal.x, -goal.height, goal.width, goal.height }));
  ok(bgt_transition_container_add_item(scene->container, scene->dialog));
  make_drop(&scene->drop, scene->dialog, 0.7, false,
            (bgt_insets){ -goal.height, 0, bounds.height - goal.y - goal.height, 0 });
  scene->drop.deadline = bgt_animator_get_elapsed_seconds(scene->animator) + bgt_transition_get_duration(transition);
  ok(bgt_animator_set_did_pause(scene->animator, dropped_in, scene, NULL));
  ok(bgt_animator_add_behavior(scene->animator, scene->drop.behavior));
}

/* First it has swung, and is let go; then it has fallen. */
static void dropped_out(bgt_animator animator, void *context) {
  drop_out *scene = context;
  if (!scene->spring) {
    end_transition(scene);
    return;
  }
  bgt_transition transition = bgt_transition_container_get_transition(scene->container);
  scene->drop.deadline = bgt_animator_get_elapsed_seconds(animator) + bgt_transition_get_duration(transition) / 3;
  ok(bgt_behavior_remove_child(scene->drop.behavior, scene->spring));
  scene->spring = 0;
  ok(bgt_animator_add_behavior(animator, scene->drop.behavior));
}

/* It swings from a corner for two thirds of the time, then falls. */
static void drop_away(bgt_transition transition, void *context) {
  drop_out *scene = context;
  bgt_rect frame = bgt_transition_get_initial_frame(transition, BGT_TRANSITION_FROM);
  bgt_attachment_def def;
  make_drop(&scene->drop, scene->dialog, 0.8, true, (bgt_insets){ 0, -1000, -225, -1000 });
  bgt_attachment_def_init(&def);
  def.item = scene->dialog;
  def.item_offset = scene->hook_offset;
  def.anchor = (bgt_vec2){ frame.x + frame.width - 40, frame.y };
  def.frequency = 3;
  def.damping = scene->hook_damping;
  def.length = scene->hook_length;
  ok(bgt_attachment_create(&def, &scene->spring));
  add_child(scene->drop.behavior, scene->spring);
  scene->drop.deadline =
    bgt_animator_get_elapsed_seconds(scene->animator) + bgt_transition_get_duration(transition) * 2 / 3;
  ok(bgt_animator_set_did_pause(scene->animator, dropped_out, scene, NULL));
  ok(bgt_animator_add_behavior(scene->animator, scene->drop.behavior));
}

static double duration(bgt_transition transition, void *context) {
  return bgt_transition_is_presenting(transition) ? ((drop_out *)context)->seconds_in : 4;
}

static bgt_presentation give_presentation(bgt_transition_delegate delegate, bgt_item presented, bgt_item presenting,
                                          bgt_item source, void *context) {
  (void)delegate, (void)presented, (void)presenting, (void)source;
  return ((drop_out *)context)->presentation;
}
static bgt_transition_animation give_drop_in(bgt_transition_delegate delegate, bgt_item presented, bgt_item presenting,
                                             bgt_item source, void *context) {
  (void)delegate, (void)presented, (void)presenting, (void)source;
  return ((drop_out *)context)->drop_in;
}
static bgt_transition_animation give_drop_out(bgt_transition_delegate delegate, bgt_item dismissed, void *context) {
  (void)delegate, (void)dismissed;
  return ((drop_out *)context)->drop_out;
}

static void make_scene(drop_out *scene, double width, double height) {
  const bgt_rect bounds = { 0, 0, width, height };
  bgt_presentation_def presentation;
  bgt_transition_animation_def animation;
  bgt_transition_delegate_def delegate;
  *scene = (drop_out){ .seconds_in = 1.5, .hook_offset = { 70, 100 }, .hook_damping = 3, .hook_length = -1 };
  ok(bgt_timeline_create(&scene->timeline));
  ok(bgt_transition_container_create(scene->timeline, bounds, &scene->container));
  ok(bgt_animator_create(NULL, &scene->animator));
  ok(bgt_animator_set_reference_bounds(scene->animator, bounds));
  ok(bgt_timeline_add_animator(scene->timeline, scene->animator));
  scene->presenter = make_item(width / 2, height / 2, width, height);
  scene->dialog = make_item(0, 0, 200, 200);
  ok(bgt_transition_container_add_item(scene->container, scene->presenter));

  bgt_presentation_def_init(&presentation);
  presentation.presented_frame = in_the_middle;
  ok(bgt_presentation_create(&presentation, &scene->presentation));
  bgt_transition_animation_def_init(&animation);
  animation.context = scene;
  animation.duration = duration;
  animation.animate = drop_in;
  ok(bgt_transition_animation_create(&animation, &scene->drop_in));
  animation.animate = drop_away;
  ok(bgt_transition_animation_create(&animation, &scene->drop_out));
  bgt_transition_delegate_def_init(&delegate);
  delegate.context = scene;
  delegate.presentation = give_presentation;
  delegate.animation_for_present = give_drop_in;
  delegate.animation_for_dismiss = give_drop_out;
  ok(bgt_transition_delegate_create(&delegate, &scene->delegate));
}

static void release_scene(drop_out *scene) {
  const bgt_id ids[] = { scene->timeline, scene->container, scene->animator, scene->presenter, scene->dialog,
                         scene->presentation, scene->drop_in, scene->drop_out, scene->delegate };
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) ok(bgt_release(ids[i]));
}

static void present(drop_out *scene, bool animated) {
  ok(bgt_transition_container_present(scene->container, scene->dialog, scene->presenter, 0, scene->delegate,
                                      BGT_PRESENTATION_CUSTOM, animated, NULL, NULL, NULL));
}
static void dismiss(drop_out *scene) {
  ok(bgt_transition_container_dismiss(scene->container, true, NULL, NULL, NULL));
}
static bool is_moving(const drop_out *scene) { return bgt_transition_container_get_transition(scene->container) != 0; }

/* Runs until the transition is over. */
static uint64_t run(drop_out *scene, uint64_t hash) {
  for (int tick = 1; is_moving(scene); tick++) {
    ok(bgt_timeline_advance(scene->timeline, 1.0 / 60.0));
    hash = add_hash(hash, bgt_timeline_get_state_hash(scene->timeline));
    bgt_vec2 center = bgt_item_get_center(scene->dialog);
    if (tick % 15 == 0 || !is_moving(scene))
      printf("%.2f s (%.2f, %.2f) %.2f\n", bgt_timeline_get_time(scene->timeline), center.x, center.y,
             bgt_item_get_angle(scene->dialog));
  }
  return hash;
}

/* A dialog is presented and dismissed. */
int main(void) {
  drop_out scene;
  uint64_t hash = FIRST_HASH, count;
  make_scene(&scene, 375, 812);
  printf("presented\n");
  present(&scene, true);
  hash = run(&scene, hash);
  printf("dismissed\n");
  dismiss(&scene);
  hash = run(&scene, hash);
  ok(bgt_transition_container_get_items(scene.container, NULL, 0, &count));
  printf("%d item left\n", (int)count);
  print_hash(hash);
  release_scene(&scene);
  return 0;
}
