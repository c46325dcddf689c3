#ifndef HEDDLE_PARITY_REGIONS_REGION_CUDA_H
#define HEDDLE_PARITY_REGIONS_REGION_CUDA_H

#include "parity/regions/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the steps on a GPU, solver->steps.device. */
extern const struct region_side region_cuda_side;

/*
 * Runs REGIONS, ATTRACTOR or AUTO for solve_cuda (parity/solve.h), for a game with at least one vertex on
 * steps->device. Fills *task->report except for time and memory.
 */
int region_solve_game(const struct steps *steps, const struct solve_task *task);
/* Bytes that it takes on the GPU in addition to game and solution. */
uint64_t region_game_bytes(const struct game *game);

#ifdef __cplusplus
}
#endif
#endif
