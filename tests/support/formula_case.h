#ifndef HEDDLE_TESTS_SUPPORT_FORMULA_CASE_H
#define HEDDLE_TESTS_SUPPORT_FORMULA_CASE_H

#include <stdint.h>

#include "specs/automata/formula_observer.h"
#include "tests/support/evidence_file.h"
#include "tests/oracle/oracle.h"

/*
 * Judges a strategy in the game of a small network and a formula, straight from docs/evidence-format.md: on
 * the naive explorer's graph, node by node, with one search for each node and priority.
 */
struct formula_case {
    const struct oracle_graph *graph;
    const struct formula_observer *observer;
    const struct label_texts *labels;
};

/* Whether the file's strategy is one, and wins for whom the file says; of a trace, whether it is its path.
 * Heads are looked at for "holds", "nodes" and the path alone. */
int formula_case_holds(const struct formula_case *given, const struct evidence_file *file);

/* A move of a node to some node of the file, [LABEL, NODE], one of all by a number; NULL when it has none.
 * The file's strategy is right so far. */
json_t *formula_case_move(const struct formula_case *given, const struct evidence_file *file, uint64_t node,
                          uint64_t which);

#endif
