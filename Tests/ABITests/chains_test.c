/* Rigid attachments where much hangs on little: nets that fold, heavy things on thin chains. SPDX-License-Identifier: MIT */
#include "attachments.h"

static bgt_animator without_resistance(void) {
  bgt_animator_def def;
  bgt_animator_def_init(&def);
  def.step_seconds = 1.0 / 60; def.substeps = 4;
  bgt_animator animator;
  CHECK(bgt_animator_create(&def, &animator) == BGT_OK);
  bgt_material material = bgt_animator_get_default_material(animator);
  material.resistance = material.angular_resistance = 0;
  CHECK(bgt_animator_set_default_material(animator, &material) == BGT_OK);
  return animator;
}

/* Small boxes, each held at its four sides by arms that reach beyond it, hung from four points: while they swing back, the
   slack parts fold and spin. What folds must not gain energy. */
static void a_net_that_folds_holds(void) {
  enum { SIDES = 40, COUNT = SIDES * SIDES };
  static bgt_item items[COUNT];
  static bgt_id held[2 * COUNT + 8];
  int count = 0;
  bgt_animator animator = without_resistance();
  bgt_gravity gravity;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  for (int i = 0; i < COUNT; i++) {
    bgt_item_def box;
    bgt_item_def_init(&box);
    box.size.x = box.size.y = 20;
    box.center.x = 50 * (i % SIDES); box.center.y = 50 * (i / SIDES);
    CHECK(bgt_item_create(&box, &items[i]) == BGT_OK && bgt_behavior_add_item(gravity, items[i]) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++) {
      if (k == 0 ? i % SIDES == SIDES - 1 : k == 1 ? i / SIDES == SIDES - 1 : i >= SIDES || i % 13) continue;
      const int next = k == 0 ? i + 1 : k == 1 ? i + SIDES : i;
      bgt_attachment_def joint = defined(items[next]);
      joint.length = 0;
      joint.other_offset.x = k == 0 ? 25 : 0; joint.other_offset.y = k == 1 ? 25 : 0;
      joint.item_offset.x = -joint.other_offset.x; joint.item_offset.y = -joint.other_offset.y;
      if (k == 2) joint.anchor.x = 50 * i;
      else joint.other = items[i];
      held[count++] = make(&joint);
      CHECK(bgt_animator_add_behavior(animator, held[count - 1]) == BGT_OK);
    }
  double longest = 0;
  for (int step = 0; step < 180; step++) {
    CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
    for (int i = 0; i < COUNT; i++) {
      if (i % SIDES < SIDES - 1) longest = fmax(longest, distance(bgt_item_get_center(items[i]), bgt_item_get_center(items[i + 1])));
      if (i < COUNT - SIDES) longest = fmax(longest, distance(bgt_item_get_center(items[i]), bgt_item_get_center(items[i + SIDES])));
    }
  }
  CHECK(longest > 50 && longest < 70); /* It gives by 11 when it falls into its points; swept forth and back it flew apart. */
  while (count > 0) bgt_release(held[--count]);
  for (int i = 0; i < COUNT; i++) bgt_release(items[i]);
  bgt_release(gravity);
  bgt_release(animator);
}

/* A wheel whose hub holds more spokes than there are colors side by side, hung up and let go at its side. */
static void a_hub_of_many_spokes_holds(void) {
  enum { SPOKES = 100 };
  bgt_item hub, rim[SPOKES];
  bgt_id held[2 * SPOKES + 1];
  int count = 0;
  bgt_animator animator = without_resistance();
  bgt_gravity gravity;
  bgt_item_def item;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  bgt_item_def_init(&item);
  item.size.x = item.size.y = 40;
  item.center.x = 500; item.center.y = 400;
  CHECK(bgt_item_create(&item, &hub) == BGT_OK && bgt_behavior_add_item(gravity, hub) == BGT_OK);
  item.size.x = item.size.y = 6;
  for (int i = 0; i < SPOKES; i++) {
    const double angle = 6.283185307179586 * i / SPOKES;
    item.center.x = 500 + 200 * cos(angle); item.center.y = 400 + 200 * sin(angle);
    CHECK(bgt_item_create(&item, &rim[i]) == BGT_OK && bgt_behavior_add_item(gravity, rim[i]) == BGT_OK);
  }
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  for (int i = 0; i < 2 * SPOKES + 1; i++) {
    bgt_attachment_def joint = defined(i < SPOKES ? rim[i] : i < 2 * SPOKES ? rim[i - SPOKES] : hub);
    joint.length = i < SPOKES ? 200 : i < 2 * SPOKES ? 400 * sin(3.141592653589793 / SPOKES) : 100;
    if (i < 2 * SPOKES) joint.other = i < SPOKES ? hub : rim[(i - SPOKES + 1) % SPOKES];
    joint.anchor.x = 600; joint.anchor.y = 400;
    held[count++] = make(&joint);
    CHECK(bgt_animator_add_behavior(animator, held[count - 1]) == BGT_OK);
  }
  double worst = 0, lowest = 0;
  for (int step = 0; step < 240; step++) {
    CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
    for (int i = 0; i < SPOKES; i++) {
      const double length = distance(bgt_item_get_center(rim[i]), bgt_item_get_center(hub));
      worst = fmax(worst, fabs(length - 200));
    }
    lowest = fmax(lowest, bgt_item_get_center(hub).y);
    worst = fmax(worst, fabs(distance(bgt_item_get_center(hub), (bgt_vec2){ 600, 400 }) - 100));
  }
  CHECK(worst < 10 && lowest > 480); /* it swings through the lowest place */
  while (count > 0) bgt_release(held[--count]);
  for (int i = 0; i < SPOKES; i++) bgt_release(rim[i]);
  bgt_release(hub);
  bgt_release(gravity);
  bgt_release(animator);
}

/* A ball of 670 times a link's mass on 30 links swings through a wall. Links that stop at a brick are torn from their
   neighbors and come back; that must not make energy. */
static void a_wrecking_ball_gains_no_energy(void) {
  enum { LINKS = 30, BRICKS = 100, COUNT = LINKS + 1 + BRICKS };
  bgt_item items[COUNT];
  bgt_id held[LINKS + 1];
  bgt_animator animator = without_resistance();
  bgt_gravity gravity;
  bgt_collision collision;
  bgt_item_behavior heavy;
  double masses[COUNT], inertias[COUNT];
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_item_behavior_create(&heavy) == BGT_OK && bgt_item_behavior_set_density(heavy, 20) == BGT_OK);
  for (int i = 0; i < COUNT; i++) {
    const int brick = i - LINKS - 1;
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.size = brick >= 0 ? v(76, 60) : i < LINKS ? v(50, 12) : v(160, 160);
    def.center = brick >= 0 ? v(300 + brick % 4 * 80, -30 - brick / 4 * 60) : v(i < LINKS ? 25 + 50 * i : 50 * LINKS + 50, -2500);
    if (i == LINKS) def.bounds_type = BGT_BOUNDS_ELLIPSE;
    CHECK(bgt_item_create(&def, &items[i]) == BGT_OK);
    if (i <= LINKS) CHECK(bgt_item_set_filter_group(items[i], 1) == BGT_OK);
    CHECK(bgt_behavior_add_item(gravity, items[i]) == BGT_OK && bgt_behavior_add_item(collision, items[i]) == BGT_OK);
    masses[i] = 1e-4 * def.size.x * def.size.y;
    inertias[i] = masses[i] * (def.size.x * def.size.x + def.size.y * def.size.y) / 12;
    if (i == LINKS) {
      masses[i] *= 20 * acos(-1) / 4;
      inertias[i] = masses[i] * 80 * 80 / 2;
      CHECK(bgt_behavior_add_item(heavy, items[i]) == BGT_OK);
    }
  }
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-5000, 0), v(5000, 0)) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, gravity) == BGT_OK && bgt_animator_add_behavior(animator, collision) == BGT_OK);
  CHECK(bgt_animator_add_behavior(animator, heavy) == BGT_OK);
  for (int i = 0; i <= LINKS; i++) {
    bgt_attachment_def joint = defined(items[i]);
    joint.length = 0;
    joint.item_offset.x = i < LINKS ? -25 : -50;
    if (i == 0) joint.anchor.y = -2500;
    else joint.other = items[i - 1], joint.other_offset.x = 25;
    held[i] = make(&joint);
    CHECK(bgt_animator_add_behavior(animator, held[i]) == BGT_OK);
  }
  double energy = 0, first = 0, most = 0;
  int fallen = 0;
  for (int step = 0; step < 500; step++) {
    CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
    energy = 0;
    for (int i = 0; i < COUNT; i++) {
      const bgt_vec2 u = bgt_item_get_velocity(items[i]);
      const double w = bgt_item_get_angular_velocity(items[i]);
      energy += masses[i] * (0.5 * (u.x * u.x + u.y * u.y) - 1000 * bgt_item_get_center(items[i]).y) + 0.5 * inertias[i] * w * w;
    }
    if (step == 0) first = energy;
    most = fmax(most, energy);
  }
  for (int i = LINKS + 1; i < COUNT; i++) fallen += bgt_item_get_center(items[i]).y > -30 - (i - LINKS - 1) / 4 * 60 + 30;
  CHECK(fallen > 20); /* It went through the wall, */
  CHECK(most < 1.001 * first && energy < first); /* and took its energy from nowhere else: it once rose to twice as much. */
  for (int i = 0; i <= LINKS; i++) bgt_release(held[i]);
  for (int i = 0; i < COUNT; i++) bgt_release(items[i]);
  bgt_release(heavy);
  bgt_release(collision);
  bgt_release(gravity);
  bgt_release(animator);
}

/* Some chains of small boxes, rigid, on springs, of pins with ranges and friction, ropes and welds, or on rods so short that they are strained,
   of which every other one has a link more; the first one's end is told. Four chains that are alike are solved side by side, or two
   long ones, each from both ends. */
enum { RIGID, SPRUNG, RANGED, STRAINED, LONG_POINTS, LONG_RODS, CHAINS };
static void hang_chains(int chains, int of, bool alike, bgt_vec2 *end) {
  enum { MOST = 9 };
  static bgt_item items[MOST][33];
  static bgt_id held[MOST][33];
  const int least = of == LONG_POINTS ? 31 : of == LONG_RODS ? 32 : 7;
  bgt_animator animator = without_resistance();
  bgt_gravity gravity;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  for (int c = chains - 1; c >= 0; c--) {
    const int links = !alike && c % 2 ? least + 1 : least;
    for (int i = 0; i < links; i++) {
      bgt_item_def def;
      bgt_item_def_init(&def);
      def.size = of == STRAINED ? v(40, 20) : v(40, 10);
      def.center = of == STRAINED ? v(500 * c + 40.5 * i, 30 * c) : v((of < LONG_POINTS ? 500 : 2000) * c + 50 * i, 30 * c);
      CHECK(bgt_item_create(&def, &items[c][i]) == BGT_OK && bgt_behavior_add_item(gravity, items[c][i]) == BGT_OK);
    }
    for (int i = 0; i < links; i++) {
      bgt_attachment_def joint = defined(items[c][i]);
      joint.item_offset.x = -20;
      joint.length = of == STRAINED ? 0.5 + 0.1 * c : i % 3 == 0 ? 0 : 10;
      if (of >= LONG_POINTS) joint.length = of == LONG_RODS ? 10 : 0;
      joint.frequency = of != SPRUNG || i % 2 ? 0 : 4;
      joint.damping = 0.1 * (1 + c % 3);
      if (of == RANGED) {
        joint.type = i % 4 == 3 ? BGT_ATTACHMENT_FIXED : i % 4 == 1 ? BGT_ATTACHMENT_LIMIT : BGT_ATTACHMENT_PIN;
        joint.length = joint.type == BGT_ATTACHMENT_LIMIT ? 12 + c : 0;
        joint.range_minimum = -0.1 * (1 + c); joint.range_maximum = 0.2 * c;
        joint.friction_torque = i % 3 ? 0 : 0.001 * c;
        joint.frequency = joint.damping = 0;
        joint.anchor = v(500 * c + 50 * i - 25, 30 * c);
      }
      if (i == 0 && of == RANGED) joint.anchor.x = 500 * c - 20;
      else if (i == 0) joint.anchor = v((of < LONG_POINTS ? 500 : 2000) * c - 20, 30 * c);
      else joint.other = items[c][i - 1], joint.other_offset.x = 20;
      held[c][i] = make(&joint);
      CHECK(bgt_animator_add_behavior(animator, held[c][i]) == BGT_OK);
    }
  }
  for (int step = 0; step < (of == STRAINED ? 400 : 120); step++) CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
  *end = bgt_item_get_center(items[0][least - 1]);
  for (int c = 0; c < chains; c++)
    for (int i = 0; i < (!alike && c % 2 ? least + 1 : least); i++) {
      bgt_release(held[c][i]);
      bgt_release(items[c][i]);
    }
  bgt_release(gravity);
  bgt_release(animator);
}
static void a_chain_moves_the_same_beside_others(void) {
  for (int of = RIGID; of < CHAINS; of++) {
    bgt_vec2 alone;
    hang_chains(1, of, true, &alone);
    CHECK(alone.y > 30 || of == STRAINED); /* It fell. */
    for (int chains = 2; chains <= 9; chains++)
      for (int alike = 0; alike < 2; alike++) {
        bgt_vec2 beside;
        hang_chains(chains, of, alike, &beside);
        CHECK(beside.x == alone.x && beside.y == alone.y);
      }
  }
}

/* A level chain of points or rods that hangs at none, one or both of its ends, of which the first is led to and fro, with a heavy box at the
   other. A speck at the center of some link has it solved as a tree, from one end to the other. */
static void swing(int links, int ends, double length, bool isTree, bool isHeavy, bgt_vec2 *centers) {
  bgt_item items[64];
  bgt_id held[65];
  int count = 0;
  bgt_animator animator = without_resistance();
  bgt_gravity gravity;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_animator_add_behavior(animator, gravity) == BGT_OK);
  for (int i = 0; i < links + isTree; i++) {
    bgt_item_def def;
    bgt_item_def_init(&def);
    def.size = i == links ? v(0.01, 0.01) : v(20, isHeavy && i == links - 1 ? 240 : 6);
    def.center = v((20 + length) * (i < links ? i : links / 3), 0);
    CHECK(bgt_item_create(&def, &items[i]) == BGT_OK && bgt_behavior_add_item(gravity, items[i]) == BGT_OK);
  }
  for (int i = 0; i <= links + isTree; i++) {
    if ((i == 0 && ends == 0) || (i == links && ends < 2)) continue;
    bgt_attachment_def joint = defined(items[i < links ? i : i == links ? links - 1 : links]);
    joint.item_offset.x = i < links ? -10 : i == links ? 10 : 0;
    joint.length = i > links ? 0 : length;
    joint.anchor = v((20 + length) * i - (i ? 10 : 10 + length), 0);
    if (i > 0 && i != links) joint.other = items[i < links ? i - 1 : links / 3], joint.other_offset.x = i < links ? 10 : 0;
    held[count] = make(&joint);
    CHECK(bgt_animator_add_behavior(animator, held[count++]) == BGT_OK);
  }
  for (int step = 0; step < 14; step++) { /* Whips of short rods multiply what rounds by ten in three more. */
    if (ends > 0) CHECK(bgt_attachment_set_anchor(held[0], v(20 - 20 * cos(0.1 * step) - 10 - length, 0)) == BGT_OK);
    CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
  }
  for (int i = 0; i < links; i++) centers[i] = bgt_item_get_center(items[i]);
  while (count > 0) bgt_release(held[--count]);
  for (int i = 0; i < links + isTree; i++) bgt_release(items[i]);
  bgt_release(gravity);
  bgt_release(animator);
}
static void a_chain_moves_the_same_from_both_ends(void) {
  for (int links = 19; links <= 41; links++)
    for (int ends = 0; ends <= 2; ends++)
      for (int kind = 0; kind < 4; kind++) {
        bgt_vec2 cut[64], whole[64];
        double worst = 0, moved = 0;
        swing(links, ends, kind & 1 ? 8 : 0, false, kind >> 1, cut);
        swing(links, ends, kind & 1 ? 8 : 0, true, kind >> 1, whole);
        for (int i = 0; i < links; i++) {
          worst = fmax(worst, distance(cut[i], whole[i]));
          moved = fmax(moved, cut[i].y);
        }
        CHECK(worst < 1e-4 && moved > 20);
      }
}

/* Boxes on ropes from end to end or from center to center, and a load of twenty or 320 times their mass, let go from the level.
   Ropes that go slack and taut took up energy without end. */
static void ropes_gain_no_energy(void) {
  enum { LINKS = 20 };
  for (int kind = 0; kind < 4; kind++) {
    const bool centered = kind & 1, heavy = kind & 2;
    bgt_item items[LINKS];
    bgt_id held[LINKS];
    double masses[LINKS], inertias[LINKS], first = 0, most = -1e30;
    bgt_animator animator = without_resistance();
    bgt_gravity gravity;
    bgt_item_behavior load;
    CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_animator_add_behavior(animator, gravity) == BGT_OK);
    CHECK(bgt_item_behavior_create(&load) == BGT_OK && bgt_item_behavior_set_density(load, heavy ? 20 : 1) == BGT_OK);
    for (int i = 0; i < LINKS; i++) {
      bgt_item_def def;
      bgt_item_def_init(&def);
      def.size = i < LINKS - 1 ? v(30, 10) : v(80, 60);
      def.center = v(30 * (i + 1), 0);
      CHECK(bgt_item_create(&def, &items[i]) == BGT_OK && bgt_behavior_add_item(gravity, items[i]) == BGT_OK);
      masses[i] = 1e-4 * def.size.x * def.size.y;
      if (i == LINKS - 1) {
        masses[i] *= heavy ? 20 : 1;
        CHECK(bgt_behavior_add_item(load, items[i]) == BGT_OK);
      }
      inertias[i] = masses[i] * (def.size.x * def.size.x + def.size.y * def.size.y) / 12;
    }
    CHECK(bgt_animator_add_behavior(animator, load) == BGT_OK);
    for (int i = 0; i < LINKS; i++) {
      bgt_attachment_def joint = defined(items[i]);
      joint.type = BGT_ATTACHMENT_LIMIT;
      joint.length = centered ? 35 : 15;
      joint.item_offset.x = centered ? 0 : -15;
      if (i > 0) joint.other = items[i - 1], joint.other_offset.x = centered ? 0 : 15;
      held[i] = make(&joint);
      CHECK(bgt_animator_add_behavior(animator, held[i]) == BGT_OK);
    }
    for (int step = 0; step < 600; step++) {
      double energy = 0;
      CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
      for (int i = 0; i < LINKS; i++) {
        const bgt_vec2 velocity = bgt_item_get_velocity(items[i]);
        const double spin = bgt_item_get_angular_velocity(items[i]);
        energy += 0.5 * (masses[i] * (velocity.x * velocity.x + velocity.y * velocity.y) + inertias[i] * spin * spin)
          - 1000 * masses[i] * bgt_item_get_center(items[i]).y;
      }
      if (step == 0) first = energy;
      most = fmax(most, energy);
    }
    CHECK(most - first < 1e-3 * 1000 * 600 * masses[LINKS - 1]); /* A thousandth of what the load may fall. */
    for (int i = 0; i < LINKS; i++) {
      bgt_release(held[i]);
      bgt_release(items[i]);
    }
    bgt_release(load);
    bgt_release(gravity);
    bgt_release(animator);
  }
}

/* Forty boxes in a row on rods of a sixth to a sixtieth of their size, from end to end, which turn by radians in a sub-step as they whip: let go
   from a point, drawn to and fro by a hand that moves as told, or thrown about with nothing to hang on. They flew apart. */
static void short_rods_gain_no_energy(void) {
  enum { LINKS = 40, HUNG, DRAWN, THROWN };
  for (int kind = HUNG; kind <= THROWN; kind++)
    for (int size = 0; size < 3; size++) {
      const double length = size == 0 ? 5 : size == 1 ? 2 : 0.5, mass = 1e-4 * 30 * 30, inertia = mass * 30 * 30 / 6;
      bgt_item items[LINKS + 1];
      bgt_id held[LINKS];
      double first = 0, most = -1e30, fastest = 0, longest = 0, turn = 0, turned = 0;
      bgt_vec2 start = { 0, 0 }, p = { 0, 0 };
      bgt_animator animator = without_resistance();
      bgt_gravity gravity;
      bgt_item_behavior hand, boxes;
      CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_animator_add_behavior(animator, gravity) == BGT_OK);
      CHECK(bgt_item_behavior_create(&hand) == BGT_OK && bgt_item_behavior_set_anchored(hand, true) == BGT_OK);
      CHECK(bgt_item_behavior_create(&boxes) == BGT_OK && bgt_animator_add_behavior(animator, boxes) == BGT_OK);
      for (int i = 0; i <= LINKS; i++) {
        bgt_item_def def;
        bgt_item_def_init(&def);
        def.size = v(30, 30);
        def.center = v((30 + length) * i, 0);
        CHECK(bgt_item_create(&def, &items[i]) == BGT_OK);
        if (i == 0) { CHECK(bgt_behavior_add_item(hand, items[0]) == BGT_OK); continue; }
        CHECK(bgt_behavior_add_item(boxes, items[i]) == BGT_OK);
        if (kind != THROWN) CHECK(bgt_behavior_add_item(gravity, items[i]) == BGT_OK);
      }
      CHECK(bgt_animator_add_behavior(animator, hand) == BGT_OK);
      for (int i = 0; i < LINKS; i++) {
        bgt_attachment_def joint = defined(items[i + 1]);
        joint.length = length;
        joint.item_offset.x = -15;
        if (i > 0 || kind == DRAWN) joint.other = items[i], joint.other_offset.x = 15;
        else joint.anchor = v(15, 0);
        held[i] = make(&joint);
        if (i > 0 || kind != THROWN) CHECK(bgt_animator_add_behavior(animator, held[i]) == BGT_OK);
      }
      for (int i = 1; i <= LINKS && kind == THROWN; i++)
        CHECK(bgt_item_behavior_add_linear_velocity(boxes, v(300 * sin(i), 800 * cos(0.7 * i)), items[i]) == BGT_OK);
      for (int step = 0; step < 900; step++) {
        double energy = 0;
        if (kind == DRAWN) CHECK(bgt_item_behavior_set_linear_velocity(hand, v(400 * cos(step / 20.0), 200 * sin(step / 9.0)), items[0]) == BGT_OK);
        CHECK(bgt_animator_advance(animator, 1.0 / 60, NULL) == BGT_OK);
        p = v(0, 0);
        turn = 0;
        for (int i = 1; i <= LINKS; i++) {
          const bgt_vec2 velocity = bgt_item_get_velocity(items[i]), center = bgt_item_get_center(items[i]);
          const double spin = bgt_item_get_angular_velocity(items[i]), speed2 = velocity.x * velocity.x + velocity.y * velocity.y;
          energy += 0.5 * (mass * speed2 + inertia * spin * spin) - (kind == THROWN ? 0 : 1000 * mass * center.y);
          p = v(p.x + mass * velocity.x, p.y + mass * velocity.y);
          turn += mass * (center.x * velocity.y - center.y * velocity.x) + inertia * spin;
          fastest = fmax(fastest, sqrt(speed2));
          if (i > 1) longest = fmax(longest, distance(center, bgt_item_get_center(items[i - 1])));
        }
        if (step == 0) first = energy, start = p, turned = turn;
        most = fmax(most, energy);
      }
      CHECK(kind == DRAWN || most - first < 100); /* Of 600,000 that they begin with, or may fall by. Before, up to 1e12. */
      CHECK(fastest < 8000); /* The tip of a whip. Before, up to 100,000,000. */
      CHECK(longest < 30 + length + (size == 0 ? 40 : kind == HUNG ? 100 : 1000)); /* Shorter ones are drawn out where they whip. */
      if (kind == THROWN) {
        CHECK(fabs(p.x - start.x) + fabs(p.y - start.y) < 1e-5 * LINKS * mass * 800);
        CHECK(fabs(turn - turned) < 1e-3 * LINKS * mass * 800 * 700);
      }
      for (int i = 0; i < LINKS; i++) bgt_release(held[i]);
      for (int i = 0; i <= LINKS; i++) bgt_release(items[i]);
      bgt_release(hand);
      bgt_release(boxes);
      bgt_release(gravity);
      bgt_release(animator);
    }
}

/* A heavy top welded to two light legs, dropped on the floor: it bounced on by its legs, though of no elasticity, and never slept. */
static void a_heavy_table_on_light_legs_rests(void) {
  bgt_animator animator = without_resistance();
  bgt_gravity gravity = 0;
  bgt_collision collision = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK && bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_segment(collision, "floor", v(-500, 0), v(500, 0)) == BGT_OK);
  bgt_item parts[3] = { make_item(0, -90, 200, 80), make_item(-90, -30, 12, 37), make_item(90, -30, 12, 37) };
  for (int i = 0; i < 3; i++)
    CHECK(bgt_behavior_add_item(gravity, parts[i]) == BGT_OK && bgt_behavior_add_item(collision, parts[i]) == BGT_OK);
  give(animator, gravity);
  give(animator, collision);
  for (int i = 1; i < 3; i++) {
    bgt_attachment_def weld = defined(parts[i]);
    weld.type = BGT_ATTACHMENT_FIXED;
    weld.other = parts[0];
    weld.anchor = v(i == 1 ? -90 : 90, -49);
    give(animator, make(&weld));
  }
  run(animator, 5);
  for (int i = 0; i < 3; i++) CHECK(bgt_item_is_resting(parts[i]));
  const bgt_vec2 top = bgt_item_get_center(parts[0]), leg = bgt_item_get_center(parts[1]);
  CHECK(at(parts[0], 0, -78.5, 1) && fabs(bgt_item_get_angle(parts[0])) < 0.01);
  CHECK(fabs(leg.x - top.x + 90) < 0.5 && fabs(leg.y - top.y - 60) < 0.5); /* Still welded. */
  for (int i = 0; i < 3; i++) bgt_release(parts[i]);
  bgt_release(animator);
}

int main(void) {
  a_chain_moves_the_same_beside_others();
  a_chain_moves_the_same_from_both_ends();
  a_net_that_folds_holds();
  a_hub_of_many_spokes_holds();
  a_wrecking_ball_gains_no_energy();
  ropes_gain_no_energy();
  short_rods_gain_no_energy();
  a_heavy_table_on_light_legs_rests();
  return scene_done();
}
