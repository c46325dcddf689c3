#ifndef HEDDLE_TESTS_ORACLE_ORACLE_VACUITY_H
#define HEDDLE_TESTS_ORACLE_ORACLE_VACUITY_H

#include "tests/oracle/oracle_formula.h"

/*
 * In which of its parts a formula that holds in state 0 is vacuous, straight from the definition in
 * docs/properties.md: each part is replaced by false in the tree, and the whole formula is evaluated again.
 * The tree is as before afterwards.
 */
struct oracle_vacuity {
    unsigned boxes, implications;                 /* parts that count */
    unsigned vacuous_boxes, vacuous_implications; /* in which it is vacuous */
    unsigned vacuous_simple; /* of these implications, those of the form <R> true implies G */
};

struct oracle_vacuity oracle_vacuity_of(const struct formula *formula, const struct oracle_lts *lts);

#endif
