/* Classes and their graph, for each equivalence that is found by refinement. */
#include "reduce/quotient/minimal.h"

#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/quotient/quotient.h"
#include "reduce/refine/refine.h"
#include "reduce/weak/weak.h"

int minimal_classes(const struct graph *graph, enum equivalence equivalence,
                    const struct refine_options *options, const struct run *run, struct partition *partition,
                    struct error *error) {
    return equivalence == EQUIVALENCE_WEAK ? weak_refine(graph, run, partition, error)
                                           : refine_cpu(graph, equivalence, options, run, partition, error);
}

struct graph *minimal_graph(const struct graph *graph, enum equivalence equivalence, const struct run *run,
                            struct partition *partition, struct error *error) {
    struct partition own;
    struct partition *classes = partition == NULL ? &own : partition;
    struct graph *quotient = minimal_classes(graph, equivalence, NULL, run, classes, error) == 0
                                 ? quotient_make(graph, equivalence, classes, run, error)
                                 : NULL;
    if (partition == NULL) {
        partition_free(&own, run->memory);
    }
    return quotient;
}
