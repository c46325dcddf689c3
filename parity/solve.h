#ifndef HEDDLE_PARITY_SOLVE_H
#define HEDDLE_PARITY_SOLVE_H

/*
 * Solvers of parity games (enum solver) and their uses:
 *
 * - AUTO chooses on the host between ATTRACTOR, where priorities never fall along an edge, and PROMOTION,
 * from which it goes on to TANGLES, with what is decided already, when that takes too many promotions, and to
 * promotion again when that takes too much work; on a GPU between ATTRACTOR and REGIONS. With a GPU, host and
 * GPU work at the same time (solve_auto.h).
 * - ATTRACTOR: games without alternation, which most formulas have; it refuses all others.
 * - PROMOTION: any game, on the host; it uses parity/preprocess/.
 * - TANGLES: any game, on the host: tangle learning, for games on which promotion would count; it goes on
 * with promotion when that takes too much work, as AUTO does.
 * - REGIONS: any game, on a GPU: for large games in which many vertices can be processed at once.
 * - SPM is never chosen by AUTO: it reproduces the experiments of the literature (Bootsma 2013), whose
 * variants are its options (parity/solver/spm_options.h).
 */
#include "parity/solver/solver.h"

struct device_start;

/*
 * Solves a game in host memory, on the host. Returns 0, or -1 with *task->error filled: ERROR_USAGE
 * (ATTRACTOR on a game that alternates; REGIONS), ERROR_LIMIT (ATTRACTOR could not find out within its limits
 * whether it alternates), ERROR_MEMORY (for SPM also where its measures are too long), ERROR_INTERRUPTED
 * (run->stop, run->deadline); the solution is undefined then.
 */
int solve_cpu(const struct solve_task *task);

/*
 * Solves a game in a GPU's memory; the solution is in the same memory (arrays of the caller, winner a byte
 * and strategy 4 bytes a vertex). PROMOTION and TANGLES are ERROR_USAGE. ATTRACTOR accepts only games whose
 * priorities do not fall along any edge, except between neighbouring priorities of the same parity; AUTO
 * chooses ATTRACTOR for these, and REGIONS for all others. The only preprocessing decides loops first;
 * priorities are always compressed. A GPU is fast where it processes many vertices at a time: a game that
 * needs a million steps with few vertices each is faster on the host. Returns 0, or -1 with *task->error
 * filled: as solve_cpu, and ERROR_DEVICE, or ERROR_LIMIT (2^29 priorities, or a vertex with 2^32 incoming
 * edges).
 */
int solve_cuda(struct device *device, const struct solve_task *task);
/* Calls solve_cuda with a new solution on the GPU, which solution_device_free frees. Returns 0, or -1 with
 * *task->error filled and nothing to free. */
int solve_cuda_keep(struct device *device, const struct solve_task *task);
/* The most bytes that solve_cuda takes on the GPU in addition to game and solution; fewer may suffice. */
uint64_t solve_cuda_bytes(const struct game *game);

/* The engines for games in host memory: game and solution are on the host. Tests iterate over them. */
struct solve_engine {
    const char *name; /* "cpu", "cuda" */
    int on_device;
    int (*available)(const char **reason);
    int (*solve)(const struct solve_task *task);
    /* A driver that takes time to start (base/device/device_start.h), and the function that starts it; NULLs:
     * there is nothing to start. */
    struct device_start *start;
    int (*warm_up)(unsigned number, struct error *error);
};

extern const struct solve_engine *const solve_engines[]; /* NULL-terminated; the CPU first */
#endif
