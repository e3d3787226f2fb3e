/* A panel slides over the lower half of its container; a finger pulls it away, at any moment.
   SPDX-License-Identifier: MIT */
#include "example.h"

/* A container whose panel is presented, dismissed, pulled by a finger and caught in flight. */
typedef struct panel_screen {
  bgt_timeline timeline;
  bgt_timing timing;
  bgt_transition_container container;
  bgt_item presenter, panel;
  bgt_presentation presentation;
  bgt_transition_animation animation;
  bgt_percent_driver driver;
  bgt_transition_delegate delegate;
  bgt_property_animator slide;
  bgt_rect goal;
} panel_screen;

static bgt_transition transition_of(const panel_screen *screen) {
  return bgt_transition_container_get_transition(screen->container);
}

static void lower_half(bgt_presentation presentation, const bgt_rect *bounds, bgt_rect *frame, void *context) {
  (void)presentation, (void)context;
  *frame = (bgt_rect){ 0, bounds->height / 2, bounds->width, bounds->height / 2 };
}

static void set_frame(bgt_property_animator animator, void *context) {
  panel_screen *screen = context;
  (void)animator;
  ok(bgt_item_set_frame(screen->panel, screen->goal));
}
static void slid(bgt_property_animator animator, bgt_position position, void *context) {
  bgt_transition transition = transition_of(context);
  (void)animator, (void)position;
  ok(bgt_transition_complete(transition, !bgt_transition_is_cancelled(transition)));
}

/* The panel slides in from below, or out. */
static bgt_property_animator make_slide(bgt_transition transition, void *context) {
  panel_screen *screen = context;
  bool presents = bgt_transition_is_presenting(transition);
  bgt_rect shown = presents ? bgt_transition_get_final_frame(transition, BGT_TRANSITION_TO)
                            : bgt_transition_get_initial_frame(transition, BGT_TRANSITION_FROM);
  bgt_rect hidden = { shown.x, shown.y + shown.height, shown.width, shown.height };
  if (presents) {
    ok(bgt_item_set_frame(screen->panel, hidden));
    ok(bgt_transition_container_add_item(screen->container, screen->panel));
  }
  screen->goal = presents ? shown : hidden;
  ok(bgt_release(screen->slide));
  ok(bgt_property_animator_create(screen->timeline, 0.3, screen->timing, &screen->slide));
  ok(bgt_property_animator_add_animations(screen->slide, 0, set_frame, screen, NULL));
  ok(bgt_property_animator_add_completion(screen->slide, slid, screen, NULL));
  return screen->slide;
}

static double duration(bgt_transition transition, void *context) {
  (void)transition, (void)context;
  return 0.3;
}

static bgt_presentation give_presentation(bgt_transition_delegate delegate, bgt_item presented, bgt_item presenting,
                                          bgt_item source, void *context) {
  (void)delegate, (void)presented, (void)presenting, (void)source;
  return ((panel_screen *)context)->presentation;
}
static bgt_transition_animation give_to_present(bgt_transition_delegate delegate, bgt_item presented,
                                                bgt_item presenting, bgt_item source, void *context) {
  (void)delegate, (void)presented, (void)presenting, (void)source;
  return ((panel_screen *)context)->animation;
}
static bgt_transition_animation give_to_dismiss(bgt_transition_delegate delegate, bgt_item dismissed, void *context) {
  (void)delegate, (void)dismissed;
  return ((panel_screen *)context)->animation;
}
static bgt_transition_interaction give_driver(bgt_transition_delegate delegate, bgt_transition_animation animation,
                                              void *context) {
  (void)delegate, (void)animation;
  return ((panel_screen *)context)->driver;
}

static void make_screen(panel_screen *screen, double width, double height) {
  bgt_presentation_def presentation;
  bgt_transition_animation_def animation;
  bgt_transition_delegate_def delegate;
  *screen = (panel_screen){ 0 };
  ok(bgt_timeline_create(&screen->timeline));
  ok(bgt_timing_create_curve(BGT_CURVE_EASE_OUT, &screen->timing));
  ok(bgt_transition_container_create(screen->timeline, (bgt_rect){ 0, 0, width, height }, &screen->container));
  screen->presenter = make_item(width / 2, height / 2, width, height);
  screen->panel = make_item(0, 0, width, height / 2);
  ok(bgt_transition_container_add_item(screen->container, screen->presenter));

  bgt_presentation_def_init(&presentation);
  presentation.presented_frame = lower_half;
  ok(bgt_presentation_create(&presentation, &screen->presentation));
  ok(bgt_presentation_set_dimming(screen->presentation, (bgt_color){ 0, 0, 0, 0.3 }));
  bgt_transition_animation_def_init(&animation);
  animation.context = screen;
  animation.duration = duration;
  animation.interruptible_animator = make_slide;
  ok(bgt_transition_animation_create(&animation, &screen->animation));
  ok(bgt_percent_driver_create(NULL, &screen->driver));
  bgt_transition_delegate_def_init(&delegate);
  delegate.context = screen;
  delegate.presentation = give_presentation;
  delegate.animation_for_present = give_to_present;
  delegate.animation_for_dismiss = give_to_dismiss;
  delegate.interaction_for_present = delegate.interaction_for_dismiss = give_driver;
  ok(bgt_transition_delegate_create(&delegate, &screen->delegate));
}

static void release_screen(panel_screen *screen) {
  const bgt_id ids[] = { screen->timeline, screen->timing, screen->container, screen->presenter, screen->panel,
                         screen->presentation, screen->animation, screen->driver, screen->delegate, screen->slide };
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) ok(bgt_release(ids[i]));
}

static void present(panel_screen *screen) {
  ok(bgt_transition_interaction_set_wanting_interactive_start(screen->driver, false));
  ok(bgt_transition_container_present(screen->container, screen->panel, screen->presenter, 0, screen->delegate,
                                      BGT_PRESENTATION_CUSTOM, true, NULL, NULL, NULL));
}

static void dismiss(panel_screen *screen, bool interactive) {
  ok(bgt_transition_interaction_set_wanting_interactive_start(screen->driver, interactive));
  ok(bgt_transition_container_dismiss(screen->container, true, NULL, NULL, NULL));
}

/* A finger takes the panel, which may be at rest or on its way. */
static void pan_began(panel_screen *screen) {
  if (transition_of(screen))
    ok(bgt_percent_driver_pause(screen->driver));
  else
    dismiss(screen, true);
}

/* The finger went down by some points, or up. */
static void pan_moved(panel_screen *screen, double translation) {
  double change = translation / bgt_item_get_size(screen->panel).y;
  if (bgt_transition_is_presenting(transition_of(screen))) change = -change;
  ok(bgt_percent_driver_update(screen->driver, bgt_percent_driver_get_percent_complete(screen->driver) + change));
}

/* The finger lets go at a height within the panel: thrown beyond the middle, the panel leaves. */
static void pan_ended(panel_screen *screen, double y, double velocity) {
  bool leaves = y + bgt_gesture_project(velocity, 0.998) > bgt_item_get_size(screen->panel).y / 2;
  if (leaves != bgt_transition_is_presenting(transition_of(screen)))
    ok(bgt_percent_driver_finish(screen->driver));
  else
    ok(bgt_percent_driver_cancel(screen->driver));
}

/* Advances for some seconds. */
static uint64_t run(panel_screen *screen, double seconds, uint64_t hash) {
  for (int tick = 0; tick < (int)(seconds * 60 + 0.5); tick++) {
    ok(bgt_timeline_advance(screen->timeline, 1.0 / 60.0));
    hash = add_hash(hash, bgt_timeline_get_state_hash(screen->timeline));
  }
  bgt_item dimming = bgt_presentation_get_dimming_item(screen->presentation);
  printf("%.2f s y %.2f dim %.2f\n", bgt_timeline_get_time(screen->timeline),
         bgt_item_get_presented_center(screen->panel).y, bgt_item_get_presented_alpha(dimming));
  return hash;
}

static void tell(const panel_screen *screen) {
  puts(bgt_transition_container_get_presentation(screen->container) ? "it stays" : "it is gone");
}

/* A panel is presented, pulled away by a finger, presented again, and caught while it closes. */
int main(void) {
  panel_screen screen;
  uint64_t hash = FIRST_HASH;
  make_screen(&screen, 375, 812);
  ok(bgt_timeline_add_item(screen.timeline, screen.panel));
  present(&screen);
  for (int i = 0; i < 4; i++) hash = run(&screen, 0.1, hash);

  puts("pulled down by half and let go");
  pan_began(&screen);
  pan_moved(&screen, 101.5);
  hash = run(&screen, 0.1, hash);
  pan_moved(&screen, 101.5);
  hash = run(&screen, 0.1, hash);
  pan_ended(&screen, 100, 300);
  for (int i = 0; i < 2; i++) hash = run(&screen, 0.1, hash);
  tell(&screen);

  present(&screen);
  hash = run(&screen, 0.5, hash);
  puts("dismissed, caught and sent back");
  dismiss(&screen, false);
  hash = run(&screen, 0.15, hash);
  pan_began(&screen);
  hash = run(&screen, 0.1, hash);
  pan_moved(&screen, -101.5);
  hash = run(&screen, 0.1, hash);
  pan_ended(&screen, 100, -100);
  for (int i = 0; i < 2; i++) hash = run(&screen, 0.1, hash);
  tell(&screen);
  print_hash(hash);
  release_screen(&screen);
  return 0;
}
