#ifndef HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_H
#define HEDDLE_FRONTEND_EXP_WALK_SEMANTICS_H

#include "frontend/exp/syntax/exp_tree.h"
#include "frontend/walk/walker.h"

struct error;
struct run;

/*
 * The walker of EXP networks, straight from the definition of each operator (formats of EXP.OPEN: Lang 2005).
 * Of the frontend it uses only trees and AUT files. Its components are the processes: the leaves of the tree,
 * depth first; every use of a nested file has leaves of its own. A process's name is the base name of its
 * file, with "#2", "#3" .. if the name occurs again.
 *
 * All arguments must outlive the result. NULL with *error filled: ERROR_INPUT for an invalid network (prio
 * puts a label above itself), ERROR_LIMIT for a label or pattern that is too long to be matched,
 * ERROR_MEMORY, ERROR_INTERRUPTED. Uses the run's memory.
 */
walker *semantics_create(const struct exp_node *root, const label_table *labels,
                         const struct exp_options *options, const struct run *run, struct error *error);
/* The same of a whole tree, with its predicates (exp_tree_add_predicate). */
walker *semantics_create_of(const exp_tree *tree, const struct run *run, struct error *error);
/* The process's graph. */
const struct lts *semantics_lts(const walker *walker, uint32_t component);

#endif
