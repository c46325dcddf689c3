#ifndef HEDDLE_BASE_DEVICE_DEVICE_GRID_CUH
#define HEDDLE_BASE_DEVICE_DEVICE_GRID_CUH

/*
 * For .cu files: warps, and one-dimensional grids whose threads process many items, each in steps of the
 * grid's size.
 */
#include <stdint.h>

#define DEVICE_GRID_MOST 65536u /* blocks */
#define ALL_LANES 0xffffffffu   /* all lanes of a warp */

/* The number of blocks for `items` items: one thread for each item, up to a limit. */
static inline unsigned device_grid_blocks(uint64_t items, unsigned threads) {
    uint64_t blocks = (items + threads - 1) / threads;
    return blocks < 1 ? 1 : blocks < DEVICE_GRID_MOST ? (unsigned)blocks : DEVICE_GRID_MOST;
}

/* The calling thread's number in the grid, which is its first item. */
static __device__ __forceinline__ uint64_t device_grid_thread(void) {
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/* The number of threads of the grid, which is the distance between two items of a thread. */
static __device__ __forceinline__ uint64_t device_grid_step(void) {
    return (uint64_t)gridDim.x * blockDim.x;
}

/* Called by whole warps: counts the lanes that have something; returns the place of each of these. */
static __device__ __forceinline__ uint64_t device_warp_places(unsigned long long *counter, int has) {
    const uint32_t lane = threadIdx.x % 32, lanes = __ballot_sync(ALL_LANES, has);
    unsigned long long first = 0;
    if (lanes == 0) {
        return 0;
    }
    if (lane == 0) {
        first = atomicAdd(counter, (unsigned long long)__popc(lanes));
    }
    return __shfl_sync(ALL_LANES, first, 0) + (uint32_t)__popc(lanes & ((1u << lane) - 1));
}

#endif
