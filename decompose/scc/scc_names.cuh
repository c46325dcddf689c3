#ifndef HEDDLE_DECOMPOSE_SCC_SCC_NAMES_CUH
#define HEDDLE_DECOMPOSE_SCC_SCC_NAMES_CUH

/* Kernels that name components by their least members, where component[vertex] is any member. */
#include "base/device/device_grid.cuh"

/* In a large component most warps have vertices of that one alone: then the first lane speaks for all. */
static __global__ void scc_find_least(const uint32_t *component, uint64_t vertices, uint32_t *least) {
    uint64_t rounded = (vertices + 31) / 32 * 32;
    for (uint64_t vertex = device_grid_thread(); vertex < rounded; vertex += device_grid_step()) {
        uint32_t root = vertex < vertices ? component[vertex] : UINT32_MAX;
        int same;
        __match_all_sync(ALL_LANES, root, &same);
        if (root != UINT32_MAX && (!same || threadIdx.x % 32 == 0) &&
            vertex < *(volatile uint32_t *)&least[root]) {
            atomicMin(&least[root], (uint32_t)vertex);
        }
    }
}

static __global__ void scc_name_by_least(uint32_t *component, uint64_t vertices, const uint32_t *least) {
    for (uint64_t vertex = device_grid_thread(); vertex < vertices; vertex += device_grid_step()) {
        component[vertex] = least[component[vertex]];
    }
}

#endif
