#ifndef HEDDLE_EXPLORER_SEARCH_EXPLORE_CUDA_H
#define HEDDLE_EXPLORER_SEARCH_EXPLORE_CUDA_H

#include "explorer/search/explore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The CUDA version of explore_cpu, on GPU run->device, in at most run->device_bytes of its memory. */
struct exploration *explore_cuda(const model *model, const struct explore_options *options,
                                 const struct run *run, struct error *error);
/*
 * Initialises the driver, GPU `number` and the kernels of a search, so that a search starts at once; takes up
 * to seconds. 0, or -1 with *error filled (ERROR_DEVICE).
 */
int explore_cuda_warm_up(unsigned number, struct error *error);
/* Whether there is a usable GPU; if not, *reason says why. */
int explore_cuda_available(const char **reason);

#ifdef __cplusplus
}
#endif
#endif
