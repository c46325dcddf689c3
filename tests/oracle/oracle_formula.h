#ifndef HEDDLE_TESTS_ORACLE_ORACLE_FORMULA_H
#define HEDDLE_TESTS_ORACLE_ORACLE_FORMULA_H

#include <stdint.h>

#include "specs/syntax/formula.h"

/*
 * Where formulas hold, straight from the definitions, for tests: the tree is evaluated as it was written, on
 * sets of states of an explicit graph. NOT is the complement; a regular expression is a relation between
 * states, made of the relations of its parts; mu and nu are iterated from below and from above, inner ones
 * again for every round of outer ones. Shares nothing with specs/ but the tree. Everything aborts when memory
 * runs out.
 */
struct oracle_lts {
    uint32_t states;
    const uint64_t *offsets;       /* states + 1, into the edges */
    const char *const *edge_label; /* edges: text; the internal action is "i" */
    const uint32_t *edge_target;
};

/* What a PREDICATE is: whether it holds in a state. */
struct oracle_predicates {
    int (*holds)(void *context, const struct formula *predicate, uint32_t state);
    void *context;
};

/* Whether an action matches a label of this text. */
int oracle_action_matches(const struct action *action, const char *label);
/* Whether a label has the parts of a multi-action, each as often. */
int oracle_multiaction_matches(const char *multiaction, const char *label);

/* holds[s]: 1 where the formula holds in s, else 0. Time: the states to the power of the depth of fixpoints.
 */
void oracle_formula_evaluate(const struct formula *formula, const struct oracle_lts *lts, uint8_t *holds);

/* A fixpoint around a formula, and the set for which its variables stand. */
struct oracle_binding {
    const struct formula *binder;
    const uint8_t *set;
    const struct oracle_binding *outer;
};
/* The same with variables of these binders. */
void oracle_formula_evaluate_in(const struct formula *formula, const struct oracle_lts *lts,
                                const struct oracle_binding *bindings, uint8_t *holds);

/* The same with predicates. */
void oracle_formula_evaluate_with(const struct formula *formula, const struct oracle_lts *lts,
                                  const struct oracle_predicates *predicates, uint8_t *holds);

/* reached[s]: 1 where a word of the expression leads from `from` to s. */
void oracle_regular_reaches(const struct regular *regular, const struct oracle_lts *lts, uint32_t from,
                            uint8_t *reached);

#endif
