#ifndef HEDDLE_TESTS_SUPPORT_GAME_CASE_H
#define HEDDLE_TESTS_SUPPORT_GAME_CASE_H

#include "bench/game_family.h"
#include "parity/solve.h"
#include "tests/random/random_game.h"
#include "tests/support/workplace.h"

/* A game, random or of a family, with everything that solving it needs. */
struct game_case {
    uint64_t seed;
    struct random_game random;
    struct game_store store;
    const struct game *game; /* the random game or that in the store */
    struct workplace work;
    struct solve_options options;
    struct solution solution;
    struct solve_report report;
    struct solve_task task; /* has pointers to all of these */
};

/* Makes the game of this seed, with unlimited memory. */
void game_case_open(struct game_case *one, uint64_t seed, uint64_t most_vertices);
/* Makes a game of a family, under a limit of memory. */
void game_case_open_family(struct game_case *one, const struct game_family *family, uint64_t bytes);
/* Asserts that all memory was given back. */
void game_case_close(struct game_case *one);

/* Reports the game as a failure of suite `name` if solving failed, the solution is wrong, or memory is left.
 */
void game_case_judge(const struct game_case *one, int failed, const char *name);
/*
 * Solves the game on the host until it has checked the stop flag `looks` times. Asserts that solving gave its
 * memory back, and that it succeeded or was interrupted; returns whether it was interrupted.
 */
int game_case_interrupt(struct game_case *one, int looks);

#endif
