#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_OPEN_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_OPEN_H

#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct network;

/* --- for code that builds graphs --- */

/* Whether a graph can have a vertex for each state: 0, or -1 with *error filled (ERROR_LIMIT). */
int graph_check_size(const struct exploration *exploration, struct error *error);
/*
 * Prepares a graph that is zeroed except for memory and vertices: allocates its label texts and offsets, and
 * empty arrays of edges; those of labels and choices only if requested. 0, or -1 when memory runs out.
 */
int graph_open(struct graph *graph, const struct network *network, int labels, int choices);
/* Allocates the observer's states, for a game. 0, or -1 when memory runs out. */
int graph_open_observer(struct graph *graph);
/* Makes room for `edges` edges in total. 0, or -1 when memory runs out. */
int graph_extend(struct graph *graph, uint64_t edges);

#ifdef __cplusplus
}
#endif
#endif
