#ifndef HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_LEVELS_CUH
#define HEDDLE_DECOMPOSE_SCC_FORWARD_BACKWARD_SCC_FBT_LEVELS_CUH

/*
 * Walks in both directions, level by level, in one cooperative launch: all threads wait for one another once
 * a level, and each computes what comes next from the same counters. A level of many vertices is walked in
 * the order of vertices, by a bitmap, so that neighbours read their rows together. A level of few vertices is
 * the work of one block, which continues alone for a while.
 */
#include <cooperative_groups.h>

#include "decompose/scc/forward_backward/scc_fbt_walk.cuh"

#define FBT_CROWD 4u         /* a level of vertices / FBT_CROWD or more is walked in the order of vertices */
#define FBT_ROUNDS_ALONE 64u /* rounds that a block continues at least, if it does a level alone */
#define FBT_LEVELS_BETWEEN_LOOKS 64u /* levels between two checks of the stop flag */

static __device__ __forceinline__ int fbt_is_pending(const struct fbt_slice *slice) {
    return slice->begin != slice->end || slice->wide_begin != slice->wide_end;
}

static __device__ __forceinline__ int fbt_is_crowd(const struct fbt_work *work,
                                                   const struct fbt_slice *slice) {
    return (slice->end - slice->begin) * FBT_CROWD >= work->vertices;
}

static __device__ __forceinline__ uint32_t fbt_queued(const struct fbt_work *work, uint32_t direction,
                                                      uint64_t place) {
    return work->queue[direction][(int64_t)place * work->step[direction]];
}

/* What the level found in its directions becomes the next level. Called by one thread of a block. */
static __device__ void fbt_advance(const struct fbt_work *work, uint32_t went) {
    struct fbt_levels *levels = &fbt_block.levels;
    const volatile struct fbt_level_counts *counts = &work->control->turns[levels->turn];
    for (uint32_t direction = 0; direction < 2; direction++) {
        struct fbt_slice *slice = &levels->slices[direction];
        if (went >> direction & 1) {
            slice->begin = slice->end;
            slice->end += counts->found[direction];
            slice->wide_begin = slice->wide_end;
            slice->wide_end += counts->wide[direction];
        }
    }
    levels->leave = counts->leave != 0;
    levels->turn = (levels->turn + 1) % FBT_TURNS;
    levels->level++;
}

/* Ends a level. went: a bit for each direction. Called by all threads of the grid. */
static __device__ void fbt_next_level(const struct fbt_work *work, uint32_t went,
                                      cooperative_groups::grid_group grid) {
    const struct fbt_levels *levels = &fbt_block.levels;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        struct fbt_level_counts none = {{0, 0}, {0, 0}, 0};
        if (levels->level % FBT_LEVELS_BETWEEN_LOOKS == 0 && *(const volatile int *)work->stop != 0) {
            work->control->turns[levels->turn].leave = 1;
        }
        work->control->turns[(levels->turn + 1) % FBT_TURNS] = none; /* it was read two levels ago */
    }
    grid.sync();
    if (threadIdx.x == 0) {
        fbt_advance(work, went);
    }
    __syncthreads();
}

/* Makes a bitmap of the level's vertices. */
static __device__ void fbt_draw_front(const struct fbt_work *work, uint32_t direction) {
    const struct fbt_slice *slice = &fbt_block.levels.slices[direction];
    uint32_t *front = work->front + direction * fbt_words(work);
    for (uint64_t i = slice->begin + device_grid_thread(); i < slice->end; i += device_grid_step()) {
        uint32_t vertex = fbt_queued(work, direction, i);
        atomicOr(&front[vertex / 32], 1u << vertex % 32);
    }
}

/* Returns the lane's vertex in a word of the bitmap, and clears the word. Called by all lanes. */
static __device__ __forceinline__ uint32_t fbt_take_front(const struct fbt_work *work, uint32_t direction,
                                                          uint64_t word) {
    uint32_t *front = work->front + direction * fbt_words(work) + word;
    const uint32_t lane = threadIdx.x % 32, bits = fbt_load(front);
    __syncwarp();
    if (lane == 0 && bits != 0) {
        *front = 0;
    }
    return bits >> lane & 1 ? (uint32_t)(word * 32 + lane) : FBT_NONE;
}

/* Returns the lane's vertex in 32 entries of the queue. */
static __device__ __forceinline__ uint32_t fbt_take_queued(const struct fbt_work *work, uint32_t direction,
                                                           uint64_t share) {
    const struct fbt_slice *slice = &fbt_block.levels.slices[direction];
    uint64_t at = slice->begin + share * 32 + threadIdx.x % 32;
    return at < slice->end ? fbt_queued(work, direction, at) : FBT_NONE;
}

/* If there are few shares, different blocks do the two directions at the same time. */
static __device__ __forceinline__ uint64_t fbt_first_share(uint32_t direction) {
    uint64_t middle = (uint64_t)(gridDim.x / 2) * FBT_WARPS, warp = fbt_warp();
    if (direction == FBT_FORWARD) {
        return warp;
    }
    return warp >= middle ? warp - middle : warp + fbt_warps() - middle;
}

/* Walks a level in one direction. Called by all threads of the grid. */
template <enum fbt_way way>
static __device__ void fbt_walk_level(const struct fbt_work *work, uint32_t direction, int bounded) {
    const struct fbt_slice *slice = &fbt_block.levels.slices[direction];
    const int crowd = way == FBT_SEARCH && fbt_is_crowd(work, slice);
    const int alone = slice->end - slice->begin <= FBT_THREADS;
    const uint32_t rounds =
        alone && work->cache_rounds < FBT_ROUNDS_ALONE ? FBT_ROUNDS_ALONE : work->cache_rounds;
    const uint64_t shares = crowd ? fbt_words(work) : (slice->end - slice->begin + 31) / 32;
    struct fbt_walk walk = fbt_walk_begin(direction);
    walk.bounded = bounded;
    walk.cache_half = rounds != 0 ? 0 : FBT_NO_CACHE;
    for (uint64_t share = fbt_first_share(direction); share < shares; share += fbt_warps()) {
        uint32_t vertex =
            crowd ? fbt_take_front(work, direction, share) : fbt_take_queued(work, direction, share);
        fbt_walk_rows<way>(work, &walk, vertex);
    }
    fbt_walk_wide<way>(work, &walk, work->wide[direction] + slice->wide_begin,
                       slice->wide_end - slice->wide_begin);
    if (rounds != 0) {
        fbt_walk_cache<way>(work, &walk, rounds, alone);
    }
    fbt_flush(work, &walk);
}

/*
 * Walks levels until none is left. A bounded search continues only from vertices that the other search, which
 * is done, found (article, 5.2: for all regions at once, when no region can continue in the other direction).
 * Called by all threads of the grid.
 */
template <enum fbt_way way>
static __device__ void fbt_walk_levels(const struct fbt_work *work, cooperative_groups::grid_group grid) {
    struct fbt_levels *levels = &fbt_block.levels;
    while (!levels->leave) {
        const uint32_t pending =
            (fbt_is_pending(&levels->slices[0]) ? 1u : 0) | (fbt_is_pending(&levels->slices[1]) ? 2u : 0);
        const int bounded = way == FBT_SEARCH && work->bounding && pending != 3;
        const uint32_t go = way == FBT_SEARCH && work->separate && pending == 3 ? 1 : pending;
        int crowds = 0;
        if (pending == 0) {
            break;
        }
        for (uint32_t direction = 0; way == FBT_SEARCH && direction < 2; direction++) {
            if ((go >> direction & 1) && fbt_is_crowd(work, &levels->slices[direction])) {
                fbt_draw_front(work, direction);
                crowds = 1;
            }
        }
        if (crowds) {
            grid.sync();
        }
#pragma unroll 1
        for (uint32_t direction = 0; direction < 2; direction++) {
            if (go >> direction & 1) {
                fbt_walk_level<way>(work, direction, bounded);
            }
        }
        if (threadIdx.x == 0 && bounded) {
            levels->cut[pending - 1] = 1;
        }
        fbt_next_level(work, go, grid);
    }
}

/* Starts a block; `turn` is the first turn of the counters. Called by all threads of the block. */
static __device__ __forceinline__ void fbt_open_block(uint32_t turn) {
    if (threadIdx.x == 0) {
        const struct fbt_slice none = {0, 0, 0, 0};
        fbt_block.levels.slices[0] = fbt_block.levels.slices[1] = none;
        fbt_block.levels.level = 0;
        fbt_block.levels.turn = turn;
        fbt_block.levels.leave = 0;
        fbt_block.levels.cut[0] = fbt_block.levels.cut[1] = 0;
        fbt_block.cached[0] = fbt_block.cached[1] = 0;
    }
    __syncthreads();
}

#endif
