#ifndef HEDDLE_TESTS_SUPPORT_LARGE_GAME_H
#define HEDDLE_TESTS_SUPPORT_LARGE_GAME_H

#include "bench/game_family.h"
#include "parity/solve.h"

/*
 * Parity games that oracles are too slow for and that a GPU solves in ways that small ones do not need: many
 * vertices at a time, rows that a block or the grid looks at, thin and deep attractors.
 */
#define LARGE_GAMES 14u

const char *large_game_name(unsigned which);
/* Makes it, with some ten thousand vertices, or `many` times as many. Aborts when memory runs out. */
void large_game_make(unsigned which, uint32_t many, const struct run *run, struct game_store *store);
/* The solver of the game on a GPU. */
enum solver large_game_solver(unsigned which);

/* NULL when the solution is right and has the winners that the host's solver finds; or what is wrong. */
const char *large_game_judge(const struct game *game, const struct run *run, const struct solution *solution);

#endif
