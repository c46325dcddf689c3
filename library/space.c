/* Exploration and state spaces. */
#include <string.h>

#include "decompose/mdp/mdp_network.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/graph_write.h"
#include "frontend/formats/mdp_write.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/network.h"
#include "library/library.h"
#include "space/space.h"

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

static void take_counts(const struct exploration *exploration, struct heddle_counts *counts) {
    *counts = (struct heddle_counts){
        .outcome = public_outcome(exploration->result.outcome),
        .states = exploration->result.states,
        .initial = model_network(exploration->model)->initial_count,
        .transitions = exploration->result.transitions,
        .choices = network_is_weighted(model_network(exploration->model)) ? exploration->result.choices : 0,
        .deadlocks = exploration->result.deadlocks,
        .levels = exploration->result.levels,
        .seconds = exploration->effort.seconds,
    };
    _Static_assert(sizeof counts->device == sizeof exploration->effort.device,
                   "the public header has the size");
    memcpy(counts->device, exploration->effort.device, sizeof counts->device);
}

/* Runs a search. Returns 0; or -1 with the context's error and nothing to close. */
static int search(heddle_network *network, int keep_levels, struct run *run, struct space *space) {
    struct heddle_context *context = network->context;
    struct space_request request = {
        .network = network->network, .layout = {.labels = keep_levels}, .explore = library_limits(context)};
    request.explore.keep_levels = keep_levels;
    if (library_begin(context, run) != 0) {
        return -1;
    }
    request.backend = library_backend(context, run);
    return request.backend == NULL ? -1 : space_open(space, &request, run, &context->error);
}

int heddle_explore(heddle_network *network, struct heddle_counts *counts) {
    struct run run;
    struct space found;
    if (search(network, 0, &run, &found) != 0) {
        return -1;
    }
    if (counts != NULL) {
        take_counts(found.exploration, counts);
    }
    library_warn(network->context, &found.exploration->effort.fallback);
    space_close(&found);
    return 0;
}

/* --- state spaces --- */

static int fail_memory(struct heddle_context *context) {
    return error_memory(&context->error, "for the state space");
}

/* Makes the graph of a complete search, which is consumed. Returns 0, or -1 with the context's error. */
static int take_graph(struct heddle_space *space, struct space *found, const struct run *run) {
    struct heddle_context *context = space->network->context;
    const struct exploration *exploration = found->exploration;
    int warned = exploration->effort.fallback.code != ERROR_NONE;
    struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES, &space->states};
    space->graph = space_graph(found, &options, run, &context->error);
    if (space->graph == NULL) {
        return -1;
    }
    if (!warned) { /* a GPU may also fail after the search */
        library_warn(context, &exploration->effort.fallback);
    }
    space->transitions = graph_distinct_edges(space->graph);
    space->tuple =
        memory_allocate_array(&context->memory, graph_states_width(space->states), sizeof *space->tuple);
    const struct data_header *data = space->network->network->data;
    space->words = data == NULL ? NULL : data_scratch_open(&context->memory, data, &space->values);
    return space->tuple == NULL || (data != NULL && space->words == NULL) ? fail_memory(context) : 0;
}

static int fill_space(struct heddle_space *space, struct space *found, const struct run *run,
                      struct heddle_counts *counts) {
    struct heddle_context *context = space->network->context;
    const struct exploration *exploration = found->exploration;
    if (counts != NULL) {
        take_counts(exploration, counts);
    }
    library_warn(context, &exploration->effort.fallback);
    if (exploration->result.outcome != EXPLORE_DONE) {
        library_explain(context, exploration->result.outcome, exploration->result.states,
                        exploration->effort.memory_limit, &context->error);
        return -1;
    }
    return take_graph(space, found, run);
}

heddle_space *heddle_space_create(heddle_network *network, struct heddle_counts *counts) {
    struct run run;
    struct space found;
    struct heddle_space *space = memory_allocate_zeroed(&network->context->memory, sizeof *space);
    if (space == NULL) {
        fail_memory(network->context);
        return NULL;
    }
    space->network = network;
    int failed = search(network, 1, &run, &found) != 0;
    if (!failed) {
        failed = fill_space(space, &found, &run, counts) != 0;
        space_close(&found);
    }
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
    struct memory *memory = &space->network->context->memory;
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
        return error_set(&space->network->context->error, ERROR_USAGE,
                         "there is no state %llu: the last is %llu", (unsigned long long)state,
                         (unsigned long long)space->graph->vertices - 1);
    }
    graph_states_tuple(space->states, state, local_states);
    return 0;
}

/* Fills the error: the label has no value in the state. Returns -1. */
static int fail_label(const struct heddle_space *space, uint32_t label) {
    const struct network *network = space->network->network;
    struct run run;
    return library_begin(space->network->context, &run) != 0
               ? -1
               : network->describe_predicate(network, space->tuple, label, &run,
                                             &space->network->context->error);
}

int heddle_space_has_label(heddle_space *space, uint64_t state, uint32_t label) {
    const struct network *network = space->network->network;
    struct heddle_context *context = space->network->context;
    uint64_t holds;
    if (label >= network->label_predicates) {
        return error_set(&context->error, ERROR_USAGE, "there is no label %u of states", label);
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

/* The MDP, CTMC or DTMC of a model with data. */
static int write_drn(const heddle_space *space, const char *path, struct mdp_valuations *valuations,
                     const struct run *run, struct error *error) {
    const struct mdp_write_options how = {.valuations = valuations};
    struct mdp *mdp =
        mdp_from_graph_to_write(space->graph, space->states, space->network->network, 0, run, error);
    int failed = mdp == NULL || mdp_write_drn(mdp, path, &how, run, error) != 0;
    mdp_free(mdp);
    return failed ? -1 : 0;
}

static int refuse_aut(const struct network *network, const char *path, struct error *error) {
    return error_in(error, ERROR_USAGE, path,
                    "not written: .aut has one initial state, and the model has %llu: write .%s",
                    (unsigned long long)network->initial_count, network_is_weighted(network) ? "drn" : "dot");
}

static int write_graph(const heddle_space *space, const char *path, enum file_format format,
                       const struct run *run, struct error *error) {
    const struct network *network = space->network->network;
    const struct graph_picture picture = {NULL, network->initial_count};
    return format == FILE_DOT            ? graph_write_picture(space->graph, &picture, path, run, error)
           : network->initial_count == 1 ? graph_write(space->graph, path, format, run, error)
                                         : refuse_aut(network, path, error);
}

static int write_data(const heddle_space *space, const char *path, enum file_format format,
                      const struct run *run, struct error *error) {
    const struct network *network = space->network->network;
    struct mdp_valuations valuations;
    if (format == FILE_AUT) {
        return network->initial_count == 1 ? graph_write(space->graph, path, format, run, error)
                                           : refuse_aut(network, path, error);
    }
    int failed = mdp_valuations_open(&valuations, network, space->states, run->memory, error) != 0;
    if (!failed && format == FILE_DRN) {
        failed = write_drn(space, path, &valuations, run, error) != 0;
    } else if (!failed) {
        const struct graph_picture picture = {&valuations, network->initial_count};
        failed = graph_write_picture(space->graph, &picture, path, run, error) != 0;
    }
    mdp_valuations_close(&valuations);
    return failed ? -1 : 0;
}

int heddle_space_write(heddle_space *space, const char *path) {
    struct heddle_context *context = space->network->context;
    struct run run;
    const struct network *network = space->network->network;
    int has_data = network_is_weighted(network);
    const enum file_format formats[] = {FILE_AUT, FILE_DOT, has_data ? FILE_DRN : FILE_UNKNOWN, FILE_UNKNOWN};
    if (path == NULL) {
        return error_set(&context->error, ERROR_USAGE, "there is no name for the file of the state space");
    }
    enum file_format format =
        file_format_of_output(&(struct file_output){"state space", path, formats, NULL, -1}, &context->error);
    if (format == FILE_UNKNOWN) {
        return -1;
    }
    return library_begin(context, &run) != 0 ? -1
           : has_data                        ? write_data(space, path, format, &run, &context->error)
                                             : write_graph(space, path, format, &run, &context->error);
}
