#ifndef HEDDLE_CHECKER_CHECK_LTL_CHANCE_H
#define HEDDLE_CHECKER_CHECK_LTL_CHANCE_H

struct chance_model;
struct check_result;
struct error;
struct property;
struct run;

/*
 * Whether some scheduler satisfies a formula of linear time with probability 1 from all initial states, by
 * almost-sure reachability in the product with its automaton; or whether every scheduler does: then no end
 * component of the product with the automaton of the negation has a choice with the mark. Fills the class and
 * the number of states of the automaton. Returns 1, 0, or -1 with *error filled: ERROR_LIMIT,
 * ERROR_INTERRUPTED, ERROR_MEMORY, or what a pattern or the model reports.
 */
int check_ltl_chance(const struct chance_model *model, const struct property *property,
                     struct check_result *result, const struct run *run, struct error *error);

#endif
