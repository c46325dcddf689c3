/* Search for cycles in a graph on a GPU. Only answers of a few words are copied to the host. */
#include <string.h>

#include "base/run.h"
#include "base/steps/steps.cuh"
#include "decompose/cycles/cycle_internal.h"
#include "decompose/scc/scc.h"
#include "explorer/graph/digraph_device.h"
#include "explorer/graph/edge_mask.h"
#include "explorer/graph/graph_device.h"
#include "explorer/model/network.h"

struct cycle_machine : steps_machine<struct cycle_view> {
    static constexpr unsigned MOST_PARTS = 1024;
    static constexpr unsigned BLOCKS = 32;
};

CYCLE_STEPS(STEPS_TYPE)

static const step_function cuda_steps[] = {CYCLE_STEPS(STEPS_LAUNCH)};

static int cuda_decompose(struct cycle_search *search) {
    const struct cycle_view *view = &search->view;
    const struct digraph_device there = {search->steps.device, view->graph};
    const struct scc_options options = {SCC_AUTO};
    struct scc_report report;
    struct error *error = search->steps.error;
    return edge_mask_fill_cuda((const struct graph_device *)search->graph, view->wanted_set, view->live,
                               error) != 0
               ? -1
               : scc_cuda(&there, &options, search->steps.run, view->component, &report, error);
}

int cycle_find_cuda(struct graph_device *graph, const struct cycle_levels *levels,
                    const struct cycle_goal *goal, const struct run *run, struct cycle *cycle,
                    struct error *error) {
    struct cycle_search search;
    memset(&search, 0, sizeof search);
    search.steps.side = &steps_cuda_side;
    search.steps.memory = &graph->device->memory;
    search.steps.device = graph->device;
    search.steps.run = run;
    search.steps.error = error;
    search.steps.task = "looking for cycles";
    search.functions = cuda_steps;
    search.decompose = cuda_decompose;
    search.graph = graph;
    search.view.graph.vertices = graph->vertices;
    search.view.graph.edges = graph->edges;
    search.view.graph.offsets = graph->offsets;
    search.view.graph.targets = graph->targets;
    search.view.labels = graph->labels;
    search.label_count = graph->network->label_count;
    return cycle_find_on_side(&search, levels, goal, cycle);
}
