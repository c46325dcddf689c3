#ifndef HEDDLE_FRONTEND_FORMATS_GRAPH_AUT_H
#define HEDDLE_FRONTEND_FORMATS_GRAPH_AUT_H

#include "base/stream/output.h"

struct error;
struct graph;
struct run;

/*
 * Writes a graph that has labels as AUT. The run's threads make the text; it is the same for any number of
 * them. 0, or -1 with *error filled.
 */
int graph_aut_write(const struct graph *graph, output *output, const struct run *run, struct error *error);

#endif
