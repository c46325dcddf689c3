#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_QUERY_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_QUERY_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "decompose/cycles/cycle.h"

struct cycle_colouring;
struct exploration;
struct graph_states;
struct run;

/* Which cycle to search for, and the result. */
struct cycle_query {
    struct cycle_goal goal;
    struct cycle cycle;
    struct graph_states *states; /* of cycle.vertices, in this order, which the caller frees; NULL if not
                                    requested, or without a cycle */
    struct error error;          /* the reason why the search could not decide; code ERROR_NONE: it decided */
    const struct cycle_query
        *unless; /* an earlier one, or NULL: if that has a cycle, this need not be asked */
};
static inline int cycle_query_is_needless(const struct cycle_query *query) {
    return query->unless != NULL && query->unless->cycle.found;
}

/* The queries that several ranks decide together, in the graph of a complete exploration. */
struct cycle_ranks_task {
    struct exploration *exploration; /* its levels are consumed; its effort grows */
    struct cycle_query *queries;
    uint32_t count;
    const struct cycle_colouring *colouring; /* before the queries; NULL: none is needed */
    int with_states;                         /* the states of cycles are requested */
    int keep_apart;                          /* for tests: part_scc_options.keep_apart */
};

/*
 * Collective: the graph stays in parts (explorer/graph/graph_part.h), and the result is the same in all
 * ranks. 0, or -1 with *error filled when there is no graph; the queries do not change then.
 */
int cycle_search_ranks(const struct cycle_ranks_task *task, const struct run *run, struct error *error);

#endif
