/* Selects the live edges of a graph in host memory by their labels. */
#include "explorer/graph/edge_mask.h"

#include "base/error.h"
#include "base/run.h"
#include "explorer/graph/digraph.h"
#include "explorer/graph/graph.h"

#define LOOK_WORDS ((uint64_t)1 << 20) /* words of the bitmap between two checks of the stop flag */

int edge_mask_fill(const struct graph *graph, const uint8_t *labels, const struct run *run, uint32_t *live,
                   struct error *error) {
    uint64_t words = bitmap_words(graph->edges);
    for (uint64_t word = 0; word < words; word++) {
        uint64_t first = word * BITMAP_WORD_BITS, left = graph->edges - first;
        uint32_t bits = 0;
        for (uint32_t k = 0; k < BITMAP_WORD_BITS && k < left; k++) {
            bits |= (uint32_t)(labels[graph->labels[first + k]] != 0) << k;
        }
        live[word] = bits;
        if (word % LOOK_WORDS == LOOK_WORDS - 1 && run_should_stop(run)) {
            return error_set(error, ERROR_INTERRUPTED, "interrupted while looking for cycles");
        }
    }
    return 0;
}
