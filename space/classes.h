#ifndef HEDDLE_SPACE_CLASSES_H
#define HEDDLE_SPACE_CLASSES_H

#include "base/error.h"
#include "reduce/equivalence.h"
#include "reduce/lump/lump.h"
#include "reduce/refine/refine.h"
#include "space/space.h"

struct graph;

/* What is needed beside counts; what is not needed is NULL, on a CPU and on a GPU. */
#define CLASSES_BLOCKS 1u
#define CLASSES_QUOTIENT 2u

struct classes_task {
    enum equivalence equivalence; /* strong, branching or divbranching */
    unsigned needed;              /* CLASSES_ bits */
    const uint8_t *hidden; /* of a search: [labels of the network's graph], which become `i`; NULL: none */
};

/* The classes of a state space, and their graph. Begins as zeros. */
struct classes {
    struct partition partition; /* block is NULL without CLASSES_BLOCKS */
    struct graph *quotient;     /* NULL without CLASSES_QUOTIENT */
    uint64_t transitions;       /* of the quotient */
    int found, on_device;       /* they were found on a GPU .. */
    uint64_t peak;              /* .. with so many bytes of its memory */
    uint64_t edges;             /* of a search on a GPU: each once after labels are hidden */
    double graph_seconds;       /* to make the graph on the GPU */
    double seconds;             /* to find the classes and make their graph */
    struct error fallback;      /* of a graph in host memory: why the CPU did it instead of a GPU; code
                                   ERROR_NONE: nothing failed */
};

/*
 * The classes of a graph in host memory: on a GPU if `backend` names one, or under `auto` if the graph is
 * large; otherwise, or if the GPU fails then, on the CPU. 0, or -1 with *error filled. Free *classes in any
 * case.
 */
int classes_of_graph(const struct backend *backend, const struct graph *graph,
                     const struct classes_task *task, const struct run *run, struct classes *classes,
                     struct error *error);
/*
 * The classes of the states of a complete search, on the GPU that has these. 0: they were found, and the
 * states are consumed. 1: space_graph should make the graph, for classes_of_graph on space_backend: the
 * states are not on a GPU, or it was given up (space_fall_back). -1 with *error filled.
 */
int space_classes(struct space *space, const struct classes_task *task, const struct run *run,
                  struct classes *classes, struct error *error);

/* For lump_graph and lump_models: refines where classes_of_graph would. Begins with the backend alone. */
struct classes_refining {
    const struct backend *backend;
    int on_device;         /* it was on a GPU .. */
    uint64_t peak;         /* .. with so many bytes of its memory */
    struct error fallback; /* as that of struct classes */
};
struct lump_refiner classes_refiner(struct classes_refining *refining);
void classes_free(struct classes *classes, struct memory *memory);

#endif
