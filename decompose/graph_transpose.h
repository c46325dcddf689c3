#ifndef HEDDLE_DECOMPOSE_GRAPH_TRANSPOSE_H
#define HEDDLE_DECOMPOSE_GRAPH_TRANSPOSE_H

#include "base/device.h"
#include "decompose/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct run;

/*
 * The live edges of a graph in the memory of a GPU, turned round: rows of sources, in any order. *offsets
 * ((vertices + 1) * 8 bytes) and *sources (*edges * 4 bytes) are device_allocate'd; the caller frees them. 0,
 * or -1 with *error filled and nothing allocated: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
int digraph_transpose_cuda(struct device *device, const struct digraph *graph, const struct run *run,
                           uint64_t **offsets, uint32_t **sources, uint64_t *edges, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
