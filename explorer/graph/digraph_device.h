#ifndef HEDDLE_EXPLORER_GRAPH_DIGRAPH_DEVICE_H
#define HEDDLE_EXPLORER_GRAPH_DIGRAPH_DEVICE_H

#include "model/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;
struct run;

/* A copy of a host's digraph in the memory of a GPU. */
struct digraph_device {
    struct device *device; /* not owned */
    struct digraph graph;  /* its arrays are on the GPU and owned; NULL where the host's are NULL */
};

/*
 * Copies the arrays of a digraph in host memory; the digraph is not needed afterwards. 0, or -1 with *error
 * filled and nothing to free: ERROR_MEMORY, ERROR_DEVICE.
 */
int digraph_device_create(struct device *device, const struct digraph *graph, struct digraph_device *copy,
                          struct error *error);
/* A zeroed copy is allowed. */
void digraph_device_free(struct digraph_device *copy);

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
/* The vertices whose word is less than `below`. */
struct digraph_rows {
    const uint32_t *words; /* [vertices], in GPU memory */
    uint32_t below;
};

/* The same for the edges from these vertices alone; NULL: from all. */
int digraph_transpose_rows_cuda(struct device *device, const struct digraph *graph,
                                const struct digraph_rows *rows, const struct run *run,
                                struct digraph_transpose *transpose, struct error *error);
/* Returns the most bytes that digraph_transpose_cuda takes at a time, result included. */
uint64_t digraph_transpose_cuda_bytes(const struct digraph *graph);

#ifdef __cplusplus
}
#endif
#endif
