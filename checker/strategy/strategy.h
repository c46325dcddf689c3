#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_H

#include <stdint.h>

#include "explorer/trace/trace.h"
#include "specs/automata/formula_observer.h"

enum strategy_player {
    STRATEGY_EVEN = 0,
    STRATEGY_ODD = 1
}; /* the same numbers as for owners in observers */

#define STRATEGY_NO_LABEL                                                                                    \
    UINT32_MAX /* label of a move of the observer alone, without a step of the network */

/*
 * Evidence that a formula holds, or is violated, in a network's initial state: a winning strategy in the
 * parity game of network and formula, restricted to the part that is reachable from the initial vertex under
 * this strategy (docs/evidence.md). Even wins if the formula holds, Odd if it is violated. The winner has one
 * move in each of its vertices, the loser has all moves.
 */
enum strategy_shape {
    STRATEGY_TRACE, /* all plays follow one path of the network, which ends */
    STRATEGY_LASSO, /* all plays follow one path of the network, which returns to one of its states */
    STRATEGY_GRAPH  /* the loser can choose between paths of the network */
};

#define STRATEGY_TEXT 256 /* most bytes of a subformula's text */

struct strategy {
    struct memory *memory;
    const struct formula_observer *observer; /* borrowed, like the labels */
    const struct label_texts *labels;
    int holds;
    enum strategy_shape shape;
    struct trace trace; /* TRACE, LASSO: the path; the labels own its texts */
    /* The graph of the strategy. Node 0 is initial; nodes are ordered by their distance from it. */
    uint32_t components;
    uint64_t nodes, edges;
    uint32_t *tuples;      /* nodes * (components + 1): the local states, then the observer's state */
    uint64_t *offsets;     /* nodes + 1 */
    uint32_t *targets;     /* edges: target nodes */
    uint32_t *edge_labels; /* edges: label ids, or STRATEGY_NO_LABEL; rows are sorted by (label, target) */
    uint64_t tuple_capacity, offset_capacity, edge_capacity, label_capacity;
};

/* Build the graph: the first adds a move to the current node, the second ends that node. They return 0, or
 * -1 if memory runs out. */
int strategy_add_edge(struct strategy *strategy, uint32_t label, uint32_t target);
int strategy_end_node(struct strategy *strategy);
void strategy_free(struct strategy *strategy); /* a zeroed strategy is allowed */

#endif
