#ifndef HEDDLE_REDUCE_TRACES_TRACES_H
#define HEDDLE_REDUCE_TRACES_TRACES_H

#include <stdint.h>

#include "reduce/equivalence.h"

struct error;
struct graph;
struct run;

/* The most states of the deterministic graph before it is minimised. */
#define TRACES_MOST_SETS 10000000u

/*
 * The smallest deterministic graph that has the same sequences of labels as the graph from its initial
 * vertices on; for EQUIVALENCE_WEAKTRACE (the other one is EQUIVALENCE_TRACE) once `i` is left out.
 * Vertices are numbered breadth first, by label: vertex 0 is initial, and a vertex comes before another if
 * the first of the shortest sequences that lead there, in the order of labels, is shorter or smaller. So two
 * graphs have the same sequences exactly if their results are equal.
 *
 * The classes of strong or branching equivalence come first, then the subset construction, then strong
 * equivalence. There may be exponentially many sets: `most` limits them. The texts of labels stay with their
 * owner. NULL with *error filled: ERROR_LIMIT, ERROR_MEMORY, ERROR_INTERRUPTED.
 */
struct graph *traces_minimise(const struct graph *graph, enum equivalence equivalence, uint64_t most,
                              const struct run *run, struct error *error);

#endif
