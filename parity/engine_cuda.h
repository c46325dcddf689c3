#ifndef HEDDLE_PARITY_ENGINE_CUDA_H
#define HEDDLE_PARITY_ENGINE_CUDA_H

#include "parity/solve.h"

/* Solves a parity game in host memory on GPU run->device: opens the GPU, copies the game there, calls the
 * solver, and copies the solution back. For builds with HEDDLE_CUDA.
 */
extern const struct solve_engine solve_engine_cuda;

/* Calls solve_cuda with a new solution on the GPU, which solution_device_free frees. Returns 0, or -1 with
 * *task->error filled and nothing to free. */
int solve_cuda_keep(struct device *device, const struct solve_task *task);

#endif
