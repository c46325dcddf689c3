#ifndef HEDDLE_CLI_SOLVER_SIDE_H
#define HEDDLE_CLI_SOLVER_SIDE_H

#include "parity/solver/solver.h"

struct job;

/*
 * Whether --solver runs where --device says, for commands that solve games; before there is a game. follows:
 * a game is copied to the side that its solver runs on, so only a solver for GPUs can be at the wrong one. 0,
 * or -1 with job->error: ERROR_USAGE, or ERROR_DEVICE where there is no GPU.
 */
int solver_side_check(struct job *job, enum solver solver, int follows);

#endif
