#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_TRANSPOSE_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_TRANSPOSE_H

#include <stdint.h>

#include "explorer/graph/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;
struct run;

/* A transposed graph in GPU memory: for each vertex the sources of the live edges to it, in any order. */
struct digraph_transpose {
    uint64_t *offsets; /* [vertices + 1] */
    uint32_t *sources; /* [edges] */
    uint64_t edges;
};

/*
 * Transposes a graph in GPU memory. The result takes 8 bytes for each vertex and 4 for each edge, which the
 * caller frees; 4 more bytes for each vertex are needed for a while. 0, or -1 with *error filled and NULL
 * pointers: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE, and ERROR_LIMIT if a vertex has 2^32 or more
 * incoming edges.
 */
int digraph_transpose_cuda(struct device *device, const struct digraph *graph, const struct run *run,
                           struct digraph_transpose *transpose, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
