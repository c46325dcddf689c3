#ifndef HEDDLE_API_SOLVER_SIDE_H
#define HEDDLE_API_SOLVER_SIDE_H

#include "parity/solver/solver.h"

struct job;

/*
 * Whether the solver of --solver runs on the side of --device, for commands that solve games; call it before
 * there is a game. follows: the command copies games to the side of the solver, so only a solver for GPUs
 * can be on the wrong side. 0,
 * or -1 with job->error: ERROR_USAGE, or ERROR_DEVICE where there is no GPU.
 */
int solver_side_check(struct job *job, enum solver solver, int follows);

#endif
