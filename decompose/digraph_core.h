#ifndef HEDDLE_DECOMPOSE_DIGRAPH_CORE_H
#define HEDDLE_DECOMPOSE_DIGRAPH_CORE_H

/* Bits of a digraph's edges, on the host and on a GPU. */
#include <stddef.h>

#include "base/core.h"
#include "decompose/digraph.h"

CORE_FUNCTION int bitmap_has(const uint32_t *bitmap, uint64_t index) {
    return (int)(bitmap[index / DIGRAPH_WORD_EDGES] >> (index % DIGRAPH_WORD_EDGES) & 1);
}

/* Not for several threads at once. */
CORE_FUNCTION void bitmap_set(uint32_t *bitmap, uint64_t index) {
    bitmap[index / DIGRAPH_WORD_EDGES] |= 1u << (index % DIGRAPH_WORD_EDGES);
}

CORE_FUNCTION void bitmap_clear(uint32_t *bitmap, uint64_t index) {
    bitmap[index / DIGRAPH_WORD_EDGES] &= ~(1u << (index % DIGRAPH_WORD_EDGES));
}

CORE_FUNCTION int digraph_is_live(const struct digraph *graph, uint64_t edge) {
    return graph->live == NULL || bitmap_has(graph->live, edge);
}

/* Whether a choice begins with the edge. */
CORE_FUNCTION int digraph_begins(const struct digraph *graph, uint64_t edge) {
    return graph->begins == NULL || bitmap_has(graph->begins, edge);
}

/* The edge behind the choice that the edge is of, in a row that ends at row_end. */
CORE_FUNCTION uint64_t digraph_choice_end(const struct digraph *graph, uint64_t edge, uint64_t row_end) {
    do {
        edge++;
    } while (edge < row_end && !digraph_begins(graph, edge));
    return edge;
}

#endif
