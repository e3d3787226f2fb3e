/* Workers: the same bits however many there are; where no threads are to be had, and in a child of a fork, steps go on
   without; no thread outlives its animator, and none runs the caller's functions. SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE
#include <math.h>
#include "scene.h"
#include <pthread.h>
#include <stdlib.h>
#ifdef __unix__
#  include <dirent.h>
#  include <sys/resource.h>
#  include <sys/wait.h>
#  include <unistd.h>
#endif

#ifdef NDEBUG
enum { PILE = 1200, TICKS = 60, REST = 400, ROUNDS = 1000 };
#else
enum { PILE = 400, TICKS = 20, REST = 60, ROUNDS = 100 }; /* an unoptimized library takes its time */
#endif
enum { KINDS = 11, MOST_ITEMS = 1200 };
static pthread_t caller;
static long callbacks, strangers;

static bool on_contact_veto(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)context;
  callbacks++;
  strangers += !pthread_equal(pthread_self(), caller);
  return event->point.x > 100;
}
static void on_contact(bgt_collision collision, const bgt_contact_event *event, void *context) {
  (void)collision; (void)event; (void)context;
  callbacks++;
  strangers += !pthread_equal(pthread_self(), caller);
}
static void on_field(bgt_field field, double x, double y, double vx, double vy, double mass, double charge, double seconds,
                     bgt_vec2 *force, void *context) {
  (void)field; (void)vx; (void)vy; (void)charge; (void)seconds; (void)context;
  callbacks++;
  strangers += !pthread_equal(pthread_self(), caller);
  *force = v(0.1 * mass * (300 - x), 0.1 * mass * (300 - y));
}

typedef struct scene {
  bgt_animator animator;
  bgt_item items[MOST_ITEMS];
  int count;
} scene;

static bgt_item put(scene *s, double x, double y, double width, double height, bgt_bounds_type type) {
  bgt_item_def def;
  bgt_item_def_init(&def);
  def.center = v(x, y), def.size = v(width, height), def.bounds_type = type;
  CHECK(bgt_item_create(&def, &s->items[s->count]) == BGT_OK);
  return s->items[s->count++];
}
static void join(scene *s, int a, int b, bgt_vec2 anchor, double length, double frequency) {
  bgt_attachment_def def;
  bgt_attachment joint;
  bgt_attachment_def_init(&def);
  def.item = s->items[a];
  if (b >= 0) def.other = s->items[b];
  def.anchor = anchor, def.length = length, def.frequency = frequency;
  CHECK(bgt_attachment_create(&def, &joint) == BGT_OK);
  give(s->animator, joint);
}
static bgt_collision collide(scene *s, int from) {
  const bgt_vec2 corners[] = { { 0, 0 }, { 1200, 0 }, { 1200, 900 }, { 0, 900 } };
  bgt_collision collision = 0;
  CHECK(bgt_collision_create(NULL, &collision) == BGT_OK);
  CHECK(bgt_collision_add_boundary_path(collision, "box", corners, 4, true) == BGT_OK);
  for (int i = from; i < s->count; i++) CHECK(bgt_behavior_add_item(collision, s->items[i]) == BGT_OK);
  return collision;
}
static void pull(scene *s) {
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  for (int i = 0; i < s->count; i++) CHECK(bgt_behavior_add_item(gravity, s->items[i]) == BGT_OK);
  give(s->animator, gravity);
}

/* Scene by kind: 0 a pile that falls and comes to rest, 1 discs that bounce without loss, 2 nets and chains, 3 springs,
   4 fields, one of them custom, 5 groups, 6 a pile with a veto and told contacts, 7 boxes in a drum that turns, with bands of
   springs among them, 8 fast discs and boxes onto a floor of tiles, through a boundary that lets them pass from above,
   9 a curtain of points, rods and springs on a bar that moves, with a hub of many spokes, 10 discs, boxes and groups of both that fly about
   and are struck by a cross that turns. */
static void build(scene *s, int kind, uint32_t workers) {
  bgt_animator_def def;
  bgt_collision collision = 0;
  bgt_animator_def_init(&def);
  def.workers = workers;
  memset(s, 0, sizeof *s);
  CHECK(bgt_animator_create(&def, &s->animator) == BGT_OK);
  switch (kind) {
    case 0:
      for (int i = 0; i < PILE; i++) put(s, 120 + i % 40 * 24.0 + i / 40 % 3, 850 - i / 40 * 21.0, 20, 20, BGT_BOUNDS_RECTANGLE);
      pull(s);
      break;
    case 1: {
      bgt_material elastic = { 1, 0, 1, 0, 0 };
      bgt_item_behavior motion = 0;
      CHECK(bgt_animator_set_default_material(s->animator, &elastic) == BGT_OK);
      CHECK(bgt_item_behavior_create(&motion) == BGT_OK);
      for (int i = 0; i < 400; i++) {
        put(s, 30 + i % 25 * 45.0, 30 + i / 25 * 50.0, 12, 12, i % 2 ? BGT_BOUNDS_ELLIPSE : BGT_BOUNDS_RECTANGLE);
        CHECK(bgt_behavior_add_item(motion, s->items[i]) == BGT_OK);
      }
      give(s->animator, motion);
      for (int i = 0; i < 400; i++)
        CHECK(bgt_item_behavior_set_linear_velocity(motion, v(i * 37 % 1900 - 950, i * 91 % 1700 - 850), s->items[i]) == BGT_OK);
      break;
    }
    case 2:
      for (int i = 0; i < 400; i++) {
        put(s, 100 + i % 20 * 20.0, 100 + i / 20 * 20.0, 8, 8, BGT_BOUNDS_RECTANGLE);
        if (i % 20) join(s, i, i - 1, v(0, 0), 20, 0);
        if (i >= 20) join(s, i, i - 20, v(0, 0), 20, 0);
        else if (i % 4 == 0) join(s, i, -1, v(100 + i * 20.0, 90), 10, 0);
      }
      for (int i = 400; i < 700; i++) {
        put(s, 600 + i % 10 * 30.0, 100 + i / 10 % 30 * 15.0, 10, 10, BGT_BOUNDS_RECTANGLE);
        if (i % 30) join(s, i, i - 1, v(0, 0), -1, i % 60 < 30 ? 0 : 3);
        else join(s, i, -1, v(600 + i % 10 * 30.0, 90), -1, 0);
      }
      pull(s);
      break;
    case 3:
      for (int i = 0; i < 600; i++) {
        const double x = 40 + i % 30 * 38.0, y = 40 + i / 30 * 40.0;
        put(s, x, y, 20, 20, BGT_BOUNDS_RECTANGLE);
        join(s, i, -1, v(x + 30, y - 30), 10, 1.5);
        if (i % 3 == 0) join(s, i, -1, v(x - 30, y - 30), 0, 2.5);
        else if (i % 7 == 0) join(s, i, i - 1, v(0, 0), 30, 2);
      }
      pull(s);
      break;
    case 4: {
      const bgt_field_kind kinds[] = { BGT_FIELD_SPRING, BGT_FIELD_VORTEX, BGT_FIELD_NOISE, BGT_FIELD_CUSTOM };
      for (int i = 0; i < 600; i++) put(s, 40 + i % 30 * 38.0, 40 + i / 30 * 40.0, 16, 16, BGT_BOUNDS_RECTANGLE);
      for (int k = 0; k < 4; k++) {
        bgt_field_def f;
        bgt_field field = 0;
        bgt_field_def_init(&f);
        f.kind = kinds[k], f.position = v(600, 400), f.strength = 0.3;
        CHECK(bgt_field_create(&f, &field) == BGT_OK);
        if (k == 3) CHECK(bgt_field_set_function(field, on_field, NULL, NULL) == BGT_OK);
        for (int i = 0; i < 600; i += k == 3 ? 20 : 1) CHECK(bgt_behavior_add_item(field, s->items[i]) == BGT_OK);
        give(s->animator, field);
      }
      break;
    }
    case 5:
      for (int i = 0; i < 300; i++) {
        const double x = 60 + i % 25 * 44.0, y = 840 - i / 25 * 60.0;
        bgt_item parts[3];
        bgt_item_group group = 0;
        parts[0] = put(s, x, y, 30, 10, BGT_BOUNDS_RECTANGLE);
        parts[1] = put(s, x - 10, y + 15, 10, 20, BGT_BOUNDS_RECTANGLE);
        parts[2] = put(s, x + 10, y + 15, 10, 20, BGT_BOUNDS_ELLIPSE);
        CHECK(bgt_item_group_create(parts, 3, &group) == BGT_OK);
        for (int k = 0; k < 3; k++) CHECK(bgt_release(parts[k]) == BGT_OK);
        s->count -= 3;
        s->items[s->count++] = group;
      }
      pull(s);
      break;
    case 7: {
      bgt_item_behavior turning = 0;
      bgt_item walls[4];
      bgt_item_group drum = 0;
      for (int k = 0; k < 4; k++) {
        const double along = k % 2 ? 20 : 640, across = k % 2 ? 640 : 20;
        walls[k] = put(s, 600 + (k % 2 ? k - 2 : 0) * 320.0, 450 + (k % 2 ? 0 : k - 1) * 320.0, along, across, BGT_BOUNDS_RECTANGLE);
      }
      CHECK(bgt_item_group_create(walls, 4, &drum) == BGT_OK && bgt_item_behavior_create(&turning) == BGT_OK);
      for (int k = 0; k < 4; k++) CHECK(bgt_release(walls[k]) == BGT_OK);
      s->count = 0;
      for (int i = 0; i < 500; i++) {
        put(s, 344 + i % 23 * 23.0, 190 + i / 23 * 23.0, 16, 16, i % 5 ? BGT_BOUNDS_RECTANGLE : BGT_BOUNDS_ELLIPSE);
        if (i % 23 && i / 23 % 4 == 1) join(s, i, i - 1, v(0, 0), 23, i % 2 ? 4 : 0);
      }
      pull(s);
      s->items[s->count++] = drum;
      CHECK(bgt_item_behavior_set_anchored(turning, true) == BGT_OK && bgt_behavior_add_item(turning, drum) == BGT_OK);
      give(s->animator, turning);
      CHECK(bgt_item_behavior_set_angular_velocity(turning, 0.8, drum) == BGT_OK);
      break;
    }
    case 8: {
      bgt_item_behavior fixed = 0, motion = 0;
      CHECK(bgt_item_behavior_create(&fixed) == BGT_OK && bgt_item_behavior_set_anchored(fixed, true) == BGT_OK);
      CHECK(bgt_item_behavior_create(&motion) == BGT_OK);
      for (int i = 0; i < 30; i++) put(s, 20 + i * 40.0, 870, 40, 30, BGT_BOUNDS_RECTANGLE);
      for (int i = 0; i < 30; i++) CHECK(bgt_behavior_add_item(fixed, s->items[i]) == BGT_OK);
      give(s->animator, fixed);
      for (int i = 30; i < 530; i++) {
        put(s, 30 + i % 50 * 23.0, 40 + i / 50 * 25.0, 14, 14, i % 2 ? BGT_BOUNDS_ELLIPSE : BGT_BOUNDS_RECTANGLE);
        CHECK(bgt_behavior_add_item(motion, s->items[i]) == BGT_OK);
      }
      pull(s);
      give(s->animator, motion);
      for (int i = 30; i < 530; i++)
        CHECK(bgt_item_behavior_set_linear_velocity(motion, v(i * 53 % 900 - 450, i * 71 % 4000), s->items[i]) == BGT_OK);
      break;
    }
    case 9: {
      enum { WIDE = 36, COUNT = WIDE * 30, SPOKES = 60 };
      bgt_item_behavior rail = 0;
      for (int i = 0; i < COUNT; i++) {
        put(s, 100 + i % WIDE * 20.0, 100 + i / WIDE * 20.0, 8, 8, BGT_BOUNDS_RECTANGLE);
        if (i % WIDE) join(s, i, i - 1, v(0, 0), i % 3 ? 20 : 18, i % 5 ? 0 : 4);
        if (i >= WIDE) join(s, i, i - WIDE, v(0, 0), i % 7 ? 20 : 0, i % 7 ? 0 : 6);
      }
      const bgt_item bar = put(s, 450, 70, 740, 10, BGT_BOUNDS_RECTANGLE);
      for (int i = 0; i < WIDE; i++) join(s, i, COUNT, v(0, 0), -1, 0);
      put(s, 1000, 300, 30, 30, BGT_BOUNDS_ELLIPSE);
      join(s, COUNT + 1, -1, v(1000, 280), 20, 0);
      for (int i = 0; i < SPOKES; i++) {
        put(s, 1000 + 120 * cos(6.2831853 * i / SPOKES), 300 + 120 * sin(6.2831853 * i / SPOKES), 6, 6, BGT_BOUNDS_ELLIPSE);
        join(s, COUNT + 2 + i, COUNT + 1, v(0, 0), 120, 0);
        if (i) join(s, COUNT + 2 + i, COUNT + 1 + i, v(0, 0), -1, 0);
      }
      pull(s);
      CHECK(bgt_item_behavior_create(&rail) == BGT_OK && bgt_item_behavior_set_anchored(rail, true) == BGT_OK);
      CHECK(bgt_behavior_add_item(rail, bar) == BGT_OK);
      give(s->animator, rail);
      CHECK(bgt_item_behavior_set_linear_velocity(rail, v(40, 0), bar) == BGT_OK);
      break;
    }
    case 10: {
      bgt_item_behavior turning = 0, motion = 0;
      bgt_item_group group = 0;
      CHECK(bgt_item_behavior_create(&motion) == BGT_OK && bgt_item_behavior_create(&turning) == BGT_OK);
      for (int i = 0; i < 600; i++) {
        const double x = 160 + i % 40 * 22.0, y = 60 + i / 40 * 30.0;
        if (i % 3 == 0) {
          put(s, x, y, i % 2 ? 20 : 14, i % 2 ? 10 : 14, i % 2 ? BGT_BOUNDS_RECTANGLE : BGT_BOUNDS_ELLIPSE);
        } else { /* discs cover the ends of a box */
          bgt_item parts[3] = { put(s, x, y, 10, 6, BGT_BOUNDS_RECTANGLE), put(s, x - 5, y, 8, 8, BGT_BOUNDS_ELLIPSE), put(s, x + 5, y, 8, 8, BGT_BOUNDS_ELLIPSE) };
          CHECK(bgt_item_group_create(parts, 3, &group) == BGT_OK);
          for (int k = 0; k < 3; k++) CHECK(bgt_release(parts[k]) == BGT_OK);
          s->count -= 3;
          s->items[s->count++] = group;
        }
        CHECK(bgt_behavior_add_item(motion, s->items[i]) == BGT_OK);
      }
      pull(s);
      give(s->animator, motion);
      for (int i = 0; i < 600; i++)
        CHECK(bgt_item_behavior_set_linear_velocity(motion, v(i * 53 % 900 - 450, i * 71 % 900 - 450), s->items[i]) == BGT_OK
              && bgt_item_behavior_set_angular_velocity(motion, i % 9 - 4, s->items[i]) == BGT_OK);
      bgt_item arms[2] = { put(s, 600, 450, 700, 12, BGT_BOUNDS_RECTANGLE), put(s, 600, 450, 12, 700, BGT_BOUNDS_RECTANGLE) };
      CHECK(bgt_item_group_create(arms, 2, &group) == BGT_OK);
      for (int k = 0; k < 2; k++) CHECK(bgt_release(arms[k]) == BGT_OK);
      s->count -= 2;
      s->items[s->count++] = group;
      CHECK(bgt_item_behavior_set_anchored(turning, true) == BGT_OK && bgt_behavior_add_item(turning, group) == BGT_OK);
      give(s->animator, turning);
      CHECK(bgt_item_behavior_set_angular_velocity(turning, 2, group) == BGT_OK);
      break;
    }
    default:
      for (int i = 0; i < 500; i++) put(s, 40 + i % 40 * 28.0, 850 - i / 40 * 30.0, 20, 20, BGT_BOUNDS_RECTANGLE);
      pull(s);
  }
  if (kind == 2 || kind == 3 || kind == 9) return;
  collision = collide(s, 0);
  if (kind == 1) CHECK(bgt_collision_set_boundary_material(collision, NULL, 1, 0) == BGT_OK);
  if (kind == 8) {
    const bgt_vec2 gate[] = { { 0, 600 }, { 1200, 600 } };
    CHECK(bgt_collision_add_boundary_path(collision, "gate", gate, 2, false) == BGT_OK);
    CHECK(bgt_collision_set_boundary_passing(collision, "gate", BGT_PASSING_FROM_LEFT) == BGT_OK);
  }
  if (kind == 6) {
    CHECK(bgt_collision_set_veto(collision, on_contact_veto, NULL, NULL) == BGT_OK);
    CHECK(bgt_collision_set_items_began(collision, on_contact, NULL, NULL) == BGT_OK);
  }
  give(s->animator, collision);
}
static void end(scene *s) {
  for (int i = 0; i < s->count; i++) CHECK(bgt_release(s->items[i]) == BGT_OK);
  CHECK(bgt_release(s->animator) == BGT_OK);
}
/* The hashes on the way, mixed. */
static uint64_t play(scene *s, int ticks) {
  uint64_t mixed = 0;
  for (int i = 0; i < ticks; i++) {
    tick(s->animator);
    mixed = mixed * 1099511628211u + bgt_animator_get_state_hash(s->animator);
  }
  return mixed;
}
static uint64_t run_scene(int kind, uint32_t workers, int ticks) {
  scene *s = malloc(sizeof *s);
  if (!s) return 0;
  build(s, kind, workers);
  uint64_t mixed = play(s, ticks);
  if (kind == 0) { /* to rest, and awake again */
    for (int i = 0; i < REST && bgt_animator_is_running(s->animator); i++) tick(s->animator);
    CHECK(bgt_item_set_center(s->items[PILE / 2], v(600, 60)) == BGT_OK);
    mixed = mixed * 1099511628211u + play(s, 40);
  }
  end(s);
  free(s);
  return mixed;
}

static void the_number_changes_no_bit(void) {
  const uint32_t numbers[] = { 2, 3, 8 };
  for (int kind = 0; kind < KINDS; kind++) {
    const uint64_t alone = run_scene(kind, 1, TICKS);
    CHECK(alone != 0);
    for (int k = 0; k < 3; k++)
      if (!CHECK(run_scene(kind, numbers[k], TICKS) == alone)) printf("scene %d, %u workers\n", kind, numbers[k]);
  }
  CHECK(callbacks > 100 && strangers == 0);
}

static void bad_numbers_are_told(void) {
  bgt_animator_def def;
  bgt_animator animator = 0;
  bgt_animator_def_init(&def);
  CHECK(def.workers == 1 && def.reserved == 0);
  def.workers = 0;
  CHECK(bgt_animator_create(&def, &animator) == BGT_ERROR_RANGE && strstr(bgt_last_error_message(), "def.workers is 0"));
  def.workers = 65;
  CHECK(bgt_animator_create(&def, &animator) == BGT_ERROR_RANGE && !animator);
  def.workers = 64, def.reserved = 1;
  CHECK(bgt_animator_create(&def, &animator) == BGT_ERROR_INCOMPATIBLE && !animator);
  def.reserved = 0;
  CHECK(bgt_animator_create(&def, &animator) == BGT_OK && bgt_release(animator) == BGT_OK); /* never needed its threads */
}

typedef struct run { int kind; uint32_t workers; uint64_t hash; } run_of;
static void *run_elsewhere(void *argument) {
  run_of *r = argument;
  r->hash = run_scene(r->kind, r->workers, TICKS);
  return NULL;
}
static void animators_with_workers_run_in_parallel(void) {
  run_of runs[2] = { { 3, 3, 0 }, { 5, 3, 0 } };
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run_elsewhere, &runs[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++) CHECK(runs[i].hash == run_scene(runs[i].kind, 1, TICKS));
}

/* Threads of the process; 0 where that cannot be told. */
static int thread_count(void) {
  int count = 0;
#ifdef __linux__
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *d; tasks && (d = readdir(tasks));) count += d->d_name[0] != '.';
  if (tasks) closedir(tasks);
#endif
  return count;
}
/* A thread that was joined may be listed for a moment more. */
static int settled_thread_count(int wanted) {
  int count = thread_count();
  for (int i = 0; i < 1000 && count > wanted; i++) {
    usleep(1000);
    count = thread_count();
  }
  return count;
}
static void threads_end_with_their_animator(void) {
  const int before = settled_thread_count(1); /* those of earlier tests are gone by then */
  static scene s;
  build(&s, 3, 4);
  CHECK(thread_count() == before); /* not made before they are worth it */
  play(&s, 3);
  CHECK(!before || thread_count() == before + 3);
  play(&s, 3);
  CHECK(!before || thread_count() == before + 3);
  end(&s);
  CHECK(settled_thread_count(before) == before);
  bgt_animator_def def;
  bgt_animator_def_init(&def);
  def.workers = 3;
  bgt_gravity gravity = 0;
  CHECK(bgt_gravity_create(NULL, &gravity) == BGT_OK);
  s.count = 0;
  for (int i = 0; i < 300; i++) CHECK(bgt_behavior_add_item(gravity, put(&s, i, i, 10, 10, BGT_BOUNDS_RECTANGLE)) == BGT_OK);
  for (int round = 0; round < ROUNDS; round++) {
    bgt_animator animator = 0;
    CHECK(bgt_animator_create(&def, &animator) == BGT_OK && bgt_animator_add_behavior(animator, gravity) == BGT_OK);
    tick(animator);
    if (round % 100 == 0) CHECK(!before || settled_thread_count(before + 2) == before + 2);
    CHECK(bgt_animator_remove_behavior(animator, gravity) == BGT_OK && bgt_release(animator) == BGT_OK);
  }
  CHECK(settled_thread_count(before) == before);
  for (int i = 0; i < s.count; i++) CHECK(bgt_release(s.items[i]) == BGT_OK);
  CHECK(bgt_release(gravity) == BGT_OK);
}

#ifdef __unix__
/* Runs in a child; its exit code tells. */
static int in_child(int (*body)(void *), void *argument) {
  int status = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) _exit(body(argument));
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
typedef struct fork_case { scene *s; uint64_t wanted; } fork_case;
static int go_on(void *argument) {
  fork_case *f = argument;
  const int before = thread_count(); /* 1; an emulator may have one of its own */
  const bool same = play(f->s, 20) == f->wanted && thread_count() == before;
  end(f->s);
  return same && thread_count() == before ? 7 : 1;
}
static void a_child_of_a_fork_goes_on_alone(void) {
  static scene s;
  fork_case f = { &s, 0 };
  build(&s, 0, 1);
  play(&s, 20);
  f.wanted = play(&s, 20);
  end(&s);
  build(&s, 0, 3);
  play(&s, 20);
  CHECK(in_child(go_on, &f) == 7);
  CHECK(play(&s, 20) == f.wanted);
  end(&s);
}
static int without_threads(void *argument) {
  const struct rlimit no_more = { 0, 0 };
  if (geteuid() == 0 && setuid(65534) != 0) return 7; /* root may always have more: nothing to be seen */
  if (setrlimit(RLIMIT_NPROC, &no_more) != 0) return 7;
  scene *s = malloc(sizeof *s);
  if (!s) return 7;
  build(s, 0, 8);
  const bool same = play(s, 20) == *(uint64_t *)argument;
  end(s);
  free(s);
  return same ? 7 : 1;
}
static void without_threads_it_runs_too(void) {
  static scene s;
  build(&s, 0, 1);
  uint64_t wanted = play(&s, 20);
  end(&s);
  CHECK(in_child(without_threads, &wanted) == 7);
}
#endif

int main(void) {
  caller = pthread_self();
  bad_numbers_are_told();
  the_number_changes_no_bit();
  animators_with_workers_run_in_parallel();
  threads_end_with_their_animator();
#ifdef __unix__
  a_child_of_a_fork_goes_on_alone();
  without_threads_it_runs_too();
#endif
  return scene_done();
}
