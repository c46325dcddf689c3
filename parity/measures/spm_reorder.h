#ifndef HEDDLE_PARITY_MEASURES_SPM_REORDER_H
#define HEDDLE_PARITY_MEASURES_SPM_REORDER_H

#include "parity/solver/solver.h"

/*
 * For a side that lifts vertices in the order of their numbers: calls `solve`, if options->spm wants SPM in
 * another order with a copy of the game in host memory whose vertices are in this order; then the solution is
 * renumbered for the game. A side that exchanges measures keeps the game's order. Returns 0, or -1 with
 * *task->error filled. Memory comes from run->memory; report->seconds is the time to solve the copy.
 */
typedef int spm_solve_function(const struct solve_task *task);
int spm_solve_in_order(spm_solve_function *solve, const struct solve_task *task);

#endif
