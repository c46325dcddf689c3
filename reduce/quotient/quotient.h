#ifndef HEDDLE_REDUCE_QUOTIENT_QUOTIENT_H
#define HEDDLE_REDUCE_QUOTIENT_QUOTIENT_H

#include "reduce/equivalence.h"
#include "reduce/refine/refine.h"

#ifdef __cplusplus
extern "C" {
#endif

struct error;
struct graph;
struct run;

/*
 * The quotient by a stable partition: a vertex for each block, and an edge (B, a, C) if some vertex of B has
 * an edge with label a to one of C. For branching and divbranching without (B, i, B), but for divbranching
 * with one for each divergent block. Rows are sorted by (label, target), without duplicates; the initial
 * vertex is the block of the graph's. The texts of labels stay with their owner. The caller frees it
 * (graph_free). NULL with *error filled: ERROR_MEMORY, ERROR_INTERRUPTED.
 */
struct graph *quotient_make(const struct graph *graph, enum equivalence equivalence,
                            const struct partition *partition, const struct run *run, struct error *error);

#ifdef __cplusplus
}
#endif
#endif
