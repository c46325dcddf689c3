#ifndef HEDDLE_EXPLORER_GRAPH_DIGRAPH_H
#define HEDDLE_EXPLORER_GRAPH_DIGRAPH_H

#include <stdint.h>

#include "base/bitmap_core.h"

/*
 * What decompositions read: a directed graph in compressed rows, or the graph of a Markov decision process,
 * whose edges are grouped into choices. A view: it owns no array. They lie in host memory,
 * or in the memory of a GPU for the functions that say so.
 */
struct digraph {
    uint64_t vertices;       /* at most GRAPH_MOST_VERTICES (explorer/graph/graph.h) */
    uint64_t edges;          /* may be above 2^32 */
    const uint64_t *offsets; /* vertices + 1 */
    const uint32_t *targets; /* edges; a row may be in any order, and have a target several times */
    const uint32_t
        *live; /* bitmap: edges without their bit are as if they were not there; NULL: all are there */
    /* Bitmap: the first edge of each choice. A row begins with one, and the edges up to the next are one
     * choice; either all of them are live or none. NULL: every edge is a choice of its own. */
    const uint32_t *begins;
};

#endif
