#ifndef HEDDLE_EXPLORER_GRAPH_GRAPH_OPEN_H
#define HEDDLE_EXPLORER_GRAPH_GRAPH_OPEN_H

#include "explorer/graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct exploration;
struct network;
struct run;

/* --- for code that builds graphs --- */

/* Whether a graph can have a vertex for each state: 0, or -1 with *error filled (ERROR_LIMIT). */
int graph_check_size(const struct exploration *exploration, struct error *error);
/*
 * A graph without edges yet: allocates offsets, the label texts, and of the arrays those of `arrays` (GRAPH_
 * bits; the observer's states are not filled). NULL with *error filled when memory runs out.
 */
struct graph *graph_create(uint64_t vertices, const struct network *network, unsigned arrays,
                           const struct run *run, struct error *error);
/* Makes room for `edges` edges in total. 0, or -1 when memory runs out. */
int graph_extend(struct graph *graph, uint64_t edges);

#ifdef __cplusplus
}
#endif
#endif
