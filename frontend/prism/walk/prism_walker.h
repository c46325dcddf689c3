#ifndef HEDDLE_FRONTEND_PRISM_WALK_PRISM_WALKER_H
#define HEDDLE_FRONTEND_PRISM_WALK_PRISM_WALKER_H

#include "base/text/label.h"
#include "frontend/prism/syntax/prism_tree.h"
#include "frontend/walk/walker.h"

struct error;
struct run;

/*
 * The walker of PRISM models. Its components are the variables; the local state of one is its value less its
 * lowest value. A transition is a branch of a choice (prism_walk_choices); its label is the action that
 * remains, or "i". The loops that PRISM adds in deadlocks are no transitions.
 *
 * `labels`: an empty table, which decides what texts of actions become (case, names of the internal action).
 * The walker takes it over, also when it fails. The tree, all of whose constants have values, and the run
 * must outlive the walker. NULL with *error filled: ERROR_INPUT also if there is no initial state.
 */
walker *prism_walker_create(const prism_tree *tree, label_table *labels, const struct run *run,
                            struct error *error);

#endif
