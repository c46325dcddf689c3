#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_SEARCH_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_SEARCH_CUH

/*
 * The searches from all pivots inside their regions, both level by level at once, or one after the other
 * (article, 5.2). Vertices that both reach are decided.
 */
#include "decompose/scc/forward_backward/scc_fbt_levels.cuh"

template <>
__device__ __forceinline__ int fbt_visit<FBT_SEARCH>(const struct fbt_work *work, const struct fbt_walk *walk,
                                                     struct fbt_source source, uint32_t target) {
    const uint32_t bits = fbt_bits(work, target);
    if ((bits >> walk->direction & 1) || (walk->bounded && bits == 0) ||
        (!work->whole && work->component[target] != source.region)) {
        return 0;
    }
    return fbt_reach(work, walk->direction, target);
}

/* Clears the bits of a search that was bounded, for vertices that the other search did not reach. */
static __device__ void fbt_forget(const struct fbt_work *work, uint32_t direction) {
    for (uint64_t i = device_grid_thread(); i < work->active_count; i += device_grid_step()) {
        const uint32_t vertex = work->active[i], word = vertex / 32 * 2;
        if (fbt_takes_word(work, i, vertex)) {
            work->bits[word + direction] &= work->bits[word + 1 - direction];
        }
    }
}

/* One cooperative launch; pivots are in both queues and the control's turns are zeros before. */
static __global__ void __launch_bounds__(FBT_THREADS)
    fbt_search(const __grid_constant__ struct fbt_work work) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    fbt_open_block(0);
    if (threadIdx.x == 0) {
        fbt_block.levels.slices[FBT_FORWARD].end = work.control->pivots;
        fbt_block.levels.slices[FBT_BACKWARD].end = work.control->pivots;
    }
    __syncthreads();
    fbt_walk_levels<FBT_SEARCH>(&work, grid);
    for (uint32_t direction = 0; direction < 2; direction++) {
        if (fbt_block.levels.cut[direction]) {
            fbt_forget(&work, direction);
        }
    }
}

#endif
