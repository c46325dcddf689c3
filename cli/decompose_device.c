/* The graph of a search on a GPU, decomposed where it is. */
#include "cli/decompose.h"

#ifdef HEDDLE_CUDA

#include <stdio.h>
#include <string.h>

#include "base/statistics.h"
#include "decompose/scc_device.h"
#include "explorer/graph.h"
#include "explorer/graph_device.h"

/*
 * The same edges as those of the graph on the host, so that every engine tells the same number; labels
 * themselves are not needed once it is made. Without them where they do not fit: `edges` is not told then.
 */
static struct graph_device *build_plain(struct decomposition *work, struct exploration *exploration) {
    struct job *job = work->job;
    struct graph_device *graph = graph_device_build(exploration, GRAPH_DEVICE_LABELS, &job->run, &job->error);
    if (graph == NULL && job->error.code == ERROR_MEMORY) {
        return graph_device_build(exploration, 0, &job->run, &job->error);
    }
    if (graph != NULL) {
        device_range_close(graph->device, &graph->label_range);
        graph->labels = NULL;
        work->result.edges = graph->edges;
    }
    return graph;
}

static int run_scc(struct decomposition *work, struct graph_device *graph, uint32_t *component) {
    struct job *job = work->job;
    struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    struct scc_report report = {0};
    if (scc_cuda(graph->device, &view, &work->how.scc, &job->run, component, &report, &job->error) != 0) {
        return -1;
    }
    work->result.algorithm = scc_algorithm_name(report.algorithm);
    work->result.seconds = report.seconds;
    work->result.rounds = report.rounds;
    work->result.trimmed = report.trimmed;
    return component_counts_make_cuda(graph->device, &view, component, &job->run, &work->counts, &job->error);
}

/* Components come to the host only where they are to be written. */
static int decompose_there(struct decomposition *work, struct graph_device *graph) {
    struct job *job = work->job;
    uint64_t bytes = graph->vertices * sizeof(uint32_t);
    uint32_t *component = device_allocate(graph->device, bytes, &job->error);
    if (component == NULL) {
        return -1;
    }
    int failed = run_scc(work, graph, component);
    if (failed == 0 && work->options->output != NULL) {
        failed = decompose_want_components(work, graph->vertices) != 0 ||
                 device_download(work->component, component, bytes, &job->error) != 0;
    }
    device_free(graph->device, component, bytes);
    return failed ? -1 : 0;
}

static void take_device(struct decomposition *work, const struct exploration *exploration,
                        const struct graph_device *graph) {
    struct decompose_result *result = &work->result;
    uint64_t peak = graph->device->memory.peak;
    memcpy(result->engine, exploration->device, sizeof result->engine);
    result->device = result->engine;
    result->threads = STATISTIC_ABSENT;
    result->memory_bytes = peak > result->memory_bytes ? peak : result->memory_bytes;
}

int decompose_on_device(struct decomposition *work, struct exploration *exploration, struct graph **host) {
    struct job *job = work->job;
    double begun = run_clock();
    struct graph_device *graph = build_plain(work, exploration);
    if (graph == NULL) {
        return decompose_may_fall_back(work) && job->error.code == ERROR_MEMORY ? 1 : -1;
    }
    work->result.graph_seconds = run_clock() - begun;
    int result = decompose_there(work, graph);
    if (result == 0) {
        take_device(work, exploration, graph);
        decompose_take_counts(work);
    } else if (job->error.code == ERROR_MEMORY && decompose_may_fall_back(work)) {
        struct error spent = job->error; /* what the warning tells */
        component_counts_free(&work->counts, &job->memory);
        *host = graph_device_download(graph, &job->run, &job->error);
        if (*host != NULL) {
            job->error = spent;
            result = 1;
        }
    }
    graph_device_free(graph);
    return result;
}

#endif
