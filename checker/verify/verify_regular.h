#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_REGULAR_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_REGULAR_H

#include <stdint.h>

#include "frontend/walk/walker.h"

struct error;
struct formula;
struct run;

/* A path of a network, as formulas see it. */
struct network_path {
    const char *const
        *labels; /* texts of the network; the internal action is "i", which no other label can be */
    uint64_t steps;
    int ends_in_deadlock; /* the last state has no transition; the other states may have transitions that are
                             not on the path */
    /* For predicates: the states, one after the other, of `components` numbers; NULL: they are not known. */
    const uint32_t *states;
    uint32_t components;
    walker *walker;
};

/*
 * What a path proves about a formula in its first state, whatever else the network does; in *value: 1 the
 * formula holds, 0 it does not, -1 the path alone proves neither. A modality is followed along the path
 * alone. <R> F is known to hold if a word of R leads to a state of the path in which F is known to hold. [R]
 * F is known not to hold if a word of R leads to a state in which F is known not to hold. In a deadlock, only
 * the empty word of R is possible. A fixpoint is known to hold, or not, only if its body is.
 *
 * The implementation follows the semantics: trees of formulas, and automata with empty moves for regular
 * expressions, followed backwards as sets. It shares no code with observers and plans. Returns 0, or -1 with
 * *error filled.
 */
int verify_formula_on_path(const struct formula *formula, const struct network_path *path,
                           const struct run *run, int *value, struct error *error);

#endif
