/* Decomposes graphs in host memory and graphs of files. */
#include <string.h>

#include "base/device/device_start.h"
#include "base/options/statistics.h"
#include "cli/decompose/decompose.h"
#include "decompose/engine.h"
#include "decompose/mdp/mdp.h"
#include "frontend/formats/mdp_read.h"
#include "frontend/formats/table/file_format.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "frontend/formats/aut.h"

/* What the host needs for each vertex and edge of a graph that is there. */
#define HOST_ITEM_SECONDS 8e-9
/* What a GPU that is ready needs to open, and for each vertex and edge, which must be copied. */
#define GPU_SECONDS 0.01
#define GPU_ITEM_SECONDS 1e-9

/* NULL: there is no such engine for GPUs. */
static const struct decompose_engine *find_engine(int on_device) {
    const struct decompose_engine *const *engine = decompose_engines;
    while (*engine != NULL && (*engine)->on_device != on_device) {
        engine++;
    }
    return *engine;
}

/*
 * Whether a GPU decomposes the graph before the host does: it may have to be started first. Waits for it if
 * so. A GPU that failed to start is worth trying: its engine says why it fails.
 */
static int is_worth_a_gpu(const struct decomposition *work, const struct digraph *graph) {
    const struct device_start *start = &device_start_process;
    double items = (double)graph->vertices + (double)graph->edges;
    double starts = device_start_state(start) == DEVICE_FAILED ? 0 : device_start_remaining(start);
    if (items * HOST_ITEM_SECONDS < starts + GPU_SECONDS + items * GPU_ITEM_SECONDS) {
        return 0;
    }
    backend_start_device(work->job->backend, &work->job->run);
    return device_start_await(start, &work->job->run) || device_start_state(start) == DEVICE_FAILED;
}

/* Chooses the CPU, unless the user asks for a GPU or the graph is large enough for one. */
static const struct decompose_engine *choose_engine(const struct decomposition *work,
                                                    const struct digraph *graph) {
    const struct decompose_engine *gpu = find_engine(1);
    const struct backend *wanted = work->job->backend;
    int may = gpu != NULL && work->how.scc.algorithm != SCC_TARJAN;
    if (may && wanted->is_auto) {
        may = work->result.search_seconds < 0 && is_worth_a_gpu(work, graph);
    }
    return may && (wanted->is_auto || wanted->on_device) ? gpu : find_engine(0);
}

static int run_engine(struct decomposition *work, const struct decompose_engine *engine,
                      const struct digraph *graph) {
    struct job *job = work->job;
    struct decompose_result *result = &work->result;
    enum scc_algorithm algorithm;
    if (work->mec) {
        struct mec_report report = {0};
        const struct mec_result found = {.component = work->component};
        if (engine->mec(graph, &work->how, &job->run, &found, &report, &job->error) != 0) {
            return -1;
        }
        decompose_note_mec(work, &report);
        algorithm = report.algorithm;
    } else {
        struct scc_report report = {0};
        if (engine->scc(graph, &work->how.scc, &job->run, work->component, &report, &job->error) != 0) {
            return -1;
        }
        decompose_note_scc(work, &report);
        algorithm = report.algorithm;
    }
    result->device = engine->name;
    result->threads = engine->on_device ? STATISTIC_ABSENT : algorithm == SCC_TARJAN ? 1 : job->run.threads;
    return component_counts_make(graph, work->component, &job->run, &work->counts, &job->error);
}

int decompose_on_host(struct decomposition *work, const struct digraph *graph) {
    struct job *job = work->job;
    const struct decompose_engine *engine = choose_engine(work, graph);
    if (decompose_want_components(work, graph->vertices) != 0) {
        return -1;
    }
    int failed = run_engine(work, engine, graph);
    if (failed != 0 && engine->on_device && search_may_fall_back(work->job)) {
        decompose_warn_fallback(work);
        component_counts_free(&work->counts, &job->memory);
        failed = run_engine(work, find_engine(0), graph);
    }
    if (failed == 0) {
        decompose_note_counts(work);
    }
    return failed;
}

/* --- files --- */

int decompose_is_mdp_file(const char *path) {
    return file_format_row(file_format_of_name(path, NULL))->kind == KIND_MDP;
}

/* Decomposes a stored graph, with all its states, whether or not they are reachable. */
static int decompose_lts(struct decomposition *work, const struct lts *lts) {
    struct job *job = work->job;
    uint64_t states = lts->states;
    if (states > GRAPH_MOST_VERTICES) {
        return error_in(&job->error, ERROR_LIMIT, work->path, "more than 2^32 - 2 states");
    }
    uint64_t *offsets = memory_allocate_array(&job->memory, states + 1, sizeof *offsets);
    if (offsets == NULL) {
        return error_memory(&job->error, "for the graph");
    }
    for (uint64_t state = 0; state <= states; state++) {
        offsets[state] = state <= lts->row_states ? lts->row[state] : lts->moves;
    }
    struct digraph view = {states, lts->moves, offsets, lts->target, NULL, NULL};
    work->result.states = states;
    work->result.edges = lts->moves;
    work->result.graph_seconds = run_clock() - job->started;
    int failed = decompose_on_host(work, &view) != 0 || decompose_write_evidence(work, &view, NULL) != 0;
    memory_free(&job->memory, offsets, (states + 1) * sizeof *offsets);
    return failed ? -1 : 0;
}

static int decompose_aut(struct decomposition *work) {
    struct job *job = work->job;
    label_table *labels = label_table_create(&job->memory, 0, NULL, 0);
    if (labels == NULL) {
        return error_memory(&job->error, "for labels");
    }
    struct lts *lts = aut_read(work->path, labels, &job->run, &job->error);
    int failed = lts == NULL || job_outputs_spared(work->job) != 0 || decompose_lts(work, lts) != 0;
    lts_free(&job->memory, lts);
    label_table_free(labels);
    return failed ? -1 : 0;
}

static int decompose_mdp(struct decomposition *work) {
    struct job *job = work->job;
    struct error warning = {.code = ERROR_NONE};
    const struct mdp_read_options how = {.label_path = work->options->labels, .warning = &warning};
    struct mdp *mdp = mdp_read_as(work->path, &how, &job->run, &job->error);
    if (job_accept_warning_of_reading(job, &warning) != 0 || mdp == NULL) {
        mdp_free(mdp);
        return -1;
    }
    struct digraph view = mdp_digraph(mdp);
    if (!work->mec) {
        view.begins = NULL;
    }
    work->result.states = mdp->states;
    work->result.choices = mdp->choices;
    work->result.edges = mdp->edges;
    work->result.graph_seconds = run_clock() - job->started;
    int failed = job_outputs_spared(work->job) != 0 || decompose_on_host(work, &view) != 0 ||
                 decompose_write_evidence(work, &view, mdp) != 0;
    mdp_free(mdp);
    return failed ? -1 : 0;
}

int decompose_file(struct decomposition *work) {
    if (work->how.scc.algorithm != SCC_TARJAN) {
        backend_expect_file(work->job->backend, work->path, &work->job->run);
    }
    int plain = !work->mec && work->format == FILE_AUT;
    int failed = plain ? decompose_aut(work) : decompose_mdp(work);
    work->result.complete = failed == 0;
    work->result.outcome = search_outcome_name(EXPLORE_DONE); /* a failure replaces it later */
    return failed;
}
