#ifndef HEDDLE_PARITY_SOLVE_AUTO_H
#define HEDDLE_PARITY_SOLVE_AUTO_H

#include "parity/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one side of a race does, on a thread of its own; as solve_engine.solve, game and options its own. */
struct solve_side {
    int (*solve)(void *context, const struct run *run, struct solution *solution, struct solve_report *report,
                 struct error *error);
    void *context;
    double delay; /* seconds until it begins, unless the other one has solved or failed by then */
};

/*
 * A host and a device solve the same game of so many vertices; the first that succeeds answers, the other one
 * is stopped through its run's stop flag and waited for. Each has a copy of the run whose stop flag is its
 * own; the caller's stop flag and deadline stop both. Only the host tells progress. A solution of the device
 * is kept in memory of its own, accounted in run->memory, until it has won.
 *
 * Where one fails the other may still answer, unless the host has ERROR_USAGE or was interrupted by the
 * caller. 0, or -1 with the host's error; the solution means nothing then.
 */
int solve_race(const struct solve_side *host, const struct solve_side *device, uint64_t vertices,
               const struct run *run, struct solution *solution, struct solve_report *report,
               struct error *error);

/* The engine that works on a GPU; NULL in a build without. */
const struct solve_engine *solve_device_engine(void);

/*
 * Solves a game in host memory on what there is: options->solver says on which side (PROMOTION on the host,
 * REGIONS on a GPU), AUTO and ATTRACTOR on the host, and if it has not answered after a moment, on a GPU at
 * the same time, if there is one. The solution is on the host. 0, or -1 with *error filled: as solve_cpu, and
 * ERROR_DEVICE for REGIONS without a GPU.
 */
int solve_auto(const struct game *game, const struct solve_options *options, const struct run *run,
               struct solution *solution, struct solve_report *report, struct error *error);
/* The same with an engine for the device that tests choose; NULL: there is none. */
int solve_auto_with(const struct solve_engine *host, const struct solve_engine *device, double delay,
                    const struct game *game, const struct solve_options *options, const struct run *run,
                    struct solution *solution, struct solve_report *report, struct error *error);

/*
 * The same of a game in a GPU's memory, which begins at once there, while a copy for the host is downloaded.
 * The solution is on the host. For builds with a GPU.
 */
int solve_auto_there(struct device *device, const struct game *game, const struct solve_options *options,
                     const struct run *run, struct solution *solution, struct solve_report *report,
                     struct error *error);

#ifdef __cplusplus
}
#endif
#endif
