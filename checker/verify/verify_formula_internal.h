#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_FORMULA_INTERNAL_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_FORMULA_INTERNAL_H

#include "base/scope.h"
#include "checker/verify/evidence_rows.h"
#include "checker/strategy/strategy.h"
#include "checker/strategy/strategy_moves.h"
#include "checker/strategy/tuple_set.h"
#include "checker/verify/verify_internal.h"

struct formula_move {
    uint32_t label, target; /* target: a node */
};

/* A check of a strategy. */
struct formula_check {
    struct verifier *verifier;
    const struct evidence *evidence;
    enum strategy_player winner;
    struct formula_observer observer; /* made from the formula's text */
    int has_observer;
    struct scope scope;        /* of label_length and label_is_internal */
    struct label_texts labels; /* labels of the evidence */
    uint32_t *label_length;
    uint8_t *label_is_internal;
    struct strategy_moves moves;
    /* The strategy of the file; the set holds its tuples. */
    struct tuple_set set;
    struct strategy graph;
    struct evidence_choices listed;
    struct formula_move *derived; /* scratch: moves of a node */
    uint64_t derived_capacity;
};

/* Adds a node to the reason: "node 3 (producer 1, consumer 0), [true] X" */
void formula_check_say(struct formula_check *check, uint64_t node);

/* Whether no cycle of the graph has a highest priority of the loser's parity (verify_formula_cycles.c). */
int formula_check_cycles(struct formula_check *check);

/* Of evidence that has a path (verify_formula_path.c): whether the strategy leads along the path of its
 * trace. */
int formula_check_path(struct formula_check *check);
/* Whether the explanation, if there is one, says what the strategy, the formula and the network say. After
 * formula_check_path. */
int formula_check_explanation(struct formula_check *check);

#endif
