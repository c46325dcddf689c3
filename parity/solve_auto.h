#ifndef HEDDLE_PARITY_SOLVE_AUTO_H
#define HEDDLE_PARITY_SOLVE_AUTO_H

#include "parity/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SOLVE_ON_HOST 1u
#define SOLVE_ON_DEVICE 2u

/* Where a solver runs: on one of these, or on both. */
unsigned solver_sides(enum solver solver);

/* The engine that works on a GPU; NULL in a build without. */
const struct solve_engine *solve_device_engine(void);

/*
 * Solves a game in host memory on the sides that the solver runs on. Where that is both they work at once,
 * and the first to answer is taken (solve_race.h): no slower than the better one, but for a moment's grace in
 * which small games are the host's alone. The solution is on the host: *task->solution is of solution_create
 * with run->memory, and may have other such arrays afterwards. 0, or -1 with *error filled: as solve_cpu, and
 * ERROR_DEVICE for a solver of GPUs without a GPU.
 */
int solve_auto(const struct solve_task *task);
/* The same, with no moment's grace: both sides begin at once. */
int solve_together(const struct solve_task *task);
/* Whether two sides that solve a game by these options exchange measures (parity/measures/spm_exchange.h):
 * those of priorities that both of them compress. */
int solve_exchanges(const struct solve_options *options);
/* The same with engines that tests choose, the device's beginning so many seconds later; NULL: there is no
 * device. */
int solve_auto_with(const struct solve_engine *host, const struct solve_engine *device, double delay,
                    const struct solve_task *task);

/*
 * The same of a game in a GPU's memory, where `device` is the caller's, whose thread does not use it
 * meanwhile. The GPU begins at once; the host, a moment later, solves a copy: `copy`, or one that it
 * downloads where that is NULL. A solver of hosts alone solves the copy.
 *
 * *winner: who wins the game's start. *task->solution: on the host, for the caller to free (solution_free);
 * NULLs, unless it is wanted: bit 1 << PLAYER_EVEN or 1 << PLAYER_ODD of `wanted` says so for games that the
 * player wins, and there is memory for it. 0, or -1 with *error filled and nothing to free. For builds with a
 * GPU.
 */
int solve_auto_there(struct device *device, const struct solve_task *task, const struct game *copy,
                     enum player *winner, unsigned wanted);

#ifdef __cplusplus
}
#endif
#endif
