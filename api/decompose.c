/* Strongly connected and maximal end components. The graph of a network is decomposed where the search left
 * it. The graph of a file is decomposed on the CPU, or on a GPU if the user asks for it or the graph is large
 * enough. */
#include <string.h>

#include "api/cluster_refuse.h"
#include "api/decompose/decompose_internal.h"
#include "api/output_name.h"
#include "api/state_list.h"
#include "base/array.h"
#include "base/options/statistics.h"
#include "explorer/model/network.h"

/* Decomposes the graph of a complete search. */
static int decompose_space(struct decomposition *work, struct space *space) {
    struct job *job = work->job;
    struct decompose_result *result = work->result;
    const int failed = space_components(space, &work->task, &job->run, &result->found, &job->error);
    job_warning_fallback(job, &result->found.fallback);
    search_note_effort(job, space->exploration, &result->effort);
    return failed;
}

/* Searches, and decomposes the graph; returns 0 also for an incomplete search. */
static int search_network(struct decomposition *work) {
    struct job *job = work->job;
    const struct decompose_request *asked = work->request;
    struct space_request request = {
        .backend = job->backend,
        .network = work->network,
        .layout = {.words = (uint32_t)asked->search.words, .labels = 1},
        .explore = {.keep_levels = 1,
                    .graph_follows = asked->evidence == NULL && work->task.how.scc.algorithm != SCC_TARJAN,
                    .may_join = 1}};
    struct space space;
    search_configure(job, &asked->search, &request.explore);
    if (space_open(&space, &request, &job->run, &job->error) != 0) {
        return -1;
    }
    const struct exploration *exploration = space.exploration;
    work->result->search = exploration->result; /* without watched labels */
    search_note_effort(job, exploration, &work->result->effort);
    search_warn_deadlocks(job, exploration);
    search_explain(job, &asked->search, &exploration->result, &exploration->effort);
    const int failed = exploration->result.outcome == EXPLORE_DONE ? decompose_space(work, &space) : 0;
    space_close(&space);
    return failed;
}

static int decompose_network(struct decomposition *work) {
    struct job *job = work->job;
    language_tree *tree;
    struct network *network;
    if (job_read(job, work->request->path, &work->request->reader, &tree, &network) != 0) {
        return -1;
    }
    work->tree = tree;
    work->network = network;
    const int failed = job_outputs_spared(job) != 0 || search_network(work) != 0;
    if (failed) {
        error_name_file(&job->error, work->request->path);
    }
    network_free(&job->memory, network);
    language_free(tree);
    return failed ? -1 : 0;
}

static struct mec_options how_of(const struct decompose_request *request) {
    return (struct mec_options){.scc = {.algorithm = (enum scc_algorithm)request->algorithm,
                                        .out_degree_bound = (uint32_t)request->out_degree_bound,
                                        .cache_rounds = (uint32_t)request->cache_rounds,
                                        .separate_searches = request->separate_searches,
                                        .single_pivots = request->single_pivots,
                                        .no_compression = request->no_compression,
                                        .synchronous = request->synchronous},
                                .pivots_from_j = request->pivots_from_j};
}

/* Whether the file is a graph or a Markov decision process; otherwise it is a network. */
static int is_stored(const struct decomposition *work) {
    enum file_kind kind = file_format_row(work->format)->kind;
    return kind == KIND_GRAPH || kind == KIND_MDP;
}

/* Adds the outputs to the job. Returns 0 or -1. */
static int add_outputs(struct decomposition *work) {
    static const enum file_format lists[] = {FILE_TXT, FILE_UNKNOWN}, json[] = {FILE_JSON, FILE_UNKNOWN};
    const struct job_output output = {{"--output", work->request->output, lists, NULL, -1}, 1};
    const struct job_output evidence = {{"--evidence", work->request->evidence, json, NULL, -1}, 1};
    if (job_output(work->job, &output, NULL) != 0 || job_output(work->job, &evidence, NULL) != 0) {
        return -1;
    }
    return work->request->labels != NULL && !is_stored(work)
               ? error_set(&work->job->error, ERROR_USAGE, "--labels: a network has no labels of states")
               : 0;
}

/* A file is read as it is. Refuses options that would make another MDP of it (they have no effect on
 * strongly connected components), and warns of limits for a search that does not take place. */
static int check_file_options(const struct decomposition *work) {
    const struct decompose_request *request = work->request;
    const char *refused = request->no_maximal_progress          ? "--no-maximal-progress"
                          : request->reader.internal.count != 0 ? "--internal"
                          : request->reader.ignore_case         ? "--ignore-case"
                                                                : NULL;
    if (work->task.mec && refused != NULL) {
        return error_set(&work->job->error, ERROR_USAGE,
                         "%s is for networks, and %.200s is read as a stored graph%s", refused, request->path,
                         work->format == FILE_AUT ? ": give a .exp file that names it" : "");
    }
    if (request->search.max_states != 0 || request->search.max_depth != UINT64_MAX) {
        job_warning(work->job, "%s does nothing here: %.200s is read as a whole, without a search",
                    request->search.max_states != 0 ? "--max-states" : "--max-depth", request->path);
    }
    return job_accept_warnings(work->job);
}

static int decompose_stored(struct decomposition *work) {
    return check_file_options(work) != 0 ? -1 : decompose_file(work);
}

/* Refuses what several processes do not do: 0, or -1. */
static int check_cluster(struct decomposition *work) {
    const struct decompose_request *request = work->request;
    const struct cluster_wish wishes[] = {
        {strcmp(request->path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {is_stored(work), "a graph or Markov decision process in a file", CLUSTER_GPUS},
        {request->algorithm != SCC_AUTO, "--algorithm", CLUSTER_GPUS},
        {request->output != NULL, "--output", CLUSTER_GPUS},
        {request->evidence != NULL, "--evidence", CLUSTER_GPUS}};
    return cluster_refuse(work->job, wishes, LENGTH(wishes));
}

void decompose_note_writing(struct decomposition *work, double begun) {
    struct decompose_result *result = work->result;
    result->writing_seconds =
        run_clock() - begun + (result->writing_seconds > 0 ? result->writing_seconds : 0);
}

static uint32_t component_of(const void *found, uint64_t state) {
    return ((const struct components *)found)->component[state]; /* COMPONENT_NONE is the same */
}

static int write_output(struct decomposition *work) {
    const char *path = work->request->output;
    const struct components *found = &work->result->found;
    const struct state_list list = {found->vertices, component_of, found};
    const double begun = run_clock();
    if (state_list_write(work->job, path, &list) != 0) {
        return -1;
    }
    work->result->written = output_name_shown(path);
    decompose_note_writing(work, begun);
    return 0;
}

static int run(struct decomposition *work) {
    struct job *job = work->job;
    work->format = job_file_format(job, work->request->path);
    if (check_cluster(work) != 0 || add_outputs(work) != 0 ||
        (is_stored(work) ? decompose_stored(work) : decompose_network(work)) != 0) {
        return -1;
    }
    work->result->complete = work->result->search.outcome == EXPLORE_DONE;
    if (work->no_evidence.code != ERROR_NONE) {
        job->error = work->no_evidence;
        return -1;
    }
    return work->result->complete && work->request->output != NULL ? write_output(work) : 0;
}

int api_decompose(struct job *job, const struct decompose_request *request, struct decompose_result *result) {
    struct decomposition work = {.job = job, .request = request, .result = result};
    work.task = (struct components_task){.mec = request->mec,
                                         .how = how_of(request),
                                         .keep_races = request->no_maximal_progress,
                                         .keep = request->output != NULL,
                                         .context = &work};
    if (request->evidence != NULL) {
        work.task.use = decompose_write_evidence;
        work.task.states = &work.states;
    }
    *result = (struct decompose_result){
        .search = {.outcome = EXPLORE_DONE, .states = STATISTIC_ABSENT, .transitions = STATISTIC_ABSENT},
        .effort = {.seconds = -1},
        .writing_seconds = -1};
    components_clear(&result->found);
    return search_open_spill(job, &request->search) != 0 ? -1 : run(&work);
}

void decompose_result_free(struct decompose_result *result, struct memory *memory) {
    components_free(&result->found, memory);
}
