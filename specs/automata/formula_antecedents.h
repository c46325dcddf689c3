#ifndef HEDDLE_SPECS_AUTOMATA_FORMULA_ANTECEDENTS_H
#define HEDDLE_SPECS_AUTOMATA_FORMULA_ANTECEDENTS_H

#include <stdint.h>

#include "specs/automata/formula_observer.h"

struct error;
struct memory;

/*
 * Antecedents of a formula that holds: what must be met so that a part of the formula says something. A
 * formula is vacuous in a part if it still holds when `false` replaces the part (Kupferman and Vardi, Vacuity
 * detection in temporal model checking, 2003; of implications: Beer, Ben-David, Eisner and Rodeh, 2001). Here
 * the parts are
 *
 *     F in [R] F, where [R.S] F is read as [R] [S] F, and G in F implies G,
 *
 * (and their duals under negations) that are under nothing but conjunctions, boxes and fixpoints; F must have
 * no variable that is bound outside it, and neither F nor G may be false by its form. A fixpoint counts if
 * its variable, too, occurs only in such places. Then the opponent alone chooses the way to the part, the
 * ways are the words of a regular expression P, and, as the formula holds, it is vacuous in F if and only if
 * [P.R] false holds, in G if and only if [P] not F does. These are decided by searches, never by a game. Of
 * nested parts, only the innermost count: a formula that is vacuous in an outer part is vacuous in the inner
 * ones.
 */
struct formula_antecedent {
    const struct formula *part;      /* the box, or the implication, as it was written */
    const struct formula *condition; /* of an implication: its left side; NULL for a box */
    const struct formula *never;     /* [P.R] false, or [P] not F: it holds if the antecedent is never met */
    const struct formula_plan *plan; /* how searches decide `never` */
    int is_of_labels; /* `never` is [true* . A] false for one action A: one search decides all such */
    const struct action *label; /* A is this exact label; otherwise NULL */
};

struct formula_antecedents {
    struct formula_antecedent *items;
    uint64_t count, capacity;
};

/* Finds the antecedents; of an excessively large formula, perhaps not all. The nodes of `never` belong to the
 * text. Returns 0, or -1 if memory runs out; formula_antecedents_free frees the result in either case. */
int formula_antecedents_find(formula_text *text, struct formula_antecedents *result);
void formula_antecedents_free(const formula_text *text, struct formula_antecedents *result);

#endif
