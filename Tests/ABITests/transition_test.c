/* Transitions through the C API: the panel of the seed scenes presented, dismissed, scrubbed and interrupted; physics as
   the driver; callbacks that let go of everything. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define NEAR(a, b, tolerance) CHECK(fabs((a) - (b)) <= (tolerance))

static const bgt_rect stage = { 0, 0, 375, 812 }, shown = { 0, 406, 375, 406 }, below = { 0, 812, 375, 406 };
static char lines[512];
static int releases;

static void log_line(const char *text) {
  if (strlen(lines) + strlen(text) + 2 < sizeof lines) strcat(strcat(lines, text), "|");
}
static void log_flag(const char *text, bool flag) {
  log_line(text);
  log_line(flag ? "+" : "-");
}
static void on_release(void *context) {
  (void)context;
  releases++;
}

/* A panel that covers the lower half, animated in 0.3 s by an interruptible animator. */
typedef struct scene {
  bgt_timeline timeline;
  bgt_transition_container container;
  bgt_item presenter, panel;
  bgt_presentation presentation;
  bgt_transition_delegate delegate;
  bgt_transition_animation animation;
  bgt_percent_driver driver; /* given by the delegate unless 0 */
  bgt_property_animator animator;
  bgt_timing timing;
  int turns[8], turn_count, ends;
} scene;

static void set_frame(bgt_property_animator animator, void *context) {
  scene *s = context;
  const bgt_transition transition = bgt_transition_container_get_transition(s->container);
  (void)animator;
  (void)bgt_item_set_frame(s->panel, bgt_transition_is_presenting(transition) ? shown : below);
}
static void animation_done(bgt_property_animator animator, bgt_position position, void *context) {
  scene *s = context;
  const bgt_transition transition = bgt_transition_container_get_transition(s->container);
  (void)animator;
  log_line(position == BGT_POSITION_END ? "end" : "start");
  CHECK(bgt_transition_complete(transition, !bgt_transition_is_cancelled(transition)) == BGT_OK);
}
static bgt_property_animator interruptible(bgt_transition transition, void *context) {
  scene *s = context;
  log_line("animate");
  if (bgt_transition_is_presenting(transition)) {
    CHECK(bgt_transition_container_add_item(s->container, s->panel) == BGT_OK);
    CHECK(bgt_item_set_frame(s->panel, below) == BGT_OK);
  }
  (void)bgt_release(s->animator);
  s->animator = 0;
  CHECK(bgt_property_animator_create(s->timeline, 0.3, s->timing, &s->animator) == BGT_OK);
  CHECK(bgt_property_animator_add_animations(s->animator, 0, set_frame, s, NULL) == BGT_OK);
  CHECK(bgt_property_animator_add_completion(s->animator, animation_done, s, NULL) == BGT_OK);
  return s->animator;
}
static double seconds(bgt_transition transition, void *context) {
  (void)transition; (void)context;
  return 0.3;
}
static void ended(bgt_transition_animation animation, bool completed, void *context) {
  CHECK(animation == ((scene *)context)->animation);
  log_flag("ended", completed);
}
static void frame_of(bgt_presentation presentation, const bgt_rect *bounds, bgt_rect *out_frame, void *context) {
  (void)presentation; (void)context;
  out_frame->y = bounds->y + bounds->height / 2;
  out_frame->height = bounds->height / 2;
}
static void will_begin(bgt_presentation presentation, void *context) { (void)presentation; (void)context; log_line("will begin"); }
static void will_dismiss(bgt_presentation presentation, void *context) { (void)presentation; (void)context; log_line("will dismiss"); }
static void did_layout(bgt_presentation presentation, void *context) { (void)presentation; (void)context; log_line("layout"); }
static void presented(bgt_presentation presentation, bool flag, void *context) { (void)presentation; (void)context; log_flag("presented", flag); }
static void dismissed(bgt_presentation presentation, bool flag, void *context) { (void)presentation; (void)context; log_flag("dismissed", flag); }
static bgt_presentation give_presentation(bgt_transition_delegate delegate, bgt_item item, bgt_item presenting,
                                          bgt_item source, void *context) {
  scene *s = context;
  CHECK(delegate == s->delegate && item == s->panel && presenting == s->presenter && source == s->presenter);
  return s->presentation;
}
static bgt_transition_animation give_animation(bgt_transition_delegate delegate, bgt_item item, bgt_item presenting,
                                               bgt_item source, void *context) {
  (void)delegate; (void)item; (void)presenting; (void)source;
  return ((scene *)context)->animation;
}
static bgt_transition_animation give_dismissal(bgt_transition_delegate delegate, bgt_item item, void *context) {
  (void)delegate; (void)item;
  return ((scene *)context)->animation;
}
static bgt_transition_interaction give_driver(bgt_transition_delegate delegate, bgt_transition_animation animation,
                                              void *context) {
  (void)delegate;
  CHECK(animation == ((scene *)context)->animation);
  return ((scene *)context)->driver;
}

static void build(scene *s) {
  bgt_presentation_def presentation;
  bgt_transition_animation_def animation;
  bgt_transition_delegate_def delegate;
  memset(s, 0, sizeof *s);
  lines[0] = 0;
  CHECK(bgt_timeline_create(&s->timeline) == BGT_OK);
  CHECK(bgt_transition_container_create(s->timeline, stage, &s->container) == BGT_OK);
  CHECK(bgt_item_create(NULL, &s->presenter) == BGT_OK && bgt_item_create(NULL, &s->panel) == BGT_OK);
  CHECK(bgt_item_set_frame(s->presenter, stage) == BGT_OK);
  CHECK(bgt_transition_container_add_item(s->container, s->presenter) == BGT_OK);
  CHECK(bgt_timing_create_curve(BGT_CURVE_EASE_OUT, &s->timing) == BGT_OK);
  bgt_presentation_def_init(&presentation);
  presentation.presented_frame = frame_of;
  presentation.presentation_will_begin = will_begin;
  presentation.presentation_did_end = presented;
  presentation.dismissal_will_begin = will_dismiss;
  presentation.dismissal_did_end = dismissed;
  presentation.container_did_layout = did_layout;
  presentation.context = s;
  presentation.release = on_release;
  CHECK(bgt_presentation_create(&presentation, &s->presentation) == BGT_OK);
  CHECK(bgt_presentation_set_dimming(s->presentation, (bgt_color){ 0, 0, 0, 0.3 }) == BGT_OK);
  bgt_transition_animation_def_init(&animation);
  animation.duration = seconds;
  animation.interruptible_animator = interruptible;
  animation.ended = ended;
  animation.context = s;
  animation.release = on_release;
  CHECK(bgt_transition_animation_create(&animation, &s->animation) == BGT_OK);
  bgt_transition_delegate_def_init(&delegate);
  delegate.presentation = give_presentation;
  delegate.animation_for_present = give_animation;
  delegate.animation_for_dismiss = give_dismissal;
  delegate.interaction_for_present = delegate.interaction_for_dismiss = give_driver;
  delegate.context = s;
  delegate.release = on_release;
  CHECK(bgt_transition_delegate_create(&delegate, &s->delegate) == BGT_OK);
}
static void destroy(scene *s) {
  const bgt_id all[] = { s->container, s->presentation, s->delegate, s->animation, s->driver, s->animator, s->timing,
                         s->presenter, s->panel, s->timeline };
  releases = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) CHECK(bgt_release(all[i]) == BGT_OK);
  CHECK(releases == 3);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

static void completed(bgt_transition_container container, bool flag, void *context) {
  CHECK(container == ((scene *)context)->container);
  log_flag("completion", flag);
}
static void coordinator_done(bgt_transition transition, void *context) {
  (void)transition; (void)context;
  log_line("coordinator");
}
static void turned(bgt_transition transition, void *context) {
  scene *s = context;
  if (s->turn_count < 8) s->turns[s->turn_count++] = bgt_transition_is_interactive(transition) + 2 * bgt_transition_is_cancelled(transition);
}
static void turned_once(bgt_transition transition, void *context) {
  (void)transition;
  ((scene *)context)->ends++;
}
static void present(scene *s) {
  CHECK(bgt_transition_container_present(s->container, s->panel, s->presenter, s->presenter, s->delegate,
                                         BGT_PRESENTATION_CUSTOM, true, completed, s, NULL) == BGT_OK);
  CHECK(bgt_transition_animate_alongside(bgt_transition_container_get_transition(s->container), NULL,
                                         coordinator_done, s, NULL) == BGT_OK);
}
static void dismiss(scene *s) {
  CHECK(bgt_transition_container_dismiss(s->container, true, completed, s, NULL) == BGT_OK);
}
static void by(scene *s, double time) { CHECK(bgt_timeline_advance(s->timeline, time) == BGT_OK); }
static double y_of(scene *s) { return bgt_item_get_presented_center(s->panel).y; }
static double dim(scene *s) { return bgt_item_get_presented_alpha(bgt_presentation_get_dimming_item(s->presentation)); }
static bgt_transition now(scene *s) { return bgt_transition_container_get_transition(s->container); }

static void test_present_and_dismiss(void) {
  static const double times[] = { 0, 0.03, 0.075, 0.15, 0.225 }, parts[] = { 0, 0.160572, 0.378138, 0.684643, 0.906535 };
  static const double ys[] = { 1015, 949.808, 861.476, 737.035, 646.947 };
  scene s;
  bgt_item items[4];
  bgt_rect frame;
  bgt_transition kept;
  uint64_t count = 0;
  build(&s);
  present(&s);
  kept = now(&s);
  CHECK(bgt_retain(kept) == BGT_OK);
  CHECK(bgt_presentation_get_transition(s.presentation) == kept && bgt_transition_get_container(kept) == s.container);
  CHECK(bgt_transition_get_item(kept, BGT_TRANSITION_TO) == s.panel);
  CHECK(bgt_transition_get_item(kept, BGT_TRANSITION_FROM) == s.presenter);
  CHECK(bgt_transition_get_animatable_item(kept, BGT_TRANSITION_FROM) == 0);
  CHECK(bgt_transition_get_final_frame(kept, BGT_TRANSITION_TO).y == 406);
  CHECK(bgt_transition_get_initial_frame(kept, BGT_TRANSITION_TO).width == 0);
  CHECK(bgt_transition_get_initial_frame(kept, BGT_TRANSITION_FROM).height == 812);
  CHECK(bgt_transition_get_duration(kept) == 0.3 && bgt_transition_is_interruptible(kept));
  CHECK(bgt_transition_is_animated(kept) && bgt_transition_is_presenting(kept) && !bgt_transition_is_interactive(kept));
  CHECK(bgt_transition_get_interruptible_animator(kept) == s.animator);
  CHECK(bgt_transition_get_target_transform(kept).a == 1 && bgt_transition_get_completion_speed(kept) == 1);
  for (int i = 0; i < 5; i++) {
    CHECK(bgt_timeline_advance_to(s.timeline, times[i]) == BGT_OK);
    NEAR(y_of(&s), ys[i], 0.01);
    NEAR(dim(&s), parts[i], 1e-4);
    CHECK(bgt_item_get_center(s.panel).y == 609);
  }
  CHECK(bgt_transition_container_get_items(s.container, items, 4, &count) == BGT_OK && count == 3);
  CHECK(items[0] == bgt_presentation_get_dimming_item(s.presentation) && items[1] == s.presenter && items[2] == s.panel);
  CHECK(strcmp(lines, "will begin|layout|animate|") == 0);
  lines[0] = 0;
  CHECK(bgt_timeline_advance_to(s.timeline, 0.3) == BGT_OK);
  CHECK(y_of(&s) == 609 && dim(&s) == 1);
  CHECK(strcmp(lines, "end|presented|+|coordinator|ended|+|completion|+|") == 0);
  CHECK(now(&s) == 0 && bgt_transition_container_get_presentation(s.container) == s.presentation);
  CHECK(bgt_presentation_copy_presented_frame(s.presentation, &frame) == BGT_OK && frame.y == 406);

  /* Done, it tells facts and refuses the rest. */
  CHECK(bgt_transition_get_phase(kept) == BGT_TRANSITION_DONE && bgt_transition_get_container(kept) == 0);
  CHECK(bgt_transition_complete(kept, true) == BGT_ERROR_STATE && bgt_transition_update(kept, 0.5) == BGT_ERROR_STATE);
  CHECK(bgt_transition_animate_alongside(kept, coordinator_done, NULL, NULL, NULL) == BGT_IGNORED);
  CHECK(bgt_transition_notify_interaction_changes(kept, turned, &s, NULL) == BGT_IGNORED);
  CHECK(bgt_release(kept) == BGT_OK && !bgt_is_alive(kept));

  lines[0] = 0;
  CHECK(bgt_transition_container_set_bounds(s.container, (bgt_rect){ 0, 0, 400, 900 }) == BGT_OK);
  CHECK(strcmp(lines, "layout|") == 0);
  CHECK(bgt_item_get_frame(bgt_presentation_get_dimming_item(s.presentation)).height == 900);
  CHECK(bgt_transition_container_set_bounds(s.container, stage) == BGT_OK);
  CHECK(bgt_presentation_set_dimming(s.presentation, (bgt_color){ 0, 0, 0, 0.3 }) == BGT_ERROR_STATE);

  lines[0] = 0;
  dismiss(&s);
  CHECK(bgt_transition_get_initial_frame(now(&s), BGT_TRANSITION_FROM).y == 406);
  CHECK(bgt_transition_get_final_frame(now(&s), BGT_TRANSITION_FROM).width == 0);
  by(&s, 0.15);
  NEAR(y_of(&s), 886.965, 0.01);
  NEAR(dim(&s), 1 - 0.684643, 1e-4);
  by(&s, 0.1500001);
  CHECK(y_of(&s) == 1015);
  CHECK(strcmp(lines, "will dismiss|animate|end|dismissed|+|ended|+|completion|+|") == 0);
  CHECK(bgt_transition_container_get_items(s.container, items, 4, &count) == BGT_OK && count == 1);
  CHECK(bgt_transition_container_get_presentation(s.container) == 0);
  CHECK(bgt_transition_container_dismiss(s.container, true, NULL, NULL, NULL) == BGT_ERROR_STATE);
  destroy(&s);
}

/* Presented already, with a closing under way that the driver holds. */
static void close_by_driver(scene *s, bool interactive) {
  bgt_transition_interaction_def def;
  build(s);
  present(s);
  by(s, 1);
  bgt_transition_interaction_def_init(&def);
  CHECK(def.wants_interactive_start == 1 && def.completion_speed == 1);
  def.wants_interactive_start = interactive;
  CHECK(bgt_percent_driver_create(&def, &s->driver) == BGT_OK);
  CHECK(bgt_percent_driver_update(s->driver, 0.5) == BGT_ERROR_STATE);
  dismiss(s);
  CHECK(bgt_transition_interaction_get_transition(s->driver) == now(s));
  CHECK(bgt_transition_notify_interaction_changes(now(s), turned, s, NULL) == BGT_OK);
  CHECK(bgt_transition_notify_interaction_ends(now(s), turned_once, s, NULL) == BGT_OK);
  lines[0] = 0;
}

static void test_scrub_finish_cancel(void) {
  scene s;
  for (int speed = 1; speed <= 2; speed++) {
    close_by_driver(&s, true);
    CHECK(bgt_transition_is_interactive(now(&s)) && bgt_transition_is_initially_interactive(now(&s)));
    CHECK(bgt_percent_driver_update(s.driver, 0.25) == BGT_OK);
    NEAR(y_of(&s), 710.5, 1e-9);
    NEAR(dim(&s), 0.75, 1e-9);
    CHECK(bgt_percent_driver_update(s.driver, 0.5) == BGT_OK && bgt_percent_driver_get_duration(s.driver) == 0.3);
    CHECK(bgt_transition_get_percent_complete(now(&s)) == 0.5);
    CHECK(bgt_transition_update(now(&s), 0.2) == BGT_ERROR_STATE && bgt_transition_finish(now(&s)) == BGT_ERROR_STATE);
    CHECK(bgt_transition_interaction_set_completion_speed(s.driver, speed) == BGT_OK);
    CHECK(bgt_percent_driver_finish(s.driver) == BGT_OK && bgt_percent_driver_finish(s.driver) == BGT_IGNORED);
    CHECK(bgt_percent_driver_cancel(s.driver) == BGT_ERROR_STATE);
    NEAR(bgt_property_animator_get_remaining_seconds(s.animator), 0.15 / speed, 1e-12);
    by(&s, 0.075 / speed);
    NEAR(y_of(&s), 950.983, 0.01);
    by(&s, 0.0750001 / speed);
    CHECK(strcmp(lines, "end|dismissed|+|ended|+|completion|+|") == 0 && s.ends == 1);
    destroy(&s);
  }
  close_by_driver(&s, true);
  CHECK(bgt_percent_driver_update(s.driver, 0.25) == BGT_OK);
  CHECK(bgt_percent_driver_cancel(s.driver) == BGT_OK);
  CHECK(s.turn_count == 1 && s.turns[0] == 2);
  by(&s, 0.0750001);
  NEAR(y_of(&s), 609, 1e-9);
  CHECK(dim(&s) == 1 && bgt_item_get_center(s.panel).y == 609);
  CHECK(strcmp(lines, "start|dismissed|-|ended|-|completion|-|") == 0);
  CHECK(bgt_transition_container_get_presentation(s.container) == s.presentation);
  destroy(&s);
}

static void test_interruption(void) {
  scene s;
  double p, y;
  close_by_driver(&s, false);
  CHECK(!bgt_transition_is_interactive(now(&s)) && bgt_percent_driver_update(s.driver, 0.1) == BGT_IGNORED);
  by(&s, 0.15);
  CHECK(bgt_percent_driver_pause(s.driver) == BGT_OK && bgt_percent_driver_pause(s.driver) == BGT_IGNORED);
  p = bgt_percent_driver_get_percent_complete(s.driver);
  NEAR(p, 0.684643, 1e-6);
  CHECK(bgt_percent_driver_update(s.driver, p - 101.5 / 406) == BGT_OK);
  NEAR(y_of(&s), 785.465, 0.001);
  NEAR(dim(&s), 0.565357, 1e-6);
  CHECK(bgt_percent_driver_cancel(s.driver) == BGT_OK && bgt_transition_is_cancelled(now(&s)));
  NEAR(bgt_property_animator_get_remaining_seconds(s.animator), 0.130393, 1e-6);
  by(&s, 0.130393 / 2);
  NEAR(y_of(&s), 664.649, 0.01);
  y = y_of(&s);
  CHECK(bgt_transition_pause(now(&s)) == BGT_OK && !bgt_transition_is_cancelled(now(&s)));
  NEAR(bgt_percent_driver_get_percent_complete(s.driver), (y - 609) / 406, 1e-9);
  CHECK(bgt_percent_driver_finish(s.driver) == BGT_OK);
  by(&s, 1);
  CHECK(y_of(&s) == 1015 && strcmp(lines, "end|dismissed|+|ended|+|completion|+|") == 0);
  CHECK(s.turn_count == 4 && s.turns[0] == 1 && s.turns[1] == 2 && s.turns[2] == 1 && s.turns[3] == 0 && s.ends == 1);
  destroy(&s);
}

/* ---- Physics as the driver ------------------------------------------------------------------- */
static double reported = -1;
static void on_update(bgt_transition transition, double percent, void *context) {
  (void)transition; (void)context;
  reported = percent;
}
static double progress(bgt_transition transition, void *context) {
  (void)transition;
  return bgt_item_get_center(((scene *)context)->panel).y / 406;
}
static bool settle(bgt_transition transition, void *context) {
  scene *s = context;
  log_line("settle");
  CHECK(bgt_item_set_frame(s->panel, bgt_transition_get_final_frame(transition, BGT_TRANSITION_TO)) == BGT_OK);
  return true;
}
static bool falls_beside; /* something else, for ever */
static void start_drop(bgt_transition transition, void *context) {
  scene *s = context;
  bgt_animator animator;
  bgt_gravity gravity = 0, another = 0;
  bgt_item other = 0;
  bgt_transition_drive_def def;
  CHECK(bgt_transition_container_add_item(s->container, s->panel) == BGT_OK);
  CHECK(bgt_item_set_frame(s->panel, (bgt_rect){ 0, -406, 375, 406 }) == BGT_OK);
  CHECK(bgt_transition_set_update_callback(transition, on_update, s, on_release) == BGT_OK);
  CHECK(bgt_animator_create(NULL, &animator) == BGT_OK && bgt_gravity_create(NULL, &gravity) == BGT_OK);
  CHECK(bgt_timeline_add_animator(s->timeline, animator) == BGT_OK);
  CHECK(bgt_behavior_add_item(gravity, s->panel) == BGT_OK);
  if (falls_beside) {
    CHECK(bgt_item_create(NULL, &other) == BGT_OK && bgt_gravity_create(NULL, &another) == BGT_OK);
    CHECK(bgt_behavior_add_item(another, other) == BGT_OK && bgt_animator_add_behavior(animator, another) == BGT_OK);
    CHECK(bgt_release(another) == BGT_OK && bgt_release(other) == BGT_OK);
  }
  bgt_transition_drive_def_init(&def);
  CHECK(def.time_limit == 4);
  def.time_limit = 0.5;
  def.progress = progress;
  def.end = settle;
  def.context = s;
  def.release = on_release;
  CHECK(bgt_transition_drive(transition, animator, gravity, &def) == BGT_OK);
  CHECK(bgt_release(gravity) == BGT_OK && bgt_release(animator) == BGT_OK);
}
static void test_physics(bool beside) {
  bgt_transition_interaction_def def;
  scene s;
  falls_beside = beside;
  build(&s);
  bgt_transition_interaction_def_init(&def);
  def.start = start_drop;
  def.context = &s;
  CHECK(bgt_transition_interaction_create(&def, &s.driver) == BGT_OK);
  releases = 0;
  present(&s);
  CHECK(bgt_transition_is_interactive(now(&s)));
  for (int i = 0; i < 30; i++) by(&s, 1.0 / 60);
  CHECK(reported > -0.5 && reported < 0.5);
  for (int i = 0; i < 5 && now(&s); i++) by(&s, 1.0 / 60);
  CHECK(now(&s) == 0 && bgt_item_get_center(s.panel).y == 609 && releases == 2);
  CHECK(strstr(lines, "settle|presented|+|coordinator|ended|+|completion|+|") != NULL);
  destroy(&s);
}

/* ---- An interaction of one's own, and what presentations tell ---------------------------------- */
static void add_panel(bgt_transition transition, void *context) {
  CHECK(bgt_transition_container_add_item(bgt_transition_get_container(transition), ((scene *)context)->panel) == BGT_OK);
}
static void fade(bgt_transition transition, void *context) {
  (void)transition;
  CHECK(bgt_item_set_alpha(((scene *)context)->presenter, 0) == BGT_OK);
}
static void test_own_interaction(void) {
  for (int cancels = 0; cancels < 2; cancels++) {
    bgt_transition_interaction_def def;
    bgt_transition_animation_def plain;
    bgt_transition transition;
    scene s;
    build(&s);
    bgt_transition_animation_def_init(&plain);
    plain.duration = seconds;
    CHECK(bgt_release(s.animation) == BGT_OK && bgt_transition_animation_create(&plain, &s.animation) == BGT_OK);
    bgt_transition_interaction_def_init(&def);
    def.start = add_panel;
    def.context = &s;
    def.completion_speed = 2;
    CHECK(bgt_transition_interaction_create(&def, &s.driver) == BGT_OK);
    CHECK(bgt_transition_interaction_get_completion_speed(s.driver) == 2);
    CHECK(bgt_transition_interaction_get_completion_curve(s.driver) == BGT_CURVE_EASE_IN_OUT);
    CHECK(bgt_transition_interaction_set_completion_curve(s.driver, BGT_CURVE_STANDARD) == BGT_ERROR_RANGE);
    CHECK(bgt_transition_interaction_set_completion_curve(s.driver, BGT_CURVE_LINEAR) == BGT_OK);
    CHECK(bgt_transition_interaction_set_wanting_interactive_start(s.driver, true) == BGT_OK);
    CHECK(bgt_transition_interaction_is_wanting_interactive_start(s.driver));
    CHECK(bgt_percent_driver_get_timing(s.driver) == 0 && bgt_last_error() == BGT_ERROR_WRONG_KIND);
    present(&s);
    transition = now(&s);
    CHECK(bgt_transition_get_completion_curve(transition) == BGT_CURVE_LINEAR);
    CHECK(bgt_transition_get_style(transition) == BGT_PRESENTATION_CUSTOM);
    CHECK(bgt_transition_animate_alongside(transition, fade, NULL, &s, NULL) == BGT_OK);
    CHECK(bgt_transition_pause(transition) == BGT_IGNORED && bgt_transition_update(transition, NAN) == BGT_ERROR_RANGE);
    CHECK(bgt_transition_update(transition, 0.25) == BGT_OK);
    NEAR(dim(&s), 0.25, 1e-9);
    NEAR(bgt_item_get_presented_alpha(s.presenter), 0.75, 1e-9);
    CHECK(bgt_transition_update(transition, -3) == BGT_OK && bgt_transition_get_percent_complete(transition) == -3);
    CHECK(dim(&s) == 0 && bgt_transition_update(transition, 0.5) == BGT_OK);
    CHECK((cancels ? bgt_transition_cancel(transition) : bgt_transition_finish(transition)) == BGT_OK);
    CHECK((cancels ? bgt_transition_cancel(transition) : bgt_transition_finish(transition)) == BGT_IGNORED);
    CHECK((cancels ? bgt_transition_finish(transition) : bgt_transition_cancel(transition)) == BGT_ERROR_STATE);
    CHECK(bgt_transition_is_cancelled(transition) == cancels && bgt_transition_update(transition, 0.9) == BGT_OK);
    CHECK(bgt_transition_pause(transition) == BGT_ERROR_NOT_INTERRUPTIBLE);
    by(&s, 0.2); /* the rest of what goes alongside takes its part of 0.3 s */
    CHECK(dim(&s) == !cancels);
    CHECK(bgt_transition_complete(transition, !cancels) == BGT_OK);
    CHECK(strcmp(lines, cancels ? "will begin|layout|presented|-|coordinator|completion|-|"
                                : "will begin|layout|presented|+|coordinator|completion|+|") == 0);
    releases = 1; /* the animation of build() is gone already */
    {
      const int before = releases;
      const bgt_id all[] = { s.container, s.presentation, s.delegate, s.animation, s.driver, s.timing, s.presenter, s.panel,
                             s.timeline };
      for (size_t i = 0; i < sizeof all / sizeof *all; i++) CHECK(bgt_release(all[i]) == BGT_OK);
      CHECK(releases == before + 2 && bgt_get_live_count(BGT_KIND_NONE) == 0);
    }
  }
}

static void test_presentations(void) {
  bgt_presentation_def def;
  bgt_color color;
  bgt_rect frame = { 9, 9, 9, 9 };
  bgt_presentation_style style = BGT_PRESENTATION_NONE;
  scene s;
  build(&s);
  bgt_presentation_def_init(&def);
  CHECK(def.in_fullscreen == 1 && def.removing_presenter == 0);
  CHECK(bgt_presentation_get_presented_item(s.presentation) == 0 && bgt_presentation_get_presenting_item(s.presentation) == 0);
  CHECK(bgt_presentation_get_container(s.presentation) == 0 && bgt_presentation_get_transition(s.presentation) == 0);
  CHECK(bgt_presentation_copy_presented_frame(s.presentation, &frame) == BGT_OK && frame.width == 0);
  color = bgt_presentation_get_dimming_color(s.presentation);
  CHECK(color.red == 0 && color.alpha == 0.3);
  CHECK(bgt_presentation_set_dimming(s.presentation, (bgt_color){ 0, 2, 0, 1 }) == BGT_ERROR_RANGE);
  CHECK(bgt_presentation_remove_dimming(s.presentation) == BGT_OK);
  CHECK(bgt_presentation_remove_dimming(s.presentation) == BGT_IGNORED);
  CHECK(bgt_presentation_get_dimming_item(s.presentation) == 0);
  CHECK(bgt_presentation_set_removing_presenter(s.presentation, true) == BGT_OK);
  CHECK(bgt_presentation_is_removing_presenter(s.presentation) && bgt_presentation_is_in_fullscreen(s.presentation));
  CHECK(bgt_presentation_set_in_fullscreen(s.presentation, false) == BGT_OK);
  CHECK(!bgt_presentation_is_in_fullscreen(s.presentation));
  CHECK(bgt_transition_container_present(s.container, s.panel, s.presenter, s.presenter, s.delegate, style, true, NULL,
                                         NULL, NULL) == BGT_OK);
  CHECK(bgt_transition_get_style(now(&s)) == BGT_PRESENTATION_NONE);
  CHECK(bgt_transition_get_final_frame(now(&s), BGT_TRANSITION_FROM).height == 0);
  CHECK(bgt_presentation_get_presented_item(s.presentation) == s.panel);
  CHECK(bgt_presentation_get_presenting_item(s.presentation) == s.presenter);
  CHECK(bgt_presentation_get_container(s.presentation) == s.container);
  by(&s, 1);
  CHECK(bgt_transition_container_remove_item(s.container, s.presenter) == BGT_IGNORED); /* it has left */
  destroy(&s);
}

/* ---- Callbacks that let go -------------------------------------------------------------------- */
static void let_go(scene *s) { /* everything, from within */
  const bgt_id all[] = { s->container, s->presentation, s->delegate, s->animation, s->driver, s->animator, s->timing,
                         s->presenter, s->panel, s->timeline };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) (void)bgt_release(all[i]);
  memset(s, 0, sizeof *s);
}
static int where;
static scene *victim;
static void maybe(int place) {
  if (place == where && victim->timeline) {
    CHECK(bgt_timeline_advance(victim->timeline, 0) == BGT_OK || bgt_last_error() == BGT_ERROR_BUSY);
    let_go(victim);
  }
}
static void end_1(bgt_presentation p, bool flag, void *context) { (void)p; (void)flag; (void)context; maybe(1); }
static void end_2(bgt_transition_container c, bool flag, void *context) { (void)c; (void)flag; (void)context; maybe(2); }
static void end_3(bgt_transition_animation a, bool flag, void *context) { (void)a; (void)flag; (void)context; maybe(3); }
static void end_4(bgt_transition t, void *context) { (void)t; (void)context; maybe(4); }
static void begin_5(bgt_presentation p, void *context) { (void)p; (void)context; maybe(5); }
static bgt_presentation give_6(bgt_transition_delegate d, bgt_item a, bgt_item b, bgt_item c, void *context) {
  const bgt_presentation given = victim->presentation;
  (void)d; (void)a; (void)b; (void)c; (void)context;
  maybe(6);
  return given;
}
static double seconds_7(bgt_transition t, void *context) { (void)t; (void)context; maybe(7); return 0.3; }
static void animate_8(bgt_transition t, void *context) {
  (void)context;
  maybe(8);
  if (where == 8) CHECK(bgt_is_alive(t)); /* as long as the call */
}
static bgt_transition_animation give_again(bgt_transition_delegate d, bgt_item a, bgt_item b, bgt_item c, void *context) {
  (void)d; (void)a; (void)b; (void)c; (void)context;
  return victim->animation;
}
static void test_letting_go(void) {
  for (where = 0; where <= 8; where++) {
    bgt_presentation_def presentation;
    bgt_transition_animation_def animation;
    bgt_transition_delegate_def delegate;
    scene s;
    victim = &s;
    build(&s);
    (void)bgt_release(s.presentation);
    (void)bgt_release(s.animation);
    (void)bgt_release(s.delegate);
    bgt_presentation_def_init(&presentation);
    presentation.presentation_will_begin = begin_5;
    presentation.presentation_did_end = end_1;
    CHECK(bgt_presentation_create(&presentation, &s.presentation) == BGT_OK);
    bgt_transition_animation_def_init(&animation);
    animation.duration = seconds_7;
    animation.animate = animate_8;
    animation.ended = end_3;
    CHECK(bgt_transition_animation_create(&animation, &s.animation) == BGT_OK);
    bgt_transition_delegate_def_init(&delegate);
    delegate.presentation = give_6;
    delegate.animation_for_present = give_again;
    CHECK(bgt_transition_delegate_create(&delegate, &s.delegate) == BGT_OK);
    (void)bgt_transition_container_present(s.container, s.panel, s.presenter, 0, s.delegate, BGT_PRESENTATION_CUSTOM, true,
                                           end_2, NULL, NULL);
    if (s.timeline) {
      const bgt_transition transition = now(&s);
      CHECK(bgt_transition_animate_alongside(transition, NULL, end_4, NULL, NULL) == BGT_OK);
      CHECK(bgt_transition_complete(transition, true) == BGT_OK);
    }
    let_go(&s);
    CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  }
}

/* A bad id from a callback counts as none; a plain presentation happens inside the call. */
static bgt_transition_animation give_bad(bgt_transition_delegate d, bgt_item a, bgt_item b, bgt_item c, void *context) {
  (void)d; (void)b; (void)c; (void)context;
  return a;
}
static void test_bad_parts(void) {
  bgt_transition_delegate_def def;
  bgt_transition_delegate delegate;
  scene s;
  build(&s);
  bgt_transition_delegate_def_init(&def);
  def.animation_for_present = give_bad;
  CHECK(bgt_transition_delegate_create(&def, &delegate) == BGT_OK);
  bgt_clear_error();
  CHECK(bgt_transition_container_present(s.container, s.panel, s.presenter, 0, delegate, BGT_PRESENTATION_FULLSCREEN, true,
                                         completed, &s, NULL) == BGT_OK);
  CHECK(bgt_last_error() == BGT_ERROR_WRONG_KIND);
  CHECK(now(&s) == 0 && bgt_item_get_frame(s.panel).height == 812 && strcmp(lines, "completion|+|") == 0);
  CHECK(bgt_transition_container_present(s.container, s.panel, s.presenter, 0, 0, BGT_PRESENTATION_CUSTOM, true, NULL,
                                         NULL, NULL) == BGT_ERROR_STATE);
  CHECK(bgt_release(delegate) == BGT_OK);
  destroy(&s);
}

int main(void) {
  test_present_and_dismiss();
  test_scrub_finish_cancel();
  test_interruption();
  test_physics(false);
  test_physics(true);
  test_own_interaction();
  test_presentations();
  test_letting_go();
  test_bad_parts();
  return checks_done();
}
