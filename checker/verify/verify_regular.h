#ifndef HEDDLE_CHECKER_VERIFY_VERIFY_REGULAR_H
#define HEDDLE_CHECKER_VERIFY_VERIFY_REGULAR_H

#include <stdint.h>

struct error;
struct formula;
struct run;

/* A path of a network, as formulas see it. */
struct formula_path {
    const char *const *labels; /* the network's own texts; the internal action is "i", as no other label is */
    uint64_t steps;
    int ends_in_deadlock; /* its last state has no transition; otherwise states may have others than the
                             path's */
};

/*
 * What a path says about a formula in its first state, whatever else the network does: 1 it holds, 0 it does
 * not, -1 the path alone does not show that; in *value. A modality is followed along the path alone: <R> F is
 * known to hold where a word of R leads to a state of the path in which F is known to, [R] F is known not to
 * where one leads to where F is known not to; and in a deadlock R can only be empty. Of fixpoints no more is
 * known than of their bodies.
 *
 * Written from the semantics: formulas by their trees, regular expressions by automata with empty moves,
 * followed backwards as sets. It shares nothing with observers and plans. 0, or -1 with *error filled.
 */
int verify_formula_on_path(const struct formula *formula, const struct formula_path *path,
                           const struct run *run, int *value, struct error *error);

#endif
