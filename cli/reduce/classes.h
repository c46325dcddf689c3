#ifndef HEDDLE_CLI_REDUCE_CLASSES_H
#define HEDDLE_CLI_REDUCE_CLASSES_H

#include "cli/common.h"
#include "reduce/equivalence.h"
#include "reduce/lump/lump.h"
#include "reduce/refine/refine.h"

struct exploration;
struct graph;
struct network;

/* What is needed beside counts; what is not needed is NULL, on a CPU and on a GPU. */
#define CLASSES_BLOCKS 1u
#define CLASSES_QUOTIENT 2u

/* The classes of a state space by strong, branching or divbranching equivalence, and their graph. Begins as
 * zeros. */
struct classes {
    struct partition partition; /* block is NULL without CLASSES_BLOCKS */
    struct graph *quotient;     /* NULL without CLASSES_QUOTIENT */
    uint64_t transitions;       /* of the quotient */
    int found, on_device;       /* they were found on a GPU .. */
    uint64_t peak;              /* .. with so many bytes of its memory */
    uint64_t edges;             /* of the state space, each once after labels are hidden */
    int search_again;           /* they were not found, since the GPU failed: the CPU may search once more */
    double graph_seconds;       /* to make the graph on the GPU */
    double seconds;             /* to find the classes and make their graph */
};

/*
 * The classes of a graph in host memory: on a GPU if the user asks for it, or with `auto` if the graph is
 * large, and otherwise, or if the GPU fails then, on the CPU. 0, or -1 with job->error. Free *classes in any
 * case.
 */
int classes_find(struct job *job, const struct graph *graph, enum equivalence equivalence, unsigned needed,
                 struct classes *classes);

/* A state space that is on a GPU. */
struct classes_source {
    const struct network *network;
    enum equivalence equivalence;
    unsigned needed;       /* CLASSES_ bits */
    const uint8_t *hidden; /* [labels of a graph of the network]: labels that become `i`; NULL: none */
};

/*
 * The classes of the states of a complete search, on the GPU that holds these; they stay there. Returns 0; 1
 * if the states are not on a GPU, or if with `auto` its memory does not suffice for the graph: then the
 * exploration is unchanged; or -1 with job->error: then it is consumed, and if search_again is set, the user
 * has not asked for this GPU.
 */
int classes_find_there(struct job *job, struct exploration *exploration, const struct classes_source *source,
                       struct classes *classes);
/* For lump_graph and lump_models: refines where classes_find would. Begins with the job alone. */
struct classes_refining {
    struct job *job;
    int on_device; /* it was on a GPU .. */
    uint64_t peak; /* .. with so many bytes of its memory */
};
struct lump_refiner classes_refiner(struct classes_refining *refining);
/* Warns that the CPU does it instead, and clears job->error. */
void classes_warn_fallback(struct job *job);
void classes_free(struct job *job, struct classes *classes);

#endif
