/* Classes of state spaces, found where these are: on the CPU or on a GPU. */
#include "space/classes.h"

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "reduce/quotient/minimal.h"
#include "space/classes_there.h"

void classes_free(struct classes *classes, struct memory *memory) {
    partition_free(&classes->partition, memory);
    graph_free(classes->quotient);
    memset(classes, 0, sizeof *classes);
}

/* Frees what is not needed. A GPU does not hand it over either, so callers see the same on each side. */
static void drop_unneeded(unsigned needed, struct memory *memory, struct classes *classes) {
    struct partition *partition = &classes->partition;
    if (!(needed & CLASSES_BLOCKS)) {
        memory_free(memory, partition->block, partition->vertices * sizeof *partition->block);
        partition->block = NULL;
    }
    if (!(needed & CLASSES_QUOTIENT)) {
        graph_free(classes->quotient);
        classes->quotient = NULL;
    }
}

static int find_on_host(const struct graph *graph, const struct classes_task *task, const struct run *run,
                        struct classes *classes, struct error *error) {
    classes->quotient = minimal_graph(graph, task->equivalence, run, &classes->partition, error);
    if (classes->quotient == NULL) {
        return -1;
    }
    classes->transitions = classes->quotient->edges;
    classes->found = 1;
    drop_unneeded(task->needed, run->memory, classes);
    return 0;
}

int classes_of_graph(const struct backend *backend, const struct graph *graph,
                     const struct classes_task *task, const struct run *run, struct classes *classes,
                     struct error *error) {
    const double begun = run_clock();
    int failed = classes_copy_and_find(backend, graph, task, run, classes, error);
    if (failed > 0) {
        failed = find_on_host(graph, task, run, classes, error);
    }
    classes->seconds = run_clock() - begun;
    return failed;
}

static int refine(void *context, const struct graph *graph, const struct refine_options *options,
                  const struct run *run, struct partition *partition, struct error *error) {
    const int failed = classes_copy_and_refine(context, graph, options, run, partition, error);
    return failed > 0 ? refine_cpu(graph, EQUIVALENCE_STRONG, options, run, partition, error) : failed;
}

struct lump_refiner classes_refiner(struct classes_refining *refining) {
    return (struct lump_refiner){refine, refining};
}
