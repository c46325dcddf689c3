#ifndef HEDDLE_REDUCE_COMPARE_DISTINGUISH_H
#define HEDDLE_REDUCE_COMPARE_DISTINGUISH_H

#include <stdint.h>

#include "reduce/equivalence.h"

struct error;
struct formula_dag;
struct graph;
struct run;

/* The most nodes of a formula that shares its parts, and rounds of refinement. */
#define DISTINGUISH_MOST_NODES 10000u

/*
 * A formula of least depth that one of two vertices satisfies and the other does not, for vertices that are
 * not equivalent. equivalence: strong, branching or divbranching; for the last two in a graph whose cycles of
 * `i` are loops (a quotient). *reference is its node, perhaps with FORMULA_NOT; it holds of the first vertex.
 * 0, or -1 with *error filled: ERROR_LIMIT (more than DISTINGUISH_MOST_NODES), ERROR_MEMORY,
 * ERROR_INTERRUPTED, ERROR_USAGE (the vertices are equivalent). The caller frees the formula in any case.
 */
int distinguish(const struct graph *graph, enum equivalence equivalence, const uint32_t vertices[2],
                const struct run *run, struct formula_dag *dag, uint32_t *reference, struct error *error);

#endif
