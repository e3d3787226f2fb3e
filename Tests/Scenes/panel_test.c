/* Seed scene 003, a panel over half the screen. SPDX-License-Identifier: MIT */
#define main panel_main
#include "../../bindings/c/examples/panel.c"
#undef main
#include "scene.h"

static double y_of(const panel_screen *screen) { return bgt_item_get_presented_center(screen->panel).y; }
/* Height of the center and dimming, within 0.01 points and 1e-4. */
static void check_at(const panel_screen *screen, double y, double dim) {
  NEAR(y_of(screen), y, 0.01);
  NEAR(bgt_item_get_presented_alpha(bgt_presentation_get_dimming_item(screen->presentation)), dim, 1e-4);
}
static uint64_t item_count(const panel_screen *screen) {
  uint64_t count = 0;
  ok(bgt_transition_container_get_items(screen->container, NULL, 0, &count));
  return count;
}
static bool is_presented(const panel_screen *screen) {
  return bgt_transition_container_get_presentation(screen->container) != 0;
}
static void advance(panel_screen *screen, double seconds) { ok(bgt_timeline_advance(screen->timeline, seconds)); }
static void make_presented(panel_screen *screen) {
  make_screen(screen, 375, 812);
  present(screen);
  advance(screen, 1);
}

/* It slides in along the curve, with the dimming, and out again; then it can be presented anew. */
static void test_sliding(void) {
  const double way[][2] = { { 0.03, 0.160572 }, { 0.075, 0.378138 }, { 0.15, 0.684643 }, { 0.225, 0.906535 } };
  panel_screen screen;
  make_screen(&screen, 375, 812);
  present(&screen);
  check_at(&screen, 1015, 0);
  for (int i = 0; i < 4; i++) {
    ok(bgt_timeline_advance_to(screen.timeline, way[i][0]));
    check_at(&screen, 1015 - 406 * way[i][1], way[i][1]);
    CHECK(bgt_item_get_center(screen.panel).y == 609);
  }
  ok(bgt_timeline_advance_to(screen.timeline, 0.3));
  check_at(&screen, 609, 1);
  CHECK(!transition_of(&screen) && item_count(&screen) == 3);
  ok(bgt_timeline_advance_to(screen.timeline, 1));
  dismiss(&screen, false);
  for (int i = 0; i < 4; i++) {
    ok(bgt_timeline_advance_to(screen.timeline, 1 + way[i][0]));
    check_at(&screen, 609 + 406 * way[i][1], 1 - way[i][1]);
  }
  ok(bgt_timeline_advance_to(screen.timeline, 1.301));
  CHECK(!is_presented(&screen) && item_count(&screen) == 1);
  present(&screen);
  advance(&screen, 1);
  check_at(&screen, 609, 1);
  release_screen(&screen);
}

/* With a spring instead of the curve it ends exactly, too. */
static void test_spring(void) {
  const double way[][2] = { { 0.05, 830.226 }, { 0.1, 685.257 }, { 0.15, 631.542 }, { 0.2, 615.163 } };
  panel_screen screen;
  make_screen(&screen, 375, 812);
  ok(bgt_release(screen.timing));
  ok(bgt_timing_create_spring_ratio(1, (bgt_vec2){ 0, 0 }, false, &screen.timing));
  present(&screen);
  for (int i = 0; i < 4; i++) {
    ok(bgt_timeline_advance_to(screen.timeline, way[i][0]));
    NEAR(y_of(&screen), way[i][1], 0.01);
  }
  ok(bgt_timeline_advance_to(screen.timeline, 0.3));
  CHECK(y_of(&screen) == 609 && !transition_of(&screen));
  release_screen(&screen);
}

/* A finger scrubs it, and where the throw would carry decides. */
static void test_pulling(double velocity, bool leaves, double speed) {
  panel_screen screen;
  make_presented(&screen);
  pan_began(&screen);
  pan_moved(&screen, 101.5);
  check_at(&screen, 710.5, 0.75);
  CHECK(bgt_transition_is_interactive(transition_of(&screen)));
  advance(&screen, 3);
  pan_moved(&screen, 101.5);
  check_at(&screen, 812, 0.5);
  ok(bgt_transition_interaction_set_completion_speed(screen.driver, speed));
  pan_ended(&screen, 100, velocity);
  CHECK(bgt_transition_is_cancelled(transition_of(&screen)) == !leaves);
  advance(&screen, 0.075 / speed);
  NEAR(y_of(&screen), leaves ? 950.983 : 673.017, 0.01);
  advance(&screen, 0.0751 / speed);
  CHECK(is_presented(&screen) == !leaves && y_of(&screen) == (leaves ? 1015 : 609));
  release_screen(&screen);
}

/* Let go early it goes back, stays, and can be dismissed again. */
static void test_cancelling(void) {
  panel_screen screen;
  make_presented(&screen);
  pan_began(&screen);
  pan_moved(&screen, 101.5);
  pan_ended(&screen, 100, 0);
  NEAR(bgt_property_animator_get_remaining_seconds(screen.slide), 0.075, 1e-9);
  CHECK(!bgt_transition_is_interactive(transition_of(&screen)) && bgt_transition_is_cancelled(transition_of(&screen)));
  advance(&screen, 0.0751);
  check_at(&screen, 609, 1);
  CHECK(!transition_of(&screen) && is_presented(&screen) && item_count(&screen) == 3);
  dismiss(&screen, false);
  advance(&screen, 1);
  CHECK(!is_presented(&screen));
  release_screen(&screen);
}

/* The animator itself started again, in either direction. */
static void test_starting_again(bool reversed) {
  panel_screen screen;
  make_presented(&screen);
  dismiss(&screen, false);
  advance(&screen, 0.15);
  pan_began(&screen);
  pan_moved(&screen, -101.5);
  ok(bgt_property_animator_set_reversed(screen.slide, reversed));
  ok(bgt_property_animator_start(screen.slide));
  NEAR(bgt_property_animator_get_remaining_seconds(screen.slide), reversed ? 0.0876 : 0.2124, 1e-4);
  release_screen(&screen);
}

static int turns;
static void on_turn(bgt_transition transition, void *context) {
  (void)transition, (void)context;
  turns++;
}

/* Caught while it closes, moved back, and let go; caught again while it goes back. */
static void test_interrupting(bool cancels) {
  panel_screen screen;
  make_presented(&screen);
  dismiss(&screen, false);
  turns = 0;
  ok(bgt_transition_notify_interaction_changes(transition_of(&screen), on_turn, NULL, NULL));
  advance(&screen, 0.15);
  pan_began(&screen);
  NEAR(bgt_percent_driver_get_percent_complete(screen.driver), 0.684643, 1e-6);
  check_at(&screen, 886.965, 1 - 0.684643);
  pan_moved(&screen, -101.5);
  check_at(&screen, 785.465, 0.565357);
  pan_ended(&screen, 100, cancels ? -100 : 400);
  double rest = cancels ? 0.130393 : 0.169607;
  NEAR(bgt_property_animator_get_remaining_seconds(screen.slide), rest, 1e-6);
  advance(&screen, rest / 2);
  NEAR(y_of(&screen), cancels ? 664.649 : 942.615, 0.01);
  if (cancels) {
    pan_began(&screen);
    CHECK(!bgt_transition_is_cancelled(transition_of(&screen)));
    NEAR(bgt_percent_driver_get_percent_complete(screen.driver), (664.649 - 609) / 406, 1e-4);
    pan_ended(&screen, 100, 300);
  }
  advance(&screen, 1);
  CHECK(!is_presented(&screen) && turns == (cancels ? 4 : 2));
  release_screen(&screen);
}

/* Caught while it appears, and sent back. */
static void test_catching_presentation(void) {
  panel_screen screen;
  make_screen(&screen, 375, 812);
  present(&screen);
  advance(&screen, 0.1);
  pan_began(&screen);
  check_at(&screen, 816.730, 0.488349);
  pan_moved(&screen, 40.6);
  check_at(&screen, 857.330, 0.388349);
  pan_ended(&screen, 300, 100);
  NEAR(bgt_property_animator_get_remaining_seconds(screen.slide), 0.116505, 1e-6);
  advance(&screen, 0.1166);
  CHECK(!is_presented(&screen) && item_count(&screen) == 1);
  release_screen(&screen);
}

int main(void) {
  uint64_t before = alive();
  test_sliding();
  test_spring();
  test_pulling(300, true, 1);
  test_pulling(300, true, 2);
  test_pulling(100, false, 1);
  test_cancelling();
  test_starting_again(false);
  test_starting_again(true);
  test_interrupting(true);
  test_interrupting(false);
  test_catching_presentation();
  CHECK(panel_main() == 0 && alive() == before);
  return checks_done();
}
