#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_DEVICE_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_DEVICE_H

#include <stdint.h>

#include "base/device/device.h"
#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct network;
struct run;

/*
 * A graph in the memory of a GPU: struct graph's arrays (explorer/graph/graph.h), numbered the same. Rows are
 * sorted by (label, target, choice) and hold each once; labels and choices that were not asked for do not
 * count. It takes 8 bytes a vertex (for a game 12), and 4 bytes an edge for each array of edges.
 */
struct graph_device {
    struct device *device; /* owned */
    struct memory *memory; /* of this struct, on the host */
    uint64_t vertices;     /* at most GRAPH_MOST_VERTICES */
    uint64_t edges;
    uint64_t *offsets;  /* vertices + 1 */
    uint32_t *targets;  /* edges */
    uint32_t *labels;   /* edges: ranks, UINT32_MAX for moves of an observer alone; or NULL */
    uint32_t *choices;  /* edges; or NULL */
    uint32_t *observer; /* vertices: of a game; or NULL */
    struct device_range target_range, label_range, choice_range;
    const struct network *network; /* whose texts the labels are; not owned */
};

/*
 * The graph of a complete exploration that kept its levels and left its visited set on the GPU. Consumes
 * visited set, levels and interner, wherever they are; the GPU is the graph's from then on, and the
 * exploration keeps its counts. The network must outlive the graph.
 *
 * While it is made it takes, beside the search's visited set, queue and interner and the graph itself: 4
 * bytes for each slot of the visited set; first 24 bytes a state of the largest level (or of levels that are
 * smaller together, up to 2^26 states), then 16 or 32 bytes for each of at most 2^26 transitions at a time,
 * or of the state with the most.
 *
 * NULL with *error filled: ERROR_LIMIT for too many vertices, ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 * The exploration is as it was then, but for the order of keys within levels.
 */
struct graph_device *graph_device_build(struct exploration *exploration, const struct graph_options *options,
                                        const struct run *run, struct error *error);
/* Gives the GPU back, too; NULL is allowed. */
void graph_device_free(struct graph_device *graph);

/*
 * A copy on the host, in run->memory; `labels` and `choices` are NULL where they were not made. NULL with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
struct graph *graph_device_download(const struct graph_device *graph, const struct run *run,
                                    struct error *error);

#ifdef __cplusplus
}
#endif
#endif
