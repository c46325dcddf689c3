/* Finds classes on a GPU: of a graph that is copied there, or of a search that has its states there. */
#include "space/classes_there.h"

#ifndef HEDDLE_CUDA

int classes_copy_and_find(const struct backend *backend, const struct graph *graph,
                          const struct classes_task *task, const struct run *run, struct classes *classes,
                          struct error *error) {
    (void)backend, (void)graph, (void)task, (void)run, (void)classes, (void)error;
    return 1;
}

int classes_copy_and_refine(struct classes_refining *refining, const struct graph *graph,
                            const struct refine_options *options, const struct run *run,
                            struct partition *partition, struct error *error) {
    (void)refining, (void)graph, (void)options, (void)run, (void)partition, (void)error;
    return 1;
}

int space_classes(struct space *space, const struct classes_task *task, const struct run *run,
                  struct classes *classes, struct error *error) {
    (void)space, (void)task, (void)run, (void)classes, (void)error;
    return 1;
}

#else

#include "base/memory.h"
#include "base/run.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_device.h"
#include "explorer/search/cuda/space_device.h"
#include "reduce/prepare/prepare.h"
#include "reduce/rounds/rounds_cuda.h"
#include "space/side.h"

#define HOST_MOST_THREADS 8u /* more do not help */

/* --- graphs in host memory --- */

/* Whether a graph of the host is to be refined on a GPU. */
static int is_for_a_gpu(const struct backend *backend, const struct graph *graph, const struct run *run) {
    const unsigned threads = run->threads < HOST_MOST_THREADS ? run->threads : HOST_MOST_THREADS;
    const struct side_costs costs = {.host_item = 1.2e-7 / threads, .device = 0.03, .device_item = 2e-9};
    const double items = (double)graph->vertices + (double)graph->edges;
    return backend->on_device || (backend->is_auto && side_is_worth_a_gpu(backend, &costs, items, run));
}

/* Takes what a refinement on a GPU has found. */
static void take_rounds(struct classes *classes, const struct rounds_result *found) {
    classes->partition = found->partition;
    classes->quotient = found->quotient;
    classes->transitions = found->transitions;
    classes->edges = found->edges;
    classes->found = classes->on_device = 1;
    classes->peak = found->device_peak;
}

static void set_needed(struct rounds_task *rounds, unsigned needed) {
    rounds->skip_block = !(needed & CLASSES_BLOCKS);
    rounds->skip_quotient = !(needed & CLASSES_QUOTIENT);
}

int classes_copy_and_find(const struct backend *backend, const struct graph *graph,
                          const struct classes_task *task, const struct run *run, struct classes *classes,
                          struct error *error) {
    struct rounds_result found;
    struct rounds_task rounds = rounds_task_of(graph, task->equivalence);
    if (!is_for_a_gpu(backend, graph, run)) {
        return 1;
    }
    set_needed(&rounds, task->needed);
    if (rounds_cuda_of_host(graph, &rounds, run, &found, error) != 0) {
        rounds_result_free(&found, run->memory);
        return space_keep_reason(backend, run, error, &classes->fallback);
    }
    take_rounds(classes, &found);
    return 0;
}

int classes_copy_and_refine(struct classes_refining *refining, const struct graph *graph,
                            const struct refine_options *options, const struct run *run,
                            struct partition *partition, struct error *error) {
    struct rounds_result found;
    struct rounds_task rounds = rounds_task_of(graph, EQUIVALENCE_STRONG);
    if (!is_for_a_gpu(refining->backend, graph, run)) {
        return 1;
    }
    rounds_task_weigh(&rounds, graph, options); /* which reads all rows */
    if (rounds_cuda_of_host(graph, &rounds, run, &found, error) != 0) {
        rounds_result_free(&found, run->memory);
        return space_keep_reason(refining->backend, run, error, &refining->fallback);
    }
    *partition = found.partition;
    refining->on_device = 1;
    refining->peak = found.device_peak;
    return 0;
}

/* --- state spaces on a GPU --- */

static int reduce_with(struct graph_device *graph, const struct graph *texts, const struct classes_task *task,
                       const struct run *run, struct classes *classes, struct error *error) {
    struct rounds_result found = {.edges = 0};
    struct prepared_labels labels = {.count = 0};
    struct rounds_task rounds = rounds_task_of(texts, task->equivalence);
    set_needed(&rounds, task->needed);
    rounds.graph =
        (struct rounds_graph){graph->vertices, graph->edges, graph->offsets, graph->targets, graph->labels};
    int failed = prepare_labels(texts, task->hidden, run->memory, &labels, error) != 0;
    if (!failed) {
        if (task->hidden != NULL) {
            rounds_task_hide(&rounds, &labels);
        }
        failed = rounds_cuda(graph->device, &rounds, run, &found, error) != 0;
    }
    if (failed) {
        rounds_result_free(&found, run->memory);
    } else {
        take_rounds(classes, &found);
    }
    prepared_labels_free(&labels, run->memory);
    return failed ? -1 : 0;
}

/* Refines a graph on its GPU. */
static int reduce_there(const struct network *network, struct graph_device *graph,
                        const struct classes_task *task, const struct run *run, struct classes *classes,
                        struct error *error) {
    struct graph *texts = graph_create(1, network, GRAPH_LABELS, run, error);
    const int failed = texts == NULL || reduce_with(graph, texts, task, run, classes, error) != 0;
    graph_free(texts);
    return failed ? -1 : 0;
}

/* Makes the graph on the GPU; NULL with *error filled. */
static struct graph_device *build(struct space *space, const struct run *run, struct classes *classes,
                                  struct error *error) {
    const struct graph_options labels = {GRAPH_LABELS, NULL};
    const double begun = run_clock();
    struct graph_device *graph = graph_device_build(space->exploration, &labels, run, error);
    classes->graph_seconds = run_clock() - begun;
    return graph;
}

int space_classes(struct space *space, const struct classes_task *task, const struct run *run,
                  struct classes *classes, struct error *error) {
    struct graph_device *graph = space_is_there(space) ? build(space, run, classes, error) : NULL;
    if (graph == NULL) {
        return space_is_there(space) ? space_fall_back(space, run, error) : 1;
    }
    const double begun = run_clock();
    const int failed = reduce_there(model_network(space->model), graph, task, run, classes, error);
    classes->seconds = run_clock() - begun;
    space->exploration->effort.memory_peak = memory_peak(&graph->device->memory);
    graph_device_free(graph);
    return failed ? space_fall_back(space, run, error) : 0;
}

#endif
