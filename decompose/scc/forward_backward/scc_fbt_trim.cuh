#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_TRIM_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_TRIM_CUH

/*
 * Trimming: an undecided vertex is a component of its own if no edge inside its class leads to it, or none
 * leads from it, except for edges to itself. Degrees are counted once; a trimmed vertex counts down those of
 * its neighbours, in the one direction in which it may still have some.
 */
#include "decompose/scc/forward_backward/scc_fbt_levels.cuh"

/* Degrees have 32 bits: vertices with more edges are left to the searches. */
static __device__ __forceinline__ int fbt_may_trim(const struct fbt_work *work, uint32_t vertex) {
    return work->edges <= UINT32_MAX || (fbt_row_of(&work->rows[FBT_FORWARD], vertex).length <= UINT32_MAX &&
                                         fbt_row_of(&work->rows[FBT_BACKWARD], vertex).length <= UINT32_MAX);
}

/* Decides a vertex; returns whether no other thread did. Its class does not change until trimming ends. */
static __device__ __forceinline__ int fbt_claim(const struct fbt_work *work, uint32_t vertex) {
    uint32_t bit = 1u << vertex % 32;
    return fbt_may_trim(work, vertex) && !(atomicOr(&work->claimed[vertex / 32], bit) & bit);
}

template <>
__device__ __forceinline__ int fbt_visit<FBT_COUNT>(const struct fbt_work *work, const struct fbt_walk *walk,
                                                    struct fbt_source source, uint32_t target) {
    (void)walk;
    return target != source.vertex && fbt_same_class(work, source, target);
}

template <>
__device__ __forceinline__ int fbt_visit<FBT_TRIM>(const struct fbt_work *work, const struct fbt_walk *walk,
                                                   struct fbt_source source, uint32_t target) {
    return fbt_same_class(work, source, target) &&
           atomicSub(&work->degree[walk->direction][target], 1u) == 1 && fbt_claim(work, target);
}

/* Returns the lane's vertex in the i-th 32 entries of the list, or FBT_NONE if it is decided. */
static __device__ __forceinline__ uint32_t fbt_active(const struct fbt_work *work, uint64_t i) {
    uint64_t at = i * 32 + threadIdx.x % 32;
    uint32_t vertex = at < work->active_count ? work->active[at] : FBT_NONE;
    return vertex == FBT_NONE || fbt_bits(work, vertex) == FBT_DECIDED ? FBT_NONE : vertex;
}

/* Walks over all undecided vertices in one or both directions, with turn 0 of the counters. */
template <enum fbt_way way>
static __device__ void fbt_walk_active(const struct fbt_work *work, uint32_t directions,
                                       cooperative_groups::grid_group grid) {
#pragma unroll 1
    for (uint32_t direction = 0; direction < directions; direction++) {
        struct fbt_walk walk = fbt_walk_begin(direction);
        for (uint64_t i = fbt_warp(); i * 32 < work->active_count; i += fbt_warps()) {
            fbt_walk_rows<way>(work, &walk, fbt_active(work, i));
        }
    }
    grid.sync();
#pragma unroll 1
    for (uint32_t direction = 0; direction < directions; direction++) {
        struct fbt_walk walk = fbt_walk_begin(direction);
        fbt_walk_wide<way>(work, &walk, work->wide[direction],
                           *(volatile unsigned long long *)&work->control->turns[0].wide[direction]);
    }
    grid.sync();
}

/* Finds the first vertices to trim: no edge leads to them in some direction. */
static __device__ void fbt_seed(const struct fbt_work *work) {
    for (uint32_t direction = 0; direction < 2; direction++) {
        struct fbt_walk walk = fbt_walk_begin(direction);
        for (uint64_t i = fbt_warp(); i * 32 < work->active_count; i += fbt_warps()) {
            uint32_t vertex = fbt_active(work, i);
            int found = vertex != FBT_NONE && work->degree[direction][vertex] == 0 && fbt_claim(work, vertex);
            fbt_put(work, &walk, found, vertex);
        }
        fbt_flush(work, &walk);
    }
}

/* Decides and names the claimed vertices. Their bits in `claimed` may stay. */
static __device__ void fbt_settle(const struct fbt_work *work) {
    unsigned long long trimmed = 0;
    for (uint64_t i = device_grid_thread(); i < work->active_count; i += device_grid_step()) {
        const uint32_t vertex = work->active[i], claimed = work->claimed[vertex / 32];
        if (claimed >> vertex % 32 & 1) {
            work->component[vertex] = vertex;
            trimmed++;
        }
        if (fbt_takes_word(work, i, vertex)) {
            work->bits[vertex / 32 * 2] |= claimed;
            work->bits[vertex / 32 * 2 + 1] |= claimed;
        }
    }
    if (trimmed != 0) {
        atomicAdd(&work->control->trimmed, trimmed);
    }
}

/* One cooperative launch; the control's turns are zeros before. */
static __global__ void __launch_bounds__(FBT_THREADS) fbt_trim(const __grid_constant__ struct fbt_work work) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    fbt_open_block(0);
    fbt_walk_active<FBT_COUNT>(&work, 2, grid);
    fbt_open_block(1); /* the first turn was used for wide rows */
    fbt_seed(&work);
    fbt_next_level(&work, 3, grid);
    fbt_walk_levels<FBT_TRIM>(&work, grid);
    fbt_settle(&work);
}

#endif
