#ifndef HEDDLE_DECOMPOSE_DIGRAPH_H
#define HEDDLE_DECOMPOSE_DIGRAPH_H

#include <stdint.h>

/*
 * What decompositions read: a directed graph in compressed rows, or the graph of a Markov decision process,
 * whose edges are grouped into choices. A view: whoever made the arrays frees them. They lie in host memory,
 * or in the memory of a GPU for the functions that say so.
 *
 * Bitmaps over edges have a bit an edge, bit e % 32 of word e / 32; digraph_bitmap_words(edges) words.
 */
struct digraph {
    uint64_t vertices;       /* at most GRAPH_MOST_VERTICES (explorer/graph.h) */
    uint64_t edges;          /* may be above 2^32 */
    const uint64_t *offsets; /* vertices + 1 */
    const uint32_t *targets; /* edges; a row may be in any order, and have a target several times */
    const uint32_t
        *live; /* bitmap: edges without their bit are as if they were not there; NULL: all are there */
    /* Bitmap: the first edge of each choice. A row begins with one, and the edges up to the next are one
     * choice; either all of them are live or none. NULL: every edge is a choice of its own. */
    const uint32_t *begins;
};

#define DIGRAPH_WORD_EDGES 32u

static inline uint64_t digraph_bitmap_words(uint64_t edges) {
    return (edges + DIGRAPH_WORD_EDGES - 1) / DIGRAPH_WORD_EDGES;
}

#endif
