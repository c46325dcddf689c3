#ifndef HEDDLE_EXPLORER_GRAPH_DIGRAPH_DEVICE_H
#define HEDDLE_EXPLORER_GRAPH_DIGRAPH_DEVICE_H

#include "explorer/graph/digraph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device;
struct error;

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

#ifdef __cplusplus
}
#endif
#endif
