/*
 * Transposes a graph on a GPU: incoming edges are counted, a prefix sum gives the begin of each row, and
 * every edge then reserves a place in the row of its target. Both passes do one atomic operation for each
 * edge; in a state space, neighbours have neighbouring successors, so most of these hit the L2 cache.
 */
#include "explorer/graph/digraph_device.h"

#include <string.h>

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>
#include <thrust/iterator/transform_iterator.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "base/run.h"
#include "model/digraph_core.h"

#define THREADS 256u
#define WIDE_ROW 256u /* rows with at least this many edges are done by a whole warp */

struct widen {
    __host__ __device__ uint64_t operator()(uint32_t count) const {
        return count;
    }
};

static __global__ void count_incoming(const struct digraph graph, uint32_t *counts, unsigned *overflow) {
    for (uint64_t edge = device_grid_thread(); edge < graph.edges; edge += device_grid_step()) {
        if (digraph_is_live(&graph, edge) && atomicAdd(&counts[graph.targets[edge]], 1u) == UINT32_MAX) {
            *overflow = 1;
        }
    }
}

/* Edges by rows. */
struct row_work {
    struct digraph graph;
    struct digraph_rows rows; /* words == NULL: all */
    uint32_t *counts;         /* [vertices]: incoming edges, or those that have no place yet */
    const uint64_t *offsets;
    uint32_t *sources;
    unsigned *overflow;
};

/*
 * Counts or places every step-th edge of [begin, end) of a vertex. A target's count, counted down, gives the
 * next free place.
 */
template <bool placing>
static __device__ __forceinline__ void do_row(const struct row_work *work, uint32_t vertex, uint64_t begin,
                                              uint64_t end, unsigned step) {
    for (uint64_t edge = begin; edge < end; edge += step) {
        if (digraph_is_live(&work->graph, edge)) {
            uint32_t target = work->graph.targets[edge];
            if (placing) {
                work->sources[work->offsets[target] + atomicSub(&work->counts[target], 1u) - 1] = vertex;
            } else if (atomicAdd(&work->counts[target], 1u) == UINT32_MAX) {
                *work->overflow = 1;
            }
        }
    }
}

template <bool placing> static __global__ void do_rows(const struct row_work work) {
    uint64_t rounded = (work.graph.vertices + 31) / 32 * 32;
    for (uint64_t i = device_grid_thread(); i < rounded; i += device_grid_step()) {
        uint64_t begin = 0, end = 0;
        if (i < work.graph.vertices && (work.rows.words == NULL || work.rows.words[i] < work.rows.below)) {
            begin = work.graph.offsets[i];
            end = work.graph.offsets[i + 1];
        }
        unsigned wide = __ballot_sync(ALL_LANES, end - begin >= WIDE_ROW);
        if (end - begin < WIDE_ROW) {
            do_row<placing>(&work, (uint32_t)i, begin, end, 1);
        }
        for (; wide != 0; wide &= wide - 1) {
            int lane = __ffs((int)wide) - 1;
            uint64_t first = __shfl_sync(ALL_LANES, begin, lane), last = __shfl_sync(ALL_LANES, end, lane);
            uint32_t vertex = (uint32_t)__shfl_sync(ALL_LANES, i, lane);
            do_row<placing>(&work, vertex, first + threadIdx.x % 32, last, 32);
        }
    }
}

struct transposition {
    struct device *device;
    const struct digraph *graph;
    const struct digraph_rows *rows; /* or NULL */
    struct error *error;
    struct digraph_transpose *result;
    uint32_t *counts;
    unsigned *overflow;
};

static struct row_work row_work_of(const struct transposition *work) {
    const struct digraph_rows all = {NULL, 0};
    return {*work->graph,          work->rows != NULL ? *work->rows : all,
            work->counts,          work->result->offsets,
            work->result->sources, work->overflow};
}

static int count(struct transposition *work) {
    uint64_t vertices = work->graph->vertices;
    unsigned overflow;
    work->counts = (uint32_t *)device_allocate(work->device, vertices * sizeof *work->counts, work->error);
    work->overflow = (unsigned *)device_allocate(work->device, sizeof overflow, work->error);
    if (work->counts == NULL || work->overflow == NULL ||
        DEVICE_CHECK(cudaMemsetAsync(work->counts, 0, vertices * sizeof *work->counts), work->error) != 0 ||
        device_clear(work->overflow, sizeof overflow, work->error) != 0) {
        return -1;
    }
    if (work->rows == NULL) {
        count_incoming<<<device_grid_blocks(work->graph->edges, THREADS), THREADS>>>(
            *work->graph, work->counts, work->overflow);
    } else {
        do_rows<false><<<device_grid_blocks(vertices, THREADS), THREADS>>>(row_work_of(work));
    }
    if (DEVICE_CHECK(cudaGetLastError(), work->error) != 0 ||
        device_download(&overflow, work->overflow, sizeof overflow, work->error) != 0) {
        return -1;
    }
    return overflow ? error_set(work->error, ERROR_LIMIT, "a vertex has 2^32 incoming edges or more") : 0;
}

static int lay_out(struct transposition *work) {
    uint64_t vertices = work->graph->vertices;
    size_t bytes = 0;
    work->result->offsets = (uint64_t *)device_allocate(
        work->device, (vertices + 1) * sizeof *work->result->offsets, work->error);
    if (work->result->offsets == NULL) {
        return -1;
    }
    auto counts = thrust::make_transform_iterator((const uint32_t *)work->counts, widen());
    if (DEVICE_CHECK(cub::DeviceScan::InclusiveSum(NULL, bytes, counts, work->result->offsets + 1, vertices),
                     work->error) != 0) {
        return -1;
    }
    void *scratch = device_allocate(work->device, bytes, work->error);
    int failed = scratch == NULL ||
                 DEVICE_CHECK(cub::DeviceScan::InclusiveSum(scratch, bytes, counts, work->result->offsets + 1,
                                                            vertices),
                              work->error) != 0 ||
                 DEVICE_CHECK(cudaMemsetAsync(work->result->offsets, 0, sizeof *work->result->offsets),
                              work->error) != 0 ||
                 device_download(&work->result->edges, work->result->offsets + vertices,
                                 sizeof work->result->edges, work->error) != 0;
    device_free(work->device, scratch, bytes);
    return failed ? -1 : 0;
}

static int place(struct transposition *work) {
    uint64_t bytes = work->result->edges * sizeof *work->result->sources;
    work->result->sources = (uint32_t *)device_allocate(work->device, bytes, work->error);
    if (work->result->sources == NULL) {
        return -1;
    }
    do_rows<true><<<device_grid_blocks(work->graph->vertices, THREADS), THREADS>>>(row_work_of(work));
    if (DEVICE_CHECK(cudaGetLastError(), work->error) != 0 || device_finish(work->error) != 0) {
        device_free(work->device, work->result->sources, bytes);
        return -1;
    }
    return 0;
}

int digraph_transpose_rows_cuda(struct device *device, const struct digraph *graph,
                                const struct digraph_rows *rows, const struct run *run,
                                struct digraph_transpose *transpose, struct error *error) {
    struct transposition work = {device, graph, rows, error, transpose, NULL, NULL};
    memset(transpose, 0, sizeof *transpose);
    int failed = run_should_stop(run)
                     ? error_set(error, ERROR_INTERRUPTED, "interrupted while transposing the graph")
                     : count(&work) != 0 || lay_out(&work) != 0 || place(&work) != 0;
    device_free(device, work.counts, graph->vertices * sizeof *work.counts);
    device_free(device, work.overflow, sizeof *work.overflow);
    if (failed) {
        device_free(device, transpose->offsets, (graph->vertices + 1) * sizeof *transpose->offsets);
        memset(transpose, 0, sizeof *transpose);
    }
    return failed ? -1 : 0;
}

int digraph_transpose_cuda(struct device *device, const struct digraph *graph, const struct run *run,
                           struct digraph_transpose *transpose, struct error *error) {
    return digraph_transpose_rows_cuda(device, graph, NULL, run, transpose, error);
}

uint64_t digraph_transpose_cuda_bytes(const struct digraph *graph) {
    /* The scan's memory is a small part of what `sources` takes later. */
    return (graph->vertices + 1) * sizeof(uint64_t) + graph->edges * sizeof(uint32_t) +
           graph->vertices * sizeof(uint32_t);
}
