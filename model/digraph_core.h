#ifndef HEDDLE_MODEL_DIGRAPH_CORE_H
#define HEDDLE_MODEL_DIGRAPH_CORE_H

/* Bits of a digraph's edges, on the host and on a GPU. */
#include <stddef.h>

#include "base/bitmap_core.h"
#include "model/digraph.h"

CORE_FUNCTION int digraph_is_live(const struct digraph *graph, uint64_t edge) {
    return graph->live == NULL || bitmap_has(graph->live, edge);
}

/* Whether the edge is the first of a choice. */
CORE_FUNCTION int digraph_begins(const struct digraph *graph, uint64_t edge) {
    return graph->begins == NULL || bitmap_has(graph->begins, edge);
}

/* The end of the choice of an edge, in a row that ends at row_end. */
CORE_FUNCTION uint64_t digraph_choice_end(const struct digraph *graph, uint64_t edge, uint64_t row_end) {
    do {
        edge++;
    } while (edge < row_end && !digraph_begins(graph, edge));
    return edge;
}

#endif
