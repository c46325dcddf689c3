#ifndef HEDDLE_TESTS_SUPPORT_FORMULA_SHOWN_H
#define HEDDLE_TESTS_SUPPORT_FORMULA_SHOWN_H

#include <stddef.h>
#include <stdint.h>

#include "tests/oracle/oracle_formula.h"
#include "tests/support/formula_reading.h"

/* Texts of subformulas, read again: what they mean is compared with the subformulas. */

#define FREE_VARIABLES_MOST 64u

/* The variables that a subformula has and does not bind. */
struct free_variables {
    size_t count;
    int is_ambiguous; /* two of them have one name, or one stands under odd and even numbers of negations */
    struct {
        const struct formula *binder;
        int is_negated; /* under an odd number of negations of the subformula */
    } variable[FREE_VARIABLES_MOST];
};

void free_variables_find(const struct formula *formula, struct free_variables *found);

/* Begins a reading of the text of a subformula, after the macros, inside of binders of its free variables.
 * Returns the subformula, or NULL if it is not read; binders[i] is that of variable i then. */
const struct formula *formula_read_shown(struct formula_reading *reading, const char *macros,
                                         const char *shown, const struct free_variables *unbound,
                                         const struct formula_options *options,
                                         const struct formula **binders);

/* Where a text holds that shows a subformula, whose free variables have the values of their fixpoints.
 * Returns whether the text can be read; it cannot if it is ambiguous. */
int formula_shown_evaluate(const char *shown, const struct formula *formula,
                           const struct formula_options *options, const struct oracle_lts *lts,
                           uint8_t *holds);

#endif
