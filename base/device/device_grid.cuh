#ifndef HEDDLE_BASE_DEVICE_DEVICE_GRID_CUH
#define HEDDLE_BASE_DEVICE_DEVICE_GRID_CUH

/*
 * For .cu files: one-dimensional grids whose threads go over many items, each in steps of the whole grid; and
 * warps.
 */
#include <stdint.h>

#define DEVICE_GRID_MOST 65536u /* blocks */
#define ALL_LANES 0xffffffffu   /* of a warp, for what they do together */

/* Blocks for `items` items: a thread an item, or as many as are worth a launch. */
static inline unsigned device_grid_blocks(uint64_t items, unsigned threads) {
    uint64_t blocks = (items + threads - 1) / threads;
    return blocks < 1 ? 1 : blocks < DEVICE_GRID_MOST ? (unsigned)blocks : DEVICE_GRID_MOST;
}

/* The calling thread's number in the grid: its first item. */
static __device__ __forceinline__ uint64_t device_grid_thread(void) {
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/* Threads of the grid: from one item to the next. */
static __device__ __forceinline__ uint64_t device_grid_step(void) {
    return (uint64_t)gridDim.x * blockDim.x;
}

#endif
