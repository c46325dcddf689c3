#ifndef HEDDLE_SPECS_LTL_LTL_OF_TREE_H
#define HEDDLE_SPECS_LTL_LTL_OF_TREE_H

#include "specs/ltl/bdd.h"
#include "specs/ltl/ltl.h"

struct ltl_tree;

/* The formula that was written, about other numbers of atoms: number[a] for the tree's atom a; number: NULL
 * for the tree's own. LTL_FALSE with store->failed set if that was not possible. */
ltl ltl_of_tree(struct ltl_store *store, const struct ltl_tree *tree, const uint32_t *number);
/* Of a conjunction of `count` formulas without temporal operators: each as a function of the tree's atoms. 0,
 * or -1 with the pool failed. */
int ltl_functions_of_tree(struct bdd_pool *pool, const struct ltl_tree *tree, uint32_t count, bdd *function);

#endif
