#ifndef HEDDLE_SPECS_LTL_LTL_ANTECEDENTS_H
#define HEDDLE_SPECS_LTL_LTL_ANTECEDENTS_H

#include "base/array.h"
#include "specs/ltl/ltl.h"

struct ltl_tree;
struct memory;

/*
 * Antecedents of a formula that holds. An implication f -> g that is under nothing but conjunctions, G, X and
 * the right sides of implications must hold at certain positions of each run; f is met at none of them if and
 * only if the formula still holds when `false` replaces g. One that is `f -> false` does not count.
 */
struct ltl_antecedents {
    GROWING(uint32_t) node; /* the implications, outer ones first */
};

/* Finds at most LTL_ANTECEDENTS_MOST. 0, or -1 when memory runs out; ltl_antecedents_free frees them in any
 * case. */
#define LTL_ANTECEDENTS_MOST 64u
int ltl_antecedents_find(const struct ltl_tree *tree, struct memory *memory, struct ltl_antecedents *found);
void ltl_antecedents_free(struct ltl_antecedents *found, struct memory *memory);
/* As ltl_of_tree, of the formula in which `false` replaces the right side of the implication. */
ltl ltl_of_unmet_tree(struct ltl_store *store, const struct ltl_tree *tree, uint32_t implication);

#endif
