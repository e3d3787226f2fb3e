/* Scene S6 and the transitions of seed scene 000, a shade that springs open and back. SPDX-License-Identifier: MIT */
#define main shade_main
#include "../../bindings/c/examples/shade.c"
#undef main
#include "scene.h"

typedef struct bounce { double seconds, speed; } bounce;

/* Runs until the transition is over; the first contacts with the edge below or above. */
static int settle(shade_screen *screen, bool down, bounce *bounces, int capacity) {
  bgt_rect bounds = bgt_transition_container_get_bounds(screen->container);
  double start = bgt_animator_get_elapsed_seconds(screen->animator), middle = bounds.width / 2;
  int count = 0, bumps = screen->bumps;
  for (int step = 0; transition_of(screen) && step < 720; step++) {
    ok(bgt_timeline_advance(screen->timeline, 1.0 / 120.0));
    const bgt_contact_event *contacts;
    uint64_t contact_count;
    ok(bgt_animator_get_contacts(screen->animator, &contacts, &contact_count));
    for (uint64_t i = 0; i < contact_count; i++) {
      /* On the way up the walls beside it may be told, too. */
      double y = contacts[i].point.y, seconds = bgt_animator_get_elapsed_seconds(screen->animator) - start;
      if (contacts[i].phase != BGT_CONTACT_BEGAN || (down ? y <= 0 : y > 1 - bounds.height)) continue;
      CHECK(contacts[i].boundary == 0);
      NEAR(y, down ? bounds.height : -bounds.height, 0.5);
      if (count < capacity) bounces[count] = (bounce){ seconds, contacts[i].approach_speed };
      count++;
    }
    NEAR(bgt_item_get_center(screen->shade).x, middle, 0.25);
    CHECK(bgt_item_get_angle(screen->shade) == 0);
  }
  CHECK(!transition_of(screen) && screen->bumps == bumps + (down ? count : 0));
  return count;
}
static void check_bounces(const bounce *found, const bounce *wanted, int count, double seconds) {
  for (int i = 0; i < count; i++) {
    NEAR(found[i].seconds, wanted[i].seconds, seconds);
    NEAR(found[i].speed, wanted[i].speed, 0.1 * wanted[i].speed);
  }
}
static bool is_open(const shade_screen *screen) {
  return bgt_transition_container_get_presentation(screen->container) != 0;
}
static double y_of(const shade_screen *screen) { return bgt_item_get_center(screen->shade).y; }

static void test_s6(void) {
  const bounce wanted[] = { { 0.09, 2350 }, { 0.26, 1010 }, { 0.43, 436 }, { 0.60, 188 }, { 0.77, 81 } };
  shade_screen screen;
  bounce found[8];
  make_screen(&screen, 320, 568);
  pan_began(&screen);
  pan_changed(&screen, 400);
  CHECK(bgt_item_get_frame(screen.shade).y == -148);
  pan_ended(&screen, 800);
  CHECK(settle(&screen, true, found, 8) >= 5);
  check_bounces(found, wanted, 5, 0.025);
  WITHIN(bgt_animator_get_elapsed_seconds(screen.animator), 1.2, 2.2);
  CHECK(y_of(&screen) == 284 && is_open(&screen));
  release_screen(&screen);

  make_screen(&screen, 320, 568); /* thrown up it goes back out of sight */
  pan_began(&screen);
  pan_changed(&screen, 400);
  pan_ended(&screen, -300);
  settle(&screen, false, found, 8);
  NEAR(y_of(&screen), -284, 0.5);
  CHECK(!is_open(&screen));
  release_screen(&screen);
}

static double last_percent;
static int percents;
static void on_update(bgt_transition transition, double percent, void *context) {
  (void)transition, (void)context;
  last_percent = percent;
  percents++;
}

static void test_opening(void) {
  const bounce wanted[] = { { 0.0891, 4653 }, { 0.2566, 2036 }, { 0.4241, 891 } };
  shade_screen screen;
  bounce found[8];
  make_screen(&screen, 375, 812);
  pan_began(&screen);
  bgt_transition transition = transition_of(&screen);
  ok(bgt_retain(transition));
  ok(bgt_transition_set_update_callback(transition, on_update, NULL, NULL));
  CHECK(y_of(&screen) == -406 && bgt_transition_is_interactive(transition));
  CHECK(bgt_transition_is_initially_interactive(transition) && bgt_transition_get_duration(transition) == 0);
  pan_changed(&screen, 300);
  CHECK(y_of(&screen) == -86);
  NEAR(bgt_transition_get_percent_complete(transition), 0.394089, 1e-6);
  ok(bgt_timeline_advance(screen.timeline, 0.1));
  NEAR(bgt_item_get_presented_center(screen.shade).y, -246, 1e-6);
  ok(bgt_timeline_advance(screen.timeline, 0.1));
  NEAR(bgt_item_get_presented_center(screen.shade).y, -86, 1e-6);
  pan_changed(&screen, 500);
  CHECK(y_of(&screen) == 114);
  NEAR(bgt_transition_get_percent_complete(transition), 0.640394, 1e-6);
  pan_ended(&screen, 800);
  CHECK(settle(&screen, true, found, 8) >= 3);
  check_bounces(found, wanted, 3, 0.02);
  NEAR(last_percent, 1, 0.002);
  CHECK(percents > 100 && bgt_animator_get_elapsed_seconds(screen.animator) < 2.7);
  CHECK(y_of(&screen) == 406 && is_open(&screen));
  CHECK(bgt_transition_get_phase(transition) == BGT_TRANSITION_DONE && !bgt_transition_is_cancelled(transition));
  ok(bgt_release(transition));
  release_screen(&screen);
}

/* Slow or short pulls are cancelled, with finish and a flag that contradicts it. */
static void test_cancelling(double y, double velocity) {
  shade_screen screen;
  bounce found[8];
  make_screen(&screen, 375, 812);
  pan_began(&screen);
  pan_changed(&screen, y);
  bgt_transition transition = transition_of(&screen);
  ok(bgt_retain(transition));
  pan_ended(&screen, velocity);
  CHECK(settle(&screen, false, found, 8) >= 1);
  if (y == 300) check_bounces(found, &(bounce){ 0.0891, 5099 }, 1, 0.02);
  CHECK(!bgt_transition_is_cancelled(transition) && !is_open(&screen));
  uint64_t count;
  ok(bgt_transition_container_get_items(screen.container, NULL, 0, &count));
  CHECK(count == 1);
  ok(bgt_release(transition));
  release_screen(&screen);
}

/* An open shade is thrown up and closes, or is thrown down and stays. */
static void test_closing(bool thrown) {
  shade_screen screen;
  bounce found[8];
  make_screen(&screen, 375, 812);
  pan_began(&screen);
  pan_changed(&screen, 780);
  pan_ended(&screen, 900);
  settle(&screen, true, found, 8);
  pan_began(&screen);
  bgt_transition transition = transition_of(&screen);
  ok(bgt_retain(transition));
  bgt_rect frame = bgt_transition_get_initial_frame(transition, BGT_TRANSITION_FROM);
  CHECK(frame.x == 0 && frame.y == 0 && frame.width == 375 && frame.height == 812);
  pan_changed(&screen, thrown ? 300 : 700);
  pan_ended(&screen, thrown ? -500 : 100);
  settle(&screen, !thrown, found, 8);
  CHECK(bgt_transition_is_cancelled(transition) == !thrown && is_open(&screen) == !thrown);
  if (!thrown) CHECK(y_of(&screen) == 406);
  ok(bgt_release(transition));
  release_screen(&screen);
}

static int asked;
static bgt_transition_interaction count_asking(bgt_transition_delegate delegate, bgt_transition_animation animation,
                                               void *context) {
  (void)delegate, (void)animation, (void)context;
  asked++;
  return 0;
}

/* Without an animation nobody asks for the interaction. */
static void test_no_animation(void) {
  shade_screen screen;
  bgt_transition_delegate_def def;
  make_screen(&screen, 375, 812);
  bgt_transition_delegate_def_init(&def);
  def.interaction_for_present = count_asking;
  ok(bgt_release(screen.delegate));
  ok(bgt_transition_delegate_create(&def, &screen.delegate));
  pan_began(&screen);
  CHECK(asked == 0 && !transition_of(&screen) && is_open(&screen) && y_of(&screen) == 406);
  release_screen(&screen);
}

/* What does not come to rest is ended after four seconds. */
static void test_time_out(void) {
  shade_screen screen;
  make_screen(&screen, 375, 812);
  ok(bgt_animator_set_rest_speed(screen.animator, 0));
  pan_began(&screen);
  pan_changed(&screen, 500);
  pan_ended(&screen, 800);
  settle(&screen, true, NULL, 0);
  WITHIN(bgt_animator_get_elapsed_seconds(screen.animator), 4, 4.1);
  CHECK(y_of(&screen) == 406 && is_open(&screen));
  release_screen(&screen);
}

int main(void) {
  uint64_t before = alive();
  test_s6();
  test_opening();
  test_cancelling(300, -300);
  test_cancelling(500, 0.4);
  test_cancelling(376, 800);
  test_closing(true);
  test_closing(false);
  test_no_animation();
  test_time_out();
  CHECK(shade_main() == 0 && alive() == before);
  return checks_done();
}
