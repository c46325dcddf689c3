/* Decomposes the graph of a search on the GPU that has its states. */
#include "space/components_internal.h"

#ifndef HEDDLE_CUDA

int components_there(struct components_work *work, struct space *space, struct graph **graph) {
    (void)work, (void)space, (void)graph;
    return 1;
}

#else

#include <string.h>

#include "base/memory.h"
#include "base/run.h"
#include "decompose/mdp/mdp_device.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/graph.h"
#include "explorer/graph/graph_device.h"

/* Counts components on the GPU; they are copied to the host only if they are requested. */
static int count_components(struct components_work *work, const struct digraph_device *graph,
                            const uint32_t *component) {
    struct components *found = work->found;
    const uint64_t vertices = graph->graph.vertices;
    if (component_counts_make_cuda(graph, component, work->run, &found->counts, work->error) != 0) {
        return -1;
    }
    return !work->task->keep ? 0
           : components_want(work, vertices) != 0
               ? -1
               : device_download(found->component, component, vertices * sizeof *component, work->error);
}

static int run_scc(struct components_work *work, const struct digraph_device *graph, uint32_t *component) {
    struct scc_report report = {0};
    if (scc_cuda(graph, &work->task->how.scc, work->run, component, &report, work->error) != 0) {
        return -1;
    }
    components_note_scc(work->found, &report);
    return 0;
}

static int run_mec(struct components_work *work, const struct digraph_device *graph, uint32_t *component) {
    const struct mec_result result = {.component = component};
    struct mec_report report = {0};
    if (mec_cuda(graph, &work->task->how, work->run, &result, &report, work->error) != 0) {
        return -1;
    }
    components_note_mec(work->found, &report);
    return 0;
}

static int decompose_there(struct components_work *work, struct device *device, struct digraph view) {
    const struct digraph_device graph = {device, view};
    const uint64_t bytes = view.vertices * sizeof(uint32_t);
    uint32_t *component = device_allocate(device, bytes, work->error);
    if (component == NULL) {
        return -1;
    }
    const int failed =
        (work->task->mec ? run_mec(work, &graph, component) : run_scc(work, &graph, component)) != 0 ||
        count_components(work, &graph, component) != 0;
    work->found->memory_bytes = device->memory.peak;
    device_free(device, component, bytes);
    return failed ? -1 : 0;
}

/*
 * A graph with the same edges as the graph on the host, so that every engine reports the same number; its
 * labels are then dropped. If labels do not fit into memory, the graph is built without them, and `edges` is
 * not known.
 */
static struct graph_device *build_plain(struct components_work *work, struct exploration *exploration) {
    const struct graph_options labels = {GRAPH_LABELS, NULL}, plain = {0, NULL};
    struct graph_device *graph = graph_device_build(exploration, &labels, work->run, work->error);
    if (graph == NULL && work->error->code == ERROR_MEMORY) {
        return graph_device_build(exploration, &plain, work->run, work->error);
    }
    if (graph != NULL) {
        device_range_close(graph->device, &graph->label_range);
        graph->labels = NULL;
        work->found->edges = graph->edges;
    }
    return graph;
}

/* *host: the graph in host memory, if the GPU is too small to decompose it and the host may. */
static int decompose_graph(struct components_work *work, const struct space *space,
                           struct graph_device *graph, struct graph **host) {
    struct error *fallback = &space->exploration->effort.fallback;
    const struct digraph view = {graph->vertices, graph->edges, graph->offsets, graph->targets, NULL, NULL};
    const int failed = decompose_there(work, graph->device, view);
    if (failed && work->error->code == ERROR_MEMORY &&
        space_keep_reason(space->backend, work->run, work->error, fallback) > 0) {
        *host = graph_device_download(graph, work->run, work->error);
    }
    graph_device_free(graph);
    return failed;
}

static int decompose_choices(struct components_work *work, struct graph_device *graph) {
    struct mdp_device *mdp = mdp_device_from_graph(graph, work->task->keep_races, work->run, work->error);
    if (mdp == NULL) {
        graph_device_free(graph);
        return -1;
    }
    work->found->choices = mdp->choices;
    work->found->edges = mdp->edges;
    const int failed = decompose_there(work, mdp->device, mdp_device_digraph(mdp));
    mdp_device_free(mdp);
    return failed;
}

int components_there(struct components_work *work, struct space *space, struct graph **host) {
    struct exploration *exploration = space->exploration;
    const struct components_task *task = work->task;
    const double begun = run_clock();
    if (!space_is_there(space) || task->how.scc.algorithm == SCC_TARJAN || task->use != NULL) {
        return 1;
    }
    struct graph_device *graph = task->mec ? graph_device_build(exploration, NULL, work->run, work->error)
                                           : build_plain(work, exploration);
    if (graph != NULL) {
        work->found->graph_seconds = run_clock() - begun;
    }
    if (graph == NULL ||
        (task->mec ? decompose_choices(work, graph) : decompose_graph(work, space, graph, host)) != 0) {
        components_forget(work);
        return *host != NULL ? 1 : space_fall_back(space, work->run, work->error);
    }
    memcpy(work->found->device_text, exploration->effort.device, sizeof work->found->device_text);
    work->found->device = work->found->device_text;
    return 0;
}

#endif
