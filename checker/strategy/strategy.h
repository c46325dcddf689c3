#ifndef HEDDLE_CHECKER_STRATEGY_STRATEGY_H
#define HEDDLE_CHECKER_STRATEGY_STRATEGY_H

#include <stdint.h>

#include "base/array.h"
#include "model/trace.h"
#include "specs/automata/formula_observer.h"

struct json_t;

enum strategy_player {
    STRATEGY_EVEN = 0,
    STRATEGY_ODD = 1
}; /* the same numbers as for owners in observers */

#define STRATEGY_NO_LABEL                                                                                    \
    UINT32_MAX /* label of a move of the observer alone, without a step of the network */

/*
 * Evidence that a formula holds, or is violated, in a network's initial state: a winning strategy in the
 * parity game of network and formula, restricted to the part that is reachable from the initial vertex under
 * this strategy (docs/evidence-format.md). Even wins if the formula holds, Odd if it is violated. The winner
 * has one move in each of its vertices, the loser has all moves.
 *
 * A strategy forces a path of the network (checker/strategy/strategy_path.h). The shape says how it ends.
 */
enum strategy_shape {
    STRATEGY_TRACE, /* where the loser has lost, whatever it does */
    STRATEGY_LASSO, /* it returns to one of its states */
    STRATEGY_GRAPH  /* where the loser can choose between transitions of the network */
};

/* A node at which the forced path ends, or at which a play ends before the others do. */
enum strategy_end_kind {
    STRATEGY_END_LOST,  /* the winner has no choice any more: the loser has lost */
    STRATEGY_END_LOOP,  /* a node on the cycle of a LASSO whose priority is the highest there */
    STRATEGY_END_CHOICE /* the loser can choose here, or at another such node of the same step */
};

struct strategy_end {
    enum strategy_end_kind kind;
    uint32_t node;
    uint32_t state; /* the observer's state at the node: the subformula */
    uint64_t step;  /* the number of the state on the path, 0 for the initial state */
};

#define STRATEGY_TEXT 256 /* most bytes of a subformula's text */

struct strategy {
    struct memory *memory;
    const struct formula_observer *observer; /* borrowed, like the labels */
    const struct label_texts *labels;
    int holds;
    enum strategy_shape shape;
    uint64_t lost_after; /* steps of the path until the loser has lost; UINT64_MAX if it never loses so */
    struct trace trace;  /* the forced path; the labels own its texts */
    GROWING(struct strategy_end) ends; /* by kind, step and state; the last is where the path ends */
    struct json_t *explanation;        /* why it ends there (checker/strategy/strategy_explain.h); or NULL */
    /* The graph of the strategy. Node 0 is initial; nodes are ordered by their distance from it. */
    uint32_t components;
    uint64_t nodes, edges;
    uint32_t *tuples;      /* nodes * (components + 1): the local states, then the observer's state */
    uint64_t *offsets;     /* nodes + 1 */
    uint32_t *targets;     /* edges: target nodes */
    uint32_t *edge_labels; /* edges: label ids, or STRATEGY_NO_LABEL; rows are sorted by (label, target) */
    uint8_t *chosen;       /* nodes: the winner moves here, and the game has moves to other nodes, too */
    uint64_t tuple_capacity, offset_capacity, edge_capacity, label_capacity, chosen_capacity;
    int is_part; /* the nodes after those of the path are left out, because there are too many */
};

/* Build the graph: the first adds a move to the current node, the second ends that node. They return 0, or
 * -1 if memory runs out. */
int strategy_add_edge(struct strategy *strategy, uint32_t label, uint32_t target);
int strategy_end_node(struct strategy *strategy, int is_chosen);
/* A node's local states, then the state of the observer; and this state. */
const uint32_t *strategy_tuple(const struct strategy *strategy, uint64_t node);
const struct observer_state *strategy_state(const struct strategy *strategy, uint64_t node);
/* Whether the winner moves at a node. */
int strategy_is_winners(const struct strategy *strategy, uint64_t node);
void strategy_clear(struct strategy *strategy); /* removes all nodes and keeps the memory */
void strategy_free(struct strategy *strategy);  /* a zeroed strategy is allowed */

#endif
