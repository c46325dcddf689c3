#ifndef HEDDLE_TESTS_SUPPORT_DEALT_GRAPH_H
#define HEDDLE_TESTS_SUPPORT_DEALT_GRAPH_H

/* The vertices of a graph, dealt to ranks that each have a part of it. */
#include "model/digraph_core.h"
#include "explorer/graph/graph_part.h"
#include "tests/support/thread_ranks.h"

struct dealt_graph {
    unsigned count;                      /* ranks */
    uint64_t *name;                      /* of each vertex, in the whole graph of all ranks */
    uint32_t *number[THREAD_RANKS_MOST]; /* of each vertex of a part, in the graph */
    struct graph_part part[THREAD_RANKS_MOST];
};

/* Deals at random, or by the order of vertices. If only some edges are live, they have label 1, others 0. The
 * edges of `ends` are left out, unless it is NULL. */
void dealt_graph_open(struct dealt_graph *dealt, const struct digraph *graph, const uint8_t *ends,
                      unsigned count, uint64_t *random);
void dealt_graph_close(struct dealt_graph *dealt);

#endif
