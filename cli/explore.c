/* heddle explore: generates the state space of a network. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/quantity.h"
#include "api/cluster_refuse.h"
#include "cli/checkpoint_rows.h"
#include "cli/cluster_graph.h"
#include "cli/common.h"
#include "cli/compose_rows.h"
#include "api/data_output.h"
#include "cli/front.h"
#include "cli/mdp_output_rows.h"
#include "api/output_name.h"
#include "cli/program.h"
#include "cli/reduce/minimise_model.h"
#include "cli/reduce/operand.h"
#include "cli/result_rows.h"
#include "cli/search_rows.h"
#include "decompose/mdp/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_states.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/graph_write.h"
#include "report/profile.h"
#include "explorer/model/network.h"
#include "space/classes.h"

#define MINIMISE_LUMPS 3 /* --minimise probabilistic */

struct command_options {
    struct run_options run;
    struct reader_options reader;
    struct search_options search;
    struct checkpoint_options checkpoint;
    struct checkpoints checkpoints;
    const char *output, *profile;
    int format;   /* index into output_formats, or -1 */
    int minimise; /* enum equivalence of the first three, MINIMISE_LUMPS, or -1 */
    struct mdp_write_options mdp;
    struct compose_options compose;
};

static const enum file_format output_formats[] = {FILE_AUT, FILE_DOT, FILE_DRN, FILE_TRA, FILE_UNKNOWN};

static const struct option_row rows[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct command_options, output), "OUT", 0, 0,
     "write the state space to OUT: .aut; .dot (a picture, of at most 2000 states); .drn or .tra (a Markov "
     "decision process for Storm or PRISM). .gz or .zst may follow; - is standard output"},
    {"format", 0, OPTION_CHOICE, offsetof(struct command_options, format), "aut|dot|drn|tra", 0, 0,
     "what --output writes (default: by the name of OUT, aut for - and pipes)"},
    {"minimise", 0, OPTION_CHOICE, offsetof(struct command_options, minimise),
     "strong|branching|divbranching|probabilistic", 0, 0,
     "write the smallest graph that is equivalent to the state space; `heddle minimise` has more options"},
    MDP_OUTPUT_ROWS(struct command_options, mdp),
    {"profile", 0, OPTION_TEXT, offsetof(struct command_options, profile), "FILE", 0, 0,
     "write the course of the search to FILE: plots of the levels' sizes, their sum and the speed (.svg), or "
     "the numbers (.csv)"},
    COMPOSE_ROWS(struct command_options),
    ENGINE_ROWS(struct command_options),
    JOB_ROWS(struct command_options, "print no rows or progress"),
    READER_ROWS(struct command_options),
    SEARCH_ROWS(struct command_options),
    CHECKPOINT_ROWS(struct command_options),
    PARTIAL_ORDER_ROW(
        struct command_options,
        "leave out states that differ only in the order of independent transitions. All deadlocks are found; "
        "the other counts are those of the states searched. Not with --output"),
};

static const struct option_row advanced_rows[] = {
    COMPOSE_ADVANCED_ROWS(struct command_options),
    SEARCH_ADVANCED_ROWS(struct command_options),
};

static const struct option_argument arguments[] = {
    {"profile", COMPLETION_FILES, "svg csv"},
    {"output", COMPLETION_FILES, "aut dot drn tra"},
    {"plan", COMPLETION_FILES, "txt"},
    {"write-plan", COMPLETION_FILES, "txt"},
    CHECKPOINT_COMPLETIONS,
    {NULL, COMPLETION_FILES, NULL},
};

static const struct options_hint hints[] = {
    {"por", "use --partial-order"},
    {"hide", "`heddle minimise` hides labels"},
    {"equivalence", "use --minimise"},
    {NULL, NULL},
};

const struct options_command explore_command = {
    .name = "explore",
    .operands = "NET",
    .endings = "exp aut prism pm nm sm pnm",
    .summary = "generate the state space of a network",
    .description = "Generates the state space of the network NET by breadth-first search, and writes it with "
                   "--output. Counts states, transitions (two rules that lead to the same state count as "
                   "two), levels and deadlocks.\n\nStates are numbered by level, within a level by the tuple "
                   "of local states. So the file is the same for any number of threads. When a limit is "
                   "reached, the counts are lower bounds, no state space is written, and the exit status is "
                   "3.",
    .arguments = arguments,
    .hints = hints,
    .options = OPTIONS_TABLE(rows),
    .advanced = OPTIONS_TABLE(advanced_rows),
};

struct result {
    const char *command, *input, *device, *outcome, *written, *labels, *values, *profile;
    int complete;
    uint64_t minimised_states, minimised_transitions;
    uint64_t threads, ranks, gpus, bytes_exchanged, states, transitions, edges, choices, initial, levels,
        deadlocks, memory_bytes, reduced, reduced_until, largest_product, resumed_states, handed_states;
    char reduction[2 * QUANTITY_TEXT + 64];
    const char *reduction_text;
    double reduction_factor, compose_seconds, seconds, total_seconds, table_load, states_rate,
        transitions_rate;
    char engine[EXPLORE_DEVICE_TEXT]; /* what `device` points to after a search */
};

#define AT(member) offsetof(struct result, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct result, "network"),
    DEVICE_ROWS(struct result),
    RANK_ROWS(struct result),
    OUTCOME_ROWS(struct result),
    {"states", "states", NULL, STATISTIC_COUNT, AT(states)},
    {"initial", "initial states", NULL, STATISTIC_COUNT, AT(initial)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(transitions)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(edges)},
    {"choices", "choices", NULL, STATISTIC_COUNT, AT(choices)},
    {"minimised_states", "minimised states", NULL, STATISTIC_COUNT, AT(minimised_states)},
    {"minimised_transitions", "minimised transitions", NULL, STATISTIC_COUNT, AT(minimised_transitions)},
    {"reduction_factor", "reduction factor", NULL, STATISTIC_NUMBER, AT(reduction_factor)},
    {"reduced", NULL, NULL, STATISTIC_COUNT, AT(reduced)},
    {"reduced_until", NULL, NULL, STATISTIC_COUNT, AT(reduced_until)},
    {NULL, "reduction", NULL, STATISTIC_TEXT, AT(reduction_text)},
    {"levels", "levels", NULL, STATISTIC_COUNT, AT(levels)},
    {"deadlocks", "deadlocks", NULL, STATISTIC_COUNT, AT(deadlocks)},
    {"largest_product", "largest product", NULL, STATISTIC_COUNT, AT(largest_product)},
    {"resumed_states", NULL, NULL, STATISTIC_COUNT, AT(resumed_states)},
    {"handed_states", "handed over", "states of one GPU", STATISTIC_COUNT, AT(handed_states)},
    {"compose_seconds", "composing time", NULL, STATISTIC_SECONDS, AT(compose_seconds)},
    {"seconds", "search time", NULL, STATISTIC_SECONDS, AT(seconds)},
    {"total_seconds", "total time", NULL, STATISTIC_SECONDS, AT(total_seconds)},
    SPEED_ROWS(struct result),
    {"memory_bytes", "memory", NULL, STATISTIC_BYTES, AT(memory_bytes)},
    {"table_load", "table load", NULL, STATISTIC_SHARE, AT(table_load)},
    {"output", "written", NULL, STATISTIC_TEXT, AT(written)},
    {"labels", "labels", NULL, STATISTIC_TEXT, AT(labels)},
    {"values", "values", NULL, STATISTIC_TEXT, AT(values)},
    {"profile", "profile", NULL, STATISTIC_TEXT, AT(profile)},
};

#define RESULT_ROWS LENGTH(result_rows)

/* The engine that did it, with the memory of its own side. */
static void take_engine(struct result *result, const struct exploration *exploration) {
    memcpy(result->engine, exploration->effort.device, sizeof result->engine);
    result->device = result->engine;
    result->threads = exploration->effort.on_device ? STATISTIC_ABSENT : exploration->effort.threads;
    if (exploration->effort.gpus != 0) {
        result->gpus = exploration->effort.gpus;
        result->bytes_exchanged = exploration->effort.bytes_exchanged;
    }
    if (exploration->effort.ranks != 0) {
        result->ranks = exploration->effort.ranks;
        result->bytes_exchanged = exploration->effort.bytes_exchanged;
        result->memory_bytes = exploration->effort.memory_peak;
        return;
    }
    result->memory_bytes = exploration->effort.on_device ? exploration->effort.memory_peak : 0;
}

/* The counts of the search; `edges` and `written` follow when there is a graph. */
static void take_counts(struct result *result, const struct exploration *exploration, int reduces) {
    const struct explore_effort *effort = &exploration->effort;
    result->complete = exploration->result.outcome == EXPLORE_DONE;
    result->outcome = search_outcome_name(exploration->result.outcome);
    result->states = exploration->result.states;
    result->transitions = exploration->result.transitions;
    result->levels = exploration->result.levels;
    result->deadlocks = exploration->result.deadlocks;
    const struct network *network = model_network(exploration->model);
    if (network_is_weighted(network)) {
        result->choices = exploration->result.choices;
    }
    if (network_is_weighted(network) || network->initial_count > 1) {
        result->initial = network->initial_count;
    }
    if (reduces) {
        result->reduced = exploration->result.reduced;
        result->reduced_until = exploration->result.reduced_until;
        result->reduction_text =
            search_reduction_text(&exploration->result, result->reduction, sizeof result->reduction);
    }
    result->seconds = effort->seconds;
    result->table_load = effort->table_load;
    if (effort->resumed_states != 0) {
        result->resumed_states = effort->resumed_states;
    }
    if (effort->handed_states != 0) {
        result->handed_states = effort->handed_states;
    }
    /* Shorter searches say nothing about speed. */
    if (effort->seconds >= 0.01) {
        result->states_rate = (double)(exploration->result.states - effort->resumed_states) / effort->seconds;
        result->transitions_rate =
            (double)(exploration->result.transitions - effort->resumed_transitions) / effort->seconds;
    }
}

struct minimised {
    struct classes classes;
    uint64_t edges; /* of the state space */
};

/* How the state space is written: as a Markov decision process (.tra, .drn) or as a graph. */
struct writing {
    enum file_format format;  /* FILE_UNKNOWN: not at all */
    struct mdp_beside labels; /* the .lab file of a .tra file */
    struct data_output data;  /* of a model with data */
};

/* A state space that is written. */
struct written_space {
    const struct network *network;
    const struct graph *graph;
    struct graph_states *states;      /* of a model with data; else NULL */
    struct mdp_valuations valuations; /* .. and their values */
};

static int writes_mdp(const struct writing *writing) {
    return file_format_row(writing->format)->kind == KIND_MDP;
}

/* The model of the classes; frees the other one. NULL with job->error. */
static struct mdp *lump(struct job *job, struct mdp *mdp, struct result *result) {
    struct minimised_model minimised = {.quotient = NULL};
    struct classes_refining refining = {.backend = job->backend};
    struct mdp *quotient =
        minimise_model(&minimised, job, &refining, mdp, 1) == 0 ? minimised.quotient : NULL;
    if (quotient != NULL) {
        minimised.quotient = NULL;
        result->minimised_states = quotient->states;
        result->minimised_transitions = quotient->edges;
        result->reduction_factor = (double)mdp->states / (double)quotient->states;
    }
    minimise_model_close(&minimised, job);
    mdp_free(mdp);
    return quotient;
}

static int write_mdp(struct job *job, const struct command_options *options, const struct writing *writing,
                     struct written_space *space, struct result *result) {
    struct mdp_write_options how = options->mdp;
    how.label_path = writing->labels.path;
    how.value_path = writing->data.values.path;
    how.reward_paths = writing->data.reward_paths;
    how.valuations = space->states != NULL ? &space->valuations : NULL;
    if (space->states != NULL) { /* the model's labels of states, to which its actions are added */
        how.state_labels = 0;
    }
    struct mdp *mdp = mdp_from_graph_to_write(space->graph, space->states, space->network,
                                              options->mdp.state_labels, &job->run, &job->error);
    if (mdp != NULL && options->minimise == MINIMISE_LUMPS) {
        how.valuations = NULL;
        mdp = lump(job, mdp, result);
    }
    if (mdp == NULL) {
        error_name_file(&job->error, result->input);
        return -1;
    }
    int failed = job_accept_warnings(job) != 0
                     ? -1
                     : mdp_output_write(job, mdp, options->output, writing->format, &how);
    result->choices = mdp->choices;
    result->labels = failed == 0 ? writing->labels.path : NULL;
    result->values = failed == 0 ? how.value_path : NULL;
    mdp_free(mdp);
    return failed;
}

static int write_space(struct job *job, const struct command_options *options, struct writing *writing,
                       struct written_space *space, struct result *result) {
    job_end_progress_for(job, options->output);
    if (writes_mdp(writing)) {
        return write_mdp(job, options, writing, space, result);
    }
    if (space->states != NULL && writing->format == FILE_AUT) {
        job_note(job, "%s: .aut has no probabilities or rates%s; .drn and .tra have them", options->output,
                 result->deadlocks > 0 ? ", and deadlocks get no loops" : "");
    }
    const uint64_t initial = space->graph->initial_count;
    const struct graph_picture picture = {space->states != NULL ? &space->valuations : NULL,
                                          initial > 1 ? initial : 1};
    return writing->format == FILE_DOT
               ? graph_write_picture(space->graph, &picture, options->output, &job->run, &job->error)
               : graph_write(space->graph, options->output, writing->format, &job->run, &job->error);
}

/* Replaces the graph by the smallest equivalent one. Where the states are on a GPU there is no graph yet: it
 * is made and reduced there. */
static int minimise_space(struct job *job, const struct command_options *options, struct space *space,
                          struct minimised *minimised) {
    const struct network *network = model_network(space->model);
    const struct classes_task task = {(enum equivalence)options->minimise, CLASSES_QUOTIENT, NULL};
    const struct graph_options how = {GRAPH_LABELS, NULL};
    struct classes *classes = &minimised->classes;
    const int may_stay = !network_is_weighted(network) && network->initial_count == 1;
    int failed = may_stay ? space_classes(space, &task, &job->run, classes, &job->error) : 1;
    if (failed <= 0) {
        minimised->edges = classes->edges;
        return failed;
    }
    struct graph *graph = space_graph(space, &how, &job->run, &job->error);
    if (graph != NULL) {
        minimised->edges = graph->edges;
        failed = classes_of_graph(space->backend, graph, &task, &job->run, classes, &job->error);
        graph_free(graph);
    }
    return graph == NULL || failed != 0 ? -1 : 0;
}

/* Writes the smallest graph that is equivalent to the state space. */
static int write_minimised(struct job *job, const struct command_options *options, struct writing *writing,
                           struct space *space, struct result *result) {
    struct minimised minimised = {.edges = 0};
    struct written_space written = {.network = model_network(space->model)};
    int failed = minimise_space(job, options, space, &minimised) != 0;
    if (space->exploration->effort.fallback.code == ERROR_NONE) { /* of which there is a warning */
        reduce_warn_fallback(job, &minimised.classes.fallback);
    }
    if (!failed) {
        const struct graph *quotient = minimised.classes.quotient;
        written.graph = quotient;
        result->edges = minimised.edges;
        result->minimised_states = quotient->vertices;
        if (!options->compose.compose) { /* else the states are those of a smaller network */
            result->reduction_factor = (double)result->states / (double)quotient->vertices;
        }
        result->minimised_transitions = quotient->edges;
        failed = write_space(job, options, writing, &written, result) != 0;
    }
    result->written = failed ? NULL : output_name_shown(options->output);
    classes_free(&minimised.classes, &job->memory);
    return failed ? -1 : 0;
}

static int write_graph(struct job *job, const struct command_options *options, struct writing *writing,
                       struct space *space, struct result *result) {
    const struct network *network = model_network(space->model);
    if (job->run.ranks != NULL) {
        job_end_progress_for(job, options->output);
        int failed = cluster_graph_write(job, space->exploration, options->output, &result->edges);
        result->written = failed == 0 ? output_name_shown(options->output) : NULL;
        return failed;
    }
    if (options->minimise >= 0 && options->minimise != MINIMISE_LUMPS) {
        return write_minimised(job, options, writing, space, result);
    }
    /* Before it is built: that may take long. */
    if (writing->format == FILE_DOT &&
        graph_dot_check(options->output, space->exploration->result.states, 0, &job->error) != 0) {
        return -1;
    }
    struct written_space written = {.network = network};
    const struct graph_options how = {GRAPH_LABELS | GRAPH_CHOICES,
                                      network_is_weighted(network) ? &written.states : NULL};
    struct graph *graph = space_graph(space, &how, &job->run, &job->error);
    if (graph == NULL) {
        return -1;
    }
    result->edges = graph->edges;
    written.graph = graph;
    int failed = written.states != NULL && (graph_states_fetch(written.states, &job->run, &job->error) != 0 ||
                                            mdp_valuations_open(&written.valuations, network, written.states,
                                                                &job->memory, &job->error) != 0);
    failed = failed || write_space(job, options, writing, &written, result) != 0;
    result->written = failed == 0 ? output_name_shown(options->output) : NULL;
    mdp_valuations_close(&written.valuations);
    graph_states_free(written.states);
    graph_free(graph);
    return failed ? -1 : 0;
}

/* The search, with its profile if that is wanted. */
static int open_space(struct job *job, const struct command_options *options,
                      const struct space_request *request, struct space *space, struct result *result) {
    struct profile profile;
    struct run run = job->run;
    if (options->profile == NULL) {
        return space_open(space, request, &run, &job->error);
    }
    profile_listen(&profile, &run, run_clock);
    if (space_open(space, request, &run, &job->error) != 0) {
        return -1;
    }
    if (profile_write(&profile, space->exploration, result->input, options->profile, &job->run,
                      &job->error) != 0) {
        space_close(space);
        return -1;
    }
    result->profile = options->profile;
    return 0;
}

/* Opens the checkpoints, if there are some. Returns 0 or -1. */
static int begin_checkpoints(struct job *job, struct command_options *options, const char *path,
                             const struct network *network, struct explore_options *how) {
    char words[64];
    options->checkpoints.follows = options->output != NULL;
    snprintf(words, sizeof words, "--words %u", (unsigned)options->search.words);
    return checkpoints_describe(job, &options->checkpoints, "explore") != 0 ||
                   (options->output != NULL &&
                    checkpoints_describe(job, &options->checkpoints, "--output") != 0) ||
                   (options->search.words != 0 &&
                    checkpoints_describe(job, &options->checkpoints, words) != 0) ||
                   checkpoints_begin(job, &options->checkpoints, &options->checkpoint, path, network, how) !=
                       0
               ? -1
               : 0;
}

/* After a complete search, of whose result a file could not be made. As fail. */
static int fail_output(struct job *job, struct result *result) {
    result->outcome = job_outcome(job);
    return job_fail(job);
}

/* Prints job->error, notes for programs what it is, and returns its exit code. */
static int fail(struct job *job, struct result *result) {
    result->complete = 0;
    return fail_output(job, result);
}

/* Writes what follows from a search, and says how it ended. Returns the exit code. */
static int conclude(struct job *job, struct command_options *options, struct writing *writing,
                    struct space *space, struct result *result) {
    struct exploration *exploration = space->exploration;
    const int warned = exploration->effort.fallback.code != ERROR_NONE;
    search_warn_fallback(job, &exploration->effort.fallback, "does the search");
    search_warn_deadlocks(job, exploration);
    search_warn_several(job, model_network(space->model), exploration->several);
    search_explain(job, &options->search, &exploration->result, &exploration->effort);
    if (!result->complete && options->output != NULL) {
        job_message(job, "%s: not written: the state space is incomplete", options->output);
    }
    int code = result->complete ? EXIT_DONE : EXIT_UNDECIDED;
    if (result->complete && options->output != NULL &&
        write_graph(job, options, writing, space, result) != 0) {
        code = fail_output(job, result);
    }
    if (!warned) { /* a GPU may fail after the search, too */
        search_warn_fallback(job, &exploration->effort.fallback, "does the search");
    }
    take_engine(result, exploration);
    return code;
}

/* Searches and writes; fills *result. Returns the exit code. */
static int search(struct job *job, struct command_options *options, struct writing *writing,
                  const struct network *network, struct result *result) {
    const int refines = options->minimise >= 0 && options->minimise != MINIMISE_LUMPS;
    struct space_request request = {
        .backend = job->backend,
        .network = network,
        .layout = {.words = (uint32_t)options->search.words, .labels = options->output != NULL},
        .explore = {.keep_levels = options->output != NULL, .graph_follows = refines, .may_join = 1}};
    struct space space;
    search_configure(job, &options->search, &request.explore);
    request.explore.partial_order = search_reduces(job, &options->search, network);
    if (begin_checkpoints(job, options, result->input, network, &request.explore) != 0 ||
        open_space(job, options, &request, &space, result) != 0) {
        return fail(job, result);
    }
    take_counts(result, space.exploration, request.explore.partial_order);
    const int code = conclude(job, options, writing, &space, result);
    space_close(&space);
    return code;
}

/* The rows and the steps of composing as JSON. 0, or -1 with job->error. */
static int print_json(struct job *job, const struct result *result, const struct compose_work *composed) {
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, result, object) != 0 ||
        compose_add_json(composed, &job->memory, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

/* Prints the result, complete or not, unless there was an error; returns the exit code. */
static int finish(struct job *job, struct result *result, const struct compose_work *composed, int code) {
    result->total_seconds = run_clock() - job->started;
    result->memory_bytes = result->memory_bytes != 0 ? result->memory_bytes : memory_peak(&job->memory);
    int failed = code != EXIT_ERROR &&
                 (console_of(job)->json
                      ? print_json(job, result, composed)
                      : job_print_statistics(job, result_rows, RESULT_ROWS, result, !result->complete)) != 0;
    return failed ? job_fail(job) : code;
}

/* Whether what is to be written can be minimised: 0 or -1. */
static int check_minimise(struct job *job, const struct command_options *options,
                          const struct writing *writing, const struct network *network) {
    if (options->minimise == MINIMISE_LUMPS) {
        return options->output != NULL && writing->format == FILE_DRN && network_is_weighted(network)
                   ? 0
                   : error_set(&job->error, ERROR_USAGE,
                               "--minimise probabilistic writes the .drn file of a PRISM model; `heddle "
                               "minimise -e probabilistic` does more");
    }
    const char *wrong = options->minimise < 0     ? NULL
                        : options->output == NULL ? "needs --output; `heddle minimise` counts without a file"
                        : writes_mdp(writing)     ? "writes only .aut and .dot"
                        : network->initial_count > 1 && writing->format == FILE_AUT
                            ? "writes only .dot if there are several initial states"
                            : NULL;
    return wrong == NULL ? 0 : error_set(&job->error, ERROR_USAGE, "--minimise %s", wrong);
}

/* Adds the outputs to the job. Returns 0 or -1. */
static int add_outputs(struct job *job, const struct command_options *options, struct writing *writing) {
    const struct job_output output = {
        {"--output", options->output, output_formats, "--format", options->format}, 1};
    const struct job_output profile = {{"--profile", options->profile, profile_formats, NULL, -1}, 1};
    return job_output(job, &output, &writing->format) != 0 ||
                   mdp_output_check(job, options->output, writing->format, &options->mdp, &writing->labels) !=
                       0 ||
                   job_output(job, &profile, NULL) != 0
               ? -1
               : 0;
}

/* --minimise takes the first three equivalences. */
static enum equivalence composing_equivalence(const struct command_options *options) {
    return options->minimise < 0 || options->minimise == MINIMISE_LUMPS ? EQUIVALENCE_DIVBRANCHING
                                                                        : (enum equivalence)options->minimise;
}

/* Makes the network smaller first, if the options say so. Returns the exit code. */
static int compose_and_search(struct job *job, struct command_options *options, struct writing *writing,
                              const struct network *network, struct compose_work *composed,
                              struct result *result) {
    const struct network *smaller =
        compose_open(composed, job, &options->compose, composing_equivalence(options), network);
    if (smaller == NULL) {
        return fail(job, result);
    }
    if (options->compose.compose) {
        result->largest_product = compose_largest(composed);
        result->compose_seconds = composed->seconds;
    }
    return search(job, options, writing, smaller, result);
}

/* What several processes, or GPUs, cannot do yet. 0, or -1 with the job's error. */
static int check_cluster(struct job *job, const char *path, const struct command_options *options) {
    const struct cluster_wish wishes[] = {
        {strcmp(path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {options->minimise >= 0, "--minimise", CLUSTER_GPUS},
        {options->profile != NULL, "--profile", CLUSTER_GPUS},
        {options->compose.compose, "--compose", CLUSTER_GPUS},
        {options->search.partial_order, "--partial-order", CLUSTER_NONE}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

/* The same, of what is written. */
static int check_cluster_output(struct job *job, const struct command_options *options,
                                const struct writing *writing, const struct network *network) {
    const struct cluster_wish wishes[] = {
        {writing->format != FILE_AUT, "--output in a format but .aut", CLUSTER_GPUS},
        {network->data != NULL, "--output of a PRISM model", CLUSTER_GPUS},
        {network->initial_count > 1, "--output of several initial states", CLUSTER_GPUS}};
    return options->output == NULL ? 0 : cluster_refuse(job, wishes, LENGTH(wishes));
}

static int explore_network(struct job *job, const char *path, struct command_options *options,
                           struct writing *writing) {
    language_tree *tree;
    struct network *network;
    if (options->search.partial_order && options->output != NULL) {
        error_set(&job->error, ERROR_USAGE,
                  "--partial-order leaves out states, so there is no state space to write: give it without "
                  "--output");
        return job_fail(job);
    }
    front_begin(options->run.device);
    if (job_configure(job, &options->run) != 0 || search_open_spill(job, &options->search) != 0 ||
        check_cluster(job, path, options) != 0 ||
        checkpoint_check(job, &options->checkpoint, &options->search, options->compose.compose) != 0 ||
        add_outputs(job, options, writing) != 0 || compose_check(job, &options->compose) != 0) {
        return job_fail(job);
    }
    struct result result;
    statistics_clear(result_rows, RESULT_ROWS, &result);
    result.bytes_exchanged = STATISTIC_ABSENT;
    result.command = "explore";
    result.input = path;
    result.device = job_device(job);
    result.outcome = "failed";
    result.complete = 0;
    result.threads = job->run.threads;
    if (job_read(job, path, &options->reader, &tree, &network) != 0) {
        return job_fail(job);
    }
    int wrong = check_minimise(job, options, writing, network) != 0 ||
                check_cluster_output(job, options, writing, network) != 0 ||
                (network->data != NULL && options->output != NULL &&
                 data_output_open(&writing->data, job, options->output, writing->format, network) != 0);
    if (!wrong && options->minimise >= 0 && options->minimise != MINIMISE_LUMPS) {
        reduce_warn_stochastic(job, path, network);
    }
    struct compose_work composed = {.options = &options->compose};
    int code = wrong || job_outputs_spared(job) != 0
                   ? job_fail(job)
                   : compose_and_search(job, options, writing, network, &composed, &result);
    code = finish(job, &result, &composed, code);
    checkpoints_end(job, &options->checkpoints, code == EXIT_DONE);
    compose_close(&composed);
    network_free(&job->memory, network);
    language_free(tree);
    return code;
}

static int explore(struct job *job, const struct option_list *operands, void *values) {
    struct writing writing = {.format = FILE_UNKNOWN};
    int code = explore_network(job, operands->items[0], values, &writing);
    mdp_beside_free(&writing.labels, &job->memory);
    data_output_close(&writing.data);
    return code;
}

int explore_main(int argc, char **argv) {
    struct command_options options = {.run = {.timeout = -1, .device = "auto"},
                                      .search = SEARCH_DEFAULTS,
                                      .checkpoint = CHECKPOINT_DEFAULTS,
                                      .format = -1,
                                      .minimise = -1};
    return job_command(&explore_command, argc, argv, &options, explore);
}
