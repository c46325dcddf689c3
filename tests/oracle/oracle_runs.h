#ifndef HEDDLE_TESTS_ORACLE_ORACLE_RUNS_H
#define HEDDLE_TESTS_ORACLE_ORACLE_RUNS_H

#include <stdint.h>

#include "tests/oracle/oracle_ltl.h"

/*
 * Whether all runs of a graph satisfy a formula of linear temporal logic, straight from the definition: the
 * truth of each temporal subformula is guessed at each transition, and guesses must agree with what comes
 * next. Shares nothing with specs/. A run that ends stays in its last state for ever.
 */
struct oracle_runs {
    uint32_t states, initial; /* states 0 .. initial-1 are initial */
    const uint64_t *offsets;  /* states + 1, into the edges */
    const uint32_t *target;
    const uint32_t *edge_atoms;  /* edges: the atoms that hold of the event, as bits */
    const uint32_t *state_atoms; /* states: .. of the state */
    uint32_t end_atoms;          /* .. of the end of a run */
    /* Conditions of fairness: those that an edge satisfies, as bits; a condition is enabled in a state that
     * has such an edge. */
    uint32_t conditions, strong; /* number, at most 32; those that are strong, as bits */
    const uint32_t *edge_moves;  /* edges; NULL if there are no conditions */
};

#define ORACLE_RUNS_MOST_TEMPORAL 8u

/* How many temporal operators a formula has. */
unsigned oracle_ltl_temporal(const struct oracle_ltl *formula);
/* Whether all fair runs satisfy the formula, which has at most ORACLE_RUNS_MOST_TEMPORAL temporal operators.
 */
int oracle_runs_satisfy(const struct oracle_runs *runs, const struct oracle_ltl *formula);

#endif
