/* heddle minimise: the smallest equivalent graph. */
#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "base/stream/output.h"
#include "cli/compose_rows.h"
#include "cli/front.h"
#include "api/output_name.h"
#include "cli/program.h"
#include "cli/reduce/minimise_model.h"
#include "cli/reduce/minimise_options.h"
#include "cli/reduce/operand.h"
#include "cli/result_rows.h"
#include "decompose/mdp/mdp.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/graph_write.h"
#include "reduce/canonical/canonical.h"
#include "reduce/lump/lump.h"
#include "reduce/quotient/minimal.h"
#include "reduce/quotient/quotient.h"
#include "reduce/traces/traces.h"

#define LINES_BETWEEN_LOOKS 1048576u /* lines between two looks at the stop flag */

static const enum file_format output_formats[] = {FILE_AUT, FILE_DOT, FILE_DRN, FILE_TRA, FILE_UNKNOWN};
static const enum file_format class_formats[] = {FILE_TXT, FILE_UNKNOWN};

/* Times that do not apply are negative. */
struct result {
    const char *command, *input, *device, *outcome, *equivalence, *written, *classes;
    int complete;
    uint64_t threads, states, transitions, edges, minimised_states, minimised_transitions, divergent, rounds;
    uint64_t memory_bytes, largest_product;
    double reduction_factor, compose_seconds, search_seconds, graph_seconds, seconds, total_seconds;
};

#define AT(member) offsetof(struct result, member)

static const struct statistic_row result_rows[] = {
    COMMAND_ROWS(struct result, "input"),
    DEVICE_ROWS(struct result),
    {"equivalence", "equivalence", NULL, STATISTIC_TEXT, AT(equivalence)},
    OUTCOME_ROWS(struct result),
    {"states", "states", NULL, STATISTIC_COUNT, AT(states)},
    {"transitions", "transitions", NULL, STATISTIC_COUNT, AT(transitions)},
    {"edges", "edges", NULL, STATISTIC_COUNT, AT(edges)},
    {"minimised_states", "minimised states", NULL, STATISTIC_COUNT, AT(minimised_states)},
    {"minimised_transitions", "minimised transitions", NULL, STATISTIC_COUNT, AT(minimised_transitions)},
    {"reduction_factor", "reduction factor", NULL, STATISTIC_NUMBER, AT(reduction_factor)},
    {"divergent", "divergent states", NULL, STATISTIC_COUNT, AT(divergent)},
    {"rounds", "rounds", NULL, STATISTIC_COUNT, AT(rounds)},
    {"largest_product", "largest product", NULL, STATISTIC_COUNT, AT(largest_product)},
    {"compose_seconds", "composing time", NULL, STATISTIC_SECONDS, AT(compose_seconds)},
    {"search_seconds", "search time", NULL, STATISTIC_SECONDS, AT(search_seconds)},
    {"graph_seconds", "graph time", NULL, STATISTIC_SECONDS, AT(graph_seconds)},
    {"seconds", "minimisation time", NULL, STATISTIC_SECONDS, AT(seconds)},
    COST_ROWS(struct result),
    {"output", "written", NULL, STATISTIC_TEXT, AT(written)},
    {"classes", "classes", NULL, STATISTIC_TEXT, AT(classes)},
};

#define RESULT_ROWS LENGTH(result_rows)

struct minimisation {
    struct job *job;
    struct minimise_options *options;
    enum file_format format; /* of --output */
    enum equivalence equivalence;
    struct reduce_operand operand;
    struct partition partition;
    struct graph *quotient;
    struct lumping lumping;       /* of probabilistic: the owner of the labels' texts */
    struct minimised_model model; /* of probabilistic: where the operand is a Markov model */
    struct classes classes;       /* of strong, branching and divbranching: what the two above are of */
    unsigned needed;              /* CLASSES_ bits */
    struct result result;
};

/* --- the file of the classes --- */

/* The class of a state, or PREPARE_NONE. */
static uint32_t class_of(const struct minimisation *work, uint64_t state) {
    if (work->operand.model != NULL) {
        return work->model.lumping.class_of[0][state]; /* LUMP_NONE is the same */
    }
    const struct prepared *prepared = &work->operand.prepared;
    const uint32_t vertex = prepared->vertex == NULL ? (uint32_t)state : prepared->vertex[state];
    return vertex == PREPARE_NONE ? PREPARE_NONE : work->partition.block[vertex];
}

static int write_lines(struct minimisation *work, output *file) {
    struct job *job = work->job;
    const uint64_t states =
        work->operand.model != NULL ? work->operand.model->states : work->operand.prepared.states;
    struct error *error = &job->error;
    for (uint64_t state = 0; state < states; state++) {
        const uint32_t class = class_of(work, state);
        if (state % LINES_BETWEEN_LOOKS == 0) {
            run_tell(&job->run, "writing", state, states, "states");
            if (run_should_stop(&job->run)) {
                return error_set(error, ERROR_INTERRUPTED, "interrupted");
            }
        }
        if (output_number(file, state, error) != 0 || output_text(file, " ", error) != 0 ||
            (class == PREPARE_NONE ? output_text(file, "-", error) : output_number(file, class, error)) !=
                0 ||
            output_text(file, "\n", error) != 0) {
            return -1;
        }
    }
    return 0;
}

static int write_classes(struct minimisation *work) {
    struct job *job = work->job;
    const char *path = work->options->classes;
    job_end_progress_for(job, path);
    output *file = output_create(&job->run, path, &job->error);
    int failed = file == NULL || write_lines(work, file) != 0;
    return output_end(file, failed, &job->error);
}

/* --- the command --- */

static int check_picture(struct minimisation *work, uint64_t states, uint64_t edges) {
    return work->format == FILE_DOT ? graph_dot_check(work->options->output, states, edges, &work->job->error)
                                    : 0;
}

/* Whether classes are numbered by the structure of the quotient: with --compose, the states of the network,
 * whose numbers classes have otherwise, are not searched. */
static int is_canonical(const struct minimise_options *options) {
    return options->canonical || options->reduce.compose.compose;
}

/* Numbers the classes by the structure of the quotient, which becomes its own quotient by these numbers. */
static int make_canonical(struct minimisation *work) {
    struct job *job = work->job;
    struct graph *before = work->quotient, *after = NULL;
    uint64_t bytes = before->vertices * sizeof(uint32_t);
    uint32_t *number = memory_allocate(&job->memory, bytes);
    int failed = number == NULL ? error_memory(&job->error, "for canonical numbers")
                                : canonical_number(before, &job->run, number, &job->error);
    if (!failed && (failed = canonical_renumber(&work->partition, number, &job->run, &job->error)) == 0) {
        const struct partition alone = {.vertices = before->vertices,
                                        .blocks = before->vertices,
                                        .block = number,
                                        .divergent = work->partition.divergent};
        after = quotient_make(before, work->equivalence, &alone, &job->run, &job->error);
    }
    memory_free(&job->memory, number, bytes);
    if (after == NULL) {
        return -1;
    }
    graph_free(before);
    work->quotient = after;
    return 0;
}

static int keeps_traces(const struct minimisation *work) {
    return work->equivalence == EQUIVALENCE_TRACE || work->equivalence == EQUIVALENCE_WEAKTRACE;
}

static int make_deterministic(struct minimisation *work) {
    struct job *job = work->job;
    work->quotient = traces_minimise(work->operand.prepared.graph, work->equivalence, TRACES_MOST_SETS,
                                     &job->run, &job->error);
    return work->quotient == NULL ? -1 : 0;
}

static int make_weak(struct minimisation *work) {
    struct job *job = work->job;
    work->quotient = minimal_graph(work->operand.prepared.graph, work->equivalence, &job->run,
                                   &work->partition, &job->error);
    return work->quotient == NULL ? -1 : 0;
}

static void note_refining(struct minimisation *work, const struct classes_refining *refining) {
    if (refining->on_device) {
        work->result.device = "cuda";
        work->result.threads = STATISTIC_ABSENT;
        work->result.memory_bytes = refining->peak;
    }
}

static int make_lumped(struct minimisation *work) {
    struct job *job = work->job;
    struct lumping *lumping = &work->lumping;
    struct classes_refining refining = {.backend = work->operand.backend};
    const struct lump_refiner refiner = classes_refiner(&refining);
    uint32_t *state_of;
    if (reduce_number_states(job, &work->operand, &state_of) != 0) {
        return -1;
    }
    const struct lump_options how = {.quotient = 1,
                                     .refiner = &refiner,
                                     .name = work->operand.path,
                                     .state_of = state_of,
                                     .alone = work->operand.network != NULL,
                                     .labels = work->operand.labels};
    const struct graph *graph = work->operand.prepared.graph;
    const int failed = lump_graph(graph, &how, &job->run, lumping, &job->error);
    memory_free(&job->memory, state_of, graph->vertices * sizeof *state_of);
    reduce_warn_fallback(job, &refining.fallback);
    if (failed) {
        return -1;
    }
    note_refining(work, &refining);
    if (lumping->twofold != LUMP_NONE && work->options->output != NULL) {
        return error_set(
            &job->error, ERROR_INPUT,
            "%s: not written: class %u has two distributions of one action, and the file could not "
            "tell them apart; leave --output out for the counts, or write --classes",
            work->options->output, lumping->twofold);
    }
    work->partition = lumping->partition;
    work->quotient = lumping->quotient;
    lumping->partition = (struct partition){.vertices = 0};
    lumping->quotient = NULL;
    return 0;
}

/* Lumps a Markov model. */
static int make_model(struct minimisation *work) {
    struct minimised_model *model = &work->model;
    struct classes_refining refining = {.backend = work->operand.backend};
    if (minimise_model(model, work->job, &refining, work->operand.model, work->options->output != NULL) !=
        0) {
        error_name_file(&work->job->error, work->operand.path);
        return -1;
    }
    const struct model_lumping *lumping = &model->lumping;
    note_refining(work, &refining);
    const uint64_t dropped = work->operand.model->states - lumping->reached[0];
    work->result.minimised_states = model->size.states;
    work->result.minimised_transitions = model->size.edges;
    work->result.rounds = lumping->rounds;
    if (dropped > 0) {
        reduce_warn_dropped(work->job, &work->operand, dropped);
    }
    return job_accept_warnings(work->job);
}

static void note_device(struct minimisation *work, const struct classes *classes) {
    if (classes->on_device) {
        work->result.device = work->operand.classes.on_device ? work->operand.device : "cuda";
        work->result.threads = STATISTIC_ABSENT;
        work->result.memory_bytes = classes->peak;
    }
}

/* Takes the classes that were found where the states are, or finds them. */
static int find_classes(struct minimisation *work) {
    struct classes *classes = &work->operand.classes;
    if (!classes->found) {
        struct job *job = work->job;
        const struct classes_task task = {.equivalence = work->equivalence, .needed = work->needed};
        classes = &work->classes;
        const int failed = classes_of_graph(work->operand.backend, work->operand.prepared.graph, &task,
                                            &job->run, classes, &job->error);
        reduce_warn_fallback(job, &classes->fallback);
        if (failed != 0) {
            return -1;
        }
    }
    work->result.minimised_states = classes->partition.blocks;
    work->result.minimised_transitions = classes->transitions;
    note_device(work, classes);
    work->partition = classes->partition;
    work->quotient = classes->quotient;
    classes->partition = (struct partition){.vertices = 0};
    classes->quotient = NULL;
    return 0;
}

/* Finds the classes and makes their graph. */
static int make_classes(struct minimisation *work) {
    int failed = work->equivalence == EQUIVALENCE_WEAK            ? make_weak(work)
                 : work->equivalence == EQUIVALENCE_PROBABILISTIC ? make_lumped(work)
                                                                  : find_classes(work);
    work->result.rounds = work->partition.rounds;
    return failed != 0 || (is_canonical(work->options) && make_canonical(work) != 0) ? -1 : 0;
}

static int reduce(struct minimisation *work) {
    double begun = run_clock() - work->operand.classes.seconds;
    if ((work->operand.model != NULL ? make_model(work)
         : keeps_traces(work)        ? make_deterministic(work)
                                     : make_classes(work)) != 0) {
        return -1;
    }
    struct result *result = &work->result;
    result->seconds = run_clock() - begun;
    if (work->quotient != NULL) { /* else it is of a model, or stayed on a GPU */
        result->minimised_states = work->quotient->vertices;
        result->minimised_transitions = work->quotient->edges;
    }
    if (!work->options->reduce.compose.compose) { /* else the states are those of a smaller network */
        result->reduction_factor = (double)result->states / (double)result->minimised_states;
    }
    if (work->equivalence == EQUIVALENCE_DIVBRANCHING) {
        result->divergent = work->partition.divergent_blocks;
    }
    return 0;
}

/* The first classes are those of the initial states, if there are several. */
static uint64_t initial_classes(const struct minimisation *work) {
    const struct partition *partition = &work->partition;
    return partition->block == NULL ? 1 : partition_initial_classes(partition, work->operand.initial_count);
}

/* Writes the graph or model of the classes. */
static int write_output(struct minimisation *work) {
    struct job *job = work->job;
    const char *path = work->options->output;
    if (work->operand.model != NULL) {
        return minimise_model_write(&work->model, job, path, work->format,
                                    work->operand.has_distributions ? MDP_DIALECT_MCRL2 : MDP_DIALECT_CADP);
    }
    const struct graph_picture picture = {NULL, initial_classes(work)};
    return check_picture(work, work->quotient->vertices, work->quotient->edges) != 0 ? -1
           : picture.initial > 1 ? graph_write_picture(work->quotient, &picture, path, &job->run, &job->error)
                                 : graph_write(work->quotient, path, work->format, &job->run, &job->error);
}

static int write_files(struct minimisation *work) {
    struct job *job = work->job;
    const struct minimise_options *options = work->options;
    if (options->output != NULL) {
        job_end_progress_for(job, options->output);
        if (write_output(work) != 0) {
            return -1;
        }
        work->result.written = output_name_shown(options->output);
    }
    if (options->classes != NULL) {
        if (write_classes(work) != 0) {
            return -1;
        }
        work->result.classes = output_name_shown(options->classes);
    }
    return 0;
}

static int open_outputs(struct minimisation *work) {
    const struct minimise_options *options = work->options;
    const struct job_output graph = {
        {"--output", options->output, output_formats, "--format", options->format}, 1};
    const struct job_output classes = {{"--classes", options->classes, class_formats, NULL, -1}, 1};
    return job_output(work->job, &graph, &work->format) != 0 || job_output(work->job, &classes, NULL) != 0 ||
                   minimise_model_open(&work->model, work->job, options->output, work->format) != 0
               ? -1
               : 0;
}

static int is_model_format(enum file_format format) {
    return format == FILE_DRN || format == FILE_TRA;
}

/* Whether the format of --output can have what the operand becomes. */
static int check_format(struct minimisation *work) {
    const char *path = work->options->output;
    if (work->operand.model != NULL) {
        return minimise_model_check(work->job, path, work->format, work->operand.model);
    }
    return path != NULL && is_model_format(work->format)
               ? error_in(&work->job->error, ERROR_USAGE, path,
                          "a graph whose labels have numbers is written as .aut; .drn and .tra are for PRISM "
                          "models and Markov models in files")
               : 0;
}

/* Whether there are the results that the options ask for. */
static int check_equivalence(struct minimisation *work) {
    struct error *error = &work->job->error;
    const char *name = equivalence_name(work->equivalence);
    if (work->options->classes != NULL && keeps_traces(work)) {
        return error_set(error, ERROR_USAGE,
                         "--classes: the states that --equivalence %s makes are sets of states, not classes",
                         name);
    }
    const int composes = work->options->reduce.compose.compose;
    if (composes && work->options->classes != NULL) {
        return error_set(error, ERROR_USAGE,
                         "--classes: with --compose, the states of the network are not searched");
    }
    if (composes && work->equivalence == EQUIVALENCE_WEAK) {
        return error_set(error, ERROR_USAGE,
                         "--compose: choose strong, branching, divbranching, trace or weaktrace, by which "
                         "the classes have canonical numbers");
    }
    if (work->equivalence == EQUIVALENCE_PROBABILISTIC && (composes || work->options->canonical)) {
        return error_set(
            error, ERROR_USAGE,
            "%s: not for --equivalence probabilistic; choose strong, branching, divbranching, trace "
            "or weaktrace, or leave it out",
            composes ? "--compose" : "--canonical");
    }
    if (is_model_format(work->format) && work->options->output != NULL &&
        work->equivalence != EQUIVALENCE_PROBABILISTIC) {
        return error_in(error, ERROR_USAGE, work->options->output,
                        ".drn and .tra are for Markov models with --equivalence probabilistic: write .aut "
                        "or .dot");
    }
    return work->options->canonical && work->equivalence == EQUIVALENCE_WEAK
               ? error_set(
                     error, ERROR_USAGE,
                     "--canonical: equivalent inputs may have different transitions after --equivalence "
                     "weak; choose strong, branching, divbranching, trace or weaktrace")
               : 0;
}

static void note_operand(struct minimisation *work) {
    const struct reduce_operand *operand = &work->operand;
    struct result *result = &work->result;
    result->device = operand->device;
    result->outcome = operand->outcome;
    result->complete = operand->complete;
    result->search_seconds = operand->search_seconds;
    if (operand->composed.composition != NULL) {
        result->largest_product = compose_largest(&operand->composed);
        result->compose_seconds = operand->composed.seconds;
    }
    if (operand->complete || operand->states > 0) {
        result->states = operand->states;
        result->transitions = operand->transitions;
    }
    if (operand->prepared.graph != NULL || operand->model != NULL || operand->classes.found) {
        result->edges = operand->edges;
        result->graph_seconds = operand->graph_seconds;
    }
}

static void say_not_written(struct minimisation *work, const char *path, const char *reason) {
    if (path != NULL) {
        job_message(work->job, "%s: not written: %s", path, reason);
    }
}

/* Reads, reduces and writes; returns the exit code. */
static int run_command(struct minimisation *work) {
    struct job *job = work->job;
    if (open_outputs(work) != 0 || check_equivalence(work) != 0 ||
        compose_check(job, &work->options->reduce.compose) != 0 ||
        reduce_check_options(job, &work->options->reduce) != 0) {
        return job_fail(job);
    }
    struct minimise_options *options = work->options;
    options->reduce.needs_one_initial = options->canonical ? "--canonical takes inputs with one"
                                        : work->format == FILE_AUT && !keeps_traces(work)
                                            ? "a file in AUT has one; write a picture (.dot)"
                                            : NULL;
    const int by_refinement = work->equivalence <= EQUIVALENCE_DIVBRANCHING;
    const int renumbers = is_canonical(options);
    work->needed = (options->output != NULL || renumbers ? CLASSES_QUOTIENT : 0) |
                   (options->classes != NULL || renumbers || work->format == FILE_DOT ? CLASSES_BLOCKS : 0);
    int failed = reduce_operand_open(job, work->result.input, &options->reduce,
                                     by_refinement ? &work->needed : NULL, &work->operand) != 0;
    note_operand(work);
    if (!failed && !work->operand.complete) {
        say_not_written(work, work->options->output, "the state space is incomplete");
        say_not_written(work, work->options->classes, "the state space is incomplete");
        return EXIT_UNDECIDED;
    }
    failed = failed || reduce_warn_unmatched(job, &work->options->reduce, &work->operand, NULL) != 0 ||
             check_format(work) != 0 || job_outputs_spared(job) != 0 || reduce(work) != 0;
    const int is_reduced = !failed;
    if (!failed && write_files(work) == 0) {
        return EXIT_DONE;
    }
    work->result.outcome = job_outcome(job);
    const int code = job_fail(job);
    if (code == EXIT_UNDECIDED && is_reduced) { /* the message says what was not written first */
        say_not_written(
            work, work->result.written == NULL && work->options->output != NULL ? options->classes : NULL,
            "the graph of the classes could not be written");
    } else if (code == EXIT_UNDECIDED) {
        work->result.complete = 0;
        say_not_written(work, work->options->output, "the reduction did not end");
        say_not_written(work, work->options->classes, "the reduction did not end");
    }
    return code;
}

/* The rows and the steps of composing as JSON. 0, or -1 with job->error. */
static int print_json(struct minimisation *work) {
    struct job *job = work->job;
    json_t *object = json_object();
    if (statistics_json(&job->memory, result_rows, RESULT_ROWS, &work->result, object) != 0 ||
        compose_add_json(&work->operand.composed, &job->memory, object) != 0) {
        json_decref(object);
        return error_memory(&job->error, "for the JSON text");
    }
    job_print_json(job, object);
    return 0;
}

static int print(struct minimisation *work) {
    struct job *job = work->job;
    return console_of(job)->json
               ? print_json(work)
               : job_print_statistics(job, result_rows, RESULT_ROWS, &work->result, !work->operand.complete);
}

static int minimise(struct job *job, const struct option_list *operands, void *values) {
    struct minimise_options *options = values;
    front_begin(options->reduce.run.device);
    if (job_configure(job, &options->reduce.run) != 0 ||
        search_open_spill(job, &options->reduce.search) != 0) {
        return job_fail(job);
    }
    struct minimisation work = {
        .job = job, .options = options, .equivalence = (enum equivalence)options->reduce.equivalence};
    struct result *result = &work.result;
    statistics_clear(result_rows, RESULT_ROWS, result);
    result->command = "minimise";
    result->input = operands->items[0];
    result->equivalence = equivalence_name(work.equivalence);
    result->threads = job->run.threads;
    result->device = job_device(job);
    result->outcome = "failed";
    result->complete = 0;
    int code = run_command(&work);
    result->total_seconds = run_clock() - job->started;
    result->memory_bytes = result->memory_bytes != 0 ? result->memory_bytes : memory_peak(&job->memory);
    if (code != EXIT_ERROR && print(&work) != 0) {
        code = job_fail(job);
    }
    graph_free(work.quotient);
    lumping_free(&work.lumping, &job->memory);
    minimise_model_close(&work.model, job);
    partition_free(&work.partition, &job->memory);
    classes_free(&work.classes, &job->memory);
    reduce_operand_close(job, &work.operand);
    return code;
}

int minimise_main(int argc, char **argv) {
    struct minimise_options options = {.reduce = REDUCE_DEFAULTS, .format = -1};
    return job_command(&minimise_command, argc, argv, &options, minimise);
}
