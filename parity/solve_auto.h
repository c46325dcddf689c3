#ifndef HEDDLE_PARITY_SOLVE_AUTO_H
#define HEDDLE_PARITY_SOLVE_AUTO_H

#include "parity/solve.h"

/* The engine of a GPU; NULL in a build without CUDA. */
const struct solve_engine *solve_device_engine(void);

/*
 * Solves a game in host memory on the sides that the solver runs on. If the solver runs on both, they work at
 * the same time, and the first answer is used (solve_race.h): this is as fast as the faster side, except for
 * a short delay, in which only the host works, so that small games need no GPU. The solution is on the host:
 * *task->solution was made by solution_create with run->memory, and its arrays may be replaced by others that
 * solution_create made. Returns 0, or -1 with *error filled: as solve_cpu, and ERROR_DEVICE for a solver of
 * GPUs without a GPU.
 */
int solve_auto(const struct solve_task *task);
/* solve_auto without the delay: both sides begin at once. */
int solve_together(const struct solve_task *task);
/* Whether two sides that solve a game with these options exchange measures (parity/measures/spm_exchange.h):
 * they do when both compress priorities. */
int solve_exchanges(const struct solve_options *options);
/* solve_auto with engines that tests choose; the device (NULL: none) begins after `delay` seconds. */
int solve_auto_with(const struct solve_engine *host, const struct solve_engine *device, double delay,
                    const struct solve_task *task);

/*
 * solve_auto for a game in the memory of a GPU. The caller owns `device`, and its thread does not use it
 * until this returns. The GPU begins at once; the host, a moment later, solves a copy: `copy`, or one that it
 * downloads where that is NULL. A solver that runs only on the host solves the copy.
 *
 * The solution stays where it was found, and the caller frees it. task->solution is ignored. Returns 0, or -1
 * with *error filled and nothing to free. For builds with a GPU.
 */
struct there_answer {
    enum player winner; /* of the game's start */
    int on_device;      /* the solution is in the device's memory (solution_device_free), or on the host */
    struct solution solution;
};

int solve_auto_there(struct device *device, const struct solve_task *task, const struct game *copy,
                     struct there_answer *answer);
#endif
