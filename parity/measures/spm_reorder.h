#ifndef HEDDLE_PARITY_MEASURES_SPM_REORDER_H
#define HEDDLE_PARITY_MEASURES_SPM_REORDER_H

#include "parity/solver/solver.h"

/*
 * For a side that lifts vertices in the order of their numbers: `solve` solves a copy of a game in host
 * memory whose vertices are in the order of options->spm; then the solution is renumbered for the game.
 * Returns 0, or -1 with *task->error filled. Memory comes from run->memory; report->seconds is the time to
 * solve the copy.
 */
typedef int spm_solve_function(const struct solve_task *task);
int spm_solve_reordered(spm_solve_function *solve, const struct solve_task *task);

/* Whether the options ask for this: an order other than the game's own, for a side that exchanges no
 * measures. */
int spm_wants_order(const struct solve_options *options);

#endif
