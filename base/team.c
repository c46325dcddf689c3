/* Threads for the phases of a decomposition. */
#include "base/team.h"

#include <pthread.h>
#include <stddef.h>

#include "base/parallel.h"
#include "base/run.h"

#define LEAST_CHUNK 32u
#define MOST_CHUNK 4096u

struct team {
    const struct run *run;
    unsigned threads;
    int (*lead)(struct team *team, void *context);
    void *lead_context;
    int result;
    pthread_mutex_t lock; /* guards the fields below */
    pthread_cond_t begun, left;
    void (*work)(void *context); /* function of the current phase; NULL between phases */
    void *context;
    uint64_t phase;  /* number of the latest phase */
    unsigned inside; /* threads in the phase, without the leader */
    int ended;
};

static void follow(struct team *team) {
    uint64_t seen = 0;
    pthread_mutex_lock(&team->lock);
    while (!team->ended) {
        if (team->work == NULL || team->phase == seen) {
            pthread_cond_wait(&team->begun, &team->lock);
            continue;
        }
        void (*work)(void *context) = team->work;
        void *context = team->context;
        seen = team->phase;
        team->inside++;
        pthread_mutex_unlock(&team->lock);
        work(context);
        pthread_mutex_lock(&team->lock);
        if (--team->inside == 0) {
            pthread_cond_signal(&team->left);
        }
    }
    pthread_mutex_unlock(&team->lock);
}

static void take_part(void *context, unsigned thread) {
    struct team *team = context;
    if (thread != 0) {
        follow(team);
        return;
    }
    team->result = team->lead(team, team->lead_context);
    pthread_mutex_lock(&team->lock);
    team->ended = 1;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
}

int team_run(const struct run *run, unsigned threads, int (*lead)(struct team *team, void *context),
             void *context) {
    struct team team = {.run = run,
                        .threads = threads < 1                   ? 1
                                   : threads > TEAM_MOST_THREADS ? TEAM_MOST_THREADS
                                                                 : threads,
                        .lead = lead,
                        .lead_context = context,
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .begun = PTHREAD_COND_INITIALIZER,
                        .left = PTHREAD_COND_INITIALIZER};
    parallel_run(team.threads, take_part, &team);
    pthread_cond_destroy(&team.left);
    pthread_cond_destroy(&team.begun);
    pthread_mutex_destroy(&team.lock);
    return team.result;
}

unsigned team_threads(const struct team *team) {
    return team->threads;
}

void team_do(struct team *team, int alone, void (*work)(void *context), void *context) {
    if (alone || team->threads == 1) {
        work(context);
        return;
    }
    pthread_mutex_lock(&team->lock);
    team->work = work;
    team->context = context;
    team->phase++;
    pthread_cond_broadcast(&team->begun);
    pthread_mutex_unlock(&team->lock);
    work(context);
    pthread_mutex_lock(&team->lock);
    team->work = NULL;
    while (team->inside != 0) {
        pthread_cond_wait(&team->left, &team->lock);
    }
    pthread_mutex_unlock(&team->lock);
}

struct team_loop {
    const struct run *run;
    uint64_t items, chunk, next;
    int stopped;
    void (*body)(void *context, uint64_t begin, uint64_t end);
    void *context;
};

static void go_through(void *context) {
    struct team_loop *loop = context;
    for (;;) {
        uint64_t begin = __atomic_fetch_add(&loop->next, loop->chunk, __ATOMIC_RELAXED);
        if (begin >= loop->items) {
            return;
        }
        if (run_should_stop(loop->run)) {
            __atomic_store_n(&loop->stopped, 1, __ATOMIC_RELAXED);
            return;
        }
        uint64_t left = loop->items - begin;
        loop->body(loop->context, begin, begin + (left < loop->chunk ? left : loop->chunk));
    }
}

int team_for(struct team *team, uint64_t items, void (*body)(void *context, uint64_t begin, uint64_t end),
             void *context) {
    uint64_t chunk = items / (8 * (uint64_t)team->threads);
    chunk = chunk < LEAST_CHUNK ? LEAST_CHUNK : chunk > MOST_CHUNK ? MOST_CHUNK : chunk;
    struct team_loop loop = {
        .run = team->run, .items = items, .chunk = chunk, .body = body, .context = context};
    team_do(team, items <= chunk, go_through, &loop);
    return loop.stopped ? -1 : 0;
}
