#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_SEARCH_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_SEARCH_H

#include <stdint.h>

#include "base/error.h"
#include "decompose/cycles/cycle.h"

struct backend;
struct exploration;
struct graph;
struct graph_device;
struct graph_states;
struct run;

/* Which cycle to search for, and the result. */
struct cycle_query {
    struct cycle_goal goal;
    struct cycle cycle;
    struct graph_states *states; /* of cycle.vertices, in this order, which the caller frees; NULL if not
                                    requested, or without a cycle */
    struct error error;          /* the reason why the search could not decide; code ERROR_NONE: it decided */
};

/* A function of the caller that receives the graph, and the states of its vertices if requested, or NULL. */
struct graph_visitor {
    void (*visit)(void *context, const struct graph *graph, const struct graph_states *states);
    /* The same where the graph is on a GPU, without states; NULL: only on the host. Consumes the graph and
     * sets *peak to the most bytes of the GPU's memory. Returns 0, or -1 with *error filled: `visit` is to do
     * what is left. */
    int (*visit_there)(void *context, struct graph_device *graph, uint64_t *peak, struct error *error);
    void *context;
};

/* The parameters of a search. */
struct cycle_task {
    const struct backend *backend; /* it did the exploration */
    struct exploration *exploration;
    struct cycle_query *queries;
    uint32_t count;
    /* Receives the graph with its choices; all work is done on the host if there are queries or states, too.
     * NULL for none. */
    const struct graph_visitor *visitor;
    int with_states; /* the states are requested */
    int keep_apart;  /* for tests, with run->ranks: part_scc_options.keep_apart */
};

/*
 * Searches for cycles in the graph of a complete exploration that kept its levels and its visited set, all in
 * one graph: on the GPU if the exploration left it there and the GPU's memory suffices, else on the host. If
 * the backend is "auto" and a GPU fails, the host explores again.
 *
 * With run->ranks, a collective function: the graph stays in parts (explorer/graph/graph_part.h), and the
 * result is the same in all ranks. There is no visitor then.
 *
 * Consumes the visited set and the levels, except for their counts; sets exploration->effort.memory_peak and
 * .fallback to their final values. The caller frees the cycles with cycle_free and run->memory, and their
 * states, whatever this returns. Returns 0, or -1 with *error filled when there is no graph: ERROR_LIMIT for
 * too many vertices, ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_DEVICE; the queries do not change then.
 */
int cycle_search(const struct cycle_task *task, const struct run *run, struct error *error);
/* cycle_search with run->ranks. */
int cycle_search_ranks(const struct cycle_task *task, const struct run *run, struct error *error);

#endif
