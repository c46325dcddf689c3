/*
 * Counts of components on a GPU, in the same way as components.c: one array of 4 bytes a vertex serves first
 * for marks of components that an edge leaves, then for their sizes. Small sizes are counted in a table,
 * which each block first has in its shared memory; the few large ones go into a list.
 */
#include "decompose/components/components.h"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/memory.h"
#include "base/run.h"
#include "model/digraph_core.h"
#include "explorer/graph/digraph_device.h"

#define THREADS 256u
#define ROW_LANES 8u    /* threads that share a row */
#define TALLY_BLOCKS 8u /* blocks with a table, for each processor */

/* The numbers that the host reads. */
struct component_tally {
    unsigned long long bottom, large; /* components that no edge leaves; entries of the list of large sizes */
    uint32_t small[COMPONENT_SMALL_SIZES]; /* by size: number of components */
};

struct device_counting {
    const struct digraph_device *graph;
    const uint32_t *component;
    const struct run *run;
    struct error *error;
    uint32_t *marks; /* vertices; by component: whether an edge leaves it; then its size */
    uint32_t *large; /* sizes from COMPONENT_SMALL_SIZES on */
    struct component_tally *tally;
};

static __global__ void mark_left(struct digraph graph, const uint32_t *component, uint32_t *marks) {
    uint64_t lane = device_grid_thread() % ROW_LANES;
    for (uint64_t vertex = device_grid_thread() / ROW_LANES; vertex < graph.vertices;
         vertex += device_grid_step() / ROW_LANES) {
        const uint32_t own = component[vertex];
        if (own == COMPONENT_NONE || *(volatile uint32_t *)&marks[own] != 0) {
            continue;
        }
        const uint64_t end = graph.offsets[vertex + 1];
        for (uint64_t edge = graph.offsets[vertex] + lane; edge < end; edge += ROW_LANES) {
            if (component[graph.targets[edge]] != own && digraph_is_live(&graph, edge)) {
                *(volatile uint32_t *)&marks[own] = 1; /* every writer stores the same */
                break;
            }
        }
    }
}

/* Counts components without a mark. Whole warps share the loop. */
static __global__ void count_bottom(const uint32_t *component, const uint32_t *marks, uint64_t vertices,
                                    unsigned long long *total) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t first = device_grid_thread() - lane; first < vertices; first += device_grid_step()) {
        const uint64_t vertex = first + lane;
        const int bottom = vertex < vertices && component[vertex] == vertex && marks[vertex] == 0;
        const uint32_t found = __ballot_sync(ALL_LANES, bottom);
        if (lane == 0 && found != 0) {
            atomicAdd(total, (unsigned long long)__popc(found));
        }
    }
}

/* Lanes of a warp with vertices of one component add together. */
static __global__ void add_sizes(const uint32_t *component, uint64_t vertices, uint32_t *sizes) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t first = device_grid_thread() - lane; first < vertices; first += device_grid_step()) {
        const uint64_t vertex = first + lane;
        const uint32_t own = vertex < vertices ? component[vertex] : COMPONENT_NONE;
        const uint32_t same = __match_any_sync(ALL_LANES, own);
        if (own != COMPONENT_NONE && lane == (uint32_t)__ffs((int)same) - 1) {
            atomicAdd(&sizes[own], (uint32_t)__popc(same));
        }
    }
}

/* Counts equal sizes; a size of 0 is no component. */
static __global__ void count_sizes(const uint32_t *sizes, uint64_t vertices, uint32_t *large,
                                   struct component_tally *tally) {
    __shared__ uint32_t small[COMPONENT_SMALL_SIZES];
    const uint32_t lane = threadIdx.x % 32;
    for (uint32_t size = threadIdx.x; size < COMPONENT_SMALL_SIZES; size += THREADS) {
        small[size] = 0;
    }
    __syncthreads();
    for (uint64_t first = device_grid_thread() - lane; first < vertices; first += device_grid_step()) {
        const uint32_t size = first + lane < vertices ? sizes[first + lane] : 0;
        const uint32_t same = __match_any_sync(ALL_LANES, size);
        if (size >= COMPONENT_SMALL_SIZES) {
            large[atomicAdd(&tally->large, 1ULL)] = size;
        } else if (size != 0 && lane == (uint32_t)__ffs((int)same) - 1) {
            atomicAdd(&small[size], (uint32_t)__popc(same));
        }
    }
    __syncthreads();
    for (uint32_t size = threadIdx.x; size < COMPONENT_SMALL_SIZES; size += THREADS) {
        if (small[size] != 0) {
            atomicAdd(&tally->small[size], small[size]);
        }
    }
}

static int check_stop(const struct device_counting *counting) {
    run_tell(counting->run, "counting the components", 0, 0, NULL);
    return run_should_stop(counting->run)
               ? error_set(counting->error, ERROR_INTERRUPTED, "interrupted while counting components")
               : 0;
}

static int fill_tally(const struct device_counting *counting, struct component_tally *tally) {
    const struct digraph *graph = &counting->graph->graph;
    uint64_t vertices = graph->vertices, bytes = vertices * sizeof *counting->marks;
    unsigned blocks = device_grid_blocks(vertices, THREADS);
    unsigned most_tables = TALLY_BLOCKS * counting->graph->device->processors;
    unsigned tables = blocks < most_tables ? blocks : most_tables;
    struct error *error = counting->error;
    if (check_stop(counting) != 0 || device_clear(counting->marks, bytes, error) != 0 ||
        device_clear(counting->tally, sizeof *tally, error) != 0) {
        return -1;
    }
    mark_left<<<device_grid_blocks(vertices * ROW_LANES, THREADS), THREADS>>>(*graph, counting->component,
                                                                              counting->marks);
    count_bottom<<<blocks, THREADS>>>(counting->component, counting->marks, vertices,
                                      &counting->tally->bottom);
    if (DEVICE_CHECK(cudaGetLastError(), error) != 0 || device_clear(counting->marks, bytes, error) != 0) {
        return -1;
    }
    add_sizes<<<blocks, THREADS>>>(counting->component, vertices, counting->marks);
    count_sizes<<<tables, THREADS>>>(counting->marks, vertices, counting->large, counting->tally);
    return DEVICE_CHECK(cudaGetLastError(), error) != 0 ||
                   device_download(tally, counting->tally, sizeof *tally, error) != 0
               ? -1
               : check_stop(counting);
}

static int fetch_sizes(const struct device_counting *counting, struct component_counts *counts) {
    struct memory *memory = counting->run->memory;
    struct component_tally tally;
    if (fill_tally(counting, &tally) != 0) {
        return -1;
    }
    uint64_t bytes = tally.large * sizeof(uint32_t);
    uint32_t *large = (uint32_t *)memory_allocate(memory, bytes);
    int failed = large == NULL ? error_memory(counting->error, "to count components")
                               : device_download(large, counting->large, bytes, counting->error);
    counts->bottom = tally.bottom;
    failed = failed != 0 ||
             component_counts_sum(counts, tally.small, large, tally.large, memory, counting->error) != 0;
    memory_free(memory, large, bytes);
    return failed ? -1 : 0;
}

int component_counts_make_cuda(const struct digraph_device *graph, const uint32_t *component,
                               const struct run *run, struct component_counts *counts, struct error *error) {
    struct device *device = graph->device;
    uint64_t bytes = graph->graph.vertices * sizeof(uint32_t);
    uint64_t large_bytes = (graph->graph.vertices / COMPONENT_SMALL_SIZES + 1) * sizeof(uint32_t);
    memset(counts, 0, sizeof *counts);
    if (bytes == 0) {
        return 0;
    }
    struct device_counting counting = {graph, component, run, error, NULL, NULL, NULL};
    counting.marks = (uint32_t *)device_allocate(device, bytes, error);
    counting.large = (uint32_t *)device_allocate(device, large_bytes, error);
    counting.tally = (struct component_tally *)device_allocate(device, sizeof *counting.tally, error);
    int failed = counting.marks == NULL || counting.large == NULL || counting.tally == NULL ||
                 fetch_sizes(&counting, counts) != 0;
    device_free(device, counting.marks, bytes);
    device_free(device, counting.large, large_bytes);
    device_free(device, counting.tally, sizeof *counting.tally);
    return failed ? -1 : 0;
}
