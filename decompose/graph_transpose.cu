/* Transposing a graph on a GPU: in-degrees, their sums, and a place for each edge. */
#include "decompose/graph_transpose.h"

#include <cub/device/device_scan.cuh>

#include "base/device_check.cuh"
#include "base/device_grid.cuh"
#include "base/error.h"
#include "base/run.h"
#include "decompose/digraph_core.h"

#define THREADS 256u

static __global__ void count_sources(const struct digraph graph, unsigned long long *counts) {
    for (uint64_t edge = device_grid_thread(); edge < graph.edges; edge += device_grid_step()) {
        if (digraph_is_live(&graph, edge)) {
            atomicAdd(&counts[graph.targets[edge]], 1ULL);
        }
    }
}

/* Rows are filled from their ends; where a row's next source goes to is where it begins at last. */
static __global__ void place_sources(const struct digraph graph, unsigned long long *ends,
                                     uint32_t *sources) {
    for (uint64_t vertex = device_grid_thread() / 32; vertex < graph.vertices;
         vertex += device_grid_step() / 32) {
        for (uint64_t edge = graph.offsets[vertex] + threadIdx.x % 32; edge < graph.offsets[vertex + 1];
             edge += 32) {
            if (digraph_is_live(&graph, edge)) {
                sources[atomicAdd(&ends[graph.targets[edge]], ~0ULL) - 1] = (uint32_t)vertex;
            }
        }
    }
}

/* Sums in place; needs no more than `temporary`. */
static int sum_counts(struct device *device, uint64_t *counts, uint64_t count, struct error *error) {
    size_t bytes = 0;
    if (DEVICE_CHECK(cub::DeviceScan::InclusiveSum(NULL, bytes, counts, counts, count), error)) {
        return -1;
    }
    void *temporary = device_allocate(device, bytes, error);
    int failed = temporary == NULL ||
                 DEVICE_CHECK(cub::DeviceScan::InclusiveSum(temporary, bytes, counts, counts, count), error);
    device_free(device, temporary, bytes);
    return failed ? -1 : 0;
}

static int place(struct device *device, const struct digraph *graph, uint64_t *offsets, uint32_t **sources,
                 uint64_t *edges, struct error *error) {
    if (device_download(edges, offsets + graph->vertices, sizeof *edges, error) != 0) {
        return -1;
    }
    *sources = (uint32_t *)device_allocate(device, *edges * 4, error);
    if (*sources == NULL) {
        return -1;
    }
    place_sources<<<device_grid_blocks(graph->vertices * 32, THREADS), THREADS>>>(
        *graph, (unsigned long long *)offsets, *sources);
    if (DEVICE_CHECK(cudaGetLastError(), error) || DEVICE_CHECK(cudaDeviceSynchronize(), error)) {
        device_free(device, *sources, *edges * 4);
        return -1;
    }
    return 0;
}

int digraph_transpose_cuda(struct device *device, const struct digraph *graph, const struct run *run,
                           uint64_t **offsets, uint32_t **sources, uint64_t *edges, struct error *error) {
    uint64_t bytes = (graph->vertices + 1) * 8;
    *offsets = (uint64_t *)device_allocate(device, bytes, error);
    int failed = *offsets == NULL || device_clear(*offsets, bytes, error) != 0;
    if (!failed) {
        count_sources<<<device_grid_blocks(graph->edges, THREADS), THREADS>>>(*graph,
                                                                              (unsigned long long *)*offsets);
        failed = DEVICE_CHECK(cudaGetLastError(), error) ||
                 sum_counts(device, *offsets, graph->vertices + 1, error) != 0;
    }
    if (!failed && run_should_stop(run)) {
        failed = error_set(error, ERROR_INTERRUPTED, "interrupted while decomposing the graph");
    }
    failed = failed || place(device, graph, *offsets, sources, edges, error) != 0;
    if (failed) {
        device_free(device, *offsets, bytes);
        return -1;
    }
    return 0;
}
