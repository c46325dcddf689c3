#ifndef HEDDLE_CHECKER_CHECK_STEPS_H
#define HEDDLE_CHECKER_CHECK_STEPS_H

#include "specs/ltl/ltl.h"

struct error;
struct property;
struct run;

/*
 * Whether invisible steps do not matter to a property of linear time (specs/ltl/tgba_steps.h): 1, or 0, also
 * if that is not known, as of automata that are given; or -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED.
 */
int check_ignores_steps(const struct property *property, const struct run *run, struct error *error);
/* The formula of a property of linear time, in a store; its atoms are those of the tree. LTL_FALSE with the
 * store failed if that was not possible. */
ltl check_ltl_formula(struct ltl_store *store, const struct property *property);
/* Whether it is a formula with conditions on states. */
int check_sees_states(const struct property *property);

#endif
