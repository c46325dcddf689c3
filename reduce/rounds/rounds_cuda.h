#ifndef HEDDLE_REDUCE_ROUNDS_ROUNDS_CUDA_H
#define HEDDLE_REDUCE_ROUNDS_ROUNDS_CUDA_H

#include "reduce/rounds/rounds.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;

/*
 * Finds the classes of a graph in the memory of a GPU, and makes the quotient on the host. Hiding changes the
 * graph's labels. Returns 0, or -1 with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE,
 * ERROR_LIMIT for a vertex of 2^32 incoming edges or more. Free the result in any case.
 */
int rounds_cuda(struct device *device, const struct rounds_task *task, const struct run *run,
                struct rounds_result *result, struct error *error);
/* The same for a graph with labels in host memory, on GPU run->device; the task's own graph is ignored. */
int rounds_cuda_of_host(const struct graph *graph, const struct rounds_task *task, const struct run *run,
                        struct rounds_result *result, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
