#ifndef HEDDLE_TESTS_ORACLE_ORACLE_H
#define HEDDLE_TESTS_ORACLE_ORACLE_H

#include <stdint.h>

#include "frontend/exp/syntax/exp_tree.h"
#include "frontend/language/language.h"

/*
 * A deliberately naive explorer of EXP networks, for tests: transitions are those of the walker over the
 * syntax tree (frontend/walk/walker.h), states are kept in the plainest of hash sets. It shares
 * nothing with the composer and the search, and of the frontend only the data of trees and components. It
 * aborts when memory runs out.
 */
enum oracle_outcome {
    ORACLE_DONE,
    ORACLE_LIMIT,      /* more than max_states states, or far too many transitions; the arrays are empty */
    ORACLE_PRIO_CYCLE, /* some prio puts a label above itself: the network is wrong; the arrays are empty */
    ORACLE_FAULT /* a model with data has an error in some state, or no initial one; the arrays are empty */
};

/*
 * The graph in canonical numbers: by BFS level, within a level by the tuple of component states. Leaves are
 * numbered in tree order, depth first; every use of a nested file has leaves of its own. `transitions` counts
 * as fired (two ways to the same label and state are two), edges are distinct (from, label, to), sorted by
 * from, bytes of the label, to.
 */
struct oracle_graph {
    enum oracle_outcome outcome;
    uint64_t states, transitions, deadlocks, edges;
    uint32_t levels;          /* non-empty BFS levels, the initial one included */
    uint32_t leaves;          /* components */
    uint64_t *level_begin;    /* levels + 1 state numbers */
    uint32_t *level;          /* states: the level of each */
    uint32_t *tuples;         /* states * leaves: local states */
    uint64_t *offsets;        /* states + 1, into the edges */
    const char **edge_label;  /* edges: text; the same pointer for the same text */
    uint32_t *edge_target;    /* edges: state numbers */
    struct oracle_store *own; /* what the above points into */
};

/* The tree may be freed afterwards. The caller frees the result with oracle_free. Never NULL. */
struct oracle_graph *oracle_explore(const exp_tree *tree, uint64_t max_states);
/* The same of a part of a tree (or a tree made by hand), whose labels are in `labels`. */
struct oracle_graph *oracle_explore_node(const struct exp_node *root, const label_table *labels,
                                         const struct exp_options *options, uint64_t max_states);
/* The same of a model of any language, whose components are those of its walker. With several initial states,
 * these are level 0. */
struct oracle_graph *oracle_explore_model(const language_tree *tree, uint64_t max_states);
/* The state with these local states; `states` where there is none. */
uint32_t oracle_find(const struct oracle_graph *graph, const uint32_t *tuple);
void oracle_free(struct oracle_graph *graph);

#endif
