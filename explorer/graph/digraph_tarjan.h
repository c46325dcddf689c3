#ifndef HEDDLE_EXPLORER_GRAPH_DIGRAPH_TARJAN_H
#define HEDDLE_EXPLORER_GRAPH_DIGRAPH_TARJAN_H

/* The live edges of a digraph as rows for base/tarjan.h. */
#include "base/tarjan.h"
#include "model/digraph_core.h"

static inline uint64_t digraph_row_begin(const void *graph, uint32_t vertex) {
    return ((const struct digraph *)graph)->offsets[vertex];
}

static inline uint64_t digraph_row_end(const void *graph, uint32_t vertex) {
    return ((const struct digraph *)graph)->offsets[vertex + 1];
}

static inline uint32_t digraph_live_target(const void *context, uint64_t edge) {
    const struct digraph *graph = (const struct digraph *)context;
    return digraph_is_live(graph, edge) ? graph->targets[edge] : TARJAN_NO_EDGE;
}

#endif
