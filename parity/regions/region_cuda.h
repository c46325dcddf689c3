#ifndef HEDDLE_PARITY_REGIONS_REGION_CUDA_H
#define HEDDLE_PARITY_REGIONS_REGION_CUDA_H

#include "base/device/device.h"
#include "parity/regions/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The steps on a GPU, solver->device. */
extern const struct region_side region_cuda_side;

/* What vertices are sorted by and in: four arrays of `vertices` words on the GPU, which change their roles.
 */
struct region_order {
    uint32_t *order, *spare, *keys, *spare_keys;
};

/*
 * The levels of a game on a GPU: orders its vertices by falling priority, takes neighbouring priorities of
 * the same parity for one level, and fills base (a word a vertex, on the GPU), solver->groups, lowest_level
 * and group_begin, which is allocated from solver->run->memory (groups + 1 words; the caller frees it, after
 * an error, too). 0, or -1 with *solver->error filled: ERROR_MEMORY, ERROR_LIMIT, ERROR_DEVICE.
 */
int region_order_make(struct region_solver *solver, const struct game *game, struct region_order *arrays,
                      uint32_t *base);
/* Bytes that it takes on the GPU meanwhile. */
uint64_t region_order_bytes(uint64_t vertices);

#ifdef __cplusplus
}
#endif
#endif
