#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_EVIDENCE_H

#include <stdint.h>

#include "base/stream/output.h"
#include "checker/evidence/evidence.h"
#include "checker/strategy/strategy.h"
#include "frontend/exp/walk/semantics.h"
#include "explorer/graph/graph_states.h"
#include "explorer/trace/trace.h"
#include "parity/game/game.h"
#include "specs/automata/formula_observer.h"

/* How many nodes a strategy may have: a file of some 100 MB. */
#define STRATEGY_NODES 1000000u

/*
 * Makes evidence of what a solver said of a game on the host (checker/check_formula.h keeps all of this).
 * Vertices are those of the graph whose states are given; game->start is the initial vertex; a vertex that
 * the product gives no successor may have any self-loop in the game. Among the winner's ways, one that comes
 * soon to where the game is decided is taken. Edges and their labels are derived again by walking the
 * network's tree. Observer, labels and their texts must outlive the evidence.
 *
 * 0, or -1 with *error filled and nothing to free: ERROR_LIMIT (more than most_nodes nodes), ERROR_MEMORY,
 * ERROR_INTERRUPTED, ERROR_INPUT when game or solution are not those of network and observer.
 */
int formula_evidence_make(const struct game *game, const struct solution *solution,
                          const struct graph_states *states, const struct formula_observer *observer,
                          const struct label_texts *labels, semantics *semantics, uint64_t most_nodes,
                          const struct run *run, struct strategy *evidence, struct error *error);

/*
 * Writes it; the file appears under its name only when complete. property: of kind PROPERTY_FORMULA. As JSON
 * for `heddle verify`: a trace followed by the nodes, or evidence of kind "parity"; a TRACE or LASSO as
 * any trace as a table or AUT graph, too; a GRAPH as a table of its nodes. 0, or -1 with *error filled: also
 * ERROR_USAGE for a GRAPH in AUT.
 */
int formula_evidence_write(const char *path, enum file_format format, const struct strategy *evidence,
                           const struct property *property, const struct evidence_subject *subject,
                           const struct run *run, struct error *error);

/*
 * Writes it as a part of an object of JSON: , "holds": .., "labels": .., "subformulas": .., "nodes": N,
 * "strategy": [..] with the first most_nodes of its nodes, as the lines of a file have them. 0, or -1 with
 * *error filled.
 */
int formula_evidence_put(output *output, const struct strategy *evidence, const struct property *property,
                         uint64_t most_nodes, const struct run *run, struct error *error);

#endif
