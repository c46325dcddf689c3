#ifndef HEDDLE_EXPLORER_GRAPH_EDGE_MASK_H
#define HEDDLE_EXPLORER_GRAPH_EDGE_MASK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct graph_device;
struct run;

/*
 * Selects the live edges of a graph by their labels, for struct digraph: fills the bitmap of
 * bitmap_words(graph->edges) words; the bit of an edge is set if labels[its label] is not 0. `labels` has a
 * byte for each label of the graph, which must have been built with labels. 0, or -1 with *error filled:
 * ERROR_INTERRUPTED.
 */
int edge_mask_fill(const struct graph *graph, const uint8_t *labels, const struct run *run, uint32_t *live,
                   struct error *error);
/* The same with graph, labels and bitmap in GPU memory; may also fail with ERROR_DEVICE. */
int edge_mask_fill_cuda(const struct graph_device *graph, const uint8_t *labels, uint32_t *live,
                        struct error *error);

#ifdef __cplusplus
}
#endif
#endif
