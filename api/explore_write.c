/* Writes the state space that was found: all of it, or its classes. */
#include "api/cluster_refuse.h"
#include "api/explore_internal.h"
#include "api/mdp_output.h"
#include "api/write_space.h"
#include "base/array.h"
#include "base/stream/output.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_ranks.h"
#include "explorer/model/network.h"
#include "frontend/formats/aut_write.h"
#include "frontend/formats/graph_dot.h"
#include "report/profile.h"
#include "space/classes.h"

const enum file_format explore_formats[] = {FILE_AUT, FILE_DOT, FILE_DRN, FILE_TRA, FILE_UNKNOWN};

/* --- before the search --- */

int explore_refines(const struct explore_request *request) {
    return request->minimise >= 0 && request->minimise != EXPLORE_LUMPS;
}

int explore_add_outputs(struct job *job, const struct explore_request *request,
                        struct explore_writing *writing) {
    const struct job_output output = {
        {"--output", request->output, explore_formats, "--format", request->format}, 1};
    const struct job_output profile = {{"--profile", request->profile, profile_formats, NULL, -1}, 1};
    return job_output(job, &output, &writing->format) != 0 ||
                   mdp_output_check(job, request->output, writing->format, &request->mdp, &writing->labels) !=
                       0 ||
                   job_output(job, &profile, NULL) != 0
               ? -1
               : 0;
}

/* Whether what is to be written can be minimised. */
static int check_minimise(struct job *job, const struct explore_request *request,
                          const struct network *network, enum file_format format) {
    if (request->minimise == EXPLORE_LUMPS) {
        return request->output != NULL && format == FILE_DRN && network_is_weighted(network)
                   ? 0
                   : error_set(&job->error, ERROR_USAGE,
                               "--minimise probabilistic writes the .drn file of a PRISM model; `heddle "
                               "minimise -e probabilistic` does more");
    }
    const char *wrong = request->minimise < 0     ? NULL
                        : request->output == NULL ? "needs --output; `heddle minimise` counts without a file"
                        : file_format_row(format)->kind == KIND_MDP ? "writes only .aut and .dot"
                        : network->initial_count > 1 && format == FILE_AUT
                            ? "writes only .dot if there are several initial states"
                            : NULL;
    return wrong == NULL ? 0 : error_set(&job->error, ERROR_USAGE, "--minimise %s", wrong);
}

/* What several processes, or GPUs, cannot write. */
static int check_cluster(struct job *job, const struct network *network, enum file_format format) {
    const struct cluster_wish wishes[] = {
        {format != FILE_AUT, "--output in a format but .aut", CLUSTER_GPUS},
        {network->data != NULL, "--output of a PRISM model", CLUSTER_GPUS},
        {network->initial_count > 1, "--output of several initial states", CLUSTER_GPUS}};
    return cluster_refuse(job, wishes, LENGTH(wishes));
}

int explore_check_output(struct job *job, const struct explore_request *request,
                         const struct network *network, struct explore_writing *writing) {
    if (check_minimise(job, request, network, writing->format) != 0) {
        return -1;
    }
    if (request->output == NULL) {
        return 0;
    }
    if (check_cluster(job, network, writing->format) != 0) {
        return -1;
    }
    return network->data == NULL
               ? 0
               : data_output_open(&writing->data, job, request->output, writing->format, network);
}

void explore_writing_free(struct explore_writing *writing, struct memory *memory) {
    mdp_beside_free(&writing->labels, memory);
    data_output_close(&writing->data);
}

/* --- after it --- */

static int begin_file(void *context, uint64_t edges, uint64_t states, struct error *error) {
    return aut_write_header(context, 0, edges, states, error);
}

static int write_edge(void *context, uint64_t source, const char *label, uint64_t target,
                      struct error *error) {
    return aut_write_transition(context, source, label, target, error);
}

/* The states of several processes, as AUT, by rank 0; the file is that of one process. */
static int write_ranks(struct job *job, const struct explore_request *request, struct explored *found) {
    job_end_progress_for(job, request->output);
    output *output = output_create(&job->run, request->output, &job->error);
    const struct graph_sink sink = {.context = output, .begin = begin_file, .edge = write_edge};
    const int failed = graph_ranks_rows(found->space.exploration, output != NULL ? &sink : NULL,
                                        &found->edges, &job->run, &job->error);
    return output_end(output, failed != 0, &job->error);
}

/* Writes a graph of the states, or of their classes. */
static int write_graph(struct job *job, const struct explore_request *request, struct explored *found,
                       const struct graph *graph, graph_states *states) {
    const struct explore_writing *writing = &found->writing;
    struct written_space space = {.backend = space_backend(&found->space),
                                  .network = model_network(found->space.model),
                                  .graph = graph,
                                  .states = states,
                                  .input = request->path,
                                  .path = request->output,
                                  .format = writing->format,
                                  .mdp = request->mdp,
                                  .lumps = request->minimise == EXPLORE_LUMPS};
    space.mdp.label_path = writing->labels.path;
    space.mdp.value_path = writing->data.values.path;
    space.mdp.reward_paths = writing->data.reward_paths;
    if (states != NULL && writing->format == FILE_AUT) {
        job_note(job, "%s: .aut has no probabilities or rates%s; .drn and .tra have them", request->output,
                 found->result.deadlocks > 0 ? ", and deadlocks get no loops" : "");
    }
    job_end_progress_for(job, request->output);
    const int failed = write_space(job, &space);
    if (space.model_states != 0) {
        found->choices = space.model_choices;
    }
    if (space.lumps && space.model_states != 0) {
        found->minimised_states = space.model_states;
        found->minimised_transitions = space.model_edges;
        found->reduction_factor = (double)graph->vertices / (double)space.model_states;
    }
    return failed;
}

/* Replaces the graph by the smallest equivalent one. Where the states are on a GPU there is no graph yet: it
 * is made and reduced there. */
static int find_classes(struct job *job, const struct explore_request *request, struct explored *found,
                        struct classes *classes) {
    struct space *space = &found->space;
    const struct network *network = model_network(space->model);
    const struct classes_task task = {(enum equivalence)request->minimise, CLASSES_QUOTIENT, NULL};
    const struct graph_options how = {GRAPH_LABELS, NULL};
    const int may_stay = !network_is_weighted(network) && network->initial_count == 1;
    int failed = may_stay ? space_classes(space, &task, &job->run, classes, &job->error) : 1;
    if (failed <= 0) {
        found->edges = classes->edges;
        return failed;
    }
    struct graph *graph = space_graph(space, &how, &job->run, &job->error);
    if (graph == NULL) {
        return -1;
    }
    found->edges = graph->edges;
    failed = classes_of_graph(space_backend(space), graph, &task, &job->run, classes, &job->error);
    graph_free(graph);
    return failed;
}

/* Writes the smallest graph that is equivalent to the state space. */
static int write_classes(struct job *job, const struct explore_request *request, struct explored *found) {
    struct classes classes = {.quotient = NULL};
    int failed = find_classes(job, request, found, &classes);
    job_warning_fallback(job, &classes.fallback);
    if (failed == 0) {
        const struct graph *quotient = classes.quotient;
        found->minimised_states = quotient->vertices;
        found->minimised_transitions = quotient->edges;
        if (!request->compose.compose) { /* else the states are those of a smaller network */
            found->reduction_factor = (double)found->result.states / (double)quotient->vertices;
        }
        failed = write_graph(job, request, found, quotient, NULL);
    }
    classes_free(&classes, &job->memory);
    return failed;
}

/* Writes all states. */
static int write_states(struct job *job, const struct explore_request *request, struct explored *found) {
    graph_states *states = NULL;
    const int weighted = network_is_weighted(model_network(found->space.model));
    const struct graph_options how = {GRAPH_LABELS | GRAPH_CHOICES, weighted ? &states : NULL};
    /* Before the graph is built: that may take long. */
    if (found->writing.format == FILE_DOT &&
        graph_dot_check(request->output, found->result.states, 0, &job->error) != 0) {
        return -1;
    }
    struct graph *graph = space_graph(&found->space, &how, &job->run, &job->error);
    if (graph == NULL) {
        return -1;
    }
    found->edges = graph->edges;
    const int failed = write_graph(job, request, found, graph, states);
    graph_states_free(states);
    graph_free(graph);
    return failed;
}

int explore_write(struct job *job, const struct explore_request *request, struct explored *found) {
    const int failed = job->run.ranks != NULL     ? write_ranks(job, request, found)
                       : explore_refines(request) ? write_classes(job, request, found)
                                                  : write_states(job, request, found);
    if (failed != 0) {
        return -1;
    }
    const int is_model = file_format_row(found->writing.format)->kind == KIND_MDP;
    found->written = output_name_shown(request->output);
    found->labels = found->writing.labels.path;
    found->values = is_model ? found->writing.data.values.path : NULL;
    return 0;
}
