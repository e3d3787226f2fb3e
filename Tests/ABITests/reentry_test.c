/* Callbacks that change what is under way, things that outlive what they were part of, and numbers at the edge of their range: each found by
   calls_test, alone. SPDX-License-Identifier: MIT */
#include <bagatelle/bagatelle.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "check.h"

#define OK(call) CHECK((call) == BGT_OK)

static const bgt_rect frame = { 0, 0, 200, 100 };
static const bgt_vec2 none = { 0, 0 }, far_away = { 300, 40 };
static const bgt_channel_values still = { 0, 0, 0, 0 }, aim = { 300, 40, 0, 0 };

static bgt_item item_at(double x, double y) {
  bgt_item_def def;
  bgt_item item = 0;
  bgt_item_def_init(&def);
  def.center.x = x;
  def.center.y = y;
  def.size.x = def.size.y = 40;
  OK(bgt_item_create(&def, &item));
  return item;
}
static void release(bgt_id id) { OK(bgt_release(id)); }
static bool is_finite(bgt_vec2 v) { return isfinite(v.x) && isfinite(v.y); }

/* ---- Animators that somebody hears of while they are made ----------------------------------------- */

static bgt_property_animator heard, ended;
static bool ends_it;

static void on_change(bgt_property_animator animator, uint32_t changes, void *context) {
  (void)changes; (void)context;
  heard = animator;
  if (!ends_it) return;
  ends_it = false;
  OK(bgt_property_animator_stop(animator, false));
  OK(bgt_property_animator_finish(animator, BGT_POSITION_CURRENT));
}
static void on_end(bgt_property_animator animator, bgt_position position, void *context) {
  (void)position; (void)context;
  ended = animator;
}
static void move_it(bgt_property_animator animator, void *context) {
  (void)animator;
  OK(bgt_item_set_center(*(bgt_item *)context, far_away));
}

static void test_one_name(void) {
  bgt_timeline timeline = 0;
  bgt_timing spring = 0;
  bgt_decay_def decay;
  bgt_item item = item_at(0, 0);
  OK(bgt_timeline_create(&timeline));
  OK(bgt_timeline_set_observer(timeline, on_change, NULL, NULL));
  OK(bgt_timing_create_spring_response(0.4, 1, none, false, &spring));
  bgt_decay_def_init(&decay);
  decay.velocity.x = 500;
  for (int kind = 0; kind < 6; kind++) {
    bgt_property_animator animator = 0;
    heard = ended = 0;
    ends_it = kind >= 3;
    if (kind % 3 == 0) {
      OK(bgt_property_animator_create_retarget(timeline, item, BGT_CHANNEL_CENTER, aim, spring, still, false, on_end, NULL, NULL, &animator));
    } else if (kind % 3 == 1) {
      OK(bgt_property_animator_create_decay(timeline, item, BGT_CHANNEL_CENTER, &decay, on_end, NULL, NULL, &animator));
    } else {
      OK(bgt_property_animator_create_running(timeline, 1, 0, 0, false, move_it, on_end, &item, NULL, &animator));
    }
    CHECK(heard == animator && ended == (kind >= 3 ? animator : 0));
    if (kind < 3) {
      OK(bgt_timeline_advance(timeline, 20));
      CHECK(ended == animator);
    }
    release(animator);
    CHECK(!bgt_is_alive(heard)); /* a second name would live on */
  }
  release(item);
  release(spring);
  release(timeline);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* ---- A misuse whose hearer stops the animator ------------------------------------------------------ */

static bgt_property_animator sharing;

static void on_misuse(bgt_timeline timeline, bgt_property_animator animator, const char *message, void *context) {
  (void)timeline; (void)animator; (void)message; (void)context;
  OK(bgt_property_animator_stop(sharing, true));
}
static void move_shared(bgt_property_animator animator, void *context) {
  (void)animator;
  CHECK(bgt_item_set_center(*(bgt_item *)context, far_away) == BGT_ERROR_STATE);
}

static void test_stopped_by_misuse(void) {
  bgt_animator animator = 0;
  bgt_gravity gravity = 0;
  bgt_timeline timeline = 0;
  bgt_item item = item_at(0, 0);
  OK(bgt_animator_create(NULL, &animator));
  OK(bgt_gravity_create(NULL, &gravity));
  OK(bgt_animator_add_behavior(animator, gravity));
  OK(bgt_behavior_add_item(gravity, item));
  OK(bgt_timeline_create(&timeline));
  OK(bgt_timeline_set_misuse_callback(timeline, on_misuse, NULL, NULL));
  OK(bgt_property_animator_create(timeline, 1, 0, &sharing));
  OK(bgt_property_animator_add_animations(sharing, 0, move_shared, &item, NULL));
  CHECK(bgt_property_animator_start(sharing) == BGT_ERROR_STATE);
  CHECK(!bgt_item_is_animating(item, BGT_CHANNEL_CENTER) && bgt_item_get_center(item).x == 0);
  release(sharing);
  release(item);
  release(gravity);
  release(animator);
  release(timeline);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* ---- A snap that lists the item elsewhere ----------------------------------------------------------- */

static bgt_timeline elsewhere;

static void list_elsewhere(bgt_item item, bgt_vec2 *rest, void *context) {
  (void)rest; (void)context;
  OK(bgt_timeline_add_item(elsewhere, item));
}

static void test_listed_by_snap(void) {
  bgt_timeline timeline = 0;
  bgt_property_animator animator = 0;
  bgt_decay_def decay;
  bgt_item item = item_at(0, 0);
  OK(bgt_timeline_create(&timeline));
  OK(bgt_timeline_create(&elsewhere));
  bgt_decay_def_init(&decay);
  decay.velocity.x = 500;
  decay.snap = list_elsewhere;
  CHECK(bgt_property_animator_create_decay(timeline, item, BGT_CHANNEL_CENTER, &decay, NULL, NULL, NULL, &animator) == BGT_ERROR_OTHER_ANIMATOR);
  CHECK(bgt_item_get_timeline(item) == elsewhere);
  OK(bgt_timeline_remove_all_items(elsewhere)); /* went round for ever */
  release(item);
  release(timeline);
  release(elsewhere);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* ---- Endless repeats that come back to their start --------------------------------------------------- */

static void test_endless_and_back(void) {
  bgt_timeline timeline = 0;
  bgt_property_animator animator = 0;
  bgt_item item = item_at(10, 20);
  OK(bgt_timeline_create(&timeline));
  OK(bgt_property_animator_create(timeline, 0.2, 0, &animator));
  OK(bgt_property_animator_set_iterations(animator, 0, true));
  OK(bgt_property_animator_add_animations(animator, 0, move_it, &item, NULL));
  OK(bgt_property_animator_add_completion(animator, on_end, NULL, NULL));
  OK(bgt_property_animator_start(animator));
  OK(bgt_timeline_advance(timeline, 0.7));
  OK(bgt_property_animator_set_reversed(animator, true));
  ended = 0;
  OK(bgt_timeline_advance(timeline, 2));
  CHECK(ended == animator && bgt_property_animator_get_state(animator) == BGT_ANIMATION_INACTIVE);
  CHECK(bgt_item_get_center(item).x == 10 && bgt_item_get_center(item).y == 20);
  release(animator);
  release(item);
  release(timeline);
}

/* ---- Durations of next to nothing --------------------------------------------------------------------- */

static void move_one(bgt_property_animator animator, uint64_t index, void *context) {
  (void)index;
  move_it(animator, context);
}

static void test_no_time(void) {
  static const double durations[] = { 0, -0.0, 4.9e-324, 1e-310, 1e-200, 1e-13 };
  bgt_timing linear = 0, spring = 0;
  const bgt_vec2 velocity = { 280, 96 };
  OK(bgt_timing_create_curve(BGT_CURVE_LINEAR, &linear));
  OK(bgt_timing_create_spring_ratio(0.7, velocity, false, &spring));
  for (int i = 0; i < 12; i++) {
    bgt_timeline timeline = 0;
    bgt_property_animator animator = 0;
    bgt_item item = item_at(0, 0);
    OK(bgt_timeline_create(&timeline));
    OK(bgt_property_animator_create(timeline, durations[i / 2], i % 2 ? spring : linear, &animator));
    OK(bgt_property_animator_add_staggered(animator, 1, 0.1, BGT_STAGGER_FIRST, move_one, &item, NULL));
    OK(bgt_property_animator_pause(animator));
    OK(bgt_property_animator_set_fraction_complete(animator, 0.4));
    CHECK(is_finite(bgt_item_get_presented_center(item)));
    CHECK(bgt_property_animator_continue(animator, linear, 30, true) >= 0); /* a line that is longer than a run */
    OK(bgt_timeline_advance(timeline, durations[i / 2] * 10));
    CHECK(bgt_property_animator_pause(animator) >= 0);
    OK(bgt_property_animator_add_animations(animator, 0.5, move_it, &item, NULL));
    CHECK(is_finite(bgt_item_get_presented_center(item)));
    (void)bgt_property_animator_stop(animator, true);
    CHECK(is_finite(bgt_item_get_center(item)));
    release(animator);
    release(item);
    release(timeline);
  }
  release(linear);
  OK(bgt_release(spring));
  OK(bgt_timing_create_spring_response(0.5, 4.9e-324, none, false, &spring)); /* settles as late as one without damping */
  CHECK(bgt_timing_get_duration(spring, 1) == (double)FLT_MAX && bgt_timing_get_exact_settling_duration(spring, 0.01) == (double)FLT_MAX);
  release(spring);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* ---- Transforms of next to nothing --------------------------------------------------------------------- */

static void flatten(bgt_property_animator animator, void *context) {
  const bgt_transform tiny = { 1e-200, 1e-200, -1e8, 1e8, 5, 6 };
  (void)animator;
  OK(bgt_item_set_display_transform(*(bgt_item *)context, tiny));
}

static void test_tiny_transform(void) {
  bgt_timeline timeline = 0;
  bgt_property_animator animator = 0;
  bgt_item item = item_at(0, 0);
  OK(bgt_timeline_create(&timeline));
  OK(bgt_property_animator_create_running(timeline, 1, 0, 0, false, flatten, NULL, &item, NULL, &animator));
  for (int i = 0; i < 4; i++) {
    OK(bgt_timeline_advance(timeline, 0.25));
    bgt_transform t = bgt_item_get_presented_transform(item);
    CHECK(isfinite(t.a) && isfinite(t.b) && isfinite(t.c) && isfinite(t.d) && isfinite(t.tx) && isfinite(t.ty));
  }
  release(animator);
  release(item);
  release(timeline);
}

/* ---- Contacts of items that change their animator -------------------------------------------------------- */

static int began, left;

static void on_began(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; (void)context;
  began++;
}
static void on_left(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; (void)context;
  left++;
}

static void put(bgt_animator animator, bgt_collision collision, bgt_item item, double x) {
  const bgt_vec2 center = { x, 0 };
  OK(bgt_item_set_center(item, center));
  OK(bgt_behavior_add_item(collision, item));
  OK(bgt_animator_update_item(animator, item));
}

/* To and fro between two animators, in each before anybody was told that it left: the ends wait in the one, and its next contacts look among
   those of the other. */
static void test_moved_with_pending_ends(void) {
  bgt_animator animators[2] = { 0, 0 };
  bgt_collision collisions[2] = { 0, 0 };
  bgt_item moved = item_at(0, 0), near[2][2], third[2];
  for (int i = 0; i < 2; i++) {
    OK(bgt_animator_create(NULL, &animators[i]));
    OK(bgt_collision_create(NULL, &collisions[i]));
    OK(bgt_animator_add_behavior(animators[i], collisions[i]));
    OK(bgt_collision_set_items_began(collisions[i], on_began, NULL, NULL));
    OK(bgt_collision_set_items_ended(collisions[i], on_left, NULL, NULL));
    near[i][0] = item_at(38, 0);
    near[i][1] = item_at(-38, 0);
    third[i] = item_at(238, 0);
  }
  for (int round = 0; round < 6; round++) {
    int i = round % 2;
    put(animators[i], collisions[i], moved, 0); /* first: contacts are kept with the item that was added first */
    put(animators[i], collisions[i], near[i][0], 38);
    put(animators[i], collisions[i], near[i][1], -38);
    put(animators[i], collisions[i], third[i], 238);
    OK(bgt_animator_advance(animators[i], 1 / 60.0, NULL));
    OK(bgt_behavior_remove_item(collisions[i], moved));
    if (round % 3) { /* back before it was told, beside another one */
      put(animators[i], collisions[i], moved, 200);
      OK(bgt_animator_advance(animators[i], 1 / 60.0, NULL));
      OK(bgt_behavior_remove_item(collisions[i], moved));
    }
    for (int n = 0; n < 2; n++) OK(bgt_behavior_remove_item(collisions[i], near[i][n]));
    OK(bgt_behavior_remove_item(collisions[i], third[i]));
  }
  for (int i = 0; i < 2; i++) OK(bgt_animator_advance(animators[i], 1 / 60.0, NULL));
  CHECK(began == left && began >= 12 + 4);
  for (int i = 0; i < 2; i++) {
    for (int n = 0; n < 2; n++) release(near[i][n]);
    release(third[i]);
    release(collisions[i]);
    release(animators[i]);
  }
  release(moved);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* ---- Transitions -------------------------------------------------------------------------------------------- */

static bgt_presentation presentation;
static bgt_transition_animation animation;
static bgt_transition_container container;
static bgt_percent_driver driver;
static int asked, progressed;

static bgt_presentation give_presentation(bgt_transition_delegate delegate, bgt_item presented, bgt_item presenting, bgt_item source, void *context) {
  (void)delegate; (void)presented; (void)presenting; (void)source; (void)context;
  return presentation;
}
static bgt_transition_animation give_animation(bgt_transition_delegate delegate, bgt_item presented, bgt_item presenting, bgt_item source,
                                               void *context) {
  (void)delegate; (void)presented; (void)presenting; (void)source; (void)context;
  return animation;
}
static bgt_transition_animation give_for_dismiss(bgt_transition_delegate delegate, bgt_item dismissed, void *context) {
  (void)delegate; (void)dismissed; (void)context;
  return animation;
}
static bgt_transition_interaction give_driver(bgt_transition_delegate delegate, bgt_transition_animation given, void *context) {
  (void)delegate; (void)given; (void)context;
  return driver;
}
static void dismiss_within(bgt_presentation of, const bgt_rect *bounds, bgt_rect *out_frame, void *context) {
  (void)of; (void)bounds; (void)out_frame; (void)context;
  if (!asked++) OK(bgt_transition_container_dismiss(container, true, NULL, NULL, NULL));
}

/* What is asked for its frame dismisses: of the two transitions the container must know the one that goes on. */
static void test_dismissed_while_presented(void) {
  bgt_timeline timeline = 0;
  bgt_transition_delegate delegate = 0;
  bgt_presentation_def how;
  bgt_transition_delegate_def parts;
  bgt_transition kept;
  bgt_item presenter = item_at(0, 0), panel = item_at(50, 50);
  OK(bgt_timeline_create(&timeline));
  OK(bgt_transition_container_create(timeline, frame, &container));
  OK(bgt_transition_container_add_item(container, presenter));
  bgt_presentation_def_init(&how);
  how.presented_frame = dismiss_within;
  OK(bgt_presentation_create(&how, &presentation));
  OK(bgt_transition_animation_create(NULL, &animation));
  OK(bgt_percent_driver_create(NULL, &driver));
  bgt_transition_delegate_def_init(&parts);
  parts.presentation = give_presentation;
  parts.animation_for_present = give_animation;
  parts.animation_for_dismiss = give_for_dismiss;
  parts.interaction_for_present = parts.interaction_for_dismiss = give_driver;
  OK(bgt_transition_delegate_create(&parts, &delegate));
  CHECK(bgt_transition_container_present(container, panel, presenter, 0, delegate, BGT_PRESENTATION_CUSTOM, true, NULL, NULL, NULL) ==
        BGT_ERROR_STATE);
  CHECK(asked > 0);
  kept = bgt_transition_container_get_transition(container);
  CHECK(kept != 0 && !bgt_transition_is_presenting(kept) && bgt_transition_interaction_get_transition(driver) == kept);
  OK(bgt_retain(kept));
  release(container);
  CHECK(bgt_transition_get_phase(kept) == BGT_TRANSITION_DONE && bgt_transition_interaction_get_transition(driver) == 0);
  CHECK(bgt_percent_driver_pause(driver) == BGT_ERROR_STATE && bgt_transition_get_container(kept) == 0);
  release(kept);
  release(delegate);
  release(driver);
  release(animation);
  release(presentation);
  release(panel);
  release(presenter);
  release(timeline);
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

/* The driver is all that holds its timing, which is set once more. */
static void test_own_timing(void) {
  for (int i = 0; i < 20; i++) {
    bgt_percent_driver own = 0;
    bgt_timing timing = 0;
    OK(bgt_percent_driver_create(NULL, &own));
    OK(bgt_timing_create_curve(BGT_CURVE_EASE_IN, &timing));
    OK(bgt_percent_driver_set_timing(own, timing));
    release(timing);
    OK(bgt_percent_driver_set_timing(own, timing));
    CHECK(bgt_percent_driver_get_timing(own) == timing && bgt_timing_get_curve(timing) == BGT_CURVE_EASE_IN);
    release(own);
    CHECK(!bgt_is_alive(timing) && bgt_get_live_count(BGT_KIND_NONE) == 0);
  }
}

static double on_progress(bgt_transition transition, void *context) {
  (void)transition; (void)context;
  progressed++;
  return 0.5;
}

/* A behavior that drives a transition and outlives its animator comes to another one. */
static void test_driven_elsewhere(void) {
  for (int again = 0; again < 3; again++) {
    bgt_animator first = 0, second = 0;
    bgt_gravity gravity = 0;
    bgt_timeline timeline = 0;
    bgt_transition_delegate delegate = 0;
    bgt_transition_delegate_def parts;
    bgt_transition_drive_def drive;
    bgt_item presenter = item_at(0, 0), panel = item_at(50, 50), falling = item_at(0, 0);
    OK(bgt_timeline_create(&timeline));
    OK(bgt_transition_container_create(timeline, frame, &container));
    OK(bgt_transition_container_add_item(container, presenter));
    OK(bgt_transition_animation_create(NULL, &animation));
    bgt_transition_delegate_def_init(&parts);
    parts.animation_for_present = give_animation;
    OK(bgt_transition_delegate_create(&parts, &delegate));
    OK(bgt_transition_container_present(container, panel, presenter, 0, delegate, BGT_PRESENTATION_CUSTOM, true, NULL, NULL, NULL));
    OK(bgt_animator_create(NULL, &first));
    OK(bgt_gravity_create(NULL, &gravity));
    OK(bgt_behavior_add_item(gravity, falling));
    bgt_transition_drive_def_init(&drive);
    drive.progress = on_progress;
    progressed = 0;
    OK(bgt_transition_drive(bgt_transition_container_get_transition(container), first, gravity, &drive));
    OK(bgt_animator_advance(first, 1 / 60.0, NULL));
    CHECK(progressed == 1);
    release(first);
    OK(bgt_animator_create(NULL, &second)); /* may come to lie where the first one was */
    OK(bgt_animator_add_behavior(second, gravity));
    OK(bgt_animator_advance(second, 1 / 60.0, NULL));
    CHECK(progressed == 1);
    OK(bgt_behavior_set_action(gravity, NULL, NULL, NULL));
    release(second);
    release(gravity);
    release(container);
    release(delegate);
    release(animation);
    release(falling);
    release(panel);
    release(presenter);
    release(timeline);
    CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
  }
}

/* ---- Springs of hardly any frequency, and times without end ------------------------------------------------ */

static void test_loose_springs(void) {
  static const double frequencies[] = { 1e-4, 1e-6, 1e-8, 1e-12, 1e-16, 1e-40, 1e-300, 4.9e-324 };
  static const double dampings[] = { 0, 0.01, 0.5, 0.999, 1, 1e6 };
  for (int i = 0; i < 8 * 6 * 3; i++) {
    bgt_animator animator = 0;
    bgt_gravity gravity = 0;
    bgt_attachment attachment = 0;
    bgt_snap snap = 0;
    bgt_attachment_def def;
    bgt_snap_def point;
    bgt_item a = item_at(0, 0), b = item_at(100, 10);
    double frequency = frequencies[i / 18], damping = dampings[i / 3 % 6];
    OK(bgt_animator_create(NULL, &animator));
    OK(bgt_gravity_create(NULL, &gravity));
    OK(bgt_behavior_add_item(gravity, a));
    OK(bgt_behavior_add_item(gravity, b));
    OK(bgt_animator_add_behavior(animator, gravity));
    bgt_attachment_def_init(&def);
    def.item = a;
    def.other = b;
    def.length = 60;
    def.item_offset.x = 5;
    def.frequency = i % 3 == 1 ? 3 : frequency;
    def.damping = damping;
    OK(bgt_attachment_create(&def, &attachment));
    OK(bgt_animator_add_behavior(animator, attachment));
    if (i % 3) {
      bgt_snap_def_init(&point);
      point.item = a;
      point.frequency = i % 3 == 1 ? frequency : 3;
      point.damping = damping < 2 ? damping : 2;
      OK(bgt_snap_create(&point, &snap));
      OK(bgt_animator_add_behavior(animator, snap));
    }
    for (int n = 0; n < 10; n++) OK(bgt_animator_advance(animator, 1 / 60.0, NULL));
    CHECK(is_finite(bgt_attachment_get_reaction_force(attachment)));
    CHECK(bgt_item_get_velocity(b).y > 100); /* falls: 1/6 s give 167, what pulls at it takes little */
    release(attachment);
    release(snap);
    release(gravity);
    release(a);
    release(b);
    release(animator);
  }
  CHECK(bgt_get_live_count(BGT_KIND_NONE) == 0);
}

static void test_long_times(void) {
  bgt_animator animator = 0;
  OK(bgt_animator_create(NULL, &animator));
  for (int i = 0; i < 3; i++) OK(bgt_animator_advance(animator, DBL_MAX, NULL));
  CHECK(bgt_animator_get_real_elapsed_seconds(animator) == DBL_MAX);
  release(animator);
}

int main(void) {
  test_one_name();
  test_stopped_by_misuse();
  test_listed_by_snap();
  test_endless_and_back();
  test_no_time();
  test_tiny_transform();
  test_moved_with_pending_ends();
  test_dismissed_while_presented();
  test_own_timing();
  test_driven_elsewhere();
  test_loose_springs();
  test_long_times();
  return checks_done();
}
