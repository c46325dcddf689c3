/* Questions for one process and for several ranks (trial.h). */
#include "tests/support/trial.h"

#include <stdio.h>

#include "tests/support/backend_test.h"
#include "tests/support/testing.h"

int trial_is_short(const struct trial *trial, unsigned rank) {
    return trial->short_budget != 0 && rank == trial->short_rank;
}

static void answer(void *context, unsigned rank) {
    struct trial *trial = context;
    const int is_short = trial_is_short(trial, rank), alone = rank == TRIAL_ALONE;
    struct run *run = &trial->run[rank];
    memory_init(&trial->memory[rank], is_short ? trial->short_budget : TRIAL_BUDGET);
    trial->error[rank] = (struct error){.code = ERROR_NONE};
    *run =
        (struct run){.memory = &trial->memory[rank],
                     .threads = alone || trial->threads == 0 ? 1 : trial->threads,
                     .device = trial->gpus == 0 || alone ? 0 : rank % trial->gpus,
                     .device_bytes = TEST_DEVICE_BYTES,
                     .devices = alone ? NULL : trial->devices,
                     .deadline = is_short ? trial->short_deadline : 0,
                     .ranks = alone || trial->devices != NULL ? NULL : thread_ranks_get(trial->ranks, rank)};
    trial->result[rank] = trial->question->answer(trial->context, rank);
    if (run->ranks != NULL) {
        ranks_end(run->ranks, trial->result[rank] == 0 ? 0 : 3);
    }
}

/* Whether memory is left. */
static unsigned forget(struct trial *trial, unsigned rank) {
    if (trial->question->forget != NULL) {
        trial->question->forget(trial->context, rank);
    }
    return memory_used(&trial->memory[rank]) != 0;
}

int trial_ask_alone(struct trial *trial) {
    answer(trial, TRIAL_ALONE);
    return trial->result[TRIAL_ALONE];
}

unsigned trial_end_alone(struct trial *trial) {
    return forget(trial, TRIAL_ALONE);
}

void trial_ask(struct trial *trial) {
    trial->ranks = thread_ranks_create(trial->count, trial->seed);
    thread_ranks_run(trial->ranks, answer, trial);
}

unsigned trial_end(struct trial *trial) {
    unsigned wrong = !thread_ranks_are_idle(trial->ranks);
    for (unsigned r = 0; r < trial->count; r++) {
        wrong += forget(trial, r);
    }
    thread_ranks_free(trial->ranks);
    return wrong;
}

unsigned trial_tell(const struct trial *trial, unsigned rank, const char *what) {
    if (what != NULL) {
        fprintf(stderr, "seed %llu, rank %u of %u%s: %s\n", (unsigned long long)trial->seed, rank,
                trial->count, trial->short_budget != 0 ? ", one is short" : "", what);
    }
    return what != NULL;
}

unsigned trial_compare(struct trial *trial) {
    unsigned wrong = 0;
    trial_ask(trial);
    for (unsigned r = 0; r < trial->count; r++) {
        wrong += trial_tell(trial, r, trial->question->judge(trial->context, r));
    }
    return trial_end(trial) + wrong;
}

void trial_draw_shortage(struct trial *trial, uint64_t *random) {
    trial->short_rank = random_draw(random, trial->count);
    trial->short_budget = TRIAL_BUDGET;
    trial->short_deadline = 0;
    if (random_draw(random, 4) != 0) {
        trial->short_budget = ((uint64_t)4096 << random_draw(random, 12)) + random_draw(random, 4096);
    } else {
        trial->short_deadline = run_clock() + 0.0001 * random_draw(random, 100);
    }
}

unsigned trial_compare_short(struct trial *trial, uint64_t *random) {
    trial_draw_shortage(trial, random);
    const unsigned wrong = trial_compare(trial);
    trial->short_budget = 0;
    return wrong;
}

int trial_is_at_limit(const struct error *error) {
    return error->code == ERROR_MEMORY || error->code == ERROR_LIMIT || error->code == ERROR_FULL ||
           error->code == ERROR_INTERRUPTED;
}
