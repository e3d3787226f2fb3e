/* A shade is pulled down from above by a finger; let go, it springs open or back. Physics ends the transition.
   SPDX-License-Identifier: MIT */
#include "example.h"

/* A container whose shade is opened and closed by the three calls of a pan gesture. */
typedef struct shade_screen {
  bgt_timeline timeline;
  bgt_transition_container container;
  bgt_animator animator;
  bgt_item presenter, shade;
  bgt_transition_animation animation;
  bgt_transition_interaction interaction;
  bgt_transition_delegate delegate;
  double finger, limit;
  int bumps; /* how often the shade hit the lower edge */
} shade_screen;

/* The shade is as wide as the walls, and glides along their upper parts. */
static void on_began(bgt_collision collision, const bgt_contact_event *contact, void *context) {
  (void)collision;
  if (contact->point.y > 0) ((shade_screen *)context)->bumps++;
}

/* A spring that pulls the shade to its open or its closed place, and an edge on which it bounces there. */
static bgt_behavior make_pull(shade_screen *screen, bgt_rect bounds, bool up) {
  bgt_behavior pull;
  bgt_attachment spring;
  bgt_attachment_def def;
  bgt_collision walls;
  bgt_item_behavior motion;
  ok(bgt_behavior_create(&pull));
  bgt_attachment_def_init(&def);
  def.item = screen->shade;
  def.anchor = (bgt_vec2){ bounds.width / 2, up ? -bounds.height : bounds.height };
  def.length = bounds.height / 2;
  def.frequency = 3;
  def.damping = 0.1;
  ok(bgt_attachment_create(&def, &spring));
  add_child(pull, spring);
  ok(bgt_collision_create(NULL, &walls));
  ok(bgt_behavior_add_item(walls, screen->shade));
  ok(bgt_collision_set_boundary_began(walls, on_began, screen, NULL));
  ok(bgt_collision_set_reference_bounds_insets(walls, (bgt_insets){ .top = -bounds.height }));
  add_child(pull, walls);
  ok(bgt_item_behavior_create(&motion));
  ok(bgt_behavior_add_item(motion, screen->shade));
  ok(bgt_item_behavior_set_elasticity(motion, 0.6));
  ok(bgt_item_behavior_set_allowing_rotation(motion, false));
  add_child(pull, motion);
  return pull;
}

static bgt_transition transition_of(const shade_screen *screen) {
  return bgt_transition_container_get_transition(screen->container);
}

/* What of the shade is seen, 0 to 1. */
static double progress(const shade_screen *screen) {
  bgt_rect frame = bgt_item_get_frame(screen->shade);
  return (frame.y + frame.height) / bgt_transition_container_get_bounds(screen->container).height;
}

/* A finger takes the shade: out of sight, to open it, or open, to close it. */
static void pan_began(shade_screen *screen) {
  if (bgt_transition_container_get_presentation(screen->container))
    ok(bgt_transition_container_dismiss(screen->container, true, NULL, NULL, NULL));
  else
    ok(bgt_transition_container_present(screen->container, screen->shade, screen->presenter, 0, screen->delegate,
                                        BGT_PRESENTATION_CUSTOM, true, NULL, NULL, NULL));
}

static void move_to_finger(bgt_property_animator animator, void *context) {
  shade_screen *screen = context;
  bgt_rect frame = bgt_item_get_frame(screen->shade);
  (void)animator;
  frame.y = screen->finger - frame.height + 20;
  ok(bgt_item_set_frame(screen->shade, frame));
}

/* The shade follows the finger. */
static void pan_changed(shade_screen *screen, double y) {
  bgt_property_animator follow;
  screen->finger = y;
  ok(bgt_property_animator_create_running(screen->timeline, 0.2, 0, 0, false, move_to_finger, NULL, screen, NULL,
                                          &follow));
  ok(bgt_release(follow)); /* it runs to its end */
  ok(bgt_transition_update(transition_of(screen), progress(screen)));
}

static void each_tick(bgt_behavior behavior, void *context) {
  shade_screen *screen = context;
  (void)behavior;
  ok(bgt_transition_update(transition_of(screen), progress(screen)));
  if (bgt_animator_get_elapsed_seconds(screen->animator) >= screen->limit)
    ok(bgt_animator_remove_all_behaviors(screen->animator));
}

/* Everything rests: where the shade is decides. */
static void at_rest(bgt_animator animator, void *context) {
  shade_screen *screen = context;
  bgt_transition transition = transition_of(screen);
  bool presents = bgt_transition_is_presenting(transition), opens = bgt_item_get_center(screen->shade).y >= 0;
  ok(bgt_animator_set_did_pause(animator, NULL, NULL, NULL));
  ok(bgt_animator_remove_all_behaviors(animator));
  if (!opens)
    ok(bgt_transition_container_remove_item(screen->container, screen->shade));
  else if (presents)
    ok(bgt_item_set_frame(screen->shade, bgt_transition_get_final_frame(transition, BGT_TRANSITION_TO)));
  else
    ok(bgt_item_set_frame(screen->shade, bgt_transition_get_initial_frame(transition, BGT_TRANSITION_FROM)));
  ok(presents || !opens ? bgt_transition_finish(transition) : bgt_transition_cancel(transition));
  ok(bgt_transition_complete(transition, presents == opens));
}

/* The finger lets go with a velocity, and the shade springs to where it was thrown. */
static void pan_ended(shade_screen *screen, double velocity) {
  double y = bgt_item_get_center(screen->shade).y;
  bool presents = bgt_transition_is_presenting(transition_of(screen));
  bool cancelled = presents ? velocity < 0.5 || y < 0 : velocity > 0.5 || y > 0;
  bgt_behavior pull =
    make_pull(screen, bgt_transition_container_get_bounds(screen->container), presents == cancelled);
  screen->limit = bgt_animator_get_elapsed_seconds(screen->animator) + 4;
  ok(bgt_behavior_set_action(pull, each_tick, screen, NULL));
  ok(bgt_animator_set_did_pause(screen->animator, at_rest, screen, NULL));
  add_behavior(screen->animator, pull);
}

/* Before it is shown the shade waits above. */
static void interaction_start(bgt_transition transition, void *context) {
  shade_screen *screen = context;
  bgt_rect bounds = bgt_transition_container_get_bounds(screen->container);
  if (!bgt_transition_is_presenting(transition)) return;
  ok(bgt_item_set_frame(screen->shade, (bgt_rect){ 0, -bounds.height, bounds.width, bounds.height }));
  ok(bgt_transition_container_add_item(screen->container, screen->shade));
}

/* Without an animation nobody would ask for the interaction, which does all the work. */
static bgt_transition_animation give_to_present(bgt_transition_delegate delegate, bgt_item presented,
                                                bgt_item presenting, bgt_item source, void *context) {
  (void)delegate, (void)presented, (void)presenting, (void)source;
  return ((shade_screen *)context)->animation;
}
static bgt_transition_animation give_to_dismiss(bgt_transition_delegate delegate, bgt_item dismissed, void *context) {
  (void)delegate, (void)dismissed;
  return ((shade_screen *)context)->animation;
}
static bgt_transition_interaction give_interaction(bgt_transition_delegate delegate, bgt_transition_animation animation,
                                                   void *context) {
  (void)delegate, (void)animation;
  return ((shade_screen *)context)->interaction;
}

static void make_screen(shade_screen *screen, double width, double height) {
  const bgt_rect bounds = { 0, 0, width, height };
  bgt_transition_interaction_def interaction;
  bgt_transition_delegate_def delegate;
  *screen = (shade_screen){ 0 };
  ok(bgt_timeline_create(&screen->timeline));
  ok(bgt_transition_container_create(screen->timeline, bounds, &screen->container));
  ok(bgt_animator_create(NULL, &screen->animator));
  ok(bgt_animator_set_reference_bounds(screen->animator, bounds));
  ok(bgt_timeline_add_animator(screen->timeline, screen->animator));
  screen->presenter = make_item(width / 2, height / 2, width, height);
  screen->shade = make_item(width / 2, height / 2, width, height);
  ok(bgt_transition_container_add_item(screen->container, screen->presenter));

  ok(bgt_transition_animation_create(NULL, &screen->animation));
  bgt_transition_interaction_def_init(&interaction);
  interaction.start = interaction_start;
  interaction.context = screen;
  ok(bgt_transition_interaction_create(&interaction, &screen->interaction));
  bgt_transition_delegate_def_init(&delegate);
  delegate.context = screen;
  delegate.animation_for_present = give_to_present;
  delegate.animation_for_dismiss = give_to_dismiss;
  delegate.interaction_for_present = delegate.interaction_for_dismiss = give_interaction;
  ok(bgt_transition_delegate_create(&delegate, &screen->delegate));
}

static void release_screen(shade_screen *screen) {
  const bgt_id ids[] = { screen->timeline, screen->container, screen->animator, screen->presenter, screen->shade,
                         screen->animation, screen->interaction, screen->delegate };
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) ok(bgt_release(ids[i]));
}

/* A finger drags the shade from one height to another in 0.3 seconds and lets go; runs until all rests. */
static uint64_t pan(shade_screen *screen, double from, double to, double velocity, uint64_t hash) {
  pan_began(screen);
  for (int tick = 0; transition_of(screen);) {
    if (tick <= 18) pan_changed(screen, from + (to - from) * tick / 18);
    if (tick == 18) pan_ended(screen, velocity);
    ok(bgt_timeline_advance(screen->timeline, 1.0 / 60.0));
    hash = add_hash(hash, bgt_timeline_get_state_hash(screen->timeline));
    if (++tick % 15 == 0) printf("%.2f s %.2f\n", bgt_timeline_get_time(screen->timeline), progress(screen));
  }
  bool is_open = bgt_transition_container_get_presentation(screen->container) != 0;
  printf("%s at %.2f s after %d bumps\n", is_open ? "open" : "closed", bgt_timeline_get_time(screen->timeline),
         screen->bumps);
  return hash;
}

/* A shade is pulled open, closed, and almost opened again. */
int main(void) {
  shade_screen screen;
  uint64_t hash = FIRST_HASH;
  make_screen(&screen, 375, 812);
  hash = pan(&screen, 40, 500, 800, hash);
  hash = pan(&screen, 780, 300, -500, hash);
  hash = pan(&screen, 40, 300, -300, hash);
  print_hash(hash);
  release_screen(&screen);
  return 0;
}
