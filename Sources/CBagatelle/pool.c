/* SPDX-License-Identifier: MIT */
/* A few threads that help their owner with loops whose turns do not depend on each other.
 *
 * A loop is cut into chunks, and each thread gets an equal run of them to begin with, so that it meets in its cache what
 * it had in the loop before. Whoever is done helps the others. Chunks are claimed one by one: a thread that the system
 * does not let run holds nothing up, the owner does its share. So no number of processors is asked for, and which thread
 * took what is never told to the loop.
 *
 * All state of a share is one word, (loop << 32 | next chunk << 16 | end): who has looked at an older loop fails to claim.
 * What a claim needs beside it is written before the words and not again before all chunks are done. */
#include "shims.h"

#if defined(__wasm__) && !defined(_REENTRANT) /* One thread: nobody helps. */
bgts_pool *bgts_pool_create(uint32_t workers) { return (void)workers, (bgts_pool *)0; }
void bgts_pool_destroy(bgts_pool *pool) { (void)pool; }
bool bgts_pool_run(bgts_pool *pool, bgts_range_fn fn, void *context, size_t count, size_t least) {
  (void)pool, (void)least;
  if (count) fn(context, 0, count);
  return false;
}
bool bgts_pool_start_aside(bgts_pool *pool, bgts_aside_fn fn, void *context) { return (void)pool, (void)fn, (void)context, false; }
void bgts_pool_finish_aside(bgts_pool *pool) { (void)pool; }
void bgts_pool_begin_step(bgts_pool *pool) { (void)pool; }
bool bgts_pool_helps(const bgts_pool *pool) { return (void)pool, false; }
void bgts_pool_rest(bgts_pool *pool) { (void)pool; }
uint32_t bgts_pool_threads(const bgts_pool *pool) { return (void)pool, 0; }
#else

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#if defined(__has_feature)
#  if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#    define SANITIZED 1
#  endif
#elif defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#  define SANITIZED 1
#endif

/* glibc 2.34 took these over from libpthread and gave them a new version; the old one loads on older systems too.
   There they are missing in a program without libpthread, which then does without threads. */
#if defined(__GLIBC__) && !defined(SANITIZED) && (defined(__x86_64__) || defined(__aarch64__))
#  if defined(__x86_64__)
#    define OLD(name) __asm__(".symver " #name "," #name "@GLIBC_2.2.5")
#  else
#    define OLD(name) __asm__(".symver " #name "," #name "@GLIBC_2.17")
#  endif
#  pragma weak pthread_create
#  pragma weak pthread_join
#  pragma weak pthread_sigmask
#  pragma weak pthread_attr_setstacksize
OLD(pthread_create);
OLD(pthread_join);
OLD(pthread_sigmask);
OLD(pthread_attr_setstacksize);
#  define HAS_THREADS (pthread_create && pthread_join && pthread_sigmask && pthread_attr_setstacksize)
#else
#  define HAS_THREADS 1
#endif

enum {
  MOST_WORKERS = 64,
  SHARES = 4,        /* Chunks of a loop per worker. */
  WAKING = 4,        /* Least ranges that a loop must have to be worth waking who sleeps. */
  SPINS = 16384,     /* Pauses before who waits goes to sleep: some tenths of a millisecond, what one thread does between two loops. */
  EAGER_SPINS = 512, /* Of these, so many before it offers its processor to others now and then. */
  STACK = 256 * 1024,
  TRIAL = 8,         /* Steps that are timed, half of them without help. */
  SOON = 50000,      /* Nanoseconds from the end of a tick to the next, below which workers stay awake for it. */
  LEAST_WAIT = 128,  /* Steps before the first trial and, twice as many each time, between trials that say the same. */
  ALONE_WAIT = 16,   /* The same after one that says for the first time that help saves nothing: it may have been a bad moment. */
  MOST_WAIT = 1024
};

typedef struct worker {
  _Alignas(64) uint64_t share; /* Atomic. Beside it, in the same line of the cache, what a claim needs. */
  bgts_range_fn fn;
  void *context;
  size_t count, chunk;
  _Alignas(64) pthread_t thread;
  bgts_pool *pool;
  uint32_t number;
} worker;

struct bgts_pool {
  worker workers[MOST_WORKERS]; /* The first is the owner. */
  uint32_t loop;
  uint32_t used;   /* Workers there are, the owner among them. */
  uint32_t wanted; /* The same before threads were made. */
  uint32_t forks;
  uint8_t is_started;
  uint8_t was_alone;  /* What the latest trial said. */
  uint8_t is_alone;   /* The owner does all: help costs more than it saves. */
  uint8_t trial;      /* Steps of a trial that are left. */
  uint8_t is_timed;   /* One of them began and its time is still to be taken. */
  uint32_t wait;      /* Steps up to the next trial, and how many there were. */
  uint32_t waited;
  uint64_t began;
  uint64_t rested;    /* When the latest tick ended, until the next begins; else 0. */
  uint8_t is_soon;    /* The latest two ticks came one right after the other. */
  uint64_t took[2];   /* Nanoseconds of the latest step of a trial: with help, alone. */
  uint8_t saved;      /* Pairs of such steps, one after the other, of which the one with help was the faster. */
  uint8_t is_over; /* Atomic, as all below. */
  uint8_t is_open; /* A step runs: more loops will come. */
  _Alignas(64) uint32_t finished; /* Chunks that others have done. */
  uint32_t owner_waits;
  _Alignas(64) uint32_t published;
  uint32_t asleep;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  pthread_cond_t done;
  _Alignas(64) uint32_t aside; /* Atomic; of what runs beside the owner: an ASIDE. */
  bgts_aside_fn aside_fn;
  void *aside_context;
};

enum { ASIDE_NONE, ASIDE_OFFERED, ASIDE_TAKEN, ASIDE_DONE };

/* A child of a fork has only the thread that forked. */
static uint32_t forks;
static uint8_t knows_forks;
static pthread_mutex_t forks_lock = PTHREAD_MUTEX_INITIALIZER;
static void count_fork(void) { __atomic_add_fetch(&forks, 1u, __ATOMIC_RELAXED); }
RARE static void watch_forks(void) {
  pthread_mutex_lock(&forks_lock);
  if (!knows_forks) knows_forks = pthread_atfork(NULL, NULL, count_fork) == 0;
  pthread_mutex_unlock(&forks_lock);
}
static bool is_child(const bgts_pool *pool) { return pool->forks != __atomic_load_n(&forks, __ATOMIC_RELAXED); }

static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

/* Does what it can claim of one worker's share; the number of chunks. */
static uint32_t take(worker *w) {
  uint32_t taken = 0;
  uint64_t word = __atomic_load_n(&w->share, __ATOMIC_ACQUIRE);
  for (;;) {
    const size_t at = (size_t)(word >> 16 & 0xffff);
    if (at >= (word & 0xffff)) return taken;
    if (!__atomic_compare_exchange_n(&w->share, &word, word + 0x10000, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) continue;
    const size_t first = at * w->chunk, left = w->count - first;
    w->fn(w->context, first, first + (left < w->chunk ? left : w->chunk));
    taken++;
    word = __atomic_load_n(&w->share, __ATOMIC_ACQUIRE);
  }
}

/* Tells the owner of chunks that are done. */
static void report(bgts_pool *pool, uint32_t taken) {
  if (!taken) return;
  __atomic_add_fetch(&pool->finished, taken, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&pool->owner_waits, __ATOMIC_SEQ_CST)) return;
  pthread_mutex_lock(&pool->lock);
  pthread_cond_signal(&pool->done);
  pthread_mutex_unlock(&pool->lock);
}

/* Takes what is to run beside the owner, if nobody has, and goes on to a state after it. */
static bool take_aside(bgts_pool *pool, uint32_t then) {
  uint32_t offered = ASIDE_OFFERED;
  if (!__atomic_compare_exchange_n(&pool->aside, &offered, ASIDE_TAKEN, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return false;
  pool->aside_fn(pool->aside_context);
  __atomic_store_n(&pool->aside, then, __ATOMIC_RELEASE);
  return true;
}

static void sleep_until_called(bgts_pool *pool, uint32_t seen) {
  pthread_mutex_lock(&pool->lock);
  __atomic_add_fetch(&pool->asleep, 1u, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&pool->published, __ATOMIC_SEQ_CST) == seen && !pool->is_over)
    pthread_cond_wait(&pool->wake, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

static void *work(void *argument) {
  worker *self = argument;
  bgts_pool *pool = self->pool;
  uint32_t seen = 0, spins = 0;
  while (!__atomic_load_n(&pool->is_over, __ATOMIC_ACQUIRE)) {
    const uint64_t word = __atomic_load_n(&self->share, __ATOMIC_ACQUIRE);
    if ((uint32_t)(word >> 32) != seen) {
      const uint32_t used = pool->used;
      seen = (uint32_t)(word >> 32);
      for (uint32_t i = 0; i < used; i++) report(pool, take(&pool->workers[(self->number + i) % used]));
      spins = 0;
      continue;
    }
    if (__atomic_load_n(&pool->aside, __ATOMIC_RELAXED) == ASIDE_OFFERED && take_aside(pool, ASIDE_DONE)) continue;
    if (++spins > SPINS || !__atomic_load_n(&pool->is_open, __ATOMIC_RELAXED)) {
      sleep_until_called(pool, seen);
      spins = 0;
    } else if (spins > EAGER_SPINS && spins % 64 == 0) {
      sched_yield();
    } else {
      pause_briefly();
    }
  }
  return NULL;
}

/* Makes the threads; fewer when the system gives no more. */
RARE static void start(bgts_pool *pool) {
  sigset_t all, before;
  pthread_attr_t attributes;
  pool->is_started = 1;
  pool->used = 1;
  if (!HAS_THREADS || pthread_attr_init(&attributes)) return;
  watch_forks();
  pool->forks = __atomic_load_n(&forks, __ATOMIC_RELAXED);
  pthread_attr_setstacksize(&attributes, STACK);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); /* Signals are the program's business. */
  /* A worker reads how many there are only with its first loop, which comes after this. */
  for (uint32_t i = 1; i < pool->wanted; i++) {
    worker *w = &pool->workers[i];
    w->pool = pool;
    w->number = i;
    if (pthread_create(&w->thread, &attributes, work, w)) break;
    pool->used = i + 1;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
}

RARE bgts_pool *bgts_pool_create(uint32_t workers) {
  bgts_pool *pool;
  if (workers < 2 || !HAS_THREADS || !(pool = bgts_allocate(sizeof *pool))) return NULL;
  pool->wanted = workers < MOST_WORKERS ? workers : MOST_WORKERS;
  pool->wait = pool->waited = LEAST_WAIT;
  if (pthread_mutex_init(&pool->lock, NULL) || pthread_cond_init(&pool->wake, NULL) ||
      pthread_cond_init(&pool->done, NULL)) {
    bgts_free(pool);
    return NULL;
  }
  return pool;
}

RARE void bgts_pool_destroy(bgts_pool *pool) {
  if (!pool) return;
  if (pool->is_started && !is_child(pool)) {
    pthread_mutex_lock(&pool->lock);
    __atomic_store_n(&pool->is_over, (uint8_t)1, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 1; i < pool->used; i++) pthread_join(pool->workers[i].thread, NULL);
  }
  /* In a child the lock may be held by a thread that is not there. */
  if (!pool->is_started || !is_child(pool)) {
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
  }
  bgts_free(pool);
}

/* Waits for chunks that others have claimed. */
static void await(bgts_pool *pool, uint32_t others) {
  for (uint32_t spins = 0; spins < SPINS; spins++) {
    if (__atomic_load_n(&pool->finished, __ATOMIC_ACQUIRE) == others) return;
    if (spins > EAGER_SPINS && spins % 32 == 0) sched_yield();
    else pause_briefly();
  }
  pthread_mutex_lock(&pool->lock);
  __atomic_store_n(&pool->owner_waits, 1u, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&pool->finished, __ATOMIC_SEQ_CST) != others) pthread_cond_wait(&pool->done, &pool->lock);
  __atomic_store_n(&pool->owner_waits, 0u, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&pool->lock);
}

bool bgts_pool_run(bgts_pool *pool, bgts_range_fn fn, void *context, size_t count, size_t least) {
  if (!count) return false;
  if (!pool->is_started && count >= WAKING * least) start(pool);
  const uint32_t used = pool->used;
  const bool all_sleep = __atomic_load_n(&pool->asleep, __ATOMIC_RELAXED) + 1 >= used;
  if (used < 2 || pool->is_alone || count < (all_sleep ? WAKING : 2) * least || is_child(pool)) {
    fn(context, 0, count);
    return false;
  }
  /* All about as large, and each thread has as many where there is one for each. */
  const size_t most = (size_t)used * SHARES, fit = count / least;
  const size_t wanted = fit >= most ? most : fit > used ? fit - fit % used : fit;
  const size_t chunk = (count + wanted - 1) / wanted;
  const uint32_t chunks = (uint32_t)((count + chunk - 1) / chunk);
  __atomic_store_n(&pool->finished, 0u, __ATOMIC_RELAXED);
  if (!pool->is_open) __atomic_store_n(&pool->is_open, (uint8_t)1, __ATOMIC_RELAXED);
  const uint32_t loop = ++pool->loop;
  for (uint32_t i = used; i-- > 0;) {
    const uint64_t next = (uint64_t)chunks * i / used, end = (uint64_t)chunks * (i + 1) / used;
    worker *w = &pool->workers[i];
    w->fn = fn;
    w->context = context;
    w->count = count;
    w->chunk = chunk;
    __atomic_store_n(&w->share, (uint64_t)loop << 32 | next << 16 | end, __ATOMIC_RELEASE);
  }
  /* Who is about to sleep sees this, or is seen. */
  __atomic_store_n(&pool->published, loop, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&pool->asleep, __ATOMIC_SEQ_CST)) {
    pthread_mutex_lock(&pool->lock);
    __atomic_store_n(&pool->asleep, 0u, __ATOMIC_SEQ_CST); /* Called once; they may take their time. */
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
  }
  uint32_t own = 0;
  for (uint32_t i = 0; i < used; i++) own += take(&pool->workers[i]);
  if (own < chunks) await(pool, chunks - own);
  return own < chunks;
}

bool bgts_pool_start_aside(bgts_pool *pool, bgts_aside_fn fn, void *context) {
  if (!bgts_pool_helps(pool) || __atomic_load_n(&pool->asleep, __ATOMIC_RELAXED) + 1 >= pool->used) return false;
  pool->aside_fn = fn;
  pool->aside_context = context;
  __atomic_store_n(&pool->aside, ASIDE_OFFERED, __ATOMIC_RELEASE);
  return true;
}

void bgts_pool_finish_aside(bgts_pool *pool) {
  if (__atomic_load_n(&pool->aside, __ATOMIC_ACQUIRE) == ASIDE_NONE || take_aside(pool, ASIDE_NONE)) return;
  for (uint32_t spins = 0; __atomic_load_n(&pool->aside, __ATOMIC_ACQUIRE) != ASIDE_DONE; spins++) {
    if (spins > EAGER_SPINS) sched_yield();
    else pause_briefly();
  }
  __atomic_store_n(&pool->aside, ASIDE_NONE, __ATOMIC_RELAXED);
}

/* With help and alone in turn, each as often first as second, so that a trend does not count. */
static uint8_t alone_in_trial(uint32_t step) { return (uint8_t)((step ^ step >> 1) & 1); }

/* Takes the time of a step of a trial. */
static void end_trial_step(bgts_pool *pool) {
  if (!pool->is_timed) return;
  pool->is_timed = 0;
  const uint64_t took = bgts_nanoseconds() - pool->began;
  const int mode = pool->is_alone;
  pool->took[mode] = took;
  if (--pool->trial % 2 == 0 && pool->took[0] < pool->took[1] - pool->took[1] / 64) pool->saved++;
  if (pool->trial) return;
  /* Help that saves nothing is not asked for. Pairs, for steps differ, and are held up at times. */
  const uint8_t is_alone = pool->saved < TRIAL / 4;
  if (is_alone != pool->was_alone) pool->waited = is_alone ? ALONE_WAIT : LEAST_WAIT;
  else if (pool->waited < MOST_WAIT) pool->waited *= 2;
  pool->wait = pool->waited;
  pool->is_alone = pool->was_alone = is_alone;
}

void bgts_pool_begin_step(bgts_pool *pool) {
  bgts_pool_finish_aside(pool);
  if (pool->used < 2) return;
  if (pool->rested) {
    pool->is_soon = bgts_nanoseconds() - pool->rested < SOON;
    pool->rested = 0;
  }
  end_trial_step(pool);
  if (pool->trial == 0) {
    if (--pool->wait) return;
    pool->trial = TRIAL;
    pool->saved = 0;
  }
  pool->is_alone = alone_in_trial(TRIAL - pool->trial);
  pool->is_timed = 1;
  pool->began = bgts_nanoseconds();
}

bool bgts_pool_helps(const bgts_pool *pool) { return pool->used > 1 && !pool->is_alone && !is_child(pool); }

/* A program that simulates ahead calls again at once: then those who wait do so for a little longer than the step, and need not be
   called, which takes some twenty microseconds and leaves their caches cold. */
void bgts_pool_rest(bgts_pool *pool) {
  bgts_pool_finish_aside(pool);
  if (pool->used < 2) return;
  end_trial_step(pool);
  pool->rested = bgts_nanoseconds();
  if (pool->is_open && !pool->is_soon) __atomic_store_n(&pool->is_open, (uint8_t)0, __ATOMIC_RELAXED);
}

uint32_t bgts_pool_threads(const bgts_pool *pool) { return pool->is_started ? pool->used - 1 : 0; }
#endif

void bgts_with_room(void *context, void (*fn)(void *, void *)) {
  _Alignas(64) char room[16384];
  fn(context, room);
}
