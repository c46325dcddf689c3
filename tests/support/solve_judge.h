#ifndef HEDDLE_TESTS_SUPPORT_SOLVE_JUDGE_H
#define HEDDLE_TESTS_SUPPORT_SOLVE_JUDGE_H

#include <stdint.h>

#include "base/error.h"
#include "base/run.h"
#include "parity/solve.h"

/* How to solve a game once and judge the result. */
struct solve_trial {
    struct solve_options options;
    unsigned threads;
    uint64_t limit; /* the limit of memory on the engine's side; 0: plenty */
};

/* The outcome of a run: 0, or an error's code. */
struct solve_outcome {
    enum error_code code;
    struct solve_report report;
    uint64_t taken; /* the most host memory in use, without the solution */
};

/* Whether the solver may refuse the game. */
int solve_may_refuse(const struct solve_engine *engine, enum solver solver);

/* The memory that is allowed on a GPU where there is no limit. */
#define SOLVE_DEVICE_BYTES ((uint64_t)1 << 30)

/*
 * Solves the game; `winner` has the winner of each vertex. NULL, or what is wrong: other winners, strategies
 * that the oracle or solution_verify refute, memory that is not freed, a wrong report of the memory. Under a
 * limit of memory, ERROR_MEMORY is right, too.
 */
const char *solve_judge(const struct solve_engine *engine, const struct game *game, const uint8_t *winner,
                        const struct solve_trial *trial, struct solve_outcome *outcome);

/* A run that is stopped when it reports progress for the looks-th time: run->stop is &countdown->stop,
 * run->progress solve_count_down and its context the countdown. */
struct solve_countdown {
    int looks, stop;
};
void solve_count_down(void *context, const struct progress *progress);

#endif
