#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_OPEN_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_OPEN_H

#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct network;

/* --- for builders of graphs --- */

/* Whether a graph can have as many vertices as there are states: 0, or -1 with *error filled (ERROR_LIMIT).
 */
int graph_check_size(const struct exploration *exploration, struct error *error);
/*
 * `graph` is zeros but for memory and vertices: makes its label texts, its offsets,
 * and arrays of no edge yet, those of labels and choices only if that is set. 0, or -1 when memory is spent.
 */
int graph_open(struct graph *graph, const struct network *network, int labels, int choices);
/* Makes the observer's states, for a game. 0, or -1 when memory is spent. */
int graph_open_observer(struct graph *graph);
/* Room for `edges` edges in all. 0, or -1 when memory is spent. */
int graph_extend(struct graph *graph, uint64_t edges);

#ifdef __cplusplus
}
#endif
#endif
