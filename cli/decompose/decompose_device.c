/* Decomposes the graph of a search on the GPU where it is. */
#include "cli/decompose/decompose.h"

#ifdef HEDDLE_CUDA

#include <string.h>

#include "base/options/statistics.h"
#include "decompose/mdp/mdp_device.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_device.h"

/* Counts components on the GPU; they are copied to the host only if they are to be written. */
static int count_components(struct decomposition *work, const struct digraph_device *graph,
                            const uint32_t *component) {
    struct job *job = work->job;
    uint64_t vertices = graph->graph.vertices;
    if (component_counts_make_cuda(graph, component, &job->run, &work->counts, &job->error) != 0) {
        return -1;
    }
    decompose_note_counts(work);
    if (work->options->output == NULL) {
        return 0;
    }
    return decompose_want_components(work, vertices) != 0 ||
                   device_download(work->component, component, vertices * sizeof *component, &job->error) != 0
               ? -1
               : 0;
}

static int run_scc(struct decomposition *work, const struct digraph_device *graph, uint32_t *component) {
    struct job *job = work->job;
    struct scc_report report = {0};
    if (scc_cuda(graph, &work->how.scc, &job->run, component, &report, &job->error) != 0) {
        return -1;
    }
    decompose_note_scc(work, &report);
    return 0;
}

static int run_mec(struct decomposition *work, const struct digraph_device *graph, uint32_t *component) {
    struct job *job = work->job;
    const struct mec_result result = {.component = component};
    struct mec_report report = {0};
    if (mec_cuda(graph, &work->how, &job->run, &result, &report, &job->error) != 0) {
        return -1;
    }
    decompose_note_mec(work, &report);
    return 0;
}

static void note_peak(struct decomposition *work, const struct device *device) {
    uint64_t peak = device->memory.peak;
    work->result.memory_bytes = peak > work->result.memory_bytes ? peak : work->result.memory_bytes;
}

static int decompose_there(struct decomposition *work, struct device *device, struct digraph view) {
    const struct digraph_device graph = {device, view};
    uint64_t bytes = view.vertices * sizeof(uint32_t);
    uint32_t *component = device_allocate(device, bytes, &work->job->error);
    if (component == NULL) {
        return -1;
    }
    int failed = (work->mec ? run_mec(work, &graph, component) : run_scc(work, &graph, component)) != 0 ||
                 count_components(work, &graph, component) != 0;
    note_peak(work, device);
    device_free(device, component, bytes);
    return failed ? -1 : 0;
}

/* --- strongly connected components --- */

/* Builds a graph with the same edges as the graph on the host, so that every engine reports the same
 * number; its labels are then dropped. If labels do not fit into memory, the graph is built without them, and
 * `edges` is not reported. */
static struct graph_device *build_plain(struct decomposition *work, struct exploration *exploration) {
    struct job *job = work->job;
    struct graph_options labels = {GRAPH_LABELS, NULL}, plain = {0, NULL};
    struct graph_device *graph = graph_device_build(exploration, &labels, &job->run, &job->error);
    if (graph == NULL && job->error.code == ERROR_MEMORY) {
        return graph_device_build(exploration, &plain, &job->run, &job->error);
    }
    if (graph != NULL) {
        device_range_close(graph->device, &graph->label_range);
        graph->labels = NULL;
        work->result.edges = graph->edges;
    }
    return graph;
}

/* Decomposes the graph. *host: the graph on the host, if the GPU has too little memory to decompose it. */
static int decompose_graph(struct decomposition *work, struct graph_device *graph, struct graph **host) {
    struct job *job = work->job;
    struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    int result = decompose_there(work, graph->device, view);
    if (result != 0 && job->error.code == ERROR_MEMORY && search_may_fall_back(work->job)) {
        struct error spent = job->error; /* kept for the warning */
        *host = graph_device_download(graph, &job->run, &job->error);
        job->error = *host != NULL ? spent : job->error;
    }
    graph_device_free(graph);
    return result;
}

/* --- maximal end components --- */

static int decompose_choices(struct decomposition *work, struct graph_device *graph) {
    struct job *job = work->job;
    struct mdp_device *mdp =
        mdp_device_from_graph(graph, work->options->no_maximal_progress, &job->run, &job->error);
    if (mdp == NULL) {
        graph_device_free(graph);
        return -1;
    }
    work->result.choices = mdp->choices;
    work->result.edges = mdp->edges;
    int result = decompose_there(work, mdp->device, mdp_device_digraph(mdp));
    mdp_device_free(mdp);
    return result;
}

int decompose_on_device(struct decomposition *work, struct exploration *exploration, struct graph **host) {
    struct job *job = work->job;
    double begun = run_clock();
    struct graph_device *graph = work->mec ? graph_device_build(exploration, NULL, &job->run, &job->error)
                                           : build_plain(work, exploration);
    if (graph == NULL) {
        return search_may_fall_back(work->job) ? 1 : -1;
    }
    work->result.graph_seconds = run_clock() - begun;
    int result = work->mec ? decompose_choices(work, graph) : decompose_graph(work, graph, host);
    if (result == 0) {
        memcpy(work->result.engine, exploration->effort.device, sizeof work->result.engine);
        work->result.device = work->result.engine;
        work->result.threads = STATISTIC_ABSENT;
        return 0;
    }
    component_counts_free(&work->counts, &job->memory);
    work->search_again = *host == NULL && search_may_fall_back(work->job);
    return *host != NULL ? 1 : -1;
}

#endif
