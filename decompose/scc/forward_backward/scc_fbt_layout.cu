/* Restructures a graph: measures segments, sums up places, and copies edges there. */
#include "decompose/scc/forward_backward/scc_fbt_layout.cuh"

#include <string.h>

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_scan.cuh"

#define THREADS FBT_THREADS

/* --- kernels, with a warp for each segment --- */

static __device__ uint64_t live_edges(const struct digraph *graph, uint64_t vertex) {
    uint64_t at = graph->offsets[vertex], end = graph->offsets[vertex + 1], count = 0;
    if (graph->live == NULL) {
        return end - at;
    }
    while (at < end) {
        uint32_t word = graph->live[at / 32] >> at % 32;
        uint64_t bits = 32 - at % 32;
        if (end - at < bits) {
            word &= (1u << (end - at)) - 1;
        }
        count += (uint32_t)__popc(word);
        at += bits;
    }
    return count;
}

/* Computes the width of each segment, and which of its rows go to the tail. The element after the last
 * segment is empty. */
static __global__ void measure_segments(const struct digraph graph, uint32_t bound, uint64_t segments,
                                        uint64_t *sizes, uint32_t *tall, uint32_t *ranks) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t segment = device_grid_thread() / 32; segment <= segments;
         segment += device_grid_step() / 32) {
        uint64_t vertex = segment * 32 + lane;
        uint64_t length = vertex < graph.vertices ? live_edges(&graph, vertex) : 0;
        const uint32_t long_rows = __ballot_sync(ALL_LANES, length > bound);
        const uint32_t width = __reduce_max_sync(ALL_LANES, length > bound ? 0 : (uint32_t)length);
        if (lane == 0) {
            sizes[segment] = (uint64_t)width * 32;
            ranks[segment] = (uint32_t)__popc(long_rows);
            if (segment < segments) {
                tall[segment] = long_rows;
            }
        }
    }
}

/* Fills the lengths of the rows at the tail, after the place where the tail begins. */
static __global__ void measure_tail(const struct digraph graph, uint64_t segments, struct fbt_rows rows,
                                    uint64_t *offsets) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t segment = device_grid_thread() / 32; segment < segments;
         segment += device_grid_step() / 32) {
        const uint32_t tall = rows.tall[segment];
        if (tall >> lane & 1) {
            uint32_t rank = rows.ranks[segment] + (uint32_t)__popc(tall & ((1u << lane) - 1));
            offsets[rank + 1] = live_edges(&graph, segment * 32 + lane);
        }
    }
    if (device_grid_thread() == 0) {
        offsets[0] = rows.segments[segments];
    }
}

/* Copies the lane's row to its column of the segment; every lane has a column. */
static __device__ void fill_column(const struct digraph *graph, uint64_t vertex, int has_row, uint64_t at,
                                   uint64_t end, uint32_t *targets) {
    if (has_row) {
        for (uint64_t edge = graph->offsets[vertex]; edge < graph->offsets[vertex + 1]; edge++) {
            if (digraph_is_live(graph, edge)) {
                targets[at] = graph->targets[edge];
                at += 32;
            }
        }
    }
    for (; at < end; at += 32) {
        targets[at] = FBT_NONE;
    }
}

/* Copies a row to the tail. Called by all lanes. */
static __device__ void fill_tall(const struct digraph *graph, uint64_t vertex, uint64_t at,
                                 uint32_t *targets) {
    const uint32_t lane = threadIdx.x % 32;
    const uint64_t end = graph->offsets[vertex + 1];
    for (uint64_t first = graph->offsets[vertex]; first < end; first += 32) {
        uint64_t edge = first + lane;
        int live = edge < end && digraph_is_live(graph, edge);
        const uint32_t mask = __ballot_sync(ALL_LANES, live);
        if (live) {
            targets[at + (uint32_t)__popc(mask & ((1u << lane) - 1))] = graph->targets[edge];
        }
        at += (uint32_t)__popc(mask);
    }
}

static __global__ void fill_segments(const struct digraph graph, uint64_t segments, struct fbt_rows rows,
                                     uint32_t *targets) {
    const uint32_t lane = threadIdx.x % 32;
    for (uint64_t segment = device_grid_thread() / 32; segment < segments;
         segment += device_grid_step() / 32) {
        const uint32_t tall = rows.tall[segment];
        uint64_t vertex = segment * 32 + lane;
        fill_column(&graph, vertex, vertex < graph.vertices && !(tall >> lane & 1),
                    rows.segments[segment] + lane, rows.segments[segment + 1], targets);
        __syncwarp();
        uint32_t rank = rows.ranks[segment];
        for (uint32_t mask = tall; mask != 0; mask &= mask - 1) {
            fill_tall(&graph, segment * 32 + (uint32_t)__ffs((int)mask) - 1, rows.offsets[rank++], targets);
        }
    }
}

/* --- the host's part --- */

static int make_segments(struct device *device, const struct digraph *graph, uint32_t bound,
                         struct fbt_layout *layout, struct error *error) {
    uint64_t segments = layout->segments;
    unsigned blocks = device_grid_blocks((segments + 1) * 32, THREADS);
    uint64_t *sizes = (uint64_t *)device_allocate(device, (segments + 1) * 8, error);
    layout->rows.segments = sizes;
    uint32_t *tall = sizes == NULL ? NULL : (uint32_t *)device_allocate(device, segments * 4, error);
    layout->rows.tall = tall;
    uint32_t *ranks = tall == NULL ? NULL : (uint32_t *)device_allocate(device, (segments + 1) * 4, error);
    layout->rows.ranks = ranks;
    if (ranks == NULL) {
        return -1;
    }
    measure_segments<<<blocks, THREADS>>>(*graph, bound, segments, sizes, tall, ranks);
    uint32_t count = 0;
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_scan<false>(device, sizes, segments + 1, error) != 0 ||
        device_scan<false>(device, ranks, segments + 1, error) != 0 ||
        device_download(&count, ranks + segments, sizeof count, error) != 0) {
        return -1;
    }
    layout->tall = count;
    return 0;
}

static int make_tail(struct device *device, const struct digraph *graph, struct fbt_layout *layout,
                     struct error *error) {
    uint64_t *offsets = (uint64_t *)device_allocate(device, (layout->tall + 1) * 8, error);
    layout->rows.offsets = offsets;
    if (offsets == NULL) {
        return -1;
    }
    measure_tail<<<device_grid_blocks(layout->segments * 32, THREADS), THREADS>>>(*graph, layout->segments,
                                                                                  layout->rows, offsets);
    if (DEVICE_CHECK(cudaGetLastError(), error) ||
        device_scan<true>(device, offsets, layout->tall + 1, error) != 0) {
        return -1;
    }
    return device_download(&layout->entries, offsets + layout->tall, sizeof layout->entries, error);
}

static int fill_rows(struct device *device, const struct digraph *graph, struct fbt_layout *layout,
                     struct error *error) {
    uint32_t *targets = (uint32_t *)device_allocate(device, layout->entries * 4, error);
    layout->rows.targets = targets;
    if (targets == NULL) {
        return -1;
    }
    fill_segments<<<device_grid_blocks(layout->segments * 32, THREADS), THREADS>>>(*graph, layout->segments,
                                                                                   layout->rows, targets);
    return DEVICE_CHECK(cudaGetLastError(), error) || device_finish(error) ? -1 : 0;
}

int fbt_layout_make(struct device *device, const struct digraph *graph, uint32_t bound,
                    struct fbt_layout *layout, struct error *error) {
    memset(layout, 0, sizeof *layout);
    layout->segments = bitmap_words(graph->vertices);
    if (make_segments(device, graph, bound, layout, error) != 0 ||
        make_tail(device, graph, layout, error) != 0 || fill_rows(device, graph, layout, error) != 0) {
        fbt_layout_free(device, layout);
        return -1;
    }
    return 0;
}

void fbt_layout_free(struct device *device, struct fbt_layout *layout) {
    device_free(device, (void *)layout->rows.segments, (layout->segments + 1) * 8);
    device_free(device, (void *)layout->rows.tall, layout->segments * 4);
    device_free(device, (void *)layout->rows.ranks, (layout->segments + 1) * 4);
    device_free(device, (void *)layout->rows.offsets, (layout->tall + 1) * 8);
    device_free(device, (void *)layout->rows.targets, layout->entries * 4);
    memset(layout, 0, sizeof *layout);
}
