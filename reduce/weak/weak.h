#ifndef HEDDLE_REDUCE_WEAK_WEAK_H
#define HEDDLE_REDUCE_WEAK_WEAK_H

#include <stdint.h>

struct error;
struct graph;
struct partition;
struct run;

/* The most classes of branching equivalence from which weak equivalence is computed. */
#define WEAK_MOST_VERTICES 100000u

/*
 * The classes of weak equivalence (reduce/equivalence.h), as refine_cpu gives those of others; there are no
 * divergent ones. The classes of branching equivalence come first; their graph is saturated, and strong
 * equivalence of that is weak equivalence (Milner 1989). The quotient (quotient_make) is that of branching
 * equivalence. 0, or -1 with *error filled: ERROR_LIMIT (more than WEAK_MOST_VERTICES classes), ERROR_MEMORY,
 * ERROR_INTERRUPTED. The caller frees *partition in any case.
 */
int weak_refine(const struct graph *graph, const struct run *run, struct partition *partition,
                struct error *error);

/*
 * The saturated graph: an edge (s, a, t) for each s => -a-> => t, and (s, i, t) for each s => t, where => are
 * steps of `i`, possibly none. For a graph without the label `i` that is the graph itself, but for loops,
 * which are left out there. NULL with *error filled: ERROR_LIMIT, ERROR_MEMORY, ERROR_INTERRUPTED.
 */
struct graph *weak_saturate(const struct graph *graph, const struct run *run, struct error *error);

#endif
