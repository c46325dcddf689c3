/* Exploration and state spaces. */
#include <string.h>

#include "api/explore.h"
#include "api/write_space.h"
#include "explorer/graph/graph.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/network.h"
#include "library/library.h"

struct heddle_space {
    struct heddle_network *network;
    struct graph *graph;
    graph_states *states;
    uint64_t transitions;
    uint32_t *tuple;            /* scratch: one tuple */
    uint64_t *words;            /* of a model with data: the memory of `values` */
    struct data_scratch values; /* scratch: the values of a state */
};

/* --- searching --- */

static enum heddle_outcome public_outcome(enum explore_outcome outcome) {
    switch (outcome) {
    case EXPLORE_LIMIT:
        return HEDDLE_LIMITED;
    case EXPLORE_FULL:
        return HEDDLE_MEMORY_FULL;
    case EXPLORE_INTERRUPTED:
        return HEDDLE_STOPPED;
    case EXPLORE_TIMEOUT:
        return HEDDLE_TIMED_OUT;
    case EXPLORE_FAULT:
    case EXPLORE_DONE: /* no other end is possible without a property */
    case EXPLORE_VIOLATED:
    case EXPLORE_LEFT:
        break;
    }
    return HEDDLE_COMPLETE;
}

static void take_counts(const heddle_network *network, const struct explored *found,
                        struct heddle_counts *counts) {
    *counts = (struct heddle_counts){
        .outcome = public_outcome(found->result.outcome),
        .states = found->result.states,
        .initial = network->network->initial_count,
        .transitions = found->result.transitions,
        .choices = network_is_weighted(network->network) ? found->result.choices : 0,
        .deadlocks = found->result.deadlocks,
        .levels = found->result.levels,
        .seconds = found->effort.seconds,
    };
    _Static_assert(sizeof counts->device == sizeof found->effort.device, "the public header has the size");
    memcpy(counts->device, found->effort.device, sizeof counts->device);
}

/* Runs a search; keep: its graph follows. counts: NULL, or filled if a search began. Returns 0, or -1 with
 * the context's error; explored_free in any case. */
static int search(heddle_network *network, int keep, struct explored *found, struct heddle_counts *counts) {
    struct heddle_context *context = network->context;
    struct explore_request request = EXPLORE_DEFAULTS;
    request.path = network->path;
    request.search = context->search;
    request.keep = keep;
    explored_clear(found);
    if (library_begin(context) != 0 ||
        explore_network(&context->job, network->network, &request, found) != 0) {
        return -1;
    }
    if (counts != NULL) {
        take_counts(network, found, counts);
    }
    return 0;
}

int heddle_explore(heddle_network *network, struct heddle_counts *counts) {
    struct explored found;
    const int failed = search(network, 0, &found, counts);
    explored_free(&network->context->job, &found);
    return failed;
}

/* --- state spaces --- */

static int fail_memory(struct heddle_context *context) {
    return error_memory(&context->job.error, "for the state space");
}

/* Makes the graph of a complete search, which is consumed. Returns 0, or -1 with the context's error. */
static int take_graph(struct heddle_space *space, struct explored *found) {
    struct heddle_context *context = space->network->context;
    const struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES, &space->states};
    space->graph = space_graph(&found->space, &options, &context->job.run, &context->job.error);
    if (space->graph == NULL) {
        return -1;
    }
    search_note_effort(&context->job, found->space.exploration, &found->effort);
    space->transitions = graph_distinct_edges(space->graph);
    space->tuple =
        memory_allocate_array(&context->job.memory, graph_states_width(space->states), sizeof *space->tuple);
    const struct data_header *data = space->network->network->data;
    space->words = data == NULL ? NULL : data_scratch_open(&context->job.memory, data, &space->values);
    return space->tuple == NULL || (data != NULL && space->words == NULL) ? fail_memory(context) : 0;
}

static int fill_space(struct heddle_space *space, struct explored *found, struct heddle_counts *counts) {
    struct heddle_context *context = space->network->context;
    if (search(space->network, 1, found, counts) != 0) {
        return -1;
    }
    if (!found->complete) {
        library_explain(context, found->result.outcome, found->result.states, found->effort.memory_limit,
                        &context->job.error);
        return -1;
    }
    return take_graph(space, found);
}

heddle_space *heddle_space_create(heddle_network *network, struct heddle_counts *counts) {
    struct explored found;
    struct heddle_space *space = memory_allocate_zeroed(&network->context->job.memory, sizeof *space);
    if (space == NULL) {
        fail_memory(network->context);
        return NULL;
    }
    space->network = network;
    const int failed = fill_space(space, &found, counts);
    explored_free(&network->context->job, &found);
    if (failed) {
        heddle_space_free(space);
        space = NULL;
    }
    return space;
}

void heddle_space_free(heddle_space *space) {
    if (space == NULL) {
        return;
    }
    struct memory *memory = &space->network->context->job.memory;
    if (space->words != NULL) {
        data_scratch_close(memory, space->network->network->data, space->words);
    }
    if (space->tuple != NULL) {
        memory_free(memory, space->tuple, graph_states_width(space->states) * sizeof *space->tuple);
    }
    if (space->graph != NULL) {
        graph_free(space->graph);
    }
    graph_states_free(space->states);
    memory_free(memory, space, sizeof *space);
}

uint64_t heddle_space_states(const heddle_space *space) {
    return space->graph->vertices;
}

uint64_t heddle_space_initial(const heddle_space *space) {
    return space->network->network->initial_count;
}

uint64_t heddle_space_transitions(const heddle_space *space) {
    return space->transitions;
}

/* --- visits --- */

int heddle_space_visit_states(heddle_space *space, heddle_state_callback callback, void *user) {
    uint32_t components = heddle_network_components(space->network);
    for (uint64_t state = 0; state < space->graph->vertices; state++) {
        graph_states_tuple(space->states, state, space->tuple);
        int ended = callback(user, state, space->tuple, components);
        if (ended != 0) {
            return ended;
        }
    }
    return 0;
}

int heddle_space_visit_successors(heddle_space *space, uint64_t state, heddle_transition_callback callback,
                                  void *user) {
    const struct graph *graph = space->graph;
    if (state >= graph->vertices) {
        return 0;
    }
    for (uint64_t edge = graph->offsets[state]; edge < graph->offsets[state + 1]; edge++) {
        if (graph_edge_is_repeated(graph, edge, graph->offsets[state])) {
            continue;
        }
        int ended = callback(user, state, graph->label_text[graph->labels[edge]], graph->targets[edge]);
        if (ended != 0) {
            return ended;
        }
    }
    return 0;
}

int heddle_space_visit_transitions(heddle_space *space, heddle_transition_callback callback, void *user) {
    int ended = 0;
    for (uint64_t state = 0; state < space->graph->vertices && ended == 0; state++) {
        ended = heddle_space_visit_successors(space, state, callback, user);
    }
    return ended;
}

int heddle_space_local_states(heddle_space *space, uint64_t state, uint32_t *local_states) {
    if (state >= space->graph->vertices) {
        return error_set(&space->network->context->job.error, ERROR_USAGE,
                         "there is no state %llu: the last is %llu", (unsigned long long)state,
                         (unsigned long long)space->graph->vertices - 1);
    }
    graph_states_tuple(space->states, state, local_states);
    return 0;
}

/* Fills the error: the label has no value in the state. Returns -1. */
static int fail_label(const struct heddle_space *space, uint32_t label) {
    const struct network *network = space->network->network;
    struct heddle_context *context = space->network->context;
    return library_begin(context) != 0 ? -1
                                       : network->describe_predicate(network, space->tuple, label,
                                                                     &context->job.run, &context->job.error);
}

int heddle_space_has_label(heddle_space *space, uint64_t state, uint32_t label) {
    const struct network *network = space->network->network;
    struct heddle_context *context = space->network->context;
    uint64_t holds;
    if (label >= network->label_predicates) {
        return error_set(&context->job.error, ERROR_USAGE, "there is no label %u of states", label);
    }
    if (heddle_space_local_states(space, state, space->tuple) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < network->data->variables.count; i++) {
        space->values.fields[i] = data_variables(network->data)[i].low + (int64_t)space->tuple[i];
    }
    return data_run(network->data, data_predicates(network->data)[label], space->values.fields,
                    space->values.registers, &holds) == PROGRAM_FINE
               ? holds != 0
               : fail_label(space, label);
}

static int refuse_aut(const struct network *network, const char *path, struct error *error) {
    return error_in(error, ERROR_USAGE, path,
                    "not written: .aut has one initial state, and the model has %llu: write .%s",
                    (unsigned long long)network->initial_count, network_is_weighted(network) ? "drn" : "dot");
}

int heddle_space_write(heddle_space *space, const char *path) {
    struct heddle_context *context = space->network->context;
    struct error *error = &context->job.error;
    const struct network *network = space->network->network;
    const int weighted = network_is_weighted(network);
    const enum file_format formats[] = {FILE_AUT, FILE_DOT, weighted ? FILE_DRN : FILE_UNKNOWN, FILE_UNKNOWN};
    if (path == NULL) {
        return error_set(error, ERROR_USAGE, "there is no name for the file of the state space");
    }
    struct written_space written = {
        .network = network,
        .graph = space->graph,
        .states = weighted ? space->states : NULL,
        .input = space->network->path,
        .path = path,
        .format =
            file_format_of_output(&(struct file_output){"state space", path, formats, NULL, -1}, error)};
    if (written.format == FILE_UNKNOWN || library_begin(context) != 0) {
        return -1;
    }
    return written.format == FILE_AUT && network->initial_count != 1 ? refuse_aut(network, path, error)
                                                                     : write_space(&context->job, &written);
}
