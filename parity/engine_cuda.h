#ifndef HEDDLE_PARITY_ENGINE_CUDA_H
#define HEDDLE_PARITY_ENGINE_CUDA_H

#include "parity/solve.h"

/*
 * Parity games that are on the host, solved on GPU run->device: opens it, copies the game there, lets it be
 * solved, and copies the solution back. For builds with HEDDLE_CUDA.
 */
extern const struct solve_engine solve_engine_cuda;

/* solve_cuda with a solution on the GPU that it makes room for: solution_device_free frees it. 0, or -1 with
 * *task->error filled and nothing to free. */
int solve_cuda_keep(struct device *device, const struct solve_task *task);

#endif
