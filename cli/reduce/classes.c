/* Classes of state spaces, found where these are: on the CPU or on a GPU. */
#include "cli/reduce/classes.h"

#include <string.h>

#include "base/device/device_start.h"
#include "cli/search.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "reduce/prepare/prepare.h"
#include "reduce/quotient/minimal.h"
#ifdef HEDDLE_CUDA
#include "explorer/graph/graph_device.h"
#include "explorer/search/space_device.h"
#include "reduce/rounds/rounds_cuda.h"
#endif

/* What a CPU thread needs for each vertex and edge of a graph, up to a number of threads. */
#define HOST_ITEM_SECONDS 1.2e-7
#define HOST_MOST_THREADS 8u
/* What a GPU that is ready needs to open, and for each vertex and edge, which must be copied. */
#define GPU_SECONDS 0.03
#define GPU_ITEM_SECONDS 2e-9

void classes_free(struct job *job, struct classes *classes) {
    partition_free(&classes->partition, &job->memory);
    graph_free(classes->quotient);
    memset(classes, 0, sizeof *classes);
}

void classes_warn_fallback(struct job *job) {
    job_warning(job, "%s; the CPU minimises", job->error.text);
    job->error.code = ERROR_NONE;
}

/* Frees what is not needed. A GPU does not hand it over either, so callers see the same on each side. */
static void drop_unneeded(struct job *job, unsigned needed, struct classes *classes) {
    struct partition *partition = &classes->partition;
    if (!(needed & CLASSES_BLOCKS)) {
        memory_free(&job->memory, partition->block, partition->vertices * sizeof *partition->block);
        partition->block = NULL;
    }
    if (!(needed & CLASSES_QUOTIENT)) {
        graph_free(classes->quotient);
        classes->quotient = NULL;
    }
}

static int find_on_host(struct job *job, const struct graph *graph, enum equivalence equivalence,
                        unsigned needed, struct classes *classes) {
    classes->quotient = minimal_graph(graph, equivalence, &job->run, &classes->partition, &job->error);
    if (classes->quotient == NULL) {
        return -1;
    }
    classes->transitions = classes->quotient->edges;
    classes->found = 1;
    drop_unneeded(job, needed, classes);
    return 0;
}

#ifdef HEDDLE_CUDA

/* Whether a GPU finds the classes before the host does: it may have to be started first. Waits for it if so.
 */
static int is_worth_a_gpu(const struct job *job, const struct graph *graph) {
    const struct device_start *start = &device_start_process;
    const double items = (double)graph->vertices + (double)graph->edges;
    const unsigned threads = job->run.threads < HOST_MOST_THREADS ? job->run.threads : HOST_MOST_THREADS;
    const double starts = device_start_state(start) == DEVICE_FAILED ? 0 : device_start_remaining(start);
    if (!device_may_exist() || device_start_state(start) == DEVICE_ABSENT ||
        items * HOST_ITEM_SECONDS / threads < starts + GPU_SECONDS + items * GPU_ITEM_SECONDS) {
        return 0;
    }
    backend_start_device(job->backend, &job->run);
    return device_start_await(start, &job->run) || device_start_state(start) == DEVICE_FAILED;
}

/* Takes what a refinement on a GPU has found. */
static void take(struct classes *classes, const struct rounds_result *found) {
    classes->partition = found->partition;
    classes->quotient = found->quotient;
    classes->transitions = found->transitions;
    classes->edges = found->edges;
    classes->found = classes->on_device = 1;
    classes->peak = found->device_peak;
}

static void set_needed(struct rounds_task *task, unsigned needed) {
    task->skip_block = !(needed & CLASSES_BLOCKS);
    task->skip_quotient = !(needed & CLASSES_QUOTIENT);
}

/* Whether a graph of the host is to be refined on a GPU. */
static int is_for_a_gpu(const struct job *job, const struct graph *graph) {
    return job->backend->on_device || (job->backend->is_auto && is_worth_a_gpu(job, graph));
}

/* Refines a copy of the graph on a GPU. 0, 1 if the host is to do it, or -1. */
static int refine_copy(struct job *job, const struct graph *graph, const struct rounds_task *task,
                       struct rounds_result *found) {
    if (rounds_cuda_of_host(graph, task, &job->run, found, &job->error) == 0) {
        return 0;
    }
    rounds_result_free(found, &job->memory);
    if (!search_may_fall_back(job)) {
        return -1;
    }
    classes_warn_fallback(job);
    return 1;
}

/* On a GPU; as refine_copy. */
static int copy_and_find(struct job *job, const struct graph *graph, enum equivalence equivalence,
                         unsigned needed, struct classes *classes) {
    struct rounds_result found;
    struct rounds_task task = rounds_task_of(graph, equivalence);
    if (!is_for_a_gpu(job, graph)) {
        return 1;
    }
    set_needed(&task, needed);
    const int failed = refine_copy(job, graph, &task, &found);
    if (failed == 0) {
        take(classes, &found);
    }
    return failed;
}

/* Refines with weights, on a GPU; as refine_copy. */
static int copy_and_refine(struct classes_refining *refining, const struct graph *graph,
                           const struct refine_options *options, struct partition *partition) {
    struct job *job = refining->job;
    struct rounds_result found;
    struct rounds_task task = rounds_task_of(graph, EQUIVALENCE_STRONG);
    if (!is_for_a_gpu(job, graph)) {
        return 1;
    }
    rounds_task_weigh(&task, graph, options); /* which reads all rows */
    const int failed = refine_copy(job, graph, &task, &found);
    if (failed == 0) {
        *partition = found.partition;
        refining->on_device = 1;
        refining->peak = found.device_peak;
    }
    return failed;
}

/* --- state spaces on a GPU --- */

/* Refines a graph on its GPU. */
static int reduce_there(struct job *job, struct graph_device *graph, const struct classes_source *source,
                        struct classes *classes) {
    struct rounds_result found = {.edges = 0};
    struct prepared_labels labels = {.count = 0};
    const int hides = source->hidden != NULL;
    struct graph *texts = graph_create(1, source->network, GRAPH_LABELS, &job->run, &job->error);
    if (texts == NULL) {
        return -1;
    }
    struct rounds_task task = rounds_task_of(texts, source->equivalence);
    set_needed(&task, source->needed);
    task.graph =
        (struct rounds_graph){graph->vertices, graph->edges, graph->offsets, graph->targets, graph->labels};
    int failed = prepare_labels(texts, source->hidden, &job->memory, &labels, &job->error) != 0;
    if (!failed) {
        if (hides) {
            rounds_task_hide(&task, &labels);
        }
        failed = rounds_cuda(graph->device, &task, &job->run, &found, &job->error) != 0;
    }
    if (failed) {
        rounds_result_free(&found, &job->memory);
    } else {
        take(classes, &found);
    }
    prepared_labels_free(&labels, &job->memory);
    graph_free(texts);
    return failed ? -1 : 0;
}

int classes_find_there(struct job *job, struct exploration *exploration, const struct classes_source *source,
                       struct classes *classes) {
    const struct graph_options labels = {GRAPH_LABELS, NULL};
    if (exploration->space.device == NULL || exploration->space.device->table == NULL) {
        return 1;
    }
    double begun = run_clock();
    struct graph_device *graph = graph_device_build(exploration, &labels, &job->run, &job->error);
    if (graph == NULL) {
        if (job->error.code != ERROR_MEMORY || !job->backend->is_auto) {
            classes->search_again = search_may_fall_back(job);
            return -1;
        }
        classes_warn_fallback(job);
        return 1;
    }
    classes->graph_seconds = run_clock() - begun;
    begun = run_clock();
    const int failed = reduce_there(job, graph, source, classes);
    classes->seconds = run_clock() - begun;
    exploration->effort.memory_peak = memory_peak(&graph->device->memory);
    graph_device_free(graph);
    classes->search_again = failed != 0 && search_may_fall_back(job);
    return failed;
}

#else

static int copy_and_refine(struct classes_refining *refining, const struct graph *graph,
                           const struct refine_options *options, struct partition *partition) {
    (void)refining;
    (void)graph;
    (void)options;
    (void)partition;
    return 1;
}

static int copy_and_find(struct job *job, const struct graph *graph, enum equivalence equivalence,
                         unsigned needed, struct classes *classes) {
    (void)job;
    (void)graph;
    (void)equivalence;
    (void)needed;
    (void)classes;
    return 1;
}

int classes_find_there(struct job *job, struct exploration *exploration, const struct classes_source *source,
                       struct classes *classes) {
    (void)job;
    (void)exploration;
    (void)source;
    (void)classes;
    return 1;
}

#endif

int classes_find(struct job *job, const struct graph *graph, enum equivalence equivalence, unsigned needed,
                 struct classes *classes) {
    const double begun = run_clock();
    int failed = copy_and_find(job, graph, equivalence, needed, classes);
    if (failed > 0) {
        failed = find_on_host(job, graph, equivalence, needed, classes);
    }
    classes->seconds = run_clock() - begun;
    return failed;
}

static int refine(void *context, const struct graph *graph, const struct refine_options *options,
                  const struct run *run, struct partition *partition, struct error *error) {
    struct classes_refining *refining = context;
    const int failed = copy_and_refine(refining, graph, options, partition);
    return failed > 0 ? refine_cpu(graph, EQUIVALENCE_STRONG, options, run, partition, error) : failed;
}

struct lump_refiner classes_refiner(struct classes_refining *refining) {
    return (struct lump_refiner){refine, refining};
}
