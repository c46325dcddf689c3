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
 * A graph in GPU memory: the arrays of struct graph (explorer/graph/graph.h), with the same numbering. Rows
 * are sorted by (label, target, choice), without duplicates; labels and choices that were not requested are
 * ignored. It takes 8 bytes for each vertex (12 for a game), and for each array of edges 4 bytes per edge.
 */
struct graph_device {
    struct device *device; /* owned */
    struct memory *memory; /* host memory of this struct */
    uint64_t vertices;     /* at most GRAPH_MOST_VERTICES */
    uint64_t edges;
    uint64_t *offsets;  /* [vertices + 1] */
    uint32_t *targets;  /* edges */
    uint32_t *labels;   /* [edges]: ranks, UINT32_MAX for moves of the observer alone; or NULL */
    uint32_t *choices;  /* [edges], or NULL */
    uint32_t *observer; /* [vertices], for a game; or NULL */
    struct device_range target_range, label_range, choice_range;
    const struct network *network; /* owns the texts of the labels; not owned */
};

/*
 * The graph of a complete exploration that kept its levels and left its visited set on the GPU. Consumes
 * visited set, levels and interner, wherever they are; the graph takes over the GPU, and the exploration
 * keeps its counts. The network must outlive the graph. The states of the vertices, if requested, stay on the
 * GPU, too, where its memory sufficed for all keys: free or fetch them before the graph is freed.
 *
 * While the graph is built, GPU memory is needed for the search's visited set, queue and interner, for the
 * graph itself, and 4 bytes for each slot of the visited set. In addition first 24 bytes for each state of
 * the largest level (or of several levels with up to 2^26 states), then 16 or 32 bytes for each of up to 2^26
 * transitions, or for each transition of a state that has more.
 *
 * NULL with *error filled: ERROR_LIMIT for too many vertices, ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 * Then the exploration is unchanged, except for the order of keys within levels.
 */
struct graph_device *graph_device_build(struct exploration *exploration, const struct graph_options *options,
                                        const struct run *run, struct error *error);
/* Releases the GPU, too; NULL is allowed. */
void graph_device_free(struct graph_device *graph);

/*
 * A copy on the host, in run->memory; `labels` and `choices` are NULL if they were not built. NULL with
 * *error filled: ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE.
 */
struct graph *graph_device_download(const struct graph_device *graph, const struct run *run,
                                    struct error *error);

#ifdef __cplusplus
}
#endif
#endif
