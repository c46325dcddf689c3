#ifndef HEDDLE_TESTS_RANDOM_RANDOM_FORMULA_H
#define HEDDLE_TESTS_RANDOM_RANDOM_FORMULA_H

#include <stdint.h>

#include "specs/syntax/formula.h"
#include "tests/oracle/oracle_formula.h"

struct memory;

/* Counts of a formula's tree; suites add them up to see that the drawn formulas are varied enough. */
struct random_formula_facts {
    uint64_t kinds[FORMULA_NU + 1], regulars[REGULAR_OPTION + 1], actions[ACTION_IMPLIES + 1];
    uint64_t nodes, depth, negated_modalities; /* under an odd number of negations, or under `equ` */
    uint64_t shadowed;                         /* binders with a name that is bound around them */
    uint64_t alternation; /* most fixpoints under each other, each of another kind than the last */
};

/*
 * Draws a formula over the labels (texts; "i" is the internal action); as formula_read makes them: variables
 * are bound and occur under an even number of negations. Aborts when memory runs out. The caller frees the
 * result.
 */
formula_text *random_formula_make(uint64_t *random, const char *const *labels, uint32_t label_count,
                                  struct memory *memory);
/* The same of an expression alone. */
formula_text *random_regular_make(uint64_t *random, const char *const *labels, uint32_t label_count,
                                  struct memory *memory, const struct regular **regular);
/* A boolean combination of [R] false, <R> true and the like: what a plan can be made of. */
formula_text *random_plan_formula_make(uint64_t *random, const char *const *labels, uint32_t label_count,
                                       struct memory *memory);

/* Adds what the formula has. */
void random_formula_count(const struct formula *formula, struct random_formula_facts *facts);

/* The formula as formula_read reads it (mcf: in mCRL2's dialect, else CADP's, which has no multi-actions);
 * free() frees it. */
char *random_formula_print(const struct formula *formula, int mcf);
char *random_regular_print(const struct regular *regular, int mcf);

/* An explicit graph with labels of the list; free with random_lts_free. */
struct random_lts {
    struct oracle_lts view;
    uint64_t *offsets;
    const char **edge_label;
    uint32_t *edge_target;
    uint32_t *edge_number; /* [edge]: the number of its label in the list */
};

void random_lts_make(uint64_t *random, uint32_t most_states, const char *const *labels, uint32_t label_count,
                     struct random_lts *out);
void random_lts_free(struct random_lts *lts);

#endif
