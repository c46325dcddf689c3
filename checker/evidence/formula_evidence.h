#ifndef HEDDLE_CHECKER_EVIDENCE_FORMULA_EVIDENCE_H
#define HEDDLE_CHECKER_EVIDENCE_FORMULA_EVIDENCE_H

#include <stdint.h>

#include "checker/evidence/evidence_put.h"
#include "checker/strategy/strategy.h"
#include "explorer/model/model.h"
#include "frontend/walk/walker.h"
#include "model/trace.h"
#include "parity/game/game_part.h"
#include "specs/automata/formula_observer.h"

/* The most nodes of a strategy: a file of some 100 MB. */
#define STRATEGY_NODES 1000000u
/* The same if the strategy is not written. */
#define STRATEGY_NODES_UNWRITTEN 100000u

/* The vertices of the part of a game that is examined at first; usually at most; and at most, if a strategy
 * in smaller parts has many nodes. */
#define EVIDENCE_FIRST_VERTICES ((uint64_t)1 << 16)
#define EVIDENCE_USUAL_VERTICES ((uint64_t)1 << 18)
#define EVIDENCE_MOST_VERTICES ((uint64_t)1 << 21)

/* A solved game with everything that it was made from (checker/check_formula.h keeps it). */
struct solved_formula {
    /* A part of the game, which grows on demand: its first vertices, by number. Targets and strategies may
     * lead beyond it, to numbers from part->game.vertices on. */
    struct game_part *part;
    const struct formula_observer *observer;
    const struct label_texts *labels;
    walker *walker;
    const model *model; /* of the game; NULL: what remains reachable is not counted in the game */
    uint64_t usual_vertices, most_vertices; /* of the part */
    const formula_text *formula;            /* whose subformulas are shown */
};

/*
 * Makes evidence from a solved game. A vertex without successor in the product may have any self-loop in the
 * game. Of the winner's strategies, one that decides the game in few steps is chosen. Edges and their labels
 * are computed again by walking the network's tree. Observer, labels and their texts must outlive the
 * evidence.
 *
 * Returns 0, or -1 with *error filled and nothing to free: ERROR_LIMIT (more than most_nodes nodes),
 * ERROR_MEMORY, ERROR_INTERRUPTED, ERROR_INPUT if game or solution do not belong to network and observer.
 */
int formula_evidence_make(const struct solved_formula *solved, uint64_t most_nodes, const struct run *run,
                          struct strategy *evidence, struct error *error);

/* Writes the strategy of a claim as a JSON file. */
void formula_evidence_put_file(struct evidence_writer *writer, const struct evidence_claim *claim);
/* Writes what follows the table of the path: why it ends, and if it divides a table of the nodes. */
void formula_evidence_put_table(struct evidence_writer *writer, const struct evidence_claim *claim);
/* Writes the strategy of a claim as part of a JSON object: , "holds": .., "labels": .., "subformulas": ..,
 * "shown": .., "nodes": N, "strategy": [..] with at most most_nodes of the nodes, in the form of a file's
 * lines. */
void formula_evidence_put(struct evidence_writer *writer, const struct evidence_claim *claim,
                          uint64_t most_nodes);

#endif
