/* Chooses the GPU or the host for a search for cycles. */
#include "decompose/cycles/cycle_search.h"

#include "base/memory.h"
#include "base/run.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"

#ifdef HEDDLE_CUDA
#include "explorer/search/space_device.h"
#include "explorer/graph/graph_device.h"
#endif

struct cycle_work {
    const struct cycle_task *task;
    struct cycle_levels levels;
    uint32_t done; /* queries [0, done) are decided, or cannot be */
    const struct run *run;
    struct error *error;
};

/* Decides the queries that are not done yet, in a graph in host memory. */
static void search_graph(struct cycle_work *work, const struct graph *graph) {
    for (; work->done < work->task->count; work->done++) {
        struct cycle_query *query = &work->task->queries[work->done];
        query->error.code = ERROR_NONE;
        cycle_find(graph, &work->levels, &query->goal, work->run, &query->cycle, &query->error);
    }
}

static int search_on_host(struct cycle_work *work, const struct backend *backend,
                          struct exploration *exploration) {
    struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES, work->task->states};
    struct graph *graph = backend->graph(exploration, &options, work->run, work->error);
    if (graph == NULL) {
        return -1;
    }
    search_graph(work, graph);
    if (work->task->visitor != NULL) {
        work->task->visitor->visit(work->task->visitor->context, graph);
    }
    graph_free(graph);
    return 0;
}

#ifdef HEDDLE_CUDA
/* The GPU failed after the search, so the host explores once more. */
static int search_again(struct cycle_work *work, const struct error *why) {
    struct exploration *exploration = work->task->exploration;
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    if (work->task->states != NULL) {
        graph_states_free(*work->task->states);
        *work->task->states = NULL;
    }
    struct exploration *again = backends[0]->explore(exploration->model, &options, work->run, work->error);
    if (again == NULL) {
        return -1;
    }
    int failed =
        again->result.outcome == EXPLORE_DONE
            ? search_on_host(work, backends[0], again)
            : error_set(work->error, again->result.outcome == EXPLORE_FULL ? ERROR_MEMORY : ERROR_INTERRUPTED,
                        "the CPU could not search once more when the GPU had failed");
    exploration->effort.fallback = *why;
    exploration_free(again);
    return failed;
}

/* Decides queries up to the first for which the GPU has too little memory, or at which it fails; then *why is
 * the error. */
static void search_device_graph(struct cycle_work *work, struct graph_device *graph, struct error *why) {
    for (; work->done < work->task->count; work->done++) {
        struct cycle_query *query = &work->task->queries[work->done];
        query->error.code = ERROR_NONE;
        if (cycle_find_cuda(graph, &work->levels, &query->goal, work->run, &query->cycle, &query->error) !=
                0 &&
            (query->error.code == ERROR_MEMORY || query->error.code == ERROR_DEVICE)) {
            *why = query->error;
            cycle_free(work->run->memory, &query->cycle);
            return;
        }
    }
}

/* Searches on the GPU, where the visited set is; *here: 0 when that failed and nothing is lost. */
static int search_on_device(struct cycle_work *work, int *here) {
    struct exploration *exploration = work->task->exploration;
    struct error why = {.code = ERROR_NONE};
    struct graph_options options = {GRAPH_LABELS, work->task->states};
    struct graph_device *on_device = graph_device_build(exploration, &options, work->run, work->error);
    struct graph *graph = NULL;
    *here = on_device != NULL || (work->error->code != ERROR_MEMORY && work->error->code != ERROR_DEVICE);
    if (on_device == NULL) {
        return -1;
    }
    search_device_graph(work, on_device, &why);
    exploration->effort.memory_peak = memory_peak(&on_device->device->memory);
    if (why.code == ERROR_MEMORY) {
        graph = graph_device_download(on_device, work->run, &why);
    }
    graph_device_free(on_device);
    if (graph != NULL) {
        search_graph(work, graph);
        graph_free(graph);
        return 0;
    }
    if (why.code == ERROR_DEVICE && !work->task->backend->on_device) {
        return search_again(work, &why);
    }
    for (; work->done < work->task->count; work->done++) {
        work->task->queries[work->done].error = why;
    }
    return 0;
}
#endif

int cycle_search(const struct cycle_task *task, const struct run *run, struct error *error) {
    const struct state_space *space = &task->exploration->space;
    struct cycle_work work = {
        .task = task, .levels = {space->level_begin, space->levels}, .run = run, .error = error};
    if (!space->levels_kept) {
        return error_memory(error, "for the graph");
    }
#ifdef HEDDLE_CUDA
    if (task->visitor == NULL && space->device != NULL && space->device->table != NULL) {
        int here, failed = search_on_device(&work, &here);
        if (here) {
            return failed;
        }
    }
#endif
    return search_on_host(&work, task->backend, task->exploration);
}
