#ifndef HEDDLE_PARITY_MEASURES_SPM_REORDER_H
#define HEDDLE_PARITY_MEASURES_SPM_REORDER_H

#include "parity/solver/solver.h"

/*
 * For a side that lifts vertices in the order that they are numbered in: solves a copy of a game in host
 * memory whose vertices are in the order of options->spm, by `solve`, and numbers the solution as the game
 * is. 0, or -1 with *task->error filled. Memory is of run->memory; report->seconds is of solving the copy.
 */
typedef int spm_solve_function(const struct solve_task *task);
int spm_solve_reordered(spm_solve_function *solve, const struct solve_task *task);

/* Whether that is asked for: an order that is not the game's own, of a side that exchanges nothing. */
int spm_wants_order(const struct solve_options *options);

#endif
