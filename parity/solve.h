#ifndef HEDDLE_PARITY_SOLVE_H
#define HEDDLE_PARITY_SOLVE_H

/*
 * Solving parity games. Which solver is for what (enum solver):
 *
 * - AUTO chooses on the host between ATTRACTOR, where priorities never fall along an edge, and PROMOTION; on
 * a GPU between ATTRACTOR and REGIONS. With a GPU both sides work at once (solve_auto.h).
 * - ATTRACTOR: games without alternation, most formulas among them; all others are refused.
 * - PROMOTION: any game, on the host; it makes use of parity/preprocess/.
 * - REGIONS: any game, on a GPU: large games in which many vertices can be looked at at once.
 * - SPM is never chosen by AUTO: it reproduces the experiments of the literature (Bootsma 2013), whose
 * variants are its options (parity/solver/spm_options.h).
 */
#include "parity/solver/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device_start;

/*
 * Solves a game in host memory, on the host. 0, or -1 with *task->error filled: ERROR_USAGE (ATTRACTOR on a
 * game that alternates; REGIONS), ERROR_LIMIT (ATTRACTOR gave up looking whether it does), ERROR_MEMORY (for
 * SPM also where its measures are too long), ERROR_INTERRUPTED (run->stop, run->deadline); the solution means
 * nothing then.
 */
int solve_cpu(const struct solve_task *task);

/*
 * The same of a game in a GPU's memory, whose solution lies there, too (arrays of the caller's, winner a byte
 * and strategy 4 bytes a vertex). PROMOTION is ERROR_USAGE. ATTRACTOR is for games whose priorities
 * do not fall along any edge as they are, but among neighbouring ones of the same parity; AUTO is ATTRACTOR
 * for those, and else REGIONS. Of the preprocessing, only loops are decided first; priorities are always
 * compressed. It is whole rows and many vertices at a time that a GPU is good for: a game that is solved in a
 * million thin steps is the host's. -1 with *error filled also for ERROR_DEVICE, and ERROR_LIMIT when there
 * are 2^30 priorities or a vertex with 2^32 incoming edges.
 */
int solve_cuda(struct device *device, const struct solve_task *task);
/* Bytes that it takes on the GPU beside game and solution. */
uint64_t solve_cuda_bytes(const struct game *game);

/* Where games in host memory are solved: what goes in and out is on the host. Tests iterate over them. */
struct solve_engine {
    const char *name; /* "cpu", "cuda" */
    int on_device;
    int (*available)(const char **reason);
    int (*solve)(const struct solve_task *task);
    /* For drivers that take their time to start: what makes it ready beforehand (base/device/device_start.h),
     * and how. NULLs where there is nothing to start. */
    struct device_start *start;
    int (*warm_up)(unsigned number, struct error *error);
};

extern const struct solve_engine *const solve_engines[]; /* NULL-terminated; the CPU first */

#ifdef __cplusplus
}
#endif
#endif
