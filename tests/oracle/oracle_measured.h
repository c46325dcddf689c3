#ifndef HEDDLE_TESTS_ORACLE_ORACLE_MEASURED_H
#define HEDDLE_TESTS_ORACLE_ORACLE_MEASURED_H

#include "tests/random/random_measured.h"

/* Probabilistic equivalence, and formulas with numbers, straight from their definitions. */
#define ORACLE_MEASURED_STATES (2 * MEASURED_STATES)

/* The states of two inputs, those of the second after those of the first. */
struct oracle_measured {
    uint32_t states, initial[2];
    struct drawn_state state[ORACLE_MEASURED_STATES];
};

void oracle_measured_join(const struct drawn_measured *first, const struct drawn_measured *second,
                          struct oracle_measured *both);
/* Whether t has all moves of s, and its label, if states of a class count as one. */
int oracle_measured_answers(const struct oracle_measured *both, const uint32_t *class_of, uint32_t s,
                            uint32_t t);
/* The classes of equivalence, and the round of refinement in which the initial states part: 0 if their labels
 * differ; UINT32_MAX if they are equivalent. */
uint32_t oracle_measured_refine(const struct oracle_measured *both, uint32_t *class_of);
/* Whether the state satisfies the node. */
int oracle_measured_holds(const struct oracle_measured *both, const struct measured_formula *formula,
                          uint32_t node, uint32_t state);
/* How deep moves are nested in the node. */
uint32_t oracle_measured_depth(const struct measured_formula *formula, uint32_t node);

#endif
