/* Work in order of items: tickets for taking, and turns for giving. */
#include "base/pipeline.h"

#include <pthread.h>
#include <stdint.h>

#include "base/parallel.h"

struct state {
    const struct pipeline *pipeline;
    void *context;
    pthread_mutex_t taking; /* guards `taken` and `ended` */
    uint64_t taken;
    int ended;
    pthread_mutex_t giving; /* guards `given` and `failed` */
    pthread_cond_t turn;
    uint64_t given;
    int failed;
};

/* The number of the item that was taken, from 0; or UINT64_MAX. */
static uint64_t take_item(struct state *state, unsigned place) {
    uint64_t number = UINT64_MAX;
    pthread_mutex_lock(&state->taking);
    if (!__atomic_load_n(&state->ended, __ATOMIC_RELAXED)) {
        if (state->pipeline->take(state->context, place)) {
            number = state->taken++;
        } else {
            __atomic_store_n(&state->ended, 1, __ATOMIC_RELAXED);
        }
    }
    pthread_mutex_unlock(&state->taking);
    return number;
}

/* Waits for the turn of the item. 0, or -1 when it failed or an earlier item did. */
static int give_item(struct state *state, unsigned place, uint64_t number) {
    pthread_mutex_lock(&state->giving);
    while (state->given != number && !state->failed) {
        pthread_cond_wait(&state->turn, &state->giving);
    }
    int failed = state->failed;
    pthread_mutex_unlock(&state->giving);
    if (failed) {
        return -1;
    }
    failed = state->pipeline->give(state->context, place);
    if (failed) {
        __atomic_store_n(&state->ended, 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_lock(&state->giving);
    state->failed = failed;
    state->given++;
    pthread_cond_broadcast(&state->turn);
    pthread_mutex_unlock(&state->giving);
    return failed;
}

static void go_through(void *context, unsigned place) {
    struct state *state = context;
    uint64_t number;
    while ((number = take_item(state, place)) != UINT64_MAX) {
        if (state->pipeline->work != NULL) {
            state->pipeline->work(state->context, place);
        }
        if (give_item(state, place, number) != 0) {
            return;
        }
        if (state->pipeline->end != NULL) {
            state->pipeline->end(state->context, place);
        }
    }
}

int pipeline_run(unsigned threads, const struct pipeline *pipeline, void *context) {
    struct state state = {.pipeline = pipeline,
                          .context = context,
                          .taking = PTHREAD_MUTEX_INITIALIZER,
                          .giving = PTHREAD_MUTEX_INITIALIZER,
                          .turn = PTHREAD_COND_INITIALIZER};
    parallel_run(threads < 1 ? 1 : threads, go_through, &state);
    pthread_cond_destroy(&state.turn);
    pthread_mutex_destroy(&state.giving);
    pthread_mutex_destroy(&state.taking);
    return state.failed;
}
