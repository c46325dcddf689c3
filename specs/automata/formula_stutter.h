#ifndef HEDDLE_SPECS_AUTOMATA_FORMULA_STUTTER_H
#define HEDDLE_SPECS_AUTOMATA_FORMULA_STUTTER_H

#include "base/array.h"
#include "specs/syntax/formula.h"

struct error;
struct memory;

/* What of a state space a formula can tell apart. */
struct formula_sight {
    GROWING(const struct action *) actions; /* its predicates on labels; some may occur twice */
    int is_known;      /* else the formula is too large to be looked at, and tells everything apart */
    int is_stuttering; /* its value is the same in all states that divbranching bisimulation equates */
};

/*
 * Finds the actions of a formula, and looks at its syntax: it is stuttering if all modalities pass over
 * internal steps, in regular expressions such as true* . "a" . (not "b")* . "c", in <R> @, in fixpoints such
 * as mu X . F or (<true> true and [R] X), and in those that ask for deadlocks after true*. Source: Mateescu,
 * Wijs 2014 (L-mu-dsbr). Of a formula with data, both that were expanded from it. Returns 0, or -1 with
 * *error filled: ERROR_MEMORY, or a label that is too long for a pattern. The caller frees the sight in any
 * case.
 */
int formula_sight_find(const formula_text *text, struct memory *memory, struct formula_sight *sight,
                       struct error *error);
void formula_sight_free(struct formula_sight *sight, struct memory *memory);

#endif
