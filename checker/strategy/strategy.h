#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_H

#include <stdint.h>

#include "explorer/trace/trace.h"
#include "specs/automata/formula_observer.h"

enum strategy_player { STRATEGY_EVEN = 0, STRATEGY_ODD = 1 }; /* owners as observers have them */

#define STRATEGY_NO_LABEL UINT32_MAX /* of a move of the observer alone: the network stands still */

/*
 * Evidence that a formula holds in a network's initial state, or does not: a winning strategy in the parity
 * game of the two, restricted to what can be reached from the initial vertex under it (docs/evidence.md).
 * Even's where the formula holds, Odd's where it is violated: the winner has one move in each vertex of its
 * own, the loser all that there are.
 */
enum strategy_shape {
    STRATEGY_TRACE, /* all plays go along one path of the network, which ends */
    STRATEGY_LASSO, /* the same; the path returns */
    STRATEGY_GRAPH  /* the loser has a choice between ways through the network */
};

#define STRATEGY_TEXT 256 /* bytes of a subformula's text, at most */

struct strategy {
    struct memory *memory;
    const struct formula_observer *observer; /* borrowed, as the labels are */
    const struct label_texts *labels;
    int holds;
    enum strategy_shape shape;
    struct trace trace; /* TRACE, LASSO: the path; its texts are those of the labels */
    /* The graph of the strategy; node 0 is initial, nodes are in the order of their distance from it. */
    uint32_t components;
    uint64_t nodes, edges;
    uint32_t *tuples;  /* nodes * (components + 1): local states, then the observer's */
    uint64_t *offsets; /* nodes + 1 */
    uint32_t *targets; /* edges: nodes */
    uint32_t
        *edge_labels; /* edges: ids of labels, or STRATEGY_NO_LABEL; rows are sorted by (label, target) */
    uint64_t tuple_capacity, offset_capacity, edge_capacity, label_capacity;
};

/* Adds a move to the node that is made; ends that node. 0, or -1 when memory is spent. */
int strategy_add_edge(struct strategy *strategy, uint32_t label, uint32_t target);
int strategy_end_node(struct strategy *strategy);
void strategy_free(struct strategy *strategy); /* of zeros is allowed */

#endif
