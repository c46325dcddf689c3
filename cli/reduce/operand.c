/* The operands of commands that reduce state spaces: graphs from files, and networks, which are searched. */
#include "cli/reduce/operand.h"

#include <string.h>

#include "base/text/pattern.h"
#include "decompose/mdp/mdp.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "frontend/formats/file_content.h"
#include "frontend/formats/graph_read.h"
#include "reduce/composition/hidden.h"
#include "reduce/prepare/hide.h"

static int is_probabilistic(const struct reduce_options *options) {
    return options->equivalence == EQUIVALENCE_PROBABILISTIC;
}

int reduce_check_options(struct job *job, const struct reduce_options *options) {
    return options->hide.count > 0 && options->hide_all_but.count > 0
               ? error_set(&job->error, ERROR_USAGE,
                           "--hide and --hide-all-but exclude each other: give one of them")
               : 0;
}

/* --- hiding --- */

struct hiding {
    struct job *job;
    struct reduce_operand *operand;
    int failed;
};

/* Whether it is a name of the internal action, which is hidden anyway. */
static int is_internal_name(const label_table *labels, const char *text, int length) {
    const int quoted = length > 1 && *text == '"';
    return label_text_kind(labels, text + quoted, (size_t)(quoted ? length - 2 : length)) == LABEL_INTERNAL;
}

static void note_unmatched(void *context, const char *text, int length) {
    struct hiding *hiding = context;
    const struct reduce_text unmatched = {text, length};
    if (!is_internal_name(hiding->operand->labels, text, length)) {
        hiding->failed |= GROWING_ADD(&hiding->job->memory, hiding->operand->unmatched, unmatched) != 0;
    }
}

/* Whether the text matches no label of the operand, either; a missing operand has none. */
static int is_unmatched(const struct reduce_operand *operand, const char *text) {
    for (uint64_t i = 0; operand != NULL && i < operand->unmatched.count; i++) {
        if (operand->unmatched.data[i].text == text) {
            return 1;
        }
    }
    return operand == NULL;
}

/* What to write instead of a text that is no pattern, but looks like one; else "". */
static const char *advise_pattern(const struct reduce_text *text, char *buffer, size_t size) {
    int quoted = *text->text == '"' && text->length > 1;
    char bare[200];
    snprintf(bare, sizeof bare, "%.*s", text->length - 2 * quoted, text->text + quoted);
    *buffer = '\0';
    if (*bare != '\'' && strpbrk(bare, "*[\\^$") != NULL) {
        snprintf(buffer, size,
                 ": it is read as the text of a label: a regular expression needs single quotes of its own: "
                 "\"'%s'\"",
                 bare);
    }
    return buffer;
}

int reduce_warn_unmatched(struct job *job, const struct reduce_options *options,
                          const struct reduce_operand *first, const struct reduce_operand *second) {
    const char *option = options->hide.count > 0 ? "--hide" : "--hide-all-but";
    for (uint64_t i = 0; i < first->unmatched.count; i++) {
        const struct reduce_text *text = &first->unmatched.data[i];
        char advice[400];
        if (is_unmatched(second, text->text)) {
            job_warning(job, "%s: no label %smatches %.*s%s", option,
                        second == NULL ? "" : "of either input ", text->length, text->text,
                        advise_pattern(text, advice, sizeof advice));
        }
    }
    return job_accept_warnings(job);
}

/*
 * Labels with numbers are not hidden, for that would lose the numbers: --hide-all-but spares them, and it is
 * an error to name one. 0 or -1.
 */
static int spare_numbers(struct job *job, const struct graph *graph, const struct reduce_operand *operand,
                         int all_but, uint8_t *hidden) {
    for (uint32_t label = 0; label < graph->label_count; label++) {
        const char *text = graph->label_text[label];
        const enum label_kind kind = label_text_kind(operand->labels, text, strlen(text));
        if (!hidden[label] || (kind != LABEL_PROB && kind != LABEL_RATE)) {
            continue;
        }
        if (!all_but) {
            return error_in(&job->error, ERROR_USAGE, operand->path,
                            "--hide: '%.200s' has a %s, which --equivalence probabilistic keeps", text,
                            kind == LABEL_PROB ? "probability" : "rate");
        }
        hidden[label] = 0;
    }
    return 0;
}

int reduce_select_hidden(struct job *job, const struct reduce_options *options, const struct graph *graph,
                         struct reduce_operand *operand, uint8_t **hidden) {
    const struct option_list *list = options->hide.count > 0 ? &options->hide : &options->hide_all_but;
    struct hiding hiding = {job, operand, 0};
    const struct hide_lists lists = {.lists = list->items,
                                     .count = list->count,
                                     .flags = (options->reader.regex ? PATTERN_EXTENDED : 0) |
                                              (options->reader.ignore_case ? PATTERN_IGNORE_CASE : 0),
                                     .all_but = list == &options->hide_all_but,
                                     .unmatched = note_unmatched,
                                     .context = &hiding};
    *hidden = NULL;
    if (list->count == 0 || operand->hidden != NULL) {
        return 0;
    }
    *hidden = memory_allocate(&job->memory, graph->label_count);
    int failed = *hidden == NULL ? error_memory(&job->error, "for the labels to hide")
                                 : hide_select(&lists, graph, &job->memory, *hidden, &job->error);
    failed = failed == 0 && is_probabilistic(options)
                 ? spare_numbers(job, graph, operand, lists.all_but, *hidden)
                 : failed;
    return failed == 0 && hiding.failed ? error_memory(&job->error, "for the labels to hide") : failed;
}

void reduce_warn_dropped(struct job *job, const struct reduce_operand *operand, uint64_t dropped) {
    job_warning(job, "%.200s: the initial state does not reach %llu state%s left out", operand->path,
                (unsigned long long)dropped, dropped == 1 ? ", which is" : "s, which are");
}

int reduce_number_states(struct job *job, const struct reduce_operand *operand, uint32_t **state_of) {
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
static int prepare_operand(struct job *job, const struct reduce_options *options, struct graph *graph,
                           struct reduce_operand *operand) {
    const uint32_t labels = graph->label_count;
    uint8_t *hidden;
    int failed = reduce_select_hidden(job, options, graph, operand, &hidden);
    if (failed) {
        graph_free(graph);
    } else {
        failed = prepare_graph(graph, hidden, &job->run, &operand->prepared, &job->error);
    }
    memory_free(&job->memory, hidden, labels);
    operand->edges = failed ? 0 : operand->prepared.graph->edges;
    if (!failed && operand->prepared.dropped > 0) {
        reduce_warn_dropped(job, operand, operand->prepared.dropped);
    }
    return failed || job_accept_warnings(job) != 0 ? -1 : 0;
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

static int open_file(struct job *job, const struct reduce_options *options, struct reduce_operand *operand) {
    double begun = run_clock();
    struct graph_with_numbers numbers;
    struct graph *graph = graph_read(operand->path, operand->labels,
                                     is_probabilistic(options) ? &numbers : NULL, &job->run, &job->error);
    if (is_probabilistic(options)) {
        operand->model = numbers.mdp;
        if (job_accept_warning_of_reading(job, &numbers.warning) != 0) {
            graph_free(graph);
            return -1;
        }
    }
    operand->has_distributions = operand->model != NULL;
    if (operand->has_distributions) {
        operand->graph_seconds = run_clock() - begun;
        return reduce_model_note(job, options, operand);
    }
    if (graph == NULL) {
        return -1;
    }
    operand->is_graph_file = 1;
    operand->states = graph->vertices;
    const uint32_t named = is_probabilistic(options) ? 0 : label_count(operand->labels);
    for (uint32_t label = 0; label < named; label++) {
        enum label_kind kind = label_kind(operand->labels, label);
        if (kind == LABEL_PROB || kind == LABEL_RATE) {
            reduce_warn_number(job, operand->path, label_text(operand->labels, label));
            break;
        }
    }
    operand->transitions = graph->edges;
    operand->complete = 1;
    operand->outcome = search_outcome_name(EXPLORE_DONE);
    int failed = prepare_operand(job, options, graph, operand);
    operand->graph_seconds = run_clock() - begun;
    return failed;
}

/* --- networks --- */

static void note_search(struct reduce_operand *operand, const struct exploration *exploration) {
    operand->complete = exploration->result.outcome == EXPLORE_DONE;
    operand->outcome = search_outcome_name(exploration->result.outcome);
    operand->states = exploration->result.states;
    operand->transitions = exploration->result.transitions;
    operand->search_seconds = exploration->effort.seconds;
    memcpy(operand->engine, exploration->effort.device, sizeof operand->engine);
    operand->device = operand->engine;
}

/* Finds the classes on the GPU that has the states; as space_classes. */
static int find_there(struct job *job, const struct reduce_options *options, unsigned needed,
                      struct space *space, struct reduce_operand *operand) {
    struct classes *classes = &operand->classes;
    struct graph *texts = graph_create(1, operand->network, GRAPH_LABELS, &job->run, &job->error);
    uint8_t *hidden = NULL;
    int failed = texts == NULL || reduce_select_hidden(job, options, texts, operand, &hidden) != 0 ? -1 : 0;
    if (!failed) {
        const int any = hidden != NULL && memchr(hidden, 1, texts->label_count) != NULL;
        const struct classes_task task = {(enum equivalence)options->equivalence, needed,
                                          any ? hidden : NULL};
        failed = space_classes(space, &task, &job->run, classes, &job->error);
        reduce_warn_fallback(job, &classes->fallback);
    }
    if (texts != NULL) {
        memory_free(&job->memory, hidden, texts->label_count);
    }
    graph_free(texts);
    operand->graph_seconds = classes->graph_seconds;
    operand->edges = classes->edges;
    operand->prepared.states = operand->states;
    return failed != 0 ? failed : job_accept_warnings(job);
}

/* The Markov model of a complete search. */
static int take_model(struct job *job, const struct reduce_options *options, struct space *space,
                      struct reduce_operand *operand) {
    graph_states *states = NULL;
    const struct graph_options arrays = {GRAPH_LABELS | GRAPH_CHOICES, &states};
    const double begun = run_clock();
    struct graph *graph = space_graph(space, &arrays, &job->run, &job->error);
    const int failed = graph == NULL || graph_states_fetch(states, &job->run, &job->error) != 0 ||
                       reduce_model_take(job, options, graph, states, operand) != 0;
    if (options->keep_states && !failed) {
        operand->tuples = states;
    } else {
        graph_states_free(states);
    }
    graph_free(graph);
    operand->graph_seconds = run_clock() - begun;
    return failed ? -1 : 0;
}

static int take_graph(struct job *job, const struct reduce_options *options, struct space *space,
                      struct reduce_operand *operand) {
    if (is_probabilistic(options) && network_is_weighted(operand->network)) {
        return take_model(job, options, space, operand);
    }
    const struct graph_options arrays = {GRAPH_LABELS | (is_probabilistic(options) ? GRAPH_CHOICES : 0),
                                         options->keep_states ? &operand->tuples : NULL};
    double begun = run_clock();
    struct graph *graph = space_graph(space, &arrays, &job->run, &job->error);
    if (graph == NULL) {
        return -1;
    }
    int failed =
        prepare_operand(job, options, graph, operand) != 0 ||
        (operand->tuples != NULL && graph_states_fetch(operand->tuples, &job->run, &job->error) != 0);
    operand->graph_seconds = run_clock() - begun;
    return failed ? -1 : 0;
}

/* Before labels to hide are looked for again; in a network that was composed, they are not. */
static void forget_unmatched(struct reduce_operand *operand) {
    if (operand->hidden == NULL) {
        operand->unmatched.count = 0;
    }
}

/* The classes or the graph of a complete search. */
static int take_result(struct job *job, const struct reduce_options *options, struct space *space,
                       const unsigned *classes_needed, struct reduce_operand *operand) {
    int failed = classes_needed != NULL ? find_there(job, options, *classes_needed, space, operand) : 1;
    if (failed > 0) {
        forget_unmatched(operand);
        failed = take_graph(job, options, space, operand);
    }
    return failed;
}

static int search(struct job *job, const struct reduce_options *options, const struct network *network,
                  const unsigned *classes_needed, struct reduce_operand *operand) {
    struct space_request request = {
        .backend = job->backend,
        .network = network,
        .layout = {.words = (uint32_t)options->search.words, .labels = 1},
        .explore = {.keep_levels = 1, .graph_follows = classes_needed != NULL, .may_join = 1}};
    struct space space;
    search_configure(job, &options->search, &request.explore);
    if (space_open(&space, &request, &job->run, &job->error) != 0) {
        return -1;
    }
    const struct exploration *found = space.exploration;
    note_search(operand, found);
    search_warn_fallback(job, &found->effort.fallback, "does the search");
    search_explain(job, &options->search, &found->result, &found->effort);
    const int failed = operand->complete ? take_result(job, options, &space, classes_needed, operand) : 0;
    note_search(operand, found); /* the CPU may have searched once more */
    operand->backend = space.backend;
    space_close(&space);
    return failed;
}

/* Hides labels of the network. 0, or -1 with job->error. */
static int hide_labels(struct job *job, const struct reduce_options *options,
                       struct reduce_operand *operand) {
    const uint32_t count = operand->network->label_count;
    struct graph *texts = graph_create(1, operand->network, GRAPH_LABELS, &job->run, &job->error);
    uint8_t *hidden = NULL;
    int failed = texts == NULL || reduce_select_hidden(job, options, texts, operand, &hidden) != 0 ? -1 : 0;
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
static const struct network *compose_network(struct job *job, const struct reduce_options *options,
                                             struct reduce_operand *operand) {
    const enum equivalence equivalence = (enum equivalence)options->equivalence;
    if (operand->network->data != NULL) {
        error_in(&job->error, ERROR_INPUT, operand->path,
                 "--compose takes networks of AUT graphs, no PRISM models");
        return NULL;
    }
    return hide_labels(job, options, operand) != 0
               ? NULL
               : compose_open(&operand->composed, job, &options->compose,
                              equivalence == EQUIVALENCE_TRACE       ? EQUIVALENCE_STRONG
                              : equivalence == EQUIVALENCE_WEAKTRACE ? EQUIVALENCE_BRANCHING
                                                                     : equivalence,
                              operand->hidden);
}

static int open_network(struct job *job, const struct reduce_options *options, const unsigned *classes_needed,
                        struct reduce_operand *operand) {
    if (job_read(job, operand->path, &options->reader, &operand->tree, &operand->network) != 0) {
        operand->tree = NULL;
        operand->network = NULL;
        return -1;
    }
    operand->initial_count = operand->network->initial_count;
    if (operand->initial_count > 1 && options->needs_one_initial != NULL) {
        return error_in(&job->error, ERROR_USAGE, operand->path, "there are %llu initial states: %s",
                        (unsigned long long)operand->initial_count, options->needs_one_initial);
    }
    if (!is_probabilistic(options)) {
        reduce_warn_stochastic(job, operand->path, operand->network);
    }
    if (is_probabilistic(options) &&
        network_check_numbers(operand->network, LABEL_FRACTIONS, &job->error) != 0) {
        error_name_file(&job->error, operand->path);
        return -1;
    }
    const struct network *network =
        options->compose.compose ? compose_network(job, options, operand) : operand->network;
    if (operand->hidden != NULL || network_is_weighted(operand->network) || operand->initial_count > 1) {
        classes_needed = NULL; /* what remains of a composed network is small */
    }
    return network == NULL ? -1 : search(job, options, network, classes_needed, operand);
}

int reduce_operand_open(struct job *job, const char *path, const struct reduce_options *options,
                        const unsigned *classes_needed, struct reduce_operand *operand) {
    *operand = (struct reduce_operand){.path = path,
                                       .backend = job->backend,
                                       .initial_count = 1,
                                       .outcome = "failed",
                                       .device = job_device(job),
                                       .search_seconds = -1};
    operand->labels = open_labels(job, &options->reader);
    if (operand->labels == NULL) {
        return -1;
    }
    enum file_format format = file_format_of_file(path, &job->run, &job->error);
    job->error.code = ERROR_NONE; /* a network may be named without its ending */
    const int is_file = file_format_row(format)->kind == KIND_GRAPH ||
                        (format == FILE_UNKNOWN && file_format_is_stream(path));
    if (is_file && options->compose.compose) {
        return error_in(&job->error, ERROR_USAGE, path,
                        "--compose is for networks: a graph has no processes to join");
    }
    if (file_format_row(format)->kind == KIND_MDP && is_probabilistic(options)) {
        return reduce_model_read(job, options, format, operand);
    }
    return is_file ? open_file(job, options, operand) : open_network(job, options, classes_needed, operand);
}

void reduce_operand_close(struct job *job, struct reduce_operand *operand) {
    GROWING_FREE(&job->memory, operand->unmatched);
    prepared_free(&operand->prepared, &job->run);
    mdp_free(operand->model);
    graph_states_free(operand->tuples);
    classes_free(&operand->classes, &job->memory);
    compose_close(&operand->composed);
    network_free(&job->memory, operand->hidden);
    network_free(&job->memory, operand->network);
    if (operand->tree != NULL) {
        language_free(operand->tree);
    }
    if (operand->labels != NULL) {
        label_table_free(operand->labels);
    }
}
