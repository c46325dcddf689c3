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

/*
 * The transpose of a graph in GPU memory: for each vertex the sources of the live edges that lead to it, in
 * any order. offsets [vertices + 1] and sources [*edges] are allocated on the device, 8 bytes for each vertex
 * and 4 for each edge; the caller frees them. It temporarily takes 4 more bytes for each vertex. 0, or -1
 * with *error filled and nothing to free: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE, and ERROR_LIMIT if a
 * vertex has 2^32 or more incoming edges.
 */
int digraph_transpose_cuda(struct device *device, const struct digraph *graph, const struct run *run,
                           uint64_t **offsets, uint32_t **sources, uint64_t *edges, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
