#ifndef HEDDLE_TESTS_SUPPORT_GAME_CASE_H
#define HEDDLE_TESTS_SUPPORT_GAME_CASE_H

#include "parity/solve.h"
#include "tests/random/random_game.h"
#include "tests/support/workplace.h"

/* A random game with everything that solving it needs. */
struct game_case {
    uint64_t seed;
    struct random_game random;
    const struct game *game;
    struct workplace work;
    struct solve_options options;
    struct solution solution;
    struct solve_report report;
    struct solve_task task; /* has pointers to all of these */
};

/* Makes the game of this seed, with unlimited memory. */
void game_case_open(struct game_case *one, uint64_t seed, uint64_t most_vertices);
/* Asserts that all memory was given back. */
void game_case_close(struct game_case *one);

/* Reports the game as a failure of suite `name` if solving failed, the solution is wrong, or memory is left.
 */
void game_case_judge(const struct game_case *one, int failed, const char *name);

#endif
