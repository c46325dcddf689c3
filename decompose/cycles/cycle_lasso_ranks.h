#ifndef HEDDLE_DECOMPOSE_CYCLES_CYCLE_LASSO_RANKS_H
#define HEDDLE_DECOMPOSE_CYCLES_CYCLE_LASSO_RANKS_H

/* A lasso in a graph of which each rank has a part, for cycle_ranks.c. */
#include <stdint.h>

#include "base/scope.h"
#include "decompose/cycles/cycle.h"
#include "decompose/ranks/part_scc.h"
#include "explorer/distributed/mail.h"

/* A vertex that all ranks know: after its level and vector, by which vertices are in order. */
struct ranks_vertex {
    uint64_t vertex; /* in the whole graph; GRAPH_PART_NONE: there is none */
    uint64_t level;
    uint64_t note; /* what its rank says of it */
    const uint64_t *vector;
};

/* The search for one cycle. The caller fills everything up to `idle`. */
struct lasso_search {
    const struct graph_part *part;
    const struct part_components *components;
    const struct cycle_goal *goal;
    uint64_t label_count;
    const struct run *run;
    struct error *error;
    struct cycle *cycle;
    uint32_t *idle;      /* bitmap over vertices: room for lasso_want; NULL without weak conditions */
    mail *mail;          /* of items of one word */
    struct scope scope;  /* of `own`, `all`, `queue` and `visited` */
    uint64_t *own, *all; /* what ranks show of a vertex */
    uint64_t *vertices, vertex_capacity; /* of the lasso, in the whole graph; the same in all ranks */
    uint64_t *vectors, vector_capacity;  /* .. their vectors */

    /* --- a breadth-first search from a vertex, of this rank's vertices --- */
    uint32_t *queue, *visited;
    uint64_t count, appended, nearest;
    uint64_t *begin, begin_capacity; /* those at distance d are from begin[d] on */
    const uint8_t *wanted_set;       /* wanted edges: by label; NULL: those to `target` */
    int or_idle;                     /* .. or those of a vertex in `idle`, which has none of the set */
    uint64_t target;
};

/* The wanted edges are now those of the set and, if `or_idle`, those of vertices without such an edge. */
void lasso_want(struct lasso_search *search, const uint8_t *set, int or_idle);
/* Whether the vertex's edge is wanted. */
int lasso_wants(const struct lasso_search *search, uint64_t vertex, uint64_t edge);

/* Collective: the memory of a search. 0, or -1 in all ranks; lasso_close in any case. */
int lasso_open(struct lasso_search *search);
void lasso_close(struct lasso_search *search);
/*
 * Collective: the least of the vertices that ranks know, of each rank at most one of its own (UINT64_MAX:
 * none), with a note. It is known to all until the next call.
 */
struct ranks_vertex lasso_choose(struct lasso_search *search, uint64_t index, uint64_t note);
/*
 * Collective: the lasso to the least vertex on a matching cycle, and around the cycle: the one that
 * cycle_find gives. 0, or -1 in all ranks.
 */
int lasso_find(struct lasso_search *search, struct ranks_vertex start);

#endif
