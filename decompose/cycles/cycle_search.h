#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_SEARCH_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_SEARCH_H

#include <stdint.h>

#include "base/error.h"
#include "decompose/cycles/cycle.h"

struct backend;
struct exploration;
struct graph;
struct graph_states;
struct run;

/* Which cycle to search for, and the result. */
struct cycle_query {
    struct cycle_goal goal;
    struct cycle cycle;
    struct error error; /* why it could not be decided; code ERROR_NONE: it could */
};

/* Who wants to see the graph on the host, too. */
struct graph_visitor {
    void (*visit)(void *context, const struct graph *graph);
    void *context;
};

/*
 * Seeks cycles in the graph of a complete exploration that kept its levels and its visited set, all in one
 * graph: on the GPU where the search left it, else on the host, and there, too, where the GPU's memory does
 * not suffice. `backend` did the search; if that is "auto" and a GPU fails, the host searches once more.
 *
 * visitor: is shown the graph with its choices, in host memory: then all is done there. NULL for none.
 *
 * *states: the states of the graph's vertices, for the caller to free; NULL: not wanted. Consumes the visited
 * set and the levels, but for their numbers; exploration->memory_peak and ->fallback are as they are in the
 * end. The caller frees the cycles with cycle_free and run->memory, whatever this returns. 0, or -1 with
 * *error filled when there is no graph: ERROR_LIMIT for too many vertices, ERROR_MEMORY, ERROR_INTERRUPTED,
 * ERROR_DEVICE; queries are untouched then.
 */
int cycle_search(const struct backend *backend, struct exploration *exploration, struct cycle_query *queries,
                 uint32_t count, const struct graph_visitor *visitor, struct graph_states **states,
                 const struct run *run, struct error *error);

#endif
