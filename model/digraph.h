#ifndef HEDDLE_MODEL_DIGRAPH_H
#define HEDDLE_MODEL_DIGRAPH_H

#include <stdint.h>

#include "base/bitmap_core.h"

/*
 * The input of decompositions: a directed graph in compressed rows, or the graph of a Markov decision
 * process, whose edges are grouped into choices. It is a view and owns no array. The arrays are in host
 * memory, or in GPU memory for functions that say so.
 */
struct digraph {
    uint64_t vertices;       /* at most GRAPH_MOST_VERTICES (explorer/graph/graph.h) */
    uint64_t edges;          /* may exceed 2^32 */
    const uint64_t *offsets; /* [vertices + 1] */
    const uint32_t *targets; /* [edges]; a row may be in any order, and may contain a target several times */
    const uint32_t *live;    /* bitmap of live edges; the others are ignored; NULL: all edges are live */
    /*
     * Bitmap of the first edge of each choice. The first edge of a row has its bit set; a choice extends to
     * the next such edge. Either all edges of a choice are live or none. NULL: every edge is a choice of its
     * own.
     */
    const uint32_t *begins;
};

#endif
