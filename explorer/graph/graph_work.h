#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_WORK_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_WORK_H

/* Declarations that the files share that build a graph on a GPU (graph_device.cu). */
#include <stddef.h>
#include <stdint.h>

#include "base/device/device.h"
#include "explorer/model/model_core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct space_device;
struct error;
struct exploration;
struct graph_device;
struct run;

/* Temporary memory of CUB's functions, on the device. Without a block, they only set `bytes`. */
struct graph_temporary {
    void *block;
    size_t bytes;
};

struct graph_work {
    struct exploration *exploration;
    struct space_device *space;
    struct device *device;             /* the device of the space */
    const struct model_header *header; /* in host memory */
    const struct run *run;
    struct error *error;
    struct graph_device *graph;
    uint64_t *keys;      /* keys of all states, on the device; in canonical order after graph_work_order */
    uint32_t *vertex_of; /* [slot of the visited set]: the vertex; on the device */
};

/*
 * graph_order_cuda.cu: sorts work->keys by level, within a level by the tuple of component states. 0 or -1.
 */
int graph_work_order(struct graph_work *work);
/* graph_edges_cuda.cu: fills the graph's arrays from work->keys and work->vertex_of. 0 or -1. */
int graph_work_edges(struct graph_work *work, unsigned which);

#ifdef __cplusplus
}
#endif
#endif
