#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_EVIDENCE_H

#include <stdint.h>

#include "base/stream/output.h"
#include "checker/evidence/evidence.h"
#include "checker/evidence/formula_moves.h"
#include "frontend/exp/walk/semantics.h"
#include "explorer/graph/graph_states.h"
#include "explorer/trace/trace.h"
#include "parity/game/game.h"
#include "specs/automata/formula_observer.h"

/*
 * Evidence that a formula holds in a network's initial state, or does not: a winning strategy in the parity
 * game of the two, restricted to what can be reached from the initial vertex under it (docs/evidence.md).
 * Even's where the formula holds, Odd's where it is violated: the winner has one move in each vertex of its
 * own, the loser all that there are.
 */
enum formula_shape {
    FORMULA_TRACE, /* all plays go along one path of the network, which ends */
    FORMULA_LASSO, /* the same; the path returns */
    FORMULA_GRAPH  /* the loser has a choice between ways through the network */
};

/* How many nodes a strategy may have: a file of some 100 MB. */
#define FORMULA_EVIDENCE_NODES 1000000u

#define FORMULA_EVIDENCE_TEXT 256 /* bytes of a subformula's text, at most */

struct formula_evidence {
    struct memory *memory;
    const struct formula_observer *observer; /* borrowed, as the labels are */
    const struct label_texts *labels;
    int holds;
    enum formula_shape shape;
    struct trace trace; /* TRACE, LASSO: the path; its texts are those of the labels */
    /* The graph of the strategy; node 0 is initial, nodes are in the order of their distance from it. */
    uint32_t components;
    uint64_t nodes, edges;
    uint32_t *tuples;      /* nodes * (components + 1): local states, the observer's behind them */
    uint64_t *offsets;     /* nodes + 1 */
    uint32_t *targets;     /* edges: nodes */
    uint32_t *edge_labels; /* edges: ids of labels, or FORMULA_NO_LABEL; rows are sorted by (label, target) */
    uint64_t tuple_capacity, offset_capacity, edge_capacity, label_capacity;
};

/*
 * Makes evidence of what a solver said of a game on the host (checker/check_formula.h keeps all of this).
 * Vertices are those of the graph whose states are given; game->start is the initial vertex; a vertex that
 * the product gives no successor may have any self-loop in the game. Among the winner's ways, one that comes
 * soon to where the game is decided is taken. Edges and their labels are made anew by walking the network's
 * tree. Observer, labels and their texts must outlive the evidence.
 *
 * 0, or -1 with *error filled and nothing to free: ERROR_LIMIT (more than most_nodes nodes), ERROR_MEMORY,
 * ERROR_INTERRUPTED, ERROR_INPUT when game or solution are not those of network and observer.
 */
int formula_evidence_make(const struct game *game, const struct solution *solution,
                          const struct graph_states *states, const struct formula_observer *observer,
                          const struct label_texts *labels, semantics *semantics, uint64_t most_nodes,
                          const struct run *run, struct formula_evidence *evidence, struct error *error);
void formula_evidence_free(struct formula_evidence *evidence); /* of zeros is allowed */

/*
 * Writes it; the file appears under its name only when complete. property: of kind PROPERTY_FORMULA. As JSON
 * for `heddle verify`: a trace with the nodes behind it, or evidence of kind "parity"; a TRACE or LASSO as
 * any trace as a table or AUT graph, too; a GRAPH as a table of its nodes. 0, or -1 with *error filled: also
 * ERROR_USAGE for a GRAPH in AUT.
 */
int formula_evidence_write(const char *path, enum trace_format format,
                           const struct formula_evidence *evidence, const struct property *property,
                           const struct evidence_subject *subject, const struct run *run,
                           struct error *error);

/*
 * Writes it as a part of an object of JSON: , "holds": .., "labels": .., "subformulas": .., "nodes": N,
 * "strategy": [..] with the first most_nodes of its nodes, as the lines of a file have them. 0, or -1 with
 * *error filled.
 */
int formula_evidence_put(output *output, const struct formula_evidence *evidence,
                         const struct property *property, uint64_t most_nodes, const struct run *run,
                         struct error *error);

#endif
