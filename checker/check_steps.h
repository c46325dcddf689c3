#ifndef HEDDLE_CHECKER_CHECK_STEPS_H
#define HEDDLE_CHECKER_CHECK_STEPS_H

struct error;
struct property;
struct run;

/*
 * Whether invisible steps do not matter to a property of linear time (specs/ltl/tgba_steps.h): 1, or 0, also
 * if that is not known, as of automata that are given; or -1 with *error filled: ERROR_MEMORY,
 * ERROR_INTERRUPTED.
 */
int check_ignores_steps(const struct property *property, const struct run *run, struct error *error);
/* Whether it is a formula with conditions on states. */
int check_sees_states(const struct property *property);

#endif
