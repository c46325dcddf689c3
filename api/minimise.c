/* The smallest graph or model that is equivalent to a state space. */
#include "api/minimise.h"

#include "api/output_name.h"
#include "api/state_list.h"
#include "base/options/statistics.h"
#include "model/mdp.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/graph_dot.h"
#include "frontend/formats/graph_write.h"
#include "reduce/canonical/canonical.h"
#include "reduce/quotient/minimal.h"
#include "reduce/quotient/quotient.h"
#include "reduce/traces/traces.h"

const enum file_format minimise_formats[5] = {FILE_AUT, FILE_DOT, FILE_DRN, FILE_TRA, FILE_UNKNOWN};

struct minimisation {
    struct job *job;
    const struct minimise_request *request;
    struct minimise_result *result;
    enum file_format format; /* of the output */
    enum equivalence equivalence;
    unsigned needed; /* CLASSES_ bits */
};

/* --- the file of the classes --- */

/* The class of a state, or PREPARE_NONE. */
static uint32_t class_of(const void *context, uint64_t state) {
    const struct minimise_result *result = context;
    if (result->operand.model != NULL) {
        return result->model.lumping.class_of[0][state]; /* LUMP_NONE is the same */
    }
    const struct prepared *prepared = &result->operand.prepared;
    const uint32_t vertex = prepared->vertex == NULL ? (uint32_t)state : prepared->vertex[state];
    return vertex == PREPARE_NONE ? PREPARE_NONE : result->operand.classes.partition.block[vertex];
}

static int write_classes(struct minimisation *work) {
    const struct operand *operand = &work->result->operand;
    const struct state_list list = {
        operand->model != NULL ? operand->model->states : operand->prepared.states, class_of, work->result};
    return state_list_write(work->job, work->request->classes, &list);
}

/* --- the classes --- */

/* Whether classes are numbered by the structure of the quotient: with --compose, the states of the network,
 * whose numbers classes have otherwise, are not searched. */
static int is_canonical(const struct minimise_request *request) {
    return request->canonical || request->operand.compose.compose;
}

/* Numbers the classes by the structure of the quotient, which becomes its own quotient by these numbers. */
static int make_canonical(struct minimisation *work) {
    struct job *job = work->job;
    struct classes *classes = &work->result->operand.classes;
    struct graph *before = classes->quotient, *after = NULL;
    uint64_t bytes = before->vertices * sizeof(uint32_t);
    uint32_t *number = memory_allocate(&job->memory, bytes);
    int failed = number == NULL ? error_memory(&job->error, "for canonical numbers")
                                : canonical_number(before, &job->run, number, &job->error);
    if (!failed && (failed = canonical_renumber(&classes->partition, number, &job->run, &job->error)) == 0) {
        const struct partition alone = {.vertices = before->vertices,
                                        .blocks = before->vertices,
                                        .block = number,
                                        .divergent = classes->partition.divergent};
        after = quotient_make(before, work->equivalence, &alone, &job->run, &job->error);
    }
    memory_free(&job->memory, number, bytes);
    if (after == NULL) {
        return -1;
    }
    graph_free(before);
    classes->quotient = after;
    return 0;
}

static int keeps_traces(const struct minimisation *work) {
    return work->equivalence == EQUIVALENCE_TRACE || work->equivalence == EQUIVALENCE_WEAKTRACE;
}

static int make_deterministic(struct minimisation *work) {
    struct job *job = work->job;
    struct operand *operand = &work->result->operand;
    operand->classes.quotient =
        traces_minimise(operand->prepared.graph, work->equivalence, TRACES_MOST_SETS, &job->run, &job->error);
    return operand->classes.quotient == NULL ? -1 : 0;
}

static int make_weak(struct minimisation *work) {
    struct job *job = work->job;
    struct operand *operand = &work->result->operand;
    operand->classes.quotient = minimal_graph(operand->prepared.graph, work->equivalence, &job->run,
                                              &operand->classes.partition, &job->error);
    return operand->classes.quotient == NULL ? -1 : 0;
}

static int make_lumped(struct minimisation *work) {
    struct job *job = work->job;
    struct minimise_result *result = work->result;
    struct operand *operand = &result->operand;
    struct lumping *lumping = &result->lumping;
    const struct lump_refiner refiner = classes_refiner(&result->refining);
    uint32_t *state_of;
    if (operand_number_states(job, operand, &state_of) != 0) {
        return -1;
    }
    const struct lump_options how = {.quotient = 1,
                                     .refiner = &refiner,
                                     .name = operand->path,
                                     .state_of = state_of,
                                     .alone = operand->network != NULL,
                                     .labels = operand->labels};
    const struct graph *graph = operand->prepared.graph;
    const int failed = lump_graph(graph, &how, &job->run, lumping, &job->error);
    memory_free(&job->memory, state_of, graph->vertices * sizeof *state_of);
    job_warning_fallback(job, &result->refining.fallback);
    if (failed) {
        return -1;
    }
    if (lumping->twofold != LUMP_NONE && work->request->output != NULL) {
        return error_set(
            &job->error, ERROR_INPUT,
            "%s: not written: class %u has two distributions of one action, and the file could not "
            "tell them apart; leave --output out for the counts, or write --classes",
            work->request->output, lumping->twofold);
    }
    operand->classes.partition = lumping->partition;
    operand->classes.quotient = lumping->quotient;
    lumping->partition = (struct partition){.vertices = 0};
    lumping->quotient = NULL;
    return 0;
}

/* Lumps a Markov model. */
static int make_model(struct minimisation *work) {
    struct job *job = work->job;
    struct minimise_result *result = work->result;
    const struct mdp *model = result->operand.model;
    const struct model_lumping *lumping = &result->model.lumping;
    if (minimise_model(&result->model, job, &result->refining, model, work->request->output != NULL) != 0 ||
        lump_model_size(lumping, 0, &job->run, &result->size, &job->error) != 0) {
        error_name_file(&job->error, result->operand.path);
        return -1;
    }
    result->rounds = lumping->rounds;
    if (model->states > lumping->reached[0]) {
        operand_warn_dropped(job, &result->operand, model->states - lumping->reached[0]);
    }
    return job_accept_warnings(job);
}

/* Finds the classes, unless they were found where the states are. */
static int find_classes(struct minimisation *work) {
    struct job *job = work->job;
    struct minimise_result *result = work->result;
    struct classes *classes = &result->operand.classes;
    result->classes_there = classes->found;
    if (!classes->found) {
        const struct classes_task task = {.equivalence = work->equivalence, .needed = work->needed};
        const int failed = classes_of_graph(result->operand.backend, result->operand.prepared.graph, &task,
                                            &job->run, classes, &job->error);
        job_warning_fallback(job, &classes->fallback);
        if (failed != 0) {
            return -1;
        }
    }
    result->size.states = classes->partition.blocks;
    result->size.edges = classes->transitions;
    return 0;
}

/* Finds the classes and makes their graph. */
static int make_classes(struct minimisation *work) {
    int failed = work->equivalence == EQUIVALENCE_WEAK            ? make_weak(work)
                 : work->equivalence == EQUIVALENCE_PROBABILISTIC ? make_lumped(work)
                                                                  : find_classes(work);
    work->result->rounds = work->result->operand.classes.partition.rounds;
    return failed != 0 || (is_canonical(work->request) && make_canonical(work) != 0) ? -1 : 0;
}

static int reduce(struct minimisation *work) {
    struct minimise_result *result = work->result;
    const struct classes *classes = &result->operand.classes;
    const double begun = run_clock() - classes->seconds;
    if ((result->operand.model != NULL ? make_model(work)
         : keeps_traces(work)          ? make_deterministic(work)
                                       : make_classes(work)) != 0) {
        return -1;
    }
    result->seconds = run_clock() - begun;
    if (classes->quotient != NULL) { /* else it is of a model, or stayed on a GPU */
        result->size.states = classes->quotient->vertices;
        result->size.edges = classes->quotient->edges;
    }
    result->done = 1;
    return 0;
}

/* --- the files --- */

/* The first classes are those of the initial states, if there are several. */
static uint64_t initial_classes(const struct minimisation *work) {
    const struct operand *operand = &work->result->operand;
    const struct partition *partition = &operand->classes.partition;
    return partition->block == NULL ? 1 : partition_initial_classes(partition, operand->initial_count);
}

/* Writes the graph or model of the classes. */
static int write_output(struct minimisation *work) {
    struct job *job = work->job;
    const char *path = work->request->output;
    const struct operand *operand = &work->result->operand;
    const struct graph *quotient = operand->classes.quotient;
    if (operand->model != NULL) {
        return minimise_model_write(&work->result->model, job, path, work->format,
                                    operand->has_distributions ? MDP_DIALECT_MCRL2 : MDP_DIALECT_CADP);
    }
    if (work->format == FILE_DOT &&
        graph_dot_check(path, quotient->vertices, quotient->edges, &job->error) != 0) {
        return -1;
    }
    const struct graph_picture picture = {NULL, initial_classes(work)};
    return picture.initial > 1 ? graph_write_picture(quotient, &picture, path, &job->run, &job->error)
                               : graph_write(quotient, path, work->format, &job->run, &job->error);
}

static int write_files(struct minimisation *work) {
    struct job *job = work->job;
    const struct minimise_request *request = work->request;
    if (request->output != NULL) {
        job_end_progress_for(job, request->output);
        if (write_output(work) != 0) {
            return -1;
        }
        work->result->written = output_name_shown(request->output);
    }
    if (request->classes != NULL) {
        if (write_classes(work) != 0) {
            return -1;
        }
        work->result->written_classes = output_name_shown(request->classes);
    }
    return 0;
}

/* --- the command --- */

static int open_outputs(struct minimisation *work) {
    const struct minimise_request *request = work->request;
    static const enum file_format class_formats[] = {FILE_TXT, FILE_UNKNOWN};
    const struct job_output graph = {
        {"--output", request->output, minimise_formats, "--format", request->format}, 1};
    const struct job_output classes = {{"--classes", request->classes, class_formats, NULL, -1}, 1};
    return job_output(work->job, &graph, &work->format) != 0 || job_output(work->job, &classes, NULL) != 0 ||
                   minimise_model_open(&work->result->model, work->job, request->output, work->format) != 0
               ? -1
               : 0;
}

static int is_model_format(enum file_format format) {
    return format == FILE_DRN || format == FILE_TRA;
}

/* Whether the format of --output can have what the operand becomes. */
static int check_format(struct minimisation *work) {
    const char *path = work->request->output;
    const struct mdp *model = work->result->operand.model;
    if (model != NULL) {
        return minimise_model_check(work->job, path, work->format, model);
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
    if (work->request->classes != NULL && keeps_traces(work)) {
        return error_set(error, ERROR_USAGE,
                         "--classes: the states that --equivalence %s makes are sets of states, not classes",
                         name);
    }
    const int composes = work->request->operand.compose.compose;
    if (composes && work->equivalence == EQUIVALENCE_WEAK) {
        return error_set(error, ERROR_USAGE,
                         "--compose: choose strong, branching, divbranching, trace or weaktrace, by which "
                         "the classes have canonical numbers");
    }
    if (work->equivalence == EQUIVALENCE_PROBABILISTIC && (composes || work->request->canonical)) {
        return error_set(
            error, ERROR_USAGE,
            "%s: not for --equivalence probabilistic; choose strong, branching, divbranching, trace "
            "or weaktrace, or leave it out",
            composes ? "--compose" : "--canonical");
    }
    if (is_model_format(work->format) && work->request->output != NULL &&
        work->equivalence != EQUIVALENCE_PROBABILISTIC) {
        return error_in(error, ERROR_USAGE, work->request->output,
                        ".drn and .tra are for Markov models with --equivalence probabilistic: write .aut "
                        "or .dot");
    }
    return work->request->canonical && work->equivalence == EQUIVALENCE_WEAK
               ? error_set(
                     error, ERROR_USAGE,
                     "--canonical: equivalent inputs may have different transitions after --equivalence "
                     "weak; choose strong, branching, divbranching, trace or weaktrace")
               : 0;
}

/* Before anything is read. 0, or -1 with job->error. */
static int check(struct minimisation *work) {
    struct job *job = work->job;
    const struct minimise_request *request = work->request;
    return search_open_spill(job, &request->operand.search) != 0 || open_outputs(work) != 0 ||
                   check_equivalence(work) != 0 || compose_add_output(job, &request->operand.compose) != 0
               ? -1
               : 0;
}

static int open_operand(struct minimisation *work) {
    const struct minimise_request *request = work->request;
    const int renumbers = is_canonical(request);
    work->needed = (request->output != NULL || renumbers ? CLASSES_QUOTIENT : 0) |
                   (request->classes != NULL || renumbers || work->format == FILE_DOT ? CLASSES_BLOCKS : 0);
    const struct operand_needs needs = {.classes_there = work->equivalence <= EQUIVALENCE_DIVBRANCHING,
                                        .classes = work->needed,
                                        .one_initial = request->canonical
                                                           ? "--canonical takes inputs with one"
                                                       : work->format == FILE_AUT && !keeps_traces(work)
                                                           ? "a file in AUT has one; write a picture (.dot)"
                                                           : NULL};
    return operand_open(work->job, request->path, &request->operand, &needs, &work->result->operand);
}

/* What follows from the states. 0, or -1 with job->error. */
static int conclude(struct minimisation *work) {
    struct job *job = work->job;
    return operand_warn_unmatched(job, &work->request->operand, &work->result->operand, NULL) != 0 ||
                   check_format(work) != 0 || job_outputs_spared(job) != 0 || reduce(work) != 0 ||
                   write_files(work) != 0
               ? -1
               : 0;
}

int api_minimise(struct job *job, const struct minimise_request *request, struct minimise_result *result) {
    struct minimisation work = {.job = job,
                                .request = request,
                                .result = result,
                                .equivalence = (enum equivalence)request->operand.equivalence};
    *result = (struct minimise_result){.size = {.states = STATISTIC_ABSENT, .edges = STATISTIC_ABSENT},
                                       .rounds = STATISTIC_ABSENT,
                                       .seconds = -1};
    operand_clear(&result->operand);
    if (check(&work) != 0 || open_operand(&work) != 0) {
        return -1;
    }
    result->refining.backend = result->operand.backend;
    return result->operand.complete ? conclude(&work) : 0;
}

void minimise_result_free(struct minimise_result *result, struct job *job) {
    lumping_free(&result->lumping, &job->memory);
    minimise_model_close(&result->model, job);
    operand_close(job, &result->operand);
}
