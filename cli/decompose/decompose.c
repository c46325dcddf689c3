/* The commands `heddle scc` and `heddle mec`. The graph of a network is decomposed where the search left
 * it. The graph of a file is decomposed on the CPU, or on a GPU if the user asks for it or the graph is large
 * enough. */
#include "cli/decompose/decompose.h"

#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "api/cluster_refuse.h"
#include "cli/front.h"
#include "api/output_name.h"
#include "explorer/model/network.h"
#include "frontend/formats/file_content.h"

static void note_search(struct decompose_result *result, const struct exploration *exploration) {
    const struct explore_effort *effort = &exploration->effort;
    result->complete = exploration->result.outcome == EXPLORE_DONE;
    result->cut_short = !result->complete;
    result->outcome = search_outcome_name(exploration->result.outcome);
    result->states = exploration->result.states;
    result->transitions = exploration->result.transitions;
    result->search_seconds = effort->seconds;
    result->memory_bytes = effort->on_device || effort->ranks != 0 ? effort->memory_peak : 0;
    if (effort->ranks != 0) {
        memcpy(result->engine, effort->device, sizeof result->engine);
        result->device = result->engine;
        result->ranks = effort->ranks;
        result->bytes_exchanged = effort->bytes_exchanged;
    }
}

/* Decomposes the graph of a complete search. */
static int decompose_space(struct decomposition *work, struct space *space) {
    struct job *job = work->job;
    struct decompose_result *result = &work->result;
    struct components *found = &result->found;
    const int failed = space_components(space, &work->task, &job->run, found, &job->error);
    decompose_warn_fallback(work);
    note_search(result, space->exploration); /* the CPU may have searched once more */
    if (result->ranks == STATISTIC_ABSENT) {
        result->memory_bytes =
            found->memory_bytes != STATISTIC_ABSENT && found->memory_bytes > result->memory_bytes
                ? found->memory_bytes
                : result->memory_bytes;
    } else {
        result->memory_bytes = found->memory_bytes;
        result->bytes_exchanged += found->bytes_exchanged;
    }
    return failed;
}

/* Searches, and decomposes the graph; returns 0 also for an incomplete search. */
static int search_network(struct decomposition *work) {
    struct job *job = work->job;
    const struct decompose_options *options = work->options;
    struct space_request request = {
        .backend = job->backend,
        .network = work->network,
        .layout = {.words = (uint32_t)options->search.words, .labels = 1},
        .explore = {.keep_levels = 1,
                    .graph_follows = options->evidence == NULL && work->task.how.scc.algorithm != SCC_TARJAN,
                    .may_join = 1}};
    struct space space;
    search_configure(job, &options->search, &request.explore);
    if (space_open(&space, &request, &job->run, &job->error) != 0) {
        return -1;
    }
    const struct exploration *exploration = space.exploration;
    note_search(&work->result, exploration);
    search_warn_fallback(job, &exploration->effort.fallback, "does the search");
    search_warn_deadlocks(job, exploration);
    search_explain(job, &options->search, &exploration->result, &exploration->effort);
    const int failed = work->result.complete ? decompose_space(work, &space) : 0;
    space_close(&space);
    return failed;
}

static int decompose_network(struct decomposition *work) {
    struct job *job = work->job;
    language_tree *tree;
    struct network *network;
    if (job_read(job, work->path, &work->options->reader, &tree, &network) != 0) {
        return -1;
    }
    work->tree = tree;
    work->network = network;
    const int failed = job_outputs_spared(job) != 0 || search_network(work) != 0;
    if (failed) {
        error_name_file(&job->error, work->path);
    }
    network_free(&job->memory, network);
    language_free(tree);
    return failed ? -1 : 0;
}

/* --- the command --- */

void decompose_warn_fallback(struct decomposition *work) {
    search_warn_fallback(work->job, &work->result.found.fallback, "decomposes the graph");
}

static struct mec_options options_of(const struct decompose_options *options) {
    return (struct mec_options){.scc = {.algorithm = (enum scc_algorithm)options->algorithm,
                                        .out_degree_bound = (uint32_t)options->out_degree_bound,
                                        .cache_rounds = (uint32_t)options->cache_rounds,
                                        .separate_searches = options->separate_searches,
                                        .single_pivots = options->single_pivots,
                                        .no_compression = options->no_compression,
                                        .synchronous = options->synchronous},
                                .pivots_from_j = options->pivots_from_j};
}

/* Whether the file is a graph or a Markov decision process; otherwise it is a network. */
static int is_stored(const struct decomposition *work) {
    enum file_kind kind = file_format_row(work->format)->kind;
    return kind == KIND_GRAPH || kind == KIND_MDP;
}

/* Adds the outputs to the job. Returns 0 or -1. */
static int add_outputs(struct decomposition *work) {
    static const enum file_format lists[] = {FILE_TXT, FILE_UNKNOWN}, json[] = {FILE_JSON, FILE_UNKNOWN};
    const struct job_output output = {{"--output", work->options->output, lists, NULL, -1}, 1};
    const struct job_output evidence = {{"--evidence", work->options->evidence, json, NULL, -1}, 1};
    if (job_output(work->job, &output, NULL) != 0 || job_output(work->job, &evidence, NULL) != 0) {
        return -1;
    }
    return work->options->labels != NULL && !is_stored(work)
               ? error_set(&work->job->error, ERROR_USAGE, "--labels: a network has no labels of states")
               : 0;
}

/* A file is read as it is. Refuses options that would make another MDP of it (they have no effect on
 * strongly connected components), and warns of limits for a search that does not take place. */
static int check_file_options(const struct decomposition *work) {
    const struct decompose_options *options = work->options;
    const char *refused = options->no_maximal_progress          ? "--no-maximal-progress"
                          : options->reader.internal.count != 0 ? "--internal"
                          : options->reader.ignore_case         ? "--ignore-case"
                                                                : NULL;
    if (work->task.mec && refused != NULL) {
        return error_set(&work->job->error, ERROR_USAGE,
                         "%s is for networks, and %.200s is read as a stored graph%s", refused, work->path,
                         work->format == FILE_AUT ? ": give a .exp file that names it" : "");
    }
    if (options->search.max_states != 0 || options->search.max_depth != UINT64_MAX) {
        job_warning(work->job, "%s does nothing here: %.200s is read as a whole, without a search",
                    options->search.max_states != 0 ? "--max-states" : "--max-depth", work->path);
    }
    return job_accept_warnings(work->job);
}

static int decompose_stored(struct decomposition *work) {
    return check_file_options(work) != 0 ? -1 : decompose_file(work);
}

static void warn_not_written(struct decomposition *work, const char *path) {
    if (!work->result.complete && path != NULL) {
        job_message(work->job, "%s: not written: the state space is incomplete", path);
    }
}

/* Refuses what several processes do not do: 0, or -1. */
static int check_cluster(struct decomposition *work) {
    const struct decompose_options *options = work->options;
    const struct cluster_wish wishes[] = {
        {strcmp(work->path, "-") == 0, "a network from standard input", CLUSTER_GPUS},
        {is_stored(work), "a graph or Markov decision process in a file", CLUSTER_GPUS},
        {options->algorithm != SCC_AUTO, "--algorithm", CLUSTER_GPUS},
        {options->output != NULL, "--output", CLUSTER_GPUS},
        {options->evidence != NULL, "--evidence", CLUSTER_GPUS}};
    return cluster_refuse(work->job, wishes, LENGTH(wishes));
}

/* Reads, decomposes and writes; returns the exit code. */
static int run_command(struct decomposition *work) {
    struct job *job = work->job;
    work->format = file_format_of_file(work->path, &job->run, &job->error);
    job->error.code = ERROR_NONE; /* a network may be named without its ending */
    if (check_cluster(work) != 0 || add_outputs(work) != 0 ||
        (is_stored(work) ? decompose_stored(work) : decompose_network(work)) != 0) {
        work->result.complete = 0;
        work->result.outcome = job_outcome(job);
        return job_fail(job);
    }
    if (work->result.complete && work->options->output != NULL && decompose_write(work) != 0) {
        work->result.outcome = job_outcome(job); /* the components are right: only the file is missing */
        return job_fail(job);
    }
    warn_not_written(work, work->options->output);
    warn_not_written(work, work->options->evidence);
    return work->result.complete ? EXIT_DONE : EXIT_UNDECIDED;
}

void decompose_note_writing(struct decomposition *work, double begun) {
    struct decompose_result *result = &work->result;
    result->writing_seconds =
        run_clock() - begun + (result->writing_seconds > 0 ? result->writing_seconds : 0);
}

/* Where the components were found, if they were; several processes keep the name of their engine. */
static void note_found(struct decompose_result *result) {
    if (result->found.device != NULL) {
        result->device = result->found.device;
        result->threads = result->found.threads;
    }
}

/* Computes the rest of the total time, so that the parts add up to the total. */
static void note_total(struct decompose_result *result, double total) {
    const double parts[] = {result->search_seconds, result->found.graph_seconds, result->found.seconds,
                            result->writing_seconds};
    result->total_seconds = result->other_seconds = total;
    for (unsigned i = 0; i < LENGTH(parts); i++) {
        result->other_seconds -= parts[i] > 0 ? parts[i] : 0;
    }
    result->other_seconds = result->other_seconds > 0 ? result->other_seconds : 0;
}

static int decompose_path(struct job *job, const char *path, const struct decompose_options *options,
                          int mec) {
    front_begin(options->run.device);
    if (job_configure(job, &options->run) != 0 || search_open_spill(job, &options->search) != 0) {
        return job_fail(job);
    }
    struct decomposition work = {.job = job, .options = options, .path = path};
    work.task = (struct components_task){.mec = mec,
                                         .how = options_of(options),
                                         .keep_races = options->no_maximal_progress,
                                         .keep = options->output != NULL,
                                         .context = &work};
    if (options->evidence != NULL) {
        work.task.use = decompose_write_evidence;
        work.task.states = &work.states;
    }
    decompose_clear_result(&work);
    int code = run_command(&work);
    note_found(&work.result);
    note_total(&work.result, run_clock() - job->started);
    work.result.memory_bytes =
        work.result.memory_bytes != 0 ? work.result.memory_bytes : memory_peak(&job->memory);
    if (code != EXIT_ERROR && decompose_print(&work) != 0) {
        code = job_fail(job);
    }
    components_free(&work.result.found, &job->memory);
    return code;
}

static int decompose_scc(struct job *job, const struct option_list *operands, void *values) {
    return decompose_path(job, operands->items[0], values, 0);
}

static int decompose_mec(struct job *job, const struct option_list *operands, void *values) {
    return decompose_path(job, operands->items[0], values, 1);
}

int decompose_main(const struct options_command *command, int mec, int argc, char **argv) {
    struct decompose_options options = DECOMPOSE_DEFAULTS;
    return job_command(command, argc, argv, &options, mec ? decompose_mec : decompose_scc);
}
