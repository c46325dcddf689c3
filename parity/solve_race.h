#ifndef HEDDLE_PARITY_SOLVE_RACE_H
#define HEDDLE_PARITY_SOLVE_RACE_H

#include "parity/solve.h"

/* One side of a race, which runs on a thread of its own. */
struct solve_side {
    /* Solves the task of the race, with a run, a report and an error of its own. Returns 0, or -1 with
     * *task->error filled and nothing to free. */
    int (*solve)(void *context, const struct solve_task *task);
    void *context;
    double delay; /* seconds until it begins, unless the other side has failed by then */
};

/*
 * A host and a device solve the same game. The first that succeeds answers; this function stops the other one
 * through the stop flag of its run and waits for it (it may have succeeded, too). Each side has a copy of the
 * run with a stop flag of its own; the caller's stop flag and deadline stop both. Only the host reports
 * progress.
 *
 * When one side fails, the other may still answer, unless the host has ERROR_USAGE or the caller interrupts.
 * Returns the side that answered (the host, if both did), which filled *task->report, or NULL with the host's
 * error in *task->error. Only the sides use the solution.
 */
const struct solve_side *solve_race(const struct solve_side *host, const struct solve_side *device,
                                    const struct solve_task *task);

#endif
