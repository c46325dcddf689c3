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
    uint32_t done;        /* queries [0, done) are decided, or cannot be */
    graph_states *states; /* of the graph's vertices; NULL: not requested */
    const struct run *run;
    struct error *error;
};

/* Copies the states of a cycle that was found. Returns 0, or -1 with the query's error filled. */
static int copy_states(const struct cycle_work *work, struct cycle_query *query) {
    const struct graph_selection selection = {query->cycle.vertices, 0, query->cycle.steps + 1};
    query->states = graph_states_part(work->states, work->run->memory, &query->error);
    return query->states == NULL
               ? -1
               : graph_states_append(query->states, work->states, &selection, &query->error);
}

static void drop_states(graph_states **states) {
    graph_states_free(*states);
    *states = NULL;
}

/* Copies the states of a cycle if they are requested and there is one. If memory does not suffice, the
 * verdict stands without them. Returns 0, or -1 with the query's error filled: ERROR_DEVICE. */
static int take_states(const struct cycle_work *work, struct cycle_query *query) {
    if (work->states == NULL || !query->cycle.found || copy_states(work, query) == 0) {
        return 0;
    }
    drop_states(&query->states);
    if (query->error.code == ERROR_MEMORY &&
        graph_states_fetch(work->states, work->run, &query->error) == 0 && copy_states(work, query) == 0) {
        query->error.code = ERROR_NONE;
        return 0;
    }
    drop_states(&query->states);
    if (query->error.code == ERROR_DEVICE) {
        return -1;
    }
    query->error.code = ERROR_NONE;
    return 0;
}

/* Decides the queries that are not done yet, in a graph in host memory. */
static void search_graph(struct cycle_work *work, const struct graph *graph) {
    for (; work->done < work->task->count; work->done++) {
        struct cycle_query *query = &work->task->queries[work->done];
        query->error.code = ERROR_NONE;
        if (cycle_find(graph, &work->levels, &query->goal, work->run, &query->cycle, &query->error) == 0) {
            take_states(work, query);
        }
    }
}

static int search_on_host(struct cycle_work *work, const struct backend *backend,
                          struct exploration *exploration) {
    struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES,
                                    work->task->with_states ? &work->states : NULL};
    struct graph *graph = backend->graph(exploration, &options, work->run, work->error);
    if (graph == NULL) {
        return -1;
    }
    search_graph(work, graph);
    if (work->task->visitor != NULL) {
        work->task->visitor->visit(work->task->visitor->context, graph, work->states);
    }
    graph_free(graph);
    drop_states(&work->states);
    return 0;
}

#ifdef HEDDLE_CUDA
/* The GPU failed after the search: the backend explores once more, and the host does the rest. */
static int search_again(struct cycle_work *work, const struct backend *backend, const struct error *why) {
    struct exploration *exploration = work->task->exploration;
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct exploration *again = backend->explore(exploration->model, &options, work->run, work->error);
    if (again == NULL) {
        return -1;
    }
    int failed =
        again->result.outcome == EXPLORE_DONE
            ? search_on_host(work, backend, again)
            : error_set(work->error, again->result.outcome == EXPLORE_FULL ? ERROR_MEMORY : ERROR_INTERRUPTED,
                        "the states could not be searched once more when the GPU had failed");
    if (!backend->on_device) {
        exploration->effort.fallback = *why;
    }
    exploration_free(again);
    return failed;
}

static void drop_answer(const struct cycle_work *work, struct cycle_query *query) {
    cycle_free(work->run->memory, &query->cycle);
    drop_states(&query->states);
}

/* Decides a query on the GPU. Returns 0, or -1 if the GPU has too little memory, or fails. */
static int search_query(const struct cycle_work *work, struct graph_device *graph,
                        struct cycle_query *query) {
    query->error.code = ERROR_NONE;
    int failed =
        cycle_find_cuda(graph, &work->levels, &query->goal, work->run, &query->cycle, &query->error) != 0 ||
        take_states(work, query) != 0;
    if (failed && (query->error.code == ERROR_MEMORY || query->error.code == ERROR_DEVICE)) {
        drop_answer(work, query);
        return -1;
    }
    return 0;
}

/* Decides queries up to the first for which the GPU has too little memory, or at which it fails; then *why is
 * the error. If memory runs out, the states move to the host first. */
static void search_device_graph(struct cycle_work *work, struct graph_device *graph, struct error *why) {
    for (int retried = 0; work->done < work->task->count; work->done++) {
        struct cycle_query *query = &work->task->queries[work->done];
        int failed = search_query(work, graph, query) != 0;
        if (failed && query->error.code == ERROR_MEMORY && work->states != NULL && !retried) {
            retried = 1;
            failed = graph_states_fetch(work->states, work->run, &query->error) != 0 ||
                     search_query(work, graph, query) != 0;
        }
        if (failed) {
            *why = query->error;
            return;
        }
    }
}

/* Continues on the host with a copy of the graph. Returns 0, or -1 with *why filled. */
static int search_copy(struct cycle_work *work, const struct graph_device *there, struct error *why) {
    struct graph *graph = work->states == NULL || graph_states_fetch(work->states, work->run, why) == 0
                              ? graph_device_download(there, work->run, why)
                              : NULL;
    if (graph == NULL) {
        return -1;
    }
    search_graph(work, graph);
    graph_free(graph);
    return 0;
}

/* The visitor receives the graph on the GPU. */
static int visit_on_device(struct cycle_work *work, struct graph_device *graph) {
    const struct cycle_task *task = work->task;
    struct error why = {.code = ERROR_NONE};
    if (task->visitor->visit_there(task->visitor->context, graph, &task->exploration->effort.memory_peak,
                                   &why) == 0) {
        return 0;
    }
    if (why.code == ERROR_MEMORY || (why.code == ERROR_DEVICE && !task->backend->on_device)) {
        return search_again(work, task->backend->on_device ? task->backend : backends[0], &why);
    }
    *work->error = why;
    return -1;
}

/* Searches on the GPU, where the visited set is; *here: 0 when that failed and nothing is lost. */
static int search_on_device(struct cycle_work *work, int *here) {
    struct exploration *exploration = work->task->exploration;
    struct error why = {.code = ERROR_NONE};
    unsigned visited = work->task->visitor != NULL ? GRAPH_CHOICES : 0;
    struct graph_options options = {GRAPH_LABELS | visited, work->task->with_states ? &work->states : NULL};
    struct graph_device *on_device = graph_device_build(exploration, &options, work->run, work->error);
    *here = on_device != NULL || (work->error->code != ERROR_MEMORY && work->error->code != ERROR_DEVICE);
    if (on_device == NULL) {
        return -1;
    }
    if (visited) {
        return visit_on_device(work, on_device);
    }
    search_device_graph(work, on_device, &why);
    exploration->effort.memory_peak = memory_peak(&on_device->device->memory);
    int copied = why.code == ERROR_MEMORY && search_copy(work, on_device, &why) == 0;
    drop_states(&work->states); /* before the GPU is released */
    graph_device_free(on_device);
    if (copied) {
        return 0;
    }
    if (why.code == ERROR_DEVICE && !work->task->backend->on_device) {
        return search_again(work, backends[0], &why);
    }
    for (; work->done < work->task->count; work->done++) {
        work->task->queries[work->done].error = why;
    }
    return 0;
}
#endif

#ifdef HEDDLE_CUDA
/* Whether the graph may stay on the GPU: for queries alone, or for the visitor alone. */
static int may_stay_there(const struct cycle_task *task) {
    const struct space_device *space = task->exploration->space.device;
    return space != NULL && space->table != NULL &&
           (task->visitor == NULL ||
            (task->visitor->visit_there != NULL && task->count == 0 && !task->with_states));
}
#endif

int cycle_search(const struct cycle_task *task, const struct run *run, struct error *error) {
    const struct state_space *space = &task->exploration->space;
    struct cycle_work work = {
        .task = task, .levels = {space->level_begin, space->levels}, .run = run, .error = error};
    if (exploration_check_kept(task->exploration, "for the graph", error) != 0) {
        return -1;
    }
    if (run->ranks != NULL) {
        return cycle_search_ranks(task, run, error);
    }
#ifdef HEDDLE_CUDA
    if (may_stay_there(task)) {
        int here, failed = search_on_device(&work, &here);
        if (here) {
            return failed;
        }
    }
#endif
    return search_on_host(&work, task->backend, task->exploration);
}
