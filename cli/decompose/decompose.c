/* The commands `heddle scc` and `heddle mec`. The graph of a network is decomposed where the search left
 * it. The graph of a file is decomposed on the CPU, or on a GPU if the user asks for it or the graph is large
 * enough. */
#include "cli/decompose/decompose.h"

#include <string.h>

#include "base/array.h"
#include "base/options/statistics.h"
#include "cli/front.h"
#include "cli/output_name.h"
#include "decompose/mdp/mdp.h"
#include "decompose/mdp/mdp_network.h"
#include "explorer/backend.h"
#include "explorer/graph/graph_states.h"
#include "explorer/model/network.h"
#include "frontend/formats/file_content.h"

/* --- the graph of a search, on the host --- */

/* Decomposes a network's graph into maximal end components. */
static int decompose_choices(struct decomposition *work, const struct graph *graph) {
    struct job *job = work->job;
    struct mdp *mdp =
        mdp_from_graph(graph, work->network, work->options->no_maximal_progress, &job->run, &job->error);
    if (mdp == NULL) {
        return -1;
    }
    struct digraph view = mdp_digraph(mdp);
    work->result.choices = mdp->choices;
    work->result.edges = mdp->edges;
    int failed = decompose_on_host(work, &view) != 0 || decompose_write_evidence(work, &view, mdp) != 0;
    mdp_free(mdp);
    return failed ? -1 : 0;
}

static int decompose_graph(struct decomposition *work, const struct graph *graph) {
    if (work->mec) {
        return decompose_choices(work, graph);
    }
    struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    work->result.edges = graph->edges;
    return decompose_on_host(work, &view) != 0 || decompose_write_evidence(work, &view, NULL) != 0 ? -1 : 0;
}

/* Decomposes the graph of a search: on the GPU if the search ran there, otherwise on the host, where
 * evidence is made, too. */
static int decompose_exploration(struct decomposition *work, struct exploration *exploration) {
    struct job *job = work->job;
    struct graph *graph = NULL;
    double begun = run_clock();
    if (job->run.ranks != NULL) {
        return decompose_on_ranks(work, exploration);
    }
#ifdef HEDDLE_CUDA
    if (exploration->space.device != NULL && work->how.scc.algorithm != SCC_TARJAN &&
        work->options->evidence == NULL) {
        int failed = decompose_on_device(work, exploration, &graph);
        if (failed <= 0) {
            return failed;
        }
        decompose_warn_fallback(work);
    }
#endif
    if (graph == NULL) {
        struct graph_options options = {GRAPH_LABELS | GRAPH_CHOICES,
                                        work->options->evidence != NULL ? &work->states : NULL};
        graph = job->backend->graph(exploration, &options, &job->run, &job->error);
        work->result.graph_seconds = run_clock() - begun;
    }
    int failed = graph == NULL || decompose_graph(work, graph) != 0;
    graph_free(graph);
    return failed ? -1 : 0;
}

/* --- networks --- */

static void note_search(struct decompose_result *result, const struct exploration *exploration) {
    result->complete = exploration->result.outcome == EXPLORE_DONE;
    result->cut_short = !result->complete;
    result->outcome = search_outcome_name(exploration->result.outcome);
    result->states = exploration->result.states;
    result->transitions = exploration->result.transitions;
    result->search_seconds = exploration->effort.seconds;
    result->memory_bytes =
        exploration->effort.on_device || exploration->effort.ranks != 0 ? exploration->effort.memory_peak : 0;
    if (exploration->effort.ranks != 0) {
        memcpy(result->engine, exploration->effort.device, sizeof result->engine);
        result->device = result->engine;
        result->ranks = exploration->effort.ranks;
        result->bytes_exchanged = exploration->effort.bytes_exchanged;
    }
}

/* Searches with the given engine and decomposes the graph; returns 0 also for an incomplete search. */
static int search_network(struct decomposition *work, const struct backend *backend) {
    struct job *job = work->job;
    const struct decompose_options *options = work->options;
    struct model_options layout = {.words = (uint32_t)options->search.words, .labels = 1};
    struct explore_options how = {.keep_levels = 1,
                                  .graph_follows =
                                      options->evidence == NULL && work->how.scc.algorithm != SCC_TARJAN,
                                  .may_join = 1};
    search_configure(job, &options->search, &how);
    model *model = model_compile(work->network, &layout, &job->run, &job->error);
    if (model == NULL) {
        return -1;
    }
    struct exploration *exploration = backend->explore(model, &how, &job->run, &job->error);
    if (exploration == NULL) {
        model_free(model);
        return -1;
    }
    note_search(&work->result, exploration);
    search_warn_fallback(job, &exploration->effort.fallback);
    search_warn_deadlocks(job, exploration);
    search_explain(job, &options->search, &exploration->result, &exploration->effort);
    int failed = work->result.complete && decompose_exploration(work, exploration) != 0;
    graph_states_free(work->states);
    work->states = NULL;
    exploration_free(exploration);
    model_free(model);
    return failed ? -1 : 0;
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
    int failed = job_outputs_spared(job) != 0 || search_network(work, job->backend) != 0;
    /* the graph was lost together with the GPU */
    if (failed && work->search_again) {
        decompose_warn_fallback(work);
        failed = search_network(work, backend_find("cpu")) != 0;
    }
    network_free(&job->memory, network);
    language_free(tree);
    return failed ? -1 : 0;
}

/* --- the command --- */

void decompose_warn_fallback(struct decomposition *work) {
    job_warning(work->job, "%s; the CPU decomposes the graph", work->job->error.text);
    work->job->error.code = ERROR_NONE;
}

int decompose_want_components(struct decomposition *work, uint64_t vertices) {
    struct job *job = work->job;
    memory_free(&job->memory, work->component, work->vertices * sizeof *work->component);
    work->vertices = vertices;
    work->component = memory_allocate_array(&job->memory, vertices, sizeof *work->component);
    return work->component != NULL ? 0 : error_memory(&job->error, "for the components");
}

void decompose_note_scc(struct decomposition *work, const struct scc_report *report) {
    struct decompose_result *result = &work->result;
    result->algorithm = scc_algorithm_name(report->algorithm);
    result->seconds = report->seconds;
    result->rounds = report->algorithm == SCC_TARJAN ? STATISTIC_ABSENT : report->rounds;
    result->trimmed = report->algorithm == SCC_TARJAN ? STATISTIC_ABSENT : report->trimmed;
}

void decompose_note_mec(struct decomposition *work, const struct mec_report *report) {
    struct decompose_result *result = &work->result;
    result->algorithm = scc_algorithm_name(report->algorithm);
    result->seconds = report->seconds;
    result->scc_seconds = report->scc_seconds;
    result->rounds = report->rounds;
}

void decompose_note_counts(struct decomposition *work) {
    const struct component_counts *counts = &work->counts;
    work->result.components = counts->components;
    work->result.trivial = counts->trivial;
    work->result.largest = counts->largest;
    work->result.bottom = counts->bottom;
    work->result.states_in_components = counts->states_in_components;
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
    if (work->mec && refused != NULL) {
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

/* Reads, decomposes and writes; returns the exit code. */
static int run_command(struct decomposition *work) {
    struct job *job = work->job;
    work->format = file_format_of_file(work->path, &job->run, &job->error);
    job->error.code = ERROR_NONE; /* a network may be named without its ending */
    if (decompose_check_cluster(work) != 0 || add_outputs(work) != 0 ||
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

/* Computes the rest of the total time, so that the parts add up to the total. */
static void note_total(struct decompose_result *result, double total) {
    const double parts[] = {result->search_seconds, result->graph_seconds, result->seconds,
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
    struct decomposition work = {
        .job = job, .options = options, .path = path, .mec = mec, .how = options_of(options)};
    decompose_clear_result(&work);
    int code = run_command(&work);
    note_total(&work.result, run_clock() - job->started);
    work.result.memory_bytes =
        work.result.memory_bytes != 0 ? work.result.memory_bytes : memory_peak(&job->memory);
    if (code != EXIT_ERROR && decompose_print(&work) != 0) {
        code = job_fail(job);
    }
    memory_free(&job->memory, work.component, work.vertices * sizeof *work.component);
    component_counts_free(&work.counts, &job->memory);
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
