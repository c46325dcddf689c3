#ifndef HEDDLE_PARITY_SOLVE_RACE_H
#define HEDDLE_PARITY_SOLVE_RACE_H

#include "parity/solve.h"

/* One side of a race, which runs on a thread of its own: game, options and solution are in its context. */
struct solve_side {
    /* Solves; returns 0, or -1 with *error filled and nothing to free. */
    int (*solve)(void *context, const struct run *run, struct solve_report *report, struct error *error);
    void *context;
    double delay; /* seconds until it begins, unless the other side has failed by then */
};

/*
 * A host and a device solve the same game; the first that succeeds answers; the other one is stopped through
 * the stop flag of its run, and this function waits for it (it may have succeeded, too). Each side has a copy
 * of the run with a stop flag of its own; the caller's stop flag and deadline stop both. Only the host
 * reports progress.
 *
 * When one side fails, the other may still answer, unless the host has ERROR_USAGE or was interrupted by the
 * caller. Returns the side that answered (the host, if both did), which filled *report, or NULL with the
 * host's error.
 */
const struct solve_side *solve_race(const struct solve_side *host, const struct solve_side *device,
                                    const struct run *run, struct solve_report *report, struct error *error);

#endif
