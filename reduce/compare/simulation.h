#ifndef HEDDLE_REDUCE_COMPARE_SIMULATION_H
#define HEDDLE_REDUCE_COMPARE_SIMULATION_H

#include <stdint.h>

struct error;
struct formula_dag;
struct graph;
struct run;

/* The most pairs of vertices that are compared. */
#define SIMULATION_MOST_PAIRS 100000000u

/*
 * Whether the second vertex simulates the first one: there is a relation R of both such that s R t and s -a->
 * s' give t -a-> t' with s' R t'; `i` is a label like others. Pairs that the two vertices reach together are
 * dropped in the order of their rounds, by counting the answers that each step has left (as Henzinger,
 * Henzinger, Kopke 1995 count).
 *
 * *related becomes 1 or 0; if 0, *dag receives a formula without negations that the first vertex satisfies
 * and the second does not, as its first node. 0, or -1 with *error filled: ERROR_LIMIT (more than
 * SIMULATION_MOST_PAIRS), ERROR_MEMORY, ERROR_INTERRUPTED. A formula of more than COMPARE_MOST_NODES is no
 * error: then *dag is empty. The caller frees the formula in any case.
 */
int simulation_compare(const struct graph *graph, const uint32_t vertices[2], const struct run *run,
                       int *related, struct formula_dag *dag, struct error *error);

#endif
