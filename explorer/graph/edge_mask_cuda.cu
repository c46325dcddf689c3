/* Selects the live edges of a graph on a GPU by their labels: each warp makes one word of the bitmap. */
#include "explorer/graph/edge_mask.h"

#include "base/device/device.h"
#include "base/device/device_check.cuh"
#include "base/device/device_grid.cuh"
#include "explorer/graph/digraph.h"
#include "explorer/graph/graph_device.h"

#define THREADS 256u /* a multiple of the warp size */

/* `slots`: the number of edges, rounded up to whole words, so that all lanes of a warp take part. */
static __global__ void fill_mask(const uint32_t *edge_labels, uint64_t edges, uint64_t slots,
                                 const uint8_t *labels, uint32_t *live) {
    for (uint64_t edge = device_grid_thread(); edge < slots; edge += device_grid_step()) {
        int is_live = edge < edges && labels[edge_labels[edge]] != 0;
        uint32_t word = __ballot_sync(ALL_LANES, is_live);
        if (edge % BITMAP_WORD_BITS == 0) {
            live[edge / BITMAP_WORD_BITS] = word;
        }
    }
}

int edge_mask_fill_cuda(const struct graph_device *graph, const uint8_t *labels, uint32_t *live,
                        struct error *error) {
    if (graph->edges == 0) {
        return 0;
    }
    uint64_t slots = bitmap_words(graph->edges) * BITMAP_WORD_BITS;
    fill_mask<<<device_grid_blocks(slots, THREADS), THREADS>>>(graph->labels, graph->edges, slots, labels,
                                                               live);
    return DEVICE_CHECK(cudaGetLastError(), error) || device_finish(error) ? -1 : 0;
}
