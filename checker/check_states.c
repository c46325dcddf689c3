/* The states of a model with data that have a label: its predicate, evaluated in every state of the graph. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "checker/check_internal.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/network.h"

#define RUN_STATES 4096u /* states that a thread takes at once: whole words of bitmaps */

struct marking {
    const struct network *network;
    const graph_states *states;
    const struct run *run;
    uint32_t predicate, *marks;
    uint64_t count, cursor;
    uint64_t wrong; /* the least state in which the predicate has no value; UINT64_MAX: none */
    int failed;     /* memory ran out, or the run must stop */
};

/* What a thread needs. */
struct marker {
    uint64_t *words;
    uint32_t *local;
    struct data_scratch scratch;
};

static void mark_state(struct marking *work, struct marker *marker, uint64_t state) {
    const struct data_header *image = work->network->data;
    const struct data_variable *variables = data_variables(image);
    uint64_t holds;
    graph_states_tuple(work->states, state, marker->local);
    for (uint64_t i = 0; i < image->variables.count; i++) {
        marker->scratch.fields[i] = variables[i].low + marker->local[i];
    }
    if (data_run(image, data_predicates(image)[work->predicate], marker->scratch.fields,
                 marker->scratch.registers, &holds) != PROGRAM_FINE) {
        shared64_least(&work->wrong, state);
    } else if (holds != 0) {
        bitmap_set(work->marks, state);
    }
}

static void mark_states(void *context, unsigned thread) {
    struct marking *work = context;
    struct memory *memory = work->run->memory;
    const struct data_header *image = work->network->data;
    const uint64_t width = graph_states_width(work->states);
    struct marker marker;
    marker.words = data_scratch_open(memory, image, &marker.scratch);
    marker.local = memory_allocate_array(memory, width, sizeof *marker.local);
    int failed = marker.words == NULL || marker.local == NULL;
    while (!failed) {
        uint64_t first = shared64_add(&work->cursor, RUN_STATES);
        if (first >= work->count) {
            break;
        }
        uint64_t last = first + RUN_STATES < work->count ? first + RUN_STATES : work->count;
        failed = run_should_stop(work->run);
        for (uint64_t state = first; state < last && !failed; state++) {
            mark_state(work, &marker, state);
        }
        if (thread == 0) {
            run_tell(work->run, "looking for states with the label", last, work->count, "states");
        }
    }
    if (failed) {
        __atomic_store_n(&work->failed, 1, __ATOMIC_RELAXED);
    }
    data_scratch_close(memory, image, marker.words);
    memory_free(memory, marker.local, width * sizeof *marker.local);
}

/* Describes why the predicate has no value in the state. Returns -1. */
static int fail_state(const struct marking *work, struct error *error) {
    const uint64_t bytes = graph_states_width(work->states) * sizeof(uint32_t);
    uint32_t *local = memory_allocate(work->run->memory, bytes);
    if (local == NULL) {
        return error_memory(error, "for the states with the label");
    }
    graph_states_tuple(work->states, work->wrong, local);
    work->network->describe_predicate(work->network, local, work->predicate, work->run, error);
    memory_free(work->run->memory, local, bytes);
    return -1;
}

static void mark_deadlocks(const struct graph *graph, uint32_t *marks) {
    for (uint64_t state = 0; state < graph->vertices; state++) {
        if (graph->offsets[state] == graph->offsets[state + 1]) {
            bitmap_set(marks, state);
        }
    }
}

int check_mark_states(const struct checking *checking, uint32_t predicate, const struct graph *graph,
                      const graph_states *states, uint32_t *marks, struct error *error) {
    const struct run *run = checking->run;
    struct marking work = {.network = checking->network,
                           .states = states,
                           .run = run,
                           .predicate = predicate,
                           .marks = marks,
                           .count = graph->vertices,
                           .wrong = UINT64_MAX};
    if (predicate == LANGUAGE_DEADLOCK) {
        mark_deadlocks(graph, marks);
        return 0;
    }
    parallel_run(run->threads, mark_states, &work);
    if (work.failed) {
        return run_should_stop(run) ? error_set(error, ERROR_INTERRUPTED, "interrupted")
                                    : error_memory(error, "for the states with the label");
    }
    return work.wrong != UINT64_MAX ? fail_state(&work, error) : 0;
}
