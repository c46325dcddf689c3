/* The operands of commands that reduce state spaces: graphs from files, and networks, which are searched. */
#include "api/operand.h"

#include <string.h>

#include "api/reduce_warn.h"
#include "base/options/statistics.h"
#include "model/mdp.h"
#include "explorer/graph/graph.h"
#include "explorer/model/network.h"
#include "frontend/formats/graph_read.h"
#include "reduce/composition/hidden.h"

static int is_probabilistic(const struct operand_request *request) {
    return request->equivalence == EQUIVALENCE_PROBABILISTIC;
}

const char *operand_device(const struct job *job, const struct operand *operand) {
    return operand->effort.device[0] != '\0' ? operand->effort.device : job_device(job);
}

void operand_warn_dropped(struct job *job, const struct operand *operand, uint64_t dropped) {
    job_warning(job, "%.200s: the initial state does not reach %llu state%s left out", operand->path,
                (unsigned long long)dropped, dropped == 1 ? ", which is" : "s, which are");
}

int operand_number_states(struct job *job, const struct operand *operand, uint32_t **state_of) {
    const struct prepared *prepared = &operand->prepared;
    *state_of = NULL;
    if (prepared->vertex == NULL) {
        return 0;
    }
    *state_of = memory_allocate_array(&job->memory, prepared->graph->vertices, sizeof **state_of);
    for (uint64_t state = 0; *state_of != NULL && state < prepared->states; state++) {
        if (prepared->vertex[state] != PREPARE_NONE) {
            (*state_of)[prepared->vertex[state]] = (uint32_t)state;
        }
    }
    return *state_of == NULL ? error_memory(&job->error, "for the numbers of states") : 0;
}

/* Prepares the graph, which it takes over. */
static int prepare_operand(struct job *job, const struct operand_request *request, struct graph *graph,
                           struct operand *operand) {
    const uint32_t labels = graph->label_count;
    uint8_t *hidden;
    int failed = operand_select_hidden(job, request, graph, operand, &hidden);
    if (failed) {
        graph_free(graph);
    } else {
        failed = prepare_graph(graph, hidden, &job->run, &operand->prepared, &job->error);
    }
    memory_free(&job->memory, hidden, labels);
    if (!failed) {
        operand->edges = operand->prepared.graph->edges;
    }
    if (!failed && operand->prepared.dropped > 0) {
        operand_warn_dropped(job, operand, operand->prepared.dropped);
    }
    return failed || job_accept_warnings(job) != 0 ? -1 : 0;
}

void operand_note_sizes(struct operand *operand, uint64_t states, uint64_t transitions) {
    operand->search.states = states;
    operand->search.transitions = transitions;
    operand->complete = 1;
}

/* The time since `begun` made the graph or the model, if there is one. */
static void note_graph_time(struct operand *operand, double begun) {
    if (operand->prepared.graph != NULL || operand->model != NULL) {
        operand->graph_seconds = run_clock() - begun;
    }
}

/* --- files --- */

/* Without labels yet, but with the names of the internal action, also those that --internal adds. */
static label_table *open_labels(struct job *job, const struct reader_options *reader) {
    label_table *labels = label_table_create(&job->memory, reader->ignore_case, reader->internal.items,
                                             (uint32_t)reader->internal.count);
    if (labels == NULL) {
        error_memory(&job->error, "for the labels");
    }
    return labels;
}

static int open_file(struct job *job, const struct operand_request *request, struct operand *operand) {
    double begun = run_clock();
    struct graph_with_numbers numbers;
    struct graph *graph = graph_read(operand->path, operand->labels,
                                     is_probabilistic(request) ? &numbers : NULL, &job->run, &job->error);
    if (is_probabilistic(request)) {
        operand->model = numbers.mdp;
        if (job_accept_warning_of_reading(job, &numbers.warning) != 0) {
            graph_free(graph);
            return -1;
        }
    }
    operand->has_distributions = operand->model != NULL;
    if (operand->has_distributions) {
        note_graph_time(operand, begun);
        return operand_note_model(job, request, operand);
    }
    if (graph == NULL) {
        return -1;
    }
    operand->is_graph_file = 1;
    operand_note_sizes(operand, graph->vertices, graph->edges);
    const uint32_t named = is_probabilistic(request) ? 0 : label_count(operand->labels);
    for (uint32_t label = 0; label < named; label++) {
        enum label_kind kind = label_kind(operand->labels, label);
        if (kind == LABEL_PROB || kind == LABEL_RATE) {
            reduce_warn_number(job, operand->path, label_text(operand->labels, label));
            break;
        }
    }
    const int failed = prepare_operand(job, request, graph, operand);
    note_graph_time(operand, begun);
    return failed;
}

/* --- networks --- */

/* Finds the classes on the GPU that has the states; as space_classes. */
static int find_there(struct job *job, const struct operand_request *request, unsigned needed,
                      struct space *space, struct operand *operand) {
    struct classes *classes = &operand->classes;
    struct graph *texts = graph_create(1, operand->network, GRAPH_LABELS, &job->run, &job->error);
    uint8_t *hidden = NULL;
    int failed = texts == NULL || operand_select_hidden(job, request, texts, operand, &hidden) != 0 ? -1 : 0;
    if (!failed) {
        const int any = hidden != NULL && memchr(hidden, 1, texts->label_count) != NULL;
        const struct classes_task task = {(enum equivalence)request->equivalence, needed,
                                          any ? hidden : NULL};
        failed = space_classes(space, &task, &job->run, classes, &job->error);
    }
    if (texts != NULL) {
        memory_free(&job->memory, hidden, texts->label_count);
    }
    graph_free(texts);
    if (classes->found) {
        operand->graph_seconds = classes->graph_seconds;
        operand->edges = classes->edges;
        operand->prepared.states = operand->search.states;
    }
    return failed != 0 ? failed : job_accept_warnings(job);
}

/* The Markov model of a complete search. */
static int take_model(struct job *job, const struct operand_request *request,
                      const struct operand_needs *needs, struct space *space, struct operand *operand) {
    graph_states *states = NULL;
    const struct graph_options arrays = {GRAPH_LABELS | GRAPH_CHOICES, &states};
    const double begun = run_clock();
    struct graph *graph = space_graph(space, &arrays, &job->run, &job->error);
    const int failed = graph == NULL || graph_states_fetch(states, &job->run, &job->error) != 0 ||
                       operand_take_model(job, request, graph, states, operand) != 0;
    if (needs->tuples && !failed) {
        operand->tuples = states;
    } else {
        graph_states_free(states);
    }
    graph_free(graph);
    note_graph_time(operand, begun);
    return failed ? -1 : 0;
}

static int take_graph(struct job *job, const struct operand_request *request,
                      const struct operand_needs *needs, struct space *space, struct operand *operand) {
    if (is_probabilistic(request) && network_is_weighted(operand->network)) {
        return take_model(job, request, needs, space, operand);
    }
    const struct graph_options arrays = {GRAPH_LABELS | (is_probabilistic(request) ? GRAPH_CHOICES : 0),
                                         needs->tuples ? &operand->tuples : NULL};
    double begun = run_clock();
    struct graph *graph = space_graph(space, &arrays, &job->run, &job->error);
    if (graph == NULL) {
        return -1;
    }
    const int failed =
        prepare_operand(job, request, graph, operand) != 0 ||
        (operand->tuples != NULL && graph_states_fetch(operand->tuples, &job->run, &job->error) != 0);
    note_graph_time(operand, begun);
    return failed ? -1 : 0;
}

/* Before labels to hide are looked for again; in a network that was composed, they are not. */
static void forget_unmatched(struct operand *operand) {
    if (operand->hidden == NULL) {
        operand->unmatched.count = 0;
    }
}

/* The classes or the graph of a complete search. */
static int take_result(struct job *job, const struct operand_request *request,
                       const struct operand_needs *needs, struct space *space, struct operand *operand) {
    int failed = needs->classes_there ? find_there(job, request, needs->classes, space, operand) : 1;
    if (failed > 0) {
        forget_unmatched(operand);
        failed = take_graph(job, request, needs, space, operand);
    }
    return failed;
}

static int search(struct job *job, const struct operand_request *request, const struct operand_needs *needs,
                  const struct network *network, struct operand *operand) {
    struct space_request wanted = {
        .backend = job->backend,
        .network = network,
        .layout = {.words = (uint32_t)request->search.words, .labels = 1},
        .explore = {.keep_levels = 1, .graph_follows = needs->classes_there, .may_join = 1}};
    struct space space;
    search_configure(job, &request->search, &wanted.explore);
    if (space_open(&space, &wanted, &job->run, &job->error) != 0) {
        return -1;
    }
    operand->search = space.exploration->result; /* without watched labels */
    operand->complete = operand->search.outcome == EXPLORE_DONE;
    search_note_effort(job, space.exploration, &operand->effort);
    search_explain(job, &request->search, &operand->search, &operand->effort);
    const int failed = operand->complete ? take_result(job, request, needs, &space, operand) : 0;
    search_note_effort(job, space.exploration, &operand->effort);
    operand->backend = space_backend(&space);
    space_close(&space);
    return failed;
}

/* Hides labels of the network. 0, or -1 with job->error. */
static int hide_labels(struct job *job, const struct operand_request *request, struct operand *operand) {
    const uint32_t count = operand->network->label_count;
    struct graph *texts = graph_create(1, operand->network, GRAPH_LABELS, &job->run, &job->error);
    uint8_t *hidden = NULL;
    int failed = texts == NULL || operand_select_hidden(job, request, texts, operand, &hidden) != 0 ? -1 : 0;
    if (!failed && hidden == NULL) {
        hidden = memory_allocate_zeroed(&job->memory, count);
        failed = hidden == NULL ? error_memory(&job->error, "for the labels to hide") : 0;
    }
    if (!failed) {
        operand->hidden = network_hide(operand->network, hidden, &job->memory, &job->error);
        failed = operand->hidden == NULL ? -1 : 0;
    }
    memory_free(&job->memory, hidden, count);
    graph_free(texts);
    return failed;
}

/* The network that comes of composing. NULL with job->error. */
static const struct network *compose_network(struct job *job, const struct operand_request *request,
                                             struct operand *operand) {
    const enum equivalence equivalence = (enum equivalence)request->equivalence;
    if (operand->network->data != NULL) {
        error_in(&job->error, ERROR_INPUT, operand->path,
                 "--compose takes networks of AUT graphs, no PRISM models");
        return NULL;
    }
    return hide_labels(job, request, operand) != 0
               ? NULL
               : compose_open(&operand->composed, job, &request->compose,
                              equivalence == EQUIVALENCE_TRACE       ? EQUIVALENCE_STRONG
                              : equivalence == EQUIVALENCE_WEAKTRACE ? EQUIVALENCE_BRANCHING
                                                                     : equivalence,
                              operand->hidden);
}

static int open_network(struct job *job, const struct operand_request *request,
                        const struct operand_needs *needs, struct operand *operand) {
    if (job_read(job, operand->path, &request->reader, &operand->tree, &operand->network) != 0) {
        return -1;
    }
    operand->initial_count = operand->network->initial_count;
    if (operand->initial_count > 1 && needs->one_initial != NULL) {
        return error_in(&job->error, ERROR_USAGE, operand->path, "there are %llu initial states: %s",
                        (unsigned long long)operand->initial_count, needs->one_initial);
    }
    if (!is_probabilistic(request)) {
        reduce_warn_stochastic(job, operand->path, operand->network);
    }
    if (is_probabilistic(request) &&
        network_check_numbers(operand->network, LABEL_FRACTIONS, &job->error) != 0) {
        error_name_file(&job->error, operand->path);
        return -1;
    }
    const struct network *network =
        request->compose.compose ? compose_network(job, request, operand) : operand->network;
    struct operand_needs possible = *needs;
    if (operand->hidden != NULL || network_is_weighted(operand->network) || operand->initial_count > 1) {
        possible.classes_there = 0; /* what remains of a composed network is small */
    }
    return network == NULL ? -1 : search(job, request, &possible, network, operand);
}

void operand_clear(struct operand *operand) {
    *operand = (struct operand){
        .search = {.outcome = EXPLORE_DONE, .states = STATISTIC_ABSENT, .transitions = STATISTIC_ABSENT},
        .effort = {.seconds = -1},
        .edges = STATISTIC_ABSENT,
        .graph_seconds = -1,
        .initial_count = 1};
}

int operand_open(struct job *job, const char *path, const struct operand_request *request,
                 const struct operand_needs *needs, struct operand *operand) {
    operand_clear(operand);
    operand->path = path;
    operand->backend = job->backend;
    operand->labels = open_labels(job, &request->reader);
    if (operand->labels == NULL) {
        return -1;
    }
    const enum file_format format = job_file_format(job, path);
    const int is_file = file_format_row(format)->kind == KIND_GRAPH ||
                        (format == FILE_UNKNOWN && file_format_is_stream(path));
    if (is_file && request->compose.compose) {
        return error_in(&job->error, ERROR_USAGE, path,
                        "--compose is for networks: a graph has no processes to join");
    }
    if (file_format_row(format)->kind == KIND_MDP && is_probabilistic(request)) {
        return operand_read_model(job, request, format, operand);
    }
    return is_file ? open_file(job, request, operand) : open_network(job, request, needs, operand);
}

int operand_as_network(struct job *job, const struct reader_options *reader, struct operand *operand) {
    return operand->tree != NULL ? 0
                                 : job_read(job, operand->path, reader, &operand->tree, &operand->network);
}

void operand_close(struct job *job, struct operand *operand) {
    GROWING_FREE(&job->memory, operand->unmatched);
    prepared_free(&operand->prepared, &job->run);
    mdp_free(operand->model);
    graph_states_free(operand->tuples);
    classes_free(&operand->classes, &job->memory);
    compose_close(&operand->composed);
    network_free(&job->memory, operand->hidden);
    network_free(&job->memory, operand->network);
    language_free(operand->tree);
    label_table_free(operand->labels);
}
