#ifndef HEDDLE_PARITY_ENGINE_CUDA_H
#define HEDDLE_PARITY_ENGINE_CUDA_H

#include "parity/solve.h"

/*
 * Parity games that are on the host, solved on GPU run->device: opens it, copies the game there, lets it be
 * solved, and copies the solution back. For builds with HEDDLE_CUDA.
 */
extern const struct solve_engine solve_engine_cuda;

/* solve_cuda with the solution on the host. */
int solve_cuda_fetch(struct device *device, const struct game *game, const struct solve_options *options,
                     const struct run *run, struct solution *solution, struct solve_report *report,
                     struct error *error);

#endif
