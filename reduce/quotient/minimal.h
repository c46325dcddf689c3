#ifndef HEDDLE_REDUCE_QUOTIENT_MINIMAL_H
#define HEDDLE_REDUCE_QUOTIENT_MINIMAL_H

#include "reduce/equivalence.h"

struct error;
struct graph;
struct partition;
struct refine_options;
struct run;

/*
 * The classes of strong, branching, divbranching or weak equivalence: of weak equivalence by weak_refine,
 * which has no options, of the others by refine_cpu. The caller frees *partition in any case. 0, or -1 with
 * *error filled, as these do.
 */
int minimal_classes(const struct graph *graph, enum equivalence equivalence,
                    const struct refine_options *options, const struct run *run, struct partition *partition,
                    struct error *error);

/*
 * The quotient (quotient_make) by these classes; the caller frees it (graph_free). NULL with *error filled.
 * Where `partition` is not NULL, it has the classes, and the caller frees it in any case.
 */
struct graph *minimal_graph(const struct graph *graph, enum equivalence equivalence, const struct run *run,
                            struct partition *partition, struct error *error);

#endif
